"""Astral Sailors: Civil War: squads on a square board, secret objectives, two to eight players."""

from games.astral_sailors.game import GAME as GAME
