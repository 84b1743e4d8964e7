"""Checks of what people meet of a game: meta, settings, views, words, pictures."""

from __future__ import annotations

import dataclasses
import random
import re
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NewType, get_args, get_origin

from annotated_types import Ge, Le, MaxLen

from bot.play.clocks import time_controls
from bot.play.refusals import NotNow
from games.core.contract import AnyGame, BaseGame, Meta
from games.core.events import Event
from games.core.moves import Move
from games.core.settings import Labels, Settings, values_of
from games.core.telling import DIGESTED
from games.core.types import Chance, Decisions, Ending, Seated, Seats
from renderers import Look
from tests.games.kit import Match
from tests.games.legality import some_offers
from tests.games.replaying import fold, visible
from tests.games.worlds import LOOKS

_PLAIN = (bool, int, float, str, bytes, type(None))
_SPAN = 60
"""Events before the newest that a digest and a story are made of."""
_DRAWN = 11
"""Of so many stories one is drawn: no multiple of a number of viewers, so of each now and then."""
_CONTAINERS = (tuple, frozenset, dict, Mapping, typing.Union, types.UnionType)


def check_meta(game: AnyGame) -> None:
    meta = game.meta
    assert meta.players
    assert meta.players == tuple(sorted(set(meta.players)))
    assert meta.team_names or set(meta.seat_names) == set(meta.players)
    assert all(len(names) == count for count, names in meta.seat_names.items())
    assert meta.resign_rule in game.rulebook.by_id
    assert meta.rules_url.startswith("https://")
    assert meta.rules_version >= 1
    assert set(meta.rule_changes) == set(range(2, meta.rules_version + 1))
    assert all(re.fullmatch(r"[A-Z].{9,198}\.", why) for why in meta.rule_changes.values())
    assert all((meta.title, meta.tagline, meta.designer, meta.credit))
    assert not meta.draw_rule or meta.draw_rule in game.rulebook.by_id
    assert all(name and len(name) <= 40 for name in meta.kinds.values())
    check_clocks(meta)
    check_presets(meta, game.settings)
    for named in (meta.first_match, *meta.presets.values()):
        settings = game.settings.model_validate(dict(named))
        assert game.fault(settings, Seats.alone(meta.players[0])) is None, named


def check_presets(meta: Meta, settings: type[Settings]) -> None:
    """Few enough for a row of buttons, each with a name that fits an id, and all different."""
    assert len(meta.presets) <= 5
    assert all(re.fullmatch("[a-z0-9_]{1,40}", name) for name in meta.presets)
    filled = [settings.model_validate(dict(preset)) for preset in meta.presets.values()]
    assert len(set(filled)) == len(filled), "two presets that are the same"


def check_clocks(meta: Meta) -> None:
    """There are some, they can be read, and what they name is waited for."""
    assert meta.clocks
    for name, clock in meta.clocks.items():
        assert 1 <= len(name) <= 40
        try:
            time_controls.parse(clock, meta.kinds)
        except NotNow as unreadable:
            raise AssertionError(f"{clock!r}: {unreadable}") from unreadable


def check_settings(settings: type[Settings], packed: str = "") -> None:
    """A lobby can ask for every field without knowing the game.

    All but ``packed``, the field of a content pack, the number of teams and what a match brings
    along: the host fills those in.
    """
    assert not packed or settings.model_fields[packed].annotation is str
    assert settings.model_config.get("frozen")
    assert settings.model_config.get("extra") == "forbid"
    for name, field in settings.model_fields.items():
        assert not field.is_required(), f"{name} has no default"
        assert field.title, f"{name} has no title"
        assert field.description, f"{name} has no description"
        if name in (packed, settings.carried):
            continue
        if values := field.annotation is not bool and values_of(field):
            assert len(values) <= 25, f"{name} has too many values"
            for labels in (each for each in field.metadata if isinstance(each, Labels)):
                assert set(labels.by_value) == set(values), f"labels of {name}"
                assert all(0 < len(label) <= 40 for label in labels.by_value.values())
        elif field.annotation is str:
            most = [limit.max_length for limit in field.metadata if isinstance(limit, MaxLen)]
            assert max(most, default=101) <= 100, f"{name} may be too long"
        elif field.annotation in (int, float):
            assert any(isinstance(limit, Ge) for limit in field.metadata), f"{name} has no minimum"
            assert any(isinstance(limit, Le) for limit in field.metadata), f"{name} has no maximum"
        else:
            assert field.annotation is bool, f"a lobby cannot ask for {name}"


