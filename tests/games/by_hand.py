"""Checks of what a referee may set by hand: offers, refusals, secrets, and how play goes on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import pytest

from games.core.log.replay import Adjusted
from games.core.questions import Options, Question, complete, sample
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Decisions,
    Ending,
    Forbidden,
    Refusal,
    Seat,
    Seated,
    Seats,
    Unreadable,
    Viewer,
)
from tests.games.kit import LONGEST, Match, Playing, Title, random_action_of
from tests.games.legality import (
    NONSENSE,
    Walk,
    leads_to_a_move,
    others,
    path_back,
    refused,
    teaches,
)
from tests.games.replaying import visible
from tests.games.surfaces import plain
from tests.games.worlds import compare

LISTED, SAMPLED, APPLIED, MANGLED = 60, 15, 8, 30
"""Adjustments that are listed, drawn by chance, carried out, and changed at random in one state."""

ENOUGH = LONGEST // 2
"""States of a match with adjustments that goes on for ever."""

OFTEN = 4
"""Adjustments in a random match."""

PAGES = 40
"""Pages of edits that are opened in one state."""

BRANCHES = 3
"""Answers to a question that are followed."""


@dataclass(frozen=True)
class Desk:
    """What a viewer could set in one state of a match."""

    title: Title
    seats: Seats
    state: Any
    viewer: Viewer

    @cached_property
    def view(self) -> Any:
        return self.title.game.view(self.state, self.viewer)

    @cached_property
    def options(self) -> Options[Any]:
        return self.title.game.editing.options(self.view)

    def read(self, text: str) -> Any:
        return self.title.game.editing.read(self.view, text)

    def some(self, rng: random.Random) -> list[Any]:
        """The first that are listed, and others by chance; nothing where nothing can be set."""
        options = self.options
        listed = list(islice(options, LISTED))
        assert len(set(listed)) == len(listed), "an adjustment is offered twice"
        if not listed:
            refused(options.question, ())
            return []
        return list(dict.fromkeys((*listed, *(sample(options, rng) for _ in range(SAMPLED)))))


def desks(match: Match, rng: random.Random, moments: int) -> Iterator[Desk]:
    """The referee's in some states, and the spectator's or that of a referee who plays."""
    for state in some_states(match, rng, moments):
        for viewer in (REFEREE, rng.choice(match.viewers)):
            yield Desk(match.title, match.seats, state, viewer)


def some_states(match: Match, rng: random.Random, moments: int) -> list[Any]:
    """At most so many of the usual moments, the first and the last state among them."""
    first, *between, last = match.moments(rng, moments)
    return [first, *rng.sample(between, min(moments, len(between))), last]


def adjusted_match(like: Match, seed: int) -> Match:
    """Random play with adjustments in between, as many moves as ``like`` has, and now and then
    after the end. An adjustment may have taken away what ends a match: then enough of it has been
    played at some time."""
    title, rng, last = like.title, random.Random(seed), len(like.log_actions)
    moments = {*rng.sample(range(last + 1), min(OFTEN, last + 1)), *rng.sample((0, last), 1)}
    played = Playing(title, like.settings, like.seats)
    while len(played.states) < ENOUGH:
        if (now := len(played.states) - 1) in moments:
            moments.remove(now)
            desk = Desk(title, like.seats, played.states[-1], REFEREE)
            adjust(played, desk, rng)
            if len(played.states) - 1 == now:
                moments.add(now + 1)
        log_action = random_action_of(title, played.states[-1], rng)
        if log_action is not None:
            played.go(log_action)
        elif len(played.states) - 1 not in moments:
            break
    return played.match


def adjust(played: Playing, desk: Desk, rng: random.Random) -> None:
    """A random adjustment, if one of the first few that come to mind can be made."""
    for adjustment in rng.sample(some := desk.some(rng), min(5, len(some))):
        try:
            played.go(Adjusted(adjustment))
        except Forbidden as refusal:
            teaches(desk.title.game, refusal)
        else:
            return


def check_offers(match: Match, rng: random.Random, moments: int, told: frozenset[str]) -> None:
    """Every adjustment that is offered is legal, has its text and JSON form, a way that leads to
    it, and can be made; ``told`` are the names of the events that play itself tells."""
    editing = match.title.game.editing
    for desk in desks(match, rng, moments):
        options, some = desk.options, desk.some(rng)
        texts = {editing.write(adjustment) for adjustment in some}
        assert len(texts) == len(some), "two adjustments share a text"
        assert len({editing.form.write(adjustment) for adjustment in some}) == len(some)
        for adjustment in some:
            check_form(desk, options, adjustment)
        outcomes: dict[str, bytes] = {}
        for adjustment in rng.sample(some, min(APPLIED, len(some))):
            text = editing.write(adjustment)
            assert path_back(options, adjustment, text), f"no questions lead to {text!r}"
            for said, after in check_made(desk, adjustment, told):
                same = outcomes.setdefault(said, after) == after
                assert same, f"what is told of {text!r} is told of another adjustment, too"


def check_form(desk: Desk, options: Options[Any], adjustment: Any) -> None:
    editing = desk.title.game.editing
    text = editing.write(adjustment)
    assert options.contains(adjustment), f"offered but not contained: {text}"
    assert options.refusal(adjustment) is None
    assert len(text) <= 1000, f"a text of {len(text)} characters"
    for typed in (text, f" {text.lower()} "):
        try:
            read = desk.read(typed)
        except Unreadable as unreadable:
            raise AssertionError(f"{typed!r} cannot be read") from unreadable
        assert read == adjustment, f"{typed!r} reads as another adjustment"
    again = editing.form.read(editing.form.write(adjustment))
    assert again == adjustment, f"{text!r} is another adjustment in JSON"


def check_made(desk: Desk, adjustment: Any, told: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    """It changes something and says so, is no play by the rules, and the match can go on: gives
    what is told of it, and the state that it leads to."""
    game, state = desk.title.game, desk.state
    before = game.state_form.write(state)
    try:
        step = game.editing.apply(state, adjustment)
    except Forbidden as refusal:
        teaches(game, refusal)
        return
    finally:
        assert game.state_form.write(state) == before, "an adjustment changed the state it got"
    written = game.state_form.write(step.state)
    assert written != before, "an adjustment changed nothing"
    assert game.state_form.write(game.state_form.read(written)) == written
    assert step.events, "nobody is told of an adjustment"
    for event in step.events:
        name = type(event).__name__
        assert name not in told or name in desk.title.by_hand, f"a rule was triggered: {name}"
        assert game.event_form.read(game.event_form.write(event)) == event
        assert set(event.only or ()) <= set(desk.seats.all())
        plain(game.words.tell(event))
    said = " ".join(game.words.tell(event) for event in step.events).strip()
    assert said, "no words for it"
    check_goes_on(desk.title, step.state)
    yield said, written


def check_goes_on(title: Title, state: Any) -> None:
    """Whoever is waited for can answer, and everybody can look."""
    pending = title.game.pending(state)
    if isinstance(pending, Decisions):
        for decision in pending.open:
            view = title.game.view(state, Seated(decision.seat))
            options = title.game.options(view, decision)
            if decision.waits:
                assert isinstance(options.question(()), Question), f"{decision.key} cannot be met"
    elif isinstance(pending, Ending):
        assert pending.rule in title.game.rulebook.by_id
    for viewer in (SPECTATOR, REFEREE):
        plain(title.game.words.standing(title.game.view(state, viewer)))


def check_refusals(match: Match, rng: random.Random, moments: int) -> None:
    """What is not offered is refused by a rule that exists, also by a log that holds it."""
    game = match.title.game
    offered = [each for desk in desks(match, rng, moments) for each in desk.some(rng)]
    for desk in desks(match, rng, moments):
        options = desk.options
        mangled = others(game.editing.form, offered, rng, MANGLED) if offered else ()
        for adjustment in mangled:
            check_refusal(desk, options, adjustment)
        for text in NONSENSE:
            try:
                check_refusal(desk, options, desk.read(text))
            except (Unreadable, Forbidden) as refusal:
                teaches(game, refusal)


def check_refusal(desk: Desk, options: Options[Any], adjustment: Any) -> None:
    game, refusal = desk.title.game, options.refusal(adjustment)
    assert options.contains(adjustment) == (refusal is None)
    if refusal is None:
        text = game.editing.write(adjustment)
        assert path_back(options, adjustment, text), f"legal but never offered: {text!r}"
        return
    teaches(game, refusal)
    if desk.viewer == REFEREE:
        try:
            after = game.editing.apply(desk.state, adjustment).state
        except Forbidden:
            return
        assert after == desk.state, f"refused and made all the same: {adjustment}"


def check_tree(match: Match, rng: random.Random, moments: int) -> None:
    """The questions lead to what can be set, within the limits of a choice."""
    game = match.title.game
    for desk in desks(match, rng, moments):
        options = desk.options
        if not desk.some(rng):
            continue
        reached = list(Walk(desk.read, options, rng, BRANCHES).leaves(()))
        assert len(set(reached)) == len(reached), "two paths lead to one adjustment"
        for adjustment in reached:
            assert options.contains(adjustment)
        for path in (("zz",), ("",), ("-1",), ("0" * 40,), ("💥",)):
            refusal = refused(options.question, path)
            assert isinstance(refusal, Forbidden | Unreadable)
            teaches(game, refusal)
        text = game.editing.write(rng.choice(reached)).upper().replace(" ", "")
        for end in range(0, len(text) + 1, 2):
            suggested = list(islice(complete(options, text[:end]), 25))
            assert suggested, f"nothing is suggested for {text[:end]!r}"
            for completion in rng.sample(suggested, min(2, len(suggested))):
                assert 1 <= len(completion.label) <= 100
                leads_to_a_move(desk.read, options, completion.text)
        assert not list(islice(complete(options, "ZZZZ"), 1))


def check_pages(match: Match, rng: random.Random, moments: int, most: int) -> None:
    """A page opens without trying many edits: whether a state is sound takes up to half a
    millisecond."""
    game, tried = match.title.game, 0
    sound = game.editing.sound

    def counted(state: Any) -> Iterator[Forbidden]:
        nonlocal tried
        tried += 1
        return sound(state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game.editing, "sound", counted)
        for state in some_states(match, rng, moments):
            path: tuple[str, ...] = ()
            for _ in range(PAGES):
                options, tried = Desk(match.title, match.seats, state, REFEREE).options, 0
                try:
                    asked = options.question(path)
                except Unreadable:
                    break
                assert tried <= most, f"{tried} edits are tried for the page of {path}"
                assert isinstance(asked, Question)
                further = [each.key for each in asked.choices if not each.final]
                path = (*path, rng.choice(further)) if further else ()


def check_two_desks(match: Match, viewer: Viewer, rng: random.Random, moments: int) -> int:
    """A referee who plays learns nothing from what can be set, is refused, or comes of it.

    Returns how many pairs of worlds that differ were compared.
    """
    title, game = match.title, match.title.game
    compared = 0
    for state in some_states(match, rng, moments):
        here = Desk(title, match.seats, state, viewer)
        there = Desk(title, match.seats, game.reimagine(game.view(state, viewer), rng), viewer)
        compared += here.state != there.state
        tried = [*here.some(rng), *Desk(title, match.seats, state, REFEREE).some(rng)]
        texts = [game.editing.write(each) for each in tried]
        tried += others(game.editing.form, tried, rng, MANGLED) if tried else ()
        compare(_seen(here, tried, texts), _seen(there, tried, texts), viewer)
        made = [each for each in tried if here.options.contains(each)]
        for adjustment in rng.sample(made, min(2 * APPLIED, len(made))):
            _same_outcome(here, there, adjustment)
    return compared


def _seen(desk: Desk, tried: Sequence[Any], texts: Sequence[str]) -> Iterator[tuple[str, Any]]:
    options = desk.options
    yield "adjustments", list(islice(options, LISTED))
    yield "refusals of adjustments", [_said(options.refusal(each)) for each in tried]
    yield "reading of adjustments", [_answer(desk, text) for text in (*texts, *NONSENSE)]
    yield "first question", _question(options)
    yield "completions", [list(islice(complete(options, text[:2]), 25)) for text in texts[:9]]


def _question(options: Options[Any]) -> Any:
    try:
        return options.question(())
    except Refusal as refusal:
        return _said(refusal)


def _answer(desk: Desk, text: str) -> Any:
    try:
        return desk.read(text)
    except Refusal as refusal:
        return _said(refusal)


def _said(refusal: Refusal | None) -> tuple[str, str]:
    return (str(refusal), getattr(refusal, "rule", ""))


def _same_outcome(here: Desk, there: Desk, adjustment: Any) -> None:
    game, viewer = here.title.game, here.viewer
    outcomes: list[tuple[str, Any]] = []
    for desk in (here, there):
        try:
            step = game.editing.apply(desk.state, adjustment)
        except Forbidden as refusal:
            outcomes.append(("a refusal of what was offered", _said(refusal)))
            continue
        events = visible(step.events, viewer)
        if any(event.reveals for event in events):
            return
        outcomes.append(("outcome", (events, game.view(step.state, viewer))))
    compare(outcomes[:1], outcomes[1:], viewer)


def check_kinds(match: Match) -> None:
    """Every kind of decision that is waited for has a name; phases are of secret ones, have the
    clock of a kind, and are late once for each seat."""
    kinds = match.title.game.meta.kinds
    for state in match.states:
        pending = match.title.game.pending(state)
        batches: dict[tuple[str, Seat], str] = {}
        for decision in pending.open if isinstance(pending, Decisions) else ():
            assert not decision.waits or decision.kind in kinds, f"no name for {decision.kind}"
            if decision.phase:
                assert decision.secret, f"everybody sees when {decision.key} is answered"
                assert decision.phase in kinds, f"no name for {decision.phase}"
                batch = batches.setdefault((decision.phase, decision.seat), decision.batch)
                assert decision.batch == batch != "", f"{decision.key} is late by itself"
