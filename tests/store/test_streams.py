"""Streams in the journal: begun, added to, kept up with, listed, imported; accounts as one of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.rules.refusal import Refusal
from rightbower.store.accounts import (
    ACCOUNTS,
    Account,
    AccountEntry,
    AccountFact,
    AccountMade,
    OrganizerSet,
    PassphraseSet,
    PlayerSet,
    Session,
    SessionBegun,
    SessionEnded,
    account_id,
    extend,
    fold,
)
from rightbower.store.contract import Conflict, JournalError, StoredEntry, Unreadable
from rightbower.store.journal import Journal
from rightbower.store.practice import PRACTICES
from rightbower.store.streams import Store
from rightbower.tournament.club.club import ClubError
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.commands import Command, Opening, Query
from rightbower.tournament.contest import Contest, StreamType
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.refusal import LeagueError
from rightbower.web.state.desk import NOTES


class WordSaid(Struct, frozen=True):
    """The fact of a word, with the id of its list where it is the first."""

    word: str
    id: str = ""


class WordEntry(Struct, frozen=True):
    """One entry of a list of words."""

    fact: WordSaid
    form: int = 1


class Words(Struct, frozen=True):
    """A list of words and its id."""

    id: str = ""
    said: tuple[str, ...] = ()

    @property
    def version(self) -> int:
        """How many there are."""
        return len(self.said)


class WordsExport(Struct, frozen=True):
    """A list as it is exported."""

    list: Words
    entries: tuple[WordEntry, ...]


class WordError(Refusal):
    """What is wrong with a list."""


def say(word: str, id_: str = "") -> WordEntry:
    """An entry that says a word."""
    return WordEntry(WordSaid(word, id_))


def one_more(words: Words, entry: WordEntry) -> Words:
    """The list with one word more; some words cannot be read."""
    if entry.fact.word == "unspeakable":
        raise ValueError("it is unspeakable")
    return Words(words.id or entry.fact.id, (*words.said, entry.fact.word))


def all_of(entries: Sequence[WordEntry]) -> Words:
    """What entries come to; there is at least one."""
    found = one_more(Words(), entries[0])
    for entry in entries[1:]:
        found = one_more(found, entry)
    return found


WORDS: StreamType[Words, WordEntry] = StreamType(
    "words/",
    "a list",
    WordError,
    all_of,
    one_more,
    json.encode,
    json.Decoder(WordEntry).decode,
    lambda words: words,
    2,
    lambda words: words.said[-1] == "gone",
)


EXPORTED: Contest[Any] = Contest(
    **{name: getattr(WORDS, name) for name in WORDS.__struct_fields__},
    commands=Command,
    queries=Query,
    opening=Opening,
    summary=str,
    kept=WordsExport,
)


class Noting(Journal):
    """A journal that notes what is read of it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asked: list[tuple[str, int]] = []

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        self.asked.append((stream, after))
        return super().read(stream, after)


def test_a_list_is_read_once_and_then_kept_up_with(tmp_path: Path) -> None:
    with Noting(tmp_path / "journal") as journal:
        store, other = Store(journal, WORDS), Store(journal, WORDS)
        assert store.begin("a", [say("one"), say("two")]) == Words("", ("one", "two"))
        journal.asked.clear()
        assert store.find("a") == Words("", ("one", "two"))
        assert ("words/a", 2) in journal.asked
        assert store.add_all("a", [say("three")]).version == 3
        journal.asked.clear()
        assert store.find("a") == Words("", ("one", "two", "three"))
        assert other.find("a") == store.find("a")
        assert other.add_all("a", [say("four"), say("five")], expected=3).version == 5
        assert store.history("a").said[3:] == ("four", "five")
        lists = [after for stream, after in journal.asked if stream == "words/a"]
        assert lists == [3, 0, 3, 3, 3]
        store.forget()
        journal.asked.clear()
        assert store.history("a").version == 5
        assert ("words/a", 0) in journal.asked


def test_what_was_read_stays_the_same_value_until_something_newer_is_written(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path / "journal") as journal:
        store, other = Store(journal, WORDS), Store(journal, WORDS)
        store.begin("a", [say("one")])
        found = other.find("a")
        assert other.find("a") is found
        store.add_all("a", [say("two")])
        assert other.history("a").version == 2


