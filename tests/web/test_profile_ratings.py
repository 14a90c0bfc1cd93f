"""Ratings: which games are rated, by what, in which order, and once."""

from __future__ import annotations

from math import hypot

import pytest
from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.web.hall.archive import PastGame
from rightbower.web.hall.bots import STRENGTHS
from rightbower.web.hall.entries import CalledOff
from rightbower.web.hall.table import HallTable, finished, fold
from rightbower.web.profile.ratings import (
    A_WEEK,
    STEADY,
    RatedGame,
    RatedResult,
    Rating,
    Ratings,
    as_begun,
    ladder_of,
    rated,
)
from web.rated_games import PEOPLE, WITH_BOTS, course_of, game
from web.seated import Sitting


def test_where_a_game_is_rated() -> None:
    assert ladder_of(game()) == "people"
    assert ladder_of(game(bots=("", "club", "", ""))) == "bots"
    assert ladder_of(game(helped=True)) is None
    for reason, ladder in (
        ("abandoned", None),
        ("agreed", None),
        ("resigned", "people"),
        ("points", "people"),
    ):
        assert ladder_of(game(reason=reason)) == ladder


def test_everybody_is_rated_by_what_they_were_before_the_game() -> None:
    course = course_of(game())
    three = hypot(*[Rating().deviation] * 3) / 2
    other = Rating(deviation=three)
    won, lost = (rated(Rating(), [RatedResult(other, score)]) for score in (1.0, 0.0))
    for who, new in zip(PEOPLE, (won, lost, won, lost), strict=True):
        assert course.of("people", who) == [RatedGame("g", 1000.0, new)]
        assert course.of("bots", who) == ()
    drawn = course_of(game(winner="")).of("people", "eve")[0].rating
    assert drawn == rated(Rating(), [RatedResult(other, 0.5)])


def test_a_second_game_goes_by_the_ratings_and_the_time_since() -> None:
    # The second time Eve sits with Nan, and Sam with Wes.
    first = game()
    again = game("h", people=("nan", "sam", "eve", "wes"), at=1000.0 + 2 * A_WEEK, winner="EW")
    before = {who: course_of(first).of("people", who)[0].rating for who in PEOPLE}
    course = course_of(first, again)
    pairs = {"nan": "eve", "eve": "nan", "sam": "wes", "wes": "sam"}
    for who, partner in pairs.items():
        left, right = (before[each] for each in PEOPLE if each not in (who, partner))
        own, mate = before[who], before[partner]
        apart = (left.rating + right.rating - own.rating - mate.rating) / 2
        unsure = hypot(left.deviation, right.deviation, mate.deviation) / 2
        score = float(who in ("sam", "wes"))
        expected = rated(own, [RatedResult(Rating(own.rating + apart, unsure), score)], 3.0)
        found = course.of("people", who)
        assert [each.table for each in found] == ["g", "h"]
        assert found[1].rating.rating == pytest.approx(expected.rating)
        assert found[1].rating.deviation == pytest.approx(expected.deviation)


def test_a_game_that_ended_earlier_makes_nobody_idle() -> None:
    late, early = game(at=5000.0), game("h", at=1000.0)
    same = course_of(late, replace(early, at=5000.0)).of("people", "sam")[1].rating
    assert course_of(late, early).of("people", "sam")[1].rating == same


def test_bots_have_the_rating_of_their_strength_and_unknown_ones_the_usual() -> None:
    club = Rating(STRENGTHS["club"].rating, STEADY)
    unsure = hypot(STEADY, STEADY, STEADY) / 2
    apart = (club.rating - Rating().rating) / 2
    expected = rated(Rating(), [RatedResult(Rating(Rating().rating + apart, unsure), 1.0)])
    course = course_of(game(**WITH_BOTS))
    assert course.of("bots", "sam")[0].rating == expected
    assert course.of("bots", "bot:N") == ()
    gone = game(bots=("gone", "club", "", "club"), people=WITH_BOTS["people"])
    assert course_of(gone).of("bots", "sam")[0].rating == expected
    master = game(bots=("club", "master", "", "master"), people=WITH_BOTS["people"])
    stronger = course_of(master).of("bots", "sam")[0].rating
    assert stronger.rating > expected.rating


