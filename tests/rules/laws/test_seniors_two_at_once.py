"""Two irregularities of one hand at the seniors' table (11.M3, 11.N2, 11.Q3, 11.R5)."""

import pytest

from referee.sitting import (
    T6,
    TAKEN,
    cards_of,
    cited,
    did,
    made,
    moved,
    neatly,
    opened,
    points,
    ruling,
    tricks,
)
from rightbower.referee.claims import call_suit, choose, claim, overrule
from rightbower.referee.doing import deal_at_table, irregularities
from rightbower.referee.irregularities import (
    Kind,
    Misdeal,
    Revoke,
    TrickTurned,
    WrongCount,
)
from rightbower.referee.judges import advise
from rightbower.referee.remedies import FINAL, CallSuit
from rightbower.referee.rulings import Ruling, Situation
from rightbower.referee.table import SuitCall, Table, TableError, may_call, ways
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat, Suit

SIX = WrongCount(Seat.N, 6)
EAST = Revoke(Seat.E, 1)


def six_and_a_revoke(book: RuleBook) -> Table:
    """North was dealt six cards, East trumps the first spade while holding two; a trick is quitted."""
    table = did(
        deal_at_table(opened(book, score=(4, 9)), moved(cards_of("D1"), "JS", None, "N")), TAKEN
    )
    return neatly(table, tricks(T6, 1))


def names(table: Table, number: int) -> list[str]:
    return [option.name for option in ways(table, number)]


@pytest.mark.parametrize("revoke_first", [True, False])
def test_A01_11_N2_a_side_that_may_not_score_adds_no_penalty(
    seniors: RuleBook, revoke_first: bool
) -> None:
    """X-83: North's six cards and East's revoke: North and South may subtract, in either order."""
    order = (EAST, SIX) if revoke_first else (SIX, EAST)
    table = six_and_a_revoke(seniors)
    for fact in order:
        table = claim(table, fact, Seat.W if fact == SIX else Seat.S)
    number = 0 if revoke_first else 1
    assert names(table, number) == ["as played", "subtract"]
    over = neatly(table, T6.split("/", 1)[1])
    assert points(over) == (4, 9), "four tricks, and nothing for them"
    with pytest.raises(ValueError, match=r"nothing is added|not a choice here"):
        choose(over, "add", EAST.seat.side.other)
    assert points(choose(over, "subtract", EAST.seat.side.other)) == (4, 7)
    if revoke_first:
        with pytest.raises(TableError, match=f"{seniors.document}-11.N2"):
            choose(over, "add", EAST.seat.side.other)
    else:
        assert f"{seniors.document}-11.N2" in cited(over)


def test_A01_11_N2_a_house_may_let_it_be_added(seniors: RuleBook) -> None:
    house = overlay(seniors, {"count.late_penalty": "may be added"}, "X-83 b")
    table = claim(claim(six_and_a_revoke(house), EAST, Seat.S), SIX, Seat.W)
    assert names(table, 0) == ["as played", "add", "subtract"]
    over = neatly(table, T6.split("/", 1)[1])
    assert points(choose(over, "add", EAST.seat.side.other)) == (6, 9)


def test_A01_11_N2_where_adding_is_all_there_is_nothing_is_given(seniors: RuleBook) -> None:
    bare = {"revoke.as_played": False, "revoke.subtract": False}
    house = overlay(seniors, bare, "One penalty only")
    table = claim(claim(six_and_a_revoke(house), EAST, Seat.S), SIX, Seat.W)
    over = neatly(table, T6.split("/", 1)[1])
    assert points(choose(over, names(over, 0)[0], None)) == (4, 9)
    told = Situation(
        proof="shown",
        happened=frozenset({"trick quitted"}),
        not_yet=frozenset({"next turn-up"}),
        lone="nobody",
        others_may_score=False,
    )
    given = advise(Kind.REVOKE, house, told)
    assert isinstance(given, Ruling)
    assert "count.late_penalty" in given.paths


def turned_up(book: RuleBook) -> Table:
    """South turns up a quitted trick and is on lead."""
    table = did(made("D1", book), "W AS, N 9S, E TS, S 9H, turn")
    return claim(table, TrickTurned(Seat.S, Kind.TRICK_TURNED_UP, 1), Seat.W)


def test_A01_11_Q3_either_opponent_may_call_the_lead(seniors: RuleBook) -> None:
    """X-84: not only the hand that plays last, as after a false lead."""
    table = turned_up(seniors)
    assert may_call(table.deal, table.orders) == (Seat.E, Seat.W)
    for by in (Seat.E, Seat.W):
        assert not [
            each for each in call_suit(table, by, None).orders if isinstance(each, SuitCall)
        ]
    with pytest.raises(TableError, match=f"{seniors.document}-11.Q3"):
        call_suit(table, Seat.N, Suit.DIAMONDS)
    last = turned_up(overlay(seniors, {"won_tricks.caller": "last to play"}, "X-84 b"))
    assert may_call(last.deal, last.orders) == (Seat.E,)
    with pytest.raises(TableError, match="West may not call"):
        call_suit(last, Seat.W, Suit.DIAMONDS)
    ordered = overrule(table, "R. Marsh", "As after a false lead", (CallSuit(FINAL),))
    assert may_call(ordered.deal, ordered.orders) == (Seat.E,), "by the officer's word as by 11.L6"


