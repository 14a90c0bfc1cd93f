"""The terminal in its parts: what is meant, what is said, where it goes and where it is kept."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from referee import sitting
from rightbower.players import player
from rightbower.players.position import described
from rightbower.players.views import View
from rightbower.referee.remedies import read_remedy
from rightbower.referee.table import Chosen, Ruled
from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
)
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.deal import Phase
from rightbower.rules.game import start_game
from rightbower.rules.message import ENGLISH
from rightbower.rules.refusal import Refusal
from rightbower.terminal import answers, words
from rightbower.terminal import picture as screen
from rightbower.terminal.answers import named_suit
from rightbower.terminal.session import Setup, Sitting
from rightbower.terminal.words import meant, numbered, thinkable, with_cards
from table import after, dealt
from terminal.test_terminal import Evening

S, W = Seat.S, Seat.W
HAND = "JH KH 9C TC AD"


def seen(done: str = "W pass, N pass, E pass", book: str = "standard", hand: str = HAND) -> View:
    """South deals and looks."""
    return described(load(book), "S", "9H", "S", hand, done, "3-4")


TAKEN = "W pass, N pass, E pass, S pick up"
DOWN = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass"


@pytest.mark.parametrize(
    ("done", "text", "wanted"),
    [
        ("W pass, N pass, E pass", "1", TurnDown(S)),
        ("W pass, N pass, E pass", "2", PickUp(S)),
        ("W pass, N pass, E pass", "3", PickUp(S, True)),
        ("W pass, N pass, E pass", "0", None),
        ("W pass, N pass, E pass", "4", None),
        ("W pass, N pass, E pass", "pass", TurnDown(S)),
        ("W pass, N pass, E pass", "Turn it  down", TurnDown(S)),
        ("W pass, N pass, E pass", "pass alone", None),
        ("W pass, N pass, E pass", "pick it up", PickUp(S)),
        ("W pass, N pass, E pass", "Order, alone", PickUp(S, True)),
        ("W pass, N pass, E pass", "", None),
        ("W pass, N pass, E pass", "clubs", Name(S, Suit.CLUBS)),
        (DOWN, "clubs alone", Name(S, Suit.CLUBS, True)),
        (DOWN, "juggle", None),
        (DOWN, "1", Name(S, Suit.CLUBS)),
        (TAKEN, "9c", Bury(S, card("9C"))),
        (TAKEN, " 9 C", Bury(S, card("9C"))),
        (TAKEN, "go  ALONE", GoAlone(S)),
        (TAKEN, "juggle", None),
        (TAKEN, "1", Bury(S, card("JH"))),
        (TAKEN, "6", Bury(S, card("AD"))),
        (TAKEN, "7", None),
        (f"{TAKEN}, S bury 9C, W AS, N 9S, E TS", "ad", Play(S, card("AD"))),
        (f"{TAKEN}, S bury 9C, W AS, N 9S, E TS", "alone", None),
        (f"{TAKEN}, S bury 9C, W AS, N 9S, E TS", "2", Play(S, card("KH"))),
    ],
)
def test_what_is_meant_by_what_is_typed(done: str, text: str, wanted: Action | None) -> None:
    cards = [card(each) for each in ("JH", "KH", "9H", "9C", "TC", "AD")]
    assert meant(text, seen(done), cards) == wanted


def test_one_choice_needs_no_word_and_alone_is_said_by_itself() -> None:
    only = replace(seen(), legal=(TurnDown(S),))
    assert meant("", only, []) == TurnDown(S)
    later = replace(seen(), phase=Phase.ALONE, legal=(KeepPartner(S), GoAlone(S)))
    for text in ("alone", "go alone"):
        assert meant(text, later, []) == GoAlone(S)
    for text in ("with my partner", "With partner", "partner"):
        assert meant(text, later, []) == KeepPartner(S)
    assert meant("hearts", later, []) is None
    west = replace(seen(), seat=W)
    assert meant("pass", west, []) == Pass(W)
    assert meant("order", west, []) == Order(W)
    second = replace(seen(), phase=Phase.ROUND_TWO)
    assert meant("pass", second, []) == Pass(S)
    away = replace(seen(book="national-2025"), seat=W)
    assert meant("away", away, []) == Pass(W)


def test_everything_one_could_think_of() -> None:
    cards = [card("JH"), card("AD")]
    west = replace(seen(), seat=W)
    assert thinkable(seen(), cards) == [TurnDown(S), PickUp(S), PickUp(S, True)]
    assert thinkable(west, cards) == [Pass(W), Order(W), Order(W, True)]
    named = [Name(S, suit, alone) for suit in Suit for alone in (False, True)]
    assert thinkable(replace(seen(), phase=Phase.ROUND_TWO), cards) == [Pass(S), *named]
    assert thinkable(replace(seen(), phase=Phase.ALONE), cards) == [KeepPartner(S), GoAlone(S)]
    assert thinkable(replace(seen(), phase=Phase.BURY), cards) == [Bury(S, each) for each in cards]
    assert thinkable(replace(seen(), phase=Phase.PLAY), cards) == [Play(S, each) for each in cards]
    assert [with_cards(replace(seen(), phase=each)) for each in (Phase.ROUND_ONE, Phase.ROUND_TWO, Phase.ALONE, Phase.BURY, Phase.PLAY)] == [False] * 3 + [True] * 2  # fmt: skip
    assert [line[:2] for line in numbered(seen())] == ["1 ", "2 ", "3 "]


def test_what_means_nothing_is_told_with_what_may_be_typed() -> None:
    assert answers.not_understood("[b]x", seen()) == (
        "“\\[b]x” means nothing here: type a number from 1 to 3, the words of the call, or help."
    )
    one = replace(seen(), legal=(TurnDown(S),))
    assert answers.not_understood("", one) == "Nothing was typed: type 1, the words of the call, or help."  # fmt: skip
    assert answers.not_understood("x", seen(TAKEN)).endswith("a number from 1 to 6, a card such as JH, or help.")  # fmt: skip


def test_your_cards_in_words() -> None:
    assert answers.hand(seen()) == [
        "ten of clubs", "nine of clubs", "ace of diamonds", "king of hearts", "jack of hearts",
    ]  # fmt: skip
    assert answers.hand(seen(TAKEN, hand="JH JD 9C TC AD")) == [
        "1 jack of hearts, the right bower",
        "2 jack of diamonds, the left bower",
        "3 nine of hearts, trump",
        "4 ten of clubs",
        "5 nine of clubs",
        "6 ace of diamonds",
    ]
    assert answers.hand(replace(seen(), hand=())) == ["You hold no cards now."]
    assert answers.hint(replace(seen(), legal=())) == ["There is nothing to choose now."]
    assert answers.why(None, seen()) == ["There is nothing to choose now."]


def test_why_a_choice_is_barred_is_told_to_you() -> None:
    deal = dealt("S deals, 9H up", S="AS KS QS JC TC")
    for passes in ("W pass", "N pass", "E pass"):
        deal = after(deal, passes)
    without = seen(book="alberta-55plus", hand="AS KS QS JC TC")
    barred = [line for line in answers.why(deal, without) if line.startswith("Not “pick it up”")]
    assert barred == ["Not “pick it up”: you hold no natural card in hearts (A01-4.11, read X-01)"]


def test_the_tricks_and_the_score_are_told_from_your_side() -> None:
    played = seen(f"{TAKEN}, S bury 9C, W AS, N 9S, E TS, S JH, S KH, W QH, N TH, E QD")
    told = answers.standing(played)
    assert told[-1] == "Tricks in this deal: 2 to you, 0 to them."
    west = answers.standing(replace(played, seat=W))
    assert west[-1] == "Tricks in this deal: 0 to you, 2 to them."
    assert len(answers.standing(seen())) == len(told) - 1
    lines = answers.tricks(played)
    assert [line.partition(":")[0] for line in lines[:-1]] == ["Trick 1", "Trick 2"]
    assert lines[1].startswith("Trick 2: You ")
    assert answers.tricks(seen())[0] == "No card has been played yet."


def test_rules_are_looked_up_and_cut_where_there_are_many() -> None:
    book = load("standard")
    assert answers.rules(book, "")[0].startswith("Type rules and one of: ")
    some = answers.rules(book, "score")
    assert len(some) <= answers.MOST + 1
    many = answers.rules(load("alberta-55plus"), "card")
    assert len(many) == answers.MOST + 1
    assert many[-1].startswith("There are ")
    assert many[-1].endswith(" more; a longer word finds fewer.")


class Out(io.StringIO):
    """A terminal that writes letters of its own kind."""

    def __init__(self, coding: str) -> None:
        super().__init__()
        self.coding = coding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Its letters."""
        return self.coding


