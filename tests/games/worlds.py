"""The test of two worlds: what a viewer cannot tell apart looks the same everywhere.

A pair is a true state, a viewer, and another state that the game has imagined for
that viewer. ``facts`` are what is worked out from the state itself; ``surfaces``
is all that reaches the viewer, most of it worked out from the view.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from games.core.log.replay import Adjusted, LogAction, Played, carry_out
from games.core.questions import Question, complete, sample
from games.core.standing import StandingOrder
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Chance,
    Decision,
    Decisions,
    Ending,
    Refusal,
    Seat,
    Seated,
    Seats,
    Viewer,
)
from renderers import Look, Scene
from tests.games.kit import Match, Title, random_action
from tests.games.legality import NONSENSE
from tests.games.replaying import visible

LOOKS = (Look(("Ada", "Боб", "千")), Look((), threats=True, turned=True))

LISTED, FOLLOWED, DEPTH, TRIED = 80, 4, 2, 2
"""Moves that are listed, answers that are followed, moves that are tried out for a decision."""

Surface = tuple[str, Any]


class Leak(AssertionError):
    """A viewer can tell two worlds apart."""

    def __init__(self, viewer: Viewer, surface: str) -> None:
        super().__init__(f"{viewer} can tell two worlds apart: {surface}")
        self.viewer, self.surface = viewer, surface


def facts(title: Title, state: Any, viewer: Viewer) -> Iterator[Surface]:
    """The view, and what the match waits for as far as ``viewer`` learns of it.

    Of secret decisions of others nobody hears more than that there are some, and by whose clock.
    """
    yield "view", title.game.view(state, viewer)
    pending = title.game.pending(state)
    match pending:
        case Chance():
            yield "dice", pending
        case Ending():
            yield "ending", pending
        case Decisions():
            yield "awaited", _public(pending)
            secretly = {each.shared for each in pending.open if each.secret and each.waits}
            yield "awaited in secret", secretly
            yield "own decisions", _own_of(pending, viewer)


def _public(pending: Decisions) -> tuple[Decision, ...]:
    return tuple(each for each in pending.open if each.waits and not each.secret)


def _own_of(pending: Decisions, viewer: Viewer) -> tuple[Decision, ...]:
    return pending.of(viewer.seat) if isinstance(viewer, Seated) else ()


def surfaces(
    title: Title, state: Any, viewer: Viewer, elsewhere: Sequence[Any], *, pixels: bool
) -> Iterator[Surface]:
    """Everything that reaches ``viewer``, in a fixed order; ``elsewhere`` are moves to try."""
    game = title.game
    view = game.view(state, viewer)
    yield from facts(title, state, viewer)
    yield "view in full", repr(view)  # orders of mappings too, which no comparison looks at
    yield "how it stands", (game.words.standing(view), game.words.tally(view))
    yield "secrets", game.words.secrets(view)
    pending = game.pending(state)
    if isinstance(pending, Ending):
        yield "result", game.words.ending(view, pending)
    if isinstance(pending, Decisions):
        own = _own_of(pending, viewer)
        for decision in own:
            yield from _asked(title, view, decision, elsewhere)
        for decision in _public(pending):
            yield "what is asked of others", game.words.ask(view, decision)
            yield from _unless(title, state, view, decision)
        yield from _in_advance(title, view, own)
    for look in LOOKS:
        scene = title.renderer.scene(view, look)
        yield from _drawn("picture", scene, pixels=pixels)


def _asked(
    title: Title, view: Any, decision: Decision, elsewhere: Sequence[Any]
) -> Iterator[Surface]:
    """A decision of the viewer: the question, what may be answered, what is refused and why."""
    game = title.game
    yield "question", game.words.ask(view, decision)
    options = game.options(view, decision)
    listed = tuple(islice(options, LISTED))
    yield "options", listed
    yield "questions", tuple(_questions(options))
    if game.computer is not None:
        yield "suggestions", game.computer.suggest(view, decision)
    yield "refusals", tuple(_told(options.refusal(move)) for move in elsewhere)
    typed = dict.fromkeys(game.write(move)[:count] for move in elsewhere for count in (0, 1, 2, 4))
    yield (
        "completions",
        tuple(tuple(islice(complete(options, "".join(text.split())), 25)) for text in typed),
    )
    yield "what cannot be read", tuple(_answer(title, view, decision, text) for text in NONSENSE)
    for move in listed[:: max(1, len(listed) // TRIED)]:
        yield "what a move does", game.foretell(view, decision, move)
        yield "what is worth knowing", game.words.consider(view, decision, move)
        preview = game.preview(view, decision, move)
        look = replace(LOOKS[0], overlay=game.sketch(view, decision, move))
        yield "preview", repr((preview, look.overlay))
        yield from _drawn("preview", title.renderer.scene(preview, look), pixels=False)


def _questions(options: Any, *path: str) -> Iterator[Any]:
    """A question with what it suggests and its sketch, and those that follow some of its
    choices."""
    found = options.question(path)
    if not isinstance(found, Question):
        yield found
        return
    shown = found.advised()
    yield shown
    yield shown.sketch()
    for choice in shown.choices[: FOLLOWED if len(path) < DEPTH else 0]:
        yield from _questions(options, *path, choice.key)


def _unless(title: Title, state: Any, view: Any, decision: Decision) -> Iterator[Surface]:
    """What happens to a decision by itself is for everybody, whoever reads it."""
    standing = title.game.standing
    if standing is None:
        return
    own = title.game.view(state, Seated(decision.seat))
    said = standing.unless(view, decision, ())
    orders = _orders(title, own)
    if any(standing.unless(own, decision, some) != said for some in ((), orders)):
        raise Leak(SPECTATOR, "what happens by itself")
    yield "what happens by itself", said


def _orders(title: Title, view: Any) -> tuple[StandingOrder, ...]:
    """Some of the orders that can be given now."""
    standing = title.game.standing
    orders: tuple[StandingOrder, ...] = ()
    if standing is not None:
        for order in islice(standing.options(view), 0, LISTED, 9):
            orders = standing.given(orders, order)
    return orders


def _in_advance(title: Title, view: Any, own: Iterable[Decision]) -> Iterator[Surface]:
    """Standing orders: which there are, how they read, what they answer."""
    standing = title.game.standing
    if standing is None:
        return
    yield "orders", tuple(islice(standing.options(view), LISTED))
    for orders in ((), _orders(title, view)):
        yield "orders given", standing.show(view, orders)
        for decision in own:
            yield "answer in advance", standing.answer(view, decision, orders)
            yield "default", standing.default(view, decision, orders)


def _drawn(name: str, scene: Scene, *, pixels: bool) -> Iterator[Surface]:
    parts = [scene.closeup, *(scene.around(each) for each in ("", "R2", "B2", "G9", "E7"))]
    yield f"close-up of the {name}", [each is None for each in parts]
    for each in (scene, *parts[: 2 if pixels else None]):
        if each is not None:
            yield f"alt text of the {name}", each.alt
            yield f"text board of the {name}", each.board
            if pixels:
                yield f"pixels of the {name}", each.paint()


def _told(refusal: Refusal | None) -> tuple[str, str]:
    return (str(refusal), getattr(refusal, "rule", ""))


def _answer(title: Title, view: Any, decision: Any, text: str) -> Any:
    try:
        return title.game.read(view, decision, text)
    except Refusal as refusal:
        return _told(refusal)


def compare(here: Iterable[Surface], there: Iterable[Surface], viewer: Viewer) -> None:
    """Raises ``Leak`` with the first surface that differs."""
    nothing: Surface = ("number of surfaces", None)
    first, second = iter(here), iter(there)
    while (seen := next(first, nothing)) == (imagined := next(second, nothing)):
        if seen is nothing:
            return
    raise Leak(viewer, nothing[0] if nothing in (seen, imagined) else seen[0])


@dataclass(frozen=True)
class Worlds:
    """A true state, and another that a viewer could not tell from it."""

    true: Any
    other: Any


def friends(seats: Seats, viewer: Viewer) -> frozenset[Seat]:
    """The viewer's own seat and those of its team, who may know what it does."""
    if not isinstance(viewer, Seated):
        return frozenset(seats.all()) if viewer == REFEREE else frozenset()
    return frozenset(seat for seat in seats.all() if seats.teams[seat] == seats.teams[viewer.seat])


