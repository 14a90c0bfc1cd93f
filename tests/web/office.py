"""The Gamer of a league at a browser without a browser, with the hall's clock in hand."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

from starlette.testclient import TestClient

from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League
from rightbower.web.state.desk import Desk

NIGHT = "2027-01-12"
TEAMS = ("Aces", "Kings", "Queens", "Jacks")
ROSTERS = "\n".join(f"{team}: {team} One, {team} Two, {team} Three" for team in TEAMS)


def seconds(local: str) -> float:
    """A local time as the desk's clock has it."""
    return datetime.fromisoformat(local).astimezone().timestamp()


class Office:
    """The Gamer at a browser, with the hall's clock in hand."""

    def __init__(self, client: TestClient, base: str = "/leagues/tuesdays") -> None:
        self.client, self.base = client, base
        self.at("2027-01-10T12:00")

    @property
    def desk(self) -> Desk:
        desk: Desk = self.client.app.state.desk  # type: ignore[attr-defined]  # a Starlette app
        return desk

    @property
    def league(self) -> League:
        return self.desk.league_history(self.base.rpartition("/")[2]).league

    def at(self, local: str) -> None:
        """Set the clock."""
        self.desk.clock = lambda: seconds(local)

    def tonight(self, time: str) -> None:
        self.at(f"{NIGHT}T{time}")

    def see(self, page: str = "") -> str:
        """A page as text."""
        answer = self.client.get(self.base + page)
        assert answer.status_code == 200, answer.text
        return plain(answer.text)

    def do(self, page: str, word: str, **fields: object) -> str:
        """Do something that is taken; the page that follows."""
        answer = self.client.post(f"{self.base}/desk/{page}", data={"do": word, **fields})
        assert answer.status_code == 200, plain(answer.text)
        return plain(answer.text)

    def refused(self, page: str, word: str, **fields: object) -> str:
        """Try something that is refused: the sentence said, with nothing written down."""
        before = self.league.version
        answer = self.client.post(f"{self.base}/desk/{page}", data={"do": word, **fields})
        assert answer.status_code == 422
        assert self.league.version == before
        found = re.search(r'<p class="fault"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
        assert found is not None
        return plain(found[1])

    def here(self, *teams: str, **fields: object) -> None:
        """Whole teams come, each to its fixture tonight."""
        for name in teams:
            fixture = self.of(name)
            team = TEAMS.index(name) + 1
            self.do("night", "arrive-all", fixture=fixture.number, team=team, **fields)

    def of(self, name: str, week: int = 1) -> Fixture:
        number = TEAMS.index(name) + 1
        return next(f for f in self.league.fixtures if number in f.teams and f.week == week)

    def lineups(self, fixture: Fixture) -> dict[str, list[str]]:
        one, other = (self.league.team(number).name for number in fixture.teams)
        return {
            "first": [f"{one} One", f"{one} Two"],
            "second": [f"{other} One", f"{other} Two"],
        }

    def play(self, fixture: Fixture, *points: str) -> None:
        """A night's sheet, as the Gamer types it."""
        fields: dict[str, object] = {}
        for game, score in enumerate(points, 1):
            one, _, other = score.partition("-")
            fields |= {f"one{game}": one, f"other{game}": other}
        self.do("night", "sheet", fixture=fixture.number, **self.lineups(fixture), **fields)


def plain(html: str) -> str:
    """What a page says, without its marks."""
    apart = re.sub(r"</?(td|th|li|p|div|h[1-6]|button|br)\b[^>]*>", " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", apart)).split())


def prepared(client: TestClient) -> Office:
    """A league of four teams with signed rosters and its calendar, two days before the first night."""
    form = {"name": "Tuesdays", "pin": "2580", "first_night": f"{NIGHT}T19:00"}
    client.post("/leagues/new", data=form)
    office = Office(client)
    office.do("import", "players-import", list=ROSTERS)
    for number in range(1, len(TEAMS) + 1):
        office.do(f"team/{number}", "sign-all", team=number)
    office.do("calendar", "calendar", first_night=f"{NIGHT}T19:00")
    return office


def play_the_season(gamer: Office) -> None:
    """Three nights; the team of the lower number wins all."""
    for fixture in gamer.league.fixtures:
        gamer.at(f"{fixture.starts[:10]}T19:00:00")
        for number in fixture.teams:
            gamer.do("night", "arrive-all", fixture=fixture.number, team=number)
        won = "10-4" if fixture.teams[0] < fixture.teams[1] else "4-10"
        gamer.play(fixture, won, won, won)
