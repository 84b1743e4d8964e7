"""What the command line can do with Astral Sailors alone: positions as JSON.

A position is the Activation phase of a round, in the turn of one player::

    {"units": {"R1": "EX1 C4 S", "B1": {"kind": "GU1", "at": "C9", "lost": 1}, "B2": "GU3"},
     "pieces": ["WA D6", "FE G7 turned"], "turn": "R"}

A unit is its kind, its square and its facing, or an object with all that is to be
said of it; without a square it is in the Reserve. ``docs/content-packs.md`` tells
the form of packs, which ``settings`` may hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt
from pydantic import model_validator as validator

from games.astral_sailors import agenda
from games.astral_sailors.board import ground, line_of_sight, paths
from games.astral_sailors.content.catalogue import Spot
from games.astral_sailors.content.pack_form import SPOT
from games.astral_sailors.faults import fault
from games.astral_sailors.meta import SailorsSettings
from games.astral_sailors.notation.writing import text_of
from games.astral_sailors.options import options_for
from games.astral_sailors.project import view_of
from games.astral_sailors.rules.combat import aiming
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.turns import action_points, selecting, turns
from games.astral_sailors.state import Draft, State
from games.astral_sailors.table import LETTERS, NOBODY, Piece, Table, Turn, Unit
from games.core.chance import Chance
from games.core.decisions import Decision, Decisions
from games.core.geometry.squares import Facing, square
from games.core.refusals import Forbidden
from games.core.seats import Seated, Seats

OPENING = ("--answers", "first answers of the match, separated by semicolons")
"""The command-line option for the first moves of a match, with its help text."""

TEAMS = "ABCDEFGH"
GLORY = 2


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


def _unit(written: object) -> object:
    """``EX1 C4 S`` is short for an object."""
    if not isinstance(written, str):
        return written
    words = written.upper().split()
    if not 1 <= len(words) <= 3:
        raise ValueError("a unit is written EX1 C4 S: kind, square, facing")
    return dict(zip(("kind", "at", "facing"), words, strict=False))


class UnitFile(_Form):
    """One unit: fields as in ``table.Unit``; ``activated`` is meant for the round of the file."""

    kind: str
    at: str = ""
    facing: Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"] = "N"
    lost: StrictInt = Field(0, ge=0, le=9)
    ap: StrictInt | None = Field(None, ge=0, le=3)
    activated: StrictBool = False
    shot: StrictInt = Field(0, ge=0)
    used: StrictInt = Field(0, ge=0)
    kills: StrictInt = Field(0, ge=0)
    cover: StrictBool = False


class PositionFile(_Form):
    """``teams`` are numbers of players; letters of seats and teams name them elsewhere."""

    units: dict[
        Annotated[str, Field(pattern=f"^[{LETTERS}][1-9][0-9]?$")],
        Annotated[UnitFile, BeforeValidator(_unit)],
    ]
    pieces: tuple[Annotated[Spot, BeforeValidator(SPOT.read)], ...] = Field((), max_length=200)
    teams: tuple[Annotated[StrictInt, Field(ge=1, le=4)], ...] = Field(
        (1, 1), min_length=2, max_length=8
    )
    turn: Annotated[str, Field(pattern=f"^[{LETTERS}]$")] = "R"
    half: Literal[1, 2] = 1
    round: StrictInt = Field(1, ge=1)
    pools: dict[str, Annotated[StrictInt, Field(ge=0)]] = {}
    objectives: dict[str, Annotated[StrictInt, Field(ge=0, le=6)]] = {}
    targets: dict[str, str] = {}
    settings: SailorsSettings = SailorsSettings()

    @validator(mode="after")
    def check(self) -> PositionFile:
        players = sum(self.teams)
        if not 2 <= players <= len(LETTERS):
            raise ValueError(f"2 to 8 players, not {players}")
        seats, teams = LETTERS[:players], TEAMS[: len(self.teams)]
        for letter in (self.turn, *self.pools, *(code[0] for code in self.units)):
            if letter not in tuple(seats):
                raise ValueError(f"the seats are {', '.join(seats)}")
        for letter in (*self.objectives, *self.targets, *self.targets.values()):
            if letter not in tuple(teams):
                raise ValueError(f"the teams are {', '.join(teams)}")
        return self


def position(data: Mapping[str, Any]) -> State:
    """The state that a position file describes.

    Raises ``pydantic.ValidationError`` for data of another form, and ``Forbidden``
    with its rule for a position that cannot be, or another ``Refusal`` for a faulty pack.
    """
    file = PositionFile.model_validate(data)
    teams = tuple(number for number, count in enumerate(file.teams) for _ in range(count))
    agreement, seats = file.settings.agreement, Seats(teams)
    if refusal := fault(agreement, seats):
        raise refusal
    start = muster.opening(agreement, seats)
    table = replace(start.table, phase="activation", round=file.round, agenda=())
    table = replace(table, players=tuple(replace(each, deployed=True) for each in table.players))
    table = replace(table, teams=tuple(replace(each, bellicose=False) for each in table.teams))
    for letter, pool in file.pools.items():
        table = table.with_player(replace(table.players[LETTERS.index(letter)], pool=pool))
    table = _with_pieces(table, file.pieces)
    table = _with_units(table, file)
    secrets = start.secrets
    for number, secret in enumerate(secrets.teams):
        letter = TEAMS[number]
        target = file.targets.get(letter)
        secrets = secrets.with_team(
            number,
            replace(
                secret,
                objective=file.objectives.get(letter, GLORY),
                target=NOBODY if target is None else TEAMS.index(target),
                bellicose=False,
            ),
        )
    locked = tuple(Draft(locked=True) for _ in table.players)
    return State(_with_turn(table, file), replace(secrets, drafts=locked))


def _with_pieces(table: Table, spots: tuple[Spot, ...]) -> Table:
    """Pieces where they may lie; how many, and the border, are not asked here."""
    taken: dict[tuple[int, int], str] = {}
    pieces = []
    for each in spots:
        name = f"{each.piece} on {each.square}"
        kind = table.catalogue.pieces.get(each.piece)
        if kind is None:
            raise Forbidden("ASCW-D49", f"There is no piece {each.piece}.")
        anchor = square(each.square)
        assert anchor is not None  # read by the form
        columns, rows = kind.columns, kind.rows
        if each.turned:
            columns, rows = rows, columns
        if anchor.c + columns > table.size or anchor.r + rows > table.size:
            raise Forbidden("ASCW-D49", f"{name} is not on the board of {table.size} squares.")
        for c in range(anchor.c, anchor.c + columns):
            for r in range(anchor.r, anchor.r + rows):
                if (c, r) in taken:
                    raise Forbidden("ASCW-D49", f"{name} overlaps {taken[c, r]}.")
                taken[c, r] = name
        pieces.append(Piece(each.piece, anchor.c, anchor.r, each.turned))
    return replace(table, pieces=tuple(pieces))


def _with_units(table: Table, file: PositionFile) -> Table:
    """Units on squares where they may stand; the first Commander of a seat is its main one."""
    for code in sorted(file.units, key=lambda code: (LETTERS.index(code[0]), int(code[1:]))):
        given = file.units[code]
        kind = table.catalogue.units.get(given.kind)
        if kind is None:
            raise Forbidden("ASCW-D54", f"{code}: there is no unit {given.kind}.")
        if given.lost >= kind.resistance:
            raise Forbidden(
                "ASCW-93", f"{code} has lost {given.lost} of {kind.resistance} RE and is gone."
            )
        full = action_points.full(kind)
        unit = Unit(
            code,
            given.kind,
            LETTERS.index(code[0]),
            facing=Facing[given.facing],
            lost=given.lost,
            activated=file.round if given.activated else 0,
            shot=given.shot,
            used=given.used,
            kills=given.kills,
        )
        if given.at:
            unit = _placed(table, unit, given.at)
            ap = full if given.ap is None else min(full, given.ap)
            unit = replace(unit, ap=ap, cover=given.cover)
        table = table.with_unit(unit)
        player = table.players[unit.seat]
        if kind.category == "commander" and not player.main:
            table = table.with_player(replace(player, main=code))
    return table


def _placed(table: Table, unit: Unit, at: str) -> Unit:
    anchor = square(at)
    if anchor is None:
        raise Forbidden("ASCW-D02", f"{unit.code}: {at[:10]!r} is not a square.")
    placed = replace(unit, place="board", seen=True, c=anchor.c, r=anchor.r)
    base = table.base(placed)
    if not base.within(table.size):
        raise Forbidden(
            "ASCW-D05", f"{unit.code} on {anchor} is not on the board of {table.size} squares."
        )
    if not ground.stands(table, placed, base):
        raise Forbidden("ASCW-D05", f"{unit.code} cannot stand on {anchor}.")
    return placed


def _with_turn(table: Table, file: PositionFile) -> Table:
    """It is the turn of a player whose units are begun as far as the file says (D-43)."""
    seat = LETTERS.index(file.turn)
    order = turns.line(table, table.team(seat))
    units = [unit for unit in table.of(seat) if unit.on_board]
    left = len(selecting.unbegun(table, seat))
    done = len(units) - left
    quota = left if file.half == 2 else max(0, (len(units) + 1) // 2 - done)
    turn = Turn(order, at=order.index(seat), half=file.half, quota=quota)
    return replace(table, turn=turn, starter=table.team(seat))


# --- Telling it ---


def describe(state: State, before: State | None = None) -> dict[str, Any]:
    """The table, who has to answer, which dice are to be thrown, and what may be done.

    ``changed`` holds the units that are not what they were ``before``.
    """
    table = state.table
    pending = agenda.pending(state)
    units = _units(table)
    described: dict[str, Any] = {
        "phase": table.phase,
        "round": table.round,
        "turn": None if table.turn.seat == NOBODY else LETTERS[table.turn.seat],
        "half": table.turn.half,
        "quota": table.turn.quota,
        "pools": {LETTERS[player.seat]: player.pool for player in table.players},
        "units": units,
        "ended": table.result is not None,
    }
    if isinstance(pending, Chance):
        described["dice"] = [[roll.count, roll.sides, roll.why] for roll in pending.rolls]
    if isinstance(pending, Decisions):
        waiting = [decision for decision in pending.open if decision.waits]
        described["waits"] = [[LETTERS[decision.seat], decision.kind] for decision in waiting]
        described["moves"] = _moves(state, waiting[0]) if waiting else []
    described["able"] = {
        unit.code: _able(table, unit)
        for unit in selecting.selectable(table, table.turn.seat)
        if table.result is None
    }
    if before is not None:
        was = _units(before.table)
        described["changed"] = {code: now for code, now in units.items() if was.get(code) != now}
    return described


def _units(table: Table) -> dict[str, dict[str, Any]]:
    return {
        code: {
            "kind": unit.kind,
            "place": str(table.base(unit).anchor) if unit.on_board else unit.place,
            "facing": unit.facing.name,
            "re": table.kind(unit).resistance - unit.lost,
            "ap": unit.ap,
            "activated": unit.activated == table.round,
        }
        for code, unit in table.units.items()
    }


def _moves(state: State, decision: Decision) -> list[str]:
    """Every legal answer as text, in canonical order."""
    options = options_for(view_of(state, Seated(decision.seat)), decision)
    return [text_of(move) for move in options]


def _able(table: Table, unit: Unit) -> dict[str, Any]:
    """Where a Move can end, and of each enemy its distance, contact, how much of it is hidden (0 to
    128), and whether it can be shot at."""
    enemies = [other for other in table.on_board() if table.enemies(unit, other)]
    shots = {other.code for other in aiming.in_reach(table, unit, "shoot")}
    return {
        "move": [str(to) for to in paths.moves(table, unit)],
        "enemies": {
            other.code: {
                "distance": ground.distance(table, unit, other),
                "touching": ground.touching(table, unit, other),
                "hidden": line_of_sight.look(table, unit, other).score,
                "shoot": other.code in shots,
            }
            for other in enemies
        },
    }


def count(state: State, depth: int) -> int | None:
    """There is no way to count faster than through the contract."""
    del state, depth
    return None
