"""What is delivered: the pictures of a panel with story and close-up, in all five games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random
from typing import Any, TypeAlias

from bench.games.cosmic_reference import picture as plain_cosmic
from bench.games.sailors import crowded
from bench.games.self_play import COSMIC, CSW, GALAXY, SAILORS, opening, title
from bench.measure import Figure, interleaved, median
from bench.pictures import plain_picture as plain
from bot.chat.platform.message import Attached, attached
from bot.chat.platform.pictures import painted
from games.core.contract import AnyGame
from games.core.seats import SPECTATOR, Seats
from renderers import Look, renderer_for
from renderers.kept import Kept
from tests.games.astral_sailors import positions as sailing
from tests.games.duels import Chooser, by_chance, by_computer, course, game_of

ASTRALIS = game_of("astralis")
ROUNDS, MATCHES = 9, 8
NAMES = ("Alice", "Bob", "Carol", "Dave")
Plain: TypeAlias = Callable[[Any, int, int], bytes]


@dataclass(frozen=True, slots=True)
class Case:
    """Matches of a game from a state on, and the plain board of a view.

    ``after``  how many panels of a match are not measured
    """

    game: AnyGame
    start: Callable[[int], Any]
    choose: Chooser
    plain: Plain
    after: int
    board: float
    delivered: float | None
    note: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel after a move shows: a spectator's view, and the look with what happened."""

    view: Any
    look: Look


CASES = (
    Case(
        ASTRALIS,
        lambda seed: ASTRALIS.setup(ASTRALIS.settings(size=8), Seats.alone(2)),
        by_chance(ASTRALIS),
        lambda view, wide, high: plain.astralis(view),
        *(12, 1 / 20, 1 / 20, "random moves on hexhex8"),
    ),
    Case(
        SAILORS,
        lambda seed: sailing.state(crowded(seed)),
        by_chance(SAILORS),
        plain.sailors,
        *(4, 1 / 20, 1 / 20, "random moves on 4 × 4 quadrants"),
    ),
    Case(
        CSW,
        lambda seed: opening(CSW, {"board": "split_river", "swords": 2}),
        by_computer(CSW),
        plain.colonial,
        *(40, 1 / 20, None, "computer players on 16 × 10 squares"),
    ),
    Case(
        GALAXY,
        lambda seed: opening(GALAXY, {"muster": "random"}),
        by_computer(GALAXY),
        plain.galaxy,
        *(24, 1 / 20, 1 / 6, "computer players"),
    ),
    Case(
        COSMIC,
        lambda seed: opening(COSMIC, {}),
        by_computer(COSMIC),
        plain_cosmic,
        *(24, 1 / 20, 1 / 6, "computer players"),
    ),
)


def played(case: Case, seed: int) -> Iterator[Panel]:
    """The panels of a match: one for each time that somebody is waited for, with all that has
    happened since the one before."""
    game, told = case.game, []
    for moment in course(game, case.start(seed), case.choose, Random(seed)):
        told += [event for event in moment.events if event.only is None]
        if moment.decision is not None:
            view = game.view(moment.state, SPECTATOR)
            overlay = game.story(view, tuple(told)) if told else None
            yield Panel(view, Look(NAMES, overlay=overlay))
            told = []


def rounds_of(case: Case, first: int = 0) -> list[list[Panel]]:
    """For each round one panel of each match, the next of the same match."""
    count = ROUNDS + 1
    matches = [
        list(islice(played(case, seed), case.after, case.after + count))
        for seed in range(first, first + MATCHES)
    ]
    return [[match[at] for match in matches] for at in range(count)]


def delivered(game: AnyGame, panel: Panel) -> Sequence[Attached]:
    """The files that are uploaded."""
    scene = renderer_for(game.meta.id).scene(panel.view, panel.look)
    return attached(painted(scene), "board.png")


def board(game: AnyGame, panel: Panel) -> bytes:
    look = replace(panel.look, overlay=None)
    return renderer_for(game.meta.id).scene(panel.view, look).paint()


def forget() -> None:
    """As in a fresh process, but for what Python itself has loaded."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "renderers":
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()
                if isinstance(each, Kept):
                    each.clear()


def measured(case: Case) -> Iterator[Figure]:
    game, rounds = case.game, rounds_of(case)
    drawing = renderer_for(game.meta.id).scene(rounds[0][0].view, Look(NAMES)).drawing
    size = drawing.width, drawing.height
    whole, bare, theirs, first = (iter(rounds) for _ in range(4))
    for panel in chain.from_iterable(rounds_of(case, MATCHES)):
        delivered(game, panel)

    def from_nothing() -> None:
        forget()
        delivered(game, next(first)[0])

    taken = interleaved(
        {
            "panel": lambda: [delivered(game, each) for each in next(whole)],
            "board": lambda: [board(game, each) for each in next(bare)],
            "again": lambda: [delivered(game, each) for each in rounds[0]],
            "plain": lambda: [case.plain(each.view, *size) for each in next(theirs)],
        },
        ROUNDS,
    )
    ms = {name: median(times) * 1e3 / MATCHES for name, times in taken.items()}
    ms["first"] = median(interleaved({"first": from_nothing}, ROUNDS)["first"]) * 1e3
    for what, key, limit in (
        ("Delivered panel with its story and close-up, a new position", "panel", case.delivered),
        ("Bare board of a new position", "board", case.board),
        ("Delivered panel once more", "again", None),
        ("First panel, nothing kept", "first", None),
    ):
        yield Figure(
            f"{title(game)}: {what}, against one plain Pillow board",
            *(ms[key], ms["plain"], "ms", ms[key] / ms["plain"]),
            limit=limit,
            note=f"{size[0]} × {size[1]} pixels, {case.note}",
        )


def panels() -> list[Figure]:
    """One board in plain Pillow, as in the rows of the single games, of the size of the whole
    picture. Ours are the files that are uploaded with a panel: the board with the story of what
    has happened since the panel before, and its close-up where it has one, with their alt texts,
    of matches that are under way. No panel is drawn twice; before them come those of other
    matches, as in a bot that runs. The bare board has neither story nor close-up. Once more:
    somebody looks again. First: the first panel of a process, in which nothing has been painted.
    """
    return [figure for case in CASES for figure in measured(case)]
