from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.chat.lobby.lobby_panel import build_lobby_panel
from bot.chat.match import panel
from bot.chat.match.looks import STANDARD, Looks
from bot.chat.messages import news
from bot.chat.platform.message import message_faults, panel_faults
from bot.chat.platform.pictures import Pictures
from bot.chat.platform.safe_text import WIDE_AT
from bot.play.match.views import LogLine, MatchView
from bot.play.storage.records import EntryKind, SeatHolder, SeatingOrder, Status
from games.core.events import Edited
from games.core.overlay import Overlay
from games.core.telling import ScoreRecorder
from games.core.types import REFEREE, SPECTATOR, Ending, Seat, Seated
from tests.chat.match_views import (
    ANN,
    BO,
    DONE,
    HIDING,
    PLAYING,
    did,
    ids,
    labels,
    parts,
    seen,
    words,
)
from tests.toy import GAME, RENDERER
from tests.toy.game import Toy
from tests.toy.picture import ToyScene
from tests.toy.view import Flame, Hidden, Lit, Rested, Revealed

TEXT = Looks.from_words(("text",))
NEWS = (did(5, 1, "B1+2", Lit(seat=1, beacon=1, height=2)),)
PAST = ["First", "Back", "Catch up"]
ALL_OF_IT = ["Settings", "Replay", "Try it out", "Export", "Check the dice"]
IDS_OF_ALL = [
    *("s1:setup:abcdefg2", "s1:replay:abcdefg2", "s1:fork:abcdefg2:6"),
    *("s1:export:abcdefg2", "s1:verify:abcdefg2"),
]
HOSTILE = SeatHolder(ANN.match, Seat(0), 1, "**@everyone** <@2> ليلى")
HARMLESS = f"\u2068\\*\\*{WIDE_AT}everyone\\*\\* \\<{WIDE_AT}2\\> ليلى\u2069"


@pytest.fixture
def pictures() -> Pictures:
    return Pictures({"toy": RENDERER})


async def test_a_panel_tells_what_happened_how_it_stands_and_who_is_to_move(
    pictures: Pictures,
) -> None:
    made = await panel.build_panel(seen(), NEWS, pictures)
    assert words(made).splitlines() == [
        "### Beacons · #6",
        "**Green lights beacon 1, 2 high.**",
        "Red 1 – Green 0",
        "▶️ To move: **Red** <@1>",
    ]
    assert labels(made) == ["Make a move", "My orders", "Board", "Log", "Follow"]
    assert ids(made) == [
        f"s1:{each}:abcdefg2" for each in ("play", "orders", "board", "log", "follow")
    ]


async def test_only_the_seat_that_must_decide_is_notified(pictures: Pictures) -> None:
    assert (await panel.build_panel(seen(), NEWS, pictures)).pings == (1,)
    turned = replace(PLAYING, turns=1)
    assert (await panel.build_panel(seen(turned), NEWS, pictures)).pings == (2,)


async def test_the_picture_carries_its_alt_text_and_a_name_by_public_number(
    pictures: Pictures,
) -> None:
    made = await panel.build_panel(seen(), NEWS, pictures)
    (file,) = made.files
    assert file.name == "board-6.png"
    assert file.data.startswith(b"\x89PNG")
    assert file.alt == "Beacons. 1 of 6 burn. Oil: Ann 4, Bo 2"
    (gallery,) = [part for part in parts(made.view) if part["type"] == 12]
    (item,) = gallery["items"]
    assert item["media"]["url"] == "attachment://board-6.png"
    assert item["description"] == file.alt


async def test_the_panel_is_the_same_whatever_the_secrets_are(pictures: Pictures) -> None:
    one = await panel.build_panel(seen(PLAYING), NEWS, pictures)
    other = await panel.build_panel(seen(replace(PLAYING, lamps=(1, 6))), NEWS, pictures)
    assert parts(one.view) == parts(other.view)
    assert (one.files, one.pings) == (other.files, other.pings)


