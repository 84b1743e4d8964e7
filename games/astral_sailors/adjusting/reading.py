"""Parser of adjustments; legality is checked elsewhere.

Case, and how many blanks there are, do not matter. A piece of scenery may be named by any square
that it covers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Literal

from games.astral_sailors.adjusting.kinds import (
    AddPiece,
    Adjustment,
    Become,
    ChangePiece,
    ChangeTeam,
    Create,
    Delete,
    Drop,
    Face,
    GiveObjective,
    GiveRole,
    GiveTarget,
    HandOver,
    Hold,
    LockDraft,
    MovePiece,
    NumberOf,
    PutAway,
    PutOn,
    Remove,
    RemovePiece,
    Return,
    SetActive,
    SetCivilians,
    SetCommanders,
    SetDelivered,
    SetDraft,
    SetFlag,
    SetMain,
    SetNumber,
    SetOption,
    SetOrder,
    SetPhase,
    SetPoison,
    SetPool,
    SetQuadrant,
    SetQuota,
    SetRound,
    SetSize,
    SetStarter,
    SetUses,
    Show,
    TurnPiece,
    UsesOf,
)
from games.astral_sailors.adjusting.writing import NONE
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.board.ground import terrain_at
from games.astral_sailors.names import COLOURS, DIRECTIONS, OBJECTIVES, listed, team_letter
from games.astral_sailors.table import LETTERS, NOBODY, Poison, Table
from games.core.geometry.squares import Facing, Square, square
from games.core.refusals import Unreadable

LONGEST = 400
"""Most characters that are read."""

LONGEST_NAME, LONGEST_LIST, MOST = 20, 200, 60
_UNIT = re.compile(f"[{LETTERS}][1-9][0-9]{{0,2}}")
_NUMBER = re.compile(r"[0-9]{1,4}")
_FACINGS = {facing.name: facing for facing in Facing} | {
    name.replace("-", "").upper(): Facing(place) for place, name in enumerate(DIRECTIONS)
}
_ANSWERS = {"YES": True, "Y": True, "ON": True, "NO": False, "N": False, "OFF": False}
_OBJECTIVES = {name.upper(): number for number, name in enumerate(OBJECTIVES)}


def read(table: Table, text: str) -> Adjustment:
    """Parse an adjustment, or raise ``Unreadable``."""
    words = text[:LONGEST].upper().replace(",", " ").split()
    reader = _Reader(table)
    if not words:
        raise reader.unreadable("The text is empty.")
    if len(words) > MOST or len(text) > LONGEST:
        raise reader.unreadable("That is too long. Set one thing at a time.")
    verb, rest = words[0], words[1:]
    if _UNIT.fullmatch(verb) and rest:
        of_unit = _OF_UNIT.get(rest[0])
        if of_unit is None:
            raise reader.unreadable(
                f"“{_shown(rest[0])}” cannot be set on a unit. Use {listed(tuple(_OF_UNIT), 'or')}."
            )
        return of_unit(reader, verb, rest[1:])
    found = _VERBS.get(verb)
    if found is None:
        raise reader.unreadable(f"“{_shown(text)}” is not something I can set.")
    return found(reader, rest)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Parses the words after the verb; raises ``Unreadable`` with an example."""

    table: Table

    def unreadable(self, sentence: str) -> Unreadable:
        unit = next(iter(self.table.units), "R3")
        return Unreadable(sentence, instead=f"For example: {unit} TO C5, or POOL RED 12.")

    def only(self, words: list[str], count: int, wanted: str) -> None:
        if len(words) != count:
            fault = "Missing" if len(words) < count else "Too many words; expected"
            raise self.unreadable(f"{fault}: {wanted}.")

    def unit(self, word: str) -> str:
        if not _UNIT.fullmatch(word):
            raise self.unreadable(f"“{_shown(word)}” is not a unit code.")
        return word

    def square(self, word: str) -> Square:
        found = square(word)
        if found is None:
            raise self.unreadable(f"“{_shown(word)}” is not a square.")
        return found

    def facing(self, word: str) -> Facing:
        found = _FACINGS.get(word.replace("-", ""))
        if found is None:
            ways = listed([facing.name for facing in Facing], "or")
            raise self.unreadable(f"“{_shown(word)}” is not a direction. Use {ways}.")
        return found

    def number(self, word: str) -> int:
        if not _NUMBER.fullmatch(word):
            raise self.unreadable(f"“{_shown(word)}” is not a whole number from 0 to 9999.")
        return int(word)

    def yes(self, word: str) -> bool:
        if word not in _ANSWERS:
            raise self.unreadable(f"“{_shown(word)}” is not YES or NO.")
        return _ANSWERS[word]

    def name(self, word: str) -> str:
        if len(word) > LONGEST_NAME:
            raise self.unreadable(f"“{_shown(word)}” is too long for a name.")
        return word

    def seat(self, word: str) -> int:
        if word in _COLOURS:
            return _COLOURS[word]
        if len(word) == 1 and word in LETTERS:
            return LETTERS.index(word)
        if _NUMBER.fullmatch(word) and word != "0":
            return int(word) - 1
        raise self.unreadable(f"“{_shown(word)}” is not a player.")

    def team(self, word: str) -> int:
        """``A``, ``1``, ``TEAM1``, or the colour of a member."""
        word = word.removeprefix("TEAM") or word
        if _NUMBER.fullmatch(word) and word != "0":
            return int(word) - 1
        for number, team in enumerate(self.table.teams):
            if word in (team_letter(number), *(COLOURS[seat].upper() for seat in team.seats)):
                return number
        raise self.unreadable(f"There is no team “{_shown(word)}”.")

    # --- Units ---

    def put_on(self, unit: str, words: list[str]) -> Adjustment:
        if len(words) != 2:
            self.only(words, 1, "a square")
        facing = self.facing(words[1]) if len(words) == 2 else None
        return PutOn(unit, self.square(words[0]), facing)

    def face(self, unit: str, words: list[str]) -> Adjustment:
        self.only(words, 1, "a direction")
        return Face(unit, self.facing(words[0]))

    def poison(self, unit: str, words: list[str]) -> Adjustment:
        if not words:
            raise self.unreadable(
                "Missing: marks such as B2:1:3 (poison of B2, Damage 1, 3 rounds), or NONE."
            )
        return SetPoison(unit, () if words == [NONE] else tuple(map(self._mark, words)))

    def _mark(self, word: str) -> Poison:
        parts = word.split(":")
        self.only(parts, 3, "a mark such as B2:1:3 (poison of B2, Damage 1, 3 rounds)")
        return Poison(self.unit(parts[0]), self.number(parts[1]), self.number(parts[2]))

    def uses(self, of: UsesOf, unit: str, words: list[str]) -> Adjustment:
        if not words:
            raise self.unreadable("Say which re-rolls are spent, or NONE.")
        spent = () if words == [NONE] else tuple(self.name(word).lower() for word in words)
        return SetUses(unit, of, spent)

    def hold(self, unit: str, words: list[str]) -> Adjustment:
        self.only(words, 1, "a Commander to hold")
        return Hold(unit, self.unit(words[0]))

    def become(self, unit: str, words: list[str]) -> Adjustment:
        self.only(words, 1, "a new code, such as B9 for a unit of Blue")
        return Become(unit, self.unit(words[0]))

    def create(self, words: list[str]) -> Adjustment:
        self.only(words, 2, "a unit code and a kind of unit")
        return Create(self.unit(words[0]), self.name(words[1]))

    def delete(self, words: list[str]) -> Adjustment:
        self.only(words, 1, "a unit")
        return Delete(self.unit(words[0]))

    # --- The board ---

    def scenery(self, words: list[str]) -> Adjustment:
        if words[:1] == ["ADD"]:
            if len(words) == 4 and words[3] != "TURNED":
                raise self.unreadable("After the square, write TURNED or nothing.")
            if len(words) != 4:
                self.only(words, 3, "a piece and a square")
            return AddPiece(self.name(words[1]), self.square(words[2]), len(words) == 4)
        if len(words) < 2:
            raise self.unreadable("Write ADD, or the square of a piece and what to do with it.")
        at, verb, rest = self._piece(words[0]), words[1], words[2:]
        match verb:
            case "TO":
                self.only(rest, 1, "a square")
                return MovePiece(at, self.square(rest[0]))
            case "AS":
                self.only(rest, 1, "a kind of piece")
                return ChangePiece(at, self.name(rest[0]))
            case "TURN" | "REMOVE":
                self.only(words, 2, f"{verb} alone")
                return TurnPiece(at) if verb == "TURN" else RemovePiece(at)
        raise self.unreadable(f"“{_shown(verb)}” is not TO, AS, TURN or REMOVE.")

    def _piece(self, word: str) -> Square:
        """The north-western square of the piece that covers this one."""
        at = self.square(word)
        place = terrain_at(self.table, at)
        if place is None:
            return at
        piece = self.table.pieces[place]
        return Square(piece.c, piece.r)

    def quadrant(self, words: list[str]) -> Adjustment:
        self.only(words, 3, "a quadrant, a team and 0, 1 or 2")
        return SetQuadrant(self.name(words[0]), self.team(words[1]), self.number(words[2]))

    # --- The round ---

    def option(self, words: list[str]) -> Adjustment:
        self.only(words, 2, "an option and its value")
        option = self.name(words[0].lower().replace("-", "_"))
        usual = next((each.default for each in fields(Agreement) if each.name == option), None)
        if isinstance(usual, bool):
            return SetOption(option, self.yes(words[1]))
        if _NUMBER.fullmatch(words[1]):
            return SetOption(option, int(words[1]))
        return SetOption(option, self.name(words[1].lower()))

    def phase(self, words: list[str]) -> Adjustment:
        match words:
            case ["ACTIVATION"]:
                return SetPhase("activation")
            case ["ACTIVATION", half]:
                return SetPhase("activation", self.number(half))
            case ["REINFORCEMENT" | "REINFORCEMENTS"]:
                return SetPhase("reinforcement")
        raise self.unreadable("The phases are ACTIVATION 1, ACTIVATION 2 and REINFORCEMENT.")

    def order(self, words: list[str]) -> Adjustment:
        if not words:
            raise self.unreadable("List the players in order.")
        return SetOrder(tuple(map(self.seat, words)))

    def drop(self, words: list[str]) -> Adjustment:
        if words not in (["ATTACK"], ["ALL"]):
            raise self.unreadable("After DROP, write ATTACK or ALL.")
        return Drop(words == ["ALL"])

    # --- Players, teams, secrets ---

    def delivered(self, words: list[str]) -> Adjustment:
        if len(words) < 2:
            raise self.unreadable(
                "Name a team, then the teams whose Commanders it has delivered, or NONE."
            )
        teams = () if words[1:] == [NONE] else tuple(map(self.team, words[1:]))
        return SetDelivered(self.team(words[0]), teams)

    def main(self, words: list[str]) -> Adjustment:
        self.only(words, 2, "a player and a unit")
        return SetMain(self.seat(words[0]), self.unit(words[1]))

    def hand_over(self, words: list[str]) -> Adjustment:
        words = [word for word in words if word != "TO"]
        self.only(words, 2, "a player, and the player who takes over the army")
        return HandOver(self.seat(words[0]), self.seat(words[1]))

    def change_team(self, words: list[str]) -> Adjustment:
        self.only(words, 2, "a player and a team")
        return ChangeTeam(self.seat(words[0]), self.team(words[1]))

    def objective(self, words: list[str]) -> Adjustment:
        self.only(words, 2, "a team and a number from 1 to 6")
        named = _OBJECTIVES.get(words[1])
        return GiveObjective(self.team(words[0]), self.number(words[1]) if named is None else named)

    def target(self, words: list[str]) -> Adjustment:
        self.only(words, 2, "a team and the team it hunts")
        target = NOBODY if words[1] == NONE else self.team(words[1])
        return GiveTarget(self.team(words[0]), target)

    def role(self, words: list[str]) -> Adjustment:
        self.only(words, 2, "a team, and YES or NO")
        return GiveRole(self.team(words[0]), self.yes(words[1]))

    def draft(self, words: list[str]) -> Adjustment:
        if len(words) < 2:
            raise self.unreadable("Name a player, then the units on the list, or NONE.")
        seat, units, many = self.seat(words[0]), list[str](), 1
        for word in words[1:] if words[1:] != [NONE] else ():
            if _NUMBER.fullmatch(word):
                many = self.number(word)
                continue
            units += [self.name(word)] * min(many, LONGEST_LIST + 1)
            many = 1
        return SetDraft(seat, tuple(units[: LONGEST_LIST + 1]))


