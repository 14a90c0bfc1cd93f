"""Wrong words on the command line: one clear sentence, and nothing is left behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rightbower.book import load
from rightbower.cli import main
from rightbower.referee import Kind

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
        (("advise", *HAND, "--worlds", "0"), "look into 1 to 100000 worlds"),
        (("review", "BINARY"), "byte 1 is not UTF-8 text"),
        (("review", "EMPTY"), "the file is empty"),
        (("review", "EMPTY", "--worlds", "-1"), "look into 1 to 100000 worlds"),
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
    assert main(["event", "list", "--data", str(tmp_path / "HOME")]) == 0
    capsys.readouterr()
    places = {each: str(tmp_path / each) for each in ("HOME", "BINARY", "EMPTY", "NOWHERE/x")}
    assert main([places.get(word, word) for word in words]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert reason in said
    assert main(["journal", "list", "--json", "--data", places["HOME"]]) == 0
    assert json.loads(capsys.readouterr().out) == {}, "nothing is left behind"


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
