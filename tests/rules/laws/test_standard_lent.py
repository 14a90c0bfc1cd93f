"""Choices a book lends to house sheets: idle in its own game, and seen where a sheet wakes them."""

import pytest

from rightbower.players.views import in_sight
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import PACK, Seat, card, cards
from rightbower.rules.ceremonies import Dealt, DrawAgain, draw_partners, first_jack, higher_cut
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, act, deal_out, ring, start_game, void
from table import after, allowed, dealt, refused, worked

BELL_FREE = ["standard", "charity-social", "sportcial-league"]
ALL_PASS = "W pass, N pass, E pass, S turn down"
NO_HEART = "AS KS QC TC 9S"


@pytest.fixture(params=[*BELL_FREE, "national-2025"])
def book(request: pytest.FixtureRequest) -> RuleBook:
    """Each of the books that lend the same choice."""
    return load(str(request.param))


@pytest.fixture(params=BELL_FREE)
def bell_free(request: pytest.FixtureRequest) -> RuleBook:
    """Each of the books without a bell of its own."""
    return load(str(request.param))


def house(book: RuleBook, **settings: object) -> RuleBook:
    """The book with some settings changed, written ``topic__setting``."""
    changed = {name.replace("__", "."): value for name, value in settings.items()}
    return overlay(book, changed, note="A house rule.")


def rung(book: RuleBook) -> Game:
    """North and South lead 3–2, South has dealt D6 and faced the card, and the bell of a house limit is rung."""
    out = worked("D6")
    game = start_game(house(book, clock__minutes=20), Seat.S, score=(3, 2))
    return ring(deal_out(game, Dealt(out.dealt, out.turn_up, out.stock)))


def test_standard_and_others_draw_no_partners(book: RuleBook) -> None:
    with pytest.raises(ValueError, match="does not draw for partners"):
        draw_partners([dict(zip("NESW", PACK, strict=False))], book)


def test_standard_and_others_have_the_ace_high_in_a_cut(book: RuleBook) -> None:
    assert higher_cut([{"N": card("AD"), "E": card("KS")}], book) == "N"


def test_standard_and_others_let_only_the_level_cut_again(book: RuleBook) -> None:
    level = {"N": card("KD"), "E": card("KS"), "S": card("9C")}
    assert higher_cut([level], book) == DrawAgain(("N", "E"))


def test_standard_and_others_give_the_first_card_left_of_the_holder(book: RuleBook) -> None:
    sheet = house(book, draw__first_dealer="first black jack")
    assert first_jack(cards("JC"), Seat.S, sheet) is Seat.W


def test_standard_and_others_let_a_partner_bound_to_be_alone_keep_quiet(book: RuleBook) -> None:
    deal = worked("D6", house(book, bidding__partner_order="must be alone"))
    assert after(deal, "W pass, N order").lone is Seat.N


def test_standard_and_others_have_the_jack_natural(book: RuleBook) -> None:
    sheet = house(book, bidding__natural_scope="dealer by choice")
    passed = "W pass, N pass, E pass"
    jack = dealt("S deals, 9H up", sheet, S="JH QS KD 9C AC")
    assert allowed(after(jack, passed), "S pick up")
    none = dealt("S deals, 9H up", sheet, S="JD QS KD 9C AC")
    assert refused(after(none, passed), "S pick up").path == "bidding.natural_scope"


def test_standard_and_others_refuse_an_order_without_the_trump_asked_for(
    bell_free: RuleBook,
) -> None:
    sheet = house(bell_free, bidding__trump_to_order="all but dealer")
    assert refused(dealt("S deals, 9H up", sheet, W=NO_HEART), "W order").path == (
        "bidding.trump_to_order"
    )
    assert allowed(dealt("S deals, 9H up", sheet, W="AS KS QC TC JD"), "W order")


def test_standard_and_others_ask_for_nothing_in_round_two(bell_free: RuleBook) -> None:
    sheet = house(bell_free, bidding__trump_to_order="all but dealer")
    deal = after(dealt("S deals, 9H up", sheet, W=NO_HEART), ALL_PASS)
    assert allowed(deal, "W name diamonds")
    assert bell_free.bidding.order_down == "by partner"


def test_standard_and_others_give_a_lone_partner_no_card(book: RuleBook) -> None:
    deal = worked("D6", house(book, alone__when="with the call"))
    alone = after(deal, "W pass, N order alone")
    assert (alone.phase, alone.hands) == (Phase.PLAY, deal.hands)
    # Whether the dealer takes the card or it stays on the stock cannot be seen in the play.
    assert book.bidding.lone_partner_turn_up == "dealer takes it"


def test_standard_and_others_count_five_of_a_printed_suit(book: RuleBook) -> None:
    sheet = house(book, burying__turn_up="unless five of the suit")
    deal = dealt("S deals, AH up", sheet, S="9H TH QH KH JD", W="JH")
    assert allowed(after(deal, "W order"), "S bury AH")


def test_standard_and_others_let_only_the_maker_go_alone(book: RuleBook) -> None:
    deal = worked("D6", house(book, alone__when="before the first card"))
    assert after(deal, "W order, S bury 9C, W with partner").phase is Phase.PLAY


def test_standard_and_others_turn_a_won_trick_face_down(bell_free: RuleBook) -> None:
    deal = worked("D6", house(bell_free, alone__when="with the call"))
    led = after(deal, "W order, S bury 9C, W KC, N QC, E KH, S AC, E JH")
    assert [shown for _, shown in in_sight(led)[0]] == [None, None, None, None]


def test_standard_and_others_end_the_game_on_a_throw_in_after_a_bell(bell_free: RuleBook) -> None:
    game = rung(house(bell_free, bidding__all_pass="throw in"))
    for action in f"{ALL_PASS}, W pass, N pass, E pass, S pass".split(","):
        game = act(game, read_action(action))
    assert game.result is not None


def test_standard_and_others_end_the_game_on_a_misdeal_after_a_bell(bell_free: RuleBook) -> None:
    assert void(rung(bell_free), Seat.S).result is not None
    assert void(rung(house(bell_free, clock__misdealt="deal on")), Seat.S).result is None
