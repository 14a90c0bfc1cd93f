"""What the officer is told: who would have moved, which clock runs, who sat out, in good English."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.papers.printing import lists, seating
from rightbower.papers.printing.papers import Heading, MovementSheet, Paper, PaperWish
from rightbower.rules.book import load
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.attendance import keep_apart, partner, set_sitter, withdraw
from rightbower.tournament.events.event import Event, ResultRuling
from rightbower.tournament.events.finish import finish, not_over
from rightbower.tournament.events.labels import refuse_unknown
from rightbower.tournament.events.lists import ShowCard, ShowResults
from rightbower.tournament.events.outlook import outlook
from rightbower.tournament.events.remarks import meet_again, remarks
from rightbower.tournament.events.results import Rule, correct, enter, rule, void
from rightbower.tournament.events.round_clock import (
    extend_clock,
    pause_clock,
    resume_clock,
    ring_bell,
    start_clock,
)
from rightbower.tournament.events.schedules.quality import in_words, quality
from rightbower.tournament.events.scorecards import ShowTables
from rightbower.tournament.events.seating import not_yet, refusal, seat, swap_seats
from tournament.events.day import Day, individuals, refused, ring_of_pairs


def moved(*, table_1: tuple[int, int] = (14, 3), dealer: str = "") -> Day:
    """A second round by winners who parted; at table 1 sat N1, E1, S1 and W1."""
    day = Day("national-progressive", placing="first free")
    day.enter(*(f"{seat}{table}" for table in (1, 2, 3) for seat in "NESW"))
    day.seat()
    last = day.number(dealer) if dealer else 0
    day.do(enter(day.event, 1, table_1, last_dealer=last))
    day.play_all("11–4")
    day.seat()
    return day


def told(day: Day, fact: Fact) -> str:
    """What is remarked on a fact, which is then written down."""
    said = " ".join(english(remarks(day.event, fact)))
    day.do(fact)
    return said


def test_a_result_corrected_back_to_what_the_seats_came_from_moves_nobody() -> None:
    day = moved()
    said = told(day, correct(day.event, 1, 1, (10, 14), why="reversed"))
    assert "E1 would have gone up from table 1 and W1 down, instead of N1 and S1." in english(said)
    assert english(told(day, correct(day.event, 1, 1, (14, 10), why="right after all"))) == ""


def test_a_ruling_or_a_void_game_says_who_would_have_moved() -> None:
    day = moved()
    lost = ResultRuling(0, lost=True, why="ordered without trump")
    assert "E1 would have gone up" in english(told(day, rule(day.event, 1, lost, round_=1)))
    said = told(day, void(day.event, 1, why="x", round_=1))
    assert "table 1 would have cut for who moves (N04-4.3a); N1 and S1 moved." in english(said)


def test_a_ruling_that_turns_nobody_is_not_remarked_on() -> None:
    day = moved()
    ruling = ResultRuling(1, 2, why="cards not played singly")
    assert told(day, rule(day.event, 1, ruling, round_=1)) == ""


def test_a_draw_that_stays_a_draw_moves_nobody_else() -> None:
    day = moved(table_1=(6, 6), dealer="E1")
    assert told(day, correct(day.event, 1, 1, (7, 7), why="misread")) == ""


def test_at_a_sitters_table_the_result_moves_nobody() -> None:
    day = Day("national-progressive", placing="first free")
    day.enter("N1", "E1", "S1", "W1")
    day.do(set_sitter(day.event, 1, 1))
    day.seat()
    day.play_all("11–4")
    day.seat()
    assert told(day, correct(day.event, 1, 1, (4, 11), why="reversed")) == ""


def test_a_knock_out_result_corrected_back_is_not_remarked_on() -> None:
    day = Day("knock-out", placing="first free")
    day.enter("A & B", "C & D", "E & F", "G & H")
    day.seat()
    day.play_all()
    day.seat()
    wrong = correct(day.event, 1, 1, (4, 10), why="reversed")
    assert "seated by the old result and stay that way" in english(told(day, wrong))
    assert english(told(day, correct(day.event, 1, 1, (10, 4), why="right after all"))) == ""


def at(day: Day, time: float, fact: Fact) -> None:
    """Write a fact down at a time."""
    day.history = day.history.extend(Entry(time, "test", fact))


def test_the_clock_of_the_round_before_is_left_alone() -> None:
    day = individuals("national-progressive", 8)
    day.seat()
    at(day, 10.0, start_clock(day.event, 10.0))
    day.play_all("11–4")
    day.seat("2")
    for attempt in (
        lambda: ring_bell(day.event, 20.0),
        lambda: pause_clock(day.event, 20.0),
        lambda: extend_clock(day.event, 2),
    ):
        with refused("no clock has been started for this round"):
            attempt()
    at(day, 20.0, start_clock(day.event, 20.0))
    assert day.event.clock.round == 2


def test_a_clock_stopped_in_the_round_before_does_not_go_on() -> None:
    day = individuals("national-progressive", 8)
    day.seat()
    at(day, 10.0, start_clock(day.event, 10.0))
    at(day, 15.0, pause_clock(day.event, 15.0))
    day.play_all("11–4")
    day.seat("2")
    with refused("no clock has been started for this round"):
        resume_clock(day.event)


def test_a_second_bell_is_told_that_it_has_rung() -> None:
    day = individuals("national-progressive", 8)
    day.seat()
    at(day, 10.0, start_clock(day.event, 10.0))
    at(day, 20.0, ring_bell(day.event, 20.0))
    with refused("the bell of round 1 has rung already"):
        ring_bell(day.event, 30.0)


@pytest.mark.parametrize("minutes", [0, -3, float("inf"), float("nan")])
def test_a_round_lasts_more_than_no_time(minutes: float) -> None:
    day = individuals("national-progressive", 8)
    day.seat()
    with refused("a round has to last longer than that; give it more than 0 minutes"):
        start_clock(day.event, 10.0, minutes)


def test_a_round_that_the_movement_cannot_seat_is_refused_beforehand() -> None:
    day = individuals("charity-day", 3)
    assert not_yet(day.event) is None
    assert english(refusal(day.event)) == "a table needs four players; 3 are here"
    day.enter("P4")
    assert refusal(day.event) is None
    day.seat()
    assert english(refusal(day.event)) == "round 1 is not over: no result yet from table 1"


def sheet(event: Event, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the movement sheet says of the schedule."""
    kept: list[MovementSheet] = []

    def keep(_: Heading, data: MovementSheet, __: Paper) -> bytes:
        kept.append(data)
        return b""

    monkeypatch.setattr(lists, "movement_sheet", keep)
    seating.movement(event, Heading("Our day", ()), PaperWish("A4"))
    return dict(kept[0].quality)


