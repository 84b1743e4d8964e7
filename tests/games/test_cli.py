"""The engine's command line, with worked examples of the canon."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import games
import tests.toy
from games.__main__ import main
from tests.toy import GAME as TOY

ROOT = Path(__file__).parents[2]

# The complete match of W32: turn, then Yellow, Cyan, contested, unexplored after it.
W32 = (
    ("A3-C3+B2", 7, 0, 0, 120),
    ("M8-I4+J5", 7, 7, 0, 113),
    ("C3-E5+D4", 13, 7, 0, 107),
    ("I4-F4+G5", 13, 14, 0, 100),
    ("E5-L12+M12", 18, 14, 0, 95),
    ("F4-J8+I7", 18, 20, 0, 89),
    ("L12-L8+K8", 23, 18, 2, 84),
    ("J8-L10+M10", 21, 21, 4, 81),
    ("L8-E8+E7", 28, 21, 4, 74),
    ("L10-J8+J9", 27, 25, 5, 70),
    ("E8-A4+A3", 30, 25, 5, 67),
    ("J8-C8+C7", 29, 31, 6, 61),
    ("A4-F9+F10", 36, 31, 6, 54),
    ("C8-F8+G8", 34, 36, 8, 49),
    ("F9-G10+H10", 38, 34, 10, 45),
    ("F8-F2+F1", 38, 39, 10, 40),
    ("G10-A4+B5", 41, 37, 12, 37),
    ("F2-E2+F3", 41, 41, 12, 33),
    ("A4-I12+J12", 48, 41, 12, 26),
    ("E2-D2+C1", 46, 44, 14, 23),
    ("I12-I13+H12", 50, 44, 14, 19),
    ("D2-H2+I3", 50, 48, 14, 15),
    ("I13-G13+F12", 53, 48, 14, 12),
    ("H2-K5+L6", 53, 51, 14, 9),
    ("G13-A7+B8", 56, 49, 16, 6),
    ("K5-M7+M8", 55, 50, 17, 5),
    ("A7-C9+D9", 65, 48, 12, 2),
    ("M7-F7+F6", 63, 49, 14, 1),
    ("C9-C5", 63, 49, 14, 1),
    ("F7-K12+K11", 59, 50, 18, 0),
)
W32_MOVES = ["A3", "M8", *(row[0] for row in W32)]
W03_DESTINATIONS = (
    "A1 A2 A3 A5 A6 A7 A8 B4 B5 C4 C6 D4 D7 E4 E8 F4 F9 G4 G10 H4 H11 I4 I12 J4 J13 K4 K14 L15"
)
W08 = {"board": 8, "Y_planets": ["E8", "I7", "I10"], "Y_ship": "B3", "C_ship": "O11"}
W31: dict[str, Any] = {
    "board": 4,
    "Y_planets": ["B2", "B4", "D1", "D3", "D5"],
    "C_planets": ["F3", "F6", "G5"],
    "Y_ship": "C4",
    "C_ship": "C6",
    "to_move": "Y",
}

Capture = pytest.CaptureFixture[str]


def saved(folder: Path, content: Any, name: str = "file") -> str:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


def w32(folder: Path, *, upto: int = len(W32_MOVES)) -> str:
    moves = W32_MOVES[:upto]
    return saved(folder, {"game": "astralis", "settings": {"size": 7}, "moves": moves})


def told(capsys: Capture, *arguments: str, status: int = 0) -> tuple[list[str], list[str]]:
    """The lines on stdout and stderr of a command that ends with ``status``."""
    capsys.readouterr()
    try:
        ended = main(arguments)
    except SystemExit as leave:
        ended = int(leave.code or 0)
    out, err = capsys.readouterr()
    assert ended == status, err
    return out.splitlines(), err.splitlines()


def described(capsys: Capture, *arguments: str) -> dict[str, Any]:
    (line,), _ = told(capsys, "position", *arguments)
    found: dict[str, Any] = json.loads(line)
    return found


def complaint(capsys: Capture, *arguments: str, status: int = 2) -> str:
    """The one line on stderr of a command that fails."""
    _, (line,) = told(capsys, *arguments, status=status)
    return line


@pytest.fixture
def toy_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy stands among the games, for the command line alone."""
    every = (*games.all_games(), TOY)
    for module in ("games.__main__", "games.cli.tools"):
        monkeypatch.setattr(f"{module}.all_games", lambda: every)


