"""What a referee may set in Astralis (canon 4.6). Nothing is hidden here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from games.astralis.agreement import Agreement
from games.astralis.board import Bits, board_of, members, name, names
from games.astralis.events import LeftDue, SettleLapsed
from games.astralis.moves.refusals import off_board
from games.astralis.moves.transitions import AstralisStep, ended
from games.astralis.position_line import PositionLine, line_of, line_read, written
from games.astralis.rules.bonus import bonuses
from games.astralis.rules.expand import STONES
from games.astralis.rules.setup import starts
from games.astralis.rules.terms import surrounded, tiles
from games.astralis.sides import Side, pair
from games.astralis.state import State
from games.astralis.variants import VARIANTS, variant_of
from games.astralis.variants.edit_arguments import HEX, OWNER, SIDE
from games.astralis.view import AstralisView
from games.core.contract import recast
from games.core.events import Edited, Event, Step
from games.core.notation import Value
from games.core.referee.edits import Act, Argument, Edit, Editing, Former, number
from games.core.referee.settable import Agreed
from games.core.telling import decimal
from games.core.types import Forbidden

SIZES = range(7, 9)
"""Board sizes on offer (AST-02)."""

HIGHEST_KOMI = 99.5

# --- Arguments ---

DUE = replace(
    HEX,
    prompt="Which planet do you award?",
    offered=lambda view: names(due(view, Side.YELLOW) | due(view, Side.CYAN)),
    group=None,
)


def _read_komi(_: AstralisView, text: str) -> float:
    if not re.fullmatch(r"[+-]?[0-9]{1,3}(?:[.,][0-9])?", text):
        raise ValueError
    return float(text.replace(",", ".")) + 0.0  # no minus before nothing


def _komi(_: AstralisView, komi: float) -> str:
    return decimal(komi)


KOMI = Argument(
    Value("a number such as 3.5", _read_komi, lambda komi: f"{komi:g}"),
    "How much komi for Cyan?",
    lambda *_: [halves / 2 for halves in range(-20, 41)],
    label=_komi,
    called=_komi,
    example="3.5",
)


def _read_line(_: AstralisView, text: str) -> PositionLine:
    found = line_read("".join(text.split()))
    if found is None:
        raise ValueError
    return found


def _first_positions(view: AstralisView) -> Iterator[PositionLine]:
    """The positions before the ships are placed, and with both on their first hexes."""
    yield PositionLine(view.size, (), (), (None, None), Side.YELLOW)
    if not view.has_ships:
        return
    ships = [names(starts(view.board, side))[0] for side in Side]
    yield PositionLine(view.size, (), (), (ships[0], ships[1]), Side.YELLOW)


LINE = Argument(
    Value("a position", _read_line, written, r"N[0-9]\s*Y:.+"),
    "Which position?",
    _first_positions,
    label=lambda _, line: "No planets, both ships placed" if line.ships[0] else "An empty board",
    example="N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y",
)

# --- What no match could be in ---


def _faults(state: State) -> Iterator[Forbidden]:
    board, (yellow, cyan) = board_of(state.agreement.size), state.planets
    planets, ships = yellow | cyan, [ship for ship in state.ships if ship is not None]
    outside = (planets | sum(1 << ship for ship in set(ships))) & ~board.mask
    if outside:
        if refused := off_board(board, *map(name, members(outside))):
            yield refused
        return
    if twice := names(yellow & cyan):
        yield Forbidden(state.rule("AST-05"), f"{twice[0]} holds two {state.piece}s.")
    for hex in members(planets):
        if beside := names(board.around[hex] & planets):
            why = f"The {state.piece}s on {name(hex)} and {beside[0]} would be adjacent."
            yield Forbidden(state.rule("AST-05"), why)
    for side in Side:
        if state.agreement.strict_supply and state.planets[side].bit_count() > STONES:
            why = f"{side.label} has used all {STONES} planets."
            yield Forbidden("AST-17", why, instead="Use OPTION STRICT_SUPPLY NO to lift the limit.")
    if ships and not state.has_ships:
        yield Forbidden(variant_of(state).rule, "There are no ships in this variant.")
    if len(ships) == 2 and ships[0] == ships[1]:
        why = f"Both {state.mover}s would be on {name(ships[0])}."
        yield Forbidden(state.rule("AST-22"), why)
    for ship in ships:
        if planets >> ship & 1 and state.agreement.bonus_under_ship == "deferred":
            why, rule = f"A {state.mover} would be on the {state.piece} {name(ship)}.", "AST-32"
            allow = "Use OPTION BONUS_UNDER_SHIP IMMEDIATE to allow that."
            yield Forbidden(
                state.rule(rule), why, instead=allow if state.rule(rule) == rule else ""
            )
    if state.phase == "placing":
        yield from _faults_of_placing(state)
    if stuck := state.grounded:
        side = state.to_move
        why = f"It would be {side.label}'s turn, but {stuck}."
        yield Forbidden(state.rule("AST-20"), why, instead=f"Give the turn to {side.other.label}.")
    if refused := variant_of(state).impossible(state):
        yield refused


def _faults_of_placing(state: State) -> Iterator[Forbidden]:
    yellow, cyan = state.ships
    if cyan is not None:
        yield Forbidden("AST-15", "Yellow places its ship first.")
    if state.planets != (0, 0):
        yield Forbidden("AST-13", "There can be no planets before both ships are placed.")
    side = Side.YELLOW if yellow is None else Side.CYAN
    if state.to_move is not side:
        yield Forbidden("AST-15", f"{side.label} is to place its ship.")
    free = starts(board_of(state.agreement.size), Side.YELLOW)
    if yellow is not None and not free >> yellow & 1:
        some, where = names(free), name(yellow)
        instead = f"It can start on {some[0]} to {some[-1]}."
        yield Forbidden("AST-15", f"Yellow cannot start on {where}.", instead=instead)


# --- Refusals ---


def _no_ship(view: AstralisView, side: Side, hex: str) -> Forbidden | None:
    if view.ships[side] is None:
        return Forbidden("AST-15", f"{side.label} has not placed its {view.mover} yet.")
    if view.planet(view.board.hex_of[hex]) is not None:
        why = f"A {view.mover} cannot be on {hex}: there is a {view.piece}."
        return Forbidden(view.rule("AST-22"), why)
    return None


def _not_due(view: AstralisView, hex: str, side: Side) -> Forbidden | None:
    owed = due(view, side)
    if owed >> view.board.hex_of[hex] & 1:
        return None
    instead = f"Use PLANET {hex} {side.name} to set one anyway."
    if owed:
        instead = f"Due to {side.label}: {' '.join(names(owed))}."
    return Forbidden("AST-12", f"{hex} is not surrounded for {side.label}.", instead=instead)


def _fixed_size(view: AstralisView, size: int) -> Forbidden | None:
    if view.turn <= 1 or size == view.size:
        return None
    why = "The board cannot change after the first turn."
    return Forbidden("AST-02", why, instead=f"Its size is {view.size}.")


def _no_position(view: AstralisView, line: PositionLine) -> Forbidden | None:
    if line.size not in {*SIZES, view.size}:
        return Forbidden("AST-02", f"Boards have 7 or 8 hexes along an edge, not {line.size}.")
    hexes = (*line.yellow, *line.cyan, *line.ships)
    return _fixed_size(view, line.size) or off_board(board_of(line.size), *hexes)


def due(state: AstralisView, side: Side) -> Bits:
    """Unexplored hexes surrounded by ``side``, and opposing planets in a ring of contested hexes.

    Without the hexes beneath ships where a bonus waits until they leave (AST-29, AST-32, AST-35).
    """
    if state.phase != "playing":
        return 0
    board = board_of(state.agreement.size)
    now = tiles(board, *state.planets)
    waiting = 0
    if state.agreement.bonus_under_ship == "deferred":
        waiting = sum(1 << ship for ship in state.ships if ship is not None)
    bonus = bonuses(board, now.unexplored & ~waiting, now.of(side))
    return bonus | surrounded(board, state.planets[side.other], now.contested)


# --- Setting it ---


def _planted(state: State, hex: str, owner: Side | None) -> State:
    bit = 1 << board_of(state.agreement.size).hex_of[hex]
    yellow, cyan = (state.planets[side] & ~bit | (bit * (owner is side)) for side in Side)
    return variant_of(state).changed(state, planets=(yellow, cyan))


def _shipped(state: State, side: Side, hex: str) -> State:
    to = board_of(state.agreement.size).hex_of[hex]
    return variant_of(state).changed(state, ships=pair(side, to, state.ships[side.other]))


def _skipped(state: State) -> State:
    return variant_of(state).changed(state, to_move=state.to_move.other, turn=state.turn + 1)


def _positioned(state: State, line: PositionLine) -> State:
    board = board_of(line.size)
    first, second = (None if ship is None else board.hex_of[ship] for ship in line.ships)
    placing = state.has_ships and (first is None or second is None)
    return type(state)(
        agreement=state.agreement.replace(size=line.size),
        phase="placing" if placing else "playing",
        planets=(board.bits(*line.yellow), board.bits(*line.cyan)),
        ships=(first, second),
        to_move=line.to_move,
        seats=state.seats,
        turn=0 if placing else max(state.turn, 1),
    )


def _swap_open(state: State) -> bool:
    """Cyan's first turn is the second of a match; the seats tell whether a swap has been."""
    due = state.phase == "playing" and state.turn == 2 and state.to_move is Side.CYAN
    return state.agreement.swap and due and state.seats[Side.YELLOW] < state.seats[Side.CYAN]


