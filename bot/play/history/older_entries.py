"""Entries of a match file that were played under older rules: copied, not replayed.

Nothing in the file is trusted: a move, event or position that does not belong to the game is
refused or left out, and a match goes on from a position only if the game accepts it.
"""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from typing import Any

from bot.play.match.transitions import PendingEntry, Transition, start_body
from bot.play.positions import THROWS, DiceBody, WrittenState
from bot.play.storage.packing import DamagedPosition, unpack
from bot.play.storage.records import CHANGING, MOVES, EntryKind
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log.dice_proofs import with_place
from games.core.log.match_file import Line
from games.core.log.verification import Wrong
from games.core.types import (
    SPECTATOR,
    Forbidden,
    Form,
    Malformed,
    Refusal,
    Roll,
    Seat,
    Seated,
    Viewer,
)

_MOST_BYTES = 1 << 20
_MOST_IN_ALL = 16 << 20
"""The JSON of one position, and of all."""


class OlderPart:
    """The positions of the file so far."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._seats = seats
        self._last = b""
        self._bytes = 0

    def copy(self, transition: Transition, entry: Line, seqs: dict[int, int]) -> None:
        """Copy an entry. Raises ``Wrong``.

        Args:
            seqs: The entries copied so far: the number in the file to that in the match.
        """
        if entry.kind == "undone":
            to = seqs.get(entry.to or 0, 0)
            if not to:
                raise Wrong(entry.number or 0, "It rewinds to an entry that does not exist.")
            there = transition.lines[to - 1]
            number = sum(line.public for line in transition.lines[:to])
            self._read_position(entry)
            body = f'{{"to":{to}}}'
            line = PendingEntry(EntryKind.UNDONE, body, there.state, text=str(number))
            transition.cut(replace(line, rules_version=entry.rules), there)
            return
        state = self._read_position(entry)
        if entry.kind != "start" and entry.kind not in CHANGING:
            return
        kind = EntryKind(entry.kind)
        body, text = self._build_body(transition, entry, kind)
        transition.add(
            PendingEntry(
                kind,
                body,
                state,
                self._read_events(entry),
                seat=None if entry.seat is None else Seat(entry.seat),
                text=text,
                hidden=entry.shown is None,
                rules_version=entry.rules,
            )
        )

    def _read_position(self, entry: Line) -> Any:
        """The state after the entry, as the file gives it."""
        number = entry.number or 0
        if entry.after is None:
            raise Wrong(
                number,
                f"It was played under version {entry.rules} of the rules, here they have version "
                f"{self._game.meta.rules_version}, and the file has no position of it.",
            )
        try:
            self._last = unpack(b64decode(entry.after, validate=True), self._last, _MOST_BYTES)
            state = WrittenState(self._last, entry.form or entry.rules).load_state(self._game)
        except (DamagedPosition, ValueError):
            raise Wrong(number, "Its position is not in this game's format.") from None
        self._bytes += len(self._last)
        if self._bytes > _MOST_IN_ALL:
            raise Wrong(number, "The positions up to it are more than can be imported.")
        check_can_be_shown(self._game, state, self._seats, number)
        return state

    def _build_body(self, transition: Transition, entry: Line, kind: EntryKind) -> tuple[str, str]:
        """The JSON of what was done, and the text form of a move."""
        game = self._game
        if kind is EntryKind.START:
            return start_body(transition.match.settings, transition.match.teams), ""
        if kind is EntryKind.DICE:
            if entry.roll is None:
                raise Wrong(entry.number or 0, "It does not say what its dice come from.")
            transition.rolls = with_place(transition.rolls, entry.roll)
            asked = tuple(Roll(each.count, each.sides, "") for each in entry.asked or ())
            throw = DiceBody(
                entry.faces or (), asked, entry.roll, by_hand=entry.by_hand, given=True
            )
            return THROWS.write(throw).decode(), ""
        try:
            if kind in MOVES:
                move = game.move_form.read(json.dumps(entry.move))
                # The text of a secret choice was not kept.
                text = game.write(move) if entry.text else ""
                return game.move_form.write(move).decode(), text
            form: Form[Any] = game.editing.form if kind is EntryKind.ADJUSTED else game.state_form
            value = entry.adjustment if kind is EntryKind.ADJUSTED else entry.position
            return form.write(form.read(json.dumps(value))).decode(), ""
        except (Malformed, Refusal):
            return "{}", ""  # the rules of today have no such move: what it did is still told

    def _read_events(self, entry: Line) -> tuple[Event, ...]:
        """The events that today's game can read."""
        found = list[Event]()
        for raw in entry.events:
            try:
                found.append(self._game.event_form.read(json.dumps(raw)))
            except Malformed:
                continue
        return tuple(found)


def check_can_be_shown(game: AnyGame, state: Any, count: int, number: int) -> None:
    """Raise ``Wrong`` for a state that cannot be shown."""
    try:
        seats: list[Viewer] = [Seated(Seat(seat)) for seat in range(count)]
        for viewer in (SPECTATOR, *seats):
            game.words.standing(game.view(state, viewer))
    except Exception as fault:  # a forged file may make the code of a game fail
        raise Wrong(number, "Its position is not possible.") from fault


def check_can_continue(game: AnyGame, state: Any, count: int, number: int) -> None:
    """Raise ``Wrong`` for a state from which a match cannot go on."""
    check_can_be_shown(game, state, count, number)
    try:
        game.pending(state)
        fault = next(game.editing.sound(state), None)
    except Exception as error:  # as above
        raise Wrong(number, "Its position is not possible.") from error
    if fault is not None:
        rule = fault.rule if isinstance(fault, Forbidden) else ""
        raise Wrong(number, f"Its position is not possible. {fault.sentence}", rule)
