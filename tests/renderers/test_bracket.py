"""The rounds of a tournament as a picture."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from renderers import paint
from renderers.results import bracket
from renderers.results.bracket import COLUMNS, MOST, Bracket, Round, Tie

CUP = Bracket(
    "Winter Cup",
    "Beacons, knock-out, round 2 of 2",
    [
        Round("Semi-finals", [Tie(("Ann", "Bo"), 0), Tie(("Cy", ""), 0, rest=True)]),
        Round("Final", [Tie(("Cy", "Ann"), 1, drawn=True)], [Tie(("Bo", "Dee"))]),
    ],
)


def test_the_words_say_all_that_the_picture_shows() -> None:
    assert bracket.alt(CUP) == (
        "Winter Cup. Beacons, knock-out, round 2 of 2. Semi-finals: Ann beats Bo; Cy without a "
        "match. Final: Ann goes on after a draw with Cy. With one loss: Bo against Dee."
    )
    drawn = {caption.text for caption in bracket.drawing(CUP).captions}
    assert {"Winter Cup", "Semi-finals", "Ann", "Cy", "no opponent", "1", "0", "½"} <= drawn
    assert {"With one loss", "Dee"} <= drawn


def test_who_goes_on_is_told_by_weight_and_number_and_not_by_colour_alone() -> None:
    captions = bracket.drawing(CUP).captions
    ann, bo = (next(each for each in captions if each.text == name) for name in ("Ann", "Bo"))
    assert (ann.style.bold, bo.style.bold) == (True, False)
    assert {each.text for each in captions if each.y == ann.y} >= {"Ann", "1"}


def test_a_final_stands_between_the_ties_from_which_it_follows() -> None:
    cards = [top for art, _, top in bracket.drawing(CUP).marks if art is bracket._card()]
    assert cards[2] == (cards[0] + cards[1]) // 2


@given(
    st.lists(
        st.lists(st.tuples(st.text(max_size=40), st.text(max_size=40)), max_size=MOST),
        max_size=COLUMNS,
    )
)
def test_any_names_are_drawn_in_their_cards(rounds: list[list[tuple[str, str]]]) -> None:
    columns = [
        Round(f"Round {at}", [Tie(pair, at % 2) for pair in pairs], [Tie(pair) for pair in pairs])
        for at, pairs in enumerate(rounds)
    ]
    made = Bracket("Cup", "About", columns)
    drawing = bracket.drawing(made)
    assert paint.png(drawing, "standard")
    assert len(bracket.alt(made)) <= 1024
    for caption in drawing.captions:
        wide = min(paint.width(caption.text, caption.style), caption.room)
        left = caption.x - wide if caption.anchor == "right" else caption.x
        assert left >= 0
        assert left + wide <= drawing.width
        assert caption.y < drawing.height
