"""Lessons: which one is of use, and what counts as learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from pydantic import ValidationError

from games import all_games
from games.core import rulebook
from games.core.events import Event
from games.core.rulebook import Lesson, Lessons, PublicEntry, Sign
from games.core.types import Seats
from tests.noughts import GAME as NOUGHTS
from tests.toy import GAME as TOY


@dataclass(frozen=True, slots=True)
class Flew(Event):
    over: tuple[str, ...] = ()
    kind: Literal["flew"] = "flew"


@dataclass(frozen=True, slots=True)
class Shot(Event):
    kind: Literal["shot"] = "shot"


def sign(event: str, **more: Any) -> Sign:
    return Sign(event=event, **more)


def lesson(key: str, **more: Any) -> Lesson:
    return Lesson(key=key, title=key.title(), text="Do it.", **{"decision": "turn", **more})


def course(*lessons: Lesson) -> Lessons:
    return Lessons(farewell="Well done.", lessons=lessons)


def entry(number: int, *events: Event, own: bool | None = True, **more: Any) -> PublicEntry:
    asked = more.pop("decision", "turn" if own else "")
    told = more.pop("told", tuple("" for _ in events))
    return PublicEntry(number, more.pop("kind", "move"), events, told, own, asked)


def learned(
    lessons: Lessons, *entries: PublicEntry, known: Mapping[str, int] | None = None
) -> set[str]:
    return set(lessons.learned(entries, known or {})[0])


FLY, SHOOT = lesson("fly", done=sign("flew")), lesson("shoot", done=sign("shot"))


def test_a_lesson_is_learned_by_what_happens_once_its_turn_has_come() -> None:
    both = course(FLY, SHOOT)
    assert learned(both, entry(2, Flew(), Shot())) == {"fly"}
    assert learned(both, entry(2, Flew(), Shot()), entry(3, Shot())) == {"fly", "shoot"}
    assert learned(both, entry(2, Shot()), entry(3, Flew())) == {"fly"}


def test_what_others_do_teaches_nothing_unless_the_lesson_says_so() -> None:
    assert learned(course(FLY), entry(2, Flew(), own=False)) == set()
    anyone = course(lesson("watch", done=sign("flew", by="anyone")))
    assert learned(anyone, entry(2, Flew(), own=False)) == {"watch"}


def test_dice_belong_to_the_move_before_them() -> None:
    assert learned(course(SHOOT), entry(2), entry(3, Shot(), own=None)) == {"shoot"}
    assert learned(course(SHOOT), entry(2, own=False), entry(3, Shot(), own=None)) == set()


def test_lessons_of_other_decisions_do_not_wait_for_each_other() -> None:
    both = course(FLY, lesson("react", decision="react", done=sign("shot")))
    assert learned(both, entry(2, Shot(), decision="react")) == {"react"}
    assert learned(both, entry(2, Shot(), decision="turn")) == set()


def test_a_field_of_an_event_or_its_sentence_can_be_asked_for() -> None:
    over = course(lesson("over", done=sign("flew", holding="over")))
    assert learned(over, entry(2, Flew())) == set()
    assert learned(over, entry(2, Flew(over=("A1",)))) == {"over"}
    mine = course(lesson("mine", done=sign("shot", begins="R", by="anyone")))
    assert learned(mine, entry(2, Shot(), own=False, told=("B2 shoots.",))) == set()
    assert learned(mine, entry(2, Shot(), own=False, told=("R2 shoots.",))) == {"mine"}


def test_what_the_host_enters_can_be_learned_too() -> None:
    back = course(lesson("back", done=Sign(entry="undone")))
    assert learned(back, entry(2)) == set()
    assert learned(back, entry(2), entry(3, kind="undone", decision="")) == {"back"}


def test_a_lesson_that_was_said_to_be_known_makes_way_from_then_on() -> None:
    read = course(lesson("read"), FLY)
    assert learned(read, entry(2, Flew())) == set()
    assert learned(read, entry(2, Flew()), known={"read": 2}) == {"read"}
    assert learned(read, entry(2), entry(3, Flew()), known={"read": 2}) == {"read", "fly"}


def test_what_must_have_been_seen_before_opens_a_lesson() -> None:
    late = course(lesson("late", after=sign("shot", by="anyone"), done=sign("flew")), FLY)
    entries = (entry(2, Flew()), entry(3, Shot(), own=False), entry(4, Flew()))
    done, ready = late.learned(entries[:1], {})
    assert (set(done), set(ready)) == ({"fly"}, {"fly"})
    assert learned(late, *entries) == {"fly", "late"}


def test_the_current_lesson_is_the_first_that_is_of_use() -> None:
    offered = lesson("bonus", offered="bonus", done=sign("shot"))
    three = course(offered, lesson("react", decision="react"), FLY)
    ready = {"bonus", "react", "fly"}

    def current(asked: set[str], *, offers: bool = False, done: set[str] | None = None) -> str:
        found = three.current(done or set(), ready, asked, lambda word: offers)
        return found.key if found else ""

    assert current({"turn"}) == "fly"
    assert current({"turn"}, offers=True) == "bonus"
    assert current({"react"}) == "react"
    assert current({"turn"}, offers=True, done={"bonus", "fly"}) == ""
    assert current(set()) == ""


def test_what_was_offered_counts_by_what_came_of_it() -> None:
    offered = course(lesson("bonus", offered="bonus", done=sign("shot")), FLY)
    assert learned(offered, entry(2, Flew())) == {"fly"}
    assert learned(offered, entry(2, Flew(), Shot())) == {"bonus"}


@pytest.mark.parametrize(
    "fields",
    [
        {"event": "flew", "entry": "undone"},
        {},
        {"entry": "undone", "holding": "over"},
        {"entry": "moved"},
        {"event": "flew", "by": "nobody"},
    ],
)
def test_a_sign_is_an_event_or_an_entry(fields: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        Sign.model_validate(fields)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"decision": "dance"}, "no decision is called dance"),
        ({"offered": "bonus"}, "what is offered would tell secrets"),
        ({"done": {"event": "flown"}}, "no event is called flown"),
        ({"done": {"event": "flew", "holding": "under"}}, "flew has no field under"),
        ({"after": {"event": "flown"}}, "no event is called flown"),
        ({"key": "fly"}, "a key stands twice"),
    ],
)
def test_lessons_that_name_what_the_game_does_not_have_end_the_start(
    wrong: dict[str, object], said: str
) -> None:
    written = {"key": "new", "title": "New", "text": "Do it.", **wrong}
    found = course(lesson("fly", decision=""), Lesson.model_validate(written))
    faults = rulebook._faults(found, (Flew, Shot), TOY.meta.kinds, secrets=TOY.meta.secrets)
    assert said in " ".join(faults)


def test_a_game_may_have_no_lessons() -> None:
    assert NOUGHTS.lessons is None


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.meta.id)
def test_every_game_teaches_in_a_match_that_can_be_begun(game: Any) -> None:
    named = {**game.meta.first_match, **game.lessons.settings}
    settings = game.settings.model_validate(named)
    assert game.fault(settings, Seats.alone(game.meta.players[0])) is None
    assert all("**" in each.text for each in game.lessons.lessons), "each says what to press"
    assert all("**Got it**" in each.text for each in game.lessons.lessons if each.done is None)
