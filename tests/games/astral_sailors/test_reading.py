"""Text forms: what is written is read again, what is typed is forgiven, nonsense is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors import options
from games.astral_sailors.agenda import NOTATION
from games.astral_sailors.notation import Aim
from games.astral_sailors.options import options_for, read
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.muster import Target
from games.astral_sailors.rules.turns.activation import EndUnit, March, Melee, Run, Shoot, TurnTo
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Attack, AttackTarget, Move, Throw
from games.core.geometry.squares import Facing, Square
from games.core.questions import Question
from games.core.types import Forbidden, Unreadable
from tests.games.astral_sailors.asked_of import attacked, decision, seen
from tests.games.astral_sailors.positions import table, unit

TABLE = table(
    [
        unit("R3", "EX3", "C5"),
        unit("R4", "EX10", "A9"),
        unit("B2", "GU3", "P15"),
        unit("B4", "GU3", "P13"),
    ],
    teams=(1, 1, 1),
    size=24,
)
F6 = Square(5, 5)
DUEL = table(
    [unit("R1", "EX6", "F6", Facing.S), unit("B1", "EX4", "F7"), unit("B2", "EX4", "G7")],
    pools={1: 20},
)
OPEN = {
    **dict.fromkeys(("bellicose", "army", "army-open", "target"), replace(TABLE, phase="muster")),
    "scenery": replace(TABLE, phase="scenery"),
    "deploy": replace(TABLE, phase="deployment"),
    "reinforce": replace(TABLE, phase="reinforcement"),
    "react": attacked(DUEL),
    "pay": attacked(DUEL, stage="pay?", wounds=2),
    "reroll": attacked(
        DUEL, stage="attack-reroll?", throw=Throw("R1", "B1", False, 0, 0, (1, 2, 6), (3, 4))
    ),
}
"""Where such a decision is open: Blue answers Red's attack."""


def meant(text: str, kind: str = "activate", of: Table = TABLE, seat: int = 0) -> Move:
    return read(seen(of, seat), decision(kind, seat), text)


@pytest.mark.rules("ASCW-78", "ASCW-82")
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("R4 SHOOT B2", Shoot("R4", (Aim("B2", 3),))),
        ("R9 SHOOT B2", Shoot("R9", (Aim("B2", 1),))),
        ("R3 MELEE B2", Melee("R3", (Aim("B2", 1),))),
        ("R4 shoot B2:2,B4:1", Shoot("R4", (Aim("B2", 2), Aim("B4", 1)))),
        ("R3,RUN,SE,4", Run("R3", Facing.SE, 4)),
        ("done hold r4, r5", Done(("R4", "R5"))),
        ("r3 move f6 via e south-east s", March("R3", F6, (Facing.E, Facing.SE, Facing.S))),
        ("R4 shoot B2:2, B4:1", Shoot("R4", (Aim("B2", 2), Aim("B4", 1)))),
        ("R3 turn north-east", TurnTo("R3", Facing.NE)),
        ("R3 charge SE 4 on B2", Run("R3", Facing.SE, 4, "B2")),
        ("R3 move f06", March("R3", F6)),
        ("end unit", EndUnit()),
        ("end R3", EndUnit()),
        ("end turn", Done()),
        ("endturn", Done()),
        ("target b", Target(1)),
        ("target team c", Target(2)),
        ("target green", Target(2)),
        ("reroll 3 1 3", Reroll((0, 2))),
    ],
)
def test_other_ways_to_say_it_are_understood(text: str, move: Move) -> None:
    assert meant(text) == move


@pytest.mark.rules("ASCW-D21")
def test_the_unit_may_be_left_out_when_one_alone_is_asked() -> None:
    of = OPEN["react"]
    assert meant("cover", "react", of, 1) == React("B1", "cover")
    task = of.agenda[0]
    assert isinstance(task, Attack)
    both = replace(
        of, agenda=(replace(task, parts=(AttackTarget("B1", 1), AttackTarget("B2", 1))),)
    )
    assert meant("B2 cover", "react", both, 1) == React("B2", "cover")
    with pytest.raises(Unreadable, match="Say which unit: B1 or B2"):
        meant("cover", "react", both, 1)
    assert meant("PAY 1", "pay", OPEN["pay"], 1) == Pay("B1", 1)
    with pytest.raises(Unreadable):
        meant("PAY 1", "activate")


@pytest.mark.rules("ASCW-D26")
def test_twelve_dice_are_named_at_most() -> None:
    named = [str(number) for number in range(1, 14)]
    assert meant(f"REROLL {' '.join(named[:12])}", "reroll") == Reroll(tuple(range(12)))
    with pytest.raises(Unreadable):
        meant(f"REROLL {' '.join(named)}", "reroll")


def test_yes_and_no_answer_the_questions_that_want_them() -> None:
    assert meant("yes", "bellicose") == Bellicose(yes=True)
    assert meant("N", "bellicose") == Bellicose(yes=False)
    with pytest.raises(Unreadable):
        meant("yes")


