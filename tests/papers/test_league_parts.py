"""Papers of leagues and clubs in their parts."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from papers.days import before, club, fair_draw, pairs
from papers.drawings import drawing
from papers.test_paper_parts import said
from rightbower.papers.printing import cards as printed_cards
from rightbower.papers.printing import events, seasons, seating
from rightbower.papers.printing import (
    results as picture,
)
from rightbower.papers.printing.events import event_paper
from rightbower.papers.printing.papers import PlaceLine
from rightbower.papers.printing.seasons import league_paper
from rightbower.rules.message import as_written, message
from rightbower.tournament.club.season import SeasonRecord, season_table
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.simulated import people
from rightbower.tournament.league.league import Member
from rightbower.tournament.league.lists import ScoreSheet
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.table import TeamPlace
from tournament.events.day import Day
from tournament.league.evenings import Season


def test_a_paper_of_an_event_is_refused_by_name() -> None:
    with pytest.raises(EventError, match=r"^there is no paper 'menu'; the papers are pack, "):
        event_paper(before(), "menu")


def test_papers_of_a_league_are_refused_by_name_and_week() -> None:
    league = Season().league
    with pytest.raises(LeagueError, match=r"^there is no week 99$"):
        league_paper(league, "fixtures", week=99)
    with pytest.raises(LeagueError, match=r"^there is no paper 'menu'; the papers are table, "):
        league_paper(league, "menu")
    bare = replace(league, fixtures=())
    assert "There is no calendar yet." in said(league_paper(bare, "fixtures"))


@pytest.mark.parametrize(
    ("rank", "open_", "shown"), [(None, False, "–"), (2, False, "2"), (2, True, "2=")]
)
def test_a_place_in_a_league_table(rank: int | None, open_: bool, shown: str) -> None:
    place = TeamPlace(
        rank, 1, "Aces", as_written("why"), ("L1", "L2"), 3, 4, 5, 6, 7, 8, 9, 10, open_
    )
    found = seasons._place(place)
    assert found == PlaceLine(shown, "Aces", ("3", "4", "5", "7", "8", "10"), "why (L1; L2)")
    assert seasons._place(replace(place, clauses=())).why == "why"


def test_the_fixtures_of_a_league_by_week(monkeypatch: pytest.MonkeyPatch) -> None:
    league = Season("Aces", "Kings", "Queens").league
    first, *others = league.fixtures
    assert seasons._chosen(league, None) == list(league.fixtures)
    assert {each.week for each in seasons._chosen(league, 2)} == {2}
    week = seasons._week(league, first.week, [first])
    assert week.title == "Week 1: Tue 12 Jan 2027"
    assert len(week.out) == 1
    assert week.fixtures[0].when == "7:00 pm"
    last = seasons._week(league, 99, [replace(first, phase="playoffs")])
    assert (last.title, last.out) == ("Week 99, playoffs: Tue 12 Jan 2027", ())
    asked: list[int] = []
    sheet = ScoreSheet(1, 1, first.starts, ("Aces", "Kings"), ((), ()), 10, None, as_written(""))

    def score_sheets(_: Any, number: int) -> list[ScoreSheet]:
        asked.append(number)
        return [sheet, replace(sheet, points=(10, 3))]

    monkeypatch.setattr(seasons, "score_sheets", score_sheets)
    made: list[Any] = []
    monkeypatch.setattr(printed_cards, "score_cards", lambda _, cards, __: made.extend(cards))
    fewer = replace(league, fixtures=(replace(first, cancelled="snow"), *others))
    league_paper(fewer, "score-sheets")
    assert asked == [each.number for each in others]
    assert len(made) == len(others)


def test_a_score_sheet_has_rows_for_as_many_deals_as_there_can_be() -> None:
    sheet = ScoreSheet(
        12,
        3,
        "2027-01-12T19:00",
        ("Aces", "Kings"),
        (("Ann", "Al"), ()),
        10,
        None,
        as_written("moved"),
    )
    made = seasons._sheet(sheet)
    assert (made.name, made.number, made.rounds) == ("A: Aces, B: Kings", "12/3", 19)
    assert made.columns == ("Deal", "A", "B")
    assert made.foot == (
        "Tue 12 Jan 2027, 7:00 pm.", "A: Ann, Al", "To 10 points.", "Signed A: __________  B: __________", "moved",
    )  # fmt: skip
    plain = seasons._sheet(replace(sheet, target=None, note="", players=((), ("Bo", "Bea"))))
    assert plain.rounds == seasons.DEALS_UNKNOWN
    assert plain.foot[1:] == ("B: Bo, Bea", "Signed A: __________  B: __________")


@pytest.mark.parametrize(
    ("member", "shown"),
    [
        (Member("Ann"), "Aces"),
        (Member("Ann", signed="2027"), "Aces, signed"),
        (Member("Ann", "sub"), "Aces, sub"),
        (Member("Ann", "sub", signed="2027"), "Aces, sub, signed"),
    ],
)
def test_the_note_of_a_player_on_the_rosters(member: Member, shown: str) -> None:
    assert seasons._kind(Season().team("Aces"), member) == shown


def test_a_line_of_a_season(monkeypatch: pytest.MonkeyPatch) -> None:
    season = club().club.seasons[0]
    place = season_table(club(), season)[0]
    for shared, rank in ((False, "1"), (True, "1=")):
        line = seasons._place_line(
            replace(
                place,
                shared=shared,
                why=message("{place}: {said}", place="1st", said=as_written("36 = 30: made")),
            )
        )
        assert (line.rank, line.name, line.why) == (rank, "Fred Hall", "36 = 30: made")
        assert line.figures == ("36", "2", "2", "6", "0", "60.02")
    monkeypatch.setattr(seasons, "leads", lambda *_: "")
    assert "In the lead" not in said(seasons.season_paper(club(), season.id))


def test_a_record_of_a_season_that_nobody_holds_is_not_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    records = [
        SeasonRecord("Most nights", "2 nights", ("Ann",)),
        SeasonRecord("Most lone hands", "0 lone hands", ()),
    ]
    monkeypatch.setattr(seasons, "statistics", lambda _: records)
    paper = said(seasons.season_paper(club(), club().club.seasons[0].id))
    assert "Most nights: 2 nights, Ann" in paper
    assert "lone hands" not in paper


def test_a_master_card_before_the_first_round_has_a_line_for_each_table() -> None:
    day = Day("charity-day")
    day.enter(*people(8))
    lines = drawing(event_paper(day.event, "master-card"))
    assert [line for line in lines if line.startswith("text") and line[-3:] in (": 1", ": 2")] == [
        "text 65.2 672.1 plain 13: 1",
        "text 65.2 647.6 plain 13: 2",
    ], "in the column of tables"


def test_tables_there_are_and_tables_there_will_be() -> None:
    assert seating._tables(pairs()) == [1, 2, 3, 4]
    day = Day("charity-day")
    day.enter(*people(8))
    assert seating._tables(day.event) == [1, 2]
    assert events._rows(fair_draw()) == 4
    swiss = Day("swiss-pairs")
    assert events._rows(swiss.event) in (events.ROUNDS_UNKNOWN, *range(1, 12))


def test_the_picture_has_everybody_who_is_ranked_and_no_floater(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(picture, "_line", lambda *said: drawn.append(said[2].name))
    day = Day("charity-day")
    day.enter("Flo", floater=True)
    day.enter("Ann", "Bob", "Cid")
    picture.results_picture(day.event)
    assert drawn == [], "nobody has a place before the first round"
    day.seat()
    day.play_all()
    picture.results_picture(day.event)
    assert sorted(drawn) == ["Ann", "Bob", "Cid"]
