"""The contract between a game and everything that hosts it.

A game is a set of pure functions over frozen values. It knows no Discord, no
database, no picture, no clock, and has no randomness of its own. Undo,
deadlines, substitution, spectators, export and replay are the host's, written
once for all games.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Final, Literal, Protocol, TypeAlias, TypeVar

from games.core.computer import Analysis, Computer
from games.core.content import PackFault, Packs, Workshop
from games.core.events import Event, Step
from games.core.notation import Notation, Request
from games.core.overlay import Overlay
from games.core.questions import Options
from games.core.questions.tree import Ask, Tree
from games.core.referee.edits import Editing
from games.core.rulebook import Lessons, Rulebook
from games.core.settings import Settings
from games.core.standing import Conditions, Standing
from games.core.telling import Nouns, Tally, digest, told_score
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Form,
    Refusal,
    Rolled,
    Seat,
    Seated,
    Seats,
    Viewer,
)

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")
E = TypeVar("E", bound=Event)
V_contra = TypeVar("V_contra", contravariant=True)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)
T = TypeVar("T")

# --- The contract ---


RecordKind: TypeAlias = Literal["length", "score", "margin"]
USUAL_RECORDS: Final[Mapping[RecordKind, str]] = {
    "length": "The longest match",
    "score": "The highest score",
    "margin": "The widest win",
}


@dataclass(frozen=True, slots=True)
class Meta:
    """Facts about a game for the lobby.

    ``id``             the folder's name
    ``players``        allowed numbers of seats
    ``seat_names``     by number of seats, the names shown before the start
    ``rules_version``  raised whenever a past move would now mean something else
    ``rule_changes``  by rules version from 2 on, what it changed and why: a sentence or two for the
                   players whose matches go on under it
    ``resign_rule``    the rule that lets a seat give up
    ``largest_team``   the most seats of one team; 1 in a game without teams
    ``team_names``     where seats are called by their teams, the names of these; there are no more
                   teams then
    ``first_match``    settings for a short first match; the others keep their defaults
    ``presets``        named settings that a lobby offers to begin with, up to five, likewise
    ``kinds``          the kinds of decisions that a match waits for, with their names:
                       ``{"turn": "a turn"}``; clocks may differ by kind
    ``clocks``         usual clocks by name, in the notation of ``bot.play.clocks.time_controls``;
                       the first is the one to suggest
    ``draw_rule``      the rule by which all can agree on a draw; empty where the rules themselves
                       have a decision for it
    ``referee_after``  timeouts in a row of one seat after which the rules call the referee
    ``plans``          kinds of decisions of which a seat answers several in a row, so that they
                       can be planned together
    ``records``        what a server keeps records of, with the words for each: a match of the most
                       ``length``, a side of the highest ``score``, a win by the widest ``margin``
    ``leaving``        how the rules themselves let a seat leave, as a sentence for players; empty
                       where they have no way of their own
    """

    id: str
    title: str
    tagline: str
    designer: str
    credit: str
    rules_url: str
    players: tuple[int, ...]
    seat_names: Mapping[int, tuple[str, ...]]
    stage: Literal["alpha", "beta", "stable"]
    resign_rule: str
    rules_version: int = 1
    rule_changes: Mapping[int, str] = field(default_factory=dict)
    secrets: bool = False
    dice: bool = False
    largest_team: int = 1
    team_names: tuple[str, ...] = ()
    first_match: Mapping[str, Any] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    plans: frozenset[str] = frozenset()
    clocks: Mapping[str, str] = field(default_factory=dict)
    draw_rule: str = ""
    referee_after: int = 3
    records: Mapping[RecordKind, str] = field(default_factory=lambda: dict(USUAL_RECORDS))
    leaving: str = ""

    def not_now(self, kind: str) -> str:
        """What is said of a move that answers another kind of decision than the open one."""
        asked = self.kinds.get(kind, "")
        return f"That is not possible now{f': you are asked for {asked}' if asked else ''}."

    def changed_since(self, version: int) -> str:
        """What the rules versions after ``version`` changed, for players."""
        later = range(version + 1, self.rules_version + 1)
        return " ".join(filter(None, map(self.rule_changes.get, later)))

    @property
    def most_teams(self) -> int:
        return len(self.team_names) or max(self.players)

    def names_of(self, seats: Seats) -> tuple[str, ...]:
        """The names of the seats before the start: ``Side 1A`` and ``Side 1B`` share a team."""
        if not self.team_names:
            return self.seat_names[len(seats)]
        teams = seats.teams
        return tuple(
            member_name(self.team_names[team], teams[:seat].count(team), teams.count(team))
            for seat, team in enumerate(teams)
        )

    def misseated(self, seats: Seats) -> str:
        """Why these seats and teams are impossible, or an empty text.

        The teams count from 0, and the seats of one follow one another.
        """
        if len(seats) not in self.players:
            return f"{self.title} cannot be played with {len(seats)} seats."
        sizes = [seats.teams.count(team) for team in range(len(set(seats.teams)))]
        if list(seats.teams) != [team for team, size in enumerate(sizes) for _ in range(size)]:
            return "The seats of a team must be adjacent, and teams are numbered from 0."
        if len(sizes) < 2:
            return "A match needs at least two teams."
        if len(sizes) > self.most_teams:
            return f"A match of {self.title} has at most {self.most_teams} teams."
        if max(sizes) > self.largest_team:
            return f"A team of {self.title} has at most {self.largest_team} seats."
        return ""


def member_name(team: str, place: int, size: int) -> str:
    """The name of a seat that is called by its team of this size: with a letter by its place."""
    return team if size == 1 else f"{team}{chr(ord('A') + place)}"


Pending: TypeAlias = Chance | Decisions | Ending

LONGEST_FORETOLD: Final = 160
"""Characters of what a move does, unless its first sentence is longer."""


class Words(Protocol[V_contra, E_contra]):
    """Sentences in plain text, from views and events only.

    They speak of seats by their names in the game ("Yellow"); who sits there is
    the host's to add. No markdown, no mentions.

    ``nobody``  names the doer in a digest where no side did it
    """

    nobody: ClassVar[str] = "something"

    def seat(self, view: V_contra, seat: Seat) -> str:
        """The seat's current name in the game."""
        ...

    def side(self, view: V_contra, seat: Seat) -> int:
        """The number of the sign that stands for the seat."""
        return seat

    def ask(self, view: V_contra, decision: Decision) -> str:
        """The question to the seat: "Move your ship, then plant if you like"."""
        ...

    def consider(self, view: V_contra, decision: Decision, move: Any) -> tuple[str, ...]:
        """What to know before confirming a legal ``move``, a sentence each: the odds,
        what it costs, who could react."""
        return ()

    def tell(self, event: E_contra) -> str:
        """The event as one sentence with its arithmetic, for the log; empty if it needs none."""
        ...

    def outcome(self, view: V_contra, event: E_contra) -> str:
        """What came of the event, for receipts and digests: names of units, no arithmetic."""
        return self.tell(event)

    def foretell(
        self, view: V_contra, decision: Decision, move: Any, events: Sequence[E_contra]
    ) -> str:
        """What a legal ``move`` does, for its preview: ``R3 Guard moves to D4.``

        ``events``  what it would bring up to the first dice or answer, as its seat may know
        """
        told = [(event, said) for event in events if (said := self.outcome(view, event))]
        if not told:
            return ""
        matters = [said for event, said in told if event.weight or event.only]
        if not matters:
            done = next((each for each in told if not each[0].quiet), told[0])
            alike = sum(type(event) is type(done[0]) for event, _ in told)
            return f"{done[1].rstrip('.')}, and {alike - 1} more." if alike > 1 else done[1]
        first, *others = matters
        for said in others:
            first = f"{first} {said}" if len(first) + len(said) < LONGEST_FORETOLD else first
        return first

    def nouns(self, view: V_contra, viewer: Viewer) -> Nouns:
        """What a digest calls sides and pieces."""
        you = (viewer.seat,) if isinstance(viewer, Seated) else ()
        return Nouns(partial(self.seat, view), you=you, ours=you, nobody=self.nobody)

    def digest(self, view: V_contra, events: Sequence[E_contra], viewer: Viewer) -> tuple[str, ...]:
        """Sum up the events: a headline and at most three sentences, worst news first.

        They are what ``viewer`` may know of what led to its ``view``, in order. A seat is
        addressed: "Blue killed your R5".
        """
        return digest(events, partial(self.outcome, view), self.nouns(view, viewer))

    def standing(self, view: V_contra) -> str:
        """The standing of the match in one line."""
        ...

    def tally(self, view: V_contra) -> Tally | None:
        """The standing in numbers, by turn; ``None`` in a game without a score."""
        return None

    def score(self, score: Fraction) -> str:
        """A score of the tally, or a change of one, as the other sentences have it."""
        return told_score(score)

    def secrets(self, view: V_contra) -> tuple[str, ...]:
        """The viewer's secrets, one sentence each."""
        return ()

    def ending(self, view: V_contra, ending: Ending) -> str:
        """The result in one sentence."""
        winners = " and ".join(self.seat(view, seat) for seat in ending.winners)
        return f"{winners} wins." if winners else "The match is a draw."


