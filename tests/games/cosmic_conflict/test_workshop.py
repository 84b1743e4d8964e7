"""The workshop: ships, Fighters and fleets are made by questions, with price and faults (5.6)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.core.content import EditedCreation
from games.core.questions import Question, typed_key
from games.core.questions.tree import Tree
from games.core.types import Refusal, Unreadable
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content import design_data
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.workshop import WORKSHOP, fleets
from games.cosmic_conflict.workshop.fleets import FleetPlan
from tests.games.cosmic_conflict.matches import quick
from tests.games.cosmic_conflict.test_packs import opened


def asked(
    creation: Any, *path: str, others: tuple[Any, ...] = (), settings: Agreement | None = None
) -> Any:
    """The question or the changed creation at a path."""
    questions = WORKSHOP.questions(creation, others, settings)
    return Tree(questions, lambda made: None, lambda made: "").question(path)


def changed(
    creation: Any, *paths: str, others: tuple[Any, ...] = (), settings: Agreement | None = None
) -> Any:
    """After answers, each a path such as ``addP.KIN``; what is typed begins with an equals sign."""
    for path in paths:
        keys = (typed_key(key[1:]) if key[0] == "=" else key for key in path.split("."))
        made = asked(creation, *keys, others=others, settings=settings)
        assert isinstance(made, EditedCreation)
        creation = made.creation
    return creation


def faults(creation: Any) -> list[str]:
    return [fault.code for fault in WORKSHOP.summary(creation).faults]


HALBERD = ("addP.KIN", "p1.arcs.FPS", "addP.SHD", "addS.BEAM", "addS.PWS", "name.=Grey Wolf")
VETERAN = changed(WORKSHOP.blank("ship"), *HALBERD)


@pytest.mark.rules("CC-021", "CC-290", "W-34", "CC-283", "CC-284", "CC-285", "CC-286", "CC-287")
def test_the_worked_examples_of_points_are_made_on_the_page() -> None:
    assert WORKSHOP.write(VETERAN) == "GREY = 2 KIN.FPS SHD | BEAM.F PWS | Grey Wolf"
    assert WORKSHOP.summary(VETERAN).line == "Size 2, 137 points"
    pike = changed(WORKSHOP.blank("ship"), "addP.RKT", "addP.RKT", "addP.SHD")
    pike = changed(pike, "addS.ECM", "addS.PWS", "addS.ARM")
    lines = WORKSHOP.summary(pike).lines
    assert lines[0] == "Size 60 + items 102 = 162, + 15 % = 187 points"
    assert lines[1] == "Primary slots 3 of 4, Secondary 3 of 4; above 2 they cost extra"
    citadel = changed(
        WORKSHOP.blank("ship"), "size.h6", "addP.KIN", "p1.variant.SM", "addP.KIN", "p2.variant.OV"
    )
    citadel = changed(citadel, "p2.arcs.PS", "addP.BEAM", "p3.arcs.FPS", "addP.SHD", "addP.ARM")
    citadel = changed(citadel, "addS.BEAM", "s1.arcs.PS", "addS.BEAM", "s2.arcs.PS", "addS.MSL")
    citadel = changed(citadel, "addS.PWS", "addS.PWS", "addS.SHD")
    assert (citadel.points, citadel.items) == (402, BASE.designs["CITA"].items)
    hornet = changed(WORKSHOP.blank("fighter"), "addP.PWS", "addS.INT", "addS.FPWS")
    assert WORKSHOP.summary(hornet).line == "Fighter, 44 points"
    scout = changed(WORKSHOP.blank("fighter"), "addS.FTL", "addS.INT", "addS.FPWS")
    assert WORKSHOP.summary(scout).lines[0] == "items 30, + 10 % = 33 points"


@pytest.mark.rules("CC-021", "D-023", "CC-120", "CC-109", "CC-090")
def test_faults_are_told_with_their_rule_before_and_after_a_choice() -> None:
    ship = WORKSHOP.blank("ship")
    hangar = next(each for each in asked(ship, "addP").choices if each.key == "FH")
    assert "needs a Fighter Launch Hangar" in hangar.detail
    ship = changed(ship, "addP.FH")
    (fault,) = WORKSHOP.summary(ship).faults
    assert (fault.code, fault.rule) == ("E-DESIGN-HANGAR", "CC-120")
    assert faults(changed(ship, "addP.FLH")) == []
    assert faults(changed(ship, "addP.FLH", "addP.ECM", "addP.ECM")) == ["E-DESIGN-CAP"]
    full = changed(WORKSHOP.blank("ship"), "size.h1", "addP.KIN", "addP.SHD")
    assert "addP" not in [each.key for each in asked(full).choices]
    assert faults(changed(full, "p1.variant.SM")) == ["E-DESIGN-SLOTS"]


@pytest.mark.rules("CC-081", "CC-082")
def test_weapons_get_the_size_of_a_new_hull() -> None:
    before = changed(VETERAN, "size.h5")
    assert [each.size for each in (before.primary[0], before.secondary[0])] == [5, 4]
    assert design_data.read(design_data.write(before)) == before


def test_items_are_moved_replaced_and_removed() -> None:
    assert WORKSHOP.write(changed(VETERAN, "p2.up")).startswith("GREY = 2 SHD KIN.FPS |")
    assert WORKSHOP.write(changed(VETERAN, "p2.kind.ARM")).startswith("GREY = 2 KIN.FPS ARM |")
    assert WORKSHOP.write(changed(VETERAN, "s1.remove")).endswith("| PWS | Grey Wolf")
    asked_next = {"addP.NAV": 1, "p1.arcs.F": 2, "p1.kind.SHD": 3}
    for path, up in asked_next.items():
        assert asked(VETERAN, *path.split(".")).up == up


@pytest.mark.parametrize("kind", WORKSHOP.kinds)
def test_any_walk_through_the_questions_gives_what_can_be_stored(kind: str) -> None:
    rng, others = random.Random(kind), (VETERAN, WORKSHOP.blank("fighter"))
    creation = WORKSHOP.blank(kind)
    for step in range(300):
        path: tuple[str, ...] = ()
        while isinstance(found := asked(creation, *path, others=others), Question):
            assert len(found.choices) <= 25
            assert all(len(each.label) <= 80 for each in found.choices)
            if not found.choices:
                assert found.field is not None
                names_a_unit = kind == "fleet" and path[-1] == "name" and len(path) > 1
                word = f"Lark {step}" if names_a_unit else found.field.example
                path = (*path, typed_key(word))
            else:
                path = (*path, rng.choice(found.choices).key)
        creation = found.creation
        text = WORKSHOP.write(creation)
        assert len(text) <= WORKSHOP.longest
        assert WORKSHOP.read(text) == creation
        assert WORKSHOP.kind(creation) == kind
        assert len(WORKSHOP.summary(creation).line) <= 100


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("name.=W", "3 to 24 characters"),
        ("name.=Wolf | Pack", "signs that a name"),
        ("name.=Волк и волк", "Latin letters"),
        ("class.=" + "x" * 41, "1 to 40 characters"),
        ("code.=WREN", "WREN is Wren"),
        ("code.=W1", "four letters"),
    ],
)
def test_words_that_a_card_cannot_have_are_refused(path: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        changed(VETERAN, path)


# --- Fleets ---

GUARD = ("own.GREY", "ship.HEAR", "fighter.HORN", "u1.name.=Lark", "name.=Home Guard", "limit.n481")


def guard() -> FleetPlan:
    made = changed(WORKSHOP.blank("fleet"), *GUARD, others=(VETERAN,))
    assert isinstance(made, FleetPlan)
    return made


@pytest.mark.rules("CC-021", "CC-119", "CC-125")
def test_a_fleet_has_copies_of_ones_designs_and_fighters_find_a_hangar() -> None:
    fleet = guard()
    assert WORKSHOP.write(fleet) == (
        "FLEET Home Guard | 481 | GREY Lark; HEAR; HORN 2"
        " | GREY = 2 KIN.FPS SHD | BEAM.F PWS | Grey Wolf"
    )
    assert WORKSHOP.summary(fleet).line == "3 units, 385 of 481 points"
    assert faults(fleet) == []
    alone = changed(fleet, "u2.remove", others=(VETERAN,))
    assert faults(alone)[0] == "E-HANGAR"
    assert changed(alone, "u1.remove", others=(VETERAN,)).designs == ()
    assert faults(changed(fleet, "limit.=300")) == ["E-POINTS"]


@pytest.mark.rules("CC-021", "CC-004")
def test_another_design_of_the_same_code_gets_another_one() -> None:
    other = changed(VETERAN, "name.=Dog Wolf", "size.h1")
    fleet = changed(guard(), "own.GRAA", "limit.n1000", others=(VETERAN, other))
    assert [each.name for each in fleet.designs] == ["Grey Wolf", "Dog Wolf"]
    assert faults(fleet) == []


@pytest.mark.rules("CC-021")
def test_a_fleet_is_chosen_by_the_move_that_it_stands_for() -> None:
    found = quick()
    text = WORKSHOP.answer(found.view(1), found.open[0], guard())
    move = GAME.read(found.view(1), found.open[0], text)
    assert GAME.options(found.view(1), found.open[0]).contains(move)
    found.play(f"1: {text}", "2: FLEET Q1")
    assert [unit.name or unit.sic for unit in found.table.of(1)] == ["Lark", "HEAR", "HORN"]
    assert found.table.designs["GREY"].points == 137


@pytest.mark.rules("CC-237", "CC-253", "D-102", "D-107")
def test_faction_and_traits_are_chosen_and_count_in_the_price_at_once() -> None:
    fleet = changed(WORKSHOP.blank("fleet"), "ship.WREN", "ship.HEAR", "fighter.HORN")
    assert fleets.line(fleet, fleets.FREE) == "3 units, 322 of 1000 points"
    (veteran,) = [each for each in asked(fleet, "u1").choices if each.key == "tVETERAN"]
    assert (veteran.label, veteran.detail[-20:]) == ("Crew trait: Veteran", "then 670 points left")
    assert not [each for each in asked(fleet, "u3").choices if each.key[0] == "t"]
    fleet = changed(fleet, "u1.tVETERAN", "u1.tLUCKY")
    (merc,) = [each for each in asked(fleet, "faction").choices if each.key == "fMERC"]
    assert merc.detail == (
        "then 706 points left. For: ships cost 85%. Against: ships begin with Structural Damage."
    )
    fleet = changed(fleet, "faction.fMERC", "u1.name.=Lark")
    assert fleets.line(fleet, fleets.FREE) == "3 units, Mercenary, 294 of 1000 points"
    assert "1. Lark, a Wren: Size 1 corvette, 76 points, Veteran, Lucky" in fleets.lines(
        fleet, fleets.FREE
    )
    assert WORKSHOP.write(fleet) == (
        "FLEET New fleet | 1000 AS MERC | WREN +VETERAN +LUCKY Lark; HEAR; HORN 2"
    )
    assert WORKSHOP.read(WORKSHOP.write(fleet)) == fleet
    assert WORKSHOP.read("FLEET New fleet | 1000 as merc | wren +lucky").faction == "MERC"
    assert changed(fleet, "u1.nVETERAN").units[0].traits == ("LUCKY",)
    assert changed(fleet, "u1.again").units[3].traits == ("VETERAN", "LUCKY")
    assert changed(fleet, "faction.f").faction == ""


@pytest.mark.rules("CC-239", "CC-237", "CC-253")
def test_what_faction_and_match_forbid_is_told_in_the_fleet_editor() -> None:
    fleet = changed(WORKSHOP.blank("fleet"), "ship.WREN", "faction.fBEAM", "u1.tAI")
    wren = next(each for each in asked(fleet, "ship").choices if each.key == "WREN")
    assert wren.detail.startswith("Primary 1 (Kinetic): Wren of Beam Guild may have Beam only")
    assert faults(fleet) == ["E-DESIGN-FACTION"]
    plain = Agreement()
    told = WORKSHOP.summary(fleet, plain).faults
    assert [(each.code, each.rule) for each in told][:1] == [("E-OPTION", "CC-237")]
    assert "E-OPTION CC-253" in [f"{each.code} {each.rule}" for each in told]
    keys = [each.key for each in asked(changed(fleet, "faction.f"), settings=plain).choices]
    assert "faction" not in keys
    assert not [e for e in asked(fleet, "u1", settings=plain).choices if e.key[0] == "t"]


@pytest.mark.rules("CC-021", "CC-237", "CC-253")
def test_ships_factions_and_traits_of_the_pack_of_a_match_are_offered_and_played() -> None:
    found = opened(factions=True, crew=True)
    agreed = found.course.agreement
    blank = WORKSHOP.blank("fleet")
    assert "pack" not in [each.key for each in asked(blank).choices]
    fleet = changed(
        *(blank, "pack.RAID", "pack.GNAT", "faction.fCLAN", "u1.tOLDHAND", "u1.name.=Rook"),
        settings=agreed,
    )
    # 109 + 18 % = 128.62, up to 129; + 5 % = 135.45, up to 136; and a Gnat for 20.
    assert fleets.line(fleet, agreed) == "2 units, Reaver Clans, 156 of 1000 points"
    assert not WORKSHOP.summary(fleet, agreed).faults
    assert "E-UNKNOWN-ID" in faults(fleet), "without the pack"
    text = WORKSHOP.answer(found.view(1), found.open[0], WORKSHOP.read(WORKSHOP.write(fleet)))
    assert text == "FLEET AS CLAN OF RAID +OLDHAND Rook; GNAT 1"
    found.play(f"1: {text}", "2: FLEET R")
    assert found.table.design(found.unit("a1")).points == 136


@pytest.mark.rules("CC-021")
def test_the_data_form_of_a_ship_and_lines_of_text_can_be_pasted() -> None:
    data = '{"id": "wolf-3", "name": "Sea Wolf", "size": 2, "primary": [{"type": "SHD"}]}'
    assert WORKSHOP.write(WORKSHOP.read(data)) == "WOLF = 2 SHD | - | Sea Wolf"
    fighter = WORKSHOP.read('{"name": "Gnat", "secondary": [{"type": "INT"}]}')
    assert isinstance(fighter, Design)
    assert fighter.fighter
    for text in ("", "{", "[" * 4000, "{" * 900, "FLEET", "FLEET A | 9 |", "WOLF", '{"size": 1e9}'):
        with pytest.raises((Unreadable, Refusal)):
            WORKSHOP.read(text)
    with pytest.raises(Refusal, match="no design OWNS"):
        WORKSHOP.read("FLEET Mine | 1000 | OWNS")
