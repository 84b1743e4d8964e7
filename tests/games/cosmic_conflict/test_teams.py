"""Players who share a side (D-087): whom the match asks, what they see, whose ships they are."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.core.types import Decision, Decisions, Ending, Forbidden, Seat, Seated, Seats
from games.cosmic_conflict import GAME, teams
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.state import State
from games.cosmic_conflict.view import View
from tests.games.cosmic_conflict.scenes import plain, scene, unit
from tests.games.kit import Playing, random_action_of, title_of
from tests.games.playthrough import Playthrough

TWO_AND_ONE = Seats((0, 0, 1))
SHIPS = {
    "a1": {"sic": "WREN", "at": [20, 4]},
    "a2": {"sic": "WREN", "at": [24, 4], "token": True},
    "b1": {"sic": "WREN", "at": [20, 26]},
    "b2": {"sic": "DART", "at": [30, 26]},
}


def match(phase: str = "command", **fields: Any) -> Playthrough:
    """Side 1 has two players, of whom the second commands a2."""
    path = {"/table/units/a2/owner": 2}
    place = {"teams": [2, 1], "units": SHIPS, "phase": phase, "state": path, **fields}
    found: Playthrough = Playthrough.at(GAME, {"scenario": "open"}, **place)
    return found


def asked(state: State) -> dict[int, list[str]]:
    """What each seat is asked."""
    found: dict[int, list[str]] = {}
    pending = GAME.pending(state)
    for each in pending.open if isinstance(pending, Decisions) else ():
        found.setdefault(each.seat, []).append(each.kind + " by team" * each.by_team)
    return found


def decision(state: State, seat: int) -> tuple[View, Decision]:
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    return GAME.view(state, Seated(Seat(seat))), pending.of(Seat(seat))[0]


def refusal(state: State, seat: int, text: str) -> str:
    """The code with which a seat's move is refused; empty for a legal one."""
    view, asks = decision(state, seat)
    refused = GAME.options(view, asks).refusal(GAME.read(view, asks, text))
    assert refused is None or isinstance(refused, Forbidden)
    return refused.code if refused else ""


def play(state: State, seat: int, text: str) -> Any:
    """The step after a legal move."""
    assert refusal(state, seat, text) == ""
    view, asks = decision(state, seat)
    return GAME.apply(state, Seat(seat), asks, GAME.read(view, asks, text))


@pytest.mark.rules("D-087")
def test_the_units_of_a_side_are_dealt_to_its_players_fighters_with_their_carriers() -> None:
    fleet = [FleetUnit(*each) for each in (("HEAR",), ("TEMP",), ("DART",), ("DART",))]
    fleet += [FleetUnit("HORN", carrier=1), FleetUnit("DRIF")]
    units = preparation.units(BASE.designs, 1, fleet)
    assert [each.owner for each in preparation.dealt(units, 3)] == [1, 2, 3, 1, 1, 2]
    assert preparation.dealt(units, 1) == units


@pytest.mark.rules("D-087", "CC-063")
def test_players_of_a_side_share_its_sheet_and_one_locks_it_for_all() -> None:
    state = match().state
    assert asked(state) == {
        0: ["orders by team"], 1: ["orders by team"], 2: ["orders"]
    }  # fmt: skip
    step = play(state, 1, "ORDER a1 EVASIVE")
    assert {each.only for each in step.events} == {(Seat(0), Seat(1))}
    views = [GAME.view(step.state, Seated(seat)) for seat in TWO_AND_ONE.all()]
    assert [[sheet is not None for sheet in view.sheets] for view in views] == [
        [True, False], [True, False], [False, True],
    ]  # fmt: skip
    assert views[0].sheets == views[1].sheets
    locked = play(step.state, 0, "LOCK").state
    assert asked(locked) == {
        0: ["orders-open by team"], 1: ["orders-open by team"], 2: ["orders"]
    }  # fmt: skip
    assert refusal(locked, 1, "UNLOCK") == ""
    assert asked(play(locked, 2, "LOCK").state)[0] == ["activate by team"]


