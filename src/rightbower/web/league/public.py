"""A league in public: its pages and what they look at."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from rightbower.office.league_files import ExportLeague, PrintLeague
from rightbower.rules.message import Message, message, written
from rightbower.tournament.contest import Undone
from rightbower.tournament.dates import day_text, when_text
from rightbower.tournament.events.labels import LEAGUE_PAPERS
from rightbower.tournament.league.calendar import calendar
from rightbower.tournament.league.conduct import offences
from rightbower.tournament.league.league import Announcement, League, LeagueHistory
from rightbower.tournament.league.lists import whom_to_ask
from rightbower.tournament.league.playoffs import champion
from rightbower.tournament.league.protests import EvidenceGiven, official
from rightbower.tournament.league.table import TeamPlace, standings, unequal_text
from rightbower.web.common.files import taken
from rightbower.web.common.rendering import render
from rightbower.web.league.access import (
    cited,
    directed_league,
    league_history_of,
    league_of,
    local,
    may_run,
    now_of,
    team_of_address,
    with_names,
)
from rightbower.web.league.season import by_week, chips, crossed, race, team_rows
from rightbower.web.league.views import (
    FixtureView,
    MatchView,
    bracket_view,
    fixture_view,
    night_now,
    of_night,
)
from rightbower.web.state.access import desk_of, send_changes


class LeagueSnapshot(Struct, frozen=True):
    """All that everybody may see; ``at`` is the server's time in seconds."""

    kind: str
    id: str
    version: int
    at: float
    name: str
    book: str
    phase: str
    night: str
    tonight: bool
    fixtures: tuple[FixtureView, ...]
    places: tuple[TeamPlace, ...]
    bracket: list[list[MatchView]]
    champion: str
    announcements: tuple[Announcement, ...]


def league_snapshot(league: League, at: float) -> LeagueSnapshot:
    """The league as everybody may see it now."""
    now = local(at)
    night = night_now(league, now)
    won = champion(league)
    return LeagueSnapshot(
        kind="league",
        id=league.id,
        version=league.version,
        at=at,
        name=league.name,
        book=league.plan.title,
        phase=league.phase,
        night=day_text(night) if night else "",
        tonight=night == now[:10],
        fixtures=tuple(fixture_view(league, each, now) for each in of_night(league, night)),
        places=standings(league),
        bracket=bracket_view(league),
        champion=league.team(won).name if won else "",
        announcements=league.announcements,
    )


def league_as_text(league: League, at: float) -> str:
    """The snapshot as it is sent."""
    return json.encode(written(league_snapshot(league, at))).decode()


def league_as_short(league: League) -> str:
    """Only that there is something new, for pages that fetch themselves again."""
    return json.encode({"kind": "league", "id": league.id, "version": league.version}).decode()


OPEN: Final = ("table.pdf", "fixtures.pdf", "table.csv", "fixtures.csv")


class LogLine(Struct, frozen=True):
    """A line of the log that everybody may read."""

    number: int
    day: str
    when: str
    by: str
    says: Message
    undone: bool


def log_lines(history: LeagueHistory) -> list[LogLine]:
    """Every entry in words, the latest first; addresses that people handed in stay with the Gamer."""
    lines = []
    told = list[Message]()
    for line, entry in zip(history.lines(), history.entries, strict=True):
        says = with_names(history.league, line.says)
        if isinstance(entry.fact, EvidenceGiven):
            says = message(
                "protest {protest}: a written name and email were handed in",
                protest=entry.fact.protest,
            )
        elif isinstance(entry.fact, Undone):
            says = entry.fact.names(told)
        told.append(says)
        at = local(line.at)
        lines.append(
            LogLine(line.number, day_text(at[:10]), when_text(at), line.by, says, line.undone)
        )
    return lines[::-1]


async def season_page(request: Request) -> Response:
    """The season: tonight, the table, fixtures and results, playoffs, announcements."""
    league = league_of(request)
    now = now_of(request)
    seen = league_snapshot(league, desk_of(request).clock())
    fixtures = [fixture_view(league, each, now) for each in league.fixtures]
    weeks = by_week(fixtures)
    over = [done for *_, done in weeks]
    return render(
        request,
        "league_season.html",
        league=league,
        seen=seen,
        many=chips(league),
        rows=team_rows(seen.places, fixtures),
        race=race(seen.places, fixtures),
        crossed=crossed(seen.places, fixtures),
        weeks=weeks,
        open_week=over.index(False) if False in over else len(over) - 1,
        offences=[each for team in league.teams for each in offences(league, team.number)],
        protests=[(each, official(league, each)) for each in league.protests],
        asked=whom_to_ask(league),
        unequal=unequal_text(league),
        runs=may_run(request, league),
        cited=cited,
        when=when_text,
    )


async def log_page(request: Request) -> Response:
    """The log, which everybody may read."""
    history = league_history_of(request)
    league = history.league
    return render(
        request,
        "league_log.html",
        league=league,
        lines=log_lines(history),
        cited=cited,
    )


async def calendar_feed(request: Request) -> Response:
    """The fixtures for any calendar program, of all teams or of one."""
    league = league_of(request)
    team = request.path_params.get("team")
    if team is not None:
        team_of_address(league, team)
    made = calendar(league, desk_of(request).clock(), team)
    name = f"{league.id}-team-{team}" if team else league.id
    headers = {"content-disposition": f'inline; filename="{name}.ics"'}
    return Response(made, media_type="text/calendar; charset=utf-8", headers=headers)


async def wall_page(request: Request) -> Response:
    """The wall of a league night: tonight's fixtures with the forfeit clock, then the table."""
    league = league_of(request)
    return render(request, "league_wall.html", league=league)


async def live(socket: WebSocket) -> None:
    """Send a league's public state, now and whenever it changes."""
    desk, id_ = desk_of(socket), str(socket.path_params["league"])

    async def state() -> str:
        found = await desk.reads(desk.league_history, id_)
        return league_as_text(found.league, desk.clock())

    async def short() -> str:
        return league_as_short((await desk.reads(desk.league_history, id_)).league)

    # A page that renews itself needs only to know that there is something new.
    await send_changes(socket, desk.leagues, id_, state, short)


async def open_file(request: Request) -> Response:
    """The table and the fixtures, for everybody."""
    name = str(request.path_params["name"])
    return await _taken(
        request, league_history_of(request), name if name in OPEN else "?.pdf", False
    )


async def desk_file(request: Request) -> Response:
    """What the Gamer takes away: rosters, the whole league, score sheets."""
    return await _taken(request, directed_league(request), str(request.path_params["name"]), True)


async def _taken(request: Request, history: LeagueHistory, name: str, officer: bool) -> Response:
    stem, _, kind = name.rpartition(".")
    if kind == "pdf":
        week = request.query_params.get("week", "")
        said = {"what": stem if stem in LEAGUE_PAPERS else "?", "week": week or None}
        said["paper"] = request.query_params.get("paper", "a4").casefold()
        file = f"{history.league.id}-{name}"
        return await taken(request, PrintLeague, history, file, officer, **said)
    said = {"form": kind, "file": name, "table": stem if kind == "csv" else None}
    file = f"{history.league.id}-{name}" if kind == "csv" else f"{history.league.id}.{kind}"
    return await taken(request, ExportLeague, history, file, officer, **said)
