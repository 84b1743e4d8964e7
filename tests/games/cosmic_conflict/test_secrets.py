"""What a seat hides changes nothing that anybody else sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.core.events import Event
from games.core.log.replay import Played
from games.core.questions import Question
from games.core.types import REFEREE, SPECTATOR, Decisions, Refusal, Seat, Seated, Seats, Viewer
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.limits import own_faults
from games.cosmic_conflict.events import Disclosed, FleetsRevealed, OrdersGiven
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.reimagining import own_fleet, reimagine
from games.cosmic_conflict.rules.setup.preparation import refuse_fleet
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import Steps
from games.cosmic_conflict.table.units import OrderName
from games.cosmic_conflict.view import Scan
from renderers import renderer_for
from tests.games.cosmic_conflict.activations import acting, hidden, ship
from tests.games.cosmic_conflict.matches import Match, deployed, quick, standing
from tests.games.cosmic_conflict.scenes import plain, scene
from tests.games.cosmic_conflict.sources import source
from tests.games.kit import Title
from tests.games.worlds import Leak, Worlds, compare, facts, play_on, surfaces
from tools.two_worlds import Counts, check_source

ONE, TWO = Seated(Seat(0)), Seated(Seat(1))
TITLE = Title(GAME, renderer_for("cosmic_conflict"))
SEATS = Seats.alone(2)
THREE = (("a", "20 5"), ("b", "20 50"), ("c", "5 20"))
TYPED = (
    "FLEET Q1",
    "FLEET Q1 AS MERC",
    "FLEET Q1 CREW 1 VETERAN",
    "PLACE b1 18 20",
    "ORDER b1 EVASIVE",
    "TOKEN b2",
    "CLEAR b1",
    "LOCK",
    "UNLOCK",
    "ACTIVATE b1",
    "PASS",
    "REACT NO",
    "nonsense",
)


def _placing(verb: str = "FLEET") -> Match:
    return quick(deploy="secret").play(f"1: {verb} Q1", "2: FLEET Q2").roll(6, 1)


def _hiding(*names: OrderName) -> Match:
    """a1 hides Orders in its main slot, and in that of its Sensors."""
    one = hidden(ship("a1", "PIKE", "20 5"), *names)
    return acting(one, ship("b1", "PIKE", "20 20", token=True), ship("a2", "WREN", "5 5"))


def _three() -> Match:
    ships = (ship(f"{side}1", "WREN", at) for side, at in THREE)
    table = scene(*ships, side_count=3)
    return standing(table, "orders", scenario="open", sides=3)


def _pairs() -> Iterator[tuple[str, Match, Match]]:
    """Matches that differ in what side 1 hides."""
    yield "fleet", quick(), quick().play("1: FLEET Q1")
    yield "fleets", quick().play("1: FLEET Q1"), quick().play("1: FLEET Q2")
    own = "FLEET OF WOLF WITH WOLF = 2 KIN.FPS SHD | BEAM.F PWS | Grey Wolf"
    other = "FLEET OF WREN; WOLF WITH WOLF = 1 RKT.F | SHD | Sea Wolf | corvette"
    yield "own design", quick().play("1: FLEET Q1"), quick().play(f"1: {own}")
    yield "own designs", quick().play(f"1: {own}"), quick().play(f"1: {other}")
    yield (
        "own unlocked",
        quick().play("1: FLEET Q1", "1: UNLOCK"),
        quick().play(f"1: {own}", "1: UNLOCK"),
    )
    factions, crews = partial(quick, factions=True), partial(quick, crew=True)
    guild = "FLEET AS BEAM OF HEAR; GLIM"
    yield "faction", factions().play("1: FLEET Q1"), factions().play(f"1: {guild}")
    yield "factions", factions().play("1: FLEET Q1 AS MERC"), factions().play(f"1: {guild}")
    yield "crews", crews().play("1: FLEET Q2"), crews().play("1: FLEET OF WREN +AI +LUCKY")
    yield (
        "crews unlocked",
        crews().play("1: FLEET OF WREN", "1: UNLOCK"),
        crews().play("1: FLEET OF WREN +VETERAN", "1: UNLOCK"),
    )
    yield "unlocked", quick().play("1: FLEET Q1"), quick().play("1: FLEET Q1", "1: UNLOCK")
    yield "place", _placing().play("1: AUTO"), _placing().play("1: AUTO", "1: AUTO", "1: AUTO")
    yield "left to the bot", quick().play("1: FLEET Q1"), quick().play("1: AUTO Q1")
    yield "all placed", _placing().play("1: AUTO ALL"), _placing().play("1: PLACE a1 5 5")
    yield "wished", _placing(), _placing("AUTO")
    yield "order", deployed().play("1: ORDER a1 EVASIVE"), deployed().play("1: TOKEN a1")
    yield "locked", deployed().play("1: LOCK"), deployed().play("1: ORDER a1 JUMP", "1: LOCK")
    yield "hidden", _hiding("evasive"), _hiding("jump")
    yield "of three", _three().play("1: ORDER a1 EVASIVE"), _three().play("1: TOKEN a1")
    yield "locked of three", _three().play("1: LOCK"), _three().play("1: ORDER a1 JUMP", "1: LOCK")


PAIRS = {name: pair for name, *pair in _pairs()}


def _seen(match: Match, viewer: Viewer) -> Iterator[Any]:
    """All that a viewer is shown, asked and told."""
    yield list(surfaces(TITLE, match.state, viewer, (), pixels=False))
    view = GAME.view(match.state, viewer)
    pending = GAME.pending(match.state)
    open_ = pending.open if isinstance(pending, Decisions) else ()
    yield {each.shared for each in open_ if each.secret and each.waits}
    for decision in (each for each in open_ if viewer == Seated(each.seat)):
        yield [_answer(view, decision, text) for text in TYPED]


def _answer(view: Any, decision: Any, text: str) -> Any:
    try:
        move = GAME.read(view, decision, text)
    except Refusal as refusal:
        return str(refusal)
    return move, str(GAME.options(view, decision).refusal(move))


def _plain(found: Any) -> Any:
    if isinstance(found, tuple | list):
        return tuple(_plain(each) for each in found)
    if isinstance(found, Question):
        return found.prompt, [(choice.key, choice.label) for choice in found.choices]
    return found


@pytest.mark.rules("CC-063", "CC-064", "CC-T01", "CC-T03")
@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("viewer", [TWO, SPECTATOR])
def test_nobody_else_can_tell_what_a_seat_hides(name: str, viewer: Viewer) -> None:
    one, other = PAIRS[name]
    assert [*map(_plain, _seen(one, viewer))] == [*map(_plain, _seen(other, viewer))]
    assert GAME.view(one.state, ONE) != GAME.view(other.state, ONE)
    assert GAME.view(one.state, REFEREE) != GAME.view(other.state, REFEREE)


# --- What is imagined ---


def _imagined(match: Match, viewer: Viewer, count: int = 300) -> list[State]:
    view = GAME.view(match.state, viewer)
    return [reimagine(view, random.Random(seed)) for seed in range(count)]


def _orders(match: Match, id: str, viewer: Viewer = TWO) -> set[Orders]:
    side = 0 if id[0] == "a" else 1
    return {state.sheets[side].of(id) for state in _imagined(match, viewer)}


@pytest.mark.rules("CC-063", "D-054")
def test_every_order_that_the_rules_allow_may_be_hidden() -> None:
    found = _orders(_hiding("evasive"), "a1")
    assert {each.names for each in found} == {
        ("contingent",), ("focus",), ("brace",), ("reinforce",), ("evasive",), ("velocity",),
        ("scanners",), ("mark",), ("jump",),
    }  # fmt: skip
    assert _orders(_hiding("evasive"), "a1", ONE) == {Orders(hidden=((MAIN, "evasive"),))}
    assert _orders(_hiding("evasive"), "b1", ONE) == {Orders()}


@pytest.mark.rules("CC-152")
def test_what_has_been_revealed_this_turn_is_not_hidden_again() -> None:
    match = _hiding("evasive")
    unit = replace(match.unit("a1"), revealed=("brace", "mark"))
    match.state = replace(match.state, table=match.table.put(unit))
    names = {name for each in _orders(match, "a1") for name in each.names}
    assert "brace" not in names
    assert "mark" in names, "it may be given again"


@pytest.mark.rules("D-054")
def test_an_extra_slot_hides_an_order_of_its_type_or_nothing() -> None:
    one = hidden(ship("a1", plain(3, "SEN"), "20 5"), "jump", "mark", slots=(MAIN, 0))
    match = acting(one, ship("b1", "PIKE", "20 20"))
    found = _orders(match, "a1")
    assert {each.at(0) for each in found} == {None, "scanners", "mark"}
    assert None not in {each.at(MAIN) for each in found}


@pytest.mark.rules("CC-168")
def test_what_a_scan_has_found_is_not_imagined_otherwise() -> None:
    match = _hiding("focus")
    one, two = match.state.sheets
    two = replace(two, scans=(Scan("a1", 1, ("focus",)),))
    match.state = replace(match.state, sheets=(one, two))
    assert {each.names for each in _orders(match, "a1")} == {("focus",)}
    assert len(_orders(match, "a1", SPECTATOR)) > 1


@pytest.mark.rules("CC-055", "CC-176")
def test_after_the_clean_up_only_a_jump_may_be_left() -> None:
    match = _hiding("jump").step("R7", "R8")
    match.state = replace(match.state, course=replace(match.course, phase="resolution"))
    assert {each.names for each in _orders(match, "a1")} == {(), ("jump",)}


def test_random_fleets_are_legal_and_of_all_designs() -> None:
    rng, seen = random.Random(1), set[tuple[str, bool]]()
    for points in (200, 481, 1000, 5000) * 40:
        built = own_fleet(Agreement(points=points), rng)
        own = {each.code: each for each in built.designs}
        assert refuse_fleet({**own, **BASE.designs}, built.units, points) is None
        assert next(own_faults(BASE.designs, built.designs, built.units), None) is None
        seen |= {(each.design, each.carrier > 0) for each in built.units}
    assert set(BASE.designs) < {code for code, _ in seen}
    assert {("DRIF", True), ("DRIF", False)} <= seen


def _waiting() -> Match:
    """Side 1 has written a whole activation; side 2 may fire before it."""
    one = hidden(ship("a1", "PIKE", "20 5"), "evasive")
    match = acting(one, ship("b1", "PIKE", "20 15", token=True))
    return match.play("ACTIVATE a1; MOVE V0; DONE")


@pytest.mark.rules("CC-T04")
def test_steps_that_wait_are_secret_and_others_may_wait_as_well() -> None:
    match = _waiting()
    assert match.asked == ["2: react"]
    assert any(isinstance(each, Steps) for each in match.course.agenda)
    found = {state.sheets[0].steps for state in _imagined(match, TWO)}
    assert () not in found
    assert len(found) > 5
    assert {type(steps[0]).__name__ for steps in found} == {"Fire", "Move"}
    assert {state.sheets[0].steps for state in _imagined(match, ONE, 5)} == {match.sheet(1).steps}


def _carry_out(viewer: Viewer) -> None:
    """Go on with the steps in pairs of worlds; raises ``Leak``."""
    match, rng = _waiting(), random.Random(1)
    (decision,) = match.open
    played = Played(decision.seat, decision.key, GAME.read(match.view(2), decision, "REACT NO"))
    for other in _imagined(match, viewer, 20):
        worlds = Worlds(match.state, other)
        after = play_on(TITLE, worlds, played, viewer, SEATS, rng)
        if after is not None:
            here, there = (facts(TITLE, each, viewer) for each in (after.true, after.other))
            compare(here, there, viewer)


def test_steps_that_have_waited_are_disclosed_when_they_are_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _carry_out(SPECTATOR)
    _carry_out(TWO)
    monkeypatch.setattr(Disclosed, "reveals", False)
    with pytest.raises(Leak):
        _carry_out(SPECTATOR)


# --- Events that disclose ---


@pytest.mark.parametrize("event", [Disclosed, FleetsRevealed, OrdersGiven])
def test_an_event_that_discloses_without_saying_so_is_found(
    monkeypatch: pytest.MonkeyPatch, event: type[Event]
) -> None:
    def look_through() -> None:
        for seed in (0, 7, 14):
            check_source(source(seed), TITLE, random.Random(seed), Counts(300, 3, 0))

    monkeypatch.setattr(event, "reveals", False)
    with pytest.raises(Leak):
        look_through()
