"""Irregularities at the seniors' table: the play (section 11, H to Q)."""

import pytest

from referee.sitting import cited, did, made, neatly, out_of_turn, ruling, sat, set_out
from rightbower.referee.claims import call_card, call_suit, claim
from rightbower.referee.doing import options
from rightbower.referee.irregularities import (
    ExposedCard,
    Fact,
    Kind,
    NotSingly,
    TrickTurned,
)
from rightbower.referee.table import CardUp, SuitCall, Table, TableError, callers
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat, Suit, card

# D5: West deals, East orders 9S and is alone; North has the lead and West sits out.
LONE_EAST = "N pass, E order"


def shown(table: Table) -> list[str]:
    """The cards that lie exposed, as seat and card."""
    return [f"{each.seat} {each.card}" for each in table.orders if isinstance(each, CardUp)]


def called(table: Table) -> list[str]:
    """The sides whose next lead may be called."""
    return [each.side.name for each in table.orders if isinstance(each, SuitCall)]


def may_play(table: Table) -> set[str]:
    """The cards the seat in turn may play."""
    return {each.card.name for each in options(table) if hasattr(each, "card")}


def false_lead(book: RuleBook) -> Table:
    """SC-092: hearts are trump and West is to lead, but East leads QC; South and West follow."""
    return did(made("D1", book), "E QC, S AC, W TC")


def spread(book: RuleBook, **hands: str) -> Table:
    """South has taken 9H and buried JC; North holds AD KD; West is to lead."""
    four = {
        "N": "9S AD KD KC TH", "E": "QS TS QD QC AH", "S": "JH KH 9D AC JC", "W": "AS KS TD TC QH",
        **hands,
    }  # fmt: skip
    return set_out(book, "S deals, 9H up", "W pass, N pass, E pass, S pick up, S bury JC", **four)


def test_A01_11_H1_a_lone_hand_pays_no_penalty(seniors: RuleBook) -> None:
    """SC-105: it leads out of turn, plays out of turn, drops a card and lays down two."""
    start = sat("D5", seniors, LONE_EAST)
    led = did(start, "E JS, S TS")
    late = neatly(start, "N KC, E KS, S 9C")
    early = did(late, "E AH, S QH, N QD, turn, S QC")
    facts: list[tuple[Table, Fact]] = [
        (led, out_of_turn(led)),
        (late, ExposedCard(Seat.E, card("JS"))),
        (late, NotSingly(Seat.E, card("JS"))),
    ]
    for table, fact in facts:
        spared = claim(table, fact, Seat.N)
        assert (shown(spared), called(spared)) == ([], [])
        assert f"{seniors.document}-11.H1" in cited(spared)
    against = claim(early, out_of_turn(early), Seat.E)
    assert (shown(against), called(against)) == (["S QC"], ["NS"]), "its opponents still pay"


def test_A01_11_H2_a_lone_hand_still_undoes_the_slip_in_time(seniors: RuleBook) -> None:
    """Until the trick is complete (X-77), on the word of any player."""
    table = did(sat("D5", seniors, LONE_EAST), "E JS, S TS")
    for by in (Seat.N, Seat.S, Seat.E, None):
        back = claim(table, out_of_turn(table), by)
        assert card("JS") in back.deal.hands[Seat.E]
        assert card("TS") in back.deal.hands[Seat.S]
        assert back.deal.turn is Seat.N
        assert f"{seniors.document}-11.H2" in cited(back)
    complete = did(table, "N JC")
    stands = claim(complete, out_of_turn(complete), Seat.N)
    assert not ruling(stands).upheld
    assert stands.deal.tricks[0].winner is Seat.E


def test_A01_11_H2_a_house_may_give_it_until_the_trick_is_quitted(seniors: RuleBook) -> None:
    house = overlay(seniors, {"lone_hand.until": "trick quitted"}, "X-77 b")
    complete = did(sat("D5", house, LONE_EAST), "E JS, S TS, N JC")
    assert claim(complete, out_of_turn(complete), Seat.N).deal.turn is Seat.N
    turned = did(complete, "turn")
    assert not ruling(claim(turned, out_of_turn(turned), Seat.N)).upheld


