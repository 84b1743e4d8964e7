"""What several turns did, as an overlay."""

from __future__ import annotations

from games.astralis import GAME
from games.astralis.board import index_of
from games.astralis.events import Bonus, Extracted, Moved, Planted, Swapped
from games.astralis.sides import Side
from games.core.events import Event
from games.core.overlay import Route
from games.core.types import SPECTATOR, Seats

TURNS: tuple[Event, ...] = (
    Moved(Side.YELLOW, "A7", "C9"),
    Planted(Side.YELLOW, "D9"),
    Extracted(Side.YELLOW, ("C7",)),
    Bonus(Side.YELLOW, ("A6",)),
    Moved(Side.CYAN, "M7", "F7"),
    Planted(Side.CYAN, "F6"),
)
VIEW = GAME.view(GAME.setup(GAME.settings(size=7), Seats.alone(2)), SPECTATOR)


def test_every_turn_is_a_step_with_its_flight_and_its_planets() -> None:
    story = GAME.story(VIEW, TURNS)
    assert [(part.number, part.seat, part.label, part.told) for part in story.parts] == [
        (1, 0, "", "Yellow flies A7-C9"),
        (1, 0, "", "plants D9"),
        (1, 0, "taken", "extracts C7"),
        (1, 0, "bonus", "earns A6"),
        (2, 1, "", "Cyan flies M7-F7"),
        (2, 1, "", "plants F6"),
    ]
    flight = story.parts[0]
    assert isinstance(flight, Route)
    assert flight.places == tuple(VIEW.board.axial[index_of(name)] for name in ("A7", "C9"))
    assert story.focus[-1] == VIEW.board.axial[index_of("F6")]


def test_a_single_turn_needs_no_story_as_every_picture_shows_the_last() -> None:
    assert not GAME.story(VIEW, TURNS[4:])
    assert not GAME.story(VIEW, ())


def test_swapped_colours_begin_the_story_anew() -> None:
    assert not GAME.story(VIEW, (*TURNS[:4], Swapped(), *TURNS[4:]))
