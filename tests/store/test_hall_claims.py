"""Claims: of several halls on one journal one owns a table, and an old owner writes nothing more."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from journals import Opened
from postgres import Postgres, postgres
from rightbower.store.claims import LATE, SILENCE, Claim, HallSeen, NotOwner
from rightbower.store.contract import Conflict, JournalError
from rightbower.store.opening import OpenJournal
from rightbower.store.postgres import claims as in_postgres
from rightbower.store.postgres import schema as sql
from rightbower.store.postgres.claims import PostgresClaims
from rightbower.store.postgres.journal import PostgresJournal

WAITING = """select from pg_locks where locktype = 'advisory' and not granted
    and classid = 'halls'::regclass::oid"""


@contextlib.contextmanager
def halls(server: Postgres) -> Iterator[tuple[OpenJournal, OpenJournal]]:
    """Two halls on a new journal."""
    opened = Opened(server.fresh())
    with opened() as one, opened() as two:
        one.claims.enter("one", "/one")
        two.claims.enter("two", "/two")
        yield one, two


def test_a_hall_that_has_its_journal_to_itself_owns_everything(tmp_path: Path) -> None:
    with Opened(str(tmp_path / "j"))() as journal:
        journal.claims.enter("alone", "")
        assert journal.claims.take("table/1").result() == Claim("table/1", "alone", "", 1, True)
        journal.claims.release(["table/1"]).result()
        assert journal.append("table/1", 0, [b"x"]) == 1
        assert journal.claims.renew().result() is None
        assert journal.claims.halls() == [HallSeen("alone", "", 0.0, True, 0)]
        assert journal.claims.leave().result() is None


class ChangingHands:
    """A session of hall 7 in which nobody owns ``table/1`` for so many rounds, and then hall 7."""

    number = 7
    call = staticmethod(asyncio.ensure_future)

    def __init__(self, rounds: int) -> None:
        self.rounds, self.loop = rounds, asyncio.get_running_loop()

    async def asked(self, query: str, *_: object) -> list[Any]:
        """The rows of a statement."""
        if query != sql.OWNERS:
            return []
        self.rounds -= 1
        row = {"resource": "table/1", "hall": 7, "fence": 3, "name": "me", "path": "/", "silent": 0}
        return [row] if self.rounds < 0 else []


@pytest.mark.parametrize("rounds", [0, 2, 1000])
def test_what_changes_hands_just_now_is_tried_again_after_a_pause_and_given_up_some_day(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async def run() -> Claim:
        claims: Any = PostgresClaims(cast(Any, ChangingHands(rounds)))
        found: Claim = await claims.take("table/1")
        return found

    monkeypatch.setattr(asyncio, "sleep", pause)
    if rounds > in_postgres.TRIES:
        with pytest.raises(JournalError, match="it changes hands just now; try again"):
            asyncio.run(run())
    else:
        assert asyncio.run(run()) == Claim("table/1", "me", "/", 3, True)
    assert pauses == [in_postgres.PAUSE] * min(rounds, in_postgres.TRIES)


class Late:
    """A session of hall 7 that is told, one time after the other, how long hall 8 has been silent."""

    number = 7
    call = staticmethod(asyncio.ensure_future)

    def __init__(self, silent: list[float]) -> None:
        self.silent, self.loop, self.cut_off = silent, asyncio.get_running_loop(), False

    async def asked(self, query: str, *_: object) -> list[Any]:
        """The rows of a statement."""
        self.cut_off = self.cut_off or query == sql.CUT_OFF
        if query != sql.OWNERS:
            return []
        hall, silent = (7, 0.0) if self.cut_off else (8, self.silent.pop(0))
        named = {"hall": hall, "name": f"hall {hall}", "path": "", "silent": silent}
        return [{"resource": "table/1", "fence": 3, **named}]


@pytest.mark.parametrize(
    ("silent", "owner", "pauses"),
    [
        ([LATE], "hall 8", 0),
        ([LATE + 0.1, LATE + 0.2, 0.1], "hall 8", 2),
        ([LATE + 0.1, SILENCE, SILENCE + 0.1], "hall 7", 2),
        ([SILENCE + 0.1], "hall 7", 0),
    ],
)
def test_nobody_is_sent_to_a_hall_that_is_late_before_it_is_known_whether_it_lives(
    silent: list[float], owner: str, pauses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []

    async def pause(seconds: float) -> None:
        paused.append(seconds)

    async def run() -> Claim:
        claims: Any = PostgresClaims(cast(Any, Late(silent)))
        found: Claim = await claims.take("table/1")
        return found

    monkeypatch.setattr(asyncio, "sleep", pause)
    assert asyncio.run(run()).hall == owner
    assert paused == [in_postgres.LOOK_AGAIN] * pauses


def test_the_second_hall_is_told_who_owns_a_table(server: Postgres) -> None:
    with halls(server) as (one, two):
        mine = one.claims.take("table/1").result()
        assert (mine.hall, mine.path, mine.mine) == ("one", "/one", True)
        assert one.claims.take("table/1").result() == mine, "it is taken once"
        theirs = two.claims.take("table/1").result()
        assert (theirs.hall, theirs.path, theirs.mine) == ("one", "/one", False)
        assert theirs.fence == mine.fence
        assert two.claims.owner("table/1") == theirs
        assert two.claims.owner("table/2") is None


def test_only_the_owner_writes(server: Postgres) -> None:
    with halls(server) as (one, two):
        one.claims.take("table/1").result()
        assert one.append("table/1", 0, [b"mine"]) == 1
        with pytest.raises(NotOwner, match="another hall has table/1 by now"):
            two.append("table/1", 1, [b"theirs"])
        one.claims.release(["table/1"]).result()
        assert two.claims.take("table/1").result().mine
        waiting = [one.submit("table/1", 1 + number, [b"late"]) for number in range(3)]
        for each in waiting:
            with pytest.raises(Conflict):
                each.result()
        assert [entry.body for entry in two.read("table/1")] == [b"mine"]
        assert two.append("table/1", 1, [b"theirs"]) == 2


def test_a_claim_covers_the_streams_it_is_taken_for(server: Postgres) -> None:
    with halls(server) as (one, two):
        both = ("event/day", "notes/event/day")
        assert isinstance(one.claims, PostgresClaims)
        held = one.claims.take("event/day", both).result()
        other = one.claims.take("table/1").result()
        assert {one.claims.fence(stream) for stream in both} == {("event/day", held.fence)}
        assert one.claims.fence("table/2") == ("", 0)
        assert [one.append(stream, 0, [b"x"]) for stream in both] == [1, 1]
        fenced = one.claims.take("event/day", both).result()
        one.claims.release(["event/day"]).result()
        assert {one.claims.fence(stream) for stream in both} == {("", 0)}
        assert one.claims.fence("table/1") == ("table/1", other.fence)
        assert two.claims.take("event/day", both).result().fence > fenced.fence
        assert two.append("notes/event/day", 1, [b"y"]) == 2
        with pytest.raises(NotOwner):
            one.append("event/day", 1, [b"y"])


def test_every_new_owner_has_a_higher_fence(server: Postgres) -> None:
    with halls(server) as (one, two):
        fences = []
        for journal in (one, two, one, two):
            fences.append(journal.claims.take("table/1").result().fence)
            journal.claims.release(["table/1"]).result()
        assert fences == sorted(set(fences))


def test_of_many_claims_made_at_once_each_has_one_owner(server: Postgres) -> None:
    with halls(server) as (one, two):
        names = [f"table/{number}" for number in range(50)]
        waiting = [(one.claims.take(name), two.claims.take(name)) for name in names]
        for mine, theirs in waiting:
            assert mine.result().mine != theirs.result().mine
            assert mine.result().fence == theirs.result().fence
        owned = {hall.hall: hall.claims for hall in one.claims.halls()}
        assert sum(owned.values()) == 50


def test_a_hall_that_comes_again_under_its_name_is_listed_once_and_no_longer_as_gone(
    server: Postgres,
) -> None:
    opened = Opened(server.fresh())
    with opened() as other:
        other.claims.enter("other", "")
        with opened() as killed:
            killed.claims.enter("a", "")
            killed.claims.take("table/1").result()
        with opened() as again:
            again.claims.enter("a", "")
            listed = [(each.hall, each.alive) for each in other.claims.halls()]
            assert listed == [("a", False), ("a", True), ("other", True)], (
                "its table is to be taken"
            )
            assert again.claims.take("table/1").result().mine
            again.claims.enter("a", "")
            assert [each.hall for each in other.claims.halls()] == ["a", "other"]


def test_a_hall_that_leaves_owns_nothing_and_is_not_listed(server: Postgres) -> None:
    with halls(server) as (one, two):
        one.claims.take("table/1").result()
        one.claims.leave().result()
        assert [hall.hall for hall in two.claims.halls()] == ["two"]
        assert two.claims.take("table/1").result().mine


OWNER = """
import sys
from rightbower.store.contract import Conflict, JournalError
from rightbower.office.journals import open_at
with open_at(sys.argv[1]) as journal:
    journal.claims.enter("other", "/other")
    print(journal.claims.take("table/1").result().mine, flush=True)
    journal.append("table/1", 0, [b"first"])
    print("wrote", flush=True)
    sys.stdin.readline()
    try:
        print(journal.append("table/1", 1, [b"late"]), flush=True)
    except Conflict as fault:
        print(type(fault).__name__, flush=True)
