"""Taking back: freely, with consent, or never; what others have chosen unseen stays theirs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.play.executor import Command
from bot.play.history import undo as play_undo
from bot.play.history.undo_rules import UndoClass, judge, plan_undo
from bot.play.lobby.seating import Person
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import Reader
from bot.play.storage.records import MOVES, Entry, EntryKind, MatchId
from games.core.types import Seat
from tests.play.conftest import ALICE, BOB, CAROL, CHANNEL, Club
from tests.play.referees import Whistle
from tests.toy import GAME as TOY
from tests.toy.view import MovedLamp, Revealed


async def seen(club: Club, match: MatchId) -> Any:
    return (await club.public(match)).view


async def verdict(club: Club, match: MatchId, person: Person, to: int | None = None) -> str:
    found = await play_undo.classify(club.app, match, person.user, to)
    assert found.plan is not None
    assert (found.after is None) is (found.plan.verdict.of is UndoClass.REFUSED)
    return f"{found.plan.verdict.of.value}: {found.plan.verdict.reason}"


async def test_an_action_of_the_own_turn_is_taken_back_at_once(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, _ = await club.on_turn(match)
    before = await seen(club, match)
    await club.say(match, mover, "B1+2")
    assert await verdict(club, match, mover) == "free: "
    await club.posted()
    assert await club.undo(match, mover) == "Taken back: #5. Rewound to #4."
    assert await seen(club, match) == before
    assert (await club.entries(match))[-1].text == "4"
    assert (await club.match(match)).shown == 6
    # The turn goes on: the live panel is edited, and nobody is called.
    assert await club.posted() == [(MessageKind.REFRESH, None)]
    await club.say(match, mover, "B2+2")
    await club.replayed(match)


async def test_what_is_taken_back_can_be_answered_again_and_the_entries_stay(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, _ = await club.on_turn(match)
    for text in ("B1+1", "B2+1", "B3+1"):
        await club.say(match, mover, text)
        await club.undo(match, mover)
    kinds = [entry.kind for entry in await club.entries(match)]
    assert kinds[4:] == [EntryKind.MOVE, EntryKind.UNDONE] * 3
    assert {entry.decision for entry in (await club.entries(match))[4::2]} == {
        (await club.entries(match))[4].decision
    }
    await club.replayed(match)


async def answers_of_computers(club: Club, match: MatchId) -> list[str]:
    return [
        each.body
        for each in await club.entries(match)
        if each.seat == 1 and each.kind in MOVES and each.decision and "turn" in each.decision
    ]


async def test_the_answers_of_a_computer_player_need_no_consent(club: Club) -> None:
    match = await club.solo("night")
    await club.say(match, ALICE, "LAMP2")
    await club.settled()
    while (await club.public(match)).awaited != (Seat(0),):
        await club.settled()
    for _ in range(3):
        await club.say(match, ALICE, "REST")
    await club.settled()
    first = (await club.entries(match))[-1]
    assert first.user is None  # the computer player has had its turn
    assert await verdict(club, match, ALICE) == "free: "
    await club.undo(match, ALICE)
    match_view = await club.sees(match, ALICE)
    assert match_view.awaited == (Seat(0),)
    answered = await answers_of_computers(club, match)
    await club.say(match, ALICE, "REST")
    await club.settled()
    # The same move is answered in the same way: nobody goes back for a better answer.
    again = await answers_of_computers(club, match)
    assert again[len(answered) :] == answered[-3:]
    assert (await club.public(match)).awaited == (Seat(0),)
    await club.replayed(match)


async def test_what_somebody_has_answered_needs_their_consent(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    before = await seen(club, match)
    await club.say(match, first, "B1+2")
    assert await verdict(club, match, first) == "free: "
    await club.say(match, second, "B2+2")
    assert await verdict(club, match, first) == (
        "consent: Somebody else has acted since then (#6)."
    )
    await club.posted()
    assert await club.undo(match, first) == f"Asked: {second.name}. No answer counts as no."
    assert await club.posted() == [(MessageKind.REFRESH, None), (MessageKind.PROPOSAL, second.user)]
    put = await club.proposal(match)
    assert put.terms.numbers == "everything after #4"
    picture = await play_undo.load_asked_undo(club.app, put, second.user)
    assert picture.before != picture.after
    assert [line.shown for line in picture.lines] == [5, 6]
    assert await club.answer(match, second, agree=True) == "Agreed: it has been taken back."
    assert await seen(club, match) == before
    [undone] = [entry for entry in await club.entries(match) if entry.kind is EntryKind.UNDONE]
    assert (undone.user, undone.seat, undone.text) == (first.user, put.proposal.seat, "4")
    assert undone.agreed == (put.proposal.seat, 1 - put.proposal.seat)
    assert (MessageKind.ANSWERED, first.user) in await club.posted()
    await club.replayed(match)


async def test_what_stays_in_force_is_not_among_what_is_taken_back(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    gm = Whistle(club, match)
    await club.say(match, mover, "B1+2")
    await gm.pause()
    await gm.resume()
    await gm.move_to(CHANNEL + 1)
    found = await play_undo.classify(club.app, match, mover.user)
    assert [line.shown for line in found.lines] == [5]
    await club.say(match, other, "B2+2")
    await gm.pause()
    await gm.resume()
    found = await play_undo.classify(club.app, match, mover.user)
    assert [line.shown for line in found.lines] == [5, 9]
    places = await play_undo.list_places(club.app, match, other.user, 25)
    assert [number for number, _ in places] == [8, 7, 6, 5, 4], "not to where it stands"
    await club.undo(match, mover)
    put = await club.proposal(match)
    assert put.terms.numbers == "everything after #4"
    picture = await play_undo.load_asked_undo(club.app, put, other.user)
    assert [line.shown for line in picture.lines] == [5, 9]
    await club.answer(match, other, agree=True)
    log = await club.log(match)
    assert [line.shown for line in log if line.undone] == [5, 9]


async def test_a_choice_that_nobody_saw_is_taken_back_unseen_whatever_came_beside(
    club: Club,
) -> None:
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    await club.say(match, mover, "LAMP5")
    await Whistle(club, match).move_to(CHANNEL + 1)
    await club.leave(match, other)
    await club.join(match, CAROL)
    assert await club.undo(match, mover) == "Taken back. Nobody else knows of it."


async def test_before_the_dice_a_hidden_lamp_is_moved_freely(club: Club) -> None:
    match = await club.begin()
    await club.say(match, BOB, "LAMP3")
    with pytest.raises(NotNow, match="no move that could be taken back"):
        await club.undo(match, ALICE)
    assert await club.undo(match, BOB) == "Taken back: #2. Rewound to the start."
    await club.say(match, BOB, "LAMP4")
    await club.replayed(match)


def entry(kind: EntryKind, seat: int | None = None, **more: Any) -> Entry:
    plain: dict[str, Any] = {"body": "{}", "events": "[]", "rules_version": 1, "shown": 7}
    at = more.pop("at", None)
    return Entry(
        MatchId("abcdefg2"),
        9,
        kind,
        at=at,
        seat=None if seat is None else Seat(seat),
        **(plain | more),
    )


def events(*told: Any) -> str:
    return json.dumps([json.loads(TOY.event_form.write(event)) for event in told])


BOTH, NOBODY = (Seat(1), Seat(2)), ()
OUT = Revealed(seat=0, lamp=3)


@pytest.mark.parametrize(
    ("what", "others", "expected"),
    [
        (entry(EntryKind.MOVE, 0, user=1), BOTH, UndoClass.FREE),
        (entry(EntryKind.STANDING, 0), BOTH, UndoClass.FREE),
        (entry(EntryKind.CONDITIONAL, 0), BOTH, UndoClass.FREE),
        (entry(EntryKind.MOVE, 3), BOTH, UndoClass.FREE),
        (entry(EntryKind.DEFAULT, 3), BOTH, UndoClass.FREE),
        (entry(EntryKind.PAUSED), BOTH, UndoClass.FREE),
        (entry(EntryKind.EXTENDED, 1), BOTH, UndoClass.FREE),
        (entry(EntryKind.LOOKED, 1), BOTH, UndoClass.FREE),
        (entry(EntryKind.MOVE, 1, user=2), BOTH, UndoClass.CONSENT),
        (entry(EntryKind.STANDING, 1), BOTH, UndoClass.CONSENT),
        (entry(EntryKind.CONDITIONAL, 2), BOTH, UndoClass.CONSENT),
        (entry(EntryKind.DEFAULT, 0), BOTH, UndoClass.CONSENT),
        (entry(EntryKind.DEFAULT, 1), BOTH, UndoClass.CONSENT),
        (entry(EntryKind.LEFT, 3), BOTH, UndoClass.CONSENT),
        (entry(EntryKind.TAKEN, 1), BOTH, UndoClass.CONSENT),
        (entry(EntryKind.DEFAULT, 0), NOBODY, UndoClass.FREE),
        (entry(EntryKind.DICE), NOBODY, UndoClass.REFUSED),
        (entry(EntryKind.ADJUSTED), BOTH, UndoClass.REFUSED),
        (entry(EntryKind.POSITION), BOTH, UndoClass.REFUSED),
        (entry(EntryKind.RESIGNATION, 1), BOTH, UndoClass.REFUSED),
        (entry(EntryKind.MOVE, 0, rules_version=0), BOTH, UndoClass.REFUSED),
        (entry(EntryKind.MOVE, 0, events=events(OUT)), NOBODY, UndoClass.REFUSED),
        (
            entry(EntryKind.MOVE, 0, events=events(replace(OUT, only=(Seat(0),)))),
            BOTH,
            UndoClass.REFUSED,
        ),
        # What another seat alone learned must not be found out by asking.
        (
            entry(EntryKind.MOVE, 0, events=events(replace(OUT, only=(Seat(1),)))),
            BOTH,
            UndoClass.FREE,
        ),
        (entry(EntryKind.MOVE, 0, events=events(MovedLamp(lamp=2))), BOTH, UndoClass.FREE),
    ],
)
def test_every_kind_of_entry_stands_in_the_way_as_far_as_its_labels_say(
    what: Entry, others: tuple[Seat, ...], expected: UndoClass
) -> None:
    found = judge(TOY, what, Seat(0), others)
    assert found.of is expected
    assert bool(found.reason) is (expected is not UndoClass.FREE)


async def test_an_undo_is_an_entry_that_can_be_gone_behind(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "B1+1")  # 5
    await club.say(match, mover, "B2+1")  # 6
    await club.undo(match, mover)  # 7: as after 5
    await club.say(match, mover, "B3+1")  # 8
    for number, said in (
        (6, "#6 has itself been taken back."),
        (8, "The match is already at #8."),
        (40, "There is no #40 in this match."),
        (0, "There is no #0 in this match."),
    ):
        with pytest.raises(NotNow) as refused:
            await club.undo(match, mover, number)
        assert refused.value.sentence == said
    found = await play_undo.classify(club.app, match, mover.user)
    assert [line.shown for line in found.lines] == [8]
    # #7 itself stands for the position as after #5.
    assert await club.undo(match, mover, 7) == "Taken back: #8. Rewound to #5."
    assert await club.undo(match, mover) == "Taken back: #5. Rewound to #4."
    await club.replayed(match)


async def test_what_is_confirmed_is_what_was_looked_at(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "B1+1")
    await club.say(match, mover, "B2+1")
    found = await play_undo.classify(club.app, match, mover.user)
    await play_undo.undo(club.app, Command(match, mover.user, 9001), None, found.mark)
    again = await play_undo.undo(club.app, Command(match, mover.user, 9001), None, found.mark)
    assert again.text == "Taken back: #6. Rewound to #5."
    with pytest.raises(NotNow, match="moved on since you looked"):
        await play_undo.undo(club.app, Command(match, mover.user, 9002), None, found.mark)
    assert (await club.match(match)).seq == 7


async def test_nobody_wins_time_by_taking_back_in_their_own_turn(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="24h")
    mover, _ = await club.on_turn(match)
    club.clock.advance(3600)
    await club.say(match, mover, "B1+1")
    due = {key: at for key, at in (await club.decisions(match)).items() if "turn" in key}
    club.clock.advance(20 * 3600)
    await club.undo(match, mover)
    after = {key: at for key, at in (await club.decisions(match)).items() if "turn" in key}
    assert list(after.values()) == list(due.values()) != [None]


async def test_who_takes_back_for_all_to_see_is_there_again(club: Club) -> None:
    match = await club.solo("night", clock="1h")
    await club.say(match, ALICE, "LAMP2")
    await club.settled()
    await club.say(match, ALICE, "REST")
    await club.after(1)
    await club.settled()
    assert (await club.holders(match))[0].expired == 1
    await club.undo(match, ALICE)
    assert (await club.holders(match))[0].expired == 0


async def test_a_standing_order_does_not_answer_what_was_taken_back(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    await club.say(match, mover, "B1+1")
    await club.order(match, mover, "REST ALWAYS")
    await club.say(match, mover, "B2+1")  # the third action is made by the order
    assert (await club.kinds(match))[-1].startswith("standing")
    await club.undo(match, mover)
    match_view = await club.sees(match, mover)
    assert "turn" in {decision.kind for decision in match_view.mine}
    await club.say(match, mover, "B3+1")
    assert (await club.public(match)).awaited != (match_view.seat,)
    own = await club.sees(match, mover)
    assert own.answers.orders, "and it stays in force"
    assert other.user != mover.user


async def test_only_who_sits_at_the_table_takes_back_and_only_while_it_is_played(
    club: Club,
) -> None:
    match = await club.begin_with_lamps("night")
    with pytest.raises(NotSeated):
        await club.undo(match, CAROL)
    await club.resign(match, ALICE)
    with pytest.raises(NotNow, match="over"):
        await club.undo(match, BOB)


async def test_somebody_who_left_takes_no_part_and_an_empty_seat_needs_not_be_asked(
    club: Club,
) -> None:
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    await club.leave(match, other)
    await club.say(match, mover, "B1+1")
    assert await verdict(club, match, mover) == "free: "
    for _ in range(2):
        await club.say(match, mover, "REST")
    assert (await club.kinds(match))[-1].startswith("default")
    assert await verdict(club, match, mover) == "free: "
    await club.undo(match, mover)
    await club.replayed(match)


async def test_the_path_is_walked_from_its_end(club: Club) -> None:
    """However long the match: an undo of the last move reads one page of the log."""
    match = await club.begin_with_lamps("night")
    mover, _ = await club.on_turn(match)
    for _ in range(40):
        await club.say(match, mover, "LAMP5")
    await club.say(match, mover, "B1+1")
    await club.say(match, mover, "B2+1")
    stored = await club.match(match)
    async with club.app.store.reading() as reader:
        counting = Counting(reader)
        game = club.app.games["night"]
        seat = (await club.sees(match, mover)).own_seat()
        plan = await plan_undo(cast(Reader, counting), game, stored, seat, (Seat(1 - seat),))
    assert plan.verdict.of is UndoClass.FREE
    assert counting.entries <= 32


class Counting:
    def __init__(self, reader: Reader) -> None:
        self._reader, self.entries = reader, 0

    async def read(self, query: queries.Query[Any]) -> Any:
        found = await self._reader.read(query)
        self.entries += len(found) if isinstance(query, queries.Entries) else 0
        return found
