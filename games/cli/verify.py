"""``verify FILE``: whether the dice of a match are those of the seed it had committed to; of the
file of a whole match also its hash chain, and whether it follows the rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from games.cli.faults import Differs, Fault
from games.cli.files import read_object, read_text
from games.cli.replay import log_in, plain, said
from games.cli.tools import find_game
from games.core.contract import AnyGame
from games.core.log.dice_proofs import DiceEntry, Proof, check
from games.core.log.match_file import Line, MatchLog
from games.core.log.position_files import faults
from games.core.log.verification import Wrong, first_played, follow
from games.core.types import Ending, Form


def verify(name: str, shown: str | None) -> None:
    """Print every roll with its check and the verdict, or raise ``Differs``.

    ``shown``  the commitment that the match showed at its start, if it is to be compared
    """
    text = read_text(name)
    if (log := log_in(name, text)) is not None:
        verify_log(name, log, shown)
        return
    try:
        proof = Proof.model_validate(read_object(name, text))
    except ValidationError as error:
        raise Fault(f"{name}: not a dice proof: {plain(faults(error))}") from None
    wrong = check(proof)
    print(f"Match {proof.match}, game {plain(proof.game)}")
    whole = [fault.sentence for fault in wrong if fault.place is None]
    if shown is not None and shown.strip().lower() != proof.commitment:
        whole.append("The match showed a different commitment from the one in this file.")
    print(f"Commitment {proof.commitment}  {'WRONG' if whole else 'ok'}")
    for sentence in whole:
        print(f"    {sentence}")
    for place, thrown in enumerate(proof.rolls):
        found = [fault.sentence for fault in wrong if fault.place == place]
        mark = "WRONG" if found else "hand " if thrown.by_hand else "ok   "
        undone = "  (undone)" if thrown.taken_back else ""
        print(f"Entry {thrown.entry:>5}  {mark}  {_write_faces(thrown)}{undone}")
        for sentence in found:
            print(f"    {sentence}")
    if wrong or whole:
        print("Verdict: the dice do not match the seed.")
        raise Differs("the dice do not match the match's commitment")
    by_hand = sum(thrown.by_hand for thrown in proof.rolls)
    if by_hand:
        rest = len(proof.rolls) - by_hand
        print(f"Verdict: {rest} of {len(proof.rolls)} entries with dice come from the seed.")
        print(f"The referee set the dice of {by_hand}, marked hand; the log says when and why.")
    else:
        print(f"Verdict: all {len(proof.rolls)} entries with dice come from the seed.")
    if shown is None:
        print("Compare the commitment with the one shown before the match's first roll.")


def _write_faces(thrown: DiceEntry) -> str:
    said = [" ".join(map(str, faces)) or "no dice" for faces in thrown.faces]
    reasons = [plain(asked.why) for asked in thrown.asked] + [""] * len(said)
    return "; ".join(
        f"{why}: {faces}" if why else faces for why, faces in zip(reasons, said, strict=False)
    )


# --- Match files ---


_ENDINGS: Form[Ending] = Form(Ending)


@dataclass
class _Report:
    faults: int = 0

    def found(self, what: str, wrong: str) -> None:
        """Print the result of one check."""
        self.faults += bool(wrong)
        print(f"{what:<12}{f'WRONG: {wrong}' if wrong else 'ok'}")

    def note(self, what: str, text: str) -> None:
        print(f"{what:<12}{text}")


def verify_log(name: str, log: MatchLog, shown: str | None) -> None:
    """Print every check and the verdict, or raise ``Differs``.

    ``shown``  the commitment that the match showed at its start, if it is to be compared
    """
    report = _Report()
    count = len(log.entries)
    print(f"Match {log.match.id}, game {plain(log.match.title)}, {count} entries")
    report.found("Chain", f"broken at {log.broken}" if log.broken else "")
    print(f"            head {log.head}")
    if log.match.complete:
        _rules(report, find_game(log.match.game), log)
        _dice(report, log, shown)
    else:
        report.note("Rules", f"not checked: the file holds only what {log.match.whose} knew")
        _committed(report, log, shown)
    if report.faults:
        print("Verdict: this file is not genuine.")
        raise Differs(f"{name}: the file is not genuine")
    print("Verdict: this file passes every check.")


def _rules(report: _Report, game: AnyGame, log: MatchLog) -> None:
    """Replay every entry, then check the final position and the ending."""
    state, positions = None, 0
    try:
        first = first_played(game, log)
        for followed in follow(game, log):
            positions += followed.entry.kind == "position"
            state = followed.state
    except Wrong as wrong:
        report.found("Rules", said(wrong))
        return
    older = _older(game, log.entries[:first])
    if state is None:
        report.note("Rules", older)
        return
    report.found("Rules", "")
    if first:
        were = "1 entry was" if first == 1 else f"{first} entries were"
        report.note("", f"{were} {older}")
    if positions:
        set_by = "1 entry sets" if positions == 1 else f"{positions} entries set"
        report.note("", f"{set_by} a position, which was not checked")
    digest = hashlib.sha256(game.state_form.write(state)).hexdigest()
    same = log.end.state in ("", digest)
    report.found("Position", "" if same else "the last entry leads to a different one")
    pending = game.pending(state)
    if isinstance(pending, Ending):
        ended = json.loads(_ENDINGS.write(pending)) == log.end.ending
        report.found("Ending", "" if ended else "the rules give a different ending")
    elif log.end.ending is not None:
        report.note("Ending", "decided by the players or the referee, not by the rules")


def _older(game: AnyGame, entries: Sequence[Line]) -> str:
    """``played under rules versions 1 and 2: the dice are checked, the moves cannot be``"""
    versions = sorted({entry.rules for entry in entries})
    named = f"version{'s' if len(versions) > 1 else ''} {' and '.join(map(str, versions))}"
    checked = "the dice are checked, the moves" if game.meta.dice else "the moves"
    return f"played under rules {named}: {checked} cannot be"


def _committed(report: _Report, log: MatchLog, shown: str | None) -> None:
    if shown is not None:
        same = shown.strip().lower() == log.match.commitment
        report.found("Commitment", "" if same else "the match showed a different one")


def _dice(report: _Report, log: MatchLog, shown: str | None) -> None:
    _committed(report, log, shown)
    rolls = [(at, each) for at, each in enumerate(log.entries, 1) if each.kind == "dice"]
    counting = _counting(log.entries)
    if not rolls and not log.end.seed:
        return
    if not log.end.seed:
        report.note("Dice", "cannot be proved before the match is over")
        return
    proof = Proof(
        match=log.match.id,
        game=log.match.game,
        commitment=log.match.commitment or "0" * 64,
        seed=log.end.seed,
        rolls=tuple(
            _thrown(entry, entry.roll, counts=at in counting) for at, entry in rolls if entry.roll
        ),
    )
    wrong = check(proof)
    report.found("Dice", wrong[0].sentence if wrong else "")
    for fault in wrong[1:]:
        print(f"            {fault.sentence}")
    by_hand = sum(entry.by_hand for _, entry in rolls)
    given = sum(entry.given for _, entry in rolls)
    if by_hand:
        report.note("", f"{by_hand} of {len(rolls)} entries with dice were set by the referee")
    if given:
        report.note("", f"{given} of {len(rolls)} entries with dice come from another match's file")
    if shown is None:
        report.note("", f"commitment {log.match.commitment}")
        report.note("", "compare it with the one shown before the match's first roll")


def _counting(entries: Sequence[Line]) -> frozenset[int]:
    """The entries that have not been undone, whatever the marks say."""
    found: set[int] = set()
    at = len(entries)
    while at > 0:
        entry = entries[at - 1]
        if entry.kind == "undone" and (entry.to or 0) < at:
            at = entry.to or 0
        else:
            found.add(at)
            at -= 1
    return frozenset(found)


def _thrown(entry: Line, place: str, *, counts: bool) -> DiceEntry:
    return DiceEntry(
        entry=entry.number or 1,
        asked=entry.asked or (),
        faces=entry.faces or (),
        place=place,
        by_hand=entry.by_hand or entry.given,
        taken_back=not counts,
    )
