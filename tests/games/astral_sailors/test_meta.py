"""The card and the settings."""

from __future__ import annotations

import re

import pytest
from pydantic import ValidationError

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.events import EVENTS
from games.astral_sailors.meta import META
from games.core.types import ENDS, Decisions
from tests.games.astral_sailors import REVEALS
from tests.games.kit import random_match, title_of
from tests.games.surfaces import check_settings


def test_a_lobby_can_ask_for_all_but_the_pack() -> None:
    check_settings(Agreement, "pack")
    titles = [field.title for field in Agreement.model_fields.values()]
    assert all(title and len(title) <= 45 for title in titles)
    assert len(set(titles)) == len(titles)


@pytest.mark.rules("ASCW-23", "ASCW-24", "WE-44")
@pytest.mark.parametrize("size", [50, 120, 1050, 0, -100])
def test_army_sizes_go_up_in_fifties_from_a_hundred(size: int) -> None:
    with pytest.raises(ValidationError):
        Agreement(army_size=size)
    assert Agreement(army_size=150).army_size == 150


def test_every_number_of_seats_has_its_names() -> None:
    assert META.players == (2, 3, 4, 5, 6, 7, 8)
    assert META.seat_names[8][-1] == "White"
    assert all(len(META.seat_names[count]) == count for count in META.players)


def test_usual_clocks_name_kinds_of_decisions_that_are_waited_for() -> None:
    assert list(META.clocks) == ["standard", "relaxed", "blitz"]
    for clock in META.clocks.values():
        usual, *others = clock.split("; ")
        assert re.fullmatch(r"[0-9]+[mhd]", usual)
        for other in others:
            kind, time = other.split(" ")
            assert kind in META.kinds
            assert re.fullmatch(r"[0-9]+[mhd]", time)


@pytest.mark.parametrize("seed", [1, 3])
def test_every_kind_that_a_match_waits_for_has_a_name(seed: int) -> None:
    match = random_match(title_of("astral_sailors"), seed)
    asked = [match.title.game.pending(state) for state in match.states]
    kinds = {
        each.kind
        for some in asked
        if isinstance(some, Decisions)
        for each in some.open
        if each.waits
    }
    assert {"army", "activate", "reinforce"} <= kinds <= META.kinds.keys()


def test_the_labels_of_events_are_those_that_the_tests_of_secrets_know() -> None:
    assert {each.__name__ for each in EVENTS if each.reveals} == REVEALS
    assert {each.weight for each in EVENTS} == {0, 1, 2, ENDS}
    quiet = {each.__name__ for each in EVENTS if each.quiet}
    assert quiet == {"ArmyEdited", "ArmyLocked", "ActivationEnded"}
