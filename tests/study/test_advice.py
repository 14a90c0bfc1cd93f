"""Advice, review and open hands, as a library and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from rightbower.cli import main
from rightbower.players.position import described
from rightbower.players.views import View
from rightbower.record.egn import read as read_egn
from rightbower.record.entries import Record
from rightbower.record.record import read
from rightbower.rules.acts import Pass, Play, TurnDown, read_action, write_action
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, card, cards
from rightbower.study.review import Comment, annotated, moment, review
from rightbower.study.teacher import Option, advise

GAMES = Path(__file__).parents[1] / "record" / "games"
ONE_LINE = ["advise", "--dealer", "S", "--turn-up", "9H", "--seat", "W", "--worlds", "60"]


def test_three_top_trumps_and_two_top_spades_go_alone() -> None:
    seen = described(load("standard"), "S", "9H", "W", "JH JD AH KS AS")
    found = advise(seen, worlds=80)
    assert write_action(found[0].action) == "W order alone"
    assert found[0].points > 3.5
    assert [each.chance for each in found] == sorted((e.chance for e in found), reverse=True)


def test_nothing_in_hand_is_passed() -> None:
    seen = described(load("standard"), "S", "9H", "W", "9S TS 9D TD 9C")
    assert write_action(advise(seen, worlds=80)[0].action) == "W pass"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"hand": "JH JH AH KS AS"}, "in the hand twice"),
        ({"hand": "JH JD AH KS AS 9C"}, "give the 5 cards dealt, not 6"),
        ({"hand": "9H JD AH KS AS"}, "9H is turned up"),
        ({"hand": "1H JD AH KS AS"}, "not a card"),
        ({"done": "N pass"}, "it is West's turn then"),
        ({"done": "W pass"}, "North's turn, not West's"),
        ({"score": "three"}, "write the score as 3-5"),
        ({"done": "W order, S bury JH", "seat": "W"}, "JH appears twice"),
        ({"done": "W order, S bury 9C, W JH, N 9S, E 9S"}, "9S appears twice"),
        ({"score": "-1-3"}, "write the score as 3-5"),
        ({"score": "10-3"}, "no hand is played at 10–3"),
        ({"score": "3-10"}, "no hand is played at 3–10"),
        ({"score": "3-5-7"}, "write the score as 3-5, North and South first, not '3-5-7'"),
    ],
)
def test_what_cannot_be_is_said(change: dict[str, str], fault: str) -> None:
    told = {"dealer": "S", "turn_up": "9H", "seat": "W", "hand": "JH JD AH KS AS", **change}
    with pytest.raises(ValueError, match=fault):
        described(load("standard"), **told)


def test_a_book_that_wants_a_trump_of_the_caller_can_be_told_of_a_call() -> None:
    hand, done = "JH JD AH KH QH", "W pass, N pass, E order, S bury 9C, W AS, N 9S"
    seen = described(load("national-2025"), "S", "9H", "E", "TS AC KC QC TH", done)
    assert seen.maker is Seat.E
    done = "W pass, N order, S bury 9C"
    assert described(load("national-2025"), "S", "9H", "W", hand, done).maker is Seat.N


def test_the_dealer_has_not_discarded_a_card_that_was_played_later() -> None:
    """Which card went is not told; it is none of those that the dealer plays afterwards."""
    told = {"dealer": "S", "turn_up": "9H", "seat": "W", "hand": "AS KC QC TH TD"}
    done = "W pass, N pass, E order, W AS, N JS, E 9S, S TS"
    seen = described(load("standard"), **told, done=done)
    assert (seen.turn, seen.cards_left) == (Seat.W, (4, 4, 4, 4))


def game() -> Record:
    """A record of our own making."""
    path = GAMES / "standard-unfinished.txt"
    return read(path.read_text("utf-8"))


def test_a_review_finds_costs_and_writes_them_as_notation() -> None:
    told = game()
    comments = review(told, worlds=20)
    assert comments
    assert all(comment.cost >= 0 for comment in comments)
    assert {comment.sign for comment in comments} <= {"", "?!", "?", "??"}
    text = annotated(told, comments)
    again = read_egn(text)
    assert again.record.players == told.players
    signs = sum(bool(comment.sign) for comment in comments)
    assert text.count("was better by") == signs
    assert all(bool(comment.why) == bool(comment.sign) for comment in comments)


def test_the_advise_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ONE_LINE, "--hand", "JH JD AH KS AS", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    options = told["options"]
    assert told["why"].startswith("Order it up alone: three trumps with both bowers")
    assert {option["action"] for option in options} == {"pass", "order", "order alone"}
    assert main([*ONE_LINE, "--hand", "JH JD AH KS AS"]) == 0
    assert "% to win" in capsys.readouterr().out
    assert main([*ONE_LINE, "--hand", "JH JD AH KS"]) == 1
    assert capsys.readouterr().err == "rightbower advise: give the 5 cards dealt, not 4\n"


def test_the_solve_command(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["--north", "JD AD 9S KC TH", "--east", "QS TS KD QC AH", "--west", "AS KS 9D TC QH"]
    common = ["solve", *hands, "--trump", "H", "--leader", "W", "--maker", "S"]
    assert main([*common, "--south", "JH KH QD AC 9H", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tricks"] == 5
    assert main([*common, "--south", "JH KH QD AC 9H", "--alone"]) == 0
    assert "South's side takes" in capsys.readouterr().out
    assert main([*common, "--south", "JH KH QD AC JD"]) == 1
    assert "JD appears twice" in capsys.readouterr().err
    assert main([*common, "--south", "JH KH QD AC"]) == 1
    assert "South holds 4 cards, not 5" in capsys.readouterr().err


def test_the_review_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = GAMES / "standard-unfinished.txt"
    out = tmp_path / "game.egn"
    assert main(["review", str(path), "--worlds", "10", "--egn", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"]
    assert main(["review", str(out), "--worlds", "5"]) == 0
    assert "in all" in capsys.readouterr().out
    assert main(["review", str(tmp_path / "none")]) == 1
    capsys.readouterr()


def test_several_games_are_reviewed_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(GAMES / "standard-unfinished.txt"), str(GAMES / "charity-social.txt")]
    common = ["review", *files, "--worlds", "3", "--workers", "1"]
    assert main([*common, "--egn", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert all(f"{file}:\n" in told for file in files)
    assert "% a game, " in told
    assert sorted(path.stem for path in (tmp_path / "out").iterdir()) == sorted(
        Path(file).stem for file in files
    )
    assert main([*common, "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["file"] for game in games] == files
    assert all(game["decisions"] for game in games)
    bad = tmp_path / "bad.txt"
    bad.write_text("nothing of the kind")
    assert main(["review", files[0], str(bad)]) == 1
    assert capsys.readouterr().err.startswith(f"rightbower review: {bad}: ")
    assert main(["review", files[0], files[0], "--egn", str(tmp_path / "o"), "--worlds", "1"]) == 1
    assert "same name" in capsys.readouterr().err


def test_nobody_advises_whose_turn_it_is_not() -> None:
    seen = described(load("standard"), "S", "9H", "W", "JH JD AH KS AS")
    with pytest.raises(ValueError, match=r"^it is not this seat's turn, so there is nothing to c"):
        advise(replace(seen, legal=()))


def test_a_score_may_be_anything_below_the_target_and_anything_where_there_is_none() -> None:
    hand = "JH JD AH KS AS"
    assert described(load("standard"), "S", "9H", "W", hand, score="9–9").score == (9, 9)
    assert described(load("charity-social"), "S", "9H", "W", hand, score="30-2").score == (30, 2)


def test_a_view_told_in_one_line_holds_what_was_told_and_nothing_else() -> None:
    done = "W pass, N order, S bury 9C, W AS, N TS, E KS, S 9H, S JD"
    seen = described(load("standard"), "S", "9H", "W", "AS JH KC QD 9D", done, "3-5")
    assert (seen.seat, seen.dealer, seen.maker, seen.turn) == (Seat.W, Seat.S, Seat.N, Seat.W)
    assert seen.hand == cards("JH KC QD 9D")
    assert seen.score == (3, 5)
    assert [write_action(each) for each in seen.bids] == ["W pass", "N order"]
    assert [trick.plays for trick in seen.tricks] == [
        ((Seat.W, card("AS")), (Seat.N, card("TS")), (Seat.E, card("KS")), (Seat.S, card("9H"))),
        ((Seat.S, card("JD")),),
    ]
    assert seen.buried is None


def test_another_dealer_discards_none_of_the_cards_played_later() -> None:
    tricks = "W AS, N TS, E KS, S 9S, W AC, N KC, E QC, S 9C, W AD, N KD, E QD, S 9D"
    done = f"W order, {tricks}, W AH, N TH, E KH, S 9H"
    seen = described(load("standard"), "S", "9H", "W", "AS AC AD AH JH", done)
    assert seen.hand == (card("JH"),)


def comment(deal: int, place: int, action: str, best: str, sign: str) -> Comment:
    """A decision that cost a tenth of the game."""
    acted, better = read_action(action), read_action(best)
    return Comment(deal, place, acted.seat, acted, better, 0.104, sign, "So it is.")


def test_signs_are_written_at_the_call_and_the_card_they_are_about() -> None:
    told = game()
    comments = [
        comment(1, 2, "S pass", "S order", "?"),
        comment(1, 9, "W name diamonds alone", "W name diamonds", "??"),
        comment(1, 3, "W QD", "W AS", "?!"),
        comment(1, 3, "W QD", "W KC", "?"),
        comment(1, 4, "N KD", "N 9C", ""),
        comment(2, 0, "E pass", "E order", "?!"),
    ]
    deals = json.loads(annotated(told, comments))["deals"]
    calls, play = deals[0]["phases"]
    assert calls["callAnnotations"] == {
        "2": ["[?] order was better by 10%. So it is."],
        "7": ["[??] name diamonds was better by 10%. So it is."],
    }
    assert play["playAnnotations"] == {
        "3": [
            "[?!] AS was better by 10%. So it is.",
            "[?] KC was better by 10%. So it is.",
        ]
    }
    assert "playAnnotations" not in calls
    assert "callAnnotations" not in play
    first, *rest = deals[1]["phases"]
    assert first["callAnnotations"] == {"0": ["[?!] order was better by 10%. So it is."]}
    assert not any("Annotations" in key for phase in rest for key in phase)


def test_decisions_are_counted_in_their_order_and_only_where_there_is_a_choice() -> None:
    told = game()
    firsts = [moment(told, number)[1] for number in (1, 2, 8, 9)]
    assert [write_action(each) for each in firsts] == [
        "N pass",
        "E pass",
        "W name diamonds alone",
        "N TH",
    ]
    seen, action = moment(told, 3)
    assert (seen.seat, seen.turn, action.seat) == (Seat.S, Seat.S, Seat.S)
    with pytest.raises(ValueError, match=r"^the game has no decision 1000$"):
        moment(told, 1000)


def test_a_review_tells_each_decision_where_it_was_made() -> None:
    told = game()
    seen: list[tuple[int, int]] = []
    comments = review(told, worlds=5, progress=lambda done, of: seen.append((done, of)))
    assert seen == [(number, len(told.entries)) for number in range(1, len(told.entries) + 1)]
    for number, each in enumerate(comments, 1):
        view, action = moment(told, number)
        assert (each.seat, each.action) == (view.seat, action)
        assert each.best in view.legal
        assert each.deal == len(view.past) + 1
        played = sum(len(trick.plays) for trick in view.tricks)
        assert each.place == (played if isinstance(action, Play) else len(view.bids))
        assert 0 <= each.chance <= 1
    signs = {each.cost: each.sign for each in comments}
    assert all(sign == "" for cost, sign in signs.items() if cost <= 0.02)


@pytest.mark.parametrize(
    ("cost", "error", "sign"),
    [
        (0.2, 0.0, "??"),
        (0.13, 0.0, "??"),
        (0.11, 0.0, "?"),
        (0.06, 0.0, "?"),
        (0.04, 0.0, "?!"),
        (0.01, 0.0, ""),
        (0.2, 0.11, ""),
        (0.2, 0.09, "??"),
    ],
)
def test_a_sign_says_how_much_a_decision_cost_where_that_is_no_chance(
    monkeypatch: pytest.MonkeyPatch, cost: float, error: float, sign: str
) -> None:
    def values(seen: View, worlds: int) -> list[Option]:
        chances = [0.7 if isinstance(each, Pass | TurnDown) else 0.9 for each in seen.legal]
        low, high = 0.9 - cost, 0.9
        found = [
            Option(each, low, 0.0, cost, error) if chance < 0.8 else Option(each, high, 0.0)
            for each, chance in zip(seen.legal, chances, strict=True)
        ]
        return sorted(found, key=lambda each: -each.chance)

    monkeypatch.setitem(review.__globals__, "advise", values)
    first = review(replace(game(), entries=game().entries[:2]), worlds=7)[0]
    assert write_action(first.action) == "N pass"
    assert write_action(first.best) == "N order"
    assert (first.deal, first.place, first.sign) == (1, 0, sign)
    assert first.cost == pytest.approx(cost)
    assert first.chance == pytest.approx(0.9 - cost)
    assert first.why.startswith("Order it up: ") if sign else first.why == ""
