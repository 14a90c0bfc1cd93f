"""Wrong words on the command line: one clear sentence, and nothing is left behind."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rightbower.cli import COMMANDS, main
from rightbower.cli.contest import ContestWords
from rightbower.office.journals import journal_of
from rightbower.referee.irregularities import Kind
from rightbower.rules.book import load
from rightbower.tournament.reading import parser_of

HAND = ("--dealer", "S", "--turn-up", "9H", "--seat", "W", "--hand", "JH AH KS QS 9C")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("hall", "--port", "99999999"), "a port is a number from 1 to 65535, not 99999999"),
        (("hall", "--port", "-1"), "a port is a number from 1 to 65535"),
        (("match", "club", "", "--deals", "2"), "'' is neither one of our players (random, "),
        (("match", "nobody-at-all", "club", "--deals", "2"), "nor a program that can be started"),
        (("match", "club", "club", "--deals", "2", "--workers", "-2"), "at least one worker"),
        (("advise", *HAND, "--score", "30-5"), "no hand is played at 30–5"),
        (("advise", *HAND, "--worlds", "0"), "--worlds takes a number from 1 to 100000"),
        (("review", "BINARY"), "byte 1 is not UTF-8 text"),
        (("review", "EMPTY"), "the file is empty"),
        (("review", "EMPTY", "--worlds", "-1"), "--worlds takes a number from 1 to 100000"),
        (("journal", "backup", "NOWHERE/x", "--data", "HOME"), "cannot be written"),
        (("event", "demo", "charity-day", "--data", "HOME", "--quick", "--rounds", "-1"), ""),
    ],
)
def test_one_sentence_for_what_is_wrong(
    words: tuple[str, ...], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "HOME").mkdir()
    (tmp_path / "BINARY").write_bytes(b"\xff\xfe\x00\x01")
    (tmp_path / "EMPTY").write_text("")
    journal_of(tmp_path / "HOME").close()
    places = {each: str(tmp_path / each) for each in ("HOME", "BINARY", "EMPTY", "NOWHERE/x")}
    assert main([places.get(word, word) for word in words]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert reason in said
    assert main(["journal", "list", "--json", "--data", places["HOME"]]) == 0
    assert json.loads(capsys.readouterr().out) == {}, "nothing is left behind"


def parsers(command: str) -> Iterator[argparse.ArgumentParser]:
    """Every parser of a command, those of its own commands included."""
    module = import_module(f"rightbower.cli.{command}")
    typed = getattr(module, "typed", None)
    fill = [module.arguments] if typed is None else []
    if isinstance(typed, ContestWords):
        contest = typed.contest
        yield from (parser_of(each, command) for each in contest.requests().values())
        yield parser_of(contest.opening, command)
        fill = [word.arguments for word in typed.more.values() if word.arguments is not None]
    for arguments in fill:
        parser = argparse.ArgumentParser(prog=command)
        arguments(parser)
        yield parser


def options(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """What a parser takes, and the commands within it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from (found for each in action.choices.values() for found in options(each))
        else:
            yield action


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_is_for(command: str) -> None:
    found = [each for parser in parsers(command) for each in options(parser)]
    assert found
    silent = [each.option_strings or each.dest for each in found if not each.help]
    assert silent == []


@pytest.mark.parametrize("words", [(), ("A01",)])
def test_what_can_be_ruled_upon_is_listed_as_json(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ruling", *words, "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["irregularities"]) == {
        each.value for each in Kind
    }


def test_a_book_goes_by_its_document_everywhere() -> None:
    assert load("S02") is load("charity-social")
    assert load("n04") is load("national-2025")
