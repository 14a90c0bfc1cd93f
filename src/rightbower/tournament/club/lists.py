"""What can be asked about a club: its seasons, their tables and statistics, people, the story."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, ClassVar

from msgspec import Struct

from rightbower.rules.message import written
from rightbower.rules.refusal import counted
from rightbower.tournament.club.book import Season
from rightbower.tournament.club.club import Club, NightSeason
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.people import ClubPerson, find, people
from rightbower.tournament.club.season import (
    SeasonPlace,
    counting,
    season_nights,
    season_table,
    statistics,
    waiting,
    winners,
)
from rightbower.tournament.commands import Answer, Query, Sheet, field
from rightbower.tournament.events.prize_lines import money


class ClubQuery(Query, frozen=True):
    """A question about the club."""


class ShowSeasons(ClubQuery, frozen=True, tag="seasons"):
    """The seasons: how they count, and their nights."""

    public: ClassVar[bool] = True

    def answer(self, history: ClubHistory, at: float) -> Answer:
        rows = [
            (each.id, each.name, str(len(each.events)), str(counting(each.plan)))
            for each in history.club.seasons
        ]
        sheet = Sheet(history.club.name, ("Id", "Season", "Nights", "Counts"), rows)
        return Answer(history.club.seasons, (sheet,))


def leads(season: NightSeason, places: tuple[SeasonPlace, ...]) -> str:
    """Who is the player of the year, or leads; nothing where nobody has played."""
    names = " and ".join(winners(places))
    if not names:
        return ""
    if season.closed:
        return f"Player of the year: {names}"
    return f"In the lead: {names}"


class SeasonQuery(ClubQuery, frozen=True):
    """What is asked of one season."""

    public: ClassVar[bool] = True
    season: Annotated[
        Season, field("Season", "Its id; not needed if there is only one.", place=True)
    ] = ""


class ShowSeasonTable(SeasonQuery, frozen=True, tag="table"):
    """The table of a season, each place with its reason."""

    def answer(self, history: ClubHistory, at: float) -> Answer:
        season = history.club.season(self.season)
        places = season_table(history, season)
        rows = [
            (f"{each.rank}{'=' if each.shared else ''}", each.name, str(each.total),
             str(each.tally.attended), str(each.tally.won), str(each.reason))
            for each in places
        ]  # fmt: skip
        nights = f"{counted(len(season_nights(history, season)), 'night')}; {counting(season.plan)}"
        told = [f"{season.name}: {nights}.", *filter(None, [leads(season, places)]), *map(str, waiting(history, season))]  # fmt: skip
        heads = ("Place", "Name", "Total", "Nights", "Won", "Why")
        return Answer(written(places), (Sheet("\n".join(told), heads, rows),))


class ShowStatistics(SeasonQuery, frozen=True, tag="statistics"):
    """The records of a season, such as the longest winning streak."""

    def answer(self, history: ClubHistory, at: float) -> Answer:
        season = history.club.season(self.season)
        found = statistics(season_table(history, season))
        rows = [(each.title, each.figure, each.names) for each in found]
        return Answer(found, (Sheet(season.name, ("What", "How many", "Who"), rows),))


class ShowPeople(ClubQuery, frozen=True, tag="people"):
    """Everybody who ever played here, or those whose names begin with these letters."""

    letters: Annotated[str, field("Letters", "At least three; everybody if left out.", place=True)] = ""  # fmt: skip

    def answer(self, history: ClubHistory, at: float) -> Answer:
        found = find(history, self.letters) if self.letters else people(history)
        heads = ("Name", "Nights", "Firsts", "Best", "Winnings", "Last", "Also written")
        return Answer(found, (Sheet("People", heads, [person_row(each) for each in found]),))


def person_row(each: ClubPerson) -> tuple[str, ...]:
    """Somebody as a row of the book."""
    best = str(each.best) if each.best else ""
    also = ", ".join(each.spellings)
    return (each.name, str(each.nights + each.league_nights), str(each.firsts), best, money(each.prize), each.last, also)  # fmt: skip


class ShowClubStory(ClubQuery, frozen=True, tag="story"):
    """Every entry in the club's log."""

    def answer(self, history: ClubHistory, at: float) -> Answer:
        found = history.lines()
        rows = [
            (str(each.number), f"{datetime.fromtimestamp(each.at, UTC):%Y-%m-%d %H:%M}", each.by,
             f"{each.says} (taken back)" if each.undone else str(each.says))
            for each in found
        ]  # fmt: skip
        return Answer(written(found), (Sheet("Story", ("No.", "When", "By", "What"), rows),))


class ClubSummary(Struct, frozen=True):
    """The club in the list of clubs."""

    id: str
    name: str
    seasons: int
    state: str = ""

    @property
    def line(self) -> tuple[str, ...]:
        """It as a row of the list."""
        return self.id, self.name, str(self.seasons)


def summary(club: Club) -> ClubSummary:
    """The club in a line."""
    return ClubSummary(club.id, club.name, len(club.seasons))
