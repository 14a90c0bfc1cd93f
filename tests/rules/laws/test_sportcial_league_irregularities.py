"""Irregularities in the bar league: the lost deal, the flat reneg, signals (4.6–4.7, 7.6, 12.5–12.7)."""

from typing import Literal

import pytest

from referee.sitting import (
    T1,
    cards_of,
    chosen,
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
    tricks,
    wrong_call,
)
from rightbower.referee.claims import choose, claim, overrule
from rightbower.referee.doing import deal_at_table, face, irregularities
from rightbower.referee.irregularities import (
    ExposedCard,
    Kind,
    Misdeal,
    NotBuried,
    Revoke,
    Talk,
    TrickTurned,
    WrongCount,
    WrongDealer,
)
from rightbower.referee.remedies import TakeBack
from rightbower.referee.table import Table, TableError
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side, card
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import TurnUp

BOOK = load("sportcial-league")
SIX = WrongCount(Seat.N, 6)
KITTY = Misdeal(Seat.S, Kind.WRONG_KITTY)
TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"


def lost_to_west(table: Table) -> bool:
    return ruling(table).upheld and table.game.deal is None and table.game.dealer is Seat.W


def three_left() -> Table:
    """SC-017, SC-020: North was dealt six, so three are left over."""
    return deal_at_table(opened(BOOK), moved(cards_of("D1"), "JS", None, "N"))


def six_and_four(turn_up: TurnUp) -> Table:
    """North has six, East four, and four are left over."""
    return deal_at_table(opened(BOOK), moved(cards_of("D1"), "AH", "E", "N"), turn_up=turn_up)


def test_L03_4_6_a_wrong_kitty_loses_the_deal_to_the_left() -> None:
    """SC-017, SC-020: no deadline but the score (X-15), whoever sees it."""
    table = three_left()
    assert set(irregularities(table)) == {SIX, KITTY}
    third = neatly(did(table, TAKEN), tricks(T1, 2))
    for moment in (table, third):
        for fact in (KITTY, SIX):
            for by in (Seat.N, Seat.E):
                lost = claim(moment, fact, by)
                assert lost_to_west(lost)
                assert "L03-4.6" in cited(lost)
    over = neatly(third, "/".join(T1.split("/")[2:]))
    assert not ruling(claim(over, KITTY, Seat.E)).upheld


def test_L03_4_6_the_deal_is_lost_at_the_first_misdeal() -> None:
    lost = claim(three_left(), KITTY, Seat.E)
    assert lost.running == 0
    assert (
        claim(deal_at_table(lost, cards_of("D3")), exposed_in_deal("W"), Seat.N).game.dealer
        is Seat.W
    )


def test_L03_4_7_another_misdeal_is_called_before_the_top_card_is_turned() -> None:
    """The deal then passes left too (X-15)."""
    for turn_up in (TurnUp.IN_PACK, TurnUp.PUT_DOWN):
        dealing = sat("D1", BOOK, turn_up=turn_up)
        lost = claim(dealing, exposed_in_deal(), Seat.W)
        assert lost_to_west(lost)
        assert "L03-4.7" in cited(lost)
        assert lost_to_west(claim(six_and_four(turn_up), SIX, Seat.W))
    late = claim(face(sat("D1", BOOK, turn_up=TurnUp.PUT_DOWN)), exposed_in_deal(), Seat.W)
    assert not ruling(late).upheld
    stands = claim(six_and_four(TurnUp.FACED), SIX, Seat.W)
    assert (ruling(stands).upheld, stands.no_score) == (False, ())


def test_L03_4_7_a_reading_may_let_the_same_dealer_deal() -> None:
    """X-15 b."""
    house = overlay(BOOK, {"misdeal.exposed_card": "same dealer"}, "X-15 b")
    again = claim(sat("D1", house, turn_up=TurnUp.IN_PACK), exposed_in_deal(), Seat.W)
    assert again.game.dealer is Seat.S


