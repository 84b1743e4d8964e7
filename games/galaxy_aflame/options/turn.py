"""Questions in a turn: a unit, what it does, and where or at whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from games.core.geometry.plane import Disc, Point, length
from games.core.overlay import Arrow, Overlay, Region, Ring
from games.core.questions.tree import Ask, Node, NodeHints, branch, grouped, leaf
from games.core.telling import average, counted, percent
from games.galaxy_aflame.ground import inches
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.odds import shot
from games.galaxy_aflame.options.fields import limits, place_field
from games.galaxy_aflame.options.markers import MarkedPlace, PlaceSearch, markers, places, told
from games.galaxy_aflame.options.sketches import ranges
from games.galaxy_aflame.options.suggestions import aim_at, best
from games.galaxy_aflame.rules import movement, shooting, transports
from games.galaxy_aflame.rules.movement import Advance, MoveTo
from games.galaxy_aflame.rules.shooting import Shoot
from games.galaxy_aflame.rules.transports import Disembark, Embark
from games.galaxy_aflame.rules.turns import End
from games.galaxy_aflame.rules.values import piece
from games.galaxy_aflame.table import Table, Unit, other
from games.galaxy_aflame.view import Request
from games.galaxy_aflame.words.sentences import place

Nodes = Iterator[Node[Move]]
AT_ONCE = 22
WORTH_TELLING = Fraction(1, 100)
"""Smaller chances are left out of the details of a choice."""


def units(request: Request) -> Nodes:
    """The units that can still act, and the end of the turn."""
    own = request.view.table.in_play(request.decision.seat)
    found = [_acting(request, unit) for unit in own if next(_asks(request, unit), None)]
    yield from grouped(found, AT_ONCE, "", "Which unit acts?")
    left = f"{counted(len(found), 'unit')} could still act" if found else ""
    yield leaf("end", "End your turn", End(), left)


def _acting(request: Request, unit: Unit) -> Node[Move]:
    table = request.view.table
    ground = partial(_acts, table, unit)
    ask = Ask[Move](f"What does {unit.code} do?", partial(_actions, request, unit), ground=ground)
    label = f"{piece(table, unit)}, {counted(unit.models, 'model')}"
    at = table.place(unit)
    return branch(unit.code, label, "", ask, _state(table, unit), at=at, kind=unit.card)


def _acts(table: Table, unit: Unit) -> Overlay[Any]:
    """A line around the unit that acts, or its transport, and how far it can shoot."""
    at = table.place(unit)
    if at is None:
        return Overlay()
    acts = Ring(place=at, seat=unit.seat, told=f"{unit.code} acts")
    return Overlay((acts, *ranges(table, unit, at)), (at,))


def _state(table: Table, unit: Unit) -> str:
    """Where it is, what it has done, and what it could do."""
    carrier, card = table.carrier(unit.code), table.card(unit)
    where = f"inside {carrier.code}" if carrier else f"at {place(unit.at)}" if unit.at else ""
    ranges = " ".join(letter for letter in "CAT" if letter in card.ranges)
    parts = [where, f"moves {inches(card.move)}", f"{card.dice}d{card.sides} a model, {ranges}"]
    if done := movement.done_before(unit):
        parts.insert(1, done.removeprefix(f"{unit.code} ").rstrip("."))
    parts += [name for name in ("suppressed", "limited") if getattr(unit, name)]
    return ", ".join(parts)


# --- What a unit can do ---


class Possibility(NamedTuple):
    """Something that a unit can do in at least one way."""

    verb: str
    ask: Ask[Move]
    detail: str


def _actions(request: Request, unit: Unit) -> Nodes:
    for verb, ask, detail in _asks(request, unit):
        at = request.view.table.place(unit)
        yield branch(verb.lower(), verb.title(), f"{verb} {unit.code} ", ask, detail, at=at)


def _asks(request: Request, unit: Unit) -> Iterator[Possibility]:
    if unit.at is None:
        yield from _exits(request, unit)
        return
    table = request.view.table
    targets = _targets_of(request, unit)
    if targets.nodes:
        yield Possibility("SHOOT", targets, f"{counted(len(targets.nodes), 'target')} in reach")
    for verb, run in (("MOVE", False), ("RUN", True)):
        if movement.no_move_left(table, unit, run) is None:
            yield from _move(request, unit, verb, run=run)
    if (ask := _transports_of(request, unit)).nodes:
        yield Possibility("EMBARK", ask, "then it does nothing more this turn")


# --- Moves ---


def _move(request: Request, unit: Unit, verb: str, *, run: bool) -> Iterator[Possibility]:
    table, code = request.view.table, unit.code
    far = movement.allowed(table, unit, run)
    legal = _legal(request, lambda to: MoveTo(code, to, run=run))
    search = PlaceSearch(table, unit, unit.spot, far, legal)
    shoots = not (run or unit.shots or unit.limited)
    if next(places(search), None):
        ask = _where(
            request, f"{verb} {code} ", search, lambda to: MoveTo(code, to, run=run), shoots
        )
        then = ", without shooting" if run else ", and one shot" if shoots else ""
        yield Possibility(verb, ask, f"up to {inches(far)}{then}")


def _end(table: Table, move: Move) -> Point | None:
    """Where a move ends."""
    match move:
        case MoveTo(to=at) | Disembark(at=at):
            return at
        case Advance(unit=code):
            return movement.destination(table, table.units[code], move)
    return None


def _legal(request: Request, move: Callable[[Point], Move]) -> Callable[[Point], bool]:
    @cache
    def is_legal(at: Point) -> bool:
        return NOTATION.refusal(request, move(at)) is None

    return is_legal


def _where(
    request: Request, begun: str, search: PlaceSearch, move: Callable[[Point], Move], shoots: bool
) -> Ask[Move]:
    """Markers, and beside them what can be typed."""
    table, unit, reach = search.table, search.unit, Disc(search.start, search.far)

    @cache
    def found() -> tuple[MarkedPlace, ...]:
        return markers(search)

    def node(marker: MarkedPlace) -> Node[Move]:
        key, label = f"{marker.at.x}x{marker.at.y}", f"{place(marker.at)}: {marker.why}"
        return leaf(key, label, move(marker.at), partial(told, search, marker.at), at=marker.at)

    def suggested() -> Nodes:
        for marker, reason, mark in best(search, found(), shoots=shoots):
            yield _advised(node(marker), reason, mark)

    field = place_field(
        request, begun, "24 19.5", limits(table, unit, reach), search.start, partial(_end, table)
    )
    return Ask(
        f"Where does {unit.code} go?",
        lambda: map(node, found()),
        field,
        suggested,
        ground=partial(_reach, unit, reach),
    )


def _advised(node: Node[Move], reason: str, mark: str) -> Node[Move]:
    node.reason, node.mark = reason, mark
    return node


def _reach(unit: Unit, reach: Disc) -> Overlay[Any]:
    told = f"The hatched area is {inches(reach.radius)} around {unit.code}"
    region: Region[Any] = Region(places=frozenset((reach,)), seat=unit.seat, told=told)
    return Overlay((region,), (reach.centre,))


def _exits(request: Request, unit: Unit) -> Iterator[Possibility]:
    """The ways out of a transport."""
    table, code = request.view.table, unit.code
    carrier = table.carrier(code)
    if carrier is None or carrier.at is None or not unit.boarded:
        return
    legal = _legal(request, lambda at: Disembark(code, at))
    search = PlaceSearch(table, unit, carrier.at, transports.BESIDE, legal)
    if next(places(search), None):
        begun, shoots = f"DISEMBARK {code} ", not unit.limited
        ask = _where(request, begun, search, lambda at: Disembark(code, at), shoots)
        yield Possibility("DISEMBARK", ask, "instead of a move; it can shoot once")


# --- Shots ---


def _targets_of(request: Request, unit: Unit) -> Ask[Move]:
    table = request.view.table
    ground = Overlay(ranges(table, unit, unit.spot), (unit.spot,))
    ask = Ask[Move](
        f"Whom does {unit.code} shoot at?", partial(_targets, request, unit), ground=lambda: ground
    )
    return ask.ranked(lambda code: aim_at(table, unit, table.units[code], unit.spot).gain)


def _targets(request: Request, unit: Unit) -> Nodes:
    """Enemies with distance, range band, cover and odds."""
    table = request.view.table
    for target in table.on_table(other(unit.seat)):
        shots = list(_shots(request, unit, target))
        if not shots:
            continue
        text = f"SHOOT {unit.code} "
        label = f"{piece(table, target)}, {counted(target.models, 'model')}"
        detail = partial(_told_target, table, unit, target, shots[0])
        below = Ask[Move](
            f"How does {unit.code} shoot at {target.code}?",
            partial(_modes, table, unit, shots),
            ground=partial(_line, unit, target),
        )
        mark = partial(expected, table, unit, shots[0])
        hints: NodeHints = {"at": target.at, "kind": target.card, "mark": mark}
        yield branch(target.code, label, text, below, detail, **hints)


def _shots(request: Request, unit: Unit, target: Unit) -> Iterator[Shoot]:
    """The legal shots at a target: Kill, Suppress, and the other victims that there could be."""
    table, code = request.view.table, unit.code
    tried = [Shoot(code, target.code, False), Shoot(code, target.code, True)]
    if table.card(unit).auto_suppress:
        victims = shooting.suppresses(table, unit, target)[1:]
        tried += [Shoot(code, target.code, True, each.code) for each in victims]
    return (move for move in tried if NOTATION.refusal(request, move) is None)


def _modes(table: Table, unit: Unit, shots: Sequence[Shoot]) -> Nodes:
    for move in shots:
        name = "Suppress" if move.suppress else "Kill"
        label = f"{name}, and hit {move.victim}" if move.victim else name
        key = f"{name.lower()}{move.victim}"
        at = table.units[move.victim or move.target].at
        yield leaf(key, label, move, partial(told_shot, table, unit, move), at=at)


def _line(unit: Unit, target: Unit) -> Overlay[Any]:
    if unit.at is None or target.at is None:
        return Overlay()
    arrow = Arrow(start=unit.at, end=target.at, seat=unit.seat)
    return Overlay((arrow,), (unit.at, target.at))


def _told_target(table: Table, unit: Unit, target: Unit, move: Shoot) -> str:
    return f"{told_range(table, unit, target)}; {told_shot(table, unit, move)}"


def told_range(table: Table, unit: Unit, target: Unit) -> str:
    """``12.3 in, arm, in cover, suppressed``."""
    far = length((unit.spot, target.spot))
    agreement = table.agreement
    band = "hand" if far <= agreement.hand else "arm" if far <= agreement.reach else "table"
    parts = [inches(far), band]
    parts += ["in cover"] if table.ground.covered(unit.spot, target.spot) else []
    parts += ["suppressed"] if target.suppressed else []
    return ", ".join(parts)


def expected(table: Table, unit: Unit, move: Shoot) -> str:
    """What a target has to expect: ``94% suppressed``, ``40% destroyed``, ``loses 1.2``."""
    target, victim = table.units[move.target], table.units[move.victim or move.target]
    odds = shot(table, unit, target, move.suppress, victim=victim)
    if move.suppress:
        return f"{percent(odds.suppress)} suppressed"
    if table.card(victim).vehicle:
        return f"{percent(odds.destroy)} destroyed"
    return f"loses {average(odds.lost)}"


def told_shot(table: Table, unit: Unit, move: Shoot) -> str:
    """The odds in short: ``suppresses 94 %, 0.8 lost, breaks 12 %``."""
    target = table.units[move.target]
    victim = table.units[move.victim or move.target]
    odds = shot(table, unit, target, move.suppress, victim=victim)
    vehicle = table.card(victim).vehicle
    parts = [f"suppresses {percent(odds.suppress)}"] if move.suppress else []
    parts += [] if vehicle else [f"{average(odds.lost)} lost"]
    named = (("shakes", odds.shake), ("breaks", odds.breaks), ("destroys", odds.destroy))
    parts += [f"{name} {percent(chance)}" for name, chance in named if chance >= WORTH_TELLING]
    parts += [f"own losses {average(odds.own_lost)}"] if odds.own_lost else []
    return ", ".join(parts)


# --- Getting in ---


def _transports_of(request: Request, unit: Unit) -> Ask[Move]:
    def nodes() -> Nodes:
        table = request.view.table
        for each in table.on_table(unit.seat):
            move = Embark(unit.code, each.code)
            if NOTATION.refusal(request, move) is None:
                detail = f"room for {counted(table.room(each), 'model')}"
                yield leaf(each.code, f"{piece(table, each)}", move, detail, at=each.at)

    return Ask(
        f"Which transport does {unit.code} get into?",
        nodes,
        ground=partial(_acts, request.view.table, unit),
    )
