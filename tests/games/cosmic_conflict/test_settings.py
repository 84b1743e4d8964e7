"""The settings of a match and what is impossible together (canon 4.12)."""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from games.core.geometry.plane import Board
from games.cosmic_conflict import agreement
from games.cosmic_conflict.agreement import Agreement, MapChoice
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.maps import PACK_MAP
from games.cosmic_conflict.meta import META, PRESETS
from games.cosmic_conflict.rules.setup import preparation
from tests.games.surfaces import check_clocks, check_presets, check_settings


def agreed(**named: Any) -> Agreement:
    return Agreement.model_validate(named)


def faults(**named: Any) -> list[tuple[str, str]]:
    found = list(agreement.faults(agreed(**named)))
    assert all(each.code == "E-OPTION" for each in found)
    return [(each.rule, each.sentence) for each in found]


@pytest.mark.rules("D-003", "D-071", "D-086", "D-088", "D-089", "D-090", "CC-124")
def test_the_defaults_are_those_of_the_canon() -> None:
    usual = Agreement()
    assert (usual.board_w, usual.board_h, usual.map) == (5400, 3000, "shattered_moon")
    assert (usual.points, usual.initiative) == (1000, "alternate")
    assert (usual.min_turns, usual.max_turns, usual.scenario) == (5, 0, "deep_survey")
    assert (usual.vc_random, usual.vc_exclude) == (2, ())
    assert (usual.terrain_setup, usual.deploy, usual.edge) == ("map", "alternate", "flee")
    assert (usual.pws_range, usual.pws_election) == (200, "either")
    assert usual.results == (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    assert not faults()


@pytest.mark.rules("D-003", "D-089", "D-090", "CC-124")
@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("board_w", 2000, 7200),
        ("board_h", 2000, 7200),
        ("points", 200, 5000),
        ("min_turns", 1, 20),
        ("vc_random", 0, 3),
        ("pws_range", 50, 400),
    ],
)
def test_numbers_have_the_bounds_of_the_canon(name: str, least: int, most: int) -> None:
    for value in (least, most):
        assert getattr(agreed(**{name: value}), name) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            agreed(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("map", "random"),
        ("map", ["veil"]),
        ("initiative", "never"),
        ("scenario", "siege"),
        ("vc_exclude", [5]),
        ("vc_exclude", "1"),
        ("condition_table", "2 " * 21),
        ("terrain_setup", "seed"),
        ("deploy", "late"),
        ("edge", "torus"),
        ("pws_election", "enemy"),
        ("stealth", "invisible"),
    ],
)
def test_what_is_not_offered_is_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        agreed(**{name: value})


@pytest.mark.rules("D-090")
def test_any_set_of_victory_conditions_can_be_excluded() -> None:
    for some in (some for count in range(5) for some in combinations(range(1, 5), count)):
        assert agreed(vc_exclude=some).vc_exclude == some
        assert agreed(vc_exclude=some[::-1]).vc_exclude == some


@pytest.mark.rules("D-090")
@pytest.mark.parametrize(
    ("random", "exclude", "fits"),
    [
        (3, [2], True),
        (3, [2, 4], False),
        (2, [2, 4], True),
        (0, [1, 2, 3, 4], True),
        (1, [1, 2, 3, 4], False),
    ],
)
def test_no_more_victory_conditions_are_drawn_than_are_left(
    random: int, exclude: list[int], fits: bool
) -> None:
    assert (not faults(vc_random=random, vc_exclude=exclude)) == fits


def test_a_refused_draw_names_the_numbers() -> None:
    why = "There are 4 victory conditions: with 2 excluded, 2 are left, not 3."
    assert faults(vc_random=3, vc_exclude=[1, 2]) == [("D-090", why)]


@pytest.mark.rules("D-003")
def test_a_map_brings_its_board_and_refuses_another() -> None:
    assert set(get_args(MapChoice)) == {*BASE.maps, PACK_MAP}
    quick = agreed(map="quick")
    assert (quick.board_w, quick.board_h) == (3600, 2400)
    assert not faults(map="quick", board_w=3600)
    why = "The map Quick has a board of 36.00 by 24.00, not of 54.00 by 24.00."
    assert faults(map="quick", board_w=5400) == [("D-003", why)]
    assert faults(board_h=3001)
    assert not faults(board_h=3001, terrain_setup="random")


@pytest.mark.rules("CC-213")
def test_the_most_turns_are_not_fewer_than_the_least() -> None:
    why = "A match of at least 5 turns cannot have at most 4."
    assert faults(max_turns=4) == [("CC-213", why)]
    assert faults(max_turns=1)
    assert not faults(max_turns=5)
    assert not faults(min_turns=20)


@pytest.mark.rules("CC-210")
def test_an_open_engagement_draws_three_conditions_unless_another_number_is_named() -> None:
    assert agreed(scenario="open").vc_random == 3
    assert agreed(scenario="open", vc_random=1).vc_random == 1
    assert agreed(scenario="contested_marks").vc_random == 2


@pytest.mark.rules("CC-060")
def test_the_results_of_conditions_can_be_reassigned() -> None:
    mild = agreed(condition_table="12 3 4 5 6 7 8 9 10 11 12")
    assert mild.results == (12, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    assert not list(agreement.faults(mild))
    assert preparation.opening(mild).condition_table == mild.results


@pytest.mark.rules("CC-060")
@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("", "There are 0 results, but the sums 2 to 12 need 11."),
        ("2 3 4 5 6 7 8 9 10 11", "There are 10 results, but the sums 2 to 12 need 11."),
        ("1 3 4 5 6 7 8 9 10 11 12", "“1” is not a result from 2 to 12."),
        ("2 3 4 5 6 7 8 9 10 11 13", "“13” is not a result from 2 to 12."),
        ("2 3 4 5 6 7 8 9 10 11 `x", "“?x” is not a result from 2 to 12."),
        ("2 3 4 5 6 7 8 9 10 11 ²", "“²” is not a result from 2 to 12."),
    ],
)
def test_a_condition_table_has_a_result_for_each_sum(table: str, why: str) -> None:
    assert faults(condition_table=table) == [("CC-060", f"Condition table: {why}")]


def test_the_presets_are_those_of_the_canon() -> None:
    assert agreed(**PRESETS["standard"]) == Agreement()
    quick = agreed(**PRESETS["quick"])
    assert (quick.points, quick.board_w, quick.board_h, quick.vc_random) == (481, 3600, 2400, 1)
    assert not list(agreement.faults(quick))
    crews = agreed(**PRESETS["factions_and_crews"])
    assert (crews.factions, crews.crew, crews.noncombat) == (True, True, True)
    assert (crews.repair, crews.self_inflict, crews.points) == (True, True, 1000)
    assert META.presets == PRESETS
    assert META.first_match == PRESETS["quick"]


def test_the_opening_follows_the_settings() -> None:
    table = preparation.opening(
        agreed(map="quick", edge="wall", pws_election="mover", pws_range=150)
    )
    assert table.board == Board(3600, 2400, 1)
    assert table.features == BASE.maps["quick"].features
    assert (table.edge, table.pws_election, table.pws_range) == ("wall", "mover", 150)
    assert (table.turn, table.objectives) == (1, ())


def test_a_lobby_can_ask_for_every_setting() -> None:
    check_clocks(META)
    check_presets(META, Agreement)
    check_settings(Agreement, "pack")
    for field in Agreement.model_fields.values():
        assert len(field.title or "") <= 45
        assert len(field.description or "") <= 100
