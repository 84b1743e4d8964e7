"""Lines of play prepared in advance: "if they play this, I answer that, and then …".

Private to the seat and kept beside the log until one of them is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from bot.play.refusals import NotNow
from bot.play.storage.records import SeatHolder
from games.core.events import Event
from games.core.forms import Form
from games.core.refusals import Unreadable
from games.core.standing.conditions import Conditions

MOST = 50
"""Conditions of one seat."""
DEEPEST = 10
BURST = 20
"""Conditional moves that follow each other without anybody moving by hand."""


@dataclass(frozen=True, slots=True)
class ConditionalLine:
    """If the other side's move meets ``when``, the answer is ``reply``; ``further`` is for the
    move after it."""

    when: str
    reply: str
    further: tuple[ConditionalLine, ...] = ()


class DropReason(StrEnum):
    """Why prepared answers were dropped."""

    ILLEGAL = "illegal"
    """The next of them was not legal when its time came."""
    CHANGED = "changed"
    """Something was taken back, or set by hand."""


ConditionalLines: TypeAlias = tuple[ConditionalLine, ...]
LINES: Form[ConditionalLines] = Form(tuple[ConditionalLine, ...])


def lines_of(holder: SeatHolder) -> ConditionalLines:
    return LINES.read(holder.lines) if holder.lines else ()


def written(lines: ConditionalLines) -> str:
    return LINES.write(lines).decode() if lines else ""


def fitting(
    lines: ConditionalLines, conditions: Conditions[Any, Any], move: Any, events: Sequence[Event]
) -> ConditionalLine | None:
    """The first line whose condition the move meets."""
    return next((line for line in lines if conditions.meets(line.when, move, events)), None)


def parse(conditions: Conditions[Any, Any], text: str) -> tuple[tuple[str, str], ...]:
    """``D7+E7 : C4+C5 / * : B5``: a condition and the answer to it, for one move after the other.

    Raises ``Unreadable``.
    """
    levels = []
    for level in text.split("/"):
        when, colon, reply = level.partition(":")
        if not colon or not reply.strip():
            raise Unreadable(
                "A conditional move is a condition and an answer with a colon between them.",
                instead="Such as * : B5, or two moves ahead: D7+E7 : C4 / * : B5",
            )
        levels.append((conditions.read(when), reply.strip()))
    return tuple(levels)


def chain(levels: Sequence[tuple[str, str]]) -> ConditionalLine:
    """The levels below each other as one line."""
    (when, reply), *rest = levels
    return ConditionalLine(when, reply, (chain(rest),) if rest else ())


def merged(lines: ConditionalLines, line: ConditionalLine) -> ConditionalLines:
    """``lines`` with ``line`` among them: it goes on one that begins the same, takes the place of
    one with the same condition, or stands last."""
    for at, known in enumerate(lines):
        if known.when == line.when:
            further = known.further if known.reply == line.reply else ()
            for each in line.further:
                further = merged(further, each)
            return (*lines[:at], replace(line, further=further), *lines[at + 1 :])
    return (*lines, line)


def without(lines: ConditionalLines, place: Sequence[int]) -> ConditionalLines:
    """``lines`` without the one at ``place``: its number at each level. Raises ``LookupError``."""
    at, rest = place[0], place[1:]
    line = lines[at]
    kept = (replace(line, further=without(line.further, rest)),) if rest else ()
    return (*lines[:at], *kept, *lines[at + 1 :])


def count(lines: ConditionalLines) -> int:
    return sum(1 + count(line.further) for line in lines)


def depth(lines: ConditionalLines) -> int:
    return max((1 + depth(line.further) for line in lines), default=0)


def check_size(lines: ConditionalLines) -> None:
    """Raises ``NotNow``."""
    if count(lines) > MOST:
        raise NotNow(
            f"You can have {MOST} conditional moves at most; this would make {count(lines)}.",
            instead="Remove some of them first.",
        )
    if depth(lines) > DEEPEST:
        raise NotNow(f"You can look {DEEPEST} moves ahead at most, not {depth(lines)}.")


def flat(
    lines: ConditionalLines, place: tuple[int, ...] = ()
) -> Sequence[tuple[tuple[int, ...], ConditionalLine]]:
    """Every line with its place, each before those that go on from it."""
    found: list[tuple[tuple[int, ...], ConditionalLine]] = []
    for at, line in enumerate(lines):
        here = (*place, at)
        found += [(here, line), *flat(line.further, here)]
    return found


def text_of(lines: ConditionalLines, place: Sequence[int]) -> str:
    """The text form of the line at ``place``, from its first level on. Raises ``LookupError``."""
    at, rest = place[0], place[1:]
    line = lines[at]
    here = f"{line.when} : {line.reply}"
    return f"{here} / {text_of(line.further, rest)}" if rest else here
