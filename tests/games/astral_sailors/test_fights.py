"""Whatever happens in a fight, it ends, and nothing falls below zero."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors.events import WoundsTaken
from games.astral_sailors.rules.combat import questions
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.state import State
from games.core.geometry.squares import Facing
from games.core.types import Chance, Decisions, Form
from tests.games.astral_sailors.asked_of import answer_refused
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import unit

FORM: Form[State] = Form(State, sparse=True)
WHO = ["EX1", "EX4", "EX6", "EX8", "GU1", "GU4", "GU7", "GU8", "GU9", "MC2", "MC3", "CV1"]


@pytest.mark.rules("ASCW-92", "ASCW-D34")
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_fight_ends_with_less_than_nothing(data: st.DataObject) -> None:
    own, other = data.draw(st.sampled_from(WHO)), data.draw(st.sampled_from(WHO))
    side = 3 if own == "GU9" else 2 if own == "EX8" else 1
    cast = [
        unit("R1", own, "F6", Facing.N),
        unit("B1", other, f"F{6 - _side(other)}", data.draw(st.sampled_from(list(Facing)))),
    ]
    assert side == _side(own)
    pools = {0: data.draw(st.integers(0, 30)), 1: data.draw(st.integers(0, 30))}
    fight = Battle(cast, pools=pools)
    for how in data.draw(st.lists(st.sampled_from(["melee", "charge", "shoot"]), max_size=4)):
        if not all(fight.unit(code).on_board for code in ("R1", "B1")):
            break
        before = {code: fight.unit(code).lost for code in ("R1", "B1")}
        count = data.draw(st.integers(1, 3))
        told = len(fight.events)
        fight.attack(how, "R1", "B1", count)
        _play_on(fight, data)
        borne = Counter(before)
        for event in fight.events[told:]:
            if isinstance(event, WoundsTaken):
                borne[event.unit] += event.wounds - event.absorbed - event.paid
        for code in ("R1", "B1"):
            now = fight.unit(code)
            strength = fight.table.kind(now).resistance
            assert 0 <= now.lost < strength
            assert now.ap >= 0
            assert now.on_board == (borne[code] < strength)
            if now.on_board:
                assert now.lost == borne[code]
            if now.on_board and code == "B1":
                assert before[code] <= now.lost <= before[code] + count
        assert all(player.pool >= 0 for player in fight.table.players)
        assert fight.state.answers == ()


def _side(code: str) -> int:
    return {"GU9": 3, "EX8": 2}.get(code, 1)


def _play_on(fight: Battle, data: st.DataObject) -> None:
    for _ in range(60):
        waiting = fight.pending
        assert FORM.read(FORM.write(fight.state)) == fight.state
        if isinstance(waiting, Chance):
            faces = [
                data.draw(st.integers(1, 6)) for roll in waiting.rolls for _ in range(roll.count)
            ]
            fight.dice(*faces)
            continue
        if not isinstance(waiting, Decisions) or not fight.questions:
            return
        question = fight.questions[-1]
        task = fight.under_way
        index = question.number - fight.table.asked
        about = questions.asked(fight.table, task)[index]
        choices: list[React | Reroll | Pay]
        match question.kind:
            case "react":
                choices = [React(about, choice) for choice in ("none", "counter", "cover")]
            case "pay":
                choices = [Pay(about, number) for number in range(4)]
            case _:
                failed = questions.rerollable(fight.table, task)
                choices = [Reroll(), Reroll(failed), Reroll(failed[:1])]
        legal = [
            move for move in choices if answer_refused(fight.table, question.seat, move) is None
        ]
        assert len(legal) >= 2, "a question has at least two answers"
        fight.answer(question.seat, data.draw(st.sampled_from(legal)))
    raise AssertionError("the attack does not end")
