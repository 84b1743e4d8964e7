"""The questions of setting up: armies, scenery, deployment, reinforcements."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors import agenda
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.setup.armies import Enlist
from games.astral_sailors.rules.setup.deployment import Deploy, TakeBack
from games.astral_sailors.rules.setup.scenery import PlacePiece
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Turn
from games.core.geometry.squares import Facing, Square
from games.core.questions import complete
from games.core.types import Rolled, Seats
from tests.games.astral_sailors.asked_of import asked, choice, decision, keys, question, seen
from tests.games.astral_sailors.positions import table, unit


def made() -> State:
    """Two players who know their objectives and build their armies."""
    builder = StepBuilder(muster.opening(Agreement(), Seats((0, 1))))
    agenda.run(builder)
    agenda.rolled(builder, Rolled(((2, 4),)))
    return builder.done().state


def test_an_army_is_built_from_its_groups() -> None:
    view, of = asked(made(), 0, "army")
    options = options_for(view, of)
    labels = [each.label for each in question(options).choices]
    assert labels == [
        "Take Boardroom Response and deploy for me",
        "Take another list and deploy for me",
        "Ready-made list",
        "Add units",
    ]
    labels = [each.label for each in question(options, "add").choices]
    assert labels == ["Add Exiled", "Add Terrestrial / GUN", "Add mercenaries", "Add civilians"]
    assert choice(options, "list", "l0").detail == (
        "Director-Marshal, 2 × Contract Trooper, Vault Warden, Rail Marksman, Arc Strider and "
        "8 civilians"
    )
    assert choice(options, "list", "l1").detail == (
        "Political Overseer, 3 × Line Conscript, Breacher, Pathfinder, 2 more kinds and 8 civilians"
    )
    trooper = choice(options, "add", "add0", "EX3")
    assert trooper.label == "EX3 Contract Trooper, 7 points"
    assert trooper.detail == "RE 1, AT 2/1, DA 1/0, RA 1-12, DE 1, MV 5"
    assert options.question(("add", "add0", "EX3", "2")) == Enlist("EX3", 2)
    assert choice(options, "add", "add0", "EX3", "2").quick


def test_scenery_is_asked_by_piece_then_turned_then_square() -> None:
    of = replace(table([], phase="scenery"), turn=Turn((0, 1)))
    view = seen(of)
    scenery = decision("scenery")
    options = options_for(view, scenery)
    assert choice(options, "WA").label == "WA High wall, 3 × 1"
    assert keys(options, "WA") == ["straight", "turned"]
    assert options.question(("WA", "turned", "D", "D5")) == PlacePiece("WA", Square(3, 4), True)
    typed = [each.text for each in complete(options, "WAD5")]
    assert typed == ["WA D5", "WA D5 TURNED"]


def test_a_deployed_unit_can_be_moved_or_taken_back() -> None:
    units = [unit("R1", "EX1", "F3"), unit("R2", "CV1", ""), unit("B1", "GU1", "")]
    of = replace(table(units), phase="deployment", turn=Turn((0, 1)))
    view, deploying = seen(of), decision("deploy")
    options = options_for(view, deploying)
    assert keys(options) == ["R2", "again", "undo", "rest", "done"]
    assert options.question(("again", "R1", "F", "F3", "E")) == Deploy("R1", Square(5, 2), Facing.E)
    assert options.question(("undo", "R1")) == TakeBack("R1")
