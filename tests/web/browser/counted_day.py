"""A director who acts only through what can be seen, and whose clicks, words and pages are counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from playwright.sync_api import Locator, Page

from web.browser.visits import expect

SEEN = ":visible"
DONE = "#last [role=status]"
TIED = ("Toss the coins here", "Cut the cards here")


class Counts(Struct):
    """What somebody had to do."""

    clicks: int = 0
    words: int = 0
    pages: int = 0

    def __sub__(self, other: Counts) -> Counts:
        return Counts(
            self.clicks - other.clicks, self.words - other.words, self.pages - other.pages
        )

    def copy(self) -> Counts:
        return Counts(self.clicks, self.words, self.pages)


class CountedDirector:
    """Clicks what is visible and types what a person would type; nothing else."""

    def __init__(self, page: Page) -> None:
        self.page, self.counts = page, Counts()
        self.parts: dict[str, Counts] = {}
        page.on("framenavigated", self._turned)

    def _turned(self, frame: object) -> None:
        if frame == self.page.main_frame:
            self.counts.pages += 1

    def part(self, name: str, since: Counts) -> Counts:
        """Write down what a part of the day took."""
        self.parts[name] = self.counts - since
        return self.parts[name]

    def click(self, what: Locator) -> None:
        """One click on something that can be seen."""
        found = what.locator("visible=true").first
        found.click()
        self.counts.clicks += 1

    def press(self, name: str | re.Pattern[str]) -> None:
        """One click on a button or link by its words."""
        here = self.page.get_by_role("button", name=name)
        self.click(here.or_(self.page.get_by_role("link", name=name)))

    def write(self, label: str, text: str) -> None:
        """Type into a field, clicking it first unless the cursor is there."""
        exact = self.page.get_by_label(label, exact=True)
        field = exact if exact.count() else self.page.get_by_label(label)
        field = field.locator("visible=true").first
        expect(field).to_be_visible()
        if not field.evaluate("field => field === document.activeElement"):
            self.click(field)
        field.fill(text)
        self.counts.words += len(text.split())

    def make(self, kind: str, name: str, **own: str) -> None:
        """A new event from the list of events."""
        self.page.goto("/events")
        self.press("Make an event")
        self.click(self.page.locator("label.choice", has_text=kind))
        self.write("Name of the event", name)
        self.write("Director's PIN", "2468")
        if own:
            self.click(self.page.get_by_text("What the book leaves to you"))
        for label, value in own.items():
            self.write(label.replace("_", " "), value)
        self.press("Make the event")
        expect(self.page.get_by_role("heading", name="Who is here?")).to_be_visible()

    def seat_everybody(self, names: Sequence[str]) -> None:
        """Names on the list, all here, the first round seated."""
        self.write("One ", "\n".join(names))
        self.press("Check these names")
        self.press(re.compile("are here: list them"))
        self.press(re.compile("^Seat round 1"))
        expect(self.page.get_by_role("heading", name="who sits where")).to_be_visible()

    def to_the_round(self) -> None:
        """From the seats to the round, by the brass button."""
        self.click(self.page.locator(".next .primary"))
        expect(self.page.locator("#line")).to_be_visible()

    def start(self) -> None:
        """Start the clock, where this kind of day has one."""
        button = self.page.get_by_role("button", name=re.compile("^Start"))
        if button.count() and "primary" in (button.get_attribute("class") or ""):
            self.click(button)
            expect(self.page.locator(".clock-box.running")).to_be_visible()

    def results(self, points: Sequence[str]) -> None:
        """Every table that is missing, typed line by line; the cursor stands there already."""
        numbers = [
            re.sub(r"\D", "", each)
            for each in self.page.locator(".tile.playing .tile-no").all_inner_texts()
        ]
        field = self.page.locator("#line")
        if not field.evaluate("field => field === document.activeElement"):
            self.click(field)
        for place, number in enumerate(numbers):
            line = f"{number} {points[place % len(points)]}"
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")
            self.counts.words += len(line.split())
            self.page.locator(DONE, has_text=f"table {number}:").wait_for()

    def next_round(self) -> None:
        """One press seats the next round, and the round lies open."""
        before = self.page.locator("h1").first.inner_text()
        self.click(self.page.locator("#after .primary"))
        expect(self.page.locator("h1").first).not_to_have_text(before)

    def part_the_tied(self) -> None:
        """Do what the desk asks for until no place is open."""
        while (
            self.page.locator("#after .primary, .next .primary").first.inner_text()
            == "Break the tie"
        ):
            self.click(self.page.locator("#after .primary, .next .primary"))
            self._one_tie()

    def _one_tie(self) -> None:
        while self.page.locator("section.tie h2").count():
            before = self.page.locator(DONE).inner_text()
            if self.page.get_by_role("button", name="Enter the game").count():
                self.click(self.page.locator("#first"))
                self.page.keyboard.type("10")
                self.click(self.page.locator("#second"))
                self.page.keyboard.type("7")
                self.press("Enter the game")
            elif any(self.page.get_by_role("button", name=each).count() for each in TIED):
                self.press(re.compile("|".join(TIED)))
            else:
                self.write("Reason", "all of them have earned it")
                self.press("Let them share")
            expect(self.page.locator(DONE)).not_to_have_text(before)

    def finish(self) -> None:
        """To the finish, close, yes."""
        self.click(self.page.locator("#after .primary, .next .primary"))
        self.press(re.compile("lose the event$"))
        self.press("Yes, save it")
        expect(self.page.get_by_role("heading", name="The results are final")).to_be_visible()

    def correct_a_name(self, name: str, right: str) -> None:
        """From the list of names to the name as it is."""
        self.click(self.page.locator(".person .who a", has_text=name))
        field = self.page.get_by_label("Written as").first
        self.click(field)
        field.fill(right)
        self.counts.words += len(right.split())
        self.press("Correct it")
        expect(self.page.locator("#last")).to_contain_text(right)
