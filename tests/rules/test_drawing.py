"""Deals, games and views drawn: as text and as a picture, and never what a seat may not see."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import rightbower as rb
from table import after, worked

BIDDING = """\
                 North
                 9♠ 10♥ A♦ J♦ K♣
West                                East
A♠ K♠ Q♥ 9♦ 10♣   [9♥]              Q♠ 10♠ A♥ K♦ Q♣
                 South (dealer)
                 K♥ J♥ Q♦ A♣ J♣
West to act: round one"""
PLAYING = """\
               North
               J♦ 10♥ A♦ K♣
West           ♥ by South          East
Q♥ K♠ 9♦ 10♣   W A♠  N 9♠  E 10♠   A♥ Q♠ K♦ Q♣
               South (dealer, alone)
               J♥ K♥ 9♥ Q♦ A♣
South to act: play"""


def squeezed(text: str) -> list[list[str]]:
    return [line.split() for line in text.split("\n")]


def shown(picture: str) -> list[str]:
    """The words of a picture."""
    return [each.text or "" for each in ElementTree.fromstring(picture).iter() if each.text]


def test_a_deal_prints_as_a_table() -> None:
    deal = worked("D1", "standard")
    assert squeezed(str(deal)) == squeezed(BIDDING)
    left = {
        line.index(word)
        for line in str(deal).split("\n")
        for word in ("North", "South (")
        if word in line
    }
    assert len(left) == 1
    assert repr(deal) == "<Deal: South deals, 9H up, round one>"


def test_trump_and_the_trick_lie_in_the_middle() -> None:
    deal = after(
        worked("D1", "standard"), "W pass, N pass, E pass, S pick up, S bury JC, W AS, N 9S, E TS"
    )
    assert squeezed(str(deal)) == squeezed(PLAYING.replace(", alone", ""))
    lone = after(worked("D1", "standard"), "W pass, N pass, E pass, S pick up alone, S bury JC")
    assert "South (dealer, alone)" in str(lone)
    assert "North (sits out)" in str(lone)


def test_a_card_turned_down_lies_face_down_in_the_picture() -> None:
    deal = after(worked("D1", "standard"), "W pass, N pass, E pass")
    assert "[9♥]" in str(deal)
    assert shown(deal._repr_svg_()).count("9") == 3  # the turn-up, 9S and 9D
    down = after(deal, "S turn down")
    assert "(9♥ turned down)" in str(down)
    assert shown(down._repr_svg_()).count("9") == 2


def test_every_card_is_in_the_picture_of_a_deal() -> None:
    words = shown(worked("D1", "standard")._repr_svg_())
    assert sum(words.count(sign + "\N{VARIATION SELECTOR-15}") for sign in "♣♦♥♠") == 21
    assert "West to act: round one" in words


def test_a_game_prints_its_deals_and_how_it_ended() -> None:
    game = rb.start_game("standard", "S")
    assert str(game) == "The common North American game: NS 0, EW 0, to 10"
    assert game._repr_svg_() is None
    while game.result is None:
        game = game.play(game.legal[0]) if game.deal else game.shuffle(len(game.finished))
    lines = str(game).split("\n")
    assert (
        lines[0] == f"The common North American game: NS {game.score[0]}, EW {game.score[1]}, to 10"
    )
    assert lines[1].startswith("1. South dealt, ")
    assert len(lines) == len(game.finished) + 2
    assert lines[-1].endswith("(points).")
    assert (game._repr_svg_() or "").startswith("<svg")


@pytest.mark.parametrize("seat", [*rb.Seat, None])
def test_a_view_draws_its_own_hand_and_hides_the_others(seat: rb.Seat | None) -> None:
    game = rb.start_game("standard", "S").shuffle(7).play("pass, pass, pass, pick up, bury 9D, AC")
    assert game.deal is not None
    seen = rb.view(game, seat)
    words = str(seen).replace("♠ by South", "")
    for holder in rb.Seat:
        for card in game.deal.hands[holder]:
            assert (card.symbol in words.split()) is (holder is seat), card
    own = 0 if seat is None else len(game.deal.hands[seat])
    assert words.count("?") == 19 - own
    signs = [
        each for each in shown(seen._repr_svg_()) if each.endswith("\N{VARIATION SELECTOR-15}")
    ]
    assert len(signs) == own + 1
    assert repr(seen) == (
        f"<View of {'an onlooker' if seat is None else seat.word}: play, {len(seen.legal)} legal acts>"
    )


def test_a_name_in_a_picture_is_only_text() -> None:
    ours = rb.book("standard", target=15, title="Ours & <theirs>")
    picture = rb.start_game(ours, "S").shuffle(7)._repr_svg_() or ""
    assert "Ours & <theirs>: NS 0, EW 0, to 15" in shown(picture)
