"""Dice that can be checked: the commitment, the arithmetic, and forged proofs."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest
from pydantic import ValidationError

from games.core.log.dice_proofs import (
    DiceEntry,
    Proof,
    RequestedRoll,
    check,
    commitment,
    next_place,
    roll,
    with_place,
)
from games.core.types import Chance, Roll, Seat

SEED = bytes(range(32))
MATCH = "abcdefgh"
CHANCE = Chance((Roll(4, 6, "attack"), Roll(2, 6, "defence")))


def proof(**changed: Any) -> Proof:
    rolls = tuple(thrown(entry, f"all-{number}") for number, entry in enumerate((3, 7, 12), 1))
    values: dict[str, Any] = {
        "match": MATCH,
        "game": "toy",
        "commitment": commitment(SEED, MATCH),
        "seed": SEED.hex(),
        "rolls": rolls,
    }
    return Proof(**{**values, **changed})


def test_the_commitment_is_the_hash_of_three_lines() -> None:
    lines = f"starpost dice\n{MATCH}\n{SEED.hex()}"
    assert commitment(SEED, MATCH) == hashlib.sha256(lines.encode()).hexdigest()
    assert commitment(SEED, MATCH) != commitment(SEED, "abcdefgi")
    assert commitment(SEED, MATCH) != commitment(bytes(32), MATCH)


def test_a_face_is_what_anybody_computes_from_the_seed() -> None:
    [[face]] = roll(SEED, MATCH, "all-7", Chance((Roll(1, 6, "why"),))).faces
    word = hmac.new(SEED, b"abcdefgh:all-7:0:0:0", hashlib.sha256).digest()[:8]
    assert face == int.from_bytes(word, "big") % 6 + 1


def test_an_honest_proof_has_no_fault() -> None:
    assert check(proof()) == ()
    assert check(Proof.model_validate_json(proof().model_dump_json())) == ()
    assert check(proof(rolls=())) == ()


def test_a_changed_face_is_found_where_it_stands() -> None:
    honest = proof().rolls
    [attack, defence] = honest[1].faces
    other = (*attack[:3], attack[3] % 6 + 1)
    forged = honest[1].model_copy(update={"faces": (other, defence)})
    [fault] = check(proof(rolls=(honest[0], forged, honest[2])))
    assert fault.place == 1
    assert fault.sentence == (
        f"Roll 1 of entry 7 shows {', '.join(map(str, other))}; "
        f"the seed gives {', '.join(map(str, attack))}."
    )


def test_another_seed_fits_neither_the_commitment_nor_the_dice() -> None:
    faults = check(proof(seed=bytes(32).hex()))
    assert faults[0].place is None
    assert "commitment" in faults[0].sentence
    assert {fault.place for fault in faults[1:]} == {0, 1, 2}


def test_another_commitment_is_found_though_the_dice_fit() -> None:
    assert [fault.place for fault in check(proof(commitment="0" * 64))] == [None]


def test_a_seed_for_another_match_is_found() -> None:
    assert check(proof(match="abcdefgi"))[0].place is None


@pytest.mark.parametrize("faces", [0, 1])
def test_dice_that_are_missing_are_found(faces: int) -> None:
    honest = proof().rolls
    short = honest[0].model_copy(update={"faces": honest[0].faces[:faces]})
    [fault] = check(proof(rolls=(short, *honest[1:])))
    assert (fault.place, fault.sentence) == (0, "The dice of entry 3 are not the ones asked for.")


def test_entries_that_changed_places_are_found() -> None:
    one, two, three = proof().rolls
    faults = [fault.sentence for fault in check(proof(rolls=(two, one, three)))]
    assert "Entry 3 comes after entry 7." in faults
    assert "The dice of entry 7 were rolled at place all-2, but the next was all-1." in faults
    renamed = (
        one.model_copy(update={"faces": two.faces}),
        two.model_copy(update={"faces": one.faces}),
        three,
    )
    assert {fault.place for fault in check(proof(rolls=renamed))} == {0, 1}


def test_the_same_entry_twice_is_found() -> None:
    one = proof().rolls[0]
    assert [fault.place for fault in check(proof(rolls=(one, one)))] == [1, 1]


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": "00"},
        {"seed": "z" * 64},
        {"commitment": "short"},
        {"match": "a\nb"},
        {"match": ""},
        {"more": 1},
        {"rolls": [{"entry": 0}]},
        {"rolls": [{"asked": [{"count": 10**9, "sides": 6, "why": ""}]}]},
        {"rolls": [{"asked": [{"count": 1, "sides": 0, "why": ""}], "faces": [[1]]}]},
        {"rolls": [{"faces": [[True]]}]},
        {"rolls": [{"place": 3}]},
        {"rolls": [{"place": None}]},
    ],
)
def test_what_is_no_proof_is_refused(changed: dict[str, Any]) -> None:
    throw = {"entry": 1, "asked": [], "faces": [], "place": "all-1"}
    proof(rolls=[throw])
    if "rolls" in changed:
        changed = {"rolls": [throw | changed["rolls"][0]]}
    with pytest.raises(ValidationError):
        proof(**changed)


def thrown(entry: int, place: str, **more: Any) -> DiceEntry:
    asked = tuple(
        RequestedRoll(count=one.count, sides=one.sides, why=one.why) for one in CHANCE.rolls
    )
    faces = more.pop("faces", roll(SEED, MATCH, place, CHANCE).faces)
    return DiceEntry(entry=entry, place=place, asked=asked, faces=faces, **more)


def test_of_two_rolls_of_one_place_one_must_have_been_taken_back() -> None:
    [fault] = check(proof(rolls=(thrown(3, "all-1"), thrown(6, "all-1"))))
    told = "at place all-1, but the next was all-2"
    assert fault.sentence == f"The dice of entry 6 were rolled {told}."


def test_places_count_the_dice_of_those_who_may_know_of_them() -> None:
    everybody, team = Chance(CHANCE.rolls), Chance(CHANCE.rolls, only=(Seat(2), Seat(0)))
    nobody = Chance(CHANCE.rolls, only=())
    rolls, found = "", []
    for chance in (everybody, team, everybody, nobody, team, everybody):
        found.append(next_place(rolls, chance))
        rolls = with_place(rolls, found[-1])
    assert found == ["all-1", "0+2-1", "all-2", "none-1", "0+2-2", "all-3"]
    assert rolls == "all-3 0+2-2 none-1"
    assert len({roll(SEED, MATCH, place, CHANCE).faces for place in found}) == 6


def test_dice_of_a_place_come_again_after_they_were_taken_back_and_none_is_left_out() -> None:
    rolls = (
        thrown(3, "all-1"),
        thrown(4, "0-1"),
        thrown(6, "all-2", taken_back=True),
        thrown(9, "all-2"),
        thrown(12, "0-2"),
    )
    assert check(proof(rolls=rolls)) == ()
    assert rolls[2].faces == rolls[3].faces
    for left_out in (0, 1):  # that one of the last is missing, only the match itself can show
        kept = (*rolls[:left_out], *rolls[left_out + 1 :])
        assert "but the next was" in check(proof(rolls=kept))[0].sentence
    [fault] = check(proof(rolls=(*rolls, thrown(14, "0-2"))))
    assert fault.sentence == "The dice of entry 14 were rolled at place 0-2, but the next was 0-3."


@pytest.mark.parametrize("place", ["all", "all-0", "all-01", "0+-1", "everybody-1", "-1", "all-1 "])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    with pytest.raises(ValidationError):
        DiceEntry(entry=3, asked=(), faces=(), place=place)


def test_dice_that_a_referee_has_set_need_not_come_from_the_seed_but_must_be_those_asked() -> None:
    real = thrown(3, "all-1", by_hand=True, faces=((1, 2, 3, 4), (5, 6)))
    assert check(proof(rolls=(real,))) == ()
    short = thrown(3, "all-1", by_hand=True, faces=((1, 2, 3, 4), (5, 7)))
    [fault] = check(proof(rolls=(short,)))
    assert fault.sentence == "The dice of entry 3 are not the ones asked for."