# --- list, and the whole


def test_list_names_every_game(capsys: Capture) -> None:
    out, _ = told(capsys, "list")
    assert [line.split()[0] for line in out] == [game.meta.id for game in games.all_games()]
    assert out[0].startswith("astralis  Astralis by Phil Leduc, 2 players")


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["replay", "MATCH"],
        ["position", "POSITION", "--play", "C4-E6+E7"],
        ["perft", "astralis", "--ships", "A4,O11", "--depth", "1"],
        ["selfplay", "astralis", "--size", "7"],
    ],
)
def test_no_command_of_the_rules_imports_discord_or_sql(
    arguments: list[str], tmp_path: Path
) -> None:
    files = {"MATCH": w32(tmp_path), "POSITION": saved(tmp_path, W31, "position.json")}
    script = (
        "import sys\n"
        "from games.__main__ import main\n"
        f"status = main({[files.get(argument, argument) for argument in arguments]!r})\n"
        "outside = {'discord', 'sqlalchemy', 'aiosqlite', 'alembic', 'PIL', 'bot', 'renderers'}\n"
        "print(*sorted(outside & set(sys.modules)), file=sys.stderr)\n"
        "sys.exit(status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr.strip() == ""
    assert done.returncode == 0
    assert done.stdout


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "games"]
    listed = subprocess.run([*command, "list"], cwd=ROOT, capture_output=True, check=True)
    assert listed.stdout.startswith(b"astralis")
    missing = subprocess.run([*command, "replay", "-"], cwd=ROOT, capture_output=True, input=b"{")
    assert missing.returncode == 2
    assert missing.stderr.startswith(b"games replay: -: not JSON, line 1")
    assert missing.stderr.count(b"\n") == 1


# --- perft


@pytest.mark.rules("W03")
@pytest.mark.parametrize(
    ("size", "ships", "counts"),
    [
        ("8", "A4,O11", [176, 29_975, 5_368_857]),
        ("8", "A2,O9", [176, 29_958, 5_381_331]),
        ("7", "A3,M10", [150, 21_571, 3_182_517]),
        ("7", "A4,M10", [150, 21_574, 3_181_660]),
    ],
)
def test_perft_counts_the_opening(
    size: str, ships: str, counts: list[int], capsys: Capture
) -> None:
    out, _ = told(capsys, "perft", "astralis", "--size", size, "--ships", ships, "--depth", "3")
    assert out == [f"{depth} {count}" for depth, count in enumerate(counts, 1)]


@pytest.mark.rules("W03")
def test_perft_counts_the_same_through_the_contract(capsys: Capture) -> None:
    flags = ("--size", "8", "--ships", "A4,O11", "--depth", "2", "--public")
    assert told(capsys, "perft", "astralis", *flags)[0] == ["1 176", "2 29975"]


def test_perft_counts_from_before_the_ships_are_placed(capsys: Capture) -> None:
    assert told(capsys, "perft", "astralis", "--depth", "3")[0] == ["1 6", "2 36", "3 6336"]