@pytest.mark.parametrize(
    ("text", "kind", "said", "instead"),
    [
        ("", "activate", "The text is empty.", "R3 MOVE A1"),
        ("R3 MOVE", "activate", "Missing: a square.", "R3 MOVE A1"),
        ("R3 MOVE Q", "activate", "“Q” is not a square.", "R3 MOVE A1"),
        ("R3 RUN X 3", "activate", "“X” is not a direction (N, NE, E, SE, S, SW, W or NW).", "R3"),
        ("R3 RUN N many", "activate", "“MANY” is not a whole number from 0 to 9999.", "R3"),
        ("hello there world", "talk", "I don't understand “hello there world”", "LEAVE"),
        ("DROP", "army", "Missing: a kind of unit such as EX1.", "ADD EX1"),
        ("REROLL", "reroll", "Missing: ALL, NONE or numbers of dice.", "REROLL 2"),
        ("TARGET X", "target", "“X” is not a team.", "TARGET 2"),
        ("DEPLOY R3", "activate", "Missing: a square.", "R3 MOVE A1"),
        ("WALL D5", "scenery", "“WALL” is not a piece such as WA.", "PLACE AUTO"),
        ("B1 COVRE", "react", "“COVRE” is not COUNTER, COVER or NONE.", "COUNTER"),
        ("DONE R3", "activate", "“R3” is not expected here.", "R3 MOVE A1"),
    ],
)
def test_what_cannot_be_read_is_answered_with_an_example(
    text: str, kind: str, said: str, instead: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        meant(text, kind, OPEN.get(kind, TABLE), int(kind == "react"))
    assert refused.value.sentence.startswith(said)
    assert instead in refused.value.instead
    assert len(str(refused.value)) <= 400


def test_of_a_unit_that_has_acted_that_is_said_whatever_is_written() -> None:
    acted = unit("R1", "EX3", "C5", activated=1)
    of = table([acted, unit("R11", "EX3", "A9"), unit("B3", "GU3", "D5")])
    for text in ("R1 ATTACK B3", "r1 shot b3", "R1"):
        with pytest.raises(Forbidden) as refused:
            meant(text, of=of)
        assert refused.value.sentence == "R1 has already been activated in round 1."
        assert refused.value.instead == "Still to act: R11."
    with pytest.raises(Forbidden, match="B3 is not one of your units"):
        meant("B3 ATTACK R1", of=of)
    with pytest.raises(Unreadable):
        meant("R11 ATTACK B3", of=of)


def test_the_example_is_a_move_that_may_be_made() -> None:
    view, asked = seen(TABLE), decision("activate")
    text = options.example(view, asked)
    assert options_for(view, asked).contains(read(view, asked, text))


def test_nobody_is_told_to_leave_as_an_example() -> None:
    view, asked = seen(TABLE), decision("talk")
    only = options_for(view, asked).question(())
    assert isinstance(only, Question)
    assert [choice.text for choice in only.choices] == ["LEAVE"]
    assert options.example(view, asked) == "LEAVE"


WORDS = (
    *("R3", "R4", "B2", "Q9", "MOVE", "VIA", "RUN", "ON", "TURN", "JUMP", "SHOOT", "MELEE"),
    *("CAPTURE", "RELEASE", "HOLD", "DONE", "END", "UNIT", "ADD", "DROP", "LIST", "LOCK", "CLEAR"),
    *("TARGET", "WA", "TURNED", "DEPLOY", "REST", "UNDO", "BRING", "REROLL", "ALL", "NONE", "PAY"),
    *("COUNTER", "COVER", "DRAW", "AGREE", "LEAVE", "TAKE", "YES", "NO", "N", "SE", "F6", "ZZ999"),
    *("0", "1", "3", "9999", "99999", "B2:1", "B2:", ":", "B2:2:2", "R3:0", "EX3", "-1", "²"),
)


def _teaches(refused: Unreadable | Forbidden) -> None:
    assert refused.sentence.strip()
    assert len(str(refused)) <= 400


def harmless(text: str, kind: str, seat: int) -> None:
    """Only refusals come of it, and a move that can be decided on."""
    view = seen(OPEN.get(kind, TABLE), seat)
    try:
        move = read(view, decision(kind, seat), text)
    except (Unreadable, Forbidden) as refused:
        _teaches(refused)
        return
    refusal = options_for(view, decision(kind, seat)).refusal(move)
    assert refusal is None or len(str(refusal)) <= 400
    if refusal is None:
        assert read(view, decision(kind, seat), NOTATION.write(move)) == move


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=6), st.sampled_from(["activate", "talk", *OPEN]))
def test_words_in_any_order_do_no_harm(words: list[str], kind: str) -> None:
    harmless(" ".join(words), kind, int(kind in ("talk", "react", "pay")))
