"""Plays the items of a file in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.cli.faults import Fault, Illegal, told
from games.cli.matchfile import Answer, ByHand, Item
from games.core.chance import Chance
from games.core.contract import AnyGame
from games.core.decisions import Decisions
from games.core.endings import Ending
from games.core.events import Event
from games.core.log.replay import Adjusted, LogAction, Played, Thrown, act, read
from games.core.refusals import Refusal
from games.core.seats import REFEREE, Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One item played: ``number`` counts the items from 1."""

    number: int
    log_action: LogAction
    events: tuple[Event, ...]
    state: Any


def run(game: AnyGame, state: Any, items: Iterable[Item]) -> Iterator[Entry]:
    """Play ``items``; raise ``Illegal`` for moves, ``Fault`` for dice."""
    for number, item in enumerate(items, 1):
        log_action = _log_action(game, state, number, item)
        try:
            step = act(game, state, log_action)
        except Refusal as refusal:  # offered by the view, refused by the state
            raise Illegal(f"move {number} ({item}): {told(refusal)}") from None
        state = step.state
        yield Entry(number, log_action, step.events, state)


def _log_action(game: AnyGame, state: Any, number: int, item: Item) -> LogAction:
    if isinstance(item, ByHand):
        try:
            return by_hand(game, state, item)
        except Refusal as refusal:
            raise Illegal(f"move {number} ({item.text}): {told(refusal)}") from None
    pending = game.pending(state)
    if isinstance(pending, Ending):
        name = item.text if isinstance(item, Answer) else "dice"
        raise Illegal(f"move {number} ({name}): the match is already over [{pending.rule}]")
    if isinstance(pending, Chance):
        if isinstance(item, Answer) or not item.answers(pending):
            asked = ", ".join(f"{roll.count}d{roll.sides}" for roll in pending.rolls)
            raise Fault(f"move {number}: dice are needed here: {asked}")
        return Thrown(item)
    if not isinstance(item, Answer):
        raise Fault(f"move {number}: no dice are needed here")
    try:
        return answered(game, state, pending, item)
    except Refusal as refusal:
        raise Illegal(f"move {number} ({item.text}): {told(refusal)}") from None


def by_hand(game: AnyGame, state: Any, item: ByHand) -> Adjusted:
    """What a referee who sees everything sets by a text. Raises a ``Refusal``."""
    view = game.view(state, REFEREE)
    adjustment = game.adjusting.read(view, item.text)
    if refusal := game.adjusting.options(view).refusal(adjustment):
        raise refusal
    return Adjusted(adjustment)


def answered(game: AnyGame, state: Any, pending: Decisions, item: Answer) -> Played:
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