# --- The acts ---


def _owner(view: AstralisView, hex: str) -> Side | None:
    return view.planet(view.board.hex_of[hex])


def _berth(view: AstralisView, side: Side) -> str | None:
    ship = view.ships[side]
    return None if ship is None else name(ship)


def _awarded(view: AstralisView, hex: str, side: Side) -> str:
    owner = _owner(view, hex)
    whose = "the" if owner is None else f"{owner.label}'s"
    return f"awards {side.label} {whose} planet due on {hex}"


def _refused(view: AstralisView, name: str, after: Agreement) -> Forbidden | None:
    if name == "komi" and not (abs(after.komi) <= HIGHEST_KOMI and after.komi % 0.5 == 0):
        most = f"{HIGHEST_KOMI:g}"
        why = f"Komi must be from −{most} to {most} in halves, not {decimal(after.komi)}."
        return Forbidden("AST-42", why)
    if name == "swap" and view.turn > 2:
        return Forbidden("AST-D25", f"Cyan's first turn is over; this is turn {view.turn}.")
    begun = view.turn > 1 or view.planets != (0, 0)
    if name == "variant" and after.variant != view.agreement.variant and begun:
        why = "The variant cannot change after the first turn."
        return Forbidden(variant_of(view).rule, why)
    fixed = _fixed_size(view, after.size) if after.size in SIZES else None
    return fixed or variant_of(after).fault(after)


