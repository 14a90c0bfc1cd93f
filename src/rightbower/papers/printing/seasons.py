"""The papers of a season: of a league, and of a club's nights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rightbower.papers.printing import cards, lists, papers
from rightbower.papers.printing.papers import Heading, Paper, PlaceLine, StandingsPaper
from rightbower.rules.refusal import counted
from rightbower.tournament.club.lists import leads
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.season import (
    SeasonPlace,
    counting,
    season_nights,
    season_table,
    statistics,
    waiting,
)
from rightbower.tournament.dates import when_text
from rightbower.tournament.events.labels import LEAGUE_PAPERS
from rightbower.tournament.events.prize_lines import money
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League, Member, Team
from rightbower.tournament.league.lists import ScoreSheet, result_text, score_sheets, whom_to_ask
from rightbower.tournament.league.playoffs import champion
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.table import TeamPlace, standings

LEAGUE_FIGURES: Final = ("Nights", "Won", "Lost", "For", "Against", "Offences")
DEALS_UNKNOWN: Final = 20  # rows on a score sheet where no target ends the game


def league_paper(
    league: League, name: str, paper: papers.Paper = "A4", week: int | None = None
) -> bytes:
    """One paper of a league as a PDF file; the names are those of ``LEAGUE_PAPERS``."""
    if name not in LEAGUE_PAPERS:
        raise LeagueError(f"there is no paper {name!r}; the papers are {', '.join(LEAGUE_PAPERS)}")
    if week is not None and not _chosen(league, week):
        raise LeagueError(f"there is no week {week}")
    heading = papers.Heading(league.name, (league.plan.title,))
    return _MAKE[name](league, heading, paper, week)


def _table(league: League, heading: papers.Heading, paper: papers.Paper, _: int | None) -> bytes:
    places = tuple(_place(each) for each in standings(league))
    notes = tuple(map(str, whom_to_ask(league)))
    if won := champion(league):
        notes = (f"Champion: {league.team(won).name}.", *notes)
    return lists.standings(
        heading, papers.StandingsPaper(places, LEAGUE_FIGURES, "Team", notes), paper
    )


def _place(place: TeamPlace) -> papers.PlaceLine:
    rank = "–" if place.rank is None else f"{place.rank}{'=' if place.open else ''}"
    counted = (place.fixtures, place.won, place.lost, place.points, place.against, place.offences)
    clauses = f" ({'; '.join(place.clauses)})" if place.clauses else ""
    return papers.PlaceLine(rank, place.name, tuple(map(str, counted)), f"{place.why}{clauses}")


def _chosen(league: League, week: int | None) -> list[Fixture]:
    return [each for each in league.fixtures if week in (None, each.week)]


def _fixtures(
    league: League, heading: papers.Heading, paper: papers.Paper, week: int | None
) -> bytes:
    chosen = _chosen(league, week)
    weeks = [
        _week(league, number, [each for each in chosen if each.week == number])
        for number in sorted({each.week for each in chosen})
    ]
    return lists.fixture_list(heading, weeks, paper)


def _week(league: League, number: int, fixtures: list[Fixture]) -> papers.FixtureWeek:
    """A week's fixtures; the day is in the title, and with a fixture only where it is another."""
    day, _, _ = when_text(min(each.starts for each in fixtures)).partition(",")
    playoffs = ", playoffs" if fixtures[0].phase == "playoffs" else ""
    lines = tuple(_fixture_line(league, each, day) for each in fixtures)
    return papers.FixtureWeek(f"Week {number}{playoffs}: {day}", lines, _without(league, number))


def _without(league: League, week: int) -> tuple[str, ...]:
    byes = league.byes[week - 1] if week <= len(league.byes) else ()
    return tuple(league.team(number).name for number in byes)


def _fixture_line(league: League, fixture: Fixture, day: str) -> papers.FixtureLine:
    one, other = (league.team(number).name for number in fixture.teams)
    starts = when_text(fixture.starts).removeprefix(f"{day}, ")
    return papers.FixtureLine(
        str(fixture.number), starts, one, other, str(result_text(league, fixture) or "")
    )


def _score_sheets(
    league: League, heading: papers.Heading, paper: papers.Paper, week: int | None
) -> bytes:
    """A sheet for each game that is still to be played."""
    open_ = [
        sheet
        for fixture in _chosen(league, week)
        if not fixture.cancelled
        for sheet in score_sheets(league, fixture.number)
        if sheet.points is None
    ]
    if not open_:
        return lists.notice(heading, "No game is left to be played.", paper)
    return cards.score_cards(heading, [_sheet(each) for each in open_], paper)


def _sheet(sheet: ScoreSheet) -> papers.ScoreCard:
    # No game to ten can have more deals than nine each and the last one.
    deals = 2 * sheet.target - 1 if sheet.target else DEALS_UNKNOWN
    one, other = sheet.teams
    lineups = [
        f"{letter}: {', '.join(players)}"
        for letter, players in zip("AB", sheet.players, strict=True)
        if players
    ]
    target = f"To {sheet.target} points." if sheet.target else ""
    foot = (
        f"{when_text(sheet.starts)}.",
        *lineups,
        target,
        "Signed A: __________  B: __________",
        str(sheet.note),
    )
    number = f"{sheet.fixture}/{sheet.game}"
    title = f"A: {one}, B: {other}"
    return papers.ScoreCard(title, number, deals, ("Deal", "A", "B"), tuple(filter(None, foot)))


def _rosters(league: League, heading: papers.Heading, paper: papers.Paper, _: int | None) -> bytes:
    """The names of all teams, to be ticked and signed on the first night."""
    lines = tuple(
        papers.SignInLine(str(team.number), member.name, _kind(team, member))
        for team in league.teams
        for member in team.members
    )
    return lists.sign_in(heading, papers.SignIn(lines, note="Team"), paper)


def _kind(team: Team, member: Member) -> str:
    said = [team.name]
    if member.kind == "sub":
        said.append("sub")
    if member.signed:
        said.append("signed")
    return ", ".join(said)


_MAKE: Final[Mapping[str, Callable[[League, papers.Heading, papers.Paper, int | None], bytes]]] = {
    "table": _table,
    "fixtures": _fixtures,
    "score-sheets": _score_sheets,
    "rosters": _rosters,
}


SEASON_FIGURES: Final = ("Total", "Nights", "Firsts", "Won", "Lost", "Prizes")


def season_paper(history: ClubHistory, season_id: str, paper: Paper = "A4") -> bytes:
    """The table of a season as a PDF file."""
    season = history.club.season(season_id)
    places = season_table(history, season)
    nights = counted(len(season_nights(history, season)), "night")
    counts = f"{nights}: {counting(season.plan)}"
    heading = Heading(season.name, (history.club.name, counts))
    records = [f"{each.title}: {each.figure}, {each.names}" for each in statistics(places) if each.who]  # fmt: skip
    notes = (*filter(None, [leads(season, places)]), *map(str, waiting(history, season)), *records)
    data = StandingsPaper(
        tuple(_place_line(each) for each in places), SEASON_FIGURES, "Name", notes
    )
    return lists.standings(heading, data, paper)


def _place_line(place: SeasonPlace) -> PlaceLine:
    tally = place.tally
    figures = (place.total, tally.attended, tally.firsts, tally.won, tally.lost)
    rank = f"{place.rank}{'=' if place.shared else ''}"
    shown = (*map(str, figures), money(tally.prize))
    return PlaceLine(rank, place.name, shown, str(place.reason))