class Game(Protocol[S, V, M, E]):
    """A game, exported as ``GAME`` by its folder under ``games/``.

    ``standing``, ``computer``, ``analysis``, ``packs``, ``workshop``, ``conditions`` and
    ``lessons`` are ``None`` in a game that has no answers in advance, no computer player, no search
    for good moves, no content written by people, nothing that a player could make beforehand, no
    open turns that could be foreseen, nothing written for a first match.
    """

    meta: Meta
    rulebook: Rulebook
    settings: type[Settings]
    words: Words[V, E]
    state_form: Form[S]
    move_form: Form[M]
    event_form: Form[E]
    standing: Standing[V, M] | None
    computer: Computer[V, M] | None
    analysis: Analysis[V, M] | None
    packs: Packs | None
    workshop: Workshop[Any] | None
    editing: Editing[S, V, Any, E]
    conditions: Conditions[M, E] | None
    lessons: Lessons | None

    def fault(self, settings: Any, seats: Seats) -> Refusal | None:
        """Why these settings are impossible for these seats, or ``None``.

        ``settings`` is an instance of ``self.settings``. Checks what concerns several
        settings, the seats, or the content of a pack. To be called before ``setup`` with any
        settings that come from people or files.
        """
        ...

    def setup(self, settings: Any, seats: Seats) -> S:
        """The first state, for settings without a ``fault``."""
        ...

    def upgrade(self, state: Any, rules_version: int) -> Any:
        """JSON of a state, as ``state_form`` wrote it under an older version of the rules, in the
        form of today: so that the past can be shown."""
        ...

    def follow_up(self, view: V) -> Mapping[str, Any]:
        """Settings of a match that goes on from where this one has ended, besides its own; empty
        where there is none."""
        ...

    def pending(self, state: S) -> Pending:
        """What the match waits for: dice, decisions, or nothing after its end."""
        ...

    def options(self, view: V, decision: Decision) -> Options[M]:
        """The options of a decision, from the seat's own view."""
        ...

    def apply(
        self, state: S, seat: Seat, decision: Decision, move: M, found: Any = None
    ) -> Step[S, E]:
        """Apply a move that ``options`` contains, as the host has checked.

        ``found``  what ``Options.check`` of this move has worked out, from a view of this state
        """
        ...

    def chance(self, state: S, rolled: Rolled) -> Step[S, E]:
        """Continue with the dice that ``pending`` asked for."""
        ...

    def view(self, state: S, viewer: Viewer) -> V:
        """The view of ``viewer``, built up from nothing."""
        ...

    def preview(self, view: V, decision: Decision, move: M) -> V:
        """What the seat would see after a legal ``move`` if nothing hidden interferes."""
        ...

    def foretell(self, view: V, decision: Decision, move: M) -> str:
        """What a legal ``move`` does if nothing hidden interferes, in a sentence or two."""
        ...

    def follow(self, view: V, decision: Decision, move: M) -> tuple[V, Decision] | None:
        """What the seat would see, and be asked, right after a legal ``move``; ``None`` where it
        is not asked the same kind of question again. So a plan goes on."""
        ...

    def sketch(self, view: V, decision: Decision, move: M) -> Overlay[Any]:
        """What to draw over the ``preview`` of a legal ``move``: its way, its line of fire."""
        ...

    def story(self, view: V, events: Sequence[E]) -> Overlay[Any]:
        """What ``events`` did, to be drawn over the board of ``view``; numbered in their order.

        They are events that the viewer may see, in order, and led to ``view``.
        """
        ...

    def read(self, view: V, decision: Decision, text: str) -> M:
        """Parse a move; raise ``Unreadable`` or ``Forbidden``."""
        ...

    def write(self, move: M) -> str:
        """The text form of ``move``, the inverse of ``read``."""
        ...

    def reimagine(self, view: V, rng: random.Random) -> S:
        """A state that could be behind ``view``, for practice forks and the leak tests.

        The true state is not known here: whatever ``view`` does not contain is invented, and
        everything that the rules allow must be possible.
        """
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any]

