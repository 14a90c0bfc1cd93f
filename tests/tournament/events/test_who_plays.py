"""Who may be entered, who plays and who sits out, and what a change of names does, at every edge."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import message
from rightbower.tournament.commands import LONGEST_NAME
from rightbower.tournament.events import attendance as commands
from rightbower.tournament.events import eligibility, participants, registration
from rightbower.tournament.events.attendance import check_in, did_not_come, withdraw
from rightbower.tournament.events.columns import (
    figure_heads,
    figures,
    rank_text,
    reason,
    tally_text,
)
from rightbower.tournament.events.entrants import Entrant, Former, Player, read_names
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import Ranked
from rightbower.tournament.events.registration import Rename
from rightbower.tournament.events.results import void
from tournament.events.acts import act
from tournament.events.day import Day, finished_day, individuals, refused, ring_of_pairs
from tournament.events.test_edges import with_settings


def pair(one: str, other: str, zone: str = "", **options: object) -> Entrant:
    return Entrant(9, (Player(one, zone=zone), Player(other, zone=zone)), **options)  # type: ignore[arg-type]  # fields of an entrant


def objection(event: Event, *players: str) -> str | None:
    """Why these cannot be entered together."""
    entrant = Entrant(9, tuple(map(Player, players)))
    return english(eligibility.objection(event, entrant, eligibility.names(event)))


def test_names_that_cannot_be_entered() -> None:
    event = ring_of_pairs("alberta-55plus", 1).event
    assert objection(event) == "a name is missing"
    assert objection(event, "Ann", " ") == "a name is missing"
    assert objection(event, "Ann", "Bo", "Cy") == "Ann & Bo & Cy: a pair is two players"
    assert objection(event, "Ann", "ANN") == "Ann is named twice in one pair"
    assert objection(event, "Ann", "a1X") == "a1X is on the list already, as entrant 1"
    assert objection(event, "Ann", "Bo") is None
    assert objection(event, "Ann") is None
    alone = individuals("charity-day", 1).event
    assert objection(alone, "Ann", "Bo") == "Ann & Bo: each player enters alone"
    assert objection(alone, "Ann") is None
    strict = with_settings(event, "entering", singles="none")
    clause = event.plan.clause("entering.singles")
    assert objection(strict, "Ann") == f"Ann needs a partner ({clause})"
    assert objection(strict, "Ann", "Bo") is None


def test_the_longest_name_is_taken() -> None:
    assert eligibility.not_a_name("x" * LONGEST_NAME) is None
    too_long = f"{'x' * 20}…: a name has at most {LONGEST_NAME} letters"
    assert str(eligibility.not_a_name("x" * (LONGEST_NAME + 1))) == too_long
    assert str(eligibility.not_a_name("Ann\u200bLee")) == (
        "'Ann\\u200bLee' has a letter that is not shown (U+200B); write it again"
    )


def test_a_name_that_was_taken_off_the_list_is_free() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al")
    day.do(registration.remove(day.event, 1))
    assert eligibility.names(day.event) == {}
    with refused("is off the list already"):
        registration.remove(day.event, 1)
    with refused("was taken off the list; put the name on it again"):
        check_in(day.event, [1])
    day.enter("Ann & Al")
    assert day.event.entrant(2).state == "here"


def test_a_single_who_has_a_partner_is_one_of_the_pair() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann", "Bo", "Cy")
    act(day, commands.Partner(1, 2))
    for attempt in (withdraw, did_not_come, check_in):
        with refused("Ann"):
            attempt(day.event, [1])
    with refused("Ann plays in pair 4; withdraw the pair"):
        withdraw(day.event, [1])
    with refused("^Ann plays in pair 4$"):
        registration.remove(day.event, 1)
    assert participants.here(day.event) == (4,)
    assert participants.singles(day.event) == (3,)
    assert participants.singles(individuals("charity-day", 2).event) == ()
    day.do(withdraw(day.event, [4]))
    with refused("has left already"):
        withdraw(day.event, [4])
    assert participants.here(day.event) == ()


def test_age_counts_by_the_last_of_december_or_the_day() -> None:
    event = Day("alberta-pairs", date="2026-05-30").event
    by_december = [
        eligibility.ineligible(event, Player("Ann", born)) is None
        for born in ("1971-12-31", "1972-01-01")
    ]
    assert by_december == [True, False]
    reason_ = eligibility.ineligible(event, Player("Ann", "1972-01-01"))
    assert reason_ is not None
    assert str(reason_).startswith("Ann is not 55 by 31 December 2026 (")
    on_the_day = with_settings(event, "entering", age_by="the day itself")
    told = eligibility.ineligible(on_the_day, Player("Ann", "1971-06-01"))
    assert told is not None
    assert str(told).startswith("Ann is not 55 by 30 May 2026 (")
    assert eligibility.unchecked(event, pair("Ann", "Bo")) == ("Ann", "Bo")
    assert eligibility.unchecked(event, pair("Ann", "Bo", vouched="seen")) == ()
    free = with_settings(event, "entering", least_age=None)
    assert eligibility.unchecked(free, pair("Ann", "Bo")) == ()
    assert eligibility.ineligible(free, Player("Kid", "2020-01-01")) is None


def test_only_members_play_in_zone_playoffs_where_the_book_says_so() -> None:
    day = Day("alberta-pairs", stage="zone playoffs")
    event = with_settings(day.event, "entering", active_members="zone playoffs")
    assert eligibility.asks_member(event)
    assert eligibility.ineligible(event, Player("Ann", "1950-01-01", True)) is None
    for member in (False, None):
        told = eligibility.ineligible(event, Player("Ann", "1950-01-01", member))
        assert str(told) == (
            f"Ann is not shown to be an active member ({event.plan.clause('entering.active_members')})"
        )
    club = with_settings(Day("alberta-pairs").event, "entering", active_members="zone playoffs")
    assert not eligibility.asks_member(club)
    assert eligibility.ineligible(club, Player("Ann", "1950-01-01")) is None


def test_zones_send_their_pairs_and_people_to_the_games() -> None:
    day = Day("alberta-pairs", stage="games")
    event = with_settings(day.event, "entering", zone_pairs=2, zone_people=4)
    assert eligibility.asks_zone(event)
    assert not eligibility.asks_zone(with_settings(event, "entering", zone_pairs=None))
    assert not eligibility.asks_zone(Day("alberta-pairs").event)
    two = [pair("A", "B", "3"), pair("C", "D", "North")]
    here = replace(event, entrants=(replace(two[0], number=1), replace(two[1], number=2)))
    clause = event.plan.clause("entering.zone_pairs")

    def said(entrant: Entrant, *before: Entrant) -> str | None:
        return english(eligibility.objection(here, entrant, {}, before))

    assert said(pair("E", "F", "3")) is None
    assert said(pair("E", "F")) == f"E & F: say which zone they come from ({clause})"
    assert said(pair("E", "F", "3"), pair("G", "H", "3")) == (
        f"zone 3 has sent its 2 pairs already ({clause})"
    )
    assert said(pair("E", "F", "north"), pair("G", "H", "NORTH")) == (
        f"north has sent its 2 pairs already ({clause})"
    )
    assert said(pair("E", "F", "3", floater=True), pair("G", "H", "3")) is None
    single = Entrant(9, (Player("S", zone="3"),))
    crowd = (pair("G", "H", "3"),)
    people = event.plan.clause("entering.zone_people")
    assert said(single, *crowd) == f"zone 3 sends 4 people ({people})"
    assert said(single) is None
    gone = [replace(crowd[0], state=state) for state in ("withdrawn", "no-show", "removed")]
    assert said(pair("E", "F", "3"), *gone) is None


def test_a_substitute_at_the_games_comes_from_the_pairs_zone() -> None:
    event = Day("alberta-pairs", stage="games").event
    bound = with_settings(event, "entering", zone_pairs=2, zone_substitutes="the pair's zone")
    clause = event.plan.clause("entering.zone_substitutes")
    assert str(eligibility.other_zone(bound, "3", "4")) == f"the pair comes from zone 3 ({clause})"
    assert (
        str(eligibility.other_zone(bound, "North", "4")) == f"the pair comes from North ({clause})"
    )
    assert eligibility.other_zone(bound, "North", "NORTH") is None
    assert eligibility.other_zone(bound, "", "4") is None
    anybody = with_settings(bound, "entering", zone_substitutes="any zone")
    assert eligibility.other_zone(anybody, "3", "4") is None
    unzoned = with_settings(bound, "entering", zone_pairs=None)
    assert eligibility.other_zone(unzoned, "3", "4") is None


@pytest.mark.parametrize(
    ("players", "floaters", "seated"),
    [(8, 0, 8), (7, 1, 8), (7, 0, 7), (6, 1, 6), (6, 2, 8), (5, 3, 8), (8, 2, 8), (3, 1, 4)],
)
def test_floaters_play_where_they_make_whole_tables(
    players: int, floaters: int, seated: int
) -> None:
    day = individuals("charity-day", players)
    for number in range(floaters):
        day.enter(f"F{number}", floater=True)
    assert len(participants.in_fours(day.event)) == seated


def test_three_are_no_table() -> None:
    with refused("a table needs four players; 3 are here"):
        participants.in_fours(individuals("charity-day", 3).event)
    with refused("a table needs four players; 1 is here"):
        participants.in_fours(individuals("charity-day", 1).event)


def test_those_sit_out_who_have_waited_least() -> None:
    day = individuals("charity-day", 9)
    waited: list[int] = []
    for number in range(4):
        day.seat(f"seed {number}")
        waited += day.event.round.byes
        day.play_all("10–4")
    assert len(set(waited)) == 4
    day.enter("Late")
    out = {
        who
        for seed in range(40)
        for who in participants.sit_out(day.event, participants.here(day.event), 1, Random(seed))
    }
    assert out == set(range(1, 10)) - set(waited)
    exempt = out - {min(out)}
    assert participants.sit_out(day.event, participants.here(day.event), 1, Random(1), exempt) == (
        min(out),
    )


def test_those_kept_apart_who_sit_together_are_told() -> None:
    day = individuals("charity-day", 8)
    day.seat()
    first, second = day.event.round.tables
    together, apart = first.entrants[:2], (first.entrants[0], second.entrants[0])
    assert participants.clashes(day.event, day.event.round.tables) == ()
    for two, found in ((together, (together,)), (apart, ()), ((1, 99), ())):
        event = replace(day.event, apart=(two,)) if 99 not in two else day.event
        assert participants.clashes(event, event.round.tables) == found


def test_a_corrected_name_is_right_in_final_places_and_nowhere_else() -> None:
    day = finished_day()
    before = {place.entrant: place.name for place in day.event.places}
    act(day, Rename("A1 & A1x", "Ada", "A1x"))
    after = {place.entrant: place.name for place in day.event.places}
    assert after == {**before, 1: "A1 & Ada"}


def test_a_substitute_stands_for_the_rounds_not_yet_played_out() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1")
    for name in ("A1", "A2"):
        act(day, commands.Substitute(name, f"{name}x", f"Sub {name}"))
    day.do(void(day.event, 2, why="so"))
    act(day, commands.Substitute("B2 & B2x", "B2x", "Sub B2"))
    until = {each.name: each.former[0].until for each in day.event.entrants if each.former}
    assert until == {"A1 & Sub A1": 1, "A2 & Sub A2": 0, "B2 & Sub B2": 1}
    assert day.event.entrant(1).name_in(1) == "A1 & A1x"
    assert day.event.entrant(1).name_in(2) == "A1 & Sub A1"


def test_two_substitutes_one_after_the_other_are_told_round_by_round() -> None:
    first, second, third = Player("Ann"), Player("Bo"), Player("Cy")
    entrant = Entrant(1, (Player("Dot"), third), former=(Former(first, 1, 1), Former(second, 3, 1)))
    assert [entrant.name_in(round_) for round_ in range(1, 5)] == [
        "Dot & Ann",
        "Dot & Bo",
        "Dot & Bo",
        "Dot & Cy",
    ]


def test_a_pair_is_of_a_zone_where_both_are() -> None:
    assert pair("A", "B", "3").zone == "3"
    assert Entrant(1, (Player("A", zone="North"), Player("B", zone="north"))).zone == "North"
    assert Entrant(1, (Player("A", zone="3"), Player("B", zone="4"))).zone == ""
    assert read_names(" Ann  Lee + Bob / / Cy ") == ("Ann Lee", "Bob", "Cy")


def test_the_columns_of_standings() -> None:
    wins, points = ring_of_pairs("alberta-55plus", 1).event, Day("national-progressive").event
    figures_ = ("Won", "Drawn", "Lost", "Byes", "For", "Against")
    assert (figure_heads(wins), figure_heads(points)) == (figures_, ("Points", *figures_))
    so = (message("so"),)
    place = Ranked(
        3, 1, "Ann", so, won=1, drawn=2, lost=3, byes=4, points=5, against=6, event_points=7
    )
    assert figures(wins, place) == (1, 2, 3, 4, 5, 6)
    assert figures(points, place) == (7, 1, 2, 3, 4, 5, 6)
    assert (rank_text(place), str(reason(place))) == ("3", "so")
    shared = replace(place, shared=True, notes=(message("left early"),))
    assert (rank_text(shared), str(reason(shared))) == ("3=", "so; left early")
    unranked = Ranked(None, 1, "Ann", (message("a floater: not ranked"),))
    assert (rank_text(unranked), str(reason(unranked))) == ("", "a floater: not ranked")
    assert str(tally_text(place, "wins")) == "1 won, 2 drawn, 3 lost, 5 points made"
    assert str(tally_text(place, "event points")) == "7 points: 1 won, 2 drawn, 3 lost, 5 made"
    assert str(tally_text(Ranked(1, 1, "A", points=1), "wins")) == "0 won, 0 lost, 1 point made"


@pytest.mark.parametrize(
    ("alone", "tables", "out"), [(1, 1, 1), (2, 2, 0), (3, 2, 1), (4, 2, 1), (5, 2, 2), (6, 3, 0)]
)
def test_singles_are_put_together_as_far_as_they_go(alone: int, tables: int, out: int) -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("Aa & Ab", "Ba & Bb", *(["Ca & Cb"] if alone != 1 else []))
    day.enter(*(f"S{number}" for number in range(alone)))
    round_ = day.seat()
    assert sum(table.playing for table in round_.tables) == tables
    assert len(round_.byes) == out
