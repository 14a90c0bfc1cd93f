"""A league in a real browser: a season by clicks from the rosters to the champion, as the terminal has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, WebSocketRoute, expect

from books import league_book
from rightbower.rules.message import written
from rightbower.store.journal import Journal
from rightbower.store.opening import JOURNAL
from rightbower.tournament.contest import Fact
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.night import Arrived
from rightbower.tournament.league.season import LeagueOpened
from rightbower.tournament.league.simulated import season
from rightbower.tournament.league.table import standings
from rightbower.web import notes
from rightbower.web.state.pins import new_pin
from web.browser.gamer import ID, Gamer, Terminal
from web.browser.league_hall import ClockedHall
from web.browser.test_pages import TARGETS, WIDTH, barriers
from web.browser.visits import Visit

TEAMS = ("Aces", "Kings", "Queens", "Jacks")
FIRST = "2027-01-12"
KINGS = 2
PIN = "2580"


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[ClockedHall]:
    with ClockedHall(tmp_path / "hall") as hall:
        yield hall


@pytest.fixture
def gamer(bar: ClockedHall, chrome: Browser, tmp_path: Path) -> Iterator[Gamer]:
    visit = Visit(bar, chrome, "", viewport={"width": 1280, "height": 900})  # type: ignore[arg-type]  # has a port and keys
    yield Gamer(visit.page, bar, Terminal(tmp_path / "terminal"))
    visit.context.close()
    assert visit.complaints == []


def open_the_season(gamer: Gamer) -> None:
    """A league with a name, a list of players taken in, and its calendar."""
    page = gamer.page
    gamer.at("2027-01-12T18:30:00")
    page.goto("/leagues/new")
    expect(page.locator(".fixed")).to_contain_text("games lost by absence after 10, 20, 30 minutes")
    page.fill("#name", "Tuesdays")
    page.fill("#first_night", f"{FIRST}T19:00")
    page.fill("#pin", PIN)
    gamer.page.get_by_role("button", name="Begin the league").click()
    rows = [f"{team},{team} {word},yes" for team in TEAMS for word in ("One", "Two", "Three")]
    page.fill("#list", "\n".join(["team,name,signed", *rows, "Jacks,Jacks One,"]))
    page.get_by_role("button", name="Check it first").click()
    expect(page.locator("tr.faulty")).to_contain_text("Jacks One is already on the list of Jacks")
    gamer.press(gamer.button("Import 12 rows"))
    page.get_by_role("link", name="To the calendar").click()
    expect(page.locator(".weeks h3")).to_have_count(3)
    gamer.press(gamer.button("Make this calendar and open the season"))
    terminal = gamer.terminal
    terminal.do("open", ID, "Tuesdays")
    terminal.do("teams", ID, *TEAMS)
    for team in TEAMS:
        names = [f"{team} {word}" for word in ("One", "Two", "Three")]
        terminal.do("players", ID, team, *names, "--signed", when=gamer.now)
    terminal.do("calendar", ID, f"{FIRST}T19:00")
    gamer.same()


def without_the_kings(gamer: Gamer, fixture: Fixture) -> None:
    """The forfeit clock runs to its last mark, and the Gamer writes the night down."""
    day, page = fixture.starts[:10], gamer.page
    gamer.at(f"{day}T19:05:00")
    gamer.all_here(fixture, fixture.other(KINGS))
    card = page.locator(f"#f{fixture.number}")
    expect(card.locator(".ticking")).to_have_text(r"5:00")
    gamer.at(f"{day}T19:09:59")
    gamer.go("night")
    expect(card.get_by_text("Write the forfeit down")).to_have_count(0)
    # The page's own clock comes to the mark and asks the hall what it costs.
    gamer.at(f"{day}T19:10:00")
    expect(card.locator(".due")).to_contain_text(
        "Kings did not have 2 players there after 10 minutes"
    )
    assert not any(game.lost for game in gamer.league.fixture(fixture.number).games)
    gamer.at(f"{day}T19:30:00")
    gamer.go("night")
    gamer.press(gamer.button("Write the forfeit down", f"#f{fixture.number}"))
    gamer.terminal.do("call", ID, fixture.number, when=gamer.now)
    expect(card.locator(".game-forfeited")).to_have_count(3)
    gamer.same()


def refuse_a_stranger(gamer: Gamer, fixture: Fixture) -> None:
    """Somebody who is not on the roster comes, is ticked, and is refused with the clause."""
    team = fixture.teams[0]
    name = gamer.league.team(team).name
    here = f"section[aria-labelledby=f{fixture.number}-{team}]"
    gamer.page.locator(here).get_by_text("Somebody else").click()
    gamer.page.locator(here).get_by_label("Name").fill("Stan Stranger")
    gamer.press(gamer.button("Is here", here))
    gamer.terminal.do("arrive", ID, fixture.number, name, "Stan Stranger", when=gamer.now)
    card = gamer.page.locator(f"#f{fixture.number}")
    card.locator('input[value="Stan Stranger"][name=first]').check()
    card.locator(f'input[type=checkbox][value="{name} Two"]').uncheck()
    says = gamer.refused(gamer.button("Begin game 1", f"#f{fixture.number}"))
    assert says == f"Stan Stranger is not on the roster of {name}, nor a sub of theirs (L03-9.4)."
    expect(card.locator('input[value="Stan Stranger"][name=first]')).to_be_checked()
    card.locator('input[value="Stan Stranger"][name=first]').uncheck()
    card.locator(f'input[type=checkbox][value="{name} Two"]').check()
    other = gamer.league.team(fixture.teams[1]).name
    first = f"{name} One, Stan Stranger"
    words = ("begin", ID, fixture.number, 1, first, f"{other} One, {other} Two")
    gamer.terminal.refused(*words, when=gamer.now)
    gamer.press(gamer.button("Begin game 1", f"#f{fixture.number}"))
    lineups = [f"{each} One, {each} Two" for each in (name, other)]
    gamer.terminal.do("begin", ID, fixture.number, 1, *lineups, when=gamer.now)
    gamer.same()


def protest(gamer: Gamer, fixture: Fixture) -> None:
    """Lodged before the start and upheld: the game is forfeited."""
    team, page = fixture.teams[0], gamer.page
    gamer.go(f"fixture/{fixture.number}")
    page.get_by_text("File a protest").click()
    page.select_option("#p-team", str(team))
    page.fill("#p-why", "a marked deck")
    gamer.press(gamer.button("File it"))
    gamer.go("decisions")
    page.fill("#r1-why", "two aces of spades")
    gamer.press(gamer.button("Uphold"))
    name = gamer.league.team(team).name
    words = ("protest", ID, fixture.number, 1, name, "other", "--why", "a marked deck")
    gamer.terminal.do(*words, when=gamer.now)
    gamer.terminal.do("rule", ID, 1, "upheld", "--why", "two aces of spades")
    gamer.same()


def remove_the_kings(gamer: Gamer) -> None:
    """The second offence offers a decision; it is shown before it is taken."""
    page = gamer.page
    gamer.go("decisions")
    expect(page.locator(".offer-row")).to_contain_text("removal from the playoffs may be decided")
    page.fill("#o1-why", "away twice")
    gamer.button("Remove from the playoffs").click()
    expect(page.locator(".changes")).to_contain_text("out of the playoffs")
    assert barriers(page) == []
    assert gamer.league.team(KINGS).out == ""
    gamer.press(gamer.button("Yes, save it"))
    words = ("decide", ID, "Kings", "offence-2", "remove", "--why", "away twice")
    gamer.terminal.do(*words)
    gamer.same()


def correct_and_undo(gamer: Gamer, fixture: Fixture) -> None:
    """A score is put right with its reason, and a slip taken back."""
    page = gamer.page
    gamer.go(f"fixture/{fixture.number}")
    page.fill("#c3-one", "4")
    page.fill("#c3-other", "11")
    page.fill("#c3-why", "the sheet was misread")
    gamer.button("See what changes", "#g3").click()
    row = page.locator(".changes tbody tr").first
    expect(row).to_contain_text("3–0 (10–6, 10–7, 10–8)")
    expect(row).to_contain_text("2–1 (10–6, 10–7, 4–11)")
    gamer.press(gamer.button("Yes, save it"))
    gamer.terminal.do("correct", ID, fixture.number, 3, "4-11", "--why", "the sheet was misread")
    gamer.go("decisions")
    page.fill("#text", "No phones")
    gamer.press(gamer.button("Announce"))
    gamer.go("log")
    page.fill("#undo-why", "a slip")
    gamer.button("See what changes").click()
    gamer.press(gamer.button("Yes, save it"))
    expect(page.locator(".log li.undone")).to_contain_text("No phones")
    gamer.same()


def night_of(gamer: Gamer, fixture: Fixture, points: list[str]) -> None:
    """Both teams are here, and the sheet is typed."""
    day = fixture.starts[:10]
    gamer.at(f"{day}T19:00:00")
    for team in fixture.teams:
        gamer.all_here(fixture, team)
    gamer.type_points(fixture, points)
    gamer.same()


def test_a_season_from_the_rosters_to_the_champion(gamer: Gamer, chrome: Browser) -> None:
    open_the_season(gamer)
    seen = Visit(gamer.hall, chrome, "")  # type: ignore[arg-type]  # has a port and keys
    seen.page.goto(f"/leagues/{ID}")
    for week in (1, 2, 3):
        mine, other = sorted(
            (each for each in gamer.league.fixtures if each.week == week),
            key=lambda each: KINGS not in each.teams,
        )
        gamer.at(f"{mine.starts[:10]}T18:58:00")
        if week == 1:
            for team in other.teams:
                gamer.all_here(other, team)
            gamer.at(f"{mine.starts[:10]}T19:00:00")
            refuse_a_stranger(gamer, other)
            gamer.type_points(gamer.league.fixture(other.number), ["10-3", "7-10", "11-9"])
            expect(seen.page.locator("#content")).to_contain_text("2–1 (10–3, 7–10, 11–9)")
        elif week == 2:
            protest(gamer, other)
            moved = gamer.league.fixture(other.number)
            night_of(gamer, moved, ["10-2", "10-4"])
        if week < 3:
            without_the_kings(gamer, mine)
        else:
            night_of(gamer, other, ["10-6", "10-7", "10-8"])
            correct_and_undo(gamer, other)
            night_of(gamer, mine, ["10-5", "5-10", "10-0"])
    remove_the_kings(gamer)
    play_off(gamer)
    expect(seen.page.locator(".champion-line")).to_contain_text(champion(gamer))
    seen.context.close()
    assert seen.complaints == []
    assert LEAGUE.whole(gamer.hall.history(ID))["standings"] == written(
        standings(gamer.terminal.league())
    )


def champion(gamer: Gamer) -> str:
    return gamer.league.team(LEAGUE.whole(gamer.hall.history(ID))["champion"]).name


def play_off(gamer: Gamer) -> None:
    """Three seeds: a bye, a semi-final and the final, each drawn at one press."""
    for _ in range(2):
        gamer.go("playoffs")
        starts = gamer.page.input_value("#starts")
        gamer.press(gamer.page.get_by_role("button", name="Draw the"))
        gamer.terminal.do("playoffs", ID, starts)
        night_of(gamer, gamer.league.fixtures[-1], ["10-9", "2-10", "12-3"])
    assert champion(gamer) == gamer.league.team(gamer.league.fixtures[-1].teams[0]).name
    gamer.go("playoffs")
    expect(gamer.page.locator(".champion-line")).to_contain_text(champion(gamer))


PUBLIC = ("/leagues/new", "/leagues/demo", "/leagues/half", "/leagues/demo/log")
OVER = ("teams", "decisions", "playoffs", "paper", "log")
PLAYING = ("team/1", "import", "calendar", "night", "fixture/11", "decisions")
PAGES = (
    *PUBLIC,
    *(f"/leagues/demo/desk/{page}" for page in OVER),
    *(f"/leagues/half/desk/{page}" for page in PLAYING),
)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedHall]:
    """A hall with a season that is over, and one in its fourth week with a team missing."""
    data = tmp_path_factory.mktemp("shown")
    first, *rest = season(7).entries
    assert isinstance(first.fact, LeagueOpened)
    fourth = next(n for n, each in enumerate(rest) if _arrives(each.fact, 11))
    half = replace(first.fact, id="half", name="Half a season")
    with Journal(data / JOURNAL) as journal:
        book = league_book(journal)
        book.open(first.fact, first.at, first.by)
        book.add_all("demo", rest)
        book.open(half, first.at, first.by)
        book.add_all("half", rest[: fourth + 1])
        for id_ in ("demo", "half"):
            pin = notes.encode(notes.Note(first.at, new_pin(PIN)))
            journal.append(f"{notes.PREFIX}league/{id_}", 0, [pin])
    with ClockedHall(data) as hall:
        hall.at("2027-02-02T19:12:00")
        yield hall


def _arrives(fact: Fact, fixture: int) -> bool:
    return isinstance(fact, Arrived) and fact.fixture == fixture


def let_in(hall: ClockedHall, chrome: Browser, **options: object) -> Visit:
    """A browser that gave the PIN of both leagues."""
    visit = Visit(hall, chrome, "", **options)  # type: ignore[arg-type]  # has a port and keys
    for id_ in ("demo", "half"):
        visit.page.goto(f"/leagues/{id_}/pin")
        visit.page.fill("#pin", PIN)
        visit.page.locator("main button").click()
        expect(visit.page.locator(".rail")).to_be_visible()
    return visit


def test_no_page_of_a_league_has_a_barrier_by_day_or_by_night(
    shown: ClockedHall, chrome: Browser
) -> None:
    visit = let_in(shown, chrome)
    found = []
    for address in (*PAGES, "/leagues/half/wall"):
        visit.page.goto(address)
        for details in visit.page.locator("main details").all():
            details.evaluate("each => each.open = true")
        found += [f"{address}: {each}" for each in barriers(visit.page)]
        visit.page.emulate_media(color_scheme="dark")
        found += [f"{address} by night: {e}" for e in barriers(visit.page, ["color-contrast"])]
        visit.page.emulate_media(color_scheme="light")
    visit.context.close()
    assert found == []
    assert visit.complaints == []


@pytest.mark.parametrize(
    ("width", "large"), [(360, "no"), (360, "yes"), (1280, "no"), (1920, "no")]
)
def test_every_page_fits_the_screen_and_can_be_hit(
    shown: ClockedHall, chrome: Browser, width: int, large: str
) -> None:
    visit = let_in(shown, chrome, viewport={"width": width, "height": 740})
    visit.context.add_init_script(f"localStorage.setItem('large', '{large}')")
    faults = []
    for address in PAGES:
        visit.page.goto(address)
        if (wide := visit.page.evaluate(WIDTH)) > width:
            faults.append(f"{address} is {wide} wide")
        faults += [f"{address}: {small}" for small in visit.page.evaluate(TARGETS)]
    visit.context.close()
    assert faults == []


SMALL = """() => [...document.querySelectorAll('main *')]
  .filter(each => each.checkVisibility() && [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .filter(each => parseFloat(getComputedStyle(each).fontSize) < innerHeight * 0.0499
    || each.getBoundingClientRect().bottom > innerHeight || each.getBoundingClientRect().right > innerWidth)
  .map(each => each.textContent)"""


SCREENS = {"1080p": (1920, 1080), "4:3": (1024, 768)}


@pytest.mark.parametrize("screen", [pytest.param("1080p", marks=pytest.mark.soak), "4:3"])
def test_the_wall_shows_the_night_and_is_read_from_ten_metres(
    shown: ClockedHall, chrome: Browser, screen: str
) -> None:
    width, height = SCREENS[screen]
    shown.at("2027-02-02T19:12:00")
    visit = Visit(shown, chrome, "", viewport={"width": width, "height": height})  # type: ignore[arg-type]  # has a port and keys
    page = visit.page
    page.clock.install()
    page.goto("/leagues/half/wall")
    expect(page.locator(".wall-fixture")).to_have_count(3)
    clock = page.locator(".clock").first
    expect(clock).to_have_text(re.compile(r"^12:\d\d$"))
    expect(page.locator(".absent")).not_to_have_count(0)
    assert page.evaluate(SMALL) == []
    size = "parseFloat(getComputedStyle(document.querySelector('.clock')).fontSize)"
    assert page.evaluate(size) >= 0.1 * height
    page.clock.run_for(13_000)
    expect(page.locator(".wall-table tbody tr")).to_have_count(6)
    assert page.evaluate(SMALL) == []
    # A page to which so long a time brought no news asks the hall, whose clock went on as well.
    shown.at("2027-02-02T19:12:25")
    page.clock.run_for(12_000)
    expect(clock).to_have_text(re.compile(r"^12:[2-5]\d$"))
    told = clock.inner_text()
    page.clock.run_for(2_000)
    expect(clock).not_to_have_text(told)
    page.goto("/leagues/demo/wall")
    expect(page.locator(".champion .who")).to_have_text("Marchers")
    visit.context.close()
    assert visit.complaints == []


def test_long_names_stand_whole_on_the_wall(gamer: Gamer) -> None:
    open_the_season(gamer)
    gamer.at("2027-01-12T19:05:00")
    wide = "Featherstonehaugh-Cholmondeley and the Worcestershire Saucers"
    gamer.page.route_web_socket("**/live", lambda line: _renamed(line, "Aces", wide))
    gamer.page.set_viewport_size({"width": 1024, "height": 768})
    gamer.page.goto(f"/leagues/{ID}/wall")
    expect(gamer.page.locator("#wall")).to_contain_text(wide)
    assert gamer.page.evaluate(SMALL) == []


def _renamed(line: WebSocketRoute, name: str, new: str) -> None:
    hall = line.connect_to_server()
    hall.on_message(lambda text: line.send(str(text).replace(name, new)))
