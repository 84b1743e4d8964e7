"""Completing half-typed moves, with the toy's tree of questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from games.core.questions import Choice, Question, complete, path_of
from games.core.types import Decision, Seat, Seated
from tests.toy.game import State, Toy, ToyOptions
from tests.toy.view import Flame

TOY = Toy()
FIRST = Seat(0)


def texts(typed: str, *, oil: int = 4) -> list[str]:
    state = State(
        lamps=(1, 2), oil=(oil, 4), flames=(None, Flame(1, 2), None, None, None, None), wind=1
    )
    decision = Decision(FIRST, "turn", 0)
    options = ToyOptions(TOY.view(state, Seated(FIRST)), decision)
    return [completion.text for completion in complete(options, typed)]


def test_nothing_typed_offers_every_first_choice() -> None:
    assert texts("") == ["B1+", "B3+", "B4+", "B5+", "B6+", "REST"]


@pytest.mark.parametrize("typed", ["B3", "B3+", "3+"])
def test_a_choice_that_is_the_only_one_to_fit_shows_what_comes_next(typed: str) -> None:
    assert texts(typed) == ["B3+1", "B3+2", "B3+3"]


def test_what_comes_next_depends_on_what_is_left() -> None:
    assert texts("B3", oil=1) == ["B3+1"]
    assert texts("", oil=0) == ["REST"]


def test_a_whole_move_is_offered_as_it_stands() -> None:
    assert texts("B3+2") == ["B3+2"]
    assert texts("3+2") == ["B3+2"]
    assert texts("REST") == ["REST"]
    assert texts("R") == ["REST"]


@pytest.mark.parametrize("typed", ["B2", "B2+1", "B3+4", "B7", "RESTING", "X"])
def test_what_begins_no_legal_move_gets_no_suggestion(typed: str) -> None:
    assert texts(typed) == []


class Fleet:
    """A tree of two questions whose texts have blanks, and one the beginning of another."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def refusal(self, move: str) -> None:
        return None

    def check(self, move: str) -> None:
        return None

    def contains(self, move: str) -> bool:
        return True

    def question(self, path: Sequence[str]) -> Question | str:
        self.asked.append(tuple(path))
        if not path:
            ships = [Choice(key, key, f"{key} ") for key in ("R1", "R10", "R2")]
            return Question("Which?", (*ships, Choice("pass", "Pass", "PASS", final=True)))
        if len(path) == 2:
            return f"{path[0]} {path[1]}"
        texts = [Choice(key, key, f"{path[0]} {key}", final=True) for key in ("RUN A", "RUN B")]
        return Question("What?", tuple(texts))

    def __iter__(self) -> Iterator[str]:
        return iter(())


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("R2", ["R2 RUN A", "R2 RUN B"]),
        ("R2R", ["R2 RUN A", "R2 RUN B"]),
        ("R2RUNB", ["R2 RUN B"]),
        ("R10RUNA", ["R10 RUN A"]),
        ("R1", ["R1 RUN A", "R1 RUN B", "R10 "]),
        ("R", ["R1 ", "R10 ", "R2 "]),
        ("P", ["PASS"]),
        ("R1X", []),
    ],
)
def test_blanks_in_texts_do_not_matter(typed: str, suggested: list[str]) -> None:
    assert [completion.text for completion in complete(Fleet(), typed)] == suggested


def test_the_way_to_a_move_leads_past_texts_that_only_begin_alike() -> None:
    fleet = Fleet()
    assert path_of(fleet, "R10 RUN B", "R10 RUN B") == ("R10", "RUN B")
    assert ("R1",) not in fleet.asked, "the blank tells R1 from R10"