def _numbers(of: NumberOf) -> _OfUnit:
    def reading(reader: _Reader, unit: str, words: list[str]) -> Adjustment:
        reader.only(words, 1, "a number")
        return SetNumber(unit, of, reader.number(words[0]))

    return reading


def _flags(of: Literal["activated", "cover"]) -> _OfUnit:
    def reading(reader: _Reader, unit: str, words: list[str]) -> Adjustment:
        reader.only(words, 1, "YES or NO")
        return SetFlag(unit, of, reader.yes(words[0]))

    return reading


def _bare(made: Callable[[str], Adjustment]) -> _OfUnit:
    def reading(reader: _Reader, unit: str, words: list[str]) -> Adjustment:
        reader.only(words, 0, "nothing more")
        return made(unit)

    return reading


def _seats(made: Callable[[int], Adjustment]) -> _Reading:
    def reading(reader: _Reader, words: list[str]) -> Adjustment:
        reader.only(words, 1, "a player")
        return made(reader.seat(words[0]))

    return reading


def _counts(made: Callable[[int, int], Adjustment], *, of_team: bool = False) -> _Reading:
    def reading(reader: _Reader, words: list[str]) -> Adjustment:
        reader.only(words, 2, f"a {'team' if of_team else 'player'} and a number")
        who = reader.team(words[0]) if of_team else reader.seat(words[0])
        return made(who, reader.number(words[1]))

    return reading


