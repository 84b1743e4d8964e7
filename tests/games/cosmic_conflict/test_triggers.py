"""Triggers: shots in the enemy's activations, ordered in advance (4.6, D-065)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.refusals import Forbidden, Unreadable
from games.cosmic_conflict.standing import STANDING
from tests.games.cosmic_conflict.activations import Pair, acting, hidden, ship
from tests.games.cosmic_conflict.answering import Automatic, answered, by_default, orders, settled
from tests.games.cosmic_conflict.duels import armed, gun
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import plain

SNAP = "TRIGGER a1 MOVED KIN1 WITHIN 10 AT THAT MIN 2 BY TOKEN"


def coming(*own: Pair, terrain: Any = (), **more: Any) -> Match:
    """b1 may be activated: it will come to (20, 14.50)."""
    enemy = ship("b1", "HALB", "20 16.5", **more)
    return acting(*(own or (halberd(),)), enemy, terrain=terrain, initiative=2)


def halberd(id: str = "a1", at: str = "20 5", **fields: Any) -> Pair:
    return ship(id, "HALB", at, **{"token": True, **fields})


def shots(match: Match, *texts: str, move: str = "ACTIVATE b1; MOVE V0") -> list[str]:
    """What side 1 fires by these orders, up to the first dice."""
    given = orders(match, 1, *texts)
    match.play(move)
    return [said for said in settled(match, given) if said != "1: REACT NO"]


# --- Texts ---


@pytest.mark.rules("CC-T06")
@pytest.mark.parametrize(
    "text",
    [
        "TRIGGER a1 MOVED ALL WITHIN 10 AT THAT MIN 2 BY TOKEN",
        "TRIGGER a1 ACTIVATES KIN1 BEAM1 AT NEAREST BY CONTINGENT",
        "TRIGGER a1 ATTACKS KIN1 WITHIN 9.5 AT b1 MIN 2.25 BY TOKEN",
    ],
)
def test_triggers_read_back(text: str) -> None:
    view = coming().view(1)
    order = STANDING.read(view, text)
    assert STANDING.write(order) == text
    assert STANDING.read(view, text.lower()) == order
    assert STANDING.options(view).contains(order)


@pytest.mark.rules("CC-001", "CC-013")
def test_triggers_that_make_no_sense_are_refused() -> None:
    view = coming().view(1)
    for text, code in (
        ("TRIGGER b1 MOVED ALL AT THAT BY TOKEN", "E-OWNER"),
        ("TRIGGER a7 MOVED ALL AT THAT BY TOKEN", "E-UNKNOWN-ID"),
        ("TRIGGER a1 MOVED KIN2 AT THAT BY TOKEN", "E-UNKNOWN-ID"),
    ):
        with pytest.raises(Forbidden) as found:
            STANDING.read(view, text)
        assert found.value.code == code
    for text in ("TRIGGER a1 MOVED ALL", "TRIGGER a1 MOVED ALL AT THAT BY FOCUS", "TRIGGER ALL"):
        with pytest.raises(Unreadable):
            STANDING.read(view, text)


# --- Firing ---


@pytest.mark.rules("W-67", "CC-029", "CC-155", "CC-156", "D-065", "CC-T07")
def test_w67_snap_attack_after_an_enemy_move() -> None:
    match = coming()
    assert shots(match, SNAP) == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]
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
def test_without_a_trigger_nobody_waits_for_the_other_side() -> None:
    match = coming()
    match.play("ACTIVATE b1; MOVE V0")
    assert settled(match) == ["1: REACT NO"] * 3
    assert match.asked[0] == "1: activate"


@pytest.mark.rules("CC-T06", "D-065")
def test_who_asks_is_asked_at_every_point_and_never_means_no_shot() -> None:
    match = coming()
    assert shots(match, "TRIGGERS NEVER", SNAP) == []
    match = coming().play("ACTIVATE b1; MOVE V0")
    given = orders(match, 1, "INTERRUPT ASK", SNAP)
    assert answered(match, given) is None
    assert by_default(match, given) == "REACT NO"
    assert by_default(match, given) == "REACT NO"
    assert by_default(match, given) == "SNAP a1 KIN1 AT b1 PAY TOKEN"


@pytest.mark.rules("CC-T07", "D-065")
@pytest.mark.parametrize(
    "text",
    [
        "TRIGGER a1 MOVED KIN1 WITHIN 9.49 AT THAT BY TOKEN",
        "TRIGGER a1 MOVED KIN1 AT THAT MIN 4 BY TOKEN",
        "TRIGGER a1 ATTACKS ALL AT THAT BY TOKEN",
        "TRIGGER a1 MOVED KIN1 AT THAT BY CONTINGENT",
        "TRIGGER a1 MOVED KIN1 AT b2 BY TOKEN",
    ],
)
def test_a_trigger_needs_all_that_it_names(text: str) -> None:
    """The distance, the mean damage, the point, the Order, the target."""
    assert shots(coming(), text) == []
    assert shots(coming(), "TRIGGER a1 MOVED KIN1 WITHIN 9.5 AT THAT BY TOKEN") != []


@pytest.mark.rules("CC-T07", "CC-184")
def test_a_trigger_needs_a_legal_attack() -> None:
    moon = {"kind": "moon", "disc": [20, 10, 1], "solid": True}
    assert shots(coming(terrain=[moon]), SNAP) == []
    assert shots(coming(halberd(heading=180)), SNAP) == []
    assert shots(coming(halberd(token=False)), SNAP) == []
    gone = coming(halberd(), halberd("a2", "21 5"))
    given = orders(gone, 1, "TRIGGER a2 MOVED KIN1 AT THAT BY TOKEN")
    lost = replace(gone.unit("a2"), state="destroyed", at=None)
    gone.state = replace(gone.state, table=gone.table.put(lost))
    assert settled(gone.play("ACTIVATE b1; MOVE V0"), given) == ["1: REACT NO"] * 3


@pytest.mark.rules("CC-T07")
def test_the_least_mean_damage_may_be_met_exactly() -> None:
    """Kinetic W 3 at Size 3: two faces glance for 2 on average, four hit for 3.5: 3.00."""
    for least, fires in (("3", True), ("3.01", False)):
        own = ship("a1", armed(gun("KIN", 3), size=3), "20 5", token=True)
        match = acting(own, ship("b1", plain(3), "20 16.5"), initiative=2)
        text = f"TRIGGER a1 MOVED KIN1 AT THAT MIN {least} BY TOKEN"
        assert bool(shots(match, text)) is fires


@pytest.mark.rules("D-065")
@pytest.mark.parametrize(("when", "count"), [("ACTIVATES", 0), ("ATTACKS", 1), ("MOVED", 3)])
def test_each_trigger_has_its_point(when: str, count: int) -> None:
    """Points: the activation, its attack, the end of the attacks, the end of the move."""
    match = coming()
    given = orders(match, 1, f"TRIGGER a1 {when} KIN1 AT THAT BY TOKEN")
    at_work = Automatic(match, given)
    at_work.play("ACTIVATE b1; FIRE KIN1 AT a1; MOVE V0")
    (place,) = (at for at, text in enumerate(at_work.said) if "SNAP" in text)
    assert place == count


@pytest.mark.rules("CC-T07", "D-065")
def test_triggers_are_tried_in_fleet_order() -> None:
    match = coming(halberd("a1"), halberd("a2", "21 5"))
    texts = [f"TRIGGER {id} MOVED KIN1 AT THAT BY TOKEN" for id in ("a2", "a1")]
    assert shots(match, *texts) == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]


@pytest.mark.rules("CC-T07")
@pytest.mark.parametrize(("goal", "target"), [("THAT", "b1"), ("NEAREST", "b2"), ("b3", "b3")])
def test_a_trigger_aims_at_what_it_names(goal: str, target: str) -> None:
    match = acting(
        halberd(),
        ship("b1", "HALB", "20 16.5"),
        ship("b2", "HALB", "20 11", 0),
        ship("b3", "HALB", "20 15", 0),
        initiative=2,
    )
    text = f"TRIGGER a1 MOVED KIN1 AT {goal} BY TOKEN"
    assert shots(match, text) == [f"1: SNAP a1 KIN1 AT {target} PAY TOKEN"]


@pytest.mark.rules("CC-T07")
def test_of_all_weapons_the_most_promising_one_fires() -> None:
    """At 9.50 the Kinetic has Size 2, the Beam in a Secondary slot Size 1."""
    text = "TRIGGER a1 MOVED ALL AT THAT BY TOKEN"
    assert shots(coming(), text) == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]
    alike = armed(gun("KIN", 2), gun("BEAM", 2), size=2)
    twins = coming(ship("a1", alike, "20 5", token=True))
    assert shots(twins, text) == ["1: SNAP a1 KIN1 AT b1 PAY TOKEN"]
    used = coming(halberd(used=(0,)))
    assert shots(used, text) == ["1: SNAP a1 BEAM1 AT b1 PAY TOKEN"]


def after_activation() -> Match:
    """a1 has activated and may fire in the rest of the turn; b1 and b2 are to come."""
    return acting(
        hidden(halberd(activated=True, token=False), "contingent"),
        ship("a2", plain(4), "1 1"),
        ship("b1", "HALB", "20 16.5"),
        ship("b2", "HALB", "21 16.5"),
        initiative=2,
    )


@pytest.mark.rules("CC-153", "D-064", "CC-T07")
def test_by_contingent_attack_all_weapons_fire_at_one_point() -> None:
    match = after_activation()
    given = orders(match, 1, "TRIGGER a1 MOVED ALL AT THAT BY CONTINGENT")
    at_work = Automatic(match, given)
    at_work.play("ACTIVATE b1; MOVE V0")
    assert [text for text in at_work.said if "CONTINGENT" in text] == [
        "1: CONTINGENT a1 KIN1 AT b1",
        "1: CONTINGENT a1 BEAM1 AT b1",
    ]
    assert match.unit("a1").revealed == ("contingent",)


@pytest.mark.rules("CC-T07", "CC-153")
@pytest.mark.parametrize(("turn", "shots"), [(1, ["b1"]), (2, ["b1", "b2"])])
def test_a_trigger_fires_once_a_turn(turn: int, shots: list[str]) -> None:
    """The Weapon is made ready again before b2 comes, in the same turn or in the next."""
    match, text = after_activation(), "TRIGGER a1 MOVED KIN1 AT THAT BY CONTINGENT"
    at_work = Automatic(match, orders(match, 1, text))
    at_work.play("ACTIVATE b1; MOVE V0")
    ready = match.table.put(replace(match.unit("a1"), used=()))
    match.state = replace(match.state, table=replace(ready, turn=turn))
    at_work.play("2: ACTIVATE b2; MOVE V0")
    fired = [said[-2:] for said in at_work.said if "CONTINGENT" in said]
    assert fired == shots
    assert [STANDING.write(order) for order in at_work.given[1]] == [text]


@pytest.mark.rules("CC-T07", "CC-153")
def test_each_attack_is_a_point_of_its_own() -> None:
    """The Weapon is made ready again between two attacks of b1."""
    match = after_activation()
    at_work = Automatic(match, orders(match, 1, "TRIGGER a1 ATTACKS KIN1 AT THAT BY CONTINGENT"))
    at_work.play("ACTIVATE b1")
    for weapon in ("KIN1", "BEAM1"):
        at_work.play(f"FIRE {weapon} AT a1")
        ready = match.table.put(replace(match.unit("a1"), used=()))
        match.state = replace(match.state, table=ready)
    fired = [said for said in at_work.said if "CONTINGENT" in said]
    assert fired == ["1: CONTINGENT a1 KIN1 AT b1"]


@pytest.mark.rules("CC-T07", "D-065")
def test_at_the_end_of_the_phase_no_trigger_fires() -> None:
    match = coming(halberd(activated=True))
    given = orders(match, 1, "TRIGGER a1 ATTACKS ALL AT NEAREST BY TOKEN")
    at_work = Automatic(match, given)
    at_work.play("ACTIVATE b1; MOVE V0")
    assert at_work.said == ["1: REACT NO"] * 4
    assert match.course.phase == "orders"
