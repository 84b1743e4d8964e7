"""What is made up for somebody who may not know: it follows the rules, and leaves nothing out."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors.content.catalogue import Catalogue
from games.astral_sailors.reimagining import reimagine
from games.astral_sailors.rules.setup import armies
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.turns.activation import Capture
from games.astral_sailors.rules.victory import conditions, objectives
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import NOBODY, Attack, AttackTarget, DelayedAction, DiceOff
from games.astral_sailors.view import SailorsView
from games.core.types import SPECTATOR, Seat, Seated, Viewer
from tests.games.astral_sailors.by_hand import unsound
from tests.games.astral_sailors.flow import opened, play, roll, wanted
from tests.games.astral_sailors.positions import kind, state, table, unit
from tests.games.astral_sailors.sources import source

RED: Viewer = Seated(Seat(0))
BLUE = 1


def closed(*units: Unit, **options: Any) -> Table:
    """A table on which Red has a Commander, and Blue these units that all have seen."""
    teams = options.pop("teams", (1, 1))
    return table((unit("R1", "EX1", "C4"), *units), teams=teams, open_armies=False, **options)


def imagined(of: Table | State, count: int, viewer: Viewer = RED) -> Iterator[State]:
    found = of if isinstance(of, State) else state(of)
    view = SailorsView.of(found, viewer)
    for seed in range(count):
        made = reimagine(view, random.Random(seed))
        assert repr(SailorsView.of(made, viewer)) == repr(view)
        yield made


def army(of: State, seat: int = BLUE) -> dict[str, str]:
    return {each.code: each.kind for each in of.table.of(seat)}


def leads(of: Table, code: str) -> bool:
    return of.catalogue.units[code].category == "commander"


def whole(of: Table, seat: int = BLUE) -> Table:
    """The seat's army has not been seen by anybody, and its main Commander is not known."""
    return of.with_player(replace(of.players[seat], main="", deployed=False))


# --- Whole matches ---


@pytest.mark.parametrize("seed", [1, 2, 3, 5, 6, 7])
def test_what_is_imagined_is_a_state_that_play_could_have_led_to(seed: int) -> None:
    rng = random.Random(seed)
    for true in source(seed).states[::4]:
        for viewer in (RED, Seated(Seat(1)), SPECTATOR):
            assert unsound(reimagine(SailorsView.of(true, viewer), rng)) == ""


# --- Hidden armies ---


def legal_kinds(of: Table, commanders: int, points: int) -> set[str]:
    """Kinds that are on some legal list of so many points: with the cheapest units beside."""
    kinds = of.catalogue.units.values()
    civilian = min(each.cost for each in kinds if not each.military)
    found = set()
    for each in kinds:
        sides = [each.army] if each.army in of.catalogue.armies else [*of.catalogue.armies]
        leader = min(o.cost for o in kinds if o.army in sides and o.category == "commander")
        if each.category == "commander":
            price = each.cost + (commanders - 1) * leader + commanders * civilian
        else:
            price = commanders * (leader + civilian)
            price += each.cost + civilian if each.military else each.cost - civilian
        if price <= points:
            found.add(each.code)
    return found


PACK = (
    kind("ZZ1", cost=58),
    kind("ZZ2", cost=90),
    kind("ZZ3", category="civilian", shots=0, blows=0, cost=40),
    kind("ZZ4", "Commander", cost=76),
)


@pytest.mark.rules("ASCW-D54", "ASCW-D45", "ASCW-25", "ASCW-27")
@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({}, 100),
        ({"commanders": 2}, 100),
        ({"commanders": 3, "army_size": 150}, 150),
        ({"army_size": 500, "start_pool": 50, "bellicose_public": False}, 500),
        ({"kinds": PACK}, 100),
    ],
)
def test_of_an_army_that_nobody_has_seen_every_legal_kind_is_imagined_in_legal_lists(
    options: dict[str, Any], size: int
) -> None:
    of = whole(closed(**options))
    agreement, found = of.agreement, Counter[str]()
    for made in imagined(of, 1500):
        kinds = tuple(army(made).values())
        assert armies.fault(agreement, of.catalogue, kinds) is None
        assert made.sheets[BLUE].units == kinds
        assert made.table.units[made.table.players[BLUE].main].kind == next(
            each for each in kinds if leads(of, each)
        )
        found.update(set(kinds))
    assert set(found) == legal_kinds(of, agreement.commanders, size)


