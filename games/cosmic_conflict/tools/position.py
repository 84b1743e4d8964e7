"""Positions as people write them in JSON, with lengths in du."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, Field, StrictInt, StrictStr

from games.core.geometry.plane import Board
from games.core.tools import PositionForm, known, unit_code
from games.core.types import Seats
from games.cosmic_conflict.agenda import AGENDA
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.editing import sound
from games.cosmic_conflict.rules.orders import usage
from games.cosmic_conflict.rules.setup import fleets, preparation
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table.course import Phase
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.units import Table
from games.cosmic_conflict.tools.units import SIDES, UnitForm
from games.cosmic_conflict.tools.values import Place, Side, at_of, du
from games.cosmic_conflict.view import Sheet

PhaseName: TypeAlias = Literal[
    "fleet", "terrain", "deploy", "command", "activation", "resolution", "scoring"
]
PHASES: Final[Mapping[PhaseName, Phase]] = {
    "fleet": "fleet",
    "terrain": "terrain",
    "deploy": "deploy",
    "command": "orders",
    "activation": "activation",
    "resolution": "resolution",
    "scoring": "scoring",
}
UnitId: TypeAlias = Annotated[str, AfterValidator(unit_code(LETTERS))]
_NAMES = {phase: name for name, phase in PHASES.items()}
_BEGINNINGS = {
    "terrain": "terrain",
    "deploy": "deploy",
    "activation": "begin-activation",
    "resolution": "resolution",
    "scoring": "scoring",
}
"""The steps that bring a phase to its first answer or dice."""
_LOCKED = frozenset(_BEGINNINGS) - {"terrain", "deploy"}
"""The phases in which everybody knows who has an Order and who a Token."""

# --- Terrain ---


def map_of(table: Table) -> str | list[dict[str, Any]]:
    """The name of the map, or its features as ``maps.features`` reads them."""
    for key, named in BASE.maps.items():
        if (named.features, named.width, named.height) == (
            table.features,
            table.board.width,
            table.board.height,
        ):
            return key
    return [maps.written(each, du) for each in table.features]


# --- Positions ---


class CosmicPosition(PositionForm):
    """A position in a turn; only what a unit cannot be at all is refused on reading.

    ``map``         the name of a map, which brings its board, or features; without it that of the
                    settings if they name one, else none
    ``vip``         where the VIP drifts, the middle if not said and no ship has it aboard
    ``initiative``  the side that has it
    """

    map: StrictStr | tuple[dict[str, Any], ...] | None = None
    vip: Place | None = None
    turn: Annotated[StrictInt, Field(ge=1, le=999)] = 1
    phase: PhaseName = "command"
    initiative: Side = 1
    units: Annotated[dict[UnitId, UnitForm], Field(max_length=400)] = Field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> Self:
        table, course = state.table, state.course
        rescue = course.agreement.scenario == "rescue"
        hidden = {id: each for sheet in state.sheets for id, each in sheet.orders.items()}
        courses = {id: each for sheet in state.sheets for id, each in sheet.cloaks.items()}
        return cls.model_validate(
            {
                "map": map_of(table),
                "vip": at_of(*table.objectives) if rescue and table.objectives else None,
                "turn": table.turn,
                "phase": _NAMES[course.phase],
                "initiative": table.initiative,
                "units": {
                    id: UnitForm.of(table, unit, hidden.get(id, Orders()), courses.get(id))
                    for id, unit in table.units.items()
                },
            }
        )

    def state(self, settings: Agreement, seats: Seats) -> State:
        for side in (self.initiative, *(SIDES[id[0]] for id in self.units)):
            if side > settings.sides:
                why = f"There is no side {side}: the match has {settings.sides} sides."
                raise forbid("UNKNOWN-ID", "D-087", why)
        table = replace(
            self._table(settings),
            designs=settings.catalogue.designs,
            players=preparation.opening(settings, seats).players,
            turn=self.turn,
            initiative=self.initiative,
        )
        for id in sorted(self.units, key=lambda id: (id[0], int(id[1:]))):
            table, unit = self.units[id].unit(table, id, settings.catalogue)
            table = table.put(unit)
        for unit in table.units.values():
            for refused in sound.of_carrier(table, unit):
                raise refused
        table = self._grouped(table)
        if table.rescuer:
            table = replace(table, objectives=())
        elif self.vip and settings.scenario == "rescue":
            table = replace(table, objectives=(self.vip,))
        table, hidden = self._ordered(table)
        real = (unit for unit in table.units.values() if not unit.bogey)
        used = {unit.sic: table.design(unit) for unit in real}
        table = replace(table, designs={**BASE.designs, **used})
        courses = {
            id: form.cloaked.course(table, table.units[id])
            for id, form in sorted(self.units.items())
            if form.cloaked
        }
        sheets = tuple(
            Sheet(
                orders=_of_side(hidden, side),
                cloaks={id: each for id, each in courses.items() if SIDES[id[0]] == side},
            )
            for side in table.sides
        )
        course = replace(fleets.opening(settings, seats).course, phase=PHASES[self.phase])
        builder = StepBuilder(State(table, course, sheets))
        if step := _BEGINNINGS.get(self.phase):
            builder.then(step)
            AGENDA.run(builder)
        return builder.state

    def _table(self, settings: Agreement) -> Table:
        """The board with its terrain, and what the settings say."""
        table = preparation.opening(settings)
        if self.map is None and "map" in settings.model_fields_set:
            return table
        if isinstance(self.map, str):
            named = known("map", self.map, settings.catalogue.maps)
            board, terrain = Board(named.width, named.height, 1), named.features
        else:
            board, terrain = table.board, maps.features(self.map or ())
        return preparation.with_objectives(replace(table, board=board, features=terrain), settings)

    def _grouped(self, table: Table) -> Table:
        """The table with Formations and Escorts (2.14); the ships that lead come first."""
        groups = {id: form.group for id, form in self.units.items() if form.group}
        for id in sorted(groups, key=lambda id: groups[id].lead != id):
            table = groups[id].bind(table, table.units[id])
        for unit in table.units.values() if groups else ():
            for refused in sound.of_bonds(table, unit):
                raise refused
        return table

    def _ordered(self, table: Table) -> tuple[Table, dict[str, Orders]]:
        """The table with what is public of the Orders; and what is hidden, by unit."""
        given = {id: form.hidden(table, table.units[id]) for id, form in self.units.items()}
        hidden = {id: each for id, (each, _) in given.items()}
        if self.phase not in _LOCKED:
            return table, hidden
        playing = [id for id in given if table.units[id].state == "in" and _commands(table, id)]
        table = usage.published(table, {id: hidden[id] for id in playing})
        for id in given:
            hidden[id] = replace(hidden[id], token=False)
            for slot in given[id][1]:
                unit, hidden[id] = usage.reveal(table.units[id], hidden[id], slot)
                table = table.put(unit)
        return table, hidden


def _commands(table: Table, id: str) -> bool:
    """Whether a unit gets its own Orders: the members of Formations do not (CC-264)."""
    return table.commander(table.units[id]).id == id


def _of_side(hidden: Mapping[str, Orders], side: int) -> dict[str, Orders]:
    """What the sheet of a side says: nothing of units that hide nothing."""
    found = {id: each for id, each in hidden.items() if SIDES[id[0]] == side}
    return {id: each for id, each in sorted(found.items()) if each != Orders()}