async def test_the_start_of_a_secret_choice_notifies_all_and_its_middle_nobody(
    pictures: Pictures,
) -> None:
    start = LogLine(1, EntryKind.START, None, "", ())
    made = await panel.build_panel(seen(HIDING), (start,), pictures)
    assert made.pings == (1, 2)
    assert "**The match begins**\nRed (Ann), Green (Bo)" in words(made)
    assert "Choices are being made in secret." in words(made)
    assert "To move" not in words(made)
    hidden = did(2, 0, "", Hidden(seat=0))
    middle = await panel.build_panel(seen(replace(HIDING, lamps=(4, 0))), (hidden,), pictures)
    assert middle.pings == ()
    assert "<@" not in words(middle)
    assert "**Red has hidden a lamp.**" in words(middle)


async def test_the_end_shows_the_result_and_how_to_go_on(pictures: Pictures) -> None:
    made = await panel.build_panel(seen(DONE), NEWS, pictures)
    assert words(made).splitlines()[-3:] == [
        "## 🏆 Red wins: Red 1 – Green 0.",
        "Well played, Red (Ann)!",
        "-# Another round? **Rematch** opens one with the seats swapped.",
    ]
    assert made.pings == ()
    assert labels(made) == ["Rematch", "Board", "Log", "Check the dice", "Replay"]


@pytest.mark.parametrize(
    ("said", "heading", "detail"),
    [
        ("Red wins: Red 1 – Green 0.", "Red wins: Red 1 – Green 0.", ""),
        (
            f"A draw: 0 on each side: survey for nobody; {'remaining for nobody; ' * 4}0 to 0.",
            "A draw: 0 on each side.",
            f"Survey for nobody; {'remaining for nobody; ' * 4}0 to 0.",
        ),
        (f"Red wins{' and wins' * 12}.", f"Red wins{' and wins' * 12}.", ""),
    ],
)
def test_only_the_outcome_of_a_long_result_is_a_heading(
    said: str, heading: str, detail: str
) -> None:
    assert panel.split_result(said) == (heading, detail)


async def test_a_computer_player_that_won_is_not_congratulated(pictures: Pictures) -> None:
    computer = replace(ANN, user=None, level="easy")
    made = await panel.build_panel(seen(DONE, holders=(computer, BO)), NEWS, pictures)
    assert "Red wins" in words(made)
    assert "Well played" not in words(made)


async def test_the_end_has_a_picture_of_its_course_before_the_last_board(
    pictures: Pictures,
) -> None:
    recorder = ScoreRecorder()
    for score in (0, 2, 1):
        state = replace(DONE, turns=score, flames=(Flame(0, 1 + score), *(None,) * 5))
        recorder.add(GAME.words.tally(GAME.view(state, SPECTATOR)), Overlay())
    made = await panel.build_panel(seen(DONE), NEWS, pictures, score_history=recorder.score_history)
    first, *_, last = made.files
    assert first.name == f"result-{last.name}"
    assert "Beacons. Red wins. Red 1 – Green 0." in first.alt
    assert "Turning points: Turn 1: Red +2; Turn 3: Red −1." in first.alt
    assert "-# Turning points: Turn 1: Red +2; Turn 3: Red −1." in words(made)


async def test_a_resignation_is_told(pictures: Pictures) -> None:
    line = LogLine(6, EntryKind.RESIGNATION, Seat(0), "", ())
    ending = Ending.given_up((Seat(1),), "TOY-08")
    over = replace(seen(status=Status.OVER), ending=ending, awaited=())
    told = words(await panel.build_panel(over, (line,), pictures))
    assert "**Red (Ann) resigns**" in told
    assert "## 🏆 Red resigns while ahead, 1 to 0: Green wins." in told


