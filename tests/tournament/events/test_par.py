"""Par against a second way to it: calls and discards tried one by one, without the engine's bidding."""

import numpy as np
import pytest

from rightbower.players.kernel.bits import mask_of
from rightbower.players.kernel.search import NOBODY, positions, solve_tricks
from rightbower.rules import acts
from rightbower.rules.book import load
from rightbower.rules.cards import PACK, Card, Seat, Side, Suit, card, cards, shuffled
from rightbower.rules.ceremonies import Dealt, deal_cards
from rightbower.tournament.events.par import par

STANDARD = load("standard")


def north_south(hands: list[tuple[Card, ...]], dealer: Seat, trump: Suit, maker: Seat, alone: bool) -> int:  # fmt: skip
    """What North–South score with best play by all, by the common game's points."""
    lone = int(maker) if alone else NOBODY
    leader = dealer.left
    if alone and leader is maker.partner:
        leader = leader.left
    masks = np.array([[mask_of(hand) for hand in hands]], dtype=np.int64)
    tricks = int(solve_tricks(positions(masks, trump, leader, maker.side, lone))[0])
    points = -2 if tricks < 3 else (4 if alone else 2) if tricks == 5 else 1
    return points if maker.side is Side.NS else -points


def second_way(dealer: Seat, dealt: Dealt) -> int:
    """From the stuck dealer back to the first to speak, each takes what is best for their side."""

    def best(seat: Seat, worths: list[int]) -> int:
        return max(worths) if seat.side is Side.NS else min(worths)

    def ordered(maker: Seat, alone: bool) -> int:
        six = (*dealt.hands[dealer], dealt.turn_up)
        worths = []
        for out in six:
            hands = list(dealt.hands)
            hands[dealer] = tuple(each for each in six if each is not out)
            worths.append(north_south(hands, dealer, dealt.turn_up.suit, maker, alone))
        if alone and maker is dealer.partner:
            # The dealer's hand is put away: what it buries is nothing to the play.
            worths = worths[:1]
        return best(dealer, worths)

    turns = [dealer.left, dealer.partner, dealer.right, dealer]
    after = 0
    for round_ in (2, 1):
        for seat in reversed(turns):
            named = []
            for alone in (False, True):
                if round_ == 1:
                    named.append(ordered(seat, alone))
                else:
                    suits = [suit for suit in Suit if suit is not dealt.turn_up.suit]
                    named += [north_south([*dealt.hands], dealer, suit, seat, alone) for suit in suits]  # fmt: skip
            stuck = round_ == 2 and seat is dealer
            after = best(seat, named if stuck else [*named, after])
    return after


@pytest.mark.parametrize("number", range(12))
def test_par_is_what_every_call_and_discard_come_to(number: int) -> None:
    dealer = Seat(number % 4)
    dealt = deal_cards(shuffled(f"par {number}"), dealer, STANDARD)
    assert par(dealer, dealt, STANDARD).points == second_way(dealer, dealt)


@pytest.mark.soak
def test_par_of_five_hundred_boards_is_what_every_call_and_discard_come_to() -> None:
    for number in range(500):
        dealer = Seat(number % 4)
        dealt = deal_cards(shuffled(f"many {number}"), dealer, STANDARD)
        assert par(dealer, dealt, STANDARD).points == second_way(dealer, dealt), number


def drawn() -> tuple[Seat, Dealt]:
    """The board of the drawing: North orders the ten of clubs and takes four."""
    hands = ("JC TS KH KC TD", "9D KD 9H JH QD", "QH 9C QC AC AD", "JS AH QS AS JD")
    four = tuple(cards(hand) for hand in hands)
    out = {each for hand in four for each in hand} | {card("TC")}
    return Seat.W, Dealt(four, card("TC"), tuple(each for each in PACK if each not in out))


def test_the_line_of_par_and_what_else_could_be_made() -> None:
    found = par(*drawn(), STANDARD)
    assert found.points == 1
    assert found.line == (acts.Order(Seat.N), acts.Bury(Seat.W, card("JS")))
    assert found.ending is not None
    assert (found.ending.maker, found.ending.trump, found.ending.tricks) == (Seat.N, Suit.CLUBS, 4)
    takes = {each.suit.letter: (each.north_south, each.east_west) for each in found.suits}
    assert takes == {"C": (4, 1), "D": (0, 5), "H": (0, 5), "S": (2, 3)}
    hearts = found.suits[Suit.HEARTS]
    assert (hearts.alone, hearts.lone_seat) == (4, Seat.W)


@pytest.mark.parametrize("name", ["alberta-55plus", "charity-social", "national-2025"])
def test_par_goes_by_the_book(name: str) -> None:
    book = load(name)
    for number in range(3):
        dealt = deal_cards(shuffled(f"book {number}"), Seat.N, book)
        found = par(Seat.N, dealt, book)
        assert abs(found.points) in (0, 1, 2, 4)
        assert found.ending is None or found.points == found.ending.points