"""


@contextlib.contextmanager
def owner(place: str) -> Iterator[subprocess.Popen[str]]:
    """A hall in a process of its own that owns a table and has written one entry."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, place],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == ["True\n", "wrote\n"]
        try:
            yield process
        finally:
            process.kill()


def test_the_table_of_a_killed_hall_can_be_taken_at_once(server: Postgres) -> None:
    opened = Opened(server.fresh())
    with owner(opened.place) as process, opened() as journal:
        journal.claims.enter("here", "/here")
        assert not journal.claims.take("table/1").result().mine
        process.kill()
        process.wait()
        while not journal.claims.take("table/1").result().mine:
            assert process.returncode is not None
        assert journal.append("table/1", 1, [b"second"]) == 2
        dead, here = sorted(journal.claims.halls(), key=lambda each: each.alive)
        assert (dead.hall, dead.claims, here.hall, here.claims) == ("other", 0, "here", 1)


def test_two_halls_that_take_from_a_dead_one_at_once_both_know_that_it_is_dead(
    server: Postgres,
) -> None:
    place = server.fresh()
    with PostgresJournal(place) as dead:
        dead.claims.enter("dead", "/dead")
        for name in ("table/1", "table/2"):
            dead.claims.take(name).result()
    with PostgresJournal(place) as one, PostgresJournal(place) as two:
        two.claims.enter("two", "/two")
        session = one._session
        session.call(session.writer.execute("begin")).result()
        session.call(session.writer.fetch(sql.TAKE, ["table/1"], session.number, [])).result()
        assert two.claims.take("table/2").result().mine
        session.call(session.writer.execute("commit")).result()
        assert not two.claims.take("table/1").result().mine


