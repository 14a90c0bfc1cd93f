"""How the seniors make trump (section 4)."""

import pytest

from rightbower.players.views import view
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat, Suit, card, cards
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import act, deal_out, start_game
from rightbower.rules.judge import legal
from rightbower.rules.score import score
from table import after, allowed, cards_out, dealt, refused, worked

ROUND_TWO = "W pass, N pass, E pass, S turn down"
NO_HEART = "QS KD 9C AC TD"


def up_to_south(book: RuleBook, turn_up: str = "9H", **hands: str) -> Deal:
    """South deals, the other three pass, and South decides."""
    return after(dealt(f"S deals, {turn_up} up", book, **hands), "W pass, N pass, E pass")


def test_A01_4_1_the_turn_up_binds_only_once_somebody_accepts_it(seniors: RuleBook) -> None:
    deal = worked("D1", seniors)
    assert after(deal, "W pass, N pass, E pass").trump is None
    assert after(deal, "W pass, N pass, E order").trump is Suit.HEARTS
    assert after(deal, f"{ROUND_TWO}, W name clubs").trump is Suit.CLUBS
    assert seniors.clause("laws.turn_up_offers") == f"{seniors.document}-4.1"


def test_A01_4_2_round_one_goes_from_the_dealers_left(seniors: RuleBook) -> None:
    deal = worked("D1", seniors)
    assert deal.turn is Seat.W
    for early in ("N pass", "N order", "E pass", "S turn down", "S pick up"):
        assert refused(deal, early).clause == f"{seniors.document}-4.2"
    order = [after(deal, said).turn for said in ("W pass", "W pass, N pass")]
    assert order == [Seat.N, Seat.E]
    assert up_to_south(seniors).turn is Seat.S


