"""Sentences about a match, those of its variant."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.astralis.variants import VARIANTS, variant_of
from games.astralis.view import AstralisView
from games.astralis.words.event_sentences import tell
from games.core.contract import Words
from games.core.events import Event
from games.core.telling import Tally
from games.core.types import Decision, Ending, Seat, Viewer


class VariantWords(Words[AstralisView, Event]):
    """Words of a variant; its events have sentences of their own, others those of the base game."""

    def seat(self, view: AstralisView, seat: Seat) -> str:
        return variant_of(view).words.seat(view, seat)

    def ask(self, view: AstralisView, decision: Decision) -> str:
        return variant_of(view).words.ask(view, decision)

    def consider(self, view: AstralisView, decision: Decision, move: Any) -> tuple[str, ...]:
        return variant_of(view).words.consider(view, decision, move)

    def foretell(
        self, view: AstralisView, decision: Decision, move: Any, events: Sequence[Event]
    ) -> str:
        return variant_of(view).words.foretell(view, decision, move, events)

    def tell(self, event: Event) -> str:
        return tell(event)

    def digest(
        self, view: AstralisView, events: Sequence[Event], viewer: Viewer
    ) -> tuple[str, ...]:
        return variant_of(view).words.digest(view, events, viewer)

    def standing(self, view: AstralisView) -> str:
        return variant_of(view).words.standing(view)

    def tally(self, view: AstralisView) -> Tally | None:
        return variant_of(view).words.tally(view)

    def score(self, score: Fraction) -> str:
        return VARIANTS["base"].words.score(score)

    def ending(self, view: AstralisView, ending: Ending) -> str:
        return variant_of(view).words.ending(view, ending)
