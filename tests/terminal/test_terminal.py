"""The terminal game through scripted answers: whole games, refusals, stopping, the bell."""

from __future__ import annotations

import io
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rightbower.cli import main
from rightbower.players import player
from rightbower.players.views import view
from rightbower.record.record import read, replay
from rightbower.referee.table import Table
from rightbower.rules.acts import Bury, Play, read_action
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat, Suit, cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import (
    TurnUp,
    act,
    deal_out,
    show_turn_up,
    start_bell,
    start_game,
)
from rightbower.terminal import picture as draw
from rightbower.terminal.picture import Screen
from rightbower.terminal.session import Setup, Sitting
from rightbower.terminal.words import meant
from table import cards_out


class Evening:
    """A sitting with its answers and everything that was shown."""

    def __init__(
        self,
        folder: Path,
        book: str = "alberta-55plus",
        answers: Iterator[str] | None = None,
        plain: bool = True,
        tick: Callable[[], float] | None = None,
        seed: str = "9",
    ) -> None:
        self.file = folder / "game.txt"
        self.out = io.StringIO()
        setup = Setup(
            book=load(book),
            you=Seat.S,
            players=("North", "East", "Mary", "West"),
            others=player("league"),
            seed=seed,
            file=self.file,
            tick=tick,
        )
        given = self.any_choice(Random(seed)) if answers is None else answers
        self.sitting = Sitting(setup, Screen(given, self.out, plain))

    def any_choice(self, chance: Random) -> Iterator[str]:
        """Enter, or the number of something allowed, whatever is asked."""
        while True:
            yield self.choice(chance)

    def choice(self, chance: Random) -> str:
        game = self.sitting.game
        if game.deal is None or game.turn_up is not TurnUp.FACED or game.deal.turn is not Seat.S:
            return ""
        seen = view(game, Seat.S)
        action = chance.choice(seen.legal)
        if isinstance(action, Play | Bury):
            return str(draw.in_order(seen).index(action.card) + 1)
        return str(seen.legal.index(action) + 1)

    def played(self) -> str:
        """Play to the end, and all that was shown on the way."""
        self.sitting.play()
        return self.out.getvalue()


def after(evening: Evening, *answers: str) -> Iterator[str]:
    """Enter until it is your turn, then these answers, then the end of the input."""
    while evening.sitting.game.deal is None or evening.sitting.game.deal.turn is not Seat.S:
        yield ""
    yield from answers


def asked(folder: Path, *answers: str, book: str = "alberta-55plus", seed: str = "9") -> str:
    """What is shown when these answers are given at your first turn."""
    evening = Evening(folder, book, seed=seed)
    evening.sitting.screen.answers = after(evening, *answers)
    return evening.played()


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "drawn"])
@pytest.mark.parametrize("book", names())
def test_a_whole_game_by_each_book_is_shown_and_kept(
    book: str, plain: bool, tmp_path: Path
) -> None:
    evening = Evening(tmp_path, book, plain=plain, seed=f"{book}-1")
    shown = evening.played()
    result = evening.sitting.game.result
    assert result is not None
    assert replay(read(evening.file.read_text("utf-8"))).result == result
    assert "win the game" in shown or "is a draw" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_the_welcome_tells_what_is_special_with_its_clause(tmp_path: Path) -> None:
    shown = " ".join(asked(tmp_path, book="national-2025").split())
    assert "The first side to 11 points wins (N04-2.2)" in shown
    assert "players say “away” (N04-2.1)" in shown
    assert "An order without a trump loses the whole game (N04-2.8a" in shown


@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("alberta-55plus", "the lower card deals (A01-3.2)"),
        ("national-2025", "the higher card deals (N04-2.9d"),
        ("charity-social", "the first jack deals (S02-2.2)"),
        ("sportcial-league", "the first black jack deals (L03-3.4)"),
    ],
)
def test_the_first_dealer_is_found_as_the_book_has_it(
    book: str, words: str, tmp_path: Path
) -> None:
    assert words in " ".join(asked(tmp_path, book=book).split())


def test_the_one_on_the_dealers_right_is_offered_the_cut(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "sportcial-league", seed="2")
    shown = evening.played()
    assert "asks you to cut (L03-4.1)." in shown
    assert "You ask East to cut: East lifts" in shown


def test_bad_input_gets_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    shown = asked(tmp_path, "banana", "99", "", "jh", "1")
    assert "“banana” means nothing here: type a number from 1 to 3" in shown
    assert "“99” means nothing here" in shown
    assert "Nothing was typed" in shown
    assert "“jh” means nothing here" in shown
    assert "You say “pass”." in shown


