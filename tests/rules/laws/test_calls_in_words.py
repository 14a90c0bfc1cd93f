"""Calls in words, as each book has them: understood, or one sentence why not."""

import pytest

from referee.sitting import sat
from rightbower.referee.spoken import NotACall, hear, read_call
from rightbower.rules.acts import (
    Action,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    TurnDown,
)
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Suit
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.entries import Mode
from web.seated import Sitting

NATIONAL = load("national-2025")
LEAGUE = load("sportcial-league")
SOCIAL = load("charity-social")
# D1: South deals, 9H is turned up.
DOWN = "W pass, N pass, E pass, S turn down"


def said(book: RuleBook, seat: Seat, words: str, before: str = "") -> Action:
    return read_call(sat("D1", book, before).deal, seat, words)


def why_not(book: RuleBook, seat: Seat, words: str, before: str = "") -> str:
    with pytest.raises(NotACall) as fault:
        said(book, seat, words, before)
    return str(fault.value)


@pytest.mark.parametrize("words", ["I'll go ALONE", "ALONE", "I’ll go alone!"])
def test_N04_2_1b_alone_in_its_words_is_a_full_call(words: str) -> None:
    """X-91 (a)."""
    assert said(NATIONAL, Seat.W, words) == Order(Seat.W, alone=True)
    assert said(NATIONAL, Seat.S, words) == PickUp(Seat.S, alone=True)
    assert NATIONAL.cite("bidding.alone_accepts").see == "X-91"


def test_N04_2_1b_in_round_two_alone_needs_a_suit_beside_it() -> None:
    assert said(NATIONAL, Seat.W, "Spades, I'll go alone", DOWN) == Name(
        Seat.W, Suit.SPADES, alone=True
    )
    says = "say which suit is trump, and alone with it"
    assert says in why_not(NATIONAL, Seat.W, "I'll go alone", DOWN)


def test_N04_2_1b_a_house_may_want_the_order_beside_it() -> None:
    """X-91 (b)."""
    house = overlay(NATIONAL, {"bidding.alone_accepts": False}, note="Ours.")
    assert "does not accept the turn-up" in why_not(house, Seat.W, "I'll go alone")
    assert said(house, Seat.W, "pick it up, I'll go alone") == Order(Seat.W, alone=True)


def test_N04_2_1_away_is_the_word_for_no_bid() -> None:
    assert said(NATIONAL, Seat.W, "AWAY") == Pass(Seat.W)
    assert said(NATIONAL, Seat.S, "away", "W pass, N pass, E pass") == TurnDown(Seat.S)
    assert why_not(NATIONAL, Seat.W, "pass") == "who does not bid says “away” (N04-2.1)"


def test_A01_11_B1_alone_by_itself_accepts_the_card(seniors: RuleBook) -> None:
    """X-91 (a): it tells the dealer all there is to tell."""
    assert said(seniors, Seat.W, "I'll go alone") == Order(Seat.W, alone=True)
    assert said(seniors, Seat.N, "alone") == Order(Seat.N, alone=True)
    assert seniors.cite("bidding.alone_accepts").see == "X-91"


def test_S02_7_1_alone_before_trump_is_made_is_not_a_call() -> None:
    """X-91 (b)."""
    says = "alone by itself does not accept the turn-up (S02-7.1)"
    assert why_not(SOCIAL, Seat.W, "I'll go alone") == says
    made = "W order, S bury JC"
    assert said(SOCIAL, Seat.W, "I'll go alone", made) == GoAlone(Seat.W)
    for words in ("with my partner", "no", "I'm not going alone"):
        assert said(SOCIAL, Seat.W, words, made) == KeepPartner(Seat.W)
    assert "S02-7.5" in why_not(SOCIAL, Seat.W, "hearts", made)


def test_L03_7_3_alone_goes_with_the_call() -> None:
    """X-91 (b)."""
    assert why_not(LEAGUE, Seat.W, "alone").endswith("(L03-7.3)")
    assert said(LEAGUE, Seat.W, "pick it up alone") == Order(Seat.W, alone=True)
    assert said(LEAGUE, Seat.W, "clubs alone", DOWN) == Name(Seat.W, Suit.CLUBS, alone=True)


def test_the_standard_book_takes_alone_by_itself() -> None:
    assert said(load("standard"), Seat.W, "alone") == Order(Seat.W, alone=True)


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        ("I pass", TurnDown(Seat.S)),
        ("I'll turn it down", TurnDown(Seat.S)),
        ("down", TurnDown(Seat.S)),
        ("I'll pick it up", PickUp(Seat.S)),
        ("I'm taking it", PickUp(Seat.S)),
        ("I'm not taking it", None),
        ("I take that one, alone", PickUp(Seat.S, alone=True)),
    ],
)
def test_A01_4_6_what_a_dealer_says(words: str, heard: Action | None) -> None:
    deal = sat("D1", load("alberta-55plus"), "W pass, N pass, E pass").deal
    assert hear(deal, Seat.S, words) == heard


