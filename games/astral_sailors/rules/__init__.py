"""The rules, a chapter of the canon each."""
