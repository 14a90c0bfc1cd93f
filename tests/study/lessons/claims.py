"""Whether what an explanation claims is so, worked out afresh from the view."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules.acts import Action, Bury, Name, Pass, Play
from rightbower.rules.cards import (
    Card,
    NoTrump,
    Rank,
    Seat,
    Strain,
    Suit,
    height,
    right_bower,
    suit_in_play,
)
from rightbower.rules.deal import Phase, sitting_out, winner_of
from rightbower.study.reasons import Reason
from rightbower.study.teacher import alike


class Claim(Struct, frozen=True):
    """A reason given in a position, for or against an action."""

    view: View
    action: Action
    reason: Reason

    @property
    def me(self) -> Seat:
        assert self.view.seat is not None
        return self.view.seat

    @property
    def card(self) -> Card:
        assert isinstance(self.action, Play | Bury)
        return self.action.card

    @property
    def trump(self) -> Strain:
        """Trump, or what it would be by the call that the reason speaks of."""
        if self.view.trump is not None:
            return self.view.trump
        if self.reason.suit is not None:
            return self.reason.suit
        if isinstance(self.action, Name):
            return self.action.suit
        assert self.view.turn_up is not None
        return self.view.turn_up.suit

    @property
    def against_dealer(self) -> bool:
        return self.me.side is not self.view.dealer.side

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        return self.view.tricks[-1].plays

    @property
    def unseen(self) -> list[Card]:
        """All cards but those in hand, buried by this seat, played, or turned down."""
        view = self.view
        seen = {*view.hand, *(card for trick in view.tricks for _, card in trick.plays)}
        seen |= {view.buried} if view.buried else set()
        seen |= {view.turn_up} if view.taken_by is None and view.turn_up else set()
        return [card for card in view.book.pack.cards if card not in seen]

    @property
    def rest(self) -> list[Card]:
        return [card for card in self.view.hand if card is not self.card]

    @property
    def active(self) -> int:
        return 4 - len(sitting_out(self.view))

    def trumps(self, cards: list[Card]) -> list[Card]:
        return [card for card in cards if suit_in_play(card, self.trump) is self.trump]

    def wins(self, card: Card) -> bool:
        return winner_of((*self.plays, (self.me, card)), self.trump) is self.me

    def above(self, card: Card) -> list[Card]:
        """Unseen cards of the same suit that are higher."""
        return self.higher(card, self.unseen)

    def higher(self, card: Card, among: list[Card]) -> list[Card]:
        same = self.of_suit(suit_in_play(card, self.trump), among)
        return [each for each in same if height(each, self.trump) > height(card, self.trump)]

    def of_suit(self, suit: Strain | None, cards: list[Card]) -> list[Card]:
        return [card for card in cards if suit_in_play(card, self.trump) is suit]

    def needs(self, ours: bool) -> int:
        side = self.me.side if ours else self.me.side.other
        assert self.view.target is not None
        return self.view.target - self.view.score[side]

    def hand_for(self) -> list[Card]:
        """The cards a call is judged by: a dealer who takes it has six."""
        own = self.me is self.view.dealer and self.view.phase is Phase.ROUND_ONE
        more = [self.view.turn_up] if own and self.view.turn_up else []
        return [*self.view.hand, *more]

    def counts_trumps(self) -> bool:
        """The count is that of the hand, or one less where a dealer buries a trump of six."""
        held = self.trumps(self.hand_for())
        fits = self.reason.count in (len(held), 5 if len(held) == 6 else len(held))
        return fits and set(self.reason.cards) <= set(self.hand_for())


def _void(claim: Claim) -> bool:
    alone = not claim.of_suit(claim.reason.suit, claim.rest)
    return claim.reason.cards == (claim.card,) and alone and bool(claim.trumps(claim.rest))


def _guard(claim: Claim) -> bool:
    king, *below = claim.reason.cards
    same = all(each.suit is king.suit and each.rank < Rank.KING for each in below)
    plain = king.rank is Rank.KING and suit_in_play(king, claim.trump) is not claim.trump
    return same and plain and bool(below) and {king, *below} <= set(claim.view.hand)


def _last(claim: Claim) -> bool:
    return len(claim.plays) == claim.active - 1


def _stops_march(claim: Claim) -> bool:
    maker = claim.view.maker
    assert maker is not None
    theirs = all(t.winner.side is maker.side for t in claim.view.tricks if t.winner is not None)
    return maker.side is not claim.me.side and theirs


def _trumps_it(claim: Claim, over: bool) -> bool:
    led = suit_in_play(claim.plays[0][1], claim.trump)
    best = dict(claim.plays)[winner_of(claim.plays, claim.trump)]
    was_trump = suit_in_play(best, claim.trump) is claim.trump
    nothing = not claim.of_suit(led, list(claim.view.hand))
    return nothing and claim.wins(claim.card) and was_trump is over


def _cheapest(claim: Claim) -> bool:
    lower = [
        each.card
        for each in claim.view.legal
        if isinstance(each, Play)
        and height(each.card, claim.trump) < height(claim.card, claim.trump)
    ]
    return claim.wins(claim.card) and not any(claim.wins(each) for each in lower)


def _cover(claim: Claim) -> bool:
    best, *higher = claim.reason.cards
    partner = winner_of(claim.plays, claim.trump) is claim.me.partner
    mine = dict(claim.plays).get(claim.me.partner) is best
    to_come = claim.reason.seat is not None and claim.reason.seat not in dict(claim.plays)
    return partner and mine and to_come and sorted(higher) == sorted(claim.above(best))


def _winning(claim: Claim, seat: Seat | None, card: Card) -> bool:
    return winner_of(claim.plays, claim.trump) is seat and dict(claim.plays).get(seat) is card


def _third(claim: Claim) -> bool:
    third = len(claim.plays) == 2 and claim.active == 4
    listed = sorted(claim.reason.cards[1:]) == sorted(claim.above(claim.card))
    return third and claim.wins(claim.card) and listed


def _spoken(claim: Claim) -> bool:
    """The partner has not spoken in the round under way."""
    said = [each for each in claim.view.bids if each.seat is claim.me.partner]
    return len(said) == (1 if claim.view.phase is Phase.ROUND_TWO else 0)


def _wasted(claim: Claim) -> bool:
    if len(claim.reason.cards) == 1:
        return not claim.wins(claim.card)
    card, better, _ = claim.reason.cards
    higher = height(card, claim.trump) > height(better, claim.trump)
    return claim.wins(card) and claim.wins(better) and higher


def _book(claim: Claim) -> bool:
    rules = claim.view.book.bidding
    text = claim.reason.text
    if "thrown in" in text:
        return rules.all_pass == "throw in" and claim.me is claim.view.dealer
    if "partner who orders" in text:
        return rules.partner_order == "must be alone" and claim.me is claim.view.dealer.partner
    lost = ("loses the game" in text) is (rules.breach == "loses the game")
    return lost and rules.trump_to_order != "nobody" and not claim.trumps(list(claim.view.hand))


def _shown_out(claim: Claim) -> bool:
    """The seat did not follow the suit in an earlier trick, though it was led."""
    seat = claim.reason.seat
    assert seat is not None
    for trick in claim.view.tricks:
        card = trick.card_of(seat)
        if trick.led is not None and card is not None:
            led = suit_in_play(trick.led, claim.trump)
            if led is claim.reason.suit and suit_in_play(card, claim.trump) is not led:
                return True
    return False


def _in_order(claim: Claim) -> bool:
    """Nothing unseen is higher; "the highest" is said where the seat has nothing higher either."""
    own = [each for card in claim.reason.cards for each in claim.higher(card, claim.rest)]
    said = claim.reason.text
    fits = not own or "highest" not in said or "stay" in said
    return fits and all(not claim.above(each) for each in claim.reason.cards)


def _keeps(claim: Claim) -> bool:
    if claim.reason.text.endswith(("is a trump", "highest trump", "trick of theirs")):
        return bool(claim.trumps([claim.card]))
    return set(claim.reason.cards) <= set(claim.rest)


def _aces(claim: Claim, cards: list[Card]) -> bool:
    plain = all(
        each.rank is Rank.ACE and each.suit is not claim.trump for each in claim.reason.cards
    )
    return plain and set(claim.reason.cards) <= set(cards)


def _stuck(claim: Claim) -> bool:
    may_pass = any(isinstance(each, Pass) for each in claim.view.legal)
    return claim.me is claim.view.dealer and not may_pass


def _colour(claim: Claim, same: bool) -> bool:
    assert claim.view.turn_up is not None
    suits = claim.view.turn_up.suit.same_colour is claim.reason.suit
    two = claim.view.phase is Phase.ROUND_TWO
    return two and suits is same and claim.against_dealer is same


def _tricks(claim: Claim, ours: bool) -> int:
    won = [trick.winner for trick in claim.view.tricks if trick.winner is not None]
    return sum((each.side is claim.me.side) is ours for each in won)


def _near(claim: Claim, by_makers: bool) -> bool:
    """The makers, or those against them, lack one trick; the words say whose and whether it is the game."""
    maker, rules = claim.view.maker, claim.view.book.score
    assert maker is not None
    ours = (maker.side is claim.me.side) is by_makers
    lacking = rules.tricks_to_make - 1 if by_makers else 5 - rules.tricks_to_make
    lone = claim.view.lone is maker
    make, euchre = (rules.lone_make, rules.lone_euchre) if lone else (rules.make, rules.euchre)
    points = make if by_makers else euchre
    game = claim.view.target is not None and claim.needs(ours) <= points
    told = "wins you the game" if ours else "wins them the game"
    words = claim.reason.text.startswith("you have" if ours else "they have")
    return words and _tricks(claim, ours) == lacking and (told in claim.reason.text) is game


def _march(claim: Claim) -> bool:
    maker, rules = claim.view.maker, claim.view.book.score
    assert maker is not None
    worth = rules.lone_march if claim.view.lone is maker else rules.march
    swept = not _tricks(claim, ours=False) and _tricks(claim, ours=True) >= rules.tricks_to_make
    return maker.side is claim.me.side and swept and claim.reason.count == worth


def _lone(claim: Claim) -> bool:
    game = (
        claim.view.target is not None and claim.needs(ours=True) <= claim.view.book.score.lone_march
    )
    said = "and the game" in claim.reason.text
    return not claim.reason.suit or (claim.counts_trumps() and said is game)


def _one_way(claim: Claim) -> bool:
    rules, need = claim.view.book.score, claim.needs(ours=True)
    return need <= rules.march and claim.reason.count == need


CLAIMS: dict[str, Callable[[Claim], bool]] = {
    "trumps held": Claim.counts_trumps,
    "lone hand": _lone,
    "wait with bowers": lambda c: (
        c.against_dealer and set(c.reason.cards) <= set(c.trumps(list(c.view.hand)))
    ),
    "euchre near": lambda c: _near(c, by_makers=False),
    "make near": lambda c: _near(c, by_makers=True),
    "march near": _march,
    "no trump out": lambda c: not c.trumps(c.unseen),
    "turn-up to them": lambda c: c.against_dealer and c.reason.cards == (c.view.turn_up,),
    "turn-up to us": lambda c: not c.against_dealer and c.reason.cards == (c.view.turn_up,),
    "too few trumps": lambda c: c.counts_trumps() and (c.reason.count or 0) <= 2,
    "side ace": lambda c: _aces(c, c.hand_for()),
    "better suit": lambda c: c.reason.count == len(c.trumps(list(c.view.hand))),
    "book": _book,
    "thrown in": _book,
    "next": lambda c: _colour(c, same=True),
    "reverse": lambda c: _colour(c, same=False) and c.me is c.view.dealer.partner,
    "stuck dealer": _stuck,
    "one to win": lambda c: _one_way(c) and c.needs(ours=True) <= c.view.book.score.make,
    "alone useless": _one_way,
    "they need one": lambda c: c.reason.count == c.needs(ours=False) <= c.view.book.score.make,
    "stop loner": lambda c: (
        c.view.book.score.euchre < c.needs(ours=False) <= c.view.book.score.lone_march
    ),
    "partner to speak": _spoken,
    "gives up call": lambda c: c.reason.seat is not None and c.reason.seat.side is not c.me.side,
    "wrong suit": lambda c: c.reason.count == len(c.trumps(c.hand_for())),
    "loser": lambda c: (
        not c.trumps(list(c.reason.cards))
        and all(each.rank is not Rank.ACE for each in c.reason.cards)
    ),
    "void": _void,
    "no void": lambda c: sorted(c.of_suit(c.reason.suit, c.rest)) == sorted(c.reason.cards),
    "keep guard": _guard,
    "keep trumps": _keeps,
    "keep ace": lambda c: c.reason.cards == (c.card,) or _aces(c, c.rest),
    "draw trumps": lambda c: c.reason.count == len(c.trumps(c.unseen)) > 0,
    "highest trump": lambda c: _in_order(c) and bool(c.trumps(list(c.reason.cards))),
    "last trump": lambda c: not c.trumps(c.unseen),
    "partner called": lambda c: c.view.maker is c.me.partner,
    "lead ace": lambda c: c.card.rank is Rank.ACE,
    "nothing higher": _in_order,
    "stop march": _stops_march,
    "keep high": lambda c: set(c.reason.cards) <= set(c.rest),
    "can be beaten": lambda c: sorted(c.reason.cards[1:]) == sorted(c.above(c.card)),
    "can be trumped": lambda c: c.reason.count == len(c.trumps(c.unseen)) > 0,
    "cannot win": lambda c: not any(c.wins(e.card) for e in c.view.legal if isinstance(e, Play)),
    "partner wins": lambda c: _winning(c, c.me.partner, c.reason.cards[-1]),
    "last to play": _last,
    "trump in": lambda c: _trumps_it(c, over=False),
    "overtrump": lambda c: _trumps_it(c, over=True),
    "cheapest winner": _cheapest,
    "third hand high": _third,
    "cover": _cover,
    "wasted": _wasted,
    "one higher": lambda c: list(c.reason.cards[1:]) == c.above(c.card),
    "partner void": lambda c: _shown_out(c) and c.reason.seat is c.me.partner,
    "foe void": lambda c: _shown_out(c) and c.reason.seat in (c.me.left, c.me.right),
    "duck": lambda c: not c.wins(c.card) and all(c.wins(each) for each in c.reason.cards),
    "takes": lambda c: c.wins(c.card),
    "no right": lambda c: (
        c.counts_trumps()
        and isinstance(c.trump, Suit)
        and right_bower(c.trump) not in c.reason.cards
    ),
    "no-trump": lambda c: (
        isinstance(c.trump, NoTrump)
        and not any(c.higher(each, list(c.view.book.pack.cards)) for each in c.reason.cards)
    ),
    "dealer stuck": lambda c: (
        c.against_dealer and c.view.book.bidding.all_pass == "stick the dealer"
    ),
    "only trump": lambda c: not c.trumps(c.rest) and bool(c.above(c.card)),
    "safe lead": lambda c: sorted(c.reason.cards) == sorted(set(c.rest) - set(c.trumps(c.rest))),
    "the same": lambda c: c.action in alike(c.view, c.action),
    "leaves trick": lambda c: not c.wins(c.card),
}
