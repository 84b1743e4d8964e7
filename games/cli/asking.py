"""``ask FILE``: answers measuring questions about a position.

The file is that of ``position`` with a list of questions in the place of play::

    {"game": "chess", "position": {…}, "ask": [{"ask": "distance", "from": "E2", "to": "E4"}]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from games.cli.faults import Fault
from games.cli.playing import seat_named
from games.cli.position import PlaceFile, placed, read_file, reported
from games.core.contract import AnyGame
from games.core.log.position_files import AnyPosition, faults, tools_of
from games.core.tools import Measure
from games.core.types import Decisions, Refusal, Seated, Seats


class AskFile(PlaceFile):
    ask: tuple[dict[str, Any], ...]


def ask(name: str) -> None:
    """Print the answers as a JSON list, in the order of the questions."""
    file = read_file(name, AskFile)
    with reported(name, file):
        answers = _answers(name, file)
    print(json.dumps(answers, ensure_ascii=False))


def _answers(name: str, file: AskFile) -> list[Any]:
    position = placed(name, file)
    known = _measures(position.game, position.seats)
    form = tools_of(position.game).position
    fields = form.model_fields.items() if form else ()
    own = {field.alias or name for name, field in fields}
    answers = []
    for number, asked in enumerate(file.ask, 1):
        try:
            other = {key: asked[key] for key in own - _fields(known, asked) if key in asked}
            state = placed(name, _moved(file, other)).state if other else position.state
            rest = {key: asked[key] for key in asked if key not in other}
            answers.append(_answer(known, state, rest))
        except ValidationError as error:
            raise Fault(f"{name}: ask {number}: {faults(error)}") from None
        except ValueError as error:
            raise Fault(f"{name}: ask {number}: {error}") from None
    return answers


def _fields(known: Mapping[str, Measure], asked: Mapping[str, Any]) -> set[str]:
    measure = known.get(str(asked.get("ask")))
    return set(measure.fields) if measure else set()


def _moved(file: AskFile, other: Mapping[str, Any]) -> AskFile:
    """The file with other values in its position: a question may bring a board of its own."""
    place = file.position or AnyPosition()
    said = {**place.model_dump(exclude_unset=True), **other}
    return file.model_copy(update={"position": AnyPosition.model_validate(said), "setup": None})


def list_measures(game: AnyGame) -> None:
    """Print what can be asked, a line each: name, fields (those in brackets may be left out)."""
    seats = Seats.alone(game.meta.players[0])
    for measure in _measures(game, seats).values():
        fields = [name if needed else f"[{name}]" for name, needed in measure.fields.items()]
        print(f"{' '.join((measure.name, *fields))}: {measure.help}")


def _answer(known: Mapping[str, Measure], state: Any, asked: Mapping[str, Any]) -> Any:
    measure = known.get(str(asked.get("ask")))
    if measure is None:
        raise ValueError(f"ask: one of {', '.join(known)}")
    try:
        return measure.answer(state, {key: asked[key] for key in asked if key != "ask"})
    except Refusal as refusal:
        return {"refused": refusal.code, "why": str(refusal)}


def _measures(game: AnyGame, seats: Seats) -> Mapping[str, Measure]:
    """The questions of every game and those of this one, by name."""

    def moves(state: Any, seat: str = "") -> list[str]:
        """The moves on offer to the first seat that is waited for, or to the one named."""
        pending = game.pending(state)
        found = pending.open if isinstance(pending, Decisions) else ()
        if seat:
            named = seat_named(game, seats, state, seat)
            if named is None:
                raise ValueError(f"there is no seat {seat[:20]}")
            found = tuple(each for each in found if each.seat == named)
        else:
            found = tuple(each for each in found if each.waits)[:1]
        return [
            game.write(move)
            for each in found
            for move in game.options(game.view(state, Seated(each.seat)), each)
        ]

    functions = (moves, *tools_of(game).measures)
    return {measure.name: measure for measure in map(Measure, functions)}
