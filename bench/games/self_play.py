"""Self-play: how fast it goes, and for whom a match waits."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from bench.games.rules import chess_plies
from bench.measure import Figure, median
from games.core.contract import AnyGame
from games.core.decisions import Decision
from games.core.seats import Seats
from tests.games.duels import Chooser, by_chance, by_computer, course, game_of

SAILORS, CSW = game_of("astral_sailors"), game_of("colonial_space_wars")
GALAXY, COSMIC = game_of("galaxy_aflame"), game_of("cosmic_conflict")
ROUNDS = 5
PLIES = 600
MATCHES = 6
READY = {"scenery": "preset"}
SHORT = {**READY, "round_limit": 4}
"""Matches of Astral Sailors whose speed and pace is measured."""

ASK = {"reactions": "ask"}
RANKED = {"muster": "ranked", "deploy_mode": "secret"}


def opening(game: AnyGame, settings: Mapping[str, Any]) -> Any:
    """The first state of a match of two."""
    return game.setup(game.settings.model_validate(dict(settings)), Seats.alone(2))


def title(game: AnyGame) -> str:
    """The name, without what follows a colon."""
    return game.meta.title.partition(":")[0]


# --- Speed ---


def speed() -> list[Figure]:
    """Moves a second, against random plies of python-chess with all moves listed."""
    ways: dict[str, Callable[[int], int]] = {
        f"{title(game)}: {what}": partial(_moves, game, settings, player)
        for game, settings in ((SAILORS, SHORT), (CSW, {}), (GALAXY, {}), (COSMIC, {}))
        for what, player in (
            ("random legal moves", by_chance(game)),
            ("computer players", by_computer(game)),
        )
    }
    ways["chess"] = _plies
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(ROUNDS + 1):
        for name, play in ways.items():
            start = time.process_time()
            moves = play(number)
            if number:
                taken[name].append(moves / (time.process_time() - start))
    reference = median(taken.pop("chess"))
    limits = (1 / 80, 1 / 200, 1 / 30, 1 / 200, 1 / 60, 1 / 200, 1 / 120, 1 / 200)
    return [
        Figure(
            f"Self-play of {name}, against random plies of python-chess",
            median(rates),
            reference,
            "moves/s",
            median(rates) / reference,
            limit=limit,
            at_least=True,
            note="2 seats, dice, views, options, state",
        )
        for (name, rates), limit in zip(taken.items(), limits, strict=True)
    ]


def _moves(game: AnyGame, settings: Mapping[str, Any], player: Chooser, seed: int) -> int:
    match = course(game, opening(game, settings), player, random.Random(seed))
    return sum(moment.decision is not None for moment in match)


def _plies(number: int) -> int:
    chess_plies(PLIES)
    return PLIES


# --- Pace ---


class Waits(NamedTuple):
    """Of some matches: ``other`` counts the times that a match waits for a seat that is not on
    turn, ``changes`` those that it begins to wait for another seat than before."""

    other: int
    changes: int
    rounds: int


def waits(game: AnyGame, turn: Callable[[Any], int | None], settings: Mapping[str, Any]) -> Waits:
    """``turn`` tells from a view whose turn it is, ``None`` before the first."""
    computer, asked = by_computer(game), list[int]()
    other = changes = rounds = 0

    def choose(view: Any, decision: Decision, rng: random.Random) -> Any:
        nonlocal other
        other += turn(view) not in (None, decision.seat)
        asked.append(decision.seat)
        return computer(view, decision, rng)

    for seed in range(MATCHES):
        asked.clear()
        *_, last = course(game, opening(game, settings), choose, random.Random(seed))
        changes += 1 + sum(one != two for one, two in pairwise(asked))
        rounds += getattr(last.state.table, "round", 0)
    return Waits(other, changes, rounds)


def pace() -> list[Figure]:
    """Waiting for people not on turn: with standing orders, against a match that always asks."""

    def on_turn(view: Any) -> int | None:
        return view.table.turn.seat if view.table.round else None

    def active(view: Any) -> int | None:
        return view.table.active if view.table.phase == "turn" else None

    held, asked = (waits(SAILORS, on_turn, {**SHORT, **more}) for more in ({}, ASK))
    with_orders, without = (each.other / each.rounds for each in (held, asked))
    ratio = with_orders / without
    name = "Pace of {}: waits a round for a seat not on turn, {}"
    note = "computer players, 2 seats"
    sailors = name.format(
        "Astral Sailors", "with the standing orders that hold from the start, against always asking"
    )
    figures = [
        Figure(sailors, with_orders, without, "waits", ratio, limit=0.1, goal=0, note=note),
    ]
    for game, settings in ((CSW, CSW.meta.first_match), (GALAXY, {}), (GALAXY, RANKED)):
        found = waits(game, active, settings)
        a_round, match = found.other / found.rounds, found.changes / MATCHES
        told = f"{title(game)}{', ranked and placed in secret' if settings is RANKED else ''}"
        whole = name.format(told, "against all waits of a match")
        figures.append(Figure(whole, a_round, match, "waits", a_round / match, limit=0, note=note))
    return figures


def self_play() -> list[Figure]:
    """Speed: random plies of python-chess with all moves listed, the same as above: another
    game, and so only a measure of the machine. Pace of Astral Sailors: the same computer players
    with reactions that always ask: what people wait for without standing orders; of the other
    games, how often in a match another seat than before is waited for.
    """
    return [*speed(), *pace()]
