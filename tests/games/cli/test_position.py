"""What may be done in a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from games.cli.tools import all_tools
from tests.games.cli.asking import W03_DESTINATIONS, W08, W31, Capture, complaint, described, saved
from tests.toy import GAME as TOY


@pytest.mark.rules("W03", "W07")
def test_a_position_without_planets(tmp_path: Path, capsys: Capture) -> None:
    file = saved(tmp_path, {"board": 8, "Y_ship": "A4", "C_ship": "O11", "to_move": "Y"})
    found = described(capsys, file)
    assert len(found["status"]) == 169
    assert list(found["status"])[:9] == ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "B1"]
    assert set(found["status"].values()) == {"unexplored"}
    assert found["score"] == {
        "yellow": 0,
        "cyan": 0,
        "contested": 0,
        "unexplored": 169,
        "cyan_with_komi": 3.5,
    }
    assert found["destinations"] == W03_DESTINATIONS.split()
    assert len(found["turns"]) == 176
    assert found["turns"][:5] == ["A4-A1", "A4-A1+A2", "A4-A1+B1", "A4-A1+B2", "A4-A2"]
    assert found["ended"] is False
    assert "changed" not in found

    after = described(capsys, file, "--play", "A4-D7+E7")
    assert after["score"]["yellow"] == 7
    assert after["score"]["unexplored"] == 162
    gained = ("D6", "D7", "E6", "E7", "E8", "F7", "F8")
    assert after["changed"] == dict.fromkeys(gained, "yellow")
    assert after["to_move"] == "C"


@pytest.mark.rules("W08")
def test_a_position_and_what_a_bonus_makes_of_it(tmp_path: Path, capsys: Capture) -> None:
    file = saved(tmp_path, W08)
    found = described(capsys, file)
    assert (len(found["destinations"]), len(found["turns"])) == (29, 179)
    assert (found["score"]["yellow"], found["score"]["unexplored"]) == (21, 148)
    after = described(capsys, file, "--play", "b3-e6+f7")
    assert (after["score"]["yellow"], after["score"]["unexplored"]) == (27, 142)
    assert after["changed"] == dict.fromkeys(("E6", "F6", "F7", "G7", "G8", "H8"), "yellow")


@pytest.mark.rules("W08")
def test_a_position_is_one_line_as_well(tmp_path: Path, capsys: Capture) -> None:
    line = "N8 Y:E8,I7,I10 C:- SY:B3 SC:O11 T:Y"
    found = described(capsys, saved(tmp_path, {"line": line, "komi": 0.5}))
    assert found["line"] == line
    assert found["score"]["cyan_with_komi"] == 0.5
    assert found["turns"] == described(capsys, saved(tmp_path, W08, "again"))["turns"]
    after = described(capsys, saved(tmp_path, {"line": line}), "--play", "B3-E6+F7")
    assert after["line"] == "N8 Y:E8,F7,H8,I7,I10 C:- SY:E6 SC:O11 T:C"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"line": "N8 Y:E8"}, "the line must look like N8"),
        ({"line": 8}, "the line must look like N8"),
        ({"line": "N8 Y:- C:- SY:B3 SC:O11 T:Y", "Y_ship": "A4"}, "already: Y_ship"),
        ({"line": "N8 Y:- C:- SY:B3 SC:- T:C"}, "C_ship: Field required"),
        ({"line": "N9 Y:- C:- SY:B3 SC:O11 T:C"}, "board: Input should be"),
    ],
)
def test_a_line_that_is_no_position_is_a_fault(
    content: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    assert says in complaint(capsys, "position", saved(tmp_path, content))


@pytest.mark.rules("W31")
def test_a_position_of_a_small_board_to_its_end(tmp_path: Path, capsys: Capture) -> None:
    file = saved(tmp_path, W31)
    found = described(capsys, file)
    assert len(found["status"]) == 37
    assert (len(found["destinations"]), len(found["turns"])) == (13, 15)
    assert (found["score"]["yellow"], found["score"]["cyan"]) == (21, 9)

    after = described(capsys, file, "--play", "C4-E6+E7")
    assert after["score"] == {
        "yellow": 23,
        "cyan": 8,
        "contested": 5,
        "unexplored": 1,
        "cyan_with_komi": 11.5,
    }
    assert after["changed"] == {"D7": "yellow", "E7": "yellow", "F7": "contested"}
    assert after["status"]["C6"] == "unexplored"
    assert after["destinations"] == ["A4", "B5", "C1", "C2", "C3", "C4", "C5", "D6", "D7"]
    assert after["turns"] == [f"C6-{hex}" for hex in after["destinations"]]
    assert after["ended"] is False

    planets = [*W31["Y_planets"], "E7"]
    last = saved(tmp_path, {**W31, "Y_planets": planets, "Y_ship": "E6", "to_move": "C"}, "last")
    over = described(capsys, last, "--play", "C6-D7")
    assert over["changed"] == {"C6": "yellow"}
    assert (over["score"]["yellow"], over["score"]["cyan_with_komi"]) == (24, 11.5)
    assert (over["score"]["contested"], over["score"]["unexplored"]) == (5, 0)
    assert (over["destinations"], over["turns"], over["ended"]) == ([], [], True)


@pytest.mark.rules("W29")
def test_a_position_after_a_forced_pass_is_the_opponents_again(
    tmp_path: Path, capsys: Capture
) -> None:
    trap = {"board": 8, "C_planets": ["A2"], "Y_ship": "A1", "C_ship": "B9", "to_move": "C"}
    after = described(capsys, saved(tmp_path, trap), "--play", "B9-B2+B1")
    assert after["to_move"] == "C"
    assert (len(after["destinations"]), len(after["turns"])) == (27, 169)
    assert after["score"]["cyan"] == 8


def test_an_illegal_turn_in_a_position_is_refused_with_its_rule(
    tmp_path: Path, capsys: Capture
) -> None:
    refusal = complaint(capsys, "position", saved(tmp_path, W08), "--play", "B3-I10", status=1)
    assert "I10" in refusal
    assert refusal.endswith("[AST-22]")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"Y_planets": ["E7", "E8"]}, "The planets on E7 and E8 are adjacent. [AST-05]"),
        ({"C_planets": ["H7"]}, "The planets on I7 and H7 are adjacent. [AST-05]"),
        ({"C_planets": ["E8"]}, "E8 holds two planets. [AST-05]"),
        ({"Y_planets": ["A9"]}, "'A9' is not a hex of a board of size 8. [AST-02]"),
        ({"Y_ship": "hello"}, "'hello' is not a hex of a board of size 8. [AST-02]"),
        ({"Y_ship": "O11"}, "Both ships are on O11. [AST-22]"),
        ({"C_ship": "I10"}, "A ship is on the planet I10. [AST-22]"),
        ({"board": 2}, "board: Input should be greater than or equal to 3"),
        ({"board": 9}, "board: Input should be less than or equal to 8"),
        ({"to_move": "X"}, "to_move: Input should be 'Y' or 'C'"),
        ({"Y_planets": "E8"}, "Y_planets: Input should be a valid tuple"),
        ({"planets": []}, "planets: Extra inputs are not permitted"),
    ],
)
def test_a_position_that_cannot_be_is_a_fault(
    changed: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = saved(tmp_path, {**W08, **changed})
    assert complaint(capsys, "position", file) == f"games position: {file}: {says}"


def test_names_of_hexes_may_be_written_as_players_type_them(
    tmp_path: Path, capsys: Capture
) -> None:
    typed = {**W08, "Y_planets": ["e08", " I7", "i10 "], "Y_ship": "b3"}
    assert described(capsys, saved(tmp_path, typed, "typed")) == described(
        capsys, saved(tmp_path, W08)
    )


class Elsewhere(BaseModel):
    """The position of another game, for the search of the game that a file belongs to."""

    model_config = ConfigDict(extra="forbid")
    lamps: int
    oil: int

    @classmethod
    def position(cls, data: Any) -> Elsewhere:
        return cls.model_validate(data)

    @staticmethod
    def describe(state: Any, before: Any = None) -> dict[str, Any]:
        assert before is None
        return {"lamps": state.lamps}


@pytest.fixture
def _two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    known = all_tools()
    monkeypatch.setattr("games.cli.position.all_tools", lambda: ((TOY, Elsewhere), *known))


@pytest.mark.usefixtures("_two_games")
def test_the_form_of_a_file_tells_its_game(tmp_path: Path, capsys: Capture) -> None:
    assert described(capsys, saved(tmp_path, {"lamps": 3, "oil": 1})) == {"lamps": 3}
    assert described(capsys, saved(tmp_path, W08))["to_move"] == "Y"


@pytest.mark.usefixtures("_two_games")
def test_a_file_that_fits_no_game_is_told_what_the_nearest_misses(
    tmp_path: Path, capsys: Capture
) -> None:
    assert "oil: Field required" in complaint(capsys, "position", saved(tmp_path, {"lamps": 3}))
    nearly = saved(tmp_path, {**W08, "board": 9})
    assert "board: Input should be less" in complaint(capsys, "position", nearly)


def test_without_a_game_that_reads_positions_there_is_nothing_to_do(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.cli.position.all_tools", lambda: ())
    file = saved(tmp_path, W08)
    assert complaint(capsys, "position", file) == "games position: no game supports position files"
