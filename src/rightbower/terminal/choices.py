"""What you may do now, as numbered choices, and what you meant by what you typed."""

from __future__ import annotations

from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Suit, card
from rightbower.rules.cards import cards as cards_of
from rightbower.rules.deal import Phase
from rightbower.terminal.messages import call_words


def thinkable(view: View, cards: list[Card]) -> list[acts.Action]:
    """Everything you could think of doing now, allowed or not; ``cards`` are those you hold."""
    you = view.seat
    assert you is not None
    match view.phase:
        case Phase.ROUND_ONE if you is view.dealer:
            return [acts.TurnDown(you), acts.PickUp(you), acts.PickUp(you, alone=True)]
        case Phase.ROUND_ONE:
            return [acts.Pass(you), acts.Order(you), acts.Order(you, alone=True)]
        case Phase.ROUND_TWO:
            named = [acts.Name(you, suit, alone) for suit in Suit for alone in (False, True)]
            return [acts.Pass(you), *named]
        case Phase.ALONE:
            return [acts.KeepPartner(you), acts.GoAlone(you)]
        case Phase.BURY:
            return [acts.Bury(you, each) for each in cards]
        case _:
            return [acts.Play(you, each) for each in cards]


def with_cards(view: View) -> bool:
    """Whether the choice is a card, numbered by its place in the hand."""
    return view.phase in (Phase.BURY, Phase.PLAY)


def numbered(view: View) -> list[str]:
    """The calls you may make, each with the number to type."""
    calls = (call_words(action, view.book) for action in view.legal)
    return [f"{number} {words}" for number, words in enumerate(calls, 1)]


def meant(text: str, view: View, cards: list[Card]) -> acts.Action | None:
    """The action meant by a number, a card or a call; None when nothing fits.

    ``cards`` are your cards in the order shown. What is meant need not be allowed.
    """
    you = view.seat
    assert you is not None
    options = thinkable(view, cards) if with_cards(view) else list(view.legal)
    if text == "" and len(view.legal) == 1:
        return view.legal[0]
    if text.isdecimal():
        number = int(text)
        return options[number - 1] if 0 < number <= len(options) else None
    if view.phase is Phase.BURY and _says_alone(text):
        return acts.GoAlone(you)
    if with_cards(view):
        return _card_meant(text, view, you)
    return _call_meant(" ".join(text.lower().replace(",", " ").split()), view, you)


def _says_alone(text: str) -> bool:
    return " ".join(text.lower().split()) in ("alone", "go alone")


def _card_meant(text: str, view: View, you: Seat) -> acts.Action | None:
    try:
        found = card("".join(text.split()))
    except ValueError:
        return None
    return acts.Bury(you, found) if view.phase is Phase.BURY else acts.Play(you, found)


def _call_meant(text: str, view: View, you: Seat) -> acts.Action | None:
    words = text.removesuffix(" alone")
    alone = words != text
    if view.phase is Phase.ALONE:
        if _says_alone(text):
            return acts.GoAlone(you)
        return (
            acts.KeepPartner(you)
            if text in ("with my partner", "with partner", "partner")
            else None
        )
    if words in _passes(view.book) and not alone:
        turns = view.phase is Phase.ROUND_ONE and you is view.dealer
        return acts.TurnDown(you) if turns else acts.Pass(you)
    if words in _orders(view.book):
        return acts.PickUp(you, alone) if you is view.dealer else acts.Order(you, alone)
    try:
        return acts.Name(you, Suit.of(words), alone)
    except ValueError:
        return None


def _passes(book: RuleBook) -> tuple[str, ...]:
    word = book.bidding.pass_word
    return (word, f"{word} turn it down", "pass", "turn it down", "turn down")


def _orders(book: RuleBook) -> tuple[str, ...]:
    return (book.bidding.order_word, "pick it up", "pick up", "order", "order it up", "take it up")


def held_cards(text: str, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a hand that are named; none where one of them is not held."""
    try:
        named = cards_of(text)
    except ValueError:
        return ()
    return tuple(dict.fromkeys(named)) if set(named) <= set(hand) else ()
