"""A toy title with one secret and one die, which plays through the whole bot, so that no shared
file can come to know a game."""

from games.core.contract import AnyGame
from renderers import Renderer
from tests.toy.game import Toy
from tests.toy.picture import ToyRenderer

GAME: AnyGame = Toy()
RENDERER: Renderer = ToyRenderer()
