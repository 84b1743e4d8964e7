"""Squares that are suggested, and what is drawn under a question."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bench.games.astral_sailors import crowded_table
from games.astral_sailors.board import line_of_sight, paths, terrain, zones
from games.astral_sailors.computer import COMPUTER
from games.astral_sailors.options import options_for, suggestions
from games.astral_sailors.rules.combat import aiming
from games.astral_sailors.rules.turns.activation import Run
from games.astral_sailors.table import Table, Turn
from games.astral_sailors.words import considerations
from games.core.geometry.squares import Base, Facing, Square
from games.core.overlay import Marker, Region
from games.core.questions import Choice, Question, marked_label
from tests.games.astral_sailors.asked_of import decision, question, seen, turn_of
from tests.games.astral_sailors.positions import piece, table, unit

Advice = dict[str, str]


def of_move(of: Table, code: str = "R1", points: int = 2) -> Advice:
    found = paths.moves(of, of.units[code])
    return {str(at): said for at, said, _ in suggestions.of_move(of, of.units[code], found, points)}


def suggested(of: Table, *path: str, kind: str = "activate") -> tuple[Choice, ...]:
    return question(options_for(seen(of), decision(kind)), *path).suggest()


# --- Moving ---


def test_a_square_from_which_a_shot_hurts_is_suggested_with_its_chance() -> None:
    of = table([unit("R1", "EX3", "C3"), unit("B1", "GU3", "C16")])
    (at,) = (at for at, said in of_move(of).items() if said.startswith("shoots B1: "))
    there = moved(of, "R1", at)
    assert "B1" in {each.code for each in aiming.in_reach(there, there.units["R1"], "shoot")}
    sight = line_of_sight.look(there, there.units["R1"], there.units["B1"])
    said = considerations.shot(there, there.units["R1"], there.units["B1"], sight, 2)
    assert of_move(of)[at].startswith(f"shoots B1: {said.partition(' · ')[0]}")


def test_cover_is_told_once_of_a_place_for_two_shots() -> None:
    ideas = [
        ("shoots B1: 67% to kill, itself in half cover", "B1 67%", (Square(2, 2),)),
        ("shoots B2: 25% to kill, itself in half cover", "B2 25%", (Square(2, 2),)),
    ]
    assert list(suggestions.joined(ideas)) == [
        (
            Square(2, 2),
            "shoots B1: 67% to kill, shoots B2: 25% to kill, itself in half cover",
            "B1 67%",
        )
    ]


def moved(of: Table, code: str, to: str) -> Table:
    path = next(path for at, path in paths.moves(of, of.units[code]).items() if str(at) == to)
    return of.put(considerations.at_end(of.units[code], path))


def test_nothing_is_shot_or_struck_without_a_point_left_for_it() -> None:
    of = table([unit("R1", "EX3", "C3"), unit("B1", "GU3", "F3")])
    words = " ".join(of_move(of).values())
    assert "shoots" in words or "strikes" in words
    left = " ".join(of_move(of, points=1).values())
    assert "shoots" not in left
    assert "strikes" not in left


def test_a_square_behind_an_enemy_is_said_to_be_so() -> None:
    of = table([unit("R1", "EX5", "F3"), unit("B1", "GU3", "F6", Facing.S)])
    (at,) = (at for at, said in of_move(of).items() if "behind B1, strikes it" in said)
    there = moved(of, "R1", at)
    assert terrain.in_rear(there, there.units["B1"], there.base(there.units["R1"]))


def test_who_is_suggested_a_hidden_square_is_seen_by_nobody_who_shoots() -> None:
    units = [unit("R1", "CV1", "F6"), unit("B1", "GU3", "F16"), unit("B2", "GU3", "A16")]
    of = table(units, [piece("WA", "E8")])
    hidden = [at for at, said in of_move(of).items() if "out of sight of all who shoot" in said]
    assert hidden
    there = moved(of, "R1", hidden[0])
    for enemy in ("B1", "B2"):
        seen_by = line_of_sight.look(there, there.units[enemy], there.units["R1"])
        assert seen_by.result == "blocked"


@pytest.mark.rules("ASCW-100")
def test_no_square_is_suggested_whose_way_leads_through_danger() -> None:
    of = table([unit("R1", "EX3", "C5"), unit("B1", "GU3", "P16")], [piece("MI", "D4")])
    found = paths.moves(of, of.units["R1"])
    dangerous = [at for at in found if paths.crossed(of, of.units["R1"], found[at], leap=False)]
    assert dangerous
    assert not {str(at) for at in dangerous} & set(of_move(of))


@pytest.mark.rules("ASCW-124")
def test_a_captor_is_led_home_and_not_to_fight() -> None:
    captive = unit("B1", "GU1", "", held_by="R1", place="captive")
    of = table([unit("R1", "EX3", "C9", holds="B1"), captive, unit("B2", "GU3", "F9")])
    words = of_move(of)
    (home,) = (at for at, said in words.items() if "delivers B1" in said or "your zone" in said)
    zone = zones.zone(of, 0)
    gap = min(Base(*at_of(home)).gap(Base(*square)) for square in zone)
    assert gap == min(
        Base(*at).gap(Base(*square)) for at in paths.moves(of, of.units["R1"]) for square in zone
    )
    assert "shoots" not in " ".join(words.values())


def at_of(name: str) -> Square:
    return Square(ord(name[0]) - ord("A"), int(name[1:]) - 1)


@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_suggested_in_a_random_battle_is_legal_and_comes_first(seed: int) -> None:
    of = crowded_table(Random(seed), units=16, pieces=10, teams=(1, 1))
    of = replace(of, turn=replace(of.turn, quota=9))
    options = turn_of(of)
    moving = [each for each in of.of(0) if each.on_board and len(paths.moves(of, each))]
    for each in moving:
        found = question(options, each.code, "move")
        first = found.suggest()
        assert 1 <= len(first) <= suggestions.MOST
        shown = found.advised().choices
        assert shown[: len(first)] == first
        assert len({choice.key for choice in shown}) == len(shown)
        for choice in first:
            move = options.question((each.code, "move", choice.key))
            assert not isinstance(move, Question)
            assert options.contains(move)
            assert choice.reason


# --- Coming into play ---


def test_a_fighter_is_deployed_to_the_front_and_a_civilian_to_the_back() -> None:
    of = replace(table([unit("R1", "EX3", ""), unit("R2", "CV1", "")]), phase="deployment")
    front = {each.key: each.reason for each in suggested(of, "R1", kind="deploy")}
    back = {each.key: each.reason for each in suggested(of, "R2", kind="deploy")}
    assert [at for at, said in front.items() if "farthest ahead" in said] == ["H6"]
    assert [at for at, said in back.items() if "in the middle of your side" in said] == ["H1"]


def test_scenery_is_suggested_for_quadrants_with_few_pieces() -> None:
    of = table([], [piece("WA", "C3")])
    of = replace(of, phase="scenery", round=0, turn=Turn((0, 1) * 5, at=0))
    said = [each.reason for each in suggested(of, "CR", kind="scenery")]
    assert any("Q2-1 has no piece so far" in each for each in said)
    assert "Q1-1 has 1 piece so far" in said[-1]


# --- Sketches ---


def test_the_sketch_of_a_move_hatches_the_reach_and_numbers_what_is_suggested() -> None:
    of = table([unit("R1", "EX3", "C3"), unit("B1", "GU3", "H9")])
    shown = question(turn_of(of), "R1", "move").advised()
    parts = shown.sketch().parts
    (reach,) = (part for part in parts if isinstance(part, Region) and part.hatched)
    assert reach.places == {Base(*at) for at in paths.moves(of, of.units["R1"])}
    markers = [part for part in parts if isinstance(part, Marker)]
    assert [str(each.place.anchor) for each in markers] == [
        choice.key for choice in shown.choices if choice.reason
    ]
    assert [each.number for each in markers] == [*range(1, len(markers) + 1)]
    around = [part.places for part in parts if isinstance(part, Region) and not part.hatched]
    assert around == [{Base(2, 2)}]
    assert shown.sketch().focus[-1] == Base(2, 2)


def test_the_chance_of_a_suggested_charge_is_that_at_its_end() -> None:
    of = table([unit("R1", "CV1", "I1"), replace(unit("B1", "CV1", "J10"), facing=Facing.NE)])
    first, *_ = COMPUTER.suggest(seen(of), decision("activate"))
    (charge,) = first.moves
    assert isinstance(charge, Run)
    path = charge.way(of, of.units["R1"])
    chance = considerations.charge(of, of.units["R1"], of.units["B1"], path)
    assert (first.label, chance.partition(" to ")[0]) == ("R1 charges B1", "42%")
    assert (first.reason, first.mark) == (f"{chance} with 1 die after 8 squares", "B1 42%")


def test_a_suggested_shot_that_kills_says_so() -> None:
    of = table([unit("R1", "EX3", "C3"), unit("B1", "GU3", "J3")])
    first, *_ = COMPUTER.suggest(seen(of), decision("activate"))
    assert first.reason.startswith("55% to kill with ")


def test_a_whole_reinforcement_is_suggested_while_the_pool_pays_for_it() -> None:
    reserve = [unit("R1", "EX3", "C3"), unit("R2", "CV1", ""), unit("B1", "GU1", "J9")]
    of = replace(table(reserve), phase="reinforcement")
    rich, poor = (
        replace(of, players=(replace(of.players[0], pool=pool), *of.players[1:]))
        for pool in (20, 0)
    )
    (first,) = COMPUTER.suggest(seen(rich), decision("reinforce"))
    assert options_for(seen(rich), decision("reinforce")).contains(first.moves[0])
    assert first.label.startswith("R2 Labourer to ")
    assert first.reason.startswith("far from the enemies, for ")
    (last,) = COMPUTER.suggest(seen(poor), decision("reinforce"))
    assert last.label == "Bring no more units"


def test_the_sketch_of_a_shot_marks_the_targets_with_their_chances() -> None:
    of = table([unit("R1", "EX3", "C3"), unit("B1", "GU3", "J3"), unit("B2", "GU1", "J9")])
    parts = question(turn_of(of), "R1", "shoot").sketch().parts
    markers = {part.place: part.label for part in parts if isinstance(part, Marker)}
    assert markers[Base(9, 2)] == "55% to kill"
    assert set(markers) == {Base(9, 2), Base(9, 8)}


def test_targets_come_in_the_order_of_the_chances_to_kill_and_to_wound_them() -> None:
    of = table([unit("R1", "EX3", "C3"), unit("B1", "GU1", "J9"), unit("B2", "GU3", "J3")])
    shown = question(turn_of(of), "R1", "shoot")
    assert [each.key for each in shown.choices] == ["B1", "B2"]
    assert [marked_label(each) for each in shown.advised().choices] == [
        "B2 Line Conscript, J3, 2 AP · 55% to kill",
        "B1 Legate, J9, 2 AP · 36% to wound",
    ]


def test_the_sketch_of_a_deployment_shows_the_zone() -> None:
    of = replace(table([unit("R1", "EX3", "")]), phase="deployment")
    options = options_for(seen(of), decision("deploy"))
    for path in ((), ("R1",)):
        areas = [
            part for part in question(options, *path).sketch().parts if isinstance(part, Region)
        ]
        outline = next(each for each in areas if not each.hatched)
        assert outline.places == {Base(*at) for at in zones.zone(of, 0)}


def test_the_sketch_of_a_facing_marks_the_squares_around_the_unit() -> None:
    of = table([unit("R1", "EX1", "A1"), unit("R2", "EX3", "C4"), unit("B1", "GU1", "P16")])
    shown = question(turn_of(of), "R2", "turn")
    assert [(each.key, str(each.at.anchor)) for each in shown.choices[:2]] == [
        ("NE", "D3"),
        ("E", "D4"),
    ]
    corner = question(turn_of(of), "R1", "turn")
    assert [each.key for each in corner.choices if each.at is not None] == ["E", "SE", "S"]
