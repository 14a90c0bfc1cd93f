"""The common North American game: each number and choice of its book, by what it does."""

import pytest

from rightbower.rules.acts import Bury, Order, Pass, read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import PACK, Seat, Side, card, cards
from rightbower.rules.ceremonies import (
    Dealt,
    cut_for_deal,
    cut_pack,
    deal_cards,
    draw_partners,
    first_jack,
    packets_objection,
)
from rightbower.rules.game import Game, GameError, TurnUp, act, deal_out, ring, start_game, void
from rightbower.rules.judge import legal
from rightbower.rules.score import Fives, fives, score
from table import after, allowed, dealt, refused, worked

BOOK = load("standard")
ALL_PASS = "W pass, N pass, E pass, S turn down"
NO_HEART = "AS KS QC TC 9S"

# D6 with the AH turned down and diamonds named by the stuck dealer, with North and then alone.
STUCK = f"{ALL_PASS}, W pass, N pass, E pass"
PAIR = f"{STUCK}, S name diamonds"
PAIR_FIVE = "W TC, N QC, E KH, S AC / S JD, W QD, N 9D, E JH / S KD, W TS, N QH, E TD / S QS, W 9H, N AS, E KS / N TH, E 9S, S 9C, W KC"
PAIR_FOUR = "W QD, N 9D, E TD, S JD / S 9C, W TC, N QC, E 9S / N QH, E KH, S KD, W 9H / S QS, W TS, N AS, E KS / N TH, E JH, S AC, W KC"
PAIR_THREE = "W TC, N QC, E 9S, S 9C / N 9D, E JH, S KD, W QD / E KH, S JD, W 9H, N TH / S AC, W KC, N QH, E TD / E KS, S QS, W TS, N AS"
PAIR_TWO = "W KC, N QC, E TD, S AC / E 9S, S QS, W TS, N AS / N TH, E KH, S 9C, W 9H / E KS, S JD, W QD, N QH / S KD, W TC, N 9D, E JH"
LONE = f"{STUCK}, S name diamonds alone"
LONE_FIVE = (
    "W QD, E TD, S KD / S JD, W KC, E JH / S AC, W TC, E KS / S 9C, W 9H, E KH / S QS, W TS, E 9S"
)
LONE_FOUR = (
    "W TC, E 9S, S AC / S QS, W TS, E KS / E TD, S KD, W QD / S JD, W KC, E JH / S 9C, W 9H, E KH"
)
LONE_THREE = (
    "W 9H, E KH, S KD / S JD, W QD, E TD / S 9C, W KC, E KS / W TS, E 9S, S QS / S AC, W TC, E JH"
)
LONE_TWO = (
    "W TS, E KS, S QS / E JH, S JD, W QD / S 9C, W TC, E TD / E KH, S AC, W 9H / E 9S, S KD, W KC"
)


def house(**settings: object) -> RuleBook:
    """The book with some settings changed, written ``topic__setting``."""
    changed = {name.replace("__", "."): value for name, value in settings.items()}
    return overlay(BOOK, changed, note="A house rule.")


def worth(words: str) -> tuple[Side, int, str]:
    """Who scores what for a line of play on D6, and by which setting."""
    (mark,) = score(after(worked("D6", BOOK), words))
    return mark.side, mark.points, BOOK.clause(mark.path)


def d6(game: Game, turn_up: TurnUp = TurnUp.FACED) -> Game:
    out = worked("D6")
    return deal_out(game, Dealt(out.dealt, out.turn_up, out.stock), turn_up=turn_up)


def played(score: tuple[int, int], words: str, book: RuleBook = BOOK) -> Game:
    """A game at this score after South dealt D6 and it went so."""
    game = d6(start_game(book, Seat.S, score=score))
    for action in words.replace("/", ",").split(","):
        game = act(game, read_action(action))
    return game


def test_standard_friends_choose_partners_and_the_first_jack_deals() -> None:
    with pytest.raises(ValueError, match="does not draw for partners"):
        draw_partners([dict(zip("NESW", PACK, strict=False))], BOOK)
    with pytest.raises(ValueError, match="instead of cutting"):
        cut_for_deal([{"N": card("AD"), "E": card("9S")}], BOOK)
    assert first_jack(cards("9S JD JC"), Seat.S, BOOK) is Seat.N


def test_standard_first_card_goes_left_of_the_holder() -> None:
    assert first_jack(cards("JH"), Seat.S, BOOK) is Seat.W


def test_standard_cut_is_offered_and_completed() -> None:
    assert cut_pack(PACK, 10, BOOK) == PACK[10:] + PACK[:10]
    assert cut_pack(PACK, None, BOOK, asked=False) == PACK


def test_standard_packets_are_two_and_three_in_two_rounds() -> None:
    assert packets_objection(((2, 3, 2, 3), (3, 2, 3, 2)), BOOK) is None
    four = packets_objection(((4, 4, 4, 4), (1, 1, 1, 1)), BOOK)
    assert str(four) == "a packet holds 2, 3 cards, not 4 (standard:dealing.packets)"
    three_rounds = ((2, 2, 2, 2), (2, 2, 2, 2), (1, 1, 1, 1))
    assert "in 2 rounds" in str(packets_objection(three_rounds, BOOK))


def test_standard_next_card_is_turned_up_at_once() -> None:
    assert deal_cards(PACK, Seat.S, BOOK).turn_up is PACK[20]
    assert played((0, 0), "W pass").deal is not None


def test_standard_words_said() -> None:
    assert (BOOK.bidding.pass_word, BOOK.bidding.order_word) == ("pass", "pick it up")


