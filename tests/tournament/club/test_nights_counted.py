"""A season upon nights written down by hand: what counts, who stands where and why, and the records."""

from __future__ import annotations

import pytest

from in_english import english
from rightbower.tournament.club.book import (
    AddNights,
    CountSeason,
    EndSeason,
    ErasePerson,
    ListPeople,
    MakeSeason,
    MergePeople,
    PartPeople,
    RemoveNight,
    ResumeSeason,
    UndoClubEntry,
)
from rightbower.tournament.club.club import SeasonPlan
from rightbower.tournament.club.lists import (
    ShowClubStory,
    ShowSeasons,
    ShowSeasonTable,
    ShowStatistics,
    leads,
    summary,
)
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.season import (
    SeasonRecord,
    best_nights,
    counting,
    longest_run,
    partners_of,
    statistics,
    winners,
)
from tournament.club.by_hand import book, do, evening, left, line, table

N1 = evening(
    "n1",
    "2026-01-01",
    line("Ann", 1, 30, "WWW", against=10, partners=("Bob", "Cal", "Bob"), prize=501, loners=2),
    line("Bob", 2, 20, "WWL", against=20, partners=("Ann", "Ann", "Dot")),
    line("Cal", 3, 20, "WLL", against=25, partners=("Ann",), event_points=4),
    line("Dot", None, 8, "LLL", against=30),
)
N2 = evening(
    "n2",
    "2026-01-08",
    line("Cal", 1, 25, "WW", against=5, shared=True),
    line("Bob", 1, 15, "WD", against=15, prize=99, shared=True),
    line("Ann", 3, 10, "LL", against=25),
    left("Dot", "L"),
)


def season(count: str = "points made", **options: object) -> ClubHistory:
    """Both nights in a season, the later put in first."""
    made = MakeSeason("Tuesdays", count, **options)  # type: ignore[arg-type]  # words of a table
    return do(book(N2, N1), made, AddNights("tuesdays", ("n2", "n1")))


def told(history: ClubHistory) -> list[tuple[int, str, int, bool]]:
    return [(each.rank, each.name, each.total, each.shared) for each in table(history)]


def test_points_made_are_added_up_and_ties_parted_by_games_won() -> None:
    assert english([each.why for each in table(season())]) == [
        "1st: 45 = 20 + 25 points made",
        "2nd: 40 = 30 + 10 points made",
        "3rd: 35 = 20 + 15 points made",
        "4th: 8 = 8 + 0 points made",
    ]


def test_only_the_best_nights_count_and_coming_is_worth_something() -> None:
    history = season(best=1, attendance=3)
    assert told(history) == [
        (1, "Ann", 36, False),
        (2, "Cal", 31, False),
        (3, "Bob", 26, False),
        (4, "Dot", 14, False),
    ]
    ann, *_ = table(history)
    assert ann.attendance == 6
    assert english(ann.why) == (
        "1st: 36 = 30 points made (best 1 of 2 nights; 10 dropped) + 6 for coming (2 nights at 3)"
    )
    nights = [(each.event, each.date, each.points, each.counts) for each in ann.tally.nights]
    assert nights == [("n1", "2026-01-01", 30, True), ("n2", "2026-01-08", 10, False)]


def test_one_night_is_not_several() -> None:
    history = do(book(N1), MakeSeason("X", attendance=2), AddNights("x", ("n1",)))
    assert (
        english(table(history)[0].why) == "1st: 32 = 30 points made + 2 for coming (1 night at 2)"
    )


def test_games_won_count_and_ties_go_down_the_chain() -> None:
    tied = "tied at 3 games won"
    assert english([each.why for each in table(season("wins"))]) == english(
        [
            f"1st: 3 = 1 + 2 games won; {tied}; 15 points of difference to 5 and 0",
            f"2nd: 3 = 3 + 0 games won; {tied}; 5 points of difference to 0 and 15",
            f"3rd: 3 = 2 + 1 games won; {tied}; 0 points of difference to 5 and 15",
            "4th: 0 = 0 + 0 games won",
        ]
    )


def test_event_points_count_where_a_season_says_so() -> None:
    assert english([each.why for each in table(season("event points"))]) == [
        "1st: 4 = 4 + 0 event points",
        "2nd: 0 = 0 + 0 event points; 3 games won to 3 and 0; 5 points of difference to 0",
        "3rd: 0 = 0 + 0 event points; 3 games won to 3 and 0; 0 points of difference to 5",
        "4th: 0 = 0 + 0 event points; 0 games won to 3 and 3",
    ]


def test_places_are_worth_what_the_season_says() -> None:
    history = season("places", place_points=(12, 10), ties="shared")
    assert told(history) == [
        (1, "Bob", 22, False),
        (2, "Ann", 12, True),
        (2, "Cal", 12, True),
        (4, "Dot", 0, False),
    ]
    nights = {each.name: [night.why for night in each.tally.nights] for each in table(history)}
    assert english(nights) == english(
        {
            "Bob": ["2nd", "1st="],
            "Ann": ["1st", "3rd"],
            "Cal": ["3rd", "1st="],
            "Dot": ["not ranked", "left to a substitute"],
        }
    )


