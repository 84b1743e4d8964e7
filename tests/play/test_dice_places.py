"""What dice come from: nothing that anybody does unseen, takes back or sets by hand moves them."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.play.history import dice_proofs as play_dice_proofs
from bot.play.history import imports
from bot.play.lobby.practice import PracticePlace
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.positions import THROWS, counting_entries
from bot.play.storage.records import EntryKind, MatchId, Status
from games.core.computer import USUAL, Computer, Level
from games.core.contract import AnyGame
from games.core.log import dice_proofs, match_file
from games.core.log.verification import Wrong, follow
from games.core.types import SPECTATOR, Decision, Refusal, Seat, Seated
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club, a_club
from tests.play.pasts import exported, raw
from tests.play.referees import Whistle
from tests.play.test_imports import sealed
from tests.play.test_undo import verdict
from tests.toy.game import Light, Move, ToyComputer
from tests.toy.variants import HUSH, Hush
from tests.toy.view import View

START = 2
"""The public number of the first dice: the match has begun, and lamps are hidden unseen."""
LAMPS = ("LAMP1", "LAMP4", "LAMP6")


async def places(club: Club, match: MatchId) -> list[str]:
    """Of the dice that count."""
    entries = counting_entries(await club.entries(match))
    return [THROWS.read(each.body).place for each in entries if each.kind is EntryKind.DICE]


async def known_dice(club: Club, match: MatchId) -> list[tuple[int, ...]]:
    """The faces that everybody has seen so far and that count."""
    throws = [
        THROWS.read(each.body)
        for each in counting_entries(await club.entries(match))
        if each.kind is EntryKind.DICE
    ]
    return [throw.faces[0] for throw in throws if throw.only is None]


async def lights(club: Club, match: MatchId, first: int = 1) -> None:
    """Whoever is on turn lights a beacon, from the ``first`` on, and the wind turns."""
    mover, _ = await club.on_turn(match)
    view = (await club.public(match)).view
    dark = [n for n in (*range(first, 7), *range(1, first)) if view.flames[n - 1] is None]
    await club.say(match, mover, f"B{dark[0]}+1" if dark else "REST")


# --- A referee who plays shops for dice ---

Trick = Callable[[Club, MatchId, Whistle], Awaitable[object]]


async def moves_own_lamp(club: Club, match: MatchId, _: Whistle) -> None:
    for lamp in LAMPS:
        await club.say(match, BOB, lamp)


async def lets_another_move(club: Club, match: MatchId, _: Whistle) -> None:
    await club.say(match, ALICE, "LAMP5")


async def sets_and_takes_away(_: Club, __: MatchId, gm: Whistle) -> None:
    await gm.adjust("OIL RED 9")
    await gm.adjust("OIL RED 4")


async def sets_what_is_hidden(club: Club, match: MatchId, _: Whistle) -> None:
    other = Whistle(club, match)
    await other.look(None)
    await other.adjust("LAMP GREEN 5")
    await other.adjust("LAMP GREEN 2")


async def rests_the_match(_: Club, __: MatchId, gm: Whistle) -> None:
    await gm.pause()
    await gm.resume()


async def lays_dice_and_takes_them_up(_: Club, __: MatchId, gm: Whistle) -> None:
    await gm.dice("1 2 3")
    await gm.dice("")


async def plays_a_default(club: Club, match: MatchId, gm: Whistle) -> None:
    mover, _ = await club.on_turn(match)
    await gm.default((ALICE, BOB).index(mover))


async def plays_a_default_and_takes_it_back(club: Club, match: MatchId, gm: Whistle) -> None:
    await plays_a_default(club, match, gm)
    await gm.undo(START)


async def asks_again(club: Club, match: MatchId, gm: Whistle) -> None:
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "REST")
    await gm.reopen((ALICE, BOB).index(mover))


async def closes_and_opens(_: Club, __: MatchId, gm: Whistle) -> None:
    await gm.close((1,))
    await gm.undo(START)


TRICKS: tuple[Trick, ...] = (
    moves_own_lamp,
    lets_another_move,
    sets_and_takes_away,
    sets_what_is_hidden,
    rests_the_match,
    lays_dice_and_takes_them_up,
    plays_a_default_and_takes_it_back,
    plays_a_default,
    asks_again,
    closes_and_opens,
)


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
async def test_a_referee_who_plays_gets_no_other_dice_by(tmp_path: Path, trick: Trick) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin_with_lamps("hush")
        gm = Whistle(club, match, BOB)
        for _ in range(3):
            await lights(club, match)
        thrown = await known_dice(club, match)
        await gm.undo(START)
        await trick(club, match, gm)
        for _ in range(3):
            await lights(club, match, first=4)
        assert await known_dice(club, match) == thrown
        await club.replayed(match)
        assert_proved(await proof(club, match))


async def proof(club: Club, match: MatchId) -> dice_proofs.Proof:
    await club.resign(match, ALICE)
    return dice_proofs.Proof.model_validate_json(
        await play_dice_proofs.build_proof(club.app, match)
    )


def assert_proved(found: dice_proofs.Proof) -> None:
    assert found.rolls
    assert dice_proofs.check(found) == ()


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_is_tried_each_place_has_the_same_dice_and_the_file_proves_them(
    tmp_path: Path, seed: int
) -> None:
    """A referee who plays tries all there is, at random; so do the players."""
    rng = random.Random(seed)
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin_with_lamps("hush")
        gm = Whistle(club, match, BOB)
        for _ in range(40):
            try:
                await at_random(club, match, gm, rng)
            except Refusal:
                continue
        if (await club.match(match)).status is Status.RUNNING:
            await club.resign(match, ALICE)
        by_place: dict[str, Any] = {}
        entries = await club.entries(match)
        for entry in entries:
            if entry.kind is EntryKind.DICE:
                throw = THROWS.read(entry.body)
                assert by_place.setdefault(throw.place, throw.faces) == throw.faces
        await club.replayed(match)
        kept = await places(club, match)
        assert len(kept) == len(set(kept))
        assert_proved(
            dice_proofs.Proof.model_validate_json(
                await play_dice_proofs.build_proof(club.app, match)
            )
        )
        data = await exported(club, match, ALICE)
        for _ in follow(HUSH, match_file.read(data)):
            pass


async def at_random(club: Club, match: MatchId, gm: Whistle, rng: random.Random) -> None:
    someone = rng.choice((ALICE, BOB))
    what = rng.choice(("light", "light", "light", "shift", "shift", "back", "undo", "trick", "oil"))
    if what == "light":
        await lights(club, match, rng.randint(1, 6))
    elif what == "shift":
        await club.say(match, someone, rng.choice(LAMPS))
    elif what == "back":
        await gm.undo(rng.randint(1, (await club.match(match)).shown))
    elif what == "undo":
        await club.undo(match, someone)
    elif what == "trick":
        await rng.choice(TRICKS)(club, match, gm)
    else:
        await gm.adjust(f"OIL GREEN {rng.randint(1, 9)}")


# --- Two worlds ---


@pytest.mark.parametrize("back", [False, True])
async def test_public_dice_are_the_same_whatever_is_done_unseen(tmp_path: Path, back: bool) -> None:
    worlds: list[Any] = []
    for shifts in ((), ((ALICE, 1), (BOB, 2)), ((BOB, 1), (ALICE, 4))):
        (folder := tmp_path / str(len(worlds))).mkdir()
        async with a_club(folder, (HUSH,)) as club:
            match = await club.begin_with_lamps("hush")
            await shift(club, match, shifts)
            await lights(club, match)
            await lights(club, match)
            await shift(club, match, shifts)
            if back:
                await Whistle(club, match).undo(4)
                await shift(club, match, shifts)
            await lights(club, match)
            log = await club.log(match)
            worlds.append((await known_dice(club, match), log))
    assert worlds[0] == worlds[1] == worlds[2]


async def shift(club: Club, match: MatchId, shifts: tuple[tuple[Person, int], ...]) -> None:
    for person, times in shifts:
        for lamp in range(times):
            await club.say(match, person, f"LAMP{lamp + 1}")


class Whimsical(ToyComputer):
    def choose(
        self, view: View, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> Move | None:
        if decision.kind == "turn" and view.oil[decision.seat]:
            return Light(rng.randint(1, 6), 1)
        return super().choose(view, decision, rng, level)


class Against(Hush):
    computer: Computer[View, Move] | None = Whimsical()


async def test_what_a_computer_player_chooses_tells_nothing_of_what_others_do_unseen(
    tmp_path: Path,
) -> None:
    game: AnyGame = Against()
    worlds: list[Any] = []
    for shifts in (0, 1, 3):
        (folder := tmp_path / str(shifts)).mkdir()
        async with a_club(folder, (game,)) as club:
            match = await club.solo("hush")
            await club.say(match, ALICE, "LAMP2")
            await club.settled()
            for _ in range(6):
                if (await club.public(match)).awaited != (0,):
                    break
                await shift(club, match, ((ALICE, shifts),))
                await club.say(match, ALICE, "REST")
                await club.settled()
            worlds.append(await club.log(match))
            assert any(line.seat == 1 for line in worlds[-1])
    assert worlds[0] == worlds[1] == worlds[2]


# --- Dice of which only some know ---


async def test_dice_thrown_unseen_have_places_of_their_own_and_are_told_to_their_seat_alone(
    tmp_path: Path,
) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin_with_lamps("hush")
        before = await club.match(match)
        await club.posted()
        await shift(club, match, ((ALICE, 2), (BOB, 1)))
        assert (await club.match(match)).shown == before.shown
        assert await club.posted() == []
        await lights(club, match)
        assert await places(club, match) == ["all-1", "0-1", "0-2", "1-1", "all-2"]
        dice = [
            sum(line.kind is EntryKind.DICE for line in await club.log(match, viewer))
            for viewer in (SPECTATOR, Seated(Seat(0)), Seated(Seat(1)))
        ]
        assert dice == [2, 4, 3]


async def test_who_has_seen_dice_thrown_unseen_cannot_choose_anew(tmp_path: Path) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin_with_lamps("hush")
        await lights(club, match)
        await club.say(match, ALICE, "LAMP5")
        said = await verdict(club, match, ALICE)
        assert said.startswith("refused: Dice have been thrown in secret since")
        assert "Dice" not in await verdict(club, match, BOB)


async def test_dice_thrown_unseen_stay_when_somebody_else_takes_back(tmp_path: Path) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin_with_lamps("hush")
        mover, other = await club.on_turn(match)
        await club.say(match, mover, "REST")
        for lamp in LAMPS:
            await club.say(match, other, lamp)
        seat = (ALICE, BOB).index(other)
        lamp = (await club.sees(match, other)).view.lamps[seat]
        kept = await places(club, match)
        await club.posted()
        await club.undo(match, mover)
        assert (await club.sees(match, other)).view.lamps[seat] == lamp
        assert await places(club, match) == kept
        assert all(user != other.user for _, user in await club.posted())
        lines = await views.load_log(club.app, match, Seated(Seat(seat)))
        assert sum(line.kind is EntryKind.DICE and line.shown is None for line in lines) == 3
        await club.replayed(match)
        assert_proved(await proof(club, match))


async def test_dice_from_a_real_table_are_not_used_up_unseen(tmp_path: Path) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin_with_lamps("hush")
        await Whistle(club, match).dice("6")
        await club.say(match, ALICE, "LAMP5")
        assert (await club.match(match)).dice == "6"
        await lights(club, match)
        assert (await known_dice(club, match))[-1] == (6,)


# --- Files ---


async def a_file(club: Club) -> bytes:
    match = await club.begin_with_lamps("hush")
    await lights(club, match)
    await shift(club, match, ((ALICE, 2), (BOB, 1)))
    await Whistle(club, match, BOB).undo(START)
    await lights(club, match)
    await shift(club, match, ((ALICE, 1),))
    await club.resign(match, ALICE)
    return await exported(club, match, ALICE)


async def test_the_file_of_a_match_names_the_places_of_its_dice_and_they_are_worked_out_again(
    tmp_path: Path,
) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        data = await a_file(club)
        receipt = await imports.start(
            club.app, data, PracticePlace(SERVER, 900, CAROL, next(club.interactions))
        )
        await club.replayed(receipt.match)
        assert [entry.shown for entry in await club.entries(receipt.match)]
        file = raw(data)
        dice = [each for each in file["entries"] if each["kind"] == "dice"]
        assert {each["roll"] for each in dice} == {"all-1", "all-2", "0-1", "0-2", "0-3", "1-1"}
        dice[1]["roll"] = "all-7"
        with pytest.raises(Wrong, match="Its dice belong to all-2"):
            list(follow(HUSH, match_file.read(sealed(file))))
