"""Options for placing, turns and settling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.astralis.board import Bits, members, name, names
from games.astralis.gains import described, gain, label
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap, Turn
from games.astralis.refusals import refusal
from games.astralis.rules.expand import plantable, stones_left
from games.astralis.rules.explore import destinations
from games.astralis.rules.setup import starts
from games.astralis.rules.turn import Position, after_departure
from games.astralis.view import AstralisView
from games.core.decisions import Decision
from games.core.geometry.hexes import spelling
from games.core.options import Choice, Options, Question
from games.core.refusals import Forbidden, Unreadable

NO_PLANTING = "none"
SWAP = "swap"


def options_for(view: AstralisView, decision: Decision) -> Options[Move]:
    """The options of one decision of a match."""
    if decision.kind == "turn":
        return TurnOptions(view, decision)
    return SimpleOptions(view, decision)


def _gone() -> Unreadable:
    return Unreadable(
        "That choice is not available.", instead="Use the buttons under the newest board."
    )


@dataclass(frozen=True, slots=True)
class _Legality:
    """Base class of the options of Astralis."""

    view: AstralisView
    decision: Decision

    def refusal(self, move: Move) -> Forbidden | None:
        return refusal(self.view, self.decision, move)

    def contains(self, move: Move) -> bool:
        return self.refusal(move) is None


@dataclass(frozen=True, slots=True)
class SimpleOptions(_Legality):
    """Decisions of one question: placing the ship, asking to settle, answering."""

    def question(self, path: Sequence[str]) -> Question | Move:
        if not path:
            placing = self.decision.kind == "place"
            prompt = "Where does your ship start?" if placing else "Score the match as it stands?"
            return Question(prompt, tuple(choice for choice, _ in self._legal()))
        if len(path) == 1:
            for choice, move in self._legal():
                if choice.key == path[0]:
                    return move
        raise _gone()

    def __iter__(self) -> Iterator[Move]:
        return (move for _, move in self._legal())

    def _legal(self) -> Iterator[tuple[Choice, Move]]:
        return ((choice, move) for choice, move in self._answers() if self.contains(move))

    def _answers(self) -> Iterator[tuple[Choice, Move]]:
        if self.decision.kind == "place":
            for hex in names(starts(self.view.board, self.view.to_move)):
                yield Choice(hex, hex, hex, final=True), Place(hex)
            return
        score = self.view.score()
        stands = f"as it stands: Yellow {score.yellow}, Cyan {score.cyan_with_komi:g}"
        if self.decision.kind == "settle":
            yield Choice("settle", "Ask to settle", "settle", "", stands, True), AskScore()
        else:
            yield Choice("agree", "Agree", "agree", "", stands, True), AnswerScore(True)
            yield Choice("decline", "Decline", "decline", final=True), AnswerScore(False)


@dataclass(frozen=True, slots=True)
class TurnOptions(_Legality):
    """A turn: where to fly, then what to plant."""

    def question(self, path: Sequence[str]) -> Question | Move:
        if not path:
            return self._where()
        if tuple(path) == (SWAP,):
            return self._checked(Swap())
        if len(path) > 2 or any(spelling(key) != key for key in path if key != NO_PLANTING):
            raise _gone()
        at = self._position()
        to = path[0]
        if to == NO_PLANTING:
            raise _gone()
        flight = self._checked(Turn(name(at.ship), to))
        plants = self._plantable(at, self.view.board.hex_of[to])
        if len(path) == 1:
            return self._what(at, to, plants) if plants else flight
        if path[1] == NO_PLANTING:
            return flight
        return self._checked(Turn(name(at.ship), to, path[1]))

    def __iter__(self) -> Iterator[Move]:
        """By destination, each without planting first; the swap comes last."""
        if not self._asked():
            return
        at = self._position()
        start = name(at.ship)
        for to in self._destinations(at):
            yield Turn(start, name(to))
            for plant in names(self._plantable(at, to)):
                yield Turn(start, name(to), plant)
        if self.view.swap_open:
            yield Swap()

    def _asked(self) -> bool:
        view = self.view
        return view.phase == "playing" and view.seats[view.to_move] == self.decision.seat

    def _checked(self, move: Move) -> Move:
        if refused := self.refusal(move):
            raise refused
        return move

    def _position(self) -> Position:
        if not self._asked():
            raise Unreadable("It is not your turn.")
        return self.view.position(self.view.to_move)

    def _destinations(self, at: Position) -> list[int]:
        board = self.view.board
        return sorted(destinations(board, at.ship, at.own, at.opposing, at.other))

    def _plantable(self, at: Position, to: int) -> Bits:
        board, strict = self.view.board, self.view.agreement.strict_supply
        if strict and not stones_left(at.own):
            return 0
        _, free = after_departure(board, at, strict)
        return plantable(board, to, free, at.other)

    def _where(self) -> Question:
        at = self._position()
        choices = [self._destination(at, to) for to in self._destinations(at)]
        if self.view.swap_open:
            detail = "you take over Yellow, and your opponent plays this turn"
            choices.append(Choice(SWAP, "Swap colours", SWAP, detail=detail, final=True))
        return Question("Where does your ship fly?", tuple(choices))

    def _destination(self, at: Position, to: int) -> Choice:
        hex, flight = name(to), f"{name(at.ship)}-{name(to)}"
        plants = self._plantable(at, to)
        if not plants:
            brings = described(self.view, gain(self.view, at, to, None))
            return Choice(hex, hex, flight, hex, brings or "nothing to plant", final=True)
        best = max(gain(self.view, at, to, plant).lead for plant in members(plants))
        hexes = "1 hex" if plants.bit_count() == 1 else f"{plants.bit_count()} hexes"
        return Choice(hex, hex, f"{flight}+", f"{hex}+", f"{hexes} to plant, up to {label(best)}")

    def _what(self, at: Position, to: str, plants: Bits) -> Question:
        flight = f"{name(at.ship)}-{to}"
        landing = self.view.board.hex_of[to]
        brings = described(self.view, gain(self.view, at, landing, None))
        choices = [Choice(NO_PLANTING, "Plant nothing", flight, to, brings, final=True)]
        for plant in members(plants):
            result = gain(self.view, at, landing, plant)
            hex = name(plant)
            shown = f"{hex} ({label(result.own)})"
            if result.opposing:
                shown = f"{shown}, {self.view.to_move.other.label} {label(result.opposing)}"
            detail = described(self.view, result)
            choices.append(Choice(hex, shown, f"{flight}+{hex}", f"{to}+{hex}", detail, final=True))
        return Question(f"What do you plant from {to}?", tuple(choices))
