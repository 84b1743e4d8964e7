"""Files that hold a position, and ``position FILE``: what it means and what play makes of it.

::

    {"game": "chess", "settings": {}, "position": {…},
     "play": ["E2-E4", "B: E7-E5", {"try": "KE1-E5", "refused": "CHS-12"}], "dice": [4, 2]}

``position`` is in the game's own form, ``setup`` stands in its place for the start of a match;
``docs/positions.md`` tells the rest.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import Field, StrictInt, StrictStr, ValidationError

from games.cli.faults import Fault, Illegal, told
from games.cli.files import read_object, read_text
from games.cli.matchfile import item_of
from games.cli.playing import action, due, letters
from games.cli.tools import find_game, settings_of
from games.core.contract import AnyGame
from games.core.log.position_files import (
    BROKEN,
    AnyPosition,
    Setup,
    Strict,
    faults,
    tools_of,
    usual_seats,
    written,
)
from games.core.log.replay import Thrown, carry_out
from games.core.settings import Settings
from games.core.types import Chance, Decisions, Ending, Forbidden, Malformed, Refusal, Rolled, Seats


class _Try(Strict):
    """A move that must be refused, for an order of several steps with the number of the step."""

    attempt: StrictStr = Field(alias="try")
    refused: StrictStr
    step: StrictInt = 0


class _Show(Strict):
    """A name for the position at this place."""

    show: StrictStr


class PlaceFile(Strict):
    """A file that says where a match stands."""

    game: StrictStr
    settings: dict[str, Any] = Field(default_factory=dict)
    position: AnyPosition | None = None
    setup: Setup | None = None


class PositionFile(PlaceFile):
    play: tuple[StrictStr | _Try | _Show, ...] = ()
    dice: tuple[StrictInt, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    game: AnyGame
    settings: Settings
    seats: Seats
    state: Any


F = TypeVar("F", bound=PlaceFile)


def read_file(name: str, form: type[F]) -> F:
    """Raises ``Fault``."""
    try:
        file = form.model_validate(read_object(name, read_text(name)))
    except ValidationError as error:
        raise Fault(f"{name}: {faults(error)}") from None
    if (file.position is None) == (file.setup is None):
        raise Fault(f"{name}: either position or setup must be given")
    return file


def placed(name: str, file: PlaceFile) -> Position:
    """The position of a file. Raises ``Illegal`` for one that a rule forbids, else ``Fault``."""
    game = find_game(file.game)
    place = file.position or file.setup or Setup()
    try:
        seats = place.seated(usual_seats(game, file.settings))
    except ValueError as error:
        raise Fault(str(error)) from None
    settings = settings_of(game, file.settings, seats)
    try:
        state = place.state_of(game, settings, seats)
        checked = file.position is not None and tools_of(game).checked
        if checked and (wrong := next(game.editing.sound(state), None)):
            raise wrong
    except ValidationError as error:
        raise Fault(f"{name}: {faults(error)}") from None
    except Malformed as fault:
        raise Fault(f"{name}: state: {fault}") from None
    except ValueError as error:
        raise Fault(f"{name}: {error}") from None
    except Refusal as refusal:
        raise Illegal(f"{name}: {told(refusal)}") from None
    return Position(game, settings, seats, state)


@contextmanager
def reported(name: str, file: PlaceFile) -> Iterator[None]:
    """Raises ``Fault`` where rules break on what a file sets in the stored state."""
    try:
        yield
    except BROKEN as error:
        if file.position is None or not file.position.state:
            raise
        kind = type(error).__name__
        raise Fault(f"{name}: state: no match can stand like that ({kind})") from None


# --- Playing ---


def read_position(name: str) -> tuple[Position, tuple[int, ...]]:
    """The position that a file leads to, and the dice left over. Raises ``Fault``."""
    file = read_file(name, PositionFile)
    with reported(name, file):
        played = _played(name, file)
        return played.position, played.dice


@dataclass(frozen=True, slots=True)
class _Played:
    """Where a file leads, the dice left over, and the positions to be shown on the way."""

    position: Position
    dice: tuple[int, ...]
    shown: Mapping[str, tuple[Position, tuple[int, ...]]]


def _played(name: str, file: PositionFile) -> _Played:
    position = placed(name, file)
    game, seats, state = position.game, position.seats, position.state
    dice, shown = deque(file.dice), {}
    for number, item in enumerate(file.play, 1):
        state = _thrown(name, game, state, dice)
        if isinstance(item, _Show):
            shown[item.show] = replace(position, state=state), tuple(dice)
            continue
        text = item.attempt if isinstance(item, _Try) else item
        where = f"{name}: play {number} ({text})"
        try:
            step = carry_out(game, state, action(game, seats, state, item_of(text)))
        except Refusal as refusal:
            if not isinstance(item, _Try):
                raise Illegal(f"{where}: {told(refusal)}") from None
            if (wrong := _told_apart(item, refusal)) is not None:
                raise Illegal(f"{where}: refused {wrong}: {told(refusal)}") from None
        except Fault as fault:
            raise Fault(f"{where}: {fault}; {len(dice)} left") from None
        else:
            if isinstance(item, _Try):
                raise Illegal(f"{where}: legal, not refused with {item.refused}")
            state = step.state
    state = _thrown(name, game, state, dice)
    return _Played(replace(position, state=state), tuple(dice), shown)


def _told_apart(item: _Try, refusal: Refusal) -> str | None:
    """How a refusal differs from the expected one; ``None`` if it does not."""
    if item.refused != refusal.code:
        return f"with {refusal.code}, not {item.refused}"
    step = refusal.step if isinstance(refusal, Forbidden) else 0
    return f"in step {step}, not {item.step}" if item.step not in (0, step) else None


def _thrown(name: str, game: AnyGame, state: Any, dice: deque[int]) -> Any:
    """The state after all dice that are due, as far as the faces go."""
    while isinstance(pending := game.pending(state), Chance):
        if sum(roll.count for roll in pending.rolls) > len(dice):
            break
        faces = tuple(tuple(dice.popleft() for _ in range(roll.count)) for roll in pending.rolls)
        rolled = Rolled(faces)
        if not rolled.answers(pending):
            shown = ", ".join(str(face) for of_roll in faces for face in of_roll)
            raise Fault(f"{name}: dice: {due(pending)} cannot show {shown}")
        state = carry_out(game, state, Thrown(rolled)).state
    return state


# --- Telling ---


def position(name: str) -> None:
    """Print one JSON object: the position of a file after its play."""
    file = read_file(name, PositionFile)
    with reported(name, file):
        played = _played(name, file)
        told = _told(played.position, played.dice)
        if played.shown:
            told["shown"] = {at: _told(*there) for at, there in played.shown.items()}
    print(json.dumps(told, ensure_ascii=False))


def _told(found: Position, dice: tuple[int, ...]) -> dict[str, Any]:
    game, state = found.game, found.state
    names = letters(game, found.seats, state)
    pending = game.pending(state)
    ending = pending if isinstance(pending, Ending) else None
    winners = [names[seat] for seat in ending.winners] if ending else []
    drawn = "draw" if ending else None
    score = tools_of(game).score
    scores = ending.scores if ending else ()
    return {
        **written(game, found.settings, found.seats, state),
        "pending": _pending(pending, names),
        "ended": ending is not None,
        "winner": winners[0] if len(winners) == 1 else winners or drawn,
        "score": score(state) if score else dict(zip(names.values(), scores, strict=False)) or None,
        "dice_left": dice,
    }


def _pending(pending: Chance | Decisions | Ending, names: Mapping[Any, str]) -> list[Any]:
    """The dice that are due, or the open decisions."""
    if isinstance(pending, Chance):
        return [
            {"count": roll.count, "sides": roll.sides, "why": roll.why} for roll in pending.rolls
        ]
    if isinstance(pending, Ending):
        return []
    return [
        {"seat": names[each.seat], "kind": each.kind, "waits": each.waits, "secret": each.secret}
        for each in pending.open
    ]
