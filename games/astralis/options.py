"""The questions of placing, turns and settling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TypeAlias

from games.astralis.board import Bits, members, name, names
from games.astralis.gains import Gain, described, gain, label
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap, Turn
from games.astralis.rules.expand import plantable, stones_left
from games.astralis.rules.explore import destinations
from games.astralis.rules.turn import Position, after_departure
from games.astralis.view import AstralisView
from games.core.decisions import Decision
from games.core.notation import Asked
from games.core.tree import Ask, Node, branch, leaf

NO_PLANTING = "none"
SWAP = "swap"

GainOf: TypeAlias = Callable[[int | None], Gain]
"""What a flight would bring with each planting, or with none."""


def questions(asked: Asked[AstralisView]) -> Ask[Move]:
    """The first question of a decision."""
    view, decision = asked.view, asked.decision
    match decision.kind:
        case "place":
            return Ask("Where does your ship start?", partial(_starts, view))
        case "turn":
            return Ask("Where does your ship fly?", partial(_turns, view, decision))
        case _:
            return Ask("Score the match as it stands?", partial(_settling, view, decision))


def _starts(view: AstralisView) -> Iterator[Node[Move]]:
    for hex in names(view.starts):
        yield leaf(hex, hex, Place(hex))


def _settling(view: AstralisView, decision: Decision) -> Iterator[Node[Move]]:
    score = view.score()
    stands = f"as it stands: Yellow {score.yellow}, Cyan {score.cyan_with_komi:g}"
    if decision.kind == "settle":
        yield leaf("settle", "Ask to settle", AskScore(), stands)
    else:
        yield leaf("agree", "Agree", AnswerScore(True), stands)
        yield leaf("decline", "Decline", AnswerScore(False))


def _turns(view: AstralisView, decision: Decision) -> Iterator[Node[Move]]:
    """By destination, the swap last."""
    if view.phase != "playing" or view.seats[view.to_move] != decision.seat:
        return
    at, board = view.position(view.to_move), view.board
    free, gain_of = _free(view, at), cache(partial(gain, view, at))
    for to in sorted(destinations(board, at.ship, at.own, at.opposing, at.other)):
        plants = plantable(board, to, free, at.other)
        yield _flight(view, name(at.ship), name(to), plants, partial(gain_of, to))
    if view.swap_open:
        detail = "you take over Yellow, and your opponent plays this turn"
        yield leaf(SWAP, "Swap colours", Swap(), detail)


def _flight(view: AstralisView, start: str, hex: str, plants: Bits, gain_of: GainOf) -> Node[Move]:
    def brings() -> str:
        return described(view, gain_of(None)) or "nothing to plant"

    def promises() -> str:
        best = max(gain_of(plant).lead for plant in members(plants))
        hexes = "1 hex" if plants.bit_count() == 1 else f"{plants.bit_count()} hexes"
        return f"{hexes} to plant, up to {label(best)}"

    if not plants:
        return leaf(hex, hex, Turn(start, hex), brings, hex)
    below = Ask(
        f"What do you plant from {hex}?", partial(_plantings, view, start, hex, plants, gain_of)
    )
    return branch(hex, hex, f"{start}-{hex}+", below, promises, f"{hex}+")


def _free(view: AstralisView, at: Position) -> Bits:
    """Where something can be planted that is next to the ship's new place."""
    strict = view.agreement.strict_supply
    return 0 if strict and not stones_left(at.own) else after_departure(view.board, at, strict)[1]


def _plantings(
    view: AstralisView, start: str, hex: str, plants: Bits, gain_of: GainOf
) -> Iterator[Node[Move]]:
    """Each without planting first."""

    def brings(plant: int | None) -> str:
        return described(view, gain_of(plant))

    def shown(plant: int) -> str:
        result = gain_of(plant)
        own = f"{name(plant)} ({label(result.own)})"
        if not result.opposing:
            return own
        return f"{own}, {view.to_move.other.label} {label(result.opposing)}"

    yield leaf(NO_PLANTING, "Plant nothing", Turn(start, hex), partial(brings, None), hex)
    for plant in members(plants):
        planted = name(plant)
        turn, short = Turn(start, hex, planted), f"{hex}+{planted}"
        yield leaf(planted, partial(shown, plant), turn, partial(brings, plant), short)
