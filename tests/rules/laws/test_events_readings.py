"""Readings about days and seasons, each at both of its values (X-102, X-104 to X-109)."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from in_english import english
from rightbower.rules.book import RuleBook
from rightbower.tournament.events import outcome as results
from rightbower.tournament.events import registration
from rightbower.tournament.events.attendance import check_in, check_in_all, substitute, withdraw
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.finish import not_over
from rightbower.tournament.events.results import dispute, enter
from rightbower.tournament.league.conduct import leave
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.playoffs import drawn_order, rounds
from rightbower.tournament.league.points import CorrectPoints
from rightbower.tournament.league.refusal import LeagueError
from tournament.events.day import Day, preset_of, ring_of_pairs
from tournament.league.evenings import Season


def otherwise(day: Day, **settings: str) -> None:
    """The day with settings of its plan changed, written ``topic__setting``."""
    plan = day.event.plan
    for name, value in settings.items():
        topic, _, setting = name.partition("__")
        group: Struct = getattr(plan, topic)
        plan = replace(plan, **{topic: replace(group, **{setting: value})})
    day.history = replace(day.history, state=replace(day.event, plan=plan))


def people(zone: str, *names: str) -> list[Player]:
    return [Player(name, zone=zone, born="1950-01-01") for name in names]


def at_the_games(book: RuleBook) -> Day:
    """Two pairs of zone 1, one of zone 2 and one of zone 3 at the games; the first round is seated."""
    day = Day(preset_of(book), stage="games")
    for zone, pair in (("1", "AB"), ("1", "CD"), ("2", "EF"), ("3", "GH")):
        day.do(registration.add(day.event, [people(zone, *pair)]))
    day.do(check_in_all(day.event))
    return day


def test_A01_0_2_a_pair_that_has_played_and_left_is_one_of_the_two(seniors: RuleBook) -> None:
    """X-108: zone 1 has sent two; one plays a game and leaves."""
    day = at_the_games(seniors)
    day.seat()
    day.do(withdraw(day.event, (1,)))
    third = [people("1", "I", "J")]
    clause = f"{seniors.document}-0.2"
    with pytest.raises(EventError, match=rf"zone 1 has sent its 2 pairs already \({clause}"):
        registration.add(day.event, third)
    otherwise(day, entering__zone_freed="always")
    assert registration.add(day.event, third).entrants[0].number == 5


def test_A01_0_2_a_pair_that_leaves_before_play_makes_room(seniors: RuleBook) -> None:
    day = at_the_games(seniors)
    day.do(withdraw(day.event, (1,)))
    assert registration.add(day.event, [people("1", "I", "J")]).entrants


def test_A01_0_2_a_substitute_comes_from_the_zone_of_the_pair(seniors: RuleBook) -> None:
    """X-109: zone 2 has sent one pair only, yet its player cannot make zone 3's pair a mixed one."""
    day = at_the_games(seniors)
    (new,) = people("2", "K")
    with pytest.raises(EventError, match=r"K cannot come in: the pair comes from zone 3 \(.*X-109"):
        substitute(day.event, 4, "G", new)
    assert substitute(day.event, 3, "E", new).player == new
    otherwise(day, entering__zone_substitutes="any zone")
    assert substitute(day.event, 4, "G", new).player == new
    (fifth,) = people("1", "L")
    with pytest.raises(EventError, match="L cannot come in: zone 1 sends 4 people"):
        substitute(day.event, 4, "G", fifth)


@pytest.mark.parametrize(
    "name", ["alberta-55plus", "provincial-55plus", "charity-social", "national-2025", "standard"]
)
def test_S02_1_3_a_result_of_one_side_waits(name: str) -> None:
    """X-102: it waits for the other side; by the other value it counts until somebody objects."""
    day = Day(preset_of(name) if name != "standard" else "round-robin")
    if day.event.plan.entering.unit == "pair":
        day.enter("A & Aa", "B & Bb", "C & Cc", "D & Dd")
    else:
        day.enter("A", "B", "C", "D")
    day.seat()
    target = day.event.plan.target or 10
    for table in day.event.round.tables:
        day.do(enter(day.event, table.number, (target, 4), side=0))
    won = day.name(day.event.round.tables[0].sides[0][0])
    assert (day.place(won).won, len(results.not_counting(day.event))) == (
        0,
        len(day.event.round.tables),
    )
    assert "not confirmed" in str(not_over(day.event, "enough"))
    otherwise(day, standings__unconfirmed="counts")
    assert (day.place(won).won, results.not_counting(day.event)) == (1, ())
    day.do(dispute(day.event, 1, why="it was nine"))
    assert day.place(won).won == 0, "what somebody objects to counts by neither value"


