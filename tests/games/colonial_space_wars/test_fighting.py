"""Attacks, protection and skills (2.10 to 2.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.rules.skills import SKILLS
from games.colonial_space_wars.tools import CswPosition
from tests.games.colonial_space_wars.course import SEATS, Course, hurt, position

FAR = {"B9": "PIL L10"}


# --- Skills ---


@pytest.mark.rules("CSW-14", "CSW-98", "CSW-99")
def test_skills_are_used_once_by_those_who_have_them() -> None:
    units: dict[str, Any] = {
        "R1": "COM F5",
        "R2": "BRI F6",
        "R3": "BRI F7",
        "R4": "LAN F8",
        "R5": hurt("BAS", "G5", 2),
        "R6": "ENG G6",
        **FAR,
    }
    match = position(units)
    assert match.refused("SKILL INSPIRE R2") == "E_NO_ACTIVATION"
    match.play("ACTIVATE R6")
    for text in ("SKILL DIG IN", "SKILL FLYING", "SKILL VOICE", "SKILL REPAIR", "SKILL DREAD B9"):
        assert match.refused(text) == "E_SKILL"
    assert match.refused("SKILL SHOUT") == "UNREADABLE"
    assert match.refused("SKILL REPAIR R9") == "E_NO_UNIT"
    match.play("SKILL REPAIR R5")
    assert match.refused("SKILL REPAIR R5") == "E_SKILL"
    match.play("ACTIVATE R2", "SKILL DIG IN")
    assert match.refused("SKILL DIG IN") == "E_SKILL"
    assert set(SKILLS) == {"inspire", "dig in", "repair", "heal", "barrage", "leap", "dread"}


@pytest.mark.rules("CSW-35", "CSW-108")
def test_a_martyr_adds_to_what_else_was_promised() -> None:
    units: dict[str, Any] = {
        "R1": "BAS F5",
        "R2": "BAS G5",
        "B1": hurt("PIL", "F7", 1),
        "B2": hurt("PIL", "G7", 1),
        "B3": "PRE A1",
        "R3": "COM A10",
    }
    match = position(units, bonus={"B": 3}).play("ORDER R1: ATTACK B1 3")
    assert match.table.bonus == (0, 4)
    match = Course(CswPosition.of(match.state).state(Agreement(), SEATS))
    match.play("ORDER R2: ATTACK B2 3", "END")
    assert match.table.pool == 2 + 4
    [began] = match.told("TurnStarted")
    assert GAME.words.tell(began) == (
        "Round 1: Blue has 6 command points (2 from leaders, 1 from a Martyr, 3 from the referee)."
    )
    stored = GAME.event_form.write(replace(began, bonus=1)).replace(b',"martyr":true', b"")
    assert b"martyr" not in stored
    assert "1 from a Martyr)" in GAME.words.tell(GAME.event_form.read(stored))
    assert (match.table.bonus, match.table.martyrs) == ((0, 0), (False, False))
