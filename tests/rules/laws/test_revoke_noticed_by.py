"""Who has to notice a revoke for it to be put right (X-93): anyone, or by a house's word its own side."""

import pytest

from referee.sitting import cited, did, made, points, ruling
from rightbower.referee.claims import claim
from rightbower.referee.irregularities import Revoke
from rightbower.referee.table import Table
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, card

EAST = Revoke(Seat.E, 1)


def slipped(book: RuleBook) -> Table:
    """East trumps the first spade and holds two; South has yet to play."""
    return did(made("D1", book), "W AS, N 9S, E AH")


def is_put_right(table: Table) -> bool:
    return card("AH") in table.deal.hands[Seat.E] if table.game.deal else False


def mended_by_anyone(book: RuleBook, clause: str) -> None:
    """East, an opponent and the officer alike may call it in time; X-93 b is a house's word."""
    for by in (Seat.E, Seat.W, Seat.N, Seat.S, None):
        table = claim(slipped(book), EAST, by)
        assert is_put_right(table), by
        assert clause in cited(table)
    house = overlay(book, {"revoke.mended_by": "the offenders"}, "X-93 b")
    for by in (Seat.E, Seat.W):
        assert is_put_right(claim(slipped(house), EAST, by)), by
    for by in (Seat.N, Seat.S, None):
        paid = claim(slipped(house), EAST, by)
        assert not is_put_right(paid), by
        assert "costs 2 points" in str(ruling(paid).says)
        assert "revoke.mended_by" in ruling(paid).paths


def test_S02_9_4_whoever_notices_the_mistake_it_may_be_changed() -> None:
    book = load("charity-social")
    mended_by_anyone(book, "S02-9.4")
    house = overlay(book, {"revoke.mended_by": "the offenders"}, "X-93 b")
    assert points(claim(slipped(house), EAST, Seat.N)) == (2, 0)
    late = claim(did(slipped(house), "S 9H"), EAST, Seat.E)
    assert points(late) == (2, 0), "too late for East as well"
    assert "revoke.mended_by" not in ruling(late).paths


def test_A01_11_R2_whoever_notices_a_revoke_it_can_be_put_right(seniors: RuleBook) -> None:
    mended_by_anyone(seniors, f"{seniors.document}-11.R2")


def test_N04_2_5c_whoever_notices_a_renege_it_can_be_put_right() -> None:
    mended_by_anyone(load("national-2025"), "N04-2.5c")


def test_standard_revoke_mended_by_is_anyone() -> None:
    mended_by_anyone(load("standard"), "standard:revoke.mended_by")


@pytest.mark.parametrize("by", [Seat.E, Seat.N])
def test_L03_7_6_nobody_puts_it_right_unless_the_gamer_allows_it(by: Seat) -> None:
    book = load("sportcial-league")
    assert points(claim(slipped(book), EAST, by)) == (2, 0)
    gamer = overlay(book, {"revoke.until": "another card"}, "X-25 b: the Gamer allows it")
    assert is_put_right(claim(slipped(gamer), EAST, by))
