"""The three kinds of refusals.

``Unreadable``       we do not understand the text
``Forbidden``        we understand it, and a rule forbids it
``NotYourDecision``  it may be a legal move, but this seat is not asked for one now

A refusal changes nothing and teaches something: one sentence with the actual
numbers, and what would be allowed instead. Its words are made from the view of
the player it answers, so a refusal can never tell a secret.
"""

from __future__ import annotations

NOT_YOUR_TURN = "It is not your turn."
DECIDED = "This has already been decided, or the match has moved on."


class Refusal(Exception):
    """Base of the three refusals. ``str(refusal)`` is for players, ``code`` for programs."""

    code = "REFUSED"

    def __init__(self, sentence: str, *, instead: str = "") -> None:
        self.sentence = sentence
        self.instead = instead
        super().__init__(f"{sentence} {instead}".strip())


class Unreadable(Refusal):
    """The text has no meaning as a move; ``instead`` shows a form that has."""

    code = "UNREADABLE"


class Forbidden(Refusal):
    """A rule forbids the move.

    ``rule`` is the rule's ID in the game's rulebook, ``code`` the canon's short
    code for this error where there is one (``E07``), else the rule's ID. ``step``
    is the step of a batch that is forbidden, from 1.
    """

    def __init__(
        self, rule: str, sentence: str, *, instead: str = "", code: str = "", step: int = 0
    ) -> None:
        self.rule = rule
        self.code = code or rule
        self.step = step
        super().__init__(sentence, instead=instead)

    def retold(self, sentence: str = "", *, instead: str | None = None, step: int = 0) -> Forbidden:
        """The same refusal in other words."""
        can = self.instead if instead is None else instead
        return Forbidden(
            self.rule, sentence or self.sentence, instead=can, code=self.code, step=step
        )


class OutOfPlace(Forbidden):
    """A rule forbids the move here: it answers another kind of question.

    Where a seat has several questions open, the refusal of another one says more.
    """


class Unstorable(Refusal):
    """A fault of the game: it allows what could not be read from the log again."""

    code = "UNSTORABLE"

    def __init__(self) -> None:
        super().__init__(
            "This cannot be stored, so it was not played: a fault of mine.",
            instead="Another move may work. Please tell the owner of the bot.",
        )


class NotYourDecision(Refusal):
    """The match does not wait for this seat, or not for this answer any more."""

    code = "NOT_YOUR_DECISION"
