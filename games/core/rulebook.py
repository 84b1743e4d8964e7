"""What people read to learn a game: its rules, and the lessons of a first match.

``rulebook.toml`` has the rules in our own words, each with its ID, for ``/rules``, for refusals and
for the test that demands a proof of every rule.

``lessons.toml`` says when a lesson is of use, what to say, and what shows that it has been learned.
The host plays the match and shows the lessons; how far somebody has come follows from the public
log, so that nothing secret shows and nothing has to be stored.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import resources
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from games.core.events import Event

# --- The rulebook ---


class Rule(BaseModel):
    """One rule.

    ``status`` says where it comes from: the ``source`` text, a ``decision`` of
    ours where the source is silent (then ``reason`` says why), or an ``option``
    of the match. ``section`` names the place in the source.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: str = Field(pattern=r"^[A-Z0-9]+(-[A-Z0-9]+)+$")
    title: str = Field(min_length=1, max_length=80)
    text: str = Field(min_length=1, max_length=1500)
    status: Literal["source", "decision", "option"] = "source"
    section: str = ""
    reason: str = ""


class Chapter(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    title: str
    rules: tuple[Rule, ...]


class Rulebook(BaseModel):
    """All rules of a game, in the order in which a newcomer should read them."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    title: str
    credit: str
    summary: str
    chapters: tuple[Chapter, ...]

    @classmethod
    def of(cls, package: str) -> Rulebook:
        """Read ``rulebook.toml`` of ``package``.

        Raises ``pydantic.ValidationError`` or ``ValueError`` (for an ID that
        stands twice): a broken rulebook is a broken game, and ends the start.
        """
        raw = resources.files(package).joinpath("rulebook.toml").read_text(encoding="utf-8")
        book = cls.model_validate(tomllib.loads(raw))
        if len(book.by_id) != sum(1 for _ in book):
            raise ValueError(f"{package}: rulebook.toml has a rule ID twice")
        return book

    def __iter__(self) -> Iterator[Rule]:  # type: ignore[override]  # rules, not fields
        for chapter in self.chapters:
            yield from chapter.rules

    @property
    def by_id(self) -> Mapping[str, Rule]:
        return {rule.id: rule for rule in self}

    def find(self, words: str) -> tuple[Rule, ...]:
        """Rules whose ID, title or text holds ``words``; exact IDs first."""
        wanted = words.strip().casefold()
        exact = tuple(rule for rule in self if rule.id.casefold() == wanted)
        titled = tuple(
            rule
            for rule in self
            if rule not in exact
            and (wanted in rule.id.casefold() or wanted in rule.title.casefold())
        )
        told = tuple(
            rule
            for rule in self
            if rule not in exact and rule not in titled and wanted in rule.text.casefold()
        )
        return exact + titled + told


# --- Lessons ---

FILE = "lessons.toml"
LONGEST = 600
"""Characters of a lesson: a phone shows it with the board above and the buttons below."""


class Sign(BaseModel):
    """Something that the public log of a match shows.

    ``event``   the kind of an event; ``holding`` names a field of it that must not be empty, and
                ``begins`` is how its sentence begins: ``R``, if with a unit of the learner
    ``entry``   what the host itself enters: that something was taken back
    ``by``      who did it: the learner, or anyone. What follows from a move is done by its seat
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    event: str = ""
    holding: str = ""
    begins: str = ""
    entry: Literal["", "undone"] = ""
    by: Literal["you", "anyone"] = "you"

    @model_validator(mode="after")
    def _one(self) -> Sign:
        if bool(self.event) == bool(self.entry):
            raise ValueError("a sign is an event or an entry")
        if self.entry and (self.holding or self.begins):
            raise ValueError("only an event holds something or has a sentence")
        return self

    def fits(self, entry: PublicEntry, *, own: bool) -> bool:
        if self.by == "you" and not own:
            return False
        if self.entry:
            return entry.kind == self.entry
        return any(
            getattr(event, "kind", "") == self.event
            and (not self.holding or bool(getattr(event, self.holding)))
            and told.startswith(self.begins)
            for event, told in zip(entry.events, entry.told, strict=True)
        )


class Lesson(BaseModel):
    """One thing to learn.

    ``key``       short, and unlike those of the others
    ``text``      markdown; what is to be pressed or chosen stands in bold
    ``decision``  the kind of decision that must be open to the learner; empty for any or none. Of
                  the lessons with the same kind only one is of use at a time: the first of the rest
    ``after``     what must have been seen before
    ``offered``   a word that some choice must show: only in games that hide nothing
    ``done``      what shows that it has been learned; without it the learner says so
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    key: str = Field(pattern=r"^[a-z]{1,16}$")
    title: str = Field(min_length=1, max_length=40)
    text: str = Field(min_length=1, max_length=LONGEST)
    decision: str = ""
    after: Sign | None = None
    offered: str = ""
    done: Sign | None = None


@dataclass(frozen=True, slots=True)
class PublicEntry:
    """An entry of the log as everybody may read it.

    ``number``    that people see
    ``kind``      as the host calls it
    ``told``      of each event the sentence about it
    ``own``       whether the learner did it, and nobody for them; ``None`` where it follows from
                  what was done before
    ``decision``  the kind of decision that the learner answered with it; empty for none
    """

    number: int
    kind: str
    events: Sequence[Event]
    told: Sequence[str]
    own: bool | None
    decision: str = ""


class Lessons(BaseModel):
    """The lessons of a game, in order.

    ``settings``  those of the match, beside the ones that the game recommends for a first match
    ``farewell``  what is said when all has been learned
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    settings: Mapping[str, Any] = Field(default_factory=dict)
    farewell: str = Field(min_length=1, max_length=LONGEST)
    lessons: tuple[Lesson, ...] = Field(min_length=1, max_length=20)

    @classmethod
    def of(
        cls, package: str, events: Iterable[type[Event]], kinds: Collection[str], *, secrets: bool
    ) -> Lessons | None:
        """Read ``lessons.toml`` of ``package``; ``None`` if the game has none.

        Raises ``ValueError`` for a broken one, and for what the game does not have: that ends the
        start.
        """
        file = resources.files(package).joinpath(FILE)
        if not file.is_file():
            return None
        lessons = cls.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
        for fault in _faults(lessons, events, kinds, secrets=secrets):
            raise ValueError(f"{package}: {FILE}: {fault}")
        return lessons

    def find(self, key: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.key == key), None)

    def learned(
        self, entries: Iterable[PublicEntry], known: Mapping[str, int]
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The keys of the lessons that have been learned, and of those whose ``after`` was seen.

        A lesson counts as learned by what happens once its turn has come, so that nothing is
        ticked off by luck before it was explained.

        ``known``  of lessons that the learner has said to know: the number of the entry then
        """
        done: set[str] = set()
        ready = {lesson.key for lesson in self.lessons if lesson.after is None}
        own = False
        for entry in entries:
            done |= {key for key, number in known.items() if number < entry.number}
            own = own if entry.own is None else entry.own
            learned = [
                lesson.key
                for lesson in self._due(done, ready, entry, own=own)
                if lesson.done is not None
                and (not entry.decision or lesson.decision in ("", entry.decision))
                and lesson.done.fits(entry, own=own)
            ]
            done.update(learned)
            ready |= {
                lesson.key
                for lesson in self.lessons
                if lesson.after is not None and lesson.after.fits(entry, own=own)
            }
        return frozenset(done | known.keys()), frozenset(ready)

    def current(
        self,
        done: Collection[str],
        ready: Collection[str],
        open_kinds: Collection[str],
        offers: Callable[[str], bool],
    ) -> Lesson | None:
        """The lesson to show now, if any.

        ``open_kinds``  the kinds of decisions that are open to the learner
        ``offers``      whether a choice of them shows a word
        """
        for lesson in self.lessons:
            due = lesson.key in ready and lesson.key not in done
            possible = not lesson.decision or lesson.decision in open_kinds
            if due and possible and (not lesson.offered or offers(lesson.offered)):
                return lesson
        return None

    def _due(
        self, done: Collection[str], ready: Collection[str], entry: PublicEntry, *, own: bool
    ) -> Iterator[Lesson]:
        """For each kind of decision, the lesson whose turn it is. What choices were offered in the
        past is not stored, so only the outcome counts."""
        kinds: set[str] = set()
        for lesson in self.lessons:
            if lesson.key in done or lesson.key not in ready or lesson.decision in kinds:
                continue
            if not lesson.offered or (lesson.done and lesson.done.fits(entry, own=own)):
                kinds.add(lesson.decision)
                yield lesson


def _faults(
    lessons: Lessons, events: Iterable[type[Event]], kinds: Collection[str], *, secrets: bool
) -> Iterator[str]:
    """What lessons name that the game does not have, or may not show."""
    known: dict[str, set[str]] = {}
    for event in events:
        defaults = {field.name: field.default for field in fields(event)}
        known[str(defaults["kind"])] = set(defaults)
    keys = [lesson.key for lesson in lessons.lessons]
    if len(set(keys)) < len(keys):
        yield "a key stands twice"
    for lesson in lessons.lessons:
        if lesson.decision and lesson.decision not in kinds:
            yield f"{lesson.key}: no decision is called {lesson.decision}"
        if lesson.offered and secrets:
            yield f"{lesson.key}: what is offered would tell secrets"
        for sign in filter(None, (lesson.after, lesson.done)):
            if sign.event and sign.event not in known:
                yield f"{lesson.key}: no event is called {sign.event}"
            elif sign.holding and sign.holding not in known[sign.event]:
                yield f"{lesson.key}: {sign.event} has no field {sign.holding}"