def test_A01_4_2_each_player_speaks_once(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W pass")
    assert refused(deal, "W order").clause == f"{seniors.document}-4.2"
    assert refused(deal, "N name clubs").clause == f"{seniors.document}-4.2"
    assert allowed(deal, "N pass")


def test_A01_4_2_nobody_speaks_after_an_acceptance(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W order")
    assert str(refused(deal, "N pass").reason) == "it is South's turn"
    assert str(refused(deal, "N order").reason) == "it is South's turn"


@pytest.mark.parametrize(("said", "maker"), [("W order", Seat.W), ("W pass, N pass, E order", Seat.E)])  # fmt: skip
def test_A01_4_3_an_opponent_orders_the_dealer_to_take_it(
    seniors: RuleBook, said: str, maker: Seat
) -> None:
    deal = after(worked("D1", seniors), said)
    assert (deal.maker, deal.trump, deal.lone) == (maker, Suit.HEARTS, None)
    assert (deal.taken_by, deal.turn, deal.phase) == (Seat.S, Seat.S, Phase.BURY)
    assert card("9H") in deal.hands[Seat.S]
    assert seniors.clause("laws.order_up") == f"{seniors.document}-4.3"


def test_A01_4_3_an_order_asks_for_no_card(seniors: RuleBook) -> None:
    assert allowed(dealt("S deals, 9H up", seniors, W=NO_HEART), "W order")


def test_A01_4_3_an_opponent_does_not_take_the_card_himself(seniors: RuleBook) -> None:
    assert refused(worked("D1", seniors), "W pick up").clause == f"{seniors.document}-4.6"


def test_A01_4_4_an_ordered_dealer_takes_it_and_buries_a_different_card(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W order")
    assert refused(deal, "S bury 9H").clause == f"{seniors.document}-4.4"
    deal = after(deal, "S bury JC")
    assert deal.hands[Seat.S] == cards("JH KH QD AC 9H")
    assert deal.buried is card("JC")


def test_A01_4_4_an_ordered_dealer_cannot_get_out_of_it(seniors: RuleBook) -> None:
    deal = after(dealt("S deals, 9H up", seniors, S=NO_HEART), "W order")
    for way_out in ("S pass", "S turn down", "S AC"):
        assert str(refused(deal, way_out).reason) == "it is time to discard a card"
    assert legal(deal) == tuple(read_action(f"S bury {held}") for held in NO_HEART.split())


def test_A01_4_4_the_buried_card_lies_face_down(seniors: RuleBook) -> None:
    out = cards_out("9H", S="JH KH QD AC JC")
    game = deal_out(start_game(seniors, Seat.S), out)
    for said in ("W order", "S bury JC"):
        game = act(game, read_action(said))
    assert view(game, Seat.S).buried is card("JC")
    assert [view(game, seat).buried for seat in (Seat.W, Seat.N, Seat.E)] == [None, None, None]


def test_A01_4_5_the_dealers_partner_who_accepts_plays_alone(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W pass, N order")
    assert (deal.maker, deal.lone, deal.trump) == (Seat.N, Seat.N, Suit.HEARTS)
    assert Seat.S not in deal.active
    assert refused(deal, "S AC").clause == f"{seniors.document}-5.3"
    assert seniors.clause("bidding.partner_order") == f"{seniors.document}-4.5"


def test_A01_4_5_nobody_else_is_bound_to_be_alone(seniors: RuleBook) -> None:
    for said in ("W order", "W pass, N pass, E order", "W pass, N pass, E pass, S pick up"):
        assert after(worked("D1", seniors), said).lone is None


def test_A01_4_5_in_round_two_alone_is_the_partners_choice(seniors: RuleBook) -> None:
    """SC-040: West deals and turns it down; East may keep West in or not."""
    deal = after(worked("D3", seniors), "N pass, E pass, S pass, W turn down, N pass")
    assert after(deal, "E name hearts").lone is None
    assert after(deal, "E name hearts alone").lone is Seat.E


def test_A01_4_5_a_partner_without_a_trump_may_order_too(seniors: RuleBook) -> None:
    """SC-037: North holds no heart and no bower, and is alone."""
    deal = after(worked("D2", seniors), "W pass, N order")
    assert deal.lone is Seat.N


def test_A01_4_5_reading_alone_need_not_be_said(seniors: RuleBook) -> None:
    """X-67: being alone follows by itself; a house may ask for the word."""
    deal = after(worked("D1", seniors), "W pass")
    assert allowed(deal, "N order")
    assert allowed(deal, "N order alone")
    assert legal(deal) == (read_action("N pass"), read_action("N order alone"))
    strict = overlay(seniors, {"bidding.partner_says_alone": True}, note="Say alone.")
    deal = after(worked("D1", strict), "W pass")
    assert refused(deal, "N order").clause == f"{seniors.name}:bidding.partner_says_alone"
    assert allowed(deal, "N order alone")


@pytest.mark.parametrize("where", ["dealer takes it", "stays on the stock"])
def test_A01_4_5_reading_the_turn_up_of_a_lone_partner_is_dead(
    seniors: RuleBook, where: str
) -> None:
    """X-09 (a) and (c): with the dealer's hand put away or on the stock it plays no part."""
    assert seniors.bidding.lone_partner_turn_up == "dealer takes it"
    house = overlay(seniors, {"bidding.lone_partner_turn_up": where}, note="The turn-up is dead.")
    for book in (seniors, house):
        deal = after(worked("D1", book), "W pass, N order")
        assert (deal.phase, deal.turn) == (Phase.PLAY, Seat.W)
        assert all(card("9H") not in deal.hands[seat] for seat in deal.active)


def test_A01_4_5_reading_a_house_may_give_it_to_the_lone_partner(seniors: RuleBook) -> None:
    """X-09 (b)."""
    house = overlay(
        seniors, {"bidding.lone_partner_turn_up": "lone partner takes it"}, note="North takes it."
    )
    deal = after(worked("D1", house), "W pass, N order")
    assert (deal.phase, deal.turn, deal.taken_by) == (Phase.BURY, Seat.N, Seat.N)
    assert refused(deal, "N bury 9H").clause == f"{seniors.document}-4.4"
    deal = after(deal, "N bury 9S")
    assert deal.hands[Seat.N] == cards("JD AD KC TH 9H")
    assert deal.turn is Seat.W


def test_A01_4_6_the_dealer_accepts_by_a_swap(seniors: RuleBook) -> None:
    deal = after(up_to_south(seniors, S="JH KH QD AC JC"), "S pick up")
    assert (deal.maker, deal.taken_by, deal.trump) == (Seat.S, Seat.S, Suit.HEARTS)
    assert refused(deal, "S bury 9H").clause == f"{seniors.document}-4.4"
    assert f"{seniors.document}-4.6" in seniors.cite("burying.turn_up").clauses
    assert refused(deal, "S bury AS").clause == f"{seniors.document}-4.6"
    assert after(deal, "S bury QD").hands[Seat.S] == cards("JH KH AC JC 9H")


def test_A01_4_6_only_the_dealer_picks_up_and_only_instead_of_ordering(seniors: RuleBook) -> None:
    assert refused(worked("D1", seniors), "W pick up").clause == f"{seniors.document}-4.6"
    assert refused(up_to_south(seniors), "S order").clause == f"{seniors.document}-4.6"


def test_A01_4_7_a_dealer_who_declines_turns_the_card_down(seniors: RuleBook) -> None:
    deal = up_to_south(seniors)
    assert refused(deal, "S pass").clause == f"{seniors.document}-4.7"
    deal = after(deal, "S turn down")
    assert (deal.phase, deal.turn, deal.taken_by) == (Phase.ROUND_TWO, Seat.W, None)
    assert refused(worked("D1", seniors), "W turn down").clause == f"{seniors.document}-4.7"


def test_A01_4_8_the_suit_turned_down_is_barred(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), ROUND_TWO)
    for said in ("W name hearts", "W name hearts alone"):
        assert refused(deal, said).clause == f"{seniors.document}-4.8"
    assert all(allowed(deal, f"W name {suit}") for suit in ("clubs", "diamonds", "spades"))
    last = after(deal, "W pass, N pass, E pass")
    assert refused(last, "S name hearts").clause == f"{seniors.document}-4.8"


def test_A01_4_9_round_two_goes_from_the_left_with_the_dealer_last(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), ROUND_TWO)
    for early in ("N pass", "E name clubs", "S pass"):
        assert refused(deal, early).clause == f"{seniors.document}-4.9"
    for seat in ("W", "N", "E"):
        assert allowed(deal, f"{seat} name clubs")
        deal = after(deal, f"{seat} pass")
        assert refused(deal, f"{seat} name clubs").clause == f"{seniors.document}-4.9"
    assert after(deal, "S name clubs").maker is Seat.S


def test_A01_4_9_in_round_two_the_turn_up_cannot_be_accepted(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), ROUND_TWO)
    assert refused(deal, "W order").clause == f"{seniors.document}-4.9"
    last = after(deal, "W pass, N pass, E pass")
    assert refused(last, "S pick up").clause == f"{seniors.document}-4.9"


def test_A01_4_9_naming_a_suit_ends_the_bidding(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), f"{ROUND_TWO}, W pass, N name clubs")
    assert (deal.maker, deal.trump, deal.phase) == (Seat.N, Suit.CLUBS, Phase.PLAY)