class Meanwhile(Journal):
    """A journal during whose reading somebody else reads on."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.store: Store[Words, WordEntry] | None = None

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        found = super().read(stream, after)
        store, self.store = self.store, None
        if store is not None:
            self.append(stream, 1, [json.encode(say("two"))])
            store.find(stream.removeprefix("words/"))
        return found


def test_something_newer_that_was_read_meanwhile_is_not_forgotten(tmp_path: Path) -> None:
    with Meanwhile(tmp_path / "journal") as journal:
        Store(journal, WORDS).begin("a", [say("one")])
        late = Store(journal, WORDS)
        journal.store = late
        assert late.find("a") == Words("", ("one", "two"))
        assert late.find("a") == Words("", ("one", "two"))


def test_what_was_decided_upon_an_older_state_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        store = Store(journal, WORDS)
        store.begin("a", [say("one")])
        store.add_all("a", [say("two")], expected=1)
        with pytest.raises(Conflict):
            store.add_all("a", [say("other two")], expected=1)
        assert store.history("a").said == ("one", "two")


def test_lists_are_told_by_their_ids(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        store = Store(journal, WORDS)
        store.begin("b", [say("one")])
        store.begin("a", [say("one")])
        journal.append("other/c", 0, [b"x"])
        assert store.ids() == ["a", "b"]
        assert store.find("c") is None
        with pytest.raises(WordError, match=r"^there is no list 'c'$"):
            store.history("c")
        with pytest.raises(WordError, match=r"^there is a list a already$"):
            store.begin("a", [say("two")])
        for id_ in ("", "A", "-a", "a b", "a/b"):
            with pytest.raises(WordError, match="is not an id; use small letters, digits and hyph"):
                store.begin(id_, [say("two")])
        store.refuse_id("a-1")


def test_a_list_that_cannot_be_read_is_told_apart_and_one_thrown_away_is_not_listed(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path / "journal") as journal:
        store = Store(journal, WORDS)
        store.begin("a", [say("one")])
        store.begin("b", [say("one"), say("gone")])
        store.begin("d", [say("gone"), say("again")])
        journal.append("words/c", 0, [json.encode(say("unspeakable"))])
        assert [each.said for each in store.readable()] == [("one",), ("gone", "again")]
        told = "the list 'c' cannot be read: it is unspeakable"
        assert store.unreadable() == {"c": told}
        with pytest.raises(Unreadable, match=f"^{told}$"):
            store.find("c")


@pytest.mark.parametrize(
    ("type_", "error", "word"),
    [
        (ACCOUNTS, Refusal, "account"),
        (CLUB, ClubError, "club"),
        (EVENT, EventError, "event"),
        (LEAGUE, LeagueError, "league"),
        (NOTES, Refusal, "desk"),
        (PRACTICES, Refusal, "practice"),
    ],
)
def test_what_is_not_there_is_called_by_its_word(
    tmp_path: Path, type_: StreamType[Any, Any], error: type[Refusal], word: str
) -> None:
    with Journal(tmp_path / "journal") as journal:
        store = Store(journal, type_)
        with pytest.raises(error, match=f"^there is no {word} 'nine'$"):
            store.history("nine")
        journal.append(f"{type_.prefix}nine", 0, [b"no entry"])
        with pytest.raises(Unreadable, match=f"^the {word} 'nine' cannot be read: "):
            store.history("nine")
        article = "an" if word[0] in "aeiou" else "a"
        with pytest.raises(error, match=f"^there is {article} {word} nine already$"):
            store.refuse_id("nine")


def exported(words: Words, *entries: WordEntry) -> bytes:
    """A list as a file."""
    return json.encode(WordsExport(words, entries))


def test_an_export_is_taken_in_where_its_entries_come_to_it() -> None:
    first, second = say("one", "a"), say("two")
    data = exported(Words("a", ("one", "two")), first, second)
    assert EXPORTED.from_json(data) == Words("a", ("one", "two"))
    assert EXPORTED.from_json(data, "b") == Words("b", ("one", "two"))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"{}", "^this file does not hold a whole list: Object missing required field `list`$"),
        (exported(Words()), "^this file does not hold a whole list: "),
        (
            exported(Words("", ("one",)), replace(say("one"), form=3)),
            "^this list was written by a newer Rightbower$",
        ),
        (
            exported(Words("", ("two",)), say("one")),
            "^the file contradicts itself: its entries do not come to its list$",
        ),
    ],
)
def test_an_export_that_is_none_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(WordError, match=why):
        EXPORTED.from_json(data)


def test_an_entry_of_the_newest_form_is_taken_in() -> None:
    entry = replace(say("one"), form=2)
    assert EXPORTED.from_json(exported(Words("", ("one",)), entry)).said == ("one",)


def entry(at: float, fact: AccountFact) -> AccountEntry:
    """An entry of an account."""
    return AccountEntry(at, "ann", fact)


PHONE = Session("k1", "phone", 2.0, 10.0)
DESK = Session("k2", "desk", 9.0, 20.0)
MADE = Account(2, "Ann", "h1", False, (PHONE,))


def test_an_account_comes_of_its_entries_in_their_order() -> None:
    made = [entry(1.0, AccountMade("Ann", "h1")), entry(2.0, SessionBegun("k1", "phone", 10.0))]
    assert fold(made) == MADE
    assert fold([]) == Account()


@pytest.mark.parametrize(
    ("at", "fact", "after"),
    [
        (9.0, SessionBegun("k2", "desk", 20.0), replace(MADE, sessions=(PHONE, DESK))),
        (
            10.0,
            SessionBegun("k2", "desk", 20.0),
            replace(MADE, sessions=(replace(DESK, since=10.0),)),
        ),
        (3.0, SessionEnded("k1"), replace(MADE, sessions=())),
        (3.0, SessionEnded("k2"), MADE),
        (3.0, PassphraseSet("h2"), replace(MADE, hashed="h2", sessions=())),
        (3.0, OrganizerSet(True), replace(MADE, organizer=True)),
        (3.0, PlayerSet("p"), replace(MADE, player="p")),
    ],
)
def test_what_an_entry_makes_of_an_account(at: float, fact: AccountFact, after: Account) -> None:
    assert extend(MADE, entry(at, fact)) == replace(after, version=3)


def test_a_session_is_found_by_its_key_while_it_lasts() -> None:
    assert MADE.session("k1", 9.9) == PHONE
    assert MADE.session("k1", 10.0) is None
    assert MADE.session("k2", 3.0) is None


def test_names_that_look_alike_have_one_account() -> None:
    assert account_id("Ann Lee") == account_id(" ann  LEE ")
    assert account_id("Ann Lee") != account_id("Ann Lea")
    assert len(account_id("Ann Lee")) == 24


def test_a_head_that_is_gone_from_a_journal_of_today_is_not_made_up(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1"])
    with sqlite3.connect(path) as connection:
        connection.execute("delete from heads")
    connection.close()
    with pytest.raises(JournalError, match="the list of streams is not what the entries come to"):
        Journal(path)
