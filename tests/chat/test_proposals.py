"""Taking back, draws, pauses, ends by agreement: as people at the table live them."""

from __future__ import annotations

import pytest

from bot.chat.history import undo_page
from bot.play.match import views
from bot.play.people import preferences as play_preferences
from bot.play.people import proposal_kinds
from bot.play.people.proposal_kinds import Case, Consent, Effect, ProposalKind, Wording
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import EntryKind, Status
from games.core.types import Ending
from tests.chat.conftest import World, a_world
from tests.chat.guests import (
    Guest,
    Seen,
    Told,
    alt_texts,
    begin,
    buttons,
    choices,
    files,
    ids,
    words,
)
from tests.chat.test_astralis_match import small_match

HOUR = 3600


class Truce(ProposalKind):
    """A kind of proposal that only this test knows."""

    name = "truce"
    detailed = Wording("A truce with {seat}", "make peace with {seat}")
    done = "Agreed: peace is made."
    offer = "your truce"

    async def consent(self, case: Case) -> Consent:
        assert case.terms.seat is not None
        return Consent((case.terms.seat,), 1)

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        case.add(EntryKind.CLOSED)
        return Effect(Ending.abandoned())


async def test_a_class_is_all_that_a_kind_of_proposal_needs(
    astralis: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(proposal_kinds.KINDS, Truce.name, Truce())
    assert await astralis.suggested("match propose", "what", "truce") == ["truce.1"]
    page = await astralis.picks("truce.1", (await astralis.types("match propose")).message)
    assert "Make peace with Cyan (Bo)" in page.words
    await astralis.presses("Propose it", page.message)
    assert "🗳️ Yellow (Ann) proposes: make peace with Cyan (Bo)." in "".join(bo.reads())
    asked = await bo.presses("Answer", bo.newest)
    await bo.presses("Decline", asked.message)
    assert "Declined by Cyan (Bo): your truce." in words(bo.newest)
    again = await astralis.types("match propose", what="truce.1")
    await astralis.presses("Propose it", again.message)
    asked = await bo.presses("Answer", bo.newest)
    assert "peace is made" in (await bo.presses("Agree", asked.message)).words


@pytest.fixture
async def astralis(ann: Guest, bo: Guest) -> Guest:
    """A match of Astralis with two moves on the board: Ann is Yellow, Bo is Cyan."""
    await small_match(ann, bo)
    await ann.types("move", text="A3")
    await bo.types("move", text="M8")
    return ann


@pytest.fixture
async def night(world: World, ann: Guest, bo: Guest) -> tuple[Guest, Guest]:
    """A match with turns of three actions and lamps that move in secret; who is on turn first."""
    await begin(ann, bo, game="night")
    mover, other = await world.to_the_turns(ann, bo)
    return mover, other


async def asked_by(world: World, guest: Guest, way: str) -> None:
    await play_preferences.change_player(world.app, guest.id, asked=way)


def letter(guest: Guest) -> Seen:
    """The newest DM of this person."""
    return guest.at_home.newest


async def test_an_action_is_taken_back_with_buttons_after_a_look_at_the_board(
    world: World, night: tuple[Guest, Guest]
) -> None:
    first, _ = night
    await first.types("move", text="B1+2")
    page = await first.presses("My orders")
    asked = await first.presses("Take back", page.message)
    assert asked.private
    assert "This would be taken back:" in asked.words
    assert "#5" in asked.words
    assert "The match would be rewound to #4." in asked.words
    assert "this happens immediately" in asked.words
    [alt] = alt_texts(asked.message)
    assert alt
    done = await first.presses("Take it back", asked.message)
    assert "Taken back: #5. Rewound to #4." in done.words
    assert "rewinds to #4" in words(first.newest)
    assert "To move" in words(first.newest)
    assert (await world.kinds()).count(EntryKind.UNDONE) == 1


async def test_dice_and_nothing_at_all_are_refused_with_the_reason(
    night: tuple[Guest, Guest], cy: Guest
) -> None:
    first, _ = night
    assert "The dice of #4 have been thrown" in (await first.types("match undo")).words
    assert "There is no #90" in (await first.types("match undo", to=90)).words
    assert "you can only watch" in (await cy.types("match undo")).words
    assert "you can only watch" in (await cy.types("match propose")).words


async def test_the_other_is_asked_by_dm_with_the_board_as_it_would_stand(
    world: World, astralis: Guest, bo: Guest
) -> None:
    await asked_by(world, bo, "dm")
    page = await astralis.types("match undo")
    assert "Somebody else has acted since then (#3)." in page.words
    assert "Cyan (Bo) must agree; no answer counts as no." in page.words
    asked = await astralis.presses("Ask the others", page.message)
    assert "Asked: Bo. No answer counts as no." in asked.words
    assert "🗳️ Yellow (Ann) proposes: take back everything after #1." in words(astralis.newest)
    question = letter(bo)
    assert "Yellow (Ann) proposes: take back everything after #1." in words(question)
    assert "#3 Cyan (Bo): M8" in words(question)
    now, then = [alt for alt in alt_texts(question) if "lose" not in alt][-2:]
    assert now != then
    assert {"Agree", "Decline"} <= set(buttons(question))
    await world.restart()
    done = await bo.at_home.presses("Agree", letter(bo))
    assert "Agreed: it has been taken back." in done.words
    panel = words(astralis.newest)
    assert "Yellow (Ann) rewinds to #1" in panel
    assert "🗳️" not in panel
    again = await bo.at_home.presses("Agree", question)
    assert "already been agreed" in again.words
    await astralis.types("move", text="A3")
    assert (await world.kinds())[-2:] == [EntryKind.UNDONE, EntryKind.MOVE]


async def test_asked_in_the_channel_the_answer_is_one_private_press_away(
    world: World, astralis: Guest, bo: Guest, cy: Guest
) -> None:
    page = await astralis.types("match undo", to=2)
    assert "rewound to #2" in page.words
    await astralis.presses("Ask the others", page.message)
    line = bo.newest
    assert f"<@{bo.id}>" in words(line)
    assert [user.id for user in line.mentions] == [bo.id]
    assert bo.at_home.place.history() == []
    stranger = await cy.presses("Answer", line)
    assert "Agree" not in buttons(stranger.message)
    own = await astralis.presses("Answer", line)
    assert set(buttons(own.message)) >= {"Withdraw"}
    asked = await bo.presses("Answer", line)
    assert asked.private
    assert "The board after a rewind to #2" in asked.words
    done = await bo.presses("Decline", asked.message)
    assert "Declined: nothing changes." in done.words
    said = words(astralis.newest)
    assert f"<@{astralis.id}>: 🗳️ Declined by Cyan (Bo): take back #3." in said
    assert EntryKind.UNDONE not in await world.kinds()
    assert "already been declined" in (await bo.presses("Answer", line)).words


async def test_a_question_falls_when_the_match_goes_on_and_old_buttons_say_so(
    world: World, astralis: Guest, bo: Guest
) -> None:
    page = await astralis.types("match undo")
    other = await astralis.types("match undo")
    await astralis.presses("Ask the others", page.message)
    line = bo.newest
    asked = await bo.presses("Answer", line)
    await astralis.types("move", text="A3-C3+B2")
    assert "🗳️" not in words(astralis.newest)
    assert "has moved on" in (await bo.presses("Agree", asked.message)).words
    assert "has moved on" in (await bo.presses("Answer", line)).words
    late = await astralis.presses("Ask the others", other.message)
    assert "moved on since you looked" in late.words


async def test_silence_is_no_and_is_told(world: World, astralis: Guest, bo: Guest) -> None:
    page = await astralis.types("match propose", what="draw")
    await astralis.presses("Propose it", page.message)
    line = bo.newest
    assert "🗳️ Yellow (Ann) proposes: a draw." in "".join(bo.reads())
    await world.env.advance_time(25 * HOUR)
    assert "your offer of a draw" in words(astralis.newest)
    assert "it is declined" in words(astralis.newest)
    assert "no answer counts as no" in (await bo.presses("Answer", line)).words
    assert (await world.match()).status is Status.RUNNING


async def test_who_wants_both_is_asked_twice_and_a_letter_tells_the_fate(
    world: World, astralis: Guest, bo: Guest
) -> None:
    await asked_by(world, bo, "both")
    await asked_by(world, astralis, "dm")
    page = await astralis.types("match propose", what="draw")
    await astralis.presses("Propose it", page.message)
    assert "Press **Answer**" in words(bo.newest)
    assert "Yellow (Ann) proposes: a draw." in words(letter(bo))
    lines = len(bo.place.history())
    await bo.at_home.presses("Decline", letter(bo))
    assert "Declined by Cyan (Bo): your offer of a draw." in words(letter(astralis))
    assert len(bo.place.history()) == lines
    assert "🗳️" not in words(next(m for m in bo.place.history() if "My orders" in buttons(m)))


async def test_with_closed_dms_the_question_stands_in_the_channel(
    world: World, astralis: Guest, bo: Guest
) -> None:
    await asked_by(world, bo, "dm")
    world.close_dms(bo)
    page = await astralis.types("match undo")
    await astralis.presses("Ask the others", page.message)
    line = bo.newest
    assert f"<@{bo.id}>" in words(line)
    asked = await bo.presses("Answer", line)
    await bo.presses("Agree", asked.message)
    assert EntryKind.UNDONE in await world.kinds()


async def test_a_draw_is_offered_and_agreed_on_from_the_panel(
    world: World, astralis: Guest, bo: Guest
) -> None:
    page = await astralis.types("match propose", what="draw")
    assert "Cyan (Bo) must agree" in page.words
    await astralis.presses("Propose it", page.message)
    panel = next(m for m in reversed(bo.place.history()) if "My orders" in buttons(m))
    await world.restart()
    listed = await bo.presses("Answer", panel)
    assert "Yellow (Ann) proposes: a draw." in listed.words
    asked = await bo.presses("Answer", listed.message)
    done = await bo.presses("Agree", asked.message)
    assert "the match is a draw" in done.words
    assert (await world.match()).status is Status.OVER
    assert "The players agree on a draw" in words(bo.newest)
    assert "🤝" in words(bo.newest)


async def test_who_offers_what_was_offered_already_is_asked_for_their_answer(
    astralis: Guest, bo: Guest
) -> None:
    page = await astralis.types("match propose", what="draw")
    await astralis.presses("Propose it", page.message)
    same = await bo.types("match propose", what="draw")
    assert {"Agree", "Decline"} <= set(buttons(same.message))
    mine = await astralis.types("match propose", what="draw")
    assert "Withdraw" in buttons(mine.message)
    gone = await astralis.presses("Withdraw", mine.message)
    assert "Withdrawn" in gone.words
    assert "been withdrawn" in (await bo.presses("Agree", same.message)).words


async def test_two_of_three_abandon_a_match(world: World, ann: Guest, bo: Guest, cy: Guest) -> None:
    await begin(ann, bo, cy, players=3)
    page = await ann.types("match propose", what="abandon")
    assert "1 of these must agree: Green (Bo), Blue (Cy). No answer counts as no." in page.words
    await ann.presses("Propose it", page.message)
    lines = [m for m in ann.place.history() if "Press **Answer**" in words(m)]
    assert len(lines) == 2
    refused = await bo.presses("Decline", (await bo.presses("Answer", lines[0])).message)
    assert "You decline. 0 of 1 have agreed so far." in refused.words
    await cy.presses("Agree", (await cy.presses("Answer", lines[1])).message)
    assert (await world.match()).status is Status.OVER
    assert "The match is closed" in words(ann.newest)
    assert "Asked by Red (Ann), agreed by Blue (Cy)." in words(ann.newest)


async def test_a_secret_choice_is_taken_back_and_nobody_sees_anything(
    world: World, night: tuple[Guest, Guest]
) -> None:
    first, other = night
    await other.types("move", text="LAMP6")
    posted = [(message.id, words(message)) for message in first.place.history()]
    letters = len(first.at_home.place.history())
    page = await other.types("match undo")
    assert "nobody else learns of it" in page.words
    assert "asked again for your secret choice" in page.words
    done = await other.presses("Take it back", page.message)
    assert "Taken back. Nobody else knows of it." in done.words
    assert [(message.id, words(message)) for message in first.place.history()] == posted
    assert len(first.at_home.place.history()) == letters
    assert "rewinds to" in (await other.types("match log")).words
    assert "rewinds to" not in (await first.types("match log")).words


async def test_autocomplete_names_the_entries_and_what_makes_sense(
    astralis: Guest, cy: Guest
) -> None:
    offered = await astralis.suggested("match undo", "to", "")
    assert list(map(int, offered)) == [2, 1]
    assert await cy.suggested("match undo", "to", "") == []
    preferences = await astralis.suggested("match propose", "what", "pau")
    assert preferences[:2] == ["pause", "pause.24"]
    assert await cy.suggested("match propose", "what", "") == []


async def test_ids_that_were_never_made_are_answered_kindly(
    world: World, astralis: Guest, bo: Guest
) -> None:
    assert "cannot be proposed" in (await astralis.types("match propose", what="nonsense")).words
    assert "take back" in (await astralis.types("match propose", what="undo")).words
    assert "no such seat" in (await astralis.types("match propose", what="open-seat.9")).words
    assert "time of that player" in (await astralis.types("match propose", what="default.1")).words
    with pytest.raises(Exception, match="no such entry"):
        undo_page.parse_number("x")
    assert undo_page.parse_number("last") is None


async def late_toy(world: World, *people: Guest) -> tuple[int, list[Guest]]:
    """A match whose player on turn has let all time pass; their seat, and the others."""
    host = people[0]
    await host.types(
        "match new", game="toy", seating="choice", players=len(people), clock="4h; then vote"
    )
    for guest, name in zip(people[1:], ("Green", "Blue"), strict=False):
        await guest.types("match join", seat=name)
    await host.presses("Start")
    for guest in people:
        await guest.types("move", text="LAMP2")
    [seat] = (await views.load_public(world.app, (await world.match()).id)).awaited
    await world.env.advance_time(6 * HOUR)
    return seat, [people[(seat + step) % len(people)] for step in range(1, len(people))]


async def test_the_win_over_somebody_who_never_moves_is_claimed_from_the_notice(
    world: World, ann: Guest, bo: Guest
) -> None:
    seat, [other] = await late_toy(world, ann, bo)
    page = await other.presses("Decide how to go on")
    assert {"claim", f"default.{seat}", f"open-seat.{seat}"} <= set(choices(page.message))
    chosen = await other.picks("claim", page.message)
    assert "Nobody has to agree" in chosen.words
    await world.restart()
    done = await other.presses("Do it", chosen.message)
    assert "The win is yours" in done.words
    assert (await world.match()).status is Status.OVER
    assert "🏆" in words(other.newest)


async def test_the_others_vote_to_open_the_seat_of_somebody_who_is_late(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    seat, [one, other] = await late_toy(world, ann, bo, cy)
    page = await one.presses("Decide how to go on")
    chosen = await one.picks(f"open-seat.{seat}", page.message)
    assert "open the seat of" in chosen.words.lower()
    await one.presses("Propose it", chosen.message)
    asked = await other.presses("Answer", other.newest)
    done = await other.presses("Agree", asked.message)
    assert "the seat is open" in done.words
    names = ("Ann", "Bo", "Cy")
    out, asker, agreer = (names[(seat + step) % 3] for step in range(3))
    said = "\n".join(one.reads())
    assert f"{out} was voted out of " in said
    assert "has left" not in said
    log = (await one.types("match log")).words
    assert f"{out} was voted out of " in log
    assert f"({asker}), agreed by " in log
    assert f"({agreer})." in log
    gone = (ann, bo, cy)[seat]
    told = gone.at_home.reads()[-1]
    assert "The other players have voted you out" in told
    assert f"({asker}), agreed by " in told
    assert seat not in {holder.seat for holder in await world.holders()}


async def test_a_player_voted_out_with_closed_dms_is_told_in_the_channel(
    world: World, ann: Guest, bo: Guest
) -> None:
    seat, [other] = await late_toy(world, ann, bo)
    gone = (ann, bo)[seat]
    world.close_dms(gone)
    page = await other.presses("Decide how to go on")
    chosen = await other.picks(f"open-seat.{seat}", page.message)
    await other.presses("Do it", chosen.message)
    [told] = [said for said in other.reads() if "voted you out" in said]
    assert f"<@{gone.id}>" in told


async def test_whether_another_seat_has_chosen_unseen_shows_on_no_page_and_in_no_message(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    told: list[list[object]] = []
    for shifts in (False, True):
        async with a_world(tmp_path_factory.mktemp("world")) as world:
            ann, bo = world.guest("ann"), world.guest("bo")
            await begin(ann, bo, game="night", clock="24h")
            mover, other = await world.to_the_turns(ann, bo)
            known: list[object] = []
            for text in ("B1+1", "B2+1"):
                if shifts:
                    await other.types("move", text="LAMP6")
                    await other.types("move", text="LAMP5")
                known.append((await mover.types("move", text=text)).words)
            page = await mover.types("match undo")
            known += [page.words, alt_texts(page.message), ids(page.message)]
            known.append([await each.read() for each in files(page.message)])
            known.append(await mover.suggested("match undo", "to", ""))
            known.append((await mover.types("match propose")).words)
            if shifts:
                await other.types("match undo")
            known.append((await mover.presses("Take it back", page.message)).words)
            known.append((await mover.types("match log")).words)
            known.append([words(message) for message in mover.place.history()])
            known.append([words(message) for message in mover.at_home.place.history()])
            told.append(known)
            if shifts:
                match_view = await views.load_for_user(
                    world.app, (await world.match()).id, other.id
                )
                assert 5 in match_view.view.lamps
    assert told[0] == told[1]


async def test_the_log_says_who_asked_for_what_was_agreed_on_and_who_agreed(
    world: World, astralis: Guest, bo: Guest
) -> None:
    async def agreed(who: Guest, other: Guest, page: Told, label: str = "Propose it") -> str:
        await who.presses(label, page.message)
        answers = await other.presses("Answer", other.newest)
        await other.presses("Agree", answers.message)
        return words(other.newest)

    async def proposed(who: Guest, value: str) -> Told:
        page = await who.types("match propose")
        assert "Nothing is proposed just now." in page.words
        return await who.picks(value, page.message)

    ann_asked = "Asked by Yellow (Ann), agreed by Cyan (Bo)."
    bo_asked = "Asked by Cyan (Bo), agreed by Yellow (Ann)."
    undo = await astralis.types("match undo", to=1)
    panel = await agreed(astralis, bo, undo, "Ask the others")
    assert "Yellow (Ann) rewinds to #1" in panel
    assert ann_asked in panel
    page = await proposed(astralis, "pause.72")
    assert "Pause the match until" in page.words
    panel = await agreed(astralis, bo, page)
    assert ann_asked in panel
    assert "The match is paused" in panel
    assert (await world.match()).paused_at is not None
    await world.restart()
    again = await bo.types("match propose")
    assert {"resume", "draw", "abandon"} <= set(choices(again.message))
    assert "pause" not in choices(again.message)
    assert bo_asked in await agreed(bo, astralis, await proposed(bo, "resume"))
    assert (await world.match()).paused_at is None
    assert ann_asked in await agreed(astralis, bo, await proposed(astralis, "draw"))
    log = (await bo.types("match log")).words
    assert (log.count(ann_asked), log.count(bo_asked)) == (3, 1)
    told = await bo.types("match log", file=True)
    text = (await files(told.message)[0].read()).decode()
    assert (text.count(ann_asked), text.count(bo_asked)) == (3, 1)
