"""What is read of a window does not tell which Order a ship hides, whatever its owner has ordered
in advance."""

from __future__ import annotations

from typing import Any

from bot.play.storage.records import EntryKind
from games.core.types import SPECTATOR, Seat, Seats
from games.cosmic_conflict.game import GAME
from tests.games.cosmic_conflict.activations import acting, hidden, ship
from tests.games.cosmic_conflict.matches import orders
from tests.games.cosmic_conflict.scenes import plain
from tests.games.hosted import Hosted, hosted


def resolved(name: Any, order: str) -> Hosted:
    """The last activation of a turn, and the windows after it, of a ship that hides this Order."""
    own = hidden(ship("a1", plain(4), "10 1"), name)
    match = acting(own, ship("b1", plain(4), "40 29", activated=True))
    given = {Seat(0): orders(match, 1, order), Seat(1): ()}
    found = hosted(GAME, match.state, SPECTATOR, Seats.alone(2), given)
    (decision,) = [each for each in match.open if each.waits]
    assert found.play(decision, GAME.read(match.view(1), decision, "ACTIVATE a1; MOVE V0; DONE"))
    return found


def test_a_jump_held_back_reads_the_same_as_any_other_order() -> None:
    usual = resolved("focus", "JUMP AUTO")
    windows = [line.text for line in usual.lines if line.kind is EntryKind.STANDING]
    assert windows == ["REACT NO"]
    for hides, order in (
        ("focus", "JUMP NEVER"),
        ("jump", "JUMP NEVER"),
        ("jump", "A1 JUMP NEVER"),
    ):
        other = resolved(hides, order)
        assert other.lines == usual.lines
        assert list(other.surfaces(other.lines)) == list(usual.surfaces(usual.lines))
