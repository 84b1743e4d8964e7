"""What there is to tell of a view beside its picture: who acts, the score, the units."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from games.core.geometry.plane import Point
from games.core.telling import counted, listed, told_score
from games.core.types import Seat
from games.cosmic_conflict.content.contacts import is_contact
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.meta import SIDE_NAMES
from games.cosmic_conflict.rules import scoring
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.attacks.targeting import declared as declared
from games.cosmic_conflict.rules.cloak import has_moved
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.setup.preparation import ZONE as ZONE
from games.cosmic_conflict.rules.setup.preparation import zone as zone
from games.cosmic_conflict.rules.turns.resolution import CONDITIONS
from games.cosmic_conflict.rules.windows import Window, opened
from games.cosmic_conflict.space import FEWEST_SIDES, LETTERS, rounded_point, shown
from games.cosmic_conflict.table import conditions
from games.cosmic_conflict.table.course import ConditionScore, seat_of, side_of
from games.cosmic_conflict.table.orders import MAIN, ORDERS
from games.cosmic_conflict.table.tasks import Attack as Attack
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View

NAMES: Final = SIDE_NAMES
EDGE_NAMES: Final = {1: "south", 2: "north", 3: "west", 4: "east"}
"""By side, as ``EDGES``."""
_SCENARIOS: Final = {
    "deep_survey": "Deep Survey",
    "contested_marks": "Contested Marks",
    "rescue": "Rescue",
    "open": "Open Engagement",
}
_COUNTS: Final = {"deep_survey": "tokens", "contested_marks": "ships at marks"}
_ASKS: Final = {
    "evasive": "may evade with {}",
    "reroll": "may reroll a die of {}",
    "blocking": "may demand a reroll against {}",
    "dodge": "may dodge with {}",
    "absorb": "orders the tracks of {}",
    "brace": "may brace {}",
    "keep": "keeps a Condition of {}",
    "repair": "may repair a Condition of {}",
    "luck": "may roll again for the Condition of {}",
    "damcon": "may use Damage Control on {}",
    "sacrifice": "chooses what {} loses",
    "pws": "may call a PWS exchange of {}",
    "interrupt": "may fire now",
    "reinforce": "may reinforce Shields of {}",
    "survey": "may survey with {}",
    "rescue": "may take the VIP aboard {}",
    "jump": "may jump with {}",
    "cloak": "may cloak {}",
}
_PROPULSION: Final = {"": "", "a": "(a: no Navigate, no Jump)", "b": "(b: Velocity locked)"}


# --- The match ---


def both(table: Table) -> str:
    """``both``, or ``all`` of more than two sides."""
    return "both" if table.side_count == FEWEST_SIDES else "all"


def window(view: View) -> Window | None:
    """What is asked in the middle of something."""
    agenda = view.course.agenda
    return opened(agenda[-1], view.table) if agenda and view.course.ending is None else None


def acting(view: View) -> Seat | None:
    """Who is to act; nobody while all are, and after the end."""
    course, table = view.course, view.table
    if course.ending is not None:
        return None
    if (asked := window(view)) is not None:
        return seat_of(asked.side)
    if course.terrain is not None:
        return seat_of(course.terrain.side)
    if course.phase == "deploy" and course.agreement.deploy == "alternate":
        side = preparation.deployer(table)
        return None if side is None else seat_of(side)
    if course.phase != "activation" or course.activation is None:
        return None
    return seat_of(course.activation.side)


def subject(view: View) -> str:
    """The ID of the unit that acts or is asked about."""
    asked, acts = window(view), view.course.acting
    if asked is not None and asked.unit:
        return asked.unit
    return acts.unit if acts else ""


def asks(view: View) -> str:
    """``Side 1 to act``; in the middle of something what its side may do."""
    seat, asked, acts = acting(view), window(view), view.course.acting
    if seat is None:
        return ""
    if asked is not None:
        return f"{NAMES[seat]} {_ASKS[asked.key].format(asked.unit)}"
    own = acts is not None and view.table.units[acts.unit].side == side_of(seat)
    return f"{NAMES[seat]} to act{f' with {acts.unit}' if acts and own else ''}"


def phase(view: View) -> str:
    course = view.course
    turn = f"Turn {view.table.turn}"
    match course.phase:
        case "fleet":
            return "Fleets are chosen, in secret"
        case "terrain":
            choosing = course.terrain is not None and course.terrain.choosing
            return "Edges of the terrain" if choosing else "Terrain is placed"
        case "deploy":
            secret = course.agreement.deploy == "secret"
            return f"Deployment, {'in secret' if secret else 'the largest first'}"
        case "orders":
            return f"{turn}, Command Phase, in secret"
        case "activation" if (now := course.activation) is not None:
            what = f"ships of Size {now.size}" if now.size else "Fighters"
            rest = "the last " if now.descending else ""
            return f"{turn}, {rest}{what}{', may pass' if now.may_pass else ''}"
        case "activation":
            return f"{turn}, Activation Phase"
        case "resolution":
            return f"{turn}, Resolution Phase"
    return f"{turn}, scoring"


def scenario(view: View) -> str:
    """The scenario with the score so far, and how long the match can last."""
    agreement, table = view.course.agreement, view.table
    name, key = _SCENARIOS[agreement.scenario], agreement.scenario
    said = [name]
    if key == "rescue":
        said = [f"{name}: {_vip(table)}"]
    elif key != "open" and table.units:
        totals = " to ".join(map(str, scoring.score(table, key).totals))
        said = [f"{name}: {_COUNTS[key]} {totals}"]
    said += [f"{counted(agreement.vc_random, 'condition')} drawn at the end"]
    said += [f"at least {counted(agreement.min_turns, 'turn')}"]
    if agreement.max_turns:
        least, most = agreement.min_turns, agreement.max_turns
        said[-1] = counted(most, "turn") if least == most else f"{least} to {most} turns"
    return f"{', '.join(said)}; initiative {NAMES[seat_of(table.initiative)]}"


def _vip(table: Table) -> str:
    """Where the VIP is: ``the VIP drifts at 27 15``."""
    ship = table.rescuer
    if ship is None:
        return f"the VIP drifts at {' '.join(map(rounded_point, table.objectives))}"
    return f"{ship.id} {'has the VIP aboard' if ship.in_space else 'has brought the VIP home'}"


def objectives(view: View) -> list[tuple[str, Point]]:
    """What the scenario has put on the board, as pictures call it: ``M1``, ``VIP``."""
    there = view.table.objectives
    if view.course.agreement.scenario == "rescue":
        return [("VIP", at) for at in there]
    return [(f"M{number}", at) for number, at in enumerate(there, 1)]


def results(view: View) -> Iterator[str]:
    """Each victory condition that was worked out, with who won it."""
    for each in view.course.scores:
        who = NAMES[each.winner - 1] if each.winner else "nobody"
        yield f"{CONDITIONS[each.condition]}: {who}, {told_totals(each)}"


def told_totals(score: ConditionScore) -> str:
    """``377 to 371 by points``, ``fewest wins, 0 to 0 (Side 1 has no ship left)``.

    Totals that are doubled are halved again (D-092); who has no ship cannot win by the fewest
    Conditions (D-093).
    """
    half = score.condition in ("remaining", "lost")
    totals = " to ".join(told_score(Fraction(total, 1 + half)) for total in score.totals)
    how = {"size": " by Size", "points": " by points", "": ""}
    along = f" of {counted(len(score.parts), 'part')} along {score.basis.upper()}"
    least = "fewest wins, " if score.condition in ("lost", "conditions") else ""
    told = f"{least}{totals}{how.get(score.basis, along)}"
    left = {each.unit[0] for each in score.units}
    lost = [NAMES[side] for side in range(len(score.totals)) if LETTERS[side] not in left]
    if score.condition != "conditions" or not lost:
        return told
    return f"{told} ({listed(lost)} {'has' if len(lost) == 1 else 'have'} no ship left)"


def state(view: View, seat: Seat) -> str:
    """Whether what is written in secret is locked, as far as the viewer may know."""
    secret = view.course.phase in ("fleet", "orders") or (
        view.course.phase == "deploy" and view.course.agreement.deploy == "secret"
    )
    if not secret or view.course.ending is not None:
        return ""
    sheet = view.sheets[seat] if seat < len(view.sheets) else None
    return "deciding in secret" if sheet is None else "locked" if sheet.locked else "not locked"


# --- Units ---


def units(view: View, side: int | None = None) -> Iterator[Unit]:
    """All units, or those of a side, where the viewer sees them: also those placed in secret."""
    table = view.table
    for sheet in filter(None, view.sheets) if view.course.phase == "deploy" else ():
        for each in sheet.places:
            table = preparation.placed(table, each)
    return (each for each in table.units.values() if side in (None, each.side))


def places(view: View) -> Iterator[Unit]:
    """The units on the board."""
    return (each for each in units(view) if each.in_space)


class Track(NamedTuple):
    """Boxes left of a track, of how many, ``S``, ``A`` or ``H``; ``label`` is that of the item."""

    kind: str
    label: str
    left: int
    boxes: int
    on: bool = True


def tracks(table: Table, unit: Unit) -> list[Track]:
    """Shields and Armor in SIC order, then Health; of a contact nothing is known."""
    design = table.design(unit)
    if is_contact(design):
        return []
    found = [
        Track(design.items[at].type[0], design.labels[at], left, boxes, at not in unit.off)
        for (at, boxes), left in zip(design.absorbers, unit.absorbers, strict=True)
    ]
    return [*found, Track("H", "Health", design.health - unit.health, design.health)]


def suffers(unit: Unit, *, brief: bool = False) -> str:
    """``Structural Damage (2), Weapons Damage``"""
    names = [conditions.NAMES[each.result] for each in unit.conditions]
    if not brief:
        names = [
            f"{name} {_PROPULSION[each.choice]}" if each.result == conditions.PROPULSION else name
            for name, each in zip(names, unit.conditions, strict=True)
        ]
    counts = {name: names.count(name) for name in names}
    said = ", ".join(f"{name}{f' ({n})' if n > 1 else ''}" for name, n in counts.items())
    return said.replace(" Damage", "") if brief else said


def command(view: View, unit: Unit) -> str:
    """``Token``, ``Order hidden``; to its owner the Orders themselves."""
    design = view.table.design(unit)
    own = view.sheets[unit.side - 1] if unit.side <= len(view.sheets) else None
    said = [f"{ORDERS[name].name} revealed" for name in unit.revealed]
    if own is not None and (hidden := own.of(unit.id)):
        said += [
            ORDERS[name].name if slot == MAIN else f"{design.labels[slot]} {ORDERS[name].name}"
            for slot, name in hidden.hidden
        ]
        tokens = (unit.token or hidden.token) + unit.second
        return ", ".join([*said, *["Token"] * tokens])
    more = any(slot != MAIN for slot in unit.slots)
    if MAIN in unit.slots:
        said.append("1 or more Orders hidden" if more else "Order hidden")
    said += ["Token"] * unit.tokens
    said += ["perhaps an Order hidden"] * (more and MAIN not in unit.slots)
    return ", ".join(said)


def course(view: View, unit: Unit) -> str:
    """Where a cloaked ship is, and when and where it comes back, to who may know."""
    found = view.sheet(seat_of(unit.side)).cloaks.get(unit.id)
    if found is None:
        return ""
    at, heading, velocity = found.now
    here = f"{unit.id} is cloaked at {rounded_point(at)}, heading {heading}°, Velocity {velocity}"
    end, turns = (found.now, *found.left)[-1], len(found.left)
    turn = view.table.turn + turns - (not has_moved(view.course))
    return f"{here}; it is back at the end of turn {turn}, at {rounded_point(end.at)}"


def gone(unit: Unit) -> str:
    """``destroyed``, ``was a false contact``, ``cloaked in turn 3 at 10 12``"""
    if unit.vanished is None:
        return "was a false contact" if unit.bogey else unit.state
    return f"cloaked in turn {unit.vanished.turn} at {rounded_point(unit.vanished.at)}"


def doing(view: View, unit: Unit) -> Iterator[str]:
    """What there is to know of a unit besides its place, tracks, Conditions and weapons."""
    table = view.table
    yield from (trait.name for trait in table.design(unit).traits)
    yield from (
        said
        for said, on in (
            ("hidden from others", unit.hidden and not is_contact(table.design(unit))),
            ("activated", unit.activated),
            ("evading", unit.evading),
            ("bracing", unit.bracing),
            ("jumps this turn", unit.jumping),
            ("has its survey token", unit.surveyed),
            ("has the VIP aboard", unit.vip),
        )
        if on
    )
    yield from together(table, unit)
    if len(table.members(unit.side)) > 1:
        yield f"of player {'ABC'[unit.owner - 1]}"
    if table.design(unit).fighter:
        yield f"{counted(unit.shots, 'attack')} left"
    if boarded := [each.id for each in table.aboard(unit.id)]:
        yield f"carries {listed(boarded)}"
    marks = [each for each in table.marked if each.target == unit.id and not each.spent]
    if marks:
        yield f"marked by {listed(each.by for each in marks)}"


def together(table: Table, unit: Unit) -> Iterator[str]:
    """``leads a Defensive Formation with a2``, ``in the Formation of a1``, ``escorts a1``"""
    if unit.stance:
        members = listed(each.id for each in table.bound(unit.id))
        what = "an Offensive" if unit.stance == "offensive" else "a Defensive"
        yield f"leads {what} Formation with {members}"
    elif escorts := table.bound(unit.id):
        yield f"escorted by {listed(each.id for each in escorts)}"
    if unit.bond:
        member = unit.bond.kind == "member"
        yield f"{'in the Formation of' if member else 'escorts'} {unit.bond.to}"


def idle(design: Design, unit: Unit) -> Iterator[str]:
    """``used KIN1``, ``off SHD1``"""
    for word, places in (("used", unit.used), ("off", unit.off)):
        if places:
            yield f"{word} {' '.join(design.labels[at] for at in places)}"


# --- Weapons ---


def weapons(table: Table, unit: Unit) -> Iterator[tuple[int, Weapon]]:
    for at, item in enumerate(table.design(unit).items):
        if isinstance(item, Weapon):
            yield at, item


def bearing(table: Table, unit: Unit, place: int) -> Iterator[Unit]:
    """The enemies that a Weapon could attack from where the units are now."""
    return (each for each in table.enemies(unit) if targeting.can_attack(table, unit, place, each))


def point(at: Point) -> str:
    return f"{shown(at.x)} {shown(at.y)}"
