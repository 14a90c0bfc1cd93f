"""The charity social: who goes alone, when, and with what in hand."""

from rightbower.rules.acts import Order
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.judge import legal
from rightbower.rules.score import score
from table import after, allowed, dealt, happened, refused, worked

BOOK = load("charity-social")
ALL_PASS = "W pass, N pass, E pass, S turn down"


def house(setting: str, value: object) -> RuleBook:
    return overlay(BOOK, {setting: value}, note="The hosts play it so.")


def asked(book: RuleBook = BOOK) -> Deal:
    """D1 with the 9H picked up and the JC buried: South is the maker and is asked about alone."""
    return after(worked("D1", book), "W pass, N pass, E pass, S pick up, S bury JC")


def test_S02_7_1_maker_is_asked_about_alone_once_trump_is_made() -> None:
    deal = asked()
    assert (deal.phase, deal.turn) == (Phase.ALONE, Seat.S)
    assert refused(deal, "S JH").clause == "S02-7.1"
    assert after(deal, "S alone").lone is Seat.S
    together = after(deal, "S with partner")
    assert (together.lone, together.phase) == (None, Phase.PLAY)


def test_S02_7_1_nobody_but_the_maker_goes_alone() -> None:
    deal = asked()
    for seat in "WNE":
        assert refused(deal, f"{seat} alone").clause == "S02-7.1"
    assert after(deal, "S with partner").turn is Seat.W


def test_S02_7_1_either_maker_goes_alone_where_the_house_says_so() -> None:
    deal = after(asked(house("alone.who", "makers")), "S with partner")
    assert deal.turn is Seat.N
    assert after(deal, "N alone").lone is Seat.N
    assert after(deal, "N with partner").phase is Phase.PLAY


def test_S02_7_1_anyone_goes_alone_where_the_house_says_so() -> None:
    deal = after(asked(house("alone.who", "anyone")), "S with partner, N with partner")
    assert deal.turn is Seat.W
    deal = after(deal, "W with partner")
    assert deal.turn is Seat.E
    assert after(deal, "E with partner").lone is None
    assert after(deal, "E alone").active == (Seat.N, Seat.E, Seat.S)


def test_S02_7_1_lone_defender_scores_as_a_pair_would() -> None:
    deal = after(asked(house("alone.who", "anyone")), "S with partner, N with partner, W alone")
    assert deal.active == (Seat.N, Seat.S, Seat.W)
    deal = after(deal, "W AS, N 9S, S 9H / S JH, W QH, N TH / S KH, W TC, N JD")
    deal = after(deal, "N AD, S QD, W 9D / N KC, S AC, W KS")
    (mark,) = score(deal)
    assert (mark.side, mark.points, BOOK.clause(mark.path)) == (Side.NS, 2, "S02-9.6")


def test_S02_7_2_lone_players_partner_folds() -> None:
    deal = after(asked(), "S alone, W AS")
    assert deal.turn is Seat.E
    assert refused(deal, "N 9S").clause == "S02-7.2"
    assert deal.hands[Seat.N] == worked("D1").hands[Seat.N]


def test_S02_7_4_lone_player_holds_a_trump() -> None:
    deal = dealt("S deals, 9H up", BOOK, W="AS KD QC TC 9S", S="9C")
    deal = after(deal, "W order, S bury 9C")
    assert refused(deal, "W alone").clause == "S02-7.4"
    assert allowed(deal, "W with partner")


def test_S02_7_4_left_bower_is_trump_enough() -> None:
    deal = dealt("S deals, 9H up", BOOK, W="AS KD QC JD 9S", S="9C")
    assert allowed(after(deal, "W order, S bury 9C"), "W alone")


def test_S02_7_4_hand_is_looked_at_when_alone_is_said() -> None:
    deal = dealt("S deals, 9H up", BOOK, S="QS KD 9C AC TD")
    assert allowed(after(deal, "W pass, N pass, E pass, S pick up, S bury TD"), "S alone")


def test_S02_7_5_alone_is_said_before_the_first_card() -> None:
    deal = asked()
    assert allowed(deal, "S alone")
    begun = after(deal, "S with partner")
    assert refused(begun, "S alone").clause == "S02-7.5"
    assert refused(after(begun, "W AS, N 9S, E TS"), "S alone").clause == "S02-7.5"


