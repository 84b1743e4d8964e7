"""Fleets are chosen at once and in secret, then the initiative is rolled (4.1, 4.8, 5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.questions import path_of
from games.core.types import REFEREE, SPECTATOR, Seat, Seated
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.state import view_of
from games.cosmic_conflict.view import Sheet
from tests.games.cosmic_conflict.matches import Match, match, quick
from tests.games.playthrough import Playthrough

AGREE = ["1: agree", "2: agree"]
"""Other ground may be proposed meanwhile (CC-182)."""


def codes(found: Match, side: int) -> list[tuple[str, str]]:
    return [(unit.id, unit.sic) for unit in found.table.of(side)]


@pytest.mark.rules("CC-001")
def test_both_sides_choose_at_once_and_in_secret() -> None:
    found = quick()
    assert found.asked == ["1: fleet", "2: fleet", *AGREE]
    asked = [each for each in found.open if each.kind == "fleet"]
    assert all(each.secret and each.waits for each in asked)
    found.play("2: FLEET Q2")
    assert found.asked == ["1: fleet", "2: fleet-open", *AGREE]
    assert found.view(1).sheets == (Sheet(), None)
    assert view_of(found.state, SPECTATOR).sheets == (None, None)
    assert view_of(found.state, REFEREE).sheets[1] == found.sheet(2)
    assert found.sheet(2).code == "Q2"
    assert not any(each.visible_to(Seated(Seat(0))) for each in found.events)
    assert not found.table.units


@pytest.mark.rules("CC-001")
def test_choosing_locks_and_unlocking_opens_the_choice_again() -> None:
    found = quick().play("1: FLEET Q1")
    assert found.kinds() == ["SheetChanged", "SheetLocked"]
    assert found.refused("1: FLEET Q2") == "E-PHASE"
    found.play("1: UNLOCK")
    assert found.asked == ["1: fleet", "2: fleet", *AGREE]
    assert found.told("SheetLocked")[0].locked is False
    found.play("1: FLEET Q2", "2: FLEET Q1")
    assert [sic for _, sic in codes(found, 1)] == ["PART", "HALB", "WREN", "DART"]


@pytest.mark.rules("CC-001")
def test_locking_and_unlocking_gain_no_time() -> None:
    found = quick()
    before = found.open[0]
    found.play("1: FLEET Q1", "1: UNLOCK")
    after = found.open[0]
    assert after.number > before.number
    assert (after.batch, after.phase, after.shared) == (before.batch, "fleet", before.shared)


@pytest.mark.rules("CC-004", "CC-001")
def test_both_fleets_are_shown_together_and_get_their_ids() -> None:
    found = quick().play("1: FLEET Q1", "2: FLEET Q3")
    assert codes(found, 1) == [("a1", "VANG"), ("a2", "LONG"), ("a3", "WREN")]
    assert codes(found, 2) == [("b1", "ROOS"), ("b2", "WASP"), ("b3", "HALB"), ("b4", "LONG")]
    (shown,) = found.told("FleetsRevealed")
    assert shown.fleets == found.course.fleets == ("Patrol", "Picket")
    assert [str(each) for each in shown.units][:2] == ["a1 Vanguard", "a2 Longbow"]
    assert shown.only is None
    for side in (1, 2):
        sheet = found.sheet(side)
        assert (sheet.code, sheet.fleet, sheet.locked) == ("", (), False)


@pytest.mark.rules("CC-004")
def test_both_sides_may_choose_the_same_fleet() -> None:
    found = quick().play("1: FLEET Q1", "2: FLEET Q1")
    assert [sic for _, sic in codes(found, 1)] == [sic for _, sic in codes(found, 2)]
    assert len(found.table.units) == 6


@pytest.mark.rules("CC-283")
def test_a_fleet_beyond_the_points_cannot_be_chosen() -> None:
    found = quick()
    refused = found.refusal("1: FLEET A")
    assert refused.code == "E-POINTS"
    assert "1,000" in refused.sentence
    assert "481" in refused.sentence
    assert refused.instead == "You can choose Q1, Q2, Q3."
    assert found.refused("1: FLEET X") == "E-UNKNOWN-ID"
    assert match().play("1: FLEET A", "2: FLEET Q1").course.fleets == ("Anvil", "Patrol")


@pytest.mark.rules("CC-004", "CC-115", "CC-125", "CC-146")
def test_an_own_list_has_names_and_carriers() -> None:
    found = quick().play("1: FLEET OF ROOS Old Nest; WASP 1 Sting; HALB", "2: FLEET Q1")
    nest, wasp, halberd = found.table.of(1)
    assert (nest.name, wasp.name, halberd.name) == ("Old Nest", "Sting", "")
    assert (wasp.carrier, wasp.aboard, wasp.at) == ("a1", "a1", None)
    assert found.course.fleets == ("Own fleet", "Patrol")
    assert str(found.told("FleetsRevealed")[0].units[0]) == "a1 Old Nest"


@pytest.mark.rules("CC-001", "CC-004", "CC-012", "CC-115", "CC-125", "CC-283")
@pytest.mark.parametrize(
    ("units", "code"),
    [
        ("CITA; XXXX; HORN", "E-UNKNOWN-ID"),
        ("CITA; DART; DART; HORN", "E-POINTS"),
        ("HALB Xy; HORN", "E-HANGAR"),
        ("HALB; HALB; HORN 1 Sting", "E-HANGAR"),
        ("HALB Xy; WREN", "E-NAME"),
        ("HALB Gull; WREN Gull", "E-NAME"),
        ("DRIF", "E-POINTS"),
    ],
)
def test_faults_of_an_own_list_come_in_the_order_of_the_canon(units: str, code: str) -> None:
    assert quick().refused(f"1: FLEET OF {units}") == code


@pytest.mark.rules("W-65", "CC-006", "CC-061", "D-071")
def test_w65_a_tied_roll_is_rolled_again() -> None:
    found = match().play("1: FLEET A", "2: FLEET B")
    assert found.asked == []
    assert found.dice == ("Initiative, side 1", "Initiative, side 2")
    found.roll(4, 4)
    (tied,) = found.told("InitiativeRolled")
    assert (tied.faces, tied.side) == ((4, 4), 0)
    assert len(found.dice) == 2
    found.roll(2, 5)
    last = found.told("InitiativeRolled")[-1]
    assert (last.faces, last.side) == ((2, 5), 2)
    assert found.table.initiative == 2
    assert found.asked == ["2: deploy"]


@pytest.mark.rules("CC-253", "D-107")
def test_a_typed_fleet_with_many_traits_is_found_by_its_first_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = quick(crew=True, points=2000)
    crew = "; ".join(f"{at} {code}" for at in (1, 2, 3) for code in ("VETERAN", "LUCKY", "AI"))
    text = f"FLEET A CREW {crew}"
    options = GAME.options(found.view(1), found.open[0])
    move, asked = GAME.read(found.view(1), found.open[0], text), list[Any]()
    question = options.question

    def counted(path: tuple[str, ...]) -> Any:
        asked.append(path)
        return question(path)

    monkeypatch.setattr(options, "question", counted)
    path = path_of(options, move, text)
    assert path[-1] == "ok"
    assert (len(path), len(asked)) == (11, 12)
    assert question(path) == move


@pytest.mark.rules("CC-253")
def test_a_fleet_of_a_pack_keeps_the_traits_that_its_ships_have() -> None:
    fleet = 'title = "Old"\n[[fleets]]\ncode = "V"\nname = "Old"\nstyle = "old"\npoints = 82\n'
    found = quick(crew=True, pack=f'{fleet}units = ["WREN +VETERAN"]\n')
    found.play("1: FLEET V CREW 1 LUCKY", "2: FLEET V").roll(5, 2)
    traits = [found.table.design(found.unit(id)).traits for id in ("a1", "b1")]
    assert [[each.code for each in its] for its in traits] == [["VETERAN", "LUCKY"], ["VETERAN"]]


@pytest.mark.rules("CC-253", "CC-T01")
def test_a_late_player_gets_the_fleet_that_was_chosen_with_its_crews() -> None:
    chosen = Playthrough.start(GAME, {"crew": True})
    chosen.play("1: FLEET Q2 CREW 1 VETERAN; 3 LUCKY")
    chosen.play("1: UNLOCK")
    assert chosen.answered("Side 1", late=True) == "FLEET Q2 CREW 1 VETERAN; 3 LUCKY"


@pytest.mark.rules("CC-004")
def test_a_fleet_of_ones_own_has_its_name_once_it_is_revealed() -> None:
    found = quick().play('1: FLEET "HOME GUARD" OF WREN')
    assert found.sheet(1).name == "Home Guard"
    assert "Home Guard" in str(GAME.words.secrets(found.view(1)))
    for viewer in (Seated(Seat(1)), SPECTATOR):
        assert "Home Guard" not in str(view_of(found.state, viewer))
    found.play("1: UNLOCK", "1: FLEET “guard 2” OF WREN", "2: FLEET OF WREN")
    assert found.state.course.fleets == ("Guard 2", "Own fleet")
    assert found.sheet(1).name == ""


@pytest.mark.rules("CC-004")
def test_a_name_of_a_fleet_is_one_that_a_ship_could_have() -> None:
    assert quick().refused('1: FLEET "A" OF WREN') == "E-NAME"


def test_a_name_stays_hidden_with_the_ships() -> None:
    found = match(map="quick", points=481, stealth="category")
    found.play('1: FLEET "HOME GUARD" OF WREN', "2: FLEET OF WREN")
    assert found.state.course.fleets == ("", "")


@pytest.mark.rules("CC-004")
def test_typed_names_keep_apostrophes_hyphens_and_numerals() -> None:
    wolf = "WOLF = 2 KIN.L1.FPS SHD | BEAM.F PWS | Gryphon's-Eye II"
    found = quick().play(f"1: FLEET \"DON'T PANIC III\" OF WOLF Jack's Ark-Royal IV WITH {wolf}")
    assert found.sheet(1).name == "Don't Panic III"
    assert [each.name for each in found.sheet(1).fleet] == ["Jack's Ark-Royal IV"]
    assert [each.name for each in found.sheet(1).designs] == ["Gryphon's-Eye II"]
