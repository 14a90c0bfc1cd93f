"""Forty more cases made up from the documents and the matrix alone: two rules at once, and the last moment.

What is expected was written down from the texts before it was tried.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.sitting import (
    T1,
    T6,
    TAKEN,
    cards_of,
    cited,
    did,
    exposed_in_deal,
    made,
    moved,
    neatly,
    opened,
    out_of_turn,
    points,
    ruling,
    sat,
    set_out,
    tricks,
    wrong_call,
)
from rightbower.cli import main
from rightbower.referee.claims import call_suit, choose, claim
from rightbower.referee.doing import (
    deal_at_table,
    drop_cards,
    enter_result,
    face,
    irregularities,
    options,
    ring_bell,
)
from rightbower.referee.irregularities import (
    ExposedCard,
    Kind,
    LooseWords,
    Misdeal,
    NotBuried,
    NotSingly,
    Revoke,
    Talk,
    TrickTurned,
    WrongCount,
    WrongDealer,
)
from rightbower.referee.table import Table, TableError, allowed_cards, may_call
from rightbower.rules.acts import Bury
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Card, Seat, Side, Suit, card, cards
from rightbower.rules.game import TurnUp

SOCIAL, LEAGUE, NATIONAL = (
    load(name) for name in ("charity-social", "sportcial-league", "national-2025")
)
# D3: West deals, 9S up. North orders alone; by the seniors' books the dealer's card is dead.
LONE_NORTH = "N order alone, W bury TC"
T3 = "N JS, E 9H, W 9S / N JC, E TH, W TS / N AS, E QH, W QS / N KS, E TD, W KH / N AD, E KD, W AH"


@pytest.fixture(params=["alberta-55plus", "provincial-55plus"])
def seniors(request: pytest.FixtureRequest) -> RuleBook:
    return load(str(request.param))


def buries(table: Table) -> set[Card]:
    """What the dealer may discard now."""
    return {each.card for each in options(table) if isinstance(each, Bury)}


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What ``rightbower ruling`` says."""
    status = main(["ruling", *words])
    out, err = capsys.readouterr()
    assert (status, err) == (0, ""), err
    return out


# The seniors (A00, A01).


def test_01_two_wrong_hands_found_late_and_nobody_scores(seniors: RuleBook) -> None:
    """11.N2, X-55: North was dealt six and East four, found after the first trick."""
    table = opened(seniors)
    table = did(deal_at_table(table, moved(cards_of("D1"), "AH", "E", "N")), "W pass, N pass, E pass, S pick up, S bury JC")  # fmt: skip
    table = neatly(table, tricks(T1, 1))
    table = claim(table, WrongCount(Seat.N, 6), Seat.W)
    table = claim(table, WrongCount(Seat.E, 4), Seat.N)
    table = neatly(table, "S JH, W QH, N TH, E QS / S KH, W TC, N JD, E QC / N AD, E KD, S QD, W 9D / N KC, S AC, W KS")  # fmt: skip
    assert (points(table), table.game.dealer) == ((0, 0), Seat.W)


def test_02_a_dealer_with_four_cards_exposed_has_one_to_discard(seniors: RuleBook) -> None:
    """11.E5, X-82: South showed all but JC before West ordered."""
    table = claim(sat("D1", seniors), ExposedCard(Seat.S, card("JH"), more=cards("KH QD AC")), Seat.W)  # fmt: skip
    table = did(table, "W order")
    assert buries(table) == {card("JC")}


def test_03_a_lone_player_who_looks_at_a_turned_trick_is_called_on(seniors: RuleBook) -> None:
    """11.H1 forgives leads, plays and exposed cards; 11.Q3 is none of them."""
    table = neatly(sat("D3", seniors, LONE_NORTH), "N JS, E 9H, W QS")
    table = claim(table, TrickTurned(Seat.N, Kind.TRICK_TURNED_UP, 1), Seat.E)
    assert set(may_call(table.deal, table.orders)) == {Seat.E, Seat.W}
    table = call_suit(table, Seat.E, Suit.DIAMONDS)
    assert allowed_cards(table.deal, Seat.N, table.orders) == cards("AD")


def test_04_a_lone_players_six_cards_found_late_score_nothing(seniors: RuleBook) -> None:
    """11.H1 and 11.N2: a wrong hand is no slip of the play."""
    table = opened(seniors, "W")
    table = did(deal_at_table(table, moved(cards_of("D3"), "9C", None, "N")), LONE_NORTH)
    table = neatly(table, tricks(T3, 1))
    table = claim(table, WrongCount(Seat.N, 6), Seat.E)
    table = neatly(table, "/".join(T3.split("/")[1:]))
    assert (points(table), table.game.dealer) == ((0, 0), Seat.N)


