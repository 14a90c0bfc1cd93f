"""Cases made up from the documents and the matrix alone, each with what its clause asks for."""

import pytest

from referee.sitting import (
    cards_of,
    cited,
    did,
    made,
    moved,
    neatly,
    opened,
    out_of_turn,
    points,
    ruling,
    sat,
    set_out,
    wrong_call,
)
from rightbower.referee.claims import call_suit, choose, claim
from rightbower.referee.doing import act_at_table, deal_at_table, face, irregularities, ring_bell
from rightbower.referee.irregularities import (
    ExposedCard,
    Kind,
    LooseWords,
    Misdeal,
    NotSingly,
    OutOfTurn,
    Revoke,
    TrickTurned,
    WrongCount,
)
from rightbower.referee.table import TableError, allowed_cards
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat, Side, Suit, card, cards
from rightbower.rules.game import TurnUp, void

SOCIAL, LEAGUE, NATIONAL = (
    load(name) for name in ("charity-social", "sportcial-league", "national-2025")
)


@pytest.fixture(params=["alberta-55plus", "provincial-55plus"])
def seniors(request: pytest.FixtureRequest) -> RuleBook:
    return load(str(request.param))


def test_east_orders_before_west_and_north_and_is_barred_in_both_rounds(seniors: RuleBook) -> None:
    """11.D1, X-17: West, the partner, may not order either; North and South may."""
    table = did(sat("D1", seniors), "E order")
    table = claim(table, wrong_call(table), Seat.N)
    assert table.deal.turn is Seat.W
    with pytest.raises(TableError, match="may not make trump"):
        did(table, "W order")
    second = did(table, "W pass, N pass, E pass, S turn down")
    with pytest.raises(TableError, match="may not make trump"):
        did(second, "W name spades")
    assert did(second, "W pass, N name spades").deal.maker is Seat.N


def test_both_free_players_pass_while_the_others_are_barred_and_the_deal_is_thrown_in(
    seniors: RuleBook,
) -> None:
    """X-17, 4.10: no score, and West deals."""
    table = did(sat("D1", seniors), "E order")
    table = claim(table, wrong_call(table), Seat.N)
    over = did(table, "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass")
    assert (points(over), over.game.dealer) == ((0, 0), Seat.W)


def test_a_lone_player_who_leads_out_of_turn_takes_it_back_and_nothing_else(
    seniors: RuleBook,
) -> None:
    """11.H1, H2: West made trump alone; North won the trick, and West leads."""
    table = sat("D1", seniors, "W order alone, S bury JC, W 9D, N AD, S KH")
    table = did(table, "turn")
    assert table.deal.turn is Seat.S
    table = did(table, "W AS")
    fact = out_of_turn(table)
    back = claim(table, fact, Seat.N)
    assert card("AS") in back.deal.hands[Seat.W]
    assert back.orders == ()
    assert back.deal.turn is Seat.S


def test_a_lead_called_in_a_suit_the_leader_has_not_leaves_the_exposed_card(
    seniors: RuleBook,
) -> None:
    """X-45: West's 9D is up; clubs are called and West has none, so 9D is led; of spades one may be."""
    table = set_out(seniors, "S deals, 9H up", "W pass, N pass, E pass, S pick up, S bury 9C",
                    W="9S TS KS 9D TD", N="JS QS AC JD QD", E="QC TC KD AD AH", S="9C KH QH JH KC")  # fmt: skip
    table = claim(table, ExposedCard(Seat.W, card("9D")), Seat.S)
    table = did(table, "E QC")
    table = claim(table, out_of_turn(table), Seat.S)
    assert table.deal.turn is Seat.W
    clubs = call_suit(table, Seat.S, Suit.CLUBS)
    assert allowed_cards(clubs.deal, Seat.W, clubs.orders) == cards("9D")
    spades = call_suit(table, Seat.S, Suit.SPADES)
    assert set(allowed_cards(spades.deal, Seat.W, spades.orders)) == set(cards("9S TS KS"))


def test_two_exposed_cards_leave_the_choice_to_their_owner(seniors: RuleBook) -> None:
    """X-46: West dropped AS and 9D, and leads."""
    table = claim(made("D1", seniors), ExposedCard(Seat.W, card("AS"), more=cards("9D")), Seat.N)
    assert set(allowed_cards(table.deal, Seat.W, table.orders)) == set(cards("AS 9D"))


