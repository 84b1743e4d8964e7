"""Variant 1, simplified turns: no tiles before the end, and awards must be claimed (AST-V1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from games.astralis import events as e
from games.astralis import options
from games.astralis.agreement import Agreement, VariantName
from games.astralis.board import Bits, name, names
from games.astralis.counting import perft
from games.astralis.moves import Flight, Move, Turn, refusals
from games.astralis.moves.transitions import AstralisStep, concluded, told_turn
from games.astralis.moves.verbs import VERBS, example
from games.astralis.rules.claims import play_claims
from games.astralis.rules.turn import Position
from games.astralis.sides import Side, pair
from games.astralis.state import State
from games.astralis.variants.claims import FIELDS, ClaimingTurn, Turns, sketch
from games.astralis.variants.edit_arguments import SIDE
from games.astralis.variants.variant import Variant
from games.astralis.view import AstralisView, LastTurn, Request
from games.astralis.view.simplified import SimplifiedView
from games.astralis.words.words import AstralisWords
from games.core.geometry.hexes import Hex, spelling
from games.core.notation import Verb
from games.core.overlay import Overlay
from games.core.questions import TextField
from games.core.questions.tree import Ask, Typed
from games.core.referee.edits import Act, choice
from games.core.types import Decision, Forbidden

RULE = "AST-V1-01"
UNTOLD = frozenset({"status", "gain", "threats", "plants"})
"""What is not answered before the end."""


class SimplifiedState(State, SimplifiedView):
    """A match with simplified turns."""


def take_turn(
    state: SimplifiedState, decision: Decision, move: Flight, at: Position | None = None
) -> AstralisStep:
    """Move the ship, perhaps plant, and award what is claimed rightly (AST-V1-02)."""
    agreement, side, board = state.agreement, state.to_move, state.board
    before = at or state.position(side)
    plant = None if move.plant is None else board.hex_of[move.plant]
    claims = board.bits(*move.claims) if isinstance(move, ClaimingTurn) else 0
    beneath = agreement.bonus_under_ship == "immediate"
    outcome, wrong = play_claims(
        *(board, before, board.hex_of[move.to], plant, claims, state.due),
        *(agreement.strict_supply, beneath),
    )
    last = LastTurn(
        side=side,
        origin=before.ship,
        to=board.hex_of[move.to],
        planted=plant,
        bonuses=outcome.bonuses | outcome.further,
        extracted=outcome.extracted,
        awarded=before.ship if outcome.awarded else None,
        pending=before.other if outcome.pending else None,
    )
    told = [*told_turn(move, outcome, last)]
    if wrong:
        told.append(e.ClaimsWrong(side, names(wrong)))
    awards = pair(side, state.awards[side] | outcome.pending, 0)
    return concluded(state, outcome, last, told, awards=awards, wrong=wrong)


def _refuse(request: Request, move: Flight) -> Forbidden | Position:
    claims = move.claims if isinstance(move, ClaimingTurn) else ()
    return refusals.turn(request, move, *claims)


def _from_ship(request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
    ship = request.view.ships[request.view.to_move]
    return {"origin": "A4" if ship is None else name(ship), **values}


VERB = Verb[Request, Any, Any, Any](
    ClaimingTurn,
    ("turn",),
    (),
    _refuse,
    take_turn,
    FIELDS,
    short=("[{origin}-]{to}[+{plant}] CLAIM {claims}",),
    fill=_from_ship,
)


class SimplifiedWords(AstralisWords):
    def ask(self, view: AstralisView, decision: Decision) -> str:
        found = super().ask(view, decision)
        return f"{found} Claim what it wins." if decision.kind == "turn" else found


def _put_waiting(state: SimplifiedState, side: Side, waits: bool) -> State:
    ship = state.ships[side.other]
    own = 1 << ship if waits and ship is not None else 0
    return replace(state, awards=pair(side, own, state.awards[side.other]), last=None)


WAITING = Act(
    "waiting",
    "WAITING {side} {waits}",
    "A claimed planet that waits",
    {"side": SIDE, "waits": choice("YES or NO", {"YES": True, "NO": False}, "Does it wait?")},
    _put_waiting,
    "whether {side}'s claimed planet waits for the other ship to leave",
    lambda view, side: bool(view.awards[side]),
    rule="AST-V1-06",
)


def _possible_awards(state: SimplifiedState) -> tuple[Bits, Bits]:
    """The awards that can wait: where the other ship stands, and no planet."""
    planets = state.planets[0] | state.planets[1]
    beneath = [0 if ship is None else 1 << ship & ~planets for ship in state.ships]
    return state.awards[0] & beneath[1], state.awards[1] & beneath[0]


class Simplified(Variant):
    name: ClassVar[VariantName] = "simplified"
    rule: ClassVar[str] = RULE
    state_type = SimplifiedState
    view_type = SimplifiedView
    verbs = (VERB, *(replace(v, do=take_turn) if v.type is Turn else v for v in VERBS))
    words = SimplifiedWords()
    acts = (WAITING,)
    tells_due: ClassVar[bool] = False
    position = frozenset({"awards"})

    def example(self, request: Request) -> str:
        said = example(request)
        if request.decision.kind != "turn":
            return said
        return f"{said} Add claims at the end: CLAIM H8,G9."

    def questions(self, request: Request) -> Ask[Move]:
        view, decision = request.view, request.decision
        found = options.questions(request)
        if decision.kind != "turn" or view.seats[view.to_move] != decision.seat:
            return found
        turn, field = Turns(view), TextField("a whole turn", "D7+E7 CLAIM H8,G9", 800)
        typed = Typed[Move](field, partial(self.notation.read, request))
        return Ask(found.prompt, turn.nodes, typed, ground=turn.ground)

    def preview(self, view: SimplifiedView, move: Move) -> AstralisView | None:
        """The board with what the turn says, without what comes of it (AST-V1-01)."""
        if not isinstance(move, Flight):
            return None
        side, hex_of = view.to_move, view.board.hex_of
        plant = None if move.plant is None else hex_of[move.plant]
        own = view.planets[side] | (0 if plant is None else 1 << plant)
        return replace(
            view,
            planets=pair(side, own, view.planets[side.other]),
            ships=pair(side, hex_of[move.to], view.ships[side.other]),
            to_move=side.other,
            turn=view.turn + 1,
            last=LastTurn(side, hex_of[move.origin], hex_of[move.to], plant),
            awards=pair(side, view.awards[side], 0),
            wrong=0,
        )

    def sketch(self, view: SimplifiedView, move: Move) -> Overlay[Hex] | None:
        return sketch(view, move) if isinstance(move, Flight) else None

    def closed(self, view: SimplifiedView, act: Act) -> Forbidden | None:
        if act.name == "award":
            why = "Nobody is told which planets are due."
            return Forbidden(RULE, why, instead="Use PLANET H8 YELLOW to set one.")
        if act is WAITING and view.phase != "playing":
            return Forbidden("AST-V1-06", "No planet can wait now.")
        return None

    def edited(self, state: State) -> State:
        assert isinstance(state, SimplifiedState)
        return replace(state, awards=_possible_awards(state), wrong=0)

    def sound(self, state: Any) -> State:
        if state.awards != _possible_awards(state) or state.wrong & ~state.board.mask:
            raise ValueError("a claimed planet waits where no ship is, or a claim off the board")
        return super().sound(state)

    def to_position(self, state: SimplifiedState) -> Mapping[str, Any]:
        found = {side.name[0]: names(state.awards[side]) for side in Side if state.awards[side]}
        return {"awards": found} if found else {}

    def from_position(
        self,
        agreement: Agreement,
        planets: tuple[tuple[str, ...], tuple[str, ...]],
        ships: tuple[str | None, str | None],
        to_move: Side,
        more: Mapping[str, Any],
    ) -> State:
        state = super().from_position(agreement, planets, ships, to_move, more)
        assert isinstance(state, SimplifiedState)
        awards = [0, 0]
        for side in Side:
            for hex in more.get("awards", {}).get(side.name[0], ()):
                found = state.board.hex_of.get(spelling(hex) or hex)
                if found is None or found != state.ships[side.other]:
                    why = (
                        f"No planet can wait on {hex[:10]}: {side.other.label}'s ship is not there."
                    )
                    raise Forbidden("AST-V1-06", why)
                awards[side] |= 1 << found
        return replace(state, awards=(awards[0], awards[1]))

    def refuse_measure(self, state: SimplifiedState, name: str) -> Forbidden | None:
        if not state.covered or name not in UNTOLD:
            return None
        return Forbidden(RULE, "No status, score or gain is told before the end.")

    def count(self, state: SimplifiedState, depth: int) -> int | None:
        if state.phase == "placing" or (state.agreement.swap and state.turn <= 2):
            return None
        return perft(state, depth, 0, state.awards[state.to_move])
