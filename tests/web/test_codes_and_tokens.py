"""Codes, tokens and the link of the owner: what each leads to and when it ends."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.rules.refusal import Refusal
from rightbower.web import notes as note_facts
from rightbower.web.api import pages as directors
from rightbower.web.notes import Notes, PinSet
from rightbower.web.state import (
    codes,
    owner,
    tokens,
)
from rightbower.web.state.codes import CodeBook, Meant
from web.apart import run_apart
from web.asking import KEYS, Door, asking, given


def book_of(*ids: str) -> CodeBook:
    """A book that knows the codes of these events."""
    found = CodeBook(KEYS)
    found.learn(ids)
    return found


def test_every_code_leads_to_what_it_was_made_for() -> None:
    book = book_of("a", "b", "a", "c")
    for id_ in "abc":
        assert book.find(codes.event_code(KEYS, id_)) == Meant(id_, 0)
        for table in (1, 2, codes.MOST_TABLES):
            assert book.find(codes.table_code(KEYS, id_, table)) == Meant(id_, table)
    assert len(book._codes) == 3 * (codes.MOST_TABLES + 1) * codes.TABLE_LETTERS
    assert book.find(codes.event_code(KEYS, "d")) is None
    assert book.find(codes.table_code(KEYS, "a", codes.MOST_TABLES + 1)) is None


def test_a_piece_of_codes_leads_nowhere() -> None:
    book = book_of("a", "b")
    text = book._codes.decode()
    first = codes.table_code(KEYS, "a", 1)
    for wrong in ("", first[:-1], first + "A", text[9:17], text[12:20], text[-4:], text[:9]):
        assert book.find(wrong) is None, wrong
    assert CodeBook(KEYS).find(first) is None


def test_a_code_found_across_two_others_does_not_hide_the_right_one() -> None:
    book = CodeBook(KEYS)
    book._events = {"a": None}
    book._codes = bytearray(b"AAAAA   XXXXBBBBCCCCXXXXBBBBCCCC")
    assert book.find("BBBBCCCC") == Meant("a", 3)
    assert book.find("AAAAA") == Meant("a", 0)
    assert book.find("XXXXBBBB") == Meant("a", 1)
    assert book.find("CCXXXXBB") is None


def test_a_code_as_it_is_typed() -> None:
    assert codes.clean(" kx4-7q ") == "KX47Q"
    assert codes.clean("0O1Il") == "L"
    assert codes.clean("A" * 41) == "A" * 40


def test_the_code_of_a_team_leads_to_its_league() -> None:
    leagues = {"north": 2, "south": 3}
    for id_, teams in leagues.items():
        for team in range(1, teams + 1):
            code = codes.team_code(KEYS, id_, team)
            assert codes.meant_team(KEYS, leagues, f" {code.lower()} ") == (id_, team)
    assert codes.meant_team(KEYS, leagues, codes.team_code(KEYS, "north", 3)) is None
    assert codes.meant_team(KEYS, leagues, codes.team_code(KEYS, "north", 0)) is None


def test_the_code_of_a_table_is_right_for_that_table() -> None:
    event: Any = SimpleNamespace(id="a")
    code = codes.table_code(KEYS, "a", 3)
    assert codes.right_code(asking(), event, 3, f"{code[:4]}-{code[4:].lower()}")
    assert not codes.right_code(asking(), event, 4, code)
    assert not codes.right_code(asking(), event, 3, "")


@pytest.mark.parametrize(
    ("right", "may", "take", "passes", "asked"),
    [
        (True, True, False, True, "may"),
        (True, False, True, False, "may"),
        (False, False, True, True, "take"),
        (False, True, False, False, "take"),
    ],
)
def test_a_device_that_guessed_too_often_is_kept_out(
    right: bool, may: bool, take: bool, passes: bool, asked: str
) -> None:
    request, door = asking(), Door(may, take)
    request.app.state.desk = SimpleNamespace(codes=door)
    if passes:
        run_apart(codes.try_code(request, right))
    else:
        with pytest.raises(HTTPException) as refused:
            run_apart(codes.try_code(request, right))
        assert refused.value.status_code == 429
        said = "Too many wrong codes. Wait a minute, then try again."
        assert refused.value.detail == said
    assert door.asked == [asked]


def calling(authorization: str, notes: Notes, left: bool) -> Request:
    """A program that calls, at a desk with these notes."""
    request = asking()
    request.scope["headers"].append((b"authorization", authorization.encode()))
    desk = SimpleNamespace(notes=lambda _: notes, codes=Door(True, left))
    request.app.state.desk, request.app.state.door = desk, "sesame"
    return request


def test_a_token_is_shown_once_and_kept_hashed() -> None:
    token, fact = tokens.new_token("  our site ")
    assert token.startswith("rb_")
    assert (fact.name, fact.hashed) == ("our site", tokens.hashed(token))
    assert tokens.hashed("x") == hashlib.sha256(b"x").hexdigest()
    with pytest.raises(Refusal, match="give the token a name"):
        tokens.new_token(" ")


def test_whose_token_came_with_a_call() -> None:
    kept = Notes(tokens={"site": tokens.hashed("one"), "wall": tokens.hashed("two")})

    def who(authorization: str, stream: str = "event/a", left: bool = True) -> Any:
        return run_apart(tokens.caller(calling(authorization, kept, left), stream))

    assert who("") is None
    assert who("Bearer") is None
    assert who("Bearer two") == tokens.Caller("wall")
    assert who("BEARER one") == tokens.Caller("site", owner=False)
    passed = KEYS.sealed({"may": "x"}, "command line")
    assert who(f"Bearer {passed}") == tokens.Caller("the command line", owner=True)
    for words, stream, left, status, says in (
        ("Basic one", "event/a", True, 401, "Send the token as 'Authorization: Bearer TOKEN'."),
        ("Bearer no", "event/a", True, 401, "This token is not known here. Make one at the desk."),
        ("Bearer one", "", True, 401, "This token is not known here. Make one at the desk."),
        ("Bearer no", "x", False, 429, "Too many wrong tokens. Wait a minute, then try again."),
    ):
        with pytest.raises(tokens.Denied) as denied:
            who(words, stream, left)
        assert (denied.value.status, denied.value.reason) == (status, says)


def test_who_has_to_be_known_to_do_something() -> None:
    site, line = tokens.Caller("site"), tokens.Caller("line", owner=True)
    assert tokens.needed(site) is site
    assert tokens.needed(line, owner=True) is line
    with pytest.raises(tokens.Denied) as denied:
        tokens.needed(None)
    assert denied.value.status == 401
    assert denied.value.reason == "This needs a token, made at the desk under 'Programs'."
    with pytest.raises(tokens.Denied) as denied:
        tokens.needed(site, owner=True)
    assert denied.value.status == 403
    said = "Only the command line of the hall's own machine may do this."
    assert denied.value.reason == said


def test_the_link_of_whoever_runs_the_hall(tmp_path: Path) -> None:
    request = asking()
    request.app.state.owner = "sesame"

    def follow(key: str, left: bool = True) -> Response:
        request.scope["path_params"] = {"key": key}
        request.app.state.desk = SimpleNamespace(codes=Door(True, left))
        return run_apart(owner.own(request))

    found = follow("sesame", left=False)
    assert (found.status_code, found.headers["location"]) == (303, "/events")
    assert "SameSite=strict" in found.headers["set-cookie"]
    assert f"Max-Age={12 * 3600}" in found.headers["set-cookie"]
    back = asking(**given(found))
    back.app.state.owner = "sesame"
    assert owner.is_owner(back)
    back.app.state.owner = "another"
    assert not owner.is_owner(back)
    request.app.state.owner = ""
    assert not owner.is_owner(request)
    request.app.state.owner = "sesame"
    for left, status, says in (
        (True, 404, "This link has ended: the hall prints a new one when it starts."),
        (False, 429, "Too many wrong keys. Wait a minute, then try again."),
    ):
        with pytest.raises(HTTPException) as refused:
            follow("wrong", left)
        assert (refused.value.status_code, refused.value.detail) == (status, says)
    shared = owner.key_of(tmp_path, shared=True)
    assert shared == owner.key_of(tmp_path, shared=True)
    assert len(shared) == 32
    assert owner.key_of(tmp_path, shared=False) != owner.key_of(tmp_path, shared=False)


def test_the_tokens_made_under_a_pin_end_with_it() -> None:
    kept = Notes(tokens={"b": "1", "a": "2"})
    assert directors._ended(kept) == []
    pin = Notes(pin=PinSet("s", "h"), tokens={"b": "1", "a": "2"})
    assert directors._ended(pin) == [note_facts.TokenGone("a"), note_facts.TokenGone("b")]
