"""What is said of events, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.events import Edited, Event
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.events import ConditionApplied, ConditionKept
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.table.course import ConditionScore, UnitScore
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import HitSource, RerolledDie
from games.cosmic_conflict.table.units import Condition, Placement
from games.cosmic_conflict.view import Sheet
from games.cosmic_conflict.words.outcomes import outcome
from games.cosmic_conflict.words.sentences import tell
from tests.games.cosmic_conflict import reports as r
from tests.games.cosmic_conflict.duels import ASTEROIDS, attack, duel, gun
from tests.games.cosmic_conflict.matches import deployed
from tests.games.cosmic_conflict.outcomes import hull
from tests.games.cosmic_conflict.reports import (
    BULWARK,
    CITADEL,
    HALBERD,
    HEARTH,
    HORNET,
    LONGBOW,
    attacked,
    damaged,
)
from tests.games.cosmic_conflict.scenes import du, plain
from tests.games.told import tell_again

A, B = du("20 5"), du("20 8")
TAKEN = damaged(hull(BASE.designs["HALB"], absorbers=(3,)), 9, shot=HitSource("BEAM", 2))
TAKEN_TOLD = "b1 Halberd takes 9 from a1: Shields 3 → 0, Health 20 → 14 of 20."

SHIPLESS = "fewest wins, 0 to 0 (Side 1 and Side 2 have no ship left)"

TOLD: tuple[tuple[Event, str], ...] = (
    (e.SheetChanged(Sheet()), "Your choice so far: nothing."),
    (e.SheetChanged(Sheet("A")), "Your choice so far: fleet A."),
    (
        e.SheetChanged(Sheet(fleet=(FleetUnit("HEAR", "Old Hearth"), FleetUnit("HORN", "", 1)))),
        "Your choice so far: fleet: Old Hearth and Hornet.",
    ),
    (
        e.SheetChanged(Sheet(places=(Placement("a1", du("27 4")), Placement("a2", A, 350)))),
        "Your choice so far: a1 at 27 4; a2 at 20 5, heading 350°.",
    ),
    (
        e.SheetChanged(
            Sheet(
                orders={"a1": Orders(True), "a2": Orders(hidden=((MAIN, "focus"), (4, "evasive")))}
            )
        ),
        "Your choice so far: a1 Token; a2 Offensive Focus and Evasive Actions (extra slot).",
    ),
    (e.SheetLocked(False), "Your choice is open again."),
    (e.Disclosed(), ""),
    (
        e.FleetsRevealed(("Anvil", ""), (CITADEL, LONGBOW, HALBERD)),
        "Side 1 brings Anvil: a1 Citadel and a2 Longbow. Side 2 brings b1 Halberd.",
    ),
    (
        e.InitiativeRolled((4, 4), 0),
        "A tie for the initiative, rolled again: Side 1 rolls 4, Side 2 4.",
    ),
    (e.Deployed(HORNET, du("27 4"), 0, 0, fighter=True), "a6 Hornet starts at (27.00, 4.00)."),
    (e.StopProposed(2), "Side 2 proposes to end the match and count it as it stands."),
    (e.StopAgreed(3), "Side 3 would end the match, too."),
    (
        e.StepsStopped(3, "FIRE KIN1 AT b3", "b3 is not on the board."),
        "Your activation stopped at step 3, FIRE KIN1 AT b3: b3 is not on the board.",
    ),
    (e.OrderRevealed(CITADEL, "velocity", -1), "a1 Citadel reveals Change Velocity −1."),
    (e.OrderRevealed(CITADEL, "mark", target="b3"), "a1 Citadel reveals Mark Target on b3."),
    (
        e.CommandUsed(CITADEL, "reaim", "main"),
        "a1 Citadel uses Re-aim, paid with the hidden Order of its main slot.",
    ),
    (
        e.CommandUsed(CITADEL, "velocity", "NAV1", 1),
        "a1 Citadel uses Change Velocity +1, paid with the hidden Order of NAV1.",
    ),
    (e.Scanned(LONGBOW, BULWARK), "a2 Longbow reads the hidden Orders of b3 Bulwark."),
    (
        e.ScanFound(BULWARK, ("evasive", "focus")),
        "b3 Bulwark hides Evasive Actions and Offensive Focus.",
    ),
    (e.ScanFound(BULWARK, ()), "b3 Bulwark hides no Order."),
    (e.Marked(LONGBOW, BULWARK), "a2 Longbow marks b3 Bulwark."),
    (
        e.MarkSpent(CITADEL, BULWARK, "accuracy"),
        "a1 Citadel spends a mark on b3 Bulwark: +2 Accuracy against it.",
    ),
    (
        e.AttackCancelled(CITADEL, "KIN1", BULWARK, "b3 is not on the board."),
        "a1 Citadel keeps KIN1 unused at b3 Bulwark: b3 is not on the board.",
    ),
    (e.MissileLost("t1", A, BULWARK, "target"), "t1 is lost: b3 Bulwark is gone."),
    (
        e.MissileLost("t1", A, BULWARK, "range", 2401),
        "t1 is lost: b3 Bulwark is 24.01 away, out of its range.",
    ),
    (e.MissileLost("t1", A, BULWARK, "line", 900, "T1"), "t1 is lost: T1 hides b3 Bulwark."),
    (
        e.MissileLost("t1", A, CITADEL, "aws", by=BULWARK),
        "t1 is lost: the AWS of b3 Bulwark shot it down.",
    ),
    (e.AwsFired(BULWARK, HORNET, A, B, 3), "b3 Bulwark hits a6 Hornet with its AWS for 3."),
    (TAKEN, TAKEN_TOLD),
    (
        e.Moved(CITADEL, A, B, B, 3, 0),
        "a1 Citadel moves to (20.00, 8.00): 3.00 ahead, Velocity 3, heading 0°.",
    ),
    (e.Moved(HORNET, A, B, B, 0, 0, fighter=True), "a6 Hornet flies 3.00 to (20.00, 8.00)."),
    (
        e.Displaced(CITADEL, "T2", du("20 15"), du("20.5 14.13"), (3, 4)),
        "a1 Citadel is shifted by T2 from (20.00, 15.00) to (20.50, 14.13) (dice 3 and 4).",
    ),
    (
        e.Fled(CITADEL, "edge", du("55 10")),
        "a1 Citadel has fled: it left the board at (55.00, 10.00).",
    ),
    (
        e.Fled(HEARTH, "jump", A, ("a6",)),
        "a5 Hearth has fled with a6 aboard: it jumped to Hyperspace at (20.00, 5.00).",
    ),
    (
        e.Crashed(CITADEL, "T1", du("27 13")),
        "a1 Citadel is destroyed: (27.00, 13.00) is inside T1, which is Solid.",
    ),
    (
        e.Exchanged(CITADEL, BULWARK, A, B, (2, 3), (4,)),
        (
            "a1 Citadel deals 5 to b3 Bulwark and takes 4 in a PWS exchange: dice 2 and 3 against "
            "dice 4."
        ),
    ),
    (
        e.Exchanged(CITADEL, BULWARK, A, B, (), (4,)),
        "a1 Citadel deals 0 to b3 Bulwark and takes 4 in a PWS exchange: no dice against dice 4.",
    ),
    (e.FighterLaunched(HORNET, HEARTH, A, B), "a6 Hornet leaves a5 Hearth for (20.00, 8.00)."),
    (e.FighterCollected(HORNET, HEARTH, A, B), "a6 Hornet boards a5 Hearth."),
    (e.ShieldsRestored(CITADEL, 6), "a1 Citadel regains 6 boxes of Shields."),
    (
        e.TerrainMoved((("T1", du("15 12"), du("16.88 11.32")),), ("T2",)),
        "T1 moves to (16.88, 11.32), T2 leaves the board.",
    ),
    (
        e.TerrainPlaced(1, "minefield", (("T1", du("15 12")),), 90),
        "Side 1 places Minefield T1 at (15.00, 12.00), direction 90°.",
    ),
    (
        e.TerrainPlaced(0, "moon", (("T1", du("15 12")), ("T2", du("39 18")))),
        "The dice place Moon T1 at (15.00, 12.00) and T2 at (39.00, 18.00).",
    ),
    (e.TerrainAccepted(2), "Side 2 accepts the terrain as it lies."),
    (e.MapLaid("The Veil"), "Nobody has placed terrain, so that of the map The Veil is used."),
    (e.EdgeChosen(2, 1, 180), "Side 2 starts from the south edge: the terrain is turned by 180°."),
    (e.EdgeChosen(1, 1, 0), "Side 1 starts from the south edge: nothing is turned."),
    (e.Surveyed(CITADEL), "a1 Citadel has its token of Deep Survey."),
    (e.GroundProposed(1, "no T2 Moon"), "Side 1 proposes other ground: no T2 Moon."),
    (e.GroundAgreed("no T2 Moon"), "All agree: no T2 Moon."),
    (e.GroundDeclined(2), "Side 2 does not agree: the ground stays as it is."),
    (e.VipRescued(CITADEL), "a1 Citadel takes the VIP aboard."),
    (e.VipDropped(CITADEL, du("15 12")), "The VIP of a1 Citadel drifts at (15.00, 12.00)."),
    (e.VipSecured(CITADEL), "a1 Citadel has brought the VIP home."),
    (e.Resupplied((HORNET,)), "a6 Hornet is resupplied."),
    (e.TurnEnded(5, 3, over=False), "Turn 5 is over, another follows (die 3)."),
    (e.TurnEnded(6, 4, over=True), "Turn 6 was the last (die 4)."),
    (
        e.VictoryScored(ConditionScore("area", (0, 2), 2, "x", ((3, 4), (2, 2), (1, 2))), (3, 2)),
        "Side 2 wins Area Control: 0 to 2 of 3 parts along X (dice 3 and 2).",
    ),
    (
        e.VictoryScored(ConditionScore("remaining", (754, 742), 1, "points"), (5,)),
        "Side 1 wins Ships Remaining: 377 to 371 by points (die 5).",
    ),
    (
        e.VictoryScored(ConditionScore("lost", (9, 9), 0, "size"), (2,)),
        "Nobody wins Ships Destroyed or Fled: fewest wins, 4 1/2 to 4 1/2 by Size (die 2).",
    ),
    (
        e.VictoryScored(ConditionScore("conditions", (0, 2), 2, units=(UnitScore("b1", 2),))),
        "Side 2 wins Conditions Inflicted: fewest wins, 0 to 2 (Side 1 has no ship left).",
    ),
    (
        e.VictoryScored(ConditionScore("conditions", (0, 0), 0)),
        f"Nobody wins Conditions Inflicted: {SHIPLESS}.",
    ),
    (
        e.VictoryScored(ConditionScore("contested_marks", (3, 2), 1)),
        "Side 1 wins Contested Marks: 3 to 2.",
    ),
    (e.GameOver((2, 1), 1, "victory"), "Side 1 wins: 2 victory conditions to 1, a victory."),
    (
        e.GameOver((0, 2), 2, "decisive"),
        "Side 2 wins: 2 victory conditions to 0, a decisive victory.",
    ),
    (e.GameOver((1, 1), 0, "draw"), "The battle is a draw: 1 victory condition on each side."),
    (
        e.Repaired(HALBERD, 8, 5, True, ("BEAM1",)),
        "b1 Halberd repairs Weapons Damage (die 5); BEAM1 works again.",
    ),
    (
        e.Repaired(HALBERD, 9, 4, True, ("SHD1", "PWS1")),
        "b1 Halberd repairs Component Damage (die 4); SHD1 and PWS1 work again.",
    ),
    (
        e.Rerouted(HALBERD, "a"),
        "b1 Halberd exchanges Component Damage for Propulsion Damage: it jumps no more.",
    ),
    (
        e.PowerLost(HALBERD),
        "b1 Halberd has no power: it neither attacks nor moves, and is well again.",
    ),
    (
        e.FormationChanged(CITADEL, (HALBERD, LONGBOW), "offensive"),
        f"{CITADEL} leads an Offensive Formation with {HALBERD} and {LONGBOW}.",
    ),
    (
        e.FormationChanged(CITADEL, (HALBERD,), "defensive"),
        f"{CITADEL} leads a Defensive Formation with {HALBERD}.",
    ),
    (e.EscortChanged(HALBERD, CITADEL, 90), f"b1 Halberd escorts {CITADEL}."),
    (e.Parted(HALBERD, A), "b1 Halberd acts on its own again, from (20.00, 5.00)."),
    (
        e.Redirected(HALBERD, CITADEL, 7),
        f"b1 Halberd takes the hit in place of {CITADEL}: 7 damage.",
    ),
    (e.Activated(CITADEL, (HALBERD,)), f"{CITADEL} is activated with {HALBERD}."),
    (e.Scuttled(HALBERD, A), "b1 Halberd destroys itself at (20.00, 5.00)."),
    (
        e.ContactAttacked(
            CITADEL, ("KIN1", "Kinetic"), HALBERD, "own", A, B, 300, 560, "glance", 2
        ),
        f"{CITADEL} grazes b1 Halberd for 2 with KIN1 (Kinetic), over 3.00.",
    ),
    (e.ContactDice(CITADEL, HALBERD, (3, 6), ()), "Your dice against b1 Halberd: 3 and 6."),
    (
        e.ShipRevealed(HALBERD, 3, "Frigate", (("a1", "KIN1", (3,)),)),
        "b1 Halberd, a Frigate of Size 3, is revealed. Dice thrown at it before: a1 with KIN1 3.",
    ),
    (e.FleetsLocked(), "All fleets are chosen."),
    (e.BogeyRemoved(HALBERD, A), "b1 Halberd was a false contact, and is removed."),
    (e.ContactScanned(CITADEL, HALBERD), f"{CITADEL} scans b1 Halberd."),
    (e.ContactIdentified(HALBERD, 3, ""), "The scan finds b1 Halberd, of Size 3."),
    (e.ShipCloaked(HALBERD, A), "b1 Halberd cloaks at (20.00, 5.00) and leaves the board."),
    (
        e.CourseRecorded(HALBERD, 4, A),
        "b1 Halberd comes back at the end of turn 4, at (20.00, 5.00).",
    ),
    (
        e.CloakedMove(HALBERD, B, A, 30, 3),
        "b1 Halberd, cloaked, moves to (20.00, 5.00): Velocity 3, heading 30°.",
    ),
    (
        e.ShipDecloaked(HALBERD, A, 30, 3),
        "b1 Halberd decloaks at (20.00, 5.00): Velocity 3, heading 30°.",
    ),
    (
        Edited(what="set a1's Health", before="5", after="3"),
        "The referee set a1's Health from 5 to 3.",
    ),
)


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told_in_plain_words(event: Event, sentence: str) -> None:
    assert tell(event) == sentence


def test_every_event_is_told_here_or_in_the_recorded_match() -> None:
    here = {type(event) for event, _ in TOLD}
    assert here | tell_again("cosmic_conflict").kinds == set(GAME.event_form.types)


# --- Attacks ---


def test_a_glance_says_half_of_what() -> None:
    """Dice of W-10."""
    table = duel("PART", "VANG", "14")
    assert tell(attacked(table, 1, 4)) == (
        "a1 Partisan grazes b1 Vanguard with KIN1 (Kinetic) for 2 (half of 3) over 14.00: "
        "Accuracy 1 (die 1, Size +1, range −1), Damage 3 (die 4, Size −1)."
    )
    assert " for no damage over 14.00: " in tell(attacked(table, 1, 1))


def test_a_miss_says_by_how_much() -> None:
    """Dice of W-11: Size 3 is glanced at 1."""
    assert tell(attacked(duel(gun("KIN", 5), "BULW", "14"), 2, 5)) == (
        "a1 Gunner misses b1 Bulwark with KIN1 (Kinetic) by 2 over 14.00: "
        "Accuracy −1 (die 2, Size −2, range −1)."
    )


@pytest.mark.parametrize(
    ("event", "damage"),
    [
        (attacked(duel(gun("KIN", 3, "L2"), "DART", "9"), 2, 4), "die 4, Size +2, Linked 2 −2"),
        (attacked(duel("TEMP", "VANG", "21.5"), 5, 2, 6), "higher of 2 and 6, Size +1"),
        (attacked(duel("CITA", "CITA", "9"), 2, 4, 6), "sum of 4 and 6"),
        (attacked(duel(gun("RKT", 2), "PART", "5"), 3, 4, 6), "sum of 4 and 6, Size −1, PWS −1"),
    ],
)
def test_damage_tells_its_dice_and_what_was_added(event: e.Attacked, damage: str) -> None:
    assert tell(event).endswith(f"Damage {event.before} ({damage}).")


def test_accuracy_tells_its_modifiers_by_name() -> None:
    evading = attacked(duel("VANG", "VANG", "10", evading=True), 2, 3)
    assert "Accuracy 1 (die 2, Evasive Actions −1)" in tell(evading)
    dust = {"kind": "dust_cloud", "disc": [10, 6, 2]}
    hidden = attacked(duel("VANG", "VANG", "10", terrain=[dust]), 4, 3)
    assert "Accuracy 3 (die 4, terrain T1 −1)" in tell(hidden)
    marked = duel("HALB", "VANG", "9")
    helped = attacked((marked, attack(marked, "accuracy")), 3, 5)
    assert "Accuracy 7 (die 3, Size +2, mark +2)" in tell(helped)


def test_dice_that_were_rolled_again_tell_what_they_were() -> None:
    """Dice of W-46, then of a Blocking request."""
    table = duel("PART", "PART", "9")
    focus = RerolledDie("acc", 1, 3, "focus")
    assert tell(attacked(table, 1, 5, rerolls=(focus,), dodged=True)) == (
        "a1 Partisan grazes b1 Partisan with KIN1 (Kinetic) for 3 (half of 5) over 9.00: "
        "Accuracy 2 (die 1 → 3 by Offensive Focus, Dodge −1), Damage 5 (die 5)."
    )
    blocked = RerolledDie("dmg1", 5, 2, "blocking")
    told = tell(attacked(duel("PART", "PART", "9", [ASTEROIDS]), 3, 5, rerolls=(blocked,)))
    assert told.endswith("Damage 2 (die 5 → 2 by Blocking).")


def test_attacks_out_of_turn_and_from_tokens_are_told_as_such() -> None:
    assert " over 14.00 by Snap Attack: " in tell(
        attacked(duel("PART", "VANG", "14"), 3, 5, means="snap")
    )
    table = duel("LONG", "VANG", "9")
    token = attacked((table, replace(attack(table), token="t1")), 3, 5, means="missile")
    assert tell(token).startswith("a1 Longbow hits b1 Vanguard with MSL1 (Missiles) from t1 for ")


# --- Damage ---


def test_bypassed_tracks_tell_why() -> None:
    """W-16."""
    table = hull(BASE.designs["VANG"], absorbers=(4, 3))
    assert tell(damaged(table, 5, shot=HitSource("KIN", 5))) == (
        "b1 Vanguard takes 5 from a1: Shields bypassed (Accuracy 5 above 4 left), "
        "Armor bypassed (Accuracy 5 above 3 left), Health 40 → 35 of 40."
    )


def test_tracks_of_which_there_are_several_are_told_by_label() -> None:
    """W-53's ship."""
    table = hull(BASE.designs["CITA"], absorbers=(9, 10, 0))
    assert tell(damaged(table, 4)) == "b1 Citadel takes 4 from a1: SHD1 9 → 5."


