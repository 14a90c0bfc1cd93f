"""Irregularities in the common game: its own numbers and windows."""

from referee.sitting import (
    cards_of,
    did,
    exposed_in_deal,
    made,
    neatly,
    opened,
    points,
    ruling,
    sat,
)
from rightbower.referee.claims import claim
from rightbower.referee.doing import deal_at_table, irregularities
from rightbower.referee.irregularities import Revoke
from rightbower.rules.book import load
from rightbower.rules.cards import Seat

BOOK = load("standard")
EAST = Revoke(Seat.E, 1)


def test_standard_revoke_penalty_is_two_for_the_makers() -> None:
    table = neatly(made("D1", BOOK), "W TC, N KC, E QC, S QD")
    assert points(claim(table, Revoke(Seat.S, 1), Seat.W)) == (0, 2)


def test_standard_revoke_defenders_penalty_is_two() -> None:
    table = did(made("D1", BOOK), "W AS, N 9S, E AH, S 9H")
    assert points(claim(table, EAST, Seat.N)) == (0, 0), "in time until the trick is turned"
    paid = claim(did(table, "turn"), EAST, Seat.N)
    assert (points(paid), paid.game.finished[-1].deal.ending) == ((2, 0), "stopped")


def test_standard_revoke_lone_penalty_is_four() -> None:
    lone = "W order alone, S bury JC, W AS, N 9S, S KH, turn, S QD, W QH, N AD, turn"
    table = sat("D1", BOOK, lone)
    assert irregularities(table) == (Revoke(Seat.W, 2),)
    assert points(claim(table, Revoke(Seat.W, 2), Seat.N)) == (4, 0)


def test_standard_revoke_lone_defenders_penalty_is_four() -> None:
    lone = "N order alone, W bury TC, N JS, E 9H, W 9S, turn, N JC, E TH, W KH, turn"
    assert points(claim(sat("D3", BOOK, lone), Revoke(Seat.W, 2), Seat.N)) == (4, 0)


def test_standard_misdeal_until_the_first_lead() -> None:
    table = made("D1", BOOK)
    again = claim(table, exposed_in_deal(), Seat.W)
    assert (again.game.deal, again.game.dealer) == (None, Seat.S)
    assert not ruling(claim(did(table, "W AS"), exposed_in_deal(), Seat.W)).upheld


def test_standard_misdeal_second_is_as_the_first() -> None:
    table = opened(BOOK)
    for _ in range(2):
        table = claim(deal_at_table(table, cards_of("D1")), exposed_in_deal(), Seat.W)
        assert table.game.dealer is Seat.S
