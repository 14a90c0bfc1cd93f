"""PostgreSQL goes away under load: nothing acknowledged is missing, and writing goes on by itself."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from journals import Opened
from postgres import Postgres, folder, postgres
from rightbower.store.contract import JournalError, Projection
from rightbower.store.open_journal import OpenJournal
from rightbower.store.postgres import session

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


def test_a_standby_that_takes_over_has_everything_that_was_acknowledged() -> None:
    with (
        postgres(durable=True) as primary,
        folder() as home,
    ):
        standby = Postgres(home, durable=True)
        standby.follow(primary)
        standby.start()
        wait_for_both(primary)
        both = f"postgresql://hall@/postgres?host={primary.folder},{standby.folder}&target_session_attrs=primary"
        try:
            with Opened(both)() as journal, written(journal) as further:
                further()
                primary.kill()
                standby.promote()
                further()
        finally:
            standby.stop()


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
