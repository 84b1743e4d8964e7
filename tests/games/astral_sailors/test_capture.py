"""Manhunt: capturing a Commander, carrying it, handing it in, letting it go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors.board import terrain, zones
from games.astral_sailors.events import (
    AttackDeclared,
    CommanderCaptured,
    CommanderDelivered,
    CommanderReleased,
    ObjectiveRevealed,
)
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.rules.combat.aiming import strike_refusal
from games.astral_sailors.rules.combat.exchange import modifiers
from games.astral_sailors.rules.turns.activation import Capture, March, Release
from games.astral_sailors.rules.victory import capture
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import LastAction, Poison, Table, Unit
from games.core.geometry.squares import Base, Facing, Square, square
from games.core.types import Ending
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.goals import checked, commander, told, winner
from tests.games.astral_sailors.positions import builder, kind, piece, table, unit

MANHUNT = 3
HUNTER = TeamSecret(objective=MANHUNT, target=1)


def legate(at: str = "F8", **values: Any) -> Unit:
    return unit("B1", "GU1", at, **{"lost": 1, **values})


def hunt(captor: Unit, target: Unit, *others: Unit, **options: Any) -> Table:
    return table([commander(0), captor, target, *others], **options)


def refused(at: Table, own: TeamSecret = HUNTER, target: str = "B1") -> tuple[str, str] | None:
    found = capture.refusal(at, own, Capture("R2", target))
    return None if found is None else (found.rule, found.code)


def captured(**options: Any) -> StepBuilder:
    """WE-49 two rows further south, outside all zones: the captor on F9 holds the Legate."""
    at = hunt(unit("R2", "EX3", "F9"), legate(), unit("B2", "CV1", ""), **options)
    match = builder(at, (MANHUNT,), targets={0: 1})
    capture.seize(match, Capture("R2", "B1"))
    return match


# --- Whether a Commander can be captured ---


@pytest.mark.rules(
    "ASCW-119", "ASCW-120", "ASCW-121", "ASCW-122", "ASCW-123", "ASCW-127",
    "ASCW-D61", "ASCW-D71", "WE-49",
)  # fmt: skip
def test_a_wounded_commander_is_captured_from_behind_for_nothing() -> None:
    trooper, target = unit("R2", "EX3", "F7", ap=1), legate("F6")
    at = hunt(trooper, target)
    assert refused(at) is None
    match = builder(at, (MANHUNT,), targets={0: 1})
    capture.seize(match, Capture("R2", "B1"))
    assert match.unit("R2").ap == 1
    assert told(match, CommanderCaptured, ObjectiveRevealed)[:2] == [
        CommanderCaptured(unit="B1", by="R2", at=square("F6")),
        ObjectiveRevealed(team=0, objective=3, target=1),
    ]


@pytest.mark.rules("ASCW-121", "ASCW-122", "WE-49")
def test_neither_from_the_front_nor_unhurt() -> None:
    ahead = hunt(unit("R2", "EX3", "F5"), legate("F6"))
    assert refused(ahead) == ("ASCW-122", "NOT_REAR")
    said = capture.refusal(ahead, HUNTER, Capture("R2", "B1"))
    assert said is not None
    assert said.instead == "Approach it from the S."
    ahead = ahead.put(replace(ahead.units["R2"], r=6), legate("F6", facing=Facing.S))
    said = capture.refusal(ahead, HUNTER, Capture("R2", "B1"))
    assert said is not None
    assert said.instead == "Approach it from the N."
    unhurt = hunt(unit("R2", "EX3", "F7"), legate("F6", lost=0))
    assert refused(unhurt) == ("ASCW-121", "NOT_WOUNDED")


@pytest.mark.rules("ASCW-122", "ASCW-D61")
@pytest.mark.parametrize("beside", ["E6", "G6"])
def test_exactly_beside_it_is_not_behind_it(beside: str) -> None:
    assert refused(hunt(unit("R2", "EX3", beside), legate("F6"))) == ("ASCW-122", "NOT_REAR")


@pytest.mark.rules("ASCW-119", "ASCW-D61")
@pytest.mark.parametrize(
    ("own", "rule"),
    [
        (TeamSecret(objective=2), "ASCW-119"),
        (TeamSecret(), "ASCW-119"),
        (TeamSecret(objective=3, asked=True), "ASCW-D61"),
    ],
)
def test_only_a_manhunt_that_has_named_its_target_captures(own: TeamSecret, rule: str) -> None:
    at = hunt(unit("R2", "EX3", "F7"), legate("F6"))
    assert refused(at, own) == (rule, "NOT_MANHUNT")


@pytest.mark.rules("ASCW-119", "ASCW-D61")
def test_only_living_commanders_of_the_written_team_are_captured() -> None:
    at = hunt(unit("R2", "EX3", "F7"), legate("F6"), unit("B2", "GU4", "E6", lost=1))
    assert refused(at, target="B2") == ("ASCW-119", "WRONG_TEAM")
    assert refused(at, replace(HUNTER, target=2)) == ("ASCW-119", "WRONG_TEAM")
    assert refused(at, target="B9") == ("ASCW-119", "NO_TARGET")
    for place in ("out", "reserve"):
        away = hunt(unit("R2", "EX3", "A1"), legate("", place=place))
        assert refused(away) == ("ASCW-119", "NO_TARGET")


@pytest.mark.rules("ASCW-D61")
def test_a_captor_holds_one_captive_and_a_captive_one_captor() -> None:
    held = unit("B2", "EX2", "", place="captive", held_by="R2", lost=1)
    at = hunt(unit("R2", "EX3", "F7", holds="B2"), legate("F6"), held, commanders=2)
    assert refused(at) == ("ASCW-D61", "ALREADY_CAPTOR")
    assert refused(at, target="B2") == ("ASCW-D61", "CAPTIVE")


@pytest.mark.rules("ASCW-123", "ASCW-D61")
def test_the_base_of_the_captor_must_not_be_smaller() -> None:
    big = kind("GU9", category="commander", army="GU", base=2, resistance=2)
    at = hunt(unit("R2", "EX3", "F8"), unit("B1", "GU91", "F6", lost=1), kinds=[_as(big, "GU91")])
    assert refused(at) == ("ASCW-123", "BASE_TOO_SMALL")
    wide = hunt(unit("R2", "EX8", "F8"), unit("B1", "GU91", "F6", lost=1), kinds=[_as(big, "GU91")])
    assert refused(wide) is None
    assert refused(hunt(unit("R2", "EX8", "F7"), legate("F6"))) is None


def _as(text: str, code: str) -> str:
    return text.replace('code = "GU9"', f'code = "{code}"')


@pytest.mark.rules("ASCW-D18", "ASCW-D61")
def test_a_flying_commander_is_captured_by_flyers_only() -> None:
    flyer = kind("GU91", "Fly", category="commander", army="GU", resistance=2)
    target = unit("B1", "GU91", "F6", lost=1)
    assert refused(hunt(unit("R2", "EX3", "F7"), target, kinds=[flyer])) == (
        "ASCW-D18",
        "FLYING_TARGET",
    )
    assert refused(hunt(unit("R2", "EX9", "F7"), target, kinds=[flyer])) is None


@pytest.mark.rules("ASCW-D61", "ASCW-D09")
def test_a_captor_has_to_be_in_contact() -> None:
    apart = hunt(unit("R2", "EX3", "F8"), legate("F6"))
    assert refused(apart) == ("ASCW-D61", "NOT_IN_CONTACT")
    said = capture.refusal(apart, HUNTER, Capture("R2", "B1"))
    assert said is not None
    assert said.sentence == "R2 does not touch B1 (2 squares away)."


# --- What it means ---


@pytest.mark.rules("ASCW-124", "ASCW-125", "ASCW-127", "ASCW-D61", "WE-49")
def test_a_captor_defends_with_two_less_and_does_not_attack() -> None:
    match = captured()
    shooter, captor = unit("B2", "EX3", "F14"), match.unit("R2")
    _, why = modifiers(match.table, "shoot", shooter, captor, counter=False)
    assert sum(number for _, number in why) == 1 - 2
    assert 5 + 1 - 2 < 4 + 1, "the defence 5 of WE-49 does not block its attack 4"
    assert strike_refusal(match.table, replace(captor, holds=""), shooter) is not None


@pytest.mark.rules("ASCW-127", "ASCW-D33", "ASCW-D61")
def test_a_captive_leaves_the_board_with_its_cover_and_its_poison() -> None:
    poisoned = legate(cover=True, poison=(Poison("R3", 1, 2),), ap=3)
    at = hunt(unit("R2", "EX3", "F9", cover=True), poisoned)
    match = builder(at, (MANHUNT,), targets={0: 1})
    capture.seize(match, Capture("R2", "B1"))
    captive = match.unit("B1")
    assert (captive.place, captive.held_by, captive.ap) == ("captive", "R2", 0)
    assert (captive.cover, captive.poison, captive.lost) == (False, (), 1)
    assert not match.unit("R2").cover, "capturing is an action of its own (D-28)"
    assert terrain.stands(match.table, match.unit("R2"), Base(5, 7)), "its square is free"
    assert winner(checked(match)) is None, "a captive lives"


# --- Delivering ---


def moved(match: StepBuilder, *squares: str, how: str = "move") -> StepBuilder:
    """The captor R2 has walked over these squares."""
    found = [square(name) for name in squares]
    path = tuple(Base(each.c, each.r) for each in found if each is not None)
    match.put(replace(match.unit("R2"), c=path[-1].c, r=path[-1].r))
    match.table = replace(match.table, last=LastAction("R2", 0, how, path))
    capture.arrive(match, "R2")
    return match


@pytest.mark.rules("ASCW-126", "ASCW-119", "ASCW-D61", "WE-49")
def test_it_is_delivered_when_the_captor_gets_into_the_zone_of_its_player() -> None:
    match = moved(captured(), "F9", "F8", "F7")
    assert (match.unit("B1").c, match.unit("B1").r) == (5, 6)
    assert match.unit("R2").holds == "B1"
    assert told(match, CommanderDelivered) == []
    moved(match, "F7", "F6")
    assert told(match, CommanderDelivered) == [CommanderDelivered(unit="B1", by="R2")]
    captive = match.unit("B1")
    assert (captive.place, captive.delivered, captive.held_by) == ("out", True, "")
    assert match.unit("R2").holds == ""
    assert match.table.teams[0].delivered == (1,)
    assert match.table.teams[0].commanders == 0, "it is nobody's kill"
    assert winner(checked(match)) == ("won", 0, "ASCW-119")


@pytest.mark.rules("ASCW-126", "ASCW-D61")
def test_it_is_delivered_at_once_inside_the_own_zone_and_on_the_way_through_it() -> None:
    at = hunt(unit("R2", "EX3", "F7", facing=Facing.N), legate("F6"))
    match = builder(at, (MANHUNT,), targets={0: 1})
    match.put(match.unit("R2"), r=5)
    match.put(match.unit("B1"), r=4)
    capture.seize(match, Capture("R2", "B1"))
    assert len(told(match, CommanderDelivered)) == 1
    through = moved(captured(), "F7", "G6", "H7")
    assert len(told(through, CommanderDelivered)) == 1
    over = moved(captured(), "F7", "G6", "H7", how="jump")
    assert told(over, CommanderDelivered) == [], "a leap touches its ends only"


@pytest.mark.rules("ASCW-126", "ASCW-D61")
@pytest.mark.parametrize(
    ("spot", "by_zone", "by_edge"),
    [
        ("F7", False, False),
        ("F6", True, True),
        ("F5", True, False),
        ("A3", True, True),
        ("H1", True, True),
    ],
)
def test_with_an_option_the_outline_of_the_zone_has_to_be_reached(
    spot: str, by_zone: bool, by_edge: bool
) -> None:
    anywhere = moved(captured(delivery="zone"), spot)
    assert (anywhere.unit("B1").place == "out") == by_zone
    outline = moved(captured(delivery="edge"), spot)
    assert (outline.unit("B1").place == "out") == by_edge


@pytest.mark.rules("ASCW-126", "ASCW-D61", "ASCW-D77")
def test_an_army_taken_over_keeps_its_own_zone() -> None:
    units = [unit("R2", "EX3", "A9"), commander(0), commander(1), unit("G1", "GU1", "", lost=1)]
    at = table(units, teams=(2, 1))
    at = at.with_player(replace(at.players[0], left=True, played_by=1))
    captive = replace(at.units["G1"], place="captive", held_by="R2")
    match = builder(at.put(captive, replace(at.units["R2"], holds="G1")), (MANHUNT,))
    own, other = zones.zone(at, 0), zones.zone(at, 1)
    moved(match, str(min(other - own)))
    assert told(match, CommanderDelivered) == []
    moved(match, str(min(own - other)))
    assert len(told(match, CommanderDelivered)) == 1


@pytest.mark.rules("ASCW-126", "ASCW-D16", "ASCW-D57", "ASCW-D61")
def test_it_is_delivered_on_the_way_before_the_ground_can_fell_its_captor() -> None:
    captor = unit("R2", "EX3", "F7", Facing.N, holds="B1")
    held = replace(unit("B1", "GU1", "F7", lost=1), place="captive", held_by="R2", ap=0)
    fight = Battle([captor, held, unit("B2", "GU3", "H12")], [piece("LV", "F5")])
    fight.state = positions.state(fight.table, (MANHUNT,), {0: 1})
    fight.act(March("R2", Square(5, 5)), 6, 1)
    assert fight.unit("R2").place == "reserve"
    assert fight.unit("B1").delivered
    assert fight.told(CommanderReleased) == []
    kinds = [type(event) for event in fight.events]
    assert kinds.index(CommanderDelivered) < kinds.index(AttackDeclared)


@pytest.mark.rules("ASCW-126", "ASCW-D16", "ASCW-D57", "ASCW-D61")
def test_the_victory_of_a_delivery_does_not_wait_for_the_ground() -> None:
    captor = unit("R2", "EX3", "F7", Facing.N, holds="B1")
    held = replace(unit("B1", "GU1", "F7", lost=1), place="captive", held_by="R2", ap=0)
    units = [captor, held, unit("R1", "EX1", "A1"), unit("B2", "GU3", "H12")]
    fight = Battle(units, [piece("LV", "F5")], captains=False)
    fight.state = positions.state(fight.table, (MANHUNT,), {0: 1})
    fight.act(March("R2", Square(5, 5)))
    assert isinstance(fight.pending, Ending)
    assert fight.pending.rule == "ASCW-119"


# --- Letting go ---


@pytest.mark.rules("ASCW-D61", "ASCW-127")
def test_a_captor_that_is_captured_itself_leaves_its_captive_where_it_stood() -> None:
    holder = unit("B1", "GU1", "F8", lost=1, holds="R1")
    held = replace(unit("R1", "EX1", "F8", Facing.W, lost=1), place="captive", held_by="B1", ap=0)
    match = builder(
        table([held, unit("R2", "EX3", "F9"), holder], round=4), (MANHUNT,), targets={0: 1}
    )
    capture.seize(match, Capture("R2", "B1"))
    assert told(match, CommanderReleased) == [CommanderReleased(unit="R1", at=Square(5, 7))]
    released = match.unit("R1")
    assert (released.place, released.held_by, released.activated) == ("board", "", 4)
    captive = match.unit("B1")
    assert (captive.place, captive.held_by, captive.holds) == ("captive", "R2", "")
    assert (captive.c, captive.r) == (5, 8)


@pytest.mark.rules("ASCW-D61")
def test_only_a_captor_can_let_go() -> None:
    match = captured()
    assert forbidden(match.table, 0, Release("R2")) is None
    for code in match.table.units.keys() - {"R2"}:
        found = capture.release_refusal(match.table, Release(code))
        assert found is not None
        assert found.code == "NO_CAPTIVE"


@pytest.mark.rules("ASCW-D61")
def test_who_is_let_go_stands_to_the_north_and_waits_for_the_next_round() -> None:
    match = captured(round=4)
    match.put(replace(match.unit("R2"), facing=Facing.W))
    capture.let_go(match, "R2")
    assert told(match, CommanderReleased) == [CommanderReleased(unit="B1", at=Square(5, 7))]
    released = match.unit("B1")
    assert (released.place, released.held_by, released.facing) == ("board", "", Facing.N)
    assert (released.lost, released.ap, released.activated) == (1, 0, 4)
    assert match.unit("R2").holds == ""


@pytest.mark.rules("ASCW-D61")
def test_the_spot_is_sought_clockwise_from_due_north() -> None:
    blocked = ["F8", "G8", "G9", "G10", "F10", "E10", "E9", "E8"]
    for count in range(len(blocked)):
        match = captured()
        match.table = replace(
            match.table, pieces=tuple(piece("CR", name) for name in blocked[:count])
        )
        capture.let_go(match, "R2")
        at = match.unit("B1")
        assert str(Square(at.c, at.r)) == blocked[count]
    match = captured()
    match.table = replace(match.table, pieces=tuple(piece("CR", name) for name in blocked))
    capture.let_go(match, "R2")
    assert told(match, CommanderReleased) == [CommanderReleased(unit="B1", at=Square(5, 6))]


@pytest.mark.rules("ASCW-D61", "ASCW-D73")
def test_when_the_captor_falls_its_own_square_is_the_nearest() -> None:
    match = captured()
    wounds.eliminate(match, (("R2", ""),))
    assert told(match, CommanderReleased) == [CommanderReleased(unit="B1", at=Square(5, 8))]


def test_letting_go_of_nobody_changes_nothing() -> None:
    match = builder(table([commander(0)]))
    before = match.table
    capture.let_go(match, "R1")
    assert match.table == before


@pytest.mark.rules("ASCW-D61", "ASCW-D04")
@given(
    at=st.tuples(st.integers(1, 13), st.integers(1, 13)),
    crates=st.frozensets(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=60),
)
def test_the_spot_is_free_and_none_is_nearer(
    at: tuple[int, int], crates: frozenset[tuple[int, int]]
) -> None:
    match = captured()
    match.put(replace(match.unit("R2"), c=at[0], r=at[1]))
    lying = tuple(piece("CR", str(Square(*each))) for each in sorted(crates - {at, (1, 1)}))
    match.table = replace(match.table, pieces=lying)
    before = match.table
    capture.let_go(match, "R2")
    released = match.unit("B1")
    spot = Base(released.c, released.r)
    captive = before.units["B1"]
    assert terrain.stands(before, captive, spot)
    start = Base(*at)
    nearer = [
        Base(c, r)
        for c in range(16)
        for r in range(16)
        if start.gap(Base(c, r)) < start.gap(spot) and terrain.stands(before, captive, Base(c, r))
    ]
    assert nearer == []
