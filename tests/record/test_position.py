"""A position from text: what it can say, what follows from it, what it refuses."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import rightbower as rb
from rightbower.players.position import described
from seated_players import club_game
from table import DEALS

WEST = "S 9H | W JH AH QS AS 9C"
N, E, S, W, STOCK = DEALS["D1"][1:]
OPEN = f"S 9H | N {N} | E {E} | S {S} | W {W}"


def test_a_dealer_a_turn_up_and_a_hand_are_a_position() -> None:
    position = rb.Position(WEST)
    assert position.seat is rb.Seat.W
    assert position.view == described(rb.load("standard"), "S", "9H", "W", "JH AH QS AS 9C")
    assert [str(act) for act in position.legal] == ["W pass", "W order", "W order alone"]
    assert position.known == {rb.Seat.W}
    assert repr(position) == f"Position({WEST!r})"


@pytest.mark.parametrize(
    ("told", "same"),
    [
        ("S 9H | E JH AH QS AS 9C | W pass, N pass", "S 9H | E JH AH QS AS 9C | pass, pass"),
        ("S 9H | W JH AH QS AS 9C | W pass, N order", "S 9H | W JH AH QS AS 9C | N order"),
        ("s 9h|W jh ah qs as 9c|north order", "S 9H | W JH AH QS AS 9C | N order"),
        (
            "S 9H | W JH AH QS AS 9C | N order, W AS, N 9S, E KS, S TS",
            "S 9H | W JH AH QS AS 9C | N order | AS 9S / KS TS",
        ),
        (
            "S 9H | W JH AH QS AS 9C | N order, W AS, N 9S, E KS, S TS",
            "S 9H | W JH AH QS 9C | N order, W AS 9S KS TS",
        ),
        (
            "S 9H | N JH AH QS AS 9C | W pass, N pass, E pass, S turn down, W name clubs",
            "S 9H | N JH AH QS AS 9C | W name clubs",
        ),
        (
            "S 9H | S JH AH QS AS 9C | W pass, N pass, E pass, S pick up, S bury 9C, W KS",
            "S 9H | S 9H JH AH QS AS | S order, S bury 9C, KS",
        ),
    ],
)
def test_what_goes_without_saying_may_be_left_out(told: str, same: str) -> None:
    whole, short = rb.Position(told), rb.Position(same)
    assert whole.seat is short.seat
    if whole.seat in whole.known:
        assert whole.view == short.view
    assert str(whole) == str(short)


def test_a_position_goes_on() -> None:
    position = rb.Position(WEST).play("order", rb.Play(rb.Seat.W, rb.card("AS")), "9S KS TS")
    assert repr(position) == f"Position('{WEST} | order, W AS, 9S KS TS')"
    assert position.view.tricks[0].winner is rb.Seat.W
    assert str(position.why_not("KD")) == "West does not hold KD (standard:laws.play_in_turn)"
    assert position.why_not("QS") is None


def test_with_four_hands_it_is_a_whole_deal() -> None:
    position = rb.Position(f"{OPEN} | S pick up, bury JC")
    assert position.deal.stock == rb.cards(STOCK) or set(position.deal.stock) == set(
        rb.cards(STOCK)
    )
    assert position.deal.hands[rb.Seat.S] == rb.cards("JH KH QD AC 9H")
    with pytest.raises(rb.Refusal, match="does not tell the cards of North, East and South"):
        _ = rb.Position(WEST).deal
    with pytest.raises(rb.Refusal, match="hearts was led"):
        rb.Position(f"{OPEN} | S pick up, bury JC, W AS 9S TS / 9H, S KH TC")


def test_it_is_equal_hashed_pickled_and_copied_by_its_text_and_its_book() -> None:
    position = rb.Position(WEST, "alberta-55plus")
    for again in (
        rb.Position(f"  {WEST.replace('|', ' | ')}", "A01"),
        pickle.loads(pickle.dumps(position)),
        copy.deepcopy(position),
    ):
        assert again == position
        assert hash(again) == hash(position)
    assert position != rb.Position(WEST)
    assert rb.Position(WEST, rb.book("standard", target=15)).view.target == 15


def test_the_score_counts() -> None:
    assert rb.Position(f"{WEST} | 3-5").view.score == (3, 5)
    assert rb.Position(f"{WEST} | 0–9 | order").seat is rb.Seat.W


REFUSED = {
    "": "a position is written as the dealer and the turn-up",
    "S": "a position is written as the dealer and the turn-up",
    "X 9H": "'X' is not a seat; write N, E, S or W",
    "S 6H": "'6H' is not a card",
    "S 8H": "8H is not in this deck",
    "S 9H | W JH AH": "West was dealt 5 cards, and the position tells 2 cards",
    "S 9H | W JH AH QS AS 9H": "9H appears twice",
    "S 9H | W JH AH QS AS 9C | E 9C KC QC TC AC": "9C appears twice",
    "S 9H | W JH AH QS AS 9C | W JH AH QS AS 9C": "West's hand is given twice",
    f"{WEST} | 10-0": "no hand is played at 10–0",
    f"{WEST} | 3-": "write the score as 3-5, North and South first, not '3-'",
    f"{WEST} | W turn down": "'W turn down': only the dealer turns the card down",
    f"{WEST} | W name hearts": "'W name hearts': hearts was turned down",
    f"{WEST} | N order, E AS": "'E AS': it is West's turn",
    f"{WEST} | N order, KD": "West was dealt 5 cards, and the position tells 6 cards",
    f"{WEST} | W sing": "'sing' is not a card",
    "S 9H | S JH AH QS AS 9C | N order, W AD": "'W AD': it is South's turn",
    "S 9H | N JS 9S TH KC AC | W JH AH QS AS 9C | N order, AS KC": "'N KC': spades was led",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(rb.Refusal) as refusal:
        rb.Position(text)
    assert str(refusal.value).startswith(REFUSED[text])


def test_a_hand_that_is_not_told_is_not_looked_into() -> None:
    position = rb.Position(f"{WEST} | W pass")
    for look in (lambda: position.view, lambda: position.legal, lambda: position.why_not("pass")):
        with pytest.raises(
            rb.Refusal, match="North's turn, and the position does not tell North's"
        ):
            look()
    assert str(position).count("?") == 15


@pytest.mark.parametrize("book", rb.names())
def test_any_moment_of_a_game_can_be_told(book: str) -> None:
    played = club_game(rb.load(book), "told")
    for each in played.finished[:3]:
        deal = each.deal
        hands = " | ".join(
            f"{seat} {' '.join(card.name for card in deal.dealt[seat])}" for seat in rb.Seat
        )
        done = ", ".join(map(str, deal.acts))
        told = rb.Position(f"{deal.dealer} {deal.turn_up} | {hands} | {done}", book)
        assert (told.deal.hands, told.deal.tricks, told.deal.ending) == (
            deal.hands,
            deal.tricks,
            deal.ending,
        )
        assert set(told.deal.stock) == set(deal.stock)


def test_solve_is_what_the_cards_come_to(capsys: pytest.CaptureFixture[str]) -> None:
    from rightbower.cli import main

    args = ["solve", "--north", N, "--east", E, "--west", W, "--south", "JH KH QD AC 9H"]
    assert main([*args, "--trump", "H", "--leader", "W", "--maker", "S"]) == 0
    said = capsys.readouterr().out
    position = rb.Position(f"{OPEN} | S pick up, bury JC")
    assert f"South's side takes {rb.solve(position)} of 5 tricks" in said
    assert rb.solve(position.deal) == rb.solve(position)
    best = [
        rb.solve(position.play(str(act.card))) for act in position.legal if isinstance(act, rb.Play)
    ]
    assert min(best) == rb.solve(position)


def test_a_deal_that_is_over_is_solved_by_what_was_taken() -> None:
    deal: Any = (
        rb.start_game("standard", "S").shuffle(7).play("pass, pass, pass, pick up, bury 9D").deal
    )
    while deal.turn is not None:
        deal = rb.apply(deal, rb.legal(deal)[0])
    assert rb.solve(deal) == deal.tricks_of(rb.Side.NS)