@pytest.mark.parametrize("by", [Seat.N, Seat.S])
def test_L03_12_5_a_side_cannot_call_its_own_misdeal(by: Seat) -> None:
    """The dealt hand is kept unless the other team misdealt (X-15)."""
    dealing = sat("D1", BOOK, turn_up=TurnUp.IN_PACK)
    kept = claim(dealing, exposed_in_deal(), by)
    assert not ruling(kept).upheld
    assert kept.game.deal is not None
    assert "L03-12.5" in cited(kept)
    assert lost_to_west(claim(dealing, exposed_in_deal(), None)), "the Gamer may"
    house = overlay(BOOK, {"misdeal.claimant": "anyone"}, "X-15 a")
    assert lost_to_west(claim(sat("D1", house, turn_up=TurnUp.IN_PACK), exposed_in_deal(), by))


def test_L03_7_6_a_side_that_fails_to_follow_loses_the_hand() -> None:
    """SC-075: strictly no window (X-25), even before another card is played."""
    table = claim(did(made("D1", BOOK), "W AS, N 9S, E AH"), Revoke(Seat.E, 1), Seat.E)
    assert points(table) == (2, 0)
    assert table.game.finished[-1].deal.ending == "stopped"
    assert "L03-7.6" in cited(table)
    gamer = overlay(BOOK, {"revoke.until": "another card"}, "X-25 b: the Gamer allows it")
    table = did(made("D1", gamer), "W AS, N 9S, E AH")
    assert points(claim(table, Revoke(Seat.E, 1), Seat.E)) == (0, 0)
    assert points(claim(did(table, "S 9H"), Revoke(Seat.E, 1), Seat.E)) == (2, 0)


def test_L03_7_6_it_is_two_points_whatever_the_hand_was() -> None:
    """SC-090: makers who win all five; SC-082: against a lone hand."""
    line = "W TC, N KC, E QC, S QD / N AD, E KD, S AC, W 9D / N 9S, E TS, S 9H, W AS / S JH, W QH, N TH, E AH / S KH, W KS, N JD, E QS"
    march = neatly(made("D1", BOOK), line)
    assert points(march) == (2, 0)
    assert points(claim(march, Revoke(Seat.S, 1), Seat.W)) == (0, 2)
    lone = sat("D3", BOOK, "N order alone, W bury TC, N JS, E 9H, W 9S, N JC, E TH, W KH")
    assert points(claim(lone, Revoke(Seat.W, 2), Seat.N)) == (2, 0)
    maker = sat("D1", BOOK, "W order alone, S bury JC, W AS, N 9S, S KH, S QD, W QH")
    assert points(claim(maker, Revoke(Seat.W, 2), Seat.N)) == (2, 0)


def test_L03_7_6_the_penalty_can_end_the_game() -> None:
    table = did(made("D1", BOOK, (8, 9)), "W AS, N 9S, E AH")
    won = claim(table, Revoke(Seat.E, 1), Seat.N)
    assert won.game.result is not None
    assert won.game.result.winner is Side.NS


SIGNAL = Talk(Seat.N, Kind.SIGNALLING)


@pytest.mark.parametrize(("taken", "left"), [(1, 5), (3, 3), (6, 0), (10, 0)])
def test_L03_12_7_signalling_costs_what_the_gamer_enters(taken: int, left: int) -> None:
    """X-37: from one to ten, not below nothing, and the team is considered for removal."""
    table = claim(made("D1", BOOK, (6, 4)), SIGNAL, None, points=taken)
    assert points(table) == (left, 4)
    assert [type(each).__name__ for each in ruling(table).remedies] == ["DeductPoints", "Review"]
    assert "L03-12.7" in cited(table)
    assert table.game.deal is not None, "the hand goes on"


@pytest.mark.parametrize("taken", [0, 11])
def test_L03_12_7_no_other_amount_is_taken(taken: int) -> None:
    with pytest.raises(ValueError, match="the Gamer takes 1 to 10 points"):
        claim(made("D1", BOOK), SIGNAL, None, points=taken)


def test_L03_12_7_finished_hands_stand() -> None:
    over = neatly(made("D1", BOOK), T1)
    table = claim(over, SIGNAL, None, points=1)
    assert (over.game.finished[-1].score, points(table)) == ((2, 0), (1, 0))
    assert table.game.finished == over.game.finished


