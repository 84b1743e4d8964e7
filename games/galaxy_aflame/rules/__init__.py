"""The rules, by chapters of the canon."""
