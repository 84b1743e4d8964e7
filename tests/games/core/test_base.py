"""What the base class of games fills in."""

from __future__ import annotations

from games.core.types import Form
from tests.noughts.game import Mark, Noughts, State

FORM: Form[Mark] = Form(Mark)


class Named(Noughts):
    notation = Noughts.notation
    rulebook = Noughts.rulebook
    move_form = FORM


def test_the_rulebook_and_the_forms_follow_from_what_a_game_declares() -> None:
    assert Noughts.rulebook.title == "Noughts and crosses"
    noughts = Noughts()
    assert noughts.move_form.write(Mark(4)) == b'{"square":4,"kind":"mark"}'
    assert noughts.state_form.read(noughts.state_form.write(State())) == State()


def test_what_a_game_names_itself_stays() -> None:
    assert Named().move_form is FORM
    assert Named.rulebook is Noughts.rulebook
