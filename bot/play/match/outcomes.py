"""What came of a move, and how a match ended: in the game's words, or in ours where no rule
ended it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from bot.play.match.transitions import Transition
from games.core import endings
from games.core.contract import AnyGame
from games.core.decisions import Decision
from games.core.endings import Ending
from games.core.seats import Seat, Seated, Seats

_MOST_TOLD = 8
"""Most sentences of a receipt; the least important ones are only in the log."""
_ARTICLE = re.compile("^(an?|the) ")


def of_move(transition: Transition, decision: Decision, move: str) -> str:
    """What the seat that made ``move`` may know of all that came of it, and who is to act next.

    ``R3 shoots at B4: 1 wound (…). It waits for Blue's payment.``
    """
    game = transition.game
    view = game.view(transition.state, Seated(decision.seat))
    happened = _sentences(transition, decision.seat, view) or [f"{move}."]
    said = [*happened, _unseen(transition, decision)]
    if isinstance(transition.pending, Ending):
        result = told(game, view, transition.pending, transition.match.sides)
        said.append("" if result in " ".join(said) else result)
    else:
        said.append(_next(transition, decision.seat, view))
    return " ".join(filter(None, said))


def _sentences(transition: Transition, seat: Seat, view: Any) -> list[str]:
    """What the events say, in order: the move itself, which is the first that is news, what stands
    before it, and no trifles after it. Of many trifles like the first it is said what they come
    to."""
    words, viewer = transition.game.words, Seated(seat)
    events = (event for line in transition.lines for event in line.events)
    visible = [event for event in events if event.visible_to(viewer)]
    told = [(event, said) for event in visible if (said := words.tell(event))]
    quiet = len([*takewhile(lambda each: each[0].quiet, told)])
    found = [(event.weight, said) for event, said in told]
    alike = [event for event in visible if isinstance(event, type(visible[0]))]
    if len(alike) > 1 and not alike[0].weight:
        found[:0] = [(1, said) for said in words.digest(view, alike, viewer)]
    kept = [place for place, (weight, _) in enumerate(found) if weight or place <= quiet]
    most = sorted(kept, key=lambda place: (place > 0, -found[place][0]))[:_MOST_TOLD]
    return [found[place][1] for place in sorted(most)]


def _unseen(transition: Transition, decision: Decision) -> str:
    if not decision.secret:
        return ""
    if not decision.waits:
        return "Nobody else sees it."
    chosen = not any(each.secret and each.waits for each in transition.opened)
    return "" if chosen else "Nobody else sees it before everybody has chosen."


def _next(transition: Transition, seat: Seat, view: Any) -> str:
    """``It is Blue's turn.``, as everybody may know: nothing of secret choices."""
    waiting = [each for each in transition.opened if each.waits and not each.secret]
    if any(each.seat == seat for each in waiting):
        return "It is still your turn."
    game = transition.game
    names = list(dict.fromkeys(game.words.seat(view, each.seat) for each in waiting))
    kinds = {_ARTICLE.sub("", game.meta.kinds.get(each.kind, "")) for each in waiting}
    kind = kinds.pop() if len(kinds) == 1 else ""
    if len(names) != 1 or not kind:
        return f"It waits for {listed(names)}." if names else ""
    return f"It is {names[0]}'s turn." if kind == "turn" else f"It waits for {names[0]}'s {kind}."


def told(game: AnyGame, view: Any, ending: Ending, seats: Seats) -> str:
    """``The referee has ended the match: Red wins.`` Plain text; seats by their names."""
    if ending.kind not in (endings.RESIGNED, *endings.OUTSIDE):
        return game.words.ending(view, ending)

    def named(some: Sequence[Seat]) -> str:
        return listed([game.words.seat(view, seat) for seat in some])

    win = f"{named(ending.winners)} {'wins' if len(ending.winners) == 1 else 'win'}"
    match ending.kind:
        case endings.AGREED:
            return "A draw by agreement."
        case endings.ABANDONED:
            return "The match was abandoned without a result."
        case endings.RULED if ending.winners:
            return f"The referee has ended the match: {win}."
        case endings.RULED:
            return "The referee has ended the match as a draw."
    others = [seat for seat in seats.all() if seat not in ending.winners]
    if ending.kind == endings.RESIGNED:
        resigns = "resigns" if len(others) == 1 else "resign"
        return f"{named(others)} {resigns}{_ahead(game, view, ending)}: {win}."
    if ending.kind == endings.LEFT:
        return f"{named(others)} {'has' if len(others) == 1 else 'have'} left the match: {win}."
    return f"{named(others)} ran out of time: {win}."


def _ahead(game: AnyGame, view: Any, ending: Ending) -> str:
    """That a loser had the largest score, where it is so: ``, 50 to 41 ahead``."""
    tally = game.words.tally(view)
    if tally is None or not tally.scores:
        return ""
    won = [bool({*side.seats} & {*ending.winners}) for side in tally.sides]
    scored, say = tuple(zip(tally.scores, won, strict=True)), game.words.score
    best, theirs = (
        max((score for score, has in scored if has is which), default=Fraction())
        for which in (False, True)
    )
    return f" while ahead, {say(best)} to {say(theirs)}" if best > theirs else ""


def listed(names: Sequence[str]) -> str:
    """As people say them: "Red, Green and Blue"."""
    *most, last = names or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last
