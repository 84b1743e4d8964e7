"""Standing orders: given in private, kept for the seat, carried out at once."""

from __future__ import annotations

import pytest

from bot.play.answers import giving
from bot.play.answers.giving import Path, build_node
from bot.play.application import build
from bot.play.executor import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.refusals import NotNow, NotSeated
from bot.play.seat_holders import NONE
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind, MatchId
from games import all_games
from games.core.standing import StandingOrder
from games.core.types import NotYourDecision, Unreadable
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club, KnownEntropy


@pytest.mark.on_both
async def test_an_order_answers_in_the_transaction_of_the_move_before_it(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    seat = (ALICE, BOB).index(other)
    await club.order(match, other, "REST ALWAYS")
    await club.posted()
    woken: list[int] = []
    club.app.executor.after_commit = lambda: woken.append(1)
    before = await club.match(match)
    await club.say(match, mover, "REST")
    assert woken == [1]
    assert (await club.kinds(match))[-2:] == [f"move {1 - seat}", f"standing {seat}"]
    assert (await club.match(match)).seq == before.seq + 2
    assert (await club.public(match)).awaited == (1 - seat,)
    entry = (await club.entries(match))[-1]
    assert (entry.text, entry.user, entry.decision) == ("REST", None, f"turn-1-{seat}")
    # It was and is the mover's turn: the panel is edited, and nobody gets a letter.
    assert await club.posted() == [(MessageKind.REFRESH, None)]
    await club.replayed(match)


async def test_an_order_with_conditions_asks_when_they_do_not_hold(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST DRY")
    await club.say(match, mover, "REST")
    assert await club.on_turn(match) == (other, mover)
    for text in ("B5+3", "B6+1"):
        with pytest.raises(NotYourDecision):
            await club.say(match, mover, "REST")
        await club.say(match, other, text)
        await club.say(match, mover, "REST") if text == "B5+3" else None
    assert (await club.public(match)).ending is not None


async def test_an_order_that_is_used_up_is_gone(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST ONCE")
    await club.say(match, mover, "REST")
    assert [holder.answers for holder in await club.holders(match)] == ["", ""]
    assert (await club.kinds(match))[-1].startswith("standing")
    await club.say(match, mover, "REST")
    assert await club.on_turn(match) == (other, mover)


async def test_a_change_makes_no_entry_tells_nobody_and_answers_no_open_question(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    await club.posted()
    stored, entries = await club.match(match), await club.entries(match)
    await club.order(match, mover, "REST ALWAYS")
    assert (await club.match(match), await club.entries(match)) == (stored, entries)
    assert await club.posted() == []
    await club.settled()
    await club.leave(match, other)
    assert (await club.public(match)).awaited == ((ALICE, BOB).index(mover),)
    await club.say(match, mover, "REST")
    assert (await club.public(match)).ending is not None


async def shown(club: Club, match: MatchId, person: Person) -> tuple[str, ...]:
    """The orders in force, as this person reads them."""
    return build_node(await club.sees(match, person), ()).told


async def test_orders_are_for_the_own_seat_and_seen_by_nobody_else(club: Club) -> None:
    match = await club.begin()
    await club.order(match, ALICE, "REST DRY")
    assert await shown(club, match, ALICE) == ("Rest: when you have no oil left.",)
    assert await shown(club, match, BOB) == ("Rest: ask me (default).",)
    own = await club.sees(match, ALICE)
    assert own.answers.orders == (StandingOrder("rest", "", "dry"),)
    for match_view in (
        await club.sees(match, BOB),
        await club.sees(match, CAROL),
        await club.public(match),
    ):
        assert match_view.answers == NONE
        assert all(holder.answers == "" for holder in match_view.holders)
    for wish in (
        shown(club, match, CAROL),
        giving.give_orders(club.app, Command(match, CAROL.user, 901), Path(("rest", "always"))),
        giving.remove(club.app, Command(match, CAROL.user, 902), None),
    ):
        with pytest.raises(NotSeated):
            await wish


async def test_the_form_leads_to_an_order_and_shows_what_would_hold(club: Club) -> None:
    match = await club.begin()
    match_view = await club.sees(match, ALICE)
    asked = build_node(match_view, ("rest",))
    assert asked.question is not None
    keys = [choice.key for choice in asked.question.choices]
    done = build_node(match_view, ("rest", "always"))
    assert (done.question, done.text) == (None, "REST ALWAYS")
    assert done.told == ("Rest: in every turn.",)
    assert (await club.holders(match))[0].answers == ""
    await giving.give_orders(club.app, Command(match, ALICE.user, 901), Path(("rest", "always")))
    assert await shown(club, match, ALICE) == ("Rest: in every turn.",)
    await giving.give_orders(club.app, Command(match, ALICE.user, 902), Path(("rest", keys[-1])))
    assert (await club.holders(match))[0].answers == ""
    await club.order(match, ALICE, "REST DRY")
    await giving.remove(club.app, Command(match, ALICE.user, 903), None)
    assert await shown(club, match, ALICE) == ("Rest: ask me (default).",)


async def test_an_order_that_cannot_be_is_refused_and_changes_nothing(club: Club) -> None:
    match = await club.begin()
    rows, holders = await club.rows(), await club.holders(match)
    with pytest.raises(Unreadable, match="not a value of REST"):
        await club.order(match, ALICE, "REST SOMETIMES")
    with pytest.raises(Unreadable):
        await giving.give_orders(club.app, Command(match, ALICE.user, 901), Path(("Z",)))
    with pytest.raises(Unreadable, match="not complete yet"):
        await giving.give_orders(club.app, Command(match, ALICE.user, 902), Path(()))
    assert (await club.rows(), await club.holders(match)) == (rows, holders)


async def test_there_are_no_orders_before_and_after_a_match_or_without_the_game_knowing_any(
    club: Club,
) -> None:
    match = await club.open()
    with pytest.raises(NotNow, match="not started"):
        await club.order(match, ALICE, "REST DRY")
    with pytest.raises(NotNow, match="not started"):
        await shown(club, match, ALICE)
    entropy = KnownEntropy()
    entropy.bytes(1), entropy.bytes(1)  # those of the match above
    app = build(club.app.store, all_games(), club.clock, entropy)
    other = (await lobby.open(app, Opening(SERVER, 300, ALICE, "astralis", 901))).match
    await seating.join(app, Command(other, BOB.user, 902), BOB.name)
    await lobby.start(app, Command(other, ALICE.user, 903))
    with pytest.raises(NotNow, match="Astralis has no standing orders"):
        build_node(await views.load_for_user(app, other, ALICE.user), ())


@pytest.mark.on_both
async def test_orders_that_come_twice_are_taken_once(club: Club) -> None:
    match = await club.begin()
    first = await giving.give_orders(
        club.app, Command(match, ALICE.user, 901), Path(("rest", "always"))
    )
    rows = await club.rows()
    assert (
        await giving.give_orders(
            club.app, Command(match, ALICE.user, 901), Path(("rest", "always"))
        )
        == first
    )
    assert await club.rows() == rows


async def test_an_illegal_answer_of_the_game_is_nobodys_refusal(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.core.standing import Answered
    from tests.toy.game import Light, ToyStanding

    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST ALWAYS")
    answer = Answered(Light(9, 9), ())
    monkeypatch.setattr(ToyStanding, "answer", lambda *_: answer)
    await club.say(match, mover, "REST")
    assert (await club.entries(match))[-1].kind is EntryKind.MOVE
    assert await club.on_turn(match) == (other, mover)


@pytest.mark.parametrize("fault", [ZeroDivisionError("lamp 4"), Unreadable("lamp 4")])
async def test_a_fault_in_answering_for_one_player_costs_no_other_player_their_move(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    from tests.toy.game import ToyStanding

    def failing(*_: object) -> None:
        raise fault

    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST ALWAYS")
    monkeypatch.setattr(ToyStanding, "answer", failing)
    await club.say(match, mover, "REST")
    assert (await club.entries(match))[-1].kind is EntryKind.MOVE
    # The player is asked instead.
    assert await club.on_turn(match) == (other, mover)
    await club.say(match, other, "REST")
    await club.leave(match, other)
    monkeypatch.setattr(ToyStanding, "default", failing)
    await club.say(match, mover, "REST")
    assert (await club.kinds(match))[-1].startswith("move")
    assert "automatic move has failed" in caplog.text
    assert all("lamp 4" not in str(vars(record)) for record in caplog.records)


async def test_an_order_that_has_become_pointless_is_gone_and_the_player_is_asked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.core.standing import Answered
    from tests.toy.game import ToyStanding

    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST ALWAYS")
    monkeypatch.setattr(ToyStanding, "answer", lambda *_: Answered(None, ()))
    await club.say(match, mover, "REST")
    assert (await club.entries(match))[-1].kind is EntryKind.MOVE
    assert await club.on_turn(match) == (other, mover)
    assert [holder.answers for holder in await club.holders(match)] == ["", ""]


async def test_a_player_who_was_away_is_waited_for_again_once_they_say_anything(club: Club) -> None:
    match = await club.begin_with_lamps(game="night", clock="1h")
    for _ in range(5):
        club.clock.advance(3601)
        assert await club.app.deadlines.sweep() == 1
    [away] = [holder for holder in await club.holders(match) if holder.is_autopilot]
    there, person = (ALICE, BOB)[1 - away.seat], (ALICE, BOB)[away.seat]
    await club.posted()
    await club.order(match, person, "REST DRY")
    assert not any(holder.is_autopilot for holder in await club.holders(match))
    # That they are there again is for all to see.
    assert await club.posted() == [(MessageKind.REFRESH, None)]
    for _ in range(3):
        await club.say(match, there, "REST")
    assert await club.on_turn(match) == (person, there)
