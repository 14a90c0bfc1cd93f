"""A person at a browser: comes to the hall, plays by clicks or keys."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as TooLate

from rightbower.web.common.identity import COOKIE, Person
from web.serving import Server

# Milliseconds to wait for anything; long, because a busy machine is no fault of the page.
PATIENCE = 60_000
# No waiting, nothing explained, and no card that plays itself while a test is about to press it.
AT_ONCE = (
    "if (!localStorage.getItem('speed')) localStorage.setItem('speed', 'none');"
    "if (!localStorage.getItem('forced')) localStorage.setItem('forced', 'no');"
    " localStorage.setItem('known', 'all');"
)
# What is pressed before a page's scripts have run is pressed once they have.
NOT_TOO_SOON = """
let ready = false;
document.addEventListener("DOMContentLoaded", () => { ready = true; });
document.addEventListener("click", (event) => {
  if (ready) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.addEventListener("DOMContentLoaded", () => event.target.click());
}, true);
"""
# Seconds that a place rests after it was pressed.
DEAD = 0.5
CHOICE = '[data-part="choices"] button'
LEGAL = ".hand button.legal"
FOCUSED = "() => document.activeElement.value || document.activeElement.textContent.trim()"
# Milliseconds between two looks at a page; one at each frame would have it drawn for nothing.
NOW_AND_THEN = 30
CHANGED = "version => Number(document.querySelector('#table').dataset.version) > version"
REACHED = "version => Number(document.querySelector('#table').dataset.version) >= version"


class Visit:
    """One browser with its own cookies; ``page`` is what it looks at."""

    def __init__(self, hall: Server, chrome: Browser, who: str, **options: Any) -> None:
        self.hall = hall
        options.setdefault("viewport", {"width": 1200, "height": 800})
        options.setdefault("service_workers", "block")
        self.context = chrome.new_context(base_url=f"http://127.0.0.1:{hall.port}", **options)
        self.context.add_init_script(AT_ONCE)
        self.context.add_init_script(NOT_TOO_SOON)
        if who:
            cookie = hall.keys.cookie(Person(who, who))
            url = f"http://127.0.0.1:{hall.port}"
            self.context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        self.heard: list[str] = []
        self.pressed = 0.0
        self.page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, text: str | bytes) -> None:
        self.heard.append(str(text))

    def open_table(
        self,
        book: str = "standard",
        mode: str = "strict",
        target: str = "",
        turn_seconds: str = "",
        listed: bool = False,
    ) -> str:
        """Open a table by the friends' form; its address."""
        self.page.goto("/")
        self.page.get_by_role("button", name="With friends").click()
        form = self.page.locator('form[action="/tables"]')
        form.locator('[name="book"]').select_option(book)
        form.locator('[name="mode"]').select_option(mode)
        form.locator('[name="target"]').fill(target)
        form.locator('[name="turn_seconds"]').fill(turn_seconds)
        form.locator('[name="listed"]').set_checked(listed)
        form.get_by_role("button", name="Open a table").click()
        self.page.wait_for_selector("#table[data-version]")
        return self.page.url

    def begin(self) -> None:
        """Begin the game, with bots in the empty chairs, and wait until it has begun."""
        self.page.get_by_role("button", name="Start the game").click()
        self.page.wait_for_selector('.table:not([data-phase="seats"])')

    def against_bots(self, book: str = "standard", strength: str = "beginner") -> None:
        """A quick game."""
        self.page.goto("/")
        form = self.page.locator('form[action="/play"]')
        form.get_by_text("Change").click()
        form.locator('[name="book"]').select_option(book)
        form.locator('[name="strength"]').select_option(strength)
        form.get_by_role("button", name="Deal the cards").click()
        self.page.wait_for_selector("#table[data-version]")

    @property
    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or 0)

    @property
    def phase(self) -> str:
        return self.page.locator("#table").get_attribute("data-phase") or ""

    @property
    def line(self) -> str:
        """What the page says is happening."""
        return self.page.locator('[data-part="line"]').inner_text()

    def hand(self) -> list[str]:
        """The cards in hand as they are drawn."""
        found: list[str] = self.page.eval_on_selector_all(
            ".hand button", "cards => cards.map(card => card.dataset.card)"
        )
        return found

    def tale(self) -> list[str]:
        return self.page.locator('[data-part="play-by-play"] li').all_inner_texts()

    def may_act(self) -> bool:
        return bool(self.page.locator(f"{CHOICE}, {LEGAL}").count())

    def wait_to_act(self) -> None:
        """Until there is something to do, or the game is over."""
        self.page.wait_for_selector(
            f'{CHOICE}, {LEGAL}, a:text("Replay"), button:text("Next hand")'
        )

    def act(self) -> None:
        """Do the first thing that may be done, and wait until it is done."""
        before = self.version
        # On a busy machine an answer may come after the patience of one try, with nothing left to press.
        told = ""
        for _ in range(30):
            self._let_rest()
            try:
                self.page.locator(f"{CHOICE}, {LEGAL}").first.click(timeout=2000)
                self.pressed = time.monotonic()
            except TooLate as late:
                told = str(late)
            with suppress(TooLate):
                self.page.wait_for_function(CHANGED, arg=before, timeout=2000, polling=NOW_AND_THEN)
                return
        raise AssertionError(f"nothing came of it: {self.line}\n{told}\n{self.heard[-1]}")

    def _let_rest(self) -> None:
        """A choice where something was just pressed is dead for a moment."""
        left = self.pressed + DEAD - time.monotonic()
        if left > 0 and self.page.locator(CHOICE).count():
            self.page.wait_for_timeout(1000 * left)

    def press_by_keys(self, wanted: str) -> None:
        """Go to something by the tab key, and press it."""
        for _ in range(30):
            if self.page.evaluate(FOCUSED) == wanted:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} cannot be reached by keys")

    def play_until(self, selector: str, most: int = 400) -> None:
        """Act whenever it may, until the page has what is looked for."""
        for _ in range(most):
            self.page.wait_for_selector(f"{CHOICE}, {LEGAL}, {selector}")
            if self.page.locator(selector).count():
                return
            self.act()
        raise AssertionError(f"{selector} never came: {self.line}")


class Wire:
    """Stands between a page and the hall, and can cut the line or lose what the hall says."""

    def __init__(self, page: Page) -> None:
        self.open: list[WebSocketRoute] = []
        self.lost: list[str | bytes] = []
        self.sent: list[str | bytes] = []
        self.losing = False
        self.page = page
        page.route_web_socket("**/live?*", self._between)

    def _between(self, browser: WebSocketRoute) -> None:
        hall = browser.connect_to_server()

        def to_browser(text: str | bytes) -> None:
            self.lost.append(text) if self.losing else browser.send(text)

        def to_hall(text: str | bytes) -> None:
            self.sent.append(text)
            hall.send(text)

        hall.on_message(to_browser)
        browser.on_message(to_hall)
        self.open.append(browser)

    def wait_for_lost(self, words: str, within: float = PATIENCE / 1000) -> None:
        """Until the hall has said something that did not come through."""
        late = time.monotonic() + within
        while not any(words in str(text) for text in self.lost):
            assert time.monotonic() < late, f"the hall never said {words}: {self.lost}"
            # Asking the page anything lets what has arrived be heard.
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def cut(self) -> None:
        """The line drops."""
        for each in self.open:
            each.close(code=4000)
        self.open.clear()


__all__ = ["CHANGED", "CHOICE", "LEGAL", "NOW_AND_THEN", "REACHED", "Visit", "Wire", "expect"]
