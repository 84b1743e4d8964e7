"""The rules of play: pure functions over the table."""
