"""The largest questions found: eight armies on the large board, one with Silent reinforcements."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.astral_sailors.board import ground
from games.astral_sailors.content.loading import BASE
from games.astral_sailors.state import State
from games.astral_sailors.table import LETTERS, Table
from games.core.geometry.squares import Base, Square
from tests.games.astral_sailors.battles import battle
from tests.games.astral_sailors.positions import state, unit

SIZE, SEATS = 32, 8
MOST_PIECES = 40
"""As many as eight players place."""
OF_EACH_KIND = 4
WARDEN = "GU2"
"""Of the kind that stands around the board when it is walled."""


def reinforcing(*, walled: bool = False) -> State:
    """Red decides which of its Silent units come, and can pay for all of them.

    ``walled``  enemies stand so close around the board that nobody can enter over its border:
                whether a unit can enter at all is a matter of sight alone
    """
    units, seed = (20, 9) if walled else (80, 6)  # the slowest of some hundred boards
    found = battle(Random(seed), size=SIZE, units=units, pieces=80, teams=(1,) * SEATS)
    found = replace(found, pieces=found.pieces[:MOST_PIECES], phase="reinforcement")
    if walled:
        found = _walled(found)
    for kind in BASE.units.values():
        if kind.specials.silent:
            for _ in range(OF_EACH_KIND):
                found = found.with_unit(unit(_next(found, 0), kind.code, ""))
    found = found.with_player(replace(found.players[0], pool=900))
    ordered = sorted(found.units.values(), key=lambda each: (each.seat, each.number))
    return state(replace(found, units={each.code: each for each in ordered}))


def _walled(found: Table) -> Table:
    last = SIZE - 1
    for place, at in enumerate(range(1, last, 4)):
        for c, r in ((at, 0), (last, at), (last - at, last), (0, last - at)):
            seat = 1 + place % (SEATS - 1)
            warden = unit(_next(found, seat), WARDEN, str(Square(c, r)))
            if ground.stands(found, warden, Base(c, r, found.kind(warden).base)):
                found = found.with_unit(warden)
    return found


def _next(found: Table, seat: int) -> str:
    number = max((each.number for each in found.of(seat)), default=0) + 1
    return f"{LETTERS[seat]}{number}"
