"""Packs a position as its difference to another one.

A Zstandard frame whose dictionary is the other position: unlike deflate it looks back over all of
it, however large. It carries its size and a checksum, so that damage is noticed.
"""

from __future__ import annotations

import zstandard

_LEVEL = 6
"""Of 5 KB and of 240 KB alike a usual move becomes 50 to 100 bytes, in 0.1 and 2 ms."""
_MOST_BYTES = 64 << 20


class DamagedPosition(Exception):
    """The bytes are not what was packed, or were packed against something else."""


def pack(position: bytes, base: bytes = b"") -> bytes:
    """``position`` as its difference to ``base``; on its own without one."""
    parameters = zstandard.ZstdCompressionParameters.from_level(
        _LEVEL,
        source_size=len(position) + len(base),
        window_log=max(10, (len(position) + len(base)).bit_length()),
        write_checksum=True,
    )
    packer = zstandard.ZstdCompressor(compression_params=parameters, dict_data=_against(base))
    return packer.compress(position)


def unpack(packed: bytes, base: bytes = b"", most: int = _MOST_BYTES) -> bytes:
    """Unpack a position that was packed against ``base``; at most ``most`` bytes. Raises
    ``DamagedPosition``."""
    unpacker = zstandard.ZstdDecompressor(dict_data=_against(base), max_window_size=_MOST_BYTES)
    try:
        # No position is empty, and the library takes an empty frame for granted.
        if not 0 < zstandard.frame_content_size(packed) <= most:
            raise DamagedPosition("the position would be too large, or empty")
        return unpacker.decompress(packed)
    except zstandard.ZstdError as fault:
        raise DamagedPosition("the position cannot be unpacked") from fault


def _against(base: bytes) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
