"""Irregularities at the charity social: misdeals without penalty, and the reneg (2.9, 9.2–9.14)."""

import pytest

from referee.sitting import (
    T1,
    T6,
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
from rightbower.referee.claims import claim, overrule
from rightbower.referee.doing import (
    deal_at_table,
    irregularities,
    open_table,
    options,
)
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
from rightbower.referee.remedies import LetStand
from rightbower.referee.spoken import hear
from rightbower.referee.table import Table
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, card
from rightbower.rules.game import TurnUp

BOOK = load("charity-social")
EAST = Revoke(Seat.E, 1)
SOUTH = Revoke(Seat.S, 1)
REVOKED = "W AS, N 9S, E AH, S 9H"
# D3: North orders 9S and then says alone; West buries TC.
LONE = "N order, W bury TC, N alone"
SIX = WrongCount(Seat.N, 6)


def six_for_north() -> Table:
    bad = moved(cards_of("D1"), "JS", None, "N")
    table = deal_at_table(opened(BOOK), bad)
    return did(table, "W pass, N pass, E pass, S pick up, S bury JC, S with partner")


def again_by_south(table: Table) -> bool:
    return ruling(table).upheld and table.game.deal is None and table.game.dealer is Seat.S


def test_S02_2_9_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    """SC-015: as often as it happens, and it is none of the eight deals."""
    table = opened(BOOK)
    for _ in range(3):
        table = claim(deal_at_table(table, cards_of("D1")), exposed_in_deal(), Seat.S)
        assert again_by_south(table)
    table = claim(deal_at_table(table, cards_of("D1")), Misdeal(Seat.S, Kind.FACED_CARD), Seat.S)
    assert again_by_south(table)
    assert (table.game.played, points(table)) == (0, (0, 0))
    assert "S02-2.9" in cited(table)


def test_S02_2_9_a_wrong_count_counts_until_the_hand_is_scored() -> None:
    """SC-017, SC-020: noticed in trick 3 or before the last trick is turned (X-13)."""
    early = six_for_north()
    third = neatly(early, tricks(T1, 2))
    last = did(neatly(early, tricks(T1, 4)), "N KC, E QS, S AC, W KS")
    for table in (early, third, last):
        for fact in (SIX, Misdeal(Seat.S, Kind.WRONG_KITTY)):
            assert again_by_south(claim(table, fact, Seat.E))
    late = claim(did(last, "turn"), SIX, Seat.E)
    assert (ruling(late).upheld, points(late)) == (False, (2, 0))


def test_S02_2_9_a_wrong_count_with_a_right_kitty_counts_as_long() -> None:
    """X-13, with North six, East four and four left over: only the hands are wrong."""
    bad = moved(cards_of("D1"), "QS", "E", "N")
    faced = deal_at_table(opened(BOOK), bad)
    made_up = did(faced, "W pass, N pass, E pass, S pick up, S bury JC, S with partner")
    for table in (faced, made_up, neatly(made_up, tricks(T1, 2))):
        for fact in (SIX, WrongCount(Seat.E, 4)):
            assert again_by_south(claim(table, fact, Seat.N)), "the side with the wrong hand too"


def test_S02_2_9_a_reading_may_follow_the_seniors() -> None:
    """X-13 b: a new deal early, and late that side may not score."""
    values = {"misdeal.count_until": "first trick quitted", "count.late": "side may not score"}
    house = overlay(BOOK, {**values, "misdeal.kitty_until": "first trick quitted"}, "X-13 b")
    bad = moved(cards_of("D1"), "JS", None, "N")
    table = did(deal_at_table(opened(house), bad), "W pass, N pass, E pass, S pick up, S bury JC")
    table = claim(neatly(did(table, "S with partner"), tricks(T1, 2)), SIX, Seat.E)
    assert points(neatly(table, "/".join(T1.split("/")[2:]))) == (0, 0)


def test_S02_2_9_a_bad_pack_is_a_misdeal_too() -> None:
    """G-12."""
    bad = moved(cards_of("D1"), "JS", None, None)
    table = deal_at_table(opened(BOOK), bad)
    assert Misdeal(Seat.S, Kind.IMPERFECT_PACK) in irregularities(table)
    assert again_by_south(claim(table, Misdeal(Seat.S, Kind.IMPERFECT_PACK), Seat.W))


def test_S02_9_2_a_reneg_is_failing_to_follow_when_able() -> None:
    assert irregularities(did(made("D1", BOOK), REVOKED)) == (EAST,)
    table = claim(did(made("D1", BOOK), "W AS, N 9S, E TS, S 9H"), SOUTH, Seat.W)
    assert not ruling(table).upheld


def test_S02_9_3_a_reneg_stops_the_hand_for_the_maximum() -> None:
    table = claim(did(made("D1", BOOK), REVOKED), EAST, Seat.N)
    assert "S02-9.3" in cited(table)
    ended = table.game.finished[-1]
    assert (ended.deal.ending, len(ended.marks)) == ("stopped", 1)
    assert (table.game.played, table.game.dealer) == (1, Seat.W), "it is one of the eight deals"


def test_S02_9_3_the_maximum_is_that_of_the_table() -> None:
    """X-60: four only once alone is declared; a house may say always."""
    house = overlay(BOOK, {"revoke.maximum": "always the lone value"}, "X-60 b")
    assert points(claim(did(made("D1", BOOK), REVOKED), EAST, Seat.N)) == (2, 0)
    assert points(claim(did(made("D1", house), REVOKED), EAST, Seat.N)) == (4, 0)


def test_S02_9_4_it_may_be_changed_before_another_card_is_played() -> None:
    """SC-075; X-58: the card played, not the buried one."""
    table = did(made("D1", BOOK), "W AS, N 9S, E AH")
    right = claim(table, EAST, Seat.E)
    assert (right.deal.turn, points(right)) == (Seat.E, (0, 0))
    assert card("AH") in right.deal.hands[Seat.E]
    assert right.orders == ()
    assert "S02-9.4" in cited(right)
    late = claim(did(table, "S 9H"), EAST, Seat.E)
    assert points(late) == (2, 0)


def test_S02_9_4_the_last_card_of_a_trick_may_be_changed_even_when_it_is_turned() -> None:
    """No other card has been played since."""
    table = did(made("D1", BOOK), "W TC, N KC, E QC, S QD, turn")
    assert claim(table, SOUTH, Seat.S).deal.turn is Seat.S
    assert points(claim(did(table, "N AD"), SOUTH, Seat.S)) == (0, 2)


def test_S02_9_8_a_reneg_by_the_makers_gives_the_defenders_two() -> None:
    table = claim(did(made("D1", BOOK), "W TC, N KC, E QC, S QD, N AD"), SOUTH, Seat.W)
    assert (points(table), "S02-9.8" in cited(table)) == ((0, 2), True)


def test_S02_9_9_a_reneg_by_the_defenders_gives_the_makers_two() -> None:
    table = claim(did(made("D1", BOOK), REVOKED), EAST, Seat.N)
    assert (points(table), "S02-9.9" in cited(table)) == ((2, 0), True)


def test_S02_9_9_after_the_hand_it_replaces_what_was_scored() -> None:
    """G-16: until the next turn-up."""
    over = neatly(made("D1", BOOK, (3, 3)), T6)
    assert points(over) == (4, 3)
    assert points(claim(over, EAST, Seat.N)) == (5, 3)
    after = deal_at_table(over, cards_of("D3"), turn_up=TurnUp.FACED)
    late = claim(after, EAST, Seat.N, last_hand=True)
    assert (ruling(late).upheld, points(late)) == (False, (4, 3))


def test_S02_9_13_a_reneg_by_a_lone_maker_gives_the_defenders_four() -> None:
    """West, alone, throws QH on a diamond while holding 9D."""
    lone = sat("D1", BOOK, "W order, S bury JC, W alone, W AS, N 9S, S KH, turn, S QD, W QH")
    assert irregularities(lone) == (Revoke(Seat.W, 2),)
    paid = claim(did(lone, "N AD"), Revoke(Seat.W, 2), Seat.N)
    assert (points(paid), "S02-9.13" in cited(paid)) == ((4, 0), True)


def test_S02_9_14_a_reneg_against_a_lone_maker_gives_four() -> None:
    """SC-082: West throws KH on JC while holding TS and QS."""
    table = sat("D3", BOOK, f"{LONE}, N JS, E 9H, W 9S, N JC, E TH, W KH, N AS")
    paid = claim(table, Revoke(Seat.W, 2), Seat.N)
    assert (points(paid), "S02-9.14" in cited(paid)) == ((4, 0), True)


def test_S02_5_2_naming_the_dead_suit_is_refused_and_said_again() -> None:
    """SC-047, G-15: the stuck dealer says hearts and has to name another suit."""
    table = sat("D1", BOOK, "W pass, N pass, E pass, S turn down, W pass, N pass, E pass")
    table = did(table, "S name hearts")
    void = claim(table, wrong_call(table), Seat.W)
    assert (void.deal.turn, void.barred) == (Seat.S, ())
    assert "S02-5.2" in cited(void)
    assert {str(each.suit) for each in options(void) if hasattr(each, "suit")} == {
        "clubs",
        "diamonds",
        "spades",
    }


def test_S02_7_4_a_lone_call_without_a_trump_is_refused() -> None:
    """SC-055: nothing is lost but the word."""
    hands = {"W": "AS KD QC TC 9S", "S": "JH KH QD AC JC"}
    table = set_out(BOOK, "S deals, 9H up", "W order, S bury JC", **hands)
    with pytest.raises(ValueError, match=r"S02-7\.4"):
        did(table, "W alone")


def test_S02_4_2_other_words_than_pick_it_up_bind_too() -> None:
    """Borrowed from the seniors; a house may hold people to the very words."""
    deal = sat("D1", BOOK).deal
    assert hear(deal, Seat.W, "take that card") is not None
    house = sat("D1", overlay(BOOK, {"calls.any_words_bind": False}, "Ours")).deal
    assert hear(house, Seat.W, "take that card") is None
    assert hear(house, Seat.W, "Pick it up!") is not None


def test_S02_8_1_a_lead_out_of_turn_is_taken_back_and_no_more() -> None:
    """G-09, G-10: taken back while a hand has yet to play; nothing lies exposed."""
    table = did(made("D1", BOOK), "E QC, S AC, W TC")
    back = claim(table, out_of_turn(table), Seat.N)
    assert (back.deal.turn, back.orders) == (Seat.W, ())
    stands = did(table, "N KC")
    assert not ruling(claim(stands, out_of_turn(stands), Seat.N)).upheld
    dropped = claim(back, ExposedCard(Seat.N, card("KC")), Seat.W)
    assert dropped.orders == ()
    early = did(made("D1", BOOK), "W AS, E TS")
    assert claim(early, out_of_turn(early), Seat.N).orders == ()


def test_S02_4_1_a_call_out_of_turn_is_void_without_a_bar() -> None:
    """G-14, for bids and turn-downs alike; a pass simply stands."""
    for words in ("N order", "S turn down"):
        table = did(sat("D1", BOOK), words)
        void = claim(table, wrong_call(table), Seat.W)
        assert (void.deal.turn, void.barred) == (Seat.W, ())
    assert did(sat("D1", BOOK), "N pass, W pass").deal.turn is Seat.E


def test_S02_4_3_a_dealer_who_forgets_to_bury_plays_the_five_dealt() -> None:
    """G-11: the surplus is no misdeal (X-78)."""
    table = did(sat("D1", BOOK, "W pass, N pass, E pass, S pick up"), "W AS, N 9S, E TS, S KH")
    ruled = claim(table, NotBuried(Seat.S, card("KH")), Seat.W)
    assert card("9H") not in ruled.deal.hands[Seat.S]
    assert len(ruled.deal.hands[Seat.S]) == 4


def test_S02_2_8_a_wrong_player_deals() -> None:
    """G-13: stopped before the turn-up, standing after."""
    table = deal_at_table(opened(BOOK), cards_of("D1"), dealer=Seat.W, turn_up=TurnUp.PUT_DOWN)
    assert again_by_south(claim(table, WrongDealer(Seat.W, Seat.S), Seat.E))
    faced = deal_at_table(opened(BOOK), cards_of("D1"), dealer=Seat.W)
    assert not ruling(claim(faced, WrongDealer(Seat.W, Seat.S), Seat.E)).upheld


def test_S02_9_3_the_most_a_hand_can_bring_is_given_once() -> None:
    """X-85: East's reneg stops the hand, West's is found when the cards are looked at."""
    table = did(made("D1", BOOK), "W AS, N 9S, E AH, S 9H, turn, E QC, S AC, W 9D, N KC")
    first = claim(table, Revoke(Seat.E, 1), Seat.S)
    assert points(first) == (2, 0)
    second = claim(first, Revoke(Seat.W, 2), Seat.S)
    assert (ruling(second).upheld, points(second)) == (False, (2, 0))


def test_S02_6_1_help_is_a_matter_of_what_the_table_agreed() -> None:
    """X-73: by default nobody may ask; where it was agreed, open questions are no fault."""
    talk = Talk(Seat.N, Kind.TABLE_TALK)
    plain = claim(made("D1", BOOK), talk, Seat.W)
    assert (ruling(plain).upheld, points(plain)) == (True, (0, 0))
    agreed = open_table(made("D1", BOOK).game, help_agreed=True)
    assert not ruling(claim(agreed, talk, Seat.W)).upheld


def test_S02_7_3_talk_and_signals_cost_no_points() -> None:
    for kind in (Kind.TABLE_TALK, Kind.SIGNALLING):
        table = claim(made("D1", BOOK), Talk(Seat.N, kind), Seat.W)
        assert [type(each).__name__ for each in ruling(table).remedies] == ["Warn"]
        assert points(table) == (0, 0)


def test_S02_8_6_a_trick_turned_up_again_is_a_warning() -> None:
    table = did(made("D1", BOOK), "W AS, N 9S, E TS, S 9H, turn")
    warned = claim(table, TrickTurned(Seat.S, Kind.TRICK_TURNED_UP, 1), Seat.W)
    assert (warned.orders, ruling(warned).upheld) == ((), True)


def test_S02_6_3_the_hosts_have_the_last_word() -> None:
    """G-24: a host lets a hand be played that was stopped for a reneg."""
    stopped = claim(did(made("D1", BOOK), REVOKED), EAST, Seat.N)
    played = overrule(stopped, "The host", "It is a fun day", (LetStand("rulings.final"),))
    assert (played.deal.ending, points(played)) == (None, (0, 0))
    assert BOOK.rulings.final
    assert BOOK.rulings.borrowed == "applied"
    table = did(sat("D1", BOOK, "W pass, N pass, E pass, S pick up"), "S bury 9H")
    assert claim(table, wrong_call(table), Seat.W).deal.turn is Seat.S
