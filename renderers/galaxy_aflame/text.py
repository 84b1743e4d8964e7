"""A match in words: phrases that the picture shows too, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core.geometry import plane
from games.core.geometry.plane import Disc, Point, Rectangle, Scale
from games.core.telling import MOST_NAMED, counted, listed, told_score
from games.core.types import Seat
from games.galaxy_aflame.catalogue import Card
from games.galaxy_aflame.table import NAMES, SEATS, Table, Unit
from games.galaxy_aflame.view import Placing, View
from games.galaxy_aflame.words import words
from renderers import Look
from renderers.boards import planemap
from renderers.lettering import plain, sections, shorten
from renderers.overlay import overlays, threat_marks
from renderers.overlay.threat_marks import Threats

INCHES = Scale(1)
_STORY = 420
_CHOICES = ("army", "rolloff", "privilege", "draft", "ranking")
_THREATS = {"shots": "attacked by {}", "later": "attacked after a move by {}"}
Place: TypeAlias = Literal["table", "inside", "reserve", "placed", "out"]


def alt(view: View, look: Look, window: Rectangle | None = None) -> str:
    """The outcome, the last turn, who is to act, both sides, and where their units are."""
    over = outcome(view, look)
    lines = [f"{over}."] if over else []
    lines += [overlays.told(look.overlay, _STORY)] if look.overlay else []
    lines.append("A Galaxy Aflame." if over else f"A Galaxy Aflame, {'. '.join(_standing(view))}.")
    if window is not None:
        lines.append(f"Close-up, {planemap.part_name(INCHES, window)}.")
    lines += [f"{line}." for line in (*_sides(view, look), *_threat_lines(view, look))]
    for seat in SEATS:
        if said := list(_briefly(view, seat, window)):
            lines.append(f"{NAMES[seat]}: {', '.join(said)}.")
    return shorten(" ".join(lines))


def board(view: View, look: Look, _: Rectangle | None = None) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    over = outcome(view, look)
    head = [f"Over: {over}"] if over else _standing(view)
    standing = (*(f"{line}." for line in head), *overlays.lines(look.overlay))
    parts = [(*standing, *_sides(view, look)), tuple(_threat_lines(view, look))]
    if choosing(view.table):
        return sections(*parts, *_decks(view), _terrain(view.table))
    units = [tuple(_units(view, seat)) for seat in SEATS]
    if any(line.startswith("  ") for each in units for line in each):
        far = "Below each unit: how far its nearest enemies are, with their cover against it."
        units.append((far,))
    return sections(*parts, *units, _terrain(view.table), _cards(view.table))


# --- The match ---


def choosing(table: Table) -> bool:
    """Whether armies and units are still chosen: cards are shown, and no table."""
    return table.phase in _CHOICES


def acting(view: View) -> Seat | None:
    """Who is to act; nobody while both are, and after the end."""
    table = view.table
    both = bool(view.sheets) or table.phase in ("ranking", "rolloff", "over")
    return None if both else table.active


def phase(view: View) -> str:
    table = view.table
    match table.phase:
        case "army":
            return f"Armies are chosen{', in secret' * bool(view.sheets)}"
        case "rolloff":
            return "Roll-off"
        case "privilege":
            return "Roll-off, the winner chooses to draft or to play first"
        case "draft":
            return f"Draft, {counted(sum(map(len, table.decks)), 'card')} left"
        case "ranking":
            return "Draft, both rank the cards in secret"
        case "deploy":
            return f"Deployment, {'in secret' if view.sheets else 'two units each'}"
        case "reinforce":
            return f"{_round(table)}, may bring {counted(table.rights, 'unit')}"
    return _round(table)


def _round(table: Table) -> str:
    limit = table.agreement.round_limit
    return f"Round {table.round}{f' of {limit}' if limit else ''}"


def outcome(view: View, look: Look) -> str:
    return look.outcome(words.GaWords(), view, view.table.ending)


def _standing(view: View) -> list[str]:
    seat = acting(view)
    return [phase(view)] + ([] if seat is None else [f"{NAMES[seat]} to act"])


def threats(view: View) -> Iterator[tuple[str, Threats]]:
    """Units that could be attacked, with the codes of those who could, by way."""
    for each in words.threats(view):
        yield each.target, {"shots": each.now, "later": each.later}


def _threat_lines(view: View, look: Look) -> Iterator[str]:
    return threat_marks.lines(threats(view) if look.threats else (), _THREATS)


# --- Sides ---


def army(table: Table, seat: Seat) -> str:
    found = table.catalogue.armies.get(table.armies[seat])
    return plain(found.name, 32) if found else ""


def worth(table: Table, seat: Seat) -> str:
    """What its units are worth (GA-104), or how many it has taken."""
    if choosing(table):
        return f"{counted(len(table.of(seat)), 'unit')} taken" if table.of(seat) else ""
    return f"{told_score(table.score(seat))} PV left"


def losses(view: View, seat: Seat) -> str:
    """``Lost 3 models, 1 unit: 2 may come``; of what is chosen in secret, whether it is locked."""
    table = view.table
    if view.sheets:
        sheet = view.sheets[seat]
        return "choosing in secret" if sheet is None else "locked" if sheet.locked else "not locked"
    if table.phase not in ("reinforce", "turn"):
        return ""
    if table.phase == "reinforce" and seat == table.active:
        return f"{counted(table.rights, 'unit')} may come now"
    models, units = table.losses[seat]
    lost = ", ".join([counted(models, "model")] + [counted(units, "unit")] * bool(units))
    if not table.reserve(seat):
        return f"Lost {lost}, no reserve" if models else "No reserve"
    most = max((models > 0) + (units > 0), int(not table.in_play(seat)))
    if not most:
        return "No losses: no unit may come"
    come = f"may bring {counted(min(len(table.reserve(seat)), most), 'unit')} next turn"
    return f"Lost {lost}: {come}" if models else come.capitalize()


def _sides(view: View, look: Look) -> Iterator[str]:
    table = view.table
    for seat in SEATS:
        edge = "" if choosing(table) else f"{table.home(seat)} edge"
        facts = (army(table, seat), edge, worth(table, seat), losses(view, seat))
        said = ", ".join(filter(None, facts))
        yield f"{look.called(seat, NAMES[seat])}: {said or 'no army yet'}"


# --- Units ---


def place(view: View, unit: Unit) -> Place:
    """``placed``: by the viewer, in secret."""
    if unit.at is not None:
        return "table"
    if view.table.carrier(unit.code) is not None:
        return "inside"
    if unit.out:
        return "out"
    return "placed" if unit.code in {each.unit for each in placings(view)} else "reserve"


def units(view: View, seat: Seat) -> list[Unit]:
    """The units of a seat: on the table and inside transports, then in reserve, then out."""
    order = {"table": 0, "inside": 0, "placed": 0, "reserve": 1, "out": 2}
    return sorted(view.table.of(seat), key=lambda unit: order[place(view, unit)])


def placings(view: View) -> tuple[Placing, ...]:
    """The places that the viewer has chosen in secret."""
    secret = view.table.phase == "deploy" and view.seat is not None
    return view.sheet(view.seat).places if secret and view.seat is not None else ()


def shown(view: View) -> Iterator[tuple[Unit, Point]]:
    """Units with a place on the table, those that the viewer has placed in secret too."""
    for unit in view.table.on_table():
        assert unit.at is not None
        yield unit, unit.at
    for each in placings(view):
        if each.at is not None:
            yield view.table.units[each.unit], each.at


def is_spent(table: Table, unit: Unit) -> bool:
    """Whether it can neither move nor shoot any more in this turn (GA-36, GA-79)."""
    if table.phase != "turn" or unit.seat != table.active:
        return False
    done = unit.ran or unit.shots > 1 or (unit.moved and unit.shots)
    return bool(done or (unit.limited and unit.moved))


def done(table: Table, unit: Unit) -> str:
    """What a unit of the side on turn has done: ``moved, shot``."""
    if table.phase != "turn" or unit.seat != table.active:
        return ""
    moved = "ran" if unit.ran else "moved" if unit.moved else ""
    shot = ("", "shot", "shot twice")[min(unit.shots, 2)]
    return ", ".join(filter(None, (moved, shot)))


def states(table: Table, unit: Unit) -> Iterator[str]:
    """What there is to know of a unit besides its place and models."""
    if unit.suppressed:
        yield "suppressed"
    if unit.shaken:
        yield "shaken: next turn it gives up moving or shooting"
    if unit.limited:
        yield "limited: it gives up moving or shooting this turn"
    if unit.cargo:
        yield f"carries {', '.join(unit.cargo)}"
    if said := done(table, unit):
        yield said
    if unit.fails:
        yield f"{counted(unit.fails, 'failed check')} this turn"
    if unit.fell_back:
        yield "fell back"
    pairs = (pair for pair in table.engaged if unit.code in pair)
    if foes := [code for pair in pairs for code in pair if code != unit.code]:
        yield f"engaged with {', '.join(foes)}"


def models(table: Table, unit: Unit) -> str:
    """``7/10``; nothing for a vehicle, which has one."""
    card = table.card(unit)
    return "" if card.vehicle else f"{unit.models}/{card.models}"


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
    if window is None and (kept := table.reserve(seat)):
        yield f"in reserve {listed(f'{unit.code} {unit.card}' for unit in kept)}"


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
    """Lines of units with all that counts, then how far their enemies are."""
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


# --- Cards ---


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck: how many are ``left``, codes of units ``taken``, how many are denied.

    ``rank``  its place in a list of the viewer, from 1; 0 for none
    """

    card: Card
    left: int
    taken: tuple[str, ...] = ()
    denied: int = 0
    rank: int = 0


