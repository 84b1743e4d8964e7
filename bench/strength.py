"""``python -m bench.strength [--matches N] [WORD ...]``: how well computer players play.

Plays what is missing of each row's matches, or of those whose names hold the words, in as many
processes as there are CPUs, and prints the rows. What has been played is kept in
``bench/strength.json``, so that a series can be broken off and gone on with; delete a row there
once its players have changed. ``python -m bench --write`` puts the rows into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from typing import Any, Literal, NamedTuple, TypeAlias

import chess

from bench.measure import Figure, figure
from games import all_games
from games.astralis.board import name as hex_name
from games.astralis.moves import Turn
from games.astralis.rules.turn import play, turns
from games.cli.selfplay import random_action
from games.colonial_space_wars.notation import OrderStep
from games.colonial_space_wars.rules import attacks, deployment
from games.colonial_space_wars.rules.armies import ChooseFaction, Ready
from games.colonial_space_wars.rules.movement import MoveTo, stops
from games.colonial_space_wars.rules.orders import Order
from games.colonial_space_wars.rules.turns import End
from games.colonial_space_wars.table import Table, Unit
from games.colonial_space_wars.table import other as csw_other
from games.core.computer import USUAL, Level
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log.position_files import usual_seats
from games.core.log.replay import Played, carry_out
from games.core.questions import sample
from games.core.types import Chance, Decision, Ending, Seated
from games.cosmic_conflict.meta import PRESETS
from games.cosmic_conflict.rules.orders.commands import Lock
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.rules import shooting
from games.galaxy_aflame.rules.armies import ChooseArmy
from games.galaxy_aflame.table import other as galaxy_other
from games.galaxy_aflame.view import Request

Chooser: TypeAlias = Callable[[Any, Decision, random.Random], Any]
"""The move of a player: from the view of a seat, and what it decides."""


def game_of(game_id: str) -> Any:
    return next(game for game in all_games() if game.meta.id == game_id)


ASTRALIS, SAILORS = game_of("astralis"), game_of("astral_sailors")
CSW, GALAXY = game_of("colonial_space_wars"), game_of("galaxy_aflame")
COSMIC = game_of("cosmic_conflict")
READY = {"scenery": "preset"}
"""Settings of Astral Sailors."""


def opening(game: AnyGame, settings: Mapping[str, Any]) -> Any:
    """The first state of a match with each player alone: of two, or as many as the settings say."""
    return game.setup(game.settings.model_validate(dict(settings)), usual_seats(game, settings))


def short_title(game: AnyGame) -> str:
    """The name, without what follows a colon."""
    return game.meta.title.partition(":")[0]


# --- Players, and matches between them ---


def by_chance(game: AnyGame) -> Chooser:
    return lambda view, decision, rng: sample(game.options(view, decision), rng)


def by_computer(game: AnyGame, level: Level = USUAL) -> Chooser:
    assert game.computer is not None
    return partial(game.computer.choose, level=level)


def by_suggestions(game: AnyGame) -> Chooser:
    """Takes the first suggestion each time; where there is none, does as an easy player."""
    computer = game.computer
    assert computer is not None

    def choose(view: Any, decision: Decision, rng: random.Random) -> Any:
        found = computer.suggest(view, decision)
        return found[0].moves[0] if found else computer.choose(view, decision, rng, "easy")

    return choose


class Moment(NamedTuple):
    """A state with the events that led to it, and what is decided next: ``None`` before dice and
    at the end."""

    state: Any
    events: tuple[Event, ...]
    decision: Decision | None


def course(game: AnyGame, state: Any, choose: Chooser, rng: random.Random) -> Iterator[Moment]:
    """A match from a state to its end. Standing orders are those that hold from the start."""
    events: tuple[Event, ...] = ()
    while not isinstance(pending := game.pending(state), Ending):
        if isinstance(pending, Chance):
            yield Moment(state, events, None)
            action = random_action(game, state, rng)
            assert action is not None
        else:
            decision = rng.choice([decision for decision in pending.open if decision.waits])
            yield Moment(state, events, decision)
            view = game.view(state, Seated(decision.seat))
            ordered = game.standing.answer(view, decision, ()) if game.standing else None
            move = ordered.move if ordered is not None else None
            if move is None:
                move = choose(view, decision, rng)
            action = Played(decision.seat, decision.key, move)
        step = carry_out(game, state, action)
        state, events = step.state, step.events
    yield Moment(state, events, None)


def duel(game: AnyGame, state: Any, players: Sequence[Chooser], rng: random.Random) -> Ending:
    """The end of a match; ``players`` are by seat."""

    def choose(view: Any, decision: Decision, rng: random.Random) -> Any:
        return players[decision.seat](view, decision, rng)

    *_, last = course(game, state, choose, rng)
    ending = game.pending(last.state)
    assert isinstance(ending, Ending)
    return ending


class Meetings(NamedTuple):
    """Matches in turn: with each of the settings, in each seat, with the forces of both sides."""

    game: AnyGame
    settings: Sequence[Mapping[str, Any]]
    forces: Sequence[str] = ("",)
    commanding: Callable[[str, Chooser], Chooser] = lambda _, player: player
    """Gives a force to a player."""

    def won(self, number: int, player: Chooser, rival: Chooser) -> bool:
        """Whether a player wins the match of a number against a rival."""
        cases = tuple(product(self.settings, (0, 1), self.forces, self.forces))
        settings, own, *forces = cases[number % len(cases)]
        pair = [self.commanding(*each) for each in zip(forces, (player, rival), strict=True)]
        players = pair if own == 0 else pair[::-1]
        state, rng = opening(self.game, settings), random.Random(number)
        return duel(self.game, state, players, rng).winners == (own,)


# --- Astralis: pairs of matches with exchanged sides and the same opening ---

RANDOM_PLIES = 2


def astralis_won(
    number: int, player: Chooser, rival: Chooser, settings: Mapping[str, Any] | None = None
) -> bool:
    """Both ships and two turns are at random."""
    start, chance = random.Random(number // 2), by_chance(ASTRALIS)

    def opened(_: str, choose: Chooser) -> Chooser:
        return lambda view, decision, rng: (
            chance(view, decision, start)
            if view.turn <= RANDOM_PLIES
            else choose(view, decision, rng)
        )

    return Meetings(ASTRALIS, (settings or {},), commanding=opened).won(number, player, rival)


def greedy(view: Any, decision: Decision, rng: random.Random) -> Any:
    """One that takes the largest gain at once, and flies anywhere where there is none."""
    if decision.kind != "turn":
        return by_chance(ASTRALIS)(view, decision, rng)
    board, at = view.board, view.position(view.to_move)

    def lead(turn: tuple[int, int | None]) -> tuple[int, float]:
        theirs, mine = view.points(play(board, at, *turn).position)
        return mine - theirs, rng.random()

    to, plant = max(turns(board, at), key=lead)
    return Turn(hex_name(at.ship), hex_name(to), None if plant is None else hex_name(plant))


# --- Astral Sailors ---

sailors_won = Meetings(SAILORS, (READY,)).won

# --- Colonial Space Wars ---


def _with_faction(faction: Any, player: Chooser) -> Chooser:
    def choose(view: Any, decision: Decision, rng: random.Random) -> Any:
        if decision.kind != "army":
            return player(view, decision, rng)
        sheet = view.sheets[decision.seat]
        return Ready() if sheet is not None and sheet.sword else ChooseFaction(faction)

    return choose


csw_won = Meetings(
    CSW,
    [{"board": each} for each in ("drill_field", "broken_march", "split_river")],
    ("union", "centauri"),
    _with_faction,
).won


def nearest(view: Any, decision: Decision, rng: random.Random) -> Any:
    """One that only attacks the nearest unit: each unit that can, from the cheapest square in
    range, with all points; then the others come as near to it as they can, leaders last."""
    table: Table = view.table
    if decision.kind == "deploy":
        missing = deployment.missing(table, decision.seat)
        return deployment.DeployAuto() if missing else deployment.DeployDone()
    if decision.kind != "turn":
        return by_computer(CSW)(view, decision, rng)
    ready = [
        unit
        for unit in table.on_board(decision.seat)
        if not unit.activated and table.cost(unit) <= table.pool
    ]
    ready.sort(key=lambda unit: table.kind(unit).leader)
    for steps in (_attack, _approach):
        for unit in ready:
            enemies = table.on_board(csw_other(unit.seat))
            target = min(enemies, key=lambda enemy: _distance(table, unit.at, enemy))
            if found := tuple(steps(table, unit, target)):
                return Order(unit.code, found)
    return End()


def _distance(table: Table, at: Any, enemy: Unit) -> int:
    assert enemy.at is not None
    return table.board.distance(at, enemy.at)


def _attack(table: Table, unit: Unit, target: Unit) -> Iterator[OrderStep]:
    if not attacks.points_against(table, unit, target):
        return
    for at in stops(table, unit, table.kind(unit).movement):
        if attacks.out_of_sight(table, unit, target, at) is None:
            if at != unit.at:
                yield MoveTo(at)
            yield attacks.DeclareAttack(target.code, None)
            return


def _approach(table: Table, unit: Unit, target: Unit) -> Iterator[OrderStep]:
    reached = stops(table, unit, table.kind(unit).movement)
    to = min(reached, key=lambda at: _distance(table, at, target))
    if to != unit.at:
        yield MoveTo(to)


# --- A Galaxy Aflame ---


def _with_army(army: Any, player: Chooser) -> Chooser:
    return lambda view, decision, rng: (
        ChooseArmy(army) if decision.kind == "army" else player(view, decision, rng)
    )


galaxy_won = Meetings(
    GALAXY,
    [{"layout": each} for each in ("open_basin", "ruined_quarter", "salt_trenches")],
    ("aquanaratta", "halcyon"),
    _with_army,
).won


def shooter(view: Any, decision: Decision, rng: random.Random) -> Any:
    """One that shoots at random whenever it can, and else moves at random."""
    table, seat = view.table, decision.seat
    shots = [
        move
        for unit in (table.on_table(seat) if decision.kind == "turn" else ())
        for target in table.on_table(galaxy_other(seat))
        if unit.at is not None and shooting.is_target(table, unit, target, unit.at)
        for move in (shooting.Shoot(unit.code, target.code, suppress) for suppress in (False, True))
        if NOTATION.refusal(Request(view, decision), move) is None
    ]
    return rng.choice(shots) if shots else by_chance(GALAXY)(view, decision, rng)


# --- Cosmic Conflict ---

SCENARIOS = [{"scenario": each} for each in ("contested_marks", "open")]
cosmic_won = Meetings(COSMIC, [PRESETS["standard"], PRESETS["quick"], *SCENARIOS]).won


def without_orders(view: Any, decision: Decision, rng: random.Random) -> Any:
    """A normal computer player whose ships all get Tokens."""
    if decision.kind == "orders":
        return Lock()
    return by_computer(COSMIC)(view, decision, rng)


# --- Self-play: how fast it goes, and for whom a match waits ---

ROUNDS, PLIES, PACED = 5, 600, 6
SHORT = {**READY, "round_limit": 4}
"""Matches of Astral Sailors whose speed and pace is measured."""


def self_play() -> list[Figure]:
    return [*_speed(), *_pace()]


def _speed() -> Iterator[Figure]:
    """Moves a second, against random plies of python-chess with all moves listed."""
    ways: dict[str, tuple[Callable[[int], int], float]] = {}
    for game, settings, limit in (
        *((SAILORS, SHORT, 1 / 80), (CSW, {}, 1 / 30), (GALAXY, {}, 1 / 60)),
        (COSMIC, {}, 1 / 120),
    ):
        for what, player, least in (
            ("random legal moves", by_chance(game), limit),
            ("computer players", by_computer(game), 1 / 200),
        ):
            play = partial(_count_moves, game, settings, player)
            ways[f"{short_title(game)}: {what}"] = play, least
    rates: dict[str, list[float]] = {name: [] for name in ("chess", *ways)}
    for number in range(ROUNDS + 1):
        for name, found in rates.items():
            start = time.process_time()
            moves = ways[name][0](number) if name in ways else play_chess(PLIES)
            found.append(moves / (time.process_time() - start))
    reference = median(rates["chess"][1:])
    for name, (_, least) in ways.items():
        title, who = name.split(": ")
        rate = median(rates[name][1:])
        yield figure("self-play", rate, reference, game=title, player=who, limit=least)


def play_chess(count: int) -> int:
    """Play random plies of python-chess with all legal moves listed; their number."""
    rng, board = random.Random(2), chess.Board()
    for _ in range(count):
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock > 100:
            board.reset()
            continue
        board.push(rng.choice(legal))
    return count


def _count_moves(game: AnyGame, settings: Mapping[str, Any], player: Chooser, seed: int) -> int:
    match = course(game, opening(game, settings), player, random.Random(seed))
    return sum(moment.decision is not None for moment in match)


def _count_waits(
    game: AnyGame, turn: Callable[[Any], int | None], settings: Mapping[str, Any]
) -> tuple[float, float]:
    """How often a match waits for a seat that is not on turn, a round; and how often, a match, it
    begins to wait for another seat than before.

    Args:
        turn: tells from a view whose turn it is, ``None`` before the first
    """
    computer, asked = by_computer(game), list[int]()
    other = changes = rounds = 0

    def choose(view: Any, decision: Decision, rng: random.Random) -> Any:
        nonlocal other
        other += turn(view) not in (None, decision.seat)
        asked.append(decision.seat)
        return computer(view, decision, rng)

    for seed in range(PACED):
        asked.clear()
        *_, last = course(game, opening(game, settings), choose, random.Random(seed))
        changes += 1 + sum(one != two for one, two in pairwise(asked))
        rounds += getattr(last.state.table, "round", 0)
    return other / rounds, changes / PACED


def _pace() -> Iterator[Figure]:
    """Waiting for people not on turn: with standing orders, against a match that always asks."""

    def on_turn(view: Any) -> int | None:
        return view.table.turn.seat if view.table.round else None

    def active(view: Any) -> int | None:
        return view.table.active if view.table.phase == "turn" else None

    held, asked = (
        _count_waits(SAILORS, on_turn, {**SHORT, **more})[0] for more in ({}, {"reactions": "ask"})
    )
    yield figure("pace-with-orders", held, asked)
    secret = {"muster": "ranked", "deploy_mode": "secret"}
    for game, settings, more in (
        *((CSW, CSW.meta.first_match, ""), (GALAXY, {}, "")),
        (GALAXY, secret, ", ranked and placed in secret"),
    ):
        title = f"{short_title(game)}{more}"
        yield figure("pace", *_count_waits(game, active, settings), game=title)


# --- The series ---

KEPT = Path(__file__).with_name("strength.json")
"""By row, how many of its first matches were won and played."""
FEW = 8
"""Matches of each row in ``make bench``."""


class Trial(NamedTuple):
    """``won`` tells whether a player wins the match of a number against a rival."""

    game: AnyGame
    won: Callable[[int, Chooser, Chooser], bool]
    note: str
    level: Level | Literal["suggestions"]
    rival: str
    by: Chooser
    limit: float
    goal: float | None = None
    matches: int = 100

    @property
    def name(self) -> str:
        one = f"{'an' if self.level == 'easy' else 'a'} {self.level} one"
        if self.level == "suggestions":
            one = "one that takes the first suggestion each time"
        title = short_title(self.game)
        return f"Computer player of {title}: matches won by {one} against {self.rival}"


OPENINGS = "hexhex8; pairs of matches with the sides exchanged, the ships and two turns at random"
CHANCE = "random legal moves"
_OF_ASTRALIS = partial(Trial, ASTRALIS, astralis_won, OPENINGS)
_OF_SAILORS = partial(
    Trial, SAILORS, sailors_won, "ready-made scenery, all other options as they are"
)
_OF_CSW = partial(Trial, CSW, csw_won, "boards, seats and the factions of both in turn")
_OF_GALAXY = partial(Trial, GALAXY, galaxy_won, "tables, seats and the armies of both in turn")
_OF_COSMIC = partial(
    Trial, COSMIC, cosmic_won, "both presets, the other scenarios and seats in turn"
)
TRIALS = (
    _OF_ASTRALIS("easy", CHANCE, by_chance(ASTRALIS), 0.8),
    _OF_ASTRALIS("suggestions", "an easy one", by_computer(ASTRALIS, "easy"), 0.7),
    _OF_ASTRALIS("normal", CHANCE, by_chance(ASTRALIS), 1.0),
    _OF_ASTRALIS("normal", "one that takes the largest gain at once", greedy, 0.8),
    _OF_ASTRALIS("normal", "an easy one", by_computer(ASTRALIS, "easy"), 0.85),
    _OF_ASTRALIS("hard", "a normal one", by_computer(ASTRALIS), 0.7),
    *(
        Trial(
            ASTRALIS,
            partial(astralis_won, settings={"variant": variant}),
            OPENINGS,
            "normal",
            f"{CHANCE} in the variant {variant}",
            by_chance(ASTRALIS),
            0.95,
        )
        for variant in ("simplified", "dice", "beeline", "dispersed_go")
    ),
    _OF_SAILORS("easy", CHANCE, by_chance(SAILORS), 0.8),
    _OF_SAILORS("suggestions", "an easy one", by_computer(SAILORS, "easy"), 0.7),
    _OF_SAILORS("normal", CHANCE, by_chance(SAILORS), 0.95, 0.99),
    _OF_SAILORS("normal", "an easy one", by_computer(SAILORS, "easy"), 0.7),
    _OF_CSW("easy", CHANCE, by_chance(CSW), 0.8),
    _OF_CSW("suggestions", "an easy one", by_computer(CSW, "easy"), 0.7),
    _OF_CSW("normal", CHANCE, by_chance(CSW), 0.95),
    _OF_CSW("normal", "one that only attacks the nearest unit", nearest, 0.6),
    _OF_CSW("hard", "a normal one", by_computer(CSW), 0.6, matches=30),
    _OF_GALAXY("easy", CHANCE, by_chance(GALAXY), 0.8),
    _OF_GALAXY("suggestions", "an easy one", by_computer(GALAXY, "easy"), 0.7),
    _OF_GALAXY("normal", "one that shoots at random whenever it can", shooter, 0.95, matches=120),
    _OF_GALAXY("hard", "a normal one", by_computer(GALAXY), 0.55, matches=96),
    _OF_COSMIC("suggestions", "an easy one", by_computer(COSMIC, "easy"), 0.7),
    _OF_COSMIC("normal", CHANCE, by_chance(COSMIC), 0.95),
    _OF_COSMIC("normal", "itself without Orders", without_orders, 0.6),
    _OF_COSMIC("hard", "a normal one", by_computer(COSMIC), 0.6),
    _OF_COSMIC("easy", CHANCE, by_chance(COSMIC), 0.8),
)


def strength() -> list[Figure]:
    """The first matches of each series."""
    tasks = [(number, match) for number in range(len(TRIALS)) for match in range(FEW)]
    won = Counter(number for number, was_won in _play_all(tasks) if was_won)
    return [_figure(trial, won[number], FEW, None) for number, trial in enumerate(TRIALS)]


def series() -> list[Figure]:
    """The whole series, as far as they have been played."""
    kept = _load()
    return [_figure(each, *kept[each.name], each.limit) for each in TRIALS if each.name in kept]


def _figure(trial: Trial, won: int, played: int, limit: float | None) -> Figure:
    goal = limit and trial.goal
    return Figure(
        trial.name, won, played, "matches", limit, goal=goal, at_least=True, note=trial.note
    )


def _load() -> dict[str, tuple[int, int]]:
    """The matches won and played, by the name of the row."""
    found = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return {name: (won, played) for name, (won, played) in found.items()}


def _play_all(tasks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, bool]]:
    """Play matches, each by the numbers of its trial and its own; in order, whether they were
    won."""
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        yield from pool.imap(_play, tasks)


def _play(task: tuple[int, int]) -> tuple[int, bool]:
    number, match = task
    trial = TRIALS[number]
    level = trial.level
    player = by_suggestions if level == "suggestions" else partial(by_computer, level=level)
    return number, trial.won(match, player(trial.game), trial.by)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--matches", type=int, help="of each row at most, rather than all")
    parser.add_argument("words", nargs="*", metavar="WORD", help="words of the rows to play")
    wanted, kept = parser.parse_args(), _load()
    tasks = [
        (number, match)
        for number, trial in enumerate(TRIALS)
        if all(word.casefold() in trial.name.casefold() for word in wanted.words)
        for match in range(kept.get(trial.name, (0, 0))[1], wanted.matches or trial.matches)
    ]
    for number, was_won in _play_all(tasks):
        won, played = kept.get(TRIALS[number].name, (0, 0))
        kept[TRIALS[number].name] = won + was_won, played + 1
        KEPT.write_text(f"{json.dumps(kept, indent=1)}\n", encoding="utf-8")
    for kept_row in series():
        print(f"{kept_row.name}: {kept_row.ours} of {kept_row.reference} ({kept_row.note})")


if __name__ == "__main__":
    main()
