"""What rulings do to choices that wait, to hands already booked, and to calls made void."""

from typing import cast

import pytest
from msgspec import Struct

from referee.sitting import (
    T1,
    T6,
    cards_of,
    did,
    exposed_in_deal,
    made,
    moved,
    neatly,
    opened,
    points,
    sat,
    tricks,
    wrong_call,
)
from rightbower.referee.audit import audit
from rightbower.referee.carry_out import cards_of as cards_about
from rightbower.referee.carry_out import carry_out
from rightbower.referee.claims import choose, claim, overrule
from rightbower.referee.doing import deal_at_table, irregularities
from rightbower.referee.irregularities import (
    Fact,
    Kind,
    NotSingly,
    Revoke,
    Talk,
    WrongCall,
    WrongCount,
)
from rightbower.referee.remedies import (
    FINAL,
    Expose,
    KeepResult,
    NoScore,
    Remedy,
    TakeBack,
    VoidCall,
)
from rightbower.referee.table import Table, TableError
from rightbower.rules.acts import Order
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side, Suit
from rightbower.rules.game import TurnUp

SENIORS, LEAGUE = load("alberta-55plus"), load("sportcial-league")
EAST = Revoke(Seat.E, 1)
SIGNALS = Talk(Seat.N, Kind.SIGNALLING)
ROUND_TWO = "W pass, N pass, E pass, S turn down"
# As T1, but North throws KC on the third trick while holding JD, a trump: a revoke of a march.
N_REVOKES = (
    "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W TC, N KC, E QC /"
    "S QD, W 9D, N AD, E KD / N JD, E QS, S AC, W KS"
)


def put_down(table: Table) -> Table:
    """The next hands are out, and their turn-up lies face down."""
    return deal_at_table(table, cards_of("D1"), turn_up=TurnUp.PUT_DOWN)


class Unknown(Struct, frozen=True):
    """What came after a ruling in no book."""

    path: str
    penalty: bool = False


# ---- choices, floors and sides that may not score


def test_a_remedy_that_nobody_carries_out_does_not_pass_for_done() -> None:
    with pytest.raises(AssertionError, match="Unknown"):
        carry_out(neatly(made("D1", LEAGUE), T1), EAST, (cast(Remedy, Unknown(FINAL)),))


def test_a_fact_of_which_it_is_not_said_what_cards_it_is_about_is_not_without_cards() -> None:
    with pytest.raises(AssertionError, match="Unknown"):
        cards_about(opened(LEAGUE), cast(Fact, Unknown(FINAL)))


def test_a_choice_about_the_last_hand_outlives_a_misdeal() -> None:
    table = put_down(neatly(made("D1", SENIORS), T6))
    table = claim(table, EAST, Seat.N, last_hand=True)
    void = claim(table, exposed_in_deal("W"), Seat.N)
    with pytest.raises(TableError, match="waits for its choice"):
        deal_at_table(void, cards_of("D1"))
    assert points(choose(void, "add", Side.NS)) == (2, 0)


def test_a_choice_about_a_deal_goes_with_that_deal() -> None:
    first = opened(LEAGUE)
    table = deal_at_table(first, moved(cards_of("D1"), "AS", "W", "N"), turn_up=TurnUp.PUT_DOWN)
    asked = claim(table, NotSingly(Seat.N, cards_of("D1").hands[0][0]), Seat.W)
    assert asked.waiting
    assert claim(asked, exposed_in_deal(), Seat.W).waiting == ()


def test_a_choice_about_a_deal_goes_with_it_though_the_last_hand_is_still_open() -> None:
    played = neatly(made("D1", LEAGUE), T6)
    dealt = moved(cards_of("D1"), "AS", "W", "N")
    table = deal_at_table(played, dealt, turn_up=TurnUp.PUT_DOWN)
    assert table.unsettled is not None
    asked = claim(table, NotSingly(Seat.N, dealt.hands[Seat.N][0]), Seat.W)
    assert asked.waiting
    assert claim(asked, exposed_in_deal("W"), Seat.N).waiting == ()


