"""Overlays: what is drawn over a board."""

from __future__ import annotations

from games.core.overlay import Arrow, Loss, Overlay, Route
from games.core.types import Seat, Seats
from tests.noughts.game import Noughts


def test_an_overlay_keeps_its_parts_in_order_and_shares_numbers_among_them() -> None:
    parts = (
        Route(places=("A1", "B2"), number=1, seat=Seat(0)),
        Arrow(start="B2", end="D2", number=2, seat=Seat(0), label="-2"),
        Loss(place="D2", number=2, seat=Seat(1)),
    )
    overlay = Overlay(parts, focus=("D2",))
    assert overlay
    assert [part.number for part in overlay.parts] == [1, 2, 2]
    assert overlay == Overlay(parts, focus=("D2",))


def test_a_game_that_tells_nothing_has_an_empty_story() -> None:
    noughts = Noughts()
    assert not noughts.story(noughts.setup(noughts.settings(), Seats.alone(2)), ())
