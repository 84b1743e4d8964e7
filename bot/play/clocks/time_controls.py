"""Time controls and their notation.

``24h; react 8h; army 3d; grace 12h; remind 50% 1h; then vote; autopilot 3; holidays off``: the
usual time for a decision first, then clauses in any order. ``72h+12h max 120h`` is a bank: each
seat has 72 hours for the whole match, and 12 more for each answer in time, up to 120.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from functools import cache

from bot.play.refusals import NotNow
from games.core.contract import Meta

SHORTEST, LONGEST = timedelta(minutes=5), timedelta(days=60)
LONGEST_TEXT = 300
"""Characters of the text form."""
MOST_AUTOPILOT = 20
_MOST_REMINDERS = 4
_HOUR = timedelta(hours=1)
_EXAMPLE = "24h; grace 12h; remind 50% 1h"


class Then(StrEnum):
    """What happens to a decision when its time and grace period are over."""

    DEFAULT = "default"
    """The default that the decision names; where it names none, as with ``VOTE``."""
    VOTE = "vote"
    """It stays open, and the others may decide how to go on."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The time in which a seat must answer.

    ``time``       for each decision, or the initial content of a bank; ``None``: no limit
    ``increment``  added to a bank with each answer in time; without a bank nothing
    ``most``       the maximum of a bank
    """

    time: timedelta | None = None
    increment: timedelta = timedelta()
    most: timedelta = timedelta()

    @property
    def is_banked(self) -> bool:
        return bool(self.increment)


FREE = Pace()
REMINDED = (50,), (_HOUR,)


@dataclass(frozen=True, slots=True)
class TimeControls:
    """``kinds``      the pace of kinds of decisions that differ from the ``usual`` one
    ``grace``      how long a late decision stays open before its default
    ``percents``   reminders by the share of the time that has passed
    ``ahead``      reminders by the time left
    ``autopilot``  the match stops waiting for a seat after this many expired turns in a row; 0
                   for never
    ``quiet``      whether clocks stop in the quiet hours of players
    ``holidays``   whether clocks stop in their holidays
    """

    usual: Pace = FREE
    kinds: tuple[tuple[str, Pace], ...] = ()
    grace: timedelta = timedelta()
    percents: tuple[int, ...] = REMINDED[0]
    ahead: tuple[timedelta, ...] = REMINDED[1]
    then: Then = Then.DEFAULT
    autopilot: int = 3
    quiet: bool = True
    holidays: bool = True

    def pace(self, kind: str) -> Pace:
        return dict(self.kinds).get(kind, self.usual)

    @property
    def has_limits(self) -> bool:
        """Whether any decision has a limit."""
        return any(pace.time is not None for pace in (self.usual, *(p for _, p in self.kinds)))

    def reminder_marks(self, whole: timedelta) -> tuple[timedelta, ...]:
        """The remaining times, of the ``whole``, at which reminders are due, in order."""
        shares = (whole * (100 - percent) / 100 for percent in self.percents)
        return tuple(sorted((*shares, *self.ahead), reverse=True))


_BANKS = {"blitz": "24h+4h max 72h", "fast": "72h+12h max 120h", "slow": "72h+36h max 240h"}
_GENERIC = ("1h", "4h", "8h", "12h", "24h", "48h", "72h", "7d")
NONE = "none"


def presets(meta: Meta | None) -> Mapping[str, str]:
    """Text forms by name: the game's own presets first, then those for any game."""
    found = {NONE: NONE, **({} if meta is None else meta.clocks)}
    known = {name.casefold() for name in found}
    generic = {text: text for text in _GENERIC} | {
        f"{name} bank": text for name, text in _BANKS.items()
    }
    return found | {name: text for name, text in generic.items() if name.casefold() not in known}


def read_choice(text: str, meta: Meta | None) -> TimeControls:
    """Read the name of a preset or a text form. Raises ``NotNow`` with what is possible.

    ``meta``  ``None`` while no game is chosen: any kind of decision may have a time of its own
    """
    kinds = None if meta is None else meta.kinds
    wanted = " ".join(text.split()).casefold()
    for name, preset in presets(meta).items():
        if name.casefold() == wanted:
            return parse(preset, kinds)
    return parse(text, kinds)


@cache
def from_stored(text: str) -> TimeControls:
    """Read the time controls in ``Match.clock``."""
    return parse(text) if text else TimeControls()


def to_stored(clocks: TimeControls) -> str:
    """The form for ``Match.clock``: empty without any time limit."""
    return write(clocks) if clocks.has_limits else ""