def test_05_a_false_lead_to_which_three_hands_have_played_stands(seniors: RuleBook) -> None:
    """11.L1: with North alone, East, West and North are every other hand."""
    table = neatly(sat("D3", seniors, LONE_NORTH), "N JS, E 9H, W QS")
    table = did(table, "W KH, N AD, E TH")
    called = claim(table, out_of_turn(table), Seat.N)
    assert called.deal.tricks[1].winner is Seat.W
    assert called.orders == ()
    assert f"{seniors.document}-11.L1" in cited(called)


def test_06_a_revoke_on_a_false_lead_goes_with_it(seniors: RuleBook) -> None:
    """11.L2, L4: South does not follow North's lead out of turn; both cards go back, and no revoke is left."""
    table = did(made("D1", seniors), "N AD, E QS")
    assert len(irregularities(table)) == 2
    table = claim(table, out_of_turn(table), Seat.W)
    assert irregularities(table) == ()
    with pytest.raises(TableError):
        claim(table, Revoke(Seat.E, 1), Seat.N)


@pytest.mark.parametrize(
    ("way", "ends"), [("as played", (5, 7)), ("add", (7, 7)), ("subtract", (3, 3))]
)
def test_07_a_lone_maker_who_revokes_pays_four_or_the_euchre_stands(
    seniors: RuleBook, way: str, ends: tuple[int, int]
) -> None:
    """11.R5 to R7, X-18: West alone keeps QH when JH is led, and is euchred, from 3–7."""
    table = neatly(sat("D1", seniors, "W order alone, S bury JC", (3, 7)), "W AS, N 9S, S 9H / S JH, W TC, N TH")  # fmt: skip
    table = claim(table, Revoke(Seat.W, 2), Seat.N)
    table = neatly(table, "S KH, W QH, N JD / N AD, S QD, W 9D / N KC, S AC, W KS")
    assert points(choose(table, way, Side.NS)) == ends


def test_08_a_card_named_by_its_bower_is_that_card(seniors: RuleBook) -> None:
    """11.E4, E5, 2.3: North says that JD is there; with hearts trump it is due when a trump is led."""
    table = neatly(made("D1", seniors), tricks(T1, 1))
    table = claim(table, ExposedCard(Seat.N, card("JD"), "named"), Seat.W)
    table = did(table, "S JH, W QH")
    assert allowed_cards(table.deal, Seat.N, table.orders) == cards("JD")


def test_09_an_imperfect_deck_after_a_wrong_dealer_is_dealt_again_by_who_dealt(
    seniors: RuleBook,
) -> None:
    """11.M6, M3, X-81: the turn-up was faced, so the deal is West's, and the earlier score stays."""
    table = opened(seniors, "S", (6, 4))
    double = cards_of("D3")
    double = replace(double, stock=(card("9S"), *double.stock[1:]))
    table = did(deal_at_table(table, double, Seat.W), "N pass, E pass")
    table = claim(table, Misdeal(Seat.W, Kind.IMPERFECT_PACK), Seat.N)
    assert (table.game.dealer, points(table)) == (Seat.W, (6, 4))


def test_10_the_call_of_a_suit_lapses_at_the_next_lead(seniors: RuleBook) -> None:
    """11.L5, SC-097: West leads as he likes when nobody has spoken, and there is no second chance."""
    table = did(made("D1", seniors), "E QC")
    table = claim(table, out_of_turn(table), Seat.S)
    assert may_call(table.deal, table.orders) == (Seat.S,)
    table = did(table, "W AS")
    assert may_call(table.deal, table.orders) == ()
    with pytest.raises(TableError):
        call_suit(table, Seat.S, Suit.CLUBS)


def test_11_the_partner_who_gets_the_lead_is_called_on_by_the_other_opponent(
    seniors: RuleBook,
) -> None:
    """11.L5, L6: South led out of turn in trick 1; North wins it, and West plays last to North's lead."""
    table = did(made("D1", seniors), "S QD")
    table = claim(table, out_of_turn(table), Seat.W)
    table = neatly(table, "W 9D, N AD, E KD, S QD")
    assert table.deal.turn is Seat.N
    assert may_call(table.deal, table.orders) == (Seat.W,)


