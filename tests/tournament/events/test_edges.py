"""What seldom happens: refusals and readings at the edges of an event."""

from random import Random

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.ceremonies import DrawAgain
from rightbower.tournament.events import eligibility
from rightbower.tournament.events.attendance import substitute, vouch, withdraw
from rightbower.tournament.events.cuts import show_cut
from rightbower.tournament.events.draws import cut, ranked
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.event import Event, EventHistory, Prize, ResultRuling
from rightbower.tournament.events.finish import finish, hand_in, qualifiers
from rightbower.tournament.events.movements import pairs_up
from rightbower.tournament.events.outcome import missing, result_text
from rightbower.tournament.events.outlook import outlook
from rightbower.tournament.events.places import standings, table
from rightbower.tournament.events.plan import Planned
from rightbower.tournament.events.prizes import low_prize_text, no_low_winner
from rightbower.tournament.events.registration import preview
from rightbower.tournament.events.results import rule, void
from rightbower.tournament.events.round_clock import start_clock
from rightbower.tournament.events.seating import not_yet, seat
from rightbower.tournament.events.simulated import people, quick_score, rehearse
from rightbower.tournament.events.tie_steps import play_off, toss_coins
from rightbower.tournament.events.ties import qualify_text
from tournament.events.day import Day, finished_day, individuals, played, record, ring_of_pairs


def with_settings(event: Event, topic: str, **values: object) -> Event:
    """An event whose plan has some settings otherwise."""
    changed = replace(getattr(event.plan, topic), **values)
    return replace(event, plan=replace(event.plan, **{topic: changed}))


def test_a_journal_begins_with_an_opening() -> None:
    day = individuals("charity-day", 4)
    with pytest.raises(ValueError, match="an event begins with its opening"):
        EventHistory.of(day.history.entries[1:])


def test_unknown_rounds_tables_and_entrants_are_named() -> None:
    day = individuals("charity-day", 4)
    with pytest.raises(EventError, match="no round has been seated yet"):
        missing(day.event)
    with pytest.raises(EventError, match="there is no entrant 9"):
        day.event.entrant(9)
    assert day.event.name_of(1, 2, 3) == "P1, P2 and P3"


def test_fixtures_are_not_seated_by_an_event() -> None:
    day = individuals("charity-day", 8)
    with pytest.raises(EventError, match="the movement 'fixtures' is not seated here"):
        seat(with_settings(day.event, "movement", kind="fixtures"), "seed")


def test_a_house_may_insist_on_every_round() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.play_all()
    strict = with_settings(day.event, "movement", fewer_rounds=False)
    with pytest.raises(EventError, match="3 rounds are played"):
        finish(strict, why="snow")


def test_cards_are_handed_in_after_a_round() -> None:
    with pytest.raises(EventError, match="no round has been played"):
        hand_in(individuals("charity-day", 4).event, (1,))


def test_only_a_zone_final_sends_anyone_on() -> None:
    assert qualifiers(ring_of_pairs("alberta-55plus", 2).event) == ()


def test_cuts_for_partners_and_late_cuts_for_the_deal_are_refused() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    with pytest.raises(EventError, match="nobody cuts for partners at table 1"):
        show_cut(day.event, 1, "partners", (((1, "9S"), (2, "KD")),))
    day.play("A1 10–4 B1")
    with pytest.raises(EventError, match="table 1 has played; its first dealer is known"):
        show_cut(day.event, 1, "deal", (((1, "9S"), (2, "KD")),))
    with pytest.raises(EventError, match="entrant 3 does not sit at table 1"):
        show_cut(day.event, 1, "deal", (((1, "9S"), (3, "KD")),))
    with pytest.raises(ValueError, match="not a card"):
        show_cut(day.event, 2, "deal", (((3, "5S"), (4, "KD")),))


def test_a_chain_that_ends_parts_no_further() -> None:
    event = played("standard", [*record("X", 2, [5]), *record("Y", 2, [5])])
    short = with_settings(event, "standings", two_level="points")
    assert "; nothing parts them (" in table(short).places[0].why


def test_a_split_between_two_goes_on_to_the_next_step() -> None:
    event = played("standard", ["X 10–8 Y", "Y 10–2 X", *record("W", 3, [])])
    assert "points of difference" in table(event).places[1].why


