"""What is called at a table, and what cannot be: twice, of the wrong seat, of a card not played."""

from __future__ import annotations

import pytest

from referee.sitting import (
    T1,
    T6,
    cards_of,
    did,
    exposed_in_deal,
    made,
    neatly,
    opened,
    out_of_turn,
    points,
    ruling,
    sat,
    tricks,
)
from rightbower.referee.claims import call_suit, choose, claim, overrule, ruling_on
from rightbower.referee.doing import (
    deal_at_table,
    improper,
    irregularities,
    refusal,
)
from rightbower.referee.irregularities import (
    ExposedCard,
    Fact,
    Kind,
    Misdeal,
    NotBuried,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
)
from rightbower.referee.judges_deal import misdeal
from rightbower.referee.remedies import LetStand, Redeal
from rightbower.referee.rulings import Case, Situation
from rightbower.referee.table import CardUp, Ruled, SuitCall, Table, TableError
from rightbower.rules.acts import Bury, Play
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.game import TurnUp

SENIORS = "alberta-55plus"
NATIONAL = "national-2025"
LEAGUE = "sportcial-league"
EAST = Revoke(Seat.E, 1)
TAKEN_UP = "W pass, N pass, E pass, S pick up"


# ---- the same thing called again


@pytest.mark.parametrize(
    ("book", "worth"),
    [(SENIORS, (2, 0)), ("charity-social", (2, 0)), (LEAGUE, (2, 0)), (NATIONAL, (2, 0))],
)
def test_a_revoke_is_paid_for_once(book: str, worth: tuple[int, int]) -> None:
    table = claim(neatly(made("D1", book), T6), EAST, Seat.N)
    table = choose(table, "add", Side.NS) if table.waiting else table
    assert points(table) == worth
    for by in (Seat.S, Seat.N, None):
        table = claim(table, EAST, by)
        assert (points(table), table.waiting) == (worth, ())
        assert not ruling(table).upheld
        assert "already" in str(ruling(table).says)


def test_a_revoke_that_stopped_the_hand_is_not_paid_for_again() -> None:
    table = claim(did(made("D1", LEAGUE, (9, 9)), "W AS, N 9S, E AH"), EAST, Seat.N)
    assert points(claim(claim(table, EAST, Seat.W), EAST, Seat.N)) == (11, 9)


def test_a_revoke_that_waits_for_its_choice_is_not_called_twice() -> None:
    table = claim(neatly(made("D1", SENIORS), "W AS, N 9S, E AH, S 9H"), EAST, Seat.N)
    assert claim(table, EAST, Seat.S).waiting == (0,)


def test_a_revoke_in_the_last_hand_is_paid_for_once_also_when_the_next_is_dealt() -> None:
    table = claim(neatly(made("D1", "charity-social"), T6), EAST, Seat.N)
    table = deal_at_table(table, cards_of("D3"), turn_up=TurnUp.PUT_DOWN)
    table = claim(table, EAST, Seat.S, last_hand=True)
    assert (points(table), ruling(table).upheld) == ((2, 0), False)
    again = claim(table, Misdeal(Seat.W, Kind.EXPOSED_IN_DEAL), Seat.N)
    again = deal_at_table(again, cards_of("D3"), turn_up=TurnUp.PUT_DOWN)
    again = claim(again, EAST, Seat.S, last_hand=True)
    assert (points(again), ruling(again).upheld) == ((2, 0), False)


