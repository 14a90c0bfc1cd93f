"""What a club's book refuses, each in one sentence, and what it takes at the edge of that."""

from __future__ import annotations

import pytest

from rightbower.rules.refusal import Refusal
from rightbower.tournament.club.book import (
    MOST_POINTS,
    AddNights,
    ClubCommand,
    CountSeason,
    EndSeason,
    ErasePerson,
    ListPeople,
    MakeSeason,
    MergePeople,
    OpenClub,
    PartPeople,
    PersonErased,
    RemoveNight,
    ResumeSeason,
    UndoClubEntry,
    plan_of,
)
from rightbower.tournament.club.club import ClubError, SeasonPlan
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.season import read_ties
from rightbower.tournament.commands import Now
from tournament.club.by_hand import book, do, evening, left, line


def kept() -> ClubHistory:
    """Two seasons, one of them with a night and over; a night that is not finished."""
    history = book(
        evening("n1", "2026-01-01", line("Ann Lee", 1, 20), line("Bob Ray", 2, 10)),
        evening("n2", "2026-01-08", left("Ann Lee"), left("Cal Orr"), finished=False),
        evening("n3", "2026-01-09", line("Anne Lee", 1, 5)),
    )
    return do(
        history,
        MakeSeason("Tuesdays"),
        MakeSeason("Open  Season"),
        AddNights("tuesdays", ("n1",)),
        EndSeason("tuesdays"),
        AddNights("open-season", ("n1",)),
    )


REFUSALS: list[tuple[str, ClubCommand]] = [
    ("a season needs a name", MakeSeason("  ")),
    ("there is a season OPEN season already", MakeSeason("OPEN season")),
    (
        "say what first, second and so on are worth, such as 12 10 8 6 4 2",
        MakeSeason("X", "places"),
    ),
    (
        "points for places are counted only where a season counts by places",
        MakeSeason("X", "wins", place_points=(1,)),
    ),
    ("points for a place are 0 to 9999", MakeSeason("X", "places", place_points=(10_000,))),
    ("points for a place are 0 to 9999", MakeSeason("X", "places", place_points=(3, -1))),
    (
        "ties in a season cannot be broken by 'coins'; use points, games won, difference, or shared",
        MakeSeason("X", ties="points, coins"),
    ),
    (
        (
            "ties in a season cannot be broken by 'head to head'; "
            "use points, games won, difference, or shared"
        ),
        MakeSeason("X", ties="head to head"),
    ),
    (
        "there is no season 'mondays'; there are tuesdays, open-season",
        AddNights("mondays", ("n1",)),
    ),
    ("say which season: tuesdays, open-season", AddNights("", ("n1",))),
    ("Tuesdays is over; open it again first", AddNights("tuesdays", ("n3",))),
    ("Tuesdays is over; open it again first", CountSeason("tuesdays", "wins", why="so")),
    ("Tuesdays is over; open it again first", RemoveNight("tuesdays", "n1", "so")),
    ("the season counts like this already", CountSeason("open-season", why="so")),
    (
        "nights have been counted; say why they count differently now",
        CountSeason("open-season", "wins", why=" "),
    ),
    ("say which events", AddNights("open-season")),
    ("there is no event 'n9'", AddNights("open-season", ("n3", "n9"))),
    ("Night n1 is in the season already", AddNights("open-season", ("n1",))),
    ("Night n2 is not finished yet", AddNights("open-season", ("n3", "n2"))),
    ("'n3' is not in Open Season", RemoveNight("open-season", "n3", "so")),
    ("taking a night out needs a reason", RemoveNight("open-season", "n1", " ")),
    ("Tuesdays is over already", EndSeason("tuesdays")),
    ("Open Season is not over", ResumeSeason("open-season", "so")),
    ("say why the season goes on", ResumeSeason("tuesdays", "  ")),
    ("ann lee and Ann Lee are already one person", MergePeople("ann lee", "Ann Lee")),
    ("'Zed' is not in the book", MergePeople("Ann Lee", "Zed")),
    ("'Ann Lee' was not merged with anybody", PartPeople("Ann Lee", "so")),
    ("Cal Orr is in Night n2, which is not finished", ErasePerson("cal orr")),
    ("everybody on the list is in the book already", ListPeople(("ANN LEE", " ", "cal  orr"))),
    ("taking an entry back needs a reason", UndoClubEntry(" ")),
]


