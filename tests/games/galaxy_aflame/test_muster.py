"""Armies, the roll-off and the draft: by turns, by rankings, at random (2.1, 2.4)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.core.types import SPECTATOR, Chance, Decisions, Seat, Seated
from games.galaxy_aflame.catalogue import BASE
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.rules.draft import by_value
from tests.games.galaxy_aflame.course import Course
from tests.games.galaxy_aflame.starting import (
    BOTH,
    FAMILIES,
    LINE,
    cards,
    opened,
    rolled,
    throw,
    waiting,
)

BLUE = Seated(Seat(1))
RANKED: dict[str, Any] = {"muster": "ranked"}


def _open(match: Course) -> list[tuple[str, int, bool]]:
    pending = GAME.pending(match.state)
    assert isinstance(pending, Decisions)
    return [(each.kind, each.seat, each.secret) for each in pending.open]


# --- Armies ---


@pytest.mark.rules("GA-01", "GA-03")
def test_two_players_choose_an_army_at_once_and_in_secret() -> None:
    match = opened()
    assert _open(match) == [("army", 0, True), ("army", 1, True)]
    match.play("R: ARMY AQUANARATTA")
    assert {event.only for event in match.events} == {(0,)}
    assert match.table.armies == ("", "")
    assert GAME.view(match.state, BLUE).sheets[0] is None
    assert _open(match) == [("army-open", 0, True), ("army", 1, True)]
    match.play("B: ARMY AQUANARATTA")
    assert match.table.armies == ("aquanaratta", "aquanaratta")
    assert not match.state.sheets
    (told,) = match.told("ArmiesRevealed")
    assert (told.armies, told.only) == (("Aquanaratta Families",) * 2, None)


@pytest.mark.rules("GA-03", "GA-30")
@pytest.mark.parametrize(("red", "blue"), [("AUTO", "ARMY"), ("ARMY", "AUTO"), ("AUTO", "AUTO")])
def test_who_lets_the_bot_deploy_with_the_army_is_asked_next_in_their_turn(
    red: str, blue: str
) -> None:
    match = opened(muster="random")
    match.play(f"R: {red} AQUANARATTA", f"B: {blue} HALCYON")
    throw(throw(match, 6, 1), *(1,) * 10)
    if "ARMY" in (red, blue):
        assert waiting(match) == ("deploy", "R" if red == "ARMY" else "B")
        match.play("AUTO ALL")
    assert waiting(match) == ("turn", "R")
    assert [len(match.table.in_play(Seat(seat))) for seat in (0, 1)] == [2, 2]


@pytest.mark.rules("GA-30")
def test_the_bot_does_not_deploy_unseen_where_places_are_secret() -> None:
    refusal = opened(deploy_mode="secret").refusal("R: AUTO HALCYON")
    assert refusal.sentence == "In this match both sides place their units in secret."
    match = opened(mirror=False).play("AUTO HALCYON")
    assert match.table.auto == (True, False)


@pytest.mark.rules("GA-01", "GA-03")
def test_without_a_mirror_red_chooses_first_and_blue_gets_the_other() -> None:
    match = opened(mirror=False)
    assert _open(match) == [("army", 0, False)]
    match.play("ARMY HALCYON")
    assert match.table.armies == ("halcyon", "aquanaratta")
    assert [(each.seat, each.army) for each in match.told("ArmyChosen")] == [
        (0, "Halcyon Line"),
        (1, "Aquanaratta Families"),
    ]
    assert isinstance(GAME.pending(match.state), Chance)


THIRD = """
title = "A third army"

[[armies]]
key = "rabble"
name = "Rabble"
"""
CARD = """
[[cards]]
code = "{code}"
name = "Mob {code}"
army = "rabble"
models = 5
attack = "1d6"
defence = "d6"
move = 6
ranges = ["C", "A"]
value = {value}
"""
PACK = THIRD + "".join(CARD.format(code=f"MB{letter}", value=3) for letter in "ABCDE")


@pytest.mark.rules("GA-08", "GA-22")
def test_both_decks_are_laid_out_for_all_to_see_before_the_roll_off() -> None:
    match = opened().play(*BOTH)
    assert match.table.decks == (tuple(FAMILIES), tuple(LINE))
    for viewer in (BLUE, SPECTATOR):
        assert GAME.view(match.state, viewer).table.decks == match.table.decks


TABLE = """
title = "A small table"

