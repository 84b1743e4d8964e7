"""Sentences as they must be."""

from __future__ import annotations

from games.astral_sailors.words.words import WORDS
from games.core.types import Event

LONGEST = 500


def plain(sentence: str) -> None:
    assert sentence.strip()
    assert len(sentence) <= LONGEST, sentence
    assert not set("*_`|<>@") & set(sentence), sentence


def told(event: Event) -> str:
    said = WORDS.tell(event)
    plain(said)
    return said
