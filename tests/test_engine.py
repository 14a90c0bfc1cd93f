"""The engine protocol: what is asked, what is answered, and what is refused."""

from __future__ import annotations

import io
import json
import sys
from random import Random

import pytest

from random_play import play_game
from rightbower.book import load, names
from rightbower.cards import Seat
from rightbower.engine.lines import EngineError, ask, read_answer, spoken
from rightbower.engine.program import Program, reply, serve
from rightbower.engine.program import _decode as decode
from rightbower.engine.views import view_of
from rightbower.game import Game, deal_out, start_game
from rightbower.players import player
from rightbower.view import View, view
from table import cards_out

LEGAL = ["AC", "9C", "KD", "QD", "AS"]
LINE = {
    "book": "standard",
    "may_bury_turnup": True,
    "score": {"NS": 0, "EW": 0},
    "dealer": "W",
    "turnup": "JC",
    "seat": "N",
    "hand": ["AC", "9C", "KD", "QD", "AS"],
    "bids": [["N", "pass"], ["E", "pass"], ["S", "order"]],
    "buried": None,
    "trump": "C",
    "maker": "S",
    "alone": False,
    "tricks": [[]],
    "decision": "play",
    "legal": LEGAL,
}


def decisions(book: str, seed: int) -> list[View]:
    """Every decision of a random game, as the seat on turn sees it."""
    moments = play_game(load(book), Seat.S, Random(seed), 0)
    seen = [_seen(game) for game in moments if game.deal is not None]
    return [each for each in seen if each.legal]


def _seen(game: Game) -> View:
    assert game.deal is not None
    return view(game, game.deal.turn)


@pytest.mark.parametrize("book", names())
def test_a_line_tells_a_player_all_that_the_view_does(book: str) -> None:
    club = player("club")
    asked = 0
    for seen in decisions(book, seed=4):
        again = view_of(decode.decode(ask(seen)))
        for field in ("hand", "bids", "trump", "maker", "lone", "taken_by", "buried", "legal"):
            assert getattr(again, field) == getattr(seen, field), field
        assert again.tricks == seen.tricks
        assert (again.phase, again.turn_up, again.dealer) == (seen.phase, seen.turn_up, seen.dealer)
        assert read_answer(seen, reply(club, ask(seen))) in seen.legal
        asked += 1
    assert asked > 30


def test_the_line_of_the_description_is_answered() -> None:
    answer = json.loads(reply(player("club"), json.dumps(LINE)))
    assert answer["action"] in LEGAL


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"book": "bridge"}, "no book called 'bridge'"),
        ({"seat": "Q"}, "'Q' is not a seat"),
        ({"hand": ["AC", "AC"]}, "in the hand twice"),
        ({"hand": ["1C"]}, "not one of the 24 cards"),
        ({"hand": []}, "1 to 6 cards, not 0"),
        ({"trump": None}, "there is no trump"),
        ({"trump": "X"}, "'X' is not a suit"),
        ({"decision": "dance"}, "Invalid enum value"),
    ],
)
def test_a_bad_line_gets_an_error_object(change: dict[str, object], fault: str) -> None:
    answer = json.loads(reply(player("club"), json.dumps({**LINE, **change})))
    assert fault in answer["error"]


def test_an_engine_goes_on_after_a_bad_line() -> None:
    out = io.StringIO()
    serve(player("club"), ["{\n", "\n", json.dumps(LINE) + "\n"], out)
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert "error" in first
    assert second["action"] in LEGAL


def opening() -> View:
    """East is asked about a turn-up that North dealt."""
    game = deal_out(start_game(load("standard"), Seat.N), cards_out("9H"))
    return _seen(game)


def test_an_answer_that_is_not_legal_is_shown_with_its_line() -> None:
    with pytest.raises(EngineError, match="'fold' is not legal; the line was"):
        read_answer(opening(), '{"action": "fold"}')
    with pytest.raises(EngineError, match=r"'pass' cannot be read: .*; the line was"):
        read_answer(opening(), "pass")


def test_of_a_long_bad_answer_only_the_beginning_is_shown() -> None:
    with pytest.raises(EngineError, match="x' … cannot be read: ") as told:
        read_answer(opening(), "x" * 50_000)
    assert len(str(told.value)) < 1_000


def test_an_answer_without_end_is_not_waited_for() -> None:
    endless = Program(f"""{sys.executable} -c "while True: print('x' * 9999, end='')" """)
    with pytest.raises(EngineError, match="answered with more than 65,536 bytes; the line was"):
        endless(opening())
    endless.close()


def test_another_program_takes_a_seat() -> None:
    program = Program(f"{sys.executable} -m rightbower engine club")
    seen = opening()
    assert spoken(program(seen)) == spoken(player("club")(seen))
    program.close()


def test_a_program_that_stops_or_is_not_there_is_named() -> None:
    with pytest.raises(EngineError, match="nor a program that can be started"):
        Program("no-such-program-here")
    stopped = Program(f'{sys.executable} -c "pass"')
    with pytest.raises(EngineError, match="has stopped; the line was"):
        stopped(opening())
    stopped.close()
