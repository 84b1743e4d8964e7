"""Transitions: the entries that a step adds to a match, before they are stored."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any

from bot.play import seat_holders
from bot.play.clocks.due_times import UNTIMED
from bot.play.match import preset_dice
from bot.play.positions import THROWS, DiceBody
from bot.play.seat_holders import known_answers, load_answers, with_answers
from bot.play.storage.records import CHANGING, Entry, EntryKind, Match, SeatHolder, Status
from games.core.contract import AnyGame, Pending
from games.core.events import Event
from games.core.events import Step as Played
from games.core.log import dice_proofs
from games.core.types import Chance, Decision, Decisions, Refusal, Rolled, Seat, Seated, Unstorable


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """One entry before it is stored, with the state it leads to.

    ``user``    who acted, ``None`` when nobody did
    ``reason``  why, where the referee acted or the rules have changed
    ``referee``  the name of the acting referee, and ``referee_seat`` the seat they hold
    ``hidden``  whether nobody but the seat may know of it, although it answers no decision
    ``place``   where it stands on the path of entries that count; ``Transition`` sets it
    ``branch``  likewise: within which branch
    ``rolls``   likewise: the last places of dice up to it
    ``again``   whether it only keeps what the seat had chosen before: no news to anybody
    ``agreed``  the seat that proposed it, then those that agreed
    ``rules_version``  under which it was played; ``None`` for those of today
    ``seating``  who holds the seats from here on, where that has changed; ``Transition`` sets it
    """

    kind: EntryKind
    body: str
    state: Any
    events: tuple[Event, ...] = ()
    seat: Seat | None = None
    user: int | None = None
    decision: Decision | None = None
    text: str = ""
    reason: str = ""
    referee: str = ""
    referee_seat: Seat | None = None
    hidden: bool = False
    place: int = 0
    branch: int = 0
    rolls: str = ""
    again: bool = False
    agreed: tuple[int, ...] = ()
    seating: str = ""
    rules_version: int | None = None

    @property
    def public(self) -> bool:
        """Whether everybody may know that this entry exists."""
        if self.hidden:
            return False
        return self.decision is None or any(event.only is None for event in self.events)


class DropReason(StrEnum):
    """Why answers in advance were dropped."""

    ILLEGAL = "illegal"
    """The next of them was not legal when its time came."""
    CHANGED = "changed"
    """Something was taken back, or set by hand."""
    RULES = "rules"
    """Of standing orders: a new release of the rules does not know them."""


class Transition:
    """Builds entries one after the other, starting from a match as it is stored.

    ``holders``   who holds which seat after them
    ``before``  the decisions that were open before them
    ``began_in``  the branch that was the newest when the run began, or the epoch it began with
    ``dice``    faces that the referee has set and that have not come up yet
    ``anew``    whether everything that is open now is another question than before, as everybody
                knows: the match was cut back, or something was set by hand
    ``freely``  the seat that took something back on its own: in its turn its time goes on
    ``put``     keys of decisions that their seats answer themselves, whatever their orders say
    ``dropped`` seats whose conditional moves are void, with the reason
    ``match``   as it was before them; what a step sets beside the log (a pause) is set here
    ``was_paused``  since when the match was paused before them
    ``extended``    seats that are given more time
    ``times``   looked up before all of this is stored, where the match has a clock
    """

    def __init__(
        self,
        game: AnyGame,
        match: Match,
        holders: Iterable[SeatHolder],
        state: Any,
        *,
        begun: bool = True,
    ) -> None:
        self.game = game
        self.match = match
        self.state = state
        self.was = {holder.seat: holder for holder in holders}
        self.holders = dict(self.was)
        self._seating = seat_holders.to_json(self.was.values()) if match.seq else ""
        self.lines: list[PendingEntry] = []
        self.place = match.place
        self.branch = self.began_in = match.branch
        self.rolls = match.rolls
        self.dice = match.dice
        self.dropped: dict[Seat, DropReason] = {}
        self.anew = False
        self.put: frozenset[str] = frozenset()
        self.freely: Seat | None = None
        self.was_paused = match.paused_at
        self.extended: dict[Seat, timedelta] = {}
        self.times = UNTIMED
        self._pending: tuple[Any, Pending] | None = None
        self.before = self.open_decisions if begun else ()

    @property
    def pending(self) -> Pending:
        """What the match waits for after the entries so far."""
        if self._pending is None or self._pending[0] is not self.state:
            self._pending = (self.state, self.game.pending(self.state))
        return self._pending[1]

    @property
    def open_decisions(self) -> tuple[Decision, ...]:
        """The decisions that are open after the entries so far."""
        return self.pending.open if isinstance(self.pending, Decisions) else ()

    @property
    def seq(self) -> int:
        """The entry that comes next."""
        return self.match.seq + len(self.lines) + 1

    def add(self, line: PendingEntry) -> None:
        """Add an entry. Those that change the state are one place further on the path."""
        if line.kind in CHANGING or line.kind is EntryKind.START:
            self.place += 1
        seating = seat_holders.to_json(self.holders.values())
        changed = seating if seating != self._seating else ""
        self._seating = seating
        line = replace(line, place=self.place, branch=self.branch, rolls=self.rolls)
        self.lines.append(replace(line, seating=changed))
        self.state = line.state

    def cut(self, line: PendingEntry, there: Entry | PendingEntry) -> None:
        """An entry after which the match stands again as after ``there``; ``line`` bears the state
        of that moment."""
        seq = self.seq
        self.place, self.rolls = there.place, there.rolls
        self.add(line)
        self.branch = seq
        self.anew = self.anew or not line.hidden

    def adjust(self, adjustment: Any, **more: Any) -> tuple[Event, ...]:
        """Add an adjustment. Raises ``Forbidden`` for an impossible state."""
        editing = self.game.editing
        done = editing.apply(self.state, adjustment)
        seq = self.seq
        body = editing.form.proved(adjustment).decode()
        self.add(PendingEntry(EntryKind.ADJUSTED, body, done.state, done.events, **more))
        self.branch = seq
        self.anew = True
        return done.events

    def set_position(self, state: Any, *, played_under: int | None = None, **more: Any) -> None:
        """Set the state from which the match goes on; ``more`` where the referee does it.

        ``played_under``  the older rules version that led to it: players are told what has changed.
        The position and what is asked stay the same, so no clock begins anew and what is prepared
        stays
        """
        seq = self.seq
        body = self.game.state_form.write(state).decode()
        if played_under is not None:
            more["reason"] = self.game.meta.changed_since(played_under)
        self.add(PendingEntry(EntryKind.POSITION, body, state, **more))
        self.branch = seq
        self.anew = self.anew or played_under is None

    def play(
        self,
        kind: EntryKind,
        decision: Decision,
        move: Any,
        done: Played[Any, Any],
        user: int | None,
        **more: Any,
    ) -> None:
        """A move that has been found legal and carried out.

        Raises ``Unstorable`` when its JSON or its text would not be read as this move again.
        """
        body, text = self.game.move_form.proved(move).decode(), self.game.write(move)
        view = self.game.view(self.state, Seated(decision.seat))
        try:
            same = self.game.read(view, decision, text) == move
        except Refusal:
            same = False
        if not same:
            raise Unstorable
        self.add(
            PendingEntry(
                kind,
                body,
                done.state,
                done.events,
                seat=decision.seat,
                user=user,
                decision=decision,
                text=text,
                **more,
            )
        )

    def throw(self, chance: Chance) -> None:
        """Make the rolls that the rules ask for: those that the referee has set, else those of
        the seed. They belong to their place among the dice of those who may know of them, so that
        what was taken back and asked for again comes up again."""
        place = dice_proofs.next_place(self.rolls, chance)
        rolled, by_hand = dice_proofs.roll(self.match.seed, self.match.id, place, chance), False
        if chance.only is None:  # public dice must not vanish unseen
            rolled, by_hand, self.dice = preset_dice.lay_faces(rolled, chance, self.dice)
        self.add_throw(chance, rolled, self.game.chance(self.state, rolled), by_hand=by_hand)

    def add_throw(
        self, chance: Chance, rolled: Rolled, done: Played[Any, Any], **throw: bool
    ) -> None:
        """Add an entry of thrown dice and what the rules made of them.

        ``throw``  ``by_hand`` or ``given``, as in ``DiceBody``
        """
        place = dice_proofs.next_place(self.rolls, chance)
        self.rolls = dice_proofs.with_place(self.rolls, place)
        body = DiceBody(rolled.faces, chance.rolls, place, only=chance.only, **throw)
        unseen = chance.only is not None and all(event.only is not None for event in done.events)
        text = preset_dice.BY_HAND if body.by_hand else ""
        written = THROWS.write(body).decode()
        self.add(
            PendingEntry(EntryKind.DICE, written, done.state, done.events, text=text, hidden=unseen)
        )

    def keep(self, holder: SeatHolder) -> None:
        self.holders[holder.seat] = holder

    def drop(self, seat: Seat, why: DropReason) -> None:
        """The conditional moves of the seat are void; its player is told."""
        holder = self.holders[seat]
        self.keep(with_answers(holder, replace(load_answers(holder), lines=())))
        self.dropped[seat] = why

    def forget_unknown_orders(self) -> None:
        """Standing orders that the rules of today do not know are gone; their players are told."""
        for seat, holder in tuple(self.holders.items()):
            known = with_answers(holder, known_answers(holder, self.game))
            if known.answers != holder.answers:
                self.keep(known)
                self.dropped[seat] = DropReason.RULES


def resume(game: AnyGame, match: Match, holders: Iterable[SeatHolder], state: Any) -> Transition:
    """What is to happen in a match from here on. Under other rules than it was played by so far
    an epoch begins, with the position as it stands: no past move is played again by them."""
    # What was open when the match ended was closed with it: going on, it is asked anew.
    transition = Transition(game, match, holders, state, begun=match.status is not Status.OVER)
    if match.rules_version != game.meta.rules_version:
        transition.set_position(state, played_under=match.rules_version)
        transition.began_in = transition.branch
        transition.forget_unknown_orders()
    return transition


def start_body(settings: str, teams: tuple[int, ...]) -> str:
    return json.dumps({"settings": json.loads(settings), "teams": list(teams)})