def test_a_ruling_on_the_last_hand_hides_nothing_of_the_next() -> None:
    table = deal_at_table(neatly(made("D1", SENIORS), T6), cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    table = claim(table, EAST, Seat.N, last_hand=True)
    assert (table.ruled, table.ruled_last) == ((), (EAST,))


def test_a_claim_that_failed_can_be_made_again_with_proof() -> None:
    table = neatly(made("D1", SENIORS), "W AS, N 9S, E AH, S 9H")
    failed = claim(table, EAST, Seat.N, "not shown")
    assert ruling(claim(failed, EAST, Seat.N)).upheld


def test_a_revoke_put_right_and_made_again_is_called_again() -> None:
    table = claim(did(made("D1", SENIORS), "W AS, N 9S, E AH"), EAST, Seat.N)
    again = did(table, "E AH")
    assert EAST in irregularities(again)
    assert ruling(claim(again, EAST, Seat.N)).upheld


def test_what_the_officer_set_aside_is_not_called_again() -> None:
    table = claim(did(made("D1", LEAGUE), "W AS, N 9S, E AH"), EAST, Seat.N)
    aside = overrule(table, "R. Marsh", "A new player", (LetStand("rulings.final"),))
    assert points(aside) == (0, 0)
    assert not ruling_on(aside, EAST, Seat.S).upheld


def test_an_exposed_card_lies_face_up_once() -> None:
    table = claim(made("D1", SENIORS), ExposedCard(Seat.N, card("AD")), Seat.E)
    table = claim(table, ExposedCard(Seat.N, card("AD"), "named"), Seat.W)
    assert table.orders == (CardUp(Seat.N, card("AD"), "exposed.dropped"),)
    told = ruling(table)
    assert (told.upheld, str(told.says)) == (False, "It has been ruled on already.")
    assert told.paths == ("exposed.dropped",)


def test_what_was_ruled_upon_stays_so_however_often_it_is_called() -> None:
    table = claim(neatly(made("D1", LEAGUE), tricks(T6, 1)), EAST, Seat.N)
    first = ruling(table)
    assert first.upheld
    for _ in range(3):
        table = claim(table, EAST, Seat.N)
        assert (ruling(table).upheld, ruling(table).paths) == (False, first.paths)


def test_talk_is_called_as_often_as_somebody_talks() -> None:
    talk = Talk(Seat.N, Kind.TABLE_TALK)
    table = claim(made("D1", SENIORS), talk, Seat.E)
    assert ruling(claim(table, talk, Seat.E)) == ruling(table)


# ---- the turn-up not buried for


@pytest.mark.parametrize(
    "play", ["W AS, N 9S, E TS, S 9H", "W QH, N TH, E AH, S 9H"], ids=["void", "following"]
)
def test_playing_the_unburied_turn_up_is_no_revoke(play: str) -> None:
    table = did(sat("D1", LEAGUE, TAKEN_UP), play)
    assert irregularities(table)[-1] == NotBuried(Seat.S, card("9H"))
    assert not any(isinstance(each, Revoke) for each in irregularities(table))
    assert not ruling(claim(table, Revoke(Seat.S, 1), Seat.W)).upheld


def test_playing_the_unburied_turn_up_late_is_no_revoke() -> None:
    table = did(sat("D1", SENIORS, TAKEN_UP), "W AS, N 9S, E TS, S KH / S JH, W QH, N TH, E AH")
    table = did(table, "S AC, W TC, N KC, E QC / N AD, E KD, S QD, W 9D / N JD, E QS, S 9H")
    assert not any(isinstance(each, Revoke) for each in irregularities(table))


def test_the_unburied_turn_up_played_instead_of_following_is_a_revoke() -> None:
    table = did(sat("D1", SENIORS, TAKEN_UP), "W TC, N KC, E QC, S 9H")
    assert Revoke(Seat.S, 1) in irregularities(table)


def test_burying_the_turn_up_after_the_lead_is_seen() -> None:
    table = did(sat("D1", SENIORS, TAKEN_UP), "W AS, N 9S, E TS")
    bury = Bury(Seat.S, card("9H"))
    assert str(improper(table, bury)) == "the card taken up may not be discarded (A01-4.4)"
    fact = WrongCall(Seat.S, Kind.FORBIDDEN_CALL, bury)
    late = did(table, "S bury 9H")
    assert fact in irregularities(late)
    assert ruling(claim(late, fact, Seat.W)).upheld


@pytest.mark.parametrize("words", ["W AS", "W AS, N 9S, E TS"], ids=["early", "in turn"])
def test_burying_another_card_after_the_lead_is_proper(words: str) -> None:
    table = did(sat("D1", SENIORS, TAKEN_UP), words)
    bury = Bury(Seat.S, card("JC"))
    assert improper(table, bury) is None
    assert not any(isinstance(each, WrongCall) for each in irregularities(did(table, "S bury JC")))


def test_a_turn_up_put_out_of_play_by_the_referee_is_no_wrong_bury() -> None:
    table = did(sat("D1", SENIORS, TAKEN_UP), "W AS, N 9S, E TS, S KH")
    ruled = claim(table, NotBuried(Seat.S, card("KH")), Seat.W)
    assert irregularities(ruled) == ()
    with pytest.raises(TableError, match="another ruling brought it about"):
        claim(ruled, WrongCall(Seat.S, Kind.FORBIDDEN_CALL, Bury(Seat.S, card("9H"))), Seat.W)


# ---- called suits


def called_twice() -> Table:
    words = f"{TAKEN_UP}, S bury 9C, W JH, N TC, E JD, S 9H, turn, E QC"
    table = sat("D2", SENIORS, words)
    table = claim(table, out_of_turn(table), Seat.N)
    return claim(table, TrickTurned(Seat.E, Kind.TRICK_TURNED_UP, 1), Seat.N)


def test_a_suit_is_called_though_two_calls_are_open() -> None:
    table = call_suit(called_twice(), Seat.S, Suit.CLUBS)
    assert str(refusal(table, Play(Seat.W, card("AH")))) == "West has to play KC now (A01-11.L5)"
    assert not any(isinstance(each, SuitCall) for each in did(table, "W KC").orders)


def test_waiving_the_call_waives_all_for_that_lead() -> None:
    table = call_suit(called_twice(), Seat.S, None)
    assert refusal(table, Play(Seat.W, card("AH"))) is None
    with pytest.raises(TableError, match="no suit can be called"):
        call_suit(table, Seat.S, Suit.CLUBS)


def test_a_refusal_names_the_clause_of_each_order_that_binds() -> None:
    table = sat("D2", SENIORS, f"{TAKEN_UP}, S bury 9C, W JH, N TC, E JD, S 9H, turn")
    shown = claim(table, ExposedCard(Seat.W, card("9S")), Seat.N)
    assert str(refusal(shown, Play(Seat.W, card("AH")))) == "West has to play 9S now (A01-11.E5)"
    turned = claim(shown, TrickTurned(Seat.E, Kind.TRICK_TURNED_UP, 1), Seat.N)
    called = call_suit(turned, Seat.S, Suit.SPADES)
    both = "West has to play 9S now (A01-11.Q3, A01-11.E5)"
    assert str(refusal(called, Play(Seat.W, card("AS")))) == both


# ---- misdeals


def test_a_second_misdeal_is_one_of_the_same_dealer() -> None:
    table = claim(deal_at_table(opened(NATIONAL), cards_of("D1")), exposed_in_deal(), Seat.W)
    table = deal_at_table(table, cards_of("D1"), dealer=Seat.E)
    table = claim(table, exposed_in_deal("E"), Seat.W)
    assert table.game.dealer is Seat.E, "it is East's first"
    table = claim(deal_at_table(table, cards_of("D1")), exposed_in_deal("E"), Seat.W)
    assert table.game.dealer is Seat.S, "and this is East's second"


def test_a_second_misdeal_by_a_bad_pack_is_dealt_with_a_new_one() -> None:
    case = Case(Situation(second=True, not_yet=frozenset({"hand scored"})))
    (again,) = misdeal(case, load(NATIONAL), Kind.IMPERFECT_PACK).remedies
    assert again == Redeal("misdeal.second", "next dealer", new_pack=True)


def test_a_misdeal_is_the_dealers() -> None:
    table = deal_at_table(opened(LEAGUE), cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    with pytest.raises(TableError, match="South dealt, so it is not East's misdeal"):
        claim(table, exposed_in_deal("E"), Seat.N)


# ---- revokes that cannot be, and cards that are two things at once


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (Revoke(Seat.E, 4), "East has not played to trick 4"),
        (Revoke(Seat.E, 1), "East has not played to trick 1"),
        (Revoke(Seat.W, 1), r"West led to trick 1 and had no suit to follow \(A01-6.3\)"),
    ],
)
def test_only_a_card_played_to_another_lead_can_be_a_revoke(fact: Fact, reason: str) -> None:
    table = did(made("D1", SENIORS), "W AS")
    for proof in (None, "shown", "mixed by offenders"):
        with pytest.raises(TableError, match=reason):
            claim(table, fact, Seat.N, proof)


