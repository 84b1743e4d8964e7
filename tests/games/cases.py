"""Rule cases: ``tests/games/<game>/cases/*.toml``, run by pytest like tests.

CONTRIBUTING.md says how they are written.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from games import all_games
from games.core.contract import AnyGame
from games.core.log.position_files import AnyPosition, Setup, tools_of
from games.core.types import Forbidden, Refusal
from tests.games.playthrough import Playthrough

OWN = ("rules", "base", "settings", "setup", "play", "examples")
"""The keys of a case that are not of its position."""


class Case(NamedTuple):
    """``line`` is that of its heading; ``row`` the example of a table, empty without one."""

    name: str
    row: str
    line: int
    rules: tuple[str, ...]
    said: dict[str, Any]


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file, one for each row of ``examples``. Raises ``ValueError``."""
    text = path.read_text(encoding="utf-8")
    found = tomllib.loads(text)
    defaults, bases = found.pop("defaults", {}), found.pop("positions", {})
    lines = text.splitlines()
    for name, said in found.items():
        line = lines.index(f"[{json.dumps(name, ensure_ascii=False)}]") + 1
        rules = tuple(said["rules"].split())
        for row, values in _examples(said.pop("examples", "")):
            filled = _filled(said, values)
            if base := filled.pop("base", ""):
                filled = _merged(bases[base], filled)
            if "setup" not in filled:
                filled = _merged(defaults, filled)
            yield Case(name, row, line, rules, filled)


def _examples(table: str) -> Iterator[tuple[str, dict[str, str]]]:
    heading, *rows = table.strip().splitlines() or [""]
    names = _cells(heading)
    for row in rows or [""]:
        cells = _cells(row)
        if len(cells) != len(names):
            raise ValueError(f"{row}: {len(names)} cells")
        yield " | ".join(cells), dict(zip(names, cells, strict=True))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")]


def _filled(said: Any, values: Mapping[str, str]) -> Any:
    """With the values of an example in place of ``{names}``."""
    if isinstance(said, dict):
        return {key: _filled(value, values) for key, value in said.items()}
    if isinstance(said, list):
        return [_filled(each, values) for each in said]
    if not isinstance(said, str):
        return said
    if said.strip("{}") in values and said.startswith("{"):
        return _value(values[said.strip("{}")])
    return reduce(lambda text, name: text.replace(f"{{{name}}}", values[name]), values, said)


def _merged(base: Any, said: Any) -> Any:
    if isinstance(base, dict) and isinstance(said, dict):
        both = {key: _merged(base[key], said[key]) for key in base.keys() & said.keys()}
        return {**base, **said, **both}
    return f"{base}; {said}" if isinstance(base, str) and _lists_units(base) else said


def _lists_units(text: str) -> bool:
    return bool(re.match(r"\s*[A-Za-z]\d+ ", text))


