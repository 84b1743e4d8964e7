"""Titles to be tested, and random matches of them.

The checks over these live in ``legality``, ``surfaces`` and ``worlds``; all take
a ``Title`` and know no game.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from annotated_types import Ge, Le, MultipleOf

import tests.noughts
import tests.stakes
import tests.toy
from games import all_games
from games.core.contract import AnyGame
from games.core.log.replay import LogAction, Played, Thrown, carry_out
from games.core.questions import Options, sample
from games.core.settings import Settings, has_several, values_of
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Chance,
    Decision,
    Decisions,
    Ending,
    Rolled,
    Seated,
    Seats,
    Viewer,
)
from renderers import Renderer, renderer_for

TESTED = (tests.toy, tests.noughts, tests.stakes)
"""The games of the tests."""

LONGEST = 5000
"""Deeds after which a random match counts as endless."""


class Forces(Protocol):
    """Draws a legal answer where a seat chooses its force, or leaves it to what is offered."""

    def __call__(
        self, view: Any, decision: Decision, options: Options[Any], rng: random.Random
    ) -> Any | None: ...


def always(view: Any) -> bool:
    return True


@dataclass(frozen=True)
class Title:
    """A game with what its tests declare of it.

    ``agreed``   settings of its random matches, such as a limit that keeps them
                 short: ``AGREED`` in the game's package of tests
    ``offers``   how often a random seat takes up an offer: ``OFFERS``
    ``sizes``    numbers of seats of its random matches, all when empty: ``SIZES``
    ``by_hand``  names of events of the rules that adjustments may tell too: ``BY_HAND``
    ``foresees`` whether previews made from this view show all that a move leads to, in a game that
                 hides and rolls nothing: ``FORESEES``
    ``forces``   draws fleets and armies from all that are legal, where only some are offered:
                 ``FORCES``
    """

    game: AnyGame
    drawn_by: Renderer | None = None
    agreed: Mapping[str, Any] = field(default_factory=dict, hash=False)
    offers: float = 0.05
    sizes: tuple[int, ...] = ()
    by_hand: frozenset[str] = frozenset()
    forces: Forces | None = None
    foresees: Callable[[Any], bool] = always

    @property
    def renderer(self) -> Renderer:
        return self.drawn_by or renderer_for(self.game.meta.id)


def titles() -> tuple[Title, ...]:
    """Every game that is found, and those of the tests."""
    made_up = (Title(each.GAME, each.RENDERER) for each in TESTED)
    return (*made_up, *(_title(game) for game in all_games()))


def _title(game: AnyGame) -> Title:
    package = f"tests.games.{game.meta.id}"
    if importlib.util.find_spec(package) is None:
        return Title(game)
    tests_of = importlib.import_module(package)
    agreed: Mapping[str, Any] = getattr(tests_of, "AGREED", {})
    offers: float = getattr(tests_of, "OFFERS", 0.05)
    sizes: tuple[int, ...] = getattr(tests_of, "SIZES", ())
    by_hand: frozenset[str] = getattr(tests_of, "BY_HAND", frozenset())
    forces: Forces | None = getattr(tests_of, "FORCES", None)
    foresees: Callable[[Any], bool] = getattr(tests_of, "FORESEES", always)
    return Title(game, None, agreed, offers, sizes, by_hand, forces, foresees)


@dataclass(frozen=True)
class Match:
    """A match played to its end; ``states[n]`` is the state before ``deeds[n]``.

    ``told``  the names of all events that were told
    """

    title: Title
    settings: Settings
    seats: Seats
    states: tuple[Any, ...]
    log_actions: tuple[LogAction, ...]
    told: frozenset[str] = frozenset()

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*map(Seated, self.seats.all()), SPECTATOR, REFEREE)

    def moments(self, rng: random.Random, count: int) -> list[Any]:
        """Some states: the first for each set of kinds of decisions, ``count`` more, the last."""
        first: dict[tuple[str, ...], Any] = {}
        for state in self.states:
            pending = self.title.game.pending(state)
            open_ = pending.open if isinstance(pending, Decisions) else ()
            first.setdefault(tuple(decision.kind for decision in open_), state)
        between = self.states[1:-1]
        some = rng.sample(between, min(count, len(between)))
        return [*first.values(), *some, self.states[-1]]


def _usual(title: Title, seats: Seats) -> Settings:
    """The default settings, but for what is agreed for random matches."""
    followed = title.game.settings.for_teams(title.agreed, len({*seats.teams}))
    return title.game.settings.model_validate(followed)


def some_settings(
    game: AnyGame, rng: random.Random, agreed: Mapping[str, Any], seats: Seats | None = None
) -> Settings:
    """Settings without a fault, with some fields at other allowed values than the default."""
    seats = seats or Seats.alone(game.meta.players[0])
    while game.fault(found := _drawn_settings(game, rng, agreed, seats), seats):
        pass
    return found


def _drawn_settings(
    game: AnyGame, rng: random.Random, agreed: Mapping[str, Any], seats: Seats
) -> Settings:
    chosen = game.settings.for_teams(agreed, len({*seats.teams}))
    for name, info in game.settings.model_fields.items():
        if name in (game.settings.team_count, game.settings.carried):
            continue
        if rng.random() < 0.5 or name in agreed or (game.packs and name == game.packs.setting):
            continue
        values = values_of(info)
        if has_several(info):
            chosen[name] = rng.sample(values, rng.randint(0, len(values)))
        elif values:
            others = [value for value in values if value != info.default]
            if others:
                chosen[name] = rng.choice(others)
        elif info.annotation is not str:  # which texts mean something the game alone knows
            chosen[name] = _some_number(info.metadata, rng)
    return game.settings.model_validate(chosen)


def _some_number(limits: list[Any], rng: random.Random) -> float:
    """The lowest, the highest, or any in between."""
    lowest: Any = next(each.ge for each in limits if isinstance(each, Ge))
    highest: Any = next(each.le for each in limits if isinstance(each, Le))
    step: Any = next((each.multiple_of for each in limits if isinstance(each, MultipleOf)), 1)
    between: float = lowest + step * rng.randint(0, int((highest - lowest) / step))
    return rng.choice((lowest, highest, between))


def some_seats(title: Title, rng: random.Random) -> Seats:
    """A random number of seats, in random teams where the game has teams."""
    while title.game.meta.misseated(seats := _drawn_seats(title, rng)):
        pass
    return seats


def _drawn_seats(title: Title, rng: random.Random) -> Seats:
    game = title.game
    count, teams = rng.choice(title.sizes or game.meta.players), list[int]()
    while game.meta.largest_team > 1 and len(teams) < count:
        most = min(game.meta.largest_team, count - len(teams), count - 1)
        number = teams[-1] + 1 if teams else 0
        teams += [number] * rng.randint(1, most)
    return Seats(tuple(teams)) if teams else Seats.alone(count)


def roll(chance: Chance, rng: random.Random) -> Rolled:
    return Rolled(
        tuple(tuple(rng.randint(1, roll.sides) for _ in range(roll.count)) for roll in chance.rolls)
    )


def random_decision(open_: Decisions, rng: random.Random, chance: float) -> Decision:
    """One that is waited for, now and then (with this chance) one that is only an offer."""
    awaited = [decision for decision in open_.open if decision.waits]
    offers = [decision for decision in open_.open if not decision.waits]
    assert awaited, "a match waits, but for nobody"
    return rng.choice(offers if offers and rng.random() < chance else awaited)


def random_action(
    game: AnyGame,
    state: Any,
    rng: random.Random,
    offers: float = 0.05,
    forces: Forces | None = None,
) -> LogAction | None:
    """What may happen next, or ``None`` at the end."""
    pending = game.pending(state)
    if isinstance(pending, Ending):
        return None
    if isinstance(pending, Chance):
        return Thrown(roll(pending, rng))
    decision = random_decision(pending, rng, offers)
    view = game.view(state, Seated(decision.seat))
    options = game.options(view, decision)
    drawn = forces(view, decision, options, rng) if forces else None
    return Played(decision.seat, decision.key, sample(options, rng) if drawn is None else drawn)


def random_action_of(title: Title, state: Any, rng: random.Random) -> LogAction | None:
    """As the title's random seats play."""
    return random_action(title.game, state, rng, title.offers, title.forces)