def test_L03_12_9_a_borrowed_penalty_is_a_suggestion_to_the_gamer() -> None:
    """A lead out of turn (G-09): nothing happens until the Gamer adopts it."""
    table = did(made("D1", BOOK), "E QC, S AC, W TC")
    asked = claim(table, out_of_turn(table), Seat.N)
    given = ruling(asked)
    assert (given.suggestion, given.chooser, asked.deal) == (True, "officer", table.deal)
    assert "L03-12.9" in cited(asked)
    with pytest.raises(TableError, match="waits for its choice"):
        did(asked, "N KC")
    with pytest.raises(TableError, match="the Gamer decides"):
        choose(asked, "as suggested", Side.NS)
    back = choose(asked, "as suggested", None)
    assert (back.deal.turn, len(back.orders)) == (Seat.W, 2)
    stands = choose(asked, "let it stand", None)
    assert (stands.deal, chosen(stands).by) == (table.deal, None)
    assert did(stands, "N KC").deal.tricks[0].winner is Seat.S


def test_L03_12_9_so_are_a_faced_card_and_a_bad_pack() -> None:
    """G-12: a faced card within the window of 4.7, a bad pack when it is found, same dealer."""
    faced = Misdeal(Seat.S, Kind.FACED_CARD)
    asked = claim(sat("D1", BOOK, turn_up=TurnUp.IN_PACK), faced, Seat.W)
    assert ruling(asked).suggestion
    assert choose(asked, "as suggested", None).game.dealer is Seat.W
    assert not ruling(claim(sat("D1", BOOK), faced, Seat.W)).upheld
    bad = moved(cards_of("D1"), "TD", None, None)
    bad = Dealt(bad.hands, bad.turn_up, (*bad.stock, card("JS")))
    table = did(deal_at_table(opened(BOOK), bad), TAKEN)
    pack = claim(table, Misdeal(Seat.S, Kind.IMPERFECT_PACK), Seat.S)
    assert ruling(pack).suggestion
    new = choose(pack, "as suggested", None)
    assert (new.game.deal, new.game.dealer) == (None, Seat.S)


def test_L03_12_9_and_an_exposed_card_and_a_wrong_dealer() -> None:
    """G-10, G-13."""
    table = claim(made("D1", BOOK), ExposedCard(Seat.N, card("KC")), Seat.W)
    assert (ruling(table).suggestion, table.orders) == (True, ())
    assert len(choose(table, "as suggested", None).orders) == 1
    wrong = deal_at_table(opened(BOOK), cards_of("D1"), dealer=Seat.W, turn_up=TurnUp.PUT_DOWN)
    stopped = claim(wrong, WrongDealer(Seat.W, Seat.S), Seat.E)
    assert ruling(stopped).suggestion
    assert choose(stopped, "as suggested", None).game.dealer is Seat.S


def test_L03_4_6_a_wrong_dealer_forfeits_no_deal_but_the_own() -> None:
    """X-81: East misdeals in South's turn; the deal goes to South, not past South to West."""
    wrong = deal_at_table(opened(BOOK), cards_of("D1"), dealer=Seat.E, turn_up=TurnUp.PUT_DOWN)
    ruled = claim(wrong, exposed_in_deal("E"), Seat.N)
    assert not ruling(ruled).suggestion
    assert (ruled.game.deal, ruled.game.dealer) == (None, Seat.S)
    kitty = deal_at_table(
        opened(BOOK), moved(cards_of("D1"), "JS", None, "N"), Seat.W, TurnUp.PUT_DOWN
    )
    assert claim(kitty, Misdeal(Seat.W, Kind.WRONG_KITTY), Seat.N).game.dealer is Seat.S
    faced = deal_at_table(opened(BOOK), moved(cards_of("D1"), "JS", None, "N"), Seat.W)
    assert claim(faced, Misdeal(Seat.W, Kind.WRONG_KITTY), Seat.N).game.dealer is Seat.N


def test_L03_4_6_the_same_dealer_may_not_deal_again_after_a_misdeal() -> None:
    """The deal has gone to West: South's second deal is a wrong player's and can be stopped."""
    lost = claim(sat("D1", BOOK, turn_up=TurnUp.PUT_DOWN), exposed_in_deal(), Seat.W)
    assert lost.game.dealer is Seat.W
    again = deal_at_table(lost, cards_of("D1"), dealer=Seat.S, turn_up=TurnUp.PUT_DOWN)
    assert irregularities(again) == (WrongDealer(Seat.S, Seat.W),)
    assert claim(again, exposed_in_deal(), Seat.E).game.dealer is Seat.W