def test_A01_11_L1_a_wrong_lead_to_which_all_have_played_stands(seniors: RuleBook) -> None:
    table = did(false_lead(seniors), "N KC")
    stands = claim(table, out_of_turn(table), Seat.N)
    assert not ruling(stands).upheld
    assert stands.deal.tricks[0].winner is Seat.S
    assert (shown(stands), called(stands)) == ([], [])
    assert f"{seniors.document}-11.L1" in cited(stands)


@pytest.mark.parametrize("by", [*Seat, None])
def test_A01_11_L2_a_wrong_lead_comes_back_on_any_demand(
    seniors: RuleBook, by: Seat | None
) -> None:
    """SC-092: three have played and North has not."""
    table = false_lead(seniors)
    back = claim(table, out_of_turn(table), by)
    assert ruling(back).upheld
    assert (back.deal.turn, back.deal.tricks[0].plays) == (Seat.W, ())
    assert f"{seniors.document}-11.L2" in cited(back)


def test_A01_11_L2_without_a_demand_it_stands(seniors: RuleBook) -> None:
    over = neatly(false_lead(seniors), "N KC, S JH, W QH, N TH, E AH")
    assert over.deal.tricks[0].leader is Seat.E
    assert over.log == ()


def test_A01_11_L3_the_withdrawn_lead_is_an_exposed_card(seniors: RuleBook) -> None:
    table = false_lead(seniors)
    back = claim(table, out_of_turn(table), Seat.N)
    assert shown(back) == ["E QC"]
    assert f"{seniors.document}-11.L3" in cited(back)
    spades = did(back, "W AS, N 9S")
    assert may_play(spades) == {"QS", "TS"}, "it waits while East has to follow suit"
    clubs = did(back, "W TC, N KC")
    assert may_play(clubs) == {"QC"}


def test_A01_11_L4_cards_played_on_it_go_back_free(seniors: RuleBook) -> None:
    table = false_lead(seniors)
    back = claim(table, out_of_turn(table), Seat.N)
    assert card("AC") in back.deal.hands[Seat.S]
    assert card("TC") in back.deal.hands[Seat.W]
    assert shown(back) == ["E QC"], "AC and TC are not exposed"
    assert f"{seniors.document}-11.L4" in cited(back)
    house = overlay(seniors, {"turns.followers": "exposed"}, "A stricter house")
    strict = claim(false_lead(house), out_of_turn(false_lead(house)), Seat.N)
    assert sorted(shown(strict)) == ["E QC", "S AC", "W TC"]


def test_A01_11_L5_an_opponent_may_name_the_suit_of_the_next_lead(seniors: RuleBook) -> None:
    table = false_lead(seniors)
    back = claim(table, out_of_turn(table), Seat.N)
    assert called(back) == ["EW"]
    assert may_play(back) == {"AS", "KS", "9D", "TC", "QH"}
    spades = call_suit(back, Seat.S, Suit.SPADES)
    assert may_play(spades) == {"AS", "KS"}
    with pytest.raises(TableError, match="has to play AS or KS now"):
        did(spades, "W TC")
    assert f"{seniors.document}-11.L5" in cited(back)


def test_A01_11_L5_the_call_has_one_use(seniors: RuleBook) -> None:
    """SC-097: used, waived or passed over, it lapses with that lead."""
    table = false_lead(seniors)
    back = claim(table, out_of_turn(table), Seat.N)
    for settled in (call_suit(back, Seat.S, Suit.SPADES), call_suit(back, Seat.S, None), back):
        assert called(did(settled, "W AS")) == []
    with pytest.raises(TableError, match="no suit can be called"):
        call_suit(call_suit(back, Seat.S, None), Seat.S, Suit.SPADES)


def test_A01_11_L5_a_leader_void_of_the_suit_is_free(seniors: RuleBook) -> None:
    table = did(spread(seniors, W="AS KS TS TC QH", E="QS TD QD QC AH"), "E QC")
    back = claim(table, out_of_turn(table), Seat.N)
    called_on = call_suit(back, Seat.S, Suit.DIAMONDS)
    assert may_play(called_on) == {"AS", "KS", "TS", "TC", "QH"}


def east_wins(book: RuleBook) -> Table:
    """West leads KS out of turn in the second trick, takes it back, and East wins that trick."""
    table = did(neatly(made("D1", book), "W AS, N 9S, E TS, S 9H"), "W KS")
    return neatly(claim(table, out_of_turn(table), Seat.S), "S KH, W QH, N TH, E AH")


