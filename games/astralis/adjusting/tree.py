"""The tree of questions for adjustments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.astralis.adjusting.adjustments import (
    Adjustment,
    Award,
    MoveShip,
    Resume,
    SetBonus,
    SetKomi,
    SetPlanet,
    SetPosition,
    SetSize,
    SetSupply,
    SetSwap,
    Settle,
    SetToMove,
    SkipTurn,
    text_of,
)
from games.astralis.adjusting.checks import SIZES, refusal
from games.astralis.adjusting.line import line_read, written
from games.astralis.adjusting.rings import due
from games.astralis.board import board_of, names
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.branching import Branching, Fork
from games.core.options import Choice, Question
from games.core.refusals import Forbidden

_Fork: TypeAlias = Fork[Adjustment]
_Grown: TypeAlias = tuple[Choice, _Fork | Adjustment]

_LOWEST, _HIGHEST = -10, 20
"""Komi on offer; any other value can be typed."""

_POSITION, _KOMI = "position", "komi"
_TEXT, _TENTHS = re.compile("(?:[2-7][0-9a-f])+"), re.compile("(m?)([0-9]{1,4})")
"""Paths of what no choice offers: ``position`` with the line in hexadecimal digits, and ``komi``
with tenths."""


@dataclass(frozen=True, slots=True)
class AdjustingOptions:
    """Implements ``games.core.options.Options`` and ``Guided``."""

    state: State

    def refusal(self, move: Adjustment) -> Forbidden | None:
        return refusal(self.state, move)

    def contains(self, move: Adjustment) -> bool:
        return self.refusal(move) is None

    def question(self, path: Sequence[str]) -> Question | Adjustment:
        unseen = _unseen(path)
        if unseen is None:
            return self._offers().question(path)
        if refused := self.refusal(unseen):
            raise refused
        return unseen

    def __iter__(self) -> Iterator[Adjustment]:
        return iter(self._offers())

    def path_to(self, move: Adjustment) -> tuple[str, ...] | None:
        if isinstance(move, SetPosition):
            return (_POSITION, written(move.line).encode().hex())
        if isinstance(move, SetKomi) and not _LOWEST <= move.komi <= _HIGHEST:
            return (_KOMI, _key(move.komi))
        return None

    def _offers(self) -> Branching[Adjustment]:
        return Branching(_Fork("What do you change?", self._kinds), self.refusal)

    def _kinds(self) -> Iterator[_Grown]:
        if self.state.phase == "over":
            yield _leaf("resume", "Let the match go on", Resume())
            return
        rows = board_of(self.state.agreement.size).rows
        row = _Fork("In which row?", lambda: (self._planets(number) for number in range(rows)))
        yield Choice("planet", "A planet", "PLANET "), row
        yield Choice("ship", "A ship", "SHIP "), _Fork("Whose ship?", lambda: map(self._ship, Side))
        award = _Fork("Which planet do you award?", self._awards)
        yield Choice("award", "Award a planet that is due", "AWARD "), award
        for side in Side:
            yield _leaf(f"turn{side.name[0]}", f"Give the turn to {side.label}", SetToMove(side))
        yield _leaf("skip", "Skip this turn", SkipTurn())
        yield Choice(_KOMI, "Komi", "KOMI "), _Fork("How much komi for Cyan?", _komis)
        yield from _agreements()
        yield _leaf("settle", "End the match, scored as it stands", Settle())

    def _planets(self, row: int) -> _Grown:
        hexes = self._row(row)
        letter = hexes[0][0]
        which = _Fork("Which hex?", lambda: map(_planet, hexes))
        return Choice(letter, f"{hexes[0]} to {hexes[-1]}", f"PLANET {letter}"), which

    def _ship(self, side: Side) -> _Grown:
        rows = range(board_of(self.state.agreement.size).rows)
        where = _Fork("In which row?", lambda: (self._berths(side, row) for row in rows))
        return Choice(side.name[0], side.label, f"SHIP {side.name} "), where

    def _berths(self, side: Side, row: int) -> _Grown:
        hexes = self._row(row)
        letter = hexes[0][0]
        berths = [_leaf(hex, hex, MoveShip(side, hex)) for hex in hexes]
        which = _Fork("Which hex?", lambda: berths)
        return Choice(letter, f"{hexes[0]} to {hexes[-1]}", f"SHIP {side.name} {letter}"), which

    def _row(self, number: int) -> tuple[str, ...]:
        return names(board_of(self.state.agreement.size).row(number))

    def _awards(self) -> Iterator[_Grown]:
        if self.state.phase == "playing":
            for side in Side:
                for hex in names(due(self.state, side)):
                    label = f"{hex} for {side.label}"
                    yield _leaf(f"{hex}{side.name[0]}", label, Award(hex, side))


def _planet(hex: str) -> _Grown:
    owners = (Side.YELLOW, Side.CYAN, None)
    whose = [
        _leaf("none" if owner is None else owner.name[0], _owned(owner), SetPlanet(hex, owner))
        for owner in owners
    ]
    return Choice(hex, hex, f"PLANET {hex} "), _Fork(f"What is on {hex}?", lambda: whose)


def _owned(owner: Side | None) -> str:
    return "No planet" if owner is None else f"A planet of {owner.label}"


def _komis() -> Iterator[_Grown]:
    for halves in range(2 * _LOWEST, 2 * _HIGHEST + 1):
        komi = halves / 2
        yield _leaf(_key(komi), f"{komi:g}".replace("-", "−"), SetKomi(komi))


def _agreements() -> Iterator[_Grown]:
    yield _leaf("deferred", "Bonus planet under a ship: when the ship leaves", SetBonus("deferred"))
    yield _leaf("immediate", "Bonus planet under a ship: at once", SetBonus("immediate"))
    yield _leaf("thirty", "Thirty planets each", SetSupply(True))
    yield _leaf("free", "Unlimited planets", SetSupply(False))
    yield _leaf("swapon", "Allow the swap of colours", SetSwap(True))
    yield _leaf("swapoff", "No swap of colours", SetSwap(False))
    for size in SIZES:
        yield _leaf(f"size{size}", f"A board with {size} hexes along an edge", SetSize(size))


def _leaf(key: str, label: str, adjustment: Adjustment) -> _Grown:
    return Choice(key, label, text_of(adjustment), final=True), adjustment


def _key(komi: float) -> str:
    """``35`` for 3.5, ``m35`` for −3.5."""
    return f"{'m' if komi < 0 else ''}{abs(komi) * 10:g}"


def _unseen(path: Sequence[str]) -> Adjustment | None:
    """The adjustment at a path that is not offered."""
    match tuple(path):
        case ("position", key) if _TEXT.fullmatch(key):
            line = line_read(re.sub(r"\s", "", bytes.fromhex(key).decode("ascii")))
            return None if line is None else SetPosition(line)
        case ("komi", key) if found := _TENTHS.fullmatch(key):
            komi = int(found[2]) / 10 * (-1 if found[1] else 1)
            return None if _LOWEST <= komi <= _HIGHEST else SetKomi(komi)
        case _:
            return None
