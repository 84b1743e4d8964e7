"""An army that is taken, locked and then set up by the bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.rules.setup import armies, deployment
from games.astral_sailors.rules.setup.armies import Enlist, TakeList
from games.astral_sailors.rules.setup.muster import AutoArmy, Lock, Unlock
from games.astral_sailors.secrets import Draft
from games.astral_sailors.state import State
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words.words import WORDS
from games.core.types import Chance, Seat, Seated
from tests.games.astral_sailors.flow import asked, code, opened, play, roll, waiting


def mustering(**options: object) -> State:
    return roll(opened(1, 1, **options), 2, 4).state


def ready(state: State) -> State:
    """Red leaves all to the bot, Blue nothing."""
    state = play(state, 0, AutoArmy("boardroom")).state
    return play(play(state, 1, TakeList("hammer")).state, 1, Lock()).state


def begun(state: State, *faces: int) -> State:
    """After the dice that say who begins."""
    return roll(state, *faces).state if isinstance(agenda.pending(state), Chance) else state


def test_the_list_is_taken_and_locked_at_once() -> None:
    state = play(mustering(), 0, AutoArmy("boardroom")).state
    draft = state.sheets[0]
    assert draft.units == armies.ready(state.table)["boardroom"]
    assert (draft.locked, draft.auto) == (True, True)
    own, other = (SailorsView.of(state, Seated(Seat(seat))) for seat in (0, 1))
    assert any("and the bot sets it up" in said for said in WORDS.secrets(own))
    assert other.sheets[0] is None


@pytest.mark.rules("ASCW-D70")
def test_the_bot_deploys_it_and_its_player_is_not_asked() -> None:
    state = begun(ready(mustering(scenery="preset")), 5, 2)
    assert waiting(state) == (("deploy", 1),)
    assert state.table.players[0].deployed
    blank = replace(
        state.table,
        units={
            name: replace(each, place="reserve", c=-1, r=-1)
            for name, each in state.table.units.items()
        },
    )
    placed = {each.code: (each.c, each.r) for each in state.table.of(0) if each.on_board}
    assert placed == {each.unit: tuple(each.at) for each in deployment.automatic(blank, 0)}


@pytest.mark.rules("ASCW-D70")
def test_the_bot_places_its_scenery() -> None:
    state = begun(ready(mustering(scenery="alternate")), 5, 2)
    assert waiting(state) == (("scenery", 1),)
    assert [piece.seat for piece in state.table.pieces] == [0]


def test_an_army_of_ones_own_can_be_left_to_the_bot_once_it_is_legal() -> None:
    state = play(mustering(), 0, Enlist("EX1")).state
    assert code(state, 0, AutoArmy()) == "CIVILIANS_MISSING"
    state = play(play(state, 0, Enlist("CV1")).state, 0, AutoArmy()).state
    assert state.sheets[0] == Draft(("EX1", "CV1"), locked=True, edits=3, auto=True)


@pytest.mark.rules("ASCW-D54")
def test_who_unlocks_it_places_it_again() -> None:
    state = play(play(mustering(), 0, AutoArmy("boardroom")).state, 0, Unlock()).state
    assert not state.sheets[0].auto
    state = play(state, 0, Lock()).state
    assert not state.sheets[0].auto
    assert asked(state, 0, Unlock())
