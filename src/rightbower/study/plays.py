"""Why a card: leading, following and discarding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rightbower.players.sight import Sight, hidden_cards
from rightbower.players.views import View
from rightbower.rules.acts import Play
from rightbower.rules.cards import (
    EVERY_CARD,
    HAND_SIZE,
    STRAINS,
    Card,
    Rank,
    Seat,
    Strain,
    Suit,
    height,
    right_bower,
    suit_in_play,
)
from rightbower.rules.deal import Deal, Phase, sitting_out, winner_of
from rightbower.rules.message import Message, message
from rightbower.study.reasons import (
    Number,
    Reason,
    aces_beside,
    at_stake,
    trumps_counted,
    trumps_in,
)


def sure_order(seen: View) -> tuple[Card, ...]:
    """The hand in an order in which each card wins; nothing where that is not certain.

    It goes by what the seat itself can know, so that a claim refused tells nobody anything. Cards
    not seen are taken to lie as badly as they can, the partner's too.
    """
    if seen.phase is not Phase.PLAY or seen.turn is not seen.seat or seen.tricks[-1].plays:
        return ()
    assert seen.trump is not None
    trump, others = seen.trump, _others(seen)
    mine, theirs = _by_suit(seen.hand, trump), _by_suit(others, trump)
    drawn = len(theirs[trump]) <= len(mine[trump])
    sides = [suit for suit in Suit if suit is not trump and mine[suit]]
    if (sides and not drawn) or not all(
        _runs(mine[suit], theirs[suit], trump) for suit in (trump, *sides)
    ):
        return ()
    return (*mine[trump], *(card for suit in sides for card in mine[suit]))


def _others(seen: View) -> list[Card]:
    """The cards that one of the others in the play could still hold."""
    hidden = hidden_cards(seen)
    out = sitting_out(seen)
    seats = [seat for seat in Seat if seat is not seen.seat and seat not in out]
    sure = [card for seat in seats for card in hidden.sure.get(seat, ())]
    return sure + [
        card
        for card in hidden.unseen
        if any(suit_in_play(card, seen.trump) not in hidden.barred[seat] for seat in seats)
    ]


def _by_suit(cards: Sequence[Card], trump: Strain) -> dict[Strain, list[Card]]:
    """The cards of each suit, the highest first."""
    high = sorted(cards, key=lambda card: -height(card, trump))
    return {suit: [card for card in high if suit_in_play(card, trump) is suit] for suit in STRAINS}


def _runs(mine: Sequence[Card], theirs: Sequence[Card], trump: Strain) -> bool:
    """Whether a suit led from the top always wins; who follows gives up the lowest."""
    return all(
        led >= len(theirs) or height(card, trump) > height(theirs[0], trump)
        for led, card in enumerate(mine)
    )


def takes_the_rest(deal: Deal, seat: Seat) -> bool:
    """Whether the seat's side takes every trick left with best play by all, as the solver has it."""
    from rightbower.players.kernel.search import of_deals, solve_tricks

    if deal.lone_defender is not None:
        return False  # the solver knows one lone hand at most
    assert deal.maker is not None
    makers = int(solve_tricks(of_deals([deal]))[0])
    lost = HAND_SIZE - makers if deal.maker.side is seat.side else makers
    return lost == deal.tricks_of(seat.side.other)


MANY = 4  # trumps worth speaking of


def why_discard(view: View, card: Card, other: Card | None) -> Iterator[Reason]:
    """What speaks for this discard, the strongest first; ``other`` is the one thought of."""
    trump = _trump(view)
    rest = tuple(each for each in view.hand if each is not card)
    yield from _makes_void(card, rest, trump)
    yield from _keeps_guard(rest, trump)
    trumps = trumps_in(rest, trump)
    other_trump = other is not None and suit_in_play(other, trump) is trump
    if len(trumps) >= MANY or (other_trump and trumps):
        said = message(
            "it keeps {trumps} ({cards})", trumps=trumps_counted(len(trumps)), cards=tuple(trumps)
        )
        yield Reason(("keep trumps",), said, tuple(trumps), trump, count=len(trumps))
    if aces := aces_beside(rest, trump):
        yield Reason(("keep ace",), message("it keeps {cards}", cards=tuple(aces)), tuple(aces))


