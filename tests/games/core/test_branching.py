"""Options that are written down as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from games.core.branching import Branching, Fork
from games.core.options import Choice, Options, Question, complete, path_of
from games.core.refusals import Forbidden, Unreadable


def options(*forbidden: int) -> Options[int]:
    """The numbers 10 to 39, by their tens and then their ones."""

    def ones(ten: int) -> Iterator[tuple[Choice, Fork[int] | int]]:
        for one in range(10):
            yield Choice(f"{one}", f"{ten}{one}", f"{ten}{one}", final=True), 10 * ten + one

    def tens() -> Iterator[tuple[Choice, Fork[int] | int]]:
        for ten in (1, 2, 3):
            fork = Fork[int]("Which number?", partial(ones, ten))
            yield Choice(f"{ten}", f"{ten}0 and more", f"{ten}…"), fork

    def refuse(number: int) -> Forbidden | None:
        wrong = not 10 <= number < 40 or number in forbidden
        return Forbidden("NR-01", f"{number} is not allowed.") if wrong else None

    return Branching(Fork[int]("How many tens?", tens), refuse)


def asked(found: Question | int) -> Question:
    assert isinstance(found, Question)
    return found


def test_questions_follow_each_other_to_what_is_complete() -> None:
    first = asked(options().question(()))
    assert [choice.key for choice in first.choices] == ["1", "2", "3"]
    assert asked(options().question(["2"])).prompt == "Which number?"
    assert options().question(["2", "7"]) == 27
    assert list(options()) == list(range(10, 40))
    assert path_of(options(), 31, "31") == ("3", "1")
    assert [each.text for each in complete(options(), "2")][:2] == ["20", "21"]


def test_what_is_refused_is_not_offered_nor_what_leads_to_nothing_else() -> None:
    without = options(27, *range(10, 20))
    assert [choice.key for choice in asked(without.question(())).choices] == ["2", "3"]
    assert "7" not in {choice.key for choice in asked(without.question(["2"])).choices}
    assert not without.contains(27)
    with pytest.raises(Forbidden, match="27 is not allowed"):
        without.question(["2", "7"])


@pytest.mark.parametrize("path", [["4"], ["2", "7", "7"], [""], ["1", "x"]])
def test_a_path_that_is_none_is_refused(path: list[str]) -> None:
    with pytest.raises(Unreadable):
        options().question(path)


def test_without_anything_to_choose_nothing_is_asked() -> None:
    empty = options(*range(10, 40))
    assert list(empty) == []
    for path in ((), ("1",)):
        with pytest.raises(Unreadable, match="nothing to choose"):
            empty.question(path)