@pytest.mark.parametrize(("reason", "act"), REFUSALS)
def test_it_is_refused_in_one_sentence(reason: str, act: ClubCommand) -> None:
    with pytest.raises(ClubError) as fault:
        do(kept(), act)
    assert str(fault.value) == reason


def test_a_club_is_begun_once_and_by_a_name() -> None:
    with pytest.raises(ClubError, match=r"^this hall already has its club$"):
        OpenClub("Elm").opened(["club"])
    with pytest.raises(ClubError, match=r"^the club needs a name$"):
        OpenClub("  ").opened([])
    opened = OpenClub(" Elm   Street ").opened([])
    assert (opened.id, opened.name, opened.plan.officer) == ("club", "Elm Street", "club")


def test_a_book_begins_with_its_opening() -> None:
    with pytest.raises(Refusal, match=r"^a club begins with its opening$"):
        ClubHistory.of(kept().entries[1:])


def test_without_a_season_there_is_none_to_speak_of() -> None:
    with pytest.raises(ClubError, match=r"^there is no season yet$"):
        do(book(), EndSeason("tuesdays"))


def test_a_season_without_a_night_is_not_over() -> None:
    with pytest.raises(ClubError, match=r"^no night of Tuesdays has been counted$"):
        do(book(), MakeSeason("Tuesdays"), EndSeason("tuesdays"))


def test_the_beginning_of_the_book_stays() -> None:
    with pytest.raises(ClubError, match=r"^the beginning of the book cannot be undone$"):
        do(book(), UndoClubEntry("so"))


def test_an_erasure_stays() -> None:
    with pytest.raises(
        ClubError,
        match=r"^an erasure cannot be undone; write the name again where it is needed$",
    ):
        do(kept(), ErasePerson("Anne Lee"), UndoClubEntry("so"))


def test_two_spellings_are_parted_with_a_reason() -> None:
    merged = do(kept(), MergePeople("Anne Lee", "Ann Lee"))
    with pytest.raises(ClubError, match=r"^say why they are two people after all$"):
        do(merged, PartPeople("anne lee", " "))
    with pytest.raises(ClubError, match=r"^Anne Lee and Ann Lee are already one person$"):
        do(merged, MergePeople("Anne Lee", "Ann Lee"))
    assert do(merged, PartPeople("anne lee", " two cousins ")).club.merged == {}


def test_before_the_first_night_a_season_counts_otherwise_without_a_reason() -> None:
    history = do(book(), MakeSeason("Tuesdays"), CountSeason("tuesdays", "wins"))
    assert history.club.season("").plan.count == "wins"


def test_places_may_be_worth_nothing_or_the_most() -> None:
    plan = SeasonPlan("places", (MOST_POINTS, 0))
    assert plan_of(plan) is plan


def test_ties_are_shared_where_nothing_is_said() -> None:
    assert read_ties(" ") == ()
    assert read_ties("points, shared") == ("points", "shared")


def test_a_night_that_was_taken_out_counts_no_more() -> None:
    history = do(kept(), AddNights("open-season", ("n3", "n3")))
    assert history.club.season("open-season").events == ("n1", "n3")
    history = do(history, RemoveNight("open-season", "n1", " it was a practice "))
    assert [each.events for each in history.club.seasons] == [("n1",), ("n3",)]


def test_whoever_sees_an_old_book_is_told() -> None:
    history = kept()
    seen = {MakeSeason("X").seen(each.club) for each in (book(), history)}
    assert seen == {"1", str(len(history.entries))}


def test_undoing_takes_back_the_latest_entry_that_counts() -> None:
    history = do(kept(), UndoClubEntry(" too early "), UndoClubEntry("that too"))
    assert [(each.closed, each.events) for each in history.club.seasons] == [
        (False, ("n1",)),
        (False, ()),
    ]


def erased(history: ClubHistory, name: str) -> PersonErased:
    """The fact of an erasure."""
    (fact,) = ErasePerson(name).decide(history.club, Now(history, chance=lambda: "s"))
    assert isinstance(fact, PersonErased)
    return fact


def test_an_erasure_knows_every_spelling_and_how_far_everything_was_written() -> None:
    history = do(kept(), MergePeople("Bob Ray", "Anne Lee"))
    fact = erased(history, "Bob Ray")
    assert fact == erased(history, "Anne Lee")
    assert (len(fact.marks), fact.label, fact.salt) == (2, "Erased player 1", "s")
    assert fact.streams == {"event/n1": 7, "event/n2": 7, "event/n3": 7}
    again = do(history, ErasePerson("Anne Lee"))
    assert erased(again, "Anne Lee").label == "Erased player 2"