def _fields_of(kind: type) -> Iterator[Any]:
    """The types of its fields, with what stands for the variables of a base that is generic."""
    meant: dict[Any, Any] = {}
    for base in getattr(kind, "__orig_bases__", ()):
        meant |= zip(getattr(get_origin(base), "__parameters__", ()), get_args(base), strict=False)
    for hint in typing.get_type_hints(kind).values():
        if variables := getattr(hint, "__parameters__", ()):
            yield hint[tuple(meant[each] for each in variables)]
        else:
            yield meant.get(hint, hint)


def check_view_types(view: type, state: type) -> None:
    """No field of a view, however deep, has a type of the module that holds the state: where that
    is a module of the core, which has tasks and views as well, of the game's module ``state``."""
    shared = state.__module__.startswith("games.core.")
    beside = f"{view.__module__.rpartition('.')[0]}.state"
    kept = beside if shared else state.__module__
    met: set[Any] = set()
    waiting: list[Any] = [view]
    while waiting:
        kind = waiting.pop()
        if kind in met:
            continue
        met.add(kind)
        if isinstance(kind, NewType):
            waiting.append(kind.__supertype__)
        elif get_origin(kind) is Literal or kind in _PLAIN or kind is Ellipsis:
            continue
        elif get_origin(kind) is not None:
            assert get_origin(kind) in _CONTAINERS, f"{kind} in a view"
            waiting.extend(get_args(kind))
        else:
            assert isinstance(kind, type), f"{kind} in a view"
            assert kind not in (object, tuple, dict, list, set), f"{kind} in a view says nothing"
            assert kind is not state, "the state in a view"
            assert kind.__module__ != kept, f"{kind.__name__} of the state in a view"
            if issubclass(kind, Move) and kind.declared() != (kind,):
                waiting.extend(kind.declared())
            elif issubclass(kind, Settings):
                waiting.extend(field.annotation for field in kind.model_fields.values())
            elif dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
                hints = _fields_of(kind)
                waiting.extend(
                    hint for hint in hints if typing.ClassVar not in (hint, get_origin(hint))
                )
            else:
                assert issubclass(kind, _PLAIN), f"{kind} in a view"


def check_views_and_words(match: Match, rng: random.Random, moments: int) -> None:
    """Views of every viewer have view types; words are plain, kind to no markup, and there."""
    game = match.title.game
    for state in match.moments(rng, moments):
        pending = game.pending(state)
        for viewer in match.viewers:
            view = game.view(state, viewer)
            assert view == game.view(state, viewer)
            check_view_types(type(view), type(state))
            sentences = [game.words.standing(view), *game.words.secrets(view)]
            sentences += [game.words.seat(view, seat) for seat in match.seats.all()]
            if (tally := game.words.tally(view)) is not None:
                sentences += [tally.turn, tally.measure, *(side.name for side in tally.sides)]
                assert sorted(seat for side in tally.sides for seat in side.seats) == [
                    *match.seats.all()
                ]
                assert len(tally.scores) in (0, len(tally.sides))
            if isinstance(pending, Ending):
                sentences.append(game.words.ending(view, pending))
            elif isinstance(pending, Decisions) and isinstance(viewer, Seated):
                sentences += [
                    game.words.ask(view, decision) for decision in pending.of(viewer.seat)
                ]
            for sentence in sentences:
                plain(sentence)
                assert sentence.strip(), "a sentence without a word"


