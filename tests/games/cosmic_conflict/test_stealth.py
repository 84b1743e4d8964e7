"""What others see of hidden ships (CC-231 to 233, D-100)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.core.questions import Question
from games.core.types import REFEREE, SPECTATOR, Chance, Seat, Seated, Viewer
from games.cosmic_conflict import events as e
from games.cosmic_conflict.agenda import pending
from games.cosmic_conflict.computer import COMPUTER
from games.cosmic_conflict.content.contacts import BOGEY, Stealth
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.events.parts import Piece
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.rules import stealth
from games.cosmic_conflict.rules.turns.activation import Pass
from games.cosmic_conflict.state import State, StepBuilder, view_of
from games.cosmic_conflict.table.conditions import WEAPONS
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import Firing, Hurt, Moving, PlottedMove, RerolledDie
from games.cosmic_conflict.table.units import Condition, Unit
from games.cosmic_conflict.view import Sheet, View
from games.cosmic_conflict.words.sentences import tell
from renderers import Look, renderer_for
from tests.games.cosmic_conflict.activations import acting
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import plain, unit

ONE, TWO = Seated(Seat(0)), Seated(Seat(1))
RENDERER = renderer_for("cosmic_conflict")


def facing(*more: tuple[Unit, Design], form: Stealth = "category", sic: str = "PART") -> Match:
    """A Halberd whose SIC is open acts, and a hidden ship is 7 away from it."""
    target = unit("b1", sic, "20 12", hidden=True, name="Old Nag")
    match = acting(unit("a1", "HALB", "20 5"), target, *more, only="a1")
    match.state = replace(match.state, table=replace(match.table, stealth=form))
    return match


def seen(match: Match, viewer: Viewer, id: str = "b1") -> Unit:
    return view_of(match.state, viewer).table.units[id]


def name_of(view: View, id: str = "b1") -> str:
    return view.table.design(view.table.units[id]).name


@pytest.mark.rules("CC-232", "CC-233", "W-61", "W-76")
@pytest.mark.parametrize(
    ("form", "sic", "name"),
    [
        ("category", "DART", "Small contact"),
        ("category", "HALB", "Small contact"),
        ("category", "PART", "Medium contact"),
        ("category", "VANG", "Medium contact"),
        ("category", "TEMP", "Large contact"),
        ("category", "CITA", "Large contact"),
        ("size", "PART", "Size 3 contact"),
        ("size", "CITA", "Size 6 contact"),
        ("blank", "DART", "Contact"),
        ("blank", "CITA", "Contact"),
    ],
)
def test_a_contact_shows_what_the_form_allows(form: Stealth, sic: str, name: str) -> None:
    match = facing(form=form, sic=sic)
    others: tuple[Viewer, ...] = (ONE, SPECTATOR)
    for other in others:
        assert name_of(view_of(match.state, other)) == name
    knowing: tuple[Viewer, ...] = (TWO, REFEREE)
    for viewer in knowing:
        assert view_of(match.state, viewer).table.units["b1"] == match.unit("b1")


@pytest.mark.rules("CC-231", "CC-232")
def test_a_contact_has_its_place_and_course_and_no_equipment() -> None:
    match = facing()
    ship = replace(
        match.unit("b1"),
        heading=210,
        velocity=3,
        absorbers=(4, 5),
        off=(0,),
        used=(1,),
        conditions=(Condition(WEAPONS, start=True),),
        slots=(MAIN, 2),
        revealed=("evasive",),
        evading=True,
        second=True,
        drilled=True,
        ended=1,
        health=3,
    )
    match.state = replace(match.state, table=match.table.put(ship))
    contact = seen(match, ONE)
    kept = ("id", "side", "at", "heading", "velocity", "revealed", "evading", "hidden")
    assert {key: getattr(contact, key) for key in kept} == {key: getattr(ship, key) for key in kept}
    assert contact == replace(
        Unit("b1", "?M", 2, at=ship.at, heading=210, velocity=3, hidden=True),
        revealed=("evasive",),
        evading=True,
        slots=(MAIN,),
        activated=ship.activated,
        shots=1,
    )


@pytest.mark.rules("CC-233", "D-100")
@pytest.mark.parametrize(("form", "size"), [("size", 6), ("category", 5), ("blank", 2)])
def test_odds_against_a_contact_say_by_which_size_they_go(form: Stealth, size: int) -> None:
    match, guess = facing(form=form, sic="CITA"), f"as of Size {size}"
    assert guess in RENDERER.scene(match.view(1), Look()).board
    (suggested,) = COMPUTER.suggest(match.view(1), match.open[0])
    assert suggested.reason.endswith(guess)
    match.play("ACTIVATE a1")
    question = GAME.options(match.view(1), match.open[0]).question(())
    assert isinstance(question, Question)
    shots = [each.reason for each in question.advised().choices if each.key.startswith("shot")]
    assert shots
    assert all(each.endswith(guess) for each in shots)
    assert "as of Size" not in RENDERER.scene(match.view(2), Look()).board


@pytest.mark.rules("D-100")
def test_who_has_scanned_a_ship_sees_it_and_others_do_not() -> None:
    match = facing()
    found = replace(match.unit("b1"), known=(1,))
    match.state = replace(match.state, table=match.table.put(found))
    assert seen(match, ONE) == found
    assert seen(match, SPECTATOR).sic == "?M"


@pytest.mark.rules("D-100")
def test_what_is_aboard_a_hidden_ship_and_designs_of_hidden_ships_are_not_there() -> None:
    own = plain(3, "SHD")
    fighter = unit("b3", "MAUL", aboard="b1", carrier="b1")
    match = facing(fighter, unit("b2", own, "30 12", hidden=True))
    table = view_of(match.state, ONE).table
    assert "b3" not in table.units
    assert own.code not in table.designs
    assert "b3" in view_of(match.state, TWO).table.units
    assert own.code in view_of(match.state, TWO).table.designs


@pytest.mark.rules("D-100")
def test_the_dice_against_a_contact_are_for_the_shooter_and_its_owner() -> None:
    match = facing().play("ACTIVATE a1", "FIRE KIN1 AT b1", "2: REACT NO")
    found = pending(match.state)
    assert isinstance(found, Chance)
    assert found.only == (Seat(0), Seat(1))
    match.roll(2, 6)

    def firing(viewer: Viewer) -> Firing:
        top = view_of(match.state, viewer).course.agenda[-1]
        assert isinstance(top, Firing)
        return top

    true = firing(TWO)
    assert true.dice == (2, 6)
    assert firing(ONE).dice == (2, 6)
    assert firing(SPECTATOR).dice == ()
    assert true.attack is not None
    for viewer in (ONE, SPECTATOR):
        attack = firing(viewer).attack
        assert attack is not None
        # The Halberd's Kinetic has Size 2, and a Medium contact counts as Size 3.
        assert [(each.source, each.value) for each in attack.terms.accuracy] == [("size", 1)]
        assert [(each.source, each.value) for each in attack.terms.damage] == [("size", -1)]
    state, again = match.state, RerolledDie("acc", 2, 3, "reaim")
    agenda = (*state.course.agenda[:-1], replace(true, rerolls=(again,)))
    match.state = replace(state, course=replace(state.course, agenda=agenda))
    assert firing(ONE).rerolls == firing(TWO).rerolls == (again,)
    assert firing(SPECTATOR).rerolls == ()
    match.state = state
    match.play("2: REACT NO")
    told = {type(each).__name__: each for each in match.events}
    assert told["ContactAttacked"].only is None
    assert told["Attacked"].only == (Seat(1),)
    assert told["ContactDice"].only == (Seat(0),)
    assert told["UnitDamaged"].only == (Seat(1),)
    assert match.sheet(2).dice == {"b1": (("a1", "KIN1", (2, 6)),)}


@pytest.mark.rules("D-100")
def test_who_knows_a_ship_hears_all_numbers_of_its_attack() -> None:
    match = facing()
    match.state = replace(match.state, table=match.table.put(replace(match.unit("b1"), known=(1,))))
    match.play("ACTIVATE a1", "FIRE KIN1 AT b1", "2: REACT NO").roll(2, 6).play("2: REACT NO")
    told = {type(each).__name__: each for each in match.events}
    assert told["Attacked"].only == (Seat(1), Seat(0))
    assert "ContactDice" not in told
    assert told["UnitDamaged"].only == (Seat(0), Seat(1))


@pytest.mark.rules("D-100")
def test_a_ship_that_is_revealed_leaves_the_dice_against_others_hidden() -> None:
    match = facing(unit("b2", "WREN", "30 12", hidden=True))
    builder = StepBuilder(match.state)
    kept = {"b2": (("a1", "BEAM1", (3, 4)),)}
    builder.write(Seat(1), dice={"b1": (("a1", "KIN1", (1, 2)),), **kept})
    assert stealth.reveal(builder, "b1")
    assert builder.sheet(Seat(1)).dice == kept


@pytest.mark.rules("D-100")
def test_harm_that_waits_for_a_hidden_ship_does_not_show_its_size() -> None:
    match = facing()
    hurt = Hurt("b1", 6, "danger", "T1")
    at = Point(2000, 1200)
    moving = Moving("b1", at, 0, PlottedMove(0, at, 3, at, 2, 0, 0), (), "straight")
    still = replace(moving, plotted=replace(moving.plotted, maneuver=0, heading_value=0))
    match.state = replace(match.state, course=replace(match.course, agenda=(hurt, moving)))
    assert view_of(match.state, ONE).course.agenda == (replace(hurt, damage=0), still)
    assert view_of(match.state, TWO).course.agenda == (hurt, moving)


@pytest.mark.rules("CC-231", "W-76")
def test_nothing_that_is_shown_names_a_hidden_ship() -> None:
    match = facing(sic="DART")
    for viewer in (ONE, SPECTATOR):
        view = view_of(match.state, viewer)
        scene = RENDERER.scene(view, Look((), threats=True))
        for text in (scene.board, scene.alt, GAME.words.standing(view)):
            assert "Dart" not in text
            assert "Old Nag" not in text
        assert "b1 Small contact, at 20.00 12.00, heading 0, Velocity 0" in scene.board
        assert "b1 Small contact" in scene.alt
    assert "b1 Old Nag (DART" in RENDERER.scene(view_of(match.state, TWO), Look(())).board
    match.play("ACTIVATE a1", "FIRE KIN1 AT b1", "2: REACT NO").roll(1, 1).play("2: REACT NO")
    for event in (each for each in match.events if each.visible_to(ONE)):
        assert "Dart" not in tell(event)


@pytest.mark.rules("D-100")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, ""),
        ({"stealth": "off"}, "E-OPTION"),
        ({"surveyed": True}, "E-TARGET"),
        ({"known": (2,)}, "E-OWNER"),
    ],
)
def test_only_ships_that_nothing_has_revealed_are_hidden(fields: Any, code: str) -> None:
    match = facing(form=fields.pop("stealth", "category"))
    agreed = match.course.agreement.replace(stealth=match.table.stealth)
    table = match.table.put(replace(match.unit("b1"), **fields))
    state: State = replace(match.state, table=table)
    state = replace(state, course=replace(state.course, agreement=agreed))
    found = [each.code for each in GAME.editing.sound(state) if "b1" in each.sentence]
    assert found == [code] * bool(code)


@pytest.mark.rules("CC-234")
def test_a_false_contact_is_no_unit_that_is_left_or_lost() -> None:
    match, at = facing(), Point(3000, 1200)
    bogey = Unit("b2", BOGEY.code, 2, at=at, hidden=True)
    match.state = replace(match.state, table=match.table.put(bogey))
    board = RENDERER.scene(match.view(2), Look()).board
    assert "1 of 1 unit left" in board.partition("Side 2")[2]
    builder = StepBuilder(match.state)
    assert not stealth.reveal(builder, "b2")
    scene = RENDERER.scene(view_of(builder.state, SPECTATOR), Look())
    assert "b2 was a false contact" in scene.board
    shown = {caption.text for caption in scene.drawing.captions}
    assert "was a false contact" in shown
    for text in (scene.board, scene.alt, *shown):
        assert "destroyed" not in text
        assert "of 2 units" not in text


@pytest.mark.rules("W-76")
def test_who_knows_a_contact_reads_the_name_of_its_ship() -> None:
    match, contact = facing(), Piece("b1", "Medium contact")
    told = e.Activated(contact)
    for viewer, name in ((TWO, "Old Nag"), (ONE, "Medium contact"), (SPECTATOR, "Medium contact")):
        view = view_of(match.state, viewer)
        assert GAME.words.outcome(view, told) == f"b1 {name} is activated."
        assert GAME.words.nouns(view, viewer).piece(contact) == f"b1 {name}"


def test_a_preview_guesses_nothing_about_a_contact() -> None:
    """And tells what is chosen once, as it is in the end."""
    match, revealed = facing(), e.ShipRevealed(Piece("b1", "Medium contact"), 3, "", ())
    sheets = [Sheet(orders={id: Orders(token=True)}) for id in ("a1", "a2")]
    chosen = [e.SheetChanged(each, only=(Seat(0),)) for each in sheets]
    told = GAME.words.foretell(match.view(1), match.open[0], Pass(), (revealed, *chosen))
    assert told == "Your choice so far: a2 Token."
