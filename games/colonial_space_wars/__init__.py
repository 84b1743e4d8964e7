"""Colonial Space Wars, a game of command points by José Diego Méndez."""

from games.colonial_space_wars.game import GAME as GAME