def against_discard(view: View, card: Card) -> Iterator[Reason]:
    """What this discard gives up."""
    trump = _trump(view)
    rest = tuple(each for each in view.hand if each is not card)
    if suit_in_play(card, trump) is trump:
        said = (
            message("{card} is the highest trump", card=card)
            if card is right_bower(trump)
            else message("{card} is a trump", card=card)
        )
        yield Reason(("keep trumps",), said, (card,), trump)
    elif card.rank is Rank.ACE:
        said = message("{card} is an ace and good for a trick", card=card)
        yield Reason(("keep ace",), said, (card,))
    mates = _mates(rest, suit_in_play(card, trump), trump)
    if len(mates) == 1 and mates[0].rank is Rank.KING and card.rank < Rank.KING:
        said = message("without {card} the king {king} stands bare", card=card, king=mates[0])
        yield Reason(("keep guard",), said, (mates[0], card))
    elif mates:
        said = message(
            "you would still hold {cards} and have to follow when {suit} are led",
            cards=tuple(mates),
            suit=card.suit,
        )
        yield Reason(("no void",), said, tuple(mates), card.suit)


def _makes_void(card: Card, rest: tuple[Card, ...], trump: Strain) -> Iterator[Reason]:
    suit = suit_in_play(card, trump)
    if suit is not trump and not _mates(rest, suit, trump) and trumps_in(rest, trump):
        said = message(
            "{card} is your only card in {suit}: without it you can trump {suit}",
            card=card,
            suit=suit,
        )
        yield Reason(("void",), said, (card,), suit)


def _keeps_guard(rest: tuple[Card, ...], trump: Strain) -> Iterator[Reason]:
    for king in rest:
        mates = _mates(rest, king.suit, trump)
        below = [card for card in mates if card.rank < Rank.KING]
        alone_on_top = not any(card.rank is Rank.ACE for card in mates)
        if king.rank is Rank.KING and below and alone_on_top:
            said = message("{king} stays guarded by {cards}", king=king, cards=tuple(below))
            yield Reason(("keep guard",), said, (king, *below), king.suit)


def _mates(hand: tuple[Card, ...], suit: Suit, trump: Strain) -> list[Card]:
    """The cards of a plain suit in a hand; the left bower is not one of them."""
    return [card for card in hand if suit_in_play(card, trump) is suit and suit is not trump]


def _trump(view: View) -> Strain:
    assert view.trump is not None
    return view.trump


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
    def whose(self) -> Message:
        """Whose card is winning."""
        if self.partner_wins:
            return message("your partner's {card}", card=self.best)
        return message("{seat's} {card}", seat=self.winner, card=self.best)

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
        said = message("nothing you may play beats {best}", best=now.whose)
        yield Reason(("cannot win",), said, (now.best,), seat=now.winner)
    else:
        said = message(
            "it lets {best} win and saves {cards}", best=now.whose, cards=tuple(now.winners)
        )
        yield Reason(("duck",), said, tuple(now.winners), seat=now.winner)
    yield from _kept(now, card, other)
    yield from stop_march(sight)
    yield from only_of_suit(sight, card, leads=False)


def against_follow(sight: Sight, card: Card, better: Card) -> Iterator[Reason]:
    """What is wrong with this card where another is better."""
    now = Following(sight)
    if now.beats(card):
        if now.partner_wins:
            said = message(
                "{card} only takes the trick away from {best}", card=card, best=now.whose
            )
            yield Reason(("partner wins",), said, (card, now.best), seat=sight.partner)
        elif now.beats(better) and height(card, sight.trump) > height(better, sight.trump):
            said = message("{card} is more than it takes to beat {best}", card=card, best=now.whose)
            yield Reason(("wasted",), said, (card, better, now.best), seat=now.winner)
    elif now.beats(better):
        said = message("{card} leaves the trick to {best}", card=card, best=now.whose)
        yield Reason(("leaves trick",), said, (card, now.best), seat=now.winner)
    elif height(card, sight.trump) > height(better, sight.trump):
        said = message("{card} cannot win this trick and might win a later one", card=card)
        yield Reason(("wasted",), said, (card,), seat=now.winner)