def _count(made: Callable[[int], Adjustment]) -> _Reading:
    def reading(reader: _Reader, words: list[str]) -> Adjustment:
        reader.only(words, 1, "a number")
        return made(reader.number(words[0]))

    return reading


def _team(made: Callable[[int], Adjustment]) -> _Reading:
    def reading(reader: _Reader, words: list[str]) -> Adjustment:
        reader.only(words, 1, "a team")
        return made(reader.team(words[0]))

    return reading


def _shown(text: str) -> str:
    tidy = " ".join(text.split())
    return tidy if len(tidy) <= 24 else f"{tidy[:24]}…"


_OfUnit = Callable[[_Reader, str, list[str]], Adjustment]
_Reading = Callable[[_Reader, list[str]], Adjustment]
_COLOURS = {colour.upper(): seat for seat, colour in enumerate(COLOURS)}

_OF_UNIT: Mapping[str, _OfUnit] = {
    "TO": _Reader.put_on,
    "RESERVE": _bare(lambda unit: PutAway(unit, "reserve")),
    "OUT": _bare(lambda unit: PutAway(unit, "out")),
    "FACES": _Reader.face,
    "RE": _numbers("re"),
    "AP": _numbers("ap"),
    "ACTIVATED": _flags("activated"),
    "SHOT": _numbers("shot"),
    "USED": _numbers("used"),
    "TOUGH": _numbers("tough"),
    "REROLLS": lambda reader, unit, words: reader.uses("rerolls", unit, words),
    "LENT": lambda reader, unit, words: reader.uses("lent", unit, words),
    "COVER": _flags("cover"),
    "POISON": _Reader.poison,
    "HOLDS": _Reader.hold,
    "KILLS": _numbers("kills"),
    "BECOMES": _Reader.become,
    "SEEN": _bare(Show),
}

