"""The director's word at the seniors' table, and the courtesies (T9.1, C.4)."""

import pytest

from referee.sitting import (
    T6,
    cards_of,
    cited,
    did,
    exposed_in_deal,
    made,
    neatly,
    overruled,
    points,
    ruling,
    sat,
    set_out,
    wrong_call,
)
from rightbower.referee.claims import choose, claim, overrule
from rightbower.referee.doing import deal_at_table
from rightbower.referee.irregularities import Kind, Revoke, Talk
from rightbower.referee.remedies import AwardPoints, LetStand, Redeal, VoidCall
from rightbower.referee.table import Ruled, TableError
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Phase

EAST = Revoke(Seat.E, 1)
FINAL = "rulings.final"
WITHOUT_NATURAL = "The turn-up was taken without a natural card."
NO_NATURAL = {"S": "QS KD JD 9C AC"}


def test_A01_T9_1_the_director_may_overrule_and_history_stays(seniors: RuleBook) -> None:
    """The deal was void; the director lets it stand, and both lie in the log."""
    table = sat("D1", seniors, "W pass")
    void = claim(table, exposed_in_deal(), Seat.W)
    kept = overrule(void, "R. Marsh", "Nobody saw the card", (LetStand(FINAL),))
    assert kept.game.deal == table.game.deal
    assert [type(each).__name__ for each in kept.log] == ["Ruled", "Overruled"]
    said = overruled(kept)
    assert (said.number, said.officer, said.reason) == (0, "R. Marsh", "Nobody saw the card")
    assert did(kept, "N pass").deal.turn is Seat.E


def test_A01_T9_1_a_choice_may_be_overruled_too(seniors: RuleBook) -> None:
    table = claim(neatly(made("D1", seniors), T6), EAST, Seat.N)
    added = choose(table, "add", Side.NS)
    assert points(added) == (2, 0)
    back = overrule(added, "R. Marsh", "It was agreed otherwise", (LetStand(FINAL),))
    assert (points(back), back.waiting) == ((1, 0), ())


def test_A01_T9_1_later_only_what_follows_can_be_changed(seniors: RuleBook) -> None:
    """Once the play has gone on, an overruling adds to it and undoes nothing."""
    void = claim(sat("D1", seniors), exposed_in_deal(), Seat.W)
    on = did(deal_at_table(void, cards_of("D1")), "W pass")
    ruled = overrule(on, "R. Marsh", "Two points for the upset", (AwardPoints(FINAL, 2),), number=0)
    assert ruled.deal == on.deal
    assert points(ruled) == (0, 2)
    again = overrule(on, "R. Marsh", "Deal afresh", (Redeal(FINAL, "next dealer", misdeal=False),))
    assert (again.game.deal, again.game.dealer) == (None, Seat.W)


def test_A01_T9_1_an_overruling_has_a_name_and_a_reason(seniors: RuleBook) -> None:
    void = claim(sat("D1", seniors), exposed_in_deal(), Seat.W)
    for officer, reason in (("", "why"), ("R. Marsh", " ")):
        with pytest.raises(TableError, match="name and a reason"):
            overrule(void, officer, reason, (LetStand(FINAL),))
    with pytest.raises(TableError, match="no ruling to set aside"):
        overrule(sat("D1", seniors), "R. Marsh", "why", (LetStand(FINAL),))
    said = overrule(void, "R. Marsh", "why", (LetStand(FINAL),))
    with pytest.raises(TableError, match="entry 1 of the log is not a ruling"):
        overrule(said, "R. Marsh", "why", (LetStand(FINAL),), number=1)
    assert seniors.cite(FINAL).clause == f"{seniors.document}-T9.1"
    assert seniors.rulings.final


def test_A01_T9_1_a_call_without_a_remedy_is_made_again(seniors: RuleBook) -> None:
    """A dealer who buries the turn-up is told to bury another card; later the director decides."""
    table = did(sat("D1", seniors, "W pass, N pass, E pass, S pick up"), "S bury 9H")
    fact = wrong_call(table)
    assert fact.kind is Kind.FORBIDDEN_CALL
    again = claim(table, fact, Seat.W)
    assert (again.deal.turn, again.deal.buried) == (Seat.S, None)
    led = did(table, "W AS")
    late = claim(led, fact, Seat.W)
    assert (late.deal, [type(each).__name__ for each in ruling(late).remedies]) == (
        led.deal,
        ["OfficerDecides"],
    )
    assert f"{seniors.document}-T9.1" in cited(late)


def test_A01_4_11_a_pick_up_without_a_natural_card_is_for_the_director(seniors: RuleBook) -> None:
    """SC-032, X-48: refused by the program; at the table the director decides."""
    words = "W pass, N pass, E pass, S pick up"
    table = set_out(seniors, "S deals, AH up", words, **NO_NATURAL)
    fact = wrong_call(table)
    assert fact.kind is Kind.NO_NATURAL_CARD
    asked = claim(table, fact, Seat.W)
    assert (asked.deal, [type(each).__name__ for each in ruling(asked).remedies]) == (
        table.deal,
        ["OfficerDecides"],
    )
    assert (ruling(asked).kind, str(ruling(asked).says)) == (Kind.NO_NATURAL_CARD, WITHOUT_NATURAL)
    void = overrule(asked, "R. Marsh", "Not his to take", (VoidCall(FINAL),))
    assert void.deal.turn is Seat.S


def test_A01_4_11_a_reading_treats_it_as_out_of_turn(seniors: RuleBook) -> None:
    """X-48 b: void and the side barred; found after a lead, a new deal."""
    house = overlay(seniors, {"calls.without_natural": "void, side barred"}, "X-48 b")
    words = "W pass, N pass, E pass, S pick up"
    table = set_out(house, "S deals, AH up", words, **NO_NATURAL)
    void = claim(table, wrong_call(table), Seat.W)
    assert (void.deal.turn, [bar.side for bar in void.barred]) == (Seat.S, [Side.NS])
    assert [bar.phase for bar in void.barred] == [Phase.ROUND_ONE], "the round it was called in"
    assert (ruling(void).kind, str(ruling(void).says)) == (Kind.NO_NATURAL_CARD, WITHOUT_NATURAL)
    led = did(table, "S bury 9C")
    late = did(led, f"W {led.deal.hands[Seat.W][0]}")
    again = claim(late, wrong_call(late), Seat.W)
    assert again.game.deal is None
    assert (ruling(again).kind, str(ruling(again).says)) == (Kind.NO_NATURAL_CARD, WITHOUT_NATURAL)


@pytest.mark.parametrize(
    "talk", [Talk(Seat.N, Kind.TABLE_TALK), Talk(Seat.N, Kind.SIGNALLING)], ids=["talk", "signal"]
)
def test_A01_C_4_comments_and_gestures_bring_a_word_and_no_points(
    seniors: RuleBook, talk: Talk
) -> None:
    """A00 is silent and borrows it from its twin."""
    table = claim(made("D1", seniors, (5, 5)), talk, Seat.W)
    assert (points(table), [type(each).__name__ for each in ruling(table).remedies]) == (
        (5, 5),
        ["Warn"],
    )
    assert "A01-C.4" in cited(table)
    ruled = table.log[-1]
    assert isinstance(ruled, Ruled)
    assert seniors.conduct.least is None
    assert not seniors.conduct.help