def _takes(now: Following, card: Card) -> Iterator[Reason]:
    sight = now.sight
    if now.partner_wins:
        yield from _cover(now)
    if now.follows(card):
        said = message("{card} beats {best}", card=card, best=now.whose)
        yield Reason(("takes",), said, (card, now.best), seat=now.winner)
    else:
        over = sight.is_trump(now.best)
        idea = "overtrump" if over else "trump in"
        said = (
            message(
                "you have no {suit}, and {card} goes over {best}",
                suit=now.led,
                card=card,
                best=now.whose,
            )
            if over
            else message(
                "you have no {suit}, and {card} trumps {best}",
                suit=now.led,
                card=card,
                best=now.whose,
            )
        )
        yield Reason((idea,), said, (card, now.best), now.led, now.winner)
    yield from at_stake(sight)
    yield from _how_safe(now, card)
    lowest = min(now.winners, key=lambda each: height(each, sight.trump))
    if card is lowest and len(now.winners) > 1:
        said = message("it is the lowest card you have that beats {best}", best=now.whose)
        yield Reason(("cheapest winner",), said, (card, now.best), seat=now.winner)


def _how_safe(now: Following, card: Card) -> Iterator[Reason]:
    """Last, or nothing unseen is higher, or third hand high."""
    if not now.rest:
        said = message("you play last, so {card} takes the trick", card=card)
        yield Reason(("last to play",), said, (card,))
        return
    above = unseen_above(now.sight, card)
    if not above:
        idea = "highest trump" if now.sight.is_trump(card) else "nothing higher"
        said = message("{card} is {high}", card=card, high=how_high(now.sight, card))
        if _third(now, card):
            said = message("third hand plays high, and {so}", so=said)
            yield Reason(("third hand high", idea), said, (card,))
        else:
            yield Reason((idea,), said, (card,))
    elif _third(now, card):
        said = message(
            "third hand plays high: only {cards} could still beat {card} in its suit",
            cards=tuple(above),
            card=card,
        )
        yield Reason(("third hand high",), said, (card, *above))
    elif len(above) == 1:
        yield _one_higher(card, above[0])


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
        said = message(
            "{best} can still lose to {above} with {foe} to play: cover it",
            best=now.whose,
            above=tuple(above),
            foe=foe,
        )
        yield Reason(("cover",), said, (now.best, *above), seat=foe)


def _partner_wins(now: Following) -> Iterator[Reason]:
    if not now.rest:
        said = message("{best} is winning and nobody plays after you", best=now.whose)
        yield Reason(("partner wins", "last to play"), said, (now.best,), seat=now.winner)
    else:
        said = message("{best} is winning", best=now.whose)
        yield Reason(("partner wins",), said, (now.best,), seat=now.winner)


def _kept(now: Following, card: Card, other: Card | None) -> Iterator[Reason]:
    """The good card that stays in hand."""
    sight = now.sight
    rest = [each for each in sight.hand if each is not card]
    trumps = trumps_in(rest, sight.trump)
    if trumps and not unseen_trumps(sight):
        said = message("{card} stays, and no other trump is left", card=trumps[0])
        yield Reason(("last trump", "keep high"), said, (trumps[0],), sight.trump, count=0)
    elif trumps and sight.boss(trumps[0]):
        said = message("{card} stays as the highest trump left", card=trumps[0])
        yield Reason(("highest trump", "keep high"), said, (trumps[0],), sight.trump)
    elif sure := [each for each in rest if not sight.is_trump(each) and sight.boss(each)]:
        said = message(
            "{cards} {cards|stays, the highest of its suit|stay, each the highest of its suit}",
            cards=tuple(sure),
        )
        yield Reason(("nothing higher", "keep high"), said, tuple(sure))
    elif other is not None and height(other, sight.trump) > height(card, sight.trump):
        said = message("it keeps {card} for a later trick", card=other)
        yield Reason(("keep high",), said, (other,))


HIGH = Rank.KING
LATE = 2  # cards in hand when a void no longer matters


def why_lead(sight: Sight, card: Card) -> Iterator[Reason]:
    """What speaks for leading this card, the strongest first."""
    if sight.is_trump(card):
        yield from _partner_called(sight, card)
        if sight.boss(card) or sight.maker.side is sight.seat.side:
            yield _trump_lead(sight, card)
        else:
            yield from _defender_leads_trump(sight, card)
        yield from at_stake(sight)
        return
    yield from stop_march(sight)
    yield from _out_of_suit(sight, card, [sight.partner], "partner void")
    if sight.boss(card):
        yield sure_in_suit(sight, card)
    else:
        yield from _keeps_high(sight, card)
        yield from _one_above(sight, card)
    yield from at_stake(sight)
    yield from only_of_suit(sight, card, leads=True)
    yield from _keeps_trumps(sight)


