"""A table of players as a picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from renderers import paint
from renderers.results import standings
from renderers.results.standings import EDGE, MOST, WIDE, Standing, Standings

TABLE = Standings(
    "Season Spring",
    "Beacons, until 2026-12-31",
    ("Elo", "won"),
    [Standing("Ann", ("1612", "10")), Standing("Bo", ("1488", "0"))],
)


def test_the_words_say_all_that_the_picture_shows() -> None:
    assert standings.alt(TABLE) == (
        "Season Spring. Beacons, until 2026-12-31. 1. Ann: Elo 1612, won 10; "
        "2. Bo: Elo 1488, won 0."
    )
    drawn = {caption.text for caption in standings.drawing(TABLE).captions}
    assert {"Season Spring", "Ann", "1.", "1612", "Bo", "2.", "0", "Elo", "won"} <= drawn


def test_no_more_rows_are_drawn_than_fit_and_it_says_how_many_are_left_out() -> None:
    many = replace(TABLE, rows=[Standing(f"P{at}", ("1", "2")) for at in range(MOST + 5)])
    drawing = standings.drawing(many)
    assert f"{MOST}." in {caption.text for caption in drawing.captions}
    assert f"{MOST + 1}." not in {caption.text for caption in drawing.captions}
    assert drawing.captions[-1].text == "and 5 more"
    assert drawing.captions[-1].y < drawing.height - 20
    assert standings.alt(many).endswith(f"{MOST}. P{MOST - 1}: Elo 1, won 2; and 5 more.")
    whole = standings.drawing(replace(TABLE, rows=many.rows[:MOST]))
    assert not any("more" in caption.text for caption in whole.captions)
    assert standings.drawing(replace(TABLE, rows=[])).captions


@given(st.lists(st.tuples(st.text(max_size=40), st.integers(0, 10**6)), min_size=1, max_size=30))
def test_names_end_before_the_numbers_begin(rows: list[tuple[str, int]]) -> None:
    table = replace(TABLE, rows=[Standing(name, (str(n), str(n))) for name, n in rows])
    drawing = standings.drawing(table)
    assert paint.png(drawing, "standard")
    by_line: dict[int, list[tuple[int, int]]] = {}
    for caption in drawing.captions:
        wide = min(paint.width(caption.text, caption.style), caption.room)
        left = caption.x - wide if caption.anchor == "right" else caption.x
        assert left >= EDGE // 2
        assert left + wide <= WIDE
        by_line.setdefault(caption.y, []).append((left, left + wide))
    for spans in by_line.values():
        ordered = sorted(spans)
        assert all(one[1] <= two[0] for one, two in pairwise(ordered))