@pytest.mark.rules("ASCW-D53")
def test_an_army_of_another_size_is_imagined_by_that_size() -> None:
    of = whole(closed())
    of = of.with_player(replace(of.players[BLUE], army_size=200))
    prices = [armies.price(of.catalogue, tuple(army(m).values())) for m in imagined(of, 200)]
    assert 190 < max(prices) <= 200
    assert sum(price > 180 for price in prices) > 150, "most spend nearly all"


NEARLY_ALL = ("EX1", "EX8", "EX8", "MC1", "EX3", "CV1", "CV1", "CV1", "CV1", "CV1")
"""90 of 100 points."""


def completions(catalogue: Catalogue, seen: Sequence[str], points: int) -> set[tuple[str, ...]]:
    """All units besides those seen with which the list is legal, as sorted codes."""
    plain = [
        each
        for each in catalogue.units.values()
        if each.army in ("EX", "MC", "CV") and each.category != "commander"
    ]
    found = set()
    for count in range(points // 3 + 1):
        for some in itertools.combinations_with_replacement(plain, count):
            kinds = [*(catalogue.units[code] for code in seen), *some]
            military = sum(each.military for each in kinds)
            if sum(each.cost for each in some) <= points and 2 * military <= len(kinds):
                found.add(tuple(sorted(each.code for each in some)))
    return found


@pytest.mark.rules("ASCW-27")
def test_near_the_limit_of_points_every_way_to_spend_the_rest_is_imagined_and_no_other() -> None:
    squares = ("C9", "E9", "H9", "K9", "N9", "C12", "E12", "H12", "K12", "N12")
    units = [
        unit(f"B{number}", code, at)
        for number, (code, at) in enumerate(zip(NEARLY_ALL, squares, strict=True), 1)
    ]
    of = closed(*units)
    possible = completions(of.catalogue, NEARLY_ALL, 10)
    assert len(possible) > 15
    found = Counter(
        tuple(sorted(code for name, code in army(made).items() if name not in of.units))
        for made in imagined(of, 5000)
    )
    assert set(found) == possible


def test_hidden_units_fill_every_gap_before_the_last_that_was_seen() -> None:
    of = closed(unit("B2", "GU1", "J9"), unit("B5", "CV1", "M9"))
    found: dict[str, set[str]] = {}
    for made in imagined(of, 400):
        codes = [*army(made)]
        assert codes == [f"B{number}" for number in range(1, len(codes) + 1)]
        for code, each in army(made).items():
            found.setdefault(code, set()).add(each)
    assert found["B2"] == {"GU1"}
    assert all(len(found[code]) > 10 for code in ("B1", "B3", "B4"))
    assert made.table.players[BLUE].main == "B2"


@pytest.mark.rules("ASCW-D45")
def test_an_unseen_main_commander_may_be_any_that_is_not_seen() -> None:
    of = whole(closed(unit("B3", "CV1", "J9")))
    mains = Counter(made.table.players[BLUE].main for made in imagined(of, 1500))
    assert {f"B{number}" for number in (1, 2, 4, 5, 6, 7, 8)} <= set(mains)
    assert max(mains.values()) < 400
    kinds = {made.table.units[made.table.players[BLUE].main].kind for made in imagined(of, 100)}
    assert kinds == {"EX1", "EX2", "GU1", "GU2"}


@pytest.mark.rules("ASCW-D45")
def test_of_several_commanders_the_main_one_is_the_first_on_the_list() -> None:
    units = (unit("B4", "EX1", "J9"), unit("B2", "CV1", "M9"))
    seen = closed(*units, commanders=2, army_size=150)
    for made in imagined(seen, 100):  # B4 is known to be the main one
        assert made.table.players[BLUE].main == "B4"
        assert not any(leads(seen, each) for code, each in army(made).items() if int(code[1:]) < 4)
        assert sum(leads(seen, each) for each in army(made).values()) == 2
    for made in imagined(whole(seen), 100):  # it is known not to be
        assert made.table.players[BLUE].main in ("B1", "B3")


def test_of_an_army_that_was_taken_out_nothing_waits_in_the_reserve() -> None:
    of = closed(unit("B2", "GU1", "", seen=True, place="out"))
    of = of.with_player(replace(of.players[BLUE], left=True, removed=True))
    for made in imagined(of, 20):
        assert {each.place for each in made.table.of(BLUE)} == {"out"}


def test_an_army_that_only_a_referee_can_make_is_imagined_around_what_was_seen() -> None:
    squares = ("C9", "G9", "K9", "O9", "C13", "G13")
    units = [unit(f"B{2 * number}", "GU9", at) for number, at in enumerate(squares, 1)]
    of = closed(*units, unit("B13", "EX1", "K13"))
    for made in imagined(of, 20):
        assert {f"B{number}" for number in range(1, 14)} <= set(army(made))
        assert {code: army(made)[code] for code in of.units if code in army(made)} == {
            each.code: each.kind for each in of.of(BLUE)
        }


# --- Lists in the making ---


@pytest.mark.rules("ASCW-D54")
def test_lists_in_the_making_are_legal_when_locked_and_of_every_kind() -> None:
    of = roll(opened(1, 1, open_armies=False), 2, 2).state
    kinds, locked, lengths = set[str](), 0, set[int]()
    for made in imagined(of, 1000):
        draft = made.sheets[BLUE]
        assert draft.edits >= bool(draft.units) + draft.locked
        fault = armies.fault(of.table.agreement, of.table.catalogue, draft.units)
        assert not (draft.locked and fault)
        kinds.update(draft.units)
        lengths.add(len(draft.units))
        locked += draft.locked
    assert kinds == set(of.table.catalogue.units)
    assert 300 < locked < 700
    assert {0, 1, 2} < lengths


# --- Objectives ---


def secrets(of: Table | State, count: int, viewer: Viewer = RED, team: int = 1) -> list[Any]:
    return [made.secrets[team] for made in imagined(of, count, viewer)]


THREE = (unit("B1", "GU1", "J9"), unit("G1", "EX2", "T15"))


@pytest.mark.rules("ASCW-112", "ASCW-120")
def test_every_objective_is_as_likely_as_on_the_die_with_every_target() -> None:
    found = secrets(closed(*THREE, teams=(1, 1, 1)), 600)
    counted = Counter(each.objective for each in found)
    assert set(counted) == set(range(1, 7)) | {0}, "0 for Bellicose Hedonists"
    assert all(50 < counted[objective] < 130 for objective in range(1, 7))
    targets = {each.target for each in found if each.objective == conditions.MANHUNT}
    assert targets == {0, 2}


@pytest.mark.rules("ASCW-113", "ASCW-119")
def test_the_target_that_was_shown_with_a_manhunt_is_remembered() -> None:
    of = state(closed(*THREE, teams=(1, 1, 1)), (2, 3, 2), {1: 2})
    builder = StepBuilder(of)
    objectives.reveal(builder, 1)
    found = secrets(builder.done().state, 30)
    assert {(each.objective, each.target, each.asked) for each in found} == {(3, 2, False)}
    fallen = builder.table.units["G1"]
    builder.put(replace(fallen, place="out"))
    later = {(each.target, each.asked) for each in secrets(builder.done().state, 60)}
    assert later == {(0, False), (NOBODY, True)}, "it hunts another now, or is still asked"


@pytest.mark.rules("ASCW-D74")
def test_whether_an_objective_is_out_of_reach_follows_from_what_it_is() -> None:
    of = closed(*THREE, teams=(1, 1, 1), retarget=False, bellicose_public=False)
    of = of.put(replace(of.units["G1"], place="out"))
    found = secrets(of, 200)
    lost = {(each.objective, each.target) for each in found if each.hopeless}
    kept = {(each.objective, each.target) for each in found if not each.hopeless}
    assert lost == {(conditions.MANHUNT, 2), (conditions.MANHUNT, NOBODY)}
    assert (conditions.MANHUNT, 0) in kept


@pytest.mark.rules("ASCW-D57")
def test_who_rolls_for_the_victory_has_fulfilled_an_objective() -> None:
    of = closed(*THREE, teams=(1, 1, 1), pools={1: 200, 2: 50})
    rolling = replace(of, agenda=(DiceOff("victory", (0, 1)),))
    assert {each.objective for each in secrets(rolling, 50)} == {conditions.GLORY}
    assert conditions.GLORY not in {each.objective for each in secrets(of, 100)}


@pytest.mark.rules("ASCW-D16")
def test_who_has_said_to_capture_hunts_that_team() -> None:
    waiting = (
        DelayedAction(1, Capture("B1", "G1")),
        Attack("terrain", "", (AttackTarget("B1", 1),), piece=0, damage=1, stage="pay?"),
    )
    of = replace(closed(*THREE, teams=(1, 1, 1)), agenda=waiting)
    assert {(each.objective, each.target) for each in secrets(of, 30)} == {(3, 2)}


# --- Roles ---


def answered(*yes: bool, **options: Any) -> State:
    """All teams have said whether they want to fight as Bellicose Hedonists."""
    of = opened(*(1,) * len(yes), **options)
    for seat, each in enumerate(yes):
        of = play(of, seat, Bellicose(each)).state
    return of


@pytest.mark.rules("ASCW-D65")
def test_a_public_dice_off_shows_who_wants_it_and_who_has_it() -> None:
    of = answered(False, True, True, True, True, True)
    assert wanted(of) == (5, "dice-off: bellicose")
    assert {each.bellicose for each in secrets(of, 20, team=1)} == {True}
    assert {each.bellicose for each in secrets(of, 20, SPECTATOR, team=0)} == {False}
    tied = roll(of, 6, 6, 6, 2, 2).state  # four places: three are won, and two teams are tied
    assert wanted(tied) == (2, "dice-off: bellicose")
    lost = roll(tied, 5, 1).state
    for true, team, role in ((tied, 2, True), (tied, 4, True), (lost, 5, False), (lost, 4, True)):
        assert {each.bellicose for each in secrets(true, 20, team=team)} == {role}


@pytest.mark.rules("ASCW-D65")
def test_dice_that_a_team_rolls_in_secret_are_known_to_it_alone_and_were_tied() -> None:
    of = roll(answered(True, True, False, bellicose_public=False), 3, 4, 4).state
    dice = of.table.agenda[-1]
    assert isinstance(dice, DiceOff)
    shown = SailorsView.of(of, RED).table.agenda[-1]
    assert isinstance(shown, DiceOff)
    assert (dice.rolls, shown.rolls) == (((3, 4, 4),), ((3, 0, 0),))
    rolls, roles = Counter[tuple[int, ...]](), set[Collection[bool | None]]()
    for made in imagined(of, 1500):
        task = made.table.agenda[-1]
        assert isinstance(task, DiceOff)
        rolls[task.rolls[0]] += 1
        roles.add(tuple(each.bellicose for each in made.secrets))
    tied = {
        (3, one, other)
        for one, other in itertools.product(range(1, 7), repeat=2)
        if len({3, one, other}) < 3
    }
    assert set(rolls) == tied
    assert roles == {(True, *each) for each in itertools.product((True, False), repeat=2)}
