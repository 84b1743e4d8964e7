"""Marked tokens (CC-169 to 174, D-064, D-068, D-069)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

from games.core.types import Forbidden
from games.cosmic_conflict.rules.attacks.targeting import declared, launched, resolved
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.turns import resolution
from games.cosmic_conflict.table.orders import Moment
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import MarkedToken, MarkEffect, Table
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit

MOMENTS: tuple[Moment, ...] = get_args(Moment)
MOON = {"kind": "moon", "disc": [10, 15, 1]}


def fleet(
    target: str, *, size: int = 4, terrain: Sequence[Mapping[str, Any]] = (), **fields: Any
) -> Table:
    """Two Longbows and a Halberd at 10 5, and the enemy b1 at a place."""
    enemy = "VANG" if size == 4 else plain(size)
    ours = (unit(id, sic, "10 5") for id, sic in (("a1", "LONG"), ("a2", "LONG"), ("a3", "HALB")))
    return scene(*ours, unit("b1", enemy, target), terrain=terrain, **fields)


def marking(table: Table, by: str = "a1", target: str = "b1") -> str:
    """The code of the refusal to mark."""
    return code(marks.refuse_mark(table, table.units[by], table.units[target]))


def marked(table: Table, *by: str, target: str = "b1") -> Table:
    for each in by:
        table = marks.mark(table, table.units[each], table.units[target])
    return table


def spending(table: Table, by: str, effect: MarkEffect, target: str = "b1") -> str:
    """The code of the refusal to spend a token."""
    ship, other = table.units[by], table.units[target]
    return code(marks.refuse_spend(table, ship, other, effect, "attacks"))


def bought(table: Table, by: str, *effects: MarkEffect) -> Table:
    for effect in effects:
        assert spending(table, by, effect) == ""
        table = marks.spend(table, table.units[by], table.units["b1"], effect)
    return table


def attack(table: Table, by: str, place: int = 0, target: str = "b1") -> Attack:
    ship, other = table.units[by], table.units[target]
    return declared(table, ship, place, other, marks.effects(ship, other))


# --- Placing ---


@pytest.mark.rules("CC-169")
def test_solid_terrain_on_the_line_prevents_a_mark() -> None:
    assert marking(fleet("10 20", terrain=[MOON])) == "E-LOS"
    assert marking(fleet("11.5 20", terrain=[{**MOON, "disc": [9, 15, 1]}])) == ""
    for kind in ("plasma_storm", "dust_cloud", "asteroid_field"):
        assert marking(fleet("10 20", terrain=[{**MOON, "kind": kind}])) == ""


@pytest.mark.rules("CC-169", "D-062", "D-068")
def test_a_ship_marks_another_once_a_turn_and_several_ships_each() -> None:
    table = marked(fleet("10 20"), "a1")
    assert marking(table, "a1") == "E-MARK"
    assert marking(table, "a2") == ""
    gone = bought(table, "a3", "accuracy")
    assert marking(gone, "a1") == "E-MARK", "also once the token is spent"
    other = table.put(replace(table.units["b1"], id="b2"))
    assert marking(other, "a1", "b2") == ""


@pytest.mark.rules("CC-169", "D-056")
def test_only_enemy_ships_on_the_board_are_marked() -> None:
    table = fleet("10 20")
    assert marking(table, "a1", "a2") == "E-MARK"
    assert marking(table.removed(table.units["b1"], "destroyed")) == "E-MARK"
    hornet = scene(unit("a1", "LONG", "10 5"), unit("b1", "HORN", "10 5"))
    assert marking(hornet) == "E-MARK"


# --- Spending ---


@pytest.mark.rules("W-44", "CC-170", "CC-171", "CC-173", "CC-174", "D-068")
def test_w44_a_halberd_spends_two_tokens_of_others() -> None:
    table = marked(fleet("10 26"), "a1", "a2")
    assert len(marks.tokens(table, 1, "b1")) == 2
    with pytest.raises(Forbidden):
        attack(table, "a3")
    left = bought(table, "a3", "accuracy")
    assert marks.tokens(left, 1, "b1") == (MarkedToken("a2", "b1"),)
    table = bought(left, "a3", "range")
    assert marks.tokens(table, 1, "b1") == ()
    found = attack(table, "a3")
    result = found.terms.result((3, 5))
    assert (found.distance, found.band) == (2100, 2)
    assert (result.accuracy, result.damage) == (6, 3)
    farther = table.put(replace(table.units["b1"], at=du("10 27")))
    assert attack(farther, "a3").band == 2
    with pytest.raises(Forbidden):
        attack(table.put(replace(table.units["b1"], at=du("10 27.01"))), "a3")
    cleaned = resolution.cleaned(left)
    assert (cleaned.marked, cleaned.units["a3"].bought) == ((), ())
    assert marking(cleaned.put(replace(cleaned.units["b1"], at=du("10 21")))) == ""


@pytest.mark.rules("CC-170", "D-068")
def test_a_token_buys_one_effect_and_the_same_does_not_stack() -> None:
    table = marked(fleet("10 20"), "a1", "a2")
    assert spending(table, "a3", "range") == ""
    table = bought(table, "a3", "range")
    assert spending(table, "a3", "range") == "E-MARK"
    assert spending(table, "a1", "range") == ""
    table = bought(table, "a3", "terrain")
    assert spending(table, "a3", "accuracy") == "E-MARK", "no token is left"


@pytest.mark.rules("CC-170")
def test_tokens_of_the_enemy_cannot_be_spent() -> None:
    table = scene(
        unit("a1", "LONG", "10 5"), unit("b1", "VANG", "10 15"), unit("b2", "VANG", "12 15")
    )
    table = marked(table, "a1", target="b1")
    assert spending(table, "b2", "range", "b1") == "E-MARK"
    assert spending(table, "a1", "range", "b2") == "E-MARK"


@pytest.mark.rules("CC-171", "CC-172", "CC-173", "D-068")
def test_a_wider_range_helps_against_all_and_the_others_against_the_marked_ship() -> None:
    table = marked(fleet("10 15"), "a1", "a2", "a3")
    table = table.put(replace(table.units["b1"], id="b2"))
    table = bought(table, "a3", "range", "terrain", "accuracy")
    ship, enemies = table.units["a3"], (table.units["b1"], table.units["b2"])
    assert [marks.effects(ship, each) for each in enemies] == [marks.EFFECTS, ("range",)]
    assert attack(table, "a3").terms.sums[0] == attack(table, "a3", target="b2").terms.sums[0] + 2


@pytest.mark.rules("CC-170", "D-064", "D-068")
def test_effects_are_bought_in_the_attack_sequence_and_end_with_it() -> None:
    table = marked(fleet("10 20"), "a1")
    ship, enemy = table.units["a3"], table.units["b1"]
    allowed = {
        moment
        for moment in MOMENTS
        if not marks.refuse_spend(table, ship, enemy, "accuracy", moment)
    }
    assert allowed == {"attacks"}
    ship = bought(table, "a3", "accuracy").units["a3"]
    assert marks.effects(ship, enemy) == ("accuracy",)
    assert marks.effects(marks.lapsed(ship), enemy) == ()


@pytest.mark.rules("CC-170")
def test_fighters_do_not_spend_tokens() -> None:
    table = scene(
        unit("a1", "LONG", "10 5"), unit("a2", "WASP", "10 5"), unit("b1", "VANG", "10 9")
    )
    assert spending(marked(table, "a1"), "a2", "accuracy") == "E-MARK"


# --- Effect 2 ---


@pytest.mark.rules("W-45", "CC-172", "CC-184", "D-069")
def test_w45_effect_2_against_a_ship_behind_a_moon() -> None:
    table = bought(marked(fleet("10 21", terrain=[MOON]), "a1"), "a1", "terrain")
    kinetic = bought(marked(fleet("10 21", terrain=[MOON]), "a1"), "a3", "terrain")
    with pytest.raises(Forbidden) as refused:
        attack(kinetic, "a3")
    assert refused.value.code == "E-LOS"
    found = attack(table, "a1")
    token = launched(
        table, found, "m1", marks.effects(table.units["a1"], table.units["b1"]), du("18 10")
    )
    assert token.effects == ("terrain",)
    behind = [{**MOON, "disc": [14, 15.5, 1]}]
    moved = replace(table, features=fleet("10 21", terrain=behind).features)
    assert isinstance(resolved(moved, token), Attack)
    assert not isinstance(resolved(moved, replace(token, effects=())), Attack)
