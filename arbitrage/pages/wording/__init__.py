"""Words that several screens share: scores, seats, people, tables, sentences."""
