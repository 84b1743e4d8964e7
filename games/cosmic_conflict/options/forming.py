"""Questions about Formations and Escorts (2.14)."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Literal

from games.core.questions.tree import Ask, branch, leaf
from games.core.telling import listed
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options.fields import Nodes, far_from, group, legal, name, ringed, typed
from games.cosmic_conflict.rules.attacks import shared
from games.cosmic_conflict.rules.formations import (
    STANCES,
    Escort,
    Leave,
    MakeFormation,
    Release,
    refuse_member,
)
from games.cosmic_conflict.rules.reactions import Redirect
from games.cosmic_conflict.rules.values import side
from games.cosmic_conflict.table.tasks import Firing
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

STANCE_EFFECTS = {
    "offensive": "Weapons of the others add their Size to the damage of an attack",
    "defensive": "hits can be passed on to members of the same or smaller Size",
}


def form(request: Request) -> Ask[Answer]:
    own = tuple(request.view.table.in_space(side(request)))
    first, second = (*(each.id for each in own), "a1", "a2")[:2]
    example = typed(request, "", f"FORM {first} WITH {second} DEFENSIVE")
    prompt = "Which ships act together this turn? All see it at once. You need not change anything."
    return Ask(prompt, partial(_changes, request), example, ground=ringed(*own))


def _changes(request: Request) -> Nodes:
    table, own = request.view.table, tuple(request.view.table.in_space(side(request)))
    for lead in own:
        if lead.stance:
            yield from _led(request, lead)
    for lead in own:
        able = [each for each in own if not refuse_member(table, each, lead)]
        if able and table.formations:
            yield from _joining(request, lead, able)
    escorts = (node for ward in own for node in _escorting(request, ward, own))
    yield from group("escort", "Name an Escort", "ESCORT", escorts, ringed(*own))
    yield from releases(request)


def _led(request: Request, lead: Unit) -> Nodes:
    """What a Formation can do: take another stance, and end."""
    for word, stance in STANCES.items():
        if stance != lead.stance:
            label = f"Make the Formation of {lead.id} {word.capitalize()}"
            yield leaf(
                f"stance{lead.id}",
                label,
                MakeFormation(lead.id, (), stance),
                STANCE_EFFECTS[stance],
            )
    leaving = (
        leaf(each.id, name(request.view.table, each), move, at=each.at)
        for each in request.view.table.formation(lead)
        if legal(request, move := Leave((each.id,)))
    )
    ground = ringed(lead)
    yield from group(
        f"leave{lead.id}", f"Leave the Formation of {lead.id}", "LEAVE", leaving, ground
    )


def _joining(request: Request, lead: Unit, able: list[Unit]) -> Nodes:
    """All that can join, and each alone; a new Formation with either stance."""
    table = request.view.table
    some = [tuple(each.id for each in able), *((each.id,) for each in able)]
    found = []
    for members in dict.fromkeys(some):
        for word, stance in STANCES.items():
            move = MakeFormation(lead.id, members, stance)
            if stance == (lead.stance or stance) and legal(request, move):
                label = f"{word.capitalize()} with {listed(members)}"
                told = f"{_joint(table, lead, members)}; {STANCE_EFFECTS[stance]}"
                found.append(leaf(f"{stance}{''.join(members)}", label, move, told, at=lead.at))
    ask = Ask[Answer](
        f"Who joins {lead.id}?",
        lambda: iter(found),
        typed(request, f"FORM {lead.id} WITH ", f"{able[0].id} DEFENSIVE"),
        ground=ringed(lead, *able),
    )
    detail = f"{listed(each.id for each in able)} can join"
    label = f"Formation under {name(table, lead)}"
    yield branch(f"form{lead.id}", label, f"FORM {lead.id} WITH", ask, detail, at=lead.at)


def _joint(table: Table, lead: Unit, members: tuple[str, ...]) -> str:
    """``acts at Size 4, Maneuver 1, Heading 2``"""
    ships = [*table.formation(lead), *(table.units[id] for id in members)]
    velocity, designs = lead.velocity, [(each, table.design(each)) for each in ships]
    size = max(map(table.size, ships))
    shift = min(each.maneuver(design, velocity) for each, design in designs)
    turn = min(each.heading_value(design, velocity) for each, design in designs)
    return f"acts at Size {size}, Maneuver {shift}, Heading {turn}"


def _escorting(request: Request, ward: Unit, own: tuple[Unit, ...]) -> Nodes:
    for unit in own:
        if legal(request, move := Escort(unit.id, ward.id)):
            label = f"{unit.id} escorts {name(request.view.table, ward)}"
            detail = f"{far_from(ward, unit.spot)}; it can take a hit from each attacker"
            yield leaf(f"{unit.id}for{ward.id}", label, move, detail, at=unit.spot)


def releases(request: Request) -> Nodes:
    """Escorts that can be released, each beside its ward."""
    table = request.view.table
    found = []
    for unit in table.in_space(side(request)):
        if unit.bond and legal(request, move := Release(unit.id)):
            detail = f"it stands beside {unit.bond.to} and acts on its own"
            label = name(table, unit)
            found.append(leaf(unit.id, label, move, detail, at=table.shown_at(unit)))
    yield from group("release", "Release an Escort", "RELEASE", found, ringed(*table.in_space()))


# --- Hits that are passed on ---


def redirects(request: Request, unit: Unit, task: Firing) -> Nodes:
    """The ships that can take a hit, with what it does to each."""
    table = request.view.table
    keys: tuple[Literal["redirect", "escort"], ...] = ("redirect", "escort")
    for key, each in product(keys, shared.takers(table, task)):
        if legal(request, move := Redirect(key, each.id)):
            done = shared.passed_on(table, task, each).applied
            left = table.design(each).health - each.health
            detail = f"{done} damage for its Size; it has Health {left} left"
            yield leaf(f"take{each.id}", f"{name(table, each)} takes it", move, detail, at=each.at)
