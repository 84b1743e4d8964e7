"""Several steps in one order, and the text forms of a turn's answers (GA-A08 to GA-A14)."""

from __future__ import annotations

import pytest

from games.core.types import Seated, Unreadable
from games.galaxy_aflame.game import GAME
from tests.games.galaxy_aflame.course import Course, position

UNITS = {"R1": "INF 24 24", "R2": "REE 28 24", "B1": "RIF 24 10", "B2": "STO 4 4"}


def _match() -> Course:
    return position(UNITS)


@pytest.mark.rules("GA-46")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("move r1 24 18", "MOVE R1 24 18"),
        ("MOVE INF 24, 18.0", "MOVE R1 24 18"),
        ("MOVE R01 24 18 via 20 20 22 18", "MOVE R1 24 18 VIA 20 20 VIA 22 18"),
        ("MOVE R1 24 18 VIA 20 20 VIA 22 18", "MOVE R1 24 18 VIA 20 20 VIA 22 18"),
        ("RUN R1 24 18.5 VIA 20 20", "RUN R1 24 18.5 VIA 20 20"),
        ("MOVE R1 TOWARD RIF", "MOVE R1 TOWARD B1"),
        ("MOVE R1 TOWARD B1 4.5", "MOVE R1 TOWARD B1 4.5"),
        ("MOVE R1 TOWARD 20 10", "MOVE R1 TOWARD 20 10"),
        ("RUN R1 TOWARD 20 10 4", "RUN R1 TOWARD 20 10 4"),
        ("RUN INF TOWARD R2", "RUN R1 TOWARD R2"),
        ("SHOOT R1 B2", "SHOOT R1 B2 KILL"),
        ("SHOOT INF STO SUPPRESS", "SHOOT R1 B2 SUPPRESS"),
        ("SHOOT R1 B2 SUPPRESS VICTIM B1", "SHOOT R1 B2 SUPPRESS VICTIM B1"),
        ("EMBARK INF R2", "EMBARK R1 R2"),
        ("DISEMBARK INF 24 12.1", "DISEMBARK R1 24 12.1"),
        ("end", "END"),
        ("ORDER MOVE INF 24 18; SHOOT R1 B2;", "ORDER MOVE R1 24 18; SHOOT R1 B2 KILL"),
    ],
)
def test_text_forms_and_what_is_written_for_them(text: str, written: str) -> None:
    match = _match()
    decision = match.decision()
    view = GAME.view(match.state, Seated(decision.seat))
    move = GAME.read(view, decision, text)
    assert GAME.write(move) == written
    assert GAME.read(view, decision, written) == move
    assert GAME.move_form.read(GAME.move_form.write(move)) == move


@pytest.mark.rules("GA-09")
@pytest.mark.parametrize(
    "text",
    [
        "MOVE R1 24.55 18",
        "MOVE R1 1e9 18",
        "MOVE R1 24",
        "MOVE R1 24 18 VIA 20",
        "MOVE R1 TOWARD",
        "MOVE R1 TOWARD B1 0",
        "MOVE R1 TOWARD B1 -4",
        "MOVE R1 99999 18",
        "MOVE XYZ 24 18",
        "SHOOT R1 B1 MAIM",
        "SHOOT R1",
        "EMBARK R1",
        "ORDER",
        "ORDER END",
        "ORDER MOVE R1 24 18; DANCE R1",
        "ORDER " + "; ".join(["MOVE R1 24 18"] * 100),
        "DISEMBARK R1",
        "MOVE R1 " + " VIA ".join(["24 18"] * 22),
    ],
)
def test_what_cannot_be_read(text: str) -> None:
    refusal = _match().refusal(text)
    assert isinstance(refusal, Unreadable)
    assert refusal.instead
