"""Irregularities at the seniors' table: the deal, the bids and the count (section 11, M to N)."""

import pytest

from referee.sitting import (
    T1,
    TAKEN,
    cards_of,
    cited,
    did,
    exposed_in_deal,
    moved,
    neatly,
    opened,
    points,
    ruling,
    sat,
    tricks,
    wrong_call,
)
from rightbower.referee.claims import claim
from rightbower.referee.doing import deal_at_table, irregularities, options
from rightbower.referee.irregularities import (
    Kind,
    LooseWords,
    Misdeal,
    NotBuried,
    WrongCount,
)
from rightbower.referee.remedies import NoScore
from rightbower.referee.spoken import hear
from rightbower.referee.table import Table, TableError
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat, Side, card
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import TurnUp

MISDEALS = (Kind.EXPOSED_IN_DEAL, Kind.FACED_CARD)


def is_void(table: Table, dealer: Seat) -> bool:
    """Whether the deal is void and this player deals next."""
    return ruling(table).upheld and table.game.deal is None and table.game.dealer is dealer


def test_A01_11_M1_a_card_exposed_in_dealing_voids_the_deal(seniors: RuleBook) -> None:
    """The same dealer deals again (X-72), be it seen before the turn-up or in the last trick."""
    dealing = sat("D1", seniors, turn_up=TurnUp.IN_PACK, score=(6, 4))
    late = neatly(sat("D1", seniors, TAKEN, score=(6, 4)), tricks(T1, 4))
    for table in (dealing, late):
        void = claim(table, exposed_in_deal(), Seat.W)
        assert is_void(void, Seat.S)
        assert points(void) == (6, 4)
        assert f"{seniors.document}-11.M1" in cited(void)


def test_A01_11_M1_once_the_hand_is_scored_it_stands(seniors: RuleBook) -> None:
    over = neatly(sat("D1", seniors, TAKEN), T1)
    late = claim(over, exposed_in_deal(), Seat.W)
    assert not ruling(late).upheld
    assert points(late) == (2, 0)


def test_A01_11_M1_it_may_happen_again_and_again(seniors: RuleBook) -> None:
    """SC-015: S again, no limit."""
    table = opened(seniors)
    for _ in range(3):
        table = claim(deal_at_table(table, cards_of("D1")), exposed_in_deal(), Seat.N)
        assert is_void(table, Seat.S)


def test_A01_11_M2_a_card_face_up_in_the_pack_voids_the_deal(seniors: RuleBook) -> None:
    table = sat("D1", seniors, turn_up=TurnUp.IN_PACK)
    void = claim(table, Misdeal(Seat.S, Kind.FACED_CARD), Seat.S)
    assert is_void(void, Seat.S)
    assert f"{seniors.document}-11.M2" in cited(void)


def double_king(book: RuleBook, score: tuple[int, int]) -> Table:
    """SC-025: D1 with a second KD in the place of South's QD, two tricks played."""
    good = cards_of("D1")
    south = tuple(card("KD") if each is card("QD") else each for each in good.hands[Seat.S])
    bad = Dealt((*good.hands[:2], south, good.hands[3]), good.turn_up, good.stock)
    return neatly(did(deal_at_table(opened(book, score=score), bad), TAKEN), tricks(T1, 2))


def test_A01_11_M3_an_imperfect_pack_voids_the_deal(seniors: RuleBook) -> None:
    table = double_king(seniors, (0, 0))
    assert irregularities(table) == (Misdeal(Seat.S, Kind.IMPERFECT_PACK),)
    void = claim(table, irregularities(table)[0], Seat.E)
    assert is_void(void, Seat.S)
    assert f"{seniors.document}-11.M3" in cited(void)
    over = neatly(table, "S KH, W TC, N JD, E QC / N AD, E KD, S KD, W 9D / N KC, E QS, S AC, W KS")
    late = claim(over, Misdeal(Seat.S, Kind.IMPERFECT_PACK), Seat.E)
    assert (ruling(late).upheld, points(late)) == (False, (2, 0)), "found after the hand it stands"


def test_A01_11_M3_a_sound_pack_is_no_reason(seniors: RuleBook) -> None:
    table = neatly(sat("D1", seniors, TAKEN), tricks(T1, 2))
    kept = claim(table, Misdeal(Seat.S, Kind.IMPERFECT_PACK), Seat.E)
    assert not ruling(kept).upheld
    assert kept.game.deal == table.game.deal


