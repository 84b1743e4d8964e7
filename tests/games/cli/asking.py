"""How these tests ask the command line, and the matches and positions they ask about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main

ROOT = Path(__file__).parents[3]

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
W08: dict[str, Any] = {
    "board": 8,
    "Y_planets": ["E8", "I7", "I10"],
    "Y_ship": "B3",
    "C_ship": "O11",
}
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


def placed(folder: Path, position: dict[str, Any], name: str = "position", **more: Any) -> str:
    """The file of a position of Astralis."""
    return saved(folder, {"game": "astralis", "position": position, **more}, name)


def described(capsys: Capture, file: str) -> dict[str, Any]:
    (line,), _ = told(capsys, "position", file)
    found: dict[str, Any] = json.loads(line)
    return found


def answers(capsys: Capture, file: str) -> list[Any]:
    (line,), _ = told(capsys, "ask", file)
    found: list[Any] = json.loads(line)
    return found


def complaint(capsys: Capture, *arguments: str, status: int = 2) -> str:
    """The one line on stderr of a command that fails."""
    _, (line,) = told(capsys, *arguments, status=status)
    return line


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