def typed(*words: str) -> Iterator[str]:
    """What somebody types."""
    yield from words


def test_a_terminal_without_signs_gets_letters() -> None:
    out = Out("ascii")
    shown = screen.Screen(typed(" yes "), out, plain=False, pace=2.0)
    assert (shown.signs, shown.plain, shown.pace) == (False, True, 0)
    shown.say("“J♥” – ●", "next")
    shown.list(["one ♥", "two"])
    assert shown.ask("Sure?") == "yes"
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert lines == ['"J" - o', "next", "- one", "- two", "Sure? yes"]
    with pytest.raises(screen.EndOfInput):
        shown.ask("More?")
    assert out.getvalue().endswith("More? \n")


def test_what_is_typed_is_shown_once_and_a_picture_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    out = Out("utf-8")
    drawn = screen.Screen(typed("1", "[b]2"), out, plain=False, pace=0.5, echoes=True)
    assert (drawn.signs, drawn.plain, drawn.pace) == (True, False, 0.5)
    drawn.rest()
    drawn.rest(3)
    assert slept == [0.5, 1.5]
    drawn.ask("One?")
    assert out.getvalue() == "One? "
    plain = screen.Screen(typed("[b]2"), out, plain=True, pace=0.5)
    plain.rest()
    plain.ask("Two?")
    assert out.getvalue() == "One? Two? [b]2\n"
    assert slept == [0.5, 1.5]
    cleared: list[str] = []
    for each in (drawn, plain):
        monkeypatch.setattr(each.console, "clear", lambda: cleared.append("clear"))
        each.fresh()
    assert cleared == ["clear"]
    monkeypatch.setattr("builtins.input", iter(["a", "b"]).__next__)
    with pytest.raises(RuntimeError):
        list(screen.typed())

    def ends() -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", ends)
    assert list(screen.typed()) == []


