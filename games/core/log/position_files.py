"""Positions as people write them in JSON: for files of the command line, and for a referee.

A position is in the game's own form (``Tools.position``) with ``state`` beside it: values of the
stored state by their paths. ``docs/positions.md`` tells the rest.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from games.core.contract import AnyGame
from games.core.log import bounded_json
from games.core.settings import Settings, describe_fault
from games.core.tools import Tools
from games.core.types import (
    SPECTATOR,
    Forbidden,
    Malformed,
    Refusal,
    Seated,
    Seats,
    Unreadable,
    Viewer,
)

BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    Refusal,
    TypeError,
    ValueError,
)
"""What rules raise for a state that no match can be in."""

TOLD = ("pending", "ended", "winner", "score", "dice_left", "shown")
"""What the command line adds to a position; on reading it is passed over."""


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Setup(Strict):
    """The start of a match: ``teams`` are numbers of seats; without them each of ``seats`` is a
    team of its own. The rest is the game's own."""

    model_config = ConfigDict(extra="allow")
    seats: Annotated[StrictInt, Field(ge=1, le=99)] | None = None
    teams: tuple[Annotated[StrictInt, Field(ge=1, le=99)], ...] | None = None

    def seated(self, usual: Seats) -> Seats:
        """The seats that it names, else the ``usual``. Raises ``ValueError``."""
        if self.teams is None:
            return usual if self.seats is None else Seats.alone(self.seats)
        if self.seats not in (None, sum(self.teams)):
            raise ValueError(f"seats: the teams have {sum(self.teams)}, not {self.seats}")
        return Seats(tuple(team for team, count in enumerate(self.teams) for _ in range(count)))

    def state_of(self, game: AnyGame, settings: Settings, seats: Seats) -> Any:
        """Raises ``Refusal`` and ``ValueError``."""
        given, form = self.model_extra or {}, tools_of(game).setup
        if form is not None and given:
            return form.model_validate(given).state(settings, seats)
        Strict.model_validate(given)
        return game.setup(settings, seats)


def usual_seats(game: AnyGame, named: Mapping[str, Any]) -> Seats:
    """The seats of a match with these settings where nothing else is said."""
    count = named.get(game.settings.team_count)
    return Seats.alone(count if count in game.meta.players else game.meta.players[0])


class AnyPosition(Setup):
    """What every position may have; the rest is the game's own."""

    state: dict[str, Any] = {}

    def state_of(self, game: AnyGame, settings: Settings, seats: Seats) -> Any:
        given = self.model_extra or {}
        own = {name: value for name, value in given.items() if name not in TOLD}
        return _changed(game, _arranged(game, settings, seats, own), self.state)


def tools_of(game: AnyGame) -> Tools[Any]:
    """What the module ``tools`` in the game's folder exports, if there is one."""
    package = type(game).__module__.rpartition(".")[0]
    if importlib.util.find_spec(f"{package}.tools") is None:
        return Tools()
    found: Tools[Any] = importlib.import_module(f"{package}.tools").TOOLS
    return found


def faults(error: ValidationError) -> str:
    """What is wrong, and where, in one line."""
    return "; ".join(
        f"{_where(fault['loc']) or 'all'}: {describe_fault(fault)}"
        for fault in error.errors(include_url=False)[:3]
    )


def _where(path: tuple[int | str, ...]) -> str:
    """``units.Q1``, of a name and of what it names."""
    return ".".join(map(str, path)).removesuffix(".[key]")


def written(game: AnyGame, settings: Settings, seats: Seats, state: Any) -> dict[str, Any]:
    """The position of a state, in the form from which ``AnyPosition`` makes the same state."""
    form, full = tools_of(game).position, game.state_form.full
    own = form.of(state).model_dump(mode="json", by_alias=True, exclude_none=True) if form else {}
    base = _arranged(game, settings, seats, own)
    said: dict[str, Any] = dict(own)
    if seats != Seats.alone(game.meta.players[0]):
        said["teams"] = [seats.teams.count(team) for team in dict.fromkeys(seats.teams)]
    called = {stored: path for path, stored in tools_of(game).paths.items()}
    if rest := dict(_changes(full(base), full(state))):
        said["state"] = {_renamed(path, called): value for path, value in rest.items()}
    return said


def _arranged(game: AnyGame, settings: Settings, seats: Seats, own: Mapping[str, Any]) -> Any:
    """The state that the game's own form says."""
    form = tools_of(game).position
    if form is not None:
        return form.model_validate(own).state(settings, seats)
    Strict.model_validate(own)
    return game.setup(settings, seats)