_VERBS: Mapping[str, _Reading] = {
    "CREATE": _Reader.create,
    "DELETE": _Reader.delete,
    "SCENERY": _Reader.scenery,
    "QUADRANT": _Reader.quadrant,
    "OPTION": _Reader.option,
    "ROUND": _count(SetRound),
    "PHASE": _Reader.phase,
    "ACTIVE": _seats(SetActive),
    "ORDER": _Reader.order,
    "QUOTA": _count(SetQuota),
    "STARTER": _team(SetStarter),
    "POOL": _counts(SetPool),
    "SIZE": _counts(SetSize),
    "CIVILIANS": _counts(SetCivilians),
    "COMMANDERS": _counts(SetCommanders, of_team=True),
    "DELIVERED": _Reader.delivered,
    "MAIN": _Reader.main,
    "HANDOVER": _Reader.hand_over,
    "REMOVE": _seats(Remove),
    "RETURN": _seats(Return),
    "TEAM": _Reader.change_team,
    "OBJECTIVE": _Reader.objective,
    "TARGET": _Reader.target,
    "BELLICOSE": _Reader.role,
    "DRAFT": _Reader.draft,
    "LOCK": _seats(lambda seat: LockDraft(seat, locked=True)),
    "UNLOCK": _seats(lambda seat: LockDraft(seat, locked=False)),
    "DROP": _Reader.drop,
}
