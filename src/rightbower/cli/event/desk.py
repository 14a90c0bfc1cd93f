"""The officer's desk on the terminal: finds the event, writes facts down, prints lists."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import time
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, json

from rightbower.cli.sheets import Sheet, show
from rightbower.events.draws import Draws
from rightbower.events.entrants import EventError, same_name
from rightbower.events.event import Event
from rightbower.events.facts import Entry, Fact
from rightbower.events.fold import History, extend
from rightbower.events.log import say
from rightbower.events.remarks import remarks
from rightbower.store.events import EventBook, open_journal


class Written(Struct, frozen=True):
    """A fact that was written down, as JSON tells of it."""

    event: str
    version: int
    says: str
    remarks: tuple[str, ...]


class Desk:
    """One command at the desk; the journal is open only while it is needed."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.now = time.time()
        self._written: list[Written] = []
        self._shown = False

    @contextlib.contextmanager
    def book(self) -> Iterator[EventBook]:
        """The events of the data folder."""
        with open_journal(self.args.data) as journal:
            yield EventBook(journal)

    def chosen(self, book: EventBook) -> str:
        """The event that is meant: the one named, or the only one that is not finished."""
        if self.args.event:
            return str(self.args.event)
        ids = book.ids()
        running = [each for each in ids if not book.event(each).finished]
        meant = running or ids
        if len(meant) == 1:
            return meant[0]
        if not ids:
            raise EventError("there is no event yet; begin one with 'rightbower event new'")
        raise EventError(f"say which event with --event: {', '.join(meant)}")

    def history(self) -> History:
        """The event with all its entries."""
        with self.book() as book:
            return book.history(self.chosen(book))

    def event(self) -> Event:
        """The event as it stands."""
        return self.history().event

    def write(self, *decisions: Callable[[Event], Fact]) -> Event:
        """Decide upon facts, one after another, write all of them down or none, and say what they were."""
        with self.book() as book:
            id_ = self.chosen(book)
            before = after = book.history(id_)
            by = self.args.by or before.event.plan.officer
            told = []
            for decide in decisions:
                fact = decide(after.event)
                told.append(remarks(after.event, fact))
                after = extend(after, Entry(self.now, by, fact))
            new = after.entries[len(before.entries) :]
            event = book.add_all(id_, new, before.event.version).event
        for version, (entry, said) in enumerate(
            zip(new, told, strict=True), before.event.version + 1
        ):
            self._tell(Written(id_, version, say(entry.fact, event.plan), said))
        return event

    def _tell(self, written: Written) -> None:
        self._written.append(written)
        if not self.args.json:
            print(written.says)
            for remark in written.remarks:
                print(f"  {remark}")

    def seed(self) -> str:
        """The seed given, or a new one."""
        return getattr(self.args, "seed", "") or secrets.token_hex(8)

    def show(self, found: object, sheets: Sequence[Sheet]) -> None:
        """A listing as tables, or as JSON."""
        self._shown = True
        if self.args.json:
            print(json.format(json.encode(found), indent=2).decode())
        else:
            show(sheets, plain=self.args.plain)

    def close(self) -> None:
        """Print what was written as JSON, where nothing else was."""
        if self.args.json and not self._shown:
            self.show(self._written, [])


def entrant(event: Event, text: str) -> int:
    """An entrant by number, or by a part of the name that only one has."""
    if text.isdigit():
        return event.entrant(int(text)).number
    found = [
        each
        for each in event.entrants
        if same_name(text) in same_name(each.name) and each.state != "paired"
    ]
    exact = [each for each in found if same_name(each.name) == same_name(text)]
    found = exact or found
    if len(found) == 1:
        return found[0].number
    if not found:
        raise EventError(f"nobody on the list is called {text!r}")
    listed = ", ".join(f"{each.number} {each.name}" for each in found[:6])
    raise EventError(f"{text!r} may be {listed}; give the number")


def entrants(event: Event, texts: Sequence[str]) -> list[int]:
    """Several entrants by number or name, each of them once."""
    found = [entrant(event, text) for text in texts]
    for number in found:
        if found.count(number) > 1:
            raise EventError(f"{event.name_of(number)} is named twice")
    return found


def side(text: str) -> int:
    """North–South or East–West, or for pairs A or B."""
    sides = {"ns": 0, "ew": 1, "a": 0, "b": 1, "red": 0, "black": 1}
    if text.casefold() not in sides:
        raise EventError(f"{text!r} is not a side; say NS or EW (A or B, red or black)")
    return sides[text.casefold()]


def points(text: str) -> tuple[int, int]:
    """A score such as 10-8."""
    parts = text.replace("–", "-").split("-")
    if len(parts) != 2 or not all(part.strip().isdigit() for part in parts):
        raise EventError(f"{text!r} is not a score; write 10-8, North–South or A first")
    return int(parts[0]), int(parts[1])


def draws(event: Event, words: list[str]) -> Draws:
    """The cards that were cut, and those of any redraws."""
    found: list[list[tuple[int, str]]] = [[]]
    for word in words:
        who, _, shown = word.rpartition("=")
        if who.startswith("again="):
            found.append([])
            who = who.removeprefix("again=")
        if not who:
            raise EventError(f"{word!r} is not a cut; write who=card, such as 12=KD")
        found[-1].append((entrant(event, who), shown.upper()))
    return tuple(tuple(draw) for draw in found)
