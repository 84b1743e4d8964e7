"""What opens and what does not, whose turn it is, and the numbers of steps (4.2, 4.3, 4.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Board
from games.core.notation import Request
from games.core.types import Decision, Seat
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.rules import damage, fighters, windows
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.table.tasks import Exchanging, HitSource, Hurt
from games.cosmic_conflict.table.units import Condition, Table
from tests.games.cosmic_conflict.activations import Pair, acting, hidden, pass_over, ship, window
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

ASTEROIDS = {"kind": "asteroid_field", "disc": [20, 10, 1]}


def gun(id: str, sic: str | Design, at: str, **fields: Any) -> Pair:
    return ship(id, sic, at, velocity=0, **fields)


def duel(*units: Pair, fire: str = "", terrain: Any = ()) -> Match:
    """a1 is activated, and fires."""
    match = pass_over(acting(*units, terrain=terrain, only="a1").play("ACTIVATE a1"))
    return match.play(fire) if fire else match


# --- Whose turn it is ---


@pytest.mark.rules("CC-069", "CC-070", "CC-078")
def test_the_side_that_is_not_asked_activates_and_passes_nothing() -> None:
    match = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 25", token=True))
    other = Request(match.view(2), Decision(Seat(1), "activate", 0))
    refused = activation.no_turn(other)
    assert refused is not None
    assert (refused.code, refused.rule) == ("E-NOT-YOUR-TURN", "CC-069")
    assert activation.no_turn(Request(match.view(1), Decision(Seat(0), "activate", 0))) is None


@pytest.mark.rules("CC-153", "D-065")
@pytest.mark.parametrize(("at", "offered"), [("20 28", False), ("20 15", True)])
def test_a_shown_contingent_attack_is_offered_between_activations_where_it_reaches(
    at: str, offered: bool
) -> None:
    waiting = ship("b1", "HALB", at, revealed=("contingent",), activated=True)
    match = acting(ship("a1", "HALB", "20 5"), waiting, ship("b2", "HALB", "50 25"))
    assert match.asked == (["1: activate", "2: idle"] if offered else ["1: activate"])


# --- Fighters ---


def carrier(*fighters: Pair) -> Match:
    """A Hearth in its activation, with Fighters."""
    return duel(gun("a1", "HEAR", "20 10"), *fighters, gun("b1", "HALB", "50 25"))


@pytest.mark.rules("CC-077", "CC-117", "CC-116", "CC-078")
def test_a_carrier_that_has_moved_may_collect_its_own_fighters_one_by_one() -> None:
    match = carrier(*(unit(id, "HORN", "20.5 11", carrier="a1") for id in ("a2", "a3")))
    match.play("MOVE V0")
    assert match.course.acting is not None
    assert match.refused("MOVE V0") == match.refused("FIRE BEAM1 AT b1") == "E-WINDOW"
    assert str(match.refusal("MOVE V0")) == "a1 has moved in this activation."
    assert match.refused("COLLECT b1") == "E-OWNER"
    assert match.refused("LAUNCH b1 20 11") == "E-OWNER"
    match.play("COLLECT a2")
    assert match.course.acting is not None, "there is a second Launch Hangar"
    match.play("COLLECT a3")
    assert match.course.acting is None


@pytest.mark.rules("CC-117", "CC-078")
def test_an_activation_ends_by_itself_where_only_fighters_of_others_are_near() -> None:
    stranger = unit("a2", "HORN", "20 11", carrier="a3")
    match = carrier(stranger, gun("a3", "ROOS", "40 10"))
    match.play("MOVE V0")
    assert "ActivationEnded" in match.kinds()


@pytest.mark.rules("CC-128")
def test_a_flight_tells_neither_velocity_nor_heading() -> None:
    match = acting(unit("a1", "HORN", "20 10"), gun("b1", "HALB", "50 25"), only="a1")
    match.play("ACTIVATE a1", "MOVE TO 25 10")
    (moved,) = match.told("Moved")
    assert (moved.velocity, moved.heading, moved.fighter) == (0, 0, True)
    assert match.unit("a1").at == du("25 10")


# --- Numbers of steps ---


def stopped(text: str) -> tuple[int, str]:
    """What stops at the enemy's shot before the move, which locks the Velocity."""
    broken: dict[str, Any] = {"conditions": (Condition(11, "a"),), "health": 9}
    enemy = ship("b1", "HALB", "20 13", token=True, activated=True)
    match = acting(ship("a1", plain(2), "20 5", **broken), enemy).play(text)
    while match.asked[0].endswith("react"):
        shot = window(match) == "interrupt" and match.course.acting
        if shot and match.course.acting and match.course.acting.stage == "closing":
            break
        match.play("REACT NO")
    match.play("SNAP b1 KIN1 AT a1").roll(4, 1)
    pass_over(match)
    match.roll(5, 6)
    pass_over(match)
    (event,) = match.told("StepsStopped")
    return event.number, event.step


