"""The record and the events of a turn."""

from __future__ import annotations

from collections.abc import Iterable

from games.astralis import events as e
from games.astralis.board import name, names
from games.astralis.moves import Turn
from games.astralis.record import LastTurn
from games.astralis.rules.turn import Outcome, Position
from games.astralis.sides import Side


def recorded(side: Side, before: Position, outcome: Outcome, plant: int | None) -> LastTurn:
    """What a turn of ``side`` did, both positions as ``side`` sees them."""
    after = outcome.position.turned()
    # Control of planet-free hexes: no hex with a planet is next to another planet.
    mine = after.near_own & ~after.near_opposing
    theirs = after.near_opposing & ~after.near_own
    contested = after.near_own & after.near_opposing
    return LastTurn(
        side=side,
        origin=before.ship,
        to=after.ship,
        planted=plant,
        bonuses=outcome.bonuses | outcome.further,
        extracted=outcome.extracted,
        awarded=before.ship if outcome.awarded else None,
        pending=after.other if outcome.pending else None,
        controlled=mine & ~(before.near_own & ~before.near_opposing),
        contested=contested & ~(before.near_own & before.near_opposing),
        lost=before.near_opposing & ~before.near_own & ~theirs,
    )


def told(move: Turn, outcome: Outcome, last: LastTurn) -> Iterable[e.AstralisEvent]:
    """The events of a turn, in the order of telling (D-06)."""
    side = last.side
    yield e.Moved(side, move.origin, move.to)
    if last.awarded is not None:
        yield e.Awarded(side.other, name(last.awarded))
    if move.plant is not None:
        yield e.Planted(side, move.plant)
        if outcome.bonuses:
            yield e.Bonus(side, names(outcome.bonuses))
        if outcome.extracted:
            yield e.Extracted(side, names(outcome.extracted))
        if outcome.further:
            yield e.Bonus(side, names(outcome.further))
    if last.pending is not None:
        yield e.Deferred(side, name(last.pending))
    if last.controlled or last.contested or last.lost:
        yield e.TilesChanged(side, names(last.controlled), names(last.contested), names(last.lost))
