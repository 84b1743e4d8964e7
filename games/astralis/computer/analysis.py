"""The best turns of a position: what they gain, and how they are drawn on the board; and what can
be said of them before the end, at first sight."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.astralis.board import name
from games.astralis.computer.kernels import kernel_of, komi_of
from games.astralis.computer.search import CHOICE, Effort, Search
from games.astralis.moves import Flight, Move, Turn
from games.astralis.sides import Side
from games.astralis.variants import variant_of
from games.astralis.variants.beeline import BeeFlight
from games.astralis.view import AstralisView
from games.astralis.words.choice_notes import label
from games.core.computer import Candidate, Suggestion
from games.core.geometry.hexes import Hex
from games.core.overlay import Marker, OverlayPart, Route
from games.core.telling import decimal
from games.core.types import Decision

SHOWN = 3
EXACT = SHOWN * CHOICE
"""Turns whose values are exact: as many as can plant the hexes that are shown."""
EFFORT = Effort(depth=5, nodes=40_000, widths=(8, 6, 5))


AT_FIRST_SIGHT = Effort(depth=1, nodes=1_000)
"""No further than the turn itself, for suggestions."""


class AstralisAnalysis:
    """Implements ``games.core.computer.Analysis``."""

    def looks_into(self, view: AstralisView, decision: Decision, *, over: bool) -> bool:
        """Looks into turns only; where tiles are covered only after the end (AST-V1-01)."""
        return decision.kind == "turn" and (over or not view.covered)

    def candidates(
        self, view: AstralisView, decision: Decision, rng: random.Random
    ) -> Sequence[Candidate[Move]]:
        """The best turns, one for each hex that is planted."""
        kernel = kernel_of(view)
        ranked = Search(kernel, EFFORT).ranked(kernel.position(view), komi_of(view), EXACT)
        found: dict[int | None, Candidate[Move]] = {}
        for value, reply in ranked:
            place = kernel.place(reply.turn)
            if place not in found and len(found) < SHOWN:
                move = kernel.move(view, reply.turn)
                found[place] = _candidate(view, decision, move, place, value)
        return tuple(found.values())


def suggest(view: AstralisView, decision: Decision) -> tuple[Suggestion[Move], ...]:
    """The turns that bring the most, each to another hex; none where tiles are covered."""
    if decision.kind != "turn" or view.covered:
        return ()
    kernel = kernel_of(view)
    found: dict[str, Suggestion[Move]] = {}
    for _, reply in Search(kernel, AT_FIRST_SIGHT).ranked(kernel.position(view), komi_of(view)):
        move, place = kernel.move(view, reply.turn), kernel.place(reply.turn)
        key = "" if place is None else name(place)
        if isinstance(move, Flight | BeeFlight):
            key = move.to
        if key not in found:
            found[key] = _suggestion(view, decision, key, move, place)
        if len(found) == SHOWN:
            break
    return tuple(found.values())


def _suggestion(
    view: AstralisView, decision: Decision, key: str, move: Move, place: int | None
) -> Suggestion[Move]:
    own, other = _gains(view, decision, move)
    said = f"{label(own)} for you"
    if other:
        said += f", {label(other)} for {view.to_move.other.label}"
    at = None if place is None else view.board.axial[place]
    does = variant_of(view).notation.write(move)
    if isinstance(move, Turn):
        does = f"Fly to {move.to}{f', plant {move.plant}' if move.plant else ''}"
    return Suggestion(key, does, said, (move,), at, label(own - other))


def _gains(view: AstralisView, decision: Decision, move: Move) -> tuple[int, int]:
    """The changes of both scores, the mover's first."""
    mover, variant = view.to_move, variant_of(view)
    after = variant.notation.carry_out(variant.as_state(view), decision, move, None).state
    own, other = (_points(after, side) - _points(view, side) for side in (mover, mover.other))
    return own, other


def _candidate(
    view: AstralisView, decision: Decision, move: Move, place: int | None, value: float
) -> Candidate[Move]:
    mover, (own, other) = view.to_move, _gains(view, decision, move)
    gains = f"{label(own)} for {mover.label}"
    if other:
        gains += f", {label(other)} for {mover.other.label}"
    ahead, by = mover if value > 0 else mover.other, decimal(round(2 * abs(value)) / 2)
    gains += f"; after the answers to be expected {ahead.label} is ahead by {by}"
    parts: list[OverlayPart[Hex]] = []
    axial, seat = view.board.axial, view.seats[mover]
    if place is None:
        return Candidate(move, gains)
    does = f"{label(own - other)} on {name(place)}"
    if isinstance(move, Flight | BeeFlight):
        does = f"fly {move.origin}-{move.to}, {does}"
        way = tuple(axial[view.board.hex_of[hex]] for hex in (move.origin, move.to))
        parts.append(Route(places=way, seat=seat))
    parts.append(Marker(place=axial[place], seat=seat, label=label(own - other), told=does))
    return Candidate(move, gains, tuple(parts))


def _points(view: AstralisView, side: Side) -> int:
    """The score without komi, that of covered tiles as it would be told after the end."""
    return view.points(view.position(side))[0] if view.covered else view.scores[side]


ANALYSIS = AstralisAnalysis()