def against_lead(sight: Sight, card: Card) -> Iterator[Reason]:
    """What is wrong with leading this card."""
    above = unseen_above(sight, card)
    yield from _out_of_suit(sight, card, sight.foes, "foe void")
    if above:
        said = message("{card} can lose to {above}, still out", card=card, above=tuple(above))
        yield Reason(("can be beaten",), said, (card, *above))
    if sight.is_trump(card) and sight.maker.side is not sight.seat.side:
        said = message(
            "{card} is a trump, and a defender needs it to take a trick of theirs", card=card
        )
        yield Reason(("keep trumps",), said, (card,))
    elif not above and not sight.is_trump(card) and _may_be_trumped(sight):
        out = len(unseen_trumps(sight))
        said = message("{card} can be trumped: {unseen}", card=card, unseen=_still_out(out))
        yield Reason(("can be trumped",), said, (card,), count=out)


def stop_march(sight: Sight) -> Iterator[Reason]:
    """The other side has every trick so far and would march, or plays alone."""
    view = sight.view
    done = [trick.winner for trick in view.tricks if trick.winner is not None]
    against = sight.maker.side is not sight.seat.side
    all_theirs = all(winner.side is sight.maker.side for winner in done)
    lone = view.lone is not None and view.lone.side is sight.maker.side
    if against and all_theirs and (lone or len(done) >= view.book.score.tricks_to_make):
        said = (
            message("one trick stops {seat's} lone march", seat=sight.maker)
            if lone
            else message("one trick stops {seat's} march", seat=sight.maker)
        )
        yield Reason(("stop march",), said, seat=sight.maker)


def sure_in_suit(sight: Sight, card: Card) -> Reason:
    """Nothing unseen of its suit beats a plain card."""
    out = len([each for each in _unseen(sight) if suit_in_play(each, sight.trump) is card.suit])
    high = how_high(sight, card)
    said = (
        message(
            "{card} is {high}, with {count} more unseen", card=card, high=high, count=Number(out)
        )
        if out
        else message("{card} is {high}, with no other unseen", card=card, high=high)
    )
    ideas = ("nothing higher",) if card.rank is not Rank.ACE else ("lead ace", "nothing higher")
    if not unseen_trumps(sight):
        said = message("{so}, and no trump is left to beat it", so=said)
        ideas = (*ideas, "no trump out")
    return Reason(ideas, said, (card,), card.suit, count=out)


_HIGHEST: Mapping[Suit, Message] = {
    Suit.CLUBS: message("the highest club left"),
    Suit.DIAMONDS: message("the highest diamond left"),
    Suit.HEARTS: message("the highest heart left"),
    Suit.SPADES: message("the highest spade left"),
}


def how_high(sight: Sight, card: Card) -> Message:
    """A card that nothing unseen beats in its suit: the highest left, or as good as the seat's own highest."""
    own = [each for each in sight.hand if sight.above[card.index] >> each.index & 1]
    if own:
        top = max(own, key=lambda each: height(each, sight.trump))
        return message("as good as your {card}", card=top)
    return message("the highest trump left") if sight.is_trump(card) else _HIGHEST[card.suit]


def unseen_trumps(sight: Sight) -> list[Card]:
    """The trumps that this seat has not seen."""
    return trumps_in(_unseen(sight), sight.trump)


def unseen_above(sight: Sight, card: Card) -> list[Card]:
    """The unseen cards that beat a card in its own suit."""
    return [each for each in _unseen(sight) if sight.above[card.index] >> each.index & 1]


def _unseen(sight: Sight) -> list[Card]:
    return [card for card in EVERY_CARD if sight.unseen >> card.index & 1]


def _trump_lead(sight: Sight, card: Card) -> Reason:
    out = len(unseen_trumps(sight))
    if not out:
        said = message(
            "every other trump is in your hand or gone, so nothing beats {card}", card=card
        )
        return Reason(("last trump",), said, (card,), sight.trump, count=0)
    unseen = _still_out(out)
    if sight.boss(card):
        said = message(
            "{card} is {high} and draws theirs: {unseen}",
            card=card,
            high=how_high(sight, card),
            unseen=unseen,
        )
        return Reason(("highest trump", "draw trumps"), said, (card,), sight.trump, count=out)
    said = message("it draws trumps: {unseen}", unseen=unseen)
    return Reason(("draw trumps",), said, (card,), sight.trump, count=out)