def deck(view: View, seat: Seat) -> list[DeckCard]:
    """The cards of a side's army in list order."""
    table = view.table
    copies = table.agreement.deck_copies
    ranked = _ranked(view, seat)
    found = []
    for card in table.catalogue.deck(table.armies[seat]):
        taken = tuple(unit.code for unit in table.of(seat) if unit.card == card.code)
        denied = table.denied[seat].count(card.code)
        rank = ranked.index(card.code) + 1 if card.code in ranked else 0
        left = copies - len(taken) - denied
        found.append(DeckCard(card, left, taken, denied, rank))
    return found


def _ranked(view: View, seat: Seat) -> tuple[str, ...]:
    """The viewer's list of what it wants of its own deck, or denies of the other."""
    if view.seat is None or view.table.phase != "ranking":
        return ()
    sheet = view.sheet(view.seat)
    return sheet.own if seat == view.seat else sheet.enemy


def state(view: View, seat: Seat, each: DeckCard) -> str:
    """``taken as R2``, ``denied``, ``2 left``, ``wanted 3``."""
    parts = [f"taken as {' and '.join(each.taken)}"] if each.taken else []
    parts += ["denied twice" if each.denied > 1 else "denied"] * bool(each.denied)
    if each.left and (parts or each.left > 1):
        parts.append(f"{each.left} left")
    if each.rank:
        parts.append(f"{'wanted' if seat == view.seat else 'to deny'} {each.rank}")
    return ", ".join(parts)