def parse(text: str, kinds: Mapping[str, str] | None = None) -> TimeControls:
    """Parse a text form. Raises ``NotNow`` that names the clause at fault.

    ``kinds``  the kinds of decisions of the game with what they are called; ``None`` takes any
    """
    if len(text) > LONGEST_TEXT:
        raise NotNow(f"That is too long: a clock is written in at most {LONGEST_TEXT} characters.")
    clauses = [" ".join(clause.split()) for clause in text.split(";")]
    clauses = [clause for clause in clauses if clause]
    if not clauses:
        raise NotNow("A clock needs a time.", instead=f"Write for example {_EXAMPLE}.")
    clocks = TimeControls(usual=_parse_pace(clauses[0], clauses[0]))
    done: set[str] = set()
    for clause in clauses[1:]:
        name, _, rest = clause.partition(" ")
        known = _CLAUSES.get(name.casefold())
        if known is not None:
            name, clocks = name.casefold(), known(clocks, clause, rest)
        else:
            name, pace = _parse_kind(clause, kinds)
            clocks = replace(clocks, kinds=(*clocks.kinds, (name, pace)))
        if name in done:
            raise NotNow(f"In {_quote(clause)}: {name} is there twice.")
        done.add(name)
    order = sorted(clocks.kinds)
    return replace(clocks, kinds=tuple(order))


def write(clocks: TimeControls) -> str:
    """The text form; ``parse`` gives the same clocks back."""
    return "; ".join(_clauses(clocks))


def _clauses(clocks: TimeControls) -> Iterator[str]:
    usual = TimeControls()
    yield _write_pace(clocks.usual)
    for kind, pace in clocks.kinds:
        yield f"{kind} {_write_pace(pace)}"
    if clocks.grace:
        yield f"grace {write_length(clocks.grace)}"
    if (clocks.percents, clocks.ahead) != (usual.percents, usual.ahead):
        said = [f"{percent}%" for percent in clocks.percents]
        said += [write_length(each) for each in clocks.ahead]
        yield f"remind {' '.join(said) or 'never'}"
    if clocks.then is not usual.then:
        yield f"then {clocks.then}"
    if clocks.autopilot != usual.autopilot:
        yield f"autopilot {clocks.autopilot or 'never'}"
    if not clocks.quiet:
        yield "quiet off"
    if not clocks.holidays:
        yield "holidays off"


