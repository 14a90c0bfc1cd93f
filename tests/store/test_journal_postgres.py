"""What only the journal in PostgreSQL has: its numbered tables, and what is said of damage."""

from __future__ import annotations

import pytest

from journals import Opened
from postgres import Postgres
from rightbower.store.contract import JournalError, Projection
from rightbower.store.postgres.schema import MIGRATIONS


def fresh(server: Postgres) -> tuple[Opened, str]:
    """A new journal, and how a query finds its tables."""
    place = server.fresh()
    return Opened(place), f"set search_path = {place.rpartition('=')[2]};"


def test_older_tables_are_added_to_and_keep_what_they_have(server: Postgres) -> None:
    opened, here = fresh(server)
    versions = "create table schema_versions (number int primary key, at timestamptz default now())"
    server.query(f"{here} {MIGRATIONS[0]} {versions}; insert into schema_versions values (1)")
    with opened() as journal:
        assert journal.append("s", 0, [b"1"]) == 1
        assert journal.claims.take("s").result().mine
    assert server.query(f"{here} select count(*) from schema_versions") == str(len(MIGRATIONS))
    with opened() as journal:
        assert journal.head("s") == 1


def test_newer_tables_are_refused_and_left_as_they_are(server: Postgres) -> None:
    opened, here = fresh(server)
    opened().close()
    server.query(f"{here} insert into schema_versions values (99)")
    with pytest.raises(JournalError, match=r"written by a newer Rightbower \(version 99\)"):
        opened()
    assert server.query(f"{here} select max(number) from schema_versions") == "99"


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (
            "update entries set body = 'x' where version = 2",
            "entry 2 of s is not as it was written",
        ),
        ("delete from entries where version = 2", "entry 2 of s is missing"),
        (
            "update entries set stream = 's' where stream = 't'",
            "entry 4 of s is not as it was written",
        ),
    ],
)
def test_what_was_changed_behind_the_journals_back_is_named(
    server: Postgres, harm: str, why: str
) -> None:
    opened, here = fresh(server)
    with opened() as journal:
        journal.append("s", 0, [b"1", b"2", b"3"])
        journal.append("t", 0, [b"1", b"2", b"3", b"4"])
        server.query(f"{here} delete from entries where stream = 't' and version < 4; {harm}")
        with pytest.raises(JournalError, match=why):
            journal.read("s")


def test_a_changed_list_is_named(server: Postgres) -> None:
    opened, here = fresh(server)
    with opened() as journal:
        journal.append("s", 0, [b"1"], [Projection("open", "s", 1.0, ("ann",), b"x")])
        server.query(f"{here} update projections set labels = array['bob']")
        with pytest.raises(JournalError, match="what is listed of s is not as it was written"):
            journal.listed("open")


def test_a_user_who_may_make_no_tables_is_told(server: Postgres) -> None:
    server.query("create role guest login")
    address = server.fresh().replace("hall@", "guest@")
    with pytest.raises(
        JournalError, match=r"cannot be used: its schema .* is not there; make it with"
    ):
        Opened(address)()


def test_a_role_without_room_for_a_reader_is_told_at_once(server: Postgres) -> None:
    server.query("create role few login connection limit 1")
    server.query("create schema few authorization few")
    with pytest.raises(JournalError, match=r'cannot be used: too many connections for role "few"'):
        Opened(server.address("few").replace("hall@", "few@"))()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("leader", "target_session_attrs is any, primary, .*, not 'leader'"),
        ("standby", "no machine of its address is what target_session_attrs asks for"),
    ],
)
def test_a_server_that_is_not_what_was_asked_for(server: Postgres, asked: str, said: str) -> None:
    with pytest.raises(JournalError, match=said):
        Opened(f"{server.address()}&target_session_attrs={asked}")()
