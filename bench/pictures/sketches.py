"""The choices of a question on the board, against the board alone; and where labels find room."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from bench.games.self_play import SAILORS, opening
from bench.measure import Figure, interleaved, median
from games.core.options import Question
from games.core.seats import Seated
from renderers import Look
from renderers.astral_sailors import RENDERER
from renderers.overlay.callouts import Box, Wanted, placed
from tests.games.duels import by_computer, course

ROUNDS, EACH = 5, 5
LABELS, TOKENS, SIDE, UNIT, AGAIN = 30, 80, 32, 64, 5


def sketches() -> list[Figure]:
    """The picture of the board in the same view, without a sketch, is the reference: what is
    painted by anybody who looks. Questions for a place or a target are those of a match of Astral
    Sailors between computer players. What is suggested is worked out before; the overlay and its
    close-up belong to the sketch. Cold, the position has not been drawn before; warm, it is drawn
    once more. Callouts: 30 labels about some of 80 tokens on a board of 32 by 32; the reference
    places as many about as many places of an empty board, where nothing is in the way.
    """
    asked = questions()
    rounds = [[next(asked) for _ in range(EACH)] for _ in range(ROUNDS + 1)]
    fresh, boards = iter(rounds), iter(rounds)
    taken = interleaved(
        {
            "cold board": lambda: [board(view) for view, _ in next(boards)],
            "cold": lambda: [sketch(*each) for each in next(fresh)],
            "warm board": lambda: [board(view) for view, _ in rounds[0]],
            "warm": lambda: [sketch(*each) for each in rounds[0]],
        },
        ROUNDS,
    )
    figures = []
    for name in ("cold", "warm"):
        ours, theirs = (median(taken[each]) * 1e3 / EACH for each in (name, f"{name} board"))
        told = f"Sketch of a question of Astral Sailors, against the board ({name})"
        figures.append(Figure(told, ours, theirs, "ms", ours / theirs, limit=1.5))
    return [*figures, callouts()]


def questions() -> Iterator[tuple[Any, Question]]:
    """Views with a question that is drawn: one for each decision of a match."""
    rng, start = random.Random(3), opening(SAILORS, SAILORS.meta.first_match)
    for moment in course(SAILORS, start, by_computer(SAILORS), rng):
        decision = moment.decision
        if decision and decision.kind == "activate":
            view = SAILORS.view(moment.state, Seated(decision.seat))
            yield from ((view, each) for each in drawn(SAILORS.options(view, decision), rng))


def drawn(options: Any, rng: random.Random) -> Iterator[Question]:
    """The last question with a sketch on some way through the options."""
    path: tuple[str, ...] = ()
    found = []
    while isinstance(asked := options.question(path), Question) and asked.choices:
        shown = asked.advised()
        found += [shown] if shown.drawn else []
        path = (*path, rng.choice(asked.choices).key)
    yield from found[-1:]


def board(view: Any) -> bytes:
    return RENDERER.scene(view, Look()).paint()


def sketch(view: Any, question: Question) -> bytes:
    scene = RENDERER.scene(view, Look(overlay=question.sketch()))
    return (scene.closeup or scene).paint()


def callouts() -> Figure:
    rng, whole = random.Random(3), Box(0, 0, SIDE * UNIT, SIDE * UNIT)
    places = rng.sample([(c, r) for c in range(SIDE) for r in range(SIDE)], TOKENS)
    tokens = [Box(c * UNIT, r * UNIT, UNIT, UNIT) for c, r in places]
    labels = [Wanted(token, 3 * UNIT // 2, UNIT // 2) for token in tokens[:LABELS]]
    taken = interleaved(
        {
            "ours": lambda: [placed(labels, tokens, (), whole, UNIT / 4) for _ in range(AGAIN)],
            "empty": lambda: [placed(labels, (), (), whole, UNIT / 4) for _ in range(AGAIN)],
        }
    )
    ours, empty = (median(taken[each]) * 1e3 / AGAIN for each in ("ours", "empty"))
    name = f"Placing {LABELS} callouts among {TOKENS} tokens, against an empty board"
    return Figure(name, ours, empty, "ms", ours / empty)
