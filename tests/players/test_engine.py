"""The engine protocol: what is asked, what is answered, and what is refused."""

from __future__ import annotations

import io
import json
import sys
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from random_play import play_game
from rightbower.players import player
from rightbower.players.engine import (
    EngineError,
    Program,
    ask,
    read_answer,
    reply,
    serve,
    spoken,
    view_of,
)
from rightbower.players.engine import _decode as decode
from rightbower.players.views import View, view
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
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat, Suit, card
from rightbower.rules.deal import Phase, Trick
from rightbower.rules.game import Game, deal_out, start_game
from rightbower.rules.refusal import Refusal
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
        ({"hand": ["1C"]}, "not a card"),
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


def test_a_line_is_written_out_in_full() -> None:
    seen = replace(opening(), score=(3, 7))
    assert json.loads(ask(seen)) == {
        "book": "standard",
        "may_bury_turnup": True,
        "score": {"NS": 3, "EW": 7},
        "dealer": "N",
        "turnup": "9H",
        "seat": "E",
        "hand": [held.name for held in seen.hand],
        "bids": [],
        "buried": None,
        "trump": None,
        "maker": None,
        "alone": False,
        "tricks": [],
        "decision": "bid1",
        "legal": [spoken(each) for each in seen.legal],
    }


def test_a_line_names_the_printed_book_and_whether_the_turn_up_may_be_buried() -> None:
    never = overlay(load("standard"), {"burying.turn_up": "never"}, note="for this test")
    line = json.loads(ask(replace(opening(), book=never)))
    assert (line["book"], line["may_bury_turnup"]) == ("standard", False)


@pytest.mark.parametrize(
    ("action", "word"),
    [
        (Pass(Seat.N), "pass"),
        (TurnDown(Seat.N), "pass"),
        (Order(Seat.N, False), "order"),
        (Order(Seat.N, True), "order alone"),
        (PickUp(Seat.N, False), "order"),
        (PickUp(Seat.N, True), "order alone"),
        (Name(Seat.N, Suit.HEARTS, False), "H"),
        (Name(Seat.N, Suit.HEARTS, True), "H alone"),
        (Bury(Seat.N, card("9C")), "9C"),
        (Play(Seat.N, card("9C")), "9C"),
        (GoAlone(Seat.N), "alone"),
        (KeepPartner(Seat.N), "with partner"),
    ],
)
def test_every_action_has_its_word(action: Action, word: str) -> None:
    assert spoken(action) == word


@pytest.mark.parametrize(
    ("decision", "seat", "word", "action"),
    [
        ("bid1", Seat.N, "pass", Pass(Seat.N)),
        ("bid1", Seat.W, "pass", TurnDown(Seat.W)),
        ("bid2", Seat.W, "pass", Pass(Seat.W)),
        ("bid1", Seat.N, "order", Order(Seat.N, False)),
        ("bid1", Seat.N, "order alone", Order(Seat.N, True)),
        ("bid1", Seat.W, "order", PickUp(Seat.W, False)),
        ("bid1", Seat.W, "order alone", PickUp(Seat.W, True)),
        ("bid2", Seat.W, "H", Name(Seat.W, Suit.HEARTS, False)),
        ("bid2", Seat.N, "S alone", Name(Seat.N, Suit.SPADES, True)),
        ("alone", Seat.N, "alone", GoAlone(Seat.N)),
        ("alone", Seat.N, "with partner", KeepPartner(Seat.N)),
        ("bury", Seat.W, "9C", Bury(Seat.W, card("9C"))),
        ("play", Seat.W, "9C", Play(Seat.W, card("9C"))),
    ],
)
def test_every_word_has_its_action(decision: str, seat: Seat, word: str, action: Action) -> None:
    line = {**LINE, "decision": decision, "seat": seat.name, "legal": [word]}
    (legal,) = view_of(decode.decode(json.dumps(line))).legal
    assert legal == action


def test_a_word_of_round_one_means_nothing_in_round_two() -> None:
    line = {**LINE, "decision": "bid2", "legal": ["order"]}
    with pytest.raises(ValueError, match="'order' is not a suit"):
        view_of(decode.decode(json.dumps(line)))


def seen_in(**change: object) -> View:
    """The view of a line with something changed."""
    return view_of(decode.decode(json.dumps({**LINE, **change})))


