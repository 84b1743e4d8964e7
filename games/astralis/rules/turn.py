"""The turn as a whole (AST-18), in the order of the canon's reference algorithm.

This is the path that tools and computer players run hundreds of thousands of
times a second. It plays from the side of the mover and carries along the
neighbourhoods of the planets, which a planting only widens.
"""

from __future__ import annotations

from typing import NamedTuple

from games.astralis.board import ALL, Bits, Board, MoveList, members
from games.astralis.rules.bonus import bonuses, departure_award, within_supply
from games.astralis.rules.expand import plantable, stones_left
from games.astralis.rules.explore import destinations, may_move
from games.astralis.rules.extraction import extractions


class Position(NamedTuple):
    """Planets and ships as the side to move sees them.

    ``near_own`` and ``near_opposing`` are the hexes next to planets of the
    sides; ``ship`` and ``other`` the hexes of the own and the opposing ship.
    """

    own: Bits
    opposing: Bits
    near_own: Bits
    near_opposing: Bits
    ship: int
    other: int

    def turned(self) -> Position:
        """The same position as the other side sees it."""
        own, opposing, near_own, near_opposing, ship, other = self
        return Position(opposing, own, near_opposing, near_own, other, ship)


class Outcome(NamedTuple):
    """A turn's result: the position, as the other side sees it, and what was awarded.

    ``awarded``  to the other side on departure (AST-33)
    ``bonuses``  to the mover, after the planting (AST-30)
    ``further``  to the mover, after the extractions (AST-39)
    ``pending``  to the mover, beneath the opposing ship (AST-32)
    """

    position: Position
    awarded: Bits
    bonuses: Bits
    extracted: Bits
    further: Bits
    pending: Bits


def position(board: Board, own: Bits, opposing: Bits, ship: int, other: int) -> Position:
    return Position(own, opposing, board.near(own), board.near(opposing), ship, other)


def unexplored(board: Board, at: Position) -> Bits:
    return board.mask & ~(at.own | at.opposing | at.near_own | at.near_opposing)


def after_departure(board: Board, at: Position, strict: bool, due: Bits = ALL) -> tuple[Bits, Bits]:
    """The award to the other side when the ship leaves, and what is unexplored then (AST-33).

    ``due``  where it can come, all hexes unless it has to be claimed
    """
    own, opposing, near_own, near_opposing, ship, _ = at
    free = board.mask & ~(own | opposing | near_own | near_opposing)
    if not free >> ship & 1:
        return 0, free
    award = departure_award(board, ship, free, opposing | near_opposing & ~near_own) & due
    if strict and not stones_left(opposing):
        award = 0
    return award, free & ~award


def is_legal(
    board: Board, at: Position, to: int, plant: int | None, strict: bool = False, due: Bits = ALL
) -> bool:
    """Whether the mover may fly to ``to`` and plant on ``plant``."""
    own, opposing, near_own, near_opposing, ship, other = at
    if not may_move(board, ship, to, own, opposing, other):
        return False
    if plant is None:
        return True  # AST-25
    if strict and not stones_left(own):
        return False  # AST-17
    free = board.mask & ~(own | opposing | near_own | near_opposing)
    if 1 << ship & free:
        _, free = after_departure(board, at, strict, due)
    return bool(1 << plant & plantable(board, to, free, other))


def play(
    board: Board,
    at: Position,
    to: int,
    plant: int | None,
    strict: bool = False,
    beneath: bool = False,
    taken: Bits = ALL,
    due: Bits = ALL,
) -> Outcome:
    """Play a legal turn.

    ``strict`` limits both sides to thirty planets; ``beneath`` places a bonus
    planet at once even if the opposing ship stands on the hex. Of the awards
    only those on ``taken`` hexes come to the mover, and on departure one that
    is ``due``: all, unless they have to be claimed.
    """
    own, opposing, near_own, near_opposing, ship, other = at
    awarded = bonus = extracted = further = 0
    if not 1 << ship & (own | opposing | near_own | near_opposing):
        awarded, _ = after_departure(board, at, strict, due)
        opposing |= awarded  # changes no neighbourhood: the ring is near already (D-02)
    if plant is not None:
        contested_before = near_own & near_opposing
        own |= 1 << plant
        near_own |= board.around[plant]  # AST-28
        allowed = taken if beneath else taken & ~(1 << other)  # AST-32
        bonus = _bonuses(board, own, opposing, near_own, near_opposing, allowed, strict)
        own |= bonus  # changes no neighbourhood either
        contested = near_own & near_opposing
        extracted = extractions(board, plant, opposing, contested_before, contested) & taken
        if strict:
            extracted = within_supply(extracted, stones_left(own))
        if extracted:
            own |= extracted  # AST-36; their rings are near own planets already
            opposing ^= extracted
            near_opposing = board.near(opposing)  # AST-37
            further = _bonuses(board, own, opposing, near_own, near_opposing, allowed, strict)
            own |= further  # AST-39
    end = Position(opposing, own, near_opposing, near_own, other, to)
    pending = 0
    if not 1 << other & (own | opposing | near_own | near_opposing):
        pending, _ = after_departure(board, end, strict, taken)
    return Outcome(end, awarded, bonus, extracted, further, pending)


def _bonuses(
    board: Board,
    own: Bits,
    opposing: Bits,
    near_own: Bits,
    near_opposing: Bits,
    allowed: Bits,
    strict: bool,
) -> Bits:
    """The bonus planets that the mover gets at once on ``allowed`` hexes (AST-29, AST-30)."""
    free = allowed & board.mask & ~(own | opposing | near_own | near_opposing)
    found = bonuses(board, free, own | near_own & ~near_opposing)
    return within_supply(found, stones_left(own)) if strict else found


def turns(
    board: Board, at: Position, strict: bool = False, due: Bits = ALL
) -> list[tuple[int, int | None]]:
    """All legal turns as (destination, planting), destinations in no particular order."""
    own, opposing, _, _, ship, other = at
    _, free = after_departure(board, at, strict, due)
    free &= ~(1 << other)
    if strict and not stones_left(own):
        free = 0
    found: list[tuple[int, int | None]] = []
    around, ready = board.around, board.turns_at
    for to in destinations(board, ship, own, opposing, other):
        plants = around[to] & free
        known = ready[to].get(plants)
        if known is None:
            known = ready[to][plants] = _ready(to, plants)
        found += known
    return found


def _ready(to: int, plants: Bits) -> MoveList:
    return ((to, None), *((to, plant) for plant in members(plants)))
