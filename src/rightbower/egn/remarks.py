"""What a file says of its game otherwise than its deals do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rightbower.deal import Deal, Play
from rightbower.egn.deal_play import kitty_of
from rightbower.egn.schema import EgnDeal, Metadata, TrickPlay
from rightbower.game import Game
from rightbower.record import DealtEntry, Record


def remarks(game: Game, record: Record, about: Metadata, deals: Sequence[EgnDeal]) -> Iterator[str]:
    """A clause for each thing that is not as the file says."""
    stated, score = about.final_score, game.score
    if stated is not None and stated != score:
        yield f"finalScore is {stated[0]}–{stated[1]}, and the deals come to {score[0]}–{score[1]}"
    dealt = [entry for entry in record.entries if isinstance(entry, DealtEntry)]
    played = [each.deal for each in game.finished]
    played += [game.deal] if game.deal is not None else []
    for number, (deal, entry, after) in enumerate(zip(deals, dealt, played, strict=True), 1):
        lies = {entry.cards.turn_up, *entry.cards.stock}
        if not all(choice & lies for choice in kitty_of(deal, entry.cards.turn_up)):
            yield f"the kitty of deal {number} does not fit its play"
        yield from _lead(deal, after, number)


def _lead(deal: EgnDeal, played: Deal, number: int) -> Iterator[str]:
    lead = next(
        (each.initial_lead for each in deal.phases or () if isinstance(each, TrickPlay)), None
    )
    first = next((act.seat for act in played.acts if isinstance(act, Play)), None)
    if lead is not None and first is not None and lead != first:
        yield f"initialLead of deal {number} is {lead}, and by the rules {first.word} leads"
