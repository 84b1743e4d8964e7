from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat.messages import dms
from bot.chat.platform.message import message_faults
from bot.chat.platform.pictures import Pictures
from games.core.telling import ScoreHistory
from games.core.types import Seat, Seated
from tests.chat.match_views import ANN, BO, DONE, HIDING, PLAYING, did, labels, seen, words
from tests.toy import RENDERER
from tests.toy.view import Lit

RED, GREEN = Seated(Seat(0)), Seated(Seat(1))


@pytest.fixture
def pictures() -> Pictures:
    return Pictures({"toy": RENDERER})


async def test_in_teams_a_letter_says_who_is_with_you_and_who_against_you(
    pictures: Pictures,
) -> None:
    alone = seen(viewer=RED, teams=(0, 1))
    assert "-# You are Red; the others: Green (Bo)." in words(
        await dms.build_turn(alone, (), pictures)
    )
    three = replace(PLAYING, lamps=(4, 2, 1), oil=(4, 2, 3))
    holders = (ANN, BO, replace(BO, seat=Seat(2), name="Cy"))
    for teams, said in (
        ((0, 1, 0), "with you: Blue (Cy); against you: Green (Bo)."),
        ((0, 1, 1), "nobody is with you; against you: Green (Bo), Blue (Cy)."),
    ):
        made = await dms.build_turn(
            seen(three, RED, holders=holders, seats=3, teams=teams), (), pictures
        )
        assert words(made).endswith(f"-# You are Red; {said}")


async def test_a_letter_shows_the_board_of_its_seat(pictures: Pictures) -> None:
    red = await dms.build_turn(seen(viewer=RED), (), pictures)
    green = await dms.build_secret(seen(viewer=GREEN), ("Your lamp is in beacon 2.",), pictures)
    assert red.files[0].name == green.files[0].name == "board-6.png"
    assert red.files[0].data != green.files[0].data
    assert "🤫 For your eyes only:" in words(green)
    assert "Your lamp is in beacon 2." in words(green)
    assert labels(green) == ["Board", "My orders", "Go to the match"]


async def test_a_letter_that_asks_in_secret_can_be_answered_and_keeps_the_question(
    pictures: Pictures,
) -> None:
    match_view = seen(HIDING, viewer=GREEN)
    asks = dms.question_lines(match_view, secret=True)
    assert asks == ("Hide your lamp in one of the beacons, 1 to 6.",)
    assert dms.question_lines(match_view, secret=False) == ()
    assert words(await dms.build_secret(match_view, (), pictures, asks=asks)).splitlines()[1:3] == [
        "**🤫 Choose in secret:**",
        "Hide your lamp in one of the beacons, 1 to 6.",
    ]
    learned = tuple(f"{number}: " + "x" * 390 for number in range(30))
    made = await dms.build_secret(match_view, learned, pictures, asks=asks)
    assert message_faults(made) == ()
    assert "29: x" not in words(made)
    assert words(made).splitlines()[-2] == "Hide your lamp in one of the beacons, 1 to 6."
    assert labels(made) == ["Make a move", "Board", "My orders", "Go to the match"]


async def test_the_end_is_told_with_its_course_and_the_ways_on(pictures: Pictures) -> None:
    lines = (did(5, 1, "B1+2", Lit(seat=1, beacon=1, height=2)),)
    made = await dms.build_ending(seen(DONE, viewer=GREEN), lines, ScoreHistory(), pictures)
    assert "**🏁 The match is over.**\n## Red wins: Red 1 – Green 0." in words(made)
    assert "Green lights beacon 1" in words(made)
    assert [file.name for file in made.files] == ["result-board-6.png", "board-6.png"]
    assert labels(made) == ["Rematch", "Replay", "Board", "Go to the match", "No more of these"]


async def test_letters_keep_the_limits_and_escape_names(pictures: Pictures) -> None:
    hostile = replace(BO, name="[x](https://y) @here")
    match_view = seen(HIDING, viewer=RED, holders=(ANN, hostile))
    made = await dms.build_secret(
        match_view, tuple(f"{n} *" + "x" * 500 for n in range(30)), pictures
    )
    assert message_faults(made) == ()
    assert "the others: Green (\\[x\\](https\\://y) \uff20here)." in words(made)
    assert "0 \\*xxx" in words(made)
