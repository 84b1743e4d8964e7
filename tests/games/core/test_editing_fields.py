"""Acts that follow from fields, and edits that are tried on the state behind a view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from games.core.events import Edited, Step
from games.core.referee.edits import SAME, Act, Editing
from games.core.referee.settable import Field, side_fields, table_fields
from games.core.types import Forbidden

MOST = 12


@dataclass(frozen=True)
class Table:
    lamps: tuple[int, int] = (3, 4)
    open: bool = False
    phase: Literal["day", "night"] = "day"
    round: int = 1


@dataclass(frozen=True)
class State:
    """Everybody sees the table, and nobody what is hidden."""

    table: Table
    hidden: int = 0


class Builder:
    def __init__(self, state: State) -> None:
        self.state, self.table, self.told = state, state.table, list[Any]()

    def tell(self, *events: Any) -> None:
        self.told.extend(events)

    def change(self, **values: Any) -> None:
        self.table = replace(self.table, **values)

    def done(self) -> Any:
        return Step(replace(self.state, table=self.table), tuple(self.told))


class Fields(Editing[State, State, Builder, Any]):
    rule = "TOY-01"
    example = "LAMPS RED 3"
    builder = Builder
    menu = (
        *side_fields(Table, Field("lamps", "lamps")),
        *table_fields(
            Table,
            Field("open", "door", word="DOOR OPEN", act="door"),
            Field("phase", "phase"),
            Field("round", "round", range(1, 5), rule="TOY-03"),
        ),
        Act("dawn", "DAWN", "Dawn", {}, lambda builder: builder.change(phase="day")),
    )

    def suppose(self, view: State) -> State:
        return State(view.table)

    def sound(self, state: State) -> Iterator[Forbidden]:
        lit = sum(state.table.lamps) + state.hidden
        if lit > MOST:
            yield Forbidden("TOY-05", f"There are {MOST} lamps, not {lit}.")

    def settle(self, builder: Builder) -> None:
        if builder.table.phase == "day":
            builder.change(open=True)


EDITING = Fields()


def _set(state: State, text: str) -> tuple[State, str]:
    edit = EDITING.read(state, text)
    assert EDITING.write(edit) == text
    assert EDITING.refusal(state, edit) is None
    step = EDITING.apply(state, edit)
    (told,) = step.events
    assert isinstance(told, Edited)
    return step.state, told.sentence


def _refused(state: State, text: str) -> Forbidden:
    refused = EDITING.refusal(state, EDITING.read(state, text))
    assert refused is not None
    return refused


def test_what_can_be_set_follows_from_the_types_of_fields() -> None:
    state, told = _set(State(Table()), "LAMPS BLUE 7")
    assert (state.table.lamps, told) == ((3, 7), "The referee sets the lamps of Blue from 4 to 7.")
    state, told = _set(state, "PHASE NIGHT")
    assert told == "The referee sets the phase from DAY to NIGHT."
    assert not _set(state, "DOOR OPEN NO")[0].table.open
    assert _set(state, "ROUND 4")[0].table.round == 4
    assert _refused(state, "ROUND 5").rule == "TOY-03"
    assert [*EDITING.acts] == ["lamps", "door", "phase", "round", "dawn"]
    texts = {EDITING.write(each) for each in EDITING.options(state)}
    assert {"LAMPS RED 0", "DOOR OPEN NO", "PHASE DAY", "ROUND 2"} <= texts


def test_what_follows_by_itself_is_part_of_the_edit() -> None:
    assert _set(State(Table(phase="night")), "DAWN")[0].table.open


def test_an_edit_is_legal_if_the_state_after_it_is_sound() -> None:
    state = State(Table())
    assert str(_refused(state, "LAMPS BLUE 10")) == "There are 12 lamps, not 13."
    offered = {EDITING.write(each) for each in EDITING.options(state)}
    assert "LAMPS BLUE 9" in offered
    assert "LAMPS BLUE 10" not in offered


def test_what_is_wrong_already_stands_in_no_way() -> None:
    wrong = State(Table((9, 9)))
    assert _set(wrong, "PHASE NIGHT")[0].table.lamps == (9, 9)
    assert _refused(wrong, "LAMPS RED 10").rule == "TOY-05"
    assert _set(wrong, "LAMPS RED 2")[0].table.lamps == (2, 9)


def test_what_changes_nothing_is_said_to_be_so() -> None:
    assert _refused(State(Table(open=True)), "DAWN").code == SAME


def test_what_nobody_sees_forbids_nothing_before_it_is_tried() -> None:
    state = State(Table(), hidden=5)
    edit = EDITING.read(state, "LAMPS BLUE 8")
    assert EDITING.refusal(state, edit) is None
    with pytest.raises(Forbidden, match="12 lamps, not 16"):
        EDITING.apply(state, edit)
