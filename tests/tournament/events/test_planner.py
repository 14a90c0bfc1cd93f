"""The planner's figures against evenings that the program itself seats, and its advice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest

from rightbower.players import player
from rightbower.players.simulate import new_game, play_deal
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.places import table as standings_table
from rightbower.tournament.events.planner import (
    BELL,
    BREAK,
    DEALS,
    EVENINGS,
    LOOKED_AT,
    WAYS,
    EveningWish,
    Fit,
    advice,
    fits,
)
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.schedules.quality import quality
from rightbower.tournament.events.seating import seat
from tournament.events.day import Day


def score(event: Event, table: EventTable, luck: Random) -> tuple[int, int]:
    """A game in which entrant 1 is the best, by the same deals as the planner's."""
    plan, points, left = event.plan, [0, 0], event.plan.deals or 0
    better = 1 if 1 in table.sides[0] else -1 if 1 in table.sides[1] else 0
    brings, often = DEALS[plan.entering.unit if better else "equal"]
    if plan.drawn_games and plan.target is not None:
        left = luck.randrange(*BELL)
    while True:
        worth = luck.choices(brings, often)[0] * (better or 1)
        points[worth < 0] += abs(worth)
        left -= 1
        if left == 0 or (plan.target is not None and max(points) >= plan.target):
            return points[0], points[1]


def evening(fit: Fit, people: int, seed: str) -> Event:
    """An evening of the format, seated round by round by the program itself."""
    luck, day = Random(seed), Day(fit.preset, rounds=fit.rounds if fit.rounds < 8 else None)
    count = people // 2 if fit.unit == "pair" else people
    day.enter(*(f"P{n}" + (f" & Q{n}" if fit.unit == "pair" else "") for n in range(count)))
    for number in range(fit.rounds):
        day.do(seat(day.event, f"{seed} {number}"))
        for table in day.event.round.tables:
            if table.playing:
                made = score(day.event, table, luck)
                day.do(enter(day.event, table.number, made, last_dealer=table.entrants[0]))
    return day.event


def first(event: Event) -> float:
    """1 where entrant 1 is first by what counts, a share of it where others are level."""
    place = {each.entrant: each for each in standings_table(event).places}
    rules = event.plan.standings.ranking

    def key(number: int) -> tuple[int, ...]:
        one = place[number]
        if rules == "points made":
            return (one.points,)
        return (one.event_points, one.won) if rules == "event points" else (one.won, one.points)

    best = max(map(key, place))
    return (key(1) == best) / sum(key(number) == best for number in place)


def agree(fit: Fit, people: int, evenings: int) -> None:
    """Each figure is within what chance allows of so many evenings."""
    days = [evening(fit, people, f"{fit.preset} {people} {each}") for each in range(evenings)]
    schedules = [
        [tuple(t.sides for t in round_.tables if t.playing) for round_ in day.rounds]
        for day in days
    ]
    everyone = [each.number for each in days[0].entrants]
    sheets = [quality(rounds, everyone) for rounds in schedules]
    each = 2 if fit.unit == "pair" else 1
    for day in days:
        for round_ in day.rounds:
            assert sum(table.playing for table in round_.tables) == fit.tables
            assert each * len(round_.byes) + people % each == fit.idle
    assert min(sheet.byes.least for sheet in sheets) >= fit.waits.least
    assert max(sheet.byes.most for sheet in sheets) <= fit.waits.most
    twos = len(everyone) * (len(everyone) - 1) / 2
    # A fair draw is told by one schedule, whose numbers alone are drawn anew each evening.
    looked_at = 1 if fit.preset == "fair-draw" else LOOKED_AT
    near(fit.partners_again, [sheet.partners.twos for sheet in sheets], looked_at)
    near(fit.opponents_again, [sheet.opponents.twos for sheet in sheets], looked_at)
    near(fit.never_meet, [100 * sheet.never_meet / twos for sheet in sheets], looked_at)
    won, share = sum(map(first, days)) / evenings, fit.best_wins / 100
    error = sqrt(max(share * (1 - share), 0.02) * (1 / evenings + 1 / EVENINGS))
    assert abs(won - share) < 4 * error, (fit.preset, people, won, share)


