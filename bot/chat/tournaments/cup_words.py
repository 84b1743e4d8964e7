"""Tournaments in words and pictures: pairings, standings, brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from bot.chat.platform.interactions import Context, link
from bot.chat.platform.message import Attached, attach
from bot.chat.platform.safe_text import isolate_name
from bot.play.storage.queries import TournamentRecords
from bot.play.storage.records import Match, MatchId
from bot.play.storage.tournaments import (
    Bracket,
    Entrant,
    Pairing,
    PairingResult,
    Stage,
    Tournament,
    TournamentFormat,
)
from bot.play.tournaments import rounds, standings
from bot.play.tournaments.standings import LIVES, Standing, TieBreak
from renderers.results import bracket as drawn
from renderers.results.standings import Standing as Row
from renderers.results.standings import Standings

FORMATS: Mapping[TournamentFormat, str] = {
    TournamentFormat.ROUND_ROBIN: "Round robin",
    TournamentFormat.SWISS: "Swiss",
    TournamentFormat.KNOCK_OUT: "Knock-out",
    TournamentFormat.DOUBLE_ELIMINATION: "Double elimination",
}
_TIE_BREAKS: Mapping[TieBreak, str] = {
    "direct": "by the result between them",
    "buchholz": "by Buchholz, the points of the opponents met",
    "margin": "by the scores of the matches",
    "seed": "by lot",
}
_ENDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
"""The names of the last rounds of a knock-out, by their ties."""


def title_of_game(context: Context, tournament: Tournament) -> str:
    game = context.app.games.get(tournament.game)
    return tournament.game if game is None else game.meta.title


def describe_round(tournament: Tournament) -> str:
    """``Round 2 of 5``"""
    total = f" of {tournament.rounds}" if tournament.rounds else ""
    return f"Round {tournament.round}{total}"


def describe_points(half_points: int) -> str:
    """``2½``"""
    whole, half = divmod(half_points, 2)
    return f"{whole or (0 if not half else '')}{'½' if half else ''}"


def name_of(known: TournamentRecords, number: int | None) -> str:
    """The name of a side, as plain text."""
    return next((each.name for each in known.entrants if each.number == number), "?")


def rank(known: TournamentRecords) -> tuple[Standing, ...]:
    return standings.rank(known.tournament.format, known.entrants, known.pairings)


# --- Pairings ---


def pairing_lines(
    known: TournamentRecords, number: int, matches: Mapping[MatchId, Match]
) -> list[str]:
    """A line for each pairing of a round; ``matches`` are those that can be linked to."""
    return [_pairing_line(known, each, matches) for each in known.pairings if each.round == number]


def _pairing_line(
    known: TournamentRecords, pairing: Pairing, matches: Mapping[MatchId, Match]
) -> str:
    one = isolate_name(name_of(known, pairing.one))
    place = f"{pairing.table}\\."
    if pairing.other is None:
        return f"{place} {one}: no opponent, one point"
    other = isolate_name(name_of(known, pairing.other))
    match = matches.get(pairing.played_in) if pairing.played_in else None
    where = ""
    if match is not None and match.gone_at is None:
        where = f" · [match]({link(match)})"
    lower = " (one loss)" if pairing.bracket is Bracket.LOSERS else ""
    return f"{place} {one} – {other}{lower}: {_describe_result(known, pairing)}{where}"


def _describe_result(known: TournamentRecords, pairing: Pairing) -> str:
    if pairing.result is None:
        return "under way" if pairing.played_in else "begins soon"
    by = " by forfeit" if pairing.forfeit else ""
    by = f"{by}, by the referee" if pairing.ruled else by
    if pairing.result is PairingResult.NEITHER:
        return f"nobody wins{by}"
    if pairing.result is PairingResult.DRAW:
        if known.tournament.format in LIVES and pairing.result is PairingResult.DRAW:
            winner = standings.find_winner(pairing, seeds_of(known))
            return f"a draw{by}; **{isolate_name(name_of(known, winner))}** goes on"
        return f"a draw{by}"
    winner = pairing.one if pairing.result is PairingResult.ONE else pairing.other
    return f"**{isolate_name(name_of(known, winner))}** wins{by}"


def seeds_of(known: TournamentRecords) -> dict[int, int]:
    return {each.number: each.seed for each in known.entrants}


# --- Standings ---


def standing_lines(known: TournamentRecords, start: int, most: int) -> list[str]:
    """Some lines of the standings, from ``start``, with all that tells sides apart."""
    table = rank(known)
    scored = any(each.margin for each in table)
    return [
        f"**{place}\\.** {_side_words(each.entrant)}: {_describe_standing(known, each, scored)}"
        for place, each in enumerate(table[start : start + most], start + 1)
    ]


def _side_words(entrant: Entrant) -> str:
    name = isolate_name(entrant.name)
    return f"{name} ({entrant.level})" if entrant.level else name


def _describe_standing(known: TournamentRecords, each: Standing, scored: bool) -> str:
    said = [
        f"{describe_points(each.points)} point{'' if each.points in (1, 2) else 's'}",
        f"{each.won} won, {each.drawn} drawn, {each.lost} lost",
    ]
    if each.direct:
        said.append(f"direct {describe_points(each.direct)}")
    said.append(f"Buchholz {describe_points(each.buchholz)}")
    if scored:
        said.append(f"score {describe_margin(each.margin)}")
    if each.entrant.left_in is not None:
        said.append("withdrawn")
    elif known.tournament.format in LIVES and each.reached <= known.tournament.round:
        said.append(f"out in round {each.reached}")
    return " · ".join(said)


def describe_margin(margin: Fraction) -> str:
    """``+3½``, ``−2``, ``+1/3``"""
    sign = "+" if margin > 0 else "−" if margin < 0 else "±"
    size = abs(margin)
    if size.denominator == 2:
        return f"{sign}{describe_points(size.numerator)}"
    return f"{sign}{size}"


# --- Pictures ---


async def render(context: Context, known: TournamentRecords) -> tuple[Attached, ...]:
    """The standings, or the bracket; nothing before there are any."""
    tournament = known.tournament
    if not known.pairings:
        return ()
    if tournament.format in LIVES:
        bracket = build_bracket(context, known)
        if bracket is not None:
            picture = await context.pictures.render_bracket(bracket)
            return attach(picture, f"bracket-{tournament.version}.png")
    table = build_table(context, known)
    return attach(
        await context.pictures.render_standings(table), f"standings-{tournament.version}.png"
    )


def _about(context: Context, known: TournamentRecords) -> str:
    tournament = known.tournament
    when = (
        "final standings" if tournament.stage is Stage.OVER else describe_round(tournament).lower()
    )
    return f"{title_of_game(context, tournament)}, {FORMATS[tournament.format]}, {when}"


def build_table(context: Context, known: TournamentRecords) -> Standings:
    table = rank(known)
    scored = any(each.margin for each in table)
    # Beside more columns a phone shows no names.
    columns = ("points", "Buchholz", *(("score",) if scored else ()))
    rows = [
        Row(
            each.entrant.name,
            (
                describe_points(each.points),
                describe_points(each.buchholz),
                *((describe_margin(each.margin),) if scored else ()),
            ),
        )
        for each in table
    ]
    return Standings(known.tournament.title, _about(context, known), columns, rows)


def build_bracket(context: Context, known: TournamentRecords) -> drawn.Bracket | None:
    """The rounds around the present one; ``None`` while there are too many ties for a picture."""
    tournament = known.tournament
    last = max(tournament.rounds, tournament.round)
    first = max(1, min(tournament.round, last - drawn.COLUMNS + 1))
    columns: list[drawn.Round] = []
    for number in range(first, min(last, first + drawn.COLUMNS - 1) + 1):
        ties = _ties(known, number, columns)
        if len(ties) > drawn.MOST:
            return None
        mine = [each for each in known.pairings if each.round == number]
        beaten = [_tie(known, each) for each in mine if each.bracket is Bracket.LOSERS]
        columns.append(
            drawn.Round(_name_round(known, number, len(ties)), ties, beaten[: drawn.MOST])
        )
    return drawn.Bracket(tournament.title, _about(context, known), columns)


def _name_round(known: TournamentRecords, number: int, ties: int) -> str:
    single = known.tournament.format is TournamentFormat.KNOCK_OUT
    return _ENDS.get(ties, f"Round {number}") if single else f"Round {number}"


def _ties(known: TournamentRecords, number: int, before: Sequence[drawn.Round]) -> list[drawn.Tie]:
    """The ties of the tree in a round, also where nobody is left at a table; of a round to come
    those who are known to be in it."""
    mine = [
        each
        for each in known.pairings
        if each.round == number and each.bracket is not Bracket.LOSERS
    ]
    if mine:
        by_table = {each.table: _tie(known, each) for each in mine}
        single = known.tournament.format is TournamentFormat.KNOCK_OUT
        count = 2 ** (known.tournament.rounds - number) if single else max(by_table)
        empty = drawn.Tie(("", ""))
        return [by_table.get(table, empty) for table in range(1, max(count, *by_table) + 1)]
    if known.tournament.format is not TournamentFormat.KNOCK_OUT or not before:
        return []
    through = [_winner(tie) for tie in before[-1].ties]
    return [drawn.Tie((one, other)) for one, other in zip(through[::2], through[1::2], strict=True)]


def _winner(tie: drawn.Tie) -> str:
    return "" if tie.won is None else tie.sides[tie.won]


def _tie(known: TournamentRecords, pairing: Pairing) -> drawn.Tie:
    one = name_of(known, pairing.one)
    if pairing.other is None:
        return drawn.Tie((one, ""), 0, rest=True)
    other = name_of(known, pairing.other)
    winner = standings.find_winner(pairing, seeds_of(known))
    won = None if winner is None else int(winner == pairing.other)
    return drawn.Tie((one, other), won, drawn=pairing.result is PairingResult.DRAW)


def tie_lines(table: Sequence[Standing]) -> Iterator[str]:
    """What tells neighbours apart who have come as far with as many points."""
    for better, worse in pairwise(table):
        by = standings.told_apart_by(better, worse)
        if by is not None:
            names = (isolate_name(each.entrant.name) for each in (better, worse))
            yield f"-# {' comes before '.join(names)} {_TIE_BREAKS[by]}."


def still_missing(known: TournamentRecords) -> Iterable[Entrant]:
    """Teams that are not complete yet."""
    size = known.tournament.side_size
    numbers = [member.entrant for member in known.members]
    return (e for e in known.entrants if not e.level and numbers.count(e.number) < size)


def usual_rounds(known: TournamentRecords, sides: int) -> int:
    return rounds.count_rounds(known.tournament, max(2, sides))
