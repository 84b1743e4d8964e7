"""What states, moves and events of all games are made of.

Seats and viewers, decisions, requests for dice, endings, refusals, and the JSON forms in which they
are stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, NewType, TypeAlias, TypeVar, get_args

from pydantic import Field, TypeAdapter, ValidationError, WrapSerializer

from games.core.settings import STORED

T = TypeVar("T")

# --- Seats and viewers ---

Seat = NewType("Seat", int)
"""A place in a match, 0 for the first."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The viewer who holds a seat and sees what it may see."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Spectator:
    """The viewer of public facts only."""


@dataclass(frozen=True, slots=True)
class Referee:
    """The game master: sees everything."""


Viewer: TypeAlias = Seated | Spectator | Referee

SPECTATOR = Spectator()
REFEREE = Referee()


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of one match.

    ``teams[s]`` is the team of seat ``s``; in a game without teams every seat
    is a team of its own.
    """

    teams: tuple[int, ...]

    @classmethod
    def alone(cls, count: int) -> Seats:
        """``count`` seats, each its own team."""
        return cls(tuple(range(count)))

    def __len__(self) -> int:
        return len(self.teams)

    def all(self) -> tuple[Seat, ...]:
        return tuple(Seat(number) for number in range(len(self.teams)))

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that are not in the team of ``seat``."""
        return tuple(other for other in self.all() if self.teams[other] != self.teams[seat])


# --- Decisions ---


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


# --- Dice ---


@dataclass(frozen=True, slots=True)
class Roll:
    """A request for ``count`` dice with faces 1 to ``sides``; ``why`` is for people."""

    count: int
    sides: int
    why: str


@dataclass(frozen=True, slots=True)
class Chance:
    """The rolls that the match needs to go on.

    ``only``  the seats that may know that anything is rolled at all; ``None`` for everybody
    """

    rolls: tuple[Roll, ...]
    only: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """The faces rolled: ``faces[i]`` answers ``rolls[i]``."""

    faces: tuple[tuple[int, ...], ...]

    def answers(self, chance: Chance) -> bool:
        """Whether number and range of the faces fit the request."""
        return len(self.faces) == len(chance.rolls) and all(
            len(faces) == roll.count and all(1 <= face <= roll.sides for face in faces)
            for faces, roll in zip(self.faces, chance.rolls, strict=True)
        )


