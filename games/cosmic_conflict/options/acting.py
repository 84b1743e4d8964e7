"""Questions of the Activation Phase: which unit acts, and what it does next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import chain, islice
from typing import Literal

from games.core.geometry.plane import Disc
from games.core.questions import Sketch
from games.core.questions.tree import Ask, Node, NodeHints, branch, grouped, leaf
from games.core.telling import average, counted, listed, percent
from games.cosmic_conflict.content.contacts import guess
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.notation import Answer, Change
from games.cosmic_conflict.options import forming, moving, sketches
from games.cosmic_conflict.options.fields import (
    Nodes,
    far_from,
    group,
    legal,
    name,
    place_field,
    ringed,
    typed,
)
from games.cosmic_conflict.options.preparation import AT_ONCE
from games.cosmic_conflict.rules.attacks import shared
from games.cosmic_conflict.rules.attacks.shots import Fire, FireAws, Interrupt, MarkTarget, Spend
from games.cosmic_conflict.rules.attacks.targeting import can_attack, rearmed, weapon_at
from games.cosmic_conflict.rules.fighters import Collect
from games.cosmic_conflict.rules.orders.commands import Reveal, UseCommand
from games.cosmic_conflict.rules.orders.marks import EFFECTS
from games.cosmic_conflict.rules.reactions import Decline
from games.cosmic_conflict.rules.turns import activation, sacrifices
from games.cosmic_conflict.rules.turns.activation import Done, Go, Pass, Stop
from games.cosmic_conflict.rules.turns.sacrifices import Reroute, Scuttle
from games.cosmic_conflict.rules.values import acting, hidden, side
from games.cosmic_conflict.rules.windows import interrupt_means, ready_weapons
from games.cosmic_conflict.space import MISSILE_REACH, SCALE, arcs, token_point
from games.cosmic_conflict.table.conditions import restored
from games.cosmic_conflict.table.orders import COMMANDS, MAIN, ORDERS
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import CommandName, Table, Unit
from games.cosmic_conflict.view import Request

SUGGESTED_SHOTS = 2
WITH = "with"
"""Ends the keys of attacks that other ships support."""
CHANGE = "Change Velocity by a Command"
MARKED = {
    "accuracy": "+2 Accuracy against {}",
    "terrain": "no terrain between it and {}",
    "range": "+4 to the longest range of its Weapons",
}


def activate(request: Request) -> Ask[Answer]:
    unit, table = acting(request), request.view.table
    if unit is not None:
        return _next_act(request, unit)
    now = request.view.course.activation
    assert now is not None
    waiting = tuple(activation.waiting(table, now.size, now.side))
    example = typed(request, "", f"ACTIVATE {waiting[0].id if waiting else 'a1'}; MOVE V0; DONE")
    prompt = "Which unit do you activate?"
    return Ask(prompt, partial(_units, request), example, ground=ringed(*waiting))


def idle(request: Request) -> Ask[Answer]:
    """What may be revealed or used while the other side is to activate."""
    own = tuple(request.view.table.in_space(side(request)))
    example = typed(request, "", f"REVEAL {own[0].id if own else 'a1'} EVASIVE")
    prompt = "Do you reveal or use something now? You need not."
    return Ask(prompt, partial(_idle, request), example, ground=ringed(*own))


def _idle(request: Request) -> Nodes:
    yield from _between(request)
    yield leaf("no", "Nothing for now", Decline(), "you are asked again after the next activation")


def _units(request: Request) -> Nodes:
    """The units of the present Size, or passing; then what may be done between activations."""
    table, now = request.view.table, request.view.course.activation
    assert now is not None
    waiting = list(activation.waiting(table, now.size, now.side))
    found = [
        leaf(
            each.id,
            name(table, each),
            move,
            partial(_told_unit, table, each),
            at=each.at,
            kind=each.sic,
        )
        for each in waiting
        if legal(request, move := Activate(each.id))
    ]
    ground = ringed(*waiting)
    yield from grouped(found, AT_ONCE, "ACTIVATE", "Which unit do you activate?", ground)
    if legal(request, Pass()):
        wait = "waits" if len(waiting) == 1 else "wait"
        who = listed(each.id for each in waiting)
        detail = f"{who} {wait} until all larger units, up to Size {now.top}, have acted"
        yield leaf("pass", "Pass", Pass(), detail)
    if request.view.course.stopping and legal(request, Stop()):
        yield leaf("stop", "Agree to end the match", Stop(), "it is counted as it stands")
    yield from _between(request)


def _told_unit(table: Table, unit: Unit) -> str:
    if activation.is_leaving(unit):
        return "jumps to Hyperspace and leaves the match"
    design = table.design(unit)
    reached = [
        each.id
        for each in table.enemies(unit)
        if any(can_attack(table, unit, at, each) for at in ready_weapons(table, unit))
    ]
    fires = f"can attack {listed(reached)}" if reached else "nobody in reach"
    speed = "" if design.fighter else f", V{unit.velocity}, heading {unit.heading}"
    health = f"Health {design.health - unit.health} of {design.health}"
    return f"{SCALE.name(unit.spot)}{speed}; {health}; {fires}"


# --- Between activations, and at interrupt points ---


def _between(request: Request) -> Nodes:
    own = tuple(request.view.table.in_space(side(request)))
    ground = ringed(*own)
    shown_orders = (node for unit in own for node in reveals(request, unit, unit.id))
    yield from group("reveal", "Reveal an Order", "REVEAL", shown_orders, ground)
    used = (node for unit in own for node in commands(request, unit, unit.id))
    yield from group("command", CHANGE, "COMMAND", used, ground)
    yield from group("shots", "Fire out of turn", "", shots(request), ground)
    yield from forming.releases(request)


def shots(request: Request) -> Nodes:
    """Snap and Contingent Attacks, by ship."""
    table = request.view.table
    for unit in table.in_space(side(request)):
        for by in interrupt_means(table, unit):
            title = {"snap": "Snap Attack", "contingent": "Contingent Attack"}[by]
            label = f"{title} of {name(table, unit)}"
            nodes = _interrupts(request, unit, by)
            ground = sketches.ground(sketches.arcs, table, unit)
            yield from group(f"{by}{unit.id}", label, f"{by.upper()} {unit.id}", nodes, ground)


def _interrupts(request: Request, unit: Unit, by: str) -> Nodes:
    table = request.view.table
    design = table.design(unit)
    for place in ready_weapons(table, unit):
        weapon = design.labels[place]
        for enemy in table.enemies(unit):
            move = Interrupt("contingent", unit.id, weapon, enemy.id)
            if by == "snap":
                pay = "TOKEN" if unit.tokens else "MAIN"
                move = Interrupt("snap", unit.id, weapon, enemy.id, pay=pay)
            if can_attack(table, unit, place, enemy) and legal(request, move):
                label = f"{weapon} at {name(table, enemy)}"
                detail = partial(told_attack, table, unit, weapon, enemy)
                mark = f"{_mean(sketches.attack_of(table, unit, weapon, enemy))} damage"
                yield leaf(f"{weapon}{enemy.id}", label, move, detail, at=enemy.at, mark=mark)
                others = shared.salvo(table, unit, enemy) if by == "snap" else ()
                if others and legal(request, joint := replace(move, others=others)):
                    who = listed(f"{id} {item}" for id, item in others)
                    key = f"{weapon}{enemy.id}and"
                    yield leaf(key, f"{label}, and {who}", joint, detail, at=enemy.at)


# --- The next act of the unit that is being activated ---


def _example(table: Table, unit: Unit) -> str:
    """``FIRE KIN1 AT b3``: with its first Weapon that is ready, at the first enemy."""
    labels, weapons = table.design(unit).labels, ready_weapons(table, unit)
    shots = (f"FIRE {labels[at]} AT {each.id}" for at in weapons for each in table.enemies(unit))
    return next(shots, "MOVE V0")


def _next_act(request: Request, unit: Unit) -> Ask[Answer]:
    table, now = request.view.table, request.view.course.acting
    fighter = table.design(unit).fighter
    move = moving.fighter(request, unit) if fighter else moving.ship(request, unit)
    moves = now is not None and now.stage in ("attacks", "closing")

    @cache
    def suggested() -> tuple[Node[Answer], ...]:
        found = tuple(_best_shots(request, unit))
        best = move.below.further() if move.below and moves else ()
        return (*found, *islice(best, 1 if found else None))

    return Ask(
        f"What does {name(table, unit)} do?",
        lambda: _acts(request, unit, move if moves else None),
        typed(request, "", "MOVE TO 20 14.5" if fighter else _example(table, unit)),
        suggested,
        suggested,
        ground=sketches.ground(sketches.arcs, table, unit),
    )


def _acts(request: Request, unit: Unit, move: Node[Answer] | None) -> Nodes:
    """Attacks first, then all that may be done beside them, then the move."""
    ground, ships = _ground(request, unit), request.view.table.group(unit)
    for each in ships:
        yield from weapons(request, each)
    every = chain.from_iterable
    aws = every(_aws(request, each) for each in ships)
    yield from group("aws", "Area Weapons System", "AWS", aws, ground)
    marks = every(_marks(request, each) for each in ships)
    yield from group("mark", "Mark a target", "MARK", marks, ground)
    spends = every(_spends(request, each) for each in ships)
    yield from group("spend", "Spend a Marked token", "SPEND", spends, ground)
    for each in ships:
        yield from moving.launches(request, each)
    for each in request.view.table.of(unit.side):
        if each.at is not None and legal(request, take := Collect(each.id)):
            label = f"Collect {name(request.view.table, each)}"
            yield leaf(f"collect{each.id}", label, take, far_from(unit, each.at), at=each.at)
    own = [(each, named(request, each)) for each in ships if _commands(request, each)]
    shown_orders = every(reveals(request, each, id) for each, id in own)
    yield from group("reveal", "Reveal an Order", "REVEAL", shown_orders, ground)
    used = every(commands(request, each, id) for each, id in own)
    yield from group("command", CHANGE, "COMMAND", used, ground)
    for each in ships:
        yield from _twice(request, each)
        yield from _reroutes(request, each)
    if move is not None:
        yield move
    if legal(request, Go()):
        yield leaf("go", "Go on with the move", Go(), "without a Contingent Attack here")
    if legal(request, Done()):
        yield leaf("done", "Done", Done(), f"ends the activation of {unit.id}")
    for each in ships:
        if legal(request, last := Scuttle(unit=named(request, each))):
            yield leaf(f"scuttle{last.unit}", f"Scuttle {each.id}", last, "the ship is destroyed")


def _ground(request: Request, unit: Unit) -> Sketch:
    return sketches.ground(sketches.arcs, request.view.table, unit)


def named(request: Request, unit: Unit) -> str:
    """How a step names the ship of the group that carries it out; the one that leads is not."""
    now = request.view.course.acting
    return "" if now is None or now.unit == unit.id else unit.id


def _commands(request: Request, unit: Unit) -> bool:
    """Whether it has Orders of its own: the members of Formations have not."""
    return request.view.table.commander(unit).id == unit.id


# --- Attacks ---


def weapons(request: Request, unit: Unit) -> Nodes:
    """The Weapons that can attack somebody, each with its targets."""
    table, id = request.view.table, named(request, unit)
    design = table.design(unit)
    for place in ready_weapons(table, unit):
        weapon = design.labels[place]
        begun = f"FIRE {id} {weapon}" if id else f"FIRE {weapon}"
        shots = ((each, Fire(weapon, (each.id,), unit=id)) for each in table.enemies(unit))
        targets = [each for each, shot in shots if legal(request, shot)]
        if not targets:
            continue
        ask = Ask[Answer](
            f"At whom does {weapon} of {unit.id} fire?",
            partial(_targets, request, unit, weapon, tuple(targets)),
            typed(
                request,
                f"{begun} AT ",
                "/".join(each.id for each in targets[:2]),
                "Type the targets",
            ),
            ground=sketches.ground(sketches.arcs, table, unit, place),
        ).ranked(partial(_worth, table, unit, weapon))
        item = design.items[place]
        label = f"Fire {f'{id} {weapon}'.lstrip()}, {item.name}"
        detail = partial(_told_weapon, table, unit, weapon, tuple(targets))
        at = targets[0].at
        yield branch(f"fire{id}{weapon}", label, f"{begun} AT", ask, detail, at=at)


def _told_weapon(table: Table, unit: Unit, weapon: str, targets: Sequence[Unit]) -> str:
    rated = [sketches.attack_of(table, unit, weapon, each) for each in targets]
    best = max(rated, key=lambda each: each.terms.odds.mean)
    mean = _mean(best)
    return f"{counted(len(rated), 'target')}; most against {best.target}, {mean} on average"


def _targets(request: Request, unit: Unit, weapon: str, targets: Sequence[Unit]) -> Nodes:
    table = request.view.table
    for target in targets:
        found = sketches.attack_of(table, unit, weapon, target)
        label, detail = name(table, target), partial(told_attack, table, unit, weapon, target)
        move = Fire(weapon, (target.id,), unit=named(request, unit))
        hints: NodeHints = {"at": target.at, "mark": f"{_mean(found)} damage", "kind": target.sic}
        if found.needs_token:
            text, ask = f"FIRE {weapon} AT", _token(request, unit, move, target)
            yield branch(target.id, label, text, ask, detail, **hints)
        else:
            yield leaf(target.id, label, move, detail, **hints)
        if support := tuple(_support(table, found)):
            sizes = tuple((id, size) for id, _, size in support)
            more = replace(found, terms=found.terms.supported(sizes))
            helped = replace(move, support=tuple((id, item) for id, item, _ in support))
            who = listed(f"{id} {item}" for id, item, _ in support)
            key = f"{target.id}{WITH}"
            yield leaf(key, f"{label} with {who}", helped, told_odds(more), at=target.at)


def _worth(table: Table, unit: Unit, weapon: str, key: str) -> Fraction:
    """What an attack does on average; with support or not, it is told one after the other."""
    target = table.units[key.removesuffix(WITH)]
    return sketches.attack_of(table, unit, weapon, target).terms.odds.mean


def _support(table: Table, found: Attack) -> Iterator[tuple[str, str, int]]:
    """The largest Weapon of each ship that can support an attack, with its Size (CC-270)."""
    for ship, place in shared.largest(table, shared.supporters(table, found)):
        yield ship.id, table.design(ship).labels[place], weapon_at(table, ship, place).size


def _token(request: Request, unit: Unit, move: Fire, target: Unit) -> Ask[Answer]:
    """Where the token of a distant missile goes (CC-099)."""
    start, weapon = unit.spot, move.weapon
    at = token_point(start, target.spot)
    who = f"{move.unit} " if move.unit else ""
    begun, reach = f"FIRE {who}{weapon} AT {target.id} TOKEN ", (Disc(start, MISSILE_REACH),)
    by_default = leaf(
        "default",
        f"Token at {SCALE.name(at)}",
        move,
        f"{far_from(unit, at)}, {far_from(target, at)}",
        at=at,
    )
    return Ask(
        f"Where does {weapon} set its token for {target.id}?",
        lambda: (by_default,) if legal(request, move) else (),
        place_field(request, begun, SCALE.name(at), reach, start, at=lambda move: move.token),
        ground=sketches.ground(sketches.arcs, request.view.table, unit),
    )


def told_attack(table: Table, unit: Unit, weapon: str, target: Unit) -> str:
    """``8.2, band 1, arc F; mean 2.4; hit 50%, glance 33%, miss 17%``"""
    found = sketches.attack_of(table, unit, weapon, target)
    parts = [SCALE.write(found.distance), f"band {found.band}"]
    if not table.design(unit).fighter:
        letters = arcs(unit.spot, unit.heading, target.spot)
        parts.append(f"arc {letters}")
    token = "; sets a token" if found.needs_token else ""
    odds = (told_odds(found), *guess(table.design(target)))
    return f"{', '.join(parts)}{token}; {'; '.join(odds)}"


def told_odds(found: Attack) -> str:
    return f"mean {_mean(found)}; {told_bands(found)}"


def told_bands(found: Attack) -> str:
    """``hit 50%, glance 33%, miss 17%; 1 reroll by terrain``"""
    odds = found.terms.odds
    bands = f"hit {percent(odds.hit)}, glance {percent(odds.glance)}, miss {percent(odds.miss)}"
    rerolls = counted(len(found.blocking), "reroll")
    return f"{bands}; {rerolls} by terrain" if found.blocking else bands


def _best_shots(request: Request, unit: Unit) -> Nodes:
    """The attacks that do most damage on average."""
    table = request.view.table
    rated = [
        (move, sketches.attack_of(table, ship, move.weapon, target))
        for ship in table.group(unit)
        for place in ready_weapons(table, ship)
        for target in table.enemies(ship)
        if legal(
            request,
            move := Fire(table.design(ship).labels[place], (target.id,), unit=named(request, ship)),
        )
    ]
    rated.sort(key=lambda each: -each[1].terms.odds.mean)
    for move, found in rated[:SUGGESTED_SHOTS]:
        weapon, target, mean = move.weapon, table.units[found.target], _mean(found)
        label = f"Fire {f'{move.unit} {weapon}'.lstrip()} at {name(table, target)}"
        told = (f"{mean} damage on average", told_bands(found), *guess(table.design(target)))
        key = f"shot{move.unit}{weapon}{target.id}"
        yield leaf(key, label, move, at=target.at, reason="; ".join(told), mark=mean)


def _mean(found: Attack) -> str:
    return average(found.terms.odds.mean)


def _twice(request: Request, unit: Unit) -> Nodes:
    """A second attack with a Weapon, for Weapons Damage (CC-251)."""
    table = request.view.table
    design, ground = table.design(unit), sketches.ground(sketches.arcs, table, unit)
    found = []
    for place in (at for at in unit.used if isinstance(design.items[at], Weapon)):
        weapon, ready = design.labels[place], rearmed(unit, place)
        for enemy in table.enemies(unit) if design.berserk else ():
            move = Fire(weapon, (enemy.id,), again=True, unit=named(request, unit))
            if legal(request, move):
                label = f"{weapon} again at {name(table, enemy)}"
                odds = partial(_told_twice, table, ready, weapon, enemy)
                found.append(
                    leaf(f"again{move.unit}{weapon}{enemy.id}", label, move, odds, at=enemy.at)
                )
    yield from group(
        f"again{named(request, unit)}", "Fire a Weapon a second time", "FIRE", iter(found), ground
    )


def _told_twice(table: Table, unit: Unit, weapon: str, enemy: Unit) -> str:
    return f"{told_attack(table, unit, weapon, enemy)}; then Weapons Damage"


def _reroutes(request: Request, unit: Unit) -> Nodes:
    """Component Damage that can become Propulsion Damage (CC-252)."""
    options: tuple[Literal["a", "b"], ...] = ("a", "b")
    labels = request.view.table.design(unit).labels
    for at in sacrifices.reroutable(unit):
        back = [labels[each] for each in unit.conditions[at].items]
        for option in options:
            if legal(request, move := Reroute(option, at + 1, named(request, unit))):
                what = {"a": "no Hyperspace", "b": "Velocity locked"}[option]
                label = f"Reroute: Propulsion Damage, {what}"
                detail = f"for Component Damage{restored(back)}" if back else ""
                yield leaf(f"reroute{move.unit}{option}{at + 1}", label, move, detail)


# --- What may be done besides ---


def _aws(request: Request, unit: Unit) -> Nodes:
    """Shots of an AWS at Fighters (one die of damage) and at Missile tokens, which are removed."""
    table = request.view.table
    goals = [(each.id, each.spot, "a die of damage") for each in table.enemies(unit)]
    goals += [(each.id, each.at, "removes the missile") for each in table.missiles]
    for number in range(1, table.design(unit).count("AWS") + 1):
        for id, at, effect in goals:
            if legal(request, move := FireAws(number, id, named(request, unit))):
                detail, key = f"{far_from(unit, at)}; {effect}", f"aws{move.unit}{number}{id}"
                label = f"{move.unit} AWS {number} at {id}".lstrip()
                yield leaf(key, label, move, detail, at=at)


def _marks(request: Request, unit: Unit) -> Nodes:
    for enemy in request.view.table.enemies(unit) if _commands(request, unit) else ():
        if legal(request, move := MarkTarget(enemy.id, named(request, unit))):
            label = f"{move.unit} Mark {name(request.view.table, enemy)}".lstrip()
            detail = f"{far_from(unit, enemy.spot)}; one effect for this or a friendly ship"
            yield leaf(f"mark{move.unit}{enemy.id}", label, move, detail, at=enemy.at)


def _spends(request: Request, unit: Unit) -> Nodes:
    for enemy in request.view.table.enemies(unit) if _commands(request, unit) else ():
        for number, effect in enumerate(EFFECTS, 1):
            if legal(request, move := Spend(enemy.id, effect, named(request, unit))):
                what = f"{enemy.id}, effect {number}: {MARKED[effect].format(enemy.id)}"
                label = f"{move.unit}, {what}" if move.unit else what
                yield leaf(
                    f"spend{move.unit}{enemy.id}x{number}",
                    label,
                    move,
                    "this sequence",
                    at=enemy.at,
                )


def reveals(request: Request, unit: Unit, named: str) -> Nodes:
    """The hidden Orders of a ship that may be revealed now; ``named`` in the text, or not."""
    for order in dict.fromkeys(hidden(request, unit).names):
        for move, more in _reveals(request.view.table, unit, Reveal(order, named)):
            if legal(request, move):
                key = f"{unit.id}{order}{move.target}{_sign(move.change)}{'sic' * move.sic}"
                label = f"{unit.id}: {ORDERS[order].name}{more}"
                yield leaf(key, label, move, "it is shown to all", at=unit.at)


def _reveals(table: Table, unit: Unit, move: Reveal) -> Iterator[tuple[Reveal, str]]:
    if move.order == "velocity":
        for change in _CHANGES:
            more = f" to V{unit.velocity + change}"
            yield Reveal(move.order, move.unit, change), more
    elif move.order == "scanners":
        for enemy in table.enemies(unit):
            yield Reveal(move.order, move.unit, 0, enemy.id), f", reads {enemy.id}"
            sic = f", finds out what {enemy.id} is"
            yield Reveal(move.order, move.unit, 0, enemy.id, sic=True), sic
    else:
        yield move, ""


_CHANGES: tuple[Change, ...] = (1, -1)


def _sign(change: int) -> str:
    return {1: "up", -1: "down"}.get(change, "")


def payments(request: Request, unit: Unit) -> Iterator[tuple[str, str]]:
    """What a ship could pay a Command with, in its text form and in words."""
    unit = request.view.table.commander(unit)
    if unit.tokens:
        yield "TOKEN", "its Token"
    labels = request.view.table.design(unit).labels
    for slot, order in hidden(request, unit).hidden:
        pay = "MAIN" if slot == MAIN else labels[slot]
        yield pay, f"{ORDERS[order].name}, which is discarded unseen"


def commands(request: Request, unit: Unit, named: str) -> Nodes:
    """Change Velocity and Enhance Sensors by Command, with what pays for it."""
    command: CommandName = "velocity"
    for pay, what in payments(request, unit):
        yield from _sensors(request, unit, named, pay, what)
        for change in _CHANGES:
            if legal(request, move := UseCommand(command, named, change, pay)):
                to = f"V{unit.velocity + change}"
                label = f"{unit.id}: {COMMANDS[command].name} to {to}"
                key = f"{unit.id}{pay}{_sign(change)}"
                yield leaf(key, label, move, f"paid with {what}", at=unit.at)


def _sensors(request: Request, unit: Unit, named: str, pay: str, what: str) -> Nodes:
    """Scans of contacts (CC-175)."""
    for enemy in request.view.table.enemies(unit):
        if legal(request, move := UseCommand("sensors", named, 0, pay, enemy.id)):
            label = f"{unit.id}: Sensors find out what {enemy.id} is"
            key = f"{unit.id}{pay}sensors{enemy.id}"
            yield leaf(key, label, move, f"paid with {what}", at=enemy.at)
