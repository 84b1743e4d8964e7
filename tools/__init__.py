"""Checks of this repository, each a small command: ``python -m tools.<name>``."""
