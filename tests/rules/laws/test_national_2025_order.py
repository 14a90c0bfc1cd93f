"""The national competition: an order without a trump, and what it costs."""

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, act, deal_out, start_bell, start_game
from rightbower.rules.score import score
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.entries import Mode
from table import after, allowed, dealt, refused, worked
from web.seated import Sitting

BOOK = load("national-2025")
AWAY = "W pass, N pass, E pass, S turn down"
NO_HEART = "AS KS QC TC 9S"


def house(setting: str, value: object) -> RuleBook:
    return overlay(BOOK, {setting: value}, note="The director allows it.")


def at_ten_nil(name: str, words: str, book: RuleBook = BOOK) -> Game:
    """North and South lead 10–0, South deals one of the worked deals, and this happens."""
    out = worked(name)
    game = start_bell(start_game(book, Seat.S, score=(10, 0)), at=0)
    game = deal_out(game, Dealt(out.dealt, out.turn_up, out.stock), at=1)
    for action in words.split(","):
        game = act(game, read_action(action))
    return game


def test_N04_2_8a_partner_who_orders_without_a_trump_loses_the_game() -> None:
    result = at_ten_nil("D2", "W pass, N order").result
    assert result is not None
    assert (result.winner, result.reason, result.score) == (Side.EW, "game lost", (10, 0))
    assert BOOK.clause(result.path) == "N04-2.8a"


def test_N04_2_8a_opponent_who_orders_without_a_trump_loses_too() -> None:
    deal = dealt("S deals, 9H up", BOOK, W=NO_HEART)
    lost = after(deal, "W order")
    assert (lost.ending, lost.maker, score(lost)) == ("game lost", Seat.W, ())
    assert after(deal, "W order alone").ending == "game lost"


@pytest.mark.parametrize("trump", ["TH", "JH", "JD"])
def test_N04_2_8a_one_trump_is_enough(trump: str) -> None:
    deal = dealt("S deals, 9H up", BOOK, W=f"AS KS QC TC {trump}")
    assert after(deal, "W order").ending is None


def test_N04_2_8a_jack_of_the_other_colour_is_no_trump() -> None:
    deal = dealt("S deals, 9H up", BOOK, W="AS KS QC TC JS")
    assert after(deal, "W order").ending == "game lost"


def test_N04_2_8a_left_bower_alone_is_a_legal_order() -> None:
    assert after(worked("D7", BOOK), "W order").ending is None


def test_N04_2_8a_house_may_ask_for_a_natural_trump() -> None:
    deal = worked("D7", house("bidding.left_counts", False))
    assert after(deal, "W order").ending == "game lost"
    natural = dealt("S deals, 9H up", deal.book, W="AS KS QC TC TH")
    assert after(natural, "W order").ending is None


def test_N04_2_8a_trump_turned_up_is_not_in_hand() -> None:
    deal = dealt("S deals, JH up", BOOK, W=NO_HEART)
    assert after(deal, "W order").ending == "game lost"


def test_N04_2_8a_order_is_refused_where_the_table_is_training() -> None:
    deal = dealt("S deals, 9H up", house("bidding.breach", "refused"), W=NO_HEART)
    assert refused(deal, "W order").clause == "N04-2.8a"
    assert refused(deal, "W order alone").clause == "N04-2.8a"
    held = dealt("S deals, 9H up", deal.book, W="AS KS QC TC TH")
    assert allowed(held, "W order")


def test_N04_2_8a_order_stands_where_the_house_allows_it() -> None:
    deal = dealt("S deals, 9H up", house("bidding.breach", "allowed"), W=NO_HEART)
    assert after(deal, "W order").turn is Seat.S
    game = at_ten_nil("D2", "W pass, N order", deal.book)
    assert game.result is None


def test_N04_2_8a_round_two_asks_for_nothing() -> None:
    deal = after(dealt("S deals, 9H up", BOOK, W=NO_HEART), AWAY)
    assert after(deal, "W name diamonds").ending is None


