"""Pictures of Cosmic Conflict that somebody has looked at, and what must be seen in every one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from math import dist
from typing import Any

import pytest
from PIL import Image

from games.core.geometry.plane import Point, Rectangle
from games.core.overlay import Overlay, Route
from games.core.types import Ending, Seat
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules.attacks.targeting import can_attack
from games.cosmic_conflict.space import DU
from games.cosmic_conflict.table.course import Acting, ActivationPhase
from games.cosmic_conflict.table.units import Condition, Table
from games.cosmic_conflict.view import View
from renderers import Look, paint
from renderers.cards import legend
from renderers.cosmic_conflict import RENDERER, CosmicScene, scenery
from renderers.cosmic_conflict.art import BODIES, GROWN, hull
from renderers.cosmic_conflict.picture import HULL, MOST, WIDE, Pieces, plan_for, spread
from renderers.overlay.callouts import Box
from renderers.scene import Art, Drawing, Label, Stroke
from tests.renderers import cosmic
from tests.renderers.cosmic import at
from tests.renderers.pixels import changed_blocks, decoded

LOOK = Look(("Vera Rubin", "Edwin Hubble"))
THREATS = replace(LOOK, threats=True)
ONE, TWO = Seat(0), Seat(1)


def scene(view: View, look: Look = LOOK) -> CosmicScene:
    return RENDERER.scene(view, look)


def with_overlay(overlay: Overlay[Any]) -> CosmicScene:
    return scene(cosmic.middle(), replace(LOOK, overlay=overlay))


def part(view: View, name: str) -> CosmicScene:
    found = scene(view).around(name)
    assert found is not None
    return found


def close(shown: CosmicScene) -> CosmicScene:
    found = shown.closeup
    assert found is not None
    return found


def explained() -> Drawing:
    return legend.drawing(scene(cosmic.middle(), THREATS).legend)


SCENES: dict[str, Callable[[], CosmicScene]] = {
    "told": lambda: with_overlay(cosmic.told()),
    "close-up": lambda: close(with_overlay(cosmic.told())),
    "plotted": lambda: with_overlay(cosmic.plotted()),
    "targets": lambda: with_overlay(cosmic.targets()),
    "asked-threats": lambda: scene(cosmic.asked(), THREATS),
    "deploying-turned": lambda: scene(cosmic.deploying(), replace(LOOK, turned=True)),
    "melee": lambda: scene(cosmic.melee()),
    "melee-close-up": lambda: close(scene(cosmic.melee())),
    "veil": lambda: scene(cosmic.mapped("veil")),
    "meteor-run-turned": lambda: scene(cosmic.mapped("meteor_run"), replace(LOOK, turned=True)),
    "quick": lambda: scene(cosmic.quick()),
    "tall": lambda: scene(cosmic.sized(20, 72)),
    "terrain": lambda: scene(cosmic.catalogue()),
    "over": lambda: scene(cosmic.over()),
}
PICTURES: dict[str, Callable[[], Drawing]] = {"legend": explained}


def picture(shown: CosmicScene) -> Image.Image:
    return decoded(shown.paint())


# --- True to scale ---


def pieces(
    view: View, window: Rectangle | None = None, overlay: Overlay[Any] | None = None
) -> Pieces:
    plan = plan_for(view.table.board, window, turned=False)
    return Pieces(view, plan, HULL * (2 if window else 1), overlay or Overlay())


@pytest.mark.rules("CC-002", "D-003")
def test_a_du_has_25_pixels_north_is_up_and_hulls_stand_at_their_centre_points() -> None:
    plan = plan_for(cosmic.fresh().board, None, turned=False)
    assert (plan.wide, plan.high) == (1350, 750)
    assert plan.at(Point(0, 0)) == (plan.x, plan.y + 750)
    assert plan.at(at("27 15")) == (plan.x + 675, plan.y + 375)
    found = pieces(cosmic.middle()).hulls
    for id, place in (("a1", "25.5 11"), ("b1", "29.8 22"), ("b4", "36 18.5")):
        ship = cosmic.middle().table.design(cosmic.middle().table.units[id]).size
        assert found[id].wide == round(HULL * GROWN[ship])
        assert dist(found[id].centre, plan.at(at(place))) < 1


@pytest.mark.parametrize(
    ("wide", "high", "per"), [(54, 30, 25), (36, 24, 37), (20, 72, 23), (72, 20, 18), (20, 20, 67)]
)
def test_a_board_of_any_size_fits_and_hulls_keep_their_size(wide: int, high: int, per: int) -> None:
    view = cosmic.sized(wide, high)
    plan = plan_for(view.table.board, None, turned=False)
    assert plan.per == per
    assert plan.wide <= MOST
    assert plan.high <= MOST * 5 // 4
    assert 2 * plan.x + plan.wide <= WIDE
    assert scene(view).drawing.width == WIDE
    sizes = {view.table.design(unit).size for unit in view.table.units.values()}
    hulls = {round(HULL * GROWN[size]) for size in sizes}
    assert {box.wide for box in pieces(view).hulls.values()} <= hulls
    assert abs(plan.unit - HULL) <= 1


@pytest.mark.rules("CC-002")
def test_the_nose_shows_the_heading_and_the_shape_the_side() -> None:
    for seat, ship in product((0, 1), range(1, 7)):
        side = hull(seat, 0, HULL, ship=ship).width
        third = side // 3
        ends = {
            0: (0, 0, side, third), 90: (side - third, 0, side, side),
            180: (0, side - third, side, side), 270: (0, 0, third, side),
        }  # fmt: skip
        for heading in ends:
            art = hull(seat, heading, HULL, ship=ship)
            shown = decoded(paint.png(Drawing(side, side, art.ground, ((art, 0, 0),))))
            lit = {each: lit_in(shown.crop(box)) for each, box in ends.items()}
            assert 0 < lit[heading] < lit[(heading + 180) % 360]
    shapes = {hull(seat, 0, HULL, ship=ship).shapes[0] for seat in (0, 1) for ship in range(7)}
    assert len(shapes) == 14
    assert BODIES[0] != BODIES[1]
    assert hull(0, 0, HULL).shapes[1] != hull(1, 0, HULL).shapes[1]


def lit_in(shown: Image.Image) -> int:
    return sum(shown.convert("L").point(lambda value: value > 40).histogram()[1:])


def test_units_at_one_place_are_drawn_apart_and_every_one_has_its_plate() -> None:
    view = cosmic.melee()
    found = pieces(view)
    centres = [box.centre for box in found.hulls.values()]
    assert min(dist(*pair) for pair in combinations(centres, 2)) > HULL / 2
    texts = [text for art, _, _ in found.over for text in labels(art)]
    assert all(texts.count(each.id) == 1 for each in view.table.units.values())
    plates = [
        Box(x, y, art.width, art.height)
        for art, x, y in found.over
        if any(text in view.table.units for text in labels(art))
    ]
    assert len(plates) == 14
    assert not any(one.meets(other) for one, other in combinations(plates, 2))
    bodies = [Box.around(box.centre, 36, 36) for box in found.hulls.values()]
    assert not any(plate.meets(body) for plate in plates for body in bodies)


def test_those_that_have_room_stay_where_they_are() -> None:
    points = [(0.0, 0.0), (100.0, 0.0), (104.0, 0.0), (300.0, 7.0)]
    first, second, third, last = spread(points, 40)
    assert (first, last) == (points[0], points[3])
    assert dist(second, third) >= 39
    assert spread([(5.0, 5.0)] * 3, 40) == spread([(5.0, 5.0)] * 3, 40)


def labels(art: Art) -> list[str]:
    return [shape.text for shape in art.shapes if isinstance(shape, Label)]


def test_a_turned_board_turns_the_noses_too() -> None:
    view = cosmic.quick()
    a1 = view.table.units["a1"]
    upright, turned = (scene(view, replace(LOOK, turned=on)) for on in (False, True))
    for shown, turn in ((upright, 0), (turned, 180)):
        nose = hull(0, turn, HULL, ship=view.table.design(a1).size, spent=False)
        assert nose in [art for art, _, _ in shown.drawing.marks]


# --- Nothing that changes goes unseen ---


def changed(id: str, **values: Any) -> Callable[[Table], Table]:
    return lambda found: found.put(replace(found.units[id], **values))


CHANGES: dict[str, Callable[[Table], Table]] = {
    "a unit is gone": changed("b4", at=None, state="destroyed"),
    "a unit is elsewhere": changed("b4", at=at("36 18.8")),
    "another heading": changed("a4", heading=45),
    "another Velocity": changed("a4", velocity=3),
    "a box of Health": changed("a4", health=1),
    "a box of Armor": changed("a4", absorbers=(4,)),
    "a Condition": changed("a5", conditions=(Condition(6),)),
    "a Token is spent": changed("a4", token=False),
    "an Order is revealed": changed("a5", slots=(), revealed=("brace",)),
    "evading": changed("a4", evading=True),
    "bracing": changed("a4", bracing=True),
    "jumping": changed("a4", jumping=True),
    "activated": changed("a4", activated=True),
    "a Weapon is used": changed("a4", used=(0,)),
    "an item is off": changed("a4", off=(1,)),
    "a survey token": changed("a5", surveyed=True),
    "a Fighter attacked": changed("b7", shots=0),
    "a missile is gone": lambda found: replace(found, missiles=found.missiles[1:]),
    "a mark is spent": lambda found: replace(
        found, marked=(replace(found.marked[0], spent=True), found.marked[1])
    ),
    "an objective": lambda found: replace(found, objectives=(at("6 6"),)),
    "another turn": lambda found: replace(found, turn=5),
    "another initiative": lambda found: replace(found, initiative=1),
    "terrain is gone": lambda found: replace(found, features=found.features[:-1]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_seen(change: str) -> None:
    view = cosmic.middle()
    other = replace(view, table=CHANGES[change](view.table))
    now, then = (picture(scene(each)) for each in (view, other))
    assert now.size != then.size or changed_blocks(now, then)
    assert scene(view).board != scene(other).board


FLOWS: dict[str, dict[str, Any]] = {
    "the other side": {"activation": ActivationPhase(6, 2, 6), "acting": None},
    "another Size": {"activation": ActivationPhase(5, 1, 6)},
    "downwards": {"activation": ActivationPhase(6, 1, 6, True)},
    "another unit acts": {"acting": Acting("a5")},
    "nobody acts yet": {"acting": None},
}


@pytest.mark.parametrize("flow", FLOWS)
def test_whose_turn_it_is_is_seen(flow: str) -> None:
    now, then = scene(cosmic.middle()), scene(cosmic.middle(**FLOWS[flow]))
    assert changed_blocks(picture(now), picture(then))
    assert now.board != then.board


ATTRIBUTES = ("solid", "concealing", "blocking", "obscuring", "dangerous", "hazardous")


def test_every_attribute_of_terrain_has_a_pattern_of_its_own() -> None:
    table = cosmic.fresh()
    board, cloud = plan_for(table.board, None, turned=False), table.features[3]
    plain = replace(cloud.zones[0], obscuring=0)
    fields: dict[str, Any] = {**dict.fromkeys(ATTRIBUTES, 1), "push": DU, "pull": DU}
    zones = [replace(plain, **{name: value}) for name, value in fields.items()]
    drawn = [
        tuple(scenery.drawn(board, (replace(cloud, zones=(zone,)),))) for zone in (plain, *zones)
    ]
    assert len(set(drawn)) == len(drawn)
    mobile = replace(cloud, zones=(plain,), mobile=2 * DU, direction=90)
    arrow = set(scenery.drawn(board, (mobile,))) - set(drawn[0])
    assert "2 du" in [shape.text for shape in arrow if isinstance(shape, Label)]
    tips = [x for shape in arrow if isinstance(shape, Stroke) for x, _ in shape.points]
    assert board.at(plain.centre)[0] + 50 - 12 < max(tips) < board.at(plain.centre)[0] + 50


# --- Parts of the board ---


NAMED = (("B4", "36 18.5"), ("t1", "19.5 12.3"), ("t5", "14 20"), ("53 29", "53 29"))


def test_a_part_shows_what_was_asked_for() -> None:
    for name, point in NAMED:
        window = part(cosmic.middle(), name).window
        assert window is not None
        assert window.covers(at(point))
        assert (window.x1 - window.x0, window.y1 - window.y0) == (24 * DU, 18 * DU)
    inside = part(cosmic.seen(cosmic.fresh()), "b7").window
    assert inside is not None
    assert inside.covers(at("27 26"))


@pytest.mark.parametrize("name", ["b5", "z9", "54.1 3", "-1 4", "4", "1e9 2", "nothing"])
def test_there_is_no_part_around_what_is_not_there(name: str) -> None:
    assert scene(cosmic.middle()).around(name) is None


def test_a_close_up_is_around_the_unit_that_acts_else_the_nearest_enemies() -> None:
    def window(view: View) -> Rectangle:
        found = scene(view).closeup
        assert found is not None
        assert found.window is not None
        assert found.closeup is None
        return found.window

    assert window(cosmic.middle(acting=Acting("a4"))).covers(at("12 8"))
    assert window(cosmic.middle(acting=None)).covers(at("18.2 14.4"))
    both = cosmic.fleets(cosmic.agreed())
    apart = cosmic.put(both, {"a1": "27 4 0 2", "b1": "27 26 180 2"})
    for nobody_near in (cosmic.choosing(), cosmic.seen(apart)):
        assert scene(nobody_near).closeup is None
        assert scene(nobody_near).around("") is not None


def test_a_close_up_of_a_crowd_has_the_whole_fight_and_draws_it_larger() -> None:
    found = close(scene(cosmic.melee()))
    assert found.window is not None
    assert found.window.x1 - found.window.x0 == 12 * DU
    units = cosmic.melee().table.units.values()
    assert all(each.at is not None and found.window.covers(each.at) for each in units)
    hulls = pieces(cosmic.melee(), found.window).hulls.values()
    centres = [box.centre for box in hulls]
    assert min(dist(*pair) for pair in combinations(centres, 2)) > 0.8 * 2 * HULL


# --- Words ---


CITADEL = (
    "a1 Citadel (CITA, battleship of Size 6), at 25.50 11.00, heading 20, Velocity 1 of 3, "
    "Maneuver 0, Heading 2."
)


def lines(view: View, look: Look = LOOK) -> list[str]:
    return scene(view, look).board.split("\n")


def test_the_alt_text_begins_with_the_outcome_and_tells_where_units_are() -> None:
    assert scene(cosmic.over()).alt.startswith("Side 1 wins: 2 victory conditions to 1, a victory.")
    told = with_overlay(cosmic.told()).alt
    assert told.startswith("1: a1 Citadel moves to 25.5 11, V1, heading 20. 2: a1 fires KIN1")
    for said in (
        "Turn 4, ships of Size 6. Side 1 to act with a1.",
        "Deep Survey: tokens 1 to 0",
        "a2 Partisan 18.2 14.4 heading 75 V2 18/30, 4 Conditions",
        "b7 Mace 24 14.9 6/6",
    ):
        assert said in told
    assert "Close-up, 21 to 45 across, 7 to 25 down." in close(with_overlay(cosmic.told())).alt


def test_alt_texts_are_short_enough() -> None:
    route = Route(places=(at("1 1"), at("2 2")), told="a very long story " * 9)
    look = replace(THREATS, overlay=Overlay((route,) * 9))
    assert len(scene(cosmic.melee(), look).alt) <= 1024


@pytest.mark.rules("CC-031")
def test_the_text_board_is_enough_to_play_from() -> None:
    found = lines(cosmic.middle())
    for line in (
        "Side 1 to act with a1.",
        CITADEL,
        "   SHD1 0/10, ARM1 4/10, SHD2 5/5, Health 33/60; Structural Damage; marked by b3.",
        "   BEAM1 Beam, FPS, to 12/20: b7 4.18 (mean 0.0), b6 8.06 (mean 0.0), b3 10.60 (mean 2.2)",
        "   KIN1 Kinetic, FPS, to 10/18: off",
        "   far: a3 9.88, a1 11.82 behind T1, a5 12.10, a2 13.87, a4 22.65",
        "b5 Dart (DART, torpedo corvette of Size 1), destroyed.",
        "b6 Hornet (HORN, Fighter), at 18.20 14.40, moves 10.",
        "Missile t1 of a4 at 19.50 12.30: to b2, 14.63 away, at most 24.",
        "T2 Asteroid Field: disc around 14.00 11.00, radius 3, Blocking, Hazardous 1",
        "Deep Survey counts beyond y = 15.",
    ):
        assert line in found
    meteors = lines(cosmic.mapped("meteor_run"))
    assert (
        "T2 Meteor Swarm, moves 3 to 90° each turn: disc around 5.00 12.00, radius 2.5, "
        "Obscuring 2, Dangerous 1, Hazardous 1"
    ) in meteors


def test_weapons_are_told_with_exactly_those_they_could_attack() -> None:
    table, found = cosmic.battle(), iter(lines(cosmic.middle()))
    for unit in table.units.values():
        for place, item in enumerate(table.design(unit).items):
            if isinstance(item, Weapon) and unit.state == "in" and unit.at is not None:
                label = f"   {table.design(unit).labels[place]} "
                line = next(each for each in found if each.startswith(label))
                _, _, told = line.partition(": ")
                named = {word for word in told.replace(",", "").split() if word in table.units}
                enemies = table.enemies(unit)
                assert named == {e.id for e in enemies if can_attack(table, unit, place, e)}


def test_orders_and_places_are_shown_to_their_owner_alone() -> None:
    mine, hidden = cosmic.ordering(), replace(cosmic.ordering(), sheets=(None, None), seat=TWO)
    assert "Brace for Impact" in scene(mine).board
    assert "Brace for Impact" not in scene(hidden).board
    assert "deciding in secret" in scene(hidden).board
    assert changed_blocks(picture(scene(mine)), picture(scene(hidden)))
    placed, other = cosmic.placing(), replace(cosmic.placing(), sheets=(None, None), seat=ONE)
    assert "b2 Tempest (TEMP, battlecruiser of Size 5), at 20.00 26.00" in scene(placed).board
    assert set(pieces(placed).hulls) == {"b1", "b2"}
    assert not pieces(other).hulls
    assert "20.00 26.00" not in scene(other).board
    chosen = replace(cosmic.choosing(), sheets=(None, None), seat=TWO)
    assert "1 CITA Citadel" in lines(cosmic.choosing())
    assert "CITA" not in scene(chosen).board


def test_what_is_asked_in_the_middle_of_an_attack_is_told() -> None:
    shown = scene(cosmic.asked())
    assert "Side 2 may brace b1." in shown.board.split("\n")
    assert "Side 2 may brace b1." in shown.alt
    assert "Side 2 may brace b1" in [word.text for word in shown.drawing.captions]


def test_threats_are_told_where_they_are_drawn() -> None:
    shown = scene(cosmic.middle(), THREATS)
    line = "a4 can be attacked by b3"
    assert line in shown.board.split("\n")
    assert line in shown.alt
    assert line not in scene(cosmic.middle()).board
    marks = {each.mark for each in shown.legend}
    assert "Arrow, code or number" in marks
    assert "Arrow, ID or number" not in {each.mark for each in scene(cosmic.middle()).legend}


def test_the_legend_has_a_line_for_each_mark_that_is_there_and_for_no_other() -> None:
    marks = {line.mark for line in scene(cosmic.middle()).legend}
    battle = {"Dark hull", "Small hull", "Red diamonds", "Crosshair", "Small dart with dots"}
    battle |= {f"{letter} in a white box" for letter in "EBJS"}
    assert battle | {"B, rubble", "O1, light dots", "Dashes across"} < marks
    quiet = {line.mark for line in scene(cosmic.quick()).legend}
    assert (
        battle | {"Dashes across", "C, dense hatch", "M1 in a ring", "White arrow"}
    ) & quiet == set()
    assert "Tinted strip" in {line.mark for line in scene(cosmic.deploying()).legend}
    assert "M1 in a ring" in {line.mark for line in scene(cosmic.melee()).legend}
    assert "White arrow" in {line.mark for line in scene(cosmic.catalogue()).legend}


def test_the_end_says_why() -> None:
    ends = {
        Ending("resigned", (ONE,), (), "D-094"): "Side 2 concedes: Side 1 wins",
        Ending("agreed", (), (), "D-094"): "A draw by agreement",
        Ending("time", (TWO,), (), ""): "Side 1 ran out of time: Side 2 wins",
    }
    for ending, said in ends.items():
        result = f"{said}." if ending.kind in Ending.OUTSIDE else ""
        shown = scene(cosmic.middle(), replace(LOOK, ending=ending, result=result))
        assert shown.alt.startswith(f"{said}.")
        assert f"Over: {said}." in shown.board
        assert shown.paint()
    told = lines(cosmic.over())
    assert "Ships Destroyed or Fled: Side 1, fewest wins, 0 to 110 by points." in told
    assert "Conditions Inflicted: Side 2, fewest wins, 5 to 1." in told