@pytest.mark.rules("D-087", "CC-069")
def test_each_player_activates_the_own_ships() -> None:
    state = match("activation").state
    assert asked(state) == {0: ["activate by team"], 1: ["activate by team"]}
    view, asks = decision(state, 0)
    refused = GAME.options(view, asks).refusal(GAME.read(view, asks, "ACTIVATE a2"))
    assert isinstance(refused, Forbidden)
    assert (refused.code, refused.instead) == ("E-OWNER", "You command a1.")
    assert refusal(state, 1, "ACTIVATE a1") == "E-OWNER"
    acting = play(state, 1, "ACTIVATE a2").state
    assert asked(acting) == {1: ["activate"]}
    assert asked(play(acting, 1, "MOVE V0").state)[2] == ["activate"]


@pytest.mark.rules("D-087", "D-065")
def test_between_activations_and_in_windows_the_owner_is_asked() -> None:
    state = match("activation", initiative=2).state
    assert asked(state) == {1: ["idle"], 2: ["activate"]}
    near = {**SHIPS, "b1": {"sic": "WREN", "at": [24, 9], "heading": 180}}
    state = match("activation", initiative=2, units=near).state
    assert asked(play(state, 2, "ACTIVATE b1").state) == {1: ["react"]}


@pytest.mark.rules("D-087", "CC-220")
def test_the_players_of_a_side_win_together() -> None:
    table = scene(
        unit("a1", plain(2), "20 4"), unit("b1", plain(1), "20 26"), players=(2, 1)
    )  # fmt: skip
    ending = Ending("score", (Seat(0),), (2.0, 1.0), "CC-220")
    found = teams.ended(table, ending)
    assert (found.winners, found.scores) == ((Seat(0), Seat(1)), (2.0, 2.0, 1.0))
    view = GAME.view(match().state, Seated(Seat(1)))
    assert [GAME.words.seat(view, seat) for seat in TWO_AND_ONE.all()] == [
        "Side 1A", "Side 1B", "Side 2",
    ]  # fmt: skip
    assert GAME.words.ending(view, found) == "Side 1 wins."
    tally = GAME.words.tally(view)
    assert tally is not None
    assert [each.seats for each in tally.sides] == [(0, 1), (2,)]


@pytest.mark.rules("D-087")
@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ((0, 0, 0, 1), ""),
        ((0, 0, 0, 0, 1), "at most 3 seats"),
        ((0, 1, 2, 3, 4), "at most 4 teams"),
        ((0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3), ""),
    ],
)
def test_a_side_has_at_most_three_players_and_a_match_four_sides(
    seats: tuple[int, ...], why: str
) -> None:
    named = Agreement.for_teams({"scenario": "open"}, min(len(set(seats)), 4))
    refused = GAME.fault(Agreement.model_validate(named), Seats(seats))
    assert (why in str(refused)) if why else refused is None


@pytest.mark.rules("D-087")
@pytest.mark.parametrize("seats", [(0, 0, 1), (0, 1, 1, 2, 2, 2), (0, 0, 1, 1, 2, 3)])
def test_a_match_of_shared_sides_is_played_to_its_end(seats: tuple[int, ...]) -> None:
    title, rng = title_of("cosmic_conflict"), random.Random(len(seats))
    short = {"scenario": "open", "points": 300, "min_turns": 1, "max_turns": 1}
    settings = Agreement.model_validate(Agreement.for_teams(short, len(set(seats))))
    playing = Playing(title, settings, Seats(seats))
    while (action := random_action_of(title, playing.states[-1], rng)) is not None:
        playing.go(action)
    ending = GAME.pending(playing.states[-1])
    assert isinstance(ending, Ending)
    assert len(ending.scores) == len(seats)
    assert len({seats[winner] for winner in ending.winners}) <= 1
