"""Cosmic Conflict, a game of fleets in open space."""

from games.cosmic_conflict.game import GAME as GAME