def test_a_revoke_by_the_defenders_of_a_lone_hand_takes_four_but_not_below_zero(
    seniors: RuleBook,
) -> None:
    """11.R7, X-18, X-19: at 0–3 the revokers are left with nothing."""
    words = "N order alone, W bury TC, N JS, E 9H, W 9S, turn, N JC, E TH, W KH, turn"
    table = sat("D3", seniors, words, score=(0, 3))
    called = claim(table, Revoke(Seat.W, 2), Seat.N)
    assert "revoke.lone_means" in ruling(called).paths
    over = neatly(called, "N AS, E QH, W QS, N KS, E TD, W TS, N AD, E KD, W AH")
    taken = choose(over, "subtract", Side.NS)
    assert points(taken) == (0, 0)


def test_a_penalty_added_can_win_the_game(seniors: RuleBook) -> None:
    """X-49, 9.1: at 8–9 the two points of a revoke are the ninth and tenth."""
    table = claim(did(made("D1", seniors, (8, 9)), "W AS, N 9S, E AH, S 9H, turn"), Revoke(Seat.E, 1), Seat.N)  # fmt: skip
    over = neatly(table, "E QC, S AC, W TC, N KC / S JH, W QH, N TH, E QS / S KH, W 9D, N JD, E TS / N AD, E KD, S QD, W KS")  # fmt: skip
    won = choose(over, "add", Side.NS)
    assert won.game.result is not None
    assert (won.game.result.winner, points(won)) == (Side.NS, (10, 9))


def test_loose_words_of_the_dealers_partner_bind_to_a_lone_hand(seniors: RuleBook) -> None:
    """11.B1 with 4.5."""
    table = did(sat("D1", seniors), "W pass")
    bound = claim(table, LooseWords(Seat.N, "grab it, partner"), Seat.W)
    assert (bound.deal.maker, bound.deal.lone) == (Seat.N, Seat.N)


def test_the_same_words_at_the_social_leave_the_partner_in() -> None:
    """S02-4.2, borrowed B1 without 4.5."""
    table = did(sat("D1", SOCIAL), "W pass")
    bound = claim(table, LooseWords(Seat.N, "grab it, partner"), Seat.W)
    assert (bound.deal.maker, bound.deal.lone) == (Seat.N, None)


def test_a_looked_at_trick_lets_either_opponent_call_the_next_lead(seniors: RuleBook) -> None:
    """11.Q3, X-84: East looks, so West's lead is called, by North or South."""
    table = sat("D2", seniors, "W pass, N pass, E pass, S pick up, S bury 9C")
    table = neatly(table, "W JH, N TC, E JD, S 9H")
    looked = claim(table, TrickTurned(Seat.E, Kind.TRICK_TURNED_UP, 1), Seat.S)
    assert looked.deal.turn is Seat.W
    for by in (Seat.N, Seat.S):
        called = call_suit(looked, by, Suit.CLUBS)
        assert allowed_cards(called.deal, Seat.W, called.orders) == cards("KC")
    with pytest.raises(TableError):
        call_suit(looked, Seat.E, Suit.CLUBS)


def test_the_league_gives_two_for_a_revoke_even_by_a_lone_player_and_a_hand_is_over() -> None:
    """L03-7.6."""
    table = sat("D1", LEAGUE, "W order alone, S bury JC, W AS, N 9S, S KH, turn, S QD, W QH")
    paid = claim(table, Revoke(Seat.W, 2), Seat.N)
    assert (points(paid), paid.game.deal) == ((2, 0), None)
    assert paid.game.dealer is Seat.W


def test_a_league_hand_of_six_noticed_in_the_play_is_a_wrong_kitty_and_the_deal_passes() -> None:
    """L03-4.6, X-15: the kitty was three, so there is no deadline until the hand is scored."""
    bad = moved(cards_of("D1"), "9C", None, "N")
    table = deal_at_table(opened(LEAGUE), bad)
    table = did(table, "W pass, N pass, E pass, S pick up, S bury JC, W AS, N 9S")
    void_ = claim(table, WrongCount(Seat.N, 6), Seat.E)
    assert (void_.game.deal, void_.game.dealer, points(void_)) == (None, Seat.W, (0, 0))