def test_A01_11_M4_scores_of_earlier_deals_stay(seniors: RuleBook) -> None:
    """SC-025: 6–4 stays, and the same dealer deals a new pack."""
    table = double_king(seniors, (6, 4))
    void = claim(table, irregularities(table)[0], None)
    assert points(void) == (6, 4)
    (remedy,) = ruling(void).remedies
    assert getattr(remedy, "new_pack", False)
    assert f"{seniors.document}-11.M4" in cited(void)


@pytest.mark.parametrize(
    "words", ["Pick it up", "you take it", "I'm ordering that one", "It’s yours"]
)
def test_A01_11_B1_any_words_that_tell_the_dealer_bind(seniors: RuleBook, words: str) -> None:
    table = sat("D1", seniors)
    assert hear(table.deal, Seat.W, words) is not None
    bound = claim(table, LooseWords(Seat.W, words), Seat.N)
    assert bound.deal.maker is Seat.W
    assert bound.deal.lone is None
    assert f"{seniors.document}-11.B1" in cited(bound)


@pytest.mark.parametrize("words", ["pass", "nice card", "don't pick it up", "should I order?"])
def test_A01_11_B1_other_words_are_no_order(seniors: RuleBook, words: str) -> None:
    heard = hear(sat("D1", seniors).deal, Seat.W, words)
    assert heard is None or type(heard).__name__ == "Pass"


def test_A01_11_B1_a_partner_who_says_so_is_alone(seniors: RuleBook) -> None:
    bound = claim(sat("D1", seniors, "W pass"), LooseWords(Seat.N, "take it, partner"), Seat.E)
    assert (bound.deal.maker, bound.deal.lone) == (Seat.N, Seat.N)
    assert f"{seniors.document}-4.5" in cited(bound)


def test_A01_11_B1_nobody_is_held_to_words_once_trump_is_made(seniors: RuleBook) -> None:
    with pytest.raises(TableError, match="still order"):
        claim(sat("D1", seniors, TAKEN), LooseWords(Seat.W, "take it"), Seat.N)


DEAD = "W pass, N pass, E pass, S turn down"


def test_A01_11_B2_naming_the_dead_suit_is_void_and_bars_the_side(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors, DEAD), "W name hearts")
    void = claim(table, wrong_call(table), Seat.S)
    assert void.deal.trump is None
    assert void.deal.turn is Seat.W
    assert [type(each).__name__ for each in options(void)] == ["Pass"], "West can only pass"
    assert f"{seniors.document}-11.B2" in cited(void)
    with pytest.raises(TableError, match="may not make trump"):
        did(void, "W pass, N pass, E name spades")
    assert did(void, "W pass, N name spades").deal.maker is Seat.N


def test_A01_11_B2_it_is_too_late_once_a_card_is_led(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors, DEAD), "W name hearts")
    led = did(table, "W AS")
    late = claim(led, wrong_call(led), Seat.S)
    assert not ruling(late).upheld
    assert late.deal.trump is table.deal.trump


def test_A01_11_D1_a_bid_out_of_turn_is_void_and_bars_the_side(seniors: RuleBook) -> None:
    """SC-042: North orders before West has spoken; West and East may still order."""
    table = did(sat("D1", seniors), "N order")
    void = claim(table, wrong_call(table), Seat.W)
    assert (void.deal.maker, void.deal.turn) == (None, Seat.W)
    assert f"{seniors.document}-11.D1" in cited(void)
    ordered = did(void, "W order")
    assert ordered.deal.turn is Seat.S, "the barred dealer still takes the card when ordered"
    down = did(void, "W pass, N pass, E pass")
    assert [type(each).__name__ for each in options(down)] == ["TurnDown"]
    with pytest.raises(TableError, match="for the rest of the deal"):
        did(down, "S turn down, W pass, N name spades")


def test_A01_11_D1_a_house_may_bar_for_the_round_only(seniors: RuleBook) -> None:
    house = overlay(seniors, {"calls.barred_for": "the round"}, "X-17 b")
    table = did(sat("D1", house), "N order")
    void = claim(table, wrong_call(table), Seat.W)
    with pytest.raises(TableError, match="for the rest of the round"):
        did(void, "W pass, N order")
    again = did(void, "W pass, N pass, E pass, S turn down, W pass, N name spades")
    assert again.deal.maker is Seat.N


def test_A01_11_D1_with_both_sides_barred_the_deal_is_thrown_in(seniors: RuleBook) -> None:
    """SC-045: SC-042, and then West names the dead suit."""
    table = did(sat("D1", seniors), "N order")
    table = claim(table, wrong_call(table), Seat.W)
    table = did(table, f"{DEAD}, W name hearts")
    thrown = claim(table, wrong_call(table), Seat.N)
    assert thrown.game.finished[-1].deal.ending == "thrown in"
    assert (points(thrown), thrown.game.dealer) == ((0, 0), Seat.W)


