"""How a match ended: in the game's words, or in ours where no rule ended it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from games.core.contract import AnyGame, Meta, RecordKind
from games.core.types import Ending, Seat, Seats

FINEST = 1000
"""No score of a game has a larger denominator; in an ending they are rounded."""


def describe_ending(game: AnyGame, view: Any, ending: Ending, seats: Seats) -> str:
    """``The referee has ended the match: Red wins.`` Plain text; seats by their names."""
    if ending.kind not in (Ending.RESIGNED, *Ending.OUTSIDE):
        return game.words.ending(view, ending)

    def join_seats(some: Sequence[Seat]) -> str:
        return join_names([game.words.seat(view, seat) for seat in some])

    win = f"{join_seats(ending.winners)} {'wins' if len(ending.winners) == 1 else 'win'}"
    match ending.kind:
        case Ending.AGREED:
            return "A draw by agreement."
        case Ending.ABANDONED:
            return "The match was abandoned without a result."
        case Ending.RULED if ending.winners:
            return f"The referee has ended the match: {win}."
        case Ending.RULED:
            return "The referee has ended the match as a draw."
    others = [seat for seat in seats.all() if seat not in ending.winners]
    if ending.kind == Ending.RESIGNED:
        resigns = "resigns" if len(others) == 1 else "resign"
        return f"{join_seats(others)} {resigns}{_describe_lead(game, view, ending)}: {win}."
    if ending.kind == Ending.LEFT:
        return (
            f"{join_seats(others)} {'has' if len(others) == 1 else 'have'} left the match: {win}."
        )
    return f"{join_seats(others)} ran out of time: {win}."


def _describe_lead(game: AnyGame, view: Any, ending: Ending) -> str:
    """Say that a loser had the largest score, if so: ``, 50 to 41 ahead``."""
    tally = game.words.tally(view)
    if tally is None or not tally.scores:
        return ""
    won = [bool({*side.seats} & {*ending.winners}) for side in tally.sides]
    scored, say = tuple(zip(tally.scores, won, strict=True)), game.words.score
    best, theirs = (
        max((score for score, has in scored if has is which), default=Fraction())
        for which in (False, True)
    )
    return f" while ahead, {say(best)} to {say(theirs)}" if best > theirs else ""


def measure(ending: Ending, lines: int) -> dict[RecordKind, Fraction]:
    """What of a match can be a record: its lines in the log, and what its scores give."""
    found: dict[RecordKind, Fraction] = {"length": Fraction(lines)}
    scores = [Fraction(score).limit_denominator(FINEST) for score in ending.scores]
    won = [score for seat, score in enumerate(scores) if seat in ending.winners]
    lost = [score for seat, score in enumerate(scores) if seat not in ending.winners]
    if scores:
        found["score"] = max(scores)
    if won and lost:
        found["margin"] = min(won) - max(lost)
    return found


def records_of(
    meta: Meta, ended: tuple[int, Ending], others: Iterable[tuple[int, Ending]]
) -> dict[RecordKind, Fraction]:
    """Those of the game's records that a match has set, with its values: it has to surpass another
    that has such a value. Both are given by their lines and endings."""
    best: dict[RecordKind, Fraction] = {}
    for lines, ending in others:
        for kind, value in measure(ending, lines).items():
            best[kind] = max(value, best.get(kind, value))
    own = measure(ended[1], ended[0])
    return {
        kind: own[kind]
        for kind in meta.records
        if kind in own and best.get(kind, own[kind]) < own[kind]
    }


def join_names(names: Sequence[str]) -> str:
    """Join names for a sentence: "Red, Green and Blue"."""
    *most, last = names or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last
