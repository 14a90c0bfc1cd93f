"""The club in the journal: taken in from a file, and which events and leagues it looks at."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from books import club_book, event_book, league_book
from rightbower.office.contests import CONTESTS, JournalOffice
from rightbower.store.journal import Journal
from rightbower.tournament.club.book import OpenClub
from rightbower.tournament.club.club import ClubError
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.league.season import LeagueOpened
from tournament.club.played import night
from tournament.league.evenings import Season


def test_a_club_is_taken_in_from_its_export(tmp_path: Path) -> None:
    with Journal(tmp_path / "one") as one, Journal(tmp_path / "two") as two:
        club, other = (JournalOffice(each, CONTESTS["club"]) for each in (one, two))
        # Its name is what an erasure is called, and erases nobody.
        club.open(OpenClub("person-erased"), "")
        history = club_book(one).history("club")
        data = CLUB.as_json(history)
        assert CLUB.from_json(data).entries == history.entries
        assert CLUB.from_json(data, "elm").club.id == "elm"
        summary = other.import_(data, "")
        assert (summary.id, summary.name) == ("club", "person-erased")
        assert CLUB.as_json(club_book(two).history("club")) == data
        with pytest.raises(ClubError, match=r"^this file does not hold a whole club: "):
            CLUB.from_json(b"{}")


def test_the_club_looks_at_events_and_leagues_that_are_no_practice(tmp_path: Path) -> None:
    season = Season()
    first, *rest = season.history.entries
    assert isinstance(first.fact, LeagueOpened)
    practice = replace(first, fact=replace(first.fact, id="trial", practice=True))
    with Journal(tmp_path / "journal") as journal:
        night(event_book(journal), "n1", "2026-01-01", ["Ann Lee", "Bob Ray", "Cal Orr", "Dot Poe"])
        leagues = league_book(journal)
        leagues.begin(season.league.id, season.history.entries)
        leagues.begin("trial", [practice, *rest])
        JournalOffice(journal, CONTESTS["club"]).open(OpenClub("Elm"), "")
        book = club_book(journal)
        found = book.history("club")
        assert [each.id for each in found.evenings] == ["n1"]
        assert [each.id for each in found.rosters] == [season.league.id]
        again = book.history("club")
        assert again.evenings[0] is found.evenings[0], "each is made once"
        assert again.rosters[0] is found.rosters[0]
