"""What has happened: entry by entry for the log, summed up for everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.chat.platform.blocks import seat_and_player, seat_name
from bot.chat.platform.safe_text import escape, isolate_name, shorten
from bot.play.match import views
from bot.play.match.views import LogLine, MatchView
from bot.play.storage.records import MOVES, EntryKind, Match

_LONGEST = 600
"""Characters for the sentences of one entry; the log has them all."""
_LONGEST_SENTENCE = 300
_MOST_OUTSIDE = 3
"""Entries outside the rules that are told in full."""


def paragraph(match_view: MatchView, line: LogLine) -> str:
    """One entry: who did what, in bold, then the game's own sentences."""
    match_view = with_holders_then(match_view, line)
    number = f"#{line.shown} " if line.shown else ""
    return _format_entry(match_view, line, f"{number}{_heading(match_view, line)}")


def _format_entry(match_view: MatchView, line: LogLine, heading: str) -> str:
    head = f"~~**{heading}**~~ (taken back)" if line.undone else f"**{heading}**"
    told = escape(shorten(" ".join(line.sentences), _LONGEST))
    opening = _opening_lines(match_view) if line.kind is EntryKind.START else ()
    return "\n".join(filter(None, (head, *opening, told, *_reason_lines(match_view, line))))


def headline(match_view: MatchView, line: LogLine) -> str:
    """Who did what in one entry, without its number."""
    return _heading(with_holders_then(match_view, line), line)


def with_holders_then(match_view: MatchView, line: LogLine) -> MatchView:
    """The view with the seat holders at the time of the entry."""
    return match_view if line.holders is None else replace(match_view, holders=line.holders)


def _reason_lines(match_view: MatchView, line: LogLine) -> Iterator[str]:
    """The reason given by the referee or a rules change, and who asked and agreed."""
    if line.reason:
        yield f"-# Why: {escape(shorten(line.reason, _LONGEST))}"
    if line.agreed:
        yield f"-# {describe_agreement(match_view, line)}"


def describe_agreement(match_view: MatchView, line: LogLine) -> str:
    """Who asked for what was agreed on, and who agreed; empty where nobody had to."""
    names = [seat_and_player(with_holders_then(match_view, line), seat) for seat in line.agreed]
    if len(names) < 2:
        return f"Asked by {names[0]}." if names else ""
    agreed = " and ".join((", ".join(names[1:-1]), names[-1])) if names[2:] else names[1]
    return f"Asked by {names[0]}, agreed by {agreed}."


def digest(match_view: MatchView, lines: Iterable[LogLine]) -> tuple[str, ...]:
    """The entries summed up, in parts: what was done to the match, what happened in it, and what
    nobody decided."""
    counting = [line for line in lines if not line.undone]
    outside = [line for line in counting if _stands_apart(line)]
    left_out = len(outside) - _MOST_OUTSIDE
    more = f"-# {left_out} more entries like that are in the log." if left_out > 0 else ""
    apart = (_entry_apart(match_view, line) for line in outside[-_MOST_OUTSIDE:])
    played = [line for line in counting if not _stands_apart(line)]
    told = summarise(match_view, played)
    if not told and not match_view.result:
        told = _newest_move(match_view, played)
    return tuple(filter(None, (more, *apart, *told, *_notes(match_view, played))))


def summarise(match_view: MatchView, lines: Iterable[LogLine]) -> tuple[str, ...]:
    """The headline of what happened in some entries, and the sentences after it; without the
    result of the match, which stands beside it."""
    words, events = match_view.game.words, views.events_of(lines)
    told = words.digest(match_view.view, events, match_view.viewer)
    if result := match_view.result:
        told = tuple(filter(None, (said.replace(result, "").strip() for said in told)))
    head, *rest = (escape(shorten(each, _LONGEST_SENTENCE)) for each in told or ("",))
    return tuple(filter(None, (f"**{head}**" if head else "", " ".join(rest))))


def _stands_apart(line: LogLine) -> bool:
    """Whether an entry stands apart: neither a seat's move nor dice of the rules."""
    return (line.kind not in MOVES and line.kind is not EntryKind.DICE) or bool(line.referee)


def _entry_apart(match_view: MatchView, line: LogLine) -> str:
    match_view = with_holders_then(match_view, line)
    return _format_entry(match_view, line, _heading(match_view, line))


