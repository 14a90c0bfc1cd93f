"""Reviews of games: the chance to win as it is drawn, what each gave away, and how they wait."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.office.worker import tell
from rightbower.rules.cards import Seat, Side, card
from rightbower.rules.message import message
from rightbower.rules.refusal import Refusal
from rightbower.web.study import review_pages, reviews
from rightbower.web.study.review_board import (
    ChanceGraph,
    GraphChoice,
    GraphDeal,
    GraphMark,
    chance_graph,
    with_cards,
)
from rightbower.web.study.reviews import Progress, Reviews

# The chance to win, drawn


def test_a_line_is_drawn_with_its_deals_and_marks() -> None:
    assert chance_graph([], [4]) == ChanceGraph("", "", [], [], "")
    chances = [0.5, 0.25, 1.0]
    choices = [GraphChoice(1, 0.4, "?"), GraphChoice(2, 0.75), GraphChoice(5, 0.5, "??")]
    found = chance_graph(chances, [4, 6], ["0–1", "2–1"], choices)
    assert found == ChanceGraph(
        "0.0,100.0 150.0,120.0 250.0,50.0 400.0,150.0 550.0,100.0 1000.0,0.0",
        "0,100 0.0,100.0 150.0,120.0 250.0,50.0 400.0,150.0 550.0,100.0 1000.0,0.0 1000,100",
        [GraphDeal(0.0, 400.0, 1, "0–1"), GraphDeal(400.0, 600.0, 2, "2–1")],
        [GraphMark(150.0, 120.0, 1, "?", 1), GraphMark(550.0, 100.0, 2, "??", 5)],
        "From 50%, lowest 25% after deal 1.",
    )
    assert found.deals[1].middle == 700.0
    rising = chance_graph([0.5, 0.75], [4])
    assert (rising.words, rising.marks) == ("From 50%.", [])
    alone = chance_graph([0.5], [])
    assert (alone.points, alone.deals) == ("0.0,100.0", [])
    resigned = chance_graph([0.5, 0.75], [4, 4])
    assert resigned.points == "0.0,100.0 500.0,50.0 1000.0,50.0", "the last deal was not played out"


def test_a_reason_has_its_cards_drawn_and_nothing_else_of_it_is_markup() -> None:
    reason = message("Play {card}: {seat} has shown it", card=card("JS"), seat=Seat.W)
    found = with_cards(("Ann", "Bea", "Cat", "<b>Dot"), reason)
    jack = '<span class="c su-S" role="img" aria-label="the jack of spades">J♠</span>'
    assert found == f"Play {jack}: &lt;b&gt;Dot has shown it"


# Reviews


def facts(score: tuple[int, int], winner: str) -> Any:
    return SimpleNamespace(score=score, winner=winner)


def test_the_title_of_a_review_says_how_it_ended_and_what_it_cost() -> None:
    won, drawn = facts((10, 7), Side.NS.name), facts((6, 6), "")
    title = review_pages._title
    assert title(won, None, 3) == "The game ended 10–7."
    assert title(won, Seat.S, 0) == "You won 10–7. Nothing you chose cost much."
    assert title(won, Seat.E, 1) == "You lost 10–7. One choice cost you."
    assert title(facts((7, 10), Side.EW.name), Seat.E, 2) == "You won 10–7. Two choices cost you."
    assert title(drawn, Seat.E, 9) == "You drew 6–6. Nine choices cost you."
    assert title(drawn, Seat.E, 10) == "You drew 6–6. 10 choices cost you."


def test_the_graph_has_the_choices_of_its_side_and_the_scores_as_that_side_says_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def chances(_book: Any, _target: Any, _facts: Any, side: Side) -> list[float]:
        return [0.5, 0.5, float(side is Side.NS)]

    monkeypatch.setattr(review_pages, "chances_of", chances)
    table: Any = SimpleNamespace(book=None, opened=SimpleNamespace(target=10))
    told: list[Any] = [
        SimpleNamespace(deal=SimpleNamespace(acts=[0] * many), score=score)
        for many, score in ((3, (1, 0)), (5, (1, 2)))
    ]
    own: list[Any] = [
        SimpleNamespace(deal=1, step=1, chance=0.5, sign="?"),
        SimpleNamespace(deal=2, step=2, chance=0.25, sign=""),
    ]
    won = facts((10, 7), Side.NS.name)
    ours, theirs = (review_pages._graph(table, won, told, side, own) for side in Side)
    assert [(each.at, each.sign) for each in ours.marks] == [(0, "?")]
    assert "562.5,150.0" in ours.points, "the second act of the second deal"
    assert ours.points.endswith(" 1000.0,0.0")
    assert theirs.points.endswith(" 1000.0,200.0")
    assert [each.score for each in ours.deals] == ["1–0", "1–2"]
    assert [each.score for each in theirs.deals] == ["0–1", "2–1"]


def test_with_whom_one_played() -> None:
    players = ("Ann", "Bea", "Cat", "Dot")
    assert review_pages._with_whom(players, None) == "Ann and Cat against Bea and Dot."
    assert review_pages._with_whom(players, Seat.S) == "With Ann against Dot and Bea."
    assert review_pages._with_whom(players, Seat.E) == "With Dot against Cat and Ann."


def test_what_each_gave_away_has_the_reader_first_and_then_the_least() -> None:
    def comment(seat: Seat, cost: float, sign: str = "") -> Any:
        return SimpleNamespace(seat=seat, cost=cost, sign=sign)

    game: Any = SimpleNamespace(players=("Ann", "Bea", "Cat", "Dot"))
    said = [
        comment(Seat.N, 0.5, "??"),
        comment(Seat.E, 0.1),
        comment(Seat.S, 0.2, "?"),
        comment(Seat.N, 0.1),
    ]
    found = review_pages.given_away(game, said, Seat.N)
    assert [(each.who, each.decisions, each.signs) for each in found] == [
        ("You", 2, 1),
        ("Dot", 0, 0),
        ("Bea", 1, 0),
        ("Cat", 1, 1),
    ]
    assert found[0].cost == pytest.approx(0.6)
    assert [each.who for each in review_pages.given_away(game, said)] == [
        "Dot",
        "Bea",
        "Cat",
        "Ann",
    ]


def test_reviews_wait_in_turn_and_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 2)
    monkeypatch.setattr(reviews, "KEPT", 2)
    game: Any = None

    async def scenario() -> None:
        going = asyncio.Event()
        running: list[int] = []

        async def look(_: Any, told: Any) -> Any:
            running.append(1)
            assert len(running) == 1, "one at a time"
            await going.wait()
            told(3, 4)
            running.pop()
            return []

        found = Reviews(look)
        assert found.of("a") is None
        first = found.ask("a", game)
        assert found.ask("a", game) is first
        found.ask("b", game)
        full = found.ask("c", game)
        assert full.fault == "many games wait for their review already; try again later"
        assert found.of("c") is None
        assert found.of("a") is first, "two are kept"
        going.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert (first.done, first.of, first.comments) == (3, 4, [])
        third = found.ask("c", game)
        assert found.of("a") is None, "the oldest is let go"
        assert found.of("c") is third
        for _ in range(20):
            await asyncio.sleep(0)
        assert third.comments == []

    asyncio.run(scenario())


def test_a_review_is_made_by_a_worker_that_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    comment: Any = "a comment"

    class Worker:
        async def run(self, work: Any, game: Any, tell: Any) -> Any:
            assert (work, game) == (reviews.reviewed, "the game")
            tell(3, 10)
            return [comment]

    async def scenario() -> Progress:
        game: Any = "the game"
        found = Reviews().ask("a", game)
        for _ in range(5):
            await asyncio.sleep(0)
        return found

    monkeypatch.setattr(reviews, "pool", {"study": Worker()}.__getitem__)
    assert asyncio.run(scenario()) == Progress(3, 10, [comment])


def test_a_worker_reviews_a_game_and_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = "the game"
    monkeypatch.setattr("rightbower.study.review.review", lambda game, progress: [game, progress])
    found: list[Any] = [*reviews.reviewed(game)]
    assert found == [game, tell]


def test_a_review_that_failed_is_told_and_tried_again() -> None:
    game: Any = None
    faults = ["no such record", ""]

    async def look(_: Any, told: Any) -> Any:
        if fault := faults.pop(0):
            raise Refusal(fault)
        return []

    async def scenario() -> tuple[Progress, Progress]:
        found = Reviews(look)
        first = found.ask("a", game)
        for _ in range(5):
            await asyncio.sleep(0)
        second = found.ask("a", game)
        for _ in range(5):
            await asyncio.sleep(0)
        return first, second

    first, second = asyncio.run(scenario())
    assert (first.fault, first.comments) == ("no such record", None)
    assert (second.fault, second.comments) == ("", [])
