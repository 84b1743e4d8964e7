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
    drafting,
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


@pytest.mark.rules("GA-03")
def test_an_army_can_be_changed_until_both_are_chosen() -> None:
    match = opened().play("R: ARMY AQUANARATTA")
    assert match.refused("R: ARMY HALCYON") == "E_PHASE"
    match.play("R: UNLOCK")
    assert _open(match) == [("army", 0, True), ("army", 1, True)]
    match.play("B: ARMY HALCYON", "R: ARMY HALCYON")
    assert match.table.armies == ("halcyon", "halcyon")
    other = opened().play(*BOTH)
    (told,) = other.told("ArmiesRevealed")
    assert told.armies == ("Aquanaratta Families", "Halcyon Line")


@pytest.mark.rules("GA-03")
def test_there_is_no_other_army() -> None:
    refusal = opened().refusal("B: ARMY NOBODY")
    assert refusal.code == "E_OPTION"
    assert refusal.sentence == "There is no army NOBODY."
    assert refusal.instead == "You can choose AQUANARATTA or HALCYON."


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


@pytest.mark.rules("GA-03")
def test_without_a_mirror_blue_chooses_among_the_armies_that_are_left() -> None:
    match = opened(mirror=False, pack=PACK).play("ARMY HALCYON")
    assert _open(match) == [("army", 1, False)]
    assert match.refusal("ARMY HALCYON").sentence == "Your opponent has that army."
    match.play("ARMY RABBLE")
    assert match.table.armies == ("halcyon", "rabble")
    same = opened(pack=PACK).play("R: ARMY RABBLE", "B: ARMY RABBLE")
    assert same.table.armies == ("rabble", "rabble")


@pytest.mark.rules("GA-08", "GA-22")
def test_both_decks_are_laid_out_for_all_to_see_before_the_roll_off() -> None:
    match = opened().play(*BOTH)
    assert match.table.decks == (tuple(FAMILIES), tuple(LINE))
    for viewer in (BLUE, SPECTATOR):
        assert GAME.view(match.state, viewer).table.decks == match.table.decks


@pytest.mark.rules("GA-22")
def test_two_copies_put_each_card_into_the_deck_twice() -> None:
    match = opened(deck_copies=2).play(*BOTH)
    assert [match.table.decks[0].count(card) for card in FAMILIES] == [2] * 10
    assert len(match.table.decks[1]) == 20


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


@pytest.mark.rules("GA-23", "GA-10")
def test_who_is_first_in_the_draft_leaves_the_first_turn_to_the_opponent() -> None:
    match = rolled(2, 5)
    assert waiting(match) == ("privilege", "B")
    match.play("FIRST DRAFT")
    (told,) = match.told("PrivilegeSet")
    assert (told.draft, told.game) == (1, 0)
    assert waiting(match) == ("draft", "B")
    assert match.table.first == 0
    assert waiting(rolled(2, 5).play("FIRST GAME")) == ("draft", "R")


# --- The draft ---


@pytest.mark.rules("GA-24", "GA-25", "GA-26", "GA-28", "T02")
def test_a_draft_of_four_cards_each() -> None:
    match = drafting(FAMILIES[:4], LINE[:4])
    assert match.refused("DRAFT INF DENY RIF") == "E_DENY"
    match.play("DRAFT INF")
    assert waiting(match) == ("draft", "B")
    assert match.refused("DRAFT PEN") == "E_DENY"
    match.play("DRAFT PEN DENY SPA", "DRAFT REE DENY STO", "DRAFT BIK DENY EEL")
    assert waiting(match) == ("draft", "R")
    assert match.table.decks == ((), ("RIF",))
    match.play("DRAFT DENY RIF")
    assert cards(match, "R") == ["INF", "REE"]
    assert cards(match, "B") == ["PEN", "BIK"]
    assert match.table.denied == (("SPA", "EEL"), ("STO", "RIF"))
    assert match.table.phase == "deploy"


