"""The picture of how a match ended, and the same in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from games.core.telling import Sample, ScoredSide, ScoreHistory, told_score
from games.core.types import Seat
from renderers import paint
from renderers.palette import SEATS
from renderers.results.ending import WIDE, Party, Result, alt, drawing, lines

NAMES = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Teal", "White")
Lost = tuple[tuple[str, ...], ...]


def result(
    *scores: tuple[int | Fraction, ...],
    sides: int = 2,
    won: int | None = 0,
    players: str = "Ann",
    lost: dict[int, Lost] | None = None,
    why: str = "Red wins by komi.",
    say: Callable[[Fraction], str] = told_score,
) -> Result:
    none = ((),) * sides
    samples = tuple(
        Sample(f"Turn {number}", tuple(map(Fraction, each)), (lost or {}).get(number, none))
        for number, each in enumerate(scores)
    )
    names = tuple(ScoredSide(NAMES[seat], (Seat(seat),)) for seat in range(sides))
    score_history = ScoreHistory("Points", names, samples) if samples else ScoreHistory()
    parties = tuple(
        Party(
            side.name,
            players,
            side.seats[0],
            number == won,
            Fraction(scores[-1][number]) if scores else None,
        )
        for number, side in enumerate(names)
    )
    headline = "A draw" if won is None else f"{NAMES[won]} wins"
    return Result("Beacons", headline, why, parties, score_history, say)


def said(of: Result) -> list[str]:
    return [caption.text for caption in drawing(of, SEATS).captions]


def test_it_tells_winner_reason_score_turning_points_and_losses() -> None:
    of = result((0, 0), (4, 0), (4, 9), (2, 9), lost={2: (("R5", "R9"), ()), 3: (("R1",), ("B2",))})
    assert list(lines(of)) == [
        "Points: Red 2, Blue 9.",
        "Turning points: Turn 1: Red +4; Turn 2: Blue +9; Turn 3: Red −2.",
        "Losses: Red 3 (R5, R9, R1); Blue 1 (B2).",
    ]
    assert alt(of).startswith("Beacons. Red wins. By komi. Points: Red 2, Blue 9.")
    assert alt(of).endswith(
        "The course, Red to Blue: Turn 0 0 to 0; Turn 1 4 to 0; Turn 2 4 to 9; Turn 3 2 to 9."
    )
    words = said(of)
    for text in ("Red wins", "By komi.", "Ann", "Points", "Turn 2", "Blue +9", "Red 2"):
        assert text in words
    assert "lost 3 (R5, R9, R1)" in words


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("Red wins.", ""),
        ("Red wins: nobody is left.", "Nobody is left."),
        ("So be it.", "So be it."),
    ],
)
def test_the_reason_does_not_repeat_the_headline(why: str, told: str) -> None:
    of = result((1, 0), why=why)
    assert of.reason == told
    assert alt(of).startswith(" ".join(filter(None, ("Beacons. Red wins.", told, "Points:"))))


def test_a_long_reason_is_drawn_whole_and_broken_between_its_clauses() -> None:
    why = (
        "The battle is a draw: 0 victory conditions on each side: Deep Survey for nobody, 0 to 0; "
        "Ships Destroyed or Fled for nobody, fewest wins, 0 to 0 by points; "
        "Ships Remaining for nobody, 481 to 481 by points."
    )
    drawn = list(drawing(result(won=None, why=why), SEATS).captions)
    rows = [each for each in drawn if each.text in why and len(each.text) > 20]
    assert " ".join(each.text for each in rows) == why
    assert all(paint.width(each.text, each.style) <= each.room for each in rows)
    assert rows[2].text.startswith("Ships Destroyed"), "no row begins within a clause"


def test_scores_and_their_changes_are_said_in_the_words_of_the_game() -> None:
    third = Fraction(1, 3)
    of = result((10 + third, 8), (5 + third / 2, 8), (5 + third / 2, third))
    assert list(lines(of)) == [
        "Points: Red 5 1/6, Blue 1/3.",
        "Turning points: Turn 1: Red −5 1/6; Turn 2: Blue −7 2/3.",
    ]
    assert "Turn 0 10 1/3 to 8; Turn 1 5 1/6 to 8; Turn 2 5 1/6 to 1/3." in alt(of)
    for text in ("Red −5 1/6", "Blue −7 2/3", "Red 5 1/6", "Blue 1/3", "10 1/3"):
        assert text in said(of)
    decimals = result((3, 0), (3 + Fraction(1, 2), 0), say=lambda score: f"{float(score):g}")
    assert next(lines(decimals)) == "Points: Red 3.5, Blue 0."


def test_the_chart_leaves_room_for_names_with_their_scores() -> None:
    sixth = Fraction(1, 6)
    labels = drawing(result((0, 0), (-10 - sixth, 12 + 5 * sixth)), SEATS).captions
    for text in ("Red −10 1/6", "Blue 12 5/6"):
        shown = [caption for caption in labels if caption.text == text]
        assert any(paint.width(text, each.style) <= each.room for each in shown), text


@pytest.mark.parametrize("scores", [(), ((0, 0),)])
def test_a_match_without_a_move_has_no_chart(scores: tuple[tuple[int, ...], ...]) -> None:
    of = result(*scores, won=None, why="The match was abandoned without a result.")
    assert "Turning" not in alt(of)
    assert "course" not in alt(of)
    assert "Points" not in said(of)
    assert drawing(of, SEATS).height < WIDE // 2


def test_a_turn_in_which_nothing_changes_is_no_turning_point() -> None:
    of = result((5, 5), (5, 5), (5, 5))
    assert "Turning" not in alt(of)
    assert paint.png(drawing(of, SEATS))


@pytest.mark.parametrize("sides", range(2, 9))
@pytest.mark.parametrize("turns", [2, 3, 2000])
def test_everything_has_room_for_any_number_of_sides_and_turns(sides: int, turns: int) -> None:
    scores = tuple(
        tuple((turn * (side + 3)) % 97 for side in range(sides)) for turn in range(turns)
    )
    lost = {turn: (tuple(f"U{turn}-{n}" for n in range(9)),) * sides for turn in range(1, turns)}
    name = "A name that does not end before the picture"
    of = result(*scores, sides=sides, lost=lost, players=name, why="A long sentence. " * 20)
    assert len(alt(of)) <= 1024
    picture = drawing(of, SEATS)
    for caption in picture.captions:
        wide = paint.width(paint.fitted(caption.text, caption.style, caption.room), caption.style)
        left = caption.x - {"left": 0, "middle": wide // 2, "right": wide}[caption.anchor]
        assert left >= 0
        assert left + wide <= WIDE
        assert 0 < caption.y <= picture.height
    for art, x, y in picture.marks:
        assert 0 <= x <= x + art.width <= WIDE
        assert 0 <= y <= y + art.height <= picture.height
    assert len(paint.png(picture)) < 600_000
    labels = sorted(
        (each.y, each.style.size)
        for each in picture.captions
        if each.x > 900 and each.anchor == "left"
    )
    assert len(labels) == sides
    assert all(b - a >= size for (a, _), (b, size) in pairwise(labels))


def test_lines_are_read_at_the_width_of_a_telephone() -> None:
    for caption in drawing(result((0, 0), (3, 1)), SEATS).captions:
        assert caption.style.size * 380 / WIDE >= 9.5


def test_secrets_of_all_seats_are_told_in_words_and_drawn() -> None:
    secrets = ("Red: 5, Occupation. Captured: Q1-2.", "Blue: 2, Glory. The pool: 40 of 100.")
    revealed = replace(result((0, 0), (2, 1)), secrets=secrets)
    assert list(lines(revealed))[-2:] == [*secrets]
    assert all(secret in alt(revealed) for secret in secrets)
    drawn = said(revealed)
    assert all(secret in drawn for secret in secrets)
