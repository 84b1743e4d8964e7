"""The rules of the games, beside other programs and plain ways to do the same."""
