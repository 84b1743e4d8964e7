"""Checks that questions are drawn on the board as they are asked."""

from __future__ import annotations

import random
import re
from typing import Any

from games.core.overlay import Marker
from games.core.questions import MOST_MARKERS, Choice, Question
from renderers import Look, Scene
from tests.games.kit import Match, Title
from tests.games.legality import FEW, open_questions


def check_sketches(match: Match, rng: random.Random, moments: int) -> None:
    """Every choice that has a place has a marker there with its number, told in alt text; every
    question about a place or a target has a sketch, and so has every question on the way to it."""
    title = match.title
    for _, _, view, options in open_questions(title, match.moments(rng, moments)):
        board = title.renderer.scene(view, Look())
        for _ in range(FEW):
            path: tuple[str, ...] = ()
            bare = ""
            while isinstance(asked := options.question(path), Question) and asked.choices:
                shown = asked.advised()
                if shown.drawn:
                    _check_sketch(title, view, shown)
                    assert not bare, f"{bare} leads to {shown.prompt}, and has no sketch"
                else:
                    bare = bare or shown.prompt
                    named = [c.label for c in shown.choices if _is_on_board(board, c)]
                    assert not named, f"no sketch of {shown.prompt} {named[0]}"
                path = (*path, rng.choice(asked.choices).key)


def _is_on_board(board: Scene, choice: Choice) -> bool:
    """Whether a choice begins with a place of the board, or a piece on it."""
    first = re.match(r"[A-Za-z]+[0-9]+\b", choice.label)
    return first is not None and board.around(first[0]) is not None


def _check_sketch(title: Title, view: Any, shown: Question) -> None:
    sketch = shown.sketch()
    markers = [part for part in sketch.parts if isinstance(part, Marker) and part.number]
    drawn = (choice.at for choice in shown.choices if choice.at is not None)
    places = dict(enumerate(drawn, 1))
    marked = {marker.number: marker.place for marker in markers}
    assert marked.items() <= places.items()
    assert len(marked) == len(places) or len(places) > MOST_MARKERS
    alt = title.renderer.scene(view, Look(overlay=sketch)).alt
    assert len(alt) <= 1024
    assert not markers or f"{markers[0].number}: {markers[0].told}" in alt
