"""Astralis, a game of two colony ships by Phil Leduc."""

from __future__ import annotations

from games.astralis.game import Astralis

GAME = Astralis()
