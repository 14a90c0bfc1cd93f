"""What happens at the table, in sentences for the player in one seat."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import (
    Card,
    Rank,
    Seat,
    Side,
    Suit,
    left_bower,
    right_bower,
    suit_in_play,
)
from rightbower.rules.deal import Phase
from rightbower.rules.library import line
from rightbower.rules.message import ENGLISH, Voice

RANKS = {Rank.NINE: "nine", Rank.TEN: "ten", Rank.JACK: "jack", Rank.QUEEN: "queen"}
RANKS |= {Rank.KING: "king", Rank.ACE: "ace"}


def source(book: RuleBook, path: str) -> str:
    """The clause behind a setting or a law, as it stands in brackets after a sentence."""
    return f"({line(book, path).source})"


def voice(you: Seat) -> Voice:
    """What is told to the player in this seat."""
    return replace(ENGLISH, you=you)


def card_name(card: Card) -> str:
    """A card in full.

    >>> from rightbower.rules.cards import card
    >>> card_name(card("TD"))
    'ten of diamonds'
    """
    return f"{RANKS[card.rank]} of {card.suit}"


def mark_of(card: Card, trump: Suit | None) -> str:
    """What a card is beside its name once trump is made: a bower, a trump, or nothing."""
    if trump is None or suit_in_play(card, trump) is not trump:
        return ""
    bowers = {right_bower(trump): "right", left_bower(trump): "left"}
    return bowers.get(card, "trump")


def who(seat: Seat, you: Seat) -> str:
    """A player as a sentence begins with it."""
    return "You" if seat is you else seat.word


def whom(seat: Seat, you: Seat) -> str:
    """A player inside a sentence."""
    return "you" if seat is you else seat.word


def side_name(side: Side, you: Seat) -> str:
    """A side as its players are called from this seat."""
    if side is you.side:
        return f"You and {you.partner.word}"
    first, second = side.seats
    return f"{first.word} and {second.word}"


def call_words(action: acts.Action, book: RuleBook) -> str:
    """A call in the words of the book, as the player would say it."""
    alone = ", alone" if getattr(action, "alone", False) else ""
    match action:
        case acts.Pass():
            words = book.bidding.pass_word
        case acts.Order():
            words = book.bidding.order_word
        case acts.PickUp():
            words = "pick it up"
        case acts.TurnDown():
            words = f"{book.bidding.pass_word}, turn it down"
        case acts.Name(suit=suit):
            words = f"{suit}"
        case acts.GoAlone():
            words = "alone"
        case acts.KeepPartner():
            words = "with my partner"
        case acts.Bury(card=card):
            words = f"discard the {card_name(card)}"
        case acts.Play(card=card):
            words = f"the {card_name(card)}"
    return words + alone


def action_sentence(action: acts.Action, book: RuleBook, you: Seat) -> str:
    """One thing that happened, as a sentence."""
    own = action.seat is you
    name = who(action.seat, you)
    match action:
        case acts.PickUp(alone=alone):
            taking = f"{name} {'take' if own else 'takes'} it up"
            return taking + (" and goes alone." if alone and not own else " alone." * alone or ".")
        case acts.TurnDown():
            return f"{name} {'turn' if own else 'turns'} it down."
        case acts.Bury(card=card):
            return f"You discard the {card_name(card)}." if own else f"{name} discards a card."
        case acts.Play(card=card):
            return f"{name} {'play' if own else 'plays'} the {card_name(card)}."
        case _:
            return f"{name} {'say' if own else 'says'} “{call_words(action, book)}”."


def prompt_line(view: View) -> str:
    """The one line that says what is happening and what you may do."""
    you = view.seat
    assert you is not None
    if view.turn is not you:
        return "" if view.turn is None else f"{view.turn.word} is to play."
    match view.phase:
        case Phase.ROUND_ONE:
            return _round_one(view, you)
        case Phase.ROUND_TWO:
            return _round_two(view)
        case Phase.BURY:
            return _burying(view, you)
        case Phase.ALONE:
            return f"{_made(view, you)} Play alone, or with your partner?"
        case _:
            return _playing(view)


def _round_one(view: View, you: Seat) -> str:
    assert view.turn_up is not None
    up = f"The {card_name(view.turn_up)} is turned up"
    if you is view.dealer:
        return f"{up} and everybody passed. You deal: pick it up or turn it down?"
    gains = "your partner deals" if view.dealer is you.partner else f"{view.dealer.word} deals"
    return f"{up} and {gains}. Should {view.dealer.word} pick it up?"


def _round_two(view: View) -> str:
    assert view.turn_up is not None
    down = str(view.turn_up.suit).capitalize()
    if not any(isinstance(action, acts.Pass) for action in view.legal):
        stuck = source(view.book, "bidding.all_pass")
        return f"Everybody passed twice. You deal, so you have to name a suit {stuck}."
    return f"{down} was turned down. Name another suit, or pass."


def _burying(view: View, you: Seat) -> str:
    assert view.maker is not None
    if view.maker is you:
        return "You took the turn-up: choose a card to discard."
    return f"You deal. {view.maker.word} told you to pick it up: choose a card to discard."


def _made(view: View, you: Seat) -> str:
    assert view.maker is not None
    return f"{who(view.maker, you)} made {view.trump} trump."


def _playing(view: View) -> str:
    plays = view.tricks[-1].plays
    ordered = ordered_cards(view)
    if not plays:
        return f"You lead: {ordered or 'play any card'}."
    leader, led = plays[0]
    suit = suit_in_play(led, view.trump)
    if any(suit_in_play(card, view.trump) is suit for card in view.hand):
        return f"{leader.word} led {suit}: {ordered or 'follow suit'}."
    return f"{leader.word} led {suit} and you have none: {ordered or 'play any card'}."


def ordered_cards(view: View) -> str:
    """What an order of the referee leaves to play, in words; nothing where none is in force."""
    plays = view.tricks[-1].plays
    suit = suit_in_play(plays[0][1], view.trump) if plays else None
    following = [card for card in view.hand if suit_in_play(card, view.trump) is suit]
    left = [action.card for action in view.legal if isinstance(action, acts.Play)]
    if not left or len(left) >= len(following or view.hand):
        return ""
    return f"by the ruling you play the {' or the '.join(map(card_name, left))}"