@pytest.mark.parametrize(
    ("way", "ends"), [("as played", (9, 6)), ("add", (7, 8)), ("subtract", (5, 6))]
)
def test_12_the_last_hand_of_the_time_is_decided_by_a_revoke(
    way: str, ends: tuple[int, int]
) -> None:
    """A01-C.1, X-12, 11.R5: the bell rang at 7–6, and North, who marched with South, revoked."""
    table = ring_bell(did(made("D1", "alberta-55plus", (7, 6)), "W AS, N TH"))
    table = claim(did(table, "E TS, S 9H, turn"), Revoke(Seat.N, 1), Seat.E)
    table = neatly(table, "N KC, E QC, S AC, W TC / S JH, W QH, N JD, E AH / S KH, W 9D, N 9S, E QS / S QD, W KS, N AD, E KD")  # fmt: skip
    table = choose(table, way, Side.EW)
    result = table.game.result
    assert result is not None
    assert (points(table), result.winner) == (ends, Side.NS if ends[0] > ends[1] else Side.EW)


def test_13_a_hand_that_was_dealt_six_is_a_new_deal_though_the_dealer_forgot_to_discard(
    seniors: RuleBook,
) -> None:
    """X-78: South was dealt six, took the turn-up and played; before the trick is turned it is 11.N1."""
    table = opened(seniors)
    table = deal_at_table(table, moved(cards_of("D1"), "9C", None, "S"))
    table = did(table, "W pass, N pass, E pass, S pick up, W AS, N 9S, E TS, S KH")
    table = claim(table, WrongCount(Seat.S, 6), Seat.W)
    assert (table.game.deal, table.game.dealer, points(table)) == (None, Seat.S, (0, 0))


def test_14_after_the_dealers_partner_is_barred_the_dealer_may_not_take_it(
    seniors: RuleBook,
) -> None:
    """11.D1, X-17: North ordered before West; West passes, East passes; South must turn it down."""
    table = did(sat("D1", seniors), "N order")
    table = did(claim(table, wrong_call(table), Seat.E), "W pass, N pass, E pass")
    with pytest.raises(TableError):
        did(table, "S pick up")
    assert did(table, "S turn down").deal.turn is Seat.W


def test_15_words_before_the_turn_are_a_bid_out_of_turn(seniors: RuleBook) -> None:
    """11.B1 with 11.D1: East tells South to take it before West and North have spoken."""
    table = claim(sat("D1", seniors), LooseWords(Seat.E, "you take that"), Seat.S)
    table = claim(table, wrong_call(table), Seat.S)
    assert table.deal.maker is None
    with pytest.raises(TableError, match="may not make trump"):
        did(table, "W order")


# The charity social (S02).


def test_16_a_partner_sees_it_before_the_next_card_and_nothing_is_paid() -> None:
    """S02-9.4, X-93: West sees that East trumps; East takes it back and follows."""
    table = did(made("D1", SOCIAL), "W AS, N 9S, E AH")
    table = claim(table, Revoke(Seat.E, 1), Seat.W)
    table = neatly(did(table, "E TS, S 9H, turn"), "S JH, W QH, N TH, E AH")
    assert points(table) == (0, 0)
    assert irregularities(table) == ()


def test_17_a_reneg_seen_when_the_next_card_lies_stops_the_hand() -> None:
    """S02-9.3, 9.4: South has played on it: too late, two points and the next deal."""
    table = did(made("D1", SOCIAL), "W AS, N 9S, E AH, S 9H")
    table = claim(table, Revoke(Seat.E, 1), Seat.W)
    assert (points(table), table.game.deal, table.game.dealer) == ((2, 0), None, Seat.W)


def test_18_a_short_hand_found_in_the_last_trick_is_dealt_again_and_not_counted() -> None:
    """S02-2.9, X-13: until the hand is scored; the same dealer, and the eight are still to play."""
    table = opened(SOCIAL)
    table = deal_at_table(table, moved(cards_of("D1"), "AH", "E", "W"))
    table = did(table, "W pass, N pass, E pass, S pick up, S bury JC, S with partner")
    table = neatly(table, "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E QS / S KH, W AH, N JD, E QC")  # fmt: skip
    table = neatly(table, "N AD, E KD, S QD, W 9D / N KC, S AC")
    table = claim(table, WrongCount(Seat.E, 4), Seat.N)
    assert (table.game.deal, table.game.dealer, points(table)) == (None, Seat.S, (0, 0))
    assert table.game.finished == ()