def test_a_national_dealer_who_exposes_a_card_twice_in_a_turn_loses_the_deal() -> None:
    """N04-1.5, X-40."""
    table = sat("D1", NATIONAL, turn_up=TurnUp.PUT_DOWN)
    once = claim(table, Misdeal(Seat.S, Kind.EXPOSED_IN_DEAL), Seat.W)
    assert once.game.dealer is Seat.S
    again = deal_at_table(once, cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    twice = claim(again, Misdeal(Seat.S, Kind.EXPOSED_IN_DEAL), Seat.W)
    assert twice.game.dealer is Seat.W


def test_a_national_card_tabled_is_no_excuse_for_a_renege() -> None:
    """N04-2.5a: East's AH is up and is thrown on a spade while East has two."""
    table = claim(made("D1", NATIONAL), ExposedCard(Seat.E, card("AH")), Seat.S)
    table = did(table, "W AS, N 9S")
    assert set(allowed_cards(table.deal, Seat.E, table.orders)) == set(cards("QS TS"))
    table = did(table, "E AH, S 9H, turn, E QC")
    paid = claim(table, Revoke(Seat.E, 1), Seat.N)
    assert points(paid) == (2, 0)


def test_national_cards_thrown_together_cost_two_once_beside_the_hand() -> None:
    """N04-2.3, X-23."""
    table = made("D1", NATIONAL)
    first = claim(table, NotSingly(Seat.E, card("QC"), cards("KD")), Seat.S)
    assert points(first) == (2, 0)
    again = claim(first, NotSingly(Seat.E, card("TS")), Seat.S)
    assert points(again) == (2, 0)


def test_a_national_order_without_a_trump_loses_even_out_of_turn() -> None:
    """N04-2.8a, X-80, X-02: D2, North has no heart and orders for South before West has spoken."""
    table = did(sat("D2", NATIONAL), "N order")
    assert table.game.result is not None
    assert (table.game.result.winner, table.game.result.reason) == (Side.EW, "game lost")


def test_after_the_bell_a_national_misdeal_asks_for_one_hand_played_out() -> None:
    """N04-1.6b, X-42: a throw-in does not end it."""
    table = ring_bell(sat("D1", NATIONAL, score=(6, 5)))
    misdealt = claim(table, Misdeal(Seat.S, Kind.EXPOSED_IN_DEAL), Seat.W)
    assert misdealt.game.result is None
    again = deal_at_table(misdealt, cards_of("D1"))
    thrown = did(again, "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass")
    assert thrown.game.result is None


def test_the_social_counts_a_hand_stopped_by_a_reneg_among_its_eight() -> None:
    """S02-2.7, 9.3: it was dealt and scored."""
    table = claim(did(made("D1", SOCIAL), "W AS, N 9S, E AH, S 9H"), Revoke(Seat.E, 1), Seat.N)
    assert (points(table), table.game.played) == ((2, 0), 1)


def test_a_social_card_that_falls_goes_back_and_nobody_has_to_play_it() -> None:
    """G-10: A01-11.E5 is named as not borrowed."""
    table = claim(made("D1", SOCIAL), ExposedCard(Seat.W, card("AS")), Seat.N)
    assert table.orders == ()
    assert len(allowed_cards(table.deal, Seat.W, table.orders)) == 5
    (told,) = (table.game.book.cite(path) for path in ruling(table).paths)
    assert (str(told), told.see) == ("A01-11.E5 (not borrowed, G-10)", "G-10")


def test_a_card_played_too_early_counts_as_exposed_in_turn_it_is_forced(seniors: RuleBook) -> None:
    """11.E1, E5: South plays 9H before North; it goes back, stays up and is played when it may be."""
    table = did(made("D1", seniors), "W AS, S 9H")
    fact = out_of_turn(table)
    assert fact == OutOfTurn(Seat.S, Kind.PLAY_OUT_OF_TURN, 1, card("9H"))
    back = claim(table, fact, Seat.E)
    assert back.deal.turn is Seat.N
    assert f"{seniors.document}-11.E1" in cited(back)
    last = did(back, "N 9S, E TS")
    assert allowed_cards(last.deal, Seat.S, last.orders) == cards("9H")


def test_a_deal_void_by_the_officer_after_the_time_ends_a_decided_game(seniors: RuleBook) -> None:
    """C.1, X-12: only Alberta has a time; where there is none the same dealer deals again."""
    game = made("D1", seniors, (4, 3)).game
    if seniors.clock.minutes is None:
        assert void(game, Seat.S).result is None
        return
    rung = ring_bell(made("D1", seniors, (4, 3)))
    assert rung.game.result is None, "the turn-up was faced, so the hand is finished"
    over = void(rung.game, Seat.S)
    assert over.result is not None
    assert over.result.winner is Side.NS


def test_a_card_is_faced_and_a_bid_made_before_the_national_bell() -> None:
    """N04-1.1b: facing it early is a misdeal by the same dealer."""
    table = deal_at_table(opened(NATIONAL, bell=False), cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    early = face(table)
    assert Misdeal(Seat.S, Kind.EARLY_TURN_UP) in irregularities(early)
    again = claim(early, Misdeal(Seat.S, Kind.EARLY_TURN_UP), Seat.W)
    assert (again.game.deal, again.game.dealer) == (None, Seat.S)
    assert act_at_table(early, read_action("W pass")).deal.turn is Seat.N
