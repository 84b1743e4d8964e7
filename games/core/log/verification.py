"""Verifies a match file by replaying every entry.

States come from the rules alone. The places and branches that a file names are worked out again
as well; events and sentences are not even looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from pydantic import ValidationError

from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log.dice_proofs import next_place, with_place
from games.core.log.match_file import CHANGING, MOVES, Line, MatchLog
from games.core.log.replay import Adjusted, LogAction, Played, Replaced, Thrown, carry_out
from games.core.settings import Settings
from games.core.types import Chance, Forbidden, Malformed, Refusal, Rolled, Seat, Seats


class Wrong(Exception):
    """An impossible entry. ``number`` names it, 0 stands for the start; ``rule`` is the ID of
    the rule that forbids it, if one does."""

    def __init__(self, number: int, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.number, self.sentence, self.rule = number, sentence, rule


@dataclass(frozen=True, slots=True)
class Followed:
    """The entry with what the rules make of it.

    ``state``   after it; ``None`` for an entry that is not played again
    ``before``  the state on top of which it was played
    ``log_action``    ``None`` for entries that change no state, and those that take back
    ``place``, ``branch``  as they must be
    """

    entry: Line
    state: Any
    before: Any = None
    log_action: LogAction | None = None
    events: tuple[Event, ...] = ()
    place: int = 0
    branch: int = 0


def settings_of(game: AnyGame, log: MatchLog) -> Settings:
    """Raises ``Wrong``."""
    try:
        settings = game.settings.model_validate(log.match.settings)
    except (ValidationError, ValueError):
        raise Wrong(0, "The settings do not belong to this game.") from None
    if refusal := game.fault(settings, Seats(log.match.teams)):
        rule = refusal.rule if isinstance(refusal, Forbidden) else ""
        raise Wrong(0, f"These settings are not possible. {refusal.sentence}", rule)
    return settings


def first_played(game: AnyGame, log: MatchLog) -> int:
    """The place in the file of the first entry that can be replayed: the start, or the position
    from which the current rules apply. The end of the file when all was under older rules; raises
    ``Wrong`` when there were others without such a position."""
    version = game.meta.rules_version
    acting = [
        (place, entry)
        for place, entry in enumerate(log.entries)
        if entry.kind in CHANGING or entry.kind == "start"
    ]
    older = list(takewhile(lambda each: each[1].rules < version, acting))
    rest = acting[len(older) :]
    # Rules never go back, and those of today begin with a position.
    other = next((entry for _, entry in rest if entry.rules != version), None)
    if other is None and older and rest and rest[0][1].kind != "position":
        other = older[-1][1]
    if other is not None:
        raise Wrong(
            other.number or 0,
            f"It was played under version {other.rules} of the rules; "
            f"this program has version {version}.",
        )
    if not older:
        return 0
    return rest[0][0] if rest else len(log.entries)


def follow(game: AnyGame, log: MatchLog) -> Iterator[Followed]:
    """Every entry of a complete file. Raises ``Wrong`` at the first impossible one."""
    settings = settings_of(game, log)
    first = first_played(game, log)
    wanted = {entry.to for entry in log.entries if entry.to is not None}
    kept: dict[int, tuple[Any, int, str]] = {}
    state: Any = None
    place = branch = 0
    rolls = ""
    for at, entry in enumerate(log.entries):
        number = at + 1
        if entry.number != number:
            raise Wrong(number, "The entries are not numbered in sequence.")
        if (entry.kind == "start") != (at == 0):
            raise Wrong(number, "A match must have exactly one start, as its first entry.")
        if at < first:
            place, branch = entry.place or 0, _next_branch(entry, number, branch)
            rolls = _unplayed(kept, entry, number, rolls)
            if number in wanted:
                kept[number] = (None, place, rolls)
            yield Followed(entry, None, place=place, branch=branch)
            continue
        before, before_branch = state, branch
        log_action: LogAction | None = None
        events: tuple[Event, ...] = ()
        if entry.kind == "start":
            state = _begun(game, settings, log)
            place = 1
        elif entry.kind == "undone":
            state, place, rolls = _back(kept, entry, number)
        elif entry.kind in CHANGING:
            log_action = _log_action(game, entry, number)
            if state is None and not isinstance(log_action, Replaced):
                raise Wrong(number, "It continues from a position under older rules.")
            if isinstance(log_action, Thrown):
                rolls = _counted(game, state, entry, number, rolls)
            state, events = _played(game, state, log_action, number)
            place += 1
        if (entry.place, entry.branch) != (place, before_branch):
            raise Wrong(number, "It is not in its place in the log.")
        branch = _next_branch(entry, number, branch)
        if number in wanted:
            kept[number] = (state, place, rolls)
        yield Followed(entry, state, before, log_action, events, place, before_branch)
    if state is None and first < len(log.entries):
        raise Wrong(len(log.entries), "It ends with a position under older rules.")


def _next_branch(entry: Line, number: int, branch: int) -> int:
    return number if entry.kind in ("undone", "adjusted", "position") else branch


def _begun(game: AnyGame, settings: Settings, log: MatchLog) -> Any:
    seats = Seats(log.match.teams)
    if len(log.match.seats) != len(seats):
        raise Wrong(1, f"The file names {len(log.match.seats)} of {len(seats)} seats.")
    return game.setup(settings, seats)


def _back(
    kept: Mapping[int, tuple[Any, int, str]], entry: Line, number: int
) -> tuple[Any, int, str]:
    found = kept.get(entry.to or 0)
    if found is None:
        raise Wrong(number, "It rewinds to an entry that does not exist.")
    return found


def _log_action(game: AnyGame, entry: Line, number: int) -> LogAction:
    try:
        if entry.kind in MOVES:
            if entry.seat is None or entry.decision is None:
                raise Wrong(number, "It does not say who answered which decision.")
            move = game.move_form.read(_json(entry.move))
            return Played(Seat(entry.seat), entry.decision, move)
        if entry.kind == "dice":
            return Thrown(Rolled(entry.faces or ()))
        if entry.kind == "adjusted":
            return Adjusted(game.editing.form.read(_json(entry.adjustment)))
        return Replaced(game.state_form.read(_json(entry.position)))
    except Malformed:
        raise Wrong(number, "It is not in this game's format.") from None


def _json(value: Any) -> str:
    """JSON text in the order of the file: states may keep that order and are compared byte for
    byte."""
    return json.dumps(value)


def _unplayed(
    kept: Mapping[int, tuple[Any, int, str]], entry: Line, number: int, rolls: str
) -> str:
    """The places of dice after an entry of older rules, as the file has them."""
    if entry.kind == "undone":
        return _back(kept, entry, number)[2]
    return rolls if entry.roll is None else with_place(rolls, entry.roll)


def _counted(game: AnyGame, state: Any, entry: Line, number: int, rolls: str) -> str:
    """The places of dice with those of ``entry``. Raises ``Wrong`` when the file says that other
    dice were asked for than the rules do, or names another place."""
    pending = game.pending(state)
    if not isinstance(pending, Chance):
        return rolls
    asked = [(roll.count, roll.sides) for roll in pending.rolls]
    if [(each.count, each.sides) for each in entry.asked or ()] != asked:
        raise Wrong(number, "The rules asked for different dice.")
    place = next_place(rolls, pending)
    if entry.roll != place:
        raise Wrong(number, f"Its dice belong to {place}.")
    return with_place(rolls, place)


def _played(
    game: AnyGame, state: Any, log_action: LogAction, number: int
) -> tuple[Any, tuple[Event, ...]]:
    try:
        step = carry_out(game, state, log_action)
        game.pending(step.state)
    except Forbidden as refusal:
        raise Wrong(number, refusal.sentence, refusal.rule) from None
    except Refusal as refusal:
        raise Wrong(number, refusal.sentence) from None
    except Exception as fault:  # a forged file may make the code of a rule fail
        said = (
            "These dice were not asked for."
            if isinstance(log_action, Thrown)
            else "It is not possible."
        )
        raise Wrong(number, said) from fault
    return step.state, step.events
