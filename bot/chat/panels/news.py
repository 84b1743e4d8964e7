"""What has happened, line by line, for a panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.chat.blocks import seat_name, who
from bot.chat.panels import referee_news
from bot.chat.safe_text import escape, shortened
from bot.play.match.views import LogLine, MatchView
from bot.play.records import MOVES, Kind

_LONGEST = 600
"""Characters for the sentences of one entry; the log has them all."""


def paragraph(match_view: MatchView, line: LogLine) -> str:
    """One entry: who did what, in bold, then the game's own sentences."""
    match_view = then(match_view, line)
    number = f"#{line.shown} " if line.shown else ""
    head = f"**{number}{_heading(match_view, line)}**"
    if line.undone:
        head = f"~~{head}~~ (taken back)"
    told = escape(shortened(" ".join(line.sentences), _LONGEST))
    opening = _opening(match_view) if line.kind is Kind.START else ()
    return "\n".join(filter(None, (head, *opening, told, *_whys(match_view, line))))


def headline(match_view: MatchView, line: LogLine) -> str:
    """Who did what in one entry, without its number."""
    return _heading(then(match_view, line), line)


def then(match_view: MatchView, line: LogLine) -> MatchView:
    """With those in the seats who held them at the time of the entry."""
    return match_view if line.holders is None else replace(match_view, holders=line.holders)


def _whys(match_view: MatchView, line: LogLine) -> Iterator[str]:
    """The reason that the referee gave; who asked for it, and who agreed."""
    if line.reason:
        yield f"-# Why: {escape(shortened(line.reason, _LONGEST))}"
    if line.agreed:
        yield f"-# {agreement(match_view, line)}"


def agreement(match_view: MatchView, line: LogLine) -> str:
    """Who asked for what was agreed on, and who agreed; empty where nobody had to."""
    names = [who(then(match_view, line), seat) for seat in line.agreed]
    if len(names) < 2:
        return f"Asked by {names[0]}." if names else ""
    agreed = " and ".join((", ".join(names[1:-1]), names[-1])) if names[2:] else names[1]
    return f"Asked by {names[0]}, agreed by {agreed}."


def last(match_view: MatchView, lines: tuple[LogLine, ...], count: int) -> tuple[str, ...]:
    """The last ``count`` paragraphs, with a word on the entries left out before them.

    Dice stand with the move that they were thrown for, and a player who does one thing after
    the other is named once.
    """
    groups = _with_their_dice(lines)
    kept = groups[max(0, len(groups) - count) :]
    left_out = kept[0].start if kept else len(lines)
    entries = "1 earlier entry is" if left_out == 1 else f"{left_out} earlier entries are"
    more = f"-# {entries} in the log." if left_out > 0 else ""
    before = (None, *kept)
    told = (
        _group(match_view, lines, each, named=not _goes_on(lines, before[place], each))
        for place, each in enumerate(kept)
    )
    return tuple(filter(None, (more, *told)))


def _with_their_dice(lines: Sequence[LogLine]) -> list[range]:
    """The entries in groups: each action with the dice that follow it."""
    starts = [at for at, line in enumerate(lines) if at == 0 or line.kind is not Kind.DICE]
    ends = [*starts[1:], len(lines)]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]


def _goes_on(lines: Sequence[LogLine], before: range | None, group: range) -> bool:
    """Whether the same player has moved before it, so that a name would only be repeated."""
    if before is None:
        return False
    one, other = lines[before.start], lines[group.start]
    if one.referee or other.referee:
        return False
    return one.kind is other.kind is Kind.MOVE and one.seat == other.seat and bool(other.text)


def _group(match_view: MatchView, lines: Sequence[LogLine], group: range, *, named: bool) -> str:
    line = lines[group.start]
    match_view = then(match_view, line)
    # The newest has its number in the panel's heading.
    number = f"#{line.shown} " if line.shown and line.shown != match_view.match.shown else ""
    heading = _heading(match_view, line) if named else escape(shortened(line.text, 200))
    opening = _opening(match_view) if line.kind is Kind.START else ()
    told = (" ".join(lines[at].sentences) for at in group)
    said = (escape(shortened(each, _LONGEST)) for each in told if each)
    return "\n".join((f"**{number}{heading}**", *opening, *said, *_whys(match_view, line)))