[[layouts]]
key = "yard"
name = "Yard"
size = [40, 30]
"""


@pytest.mark.rules("GA-09")
def test_a_match_is_played_on_the_table_of_its_settings() -> None:
    assert opened().table.ground == BASE.layouts["ruined_quarter"].ground
    for layout in ("open_basin", "ruined_quarter", "salt_trenches"):
        assert opened(layout=layout).table.ground == BASE.layouts[layout].ground
    small = opened(layout="pack", pack=TABLE).table.ground
    assert (small.width, small.height) == (400, 300)
    usual = opened(layout="salt_trenches", pack=TABLE)
    assert usual.table.ground == BASE.layouts["salt_trenches"].ground
    assert opened(layout="pack").table.ground == BASE.layouts["ruined_quarter"].ground


# --- The roll-off ---


@pytest.mark.rules("GA-23", "GA-10", "T01")
def test_ties_are_rolled_again_and_the_winner_chooses_a_privilege() -> None:
    match = opened().play(*BOTH)
    pending = GAME.pending(match.state)
    assert isinstance(pending, Chance)
    assert [(roll.count, roll.sides) for roll in pending.rolls] == [(1, 6), (1, 6)]
    throw(match, 3, 3)
    assert match.told("RolledOff")[0].winner is None
    throw(match, 5, 2)
    assert match.told("RolledOff")[0].winner == 0
    assert waiting(match) == ("privilege", "R")
    match.play("FIRST GAME")
    assert waiting(match) == ("draft", "B")
    assert match.table.first == 0
    assert not match.table.is_north(Seat(0))
    assert match.table.is_north(Seat(1))


# --- Rankings ---


def _ranking(**settings: Any) -> Course:
    return rolled(**RANKED, **settings)


@pytest.mark.rules("GA-25", "GA-28")
def test_both_rank_at_once_and_the_second_list_locks() -> None:
    match = _ranking()
    assert _open(match) == [("ranking", 0, True), ("ranking", 1, True)]
    match.play("R: RANK OWN LEV SPA")
    assert not match.state.sheets[0].locked
    assert {event.only for event in match.events} == {(0,)}
    assert match.kinds() == ["SheetChanged"]
    match.play("R: RANK ENEMY WAL HUN")
    assert match.kinds() == ["SheetChanged", "SheetLocked"]
    assert match.state.sheets[0].locked
    assert _open(match)[0] == ("ranking-open", 0, True)
    assert GAME.view(match.state, BLUE).sheets[0] is None
    other = _ranking().play("B: RANK ENEMY LEV", "B: RANK OWN WAL")
    assert other.state.sheets[1].locked


@pytest.mark.rules("GA-25")
def test_cards_that_are_not_ranked_follow_by_value() -> None:
    match = _ranking().play("R: RANK OWN SPI EEL", "R: RANK ENEMY HOW")
    sheet = match.state.sheets[0]
    assert sheet.own == ("SPI", "EEL", "SPA", "REE", "INF", "LEV", "LAM", "CHO", "BRI", "MAN")
    assert sheet.enemy[:4] == ("HOW", "RIF", "PEN", "STO")
    assert by_value(match.table, LINE) == (
        *("RIF", "PEN", "STO", "WAL", "BIK", "GUN", "HUN", "HOW", "MAR", "CAR"),
    )


@pytest.mark.rules("GA-25")
def test_a_locked_ranking_can_be_changed_until_both_are_locked() -> None:
    match = _ranking().play("R: RANK OWN LEV", "R: RANK ENEMY WAL")
    assert match.refused("R: RANK OWN INF") == "E_PHASE"
    match.play("R: UNLOCK")
    assert not match.state.sheets[0].locked
    assert match.state.sheets[0].own[0] == "LEV"
    match.play("R: RANK OWN INF")
    assert match.state.sheets[0].locked
    match.play("B: RANK OWN CAR", "B: RANK ENEMY MAN")
    assert cards(match, "R")[0] == "INF"


@pytest.mark.rules("GA-25")
def test_only_cards_of_the_deck_are_ranked_and_no_more_often_than_they_are_there() -> None:
    match = _ranking()
    assert match.refused("R: RANK OWN RIF") == "E_CARD"
    assert match.refused("R: RANK ENEMY INF") == "E_CARD"
    assert match.refused("B: RANK OWN INF") == "E_CARD"
    assert match.refusal("R: RANK OWN INF SPA INF").sentence == (
        "INF is named 2 times, but the deck has it 1 times."
    )
    twice = _ranking(deck_copies=2).play("R: RANK OWN INF INF SPA")
    assert twice.state.sheets[0].own[:5] == ("INF", "INF", "SPA", "SPA", "REE")
    assert len(twice.state.sheets[0].own) == 20
    assert twice.refused("R: RANK OWN INF INF INF") == "E_CARD"


# --- At random ---


@pytest.mark.rules("GA-02", "GA-23")
@pytest.mark.parametrize(("red", "blue", "first"), [(6, 1, "R"), (1, 6, "B")])
def test_the_bot_draws_half_of_each_deck(red: int, blue: int, first: str) -> None:
    match = rolled(red, blue, muster="random")
    (told,) = match.told("PrivilegeSet")
    assert (told.draft, "RB"[told.game]) == (None, first)
    pending = GAME.pending(match.state)
    assert isinstance(pending, Chance)
    sides = [(roll.count, roll.sides) for roll in pending.rolls]
    assert sides == [(1, 10), (1, 9), (1, 8), (1, 7), (1, 6)] * 2
    assert pending.rolls[6].why == "Blue's card 2"
    throw(match, 1, 1, 8, 7, 6, 10, 1, 1, 1, 1)
    assert cards(match, "R") == ["INF", "SPA", "LEV", "MAN", "SPI"]
    assert cards(match, "B") == ["WAL", "RIF", "PEN", "STO", "BIK"]
    assert match.table.decks == ((), ())
    assert waiting(match) == ("deploy", first)
    assert [len(hand) for hand in match.told("HandsDrawn")[0].hands] == [5, 5]


@pytest.mark.rules("GA-02")
def test_of_an_uneven_deck_the_larger_half_is_drawn() -> None:
    match = opened(muster="random", pack=PACK).play("R: ARMY RABBLE", "B: ARMY HALCYON")
    throw(match, 6, 1)
    assert [roll.sides for roll in GAME.pending(match.state).rolls] == [  # type: ignore[union-attr]
        *(5, 4, 3),
        *(10, 9, 8, 7, 6),
    ]


@pytest.mark.rules("GA-22", "GA-28")
def test_both_decks_of_the_base_game_have_ten_cards() -> None:
    decks = [[card.code for card in BASE.deck(army)] for army in ("aquanaratta", "halcyon")]
    assert decks == [FAMILIES, LINE]
    assert all(re.fullmatch("[A-Z]{3}", code) for deck in decks for code in deck)
