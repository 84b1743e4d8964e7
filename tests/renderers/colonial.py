"""Positions of Colonial Space Wars that show everything a picture can show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.catalogue import catalogue_of
from games.colonial_space_wars.table import Activation, Phase, Table, Unit
from games.colonial_space_wars.view import Sheet, View
from games.core.geometry.squares import square
from games.core.types import Ending, Seat

MARCH = catalogue_of("").boards["broken_march"].rows


def unit(code: str, kind: str, at: str = "", **more: Any) -> Unit:
    seat = Seat("RB".index(code[0]))
    return Unit(code, kind, seat, square(at) if at else None, **more)


def seen(table: Table, seat: Seat | None = None, sheets: tuple[Sheet | None, ...] = ()) -> View:
    return View(table, sheets, seat)


def table(*units: Unit, phase: Phase = "turn", **more: Any) -> Table:
    swords = ("union", "centauri")
    by_code = {one.code: one for one in units}
    values: dict[str, Any] = {"rows": MARCH, "swords": swords, "pool": 4, "round": 3, **more}
    return Table(Agreement(), phase=phase, units=by_code, **values)


def battle() -> Table:
    """Every health, every effect, passengers, a struck unit, and an open activation."""
    return table(
        unit("R1", "COM", "F9", activated=True),
        unit("R2", "CAP", "D8"),
        unit("R3", "CAP", health=0),
        unit("R4", "BRI", "F6", health=3, dug_in=True),
        unit("R5", "BRI"),
        unit("R6", "BRI", "C7", inspired=True, dread=True),
        unit("R7", "LAN", "G8", health=2, activated=True),
        unit("R8", "ENG"),
        unit("R9", "MAS", "E8", cargo=("R5", "R8"), health=1),
        unit("R10", "BAS", "H8", activated=True),
        unit("B1", "PRE", "G3", struck=3, hits=1, health=3),
        unit("B2", "PIL", "G6", struck=1),
        unit("B3", "PIL"),
        unit("B4", "PIL", "E3", dread=True),
        unit("B5", "PIL", health=0),
        unit("B6", "TEM", "I6", health=2),
        unit("B7", "SUN", "J4"),
        unit("B8", "VEI", "F4"),
        unit("B9", "HOS", "H2"),
        unit("B10", "ARK", "I3", cargo=("B3",)),
        open=Activation("R4", 1, (2, 0), (), moved=True, attacked=True),
        bonus=(0, 1),
    )


def deploying() -> Table:
    """Red has placed all but two units; Blue waits."""
    units = [
        replace(one, at=square(at) if at else None, cargo=(), health=4, dug_in=False)
        for one, at in zip(
            battle().units.values(),
            ("F10", "E10", "G10", "F9", "G9", "E9", "D10", "", "H9", ""),
            strict=False,
        )
    ]
    rest = [unit(f"B{number}", "PIL") for number in range(1, 11)]
    return table(*units, *rest, phase="deploy", pool=0, round=1)


def writing() -> View:
    """Lists are being chosen in secret; Red has locked."""
    return seen(table(phase="army", swords=("", "")), Seat(0), (Sheet("union", locked=True), None))


def over() -> Table:
    ending = Ending("command", (Seat(1),), (), "CSW-116")
    return replace(battle(), phase="over", ending=ending, open=None)


def large() -> Table:
    """The largest board of a pack: 26 by 20."""
    rows = tuple((row * 3)[:26] for row in MARCH * 2)
    return replace(battle(), rows=rows)