def play_on(
    title: Title,
    worlds: Worlds,
    log_action: LogAction,
    viewer: Viewer,
    seats: Seats,
    rng: random.Random,
) -> Worlds | None:
    """What happens in the true world happens in the other as well; raises ``Leak``.

    Secret answers of other teams are others there, or none. ``None`` when the
    worlds part for all to see: an event that reveals, or what cannot be done in the other.
    """
    game, true, other = title.game, worlds.true, worlds.other
    counterpart: LogAction | None = log_action
    if isinstance(log_action, Played) and log_action.seat not in friends(seats, viewer):
        counterpart = _counterpart(title, worlds, log_action, rng)
    true_step = carry_out(game, true, log_action)
    seen, imagined = visible(true_step.events, viewer), ()
    after = other
    if counterpart is not None:
        try:
            step = carry_out(game, other, counterpart)
        except Refusal as refusal:
            if isinstance(log_action, Played) and viewer == Seated(log_action.seat):
                raise Leak(viewer, "a refusal") from refusal
            if not isinstance(log_action, Adjusted) or seen:
                return None  # the other world's seat, or its referee, could not have done this
        else:
            imagined, after = visible(step.events, viewer), step.state
    if any(event.reveals for event in (*seen, *imagined)):
        return None
    if seen != imagined:
        raise Leak(viewer, "events")
    views = [game.view(state, viewer) for state in (true_step.state, after)]
    if len({game.words.digest(view, seen, viewer) for view in views}) > 1:
        raise Leak(viewer, "digest")
    if len({game.story(view, seen) for view in views}) > 1:
        raise Leak(viewer, "story")
    return Worlds(true_step.state, after)


