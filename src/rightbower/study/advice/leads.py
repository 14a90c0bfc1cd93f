"""Why to lead a card: drawing trumps, sure cards, the partner's call, the lone hand."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.players.sight import Sight
from rightbower.rules.cards import PACK, Card, Rank, Seat, height, suit_in_play
from rightbower.study.options import Reason, at_stake, counted, number, one_of, symbols, trumps_in

HIGH = Rank.KING
LATE = 2  # cards in hand when a void no longer matters


def why_lead(sight: Sight, card: Card) -> Iterator[Reason]:
    """What speaks for leading this card, the strongest first."""
    if sight.is_trump(card):
        yield from _partner_called(sight, card)
        yield _trump_lead(sight, card)
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
    yield from only_of_suit(sight, card, "is")
    yield from _keeps_trumps(sight)


def against_lead(sight: Sight, card: Card) -> Iterator[Reason]:
    """What is wrong with leading this card."""
    above = unseen_above(sight, card)
    yield from _out_of_suit(sight, card, sight.foes, "foe void")
    if above:
        text = f"{card.symbol} can lose to {symbols(above)}, still out"
        yield Reason(("can be beaten",), text, (card, *above))
    if sight.is_trump(card) and sight.maker.side is not sight.seat.side:
        text = f"{card.symbol} is a trump, and a defender needs it to take a trick of theirs"
        yield Reason(("keep trumps",), text, (card,))
    elif not above and not sight.is_trump(card) and _may_be_trumped(sight):
        out = len(unseen_trumps(sight))
        text = f"{card.symbol} can be trumped: {counted(out, 'trump')} {_is(out)} still out"
        yield Reason(("can be trumped",), text, (card,), count=out)


def stop_march(sight: Sight) -> Iterator[Reason]:
    """The other side has every trick so far and would march, or plays alone."""
    view = sight.view
    done = [trick.winner for trick in view.tricks if trick.winner is not None]
    against = sight.maker.side is not sight.seat.side
    all_theirs = all(winner.side is sight.maker.side for winner in done)
    lone = view.lone is not None and view.lone.side is sight.maker.side
    if against and all_theirs and (lone or len(done) >= view.book.score.tricks_to_make):
        whose = f"{sight.maker.word}'s {'lone ' if lone else ''}march"
        yield Reason(("stop march",), f"one trick stops {whose}", seat=sight.maker)


def sure_in_suit(sight: Sight, card: Card) -> Reason:
    """Nothing unseen of its suit beats a plain card."""
    out = len([each for each in _unseen(sight) if suit_in_play(each, sight.trump) is card.suit])
    more = f"{number(out)} more unseen" if out else "no other unseen"
    text = f"{card.symbol} is {how_high(sight, card)}, with {more}"
    ideas = ("nothing higher",) if card.rank is not Rank.ACE else ("lead ace", "nothing higher")
    if not unseen_trumps(sight):
        text, ideas = f"{text}, and no trump is left to beat it", (*ideas, "no trump out")
    return Reason(ideas, text, (card,), card.suit, count=out)


def how_high(sight: Sight, card: Card) -> str:
    """A card that nothing unseen beats in its suit: the highest left, or as good as the seat's own highest."""
    own = [each for each in sight.hand if sight.above[card.index] >> each.index & 1]
    if own:
        top = max(own, key=lambda each: height(each, sight.trump))
        return f"as good as your {top.symbol}"
    kind = "trump" if sight.is_trump(card) else one_of(card.suit)
    return f"the highest {kind} left"


def unseen_trumps(sight: Sight) -> list[Card]:
    """The trumps that this seat has not seen."""
    return trumps_in(_unseen(sight), sight.trump)


def unseen_above(sight: Sight, card: Card) -> list[Card]:
    """The unseen cards that beat a card in its own suit."""
    return [each for each in _unseen(sight) if sight.above[card.index] >> each.index & 1]


def _unseen(sight: Sight) -> list[Card]:
    return [card for card in PACK if sight.unseen >> card.index & 1]


def _trump_lead(sight: Sight, card: Card) -> Reason:
    out = len(unseen_trumps(sight))
    if not out:
        text = f"every other trump is in your hand or gone, so nothing beats {card.symbol}"
        return Reason(("last trump",), text, (card,), sight.trump, count=0)
    unseen = f"{counted(out, 'trump')} {_is(out)} still out"
    if sight.boss(card):
        text = f"{card.symbol} is {how_high(sight, card)} and draws theirs: {unseen}"
        return Reason(("highest trump", "draw trumps"), text, (card,), sight.trump, count=out)
    return Reason(("draw trumps",), f"it draws trumps: {unseen}", (card,), sight.trump, count=out)


def _partner_called(sight: Sight, card: Card) -> Iterator[Reason]:
    if sight.maker is sight.partner:
        text = f"your partner made {sight.trump} trump: lead {card.symbol} to help draw them"
        yield Reason(("partner called",), text, (card,), sight.trump, sight.partner)


def _keeps_high(sight: Sight, card: Card) -> Iterator[Reason]:
    """A low lead keeps kings and aces for later."""
    kept = [
        each
        for each in sight.hand
        if not sight.is_trump(each) and each.rank >= HIGH and each is not card
    ]
    if card.rank < HIGH and kept:
        text = f"it keeps {symbols(kept)} for a trick later"
        yield Reason(("keep high",), text, tuple(kept))


def _out_of_suit(sight: Sight, card: Card, seats: list[Seat], idea: str) -> Iterator[Reason]:
    """Somebody did not follow this suit before, and may trump it."""
    suit, trumps = sight.suit(card), sight.suits[sight.trump]
    for seat in seats:
        shown = sight.void[seat] & suit == suit and not sight.is_trump(card)
        if shown and sight.may_hold(seat, trumps):
            who = "your partner" if seat is sight.partner else seat.word
            text = f"{who} has shown out of {card.suit} and may trump {card.symbol}"
            yield Reason((idea,), text, (card,), card.suit, seat)


def _one_above(sight: Sight, card: Card) -> Iterator[Reason]:
    above = unseen_above(sight, card)
    if card.rank >= HIGH and len(above) == 1:
        text = f"only {above[0].symbol} beats {card.symbol} in its suit"
        yield Reason(("one higher",), text, (card, *above), card.suit)


def only_of_suit(sight: Sight, card: Card, verb: str) -> Iterator[Reason]:
    """The last plain card of its suit goes, and trumps are there to take the suit with."""
    suit = suit_in_play(card, sight.trump)
    mates = [each for each in sight.hand if suit_in_play(each, sight.trump) is suit]
    trumps = trumps_in(sight.hand, sight.trump)
    if suit is not sight.trump and len(mates) == 1 and trumps and len(sight.hand) > LATE:
        text = f"it {verb} your only card in {suit}, so you can trump {suit} afterward"
        yield Reason(("void",), text, (card,), suit)


def _keeps_trumps(sight: Sight) -> Iterator[Reason]:
    trumps = trumps_in(sight.hand, sight.trump)
    if trumps:
        last = len(sight.hand) <= LATE
        text = f"it keeps {symbols(trumps)} {'for the last trick' if last else 'to trump with'}"
        yield Reason(("keep trumps",), text, tuple(trumps), sight.trump, count=len(trumps))


def _may_be_trumped(sight: Sight) -> bool:
    return any(sight.may_hold(seat, sight.suits[sight.trump]) for seat in sight.foes)


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
