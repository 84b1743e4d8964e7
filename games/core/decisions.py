"""Open decisions of a match."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """One open question to one seat.

    ``kind``     what sort of answer is wanted: ``turn``, ``place``, ...
    ``number``   tells apart the decisions of this kind and seat in a match. It
                 may be counted from what the seat itself can see and from
                 nothing else: the key below is shown in custom ids.
    ``secret``   the answer stays hidden until all asked seats have answered
    ``waits``    whether the match stands still until it is answered; a
                 decision that does not wait is an offer the seat may ignore
    ``batch``    decisions of one seat with the same batch belong together: when
                 time runs out for one, the others take their defaults too
    ``by_team``  whether the first answer of a member is that of the whole team: open to each of
                 its seats under the same kind and number, and closed for all with it
    ``phase``    a kind of decision, for secret ones. Those of one phase have one clock, that of
                 this kind, and one deadline for all seats: which of them there are must not
                 show. What is asked of one seat in it bears one ``batch``, and is late once
    ``left``     whether the seat has left the match for good: its standing orders, or else its
                 default, answer at once
    ``proposed``  whether another seat has proposed something, such as to end the match, that is
                 declined by acting here: what was prepared does not act before its player is asked
    """

    seat: Seat
    kind: str
    number: int
    secret: bool = False
    waits: bool = True
    batch: str = ""
    by_team: bool = False
    phase: str = ""
    left: bool = False
    proposed: bool = False

    @property
    def key(self) -> str:
        """Unique within a match: ``turn-17-0``."""
        return f"{self.kind}-{self.number}-{self.seat}"

    @property
    def clock(self) -> str:
        """The kind of decision that its clock is chosen by."""
        return self.phase or self.kind

    @property
    def shared(self) -> str:
        """The key of a shared deadline, empty for an own one."""
        return self.clock if self.secret and (self.waits or self.phase) else ""


@dataclass(frozen=True, slots=True)
class Decisions:
    """All decisions that are open now, in the order in which to name them."""

    open: tuple[Decision, ...]

    def of(self, seat: Seat) -> tuple[Decision, ...]:
        return tuple(decision for decision in self.open if decision.seat == seat)

    def find(self, key: str) -> Decision | None:
        return next((decision for decision in self.open if decision.key == key), None)

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match has to wait for."""
        return tuple(dict.fromkeys(decision.seat for decision in self.open if decision.waits))
