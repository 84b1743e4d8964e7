"""Content packs: checked before they are kept, chosen in a lobby, fixed when the match starts."""

from __future__ import annotations

import pytest

from bot.play.lobby import packs
from bot.play.lobby.packs import suggest_key
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.records import MatchId, Status
from games.core.types import NotYourDecision, Unreadable
from tests.play.conftest import ALICE, BOB, SERVER, Club

WINTER = b"# Long winter\noil = 6\n"


async def add(club: Club, data: bytes = WINTER, key: str = "", server: int = SERVER) -> str:
    press = next(club.interactions)
    receipt = await packs.add(club.app, ALICE.user, press, server, "night", data, key)
    return receipt.text


async def keys(club: Club, server: int = SERVER) -> list[str]:
    return [pack.key for pack in await packs.list_packs(club.app, server, "night")]


async def test_a_pack_is_added_under_a_key_and_replaced_under_the_same(club: Club) -> None:
    assert await add(club) == "The pack 'Long winter' is here under the key long-winter."
    await add(club, key="other")
    await add(club, b"# Longer winter\noil = 5", key="other")
    [long, other] = await packs.list_packs(club.app, SERVER, "night")
    assert (long.key, long.title, long.by) == ("long-winter", "Long winter", ALICE.user)
    assert (other.key, other.title, other.text) == ("other", "Longer winter", "")
    assert await keys(club, SERVER + 1) == []


@pytest.mark.parametrize("key", ["Winter", "a b", "a" * 33, "-a", "../x", "ä"])
async def test_a_key_that_is_none_is_refused(club: Club, key: str) -> None:
    with pytest.raises(Unreadable, match="small letters, digits and hyphens"):
        await add(club, key=key)


@pytest.mark.parametrize(
    ("title", "key"),
    [("Long winter!", "long-winter"), ("ÄÖ", "pack"), ("a" * 40, "a" * 32), ("--x--", "x")],
)
def test_titles_suggest_keys(title: str, key: str) -> None:
    assert suggest_key(title) == key


async def test_a_server_has_a_limited_number_of_packs(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "MOST_OF_A_SERVER", 2)
    await add(club, key="one")
    await add(club, key="two")
    with pytest.raises(NotNow, match="has 2 packs for this game; 2 is the limit"):
        await add(club, key="three")
    await add(club, key="two")
    await add(club, key="three", server=SERVER + 1)


async def test_an_upload_that_comes_twice_is_taken_once_and_belongs_to_one(club: Club) -> None:
    first = await packs.add(club.app, ALICE.user, 901, SERVER, "night", WINTER)
    rows = await club.rows()
    assert await packs.add(club.app, ALICE.user, 901, SERVER, "night", WINTER) == first
    assert await club.rows() == rows
    with pytest.raises(NotYourDecision):
        await packs.add(club.app, BOB.user, 901, SERVER, "night", WINTER)


async def test_games_without_packs_and_games_that_are_none_say_so(club: Club) -> None:
    with pytest.raises(NotNow, match="Beacons takes no content packs"):
        await packs.add(club.app, ALICE.user, 901, SERVER, "toy", WINTER)
    with pytest.raises(NoMatch):
        await packs.add(club.app, ALICE.user, 902, SERVER, "chess", WINTER)
    with pytest.raises(NotNow, match="takes no content packs"):
        await club.open(pack="winter")


async def choose(club: Club, match: MatchId, key: str) -> None:
    await club.change(match, ALICE, "pack", key)


async def test_a_match_takes_its_content_along_when_it_starts(club: Club) -> None:
    await add(club)
    match = await club.open("night")
    with pytest.raises(NotNow, match=r"no content pack 'summer'.*There are: long-winter"):
        await choose(club, match, "summer")
    await choose(club, match, "long-winter")
    assert (await club.match(match)).pack == "long-winter"
    assert "Long winter" not in (await club.match(match)).settings
    await club.join(match, BOB)
    await club.start(match)
    assert (await club.public(match)).view.oil == (6, 6)
    await packs.remove(club.app, ALICE.user, 901, SERVER, "night", "long-winter")
    assert await keys(club) == []
    club.app.executor.positions._states.clear()
    await club.replayed(match)
    await club.say(match, ALICE, "LAMP2")
    assert "Long winter" in (await club.match(match)).settings


async def test_a_pack_that_is_gone_before_the_start_is_missed_in_words(club: Club) -> None:
    await add(club)
    match = await club.open("night", pack="long-winter")
    await club.join(match, BOB)
    await packs.remove(club.app, ALICE.user, 901, SERVER, "night", "long-winter")
    with pytest.raises(NotNow, match="no content pack 'long-winter'"):
        await club.start(match)
    assert (await club.match(match)).status is Status.LOBBY
    await choose(club, match, "")
    await club.start(match)
    assert (await club.public(match)).view.oil == (4, 4)
    with pytest.raises(NotNow, match="no content pack 'long-winter'"):
        await packs.remove(club.app, ALICE.user, 902, SERVER, "night", "long-winter")


async def test_content_is_set_by_packs_alone(club: Club) -> None:
    match = await club.open("night")
    with pytest.raises(NotNow, match="from a pack"):
        await club.change(match, ALICE, "content", "# x")
