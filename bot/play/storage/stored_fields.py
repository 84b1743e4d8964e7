"""Kinds of fields in stored records: how wide their columns must be follows from these."""

from __future__ import annotations

from dataclasses import Field, fields
from typing import Annotated, Any, Final, NewType, TypeAlias

MatchId = NewType("MatchId", str)
"""Eight characters of ``[a-z2-7]``, drawn at random: nothing can be counted from it."""

TournamentId = NewType("TournamentId", str)
"""Eight characters, like those of a match."""

DiscordId: TypeAlias = Annotated[int, "64 bits, given by Discord"]
RowNumber: TypeAlias = Annotated[int, "given by the database"]
ProposalId: TypeAlias = Annotated[str, "8 characters, like those of a match"]
ProposalKindName: TypeAlias = Annotated[str, "at most 16 characters"]
Nonce: TypeAlias = Annotated[str, "at most 25 characters"]

APART: Final = {"apart": True}
"""Metadata of a field that is kept in another table than the rest of its record."""


def own_fields(record: Any) -> tuple[Field[Any], ...]:
    """The fields that the table of a record keeps."""
    return tuple(each for each in fields(record) if each.metadata != APART)
