"""Prices and faults of random designs, and random terrain, decks and repairs of random matches,
compared with a second engine made from the canon (``plain``)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Disc
from games.core.log.replay import LogAction, Played, Thrown, carry_out
from games.core.questions import Options
from games.core.types import Chance, Decision
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content import design_data
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.factions import named, write_faction
from games.cosmic_conflict.content.limits import DesignFault, design_faults
from games.cosmic_conflict.rules.orders.commands import GiveOrder
from games.cosmic_conflict.rules.reactions import Decline
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.tasks import Repairing
from games.cosmic_conflict.table.units import Condition, Unit
from games.cosmic_conflict.view import View
from tests.amounts import amount
from tests.games.cosmic_conflict import plain
from tests.games.cosmic_conflict.forces import random_force
from tests.games.kit import Playing, random_action_of, some_seats, some_settings, title_of

DESIGNS, MATCHES = amount(300, 2000), amount(8, 200)
TITLE = title_of("cosmic_conflict")

# --- Designs ---

SHIP_ITEMS = ("ARM", "SHD", "ECM", "AWS", "NAV", "FLH", "FH", "NCM", "MAN", "HDG", "SEN", "PWS")
FIGHTER_ITEMS = (*plain.OF_FIGHTERS, "ARM", "SHD", "ECM", "PWS")
VARIANTS = (None, None, None, "L1", "L2", "L3", "OV", "SM")


def random_gun(rng: random.Random, fits: bool) -> plain.Data:
    kind, variant = rng.choice(plain.GUNS), rng.choice(VARIANTS)
    arcs = "".join(sorted(rng.sample("FPSA", rng.randint(1, 4)), key="FPSA".find))
    if fits:
        variant = None if kind in ("RKT", "MSL") else variant
        arcs = arcs[0] if variant == "SM" else arcs
    elif rng.random() < 0.1:
        arcs = rng.choice(("", "FF", "PSP"))
    return {"type": kind, "variant": variant, "arcs": arcs}


def random_item(rng: random.Random, primary: bool, fits: bool) -> plain.Data:
    """Any item; one that ``fits`` passes its own checks in its slot."""
    while True:
        item: plain.Data = {"type": rng.choice((*SHIP_ITEMS, *plain.OF_FIGHTERS))}
        if rng.random() < 0.5:
            item = random_gun(rng, fits)
        mounted = not primary and item.get("variant") in ("OV", "SM")
        known = plain.PRIMARY if primary else plain.SECONDARY
        if not fits or (item["type"] in known and not mounted):
            return item


def random_ship(rng: random.Random) -> plain.Data:
    """About half of them are legal."""
    careful, size = rng.random() < 0.7, rng.randint(1, 6)
    most = 2 * size if careful else 2 * size + 2
    return {
        "id": "TEST",
        "name": "Test Ship",
        "class": "test",
        "size": size if rng.random() < 0.95 else rng.choice((0, 7)),
        "row_len": 10,
        "primary": [random_item(rng, True, careful) for _ in range(rng.randint(0, most))],
        "secondary": [random_item(rng, False, careful) for _ in range(rng.randint(0, most))],
        "traits": rng.choices(("Veteran", "Lucky", "Command AI"), k=rng.choice((0, 0, 0, 1, 2, 3))),
        "faction": rng.choice((None, None, "Mercenary", "Mercenary", "Beam Guild")),
    }


def random_fighter(rng: random.Random) -> plain.Data:
    first: plain.Data | None = None
    others = rng.sample(FIGHTER_ITEMS, rng.randint(0, 4))
    if rng.random() < 0.8:
        first = {"type": rng.choice((*FIGHTER_ITEMS, "AWS"))}
        if rng.random() < 0.7:
            variant = "L1" if rng.random() < 0.1 else None
            size = rng.randint(1, 6) if rng.random() < 0.9 else rng.choice((0, 7))
            first = {"type": rng.choice(plain.GUNS), "variant": variant, "wsize": size}
    if rng.random() < 0.3:
        others.append(rng.choice((*SHIP_ITEMS, *others)))
    return {
        "id": "TEST",
        "name": "Test Fighter",
        "primary": first,
        "secondary": [{"type": each} for each in others],
        "faction": rng.choice((None, None, "Mercenary", "Beam Guild")),
    }


def with_record(data: plain.Data) -> plain.Data:
    """With its faction as a record, as designs carry it."""
    faction = named(BASE.factions.values(), str(data["faction"]))
    return data | {"faction": faction and write_faction(faction)}


def found_faults(data: plain.Data) -> tuple[str, set[str]]:
    """The code of the fault that is told, and those of all."""
    first, data = "", with_record(data)
    try:
        design_data.read(data)
    except DesignFault as fault:
        first = fault.code
    try:
        return first, {fault.code for fault in design_faults(design_data.parse(data))}
    except DesignFault as fault:
        return first, {fault.code}


@pytest.mark.rules(
    "CC-147",
    "CC-149",
    "CC-150",
    "CC-238",
    "CC-253",
    "CC-258",
    "CC-283",
    "CC-284",
    "CC-285",
    "CC-286",
    "CC-287",
    "CC-288",
    "D-008",
    "D-030",
    "D-061",
    "D-098",
    "D-099",
    "D-107",
    "D-108",
)
def test_prices_of_random_designs() -> None:
    rng, tried = random.Random(1), 0
    while tried < DESIGNS:
        data = random_ship(rng) if rng.random() < 0.75 else random_fighter(rng)
        if not plain.faults(data):
            assert design_data.read(with_record(data)).points == plain.price(data), data
            tried += 1


@pytest.mark.rules(
    "CC-021",
    "CC-129",
    "CC-130",
    "CC-131",
    "CC-132",
    "CC-133",
    "CC-134",
    "CC-239",
    "CC-253",
    "D-023",
    "D-058",
)
def test_faults_of_random_designs() -> None:
    rng, seen = random.Random(2), Counter[str]()
    for _ in range(DESIGNS):
        data = random_ship(rng) if rng.random() < 0.7 else random_fighter(rng)
        wanted = plain.faults(data)
        first, every = found_faults(data)
        assert (first, every) == (wanted[0] if wanted else "", {*wanted}), data
        seen.update(wanted or [""])
    assert len(seen) == 10
    assert seen[""] > DESIGNS / 4


# --- Random terrain ---


def zones(state: State) -> list[tuple[str, object]]:
    """As ``plain.RandomTerrain.zones``."""
    found: list[tuple[str, object]] = []
    for feature in state.table.features:
        for each in (zone.shape for zone in feature.zones):
            if isinstance(each, Disc):
                found.append((feature.kind, (*each.centre, each.radius)))
            else:
                found.append((feature.kind, tuple(sorted(map(tuple, each.corners)))))
    return sorted(found)


@pytest.mark.rules("CC-181", "CC-T10")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_random_terrain_of_random_boards(seed: int) -> None:
    rng = random.Random(seed)
    seats = some_seats(TITLE, rng)
    agreed = {"terrain_setup": "random", "points": 200, "deploy": "alternate"}
    match = Playing(TITLE, some_settings(TITLE.game, rng, agreed, seats), seats)
    state: State = match.states[-1]
    board = state.table.board
    terrain = plain.RandomTerrain(board.width, board.height, state.table.side_count)
    drawn: list[str] = []
    while state.course.phase == "fleet" or isinstance(TITLE.game.pending(state), Chance):
        waits = TITLE.game.pending(state)
        action = random_action_of(TITLE, state, rng)
        assert action
        match.go(action)
        state = match.states[-1]
        if not isinstance(waits, Chance) or not isinstance(action, Thrown):
            continue
        roll, face = waits.rolls[0], action.rolled.faces[0][0]
        places = terrain.places(drawn[-1]) if drawn else []
        if roll.why == f"Random terrain, kind {len(drawn) + 1} of 3":
            assert roll.sides == len(terrain.kinds)
            drawn.append(terrain.kinds.pop(face - 1))
        elif roll.why.startswith("Place of "):
            assert roll.sides == len(places)
            terrain.lay(drawn[-1], places[face - 1])
        assert zones(state) == terrain.zones()
    assert len(drawn) == 3


# --- Conditions, decks and repairs ---


def random_answer(view: View, decision: Decision, options: Options[Any], rng: random.Random) -> Any:
    """As random seats answer, but that ships with a Condition often have a Repair Order."""
    if decision.kind == "orders" and rng.random() < 0.5:
        damaged = [each for each in view.table.of(side_of(decision.seat)) if each.conditions]
        orders = [GiveOrder(unit=each.id, order="repair") for each in damaged]
        return next(filter(options.contains, orders), None)
    return random_force(view, decision, options, rng)


def with_wear(state: State) -> State:
    """Ships with a Condition and about to get another, with little to protect them."""

    def worn(unit: Unit) -> Unit:
        if state.table.design(unit).size < 2:
            return unit
        received = (*unit.conditions, Condition(4))
        return replace(unit, health=9, absorbers=(1,) * len(unit.absorbers), conditions=received)

    return replace(state, table=state.table.put(*map(worn, state.table.units.values())))


PLAYED = replace(
    TITLE,
    agreed={
        "points": 400,
        "min_turns": 3,
        "max_turns": 5,
        "map": "quick",
        "repair": True,
        "stealth": "off",
    },
    sizes=(2,),
    forces=random_answer,
)


def ship_of(state: State, id: str) -> plain.Ship:
    unit = state.table.units[id]
    design = design_data.write(state.table.design(unit))
    conditions = [(each.result, each.choice, each.items) for each in unit.conditions]
    return plain.Ship(design, unit.absorbers, unit.off, conditions)


class Comparison:
    """Follows a match: each roll for a Condition or a Repair, and what it changes."""

    def __init__(self, state: State) -> None:
        agreed = state.course.agreement
        cards = [card for card, count in plain.DECK.items() for _ in range(count)]
        self.results = plain.ADVANCED if agreed.adv_conditions else {}
        self.deck = plain.Deck([*cards, *self.results.values()]) if agreed.deck else None
        self.tried = Counter[str]()
        self._off: dict[str, list[tuple[int, set[int]]]] = {}
        """By unit, the results that have deactivated items, and which."""
        self._repaired: set[str] = set()

    def follow(self, before: State, action: LogAction, after: State, events: Any) -> None:
        waits = TITLE.game.pending(before)
        for event in events:
            for told in event.parts if isinstance(event, e.UnitDamaged) else (event,):
                match told:
                    case e.ConditionRolled():
                        assert isinstance(waits, Chance)
                        assert isinstance(action, Thrown)
                        sides, faces = waits.rolls[0].sides, action.rolled.faces[0]
                        self._check_condition(before, sides, faces, told)
                    case e.Repaired():
                        assert isinstance(action, Thrown)
                        self._check_repair(before, after, action.rolled.faces[0][0], told)
                    case e.ConditionApplied(items=items) if items:
                        self._off.setdefault(told.unit, []).append((told.result, {*items}))
                    case e.Rerouted():
                        self._lose(before, after, told.unit.id, 9)
        if isinstance(action, Played) and isinstance(action.move, Decline):
            match before.course.agenda:
                case (*_, Repairing(unit=id)):
                    self._repaired.add(id)
        if self.deck:
            left = Counter(self.deck.cards) - Counter(after.table.drawn_cards)
            assert sorted(left.elements()) == self.deck.left
        if (before.course.phase, after.course.phase) != ("resolution", "resolution"):
            if before.course.phase == "resolution":
                self._check_all_repaired(before, after)
            self._repaired.clear()

    def _check_condition(
        self, before: State, sides: int, faces: tuple[int, ...], told: e.ConditionRolled
    ) -> None:
        result = sum(faces)
        if self.deck:
            assert (len(faces), sides) == (1, len(self.deck.left))
            result = self.deck.draw(faces[0])
            assert told.card == result
        else:
            assert (len(faces), sides) == (2, 6)
            result = self.results.get(result, result)
        takes = ship_of(before, told.unit).takes(result)
        assert told.result == (result if takes else 0)
        self.tried[f"{result}" if takes else "without effect"] += 1

    def _check_repair(self, before: State, after: State, die: int, told: e.Repaired) -> None:
        id = told.unit.id
        old, new = before.table.units[id], after.table.units[id]
        assert told.result in ship_of(before, id).repairable()
        assert id not in self._repaired
        self._repaired.add(id)
        self.tried["repaired" if told.done else "not repaired"] += 1
        assert told.done == (die >= 4)
        lost = Counter(each.result for each in old.conditions)
        lost -= Counter(each.result for each in new.conditions)
        assert [*lost.elements()] == ([told.result] if told.done else [])
        assert new.received == old.received
        if told.done and told.result in (8, 9):
            self._lose(before, after, id, told.result)
        else:
            assert new.off == old.off

    def _lose(self, before: State, after: State, id: str, result: int) -> None:
        """A Condition is gone: what it had deactivated works again."""
        back = {*before.table.units[id].off} - {*after.table.units[id].off}
        known = self._off.get(id, [])
        if back or (result, back) in known:
            known.remove((result, back))

    def _check_all_repaired(self, before: State, after: State) -> None:
        """Every ship with a revealed Order that could repair something has rolled or declined."""
        for id, unit in before.table.units.items():
            if "repair" in unit.revealed and id not in self._repaired:
                there = after.table.units[id].state == "in"
                assert not there or not ship_of(after, id).repairable()


@pytest.mark.rules("CC-047", "CC-048", "CC-243", "CC-248", "D-039", "D-103", "D-104", "D-105")
def test_conditions_decks_and_repairs_of_random_matches() -> None:
    tried = Counter[str]()
    for seed in range(MATCHES):
        rng = random.Random(seed)
        seats = some_seats(PLAYED, rng)
        agreed = {**PLAYED.agreed, "deck": seed % 2 == 0, "adv_conditions": seed % 4 < 2}
        settings = some_settings(TITLE.game, rng, agreed, seats)
        match, worn = Playing(PLAYED, settings, seats), False
        comparison = Comparison(match.states[-1])
        while (action := random_action_of(PLAYED, match.states[-1], rng)) is not None:
            before = match.states[-1]
            if before.course.phase == "orders" and not worn:
                before = match.states[-1] = with_wear(before)
                worn = True
            events = carry_out(TITLE.game, before, action).events
            match.go(action)
            comparison.follow(before, action, match.states[-1], events)
        tried += comparison.tried
    for kind in ("repaired", "not repaired", "without effect"):
        assert tried[kind] >= MATCHES // 50, kind
