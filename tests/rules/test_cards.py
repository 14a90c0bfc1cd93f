"""Suits, ranks, cards, seats and sides: read, refused, ranked and counted."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from rightbower.rules.cards import (
    HAND_SIZE,
    PACK,
    Card,
    Rank,
    Seat,
    Side,
    Suit,
    card,
    cards,
    height,
    left_bower,
    right_bower,
    shuffled,
    suit_in_play,
)

# The seven trumps from the right bower down, written out for each suit.
TRUMPS = {
    Suit.CLUBS: "JC JS AC KC QC TC 9C",
    Suit.DIAMONDS: "JD JH AD KD QD TD 9D",
    Suit.HEARTS: "JH JD AH KH QH TH 9H",
    Suit.SPADES: "JS JC AS KS QS TS 9S",
}


def test_the_pack_is_24_cards_from_nine_to_ace() -> None:
    names = ["9", "T", "J", "Q", "K", "A"]
    assert [each.name for each in PACK] == [rank + suit for suit in "CDHS" for rank in names]
    assert [each.index for each in PACK] == list(range(24))


@pytest.mark.parametrize(
    ("text", "name"),
    [("JH", "JH"), ("jh", "JH"), (" 9s ", "9S"), ("10D", "TD"), ("10d", "TD"), ("tc", "TC")],
)
def test_a_card_is_read_as_people_write_it(text: str, name: str) -> None:
    assert card(text).name == name
    assert card(text) is card(name)


@pytest.mark.parametrize("text", ["", "6H", "HJ", "J", "H", "JHH", "1H", "JOH", "2H", "J♥", "110H"])
def test_what_is_no_card_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as refusal:
        card(text)
    assert repr(text) in str(refusal.value)


def test_cards_are_read_with_spaces_between_them() -> None:
    assert cards(" JH  9S\n10c ") == (card("JH"), card("9S"), card("TC"))
    assert cards("") == ()
    with pytest.raises(ValueError, match="'6S' is not a card"):
        cards("JH 6S")


def test_a_card_shows_its_name_or_its_signs() -> None:
    assert [repr(each) for each in cards("TH JS 9C AD")] == ["TH", "JS", "9C", "AD"]
    assert [each.symbol for each in cards("TH JS 9C AD")] == ["10♥", "J♠", "9♣", "A♦"]


def test_a_card_does_not_change() -> None:
    with pytest.raises(AttributeError, match="a card does not change"):
        card("JH").rank = Rank.ACE
    assert card("JH").rank is Rank.JACK


def test_there_is_one_object_for_each_card_however_it_travels() -> None:
    for each in PACK:
        assert copy.copy(each) is each
        assert copy.deepcopy(each) is each
        assert pickle.loads(pickle.dumps(each)) is each


def test_cards_sort_by_suit_and_then_by_rank() -> None:
    assert sorted(cards("AS 9C JD TD KH")) == list(cards("9C TD JD KH AS"))


@pytest.mark.parametrize("trump", Suit)
def test_the_bowers_are_the_jacks_of_trumps_colour(trump: Suit) -> None:
    right, left, *_ = cards(TRUMPS[trump])
    assert right_bower(trump) is right
    assert left_bower(trump) is left


@pytest.mark.parametrize("trump", Suit)
def test_seven_cards_are_trumps_and_rank_from_the_right_bower_down(trump: Suit) -> None:
    trumps = cards(TRUMPS[trump])
    assert {each for each in PACK if suit_in_play(each, trump) is trump} == set(trumps)
    heights = [height(each, trump) for each in trumps]
    assert heights == sorted(set(heights), reverse=True)
    plain = [each for each in PACK if each not in trumps]
    assert max(height(each, trump) for each in plain) < min(heights)


@pytest.mark.parametrize("trump", Suit)
def test_a_plain_suit_ranks_from_ace_to_nine_without_the_left_bower(trump: Suit) -> None:
    for suit in set(Suit) - {trump}:
        ranks = "AKQT9" if suit is trump.same_colour else "AKQJT9"
        from_the_top = [card(rank + suit.letter) for rank in ranks]
        held = [each for each in PACK if suit_in_play(each, trump) is suit]
        assert set(held) == set(from_the_top)
        assert sorted(held, key=lambda each: -height(each, trump)) == from_the_top


def test_before_trump_is_made_every_card_is_of_its_printed_suit() -> None:
    assert all(suit_in_play(each, None) is each.suit for each in PACK)


@pytest.mark.parametrize(
    ("suit", "word", "sign", "red", "other"),
    [
        (Suit.CLUBS, "clubs", "♣", False, Suit.SPADES),
        (Suit.DIAMONDS, "diamonds", "♦", True, Suit.HEARTS),
        (Suit.HEARTS, "hearts", "♥", True, Suit.DIAMONDS),
        (Suit.SPADES, "spades", "♠", False, Suit.CLUBS),
    ],
)
def test_a_suit_has_a_name_a_sign_a_colour_and_a_sister(
    suit: Suit, word: str, sign: str, red: bool, other: Suit
) -> None:
    assert (str(suit), suit.symbol, suit.red, suit.same_colour) == (word, sign, red, other)
    for text in (word, word.upper(), f" {word[0]} ", word[0].upper()):
        assert Suit.of(text) is suit


@pytest.mark.parametrize("text", ["", "X", "heart", "♥", "no trump"])
def test_what_is_no_suit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a suit; write C, D, H or S"):
        Suit.of(text)


@pytest.mark.parametrize(
    ("seat", "word", "left", "partner", "right", "side"),
    [
        (Seat.N, "North", Seat.E, Seat.S, Seat.W, Side.NS),
        (Seat.E, "East", Seat.S, Seat.W, Seat.N, Side.EW),
        (Seat.S, "South", Seat.W, Seat.N, Seat.E, Side.NS),
        (Seat.W, "West", Seat.N, Seat.E, Seat.S, Side.EW),
    ],
)
def test_a_seat_has_neighbours_clockwise_and_a_partner_opposite(
    seat: Seat, word: str, left: Seat, partner: Seat, right: Seat, side: Side
) -> None:
    assert (seat.left, seat.partner, seat.right, seat.side) == (left, partner, right, side)
    assert (str(seat), seat.word) == (word[0], word)
    for text in (word, word.lower(), f" {word[0].lower()}"):
        assert Seat.of(text) is seat


@pytest.mark.parametrize("text", ["", "NS", "dealer", "0"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a seat; write N, E, S or W"):
        Seat.of(text)


def test_the_sides_sit_opposite_each_other() -> None:
    assert Side.NS.seats == (Seat.N, Seat.S)
    assert Side.EW.seats == (Seat.E, Seat.W)
    assert (Side.NS.other, Side.EW.other) == (Side.EW, Side.NS)
    assert (str(Side.NS), str(Side.EW)) == ("NS", "EW")


def test_a_seed_gives_one_order_of_the_whole_pack() -> None:
    assert sorted(shuffled(7)) == list(PACK)
    assert shuffled(7) == shuffled(7)
    assert len({shuffled(seed) for seed in (7, 8, "seven", "eight")}) == 4


# The seven trumps and the seventeen others, counted over all 42,504 hands of five: a hand with
# k trumps can be made in C(7, k) x C(17, 5 - k) ways.
HANDS_BY_TRUMPS = {0: 6188, 1: 16660, 2: 14280, 3: 4760, 4: 595, 5: 21}
ODDS_IN_PRINT = (0.1456, 0.3920, 0.3360, 0.1120, 0.0140, 0.0005)


@pytest.fixture(scope="module")
def hands() -> list[tuple[Card, ...]]:
    return list(combinations(PACK, HAND_SIZE))


def test_how_many_trumps_a_hand_holds(hands: list[tuple[Card, ...]]) -> None:
    trumps = {each for each in PACK if suit_in_play(each, Suit.HEARTS) is Suit.HEARTS}
    counted = Counter(len(trumps.intersection(hand)) for hand in hands)
    assert counted == HANDS_BY_TRUMPS
    assert counted == {k: comb(7, k) * comb(17, 5 - k) for k in range(6)}
    for k, odds in enumerate(ODDS_IN_PRINT):
        assert counted[k] / len(hands) == pytest.approx(odds, abs=0.00005)


def test_how_often_a_hand_holds_both_bowers(hands: list[tuple[Card, ...]]) -> None:
    bowers = {right_bower(Suit.CLUBS), left_bower(Suit.CLUBS)}
    both = sum(bowers.issubset(hand) for hand in hands)
    assert both == comb(22, 3) == 1540
    assert both / len(hands) == pytest.approx(0.0362, abs=0.00005)


def test_one_turn_up_in_six_is_a_jack() -> None:
    assert sum(each.rank is Rank.JACK for each in PACK) * 6 == len(PACK)


def test_a_seat_goes_by_its_letter_as_by_its_name() -> None:
    assert [seat.letter for seat in Seat] == [seat.name for seat in Seat] == list("NESW")
    assert {Seat.N: 1}[Seat(0)] == 1
