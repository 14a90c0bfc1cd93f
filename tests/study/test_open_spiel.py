"""Random deals of OpenSpiel's euchre, replayed here: the two must agree at every decision.

Its notes promise four points for a euchre without a trick; its code pays two, as ours does. Its
lone defender is left out: there a defender may be alone against a lone maker, which no book has.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    GoUnder,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    ThrowIn,
    TurnDown,
)
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import PACK, Card, Seat, Suit
from rightbower.rules.deal import Deal, start
from rightbower.rules.judge import apply, legal
from rightbower.rules.score import score

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

DEALS = 5000
PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30

# It never lets the turn-up be buried, and asks the maker after the bury.
THEIR_RULES = {"burying.turn_up": "never", "alone.when": "before the first card"}


def our_book(stick_the_dealer: bool) -> RuleBook:
    all_pass = "stick the dealer" if stick_the_dealer else "throw in"
    rules = {**THEIR_RULES, "bidding.all_pass": all_pass}
    return overlay(load("standard"), rules, "as OpenSpiel plays")


def our_card(number: int) -> Card:
    """Their cards run by rank and then by suit; ours by suit and then by rank."""
    rank, suit = divmod(number, len(Suit))
    return PACK[suit * 6 + rank]


def their_number(deal: Deal, action: Action) -> int:
    match action:
        case Pass() | TurnDown():
            return PASS
        case Order() | PickUp():
            return FIRST_SUIT + deal.turn_up.suit
        case Name(suit=suit):
            return FIRST_SUIT + suit
        case GoAlone():
            return ALONE
        case KeepPartner():
            return WITH_PARTNER
        case Bury(card=card) | Play(card=card):
            return card.rank * len(Suit) + card.suit
        case ThrowIn() | GoUnder():
            raise AssertionError(action)


def our_deal(state: Any, book: RuleBook) -> Deal:
    hands: list[list[Card]] = [[] for _ in Seat]
    rest = []
    for number, holder in enumerate(state.card_holder()):
        if holder is not None:
            hands[holder].append(our_card(number))
        elif number != state.upcard():
            rest.append(our_card(number))
    four = [tuple(hand) for hand in hands]
    return start(book, Seat(state.dealer()), four, our_card(state.upcard()), rest)


def choose(choice: list[int], chance: Random) -> int:
    """At random, but passing three times in four, so that round two and the stuck dealer come up."""
    if PASS in choice and chance.random() < 0.75:
        return PASS
    return chance.choice(choice)


def replayed(state: Any, book: RuleBook, chance: Random) -> Deal:
    """Play one deal there and here, comparing who is to act and what may be done."""
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    deal = our_deal(state, book)
    while not state.is_terminal():
        ours = {their_number(deal, action): action for action in legal(deal)}
        assert deal.turn == state.current_player()
        assert sorted(ours) == sorted(state.legal_actions()), (deal.acts, str(state))
        number = choose(state.legal_actions(), chance)
        deal = apply(deal, ours[number])
        state.apply_action(number)
    return deal


def labels(deal: Deal) -> Iterator[str]:
    """What came up in a deal, to see that the run met everything."""
    if deal.ending != "played":
        yield "thrown in"
        return
    for mark in score(deal):
        yield mark.path
        assert deal.maker is not None
        if deal.tricks_of(deal.maker.side) == 0:
            yield f"{mark.path} with no trick at all"
    if isinstance(deal.acts[7], Name):
        yield "dealer names last"


EXPECTED = {
    *("score.make", "score.march", "score.euchre", "score.euchre with no trick at all"),
    *("score.lone_make", "score.lone_march", "score.lone_euchre"),
    *("score.lone_euchre with no trick at all", "dealer names last"),
}


@pytest.mark.parametrize("stick_the_dealer", [True, False])
def test_every_decision_trick_and_score_is_the_same(stick_the_dealer: bool) -> None:
    game = pyspiel.load_game("euchre", {"stick_the_dealer": stick_the_dealer})
    book = our_book(stick_the_dealer)
    chance = Random(f"open_spiel {stick_the_dealer}")
    met: set[str] = set()
    for _ in range(DEALS):
        state = game.new_initial_state()
        deal = replayed(state, book, chance)
        assert deal.ending is not None
        points = [0, 0]
        for mark in score(deal):
            points[mark.side] += mark.points
        assert [points[seat.side] - points[seat.side.other] for seat in Seat] == state.returns()
        if deal.ending == "played":
            winners = [trick.winner for trick in deal.tricks]
            assert winners == [trick.winner() for trick in state.tricks()]
        met.update(labels(deal))
    assert met == (EXPECTED if stick_the_dealer else EXPECTED | {"thrown in"})