def test_A01_6_3_a_card_that_does_not_follow_is_refused_with_its_clause(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    chance = Random(3)

    def wrong_first() -> Iterator[str]:
        tried = False
        while True:
            seen = view(evening.sitting.game, Seat.S)
            barred = [each for each in seen.hand if Play(Seat.S, each) not in seen.legal]
            if seen.phase is Phase.PLAY and seen.legal and barred and not tried:
                tried = True
                yield barred[0].name
            else:
                yield evening.choice(chance)

    evening.sitting.screen.answers = wrong_first()
    shown = " ".join(evening.played().split())
    assert "Not allowed:" in shown
    assert "(A01-6.3). Choose again." in shown
    assert evening.sitting.game.result is not None


def test_every_command_answers_and_the_question_stands(tmp_path: Path) -> None:
    shown = asked(
        tmp_path, "help", "?", "why", "rules", "rules bidding", "rules 4.12", "rules xyzzy",
        "score", "tricks", "hand", "hint", "1",
    )  # fmt: skip
    assert shown.count("Type the number of your choice") == 2
    assert "each player once accepts the turn-up or passes. (A01-4.2)" in shown
    assert "Type rules and one of:" in shown
    assert "A01-4.12:" in shown
    assert "says nothing of 'xyzzy'" in shown
    assert "No card has been played yet." in shown
    assert " of spades" in shown
    assert re.search(r"Pass: |Order it up", shown)
    assert "You say “pass”." in shown


def test_why_tells_what_is_barred_and_by_which_clause(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "charity-social", seed="10")
    evening.sitting.screen.answers = after(evening, "why", "quit", "y")
    shown = " ".join(evening.played().split())
    assert "Not “pick it up, alone”: a lone player has to hold a trump (S02-7.4)" in shown


def test_A01_11_Q2_a_quitted_trick_is_seen_again_only_when_the_deal_is_over(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path)
    chance = Random(3)

    def looking() -> Iterator[str]:
        while True:
            seen = view(evening.sitting.game, Seat.S)
            if len(seen.tricks) == 4 or (seen.past and seen.past[-1].ending == "played"):
                yield "tricks"
            if seen.past and seen.past[-1].ending == "played":
                return
            yield evening.choice(chance)

    evening.sitting.screen.answers = looking()
    during, _, over = (
        evening.played().rpartition("Press Enter for the next deal:")[0].rpartition("Trick 1:")
    )
    assert "North face down" in during
    assert "North face down" not in over


def test_quitting_asks_first_and_keeps_the_unfinished_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sitting.screen.answers = after(evening, "quit", "no", "1", "quit", "yes")
    shown = evening.played()
    assert "You say “pass”." in shown
    assert "Stopped. Thank you for the game." in shown
    kept = replay(read(evening.file.read_text("utf-8")))
    assert kept.result is None
    assert kept == evening.sitting.game


def test_the_end_of_the_input_ends_politely(tmp_path: Path) -> None:
    shown = asked(tmp_path)
    assert "The input ended. Thank you for the game." in shown
    assert (tmp_path / "game.txt").exists()


def test_nothing_is_kept_before_the_first_deal(tmp_path: Path) -> None:
    evening = Evening(tmp_path, answers=iter(["quit", "y"]))
    evening.played()
    assert not evening.file.exists()


def test_ctrl_c_keeps_the_game_and_says_goodbye(tmp_path: Path) -> None:
    evening = Evening(tmp_path)

    def interrupted() -> Iterator[str]:
        yield from after(evening, "1")
        raise KeyboardInterrupt

    evening.sitting.screen.answers = interrupted()
    with pytest.raises(KeyboardInterrupt):
        evening.sitting.play()
    assert "Stopped. Thank you" in evening.out.getvalue()
    assert evening.file.exists()


def clock(step: float) -> Callable[[], float]:
    """A clock that moves on by so many seconds whenever it is read."""
    ticks = iter(range(10**6))
    return lambda: next(ticks) * step


def test_N04_1_6a_the_bell_ends_the_game_after_the_hand(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "national-2025", tick=clock(1.0), seed="4")
    shown = " ".join(evening.played().split())
    result = evening.sitting.game.result
    assert result is not None
    assert result.reason == "time"
    assert "the turn-up waits for the start bell (N04-1.1a)" in shown
    assert "The start bell rings." in shown
    assert "This hand is played out (N04-1.6a" in shown
    assert "the time is up (N04-2.2)" in shown
    assert replay(read(evening.file.read_text("utf-8"))).result == result


def test_without_the_clock_no_time_is_written(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "national-2025", seed="4")
    evening.played()
    assert "@" not in evening.file.read_text("utf-8")


def test_N04_2_8a_an_order_that_loses_the_game_has_to_be_meant(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "national-2025")
    game = start_game(load("national-2025"), Seat.E)
    hands = cards_out("9H", S="9S TS 9C TC QC", E="JH JD AH KH AS")
    sitting = evening.sitting
    game = deal_out(game, hands, turn_up=TurnUp.PUT_DOWN)
    game = show_turn_up(start_bell(game), TurnUp.FACED)
    sitting.table = Table(game, strict=True)
    sitting.screen.answers = iter(["2", "no", "1"])
    sitting.turn()
    shown = " ".join(evening.out.getvalue().split())
    assert "this call loses the game at once (N04-2.8a" in shown
    assert "You say “away”." in shown


def test_N04_2_8a_a_suit_named_without_a_trump_has_to_be_meant_where_it_loses_the_game(
    tmp_path: Path,
) -> None:
    book = overlay(load("national-2025"), {"bidding.order_down": "in round two"}, note="House.")
    evening = Evening(tmp_path, "national-2025")
    sitting = evening.sitting
    sitting.book = book
    game = start_bell(start_game(book, Seat.E))
    game = deal_out(game, cards_out("9H", S="9S TS 9C TC QC"))
    for said in ("S pass", "W pass", "N pass", "E turn down"):
        game = act(game, read_action(said))
    sitting.table = Table(game, strict=True)
    sitting.screen.answers = iter(["diamonds", "no", "away"])
    sitting.turn()
    shown = " ".join(evening.out.getvalue().split())
    assert "this call loses the game at once (N04-2.8a" in shown
    assert "You say “away”." in shown


def test_trumps_are_marked_left_bower_included() -> None:
    game = start_game(load("standard"), Seat.S)
    game = deal_out(game, cards_out("9H", W="JD AH 9S KC TD", S="JH 9D 9C TC QC"))
    seen = replace(view(game, Seat.W), trump=Suit.HEARTS)
    assert draw.in_order(seen)[:2] == list(cards("JD AH"))
    marks = draw.hand(seen)[-1]
    assert marks.index("left") < marks.index("trump")
    assert marks.count("trump") == 1


def test_a_score_is_shown_as_the_fives_lie() -> None:
    book = load("alberta-55plus")
    assert draw.marker(4, book) == "│▒▒▒▒▒│●●●●·│"
    assert draw.marker(7, book) == "│●●●●●│●●···│"
    assert draw.marker(12, book) == "│●●●●●│●●●●●│ +2"


def test_words_and_cards_may_be_typed_instead_of_numbers() -> None:
    game = start_game(load("standard"), Seat.E)
    game = deal_out(game, cards_out("9H", S="JD AH 9S KC TD"))
    seen = view(game, Seat.S)
    typed = {
        text: meant(text, seen, list(seen.hand)) for text in ("pass", "order", "pick it up, alone")
    }
    assert [action in seen.legal for action in typed.values()] == [True] * 3
    assert len({str(action) for action in typed.values()}) == 3


def test_a_terminal_without_suit_signs_gets_letters(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    raw = io.BytesIO()
    narrow = io.TextIOWrapper(raw, "ascii")
    evening.sitting.screen = Screen(after(evening), narrow, plain=False)
    evening.sitting.play()
    narrow.flush()
    assert b"Your cards: " in raw.getvalue()


def test_the_command_plays_from_a_pipe_and_says_where_the_record_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nquit\nyes\n"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "--book", "S02", "--seed", "1", "--name", "Mary"]) == 0
    kept = list((tmp_path / "rightbower" / "games").glob("*-charity-social.txt"))
    assert len(kept) == 1
    assert "player S Mary" in kept[0].read_text("utf-8")
    assert kept[0].name in capsys.readouterr().out.replace("\n", "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--book", "nosuch"], "there is no book called 'nosuch'"),
        (["--seat", "Q"], "'Q' is not a seat"),
        (["--players", "wizard"], "there is no player called 'wizard'"),
        (["--book", "L03", "--target", "5"], "plays to 10 (L03-7.7)"),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 1
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_the_four_line_example_plays_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "four_lines.py"))
    assert "North and South " in capsys.readouterr().out


def test_a_record_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("dear diary", "utf-8")
    assert main(["play", "--record", str(file)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert file.read_text("utf-8") == "dear diary"


def test_A00_9_3_the_terminal_reminds_once_and_plays_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "provincial-55plus", tick=clock(40.0), seed="4")
    shown = " ".join(evening.played().split())
    result = evening.sitting.game.result
    assert result is not None
    assert result.reason == "points"
    assert shown.count("25 minutes have passed") == 1
    text = evening.file.read_text("utf-8")
    assert text.count("reminder clock.advice_minutes @") == 1
    assert replay(read(text)).result == result
