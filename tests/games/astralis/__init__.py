"""Tests of Astralis."""

from __future__ import annotations

import random
from typing import Any

from games.astralis.board import name, names
from games.astralis.moves import Turn
from games.astralis.variants.claims import ClaimingTurn
from games.astralis.view import AstralisView
from games.astralis.view.simplified import SimplifiedView
from games.core.questions import Options, sample
from games.core.types import Decision

BY_HAND = frozenset({"Ended", "SettleLapsed"})
"""A referee may end a match, scored as it stands; a request to settle lapses with any change."""


def FORESEES(view: AstralisView) -> bool:  # noqa: N802 - the kit looks for this name
    """With simplified turns nothing is foretold before the end."""
    return not view.covered


def FORCES(  # noqa: N802 - the kit looks for this name
    view: AstralisView, decision: Decision, options: Options[Any], rng: random.Random
) -> Any:
    """A turn with claims, often of hexes that it may win; of these only the first are offered."""
    move = sample(options, rng)
    if not isinstance(view, SimplifiedView) or not isinstance(move, Turn) or rng.random() < 0.3:
        return move
    claims = set(rng.sample(names(view.board.mask), 2))
    if move.plant is not None:
        near = view.board.beyond[view.board.hex_of[move.plant]]
        claims |= set(names(near))
    in_order = tuple(name(hex) for hex in view.hexes if name(hex) in claims)
    return ClaimingTurn(move.origin, move.to, move.plant, claims=in_order)