def test_N04_2_8a_order_down_is_a_suit_named_in_round_two_where_the_house_reads_it_so() -> None:
    deal = dealt("S deals, 9H up", house("bidding.order_down", "in round two"), W=NO_HEART)
    named = after(deal, AWAY)
    assert after(named, "W name diamonds").ending == "game lost"
    assert after(named, "W name spades").ending is None
    assert after(deal, "W order").ending == "game lost"


def test_N04_2_8a_dealer_is_free_in_round_two_under_every_reading() -> None:
    book = house("bidding.order_down", "in round two")
    deal = dealt("S deals, 9H up", book, S="AS KS QC TC 9S")
    assert after(deal, f"{AWAY}, W pass, N pass, E pass, S name diamonds").ending is None


def test_N04_2_8a_telling_the_dealer_to_turn_down_changes_no_order() -> None:
    book = house("bidding.order_down", "telling to turn down")
    deal = dealt("S deals, 9H up", book, W=NO_HEART)
    assert after(deal, "W order").ending == "game lost"
    assert after(deal, f"{AWAY}, W name diamonds").ending is None
    # No act of the game tells the dealer to turn the card down, so only the book can say.
    assert BOOK.bidding.order_down == "by partner"


def test_N04_2_8b_dealer_may_take_it_with_no_trump() -> None:
    deal = dealt("S deals, 9H up", BOOK, S="QS KD 9C AC TD")
    taken = after(deal, "W pass, N pass, E pass, S pick up")
    assert (taken.ending, taken.maker) == (None, Seat.S)
    assert "N04-2.8b" in BOOK.cite("bidding.trump_to_order").clauses


def test_N04_2_8b_exemption_is_the_dealers_alone() -> None:
    assert after(worked("D2", BOOK), "W pass, N order").ending == "game lost"


def test_N04_2_8b_ordered_dealer_needs_no_trump() -> None:
    deal = dealt("S deals, 9H up", BOOK, S="QS KD 9C AC TD", W="TH")
    assert after(deal, "W order").turn is Seat.S


# D2: South deals, 9H is turned up, and North holds no heart and no red jack.
@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_N04_2_8a_in_the_hall_a_call_that_loses_the_game_is_asked_about_once(mode: Mode) -> None:
    sitting = Sitting("national-2025", "D2", mode)
    sitting.do("W pass")
    for action in ("order", "order alone"):
        with pytest.raises(Refused, match="loses the game at once") as asked:
            sitting.ask("N", wire.Move("once", action))
        assert (asked.value.clause, asked.value.ask) == ("N04-2.8a", True)
    game = sitting.table.game
    assert game is not None
    assert game.result is None, "nothing has happened yet"
    sitting.ask("N", wire.Move("twice", "order", meant=True))
    game = sitting.table.game
    assert game is not None
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == (Side.EW, "game lost")


def test_N04_2_8a_in_the_hall_a_call_with_a_trump_is_not_asked_about() -> None:
    sitting = Sitting("national-2025", "D2", "strict")
    sitting.do("W order")
    assert sitting.table.game is not None
    assert sitting.table.game.deal is not None
    assert sitting.table.game.deal.maker is Seat.W


def test_N04_2_8a_a_house_may_take_it_at_its_word_as_at_the_table() -> None:
    """X-90 (b)."""
    assert BOOK.cite("bidding.breach_asked").see == "X-90"
    house = {"bidding.breach_asked": "strict tables"}
    sitting = Sitting("national-2025", "D2", overlay=house)
    sitting.do("W pass, N order")
    assert sitting.table.game is not None
    assert sitting.table.game.result is not None
    strict = Sitting("national-2025", "D2", "strict", overlay=house)
    strict.do("W pass")
    with pytest.raises(Refused, match="Do you mean it"):
        strict.do("N order")
