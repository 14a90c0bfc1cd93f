"""Reviews of games: the chance to win as it is drawn, what each gave away, and how they wait."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.office.worker import tell
from rightbower.rules.cards import Seat, Side
from rightbower.rules.refusal import Refusal
from rightbower.web.study import review_pages, reviews
from rightbower.web.study.review_pages import ChanceGraph, GraphMark, chance_graph
from rightbower.web.study.reviews import Progress, Reviews

# The chance to win, drawn


def test_a_line_is_drawn_with_its_deals_and_marks() -> None:
    assert chance_graph([], [(1, "?")]) == ChanceGraph("", "", [], [], "")
    found = chance_graph([0.5, 0.25, 1.0], [(1, "?"), (2, "??"), (2, "?!"), (3, "?")])
    assert found == ChanceGraph(
        "0.0,100.0 500.0,150.0 1000.0,0.0",
        "0,200 0.0,100.0 500.0,150.0 1000.0,0.0 1000,200",
        [(500.0, 1), (1000.0, 2)],
        [
            GraphMark(250.0, 125.0, 1, "?"),
            GraphMark(500 + 500 / 3, 150 - 50.0, 2, "??"),
            GraphMark(500 + 1000 / 3, 150 - 100.0, 3, "?!"),
        ],
        "From 50%, lowest 25% after deal 1.",
    )
    rising = chance_graph([0.5, 0.75], [])
    assert (rising.words, rising.marks) == ("From 50%.", [])
    alone = chance_graph([0.5], [])
    assert (alone.points, alone.deals) == ("0.0,100.0", [])


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


def test_the_graph_has_the_readers_choices_or_for_a_stranger_everybodys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def chances(_book: Any, _target: Any, _facts: Any, side: Side) -> list[float]:
        return [0.5, 0.5, float(side is Side.NS)]

    monkeypatch.setattr(review_pages, "chances_of", chances)
    table: Any = SimpleNamespace(book=None, opened=SimpleNamespace(target=10))
    marked: list[Any] = [
        SimpleNamespace(deal=1, sign="?", who=review_pages.YOU),
        SimpleNamespace(deal=2, sign="??", who="Ann"),
    ]
    won = facts((10, 7), Side.NS.name)
    stranger, reader = (review_pages._graph(table, won, you, marked) for you in (None, Seat.E))
    assert [each.sign for each in stranger.marks] == ["?", "??"]
    assert [each.sign for each in reader.marks] == ["?"]
    assert stranger.points.endswith(" 1000.0,0.0")
    assert reader.points.endswith(" 1000.0,200.0"), "as East sees it"


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
