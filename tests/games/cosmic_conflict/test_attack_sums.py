"""The sums of attacks, with the canon's numbers (2.4, 2.7, canon 3.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.odds import Modifier
from games.cosmic_conflict.rules.attacks.targeting import covering_aws
from tests.games.cosmic_conflict.duels import armed, at, attack, duel, fired, gun
from tests.games.cosmic_conflict.scenes import plain, scene, unit

# --- Step 7: sums ---


@pytest.mark.rules("CC-080")
def test_what_a_ship_is_called_changes_nothing() -> None:
    cruiser = replace(BASE.designs["VANG"], name="Sailing ship", role="with cannons")
    named, known = (attack(duel(each, 4, "9")) for each in (cruiser, "VANG"))
    assert named == known


@pytest.mark.rules("CC-036", "CC-037", "CC-041")
@given(*(st.tuples(st.integers(1, 6), st.integers(1, 6)), st.integers(0, 6), st.integers(1, 6)))
def test_size_counts_one_way_for_accuracy_and_the_other_for_damage(
    dice: tuple[int, int], weapon: int, size: int
) -> None:
    a, _, x, _ = fired(gun("BEAM", weapon), size, "9", *dice)
    assert (a, x) == (dice[0] + size - weapon, max(0, dice[1] + weapon - size))


# --- PWS and AWS ---


@pytest.mark.rules("CC-086", "CC-122", "D-031")
def test_every_pws_that_works_reduces_rockets_and_missiles_but_no_other_weapon() -> None:
    target = plain(3, "PWS", "PWS")
    for kind, lines in {"RKT": (Modifier("pws", -2),), "MSL": (Modifier("pws", -2),)}.items():
        assert attack(duel(gun(kind, 3), target, "6")).terms.damage == lines
    for kind in ("KIN", "BEAM"):
        assert attack(duel(gun(kind, 3), target, "6")).terms.damage == ()
    worn = attack(duel(gun("RKT", 3), target, "6", off=(0,)))
    assert worn.terms.damage == (Modifier("pws", -1),)


@pytest.mark.rules("CC-102", "D-051")
def test_an_aws_covers_friendly_ships_within_twice_its_ships_size() -> None:
    bulwark, drifter = BASE.designs["BULW"], BASE.designs["DRIF"]
    table = scene(
        unit("a1", "WREN", "15 20"),
        unit("b1", bulwark, "20 20"),
        unit("b2", "HALB", "26 20"),
        unit("b3", "HALB", "26.01 20"),
        unit("b4", drifter, "21 20"),
    )
    covered = {each.id: covering_aws(table, each) for each in table.in_space()}
    assert covered == {"a1": 0, "b1": 1, "b2": 1, "b3": 0, "b4": 0}
    both = table.put(replace(unit("b5", bulwark, "21 20")[0], off=()))
    assert covering_aws(both, both.units["b2"]) == 2
    assert covering_aws(at(both, "b5", off=(0,)), both.units["b2"]) == 1


@pytest.mark.rules("CC-231", "D-100")
def test_the_area_weapons_system_of_a_hidden_ship_covers_that_ship_alone() -> None:
    table = scene(unit("b1", "WREN", "20 10"), unit("b2", "BULW", "20 11", hidden=True))
    covered = {each.id: covering_aws(table, each) for each in table.in_space()}
    assert covered == {"b1": 0, "b2": BASE.designs["BULW"].count("AWS")}
    assert covering_aws(at(table, "b2", hidden=False), table.units["b1"]) == covered["b2"] > 0


@pytest.mark.rules("CC-102", "D-031", "D-051")
def test_an_aws_counts_against_missiles_and_against_rockets_of_fighters() -> None:
    def lines(shooter: Design | str) -> tuple[Modifier, ...]:
        return attack(duel(shooter, "BULW", "6")).terms.damage[1:]

    pws, aws = Modifier("pws", -2), Modifier("aws", -1)
    assert lines(armed(gun("MSL", 4))) == (pws, aws)
    assert lines("MACE") == (pws, aws)
    assert lines(armed(gun("RKT", 4))) == (pws,)
    assert lines("WASP") == ()