def test_points_taken_stop_at_nothing_when_the_hand_is_booked_anew() -> None:
    table = claim(neatly(made("D1", LEAGUE), N_REVOKES), SIGNALS, None, points=3)
    assert points(table) == (0, 0)
    paid = claim(table, Revoke(Seat.N, 3), Seat.E)
    assert points(paid) == (0, 2)
    assert [mark.points for mark in paid.game.rulings] == [0]
    deep = overlay(LEAGUE, {"conduct.floor": "below zero"}, "Ours")
    table = claim(neatly(made("D1", deep), N_REVOKES), SIGNALS, None, points=3)
    assert points(claim(table, Revoke(Seat.N, 3), Seat.E)) == (-3, 2)


INNOCENT = overlay(SENIORS, {"revoke.as_played_for": "innocent side"}, "X-68 b")


def six_cards() -> Table:
    """North was dealt six cards, found late; East revokes; North–South make it."""
    cards = moved(cards_of("D1"), "9C", None, "N")
    table = did(
        deal_at_table(opened(INNOCENT), cards), "W pass, N pass, E pass, S pick up, S bury JC"
    )
    table = claim(neatly(table, tricks(T6, 1)), WrongCount(Seat.N, 6), Seat.W)
    assert table.no_score == (Side.NS,)
    return neatly(table, "/".join(T6.split("/")[1:]))


@pytest.mark.parametrize("next_is_out", [False, True])
def test_as_played_gives_nothing_to_a_side_that_may_not_score(next_is_out: bool) -> None:
    table = six_cards()
    assert points(table) == (0, 0)
    table = put_down(table) if next_is_out else table
    claimed = claim(table, EAST, Seat.N, last_hand=True)
    assert points(choose(claimed, "as played", Side.NS)) == (0, 0)


def test_as_played_leaves_a_penalty_for_another_revoke() -> None:
    line = T6.replace("S KH, W 9D", "S KH, W TC").replace("S AC, W TC", "S AC, W 9D")
    table = neatly(made("D1", INNOCENT), line)
    west = Revoke(Seat.W, 2)
    assert west in audit(table.game.finished[-1].deal)
    paid = choose(claim(table, EAST, Seat.N), "add", Side.NS)
    assert points(choose(claim(paid, west, Seat.N), "as played", Side.NS)) == (2, 0)


@pytest.mark.parametrize(("seat", "left"), [(Seat.N, (8, 4)), (Seat.W, (10, 4))])
def test_an_officer_may_take_the_points_of_a_booked_hand_from_a_side(
    seat: Seat, left: tuple[int, int]
) -> None:
    march = claim(neatly(made("D1", SENIORS, (8, 4)), T1), Talk(seat, Kind.TABLE_TALK), None)
    without = overrule(march, "R. Marsh", "So I rule", (NoScore(FINAL),))
    assert points(without) == left
    assert (without.game.result is None) is (left == (8, 4))


def test_no_score_is_refused_where_no_hand_can_be_scored() -> None:
    void = claim(sat("D1", SENIORS, "W pass"), exposed_in_deal(), Seat.W)
    with pytest.raises(TableError, match="none can be scored again"):
        carry_out(void, exposed_in_deal(), (NoScore(FINAL),))


# ---- calls made void


@pytest.mark.parametrize(
    ("book", "before", "words"),
    [
        ("sportcial-league", ROUND_TWO, "W name hearts"),
        ("charity-social", ROUND_TWO, "W name hearts"),
        ("national-2025", ROUND_TWO, "W name hearts"),
        ("standard", ROUND_TWO, "W name hearts"),
        ("national-2025", "", "N order"),
        ("standard", "W pass", "E order"),
        ("alberta-55plus", "W order", "S bury 9H"),
    ],
)
def test_a_wrong_call_repeated_after_it_was_void_is_a_new_one(
    book: str, before: str, words: str
) -> None:
    table = did(sat("D1", book, before), words)
    fact = wrong_call(table)
    for _ in range(2):
        table = claim(table, fact, Seat.N if fact.seat is not Seat.N else Seat.W)
        if table.waiting:
            table = choose(table, "as suggested", None)
        assert irregularities(table) == ()
        table = did(table, words)
        assert wrong_call(table) == fact


