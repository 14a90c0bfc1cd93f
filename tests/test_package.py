"""The package's own names: the few a researcher needs, loaded when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rightbower
from rightbower import Game, RuleBook, Seat, deal_cards, deal_out, load, shuffled, start_game
from rightbower.cli import COMMANDS, main
from rightbower.record.entries import Record
from rightbower.referee.doing import open_table
from rightbower.referee.table import Table

DOCS = Path(__file__).resolve().parent.parent / "docs"


def game_under_way() -> Game:
    game = start_game(load("alberta-55plus"), Seat.N)
    return deal_out(game, deal_cards(shuffled(3), Seat.N, game.book))


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, rightbower; print(*(m for m in sys.modules if m.split(chr(46))[0] in {wanted}))".format(
        wanted={"rightbower", "msgspec", "numpy", "numba"}
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["rightbower"]


@pytest.mark.parametrize("name", rightbower.__all__)
def test_every_name_is_there_and_told_of(name: str) -> None:
    assert getattr(rightbower, name) is not None
    assert name in dir(rightbower)
    assert f"`{name}`" in (DOCS / "reference.md").read_text("utf-8")


def test_names_are_those_of_the_parts() -> None:
    from rightbower import read_egn, read_record
    from rightbower.record.egn import read as egn
    from rightbower.record.record import read as record

    assert (read_egn, read_record) == (egn, record)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(rightbower, "nothing")  # noqa: B009 - a type checker sees it


def test_a_book_a_game_a_deal_a_table_and_a_record_are_one_short_line() -> None:
    game = game_under_way()
    assert repr(game.book).startswith("<RuleBook alberta-55plus, Alberta 55 plus Games, edition")
    assert repr(game) == "<Game by alberta-55plus: 0–0, deal 1>"
    assert repr(game.deal) == "<Deal: North deals, KC up, round one>"
    assert repr(open_table(game)) == f"<Table with {game!r}, 0 rulings>"
    record = Record(game.book, Seat.N)
    assert repr(record) == "<Record by alberta-55plus: North East South West, 0 entries>"
    for each in (RuleBook, Game, Table, Record):
        assert "__repr__" in vars(each)


def test_without_a_command_the_program_tells_of_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert all(command in said for command in COMMANDS)