def _newest_move(match_view: MatchView, played: Sequence[LogLine]) -> tuple[str, ...]:
    """The newest move, where the game has nothing to tell of any."""
    moves = [line for line in played if line.kind in MOVES]
    return tuple(f"**{headline(match_view, line)}**" for line in moves[-1:])


def _notes(match_view: MatchView, played: Sequence[LogLine]) -> Iterator[str]:
    """Dice that were set, and of each player the last move by timeout or on a condition."""
    if any(line.kind is EntryKind.DICE and line.text for line in played):
        yield f"-# {_SET}"
    unattended = (
        line for line in played if line.kind in (EntryKind.DEFAULT, EntryKind.CONDITIONAL)
    )
    newest = {line.seat: line for line in unattended if line.text}
    for seat, line in newest.items():
        if seat is not None and with_holders_then(match_view, line).user(seat) is not None:
            yield f"-# {headline(match_view, line)}"


def begins_secret_choice(lines: Iterable[LogLine]) -> bool:
    """Whether the last of these entries is something other than a secret answer, or its dice.

    While seats answer in secret, nobody is named: who is missing would tell
    who has answered.
    """
    telling = [line for line in lines if line.kind is not EntryKind.DICE or line.events]
    last_line = next(reversed(telling), None)
    return last_line is not None and (last_line.kind not in MOVES or bool(last_line.text))


SHOWN_DIGITS = 16
"""Of a commitment of 64: enough that nobody finds another seed with the same."""


def _opening_lines(match_view: MatchView) -> tuple[str, str]:
    """Who plays, and what binds the dice of the match before the first of them is thrown."""
    players = ", ".join(seat_and_player(match_view, holder.seat) for holder in match_view.holders)
    bound = ""
    if match_view.commitment:
        bound = (
            f"-# 🎲 The dice are bound: `{match_view.commitment[:SHOWN_DIGITS]}…` "
            "(**Log**, then **Check the dice**)"
        )
    return players, bound


def _heading(match_view: MatchView, line: LogLine) -> str:
    name = "" if line.seat is None else seat_and_player(match_view, line.seat)
    if line.kind in MOVES:
        said = f"{name}: {escape(shorten(line.text, 200))}" if line.text else name
        how = _describe_cause(match_view, line)
        return f"{said} ({how})" if how else said
    if line.referee:
        return _referee_heading(match_view, line)
    if line.kind is EntryKind.UNDONE:
        return f"{name or 'The referee'} rewinds to #{line.text or 1}"
    if line.kind is EntryKind.DICE and line.text:
        return _SET
    if line.kind is EntryKind.POSITION and line.reason:
        return "The rules have changed: the match goes on from here under the new ones"
    told = (_WITH_TEXT if line.text else _HEADINGS).get(line.kind, _HEADINGS[line.kind])
    if line.kind is EntryKind.LEFT and line.agreed:
        told = _VOTED_OUT
    return told.format(
        name=name, seat=_seat_name(match_view, line), text=escape(shorten(line.text, 200))
    )


_SET = "Dice set by the referee"
_VOTED_OUT = "{text} was voted out of {seat}"
_WITH_TEXT = {
    # With a name: somebody else may hold the seat by now.
    EntryKind.RESIGNATION: "{text} gives up {seat}",
    EntryKind.PAUSED: "The channel was deleted, so the match is paused",
    EntryKind.MOVED: "{text} has moved the match here",
}

_HEADINGS = {
    EntryKind.START: "The match begins",
    EntryKind.DICE: "Dice",
    EntryKind.RESIGNATION: "{name} resigns",
    EntryKind.LEFT: "{text} has left {seat}",
    EntryKind.TAKEN: "{text} takes over {seat}",
    EntryKind.ADJUSTED: "The referee changes something by hand",
    EntryKind.POSITION: "The match goes on from here",
    EntryKind.SET_DICE: "The referee sets the next dice: {text}",
    EntryKind.PAUSED: "The match is paused",
    EntryKind.RESUMED: "The match goes on",
    EntryKind.EXTENDED: "More time for {name}",
    EntryKind.MOVED: "The match has come to this channel",
    EntryKind.LOOKED: "The referee looked through the eyes of {seat}",
    EntryKind.TRIED: "The referee tried a change that hidden facts rule out",
    EntryKind.DRAWN: "The players agree on a draw",
    EntryKind.CLOSED: "The match is closed",
}