@pytest.mark.rules("W31")
@pytest.mark.parametrize("flags", [(), ("--public",)])
def test_perft_counts_from_a_position(
    flags: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    file = saved(tmp_path, W31)
    out, _ = told(capsys, "perft", "astralis", "--depth", "3", "--position", file, *flags)
    assert out == ["1 15", "2 251", "3 2377"]


@pytest.mark.rules("W29")
def test_perft_counts_a_forced_pass_with_the_turn_before_it(
    tmp_path: Path, capsys: Capture
) -> None:
    trapped = {"board": 8, "C_planets": ["A2", "B1"], "Y_ship": "A1", "C_ship": "B2"}
    file = saved(tmp_path, {**trapped, "to_move": "Y"})
    for flags in ((), ("--public",)):
        out, _ = told(capsys, "perft", "astralis", "--depth", "1", "--position", file, *flags)
        assert out == ["1 169"]


@pytest.mark.usefixtures("toy_found")
def test_perft_counts_simultaneous_answers_but_no_dice(capsys: Capture) -> None:
    assert told(capsys, "perft", "toy", "--depth", "2")[0] == ["1 6", "2 36"]
    assert "dice" in complaint(capsys, "perft", "toy", "--depth", "3")


# --- replay


@pytest.mark.rules("W32")
def test_replay_tells_a_complete_match(tmp_path: Path, capsys: Capture) -> None:
    out, err = told(capsys, "replay", w32(tmp_path))
    assert err == []
    scores = [
        tuple(map(int, found.groups()))
        for line in out
        if (found := re.search(r"^ .*Yellow (\d+), Cyan (\d+) .*?(\d+) cont.*?(\d+) unex", line))
    ]
    assert scores == [(0, 0, 0, 127), *(row[1:] for row in W32)]
    played = [line.split()[1:] for line in out if re.match(r" *\d+  \S+  \S+$", line)]
    names = ("Yellow", "Cyan")
    assert played == [[names[number % 2], move] for number, move in enumerate(W32_MOVES)]
    assert "Final score: After 30 turns: Yellow 59, Cyan 50 + 3.5" in out[-2]
    assert "Yellow wins by 5.5, 59 to 53.5" in out[-1]
    assert out[-1].endswith("[AST-40]")


@pytest.mark.rules("W32")
def test_replay_reads_the_same_as_plain_text(tmp_path: Path, capsys: Capture) -> None:
    text = (
        "# The example of the canon\n\ngame: astralis\nsize: 7   # hexhex7\n\n"
        f"{' '.join(W32_MOVES[:9])} # after nine\n" + "\n".join(W32_MOVES[9:]).lower()
    )
    plain, _ = told(capsys, "replay", saved(tmp_path, text))
    assert plain == told(capsys, "replay", w32(tmp_path))[0]


def test_replay_of_an_unfinished_match_says_who_is_waited_for(
    tmp_path: Path, capsys: Capture
) -> None:
    out, _ = told(capsys, "replay", w32(tmp_path, upto=3))
    assert out[-2].startswith("So far: Turn 2")
    assert out[-1] == "The match is not over: it waits for Cyan."


@pytest.mark.parametrize(
    ("moves", "number", "rule"),
    [
        (["A1"], "move 1 (A1)", "AST-15"),
        (["A3", "M8", "A3-C4"], "move 3 (A3-C4)", "AST-21"),
        (["A3", "M8", "A3-C3+C3"], "move 3 (A3-C3+C3)", "AST-26"),
        (["A3", "M8", "A3-A3"], "move 3 (A3-A3)", "AST-21"),
        ([*W32_MOVES, "C5-C6"], "move 33 (C5-C6): the match is over", "AST-40"),
    ],
)
def test_replay_stops_at_the_first_illegal_move_with_its_rule(
    moves: list[str], number: str, rule: str, tmp_path: Path, capsys: Capture
) -> None:
    file = saved(tmp_path, {"game": "astralis", "settings": {"size": 7}, "moves": [*moves, "??"]})
    out, (refusal,) = told(capsys, "replay", file, status=1)
    assert refusal.startswith(f"games replay: {number}")
    assert refusal.endswith(f"[{rule}]")
    assert sum(bool(re.match(r" *\d+  \S+  ", line)) for line in out) == len(moves) - 1


def test_a_move_that_cannot_be_read_stops_the_replay_too(tmp_path: Path, capsys: Capture) -> None:
    file = saved(tmp_path, {"game": "astralis", "moves": ["A4", "hello"]})
    assert complaint(capsys, "replay", file, status=1).startswith("games replay: move 2 (hello): ")


TOY_MATCH = {
    "game": "toy",
    "settings": {"oil": 3},
    "moves": [
        {"seat": 1, "move": "LAMP5"},
        "LAMP3",
        {"rolled": [[2]]},
        "B2+3",
        "B5+2",
        "REST",
        "B3+1",
    ],
}
TOY_TEXT = """
game: toy
oil: 3
seats: 2
1:LAMP5 LAMP3 rolled:2 B2+3
B5+2 REST B3+1
"""


@pytest.mark.usefixtures("toy_found")
@pytest.mark.parametrize("content", [TOY_MATCH, TOY_TEXT])
def test_replay_takes_dice_and_the_seats_of_simultaneous_answers(
    content: Any, tmp_path: Path, capsys: Capture
) -> None:
    out, _ = told(capsys, "replay", saved(tmp_path, content))
    assert out[0] == "Beacons. Oil: 3"
    assert "  1  Green  LAMP5" in out
    assert "  3  dice  2" in out
    assert "     The wind blows at beacon 2." in out
    # Red: 2 + 1 and 3 for its lamp; Green: 3 less the wind, and 3 for the lamp that Red lit.
    assert out[-1] == "Red wins: Red 6 – Green 5. [TOY-07]"


@pytest.mark.usefixtures("toy_found")
@pytest.mark.parametrize(
    ("moves", "says"),
    [
        (["1", "2", "B1+1"], "move 3: the rules ask for dice here: 1d6"),
        (["1", "2", {"rolled": [[7]]}], "move 3: the rules ask for dice here: 1d6"),
        (["1", {"rolled": [[6]]}], "move 2: nobody asked for dice here"),
    ],
)
def test_dice_where_they_do_not_belong_are_a_fault(
    moves: list[Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = saved(tmp_path, {"game": "toy", "moves": moves})
    assert complaint(capsys, "replay", file) == f"games replay: {says}"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"game": "astralis", "moves": [', "not JSON, line 1"),
        ("[]", "a JSON object is expected"),
        ("A4 O11", "neither JSON nor a text"),
        ('{"moves": []}', "game: Field required"),
        ('{"game": "chess", "moves": []}', "no game 'chess'; known: astralis"),
        ('{"game": "astralis", "moves": [7]}', "moves.0"),
        ('{"game": "astralis", "moves": [], "colour": 1}', "colour"),
        ('{"game": "astralis", "settings": {"size": 9}, "moves": []}', "size: Input should be"),
        ('{"game": "astralis", "settings": {"wind": 9}, "moves": []}', "wind: Extra inputs"),
        ('{"game": "astralis", "seats": 3, "moves": []}', "2 seats, not 3"),
        ("game: astralis\nsize: many\nA4", "size: Input should be"),
    ],
)
def test_a_match_file_of_another_form_is_a_fault(
    content: str, says: str, tmp_path: Path, capsys: Capture
) -> None:
    assert says in complaint(capsys, "replay", saved(tmp_path, content))


def test_a_file_that_is_not_there_or_no_text_is_a_fault(tmp_path: Path, capsys: Capture) -> None:
    assert "No such file" in complaint(capsys, "replay", str(tmp_path / "missing"))
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    assert "not a text file" in complaint(capsys, "position", str(tmp_path / "picture"))


# --- position


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
        ({"Y_planets": ["E7", "E8"]}, "The planets E7 and E8 are next to each other. [AST-05]"),
        ({"C_planets": ["H7"]}, "The planets I7 and H7 are next to each other. [AST-05]"),
        ({"C_planets": ["E8"]}, "E8 holds two planets. [AST-05]"),
        ({"Y_planets": ["A9"]}, "'A9' is no hex of a board of size 8. [AST-02]"),
        ({"Y_ship": "hello"}, "'hello' is no hex of a board of size 8. [AST-02]"),
        ({"Y_ship": "O11"}, "Both ships stand on O11. [AST-22]"),
        ({"C_ship": "I10"}, "A ship stands on the planet I10. [AST-22]"),
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


# --- selfplay


def test_selfplay_repeats_itself_for_the_same_seed(capsys: Capture) -> None:
    flags = ("selfplay", "astralis", "--size", "7", "--matches", "2", "--seed")
    out, _ = told(capsys, *flags, "5")
    again, _ = told(capsys, *flags, "5")
    other, _ = told(capsys, *flags, "6")
    assert out[:-1] == again[:-1]
    assert out[:2] != other[:2]
    lengths = [int(line.split()[1]) for line in out[:2]]
    assert f"mean {sum(lengths) / 2:.1f}, " in out[2]
    assert out[2].endswith(f"shortest {min(lengths)}, longest {max(lengths)}")
    assert sum(map(int, re.findall(r"\d+", out[3]))) == 2
    assert re.fullmatch(r"speed: \d+ moves a second", out[4])


@pytest.mark.usefixtures("toy_found")
def test_selfplay_rolls_dice_and_seats_three(capsys: Capture) -> None:
    out, _ = told(capsys, "selfplay", "toy", "--seats", "3", "--matches", "5", "--oil", "2")
    assert [line.split()[1] for line in out[:5]] == ["9"] * 5


# --- draw


@pytest.mark.usefixtures("toy_found")
def test_draw_writes_the_picture_after_a_move(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "renderers.toy", tests.toy)
    file = saved(tmp_path, TOY_MATCH)
    pictures = []
    for at, burning in (("0", 0), ("4", 1), ("5", 2), ("7", 3)):
        out = tmp_path / f"{at}.png"
        said, _ = told(capsys, "draw", file, "--at", at, "--out", str(out))
        assert said == [f"Beacons. {burning} of 6 burn. {said[0].split('. ', 2)[2]}"]
        pictures.append(out.read_bytes())
    assert len(set(pictures)) == 4
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    out = tmp_path / "last.png"
    told(capsys, "draw", file, "--out", str(out))
    assert out.read_bytes() == pictures[-1]


def test_draw_paints_a_board(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "board.png"
    told(capsys, "draw", w32(tmp_path), "--at", "12", "--out", str(out))
    assert out.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_draw_refuses_what_it_cannot_draw(tmp_path: Path, capsys: Capture) -> None:
    file, out = w32(tmp_path), str(tmp_path / "board.png")
    assert "the file holds 32 moves" in complaint(capsys, "draw", file, "--at", "33", "--out", out)
    assert "--at -1" in complaint(capsys, "draw", file, "--at", "-1", "--out", out)
    bad = saved(tmp_path, {"game": "astralis", "moves": ["A1"]}, "bad")
    assert "[AST-15]" in complaint(capsys, "draw", bad, "--out", out, status=1)
    assert not Path(out).exists()


# --- mistakes


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "games: the following arguments are required: command"),
        (["fly"], "games: argument command: invalid choice: 'fly'"),
        (["perft", "chess", "--depth", "1"], "games perft: there is no game 'chess'"),
        (["perft", "astralis"], "games perft: the following arguments are required: --depth"),
        (["perft", "astralis", "--depth", "0"], "games perft: argument --depth: at least 1"),
        (["perft", "astralis", "--depth", "1", "--size", "9"], "games perft: settings of astralis"),
        (["selfplay", "astralis", "--matches", "x"], "games selfplay: argument --matches"),
        (["selfplay", "astralis", "--seats", "3"], "games selfplay: astralis is played with 2"),
        (["draw", "FILE"], "games draw: the following arguments are required: --out"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: list[str], says: str, capsys: Capture) -> None:
    assert complaint(capsys, *arguments).startswith(says)


def test_ships_that_cannot_start_there_are_refused(capsys: Capture) -> None:
    flags = ("--ships", "A1,O11", "--depth", "1")
    assert complaint(capsys, "perft", "astralis", *flags, status=1).endswith("[AST-15]")


def test_a_position_leaves_no_room_for_settings(tmp_path: Path, capsys: Capture) -> None:
    file = saved(tmp_path, W08)
    for extra in (("--size", "8"), ("--ships", "A4,O11")):
        flags = ("--depth", "1", "--position", file, *extra)
        assert "says everything" in complaint(capsys, "perft", "astralis", *flags)


@pytest.mark.usefixtures("toy_found")
def test_a_game_without_tools_reads_no_positions(tmp_path: Path, capsys: Capture) -> None:
    file = saved(tmp_path, W08)
    assert complaint(capsys, "position", file, "--game", "toy").endswith("reads no position files")
    flags = ("--depth", "1", "--position", file)
    assert complaint(capsys, "perft", "toy", *flags).endswith("reads no position files")
