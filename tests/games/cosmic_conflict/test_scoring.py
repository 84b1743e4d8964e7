"""The result and who may survey, as functions; matches are in ``cases/scoring.toml``."""

from __future__ import annotations

import pytest

from games.cosmic_conflict.rules import scoring
from games.cosmic_conflict.table.course import ConditionScore, MatchResult
from tests.games.cosmic_conflict.scenes import scene, unit


@pytest.mark.rules("CC-220", "D-094")
@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((), MatchResult((0, 0), 0, "draw")),
        ((0, 0, 0), MatchResult((0, 0), 0, "draw")),
        ((1, 2, 0), MatchResult((1, 1), 0, "draw")),
        ((0, 2, 0), MatchResult((0, 1), 2, "victory")),
        ((2, 2, 0), MatchResult((0, 2), 2, "decisive")),
        ((1, 1, 1), MatchResult((3, 0), 1, "total")),
        ((1, 1, 1, 1), MatchResult((4, 0), 1, "total")),
        ((1, 1, 2, 1), MatchResult((3, 1), 1, "decisive")),
    ],
)
def test_the_margin_is_how_many_conditions_more_were_won(
    sides: tuple[int, ...], expected: MatchResult
) -> None:
    won = [ConditionScore("area", (0, 0), side) for side in sides]
    assert scoring.result(won, (1, 2)) == expected


@pytest.mark.rules("CC-222", "CC-223", "CC-140")
def test_a_refused_survey_says_why() -> None:
    table = scene(
        unit("a1", "WREN", "20 12.5"),
        unit("a2", "WREN", "20 20", surveyed=True),
        unit("a3", "HORN", "20 20"),
        unit("b1", "WREN", "20 17.5"),
    )
    said = [scoring.refuse_survey(table, each) for each in table.units.values()]
    assert [(each.rule, each.sentence) for each in said if each] == [
        ("CC-222", "a1 is 12.50 from its starting edge; it must be more than 15.00 away."),
        ("CC-223", "a2 has its token already."),
        ("CC-140", "a3 is a Fighter; only ships hold tokens."),
        ("CC-222", "b1 is 12.50 from its starting edge; it must be more than 15.00 away."),
    ]
