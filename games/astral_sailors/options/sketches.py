"""What is drawn on the board under the choices of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from games.astral_sailors.board import zones
from games.astral_sailors.board.paths import Path
from games.astral_sailors.names import facing_name
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from games.core.overlay import Arrow, Ghost, Overlay, OverlayPart, Region, Route
from games.core.questions.tree import Ask, Node, leaf
from games.core.types import Seat

M = TypeVar("M")


def zone(table: Table, seat: int) -> Overlay[Base]:
    """The deployment zone of an army."""
    squares = frozenset(Base(*square) for square in zones.zone(table, seat))
    told = "The outline is the deployment zone"
    area = Region(places=squares, hatched=False, seat=Seat(seat), told=told)
    return Overlay((area,), tuple(sorted(squares)))


def moving(table: Table, unit: Unit, ends: Iterable[Square]) -> Overlay[Base]:
    """The unit and where it may go; for a captor the zone in which it delivers its captive."""
    home = zone(table, unit.seat).parts if unit.holds else ()
    base = table.base(unit)
    return Overlay((_reach(map(base.at, ends)), *home, _marked(table, unit)), (base,))


def placing(table: Table, bases: Iterable[Base], seat: int | None) -> Overlay[Base]:
    """The places where something may come into play, with the zone of ``seat``, if any."""
    home = () if seat is None else zone(table, seat).parts
    return Overlay((_reach(bases), *home))


def ways(table: Table, unit: Unit, found: Iterable[Mapping[int, Path]]) -> Overlay[Base]:
    """Straight ways of the unit, by their lengths: the longest of each, and where all may end."""
    longest, ends = list[OverlayPart[Base]](), set[Base]()
    for each in found:
        longest.append(Route(places=each[max(each)].bases, seat=Seat(unit.seat)))
        ends.update(path.bases[-1] for path in each.values())
    return Overlay((_reach(ends), *longest, _marked(table, unit)), (table.base(unit),))


def turning(table: Table, unit: Unit, base: Base) -> Overlay[Base]:
    """The unit where it stands, or would stand."""
    if unit.on_board and base == table.base(unit):
        return Overlay((_marked(table, unit),), (base,))
    told = f"{unit.code} would stand on {base.anchor}"
    ghost = Ghost(place=base, seat=Seat(unit.seat), told=told)
    return Overlay((ghost,), (base,))


def facings(
    prompt: str,
    table: Table,
    unit: Unit,
    base: Base,
    make: Callable[[Facing], M],
    but: Facing | None = None,
) -> Ask[M]:
    """Ask for a facing of the unit, which stands, or would stand, on ``base``."""

    def nodes() -> Iterator[Node[M]]:
        for facing in Facing:
            if facing != but:
                label, at = facing_name(facing).capitalize(), ahead(table, base, facing)
                yield leaf(facing.name, label, make(facing), at=at)

    return Ask(prompt, nodes, ground=partial(turning, table, unit, base))


def ahead(table: Table, base: Base, facing: Facing) -> Base | None:
    """The square in which the choice of a facing is marked; none beyond the border."""
    c, r = (
        at + (base.side if step > 0 else -1 if step < 0 else (base.side - 1) // 2)
        for at, step in zip(base.anchor, facing.step, strict=True)
    )
    place = Base(c, r)
    return place if place.within(table.size) else None


def commander(table: Table, team: int) -> Base | None:
    """Where a Commander of the team stands, if one is on the board."""
    leaders = (
        table.base(unit)
        for unit in table.on_board()
        if table.team(unit.seat) == team and table.kind(unit).category == "commander"
    )
    return next(leaders, None)


def attack(table: Table, unit: Unit, targets: Iterable[Unit]) -> Overlay[Base]:
    """The attacker and whom it may aim at. Poison comes from nobody on the board."""
    if not unit.on_board:
        return Overlay((), tuple(map(table.base, targets)))
    start, seat = table.base(unit), Seat(unit.seat)
    arrows = (Arrow(start=start, end=table.base(target), seat=seat) for target in targets)
    return Overlay((*arrows, _marked(table, unit)), (start,))


def _reach(bases: Iterable[Base]) -> Region[Base]:
    """All squares that the bases cover, so that large ones make one area."""
    return Region(places=frozenset(Base(*at) for base in bases for at in base.squares()))


def _marked(table: Table, unit: Unit) -> Region[Base]:
    """A line around a unit."""
    place = frozenset((table.base(unit),))
    return Region(places=place, hatched=False, seat=Seat(unit.seat))