def test_A01_4_10_when_all_pass_twice_nobody_scores_and_the_left_deals(seniors: RuleBook) -> None:
    game = deal_out(start_game(seniors, Seat.S, score=(3, 4)), cards_out("9H"))
    for said in f"{ROUND_TWO}, W pass, N pass, E pass, S pass".split(","):
        game = act(game, read_action(said))
    assert game.finished[0].deal.ending == "thrown in"
    assert score(game.finished[0].deal) == ()
    assert (game.score, game.dealer) == ((3, 4), Seat.W)
    assert seniors.clause("bidding.all_pass") == f"{seniors.document}-4.10"


def test_A01_4_11_a_dealer_needs_a_natural_card_to_pick_up(seniors: RuleBook) -> None:
    """SC-032: the turn-up is not in hand and does not count."""
    deal = up_to_south(seniors, "AH", S=NO_HEART)
    for said in ("S pick up", "S pick up alone"):
        assert refused(deal, said).clause == f"{seniors.document}-4.11"
    assert allowed(deal, "S turn down")
    assert allowed(up_to_south(seniors, "AH", S="9H QS KD 9C AC"), "S pick up")


def test_A01_4_12_left_bower_is_not_a_natural_card(seniors: RuleBook) -> None:
    deal = after(worked("D6", seniors), "W pass, N pass, E pass")
    assert card("JD") in deal.hands[Seat.S]
    assert refused(deal, "S pick up").clause == f"{seniors.document}-4.11"