AGREED = Agreed(
    Agreement,
    lambda why, instead: Forbidden("AST-16", why, instead=instead),
    _refused,
    {"komi": KOMI, "size": number(SIZES, "How many hexes on an edge?")},
    agreement=lambda holder: holder.agreement,
    put=lambda state, agreement: variant_of(agreement).adopt(state, agreement),
    phase=lambda view: view.phase,
)
_FORMER: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("komi", "KOMI", {}),
    ("bonus_under_ship", "BONUS", {}),
    ("strict_supply", "SUPPLY", {"THIRTY": "YES", "FREE": "NO"}),
    ("swap", "SWAP", {"ON": "YES", "OFF": "NO"}),
    ("size", "SIZE", {}),
)
_OF_VARIANTS = tuple(act for variant in VARIANTS.values() for act in variant.acts)
_BOTH_PLACED = ("planet", "award", "turn", "skip", "settle")
_OVER = ("resume", "position")


class AstralisEditing(Editing[State, AstralisView, State, Event]):
    rule = "AST-16"
    example = (
        "PLANET E7 YELLOW, PLANET E7 NONE, SHIP CYAN I7, AWARD H8 YELLOW, TURN CYAN, END TURN, "
        "OPTION KOMI 3.5, or a position such as N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y"
    )
    menu = (
        Act(
            "planet", "PLANET {hex} {owner}", "A {view.piece}", {"hex": HEX, "owner": OWNER},
            _planted, "the {view.piece} on {hex}", _owner, rule="AST-27",
        ),
        Act(
            "ship", "SHIP {side} {hex}", "A {view.mover}", {"side": SIDE, "hex": HEX},
            _shipped, "the place of {side}'s {view.mover}", _berth, rule="AST-21", refuse=_no_ship,
        ),
        Act(
            "award", "AWARD {hex} {side}", "Award a planet that is due",
            {"hex": DUE, "side": SIDE}, _planted, said=_awarded, refuse=_not_due,
        ),
        Act(
            "turn", "TURN {side}", "Whose turn it is", {"side": SIDE},
            lambda state, side: variant_of(state).changed(state, to_move=side),
            "the side to move", lambda view: view.to_move, said="passes the turn",
        ),
        Act(
            "skip", "END TURN", "End this turn", {}, _skipped,
            said=lambda view: f"ends {view.to_move.label}'s turn", also=("SKIP",),
        ),
        AGREED.act,
        Act(
            "position", "POSITION {line}", "A whole position", {"line": LINE}, _positioned,
            said="sets the position", refuse=_no_position, also=("{line}",),
            words=lambda view, line: (written(line_of(view)), written(line)),
        ),
        Act(
            "resume", "RESUME", "Let the match go on", {},
            lambda state: variant_of(state).changed(state, phase="playing", ending=None),
            said="lets the match go on",
        ),
        Act(
            "settle", "SETTLE", "End the match, scored as it stands", {},
            lambda state: ended(state, "settled")[0], said="ends the match as it stands",
        ),
        *_OF_VARIANTS,
    )  # fmt: skip
    former = tuple(
        Former(form.lower(), f"{form} {{value}}", "option", (name.upper(),), words)
        for name, form, words in _FORMER
    )

    def see(self, state: State) -> AstralisView:
        return recast(state, variant_of(state).view_type)

    def closed(self, view: AstralisView, act: Act) -> Forbidden | None:
        variant = variant_of(view)
        if act in _OF_VARIANTS and act not in variant.acts:
            return Forbidden(variant.rule, "That can only be set in another variant.")
        if refused := variant.closed(view, act):
            return refused
        if view.phase != "over":
            if act.name == "resume":
                return Forbidden("AST-40", "The match is not over.")
            if view.phase == "playing" or act.name not in _BOTH_PLACED:
                return None
            why = f"Both ships must be placed first; {view.to_move.label} is to place its ship."
            return Forbidden("AST-16", why)
        wrong = Forbidden("AST-40", "The match is over.", instead="Use RESUME to let it go on.")
        return None if act.name in _OVER else wrong

    def suppose(self, view: AstralisView) -> State:
        return variant_of(view).as_state(view)

    def sound(self, state: State) -> Iterator[Forbidden]:
        return _faults(state)

    def apply(self, state: State, edit: Edit) -> AstralisStep:
        """Apply an edit; one that changes nothing is refused, for nothing is hidden here."""
        if refused := self.refusal(self.see(state), edit):
            raise refused
        return super().apply(state, edit)

    def perform(self, state: State, edited: Edited, put: Callable[[State], State]) -> AstralisStep:
        """A request to settle was about another position, and lapses."""
        after = put(state)
        if after.phase == "over":
            return Step(after, (edited, ended(state, "settled")[1]))
        variant = variant_of(after)
        after = variant.edited(replace(after, asked=None, swap_open=_swap_open(after)))
        events: list[Event] = [edited]
        if state.asked is not None:
            events.append(SettleLapsed(Side(state.seats.index(state.asked))))
        if variant.tells_due:
            left = {side: names(due(after, side) & ~due(state, side)) for side in Side}
            events += (LeftDue(side, hexes) for side, hexes in left.items() if hexes)
        return Step(after, tuple(events))