def test_the_view_of_a_line_is_whole() -> None:
    seen = seen_in(score={"NS": 3, "EW": 7})
    assert seen == View(
        book=load("standard"),
        seat=Seat.N,
        players=("North", "East", "South", "West"),
        score=(3, 7),
        target=10,
        dealer=Seat.W,
        played=0,
        past=(),
        result=None,
        time_up=False,
        ends_at=None,
        now=None,
        phase=Phase.PLAY,
        turn=Seat.N,
        turn_up=card("JC"),
        hand=tuple(map(card, LEGAL)),
        bids=(Pass(Seat.N), Pass(Seat.E), Order(Seat.S, False)),
        trump=Suit.CLUBS,
        maker=Seat.S,
        lone=None,
        taken_by=Seat.W,
        buried=None,
        tricks=(Trick(Seat.N),),
        cards_left=(5, 5, 5, 5),
        legal=tuple(Play(Seat.N, card(each)) for each in LEGAL),
        offered=Suit.CLUBS,
    )
    assert seen_in(score={}).score == (0, 0)


def test_the_turn_up_is_taken_unless_another_suit_is_trump_or_the_dealer_sits_out() -> None:
    assert seen_in().taken_by is Seat.W
    assert seen_in(trump="D").taken_by is None
    assert seen_in(decision="bid1", legal=[], trump=None, maker=None).taken_by is None
    assert seen_in(decision="bid1", legal=[], maker=None).taken_by is None
    assert seen_in(alone=True, maker="S").taken_by is Seat.W
    assert seen_in(alone=True, maker="E").taken_by is None
    assert (seen_in(alone=True).lone, seen_in().lone) == (Seat.S, None)


def test_tricks_say_who_led_who_won_and_how_many_cards_are_left() -> None:
    first = [["N", "AC"], ["E", "9D"], ["S", "JS"], ["W", "JC"]]
    seen = seen_in(tricks=[first, [["W", "9H"], ["N", "KD"]]])
    one, two = seen.tricks
    assert (one.leader, one.winner, len(one.plays)) == (Seat.N, Seat.W, 4)
    assert (two.leader, two.winner) == (Seat.W, None)
    assert two.plays == ((Seat.W, card("9H")), (Seat.N, card("KD")))
    assert seen.cards_left == tuple({"N": 3, "E": 4, "S": 4, "W": 3}[each.name] for each in Seat)
    assert seen_in(tricks=[]).tricks == (Trick(Seat.N),)
    assert seen_in(tricks=[first, []]).tricks[1] == Trick(Seat.N)


def test_before_cards_are_played_there_are_no_tricks() -> None:
    assert seen_in(decision="bid1", legal=["pass"], trump=None, tricks=[[]]).tricks == ()


@pytest.mark.parametrize(("size", "taken"), [(1, True), (6, True), (7, False)])
def test_a_hand_has_up_to_six_cards(size: int, taken: bool) -> None:
    hand = ["AC", "9C", "KD", "QD", "AS", "KS", "QS"][:size]
    if taken:
        assert len(seen_in(hand=hand).hand) == size
    else:
        with pytest.raises(Refusal, match=r"^a hand has 1 to 6 cards, not 7$"):
            seen_in(hand=hand)


def test_the_fifth_bid_is_the_first_of_round_two() -> None:
    four = [["N", "pass"], ["E", "pass"], ["S", "pass"], ["W", "pass"]]
    assert seen_in(bids=four).bids[3] == TurnDown(Seat.W)
    assert seen_in(bids=[*four, ["W", "pass"]]).bids[4] == Pass(Seat.W)
    assert seen_in(bids=[*four[:3], ["W", "order"], ["W", "alone"]]).bids[4] == GoAlone(Seat.W)
    kept = seen_in(bids=[["N", "order"], ["N", "with partner"]]).bids
    assert kept == (Order(Seat.N, False), KeepPartner(Seat.N))


def test_a_match_may_forbid_to_bury_the_turn_up_in_any_book() -> None:
    assert seen_in(may_bury_turnup=True).book is load("standard")
    assert seen_in(may_bury_turnup=False).book.burying.turn_up == "never"
    for book in names():
        if load(book).burying.turn_up == "never":
            for may in (False, True):
                assert seen_in(book=book, may_bury_turnup=may).book is load(book)


@pytest.mark.parametrize("line", ["x" * 200, b"x" * 200])
def test_two_hundred_letters_of_a_bad_answer_are_shown(line: Any) -> None:
    for more, shown in ((line, repr(line)), (line + line[:1], f"{line!r} …")):
        with pytest.raises(EngineError) as told:
            read_answer(opening(), more)
        assert str(told.value).startswith(f"the answer {shown} cannot be read: ")