def test_those_whom_nothing_parts_share_a_place() -> None:
    history = season("wins", ties="shared, points")
    assert told(history) == [
        (1, "Ann", 3, True),
        (1, "Bob", 3, True),
        (1, "Cal", 3, True),
        (4, "Dot", 0, False),
    ]
    assert english(table(history)[0].why) == "1st=: 3 = 3 + 0 games won"
    assert winners(table(history)) == ["Ann", "Bob", "Cal"]


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (SeasonPlan("points made"), "points made, every night; ties are shared"),
        (
            SeasonPlan("wins", best=6, ties=("points", "difference", "shared")),
            "games won, the best 6 nights of everybody; ties by points, then difference, then shared",
        ),
        (
            SeasonPlan("places", (3, 2), attendance=1, ties=("shared",)),
            "points for places (3, 2), every night, and 1 for each night played; ties are shared",
        ),
        (SeasonPlan("event points"), "event points, every night; ties are shared"),
    ],
)
def test_how_a_season_counts_is_one_sentence(plan: SeasonPlan, says: str) -> None:
    assert english(counting(plan)) == english(says)


def test_of_equal_nights_the_earlier_count() -> None:
    nights = table(season())[0].tally.nights
    same = [nights[0], nights[1], nights[0]]
    plan = SeasonPlan("points made", best=2)
    assert [each.counts for each in best_nights(plan, same)] == [True, True, False]
    assert best_nights(plan, same[:2]) == tuple(same[:2])
    assert best_nights(SeasonPlan("points made"), same) == tuple(same)


def test_a_tally_is_the_sum_of_all_nights() -> None:
    tallies = {each.name: each.tally for each in table(season())}
    bob = tallies["Bob"]
    assert (bob.won, bob.drawn, bob.lost, bob.points, bob.against) == (3, 1, 1, 35, 35)
    assert (bob.results, bob.partners, bob.prize) == ("WWLWD", ("Ann", "Ann", "Dot"), 99)
    assert (bob.firsts, bob.lasts, bob.loners, bob.difference) == (1, 0, 0, 0)
    ann = tallies["Ann"]
    assert (ann.prize, ann.firsts, ann.lasts, ann.loners) == (501, 1, 1, 2)
    assert (ann.difference, ann.attended) == (5, 2)
    assert [night.whole for night in tallies["Dot"].nights] == [True, False]


def test_somebody_who_is_in_a_night_by_two_spellings_has_the_better_of_both() -> None:
    twice = evening(
        "n1",
        "2026-01-01",
        line("Ann Lee", 3, 5, "L"),
        line("Anne Lee", 1, 9, "W"),
        line("Bob", 2, 6),
    )
    for shown, other in (("Ann Lee", "Anne Lee"), ("Anne Lee", "Ann Lee")):
        history = do(
            book(twice), MakeSeason("X"), AddNights("x", ("n1",)), MergePeople(other, shown)
        )
        assert told(history) == [(1, shown, 9, False), (2, "Bob", 6, False)]
        assert table(history)[0].tally.results == "W"
    level = evening("n1", "2026-01-01", line("Ann Lee", 3, 5, "L"), line("Anne Lee", 1, 5, "W"))
    history = do(
        book(level), MakeSeason("X"), AddNights("x", ("n1",)), MergePeople("Anne Lee", "Ann Lee")
    )
    assert table(history)[0].tally.results == "L"


def test_nights_that_do_not_count_now_are_told() -> None:
    history = season()
    again = evening("n2", "2026-01-08", *N2.lines, finished=False)
    reopened = ClubHistory(history.entries, history.club, (again,))
    answer = ShowSeasonTable().answer(reopened, 0.0)
    assert answer.sheets[0].title == (
        "Tuesdays: 0 nights; points made, every night; "
        "ties by games won, then difference, then shared.\n"
        "Night n2 (Thu 8 Jan 2026) is open again; it counts once it is finished.\n"
        "n1 cannot be found any more and does not count."
    )
    assert answer.value == []


def test_the_records_of_a_season() -> None:
    assert [(each.title, each.figure, each.names) for each in statistics(table(season()))] == [
        ("Most nights", "2 nights", "Cal, Ann, Bob, Dot"),
        ("Most nights won", "1 first place", "Cal, Ann, Bob"),
        ("Most games won", "3 games", "Cal, Ann, Bob"),
        ("Longest run of games won", "3 games", "Ann"),
        ("Longest run of games lost", "4 games", "Dot"),
        ("Best night", "30 points", "Ann"),
        ("Lowest night", "8 points", "Dot"),
        ("Most last places", "1 night", "Cal, Ann"),
        ("Most lone hands", "2 lone hands", "Ann"),
        ("Most different partners", "2 partners", "Ann, Bob"),
        ("Most games together", "2 games", "Ann & Bob"),
    ]


