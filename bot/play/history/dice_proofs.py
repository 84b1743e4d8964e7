"""The proof of the dice: all that is needed to compute the rolls of a match again."""

from __future__ import annotations

from bot.play.executor import PlayContext
from bot.play.positions import THROWS, counting_entries
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage import queries
from bot.play.storage.records import Entry, EntryKind, Match, MatchId, Status
from games.core.log import dice_proofs


async def build_proof(context: PlayContext, match_id: MatchId) -> bytes:
    """The file that ``python -m games verify`` reads, the same for everybody.

    Once it has been given out, the match cannot be reopened: its dice can be foreseen.

    Raises:
        NoMatch: There is no such match.
        NotNow: It is not over yet: the seed would tell all dice to come.
    """
    async with context.store.reading() as reader:
        match = await reader.read(queries.MatchById(match_id))
        if match is None:
            raise NoMatch("There is no such match.")
        game = context.games[match.game]
        if not game.meta.dice:
            raise NotNow(f"{game.meta.title} has no dice.")
        commitment = dice_proofs.commitment(match.seed, match.id)
        if match.status is not Status.OVER:
            raise NotNow(
                "The seed of the dice is shown when the match is over.",
                instead=f"Until then the match is bound to it by its commitment {commitment}",
            )
        entries = await reader.read(queries.Entries(match.id))
    await _disclose(context, match)
    counting = {entry.seq for entry in counting_entries(entries)}
    proof = dice_proofs.Proof(
        match=match.id,
        game=match.game,
        commitment=commitment,
        seed=match.seed.hex(),
        rolls=tuple(
            _to_thrown(entry, counts=entry.seq in counting)
            for entry in entries
            if entry.kind is EntryKind.DICE
        ),
    )
    return proof.model_dump_json(indent=1).encode()


async def _disclose(context: PlayContext, match: Match) -> None:
    if match.disclosed:
        return
    async with context.store.writing(match.id) as work:
        over = await work.disclose(match.id)
        await work.commit()
    if not over:
        raise NotNow("This match has just been opened again.")


def _to_thrown(entry: Entry, *, counts: bool) -> dice_proofs.DiceEntry:
    throw = THROWS.read(entry.body)
    asked = tuple(
        dice_proofs.RequestedRoll(count=roll.count, sides=roll.sides, why=roll.why[:500])
        for roll in throw.asked
    )
    return dice_proofs.DiceEntry(
        entry=entry.seq,
        asked=asked,
        faces=throw.faces,
        place=throw.place,
        by_hand=throw.by_hand or throw.given,
        taken_back=not counts,
    )
