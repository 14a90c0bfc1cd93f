"""Worked cases that compare the books; those of one book alone stand with its laws."""

import pytest

from referee.sitting import T1, cards_of, did, moved, neatly, opened, points, ruling, sat
from rightbower.referee.claims import claim
from rightbower.referee.doing import deal_at_table
from rightbower.referee.irregularities import WrongCount
from rightbower.referee.table import Table
from rightbower.rules.book import load
from rightbower.rules.cards import Seat

ALL = [
    "alberta-55plus",
    "charity-social",
    "national-2025",
    "provincial-55plus",
    "sportcial-league",
]
SENIORS = ("alberta-55plus", "provincial-55plus")
SIX = WrongCount(Seat.N, 6)
# D1 with spades named by West in round two: East and West win three tricks, or two.
NAMED = "W pass, N pass, E pass, S turn down, W name spades"
THREE = "W AS, N 9S, E TS, S JC / S JH, W QH, N TH, E AH / E KD, S QD, W 9D, N JD / E QS, S KH, W KS, N TD / W TC, N KC, E QC, S AC"
TWO = "W TC, N KC, E QC, S AC / S QD, W 9D, N AD, E KD / N JD, E AH, S JH, W KS / W AS, N 9S, E TS, S JC / S KH, W QH, N TH, E QS"


def six_for_north(book: str) -> Table:
    table = did(deal_at_table(opened(book), moved(cards_of("D1"), "TD", None, "N")), NAMED)
    late = load(book).alone.when != "with the call"
    return did(table, "W with partner") if late else table


def first(line: str, count: int) -> tuple[str, str]:
    """The first tricks of a line, and the rest."""
    cut = line.split("/")
    return "/".join(cut[:count]), "/".join(cut[count:])


@pytest.mark.parametrize("book", ALL)
def test_SC_020_six_cards_noticed_in_the_third_trick(book: str) -> None:
    two, rest = first(THREE, 2)
    table = claim(neatly(six_for_north(book), two), SIX, Seat.E)
    if book in SENIORS:
        assert points(neatly(table, rest)) == (0, 1), "East–West score as normal"
    else:
        dealer = Seat.W if book == "sportcial-league" else Seat.S
        assert (table.game.deal, table.game.dealer) == (None, dealer)


@pytest.mark.parametrize("book", SENIORS)
def test_SC_022_no_euchre_points_for_the_side_that_may_not_score(book: str) -> None:
    two, rest = first(TWO, 2)
    plain = neatly(six_for_north(book), TWO)
    assert points(plain) == (2, 0)
    table = claim(neatly(six_for_north(book), two), SIX, Seat.E)
    assert points(neatly(table, rest)) == (0, 0)


@pytest.mark.parametrize("book", ALL)
def test_SC_037_a_partner_without_trump_orders(book: str) -> None:
    table = did(sat("D2", book), "W pass, N order")
    if book == "national-2025":
        assert table.game.result is not None
        return
    assert table.game.result is None
    assert table.deal.lone is (Seat.N if book in SENIORS else None)


@pytest.mark.parametrize("book", ALL)
def test_SC_017_three_left_over(book: str) -> None:
    table = deal_at_table(opened(book), moved(cards_of("D1"), "JS", None, "W"))
    void = claim(table, WrongCount(Seat.W, 6), Seat.E)
    assert ruling(void).upheld
    assert void.game.dealer is (Seat.W if book == "sportcial-league" else Seat.S)


@pytest.mark.parametrize("book", ALL)
def test_a_march_is_a_march_in_every_book(book: str) -> None:
    """The line of play behind these cases is clean."""
    table = did(sat("D1", book), "W pass, N pass, E pass, S pick up, S bury JC")
    late = load(book).alone.when != "with the call"
    assert points(neatly(did(table, "S with partner") if late else table, T1)) == (2, 0)
