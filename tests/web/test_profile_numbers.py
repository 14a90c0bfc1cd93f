"""The numbers of one's own page: statistics, ladders, the drawing of a rating, and what is taken along."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.rules.cards import Seat, Side
from rightbower.web.common.identity import Person
from rightbower.web.hall.entries import DealFacts
from rightbower.web.profile.pages import ExportedGame, _ladder, exported, percent
from rightbower.web.profile.ratings import (
    SURE,
    DealCount,
    GameCount,
    PartnerCount,
    RatedGame,
    Rating,
    RatingCourse,
    RatingGraph,
    Statistics,
    rating_graph,
    statistics,
)
from web.rated_games import BOTS, WITH_BOTS, course_of, game

# Statistics


def deal(**more: Any) -> DealFacts:
    """A hand that South made."""
    made = DealFacts(
        Seat.E, (1, 0), "played", (("NS", 1, "score.make", "c"),), Seat.S, False, (3, 2)
    )
    return replace(made, **more)


EUCHRED = (("EW", 2, "score.euchre", "c"),)
ALONE = (("EW", 4, "score.lone_euchre", "c"),)


@pytest.mark.parametrize(
    ("facts", "count"),
    [
        (deal(), DealCount(hands=1, calls=1)),
        (deal(maker=None), DealCount()),
        (deal(ending="thrown in"), DealCount()),
        (deal(marks=EUCHRED), DealCount(hands=1, calls=1, calls_euchred=1)),
        (
            deal(marks=ALONE, alone=True, tricks=(2, 3)),
            DealCount(hands=1, calls=1, calls_euchred=1, loners=1),
        ),
        (
            deal(alone=True, tricks=(5, 0)),
            DealCount(hands=1, calls=1, loners=1, loners_marched=1),
        ),
        (deal(alone=True, tricks=(0, 5)), DealCount(hands=1, calls=1, loners=1)),
        (deal(maker=Seat.N), DealCount(hands=1, partner_calls=1)),
        (deal(maker=Seat.N, alone=True, tricks=(5, 0)), DealCount(hands=1, partner_calls=1)),
        (deal(maker=Seat.N, marks=EUCHRED), DealCount(hands=1, partner_calls=1)),
        (deal(maker=Seat.E), DealCount(hands=1)),
        (deal(maker=Seat.W, marks=EUCHRED), DealCount(hands=1, euchres=1)),
    ],
)
def test_what_a_deal_counts_for_south(facts: DealFacts, count: DealCount) -> None:
    found = DealCount()
    found.add(facts, Seat.S)
    assert found == count


def test_games_are_won_drawn_and_lost() -> None:
    count = GameCount()
    for winner in ("NS", "NS", "EW", "", "NS"):
        count.add(winner, Side.NS)
    assert (count.games, count.won, count.drawn, count.lost) == (5, 3, 1, 1)


def test_all_games_of_somebody_together() -> None:
    games = [
        game("a", deals=(deal(), deal(maker=Seat.N))),
        game("b", **WITH_BOTS, winner="EW", deals=(deal(),)),
        game("c", reason="abandoned", deals=(deal(),)),
        game("d", people=("x", "eve", "y", "wes")),
        game("e", people=("sam", "eve", "nan", "wes"), names=("Sam", "Eve", "Nancy", "Wes")),
        game("f", bots=("gone", "club", "", "club"), people=("p", "q", "sam", "r"), winner=""),
    ]
    assert statistics("sam", games) == Statistics(
        GameCount(2, 2, 0),
        GameCount(2, 0, 1),
        DealCount(hands=3, calls=2, partner_calls=1),
        [
            PartnerCount("Nan", GameCount(2, 2, 0)),
            PartnerCount("Bots: club players", GameCount(1, 0, 0)),
            PartnerCount("Bots: gone", GameCount(1, 0, 1)),
        ],
    )
    assert statistics("sam", games).games == 4
    assert statistics("nobody", games) == Statistics(GameCount(), GameCount(), DealCount(), [])


def test_a_share_in_whole_per_cent() -> None:
    assert (percent(1, 3), percent(2, 2), percent(0, 5), percent(0, 0)) == (
        "33%",
        "100%",
        "0%",
        "–",
    )


# The drawing, the page and the file


def test_the_course_of_a_rating_is_drawn() -> None:
    drawn = rating_graph([Rating(1500, 100), Rating(1600, 50), Rating(1550, 20)])
    assert drawn == RatingGraph(
        "0.0,133.3 500.0,66.7 1000.0,100.0",
        "0.0,66.7 500.0,33.3 1000.0,86.7 1000.0,113.3 500.0,100.0 0.0,200.0",
        [(200.0, 1400), (200 * 2 / 3, 1500), (200 / 3, 1600), (0.0, 1700)],
        "From 1500 to 1550, at most 1600.",
    )


def test_a_tall_drawing_has_fewer_rules_and_a_short_course_none() -> None:
    tall = rating_graph([Rating(1000, 0), Rating(1900, 0)])
    assert tall is not None
    assert [value for _, value in tall.rules] == [1000, 1200, 1400, 1600, 1800]
    assert rating_graph([Rating()]) is None
    assert rating_graph([]) is None
    two = rating_graph([Rating(), Rating()])
    assert two is not None
    long = rating_graph([Rating(1000, 1)] + [Rating(1500, 50)] * 200)
    assert long is not None
    assert long.words == "From 1500 to 1500, at most 1500."
    assert len(long.line.split()) == 200


def test_a_ladder_on_the_page() -> None:
    course = RatingCourse()
    empty = _ladder(course, "bots", "sam")
    assert empty == {
        "name": "bots",
        "title": "Against bots",
        "games": 0,
        "rating": None,
        "sure": False,
        "graph": None,
    }
    for deviation, sure in ((SURE, True), (SURE + 0.1, False), (SURE - 0.1, True)):
        rating = Rating(1600, deviation)
        course._games["people", "sam"] = [
            RatedGame("a", 1.0, Rating()),
            RatedGame("b", 2.0, rating),
        ]
        shown = _ladder(course, "people", "sam")
        assert (shown["title"], shown["games"], shown["rating"]) == ("Among people", 2, rating)
        assert shown["sure"] is sure
        assert shown["graph"] == rating_graph([Rating(), rating])


def test_what_is_taken_along() -> None:
    games = [game("a", deals=(deal(),)), game("b", **WITH_BOTS, reason="resigned", at=0.0)]
    course = course_of(games[0])
    data = exported(Person("sam", "Sam"), games, course)
    assert (data.form, data.name) == ("rightbower profile 1", "Sam")
    assert data.statistics == statistics("sam", games)
    assert data.ratings == {"people": course.of("people", "sam")[-1].rating}
    names = ("Nan", "Eve", "Sam", "Wes")
    assert data.games == [
        ExportedGame(
            "a",
            "1970-01-01T00:16:40+00:00",
            "standard",
            Seat.S,
            names,
            ("", "", "", ""),
            (10, 6),
            "NS",
            "points",
            (deal(),),
        ),
        ExportedGame(
            "b",
            "1970-01-01T00:00:00+00:00",
            "standard",
            Seat.S,
            names,
            BOTS,
            (10, 6),
            "NS",
            "resigned",
            (),
        ),
    ]


@pytest.mark.parametrize(
    ("more", "who", "told"),
    [
        ({}, "nan", "Won 10–6 with Sam against Eve and Wes, "),
        ({}, "eve", "Lost 6–10 with Wes against Sam and Nan, "),
        ({"winner": ""}, "sam", "Drew 10–6 with Nan against Wes and Eve, "),
        ({"winner": "EW"}, "wes", "Won 6–10 with Eve against Nan and Sam, "),
        ({"reason": "abandoned"}, "sam", "Given up at 10–6 with Nan against Wes and Eve, "),
    ],
)
def test_a_game_as_each_of_them_tells_it(more: dict[str, Any], who: str, told: str) -> None:
    assert game(**more).told_by(who).startswith(told)
    noon = game(at=1_800_014_400.0).told_by("nan")
    assert noon.endswith(", January 15")