def random_match(title: Title, seed: int) -> Match:
    """Random legal play to the end: with the default settings for an even seed."""
    game, rng = title.game, random.Random(seed)
    drawn = some_settings(game, rng, title.agreed) if seed % 2 else None
    seats = some_seats(title, rng)
    settings = drawn or _usual(title, seats)
    while game.fault(settings, seats):
        settings = some_settings(game, rng, title.agreed, seats)
    played = Playing(title, settings, seats)
    while (log_action := random_action_of(title, played.states[-1], rng)) is not None:
        played.go(log_action)
    return played.match


@cache
def match_of(title: Title, seed: int) -> Match:
    """A random match that several tests look at, played once."""
    return random_match(title, seed)


class Playing:
    """A match that is being played."""

    def __init__(self, title: Title, settings: Settings, seats: Seats) -> None:
        self._title, self._settings, self._seats = title, settings, seats
        self.states = [title.game.setup(settings, seats)]
        self._deeds: list[LogAction] = []
        self._told: set[str] = set()

    def go(self, log_action: LogAction) -> None:
        """Raises a ``Refusal``, and ``AssertionError`` when the match goes on for ever."""
        game = self._title.game
        step = carry_out(game, self.states[-1], log_action)
        self._deeds.append(log_action)
        self.states.append(step.state)
        self._told |= {type(event).__name__ for event in step.events}
        assert len(self._deeds) < LONGEST, f"a match of {game.meta.id} does not end"

    @property
    def match(self) -> Match:
        given = self._title, self._settings, self._seats
        return Match(*given, tuple(self.states), tuple(self._deeds), frozenset(self._told))


def digest(match: Match) -> str:
    """A hash over all states of a match."""
    written = (match.title.game.state_form.write(state) for state in match.states)
    return hashlib.sha256(b"\n".join(written)).hexdigest()


def title_of(game_id: str) -> Title:
    return next(title for title in titles() if title.game.meta.id == game_id)


def most_alone(game: AnyGame) -> int:
    """How many can play at most, each for themselves."""
    return max(
        count
        for count in game.meta.players
        if game.fault(game.settings(), Seats.alone(count)) is None
    )
