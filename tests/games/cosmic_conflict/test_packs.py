"""Content packs: ships, Fighters, fleets and maps of one's own (CC-021, 5.1 to 5.4)."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from games.core.types import Ending, Refusal, Seat, Seated, Seats
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import (
    BASE,
    FIGHTERS,
    FLEETS,
    PACKS,
    SHIPS,
    catalogue_of,
)
from games.cosmic_conflict.content.factions import FACTIONS, TRAIT_RECORDS
from games.cosmic_conflict.content.maps import MAPS
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.rules.setup import fleets
from games.cosmic_conflict.space import DU
from renderers import Look
from renderers.cosmic_conflict import RENDERER
from tests.games.cosmic_conflict.asking import labels, question
from tests.games.cosmic_conflict.matches import Match, deployed
from tests.games.cosmic_conflict.seeing import considered
from tests.games.kit import random_match, title_of
from tests.games.replaying import check_replay

DOCUMENT = Path(__file__).parents[3] / "docs" / "content-packs-cosmic-conflict.md"
(PACK,) = re.findall("```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
SEATS = Seats.alone(2)


def agreed(**values: object) -> Agreement:
    return Agreement.model_validate({"pack": PACK, "map": "pack", "points": 400, **values})


def opened(**values: object) -> Match:
    settings = agreed(**values)
    assert GAME.fault(settings, SEATS) is None
    return Match(GAME.setup(settings, SEATS))


def deploying(**values: object) -> Match:
    return opened(**values).play("1: FLEET R", "2: FLEET OF RAID Corsair; WREN").roll(5, 2)


@pytest.mark.rules("CC-021")
def test_a_fleet_of_the_pack_is_chosen_like_any_other() -> None:
    match = opened()
    assert labels(match) == ["Take R Raiders and deploy for me", "R Raiders, 387 points"]
    match.play("1: FLEET R")
    assert [each.design for each in match.sheet(1).fleet] == ["RAID"] * 3 + ["GNAT"] * 3
    match.play("2: FLEET OF RAID Corsair; WREN")
    assert match.course.fleets == ("Raiders", fleets.OWN_FLEET)
    assert match.table.design(match.unit("a4")).name == "Gnat"
    assert match.unit("b1").name == "Corsair"


def test_a_fleet_of_the_pack_is_told_by_names_before_it_is_revealed() -> None:
    match = opened().play("1: FLEET R")
    (told,) = GAME.words.secrets(match.view(1))
    assert "Raider" in told
    outcome = GAME.words.outcome(match.view(1), match.events[0])
    assert "Raider" in outcome
    assert "Raider" in RENDERER.scene(match.view(1), Look(("Vera Rubin", "Edwin Hubble"))).board


@pytest.mark.rules("CC-021")
def test_what_the_pack_does_not_have_is_refused_with_what_there_is() -> None:
    with pytest.raises(Refusal, match="There is no fleet Z") as refused:
        opened().play("1: FLEET Z")
    assert "R." in refused.value.instead
    with pytest.raises(Refusal, match="NONE"):
        opened().play("1: FLEET OF NONE")
    with pytest.raises(Refusal, match="RAID"):
        opened(pack="", map="quick").play("1: FLEET OF RAID")


@pytest.mark.rules("CC-021")
def test_states_carry_the_designs_of_the_pack_that_are_in_the_match() -> None:
    match = deploying()
    assert {*match.table.designs} == {*BASE.designs, "RAID", "GNAT"}
    written = GAME.state_form.write(match.state)
    assert GAME.state_form.read(written) == match.state
    plain = opened().play("1: FLEET OF WREN", "2: FLEET OF WREN").roll(5, 2)
    assert {*plain.table.designs} == {*BASE.designs}


@pytest.mark.rules("CC-181")
def test_the_map_of_the_pack_is_the_table() -> None:
    table = opened().table
    assert (table.board.width, table.board.height) == (40 * DU, 30 * DU)
    assert [each.kind for each in table.features] == ["moon", "moon", "dust_cloud"]
    usual = opened(map="veil").table
    assert usual.features == BASE.maps["veil"].features


@pytest.mark.rules("CC-182")
@pytest.mark.parametrize("pack", ["", 'title = "Empty"'])
def test_a_map_of_the_pack_needs_one_in_the_pack(pack: str) -> None:
    refused = GAME.fault(agreed(pack=pack), SEATS)
    assert refused is not None
    assert "has no map" in refused.sentence


@pytest.mark.rules("D-003")
def test_the_map_of_the_pack_has_its_own_board() -> None:
    refused = GAME.fault(agreed(board_w=54 * DU), SEATS)
    assert refused is not None
    assert "The Narrows has a board of 40.00 by 30.00" in refused.sentence


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("points = 109", "points = 108", 10, "Raider costs 109 points"),
        ('"GNAT 3"', '"GNAT 4"', 24, "unit 4 is not a ship"),
        ('key = "narrows"', 'key = "veil"', 27, "the base game already has veil"),
        ('key = "narrows"', 'key = "pack"', 27, "pack is a reserved word"),
        ("[40, 30]", "[19.99, 30]", 29, "20 to 72 du each way"),
        ("[40, 30]", "[40, 72.01]", 29, "20 to 72 du each way"),
        ("[40, 30]", "[40]", 29, "a width and a height"),
        ('"dust_cloud"', '"dust"', 30, "a known kind may have at"),
        ("at = [20, 15]", "at = [60, 15]", 30, "is off the board. (D-084)"),
        (
            '{ kind = "dust_cloud", at = [20, 15] }',
            '{ kind = "planet", disc = [20, 3, 23] }',
            30,
            "Side 1 has too little room to start in. (D-088)",
        ),
        (
            '{ kind = "dust_cloud", at = [20, 15] }',
            '{ kind = "planet", disc = [20, 27, 23] }',
            30,
            "Side 2 has too little room to start in. (D-088)",
        ),
        ('"REACH KIN 1"', '"REACH KIN 9"', 40, "the Range of Kinetic can grow by 8 at most"),
        ('"REACH KIN 1"', '"REACH KIN"', 40, "write it as PRICE 85"),
        ('"REACH KIN 1"', '"TWICE"', 40, "has such an effect already"),
        ('"REACH KIN 1"', '"FLY 3"', 40, "Write an effect as PRICE 85"),
        ('"START 4"', '"START 8"', 41, "ships can begin with 4, 10 or 11"),
        ('"PRICE 105"', '"PRICE 49"', 41, "from 50 to 200 percent"),
        ('"veteran", "lucky"', '"veteran", "brave"', 47, "a list of veteran, lucky and command"),
        ('"veteran", "lucky"', '"lucky", "lucky"', 47, "each of them once"),
        ("price = 18", "price = 101", 48, "from 0 to 100"),
        ('code = "OLDHAND"', 'code = "LUCKY"', 44, "the base game already has LUCKY"),
        ('units = ["RAID"', 'units = ["RAID +BRAVE"', 24, "There is no trait “BRAVE”"),
        ("points = 387", 'points = 387\nfaction = "CREW"', 24, "no faction “CREW”"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, line: int, says: str) -> None:
    pack = PACK.replace(old, new, 1)
    assert pack != PACK
    refused = GAME.fault(agreed(pack=pack), SEATS)
    assert refused is not None
    assert says in f"{refused.sentence} {refused.instead}"
    assert f"Line {line}" in refused.sentence


def test_the_document_has_all_fields() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert PACKS.title(PACK) == "Raiders"
    for kind in (SHIPS, FIGHTERS, FLEETS, MAPS, FACTIONS, TRAIT_RECORDS):
        assert f"## `[[{kind.table}]]`" in text
        assert all(f"`{field}`" in text for field in kind.fields)


@pytest.mark.rules("CC-240", "CC-257")
def test_a_pack_says_what_its_faction_and_its_traits_give_and_cost() -> None:
    match = opened(factions=True, crew=True)
    assert question(match, "ofCLAN").prompt == (
        "For: a Weapon may attack twice, for Weapons Damage and Kinetic Range +1. Against: ships "
        "begin with Structural Damage and ships cost 105%. Which fleet do you command?"
    )
    chosen = GAME.read(match.view(1), match.open[0], "FLEET AS CLAN OF RAID +OLDHAND")
    assert considered(match.view(1), chosen, "fleet") == (
        "1 unit for 136 of 400 points.",
        f"Reaver Clans. {match.course.agreement.catalogue.factions['CLAN'].told}",
        "Crews: 1 Raider: Old Hands.",
    )
    as_it_is = GAME.read(match.view(1), match.open[0], "FLEET R CREW 2 VETERAN")
    assert considered(match.view(1), as_it_is, "fleet")[0].startswith("Raiders, 398 points, three")
    match.play("1: FLEET AS CLAN OF RAID +OLDHAND")
    (sheet,) = GAME.words.secrets(match.view(1))
    assert "fleet, Reaver Clans: Old Hands Raider" in sheet
    match.play("2: FLEET OF RAID").roll(5, 2)
    design = match.table.design(match.unit("a1"))
    assert design.points == 136  # 109 x 1.18 = 128.62, so 129; 129 x 1.05 = 135.45
    assert (design.has("veteran"), design.has("lucky"), design.has("command")) == (
        True,
        True,
        False,
    )
    assert GAME.state_form.read(GAME.state_form.write(match.state)) == match.state
    ready = [each for each in BASE.factions.values() if not each.berserk]
    assert all(len(each.advantages) == len(each.disadvantages) for each in ready)


@pytest.mark.rules("CC-182")
def test_a_referee_adds_ships_of_the_pack_and_lays_its_map() -> None:
    match = deployed(pack=PACK)
    editing = GAME.editing
    for text in ("ADD 2 GNAT 20 15", "ADD 1 RAID 24 15"):
        edit = editing.read(editing.see(match.state), text)
        match.state = editing.apply(match.state, edit).state
    assert {"RAID", "GNAT"} <= {*match.table.designs}
    assert GAME.state_form.read(GAME.state_form.write(match.state)) == match.state
    other = editing.read(editing.see(match.state), "TERRAIN PACK")
    refused = editing.refusal(editing.see(match.state), other)
    assert refused is not None
    assert refused.sentence == "The Narrows is a map for a board of another size."


def test_a_fleet_that_is_not_revealed_is_imagined_from_the_pack() -> None:
    match, seen = opened(), set[str]()
    for seed in range(60):
        state = GAME.reimagine(match.view(1), random.Random(seed))
        seen |= {each.design for each in state.sheets[1].fleet}
    assert {"RAID", "GNAT"} <= seen


@pytest.mark.parametrize("seed", range(2))
def test_random_matches_with_a_pack_end_and_replay_byte_for_byte(seed: int) -> None:
    short = {"pack": PACK, "map": "pack", "points": 400, "min_turns": 1, "max_turns": 2}
    title = replace(title_of("cosmic_conflict"), agreed=short, sizes=(2,))
    match = random_match(title, 2 * seed)
    assert isinstance(GAME.pending(match.states[-1]), Ending)
    check_replay(match)


def test_computer_players_play_with_a_pack() -> None:
    state = GAME.setup(agreed(), SEATS)
    assert GAME.computer is not None
    catalogue = catalogue_of(PACK)
    decision = Match(state).open[0]
    move = GAME.computer.choose(GAME.view(state, Seated(Seat(0))), decision, random.Random(1))
    assert isinstance(move, fleets.ChooseFleet)
    assert move.fleet in catalogue.fleets
