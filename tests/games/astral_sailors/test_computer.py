"""The computer player: legal in every decision, for any number of players and all options, quick,
and better than chance."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.computer import COMPUTER
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.setup import armies, deployment
from games.astral_sailors.rules.setup.armies import Enlist
from games.astral_sailors.rules.setup.muster import Lock
from games.astral_sailors.rules.turns.activation import (
    Capture,
    Jump,
    March,
    Melee,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.secrets import Draft
from games.astral_sailors.state import State
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.computer import Level, Suggestion
from games.core.geometry.squares import Base, Facing, ahead
from games.core.log.replay import Played, Thrown, carry_out
from games.core.questions import sample
from games.core.types import Chance, Decision, Decisions, Ending, Seat, Seated, Seats
from tests.games.astral_sailors import positions
from tests.games.kit import roll

GAME = AstralSailors()
LONGEST = 6000
DUELS, WON = 10, 9
SEEN = 20
"""After so many decisions of a kind only one in ten is looked at."""


@dataclass
class Table:
    """A match in play: some seats by the computer player, the others by chance."""

    state: State
    computers: Collection[int]
    rng: random.Random
    kinds: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(
        cls, teams: tuple[int, ...], computers: Collection[int], seed: int, **options: Any
    ) -> Table:
        settings = Agreement.model_validate(options)
        return cls(GAME.setup(settings, Seats(teams)), computers, random.Random(seed))

    def play(self) -> Ending:
        for _ in range(LONGEST):
            pending = GAME.pending(self.state)
            match pending:
                case Ending():
                    return pending
                case Chance():
                    self.state = carry_out(GAME, self.state, Thrown(roll(pending, self.rng))).state
                case Decisions():
                    self.answer(pending)
        raise AssertionError("the match does not end")

    def decisions(self, *phases: str) -> Decisions:
        """Plays on until something is to be decided in one of these phases."""
        for _ in range(LONGEST):
            pending = GAME.pending(self.state)
            assert not isinstance(pending, Ending)
            if isinstance(pending, Chance):
                self.state = carry_out(GAME, self.state, Thrown(roll(pending, self.rng))).state
            elif self.state.table.phase in phases:
                return pending
            else:
                self.answer(pending)
        raise AssertionError(f"the match does not come to {phases}")

    def answer(self, pending: Decisions) -> None:
        """An offer that a computer player takes up, or one of the answers that are waited for."""
        for decision in pending.open:
            if not decision.waits and self.chosen(decision):
                return
        awaited = [decision for decision in pending.open if decision.waits]
        decision = self.rng.choice(awaited)
        if decision.seat not in self.computers:
            options = GAME.options(GAME.view(self.state, Seated(decision.seat)), decision)
            move = sample(options, self.rng)
            self.state = carry_out(
                GAME, self.state, Played(decision.seat, decision.key, move)
            ).state
        else:
            assert self.chosen(decision), f"no answer to {decision.key}"

    def chosen(self, decision: Decision) -> bool:
        """Whether a computer player has answered; ``carry_out`` refuses what is not legal."""
        if decision.seat not in self.computers:
            return False
        view = GAME.view(self.state, Seated(decision.seat))
        move = COMPUTER.choose(view, decision, self.rng)
        if move is None:
            return False
        self.kinds[decision.kind] += 1
        self.state = carry_out(GAME, self.state, Played(decision.seat, decision.key, move)).state
        return True


def duel(seed: int) -> bool:
    """Whether the computer player wins against chance, in turn as first and as second."""
    own = seed % 2
    ending = Table.of((0, 1), {own}, seed, scenery="preset").play()
    return [int(seat) for seat in ending.winners] == [own]


def test_the_computer_player_beats_chance() -> None:
    with multiprocessing.get_context("spawn").Pool(min(4, os.cpu_count() or 1)) as pool:
        assert sum(pool.imap_unordered(duel, range(DUELS))) >= WON


EVERYBODY: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "all questions": ((0, 1), {"reactions": "ask", "open_armies": False}),
    "three, carried AP": ((0, 1, 2), {"saved_ap": "carry", "commanders": 2, "scenery": "preset"}),
    "four in pairs": ((0, 0, 1, 1), {"bellicose_public": False, "reroll_uses": "single"}),
    "five, closed armies": ((0, 1, 1, 2, 3), {"open_armies": False, "scenery": "preset"}),
    "six, strips": ((0, 0, 0, 1, 1, 1), {"zones": "strips", "shoot_arc": "front"}),
    "seven, an empty board": ((0, 1, 2, 3, 4, 5, 5), {"scenery": "gm", "aura_scope": "shared"}),
    "eight, big armies": ((0, 1, 2, 3, 4, 5, 6, 7), {"army_size": 150, "scenery": "preset"}),
}


@pytest.mark.parametrize("name", EVERYBODY)
def test_computer_players_alone_come_to_an_end_by_legal_moves(name: str) -> None:
    teams, options = EVERYBODY[name]
    rounds = 3 if len(teams) < 5 else 2
    table = Table.of(teams, range(len(teams)), len(name), round_limit=rounds, **options)
    ending = table.play()
    assert ending.rule in GAME.rulebook.by_id
    assert table.kinds["activate"] > 3 * len(teams)


def test_no_kind_of_decision_is_strange_to_it() -> None:
    """Whatever chance has brought about, a computer player can go on from there."""
    met: Counter[str] = Counter()
    for seed, teams in enumerate(((0, 1), (0, 1, 2), (0, 0, 1, 1))):
        table = Table.of(
            teams, (), seed + 20, round_limit=2, open_armies=seed == 1, reactions="ask"
        )
        while not isinstance(pending := GAME.pending(table.state), Ending):
            if isinstance(pending, Chance):
                table.state = carry_out(GAME, table.state, Thrown(roll(pending, table.rng))).state
                continue
            for decision in pending.open:
                if met[decision.kind] > SEEN and table.rng.random() < 0.9:
                    continue
                view = GAME.view(table.state, Seated(decision.seat))
                move = COMPUTER.choose(view, decision, table.rng)
                assert move is not None or not decision.waits
                if move is not None:
                    assert GAME.options(view, decision).refusal(move) is None
                    met[decision.kind] += 1
            table.answer(pending)
    wanted = {"bellicose", "army", "scenery", "deploy", "activate", "reinforce", "pay", "reroll"}
    assert wanted <= set(met)


def first_move(
    level: Level, *units: Unit, objective: int = 6, seed: int = 1, **options: Any
) -> Move | None:
    """What Red does first in its turn."""
    of = positions.table(units, **options)
    state = positions.state(of, (objective, 6), {0: 1})
    view, pending = GAME.view(state, Seated(Seat(0))), GAME.pending(state)
    assert isinstance(pending, Decisions)
    turn = next(each for each in pending.open if each.waits)
    return COMPUTER.choose(view, turn, random.Random(seed), level)


@pytest.mark.rules("ASCW-142")
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_splits_an_attack_that_one_target_does_not_need(level: Level) -> None:
    """Scourge Team: three dice, range 4; two Labourers side by side are worth more than one."""
    move = first_move(
        level,
        positions.unit("R1", "GU6", "H6"),
        positions.unit("B1", "CV1", "H8"),
        positions.unit("B2", "CV1", "I8"),
    )
    assert isinstance(move, Shoot)
    assert {aim.target for aim in move.aims} == {"B1", "B2"}


@pytest.mark.rules("ASCW-142")
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_splits_blows_as_it_splits_shots(level: Level) -> None:
    cutter = positions.kind("XX1", "Split attacks", shots=0, blows=2, blow_damage=1)
    move = first_move(
        level,
        positions.unit("R1", "XX1", "H8", ap=1),
        positions.unit("B1", "CV1", "G7"),
        positions.unit("B2", "CV1", "H7"),
        kinds=[cutter],
    )
    assert move == Melee("R1", (Aim("B1", 1), Aim("B2", 1)))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_turns_to_what_may_come_from_behind(level: Level) -> None:
    rooted = positions.kind("XX1", shots=0, movement=0)
    unit = positions.unit("R1", "XX1", "H8", Facing.N, ap=1)
    move = first_move(level, unit, positions.unit("B1", "GU4", "H12"), kinds=[rooted])
    assert isinstance(move, TurnTo)
    assert ahead(Base(unit.c, unit.r), move.facing, Base(7, 11).middle) >= 0


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_jumps_over_what_stands_in_its_way(level: Level) -> None:
    """A Skyjumper behind a high wall: Jump 5/2."""
    move = first_move(
        level,
        positions.unit("R1", "EX5", "H9", ap=1),
        positions.unit("B1", "CV1", "H2"),
        pieces=[positions.piece("WA", "G8")],
    )
    assert move == Jump("R1", Facing.N, 5)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_its_commander_charges_only_where_nobody_waits_for_it(level: Level) -> None:
    """Three Acolytes and a Void Hound near a Labourer: a Commander does not go there."""
    marshal = positions.unit("R1", "EX1", "H3", Facing.S, ap=3)
    bait = positions.unit("B1", "CV1", "H14")
    guards = [
        positions.unit(code, kind, at)
        for code, kind, at in (
            ("B2", "GU7", "F14"),
            ("B3", "GU7", "J14"),
            ("B4", "GU7", "H16"),
            ("B5", "MC2", "G16"),
        )
    ]
    assert first_move(level, marshal, bait, objective=1) == Run("R1", Facing.S, 10, "B1")
    assert not isinstance(first_move(level, marshal, bait, *guards, objective=1), Run)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_brings_an_enemy_commander_no_points_by_crowding_it(level: Level) -> None:
    """5 a round for a unit within 2 squares. Nobody gets behind the second one, so that it cannot
    be captured there."""
    shooter, marshal = positions.unit("R1", "EX3", "H4"), positions.unit("B1", "EX1", "H2")
    assert isinstance(first_move(level, shooter, marshal, objective=1), March | Run)
    shooter, prey = positions.unit("R1", "EX3", "H3"), positions.unit("B1", "EX1", "H1", lost=1)
    assert isinstance(first_move(level, shooter, prey, objective=3), March | Run)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_captor_goes_to_the_back_of_a_wounded_commander(level: Level) -> None:
    captor, prey = positions.unit("R1", "EX3", "H6"), positions.unit("B1", "EX1", "H2", lost=1)
    move = first_move(level, captor, prey, objective=3)
    assert isinstance(move, March)
    assert move.to.r == 2


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_does_not_poison_whom_it_wants_alive(level: Level) -> None:
    units = positions.unit("R1", "XX1", "H8"), positions.unit("B1", "EX1", "H2")
    for specials, shoots in (((), True), (("Venomous 1",), False)):
        rooted = positions.kind("XX1", *specials, shots=2, movement=0)
        move = first_move(level, *units, objective=3, kinds=[rooted])
        assert isinstance(move, Shoot) is shoots


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_closes_the_border_of_what_it_occupies_and_opens_it_to_whom_it_hunts(
    level: Level,
) -> None:
    """Nobody enters within 2 squares of an enemy, and in the own zone if there is no friend. Only
    Manpower needs those who come back."""
    inside, outside = positions.unit("R1", "EX3", "D4"), positions.unit("R1", "EX3", "D16")
    assert isinstance(first_move(level, inside, objective=5), March | Run)
    assert isinstance(first_move(level, outside, objective=6), March | Run)
    for unit in (inside, outside):
        assert not isinstance(first_move(level, unit, objective=1), March | Run)


def test_a_unit_on_dangerous_ground_goes_on() -> None:
    """It is struck there whether it leaves or stays."""
    mines = [positions.piece("MI", "H8")]
    runner = positions.unit("R1", "GU4", "I8")
    move = first_move("normal", runner, positions.unit("B1", "EX1", "I16"), pieces=mines)
    assert isinstance(move, March | Run)


@pytest.mark.rules("ASCW-128")
def test_the_last_enemies_are_left_to_a_commander_that_wants_its_promotion() -> None:
    shooter, prey = positions.unit("R2", "EX3", "H8"), positions.unit("B2", "EX3", "H11")
    marshal = positions.unit("R1", "EX1", "A1", activated=1, ap=0)
    assert not isinstance(first_move("normal", marshal, shooter, prey, objective=4), Shoot)
    assert first_move("normal", marshal, shooter, prey, objective=1) == Shoot("R2", (Aim("B2", 2),))


@pytest.mark.rules("ASCW-135")
@pytest.mark.parametrize(("objective", "goes"), [(0, True), (1, False)])
def test_an_easy_commander_goes_to_the_enemy_for_bellicose_hedonists_alone(
    objective: int, goes: bool
) -> None:
    marshal = positions.unit("R1", "EX1", "H3", Facing.S, ap=3)
    bait = positions.unit("B1", "CV1", "H14")
    assert isinstance(first_move("easy", marshal, bait, objective=objective), Run) is goes


@pytest.mark.rules("ASCW-122")
def test_an_easy_player_captures_whom_it_hunts() -> None:
    """It overlooks more than half of what it could do, but knows what it is after."""
    captor = positions.unit("R1", "EX3", "H7")
    prey = positions.unit("B1", "GU2", "H8", Facing.S, lost=1)
    moves = [first_move("easy", captor, prey, objective=3, seed=seed) for seed in range(20)]
    assert moves.count(Capture("R1", "B1")) >= 5


@pytest.mark.parametrize("size", [100, 150, 200])
def test_a_hard_player_builds_a_legal_army_for_nearly_all_points(size: int) -> None:
    state = GAME.setup(Agreement.model_validate({"army_size": size}), Seats((0, 1)))
    view = GAME.view(state, Seated(Seat(0)))
    units: list[str] = []
    army = Decision(Seat(0), "army", 0)
    while not isinstance(
        move := COMPUTER.choose(_drafting(view, units), army, random.Random(1), "hard"), Lock
    ):
        assert isinstance(move, Enlist)
        units += [move.kind] * move.count
    table = view.table
    assert armies.fault(table.agreement, table.catalogue, units) is None
    assert armies.price(table.catalogue, units) > size - 3


def _drafting(view: SailorsView, units: Sequence[str]) -> SailorsView:
    return replace(view, sheets=(Draft(tuple(units)), None))


@pytest.mark.rules("ASCW-36")
def test_it_deploys_more_than_the_bot_would() -> None:
    table = Table.of((0, 1), {0, 1}, 3, scenery="preset", round_limit=1)
    table.decisions("activation")
    assert all(deployment.spent(table.state.table, seat) >= 43 for seat in (0, 1))


def test_it_leaves_talk_to_people() -> None:
    table = Table.of((0, 1), {0, 1}, 3)
    talks = [each for each in table.decisions("muster").open if each.kind == "talk"]
    assert len(talks) == 2
    for decision in talks:
        view = GAME.view(table.state, Seated(decision.seat))
        assert COMPUTER.choose(view, decision, table.rng) is None


def test_a_way_is_suggested_with_the_attack_at_its_end() -> None:
    """Its range ends short of the target."""
    gunner = positions.kind("XX1", shots=3, blows=0, range=[1, 6], movement=4)
    others = (
        positions.unit("R2", "EX1", "A1", Facing.S),
        positions.unit("B1", "CV1", "H13"),
        positions.unit("B2", "EX1", "P16"),
    )

    def first(points: int) -> Suggestion[Move]:
        unit = positions.unit("R1", "XX1", "H3", Facing.S, ap=points)
        state = positions.state(positions.table((unit, *others), kinds=[gunner]), (2, 2))
        view, pending = GAME.view(state, Seated(Seat(0))), GAME.pending(state)
        assert isinstance(pending, Decisions)
        turn = next(each for each in pending.open if each.waits)
        found = COMPUTER.suggest(view, turn)
        return next(each for each in found if each.key == "R1")

    way, shot = first(2).moves
    assert isinstance(way, March | Run)
    assert isinstance(shot, Shoot)
    target = shot.aims[0].target
    assert first(2).label.endswith(f", shoots {target}")
    assert first(2).mark.startswith(f"{target} ")
    assert len(first(1).moves) == 1