def test_a_hung_hall_is_cut_off_and_what_it_writes_when_it_wakes_is_refused(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Opened(server.fresh())
    with owner(opened.place) as process, opened() as journal:
        journal.claims.enter("here", "/here")
        assert not journal.claims.take("table/1").result().mine
        process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(in_postgres, "SILENCE", 0.0)
        assert journal.claims.take("table/1").result().mine
        process.send_signal(signal.SIGCONT)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "NotOwner\n"
        assert [entry.body for entry in journal.read("table/1")] == [b"first"]


def test_a_silent_hall_loses_its_table_although_its_session_comes_back_at_once(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_postgres, "SILENCE", -1.0)
    monkeypatch.setattr(in_postgres, "TRIES", 1)
    with halls(server) as (one, two):
        for hall, other in [(one, two), (two, one)] * 4:
            assert hall.claims.take("table/1").result().mine
            hall.append("table/1", hall.head("table/1"), [b"mine"])
            with pytest.raises(NotOwner):
                other.append("table/1", other.head("table/1"), [b"late"])
            other.read("table/1")


def test_whoever_stops_waiting_for_a_claim_does_not_stop_others(server: Postgres) -> None:
    with halls(server) as (one, _):
        first, second, other = (one.claims.take(name) for name in ("table/1", "table/1", "table/2"))
        first.cancel()
        assert second.result().mine
        assert other.result().mine


def test_a_hall_that_waits_for_its_lock_can_be_closed(server: Postgres) -> None:
    place = server.fresh()
    with PostgresJournal(place) as two, PostgresJournal(place) as one:
        session = two._session
        number, process = one._session.number, one._session.writer.get_server_pid()
        held = session.call(session.writer.execute(sql.HOLD, number))
        session.ask(sql.CUT_OFF, number, process)
        held.result()
        while not session.ask(WAITING):
            pass
        one.close()


def test_claims_that_cannot_be_made_are_an_error_of_the_journal() -> None:
    with postgres() as server, Opened(server.fresh())() as journal:
        journal.claims.enter("one", "/one")
        server.stop()
        for waiting in (
            journal.claims.take("table/1"),
            journal.claims.renew(),
            journal.claims.release(["table/1"]),
            journal.claims.leave(),
        ):
            with pytest.raises(JournalError):
                waiting.result()
