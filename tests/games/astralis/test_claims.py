"""Variant 1, simplified turns: claims."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import names
from games.astralis.events import Awarded, Bonus, Deferred, Extracted
from games.astralis.moves import Turn
from games.astralis.sides import Side
from games.astralis.variants.claims import ClaimingTurn
from games.astralis.variants.simplified import ClaimsWrong
from games.core.questions import Question, complete, path_of
from games.core.types import Unreadable
from tests.games.astralis.positions import (
    far_planets,
    only,
    options,
    planets,
    plantable,
    played,
    position,
    refused,
    step,
    turn_decision,
    view,
)
from tests.games.astralis.simplified import SIMPLE, W08, W17, W27, awards, won, wrong

# --- Claims ---


@pytest.mark.rules("W33", "AST-V1-02", "AST-V1-03")
def test_a_claimed_bonus_planet_is_awarded() -> None:
    after = step(W08, "B3-E6+F7 CLAIM H8")
    assert planets(after.state, Side.YELLOW) == "E8 F7 H8 I7 I10"
    assert only(after.events, Bonus) == Bonus(Side.YELLOW, ("H8",))
    assert wrong(W08, "B3-E6+F7 CLAIM H8") == ""


@pytest.mark.rules("W33", "AST-V1-05")
def test_an_unclaimed_bonus_is_lost_and_the_hex_stays_unexplored() -> None:
    without = step(W08, "B3-E6+F7")
    assert planets(without.state, Side.YELLOW) == "E8 F7 I7 I10"
    later = played(without.state, "O11-N11")
    assert won(later, "E6-D6+C5 CLAIM H8") == "C5"
    assert wrong(later, "E6-D6+C5 CLAIM H8") == "H8"
    assert "H8" in plantable(later, "G8")
    near = position(y="E8 I7 I10", sy="B3", sc="H12", agreed=SIMPLE)
    assert "H8" in plantable(played(near, "B3-E6+F7"), "H9")


@pytest.mark.rules("W33", "AST-V1-04")
def test_a_wrong_claim_is_announced_and_has_no_effect() -> None:
    after = step(W08, "B3-E6+F7 CLAIM H8,G9")
    assert planets(after.state, Side.YELLOW) == "E8 F7 H8 I7 I10"
    told = [GAME.words.tell(event) for event in after.events]
    assert told[-1] == "Yellow's claim of G9 is wrong."
    several = step(W08, "B3-E6+F7 CLAIM E8,O8,G9")
    assert planets(several.state, Side.YELLOW) == "E8 F7 I7 I10"
    assert several.events[-1] == ClaimsWrong(Side.YELLOW, ("E8", "G9", "O8"))
    assert several.state.last is not None
    assert several.state.turn == after.state.turn


@pytest.mark.rules("W33", "AST-V1-03")
@pytest.mark.parametrize("claims", ["J9,H8", "H8,J9", "h8, j9, h8"])
def test_claims_that_need_each_other_are_right_in_any_order(claims: str) -> None:
    after = step(W27, f"B3-E6+F7 CLAIM {claims}")
    assert planets(after.state, Side.YELLOW) == "F7 H8 I7 I10 J9 L10"
    assert only(after.events, Extracted) == Extracted(Side.YELLOW, ("H8",))
    assert wrong(W27, f"B3-E6+F7 CLAIM {claims}") == ""


@pytest.mark.rules("W33", "AST-V1-03", "AST-V1-05")
def test_a_ring_that_only_an_unclaimed_extraction_closes_makes_no_claim_right() -> None:
    assert won(W27, "B3-E6+F7 CLAIM J9") == "F7"
    assert wrong(W27, "B3-E6+F7 CLAIM J9") == "J9"
    assert won(W27, "B3-E6+F7 CLAIM H8") == "F7 H8"
    missed = played(W27, "B3-E6+F7", "O11-N11")
    assert wrong(missed, "E6-D6+C5 CLAIM H8") == "H8"
    assert planets(missed, Side.CYAN) == "H8"


@pytest.mark.rules("AST-V1-02", "AST-V1-04")
def test_claims_without_a_planting_are_wrong() -> None:
    assert wrong(W08, "B3-E6 CLAIM H8") == "H8"
    assert won(W08, "B3-E6 CLAIM H8") == ""


@pytest.mark.rules("AST-V1-05")
def test_a_ring_closed_anew_can_be_claimed_again() -> None:
    after = played(W08, "B3-E6+F7", "O11-N11")
    referee = GAME.editing.read(view(after), "PLANET F7 NONE")
    broken = GAME.editing.apply(after, referee).state
    assert won(broken, "E6-E7+F7 CLAIM H8") == "F7 H8"


@pytest.mark.rules("AST-V1-03")
def test_no_more_is_awarded_than_the_supply_allows() -> None:
    agreed = Agreement(strict_supply=True, variant="simplified")
    far = far_planets(26)
    state = position(y=f"E8 I7 I10 {' '.join(far)}", sy="B3", sc="O11", agreed=agreed)
    assert state.planets[Side.YELLOW].bit_count() == 29
    assert won(state, "B3-E6+F7 CLAIM H8") == "F7"
    assert wrong(state, "B3-E6+F7 CLAIM H8") == "H8"


# --- Beneath the other ship ---


@pytest.mark.rules("AST-V1-06")
def test_a_claim_beneath_the_other_ship_waits_until_it_leaves() -> None:
    after = step(W17, "B3-E6+F7 CLAIM H8")
    assert only(after.events, Deferred) == Deferred(Side.YELLOW, "H8")
    assert awards(after.state) == ("H8", "")
    assert wrong(W17, "B3-E6+F7 CLAIM H8") == ""
    assert refused(after.state, "H8-G7+H8").code == "E12"
    left = step(after.state, "H8-H4+H3")
    assert only(left.events, Awarded) == Awarded(Side.YELLOW, "H8")
    assert (planets(left.state, Side.YELLOW), awards(left.state)) == ("F7 H8 I7 I10", ("", ""))


@pytest.mark.rules("AST-V1-06", "AST-V1-05")
def test_without_a_claim_nothing_waits() -> None:
    after = step(W17, "B3-E6+F7").state
    assert awards(after) == ("", "")
    left = step(after, "H8-G7+H8")
    assert only(left.events, Awarded) is None
    assert planets(left.state, Side.CYAN) == "H8"


@pytest.mark.rules("AST-V1-06")
def test_a_waiting_planet_is_lost_when_the_ring_is_broken_before_the_ship_leaves() -> None:
    after = played(W17, "B3-E6+F7 CLAIM H8")
    broken = GAME.editing.apply(after, GAME.editing.read(view(after), "PLANET F7 NONE")).state
    assert awards(broken) == ("H8", "")
    left = step(broken, "H8-H4")
    assert only(left.events, Awarded) is None
    assert awards(left.state) == ("", "")


@pytest.mark.rules("AST-V1-06")
def test_at_once_means_at_once_with_claims_too() -> None:
    agreed = Agreement(bonus_under_ship="immediate", variant="simplified")
    state = position(y="I7 I10", sy="B3", sc="H8", agreed=agreed)
    assert won(state, "B3-E6+F7 CLAIM H8") == "F7 H8"
    assert won(state, "B3-E6+F7") == "F7"


# --- The text form ---


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("B3-E6+F7 CLAIM H8,G9", ("G9", "H8")),
        ("b3 - e6 + f7 claim h8 , g9", ("G9", "H8")),
        ("E6+F7 CLAIM G9 H8 G9", ("G9", "H8")),
        ("E6+F7 CLAIM H08", ("H8",)),
        ("E6+F7 CLAIM I10,I9", ("I9", "I10")),
    ],
)
def test_claims_stand_behind_the_turn(text: str, claims: tuple[str, ...]) -> None:
    move = GAME.read(view(W08), turn_decision(W08), text)
    assert move == ClaimingTurn("B3", "E6", "F7", claims=claims)
    assert GAME.write(move) == f"B3-E6+F7 CLAIM {','.join(claims)}"
    assert GAME.move_form.read(GAME.move_form.write(move)) == move


def test_claims_can_be_made_without_planting() -> None:
    move = GAME.read(view(W08), turn_decision(W08), "E6 CLAIM H8")
    assert move == ClaimingTurn("B3", "E6", claims=("H8",))


@pytest.mark.parametrize("text", ["E6+F7 CLAIM", "E6+F7 CLAIM ,", "E6+F7 CLAIM 8H", "CLAIM H8"])
def test_what_is_no_claim_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.read(view(W08), turn_decision(W08), text)


@pytest.mark.rules("AST-V1-02")
def test_only_a_hex_off_the_board_cannot_be_claimed() -> None:
    assert refused(W08, "E6+F7 CLAIM H8,P3").code == "E03"
    assert refused(W08, "E6+F7 CLAIM P3").sentence == "P3 is not on this board."
    for hex in names(W08.board.mask):
        assert options(W08).contains(GAME.read(view(W08), turn_decision(W08), f"E6+F7 CLAIM {hex}"))


def test_turns_with_claims_are_refused_as_those_without() -> None:
    for text in ("B3", "C5", "H4+H5", "E6+H8", "E6+Z3"):
        with_claim, without = (refused(W08, f"{text}{more}") for more in (" CLAIM H8", ""))
        assert (with_claim.code, str(with_claim)) == (without.code, str(without))


def test_the_base_game_knows_no_claims() -> None:
    base = position(y="E8 I7 I10", sy="B3", sc="O11")
    with pytest.raises(Unreadable):
        GAME.read(view(base), turn_decision(base), "B3-E6+F7 CLAIM H8")
    refusal = options(base).refusal(ClaimingTurn("B3", "E6", "F7", claims=("H8",)))
    assert refusal is not None
    assert refusal.code == "E01"


# --- Questions ---


@pytest.mark.rules("AST-V1-01", "AST-V1-02")
def test_all_hexes_without_an_own_planet_can_be_chosen_row_by_row() -> None:
    tree = options(W27)
    first = tree.question(("E6", "F7"))
    assert isinstance(first, Question)
    assert [choice.text for choice in first.choices] == ["B3-E6+F7"]
    offered = []
    for choice in first.advised().choices[1:]:
        row = tree.question(("E6", "F7", choice.key))
        assert isinstance(row, Question)
        offered += [each.label for each in row.choices]
    own = W27.planets[Side.YELLOW] | W27.board.bits("F7")
    assert offered == list(names(W27.board.mask & ~own))


def test_claims_are_chosen_one_after_the_other_or_typed() -> None:
    tree = options(W27)
    way = ("E6", "F7", "J", "9", "H", "8", "done")
    move = ClaimingTurn("B3", "E6", "F7", claims=("H8", "J9"))
    assert tree.question(way) == move
    assert tree.question(path_of(tree, move, GAME.write(move))) == move
    last = tree.question(("E6", "F7"))
    assert isinstance(last, Question)
    assert last.field is not None


def test_after_eight_claims_more_can_be_typed_only() -> None:
    way = ["E6", "F7"]
    for number in range(1, 9):
        way += ["O", f"{number + 7}"]
    question = options(W27).question(tuple(way))
    assert isinstance(question, Question)
    assert [choice.key for choice in question.advised().choices] == ["done"]
    assert question.field is not None
    assert len(".".join(way)) <= 60


@pytest.mark.rules("AST-V1-01")
def test_moves_on_offer_are_turns_without_claims() -> None:
    found = list(options(W08))
    assert len(found) == 179
    assert all(type(move) is Turn for move in found)
    assert [each.text for each in complete(options(W08), "B3-E6+F")] == ["B3-E6+F6", "B3-E6+F7"]
