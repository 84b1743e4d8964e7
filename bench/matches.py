"""Random matches that all stacks of a comparison play, move for move."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice

from games.astralis.board import board_of, name
from games.astralis.rules.turn import play, position, turns, unexplored

SIZE = 8


@dataclass(frozen=True, slots=True)
class Match:
    """Start hexes of both ships, and the turns: (destination, planting or ``None``).

    A side that cannot move passes; ``moves`` holds ``None`` for it.
    """

    ships: tuple[int, int]
    moves: tuple[tuple[int, int | None] | None, ...]

    @property
    def texts(self) -> list[str]:
        """The match as the text forms of its moves, placements included."""
        at = list(self.ships)
        said = [name(at[0]), name(at[1])]
        for number, move in enumerate(self.moves):
            if move is None:
                continue
            to, plant = move
            said.append(
                f"{name(at[number % 2])}-{name(to)}" + ("" if plant is None else f"+{name(plant)}")
            )
            at[number % 2] = to
        return said


def random_matches(count: int, seed: int, eager: bool = True) -> list[Match]:
    """Matches on hexhex8. ``eager`` players plant whenever they can."""
    rng = random.Random(seed)  # play, not secrets
    return [_random_match(rng, eager) for _ in range(count)]


def different(count: int, seed: int, moves: int) -> list[Match]:
    """Matches of at least so many moves, placements included, and no pass among them."""
    found = (
        match
        for match in random_matches(4 * count, seed)
        if len(match.texts) >= moves and None not in match.moves[:moves]
    )
    return list(islice(found, count))


def _random_match(rng: random.Random, eager: bool) -> Match:
    board = board_of(SIZE)
    ships = (
        board.hex_of[f"A{rng.randint(2, 7)}"],
        board.hex_of[f"O{rng.randint(9, 14)}"],
    )
    at = position(board, 0, 0, *ships)
    moves: list[tuple[int, int | None] | None] = []
    while unexplored(board, at):
        legal = sorted(turns(board, at), key=lambda turn: (turn[0], turn[1] or -1))
        if not legal:
            moves.append(None)
            at = at.turned()
            continue
        planting = [turn for turn in legal if turn[1] is not None]
        move = rng.choice(planting if eager and planting else legal)
        moves.append(move)
        at = play(board, at, *move).position
    return Match(ships, tuple(moves))
