"""A position or the start of a match of any game, played in text as people write it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.cli.matchfile import item_of
from games.cli.playing import action, due, letters
from games.core.contract import AnyGame
from games.core.events import Event, Step
from games.core.log.position_files import AnyPosition, Setup, tools_of, usual_seats
from games.core.log.replay import LogAction, Played, Thrown, carry_out
from games.core.standing import GivenOrders
from games.core.tools import Measure
from games.core.types import Chance, Decision, Decisions, Ending, Refusal, Rolled, Seat, Seated

DICE = re.compile(r"(\d+)d(\d+): ([\d ]*\d)(\.\.\.)?")


class Playthrough:
    """What a game makes of a position; ``events`` are those of the last move and its dice."""

    def __init__(self, game: AnyGame, place: Setup, settings: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = place.seated(usual_seats(game, settings))
        followed = game.settings.for_teams({}, len({*self.seats.teams}))
        self.settings = game.settings.model_validate({**followed, **settings})
        self.state = place.state_of(game, self.settings, self.seats)
        self.events: tuple[Event, ...] = ()
        self.orders: dict[Seat, GivenOrders] = {}
        self._begin = self.state

    @classmethod
    def at(cls, game: AnyGame, settings: Mapping[str, Any] | None = None, **position: Any) -> Any:
        """From a position in the form of ``docs/positions.md``."""
        return cls(game, AnyPosition.model_validate(position), settings or {})

    @classmethod
    def start(cls, game: AnyGame, settings: Mapping[str, Any] | None = None, **setup: Any) -> Any:
        """From the start of a match."""
        return cls(game, Setup.model_validate(setup), settings or {})

    def restart(self) -> None:
        """Back to where it began."""
        self.state, self.events, self.orders = self._begin, (), {}

    def play(self, text: str) -> None:
        """A move, of a seat that is named where that is not clear: ``B: END``."""
        log_action = action(self.game, self.seats, self.state, item_of(text))
        self.events = ()
        self._step(log_action)

    def order(self, letter: str, *texts: str) -> None:
        """Standing orders of a seat, given one after the other."""
        seat, standing = self._seat(letter), self._standing
        for text in texts:
            order = standing.read(self.game.view(self.state, Seated(seat)), text)
            self.orders[seat] = standing.given(self.orders.get(seat, ()), order)

    def ordered(self, letter: str) -> str:
        """What is left of a seat's standing orders: ``PAY ALL NEVER and QUEUE DONE``."""
        given = self.orders.get(self._seat(letter), ())
        return " and ".join(map(self._standing.write, given))

    def answered(self, letter: str, *, late: bool = False) -> str:
        """What a seat's standing orders answer to what it is asked, and what they leave: its
        text, or nothing. ``late``: what happens when its time runs out."""
        view, decision, given = self._asked(letter)
        if late:
            move = self._standing.default(view, decision, given)
        else:
            answer = self._standing.answer(view, decision, given)
            move = answer and answer.move
        if move is None:
            return ""
        assert self.game.options(view, decision).contains(move), f"{move} is not legal"
        return self.game.write(move)

    def order_refusal(self, letter: str, text: str) -> Refusal | None:
        """Why a seat cannot give this order, if so."""
        try:
            self._standing.read(self.game.view(self.state, Seated(self._seat(letter))), text)
        except Refusal as refusal:
            return refusal
        return None

    def obey(self, letter: str, *, once: bool = False) -> None:
        """Play what a seat's standing orders answer, as long as they do."""
        seat, self.events = self._seat(letter), ()
        while isinstance(pending := self.game.pending(self.state), Decisions):
            if seat not in pending.awaited():
                return
            view, decision, given = self._asked(letter)
            answer = self._standing.answer(view, decision, given)
            if answer is None:
                return
            self.orders[seat] = answer.left
            if answer.move is None:
                return
            self._step(Played(seat, decision.key, answer.move))
            if once:
                return

    def refusal(self, text: str) -> Refusal | None:
        """Why a move cannot be made, if so; it is not carried out."""
        try:
            carry_out(
                self.game, self.state, action(self.game, self.seats, self.state, item_of(text))
            )
        except Refusal as refusal:
            return refusal
        return None

    def roll(self, text: str) -> None:
        """Dice with their faces: ``1d4: 3, 7d6: 4 4 1...``; the last face may be repeated."""
        thrown = [_faces(part) for part in text.split(", ")]
        while thrown:
            pending = self.game.pending(self.state)
            assert isinstance(pending, Chance), f"no dice are due for {text}"
            groups, thrown = thrown[: len(pending.rolls)], thrown[len(pending.rolls) :]
            wanted = ", ".join(name for name, _ in groups)
            rolled = Rolled(tuple(faces for _, faces in groups))
            assert wanted == due(pending), f"{due(pending)} is due, not {wanted}"
            assert rolled.answers(pending), f"{wanted} cannot show {rolled.faces}"
            self._step(Thrown(rolled))

    @property
    def dice(self) -> str:
        """The dice that are due: ``2d6 and 1d4``."""
        pending = self.game.pending(self.state)
        return due(pending).replace(", ", " and ") if isinstance(pending, Chance) else ""

    @property
    def asked(self) -> str:
        """The open decisions: ``R army secret and B army secret``."""
        pending = self.game.pending(self.state)
        decisions = pending.open if isinstance(pending, Decisions) else ()
        return " and ".join(
            f"{self.letters[each.seat]} {each.kind}{' secret' * each.secret}" for each in decisions
        )

    @property
    def result(self) -> str:
        """Who has won by which rule, with the scores: ``R GA-104 13.4 8``, ``draw GA-103``."""
        pending = self.game.pending(self.state)
        if not isinstance(pending, Ending):
            return ""
        winners = [self.letters[seat] for seat in pending.winners] or ["draw"]
        return " ".join([*winners, pending.rule, *map(str, pending.scores)])

    @property
    def letters(self) -> Mapping[Any, str]:
        return letters(self.game, self.seats, self.state)

    @property
    def position(self) -> dict[str, Any]:
        """The state in the form that positions are written in, all fields included."""
        form = tools_of(self.game).position
        return {} if form is None else form.of(self.state).model_dump(mode="json", by_alias=True)

    def measure(self, name: str, values: Sequence[Any], named: Mapping[str, Any] = {}) -> Any:
        """What ``python -m games ask`` answers, for values of the fields in their order, and of
        those that are named."""
        measures = {each.__name__: Measure(each) for each in tools_of(self.game).measures}
        assert name in measures, f"there is no question {name}"
        fields = dict(zip(measures[name].fields, values))  # noqa: B905
        return measures[name].answer(self.state, {**fields, **named})

    def told(self, name: str) -> list[dict[str, Any]]:
        """The events of a type that the last move and its dice told, as they are stored."""
        found = (event for event in self.events if type(event).__name__ == name)
        return [self.game.event_form.full(event) for event in found]

    @property
    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    @property
    def sentences(self) -> list[str]:
        """What is said of those events."""
        return [self.game.words.tell(event) for event in self.events]

    @property
    def _standing(self) -> Any:
        assert self.game.standing is not None
        return self.game.standing

    def _seat(self, letter: str) -> Seat:
        found: Seat = next(seat for seat, name in self.letters.items() if name == letter)
        return found

    def _asked(self, letter: str) -> tuple[Any, Decision, GivenOrders]:
        """The seat's view, the first decision that waits for it, else that it may take, and its
        orders."""
        seat, pending = self._seat(letter), self.game.pending(self.state)
        own = pending.of(seat) if isinstance(pending, Decisions) else ()
        assert own, f"{letter} is not asked"
        decision = next((each for each in own if each.waits), own[0])
        return self.game.view(self.state, Seated(seat)), decision, self.orders.get(seat, ())

    def _step(self, log_action: LogAction) -> None:
        step: Step[Any, Any] = carry_out(self.game, self.state, log_action)
        self.state, self.events = step.state, (*self.events, *step.events)


def _faces(text: str) -> tuple[str, tuple[int, ...]]:
    """``3d6`` and its faces, of ``3d6: 1 4...``."""
    found = DICE.fullmatch(text.strip())
    assert found, f"{text} are no dice such as 3d6: 1 4 4"
    count, sides, faces = int(found[1]), found[2], list(map(int, found[3].split()))
    if found[4]:
        faces += faces[-1:] * (count - len(faces))
    return f"{count}d{sides}", tuple(faces)
