"""First matches that teach: for practice, in private, with the lessons of their game.

How far the learner has come follows from the public log of the match, and from the lessons that
they have said to know: those are kept like the marks on boards that somebody has been explained.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from bot.play import effects
from bot.play.executor import Noted, PlayContext, Receipt, transactional_beside
from bot.play.lobby import agreement, lobby, practice
from bot.play.lobby.practice import PracticePlace
from bot.play.match import views
from bot.play.match.transitions import PendingEntry, Transition, start_body
from bot.play.match.views import LogLine, MatchView
from bot.play.refusals import NotNow
from bot.play.seat_holders import spare_seats
from bot.play.storage import queries
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.profiles import Explained
from bot.play.storage.records import MOVES, Entry, EntryKind, Hints, Match, Status
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.questions import Question
from games.core.rulebook import Lesson, Lessons, PublicEntry
from games.core.types import SPECTATOR, Decision, Seat, Seats


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the learner of a match has come.

    ``current``  what is of use now, if anything; ``number`` is its place among all, from 1
    ``learned``, ``rest``  the other lessons
    """

    current: Lesson | None
    number: int
    learned: tuple[Lesson, ...]
    rest: tuple[Lesson, ...]
    farewell: str

    @property
    def count(self) -> int:
        return len(self.learned) + len(self.rest) + (self.current is not None)


def is_lesson(match: Match) -> bool:
    return match.origin == practice.LESSON


async def find_running(context: PlayContext, user: int, server: int, game: AnyGame) -> Match | None:
    """The newest first match of this game in which ``user`` still learns."""
    async with context.store.reading() as reader:
        found = await reader.read(queries.OpenOf(user, lobby.OPEN_OF_A_USER, server))
    theirs = (match for match in found if is_lesson(match) and match.host == user)
    return next((m for m in theirs if m.game == game.meta.id and m.gone_at is None), None)


async def start(context: PlayContext, place: PracticePlace, game: AnyGame) -> Receipt:
    """Begin a first match in ``place``, against the weakest computer players where there are any.

    Raises a ``Refusal``.
    """
    lessons = get_lessons(game)
    named = {**game.meta.first_match, **lessons.settings}
    settings = agreement.check_settings(game, named)
    seats = Seats.alone(game.meta.players[0])
    if game.computer is not None:
        place = replace(place, level=game.computer.levels[0])
    match = practice.build_match(context, game, place, settings.model_dump_json(), seats.teams)
    # A whole move would do at once what the lessons teach step by step.
    match = replace(match, origin=practice.LESSON, hints=Hints.ORDER)
    holders = practice.build_holders(game, match, place, alone=True)
    state = game.setup(settings, seats)
    transition = Transition(game, match, holders, state, begun=False)
    transition.add(PendingEntry(EntryKind.START, start_body(match.settings, match.teams), state))
    said = f"Your first match of {game.meta.title} has begun."
    if spare_seats(holders):
        said += " You play all sides."
    return await practice.begin(context, place, transition, "learn", said)


def get_lessons(game: AnyGame) -> Lessons:
    """The lessons of a game. Raises ``NotNow`` for a game without any."""
    if game.lessons is None:
        raise NotNow(f"{game.meta.title} has no lessons.", instead="Read `/rules` instead.")
    return game.lessons


async def load_progress(context: PlayContext, match_view: MatchView) -> Progress | None:
    """``None`` for other matches, and when the learner has left. The same for all who look: it
    tells nothing that not everybody may know."""
    match, lessons = match_view.match, match_view.game.lessons
    own = {holder.seat for holder in match_view.holders if holder.user == match.host}
    if lessons is None or not is_lesson(match) or not own or not match.seq:
        return None
    async with context.store.reading() as reader:
        found = await views.read_lines(reader, context, match, SPECTATOR, until=match.seq)
        marks = await reader.read(queries.ExplainedTo(match.host, match.game))
    tell = match_view.game.words.tell
    entries = (_to_public(entry, line, own, tell) for entry, line in found if line.shown)
    done, ready = lessons.learned(entries, _known_lessons(match, marks))
    asked = [decision for decision in match_view.waiting if decision.seat in own]
    current = None
    if match.status is Status.RUNNING:
        current = await asyncio.to_thread(
            lessons.current,
            *(done, ready, {decision.kind for decision in asked}),
            lambda word: any(_offers_word(match_view, decision, word) for decision in asked),
        )
    learned = tuple(each for each in lessons.lessons if each.key in done)
    rest = tuple(each for each in lessons.lessons if each.key not in done and each != current)
    number = 0 if current is None else lessons.lessons.index(current) + 1
    return Progress(current, number, learned, rest, lessons.farewell)


@transactional_beside
async def mark_known(
    work: UnitOfWork, context: PlayContext, user: int, match_view: MatchView, lesson: str
) -> Noted:
    """The learner says that they know this lesson. Raises ``NotNow`` for anybody else."""
    match = match_view.match
    if not is_lesson(match) or get_lessons(match_view.game).find(lesson) is None:
        raise NotNow("This button is out of date: there is no such lesson.")
    if user != match.host:
        raise NotNow("Only the one who learns can say that.")
    mark = Explained(user, match.game, f"{_prefix(match)}{lesson} {match.shown}")
    await work.keep(mark)
    await work.post(effects.refresh_panel(match, context.clock.now()))
    return Noted("lesson", mark.mark, match=match.id, sends=True)


def _prefix(match: Match) -> str:
    return f"lesson {match.id} "


def _known_lessons(match: Match, marks: Iterable[str]) -> dict[str, int]:
    """The lessons that were said to be known, with the number of the entry after which."""
    found: dict[str, int] = {}
    for mark in marks:
        if mark.startswith(_prefix(match)):
            lesson, number = mark.removeprefix(_prefix(match)).split(" ")
            found[lesson] = min(int(number), found.get(lesson, int(number)))
    return found


def _to_public(
    entry: Entry, line: LogLine, own: Collection[Seat], tell: Callable[[Event], str]
) -> PublicEntry:
    acted = line.kind in MOVES or line.kind is EntryKind.UNDONE
    # What goes by itself for the learner teaches nothing.
    mine = line.seat in own and line.kind in (EntryKind.MOVE, EntryKind.UNDONE) if acted else None
    asked = entry.decision.rsplit("-", 2)[0] if mine and entry.decision else ""
    told = tuple(map(tell, line.events))
    return PublicEntry(line.shown or 0, line.kind, line.events, told, mine, asked)


def _offers_word(match_view: MatchView, decision: Decision, word: str) -> bool:
    """Whether a choice of the first question shows the word."""
    question = match_view.game.options(match_view.view, decision).question(())
    if not isinstance(question, Question):
        return False
    choices = question.advised().choices
    return any(word in text for each in choices for text in (each.label, each.detail, each.reason))
