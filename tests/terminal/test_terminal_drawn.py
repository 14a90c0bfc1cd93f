"""The table in the terminal: who deals, what was said, and why a choice is what it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from rightbower.players.position import described
from rightbower.players.simulate import new_game
from rightbower.rules.acts import read_action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat
from rightbower.rules.game import Game, act, deal_out
from rightbower.rules.judge import legal
from rightbower.terminal import picture as draw
from rightbower.terminal.answers import why
from rightbower.terminal.picture import Screen
from rightbower.terminal.words import deal_over, special_rules
from table import cards_out, dealt
from terminal.test_terminal import Evening


@pytest.mark.parametrize(
    ("led", "said"),
    [
        ("W QS", "Spades was led. You hold no spades."),
        ("W 9D", "Diamonds was led. You hold A♦ D. A player"),
    ],
)
def test_why_names_the_cards_that_follow(led: str, said: str) -> None:
    done = f"W pass, N pass, E pass, S pick up, S bury 9C, {led}, N TD, E KD"
    seen = described(load("standard"), "S", "9H", "S", "JH JD 9C TC AD", done, "0-0")
    (line,) = why(dealt("S deals, 9H up"), seen)
    assert re.sub(r"\[[^]]*\]", "", line).startswith(said)


def test_cards_that_may_be_played_have_their_colors_and_the_others_are_dim() -> None:
    done = "W pass, N pass, E pass, S pick up, S bury 9C, W 9D, N TD, E KD"
    seen = described(load("standard"), "S", "9H", "S", "JH JD 9C TC AD", done, "0-0")
    inks = re.findall(r"\[([^]│]*)\] *(\d*\w[♠♥♦♣]) *\[/\]", draw.hand(seen)[1])
    assert {card: ink for ink, card in inks} == {
        "J♥": "dim",
        "J♦": "dim",
        "9♥": "dim",
        "A♦": "bold red",
        "10♣": "dim",
    }


def drawn_table(done: str) -> str:
    """The table as West sees it after these acts, without its colours; South deals."""
    seen = described(load("standard"), "S", "9H", "W", "JH JD 9C TC AD", done, "0-0")
    return re.sub(r"\[[^]]*\]", "", "\n".join(draw.table(seen, None)))


def test_the_table_shows_the_dealer_the_turn_up_and_the_calls() -> None:
    before = drawn_table("")
    assert before.count("(dealer)") == 1
    assert "South (dealer)" in before
    assert "turn-up" in before
    second = drawn_table("W pass, N pass, E pass, S turn down")
    assert "turned down" in second
    assert "turn-up" not in second
    assert second.count("“") == 4


def test_once_the_play_is_on_only_the_makers_call_is_told() -> None:
    playing = drawn_table("W pass, N order, S bury 9S").splitlines()
    assert sum(line.count("“") for line in playing) == 1
    at = next(number for number, line in enumerate(playing) if "North" in line)
    assert "“" in playing[at + 1]


@pytest.mark.parametrize(
    ("done", "seat"),
    [("", "West"), ("W pass", "North"), ("W pass, N pass, E pass", "South")],
)
def test_whose_turn_it_is_stands_out_and_nobody_else(done: str, seat: str) -> None:
    seen = described(load("standard"), "S", "9H", seat[0], "JH JD 9C TC AD", done, "0-0")
    drawn = "\n".join(draw.table(seen, None))
    assert re.findall(r"\[bold underline\]([^\[,]*)", drawn) == [f"You ({seat})"]


def test_partners_words_stand_in_the_middle() -> None:
    lines = drawn_table("W pass, N pass, E pass, S turn down").splitlines()
    at = next(number for number, line in enumerate(lines) if "East, partner" in line)
    for line in lines[at : at + 2]:
        assert abs(len(line) - len(line.lstrip()) - (len(line) - len(line.rstrip()))) <= 1


@pytest.mark.parametrize(("turned", "ink"), [("9H", "red"), ("9S", "black")])
def test_a_card_on_the_table_has_the_color_of_its_suit(turned: str, ink: str) -> None:
    seen = described(load("standard"), "S", turned, "W", "JH JD 9C TC AD", "", "0-0")
    assert f"[bold {ink} on white]" in "\n".join(draw.table(seen, None))


def test_the_heading_tells_the_time_left_until_it_is_up() -> None:
    seen = described(load("standard"), "S", "9H", "W", "JH JD 9C TC AD", "", "0-0")
    timed = replace(seen, ends_at=165.0, now=100.0)
    assert draw.heading(timed).endswith("1:05 left")
    assert draw.heading(replace(timed, time_up=True)).endswith("time is up[/]")
    assert "first to" in draw.heading(timed)
    assert "first to" not in draw.heading(replace(timed, target=None))


def after_a_deal(calls: str) -> Game:
    """West holds the five best hearts and leads them; South deals."""
    hands = cards_out("9H", W="JH JD AH KH QH")
    game = deal_out(new_game(load("alberta-55plus"), Seat.S), hands)
    for said in calls.split(", "):
        game = act(game, read_action(said))
    while game.deal is not None:
        game = act(game, legal(game.deal)[0])
    return game


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("W order", ["East and West took all 5 tricks.", "East and West score 2 points"]),
        (
            "W pass, N order",
            ["North, alone, took only 0 of 5 tricks: euchred.", "East and West score"],
        ),
        (
            "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass",
            ["Everybody passed: nobody scores"],
        ),
    ],
)
def test_what_a_deal_brought_is_told(calls: str, said: list[str]) -> None:
    lines = [re.sub(r"\[[^]]*\]", "", line) for line in deal_over(after_a_deal(calls), Seat.S)]
    assert len(lines) == len(said)
    for line, start in zip(lines, said, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize("name", names())
def test_only_what_a_book_has_is_told_as_special_about_it(name: str) -> None:
    book = load(name)
    told = {str(says): path for says, path in special_rules(book)}
    thrown_in = "If everybody passes twice, the cards are thrown in"
    assert (thrown_in in told) is (book.bidding.all_pass == "throw in")
    paths = list(told.values())
    assert len(set(paths)) == len(paths)
    assert not {"bidding.breach", "bidding.trump_to_order"} <= set(paths)


def test_a_drawn_table_leaves_time_to_look_at_others_cards_and_more_at_a_trick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, rested, pictures = Evening(tmp_path, plain=False), list[float](), list[Screen]()
    monkeypatch.setattr(Screen, "rest", lambda _, beats=1: rested.append(beats))
    monkeypatch.setattr(Screen, "fresh", lambda drawn: pictures.append(drawn))
    evening.played()
    finished = evening.sitting.game.finished
    tricks = sum(len(each.deal.tricks) for each in finished)
    assert rested.count(2.5) == tricks > 0
    assert rested.count(1) > tricks
    assert len(pictures) > len(rested)
