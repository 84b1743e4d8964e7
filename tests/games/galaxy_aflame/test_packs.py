"""Content packs: armies, cards and tables of one's own (5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.core.content import PackFault
from games.core.geometry.plane import Disc, Point, Rectangle
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.catalogue import (
    ARMIES,
    BASE,
    CARDS,
    KEYWORDS,
    LAYOUTS,
    PACKS,
    catalogue_of,
    keyword_name,
)
from games.galaxy_aflame.game import GAME
from tests.games.galaxy_aflame.course import SEATS, Course

DOCUMENT = Path(__file__).parents[3] / "docs" / "content-packs-galaxy-aflame.md"

# Lines are counted from 1, the title.
ARMY = """[[armies]]
key = "traders"
name = "Free Traders"
"""
CARD = """[[cards]]
code = "GRE"
name = "Grenadiers"
army = "traders"
models = 4
attack = "1d8"
defence = "d6"
move = 6
ranges = ["C", "A"]
keywords = ["Auto-Suppress (3)"]
value = 6
"""
LAYOUT = """[[layouts]]
key = "yard"
name = "The Yard"
size = [36, 24]
solid = [[10, 10, 14.5, 12]]
rectangles = [[2, 2, 6, 6]]
circles = [[30, 20, 3.5]]
barriers = [[20, 8, 26, 8]]
"""
OTHERS = "".join(
    CARD.replace("GRE", code).replace("Grenadiers", name).replace('"Auto-Suppress (3)"', keywords)
    for code, name, keywords in (
        ("SKI", "Skiff", '"Vehicle", "Transport (6)"'),
        ("SNI", "Snipers", '"Indirect", "Anti-Vehicle"'),
        ("GUA", "Guards", '"Fearless"'),
    )
).replace("models = 4", "models = 1")
PACK = f'title = "Traders"\n{ARMY}{CARD}{LAYOUT}{OTHERS}'


def _settings(**values: object) -> Agreement:
    return Agreement.model_validate({"pack": PACK, **values})


@pytest.mark.rules("GA-03", "GA-05")
def test_a_pack_adds_an_army_with_its_cards() -> None:
    catalogue = catalogue_of(PACK)
    card = catalogue.cards["GRE"]
    assert (card.models, card.dice, card.sides, card.defence, card.move) == (4, 1, 8, 6, 60)
    assert (card.ranges, card.auto_suppress, card.value) == (frozenset("CA"), 30, 6)
    assert card.told_keywords == ("Auto-Suppress (3)",)
    assert catalogue.cards["SKI"].capacity == 6
    assert [each.code for each in catalogue.deck("traders")] == ["GRE", "SKI", "SNI", "GUA"]
    assert GAME.fault(_settings(), SEATS) is None
    match = Course(GAME.setup(_settings(), SEATS)).play("R: ARMY TRADERS", "B: ARMY HALCYON")
    assert match.table.armies == ("traders", "halcyon")
    assert match.table.decks[0] == ("GRE", "SKI", "SNI", "GUA")


@pytest.mark.rules("GA-09")
def test_the_layout_of_a_pack_is_the_table() -> None:
    assert GAME.fault(_settings(layout="pack"), SEATS) is None
    ground = GAME.setup(_settings(layout="pack"), SEATS).table.ground
    assert (ground.width, ground.height) == (360, 240)
    assert ground.solid == (Rectangle(100, 100, 145, 120),)
    assert ground.cover == (Disc(Point(300, 200), 35), Rectangle(20, 20, 60, 60))
    assert ground.barriers == ((Point(200, 80), Point(260, 80)),)
    usual = GAME.setup(_settings(), SEATS).table.ground
    assert usual == BASE.layouts["ruined_quarter"].ground


def test_a_table_of_the_pack_needs_one_in_the_pack() -> None:
    refusal = GAME.fault(_settings(pack='title = "Empty"', layout="pack"), SEATS)
    assert refusal is not None
    assert refusal.code == "E_OPTION"
    refusal = GAME.fault(_settings(pack="", layout="pack"), SEATS)
    assert refusal is not None


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('key = "traders"', 'key = "halcyon"', 3, "the base game already has halcyon"),
        ('key = "traders"', 'key = "Traders"', 3, "small letters and digits"),
        ('"GRE"', '"RIF"', 6, "the base game already has RIF"),
        ('"GRE"', '"Gre"', 6, "three capitals"),
        ('army = "traders"', 'army = "rome"', 8, "There is no army rome; there are aquanaratta"),
        ("models = 4", "models = 0", 9, "a whole number from 1 to 30"),
        ('"1d8"', '"1d7"', 10, "Write an attack as 1d4"),
        ('"1d8"', '"d8"', 10, "Write an attack as 1d4"),
        ('"d6"', '"6"', 11, "Write a defence die as d4"),
        ("move = 6", "move = 6.5", 12, "a whole number from 1 to 24"),
        ('["C", "A"]', '["B"]', 13, '"C", "A" and "T"'),
        ('["C", "A"]', "[]", 13, '"C", "A" and "T"'),
        ("Auto-Suppress (3)", "Auto-Suppress", 14, "Auto-Suppress needs a number"),
        ("Auto-Suppress (3)", "Fearless (3)", 14, "Fearless has no number"),
        ("Auto-Suppress (3)", "Flying", 14, "There is no keyword “Flying”; there are Vehicle"),
        ("Auto-Suppress (3)", "Transport (3)", 14, "Only a Vehicle can have Transport"),
        ("Auto-Suppress (3)", "Vehicle", 9, "A Vehicle has one model"),
        ('"Auto-Suppress (3)"', '"Fearless", "Fearless"', 14, "named twice"),
        ('"Auto-Suppress (3)"', '"Fearless", 3', 14, "Write keywords as a list"),
        ("value = 6", "", 5, "needs the field value"),
        ("value = 6", "price = 6", 5, "needs the field value"),
        ('key = "yard"', 'key = "pack"', 17, "pack is a reserved word"),
        ('key = "yard"', 'key = "open_basin"', 17, "the base game already has open_basin"),
        ("[36, 24]", "[36, 23]", 19, "24 to 96"),
        ("[36, 24]", "[36.5, 24]", 19, "24 to 96"),
        ("14.5, 12]", "14.55, 12]", 20, "each [x0, y0, x1, y1]"),
        ("14.5, 12]", "9, 12]", 20, "second corner of a rectangle lies beyond the first"),
        ("14.5, 12]", "36.1, 12]", 20, "lies beyond the table"),
        ("[10, 10, 14.5, 12]", "[10, 10, 14.5]", 20, "each [x0, y0, x1, y1]"),
        ("[10, 10, 14.5, 12]", "[0, 0, 17, 7]", 20, "north edge has 19 in of legal spots"),
        ("[2, 2, 6, 6]", "[2, 2, 6, 2]", 21, "lies beyond the first"),
        ("[30, 20, 3.5]", "[37, 20, 3.5]", 22, "its centre on the table"),
        ("[30, 20, 3.5]", "[30, 20, 0]", 22, "and a radius"),
        ("[30, 20, 3.5]", "[30, 20]", 22, "each [x, y, radius]"),
        ("[20, 8, 26, 8]", "[20, 8, 20, 8]", 23, "two different ends"),
        ("[20, 8, 26, 8]", "[20, 8, 26, 24.1]", 23, "lies beyond the table"),
        ('name = "The Yard"', 'name = "The\\u202eYard"', 18, "Latin letters"),
    ],
)
def test_what_is_wrong_with_a_pack_is_named_with_its_line(
    old: str, new: str, line: int, says: str
) -> None:
    pack = PACK.replace(old, new, 1)
    assert pack != PACK
    with pytest.raises(PackFault) as fault:
        catalogue_of(pack)
    assert says in fault.value.reason
    assert fault.value.line == line
    refusal = GAME.fault(_settings(pack=pack), SEATS)
    assert refusal is not None
    assert f"Line {line}" in refusal.sentence


def test_an_army_has_four_to_twenty_cards() -> None:
    with pytest.raises(PackFault, match="An army has 4 to 20 cards, not 1") as fault:
        catalogue_of(f'title = "Traders"\n{ARMY}{CARD}')
    assert fault.value.line == 2
    codes = [f"X{a}{b}" for a in "ABCD" for b in "EFGH"]
    more = "".join(CARD.replace("GRE", code) for code in codes)
    assert len(catalogue_of(f"{PACK}{more}").deck("traders")) == 20
    one_more = CARD.replace("GRE", "YYY")
    with pytest.raises(PackFault, match="An army has 4 to 20 cards, not 21"):
        catalogue_of(f"{PACK}{more}{one_more}")
    added = f'title = "More"\n{CARD.replace("traders", "halcyon")}'
    assert [card.code for card in catalogue_of(added).deck("halcyon")][-1] == "GRE"


def test_the_document_shows_a_pack_that_can_be_used() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    (pack,) = re.findall("```toml\n(.*?)```", text, re.DOTALL)
    assert PACKS.title(pack) == "Dockside"
    assert GAME.fault(_settings(pack=pack, layout="pack"), SEATS) is None
    assert catalogue_of(pack).cards["DOC"].fearless
    for kind in (ARMIES, CARDS, LAYOUTS):
        assert f"## `[[{kind.table}]]`" in text
        assert all(f"`{field}`" in text for field in kind.fields)
    for keyword in KEYWORDS:
        assert f'`"{keyword}' in text


# --- The base game ---


@pytest.mark.rules("GA-03", "GA-05")
def test_the_cards_are_those_of_the_canon() -> None:
    sums = {army: sum(card.value for card in BASE.deck(army)) for army in BASE.armies}
    assert sums == {"aquanaratta": 53, "halcyon": 52}
    assert [card.code for card in BASE.deck("aquanaratta")] == [
        *("INF", "SPA", "REE", "EEL", "LAM", "CHO", "BRI", "SPI", "MAN", "LEV")
    ]
    assert [card.code for card in BASE.deck("halcyon")] == [
        *("RIF", "PEN", "STO", "BIK", "HUN", "GUN", "HOW", "MAR", "CAR", "WAL")
    ]
    infectors = BASE.cards["INF"]
    assert (infectors.models, infectors.dice, infectors.sides) == (10, 1, 4)
    for army in BASE.armies:
        deck = BASE.deck(army)
        assert sum(card.anti_vehicle for card in deck) == 2
        assert [card.has("transport") for card in deck].count(True) == 1
    assert keyword_name("auto-suppress", 40) == "Auto-Suppress (4)"
    assert (BASE.cards["MAN"].capacity, BASE.cards["CAR"].capacity) == (10, 8)


@pytest.mark.parametrize("key", ["open_basin", "ruined_quarter", "salt_trenches"])
def test_the_tables_are_symmetric_under_half_a_turn(key: str) -> None:
    ground = BASE.layouts[key].ground

    def turned(at: Point) -> Point:
        return Point(480 - at.x, 360 - at.y)

    assert (ground.width, ground.height) == (480, 360)
    for piece in (*ground.solid, *ground.cover):
        if isinstance(piece, Disc):
            assert Disc(turned(piece.centre), piece.radius) in ground.cover
        else:
            a, b = turned(Point(piece.x1, piece.y1)), turned(Point(piece.x0, piece.y0))
            assert Rectangle(*a, *b) in (*ground.solid, *ground.cover)
    for start, end in ground.barriers:
        assert {(turned(start), turned(end)), (turned(end), turned(start))} & {*ground.barriers}
