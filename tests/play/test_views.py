"""What each viewer may see, and that nobody sees more."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from bot.play.history import excerpts
from bot.play.match import views
from bot.play.match.questions import load_node, read_move
from bot.play.refusals import NoMatch, NotSeated
from bot.play.storage import queries
from bot.play.storage.records import EntryKind
from games.core.types import SPECTATOR, NotYourDecision, Seat, Seated
from tests.play.conftest import ALICE, BOB, CAROL, CHANNEL, SERVER, Club
from tests.toy import GAME as TOY
from tests.toy.game import Toy


async def test_a_player_sees_their_seats_view_and_everybody_else_the_public_one(club: Club) -> None:
    match = await club.begin_with_lamps()
    assert (await club.sees(match, ALICE)).view.lamps == (2, 0)
    assert (await club.sees(match, BOB)).view.lamps == (0, 3)
    assert (await club.sees(match, CAROL)).view.lamps == (0, 0)
    assert (await club.public(match)).view.lamps == (0, 0)


@pytest.mark.parametrize("clock", ["", "2h; grace 1h", "8h+1h max 12h", "2h; hide 1h"])
async def test_what_a_move_leaves_is_seen_as_it_is_stored(club: Club, clock: str) -> None:
    match = await club.begin(clock=clock)
    for person, text in ((ALICE, "LAMP2"), (BOB, "LAMP3"), (None, "B1+2"), (None, "REST")):
        mover = person or (await club.on_turn(match))[0]
        before = await club.sees(match, mover)
        club.clock.advance(600)
        receipt = await club.say(match, mover, text)
        assert receipt.after is not None
        after = await views.load_after(club.app, receipt, mover.user, before=before)
        assert after == await club.sees(match, mover)
        assert after != before
        assert bool(after.due or after.secretly_due) == bool(clock)


async def test_a_lobby_has_no_view(club: Club) -> None:
    match_view = await club.sees(await club.open(), ALICE)
    assert match_view.view is None
    assert match_view.seat == Seat(0)
    assert match_view.names == ("Alice", "")


async def test_what_seats_kept_to_themselves_is_told_after_the_end_alone(club: Club) -> None:
    match = await club.begin_with_lamps()
    assert (await club.public(match)).revealed == ()
    await club.resign(match, ALICE)
    for user in (ALICE.user, CAROL.user):
        told = (await club.sees(match, user)).revealed
        assert [said.split(" hid ")[1] for said in told] == [
            "a lamp in beacon 2.",
            "a lamp in beacon 3.",
        ]


async def test_whom_a_match_waits_for_in_secret_is_not_told(club: Club) -> None:
    match = await club.begin()
    before = await club.public(match)
    assert before.secretly
    assert before.awaited == ()
    await club.say(match, ALICE, "LAMP2")
    after = await club.public(match)
    assert (after.awaited, after.secretly) == (before.awaited, before.secretly)


async def test_the_picker_asks_question_by_question_and_shows_what_would_be(club: Club) -> None:
    match = await club.begin_with_lamps()
    person, _ = await club.on_turn(match)
    match_view = await club.sees(match, person)
    asked = await load_node(match_view, ())
    assert asked.question is not None
    beacon = next(choice for choice in asked.question.choices if not choice.final)
    deeper = await load_node(match_view, (*asked.path, beacon.key))
    assert deeper.question is not None
    height = deeper.question.choices[0]
    done = await load_node(match_view, (*deeper.path, height.key))
    assert done.question is None
    assert done.text == height.text
    assert done.preview != match_view.view
    assert (await club.sees(match, person)).view == match_view.view


async def test_the_picker_is_for_those_who_are_asked(club: Club) -> None:
    match = await club.begin_with_lamps()
    _, waiting = await club.on_turn(match)
    with pytest.raises(NotYourDecision):
        await load_node(await club.sees(match, waiting), ())
    with pytest.raises(NotSeated):
        await load_node(await club.sees(match, CAROL), ())


async def test_completions_are_for_the_seat_that_is_asked_and_for_nobody_else(club: Club) -> None:
    match = await club.begin_with_lamps()
    person, waiting = await club.on_turn(match)
    found, more = await views.load_completions(club.app, CHANNEL, SERVER, person.user, "", 25)
    assert found
    cut, rest = await views.load_completions(club.app, CHANNEL, SERVER, person.user, "", 2)
    assert cut == found[:2]
    assert rest == len(found) - 2 + more
    for other in (waiting, CAROL):
        assert await views.load_completions(club.app, CHANNEL, SERVER, other.user, "", 25) == (
            (),
            0,
        )
    assert await views.load_completions(club.app, CHANNEL, SERVER + 1, person.user, "", 25) == (
        (),
        0,
    )
    assert await views.load_completions(club.app, 999, SERVER, person.user, "", 25) == ((), 0)


async def test_a_match_of_another_server_is_none(club: Club) -> None:
    match = await club.begin()
    assert (await views.load_match_in(club.app, CHANNEL, SERVER)).id == match
    with pytest.raises(NoMatch):
        await views.load_match_in(club.app, CHANNEL, SERVER + 1)
    with pytest.raises(NoMatch):
        await views.load_match_in(club.app, CHANNEL + 1, SERVER)


async def test_the_log_of_a_seat_holds_its_own_secrets_and_nobody_elses(club: Club) -> None:
    match = await club.begin_with_lamps()

    async def told(viewer: Seated | None) -> str:
        lines = await club.log(match, viewer or SPECTATOR)
        return " ".join(sentence for line in lines for sentence in line.sentences)

    assert "2" in await told(Seated(Seat(0)))
    assert "3" in await told(Seated(Seat(1)))
    public = await told(None)
    assert await told(Seated(Seat(0))) != public
    lines = await club.log(match)
    assert [line.shown for line in lines] == [1, 2, 3, 4]
    assert [line.text for line in lines] == ["", "", "", ""]


async def test_dice_of_which_the_game_tells_nothing_yet_say_what_they_are_for(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Toy.chance
    monkeypatch.setattr(Toy, "chance", lambda *given: replace(chance(*given), events=()))
    match = await club.begin_with_lamps()
    [line] = [line for line in await club.log(match) if line.kind is EntryKind.DICE]
    assert line.sentences == ("Rolled: Which beacon stands in the wind?",)


async def test_how_far_back_the_newest_entries_reach_does_not_depend_on_what_is_unseen(
    club: Club,
) -> None:
    match = await club.begin_with_lamps("night")
    for text in ("LAMP4", "LAMP5", "LAMP6"):
        await club.say(match, ALICE, text)
    stored = await club.match(match)
    last = stored.shown
    lines = await excerpts.numbered_lines(club.app, stored, SPECTATOR, range(last - 1, last + 1))
    assert [line.shown for line in lines] == [last - 1, last]
    lines = await excerpts.numbered_lines(club.app, stored, SPECTATOR, range(last - 98, last + 1))
    assert len(lines) == last


async def test_records_keep_secrets_out_of_any_text_made_of_them(club: Club) -> None:
    """Errors, log lines and debuggers that print a record print no seed and no orders."""
    match = await club.begin_with_lamps()
    await club.order(match, ALICE, "REST DRY")
    stored = await club.match(match)
    async with club.app.store.reading() as reader:
        snapshot = await reader.read(queries.Snapshots(match, stored.seq))
        entries = await reader.read(queries.Entries(match))
    said = repr((stored, await club.holders(match), snapshot, entries))
    match_view = repr(await club.public(match))
    for text in (said, match_view):
        assert repr(stored.seed) not in text
        assert stored.seed.hex() not in text
        assert "dry" not in text
        assert '"lamp' not in text


async def test_what_may_be_chosen_is_found_beside_the_event_loop(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a large board it takes long: the loop is for everybody."""
    match = await club.begin_with_lamps()
    loop, threads = threading.get_ident(), set[int]()
    options, preview = type(TOY).options, type(TOY).preview

    def asked(self: Any, *of: Any) -> Any:
        threads.add(threading.get_ident())
        return options(self, *of)

    def shown(self: Any, *of: Any) -> Any:
        threads.add(threading.get_ident())
        return preview(self, *of)

    person, _ = await club.on_turn(match)
    monkeypatch.setattr(type(TOY), "options", asked)
    monkeypatch.setattr(type(TOY), "preview", shown)
    match_view = await club.sees(match, person)
    node = await load_node(match_view, ())
    while node.question is not None:
        assert node.chosen is None or node.chosen.key == node.path[-1]
        node = await load_node(match_view, (*node.path, node.question.choices[0].key))
    assert node.preview is not None
    typed = await read_move(match_view, None, node.text)
    assert (typed.path, typed.preview) == (node.path, node.preview)
    found, _ = await views.load_completions(club.app, CHANNEL, SERVER, person.user, "", 25)
    assert found
    assert threads
    assert loop not in threads
