"""Kinds of fields in stored records: how wide their columns must be follows from these."""

from __future__ import annotations

from typing import Annotated, NewType, TypeAlias

MatchId = NewType("MatchId", str)
"""Eight characters of ``[a-z2-7]``, drawn at random: nothing can be counted from it."""

DiscordId: TypeAlias = Annotated[int, "64 bits, given by Discord"]
RowNumber: TypeAlias = Annotated[int, "given by the database"]
ProposalId: TypeAlias = Annotated[str, "8 characters, like those of a match"]
Nonce: TypeAlias = Annotated[str, "at most 25 characters"]
