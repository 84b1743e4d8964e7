"""What edits name and say: players, teams, squares, kinds, several words, YES and NO."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.astral_sailors.names import (
    COLOURS,
    listed,
    seat_name,
    team_letter,
    team_name,
    team_with_seats,
)
from games.astral_sailors.notation import LONGEST_NAME, SQUARE
from games.astral_sailors.table import LETTERS, Table
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Square, column
from games.core.notation import Value, many
from games.core.referee.edits import Argument, choice
from games.core.types import Forbidden, Unreadable

RULE = "ASCW-D79"
NONE = "NONE"


def refuse(why: str, instead: str = "", rule: str = RULE) -> Forbidden:
    return Forbidden(rule, why, instead=instead)


def several(
    value: Value[Any, Any], most: int, name: Callable[[Any], str], offered: Any, example: str
) -> Argument:
    """At most so many of something, or ``NONE``."""
    some = many(value, most)

    def called(_: SailorsView, values: tuple[Any, ...]) -> str:
        return listed([name(each) for each in values]) or "none"

    return Argument(
        Value(
            f"{value.wanted}, or {NONE}",
            lambda view, text: () if text == NONE else some.read(view, text),
            lambda values: some.write(values) or NONE,
            some.extent,
        ),
        offered=offered,
        label=lambda view, values: called(view, values).capitalize(),
        called=called,
        example=example,
    )


def flag(yes: str, no: str) -> Argument:
    """YES or NO, with what each is in words."""
    said = {True: yes, False: no}
    words = {"YES": True, "NO": False, "Y": True, "ON": True, "N": False, "OFF": False}
    return choice(
        "YES or NO", words, label=lambda _, on: said[on].capitalize(), called=lambda _, on: said[on]
    )


def read_name(_: SailorsView, text: str) -> str:
    if len(text) > LONGEST_NAME:
        raise ValueError
    return text


def kind_of(what: str, known: Callable[[Table], Mapping[str, Any]], rule: str = RULE) -> Argument:
    """A code among those of some content."""

    def missing(view: SailorsView, code: str) -> Forbidden | None:
        codes = known(view.table)
        why = f"There is no {what} {code}."
        return None if code in codes else refuse(why, f"There are {', '.join(codes)}.", rule)

    return Argument(
        Value(f"a {what}", read_name),
        f"Which {what}?",
        lambda view, *_: known(view.table),
        label=lambda view, code: f"{code} {known(view.table)[code].name}",
        called=lambda view, code: known(view.table)[code].name,
        missing=missing,
    )


# --- Squares ---

COLUMNS = [(column(c), f"Column {column(c)}") for c in range(32)]


@dataclass(frozen=True)
class MarkedSquare:
    """A square, and what the word after it says."""

    at: Square
    more: Any = None


def spot(
    word: str,
    words: Mapping[str, Any],
    offered: Callable[[Table, str], Iterable[Square]],
    prompt: str,
    example: str,
) -> Argument:
    """A square, and one of the words, or nothing."""

    def read(view: SailorsView, text: str) -> MarkedSquare:
        at, *more = text.split()
        if len(more) > 1 or not set(more) <= words.keys():
            raise ValueError
        return MarkedSquare(SQUARE.read(view, at), *map(words.__getitem__, more))

    def write(found: MarkedSquare) -> str:
        more = next((each for each, value in words.items() if value == found.more), "")
        return f"{found.at} {more}".strip()

    return Argument(
        Value(f"a square, and {word} or nothing", read, write, r"\S+(?:\s+\S+)?"),
        prompt,
        lambda view, code: map(MarkedSquare, offered(view.table, code)),
        label=lambda _, found: str(found.at),
        group=lambda _, found: COLUMNS[found.at.c],
        example=example,
    )


# --- Players and teams ---


def _no_seat(view: SailorsView, seat: int) -> Forbidden | None:
    if seat < len(view.table.players):
        return None
    playing = listed([seat_name(each.seat) for each in view.table.players])
    return refuse("No player has that colour in this match.", f"The players are {playing}.")


SEAT = choice(
    "a player",
    {
        **{colour.upper(): seat for seat, colour in enumerate(COLOURS)},
        **{letter: seat for seat, letter in enumerate(LETTERS)},
        **{str(seat + 1): seat for seat in range(len(COLOURS))},
    },
    "Whose?",
    offered=lambda view, *_: range(len(view.table.players)),
    label=lambda _, seat: seat_name(seat),
    called=lambda _, seat: seat_name(seat),
    missing=_no_seat,
)


def _read_team(view: SailorsView, text: str) -> int:
    """``A``, ``1``, ``TEAM1``, or the colour of a member."""
    word = text.removeprefix("TEAM") or text
    for number, team in enumerate(view.table.teams):
        colours = (COLOURS[seat].upper() for seat in team.seats)
        if word in (team_letter(number), str(number + 1), *colours):
            return number
    raise Unreadable(f"There is no team “{text[:LONGEST_NAME]}”.")


TEAM = Argument(
    Value("a team", _read_team, team_letter),
    "Which team?",
    lambda view, *_: range(len(view.table.teams)),
    label=lambda view, team: team_with_seats(view.table, team),
    called=lambda _, team: team_name(team),
)
