"""``python -m bench.suggestions [GAME ...]``: how good whole moves are that games suggest.

In positions of matches between easy computer players the best of three suggestions is compared
with the move of the easy one, by what the hard one makes of both.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from statistics import median, quantiles
from typing import Any, NamedTuple, TypeAlias

from bench.measure import Figure, figure
from bench.strength import (
    ASTRALIS,
    COSMIC,
    CSW,
    GALAXY,
    READY,
    SAILORS,
    by_computer,
    course,
    opening,
    short_title,
)
from games.astral_sailors import computer as sailors
from games.astral_sailors.computer.plan import Situation as SailorsPlan
from games.astral_sailors.rules.turns.turns import selectable
from games.astralis import computer as astralis
from games.astralis.computer.kernels import kernel_of, komi_of
from games.astralis.computer.search import Search
from games.colonial_space_wars import computer as colonial
from games.colonial_space_wars.computer import plans as colonial_plans
from games.colonial_space_wars.computer.situation import Situation as ColonialSituation
from games.colonial_space_wars.rules.turns import End as ColonialEnd
from games.colonial_space_wars.view import Request as ColonialAsked
from games.core.computer import Suggestion
from games.core.contract import AnyGame
from games.core.types import Decision, Seated
from games.cosmic_conflict import computer as cosmic
from games.cosmic_conflict.computer import commanding, gunnery
from games.cosmic_conflict.computer.situation import Situation as CosmicSituation
from games.cosmic_conflict.meta import PRESETS
from games.cosmic_conflict.moves import Activate as CosmicActivate
from games.cosmic_conflict.view import Request as CosmicAsked
from games.galaxy_aflame import computer as galaxy
from games.galaxy_aflame.computer import plans as galaxy_plans
from games.galaxy_aflame.computer.situation import Situation as GalaxySituation
from games.galaxy_aflame.view import Request as GalaxyAsked

POSITIONS, OFFERED, APART = 200, 3, 7
"""Of each game; suggestions that people are offered; decisions between two positions."""

LOOKED = 3
"""Turns that a hard player of Astralis looks ahead to compare all of its turns."""

Values: TypeAlias = Callable[[Any, Decision, Sequence[Any]], list[float]]
"""What a hard computer player makes of moves."""


def _colonial(view: Any, decision: Decision, moves: Sequence[Any]) -> list[float]:
    hard = colonial.SKILLS["hard"]
    asked = ColonialAsked(view, decision)
    now = ColonialSituation(asked, hard)
    known = {}
    for skill in (replace(hard, retreats=False), hard):
        rated = colonial_plans.rated(ColonialSituation(asked, skill))
        known.update({plan.order: plan.score for plan in rated})
    return [
        colonial_plans.outlook(now, None)
        if isinstance(move, ColonialEnd)
        else colonial_plans.outlook(
            now, colonial_plans.Plan(known.get(move, 0.0), move.unit, move.steps)
        )
        for move in moves
    ]


def _sailors(view: Any, decision: Decision, moves: Sequence[Any]) -> list[float]:
    """By the best that the hard player makes of each; nothing for what it does not consider."""
    now = SailorsPlan.of(view, decision.seat, sailors.SKILLS["hard"])
    known: dict[Any, float] = {}
    for unit in selectable(view.table, view.table.turn.seat):
        for each in sailors.rated(now, unit):
            known[each.move] = max(known.get(each.move, -inf), each.value)
    return [known.get(move, 0.0) for move in moves]


def _galaxy(view: Any, decision: Decision, moves: Sequence[Any]) -> list[float]:
    now = GalaxySituation(GalaxyAsked(view, decision), galaxy.SKILLS["hard"])
    rest = galaxy_plans.Plan(0.0, "", ())
    known = {plan.move: plan for plan in galaxy_plans.rated(now)}
    return [galaxy_plans.outlook(now, known.get(move, rest)) for move in moves]


def _astralis(view: Any, decision: Decision, moves: Sequence[Any]) -> list[float]:
    kernel = kernel_of(view)
    effort = replace(astralis.SKILLS["hard"], depth=LOOKED, nodes=sys.maxsize, first=sys.maxsize)
    ranked = Search(kernel, effort).ranked(kernel.position(view), komi_of(view), sys.maxsize)
    known = {kernel.move(view, reply.turn): value for value, reply in ranked}
    return [known.get(move, -inf) for move in moves]


def _cosmic(view: Any, decision: Decision, moves: Sequence[Any]) -> list[float]:
    """Orders by what they are worth; who acts by what its fire is worth, nothing for who waits."""
    now, easy = (
        CosmicSituation(CosmicAsked(view, decision), cosmic.SKILLS[level])
        for level in ("hard", "easy")
    )
    if decision.kind == "orders":
        orders = {wish.move: wish.worth for wish in commanding.plan(now)}
        return [orders.get(move, 0.0) for move in moves]

    def fire(move: Any) -> float:
        if not isinstance(move, CosmicActivate):
            return 0.0
        unit = now.table.units[move.unit]
        worth: dict[Any, float] = {shot.move: shot.worth for shot in gunnery.shots(now, unit)}
        fired = move.steps or [shot.move for shot in gunnery.shots(easy, unit)[:1]]
        return max((worth.get(each, 0.0) for each in fired), default=0.0)

    return [fire(move) for move in moves]


class Advised(NamedTuple):
    """A game whose suggestions are looked at, with its settings in turn."""

    game: AnyGame
    settings: Sequence[Mapping[str, Any]]
    values: Values


ADVISED = (
    Advised(ASTRALIS, [{}, {"variant": "dice"}], _astralis),
    Advised(CSW, [{"board": each} for each in ("broken_march", "split_river")], _colonial),
    Advised(GALAXY, [{"layout": each} for each in ("open_basin", "ruined_quarter")], _galaxy),
    Advised(COSMIC, [PRESETS["quick"], PRESETS["standard"]], _cosmic),
)


MEASURED = (*ADVISED, Advised(SAILORS, [READY], _sailors))
"""Those that are measured; of Astral Sailors the first step of each suggestion counts."""


class Advice(NamedTuple):
    """A position with what is suggested there, and the milliseconds that it took."""

    view: Any
    decision: Decision
    found: tuple[Suggestion[Any], ...]
    taken: float


def advices(advised: Advised, seed: int = 0) -> Iterator[Advice]:
    """Positions of matches between easy players in which something is suggested, without end."""
    game, suggest = advised.game, advised.game.computer
    assert suggest is not None
    seen = 0
    while True:
        settings = advised.settings[seed % len(advised.settings)]
        match = course(
            game, opening(game, settings), by_computer(game, "easy"), random.Random(seed)
        )
        for moment in match:
            if moment.decision is None:
                continue
            seen += 1
            if seen % APART:
                continue
            view = game.view(moment.state, Seated(moment.decision.seat))
            start = time.process_time()
            found = suggest.suggest(view, moment.decision)
            if found:
                taken = (time.process_time() - start) * 1e3
                yield Advice(view, moment.decision, found, taken)
        seed += 1


def is_good(advised: Advised, advice: Advice) -> bool:
    """Whether the best of what is offered is at least as good as the move of an easy player."""
    easy = by_computer(advised.game, "easy")(advice.view, advice.decision, random.Random(1))
    offered = [each.moves[0] for each in advice.found if each.moves][:OFFERED]
    *ours, theirs = advised.values(advice.view, advice.decision, [*offered, easy])
    return max(ours) >= theirs - 1e-9


def measure_suggestions() -> list[Figure]:
    """The time that suggestions take, and how many are good."""
    rows = []
    for advised in MEASURED:
        some = list(islice(advices(advised), POSITIONS))
        title = short_title(advised.game)
        slow = quantiles((each.taken for each in some), n=20)[-1]
        usual = median(each.taken for each in some)
        rows.append(figure("suggest-time", slow, game=title, usual=f"{usual:.0f}"))
        good = sum(is_good(advised, each) for each in some)
        rows.append(figure("suggest-good", good, len(some), game=title))
    return rows


def main() -> None:
    wanted = sys.argv[1:]
    for advised in MEASURED:
        if not wanted or advised.game.meta.id in wanted:
            some = list(islice(advices(advised), POSITIONS))
            good = sum(is_good(advised, each) for each in some)
            taken = sorted(each.taken for each in some)
            print(
                f"{advised.game.meta.title}: {good} of {len(some)} at least as good; "
                f"{median(taken):.1f} ms, {taken[len(taken) * 19 // 20]:.1f} at most in 19 of 20"
            )


if __name__ == "__main__":
    main()