def test_where_a_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime(2026, 5, 30, 19, 5, 7, tzinfo=UTC)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    name = "2026-05-30-190507-standard.txt"
    assert answers.usual_place(load("standard"), now) == tmp_path / "rightbower" / "games" / name
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    place = answers.usual_place(load("standard"), now)
    assert place == Path("/home/ann/.local/share/rightbower/games") / name
    new = tmp_path / "new.txt"
    assert answers.new_file(new) == new
    new.touch()
    with pytest.raises(Refusal, match=r"exists already; name another file for the record$"):
        answers.new_file(new)


def test_a_record_that_cannot_be_kept_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "write", lambda record: f"RECORD {record}")
    record: Any = "x"
    place = tmp_path / "deep" / "game.txt"
    assert answers.keep(record, place) == f"The record is saved in {place}"
    assert place.read_text("utf-8") == "RECORD x"
    wrong = place / "no.txt"
    assert answers.keep(record, wrong).startswith("The record could not be saved: ")
    assert answers.keep(record, wrong).endswith(f" ({wrong}).")


def test_how_a_game_ended() -> None:
    game = start_game(load("national-2025"), S)

    def over(winner: Side | None, reason: str, path: str, score: tuple[int, int]) -> str:
        result: Any = SimpleNamespace(winner=winner, reason=reason, path=path, score=score)
        (line,) = words.game_over(SimpleNamespace(result=result, target=11, book=game.book), S)  # type: ignore[arg-type]
        return line

    won = over(Side.EW, "points", "game.target", (7, 11))
    assert "11 to 7" in won
    assert ": 11 points are reached (" in won
    assert " win the game, " in won
    drawn = over(None, "time", "clock.minutes", (6, 6))
    assert "The game is a draw, 6 to 6" in drawn
    assert ": the time is up (" in drawn
    assert ": the game was lost by a call (" in over(Side.NS, "game lost", "bidding.breach", (3, 2))
    assert "3 to 2" in over(Side.NS, "game lost", "bidding.breach", (3, 2))


