"""Set a table up as a person would: say who deals, what is turned up and who holds what."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, card, cards
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, place, start
from rightbower.rules.judge import Objection, apply, objection


def cards_out(turn_up: str, stock: str = "", **hands: str) -> Dealt:
    """The hands named, the turn-up, and the rest of the pack filled in from the lowest card."""
    return out_of(PACK, turn_up, stock, **hands)


def out_of(deck: Sequence[Card], turn_up: str, stock: str = "", **hands: str) -> Dealt:
    """The same with any deck."""
    known = {Seat.of(seat): list(cards(text)) for seat, text in hands.items()}
    under = list(cards(stock))
    used = {card(turn_up), *under, *(each for hand in known.values() for each in hand)}
    rest = [each for each in deck if each not in used]
    four: list[tuple[Card, ...]] = []
    for seat in Seat:
        hand = known.get(seat, [])
        hand += [rest.pop(0) for _ in range(HAND_SIZE - len(hand))]
        four.append(tuple(hand))
    return Dealt(tuple(four), card(turn_up), tuple(under + rest))


def dealt(
    words: str, book: str | RuleBook = "alberta-55plus", stock: str = "", **hands: str
) -> Deal:
    """A deal from words such as ``"S deals, 9H up"`` and the hands that matter.

    >>> dealt("S deals, 9H up", W="AS KS").turn.word
    'West'
    """
    dealer, turn_up = (part.split()[0] for part in words.split(","))
    rules = load(book) if isinstance(book, str) else book
    out = out_of(rules.pack.cards, turn_up, stock, **hands)
    return start(rules, Seat.of(dealer), out.hands, out.turn_up, out.stock)


def after(deal: Deal, words: str) -> Deal:
    """The deal after actions with commas or slashes between them, each through the checked door."""
    for action in words.replace("/", ",").split(","):
        deal = apply(deal, read_action(action))
    return deal


def happened(deal: Deal, words: str) -> Deal:
    """The deal after actions that truly happened, legal or not."""
    for action in words.replace("/", ",").split(","):
        deal = place(deal, read_action(action))
    return deal


def refused(deal: Deal, action: str) -> Objection:
    """The objection to an action; the test fails when there is none."""
    found = objection(deal, read_action(action))
    assert found is not None, f"{action} was allowed"
    return found


def allowed(deal: Deal, action: str) -> bool:
    """Whether an action is legal now."""
    return objection(deal, read_action(action)) is None


# The worked deals: the same cards serve many cases. Hands are N, E, S, W.
DEALS = {
    "D1": ("S deals, 9H up", "JD AD 9S KC TH", "QS TS KD QC AH", "JH KH QD AC JC", "AS KS 9D TC QH", "9C TD JS"),
    "D2": ("S deals, 9H up", "JC TC 9D QS TS", "JD AD KD KS QC", "KH QH 9C QD TD", "JH AH AS 9S KC", "AC TH JS"),
    "D3": ("W deals, 9S up", "JS JC AS KS AD", "QH TH 9H KD TD", "QC KC 9D QD JH", "TS QS AH KH TC", "9C AC JD"),
    "D5": ("W deals, 9S up", "JC 9D QD TC KC", "JS AS KS AH KH", "QS TS 9C QC QH", "9H TH JH KD AD", "AC TD JD"),
    "D6": ("S deals, AH up", "TH QH AS 9D QC", "KH JH 9S TD KS", "QS KD JD 9C AC", "9H QD TS KC TC", "JC AD JS"),
    "D7": ("S deals, JH up", "AS KS 9D QD 9C", "JS QS TD KC JC", "9H TH QH KH AH", "JD 9S KD AC TC", "QC AD TS"),
}  # fmt: skip


def worked(name: str, book: str | RuleBook = "alberta-55plus") -> Deal:
    """One of the worked deals, by its name."""
    words, north, east, south, west, stock = DEALS[name]
    return dealt(words, book, stock, N=north, E=east, S=south, W=west)
