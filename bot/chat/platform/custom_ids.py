"""The ids on buttons, selects and forms: ``s1:<action>:<match>:<argument>...``.

An id carries keys, never state, and nothing secret: everybody can read the ids
on a public message. What comes back is untrusted and is parsed strictly; all
that it names is looked up again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.play.storage.records import MatchId

LONGEST = 100
_VERSION = "s1"
_FORM = re.compile(r"s1:([a-z]{1,10}):([a-z2-7]{8}|-)((?::[A-Za-z0-9._-]{0,80}){0,3})")


class Action(StrEnum):
    """What a press asks for. Arguments are given behind each."""

    NEW = "new"
    """game: open a first match of it, against a computer player where there is one; with options
    that were named, open that in a thread"""
    LEARN = "learn"
    """game: begin or go on with a first match that teaches it. With a match: key of a lesson that
    the learner knows"""
    JOIN = "join"
    """seat, or pick: it comes from the select; without either it may be asked"""
    OFFER = "offer"
    """Offer the free seats of a lobby in the server's channel for that."""
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
    """tree, path so far, page number or none; the next key comes from the select"""
    TYPE = "type"
    """tree, path so far, own: what is typed instead of picked, as a whole or into the field of
    that question; the button opens the form"""
    CONFIRM = "confirm"
    """tree, path: do what was looked at"""
    TAKE = "take"
    """tree, one or all: take back what was confirmed; which one comes from the select"""
    BOARD = "board"
    """The match as the presser may see it, privately. Argument: looks, or none."""
    AROUND = "around"
    """number or now, looks: the part of that board around what is typed; the button opens the
    form"""
    AT = "at"
    """number, looks: the position after that entry. The third is the place of the button."""
    CATCHUP = "catchup"
    """What the presser has not seen yet."""
    REPLAY = "replay"
    """The whole match as an animation; ``public``: posted in the channel"""
    FORK = "fork"
    """number: ask who plays what in a match for practice from the position after that entry. With
    a seat, and computers or alone for the others, begin it; ``pick``: both come from the select"""
    BEST = "best"
    """number, looks: the best moves of the position after that entry"""
    EXPORT = "export"
    """The match as a file."""
    LOG = "log"
    """number of a line: number of an entry and how many lines after it; or file for all of it"""
    ORDERS = "orders"
    BACK = "back"
    """The presser, who was away, is there again."""
    PRESET = "preset"
    """name of a preset of the game: fill the settings with it"""
    NAME = "name"
    """The referee, whom the host names: the user comes from the select."""
    REFEREE = "referee"
    """The page of what the referee can do. ``doctor``: what is wrong with the channel;
    ``position``: the position as a file"""
    REASON = "reason"
    """act of the referee, what it is about, the mark of what was looked at: the form with its
    fields and its reason; the button opens it"""
    VERIFY = "verify"
    """The proof of the dice."""
    RESIGN = "resign"
    """Ask whether the presser means it. With an argument they do: what becomes of the seat in a
    match that goes on."""
    DM_SETTING = "dm"
    """which DMs (turn or over), and what they shall be (on or off)"""
    KEEP = "keep"
    """Do not close the lobby, or go on with the match, in which nobody has done anything."""
    REMATCH = "rematch"
    """Another round with the seats swapped: open its lobby, or sit down in it."""
    LIST = "list"
    """whose matches (server or a user), open or over, page"""
    ME = "me"
    """The presser's own page. Argument: what to change on it, and to what."""
    MYFORM = "myform"
    """what; the button opens the form"""
    WORK = "work"
    """The workshop of a game, also from a match. What to do there (``bot.chat.people.workshop``),
    what with: the number of a creation and of its changes, or a game; and the path of a question
    or a kind"""
    WORKFORM = "workform"
    """As ``WORK``, for what is typed; the button opens the form"""
    FORGET = "forget"
    """Ask whether all settings of the presser shall be taken back. With an argument do it."""
    COMPANY = "company"
    """The page of invitations, blocks, wishes and followed matches. What to change, and to what"""
    INVITED = "invited"
    """Sit down in the lobby of the match by the button of an invitation."""
    TALK = "talk"
    """The private thread of the presser's team."""
    FOLLOW = "follow"
    """How the presser follows the match. What to change; a pace comes from the select"""
    SERVER = "server"
    """The page of a server. A field of it, whose value comes from the select; or alpha, on or off
    """
    LADDER = "ladder"
    """game or all, page"""
    TAKEBACK = "takeback"
    """The number of the entry to go back to, or ``last``, and the mark of what was looked at; the
    question without the mark"""
    PROPOSE = "propose"
    """Nothing: the page of proposals. ``pick``: what was chosen there. ``do``, and what"""
    ANSWER = "answer"
    """The id of a proposal: its private page; and yes, no or withdraw"""
    CUP = "cup"
    """id of a tournament: its page; and what to do or to show of it, and which page"""
    CUPFORM = "cupform"
    """id of a tournament, what: a form about it; the button opens it"""
    RULE = "rule"
    """game, page: leaf through the rules"""


class QuestionTree(StrEnum):
    """The trees of questions that ``PICK``, ``TYPE``, ``CONFIRM`` and ``TAKE`` are about."""

    MOVE = "move"
    """The first key is that of the decision."""
    ORDER = "order"
    LINE = "line"
    """Conditional moves. The first key is the line that they go on from."""
    ADJUST = "adjust"


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


def split_path(argument: str) -> tuple[str, ...]:
    """The keys of a picker's path, as joined by ``join_path``."""
    return tuple(argument.split(".")) if argument else ()


def join_path(path: tuple[str, ...]) -> str:
    return ".".join(path)