def test_who_left_has_lost_with_those_who_began() -> None:
    left = game(**WITH_BOTS, left=((Seat.N, "nan"), (Seat.E, "eve")))
    begun = as_begun(left, Seat.N, "nan")
    assert begun.people == ("nan", "eve", "sam", "bot:W")
    assert begun.bots == ("", "", "", "club")
    course = course_of(left)
    assert len(course.of("bots", "nan")) == len(course.of("bots", "eve")) == 1
    assert course.of("bots", "nan")[0].rating.rating < Rating().rating
    assert len(course.of("bots", "sam")) == 1
    assert course_of(replace(left, helped=True)).of("bots", "nan") == ()
    abandoned = course_of(replace(left, reason="abandoned"))
    assert (len(abandoned.of("bots", "nan")), len(abandoned.of("bots", "sam"))) == (1, 0)
    whole = game(left=((Seat.N, "old"),))
    assert len(course_of(whole).of("people", "old")) == 1


class Listed:
    """What a journal lists of finished games, and how often all were asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *games: PastGame) -> None:
        self.games, self.asked = list(games), 0
        home = "rightbower.web.profile.ratings.lists"
        monkeypatch.setattr(f"{home}.newest_game", self.newest)
        monkeypatch.setattr(f"{home}.all_past_games", self.all)

    def newest(self, _: object) -> PastGame | None:
        return max(self.games, key=lambda each: each.at, default=None)

    def all(self, _: object) -> list[PastGame]:
        self.asked += 1
        return sorted(self.games, key=lambda each: (each.at, each.table))


def ratings_over(monkeypatch: pytest.MonkeyPatch, *games: PastGame) -> tuple[Ratings, Listed]:
    listed = Listed(monkeypatch, *games)
    return Ratings(None), listed  # type: ignore[arg-type]  # what it lists is given


def test_ratings_are_worked_out_once_and_kept_up_with(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = game("a", at=1000.0), game("b", at=2000.0)
    ratings, listed = ratings_over(monkeypatch, one)
    assert len(ratings.course().of("people", "sam")) == 1
    assert ratings.course() is ratings.course()
    assert listed.asked == 1
    listed.games.append(two)
    ratings._new.append(two)
    assert [each.table for each in ratings.course().of("people", "sam")] == ["a", "b"]
    assert listed.asked == 1
    ratings.forget()
    assert [each.table for each in ratings.course().of("people", "sam")] == ["a", "b"]
    assert listed.asked == 2


@pytest.mark.parametrize("at", [500.0, 1000.0])
def test_a_game_that_comes_late_is_put_in_its_place(
    monkeypatch: pytest.MonkeyPatch, at: float
) -> None:
    one, early = game("b", at=1000.0), game("a", at=at)
    ratings, listed = ratings_over(monkeypatch, one)
    ratings.course()
    listed.games.append(early)
    ratings._new.append(early)
    assert [each.table for each in ratings.course().of("people", "sam")] == ["a", "b"]
    assert listed.asked == 2


def test_a_game_told_twice_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one = game("b")
    ratings, listed = ratings_over(monkeypatch, one)
    ratings.course()
    ratings._new.append(one)
    assert len(ratings.course().of("people", "sam")) == 1
    assert listed.asked == 2


def test_a_game_of_another_hall_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings, listed = ratings_over(monkeypatch)
    assert ratings.course().of("people", "sam") == ()
    listed.games.append(game("x", at=5000.0))
    assert len(ratings.course().of("people", "sam")) == 1
    assert listed.asked == 2
    ratings.course()
    assert listed.asked == 2


def ended(seconds: float) -> HallTable:
    """A table whose game ended then."""
    table = fold(Sitting(mode="strict").table, CalledOff("resigned", "NS", seconds))
    return replace(table, finished=finished(table))


def test_games_that_end_are_kept_in_their_order_once_somebody_has_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ratings, _ = ratings_over(monkeypatch)
    ratings.finished("table/early", ended(5.0))
    assert ratings._new == []
    ratings.course()
    ratings.finished("table/going", replace(ended(5.0), finished=None))
    assert ratings._new == []
    for name, at in (("late", 9.0), ("first", 3.0), ("next", 5.0)):
        ratings.finished(f"table/{name}", ended(at))
    assert [(each.table, each.at) for each in ratings._new] == [
        ("first", 3.0),
        ("next", 5.0),
        ("late", 9.0),
    ]
    assert [each.table for each in ratings.course().of("people", "S")] == ["first", "next", "late"]
