"""A Galaxy Aflame, a skirmish of miniatures on an open table."""

from games.galaxy_aflame.game import GAME as GAME