def twice(book: RuleBook) -> Table:
    """East trumps the first spade while holding two, West throws 9D on a club while holding TC."""
    table = neatly(made("D1", book, (4, 9)), "W AS, N 9S, E AH, S 9H / E QC, S AC, W 9D, N KC")
    return neatly(table, "S JH, W QH, N TH, E KD / S KH, W TC, N JD, E TS / N AD, E QS, S QD, W KS")


def test_A01_11_R5_two_revokes_of_a_side_are_two_penalties(seniors: RuleBook) -> None:
    """X-85: East in trick 1, West in trick 2; each proof brings its choice."""
    table = twice(seniors)
    facts = (EAST, Revoke(Seat.W, 2))
    for fact in facts:
        table = claim(table, fact, Seat.S)
        assert ruling(table).upheld
        table = choose(table, "subtract", fact.seat.side.other)
    assert points(table) == (4, 5)
    house = overlay(seniors, {"revoke.repeated": "once"}, "X-85 b")
    table = choose(claim(twice(house), EAST, Seat.S), "add", EAST.seat.side.other)
    again = claim(table, Revoke(Seat.W, 2), Seat.S)
    assert (ruling(again).upheld, points(again)) == (False, (6, 9))
    assert ruling(again).paths == ("revoke.repeated",)


@pytest.mark.parametrize(
    ("ours", "theirs", "score"),
    [
        ("add", "add", (6, 11)),  # each gets two, and the tricks score nothing
        ("add", "subtract", (4, 9)),
        ("subtract", "subtract", (2, 7)),
        ("as played", "add", (4, 11)),  # under one penalty nothing else scores
        ("as played", "as played", (5, 9)),
    ],
)
def test_A01_11_R5_each_side_chooses_for_the_revoke_of_the_other(
    seniors: RuleBook, ours: str, theirs: str, score: tuple[int, int]
) -> None:
    """X-68: East revokes in trick 1 and North in trick 3, and the makers take four."""
    opening = "W AS, N 9S, E AH, S 9H / E QC, S AC, W TC, N KC / S JH, W QH, N AD, E QS"
    ending = "S KH, W 9D, N JD, E TS / N TH, E KD, S QD, W KS"
    table = made("D1", seniors, score=(4, 9))
    table = did(table, f"{opening} / {ending}".replace(" / ", ", turn, ") + ", turn")
    for fact, chosen in ((EAST, ours), (Revoke(Seat.N, 3), theirs)):
        table = claim(table, fact, fact.seat.left)
        assert ruling(table).upheld
        table = choose(table, chosen, fact.seat.side.other)
    assert points(table) == score


def test_A01_11_R2_a_revoke_put_right_does_not_count_as_paid(seniors: RuleBook) -> None:
    house = overlay(seniors, {"revoke.repeated": "once"}, "X-85 b")
    table = claim(did(made("D1", house), "W AS, N 9S, E AH"), EAST, Seat.S)
    table = neatly(table, "E TS, S 9H / S JH, W 9D")
    table = did(table, "N TH, E AH, turn")
    assert ruling(claim(table, Revoke(Seat.W, 2), Seat.S)).upheld
    denied = claim(neatly(made("D1", house), "W AS, N 9S, E TS, S 9H"), Revoke(Seat.E, 1), Seat.S)
    assert not ruling(denied).upheld


@pytest.mark.parametrize("late", [False, True])
def test_A01_11_M3_a_short_pack_is_an_imperfect_pack_as_whatever_it_is_called(
    seniors: RuleBook, late: bool
) -> None:
    """X-86: 23 cards, so West has four; found late the deal is void all the same (not 11.N2)."""
    table = did(deal_at_table(opened(seniors), moved(cards_of("D1"), "QH", "W", None)), TAKEN)
    table = neatly(table, "W AS, N 9S, E TS, S 9H") if late else table
    for fact in irregularities(table):
        void = claim(table, fact, Seat.S)
        assert (ruling(void).kind, void.game.deal) == (Kind.IMPERFECT_PACK, None)
        assert f"{seniors.document}-11.M3" in cited(void)
    house = overlay(seniors, {"misdeal.wrong_pack": "as called"}, "X-86 b")
    table = did(deal_at_table(opened(house), moved(cards_of("D1"), "QH", "W", None)), TAKEN)
    scored = claim(neatly(table, "W AS, N 9S, E TS, S 9H"), WrongCount(Seat.W, 4), Seat.S)
    assert scored.no_score == (Seat.W.side,)
    assert Misdeal(Seat.S, Kind.IMPERFECT_PACK) in irregularities(scored)


def test_A01_11_N1_of_a_right_pack_it_is_a_wrong_hand(seniors: RuleBook) -> None:
    table = deal_at_table(opened(seniors), moved(cards_of("D1"), "JS", None, "N"))
    assert ruling(claim(table, SIX, Seat.W)).kind is Kind.WRONG_COUNT