def test_a_condition_tells_its_dice_and_what_it_deactivates() -> None:
    """W-18's damage on a ship with something to lose."""
    table = hull(BASE.designs["PART"], health=8, absorbers=(3, 2))
    assert tell(damaged(table, 9, 5, 4, shot=HitSource("BEAM", 2))) == (
        "b1 Partisan takes 9 from a1: Shields 3 → 0, Armor 2 → 0, Health 22 → 20 of 30, "
        "Component Damage deactivates PWS1 (dice 5 and 4), Health 20 → 18 of 30."
    )


def test_critical_damage_is_told_in_the_order_in_which_it_happens() -> None:
    """W-19."""
    assert tell(damaged(hull(3, health=9), 3, 1, 2, 2, 3, 3, 4)).endswith(
        "Health 21 → 20 of 30, Critical Damage with two more Conditions (dice 1 and 2), "
        "Structural Damage (dice 2 and 3), Serious Damage for 2 more (dice 3 and 4), "
        "Health 20 → 17 of 30 (1 by Structural Damage), Health 17 → 15 of 30."
    )


def test_the_end_of_a_unit_comes_first() -> None:
    """W-22."""
    assert tell(damaged(hull(BASE.designs["HALB"], health=18, absorbers=(0,)), 5)) == (
        "b1 Halberd is destroyed by 5 from a1: Health 2 → 0 of 20."
    )
    assert tell(r.lost(HEARTH, "a6", "a7")) == (
        "a5 Hearth is destroyed with a6 and a7 aboard by 5 from a1."
    )


