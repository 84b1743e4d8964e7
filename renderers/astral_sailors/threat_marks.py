"""What can be hit next, and by whom: plates at the left of every unit in danger."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.astral_sailors.names import listed
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base
from games.core.telling import shortened
from renderers.astral_sailors.summary import acting
from renderers.astral_sailors.units import BODIES
from renderers.boards.squaremap import SquareMap
from renderers.overlay import threat_marks
from renderers.overlay.threat_marks import WAYS, Threats
from renderers.palette import Colour
from renderers.scene import Mark

_WORDS = {"shots": "shot by {}", "blows": "struck by {}", "later": "hit after a Move by {}"}


def marks(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    def colour_of(code: str) -> Colour:
        return BODIES[view.table.units[code].seat]

    for unit, threats in found(view):
        base = view.table.base(unit)
        if grid.window.shows(base):
            x, y = grid.corner(base)
            high = grid.cell * 29 // 100
            for place, art in enumerate(threat_marks.plates(threats, colour_of, high)):
                yield art, x, y + place * (high + 2)


def lines(view: SailorsView) -> Iterator[str]:
    """``R1 can be shot by B2 and B3, struck by B2``: a line for every unit in danger."""
    for unit, threats in found(view):
        said = [
            _WORDS[way].format(listed(shortened(threats[way]), "and"))
            for way in WAYS
            if threats[way]
        ]
        yield f"{unit.code} can be {', '.join(said)}"


def opponents(view: SailorsView, chosen: Collection[Base]) -> Iterator[Base]:
    """Those that could hit, or be hit by, the viewer's units at these bases."""
    table = view.table

    def at(code: str) -> Base | None:
        unit = table.units[code]
        return table.base(unit) if unit.on_board else None

    def own(code: str) -> bool:
        return view.seat is not None and table.units[code].seat == view.seat

    danger = ((unit.code, threats) for unit, threats in found(view))
    return threat_marks.opponents(danger, at, own, chosen)


def found(view: SailorsView) -> Iterator[tuple[Unit, Threats]]:
    """For the viewer's team, else the one to act: whom it could hit, and who could hit it."""
    table = view.table
    seat = acting(view) if view.seat is None else view.seat
    if seat == NOBODY or table.phase not in ("activation", "reinforcement"):
        return
    for each in view.threats(table.team(seat)):
        yield (
            table.units[each.target],
            {"shots": each.shots, "blows": each.blows, "later": each.later},
        )
