"""The card and the settings."""

from __future__ import annotations

import pytest

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.game import GAME
from games.astral_sailors.meta import META
from games.core.events import ENDS
from games.core.types import REFEREE
from tests.games.astral_sailors import REVEALS
from tests.games.kit import match_of, title_of
from tests.games.surfaces import check_settings


def test_a_lobby_can_ask_for_all_but_the_pack() -> None:
    check_settings(Agreement, "pack")
    titles = [field.title for field in Agreement.model_fields.values()]
    assert all(title and len(title) <= 45 for title in titles)
    assert len(set(titles)) == len(titles)


def test_every_number_of_seats_has_its_names() -> None:
    assert META.players == (2, 3, 4, 5, 6, 7, 8)
    assert META.seat_names[8][-1] == "White"
    assert all(len(META.seat_names[count]) == count for count in META.players)


def test_the_labels_of_events_are_those_that_the_tests_of_secrets_know() -> None:
    assert {each.__name__ for each in GAME.event_form.types if each.reveals} == REVEALS
    assert {each.weight for each in GAME.event_form.types} == {0, 1, 2, ENDS}
    quiet = {each.__name__ for each in GAME.event_form.types if each.quiet}
    assert quiet == {"ArmyEdited", "ArmyLocked", "ActivationEnded"}


@pytest.mark.rules("ASCW-D57", "ASCW-113")
def test_when_a_match_is_over_everybody_sees_all_of_it() -> None:
    match = match_of(title_of("astral_sailors"), 1)
    game, state = match.title.game, match.states[-1]
    whole = game.view(state, REFEREE)
    for viewer in match.viewers:
        view = game.view(state, viewer)
        assert (view.table, view.secrets, view.sheets) == (whole.table, whole.secrets, whole.sheets)
