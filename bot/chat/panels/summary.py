"""What has happened since somebody looked, in a few lines: what must not be missed first."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.blocks import who
from bot.chat.panels import news
from bot.chat.safe_text import escape, shortened
from bot.play.match.views import LogLine, MatchView
from bot.play.records import MOVES, Kind

MOST = 5
"""Lines."""
_LONGEST = 220
"""Characters for what a line tells."""

_WEIGHTY = frozenset(
    {
        Kind.RESIGNATION,
        Kind.UNDONE,
        Kind.ADJUSTED,
        Kind.POSITION,
        Kind.PAUSED,
        Kind.RESUMED,
        Kind.MOVED,
        Kind.DRAWN,
        Kind.CLOSED,
    }
)
"""What no event of the game tells of, and nobody should miss."""
_LEAST = -1


def lines(match_view: MatchView, told: Sequence[LogLine]) -> tuple[list[str], int]:
    """At most ``MOST`` lines of markdown, in order of happening, and how many of the entries are
    not in them. What one player has done in a row is one line."""
    groups = _series(told)
    best = sorted(groups, key=lambda group: (-_weight(told, group), -group.start))[:MOST]
    chosen = sorted(best, key=lambda group: group.start)
    left_out = sum(_counts(told[at]) for group in groups if group not in best for at in group)
    return [_line(match_view, told, group) for group in chosen], left_out


def _counts(line: LogLine) -> bool:
    """Whether somebody who counts entries would miss this one: dice belong to their move."""
    return line.kind is not Kind.DICE or bool(line.sentences)


def _series(told: Sequence[LogLine]) -> list[range]:
    starts = [at for at in range(len(told)) if at == 0 or not _goes_on(told, at)]
    ends = [*starts[1:], len(told)]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]


def _goes_on(told: Sequence[LogLine], at: int) -> bool:
    """Whether entry ``at`` belongs to what was done just before it."""
    line = told[at]
    if line.kind is Kind.DICE:
        return True
    mover = next((each for each in reversed(told[:at]) if each.kind is not Kind.DICE), None)
    if mover is None or line.kind not in MOVES or mover.kind not in MOVES:
        return False
    return line.seat == mover.seat and line.referee == mover.referee


def _weight(told: Sequence[LogLine], group: range) -> int:
    return max(_weight_of(told[at]) for at in group)


def _weight_of(line: LogLine) -> int:
    if line.kind in _WEIGHTY:
        return 2
    silent = _LEAST if line.kind is Kind.DICE else 0
    return max(line.weights, default=silent)


def _line(match_view: MatchView, told: Sequence[LogLine], group: range) -> str:
    first = told[group.start]
    moves = sum(told[at].kind in MOVES for at in group)
    if moves > 1 and first.seat is not None:
        head = f"{who(news.then(match_view, first), first.seat)}, {moves} moves"
    else:
        head = news.headline(match_view, first)
    said = _sentences([told[at] for at in group])
    return f"- **{_numbers(told, group)}{head}**{': ' if said else ''}{escape(said)}"


def _numbers(told: Sequence[LogLine], group: range) -> str:
    shown = [number for at in group if (number := told[at].shown)]
    if not shown:
        return ""
    return f"#{shown[0]} " if shown[0] == shown[-1] else f"#{shown[0]} to #{shown[-1]} "


def _sentences(group: Sequence[LogLine]) -> str:
    """Those that weigh most, as many as there is room for, in order of happening."""
    every = [
        (weight, sentence)
        for line in group
        for sentence, weight in zip(line.sentences, line.weights, strict=True)
    ]
    ranked = sorted(range(len(every)), key=lambda at: -every[at][0])
    kept: list[int] = []
    room = _LONGEST
    for at in ranked:
        length = len(every[at][1]) + 1
        if kept and length > room:
            break
        kept.append(at)
        room -= length
    return shortened(" ".join(every[at][1] for at in sorted(kept)), _LONGEST)
