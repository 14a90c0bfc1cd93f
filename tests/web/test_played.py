"""What somebody's games show: calls beside the solved tables', and hands beside the exact odds."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.players.tables import call_by_table
from rightbower.record.record import stories
from rightbower.rules.cards import PACK, Rank, Seat
from rightbower.study.review import moment, review
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.archive import PREFIX
from rightbower.web.profile.played import (
    OwnCall,
    PlayedGame,
    accuracy,
    fair_picture,
    odds_of,
    played_game,
    to_work_on,
)
from rightbower.web.study.replay import record_from
from web.serving import played_out


def game(same: int, calls: int, place: int = 1, called: int = 0, table: int = 0) -> PlayedGame:
    own = (OwnCall(place, 1, at < called, at < table, at < same) for at in range(calls))
    return PlayedGame(tuple(own), ())


def test_the_odds_are_those_of_every_hand_there_is() -> None:
    counts = [0] * 6
    for hand in combinations(PACK, 5):
        counts[sum(card.rank in (Rank.JACK, Rank.ACE) for card in hand)] += 1
    assert [odds_of(count) for count in range(6)] == pytest.approx(
        [each / sum(counts) for each in counts]
    )


def test_hands_stand_beside_the_exact_odds() -> None:
    assert fair_picture([]) is None
    assert fair_picture([PlayedGame((), (1,) * 7)]) is None, "too few to say anything"
    found = fair_picture([PlayedGame((), (0, 1, 2, 2)), PlayedGame((), (3, 1, 1, 2))])
    assert found is not None
    assert (found.hands, found.average) == (8, 1.5)
    assert found.exact == pytest.approx(5 / 3)
    assert [each.had for each in found.columns] == [1, 3, 3, 1, 0, 0]
    assert sum(each.expected for each in found.columns) == pytest.approx(8)
    assert found.as_far == pytest.approx(0.62, abs=0.01)
    poor = fair_picture([PlayedGame((), (0, 1) * 100)])
    assert poor is not None
    assert poor.as_far < 1e-6
    assert poor.most == 100


def test_accuracy_is_over_some_games_at_a_time() -> None:
    assert accuracy([game(3, 7)]) is None
    found = accuracy([game(8, 10), PlayedGame((), ()), game(4, 10)])
    assert found is not None
    assert (found.right, found.calls) == (12, 20)
    assert (found.low, found.high) == (50, 90)
    assert found.line == "0.0,50.0 1000.0,150.0", "80, then 60 of a hundred"
    late = accuracy([game(0, 10), *[game(10, 10)] * 8])
    assert late is not None
    assert late.line.endswith(" 1000.0,0.0"), "the first game is no longer in the last point"


def test_the_spot_that_differs_most_is_worked_on() -> None:
    assert to_work_on([game(8, 8, called=3, table=2)]) is None, "hardly a difference"
    assert to_work_on([game(7, 7, called=7)]) is None, "too few"
    found = to_work_on([game(8, 10, 0, 4, 7), game(8, 10, 3, 9, 2), game(8, 10, 2, 0, 2)])
    assert found is not None
    assert (found.where, found.drill) == ("the third seat, round one", "third-seat")
    assert (found.own, found.table, found.many, found.too_often) == (90, 20, 10, True)


def test_calls_and_hands_are_those_of_the_game(tmp_path: Path) -> None:
    played_out(tmp_path, "over")
    with TestClient(make_app(tmp_path)) as client:
        hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's
        record = record_from(hall.stored(f"{PREFIX}over"))
        _, told = stories(record)
        for seat in Seat:
            found = played_game(record, seat)
            dealt = [story.deal.dealt[seat] for story in told]
            highs = [sum(card.rank.letter in "JA" for card in hand) for hand in dealt]
            assert list(found.highs) == highs
        wanted = []
        for number, comment in enumerate(review(record, 1), 1):
            seen, action = moment(record, number)
            if comment.seat is Seat.S and not seen.tricks and seen.trump is None:
                wanted.append((seen.dealer, action == call_by_table(seen)))
        own = played_game(record, Seat.S)
        seats = [((Seat.S - dealer) % 4, same) for dealer, same in wanted]
        assert [(call.place, call.same) for call in own.calls] == seats
        keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's
        client.cookies.set(COOKIE, keys.cookie(Person("over-S", "South")))
        page = client.get("/you").text
        assert "Is the deal fair?" in page
        assert "Accuracy of your calls" in page
        won = hall.find("over").table.finished.winner == Seat.S.side.name
        assert re.findall("(won|lost|drawn)</span>", page) == ["won" if won else "lost"]
