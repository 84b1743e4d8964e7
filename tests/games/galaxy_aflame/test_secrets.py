"""What a seat writes in secret changes nothing that anybody else sees."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.core.types import REFEREE, SPECTATOR, Seat, Seated, Viewer
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.standing import STANDING
from tests.games.galaxy_aflame.course import Course, position
from tests.games.galaxy_aflame.starting import opened, orders, rolled
from tests.games.kit import title_of
from tests.games.worlds import compare, surfaces

HANDS = {"R1": "INF", "R2": "REE", "R3": "MAN", "B1": "RIF", "B2": "CAR", "B3": "PEN"}
BLUE = Seated(Seat(1))
TITLE = title_of("galaxy_aflame")


def _secret_places() -> Course:
    return position(dict(HANDS), phase="deploy", settings={"deploy_mode": "secret"})


def _pairs() -> Iterator[tuple[str, Course, Course]]:
    """Matches that differ in what Red has written."""
    yield "army", opened(), opened().play("R: ARMY HALCYON")
    yield "armies", opened().play("R: ARMY HALCYON"), opened().play("R: ARMY AQUANARATTA")
    one, two = rolled(muster="ranked"), rolled(muster="ranked")
    yield "ranking", one, two.play("R: RANK OWN LEV")
    three = rolled(muster="ranked").play("R: RANK OWN INF", "R: RANK ENEMY WAL")
    yield "rankings", two, three
    yield "unlocked", three, rolled(muster="ranked").play("R: RANK OWN INF", "R: RANK ENEMY HUN")
    here, there = _secret_places().play("R: DEPLOY R1 24 31"), _secret_places()
    yield "place", here, there
    yield "places", here, _secret_places().play("R: DEPLOY R3 3 33", "R: DEPLOY R2 IN R3")
    changed = _secret_places().play("R: AUTO", "R: AUTO", "R: UNLOCK", "R: AUTO", "R: AUTO")
    yield "changed", here, changed


PAIRS = {name: pair for name, *pair in _pairs()}


@pytest.mark.rules("GA-30")
@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("viewer", [BLUE, SPECTATOR])
def test_nobody_else_can_tell_what_a_seat_has_written(name: str, viewer: Viewer) -> None:
    one, other = PAIRS[name]
    here, there = (surfaces(TITLE, each.state, viewer, (), pixels=False) for each in (one, other))
    compare(here, there, viewer)
    seat = Seated(Seat(0))
    assert GAME.view(one.state, seat) != GAME.view(other.state, seat)
    assert GAME.view(one.state, REFEREE) != GAME.view(other.state, REFEREE)


@pytest.mark.rules("GA-30")
def test_the_own_locked_sheet_is_shown_to_its_seat() -> None:
    match = _secret_places().play("R: AUTO", "R: AUTO")
    view = GAME.view(match.state, Seated(Seat(0)))
    assert [each.unit for each in view.sheet(Seat(0)).places] == ["R2", "R1"]
    assert view.sheet(Seat(1)).places == ()


def test_orders_in_advance_change_nothing_that_others_see() -> None:
    """They stand outside the match; what is said about a decision does not depend on them."""
    units = {"R1": "INF 24 31", "R2": "SPA", "R3": "MAN", "B1": "RIF 24 5"}
    match = position(units, turn="B", losses={"R": (2, 0)}).play("END")
    given = orders(
        match,
        "R",
        *("REINFORCE AUTO", "PREFER MAN", "PLACES 3 33", "QUEUE MOVE R1 24 28", "LOSSES STOP"),
    )
    decision = match.decision()
    for viewer in (Seated(Seat(0)), BLUE, SPECTATOR):
        view = GAME.view(match.state, viewer)
        assert STANDING.unless(view, decision, given) == STANDING.unless(view, decision, ())