def test_results_that_count_for_nothing_are_told() -> None:
    """W-22, then W-24's Brace for Impact."""
    silent = hull(BASE.designs["HALB"], health=9, absorbers=(0,), conditions=(Condition(10),))
    assert tell(damaged(silent, 1, 4, 6, 6, 6, cause="danger", by="T2")) == (
        "b1 Halberd takes 1 from T2, which is Dangerous: Health 11 → 10 of 20, "
        "dice 4 and 6 without effect, rolled again, no Condition (dice 6 and 6)."
    )
    braced = hull(BASE.designs["HALB"], health=9, absorbers=(0,), bracing=True)
    assert tell(damaged(braced, 4, 5, 6, 6, 6)).endswith(
        "Propulsion Damage comes up (dice 5 and 6), no Condition comes up (dice 6 and 6), "
        "no Condition kept, not Propulsion Damage, no Condition, "
        "3 more stopped by Brace for Impact."
    )


def test_what_follows_after_an_answer_is_told_without_an_amount() -> None:
    kept = ConditionKept("b1", 7, 9)
    further = r.hurt(hull(BASE.designs["HALB"]), 0, kept, cause="further", by="")
    assert tell(further) == "b1 Halberd: Serious Damage kept, not Component Damage."
    locked = ConditionApplied("b1", 11, "b")
    assert tell(r.hurt(hull(BASE.designs["HALB"]), 0, locked, cause="further", by="")) == (
        "b1 Halberd: Propulsion Damage locks its Velocity."
    )


def test_a_plain_ship_is_hurt_in_its_health_alone() -> None:
    told = tell(damaged(hull(plain(2)), 2, cause="hazard", by="T1"))
    assert told == "b1 Unnamed takes 2 from T1, which is Hazardous: Health 20 → 18 of 20."


@pytest.mark.parametrize("letter", LETTERS)
def test_news_name_the_side_that_did_damage_among_four(letter: str) -> None:
    (news,) = r.hurt(hull(plain(2)), 2, by=f"{letter}1").news()
    assert news.by == e.Piece(f"{letter}1", "")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            e.TerrainPlaced(0, "moon", (("T1", du("15 12.25")),)),
            "T1 at 15 12.3.",
        ),
        (e.Scuttled(HALBERD, A), "b1 Halberd destroys itself."),
    ],
)
def test_a_receipt_has_no_two_decimal_places(event: Event, said: str) -> None:
    assert outcome(deployed().view(1), event).endswith(said)