def test_19_a_lead_out_of_turn_goes_back_and_nothing_is_exposed() -> None:
    """G-09: A01-11.L1, L2 and L4 only."""
    table = did(made("D1", SOCIAL), "E QS")
    table = claim(table, out_of_turn(table), Seat.W)
    assert (table.orders, table.deal.turn) == ((), Seat.W)
    table = did(table, "W AS, N 9S")
    assert set(allowed_cards(table.deal, Seat.E, table.orders)) == set(cards("QS TS"))


def test_20_the_left_bower_is_trump_enough_to_go_alone() -> None:
    """S02-7.4, 3.3: East orders hearts with JD, or with a diamond that is none."""
    hands = {"W": "AS KS QS JS TS", "N": "AH KH QH JH TH", "S": "9S KD QD TD 9D"}
    words = "W pass, N pass, E order, S bury 9S"
    holds = set_out(SOCIAL, "S deals, 9H up", words, E="JD AC KC QC JC", **hands)
    assert did(holds, "E alone").deal.lone is Seat.E
    lacks = set_out(SOCIAL, "S deals, 9H up", words, E="AD AC KC QC JC", **hands)
    with pytest.raises(TableError):
        did(lacks, "E alone")


def test_21_the_hosts_hear_of_a_card_in_sight_and_nobody_plays_it() -> None:
    """G-10, 2.9: not in the deal, so no misdeal; it goes back."""
    table = drop_cards(made("D1", SOCIAL), Seat.W, cards("KS"))
    table = claim(table, ExposedCard(Seat.W, card("KS")), Seat.N)
    assert set(allowed_cards(table.deal, Seat.W, table.orders)) == set(cards("AS KS 9D TC QH"))


# The bar league (L03).


def test_22_a_revoke_against_a_lone_hand_at_eight_all_ends_the_game_at_ten() -> None:
    """L03-7.6, 7.7: flat two, not four."""
    table = neatly(did(sat("D3", LEAGUE, "", (8, 8)), "N order alone, W bury 9S"), "N JS, E 9H, W QS")  # fmt: skip
    table = did(table, "N JC, E TH, W KH")
    table = claim(table, Revoke(Seat.W, 2), Seat.N)
    assert points(table) == (10, 8)
    assert table.game.result is not None
    assert table.game.result.winner is Side.NS


def test_23_a_revoke_is_paid_though_it_was_seen_at_once() -> None:
    """L03-7.6, X-25: no window; East says so before anybody has played."""
    table = did(made("D1", LEAGUE, (7, 9)), "W AS, N 9S, E AH")
    table = claim(table, Revoke(Seat.E, 1), Seat.E)
    assert (points(table), table.game.result, table.game.dealer) == ((9, 9), None, Seat.W)


def test_24_three_in_the_kitty_are_found_in_the_last_trick() -> None:
    """L03-4.6, X-15: no deadline until the hand is scored."""
    table = opened(LEAGUE)
    table = deal_at_table(table, moved(cards_of("D1"), "9C", None, "W"))
    table = did(table, "W pass, N pass, E pass, S pick up, S bury JC")
    table = neatly(table, "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W TC, N JD, E QC / N AD, E KD, S QD, W 9D")  # fmt: skip
    table = did(table, "N KC, E QS, S AC")
    table = claim(table, Misdeal(Seat.S, Kind.WRONG_KITTY), Seat.E)
    assert (table.game.deal, table.game.dealer, points(table)) == (None, Seat.W, (0, 0))


