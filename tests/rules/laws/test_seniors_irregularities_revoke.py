"""The revoke at the seniors' table (section 11.R)."""

import pytest

from referee.sitting import T1, T6, cards_of, chosen, cited, did, made, neatly, points, ruling, sat
from rightbower.referee.claims import choose, claim
from rightbower.referee.doing import deal_at_table, enter_result, face, irregularities
from rightbower.referee.irregularities import Revoke
from rightbower.referee.table import Table, TableError
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat, Side, card
from rightbower.rules.game import TurnUp

EAST = Revoke(Seat.E, 1)
REVOKED = "W AS, N 9S, E AH, S 9H"
# D3: North orders 9S alone; on JC West throws KH while holding TS and QS, and N wins all five.
LONE = "N order alone, W bury TC"
LONE_PLAY = (
    "N JS, E 9H, W 9S / N JC, E TH, W KH / N AS, E QH, W TS / N KS, E TD, W QS / N AD, E KD, W AH"
)


def revoked(book: RuleBook, score: tuple[int, int] = (0, 0)) -> Table:
    """T6: East trumped the first spade with two in hand; the hand is played out."""
    return neatly(made("D1", book, score), T6)


def test_A01_11_R1_not_following_when_able_is_a_revoke(seniors: RuleBook) -> None:
    assert irregularities(did(made("D1", seniors), REVOKED)) == (EAST,)
    assert irregularities(did(made("D1", seniors), "W AS, N 9S, E QS, S 9H")) == ()
    assert f"{seniors.document}-11.R1" in cited(
        claim(did(made("D1", seniors), REVOKED), EAST, None)
    )


def test_A01_11_R1_the_left_bower_is_of_the_trump_suit(seniors: RuleBook) -> None:
    """SC-085: hearts are trump and a diamond is led; North's only red card is JD."""
    table = did(made("D1", seniors), "W QH, N 9S")
    assert irregularities(table) == (Revoke(Seat.N, 1),), "North holds JD and TH, both trumps"
    table = neatly(made("D1", seniors), "W QH, N TH, E AH, S 9H")
    free = did(table, "E KD, S QD, W 9D, N 9S")
    assert irregularities(free) == (Revoke(Seat.N, 2),), "AD would have followed"
    free = did(neatly(table, "E KD, S QD, W 9D, N AD"), "N KC, E QC, S AC, W TC, turn, S KH, W AS")
    assert irregularities(free) == ()
    wrong = claim(did(made("D1", seniors), "W AS, N 9S, E TS, S 9H"), Revoke(Seat.S, 1), Seat.W)
    assert not ruling(wrong).upheld


def test_A01_11_R2_it_can_be_put_right_until_the_trick_is_quitted(seniors: RuleBook) -> None:
    """SC-075, SC-077: even with the trick complete; once it is turned it is too late."""
    before = did(made("D1", seniors), "W AS, N 9S, E AH")
    complete = did(before, "S 9H")
    for table in (before, complete):
        right = claim(table, EAST, Seat.E)
        assert right.deal.turn is Seat.E
        assert card("AH") in right.deal.hands[Seat.E]
        assert (right.waiting, right.orders) == ((), ()), "no penalty, and AH is not exposed (X-21)"
        assert f"{seniors.document}-11.R2" in cited(right)
    late = claim(did(complete, "turn"), EAST, Seat.E)
    assert late.deal.tricks[0].winner is Seat.E
    assert late.waiting == (0,)
    house = overlay(seniors, {"exposed.corrected_revoke": True}, "X-21 b")
    up = claim(did(made("D1", house), REVOKED), EAST, Seat.E)
    assert len(up.orders) == 1


def test_A01_11_R2_the_last_trick_too(seniors: RuleBook) -> None:
    table = neatly(made("D1", seniors), "/".join(T1.split("/")[:4]))
    kept = did(table, "N KC, E QS, S AC, W KS")
    assert points(kept) == (0, 0), "not scored before it is turned"
    assert points(did(kept, "turn")) == (2, 0)


def test_A01_11_R3_whoever_played_after_it_may_change(seniors: RuleBook) -> None:
    table = claim(did(made("D1", seniors), REVOKED), EAST, Seat.W)
    assert card("9H") in table.deal.hands[Seat.S]
    right = did(table, "E TS, S QD")
    assert right.deal.tricks[0].winner is Seat.W
    assert f"{seniors.document}-11.R3" in cited(table)
    house = overlay(seniors, {"revoke.followers_change": False}, "Not here")
    bound = did(claim(did(made("D1", house), REVOKED), EAST, Seat.W), "E TS")
    with pytest.raises(TableError, match="has to play 9H"):
        did(bound, "S QD")
    assert did(bound, "S 9H").deal.tricks[0].winner is Seat.S


