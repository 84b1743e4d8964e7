"""What is told of standing orders, and orders that no text gives; ``cases/standing.toml`` has what
they answer (4.3, 4.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.questions import Question
from games.core.standing import StandingOrder
from games.core.types import Decision, Forbidden, Seat
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.view import Sheet
from tests.games.cosmic_conflict.activations import acting, ship
from tests.games.cosmic_conflict.matches import deployed, match


@pytest.mark.rules("CC-T06")
def test_orders_for_the_units_of_others_are_refused() -> None:
    for about, value in (("B1", "auto"), ("", "x")):
        order = StandingOrder("dodge", about, value)
        refused = STANDING.options(deployed().view(1)).refusal(order)
        assert isinstance(refused, Forbidden)
        assert refused.code == "E-POLICY"


@pytest.mark.rules("CC-T06", "CC-T07")
def test_the_form_offers_every_topic_and_the_defaults_are_told() -> None:
    view = deployed().view(1)
    found = STANDING.options(view).question(())
    assert isinstance(found, Question)
    assert len(found.choices) == 29
    said = STANDING.show(view, (StandingOrder("lock", "1", "auto"),))
    assert "Reveal Evasive Actions: at the first attack on the ship (default)." in said
    assert "Dodge: if it saves 2 damage (default)." in said
    assert "Snap Attacks in the enemy's activations: never (default)." in said
    assert "Lock your Orders: at once every turn, with the default Orders." in said


@pytest.mark.rules("CC-T06")
@pytest.mark.parametrize("kind", ["fleet", "deploy", "orders", "activate", "react", "resolve"])
def test_what_waits_is_told_by_the_kind_of_the_decision_alone(kind: str) -> None:
    view, locks = deployed().view(1), (StandingOrder("lock", "", "auto"),)
    said = {STANDING.unless(view, Decision(Seat(0), kind, 0), given) for given in ((), locks)}
    assert len(said) == 1
    assert said != {""}
    assert STANDING.unless(view, Decision(Seat(0), "idle", 0), ()) == ""


@pytest.mark.rules("CC-T01")
def test_a_fleet_of_an_earlier_version_that_was_unlocked_and_is_too_large_is_not_kept() -> None:
    found = match(points=5000)
    large = Sheet(fleet=(FleetUnit("DART"),) * 75)
    found.state = replace(found.state, sheets=(large, Sheet()))
    assert STANDING.default(found.view(1), found.open[0], ()) == STANDING.default(
        match(points=5000).view(1), found.open[0], ()
    )


@pytest.mark.rules("CC-T04")
def test_an_entry_of_an_older_version_is_dropped() -> None:
    found = acting(ship("a1", "WREN", "3 2"), ship("b1", "WREN", "3 28"))
    old = StandingOrder("queue", "", "of an older version")
    answer = STANDING.answer(found.view(1), found.open[0], (old,))
    assert answer is not None
    assert (answer.move, answer.left) == (None, ())


@pytest.mark.parametrize(
    ("agreed", "shown"),
    [
        ({}, ["deploy", "queue"]),
        ({"terrain_setup": "alternate"}, ["terrain", "deploy", "queue"]),
        ({"terrain_setup": "random"}, ["deploy", "queue"]),
    ],
)
def test_a_queue_is_offered_while_it_can_be_carried_out(
    agreed: dict[str, str], shown: list[str]
) -> None:
    assert [key.lower() for key, _ in STANDING.queues(match(**agreed).view(1))] == shown
    battle = acting(ship("a1", "WREN", "3 2"), ship("b1", "WREN", "3 28"))
    assert [key.lower() for key, _ in STANDING.queues(battle.view(1))] == ["queue"]
