"""Sentences, from views and events."""
