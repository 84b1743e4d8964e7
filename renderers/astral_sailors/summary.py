"""A match of Astral Sailors in short phrases, for the picture, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.astral_sailors.names import (
    COLOURS,
    OBJECTIVES,
    counted,
    facing_name,
    hidden_per_cent,
)
from games.astral_sailors.names import team_name as short_team
from games.astral_sailors.table import Hit, LastAction, Unit
from games.astral_sailors.tasks import NOBODY, Attack
from games.astral_sailors.view import PlannedMove, SailorsView
from games.core.geometry.squares import Base, Square
from games.core.types import Ending

FULL_SCORE = 128
"""The sight score of a fully hidden target."""

_PHASES = {
    "bellicose": "teams choose their role",
    "muster": "armies are being built",
    "scenery": "scenery is placed",
    "deployment": "armies deploy",
    "activation": "activation",
    "reinforcement": "reinforcements",
    "over": "over",
}

_DOES = {
    "move": "moves", "march": "moves", "run": "runs", "jump": "jumps", "turn": "turns",
    "shoot": "shoots at", "melee": "strikes", "charge": "charges", "capture": "captures",
    "release": "releases its captive at", "deploy": "is deployed on",
    "reinforce": "comes from the Reserve to", "hold": "holds",
}  # fmt: skip

_ENDS = {
    "ASCW-D58": "no team has a living Commander left",
    "ASCW-D59": "nobody else is left to play",
    "ASCW-D67": "the last round is over",
    "ASCW-D74": "no team can achieve its objective",
    "ASCW-D75": "the players agreed to a draw",
}
"""Endings without an objective, by rule."""

_OUTSIDE = {
    "resigned": "the others resigned",
    Ending.AGREED: "the players agreed to a draw",
    Ending.ABANDONED: "the match was abandoned",
    Ending.RULED: "the referee's ruling",
    Ending.TIME: "the others ran out of time",
}
"""Endings without a rule, by kind."""


def does(how: str) -> str:
    """``shoots at``: what a unit does, or is about to do."""
    return _DOES.get(how, how)


def phase(view: SailorsView) -> str:
    """``Round 3 of 20, activation, first half``; before the first round only the phase."""
    table = view.table
    words = _PHASES[table.phase]
    if not table.round:
        return words[0].upper() + words[1:]
    limit = table.agreement.round_limit
    number = f"Round {table.round} of {limit}" if limit else f"Round {table.round}"
    if table.phase == "activation":
        words += f", {'first' if table.turn.half == 1 else 'second'} half"
    return f"{number}, {words}"


def acting(view: SailorsView) -> int:
    """The seat whose turn it is, ``NOBODY`` for none."""
    table = view.table
    waits = table.phase in ("scenery", "deployment", "activation", "reinforcement")
    return table.turn.seat if waits and table.result is None else NOBODY


def reserve(view: SailorsView, seat: int) -> int | None:
    """How many units a seat has in its Reserve; ``None`` where the viewer does not know all."""
    table = view.table
    if not table.agreement.open_armies and not over(view):
        own = view.seat is not None and table.team(view.seat) == table.team(seat)
        if not own:
            return None
    return sum(unit.place == "reserve" for unit in table.of(seat))


def under_way(view: SailorsView) -> Attack | None:
    """The attack that waits for an answer."""
    agenda = view.table.agenda
    return agenda[-1] if agenda and isinstance(agenda[-1], Attack) else None


def team_name(view: SailorsView, number: int) -> str:
    """``Red``, or ``Team B (Blue, Green)``."""
    seats = view.table.teams[number].seats
    names = ", ".join(COLOURS[seat] for seat in seats)
    return names if len(seats) == 1 else f"{short_team(number)} ({names})"


def letters(view: SailorsView, team: int) -> str:
    """The letters of a team's seats: ``BG``."""
    return "".join(COLOURS[seat][0] for seat in view.table.teams[team].seats)


