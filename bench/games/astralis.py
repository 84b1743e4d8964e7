"""Astralis: its rules against boardgame.io's bare reducer and python-chess; random matches."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import Figure, figure, measure
from bench.strength import ASTRALIS, opening, play_chess
from games.astralis.board import board_of, name
from games.astralis.rules.turn import is_legal, play, position, turns, unexplored
from games.core.log.replay import read
from games.core.types import SPECTATOR, Seated

SIZE = 8
BOARD = board_of(SIZE)
ROUNDS, MATCHES, PLIES = 9, 150, 3000

# --- Random matches that all stacks of a comparison play, move for move ---


@dataclass(frozen=True, slots=True)
class Match:
    """Start hexes of both ships, and the turns: (destination, planting or ``None``).

    A side that cannot move passes; ``moves`` holds ``None`` for it.
    """

    ships: tuple[int, int]
    moves: tuple[tuple[int, int | None] | None, ...]

    @property
    def texts(self) -> list[str]:
        """The text forms of the moves, placements included."""
        at = list(self.ships)
        said = [name(at[0]), name(at[1])]
        for number, move in enumerate(self.moves):
            if move is not None:
                to, plant = move
                planted = "" if plant is None else f"+{name(plant)}"
                said.append(f"{name(at[number % 2])}-{name(to)}{planted}")
                at[number % 2] = to
        return said


def random_matches(count: int, seed: int, eager: bool = True) -> list[Match]:
    """Matches on hexhex8. ``eager`` players plant whenever they can."""
    rng = random.Random(seed)
    return [_random_match(rng, eager) for _ in range(count)]


def _random_match(rng: random.Random, eager: bool) -> Match:
    start = f"A{rng.randint(2, 7)}", f"O{rng.randint(9, 14)}"
    ships = BOARD.hex_of[start[0]], BOARD.hex_of[start[1]]
    at = position(BOARD, 0, 0, *ships)
    moves: list[tuple[int, int | None] | None] = []
    while unexplored(BOARD, at):
        legal = sorted(turns(BOARD, at), key=lambda turn: (turn[0], turn[1] or -1))
        if not legal:
            moves.append(None)
            at = at.turned()
            continue
        planting = [turn for turn in legal if turn[1] is not None]
        move = rng.choice(planting if eager and planting else legal)
        moves.append(move)
        at = play(BOARD, at, *move).position
    return Match(ships, tuple(moves))


def long_matches(count: int, seed: int, moves: int) -> list[Match]:
    """Matches of at least so many moves, placements included, and no pass among them."""
    found = random_matches(4 * count, seed)
    long = (each for each in found if len(each.texts) >= moves and None not in each.moves[:moves])
    return list(islice(long, count))


def steps(match: Match) -> Iterator[tuple[Any, Any]]:
    """The typed move of each text, and the state after it."""
    state = opening(ASTRALIS, {"size": SIZE})
    for text in match.texts:
        seat = ASTRALIS.pending(state).awaited()[0]
        decision, move = read(ASTRALIS, state, seat, text)
        state = ASTRALIS.apply(state, seat, decision, move).state
        yield move, state


def views_of(match: Match) -> list[Any]:
    """What a spectator sees after each move."""
    return [ASTRALIS.view(state, SPECTATOR) for _, state in steps(match)]


# --- The rules ---


def _play_on_kernel(matches: list[Match]) -> list[tuple[int, int]]:
    """Validate, apply and recount every move; the final scores without komi.

    The recount of all statuses is part of ``play``: it carries along which hexes are near to whose
    planets.
    """
    scores = []
    for match in matches:
        at = position(BOARD, 0, 0, *match.ships)
        for move in match.moves:
            if move is None:
                at = at.turned()
                continue
            if not is_legal(BOARD, at, *move):
                raise AssertionError("a legal move was refused")
            at = play(BOARD, at, *move).position
        mine = (at.own | at.near_own & ~at.near_opposing).bit_count()
        theirs = (at.opposing | at.near_opposing & ~at.near_own).bit_count()
        scores.append((theirs, mine) if len(match.moves) % 2 else (mine, theirs))
    return scores


def _play_by_contract(matches: list[list[Any]]) -> None:
    """The same through the public contract: views, options, check, step, events."""
    for moves in matches:
        state = opening(ASTRALIS, {"size": SIZE})
        for move in moves:
            decision = ASTRALIS.pending(state).open[0]
            view = ASTRALIS.view(state, Seated(decision.seat))
            found = ASTRALIS.options(view, decision).check(move)
            state = ASTRALIS.apply(state, decision.seat, decision, move, found).state
        ASTRALIS.view(state, SPECTATOR)


def boardgame_io() -> list[Figure]:
    if not (shutil.which("node") and shutil.which("npm")):
        print("boardgame.io: skipped, Node.js is not here")
        return []
    matches = random_matches(MATCHES, seed=1)
    moves = [[move for move, _ in steps(match)] for match in matches]
    reducer: dict[str, list[float]] = {"production": [], "": []}
    with tempfile.TemporaryDirectory() as folder:
        install = ["npm", "install", "--no-package-lock", "--silent", "boardgame.io@0.50.2"]
        if subprocess.run(install, cwd=folder, check=False).returncode:
            print("boardgame.io: skipped, npm cannot install it")
            return []
        file = Path(folder) / "matches.json"
        file.write_text(json.dumps([{"ships": m.ships, "moves": m.moves} for m in matches]))
        command = ["node", str(Path(__file__).with_name("reducer.cjs")), str(file)]

        def reduce(mode: str) -> None:
            settings = {"NODE_PATH": f"{folder}/node_modules", "NODE_ENV": mode}
            done = subprocess.run(
                command, check=True, capture_output=True, env={**os.environ, **settings}
            )
            told = json.loads(done.stdout)
            reducer[mode].append(told["seconds"] * 1e3)
            if [tuple(score) for score in told["scores"]] != _play_on_kernel(matches):
                raise AssertionError("boardgame.io's matches ended with other scores")

        ours = measure(
            {
                "production": lambda: reduce("production"),
                "development": lambda: reduce(""),
                "kernel": lambda: _play_on_kernel(matches),
                "contract": lambda: _play_by_contract(moves),
            },
            ROUNDS,
        )
    plies = sum(len(match.moves) for match in matches) * 1e3
    return [
        figure(f"{key}{more}", plies / ours[key], plies / median(reducer[mode][1:]))
        for mode, more in (("production", ""), ("", "-in-development"))
        for key in ("kernel", "contract")
    ]


def _play_plies(count: int) -> None:
    """Random play with all legal turns listed at every ply."""
    rng = random.Random(2)
    at = start = position(BOARD, 0, 0, BOARD.hex_of["A4"], BOARD.hex_of["O11"])
    for _ in range(count):
        legal = turns(BOARD, at)
        if not legal:
            at = at.turned()
            continue
        at = play(BOARD, at, *rng.choice(legal)).position
        if not BOARD.mask & ~(at.own | at.opposing | at.near_own | at.near_opposing):
            at = start


def python_chess() -> list[Figure]:
    cases = {"ours": lambda: _play_plies(PLIES), "chess": lambda: play_chess(PLIES)}
    taken = measure(cases, ROUNDS, each=PLIES / 1e3)
    return [figure("python-chess", 1e6 / taken["ours"], 1e6 / taken["chess"])]
