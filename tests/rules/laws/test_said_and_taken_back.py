"""What a ruling leaves behind once a card goes back, and how it is told (11.N3, 11.E, 11.R)."""

import pytest

from referee.sitting import T6, did, made, neatly, out_of_turn, ruling, sat
from rightbower.referee.claims import choose, claim
from rightbower.referee.doing import irregularities
from rightbower.referee.irregularities import (
    ExposedCard,
    NotBuried,
    NotSingly,
    OutOfTurn,
    Revoke,
)
from rightbower.referee.rulings import report, report_lines
from rightbower.referee.table import Table
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, card, cards

ALL = ("alberta-55plus", "provincial-55plus", "charity-social", "sportcial-league", "national-2025")
FORGOT = "W pass, N pass, E pass, S pick up"


@pytest.fixture(params=[*ALL, "standard"])
def book(request: pytest.FixtureRequest) -> RuleBook:
    """Every book: what is lent is lent to all."""
    return load(str(request.param))


def adopted(table: Table) -> Table:
    return choose(table, "as suggested", None) if ruling(table).suggestion else table


def led_and_taken_back(book: RuleBook) -> Table:
    """South takes 9H and leads KH before burying, out of turn; both are called, one after the other."""
    table = did(sat("D1", book, FORGOT), "S KH")
    table = claim(table, NotBuried(Seat.S, card("KH")), Seat.W)
    assert card("9H") not in table.deal.hands[Seat.S]
    return adopted(claim(table, out_of_turn(table), Seat.W))


def test_A01_11_N3_the_ruling_stands_when_the_false_lead_goes_back(book: RuleBook) -> None:
    """X-107: KH is in the hand again, 9H is not, and there is nothing left to bury."""
    table = led_and_taken_back(book)
    assert set(table.deal.hands[Seat.S]) == set(cards("JH KH QD AC JC"))
    later = book.alone.when != "with the call"
    assert table.deal.turn is (Seat.S if later else Seat.W), "alone or not is said after burying"
    house = overlay(book, {"count.unburied_taken_back": "may bury"}, "X-107 b")
    assert card("9H") in led_and_taken_back(house).deal.hands[Seat.S]


def test_A01_11_N3_it_stands_as_well_when_another_hand_led_wrongly(seniors: RuleBook) -> None:
    """North leads out of turn, South follows before burying; North's lead takes both cards back."""
    table = did(sat("D1", seniors, FORGOT), "N AD, S QD")
    held = claim(table, NotBuried(Seat.S, card("QD")), Seat.W)
    lead = next(each for each in irregularities(held) if isinstance(each, OutOfTurn))
    back = claim(held, lead, Seat.E)
    assert set(back.deal.hands[Seat.S]) == set(cards("JH KH QD AC JC"))
    assert back.deal.turn is Seat.W


def test_A01_11_E2_several_cards_at_once_are_named(seniors: RuleBook) -> None:
    table = made("D1", seniors)
    shown = claim(table, ExposedCard(Seat.W, card("KS"), more=cards("9D TC")), Seat.N)
    assert str(ruling(shown).says) == "KS, 9D and TC are exposed cards."
    one = claim(table, ExposedCard(Seat.W, card("KS")), Seat.N)
    assert str(ruling(one).says) == "It is an exposed card."
    along = claim(table, NotSingly(Seat.W, card("KS"), cards("9D")), Seat.N)
    assert "KS and 9D are dealt with as exposed" in str(ruling(along).says)


def test_N04_2_4_several_cards_only_named_are_told_as_several() -> None:
    table = made("D1", "national-2025")
    named = claim(table, ExposedCard(Seat.W, card("KS"), "named", cards("9D")), Seat.N)
    assert str(ruling(named).says).startswith("KS and 9D were only named and stay in the hand")


def test_A01_11_R5_after_the_hand_the_choice_is_made_now(seniors: RuleBook) -> None:
    """A revoke called in the fifth trick waits for the hand; one called after it does not."""
    during = claim(
        neatly(made("D1", seniors), "/".join(T6.split("/")[:2])), Revoke(Seat.E, 1), Seat.N
    )
    assert "When the hand is played out the other side chooses:" in report_lines(
        report(ruling(during), seniors)
    )
    over = claim(neatly(made("D1", seniors), T6), Revoke(Seat.E, 1), Seat.N)
    assert "The other side chooses:" in report_lines(report(ruling(over), seniors))
