"""What the pages of an appeal say."""