def test_A01_4_12_the_suits_own_jack_is_a_natural_card(seniors: RuleBook) -> None:
    """SC-030."""
    assert allowed(up_to_south(seniors, S="JH QS KD 9C AC"), "S pick up")
    assert seniors.clause("bidding.natural_jack") == f"{seniors.document}-4.12"


def test_A01_4_12_reading_a_house_may_ask_for_more_than_the_jack(seniors: RuleBook) -> None:
    """X-01b."""
    house = overlay(seniors, {"bidding.natural_jack": False}, note="A jack is not natural.")
    deal = up_to_south(house, S="JH QS KD 9C AC")
    assert refused(deal, "S pick up").clause == f"{seniors.document}-4.11"
    assert allowed(up_to_south(house, S="JH TH KD 9C AC"), "S pick up")


def natural(book: RuleBook, scope: str) -> RuleBook:
    """The book with the natural card asked of others."""
    return overlay(book, {"bidding.natural_scope": scope}, note=f"Natural card: {scope}.")


def test_A01_4_11_reading_only_a_dealer_by_choice_is_bound(seniors: RuleBook) -> None:
    """X-01 (a) and SC-035: West orders on the left bower, or South's void hand."""
    assert allowed(worked("D7", seniors), "W order")
    deal = dealt("S deals, 9H up", seniors, W=NO_HEART, S="QC KC TS AS JD")
    assert after(deal, "W order").turn is Seat.S
    assert seniors.cite("bidding.natural_scope").see == "X-01"


def test_A01_4_11_reading_a_house_may_bind_everyone_who_accepts(seniors: RuleBook) -> None:
    """X-01 (b): West's left bower will not do, nor North's hand without a heart."""
    house = natural(seniors, "everyone")
    assert refused(worked("D7", house), "W order").clause == f"{house.name}:bidding.natural_scope"
    partner = after(worked("D2", house), "W pass")
    assert refused(partner, "N order").path == "bidding.natural_scope"
    assert refused(up_to_south(house, S=NO_HEART), "S pick up").path == "bidding.natural_scope"
    ordered = dealt("S deals, 9H up", house, W="TH", S=NO_HEART)
    assert allowed(ordered, "W order")


def test_A01_4_11_reading_a_house_may_protect_an_ordered_dealer(seniors: RuleBook) -> None:
    """X-01 (c): West holds a heart, South none."""
    house = natural(seniors, "ordered dealer too")
    void = dealt("S deals, 9H up", house, W="TH", S=NO_HEART)
    assert str(refused(void, "W order").reason) == "South holds no natural card in hearts"
    assert allowed(dealt("S deals, 9H up", house, W="TH", S="QH KD 9C AC TD"), "W order")


def test_A01_4_11_reading_a_house_may_ask_nobody(seniors: RuleBook) -> None:
    house = natural(seniors, "nobody")
    assert allowed(up_to_south(house, S=NO_HEART), "S pick up")
