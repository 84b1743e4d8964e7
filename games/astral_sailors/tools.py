"""What the command line can do with Astral Sailors: positions and measuring.

A position is a round's Activation phase, or Reinforcement phase, in the turn of one player::

    {"units": {"R1": "EX1 C4 S", "B1": {"kind": "GU1", "at": "C9", "lost": 1}, "B2": "GU3"},
     "pieces": ["WA D6", "FE G7 turned"], "turn": "R"}

A unit is its kind, its square and its facing, or an object with all that is to be
said of it; without a square it is in the Reserve. Letters of seats and teams name them.
``docs/content-packs.md`` tells the form of packs, which the settings may hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, StrictBool, StrictInt

from games.astral_sailors import odds as chances
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.board import line_of_sight, paths, terrain, zones
from games.astral_sailors.content.catalogue import Spot, quadrant_name
from games.astral_sailors.content.pack_form import SPOT
from games.astral_sailors.names import team_letter
from games.astral_sailors.rules.combat import aiming, exchange, wounds
from games.astral_sailors.rules.setup import muster, scenery
from games.astral_sailors.rules.turns import placing, turns
from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.state import State
from games.astral_sailors.table import LETTERS, Poison, Scenery, Table, Turn, Unit
from games.astral_sailors.tasks import NOBODY
from games.core.geometry.squares import Base, Facing
from games.core.geometry.squares import square as square_named
from games.core.tools import PositionForm, Tools, unit_code
from games.core.types import Forbidden, Seats

GLORY = 2
Direction: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Count: TypeAlias = Annotated[StrictInt, Field(ge=0)]


def _unit(written: object) -> object:
    """``EX1 C4 S`` is short for an object."""
    if not isinstance(written, str):
        return written
    words = written.upper().split()
    if not 1 <= len(words) <= 3:
        raise ValueError("a unit is written EX1 C4 S: kind, square, facing")
    return dict(zip(("kind", "at", "facing"), words, strict=False))


class UnitForm(BaseModel):
    """One unit: fields as in ``table.Unit``, but ``activated`` is meant for the round at hand;
    ``activated_last`` is an earlier one."""

    model_config = PositionForm.model_config

    kind: str
    at: str = ""
    facing: Direction = "N"
    lost: Count = 0
    ap: StrictInt | None = Field(None, ge=0, le=3)
    activated: StrictBool = False
    activated_last: Count = 0
    shot: Count = 0
    used: Count = 0
    kills: Count = 0
    cover: StrictBool = False
    absorbed: Count = 0
    rerolls: tuple[str, ...] = ()
    poison: tuple[Poison, ...] = ()
    holds: str = ""
    held_by: str = ""


ALIKE = (
    *("lost", "shot", "used", "kills", "cover", "absorbed"),
    *("rerolls", "poison", "holds", "held_by"),
)
"""Fields that mean the same in ``UnitForm`` and in ``table.Unit``."""


class SailorsPosition(PositionForm):
    units: dict[
        Annotated[str, AfterValidator(unit_code(LETTERS))],
        Annotated[UnitForm, BeforeValidator(_unit)],
    ] = Field({})
    pieces: tuple[str, ...] = Field((), max_length=200)
    phase: Literal["activation", "reinforcement"] = "activation"
    turn: Annotated[str, Field(pattern=f"^[{LETTERS}]$")] = "R"
    half: Literal[1, 2] = 1
    quota: Count | None = None
    round: Count = 1
    pools: dict[str, Count] = Field({})
    objectives: dict[str, Annotated[StrictInt, Field(ge=0, le=6)]] = Field({})
    targets: dict[str, str] = Field({})

    @classmethod
    def of(cls, state: State) -> Self:
        table, turn = state.table, state.table.turn
        teams = {team_letter(number): each for number, each in enumerate(state.secrets)}
        hunted = {name: each.target for name, each in teams.items() if each.target != NOBODY}
        return cls(
            units={code: _form(table, unit) for code, unit in table.units.items()},
            pieces=tuple(f"{_piece(each)}{' turned' * each.turned}" for each in table.pieces),
            phase="reinforcement" if table.phase == "reinforcement" else "activation",
            turn="R" if turn.seat == NOBODY else LETTERS[turn.seat],
            half=2 if turn.half == 2 else 1,
            quota=turn.quota,
            round=table.round,
            pools={LETTERS[player.seat]: player.pool for player in table.players},
            objectives={name: each.objective for name, each in teams.items()},
            targets={name: team_letter(target) for name, target in hunted.items()},
        )

    def state(self, settings: Agreement, seats: Seats) -> State:
        self._check_letters(seats)
        start = muster.opening(settings, seats)
        table = replace(start.table, phase=self.phase, round=self.round, agenda=())
        pools = {LETTERS.index(letter): pool for letter, pool in self.pools.items()}
        players = (
            replace(each, deployed=True, pool=pools.get(each.seat, each.pool))
            for each in table.players
        )
        teams = (replace(each, bellicose=False) for each in table.teams)
        table = replace(table, players=tuple(players), teams=tuple(teams))
        table = _with_pieces(table, tuple(map(SPOT.read, self.pieces)))
        for code in sorted(self.units, key=lambda code: (LETTERS.index(code[0]), int(code[1:]))):
            table = _with_unit(table, code, self.units[code])
        sheets = tuple(ArmyDraft(locked=True) for _ in start.sheets)
        return State(self._with_turn(table), sheets, tuple(self._secrets(start.secrets)))

    def _check_letters(self, seats: Seats) -> None:
        letters = LETTERS[: len(seats)]
        if wrong := {self.turn, *self.pools, *(code[0] for code in self.units)} - set(letters):
            raise ValueError(f"the seats are {', '.join(letters)}, without {min(wrong)}")
        teams = [team_letter(team) for team in sorted(set(seats.teams))]
        if wrong := {*self.objectives, *self.targets, *self.targets.values()} - set(teams):
            raise ValueError(f"the teams are {', '.join(teams)}, without {min(wrong)}")

    def _with_turn(self, table: Table) -> Table:
        """Give the turn to the seat of the form, with the units that it has left (D-43)."""
        seat = LETTERS.index(self.turn)
        order = turns.line(table, table.team(seat))
        quota = self.quota
        if quota is None and self.phase == "activation":
            left = len(turns.unbegun(table, seat))
            units = sum(unit.on_board for unit in table.of(seat))
            quota = left if self.half == 2 else max(0, left - units // 2)
        turn = Turn(order, at=order.index(seat), half=self.half, quota=quota or 0)
        return replace(table, turn=turn, starter=table.team(seat))

    def _secrets(self, start: Sequence[TeamSecret]) -> Iterator[TeamSecret]:
        names = [team_letter(number) for number in range(len(start))]
        for name, secret in zip(names, start, strict=True):
            yield replace(
                secret,
                objective=self.objectives.get(name, GLORY),
                target=names.index(self.targets[name]) if name in self.targets else NOBODY,
                bellicose=False,
            )


def _with_pieces(table: Table, spots: tuple[Spot, ...]) -> Table:
    """Pieces where they may lie; how many, and the border, are not asked here."""
    pieces = []
    for each in spots:
        if each.piece not in table.catalogue.pieces:
            raise Forbidden("ASCW-D49", f"There is no piece {each.piece}.")
        anchor = square_named(each.square)
        assert anchor is not None  # read by the form
        pieces.append(Scenery(each.piece, anchor.c, anchor.r, each.turned))
    table = replace(table, pieces=tuple(pieces))
    for wrong in scenery.misfits(table):
        raise wrong
    return table


def _with_unit(table: Table, code: str, given: UnitForm) -> Table:
    """A unit where it may stand; the first Commander of a seat is its main one."""
    kind = table.catalogue.units.get(given.kind)
    if kind is None:
        raise Forbidden("ASCW-D54", f"{code}: there is no unit {given.kind}.")
    if given.lost >= kind.resistance:
        raise Forbidden(
            "ASCW-93", f"{code} has lost {given.lost} of {kind.resistance} RE and is gone."
        )
    unit = replace(
        Unit(code, given.kind, LETTERS.index(code[0]), facing=Facing[given.facing]),
        activated=table.round if given.activated else given.activated_last,
        place="captive" if given.held_by else "reserve",
        ap=0 if given.ap is None else given.ap,
        **{name: getattr(given, name) for name in ALIKE},
    )
    if given.at:
        full = turns.full_points(kind)
        ap = full if given.ap is None else min(full, given.ap)
        unit = replace(_placed(table, unit, given.at), ap=ap)
    table = table.put(unit)
    player = table.players[unit.seat]
    if kind.category == "commander" and not player.main:
        table = table.with_player(replace(player, main=code))
    return table


def _placed(table: Table, unit: Unit, at: str) -> Unit:
    anchor = square_named(at)
    if anchor is None:
        raise Forbidden("ASCW-D02", f"{unit.code}: {at[:10]!r} is not a square.")
    there = placing.placed(unit, anchor, unit.facing)
    if wrong := placing.no_room(table, there, table.base(there)):
        raise wrong
    return there


def _form(table: Table, unit: Unit) -> UnitForm:
    acted = 0 < unit.activated == table.round
    return UnitForm(
        kind=unit.kind,
        at=_name(unit) if unit.on_board else "",
        facing=unit.facing.name,
        ap=unit.ap,
        activated=acted,
        activated_last=0 if acted else unit.activated,
        **{name: getattr(unit, name) for name in ALIKE},
    )


def _name(at: Scenery | Unit) -> str:
    return str(Base(at.c, at.r).anchor)


# --- Measuring ---


def distance(state: State, unit: str, target: str = "", square: str = "") -> int:
    """Squares from a unit to another one or to a square (D-04)."""
    if bool(target) == bool(square):
        raise ValueError("either a target or a square must be given")
    table = state.table
    base = _base(square) if square else table.base(_on_board(table, target))
    return table.base(_on_board(table, unit)).gap(base)


def contact(state: State, unit: str, target: str) -> dict[str, bool]:
    """Whether a unit touches another, is in its rear, and has it in front (D-07 to D-10)."""
    table, own, other = state.table, _on_board(state.table, unit), _on_board(state.table, target)
    return {
        "touching": terrain.touching(table, own, other),
        "rear": terrain.in_rear(table, other, table.base(own)),
        "front": terrain.in_arc(table, own, other, touching=False),
    }


def sight(state: State, unit: str, target: str, square: str = "") -> dict[str, Any]:
    """How much of a target (perhaps on another square) a unit sees: hidden of 128 (D-39, D-40)."""
    table, other = state.table, _on_board(state.table, target)
    at = table.base(other).at(_base(square).anchor) if square else None
    found = line_of_sight.look(table, _on_board(table, unit), other, at=at)
    blockers = [
        each if isinstance(each, str) else _piece(table.pieces[each]) for each in found.blockers
    ]
    return {"hidden": found.score, "result": found.result, "blockers": blockers}


def odds(
    state: State, unit: str, target: str, how: Literal["shoot", "melee", "charge"], dice: int
) -> dict[str, Any]:
    """Modifiers of an attack, and its exact chances of 0, 1, 2 … wounds (D-21, D-22)."""
    table, own, other = state.table, _on_board(state.table, unit), _on_board(state.table, target)
    half = how == "shoot" and line_of_sight.look(table, own, other).result == "half"
    attack, defence = exchange.modifiers(table, how, own, other, counter=False)
    found = chances.of_attack(table, own, other, how, dice, half=half)
    spread = [str(found.get(number, 0)) for number in range(dice + 1)]
    return {"attack": dict(attack), "defence": dict(defence), "half": half, "wounds": spread}


def targets(state: State, unit: str, how: Literal["shoot", "melee"]) -> list[str]:
    """Whom a unit may shoot at or strike from where it stands (2.12)."""
    found = aiming.in_reach(state.table, _on_board(state.table, unit), how)
    return [other.code for other in found]


def reach(state: State, unit: str) -> dict[str, int]:
    """The squares that a Move of a unit can end on, with their cost (D-12)."""
    found = paths.moves(state.table, _on_board(state.table, unit))
    return {str(to): found.cost(to) for to in found}


def path(state: State, unit: str, to: str = "", steps: list[Direction] | None = None) -> Any:
    """A Move to a square, or by steps: squares, cost, facing, dangerous pieces (D-11 to D-16)."""
    table, own = state.table, _on_board(state.table, unit)
    if bool(to) == bool(steps):
        raise ValueError("either to or steps must be given")
    if steps:
        found = paths.along(table, own, tuple(Facing[each] for each in steps))
    else:
        anchor, known = _base(to).anchor, paths.moves(table, own)
        found = known[anchor] if anchor in known else paths.why_not(table, own, anchor)
    if isinstance(found, Forbidden):
        raise found
    return _way(table, own, found, leap=False)


def straight(state: State, unit: str, how: Literal["run", "jump"], facing: Direction) -> Any:
    """Every Run or Jump in a direction, by its steps, and whom a Run may charge (D-13 to D-19)."""
    table, own, leap = state.table, _on_board(state.table, unit), how == "jump"
    ways = paths.jumps if leap else paths.runs
    return {
        str(steps): _way(table, own, way, leap=leap)
        | ({} if leap else {"charges": aiming.charged(table, own, way)})
        for steps, way in ways(table, own, Facing[facing]).items()
    }


def zone(state: State, seat: str) -> list[str]:
    """The squares of a seat's deployment zone (D-51)."""
    if seat not in LETTERS[: len(state.table.players)]:
        raise ValueError(f"there is no seat {seat[:10]!r}")
    squares = zones.zone(state.table, LETTERS.index(seat))
    return [str(each) for each in sorted(squares, key=lambda each: (each.r, each.c))]


