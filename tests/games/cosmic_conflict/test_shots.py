"""Shots in the enemy's activations by standing order (4.6, D-065)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.cosmic_conflict.activations import Pair, acting, hidden, ship
from tests.games.cosmic_conflict.answering import Automatic, answered, by_default, orders, settled
from tests.games.cosmic_conflict.duels import armed, gun
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import plain


def coming(*own: Pair, terrain: Any = (), **more: Any) -> Match:
    """b1 may be activated: it will come from (20, 18.50), out of reach, to (20, 14.50)."""
    enemy = ship("b1", "HALB", "20 18.5", velocity=4, **more)
    return acting(*(own or (halberd(),)), enemy, terrain=terrain, initiative=2)


def halberd(id: str = "a1", at: str = "20 5", **fields: Any) -> Pair:
    return ship(id, "HALB", at, **{"token": True, **fields})


def shots(match: Match, *texts: str, move: str = "ACTIVATE b1; MOVE V0") -> list[str]:
    """What side 1 fires by these orders, up to the first dice."""
    given = orders(match, 1, *texts)
    match.play(move)
    return [said for said in settled(match, given) if said != "1: REACT NO"]


@pytest.mark.rules("W-67", "CC-029", "CC-155", "CC-156", "D-065", "CC-T07")
def test_w67_snap_attack_after_an_enemy_move() -> None:
    match = coming().play("ACTIVATE b1; MOVE V0", "1: REACT NO", "1: REACT NO")
    assert settled(match, orders(match, 1, "SNAP A1 2")) == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]
    match.roll(4, 3)
    settled(match)
    (told,) = match.told("Attacked")
    assert (told.distance, told.total, told.band, told.applied) == (950, 4, "hit", 3)
    match.play("1: ACTIVATE a1")
    assert match.refused("FIRE KIN1 AT b1") == "E-WEAPON-USED"
    match.play("FIRE BEAM1 AT b1").roll(1, 1)
    assert not match.unit("a1").token
    assert match.asked == ["1: activate"]


@pytest.mark.rules("CC-T06", "D-065")
def test_without_an_order_nobody_waits_for_the_other_side() -> None:
    match = coming()
    match.play("ACTIVATE b1; MOVE V0")
    assert settled(match) == ["1: REACT NO"] * 3
    assert match.asked[0] == "1: activate"


@pytest.mark.rules("CC-T06", "D-065")
def test_who_asks_is_asked_where_a_ship_could_fire_and_declines_when_time_runs_out() -> None:
    for text in ("SNAP ASK", "SNAP A1 ASK"):
        match = coming().play("ACTIVATE b1; MOVE V0")
        given = orders(match, 1, text)
        assert answered(match, given) is None
        assert by_default(match, given) == "REACT NO"
    other = coming().play("ACTIVATE b1; MOVE V0")
    for text in ("CONTINGENT ASK", "SNAP NEVER"):
        found = answered(other, orders(other, 1, text))
        assert found is not None


@pytest.mark.rules("CC-T07", "D-065")
@pytest.mark.parametrize("text", ["SNAP 4", "SNAP NEVER", "CONTINGENT AUTO"])
def test_a_shot_needs_the_damage_and_the_means_that_are_ordered(text: str) -> None:
    assert shots(coming(), text) == []
    assert shots(coming(), "SNAP AUTO") != []


@pytest.mark.rules("CC-T07", "CC-184")
def test_a_shot_must_be_legal() -> None:
    moon = {"kind": "moon", "disc": [20, 10, 1], "solid": True}
    assert shots(coming(terrain=[moon]), "SNAP AUTO") == []
    assert shots(coming(halberd(heading=180)), "SNAP AUTO") == []
    assert shots(coming(halberd(token=False)), "SNAP AUTO") == []
    gone = coming(halberd(), halberd("a2", "21 5"))
    given = orders(gone, 1, "SNAP A2 AUTO")
    lost = replace(gone.unit("a2"), state="destroyed", at=None)
    gone.state = replace(gone.state, table=gone.table.put(lost))
    assert settled(gone.play("ACTIVATE b1; MOVE V0"), given) == ["1: REACT NO"] * 3


@pytest.mark.rules("CC-T07")
@pytest.mark.parametrize(("least", "fires"), [(3, True), (4, False)])
def test_the_least_mean_damage_may_be_met_exactly(least: int, fires: bool) -> None:
    """Kinetic W 3 at Size 3: two faces glance for 2 on average, four hit for 3.5: 3.00."""
    own = ship("a1", armed(gun("KIN", 3), size=3), "20 5", token=True)
    match = acting(own, ship("b1", plain(3), "20 16.5"), initiative=2)
    assert bool(shots(match, f"SNAP {least}")) is fires


@pytest.mark.rules("D-065")
def test_the_first_point_that_promises_enough_is_used() -> None:
    """Points: the activation, the end of the attacks, the end of the move. Kinetic 3 promises
    23/12 at 13.50 and 8/3 at 9.50."""
    for least, point in ((1, 0), (2, 2)):
        match = coming(ship("a1", armed(gun("KIN", 3), size=3), "20 5", token=True))
        at_work = Automatic(match, orders(match, 1, f"SNAP {least}"))
        at_work.play("ACTIVATE b1; MOVE V0")
        (place,) = (at for at, text in enumerate(at_work.said) if "SNAP" in text)
        assert place == point


@pytest.mark.rules("CC-T07", "D-065")
def test_ships_are_tried_in_fleet_order() -> None:
    match = coming(halberd("a1"), halberd("a2", "21 5"))
    assert shots(match, "SNAP A2 AUTO", "SNAP A1 AUTO") == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]
    assert shots(coming(halberd("a1"), halberd("a2", "21 5")), "SNAP A2 AUTO") == [
        "1: SNAP a2 KIN1 AT b1 PAY TOKEN"
    ]


@pytest.mark.rules("CC-T07")
def test_the_shot_that_promises_most_is_fired() -> None:
    """At 9.50 the Kinetic has Size 2, the Beam in a Secondary slot Size 1."""
    assert shots(coming(), "SNAP AUTO") == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]
    used = coming(halberd(used=(0,)))
    assert shots(used, "SNAP AUTO") == ["1: SNAP a1 BEAM1 AT b1 PAY TOKEN"]
    alike = armed(gun("KIN", 2), gun("BEAM", 2), size=2)
    twins = coming(ship("a1", alike, "20 5", token=True))
    assert shots(twins, "SNAP AUTO") == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]
    near = coming(halberd(), ship("b2", "HALB", "20 11", 0))
    assert shots(near, "SNAP AUTO") == ["1: SNAP a1 KIN1 AT b2 PAY TOKEN"]


def after_activation() -> Match:
    """a1 has activated and may fire in the rest of the turn; b1 and b2 are to come."""
    return acting(
        hidden(halberd(activated=True, token=False), "contingent"),
        ship("a2", plain(4), "1 1"),
        ship("b1", "HALB", "20 18.5", velocity=4),
        ship("b2", "HALB", "21 18.5", velocity=4),
        initiative=2,
    )


@pytest.mark.rules("CC-153", "D-064", "CC-T07")
def test_by_contingent_attack_all_weapons_fire_where_they_promise_enough() -> None:
    match = after_activation()
    at_work = Automatic(match, orders(match, 1, "CONTINGENT AUTO"))
    at_work.play("ACTIVATE b1; MOVE V0")
    assert [text for text in at_work.said if "CONTINGENT" in text] == [
        "1: CONTINGENT a1 KIN1 AT b1",
        "1: CONTINGENT a1 BEAM1 AT b1",
    ]
    assert match.unit("a1").revealed == ("contingent",)


@pytest.mark.rules("CC-T07", "CC-153")
def test_a_contingent_attack_comes_before_a_snap_attack() -> None:
    both = hidden(halberd(activated=True, token=False), "contingent")
    match = coming(both._replace(unit=replace(both.unit, token=True)))
    given = ("SNAP AUTO", "CONTINGENT AUTO")
    assert shots(match, *given)[0] == "1: CONTINGENT a1 KIN1 AT b1"
