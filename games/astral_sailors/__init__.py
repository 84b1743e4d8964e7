"""Astral Sailors: Civil War: squads on a square board, secret objectives, two to eight players."""

from __future__ import annotations

from games.astral_sailors.meta import META
from games.core.shelf import shelved

GAME = shelved(META, "games.astral_sailors.game")
