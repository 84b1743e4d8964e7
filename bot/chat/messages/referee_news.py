"""What the referee did, for everybody: who, what, and whether they also play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.chat.platform.blocks import seat_name
from bot.chat.platform.safe_text import escape, isolate_name, shorten
from bot.play.match.views import LogLine, MatchView
from bot.play.storage.records import MOVES, Kind, Match

_MOST = 5
"""Unseen acts that a panel tells."""


def heading(match_view: MatchView, line: LogLine) -> str:
    """The heading of a referee's entry; empty for a move, which names its seat."""
    if line.kind in MOVES:
        return ""
    if line.kind is Kind.UNDONE:
        back = f"#{line.text}" if line.text not in ("", "0", "1") else "the start"
        whose = (
            f", before the last answer of {_seat_name(match_view, line)}"
            if line.seat is not None
            else ""
        )
        return f"{referee_name(match_view, line)} rewinds to {back}{whose}"
    words = _WITHOUT.get(line.kind, "") if _is_bare(line) else ""
    told = words or _HEADINGS.get(line.kind, "{ref} acts")
    return told.format(
        ref=referee_name(match_view, line),
        seat=_seat_name(match_view, line),
        text=escape(shorten(line.text, 200)),
        instead=f", in place of {isolate_name(line.instead)}" if line.instead else "",
        channel=f"<#{line.text}>" if line.text.isdecimal() else "another channel",
    )


def unseen_lines(match_view: MatchView, lines: Sequence[LogLine]) -> Iterator[str]:
    """The lines about a referee's unseen acts, for the panel of a finished match."""
    for line in lines[:_MOST]:
        what = (
            heading(match_view, line)
            or f"{_seat_name(match_view, line)}: {describe_cause(match_view, line)}"
        )
        yield f"-# 👁️ {what}. Why: {escape(shorten(line.reason, 120))}"
    if len(lines) > _MOST:
        yield f"-# 👁️ … and {len(lines) - _MOST} more like that: see the log."


def describe_dice(match: Match) -> str:
    """The dice that the referee has set; empty when there are none."""
    return (
        f"🎲 Set by the referee for the next dice: {match.dice.replace(',', ' ')}"
        if match.dice
        else ""
    )


def describe_cause(match_view: MatchView, line: LogLine) -> str:
    """The note behind a move that the referee caused."""
    if line.kind is Kind.DEFAULT:
        return f"{referee_name(match_view, line)} stops waiting"
    return f"entered by {referee_name(match_view, line)}"


def referee_name(match_view: MatchView, line: LogLine) -> str:
    """``Referee Gm`` or ``Referee Bob, who plays Green,``."""
    plays = ""
    if line.referee_seat is not None:
        plays = f", who plays {seat_name(match_view, line.referee_seat)},"
    return f"Referee {isolate_name(line.referee)}{plays}"


def _is_bare(line: LogLine) -> bool:
    """Whether the entry has no sentences of its own."""
    if line.kind is Kind.LOOKED:
        return line.seat is None
    if line.kind is Kind.TRIED:
        return False
    if line.kind is Kind.ADJUSTED:
        return not line.sentences
    return not line.text


def _seat_name(match_view: MatchView, line: LogLine) -> str:
    return "" if line.seat is None else seat_name(match_view, line.seat)


_HEADINGS = {
    Kind.ADJUSTED: "{ref} changes something by hand",
    Kind.POSITION: "{ref} sets a whole position",
    Kind.SET_DICE: "{ref} sets the next dice: {text}",
    Kind.LEFT: "{ref} takes {seat} from {text}",
    Kind.TAKEN: "{ref} gives {seat} to {text}{instead}",
    Kind.PAUSED: "{ref} pauses the match",
    Kind.RESUMED: "{ref} resumes the match",
    Kind.EXTENDED: "{ref} gives {seat} more time",
    Kind.MOVED: "{ref} has moved the match here from {channel}",
    Kind.LOOKED: "{ref} looked through the eyes of {seat}",
    Kind.TRIED: "{ref} tried a change that hidden facts rule out, and so learned of them",
    Kind.CLOSED: "{ref} ends the match",
}
_WITHOUT = {
    Kind.MOVED: "{ref} has moved the match here",
    Kind.ADJUSTED: "{ref} changes something by hand that is not public",
    Kind.SET_DICE: "{ref} clears the dice that were set",
    Kind.LOOKED: "{ref} looked at everything",
}