def test_who_was_knocked_out_does_not_sit_out(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day("knock-out", placing="first free")
    day.enter("A & B", "C & D", "E & F", "G & H")
    day.seat()
    day.play_all()
    day.seat()
    assert sheet(day.event, monkeypatch)["Byes each"] == "0"


def test_who_came_late_or_left_did_not_sit_out(monkeypatch: pytest.MonkeyPatch) -> None:
    day = individuals("charity-day", 4)
    day.seat()
    day.play_all("8–4")
    day.enter("Late")
    day.do(withdraw(day.event, [1], why="ill"))
    day.seat()
    assert sheet(day.event, monkeypatch)["Byes each"] == "0"


def test_a_single_who_waited_counts_as_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day("alberta-pairs", placing="first free", rounds=2)
    day.enter("A & B", "C & D", "Solo")
    day.seat()
    day.play_all()
    day.enter("Duo")
    day.do(partner(day.event, 3, 4))
    day.seat()
    said = sheet(day.event, monkeypatch)
    assert said["Entrants and rounds"] == "3 entrants, 2 rounds"


def test_one_of_anything_is_said_as_one() -> None:
    day = Day("alberta-pairs", rounds=1)
    day.enter("A & B", "C & D")
    said = " ".join(english(outlook(day.event)))
    assert "1 of 1 possible meetings in 1 round;" in english(said)
    assert "would take 1 round for all 1." in english(said)
    assert "1 round is planned, 0 have been seated." in english(said)
    day.seat()
    assert "1 round is planned, 1 has been seated." in english(outlook(day.event))
    assert "round 1 seated at 1 table (" in english(day.history.lines()[-1].says)
    words = dict(in_words(quality([(((1,), (2,)),)])))
    assert english(words["Entrants and rounds"]) == "2 entrants, 1 round"


def test_a_pair_that_sits_out_is_two_people() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("A & B", "C & D", "Ann & Al")
    assert "Ann & Al sit out this round." in english(remarks(day.event, seat(day.event, "seed")))


def test_the_log_says_who_drew_what() -> None:
    day = Day("alberta-pairs")
    day.enter("A & B", "C & D")
    day.do(seat(day.event, "seed", shown={1: "1", 2: "1"}))
    assert str(day.history.lines()[-1].says).endswith("; entrant 1 drew 1, entrant 2 drew 1)")


def test_the_seating_says_who_moved_from_a_table_where_no_game_counted() -> None:
    day = Day("national-progressive", placing="first free")
    day.enter(*(f"{chair}{table}" for table in (1, 2) for chair in "NESW"))
    day.seat()
    day.do(void(day.event, 1, why="two kings"))
    day.play_all("11–4")
    there = day.event.round.table(1)
    fact = seat(day.event, "seed")
    (said,) = [each for each in remarks(day.event, fact) if "No game counted" in str(each)]
    at = {who: table.number for table in fact.round.tables for who in table.entrants}
    (side,) = [each for each in there.sides if at[each[0]] == at[each[1]] == 2]
    assert f"and {day.event.name_of(*side)} moved (N04-4.3" in english(said)
    assert str(said).startswith("No game counted at table 1, so it is left as after a drawn game: ")


def test_the_seating_says_nothing_of_a_table_that_was_left_after_a_drawn_game() -> None:
    day = individuals("national-progressive", 8)
    day.seat()
    for table in day.event.round.tables:
        dealer = table.sides[0][0]
        day.do(enter(day.event, table.number, (6, 6), last_dealer=dealer))
    assert remarks(day.event, seat(day.event, "seed")) == ()


def test_a_ruling_by_a_clause_that_is_not_there_is_refused() -> None:
    seniors, club = load("alberta-55plus"), load("standard")
    refuse_unknown("", seniors)
    refuse_unknown("A01-11.R5 (our reading, X-12)", seniors)
    refuse_unknown(str(club.cite("revoke.penalty")), club)
    day = individuals("charity-day", 4)
    day.seat()
    ruling = Rule(1, "NS", "+2", None, "a reneg", "ZZ-1")
    with refused("'ZZ-1' is not a clause of the documents"):
        list(ruling.decide(day.event, None))  # type: ignore[arg-type]  # the time is not asked


def test_four_level_are_ranked_by_points_by_the_reading() -> None:
    plan = Day("alberta-pairs").event.plan
    assert plan.clause("standings.more_level") == "A01-T10.4, X-43"
    assert plan.clause("standings.three_level") == "A01-T10.4"


def test_a_single_without_a_partner_is_told() -> None:
    day = Day("alberta-pairs")
    day.enter("A & B", "C & D", "Solo")
    assert "Solo is here without a partner and would not be seated." in english(outlook(day.event))
    day.enter("Duo")
    assert not any("partner" in english(each) for each in outlook(day.event)), "two make a pair"
    day.enter("Trio")
    assert "3 came without a partner: one of them would not be seated." in english(
        outlook(day.event)
    )
    day.seat()
    left = day.name(
        next(number for number in day.event.round.byes if day.event.entrant(number).single)
    )
    assert f"Not seated until they have a partner: {left}." in english(outlook(day.event))


def test_meetings_are_counted_as_they_were_once_pairs_come_late_or_leave() -> None:
    day = Day("alberta-pairs")
    day.enter("A & B", "C & D", "E & F", "G & H")
    day.seat()
    assert "A up: 4 of 6 possible meetings in 2 rounds" in " ".join(map(str, outlook(day.event)))
    day.play_all()
    day.enter("I & J", "K & L")
    said = " ".join(map(str, outlook(day.event)))
    assert "2 of 15 possible meetings have been seated in 1 round." in english(said)
    assert "A up" not in english(said)


def test_a_charity_day_is_finished_for_a_reason_without_cards() -> None:
    """S02-10.5: handing in is optional; whoever hands in none is not ranked, at the end too."""
    day = individuals("charity-day", 4, rounds=1)
    day.seat()
    day.play_all("9–7")
    assert str(not_over(day.event)).endswith("or give a reason to finish, and nobody is ranked")
    day.do(finish(day.event, "closing time"))
    assert english(day.history.lines()[-1].says) == "results final: closing time"
    assert [place.rank for place in day.event.places] == [None] * 4
    assert day.event.awards == ()


def test_a_pair_that_leaves_a_game_is_told_of_in_the_plural() -> None:
    day = Day("alberta-pairs")
    day.enter("A & B", "C & D")
    day.seat()
    assert str(told(day, withdraw(day.event, (1,)))).startswith("A & B sit at table 1 in")


def test_lists_call_a_table_a_table() -> None:
    day = Day("alberta-pairs")
    day.enter("A & B", "C & D")
    day.seat()
    day.play_all()
    for query in (ShowTables(), ShowResults(), ShowCard("A")):
        for sheet_ in query.answer(day.history, 0.0).sheets:
            assert "Table" in sheet_.heads


def test_an_entrants_card_has_the_points_of_rounds_that_were_played() -> None:
    day = Day("alberta-pairs")
    day.enter("A & B", "C & D")
    day.seat()
    (card,) = ShowCard("C & D").answer(day.history, 0.0).sheets
    assert [row[4] for row in card.rows] == [""]
    day.play("A & B 10–4 C & D")
    (card,) = ShowCard("C & D").answer(day.history, 0.0).sheets
    assert [row[4:] for row in card.rows] == [("4–10", "")]
    clause = ResultRuling(0, points=-2, why="looked at a trick", clause="A01-11.R5")
    day.do(rule(day.event, 1, clause))
    (card,) = ShowCard("C & D").answer(day.history, 0.0).sheets
    assert [row[5] for row in card.rows] == [
        "8–4 made; the winner is entered with 10 (A01-T7.2); A team -2: looked at a trick (A01-11.R5)"
    ]


@pytest.mark.parametrize(("preset", "more"), [("charity-day", 5), ("national-progressive", 0)])
def test_a_cards_total_has_the_points_for_rounds_sat_out_where_points_are_ranked(
    preset: str, more: int
) -> None:
    day = individuals(preset, 5, sat_out=5)
    for seed in ("first", "second"):
        day.seat(seed)
        day.play_all("11–4")
    (waited,) = day.event.rounds[0].byes
    (card,) = ShowCard(str(waited)).answer(day.history, 0.0).sheets
    played = int(card.rows[1][4].partition("–")[0])
    assert card.title == f"{day.event.name_of(waited)}: {played + more} points"
    assert card.rows[0][5] == "sits out, 5 points for it"


@pytest.mark.parametrize(("tables", "lines"), [(4, 4), (5, 1)])
def test_a_few_pairs_that_meet_again_are_named_and_many_are_counted(
    tables: int, lines: int
) -> None:
    event = ring_of_pairs("alberta-55plus", tables).event
    said = meet_again(event, replace(event.round, number=2))
    assert len(said) == lines
    first = "Table 1: A1 & A1x and B1 & B1x meet again; they met in round 1."
    assert english(said[0]) == (english(first if lines > 1 else "At 5 tables pairs meet again."))


def test_a_swap_names_only_the_tables_it_changes_and_who_sits_out_now() -> None:
    later = "The next round is seated from these places."
    day = ring_of_pairs("alberta-55plus", 3)
    swap = swap_seats(day.event, day.number("A1"), day.number("A2"), "so")
    assert english(told(day, swap)) == (
        english("Table 1: A2 & A2x against B1 & B1x. Table 2: A1 & A1x against B2 & B2x. " + later)
    )
    odd = Day("alberta-pairs", placing="first free")
    odd.enter("Aa & Ab", "Ba & Bb", "Ca & Cb")
    odd.seat()
    odd.do(keep_apart(odd.event, 2, 3))
    assert told(odd, swap_seats(odd.event, 1, 3, "so")).endswith(
        f"Ba & Bb. Aa & Ab sit out. Ba & Bb and Ca & Cb are to be kept apart and are not. {later}"
    )