def test_an_early_pass_still_stands_after_a_call_was_made_void() -> None:
    table = did(sat("D1", SENIORS), "N pass, E order")
    table = claim(table, wrong_call(table), Seat.N)
    assert did(table, "W pass").deal.turn is Seat.E, "North has passed"
    turned = did(sat("D1", SENIORS), "N pass, E turn down")
    back = claim(turned, wrong_call(turned), Seat.N)
    assert back.passed == (Seat.N,)
    both = did(back, "E pass, W pass")
    assert both.deal.turn is Seat.S, "North and East have passed"


BY_ROUND = overlay(SENIORS, {"calls.barred_for": "the round"}, "X-17 b")


def voided(table: Table, words: str) -> Table:
    table = did(table, words)
    return claim(table, wrong_call(table), Seat.S)


def test_a_side_barred_in_round_one_is_free_in_round_two_though_the_other_is_barred() -> None:
    table = did(voided(sat("D1", BY_ROUND), "N order"), ROUND_TWO)
    table = voided(table, "W name hearts")
    assert table.game.finished == ()
    assert did(table, "W pass, N name spades").deal.trump is Suit.SPADES


def test_both_sides_barred_for_round_one_go_on_to_round_two() -> None:
    table = voided(voided(sat("D1", BY_ROUND), "N order"), "E order")
    assert {bar.side for bar in table.barred} == set(Side)
    table = did(table, f"{ROUND_TWO}, W pass, N name spades")
    assert table.deal.maker is Seat.N


def test_both_sides_barred_for_round_two_throw_the_deal_in() -> None:
    table = voided(voided(sat("D1", BY_ROUND, ROUND_TWO), "N name spades"), "W name hearts")
    assert table.game.finished[-1].deal.ending == "thrown in"


def test_the_missed_player_deals_when_a_wrong_dealers_misdeal_passes_the_deal_on() -> None:
    book = overlay(LEAGUE, {"misdeal.after_wrong_dealer": "the missed player"}, "X-14 b")
    table = deal_at_table(opened(book), cards_of("D1"), Seat.W, TurnUp.PUT_DOWN)
    assert claim(table, exposed_in_deal("W"), Seat.N).game.dealer is Seat.S


# ---- an officer's order that cannot be carried out


@pytest.mark.parametrize(
    ("fact", "remedy", "reason"),
    [
        (Talk(Seat.N, Kind.TABLE_TALK), VoidCall(FINAL), "no call that could be made void"),
        (Talk(Seat.N, Kind.TABLE_TALK), TakeBack(FINAL), "no card to take back"),
        (Talk(Seat.N, Kind.TABLE_TALK), KeepResult(FINAL, False), "none can be scored again"),
        (EAST, TakeBack(FINAL), "East has not played to trick 1"),
        (EAST, Expose(FINAL), "East has not played to trick 1"),
    ],
)
def test_an_order_with_nothing_to_act_upon_is_refused_in_words(
    fact: Talk | Revoke, remedy: Remedy, reason: str
) -> None:
    with pytest.raises(TableError, match=reason):
        carry_out(sat("D1", SENIORS, "W pass"), fact, (remedy,))


def test_a_call_that_is_no_longer_on_the_table_cannot_be_made_void() -> None:
    gone = WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, Order(Seat.N))
    with pytest.raises(TableError, match="no call that could be made void"):
        carry_out(sat("D1", SENIORS, "W pass"), gone, (VoidCall(FINAL),))