def test_S02_7_5_alone_may_be_said_before_the_dealer_discards() -> None:
    """The window opens when trump is made; the maker is asked after the discard all the same (X-06)."""
    ordered = after(worked("D1", BOOK), "W order")
    alone = after(ordered, "W alone")
    assert (alone.lone, alone.phase, alone.turn) == (Seat.W, Phase.BURY, Seat.S)
    assert after(alone, "S bury JC").phase is Phase.PLAY, "nobody is asked again"
    assert refused(alone, "W alone").clause == "S02-7.1"
    for seat in "NES":
        assert refused(ordered, f"{seat} alone").clause == "S02-7.1"
    taken = after(worked("D1", BOOK), "W pass, N pass, E pass, S pick up, S alone")
    assert after(taken, "S bury JC").active == (Seat.E, Seat.S, Seat.W)


def test_S02_7_5_a_lone_partner_of_the_dealer_who_speaks_early() -> None:
    """S02-4.7: the card is the dealer's, whose hand is put away: nobody buries."""
    deal = after(worked("D1", BOOK), "W pass, N order, N alone")
    assert (deal.phase, deal.turn, deal.taken_by) == (Phase.PLAY, Seat.W, None)
    assert deal.hands == deal.dealt
    takes = house("bidding.lone_partner_turn_up", "lone partner takes it")
    deal = after(worked("D1", takes), "W pass, N order, N alone")
    assert (deal.phase, deal.turn, len(deal.hands[Seat.N])) == (Phase.BURY, Seat.N, 6)


def test_S02_7_4_a_lone_player_who_speaks_early_keeps_a_trump() -> None:
    deal = dealt("S deals, 9H up", BOOK, W="AS KD QC TC 9S", S="QS KD 9C AC TD".replace("KD", "9D"))
    assert refused(after(deal, "W order"), "W alone").clause == "S02-7.4"
    may = house("burying.turn_up", "allowed")
    deal = dealt("S deals, 9H up", may, S="QS KD 9C AC TD")
    deal = after(deal, "W pass, N pass, E pass, S pick up, S alone")
    assert refused(deal, "S bury 9H").clause == "S02-7.4"


def test_S02_7_5_what_is_refused_is_refused_for_a_true_reason() -> None:
    deal = worked("D1", BOOK)
    assert str(refused(deal, "W alone").reason) == "alone is said once trump is made"
    begun = after(asked(), "S with partner")
    assert str(refused(begun, "S alone").reason) == "alone is said before the first card"
    with_call = worked("D1", house("alone.when", "with the call"))
    assert str(refused(with_call, "W alone").reason) == "alone is said with the call"


def test_S02_7_5_alone_waits_until_trump_is_made() -> None:
    deal = worked("D1", BOOK)
    assert refused(deal, "W alone").clause == "S02-7.5"
    assert refused(after(deal, ALL_PASS), "W alone").clause == "S02-7.5"


def test_S02_7_5_alone_in_one_breath_with_the_call_comes_after_it() -> None:
    """The order makes trump and alone follows it: one breath or two come to the same."""
    deal = worked("D1", BOOK)
    assert after(deal, "W order alone") == after(deal, "W order, W alone")
    named = after(deal, ALL_PASS)
    assert after(named, "W name clubs alone") == after(named, "W name clubs, W alone")
    taken = after(deal, "W pass, N pass, E pass")
    assert after(taken, "S pick up alone") == after(taken, "S pick up, S alone")
    assert Order(Seat.W, alone=True) not in legal(deal), "what is listed is one step at a time"


def test_S02_7_4_alone_in_one_breath_needs_a_trump_as_well() -> None:
    deal = dealt("S deals, 9H up", BOOK, W="AS KD QC TC 9S", S="9C")
    assert refused(deal, "W order alone").clause == "S02-7.4"
    assert allowed(deal, "W order")


def test_S02_7_5_alone_with_the_call_where_the_house_says_so() -> None:
    deal = worked("D1", house("alone.when", "with the call"))
    assert refused(after(deal, "W order, S bury JC"), "W alone").path == "alone.when"
    assert after(deal, "W order alone, S bury JC").lone is Seat.W
    assert happened(deal, "W pass, N order alone").phase is Phase.PLAY
