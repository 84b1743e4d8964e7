"""A match that begins from a file."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from bot.play.executor import Receipt
from bot.play.history import dice_proofs as play_dice_proofs
from bot.play.history import imports
from bot.play.lobby import packs
from bot.play.lobby.practice import PracticePlace
from bot.play.positions import THROWS
from bot.play.refusals import NotSeated
from bot.play.storage.records import EntryKind, MatchId, Status
from games.core.log import dice_proofs, match_file
from games.core.log.match_file import linked
from games.core.types import Refusal, Seat
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club
from tests.play.pasts import exported, finish, raw, seq_of, take_back

ELSEWHERE = 900


async def a_file(club: Club) -> bytes:
    """Of a match that is over, in which something was taken back."""
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await take_back(club, match, await seq_of(club, match, 4))
    await club.say(match, first, "B6+1")
    await finish(club, match)
    return await exported(club, match, CAROL)


async def imported(
    club: Club,
    data: bytes,
    *,
    at: int | None = None,
    channel: int = ELSEWHERE,
    manages: bool = False,
    **more: Any,
) -> Receipt:
    place = PracticePlace(SERVER, channel, CAROL, next(club.interactions), **more)
    receipt = await imports.start(club.app, data, place, at, manages=manages)
    await club.settled()
    return receipt


def sealed(file: dict[str, Any]) -> bytes:
    """The file with a chain that holds, whatever stands in it."""
    last = linked("", {name: file[name] for name in ("format", "version", "match")})
    for entry in file["entries"]:
        entry.pop("hash", None)
        entry["hash"] = last = linked(last, entry)
    file["head"] = linked(last, file["end"])
    return json.dumps(file).encode()


async def test_a_match_goes_on_from_an_entry_of_the_file(club: Club) -> None:
    data = await a_file(club)
    receipt = await imported(club, data, at=7, computers=False)
    new = await club.match(receipt.match)
    old = match_file.read(data).match.id
    assert (new.status, new.practice, new.origin) == (Status.RUNNING, True, f"import:{old}")
    assert new.id != old
    assert new.seed.hex() != match_file.read(data).end.seed
    match_view = await club.sees(new.id, CAROL)
    assert match_view.seat == 0
    assert match_view.view.flames[5].height == 1
    assert match_view.view.flames[3] is None
    kinds = [entry.kind for entry in await club.entries(new.id)]
    assert kinds == [
        EntryKind.START,
        *(EntryKind.MOVE, EntryKind.MOVE, EntryKind.DICE, EntryKind.MOVE),
        *(EntryKind.UNDONE, EntryKind.MOVE),
    ]
    await club.replayed(new.id)
    log = await club.log(new.id, match_view.viewer)
    assert [line.shown for line in log if line.undone] == [5]
    await club.join(new.id, BOB, 1)
    await club.say(new.id, (CAROL, BOB)[match_view.awaited[0]], "REST")
    await club.replayed(new.id)


async def test_the_dice_of_the_file_are_claimed_by_no_proof(club: Club) -> None:
    receipt = await imported(club, await a_file(club), at=7, computers=False)
    [dice] = [each for each in await club.entries(receipt.match) if each.kind is EntryKind.DICE]
    assert THROWS.read(dice.body).given
    await club.join(receipt.match, BOB, 1)
    await club.resign(receipt.match, BOB)
    proof = await play_dice_proofs.build_proof(club.app, receipt.match)
    assert dice_proofs.check(dice_proofs.Proof.model_validate_json(proof)) == ()
    file = raw(await exported(club, receipt.match, CAROL))
    assert [each["given"] for each in file["entries"] if each["kind"] == "dice"] == [True]


async def test_what_was_imported_can_be_exported_and_imported_again(club: Club) -> None:
    first = await imported(club, await a_file(club), at=7, computers=False)
    await club.join(first.match, BOB, 1)
    await club.resign(first.match, BOB)
    data = await exported(club, first.match, CAROL)
    again = await imported(club, data, computers=False, channel=901)
    one = await club.public(first.match)
    other = await club.public(again.match)
    assert one.view == other.view


async def test_computer_players_take_the_other_seats(club: Club) -> None:
    receipt = await imported(club, await a_file(club), at=4, seat=Seat(1))
    holders = await club.holders(receipt.match)
    assert [holder.is_computer for holder in holders] == [True, False]
    match_view = await club.sees(receipt.match, CAROL)
    assert match_view.awaited == (1,)
    await club.replayed(receipt.match)


async def test_a_match_that_is_over_has_nothing_left_to_play(club: Club) -> None:
    with pytest.raises(Refusal, match="over at this point"):
        await imported(club, await a_file(club))
    assert (await club.rows())["matches"] == 1


HARMS: tuple[tuple[str, Any, str], ...] = (
    ("entries.6.move.height", 9, r"Entry 7 \(#7\) of the file cannot be: .*\[TOY-0\d\]"),
    ("entries.6.seat", lambda seat: 1 - seat, r"Entry 7 \(#7\) of the file cannot be: "),
    ("entries.3.faces", [[7]], r"Entry 4 \(#4\) .* cannot be: These dice were not asked for"),
    ("entries.3.faces", [[1, 2]], r"Entry 4 \(#4\) of the file cannot be"),
    ("entries.6.move", {"kind": "nothing"}, r"Entry 7 .* cannot be: It is not in this game"),
    ("entries", lambda entries: entries[:1] + entries[2:], "Entry 2 .* not numbered in sequence"),
    ("entries.5.to", 7, r"Entry 6 \(#6\) .* rewinds to an entry that does not exist"),
    ("entries.6.place", 9, "Entry 7 .* is not in its place"),
    ("entries.4.rules", 7, "Entry 5 .* was played under version 7"),
    (  # like a file of a later release of the rules
        *("entries", lambda entries: [each | {"rules": 7} for each in entries]),
        "Entry 1 .* was played under version 7",
    ),
    ("match.game", "chess", "does not have the game"),
    ("match.settings.oil", 99, "settings do not belong"),
    ("match.teams", [0, 1, 2, 3], "cannot be imported. .* Beacons cannot be played with 4 seats"),
    ("match.teams", [0, 0], "cannot be imported. .* needs at least two teams"),
    ("match.seats", ["Red"], "Entry 1 .* names 1 of 2 seats"),
    (
        *("entries.6", lambda entry: entry | {"kind": "position", "position": {}}),
        "Entry 7 .* is not in this game's format",
    ),
    ("match.whose", "seat 0", "only what one viewer knew"),
)
"""Where the file is changed, into what or how, and what is said of that."""


async def test_a_file_that_cannot_be_is_refused_and_says_where(club: Club) -> None:
    data = await a_file(club)
    for place, value, said in HARMS:
        club.clock.advance(3600)  # so many are allowed an hour
        file: Any = raw(data)
        *path, last = (int(key) if key.isdecimal() else key for key in place.split("."))
        at = file
        for key in path:
            at = at[key]
        at[last] = value(at[last]) if callable(value) else value
        left_out = len(file["entries"]) < len(raw(data)["entries"])
        with pytest.raises(Refusal, match=said):
            await imported(club, sealed(file), at=None if left_out else 7)
        assert (await club.rows())["matches"] == 1, said


WINTER = "# Winter\noil = 4"


async def packed(club: Club, content: str) -> bytes:
    """The file of a match that is over, with this content in its settings."""
    match = await club.begin_with_lamps("night")
    await finish(club, match)
    file = raw(await exported(club, match, CAROL))
    file["match"]["settings"]["content"] = content
    return sealed(file)


async def test_content_that_the_server_has_not_admitted_needs_somebody_who_manages_it(
    club: Club,
) -> None:
    data = await packed(club, WINTER)
    with pytest.raises(NotSeated, match=r"this server does not have.*may manage this server"):
        await imported(club, data, at=4)
    assert (await club.rows())["matches"] == 1
    receipt = await imported(club, data, at=4, computers=False, manages=True)
    assert (await club.match(receipt.match)).pack is None
    assert WINTER in json.loads((await club.match(receipt.match)).settings)["content"]
    assert await packs.list_packs(club.app, SERVER, "night") == ()


async def test_content_that_the_server_has_comes_with_its_key(club: Club) -> None:
    data = await packed(club, WINTER)
    press = next(club.interactions)
    await packs.add(club.app, ALICE.user, press, SERVER, "night", WINTER.encode() + b"\n", "almost")
    await packs.add(
        club.app, ALICE.user, next(club.interactions), SERVER + 1, "night", WINTER.encode()
    )
    with pytest.raises(NotSeated, match="this server does not have"):
        await imported(club, data, at=4)
    await packs.add(
        club.app, ALICE.user, next(club.interactions), SERVER, "night", WINTER.encode(), "cold"
    )
    receipt = await imported(club, data, at=4, computers=False)
    assert (await club.match(receipt.match)).pack == "cold"
    await club.replayed(receipt.match)


async def test_a_file_that_was_changed_is_refused_by_its_chain(club: Club) -> None:
    data = await a_file(club)
    changed = data.replace(b'"height": 1', b'"height": 2', 1)
    assert changed != data
    with pytest.raises(Refusal, match="chain breaks at entry 7"):
        await imported(club, changed, at=7)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"format": "starpost-match", "version": 2}',
        b'{"format": "starpost-match", "version": 1, "entries": ' + b"9" * 5000 + b"}",
        b'{"format": "starpost-match", "version": 1, "match": NaN}',
        b'{"format": "starpost-match", "x": [' + b"[]," * 1_000_000 + b"[]]}",
        b'{"format": "starpost-match", "version": 1, "match": '
        + b'{"a":' * 150
        + b"1"
        + b"}" * 151,
    ],
)
async def test_what_is_no_such_file_is_refused_kindly(club: Club, data: bytes) -> None:
    with pytest.raises(Refusal, match=r"^(The file|This is not)"):
        await imported(club, data)


@pytest.mark.parametrize("number", ["1e309", "NaN", "-Infinity"])
async def test_a_number_that_is_not_finite_is_refused_kindly(club: Club, number: str) -> None:
    data = await a_file(club)
    for place in (b'"oil": 4', b'"height": 1', b'"rules": 1', b'"winners": []'):
        name = place.partition(b":")[0]
        changed = data.replace(place, name + b": " + number.encode(), 1)
        if changed != data:
            with pytest.raises(Refusal, match=r"^The file is damaged"):
                await imported(club, changed, at=7)


def _keys(count: int) -> bytes:
    return b",".join(b'"k%06d":1' % number for number in range(count))


async def test_the_bot_goes_on_while_a_large_file_is_refused(club: Club) -> None:
    """Parsed at once it took a second, in which nothing else could happen."""
    gaps = [0.0]

    async def beat() -> None:
        last = time.process_time()  # what others do on this machine does not count
        while True:
            await asyncio.sleep(0.001)
            now = time.process_time()
            gaps.append(now - last)
            last = now

    data = b'{"format": "starpost-match", "version": 1, "match": {' + _keys(330_000) + b"}}"
    assert len(data) < imports.MOST_BYTES
    beating = asyncio.create_task(beat())
    try:
        with pytest.raises(Refusal, match=r"^The file"):
            await imported(club, data)
        await asyncio.sleep(0.01)
    finally:
        beating.cancel()
    assert max(gaps) < 0.2


async def test_texts_of_the_file_are_never_shown(club: Club) -> None:
    file = raw(await a_file(club))
    for entry in file["entries"]:
        entry |= {"text": "@everyone", "told": ["@everyone"], "reason": "@everyone"}
    file["match"] |= {"title": "@everyone", "seats": ["@everyone", "@everyone"]}
    receipt: Receipt = await imported(club, sealed(file), at=7)
    match: MatchId = receipt.match
    entries = await club.entries(match)
    assert all("everyone" not in repr((each.text, each.reason, each.events)) for each in entries)