def test_A01_11_R4_tricks_mixed_by_the_accused_prove_it(seniors: RuleBook) -> None:
    """X-20: the accused side's mixing proves the claim, the claimants' defeats it."""
    table = neatly(made("D1", seniors), T1)
    assert not ruling(claim(table, EAST, Seat.N)).upheld
    proved = claim(table, EAST, Seat.N, proof="mixed by offenders")
    assert ruling(proved).upheld
    assert f"{seniors.document}-11.R4" in cited(proved)
    defeated = claim(table, EAST, Seat.N, proof="mixed by other side")
    assert not ruling(defeated).upheld
    house = overlay(seniors, {"revoke.mixed": "anyone"}, "X-20 b")
    table = neatly(made("D1", house), T1)
    assert ruling(claim(table, EAST, Seat.N, proof="mixed by other side")).upheld


def test_A01_11_R5_the_other_side_may_keep_the_hand_as_played(seniors: RuleBook) -> None:
    table = claim(revoked(seniors), EAST, Seat.N)
    assert points(table) == (1, 0)
    kept = choose(table, "as played", Side.NS)
    assert points(kept) == (1, 0)
    assert f"{seniors.document}-11.R5" in cited(kept)
    with pytest.raises(TableError, match="the other side chooses"):
        choose(table, "as played", Side.EW)
    with pytest.raises(ValueError, match="choices are as played, add, subtract"):
        choose(table, "double", Side.NS)


def test_A01_11_R5_or_take_two_points_instead_of_the_hand(seniors: RuleBook) -> None:
    """Under the penalty nothing else scores (X-68)."""
    added = choose(claim(revoked(seniors, (4, 9)), EAST, Seat.N), "add", Side.NS)
    assert points(added) == (6, 9)
    (mark,) = added.game.finished[-1].marks
    assert (mark.side, mark.points) == (Side.NS, 2)
    assert added.game.book.clause(mark.path) == f"{seniors.document}-11.R5"


def test_A01_11_R5_the_hand_is_played_out_first(seniors: RuleBook) -> None:
    table = neatly(made("D1", seniors), "W AS, N 9S, E AH, S 9H")
    claimed = claim(table, EAST, Seat.N)
    with pytest.raises(TableError, match="played out"):
        choose(claimed, "add", Side.NS)
    over = neatly(claimed, "/".join(T6.split("/")[1:]))
    with pytest.raises(TableError, match="waits for its choice"):
        deal_at_table(over, cards_of("D1"))
    assert points(choose(over, "add", Side.NS)) == (2, 0)


def test_A01_11_R5_makers_who_revoke_pay_too(seniors: RuleBook) -> None:
    """South, the maker, throws QD on the spade lead... and follows it later with AC on a club."""
    line = "W TC, N KC, E QC, S QD / N AD, E KD, S AC, W 9D / N 9S, E TS, S 9H, W AS / S JH, W QH, N TH, E AH / S KH, W KS, N JD, E QS"
    table = neatly(made("D1", seniors), line)
    south = Revoke(Seat.S, 1)
    paid = choose(claim(table, south, Seat.W), "add", Side.EW)
    assert points(paid) == (0, 2)


