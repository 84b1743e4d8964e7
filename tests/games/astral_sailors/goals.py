"""Positions for the tests of objectives and endings: Commanders dead and alive, and checks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import LETTERS, Table, Unit
from games.core.events import Event
from tests.games.astral_sailors.positions import unit

CORNERS = ("B2", "O15", "B15", "O2", "H2", "B9", "O9", "H15")
"""Where the Commander of each seat stands, out of the others' way."""


def commander(seat: int, **values: Any) -> Unit:
    """The seat's Commander as its first unit, alive unless ``values`` say otherwise."""
    where = "" if values.get("place") else CORNERS[seat]
    return unit(f"{LETTERS[seat]}1", "EX1", where, **values)


def dead(seat: int, **values: Any) -> Unit:
    return commander(seat, place="out", **values)


def having(table: Table, team: int, **values: Any) -> Table:
    """The table with these fields of a team."""
    return table.with_team(team, replace(table.teams[team], **values))


def player(table: Table, seat: int, **values: Any) -> Table:
    """The table with these fields of a player."""
    return table.with_player(replace(table.players[seat], **values))


def secret(builder: StepBuilder, team: int, **values: Any) -> StepBuilder:
    """The course with these secrets of a team."""
    builder.put_secret(team, **values)
    return builder


def told(builder: StepBuilder, *kinds: type[Event]) -> list[Event]:
    """The events of these kinds, in order."""
    return [event for event in builder.done().events if isinstance(event, kinds)]
