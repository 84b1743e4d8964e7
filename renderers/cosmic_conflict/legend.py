"""The marks that are on a board of Cosmic Conflict now, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.geometry import plane
from games.core.geometry.plane import Disc, Point, Rectangle
from games.cosmic_conflict.content.contacts import is_contact
from games.cosmic_conflict.content.terrain import Feature, FeatureZone
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.table.course import SETUP
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import facts
from games.cosmic_conflict.words.facts import places
from renderers import Look
from renderers import palette as c
from renderers.boards.planemap import PlaneMap, Scenery, whole
from renderers.cards.legend import LegendLine, of_overlay, of_threats
from renderers.cosmic_conflict import art, scenery
from renderers.cosmic_conflict.art import BODIES, PlateLook
from renderers.cosmic_conflict.picture import plate_of
from renderers.cosmic_conflict.text import threats
from renderers.scene import Art

SIZE = 80
_ZONE = FeatureZone(Disc(Point(300, 180), 160))
_PATTERNS = (
    ({"solid": True}, "S, filled", "Solid: stops fire, destroys who ends in it"),
    ({"concealing": True}, "C, dense hatch", "Concealing: no fire through it"),
    ({"blocking": True}, "B, rubble", "Blocking: fire through it may be rerolled"),
    ({"obscuring": 1}, "O1, light dots", "Obscuring: Accuracy that much lower"),
    ({"hazardous": 1}, "H1, amber dashes", "Hazardous: damage when a move ends in it"),
    ({"dangerous": 1}, "D1, red edge with teeth", "Dangerous: damage in the Resolution Phase"),
    ({"push": DU}, "Arrowheads outwards", "Push: moves who ends a move in it"),
    ({"pull": DU}, "Arrowheads inwards", "Pull: moves who ends a move in it"),
    ({"push": DU, "random": True}, "push 1?", "a push in a direction by dice"),
)


def lines(view: View, look: Look, window: Rectangle | None = None) -> tuple[LegendLine, ...]:
    """The legend; of a close-up only the units there. What was asked for comes first."""
    danger = (ways for _, ways in threats(view)) if look.threats else ()
    return (
        *of_threats(danger, BODIES[0], SIZE // 2, "attack"),
        *_units(view, window),
        *of_overlay(look.overlay, BODIES),
        *_board(view),
        *_terrain(view),
    )


def _units(view: View, window: Rectangle | None) -> Iterator[LegendLine]:
    table = view.table
    units = [
        each for each in places(view) if window is None or (each.at and window.covers(each.at))
    ]
    fighter = {each.id: table.design(each).fighter for each in units}
    looks = [plate_of(table, each, named=False) for each in units]
    unknown = {each.id for each in units if is_contact(table.design(each))}
    ships = [each for each in units if not fighter[each.id] and each.id not in unknown]
    for seat, mark in enumerate(("Delta wing", "Block with a hole", "Fork", "Drop with a stripe")):
        if any(each.side == seat + 1 for each in ships):
            hull = art.hull(seat, 0, SIZE)
            yield LegendLine(hull, mark, f"a ship of Side {seat + 1}; its nose is the heading")
    if unknown:
        contact = art.contact(0, 0, SIZE)
        yield LegendLine(contact, "Hollow triangle", "a contact: a ship whose SIC is hidden")
    if any(fighter.values()):
        yield LegendLine(art.hull(0, 0, SIZE, ship=0), "Small hull", "a Fighter")
    if any(each.activated for each in units):
        yield LegendLine(art.hull(0, 0, SIZE, spent=True), "Dark hull", "has been activated")
    plain = PlateLook("a1", 0, "Wren", (2, 2, 1, 0))
    if any(each.velocity for each in units):
        yield LegendLine(art.tip(0, 90, SIZE // 2), "Dots and a tip", "Velocity, to scale")
    if ships:
        means = "Health rows: whole, damaged, gone"
        yield LegendLine(art.plate(plain, SIZE * 2 // 3), "Small boxes", means)
    if any(each.conditions for each in looks):
        hurt = replace(plain, name="", rows=(2, 1), conditions=2)
        yield LegendLine(art.plate(hurt, SIZE), "Red diamonds", "Conditions")
    said = {"E": "evading", "B": "bracing", "H": "hidden: others see a contact",
            "J": "jumps this turn", "S": "has its survey token",
            "V": "has the VIP aboard", "O": "leads an Offensive Formation",
            "D": "leads a Defensive Formation", "G": "an Escort that guards its ward"}  # fmt: skip
    for letter, means in said.items():
        if any(letter in each.badges for each in looks):
            shown = PlateLook("a1", 0, badges=letter)
            yield LegendLine(art.plate(shown, SIZE), f"{letter} in a white box", means)
    if any(each.bond for each in units):
        yield LegendLine(art.ground(0, SIZE), "Light ground", "ships that act as one")
    if table.missiles:
        yield LegendLine(art.missile(0, 45, SIZE), "Small dart with dots", "a Missile token")
    if any(not each.spent for each in table.marked):
        yield LegendLine(art.crosshair(0, SIZE), "Crosshair", "marked by the enemy")


def _board(view: View) -> Iterator[LegendLine]:
    for label, _ in facts.objectives(view)[:1]:
        means = "where the VIP drifts" if label == "VIP" else "a Contested Mark"
        yield LegendLine(art.objective(label, SIZE), f"{label} in a ring", means)
    if view.course.phase in SETUP:
        zone = scenery.zone(Rectangle(20, 40, 580, 320), 0)
        yield LegendLine(_sample((zone,)), "Tinted strip", "where a side deploys")
    if view.course.agreement.scenario == "deep_survey":
        yield LegendLine(_sample((), middle=True), "Dashes across", "Deep Survey counts beyond it")


def _terrain(view: View) -> Iterator[LegendLine]:
    zones = [zone for feature in view.table.features for zone in feature.zones]
    for fields, mark, means in _PATTERNS:
        if any(
            all(bool(getattr(zone, key)) for key in fields)
            and zone.random == bool(fields.get("random"))
            for zone in zones
        ):
            feature = Feature("", "", (replace(_ZONE, **fields),))
            yield LegendLine(_sample((), feature), mark, means)
    if any(feature.mobile for feature in view.table.features):
        feature = Feature("", "", (_ZONE,), 200, 90)
        yield LegendLine(_sample((), feature), "White arrow", "where it moves to each turn")


def _sample(bands: tuple[Scenery, ...], *features: Feature, middle: bool = False) -> Art:
    table = plane.Board(600, 360, 1)
    board = PlaneMap(table, SCALE, whole(table), 24, 0, 0, 90)
    ground = board.ground(c.PLATE, bands, 600, c.PLATE)
    line = scenery.middle(board) if middle else ()
    shapes = (*ground.shapes, *line, *scenery.drawn(board, features))
    return Art(ground.width, ground.height, c.PLATE, shapes)
