"""Answers to rolls have the shape and the range that was asked for."""

from __future__ import annotations

import pytest

from games.core.types import Chance, Roll, Rolled

ASKED = Chance((Roll(2, 6, "fire"), Roll(1, 20, "fate")))


def test_dice_in_shape_and_range_answer_a_request() -> None:
    assert Rolled(((1, 6), (20,))).answers(ASKED)
    assert Rolled(()).answers(Chance(()))


@pytest.mark.parametrize(
    "faces",
    [
        (),
        ((1, 6),),
        ((1, 6), (20,), (1,)),
        ((1,), (20,)),
        ((1, 6, 6), (20,)),
        ((0, 6), (20,)),
        ((1, 7), (20,)),
        ((1, 6), (21,)),
        ((20,), (1, 6)),
    ],
)
def test_other_dice_do_not_answer_it(faces: tuple[tuple[int, ...], ...]) -> None:
    assert not Rolled(faces).answers(ASKED)
