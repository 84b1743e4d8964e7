"""Variant 4, Dispersed Go: liberties, groups, captures and territory (AST-V4-03 to AST-V4-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from games.astralis.board import Bits, Board, members
from games.astralis.rules.terms import Tiles, tiles
from games.astralis.sides import Side, pair

Arrangement: TypeAlias = tuple[Bits, Bits]
"""The stones of Yellow and of Cyan."""

PASSES = 2
"""Successive passes that end the match (AST-V4-10)."""


class Position(NamedTuple):
    """Stones as the side to move sees them, and what must not come back (AST-V4-09).

    ``earlier``  the arrangements before the present one
    ``stood``    where the side to move has ever had a stone; ``stood_opposing`` where its
                 opponent has
    """

    own: Bits
    opposing: Bits
    side: Side
    earlier: tuple[Arrangement, ...]
    stood: Bits
    stood_opposing: Bits

    @property
    def arrangement(self) -> Arrangement:
        return pair(self.side, self.own, self.opposing)

    def turned(self) -> Position:
        """The position after a pass."""
        own, opposing, side, earlier, stood, stood_opposing = self
        return Position(opposing, own, side.other, earlier, stood_opposing, stood)


class Outcome(NamedTuple):
    """A placement: the position as the other side sees it, and the stones taken."""

    position: Position
    captured: Bits


def position(stones: Arrangement, side: Side, earlier: Iterable[Arrangement] = ()) -> Position:
    """A position after the ``earlier`` arrangements."""
    past = tuple(earlier)
    yellow, cyan = stones
    for before in past:
        yellow |= before[0]
        cyan |= before[1]
    return Position(*pair(side, *stones), side, past, *pair(side, yellow, cyan))


def free(board: Board, stones: Bits) -> Bits:
    """The empty hexes without any neighbouring stone (AST-V4-03)."""
    return board.mask & ~(stones | board.near(stones))


def liberties(board: Board, stones: Bits) -> Bits:
    """The hexes next to exactly one of ``stones``: the liberties of all of them (AST-V4-04)."""
    right, left = stones << 1, stones >> 1
    once, twice = right | left, right & left
    for moved in (stones << 16, stones << 17, stones >> 16, stones >> 17):
        twice |= once & moved
        once |= moved
    return once & ~twice & board.mask


def linked(board: Board, group: Bits, colour: Bits) -> Bits:
    """``group`` with all stones of its ``colour`` that chains of shared hexes join to it
    (AST-V4-05, AST-V4-06)."""
    while True:
        wider = board.near(board.near(group)) & colour
        if wider in (group, colour):
            return wider
        group = wider


def groups(board: Board, colour: Bits) -> Iterator[Bits]:
    """The groups of one colour, in the order of their first stones."""
    while colour:
        group = linked(board, colour & -colour, colour)
        yield group
        colour ^= group


def without_liberty(board: Board, colour: Bits, liberties: Bits) -> Bits:
    """The stones of one colour whose groups have none of these ``liberties``."""
    alive = board.near(liberties) & colour
    return 0 if alive == colour else colour ^ linked(board, alive, colour)


def place(board: Board, at: Position, hex: int) -> Outcome | None:
    """Place a stone on a ``free`` hex; ``None`` where that would be suicide.

    Opposing groups without a liberty are taken first, all at once (AST-V4-07); then the group of
    the stone must have one (AST-V4-08).
    """
    own, opposing, side, earlier, stood, stood_opposing = at
    bit = 1 << hex
    open_ = liberties(board, own | bit | opposing)
    captured = without_liberty(board, opposing, open_)
    if captured:
        open_ = liberties(board, own | bit | opposing ^ captured)
    if not open_ & board.around[hex]:
        alive = board.near(open_) & own
        if not alive & board.beyond[hex] and not alive & linked(board, bit, own | bit):
            return None
    past = (own, opposing) if side is Side.YELLOW else (opposing, own)
    after = Position(
        opposing ^ captured, own | bit, side.other, (*earlier, past), stood_opposing, stood | bit
    )
    return Outcome(after, captured)


def repeats(after: Position) -> bool:
    """Whether the arrangement has been on the board before, either side to move (AST-V4-09)."""
    return after.arrangement in after.earlier


def is_legal(board: Board, at: Position, hex: int) -> bool:
    """Whether the side to move may place a stone on ``hex`` (AST-V4-03, AST-V4-08, AST-V4-09)."""
    if not free(board, at.own | at.opposing) >> hex & 1:
        return False
    outcome = place(board, at, hex)
    return outcome is not None and not repeats(outcome.position)


def placements(board: Board, at: Position) -> Bits:
    """The hexes on which the side to move may place a stone.

    An arrangement can only come back by a stone that stood there before. Any other is legal if it
    has a liberty of its own, on a hex as free as its own, or an own stone near it keeps one.
    """
    own, opposing, _, _, stood, _ = at
    open_ = free(board, own | opposing)
    legal = open_ & board.near(open_) & ~stood
    if legal != open_:
        kept = liberties(board, own | opposing)
        for hex in members(open_ ^ legal):
            bit = 1 << hex
            near = board.near(kept & ~board.around[hex]) & own & board.beyond[hex]
            if (near and not bit & stood) or is_legal(board, at, hex):
                legal |= bit
    return legal


def area(board: Board, stones: Arrangement) -> tuple[Tiles, Arrangement]:
    """What the stones control, and the unexplored hexes that each side surrounds (AST-V4-11).

    A region belongs to the side that controls all explored hexes around it; without any it is
    nobody's.
    """
    now = tiles(board, *stones)
    owned = [0, 0]
    rest = now.unexplored
    while rest:
        region = rest & -rest
        while (wider := (region | board.near(region)) & rest) != region:
            region = wider
        rest ^= region
        border = board.near(region) & ~region
        for side in Side:
            if border and not border & ~now.of(side):
                owned[side] |= region
    return now, (owned[0], owned[1])
