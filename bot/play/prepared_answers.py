"""Answers in advance: the standing orders and conditional moves of a seat, kept beside the log.

Only the player of the seat sees them; they go when that player leaves it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from bot.play.storage.records import SeatHolder
from games.core.forms import Form
from games.core.standing.orders import Orders


@dataclass(frozen=True, slots=True)
class ConditionalMove:
    """If the other side's move meets ``when``, the answer is ``reply``."""

    when: str
    reply: str


Line: TypeAlias = tuple[ConditionalMove, ...]
"""Conditional moves that follow each other, a move of the other side before each."""


@dataclass(frozen=True, slots=True)
class Answers:
    """``lines`` that begin the same belong together: no two answer the same move differently."""

    orders: Orders = ()
    lines: tuple[Line, ...] = ()


class DropReason(StrEnum):
    """Why conditional moves were dropped."""

    ILLEGAL = "illegal"
    """The next of them was not legal when its time came."""
    CHANGED = "changed"
    """Something was taken back, or set by hand."""


NONE = Answers()
ANSWERS: Form[Answers] = Form(Answers, sparse=True)


def answers_of(holder: SeatHolder | None) -> Answers:
    return ANSWERS.read(holder.answers) if holder is not None and holder.answers else NONE


def with_answers(holder: SeatHolder, answers: Answers) -> SeatHolder:
    return replace(holder, answers="" if answers == NONE else ANSWERS.write(answers).decode())


def next_answer(
    lines: Sequence[Line], is_met: Callable[[str], bool]
) -> tuple[str, tuple[Line, ...]]:
    """The answer of the first line whose condition is met, and what follows it; "" for none."""
    first = next((line[0] for line in lines if is_met(line[0].when)), None)
    if first is None:
        return "", ()
    return first.reply, tuple(line[1:] for line in lines if line[0] == first and line[1:])


def with_line(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """``lines`` with ``line``, instead of those that it continues or contradicts."""
    if any(each[: len(line)] == line for each in lines):
        return lines
    kept = [each for each in lines if not _gives_way(each, line)]
    at = next((n for n, each in enumerate(lines) if each not in kept), len(lines))
    return (*kept[:at], line, *kept[at:])


def _gives_way(known: Line, line: Line) -> bool:
    """Whether ``known`` is the beginning of ``line``, or answers a move of it differently."""
    differ = [n for n, (old, new) in enumerate(zip(known, line, strict=False)) if old != new]
    return known[differ[0]].when == line[differ[0]].when if differ else len(known) < len(line)


def without_line(lines: tuple[Line, ...], beginning: Line) -> tuple[Line, ...]:
    """``lines`` without the last move of ``beginning`` and all that follows it."""
    gone = [each for each in lines if each[: len(beginning)] == beginning]
    kept = [each for each in lines if each not in gone]
    before = beginning[:-1]
    if gone and before and not any(each[: len(before)] == before for each in kept):
        kept.insert(lines.index(gone[0]), before)
    return tuple(kept)


def beginnings(lines: Sequence[Line]) -> list[Line]:
    """All beginnings of ``lines``, each once and before those that go on from it."""
    places: dict[Line, int] = {}
    for line in lines:
        for length in range(1, len(line) + 1):
            places.setdefault(line[:length], len(places))
    return sorted(
        places, key=lambda line: [places[line[:length]] for length in range(1, len(line) + 1)]
    )


def line_text(line: Line) -> str:
    """Such as ``D7+E7 : C4+C5 / * : B5``."""
    return " / ".join(f"{move.when} : {move.reply}" for move in line)


def mark_of(text: str) -> str:
    """Tells an answer, by its text form, from all others of its seat."""
    return f"{zlib.crc32(text.encode()):08x}"
