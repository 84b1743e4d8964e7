"""A refusal says what is wrong and what would do."""

from __future__ import annotations

from games.core.types import Forbidden, NotYourDecision, Refusal, Unreadable


def test_a_refusal_reads_as_its_sentence_and_what_would_do_instead() -> None:
    assert str(Unreadable("That is no hex.", instead="Write E7.")) == "That is no hex. Write E7."
    assert str(NotYourDecision("Not now.")) == "Not now."


def test_a_forbidden_move_names_its_rule() -> None:
    refusal = Forbidden("AST-22", "D7 holds a planet.", instead="D6 is free.", code="E08")
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.code) == ("AST-22", "E08")
    assert (refusal.sentence, refusal.instead) == ("D7 holds a planet.", "D6 is free.")