def _counterpart(
    title: Title, worlds: Worlds, log_action: Played, rng: random.Random
) -> LogAction | None:
    """The same deed in the other world, or what the seat does there in secret."""
    game = title.game
    now, there = game.pending(worlds.true), game.pending(worlds.other)
    decision = now.find(log_action.decision) if isinstance(now, Decisions) else None
    if decision is None or not decision.secret or not isinstance(there, Decisions):
        return log_action
    possible = [each for each in there.of(log_action.seat) if each.secret]
    same = [each for each in possible if each.key == log_action.decision] or possible
    if not same:
        return None
    chosen = rng.choice(same)
    move = sample(game.options(game.view(worlds.other, Seated(log_action.seat)), chosen), rng)
    return Played(log_action.seat, chosen.key, move)


def check_imagining(match: Match, viewer: Viewer, rng: random.Random, moments: int) -> int:
    """What is made up looks the same to the viewer, can be played on, and depends on nothing but
    the view and the source: in another world the same source gives the same bytes.

    Returns the number of pairs of worlds that differ.
    """
    game, differ = match.title.game, 0
    for true in match.moments(rng, moments):
        view, seed = game.view(true, viewer), rng.random()
        other = game.reimagine(view, rng)
        compare([("view", repr(view))], [("view", repr(game.view(other, viewer)))], viewer)
        differ += other != true
        assert not [*game.editing.sound(other)], "no match could be like what is made up"
        here, there = (
            game.state_form.write(game.reimagine(each, random.Random(seed)))
            for each in (view, game.view(other, viewer))
        )
        assert here == there, "what is made up tells something"
        for _ in range(25):
            log_action = random_action(game, other, rng)
            if log_action is None:
                break
            other = carry_out(game, other, log_action).state
    return differ


def check_two_worlds(match: Match, viewer: Viewer, rng: random.Random, moments: int = 12) -> int:
    """Play on from the start or a random moment in the true and in another world, side by side.

    All facts are compared at each moment, all surfaces at some. Returns the number
    of moments that were compared in worlds that differ.
    """
    title, game = match.title, match.title.game
    at = rng.choice((0, rng.randrange(len(match.states))))
    true = match.states[at]
    other = game.reimagine(game.view(true, viewer), rng)
    if viewer == REFEREE:
        assert game.state_form.write(other) == game.state_form.write(true)
    assert game.state_form.read(game.state_form.write(other)) == other
    elsewhere = [
        log_action.move for log_action in match.log_actions[:20] if isinstance(log_action, Played)
    ]
    compared, log_actions = 0, match.log_actions[at:]
    closely = {0, *rng.sample(range(len(log_actions) + 1), min(moments, len(log_actions) + 1))}
    for number, log_action in enumerate((*log_actions, None)):
        differ = true != other
        if number in closely:
            here, there = (
                surfaces(title, state, viewer, elsewhere, pixels=True) for state in (true, other)
            )
        else:
            here, there = (facts(title, state, viewer) for state in (true, other))
        if differ or number == 0:
            compare(list(here), list(there), viewer)
        if log_action is None or not (differ or game.meta.secrets):
            break
        compared += differ
        after = play_on(title, Worlds(true, other), log_action, viewer, match.seats, rng)
        if after is None:
            break
        true, other = after.true, after.other
    return compared