async def test_the_news_at_the_end_leave_the_result_to_its_own_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = replace(
        seen(status=Status.OVER), ending=Ending.given_up((Seat(1),), "TOY-08"), awaited=()
    )
    told = (f"{over.result} Both lamps were in beacon 2.", "Red rests.", over.result)
    monkeypatch.setattr(type(GAME.words), "digest", lambda *about: told)
    assert news.summarise(over, NEWS) == ("**Both lamps were in beacon 2.**", "Red rests.")
    monkeypatch.setattr(type(GAME.words), "digest", lambda *about: (over.result,))
    assert news.digest(over, NEWS) == (), "a typed text says less than the result beside it"


async def test_a_board_at_the_end_tells_the_result_and_has_no_threats(pictures: Pictures) -> None:
    ending = Ending.given_up((Seat(1),), "TOY-08")
    over = replace(seen(status=Status.OVER), ending=ending, awaited=())
    made = await panel.build_board(over, pictures)
    assert "Red resigns while ahead, 1 to 0: Green wins." in words(made)
    whole = [label for label in ALL_OF_IT if label != "Try it out"]
    assert labels(made) == ["Turn the board", "As text", *PAST, *whole]


async def test_a_hostile_name_formats_and_mentions_nothing(pictures: Pictures) -> None:
    line = LogLine(1, EntryKind.START, None, "", ())
    told = words(await panel.build_panel(seen(holders=(HOSTILE, BO)), (line,), pictures))
    assert f"Red ({HARMLESS}), Green (Bo)" in told
    assert "@everyone" not in told
    assert "<@2>" not in told


async def test_much_news_is_a_headline_and_three_sentences(pictures: Pictures) -> None:
    lines = tuple(did(n, 0, f"B{n}+1", Lit(seat=0, beacon=n, height=1)) for n in range(1, 31))
    trifle, reveals = (
        did(31, 1, "REST", Rested(seat=1)),
        did(9, 1, "SHOW", Revealed(seat=1, lamp=2)),
    )
    made = await panel.build_panel(seen(shown=31), (reveals, *lines, trifle), pictures)
    assert words(made).splitlines()[1:3] == [
        "**The lamp of Green was in beacon 2.**",
        "Red lights beacon 28, 1 high. Red lights beacon 29, 1 high. Red lights beacon 30, 1 high.",
    ]


async def test_what_was_done_to_the_match_stands_before_what_happened_in_it(
    pictures: Pictures,
) -> None:
    paused, resumed = (
        LogLine(n, kind, None, "") for n, kind in ((3, EntryKind.PAUSED), (4, EntryKind.RESUMED))
    )
    by_referee = replace(NEWS[0], shown=6, referee="Gm", reason="Bo asked me to.")
    undone = replace(NEWS[0], shown=7, undone=True, events=(Rested(seat=0),))
    lines = (LogLine(1, EntryKind.START, None, ""), LogLine(2, EntryKind.SET_DICE, None, "6"))
    made = await panel.build_panel(
        seen(), (*lines, paused, resumed, *NEWS, by_referee, undone), pictures
    )
    assert words(made).splitlines()[1:-2] == [
        "-# 2 more entries like that are in the log.",
        "**The match is paused**",
        "**The match goes on**",
        "**Green (Bo): B1+2 (entered by Referee Gm)**",
        "Green lights beacon 1, 2 high.",
        "-# Why: Bo asked me to.",
        "**Green lights beacon 1, 2 high.**",
    ]


async def test_why_the_rules_have_changed_stands_in_the_news(pictures: Pictures) -> None:
    epoch = LogLine(6, EntryKind.POSITION, None, "", reason="Rain lasts longer.")
    made = await panel.build_panel(seen(), (epoch, *NEWS), pictures)
    assert words(made).splitlines()[1:3] == [
        "**The rules have changed: the match goes on from here under the new ones**",
        "-# Why: Rain lasts longer.",
    ]


