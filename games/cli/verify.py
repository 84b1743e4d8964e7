"""``verify FILE``: whether the dice of a match are those of the seed it had committed to; of the
file of a whole match also whether it follows the rules."""

from __future__ import annotations

from pydantic import ValidationError

from games.cli import logcheck, logfile
from games.cli.faults import Differs, Fault
from games.cli.files import read_object, read_text
from games.cli.telling import plain
from games.core.log.dice_proofs import Proof, Thrown, check
from games.core.position_files import faults


def verify(name: str, shown: str | None) -> None:
    """Print every roll with its check and the verdict, or raise ``Differs``.

    ``shown``  the commitment that the match showed at its start, if it is to be compared
    """
    text = read_text(name)
    if (log := logfile.log_in(name, text)) is not None:
        logcheck.verify(name, log, shown)
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
        print(f"Entry {thrown.entry:>5}  {mark}  {_dice(thrown)}{undone}")
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


def _dice(thrown: Thrown) -> str:
    said = [" ".join(map(str, faces)) or "no dice" for faces in thrown.faces]
    reasons = [plain(asked.why) for asked in thrown.asked] + [""] * len(said)
    return "; ".join(
        f"{why}: {faces}" if why else faces for why, faces in zip(reasons, said, strict=False)
    )