@pytest.mark.rules("CC-T04", "D-065")
def test_a_step_keeps_its_number_when_an_interrupt_comes_before_it() -> None:
    assert stopped("ACTIVATE a1; MOVE V+1; DONE") == (1, "MOVE V+1")
    assert stopped("ACTIVATE a1; MOVE V+1") == (1, "MOVE V+1")


@pytest.mark.rules("CC-T04", "CC-154")
def test_a_reroll_counts_among_the_steps() -> None:
    weak = ship("b1", "WREN", "20 12", health=9)
    match = acting(hidden(gun("a1", "PART", "20 5"), "focus"), weak, only="a1")
    match.play("ACTIVATE a1; FIRE KIN1 AT b1; REROLL DMG1; FIRE BEAM1 AT b1; MOVE V0")
    pass_over(match).roll(6, 1)
    match.roll(6)
    pass_over(match)
    (event,) = match.told("StepsStopped")
    assert (event.number, event.step) == (3, "FIRE BEAM1 AT b1")
    assert match.sheet(1).steps == ()


@pytest.mark.rules("CC-T04")
def test_a_step_that_waited_for_an_answer_is_disclosed_when_it_is_carried_out() -> None:
    enemy = ship("b1", "HALB", "20 13", token=True, activated=True)
    match = acting(ship("a1", "HALB", "20 5"), enemy).play("ACTIVATE a1; MOVE V0; DONE")
    assert match.told("Disclosed") == []
    told = []
    while match.asked and match.asked[0] == "2: react":
        match.play("REACT NO")
        told += match.told("Disclosed")
    assert told
    alone = acting(ship("a1", "HALB", "20 5"), gun("b1", "HALB", "50 25"), only="a1")
    alone.play("ACTIVATE a1; MOVE V0; DONE")
    assert alone.told("Disclosed") == [], "nothing waited"


# --- Declined, one after the other ---


@pytest.mark.rules("CC-154", "CC-191", "CC-163", "CC-T06")
def test_declining_one_window_leaves_those_that_follow() -> None:
    target = ship("b1", plain(4), "20 15", token=True)
    fields = [ASTEROIDS, {**ASTEROIDS, "disc": [20, 13, 1]}]
    match = duel(gun("a1", "VANG", "20 5", token=True), target, terrain=fields)
    match.play("FIRE BEAM1 AT b1").roll(2, 6)
    seen = []
    while match.asked and match.asked[0].endswith("react"):
        seen.append(window(match))
        if window(match) == "blocking":
            assert match.refused("REACT BLOCKING DMG2") == "E-DIE"
        match.play("REACT NO")
    assert seen == ["reroll", "blocking", "blocking", "dodge"]
    assert match.told("Attacked")[0].applied == 6


@pytest.mark.rules("CC-154", "CC-T06")
def test_focus_is_too_late_once_its_window_was_declined() -> None:
    """Re-aim, which that Order could pay for, has been used."""
    one = hidden(gun("a1", "PART", "20 5", commands=("reaim",)), "focus")
    match = duel(one, ship("b1", plain(3), "20 14"), fire="FIRE KIN1 AT b1").roll(1, 5)
    assert window(match) == "reroll"
    pass_over(match)
    match.play("FIRE BEAM1 AT b1").roll(1, 5)
    assert match.told("Attacked"), "no window opens"


@pytest.mark.rules("CC-123", "D-052", "CC-T06")
def test_each_enemy_is_asked_for_an_exchange_and_nobody_rolls_who_declines() -> None:
    mover = ship("a1", plain(3), "20 8", velocity=2)
    enemies = (gun(f"b{n}", plain(3, "PWS"), f"{18 + n} 11") for n in (1, 2, 3))
    match = acting(mover, *enemies, only="a1").play("ACTIVATE a1", "MOVE V0")
    asked = []
    while match.asked and match.asked[0] == "2: react" and window(match) == "pws":
        task = match.course.agenda[-1]
        assert isinstance(task, Exchanging)
        asked.append(task.enemies[0])
        match.play("REACT NO")
        assert match.dice == ()
        assert match.told("Exchanged") == []
    assert asked == ["b1", "b2", "b3"]
    assert match.unit("a1").health == 0


