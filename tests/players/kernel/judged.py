"""Random deals of the kernel played again through the readable deal, which judges them."""

from __future__ import annotations

from rightbower.players.kernel.bits import action_of, number_of
from rightbower.players.kernel.deals import (
    ENDING,
    LONE,
    MAKER,
    POINTS_EW,
    POINTS_NS,
    TRICKS,
    TRUMP,
    RandomDeal,
    play_one,
)
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Side
from rightbower.rules.deal import Deal
from rightbower.rules.judge import apply, legal
from rightbower.rules.score import score

ENDINGS = ("played", "thrown in", "game lost")


def judged(book: RuleBook, seed: int, number: int) -> Deal:
    """Play a deal of the kernel again; every legal set, the end and the score must agree."""
    played = play_one(book, seed, number)
    deal = replayed(played)
    assert deal.ending == ENDINGS[played.row[ENDING]]
    assert [played.row[TRUMP], played.row[MAKER], played.row[LONE]] == [
        -1 if each is None else each for each in (deal.trump, deal.maker, deal.lone)
    ]
    if deal.ending == "played":
        assert deal.maker is not None
        assert played.row[TRICKS] == deal.tricks_of(deal.maker.side)
    points = [sum(mark.points for mark in score(deal) if mark.side is side) for side in Side]
    assert [played.row[POINTS_NS], played.row[POINTS_EW]] == points
    return deal


def replayed(played: RandomDeal, acts: int | None = None) -> Deal:
    """The deal after so many of its acts, or after all of them."""
    deal = played.start
    for act, allowed in played.acts[:acts]:
        assert sum(1 << number_of(each) for each in legal(deal)) == allowed
        assert deal.turn is not None
        deal = apply(deal, action_of(act, deal.turn))
    return deal
