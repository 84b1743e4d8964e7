"""Data files and packs from a declaration: what is read, and what is refused on which line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.core import content
from games.core.content import DataFile, Loaded, PackFault, PackReader, RecordType


@dataclass(frozen=True)
class Ship:
    code: str
    name: str
    length: int
    crew: int | None
    sail: str
    steam: bool
    cargo: tuple[tuple[str, ...], ...]


CARGO = content.written(
    "([1-9]) ([a-z]+)", lambda count, what: (what,) * int(count), "Write cargo as 2 rum."
)
SHIPS = RecordType(
    "ships",
    "a ship",
    3,
    Ship,
    {
        "code": content.text("[A-Z][0-9]", "a capital and a digit: A1"),
        "name": content.name(10),
        "length": content.parts(2, 1, 8, "a length from 0.5 to 4"),
        "crew": content.whole(1, 9).otherwise(None),
        "sail": content.choice("red", "tan", "white").otherwise("tan"),
        "steam": content.flag().otherwise(default=False),
        "cargo": content.several(CARGO, 1, 2, "a list of 1 or 2 entries").otherwise(()),
    },
)
CREWS: RecordType[dict[str, str]] = RecordType(
    "crews", "an able crew", 5, dict, {"ship": SHIPS.fields["code"]}, key="ship"
)


def check_crew(crew: Loaded[dict[str, str]], known: DataFile) -> None:
    if crew.key not in known.of(SHIPS):
        crew.fault("ship", f"There is no ship {crew.key}.")
    if known.of(SHIPS)[crew.key].steam:
        crew.fault("", "A steamer needs no crew.")


READER = PackReader(
    "tests.games.core",
    ("ships.toml",),
    ((SHIPS, lambda ship, known: None), (CREWS, check_crew)),
    most=500,
)
TUG = 'code = "B1"\nname = "Tug"\nlength = 1\n'


def pack(*tables: str) -> str:
    return "\n".join(('title = "Pack"', *tables))


def fault(text: str) -> tuple[int, str]:
    with pytest.raises(PackFault) as caught:
        READER.read(text)
    return caught.value.line, caught.value.reason


def test_a_file_adds_to_those_below_it() -> None:
    found = READER.read(pack('[[crews]]\nship = "B1"', f'[[ships]]\n{TUG}cargo = ["2 rum"]'))
    assert found.title == "Pack"
    assert found.of(SHIPS) == {
        "A1": Ship("A1", "Tug", 3, None, "tan", steam=False, cargo=()),
        "B1": Ship("B1", "Tug", 2, None, "tan", steam=False, cargo=(("rum", "rum"),)),
    }
    assert list(found.of(CREWS)) == ["B1"]
    assert list(READER.base.of(SHIPS)) == ["A1"]
    assert READER.title('title = "Nothing"') == "Nothing"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ('code = "AA"', "code: It must be a capital and a digit: A1."),
        ('code = "A1"', "code: the base game already has A1."),
        ('name = "*x*"', "Latin letters"),
        ('name = "Leviathan X"', "name: It must be a name of 1 to 10 characters."),
        ("length = 0", "length: It must be a length from 0.5 to 4."),
        ("length = 4.5", "length: It must be"),
        ("length = 1.25", "length: It must be"),
        ("length = true", "length: It must be"),
        ("length = nan", "length: It must be"),
        ("length = 1e-999999999999", "length: It must be"),
        ("crew = 0", "crew: It must be a whole number from 1 to 9."),
        ("crew = 10", "crew: It must be"),
        ("crew = true", "crew: It must be"),
        ('sail = "pink"', "sail: It must be red, tan or white."),
        ("steam = 1", "steam: It must be true or false."),
        ("cargo = []", "cargo: It must be a list of 1 or 2 entries."),
        ('cargo = ["1 a", "1 b", "1 c"]', "cargo: It must be"),
        ('cargo = ["rum"]', "cargo: Write cargo as 2 rum."),
        ("colour = 1", "“colour” is not a field of a ship, which has code, name, length, crew"),
    ],
)
def test_a_wrong_value_is_refused_on_its_line(written: str, sentence: str) -> None:
    field = written.split(" ")[0]
    rest = [line for line in TUG.splitlines() if not line.startswith(field)]
    line, reason = fault(pack("[[ships]]", *rest, "", written))
    assert line == len(rest) + 4
    assert sentence in reason


def test_values_at_their_limits_are_read() -> None:
    text = TUG.replace("= 1", "= 4.0") + 'crew = 9\ncargo = ["9 a", "1 b"]\nsteam = true'
    ship = READER.read(pack("[[ships]]", text)).of(SHIPS)["B1"]
    assert (ship.length, ship.crew, ship.steam) == (8, 9, True)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 1, "The pack needs a title at the top"),
        ("title = 3", 1, "title: It must be a name of 1 to 40 characters."),
        (pack("[[ships]]", 'code = "B1"'), 2, "A ship needs the field name, a name of 1 to 10"),
        (pack("", "boats = 1"), 3, "“boats” is not part of a pack, which has a title, [[ships]]"),
        (pack("ships = 1"), 2, "Each ship begins with [[ships]]."),
        (pack("[crews]"), 2, "Each able crew begins with [[crews]]."),
        (pack(*["[[ships]]"] * 4), 5, "A pack has at most 3 ships."),
        (pack("[[ships]]", TUG, "[[ships]]", TUG), 8, "code: the pack already has B1."),
        (pack("[[crews]]", 'ship = "C1"'), 3, "ship: There is no ship C1."),
        (pack("[[ships]]", f"{TUG}steam = true", "[[crews]]", 'ship = "B1"'), 7, "A steamer needs"),
        ("#" * 501, 0, "501 bytes"),
    ],
)
def test_a_file_that_is_not_sound_is_refused(text: str, line: int, sentence: str) -> None:
    found = fault(text)
    assert found[0] == line
    assert sentence in found[1]