def _changes(before: Any, after: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """The values that differ between two JSON values, by their paths."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() <= after.keys():
        for key, value in after.items():
            yield from _changes(before.get(key, ...), value, f"{at}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            yield from _changes(*pair, f"{at}/{number}")
    elif before != after:
        yield at, after


def _renamed(path: str, names: Mapping[str, str]) -> str:
    """``path`` with another name for the part of the state that it begins with."""
    part = next((each for each in names if f"{path}/".startswith(f"{each}/")), "")
    return f"{names.get(part, '')}{path.removeprefix(part)}"


def _changed(game: AnyGame, state: Any, changes: Mapping[str, Any]) -> Any:
    """``state`` with other values at these paths. Raises ``Malformed``."""
    if not changes:
        return state
    stored, paths = game.state_form.full(state), tools_of(game).paths
    for path, value in changes.items():
        try:
            *way, last = _renamed(path, paths).split("/")[1:]
            at = stored
            for step in way:
                at = at[int(step) if isinstance(at, list) else step]
            at[int(last) if isinstance(at, list) else last] = value
        except (LookupError, TypeError, ValueError):
            raise Malformed(f"there is nothing at {path[:80]}") from None
    changed = game.state_form.read(json.dumps(stored))
    if wrong := dict(_changes(game.state_form.full(changed), stored)):
        raise Malformed(f"not stored like that: {', '.join(wrong)[:80]}")
    return changed


# --- For a running match ---

MOST_BYTES, MOST_PARTS = 500_000, 20_000


class PlacedMatch(Strict):
    """A file with the position from which a running match shall go on."""

    game: str
    settings: dict[str, Any] = {}
    position: AnyPosition


def write_file(game: AnyGame, settings: Settings, seats: Seats, state: Any) -> bytes:
    """The file of a match with these ``settings``, as far as its referee has not changed them."""
    settings = _settings_now(game, settings, state)
    file = {
        "game": game.meta.id,
        "settings": settings.model_dump(mode="json", exclude_defaults=True),
        "position": written(game, settings, seats, state),
    }
    return json.dumps(file, ensure_ascii=False, indent=1).encode()


def read_file(game: AnyGame, data: bytes, settings: Settings, seats: Seats, now: Any) -> Any:
    """The state that a file describes, for a match with these ``settings``, as far as its referee
    has not changed them in its state ``now``. Raises a ``Refusal``."""
    settings = _settings_now(game, settings, now)
    try:
        found = PlacedMatch.model_validate(bounded_json.parsed(data, MOST_BYTES, MOST_PARTS))
        if found.game != game.meta.id:
            raise Unreadable(f"The file is of {found.game[:40]}, not of {game.meta.title}.")
        if found.position.seated(seats) != seats:
            raise Unreadable("The file has other seats or teams than this match.")
        _check_settings(game, settings, found.settings)
        state = found.position.state_of(game, settings, seats)
        if wrong := next(game.editing.sound(state), None):
            raise wrong
        game.pending(state)
        viewers: list[Viewer] = [SPECTATOR, *map(Seated, seats.all())]
        for viewer in viewers:
            game.words.standing(game.view(state, viewer))
    except ValidationError as error:
        raise Unreadable(f"The file cannot be read: {faults(error)}.") from None
    except Refusal:
        raise
    except bounded_json.Unfit as unfit:
        raise Unreadable(str(unfit)) from None
    except Malformed as fault:
        raise Unreadable(f"The file cannot be read: state: {fault}.") from None
    except BROKEN as error:
        raise Unreadable(f"No match can stand like that: {str(error)[:200]}.") from None
    return state


def _settings_now(game: AnyGame, settings: Settings, state: Any) -> Settings:
    """The settings of a match with what its referee has changed of them."""
    option, view = game.editing.acts.get("option"), game.editing.see(state)
    if option is None or option.now is None:
        return settings
    values = {name: option.now(view, name) for name in type(settings).model_fields}
    return type(settings).model_validate(values)


def _check_settings(game: AnyGame, settings: Settings, given: Mapping[str, Any]) -> None:
    """Raises ``Forbidden`` for a file with other settings."""
    other = type(settings).model_validate({**settings.model_dump(), **given})
    for name, info in type(settings).model_fields.items():
        if getattr(other, name) != getattr(settings, name):
            why = f"The file has another value of “{info.title or name}” than this match."
            raise Forbidden(game.editing.rule, why, instead="`OPTION` changes settings.")
