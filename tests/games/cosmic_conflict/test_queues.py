"""Queues of whole activations (4.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.standing import GivenOrders, StandingOrder
from games.core.types import Unreadable
from games.cosmic_conflict.standing import STANDING
from tests.games.cosmic_conflict.activations import acting, ship
from tests.games.cosmic_conflict.answering import answered, ordered, orders
from tests.games.cosmic_conflict.matches import Match, match
from tests.games.cosmic_conflict.scenes import plain

DRIFT = "ACTIVATE {}; MOVE V0; DONE"


def texts(given: GivenOrders) -> list[str]:
    return [STANDING.write(order).removeprefix("QUEUE ") for order in given]


def small(*own: str) -> Match:
    """Ships of Size 1 of side 1 and one of Size 1 and 2 of side 2; a9 is of Size 4."""
    ships = [ship(id, plain(1), f"{3 * at} 2") for at, id in enumerate(own, 1)]
    enemies = ship("b1", plain(1), "3 28"), ship("b2", plain(2), "6 28")
    return acting(*ships, ship("a9", plain(4), "50 2"), *enemies)


# --- Texts ---


@pytest.mark.rules("CC-T04")
@pytest.mark.parametrize(
    "text",
    ["QUEUE ACTIVATE a1; FIRE KIN1 AT b3/b1; MOVE V+1 TURN -30; DONE", "QUEUE PASS", "ELSE PASS"],
)
def test_queues_read_back(text: str) -> None:
    view = small("a1").view(1)
    order = STANDING.read(view, text)
    assert STANDING.write(order) == text
    assert STANDING.options(view).contains(order)


def test_only_whole_activations_and_passing_are_queued() -> None:
    view = small("a1").view(1)
    for text in ("FIRE KIN1 AT b1", "MOVE V0", "LOCK", "ACTIVATE a1; PASS", "ACTIVATE", "DONE"):
        with pytest.raises(Unreadable):
            STANDING.read(view, f"QUEUE {text}")


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (match(), ["deploy", "queue"]),
        (match(terrain_setup="alternate"), ["terrain", "deploy", "queue"]),
        (match(terrain_setup="random"), ["deploy", "queue"]),
        (small("a1"), ["queue"]),
    ],
)
def test_a_queue_is_offered_while_it_can_be_carried_out(found: Match, shown: list[str]) -> None:
    assert [key.lower() for key, _ in STANDING.queues(found.view(1))] == shown


# --- Running ---


@pytest.mark.rules("CC-T04", "CC-069")
def test_the_head_runs_when_it_is_the_turn_of_its_owner() -> None:
    match = small("a1", "a2")
    given = orders(match, 1, f"QUEUE {DRIFT.format('a2')}", "QUEUE PASS")
    assert answered(match, given) is not None
    text, given = ordered(match, given)
    assert (text, texts(given)) == (DRIFT.format("a2"), ["PASS"])
    assert match.unit("a2").activated
    assert match.asked[0] == "2: activate"
    match.play("2: ACTIVATE b1; MOVE V0")
    assert ordered(match, given) == ("PASS", ())
    assert answered(match, ()) is None


@pytest.mark.rules("CC-T04")
def test_nothing_is_answered_in_the_middle_of_an_activation_or_by_the_other_side() -> None:
    match = small("a1", "a2")
    given = orders(match, 1, f"QUEUE {DRIFT.format('a2')}", "ELSE PASS")
    match.play("ACTIVATE a1")
    found = answered(match, given)
    assert found is None or found.move is None


@pytest.mark.rules("CC-T04")
def test_heads_whose_unit_is_gone_or_has_activated_are_dropped() -> None:
    match = small("a1", "a2", "a3")
    lost = replace(match.unit("a1"), state="destroyed", at=None)
    done = replace(match.unit("a2"), activated=True)
    match.state = replace(match.state, table=match.table.put(lost, done))
    given = orders(match, 1, *(f"QUEUE {DRIFT.format(id)}" for id in ("a7", "a1", "a2", "a3")))
    given = (StandingOrder("queue", "", "of an older version"), *given)
    assert ordered(match, given) == (DRIFT.format("a3"), ())
    rest = orders(match, 1, *(f"QUEUE {DRIFT.format(id)}" for id in ("a1", "a2")))
    match.play("2: ACTIVATE b1; MOVE V0", "2: ACTIVATE b2; MOVE V0")
    found = answered(match, rest)
    assert found is not None
    assert (found.move, found.left) == (None, ())


@pytest.mark.rules("CC-T04", "CC-070")
def test_a_head_of_another_size_waits_and_the_owner_is_asked_or_passes() -> None:
    match = small("a1")
    queue = f"QUEUE {DRIFT.format('a9')}"
    found = answered(match, orders(match, 1, queue))
    assert found is not None
    assert (found.move, texts(found.left)) == (None, [DRIFT.format("a9")])
    text, given = ordered(match, orders(match, 1, queue, "ELSE PASS"))
    assert text == "PASS"
    match.play("2: PASS", "2: PASS")
    assert ordered(match, given)[0] == DRIFT.format("a9")


@pytest.mark.rules("CC-T04", "CC-024")
def test_an_activation_with_an_illegal_step_is_not_begun() -> None:
    """Its owner is asked, or passes; at the largest Size only the former is left."""
    match = small("a1")
    for texts_given, said in (((), ""), (("ELSE ASK",), ""), (("ELSE PASS",), "PASS")):
        given = orders(match, 1, "QUEUE ACTIVATE a1; MOVE V0 BEARING 0 9; DONE", *texts_given)
        found = answered(match, given)
        assert found is not None
        assert len(found.left) == len(given)
        assert bool(found.move) == bool(said)
    match.play("PASS", "2: PASS", "2: PASS")
    given = orders(match, 1, "QUEUE ACTIVATE a9; MOVE V0 BEARING 0 9; DONE", "ELSE PASS")
    found = answered(match, given)
    assert found is not None
    assert found.move is None


@pytest.mark.rules("CC-T04", "CC-030")
def test_a_weapon_fires_at_the_first_target_that_is_legal() -> None:
    match = acting(
        ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 14"), ship("b2", "HALB", "20 29")
    )
    text = "ACTIVATE a1; FIRE KIN1 AT b2/b1; MOVE V0; DONE"
    assert ordered(match, orders(match, 1, f"QUEUE {text}"))[0] == text
    match.roll(4, 3)
    (told,) = match.told("Attacked")
    assert told.target.id == "b1"


@pytest.mark.rules("CC-T04")
def test_a_later_step_that_has_become_illegal_leaves_the_rest_to_the_owner() -> None:
    match = acting(
        ship("a1", "HALB", "20 5"),
        ship("b1", plain(1), "20 14", health=9),
        ship("b2", "HALB", "9 9"),
    )
    match.play("2: ACTIVATE b1; MOVE V0")
    text = "ACTIVATE a1; FIRE KIN1 AT b1; FIRE BEAM1 AT b1; MOVE V0; DONE"
    ordered(match, orders(match, 1, f"QUEUE {text}"))
    match.roll(6, 6)
    assert match.unit("b1").state == "destroyed"
    assert match.told("StepsStopped")
    assert match.asked == ["1: activate"]
    assert not match.unit("a1").activated


# --- The end of the turn ---


@pytest.mark.rules("CC-T04")
def test_what_is_left_when_the_turn_ends_is_cleared() -> None:
    match = small("a1", "a2")
    given = orders(match, 1, "QUEUE PASS", f"QUEUE {DRIFT.format('a9')}", "ELSE PASS")
    text, left = ordered(match, given)
    assert (text, texts(left)) == ("PASS", ["ELSE PASS", DRIFT.format("a9")])
    later = small("a1", "a2")
    later.state = replace(later.state, table=replace(later.table, turn=2))
    found = answered(later, left)
    assert found is not None
    assert (found.move, texts(found.left)) == (None, ["ELSE PASS"])
    fresh = STANDING.given(left, STANDING.read(later.view(1), "QUEUE PASS"))
    text, left = ordered(later, fresh)
    assert (text, texts(left)) == ("PASS", ["ELSE PASS"])


@pytest.mark.rules("CC-T04")
def test_a_queue_that_is_cleared_is_empty_whatever_of_it_has_begun() -> None:
    match = small("a1", "a2")
    _, left = ordered(match, orders(match, 1, "QUEUE PASS", "QUEUE PASS"))
    left = STANDING.given(left, STANDING.read(match.view(1), "QUEUE PASS"))
    assert texts(left) == ["PASS", "PASS"]
    assert STANDING.given(left, STANDING.read(match.view(1), "QUEUE CLEAR")) == ()
