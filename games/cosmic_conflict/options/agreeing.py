"""Questions about other ground: what to propose, and whether to agree (CC-182, CC-226)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from games.core.overlay import Overlay
from games.core.questions.tree import Ask, branch, leaf
from games.core.telling import listed
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.maps import attributes, kind_name
from games.cosmic_conflict.content.terrain import Feature
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options import sketches, terrain
from games.cosmic_conflict.options.fields import Nodes, legal, typed
from games.cosmic_conflict.rules.setup import agreeing
from games.cosmic_conflict.rules.setup.agreeing import (
    Agree,
    Disagree,
    ProposeAttribute,
    ProposeGone,
    ProposeMarks,
    ProposeNew,
    ProposePlace,
)
from games.cosmic_conflict.space import SCALE, shown
from games.cosmic_conflict.view import Request

AMOUNTS: Final = (0, 1, 2)
"""Of attributes that are offered."""


def agree(request: Request) -> Ask[Answer]:
    field = typed(request, "", "PROPOSE T2 TO 20 12")
    prompt = "What do you say about the ground?"
    return Ask(prompt, partial(_first, request), field, ground=partial(_proposed, request))


def _proposed(request: Request) -> Overlay[Any]:
    """What is proposed, on the board."""
    proposal = request.view.course.proposal
    if proposal is None:
        return Overlay()
    found = sketches.other_ground(request.view.table, proposal.features, proposal.objectives)
    return Overlay(tuple(found))


def _first(request: Request) -> Nodes:
    proposal = request.view.course.proposal
    if proposal and legal(request, Agree()):
        yield leaf("agree", "Agree", Agree(), proposal.what)
    if proposal:
        own = legal(request, Agree())
        yield leaf("decline", "Decline" if own else "Take your proposal back", Disagree())
        return
    ground = partial(terrain.ground_overlay, request)
    for feature in request.view.table.features:
        label, text = f"{feature.id} {kind_name(feature.kind)}", f"PROPOSE {feature.id} "
        prompt = f"What do you propose for {label}?"
        field = typed(request, text, "TO 20 12", "Type the change")
        ask = Ask(prompt, partial(_changes, request, feature), field, ground=ground)
        at = feature.zones[0].centre
        yield branch(feature.id, label, text, ask, attributes(feature), at=at)
    if len(request.view.table.features) < maps.MOST:
        new = Ask("Which terrain do you add?", partial(_new, request), ground=ground)
        yield branch("new", "Another piece", "PROPOSE NEW ", new)
    if next(_marks(request), None):
        field = typed(request, "PROPOSE MARKS ", " ".join(_usual(request)), "Type the places")
        marks = Ask("Where do the marks lie?", partial(_marks, request), field)
        yield branch("marks", "Other places of the marks", "PROPOSE MARKS ", marks)


def _new(request: Request) -> Nodes:
    yield from terrain.kinds(request, "PROPOSE NEW", ProposeNew)


def _changes(request: Request, feature: Feature) -> Nodes:
    if legal(request, gone := ProposeGone(feature.id)):
        yield leaf("gone", "Take it away", gone)
    begun = f"PROPOSE {feature.id} TO "
    ground = partial(terrain.ground_overlay, request)
    places = partial(_places, request, feature)
    if next(places(), None):
        field = terrain.where(request, begun)
        ask = Ask(f"Where does {feature.id} lie?", places, field, ground=ground)
        yield branch("to", "Move it", begun, ask)
    for name in (*agreeing.AMOUNTS, *agreeing.FLAGS):
        for amount in AMOUNTS:
            move = ProposeAttribute(feature.id, name, amount)
            if legal(request, move):
                label = f"{name.capitalize()} {amount}"
                if name in agreeing.FLAGS:
                    label = f"{'' if amount else 'Not '}{name.capitalize()}"
                yield leaf(f"{name}{amount}", label, move)


def _places(request: Request, feature: Feature) -> Nodes:
    for at in terrain.spots(request):
        if legal(request, move := ProposePlace(feature.id, at)):
            yield leaf(f"{at.x}x{at.y}", SCALE.name(at), move, at=at)


def _usual(request: Request) -> list[str]:
    return [SCALE.write(at.x) for at in request.view.table.objectives]


def _marks(request: Request) -> Nodes:
    """Nearer to each other, and farther apart."""
    table = request.view.table
    if request.view.course.agreement.scenario != "contested_marks":
        return
    count, width = len(table.objectives), table.board.width
    for key, label, parts in (("near", "Nearer", 4 * count), ("far", "Farther apart", 2 * count)):
        gaps = (2 * number - count - 1 for number in range(1, count + 1))
        places = [width // 2 + width * gap // parts for gap in gaps]
        move = ProposeMarks(tuple(places))
        if legal(request, move):
            yield leaf(key, label, move, listed(map(shown, places)))
