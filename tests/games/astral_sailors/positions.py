"""Positions to test the rules on: a table with these units and pieces, in the middle of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import LETTERS, Phase, Player, Scenery, Table, Team, Turn, Unit
from games.astral_sailors.tasks import NOBODY
from games.core.geometry.squares import Facing, Square, square

HEADER = 'title = "Kinds for the tests"\n'


def kind(code: str, *specials: str, **values: Any) -> str:
    """A unit of a pack: plain, 1 by 1, man-high, for any army, unless ``values`` say otherwise.

    With the special rule or the category of a Commander it is one, of the Exiled; other
    categories than mercenary bring their army along.
    """
    category = values.get("category", "commander" if "Commander" in specials else "mercenary")
    if category == "commander":
        specials = tuple(dict.fromkeys(("Commander", *specials)))
    army = {"mercenary": "MC", "civilian": "CV"}.get(category, "EX")
    fields: dict[str, Any] = {
        "code": code,
        "name": f"Test {code}",
        "army": army,
        "category": category,
        "resistance": 2 if category == "commander" else 1,
        "shots": 1,
        "blows": 1,
        "shot_damage": 0,
        "blow_damage": 0,
        "range": [1, 12],
        "defence": 1,
        "movement": 5,
        "cost": 8,
        "base": 1,
        "height": 1,
        "specials": list(specials),
        **values,
    }
    return "\n".join(("[[units]]", *(f"{name} = {_toml(value)}" for name, value in fields.items())))


def piece_kind(code: str, **values: Any) -> str:
    """A piece of a pack: one solid, impassable square of height 1, unless ``values`` say else."""
    fields: dict[str, Any] = {
        "code": code,
        "name": f"Test {code}",
        "size": [1, 1],
        "height": 1,
        "opacity": "solid" if values.get("height", 1) else "",
        "entry": "impassable",
        **values,
    }
    lines = (f"{name} = {_toml(value)}" for name, value in fields.items())
    return "\n".join(("[[pieces]]", *lines))


def pack(*kinds: str) -> str:
    """The text of a content pack of these ``kind`` and ``piece_kind``."""
    return HEADER + "\n\n".join(kinds) + "\n" if kinds else ""


def unit(code: str, of: str, at: str, facing: Facing = Facing.N, **values: Any) -> Unit:
    """``code`` is of kind ``of`` with its anchor on ``at``; an empty ``at`` is the Reserve."""
    where = square(at) if at else None
    fields: dict[str, Any] = {"ap": 2 if at else 0, "seen": bool(at), **values}
    found = Unit(code, of, LETTERS.index(code[0]), facing=facing, **fields)
    return replace(found, place="board", c=where.c, r=where.r) if where else found


def at(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def piece(of: str, at: str, *, turned: bool = False) -> Scenery:
    where = square(at)
    assert where is not None
    return Scenery(of, where.c, where.r, turned)


def table(
    units: Iterable[Unit] = (),
    pieces: Iterable[Scenery] = (),
    *,
    kinds: Sequence[str] = (),
    teams: Sequence[int] = (1, 1),
    size: int | None = None,
    phase: Phase = "activation",
    round: int = 1,  # noqa: A002  # the word of the rules
    turn: int = 0,
    half: int = 1,
    pools: Mapping[int, int] | None = None,
    **options: Any,
) -> Table:
    """``teams`` are numbers of players; the first main Commander of a seat is set by its units.

    ``turn`` is the seat whose turn it is, with a quota for all its units.
    """
    lists = []
    first = 0
    for count in teams:
        lists.append(Team(tuple(range(first, first + count))))
        first += count
    team_of = [number for number, team in enumerate(lists) for _ in team.seats]
    side = size or (16 if first == 2 else 24 if first <= 6 else 32)
    by_code = {each.code: each for each in sorted(units, key=_order)}
    players = tuple(
        Player(seat, team_of[seat], pool=(pools or {}).get(seat, 0), deployed=True)
        for seat in range(first)
    )
    order = tuple(range(turn, first)) + tuple(range(turn))
    found = Table(
        Agreement(pack=pack(*kinds), **options),
        side,
        tuple(lists),
        players,
        phase,
        round,
        by_code,
        tuple(pieces),
        Turn(order, half=half, quota=sum(each.seat == turn for each in by_code.values())),
        starter=team_of[turn] if round else NOBODY,
    )
    for each in by_code.values():
        player = found.players[each.seat]
        if found.kind(each).category == "commander" and not player.main:
            found = found.with_player(replace(player, main=each.code))
    return found


def state(
    of: Table, objectives: Sequence[int] = (), targets: Mapping[int, int] | None = None
) -> State:
    """A state of this table; ``objectives`` by team (Glory where none is named)."""
    secrets = tuple(
        TeamSecret(
            objectives[number] if number < len(objectives) else 2, (targets or {}).get(number, -1)
        )
        for number in range(len(of.teams))
    )
    return State(of, tuple(ArmyDraft(locked=True) for _ in of.players), secrets)


def builder(of: Table, objectives: Sequence[int] = (), **values: Any) -> StepBuilder:
    return StepBuilder(state(of, objectives, **values))


def _order(each: Unit) -> tuple[int, int]:
    return each.seat, each.number


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)
