"""Rule cases as data: what they can say, and that they fail, showing the case."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.games.cases import read_cases, run
from tests.noughts import GAME as NOUGHTS
from tests.toy import GAME as TOY

BEGIN = """
["a square is taken once"]
rules = "NAC-03 NAC-01"
setup = {}
play = \"\"\"
"""


def _run(folder: Path, play: str, game: object = NOUGHTS) -> None:
    path = folder / "taking.toml"
    path.write_text(f'{BEGIN}{play}\n"""\n')
    for case in read_cases(path):
        run(game, case)  # type: ignore[arg-type]  # either is a game


@pytest.mark.parametrize(
    "play",
    [
        "B2 => ok",
        "B2 | B2 => NAC-03 That square is taken. … Free: A1",
        'B2\nB2 => NAC-03 "That square is taken. Free: A1, B1, C1, A2, C2, A3, B3, C3."',
        "C: B2\n=> asks N turn, told Marked, Marked.square 4, no end, no dice, says B2",
        "A1 | A2 | B1 | B2 | C1\n=> over C NAC-04, marks.0 0, marks.8 none",
        "A1 | A1 => NAC-03 | N: B1",
        "adjust: SQUARE B2 NOUGHTS\n=> marks.4 1",
        "Z9 => UNREADABLE",
    ],
)
def test_what_holds_passes(tmp_path: Path, play: str) -> None:
    _run(tmp_path, play)


@pytest.mark.parametrize(
    ("play", "found"),
    [
        ("B2 | > B2", "That square is taken"),
        ("> B2 => NAC-03", "it is legal"),
        ("B2 | > B2 => ok", "refused with NAC-03 of NAC-03 in step 0: That square is taken."),
        ("B2 | > B2 => NAC-03 Free: B2", "refused with NAC-03"),
        ('B2 | > B2 => NAC-03 "That square is taken."', "refused with NAC-03"),
        ("> => asks N turn", "asks C turn"),
        ("> => dice 1d6", "dice none"),
        ("> => over C", "not over"),
        ("A1 | A2 | B1 | B2 | C1 | > => over N", "over C NAC-04"),
        ("A1 | A2 | B1 | B2 | C1 | > => over C NAC", "over C NAC-04"),
        ("A1 | A2 | B1 | B2 | C1 | > => no end", "end C NAC-04"),
        ("A1 | > => told Marked Marked", "told Marked"),
        ("A1 | > => no Marked", "Marked [{"),
        ("A1 | > => says B2", "says ['"),
        ("A1 | > => Marked.square 1", "Marked.square 0"),
        ("A1 | > => 2.Marked.square 0", "told Marked"),
        ("A1 | > => marks.0 none", "marks.0 0"),
        ("> => marks.9 none", "there is no 9 in none"),
        ("> => score 4", "there is no score"),
        ("> 1d6: 4", "no dice are due for 1d6: 4"),
    ],
)
def test_what_does_not_hold_fails_at_its_line(tmp_path: Path, play: str, found: str) -> None:
    with pytest.raises(AssertionError) as failed:
        _run(tmp_path, play.replace("> ", "", 1))
    shown = str(failed.value)
    assert shown.startswith("a square is taken once")
    assert f"> {play.rpartition('> ')[2] if '| > ' in play else play[2:]}" in shown
    assert f"\nfound: {found}" in shown


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ("1d4: 3", "1d6 is due, not 1d4"),
        ("2d6: 3 3", "1d6 is due, not 2d6"),
        ("1d6: 7", "1d6 cannot show ((7,),)"),
        ("1d6: 3, 1d6: 3", "no dice are due"),
        ("1d6: x", "are no dice such as"),
        ("", "1d6 is still due"),
    ],
)
def test_dice_are_named_as_they_are_due(tmp_path: Path, dice: str, found: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(found)):
        _run(tmp_path, f"LAMP1\nLAMP2\n{dice}".rstrip(), TOY)


STANDING = "=> default R LAMP1, obeys R nothing | LAMP1 | LAMP2 | 1d6: 3 | "


@pytest.mark.parametrize(
    ("play", "found"),
    [
        ("=> obeys R nothing, default R REST, ordered R nothing", ""),
        ("order R: REST ALWAYS | => obeys R REST, ordered R REST ALWAYS", ""),
        ("order R: REST ONCE | obey R | => ordered R nothing, told Rested, asks G turn", ""),
        ("order R: REST ONCE | back | => ordered R nothing", ""),
        ("order R: REST DRY | => obeys R REST", "obeys R nothing"),
        ("=> ordered R REST ONCE", "ordered R nothing"),
        ("=> obeys G REST", "G is not asked"),
    ],
)
def test_standing_orders_answer_until_they_are_used_up(
    tmp_path: Path, play: str, found: str
) -> None:
    with nullcontext() if not found else pytest.raises(AssertionError, match=re.escape(found)):
        _run(tmp_path, STANDING + play, TOY)


def test_examples_make_a_case_of_each_row(tmp_path: Path) -> None:
    path = tmp_path / "taking.toml"
    path.write_text(
        '[positions.usual]\nunits = "R1 INF 1 1; B1 RIF 2 2"\nround = 2\n\n["it stands"]\n'
        'rules = "GA-1 GA-2"\nbase = "usual"\nunits = "B1 RIF {at}"\nturns = "{turns}"\n'
        'play = "END {who}"\nexamples = """\nat | turns | who\n3 3 | 4 | R\n5 5 | 6 |\n"""\n'
    )
    first, second = read_cases(path)
    assert (first.name, first.row, first.line) == ("it stands", "3 3 | 4 | R", 5)
    assert first.rules == ("GA-1", "GA-2")
    assert first.said["units"] == "R1 INF 1 1; B1 RIF 2 2; B1 RIF 3 3"
    assert (first.said["turns"], first.said["round"], first.said["play"]) == (4, 2, "END R")
    assert (second.said["turns"], second.said["play"]) == (6, "END ")
    path.write_text('["it stands"]\nrules = "GA-1"\nplay = "{a}"\nexamples = """\na | b\n1\n"""\n')
    with pytest.raises(ValueError, match="1: 2 cells"):
        list(read_cases(path))
