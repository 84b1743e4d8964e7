"""The Activation Phase (CC-069 to 078, CC-178, D-070 to D-072, canon 3.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.types import Forbidden
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.table.course import ActivationPhase
from games.cosmic_conflict.table.units import Condition, Table
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit


def fleets(**sizes: int) -> Table:
    """Ships of these Sizes, Size 0 for Hornets."""
    ships = (
        unit(id, plain(size) if size else "HORN", "10 10", shots=0) for id, size in sizes.items()
    )
    return scene(*ships)


def play(table: Table, steps: str) -> tuple[Table, ActivationPhase | None]:
    """Activate the units named, or ``pass``, each of the side whose turn it is."""
    now = activation.first(table)
    for step in steps.split():
        assert now is not None, f"nobody is left for {step}"
        if step == "pass":
            now = activation.passing(table, now)
            continue
        ship = table.units[step]
        assert (ship.side, code(activation.refuse(table, now, ship))) == (now.side, "")
        table = activation.ended(table, ship)
        now = activation.after(table, now)
    return table, now


def turn(table: Table, steps: str = "") -> ActivationPhase:
    now = play(table, steps)[1]
    assert now is not None
    return now


def whose(table: Table, steps: str = "") -> tuple[int, int]:
    """The Size and the side."""
    now = turn(table, steps)
    return now.size, now.side


def passed(table: Table, steps: str) -> str:
    """The code of the refusal to pass then."""
    table, now = play(table, steps)
    assert now is not None
    with pytest.raises(Forbidden) as refused:
        activation.passing(table, now)
    assert not now.may_pass
    return refused.value.code


MIXED = fleets(a1=1, a2=2, a4=4, b1=1, b11=1, b3=3)


@pytest.mark.rules("CC-069", "CC-078")
def test_only_units_of_the_current_size_that_have_not_activated_may() -> None:
    now = turn(MIXED, "a1 b1")
    table = play(MIXED, "a1 b1")[0]
    assert (now.size, now.side) == (1, 2)
    codes = {id: code(activation.refuse(table, now, table.units[id])) for id in MIXED.units}
    expected = {"a1": "E-DONE", "b1": "E-DONE", "b11": ""}
    assert codes == {**dict.fromkeys(MIXED.units, "E-SIZE-ORDER"), **expected}
    refused = activation.refuse(table, now, table.units["b3"])
    assert str(refused) == "b3 is of Size 3; now Size 1 is activated. Possible: b11."
    refused = activation.refuse(table, replace(now, size=0), table.units["b3"])
    assert str(refused).startswith("b3 is of Size 3; now Fighters are activated.")


@pytest.mark.rules("CC-070", "CC-071")
def test_who_passed_waits_for_the_way_down() -> None:
    table = fleets(a1=1, a2=1, b1=1, b2=2)
    assert whose(table, "a1 b1 pass") == (2, 2)
    assert turn(table, "a1 b1 pass b2") == ActivationPhase(1, 1, 1, descending=True)
    assert turn(table, "pass") == ActivationPhase(1, 2, 2, passed=(1,))


@pytest.mark.rules("CC-074")
def test_nobody_passes_at_the_largest_size() -> None:
    assert passed(fleets(a1=2, b1=2), "") == "E-PASS-TOP"
    assert passed(fleets(a1=1, b1=2), "a1") == "E-PASS-TOP"
    assert turn(fleets(a1=1, b1=2)).may_pass
    table = fleets(a1=1, b1=2)
    gone = activation.first(table.removed(table.units["b1"], "destroyed"))
    assert gone is not None
    assert not gone.may_pass


@pytest.mark.rules("D-055", "D-072")
def test_a_fighter_launched_in_the_phase_activates_at_the_end() -> None:
    table = fleets(a1=3, a2=0, b1=1)
    inside = replace(table.units["a2"], at=None, aboard="a1", carrier="a1")
    table = table.put(inside)
    assert whose(table) == (1, 2)
    table, now = play(table, "b1")
    assert now is not None
    assert code(activation.refuse(table, now, inside)) == "E-SIZE-ORDER"
    launched = activation.ended(table, table.units["a1"]).put(
        replace(inside, at=du("10 10"), aboard="")
    )
    after = activation.after(launched, now)
    assert after == ActivationPhase(0, 1, 0, descending=True)
    done = launched.put(replace(launched.units["a2"], activated=True))
    assert activation.after(done, now) is None


@pytest.mark.rules("D-072")
def test_the_largest_size_is_judged_when_its_step_begins() -> None:
    table = fleets(a1=1, a2=1, b1=1, b3=3)
    table, now = play(table, "a1")
    assert now is not None
    table = table.removed(table.units["b3"], "destroyed")
    assert now.may_pass, "Size 3 was there when Size 1 began"
    then = activation.passing(table, now)
    assert then == ActivationPhase(1, 1, 3, passed=(2,))
    down = activation.passing(table, then)
    assert down == ActivationPhase(1, 1, 1, descending=True)
    with pytest.raises(Forbidden):
        activation.passing(table, down)


@pytest.mark.rules("D-072")
def test_a_size_that_died_out_is_skipped() -> None:
    table = fleets(a1=1, b2=2, b3=3)
    table, now = play(table, "")
    assert now is not None
    table = activation.ended(table.removed(table.units["b2"], "destroyed"), table.units["a1"])
    assert activation.after(table, now) == ActivationPhase(3, 2, 3)
    table = table.removed(table.units["b3"], "destroyed")
    assert activation.after(table, now) is None


def test_without_units_there_is_no_activation() -> None:
    table = fleets(a1=1)
    assert activation.first(table.removed(table.units["a1"], "fled")) is None


@pytest.mark.rules("W-54", "CC-056", "D-042", "D-070")
def test_w54_propulsion_damage_cancels_a_jump() -> None:
    ship = replace(fleets(a1=2).units["a1"], jumping=True)
    assert not activation.is_leaving(replace(ship, conditions=(Condition(11, "a"),)))
    assert activation.is_leaving(replace(ship, conditions=(Condition(11, "b"),)))
    assert activation.is_leaving(replace(ship, conditions=(Condition(10),)))
    assert not activation.is_leaving(replace(ship, jumping=False))


def _canon(table: Table, choices: Iterator[bool]) -> Iterator[str]:
    """Canon 3.10, written as it stands there; a choice tells whether a side passes."""
    sizes = {id: table.size(each) for id, each in table.units.items()}
    left = list(table.units)
    order = (table.initiative, 3 - table.initiative)

    def own(side: int, size: int) -> list[str]:
        return [id for id in left if (table.units[id].side, sizes[id]) == (side, size)]

    s: int | None = min(map(sizes.__getitem__, left))
    while s is not None:
        top, out, skipped, at = max(map(sizes.__getitem__, left), default=s), set[int](), 0, 0
        while skipped < 2:
            side, at = order[at % 2], at + 1
            if side in out or not own(side, s):
                skipped += 1
                continue
            skipped = 0
            if s < top and next(choices):
                out.add(side)
                yield "pass"
            else:
                yield left.pop(left.index(own(side, s)[0]))
        s = min((sizes[id] for id in left if sizes[id] > s), default=None)
    for s in sorted(set(sizes.values()), reverse=True):
        at = 0
        while own(1, s) or own(2, s):
            side, at = order[at % 2], at + 1
            if mine := own(side, s):
                yield left.pop(left.index(mine[0]))


@pytest.mark.rules("CC-069", "CC-071", "CC-073", "CC-075", "D-072")
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=5),
    st.lists(st.integers(0, 3), max_size=5),
    st.integers(1, 2),
    st.randoms(use_true_random=False),
)
def test_every_phase_follows_the_canons_algorithm(
    ours: list[int], theirs: list[int], initiative: int, random: Random
) -> None:
    names = {f"a{at}": size for at, size in enumerate(ours)}
    names |= {f"b{at}": size for at, size in enumerate(theirs)}
    table = replace(fleets(**names), initiative=initiative)
    coin = (random.choice((False, False, True)) for _ in count())
    steps = list(_canon(table, coin))
    table, now = play(table, " ".join(steps))
    assert now is None
    assert all(each.activated for each in table.units.values())
    assert sorted(step for step in steps if step != "pass") == sorted(names)