def near(told: float, found: Sequence[float], looked_at: int) -> None:
    """Within four standard errors of both means, or a twentieth, or two."""
    mean = sum(found) / len(found)
    spread = sqrt(sum((each - mean) ** 2 for each in found) / len(found))
    allowed = 4 * spread * sqrt(1 / len(found) + 1 / looked_at)
    assert abs(told - mean) <= max(allowed, 0.05 * mean, 2), (told, mean, allowed)


@pytest.mark.parametrize("preset", [each.preset for each in WAYS if each.preset != "fair-draw"])
def test_the_figures_are_those_of_evenings_that_were_seated(preset: str) -> None:
    people = 14 if preset != "round-robin" else 12
    (fit,) = (each for each in fits(EveningWish(people, 4, 200)) if each.preset == preset)
    agree(fit, people, 12)


def test_the_figures_of_a_fair_draw_are_those_of_evenings_that_were_seated() -> None:
    (fit,) = (each for each in fits(EveningWish(13, 4, 120)) if each.preset == "fair-draw")
    agree(fit, 13, 6)


@pytest.mark.soak
@pytest.mark.parametrize("people", [8, 10, 12, 16, 17, 20, 23, 26, 32, 40])
def test_the_figures_of_ten_sizes_are_those_of_two_hundred_evenings(people: int) -> None:
    for fit in fits(EveningWish(people, 10, 180, 1)):
        agree(fit, people, 200)


def test_the_deals_are_those_that_bots_play() -> None:
    """Of a few hundred deals, with what chance allows: the best bring as much as is told."""
    rules, count = load("standard"), 300
    best, good = player("league"), player("club")
    for unit, four in (
        ("equal", [good] * 4),
        ("pair", [best, good, best, good]),
        ("individual", [best, good, good, good]),
    ):
        found = Counter[int]()
        for number in range(count):
            game = new_game(rules, Seat(number % 4))
            cards = deal_cards(shuffled(f"deal {number}"), game.dealer, rules)
            made = play_deal(game, cards, four).score
            found[made[0] - made[1]] += 1
        brings, often = DEALS[unit]
        assert set(found) <= set(brings)
        told = sum(worth * times for worth, times in zip(brings, often, strict=True)) / sum(often)
        mean = sum(worth * times for worth, times in found.items()) / count
        assert abs(mean - told) < 4 * 1.7 / sqrt(count)


def test_an_evening_of_three_hours_for_26_people() -> None:
    """The example of the guide."""
    wish = EveningWish(26, 7, 180, 1)
    assert advice(wish).startswith("Find 2 more and nobody sits out: 28 fill 7 tables.")
    found = {each.preset: each for each in fits(wish)}
    assert list(found) == ["charity-day", "national-progressive", "fair-draw", "swiss-pairs"]
    assert [each.rounds for each in found.values()] == [8, 17, 6, 6]
    for fit in found.values():
        assert (fit.tables, fit.idle) == (6, 2)
        assert fit.ends == round(fit.rounds * fit.minutes + BREAK)
        assert fit.ends + fit.spare == 180
    assert found["fair-draw"].partners_again == 0
    assert found["swiss-pairs"].best_wins > 2 * found["fair-draw"].best_wins


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (EveningWish(28, 7, 180), "A good number: 28 fill 7 tables, and nobody has to sit out."),
        (EveningWish(30, 6, 180), "6 have no chair: 30 people need 7 tables."),
        (EveningWish(7, 2, 180), "Find 1 more and nobody sits out: 8 fill 2 tables."),
    ],
)
def test_what_is_advised_about_people_without_a_table(wish: EveningWish, said: str) -> None:
    assert advice(wish).startswith(said)


def test_what_does_not_fit_is_not_offered() -> None:
    assert fits(EveningWish(30, 6, 180)) == ()
    assert "round-robin" not in [each.preset for each in fits(EveningWish(16, 4, 60))]
    assert "round-robin" in [each.preset for each in fits(EveningWish(12, 4, 180))]
    assert fits(EveningWish(16, 4, 15)) == ()


@pytest.mark.parametrize(
    "wish",
    [
        EveningWish(3, 1, 60),
        EveningWish(101, 30, 60),
        EveningWish(8, 0, 60),
        EveningWish(8, 2, 30, 2),
        EveningWish(8, 2, 721),
    ],
)
def test_an_evening_that_cannot_be_is_refused(wish: EveningWish) -> None:
    with pytest.raises(EventError, match=r"an evening has|there is at least one table"):
        fits(wish)