async def test_dice_and_what_nobody_ordered_stand_in_the_log_alone(pictures: Pictures) -> None:
    def told(kind: EntryKind, **more: Any) -> list[str]:
        rested = replace(did(5, 1, "REST", Rested(seat=1), kind=kind), **more)
        lines = (LogLine(4, EntryKind.DICE, None, ""), rested)
        made = news.digest(seen(holders=more.get("holders", (ANN, BO))), lines)
        return list(made)

    assert told(EntryKind.STANDING) == ["**Green rests.**"]
    assert told(EntryKind.DEFAULT, holders=(ANN,)) == ["**Green rests.**"]
    late = ["**Green rests.**", "-# Green (Bo): REST (default: timeout)"]
    assert told(EntryKind.DEFAULT) == late


async def test_news_in_wide_letters_keep_to_the_bytes(pictures: Pictures) -> None:
    lines = tuple(did(n, 0, "B1+1", Edited(what="星" * 590)) for n in range(1, 9))
    wide = tuple(
        LogLine(n, EntryKind.ADJUSTED, None, "", ("星" * 590,), "星" * 600) for n in range(9, 12)
    )
    made = await panel.build_panel(seen(), (*lines, *wide), pictures)
    assert panel_faults(made) == ()
    assert "星" in words(made)


async def test_players_without_dms_are_reminded_where_their_secrets_are(pictures: Pictures) -> None:
    made = await panel.build_panel(seen(), NEWS, pictures, unreachable=frozenset({Seat(1)}))
    assert "-# Green (Bo): your DMs are closed." in words(made)
    assert made.pings == (1,)
    assert "DMs" not in words(await panel.build_panel(seen(), NEWS, pictures))


def test_a_lobby_shows_players_settings_and_what_can_be_done() -> None:
    made = build_lobby_panel(seen(None, holders=(ANN,)))
    assert words(made).splitlines() == [
        "### Beacons",
        "Hide a lamp and light the night",
        "**Players**",
        "- Red: Ann",
        "- Green: *free*",
        "-# Players choose their seats.",
        "**Settings**",
        "- Time to think: no limit",
        "- Oil: 5",
        "Waiting for one more player.",
        "-# New to it? `/rules` begins with the game in a few sentences.",
        "-# Made up for the tests of Starpost.",
    ]
    assert labels(made) == ["Join as Green", "Leave", "Add a computer player", "Start", "Settings"]
    assert ids(made)[0] == "s1:join:abcdefg2:1"
    assert made.pings == ()


def test_a_lobby_with_seats_at_random_has_one_join_button() -> None:
    made = build_lobby_panel(seen(None, holders=(ANN,), seating=SeatingOrder.RANDOM, seats=3))
    assert "- Ann\n- *free*\n- *free*\n-# Seats are drawn at random" in words(made)
    assert "Waiting for 2 more players." in words(made)
    assert labels(made) == ["Join", "Leave", "Add a computer player", "Start", "Settings"]


def test_a_match_starts_only_with_all_its_players() -> None:
    def start_is_off(*holders: SeatHolder) -> bool:
        buttons = parts(build_lobby_panel(seen(None, holders=holders)).view)
        return bool(next(each["disabled"] for each in buttons if each.get("label") == "Start"))

    assert start_is_off(ANN)
    assert not start_is_off(ANN, BO)
    assert labels(build_lobby_panel(seen(None))) == ["Leave", "Start", "Settings"]


def test_a_closed_lobby_has_no_buttons() -> None:
    made = build_lobby_panel(seen(None, holders=(), status=Status.OVER))
    assert words(made).splitlines()[1] == "This lobby is closed."
    assert labels(made) == []


def test_a_hostile_name_is_harmless_in_the_lobby() -> None:
    told = words(build_lobby_panel(seen(None, holders=(HOSTILE,))))
    assert f"- Red: {HARMLESS}" in told


