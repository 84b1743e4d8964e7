"""What the command line can do with Colonial Space Wars: positions, measuring."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Self

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.rules import armies, attacks, damage, deployment, ending, movement
from games.colonial_space_wars.rules.values import forbid, no_unit
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.table import LETTERS, UNDAMAGED, Activation, Table, Unit, Zone
from games.colonial_space_wars.table.board import board_of
from games.core.geometry.squares import Square
from games.core.geometry.squares import square as square_named
from games.core.tools import (
    SEAT_OF,
    Letter,
    Number,
    PositionForm,
    SetupForm,
    StrictForm,
    Tools,
    UnitCode,
    boarded,
    by_code,
    known,
)
from games.core.types import Seats


class UnitForm(StrictForm):
    """A unit; ``cost`` and ``protection`` are written but ignored on reading."""

    type: StrictStr
    at: StrictStr | None = None
    inside: StrictStr | None = Field(None, alias="in")
    health: Annotated[StrictInt, Field(ge=0, le=UNDAMAGED)] = UNDAMAGED
    s: Number = 0
    a: Number = 0
    activated: StrictBool = False
    dug_in: StrictBool = False
    inspired: StrictBool = False
    dread: StrictBool = False
    healed: StrictBool = False
    destroyed: StrictBool = False
    cost: Any = None
    protection: Any = None

    @model_validator(mode="before")
    @classmethod
    def _text(cls, written: object) -> object:
        """``BRI F5`` or all of it."""
        if not isinstance(written, str):
            return written
        kind, _, at = written.partition(" ")
        return {"type": kind, "at": at or None}

    @classmethod
    def of(cls, table: Table, unit: Unit) -> UnitForm:
        inside = table.carrier(unit.code)
        return cls.model_validate(
            {
                "type": unit.kind,
                "at": None if unit.at is None else str(unit.at),
                "in": inside and inside.code,
                "health": unit.health,
                "s": unit.struck,
                "a": unit.hits,
                "destroyed": unit.destroyed,
                **{name: getattr(unit, name) for name in _FLAGS},
                "cost": table.cost(unit),
                "protection": table.protection(unit),
            }
        )

    def unit(self, code: str, table: Table) -> Unit:
        at = None if self.at is None else _square(table, self.at)
        if self.type not in table.catalogue.units:
            raise ValueError(f"{code}: there is no type {self.type[:10]!r}")
        if at is not None and self.inside is not None:
            raise ValueError(f"{code}: either at or in")
        gone = self.destroyed or not self.health
        return Unit(
            code,
            self.type,
            SEAT_OF[code[0]],
            None if gone else at,
            health=0 if gone else self.health,
            struck=self.s,
            hits=self.a,
            **{name: getattr(self, name) for name in _FLAGS},
        )


_FLAGS = ("activated", "dug_in", "inspired", "dread", "healed")


class OpenForm(StrictForm):
    """The open activation; ``spent`` on Light and on Heavy targets."""

    unit: StrictStr
    movement_left: Number | None = None
    spent: tuple[Number, Number] = (0, 0)
    skills: tuple[StrictStr, ...] = ()
    moved: StrictBool = False
    attacked: StrictBool = False

    def activation(self, table: Table) -> Activation:
        unit = table.units.get(self.unit)
        if unit is None:
            raise ValueError(f"open: there is no unit {self.unit[:10]!r}")
        left = table.kind(unit).movement if self.movement_left is None else self.movement_left
        skills = tuple(skill.lower() for skill in self.skills)
        return Activation(self.unit, left, self.spent, skills, self.moved, self.attacked)


class CswPosition(PositionForm):
    """A position in a turn. It is not checked on reading; ``pool`` defaults to the income.

    ``movement_left`` and ``reach`` are written but ignored on reading.
    """

    board: StrictStr | tuple[StrictStr, ...] | None = None
    factions: dict[Letter, StrictStr] = Field(default_factory=dict)
    attacker: Letter = "R"
    zone: Zone = "south"
    turn: Letter | None = None
    round: Number = 1
    pool: Number | None = None
    bonus: dict[Letter, Number] = Field(default_factory=dict)
    martyrs: tuple[Letter, ...] = ()
    inspire_used: StrictBool = False
    units: dict[UnitCode, UnitForm] = Field(default_factory=dict)
    open: OpenForm | None = None
    movement_left: Any = None
    reach: Any = None

    @classmethod
    def of(cls, state: State) -> Self:
        table = state.table
        open_ = table.open
        commanded = zip(LETTERS, table.swords, strict=True)
        return cls.model_validate(
            {
                "board": _board_name(table) or table.rows,
                "factions": {letter: sword for letter, sword in commanded if sword},
                "attacker": LETTERS[table.attacker],
                "zone": table.zone,
                "turn": LETTERS[table.active],
                "round": table.round,
                "pool": table.pool,
                "bonus": dict(zip(LETTERS, table.bonus, strict=True)),
                "martyrs": [each for each in LETTERS if table.martyrs[SEAT_OF[each]]],
                "inspire_used": table.inspire_used,
                "units": {each.code: UnitForm.of(table, each) for each in boarded(table.units)},
                "open": None if open_ is None else _open_form(open_),
                "movement_left": None if open_ is None else open_.left,
                "reach": _reach(table),
            }
        )

    def state(self, settings: Agreement, seats: Seats) -> State:
        table = Table(settings, self._rows(settings), phase="turn", turns=1)
        units = self.units
        for code in by_code(units):
            table = _placed(table, units[code].unit(code, table))
        for code, form in units.items():
            if form.inside is not None and not table.units[code].destroyed:
                table = _loaded(table, code, form.inside)
        attacker = SEAT_OF[self.attacker]
        builder = StepBuilder(State(table))
        builder.change(
            swords=(self._sword(table, "R"), self._sword(table, "B")),
            attacker=attacker,
            zone=self.zone,
            active=attacker if self.turn is None else SEAT_OF[self.turn],
            round=self.round,
            bonus=(self.bonus.get("R", 0), self.bonus.get("B", 0)),
            martyrs=("R" in self.martyrs, "B" in self.martyrs),
            inspire_used=self.inspire_used,
        )
        pool = self.pool
        if pool is None:
            pool = sum(builder.table.income(builder.table.active))
        opened = self.open and self.open.activation(table)
        builder.change(pool=pool, open=opened)
        return builder.done().state

    def _rows(self, settings: Agreement) -> tuple[str, ...]:
        if self.board is None:
            return armies.board_rows(settings)
        if isinstance(self.board, str):
            boards = Table(settings, ()).catalogue.boards
            return known("board", self.board, boards).rows
        rows = self.board
        if not rows or not rows[0] or {len(row) for row in rows} != {len(rows[0])}:
            raise ValueError("board: rows of equal length")
        if not set("".join(rows)) <= set(".ABC"):
            raise ValueError("board: squares are . A B or C")
        return rows

    def _sword(self, table: Table, letter: Letter) -> str:
        """The given one, or else the faction of the side's first unit."""
        swords = table.catalogue.swords
        if letter in self.factions:
            known("factions", self.factions[letter], swords)
            return self.factions[letter]
        kinds = [table.kind(unit).faction for unit in table.of(SEAT_OF[letter])]
        return kinds[0] if kinds else ("union", "centauri")[SEAT_OF[letter]]