@pytest.mark.parametrize(
    ("before", "after"), [((4, 9), (4, 7)), ((4, 2), (4, 0)), ((4, 1), (4, 0)), ((4, 0), (4, 0))]
)
def test_A01_11_R6_it_may_be_taken_from_the_revokers(
    seniors: RuleBook, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """SC-080, and not below nothing (X-19)."""
    taken = choose(claim(revoked(seniors, before), EAST, Seat.N), "subtract", Side.NS)
    assert points(taken) == after
    assert f"{seniors.document}-11.R6" in cited(taken)
    assert sum(mark.points for mark in taken.game.finished[-1].marks) == after[1] - before[1]


def test_A01_11_R6_a_house_may_go_below_nothing_or_not_offer_it(seniors: RuleBook) -> None:
    below = overlay(seniors, {"revoke.floor": "below zero"}, "X-19 b")
    taken = choose(claim(revoked(below, (4, 1)), EAST, Seat.N), "subtract", Side.NS)
    assert points(taken) == (4, -1)
    barred = overlay(seniors, {"revoke.floor": "not offered"}, "X-19 c")
    for score, names in (
        ((4, 1), ["as played", "add"]),
        ((4, 2), ["as played", "add", "subtract"]),
    ):
        offered = ruling(claim(revoked(barred, score), EAST, Seat.N)).options
        assert [option.name for option in offered] == names


def test_A01_11_R7_on_a_lone_hand_it_is_four(seniors: RuleBook) -> None:
    """SC-082: West throws KH on JC while holding TS and QS."""
    table = neatly(sat("D3", seniors, LONE), LONE_PLAY)
    west = Revoke(Seat.W, 2)
    assert points(table) == (4, 0)
    claimed = claim(table, west, Seat.N)
    assert f"{seniors.document}-11.R7" in cited(claimed)
    assert points(choose(claimed, "add", Side.NS)) == (4, 0)
    richer = claim(neatly(sat("D3", seniors, LONE, score=(0, 7)), LONE_PLAY), west, Seat.N)
    assert points(choose(richer, "subtract", Side.NS)) == (0, 3)


def test_A01_11_R7_a_lone_player_who_revokes_pays_four_too(seniors: RuleBook) -> None:
    """West, alone, throws QH on a diamond while holding 9D, and is euchred besides."""
    lone = "W order alone, S bury JC"
    play = "W AS, N 9S, S KH / S QD, W QH, N AD / W KS, N KC, S 9H / S AC, W TC, N JD / N TH, S JH, W 9D"
    table = neatly(sat("D1", seniors, lone), play)
    assert points(table) == (2, 0)
    paid = choose(claim(table, Revoke(Seat.W, 2), Seat.N), "add", Side.NS)
    assert points(paid) == (4, 0)


@pytest.mark.parametrize(
    ("means", "value"),
    [("any lone deal", 4), ("by the lone player", 2), ("against the lone player", 4)],
)
def test_A01_11_R7_whose_revoke_counts_is_a_reading(
    seniors: RuleBook, means: str, value: int
) -> None:
    """X-18: here the defenders revoked against the lone hand."""
    house = overlay(seniors, {"revoke.lone_means": means}, "X-18")
    table = claim(neatly(sat("D3", house, LONE), LONE_PLAY), Revoke(Seat.W, 2), Seat.N)
    assert points(choose(table, "add", Side.NS)) == (value, 0)


def test_A01_11_R5_it_may_be_claimed_until_the_next_turn_up(seniors: RuleBook) -> None:
    """X-56: with the next hand dealt and its card not yet faced there is still time."""
    over = revoked(seniors)
    dealt = deal_at_table(over, cards_of("D3"), turn_up=TurnUp.PUT_DOWN)
    claimed = claim(dealt, EAST, Seat.N, last_hand=True)
    with pytest.raises(TableError, match="before the next turn-up"):
        face(claimed)
    paid = choose(claimed, "add", Side.NS)
    assert (points(paid), paid.deal) == ((2, 0), dealt.deal), "the cards just dealt stay"
    late = claim(face(dealt), EAST, Seat.N, last_hand=True)
    assert (ruling(late).upheld, points(late)) == (False, (1, 0))


def test_A01_11_R5_or_until_the_result_is_entered(seniors: RuleBook) -> None:
    over = revoked(seniors, (9, 8))
    assert over.game.result is not None
    claimed = claim(over, EAST, Seat.N)
    with pytest.raises(TableError, match="waits for its choice"):
        enter_result(claimed)
    denied = choose(claimed, "subtract", Side.NS)
    assert (points(denied), denied.game.result) == ((9, 6), None), "the game goes on"
    entered = enter_result(over)
    assert not ruling(claim(entered, EAST, Seat.N)).upheld


def test_A01_9_1_a_penalty_can_end_the_game(seniors: RuleBook) -> None:
    """X-49."""
    won = choose(claim(revoked(seniors, (8, 4)), EAST, Seat.N), "add", Side.NS)
    assert won.game.result is not None
    assert (won.game.result.winner, won.game.score) == (Side.NS, (10, 4))
    house = overlay(seniors, {"rulings.ends_game": False}, "X-49 b")
    on = choose(claim(revoked(house, (8, 4)), EAST, Seat.N), "add", Side.NS)
    assert (points(on), on.game.result) == ((10, 4), None), "play on"


def test_A01_11_R5_as_played_is_for_both_sides(seniors: RuleBook) -> None:
    """X-68: a house may let only the innocent side score."""
    line = "W TC, N KC, E QC, S QD / N AD, E KD, S AC, W 9D / N 9S, E TS, S 9H, W AS / S JH, W QH, N TH, E AH / S KH, W KS, N JD, E QS"
    south = Revoke(Seat.S, 1)
    both = choose(claim(neatly(made("D1", seniors), line), south, Seat.W), "as played", Side.EW)
    assert points(both) == (2, 0)
    house = overlay(seniors, {"revoke.as_played_for": "innocent side"}, "X-68 b")
    one = choose(claim(neatly(made("D1", house), line), south, Seat.W), "as played", Side.EW)
    assert points(one) == (0, 0)
    assert chosen(one).option == "as played"
