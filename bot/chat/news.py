"""What has happened, line by line, for a panel."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.blocks import who
from bot.chat.safe_text import escape, shortened
from bot.play.records import MOVES, Kind
from bot.play.sight import LogLine, Sight

_LONGEST = 600
"""Characters for the sentences of one entry; the log has them all."""


def paragraph(sight: Sight, line: LogLine, *, numbered: bool = True) -> str:
    """One entry: who did what, in bold, then the game's own sentences."""
    number = f"#{line.shown} " if line.shown and numbered else ""
    head = f"**{number}{_deed(sight, line)}**"
    told = escape(shortened(" ".join(line.sentences), _LONGEST))
    players = ", ".join(who(sight, hold.seat) for hold in sight.holds)
    seats = players if line.kind is Kind.START else ""
    return "\n".join(filter(None, (head, seats, told)))


def last(sight: Sight, lines: tuple[LogLine, ...], count: int) -> tuple[str, ...]:
    """The last ``count`` entries, with a word on those left out before them."""
    left_out = len(lines) - count
    entries = "1 earlier entry is" if left_out == 1 else f"{left_out} earlier entries are"
    more = f"-# {entries} in the log." if left_out > 0 else ""
    kept = lines[max(0, left_out) :] if count else ()
    # The newest has its number in the panel's heading.
    told = (paragraph(sight, line, numbered=line.shown != sight.match.shown) for line in kept)
    return tuple(filter(None, (more, *told)))


def begins_a_secret_choice(lines: Iterable[LogLine]) -> bool:
    """Whether the last of these entries is something other than a secret answer.

    While seats answer in secret, nobody is named: who is missing would tell
    who has answered.
    """
    last_line = next(reversed(tuple(lines)), None)
    return last_line is not None and (last_line.kind not in MOVES or bool(last_line.text))


def _deed(sight: Sight, line: LogLine) -> str:
    name = "" if line.seat is None else who(sight, line.seat)
    match line.kind:
        case Kind.START:
            return "The match begins"
        case Kind.DICE:
            return "Dice"
        case Kind.RESIGNATION:
            return f"{name} resigns"
        case Kind.LEFT:
            return f"{escape(line.text)} has left {name}"
        case Kind.TAKEN:
            return f"{escape(line.text)} takes over {name}"
        case Kind.MOVE | Kind.STANDING | Kind.DEFAULT:
            how = {Kind.STANDING: " (by standing order)", Kind.DEFAULT: " (by default)"}
            said = f"{name}: {escape(shortened(line.text, 200))}" if line.text else name
            return f"{said}{how.get(line.kind, '')}"