def _board_name(table: Table) -> str:
    boards = table.catalogue.boards.items()
    return next((key for key, board in boards if board.rows == table.rows), "")


def _open_form(open_: Activation) -> OpenForm:
    fields = asdict(open_)
    return OpenForm(movement_left=fields.pop("left"), **fields)


def _reach(table: Table) -> dict[str, dict[str, int]]:
    """Where the open unit, or else every unit of the side on turn, can stop."""
    if table.phase != "turn":
        return {}
    if table.open is not None:
        return {table.open.unit: _stops(table, table.units[table.open.unit])}
    return {unit.code: _stops(table, unit) for unit in table.on_board(table.active)}


def _stops(table: Table, unit: Unit) -> dict[str, int]:
    points = table.kind(unit).movement
    if table.open is not None and table.is_active(unit):
        points = table.open.left
    return movement.costs(movement.stops(table, unit, points))


def _square(table: Table, text: str) -> Square:
    found = square_named(text)
    if found is None:
        raise ValueError(f"{text[:10]!r} is not a square")
    if refused := movement.off_board(table.board, found):
        raise refused
    return found


def _placed(table: Table, unit: Unit) -> Table:
    there = table.unit_at(unit.at) if unit.at is not None else None
    if there is not None:
        raise forbid("OCCUPIED", "26", f"{there.code} and {unit.code} are both on {unit.at}.")
    return table.put(unit)


