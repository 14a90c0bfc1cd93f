"""The deal as a value, and the door that places an act without asking."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Literal, Protocol, assert_never

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules import acts
from rightbower.rules.acts import Action, Name, Order, PickUp
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import (
    DECKS,
    EVERY_CARD,
    HAND_SIZE,
    HEIGHTS,
    SUITS_IN_PLAY,
    Card,
    NoTrump,
    Rank,
    Seat,
    Side,
    Strain,
    Suit,
    suit_in_play,
)
from rightbower.rules.drawing import Layout, as_picture, as_text, in_order, labels
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal
from rightbower.rules.relief import UNDER

Hand = tuple[Card, ...]
Ending = Literal["played", "thrown in", "bad hand", "given up", "game lost", "stopped"]
# The endings of a deal that counts as one of a game.
COUNTED = ("played", "given up", "stopped")


_SEATS = tuple(Seat)
_WITHOUT = tuple(tuple(seat for seat in Seat if seat is not out) for out in Seat)


class Phase(StrEnum):
    """Where the deal stands."""

    ROUND_ONE = "round one"
    ROUND_TWO = "round two"
    BURY = "bury"
    ALONE = "alone"
    PLAY = "play"
    DONE = "done"
    # Last, so that numbers given to the others stay as they are.
    DEFEND = "defend alone"
    JOKER = "joker turned"


class Trick(Struct, frozen=True, gc=False):
    """The cards of one trick in the order they fell."""

    leader: Seat
    plays: tuple[tuple[Seat, Card], ...] = ()
    winner: Seat | None = None

    @property
    def led(self) -> Card | None:
        return self.plays[0][1] if self.plays else None

    def card_of(self, seat: Seat) -> Card | None:
        """What a seat played to this trick."""
        return dict(self.plays).get(seat)


class Deal(Struct, frozen=True, gc=False):
    """One deal: the cards, the bids, the play so far, and whose turn it is."""

    book: RuleBook
    dealer: Seat
    dealt: tuple[Hand, Hand, Hand, Hand]
    hands: tuple[Hand, ...]
    turn_up: Card
    stock: tuple[Card, ...]
    turn: Seat | None
    phase: Phase = Phase.ROUND_ONE
    acts: tuple[Action, ...] = ()
    trump: Strain | None = None
    maker: Seat | None = None
    lone: Seat | None = None
    taken_by: Seat | None = None
    buried: Card | None = None
    tricks: tuple[Trick, ...] = ()
    ending: Ending | None = None
    barred_alone: tuple[Side, ...] = ()
    lone_defender: Seat | None = None
    offered: Suit | None = None

    def __repr__(self) -> str:
        made = (
            f"{self.maker.word} makes {self.trump.name.lower()}"
            if self.maker and self.trump
            else ""
        )
        where = self.ending or f"{self.phase.name.lower().replace('_', ' ')}"
        said = (f"{self.dealer.word} deals", f"{self.turn_up} up", made, where)
        return f"<Deal: {', '.join(filter(None, said))}>"

    def __str__(self) -> str:
        return as_text(self.drawn())

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return as_picture(self.drawn())

    def drawn(self, heading: str = "") -> Layout:
        """What a drawing of the deal shows, all hands open."""
        return layout(self, self.hands, heading)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play: all four, or all but the partners of those who play alone."""
        if self.lone_defender is not None:
            out = sitting_out(self)
            return tuple(seat for seat in _SEATS if seat not in out)
        return _SEATS if self.lone is None else _WITHOUT[self.lone.partner]

    @property
    def turned_down(self) -> Suit | None:
        """The suit that may not be named, once the turn-up is turned down."""
        if self.phase is Phase.ROUND_TWO:
            return self.offered
        named = self.trump is not None and self.trump is not self.offered
        if not named and self.book.bidding.stuck_names == "any suit":
            named = any(isinstance(act, Name) for act in self.acts)
        return self.offered if named else None

    @property
    def trick(self) -> Trick | None:
        """The trick under way."""
        return self.tricks[-1] if self.tricks and self.phase is Phase.PLAY else None

    def tricks_of(self, side: Side) -> int:
        """How many tricks a side has won."""
        seats = side.seats
        return sum(trick.winner in seats for trick in self.tricks)