def objective(view: SailorsView, number: int) -> str:
    """What may be said about a team's objective here.

    A secret one is named only to the team itself, in a view of one of its seats, to a referee
    who looks at everything, and to everybody when the match is over.
    """
    table, known = view.table, view.secrets[number]
    team = table.teams[number]
    own = view.all_seen or (view.seat is not None and table.team(view.seat) == number)
    if team.bellicose:
        return OBJECTIVES[0]
    if team.objective:
        return OBJECTIVES[team.objective]
    if known is not None and own:
        if known.bellicose and not known.objective:
            return OBJECTIVES[0]
        if known.objective:
            hunted = known.target
            prey = f" of {letters(view, hunted)}" if hunted != NOBODY else ""
            kept = " (secret)" if own and not over(view) else ""
            return f"{OBJECTIVES[known.objective]}{prey}{kept}"
    return "secret"


def over(view: SailorsView) -> bool:
    return view.table.result is not None


def outcome(view: SailorsView) -> str:
    """How the match ended: ``Red wins: Glory``, ``No winner: the last round is over``."""
    result = view.table.result
    if result is None:
        return ""
    why = _OUTSIDE.get(result.kind) or _ENDS.get(result.rule, "")
    if not result.victors:
        return f"No winner: {why}" if why else "No winner"
    if not why:
        team = result.team if result.team != NOBODY else view.table.team(result.victors[0])
        aim = objective(view, team)
        why = "" if aim == "secret" else aim
    names = listed([COLOURS[seat] for seat in result.victors])
    verb = "wins" if len(result.victors) == 1 else "win"
    return f"{names} {verb}: {why}" if why else f"{names} {verb}"


def listed(found: Sequence[str], most: int = 8) -> str:
    """Names with commas; what exceeds ``most`` is counted."""
    rest = len(found) - most
    return ", ".join(found) if rest < 2 else f"{', '.join(found[:most])} and {rest} more"


def cover(score: int) -> str:
    """A sight score in words: ``25% hidden``."""
    share = hidden_per_cent(score)
    if score * 4 < FULL_SCORE:
        return "clear" if share == 0 else f"clear, {share}% hidden"
    return f"half cover, {share}%" if score * 4 <= 3 * FULL_SCORE else f"blocked, {share}%"


def left(view: SailorsView, unit: Unit) -> int:
    """RE left."""
    return max(0, view.table.kind(unit).resistance - unit.lost)


def deed(view: SailorsView, last: LastAction) -> str:
    """The last action in a phrase: ``R3 runs C4-C9``, ``R3 shoots at B2, B4``."""
    targets = listed(_targets(last), 4)
    if last.how == "poison":
        return (
            f"poison of {last.unit} on {targets or listed([who(view, one) for one in last.aims])}"
        )
    verb = does(last.how)
    moved = bool(last.path) and last.path[0] != last.path[-1]
    actor = view.table.units.get(last.unit)
    if moved:
        way = f"{last.unit} {verb} {last.path[0].anchor}-{last.path[-1].anchor}"
        return f"{way} and strikes {targets}" if targets else way
    about = targets
    if not about and last.how == "capture" and actor is not None and actor.holds:
        about = actor.holds
    elif not about and last.aims:
        about = listed([who(view, base) for base in last.aims], 4)
    elif not about and last.path and last.how != "turn":
        about = str(last.path[-1].anchor)
    elif last.how == "turn" and actor is not None:
        about = f"to {facing_name(actor.facing)}"
    return " ".join(word for word in (last.unit, verb, about) if word)


def _targets(last: LastAction) -> tuple[str, ...]:
    """Whom it struck, in order; not those that the ground struck, and no Counter-attacks."""
    return tuple(dict.fromkeys(hit.target for hit in last.hits if hit.attacker and not hit.counter))


