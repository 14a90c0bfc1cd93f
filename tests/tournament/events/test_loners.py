"""Lone hands: written down off the score cards, a prize for most, and counted over a season."""

import pytest

from in_english import english
from rightbower.tournament.club.night import evening
from rightbower.tournament.events.entrants import Award
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.money import count_loners
from rightbower.tournament.events.plan import change_plan
from rightbower.tournament.events.prize_lines import read_prizes
from rightbower.tournament.events.prizes import awards
from tournament.events.day import Day, individuals, refused


def night(*prizes: str) -> Day:
    """Four people have played one round, with prizes of their own."""
    day = individuals("charity-day", 4)
    day.do(change_plan(day.event, prizes=read_prizes(prizes), rounds=1))
    day.seat()
    day.play_all("9–5")
    day.do(hand_in(day.event, (1, 2, 3, 4)))
    return day


def lone_award(day: Day) -> Award | None:
    return next((each for each in awards(day.event) if "Most lone hands" in each.prizes), None)


def test_prizes_for_lone_hands_have_places_of_their_own() -> None:
    found = read_prizes(["First=20", "Most lone hands=10", "Low=5", "Second", "Lone hands, second"])
    assert [(each.name, each.place, each.low, each.loners) for each in found] == [
        ("First", 1, False, False),
        ("Most lone hands", 1, False, True),
        ("Low", 1, True, False),
        ("Second", 2, False, False),
        ("Lone hands, second", 2, False, True),
    ]
    assert not read_prizes(["Played alone all night"])[0].loners


def test_whoever_made_most_lone_hands_wins_their_prize_and_ties_share_it() -> None:
    day = night("First=20", "Most lone hands=10.01")
    first = awards(day.event)[0]
    assert lone_award(day) is None
    day.do(count_loners(day.event, [(1, 2), (2, 3), (3, 0)]))
    found = lone_award(day)
    assert found is not None
    assert (found.winners, found.each) == ((2,), 1001)
    day.do(count_loners(day.event, [(1, 3)]))
    found = lone_award(day)
    assert found is not None
    assert (found.winners, found.each, found.left) == ((1, 2), 500, 1)
    assert found.why == "Most lone hands, shared by 2 (lone hands on the score cards)"
    assert awards(day.event)[0] == first
    day.undo()
    found = lone_award(day)
    assert found is not None
    assert found.winners == (2,)


def test_a_prize_for_lone_hands_waits_for_them_or_for_a_reason() -> None:
    day = night("First=20", "Most lone hands=10")
    with refused("no lone hands are entered, so nobody wins 'Most lone hands'"):
        finish(day.event)
    closed = finish(day.event, "nobody went alone")
    assert all("Most lone hands" not in english(each.prizes) for each in closed.awards)
    day.do(count_loners(day.event, [(4, 1)]))
    day.do(finish(day.event, "the others went home"))
    assert english(
        [each.winners for each in day.event.awards if each.prizes == ("Most lone hands",)]
    ) == [(4,)]
    with refused("the results are final"):
        count_loners(day.event, [(1, 1)])
    assert {line.name: line.loners for line in evening(day.event).lines} == {
        day.event.name_of(number): int(number == 4) for number in range(1, 5)
    }
    assert any(english(each.says) == "lone hands: entrant 4 made 1" for each in day.history.lines())


@pytest.mark.parametrize(
    ("loners", "reason"),
    [
        ([], "no lone hands were given"),
        ([(9, 1)], "there is no entrant 9"),
        ([(1, 21)], "cannot have made 21 lone hands; at most 20"),
        ([(1, -1)], "cannot have made -1 lone hands"),
        ([(1, 0)], "these lone hands are entered already"),
    ],
)
def test_lone_hands_that_cannot_be_are_refused(loners: list[tuple[int, int]], reason: str) -> None:
    with refused(reason):
        count_loners(night("First=20").event, loners)


def test_before_a_round_there_are_no_lone_hands() -> None:
    with refused("no round has been played"):
        count_loners(individuals("charity-day", 4).event, [(1, 1)])