class Visible(Protocol):
    """What lies open in a deal, whether all of it is known or what one seat may see."""

    @property
    def dealer(self) -> Seat: ...
    @property
    def turn(self) -> Seat | None: ...
    @property
    def phase(self) -> Phase | None: ...
    @property
    def turn_up(self) -> Card | None: ...
    @property
    def offered(self) -> Suit | None: ...
    @property
    def trump(self) -> Strain | None: ...
    @property
    def maker(self) -> Seat | None: ...
    @property
    def lone(self) -> Seat | None: ...
    @property
    def lone_defender(self) -> Seat | None: ...
    @property
    def tricks(self) -> tuple[Trick, ...]: ...


def sitting_out(seen: Visible) -> tuple[Seat, ...]:
    """The partners of those who play alone."""
    lone = (seen.lone, seen.lone_defender)
    return tuple(seat.partner for seat in lone if seat is not None)


def layout(seen: Visible, hands: Sequence[Sequence[Card | None]], heading: str = "") -> Layout:
    """The drawing of a deal with these hands."""
    trump = ""
    plays: tuple[tuple[Seat, Card], ...] = ()
    if seen.trump is not None and seen.maker is not None:
        trump = f"{seen.trump.symbol} by {seen.maker.word}"
        trick = next((each for each in reversed(seen.tricks) if each.plays), None)
        plays = () if trick is None else trick.plays
    if seen.phase is None:
        foot = ""
    elif seen.turn is None:
        foot = "The deal is over"
    else:
        foot = f"{seen.turn.word} to act: {seen.phase}"
    return Layout(
        labels(seen.dealer, seen.lone, [trick.winner for trick in seen.tricks]),
        tuple(in_order(hand, seen.trump) for hand in hands),
        heading,
        foot,
        seen.turn_up,
        seen.phase is Phase.ROUND_TWO or seen.turn is None,
        trump,
        plays,
    )


def start(
    book: RuleBook, dealer: Seat, hands: Sequence[Hand], turn_up: Card, stock: Sequence[Card]
) -> Deal:
    """A deal with the hands out and the turn-up faced; refuse cards that are not one pack.

    ``hands`` are in the order North, East, South, West.
    """
    for seat, hand in zip(Seat, hands, strict=True):
        if len(hand) != HAND_SIZE:
            raise Refusal(
                message(
                    "{seat} {seat|hold|holds} {cards} {cards|card|cards}, not {wanted}",
                    seat=seat,
                    cards=len(hand),
                    wanted=HAND_SIZE,
                )
            )
    dealt = [card for hand in hands for card in hand] + [turn_up, *stock]
    if len(set(dealt)) < len(dealt):
        twice = next(card for card in EVERY_CARD if dealt.count(card) > 1)
        raise Refusal(message("{card} appears twice", card=twice))
    deck = DECKS[book.pack]
    if strange := {*dealt} - {*deck}:
        path = "pack.ranks" if "pack.ranks" in book.citations else "laws.pack"
        raise Refusal(message("{card} is not in this deck", book.named(path), card=min(strange)))
    if len(dealt) != len(deck):
        raise Refusal(
            message("there are {cards} cards, not {wanted}", cards=len(dealt), wanted=len(deck))
        )
    north, east, south, west = (tuple(hand) for hand in hands)
    four = (north, east, south, west)
    return new_deal(book, dealer, four, turn_up, tuple(stock))


COUNTS_AS: Final = "counts as "
# The ways in which the dealer names a suit before anybody has seen a hand.
BLIND: Final = ("named blind, makes", "named blind, proposed")


def new_deal(
    book: RuleBook,
    dealer: Seat,
    hands: tuple[Hand, Hand, Hand, Hand],
    turn_up: Card,
    stock: tuple[Card, ...],
) -> Deal:
    """The deal as it begins; a joker that is turned up offers no suit by itself."""
    suit = None if turn_up.joker else turn_up.suit
    deal = Deal(book, dealer, hands, hands, turn_up, stock, dealer.left, offered=suit)
    return _joker_turned(deal) if turn_up.joker else deal


def _joker_turned(deal: Deal) -> Deal:
    rule = deal.book.bidding.joker_turned
    if rule == "open naming":
        return replace(deal, phase=Phase.ROUND_TWO)
    if rule.startswith(COUNTS_AS):
        return replace(deal, offered=Suit.of(rule.removeprefix(COUNTS_AS)))
    return replace(deal, phase=Phase.JOKER, turn=deal.dealer)


