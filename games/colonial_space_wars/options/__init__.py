"""The questions of all decisions. They offer legal moves; more legal moves can be typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial

from games.colonial_space_wars.catalogue import skill_name
from games.colonial_space_wars.moves import NOTATION
from games.colonial_space_wars.notation import Move, OrderStep
from games.colonial_space_wars.options.suggestions import suggested_barrages, suggested_stops
from games.colonial_space_wars.rules import armies, attacks, damage, deployment, skills, transports
from games.colonial_space_wars.rules.armies import Add, ChooseFaction, Drop, Ready, Unready
from games.colonial_space_wars.rules.attacks import DeclareAttack
from games.colonial_space_wars.rules.deployment import (
    ChooseZone,
    Deploy,
    DeployAuto,
    DeployDone,
    DeployInside,
    Role,
    TakeBack,
)
from games.colonial_space_wars.rules.movement import MoveTo, stops
from games.colonial_space_wars.rules.orders import STEPS, Order
from games.colonial_space_wars.rules.skills import UseSkill
from games.colonial_space_wars.rules.transports import Disembark, Embark
from games.colonial_space_wars.rules.turns import Activate, End, Finish
from games.colonial_space_wars.rules.values import can_activate, opened, piece
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.table import LETTERS, Table, Unit, Zone
from games.colonial_space_wars.view import Request
from games.colonial_space_wars.words.words import told_attack, unit_names
from games.core.geometry.squares import Square
from games.core.overlay import Arrow, Overlay, Region
from games.core.questions import TextField
from games.core.questions.tree import (
    AT_ONCE,
    Ask,
    Node,
    NodeHints,
    Typed,
    branch,
    grouped,
    leaf,
    made,
    where,
)
from games.core.telling import counted

LONGEST_TYPED = 4000
MOST_STEPS = 5
"""Of an order by buttons, whose keys must fit a button; longer orders can be typed."""
ZONES: tuple[Zone, ...] = ("south", "north")
BY_THE_BOT = "you attack from the South if you win the roll; your next question is your first turn"
Nodes = Iterator[Node[Move]]


def questions(request: Request) -> Ask[Move]:
    """The first question of a decision."""
    match request.decision.kind:
        case "faction":
            return Ask("Which faction do you command?", partial(_factions, request))
        case "army":
            return Ask("Your army:", partial(_army, request), _typed(request, "", "ARMY COM 4 BRI"))
        case "army-open":
            return Ask("Your list is locked.", _unready)
        case "role":
            ground = partial(_zone_areas, request.view.table)
            return Ask("Attack or defend?", partial(_roles, request), ground=ground)
        case "zone":
            ground = partial(_zone_areas, request.view.table)
            return Ask("Which zone do you deploy in?", partial(_zones, request), ground=ground)
        case "deploy":
            ground = partial(_zone, request)
            return Ask("Which unit do you place?", partial(_deployment, request), ground=ground)
        case _:
            letter = LETTERS[request.decision.seat]
            example = f"ORDER {letter}4: MOVE F6; SKILL DIG IN"
            ground = partial(_open_unit, request.view.table)
            typed = _typed(request, "", example)
            return Ask("What do you do?", partial(_turn, request), typed, ground=ground)


def _typed(request: Request, begun: str, example: str) -> Typed[Move]:
    field = TextField("Type the way" if begun else "Type it", example, LONGEST_TYPED)
    return Typed(field, lambda text: NOTATION.read(request, begun + text))


# --- Before the first turn ---


def _factions(request: Request) -> Nodes:
    table = request.view.table
    for key in armies.factions(table, request.decision.seat):
        sword = table.catalogue.swords[key]
        detail = unit_names(table, armies.standard(table, key))
        yield leaf(key.replace("_", ""), sword.name, ChooseFaction(key), detail)


def _army(request: Request) -> Nodes:
    table, sheet = request.view.table, armies.own_sheet(request)
    points, chosen = table.agreement.army_mode == "points", table.swords[request.decision.seat]
    if Ready().refuse(request) is None:
        yield leaf("ready", "Ready", Ready(), unit_names(table, sheet.units))
        yield leaf("auto", "Ready, and deploy for me", Ready(auto=True), BY_THE_BOT)
    if not chosen and not sheet.sword:
        for key in armies.factions(table, request.decision.seat):
            label = f"Take the {table.catalogue.swords[key].name} and deploy for me"
            yield leaf(f"auto{key.replace('_', '')}", label, Ready(key, auto=True), BY_THE_BOT)
    if not chosen:
        yield from _factions(request) if points or sheet.sword else _standard(request)
    if points and sheet.sword:
        kinds = table.catalogue.sword_kinds(sheet.sword)
        adding = Ask[Move]("Which unit do you add?", partial(_changes, request, "ADD"))
        dropping = Ask[Move]("Which unit do you drop?", partial(_changes, request, "DROP"))
        price = sum(kind.resources * sheet.units.count(kind.code) for kind in kinds)
        if adding.nodes:
            yield branch("add", "Add a unit", "ADD ", adding, f"{price} points so far")
        if dropping.nodes:
            yield branch("drop", "Drop a unit", "DROP ", dropping)


def _standard(request: Request) -> Nodes:
    """A faction with its standard army, and ready."""
    for node in _factions(request):
        assert isinstance(node.move, ChooseFaction)
        yield leaf(node.key, node.label, Ready(node.move.sword), node.detail)


def _changes(request: Request, verb: str) -> Nodes:
    sheet = armies.own_sheet(request)
    for kind in request.view.table.catalogue.sword_kinds(sheet.sword):
        move: Add | Drop = Add(kind.code) if verb == "ADD" else Drop(kind.code)
        if NOTATION.refusal(request, move) is None:
            detail = f"{kind.resources} points; {sheet.units.count(kind.code)} on the list"
            yield leaf(kind.code, f"{kind.code} {kind.name}", move, detail, kind=kind.code)


def _unready() -> Nodes:
    yield leaf("unready", "Change it", Unready())


def _roles(request: Request) -> Nodes:
    for zone, rows, at in _zone_rows(request.view.table):
        label, detail = f"Attack from the {zone.title()}", f"{rows}; you deploy and play first"
        yield leaf(zone, label, Role(True, zone), detail, at=at)
    yield leaf("defender", "Defend", Role(False), "you deploy and play after the attacker")


def _zones(request: Request) -> Nodes:
    for zone, rows, at in _zone_rows(request.view.table):
        yield leaf(zone, zone.title(), ChooseZone(zone), rows, at=at)


def _zone_rows(table: Table) -> Iterator[tuple[Zone, str, Square]]:
    """Each zone with its rows (CSW-23), and a square in the middle of it."""
    for zone in ZONES:
        rows = sorted(replace(table, zone=zone).zone_rows(table.attacker))
        said = f"rows {rows[0] + 1} to {rows[-1] + 1}" if rows[1:] else f"row {rows[0] + 1}"
        yield zone, said, Square(table.board.columns // 2, rows[len(rows) // 2])


def _zone_areas(table: Table) -> Overlay[Square]:
    rows = (replace(table, zone=zone).zone_rows(table.attacker) for zone in ZONES)
    return Overlay(tuple(_area(table, each) for each in rows))


def _area(table: Table, rows: range, told: str = "") -> Region[Square]:
    squares = frozenset(Square(c, r) for r in rows for c in range(table.board.columns))
    return Region(places=squares, told=told)


def _deployment(request: Request) -> Nodes:
    table, seat = request.view.table, request.decision.seat
    missing = deployment.missing(table, seat)
    if not missing:
        yield leaf("done", "Deployment done", DeployDone())
    elif DeployAuto().refuse(request) is None:
        units = counted(len(missing), "unit")
        yield leaf("rest", "Place the rest and finish", DeployDone(rest=True), units)
        yield leaf("auto", "Place the rest", DeployAuto(), f"{units}; you can still move them")
    to_place, ground = _to_place(request, missing), partial(_zone, request)
    yield from grouped(to_place, AT_ONCE - 3, "DEPLOY ", "Which unit?", ground)
    placed = [unit for unit in table.of(seat) if unit.health and unit not in missing]
    if placed:
        below = Ask[Move]("Which unit?", lambda: _many(_to_place(request, placed)))
        yield branch("placed", "Move a placed unit", "DEPLOY ", below)


def _many(nodes: Sequence[Node[Move]]) -> Nodes:
    return grouped(nodes, AT_ONCE, "DEPLOY ", "Which unit?")


def _to_place(request: Request, units: Sequence[Unit]) -> list[Node[Move]]:
    table = request.view.table
    found = []
    for unit in units:
        prompt, ground = f"Where is {unit.code} placed?", partial(_zone, request)
        below = Ask[Move](prompt, partial(_places, request, unit), ground=ground, once=True)
        if below.nodes:
            text = f"DEPLOY {unit.code} "
            label, values = f"{piece(table, unit)}", _values(unit, table)
            found.append(branch(unit.code, label, text, below, values, at=unit.at, kind=unit.kind))
    return found


def _zone(request: Request) -> Overlay[Square]:
    """The squares in which the seat deploys (CSW-24)."""
    table = request.view.table
    rows = table.zone_rows(request.decision.seat)
    return Overlay((_area(table, rows, "The hatched area is the deployment zone"),))


def _values(unit: Unit, table: Table) -> str:
    kind = table.kind(unit)
    attack = f"{kind.attack[0]}/{kind.attack[1]}"
    numbers = f"moves {kind.movement}, attacks {attack} at {kind.range}, PRT {kind.protection}"
    return "; ".join((numbers, *kind.told_skills))


def _places(request: Request, unit: Unit) -> Nodes:
    table, begun = request.view.table, f"DEPLOY {unit.code} "
    for each in table.on_board(unit.seat):
        move = DeployInside(unit.code, each.code)
        if move.refuse(request) is None:
            yield leaf(f"in{each.code}", f"Inside {piece(table, each)}", move)
    if unit not in deployment.missing(table, unit.seat):
        yield leaf("off", "Take it back", TakeBack(unit.code))
    free = tuple(deployment.free_squares(table, unit.seat))
    if len(free) <= AT_ONCE:
        yield from _row(unit, free)
        return
    for r in dict.fromkeys(square.r for square in free):
        in_row = [square for square in free if square.r == r]
        below = Ask[Move](f"Where in row {r + 1}?", partial(_row, unit, in_row), once=True)
        detail = f"{in_row[0]} to {in_row[-1]}"
        middle = in_row[len(in_row) // 2]
        yield branch(f"row{r + 1}", f"Row {r + 1}", begun, below, detail, at=middle)


def _row(unit: Unit, squares: Sequence[Square]) -> Nodes:
    nodes = [leaf(str(each), str(each), Deploy(unit.code, each), at=each) for each in squares]
    return grouped(nodes, AT_ONCE, f"DEPLOY {unit.code} ", "Where?")


# --- Turns ---


def _turn(request: Request) -> Nodes:
    table, seat = request.view.table, request.decision.seat
    if table.open is not None:
        yield from _steps(request)
        yield leaf("finish", f"Finish {table.open.unit}", Finish(), _next_of(request))
    ready = [each for each in table.in_play(seat) if _is_ready(table, each)]
    units = sorted((_activation(request, each) for each in ready), key=lambda node: not node.below)
    yield from grouped(units, 17, "ORDER ", "Which unit?")
    lost = f"{counted(table.pool, 'command point')} would be lost" if table.pool else ""
    yield leaf("end", "End your turn", End(), lost)


def _continued(
    ask: Ask[Move], follow: Callable[[Move], Ask[Move]], request: Request, begun: str
) -> Ask[Move]:
    """``ask`` where its answers are steps, behind which another question follows.

    ``request``  before the step
    ``begun``    the text form before it
    """

    def through(found: Callable[[], Iterable[Node[Move]]]) -> Callable[[], Iterable[Node[Move]]]:
        return lambda: map(step, found())

    def step(node: Node[Move]) -> Node[Move]:
        below, move, text = node.below, node.move, node.text
        copied = copy(node)
        copied.move = None
        if below is not None:
            copied.below = _continued(below, follow, request, begun)
            copied.text = lambda: f"{begun}{made(text)}"
        elif move is not None:
            copied.below = follow(move)
            copied.text = lambda: f"{begun}{_begun_step(move)}"
        return copied

    typed: Typed[Move] | None = None
    if ask.typed is not None:
        read = ask.typed.read

        def read_on(text: str) -> Move | Ask[Move]:
            found = read(text)
            if isinstance(found, Ask):
                return _continued(found, follow, request, begun)
            if refused := NOTATION.refusal(request, found):
                raise refused
            return follow(found)

        typed = Typed(ask.typed.field, read_on)
    return Ask(
        lambda: ask.prompt,
        through(lambda: ask.nodes),
        typed,
        through(lambda: ask.suggested),
        through(ask.further),
        ask.ground,
    )


def _weaker(request: Request, unit: Unit, steps: tuple[OrderStep, ...]) -> Nodes:
    """The order with fewer points in its last attack."""
    *before, last = steps
    if not isinstance(last, DeclareAttack) or (last.points or 0) < 2:
        return
    begun = f"ORDER {unit.code}: {''.join(f'{_write_step(step)}; ' for step in before)}"

    def nodes() -> Nodes:
        for points in range((last.points or 0) - 1, 0, -1):
            weaker = replace(last, points=points)
            below = _order(request, unit, (*before, weaker), at_most=False)
            yield branch(f"{points}", counted(points, "point"), begun + _write_step(weaker), below)

    ask = Ask[Move](f"How many points strike {last.target}?", nodes)
    yield branch("f", "Strike with fewer points", begun + _begun_step(last), ask)


def _begun_step(step: Move) -> str:
    """The text form of a step as far as it is known: an attack can still be a weaker one."""
    if isinstance(step, DeclareAttack) and (step.points or 0) > 1:
        return f"ATTACK {step.target} "
    return f"{_write_step(step)}; "


def _write_step(step: Move) -> str:
    assert isinstance(step, OrderStep)
    return STEPS.write(step)


def _steps(request: Request, *, at_most: bool = False) -> Nodes:
    """What the unit that is activated can do; ``at_most``: attacks are with all points, and keys
    are short, as many follow each other."""
    table = request.view.table
    assert table.open is not None
    unit = opened(table)
    for key, label, text, ask, detail in _actions(request, unit, table.open.left, at_most=at_most):
        if ask.nodes:
            yield branch(key[0] if at_most else key, label, text, ask, detail)
    yield from _boarding(request, unit)


def _open_unit(table: Table) -> Overlay[Square]:
    """A line around the unit that is activated, or its transport."""
    if table.open is None:
        return Overlay()
    unit = opened(table)
    at = _standing_on(table, unit)
    if at is None:
        return Overlay()
    place, told = frozenset((at,)), f"{unit.code} is active"
    return Overlay((Region(places=place, hatched=False, seat=unit.seat, told=told),), (at,))


def _standing_on(table: Table, unit: Unit) -> Square | None:
    carrier = table.carrier(unit.code)
    return carrier.at if carrier else unit.at


def _is_ready(table: Table, unit: Unit) -> bool:
    return not unit.activated and table.cost(unit) <= table.pool


def _next_of(request: Request) -> str:
    table = request.view.table
    if can_activate(table, request.decision.seat) or not table.agreement.auto_end:
        return ""
    return "your turn ends with it"


def _activation(request: Request, unit: Unit) -> Node[Move]:
    """Code, name, cost and health; what it can do. One that can do nothing can only be activated
    (CSW-46)."""
    table = request.view.table
    inside = table.carrier(unit.code)
    where = f"inside {inside.code}" if inside else str(unit.at)
    detail = f"on {where}" if not inside else where
    label = f"{piece(table, unit)}: cost {table.cost(unit)}, health {unit.health}"
    values = _values(unit, table)
    hints: NodeHints = {"at": _standing_on(table, unit), "kind": unit.kind}
    below = _order(request, unit, ())
    if not below.nodes:
        idle = "it can neither move nor attack from there"
        return leaf(unit.code, label, Activate(unit.code), f"{detail}; {idle}", **hints)
    return branch(unit.code, label, f"ORDER {unit.code}: ", below, f"{detail}; {values}", **hints)


def _order(
    request: Request, unit: Unit, steps: tuple[OrderStep, ...], *, at_most: bool = True
) -> Ask[Move]:
    """What a unit does, one step after the other; it is played, and paid for, as one order
    (CSW-A18). ``at_most``: its last attack is with all points, and can be made weaker."""
    builder = StepBuilder(State(request.view.table))
    for step in (Activate(unit.code), *steps):
        step.do(builder, request.decision)
    now = replace(request, view=replace(request.view, table=builder.table))
    written = "".join(f"{_write_step(step)}; " for step in steps)

    def follow(step: Move) -> Ask[Move]:
        assert isinstance(step, OrderStep)
        return _order(request, unit, (*steps, step))

    def nodes() -> Nodes:
        if steps:
            yield leaf("ok", "That is all", Order(unit.code, steps), stands=True)
            if at_most:
                yield from _weaker(request, unit, steps)
        goes_on = builder.table.open is not None and builder.table.ending is None
        if goes_on and len(steps) < MOST_STEPS:
            begun = f"ORDER {unit.code}: {written}"
            yield from _continued(actions, follow, now, begun).nodes

    actions = Ask[Move]("", partial(_steps, now, at_most=True))
    ground = partial(_open_unit, builder.table)
    prompt = f"What else does {unit.code} do?" if steps else f"What does {unit.code} do?"
    if len(steps) >= MOST_STEPS:
        prompt = f"Is that all that {unit.code} does? Longer orders can be typed."
    return Ask(prompt, nodes, ground=ground)


Action = tuple[str, str, str, Ask[Move], str]


def _actions(request: Request, unit: Unit, left: int, *, at_most: bool) -> Iterator[Action]:
    table = request.view.table
    points = counted(left, "movement point")
    yield "move", f"Move {unit.code}", "MOVE ", _moves(request, unit, left), points
    targets = partial(_targets, table, unit, at_most=at_most)
    attack = Ask[Move]("Which target?", targets, ground=partial(_open_unit, table))
    attack.ranked(lambda code: _blow_worth(table, unit, table.units[code]))
    yield "attack", f"Attack with {unit.code}", "ATTACK ", attack, _attack_points(table, unit)
    ground = partial(_open_unit, table)
    skill = Ask[Move]("Which skill?", partial(_skills, request, unit), ground=ground)
    yield "skill", f"Use a skill of {unit.code}", "SKILL ", skill, ""
    aboard = table.carrier(unit.code)
    if aboard is not None:
        exits = Ask[Move]("Where does it get off?", partial(_exits, request, unit))
        yield "disembark", f"Leave {aboard.code}", "DISEMBARK ", exits, f"costs 1 of {points}"


def _attack_points(table: Table, unit: Unit) -> str:
    kind, spent = table.kind(unit), table.open.spent if table.open else (0, 0)
    light, heavy = (attacks.available(kind, spent, each) for each in (True, False))
    return f"points left: {light} against Light, {heavy} against Heavy"


def _moves(request: Request, unit: Unit, left: int) -> Ask[Move]:
    table = request.view.table
    found = stops(table, unit, left)

    def places() -> list[Square]:
        return sorted((each for each in found if found[each]), key=lambda each: (each.r, each.c))

    def node(square: Square) -> Node[Move]:
        detail = f"costs {found[square]}; {left - found[square]} left"
        mark = f"{found[square]}"
        return leaf(str(square), f"{square} ({mark})", MoveTo(square), detail, mark=mark)

    best = partial(suggested_stops, table, unit, found)
    prompt, at = f"Where does {unit.code} go?", _standing_on(table, unit)
    ask = where(prompt, places, "MOVE ", node, best=best, about=at)
    ask.typed = _typed(request, "MOVE ", "F6 VIA E5")
    return ask


def _targets(table: Table, unit: Unit, *, at_most: bool) -> Nodes:
    if unit.at is None:
        return
    for target in attacks.targets(table, unit, unit.at):
        most = attacks.points_against(table, unit, target)
        if most:
            prompt = f"How many points strike {target.code}?"
            ground = partial(_blow, unit, unit.at, target.at)
            below = Ask[Move](prompt, partial(_points, table, target, most), ground=ground)
            label = f"{piece(table, target)} on {target.at}: health {target.health}"
            all_of_them = told_attack(table, DeclareAttack(target.code, most))
            left = max(0, damage.protection_left(table, target))
            detail = f"{counted(most, 'point')}, PRT left {left}: {all_of_them}"
            text = f"ATTACK {target.code} "
            mark = _told_hits(target, damage.new_hits(table, target, most))
            hints: NodeHints = {"at": target.at, "kind": target.kind, "mark": mark}
            if at_most:
                yield leaf(target.code, label, DeclareAttack(target.code, most), detail, **hints)
                continue
            yield branch(target.code, label, text, below, detail, **hints)


def _told_hits(target: Unit, hits: int) -> str:
    if hits >= target.health:
        return "destroyed"
    return f"−{hits} health" if hits else "no hit"


def _blow_worth(table: Table, unit: Unit, target: Unit) -> tuple[bool, int, int]:
    """What an attack with all points does; of equal ones, how little is left to do."""
    points = attacks.points_against(table, unit, target)
    hits = damage.new_hits(table, target, points)
    return hits >= target.health, hits, -target.health


def _blow(unit: Unit, start: Square, end: Square | None) -> Overlay[Square]:
    if end is None:
        return Overlay()
    return Overlay((Arrow(start=start, end=end, seat=unit.seat),), (start, end))


def _points(table: Table, target: Unit, most: int) -> Nodes:
    for points in range(most, 0, -1):
        move = DeclareAttack(target.code, points)
        yield leaf(f"{points}", counted(points, "point"), move, told_attack(table, move))


def _skills(request: Request, unit: Unit) -> Nodes:
    table = request.view.table
    used = table.open.skills if table.open else ()
    for skill, number in table.kind(unit).skills.items():
        if skill not in skills.SKILLS or skill in used:
            continue
        key, name = skill.replace(" ", ""), skill_name(skill, number)
        wants = skills.SKILLS[skill].wants
        if not wants and NOTATION.refusal(request, UseSkill(skill)) is None:
            yield leaf(key, name, UseSkill(skill))
        elif wants:
            ask = (_on_units if wants == "unit" else _on_squares)(request, unit, skill)
            if ask.nodes:
                yield branch(key, name, f"SKILL {skill.upper()} ", ask)


def _legal(request: Request, skill: str) -> Callable[[object], bool]:
    def is_legal(target: object) -> bool:
        return NOTATION.refusal(request, UseSkill(skill, str(target))) is None

    return is_legal


def _on_units(request: Request, unit: Unit, skill: str) -> Ask[Move]:
    table = request.view.table

    def nodes() -> Nodes:
        for code in filter(_legal(request, skill), [each.code for each in table.on_board()]):
            target = table.units[code]
            label = f"{piece(table, target)} on {target.at}: cost {table.cost(target)}"
            move, detail = UseSkill(skill, code), f"health {target.health}"
            yield leaf(code, label, move, detail, at=target.at)

    return Ask(f"{skill.title()}: which unit?", nodes)


def _on_squares(request: Request, unit: Unit, skill: str) -> Ask[Move]:
    table = request.view.table
    reach = table.kind(unit).range if skill == "barrage" else skills.LEAP

    def places() -> list[Square]:
        near = table.board.within(unit.at, reach) if unit.at else ()
        return list(filter(_legal(request, skill), near))

    def node(square: Square) -> Node[Move]:
        return leaf(str(square), str(square), UseSkill(skill, str(square)))

    def leaps(squares: Sequence[Square]) -> Iterator[tuple[Square, str, str]]:
        return suggested_stops(table, unit, dict.fromkeys(squares, skills.LEAP_PRICE), squares)

    begun = f"SKILL {skill.upper()} "
    best = partial(suggested_barrages, table, unit) if skill == "barrage" else leaps
    prompt = f"{skill.title()}: which square?"
    return where(prompt, places, begun, node, best=best, about=unit.at)


def _boarding(request: Request, unit: Unit) -> Nodes:
    table = request.view.table
    for transport in transports.near(table, unit):
        move = Embark(transport.code)
        if move.refuse(request) is None:
            room = table.kind(transport).seats - len(transport.cargo)
            label = f"Embark on {piece(table, transport)}"
            yield leaf(f"in{transport.code}", label, move, f"room for {room}")


def _exits(request: Request, unit: Unit) -> Nodes:
    for square in transports.exits(request.view.table, unit):
        if Disembark(square).refuse(request) is None:
            yield leaf(str(square), str(square), Disembark(square), at=square)
