"""What a referee is offered, and sees; ``cases/refereeing.toml`` has what may be set (4.11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.questions import Question
from games.core.types import REFEREE, SPECTATOR, Seat, Seated
from games.cosmic_conflict.game import GAME
from tests.games.cosmic_conflict.activations import acting, ship
from tests.games.cosmic_conflict.matches import Match, deployed
from tests.games.refereed import edited, not_allowed


def _match() -> Match:
    carrier, fighter = ship("a2", "ROOS", "30 5"), ship("a3", "HORN", "", velocity=0, aboard="a2")
    return acting(ship("a1", "VANG", "20 5"), carrier, fighter, ship("b1", "PIKE", "20 20"))


def test_a_side_of_one_unit_is_named_by_one_code() -> None:
    root = GAME.editing.options(GAME.editing.see(_match().state)).question(())
    assert isinstance(root, Question)
    details = {each.label: each.detail for each in root.choices}
    assert (details["Side 1"], details["Side 2"]) == ("a1 to a3", "b1")


def test_a_side_gets_no_more_units_than_a_fleet_may_have() -> None:
    match = _match()
    one = match.unit("a1")
    many = {f"a{number}": replace(one, id=f"a{number}") for number in range(4, 41)}
    full = replace(match.table, units={**match.table.units, **many})
    match.state = replace(match.state, table=full)
    assert not_allowed(GAME, match, "ADD 1 WREN 24 5").code == "E-POINTS"
    assert len(edited(GAME, match, "ADD 2 WREN 24 5").table.of(2)) == 2


@pytest.mark.rules("CC-064")
def test_a_referee_who_plays_sets_what_everybody_sees() -> None:
    match = deployed()
    for viewer in (Seated(Seat(0)), SPECTATOR):
        view = GAME.view(match.state, viewer)
        assert GAME.editing.refusal(view, GAME.editing.read(view, "a1 HEALTH 3")) is None
        assert not_allowed(GAME, match, "a1 TOKEN YES", view).code == "E-ORDER-SLOT"
    assert GAME.editing.see(match.state) == GAME.view(match.state, REFEREE)
