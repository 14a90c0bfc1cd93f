"""Cards and calls as people say them: on buttons, in bubbles and in the play by play."""

from __future__ import annotations

from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Card, Rank, Seat, Suit, height, suit_in_play
from rightbower.rules.deal import Deal
from rightbower.rules.refusal import capital
from rightbower.web.hall.table.acts import without_seat
from rightbower.web.hall.wire.views import Choice, News

RANKS = {
    Rank.NINE: "nine",
    Rank.TEN: "ten",
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.ACE: "ace",
}


def spoken(card: Card) -> str:
    """A card as people say it: the queen of hearts."""
    return f"the {RANKS[card.rank]} of {card.suit}"


def choices(actions: tuple[acts.Action, ...], deal: Deal) -> list[Choice]:
    """The buttons for the calls that may be made; cards are touched themselves."""
    calls = [each for each in actions if not isinstance(each, acts.Play | acts.Bury)]
    return [
        Choice(without_seat(each), said(each, deal.book), _suit(each), _alone(each))
        for each in calls
    ]


def _suit(action: acts.Action) -> str:
    return action.suit.letter if isinstance(action, acts.Name) else ""


def _alone(action: acts.Action) -> bool:
    return isinstance(action, acts.GoAlone) or (
        isinstance(action, acts.Name | acts.Order | acts.PickUp) and action.alone
    )


def said(action: acts.Action, book: RuleBook) -> str:
    """A call as it is said aloud, on its button and in the bubble at the chair."""
    match action:
        case acts.Pass():
            return capital(book.bidding.pass_word)
        case acts.TurnDown():
            return "Turn it down"
        case acts.Order(alone=alone):
            return "Order it up and go alone" if alone else "Order it up"
        case acts.PickUp(alone=alone):
            return "Pick it up and go alone" if alone else "Pick it up"
        case acts.Name(suit=suit, alone=alone):
            return f"{capital(str(suit))}, alone" if alone else capital(str(suit))
        case acts.GoAlone():
            return "Go alone"
        case _:
            return "Play with partner"


def happened(who: str, action: acts.Action) -> News:
    """One line of the play by play, about somebody of this name."""
    theirs, yours = _verbs(action)
    card = action.card.name if isinstance(action, acts.Play) else ""
    return News(f"{who} {theirs}", f"You {yours}", action.seat.letter, card)


def plays(who: str, seat: Seat) -> News:
    """A line that somebody plays, for where the card is drawn beside it."""
    return News(f"{who} plays", "You play", seat.letter)


def _verbs(action: acts.Action) -> tuple[str, str]:
    """An action in the third person, and in the second."""
    match action:
        case acts.Play(card=card):
            return f"plays {spoken(card)}", f"play {spoken(card)}"
        case acts.Order(alone=True):
            return "orders it up and goes alone", "order it up and go alone"
        case acts.PickUp(alone=True):
            return "picks it up and goes alone", "pick it up and go alone"
        case acts.Name(suit=suit, alone=alone):
            end = ", alone" if alone else ""
            return f"calls {suit}{end}", f"call {suit}{end}"
    return _PLAIN_VERBS[type(action)]


_PLAIN_VERBS: dict[type[acts.Action], tuple[str, str]] = {
    acts.Pass: ("passes", "pass"),
    acts.Order: ("orders it up", "order it up"),
    acts.PickUp: ("picks it up", "pick it up"),
    acts.TurnDown: ("turns it down", "turn it down"),
    acts.Bury: ("discards", "discard"),
    acts.GoAlone: ("goes alone", "go alone"),
    acts.KeepPartner: ("plays with partner", "play with your partner"),
}


def _trumps(trump: Suit) -> list[str]:
    held = [each for each in PACK if suit_in_play(each, trump) is trump]
    return [each.name for each in sorted(held, key=lambda each: -height(each, trump))]


_TRUMPS = tuple(_trumps(trump) for trump in Suit)


def order_of_hand(hand: tuple[Card, ...], trump: Suit | None) -> list[Card]:
    """A hand from left to right: trumps first, high before low, colours taking turns."""
    places = _PLACES[-1 if trump is None else trump]
    return sorted(hand, key=lambda held: places[held.index])


def _places(trump: Suit | None) -> tuple[int, ...]:
    """Where each card of the pack stands in a sorted hand; looked up for every message."""
    suits = [Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    if trump is not None:
        one, other = (suit for suit in Suit if suit.red is not trump.red)
        suits = [trump, other, trump.same_colour, one]
    order = sorted(
        PACK, key=lambda held: (suits.index(suit_in_play(held, trump)), -_rank(held, trump))
    )
    return tuple(order.index(held) for held in PACK)


def _rank(held: Card, trump: Suit | None) -> int:
    return held.rank if trump is None else height(held, trump)


_PLACES = (*(_places(trump) for trump in Suit), _places(None))


def trumps(trump: Suit | None) -> list[str]:
    """The trumps, highest first, so that a page can mark them."""
    return [] if trump is None else _TRUMPS[trump]
