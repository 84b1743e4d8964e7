"""The best of the markers, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from games.core.geometry.plane import Point
from games.core.telling import average, listed
from games.galaxy_aflame.odds import NEVER, shot
from games.galaxy_aflame.odds.threats import threats_to
from games.galaxy_aflame.options.markers import MarkedPlace, PlaceSearch
from games.galaxy_aflame.rules import shooting
from games.galaxy_aflame.table import Table, Unit, other

BEST = 3
FEAR = Fraction(1, 3)
"""The weight of what could be lost to one enemy, against what can be won at once."""


class AimedShot(NamedTuple):
    """A shot from a place: at whom, the points and the models that it costs on average."""

    target: str
    gain: Fraction
    lost: Fraction


def best(
    search: PlaceSearch, found: Sequence[MarkedPlace], *, shoots: bool
) -> Iterator[tuple[MarkedPlace, str, str]]:
    """A few of the markers with the reason and a mark: what can be shot at from there, and which
    enemies could answer."""
    rated = []
    for marker in found:
        aim = bestaim_at(search.table, search.unit, marker.at) if shoots else None
        answer, fear = _answers(search.table, search.unit, marker.at)
        rated.append(((aim.gain if aim else NEVER) - FEAR * fear, marker, aim, answer))
    rated.sort(key=lambda each: -each[0])
    for _, marker, aim, answer in rated[:BEST]:
        mark = f"{aim.target} loses {average(aim.lost)}" if aim else ""
        yield marker, f"{_toldaim_at(aim) or marker.why}; {_told_answer(answer)}", mark


def _toldaim_at(aim: AimedShot | None) -> str:
    return f"shoots {aim.target}, {average(aim.lost)} lost on average" if aim else ""


def _told_answer(codes: Sequence[str]) -> str:
    return f"{listed(codes)} can hit it next turn" if codes else "out of reach of all"


def bestaim_at(table: Table, unit: Unit, at: Point) -> AimedShot | None:
    """The shot in Kill mode from a place that costs the enemy most."""
    found = [
        aim_at(table, unit, target, at)
        for target in table.on_table(other(unit.seat))
        if shooting.is_target(table, unit, target, at)
    ]
    return max(found, key=lambda aim: aim.gain, default=None)


def aim_at(table: Table, unit: Unit, target: Unit, at: Point | None) -> AimedShot:
    """A shot in Kill mode; without a place, from where the unit stands."""
    lost = shot(table, unit, target, False, at).lost
    return AimedShot(target.code, lost * points(table, target), lost)


def points(table: Table, unit: Unit) -> Fraction:
    """What one of its models is worth (GA-104)."""
    card = table.card(unit)
    return Fraction(card.value, card.models)


def _answers(table: Table, unit: Unit, at: Point) -> tuple[list[str], Fraction]:
    """The enemies that could attack a unit at a place, and what that could cost."""
    moved = replace(unit, at=at)
    codes = [code for code, _ in threats_to(table, moved, at)]
    fear = NEVER
    for code in codes:
        enemy = table.units[code]
        start = table.place(enemy)
        assert start is not None
        fear += shot(table, enemy, moved, False, start).lost * points(table, unit)
    return codes, fear