def test_standard_order_asks_for_nothing() -> None:
    deal = dealt("S deals, AH up", BOOK, S="QS KD 9C AC TD", W=NO_HEART)
    assert legal(deal) == (Pass(Seat.W), Order(Seat.W), Order(Seat.W, alone=True))
    assert allowed(after(deal, "W pass, N pass, E pass"), "S pick up")


def test_standard_partner_orders_like_anyone() -> None:
    assert after(worked("D2", BOOK), "W pass, N order, S bury 9C").lone is None


def test_standard_dealer_is_stuck() -> None:
    stuck = after(worked("D6", BOOK), STUCK)
    assert refused(stuck, "S pass").clause == "standard:bidding.all_pass"
    assert refused(stuck, "S name hearts").clause == "standard:laws.dead_suit"
    assert allowed(stuck, "S name diamonds")


def test_standard_any_of_six_cards_is_buried() -> None:
    deal = after(worked("D7", BOOK), "W order")
    assert legal(deal) == tuple(Bury(Seat.S, each) for each in cards("9H TH QH KH AH JH"))


def test_standard_alone_is_said_with_the_call_and_needs_nothing() -> None:
    deal = dealt("S deals, AH up", BOOK, W=NO_HEART)
    assert allowed(deal, "W order alone")
    late = after(worked("D2", BOOK), "W order, S bury 9C")
    assert refused(late, "W alone").clause == "standard:alone.when"


def test_standard_dealers_left_leads_against_a_lone_hand() -> None:
    assert after(worked("D2", BOOK), "W order alone, S bury 9C").turn is Seat.W
    assert after(worked("D6", BOOK), "W pass, N pass, E order alone, S bury 9C").turn is Seat.N


def test_standard_pair_scores_one_and_two() -> None:
    assert worth(f"{PAIR}, {PAIR_THREE}") == (Side.NS, 1, "standard:score.make")
    assert worth(f"{PAIR}, {PAIR_FOUR}") == (Side.NS, 1, "standard:score.make")
    assert worth(f"{PAIR}, {PAIR_FIVE}") == (Side.NS, 2, "standard:score.march")


def test_standard_euchred_pair_gives_two() -> None:
    assert worth(f"{PAIR}, {PAIR_TWO}") == (Side.EW, 2, "standard:score.euchre")


def test_standard_lone_hand_scores_one_and_four() -> None:
    assert worth(f"{LONE}, {LONE_THREE}") == (Side.NS, 1, "standard:score.lone_make")
    assert worth(f"{LONE}, {LONE_FOUR}") == (Side.NS, 1, "standard:score.lone_make")
    assert worth(f"{LONE}, {LONE_FIVE}") == (Side.NS, 4, "standard:score.lone_march")


def test_standard_euchred_lone_hand_gives_two() -> None:
    assert worth(f"{LONE}, {LONE_TWO}") == (Side.EW, 2, "standard:score.lone_euchre")


def test_standard_ten_points_win_and_more_are_kept() -> None:
    assert played((8, 9), f"{PAIR}, {PAIR_THREE}").result is None
    exact = played((9, 9), f"{PAIR}, {PAIR_THREE}").result
    assert exact is not None
    assert (exact.score, exact.winner, exact.path) == ((10, 9), Side.NS, "game.target")
    assert played((9, 9), f"{LONE}, {LONE_FIVE}").score == (13, 9)


def test_standard_points_are_counted_and_no_number_of_deals() -> None:
    game = played((0, 0), f"{PAIR}, {PAIR_FIVE}")
    assert (game.score, game.played, game.result) == ((2, 0), 1, None)
    assert BOOK.game.deals is None


def test_standard_ten_tricks_do_not_win() -> None:
    game = played((0, 0), f"{PAIR}, {PAIR_FIVE}")
    game = void(d6(game), Seat.S)  # so that South deals the same cards again
    game = d6(game)
    for action in f"{PAIR}, {PAIR_FIVE}".replace("/", ",").split(","):
        game = act(game, read_action(action))
    assert (game.score, game.result) == ((4, 0), None)


def test_standard_target_may_be_five_seven_or_agreed() -> None:
    assert [start_game(BOOK, Seat.S, target=target).target for target in (5, 7, 6)] == [5, 7, 6]
    fixed = house(game__agreed_target=False)
    assert [start_game(fixed, Seat.S, target=target).target for target in (5, 7)] == [5, 7]
    for target in (1, 2, 3, 4, 6, 8, 9, 11):
        with pytest.raises(GameError, match="plays to 10"):
            start_game(fixed, Seat.S, target=target)


def test_standard_no_clock_runs_and_no_length_is_advised() -> None:
    assert start_game(BOOK, Seat.S, at=0).ends_at is None
    assert (BOOK.clock.advice_minutes, BOOK.clock.tournament_advice_minutes) == (None, None)


TIMED = overlay(BOOK, {"clock.minutes": 20}, note="Twenty minutes a game.")


def test_standard_bell_of_a_house_limit_spares_a_faced_hand() -> None:
    assert ring(d6(start_game(TIMED, Seat.S, score=(3, 2)))).result is None
    assert ring(d6(start_game(TIMED, Seat.S, score=(3, 2)), TurnUp.PUT_DOWN)).result is not None


def test_standard_level_score_at_the_bell_is_dealt_on() -> None:
    assert ring(start_game(TIMED, Seat.S, score=(3, 3))).result is None


def test_standard_fives_or_a_peg_board_keep_the_score() -> None:
    assert (BOOK.markers.kind, BOOK.markers.peg_board) == ("fives", True)
    assert fives(13, BOOK) == Fives(top_up=True, bottom_pips=5, beside=3)
