"""Alone at the seniors' table (section 5)."""

import pytest

from rightbower.players.views import view
from rightbower.rules.acts import GoAlone, read_action
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Phase
from rightbower.rules.game import act, deal_out, start_game
from rightbower.rules.judge import legal
from table import after, cards_out, dealt, refused, worked

ROUND_TWO = "W pass, N pass, E pass, S turn down"
WAYS = {
    "W order alone": Seat.W,
    "W pass, N order alone": Seat.N,
    "W pass, N pass, E order alone": Seat.E,
    "W pass, N pass, E pass, S pick up alone": Seat.S,
    f"{ROUND_TWO}, W name spades alone": Seat.W,
    f"{ROUND_TWO}, W pass, N pass, E pass, S name clubs alone": Seat.S,
}


@pytest.mark.parametrize("said", WAYS)
def test_A01_5_1_whoever_makes_trump_may_be_alone(seniors: RuleBook, said: str) -> None:
    deal = after(worked("D1", seniors), said)
    assert (deal.maker, deal.lone) == (WAYS[said], WAYS[said])


def test_A01_5_1_neither_the_makers_partner_nor_a_defender_may_be_alone(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), f"{ROUND_TWO}, W name spades")
    for seat in ("N", "E", "S"):
        assert refused(deal, f"{seat} alone").path.startswith("alone.")
    assert not any(isinstance(action, GoAlone) for action in legal(deal))
    assert seniors.clause("alone.who") == f"{seniors.document}-5.1"


def test_A01_5_1_where_a_house_asks_later_it_still_asks_the_maker_only(seniors: RuleBook) -> None:
    later = overlay(seniors, {"alone.when": "before the first card"}, note="Alone is said later.")
    deal = after(worked("D1", later), f"{ROUND_TWO}, W name spades")
    assert (deal.phase, deal.turn) == (Phase.ALONE, Seat.W)
    assert after(deal, "W with partner").phase is Phase.PLAY


def test_A01_5_1_alone_asks_for_no_trump_in_hand(seniors: RuleBook) -> None:
    deal = after(dealt("S deals, 9H up", seniors, W="AS KS QS AD KD"), ROUND_TWO)
    assert after(deal, "W name clubs alone").lone is Seat.W


def test_A01_5_2_alone_is_said_with_the_naming_of_trump(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), ROUND_TWO)
    assert after(deal, "W name spades alone").lone is Seat.W
    together = after(deal, "W name spades")
    assert refused(together, "W alone").clause == f"{seniors.document}-5.2"
    assert refused(after(together, "W AS"), "W alone").clause == f"{seniors.document}-5.2"


def test_A01_5_2_the_turn_up_in_hand_is_too_late(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W pass, N pass, E pass, S pick up")
    assert deal.phase is Phase.BURY
    assert refused(deal, "S alone").clause == f"{seniors.document}-5.2"
    assert refused(after(deal, "S bury JC"), "S alone").clause == f"{seniors.document}-5.2"


def test_A01_5_2_an_ordering_player_cannot_add_it_later(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W order")
    assert refused(deal, "W alone").clause == f"{seniors.document}-5.2"


def test_A01_5_3_the_partner_puts_the_hand_away(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), f"{ROUND_TWO}, W name spades alone")
    assert deal.active == (Seat.N, Seat.S, Seat.W)
    deal = after(deal, "W AS, N 9S")
    assert refused(deal, "E QS").clause == f"{seniors.document}-5.3"
    deal = after(deal, "S JC")
    assert len(deal.tricks[0].plays) == 3
    assert deal.hands[Seat.E] == deal.dealt[Seat.E]


def test_A01_5_3_the_hand_put_away_stays_face_down(seniors: RuleBook) -> None:
    game = deal_out(start_game(seniors, Seat.S), cards_out("9H"))
    game = act(game, read_action("W order alone"))
    assert game.deal is not None
    east = game.deal.hands[Seat.E]
    for seat in (Seat.N, Seat.S, Seat.W):
        assert not set(view(game, seat).hand) & set(east)
    assert view(game, Seat.N).cards_left[Seat.E] == 5


def test_A01_5_3_with_a_partner_all_four_play(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), f"{ROUND_TWO}, W name spades")
    assert deal.active == tuple(Seat)
    assert len(after(deal, "W AS, N 9S, E QS, S JC").tricks[0].plays) == 4