@pytest.mark.parametrize("called", [Kind.WRONG_KITTY, Kind.IMPERFECT_PACK])
def test_L03_4_6_a_pack_of_23_is_no_misdeal_as_whatever_it_is_called(
    called: Literal[Kind.WRONG_KITTY, Kind.IMPERFECT_PACK],
) -> None:
    """X-86, G-12: void if the Gamer says so, and South deals again with a new deck."""
    table = deal_at_table(opened(BOOK), moved(cards_of("D1"), "JS", None, None))
    ruled = claim(table, Misdeal(Seat.S, called), Seat.W)
    assert (ruling(ruled).kind, ruling(ruled).suggestion) == (Kind.IMPERFECT_PACK, True)
    assert choose(ruled, "as suggested", None).game.dealer is Seat.S
    house = overlay(BOOK, {"misdeal.wrong_pack": "as called"}, "X-86 b")
    table = deal_at_table(opened(house), moved(cards_of("D1"), "JS", None, None))
    lost = claim(table, Misdeal(Seat.S, Kind.WRONG_KITTY), Seat.W)
    assert (lost.game.deal, lost.game.dealer) == (None, Seat.W)


def test_L03_7_6_a_hand_is_lost_once() -> None:
    """X-85: East and West both revoke; the hand stops for two points and brings no more."""
    table = did(made("D1", BOOK), "W AS, N 9S, E AH, S 9H, turn, E QC, S AC, W 9D")
    first = claim(table, Revoke(Seat.E, 1), Seat.S)
    assert points(first) == (2, 0)
    second = claim(first, Revoke(Seat.W, 2), Seat.S)
    assert (ruling(second).paths, points(second)) == (("revoke.repeated",), (2, 0))


def test_L03_5_11_the_dead_suit_and_calls_out_of_turn_are_void_without_more() -> None:
    """SC-047, G-14, G-15: no penalty, so no question of the Gamer's."""
    dead = sat("D1", BOOK, "W pass, N pass, E pass, S turn down, W pass, N pass, E pass")
    for table in (did(dead, "S name hearts"), did(sat("D1", BOOK), "N order")):
        void = claim(table, wrong_call(table), Seat.W)
        assert (ruling(void).suggestion, void.barred, void.deal.trump) == (False, (), None)


def test_L03_5_4_a_dealer_who_forgets_to_bury_plays_the_five_dealt() -> None:
    table = did(sat("D1", BOOK, "W pass, N pass, E pass, S pick up"), "W AS, N 9S, E TS, S KH")
    ruled = claim(table, NotBuried(Seat.S, card("KH")), Seat.W)
    assert card("9H") not in ruled.deal.hands[Seat.S]


def test_L03_6_7_a_trick_turned_up_again_and_talk_are_warnings() -> None:
    table = did(made("D1", BOOK), "W AS, N 9S, E TS, S 9H, turn")
    for fact in (TrickTurned(Seat.S, Kind.TRICK_TURNED_UP, 1), Talk(Seat.S, Kind.TABLE_TALK)):
        warned = claim(table, fact, Seat.W)
        assert [type(each).__name__ for each in ruling(warned).remedies] == ["Warn"]


def test_L03_10_9_the_gamers_word_is_final() -> None:
    """X-25: the Gamer allows a correction that the text does not."""
    table = did(made("D1", BOOK), "W AS, N 9S, E AH")
    lost = claim(table, Revoke(Seat.E, 1), Seat.N)
    back = overrule(lost, "Gamer Jo", "Said sorry at once", (TakeBack("rulings.final"),))
    assert (back.deal.turn, points(back)) == (Seat.E, (0, 0))
    assert BOOK.cite("rulings.final").clause == "L03-10.9"
    pack = did(sat("D1", BOOK, "W pass, N pass, E pass"), "S pass")
    assert wrong_call(pack).kind is Kind.FORBIDDEN_CALL
    assert claim(pack, wrong_call(pack), Seat.W).deal.turn is Seat.S