def quadrant(state: State, unit: str) -> str:
    """The quadrant that a unit is in (D-63)."""
    return quadrant_name(*terrain.quadrant(state.table.base(_on_board(state.table, unit))))


def resistance(state: State, unit: str) -> int:
    """The RE that a unit has left (ASCW-92)."""
    return wounds.left(state.table, _on_board(state.table, unit))


def _way(table: Table, unit: Unit, way: paths.Path, *, leap: bool) -> dict[str, Any]:
    danger = paths.crossed(table, unit, way, leap=leap)
    return {
        "squares": [str(base.anchor) for base in way.bases],
        "cost": way.cost,
        "facing": way.facing.name,
        "danger": [_piece(table.pieces[each]) for each in danger],
    }


def _piece(piece: Scenery) -> str:
    return f"{piece.kind} {_name(piece)}"


def _base(name: str) -> Base:
    found = square_named(name)
    if found is None:
        raise ValueError(f"{name[:10]!r} is not a square")
    return Base(*found)


def _on_board(table: Table, code: str) -> Unit:
    unit = table.units.get(code)
    if unit is None or not unit.on_board:
        raise ValueError(f"there is no unit {code[:10]} on the board")
    return unit


TOOLS: Tools[State] = Tools(
    paths={
        "/secrets/teams": "/secrets",
        "/secrets/drafts": "/sheets",
        "/secrets/answers": "/answers",
    },
    checked=True,
    position=SailorsPosition,
    measures=(
        *(distance, contact, sight, odds, targets, reach, path, straight),
        *(zone, quadrant, resistance),
    ),
    opening=("--answers", "first answers of the match, separated by semicolons"),
)
