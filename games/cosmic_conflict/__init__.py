"""Cosmic Conflict, a game of fleets in open space."""
