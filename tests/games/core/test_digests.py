"""What several events come to: who did what to whom, and whose seat lost by it."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.events import ENDS, HURT, LOST, Event, News, Owned, Phrases, event
from games.core.telling import DIGESTED, LONGEST, Nouns, digest
from games.core.types import Seat


@dataclass(frozen=True)
class Piece:
    code: str
    name: str = "Guard"

    @property
    def seat(self) -> Seat:
        return Seat("RB".index(self.code[0]))

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


@event("attacked", sums="{unit} attacked {target} without effect", harm=0)
class Attacked(Event):
    unit: Piece
    target: Piece


@event("hit", sums="{by} hit {unit}", harm=HURT, left="health {after}")
class Hit(Event):
    unit: Piece
    after: int


@event("killed", weight=2, sums="{by} killed {unit}", harm=LOST)
class Killed(Event):
    unit: Piece
    by: Piece | None


@event("fled", sums="{unit} fled", harm=LOST)
class Fled(Event):
    unit: Piece


@event("moved", sums="moved {unit}")
class Moved(Event):
    unit: Piece


@event("flew", sums="{seat} flew to {to}", latest=True)
class Flew(Event):
    seat: Seat
    to: str


@event("gained", sums="{seat} gained {hexes:planet}", scores=True)
class Gained(Event):
    seat: Seat
    hexes: tuple[str, ...]


@event("shaken", weight=2)
class Shaken(Event):
    unit: Piece
    models: int
    over: bool = False

    def news(self) -> tuple[News, ...]:
        counts = "model lost", "models lost"
        did = "{by} shook {to}"
        more = {"amount": self.models, "counts": counts, "over": self.over}
        return (News(did, self.unit, "the storm", HURT, marks=("Fear",), **more),)  # type: ignore[arg-type]


@event("taken")
class Taken(Event):
    def news(self) -> tuple[News, ...]:
        return (News("{by} took {to}", Owned(Seat(1), "D4"), Seat(0), LOST),)


@event("turn", "Turn {number} begins.", latest=True)
class Turn(Event):
    number: int


@event("numbered", "Number {number}.")
class Numbered(Event):
    number: int


@event("found", "You found a key.")
class Found(Event): ...


@event("turned", "{unit} turns.", weight=0, sums=None)
class Turned(Event):
    unit: Piece


@event("over", "Red wins.", weight=ENDS)
class Over(Event): ...


R1, R2, B1, B2 = map(Piece, ("R1", "R2", "B1", "B2"))
RED = Seat(0)
NAMES = ("Red", "Blue")


def told(*events: Event, you: Seat | None = None, score: str = "") -> tuple[str, ...]:
    seats = () if you is None else (you,)
    nouns = Nouns(NAMES.__getitem__, you=seats, ours=seats, nobody="the wreck", score=score)
    return digest(events, Phrases().tell, nouns)


def test_a_loss_names_who_did_it_to_whom_and_weighs_most_for_its_owner() -> None:
    events = (Killed(B1, R1), Moved(R1), Killed(R2, B2), Turn(2))
    assert told(*events, you=RED) == (
        "Blue killed your R2 Guard.",
        "You killed Blue's B1 Guard.",
        "You moved R1 Guard.",
        "Turn 2 begins.",
    )
    assert told(*events)[0] == "Red killed Blue's B1 Guard; Blue killed Red's R2 Guard."


@event("revealed", "Blue reveals a trap.", weight=2, reveals=True)
class Revealed(Event): ...


def test_a_hit_wins_over_what_is_revealed() -> None:
    assert told(Hit(R1, 2), Revealed()) == (
        "The wreck hit Red's R1 Guard (health 2).",
        "Blue reveals a trap.",
    )


def test_the_same_sentence_is_told_once() -> None:
    assert told(Revealed(), Killed(B1, R1), Revealed())[1:] == ("Blue reveals a trap.",)


def test_of_a_piece_only_the_heaviest_is_told_by_who_attacked_it_last() -> None:
    shots = (Attacked(B1, R1), Hit(R1, 2), Attacked(B1, R2))
    assert told(*shots) == (
        "Blue hit Red's R1 Guard (health 2).",
        "Blue attacked Red's R2 Guard without effect.",
    )
    assert told(*shots, Hit(R1, 1))[0] == "Blue hit Red's R1 Guard (health 1)."
    assert told(*shots, Killed(R1, None))[0] == "Blue killed Red's R1 Guard."


def test_what_nobody_did_is_told_by_its_cause_or_by_the_piece_alone() -> None:
    assert told(Hit(R1, 2)) == ("The wreck hit Red's R1 Guard (health 2).",)
    assert told(Fled(R1), you=RED) == ("Your R1 Guard fled.",)


def test_amounts_and_marks_add_up_until_they_are_over() -> None:
    shaken = "The storm shook Red's R1 Guard (3 models lost, Fear, Fear)."
    assert told(Shaken(R1, 1), Shaken(R1, 2)) == (shaken,)
    assert told(Shaken(R1, 1), Shaken(R1, 0, over=True), Turn(1)) == ("Turn 1 begins.",)


def test_losses_and_blows_to_one_side_are_one_sentence() -> None:
    assert told(Attacked(B1, R1), Hit(R1, 2), Killed(R2, B1), Fled(Piece("R3"))) == (
        "Blue killed Red's R2 Guard and hit Red's R1 Guard (health 2); Red's R3 Guard fled.",
    )


def test_deeds_of_a_side_are_joined_and_those_of_the_reader_come_last() -> None:
    gained = Gained(RED, ("D4", "E5"))
    assert told(Flew(RED, "C3"), gained, Flew(RED, "D3"), Moved(B1), you=RED) == (
        "Blue moved B1 Guard; you flew to D3 and gained 2 planets: D4 and E5.",
    )
    assert told(Gained(RED, ("D4",))) == ("Red gained a planet on D4.",)


def test_what_belongs_to_somebody_without_saying_so_is_a_loss_to_them() -> None:
    assert told(Taken()) == ("Red took Blue's D4.",)


def test_the_score_is_told_where_it_has_changed_and_the_match_goes_on() -> None:
    gained = Gained(RED, ("D4",))
    assert told(gained, score="you 7, Blue 3")[-1] == "You 7, Blue 3."
    assert told(gained, Over(), score="you 7, Blue 3") == (
        "Red wins.",
        "Red gained a planet on D4.",
    )
    assert told(Moved(R1), score="you 7, Blue 3") == ("Red moved R1 Guard.",)


def test_of_several_turns_the_last_begins_and_a_secret_comes_before_them() -> None:
    assert told(Turn(1), Found(only=(RED,)), Turn(2)) == ("You found a key.", "Turn 2 begins.")


def test_trifles_are_told_where_nothing_else_happened() -> None:
    assert told(Turned(R1)) == ("R1 Guard turns.",)
    assert told(Turned(R1), Turn(1)) == ("Turn 1 begins.",)
    assert told() == ()


def test_many_pieces_are_told_by_their_kinds_or_else_by_their_codes_and_no_more_than_eight() -> (
    None
):
    three = [Moved(Piece(f"R{number}")) for number in range(1, 4)]
    assert told(*three) == ("Red moved R1 Guard, R2 Guard and R3 Guard.",)
    assert told(*three, Moved(Piece("R4"))) == ("Red moved 4 Guards.",)
    ten = [Killed(Piece(f"R{number}"), B1) for number in range(1, 11)]
    assert told(*ten) == ("Blue killed Red's R1, R2, R3, R4, R5, R6, R7, R8 and 2 more.",)


def test_a_long_sentence_becomes_one_for_each_side_and_the_newest_are_kept() -> None:
    storm = [Shaken(Piece(f"R{number}"), 1) for number in range(1, 8)]
    blows = [Hit(Piece(f"R{number}"), 2) for number in range(8, 15)]
    said = told(*storm, *blows)
    assert sum(map(len, said)) > LONGEST
    assert {each.partition(" (")[0] for each in said} == {
        "The storm shook Red's R1",
        "The wreck hit Red's R8",
    }
    heavy = told(*storm, *blows, Attacked(B1, Piece("R20")), Killed(Piece("R20"), B1))
    assert heavy[0] == "Blue killed Red's R20."
    many = told(*map(Numbered, range(6)))
    assert len(many) == DIGESTED


@event("cloaked", sums="{unit} cloaked")
class Cloaked(Event):
    unit: Piece


@event("decloaked", sums="{unit} decloaked")
class Decloaked(Event):
    unit: Piece


def test_what_one_piece_did_twice_names_it_once() -> None:
    assert told(Cloaked(R1), Decloaked(R1), you=RED) == ("Your R1 Guard cloaked and decloaked.",)
