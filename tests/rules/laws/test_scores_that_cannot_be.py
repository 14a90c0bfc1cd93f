"""Scores that no game ends with, by every book and format, against games counted out deal by deal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from in_english import english
from rightbower.rules.book import load
from rightbower.rules.score import deals_objection
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import ResultRuling
from rightbower.tournament.events.outcome import result_text
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.results import correct, enter, rule
from tournament.events.day import Day

Score = tuple[int, int]
WORTH = (1, 2, 4)  # what a deal scores, in every document (matrix 3.9)
MOST = 36


def one_more(scores: Iterable[Score]) -> set[Score]:
    """The scores after one more deal, which somebody scores."""
    return {
        (one + first, other + second)
        for one, other in scores
        for worth in WORTH
        for first, second in ((worth, 0), (0, worth))
    }


def after_deals(deals: int) -> list[set[Score]]:
    """The scores that there can be after none, one, two … deals."""
    found = [{(0, 0)}]
    for _ in range(deals):
        found.append(one_more(found[-1]))
    return found


def to_target(target: int) -> tuple[set[Score], set[Score]]:
    """The scores on the way to a target, and those at which a game to it is over."""
    on_the_way, over, now = set[Score](), set[Score](), {(0, 0)}
    while now:
        on_the_way |= now
        after = one_more(now) - on_the_way
        over |= {each for each in after if max(each) >= target}
        now = after - over
    return on_the_way, over


def at_table(preset: str, **options: object) -> Day:
    """The first round of an event with one table or two."""
    day = Day(preset, **options)
    pairs = day.event.plan.entering.unit == "pair"
    day.enter(*(f"{each} & {each}x" if pairs else each for each in "ABCDEFGH"[: 4 if pairs else 8]))
    day.seat()
    return day


def taken(day: Day, points: Score, short: bool = False) -> bool:
    """Whether the desk takes a score."""
    dealer = day.event.round.tables[0].entrants[0]
    try:
        enter(day.event, 1, points, last_dealer=dealer, short=short)
    except EventError:
        return False
    return True


def all_scores(most: int) -> Iterable[Score]:
    return ((one, other) for one in range(most) for other in range(most))


def test_S02_2_7_eight_deals_score_at_least_eight_points_and_every_score_they_can() -> None:
    """S02-5.1: nobody throws a deal in, so each of the eight scores 1, 2 or 4 for one side."""
    day, deals = at_table("charity-day"), after_deals(8)
    sooner = set[Score]().union(*deals)
    for points in all_scores(MOST):
        assert taken(day, points) == (points in deals[8]), points
        assert taken(day, points, short=True) == (points in sooner), points


@pytest.mark.parametrize("points", [(0, 0), (1, 2), (7, 0), (3, 4)])
def test_S02_2_7_too_few_points_are_refused_with_the_reason(points: Score) -> None:
    day = at_table("charity-day")
    reason = (
        rf"table 1: 8 deals score at least 8 points, not {sum(points)} \(S02-2\.7\); every deal"
        r" scores \(S02-5\.1\); or say that the round was cut short"
    )
    with pytest.raises(EventError, match=reason):
        enter(day.event, 1, points)
    with pytest.raises(EventError, match="8 deals score at most 32 points, not 33"):
        enter(day.event, 1, (33, 0), short=True)


def test_S02_2_7_that_a_round_was_cut_short_is_said_once_for_all_its_tables() -> None:
    day = at_table("charity-day")
    day.do(enter(day.event, 1, (2, 1), short=True))
    day.do(enter(day.event, 2, (0, 3)))
    assert (
        english(result_text(day.event.round.table(1), day.event.plan))
        == "2–1; the round was cut short"
    )
    day.do(correct(day.event, 1, 1, (1, 2), why="misread"))
    day.do(rule(day.event, 2, ResultRuling(0, why="a warning")))
    day.seat("2")
    assert not taken(day, (2, 1))


def test_S02_2_7_a_side_says_it_for_its_own_table() -> None:
    day = at_table("charity-day")
    day.do(enter(day.event, 1, (2, 1), side=0, short=True))
    with pytest.raises(EventError, match="8 deals score at least 8 points, not 3"):
        enter(day.event, 2, (0, 3), side=0)


def test_S02_2_7_a_correction_may_say_it_too() -> None:
    day = at_table("charity-day")
    day.do(enter(day.event, 1, (5, 4)))
    with pytest.raises(EventError, match="8 deals score at least 8 points, not 5"):
        correct(day.event, 1, 1, (5, 0), why="misread")
    day.do(correct(day.event, 1, 1, (5, 0), why="misread", short=True))
    assert day.event.round.table(1).result


def test_S02_2_7_a_round_by_the_bell_has_no_least_score() -> None:
    day = at_table("charity-day", minutes=20)
    assert taken(day, (0, 0))
    assert not taken(day, (31, 1))


@pytest.mark.parametrize(
    "preset",
    [
        name
        for name, each in PRESETS.items()
        if name != "charity-day" and not each.game and not each.boards
    ],
)
def test_A01_9_1_a_game_to_points_ends_as_its_book_has_it(preset: str) -> None:
    """A01-9.1, L03-7.7, N04-2.2: with a clock any score on the way counts too, else only the end."""
    day = at_table(preset)
    plan = day.event.plan
    assert plan.target is not None
    assert plan.deals is None
    on_the_way, over = to_target(plan.target)
    level = {each for each in on_the_way if each[0] == each[1]}
    by_clock = on_the_way if plan.drawn_games else on_the_way - level
    for points in all_scores(plan.target + 8):
        expected = points in over or (plan.minutes is not None and points in by_clock)
        assert taken(day, points) == expected, points
        short = points in over or points in by_clock
        assert taken(day, points, short=True) == short, points


def test_S02_4_5_where_a_deal_may_be_thrown_in_eight_deals_may_score_nothing(
    tmp_path: Path,
) -> None:
    sheet = tmp_path / "gentle.toml"
    sheet.write_text(
        'name = "gentle"\nextends = "charity-social"\n[bidding.all_pass]\nvalue = "throw in"\n'
        'note = "Nobody has to call."\n'
    )
    day = at_table("charity-day", book=str(sheet))
    sooner = set[Score]().union(*after_deals(8))
    for points in all_scores(MOST):
        assert taken(day, points) == (points in sooner), points


def test_L03_1_2_where_tricks_count_each_deal_has_five(tmp_path: Path) -> None:
    """X-07 b, laid over a game of eight deals."""
    sheet = tmp_path / "tricks.toml"
    sheet.write_text(
        'name = "tricks"\nextends = "charity-social"\n[game.counts]\nvalue = "tricks"\n'
        'note = "Tricks are counted."\n'
    )
    book = load(str(sheet))
    assert deals_objection(book, 8, (25, 15)) is None
    assert english(deals_objection(book, 8, (25, 14))) == "8 deals have 40 tricks, not 39"
    assert english(deals_objection(book, 8, (5, 5))) == "8 deals have 40 tricks, not 10"
    assert deals_objection(book, 8, (5, 5), whole=False) is None
    assert (
        english(deals_objection(book, 8, (40, 5), whole=False)) == "8 deals have 40 tricks, not 45"
    )
