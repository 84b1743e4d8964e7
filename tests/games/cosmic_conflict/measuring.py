"""Positions and measuring questions for the tests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from games.core.tools import Measure
from games.core.types import Forbidden, Seats
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.state import State
from games.cosmic_conflict.tools import TOOLS
from games.cosmic_conflict.tools.position import CosmicPosition

MEASURES = {measure.name: measure for measure in map(Measure, TOOLS.measures)}


def state(settings: dict[str, Any] | None = None, **position: Any) -> State:
    form = CosmicPosition.model_validate(position)
    return form.state(Agreement.model_validate(settings or {}), Seats.alone(2))


def written(found: State) -> dict[str, Any]:
    """The position as the command line prints it."""
    text = CosmicPosition.of(found).model_dump_json(by_alias=True, exclude_none=True)
    told: dict[str, Any] = json.loads(text)
    return told


def ask(name: str, question: dict[str, Any], /, **position: Any) -> dict[str, Any]:
    answer: dict[str, Any] = MEASURES[name].answer(state(**position), question)
    assert json.loads(json.dumps(answer)) == answer
    return answer


def refused(name: str, question: dict[str, Any], /, **position: Any) -> str:
    """The code of the refusal."""
    with pytest.raises(Forbidden) as found:
        MEASURES[name].answer(state(**position), question)
    assert len(str(found.value)) < 300
    return found.value.code


def is_fault(name: str, question: dict[str, Any]) -> bool:
    """Whether the command line cannot make anything of a question."""
    try:
        MEASURES[name].answer(state(), question)
    except ValidationError:
        return True
    return False
