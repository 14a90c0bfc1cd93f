"""Plans and presets: what may be chosen, until when, and what each setting rests on."""

from typing import Any

import pytest

from rightbower.rules.book import load, names
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Prize
from rightbower.tournament.events.plan import change_plan, open_event
from rightbower.tournament.events.presets import PRESETS, preset
from rightbower.tournament.ties import chain
from tournament.events.day import DAY, Day, individuals, ring_of_pairs


@pytest.mark.parametrize("name", list(PRESETS))
def test_every_preset_can_be_opened_and_cites_each_setting(name: str) -> None:
    plan = open_event(name, "x", "X", DAY).plan
    assert plan.book == PRESETS[name].book
    assert all(plan.clause(path) for path in plan.clauses)
    changed = {path for path in plan.clauses if plan.clause(path).endswith("preset")}
    # Nothing of Euchre's books is cited where another game is played.
    own = set(PRESETS[name].changes if plan.other is None else plan.clauses)
    # Of boards each is one deal, whatever it comes to.
    boards = {"game.target", "game.deals", "clock.minutes"} if plan.duplicate else set()
    assert changed == own | boards


@pytest.mark.parametrize("name", names())
def test_every_book_parts_ties_by_steps_there_are(name: str) -> None:
    rules = load(name).standings
    for text in (rules.two_level, rules.three_level, rules.more_level):
        assert chain(text)


def test_an_unknown_preset_step_or_date_is_refused() -> None:
    with pytest.raises(EventError, match="no preset 'bingo'; the presets are alberta-pairs"):
        preset("bingo")
    with pytest.raises(EventError, match="'dice' is not a tie-break"):
        chain("points, dice", EventError)
    with pytest.raises(EventError, match="not a date"):
        Day("charity-day", date="May")
    with pytest.raises(EventError, match="needs a name"):
        open_event("charity-day", "x", " ", DAY)


def test_what_a_book_does_not_let_the_officer_choose() -> None:
    with pytest.raises(EventError, match="plays a number of deals, not to a target"):
        Day("charity-day", target=10)
    with pytest.raises(EventError, match="plays to 11"):
        Day("national-progressive", target=7)
    with pytest.raises(EventError, match=r"the first places are drawn \(S02-1\.4, G-18\)"):
        Day("charity-day", placing="first free")
    with pytest.raises(EventError, match="at least one minute"):
        Day("alberta-pairs", minutes=0)
    with pytest.raises(EventError, match="at least one round"):
        Day("alberta-pairs", rounds=0)
    with pytest.raises(EventError, match="a prize needs a place"):
        Day("alberta-pairs", prizes=[Prize("first", 0)])
    with pytest.raises(EventError, match="the first 3 places have prizes"):
        Day("alberta-pairs", prizes=[Prize("third", 3)], decided=2)


def test_the_plan_changes_before_play_and_not_after() -> None:
    day = Day("alberta-pairs")
    day.do(change_plan(day.event, target=7, minutes=20, rounds=3, decided=4))
    plan = day.event.plan
    assert (plan.target, plan.minutes, plan.rounds, plan.decided) == (7, 20, 3, 4)
    day.do(change_plan(day.event, prizes=[Prize("first", 1, 5000), Prize("second", 2, 3000)]))
    assert day.event.plan.decided == 2
    day = ring_of_pairs("alberta-55plus", 3)
    fixed: list[dict[str, Any]] = [{"target": 5}, {"minutes": 9}, {"decided": 3}]
    for later in fixed:
        with pytest.raises(EventError, match=r"fixed once play has begun \(A01-T10\.1\)"):
            change_plan(day.event, **later)
    day.do(change_plan(day.event, rounds=2, why="the hall closes at four"))
    assert day.event.plan.rounds == 2
    day.do(change_plan(day.event, prizes=[Prize("first", 1, 5000), Prize("second", 2, 3000)]))
    assert len(day.event.plan.prizes) == day.event.plan.decided == 2


def test_another_book_may_be_played_under_a_movement() -> None:
    day = Day("swiss-pairs", book="alberta-55plus")
    assert (day.event.plan.minutes, day.event.plan.standings.winner_entered) == (25, "target")


def test_the_officer_has_the_books_own_name() -> None:
    assert individuals("charity-day", 4).event.plan.officer == load("charity-social").officer