def _decks(view: View) -> Iterator[list[str]]:
    table = view.table
    if not all(table.armies):
        for key, found in table.catalogue.armies.items():
            cards = (f"  {_card(card)}" for card in table.catalogue.deck(key))
            yield [f"{plain(found.name, 32)}:", *cards]
        return
    for seat in SEATS:
        states = ((each.card, state(view, seat, each)) for each in deck(view, seat))
        cards = (f"  {_card(card)}{f' - {said}' * bool(said)}" for card, said in states)
        yield [f"{NAMES[seat]}'s deck:", *cards]


def _cards(table: Table) -> Iterator[str]:
    """The values of every card in the match (GA-05)."""
    codes = dict.fromkeys(unit.card for unit in table.units.values())
    return (_card(table.catalogue.cards[code]) for code in codes)


def _card(card: Card) -> str:
    said = (f"{card.code} {plain(card.name, 24)}: {values(card)}", *card.told_keywords)
    return f"{', '.join(said)}, PV {card.value}"


def values(card: Card) -> str:
    """``10 × 1d4, def d4, move 6, C A``"""
    ranges = " ".join(letter for letter in "CAT" if letter in card.ranges)
    move = INCHES.write(card.move)
    return f"{card.models} × {card.dice}d{card.sides}, def d{card.defence}, move {move}, {ranges}"


# --- Terrain ---


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
