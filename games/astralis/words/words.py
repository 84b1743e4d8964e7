"""Sentences about views and events of Astralis."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.astralis.board import names
from games.astralis.events import Swapped
from games.astralis.moves import Turn
from games.astralis.rules.setup import starts
from games.astralis.sides import Side
from games.astralis.view import AstralisView
from games.astralis.words.choice_notes import described, gain, label
from games.astralis.words.event_sentences import result, tell
from games.core.contract import Words
from games.core.events import Event
from games.core.telling import Nouns, ScoredSide, Tally, counted, decimal
from games.core.types import SPECTATOR, Decision, Ending, Seat, Seated, Viewer


class AstralisWords(Words[AstralisView, Event]):
    def seat(self, view: AstralisView, seat: Seat) -> str:
        return view.side_of(seat).label

    def side(self, view: AstralisView, seat: Seat) -> int:
        return view.side_of(seat)

    def ask(self, view: AstralisView, decision: Decision) -> str:
        match decision.kind:
            case "place":
                free = names(starts(view.board, view.to_move))
                return f"Place your {view.mover} on your home edge, {free[0]} to {free[-1]}."
            case "turn" if view.swap_open:
                return (
                    "Move your ship, then plant a planet next to it if you like. "
                    "Or swap: take over Yellow and let your opponent go on with Cyan."
                )
            case "turn":
                return "Move your ship, then plant a planet next to it if you like."
            case "settle":
                return (
                    f"There has been no new {view.piece} for {view.quiet} turns. "
                    f"You can ask to settle the match as it stands{_totals(view)}."
                )
            case _:
                asker = view.side_of(decision.seat).other.label
                return f"{asker} asks to settle the match as it stands{_totals(view)}."

    def consider(self, view: AstralisView, decision: Decision, move: Any) -> tuple[str, ...]:
        """What a turn brings, as far as its player may know."""
        if type(move) is not Turn or view.covered:
            return ()
        hex_of, side = view.board.hex_of, view.to_move
        plant = hex_of[move.plant] if move.plant else None
        found = gain(view, view.position(side), hex_of[move.to], plant)
        brings = [f"{label(found.own)} for {side.label}"]
        brings += [f"{label(found.opposing)} for {side.other.label}"] * bool(found.opposing)
        brings += filter(None, (described(view, found),))
        return (f"{', '.join(brings)}.",)

    def foretell(
        self, view: AstralisView, decision: Decision, move: Any, events: Sequence[Event]
    ) -> str:
        """What a move does; in a covered match the flight alone: its player must see the rest."""
        return super().foretell(view, decision, move, events[:1] if view.covered else events)

    def tell(self, event: Event) -> str:
        return tell(event)

    def digest(
        self, view: AstralisView, events: Sequence[Event], viewer: Viewer
    ) -> tuple[str, ...]:
        """As usual; after a swap sides are named by their colours alone."""
        swapped = any(isinstance(event, Swapped) for event in events)
        return super().digest(view, events, SPECTATOR if swapped else viewer)

    def nouns(self, view: AstralisView, viewer: Viewer) -> Nouns:
        """The score is told to seats: elsewhere it stands beside the digest."""
        if not isinstance(viewer, Seated):
            return Nouns(lambda side: side.label)
        you, score = view.side_of(viewer.seat), view.score()
        yellow, cyan = ("you" if side is you else side.label for side in Side)
        told = f"{yellow} {score.yellow}, {cyan} {decimal(score.cyan_with_komi)}"
        told = "" if view.covered else told
        return Nouns(lambda side: side.label, you=(you,), ours=(you,), score=told)

    def standing(self, view: AstralisView) -> str:
        if view.phase == "placing":
            return f"{view.to_move.label} is to place its {view.mover}."
        if view.covered:
            yellow, cyan = (planets.bit_count() for planets in view.planets)
            planets = f"{counted(yellow, 'planet')} of Yellow, {cyan} of Cyan"
            return f"Turn {view.turn}, {view.to_move.label} to move: {planets}."
        score = view.score()
        stands = (
            f"Yellow {score.yellow}, Cyan {score.cyan}{_komi(view.komi)}; "
            f"{score.contested} contested, {score.unexplored} unexplored"
        )
        if view.phase == "over":
            return f"After {view.turns_played} turns: {stands}."
        return f"Turn {view.turn}, {view.to_move.label} to move: {stands}."

    def tally(self, view: AstralisView) -> Tally:
        turn = f"Turn {view.turn}" if view.turn else "Placing"
        measure = view.counts[1].capitalize()
        if view.komi:
            measure = f"{measure}, {decimal(view.komi)} komi for Cyan included"
        sides = tuple(ScoredSide(side.label, (view.seats[side],)) for side in Side)
        if view.phase == "placing" or view.covered:
            return Tally(turn, measure, sides, ())
        score = view.score()
        return Tally(turn, measure, sides, (Fraction(score.yellow), Fraction(score.cyan_with_komi)))

    def score(self, score: Fraction) -> str:
        """A score with decimals, as komi is given."""
        return decimal(score)

    def ending(self, view: AstralisView, ending: Ending) -> str:
        winners = [view.side_of(seat) for seat in ending.winners]
        if ending.kind == "resigned" and winners:
            return f"{winners[0].other.label} resigns: {winners[0].label} wins."
        if not ending.scores:
            return f"{winners[0].label} wins." if winners else "The match is a draw."
        totals = [ending.scores[seat] for seat in view.seats]
        winner = winners[0] if winners else None
        return result(winner, totals[0], totals[1], ending.kind, view.komi, view.counts[1])


def _totals(view: AstralisView) -> str:
    if view.covered:
        return ""
    score = view.score()
    return f", Yellow {score.yellow} and Cyan {decimal(score.cyan_with_komi)}"


def _komi(komi: float) -> str:
    if not komi:
        return ""
    return f" + {decimal(komi)}" if komi > 0 else f" − {decimal(-komi)}"
