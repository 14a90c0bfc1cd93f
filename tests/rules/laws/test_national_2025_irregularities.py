"""Irregularities of national progressive play: misdeals, exposed cards, the renege (1.1b–2.8a)."""

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
from rightbower.referee.claims import call_suit, claim
from rightbower.referee.doing import (
    deal_at_table,
    face,
    irregularities,
    options,
    ring_bell,
    start_bell_at_table,
)
from rightbower.referee.irregularities import (
    ExposedCard,
    Kind,
    Misdeal,
    NotBuried,
    NotSingly,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
    WrongCount,
    WrongDealer,
)
from rightbower.referee.table import CardUp, SuitCall, Table, TableError
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.game import TurnUp

BOOK = load("national-2025")
EARLY = Misdeal(Seat.S, Kind.EARLY_TURN_UP)
EAST = Revoke(Seat.E, 1)
SIX = WrongCount(Seat.N, 6)
LONE = "N order alone, W bury TC"
ALL_AWAY = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass"


def deals(table: Table, dealer: Seat) -> bool:
    return ruling(table).upheld and table.game.deal is None and table.game.dealer is dealer


def may_play(table: Table) -> set[str]:
    return {each.card.name for each in options(table) if hasattr(each, "card")}


def test_N04_1_1b_facing_the_turn_up_before_the_bell_is_a_misdeal() -> None:
    """SC-027: and it counts toward two."""
    early = deal_at_table(opened(BOOK, bell=False), cards_of("D1"))
    assert irregularities(early) == (EARLY,)
    void = claim(early, EARLY, Seat.W)
    assert deals(void, Seat.S)
    assert (void.running, "N04-1.1b" in cited(void)) == (1, True)
    again = claim(deal_at_table(void, cards_of("D1")), EARLY, Seat.W)
    assert deals(again, Seat.W)
    waited = deal_at_table(opened(BOOK, bell=False), cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    assert irregularities(face(start_bell_at_table(waited))) == ()


def test_N04_1_4a_a_wrong_count_is_a_misdeal_until_the_hand_is_scored() -> None:
    """SC-017, SC-020 (X-13)."""
    table = deal_at_table(opened(BOOK), moved(cards_of("D1"), "JS", None, "N"))
    taken = did(table, "W pass, N pass, E pass, S pick up, S bury JC")
    third = neatly(taken, tricks(T1, 2))
    last = did(neatly(taken, tricks(T1, 4)), "N KC, E QS, S AC, W KS")
    for moment in (table, third, last):
        void = claim(moment, SIX, Seat.S)
        assert deals(void, Seat.S)
        assert "N04-1.4a" in cited(void)
        assert deals(claim(moment, Misdeal(Seat.S, Kind.WRONG_KITTY), Seat.E), Seat.S)
    scored = claim(did(last, "turn"), SIX, Seat.S)
    assert (ruling(scored).upheld, points(scored)) == (False, (2, 0))


def test_N04_1_4b_a_card_exposed_in_the_deal_is_a_misdeal() -> None:
    for turn_up in TurnUp:
        void = claim(sat("D1", BOOK, turn_up=turn_up), exposed_in_deal(), Seat.N)
        assert deals(void, Seat.S)
        assert "N04-1.4b" in cited(void)
    last = neatly(made("D1", BOOK), tricks(T1, 4))
    assert deals(claim(last, exposed_in_deal(), Seat.N), Seat.S)
    assert not ruling(claim(neatly(last, T1.split("/")[4]), exposed_in_deal(), Seat.N)).upheld


def test_N04_1_5_after_a_second_misdeal_the_deal_passes() -> None:
    """SC-015; X-40: running, so a hand in between clears the count."""
    first = claim(sat("D1", BOOK), exposed_in_deal(), Seat.N)
    second = claim(deal_at_table(first, cards_of("D1")), exposed_in_deal(), Seat.N)
    assert deals(second, Seat.W)
    assert (second.running, "N04-1.5" in cited(second)) == (0, True)
    third = claim(deal_at_table(second, cards_of("D1")), exposed_in_deal("W"), Seat.N)
    assert deals(third, Seat.W), "West's first"
    cleared = did(deal_at_table(first, cards_of("D1")), ALL_AWAY)
    for dealer in "WNE":
        cleared = did(deal_at_table(cleared, cards_of("D1")), turned(ALL_AWAY, dealer))
    assert cleared.game.dealer is Seat.S
    assert deals(claim(deal_at_table(cleared, cards_of("D1")), exposed_in_deal(), Seat.N), Seat.S)


def turned(words: str, dealer: str) -> str:
    """The same words with another dealer."""
    shift = Seat.of(dealer) - Seat.S
    return "".join(
        Seat((Seat.of(each) + shift) % 4).name if each in "NESW" else each for each in words
    )


def test_N04_1_5_a_reading_may_count_the_whole_game() -> None:
    house = overlay(BOOK, {"misdeal.second_means": "in the game"}, "X-40 b")
    table = claim(sat("D1", house), exposed_in_deal(), Seat.N)
    table = did(deal_at_table(table, cards_of("D1")), ALL_AWAY)
    for dealer in "WNE":
        table = did(deal_at_table(table, cards_of("D1")), turned(ALL_AWAY, dealer))
    assert deals(claim(deal_at_table(table, cards_of("D1")), exposed_in_deal(), Seat.N), Seat.W)


def test_N04_1_6b_a_misdeal_after_the_bell_means_dealing_on() -> None:
    """Until one hand is played out; a throw-in does not do."""
    rung = ring_bell(sat("D1", BOOK, score=(6, 5)))
    assert rung.game.result is None
    void = claim(rung, exposed_in_deal(), Seat.W)
    assert void.game.result is None
    away = did(deal_at_table(void, cards_of("D1")), ALL_AWAY)
    assert (away.game.result, away.game.dealer) == (None, Seat.W)
    assert did(sat("D1", BOOK, score=(6, 5)), ALL_AWAY).game.result is None
    played = did(
        deal_at_table(void, cards_of("D1")), "W pass, N pass, E pass, S pick up, S bury JC"
    )
    over = neatly(played, T1)
    assert over.game.result is not None
    assert (over.game.result.winner, over.game.score) == (Side.NS, (8, 5))


def test_N04_2_3_cards_not_played_singly_cost_two() -> None:
    """X-23: to the other side, beside the hand, once for each player."""
    table = claim(made("D1", BOOK), NotSingly(Seat.E, card("KD")), Seat.S)
    assert points(table) == (2, 0)
    assert "N04-2.3" in cited(table)
    assert [each.card.name for each in table.orders if isinstance(each, CardUp)] == ["KD"]
    twice = claim(table, NotSingly(Seat.E, card("QS")), Seat.S)
    assert points(twice) == (2, 0)
    assert points(claim(twice, NotSingly(Seat.W), Seat.S)) == (4, 0), "West pays for West"
    plain = claim(made("D1", BOOK), NotSingly(Seat.E), Seat.S)
    assert points(neatly(plain, T1)) == (4, 0), "the hand scores as well"
    fresh = deal_at_table(neatly(plain, T1), cards_of("D1"))
    assert points(claim(fresh, NotSingly(Seat.E), Seat.S)) == (6, 0), "a new hand"


def test_N04_2_3_the_last_card_too_and_it_may_end_the_game() -> None:
    table = neatly(made("D1", BOOK, (9, 4)), tricks(T1, 4))
    won = claim(table, NotSingly(Seat.E), Seat.S)
    assert won.game.result is not None
    assert (won.game.result.winner, won.game.score) == (Side.NS, (11, 4))
    house = overlay(BOOK, {"rulings.ends_game": False}, "X-49 b")
    on = claim(neatly(made("D1", house, (9, 4)), tricks(T1, 4)), NotSingly(Seat.E), Seat.S)
    assert (on.game.result, points(on)) == (None, (11, 4))


def test_N04_2_3_a_reading_may_take_the_points_from_the_offenders() -> None:
    house = overlay(BOOK, {"singly.goes": "from the offenders"}, "X-23 b")
    assert points(claim(made("D1", house, (1, 3)), NotSingly(Seat.E), Seat.S)) == (1, 1)
    again = overlay(BOOK, {"singly.once": False}, "Ours")
    table = claim(made("D1", again), NotSingly(Seat.E), Seat.S)
    assert points(claim(table, NotSingly(Seat.E), Seat.S)) == (4, 0)


def exposed(seat: Seat, name: str, book_hands: dict[str, str]) -> Table:
    words = "W pass, N pass, E pass, S pick up, S bury JC"
    table = set_out(BOOK, "S deals, 9H up", words, **book_hands)
    return claim(table, ExposedCard(seat, card(name)), Seat.W)


HANDS = {"N": "9S AD KD KC TH", "E": "QS TS QD QC AH", "S": "JH KH 9D AC JC", "W": "AS KS TD TC QH"}


def test_N04_2_4_an_exposed_card_is_played_at_the_first_legal_chance() -> None:
    """SC-100."""
    table = exposed(Seat.N, "KD", HANDS)
    assert "N04-2.4" in cited(table)
    spade = did(table, "W AS")
    assert may_play(spade) == {"9S"}, "following suit comes first"
    diamond = neatly(spade, "N 9S, E TS, S 9H, S 9D, W TD")
    assert may_play(diamond) == {"KD"}
    with pytest.raises(TableError, match=r"N04-2\.4"):
        did(diamond, "N AD")


def test_N04_2_4_a_lone_hand_is_not_spared() -> None:
    """SC-105, G-07."""
    table = claim(sat("D3", BOOK, LONE), ExposedCard(Seat.N, card("AD")), Seat.E)
    assert may_play(table) == {"AD"}


def test_N04_2_4_a_withdrawn_lead_too_and_the_suit_may_be_called() -> None:
    """G-09: the whole rule is borrowed."""
    table = did(made("D1", BOOK), "E QC, S AC, W TC")
    back = claim(table, out_of_turn(table), Seat.N)
    assert [type(each) for each in back.orders] == [CardUp, SuitCall]
    assert may_play(call_suit(back, Seat.S, Suit.SPADES)) == {"AS", "KS"}
    early = did(made("D1", BOOK), "W AS, E TS")
    assert may_play(did(claim(early, out_of_turn(early), Seat.N), "N 9S")) == {"TS"}
    complete = did(table, "N KC")
    assert not ruling(claim(complete, out_of_turn(complete), Seat.N)).upheld


def test_N04_2_5a_a_renege_gives_the_opponents_two() -> None:
    """Once the next card is led; the penalty replaces the hand (X-24)."""
    table = neatly(made("D1", BOOK), "W AS, N 9S, E AH, S 9H, E QC")
    paid = claim(table, EAST, Seat.N)
    assert points(paid) == (2, 0)
    assert paid.game.finished[-1].deal.ending == "stopped"
    assert "N04-2.5a" in cited(paid)
    house = overlay(BOOK, {"revoke.scores": "penalty and hand"}, "X-24 b")
    both = claim(neatly(made("D1", house), "W AS, N 9S, E AH, S 9H, E QC"), EAST, Seat.N)
    rest = "S AC, W TC, N KC / S JH, W QH, N TH, E QS / S KH, W 9D, N JD, E TS / N AD, E KD, S QD, W KS"
    assert points(neatly(both, rest)) == (3, 0)
    makers = neatly(made("D1", BOOK), "W TC, N KC, E QC, S QD, N AD")
    assert points(claim(makers, Revoke(Seat.S, 1), Seat.W)) == (0, 2)


def test_N04_2_5a_even_of_a_tabled_card() -> None:
    """KD lies exposed, but on a spade North has to play 9S: KD is a renege all the same."""
    table = did(exposed(Seat.N, "KD", HANDS), "W AS, N KD, E TS, S 9H, turn, S JH")
    assert irregularities(table) == (Revoke(Seat.N, 1),)
    assert points(claim(table, Revoke(Seat.N, 1), Seat.W)) == (0, 2)


def test_N04_2_5b_it_is_four_in_a_lone_hand() -> None:
    """SC-082, whoever reneges (X-18)."""
    table = sat("D3", BOOK, f"{LONE}, N JS, E 9H, W 9S, turn, N JC, E TH, W KH, turn, N AS")
    paid = claim(table, Revoke(Seat.W, 2), Seat.N)
    assert (points(paid), "N04-2.5b" in cited(paid)) == ((4, 0), True)
    lone = "W order alone, S bury JC, W AS, N 9S, S KH, turn, S QD, W QH, N AD, turn, W KS"
    by_lone = sat("D1", BOOK, lone)
    assert points(claim(by_lone, Revoke(Seat.W, 2), Seat.N)) == (4, 0)


def test_N04_2_5c_it_may_be_corrected_before_the_next_card_is_led() -> None:
    """SC-075, SC-077: even with the trick turned; the card taken back lies exposed (X-21)."""
    complete = did(made("D1", BOOK), "W AS, N 9S, E AH, S 9H")
    for table in (complete, did(complete, "turn")):
        right = claim(table, EAST, Seat.E)
        assert (right.deal.turn, points(right), right.quitted) == (Seat.E, (0, 0), 0)
        assert [
            f"{each.seat} {each.card}" for each in right.orders if isinstance(each, CardUp)
        ] == ["E AH"]
        assert card("9H") in right.deal.hands[Seat.S], "who followed may change (G-25)"
        assert did(right, "E TS, S QD").deal.tricks[0].winner is Seat.W
        assert "N04-2.5c" in cited(right)
        assert may_play(right) == {"QS", "TS"}
    late = claim(did(complete, "turn, E QC"), EAST, Seat.E)
    assert points(late) == (2, 0)


def test_N04_2_5c_a_renege_may_still_be_claimed_after_the_hand() -> None:
    """G-16, X-56: until the next turn-up; it replaces the points entered."""
    over = neatly(made("D1", BOOK), T6)
    assert (points(over), points(claim(over, EAST, Seat.N))) == ((1, 0), (2, 0))
    late = claim(deal_at_table(over, cards_of("D3")), EAST, Seat.N, last_hand=True)
    assert not ruling(late).upheld


def test_N04_2_8a_ordering_without_a_trump_loses_the_game() -> None:
    """SC-037, SC-127: at 10–0 up, North orders 9H with no heart and not JD."""
    table = did(sat("D2", BOOK, score=(10, 0)), "W pass, N order")
    assert table.game.result is not None
    assert (table.game.result.winner, table.game.result.reason) == (Side.EW, "game lost")
    assert points(table) == (10, 0), "the hand is not scored"
    assert ruling(table).kind is Kind.ORDER_WITHOUT_TRUMP
    assert "N04-2.8a" in cited(table)
    legal = did(sat("D7", BOOK), "W order")
    assert legal.game.result is None, "SC-035: the left bower is a trump (X-53)"


def test_N04_2_8a_a_training_table_may_refuse_it_instead() -> None:
    """X-66 a: at the table the order is then void."""
    house = overlay(BOOK, {"bidding.breach": "refused"}, "X-66 a")
    table = did(sat("D2", house), "W pass, N order")
    fact = wrong_call(table)
    assert fact.kind is Kind.ORDER_WITHOUT_TRUMP
    void = claim(table, fact, Seat.W)
    assert (void.deal.turn, void.game.result) == (Seat.N, None)
    allowed = overlay(BOOK, {"bidding.breach": "allowed"}, "X-66 c")
    table = did(sat("D2", allowed), "W pass, N order")
    assert claim(table, wrong_call(table), Seat.W).deal.maker is Seat.N


def test_N04_2_1_a_call_out_of_sequence_is_void_without_a_bar() -> None:
    """SC-042, G-14."""
    table = did(sat("D1", BOOK), "N order")
    void = claim(table, wrong_call(table), Seat.W)
    assert (void.deal.turn, void.barred, void.game.result) == (Seat.W, (), None)
    down = did(sat("D1", BOOK), "S turn down")
    assert claim(down, wrong_call(down), Seat.W).barred == ()
    assert did(sat("D1", BOOK), "N pass, W pass").deal.turn is Seat.E
    dead = did(sat("D1", BOOK, "W pass, N pass, E pass, S turn down"), "W name hearts")
    assert claim(dead, wrong_call(dead), Seat.N).barred == ()


def test_N04_2_6_a_trick_not_turned_is_a_reminder() -> None:
    """SC-110: no points."""
    table = did(made("D1", BOOK), "W AS, N 9S, E TS, S 9H, turn, S KH, W QH, N TH, E AH, E QC")
    fact = TrickTurned(Seat.E, Kind.TRICK_NOT_TURNED, 2)
    assert irregularities(table) == (fact,)
    asked = claim(table, fact, Seat.N)
    assert [type(each).__name__ for each in ruling(asked).remedies] == ["Remind"]
    assert (points(asked), asked.deal) == ((0, 0), table.deal)
    seen = claim(table, TrickTurned(Seat.E, Kind.TRICK_TURNED_UP, 1), Seat.N)
    assert seen.orders == (), "cards lie in sight here"


def test_N04_2_7_a_dealer_who_forgets_to_bury_and_other_borrowed_rules() -> None:
    """G-11, G-12, G-13; talk is a warning."""
    table = did(sat("D1", BOOK, "W pass, N pass, E pass, S pick up"), "W AS, N 9S, E TS, S KH")
    assert card("9H") not in claim(table, NotBuried(Seat.S, card("KH")), Seat.W).deal.hands[Seat.S]
    faced = claim(sat("D1", BOOK), Misdeal(Seat.S, Kind.FACED_CARD), Seat.W)
    assert (deals(faced, Seat.S), faced.running) == (True, 1)
    bad = deal_at_table(opened(BOOK), moved(cards_of("D1"), "JS", None, None))
    assert deals(claim(bad, Misdeal(Seat.S, Kind.IMPERFECT_PACK), Seat.E), Seat.S)
    wrong = deal_at_table(opened(BOOK), cards_of("D1"), dealer=Seat.W, turn_up=TurnUp.PUT_DOWN)
    assert deals(claim(wrong, WrongDealer(Seat.W, Seat.S), Seat.E), Seat.S)
    for kind in (Kind.TABLE_TALK, Kind.SIGNALLING):
        assert points(claim(made("D1", BOOK), Talk(Seat.N, kind), Seat.W)) == (0, 0)


def test_N04_2_7_burying_the_turn_up_with_five_of_its_suit_is_done_again() -> None:
    """SC-050: D7 again, South has to keep JH; nothing is lost."""
    table = did(sat("D7", BOOK, "W order"), "S bury JH")
    assert wrong_call(table).kind is Kind.FORBIDDEN_CALL
    again = claim(table, wrong_call(table), Seat.W)
    assert again.deal.turn is Seat.S
    assert "JH" not in may_play(again)
    assert isinstance(wrong_call(table), WrongCall)
