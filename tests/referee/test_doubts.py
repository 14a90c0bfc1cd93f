"""What lies open and what may be suspected at a table, until it has been ruled upon."""

from __future__ import annotations

import pytest

from referee.sitting import T6, did, made, neatly, sat, tricks
from rightbower.referee.audit import holding
from rightbower.referee.claims import claim, ruling_on
from rightbower.referee.doing import doubts, drop_cards, plain_to_see
from rightbower.referee.irregularities import (
    ExposedCard,
    Kind,
    NotSingly,
    Revoke,
    WrongCall,
)
from rightbower.referee.table import TableError
from rightbower.rules.acts import Pass
from rightbower.rules.cards import Seat, card, cards

TWO = (card("QC"), card("KD"))


def test_cards_dropped_lie_open_until_they_are_called() -> None:
    table = drop_cards(did(made("D1", "national-2025"), "W AS"), Seat.E, TWO)
    table = drop_cards(table, Seat.N, (card("KC"),))
    east = ExposedCard(Seat.E, TWO[0], "dropped", TWO[1:])
    north = ExposedCard(Seat.N, card("KC"), "dropped")
    assert plain_to_see(table) == (east, NotSingly(Seat.E, TWO[0], TWO[1:]), north)
    assert plain_to_see(claim(table, east, None)) == (north,)


def test_only_cards_that_somebody_holds_can_drop() -> None:
    table = did(made("D1", "national-2025"), "W AS")
    with pytest.raises(TableError, match=r"^East does not hold AS$"):
        drop_cards(table, Seat.E, (TWO[0], card("AS")))


def test_a_card_that_did_not_follow_is_in_doubt_until_it_is_ruled_upon() -> None:
    table = neatly(made("D1", "national-2025"), tricks(T6, 1))
    assert doubts(table) == (Revoke(Seat.E, 1), Revoke(Seat.S, 1))
    ruled = claim(table, Revoke(Seat.S, 1), Seat.W)
    assert doubts(ruled) == (Revoke(Seat.E, 1),)


def test_a_turn_up_taken_is_not_played_before_a_card_is_buried() -> None:
    table = sat("D1", "national-2025", "W pass, N pass, E pass, S pick up")
    up, deal = table.deal.turn_up, table.deal
    assert up in deal.hands[Seat.S]
    assert holding(deal, Seat.S) == tuple(each for each in deal.hands[Seat.S] if each is not up)
    assert len(holding(deal, Seat.S)) == 5
    assert holding(deal, Seat.W) == deal.hands[Seat.W]
    after = did(table, "S bury JC").deal
    assert up in holding(after, Seat.S)
    assert set(holding(after, Seat.S)).isdisjoint(cards("JC"))


def test_a_pass_before_the_turn_does_not_bind_a_dealer_who_has_to_name() -> None:
    table = sat("D1", "charity-social", "W pass, N pass, E pass, S turn down")
    fact = WrongCall(Seat.S, Kind.PASS_OUT_OF_TURN, Pass(Seat.S))
    said = ruling_on(table, fact, None)
    assert (said.kind, said.upheld) == (Kind.PASS_OUT_OF_TURN, False)
    assert (
        str(said.says)
        == "This pass does not bind: if everybody else passes, the dealer has to name a suit."
    )