def test_a_pack_is_not_enough_for_a_crowd() -> None:
    drawn = cut(range(1, 61), Random(1))
    assert len(drawn) == 60
    assert ranked([drawn], (99,)) == DrawAgain((99,))


def test_an_untouched_game_says_so() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    assert english(result_text(day.event.round.table(1), day.event.plan)) == "no result yet"
    day.play("A1 3–10 B1", lost=1)
    assert english(result_text(day.event.round.table(1), day.event.plan)) == (
        "10–10; 3–10 made; the winner is entered with 10 (A01-T7.2); B team lost the game outright"
    )


def test_the_later_of_two_lost_games_counts() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 3–10 B1")
    day.do(rule(day.event, 1, ResultRuling(1, lost=True, why="left the table")))
    day.do(rule(day.event, 1, ResultRuling(0, lost=True, why="it was the other side")))
    assert day.place("B1").won == 1


def test_a_knock_out_needs_a_winner_at_every_table() -> None:
    day = Day("knock-out", placing="first free")
    with pytest.raises(EventError, match="a table needs two pairs; 0 are here"):
        day.seat()
    day.enter(*(f"P{number} & Q{number}" for number in range(1, 5)))
    day.seat()
    day.do(void(day.event, 1, why="a fire alarm"))
    day.play_all()
    with pytest.raises(EventError, match="table 1 needs a winner who goes on"):
        day.seat()


def test_a_knock_out_passes_over_rounds_that_nobody_is_left_for() -> None:
    day = Day("knock-out", placing="first free")
    day.enter(*(f"P{number} & Q{number}" for number in range(1, 9)))
    day.seat()
    day.play_all()
    winners = [table.sides[0][0] for table in day.event.round.tables]
    day.do(withdraw(day.event, [winners[0], winners[2]]))
    round_ = day.seat()
    assert {number for table in round_.tables for number in table.entrants} == {
        winners[1],
        winners[3],
    }


def test_a_chart_needs_two() -> None:
    day = Day("round-robin")
    day.enter("Ann & Al")
    with pytest.raises(EventError, match="a table needs two pairs; 1 is here"):
        day.seat()


def test_the_outlook_of_every_kind() -> None:
    assert "0 pairs are here: 0 tables." in english(outlook(Day("alberta-pairs").event))
    day = Day("round-robin")
    day.enter(*(f"P{number} & Q{number}" for number in range(5)))
    day.enter("F & G", floater=True)
    said_ = outlook(day.event)
    assert english(said_[0]) == "5 pairs are here: 2 tables, made up by floaters."
    assert english(said_[1]) == "Everyone meets everyone: 10 meetings."
    swiss = Day("swiss-pairs", rounds=5)
    swiss.enter("A & B", "C & D")
    assert "5 rounds are planned, 0 have been seated." in english(outlook(swiss.event))


def test_nothing_is_decided_about_a_finished_event() -> None:
    day = finished_day()
    assert english(not_yet(day.event)) == "the results are final"
    for attempt in (
        lambda: toss_coins(day.event, "x"),
        lambda: play_off(day.event, (10, 2)),
        lambda: start_clock(day.event, 9.0),
    ):
        with pytest.raises(EventError, match="the results are final"):
            attempt()


def test_a_substitute_and_a_sitter_follow_the_rules_too() -> None:
    day = Day("alberta-pairs", date="2026-05-30")
    day.enter("Ann & Al")
    with pytest.raises(EventError, match="is not 55 by"):
        substitute(day.event, 1, "Al", Player("Kid", "2001-01-01"))
    with pytest.raises(EventError, match="name at least one entrant"):
        withdraw(day.event, [])
    with pytest.raises(EventError, match="say what was seen"):
        vouch(day.event, 1, "")


def test_the_age_may_count_on_the_day_itself() -> None:
    event = with_settings(Day("alberta-pairs").event, "entering", age_by="the day itself")
    assert eligibility.ineligible(event, Player("Ann", "1971-05-30")) is None
    assert eligibility.ineligible(event, Player("Ann", "1971-05-31")) is not None


def test_empty_rows_are_passed_over() -> None:
    assert preview(individuals("charity-day", 1).event, [{"name": ""}, {"other": " "}]).lines == ()


