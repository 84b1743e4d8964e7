"""Noughts and crosses: what a game costs whose rules fit on a card."""

from tests.noughts.game import Noughts
from tests.noughts.picture import NoughtsRenderer

GAME, RENDERER = Noughts(), NoughtsRenderer()
