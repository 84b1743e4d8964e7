"""Plays the items of a file in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.cli.faults import Fault, Illegal, told
from games.cli.matchfile import ByHand, Item, MoveLine
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log.replay import Adjusted, LogAction, Played, Thrown, carry_out, read
from games.core.types import (
    REFEREE,
    Chance,
    Decisions,
    Ending,
    NotYourDecision,
    Refusal,
    Rolled,
    Seat,
    Seats,
)

_NAMED = re.compile(r"([^:]{1,40}):\s*(.+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One item played: ``number`` counts the items from 1."""

    number: int
    log_action: LogAction
    events: tuple[Event, ...]
    state: Any


def run(game: AnyGame, seats: Seats, state: Any, items: Iterable[Item]) -> Iterator[Entry]:
    """Play ``items``; raise ``Illegal`` for moves, ``Fault`` for dice."""
    for number, item in enumerate(items, 1):
        try:
            log_action = action(game, seats, state, item)
            step = carry_out(game, state, log_action)  # offered by the view, refused by the state
        except Refusal as refusal:
            name = "dice" if isinstance(item, Rolled) else item
            raise Illegal(f"move {number} ({name}): {told(refusal)}") from None
        except Fault as fault:
            raise Fault(f"move {number}: {fault}") from None
        state = step.state
        yield Entry(number, log_action, step.events, state)


def action(game: AnyGame, seats: Seats, state: Any, item: Item) -> LogAction:
    """What an item does in this state. Raises ``Refusal``, or ``Fault`` for dice."""
    if isinstance(item, ByHand):
        return _by_hand(game, state, item)
    pending = game.pending(state)
    if isinstance(pending, Ending):
        raise NotYourDecision(f"the match is already over [{pending.rule}]")
    if isinstance(pending, Chance):
        if isinstance(item, MoveLine) or not item.answers(pending):
            raise Fault(f"dice are needed here: {due(pending)}")
        return Thrown(item)
    if not isinstance(item, MoveLine):
        raise Fault("no dice are needed here")
    return _answered(game, state, pending, _addressed(game, seats, state, item))


def due(chance: Chance) -> str:
    """``2d6, 1d4``."""
    return ", ".join(f"{roll.count}d{roll.sides}" for roll in chance.rolls)


def letters(game: AnyGame, seats: Seats, state: Any) -> dict[Seat, str]:
    """The shortest beginning of each seat's name that no other seat shares."""
    names = _names(game, seats, state)
    lengths = {
        seat: next(
            length
            for length in range(1, len(name) + 1)
            if sum(other.startswith(name[:length]) for other in names.values()) == 1
        )
        for seat, name in names.items()
    }
    return {seat: names[seat][:length] for seat, length in lengths.items()}


def seat_named(game: AnyGame, seats: Seats, state: Any, text: str) -> Seat | None:
    """The only seat whose name begins or ends like this, whatever the case."""
    text = text.casefold()
    names = {seat: name.casefold() for seat, name in _names(game, seats, state).items()}
    found = [each for each, name in names.items() if name.startswith(text)] or [
        each for each, name in names.items() if name.endswith(f" {text}")
    ]
    return found[0] if len(found) == 1 else None


def _names(game: AnyGame, seats: Seats, state: Any) -> dict[Seat, str]:
    view = game.view(state, REFEREE)
    return {seat: game.words.seat(view, seat) for seat in seats.all()}


def _addressed(game: AnyGame, seats: Seats, state: Any, item: MoveLine) -> MoveLine:
    """Split off the seat's name before a move: ``B: REACT NONE``."""
    if item.named and (seat := seat_named(game, seats, state, item.named)) is not None:
        return MoveLine(item.text, seat)
    found = _NAMED.fullmatch(item.text)
    seat = seat_named(game, seats, state, found[1]) if found else None
    return item if found is None or seat is None else MoveLine(found[2], seat)


def _by_hand(game: AnyGame, state: Any, item: ByHand) -> Adjusted:
    """What a referee who sees everything sets by a text. Raises a ``Refusal``."""
    view = game.view(state, REFEREE)
    adjustment = game.editing.read(view, item.text)
    if refusal := game.editing.options(view).refusal(adjustment):
        raise refusal
    return Adjusted(adjustment)


def _answered(game: AnyGame, state: Any, pending: Decisions, item: MoveLine) -> Played:
    """The first seat that can make a legal move of a text makes it.

    Seats that the match waits for come before those with an offer. Raises the
    ``Refusal`` of the first.
    """
    offered = (decision.seat for decision in pending.open)
    seats = (item.seat,) if item.seat is not None else (*pending.awaited(), *offered)
    first: Refusal | None = None
    for seat in dict.fromkeys(map(Seat, seats)):
        try:
            decision, move = read(game, state, seat, item.text)
        except Refusal as refusal:
            first = first or refusal
        else:
            return Played(seat, decision.key, move)
    assert first is not None
    raise first