def check_events(match: Match) -> None:
    """Every event can be told, and an entry has a sentence for each viewer who sees any of its
    events but quiet ones; those for some seats reach nobody else, and any of them in a row come to
    a headline and at most three sentences, and to a story that can be drawn: for each viewer in
    turn."""
    game, span = match.title.game, list[Event]()
    positions = fold(game, match.settings, match.seats, match.log_actions)
    pending: Any = None
    for number, position in enumerate(positions):
        if isinstance(pending, Chance):  # what dice say of which the game tells nothing yet
            assert all(roll.why.strip() for roll in pending.rolls)
        pending = game.pending(position.state)
        span = [*span[-_SPAN:], *position.events]
        reader = match.viewers[number % len(match.viewers)]
        view, seen = game.view(position.state, reader), visible(span, reader)
        check_story(match, view, seen, drawn=number % _DRAWN == 0)
        digest = game.words.digest(view, seen, reader)
        assert len(digest) <= DIGESTED
        for sentence in digest:
            plain(sentence)
            assert sentence.strip()
        for viewer in match.viewers:
            told = visible(position.events, viewer)
            loud = [event for event in told if not event.quiet]
            assert not loud or any(game.words.tell(event).strip() for event in told), told
            for event in told:
                plain(game.words.tell(event))
                if event.only is not None and isinstance(viewer, Seated):
                    assert viewer.seat in event.only


def check_story(match: Match, view: Any, events: Sequence[Event], *, drawn: bool) -> None:
    """Its steps are numbered from 1 in order, and told in plain words."""
    story = match.title.game.story(view, events)
    numbers = [part.number for part in story.parts]
    assert sorted(set(numbers)) == list(range(1, max(numbers, default=0) + 1))
    assert numbers == sorted(numbers)
    for part in story.parts:
        plain(part.told)
        assert len(part.label) <= 24
        assert part.seat is None or part.seat in match.seats.all()
    if drawn and story:
        scene = match.title.renderer.scene(view, Look(overlay=story))
        assert scene.drawing.marks
        assert len(scene.alt) <= 1024


def plain(sentence: str) -> None:
    """No markup, and not too long."""
    assert isinstance(sentence, str)
    assert len(sentence) <= 500, sentence
    for markup in ("<@", "**", "`", "__", "||", "@everyone", "@here"):
        assert markup not in sentence, f"markup in {sentence!r}"


def check_previews(match: Match, rng: random.Random, moments: int) -> None:
    """A preview is what the seat sees afterwards where nothing is hidden from it, and shows some
    change wherever it will see one."""
    game = match.title.game
    for state in match.moments(rng, moments):
        pending = game.pending(state)
        for decision in pending.open if isinstance(pending, Decisions) else ():
            view = game.view(state, Seated(decision.seat))
            for move in some_offers(game.options(view, decision), rng, 3):
                preview = game.preview(view, decision, move)
                assert type(preview) is type(view)
                look = replace(LOOKS[0], overlay=game.sketch(view, decision, move))
                assert match.title.renderer.scene(preview, look).alt
                after = game.apply(state, decision.seat, decision, move).state
                seen, text = game.view(after, Seated(decision.seat)), game.write(move)
                assert seen == view or preview != view, f"the preview of {text} shows nothing"
                if match.title.foresees(view) and knows_all(game, view, state):
                    assert preview == seen, f"the preview of {text} shows something else"


def knows_all(game: AnyGame, view: Any, state: Any) -> bool:
    """Whether the state is the one that the view tells of."""
    assert isinstance(game, BaseGame)
    return bool(game.suppose(view) == state)


def check_pictures(match: Match, rng: random.Random, moments: int) -> None:
    """Every view has a picture, its description within Discord's limit, and a board in text; equal
    views give the same picture."""
    game, renderer = match.title.game, match.title.renderer
    for state in match.moments(rng, moments):
        for viewer in rng.sample(match.viewers, 2):
            view = game.view(state, viewer)
            for look in LOOKS:
                scene = renderer.scene(view, look)
                assert 1 <= len(scene.alt) <= 1024
                assert scene.board.strip()
                picture = scene.paint()
                assert picture.startswith(b"\x89PNG\r\n\x1a\n")
        assert picture == renderer.scene(game.view(state, viewer), look).paint()
