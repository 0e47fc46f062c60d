"""Evidence beside a question: what the cards, the field and open cards say. Nothing here answers it."""