def _loaded(table: Table, code: str, transport: str) -> Table:
    into = table.units.get(transport)
    if into is None:
        raise ValueError(f"{code}: there is no unit {transport[:10]!r}")
    builder = StepBuilder(State(table))
    builder.put(into, cargo=(*into.cargo, code))
    return builder.table


class CswSetup(SetupForm):
    """The start of a match; what is missing is rolled or asked for."""

    factions: dict[Letter, StrictStr] = Field(default_factory=dict)
    armies: dict[Letter, tuple[StrictStr, ...]] = Field(default_factory=dict)
    attacker: Letter | None = None
    zone: Zone | None = None

    def state(self, settings: Agreement, seats: Seats) -> State:
        builder = StepBuilder(armies.opening(settings))
        catalogue = builder.table.catalogue
        for letter, sword in self.factions.items():
            known("factions", sword, catalogue.swords)
            units = self.armies.get(letter, ())
            if unknown := [code for code in units if code not in catalogue.units]:
                raise ValueError(f"armies: there is no type {unknown[0][:10]!r}")
            builder.put_sheet(SEAT_OF[letter], armies.sheet_of(builder.table, sword, units))
        if len(self.factions) == len(SEAT_OF):
            armies.reveal(builder)
        elif self.attacker or self.armies:
            raise ValueError("both factions must be given")
        if self.attacker is not None:
            deployment.set_attacker(builder, SEAT_OF[self.attacker])
            if self.zone is not None:
                builder.change(phase="deploy", zone=self.zone)
        elif self.zone is not None:
            raise ValueError("zone: whose? attacker must be given")
        return builder.done().state


# --- Measuring ---


def reach(state: State, unit: str) -> dict[str, Any]:
    """Where a unit can stop, with what it costs (CSW-53, CSW-57); its own square for nothing."""
    return {"stops": _stops(state.table, _unit(state.table, unit))}


def targets(state: State, unit: str) -> dict[str, Any]:
    """The enemies in range of a unit, with the points available and the hits they would cause."""
    table, attacker = state.table, _unit(state.table, unit)
    found: dict[str, Any] = {}
    if attacker.at is not None:
        for target in attacks.targets(table, attacker, attacker.at):
            points = attacks.points_against(table, attacker, target)
            hits = damage.new_hits(table, target, points) if points else 0
            found[target.code] = {"points": points, "hits": hits}
    return {"targets": found}


def distance(state: State, from_: str, to: str) -> dict[str, Any]:
    """Squares between two squares (CSW-73)."""
    board = board_of(state.table.rows, state.table.agreement.orthogonal)
    return {"distance": board.distance(_square(state.table, from_), _square(state.table, to))}


def _unit(table: Table, code: str) -> Unit:
    if refused := no_unit(table, code):
        raise refused
    return table.units[code]


def score(state: State) -> dict[str, float | str]:
    """What the units in play are worth (CSW-118)."""
    return {letter: str(ending.score(state.table, seat)) for letter, seat in SEAT_OF.items()}


TOOLS: Tools[State] = Tools(
    position=CswPosition, setup=CswSetup, score=score, measures=(reach, targets, distance)
)
