"""Exposed cards at the seniors' table: several at once, and the dealer who would bury one (11.E)."""

import pytest

from referee.sitting import cited, did, made, ruling, sat
from rightbower.referee.claims import claim
from rightbower.referee.doing import improper, options
from rightbower.referee.irregularities import ExposedCard, NotSingly
from rightbower.referee.table import CardUp, Table, TableError
from rightbower.rules.acts import Bury
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat, card, cards

PASSES = "W pass, N pass, E pass"


def up(table: Table) -> list[str]:
    return [f"{each.seat} {each.card}" for each in table.orders if isinstance(each, CardUp)]


def may_bury(table: Table) -> set[str]:
    return {each.card.name for each in options(table) if isinstance(each, Bury)}


def laid(names: str, how: str = "dropped", seat: Seat = Seat.S) -> ExposedCard:
    first, *more = cards(names)
    return ExposedCard(seat, first, "played along" if how == "along" else "dropped", tuple(more))


@pytest.mark.parametrize("how", ["dropped", "along"])
def test_A01_11_E2_several_cards_laid_down_at_once_are_all_exposed(
    seniors: RuleBook, how: str
) -> None:
    table = claim(did(made("D1", seniors), "W AS"), laid("KC TH JD", how, Seat.N), Seat.E)
    assert up(table) == ["N KC", "N TH", "N JD"]
    assert len(table.log) == 1
    known = claim(table, laid("JD KC", how, Seat.N), Seat.W)
    assert (ruling(known).upheld, up(known)) == (False, up(table)), "ruled upon already"
    fourth = claim(table, laid("JD AD", how, Seat.N), Seat.W)
    assert up(fourth) == [*up(table), "N AD"]
    with pytest.raises(TableError, match="North does not hold QS"):
        claim(table, laid("KC QS", how, Seat.N), Seat.W)
    with pytest.raises(TableError, match="a card is named twice"):
        claim(table, laid("AD AD", how, Seat.N), Seat.W)


def test_A01_11_E3_several_cards_along_with_the_one_meant_are_all_exposed(
    seniors: RuleBook,
) -> None:
    table = did(made("D1", seniors), "W AS, N 9S")
    fact = NotSingly(Seat.N, card("KC"), (card("TH"),))
    assert up(claim(table, fact, Seat.E)) == ["N KC", "N TH"]


def test_A01_11_E5_an_exposed_card_is_not_buried(seniors: RuleBook) -> None:
    """X-82: South drops QD in the bidding and takes 9H; QD stays face up and is played."""
    table = claim(did(sat("D1", seniors), "W pass"), laid("QD"), Seat.E)
    taken = did(table, "N pass, E pass, S pick up")
    assert may_bury(taken) == {"JH", "KH", "AC", "JC"}
    with pytest.raises(TableError, match=f"played, not discarded .{seniors.document}-11.E5."):
        did(taken, "S bury QD")
    assert improper(taken, Bury(Seat.S, card("QD"))) is not None
    led = did(taken, "S bury JC, W 9D, N AD, E KD")
    assert {str(each) for each in up(led)} == {"S QD"}
    assert [each.card.name for each in options(led) if hasattr(each, "card")] == ["QD"]
    assert f"{seniors.document}-11.E5" in cited(led)


def test_A01_11_E5_nor_late_nor_when_ordered(seniors: RuleBook) -> None:
    table = claim(sat("D1", seniors), laid("QD AC"), Seat.E)
    ordered = did(table, "W order")
    assert may_bury(ordered) == {"JH", "KH", "JC"}
    late = did(ordered, "W AS, N 9S, E TS")
    assert may_bury(late) == {"JH", "KH", "JC"}


def test_A01_11_E5_with_the_whole_hand_exposed_any_card_is_buried(seniors: RuleBook) -> None:
    """The turn-up may not be buried, so one of the five has to be."""
    table = claim(sat("D1", seniors), laid("JH KH QD AC JC"), Seat.E)
    assert may_bury(did(table, f"{PASSES}, S pick up")) == {"JH", "KH", "QD", "AC", "JC"}


def test_A01_11_E5_a_house_may_let_it_be_buried(seniors: RuleBook) -> None:
    house = overlay(seniors, {"exposed.buried": "may be buried"}, "X-82 b")
    table = did(claim(sat("D1", house), laid("QD"), Seat.E), f"{PASSES}, S pick up")
    assert "QD" in may_bury(table)
    gone = did(table, "S bury QD, W AS, N 9S, E TS")
    assert len(options(gone)) == 5, "what is gone binds nobody"


def test_A01_11_H1_alone_does_not_undo_what_was_exposed_before(seniors: RuleBook) -> None:
    """X-87: North drops KC in the bidding and orders; against a club it has to be KC, not a trump."""
    shown = laid("KC", seat=Seat.N)
    table = did(claim(sat("D1", seniors), shown, Seat.E), "W pass, N order alone, W AS")
    table = did(table, "N 9S, E TS, turn, W KS")
    assert [each.card.name for each in options(table) if hasattr(each, "card")] == ["KC"]
    house = overlay(seniors, {"lone_hand.exposed_before": "goes back"}, "X-87 b")
    table = did(claim(sat("D1", house), shown, Seat.E), "W pass, N order alone, W AS")
    assert len(options(did(table, "N 9S, E TS, turn, W KS"))) == 4


def test_A01_11_H1_the_folded_hand_exposes_nothing(seniors: RuleBook) -> None:
    table = did(sat("D1", seniors), "W pass, N order alone")
    with pytest.raises(TableError, match="the hand is put away"):
        claim(table, laid("AC"), Seat.E)
