"""Placing scenery, deploying armies, bringing reinforcements (2.3, 2.5, 2.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.names import counted, facing_name, inside
from games.astral_sailors.options import sketches, suggestions
from games.astral_sailors.options.legality import PHASES, Gated
from games.astral_sailors.rules import subjects
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
                return Ask("Which unit do you deploy?", self.deployments, ground=self._zone)
            case _:
                prompt = "Which unit do you bring from the Reserve?"
                return Ask(prompt, self.reinforcements, ground=self._entrances)

    def _open(self) -> bool:
        return (
            self.table.result is None
            and self.table.phase == PHASES[self.decision.kind]
            and subjects.army(self.view, self.decision) is not None
        )

    # --- Scenery ---

    def pieces(self) -> Iterator[Node[Move]]:
        if not self._open():
            return
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
        columns, rows = (kind.rows, kind.columns) if turned else (kind.columns, kind.rows)
        label = "Turned" if turned else "Unturned"
        detail = f"{counted(columns, 'column')}, {counted(rows, 'row')}"
        key = "turned" if turned else "straight"
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
        if not self._open():
            return
        army = self.table.turn.seat
        yield from _units(
            [unit for unit in self.table.of(army) if unit.place == "reserve"],
            self._deployment,
            "DEPLOY ",
        )
        placed = [unit for unit in self.table.of(army) if self.legal(TakeBack(unit.code))]
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
        def make(at: Square, facing: Facing) -> Move:
            return Deploy(unit.code, at, facing)

        def any_spot() -> Square | None:
            return next(iter(deployment.spots(self.table, unit)), None)

        yield from self._placement(unit, any_spot, deployment.spots, "DEPLOY", make)

    # --- Reinforcements ---

    def reinforcements(self) -> Iterator[Node[Move]]:
        if not self._open():
            return
        able = reinforcing.affordable(self.table, self.table.turn.seat)
        yield from _units(able, self._reinforcement, "BRING ")
        if self.legal(Done()):
            yield leaf("done", "Finish", Done(), "bring in no more units")

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
        def make(at: Square, facing: Facing) -> Move:
            return Reinforce(unit.code, at, facing)

        yield from self._placement(
            unit,
            lambda: reinforcing.any_spot(self.table, unit),
            reinforcing.spots,
            "BRING",
            make,
        )

    def _placement(
        self,
        unit: Unit,
        any_spot: Callable[[], Square | None],
        spots: Callable[[Table, Unit], tuple[Square, ...]],
        verb: str,
        make: Callable[[Square, Facing], Move],
    ) -> Iterator[Node[Move]]:
        """Choose a unit, its square and its facing; nothing without a square."""
        alike = _alike(unit)
        if alike not in self.able:
            first = any_spot()
            self.able[alike] = first is not None and self.legal(make(first, Facing.N))
        if not self.able[alike]:
            return

        found = partial(self._spots_of, unit, spots)
        begun = f"{verb} {unit.code} "

        def node(at: Square) -> Node[Move]:
            base = Base(at.c, at.r, self.table.kind(unit).base)
            ask = Ask(
                f"Which direction does {unit.code} face?",
                lambda: (
                    leaf(
                        facing.name,
                        facing_name(facing).capitalize(),
                        make(at, facing),
                        at=sketches.ahead(self.table, base, facing),
                    )
                    for facing in Facing
                ),
                ground=lambda: sketches.turning(self.table, unit, base),
            )
            return branch(str(at), str(at), f"{begun}{at} ", ask, at=base)

        kind = self.table.kind(unit)
        label = f"{unit.code} {kind.name}, {counted(kind.cost, 'point')}"
        detail = ", ".join((considerations.stats(kind), *considerations.specials(kind)))
        prompt = f"Where does {unit.code} enter?" if verb == "BRING" else f"Where is {unit.code}?"
        best = suggestions.of_reinforcement if verb == "BRING" else suggestions.of_deployment
        advice = partial(best, self.table, unit)
        seat = unit.seat if verb == "DEPLOY" else None

        def ground() -> Overlay[Base]:
            side = self.table.kind(unit).base
            return sketches.placing(self.table, (Base(*at, side) for at in found()), seat)

        ask = where(prompt, found, begun, node, best=advice, ground=ground)
        at = self.table.base(unit) if unit.on_board else None
        yield branch(unit.code, label, begun, ask, detail, at=at, kind=unit.kind)

    def _spots_of(
        self, unit: Unit, spots: Callable[[Table, Unit], tuple[Square, ...]]
    ) -> tuple[Square, ...]:
        alike = _alike(unit)
        if alike not in self.known:
            self.known[alike] = spots(self.table, unit)
        return self.known[alike]

    def _zone(self) -> Overlay[Base]:
        """The deployment zone of the army."""
        return sketches.zone(self.table, self.table.turn.seat)


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