def named_blind(deal: Deal) -> bool:
    """Whether the dealer names a suit now, and nobody has seen a hand."""
    return deal.phase is Phase.JOKER and deal.book.bidding.joker_turned in BLIND


def at_score(deal: Deal, score: tuple[int, int]) -> Deal:
    """The deal at a score, at which a side may be kept from playing alone."""
    barred = tuple(side for side in Side if score[side] in deal.book.alone.barred_at)
    return replace(deal, barred_alone=barred) if barred else deal


def next_dealer(deal: Deal) -> Seat:
    """Who deals after this deal."""
    same = deal.ending == "thrown in" and deal.book.bidding.thrown_in_dealer == "same dealer"
    same |= deal.ending == "bad hand" and deal.book.relief.remedy == "same dealer"
    return deal.dealer if same else deal.dealer.left


def winner_of(plays: Sequence[tuple[Seat, Card]], trump: Strain) -> Seat:
    """Who wins these cards: the highest trump, or else the highest card of the suit led."""
    suits, high = SUITS_IN_PLAY[trump], HEIGHTS[trump]
    counting = (suits[plays[0][1].index], trump)
    counted = [(high[card.index], seat) for seat, card in plays if suits[card.index] in counting]
    return max(counted)[1]


def holds_trump(hand: Hand, trump: Strain, left_counts: bool = True) -> bool:
    """Whether a hand holds a trump, the left bower included unless it does not count."""
    if left_counts:
        return any(suit_in_play(card, trump) is trump for card in hand)
    return any(card.suit is trump and not card.joker for card in hand)


