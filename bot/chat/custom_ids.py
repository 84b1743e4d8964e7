"""The ids on buttons, selects and forms: ``s1:<action>:<match>:<argument>...``.

An id carries keys, never state, and nothing secret: everybody can read the ids
on a public message. What comes back is untrusted and is parsed strictly; all
that it names is looked up again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.play.records import MatchId

LONGEST = 100
_VERSION = "s1"
_FORM = re.compile(r"s1:([a-z]{1,10}):([a-z2-7]{8}|-)((?::[A-Za-z0-9._-]{0,80}){0,3})")


class Action(StrEnum):
    """What a press asks for. Arguments are given behind each."""

    NEW = "new"
    """game: open a first match of it, against a computer player where there is one"""
    JOIN = "join"
    """seat, or pick: it comes from the select; without either it may be asked"""
    LEAVE = "leave"
    START = "start"
    COMPUTER = "computer"
    """add or remove a computer player of a lobby"""
    SETUP = "setup"
    """The host's private settings of the lobby. Argument: page of the list, or none."""
    SETTING = "setting"
    """page of the list; the setting comes from the select"""
    SET = "set"
    """field; the value comes from a select, or from a form"""
    PLAY = "play"
    """Open the picker for the presser's own first decision."""
    PICK = "pick"
    """decision, path so far; the next key comes from the select"""
    PAGE = "page"
    """decision, path, page number of the choices"""
    TYPE = "type"
    """decision; opens the form for the text form of a move"""
    TYPED = "typed"
    """decision; the form itself"""
    CONFIRM = "confirm"
    """decision, path: play this move"""
    BOARD = "board"
    """The match as the presser may see it, privately. Argument: text, threats, turned or none."""
    AT = "at"
    """number, looks: the position after that entry. The third is the place of the button."""
    CATCHUP = "catchup"
    """What the presser has not seen yet."""
    REPLAY = "replay"
    """The whole match as an animation."""
    FORK = "fork"
    """number: a match for practice from the position after that entry"""
    EXPORT = "export"
    """The match as a file."""
    LOG = "log"
    """page number, or file for all of it"""
    ORDERS = "orders"
    STANDING = "standing"
    """The standing orders of the presser."""
    ORDER = "order"
    """path so far of a standing order; the next key comes from the select"""
    ORDERPAGE = "orderpage"
    """path, page number of the choices"""
    WRITE = "write"
    """Opens the form for a typed standing order."""
    WROTE = "wrote"
    """The form itself."""
    GIVE = "give"
    """path: give this standing order"""
    TAKE = "take"
    """Remove one; which one comes from the select."""
    CLEAR = "clear"
    """Take all of them back."""
    PREPARE = "prepare"
    """What the presser has prepared for moves of the other side."""
    FORESEE = "foresee"
    """Prepare an answer; the line that it goes on comes from the select."""
    FORESEEN = "foreseen"
    """place, paths so far of the other side's move and of the answer; the next key comes from the
    select"""
    FORELEAF = "foreleaf"
    """place, paths, page number of the choices"""
    PREPARED = "prepared"
    """place, paths: keep this answer"""
    UNPREPARE = "unprepare"
    """Take a prepared answer back, that of the select, or all."""
    BACK = "back"
    """The presser, who was away, is there again."""
    NAME = "name"
    """The referee, whom the host names: the user comes from the select."""
    ADJUST = "adjust"
    """path so far of an adjustment; the next key comes from the select"""
    ADJUSTPAGE = "adjustpage"
    """path, page number of the choices"""
    ADJUSTTEXT = "adjusttext"
    """Opens the form for a typed adjustment."""
    ADJUSTED = "adjusted"
    """The form itself."""
    REASON = "reason"
    """act of the referee, what it is about; opens the form for its reason"""
    RULED = "ruled"
    """act of the referee, what it is about; the form itself"""
    VERIFY = "verify"
    """The proof of the dice."""
    RESIGN = "resign"
    """Ask whether the presser means it."""
    RESIGNED = "resigned"
    """They do. Argument: what becomes of the seat in a match that goes on."""
    DM_SETTING = "wish"
    """which DM wish (turn or over), and what it shall be (on or off)"""
    KEEP = "keep"
    """Do not close the lobby, although nobody has done anything in it."""
    REMATCH = "rematch"
    """Another round with the seats swapped: open its lobby, or sit down in it."""
    LIST = "list"
    """whose matches (server or a user), open or over, page"""
    ME = "me"
    """The presser's own page. Argument: what to change on it, and to what."""
    MYFORM = "myform"
    """what: opens the form for it"""
    MYFORMED = "myformed"
    """what: the form itself"""
    FORGET = "forget"
    """Take back all settings of the presser."""
    LADDER = "ladder"
    """game or all, page"""
    TAKEBACK = "takeback"
    """The number of the entry to go back to, or ``last``, and the mark of what was looked at; the
    question without the mark"""
    PROPOSE = "propose"
    """Nothing: the page of proposals. ``pick``: what was chosen there. ``do``, and what"""
    QUESTION = "question"
    """The id of a proposal: its private page"""
    ANSWER = "answer"
    """The id of a proposal; yes, no or withdraw"""
    RULE = "rule"
    """game, page: leaf through the rules"""


@dataclass(frozen=True, slots=True)
class CustomId:
    action: Action
    match: MatchId | None = None
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Raises ``ValueError`` for an id that Discord or ``parse`` would not take."""
        text = ":".join((_VERSION, self.action, self.match or "-", *self.args))
        if len(text) > LONGEST or parse(text) != self:
            raise ValueError(f"not a custom id: {text!r}")
        return text


def parse(text: str) -> CustomId | None:
    """The id that ``text`` is, or ``None`` for anything we never made."""
    found = _FORM.fullmatch(text)
    if found is None or len(text) > LONGEST:
        return None
    try:
        action = Action(found[1])
    except ValueError:
        return None
    match = None if found[2] == "-" else MatchId(found[2])
    return CustomId(action, match, tuple(found[3].split(":")[1:]))


def path_of(argument: str) -> tuple[str, ...]:
    """The keys of a picker's path, as joined by ``joined``."""
    return tuple(argument.split(".")) if argument else ()


def joined(path: tuple[str, ...]) -> str:
    return ".".join(path)