@pytest.mark.rules("CC-158", "CC-053", "CC-T06")
def test_what_must_be_chosen_cannot_be_declined() -> None:
    worn = ship("b1", "PART", "20 14", health=9, absorbers=(0, 0))
    match = duel(gun("a1", "VANG", "20 5"), worn, fire="FIRE BEAM1 AT b1").roll(6, 1)
    pass_over(match).roll(4, 4)
    assert (window(match), match.rule("REACT NO")) == ("sacrifice", "CC-053")
    braced = hidden(ship("b1", "PART", "20 14", health=9, absorbers=(0, 0)), "brace")
    match = duel(gun("a1", "VANG", "20 5"), braced, fire="FIRE BEAM1 AT b1")
    pass_over(match).roll(6, 1)
    pass_over(match, "brace").play("REACT BRACE").roll(4, 4, 3, 3)
    assert (window(match), match.rule("REACT NO")) == ("keep", "CC-158")


@pytest.mark.rules("CC-053", "CC-054", "CC-056")
@pytest.mark.parametrize(
    ("dice", "rule", "instead"),
    [
        ((4, 4), "CC-053", "Possible are BEAM1, KIN1."),
        ((4, 5), "CC-054", "Possible are ARM1, PWS1, SHD1."),
        ((5, 6), "CC-056", "Possible are A and B."),
    ],
)
def test_a_refused_sacrifice_names_its_rule_and_what_is_possible(
    dice: tuple[int, int], rule: str, instead: str
) -> None:
    worn = ship("b1", "PART", "20 14", health=9, absorbers=(1, 1))
    match = duel(gun("a1", "VANG", "20 5"), worn, fire="FIRE KIN1 AT b1").roll(6, 6)
    pass_over(match).roll(*dice)
    pass_over(match, "sacrifice")
    refused = match.refusal("REACT SACRIFICE KIN2")
    assert match.rule("REACT SACRIFICE KIN2") == rule
    assert str(refused) == f"KIN2 cannot be chosen. {instead}"


# --- What opens no window ---


def hurt(table: Table, amount: int, shot: HitSource | None = None) -> tuple[int, ...]:
    return windows.sharing(table, Hurt("b1", amount, "attack", shot=shot))


@pytest.mark.rules("D-034", "CC-092", "CC-094", "CC-108")
def test_the_order_of_tracks_matters_only_where_both_take_damage_and_not_all() -> None:
    def table(*left: int) -> Table:
        return scene(unit("b1", "PART", "10 10", absorbers=left))

    assert hurt(table(10, 5), 14) == (2, 5)
    assert hurt(table(10, 5), 15) == (), "both will be full"
    assert hurt(table(0, 5), 3) == (5,), "an empty track takes nothing"
    assert hurt(table(2, 5), 3, HitSource("KIN", 3)) == (5,), "Shields are ignored"
    assert hurt(table(10, 5), 3, HitSource("BEAM", 6)) == (2,), "Beams go to Shields"
    assert damage.taking(table(0, 5), table(0, 5).units["b1"], HitSource("BEAM", 1)) == {5: 5}


@pytest.mark.rules("CC-053", "D-040", "CC-T06")
def test_a_single_choice_is_not_asked_for() -> None:
    """One Weapon is left of a Halberd's two."""
    worn = ship("b1", "HALB", "20 14", health=9, absorbers=(0,), off=(2,))
    match = duel(gun("a1", "VANG", "20 5"), worn, fire="FIRE BEAM1 AT b1").roll(6, 1)
    pass_over(match).roll(4, 4)
    assert match.asked == ["1: activate"]
    assert match.unit("b1").off == (0, 2)


@pytest.mark.rules("CC-123", "D-052")
def test_no_exchange_is_offered_without_systems_or_with_a_mover_that_is_gone() -> None:
    def found(*own: str, **fields: Any) -> bool:
        mover = unit("a1", plain(3), "20 10", **fields)
        table = scene(mover, unit("b1", plain(3, *own), "21 10"))
        return windows.opened(Exchanging("a1", (), ("b1",)), table) is not None

    assert found("PWS")
    assert not found()
    assert not found("PWS", state="destroyed")


@pytest.mark.rules("CC-029", "CC-053", "D-065")
def test_a_weapon_is_ready_that_works_and_has_not_been_used() -> None:
    def ready(**fields: Any) -> list[int]:
        table = scene(unit("a1", "HALB", "20 10", **fields))
        return list(windows.ready_weapons(table, table.units["a1"]))

    assert (ready(), ready(used=(0,)), ready(off=(2,))) == ([0, 2], [2], [0])


@pytest.mark.rules("CC-117", "CC-120")
def test_only_a_fighter_aboard_can_be_launched() -> None:
    inside = unit("a2", "HORN", aboard="a1", carrier="a1")
    table = scene(unit("a1", "HEAR", "20 10"), inside, unit("a3", "HORN", "21 10", carrier="a1"))
    able = [fighters.can_launch(table, table.units["a1"], table.units[id]) for id in ("a2", "a3")]
    assert able == [True, False]


