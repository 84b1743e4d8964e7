"""A match in short phrases, for the picture, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from games.core.geometry.plane import Point, Scale
from games.core.telling import counted, shortened, told_score
from games.core.types import Ending, Seat
from games.galaxy_aflame.catalogue import Card
from games.galaxy_aflame.table import NAMES, SEATS, Table, Unit, other
from games.galaxy_aflame.view import Placing, View
from games.galaxy_aflame.words import words
from renderers import Look
from renderers.lettering import plain
from renderers.overlay.threat_marks import Threats
from renderers.results.ending import WHY

INCHES = Scale(1)
_CHOICES = ("army", "rolloff", "privilege", "draft", "ranking")
Place: TypeAlias = Literal["table", "inside", "reserve", "placed", "out"]


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
    """The result and why: ``Blue wins, no unit of Red is left``."""
    ending, table = view.table.ending or look.ending, view.table
    assert ending is not None
    won = f"{NAMES[ending.winners[0]]} wins" if ending.winners else "Draw"
    if ending.kind != Ending.RESIGNED and (why := WHY.get(ending.kind)):
        return f"{won}, {why}"
    if ending.scores:
        return f"{won}, units left are worth {' to '.join(map(told_score, _scores(table)))}"
    if not ending.winners:
        return f"{won}, neither side has a unit left"
    loser = NAMES[other(ending.winners[0])]
    return f"{won}, {loser} {'resigned' if ending.kind == Ending.RESIGNED else 'has no unit left'}"


def _scores(table: Table) -> Iterator[Fraction]:
    return (table.score(seat) for seat in SEATS)


# --- Sides ---


def army(table: Table, seat: Seat) -> str:
    found = table.catalogue.armies.get(table.armies[seat])
    return plain(found.name, 32) if found else ""


def worth(table: Table, seat: Seat) -> str:
    """What its units are worth (GA-104), or how many it has taken."""
    if choosing(table):
        return f"{counted(len(table.of(seat)), 'unit')} taken" if table.of(seat) else ""
    return f"{told_score(table.score(seat))} PV left"


def rights(table: Table, seat: Seat) -> int:
    """How many units may be brought now, or when its next turn begins (GA-87 to GA-91)."""
    if table.phase == "reinforce" and seat == table.active:
        return table.rights
    models, units = table.losses[seat]
    must = table.phase != "deploy" and not table.in_play(seat)
    return min(len(table.reserve(seat)), max((models > 0) + (units > 0), int(must)))


def losses(view: View, seat: Seat) -> str:
    """``Lost 3 models, 1 unit: 2 may come``; of what is chosen in secret, whether it is locked."""
    table = view.table
    if view.sheets:
        sheet = view.sheets[seat]
        known = "choosing in secret" if sheet is None else "not locked"
        return "locked" if sheet is not None and sheet.locked else known
    if table.phase not in ("reinforce", "turn"):
        return ""
    if table.phase == "reinforce" and seat == table.active:
        return f"{counted(table.rights, 'unit')} may come now"
    models, units = table.losses[seat]
    lost = ", ".join([counted(models, "model")] + [counted(units, "unit")] * bool(units))
    if not table.reserve(seat):
        return f"Lost {lost}, no reserve" if models else "No reserve"
    come = f"may bring {counted(rights(table, seat), 'unit')} next turn"
    return f"Lost {lost}: {come}" if models else "No losses: no unit may come"


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
    """On the table and inside transports, then in reserve, then out."""
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


def values(card: Card) -> str:
    """``10 × 1d4, def d4, move 6, C A``"""
    ranges = " ".join(letter for letter in "CAT" if letter in card.ranges)
    move = INCHES.write(card.move)
    return f"{card.models} × {card.dice}d{card.sides}, def d{card.defence}, move {move}, {ranges}"


# --- Threats ---


def threats(view: View) -> Iterator[tuple[str, Threats]]:
    """Units that could be attacked, with the codes of those who could, by way."""
    for each in words.threats(view):
        yield each.target, {"shots": each.now, "later": each.later}


def threat_lines(view: View) -> Iterator[str]:
    """``R4 can be attacked by B2; by B7 after a move``"""
    for code, found in threats(view):
        shots, later = (", ".join(shortened(found[way])) for way in ("shots", "later"))
        told = [f"by {shots}", f"by {later} after a move"]
        by = [said for said, way in zip(told, ("shots", "later"), strict=True) if found[way]]
        yield f"{code} can be attacked {'; '.join(by)}"
