"""What has happened, line by line, for a panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.chat.blocks import seat_name, who
from bot.chat.safe_text import escape, shortened
from bot.play.records import MOVES, Kind
from bot.play.sight import LogLine, Sight

_LONGEST = 600
"""Characters for the sentences of one entry; the log has them all."""


def paragraph(sight: Sight, lines: Sequence[LogLine], at: int, *, numbered: bool = True) -> str:
    """The entry ``lines[at]``: who did what, in bold, then the game's own sentences.

    ``lines`` goes on to the present: what comes later tells who held a seat at the time.
    """
    line = lines[at]
    number = f"#{line.shown} " if line.shown and numbered else ""
    head = f"**{number}{_deed(sight, lines, at)}**"
    told = escape(shortened(" ".join(line.sentences), _LONGEST))
    opening = _opening(sight) if line.kind is Kind.START else ()
    return "\n".join(filter(None, (head, *opening, told)))


def last(sight: Sight, lines: tuple[LogLine, ...], count: int) -> tuple[str, ...]:
    """The last ``count`` entries, with a word on those left out before them."""
    left_out = len(lines) - count
    entries = "1 earlier entry is" if left_out == 1 else f"{left_out} earlier entries are"
    more = f"-# {entries} in the log." if left_out > 0 else ""
    # The newest has its number in the panel's heading.
    told = (
        paragraph(sight, lines, at, numbered=lines[at].shown != sight.match.shown)
        for at in range(max(0, left_out), len(lines))
    )
    return tuple(filter(None, (more, *told)))


def begins_a_secret_choice(lines: Iterable[LogLine]) -> bool:
    """Whether the last of these entries is something other than a secret answer.

    While seats answer in secret, nobody is named: who is missing would tell
    who has answered.
    """
    last_line = next(reversed(tuple(lines)), None)
    return last_line is not None and (last_line.kind not in MOVES or bool(last_line.text))


def _opening(sight: Sight) -> tuple[str, str]:
    """Who plays, and what binds the dice of the match before the first of them is thrown."""
    players = ", ".join(who(sight, hold.seat) for hold in sight.holds)
    bound = ""
    if sight.commitment:
        bound = f"-# 🎲 Dice commitment: `{sight.commitment}`. Check later with `/match verify`."
    return players, bound


def _deed(sight: Sight, lines: Sequence[LogLine], at: int) -> str:
    line = lines[at]
    name = "" if line.seat is None else who(sight, line.seat)
    match line.kind:
        case Kind.START:
            return "The match begins"
        case Kind.DICE:
            return "Dice"
        case Kind.RESIGNATION:
            return f"{name} resigns"
        case Kind.LEFT:
            return f"{escape(line.text)} has left {_seat(sight, line)}"
        case Kind.TAKEN:
            return f"{escape(line.text)} takes over {_seat(sight, line)}"
        case Kind.MOVE | Kind.STANDING | Kind.DEFAULT:
            how = {Kind.STANDING: " (by standing order)", Kind.DEFAULT: ""}
            if line.kind is Kind.DEFAULT:
                how[Kind.DEFAULT] = f" ({_why_default(sight, lines, at)})"
            said = f"{name}: {escape(shortened(line.text, 200))}" if line.text else name
            return f"{said}{how.get(line.kind, '')}"


def _seat(sight: Sight, line: LogLine) -> str:
    """Without whoever sits there now: the entry is about somebody else."""
    return "" if line.seat is None else seat_name(sight, line.seat)


def _why_default(sight: Sight, lines: Sequence[LogLine], at: int) -> str:
    """Whether somebody held the seat then: whoever left it later did, and whoever took it did
    not."""
    seat = lines[at].seat
    changes = (each.kind for each in lines[at + 1 :] if each.seat == seat)
    change = next((kind for kind in changes if kind in (Kind.LEFT, Kind.TAKEN)), None)
    if change is None:
        held = seat is not None and sight.holder(seat) is not None
    else:
        held = change is Kind.LEFT
    return "time ran out" if held else "nobody there"