@pytest.mark.rules("CC-123", "D-052")
def test_where_the_mover_alone_elects_nobody_rolls_unless_it_does() -> None:
    def dice(text: str) -> int:
        enemy = gun("b1", plain(3, "PWS"), "20 11")
        match = acting(ship("a1", plain(3), "20 8"), enemy, only="a1")
        match.state = replace(match.state, table=replace(match.state.table, pws_election="mover"))
        return len(match.play("ACTIVATE a1", text).dice)

    assert (dice("MOVE V0"), dice("MOVE V0 PWS b1")) == (0, 1)


# --- Steps out of place ---


@pytest.mark.rules("CC-103", "CC-077")
def test_an_area_weapons_system_fires_in_the_attack_sequence_only() -> None:
    bulwark = ship("a1", "BULW", "20 5", revealed=("contingent",))
    fighter = unit("b2", "HORN", "20 10")
    match = acting(bulwark, gun("b1", "HALB", "20 14"), fighter, only="a1")
    match.play("ACTIVATE a1", "MOVE V0")
    assert match.course.acting is not None
    assert match.course.acting.stage == "moving"
    assert match.refused("AWS 1 AT b2") == "E-WINDOW"


@pytest.mark.rules("CC-153", "D-064")
def test_a_contingent_attack_that_reaches_nobody_does_not_stop_the_move() -> None:
    one = ship("a1", "HALB", "20 2", revealed=("contingent",))
    match = acting(one, gun("b1", "HALB", "50 28"), only="a1").play("ACTIVATE a1", "MOVE V0")
    assert match.unit("a1").at == du("20 4")
    assert "ActivationEnded" in match.kinds()


@pytest.mark.rules("CC-004", "CC-030")
def test_a_target_that_is_not_there_is_named() -> None:
    match = duel(gun("a1", "HALB", "20 5"), gun("b1", "HALB", "20 14"))
    there = "There is no unit b9. On the board: a1, b1."
    assert str(match.refusal("FIRE KIN1 AT b9")) == there
    assert str(match.refusal("FIRE KIN1 AT b1/b9")) == there


# --- Shots out of turn ---


@pytest.mark.rules("CC-156", "CC-004", "CC-001")
def test_a_shot_out_of_turn_needs_an_own_unit_and_a_known_target() -> None:
    waiting = ship("b1", "HALB", "20 13", token=True)
    match = acting(ship("a1", "HALB", "20 5"), waiting)
    assert match.refused("2: SNAP a1 KIN1 AT b1") == "E-OWNER"
    assert match.refused("2: SNAP b1 KIN1 AT a7") == "E-UNKNOWN-ID"
    assert (
        str(match.refusal("2: SNAP b1 KIN1 AT a7")) == "There is no unit a7. On the board: a1, b1."
    )
    assert match.refused("2: SNAP b1 KIN7 AT a1") == "E-UNKNOWN-ID"
    longbow = ship("b1", "LONG", "20 13", token=True)
    near = acting(ship("a1", "HALB", "20 5"), longbow)
    assert near.refused("2: SNAP b1 MSL1 AT a1 TOKEN 20 10") == "E-TOKEN-POINT"
    far = acting(ship("a1", "HALB", "20 2"), ship("b1", "LONG", "20 15", token=True))
    assert far.refused("2: SNAP b1 MSL1 AT a1 TOKEN 20 4.99") == "E-TOKEN-POINT"


@pytest.mark.rules("CC-028", "D-065")
def test_a_cancelled_attack_names_who_fired_at_whom() -> None:
    """The enemy's shot before it deactivates the Weapon."""
    weak = gun("a1", "HALB", "20 5", health=9, absorbers=(0,))
    enemy = gun("b1", "HALB", "20 12", token=True)
    match = pass_over(acting(weak, enemy, only="a1").play("ACTIVATE a1")).play("FIRE KIN1 AT b1")
    assert window(match) == "interrupt"
    match.play("SNAP b1 KIN1 AT a1").roll(6, 1)
    pass_over(match).roll(4, 4)
    (cancelled,) = match.told("AttackCancelled")
    assert (cancelled.unit.id, cancelled.target.id) == ("a1", "b1")


# --- Automatic slots ---


@pytest.mark.rules("D-088", "CC-T02")
def test_an_automatic_slot_stays_on_the_board() -> None:
    board = Board(5398, 3000, 1)

    def slot(x: str, radius: str) -> int:
        features = maps.features([{"kind": "rock", "disc": [x, 4, radius], "solid": True}])
        pair = unit("a1", plain(1))
        table = Table(board, features, {pair[1].code: pair[1]}, {"a1": pair[0]})
        return preparation.automatic(table, table.units["a1"]).at.x

    assert slot("40.4", "13.59") == 2599, "5399 would be free, but is off the board"
    assert slot("26.99", "27") == 2699, "there is no room, neither at −1"