def result_of(hit: Hit) -> str:
    """``1 wound``, ``2 wounds, out``, ``no wound``."""
    found = counted(hit.wounds, "wound") if hit.wounds else "no wound"
    return f"{found}, {hit.target} is out" if hit.gone else found


def hits(last: LastAction) -> Iterator[str]:
    """Every exchange in a phrase, dice included."""
    for hit in last.hits:
        attack, defence = totals(hit)
        dice = f"{_dice(hit.attack)}{attack} against {_dice(hit.defence)}{defence}"
        seen = f" ({cover(hit.score)})" if hit.score else ""
        who = f"{hit.attacker or 'the ground'} at {hit.target}"
        kind = "counter-attack, " if hit.counter else ""
        yield f"{kind}{who}{seen}: {dice}, {result_of(hit)}"


def totals(hit: Hit) -> tuple[str, str]:
    """What the dice of both sides count, `` = 4, 3``; empty where that is what they show."""
    found = []
    for dice, counts in zip(
        (hit.attack, hit.defence), list(zip(*hit.totals, strict=True)), strict=False
    ):
        same = list(counts) == highest_first(dice)
        found.append("" if same else f" = {', '.join(map(str, counts))}")
    return (found[0], found[1]) if found else ("", "")


def question(view: SailorsView) -> str:
    """What an attack under way waits for; empty for none."""
    attack = under_way(view)
    if attack is None or attack.part >= len(attack.parts):
        return ""
    part = attack.parts[attack.part]
    if attack.how == "poison":
        return f"the poison of {attack.attacker} on {part.target} awaits an answer"
    if attack.how == "terrain":
        return f"the ground under {part.target} awaits an answer"
    by = f" by {attack.attacker}" if attack.attacker else ""
    seen = f" ({cover(part.score)})" if attack.how == "shoot" else ""
    return f"the attack{by} on {part.target}{seen} awaits an answer"


def notice(view: SailorsView) -> str:
    """What is agreed for the phase before the battle; empty later."""
    table, agreed = view.table, view.table.agreement
    if table.phase in ("bellicose", "muster"):
        commanders = counted(agreed.commanders, "Commander")
        known = "" if agreed.open_armies else ", hidden until seen"
        return f"Armies of {agreed.army_size} points, {commanders} each{known}"
    if table.phase == "scenery":
        wanted = PIECES * len(table.players)
        of = f" of {wanted}" if agreed.scenery == "alternate" else ""
        return f"Scenery placed so far: {counted(len(table.pieces), 'piece')}{of}"
    if table.phase == "deployment":
        return f"Each player deploys the Commander and other units worth at most {DEPLOYED} points"
    return ""


PIECES = 5
"""Pieces of scenery that each player places."""

DEPLOYED = 45
"""Points of units besides the Commander in a first deployment."""


def prospect(plan: PlannedMove, at: int) -> str:
    """A preview's note on target number ``at``: `` (42% to wound · half cover, 50%)``."""
    scores = map(cover, plan.scores[at : at + 1])
    said = " · ".join((*plan.chances[at : at + 1], *scores))
    return f" ({said})" if said else ""


def brief(score: int) -> str:
    """A sight score for a small label: ``clear``, ``½ cover`` or ``blocked``."""
    return cover(score).partition(",")[0].replace("half", "½")


def unit_at(view: SailorsView, base: Base) -> Unit | None:
    """Who stands on exactly this base."""
    table = view.table
    return next((unit for unit in table.on_board() if table.base(unit) == base), None)


def who(view: SailorsView, base: Base) -> str:
    """The code of the unit on a base, else its square."""
    unit = unit_at(view, base)
    return unit.code if unit is not None else str(Square(base.c, base.r))


def _dice(dice: Sequence[int]) -> str:
    return "-".join(map(str, highest_first(dice))) or "no dice"


def highest_first(dice: Sequence[int]) -> list[int]:
    """Dice from the highest down, as they are compared and told."""
    return sorted(dice, reverse=True)
