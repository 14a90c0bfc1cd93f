"""The club's book: how a season counts, ends and goes on, who may be erased, and what is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from books import event_book
from rightbower.office.contests import CONTESTS, JournalOffice
from rightbower.rules.refusal import Refusal
from rightbower.store.journal import Journal
from rightbower.tournament.club.book import (
    AddNights,
    CountSeason,
    EndSeason,
    ErasePerson,
    MakeSeason,
    OpenClub,
    ResumeSeason,
    UndoClubEntry,
)
from rightbower.tournament.club.night import ClubHistory, evening
from rightbower.tournament.club.people import people
from rightbower.tournament.club.season import season_table, statistics
from rightbower.tournament.commands import Command
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from tournament.club.played import AT, night

FOUR = ["Ann Lee", "Bob Ray", "Cal Orr", "Dot Poe"]


class Kept:
    """A club's book with a season of one night."""

    def __init__(self, journal: Journal) -> None:
        self.events = event_book(journal)
        night(self.events, "n1", "2026-01-01", FOUR)
        self.office = JournalOffice(journal, CONTESTS["club"])
        self.office.open(OpenClub("Elm Street"), "")
        self.do(MakeSeason("Tuesdays"), AddNights("tuesdays", ("n1",)))

    def do(self, *commands: Command) -> None:
        """Write in it."""
        self.office.do("club", commands, "")

    @property
    def history(self) -> ClubHistory:
        """As it stands."""
        found = self.office.store.history("club")
        assert isinstance(found, ClubHistory)
        return found


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    with Journal(tmp_path / "journal") as journal:
        yield Kept(journal)


def test_a_season_that_counts_otherwise_says_why(kept: Kept) -> None:
    kept.do(CountSeason("tuesdays", "wins", why=" we voted "))
    assert kept.history.club.season("tuesdays").plan.count == "wins"
    assert str(kept.history.lines()[-1].says).endswith(", because we voted.")


def test_points_for_places_are_refused_where_places_do_not_count(kept: Kept) -> None:
    with pytest.raises(Refusal, match="only where a season counts by places"):
        kept.do(CountSeason("tuesdays", "wins", place_points=(3, 2, 1), why="we voted"))


def test_a_season_that_was_over_goes_on(kept: Kept) -> None:
    kept.do(EndSeason("tuesdays"))
    assert kept.history.club.season("tuesdays").closed
    kept.do(ResumeSeason("tuesdays", "one more night"))
    assert not kept.history.club.season("tuesdays").closed


def test_what_was_taken_back_does_not_count_and_its_reason_is_told(kept: Kept) -> None:
    kept.do(EndSeason("tuesdays"))
    kept.do(UndoClubEntry("too early"))
    assert not kept.history.club.season("tuesdays").closed
    assert str(kept.history.lines()[-1].says).endswith("was taken back, because too early.")


def test_whoever_is_in_an_event_that_runs_is_known_and_not_erased(kept: Kept) -> None:
    running = kept.events.open(open_event("fair-draw", "n2", "Tonight", "2026-01-08"), AT, "")
    names = [[Player("Ann Lee")], [Player("Eve Fox")]]
    running = kept.events.add("n2", add(running, names), AT, "")
    assert [line.name for line in evening(running).lines] == ["Ann Lee", "Eve Fox"]
    assert "Eve Fox" in [each.name for each in people(kept.history)]
    with pytest.raises(Refusal, match="Ann Lee is in Tonight, which is not finished"):
        kept.do(ErasePerson("Ann Lee"))
    kept.do(ErasePerson("Bob Ray"))


def test_nights_won_are_first_places(kept: Kept) -> None:
    history, event = kept.history, kept.events.state("n1")
    first = {event.name_of(each.entrant) for each in event.places if each.rank == 1}
    table = season_table(history, history.club.season("tuesdays"))
    told = {each.title: each for each in statistics(table)}["Most nights won"]
    assert (told.figure, set(told.who)) == ("1 first place", first)
