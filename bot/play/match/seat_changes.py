"""What is proposed when a seat changes hands: nobody is bound by what another has agreed to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.play.profiles import Proposal, ProposalStatus
from games.core.seats import Seat


def released(proposals: Iterable[Proposal], seats: Collection[Seat]) -> tuple[Proposal, ...]:
    """Those of the open ``proposals`` that change when others sit in ``seats``, as they are from
    now on: what whoever left has proposed is withdrawn, and what they have answered counts no
    more."""
    return tuple(new for each in proposals if (new := _after(each, seats)) != each)


def _after(proposal: Proposal, seats: Collection[Seat]) -> Proposal:
    if proposal.seat in seats:
        return replace(proposal, fate=ProposalStatus.WITHDRAWN)
    return replace(
        proposal,
        agreed=tuple(each for each in proposal.agreed if each not in seats),
        declined=tuple(each for each in proposal.declined if each not in seats),
    )
