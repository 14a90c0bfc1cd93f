"""Every page of the hall on every screen, with long names and 52 people: nothing is off, cut, covered or barred."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Error
from playwright.sync_api import Page as Tab
from starlette.routing import Match, Route

from rightbower.web.routes import routes
from web.browser.axe import barriers
from web.browser.every_page import NOW, SEND, Clerk, Page, every_page, prepare
from web.browser.league_hall import ClockedHall
from web.browser.sound_page import SCREENS, Screen, faults_on

FIRST = ["Ann", "Bea", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mae"]
LAST = ["Lee", "Featherstonehaugh-Marchbanks", "Poe", "O’Shaughnessy"]
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]
PAIRS = [f"{NAMES[at]} & {NAMES[at + 26]}" for at in range(26)]
# What is looked at with each `make test`; `make soak` looks at all of them on all screens.
SAMPLE = ("hall-home", "hall-events", "hall-halls", "event-playing-round", "event-playing-public",
          "event-over-public")  # fmt: skip
SAMPLE_SCREENS = (Screen(360, 640, False), Screen(360, 640, True), Screen(1366, 768, False))
# The whole walk takes a quarter of an hour: it is made in parts, which workers share.
PARTS = 8
# How many pages of one kind that nobody has listed are looked at.
OF_A_KIND = 2
LINK = re.compile(r'(?:href|data-href)="([^"#]*)')
# Answers that are no pages of the hall: files, drawings, data, and doors that lead on.
NO_PAGES = re.compile(
    r"\.(svg|png|pdf|json|ics|webmanifest|js)$|^/static|^/(healthz|readyz|metrics)$|/files/|/api/"
    r"|/(record|egn|progress|kept)$|\.\{form\}$|^/c/\{code\}$|^/owner/"
)


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedHall]:
    """A hall in which everything has happened, with 52 people of long names."""
    data = tmp_path_factory.mktemp("furnished")
    prepare(data, PAIRS)
    with ClockedHall(data) as hall:
        hall.at(NOW)
        yield hall


@pytest.fixture
def tab(furnished: ClockedHall, chrome: Browser) -> Iterator[Tab]:
    base = f"http://127.0.0.1:{furnished.port}"
    context = chrome.new_context(base_url=base, service_workers="block", reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('speed', 'none')")
    page = context.new_page()
    page.clock.set_fixed_time(datetime.fromisoformat(NOW))
    yield page
    context.close()


def show(tab: Tab, page: Page) -> None:
    """Open a page, or send the form that leads to it."""
    tab.goto(page.where)
    if page.form is not None:
        with tab.expect_navigation():
            tab.evaluate(SEND, [dict(page.form), page.where])
    tab.wait_for_load_state()
    tab.wait_for_timeout(100)


def looked_at(tab: Tab, screen: Screen) -> list[str]:
    """What is wrong on a screen; a page that came anew while it was looked at is looked at once more."""
    try:
        return faults_on(tab, screen)
    except Error as gone:
        if "navigation" not in gone.message:
            raise
        tab.wait_for_load_state()
        return faults_on(tab, screen)


def wrong(tab: Tab, page: Page, screens: tuple[Screen, ...], axe: bool = True) -> list[str]:
    """What is wrong with a page, on which screens."""
    show(tab, page)
    found: dict[str, list[str]] = {}
    for screen in screens:
        where = f"{screen.width}{'L' if screen.large else ''}"
        for fault in looked_at(tab, screen):
            found.setdefault(fault, []).append(where)
    told = [f"{page.name}: {fault} [{' '.join(where)}]" for fault, where in found.items()]
    if axe:
        told += [f"{page.name}: {each}" for each in barriers(tab)]
        tab.emulate_media(color_scheme="dark")
        told += [f"{page.name}: by night {each}" for each in barriers(tab, ["color-contrast"])]
        tab.emulate_media(color_scheme="light")
    return told


def kind(address: str) -> str | None:
    """The route that an address belongs to, where that is a page."""
    parts = urlsplit(address)
    scope = {"type": "http", "method": "GET", "path": parts.path, "headers": []}
    for each in routes():
        if isinstance(each, Route) and each.matches(scope)[0] is Match.FULL:
            return None if NO_PAGES.search(each.path) else each.path
    return None


def linked(clerk: Clerk, pages: list[Page]) -> Iterator[Page]:
    """Pages that are led to and nobody has listed, some of each kind."""
    seen = Counter(filter(None, (kind(each.where) for each in pages)))
    todo, known = [each.where for each in pages], {each.where for each in pages}
    while todo:
        here = todo.pop(0)
        answer = clerk.request.get(here)
        if not answer.ok or "html" not in answer.headers.get("content-type", ""):
            continue
        for link in LINK.findall(answer.text()):
            whole = urljoin(answer.url, link.replace("&amp;", "&"))
            where = whole.removeprefix(clerk.base)
            route = kind(where) if whole.startswith(clerk.base) else None
            if route is None or where in known or seen[route] >= OF_A_KIND:
                continue
            known.add(where)
            seen[route] += 1
            todo.append(where)
            yield Page(f"linked {where}", where)


def test_a_sample_of_pages_is_sound(furnished: ClockedHall, tab: Tab) -> None:
    faults = []
    for page in every_page(Clerk(furnished, tab.context), PAIRS):
        if page.name in SAMPLE:
            faults += wrong(tab, page, SAMPLE_SCREENS, axe=False)
    assert not faults, "\n".join(faults)


WRONG = """<main><p style="width:900px">Far too wide for a phone, all in one line that is never broken</p>
<p style="overflow:hidden;width:90px;white-space:nowrap">Somebody with a very long name</p>
<p style="height:20px;margin:0">Two lines</p><p style="margin:-20px 0 40px">lie here</p>
<div style="position:relative"><button>Press me</button>
<div style="position:absolute;inset:0 60% 0 0;background:#fff"></div></div>
<div style="height:5000px"></div></main>"""


def test_what_is_wrong_is_found(tab: Tab) -> None:
    tab.set_content(WRONG)
    found = faults_on(tab, Screen(360, 640, False))
    kinds = {each.split(":")[0] for each in found}
    assert kinds == {"scrolls sideways", "off the edge", "cut off", "on each other", "covered",
                     "too high without an index"}  # fmt: skip


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_sound_on_every_screen(furnished: ClockedHall, tab: Tab, part: int) -> None:
    faults, pages, clerk = [], [], Clerk(furnished, tab.context)
    for page in every_page(clerk, PAIRS):
        pages.append(page)
        if len(pages) % PARTS == part:
            faults += wrong(tab, page, SCREENS)
    for place, page in enumerate(linked(clerk, pages)):
        if place % PARTS == part:
            faults += wrong(tab, page, SCREENS)
    assert not faults, f"{len(faults)} faults\n" + "\n".join(faults)


@pytest.mark.soak
def test_no_kind_of_page_is_left_out(furnished: ClockedHall, tab: Tab) -> None:
    clerk = Clerk(furnished, tab.context)
    pages = list(every_page(clerk, PAIRS))
    walked = {kind(each.where) for each in [*pages, *linked(clerk, pages)]}
    kinds = {
        each.path for each in routes() if isinstance(each, Route) and "GET" in (each.methods or ())
    }
    assert {each for each in kinds - walked if not NO_PAGES.search(each)} == set()