def test_what_a_deal_brought() -> None:
    def told(**deal: Any) -> list[str]:
        made = SimpleNamespace(ending="played", maker=S, lone=None, book=load("standard"))
        made.__dict__.update(deal)
        last = SimpleNamespace(deal=made, marks=())
        game = SimpleNamespace(finished=[last], book=load("standard"))
        return words.deal_over(game, S)  # type: ignore[arg-type]

    assert told(ending="thrown in")[0].startswith("Everybody passed: nobody scores (")
    for maker, name in ((S, "You"), (W, "West")):
        (line,) = told(ending="game lost", maker=maker)
        assert line.startswith(f"{name} called without a trump: the game is lost (")
    for taken, says in ((2, "took only 2 of 5 tricks: euchred."), (3, "took 3 tricks."), (5, "took all 5 tricks.")):  # fmt: skip
        (line,) = told(tricks_of=lambda _, taken=taken: taken)
        assert says in line
    (line,) = told(tricks_of=lambda _: 5, lone=S)
    assert line.startswith("[bold]You, alone, took all 5 tricks.")


def test_rulings_are_listed_and_set_aside_with_a_reason() -> None:
    nothing: Any = SimpleNamespace(log=())
    assert answers.listed([], ENGLISH) == [
        "There is nothing to call now. A card that did not follow can be called later."
    ]
    assert answers.history(nothing, ENGLISH) == ["There have been no rulings."]
    with pytest.raises(Refusal, match=r"^there have been no rulings$"):
        answers.set_aside(nothing, "award 2 because it was seen")
    log = [Ruled(*(UNSET,) * 3, 1), Chosen(0, "stand", Side.NS), Ruled(*(UNSET,) * 3, 2), Chosen(2, "stand", Side.NS)]  # type: ignore[arg-type]  # fmt: skip
    with_choices: Any = SimpleNamespace(log=log)
    found = answers.set_aside(with_choices, "stand, award 2 because it was seen ")
    assert found == (2, (read_remedy("stand"), read_remedy("award 2")), "it was seen")


def test_a_ruling_is_read_out_with_who_called_it() -> None:
    table = sitting.sat("D1", "national-2025", "N pass")
    (ruled,) = table.log
    assert isinstance(ruled, Ruled)
    head, _ = answers.ruling_lines(ruled, table, ENGLISH)
    assert f"(called by the {table.game.book.officer})" in head
    assert "(called by West)" in answers.ruling_lines(replace(ruled, by=Seat.W), table, ENGLISH)[0]


def sat(*answers: str, target: int | None = None) -> tuple[Sitting, io.StringIO]:
    """South sits down as at the table and will say this."""
    out = io.StringIO()
    setup = Setup(book=load("alberta-55plus"), you=S, players=("N", "E", "S", "W"), others=player("club"),
                  seed="1", file=Path("nowhere"), target=target, slips="never")  # fmt: skip
    return Sitting(setup, screen.Screen(iter(answers), out, plain=True)), out


@pytest.mark.parametrize(
    ("answers", "suit", "again"),
    [((" ",), None, 0), (("Hearts",), Suit.HEARTS, 0), (("stars", "3", "clubs"), Suit.CLUBS, 2)],
)
def test_the_suit_of_a_lead_is_called_or_let_go(
    answers: tuple[str, ...], suit: Suit | None, again: int
) -> None:
    sitting, out = sat(*answers)
    assert named_suit(sitting.screen, sitting.ask) is suit
    assert out.getvalue().count("Type clubs, diamonds, hearts or spades") == again


@pytest.mark.parametrize(("target", "points"), [(None, 10), (7, 7)])
def test_the_welcome_tells_the_points_that_are_played_to(target: int | None, points: int) -> None:
    sitting, out = sat(target=target)
    with pytest.raises(screen.EndOfInput):
        sitting._open()
    assert f"{points} points" in out.getvalue()


def test_A00_9_3_the_terminal_reminds_as_soon_as_the_time_is_over(tmp_path: Path) -> None:
    ticks = iter([0.0, 0.0])  # the clock is set, and the game begins
    evening = Evening(tmp_path, "provincial-55plus", tick=lambda: next(ticks, 1500.0), seed="4")
    evening.played()
    assert "reminder clock.advice_minutes @1500\n" in evening.file.read_text("utf-8")


def test_a_house_without_the_cut_asks_nobody() -> None:
    house = overlay(load("standard"), {"dealing.cut": "none"}, "We never cut.")
    quiet = screen.Screen(typed(), Out("utf-8"), plain=True)
    for dealer in Seat:
        assert answers.cut(quiet, quiet.ask, house, dealer, S, "1") is None


def test_nothing_drops_before_the_cards_are_dealt() -> None:
    sitting, out = sat()
    sitting._own_slip("drop", "JH")
    assert out.getvalue() == "Name a card you hold, such as JH.\n"
