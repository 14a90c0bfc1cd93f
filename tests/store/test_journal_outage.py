"""PostgreSQL goes away under load: nothing acknowledged is missing, and writing goes on by itself."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from journals import Opened
from postgres import Postgres, folder, postgres
from rightbower.store.contract import JournalError, Projection
from rightbower.store.opening import OpenJournal
from rightbower.store.postgres import session

T = TypeVar("T")
STREAMS = 6
SOME = 15


class Writing:
    """Somebody who adds to a stream, a short chain at a time, and remembers what stands."""

    def __init__(self, journal: OpenJournal, stream: str) -> None:
        self.journal, self.stream = journal, stream
        self.taken: list[bytes] = []
        self.faults: list[JournalError] = []
        self.stop = threading.Event()
        self.further = threading.Condition()
        self.thread = threading.Thread(target=self._write)
        self.thread.start()

    def _write(self) -> None:
        while not self.stop.is_set() and not self.faults:
            head = len(self.taken)
            bodies = [f"{self.stream} {head + k}".encode() for k in range(3)]
            waiting = [
                self.journal.submit(self.stream, head + k, [body]) for k, body in enumerate(bodies)
            ]
            with self.further:
                for each, body in zip(waiting, bodies, strict=True):
                    try:
                        each.result()
                        self.taken.append(body)
                    except JournalError as fault:
                        self.faults.append(fault)
                self.further.notify_all()

    def wait_for_more(self) -> None:
        """Until some more entries are durable."""
        goal = len(self.taken) + SOME
        with self.further:
            assert self.further.wait_for(lambda: len(self.taken) >= goal or self.faults, 60)


@contextlib.contextmanager
def written(journal: OpenJournal) -> Iterator[Callable[[], None]]:
    """Writers on several streams; what is yielded waits until each has got further."""
    writers = [Writing(journal, f"table/{number}") for number in range(STREAMS)]

    def further() -> None:
        for each in writers:
            each.wait_for_more()

    try:
        yield further
    finally:
        for each in writers:
            each.stop.set()
            each.thread.join()
    for each in writers:
        assert each.faults == []
        stored = journal.read(each.stream)
        assert [entry.body for entry in stored] == each.taken, "no more and no less than was said"


def test_a_server_that_is_stopped_hard_and_started_again_has_lost_nothing() -> None:
    with postgres(durable=True) as server, Opened(server.fresh())() as journal:
        with written(journal) as further:
            further()
            server.kill()
            server.start()
            further()
        assert not journal.failing


def test_connections_that_are_cut_off_again_and_again_lose_nothing(server: Postgres) -> None:
    place = server.fresh()
    ours = f"application_name = '{place.rpartition('=')[2]}' and pid <> pg_backend_pid()"
    named = Opened(f"{place}&application_name={place.rpartition('=')[2]}")
    with named() as journal, written(journal) as further:
        for _ in range(5):
            further()
            server.query(f"select pg_terminate_backend(pid) from pg_stat_activity where {ours}")
        further()


def wait_for_both(primary: Postgres) -> None:
    """From now on a commit waits for the standby: the setting is read by each process of its own accord."""
    primary.query("alter system set synchronous_standby_names = '*'")
    primary.query("select pg_reload_conf()")
    asked = "select count(*) from pg_stat_replication where sync_state = 'sync'"
    for _ in range(600):
        if primary.query(asked) == "1":
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the standby never became a synchronous one")
    # The process that makes checkpoints tells the others to wait; it reads its settings before it makes one.
    primary.query("checkpoint")


@contextlib.contextmanager
def with_a_standby() -> Iterator[tuple[Postgres, Postgres, Opened]]:
    """A primary, the standby that each of its commits waits for, and the journal on whichever leads."""
    with postgres(durable=True) as primary, folder() as home:
        standby = Postgres(home, durable=True)
        standby.follow(primary)
        standby.start()
        wait_for_both(primary)
        hosts = f"host={primary.folder},{standby.folder}"
        try:
            yield (
                primary,
                standby,
                Opened(f"postgresql://hall@/postgres?{hosts}&target_session_attrs=primary"),
            )
        finally:
            standby.stop()


def test_a_standby_that_takes_over_has_everything_that_was_acknowledged() -> None:
    with (
        with_a_standby() as (primary, standby, opened),
        opened() as journal,
        written(journal) as further,
    ):
        further()
        primary.kill()
        standby.promote()
        further()


def test_nothing_is_acknowledged_or_read_again_while_no_standby_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A commit that waits for a standby in vain is on one machine alone, however it looks there."""
    monkeypatch.setattr(session, "STATEMENT", 0.4)
    monkeypatch.setattr(session, "PATIENCE", 1.5)
    with with_a_standby() as (primary, standby, opened), opened() as journal:
        assert journal.append("s", 0, [b"1"]) == 1
        alone = f"postgresql://hall@/postgres?host={standby.folder}"
        with pytest.raises(JournalError, match="it is a standby, which only follows"):
            Opened(alone)()
        standby.kill()
        with pytest.raises(JournalError):
            journal.append("s", 1, [b"2"])
        assert journal.failing
        assert primary.query("select max(version) from entries where stream = 's'") == "2"
        with pytest.raises(JournalError):
            journal.read("s")
        with pytest.raises(JournalError):
            journal.claims.take("table/t").result()
        standby.start()
        entries = comes_back(lambda: journal.read("s"))
        assert [each.body for each in entries] == [b"1", b"2"]
        assert journal.append("s", 2, [b"3"]) == 3
        assert not journal.failing
        primary.kill()
        standby.promote()
        assert [each.body for each in comes_back(lambda: journal.read("s"))] == [b"1", b"2", b"3"]


def comes_back(ask: Callable[[], T]) -> T:
    """What is answered as soon as it is."""
    for _ in range(600):
        with contextlib.suppress(JournalError):
            return ask()
        time.sleep(0.05)
    raise AssertionError("it never came back")


def test_a_hall_says_that_it_lives_also_while_no_standby_answers() -> None:
    with with_a_standby() as (_, standby, opened), opened() as journal:
        journal.claims.enter("a", "/")
        standby.kill()
        journal.claims.renew().result(3)


def test_a_server_that_stays_away_is_said_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session, "PATIENCE", 0.3)
    with postgres() as server, Opened(server.fresh())() as journal:
        assert journal.append("s", 0, [b"1"]) == 1
        server.stop()
        with pytest.raises(JournalError, match="nothing was written to postgresql://"):
            journal.append("s", 1, [b"2"])
        assert journal.failing
        with pytest.raises(JournalError, match="cannot be used"):
            journal.read("s")
        server.start()
        while journal.failing:
            with contextlib.suppress(JournalError):
                journal.append("", 0, [], [Projection("hall", "trial", body=b"1")])
        assert [entry.body for entry in journal.read("s")] == [b"1"]
        assert journal.append("s", 1, [b"2"]) == 2
