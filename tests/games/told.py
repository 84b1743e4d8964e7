"""All that is said of a recorded match: log, receipts, digests and captions.

``tests/games/<game>/told.txt`` begins with its settings; its lines ``MOVE`` are played again, and
everything else follows from them. ``python -m tests.games.told <game>`` writes it anew;
``--play SEED`` records another match of these settings, played by computer players.
``told_<name>.txt`` beside it, by ``--name NAME``, is a further one; settings may name ``seats``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from bot.chat.history import animations
from bot.chat.messages import news
from bot.play.history.frames import Frame, join_turns
from bot.play.match import changes
from bot.play.match.automation import Automation, try_move
from bot.play.match.submission import describe_move
from bot.play.match.transitions import Transition
from bot.play.match.views import LogLine, MatchView, readable_line
from bot.play.storage.records import Entry, EntryKind
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.questions import sample
from games.core.types import SPECTATOR, Decision, Decisions, Refusal, Seated, Seats, Viewer
from tests.games.hosted import NOW, hosted
from tests.games.kit import title_of

Choose: TypeAlias = Callable[[Any, Decision], Any]
"""The move of a seat, from its view; ``None`` where it answers another of the open decisions."""
SEATS = "seats"
"""Beside the settings of a match: how many seats it has, if not as few as it can."""
DICE = 5000
"""Most entries that follow a move by themselves."""


def path_of(game: str, name: str = "") -> Path:
    return Path(__file__).parent / game / f"told{name and f'_{name}'}.txt"


def records() -> Iterator[tuple[str, str]]:
    """The games and names of all recorded matches."""
    for path in sorted(Path(__file__).parent.glob("*/told*.txt")):
        yield path.parent.name, path.stem.partition("_")[2]


class Told(NamedTuple):
    """What is said of a match, and the kinds of events that somebody is told."""

    text: str
    kinds: frozenset[type[Event]]


@cache
def tell_again(game: str, name: str = "") -> Told:
    """What is said of the recorded match today."""
    first, *lines = path_of(game, name).read_text(encoding="utf-8").splitlines()
    moves = (line.removeprefix("MOVE ") for line in lines if line.startswith("MOVE "))
    text = ""

    def choose(view: Any, decision: Decision) -> Any:
        nonlocal text
        text = text or next(moves)
        try:
            move = title_of(game).game.read(view, decision, text)
        except Refusal:
            return None
        if not title_of(game).game.options(view, decision).contains(move):
            return None
        text = ""
        return move

    return tell(game, json.loads(first), choose)


def record(game: str, seed: int, name: str = "") -> Told:
    """What is said of a new match in which one answer in four is a random one."""
    title, rng = title_of(game), random.Random(seed)

    def choose(view: Any, decision: Decision) -> Any:
        computer, move = title.game.computer, None
        if computer and rng.random() < 0.75:
            move = computer.choose(view, decision, rng, "easy")
        return sample(title.game.options(view, decision), rng) if move is None else move

    path, settings = path_of(game, name), {**title.agreed, **title.game.meta.first_match}
    if path.exists():
        settings = json.loads(path.read_text(encoding="utf-8").partition("\n")[0])
    return tell(game, settings, choose)


def record_random(game: str, seed: int) -> Told:
    """What is said of a match in which all answers are random."""
    title, rng = title_of(game), random.Random(seed)

    def choose(view: Any, decision: Decision) -> Any:
        options = title.game.options(view, decision)
        drawn = title.forces(view, decision, options, rng) if title.forces else None
        return sample(options, rng) if drawn is None else drawn

    return tell(game, {**title.agreed, **title.game.meta.first_match}, choose)


def tell(game: str, settings: dict[str, Any], choose: Choose) -> Told:
    recorder = _Recorder(title_of(game).game, settings)
    text = "\n".join((json.dumps(settings), *recorder.play(choose), ""))
    told = (event for lines in recorder.lines.values() for line in lines for event in line.events)
    return Told(text, frozenset(map(type, told)))


class _Recorder:
    """Plays a match and writes down what is said.

    ``news``   by viewer the lines since it last acted; of a spectator, since the last panel
    ``lines``  by viewer all lines
    """

    def __init__(self, game: AnyGame, settings: dict[str, Any]) -> None:
        agreed = {key: value for key, value in settings.items() if key != SEATS}
        seats = Seats.alone(settings.get(SEATS, game.meta.players[0]))
        state = game.setup(game.settings.model_validate(agreed), seats)
        self.game = game
        self.match = hosted(game, state, SPECTATOR, seats, dict.fromkeys(seats.all(), ()))
        self.viewers: tuple[Viewer, ...] = (*map(Seated, seats.all()), SPECTATOR)
        self.news: dict[Viewer, list[LogLine]] = {each: [] for each in self.viewers}
        self.lines: dict[Viewer, list[LogLine]] = {each: [] for each in self.viewers}
        self.frames: list[Frame] = []
        self.asked: Viewer | None = None

    def play(self, choose: Choose) -> Iterator[str]:
        yield from map("  LOG {}".format, self._add(self._carry_on(self._transition())))
        while isinstance(pending := self.game.pending(self.match.state), Decisions):
            decisions = sorted(pending.open, key=lambda each: not each.waits)
            yield from self._ask(decisions[0])
            answers = ((each, self._choice(each, choose)) for each in decisions)
            answer = next((each for each in answers if each[1] is not None), None)
            assert answer is not None, f"no move answers any of {decisions}"
            yield from self._answer(*answer)
        for viewer in self.viewers:
            yield from self._digest(f"CATCH-UP OF {self._name(viewer)}", viewer, self.lines[viewer])
        yield from asyncio.run(self._captions())

    def _transition(self) -> Transition:
        match = self.match
        return Transition(self.game, match.record, match.holders, match.state)

    def _ask(self, decision: Decision) -> Iterator[str]:
        """The turn as a DM and as a panel."""
        viewer = Seated(decision.seat)
        if viewer == self.asked:
            return
        self.asked = viewer
        yield from self._digest(f"TURN OF {self._name(viewer)}", viewer, self.news[viewer])
        view, words = self.game.view(self.match.state, viewer), self.game.words
        yield " ".join(("  ASKS", words.ask(view, decision), *words.secrets(view)))
        yield from self._digest("PANEL", SPECTATOR, self.news[SPECTATOR])
        self.news[SPECTATOR] = []

    def _choice(self, decision: Decision, choose: Choose) -> Any:
        return choose(self.game.view(self.match.state, Seated(decision.seat)), decision)

    def _answer(self, decision: Decision, move: Any) -> Iterator[str]:
        transition = self._transition()
        before = transition.state
        view = self.game.view(before, Seated(decision.seat))
        done = try_move(self.game, before, view, decision, move)
        assert done is not None, f"{self.game.write(move)} is not legal"
        transition.play(EntryKind.MOVE, decision, move, done, 1 + decision.seat)
        yield f"MOVE {self.game.write(move)}"
        entries = self._carry_on(transition)
        receipt = describe_move(transition, before, decision, move)
        yield f"  RECEIPT {receipt}"
        yield from (f"  LOG {said}" for said in self._add(entries) if said not in receipt)

    def _carry_on(self, transition: Transition) -> Sequence[Entry]:
        match = self.match
        Automation(transition).carry_on(DICE)
        if not transition.lines:
            return ()
        change = changes.build_change(transition, changes.Cause("move"), NOW)
        match.record, match.state = change.match, transition.state
        match.holders = tuple(transition.holders[each.seat] for each in match.holders)
        return change.entries

    def _add(self, entries: Sequence[Entry]) -> Iterator[str]:
        for viewer in self.viewers:
            found = ((each, readable_line(self.game, each, viewer)) for each in entries)
            told = [(entry, line) for entry, line in found if line is not None]
            lines = [line for _, line in told]
            self.lines[viewer] += lines
            for entry, line in told:
                own = isinstance(viewer, Seated) and entry.seat == viewer.seat
                if own and entry.kind is EntryKind.MOVE:
                    self.news[viewer] = []
                else:
                    self.news[viewer].append(line)
            if viewer == SPECTATOR and lines:
                events = tuple(event for line in lines for event in line.events)
                view = self.game.view(self.match.state, viewer)
                self.frames.append(Frame(view, self.match.record.shown, (), events, events))
                yield from (said for line in lines for said in line.sentences)

    def _digest(self, heading: str, viewer: Viewer, lines: Iterable[LogLine]) -> Iterator[str]:
        match, view = self.match, self.game.view(self.match.state, viewer)
        seen = MatchView(match.record, self.game, match.holders, viewer, view)
        yield " ".join((heading, *news.summarise(seen, lines)))

    def _name(self, viewer: Viewer) -> str:
        if not isinstance(viewer, Seated):
            return "ALL"
        view = self.game.view(self.match.state, SPECTATOR)
        return self.game.words.seat(view, viewer.seat).upper()

    async def _captions(self) -> list[str]:
        async def frames() -> AsyncIterator[Frame]:
            for frame in self.frames:
                yield frame

        joined = join_turns(self.game, frames())
        captions = [animations.caption(self.game, each, SPECTATOR) async for each in joined]
        return [f"CAPTION {each}" for each in captions]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--name", default="")
    parser.add_argument("--play", type=int, metavar="SEED")
    asked = parser.parse_args()
    game, name, seed = asked.game, asked.name, asked.play
    told = tell_again(game, name) if seed is None else record(game, seed, name)
    path_of(game, name).write_text(told.text, encoding="utf-8")


if __name__ == "__main__":
    main()
