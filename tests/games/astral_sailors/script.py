"""A whole match by script: moves as people type them, chosen dice, and the log of it all.

Everything goes through ``games.core.log.replay``, the one door that hosts use too:
a move is read from its text, checked, applied, and kept as an entry of the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from games.astral_sailors import GAME
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.events import ArmiesRevealed, MatchDrawn, MatchWon
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.state import State
from games.astral_sailors.table import Table, Unit
from games.core.log.replay import LogAction, Played, Thrown, carry_out, read
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Chance,
    Decision,
    Decisions,
    Ending,
    Event,
    Refusal,
    Rolled,
    Seat,
    Seated,
    Viewer,
)
from tests.games.astral_sailors import flow
from tests.games.replaying import fold

E = TypeVar("E", bound=Event)


class Script:
    """A match at play.

    ``objectives``  what the teams roll, in order
    ``first``       the team that wins every dice-off
    ``income``      the faces of the points phase, by seat
    """

    def __init__(
        self,
        *teams: int,
        objectives: Sequence[int] = (),
        first: int = 0,
        income: Sequence[int] = (),
        **settings: Any,
    ) -> None:
        self.objectives, self.first, self.income = tuple(objectives), first, tuple(income)
        self.settings = Agreement(**({"scenery": "preset", "preset": "dockyard"} | settings))
        self.seats = flow.seats(*teams)
        self.log_actions: list[LogAction] = []
        self.events: list[Event] = []
        self.state: State = GAME.setup(self.settings, self.seats)
        self._settle([])

    # --- Moves ---

    def says(self, seat: int, text: str, *dice: int) -> Script:
        """A move as it is typed, with the dice of the attack that follows from it.

        Every question of the attack is answered with no.
        """
        left = list(dice)
        self._play(seat, text, left)
        while self.questions:
            question = self.questions[0]
            self._play(question.seat, _no(self, question), left)
        assert not left, f"{text}: nobody asked for {left}"
        return self

    def asks(self, seat: int, text: str, *dice: int) -> Script:
        """The same, but the questions stay open for ``says`` to answer."""
        self._play(seat, text, list(dice))
        return self

    def all_say(self, *texts: str) -> Script:
        """Seat by seat, each its own."""
        for seat, text in enumerate(texts):
            self.says(seat, text)
        return self

    def deploys(self, seat: int, *placed: str) -> Script:
        """``R1 H6 S`` for each unit, and the deployment is done."""
        for each in placed:
            self.says(seat, f"DEPLOY {each}")
        return self.says(seat, "DONE")

    def passes(self, *, until_round: int = 0, until: int | None = None) -> Script:
        """Whoever's turn it is ends it: until that round, or until it is that seat's turn in the
        activation phase, or until the match is over."""
        for _ in range(200):
            table = self.table
            if table.result is not None or (until_round and table.round >= until_round):
                return self
            if until is not None and table.phase == "activation" and table.turn.seat == until:
                return self
            self.says(self.on_turn, "DONE")
        raise AssertionError("the match does not go on")

    def refused(self, seat: int, text: str) -> str:
        """The rule of the refusal."""
        try:
            read(GAME, self.state, Seat(seat), text)
        except Refusal as refusal:
            return str(getattr(refusal, "rule", ""))
        raise AssertionError(f"{text} is legal")

    def _play(self, seat: int, text: str, dice: list[int]) -> None:
        decision, move = read(GAME, self.state, Seat(seat), text)
        self._act(Played(decision.seat, decision.key, move), dice)

    def _act(self, log_action: LogAction, dice: list[int]) -> None:
        step = carry_out(GAME, self.state, log_action)
        self.state = step.state
        self.log_actions.append(log_action)
        self.events += step.events
        if isinstance(log_action, Played):
            self._settle(dice)

    def _settle(self, dice: list[int]) -> None:
        """Dice, until the match waits for people."""
        while isinstance(waiting := GAME.pending(self.state), Chance):
            faces = tuple(
                self._faces(roll.why, roll.count, dice, number)
                for number, roll in enumerate(waiting.rolls)
            )
            self._act(Thrown(Rolled(faces)), dice)

    def _faces(self, why: str, count: int, dice: list[int], number: int) -> tuple[int, ...]:
        if why.startswith("dice-off"):
            return self._dice_off(count)
        if why == "objectives":
            return self.objectives or (2,) * count
        if why == "income":
            task: Any = self.table.agenda[-1]
            return tuple(self.income[seat] if self.income else 1 for seat in task.seats)
        assert count <= len(dice), f"{count} dice for “{why}” are asked for, {dice} are left"
        return tuple(dice.pop(0) for _ in range(count))

    def _dice_off(self, count: int) -> tuple[int, ...]:
        """6 for the team that comes first, less and less for the others."""
        task: Any = self.table.agenda[-1]
        others = iter(range(5, 5 - count, -1))
        return tuple(6 if team == self.first else next(others) for team in task.left)

    # --- What is to be seen ---

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def on_turn(self) -> int:
        """The one seat that a turn waits for."""
        waiting = GAME.pending(self.state)
        assert isinstance(waiting, Decisions), waiting
        (seat,) = {each.seat for each in waiting.open if each.waits}
        return seat

    @property
    def questions(self) -> tuple[Decision, ...]:
        """The open questions of an attack."""
        waiting = GAME.pending(self.state)
        if not isinstance(waiting, Decisions):
            return ()
        return tuple(each for each in waiting.open if each.kind in ("react", "reroll", "pay"))

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def told(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    # --- The end ---

    def over(self) -> Ending:
        """The ending, with what holds for every match that is over: all secrets are in the open,
        and the log played again gives the same state, byte for byte."""
        ending = GAME.pending(self.state)
        assert isinstance(ending, Ending), ending
        self._in_the_open()
        *_, last = fold(GAME, self.settings, self.seats, self.log_actions)
        assert GAME.state_form.write(last.state) == GAME.state_form.write(self.state)
        assert self._typed_again() == GAME.state_form.write(self.state)
        return ending

    def _in_the_open(self) -> None:
        (end,) = [each for each in self.events if isinstance(each, MatchWon | MatchDrawn)]
        secrets = self.state.secrets
        assert end.objectives == tuple(each.objective for each in secrets)
        assert end.targets == tuple(each.target for each in secrets)
        assert end.only is None
        assert len(self.told(ArmiesRevealed)) == 1
        everything = GAME.view(self.state, REFEREE)
        viewers: list[Viewer] = [SPECTATOR, *(Seated(Seat(n)) for n in range(len(self.seats)))]
        for viewer in viewers:
            view = GAME.view(self.state, viewer)
            assert (view.secrets, view.sheets) == (everything.secrets, everything.sheets)
            assert view.table == everything.table

    def _typed_again(self) -> bytes:
        """Every move written as text, and read again."""
        state = GAME.setup(self.settings, self.seats)
        for log_action in self.log_actions:
            if isinstance(log_action, Played):
                decision, move = read(GAME, state, log_action.seat, GAME.write(log_action.move))
                log_action = Played(decision.seat, decision.key, move)
            state = carry_out(GAME, state, log_action).state
        return GAME.state_form.write(state)


def _no(script: Script, question: Decision) -> str:
    """The text of the move that spends nothing."""
    view = GAME.view(script.state, Seated(question.seat))
    for move in GAME.options(view, question):
        match move:
            case React(choice="none") | Reroll(dice=()) | Pay(wounds=0):
                return GAME.write(move)
    raise AssertionError(question)