def test_a_record_that_nobody_holds_names_nobody() -> None:
    history = do(
        book(evening("n1", "2026-01-01", line("Ann", 1, 0))),
        MakeSeason("X"),
        AddNights("x", ("n1",)),
    )
    found = {each.title: each for each in statistics(table(history))}
    assert found["Most games won"] == SeasonRecord("Most games won", "0 games", ())
    assert found["Lowest night"].who == ("Ann",)
    assert "Most games together" not in found
    assert statistics(()) == []


def test_many_who_hold_a_record_are_counted() -> None:
    assert SeasonRecord("x", "y", tuple("ABCD")).names == "A, B, C, D"
    assert SeasonRecord("x", "y", tuple("ABCDEF")).names == "A, B, C, D and 2 more"


def test_the_lowest_night_is_of_those_who_played_to_its_end() -> None:
    only_left = do(
        book(evening("n1", "2026-01-01", left("Ann"))), MakeSeason("X"), AddNights("x", ("n1",))
    )
    found = {each.title: each for each in statistics(table(only_left))}
    assert found["Lowest night"] == SeasonRecord("Lowest night", "0 points", ())


@pytest.mark.parametrize(
    ("results", "letter", "run"),
    [("", "W", 0), ("LLL", "W", 0), ("WLWW", "W", 2), ("WLLLDL", "L", 3), ("DD", "D", 2)],
)
def test_a_run_is_the_longest_row_of_one_kind(results: str, letter: str, run: int) -> None:
    assert longest_run(results, letter) == run


def test_partners_are_told_with_the_most_games_first() -> None:
    tallies = {each.name: each.tally for each in table(season())}
    assert partners_of(tallies["Ann"]) == [("Bob", 2), ("Cal", 1)]
    assert partners_of(tallies["Bob"]) == [("Ann", 2), ("Dot", 1)]


def test_the_table_as_people_are_shown_it() -> None:
    history = season("wins", ties="shared")
    (sheet,) = ShowSeasonTable("tuesdays").answer(history, 0.0).sheets
    assert sheet.title == (
        "Tuesdays: 2 nights; games won, every night; ties are shared.\n"
        "In the lead: Ann and Bob and Cal"
    )
    assert sheet.heads == ("Place", "Name", "Total", "Nights", "Won", "Why")
    assert sheet.rows[0] == ("1=", "Ann", "3", "2", "3", "3 = 3 + 0 games won")
    assert sheet.rows[3] == ("4", "Dot", "0", "2", "0", "0 = 0 + 0 games won")
    (sheet,) = ShowSeasons().answer(history, 0.0).sheets
    assert sheet.title == "Elm Street"
    assert sheet.heads == ("Id", "Season", "Nights", "Counts")
    assert sheet.rows == [("tuesdays", "Tuesdays", "2", "games won, every night; ties are shared")]
    (sheet,) = ShowStatistics().answer(history, 0.0).sheets
    assert (sheet.title, sheet.heads) == ("Tuesdays", ("What", "How many", "Who"))
    assert sheet.rows[0] == ("Most nights", "2 nights", "Ann, Bob, Cal, Dot")
    assert summary(history.club).line == ("club", "Elm Street", "1")


def test_whoever_leads_is_the_player_of_the_year_once_the_season_is_over() -> None:
    history = season()
    only = history.club.season("")
    assert leads(only, table(history)) == "In the lead: Cal"
    assert leads(only, ()) == ""
    over = do(history, EndSeason("tuesdays"))
    assert leads(over.club.season(""), table(over)) == "Player of the year: Cal"


def test_the_story_tells_every_entry() -> None:
    history = do(
        season(),
        CountSeason("tuesdays", "wins", ties="shared", why="we voted"),
        EndSeason("tuesdays"),
        ResumeSeason("tuesdays", "one more"),
        RemoveNight("tuesdays", "n1", "a practice"),
        MergePeople("Bob", "Cal"),
        PartPeople("Bob", "two men"),
        ListPeople(("Eve Fox",)),
        ListPeople(("Gus Hall", "Hal Ire")),
        UndoClubEntry("twice"),
        ErasePerson("Ann"),
    )
    (sheet,) = ShowClubStory().answer(history, 0.0).sheets
    assert (sheet.title, sheet.heads) == ("Story", ("No.", "When", "By", "What"))
    assert sheet.rows[0] == (
        "1",
        "2026-09-21 14:13",
        "Kay",
        "The book of Elm Street was begun.",
    )
    assert [row[3] for row in sheet.rows[1:]] == [
        (
            "Season Tuesdays was begun: points made, every night; "
            "ties by games won, then difference, then shared."
        ),
        "Into season tuesdays: n2, n1.",
        "Season tuesdays counts games won, every night; ties are shared, because we voted.",
        "Season tuesdays is over.",
        "Season tuesdays goes on, because one more.",
        "Out of season tuesdays: n1, because a practice.",
        "Bob is Cal.",
        "Bob is a separate person again, because two men.",
        "1 name from a list.",
        "2 names from a list. (taken back)",
        "The latest entry was taken back, because twice.",
        "Somebody was erased on request and is shown as Erased player 1.",
    ]
    assert [each.undone for each in history.lines()].index(True) == 10
    assert ClubHistory.of(history.entries).club == history.club
