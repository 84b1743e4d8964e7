"""Presses of any age, from anywhere, forged or doubled: each gets one kind answer."""

from __future__ import annotations

import asyncio

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.match import picker
from bot.chat.platform.custom_ids import (
    LONGEST,
    Action,
    CustomId,
    QuestionTree,
    join_path,
    parse,
    split_path,
)
from bot.chat.router import HANDLERS, TREES
from bot.play.executor import Command
from bot.play.match import submission
from bot.play.match.submission import Picked, TypedMove
from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.play.storage.records import MatchId, Status
from bot.store.store import SqlUnitOfWork
from games.core.log.replay import read
from games.core.types import NotYourDecision, Refusal, Seat, Seats
from tests.chat.conftest import SWEEP, World
from tests.chat.guests import Guest, buttons, choices, files, words
from tests.toy import GAME as TOY

MATCH = MatchId("abcdefg2")


async def posted(world: World, *custom_ids: str) -> discord.Message:
    """A public message with buttons of these ids, as an older version might have left."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(
        discord.ui.ActionRow(
            *(discord.ui.Button(label=f"{n}", custom_id=each) for n, each in enumerate(custom_ids))
        )
    )
    view.stop()
    return await world.bot.get_partial_messageable(world.channel.id).send(view=view)


@given(st.text(max_size=120))
def test_whatever_comes_back_as_an_id_is_parsed_or_refused_and_never_raises(text: str) -> None:
    found = parse(text)
    assert found is None or str(found) == text


@given(
    st.sampled_from(Action),
    st.none() | st.from_regex(r"[a-z2-7]{8}", fullmatch=True).map(MatchId),
    st.lists(st.from_regex(r"[A-Za-z0-9._-]{0,20}", fullmatch=True), max_size=3).map(tuple),
)
def test_every_id_we_make_comes_back_as_it_was(
    action: Action, match: MatchId | None, args: tuple[str, ...]
) -> None:
    custom_id = CustomId(action, match, args)
    assert parse(str(custom_id)) == custom_id


@pytest.mark.parametrize(
    "args", [("a:b",), ("E5-H8+G9",), ("x" * 81,), ("a", "b", "c", "d"), ("é",), ("a" * 60,) * 2]
)
def test_an_argument_that_would_not_come_back_is_refused_at_once(args: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not a custom id"):
        str(CustomId(Action.PICK, MATCH, args))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "s1",
        "s2:join:abcdefg2",
        "s1:join:ABCDEFG2",
        "s1:join:abcdefg2\n",
        "s1:fly:abcdefg2",
        "s1:pick:abcdefg2:a b",
        "s1:join:abcdefg2:" + "x" * 200,
    ],
)
def test_other_ids_are_none_of_ours(text: str) -> None:
    assert parse(text) is None


def test_paths_travel_as_one_argument() -> None:
    assert split_path(join_path(("E5", "H8"))) == ("E5", "H8")
    assert split_path(join_path(())) == ()


def test_every_action_is_answered_and_fits_with_the_longest_ids() -> None:
    assert set(HANDLERS) == set(Action)
    assert set(TREES) == set(QuestionTree)
    path = "settle-answer-1234-11.A15.B15.C15.D15"
    longest = CustomId(Action.CONFIRM, MATCH, (QuestionTree.ADJUST, path, "99"))
    assert len(str(longest)) <= LONGEST


async def test_a_press_on_something_unknown_is_out_of_date_and_shows_the_match(
    world: World, toy: Guest
) -> None:
    old = await posted(world, "launch:77", "s0:join:abc", "s1:pick:-:move:x")
    for label in ("0", "1"):
        told = await toy.presses(label, old)
        assert told.private
        assert "This panel is out of date." in told.words
        assert f"https://discord.com/channels/{world.guild.id}" in told.words
        assert len(files(told.message)) == 1
    told = await toy.presses("2", old)
    assert "does not belong to a match" in told.words


async def test_an_answered_decision_says_so_and_shows_the_board(world: World, toy: Guest) -> None:
    asked = await toy.presses("Make a move")
    looked = await toy.picks("3", asked.message)
    await toy.types("move", text="LAMP5")
    told = await toy.presses("Confirm", looked.message)
    assert "already been decided" in told.words
    assert told.private
    assert len(files(told.message)) == 1
    assert "Your lamp is in beacon 5." in told.words
    old = await posted(
        world, str(CustomId(Action.TYPE, (await world.match()).id, (QuestionTree.MOVE, "hide-0-0")))
    )
    form = await toy.presses("0", old)
    assert form.result.modal is None
    assert "already been decided" in form.words
    assert (await world.match()).shown == 2


async def test_old_lobby_buttons_answer_kindly_once_the_match_runs(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game="toy")
    match = await world.match()
    await bo.presses("Join")
    ids = [str(CustomId(action, match.id)) for action in (Action.JOIN, Action.START, Action.SETUP)]
    old = await posted(world, *ids)
    only_host = await bo.presses("2", old)
    assert "Only the player who opened the match" in only_host.words
    await ann.presses("1", old)
    for guest, label, said in (
        (cy, "0", "This match has already started."),
        (ann, "1", "This match has already started."),
        (ann, "2", "They are fixed: the match has started."),
    ):
        told = await guest.presses(label, old)
        assert told.private
        assert said in told.words


async def test_forged_arguments_are_refused_and_change_nothing(world: World, toy: Guest) -> None:
    match = await world.match()
    forged = (
        (Action.PICK, (QuestionTree.MOVE, "hide-0-0.99")),
        (Action.PICK, (QuestionTree.MOVE, "hide-0-0.1.1.1")),
        (Action.PICK, (QuestionTree.MOVE, "hide-0-1.1")),
        (Action.PICK, (QuestionTree.MOVE, "hide-0-0", "-1")),
        (Action.PICK, ("moves", "hide-0-0")),
        (Action.CONFIRM, (QuestionTree.MOVE, "hide-0-0")),
        (Action.CONFIRM, (QuestionTree.MOVE, "hide-0-1.3")),
        (Action.CONFIRM, (QuestionTree.ADJUST, "O.0.9")),
        (Action.JOIN, ("x",)),
        (Action.DM_SETTING, ("everything", "on")),
        (Action.SET, ("seed",)),
    )
    for action, args in forged:
        message = await posted(world, str(CustomId(action, match.id, args)))
        told = await toy.presses("0", message)
        assert told.private
        assert told.words
    told = await toy.presses("0", await posted(world, "s1:rule:-:nosuch:0"))
    assert told.words
    assert await world.match() == match


async def test_a_page_beyond_the_end_is_the_last_one(world: World, toy: Guest) -> None:
    match = await world.match()
    message = await posted(
        world, str(CustomId(Action.PICK, match.id, (QuestionTree.MOVE, "hide-0-0", "900")))
    )
    told = await toy.presses("0", message)
    assert choices(told.message) == ["1", "2", "3", "4", "5", "6"]


async def test_an_interaction_delivered_twice_is_played_once(world: World, toy: Guest) -> None:
    match = await world.match()
    wish = Command(match.id, toy.id, 4711)
    first, second = await asyncio.gather(
        submission.submit(world.app, wish, Picked("hide-0-0", ("3",))),
        submission.submit(world.app, wish, Picked("hide-0-0", ("3",))),
    )
    assert first == second
    assert (await world.match()).shown == match.shown + 1
    again = await submission.submit(world.app, wish, Picked("hide-0-0", ("3",)))
    assert again == first
    with pytest.raises(NotYourDecision):
        await submission.submit(world.app, Command(match.id, toy.id, 4712), TypedMove("LAMP4"))
    await world.drain()
    assert words(toy.newest).count("Red has hidden a lamp") == 1


async def test_an_unexpected_error_gives_a_fixed_sentence_and_a_reference(
    world: World, toy: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("LAMP3 is the secret")

    monkeypatch.setattr(picker, "load_node", broken)
    told = await toy.presses("Make a move")
    assert told.private
    assert "Something went wrong on my side." in told.words
    reference = told.words.rpartition("Reference: ")[2]
    (record,) = [each for each in caplog.records if each.message == "interaction failed"]
    logged = record.__dict__["ids"]
    assert logged["reference"] == reference
    assert logged["error"] == "RuntimeError"
    assert logged["user"] == toy.id
    assert "LAMP3" not in caplog.text + str(logged)


async def test_only_the_servers_of_the_list_are_served(world: World, ann: Guest) -> None:
    await world.restart(servers=(1,))
    told = await ann.types("help")
    assert told.private
    assert "other servers only" in told.words
    assert await ann.suggested("match new", "game", "") == []
    message = await posted(world, "s1:rule:-:toy:0")
    assert "other servers only" in (await ann.presses("0", message)).words
    assert "/match new" in (await ann.at_home.types("help")).words
    await world.restart(servers=(1, world.guild.id))
    assert "/match new" in (await ann.types("help")).words


async def test_nothing_is_kept_in_memory_for_what_was_sent(world: World, toy: Guest) -> None:
    asked = await toy.presses("Make a move")
    await toy.presses("Type it", asked.message)
    await toy.presses("Board")
    store = world.bot._connection._view_store
    assert (len(store._views), len(store._modals)) == (0, 0)


async def test_a_busy_log_says_that_nothing_was_recorded(
    world: World, toy: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: str) -> None:
        raise StoreBusy("held")

    monkeypatch.setattr(world.store, "writing", busy)
    told = await toy.types("move", text="LAMP1")
    assert "Nothing was recorded" in told.words
    assert (await world.match()).shown == 1


async def test_a_full_disk_is_logged_once_and_no_move_is_lost(
    world: World, toy: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(_: SqlUnitOfWork) -> None:
        raise StoreUnwritable

    with monkeypatch.context() as patched:
        patched.setattr(SqlUnitOfWork, "commit", full)
        for _ in range(2):
            told = await toy.types("move", text="LAMP1")
            assert "I cannot save anything just now. Nothing was recorded" in told.words
            await world.env.advance_time(SWEEP)
    assert (await world.match()).shown == 1
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == [
        "nothing is stored: the disk is full, broken or read-only"
    ]
    await toy.types("move", text="LAMP1")
    assert "what happens is stored again" in caplog.messages


@given(text=st.text(min_size=1, max_size=100))
def test_any_text_is_either_a_move_or_refused_in_words(text: str) -> None:
    state = TOY.setup(TOY.settings(), Seats.alone(2))
    said = ""
    try:
        _, move = read(TOY, state, Seat(0), text)
        said = TOY.write(move)
    except Refusal as refusal:
        said = refusal.sentence
    assert said


HOSTILE = (
    "@everyone",
    "**bold**",
    "LAMP3; DROP TABLE matches",
    "`" * 50,
    "\u202elamp3",
    "LAMP\u0663",
    "1" * 100,
    "<@1>",
    "s1:confirm:x",
)


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_text_is_refused_without_echoing_markup(
    world: World, toy: Guest, text: str
) -> None:
    told = await toy.types("move", text=text)
    assert told.private
    assert "@everyone" not in told.words
    assert "<@1>" not in told.words
    match = await world.match()
    assert (match.shown, match.status) == (1, Status.RUNNING)
    assert "Make a move" in buttons(toy.newest)
