"""Draws by agreement, and claims of a victory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.astral_sailors.events.battle import DrawOffered, DrawWithdrawn
from games.astral_sailors.moves import AgreeDraw, Claim, Leave, Move, OfferDraw, WithdrawDraw
from games.astral_sailors.options import legality
from games.astral_sailors.project import view_of
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.victory import commanders
from games.astral_sailors.step_builder import StepBuilder
from games.core.seats import Seat, Seated
from tests.games.astral_sailors.asked_of import decision, make
from tests.games.astral_sailors.goals import (
    checked,
    commander,
    dead,
    player,
    ran,
    told,
    winner,
)
from tests.games.astral_sailors.positions import builder, table, unit

GLORY, MANHUNT, PROMOTION = 2, 3, 4


def three(**options: Any) -> StepBuilder:
    """Red and Blue against Green; the Commander of Blue is dead."""
    units = [commander(0), dead(1), unit("B2", "CV1", "A9"), commander(2)]
    return builder(table(units, teams=(2, 1), **options), (GLORY, PROMOTION))


def refused(match: StepBuilder, seat: int, move: Move) -> str | None:
    view = view_of(match.done().state, Seated(Seat(seat)))
    found = legality.refusal(view, decision("talk", seat), move)
    return None if found is None else f"{found.rule} {found.code} {found}"


def say(match: StepBuilder, seat: int, move: Move) -> None:
    assert refused(match, seat, move) is None
    make(match, seat, move)


@pytest.mark.rules("ASCW-D75")
def test_a_draw_needs_everybody_with_a_living_commander_and_nobody_else() -> None:
    match = three()
    say(match, 0, OfferDraw())
    assert winner(match) is None
    say(match, 2, AgreeDraw())
    assert winner(match) == ("draw", -1, "ASCW-D75")
    assert told(match, DrawOffered) == [
        DrawOffered(seat=0, agreed=1, of=2),
        DrawOffered(seat=2, agreed=2, of=2),
    ]


@pytest.mark.rules("ASCW-D75")
def test_without_a_commander_one_is_not_asked() -> None:
    for move in (OfferDraw(), AgreeDraw()):
        found = refused(three(), 1, move)
        assert found is not None
        assert found.startswith("ASCW-D75 NOT_POSSIBLE Without a living Commander")


@pytest.mark.rules("ASCW-D75")
def test_an_offer_can_be_withdrawn_and_made_again() -> None:
    match = three()
    assert refused(match, 0, WithdrawDraw()) is not None
    say(match, 0, OfferDraw())
    say(match, 0, WithdrawDraw())
    assert told(match, DrawWithdrawn) == [DrawWithdrawn(seat=0)]
    assert not match.table.draw
    assert refused(match, 2, AgreeDraw()) is not None
    say(match, 2, OfferDraw())
    assert match.table.draw == (2,)


@pytest.mark.rules("ASCW-D75")
def test_what_can_be_said_depends_on_what_is_on_offer() -> None:
    match = three()
    found = refused(match, 0, AgreeDraw())
    assert found == "ASCW-D75 NOT_POSSIBLE No draw is on offer. You can offer one."
    say(match, 0, OfferDraw())
    found = refused(match, 2, OfferDraw())
    assert found is not None
    assert "Red already offered" in found
    found = refused(match, 0, AgreeDraw())
    assert found is not None
    assert "Green must still agree" in found


@pytest.mark.rules("ASCW-D75", "ASCW-D77")
def test_one_player_with_two_armies_agrees_once_and_leavers_not_at_all() -> None:
    units = [dead(0), unit("R2", "CV1", "A9"), commander(1), commander(2)]
    at = table(units, teams=(2, 1))
    taken = player(at, 1, left=True, played_by=0)
    assert commanders.voters(taken) == (0, 2)
    waiting = player(at, 1, left=True, handover=True)
    assert commanders.voters(waiting) == (2,)


def fallen(match: StepBuilder) -> None:
    match.put(dead(1))
    checked(match)


def removed(match: StepBuilder) -> None:
    say(match, 1, Leave())
    ran(match)


def handed_over(match: StepBuilder) -> None:
    say(match, 1, Leave(handover=True))
    ran(match)


@pytest.mark.rules("ASCW-D75")
@pytest.mark.parametrize("gone", [fallen, removed, handed_over])
def test_a_draw_comes_about_when_the_only_one_against_it_is_gone(
    gone: Callable[[StepBuilder], None],
) -> None:
    units = [commander(0), commander(1), unit("B2", "CV1", "A9"), commander(2)]
    match = builder(table(units, teams=(2, 1)), (GLORY, PROMOTION))
    say(match, 0, OfferDraw())
    say(match, 2, AgreeDraw())
    assert winner(match) is None
    gone(match)
    assert winner(match) == ("draw", -1, "ASCW-D75")


@pytest.mark.rules("ASCW-D75")
def test_an_offer_that_nobody_took_is_no_agreement_when_the_others_have_fallen() -> None:
    units = [commander(0), commander(1), unit("B2", "CV1", "A9")]
    match = builder(table(units), (GLORY, PROMOTION))
    say(match, 0, OfferDraw())
    fallen(match)
    assert winner(match) is None


@pytest.mark.rules("ASCW-D75", "ASCW-D57")
def test_a_victory_comes_before_a_draw_that_all_have_agreed_to() -> None:
    units = [commander(0), commander(1), commander(2)]
    match = builder(table(units, teams=(1, 1, 1), pools={0: 100}), (GLORY, PROMOTION, PROMOTION))
    say(match, 0, OfferDraw())
    say(match, 2, AgreeDraw())
    fallen(match)
    assert winner(match) == ("won", 0, "ASCW-118")


@pytest.mark.rules("ASCW-D75")
def test_every_seat_still_in_the_match_can_talk_and_nobody_waits_for_it() -> None:
    match = three()
    match.table = player(match.table, 1, left=True, removed=True)
    offers = any_time.offers(match.done().state)
    assert [(offer.key, offer.waits, offer.secret) for offer in offers] == [
        ("talk-0-0", False, False),
        ("talk-0-2", False, False),
    ]
    say(match, 0, OfferDraw())
    assert [offer.key for offer in any_time.offers(match.done().state)] == ["talk-1-0", "talk-0-2"]
    assert refused(match, 1, OfferDraw()) is not None


@pytest.mark.rules("ASCW-D75")
def test_a_draw_can_be_agreed_before_the_battle() -> None:
    match = builder(table([], phase="muster"))
    say(match, 1, OfferDraw())
    say(match, 0, AgreeDraw())
    assert winner(match) == ("draw", -1, "ASCW-D75")
    assert refused(match, 0, OfferDraw()) == "ASCW-D75 NO_QUESTION The match is over."


# --- Claims ---


@pytest.mark.rules("ASCW-D57")
def test_with_the_option_a_victory_is_claimed_while_it_lasts() -> None:
    match = three(victory="claim", pools={0: 99})
    found = refused(match, 0, Claim())
    assert found is not None
    assert found.startswith("ASCW-D57 NOT_FULFILLED")
    assert "Points: 99 of 100." in found
    match.table = player(match.table, 0, pool=100)
    assert refused(match, 2, Claim()) is not None
    say(match, 1, Claim())
    assert winner(match) == ("won", 0, "ASCW-118")


@pytest.mark.rules("ASCW-D57")
def test_without_the_option_nothing_has_to_be_claimed() -> None:
    found = refused(three(pools={0: 100}), 0, Claim())
    assert found is not None
    assert found.startswith("ASCW-D57 NOT_POSSIBLE")
