"""Questions before the activations: fleets, deployment, and the Orders of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from string import ascii_lowercase
from typing import Any, Final

from games.core.geometry.plane import Disc, Point, Rectangle, Shape
from games.core.overlay import Overlay, Region
from games.core.questions import TextField
from games.core.questions.tree import Ask, Node, Typed, branch, grouped, leaf
from games.core.telling import counted, listed
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import Catalogue
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options.fields import (
    LONGEST_TYPED,
    Nodes,
    far_from,
    legal,
    name,
    nearest,
    place_field,
    ringed,
    typed,
)
from games.cosmic_conflict.rules import damage
from games.cosmic_conflict.rules.fighters import DEPLOYMENT
from games.cosmic_conflict.rules.orders.commands import Clear, GiveOrder, GiveToken, Lock
from games.cosmic_conflict.rules.orders.usage import slot_types
from games.cosmic_conflict.rules.setup import deployment, fleets, preparation
from games.cosmic_conflict.rules.setup.deployment import Auto, AutoAll, Place
from games.cosmic_conflict.rules.setup.fleets import BuildFleet, ChooseFleet, Unlock
from games.cosmic_conflict.space import DU, EDGES, SCALE, depth, edge_length, from_edge, shifted
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.orders import MAIN, ORDERS, Orders
from games.cosmic_conflict.table.units import OrderName, Table, Unit
from games.cosmic_conflict.view import Request

AT_ONCE = 20
NEIGHBOURS, BESIDE = 4, 3 * DU // 2
PLACES, DEPTHS = 9, (preparation.ZONE, preparation.AUTOMATIC_DEPTH)
"""So many places along the zone are offered, at so many depths."""
ASIDE: Final = (-45, 45)
"""Headings that are offered besides the one straight ahead."""


def unlocking() -> Nodes:
    yield leaf("unlock", "Unlock it and change it", Unlock())


# --- Fleets ---


def fleet(request: Request) -> Ask[Answer]:
    def read(text: str) -> Answer:
        known = text.strip().upper().startswith(("FLEET", "AUTO "))
        own = text if known else f"FLEET OF {text}"
        return NOTATION.read(request, own)

    field = TextField("Type your own fleet", "WREN Lark; DART", LONGEST_TYPED)
    return Ask("Which fleet do you command?", partial(_fleets, request), Typed(field, read))


def _fleets(request: Request, faction: str = "") -> Nodes:
    """The ready-made fleets that the points allow, or else what ships they buy; then the same in
    each faction."""
    agreed = request.view.course.agreement
    codes = fleets.choices(agreed, faction)
    for code in codes:
        move = ChooseFleet(code, auto=True, faction=faction)
        yield _fleet(
            request, f"auto{code}", f"Take {_titled(request, move)} and deploy for me", move
        )
    for code in codes:
        move = ChooseFleet(code, faction=faction)
        label = f"{_titled(request, move)}, {_cost(agreed, move)} points"
        yield _fleet(request, code, label, move)
    built = BuildFleet(fleets.bought(agreed, faction), faction=faction) if not codes else None
    if built and built.units and legal(request, built):
        label = f"The dearest ships that {agreed.points} points buy"
        yield leaf("bought", label, built, _named(agreed.catalogue, built.units))
    if agreed.factions and not faction:
        for each in agreed.catalogue.factions.values():
            prompt = f"{each.told} Which fleet do you command?"
            ask = Ask(prompt, partial(_fleets, request, each.code))
            label = f"A fleet of the faction {each.name}"
            if ask.nodes:
                yield branch(f"of{each.code}", label, "", ask, each.told)


def _titled(request: Request, move: ChooseFleet) -> str:
    return f"{move.fleet} {request.view.course.agreement.catalogue.fleets[move.fleet].name}"


def _cost(agreed: Agreement, move: ChooseFleet) -> int:
    designs = agreed.catalogue.designs
    return agreed.fleet_terms(move.faction).cost(designs, move.units(agreed))


def _fleet(request: Request, key: str, label: str, move: ChooseFleet) -> Node[Answer]:
    """A fleet; where its ships may have traits that the points allow, they are asked for."""
    agreed = request.view.course.agreement
    fleet = agreed.catalogue.fleets[move.fleet]
    detail = f"{fleet.style}: {_named(agreed.catalogue, fleet.units)}"
    spent = _cost(agreed, move)
    if not any(_manned(agreed, move, spent)):
        return leaf(key, label, move, detail)
    crews = _crews(agreed, move, spent)
    return branch(key, label, partial(NOTATION.write, move), crews, detail)


MOST_TRAITS = 9
"""By buttons, as a path has room for no more; the others are typed, or chosen in the workshop."""


def _crews(agreed: Agreement, move: ChooseFleet, spent: int) -> Ask[Answer]:
    """One trait after the other, until the fleet is right."""
    prompt = "Which traits do the crews have?"

    def nodes() -> Nodes:
        yield leaf("ok", f"Take it so, for {spent} points", move, stands=True)
        known = agreed.catalogue
        letters = dict(zip(known.traits, ascii_lowercase, strict=False))
        units, found = move.units(agreed), list[Node[Answer]]()
        for more, cost in _manned(agreed, move, spent) if len(move.crew) < MOST_TRAITS else ():
            at, code = more.crew[-1]
            trait, ship = known.traits[code], known.designs[units[at - 1].design].name
            label, crews = f"{at} {ship}: {trait.name}, {cost} points", _crews(agreed, more, cost)
            text = partial(NOTATION.write, more)
            found.append(branch(f"{at}{letters[code]}", label, text, crews, trait.effect))
        yield from grouped(found, AT_ONCE, "", prompt)

    return Ask(prompt, nodes)


def _manned(agreed: Agreement, move: ChooseFleet, spent: int) -> Iterator[tuple[ChooseFleet, int]]:
    """A fleet that costs so much with one more trait that is allowed, behind those that it has,
    and what it costs then."""
    terms, known, units = agreed.fleet_terms(move.faction), agreed.catalogue, move.units(agreed)
    all_of = list(product(range(1, len(units) + 1), known.traits if agreed.crew else ()))
    for at, code in all_of[all_of.index(move.crew[-1]) + 1 if move.crew else 0 :]:
        unit = units[at - 1]
        if code in unit.traits or known.designs[unit.design].fighter:
            continue
        manned = replace(unit, traits=(*unit.traits, code))
        cost = spent + terms.cost(known.designs, (manned,)) - terms.cost(known.designs, (unit,))
        if cost <= agreed.points:
            yield replace(move, crew=(*move.crew, (at, code))), cost


def _named(known: Catalogue, units: Sequence[FleetUnit]) -> str:
    counts = Counter(known.designs[unit.design].name for unit in units)
    return ", ".join(f"{count} {ship}" if count > 1 else ship for ship, count in counts.items())


# --- Deployment ---


def deploy(request: Request) -> Ask[Answer]:
    table, side = request.view.table, side_of(request.decision.seat)
    own, at = next(iter(table.of(side)), None), preparation.example(table.board, side)
    start = f"{SCALE.name(at)} HEADING {(EDGES[side] + 350) % 360} V3"
    example = typed(request, "", f"PLACE {own.id if own else 'a1'} {start}")
    ground = partial(_zone_overlay, request)
    return Ask("Which unit do you place?", partial(_units, request), example, ground=ground)


def _zone(request: Request) -> Rectangle:
    board, side = request.view.table.board, side_of(request.decision.seat)
    return preparation.zone(board, side)


def _zone_overlay(request: Request) -> Overlay[Any]:
    told = f"The hatched area is your zone, {SCALE.write(preparation.ZONE)} deep"
    zone: Region[Any] = Region(
        places=frozenset((_zone(request),)), seat=request.decision.seat, told=told
    )
    return Overlay((zone,))


def _units(request: Request) -> Nodes:
    table, side = (
        deployment.planned(request.view, request.decision.seat),
        side_of(request.decision.seat),
    )
    left = preparation.unplaced(table, side)
    deep = f"depth {SCALE.write(preparation.AUTOMATIC_DEPTH)}"
    if left[1:] and legal(request, AutoAll()):
        detail = f"{counted(len(left), 'unit')}; {deep}"
        yield leaf("all", "Deploy all for me", AutoAll(), detail)
    if legal(request, Auto()):
        first = next((name(table, each) for each in preparation.placeable(table, side)), "the rest")
        detail = f"{counted(len(left), 'unit')} left; {deep}"
        yield leaf("auto", f"Let the bot place {first}", Auto(), detail)
    if legal(request, Lock()):
        detail = f"{counted(len(left), 'unit')} left to be placed by the bot" if left else ""
        yield leaf("lock", "Lock your deployment", Lock(), detail)
    own = sorted(table.of(side), key=lambda unit: unit.at is not None)
    found = [node for unit in own if (node := _to_place(request, table, unit))]
    ground = partial(_zone_overlay, request)
    yield from grouped(found, AT_ONCE, "PLACE", "Which unit do you place?", ground)


def _to_place(request: Request, table: Table, unit: Unit) -> Node[Answer] | None:
    """A unit with the places for it, if there are any."""
    carrier, text = table.units.get(unit.carrier), f"PLACE {unit.id}"
    reach: Shape = _zone(request)
    if carrier is not None:
        reach = Disc(carrier.at or Point(0, 0), DEPLOYMENT)

    def after(move: Any) -> Answer | Ask[Answer]:
        return move if table.design(unit).fighter else _start(request, unit, move)

    field = place_field(request, f"{text} ", "27 4", (reach,), after=after)
    ask = Ask(
        f"Where does {unit.id} start?",
        partial(_places, request, table, unit),
        field,
        ground=partial(_zone_overlay, request),
        once=True,
    )
    first = next(_places(request, table, unit), None)
    if first is None:
        return None
    design = table.design(unit)
    label = f"{name(table, unit)}, {design.points} points"
    where = f"now at {SCALE.name(unit.at)}" if unit.at else f"Size {design.size} {design.role}"
    return branch(unit.id, label, text, ask, where, at=unit.at or first.at, kind=unit.sic)


def _places(request: Request, table: Table, unit: Unit) -> Nodes:
    fighter = table.design(unit).fighter
    for at in _spots(table, unit):
        move = Place(unit.id, at)
        if not legal(request, move):
            continue
        key, label = f"{at.x}x{at.y}", SCALE.name(at)
        near = nearest(table, unit, at)[:1]
        deep = f"{SCALE.write(depth(table.board, unit.side, at))} deep"
        detail = ", ".join((deep, *(far_from(enemy, at) for enemy in near)))
        if fighter:
            yield leaf(key, label, move, detail, at=at)
        else:
            ask = _start(request, unit, move)
            yield branch(key, label, f"PLACE {unit.id}", ask, detail, at=at)


def _spots(table: Table, unit: Unit) -> list[Point]:
    """Places along the zone, or around the carrier."""
    board, carrier = table.board, table.units.get(unit.carrier)
    if carrier is not None:
        if carrier.at is None:
            return []
        return [shifted(carrier.at, 45 * wind, DEPLOYMENT) for wind in range(8)]
    length = edge_length(board, unit.side)
    wide = [length * n // (PLACES + 1) // DU * DU for n in range(1, PLACES + 1)]
    found = [from_edge(board, unit.side, at, deep) for deep in DEPTHS for at in wide]
    return [*_beside(table, unit), *found]


def _beside(table: Table, unit: Unit) -> list[Point]:
    """Places from where a ship can act together with others, in fleet order (CC-262, CC-274)."""
    if table.design(unit).fighter or not (table.formations or table.escorts):
        return []
    others = [each for each in table.in_space(unit.side) if table.size(each)][:NEIGHBOURS]
    winds = (EDGES[unit.side] + side for side in (90, 270))
    return [shifted(each.at, wind % 360, BESIDE) for wind in winds for each in others if each.at]


def _start(request: Request, unit: Unit, place: Place) -> Ask[Answer]:
    text = f"PLACE {unit.id} {SCALE.name(place.at)} "
    prompt = f"How does {unit.id} start from {SCALE.name(place.at)}?"
    field = typed(request, text, "HEADING 350 V3", "Type the heading")
    ground = partial(_zone_overlay, request)
    return Ask(prompt, partial(_starts, request, unit, place), field, ground=ground, once=True)


def _starts(request: Request, unit: Unit, place: Place) -> Nodes:
    """The default first, then other Velocities, then other headings."""
    table, ahead = request.view.table, EDGES[unit.side]
    design = table.design(unit)
    speeds = range(preparation.fastest_start(design.size) + 1)
    plans = [place, *(replace(place, velocity=v) for v in speeds if v != place.velocity)]
    plans += [replace(place, heading=(ahead + aside) % 360) for aside in ASIDE]
    for plan in plans:
        heading = ahead if plan.heading is None else plan.heading
        if legal(request, plan):
            values = design.maneuver(plan.velocity), design.heading_value(plan.velocity)
            detail = f"at V{plan.velocity} Maneuver {values[0]}, Heading {values[1]}"
            label = f"Heading {heading}, V{plan.velocity}"
            yield leaf(f"h{heading}v{plan.velocity}", label, plan, detail)


# --- Orders ---

EFFECTS: Final[Mapping[OrderName, str]] = {
    "contingent": "its Weapons may fire during its move and, after it, when an enemy acts",
    "focus": "in each of its attacks it may roll one die again",
    "brace": "damage beyond a full Health row is ignored; of two Conditions it keeps one",
    "reinforce": "at the end of the turn its Shields regain up to {boxes} lost boxes",
    "evasive": "attacks on it have -1 Accuracy once it is revealed",
    "velocity": "its Velocity changes by 1 at once, besides the change of its move",
    "scanners": "reads the Orders of an enemy within 24, finds a contact, serves the scenario",
    "mark": "marks an enemy within 4 x its Size: +2 Accuracy, no terrain, or +4 range",
    "repair": "at the end of the turn it removes a Condition on a die of 4 to 6",
    "jump": "it leaves the match when it is activated in the next turn",
    "cloak": "at the end of the turn it leaves the board for 1 to 3 turns, on a course in secret",
}
"""In plain words (canon 2.10)."""
TOKEN: Final = "pays for one Command: Re-aim, Snap Attack, Damage Control, Dodge, Velocity"


def orders(request: Request) -> Ask[Answer]:
    prompt = "Which ship gets an Order? Lock when all have what you want."
    own = tuple(request.view.table.in_space(side_of(request.decision.seat)))
    example = typed(request, "", f"ORDER {own[0].id if own else 'a1'} EVASIVE")
    return Ask(prompt, partial(_ships, request), example, ground=ringed(*own))


def _ships(request: Request) -> Nodes:
    table, sheet = request.view.table, request.view.sheet(request.decision.seat)
    own = list(table.of(side_of(request.decision.seat)))
    found = [_ship(request, unit) for unit in own if next(_gifts(request, unit), None)]
    given = {node.key: sheet.of(node.key) for node in found}
    blank = [id for id, each in given.items() if not each.token and each.at(MAIN) is None]
    detail = f"{listed(blank)} will get a Token" if blank else "all ships have what they get"
    locks = [leaf("lock", "Lock your Orders", Lock(), detail)] if legal(request, Lock()) else []
    ships = grouped(found, AT_ONCE, "", "Which ship gets an Order?", ringed(*own))
    yield from (*ships, *locks) if blank else (*locks, *ships)


def _ship(request: Request, unit: Unit) -> Node[Answer]:
    table, hidden = request.view.table, request.view.sheet(request.decision.seat).of(unit.id)
    ask = Ask[Answer](
        f"What does {unit.id} get? So far: {_told(table, unit, hidden)}.",
        partial(_gifts, request, unit),
        ground=ringed(unit),
        once=True,
    )
    label = f"{name(table, unit)}: {_told(table, unit, hidden)}"
    return branch(unit.id, label, "", ask, state(table, unit), at=unit.at, kind=unit.sic)


def _told(table: Table, unit: Unit, hidden: Orders) -> str:
    """What a ship has: ``Evasive Actions, NAV1 Change Velocity``."""
    labels = table.design(unit).labels
    main = "Token" if hidden.token else "nothing yet"
    if order := hidden.at(MAIN):
        main = ORDERS[order].name
    extra = (f"{labels[at]} {ORDERS[order].name}" for at, order in hidden.hidden if at != MAIN)
    return ", ".join((main, *extra))


def state(table: Table, unit: Unit) -> str:
    """``Size 4, V2, heading 20, Health 12 of 40, absorbs 15; 2 Conditions``"""
    design = table.design(unit)
    parts = [f"Size {design.size}"]
    parts += [] if design.fighter else [f"V{unit.velocity}, heading {unit.heading}"]
    parts.append(f"Health {design.health - unit.health} of {design.health}")
    parts += [f"absorbs {sum(unit.absorbers)}"] if unit.absorbers else []
    parts += [counted(len(unit.conditions), "Condition")] if unit.conditions else []
    return ", ".join(parts)


def _gifts(request: Request, unit: Unit) -> Nodes:
    """Orders by Type, a Token, those of extra slots, and taking back."""
    table = request.view.table
    design = table.design(unit)
    for order, kind in ORDERS.items():
        if legal(request, move := GiveOrder(unit.id, order)):
            label = f"{kind.type.capitalize()}: {kind.name}"
            yield leaf(order, label, move, _effect(table, unit, order))
    if legal(request, token := GiveToken(unit.id)):
        yield leaf("token", "Command Token", token, TOKEN)
    for at, taken in slot_types(unit, design).items():
        slot = design.labels[at]
        for order, kind in ORDERS.items():
            move = GiveOrder(unit.id, order, slot)
            if kind.type == taken and legal(request, move):
                label = f"{slot}, {kind.type.capitalize()}: {kind.name}"
                yield leaf(f"{slot}{order}", label, move, _effect(table, unit, order))
    for slot in ("", *(design.labels[at] for at in slot_types(unit, design))):
        if legal(request, clear := Clear(unit.id, slot)):
            yield leaf(f"clear{slot}", f"Take back {slot or 'the Order or Token'}", clear)


def _effect(table: Table, unit: Unit, order: OrderName) -> str:
    boxes = table.size(unit) + table.design(unit).count("SHD", off=unit.off)
    idle = order == "repair" and not damage.repairable(unit)
    return EFFECTS[order].format(boxes=boxes) + ("; it has none to repair now" if idle else "")
