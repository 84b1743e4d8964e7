"""The sentences of Astral Sailors: events, seats, standing, secrets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors.events import (
    AttackDeclared,
    CommanderCaptured,
    DiceOffCalled,
    DrawOffered,
    ExchangeResolved,
    IncomePaid,
    MatchDrawn,
    MatchWon,
    ObjectivesRolled,
    RoundStarted,
    SceneryPlaced,
    UnitEliminated,
    WoundsTaken,
)
from games.astral_sailors.game import GAME
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.secrets import ArmyDraft
from games.astral_sailors.table import Result, Turn
from games.astral_sailors.tasks import Attack, AttackTarget, Throw
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words.words import WORDS
from games.core.events import Edited, Event
from games.core.geometry.squares import Square
from games.core.types import REFEREE, SPECTATOR, Ending, Seat, Seated
from tests.games.astral_sailors.asked_of import decision, seen
from tests.games.astral_sailors.goals import commander, dead, having, player
from tests.games.astral_sailors.positions import state, table, unit
from tests.games.surfaces import plain

# --- Events ---


def told(event: Event) -> str:
    said = WORDS.tell(event)
    plain(said)
    return said


codes = st.builds("{}{}".format, st.sampled_from("RBGY"), st.integers(1, 60))
names = st.one_of(codes, st.sampled_from(["WA", "EX1", "Q1-2", "Dockyard"]))


def faces(most: int = 12) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(1, 6), min_size=1, max_size=most).map(tuple)


@st.composite
def throws(draw: st.DrawFn) -> Throw:
    attack = draw(faces())
    defence = tuple(draw(st.integers(1, 6)) for _ in attack)
    return Throw("R3", "B2", draw(st.booleans()), draw(st.integers(-3, 5)), 2, attack, defence)


@pytest.mark.parametrize(
    "kind",
    [each for each in GAME.event_form.types if each is not Edited],
    ids=lambda kind: kind.__name__,
)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_event_is_told_in_plain_words(kind: type[Event], data: st.DataObject) -> None:
    fields: dict[str, st.SearchStrategy[object]] = {
        **dict.fromkeys(("seat", "team", "winner", "target", "to"), st.integers(0, 7)),
        **dict.fromkeys(("total", "pool", "cost", "price", "points"), st.integers(0, 999)),
        **dict.fromkeys(("wounds", "absorbed", "paid", "lost", "left"), st.integers(0, 12)),
        **dict.fromkeys(("unit", "attacker", "source", "by"), codes),
        **dict.fromkeys(("piece", "name", "of", "quadrant", "rule", "phase"), names),
        **dict.fromkeys(("rolls", "dice", "before", "after"), faces()),
        **dict.fromkeys(("teams", "order", "victors", "fallen"), st.just((0, 1, 2))),
        "purpose": st.sampled_from(["scenery", "deployment", "start", "round", "victory"]),
        "objective": st.integers(0, 6),
        "counter": st.integers(0, 2),
        "objectives": st.just((0, 3, 6)),
        "targets": st.just((-1, 1, -1)),
        "units": st.lists(codes, max_size=60).map(tuple),
        "held": st.lists(codes, max_size=20).map(tuple),
        "lists": st.just((("EX1", "CV1"), ("GU1",))),
        "die": st.integers(1, 6),
        "round": st.integers(1, 20),
        "last": st.sampled_from([0, 20]),
        "path": st.just((Square(0, 0), Square(1, 1))),
        "at": st.just(Square(30, 31)),
        "throw": throws(),
        "pairs": st.just(((7, 5), (3, 5))),
        "a_why": st.just((("Damage", 1), ("rear", 2), ("Fast", -1))),
        "d_why": st.just((("Defence", 2),)),
        "scores": st.just((40, 0)),
        "only": st.none(),
    }
    if kind is DiceOffCalled:
        fields["purpose"] = st.sampled_from(["bellicose", "victory"])
    if kind is AttackDeclared:
        fields["targets"], fields["dice"] = st.just(("B2", "B4")), st.just((2, 1))
        fields["how"] = st.sampled_from(["shoot", "melee", "charge"])
    if kind is Edited:
        fields["what"] = st.just("sets the RE of R3")
        fields["before"] = fields["after"] = st.sampled_from(["", "2", "the Reserve"])
    chosen = {name: fields[name] for name in kind.__dataclass_fields__ if name in fields}
    event: Event = data.draw(st.builds(kind, **chosen))
    told(event)


@pytest.mark.rules("ASCW-D25")
def test_the_ground_rolls_on_by_its_name_where_attackers_may() -> None:
    throw = Throw("", "R1", False, 0, 6, (6,), (1,), extended=((0, 5),), wounds=1)
    event = ExchangeResolved(
        how="terrain",
        throw=throw,
        pairs=((6, 7),),
        a_why=(),
        d_why=(("Defence", 3), ("Cover 2", 3)),
        wounds=1,
        piece="BW",
    )
    assert told(event).endswith("; the barbed wire extends: ⚄ +0 = 5 wounds).")


# --- Seats, standing, secrets ---


def test_seats_are_colours_and_teams_are_named_where_some_play_together() -> None:
    assert [WORDS.seat(seen(table([])), Seat(seat)) for seat in (0, 1)] == ["Red", "Blue"]
    three = seen(table([], teams=(1, 2)))
    assert [WORDS.seat(three, Seat(seat)) for seat in range(3)] == [
        "Red of team A",
        "Blue of team B",
        "Green of team B",
    ]


def test_the_standing_has_round_turn_and_pools() -> None:
    of = table([unit("R1", "EX1", "C3"), unit("R2", "EX3", "D3")], pools={0: 12, 1: 8}, round=3)
    assert WORDS.standing(seen(of)) == (
        "Round 3 of 20, activation, first half, Red to play, 2 units left to activate. "
        "Points: Red 12 and Blue 8."
    )


def test_an_attack_that_waits_for_an_answer_is_told_beside_the_turn() -> None:
    of = table([unit("R1", "EX1", "C3"), unit("B1", "EX1", "K3")], pools={0: 12, 1: 8}, round=3)
    shot = Attack("shoot", "R1", (AttackTarget("B1", 2),), damage=1, stage="react")
    assert WORDS.standing(seen(replace(of, agenda=(shot,)))).endswith(
        "Points: Red 12 and Blue 8. R1's attack on B1 awaits an answer."
    )


@pytest.mark.rules("ASCW-159", "ASCW-D33")
def test_poison_that_waits_for_an_answer_is_told_as_poison() -> None:
    of = table([unit("R1", "GU8", "C3"), unit("B1", "EX1", "K3")], round=3)
    throw = Throw("R1", "B1", half=False, a_mod=1, d_mod=2, attack=(6,), defence=(1,))
    tick = Attack(
        "poison", "R1", (AttackTarget("B1", 1),), damage=1, stage="defence-reroll?", throw=throw
    )
    view = seen(replace(of, turn=Turn(), agenda=(tick,)), 1)
    assert WORDS.ask(view, decision("reroll", 1)) == (
        "R1's poison has 7 (⚅) against B1's 3 (⚀). Which failed defence dice do you re-roll for B1?"
    )
    assert WORDS.standing(view) == ("Round 3 of 20, poison takes effect. Points: Red 0 and Blue 0.")


@pytest.mark.rules("ASCW-D60", "ASCW-D64", "ASCW-D58")
def test_an_objective_names_the_players_who_count_for_it() -> None:
    leaders = [unit("R1", "EX1", "C3"), unit("B1", "EX1", "E3"), unit("G1", "GU1", "K3")]

    def said(objective: int, *dead: str, **options: Any) -> str:
        of = table(leaders, teams=(2, 1), **options)
        of = of.put(*(replace(of.units[code], place="out") for code in dead))
        return WORDS.secrets(SailorsView.of(state(of, (objective,)), Seated(Seat(0))))[0]

    both = "Your objective: 2, Glory. You win when the pool"
    assert said(2) == f"{both}s of Red and Blue hold 200 points together."
    assert said(2, glory="any") == f"{both} of Red or Blue holds 100 points."
    assert said(2, glory="each") == f"{both}s of Red and Blue hold 100 points each."
    assert said(2, "R1") == f"{both} of Blue holds 100 points."
    assert said(2, "R1", "B1") == "Your objective: 2, Glory."
    manpower = "Your objective: 6, Manpower. You win when"
    assert said(6) == f"{manpower} each of Red and Blue has eliminated 10 enemy civilians."
    assert said(6, "B1") == f"{manpower} Red has eliminated 10 enemy civilians."


@pytest.mark.rules("ASCW-D77")
def test_who_plays_for_another_is_told() -> None:
    of = table([unit("R1", "EX1", "C3")], teams=(2, 1))
    taken = of.with_player(replace(of.players[0], left=True, played_by=1))
    assert "first half, Blue for Red to play" in WORDS.standing(seen(taken))
    asked = WORDS.ask(seen(replace(taken, phase="scenery"), 1), decision("scenery", 1))
    assert asked == "Place scenery for Red: piece 1 of 5."


@pytest.mark.rules("ASCW-112", "ASCW-113")
def test_an_objective_is_told_to_its_team_and_the_referee_alone() -> None:
    of = table([unit("R1", "EX1", "C3"), unit("B1", "GU1", "K3")], pools={0: 12})
    secret = state(of, (2, 3), {1: 0})
    own = WORDS.secrets(SailorsView.of(secret, Seated(Seat(0))))
    assert own[0] == "Your objective: 2, Glory. You win when your pool holds 100 points."
    assert any("12 of 100" in sentence for sentence in own)
    assert not any("Manhunt" in sentence for sentence in own)
    assert WORDS.secrets(SailorsView.of(secret, SPECTATOR)) == ()
    red, blue = WORDS.secrets(SailorsView.of(secret, REFEREE))
    assert red == "Red: 2, Glory. Points: 12 of 100."
    assert blue.startswith("Blue: 3, Manhunt, hunting Red. ")


def test_the_list_being_built_is_told_with_its_price() -> None:
    view = seen(table([], phase="muster"))
    view = replace(view, sheets=(ArmyDraft(("EX1", "CV1"), locked=True), None))
    assert (
        WORDS.secrets(view)[-1]
        == "Your army list: Director-Marshal and Labourer; 24 of 100 points, locked."
    )


def test_the_end_says_who_has_won_and_how() -> None:
    of = table([unit("R1", "EX1", "C3")], teams=(2, 1))
    of = of.with_team(0, replace(of.teams[0], objective=5))
    over = replace(of, result=Result("won", "ASCW-129", 0, (0,), (1,)))
    assert WORDS.ending(seen(over), Ending("won", (Seat(0),), (), "ASCW-129")) == (
        "Team A wins by Occupation: Red. Fallen: Blue."
    )
    drawn = replace(of, result=Result("draw", "ASCW-D67"))
    assert WORDS.ending(seen(drawn), Ending("draw", (), (), "ASCW-D67")) == (
        "The match ends without a winner: the last round is over."
    )


@pytest.mark.rules("ASCW-D59", "ASCW-D74")
@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("ASCW-D59", "Red wins, the last team in the match."),
        ("ASCW-D74", "Red wins, as no other team has a living Commander."),
        ("ASCW-135", "Red wins as Bellicose Hedonists."),
    ],
)
def test_who_wins_otherwise_than_by_the_objective_is_not_said_to_have_met_it(
    rule: str, said: str
) -> None:
    of = table([unit("R1", "EX1", "C3")])
    of = of.with_team(0, replace(of.teams[0], objective=2))
    over = replace(of, result=Result("won", rule, 0, (0,)))
    assert WORDS.ending(seen(over), Ending("won", (Seat(0),), (), rule)) == said
    event = MatchWon(
        team=0, rule=rule, victors=(0,), fallen=(), objectives=(-1, -1), targets=(-1, -1)
    )
    assert told(event) == said, "before objectives are rolled nothing is said of them"


@pytest.mark.rules("ASCW-D67")
def test_a_match_without_a_winner_says_why() -> None:
    event = MatchDrawn(rule="ASCW-D67", objectives=(5, 0), targets=(-1, -1))
    assert told(event) == (
        "The match ends without a winner: the last round is over. "
        "The objectives were: Team A Occupation and Team B Bellicose Hedonists."
    )


def test_teams_of_one_seat_are_told_by_their_colour() -> None:
    """And those of several by letter."""
    over = MatchDrawn(rule="ASCW-D67", objectives=(5, 3), targets=(-1, 0))
    view = seen(table([unit("R1", "EX1", "C3")], teams=(1, 2)))
    aims = "The objectives were: Red Occupation and Team B Manhunt of Red."
    assert WORDS.outcome(view, over).endswith(f" {aims}")
    rolled = ObjectivesRolled(seats=((0,), (1, 2)))
    told = "The objectives are rolled; Red and Team B (Blue and Green) each know their own."
    assert WORDS.outcome(view, rolled) == told


def test_a_commander_has_the_name_of_its_unit_everywhere() -> None:
    view = seen(table([unit("R1", "EX1", "C3"), unit("B1", "GU2", "K3")]))
    lost = UnitEliminated(unit="B1", by="R1", commander=True)
    told = "The Commander B1 Political Overseer is eliminated by R1 Director-Marshal, out of the"
    assert WORDS.outcome(view, lost).startswith(told)
    piece = WORDS.nouns(view, SPECTATOR).piece
    assert [*map(piece, ("R1", "B1"))] == ["R1 Director-Marshal", "B1 Political Overseer"]


@pytest.mark.rules("ASCW-D67")
def test_the_last_rounds_are_announced_by_their_number() -> None:
    assert told(RoundStarted(round=18, last=20)) == (
        "Round 18 begins. The match ends after round 20."
    )
    assert told(RoundStarted(round=20, last=20)) == "Round 20 begins. It is the last round."


@pytest.mark.rules("ASCW-D77")
def test_the_pool_of_an_army_that_was_taken_over_is_still_told() -> None:
    of = table([unit("R1", "EX1", "C3")], teams=(2, 1), pools={0: 3, 1: 4, 2: 5})
    taken = of.with_player(replace(of.players[1], left=True, played_by=0))
    assert WORDS.standing(seen(taken)).endswith("Points: Red 3, Blue 4 and Green 5.")
    gone = of.with_player(replace(of.players[1], left=True, removed=True))
    assert WORDS.standing(seen(gone)).endswith("Points: Red 3 and Green 5.")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            AttackDeclared(
                how="shoot", attacker="R3", targets=("B2", "B4"), dice=(2, 1), scores=(64, 0)
            ),
            "R3 shoots at B2 with 2 dice in half cover (50% hidden) and B4 with 1 die.",
        ),
        (AttackDeclared(how="poison", attacker="R3", targets=("B2",), dice=(1,)), ""),
        (AttackDeclared(how="terrain", attacker="", targets=("B2",), dice=(1,), piece="LV"), ""),
        (
            WoundsTaken(unit="B2", wounds=3, absorbed=1, paid=1, price=6, lost=1, left=1, pool=4),
            (
                "B2 has 1 RE left: 3 wounds, 1 absorbed by Tough, 1 paid off for 6 points and "
                "1 RE lost. The pool holds 4."
            ),
        ),
        (
            IncomePaid(seat=1, die=4, civilians=6, enemies=2, total=26, pool=26),
            (
                "Blue earns 26 points (⚃ from the die, 12 for 6 civilians and 10 for 2 enemies "
                "near the Commander) and now has 26."
            ),
        ),
        (
            SceneryPlaced(seat=0, piece="MI", at=Square(3, 4), turned=True),
            "Red places the minefield A on D5, turned.",
        ),
        (CommanderCaptured(unit="B1", by="R3"), "R3 captures the Commander B1."),
        (DrawOffered(seat=0, agreed=1, of=2), "Red offers a draw; 2 players must agree."),
        (
            MatchWon(
                team=1,
                rule="ASCW-118",
                victors=(1,),
                fallen=(2,),
                objectives=(3, 2),
                targets=(1, -1),
            ),
            (
                "Team B wins by Glory: Blue. Fallen: Green. The objectives were: Team A "
                "Manhunt of Team B and Team B Glory."
            ),
        ),
    ],
)
def test_what_the_recorded_match_does_not_tell_reads_well(event: Event, said: str) -> None:
    assert WORDS.tell(event) == said


GLORY, MANHUNT, OCCUPATION = 2, 3, 5


@pytest.mark.rules("ASCW-113", "ASCW-D60", "ASCW-D63")
@pytest.mark.parametrize(
    ("objective", "options", "said"),
    [
        (0, {}, "Enemy Commanders alive: 1."),
        (1, {}, "Enemy Commanders alive: 1. Enemy Commanders eliminated by your team: 0."),
        (GLORY, {}, "Points: 35 of 200."),
        (GLORY, {"glory": "any"}, "Points in the fullest pool: 30 of 100."),
        (GLORY, {"glory": "each"}, "Points in the emptiest pool: 5 of 100."),
        (MANHUNT, {}, "Commanders delivered: 0."),
        (
            4,
            {},
            "R1 has eliminated 1 of 3 military units. B1 has eliminated 0 of 3 military units.",
        ),
        (OCCUPATION, {"home_quadrants": "all"}, "Largest connected group: 2 of 5 quadrants."),
        (6, {}, "Red has eliminated 7 of 10 civilians. Blue has eliminated 0 of 10 civilians."),
    ],
)
def test_a_team_can_read_how_far_it_is(objective: int, options: dict[str, Any], said: str) -> None:
    units = [commander(0, kills=1), commander(1), commander(2)]
    at = table(units, teams=(2, 1), pools={0: 30, 1: 5}, **options)
    at = having(player(at, 0, civilians=7), 0, quadrants={"Q1-1": 2, "Q2-1": 2})
    assert " ".join(conditions.tally(at, 0, objective)).startswith(said)


@pytest.mark.rules("ASCW-113", "ASCW-114", "ASCW-D63")
def test_a_team_reads_its_counters_who_carries_whom_and_that_it_cannot_win() -> None:
    captive = commander(1, place="captive", held_by="R2")
    at = table([commander(0), unit("R2", "EX3", "F9", holds="B1"), captive])
    at = having(at, 0, quadrants={"Q1-1": 2, "Q2-1": 1})
    assert conditions.tally(at, 0, MANHUNT)[1:] == ("R2 holds B1.",)
    assert conditions.tally(at, 1, MANHUNT)[1:] == ()
    assert conditions.tally(at, 0, OCCUPATION) == (
        "Largest connected group: 1 of 2 quadrants (at most 1 at home).",
        "Quadrants held: Q1-1 (captured) and Q2-1 (for one round).",
    )
    lost = table([dead(0), commander(1)])
    assert conditions.tally(lost, 0, GLORY) == ("Without a living Commander your team cannot win.",)
    assert conditions.tally(table([], phase="muster"), 0, GLORY) == ()
