"""Astralis, a game of two colony ships by Phil Leduc."""

from games.astralis.game import GAME as GAME