@pytest.mark.rules("GA-24", "GA-25", "GA-26", "GA-28", "T02")
def test_a_draft_of_ten_cards_has_eleven_steps_and_gives_five_units_each() -> None:
    match = rolled().play("FIRST DRAFT", "DRAFT INF")
    steps = [("R", "")]
    while match.table.phase == "draft":
        seat = match.decision().seat
        own, theirs = match.table.decks[seat], match.table.decks[1 - seat]
        text = f"DRAFT {own[0]} DENY {theirs[-1]}" if own else f"DRAFT DENY {theirs[0]}"
        steps.append((waiting(match)[1], "both" if own else "deny"))
        match.play(text)
    assert len(steps) == match.table.drafted == 11
    assert steps[1:-1] == [("BR"[step % 2], "both") for step in range(9)]
    assert steps[-1] == ("R", "deny")
    assert len(cards(match, "R")) == len(cards(match, "B")) == 5
    assert [len(each) for each in match.table.denied] == [5, 5]
    (told,) = match.told("HandsDrawn")
    assert [len(hand) for hand in told.hands] == [5, 5]


@pytest.mark.rules("GA-07", "GA-24", "GA-32")
def test_units_are_numbered_as_they_are_drafted_and_wait_in_reserve() -> None:
    match = drafting(FAMILIES, LINE).play("DRAFT LEV", "DRAFT WAL DENY INF", "DRAFT SPA DENY RIF")
    units = match.table.units
    assert {code: unit.card for code, unit in units.items()} == {
        "R1": "LEV",
        "B1": "WAL",
        "R2": "SPA",
    }
    assert (units["R2"].models, units["B1"].models) == (14, 1)
    assert [unit.code for unit in match.table.reserve(Seat(0))] == ["R1", "R2"]
    assert match.told("Drafted")[0].denied == "Line Rifles"
    assert str(match.told("Drafted")[0].unit) == "R2 Spawn Tide"


@pytest.mark.rules("GA-25", "GA-27")
def test_taken_denied_and_foreign_cards_cannot_be_taken() -> None:
    match = drafting(FAMILIES[:5], LINE[:5])
    assert match.refused("DRAFT RIF") == "E_CARD"
    match.play("DRAFT INF", "DRAFT PEN DENY SPA")
    for card in ("INF", "SPA", "RIF", "XXX"):
        assert match.refused(f"DRAFT {card} DENY RIF") == "E_CARD"
    for card in ("PEN", "REE", "XXX"):
        assert match.refused(f"DRAFT REE DENY {card}") == "E_DENY"
    assert match.refused("DRAFT DENY RIF") == "E_CARD"
    assert match.refused("DRAFT XXX DENY PEN") == "E_CARD"
    refusal = match.refusal("DRAFT DENY RIF")
    assert refusal.sentence == "Take one of your 3 cards too."
    assert refusal.instead == "You can take REE, EEL, LAM."
    assert match.refusal("DRAFT REE").instead == "You can deny RIF, STO, BIK, HUN."


@pytest.mark.rules("GA-26")
def test_a_player_whose_opponent_has_no_cards_left_only_takes() -> None:
    match = drafting(["INF", "SPA"], ["RIF"], first="R", drafted=3)
    match.play("DRAFT INF DENY RIF")
    assert waiting(match) == ("draft", "B")
    assert match.refused("DRAFT RIF DENY SPA") == "E_CARD"
    match.play("DRAFT DENY SPA")
    assert match.table.phase != "draft"
    alone = drafting(["INF", "SPA"], [], first="R", drafted=3)
    assert alone.refusal("DRAFT INF DENY RIF").code == "E_DENY"
    assert alone.refusal("DRAFT INF DENY RIF").sentence == (
        "Your opponent has no card left to deny."
    )
    assert cards(alone.play("DRAFT INF"), "R") == ["INF"]