@pytest.mark.parametrize("preset", ["alberta-pairs", "charity-day", "national-progressive"])
def test_a_rehearsal_plays_an_event_to_its_end(preset: str) -> None:
    for seed in range(12):
        day = Day(preset)
        events = list(rehearse(day.event, day.do, 3, str(seed), rounds=2))
        assert events[-1].finished
        assert len(events[-1].rounds) == 2


def test_made_up_names_and_scores_are_possible() -> None:
    assert len(set(people(1300))) == 1300
    for preset in ("alberta-pairs", "charity-day", "national-progressive"):
        plan = Day(preset).event.plan
        luck = Random(1)
        for _ in range(200):
            high, low = quick_score(plan, luck)
            assert high + low <= 8 * 4 or plan.deals is None
            assert plan.target is None or max(high, low) < plan.target + 4


def test_a_plan_keeps_the_rounds_seated() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(Planned(replace(day.event.plan, rounds=1)))
    day.play_all()
    assert english(not_yet(day.event)) == "the only round has been played"


@pytest.mark.parametrize(("decided", "first"), [(1, "first place"), (3, "first 3 places")])
def test_the_outlook_says_which_places_are_decided(decided: int, first: str) -> None:
    said = outlook(Day("national-progressive", decided=decided).event)
    assert any(
        f"The {first} will be decided if tied; other ties may stand." in english(each)
        for each in said
    )


def test_a_swiss_goes_on_after_a_pair_that_came_for_one_round_only() -> None:
    day = Day("swiss-pairs")
    day.enter(*(f"P{number} & Q{number}" for number in range(1, 6)))
    day.seat()
    day.play_all()
    day.enter("Late & Later")
    assert len(day.seat().tables) == 3
    day.play_all()
    day.do(withdraw(day.event, [6]))
    round_ = day.seat()
    assert (len(round_.tables), len(round_.byes)) == (2, 1)
    assert all(6 not in table.entrants for table in round_.tables)


@pytest.mark.parametrize(
    ("pairs", "words"), [(1, "only 1 pair goes on"), (2, "only 2 pairs go on")]
)
def test_how_many_pairs_of_a_zone_go_on_is_said(pairs: int, words: str) -> None:
    day = Day("alberta-pairs", stage="zone playoffs")
    assert english(
        qualify_text(with_settings(day.event, "entering", zone_pairs=pairs).plan)
    ) == english(words)


def test_a_floater_who_played_all_rounds_wins_no_low_prize() -> None:
    day = Day("charity-day", prizes=[Prize("low", low=True)])
    day.enter("Flo", floater=True)
    for first in (2, 5):
        day.enter(*(f"P{number}" for number in range(first, first + 3)))
        day.seat()
        day.play_all()
        assert 1 in day.event.round.tables[0].entrants
        day.do(withdraw(day.event, range(first, first + 3)))
    assert [each.entrant for each in standings(day.event) if each.rank is None] == [1]
    assert english(low_prize_text(day.event)[1]) == "Nobody has; the host may let others in."
    day.do(hand_in(day.event, tuple(range(1, 8))))
    assert str(no_low_winner(day.event)).startswith("nobody played all rounds, so nobody wins")
    assert no_low_winner(day.event, "tea time") is None


@pytest.mark.parametrize("down", [True, False])
def test_that_b_goes_down_is_on_the_card_only_where_the_plan_has_it(down: bool) -> None:
    event = with_settings(ring_of_pairs("alberta-55plus", 2).event, "movement", b_down=down)
    up, stays, *more = pairs_up.words(event, 2)
    assert str(up).startswith("After each game the A team goes up one table (")
    assert english(stays) == "The B team stays."
    assert [str(line).startswith("Only if the director says so: A stays, B goes down") for line in more] == [True] * down  # fmt: skip


@pytest.mark.parametrize(
    ("players", "over"), [(4, False), (5, True), (6, True), (7, True), (8, False)]
)
def test_what_a_round_sat_out_scores_is_told_where_players_are_over(
    players: int, over: bool
) -> None:
    said_ = outlook(individuals("national-progressive", players).event)
    assert ("A round sat out scores nothing (N04-4.1, X-101)." in english(said_)) is over
