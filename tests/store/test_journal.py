"""The journal: nothing acknowledged is lost, and every trouble is one clear word."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from rightbower.store import sqlite
from rightbower.store.backup import backup
from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal
from rightbower.store.rescue import Rescued, rescue


def test_a_second_program_is_told_that_the_journal_is_open(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with (
        Journal(path),
        pytest.raises(JournalError, match=r"another program has the journal .* open"),
    ):
        Journal(path)
    Journal(path).close()


def test_a_backup_is_a_whole_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("s", 0, [b"1"])
        journal.backup(tmp_path / "copy")
        journal.append("s", 1, [b"2"])
        with pytest.raises(JournalError, match="is there already"):
            journal.backup(tmp_path / "copy")
    with Journal(tmp_path / "copy") as copy:
        assert [entry.body for entry in copy.read("s")] == [b"1"]


def test_a_backup_taken_by_another_program_while_many_write_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        stop = threading.Event()

        def write(stream: str) -> None:
            head = 0
            while not stop.is_set():
                head = journal.append(stream, head, [b"%d" % (head + 1), b"%d" % (head + 2)])

        threads = [threading.Thread(target=write, args=(f"s{number}",)) for number in range(4)]
        for thread in threads:
            thread.start()
        code = "import sys; from rightbower.store.backup import backup; backup(*sys.argv[1:])"
        for number in range(3):
            command = [sys.executable, "-c", code, str(path), str(tmp_path / f"copy{number}")]
            subprocess.run(command, check=True)
        stop.set()
        for thread in threads:
            thread.join()
    for number in range(3):
        with Journal(tmp_path / f"copy{number}") as copy:
            assert copy.streams()
            for stream in copy.streams():
                bodies = [entry.body for entry in copy.read(stream)]
                assert len(bodies) % 2 == 0, "an append stands or falls whole"
                assert bodies == [b"%d" % (version + 1) for version in range(len(bodies))]


def test_a_backup_of_a_damaged_journal_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1", b"2", b"3"])
    spoiled(path, "stream = 'a' and version = 2")
    with pytest.raises(JournalError, match="entry 2 of a is not as it was written"):
        backup(path, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert not list(tmp_path.glob("*.part"))


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(os.urandom(8192))
    with pytest.raises(JournalError, match="is damaged"):
        Journal(junk)
    with pytest.raises(JournalError, match="there is no folder"):
        Journal(tmp_path / "none" / "j")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path)
    newer = tmp_path / "newer"
    with sqlite3.connect(newer) as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(JournalError, match="written by a newer Rightbower"):
        Journal(newer)


def spoiled(path: Path, where: str) -> None:
    """Change a stored body behind the journal's back."""
    with sqlite3.connect(path) as connection:
        connection.execute(f"update entries set body = x'00' where {where}")
    connection.close()


def test_an_entry_that_changed_is_named_and_the_rest_rescued(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1", b"2", b"3"])
        journal.append("b", 0, [b"x", b"y"])
    spoiled(path, "stream = 'a' and version = 2")
    with Journal(path) as journal:
        assert len(journal.read("b")) == 2
        with pytest.raises(JournalError, match=r"entry 2 of a is not as it was written.*rescue"):
            journal.read("a")
    assert rescue(path, tmp_path / "saved") == Rescued(3, 2, True)
    with Journal(tmp_path / "saved") as saved:
        bodies = [entry.body for stream in ("a", "b") for entry in saved.read(stream)]
        assert bodies == [b"1", b"x", b"y"]
    with pytest.raises(JournalError, match="is there already"):
        rescue(path, tmp_path / "saved")


def test_a_file_with_torn_pages_is_refused_and_rescued(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [os.urandom(900) for _ in range(60)])
    whole = path.read_bytes()
    path.write_bytes(whole[:50_000] + b"\0" * 8192 + whole[58_192:])
    with pytest.raises(JournalError, match="is damaged"):
        Journal(path)
    found = rescue(path, tmp_path / "saved")
    assert 0 < found.kept < 60
    assert found.kept + found.lost == 60


@pytest.mark.parametrize("share", [0.3, 0.6, 0.8, 0.95])
def test_a_file_that_was_cut_off_gives_what_it_has(tmp_path: Path, share: float) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [os.urandom(200) for _ in range(900)])
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    found = rescue(path, tmp_path / "saved")
    assert found.kept > 0
    assert not found.to_the_end or found.kept == 900