def write_length(time: timedelta) -> str:
    """``36h``, ``3d``, ``90m``: in whole minutes."""
    minutes = round(time / timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    if not minutes and hours > 48 and hours % 24 == 0:
        return f"{hours // 24}d"
    return (f"{hours}h" if hours else "") + (f"{minutes}m" if minutes or not hours else "")


def _write_pace(pace: Pace) -> str:
    if pace.time is None:
        return NONE
    if not pace.is_banked:
        return write_length(pace.time)
    return f"{write_length(pace.time)}+{write_length(pace.increment)} max {write_length(pace.most)}"


_LENGTH = re.compile(r"(?:(\d{1,3})d)? ?(?:(\d{1,4})h)? ?(?:(\d{1,5})m(?:in)?)?", re.IGNORECASE)
_BANK = re.compile(r"(.+?) ?\+ ?(.+?)(?: max (.+))?", re.IGNORECASE)


def read_length(text: str) -> timedelta | None:
    """``3d``, ``36h``, ``1h30m``; ``None`` for anything else."""
    found = _LENGTH.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        return None
    days, hours, minutes = (int(number or 0) for number in found.groups())
    return timedelta(days=days, hours=hours, minutes=minutes)


def _quote(clause: str) -> str:
    return f"“{clause[:60]}”"


def _parse_length(text: str, clause: str) -> timedelta:
    found = read_length(text)
    if found is None:
        raise NotNow(
            f"In {_quote(clause)}: that is not a length of time.",
            instead=f"Write for example 90m, 24h or 3d; a whole clock is {_EXAMPLE}.",
        )
    if not SHORTEST <= found <= LONGEST:
        wrong = "short" if found < SHORTEST else "long"
        raise NotNow(
            f"In {_quote(clause)}: {write_length(found)} is too {wrong}.",
            instead=f"Times go from {write_length(SHORTEST)} to {write_length(LONGEST)}.",
        )
    return found


def _parse_pace(text: str, clause: str) -> Pace:
    if text.casefold() in (NONE, "no", "off"):
        return FREE
    bank = _BANK.fullmatch(text)
    if bank is None:
        return Pace(_parse_length(text, clause))
    base, increment = _parse_length(bank[1], clause), _parse_length(bank[2], clause)
    most = _parse_length(bank[3], clause) if bank[3] else max(base, increment) * 2
    if most > LONGEST and not bank[3]:
        most = LONGEST
    if most < max(base, increment):
        raise NotNow(
            f"In {_quote(clause)}: the bank starts with {write_length(base)} and grows by "
            f"{write_length(increment)}, more than its {write_length(most)} at most.",
            instead=f"For example {write_length(base)}+{write_length(increment)} max "
            f"{write_length(max(base, increment))}.",
        )
    return Pace(base, increment, most)


def _parse_kind(clause: str, kinds: Mapping[str, str] | None) -> tuple[str, Pace]:
    """``react 8h``: the kind by its name in the game, or by what it is called."""
    wanted = clause.casefold()
    names = {name.casefold(): name for name in kinds or {}}
    names |= {called.casefold(): name for name, called in (kinds or {}).items()}
    names |= {_strip_name(called).casefold(): name for name, called in (kinds or {}).items()}
    if kinds is None:
        names = {wanted.partition(" ")[0]: clause.partition(" ")[0]}
    for said in sorted(names, key=len, reverse=True):
        if wanted.startswith(f"{said} "):
            pace = _parse_pace(clause[len(said) + 1 :], clause)
            if pace.is_banked:
                raise NotNow(
                    f"In {_quote(clause)}: only the usual time can be a bank.",
                    instead=f"For example {said} {write_length(pace.increment)}.",
                )
            return names[said], pace
    listed = ", ".join(f"{name} ({called})" for name, called in (kinds or {}).items())
    raise NotNow(
        f"{_quote(clause)} is not a clock setting.",
        instead=f"Times can differ for: {listed or 'nothing in this game'}. Else there are "
        "grace, remind, then, autopilot, quiet and holidays.",
    )


def _strip_name(called: str) -> str:
    return re.sub(r"^(an?|the) ", "", called)


def _parse_grace(clocks: TimeControls, clause: str, rest: str) -> TimeControls:
    if rest.casefold() in (NONE, "no", "off"):
        return replace(clocks, grace=timedelta())
    return replace(clocks, grace=_parse_length(rest, clause))


def _parse_remind(clocks: TimeControls, clause: str, rest: str) -> TimeControls:
    said = [each for each in re.split(r"[ ,]+|\band\b", rest) if each]
    if [each.casefold() for each in said] in (["never"], ["off"], ["none"]):
        return replace(clocks, percents=(), ahead=())
    shares = {each for each in said if re.fullmatch(r"\d{1,2}%", each)}
    percents = {int(each[:-1]) for each in shares}
    ahead = {_parse_length(each, clause) for each in said if each not in shares}
    if not said or 0 in percents or len(percents) + len(ahead) > _MOST_REMINDERS:
        raise NotNow(
            f"In {_quote(clause)}: name one to {_MOST_REMINDERS} reminders.",
            instead="For example remind 50% 1h: when half of the time is gone, and an hour before "
            "the end. Or remind never.",
        )
    return replace(
        clocks, percents=tuple(sorted(percents)), ahead=tuple(sorted(ahead, reverse=True))
    )


def _parse_then(clocks: TimeControls, clause: str, rest: str) -> TimeControls:
    if rest.casefold() not in list(Then):
        raise NotNow(
            f"In {_quote(clause)}: after then, write default or vote.",
            instead="default: the default move on the panel is played. vote: the others decide.",
        )
    return replace(clocks, then=Then(rest.casefold()))


def _parse_autopilot(clocks: TimeControls, clause: str, rest: str) -> TimeControls:
    if rest.casefold() in ("never", "off"):
        return replace(clocks, autopilot=0)
    if not rest.isdecimal() or len(rest) > 2 or int(rest) > MOST_AUTOPILOT:
        raise NotNow(
            f"In {_quote(clause)}: say after how many timeouts in a row.",
            instead=f"A number from 1 to {MOST_AUTOPILOT}, or never.",
        )
    return replace(clocks, autopilot=int(rest))


def _parse_switch(clause: str, rest: str) -> bool:
    if rest.casefold() not in ("on", "off"):
        raise NotNow(f"In {_quote(clause)}: write on or off.")
    return rest.casefold() == "on"


_CLAUSES: Mapping[str, Callable[[TimeControls, str, str], TimeControls]] = {
    "grace": _parse_grace,
    "remind": _parse_remind,
    "then": _parse_then,
    "autopilot": _parse_autopilot,
    "quiet": lambda clocks, clause, rest: replace(clocks, quiet=_parse_switch(clause, rest)),
    "holidays": lambda clocks, clause, rest: replace(clocks, holidays=_parse_switch(clause, rest)),
}
