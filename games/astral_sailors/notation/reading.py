"""Parser of moves; legality is checked elsewhere.

Case, and how many blanks there are, do not matter. The words decide what kind
of move is meant, not the decision: an attack typed in another player's turn is
read, and then refused by a rule instead of as nonsense. The decision helps
where something is left out (``COUNTER`` without a unit) and gives the example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from games.astral_sailors import subjects
from games.astral_sailors.moves import (
    AgreeDraw,
    Aim,
    AutoPlace,
    Bellicose,
    Capture,
    Claim,
    Deploy,
    DeployRest,
    Dismiss,
    Done,
    EndUnit,
    Enlist,
    Hold,
    Jump,
    Leave,
    Lock,
    March,
    Melee,
    Move,
    OfferDraw,
    Pay,
    PlacePiece,
    React,
    Reinforce,
    Release,
    Reroll,
    Run,
    Shoot,
    TakeBack,
    TakeList,
    TakeOver,
    Target,
    TurnTo,
    Unlock,
    WithdrawDraw,
)
from games.astral_sailors.names import COLOURS, DIRECTIONS, listed, team_letter
from games.astral_sailors.notation import examples
from games.astral_sailors.notation.writing import text_of
from games.astral_sailors.rules.setup import armies
from games.astral_sailors.table import LETTERS
from games.astral_sailors.view import SailorsView
from games.core.decisions import Decision
from games.core.geometry.squares import Facing, Square, square
from games.core.refusals import Unreadable

__all__ = ["read", "text_of"]

LONGEST_NAME = 20
MOST_STEPS, MOST_AIMS, MOST_DICE = 40, 12, 12
_UNIT = re.compile(f"[{LETTERS}][1-9][0-9]{{0,2}}")
_NUMBER = re.compile(r"[0-9]{1,4}")
_ANSWERS = {"YES": True, "Y": True, "NO": False, "N": False}
_FACINGS = {facing.name: facing for facing in Facing} | {
    name.replace("-", "").upper(): Facing(place) for place, name in enumerate(DIRECTIONS)
}
_REACTIONS = ("COUNTER", "COVER", "NONE")


def read(view: SailorsView, decision: Decision, text: str) -> Move:
    """Parse a move, or raise ``Unreadable``."""
    words = text.upper().replace(",", " ").split()
    reader = _Reader(view, decision)
    if not words:
        raise reader.unreadable("The move is empty.")
    if _UNIT.fullmatch(words[0]) and len(words) > 1 and words[1] in _UNIT_VERBS:
        return _UNIT_VERBS[words[1]](reader, words[0], words[2:])
    if decision.kind == "scenery" and len(words) > 1 and words[0] in _piece_codes(view):
        return reader.piece(words)
    if words[0] in _VERBS:
        return _VERBS[words[0]](reader, words[1:])
    if 2 <= len(words) <= 3 and square(words[1]) is not None:
        return reader.piece(words)
    if len(words) == 1 and words[0] in _ANSWERS and decision.kind in ("bellicose", "takeover"):
        return reader.short_answer(_ANSWERS[words[0]])
    raise reader.unreadable(f"“{_shown(text)}” is not a move I understand.")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Parses the words after the verb; raises ``Unreadable`` with an example."""

    view: SailorsView
    decision: Decision

    def unreadable(self, sentence: str) -> Unreadable:
        example = examples.example(self.view, self.decision)
        return Unreadable(sentence, instead=f"For example: {example}.")

    def _only(self, words: list[str], count: int, wanted: str) -> None:
        if len(words) != count:
            fault = "Missing" if len(words) < count else "Too many words; expected"
            raise self.unreadable(f"{fault}: {wanted}.")

    def nothing_more(self, words: list[str]) -> None:
        if words:
            raise self.unreadable(f"“{_shown(' '.join(words))}” is not expected here.")

    def _unit(self, word: str) -> str:
        if not _UNIT.fullmatch(word):
            raise self.unreadable(f"“{_shown(word)}” is not a unit code.")
        return word

    def _square(self, word: str) -> Square:
        found = square(word)
        if found is None:
            raise self.unreadable(f"“{_shown(word)}” is not a square.")
        return found

    def _facing(self, word: str) -> Facing:
        found = _FACINGS.get(word.replace("-", ""))
        if found is None:
            ways = listed([facing.name for facing in Facing], "or")
            raise self.unreadable(f"“{_shown(word)}” is not a direction. Use {ways}.")
        return found

    def _number(self, word: str) -> int:
        if not _NUMBER.fullmatch(word):
            raise self.unreadable(f"“{_shown(word)}” is not a whole number from 0 to 9999.")
        return int(word)

    def _name(self, word: str, known: Mapping[str, object]) -> str:
        """``word`` as spelt among the ``known`` names, else unchanged."""
        if len(word) > LONGEST_NAME:
            raise self.unreadable(f"“{_shown(word)}” is too long for a code.")
        return next((name for name in known if name.upper() == word), word)

    def _yes(self, words: list[str]) -> bool:
        self._only(words, 1, "YES or NO")
        if words[0] not in _ANSWERS:
            raise self.unreadable(f"“{_shown(words[0])}” is not YES or NO.")
        return _ANSWERS[words[0]]

    # --- What a unit does ---

    def march(self, unit: str, words: list[str]) -> Move:
        if not words:
            raise self.unreadable("Missing: a square to move to.")
        to = self._square(words[0])
        if len(words) == 1:
            return March(unit, to)
        if words[1] != "VIA" or len(words) == 2:
            raise self.unreadable("After the square, write VIA and the steps, or nothing.")
        if len(words) - 2 > MOST_STEPS:
            raise self.unreadable(f"A path has at most {MOST_STEPS} steps.")
        return March(unit, to, tuple(map(self._facing, words[2:])))

    def turn(self, unit: str, words: list[str]) -> Move:
        self._only(words, 1, "a direction to face")
        return TurnTo(unit, self._facing(words[0]))

    def run(self, unit: str, words: list[str]) -> Move:
        on = ""
        if len(words) == 4 and words[2] == "ON":
            on = self._unit(words[3])
            words = words[:2]
        self._only(words, 2, "a direction and a number of steps")
        run = Run(unit, self._facing(words[0]), self._number(words[1]), on)
        return run if on else replace(run, target=subjects.charged(self.view, run))

    def jump(self, unit: str, words: list[str]) -> Move:
        self._only(words, 2, "a direction and a number of squares")
        return Jump(unit, self._facing(words[0]), self._number(words[1]))

    def shoot(self, unit: str, words: list[str]) -> Move:
        return Shoot(unit, self._aims(unit, words, "shoot"))

    def melee(self, unit: str, words: list[str]) -> Move:
        return Melee(unit, self._aims(unit, words, "melee"))

    def _aims(self, unit: str, words: list[str], how: str) -> tuple[Aim, ...]:
        if not words:
            raise self.unreadable("Missing: a target.")
        if len(words) > MOST_AIMS:
            raise self.unreadable(f"An attack has at most {MOST_AIMS} targets.")
        if len(words) == 1 and ":" not in words[0]:
            target = self._unit(words[0])
            known = self.view.table.units.get(unit)
            if known is None:
                return (Aim(target, 1),)
            kind = self.view.table.kind(known)
            return (Aim(target, kind.shots if how == "shoot" else kind.blows),)
        return tuple(map(self._aim, words))

    def _aim(self, word: str) -> Aim:
        target, colon, dice = word.partition(":")
        if not colon:
            raise self.unreadable("With several targets, give each its number of dice.")
        return Aim(self._unit(target), self._number(dice))

    def capture(self, unit: str, words: list[str]) -> Move:
        self._only(words, 1, "a Commander to capture")
        return Capture(unit, self._unit(words[0]))

    def release(self, unit: str, words: list[str]) -> Move:
        self.nothing_more(words)
        return Release(unit)

    def hold(self, unit: str, words: list[str]) -> Move:
        self.nothing_more(words)
        return Hold(unit)

    def react(self, unit: str, choice: str, words: list[str]) -> Move:
        self.nothing_more(words)
        match choice:
            case "COUNTER":
                return React(unit, "counter")
            case "COVER":
                return React(unit, "cover")
            case _:
                return React(unit, "none")

    def pay(self, unit: str, words: list[str]) -> Move:
        self._only(words, 1, "a number of wounds")
        return Pay(unit, self._number(words[0]))

    # --- Without a unit in front ---

    def bare_reaction(self, choice: str, words: list[str]) -> Move:
        return self.react(self._asked_unit("react"), choice, words)

    def bare_pay(self, words: list[str]) -> Move:
        return self.pay(self._asked_unit("pay"), words)

    def _asked_unit(self, kind: str) -> str:
        units = subjects.units_asked(self.view, self.decision)
        if self.decision.kind != kind or len(units) != 1:
            between = f": {listed(units, 'or')}" if len(units) > 1 else ""
            raise self.unreadable(f"Say which unit{between}.")
        return units[0]

    def reroll(self, words: list[str]) -> Move:
        if words == ["NONE"]:
            return Reroll()
        if words == ["ALL"]:
            return Reroll(subjects.failed_dice(self.view, self.decision))
        if not words:
            raise self.unreadable("Say which dice to re-roll: ALL, NONE or their numbers.")
        if len(words) > MOST_DICE:
            raise self.unreadable(f"No roll has more than {MOST_DICE} dice.")
        return Reroll(tuple(sorted({self._number(word) - 1 for word in words})))

    def done(self, words: list[str]) -> Move:
        if not words:
            return Done()
        if words[0] != "HOLD" or len(words) == 1:
            raise self.unreadable("After DONE, write HOLD and unit codes, or nothing.")
        return Done(tuple(map(self._unit, words[1:])))

    def end(self, words: list[str]) -> Move:
        self._only(words, 1, "UNIT or TURN")
        if words[0] == "TURN":
            return Done()
        if words[0] != "UNIT":
            self._unit(words[0])
        return EndUnit()

    def end_unit(self, words: list[str]) -> Move:
        self.nothing_more(words)
        return EndUnit()

    def enlist(self, words: list[str]) -> Move:
        count, kind = self._count(words)
        return Enlist(kind, count)

    def dismiss(self, words: list[str]) -> Move:
        count, kind = self._count(words)
        return Dismiss(kind, count)

    def _count(self, words: list[str]) -> tuple[int, str]:
        if len(words) == 1:
            words = ["1", *words]
        self._only(words, 2, "a number and a unit code such as EX1")
        kinds = self.view.table.catalogue.units
        return self._number(words[0]), self._name(words[1], kinds)

    def take_list(self, words: list[str]) -> Move:
        self._only(words, 1, "the name of a ready-made list")
        table = self.view.table.agreed_with(self.decision.seat)
        return TakeList(self._name(words[0], armies.ready(table)))

    def clear(self, words: list[str]) -> Move:
        self.nothing_more(words)
        return TakeList("")

    def lock(self, words: list[str]) -> Move:
        if not words:
            return Lock()
        self._only(words, 1, "the code of the main Commander")
        return Lock(self._name(words[0], self.view.table.catalogue.units))

    def bellicose(self, words: list[str]) -> Move:
        return Bellicose(self._yes(words))

    def target(self, words: list[str]) -> Move:
        words = words[1:] if words[:1] == ["TEAM"] else words
        self._only(words, 1, "a team")
        return Target(self._team(words[0]))

    def _team(self, word: str) -> int:
        table = self.view.table
        if _NUMBER.fullmatch(word):
            return int(word) - 1
        for number, team in enumerate(table.teams):
            names = (team_letter(number), *(COLOURS[seat].upper() for seat in team.seats))
            if word in names:
                return number
        raise self.unreadable(f"There is no team “{_shown(word)}”.")

    def piece(self, words: list[str]) -> Move:
        kind = self._name(words[0], self.view.table.catalogue.pieces)
        if len(words) > 3 or (len(words) == 3 and words[2] != "TURNED"):
            raise self.unreadable("After the square, write TURNED or nothing.")
        return PlacePiece(kind, self._square(words[1]), len(words) == 3)

    def place(self, words: list[str]) -> Move:
        if words != ["AUTO"]:
            raise self.unreadable("After PLACE, write AUTO: the bot places a piece.")
        return AutoPlace()

    def deploy(self, words: list[str]) -> Move:
        if words == ["REST"]:
            return DeployRest()
        self._only(words, 3, "a unit, a square and a direction to face")
        return Deploy(self._unit(words[0]), self._square(words[1]), self._facing(words[2]))

    def bring(self, words: list[str]) -> Move:
        self._only(words, 3, "a unit, a square and a direction to face")
        return Reinforce(self._unit(words[0]), self._square(words[1]), self._facing(words[2]))

    def undo(self, words: list[str]) -> Move:
        self._only(words, 1, "a unit to return to the Reserve")
        return TakeBack(self._unit(words[0]))

    def leave(self, words: list[str]) -> Move:
        if words not in ([], ["HANDOVER"]):
            raise self.unreadable("After LEAVE, write HANDOVER or nothing.")
        return Leave(bool(words))

    def take_over(self, words: list[str]) -> Move:
        if not words:
            raise self.unreadable("Say whose army, and YES or NO.")
        return TakeOver(self._seat(words[0]), self._yes(words[1:]))

    def _seat(self, word: str) -> int:
        if _NUMBER.fullmatch(word):
            return int(word) - 1
        for seat in range(len(self.view.table.players)):
            if word == COLOURS[seat].upper():
                return seat
        raise self.unreadable(f"There is no player “{_shown(word)}”.")

    def short_answer(self, yes: bool) -> Move:
        if self.decision.kind == "bellicose":
            return Bellicose(yes)
        leavers = subjects.leavers(self.view, self.decision)
        if len(leavers) != 1:
            raise self.unreadable("Say whose army, and YES or NO.")
        return TakeOver(leavers[0], yes)


