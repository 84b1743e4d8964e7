"""Moves declared once: what their declaration gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from games.core.moves import Move, also, move
from games.core.notation import Notation, Request, number
from games.core.types import Decision, Forbidden, Form, Seat

Count = Annotated[int, number()]


class Deed(Move[int, list[str]]):
    """What may be done; a view is how much of it may be."""

    __slots__ = ()


@move("dig", "day", "DIG {deep}", also("night", "SNEAK {deep}", quick=True, quiet=True))
class Dig(Deed):
    deep: Count
    quiet: bool = False

    def refuse(self, request: Request[int]) -> Forbidden | None:
        return Forbidden("D-01", "Too deep.") if self.deep > request.view else None

    def do(self, body: list[str], decision: Decision) -> None:
        body.append(f"dug {self.deep}")


@move("rest", "day|night", "REST")
class Rest(Deed):
    def do(self, body: list[str], decision: Decision) -> None:
        body.append("rested")


@dataclass(frozen=True)
class Diary:
    """A stored value that holds any move."""

    deeds: tuple[Deed, ...]


NOTATION = Notation[Request[int], Deed](Deed.verbs(), lambda request: "REST")


def asked(kind: str) -> Request[int]:
    return Request(3, Decision(Seat(0), kind, 0))


@pytest.mark.parametrize(
    ("text", "expected"), [("dig 2", Dig(2)), ("sneak 2", Dig(2, quiet=True)), ("rest", Rest())]
)
def test_each_way_of_writing_is_read_and_written_again(text: str, expected: Deed) -> None:
    assert NOTATION.read(asked("day"), text) == expected
    assert NOTATION.write(expected) == text.upper()


def test_a_move_is_refused_and_carried_out_by_its_own_methods() -> None:
    refused = NOTATION.refusal(asked("day"), Dig(4))
    assert refused is not None
    assert refused.sentence == "Too deep."
    assert NOTATION.refusal(asked("day"), Rest()) is None
    done: list[str] = []
    for each in (Dig(1), Rest()):
        NOTATION.carry_out(done, asked("day").decision, each)
    assert done == ["dug 1", "rested"]


def test_only_one_way_of_writing_is_quick() -> None:
    assert NOTATION.quick(Dig(1, quiet=True), "night")
    assert not NOTATION.quick(Dig(1), "day")


def test_a_stored_base_holds_any_of_its_moves() -> None:
    form = Form[Diary](Diary)
    diary = Diary((Dig(2), Rest()))
    stored = b'{"deeds":[{"deep":2,"quiet":false,"kind":"dig"},{"kind":"rest"}]}'
    assert form.write(diary) == stored
    assert form.read(stored) == diary


def test_a_field_that_a_form_names_must_say_how_it_is_written() -> None:
    @move("lie", "day", "LIE {where}")
    class Lie(Move[int, list[str]]):
        where: int

    with pytest.raises(TypeError, match="does not say how it is written"):
        list(Lie.verbs())