def test_A01_11_L6_only_the_hand_that_plays_last_may_call(seniors: RuleBook) -> None:
    """SC-095: with West on lead South calls, with East on lead North."""
    table = false_lead(seniors)
    west = claim(table, out_of_turn(table), Seat.N)
    assert callers(west.deal, seniors) == (Seat.S,)
    with pytest.raises(TableError, match=f"North may not call the suit.*{seniors.document}-11.L6"):
        call_suit(west, Seat.N, Suit.SPADES)
    east = east_wins(seniors)
    assert (east.deal.turn, callers(east.deal, seniors)) == (Seat.E, (Seat.N,))
    assert may_play(call_suit(east, Seat.N, Suit.DIAMONDS)) == {"KD"}


def test_A01_11_L6_the_lone_opponent_calls_where_the_last_is_a_partner(seniors: RuleBook) -> None:
    """X-22: North leads with the lone East on the left, so South would play last."""
    table = did(sat("D5", seniors, LONE_EAST), "S 9C")
    back = claim(table, out_of_turn(table), Seat.E)
    assert back.deal.turn is Seat.N
    assert callers(back.deal, seniors) == (Seat.E,)
    assert may_play(call_suit(back, Seat.E, Suit.DIAMONDS)) == {"9D", "QD"}
    house = overlay(seniors, {"turns.caller_lone": "no call"}, "X-22 b")
    assert callers(back.deal, house) == ()
    either = overlay(seniors, {"turns.caller": "either opponent"}, "Ours")
    table = false_lead(either)
    assert callers(claim(table, out_of_turn(table), Seat.N).deal, either) == (Seat.N, Seat.S)


def test_A01_11_E1_a_card_played_out_of_turn_is_exposed(seniors: RuleBook) -> None:
    table = did(made("D1", seniors), "W AS, E TS")
    back = claim(table, out_of_turn(table), Seat.N)
    assert shown(back) == ["E TS"]
    assert (back.deal.turn, called(back)) == (Seat.N, []), "no suit is called for a play"
    assert may_play(did(back, "N 9S")) == {"TS"}
    assert f"{seniors.document}-11.E1" in cited(back)


def test_A01_11_E1_cards_played_in_their_turn_stay(seniors: RuleBook) -> None:
    table = did(made("D1", seniors), "W AS, E TS, N 9S")
    back = claim(table, out_of_turn(table), Seat.S)
    assert [str(played) for _, played in back.deal.tricks[0].plays] == ["AS", "9S"]
    fact = out_of_turn(table)
    over = did(table, "S 9H")
    stands = claim(over, fact, Seat.S)
    assert not ruling(stands).upheld, "all have played: the trick stands"
    assert shown(stands) == []
    skipped = did(made("D1", seniors), "W AS, E TS, S 9H")
    back = claim(skipped, fact, Seat.N)
    assert [str(played) for _, played in back.deal.tricks[0].plays] == ["AS"], "9H was early too"


def test_A01_11_E2_a_dropped_card_is_exposed(seniors: RuleBook) -> None:
    """SC-100: North drops KD; on the next diamond it has to be KD, not AD."""
    table = claim(did(spread(seniors), "W AS, N 9S"), ExposedCard(Seat.N, card("KD")), Seat.E)
    assert shown(table) == ["N KD"]
    assert f"{seniors.document}-11.E2" in cited(table)
    diamond = neatly(table, "E TS, S 9H, S 9D, W TD")
    assert may_play(diamond) == {"KD"}
    with pytest.raises(TableError, match=f"has to play KD now .{seniors.document}-11.E5."):
        did(diamond, "N AD")
    assert shown(did(diamond, "N KD")) == []


@pytest.mark.parametrize("how", ["claim", "report"])
def test_A01_11_E3_a_card_played_along_is_exposed(seniors: RuleBook, how: str) -> None:
    table = did(spread(seniors), "W AS, N 9S")
    king = card("KD")
    fact = NotSingly(Seat.N, king) if how == "claim" else ExposedCard(Seat.N, king, "played along")
    up = claim(table, fact, Seat.E)
    assert (shown(up), up.game.score) == (["N KD"], (0, 0))
    assert f"{seniors.document}-11.E3" in cited(up)


