"""What a question and a decision say."""
