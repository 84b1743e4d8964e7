"""A match in words: phrases that the picture shows too, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.geometry.plane import Disc, Point, Rectangle
from games.core.telling import MOST_NAMED, counted
from games.core.types import Seat
from games.cosmic_conflict.content.contacts import guess, is_contact
from games.cosmic_conflict.content.maps import kind_name, zone_attributes
from games.cosmic_conflict.content.terrain import Feature, FeatureZone
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.space import FEWEST_SIDES, SCALE, distance, shown
from games.cosmic_conflict.table.course import SETUP, side_of
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import facts, words
from games.cosmic_conflict.words.facts import EDGE_NAMES, NAMES, ZONE, Attack
from renderers import Look
from renderers.boards import planemap
from renderers.lettering import LONGEST_ALT, plain, sections, shorten
from renderers.overlay import overlays, threat_marks
from renderers.overlay.threat_marks import Threats

_STORY = 400


def alt(view: View, look: Look, window: Rectangle | None = None) -> str:
    """The outcome, the last turn, who is to act, and where the units of all sides are."""
    over = outcome(view, look)
    lines = [f"{over}."] if over else []
    lines += [overlays.told(look.overlay, _STORY)] if look.overlay else []
    standing = ". ".join(filter(None, (facts.phase(view), facts.asks(view))))
    lines.append("Cosmic Conflict." if over else f"Cosmic Conflict, {standing}.")
    if window is not None:
        lines.append(f"Close-up, {planemap.part_name(SCALE, window)}.")
    lines += [f"{line}." for line in (facts.scenario(view), *_threat_lines(view, look))]
    told = []
    for seat in view.table.seats:
        units = [each for each in facts.places(view) if each.side == side_of(seat)]
        inside = [each for each in units if window is None or (each.at and window.covers(each.at))]
        away = [each for each in facts.units(view, side_of(seat)) if each.vanished]
        said = ", ".join(
            (
                *(_briefly(view.table, each) for each in inside),
                *(facts.course(view, each) or f"{each.id} {facts.gone(each)}" for each in away),
            )
        )
        told.append(f"{_side(view, look, seat)}{f'; {said}' if said else ''}.")
    room = LONGEST_ALT - len(" ".join(lines)) - len(told)
    if len(told) > FEWEST_SIDES and sum(map(len, told)) > room:
        told = [shorten(each, max(room // len(told), 1)) for each in told]
    return shorten(" ".join((*lines, *told)))


def board(view: View, look: Look, _: Rectangle | None = None) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    head = [facts.phase(view), facts.asks(view)]
    if over := outcome(view, look):
        head = [f"Over: {over}", *facts.results(view)]
    standing = (f"{line}." for line in (*head, facts.scenario(view)) if line)
    return sections(
        (*standing, *overlays.lines(look.overlay)),
        _threat_lines(view, look),
        *(_fleet(view, look, seat) for seat in view.table.seats),
        (*_tokens(view), *_terrain(view)),
    )


# --- The match ---


def outcome(view: View, look: Look) -> str:
    """How the match ended; ``facts.results`` has the victory conditions one by one."""
    said = look.outcome(words.CosmicWords(), view, view.course.ending)
    return said.partition(". ")[0] if view.course.result else said


def threats(view: View) -> Iterator[tuple[str, Threats]]:
    """Units that could be attacked, with the IDs of those who could."""
    table, found = view.table, dict[str, dict[str, None]]()
    for unit in table.in_space():
        for at, _ in facts.weapons(table, unit):
            for target in facts.bearing(table, unit, at):
                found.setdefault(target.id, {})[unit.id] = None
    return ((id, {"shots": tuple(found[id])}) for id in table.units if id in found)


def _threat_lines(view: View, look: Look) -> Iterator[str]:
    return threat_marks.lines(threats(view) if look.threats else (), {"shots": "attacked by {}"})


def fleet(view: View, seat: Seat) -> str:
    """``Anvil, 5 of 6 units left``; while it is chosen, what may be known of that."""
    units = [each for each in view.table.of(side_of(seat)) if not each.bogey]
    left = sum(unit.is_left for unit in units)
    name = plain(view.course.fleets[seat], 32)
    held = f"{left} of {counted(len(units), 'unit')} left" if units else ""
    return ", ".join(filter(None, (name, held, facts.state(view, seat))))


def _side(view: View, look: Look, seat: Seat) -> str:
    side = f"{look.called(seat, NAMES[seat])}, {EDGE_NAMES[side_of(seat)]} edge"
    return ": ".join(filter(None, (side, fleet(view, seat))))


def _fleet(view: View, look: Look, seat: Seat) -> Iterator[str]:
    yield f"{_side(view, look, seat)}."
    for unit in facts.units(view, side_of(seat)):
        yield from _unit(view, unit)
    yield from _chosen(view, seat)


# --- Units ---


def named(table: Table, unit: Unit) -> str:
    return plain(unit.name or table.design(unit).name, 24)


def _briefly(table: Table, unit: Unit) -> str:
    """``a1 Citadel at 27 4, heading 0, V2, Health 43/60``"""
    assert unit.at is not None
    if is_contact(table.design(unit)):
        course = f"heading {unit.heading} V{unit.velocity}"
        return f"{unit.id} {named(table, unit)} {SCALE.name(unit.at)} {course}"
    course = "" if table.design(unit).fighter else f" heading {unit.heading} V{unit.velocity}"
    health = facts.tracks(table, unit)[-1]
    worse = f", {counted(len(unit.conditions), 'Condition')}" if unit.conditions else ""
    worse += "".join(f", {said}" for said in facts.together(table, unit))
    at = SCALE.name(unit.at)
    return f"{unit.id} {named(table, unit)} {at}{course} {health.left}/{health.boxes}{worse}"


def _unit(view: View, unit: Unit) -> Iterator[str]:
    """A unit with everything that counts, then its weapons and whom they bear on."""
    table, design = view.table, view.table.design(unit)
    if is_contact(design):
        known = facts.command(view, unit), *facts.doing(view, unit)
        yield f"{unit.id} {named(table, unit)}, {_where(table, unit)}."
        yield f"   {'; '.join(filter(None, known)) or 'nothing else is known'}."
        return
    size = "Fighter" if design.fighter else f"{design.role or 'ship'} of Size {design.size}"
    kind = size if unit.bogey else f"{design.code}, {size}"
    if unit.bogey and not unit.is_left:
        yield f"{unit.id} {facts.gone(unit)}."
        return
    yield f"{unit.id} {named(table, unit)} ({kind}), {_where(table, unit)}."
    if not unit.is_left:
        return
    if told := facts.course(view, unit):
        yield f"   {told}."
    boxes = (
        f"{each.label} {each.left}/{each.boxes}{'' if each.on else ' off'}"
        for each in facts.tracks(table, unit)
    )
    state = [
        ", ".join(boxes),
        facts.suffers(unit),
        facts.command(view, unit),
        *facts.doing(view, unit),
    ]
    yield f"   {'; '.join(filter(None, state))}."
    for at, weapon in facts.weapons(table, unit):
        yield f"   {design.labels[at]} {_weapon(table, unit, at, weapon)}"
    others = [
        label + (f" {plain(item.tag, 24)}" if item.tag else "") + " (off)" * (at in unit.off)
        for at, (item, label) in enumerate(zip(design.items, design.labels, strict=True))
        if not isinstance(item, Weapon) and item.type not in ("SHD", "ARM")
    ]
    if others:
        yield f"   also {', '.join(others)}"
    if unit.at is not None and (far := list(_distances(table, unit))):
        yield f"   far: {', '.join(far)}"


def _where(table: Table, unit: Unit) -> str:
    if unit.state != "in":
        return facts.gone(unit)
    if unit.at is None:
        return f"aboard {unit.aboard}" if unit.aboard else "not placed"
    design, at = table.design(unit), f"at {facts.point(unit.at)}"
    if is_contact(design):
        return f"{at}, heading {unit.heading}, Velocity {unit.velocity}"
    if design.fighter:
        return f"{at}, moves {SCALE.write(design.flight)}"
    course = f"heading {unit.heading}, Velocity {unit.velocity} of {table.vmax(unit)}"
    most, turns = (of(unit, unit.velocity) for of in (table.maneuver, table.heading_value))
    return f"{at}, {course}, Maneuver {most}, Heading {turns}"


def _weapon(table: Table, unit: Unit, at: int, weapon: Weapon) -> str:
    """``Kinetic Linked 1, FPS, to 10/18: b2 7.45, b3 12.30 (band 2)``"""
    reach = "/".join(SCALE.write(band.reach) for band in weapon.bands())
    said = (
        f"{weapon.name}, {'all round' if table.design(unit).fighter else weapon.arcs}, to {reach}"
    )
    if at in unit.off or at in unit.used:
        return f"{said}: {'off' if at in unit.off else 'used'}"
    if unit.at is None:
        return said
    enemies, more = _nearest(unit.at, facts.bearing(table, unit, at))
    found = [_attack(table, facts.declared(table, unit, at, enemy)) for _, enemy in enemies]
    return f"{said}: {', '.join([*found, *more]) or 'bears on nobody'}"


def _nearest(at: Point, enemies: Iterable[Unit]) -> tuple[list[tuple[int, Unit]], list[str]]:
    """The nearest of some units with their distances, and how many more there are."""
    found = [(distance(at, each.at), each) for each in enemies if each.at]
    found.sort(key=lambda pair: pair[0])
    more = len(found) - MOST_NAMED
    return found[:MOST_NAMED], [f"{more} more"] if more > 0 else []


def _attack(table: Table, attack: Attack) -> str:
    odds = attack.terms.odds
    more = [f"band {attack.band}"] * (attack.band > 1) + ["by token"] * attack.needs_token
    more += ["reroll by terrain"] * bool(attack.blocking)
    more += [f"mean {float(odds.mean):.1f}", *guess(table.design(table.units[attack.target]))]
    return f"{attack.target} {shown(attack.distance)} ({', '.join(more)})"


def _distances(table: Table, unit: Unit) -> Iterator[str]:
    assert unit.at is not None
    enemies, more = _nearest(unit.at, table.enemies(unit))
    for far, enemy in enemies:
        assert enemy.at is not None
        stopped = table.origin(unit.at).to(enemy.at).stopped
        yield f"{enemy.id} {shown(far)}{f' behind {stopped}' if stopped else ''}"
    yield from more


def _chosen(view: View, seat: Seat) -> Iterator[str]:
    """The fleet that the viewer is choosing."""
    sheet = view.sheets[seat] if seat < len(view.sheets) else None
    if sheet is not None and not view.table.units:
        for number, each in enumerate(sheet.fleet, 1):
            design = view.designs(seat)[each.design]
            inside = f", aboard {each.carrier}" if each.carrier else ""
            crew = "".join(
                f", {view.course.agreement.catalogue.traits[t].name}" for t in each.traits
            )
            yield f"{number} {each.design} {plain(each.name or design.name, 24)}{inside}{crew}"


# --- What else is on the board ---


def _tokens(view: View) -> Iterator[str]:
    table = view.table
    for each in table.missiles:
        target = table.units[each.target]
        far = f", {shown(distance(each.at, target.at))} away" if target.at is not None else ""
        said = f"Missile {each.id} of {each.launcher} at {facts.point(each.at)}"
        yield f"{said}: to {each.target}{far}, at most {SCALE.write(each.limit)}."
    marks = [f"{label} {facts.point(at)}" for label, at in facts.objectives(view)]
    if view.course.agreement.scenario == "rescue":
        yield from (f"{each}: ships within 2.00 at Velocity 2 or less reach it." for each in marks)
    elif marks:
        yield f"Marks, each counts ships within twice their Size: {', '.join(marks)}."


def _terrain(view: View) -> Iterator[str]:
    table, write = view.table, SCALE.write
    size = f"{write(table.board.width)} x {write(table.board.height)}"
    yield f"Board {size} du, 0 0 in the south-west."
    if view.course.phase in SETUP:
        yield f"Each side deploys within {write(ZONE)} of its edge."
    if view.course.agreement.scenario == "deep_survey":
        yield f"Deep Survey counts beyond y = {write(table.board.height // 2)}."
    for feature in table.features:
        yield f"{feature.id} {kind_name(feature.kind)}{_mobile(feature)}: " + "; ".join(
            f"{_shape(zone)}, {', '.join(zone_attributes(zone)) or 'no effect'}"
            for zone in feature.zones
        )


def _mobile(feature: Feature) -> str:
    if not feature.mobile:
        return ""
    return f", moves {SCALE.write(feature.mobile)} to {feature.direction}° each turn"


def _shape(zone: FeatureZone) -> str:
    if isinstance(zone.shape, Disc):
        centre, radius = zone.shape.centre, SCALE.write(zone.shape.radius)
        return f"disc around {facts.point(centre)}, radius {radius}"
    return f"corners {', '.join(map(facts.point, zone.shape.corners))}"