def telling(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """Without dice of which nothing is said: what came of them is told elsewhere."""
    return tuple(line for line in lines if line.kind is not Kind.DICE or line.sentences)


def begins_a_secret_choice(lines: Iterable[LogLine]) -> bool:
    """Whether the last of these entries is something other than a secret answer.

    While seats answer in secret, nobody is named: who is missing would tell
    who has answered.
    """
    last_line = next(reversed(tuple(lines)), None)
    return last_line is not None and (last_line.kind not in MOVES or bool(last_line.text))


def _opening(match_view: MatchView) -> tuple[str, str]:
    """Who plays, and what binds the dice of the match before the first of them is thrown."""
    players = ", ".join(who(match_view, holder.seat) for holder in match_view.holders)
    bound = ""
    if match_view.commitment:
        bound = (
            f"-# 🎲 Dice commitment: `{match_view.commitment}`. Check later with `/match verify`."
        )
    return players, bound


def _heading(match_view: MatchView, line: LogLine) -> str:
    name = "" if line.seat is None else who(match_view, line.seat)
    if line.kind in MOVES:
        said = f"{name}: {escape(shortened(line.text, 200))}" if line.text else name
        how = _how(match_view, line)
        return f"{said} ({how})" if how else said
    if line.referee:
        return referee_news.heading(match_view, line)
    if line.kind is Kind.UNDONE:
        return f"{name or 'The referee'} rewinds to #{line.text or 1}"
    if line.kind is Kind.DICE and line.text:
        return "Dice set by the referee"
    told = (_WITH_TEXT if line.text else _HEADINGS).get(line.kind, _HEADINGS[line.kind])
    if line.kind is Kind.LEFT and line.agreed:
        told = _VOTED_OUT
    return told.format(
        name=name, seat=_seat(match_view, line), text=escape(shortened(line.text, 200))
    )


_VOTED_OUT = "{text} was voted out of {seat}"
_WITH_TEXT = {
    # With a name: somebody else may hold the seat by now.
    Kind.RESIGNATION: "{text} gives up {seat}",
    Kind.PAUSED: "The channel was deleted, so the match is paused",
    Kind.MOVED: "{text} has moved the match here",
}

_HEADINGS = {
    Kind.START: "The match begins",
    Kind.DICE: "Dice",
    Kind.RESIGNATION: "{name} resigns",
    Kind.LEFT: "{text} has left {seat}",
    Kind.TAKEN: "{text} takes over {seat}",
    Kind.ADJUSTED: "The referee changes something by hand",
    Kind.POSITION: "The match goes on from here",
    Kind.SET_DICE: "The referee sets the next dice: {text}",
    Kind.PAUSED: "The match is paused",
    Kind.RESUMED: "The match goes on",
    Kind.EXTENDED: "More time for {name}",
    Kind.MOVED: "The match has come to this channel",
    Kind.LOOKED: "The referee looked through the eyes of {seat}",
    Kind.TRIED: "The referee tried a change that hidden facts rule out",
    Kind.DRAWN: "The players agree on a draw",
    Kind.CLOSED: "The match is closed",
}


def _how(match_view: MatchView, line: LogLine) -> str:
    """Why a move was made that nobody made just then; empty for all others."""
    if line.referee:
        return referee_news.how(match_view, line)
    holder = None if line.seat is None else match_view.holder(line.seat)
    if line.kind is Kind.DEFAULT:
        return "empty seat" if holder is None else "timeout"
    thinks = holder is not None and holder.computer  # its own moves may come without thinking
    if line.kind is Kind.CONDITIONAL:
        return "conditional move"
    return "by standing order" if line.kind is Kind.STANDING and not thinks else ""


def _seat(match_view: MatchView, line: LogLine) -> str:
    """Without whoever sits there now: the entry is about somebody else."""
    return "" if line.seat is None else seat_name(match_view, line.seat)
