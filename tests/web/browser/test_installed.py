"""A phone with Rightbower on its home screen: what Chromium asks of it, and what works without a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from web.browser.event_hall import EventHall
from web.browser.served_hall import ServedHall
from web.browser.test_pages import barriers

# What Chromium itself finds missing before it offers to install a page.
MISSING = "Page.getInstallabilityErrors"
READY = """async () => { await Promise.race([navigator.serviceWorker.ready,
  new Promise((_, refuse) => setTimeout(() => refuse(new Error("no worker came")), 50000))]); }"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with EventHall(tmp_path_factory.mktemp("installed")) as hall:
        yield hall


@pytest.fixture
def phone(here: ServedHall, chrome: Browser) -> Iterator[BrowserContext]:
    context = chrome.new_context(
        base_url=f"http://127.0.0.1:{here.port}", viewport={"width": 390, "height": 844}
    )
    yield context
    context.close()


def kept(context: BrowserContext) -> Page:
    """A page whose hall is kept on the device."""
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto("/")
    page.evaluate(READY)
    return page


def test_chromium_finds_nothing_missing_to_install_it(phone: BrowserContext) -> None:
    page = kept(phone)
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "standalone",
        "/",
        "/",
    )
    sizes = page.evaluate(
        """async (icons) => Promise.all(icons.map(async ({ src }) => {
          const drawn = await createImageBitmap(await (await fetch(src)).blob());
          return `${drawn.width}x${drawn.height}`; }))""",
        manifest["icons"],
    )
    assert (
        sizes == [each["sizes"] for each in manifest["icons"]] == ["192x192", "512x512", "512x512"]
    )
    errors = phone.new_cdp_session(page).send(MISSING)["installabilityErrors"]
    # A window of a private profile is never installed; nothing else may be missing.
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []


def test_without_a_line_it_says_so_and_the_lesson_and_puzzles_work(phone: BrowserContext) -> None:
    page = kept(phone)
    complaints: list[str] = []
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on(
        "console",
        lambda line: complaints.append(line.text) if "Content Security" in line.text else None,
    )
    phone.set_offline(True)
    page.goto("/events/nothing/phone")
    expect(page.get_by_role("heading", name="No line to the hall")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("link", name="The lesson").click()
    page.get_by_role("button", name="Queen of spades").click()
    expect(page.get_by_role("status")).to_contain_text("Not that one")
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.get_by_role("status").locator("em")).to_be_visible()
    page.get_by_role("button", name="Ace of spades").click()
    expect(page.get_by_role("status")).to_contain_text("✓")
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".side h1")).to_have_text("Your partner sits across")
    expect(page.locator(".hand [data-face] > *").first).to_be_visible()  # cards are drawn
    page.goto("/puzzles/today")
    expect(page.get_by_role("heading", name="Puzzle")).to_be_visible()
    page.locator("main a[href*='a=']").first.click()
    expect(page.locator("#answer")).to_be_visible()
    assert complaints == []


def test_what_is_somebodys_own_is_not_kept(phone: BrowserContext) -> None:
    page = kept(phone)
    for address in ("/you", "/events", "/learn/standard/3"):
        page.goto(address)
    addresses = page.evaluate(
        """async () => { const all = [];
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
          return [...new Set(all.map((each) => `/${each.split("/")[1]}`))].sort(); }"""
    )
    assert addresses == ["/learn", "/offline", "/puzzles", "/static"]


@pytest.fixture
def under_a_path(tmp_path: Path) -> Iterator[ServedHall]:
    hall = EventHall(tmp_path, base="/euchre")
    with hall:
        yield hall


def test_under_a_path_of_a_proxy_everything_stays_under_it(
    under_a_path: ServedHall, chrome: Browser
) -> None:
    context = chrome.new_context(base_url=f"http://127.0.0.1:{under_a_path.port}")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto("/euchre/")
    page.evaluate(READY)
    scope = page.evaluate(
        "async () => new URL((await navigator.serviceWorker.ready).scope).pathname"
    )
    assert scope == "/euchre/"
    context.set_offline(True)
    page.goto("/euchre/learn")
    expect(page).to_have_url(f"http://127.0.0.1:{under_a_path.port}/euchre/learn/standard/1")
    page.get_by_role("button", name="Ace of spades").click()
    expect(page.get_by_role("status")).to_contain_text("✓")
    expect(page.locator("[data-face] > *").first).to_be_visible()
    context.close()
