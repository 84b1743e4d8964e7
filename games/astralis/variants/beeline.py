"""Variant 3, Beeline: bees fly in straight lines and plant flowers ahead (AST-V3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from games.astralis import events as e
from games.astralis import options
from games.astralis.agreement import Agreement, VariantName
from games.astralis.board import HexName, name, names
from games.astralis.counting import count_flights
from games.astralis.moves import Move, Swap, Turn, VariantMove, refusals, transitions, verbs
from games.astralis.rules import beeline
from games.astralis.rules.turn import Position
from games.astralis.state import State
from games.astralis.variants.variant import Variant
from games.astralis.view import AstralisView, LastTurn, Request
from games.astralis.view.beeline import KOMI, BeelineView
from games.astralis.words.words import AstralisWords
from games.core.events import Event
from games.core.geometry.hexes import Hex
from games.core.notation import Value, Verb
from games.core.overlay import Overlay, Ring
from games.core.questions.tree import Ask, Node, leaf
from games.core.telling import decimal
from games.core.types import Decision, Forbidden


@dataclass(frozen=True, slots=True)
class BeeFlight(VariantMove):
    """Fly, and perhaps plant on the next hex of the line (AST-V3-03): ``A4-D7*``, ``A4-D7``."""

    origin: HexName
    to: HexName
    plants: bool = False
    kind: Literal["flight"] = "flight"

    @property
    def conditions(self) -> tuple[str, ...]:
        return f"{self.to}{'*' if self.plants else ''}", f"{self.to}+?"


class BeelineState(State, BeelineView):
    """A match of Beeline."""


def _fly(
    state: State, decision: Decision, move: BeeFlight, before: Position | None = None
) -> transitions.AstralisStep:
    board, side = state.board, state.to_move
    at = before or state.position(side)
    to = board.hex_of[move.to]
    plant = beeline.ahead(board, at.ship, to) if move.plants else None
    outcome = beeline.play(board, at, to, plant)
    told: list[Event] = [e.Moved(side, move.origin, move.to)]
    if plant is not None:
        told.append(e.Planted(side, name(plant), what="flower"))
    return transitions.concluded(state, outcome, LastTurn(side, at.ship, to, plant), told)


# --- Refusals ---


def _refuse(request: Request, move: BeeFlight) -> Forbidden | Position:
    """Why a turn is illegal, or the position before it."""
    at = refusals.started(request, move.origin, move.to)
    if isinstance(at, Forbidden):
        return at
    view, board = request.view, request.view.board
    to = board.hex_of[move.to]
    if refused := refusals.movement(view, at, to):
        return refused
    return (_no_planting(view, at, to) if move.plants else None) or at


def _no_planting(view: AstralisView, at: Position, to: int) -> Forbidden | None:
    """E16: why nothing can be planted after a flight to ``to``, if nothing can."""
    board, hex = view.board, beeline.ahead(view.board, at.ship, to)
    if hex is not None and beeline.may_plant(board, at, hex):
        return None
    if hex is None:
        why = f"The line ends on {name(to)}, at the edge of the board."
    elif (owner := view.planet(hex)) is not None:
        why = f"A flower of {owner.label} is on {name(hex)}, the next hex of the line."
    elif hex == at.other:
        why = f"The bee of {view.to_move.other.label} is on {name(hex)}, the next hex of the line."
    else:
        beside = names(board.around[hex] & (at.own | at.opposing))[0]
        why = f"{name(hex)}, the next hex of the line, is next to the flower on {beside}."
    found = sorted(to for to, plant in beeline.turns(board, at) if plant is not None)
    instead = "You can still fly there without planting."
    if found:
        instead = f"{instead} You can plant after a flight to {' '.join(map(name, found))}."
    return Forbidden("AST-V3-03", why, instead=instead, code="E16")


# --- Questions ---


@dataclass(frozen=True)
class Flights:
    """The questions of a turn of the side to move."""

    view: AstralisView

    @cached_property
    def at(self) -> Position:
        return self.view.position(self.view.to_move)

    @cached_property
    def turns(self) -> list[tuple[int, int | None]]:
        """All turns by where they land, each without planting first."""
        found = beeline.turns(self.view.board, self.at)
        return sorted(found, key=lambda turn: (turn[0], turn[1] is not None))

    def nodes(self) -> Iterator[Node[Move]]:
        return (self.node(to, plant) for to, plant in self.turns)

    def best(self) -> Iterator[Node[Move]]:
        """Turns that plant, those with the most places to plant afterwards first."""
        rated = [(self.lead(to, plant), to, plant) for to, plant in self.turns if plant is not None]
        other = self.view.to_move.other.label
        for lead, to, plant in sorted(rated, key=lambda each: -each[0])[: options.SUGGESTED]:
            node = self.node(to, plant)
            than = f"{abs(lead)} {'more' if lead >= 0 else 'fewer'} than {other}"
            node.reason = f"plants {name(plant)}; then you have {than} to plant"
            yield node

    def lead(self, to: int, plant: int) -> int:
        """How many more ways to plant than its opponent the side has after a turn."""
        after = beeline.play(self.view.board, self.at, to, plant).position
        theirs, mine = (
            sum(plant is not None for _, plant in beeline.turns(self.view.board, at))
            for at in (after, after.turned())
        )
        return mine - theirs

    def node(self, to: int, plant: int | None) -> Node[Move]:
        """A turn, drawn where the bee lands, or on the hex that it plants."""
        start, hex, axial = name(self.at.ship), name(to), self.view.board.axial
        move = BeeFlight(start, hex, plant is not None)
        if plant is None:
            return leaf(hex, hex, move, "plants nothing", hex, at=axial[to])
        ahead = name(plant)
        return leaf(
            f"{hex}p", f"{hex}, plant {ahead}", move, "", f"{hex}*", at=axial[plant], mark="+1"
        )

    def ground(self) -> Overlay[Hex]:
        at, side = self.view.board.axial[self.at.ship], self.view.to_move
        told = f"{side.label}'s bee on {name(self.at.ship)}"
        return Overlay((Ring(place=at, seat=self.view.seats[side], told=told),), (at,))


# --- Words ---


class BeelineWords(AstralisWords):
    def ask(self, view: Any, decision: Decision) -> str:
        if decision.kind != "turn":
            return super().ask(view, decision)
        return "Fly your bee, then plant a flower on the next hex of its line if you like."

    def standing(self, view: Any) -> str:
        if view.phase == "placing":
            return super().standing(view)
        yellow, cyan = view.scores
        room = view.plantable.bit_count()
        stands = f"Yellow {yellow}, Cyan {cyan} + {decimal(KOMI)}"
        if view.phase == "over":
            return f"After {view.turns_played} turns: {stands}."
        where = f"{room} hexes" if room != 1 else "one hex"
        return (
            f"Turn {view.turn}, {view.to_move.label} to move: {stands}; "
            f"flowers can still be planted on {where}."
        )


# --- Measuring ---


def plantable(state: Any) -> tuple[str, ...]:
    """Hexes on which flowers can still be planted some day (AST-V3-05)."""
    return names(state.plantable)


AHEAD: Value[Request, bool] = Value(
    "*", lambda _, text: text == "*", lambda plants: "*" if plants else "", r"\*"
)
TO = Value("a hex", verbs.TO.read, extent="[^-+*]*")
FLY: Verb[Request, Any, Any, Any] = Verb(
    BeeFlight,
    ("turn",),
    (),
    _refuse,
    _fly,
    {"origin": verbs.FROM, "to": TO, "plants": AHEAD},
    short=("[{origin}-]{to}[{plants}]",),
    fill=verbs.from_ship,
)


class Beeline(Variant):
    name: ClassVar[VariantName] = "beeline"
    rule: ClassVar[str] = "AST-V3-01"
    absent = ("bonus_under_ship", "strict_supply", "swap")
    lacks: ClassVar[Mapping[str, tuple[str, str]]] = dict.fromkeys(
        ("award", "status", "plants", "gain", "threats"),
        ("AST-V3-04", "Nothing is controlled or awarded in Beeline."),
    )
    state_type = BeelineState
    view_type = BeelineView
    verbs = (FLY, *(verb for verb in verbs.VERBS if verb.type not in (Turn, Swap)))
    words = BeelineWords()
    tells_due = False
    measures = (plantable,)

    def fault(self, agreement: Agreement) -> Forbidden | None:
        if agreement.komi != KOMI:
            why = f"In Beeline Cyan's komi is {decimal(KOMI)}, not {decimal(agreement.komi)}."
            return Forbidden("AST-V3-06", why)
        return super().fault(agreement)

    def questions(self, request: Request) -> Ask[Move]:
        view = request.view
        if request.decision.kind != "turn":
            return options.questions(request)
        prompt = f"Where does your {view.to_move.label} bee fly?"
        if view.phase != "playing" or view.seats[view.to_move] != request.decision.seat:
            return Ask(prompt)
        turn = Flights(view)
        return Ask(prompt, turn.nodes, suggested=turn.best, ground=turn.ground)

    def score(self, state: Any) -> Mapping[str, float]:
        score = state.score()
        return {"yellow": score.yellow, "cyan": score.cyan, "cyan_with_komi": score.cyan_with_komi}

    def count(self, state: Any, depth: int) -> int | None:
        if state.phase == "placing":
            return None
        if depth < 1 or state.phase == "over":
            return int(depth < 1)
        return count_flights(state.board, state.position(state.to_move), depth)
