"""The tree of questions: what is offered, and that nothing else is allowed."""

from __future__ import annotations

import pytest

from games.astral_sailors.agenda import NOTATION
from games.astral_sailors.notation import Aim
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.combat.answering import Reroll
from games.astral_sailors.rules.setup.armies import Enlist
from games.astral_sailors.rules.setup.scenery import PlacePiece
from games.astral_sailors.rules.turns.activation import Capture, Hold, March, Run, Shoot
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
from games.core.geometry.squares import Facing, Square
from games.core.questions import complete, path_of, typed_key
from games.core.types import Forbidden
from tests.games.astral_sailors.asked_of import (
    attacked,
    choice,
    decision,
    keys,
    question,
    seen,
    turn_of,
)
from tests.games.astral_sailors.positions import piece, table, unit

TURN = decision("activate")


def skirmish(**values: object) -> Table:
    """Red's turn: a trooper, a Commander and a jumper against two enemies, a wall between."""
    units = [
        unit("R1", "EX1", "D9", ap=3),
        unit("R2", "EX3", "F6", Facing.S),
        unit("R3", "EX5", "D8"),
        unit("B1", "GU2", "F7", Facing.S, ap=3),
        unit("B2", "GU3", "K6"),
    ]
    return table(units, [piece("WA", "H5"), piece("MU", "B10")], **values)  # type: ignore[arg-type]


# --- The activation turn ---


def test_first_the_unit_is_asked_then_its_action() -> None:
    options = turn_of(skirmish())
    assert question(options).prompt == "Which unit acts?"
    assert keys(options) == ["R1", "R2", "R3", "done"]
    first = choice(options, "R2")
    assert first.label == "R2 Contract Trooper, F6, 2 AP"
    assert first.detail == "RE 1 of 1, faces south"
    assert keys(options, "R2") == ["move", "run", "turn", "shoot", "melee", "hold"]
    assert "jump" in keys(options, "R3")


def test_many_squares_are_asked_by_column_first() -> None:
    options = turn_of(skirmish())
    columns = question(options, "R2", "move")
    assert columns.prompt == "Where does R2 move? Pick a column first."
    assert columns.choices[0].text == f"R2 MOVE {columns.choices[0].key}"
    inside = question(options, "R2", "move", "E")
    assert all(each.key.startswith("E") and each.final for each in inside.choices)
    assert len(question(turn_of(skirmish(), 0), "R2", "move").choices) <= 25


def test_the_facing_and_the_cost_of_a_move_stand_in_its_detail() -> None:
    options = turn_of(skirmish())
    detail = choice(options, "R1", "move", "B", "B10").detail
    assert detail == "faces south-west, cost 3, through mud"


def test_more_units_than_a_select_shows_come_in_groups() -> None:
    crowd = [
        unit(f"R{n}", "EX3", f"{'ABCDEFGHIJ'[n % 10]}{1 + 2 * (n // 10)}") for n in range(1, 31)
    ]
    of = table([*crowd, unit("B1", "GU2", "P16")])
    options = turn_of(of)
    assert keys(options) == ["g0", "g1", "done"]
    assert choice(options, "g0").label == "R1 to R23"
    assert keys(options, "g1")[0] == "R24"
    typed = March("R30", Square(0, 7), (Facing.S,))
    path = path_of(options, typed, NOTATION.write(typed))
    assert options.question(path) == typed


@pytest.mark.rules("ASCW-D12")
def test_a_path_can_be_typed_though_no_choice_offers_it() -> None:
    options = turn_of(skirmish())
    move = March("R2", Square(3, 6), (Facing.SW, Facing.W))
    assert options.contains(move)
    assert move not in list(options)
    path = path_of(options, move, NOTATION.write(move))
    assert path == ("_R2_MOVE_D7_VIA_SW_W",)
    assert options.question(path) == move
    with pytest.raises(Forbidden):
        options.question((typed_key("R2 MOVE F7 VIA S"),))  # B1 stands there


@pytest.mark.parametrize(
    "text",
    [f"R123 MOVE AF32 VIA{' SW' * 12}", f"DONE HOLD{' R12' * 12}"],
    ids=["twelve steps", "twelve units"],
)
def test_what_is_typed_in_a_large_battle_fits_into_a_button(text: str) -> None:
    """No unit has more movement than 12; ever more units to hold are played by the command."""
    assert len(typed_key(text)) <= 60


@pytest.mark.rules("ASCW-74", "ASCW-75", "ASCW-D19")
def test_a_run_into_contact_has_to_name_its_target() -> None:
    units = [
        unit("R1", "EX3", "C5"),
        unit("B1", "GU3", "H4"),
        unit("B2", "GU3", "H6"),
        unit("B3", "GU3", "C12"),
    ]
    of = table(units)
    options = turn_of(of)
    both = question(options, "R1", "run", "E", "4")
    assert both.prompt == "Which enemy does R1 charge?"
    assert [each.text for each in both.choices] == ["R1 RUN E 4 ON B1", "R1 RUN E 4 ON B2"]
    alone = choice(options, "R1", "run", "S", "6")
    assert alone.text == "R1 RUN S 6 ON B3"
    assert alone.detail.startswith("charges B3")
    refused = options.refusal(Run("R1", Facing.E, 4))
    assert refused is not None
    assert refused.rule == "ASCW-D19"
    assert "ON B1" in refused.instead