def _value(text: str) -> Any:
    """A number, ``true`` or a list as in JSON; else text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def playthrough_of(game: AnyGame, said: Mapping[str, Any]) -> Playthrough:
    """The position of a case, before its play."""
    settings = said.get("settings", {})
    if "setup" in said:
        return Playthrough(game, Setup.model_validate(said["setup"]), settings)
    position = {key: value for key, value in said.items() if key not in OWN}
    if isinstance(position.get("units"), str):
        position["units"] = dict(_units(game, position["units"]))
    return Playthrough(game, AnyPosition.model_validate(position), settings)


def _units(game: AnyGame, text: str) -> Iterator[tuple[str, Any]]:
    """``R1 INF 24 24; B1 RIF 24 12, models 3, shaken``: the later of one code counts."""
    form = tools_of(game).position
    assert form is not None
    for part in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        head, *fields = part.split(", ")
        code, _, short = head.partition(" ")
        if not fields:
            yield code, short
            continue
        unit = dict(form.model_validate({"units": {code: short}}))["units"][code]
        assert isinstance(unit, BaseModel)
        written = unit.model_dump(mode="json", by_alias=True, exclude_unset=True)
        pairs = (field.partition(" ") for field in fields)
        yield code, written | {name: _value(value or "true") for name, _, value in pairs}


# --- What a line of play says ---


def run(game: AnyGame, case: Case) -> None:
    """Play a case. Raises ``AssertionError`` with the case and the line that it fails at."""
    match = playthrough_of(game, case.said)
    steps = [each.strip() for each in re.split(r" \| |\n", case.said["play"].strip())]
    played = 0
    try:
        for step in steps:
            _run_step(match, step)
            played += 1
        due = match.dice
        assert not due or any(f"dice {due}" in step for step in steps), f"{due} is still due"
    except (AssertionError, Refusal) as fault:
        raise AssertionError(_shown(case, steps, played, fault, match)) from None


def _run_step(match: Playthrough, step: str) -> None:
    if step == "back":
        match.restart()
    elif found := re.fullmatch(r"order ([A-Z]|Side \d): (.+) => (.+)", step):
        _check_refusal(match.order_refusal(found[1], found[2]), found[3])
    elif found := re.fullmatch(r"order ([A-Z]|Side \d): (.+)", step):
        match.order(found[1], *found[2].split("; "))
    elif found := re.fullmatch(r"obey (Side \d|\w+)( once)?", step):
        match.obey(found[1], once=bool(found[2]))
    elif step.startswith("=> "):
        for fact in re.split(r", (?![^(]*\))", step[3:]):
            _check(match, fact)
    elif " => " in step:
        move, _, outcome = step.partition(" => ")
        _check_refusal(match.refusal(move), outcome)
    elif re.match(r"\d+d\d+: ", step):
        match.roll(step)
    else:
        match.play(step)


def _check_refusal(refusal: Refusal | None, outcome: str) -> None:
    if refusal is None:
        assert outcome == "ok", "it is legal"
        return
    rule, step = (
        (refusal.rule, refusal.step) if isinstance(refusal, Forbidden) else (refusal.code, 0)
    )
    names = {rule, refusal.code, f"{refusal.code}:{step}" if step else refusal.code}
    said = f"refused with {refusal.code} of {rule} in step {step}: {refusal}"
    first, _, words = outcome.partition(" ")
    assert first in names, said
    second, _, rest = words.partition(" ")
    words = rest if second in names else words
    if words.startswith('"'):
        assert words.strip('"') == str(refusal), said
    for part in words.strip('"').split(" … "):
        assert part in str(refusal), said


def _check(match: Playthrough, fact: str) -> None:
    word, rest = re.fullmatch(r"(\S+\(.*?\)\S*|\S+) ?(.*)", fact).groups()  # type: ignore[union-attr]
    match word:
        case "asks":
            assert match.asked == rest, f"asks {match.asked or 'nobody'}"
        case "dice":
            assert match.dice == rest, f"dice {match.dice or 'none'}"
        case "over":
            assert match.result, "not over"
            assert f"{match.result} ".startswith(f"{rest} "), f"over {match.result}"
        case "told":
            assert match.kinds == rest.split(), f"told {' '.join(match.kinds)}"
        case "says":
            assert any(rest in each for each in match.sentences), f"says {match.sentences}"
        case "obeys" | "default" | "ordered":
            named = re.fullmatch(r"(Side \d|\S+) ?(.*)", rest)
            assert named, f"{word} needs a seat"
            letter, wanted = named.groups()
            if word == "ordered":
                said = match.ordered(letter)
            else:
                said = match.answered(letter, late=word == "default")
            assert (said or "nothing") == wanted, f"{word} {letter} {said or 'nothing'}"
        case "no":
            shown = {"dice": match.dice, "end": match.result}.get(rest, match.told(rest))
            assert not shown, f"{rest} {shown}"
        case _:
            found = shown_value(_looked_up(match, word))
            assert found == (rest or "yes"), f"{word} {found}"


def _looked_up(match: Playthrough, path: str) -> Any:
    """``Attacked.checks.need`` of the event, ``2.Attacked`` of the second one; ``R1.models`` or
    ``round`` of the position; ``reach(R1).stops.E5`` or ``distance(R1 B1)`` as it is asked for,
    ``price(WREN faction=MERC).points`` with fields by name; else a field of the stored state,
    ``table.turns``."""
    if asked := re.fullmatch(r"(\w+)\(([^)]*)\)(\..+)?", path):
        pairs = [re.fullmatch(r"(?:([a-z]+)=)?(.*)", each) for each in asked[2].split()]
        named = {each[1]: _value(each[2]) for each in pairs if each and each[1]}
        values = [_value(each[2]) for each in pairs if each and not each[1]]
        way = (asked[3] or "").split(".")[1:]
        return reduce(_inside_if_any, way, match.measure(asked[1], values, named))
    first, *way = path.split(".")
    number = 1
    if first.isdecimal():
        number, (first, *way) = int(first), way
    if first[:1].isupper() and first.isalpha() and not first.isupper():
        events = match.told(first)
        assert len(events) >= number, f"told {' '.join(match.kinds)}"
        return reduce(_inside, way, events[number - 1])
    position = match.position
    for start in (position, position.get("units") or {}, match.game.state_form.full(match.state)):
        if first in start:
            return reduce(_inside, way, start[first])
    raise AssertionError(f"there is no {first}")


def _inside(value: Any, name: str) -> Any:
    try:
        return value[int(name)] if isinstance(value, list | tuple) else value[name]
    except (KeyError, IndexError, TypeError, ValueError):
        raise AssertionError(f"there is no {name} in {shown_value(value)}") from None


def _inside_if_any(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else _inside(value, name)


def shown_value(value: Any) -> str:
    """As cases write it: ``yes`` and ``no``, ``none``, lists with blanks between."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{key} {shown_value(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(map(shown_value, value)) or "none"
    return "none" if value in (None, "") else str(value)


def _shown(case: Case, steps: list[str], failed: int, fault: Exception, match: Playthrough) -> str:
    """The case, a mark at the line that fails, and what was found there."""
    said = (
        f"  {key} = {value}" for key, value in case.said.items() if key not in ("play", "rules")
    )
    played = (f"{'>' if number == failed else ' '} {step}" for number, step in enumerate(steps))
    lines: Iterable[str] = (
        f"{case.name} {f'[{case.row}]' if case.row else ''} ({' '.join(case.rules)})",
        *said, "play:", *played, f"found: {fault}", *(f"  {each}" for each in match.sentences),
    )  # fmt: skip
    return "\n".join(lines)


# --- As tests of pytest ---


class CaseFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        name = self.path.parent.parent.name
        game = next(each for each in all_games() if each.meta.id == name)
        for case in read_cases(self.path):
            title = f"{case.name}[{case.row}]" if case.row else case.name
            yield CaseItem.from_parent(self, name=title, game=game, case=case)


class CaseItem(pytest.Item):
    def __init__(self, *, game: AnyGame, case: Case, **more: Any) -> None:
        super().__init__(**more)
        self.game, self.case = game, case
        self.add_marker(pytest.mark.rules(*case.rules))

    def runtest(self) -> None:
        run(self.game, self.case)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> Any:
        if isinstance(excinfo.value, AssertionError):
            return f"{self.path}:{self.case.line}: {excinfo.value}"
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.line - 1, self.name