def _plain(move: Move) -> Callable[[_Reader, list[str]], Move]:
    """A verb that takes no arguments."""

    def reading(reader: _Reader, words: list[str]) -> Move:
        reader.nothing_more(words)
        return move

    return reading


def _draw(reader: _Reader, words: list[str]) -> Move:
    if words not in ([], ["DRAW"], ["OFFER"]):
        raise reader.unreadable(f"“{_shown(' '.join(words))}” is not expected here.")
    return OfferDraw()


def _agreement(move: Move) -> Callable[[_Reader, list[str]], Move]:
    def reading(reader: _Reader, words: list[str]) -> Move:
        if words not in ([], ["DRAW"]):
            raise reader.unreadable(f"“{_shown(' '.join(words))}” is not expected here.")
        return move

    return reading


def _reaction(choice: str) -> Callable[[_Reader, str, list[str]], Move]:
    return lambda reader, unit, words: reader.react(unit, choice, words)


def _bare_reaction(choice: str) -> Callable[[_Reader, list[str]], Move]:
    return lambda reader, words: reader.bare_reaction(choice, words)


_UNIT_VERBS: Mapping[str, Callable[[_Reader, str, list[str]], Move]] = {
    "MOVE": _Reader.march,
    "TURN": _Reader.turn,
    "RUN": _Reader.run,
    "CHARGE": _Reader.run,
    "JUMP": _Reader.jump,
    "SHOOT": _Reader.shoot,
    "MELEE": _Reader.melee,
    "CAPTURE": _Reader.capture,
    "RELEASE": _Reader.release,
    "HOLD": _Reader.hold,
    "PAY": _Reader.pay,
    **{choice: _reaction(choice) for choice in _REACTIONS},
}

