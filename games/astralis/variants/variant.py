"""What a variant may change, with the base game's answer to each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import cached_property
from typing import Any, ClassVar

from games.astralis.agreement import Agreement, VariantName
from games.astralis.board import board_of
from games.astralis.counting import perft
from games.astralis.moves import Move, transitions
from games.astralis.moves.verbs import VERBS, example, notation
from games.astralis.options import questions
from games.astralis.sides import Side
from games.astralis.state import State, sound
from games.astralis.view import AstralisView, Request
from games.astralis.words.story import story
from games.astralis.words.words import AstralisWords
from games.core.contract import recast
from games.core.events import Event
from games.core.geometry.hexes import Hex
from games.core.notation import Notation, Verb
from games.core.overlay import Overlay
from games.core.questions.tree import Ask
from games.core.referee.edits import Act
from games.core.types import Decision, Decisions, Ending, Forbidden


class Variant:
    """The base game. A variant is a subclass that overrides what it changes.

    ``name``         as the setting calls it
    ``rule``         its first rule, for refusals
    ``state_type``   its states and ``view_type`` its views, with the same fields
    ``absent``       settings that there are not in it
    ``lacks``        what can neither be set nor be asked about in it, with the rule and the reason
    ``verbs``        its moves; those that the base game does not have derive from ``VariantMove``
                     or a move of the base game
    ``acts``         what a referee can set about it alone
    ``tells_due``    whether the referee is told which awards an edit leaves out
    ``measures``     what can be asked on the command line about it alone
    ``position``     the fields of a position file that only it has
    """

    name: ClassVar[VariantName] = "base"
    rule: ClassVar[str] = "AST-18"
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[AstralisView]] = AstralisView
    absent: ClassVar[tuple[str, ...]] = ()
    lacks: ClassVar[Mapping[str, tuple[str, str]]] = {}
    verbs: ClassVar[tuple[Verb[Request, Any, Any, Any], ...]] = VERBS
    words: ClassVar[AstralisWords] = AstralisWords()
    acts: ClassVar[tuple[Act, ...]] = ()
    tells_due: ClassVar[bool] = True
    measures: ClassVar[tuple[Callable[..., Any], ...]] = ()
    position: ClassVar[frozenset[str]] = frozenset()

    @cached_property
    def notation(self) -> Notation[Request, Move]:
        return notation(self.verbs, self.example)

    def example(self, request: Request) -> str:
        """What to write instead of an unreadable text."""
        return example(request)

    def fault(self, agreement: Agreement) -> Forbidden | None:
        """Why these settings are impossible in this variant."""
        there = Agreement()
        for setting in self.absent:
            if getattr(agreement, setting) != getattr(there, setting):
                title = Agreement.model_fields[setting].title
                return Forbidden(self.rule, f"This variant has no setting “{title}”.")
        return None

    def sound(self, state: Any) -> State:
        """``state`` itself. Raises ``ValueError`` for one that no match can be in."""
        return sound(state)

    def opening(self, agreement: Agreement) -> State:
        """The start of a match."""
        return transitions.opening(agreement, self.state_type)

    def pending(self, state: Any) -> Decisions | Ending:
        """What a match waits for."""
        ending: Ending | None = state.ending
        if ending is not None:
            return ending
        mover = state.seats[state.to_move]
        if state.phase == "placing":
            return Decisions((Decision(mover, "place", 0),))
        proposed = state.asked is not None and state.asked != mover
        found = [Decision(mover, "turn", state.turn, proposed=proposed)]
        if state.may_ask:
            both = (mover, state.seats[state.to_move.other])
            found += [Decision(seat, "settle", state.turn, waits=False) for seat in both]
        if state.asked is not None:
            answerer = next(seat for seat in state.seats if seat != state.asked)
            found.append(Decision(answerer, "settle-answer", state.asked_in, waits=False))
        return Decisions(tuple(found))

    def check(self, request: Request, move: Move) -> object:
        """Why a move is not legal, or what has been worked out of a legal one."""
        try:
            self.notation.verb(move, request.decision.kind)
        except LookupError:
            return Forbidden(self.rule, "There is no such move in this variant.", code="E01")
        return self.notation.check(request, move)

    def questions(self, request: Request) -> Ask[Move]:
        """The first question of a decision."""
        return questions(request)

    def story(self, view: Any, events: Sequence[Event]) -> Overlay[Hex]:
        """What several turns did, as an overlay."""
        return story(view, events)

    def preview(self, view: Any, move: Move) -> AstralisView | None:
        """What is shown before a move is confirmed, if not the position after it."""
        return None

    def sketch(self, view: Any, move: Move) -> Overlay[Hex] | None:
        """What is drawn over that, if not what comes of the move."""
        return None

    def adopt(self, state: State, agreement: Agreement) -> State:
        """The state with these settings, of another variant before its first turn."""
        if type(state) is self.state_type:
            return replace(state, agreement=agreement)
        if not (state.has_ships and self.state_type.has_ships):
            return replace(self.opening(agreement), seats=state.seats)
        known = {field.name: getattr(state, field.name) for field in fields(AstralisView)}
        return self.state_type(**{**known, "agreement": agreement})

    def changed(self, state: Any, **fields: Any) -> State:
        """The state with what a referee has set; the last turn is not told any more."""
        after: State = replace(state, last=None, **fields)
        return after

    def closed(self, view: Any, act: Act) -> Forbidden | None:
        """Why a referee cannot set this in a match of this variant."""
        return Forbidden(*self.lacks[act.name]) if act.name in self.lacks else None

    def impossible(self, state: Any) -> Forbidden | None:
        """Why no match of this variant can be in a state, besides what holds in all."""
        return None

    def edited(self, state: State) -> State:
        """The state after an edit, without what has become void in it."""
        return state

    def to_position(self, state: Any) -> Mapping[str, Any]:
        """The fields of a position file that only this variant has."""
        return {}

    def from_position(
        self,
        agreement: Agreement,
        planets: tuple[tuple[str, ...], tuple[str, ...]],
        ships: tuple[str | None, str | None],
        to_move: Side,
        more: Mapping[str, Any],
    ) -> State:
        """The state of a position file; ``more`` are the fields of ``position`` that it gives.

        Raises ``Forbidden``, and ``ValueError`` as ``arranged`` does.
        """
        first, second = ships
        if first is not None and second is not None:
            both = (first, second)
            return transitions.arranged(agreement, planets, both, to_move, self.state_type)
        board = board_of(agreement.size)
        yellow, cyan = (None if ship is None else board.hex_of[ship] for ship in ships)
        return self.state_type(
            agreement,
            planets=(board.bits(*planets[0]), board.bits(*planets[1])),
            ships=(yellow, cyan),
            to_move=Side.YELLOW if yellow is None else Side.CYAN,
        )

    def score(self, state: Any) -> Mapping[str, float]:
        """What counts towards the result, for the command line."""
        return asdict(state.score())

    def refuse_measure(self, state: Any, name: str) -> Forbidden | None:
        """Why the question of this name cannot be asked about a match of this variant."""
        return Forbidden(*self.lacks[name]) if name in self.lacks else None

    def count(self, state: Any, depth: int) -> int | None:
        """Sequences of ``depth`` turns; ``None`` where they are counted through the contract."""
        if state.phase == "placing" or (state.agreement.swap and state.turn <= 2):
            return None
        return perft(state, depth)

    def as_state(self, view: AstralisView) -> State:
        """The state of which this is the view: nothing in Astralis is hidden."""
        return recast(view, self.state_type)
