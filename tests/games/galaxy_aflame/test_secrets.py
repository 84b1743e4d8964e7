"""What a seat writes in secret changes nothing that anybody else sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.questions import Question, sample
from games.core.types import REFEREE, SPECTATOR, Decisions, Refusal, Seat, Seated, Viewer
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.reimagining import reimagine
from games.galaxy_aflame.standing import STANDING
from tests.games.galaxy_aflame.course import Course, position
from tests.games.galaxy_aflame.sources import PLANS, source
from tests.games.galaxy_aflame.starting import opened, orders, rolled

HANDS = {"R1": "INF", "R2": "REE", "R3": "MAN", "B1": "RIF", "B2": "CAR", "B3": "PEN"}
BLUE = Seated(Seat(1))
TYPED = (
    "ARMY HALCYON",
    "ARMY NOBODY",
    "RANK OWN RIF",
    "RANK OWN INF",
    "DEPLOY B1 24 5",
    "DEPLOY B1 24 7",
    "DEPLOY B1 24 31",
    "DEPLOY R1 24 5",
    "DEPLOY B3 IN B2",
    "AUTO",
    "UNLOCK",
    "END",
    "nonsense",
)


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


def _seen(match: Course, viewer: Viewer) -> Iterator[Any]:
    """All that a viewer is shown, asked and told."""
    state = match.state
    view = GAME.view(state, viewer)
    yield repr(view)
    yield GAME.words.standing(view), GAME.words.tally(view), GAME.words.secrets(view)
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    yield {each.shared for each in pending.open if each.secret and each.waits}
    own = pending.of(viewer.seat) if isinstance(viewer, Seated) else ()
    for decision in own:
        options = GAME.options(view, decision)
        yield decision, tuple(options), options.question(())
        yield [_answer(view, decision, text) for text in TYPED]
        yield GAME.words.ask(view, decision), STANDING.default(view, decision, ())
        yield STANDING.unless(view, decision, ()), tuple(STANDING.options(view))


def _answer(view: Any, decision: Any, text: str) -> Any:
    try:
        move = GAME.read(view, decision, text)
    except Refusal as refusal:
        return str(refusal)
    return move, str(GAME.options(view, decision).refusal(move))


@pytest.mark.rules("GA-30")
@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("viewer", [BLUE, SPECTATOR])
def test_nobody_else_can_tell_what_a_seat_has_written(name: str, viewer: Viewer) -> None:
    one, other = PAIRS[name]
    shown = [list(map(_plain, _seen(match, viewer))) for match in (one, other)]
    assert shown[0] == shown[1]
    seat = Seated(Seat(0))
    assert GAME.view(one.state, seat) != GAME.view(other.state, seat)
    assert GAME.view(one.state, REFEREE) != GAME.view(other.state, REFEREE)


def _plain(found: Any) -> Any:
    if isinstance(found, tuple):
        return tuple(_plain(each) for each in found)
    if isinstance(found, Question):
        return found.prompt, [(choice.key, choice.label) for choice in found.choices]
    return found


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


@pytest.mark.parametrize("seed", range(2 * len(PLANS)))
def test_an_imagined_match_looks_the_same_and_can_be_played_on(seed: int) -> None:
    rng = random.Random(seed)
    found = source(seed)
    differs = 0
    for state in found.states:
        for viewer in (BLUE, Seated(Seat(0)), SPECTATOR, REFEREE):
            other = reimagine(GAME.view(state, viewer), rng)
            assert GAME.view(other, viewer) == GAME.view(state, viewer)
            assert GAME.state_form.read(GAME.state_form.write(other)) == other
            differs += other != state
            pending = GAME.pending(other)
            for decision in pending.open if isinstance(pending, Decisions) else ():
                view = GAME.view(other, Seated(decision.seat))
                sample(GAME.options(view, decision), rng)
    assert differs