def test_A01_11_D1_a_suit_named_too_early_is_out_of_turn(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors), "W name spades")
    assert wrong_call(table).kind is Kind.CALL_OUT_OF_TURN
    assert claim(table, wrong_call(table), Seat.N).deal.turn is Seat.W


def test_A01_11_D2_a_turn_down_out_of_turn_bars_the_side(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors, "W pass"), "S turn down")
    assert wrong_call(table).kind is Kind.TURN_DOWN_OUT_OF_TURN
    void = claim(table, wrong_call(table), Seat.E)
    assert (void.deal.phase.value, void.deal.turn) == ("round one", Seat.N)
    assert f"{seniors.document}-11.D2" in cited(void)
    with pytest.raises(TableError, match="may not make trump"):
        did(void, "N order")


def test_A01_11_D2_whoever_turns_the_card_down_is_the_offender(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors, "W pass, N pass"), "E turn down")
    void = claim(table, wrong_call(table), Seat.N)
    with pytest.raises(TableError, match="East–West may not make trump"):
        did(void, "E order")


def test_A01_11_D3_a_pass_out_of_turn_costs_nothing_and_stands(seniors: RuleBook) -> None:
    """No penalty, yet no second look (X-16): North's pass counts when West has passed."""
    table = did(sat("D1", seniors), "N pass")
    assert table.deal.turn is Seat.W
    assert f"{seniors.document}-11.D3" in cited(table)
    assert did(table, "W pass").deal.turn is Seat.E
    assert did(table, "W order").deal.maker is Seat.W
    second = did(table, "W pass, E pass, S turn down, W pass")
    assert second.deal.turn is Seat.N, "it binds for that round only"


def test_A01_11_D3_a_dealer_who_says_pass_early_turns_the_card_down(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors, "W pass"), "S pass")
    assert table.barred == ()
    down = did(table, "N pass, E pass")
    assert (down.deal.phase.value, down.deal.turn) == ("round two", Seat.W)


def test_A01_11_D3_a_house_may_ignore_it(seniors: RuleBook) -> None:
    house = overlay(seniors, {"calls.pass_binds": False}, "X-16 a")
    assert did(sat("D1", house), "N pass, W pass").deal.turn is Seat.N


def six_for_north(book: RuleBook) -> Table:
    """SC-020: North was dealt six and the kitty holds three; hearts are made by South."""
    bad = moved(cards_of("D1"), "JS", None, "N")
    return did(deal_at_table(opened(book), bad), TAKEN)


def test_A01_11_N1_a_wrong_count_found_early_is_a_new_deal(seniors: RuleBook) -> None:
    """SC-017: until the first trick is quitted, complete though it may be."""
    table = six_for_north(seniors)
    assert WrongCount(Seat.N, 6) in irregularities(table)
    complete = did(table, tricks(T1, 1))
    for moment in (table, complete):
        void = claim(moment, WrongCount(Seat.N, 6), Seat.E)
        assert is_void(void, Seat.S)
        assert f"{seniors.document}-11.N1" in cited(void)
    quitted = claim(did(complete, "turn"), WrongCount(Seat.N, 6), Seat.E)
    assert quitted.game.deal is not None


def test_A01_11_N2_found_later_that_side_may_not_score(seniors: RuleBook) -> None:
    """SC-020, SC-022: play goes on; North–South would have made a march."""
    table = neatly(six_for_north(seniors), tricks(T1, 2))
    late = claim(table, WrongCount(Seat.N, 6), Seat.E)
    assert f"{seniors.document}-11.N2" in cited(late)
    over = neatly(late, "/".join(T1.split("/")[2:]))
    assert points(over) == (0, 0)
    assert over.game.finished[-1].deal.ending == "played"
    stands = claim(neatly(table, "/".join(T1.split("/")[2:])), WrongCount(Seat.N, 6), Seat.E)
    assert (ruling(stands).upheld, points(stands)) == (False, (2, 0)), "once scored it stands"


@pytest.mark.parametrize(("wrong", "score"), [("E", (0, 0)), ("N", (0, 2)), ("NE", (0, 0))])
def test_A01_11_N2_the_bar_covers_euchre_points(
    seniors: RuleBook, wrong: str, score: tuple[int, int]
) -> None:
    """X-55: D2, South makes hearts and is euchred; both sides wrong, nobody scores."""
    bad = cards_of("D2")
    for seat, name in zip(wrong, ("JS", "AC"), strict=False):
        bad = moved(bad, name, None, seat)
    table = did(deal_at_table(opened(seniors), bad), "W pass, N pass, E pass, S pick up, S bury 9C")
    play = "W JH, N TC, E JD, S 9H / W AH, N TS, E QC, S QH / W AS, N QS, E KS, S KH / S QD, W 9S, N 9D, E AD / E KD, S TD, W KC, N JC"
    table = neatly(table, tricks(play, 1))
    for seat in wrong:
        table = claim(table, WrongCount(Seat.of(seat), 6), None)
    assert points(neatly(table, "/".join(play.split("/")[1:]))) == score


