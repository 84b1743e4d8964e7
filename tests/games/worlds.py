"""The test of two worlds: what a viewer cannot tell apart looks the same everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from games.core.chance import Chance
from games.core.decisions import Decisions
from games.core.endings import Ending
from games.core.events import visible
from games.core.refusals import Refusal
from games.core.replay import Deed, Played, act
from games.core.seats import REFEREE, Seated, Viewer
from renderers import Look
from tests.games.kit import Match, Title
from tests.games.legality import NONSENSE

LOOKS = (Look(("Ada", "Боб", "千")), Look((), threats=True, turned=True))


def surfaces(title: Title, state: Any, viewer: Viewer, elsewhere: list[Any]) -> Iterator[Any]:
    """Everything that reaches ``viewer``, in a fixed order."""
    game = title.game
    view = game.view(state, viewer)
    yield view
    yield game.words.standing(view)
    yield game.words.secrets(view)
    pending = game.pending(state)
    match pending:
        case Chance():
            yield pending
        case Ending():
            yield game.words.ending(view, pending)
        case Decisions():
            yield pending.awaited()
            for decision in pending.of(viewer.seat) if isinstance(viewer, Seated) else ():
                yield decision
                yield game.words.ask(view, decision)
                options = game.options(view, decision)
                yield tuple(options)
                yield tuple(_told(options.refusal(move)) for move in elsewhere)
                yield tuple(_answer(title, view, decision, text) for text in NONSENSE)
    for look in LOOKS:
        scene = title.renderer.scene(view, look)
        yield from (scene.alt, scene.board, scene.paint())


def _told(refusal: Refusal | None) -> tuple[str, str]:
    return (str(refusal), getattr(refusal, "rule", ""))


def _answer(title: Title, view: Any, decision: Any, text: str) -> Any:
    try:
        return title.game.read(view, decision, text)
    except Refusal as refusal:
        return _told(refusal)


def check_two_worlds(match: Match, viewer: Viewer, rng: random.Random) -> int:
    """Play on from the start or a random moment in the true and in another world, side by side.

    Returns the number of moments that were compared in worlds that differ.
    """
    title, game = match.title, match.title.game
    at = rng.choice((0, rng.randrange(len(match.states))))
    true, other = match.states[at], game.reimagine(match.states[at], viewer, rng)
    if viewer == REFEREE:
        assert game.state_form.write(other) == game.state_form.write(true)
    assert game.state_form.read(game.state_form.write(other)) == other
    elsewhere = [deed.move for deed in match.deeds[:20] if isinstance(deed, Played)]
    compared = 0
    for number, deed in enumerate((*match.deeds[at:], None)):
        differ = game.state_form.write(true) != game.state_form.write(other)
        if differ or number == 0:
            here = list(surfaces(title, true, viewer, elsewhere))
            there = list(surfaces(title, other, viewer, elsewhere))
            for seen, imagined in zip(here, there, strict=True):
                assert seen == imagined, f"{viewer} can tell two worlds apart: {_kind(seen)}"
        if deed is None or not (differ or game.meta.secrets):
            break
        compared += differ
        counterpart = _counterpart(match, other, deed, viewer, rng)
        try:
            imagined_step = act(game, other, counterpart)
        except Refusal:
            assert not _own(deed, viewer), f"{viewer} learns from a refusal"
            break  # the other world's seat could not have done this
        true_step = act(game, true, deed)
        names = {type(event).__name__ for event in (*true_step.events, *imagined_step.events)}
        if names & title.reveals:
            break
        seen_events = visible(true_step.events, viewer)
        assert seen_events == visible(imagined_step.events, viewer), (
            f"{viewer} can tell two worlds apart: events"
        )
        true, other = true_step.state, imagined_step.state
    return compared


def _own(deed: Deed, viewer: Viewer) -> bool:
    return isinstance(deed, Played) and viewer == Seated(deed.seat)


def _counterpart(match: Match, other: Any, deed: Deed, viewer: Viewer, rng: random.Random) -> Deed:
    """The same deed in the other world, or another answer where the answer is a secret."""
    game = match.title.game
    pending = game.pending(other)
    if not isinstance(deed, Played) or _own(deed, viewer) or not isinstance(pending, Decisions):
        return deed
    decision = pending.find(deed.decision)
    if decision is None or not decision.secret or viewer == REFEREE:
        return deed
    options = game.options(game.view(other, Seated(deed.seat)), decision)
    return Played(deed.seat, deed.decision, rng.choice(tuple(options)))


def _kind(value: Any) -> str:
    return type(value).__name__
