"""Conditions: the table, choices, bans (CC-047 to 060, D-038 to D-042)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.content.components import Component
from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules.damage import (
    ConditionChoice,
    choices,
    determined,
    is_functional,
    is_velocity_locked,
    least_bad,
    suffering,
)
from games.cosmic_conflict.rules.orders.usage import barred
from games.cosmic_conflict.table import conditions
from games.cosmic_conflict.table.orders import OrderType
from games.cosmic_conflict.table.units import Condition, Table, Unit
from tests.games.cosmic_conflict.scenes import plain, scene, unit


def alone(sic: str | Design | int, **fields: Any) -> tuple[Table, Unit]:
    table = scene(unit("a1", plain(sic) if isinstance(sic, int) else sic, "10 10", **fields))
    return table, table.units["a1"]


def built(primary: Sequence[str] = (), secondary: Sequence[str] = ()) -> Design:
    """A ship of Size 4: ``KIN`` is a Weapon that fires ahead, ``KIN-SM`` a mount, the rest
    Components."""

    def item(text: str, large: bool) -> Item:
        kind, _, variant = text.partition("-")
        if kind in ("KIN", "BEAM"):
            return Weapon(kind, large, 3 + large, "F", variant)
        return Component(kind, large)

    first = tuple(item(text, True) for text in primary)
    second = tuple(item(text, False) for text in secondary)
    return Design("T", "Test", 4, first, second)


def found(design: str | Design, result: int, **fields: Any) -> list[str]:
    """The choices in their order, as ``a KIN1`` or ``b KIN2 BEAM1``."""
    table, unit = alone(design, **fields)
    labels = table.design(unit).labels
    return [
        " ".join([one.option, *(labels[at] for at in one.places)])
        for one in choices(table, unit, result)
    ]


KINDS: tuple[OrderType, ...] = (*("offensive", "defensive", "navigate", "scanning", "hyperspace"),)
NO_HYPERSPACE, NO_CHANGE = Condition(11, "a"), Condition(11, "b")


def suffered(*results: int) -> tuple[Condition, ...]:
    return tuple(map(Condition, results))


# --- The table ---


@pytest.mark.rules("CC-047", "CC-060")
def test_a_result_is_the_sum_of_two_dice_or_what_the_players_agreed() -> None:
    table, unit = alone("VANG")
    sums = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert all(determined(table, unit, dice) == sum(dice) for dice in sums)
    changed = replace(table, condition_table=(12, 12, *range(4, 13)))
    assert [determined(changed, unit, dice) for dice in ((1, 1), (1, 2), (2, 2))] == [12, 12, 4]


@pytest.mark.rules("CC-049", "CC-050", "CC-051", "CC-052", "CC-057", "CC-058")
def test_the_names_of_the_results() -> None:
    assert [conditions.NAMES[each].split()[0] for each in range(2, 13)] == [
        *("Catastrophic", "Critical", "Structural", "Structural", "Serious", "Serious"),
        *("Weapons", "Component", "Communications", "Propulsion", "no"),
    ]


@pytest.mark.rules("CC-048", "D-039")
def test_a_result_that_could_have_no_effect_is_rerolled() -> None:
    def functional(result: int, design: Design, *off: int, **fields: Any) -> bool:
        table, unit = alone(design, off=off, **fields)
        return is_functional(table, unit, result)

    gun = built(["KIN", "AWS"])
    assert functional(8, gun)
    assert not functional(8, gun, 0)
    assert functional(9, gun, 1)
    assert functional(9, gun, conditions=suffered(9))
    assert not functional(9, gun, 1, conditions=suffered(9))
    assert functional(10, gun)
    assert not functional(10, gun, conditions=suffered(10))
    assert functional(11, gun, conditions=(NO_CHANGE,))
    assert not functional(11, gun, conditions=(NO_HYPERSPACE, NO_CHANGE))
    everything = {"conditions": (*suffered(4, 5, 6, 7, 8, 9, 10), NO_HYPERSPACE, NO_CHANGE)}
    for result in (2, 3, 4, 5, 6, 7, 12):
        assert functional(result, gun, 0, 1, **everything)


@pytest.mark.rules("CC-060", "D-039")
def test_a_changed_table_without_any_effect_left_gives_no_condition() -> None:
    table, unit = alone(2, conditions=suffered(10))
    assert determined(replace(table, condition_table=(10,) * 11), unit, (3, 4)) == 12
    assert determined(replace(table, condition_table=(10,) * 10 + (12,)), unit, (3, 4)) == 0


@pytest.mark.rules("CC-158", "CC-T07", "D-043")
def test_the_least_bad_of_two_results() -> None:
    order = [12, 6, 4, 11, 9, 8, 10, 3, 2]
    for at, better in enumerate(order):
        for worse in order[at:]:
            assert least_bad((worse, better)) == least_bad((better, worse)) == better
    assert (least_bad((7, 4)), least_bad((5, 7))) == (7, 7)


# --- Weapons Damage ---


@pytest.mark.rules("CC-053", "D-040")
def test_two_secondary_weapons_go_before_a_primary_the_cheapest_first() -> None:
    assert found("VANG", 8) == ["b BEAM2 KIN2", "a BEAM1", "a KIN1"]
    same = built(["KIN"], ["KIN", "BEAM", "KIN"])
    assert found(same, 8)[0] == "b KIN3 BEAM1"
    assert found(same, 8)[-1] == "a KIN1"
    assert found(same, 8, off=(0, 1, 2)) == ["b KIN3"]
    assert found(same, 8, off=(1, 2)) == ["a KIN1"]


# --- Component Damage ---


@pytest.mark.rules("CC-054", "CC-059", "D-040")
def test_component_damage_takes_two_secondaries_by_type() -> None:
    ship = built(["AWS"], ["SHD", "ECM", "PWS", "SEN", "HDG", "MAN", "ARM"])
    assert found(ship, 9)[0] == "b MAN1 HDG1"
    assert found(ship, 9, off=(6, 5))[0] == "b SEN1 PWS1"
    assert found(ship, 9, off=(6, 5, 4, 3))[0] == "b ECM1 ARM1"
    assert found(ship, 9, off=(6, 5, 4, 3, 2)) == ["b ARM1 SHD1", "a AWS1"]
    assert found(ship, 9, off=(6, 5, 4, 3, 2), absorbers=(0, 5)) == ["a AWS1"]
    assert found(ship, 9, off=(0, 6, 5, 4, 3, 2), absorbers=(0, 5)) == ["b ARM1"]


@pytest.mark.rules("CC-054", "D-040")
def test_of_several_shields_the_one_with_the_fewest_boxes_goes() -> None:
    ship = built(secondary=["SHD", "SHD", "SHD"])
    assert found(ship, 9, absorbers=(5, 2, 4))[0] == "b SHD2 SHD3"
    assert found(ship, 9, absorbers=(5, 5, 5))[0] == "b SHD1 SHD2"
    assert found(ship, 9, absorbers=(5, 0, 4)) == ["b SHD3 SHD1"]


@pytest.mark.rules("CC-054", "CC-090", "D-030", "D-040")
def test_component_damage_takes_a_primary_by_type_a_structural_mount_last() -> None:
    ship = built(["KIN-SM", "SHD", "ARM", "ECM", "AWS", "NAV", "FLH", "FH"], ["PWS"])
    order = ["FH1", "FLH1", "NAV1", "AWS1", "ECM1", "ARM1", "SHD1", "KIN1"]
    assert found(ship, 9) == [f"a {label}" for label in order]
    assert found(built(["KIN-SM"], ["PWS"]), 9) == ["a KIN1"]
    assert found(built(["KIN-SM"]), 8) == ["a KIN1"]


@pytest.mark.rules("CC-054", "D-040")
def test_a_launch_hangar_with_fighters_aboard_goes_after_ecm() -> None:
    ship = built(["SHD", "ECM", "FLH"])
    table = scene(
        unit("a1", ship, "10 10"), unit("a2", "WASP", aboard="a1"), unit("a3", "WASP", "12 10")
    )
    labels = [ship.labels[one.places[0]] for one in choices(table, table.units["a1"], 9)]
    assert labels == ["ECM1", "FLH1", "SHD1"]


@pytest.mark.rules("CC-054", "D-040")
def test_without_any_component_only_the_ban_applies() -> None:
    assert choices(*alone(3), 9) == (ConditionChoice(),)
    _, unit = alone(3)
    hurt = suffering(unit, 9, ConditionChoice())
    assert (hurt.off, barred(hurt, "defensive"), barred(hurt, "offensive")) == ((), True, False)


# --- Communications and Propulsion Damage ---


@pytest.mark.rules("CC-055", "D-041")
def test_communications_damage_ends_orders_at_once() -> None:
    _, unit = alone("VANG", evading=True, bracing=True)
    hurt = suffering(unit, 10, ConditionChoice())
    assert (hurt.evading, hurt.bracing) == (False, False)
    assert [barred(hurt, kind) for kind in KINDS] == [True, True, True, True, False]
    kept = suffering(unit, 11, ConditionChoice("a"))
    assert (kept.evading, kept.bracing) == (True, True)


@pytest.mark.rules("W-68", "CC-048", "CC-056", "D-042")
def test_w68_propulsion_damage() -> None:
    table, unit = alone("VANG")
    first, _ = choices(table, unit, 11)
    assert first == ConditionChoice("a")
    unit = suffering(unit, 11, first)
    assert (barred(unit, "hyperspace"), barred(unit, "navigate")) == (True, True)
    assert not is_velocity_locked(unit)
    (second,) = choices(table, unit, 11)
    assert second == ConditionChoice("b")
    unit = suffering(unit, 11, second)
    assert is_velocity_locked(unit)
    assert determined(table, unit, (5, 6)) == 0


@pytest.mark.rules("CC-056", "D-042")
def test_a_pending_jump_is_kept_if_the_other_option_is_left() -> None:
    table, unit = alone("VANG")
    assert choices(table, unit, 11, jumping=True)[0] == ConditionChoice("b")
    unit = suffering(unit, 11, ConditionChoice("b"))
    assert (barred(unit, "hyperspace"), barred(unit, "navigate")) == (False, True)
    assert choices(table, unit, 11, jumping=True) == (ConditionChoice("a"),)