def test_A01_11_N2_a_wrong_kitty_found_late_points_to_the_wrong_hand(seniors: RuleBook) -> None:
    """X-86: what follows does not hang on the word; the side of the hand is known once it is named."""
    table = deal_at_table(opened(seniors), moved(cards_of("D1"), "9C", None, "W"))
    table = neatly(did(table, TAKEN), tricks(T1, 1))
    table = claim(table, Misdeal(Seat.S, Kind.WRONG_KITTY), Seat.N)
    assert not ruling(table).upheld
    assert "call that hand, and its side scores nothing" in str(ruling(table).says)
    assert {f"{seniors.document}-11.N1", f"{seniors.document}-11.N2"} <= cited(table)
    named = claim(table, WrongCount(Seat.W, 6), Seat.N)
    assert ruling(named).remedies == (NoScore("count.late"),)


def test_A01_11_N2_a_short_hand_misses_the_last_trick(seniors: RuleBook) -> None:
    """X-55: North was dealt four cards; the last trick has three."""
    bad = moved(cards_of("D1"), "KC", "N", None)
    table = did(deal_at_table(opened(seniors), bad), TAKEN)
    four = "/".join(T1.split("/")[:4])
    over = neatly(table, f"{four} / E QS, S AC, W KS")
    last = over.game.finished[-1].deal.tricks[-1]
    assert [seat for seat, _ in last.plays] == [Seat.E, Seat.S, Seat.W], "East leads for North"
    assert over.game.finished[-1].deal.tricks_of(Side.NS) == 4


FORGOT = "W pass, N pass, E pass, S pick up"


def test_A01_11_N3_a_dealer_who_plays_before_burying_keeps_the_five_dealt(
    seniors: RuleBook,
) -> None:
    """SC-107: hearts stay trump, 9H is dead, and it is no new deal."""
    table = did(sat("D1", seniors, FORGOT), "W AS, N 9S, E TS, S KH")
    assert irregularities(table) == (NotBuried(Seat.S, card("KH")),)
    ruled = claim(table, NotBuried(Seat.S, card("KH")), Seat.W)
    assert set(ruled.deal.hands[Seat.S]) == {card(each) for each in ("JH", "QD", "AC", "JC")}
    assert str(ruled.deal.trump) == "hearts"
    assert f"{seniors.document}-11.N3" in cited(ruled)
    assert irregularities(ruled) == ()


def test_A01_11_N3_before_the_dealer_plays_there_is_time_to_bury(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors, FORGOT), "W AS, N 9S, E TS")
    assert irregularities(table) == ()
    assert {type(each).__name__ for each in options(table)} == {"Bury"}
    late = did(table, "S bury JC, S 9H")
    assert irregularities(late) == ()
    assert late.deal.tricks[0].winner is Seat.S


def test_A01_11_N3_the_turn_up_itself_is_withdrawn(seniors: RuleBook) -> None:
    """X-47: a dealt card replaces it and those who followed may change."""
    table = did(sat("D1", seniors, FORGOT), "W AS, N 9S, S 9H, E TS")
    fact = NotBuried(Seat.S, card("9H"))
    ruled = claim(table, fact, Seat.W)
    assert card("9H") not in ruled.deal.hands[Seat.S]
    assert [seat for seat, _ in ruled.deal.tricks[0].plays] == [Seat.W, Seat.N]
    assert did(ruled, "E QS, S KH").deal.tricks[0].winner is Seat.S
    house = overlay(seniors, {"count.unburied_turn_up": "stays"}, "X-47 b")
    table = did(sat("D1", house, FORGOT), "W AS, N 9S, E TS, S 9H")
    assert claim(table, fact, Seat.W).deal.tricks[0].winner is Seat.S


def test_A01_11_N3_a_house_may_deal_again_instead(seniors: RuleBook) -> None:
    house = overlay(seniors, {"count.unburied": "new deal"}, "X-78 b")
    table = did(sat("D1", house, FORGOT), "W AS, N 9S, E TS, S KH")
    assert is_void(claim(table, NotBuried(Seat.S, card("KH")), Seat.W), Seat.S)
