"""Positions as differences: what was packed comes back, and damage is noticed."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.storage.packing import DamagedPosition, pack, unpack


@given(st.binary(min_size=1, max_size=400), st.binary(max_size=400))
def test_what_was_packed_comes_back(position: bytes, base: bytes) -> None:
    assert unpack(pack(position, base), base) == position
    assert unpack(pack(position)) == position


@pytest.mark.parametrize("size", [700, 34_000, 300_000])
def test_a_small_change_is_small_however_large_the_position_is(size: int) -> None:
    base = random.Random(1).randbytes(size)
    assert len(pack(base[:500] + b"!" + base[501:], base)) < 120


@given(st.data())
def test_damage_and_another_base_are_noticed(data: st.DataObject) -> None:
    base, position = b'{"units":[1,2,3]}' * 9, b'{"units":[1,2,4]}' * 9
    packed = bytearray(pack(position, base))
    at = data.draw(st.integers(0, len(packed) - 1))
    packed[at] ^= 1 << data.draw(st.integers(0, 7))
    with suppress(DamagedPosition):
        assert unpack(bytes(packed), base) == position, "only what does not matter may change"
    for other in (b"", base[:-1], base.replace(b"1", b"7")):
        with pytest.raises(DamagedPosition):
            unpack(pack(position, base), other)


def test_what_claims_to_be_huge_is_not_unpacked() -> None:
    huge = b"\x28\xb5\x2f\xfd\xe0" + (1 << 40).to_bytes(8, "little") + b"\x01\x00\x00"
    for junk in (huge, b"", b"{}", pack(b"abc" * 99)[:-2]):
        with pytest.raises(DamagedPosition):
            unpack(junk)