async def test_the_private_board_shows_what_only_this_seat_knows(pictures: Pictures) -> None:
    made = await panel.build_board(seen(viewer=Seated(Seat(0))), pictures)
    assert "**Only you know**\n- Your lamp is in beacon 4." in words(made)
    assert made.files[0].name == "board-6.png"
    assert "beacon 2" not in words(made) + made.files[0].alt
    assert "Only you know" not in words(await panel.build_board(seen(), pictures))
    assert ids(made) == [
        *(f"s1:board:abcdefg2:{each}" for each in ("threats", "turned", "text")),
        "s1:at:abcdefg2:1::first",
        "s1:at:abcdefg2:5::back",
        "s1:catchup:abcdefg2",
        *IDS_OF_ALL,
    ]


async def test_each_wish_for_the_board_is_turned_over_by_its_button(pictures: Pictures) -> None:
    made = await panel.build_board(seen(), pictures, Looks.from_words(("threats", "text")))
    assert labels(made) == ["Hide threats", "Turn the board", "As picture", *PAST, *ALL_OF_IT]
    assert ids(made) == [
        "s1:board:abcdefg2:text",
        "s1:board:abcdefg2:threats.turned.text",
        "s1:board:abcdefg2:threats",
        "s1:at:abcdefg2:1:threats.text:first",
        "s1:at:abcdefg2:5:threats.text:back",
        "s1:catchup:abcdefg2",
        *IDS_OF_ALL,
    ]


async def test_the_board_as_text_needs_no_picture(pictures: Pictures) -> None:
    made = await panel.build_board(seen(viewer=Seated(Seat(0))), pictures, TEXT)
    assert made.files == ()
    assert "```\n1: Red 2 (wind)\n2: dark\n3: dark\n4: dark (your lamp)\n" in words(made)
    assert "Oil: Ann 4, Bo 2\n```" in words(made)


async def test_a_big_board_as_text_is_a_file(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyScene, "board", "A1 yellow\n" * 300)
    made = await panel.build_board(seen(), pictures, TEXT)
    (file,) = made.files
    assert (file.name, len(file.data)) == ("board-6.txt", 3000)
    (shown,) = [part for part in parts(made.view) if part["type"] == 13]
    assert shown["file"]["url"] == "attachment://board-6.txt"
    assert message_faults(made) == ()


def test_a_game_with_nothing_to_agree_on_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.lobby.lobby_panel.settings_in_words", lambda _: ())
    assert "**Settings**\n- none" in words(build_lobby_panel(seen(None)))


async def test_before_the_match_the_lobby_stands_for_the_board(pictures: Pictures) -> None:
    made = await panel.build_board(seen(None), pictures)
    assert made.files == ()
    assert "**Players**" in words(made)


@pytest.mark.parametrize(
    "match_view",
    [seen(), seen(HIDING), seen(DONE), seen(viewer=Seated(Seat(1))), seen(viewer=REFEREE)],
)
async def test_every_panel_and_board_keeps_the_limits(
    match_view: MatchView, pictures: Pictures
) -> None:
    assert panel_faults(await panel.build_panel(match_view, NEWS, pictures)) == ()
    for looks in (STANDARD, TEXT):
        assert message_faults(await panel.build_board(match_view, pictures, looks)) == ()


@pytest.mark.parametrize(("free", "first"), [(15, "Join as Seat 0"), (16, "Join"), (100, "Join")])
def test_a_lobby_of_many_seats_keeps_the_limits(free: int, first: str) -> None:
    names = tuple(f"Seat {number}" for number in range(free))

    class Crowded(Toy):
        meta = replace(Toy.meta, seat_names={free: names})

    made = build_lobby_panel(seen(None, holders=(), game=Crowded(), seats=free))
    assert message_faults(made) == ()
    assert labels(made)[0] == first


def test_a_lobby_with_too_much_to_say_is_cut_short() -> None:
    class Wordy(Toy):
        meta = replace(Toy.meta, tagline="w" * 4000)

    made = build_lobby_panel(seen(None, holders=(ANN,), game=Wordy()))
    assert words(made) == "### Beacons\n1 of 2 seats are taken."
    assert labels(made) == ["Join", "Leave", "Add a computer player", "Start", "Settings"]