def test_a_card_out_of_turn_that_does_not_follow_is_exposed_whatever_is_called() -> None:
    table = did(made("D1", SENIORS), "W AS, E AH")
    one, other = claim(table, EAST, Seat.N), claim(table, out_of_turn(table), Seat.N)
    assert one == other
    assert CardUp(Seat.E, card("AH"), "exposed.out_of_turn") in one.orders
    assert ruling_on(table, EAST, Seat.N).kind is Kind.PLAY_OUT_OF_TURN


def test_a_card_out_of_turn_that_stands_can_still_be_a_revoke() -> None:
    table = did(made("D1", SENIORS), "W AS, E AH, N 9S, S 9H")
    assert ruling_on(table, EAST, Seat.N).kind is Kind.REVOKE


def test_the_gamer_decides_on_the_turn_before_the_revoke_is_paid_for() -> None:
    table = claim(did(made("D1", LEAGUE), "W AS, E AH"), EAST, Seat.N)
    assert ruling(table).kind is Kind.PLAY_OUT_OF_TURN
    table = claim(choose(table, "let it stand", None), EAST, Seat.N)
    assert points(table) == (2, 0)


def test_claim_after_a_void_deal_is_about_the_hand_before_and_the_log_says_so() -> None:
    table = neatly(made("D1", load(SENIORS)), T1)
    dealt = deal_at_table(table, cards_of("D2"))
    void = claim(dealt, Misdeal(dealt.deal.dealer, Kind.FACED_CARD), None)
    assert void.game.deal is None
    late = claim(void, Revoke(Seat.E, 1), Seat.N)
    hands = [each.hand for each in late.log if isinstance(each, Ruled)]
    assert hands == [2, 1]
    first = sat("D1", SENIORS)
    nothing = claim(first, Misdeal(first.deal.dealer, Kind.FACED_CARD), None)
    with pytest.raises(TableError, match="nothing can be called in a deal that is void"):
        claim(nothing, Revoke(Seat.E, 1), Seat.N)