_VERBS: Mapping[str, Callable[[_Reader, list[str]], Move]] = {
    "PLACE": _Reader.place,
    "ADD": _Reader.enlist,
    "DROP": _Reader.dismiss,
    "LIST": _Reader.take_list,
    "CLEAR": _Reader.clear,
    "LOCK": _Reader.lock,
    "UNLOCK": _plain(Unlock()),
    "BELLICOSE": _Reader.bellicose,
    "TARGET": _Reader.target,
    "DEPLOY": _Reader.deploy,
    "UNDO": _Reader.undo,
    "BRING": _Reader.bring,
    "DONE": _Reader.done,
    "ENDTURN": _plain(Done()),
    "END": _Reader.end,
    "ENDUNIT": _Reader.end_unit,
    "REROLL": _Reader.reroll,
    "PAY": _Reader.bare_pay,
    **{choice: _bare_reaction(choice) for choice in _REACTIONS},
    "DRAW": _draw,
    "OFFER": _draw,
    "AGREE": _agreement(AgreeDraw()),
    "WITHDRAW": _agreement(WithdrawDraw()),
    "LEAVE": _Reader.leave,
    "CLAIM": _plain(Claim()),
    "TAKE": _Reader.take_over,
}


def _piece_codes(view: SailorsView) -> frozenset[str]:
    return frozenset(code.upper() for code in view.table.catalogue.pieces)


def _shown(text: str) -> str:
    tidy = " ".join(text.split())
    return tidy if len(tidy) <= 24 else f"{tidy[:24]}…"
