"""Cards and calls as people say them: on buttons, in bubbles and in the play by play."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import (
    EVERY_CARD,
    STRAINS,
    Card,
    Pack,
    Seat,
    Strain,
    Suit,
    height,
    suit_in_play,
)
from rightbower.rules.deal import Deal
from rightbower.rules.message import (
    Message,
    PartKind,
    Term,
    Told,
    Voice,
    capital,
    message,
    voice,
    word,
)
from rightbower.web.hall.entries import without_seat
from rightbower.web.hall.wire import Choice, News


def spoken(card: Card) -> str:
    """A card as people say it: the queen of hearts."""
    return _SPOKEN[card.index]


_SPOKEN = tuple(str(card.in_words) for card in EVERY_CARD)


class Capital(Told, Struct, frozen=True, gc=False):
    """What a sentence or a button begins with, with a capital."""

    of: Told

    @property
    def part_kind(self) -> PartKind:
        return self.of.part_kind

    def told(self, voice: Voice) -> str:
        return capital(self.of.told(voice))


@lru_cache(maxsize=64)
def reader(language: str) -> Voice:
    """The voice of a language, for what is about nobody."""
    return voice(language)


def choices(actions: tuple[acts.Action, ...], deal: Deal, language: str = "en") -> list[Choice]:
    """The buttons for the calls that may be made; cards are touched themselves."""
    calls = [each for each in actions if not isinstance(each, acts.Play | acts.Bury)]
    return [
        Choice(without_seat(each), _button(each, deal.book, language), _suit(each), _alone(each))
        for each in calls
    ]


def _button(action: acts.Action, book: RuleBook, language: str) -> str:
    """What stands on a button: a call as it is said, or the cards that would go under."""
    if isinstance(action, acts.GoUnder):
        names = Term(" ".join(each.symbol for each in action.cards))
        return reader(language)(message("Exchange {cards}", cards=names))
    return said(action, book, language)


def _suit(action: acts.Action) -> str:
    return action.suit.letter if isinstance(action, acts.Name) else ""


def _alone(action: acts.Action) -> bool:
    return isinstance(action, acts.GoAlone) or (
        isinstance(action, acts.Name | acts.Order | acts.PickUp) and action.alone
    )


def said(action: acts.Action, book: RuleBook, language: str = "en") -> str:
    """A call as it is said aloud, on its button and in the bubble at the chair."""
    return _said(action, book.bidding.pass_word, language)


@lru_cache(maxsize=2048)
def _said(action: acts.Action, passing: str, language: str) -> str:
    suit = action.suit if isinstance(action, acts.Name) else None
    return reader(language)(call(type(action), suit, _alone(action), passing))


def call(kind: type[acts.Action], suit: Strain | None, alone: bool, passing: str) -> Message:
    """What one says who makes a call."""
    if kind is acts.Pass:
        return Message("{word}", (("word", Capital(Term(passing))),))
    if kind is acts.TurnDown:
        return message("Turn it down")
    if kind is acts.Order:
        return message("Order it up and go alone") if alone else message("Order it up")
    if kind is acts.PickUp:
        return message("Pick it up and go alone") if alone else message("Pick it up")
    if suit is not None:
        called = Capital(suit)
        return (
            message("{suit}, alone", suit=called)
            if alone
            else Message("{suit}", (("suit", called),))
        )
    if kind is acts.ThrowIn:
        return message("Throw the hand in")
    if kind is acts.GoUnder:
        return message("Go under")
    return message("Go alone") if kind is acts.GoAlone else message("Play with partner")


def happened(who: str, action: acts.Action) -> News:
    """One line of the play by play, about somebody of this name."""
    card = action.card.name if isinstance(action, acts.Play) else ""
    return _news(who, action.seat, did(action), card)


def plays(who: str, seat: Seat) -> News:
    """A line that somebody plays, for where the card is drawn beside it."""
    return _news(who, seat, message("{seat} {seat|play|plays}", seat=seat))


def _news(who: str, seat: Seat, act: Message, card: str = "") -> News:
    """A line about somebody of this name."""
    named = Voice(seats=(who, who, who, who))
    return News(named(act), Voice(you=seat).capital(act), seat.letter, card)


@lru_cache(maxsize=1024)
def did(action: acts.Action) -> Message:
    """What somebody did, as everybody may know it."""
    seat = action.seat
    match action:
        case acts.Play(card=card):
            return message("{seat} {seat|play|plays} {card}", seat=seat, card=card)
        case acts.Order(alone=True):
            return message(
                "{seat} {seat|order it up and go alone|orders it up and goes alone}", seat=seat
            )
        case acts.PickUp(alone=True):
            return message(
                "{seat} {seat|pick it up and go alone|picks it up and goes alone}", seat=seat
            )
        case acts.Name(suit=suit, alone=True):
            return message("{seat} {seat|call|calls} {suit}, alone", seat=seat, suit=suit)
        case acts.Name(suit=suit):
            return message("{seat} {seat|call|calls} {suit}", seat=seat, suit=suit)
    return Message(_PLAIN[type(action)], (("seat", seat),))


_PLAIN: Final[dict[type[acts.Action], str]] = {
    acts.Pass: word("{seat} {seat|pass|passes}"),
    acts.Order: word("{seat} {seat|order|orders} it up"),
    acts.PickUp: word("{seat} {seat|pick|picks} it up"),
    acts.TurnDown: word("{seat} {seat|turn|turns} it down"),
    acts.Bury: word("{seat} {seat|discard|discards}"),
    acts.GoAlone: word("{seat} {seat|go|goes} alone"),
    acts.KeepPartner: word("{seat} {seat|play with your|plays with} partner"),
    acts.ThrowIn: word("{seat} {seat|show|shows} a bad hand: the cards are dealt again"),
    acts.GoUnder: word("{seat} {seat|go|goes} under: three cards are exchanged"),
}


def order_of_hand(hand: tuple[Card, ...], trump: Strain | None) -> list[Card]:
    """A hand from left to right: trumps first, high before low, colours taking turns."""
    places = _PLACES[-1 if trump is None else trump]
    return sorted(hand, key=lambda held: places[held.index])


def _places(trump: Strain | None) -> tuple[int, ...]:
    """Where each card of the pack stands in a sorted hand; looked up for every message."""
    suits = [Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    if isinstance(trump, Suit):
        one, other = (suit for suit in Suit if suit.red is not trump.red)
        suits = [trump, other, trump.same_colour, one]
    order = sorted(
        EVERY_CARD, key=lambda held: (suits.index(suit_in_play(held, trump)), -_rank(held, trump))
    )
    return tuple(order.index(held) for held in EVERY_CARD)


def _rank(held: Card, trump: Strain | None) -> int:
    return held.rank if trump is None else height(held, trump)


_PLACES = (*(_places(trump) for trump in STRAINS), _places(None))


def trumps(trump: Strain | None, pack: Pack) -> list[str]:
    """The trumps, highest first, so that a page can mark them."""
    return [] if trump is None else _trumps(trump, pack)


@cache
def _trumps(trump: Strain, pack: Pack) -> list[str]:
    held = [each for each in pack.cards if suit_in_play(each, trump) is trump]
    return [each.name for each in sorted(held, key=lambda each: -height(each, trump))]
