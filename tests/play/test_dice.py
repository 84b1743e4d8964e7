"""Dice: fair, checkable, never thrown twice."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.dice import roll
from bot.play.records import MatchId
from games.core.chance import Chance, Roll

MATCH = MatchId("abcdefgh")


@settings(max_examples=50)
@given(
    st.binary(min_size=32, max_size=32),
    st.integers(1, 10**6),
    st.lists(st.builds(Roll, st.integers(0, 20), st.integers(1, 100), st.just("why")), max_size=4),
)
def test_rolls_answer_what_was_asked_and_are_the_same_again(
    seed: bytes, seq: int, rolls: list[Roll]
) -> None:
    chance = Chance(tuple(rolls))
    rolled = roll(seed, MATCH, seq, chance)
    assert rolled.answers(chance)
    assert roll(seed, MATCH, seq, chance) == rolled


def test_anybody_with_the_seed_can_compute_a_face_again() -> None:
    seed = bytes(32)
    [[face]] = roll(seed, MATCH, 7, Chance((Roll(1, 6, "why"),))).faces
    word = hmac.new(seed, b"abcdefgh:7:0:0:0", hashlib.sha256).digest()[:8]
    assert face == int.from_bytes(word, "big") % 6 + 1


def test_entry_match_seed_and_place_all_matter() -> None:
    chance = Chance((Roll(20, 1000, "a"), Roll(20, 1000, "b")))
    base = roll(bytes(32), MATCH, 1, chance).faces
    assert base[0] != base[1]
    assert roll(bytes(32), MATCH, 2, chance).faces != base
    assert roll(bytes(32), MatchId("abcdefgi"), 1, chance).faces != base
    assert roll(b"\x01" * 32, MATCH, 1, chance).faces != base


def test_faces_come_up_alike() -> None:
    [faces] = roll(bytes(32), MATCH, 1, Chance((Roll(60_000, 6, "why"),))).faces
    counts = Counter(faces)
    assert set(counts) == set(range(1, 7))
    # Six standard deviations around 10,000.
    assert all(abs(count - 10_000) < 6 * 91.3 for count in counts.values())
