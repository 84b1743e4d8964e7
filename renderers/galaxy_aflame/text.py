"""The alt text and the text board, which say what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.geometry import plane
from games.core.geometry.plane import Disc, Point, Rectangle
from games.core.telling import MOST_NAMED
from games.core.types import Seat
from games.galaxy_aflame.table import NAMES, SEATS, Table, Unit
from games.galaxy_aflame.view import View
from renderers import Look
from renderers.galaxy_aflame.decks import deck, state
from renderers.galaxy_aflame.picture import plan_for
from renderers.galaxy_aflame.summary import (
    INCHES,
    acting,
    army,
    choosing,
    losses,
    models,
    outcome,
    phase,
    placings,
    states,
    threat_lines,
    units,
    values,
    worth,
)
from renderers.lettering import plain, shorten
from renderers.overlay import overlays

_STORY = 420


def alt(view: View, look: Look, window: Rectangle | None = None) -> str:
    """The outcome, the last turn, who is to act, both sides, and where their units are."""
    table, lines = view.table, []
    over = table.ending is not None or look.ending is not None
    lines += [f"{outcome(view, look)}."] if over else []
    if look.overlay:
        lines.append(overlays.told(look.overlay, _STORY))
    lines.append("A Galaxy Aflame." if over else f"A Galaxy Aflame, {'. '.join(_standing(view))}.")
    if window is not None:
        lines.append(f"Close-up, {plan_for(table.ground.table, window, False).name}.")
    lines += [f"{line}." for line in _sides(view, look)]
    if look.threats:
        lines += [f"{line}." for line in threat_lines(view)]
    for seat in SEATS:
        if said := list(_briefly(view, seat, window)):
            lines.append(f"{NAMES[seat]}: {', '.join(said)}.")
    return shorten(" ".join(lines))


def board(view: View, look: Look) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    over = view.table.ending is not None or look.ending is not None
    head = [f"Over: {outcome(view, look)}"] if over else _standing(view)
    lines = [*(f"{line}." for line in head), *overlays.lines(look.overlay), *_sides(view, look)]
    if look.threats and (found := list(threat_lines(view))):
        lines += ["", *found]
    if choosing(view.table):
        lines += ["", *_decks(view), *_terrain(view.table)]
        return "\n".join(lines).rstrip()
    for seat in SEATS:
        lines += ["", *_units(view, seat)]
    if any(line.startswith("  ") for line in lines):
        lines += [
            "",
            "Below each unit: how far its nearest enemies are, with their cover against it.",
        ]
    lines += ["", *_terrain(view.table), "", *_cards(view.table)]
    return "\n".join(lines).rstrip()


def _standing(view: View) -> list[str]:
    seat = acting(view)
    return [phase(view)] + ([] if seat is None else [f"{NAMES[seat]} to act"])


def _sides(view: View, look: Look) -> Iterator[str]:
    table = view.table
    for seat in SEATS:
        name = look.name(seat)
        edge = "" if choosing(table) else f"{table.home(seat)} edge"
        said = ", ".join(
            filter(None, (army(table, seat), edge, worth(table, seat), losses(view, seat)))
        )
        yield f"{NAMES[seat]}{f' ({name})' if name else ''}: {said or 'no army yet'}"


# --- Units ---


def _briefly(view: View, seat: Seat, window: Rectangle | None) -> Iterator[str]:
    """``R1 INF 7/10 at 24 18 in cover``; of a part those that are there."""
    table = view.table
    if choosing(table):
        for each in deck(view, seat) if table.armies[seat] else ():
            if said := state(view, seat, each):
                yield f"{each.card.code} {said}"
        return
    for unit in table.in_play(seat):
        at = table.place(unit)
        if at is not None and (window is None or window.covers(at)):
            yield " ".join(
                filter(None, (unit.code, unit.card, models(table, unit), *_at(table, unit)))
            )
    if window is None and (kept := [f"{u.code} {u.card}" for u in table.reserve(seat)]):
        yield f"in reserve {' and '.join((', '.join(kept[:-1]), kept[-1])[not kept[:-1] :])}"


def _at(table: Table, unit: Unit) -> Iterator[str]:
    carrier = table.carrier(unit.code)
    if carrier is not None:
        yield f"in {carrier.code}"
        return
    assert unit.at is not None
    yield f"at {INCHES.name(unit.at)}"
    if table.ground.in_cover(unit.at):
        yield "in cover"
    if unit.suppressed:
        yield "suppressed"
    if unit.shaken or unit.limited:
        yield "shaken"


def _units(view: View, seat: Seat) -> Iterator[str]:
    """Each unit with everything that counts, then how far its enemies are."""
    table, placed = view.table, {each.unit: each for each in placings(view)}
    for unit in units(view, seat):
        mine = placed.get(unit.code)
        at = unit.at or (mine.at if mine else None)
        said = [f"{unit.code} {plain(table.card(unit).name, 24)} ({unit.card})"]
        said.append(f"inside {mine.inside}" if mine and mine.inside else _where(table, unit, at))
        if not unit.out:
            said += [f"{models(table, unit)} models"] * (not table.card(unit).vehicle)
            said += [f"PV {table.card(unit).value}", *states(table, unit)]
        yield ", ".join(said)
        if at is not None and (far := list(_distances(table, unit, at))):
            yield f"  {'; '.join(far)}"


def _where(table: Table, unit: Unit, at: Point | None) -> str:
    if at is not None:
        return f"at {INCHES.name(at)}{', in cover' if table.ground.in_cover(at) else ''}"
    carrier = table.carrier(unit.code)
    if carrier is not None:
        return f"inside {carrier.code}"
    return "out" if unit.out else "in reserve"


def _distances(table: Table, unit: Unit, at: Point) -> Iterator[str]:
    """``B1 12.4 in, no sight``, ``B2 17.6 in behind a barrier``: cover is that of the enemy."""
    enemies = [
        (plane.length((at, each.at)), each.code, each.at)
        for each in table.on_table()
        if each.seat != unit.seat and each.at is not None
    ]
    enemies.sort(key=lambda found: found[0])
    for far, code, there in enemies[:MOST_NAMED]:
        said = f"{code} {INCHES.write(far)} in"
        if table.agreement.los and not table.ground.sees(at, there):
            yield f"{said}, no sight"
        elif table.ground.in_cover(there):
            yield f"{said}, in cover"
        elif table.ground.behind_barrier(at, there):
            yield f"{said}, behind a barrier"
        else:
            yield said
    if (more := len(enemies) - MOST_NAMED) > 0:
        yield f"{more} more"


# --- Terrain and cards ---


def _terrain(table: Table) -> Iterator[str]:
    ground, write = table.ground, INCHES.write
    yield f"Table {write(ground.width)} x {write(ground.height)} inches, 0 0 in the north-west."
    if ground.solid:
        yield f"Solid, blocks sight and movement: {'; '.join(map(_shape, ground.solid))}."
    if ground.cover:
        yield f"Cover: {'; '.join(map(_shape, ground.cover))}."
    if ground.barriers:
        lines = (" to ".join(map(INCHES.name, ends)) for ends in ground.barriers)
        yield f"Barriers, cover within 2 inches behind them: {'; '.join(lines)}."


def _shape(shape: Disc | Rectangle) -> str:
    write = INCHES.write
    if isinstance(shape, Disc):
        return f"circle around {INCHES.name(shape.centre)}, radius {write(shape.radius)}"
    corners = (Point(shape.x0, shape.y0), Point(shape.x1, shape.y1))
    return " to ".join(map(INCHES.name, corners))


def _decks(view: View) -> Iterator[str]:
    table = view.table
    if not all(table.armies):
        for key, found in table.catalogue.armies.items():
            yield f"{plain(found.name, 32)}:"
            yield from (f"  {_card(table, card.code)}" for card in table.catalogue.deck(key))
            yield ""
        return
    for seat in SEATS:
        yield f"{NAMES[seat]}'s deck:"
        for each in deck(view, seat):
            said = state(view, seat, each)
            yield f"  {_card(table, each.card.code)}{f' - {said}' if said else ''}"
        yield ""


def _cards(table: Table) -> Iterator[str]:
    """The values of every card in the match (GA-05)."""
    for code in dict.fromkeys(unit.card for unit in table.units.values()):
        yield _card(table, code)


def _card(table: Table, code: str) -> str:
    card = table.catalogue.cards[code]
    keywords = "".join(f", {keyword}" for keyword in card.told_keywords)
    return f"{code} {plain(card.name, 24)}: {values(card)}{keywords}, PV {card.value}"