@pytest.mark.parametrize("data", [b"", os.urandom(5000)])
def test_what_is_no_journal_is_said_so(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "j").write_bytes(data)
    with pytest.raises(JournalError, match=r"nothing in .* can be read as a journal"):
        rescue(tmp_path / "j", tmp_path / "saved")
    assert not (tmp_path / "saved").exists()


def test_an_unwritten_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "j") as journal:

        def full(*_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(journal, "_insert", full)
        with pytest.raises(JournalError, match=r"nothing was written .* disk is full"):
            journal.append("s", 0, [b"1"])
        monkeypatch.undo()
        assert journal.read("s") == []
        assert journal.append("s", 0, [b"1"]) == 1


def test_what_nobody_foresaw_refuses_the_batch_and_the_writer_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal(tmp_path / "j") as journal:

        def broken(*_: object) -> None:
            raise TypeError("a fault of ours")

        monkeypatch.setattr(journal, "_insert", broken)
        with pytest.raises(JournalError, match="nothing was written"):
            journal.append("s", 0, [b"1"])
        monkeypatch.undo()
        assert journal.read("s") == []
        assert journal.append("s", 0, [b"1"]) == 1
    assert "a fault of ours" in caplog.text


def test_a_read_does_not_wait_for_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("s", 0, [b"1"])
        begun, go_on = threading.Event(), threading.Event()
        insert = journal._insert

        def slow(*rows: Any) -> None:
            begun.set()
            go_on.wait(60)
            insert(*rows)

        monkeypatch.setattr(journal, "_insert", slow)
        waiting = journal.submit("s", 1, [b"2"])
        assert begun.wait(60)
        assert [entry.body for entry in journal.read("s")] == [b"1"]
        assert journal.streams() == ["s"]
        go_on.set()
        assert waiting.result() == 2


def test_it_gathers_only_where_several_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("rightbower.store.journal.time.sleep", waited.append)
    monkeypatch.setattr("rightbower.store.journal.GATHER", 3600.0)
    with Journal(tmp_path / "j") as journal:
        for number in range(3):
            journal.append("alone", number, [b"x"])
        first = len([each for each in waited if each > 0])
        journal.append("another", 0, [b"x"])
        journal.append("alone", 3, [b"x"])
        assert len([each for each in waited if each > 0]) == first + 2
    assert first <= 1


def test_the_newest_of_a_few_thousand_streams_are_not_looked_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def head_of(connection: sqlite3.Connection, stream: str) -> int:
        asked.append(stream)
        return found(connection, stream)

    found = sqlite.head_of
    monkeypatch.setattr(sqlite, "head_of", head_of)
    monkeypatch.setattr("rightbower.store.journal.HEADS", 2)
    heads = dict.fromkeys("abcd", 0)
    with Journal(tmp_path / "j") as journal:
        for stream in "abacbda":
            heads[stream] = journal.append(stream, heads[stream], [b"x"])
        assert asked == ["a", "b", "c", "d", "a"]
        assert [len(journal.read(stream)) for stream in "abcd"] == [3, 2, 1, 1]


def test_what_comes_while_the_last_is_told_is_refused(tmp_path: Path) -> None:
    journal, late = Journal(tmp_path / "j"), list[JournalError | None]()
    begun = threading.Event()

    def first(_: JournalError | None) -> None:
        begun.set()
        while journal._queue.empty():  # until the journal is being closed
            time.sleep(0.001)
        journal.post("s", 1, [b"2"], second)

    def second(_: JournalError | None) -> None:
        journal.post("s", 2, [b"3"], late.append)

    journal.post("s", 0, [b"1"], first)
    begun.wait()
    journal.close()
    assert [str(each) for each in late] == ["the journal is closed"]
    with Journal(tmp_path / "j") as again:
        assert [entry.body for entry in again.read("s")] == [b"1", b"2"]


def test_a_journal_that_may_not_be_opened_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(sqlite, "make_private", refused)
    with pytest.raises(JournalError) as told:
        Journal(tmp_path / "j")
    said = f"the journal {tmp_path / 'j'} cannot be opened: [Errno 13] Permission denied"
    assert str(told.value) == said


def test_a_part_of_what_belongs_together_is_not_written(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "j", isolation_level=None)) as connection:
        connection.execute("create table words (word text)")

        def some() -> None:
            with sqlite.all_or_nothing(connection):
                connection.execute("insert into words values ('one')")
                raise ValueError("no more")

        with pytest.raises(ValueError, match="no more"):
            some()
        with sqlite.all_or_nothing(connection):
            connection.execute("insert into words values ('two')")
        assert connection.execute("select word from words").fetchall() == [("two",)]
