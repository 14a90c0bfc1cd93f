"""The journal: nothing acknowledged is lost, and every trouble is one clear word."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from rightbower.store.backup import backup
from rightbower.store.contract import Conflict, JournalError, Projection, StoredEntry
from rightbower.store.journal import Journal
from rightbower.store.rescue import Rescued, rescue


def test_what_is_appended_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "hall.journal"
    with Journal(path) as journal:
        assert journal.append("table/1", 0, [b"a", b"b"]) == 2
        assert journal.append("table/2", 0, [b"x"]) == 1
        assert journal.append("table/1", 2, [b"c"]) == 3
    with Journal(path) as journal:
        assert [entry.body for entry in journal.read("table/1")] == [b"a", b"b", b"c"]
        assert journal.read("table/1", after=2) == [StoredEntry("table/1", 3, b"c")]
        assert journal.streams("table/") == ["table/1", "table/2"]
        assert (journal.head("table/1"), journal.head("nowhere")) == (3, 0)


def test_two_writers_cannot_both_add_the_next_entry(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("event/a", 0, [b"1"])
        with pytest.raises(Conflict, match="event/a has 1 entries by now, not 0"):
            journal.append("event/a", 0, [b"2"])
        assert len(journal.read("event/a")) == 1
        assert journal.append("event/a", 1, [b"2"]) == 2


def test_after_a_refusal_a_stream_takes_nothing_until_it_is_read_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("event/a", 0, [b"1"])
        journal.append("event/a", 1, [b"somebody else's"])
        first = journal.submit("event/a", 1, [b"A"])
        upon_it = journal.submit("event/a", 2, [b"B, decided upon A"])
        with pytest.raises(Conflict, match="has 2 entries by now"):
            first.result()
        with pytest.raises(Conflict, match="read it again first"):
            upon_it.result()
        with pytest.raises(Conflict, match="read it again first"):
            journal.append("event/a", 2, [b"B again"])
        assert journal.append("event/b", 0, [b"others are not held up"]) == 1
        bodies = [entry.body for entry in journal.read("event/a")]
        assert bodies == [b"1", b"somebody else's"]
        assert journal.append("event/a", 2, [b"decided upon what stands"]) == 3


def test_of_many_writers_at_once_each_number_goes_to_one(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        won: list[int] = []

        def write() -> None:
            while (expected := len(journal.read("race"))) < 50:
                try:
                    won.append(journal.append("race", expected, [b"x"]))
                except Conflict:
                    continue

        threads = [threading.Thread(target=write) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(won) == list(range(1, journal.head("race") + 1))
        assert len(journal.read("race")) == journal.head("race") == 50


def test_a_second_program_is_told_that_the_journal_is_open(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with (
        Journal(path),
        pytest.raises(JournalError, match=r"another program has the journal .* open"),
    ):
        Journal(path)
    Journal(path).close()


def test_a_closed_journal_takes_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append("s", 0, [b"1"])


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


def test_who_fails_when_told_does_not_stop_the_writer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: JournalError | None) -> None:
        raise RuntimeError("a fault of whoever was told")

    with Journal(tmp_path / "j") as journal:
        journal.post("s", 0, [b"1"], fails)
        assert journal.append("s", 1, [b"2"]) == 2
    assert "a fault of whoever was told" in caplog.text


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


def test_projections_are_written_with_their_entries_and_found_by_label(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        first = Projection("past", "table/1", 5.0, ("ann", "bob"), b"10-6")
        journal.append("table/1", 0, [b"x"], [first])
        journal.append(
            "table/2", 0, [b"x"], [Projection("past", "table/2", 9.0, ("ann",), b"4-10")]
        )
        with pytest.raises(Conflict):
            journal.append("table/2", 0, [b"y"], [Projection("past", "table/3", 1.0, (), b"no")])
    with Journal(tmp_path / "j") as journal:
        assert [each.body for each in journal.listed("past")] == [b"4-10", b"10-6"]
        assert [each.stream for each in journal.listed("past", "bob")] == ["table/1"]
        assert [each.stream for each in journal.listed("past", "ann", 1)] == ["table/2"]
        journal.append(
            "table/1", 1, [b"y"], [Projection("past", "table/1", 11.0, ("eve",), b"new")]
        )
        assert [each.stream for each in journal.listed("past")] == ["table/1", "table/2"]
        assert journal.listed("past", "bob") == []
        assert journal.projection("past", "table/1") == Projection(
            "past", "table/1", 11.0, (), b"new"
        )
        journal.append("table/1", 2, [b"z"], [Projection("past", "table/1")])
        assert journal.projection("past", "table/1") is None
        assert journal.listed("past", "eve") == []


WRITER = """
import sys
from rightbower.store.journal import Journal
with Journal(sys.argv[1]) as journal:
    head = journal.head("s")
    while True:
        waiting = [journal.submit("s", head + k, [b"%d" % (head + k + 1)]) for k in range(5)]
        for each in waiting:
            head = each.result()
            print(head, flush=True)
"""


def killed_while_writing(path: Path, lines: int) -> int:
    """Start a writer, kill it after it acknowledged some entries; the last number it said."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        said = [int(writer.stdout.readline()) for _ in range(lines)]
        writer.send_signal(signal.SIGKILL)
        rest = [int(line) for line in writer.stdout.read().split("\n")[:-1] if line]
        writer.wait()
    return (said + rest)[-1]


def check_after_kills(path: Path, times: int) -> None:
    for number in range(times):
        said = killed_while_writing(path, lines=1 + 7 * number % 40)
        with Journal(path) as journal:
            bodies = [entry.body for entry in journal.read("s")]
        assert len(bodies) >= said
        assert bodies == [b"%d" % (version + 1) for version in range(len(bodies))]


def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path) -> None:
    check_after_kills(tmp_path / "j", times=5)


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_by_two_hundred_kills(tmp_path: Path) -> None:
    check_after_kills(tmp_path / "j", times=200)


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
