"""Stakes and ropes: what a game on an open table costs, where any point can be typed."""

from tests.stakes.game import Stakes
from tests.stakes.picture import StakesRenderer

GAME, RENDERER = Stakes(), StakesRenderer()
