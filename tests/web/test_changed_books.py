"""Finished games are facts: the numbers of every book change, and nothing that was played does."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from books import event_book
from rightbower.office.journals import journal_of
from rightbower.record.entries import ChoiceEntry, EnteredEntry, TurnedEntry
from rightbower.referee.doing import options
from rightbower.referee.table import next_step
from rightbower.rules.book import _opened, load, names
from rightbower.rules.cards import Seat
from rightbower.rules.judge import legal
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.results import enter
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.hall import archive as lists
from rightbower.web.hall.acts import move, next_deal
from rightbower.web.hall.entries import (
    GameFinished,
    HallEntry,
    Mode,
    Played,
    Sat,
    TableOpened,
    encode,
)
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import HallTable, _book
from rightbower.web.hall.views import game_view
from web.day import prepared_event, seated
from web.serving import folded

GAMES = 204
# Numbers whose change would leave no book at all.
KEPT = ("dealing.", "draw.")


def played(name: str, book: str, mode: Mode) -> list[bytes]:
    """A whole game, as the hall writes it, but without its last entry: the hall adds it itself."""
    chance = random.Random(name)
    entries: list[HallEntry] = [
        TableOpened(book, mode, name * 4, "x", 1.0, edition=load(book).edition)
    ]
    entries += [
        Sat(seat, "ann" if seat is Seat.N else f"{name}-{seat}", seat.word, 1.0) for seat in Seat
    ]
    entries += begin(folded(entries), Seat.S, 1.0)
    table = folded(entries)
    while not table.over:
        more = one_more(table, chance)
        entries += more
        table = folded(more, table)
    return [encode(entry) for entry in entries]


def one_more(table: HallTable, chance: random.Random) -> list[HallEntry]:
    """What happens next, an action at random."""
    game, now = table.game, table.touched + 1
    assert game is not None
    if table.referee is not None:
        due = next_step(table.referee)
        assert due is not None
        if due.choice is not None:
            return [Played(ChoiceEntry(due.choice.number, due.choice.by, due.choice.option, now))]
        if due.what in ("trick", "result"):
            return [Played(TurnedEntry(now) if due.what == "trick" else EnteredEntry(now))]
    if game.deal is None:
        return next_deal(table, now)
    proper = legal(game.deal) if table.referee is None else options(table.referee)
    return move(table, chance.choice(proper), "", now, meant=True)


@pytest.fixture(scope="module")
def games() -> list[list[bytes]]:
    """Finished games by all books, strict and as at the table."""
    modes: tuple[Mode, ...] = ("strict", "as-at-the-table")
    return [
        played(f"{book}-{mode}-{n}", book, mode)
        for book in names()
        for mode in modes
        for n in range(2)
    ]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, games: list[list[bytes]]) -> Path:
    """Two hundred of these games, and an event."""
    folder = tmp_path_factory.mktemp("changed")
    prepared_event(
        folder,
        deeds=[
            seated,
            lambda event: enter(event, 1, (10, 6)),
            lambda event: enter(event, 2, (3, 10)),
        ],
    )
    with journal_of(folder) as journal:
        waiting = [journal.submit(f"table/g{n}", 0, games[n % len(games)]) for n in range(GAMES)]
        assert len([each.result() for each in waiting]) == GAMES
    return folder


@pytest.fixture(scope="module")
def before(data: Path) -> dict[str, Any]:
    """All that is known while the books are as they were."""
    return everything(data)


@pytest.fixture
def books(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Books that are read anew, and are themselves again afterwards."""
    yield monkeypatch
    monkeypatch.undo()
    _opened.cache_clear()
    _book.cache_clear()


def change_all_numbers(books: pytest.MonkeyPatch) -> int:
    """Every number of every book becomes another; how many there were."""
    module = sys.modules["rightbower.rules.book"]
    value, changed = module._value, 0

    def another(path: str, entry: Any, source: str) -> Any:
        nonlocal changed
        found = value(path, entry, source)
        if type(found) is not int or path.startswith(KEPT):
            return found
        changed += 1
        return found + 1

    before = {name: load(name) for name in names()}
    books.setattr(module, "_value", another)
    _opened.cache_clear()
    _book.cache_clear()
    for name in names():
        assert load(name) != before[name]
        assert load(name).score.march != before[name].score.march
    return changed


def everything(data: Path) -> dict[str, Any]:
    """All results, places and statistics that the hall and the event know."""
    with journal_of(data) as journal:
        hall = Hall(journal)
        hall.wake()
        found: dict[str, Any] = {"past": lists.past_games(journal, "ann", 1000)}
        for number in range(GAMES):
            live = hall.find(f"g{number}")
            assert live is not None
            seen = game_view(live.table)
            assert seen is not None
            found[live.name] = (
                live.table.finished,
                seen.score,
                seen.result,
                seen.last and seen.last.marks,
            )
        found["event"] = EVENT.as_json(event_book(journal).history("day"))
        return found


def test_the_numbers_of_all_books_change_and_no_result_does(
    data: Path, before: dict[str, Any], books: pytest.MonkeyPatch
) -> None:
    assert len(before["past"]) == GAMES
    assert change_all_numbers(books) > 100
    assert everything(data) == before


def test_pages_of_a_game_whose_book_has_changed_say_so_and_stand_by_its_result(
    data: Path, before: dict[str, Any], books: pytest.MonkeyPatch
) -> None:
    change_all_numbers(books)
    with TestClient(make_app(data), base_url="http://localhost") as client:
        client.cookies.set(COOKIE, Keys.of(data).cookie(Person("ann", "Ann")))
        home = client.get("/").text
        for number in range(0, GAMES, 7):
            facts: GameFinished = before[f"table/g{number}"][0]
            score = f"{facts.score[0]}–{facts.score[1]}"
            assert client.get(f"/t/g{number}").status_code == 200
            for page in ("replay", "record", "review"):
                answer = client.get(f"/t/g{number}/{page}")
                assert answer.status_code in (200, 409)
                assert answer.status_code == 200 or score in answer.text
        latest = before["past"][0]
        assert f"{latest.score[0]}–{latest.score[1]}, finished" in home
