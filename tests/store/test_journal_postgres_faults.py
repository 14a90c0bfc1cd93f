"""The journal in PostgreSQL where something goes wrong: who is told what, and that it goes on."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from journals import Opened
from postgres import Postgres
from rightbower.store.contract import Conflict, JournalError, Projection, Unreachable
from rightbower.store.postgres import journal as in_postgres
from rightbower.store.postgres.journal import TRIES, PostgresJournal
from rightbower.store.postgres.session import PostgresSession

Heard = list[JournalError | None]


def opened(server: Postgres) -> PostgresJournal:
    """A new journal."""
    found = Opened(server.fresh())()
    assert isinstance(found, PostgresJournal)
    return found


def test_names_that_the_engine_cannot_keep_are_nowhere_and_refused(server: Postgres) -> None:
    with opened(server) as journal:
        for name in ("\0", "\ud800"):
            heard: Heard = []
            assert (journal.head(name), journal.read(name), journal.streams(name)) == (0, [], [])
            assert (journal.listed(name), journal.projection(name, "")) == ([], None)
            journal.post(name, 0, [b"x"], heard.append)
            journal.post(
                "s", 0, [b"x"], heard.append, [Projection("past", "s", 1.0, (name,), b"y")]
            )
            assert [str(each) for each in heard] == [
                f"{name!r} cannot be written: it is not plain text",
                "'s' cannot be written: it is not plain text",
            ]
        assert journal.streams() == []


def test_what_came_while_it_was_closed_is_told(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, heard = opened(server), Heard()
    journal.append("before", 0, [b"x"])

    def closes(*_: Any) -> bool:
        journal.close()
        return True

    monkeypatch.setattr(in_postgres, "_all_writable", closes)
    journal.post("s", 0, [b"x"], heard.append)
    assert heard == []
    journal.close()
    assert [str(each) for each in heard] == ["the journal is closed"]
    with pytest.raises(JournalError, match=r"^the journal is closed$"):
        journal.streams()
    with pytest.raises(JournalError, match=r"^the journal is closed$"):
        journal._session.confirm()


def test_only_what_refused_is_confirmed_before_it_is_read_again(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads waits for nothing else: entries that are durable are where they have to be."""
    confirmed: list[bool] = []
    with opened(server) as journal:
        monkeypatch.setattr(journal._session, "confirm", lambda: confirmed.append(True))
        journal.append("s", 0, [b"1"])
        assert (len(journal.read("s")), confirmed) == (1, [])
        with pytest.raises(Conflict):
            journal.append("s", 0, [b"other"])
        assert (len(journal.read("s")), confirmed) == (1, [True])
        assert (len(journal.read("s")), confirmed) == (1, [True])


def test_nothing_is_sent_for_no_entries(server: Postgres) -> None:
    with opened(server) as journal:
        journal.append("s", 0, [b"1"])
        commits = journal.commits
        assert journal.append("s", 1, []) == 1
        assert journal.commits == commits


def test_a_session_may_be_closed_twice(server: Postgres) -> None:
    session = PostgresSession(server.fresh())
    session.close()
    session.close()


class Failing:
    """Sends a batch after so many faults."""

    def __init__(self, fault: Exception, times: int) -> None:
        self.fault, self.times, self.tried = fault, times, 0
        self.sends = in_postgres._sent

    async def __call__(self, writer: Any, lists: bool, arrays: list[list[Any]]) -> list[str]:
        self.tried += 1
        if self.tried <= self.times:
            raise self.fault
        return await self.sends(writer, lists, arrays)


@pytest.mark.parametrize(
    "fault", [asyncpg.DeadlockDetectedError("a"), asyncpg.SerializationError("b")]
)
def test_what_stood_in_each_others_way_is_sent_again(
    server: Postgres, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    with opened(server) as journal:
        failing = Failing(fault, 2)
        monkeypatch.setattr(in_postgres, "_sent", failing)
        assert journal.append("s", 0, [b"1"]) == 1
        assert (failing.tried, journal.commits, journal.failures) == (3, 1, 0)
        never = Failing(fault, TRIES)
        monkeypatch.setattr(in_postgres, "_sent", never)
        with pytest.raises(JournalError) as told:
            journal.append("s", 1, [b"2"])
        said = f"nothing was written to {journal.name}: the connection is lost again and again"
        assert (str(told.value), never.tried, journal.failing) == (said, TRIES, True)
        assert [entry.body for entry in journal.read("s")] == [b"1"]
        assert journal.append("s", 1, [b"2"]) == 2
        assert not journal.failing


def test_what_nobody_foresaw_is_noted_and_the_writer_goes_on(
    server: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(server) as journal:
        for fault, noted in ((asyncpg.DiskFullError("it is full"), False), (KeyError("x"), True)):
            caplog.clear()
            monkeypatch.setattr(in_postgres, "_sent", Failing(fault, 1))
            with pytest.raises(JournalError, match=r"^nothing was written to postgresql://"):
                journal.append("s", journal.head("s"), [b"1"])
            assert ("met something unforeseen" in caplog.text) is noted
            journal.read("s")
            journal.append("s", journal.head("s"), [b"1"])
        assert (journal.commits, journal.failures, journal.head("s")) == (2, 2, 2)


def test_a_question_is_asked_once_more_where_the_engine_went_away(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(server) as journal:
        journal.append("s", 0, [b"1"])
        session, asked = journal._session, list[str]()
        rows = session._rows

        async def lost_at_first(query: str, *values: object) -> list[Any]:
            asked.append(query)
            if len(asked) == 1:
                raise ConnectionResetError("gone")
            return await rows(query, *values)

        monkeypatch.setattr(session, "_rows", lost_at_first)
        assert journal.head("s") == 1
        assert len(asked) == 2


def test_what_is_said_of_a_fault(server: Postgres) -> None:
    with opened(server) as journal:
        session, said = journal._session, f"the journal {journal.name} cannot be used: "
        ours, foreign = JournalError("our own"), KeyError("a fault of ours")
        assert session.trouble(ours) is ours
        assert session.trouble(foreign) is foreign
        lost, wrong = session.trouble(OSError("no route")), session.trouble(ValueError("a port"))
        assert (type(lost), str(lost)) == (Unreachable, f"{said}no route")
        assert (type(wrong), str(wrong)) == (JournalError, f"{said}a port")
        assert str(session.trouble(TimeoutError())) == f"{said}it does not answer"
        standby = session.trouble(asyncpg.ReadOnlySQLTransactionError("cannot execute"))
        assert str(standby).startswith(f"{said}it is a standby, which only follows; name the prim")


def test_what_changes_hands_just_now_is_asked_for_again_by_itself(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(server) as journal:
        journal.claims.enter("one", "/one")
        claims, asked = journal.claims, list[list[str]]()
        tries = claims._try

        async def one_each(resources: list[str]) -> list[Any]:
            asked.append(resources)
            return list(await tries(resources))[:1] if len(asked) > 1 else []

        monkeypatch.setattr(claims, "_try", one_each)

        async def wanted() -> list[Any]:
            both = {name: journal._session.loop.create_future() for name in ("a", "b")}
            await claims._settle(both)
            return [each.result() for each in both.values()]

        assert [each["resource"] for each in journal._session.call(wanted()).result()] == ["a", "b"]
        assert asked[:2] == [["a", "b"], ["a", "b"]]
        assert len(asked) == 3
        assert asked[2] in (["a"], ["b"]), "what is known is not asked for again"
