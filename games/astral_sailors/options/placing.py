"""Placing scenery, deploying armies, bringing reinforcements (2.3, 2.5, 2.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.names import counted, inside
from games.astral_sailors.options import sketches, suggestions
from games.astral_sailors.options.legality import Gated
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.setup import deployment, scenery
from games.astral_sailors.rules.setup.deployment import Deploy, DeployRest, TakeBack
from games.astral_sailors.rules.setup.scenery import AutoPlace, PlacePiece
from games.astral_sailors.rules.turns import reinforcing
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import LETTERS, Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import considerations
from games.core.geometry.squares import Base, Facing, Square
from games.core.overlay import Overlay
from games.core.questions.tree import AT_ONCE, Ask, Node, branch, grouped, leaf, where


@dataclass(frozen=True)
class PlacingTree(Gated):
    """The questions of ``scenery``, ``deploy`` and ``reinforce``.

    ``able`` and ``known`` cache results per kind of unit: whether there is any square, which is
    enough for a list of units; and all squares, computed on demand."""

    able: dict[str, bool] = field(default_factory=dict)
    known: dict[str, tuple[Square, ...]] = field(default_factory=dict)

    def root(self) -> Ask[Move]:
        match self.decision.kind:
            case "scenery":
                return Ask("Which piece do you place?", self.pieces, ground=self._free)
            case "deploy":
                zone = partial(sketches.zone, self.table, self.table.turn.seat)
                return Ask("Which unit do you deploy?", self.deployments, ground=zone)
            case _:
                prompt = "Which unit do you bring from the Reserve?"
                return Ask(prompt, self.reinforcements, ground=self._entrances)

    # --- Scenery ---

    def pieces(self) -> Iterator[Node[Move]]:
        detail = "the next piece on its list that fits"
        yield leaf("auto", "Let the bot choose", AutoPlace(), detail)
        for kind in self.table.catalogue.pieces.values():
            yield from self._piece(kind)

    def _piece(self, kind: PieceKind) -> Iterator[Node[Move]]:
        """A piece that fits somewhere, turned or unturned."""
        ways = [turned for turned in (False, True) if self._squares(kind, turned=turned)]
        if not ways:
            return
        label = f"{kind.code} {kind.name}, {kind.columns} × {kind.rows}"
        text = f"{kind.code} "
        if len(ways) == 1:
            yield branch(kind.code, label, text, self._spots(kind, turned=ways[0]), _features(kind))
            return
        ask = Ask(
            f"Which way round is the {inside(kind.name)}?",
            lambda: (self._lying(kind, turned=turned) for turned in ways),
            ground=partial(self._free, (kind,)),
        )
        yield branch(kind.code, label, text, ask, _features(kind))

    def _lying(self, kind: PieceKind, *, turned: bool) -> Node[Move]:
        columns, rows = kind.extent(turned)
        key, label = ("turned", "Turned") if turned else ("straight", "Unturned")
        detail = f"{counted(columns, 'column')}, {counted(rows, 'row')}"
        return branch(key, label, f"{kind.code} ", self._spots(kind, turned=turned), detail)

    def _spots(self, kind: PieceKind, *, turned: bool) -> Ask[Move]:
        def node(at: Square) -> Node[Move]:
            piece = PlacePiece(kind.code, at, turned)
            return leaf(str(at), str(at), piece, at=Base(at.c, at.r))

        prompt = f"Where is the north-western corner of the {inside(kind.name)}?"
        squares = partial(self._squares, kind, turned=turned)
        best = partial(suggestions.of_scenery, self.table, kind.code, turned=turned)
        return where(prompt, squares, f"{kind.code} ", node, best=best)

    def _squares(self, kind: PieceKind, *, turned: bool) -> tuple[Square, ...]:
        return scenery.spots_of_seat(self.table, self.table.turn.seat, kind.code, turned=turned)

    def _free(self, kinds: Iterable[PieceKind] = ()) -> Overlay[Base]:
        """Where a piece of one of the kinds could lie, by its north-western corner; of all kinds by
        default."""
        found = {
            Base(*square)
            for kind in kinds or self.table.catalogue.pieces.values()
            for turned in (False, True)
            for square in self._squares(kind, turned=turned)
        }
        return sketches.placing(self.table, found, None)

    # --- Deployment ---

    def deployments(self) -> Iterator[Node[Move]]:
        army = self.table.of(self.table.turn.seat)
        waiting = [unit for unit in army if unit.place == "reserve"]
        yield from _units(waiting, self._deployment, "DEPLOY ")
        placed = [unit for unit in army if self.legal(TakeBack(unit.code))]
        if placed:
            number = f"{len(placed)} placed"
            again = Ask("Which unit moves?", lambda: _units(placed, self._deployment, "DEPLOY "))
            yield branch("again", "Move a deployed unit", "DEPLOY ", again, number)
            back = Ask(
                "Which unit goes back to the Reserve?",
                lambda: _units(placed, lambda unit: iter((self._taking_back(unit),)), "UNDO "),
            )
            yield branch("undo", "Return a unit to the Reserve", "UNDO ", back, number)
        if self.legal(DeployRest()):
            detail = "the bot picks units and squares, and your deployment ends"
            yield leaf("rest", "Let the bot place the rest", DeployRest(), detail)
        if self.legal(Done()):
            yield leaf("done", "Finish deploying", Done(), "the rest stay in the Reserve")

    def _taking_back(self, unit: Unit) -> Node[Move]:
        label, at = considerations.unit_label(self.table, unit), self.table.base(unit)
        return leaf(unit.code, label, TakeBack(unit.code), at=at, kind=unit.kind)

    def _deployment(self, unit: Unit) -> Iterator[Node[Move]]:
        return self._placement(unit, Deploy, deployment.spots)

    # --- Reinforcements ---

    def reinforcements(self) -> Iterator[Node[Move]]:
        able = reinforcing.affordable(self.table, self.table.turn.seat)
        yield from _units(able, self._reinforcement, "BRING ")
        if self.legal(Done()):
            yield leaf("done", "Bring no more units", Done())

    def _entrances(self) -> Overlay[Base]:
        """Where any unit could enter."""
        able = reinforcing.affordable(self.table, self.table.turn.seat)
        kinds = {unit.kind: unit for unit in able}
        found = {
            Base(*square, self.table.kind(unit).base)
            for unit in kinds.values()
            for square in self._spots_of(unit, reinforcing.spots)
        }
        return sketches.placing(self.table, found, None)

    def _reinforcement(self, unit: Unit) -> Iterator[Node[Move]]:
        return self._placement(unit, Reinforce, reinforcing.spots)

    def _placement(
        self,
        unit: Unit,
        make: type[Deploy] | type[Reinforce],
        spots: Callable[[Table, Unit], tuple[Square, ...]],
    ) -> Iterator[Node[Move]]:
        """Choose a unit, its square and its facing; nothing without a square."""
        table, kind, alike, comes = (
            self.table,
            self.table.kind(unit),
            _alike(unit),
            make is Reinforce,
        )
        if alike not in self.able:
            any_spot = reinforcing.any_spot if comes else _first_spot
            first = any_spot(table, unit)
            self.able[alike] = first is not None and self.legal(make(unit.code, first, Facing.N))
        if not self.able[alike]:
            return
        verb, where_to = ("BRING", "does {} enter") if comes else ("DEPLOY", "is {}")
        found, begun = partial(self._spots_of, unit, spots), f"{verb} {unit.code} "

        def node(at: Square) -> Node[Move]:
            base = Base(at.c, at.r, kind.base)
            prompt = f"Which direction does {unit.code} face?"
            ask = sketches.facings(prompt, table, unit, base, partial(make, unit.code, at))
            return branch(str(at), str(at), f"{begun}{at} ", ask, at=base)

        def ground() -> Overlay[Base]:
            seat = None if comes else unit.seat
            return sketches.placing(table, (Base(*at, kind.base) for at in found()), seat)

        best = suggestions.of_reinforcement if comes else suggestions.of_deployment
        prompt, advice = f"Where {where_to.format(unit.code)}?", partial(best, table, unit)
        ask = where(prompt, found, begun, node, best=advice, ground=ground)
        label = f"{unit.code} {kind.name}, {counted(kind.cost, 'point')}"
        detail, at = considerations.values(kind), table.base(unit) if unit.on_board else None
        yield branch(unit.code, label, begun, ask, detail, at=at, kind=unit.kind)

    def _spots_of(
        self, unit: Unit, spots: Callable[[Table, Unit], tuple[Square, ...]]
    ) -> tuple[Square, ...]:
        alike = _alike(unit)
        if alike not in self.known:
            self.known[alike] = spots(self.table, unit)
        return self.known[alike]


def _first_spot(table: Table, unit: Unit) -> Square | None:
    return next(iter(deployment.spots(table, unit)), None)


def _alike(unit: Unit) -> str:
    """Units that can stand in the same places."""
    return unit.code if unit.on_board else f"kind {unit.kind}"


def _units(
    units: Sequence[Unit], node_of: Callable[[Unit], Iterator[Node[Move]]], verb: str
) -> Iterator[Node[Move]]:
    """A node for each unit with choices."""
    nodes = [node for unit in units for node in node_of(unit)]
    letter = LETTERS[units[0].seat] if units else ""
    return grouped(nodes, AT_ONCE - 4, f"{verb}{letter}", "Which unit?")


def _features(kind: PieceKind) -> str:
    """``2 high, solid, impassable``."""
    whole, half = divmod(kind.height, 2)
    parts = [f"{whole}{'.5' if half else ''} high" if kind.height else "flat"]
    parts += [kind.opacity] if kind.opacity else []
    parts.append("no stopping" if kind.entry == "crossable" else kind.entry)
    if kind.danger is not None:
        parts.append(f"dangerous, Damage {kind.danger}")
    return ", ".join(parts)
