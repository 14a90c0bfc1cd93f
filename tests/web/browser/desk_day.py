"""A director's day by clicks and keys; every step is noted as the command that does the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from rightbower.cli import main
from web.browser.visits import Visit, expect

DAY = "2026-05-30"
PIN = "2468"
DONE = "#last [role=status]"


class DeskDay:
    """One event from the first page to the last; ``typed`` are the commands of the same day."""

    def __init__(self, visit: Visit, preset: str, name: str, **own: str) -> None:
        self.visit, self.page = visit, visit.page
        self.typed: list[list[str]] = [
            ["new", preset, "--name", name, "--date", DAY],
        ]
        for field, value in own.items():
            self.typed[0] += [f"--{field}", value]
        page = self.page
        page.goto("/events/new")
        page.locator(f'input[name="preset"][value="{preset}"]').check()
        page.get_by_label("Name of the event").fill(name)
        page.get_by_label("Date", exact=True).fill(DAY)
        page.get_by_label("Director's PIN").fill(PIN)
        if own:
            page.get_by_text("What the book leaves to you").click()
        for field, value in own.items():
            page.locator(f"#{field}").fill(value)
        page.get_by_role("button", name="Make the event").click()
        expect(page.get_by_role("heading", name="Who is here?")).to_be_visible()
        self.base = page.url.partition("/desk")[0]

    def go(self, step: str) -> Page:
        """Open a page of the desk."""
        self.page.goto(f"{self.base}/desk/{step}")
        return self.page

    def step(self, name: str) -> Page:
        """Go to a step by the rail."""
        self.page.get_by_role("navigation", name="Steps of the day").get_by_text(name).click()
        return self.page

    def next(self) -> Page:
        """Press the one thing in brass at the top."""
        self.page.locator(".next .primary").click()
        return self.page

    def names(self, *names: str) -> None:
        """Paste names and put them on the list."""
        self.page.get_by_label("One ").fill("\n".join(names))
        self.page.get_by_role("button", name="Check these names").click()
        self.page.get_by_role("button", name=f"Put {len(names)} on the list").click()
        expect(self.page.locator(".person")).not_to_have_count(0)
        self.typed.append(["entrants", "add", *names])

    def here(self, number: int) -> None:
        """Touch a row: they are here."""
        row = self.page.locator(f"#e{number}")
        row.get_by_role("button", name="Not here yet").click()
        expect(row.get_by_role("button", name="✓ Here")).to_be_visible()
        self.typed.append(["entrants", "check-in", str(number)])

    def all_here(self) -> None:
        """Everyone still expected is here."""
        self.page.get_by_role("button", name="expected are here").click()
        expect(self.page.get_by_role("button", name="expected are here")).to_have_count(0)
        self.typed.append(["entrants", "check-in", "--all"])

    def seat(self, seed: str, move: str = "") -> None:
        """Seat the next round from a seed."""
        self.step("Seating")
        page = self.page
        command = ["seat", "--seed", seed]
        if move:
            page.locator(f'input[name="move"][value="{move}"]').check()
            command += ["--move", move]
        page.get_by_text("Draw from a seed of your own").click()
        page.get_by_label("Seed").fill(seed)
        page.get_by_role("button", name="Seat round").click()
        expect(page.get_by_role("heading", name="who sits where")).to_be_visible()
        expect(page.locator(DONE)).to_contain_text(f"seed {seed}")
        self.typed.append(command)

    def type_lines(self, lines: Sequence[str]) -> None:
        """Results from paper, one after the other, without leaving the field."""
        field = self.page.locator("#line")
        if "/desk/round" not in self.page.url:
            self.step("Round")
        field.focus()
        for line in lines:
            table, first, second, *chair = line.split()
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")
            said = f"table {table}: {first}–{second}"
            self.page.locator(DONE, has_text=said).wait_for()
            assert field.evaluate("field => field === document.activeElement && !field.value")
            command = ["result", table, f"{first}-{second}"]
            if chair:
                command += ["--last-dealer", self.sitting(int(table), chair[0])]
            self.typed.append(command)

    def sitting(self, table: int, chair: str) -> str:
        """The number of whoever sits in a chair of the latest round."""
        found = self.whole()["event"]["rounds"][-1]["tables"][table - 1]["sides"]
        place = "NESW".index(chair)
        return str(found[place % 2][place // 2])

    def sure(self) -> None:
        """Say yes to what is asked once."""
        expect(self.page.get_by_role("heading", name="What this changes")).to_be_visible()
        self.page.get_by_role("button", name="Yes, save it").click()

    def whole(self) -> dict[str, Any]:
        """The event as the desk gives it away."""
        found: dict[str, Any] = self.page.request.get(f"{self.base}/desk/file.json").json()
        return found


def by_command(folder: Path, typed: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The same day typed at the terminal."""
    folder.mkdir()
    for words in typed:
        assert main(["event", *words, "--data", str(folder / "data")]) == 0, words
    kept = folder / "event.json"
    assert main(["event", "export", "json", str(kept), "--data", str(folder / "data")]) == 0
    found: dict[str, Any] = json.loads(kept.read_bytes())
    return found


def without_times(whole: dict[str, Any]) -> dict[str, Any]:
    """An event without the times at which things were done."""
    event = {key: value for key, value in whole["event"].items() if key != "clock"}
    story = [
        {key: line[key] for key in ("number", "by", "says", "undone")} for line in whole["story"]
    ]
    return {**whole, "event": event, "story": story}