def test_A01_4_7_only_the_dealer_turns_the_card_down(seniors: RuleBook) -> None:
    assert "only the dealer turns the card down" in why_not(seniors, Seat.W, "turn it down")


def test_A01_4_9_what_is_said_in_round_two(seniors: RuleBook) -> None:
    assert said(seniors, Seat.W, "Make it spades.", DOWN) == Name(Seat.W, Suit.SPADES)
    assert said(seniors, Seat.W, "a club", DOWN) == Name(Seat.W, Suit.CLUBS)
    assert said(seniors, Seat.W, "not spades, clubs", DOWN) == Name(Seat.W, Suit.CLUBS)
    assert said(seniors, Seat.W, "pass", DOWN) == Pass(Seat.W)
    assert "one suit is named" in why_not(seniors, Seat.W, "spades or clubs", DOWN)
    assert "no longer be ordered" in why_not(seniors, Seat.W, "pick it up", DOWN)
    assert "say “pass” or name a suit" in why_not(seniors, Seat.W, "hmm", DOWN)


def test_A01_11_B2_the_dead_suit_is_heard_as_it_was_named(seniors: RuleBook) -> None:
    assert said(seniors, Seat.W, "hearts", DOWN) == Name(Seat.W, Suit.HEARTS)


def test_A01_11_D1_a_suit_named_in_round_one_is_heard_as_a_bid(seniors: RuleBook) -> None:
    assert said(seniors, Seat.W, "spades alone") == Name(Seat.W, Suit.SPADES, alone=True)
    assert "hearts is made trump now with “pick it up”" in why_not(seniors, Seat.W, "hearts")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("should I pick it up", "that is a question, not a call"),
        ("spades?", "that is a question, not a call"),
        ("nice card", "“nice card” is not a call: say “pass” or “pick it up” (A01-4.2)"),
        ("I will think about this for a good long while", "a good long …” is not a call"),
        ("", "say “pass” or “pick it up” (A01-4.2)"),
    ],
)
def test_words_that_are_not_a_call_are_answered_in_one_sentence(words: str, says: str) -> None:
    assert says in why_not(load("alberta-55plus"), Seat.W, words)


def test_S02_4_2_a_house_may_want_the_very_words() -> None:
    house = overlay(SOCIAL, {"calls.any_words_bind": False}, note="Ours.")
    assert "only the words “pick it up” are an order" in why_not(house, Seat.W, "take it")


def test_once_the_play_is_on_nothing_is_called() -> None:
    taken = "W pass, N pass, E pass, S pick up, S bury JC"
    assert "nothing is left to call" in why_not(load("standard"), Seat.W, "pass", taken)


def test_N04_2_1b_in_the_hall_a_call_is_made_in_its_words() -> None:
    sitting = Sitting("national-2025")
    sitting.call("W", do="words", words="I'll go alone")
    assert sitting.table.game is not None
    deal = sitting.table.game.deal
    assert deal is not None
    assert (deal.maker, deal.lone) == (Seat.W, Seat.W)
    assert sitting.told[-1] == "West orders it up and goes alone"


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_N04_2_1_in_the_hall_words_are_understood_or_answered(mode: Mode) -> None:
    sitting = Sitting("national-2025", "D2", mode)
    with pytest.raises(Refused, match=r"who does not bid says “away” \(N04-2\.1\)"):
        sitting.call("W", do="words", words="pass")
    sitting.call("W", do="words", words="away")
    with pytest.raises(Refused, match="loses the game at once") as asked:
        sitting.call("N", do="words", words="alone")
    assert asked.value.ask
    sitting.call("N", do="words", words="alone", meant=True)
    assert sitting.table.game is not None
    assert sitting.table.game.result is not None
    with pytest.raises(Refused, match="nothing to call now"):
        sitting.call("N", do="words", words="away")


def test_in_the_hall_the_same_words_are_not_taken_twice() -> None:
    sitting = Sitting()
    sitting.call("W", do="words", words="pass")
    again = sitting.table.moves[-1]
    sitting.ask_again("W", again, words="pick it up")
    assert sitting.table.moves[-1] == again


def test_words_out_of_turn_are_a_slip_as_at_the_table() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.call("N", do="words", words="you take it, partner")
    assert [each.fact for each in sitting.judged.calls] == ["call-out-of-turn N order"]
