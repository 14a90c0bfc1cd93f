"""National progressive play: orders out of turn, cards only named, misdeals out of turn (1.5–2.8a)."""

import pytest

from referee.sitting import (
    cards_of,
    cited,
    did,
    exposed_in_deal,
    made,
    opened,
    points,
    ruling,
    sat,
    wrong_call,
)
from rightbower.referee.claims import claim
from rightbower.referee.doing import deal_at_table, irregularities, options
from rightbower.referee.irregularities import (
    ExposedCard,
    Kind,
    Misdeal,
    NotSingly,
    Revoke,
    WrongCall,
)
from rightbower.referee.judges import advise
from rightbower.referee.remedies import LoseGame, Warn
from rightbower.referee.rulings import Question, Ruling, Situation
from rightbower.referee.table import CardUp, Table
from rightbower.rules.acts import Order
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side, card
from rightbower.rules.game import TurnUp

BOOK = load("national-2025")


def deals(table: Table, dealer: Seat) -> bool:
    return ruling(table).upheld and table.game.deal is None and table.game.dealer is dealer


def may_play(table: Table) -> set[str]:
    return {each.card.name for each in options(table) if hasattr(each, "card")}


def test_N04_1_5_a_wrong_dealers_misdeal_does_not_clear_the_count() -> None:
    """South misdeals, West deals in South's turn and misdeals, South misdeals again: it passes."""
    first = claim(sat("D1", BOOK), exposed_in_deal(), Seat.N)
    west = deal_at_table(first, cards_of("D1"), dealer=Seat.W, turn_up=TurnUp.PUT_DOWN)
    back = claim(west, exposed_in_deal("W"), Seat.N)
    assert deals(back, Seat.S)
    second = claim(deal_at_table(back, cards_of("D1")), exposed_in_deal(), Seat.N)
    assert deals(second, Seat.W)


@pytest.mark.parametrize("said", ["N order", "N order alone", "E order, N order"])
def test_N04_2_8a_an_order_out_of_turn_without_a_trump_loses_too(said: str) -> None:
    """X-80: the loss is automatic, whoever's turn it was; East holds JD and its order is void."""
    table = did(sat("D2", BOOK), said.split(",")[0])
    if said.startswith("E"):
        table = did(claim(table, wrong_call(table), Seat.S), said.split(",")[1])
    assert table.game.result is not None
    assert (table.game.result.winner, table.game.result.reason) == (Side.EW, "game lost")
    assert ruling(table).kind is Kind.ORDER_WITHOUT_TRUMP
    assert "N04-2.8a" in cited(table)


def test_N04_2_5a_each_renege_gives_its_points() -> None:
    """X-85: East in trick 1, West in trick 2, both claimed after the next lead."""
    table = did(
        made("D1", BOOK), "W AS, N 9S, E AH, S 9H, turn, E QC, S AC, W 9D, N KC, turn, S JH"
    )
    table = claim(table, Revoke(Seat.E, 1), Seat.S)
    assert points(claim(table, Revoke(Seat.W, 2), Seat.S)) == (4, 0)


def test_N04_2_8a_every_fact_about_one_order_is_found() -> None:
    """X-80 b: where only an order in turn counts, one out of turn is void, as whatever it is claimed."""
    house = overlay(BOOK, {"bidding.breach_counts": "in turn only"}, "X-80 b")
    table = did(sat("D2", house), "N order")
    order = Order(Seat.N)
    early, bare = (
        WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, order),
        WrongCall(Seat.N, Kind.ORDER_WITHOUT_TRUMP, order),
    )
    assert irregularities(table) == (early, bare)
    assert claim(table, early, Seat.W).deal.turn is Seat.W
    spared = claim(table, bare, Seat.W)
    assert (ruling(spared).upheld, spared.game.result) == (False, None)
    assert ruling(spared).paths == ("bidding.breach_counts",)
    asked = advise(Kind.ORDER_WITHOUT_TRUMP, house)
    assert isinstance(asked, Question)
    assert asked.name == "in_turn"
    lost = advise(Kind.ORDER_WITHOUT_TRUMP, house, Situation(in_turn=True))
    assert isinstance(lost, Ruling)
    assert lost.remedies == (LoseGame("bidding.breach"),)


def test_N04_1_1b_a_wrong_player_who_faces_too_early_gains_no_deal() -> None:
    """X-81: a turn-up faced before the signal makes no deal stand."""
    table = deal_at_table(opened(BOOK, bell=False), cards_of("D1"), dealer=Seat.W)
    assert deals(claim(table, Misdeal(Seat.W, Kind.EARLY_TURN_UP), Seat.N), Seat.S)


def test_N04_2_8a_once_the_game_is_lost_nothing_else_follows() -> None:
    table = did(sat("D2", BOOK), "N order")
    late = claim(table, WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, Order(Seat.N)), Seat.W)
    assert "lost by a call already" in str(ruling(late).says)
    assert late.game.result == table.game.result


def test_N04_2_3_several_cards_at_once_cost_two_points_and_all_lie_open() -> None:
    """One fact: two points, once, and every card but the one meant stays face up."""
    table = did(made("D1", BOOK), "W AS")
    laid = claim(table, NotSingly(Seat.N, card("KC"), (card("TH"), card("JD"))), Seat.E)
    assert points(laid) == (0, 2)
    assert [each.card.name for each in laid.orders if isinstance(each, CardUp)] == [
        "KC",
        "TH",
        "JD",
    ]
    assert "N04-2.3" in cited(laid)


def test_N04_2_4_an_exposed_card_is_not_buried() -> None:
    """X-82, though the turn-up itself may be buried here."""
    shown = ExposedCard(Seat.S, card("QD"), "dropped", (card("AC"),))
    table = did(claim(sat("D1", BOOK), shown, Seat.W), "W pass, N pass, E pass, S pick up")
    assert may_play(table) == {"JH", "KH", "JC", "9H"}
    house = overlay(BOOK, {"exposed.buried": "may be buried"}, "X-82 b")
    table = did(claim(sat("D1", house), shown, Seat.W), "W pass, N pass, E pass, S pick up")
    assert len(may_play(table)) == 6


def test_N04_2_4_a_card_only_named_is_a_warning() -> None:
    """X-79: what is left face up was in sight; the house may hold a name against its speaker."""
    named = ExposedCard(Seat.W, card("TC"), "named")
    table = claim(made("D1", BOOK), named, Seat.N)
    assert ruling(table).remedies == (Warn("exposed.named"),)
    assert (table.orders, len(may_play(table))) == ((), 5)
    assert "N04-2.4" in cited(table)
    strict = claim(made("D1", overlay(BOOK, {"exposed.named": True}, "X-79 b")), named, Seat.N)
    assert may_play(strict) == {"TC"}
