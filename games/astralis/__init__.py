"""Astralis, a game of two colony ships by Phil Leduc."""

from __future__ import annotations

from games.astralis.meta import META
from games.core.shelf import shelved

GAME = shelved(META, "games.astralis.game")
