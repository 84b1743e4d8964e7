"""What holds in matches of every variant."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from games.astralis.agreement import VariantName
from games.astralis.variants import VARIANTS
from tests.amounts import amount
from tests.games import by_hand, legality, position_files, sketches, surfaces
from tests.games.kit import Match, Title, random_match, title_of
from tests.games.replaying import check_replay

NAMES: tuple[VariantName, ...] = get_args(VariantName)
EACH = pytest.mark.parametrize("variant", [name for name in NAMES if name != "base"])
"""The kit tries the base game."""


def title(variant: VariantName) -> Title:
    return replace(title_of("astralis"), agreed={"variant": variant, "size": 7})


@cache
def match_of(variant: VariantName, seed: int) -> Match:
    return random_match(title(variant), seed)


def test_every_variant_that_can_be_agreed_on_exists() -> None:
    assert tuple(VARIANTS) == NAMES


@EACH
def test_random_matches_replay_byte_for_byte(variant: VariantName) -> None:
    for seed in range(amount(4, 200)):
        match = match_of(variant, seed)
        assert match.states[-1].agreement.variant == variant
        check_replay(match)


@EACH
def test_options_and_texts_hold_in_every_variant(variant: VariantName) -> None:
    match, rng = match_of(variant, 1), random.Random(1)
    legality.check_offers(match, rng, 2)
    legality.check_refusals(match, rng, 2)
    legality.check_tree(match, rng, 2)
    legality.check_completions(match, rng, 2)


@EACH
def test_views_words_and_pictures_hold_in_every_variant(variant: VariantName) -> None:
    match, rng = match_of(variant, 2), random.Random(2)
    surfaces.check_views_and_words(match, rng, 3)
    surfaces.check_previews(match, rng, 3)
    surfaces.check_events(match)
    surfaces.check_pictures(match, rng, 2)
    sketches.check_sketches(match, rng, 3)


@EACH
def test_a_referee_can_set_things_in_every_variant(variant: VariantName) -> None:
    match, rng = match_of(variant, 3), random.Random(3)
    by_hand.check_refusals(match, rng, 2)
    by_hand.check_tree(match, rng, 1)
    check_replay(by_hand.adjusted_match(match, 3))


@EACH
def test_positions_of_every_variant_can_be_written_and_read(variant: VariantName) -> None:
    match, rng = match_of(variant, 0), random.Random(0)
    position_files.check_round_trip(match, rng, 12)