@pytest.mark.rules("GA-24")
def test_the_first_step_denies_nothing_and_says_so() -> None:
    refusal = drafting(FAMILIES, LINE).refusal("DRAFT INF DENY RIF")
    assert refusal.sentence == "Nothing is denied in the first step."
    assert (refusal.code, getattr(refusal, "rule", "")) == ("E_DENY", "GA-24")


@pytest.mark.rules("GA-25")
def test_of_two_copies_one_is_taken_and_the_other_denied() -> None:
    match = drafting(["INF", "INF", "SPA"], ["RIF", "RIF", "PEN"])
    match.play("DRAFT INF", "DRAFT RIF DENY INF")
    assert match.table.decks == (("SPA",), ("RIF", "PEN"))
    assert match.refused("DRAFT INF DENY RIF") == "E_CARD"


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


@pytest.mark.rules("GA-24", "GA-25", "GA-26", "GA-28")
def test_the_bot_runs_the_draft_with_both_rankings() -> None:
    """Red takes the first of its list that Blue has not denied, and so on."""
    match = _ranking().play(
        "R: RANK OWN INF SPA REE EEL LAM CHO BRI SPI MAN LEV",
        "R: RANK ENEMY WAL CAR MAR HOW GUN HUN BIK STO PEN RIF",
        "B: RANK OWN RIF PEN STO BIK HUN GUN HOW MAR CAR WAL",
        "B: RANK ENEMY SPA INF LEV REE MAN EEL SPI LAM BRI CHO",
    )
    assert cards(match, "R") == ["INF", "REE", "EEL", "LAM", "CHO"]
    assert match.table.denied[0] == ("SPA", "LEV", "MAN", "SPI", "BRI")
    assert cards(match, "B") == ["RIF", "PEN", "STO", "BIK", "HUN"]
    assert match.table.denied[1] == ("WAL", "CAR", "MAR", "HOW", "GUN")
    assert len(match.told("Drafted")) == match.table.drafted == 11
    (told,) = match.told("RankingsRevealed")
    assert told.only is None
    assert [ranking[:2] for ranking in told.own] == [("INF", "SPA"), ("RIF", "PEN")]
    assert [ranking[:2] for ranking in told.enemy] == [("WAL", "CAR"), ("SPA", "INF")]
    assert match.table.phase == "deploy"


@pytest.mark.rules("GA-23", "GA-25")
@pytest.mark.parametrize(("red", "blue", "first"), [(6, 1, 0), (1, 6, 1)])
def test_the_winner_of_the_roll_off_has_the_first_turn_where_cards_are_ranked(
    red: int, blue: int, first: int
) -> None:
    match = rolled(red, blue, **RANKED)
    (told,) = match.told("PrivilegeSet")
    assert (match.table.first, told.game, told.draft) == (first, first, 1 - first)
    for seat in "RB":
        match.play(f"{seat}: RANK OWN {FAMILIES[0] if seat == 'R' else LINE[0]}")
        match.play(f"{seat}: RANK ENEMY {LINE[0] if seat == 'R' else FAMILIES[0]}")
    assert waiting(match) == ("deploy", "RB"[first])
    assert match.told("Drafted")[0].seat == 1 - first


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


@pytest.mark.rules("GA-25", "GA-28")
def test_a_second_copy_is_taken_where_it_is_ranked() -> None:
    match = _ranking(deck_copies=2).play(
        "R: RANK OWN INF SPA INF REE",
        "R: RANK ENEMY WAL",
        "B: RANK OWN WAL",
        "B: RANK ENEMY BRI LEV BRI LEV EEL EEL LAM LAM CHO CHO",
    )
    assert cards(match, "R")[:4] == ["INF", "SPA", "INF", "REE"]
    assert len(cards(match, "R")) == len(cards(match, "B")) == 10
    assert match.table.denied[0][:4] == ("BRI", "LEV", "BRI", "LEV")


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
