"""Which shards a process serves, as its owner writes it, and which servers they have."""

from __future__ import annotations

import pytest

from bot.play.storage.leases import ALL, Shards, parse


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("0-3/8", Shards(0, 3, 8)),
        ("5/8", Shards(5, 5, 8)),
        ("0-7/8", Shards(0, 7, 8)),
        ("all", ALL),
    ],
)
def test_shards_are_written_with_how_many_there_are(text: str, shards: Shards) -> None:
    assert parse(text) == parse(str(shards)) == shards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0-3", "as 0-3/8"),
        ("3", "as 0-3/8"),
        ("-1/8", "as 0-3/8"),
        ("٣/8", "as 0-3/8"),
        ("0-3/8 ", "as 0-3/8"),
        ("0-8/8", "0-8/8 does not fit: of 8 shards the first is 0"),
        ("5-4/8", "5-4/8 does not fit"),
        ("0/0", "0/0 does not fit"),
    ],
)
def test_shards_that_cannot_be_are_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse(text)


def test_every_server_is_served_by_one_of_the_ranges() -> None:
    ranges = [parse(each) for each in ("0-3/8", "4/8", "5-7/8")]
    servers = [shard << 22 | 77 for shard in range(1_000_000, 1_000_008)]
    serving = [[each for each in ranges if each.serve(server)] for server in servers]
    assert serving == [[ranges[each]] for each in (0, 0, 0, 0, 1, 2, 2, 2)]
    assert [each.are_all for each in (*ranges, parse("0-7/8"))] == [False, False, False, True]