def back_again(book: RuleBook) -> Day:
    """Two tables; B1 leaves after the first round and is back for the third, when A1 comes again."""
    day = ring_of_pairs(book, 2, rounds=3)
    day.play_all()
    day.do(withdraw(day.event, (day.number("B1"),)))
    day.seat()
    day.play_all()
    day.do(check_in(day.event, (day.number("B1"),)))
    return day


def test_A01_T6_1_a_pair_that_comes_back_plays_though_it_meets_one_again(seniors: RuleBook) -> None:
    """X-106: A1 is the only pair to meet it; a second game is better than none."""
    day = back_again(seniors)
    day.seat()
    assert {day.name(number) for number in day.at("B1").entrants} == {"A1", "B1"}
    again = back_again(seniors)
    otherwise(again, movement__returning="sits out")
    again.seat()
    assert {again.name(number) for number in again.event.round.byes} == {"A1", "B1"}
    assert again.at("A2").playing, "who was there all day plays on"


def test_a_pair_that_left_and_came_back_before_the_next_round_has_come_back_too(
    seniors: RuleBook,
) -> None:
    day = ring_of_pairs(seniors, 2, rounds=3)
    otherwise(day, movement__returning="sits out")
    day.play_all()
    day.do(withdraw(day.event, (day.number("B1"),)))
    day.do(check_in(day.event, (day.number("B1"),)))
    for _ in range(2):
        day.seat()
        day.play_all()
    assert {day.name(number) for number in day.event.round.byes} == {"A1", "B1"}


def test_L03_8_7_the_results_of_a_team_that_leaves_are_the_gamers_choice() -> None:
    """X-104: void or not; by the other value they stand."""
    season = Season("Aces", "Kings", "Queens", "Jacks")
    season.play(season.between("Aces", "Queens"), "10-7 10-7 10-7")
    assert leave(season.league, season.number("Aces"), "void", "moved away").results == "void"
    play = replace(season.league.plan.play, leaving="results stand")
    league = replace(season.league, plan=replace(season.league.plan, play=play))
    with pytest.raises(
        LeagueError, match=r"the results of a team that leaves stand \(L03-8.7, X-104\)"
    ):
        leave(league, season.number("Aces"), "void", "moved away")
    assert leave(league, season.number("Aces"), "stand", "moved away").results == "stand"


def correcting(season: Season) -> list[CorrectPoints]:
    """The Jacks won all three games against the Queens after all."""
    fixture = season.between("Queens", "Jacks")
    one, other = (3, 10) if fixture.teams[0] == season.number("Queens") else (10, 3)
    return [CorrectPoints(fixture.number, game, one, other, "upside down") for game in (1, 2, 3)]


def test_L03_10_4_a_corrected_season_draws_the_playoffs_again_where_the_book_says_so() -> None:
    """X-105: by itself the bracket stays; by the other value it is drawn again at once."""
    season = Season(playoff_teams=4)
    season.rest()
    season.playoffs()
    stays, _, _ = LEAGUE.decided(season.history, correcting(season), at=9e9)
    assert drawn_order(stays.league) == (1, 2, 3, 4)
    play = replace(season.league.plan.play, corrected="drawn again")
    league = replace(season.league, plan=replace(season.league.plan, play=play))
    history = replace(season.history, state=league)
    again, _, _ = LEAGUE.decided(history, correcting(season), at=9e9)
    assert drawn_order(again.league) == (1, 2, 4, 3)
    assert english(rounds(again.league)) == (("Aces against Queens", "Kings against Jacks"),)
