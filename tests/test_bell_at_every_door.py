"""A bell by a book without a time limit, at every door: library, record, replay, terminal and hall."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

import rightbower as rb
from rightbower.cli import main
from rightbower.players import player
from rightbower.record.entries import Record
from rightbower.record.record import write
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat
from rightbower.rules.game import GameError, ring
from rightbower.terminal.picture import Screen
from rightbower.terminal.session import Setup, Sitting
from rightbower.web.hall.acts import time_up
from rightbower.web.state.online import timed
from web import seated

BOOKS = [load(name) for name in names()]
UNTIMED = [book.name for book in BOOKS if book.clock.minutes is None]
TIMED = [book.name for book in BOOKS if book.clock.minutes is not None]
TEN_HOURS = 36_000.0


def refused(name: str) -> str:
    book = load(name)
    return f"{book.title} has no time limit, so no bell ends a game ({book.named('clock.minutes')})"


def evening(name: str, folder: Path, at_table: bool) -> Sitting:
    """A game in the terminal that began ten hours ago, by whatever clock the book keeps."""
    setup = Setup(
        book=load(name),
        you=Seat.S,
        players=("North", "East", "Mary", "West"),
        others=player("club"),
        seed="1",
        file=folder / "game.txt",
        tick=lambda: TEN_HOURS,
        slips="never" if at_table else None,
    )
    sitting = Sitting(setup, Screen(iter([]), io.StringIO(), plain=True))
    sitting.zero = 0.0
    sitting.table = replace(sitting.table, game=replace(sitting.game, begun_at=0.0))
    return sitting


def test_the_books_without_a_limit_are_these() -> None:
    assert UNTIMED == ["charity-social", "provincial-55plus", "sportcial-league", "standard"]
    assert TIMED == ["alberta-55plus", "national-2025"]


@pytest.mark.parametrize("name", UNTIMED)
def test_no_door_takes_a_bell_where_there_is_no_limit(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(GameError) as told:
        ring(rb.start_game(name, "S", score=(7, 3)))
    assert str(told.value) == refused(name)
    for at_table in (False, True):
        record = write(Record(load(name), Seat.S, start_score=(7, 3), at_table=at_table))
        with pytest.raises(rb.RecordError) as line:
            rb.replay(rb.read_record(record + "bell end\n"))
        assert refused(name) in str(line.value)
        file = tmp_path / f"{at_table}.txt"
        file.write_text(record + "bell end\n", "utf-8")
        assert main(["replay", str(file)]) == 1
        assert refused(name) in capsys.readouterr().err
        sitting = evening(name, tmp_path, at_table)
        sitting._bell()
        assert not sitting.game.time_up
        assert "bell" not in write(sitting.record)


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
@pytest.mark.parametrize("name", UNTIMED)
def test_the_hall_writes_no_bell_where_there_is_no_limit(name: str, mode: Any) -> None:
    table = seated.Sitting(name, mode=mode).table
    assert time_up(table, TEN_HOURS) == []
    event: Any = SimpleNamespace(clock=SimpleNamespace(round=1, rang_at=9.0), rounds=[None])
    assert timed(table, event, TEN_HOURS) == [], "nor does the bell of an event's round"


@pytest.mark.parametrize("at_table", [False, True])
@pytest.mark.parametrize("name", TIMED)
def test_every_door_takes_it_where_there_is_one(name: str, at_table: bool, tmp_path: Path) -> None:
    over = ring(rb.start_game(name, "S", score=(7, 3))).result
    assert over is not None
    assert over.reason == "time"
    record = write(Record(load(name), Seat.S, start_score=(7, 3), at_table=at_table))
    assert rb.replay(rb.read_record(record + "bell end\n")).result == over
    file = tmp_path / "record.txt"
    file.write_text(record + "bell end\n", "utf-8")
    assert main(["replay", str(file)]) == 0
    sitting = evening(name, tmp_path, at_table)
    sitting._bell()
    assert sitting.game.time_up
    assert f"@{TEN_HOURS:g}\n" in write(sitting.record)
    table = seated.Sitting(name, mode="as-at-the-table" if at_table else "strict").table
    assert len(time_up(table, TEN_HOURS)) == 1
