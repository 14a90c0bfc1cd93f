"""A game from the first card drawn: who sits where, who deals, the cut and the packets."""

import pytest

from rightbower.rules.book import load
from rightbower.rules.cards import Seat, card, shuffled
from rightbower.rules.ceremonies import DrawAgain, deal_cards
from rightbower.rules.game import GameError, start_game
from rightbower.rules.openings import cut_for_first_deal, deal_for_jack, deal_pack, draw_for_seats

SENIORS = load("alberta-55plus")
PACK = shuffled(7)


def test_high_cards_sit_together_and_the_lowest_deals() -> None:
    draw = {"Ann": card("AS"), "Bob": card("9D"), "Cat": card("KH"), "Dov": card("TD")}
    game = draw_for_seats([draw], SENIORS)
    assert not isinstance(game, DrawAgain)
    assert game.players == ("Ann", "Bob", "Cat", "Dov")
    assert (game.dealer, game.players[game.dealer]) == (Seat.E, "Bob")


def test_equal_cards_draw_again() -> None:
    draw = {"Ann": card("AS"), "Bob": card("9D"), "Cat": card("KH"), "Dov": card("KD")}
    assert isinstance(draw_for_seats([draw], SENIORS), DrawAgain)


def test_lower_cut_deals_first_and_equal_cuts_are_cut_again() -> None:
    game = start_game(SENIORS, Seat.N)
    after = cut_for_first_deal(game, [{Seat.S: card("KD"), Seat.W: card("9C")}])
    assert not isinstance(after, DrawAgain)
    assert (after.dealer, after.first_dealer) == (Seat.W, Seat.W)
    level = cut_for_first_deal(game, [{Seat.S: card("KD"), Seat.W: card("KC")}])
    assert isinstance(level, DrawAgain)
    with pytest.raises(GameError, match="before the first deal"):
        cut_for_first_deal(deal_pack(game, PACK), [{Seat.S: card("KD"), Seat.W: card("9C")}])


def test_first_jack_deals_where_the_book_says_so() -> None:
    pack = (card("9C"), card("JD"), card("JS"), *PACK)
    assert deal_for_jack(start_game(load("standard"), Seat.N), pack, Seat.N).dealer is Seat.S
    assert (
        deal_for_jack(start_game(load("sportcial-league"), Seat.N), pack, Seat.N).dealer is Seat.W
    )
    with pytest.raises(ValueError, match="cuts for the deal instead"):
        deal_for_jack(start_game(SENIORS, Seat.N), pack, Seat.N)


def test_pack_is_cut_and_dealt_in_the_packets_asked_for() -> None:
    game = start_game(SENIORS, Seat.N)
    packets = ((2, 3, 2, 3), (3, 2, 3, 2))
    dealt = deal_pack(game, PACK, lifted=5, packets=packets).deal
    assert dealt is not None
    assert dealt.hands == deal_cards(PACK[5:] + PACK[:5], Seat.N, SENIORS, packets).hands
    with pytest.raises(ValueError, match="everyone gets 5 cards"):
        deal_pack(game, PACK, packets=((2, 2, 2, 2), (2, 3, 3, 3)))