def test_25_a_dealers_side_does_not_call_its_own_misdeal() -> None:
    """L03-12.5, X-15."""
    table = deal_at_table(opened(LEAGUE), cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    for by in (Seat.S, Seat.N):
        dismissed = claim(table, exposed_in_deal(), by)
        assert not ruling(dismissed).upheld
        assert dismissed.game.deal == table.game.deal
    assert claim(table, exposed_in_deal(), Seat.E).game.dealer is Seat.W


def test_26_a_deck_of_25_is_no_misdeal_whatever_it_is_called(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """X-86, G-12: five in the kitty of a deck with a five in it is void with a new deck, by the Gamer's word."""
    told = asked(capsys, "sportcial-league", "wrong-kitty", "--pack-right", "no", "--before", "hand-scored")  # fmt: skip
    assert "the same dealer deals with a new deck" in told
    assert ("The Gamer chooses" in told, "It is a misdeal" in told) == (True, False)


def test_27_the_points_for_signals_stop_at_nothing() -> None:
    """L03-12.7, X-37: four points of a side that has three leave it none."""
    table = made("D1", LEAGUE, (3, 5))
    table = claim(table, Talk(Seat.N, Kind.SIGNALLING), None, points=4)
    assert points(table) == (0, 5)


# The national game (N04).


def test_28_a_card_exposed_and_then_the_turn_up_too_early_pass_the_deal() -> None:
    """N04-1.1b, 1.4b, 1.5, X-40: the second counts though it is another kind."""
    table = deal_at_table(opened(NATIONAL, bell=False), cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    table = claim(table, exposed_in_deal(), Seat.W)
    assert table.game.dealer is Seat.S
    table = face(deal_at_table(table, cards_of("D1"), turn_up=TurnUp.PUT_DOWN))
    table = claim(table, Misdeal(Seat.S, Kind.EARLY_TURN_UP), Seat.W)
    assert table.game.dealer is Seat.W


def test_29_a_misdeal_of_an_earlier_turn_does_not_count() -> None:
    """N04-1.5, X-40: South misdealt once; when the deal is South's again, it takes two more."""
    table = claim(deal_at_table(opened(NATIONAL), cards_of("D1")), exposed_in_deal(), Seat.W)
    table = neatly(did(deal_at_table(table, cards_of("D1")), TAKEN), T1)
    for dealer, away in (("W", "N E S W"), ("N", "E S W N"), ("E", "S W N E")):
        assert table.game.dealer is Seat.of(dealer)
        first = [f"{seat} pass" for seat in away.split()]
        down = [*first[:3], f"{dealer} turn down"]
        table = did(deal_at_table(table, cards_of("D1")), ", ".join((*down, *first)))
    assert table.game.dealer is Seat.S
    table = claim(deal_at_table(table, cards_of("D1")), exposed_in_deal(), Seat.W)
    assert table.game.dealer is Seat.S
    table = claim(deal_at_table(table, cards_of("D1")), exposed_in_deal(), Seat.W)
    assert (table.game.dealer, points(table)) == (Seat.W, (2, 0))


def test_30_a_renege_put_right_leaves_the_card_up_and_the_followers_free() -> None:
    """N04-2.5c, X-21 b, G-25, 2.4: AH is played at its first legal chance; South's card goes back."""
    table = set_out(NATIONAL, "S deals, 9H up", TAKEN, W="AS KS 9D TC QH", N="JD AD 9S KC TH", E="QS TS KD QD AH", S="JH KH 9C AC JC")  # fmt: skip
    table = claim(did(table, "W AS, N 9S, E AH, S 9H"), Revoke(Seat.E, 1), Seat.N)
    table = did(table, "E TS")
    assert set(allowed_cards(table.deal, Seat.S, table.orders)) == set(cards("9H JH KH 9C AC"))
    table = did(did(table, "S KH, turn"), "S AC, W TC, N KC")
    assert allowed_cards(table.deal, Seat.E, table.orders) == cards("AH")
    assert points(table) == (0, 0)


def test_31_a_lone_player_who_throws_the_last_two_down_pays_two() -> None:
    """N04-2.3, G-07: nobody is spared; the march still counts four."""
    table = neatly(sat("D3", NATIONAL, LONE_NORTH), tricks(T3, 3))
    table = claim(did(table, "N KS"), NotSingly(Seat.N, card("AD")), Seat.E)
    assert points(table) == (0, 2)
    table = neatly(table, "E TD, W KH / N AD, E KD, W AH")
    assert points(table) == (4, 2)


def test_32_the_two_points_for_cards_thrown_together_end_the_game_at_once() -> None:
    """N04-2.3, 2.2, X-49: at nine all East–West have eleven before the hand is out."""
    table = neatly(made("D1", NATIONAL, (9, 9)), tricks(T1, 3))
    table = claim(table, NotSingly(Seat.N, card("KC")), Seat.E)
    assert table.game.result is not None
    assert (table.game.result.winner, points(table)) == (Side.EW, (9, 11))


def test_33_a_renege_in_the_hand_after_the_bell_wins_the_game() -> None:
    """N04-1.6a, 2.5a: 6–5 at the bell; North–South renege in the hand under way: 6–7."""
    table = ring_bell(did(made("D1", NATIONAL, (6, 5)), "W AS, N TH, E TS, S 9H, turn"))
    table = claim(did(table, "N KC"), Revoke(Seat.N, 1), Seat.E)
    result = table.game.result
    assert result is not None
    assert (result.winner, result.reason, points(table)) == (Side.EW, "time", (6, 7))


def test_34_a_dealer_who_forgot_to_discard_five_of_the_suit_plays_the_five_dealt() -> None:
    """N04-2.7 with G-11 (11.N3): the turn-up is dead though the dealer had to keep it."""
    table = did(sat("D7", NATIONAL), "W pass, N pass, E pass, S pick up")
    table = did(table, "W KD, N QD, E TD, S 9H")
    table = claim(table, NotBuried(Seat.S, card("9H")), Seat.W)
    assert set(table.deal.hands[Seat.S]) == set(cards("TH QH KH AH"))


def test_35_all_five_exposed_leave_the_turn_up_to_discard_unless_it_must_be_kept() -> None:
    """N04-2.4, 2.7, X-82, X-03: nobody exposed the turn-up, so it is the one that may go."""
    table = claim(sat("D1", NATIONAL), ExposedCard(Seat.S, card("JH"), more=cards("KH QD AC JC")), Seat.W)  # fmt: skip
    assert buries(did(table, "W order")) == {card("9H")}
    table = claim(sat("D7", NATIONAL), ExposedCard(Seat.S, card("9H"), more=cards("TH QH KH AH")), Seat.W)  # fmt: skip
    assert buries(did(table, "W order")) == set(cards("9H TH QH KH AH"))


def test_36_an_order_out_of_turn_with_a_trump_is_void_and_bars_nobody() -> None:
    """N04-2.1, G-14, X-80: East holds hearts; West may still order, and East may in turn."""
    table = did(sat("D1", NATIONAL), "E order")
    table = claim(table, wrong_call(table), Seat.N)
    assert table.game.result is None
    again = did(table, "W pass, N pass, E order")
    assert again.deal.maker is Seat.E


def test_37_words_that_order_without_a_trump_lose_the_game() -> None:
    """11.B1 lent to N04, with 2.8a: D2, North has no heart and tells South to take it."""
    table = did(sat("D2", NATIONAL, score=(10, 0)), "W pass")
    table = claim(table, LooseWords(Seat.N, "take it, partner"), Seat.W)
    assert table.game.result is not None
    assert table.game.result.winner is Side.EW


# Any book.


@pytest.mark.parametrize(
    "name", ["alberta-55plus", "charity-social", "sportcial-league", "national-2025"]
)
def test_38_the_left_bower_alone_has_to_follow_trumps(name: str) -> None:
    """SC-085 turned about: North throws KC on a trump, and JD is the only trump there."""
    table = neatly(made("D1", name), tricks(T1, 2))
    assert irregularities(table) == ()
    table = did(table, "S KH, W TC, N KC")
    assert irregularities(table) == (Revoke(Seat.N, 3),)


@pytest.mark.parametrize(
    ("name", "score"), [("provincial-55plus", 9), ("sportcial-league", 9), ("national-2025", 10)]
)
def test_39_once_the_result_is_entered_no_revoke_is_claimed(name: str, score: int) -> None:
    """X-56: North–South have won by one; until the sheet is filled in East's revoke can be claimed."""
    table = neatly(made("D1", name, (score, 0)), T6)
    assert table.game.result is not None
    assert ruling(claim(table, Revoke(Seat.E, 1), Seat.N)).upheld
    late = claim(enter_result(table), Revoke(Seat.E, 1), Seat.N)
    assert (ruling(late).upheld, points(late)) == (False, (score + 1, 0))


@pytest.mark.parametrize("name", ["charity-social", "sportcial-league", "national-2025"])
def test_40_a_deal_by_the_wrong_player_stands_once_the_card_is_faced(name: str) -> None:
    """G-13, 11.M6, X-14: West dealt for South; the next deal is North's."""
    table = deal_at_table(opened(name, "S"), cards_of("D3"), Seat.W)
    table = claim(table, WrongDealer(Seat.W, Seat.S), Seat.N)
    assert table.deal.dealer is Seat.W
    table = did(
        table, "N order, W bury TC" + (", N with partner" if name == "charity-social" else "")
    )
    table = neatly(table, "N JS, E 9H, S QC, W 9S / N JC, E TH, S KC, W TS / N AS, E QH, S JH, W QS / N KS, E TD, S 9D, W KH / N AD, E KD, S QD, W AH")  # fmt: skip
    assert (points(table), table.game.dealer) == ((2, 0), Seat.N)
