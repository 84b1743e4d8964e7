"""Turns with claims: their text form, what is chosen, and what is drawn before they are made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from games.astralis import options
from games.astralis.board import Bits, HexName, members, name, names
from games.astralis.moves import Flight, Move, Turn
from games.astralis.moves.verbs import FROM, HEX, TO
from games.astralis.view import AstralisView, Request
from games.core.geometry.hexes import Hex, spelling
from games.core.notation import Value
from games.core.overlay import Ghost, Overlay, Ring
from games.core.questions import TextField
from games.core.questions.tree import Ask, Node, Typed, branch, leaf
from games.core.telling import listed
from games.core.types import Unreadable

MOST_CHOSEN = 8
"""Claims that can be chosen one after the other; more can be typed."""

MOST_CLAIMS = 169


@dataclass(frozen=True, slots=True)
class ClaimingTurn(Flight):
    """A turn that claims hexes (AST-V1-02): ``A4-D7+E7 CLAIM G9,H8``."""

    claims: Annotated[tuple[HexName, ...], Field(min_length=1, max_length=MOST_CLAIMS)] = field(
        kw_only=True
    )
    kind: Literal["claims"] = "claims"


def _read_hexes(request: Request, text: str) -> tuple[str, ...]:
    words = [word for word in re.split(r"[\s,]+", text) if word]
    if not words:
        raise Unreadable("The claims are missing.", instead="Name hexes such as H8,G9.")
    return in_order([HEX.read(request, word) for word in words[: MOST_CLAIMS + 1]])


def in_order(hexes: Iterable[str]) -> tuple[str, ...]:
    """Hexes in canonical order, each once."""
    return tuple(sorted(set(hexes), key=lambda hex: (hex[0], int(hex[1:]))))


def _closed_up(value: Value[Request, str]) -> Value[Request, str]:
    """The same value, in a text with spaces between its signs."""
    return replace(value, read=lambda request, text: value.read(request, text.replace(" ", "")))


CLAIMS = Value("hexes such as H8,G9", _read_hexes, ",".join, ".+")
FIELDS: Mapping[str, Value[Request, Any]] = {
    "origin": _closed_up(FROM),
    "to": _closed_up(TO),
    "plant": _closed_up(HEX),
    "claims": CLAIMS,
}


@dataclass(frozen=True)
class Turns(options.Turns):
    """Choices that promise nothing (AST-V1-01)."""

    def flight(self, to: int, plants: Bits) -> options.FlightChoices:
        return ClaimingFlight(self.view, self.at, to, plants)


@dataclass(frozen=True)
class ClaimingFlight(options.FlightChoices):
    """A flight, with what is planted and claimed behind it."""

    def node(self, *, suggested: bool = False) -> Node[Move]:
        start, hex, at = name(self.at.ship), name(self.to), self.view.board.axial[self.to]
        if not self.plants:
            return leaf(hex, hex, Turn(start, hex), "", hex, at=at)
        prompt = f"What does {self.view.to_move.label} plant from {hex}?"
        below = Ask(prompt, self.plantings, ground=self.ground)
        return branch(hex, hex, f"{start}-{hex}+", below, "", f"{hex}+", at=at)

    def planting(self, plant: int | None) -> Node[Move]:
        start, hex = name(self.at.ship), name(self.to)
        if plant is None:
            return leaf(options.NO_PLANTING, "Plant nothing", Turn(start, hex), "", hex)
        at = self.view.board.axial[plant]
        return branch(name(plant), name(plant), "", self.claims(plant, 0), at=at)

    def claims(self, plant: int, chosen: Bits) -> Ask[Move]:
        """What is claimed besides the ``chosen`` hexes: one after the other, or typed.

        Claims are not among the nodes, as there would be no end of them; what
        is offered depends on the player's own planets alone.
        """
        so_far, side = names(chosen), self.view.to_move
        done = f"Plant {name(plant)}, claim {listed(so_far) if so_far else 'nothing'}"
        label = f"What does {side.label} claim{' besides' if so_far else ''}?"
        own = self.view.planets[side] | 1 << plant
        free = self.view.board.mask & ~own & ~chosen

        def nodes() -> Iterator[Node[Move]]:
            yield leaf("done", done, self.claiming(plant, so_far))

        def rows() -> Iterator[Node[Move]]:
            yield from nodes()
            for number in range(self.view.board.rows if len(so_far) < MOST_CHOSEN else 0):
                if row := self.view.board.row(number) & free:
                    letter = chr(ord("A") + number)
                    prompt = f"Which hex of row {letter}?"
                    below = Ask(prompt, partial(hexes, row), ground=ground)
                    yield branch(letter, f"Claim in row {letter}", "", below)

        def hexes(row: Bits) -> Iterator[Node[Move]]:
            for hex in members(row):
                below, at = self.claims(plant, chosen | 1 << hex), self.view.board.axial[hex]
                yield branch(name(hex)[1:], name(hex), "", below, at=at)

        def read(text: str) -> Move:
            typed = re.split(r"[\s,]+", text.upper().rpartition("CLAIM")[2].strip(" ,"))
            found = [spelling(word) for word in typed]
            if None in found:
                raise Unreadable("That names no hexes.", instead="For example: H8, G9.")
            return self.claiming(plant, in_order((*so_far, *filter(None, found))))

        def ground() -> Overlay[Hex]:
            return sketch(self.view, self.claiming(plant, so_far))

        field = TextField("hexes that you claim", "H8, G9", 400)
        return Ask(label, nodes, Typed(field, read), rows, rows, ground)

    def claiming(self, plant: int, claims: tuple[str, ...]) -> Turn | ClaimingTurn:
        whole = name(self.at.ship), name(self.to), name(plant)
        return ClaimingTurn(*whole, claims=claims) if claims else Turn(*whole)


def sketch(view: AstralisView, move: Flight) -> Overlay[Hex]:
    """What a turn says, without what comes of it (AST-V1-01)."""
    board, side = view.board, view.to_move
    flight = options.FlightChoices(view, view.position(side), board.hex_of[move.to], 0).ground()
    parts, seat = [*flight.parts], view.seats[side]
    if move.plant is not None:
        at = board.axial[board.hex_of[move.plant]]
        parts.append(Ghost(place=at, seat=seat, told=f"plants {move.plant}"))
    for claim in move.claims if isinstance(move, ClaimingTurn) else ():
        at = board.axial[board.hex_of[claim]]
        parts.append(Ring(place=at, seat=seat, told=f"claims {claim}"))
    return Overlay(tuple(parts), flight.focus)