def _describe_cause(match_view: MatchView, line: LogLine) -> str:
    """Why an automatic move was made; empty for all others."""
    if line.referee:
        return _referee_cause(match_view, line)
    holder = None if line.seat is None else match_view.holder(line.seat)
    if line.kind is EntryKind.DEFAULT:
        return f"default: {'empty seat' if holder is None else 'timeout'}"
    thinks = holder is not None and holder.is_computer  # its own moves may come without thinking
    if line.kind is EntryKind.CONDITIONAL:
        return "conditional move"
    if line.kind is EntryKind.STANDING and not thinks:
        return "automatic"
    return ""


def _seat_name(match_view: MatchView, line: LogLine) -> str:
    """The seat's name without its present player, whom the entry is not about."""
    return "" if line.seat is None else seat_name(match_view, line.seat)


# --- What the referee did: who, what, and whether they also play ---

_MOST_UNSEEN = 5
"""Unseen acts that a panel tells."""


def _referee_heading(match_view: MatchView, line: LogLine) -> str:
    """The heading of a referee's entry; empty for a move, which names its seat."""
    if line.kind in MOVES:
        return ""
    if line.kind is EntryKind.UNDONE:
        back = f"#{line.text}" if line.text not in ("", "0", "1") else "the start"
        whose = (
            f", before the last answer of {_seat_name(match_view, line)}"
            if line.seat is not None
            else ""
        )
        return f"{referee_name(match_view, line)} rewinds to {back}{whose}"
    words = _REFEREE_BARE.get(line.kind, "") if _is_bare(line) else ""
    told = words or _REFEREE_HEADINGS.get(line.kind, "{ref} acts")
    return told.format(
        ref=referee_name(match_view, line),
        seat=_seat_name(match_view, line),
        text=escape(shorten(line.text, 200)),
        instead=f", in place of {isolate_name(line.instead)}" if line.instead else "",
        channel=f"<#{line.text}>" if line.text.isdecimal() else "another channel",
    )


def unseen_lines(match_view: MatchView, lines: Sequence[LogLine]) -> Iterator[str]:
    """The lines about a referee's unseen acts, for the panel of a finished match."""
    for line in lines[:_MOST_UNSEEN]:
        what = (
            _referee_heading(match_view, line)
            or f"{_seat_name(match_view, line)}: {_referee_cause(match_view, line)}"
        )
        yield f"-# 👁️ {what}. Why: {escape(shorten(line.reason, 120))}"
    if len(lines) > _MOST_UNSEEN:
        yield f"-# 👁️ … and {len(lines) - _MOST_UNSEEN} more like that: see the log."


def describe_dice(match: Match) -> str:
    """The dice that the referee has set; empty when there are none."""
    return (
        f"🎲 Set by the referee for the next dice: {match.dice.replace(',', ' ')}"
        if match.dice
        else ""
    )


def _referee_cause(match_view: MatchView, line: LogLine) -> str:
    """The note behind a move that the referee caused."""
    if line.kind is EntryKind.DEFAULT:
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
    if line.kind is EntryKind.LOOKED:
        return line.seat is None
    if line.kind is EntryKind.TRIED:
        return False
    if line.kind is EntryKind.ADJUSTED:
        return not line.sentences
    return not line.text


_REFEREE_HEADINGS = {
    EntryKind.ADJUSTED: "{ref} changes something by hand",
    EntryKind.POSITION: "{ref} sets a whole position",
    EntryKind.SET_DICE: "{ref} sets the next dice: {text}",
    EntryKind.LEFT: "{ref} takes {seat} from {text}",
    EntryKind.TAKEN: "{ref} gives {seat} to {text}{instead}",
    EntryKind.PAUSED: "{ref} pauses the match",
    EntryKind.RESUMED: "{ref} resumes the match",
    EntryKind.EXTENDED: "{ref} gives {seat} more time",
    EntryKind.MOVED: "{ref} has moved the match here from {channel}",
    EntryKind.LOOKED: "{ref} looked through the eyes of {seat}",
    EntryKind.TRIED: "{ref} tried a change that hidden facts rule out, and so learned of them",
    EntryKind.CLOSED: "{ref} ends the match",
}
_REFEREE_BARE = {
    EntryKind.MOVED: "{ref} has moved the match here",
    EntryKind.ADJUSTED: "{ref} changes something by hand that is not public",
    EntryKind.SET_DICE: "{ref} clears the dice that were set",
    EntryKind.LOOKED: "{ref} looked at everything",
}
