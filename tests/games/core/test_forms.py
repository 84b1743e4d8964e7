"""JSON forms are canonical, and tell of a fault without telling the value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from pydantic import Field

from games.core.types import Form, Malformed


@dataclass(frozen=True, slots=True)
class Jump:
    far: Annotated[int, Field(ge=1)]
    kind: Literal["jump"] = "jump"


@dataclass(frozen=True, slots=True)
class Wait:
    kind: Literal["wait"] = "wait"


FORM: Form[Jump | Wait] = Form(Annotated[Jump | Wait, Field(discriminator="kind")])


def test_a_value_is_written_and_read_again() -> None:
    assert FORM.write(Jump(3)) == b'{"far":3,"kind":"jump"}'
    assert FORM.read(FORM.write(Jump(3))) == Jump(3)
    assert FORM.read('{"kind": "wait"}') == Wait()


def test_the_order_of_names_does_not_matter_to_the_bytes() -> None:
    assert FORM.write(FORM.read('{"kind":"jump","far":3}')) == FORM.write(Jump(3))


@pytest.mark.parametrize(
    "data", ["", "{", "null", "[]", '{"kind":"fly"}', '{"kind":"jump"}', '{"kind":"jump","far":0}']
)
def test_another_form_is_refused(data: str) -> None:
    with pytest.raises(Malformed):
        FORM.read(data)


def test_a_fault_names_the_place_and_not_the_value() -> None:
    with pytest.raises(Malformed) as caught:
        FORM.read('{"kind":"jump","far":"hunter2"}')
    assert "far" in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None
