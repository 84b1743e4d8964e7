"""The questions of placing, turns and settling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from games.astralis.board import Bits, members, name
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap, Turn
from games.astralis.rules.expand import plantable, stones_left
from games.astralis.rules.explore import destinations
from games.astralis.rules.turn import Position, after_departure
from games.astralis.view import AstralisView
from games.astralis.words.choice_notes import Gain, described, gain, label
from games.core.geometry.hexes import Hex
from games.core.notation import Request
from games.core.overlay import Ghost, Overlay, Ring, Route
from games.core.questions.tree import Ask, Node, NodeHints, branch, leaf
from games.core.telling import decimal
from games.core.types import Decision

NO_PLANTING = "none"
SWAP = "swap"

SUGGESTED = 3
"""Most flights, or plantings, that are called the best."""


def questions(request: Request[AstralisView]) -> Ask[Move]:
    """The first question of a decision."""
    view, decision = request.view, request.decision
    side = view.to_move.label
    match decision.kind:
        case "place":
            return Ask(f"Where does your {side} {view.mover} start?", partial(_starts, view))
        case "turn" if view.phase == "playing" and view.seats[view.to_move] == decision.seat:
            turn = Turns(view)
            return Ask(
                f"Where does your {side} ship fly?",
                turn.nodes,
                suggested=turn.best,
                ground=turn.ground,
            )
        case "turn":
            return Ask(f"Where does your {side} ship fly?")
        case _:
            return Ask("Score the match as it stands?", partial(_settling, view, decision))


def _starts(view: AstralisView) -> Iterator[Node[Move]]:
    board = view.board
    for hex in members(view.starts):
        reach = sum(map(len, board.rays[hex]))
        detail = f"can fly to {reach} hexes from there"
        yield leaf(name(hex), name(hex), Place(name(hex)), detail, at=board.axial[hex])


def _settling(view: AstralisView, decision: Decision) -> Iterator[Node[Move]]:
    score = view.score()
    stands = f"as it stands: Yellow {score.yellow}, Cyan {decimal(score.cyan_with_komi)}"
    if view.covered:
        stands = ""
    if decision.kind == "settle":
        yield leaf("settle", "Ask to settle", AskScore(), stands)
    else:
        yield leaf("agree", "Agree", AnswerScore(True), stands)
        yield leaf("decline", "Decline", AnswerScore(False))


@dataclass(frozen=True)
class Turns:
    """The questions of a turn of the side to move."""

    view: AstralisView

    @cached_property
    def at(self) -> Position:
        return self.view.position(self.view.to_move)

    @cached_property
    def flights(self) -> tuple[FlightChoices, ...]:
        at, board = self.at, self.view.board
        strict = self.view.agreement.strict_supply
        kept = not strict or stones_left(at.own)
        free = after_departure(board, at, strict, self.view.due)[1] if kept else 0
        found = sorted(destinations(board, at.ship, at.own, at.opposing, at.other))
        return tuple(self.flight(to, plantable(board, to, free, at.other)) for to in found)

    def flight(self, to: int, plants: Bits) -> FlightChoices:
        """The flight to a hex, from where one of ``plants`` can be planted."""
        return FlightChoices(self.view, self.at, to, plants)

    def nodes(self) -> Iterator[Node[Move]]:
        """The turns by destination, the swap last."""
        for flight in self.flights:
            yield flight.node()
        if self.view.swap_open:
            detail = "you take over Yellow, and your opponent plays this turn"
            yield leaf(SWAP, "Swap colours", Swap(), detail)

    def best(self) -> Iterator[Node[Move]]:
        """All flights, those first that could bring the most."""
        ranked = sorted(self.flights, key=lambda flight: -flight.best.lead)
        for place, flight in enumerate(ranked):
            yield flight.node(suggested=place < SUGGESTED)

    def ground(self) -> Overlay[Hex]:
        at, side = self.view.board.axial[self.at.ship], self.view.to_move
        told = f"{side.label}'s ship on {name(self.at.ship)}"
        return Overlay((Ring(place=at, seat=self.view.seats[side], told=told),), (at,))


@dataclass(frozen=True)
class FlightChoices:
    """A flight to ``to``, from where one of ``plants`` can be planted."""

    view: AstralisView
    at: Position
    to: int
    plants: Bits

    @property
    def choices(self) -> tuple[int | None, ...]:
        return (None, *members(self.plants))

    @cached_property
    def gains(self) -> dict[int | None, Gain]:
        """What each planting would bring, and none at all."""
        return {plant: gain(self.view, self.at, self.to, plant) for plant in self.choices}

    @property
    def best(self) -> Gain:
        return self.gains[self.ranked[0]]

    @cached_property
    def ranked(self) -> list[int | None]:
        return sorted(self.gains, key=lambda plant: -self.gains[plant].lead)

    def node(self, *, suggested: bool = False) -> Node[Move]:
        """``suggested``: with what it brings as the reason."""
        start, hex = name(self.at.ship), name(self.to)
        hints: NodeHints = {
            "reason": self._brings if suggested else "",
            "at": self.view.board.axial[self.to],
            "mark": lambda: _mark(self.best),
        }
        detail = self._plants if suggested else self._promises
        if not self.plants:
            return leaf(hex, hex, Turn(start, hex), detail, hex, **hints)
        below = Ask(
            f"What does {self.view.to_move.label} plant from {hex}?",
            self.plantings,
            suggested=self.best_plantings,
            ground=self.ground,
        )
        return branch(hex, hex, f"{start}-{hex}+", below, detail, f"{hex}+", **hints)

    def _promises(self) -> str:
        return f"{self._brings()}; {self._plants()}"

    def _brings(self) -> str:
        """The most that it can bring: ``+7 hexes, Cyan −2 by planting E7, bonus on H8``."""
        plant = self.ranked[0]
        planted = f" by planting {name(plant)}" if plant is not None else ""
        one, many = self.view.counts
        unit = f" {one}" if abs(self.best.own) == 1 else f" {many}" if self.best.own else ""
        more = described(self.view, self.best)
        return f"{_scores(self.view, self.best, unit)}{planted}{f', {more}' if more else ''}"

    def _plants(self) -> str:
        count = self.plants.bit_count()
        if not count:
            return "nothing to plant"
        return "1 hex to plant" if count == 1 else f"{count} hexes to plant"

    def ground(self) -> Overlay[Hex]:
        axial, side = self.view.board.axial, self.view.to_move
        way = axial[self.at.ship], axial[self.to]
        told = f"{side.label}'s ship flies {name(self.at.ship)}-{name(self.to)}"
        seat = self.view.seats[side]
        parts = Route(places=way, seat=seat, told=told), Ghost(place=way[1], seat=seat)
        return Overlay(parts, way[1:])

    def plantings(self) -> Iterator[Node[Move]]:
        """The choices of what to plant, none first."""
        return map(self.planting, self.choices)

    def best_plantings(self) -> Iterator[Node[Move]]:
        for place, plant in enumerate(self.ranked):
            node = self.planting(plant)
            if place == 0 and plant is not None:
                node.reason = "brings the most"
            yield node

    def planting(self, plant: int | None) -> Node[Move]:
        start, hex = name(self.at.ship), name(self.to)

        def brings() -> str:
            return described(self.view, self.gains[plant])

        if plant is None:
            return leaf(NO_PLANTING, "Plant nothing", Turn(start, hex), brings, hex)
        planted = name(plant)
        return leaf(
            planted,
            lambda: f"{planted} ({_scores(self.view, self.gains[plant], ')')}",
            Turn(start, hex, planted),
            brings,
            f"{hex}+{planted}",
            at=self.view.board.axial[plant],
            mark=lambda: _mark(self.gains[plant]),
        )


def _scores(view: AstralisView, gain: Gain, end: str = "") -> str:
    """``+7`` or ``+7, Cyan −2``; ``end`` stands after the own change."""
    other = f", {view.to_move.other.label} {label(gain.opposing)}" if gain.opposing else ""
    return f"{label(gain.own)}{end}{other}"


def _mark(gain: Gain) -> str:
    """The changes of both scores, in short."""
    return f"{label(gain.own)} {label(gain.opposing)}" if gain.opposing else label(gain.own)
