"""Conditional moves on the board: tried when given, played when their move comes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.answers import giving
from bot.play.answers.conditional_moves import NEW, build_mark, line_text, load_node, mark_for
from bot.play.lobby.seating import Person
from bot.play.match.questions import TreeNode
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage.records import EntryKind, MatchId
from games.astralis import GAME
from games.core.types import Forbidden, Refusal
from tests.play.conftest import ALICE, BOB, CAROL, Club, a_club
from tests.toy import GAME as TOY

OPENING = ("A3", "M8", "A3-C3+B2", "M8-I4+J5")
"""The beginning of W32: then Alice, who is Yellow, moves C3-E5+D4, and Bob I4-F4+G5."""


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, (GAME, TOY)) as there:
        yield there


async def opened(club: Club) -> MatchId:
    match = await club.begin(game="astralis", settings={"size": 7})
    for number, move in enumerate(OPENING):
        await club.say(match, (ALICE, BOB)[number % 2], move)
    return match


async def prepare(club: Club, match: MatchId, person: Person, text: str) -> str:
    return (await giving.give_line(club.app, club.command(match, person), text)).text


async def prepared(club: Club, match: MatchId, person: Person) -> list[str]:
    lines = (await club.sees(match, person)).answers.lines
    return [line_text(line) for line in lines]


async def remove(club: Club, match: MatchId, person: Person, text: str | None) -> str:
    command = club.command(match, person)
    mark = None if text is None else build_mark(text)
    return (await giving.remove(club.app, command, mark)).text


async def test_the_answer_is_played_with_the_move_it_waits_for(club: Club) -> None:
    match = await opened(club)
    assert "E5+D4 : I4-F4+G5" in await prepare(club, match, BOB, "E5+D4 : F4+G5")
    await club.say(match, ALICE, "C3-E5+D4")
    move, answer = (await club.entries(match))[-2:]
    assert (move.kind, move.text) == (EntryKind.MOVE, "C3-E5+D4")
    assert (answer.kind, answer.text, answer.user) == (EntryKind.CONDITIONAL, "I4-F4+G5", None)
    assert await prepared(club, match, BOB) == []
    await club.replayed(match)


async def test_what_is_prepared_stays_when_the_rules_change(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await opened(club)
    await prepare(club, match, BOB, "E5+D4 : F4+G5")
    changes = {2: "Nothing that anybody notices."}
    later = replace(GAME.meta, rules_version=2, rule_changes=changes)
    monkeypatch.setattr(type(GAME), "meta", later)
    await club.say(match, ALICE, "C3-E5+D4")
    kinds = [entry.kind for entry in (await club.entries(match))[-3:]]
    assert kinds == [EntryKind.POSITION, EntryKind.MOVE, EntryKind.CONDITIONAL]


async def test_lines_of_both_sides_are_played_one_after_the_other(club: Club) -> None:
    match = await opened(club)
    await prepare(club, match, BOB, "E5+? : F4+G5 / * : J8+I7")
    await club.say(match, ALICE, "C3-E5")
    assert (await club.entries(match))[-1].text == "I4-F4+G5"
    assert await prepared(club, match, BOB) == ["* : F4-J8+I7"]
    await club.say(match, ALICE, "E5-L12+M12")
    assert [entry.text for entry in (await club.entries(match))[-2:]] == ["E5-L12+M12", "F4-J8+I7"]


async def test_another_move_voids_the_lines_and_the_player_moves_by_hand(club: Club) -> None:
    match = await opened(club)
    await prepare(club, match, BOB, "E5+D4 : F4+G5")
    await club.posted()
    await club.say(match, ALICE, "C3-E5")
    assert (await club.entries(match))[-1].kind is EntryKind.MOVE
    assert await prepared(club, match, BOB) == []
    await club.say(match, BOB, "I4-F4+G5")


async def test_what_cannot_be_is_refused_when_it_is_prepared(club: Club) -> None:
    match = await opened(club)
    with pytest.raises(NotNow, match="No move that the other side can make is N9"):
        await prepare(club, match, BOB, "N9 : F4+G5")
    with pytest.raises(Forbidden) as refused:
        await prepare(club, match, BOB, "E5+D4 : M13+G5")
    assert refused.value.rule.startswith("AST-")
    assert await prepared(club, match, BOB) == []


async def test_on_ones_own_turn_nothing_can_be_prepared(club: Club) -> None:
    match = await opened(club)
    with pytest.raises(NotNow, match="your move"):
        await prepare(club, match, ALICE, "* : E5+D4")


async def test_a_watcher_prepares_nothing_and_a_game_of_secrets_knows_no_lines(club: Club) -> None:
    match = await opened(club)
    with pytest.raises(NotSeated):
        await prepare(club, match, CAROL, "* : F4+G5")
    night = await club.begin_with_lamps(channel=201)
    with pytest.raises(NotNow, match="there are no conditional moves"):
        await prepare(club, night, BOB, "* : REST")


async def test_nobody_else_can_tell_that_something_is_prepared(club: Club) -> None:
    match = await opened(club)
    before = await club.public(match)
    log = await club.log(match)
    await club.posted()
    await prepare(club, match, BOB, "* : F4+G5")
    assert await club.public(match) == before
    other = await club.sees(match, ALICE)
    assert all(not holder.answers for holder in other.holders)
    assert await club.log(match) == log
    assert await club.posted() == []


async def test_conditional_moves_are_removed_one_by_one_or_all(club: Club) -> None:
    match = await opened(club)
    await prepare(club, match, BOB, "E5+D4 : F4+G5 / * : J8+I7")
    await prepare(club, match, BOB, "* : F4+G5")
    first, second = await prepared(club, match, BOB)
    assert await remove(club, match, BOB, first) == f"Removed: {first}"
    assert await prepared(club, match, BOB) == [first.partition(" / ")[0], second]
    with pytest.raises(NotNow, match="That answer is gone"):
        await remove(club, match, BOB, first)
    await remove(club, match, BOB, None)
    assert await prepared(club, match, BOB) == []


async def test_nobody_prepares_more_than_fifty_answers(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert giving.MOST == 50
    monkeypatch.setattr(giving, "MOST", 2)
    match = await opened(club)
    await prepare(club, match, BOB, "E5+D4 : F4+G5 / * : J8+I7")
    with pytest.raises(NotNow, match="2 conditional moves at most; this would make 3"):
        await prepare(club, match, BOB, "* : F4+G5")


async def test_the_form_leads_from_their_move_to_the_answer(club: Club) -> None:
    match = await opened(club)
    match_view = await club.sees(match, BOB)

    async def ask(*path: str) -> TreeNode:
        return await load_node(await club.sees(match, BOB), path)

    asked = await ask(NEW)
    while (question := asked.question) and asked.decision is not None:
        asked = await ask(*asked.path, question.choices[0].key)
    assert question is not None, "how exactly it is meant"
    exact, path = question.choices[0].text, asked.path
    asked = await ask(*path, "0")
    assert asked.decision is not None
    assert asked.decision.seat == match_view.seat
    while asked.question is not None:
        asked = await ask(*asked.path, asked.question.choices[0].key)
    assert asked.text.startswith(f"{exact} : I4-")
    await prepare(club, match, BOB, asked.text)
    (line,) = (await club.sees(match, BOB)).answers.lines
    assert (await ask(mark_for(line))).question is not None
    for wrong in ((*path, "99"), (*path, "0", "0"), (NEW, "nonsense")):
        with pytest.raises(Refusal):
            await ask(*wrong)
    with pytest.raises(NotNow):
        await ask("7")
