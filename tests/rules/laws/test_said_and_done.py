"""What people say and do at tables: one breath, early passes, wrong cutters, second thoughts."""

import pytest

from referee.sitting import TAKEN, cards_of, cited, did, neatly, opened, ruling, sat
from rightbower.referee.claims import call_suit, claim
from rightbower.referee.doing import (
    act_at_table,
    cut_at_table,
    deal_at_table,
    face,
    improper,
    irregularities,
    options,
)
from rightbower.referee.irregularities import (
    ExposedCard,
    Kind,
    Misdeal,
    TrickTurned,
    WrongCall,
)
from rightbower.referee.spoken import NotACall, read_call
from rightbower.referee.table import CardUp, Table, TableError
from rightbower.rules.acts import (
    Action,
    Bury,
    Name,
    Order,
    Pass,
    TurnDown,
    read_action,
    write_action,
)
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.ceremonies import Cut, draw_partners
from rightbower.rules.game import GameError, TurnUp, start_game
from rightbower.rules.openings import cut_for_first_deal

NATIONAL = load("national-2025")
LEAGUE = load("sportcial-league")
SOCIAL = load("charity-social")
AROUND = "W pass, N pass, E pass"
DOWN = f"{AROUND}, S turn down"


def said(table: Table, seat: Seat, words: str) -> Action:
    return read_call(table.deal, seat, words)


def why_not(table: Table, seat: Seat, words: str) -> str:
    with pytest.raises(NotACall) as fault:
        said(table, seat, words)
    return str(fault.value)


@pytest.mark.parametrize(
    ("before", "call", "acts"),
    [
        ("", "W order alone", ("W order", "W alone")),
        (AROUND, "S pick up alone", ("S pick up", "S alone")),
        (DOWN, "W name spades alone", ("W name spades", "W alone")),
    ],
)
def test_S02_7_5_alone_in_one_breath_with_the_call_is_said_in_time(
    before: str, call: str, acts: tuple[str, ...]
) -> None:
    table, action = sat("D1", SOCIAL, before), read_action(call)
    assert improper(table, action) is None
    after = act_at_table(table, action)
    assert tuple(write_action(each) for each in after.deal.acts[-2:]) == acts
    assert after.deal.lone is action.seat
    assert irregularities(after) == ()


def test_S02_7_4_alone_in_one_breath_needs_a_trump_too() -> None:
    table = sat("D2", SOCIAL, "W pass")
    with pytest.raises(TableError, match=r"has to hold a trump \(S02-7\.4\)"):
        did(table, "N order alone")
    assert did(table, "N order").deal.maker is Seat.N


def test_S02_7_5_out_of_turn_one_breath_is_void_as_a_whole() -> None:
    table = did(sat("D1", SOCIAL), "N order alone")
    early = WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, Order(Seat.N))
    assert irregularities(table) == (early,)
    back = claim(table, early, Seat.W).deal
    assert (back.trump, back.lone, back.turn) == (None, None, Seat.W)


def test_S02_7_5_nothing_is_added_to_a_call_that_loses_the_game() -> None:
    house = overlay(NATIONAL, {"alone.when": "before the first card"}, note="Ours.")
    over = did(sat("D2", house, "W pass"), "N order alone")
    assert over.game.result is not None
    assert over.game.result.winner is Side.EW


@pytest.mark.parametrize("words", ["pick it up, loner", "Pick it up. A lone hand."])
def test_S02_7_4_a_loner_is_alone(words: str) -> None:
    assert said(sat("D1", SOCIAL), Seat.W, words) == Order(Seat.W, alone=True)
    down = sat("D1", SOCIAL, DOWN)
    assert said(down, Seat.W, "spades, loner") == Name(Seat.W, Suit.SPADES, alone=True)
    assert said(down, Seat.W, "spades, not a loner") == Name(Seat.W, Suit.SPADES)


def test_A01_11_D3_a_dealers_spoken_pass_before_the_turn_is_a_pass(seniors: RuleBook) -> None:
    """X-16: only a card turned down by hand, or said to be, is a turn-down out of turn."""
    table = sat("D1", seniors)
    assert said(table, Seat.S, "pass") == Pass(Seat.S)
    assert said(table, Seat.S, "I turn it down") == TurnDown(Seat.S)
    assert said(did(table, AROUND), Seat.S, "pass") == TurnDown(Seat.S)
    early = act_at_table(table, said(table, Seat.S, "pass"))
    assert early.barred == ()
    assert did(early, AROUND).deal.turn is Seat.W


def test_L03_5_3_the_dealer_turns_the_card_over() -> None:
    table = sat("D1", LEAGUE, AROUND)
    assert said(table, Seat.S, "I'll turn it over") == TurnDown(Seat.S)
    assert "only the dealer" in why_not(sat("D1", LEAGUE), Seat.W, "turn it over")


