"""The Gamer of a league in a real browser, and the same season from the command line beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from books import league_book
from rightbower.cli import main
from rightbower.office.journals import journal_of
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League
from web.browser.league_hall import ClockedHall

NEWER = "version => Number(document.querySelector('main[data-league]')?.dataset.version) > version"
ID = "tuesdays"


class Terminal:
    """The same league, run by ``rightbower league`` in a folder of its own."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def do(self, *words: object, when: str = "") -> None:
        """One word of the command line, which must be taken."""
        told = [str(word) for word in words]
        at = ["--when", when] if when else []
        assert main(["league", "--data", str(self.data), *told, *at]) == 0

    def refused(self, *words: object, when: str) -> None:
        told = [str(word) for word in words]
        assert main(["league", "--data", str(self.data), *told, "--when", when]) == 1

    def league(self) -> League:
        with journal_of(str(self.data)) as journal:
            found: League = league_book(journal).state(ID)
            return found


class Gamer:
    """Does by clicks and keys what ``terminal`` does by words."""

    def __init__(self, page: Page, hall: ClockedHall, terminal: Terminal) -> None:
        self.page, self.hall, self.terminal = page, hall, terminal
        self.now = ""

    @property
    def league(self) -> League:
        return self.hall.league(ID)

    def at(self, local: str) -> None:
        """The time of day goes on."""
        self.now = local
        self.hall.at(local)

    def go(self, page: str) -> None:
        self.page.goto(f"/leagues/{ID}/desk/{page}")

    def to_the_night(self) -> None:
        """The page of tonight, unless it lies open already."""
        if f"/desk/night/{self.now[:10]}" not in self.page.url:
            self.go(f"night/{self.now[:10]}")

    def press(self, button: Locator) -> None:
        """Press a button that writes something down, and wait until it stands."""
        before = self.league.version
        button.click()
        self.page.wait_for_function(NEWER, arg=before)

    def button(self, name: str, within: str = "main") -> Locator:
        return self.page.locator(within).get_by_role("button", name=name, exact=True)

    def same(self) -> None:
        """Browser and command line have come to the same league."""
        assert replace(self.league, version=0) == replace(self.terminal.league(), version=0)

    def all_here(self, fixture: Fixture, team: int) -> None:
        """A whole team comes in."""
        own = self.league.team(team)
        self.to_the_night()
        self.press(
            self.button("All are here", f"section[aria-labelledby=f{fixture.number}-{team}]")
        )
        names = [each.name for each in own.members if each.kind == "roster"]
        self.terminal.do("arrive", ID, fixture.number, own.name, *names, when=self.now)

    def refused(self, button: Locator) -> str:
        """Press a button; the sentence with which it is refused."""
        before = self.league.version
        button.click()
        fault = self.page.locator(".fault[role=alert]")
        expect(fault).to_be_visible()
        assert self.league.version == before
        return fault.inner_text()

    def type_points(self, fixture: Fixture, points: list[str]) -> None:
        """The sheet by keyboard alone: tab through the games that are open, then Enter."""
        self.to_the_night()
        card = self.page.locator(f"#f{fixture.number}")
        ticked = [
            card.locator(f'input[name="{side}"]:checked').evaluate_all(
                "all => all.map(e => e.value)"
            )
            for side in ("first", "second")
        ]
        card.locator("input[name^=one]").first.focus()
        for text in [part for score in points for part in score.split("-")]:
            self.page.keyboard.type(text)
            self.page.keyboard.press("Tab")
        before = self.league.version
        card.locator("input[name^=other]").last.press("Enter")
        self.page.wait_for_function(NEWER, arg=before)
        self._same_points(fixture, points, ticked)

    def _same_points(self, fixture: Fixture, points: list[str], ticked: list[Any]) -> None:
        open_ = [game for game in fixture.games if not game.lost and game.points is None]
        lineups = [", ".join(names) for names in ticked]
        for game, score in zip(open_, points, strict=True):
            if not game.began:
                words = ("begin", ID, fixture.number, game.number, *lineups)
                self.terminal.do(*words, when=self.now)
            self.terminal.do("result", ID, fixture.number, game.number, score)
