"""Evidence beside a question: from the cards, the field and open cards. It never answers the question."""
