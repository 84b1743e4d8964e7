"""Orders and plans that are put together by buttons: nothing counts before they are confirmed."""

from __future__ import annotations

from games.colonial_space_wars.view import View
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, buttons, choices, labelled
from tests.chat.sailors import Party
from tests.chat.test_csw_match import prepared, seated

MORE = "Plan another move"


class Turn:
    """The first turn of a match of Colonial Space Wars, by buttons."""

    def __init__(self, party: Party, seat: int) -> None:
        self.party, self.seat = party, seat
        self.guest = party.guests[seat]

    async def view(self) -> View:
        view: View = (await self.party.match_view(self.seat)).view
        return view

    async def mobile(self) -> list[str]:
        """Units that can move and be paid for, cheap ones first."""
        match_view = await self.party.match_view(self.seat)
        (decision,) = match_view.mine
        options, found = match_view.game.options(match_view.view, decision), []
        for choice in options.question(()).choices:
            if choice.key != "end" and not choice.final:
                below = options.question((choice.key,))
                if any(each.key == "m" for each in below.choices):
                    found.append(choice.key)
        table = (await self.view()).table
        return sorted(found, key=lambda code: table.cost(table.units[code]))

    async def moves(self, code: str, asked: Told, cost: str = "(") -> Told:
        """The page after a unit and a place for it are chosen."""
        for key in (code, "m"):
            asked = await self.guest.picks(key, asked.message)
        value = next(key for label, key in labelled(asked.message).items() if cost in label)
        return await self.guest.picks(value, asked.message)


async def begun(world: World, ann: Guest, bo: Guest) -> Turn:
    await seated(ann, bo)
    party = await prepared(world, ann, bo)
    return Turn(party, await party.on_turn())


async def test_the_steps_of_a_unit_are_one_order_and_cost_nothing_before_it_is_confirmed(
    world: World, ann: Guest, bo: Guest
) -> None:
    turn = await begun(world, ann, bo)
    before, code = await turn.view(), f"{'RB'[turn.seat]}4"
    asked = await turn.moves(code, await turn.guest.presses("Make a move"), "(1)")
    assert f"Your move: ORDER {code}: MOVE " in asked.words
    assert f"What else does {code} do?" in asked.words
    assert await turn.view() == before
    back = await turn.guest.presses("Back", asked.message)
    assert f"Where does {code} go?" in back.words
    asked = await turn.guest.picks(choices(back.message)[0], back.message)
    played = await turn.guest.presses("Confirm", asked.message)
    after = await turn.view()
    unit = after.table.units[code]
    assert unit.activated
    assert unit.at != before.table.units[code].at
    assert after.table.open is None
    assert "Which unit" in played.words or "What do you do?" in played.words


async def test_a_plan_of_two_units_is_confirmed_once(world: World, ann: Guest, bo: Guest) -> None:
    turn = await begun(world, ann, bo)
    before, (one, other, *_) = await turn.view(), await turn.mobile()
    asked = await turn.moves(one, await turn.guest.presses("Make a move"))
    planned = await turn.guest.presses(MORE, asked.message)
    assert f"```\nORDER {one}: MOVE " in planned.words
    assert one not in choices(planned.message), "it has acted in this plan"
    assert f"{one} " in alt_texts(planned.message)[0], "all of it is drawn"
    asked = await turn.moves(other, planned)
    assert f"\nORDER {other}: MOVE " in asked.words, "it has joined the plan"
    assert await turn.view() == before
    done = await turn.guest.presses("Confirm", asked.message)
    after = (await turn.view()).table
    assert [after.units[code].activated for code in (one, other)] == [True, True]
    assert one in done.words
    assert other in done.words


async def test_the_last_move_of_a_plan_is_taken_out_again(
    world: World, ann: Guest, bo: Guest
) -> None:
    turn = await begun(world, ann, bo)
    one, other, *_ = await turn.mobile()
    asked = await turn.moves(one, await turn.guest.presses("Make a move"))
    planned = await turn.moves(other, await turn.guest.presses(MORE, asked.message))
    assert {"Confirm", "Remove the last"} <= buttons(planned.message).keys()
    shorter = await turn.guest.presses("Remove the last", planned.message)
    assert f"```\nORDER {one}: MOVE " in shorter.words
    assert f"ORDER {other}" not in shorter.words
    first = await turn.guest.presses("Remove the last", shorter.message)
    assert "```" not in first.words
    asked = await turn.moves(one, first)
    await turn.guest.presses("Confirm", (await turn.guest.presses(MORE, asked.message)).message)
    table = (await turn.view()).table
    assert [table.units[code].activated for code in (one, other)] == [True, False]


async def test_a_plan_stops_where_it_has_become_impossible(
    world: World, ann: Guest, bo: Guest
) -> None:
    turn = await begun(world, ann, bo)
    one, other, *_ = await turn.mobile()
    asked = await turn.moves(one, await turn.guest.presses("Make a move"))
    asked = await turn.moves(other, await turn.guest.presses(MORE, asked.message))
    await turn.party.says(turn.seat, f"ACTIVATE {one}")
    stale = await turn.guest.presses("Confirm", asked.message)
    assert "has been activated this turn" in stale.words or "decided" in stale.words
    assert not (await turn.view()).table.units[other].activated