def _still_out(trumps: int) -> Message:
    return message("{count} {count|trump is|trumps are} still out", count=Number(trumps))


def _defender_leads_trump(sight: Sight, card: Card) -> Iterator[Reason]:
    """A trump that another beats draws none of the makers' high ones: what is left to say for it."""
    rest = [each for each in sight.hand if each is not card]
    plain = [each for each in rest if not sight.is_trump(each)]
    if len(plain) == len(rest):
        said = message(
            "{card} is your only trump and low: it would hardly take a trick later", card=card
        )
        yield Reason(("only trump",), said, (card,), sight.trump)
    if plain:
        said = message("each lead of {cards} could give a trick away", cards=tuple(plain))
        yield Reason(("safe lead",), said, tuple(plain))


def _partner_called(sight: Sight, card: Card) -> Iterator[Reason]:
    if sight.maker is sight.partner:
        said = message(
            "your partner made {suit} trump: lead {card} to help draw them",
            suit=sight.trump,
            card=card,
        )
        yield Reason(("partner called",), said, (card,), sight.trump, sight.partner)


def _keeps_high(sight: Sight, card: Card) -> Iterator[Reason]:
    """A low lead keeps kings and aces for later."""
    kept = [
        each
        for each in sight.hand
        if not sight.is_trump(each) and each.rank >= HIGH and each is not card
    ]
    if card.rank < HIGH and kept:
        said = message("it keeps {cards} for a trick later", cards=tuple(kept))
        yield Reason(("keep high",), said, tuple(kept))


def _out_of_suit(sight: Sight, card: Card, seats: list[Seat], idea: str) -> Iterator[Reason]:
    """Somebody did not follow this suit before, and may trump it."""
    suit, trumps = sight.suit(card), sight.suits[sight.trump]
    for seat in seats:
        shown = sight.void[seat] & suit == suit and not sight.is_trump(card)
        if shown and sight.may_hold(seat, trumps):
            said = (
                message(
                    "your partner has shown out of {suit} and may trump {card}",
                    suit=card.suit,
                    card=card,
                )
                if seat is sight.partner
                else message(
                    "{seat} has shown out of {suit} and may trump {card}",
                    seat=seat,
                    suit=card.suit,
                    card=card,
                )
            )
            yield Reason((idea,), said, (card,), card.suit, seat)


def _one_above(sight: Sight, card: Card) -> Iterator[Reason]:
    above = unseen_above(sight, card)
    if card.rank >= HIGH and len(above) == 1:
        yield _one_higher(card, above[0])


def _one_higher(card: Card, above: Card) -> Reason:
    said = message("only {above} beats {card} in its suit", above=above, card=card)
    return Reason(("one higher",), said, (card, above), card.suit)


def only_of_suit(sight: Sight, card: Card, leads: bool) -> Iterator[Reason]:
    """The last plain card of its suit goes, and trumps are there to take the suit with."""
    suit = suit_in_play(card, sight.trump)
    mates = [each for each in sight.hand if suit_in_play(each, sight.trump) is suit]
    trumps = trumps_in(sight.hand, sight.trump)
    if suit is not sight.trump and len(mates) == 1 and trumps and len(sight.hand) > LATE:
        said = (
            message("it is your only card in {suit}, so you can trump {suit} afterward", suit=suit)
            if leads
            else message(
                "it was your only card in {suit}, so you can trump {suit} afterward", suit=suit
            )
        )
        yield Reason(("void",), said, (card,), suit)


def _keeps_trumps(sight: Sight) -> Iterator[Reason]:
    trumps = trumps_in(sight.hand, sight.trump)
    if trumps:
        last = len(sight.hand) <= LATE
        said = (
            message("it keeps {cards} for the last trick", cards=tuple(trumps))
            if last
            else message("it keeps {cards} to trump with", cards=tuple(trumps))
        )
        yield Reason(("keep trumps",), said, tuple(trumps), sight.trump, count=len(trumps))


def _may_be_trumped(sight: Sight) -> bool:
    return any(sight.may_hold(seat, sight.suits[sight.trump]) for seat in sight.foes)