def natural_cards(deal: Deal, hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand printed in the turn-up's suit; before trump is made no jack is a bower."""
    rules, suit = deal.book.bidding, deal.offered
    return tuple(
        card
        for card in hand
        if (
            rules.joker_natural
            if card.joker
            else card.suit is suit and (rules.natural_jack or card.rank is not Rank.JACK)
        )
    )


def bound_to_be_alone(deal: Deal, seat: Seat) -> bool:
    """Whether a seat that accepts the turn-up has to play alone."""
    return seat is deal.dealer.partner and deal.book.bidding.partner_order == "must be alone"


def breaches_trump_to_order(deal: Deal, action: Order | PickUp | Name) -> bool:
    """Whether this call is made without the trump that the book asks for."""
    rules = deal.book.bidding
    if rules.trump_to_order == "nobody" or isinstance(action, PickUp):
        return False
    if isinstance(action, Name):
        if rules.order_down != "in round two" or action.seat is deal.dealer:
            return False
        suit: Strain = action.suit
    elif deal.offered is None:
        return False
    else:
        suit = deal.offered
    if isinstance(suit, NoTrump):
        return False
    return not holds_trump(deal.hands[action.seat], suit, rules.left_counts)


Found = tuple[str, Message] | None
_PARTNER_NOT_ALONE: tuple[str, Message] = (
    "bidding.partner_order",
    message("the dealer's partner may order it up, but not alone"),
)


def place(deal: Deal, action: acts.Action) -> Deal:
    """The deal after an action, legal or not."""
    if isinstance(action, acts.Play):
        return _play(deal, action)
    after = replace(deal, acts=(*deal.acts, action))
    match action:
        case acts.Pass() | acts.TurnDown():
            return _pass(after, action.seat)
        case acts.Order() | acts.PickUp():
            return _accept(after, action)
        case acts.Name():
            return _name(after, action)
        case acts.Bury():
            return _bury(after, action)
        case acts.GoAlone():
            return _go_alone(after, action.seat)
        case acts.KeepPartner():
            return _ask_next(after, action.seat)
        case acts.ThrowIn():
            return replace(after, phase=Phase.DONE, turn=None, ending="bad hand")
        case acts.GoUnder():
            return _go_under(after, action)
        case _:
            assert_never(action)


def _pass(deal: Deal, seat: Seat) -> Deal:
    if deal.phase is Phase.JOKER:
        return deal
    if seat is not deal.dealer:
        return replace(deal, turn=seat.left)
    if deal.phase is Phase.ROUND_ONE:
        return replace(deal, phase=Phase.ROUND_TWO, turn=seat.left)
    paid = deal.book.bidding.all_pass == "pay"
    ending: Ending = "given up" if paid else "thrown in"
    return replace(deal, phase=Phase.DONE, turn=None, ending=ending)


def _accept(deal: Deal, action: acts.Order | acts.PickUp) -> Deal:
    seat, trump = action.seat, deal.offered
    if trump is None:
        return deal
    lone = seat if action.alone or bound_to_be_alone(deal, seat) else None
    made = replace(deal, trump=trump, maker=seat, lone=lone)
    return _lost(made) if loses_the_game(deal, action) else _take(made)


def _take(deal: Deal) -> Deal:
    """The turn-up is taken, unless it would go to a hand that is put away."""
    taker = deal.dealer
    if deal.lone is deal.dealer.partner:
        if deal.book.bidding.lone_partner_turn_up != "lone partner takes it":
            return _after_bury(deal)
        taker = deal.lone
    hand = (*deal.hands[taker], deal.turn_up)
    return replace(
        deal, phase=Phase.BURY, turn=taker, taken_by=taker, hands=_with_hand(deal, taker, hand)
    )


def _go_alone(deal: Deal, seat: Seat) -> Deal:
    """Somebody plays alone; before a card is buried the turn-up goes where it then belongs."""
    if deal.phase is Phase.DEFEND:
        return _lead_off(replace(deal, lone_defender=seat))
    lone = replace(deal, lone=seat)
    if deal.phase is not Phase.BURY:
        return _defended(lone)
    hands = tuple(_without(hand, deal.turn_up) for hand in deal.hands)
    return _take(replace(lone, hands=hands, taken_by=None))


def _go_under(deal: Deal, action: acts.GoUnder) -> Deal:
    """Three cards for those under the turn-up, where the next to go under finds them."""
    gone = [each.cards for each in deal.acts[:-1] if isinstance(each, acts.GoUnder)]
    lying = [deal.stock, *gone][-1]
    kept = tuple(card for card in deal.hands[action.seat] if card not in action.cards)
    return replace(deal, hands=_with_hand(deal, action.seat, (*kept, *lying[:UNDER])))


def _name(deal: Deal, action: acts.Name) -> Deal:
    if deal.phase is Phase.JOKER and isinstance(action.suit, Suit):
        return _name_for_joker(replace(deal, offered=action.suit), action)
    lone = action.seat if action.alone else None
    made = replace(deal, trump=action.suit, maker=action.seat, lone=lone)
    return _lost(made) if loses_the_game(deal, action) else _after_bury(made)


def _name_for_joker(deal: Deal, action: acts.Name) -> Deal:
    """The suit of a joker turned up is named, which may make it trump."""
    rule = deal.book.bidding.joker_turned
    if rule == "named blind, proposed":
        return replace(deal, phase=Phase.ROUND_ONE, turn=deal.dealer.left)
    lone = action.seat if action.alone else None
    made = replace(deal, trump=action.suit, maker=action.seat, lone=lone)
    return _after_bury(made) if rule == "dealer names, joker stays" else _take(made)


def loses_the_game(deal: Deal, action: acts.Action) -> bool:
    """A call in its round without the trump it asks for; the book says whether its turn matters."""
    rules = deal.book.bidding
    if rules.breach != "loses the game" or action.seat is deal.dealer:
        return False
    if not isinstance(action, acts.Order | acts.PickUp | acts.Name):
        return False
    its_round = Phase.ROUND_TWO if isinstance(action, acts.Name) else Phase.ROUND_ONE
    counts = action.seat is deal.turn or rules.breach_counts == "in any turn"
    return deal.phase is its_round and counts and breaches_trump_to_order(deal, action)


def _lost(deal: Deal) -> Deal:
    return replace(deal, phase=Phase.DONE, turn=None, ending="game lost")


def _bury(deal: Deal, action: acts.Bury) -> Deal:
    hand = _without(deal.hands[action.seat], action.card)
    return _after_bury(replace(deal, buried=action.card, hands=_with_hand(deal, action.seat, hand)))


def _after_bury(deal: Deal) -> Deal:
    if deal.lone is None and deal.book.alone.when == "before the first card":
        asked = may_go_alone(deal)
        if asked:
            return replace(deal, phase=Phase.ALONE, turn=asked[0])
    return _defended(deal)


def may_go_alone(deal: Deal) -> tuple[Seat, ...]:
    """Who may go alone, in the order in which they are asked."""
    assert deal.maker is not None
    maker = deal.maker
    seats = {
        "maker": (maker,),
        "makers": (maker, maker.partner),
        "anyone": (maker, maker.partner, maker.left, maker.right),
    }[deal.book.alone.who]
    return tuple(seat for seat in seats if kept_from_alone(deal, seat) is None)


def kept_from_alone(deal: Deal, seat: Seat, *, orders: bool = False) -> Found:
    """Why a seat, which perhaps ``orders`` just now, may not play alone in this deal, whatever it holds."""
    if seat.side in deal.barred_alone:
        return "alone.barred_at", message("at this score nobody of a side plays alone")
    if (
        deal.book.bidding.partner_order == "may not be alone"
        and seat is deal.dealer.partner
        and (orders or any(isinstance(act, Order) and act.seat is seat for act in deal.acts))
    ):
        return _PARTNER_NOT_ALONE
    return None


def _ask_next(deal: Deal, seat: Seat) -> Deal:
    """Ask the next player who may go alone, or begin the play."""
    defending = deal.phase is Phase.DEFEND
    order = may_defend_alone(deal) if defending else may_go_alone(deal)
    following = order.index(seat) + 1
    if following == len(order):
        return _lead_off(deal) if defending else _defended(deal)
    return replace(deal, turn=order[following])


def may_defend_alone(deal: Deal) -> tuple[Seat, ...]:
    """The defenders who may play alone, in the order in which they are asked."""
    rule, maker = deal.book.alone.defend, deal.maker
    if rule == "no" or maker is None or (deal.lone is None and rule == "against a lone maker"):
        return ()
    if deal.lone is not None and deal.lone.side is not maker.side:
        return ()
    first = deal.dealer.left
    seats = (first, first.left, first.partner, first.right)
    return tuple(
        seat
        for seat in seats
        if seat.side is not maker.side and kept_from_alone(deal, seat) is None
    )


def _defended(deal: Deal) -> Deal:
    """Trump is made and the makers are known: a defender may play alone, or the play begins."""
    asked = may_defend_alone(deal)
    return replace(deal, phase=Phase.DEFEND, turn=asked[0]) if asked else _lead_off(deal)


def _lead_off(deal: Deal) -> Deal:
    first = deal.dealer.left
    if deal.lone is not None and deal.book.alone.lead == "left of lone player":
        first = deal.lone.left
    leader = first
    while leader not in deal.active:
        leader = leader.left
    return replace(deal, phase=Phase.PLAY, turn=leader, tricks=(Trick(leader),))


def _play(deal: Deal, action: acts.Play) -> Deal:
    trump = deal.trump
    assert trump is not None
    done = (*deal.acts, action)
    trick = deal.tricks[-1]
    plays = (*trick.plays, (action.seat, action.card))
    leader = trick.leader if trick.plays else action.seat
    seat = action.seat
    held = tuple(card for card in deal.hands[seat] if card is not action.card)
    hands = (*deal.hands[:seat], held, *deal.hands[seat + 1 :])
    waiting = set(deal.active) - {seat for seat, _ in plays}
    if waiting:
        tricks = (*deal.tricks[:-1], Trick(leader, plays))
        turn = action.seat.left
        while turn not in waiting:
            turn = turn.left
        return replace(deal, acts=done, hands=hands, tricks=tricks, turn=turn)
    winner = winner_of(plays, trump)
    tricks = (*deal.tricks[:-1], Trick(leader, plays, winner))
    if len(tricks) == HAND_SIZE:
        return replace(
            deal,
            acts=done,
            hands=hands,
            tricks=tricks,
            phase=Phase.DONE,
            turn=None,
            ending="played",
        )
    return replace(deal, acts=done, hands=hands, tricks=(*tricks, Trick(winner)), turn=winner)


def _with_hand(deal: Deal, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*deal.hands[:seat], hand, *deal.hands[seat + 1 :])


def _without(hand: Hand, card: Card) -> Hand:
    return tuple(held for held in hand if held is not card)
