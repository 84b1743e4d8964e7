"""Files that hold a match: JSON, or plain text.

JSON::

    {"game": "astralis", "settings": {"size": 8}, "moves": ["A6", "O13", "A6-C8+C9"]}

The same as text: settings first, one a line, then the moves; ``#`` starts a
comment::

    game: astralis
    size: 8

    A6 O13
    A6-C8+C9  # towards the middle

A move that has blanks in it stands on a line of its own, behind a hyphen::

    - R1 MOVE C5

A move belongs to the seat that has to answer. Where several have, or a seat
takes up an offer, the seat (from 0) stands before it: ``{"seat": 1, "move":
"LAMP4"}`` or ``1:LAMP4``. Dice are ``{"rolled": [[3], [6, 6]]}`` or
``rolled:3/6,6``. What a referee set by hand is ``{"adjust": "PLANET E7 YELLOW"}``,
or a line ``adjust: PLANET E7 YELLOW``. ``seats`` is the number of seats where a
game allows several.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from games.cli.faults import Fault
from games.cli.files import read_object, read_text
from games.cli.tools import find_game, settings_of, value_of
from games.core.contract import AnyGame
from games.core.log.position_files import faults
from games.core.settings import Settings
from games.core.types import Rolled, Seat, Seats

_HEADER = re.compile(r"([A-Za-z_]+):(?:\s+(.*))?")
_ROLLED = re.compile(r"rolled:[0-9]{1,4}(?:[,/][0-9]{1,4})*")
_SEATED = re.compile(r"([0-9]{1,3}):(.+)")
_BY_HAND = "adjust:"


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move as text; ``seat`` is ``None`` for the seat that has to answer.

    ``named``  a number that was written for the seat: names of seats may have numbers, too
    """

    text: str
    seat: Seat | None = None
    named: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ByHand:
    """What the referee set, as text."""

    text: str

    def __str__(self) -> str:
        return self.text


Item: TypeAlias = MoveLine | Rolled | ByHand


@dataclass(frozen=True, slots=True)
class MatchFile:
    game: AnyGame
    settings: Settings
    seats: Seats
    items: tuple[Item, ...]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")
    seat: StrictInt = Field(ge=0)
    move: StrictStr


class _Dice(BaseModel):
    model_config = ConfigDict(extra="forbid")
    rolled: tuple[tuple[StrictInt, ...], ...]


class _ByHand(BaseModel):
    model_config = ConfigDict(extra="forbid")
    adjust: StrictStr


class _Match(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: StrictStr
    settings: dict[str, Any] = {}
    seats: StrictInt | None = None
    moves: tuple[StrictStr | _Answer | _Dice | _ByHand, ...]


def read_match(name: str, text: str | None = None) -> MatchFile:
    """``text`` is that of the file, where it has been read already. Raises ``Fault``."""
    if text is None:
        text = read_text(name)
    if text.lstrip().startswith(("{", "[")):
        try:
            match = _Match.model_validate(read_object(name, text))
        except ValidationError as error:
            raise Fault(f"{name}: {faults(error)}") from None
    else:
        match = _from_text(name, text)
    game = find_game(match.game)
    seats = seats_of(game, match.seats)
    settings = settings_of(game, match.settings, seats)
    return MatchFile(game, settings, seats, tuple(item_of(move) for move in match.moves))


def seats_of(game: AnyGame, count: int | None) -> Seats:
    """Build ``count`` seats; by default the smallest number that the game allows. Raises
    ``Fault``."""
    if count is not None and count not in game.meta.players:
        allowed = ", ".join(map(str, game.meta.players))
        raise Fault(f"{game.meta.id} needs {allowed} seats, not {count}")
    return Seats.alone(count or game.meta.players[0])


def answer(text: str) -> MoveLine:
    """``1:LAMP4`` names its seat, by a number from 0 or the one in its name."""
    if found := _SEATED.fullmatch(text):
        return MoveLine(found[2].strip(), Seat(int(found[1])), found[1])
    return MoveLine(text)


def item_of(move: str | _Answer | _Dice | _ByHand) -> Item:
    """What a move of a file means: an answer, dice, or what a referee set."""
    match move:
        case _ByHand():
            return ByHand(move.adjust)
        case str() if move.startswith(_BY_HAND):
            return ByHand(move.removeprefix(_BY_HAND).strip())
        case _Answer():
            return MoveLine(move.move, Seat(move.seat))
        case _Dice():
            return Rolled(move.rolled)
        case str() if _ROLLED.fullmatch(move):
            rolls = move.removeprefix("rolled:").split("/")
            return Rolled(tuple(tuple(map(int, faces.split(","))) for faces in rolls))
        case str():
            return answer(move)


def _from_text(name: str, text: str) -> _Match:
    settings: dict[str, Any] = {}
    moves: list[str] = []
    for line in text.splitlines():
        content = line.partition("#")[0].strip()
        by_hand = content.startswith(_BY_HAND)
        header = None if moves or by_hand else _HEADER.fullmatch(content)
        if by_hand:
            moves.append(content)
        elif header:
            settings[header[1]] = value_of((header[2] or "").strip())
        elif content.startswith("- "):
            moves.append(content.removeprefix("- ").strip())
        else:
            moves += content.split()
    if "game" not in settings:
        raise Fault(f"{name}: neither JSON nor text that begins with a line like 'game: NAME'")
    game, seats = str(settings.pop("game")), settings.pop("seats", None)
    try:
        return _Match(game=game, settings=settings, seats=seats, moves=tuple(moves))
    except ValidationError as error:
        raise Fault(f"{name}: {faults(error)}") from None


def split_moves(text: str) -> Sequence[MoveLine]:
    """Split moves at semicolons if there are any, else at commas or spaces."""
    parts = text.split(";") if ";" in text else re.split(r"[,\s]+", text)
    return tuple(answer(part.strip()) for part in parts if part.strip())