def test_A01_11_E4_a_card_named_as_in_hand_is_exposed(seniors: RuleBook) -> None:
    table = claim(spread(seniors), ExposedCard(Seat.S, card("JH"), "named"), Seat.W)
    assert shown(table) == ["S JH"]
    assert f"{seniors.document}-11.E4" in cited(table)
    with pytest.raises(TableError, match="does not hold"):
        claim(table, ExposedCard(Seat.S, card("AS"), "named"), Seat.W)


def test_A01_11_E5_it_is_played_at_the_first_legal_chance_leads_included(
    seniors: RuleBook,
) -> None:
    """SC-102: North wins a trick with KD exposed and has to lead it."""
    table = spread(seniors, N="AS AD KD KC TH", W="9S KS TD TC QH")
    up = claim(table, ExposedCard(Seat.N, card("KD")), Seat.E)
    led = neatly(up, "W KS, N AS, E TS, S 9D")
    assert may_play(led) == {"KD"}
    both = claim(led, ExposedCard(Seat.N, card("KC")), Seat.E)
    assert may_play(both) == {"KD", "KC"}, "of several the owner chooses (X-46)"
    house = overlay(seniors, {"exposed.several": "opponents choose"}, "X-46 b")
    table = spread(house, N="AS AD KD KC TH", W="9S KS TD TC QH")
    for name in ("KD", "KC"):
        table = claim(table, ExposedCard(Seat.N, card(name)), Seat.E)
    table = neatly(table, "W KS, N AS, E TS, S 9D")
    assert may_play(call_card(table, Seat.W, card("KC"))) == {"KC"}
    with pytest.raises(TableError, match="opponents choose"):
        call_card(table, Seat.S, card("KC"))
    with pytest.raises(TableError, match="owner chooses"):
        call_card(both, Seat.W, card("KC"))


def test_A01_11_E5_a_called_suit_comes_first(seniors: RuleBook) -> None:
    """X-45: the exposed card waits if the leader can obey; a void leader leads it."""
    hands = {"N": "9S AD KD KC TH", "W": "AS KS TD TC QH", "E": "QS TS QD QC AH"}
    west = did(spread(seniors, **hands), "E QC")
    back = claim(west, out_of_turn(west), Seat.N)
    back = claim(back, ExposedCard(Seat.W, card("TD")), Seat.N)
    assert may_play(call_suit(back, Seat.S, Suit.CLUBS)) == {"TC"}
    assert may_play(call_suit(back, Seat.S, None)) == {"TD"}
    void = did(spread(seniors, W="AS KS TS TD QH", E="QS TC QD QC AH"), "E QC")
    void = claim(void, out_of_turn(void), Seat.N)
    void = claim(void, ExposedCard(Seat.W, card("TD")), Seat.N)
    assert may_play(call_suit(void, Seat.S, Suit.CLUBS)) == {"TD"}
    house = overlay(seniors, {"exposed.called_suit": "exposed card first"}, "X-45 b")
    other = did(spread(house, **hands), "E QC")
    other = claim(other, out_of_turn(other), Seat.N)
    other = claim(other, ExposedCard(Seat.W, card("TD")), Seat.N)
    assert may_play(call_suit(other, Seat.S, Suit.CLUBS)) == {"TD"}


def test_A01_11_Q1_a_trick_left_lying_brings_a_reminder(seniors: RuleBook) -> None:
    table = did(made("D1", seniors), "W AS, N 9S, E TS, S 9H, S JH")
    asked = claim(table, TrickTurned(Seat.S, Kind.TRICK_NOT_TURNED, 1), Seat.W)
    assert [type(each).__name__ for each in ruling(asked).remedies] == ["Remind"]
    assert called(asked) == []


def test_A01_11_Q3_turning_up_a_quitted_trick_gives_a_call(seniors: RuleBook) -> None:
    complete = did(made("D1", seniors), "W AS, N 9S, E TS, S 9H")
    fact = TrickTurned(Seat.S, Kind.TRICK_TURNED_UP, 1)
    with pytest.raises(TableError, match="has not been turned"):
        claim(complete, fact, Seat.W)
    table = claim(did(complete, "turn"), fact, Seat.W)
    assert called(table) == ["NS"]
    assert f"{seniors.document}-11.Q3" in cited(table)
    assert callers(table.deal, seniors) == (Seat.E,)
    assert may_play(call_suit(table, Seat.E, Suit.DIAMONDS)) == {"QD"}