@pytest.mark.parametrize("words", ["pick it up pass", "pass, no: take it up"])
def test_A01_4_2_a_pass_and_an_order_are_not_one_call(seniors: RuleBook, words: str) -> None:
    says = f"that is a pass and an order: say one of them ({seniors.document}-4.2)"
    assert why_not(sat("D1", seniors), Seat.W, words) == says


def test_A01_4_2_words_are_quoted_as_they_were_said(seniors: RuleBook) -> None:
    table = sat("D1", seniors)
    assert why_not(table, Seat.W, "I'm  Good").startswith("“I'm Good” is not a call: say “pass”")


@pytest.mark.parametrize("words", ["No ace, no face!", "farmer's hand", "ace no face"])
def test_A01_C_5_a_poor_hand_is_not_thrown_in(words: str) -> None:
    seniors = sat("D1", load("alberta-55plus"))
    assert why_not(seniors, Seat.W, words) == "a poor hand is not thrown in (A01-C.5)"
    assert why_not(sat("D1", LEAGUE), Seat.W, words).endswith("(L03-12.9)")


@pytest.mark.parametrize("second", [Seat.E, Seat.W])
def test_A01_11_Q3_a_suit_once_called_stays_called(seniors: RuleBook, second: Seat) -> None:
    table = neatly(sat("D1", seniors, TAKEN), "W AS, N 9S, E TS, S 9H")
    table = claim(table, TrickTurned(Seat.N, Kind.TRICK_TURNED_UP, 1), Seat.E)
    table = call_suit(table, Seat.W, Suit.CLUBS)
    for suit in (Suit.DIAMONDS, None):
        with pytest.raises(TableError, match=r"clubs has been called for this lead \(A0.-11\.Q3\)"):
            call_suit(table, second, suit)
    assert options(table) == (read_action("S AC"),)


@pytest.mark.parametrize("book", [LEAGUE, SOCIAL], ids=str)
@pytest.mark.parametrize("by", [Seat.N, Seat.S, Seat.W])
def test_L03_4_1_a_cut_by_another_player_is_not_the_cut(book: RuleBook, by: Seat) -> None:
    fact = Misdeal(Seat.S, Kind.NOT_CUT)
    table = cut_at_table(opened(book), Cut(by, 10))
    table = deal_at_table(table, cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    assert irregularities(table) == (fact,)
    assert ruling(claim(table, fact, Seat.W)).upheld


def test_L03_4_1_a_wrong_dealer_who_asks_the_neighbour_has_asked() -> None:
    table = cut_at_table(opened(LEAGUE), Cut(Seat.S, 10))
    table = deal_at_table(table, cards_of("D1"), Seat.W, TurnUp.PUT_DOWN)
    assert {fact.kind for fact in irregularities(table)} == {Kind.WRONG_DEALER}


def test_N04_2_7_the_ruling_on_the_card_buried_names_the_rule() -> None:
    table = did(sat("D7", NATIONAL), "W order, S bury JH")
    ruled = claim(table, WrongCall(Seat.S, Kind.FORBIDDEN_CALL, Bury(Seat.S, card("JH"))), Seat.W)
    assert "with five more of its suit the card taken up is kept" in str(ruling(ruled).says)
    assert "N04-2.7" in cited(ruled)
    assert ruled.deal.buried is None


def test_A01_11_E5_a_hand_put_away_has_no_card_to_play(seniors: RuleBook) -> None:
    queen = ExposedCard(Seat.E, card("QC"))
    table = claim(sat("D1", seniors), queen, Seat.N)
    assert table.orders == (CardUp(Seat.E, card("QC"), "exposed.dropped"),)
    alone = did(table, "W order alone")
    assert alone.orders == ()
    assert did(table, "W order").orders == table.orders


def test_A01_11_E5_a_void_call_brings_the_exposed_card_back(seniors: RuleBook) -> None:
    table = claim(sat("D1", seniors), ExposedCard(Seat.S, card("QD")), Seat.W)
    early = did(table, "N order")
    assert early.orders == ()
    back = claim(early, WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, Order(Seat.N)), Seat.W)
    assert back.orders == table.orders


def test_A01_4_1_nobody_calls_before_the_card_is_faced(seniors: RuleBook) -> None:
    table = deal_at_table(opened(seniors), cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    assert options(table) == ()
    assert options(face(table)) != ()


def test_A01_3_2_one_player_of_each_side_cuts_for_the_deal(seniors: RuleBook) -> None:
    game = start_game(seniors, Seat.S)
    for cutters in ((Seat.N, Seat.S), (Seat.E,), tuple(Seat)):
        cuts = [dict(zip(cutters, map(card, ("AD", "KS", "QH", "9C")), strict=False))]
        with pytest.raises(GameError, match=rf"one player of each side .*{seniors.document}-3\.2"):
            cut_for_first_deal(game, cuts)


def test_A01_1_2_four_draw_for_partners(seniors: RuleBook) -> None:
    draw = {"Ann": card("AS"), "Bob": card("9D"), "Cat": card("KH")}
    with pytest.raises(ValueError, match="four players draw for partners, not 3"):
        draw_partners([draw], seniors)