# --- Endings ---


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match.

    ``kind``     ``score``, ``settled``, ``resigned``, ``draw``, ...
    ``winners``  the winning seats; empty for a draw
    ``scores``   by seat, extra points such as komi included; empty where the
                 end was not by score
    ``rule``     the ID of the rule that ended it
    """

    RESIGNED: ClassVar = "resigned"
    AGREED: ClassVar = "agreed"
    ABANDONED: ClassVar = "abandoned"
    RULED: ClassVar = "ruled"
    TIME: ClassVar = "time"
    LEFT: ClassVar = "left"
    OUTSIDE: ClassVar = frozenset({AGREED, ABANDONED, RULED, TIME, LEFT})
    """Endings decided by people, not rules; the host words them."""

    kind: str
    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    rule: str

    @classmethod
    def given_up(cls, winners: tuple[Seat, ...], rule: str) -> Ending:
        """The ending after all others have resigned."""
        return cls(cls.RESIGNED, winners, (), rule)

    @classmethod
    def agreed(cls, rule: str) -> Ending:
        """The players have agreed on a draw."""
        return cls(cls.AGREED, (), (), rule)

    @classmethod
    def abandoned(cls) -> Ending:
        """The ending without a result, by consent."""
        return cls(cls.ABANDONED, (), (), "")

    @classmethod
    def ruled(cls, winners: tuple[Seat, ...]) -> Ending:
        """The referee has ended the match, with these winners or as a draw."""
        return cls(cls.RULED, winners, (), "")

    @classmethod
    def out_of_time(cls, seats: Seats, seat: Seat) -> Ending:
        """A win on time in a match of two teams, claimed by the others."""
        return cls(cls.TIME, seats.others(seat), (), "")

    @classmethod
    def left(cls, winners: tuple[Seat, ...]) -> Ending:
        """All others have left the match, and the winners claimed it."""
        return cls(cls.LEFT, winners, (), "")


# --- Refusals ---

NOT_YOUR_TURN = "It is not your turn."
DECIDED = "This has already been decided, or the match has moved on."


class Refusal(Exception):
    """Base of the three refusals. ``str(refusal)`` is for players, ``code`` for programs."""

    code = "REFUSED"

    def __init__(self, sentence: str, *, instead: str = "") -> None:
        self.sentence = sentence
        self.instead = instead
        super().__init__(f"{sentence} {instead}".strip())


class Unreadable(Refusal):
    """The text has no meaning as a move; ``instead`` shows a form that has."""

    code = "UNREADABLE"


class Misplaced(Unreadable):
    """The text is nearly an answer to another kind of question."""


class Forbidden(Refusal):
    """A rule forbids the move.

    ``rule`` is the rule's ID in the game's rulebook, ``code`` the canon's short
    code for this error where there is one (``E07``), else the rule's ID. ``step``
    is the step of a batch that is forbidden, from 1.
    """

    def __init__(
        self, rule: str, sentence: str, *, instead: str = "", code: str = "", step: int = 0
    ) -> None:
        self.rule = rule
        self.code = code or rule
        self.step = step
        super().__init__(sentence, instead=instead)

    def retold(self, sentence: str = "", *, instead: str | None = None, step: int = 0) -> Forbidden:
        """A copy of this refusal in other words."""
        can, step = self.instead if instead is None else instead, step or self.step
        return Forbidden(
            self.rule, sentence or self.sentence, instead=can, code=self.code, step=step
        )


class OutOfPlace(Forbidden):
    """A rule forbids the move here: it answers another kind of question.

    Where a seat has several questions open, the refusal of another one says more.
    """


class Unstorable(Refusal):
    """A fault of the game: it allows what could not be read from the log again."""

    code = "UNSTORABLE"

    def __init__(self) -> None:
        super().__init__(
            "This cannot be stored, so it was not played: a fault of mine.",
            instead="Another move may work. Please tell the owner of the bot.",
        )


class NotYourDecision(Refusal):
    """The match does not wait for this seat, or not for this answer any more."""

    code = "NOT_YOUR_DECISION"


# --- JSON forms ---


class Malformed(ValueError):
    """Stored or imported JSON does not match its schema.

    The message names places and kinds of faults, never the values: those may
    be secret.
    """


class Form(Generic[T]):
    """Reads and writes one type as JSON bytes, with full validation on reading.

    A ``sparse`` form leaves out what has its default: for large states. How to read and write
    the type is compiled on first use, which takes a while.
    """

    def __init__(self, of: Any, *, sparse: bool = False) -> None:
        self._of = of
        self._sparse = sparse

    @property
    def types(self) -> tuple[type[T], ...]:
        """The types of a ``tagged`` union."""
        union = getattr(self._of, "__origin__", self._of)
        return get_args(union) or (union,)

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self._of)

    def write(self, value: T) -> bytes:
        return self._adapter.dump_json(value, exclude_defaults=self._sparse)

    def proved(self, value: T) -> bytes:
        """Write a value that is to be stored. Raises ``Unstorable`` unless it reads back as an
        equal value."""
        written = self.write(value)
        try:
            if self.read(written) == value:
                return written
        except Malformed:
            pass
        raise Unstorable

    def full(self, value: T) -> Any:
        """The value as plain JSON values, with defaults written out."""
        return self._adapter.dump_python(value, mode="json")

    def read(self, data: bytes | str) -> T:
        """Raises ``Malformed``."""
        try:
            return self._adapter.validate_json(data, context=STORED)
        except ValidationError as error:
            faults = error.errors(include_input=False, include_url=False, include_context=False)
            places = "; ".join(
                f"{'.'.join(str(step) for step in fault['loc'])}: {fault['type']}"
                for fault in faults[:5]
            )
            raise Malformed(places) from None


def tagged(union: Any, tag: str = "kind") -> Form[Any]:
    """The form of a union of dataclasses whose field ``tag`` tells them apart."""
    return Form(Annotated[union, Field(discriminator=tag)] if len(get_args(union)) > 1 else union)


def keeping(name: str) -> WrapSerializer:
    """Keeps a field in sparse forms although it has its default: one that tells types apart."""
    return WrapSerializer(lambda value, form: {**form(value), name: getattr(value, name)})
