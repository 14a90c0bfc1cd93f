"""Erasing: which words of a text are the name, what stays, and that leagues forget it too."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from books import league_book
from rightbower.office.contests import CONTESTS, JournalOffice
from rightbower.rules.refusal import Refusal
from rightbower.store.journal import Journal
from rightbower.tournament.club import book as told
from rightbower.tournament.club.book import ErasePerson, MergePeople, OpenClub, PartPeople
from rightbower.tournament.club.club import ClubPlan, Erasure
from rightbower.tournament.club.contest import ClubEntry
from rightbower.tournament.club.erasing import mark_of, without_names
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.contest import Entry
from rightbower.tournament.league import roster
from rightbower.tournament.league.contest import LEAGUE
from tournament.league.evenings import Season

GONE = Erasure((mark_of("s", "Ann Lee"), mark_of("s", "Ann B. Lee")), "s", "Erased player 1", 9.0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann Lee", "Erased player 1"),
        ("ann  LEE", "Erased player 1"),
        ("Ann Lee & Bob Ray", "Erased player 1 & Bob Ray"),
        ("Bob Ray/Ann Lee", "Bob Ray/Erased player 1"),
        ("won by Ann Lee.", "won by Erased player 1."),
        ("tied with Ann Lee, Cal Orr and Ann B. Lee (A01-4)", "tied with Erased player 1, Cal Orr and Erased player 1 (A01-4)"),
        ("Ann Lee's card", "Erased player 1's card"),
        ("Ann Leeds and Joann Lee", "Ann Leeds and Joann Lee"),
        ("Ann", "Ann"),
        ("", ""),
    ],
)  # fmt: skip
def test_the_name_is_replaced_as_whole_words_and_nothing_else(text: str, shown: str) -> None:
    assert without_names(text, [GONE]) == shown
    assert without_names({"a": [text, 3, None]}, [GONE]) == {"a": [shown, 3, None]}


def test_a_league_forgets_a_name_too_and_what_is_written_later_is_shown(tmp_path: Path) -> None:
    season = Season()
    league = season.league
    name = league.teams[0].members[0].name
    with Journal(tmp_path / "journal") as journal:
        league_book(journal).begin(league.id, season.history.entries)
        club = JournalOffice(journal, CONTESTS["club"])
        club.open(OpenClub("Elm"), "")
        club.do("club", [ErasePerson(name)], "")
        assert name.encode() not in LEAGUE.as_json(league_book(journal).history(league.id))
        with pytest.raises(Refusal, match="not in the book"):
            club.do("club", [ErasePerson(name)], "")
        with pytest.raises(Refusal, match="not merged"):
            club.do("club", [PartPeople(name, "no")], "")
        with pytest.raises(Refusal, match="not in the book"):
            club.do("club", [MergePeople(name, "Nobody At All")], "")
        with pytest.raises(Refusal, match="already has its club"):
            club.open(OpenClub("Oak"), "")


def test_whose_name_it_is_goes_by_the_entries_there_were_and_not_by_a_clock(tmp_path: Path) -> None:
    """The season was written with a clock years ahead, what comes after with one years behind."""
    season = Season()
    name, other = (each.name for each in season.league.teams[0].members[:2])
    ahead = [replace(each, at=4e9) for each in season.history.entries]
    with Journal(tmp_path / "journal") as journal:
        league_book(journal).begin("tuesdays", ahead)
        club = JournalOffice(journal, CONTESTS["club"])
        club.open(OpenClub("Elm"), "")
        club.do("club", [ErasePerson(name)], "")
        shown = league_book(journal).history("tuesdays")
        assert name.encode() not in LEAGUE.as_json(shown)
        assert other.encode() in LEAGUE.as_json(shown)
        namesake = roster.name_players(shown.league, 2, [name], "2027-01-12T18:00")
        league_book(journal).add_all("tuesdays", [Entry(1.0, "Gamer", namesake)])
        team = league_book(journal).history("tuesdays").league.team(2)
        assert team.member(name) is not None


def test_the_club_keeps_all_that_the_erasure_says_and_when_it_was() -> None:
    erased = told.PersonErased(("m1", "m2"), "salt", "Erased player 1", streams={"event/x": 7})
    history = ClubHistory.of(
        [
            ClubEntry(1.0, "host", told.ClubOpened("elm", "Elm", ClubPlan())),
            ClubEntry(5.0, "host", erased),
        ]
    )
    assert history.club.erased == (
        Erasure(("m1", "m2"), "salt", "Erased player 1", 5.0, {"event/x": 7}),
    )