# --- Split attacks ---


def gunner(*at: str) -> Table:
    targets = [unit(f"B{n}", "GU3", square) for n, square in enumerate(at, 1)]
    return table([unit("R1", "EX10", "C3"), *targets])


@pytest.mark.rules("ASCW-142", "ASCW-143", "ASCW-D30")
def test_dice_can_be_split_among_neighbours_in_every_way() -> None:
    of = gunner("H4", "I5", "M12")
    shots = {move for move in options_for(seen(of), TURN) if isinstance(move, Shoot)}
    wanted = {
        *(((code, 3),) for code in ("B1", "B2", "B3")),
        (("B1", 1), ("B2", 2)),
        (("B1", 2), ("B2", 1)),
        (("B2", 1), ("B1", 2)),
        (("B2", 2), ("B1", 1)),
    }
    assert {tuple((aim.target, aim.dice) for aim in shot.aims) for shot in shots} == wanted


@pytest.mark.rules("ASCW-143")
def test_ends_of_a_chain_can_be_named_before_its_middle() -> None:
    of = gunner("H3", "I4", "J5")
    shots = [move for move in options_for(seen(of), TURN) if isinstance(move, Shoot)]
    three = [move for move in shots if len(move.aims) == 3]
    assert len(three) == 6  # one die each, in every order
    pairs = {tuple(aim.target for aim in move.aims) for move in shots if len(move.aims) == 2}
    assert ("B1", "B3") not in pairs
    assert turn_of(of).refusal(Shoot("R1", (Aim("B1", 2), Aim("B3", 1)))) is not None


def test_the_detail_of_a_shot_has_range_cover_and_chance() -> None:
    of = table([unit("R1", "EX3", "C3"), unit("B1", "GU3", "J3")])
    assert choice(turn_of(of), "R1", "shoot", "B1").detail == (
        "55% to kill · in the clear, range 7"
    )


# --- Capture ---


def test_capture_is_offered_to_the_hunter_only() -> None:
    units = [unit("R1", "EX3", "F7"), unit("B1", "GU1", "F6", Facing.N, lost=1, ap=3)]
    of = table(units)
    hunting = options_for(seen(of, 0, 3, 1), TURN)
    assert "capture" in keys(hunting, "R1")
    assert hunting.question(("R1", "capture", "B1")) == Capture("R1", "B1")
    assert "capture" not in keys(turn_of(of, 0, 2), "R1")


# --- Answers to an attack ---


def duel(**values: int) -> Table:
    units = [
        unit("R1", "EX6", "F6", Facing.S),
        unit("B1", "EX4", "F7", Facing.N, ap=values.pop("ap", 2)),
        unit("R2", "EX1", "G5"),
    ]
    return table(units, pools={1: 12})


@pytest.mark.rules("ASCW-91", "ASCW-D34")
def test_payments_are_offered_with_their_price() -> None:
    of = attacked(duel(), stage="pay?", wounds=3)
    view, pay = seen(of, 1), decision("pay", 1)
    options = options_for(view, pay)
    assert keys(options) == ["0", "1", "2"]
    assert choice(options, "2").detail == "12 points of 12"


# --- What is not allowed ---


@pytest.mark.parametrize(
    ("of", "move", "rule"),
    [
        ("activate", Enlist("EX3"), "ASCW-48"),
        ("talk", Reroll(), "ASCW-D59"),
        ("army", Hold("R1"), "ASCW-07"),
        ("reinforce", PlacePiece("WA", Square(3, 3)), "ASCW-54"),
    ],
)
def test_a_move_of_another_kind_is_refused_with_what_is_wanted(
    of: str, move: Move, rule: str
) -> None:
    phase = "muster" if of == "army" else "reinforcement" if of == "reinforce" else "activation"
    refused = options_for(seen(skirmish(phase=phase)), decision(of)).refusal(move)
    assert refused is not None
    assert refused.rule == rule
    assert refused.instead


def test_who_has_not_the_turn_is_told_whose_it_is() -> None:
    of = skirmish()
    talk = options_for(seen(of, 1), decision("talk", 1))
    refused = talk.refusal(March("B1", Square(0, 0)))
    assert refused is not None
    assert (refused.code, refused.sentence) == (
        "NOT_YOUR_TURN",
        "It is Red's turn, not yours.",
    )


def test_typing_a_code_shows_what_the_unit_can_do() -> None:
    options = turn_of(skirmish())
    assert [each.text for each in complete(options, "R2")] == [
        "R2 MOVE ",
        "R2 RUN ",
        "R2 TURN ",
        "R2 SHOOT ",
        "R2 MELEE ",
        "R2 HOLD",
    ]
    assert [each.text for each in complete(options, "R2MELEE")] == ["R2 MELEE B1:1"]