# --- What most games share ---


class BaseGame(Game[S, V, M, E]):
    """A game whose moves are those of ``notation``.

    Its verbs ``do`` a move to the state and return the ``Step``. The rulebook and the lessons are
    read from the game's folder.

    ``view_type``  its views, where they are made by its ``of`` of state and viewer, and have the
                   state that is ``supposed`` behind them
    """

    view_type: type[Any]
    rulebook: Rulebook
    notation: Notation[Request[V], M]
    move_form: Form[M]
    settings: type[Settings] = Settings
    standing: Standing[V, M] | None = None
    computer: Computer[V, M] | None = None
    analysis: Analysis[V, M] | None = None
    packs: Packs | None = None
    workshop: Workshop[Any] | None = None
    conditions: Conditions[M, E] | None = None
    lessons: Lessons | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        given = vars(cls)
        if "notation" in given:
            package, meta = cls.__module__.rpartition(".")[0], cls.meta
            cls.rulebook = given.get("rulebook") or Rulebook.of(package)
            cls.move_form = given.get("move_form") or cls.notation.form("kind")
            events = cls.event_form.types
            cls.lessons = Lessons.of(package, events, meta.kinds, secrets=meta.secrets)

    def fault(self, settings: Any, seats: Seats) -> Refusal | None:
        """Refuses wrong numbers of seats; a game adds what else is impossible."""
        if wrong := self.meta.misseated(seats):
            return Refusal(wrong)
        try:
            if self.packs and (text := getattr(settings, self.packs.setting)):
                self.packs.title(text)
        except PackFault as fault:
            return fault.refusal()
        return None

    def upgrade(self, state: Any, rules_version: int) -> Any:
        return state

    def follow_up(self, view: V) -> Mapping[str, Any]:
        return {}

    def tree(self, request: Request[V], root: Ask[M], *, sift: bool = False) -> Tree[M]:
        """The options that begin with the question ``root``."""
        refuse = partial(self.notation.check, request)
        quick = partial(self.notation.quick, kind=request.decision.kind)
        read = partial(self.notation.read, request)
        return Tree(root, refuse, self.write, quick=quick, sift=sift, read=read)

    def apply(
        self, state: S, seat: Seat, decision: Decision, move: M, found: Any = None
    ) -> Step[S, E]:
        step: Step[S, E] = self.notation.carry_out(state, decision, move, found)
        return step

    def chance(self, state: S, rolled: Rolled) -> Step[S, E]:
        raise ValueError(f"{self.meta.title} has no dice")

    def view(self, state: S, viewer: Viewer) -> V:
        view: V = self.view_type.of(state, viewer)
        return view

    def suppose(self, view: Any) -> S:
        """The state behind a view, if what the viewer cannot see is blank."""
        state: S = view.supposed
        return state

    def foresee(self, view: V, decision: Decision, move: M) -> Step[S, E]:
        """What a legal move would do then."""
        return self.apply(self.suppose(view), decision.seat, decision, move)

    def undisturbed(self, state: S) -> S:
        """``state`` as a plan goes on from it, if dice that it waits for changed nothing."""
        return state

    def preview(self, view: V, decision: Decision, move: M) -> V:
        return self.view(self.foresee(view, decision, move).state, Seated(decision.seat))

    def foretell(self, view: V, decision: Decision, move: M) -> str:
        seat = Seated(decision.seat)
        found = self.foresee(view, decision, move).events
        events = [event for event in found if event.visible_to(seat)]
        return self.words.foretell(view, decision, move, events)

    def follow(self, view: V, decision: Decision, move: M) -> tuple[V, Decision] | None:
        if decision.kind not in self.meta.plans:
            return None
        state = self.undisturbed(self.foresee(view, decision, move).state)
        pending = self.pending(state)
        open_ = pending.of(decision.seat) if isinstance(pending, Decisions) else ()
        after = next((each for each in open_ if each.kind == decision.kind), None)
        return None if after is None else (self.view(state, Seated(decision.seat)), after)

    def sketch(self, view: V, decision: Decision, move: M) -> Overlay[Any]:
        return Overlay()

    def story(self, view: V, events: Sequence[E]) -> Overlay[Any]:
        return Overlay()

    def read(self, view: V, decision: Decision, text: str) -> M:
        return self.notation.read(Request(view, decision), text)

    def write(self, move: M) -> str:
        return self.notation.write(move)


class OpenGame(BaseGame[S, V, M, E]):
    """A game that hides nothing: state and view are two types with the same fields."""

    state_type: type[S]
    view_type: type[V]
    state_form: Form[S]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "state_form" not in vars(cls):
            cls.state_form = Form(cls.state_type)

    def view(self, state: S, viewer: Viewer) -> V:
        return recast(state, self.view_type)

    def sketch(self, view: V, decision: Decision, move: M) -> Overlay[Any]:
        foreseen = self.foresee(view, decision, move)
        return self.story(self.view(foreseen.state, Seated(decision.seat)), foreseen.events)

    def suppose(self, view: V) -> S:
        return recast(view, self.state_type)

    def reimagine(self, view: V, rng: random.Random) -> S:
        return self.suppose(view)


def recast(value: Any, kind: type[T]) -> T:
    """Convert to another dataclass with the same fields, cached properties included."""
    if not hasattr(value, "__dict__"):
        return kind(**{each.name: getattr(value, each.name) for each in fields(value)})
    copy = object.__new__(kind)
    copy.__dict__.update(value.__dict__)
    return copy
