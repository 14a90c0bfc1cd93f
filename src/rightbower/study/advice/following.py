"""Why to follow with a card: who is winning, what can still beat it, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.players.sight import Sight
from rightbower.rules.acts import Play
from rightbower.rules.cards import Card, Seat, Suit, height, suit_in_play
from rightbower.rules.deal import winner_of
from rightbower.study.advice.leads import (
    how_high,
    only_of_suit,
    stop_march,
    unseen_above,
    unseen_trumps,
)
from rightbower.study.options import Reason, at_stake, symbols, trumps_in


class Following:
    """A trick under way as the seat to play sees it."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.led: Suit = suit_in_play(sight.plays[0][1], sight.trump)
        self.winner: Seat = winner_of(sight.plays, sight.trump)
        self.best: Card = dict(sight.plays)[self.winner]
        self.rest = sight.to_come()
        legal = [each.card for each in sight.view.legal if isinstance(each, Play)]
        self.winners = [card for card in legal if self.beats(card)]

    @property
    def partner_wins(self) -> bool:
        return self.winner is self.sight.partner

    @property
    def whose(self) -> str:
        """Whose card is winning."""
        who = "your partner" if self.partner_wins else self.winner.word
        return f"{who}'s {self.best.symbol}"

    def beats(self, card: Card) -> bool:
        return self.sight.beats(card, self.best) and self.counts(card)

    def counts(self, card: Card) -> bool:
        """Whether a card can win this trick at all."""
        return suit_in_play(card, self.sight.trump) in (self.led, self.sight.trump)

    def follows(self, card: Card) -> bool:
        return suit_in_play(card, self.sight.trump) is self.led


def why_follow(sight: Sight, card: Card, other: Card | None) -> Iterator[Reason]:
    """What speaks for this card, the strongest first; ``other`` is the one thought of."""
    now = Following(sight)
    if now.beats(card):
        yield from _takes(now, card)
        return
    if now.partner_wins:
        yield from _partner_wins(now)
    elif not now.winners:
        text = f"nothing you may play beats {now.whose}"
        yield Reason(("cannot win",), text, (now.best,), seat=now.winner)
    else:
        text = f"it lets {now.whose} win and saves {symbols(now.winners)}"
        yield Reason(("duck",), text, tuple(now.winners), seat=now.winner)
    yield from _kept(now, card, other)
    yield from stop_march(sight)
    yield from only_of_suit(sight, card, "was")


def against_follow(sight: Sight, card: Card, better: Card) -> Iterator[Reason]:
    """What is wrong with this card where another is better."""
    now = Following(sight)
    if now.beats(card):
        if now.partner_wins:
            text = f"{card.symbol} only takes the trick away from {now.whose}"
            yield Reason(("partner wins",), text, (card, now.best), seat=sight.partner)
        elif now.beats(better) and height(card, sight.trump) > height(better, sight.trump):
            text = f"{card.symbol} is more than it takes to beat {now.whose}"
            yield Reason(("wasted",), text, (card, better, now.best), seat=now.winner)
    elif now.beats(better):
        text = f"{card.symbol} leaves the trick to {now.whose}"
        yield Reason(("leaves trick",), text, (card, now.best), seat=now.winner)
    elif height(card, sight.trump) > height(better, sight.trump):
        text = f"{card.symbol} cannot win this trick and might win a later one"
        yield Reason(("wasted",), text, (card,), seat=now.winner)


def _takes(now: Following, card: Card) -> Iterator[Reason]:
    sight = now.sight
    if now.partner_wins:
        yield from _cover(now)
    if now.follows(card):
        text = f"{card.symbol} beats {now.whose}"
        yield Reason(("takes",), text, (card, now.best), seat=now.winner)
    else:
        over = sight.is_trump(now.best)
        idea = "overtrump" if over else "trump in"
        what = f"goes over {now.whose}" if over else f"trumps {now.whose}"
        text = f"you have no {now.led}, and {card.symbol} {what}"
        yield Reason((idea,), text, (card, now.best), now.led, now.winner)
    yield from at_stake(sight)
    yield from _how_safe(now, card)
    lowest = min(now.winners, key=lambda each: height(each, sight.trump))
    if card is lowest and len(now.winners) > 1:
        text = f"it is the lowest card you have that beats {now.whose}"
        yield Reason(("cheapest winner",), text, (card, now.best), seat=now.winner)


def _how_safe(now: Following, card: Card) -> Iterator[Reason]:
    """Last, or nothing unseen is higher, or third hand high."""
    if not now.rest:
        yield Reason(("last to play",), f"you play last, so {card.symbol} takes the trick", (card,))
        return
    above = unseen_above(now.sight, card)
    if not above:
        idea = "highest trump" if now.sight.is_trump(card) else "nothing higher"
        text = f"{card.symbol} is {how_high(now.sight, card)}"
        if _third(now, card):
            text = f"third hand plays high, and {text}"
            yield Reason(("third hand high", idea), text, (card,))
        else:
            yield Reason((idea,), text, (card,))
    elif _third(now, card):
        text = f"third hand plays high: only {symbols(above)} could still beat {card.symbol} in its suit"
        yield Reason(("third hand high",), text, (card, *above))
    elif len(above) == 1:
        text = f"only {above[0].symbol} beats {card.symbol} in its suit"
        yield Reason(("one higher",), text, (card, *above), card.suit)


def _third(now: Following, card: Card) -> bool:
    """Whether the third of four plays its highest card of the suit led over an opponent's."""
    follows = [each for each in now.winners if now.follows(each)]
    top = max(follows, key=lambda each: height(each, now.sight.trump), default=None)
    return len(now.sight.plays) == 2 and len(now.rest) == 1 and card is top


def _cover(now: Following) -> Iterator[Reason]:
    """The partner's card could be beaten by one who plays after."""
    above = unseen_above(now.sight, now.best)
    if now.rest and above:
        foe = now.rest[0]
        text = f"{now.whose} can still lose to {symbols(above)} with {foe.word} to play: cover it"
        yield Reason(("cover",), text, (now.best, *above), seat=foe)


def _partner_wins(now: Following) -> Iterator[Reason]:
    text = f"{now.whose} is winning"
    if not now.rest:
        text = f"{text} and nobody plays after you"
        yield Reason(("partner wins", "last to play"), text, (now.best,), seat=now.winner)
    else:
        yield Reason(("partner wins",), text, (now.best,), seat=now.winner)


def _kept(now: Following, card: Card, other: Card | None) -> Iterator[Reason]:
    """The good card that stays in hand."""
    sight = now.sight
    rest = [each for each in sight.hand if each is not card]
    trumps = trumps_in(rest, sight.trump)
    if trumps and not unseen_trumps(sight):
        text = f"{trumps[0].symbol} stays, and no other trump is left"
        yield Reason(("last trump", "keep high"), text, (trumps[0],), sight.trump, count=0)
    elif trumps and sight.boss(trumps[0]):
        text = f"{trumps[0].symbol} stays as the highest trump left"
        yield Reason(("highest trump", "keep high"), text, (trumps[0],), sight.trump)
    elif sure := [each for each in rest if not sight.is_trump(each) and sight.boss(each)]:
        text = f"{symbols(sure)} {'stays, the highest of its suit' if len(sure) == 1 else 'stay, each the highest of its suit'}"
        yield Reason(("nothing higher", "keep high"), text, tuple(sure))
    elif other is not None and height(other, sight.trump) > height(card, sight.trump):
        yield Reason(("keep high",), f"it keeps {other.symbol} for a later trick", (other,))
