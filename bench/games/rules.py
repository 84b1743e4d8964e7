"""The rules against boardgame.io's bare reducer and against python-chess."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import chess

from bench.matches import SIZE, Match, random_matches
from bench.measure import Figure, interleaved, median
from games import all_games
from games.astralis.board import board_of
from games.astralis.rules.turn import is_legal, play, position, turns
from games.core.log.replay import read
from games.core.seats import SPECTATOR, Seated, Seats

BOARDGAME_IO = "boardgame.io@0.50.2"
ROUNDS = 9
MATCHES = 150
PLIES = 3000


def through_kernel(matches: list[Match]) -> list[tuple[int, int]]:
    """Validate, apply and recount every move; the final scores without komi.

    The recount of all statuses is part of ``play``: it carries along which
    hexes are near to whose planets.
    """
    board = board_of(SIZE)
    scores = []
    for match in matches:
        at = position(board, 0, 0, *match.ships)
        for move in match.moves:
            if move is None:
                at = at.turned()
                continue
            to, plant = move
            if not is_legal(board, at, to, plant):
                raise AssertionError("a legal move was refused")
            at = play(board, at, to, plant).position
        mine = (at.own | at.near_own & ~at.near_opposing).bit_count()
        theirs = (at.opposing | at.near_opposing & ~at.near_own).bit_count()
        scores.append((theirs, mine) if len(match.moves) % 2 else (mine, theirs))
    return scores


def understood(matches: list[Match]) -> list[list[Any]]:
    """The typed moves of the matches."""
    game, found = the_game(), []
    for match in matches:
        state, moves = game.setup(game.settings(size=SIZE), Seats.alone(2)), []
        for text in match.texts:
            seat = game.pending(state).awaited()[0]
            decision, move = read(game, state, seat, text)
            moves.append(move)
            state = game.apply(state, seat, decision, move).state
        found.append(moves)
    return found


def through_contract(matches: list[list[Any]]) -> None:
    """The same through the public contract: views, options, check, step, events."""
    game = the_game()
    for moves in matches:
        state = game.setup(game.settings(size=SIZE), Seats.alone(2))
        for move in moves:
            decision = game.pending(state).open[0]
            view = game.view(state, Seated(decision.seat))
            found = game.options(view, decision).check(move)
            state = game.apply(state, decision.seat, decision, move, found).state
        game.view(state, SPECTATOR)


def the_game() -> Any:
    return next(game for game in all_games() if game.meta.id == "astralis")


def reducer_seconds(
    matches: list[Match], folder: Path, mode: str
) -> tuple[float, list[tuple[int, int]]]:
    """CPU seconds of boardgame.io's reducer for the same matches, and its final scores."""
    script = Path(__file__).with_name("reducer.cjs")
    file = folder / "matches.json"
    file.write_text(json.dumps([{"ships": m.ships, "moves": m.moves} for m in matches]))
    done = subprocess.run(  # our own script
        [str(shutil.which("node")), str(script), str(file)],
        check=True,
        capture_output=True,
        env={**os.environ, "NODE_PATH": str(folder / "node_modules"), "NODE_ENV": mode},
        text=True,
    )
    told = json.loads(done.stdout)
    return told["seconds"], [tuple(score) for score in told["scores"]]


def boardgame_io() -> list[Figure]:
    """The reducer that a server of boardgame.io runs for each move, with the same rules as
    plain JavaScript on copied arrays, on the same matches, whose final scores must agree. No
    socket, no storage and no log on either side. With `NODE_ENV=production`, as a server is
    run: without it boardgame.io and Immer freeze and check what they make, and are slower by a
    fourth or so. Our kernel knows no views and no events, nor does the reducer; the public
    contract has both. Node.js is not in our process, so its own counter of processor time is
    read; the first of two passes lets it compile.
    """
    if not (shutil.which("node") and shutil.which("npm")):
        print("boardgame.io: skipped, Node.js is not here")
        return []
    matches = random_matches(MATCHES, seed=1)
    plies = sum(len(match.moves) for match in matches)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install = ["npm", "install", "--no-package-lock", "--silent", BOARDGAME_IO]
        if subprocess.run(install, cwd=folder, check=False).returncode:
            print("boardgame.io: skipped, npm cannot install it")
            return []
        production: list[float] = []
        development: list[float] = []
        ours: list[float] = []
        contract: list[float] = []
        moves = understood(matches)
        for _ in range(ROUNDS):
            seconds, scores = reducer_seconds(matches, folder, "production")
            production.append(seconds)
            development.append(reducer_seconds(matches, folder, "")[0])
            start = time.process_time()
            ended = through_kernel(matches)
            ours.append(time.process_time() - start)
            if ended != scores:
                raise AssertionError("boardgame.io's matches ended with other scores")
            start = time.process_time()
            through_contract(moves)
            contract.append(time.process_time() - start)
    figures = []
    for reference, seconds, bounds in (
        ("boardgame.io's bare reducer with NODE_ENV=production", median(production), (40, 5)),
        ("the same as it runs without NODE_ENV", median(development), (None, None)),
    ):
        for way, taken, limit in (
            ("kernel, validate + apply + recount", ours, bounds[0]),
            ("public contract, views and events included", contract, bounds[1]),
        ):
            figures.append(
                Figure(
                    f"Rules: {way}, against {reference}",
                    plies / median(taken),
                    plies / seconds,
                    "moves/s",
                    seconds / median(taken),
                    limit=limit,
                    at_least=True,
                )
            )
    return figures


def our_plies(count: int) -> None:
    """Random play with all legal turns listed at every ply."""
    rng = random.Random(2)
    board = board_of(SIZE)
    at = start = position(board, 0, 0, board.hex_of["A4"], board.hex_of["O11"])
    for _ in range(count):
        legal = turns(board, at)
        if not legal:
            at = at.turned()
            continue
        at = play(board, at, *rng.choice(legal)).position
        if not board.mask & ~(at.own | at.opposing | at.near_own | at.near_opposing):
            at = start


def chess_plies(count: int) -> None:
    rng = random.Random(2)
    board = chess.Board()
    for _ in range(count):
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock > 100:
            board.reset()
            continue
        board.push(rng.choice(legal))


def python_chess() -> list[Figure]:
    """python-chess, which is pure Python too and known for its care: random play, with all
    legal moves listed at every ply. Another game, so this says where we stand and not who is
    better.
    """
    taken = interleaved(
        {"ours": lambda: our_plies(PLIES), "chess": lambda: chess_plies(PLIES)}, ROUNDS
    )
    ours, theirs = PLIES / median(taken["ours"]), PLIES / median(taken["chess"])
    return [
        Figure(
            "Rules: random plies with all moves listed, against python-chess",
            ours,
            theirs,
            "plies/s",
            ours / theirs,
            limit=1.5,
            at_least=True,
        )
    ]
