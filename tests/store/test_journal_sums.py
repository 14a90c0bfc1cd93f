"""What the journal notices of its own: any part of a row, missing ends, who may read it."""

import contextlib
import os
import sqlite3
import stat
import zlib
from pathlib import Path

import pytest

from rightbower.office.journals import journal_of
from rightbower.store.backup import backup, verified
from rightbower.store.checks import WHOLE, as_written, damage, row_sum
from rightbower.store.contract import JournalError, Projection
from rightbower.store.journal import Journal
from rightbower.store.rescue import rescue


def changed(path: Path, statement: str) -> None:
    """Change the file behind the journal's back."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("update entries set stream = 'b' where position = 3", "not what the entries come to"),
        ("update heads set head = 2 where stream = 'a'", "not what the entries come to"),
        ("delete from entries where position = 3", "not what the entries come to"),
        ("update projections set body = x'00'", "what is listed of a"),
        ("update labels set label = 'eve' where label = 'ann'", "what is listed of a"),
        ("delete from labels", "what is listed of a"),
        ("insert into labels values ('past', 'ann', 1.0, 'nobody')", "a label of nobody"),
    ],
)
def test_a_row_that_changed_in_any_part_is_noticed(
    tmp_path: Path, statement: str, said: str
) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        listed = Projection("past", "a", 5.0, ("ann", "bob"), b"10-6")
        journal.append("a", 0, [b"1", b"2", b"3"], [listed])
    changed(path, statement)
    with pytest.raises(JournalError, match=rf"^the journal {path} is damaged \(.*{said}"):
        Journal(path)
    with pytest.raises(JournalError, match=f"{said}|is not as it was written|is missing"):
        backup(path, tmp_path / "copy")


def test_a_row_whose_checksum_happens_to_be_nought_can_be_read(tmp_path: Path) -> None:
    body = b"C9\x10\x1d"
    assert row_sum(1, "a", 1, body) == WHOLE
    with Journal(tmp_path / "j") as journal:
        journal.append("a", 0, [body])
        assert [each.body for each in journal.read("a")] == [body]


@pytest.mark.parametrize("whole", [True, False], ids=["the row", "the body alone"])
def test_a_row_with_something_else_in_it_is_not_as_it_was_written(whole: bool) -> None:
    sum_ = row_sum(7, "a", 2, b"x") if whole else zlib.crc32(b"x")
    assert as_written(7, "a", 2, b"x", sum_)
    assert not as_written("7", "a", 2, b"x", sum_)
    assert not as_written(7, b"a", 2, b"x", sum_)
    assert not as_written(7, "a", "2", b"x", sum_)
    assert not as_written(7, "a", 2, "x", sum_)
    assert not as_written(7, "a", 2, b"y", sum_)
    assert not as_written(7, "a", 2, b"x", None)  # type: ignore[arg-type]  # a damaged file
    assert as_written(8, "b", 3, b"x", sum_) is not whole


def test_entries_that_are_missing_in_the_middle_are_named(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1", b"2", b"3"])
        journal.append("b", 0, [b"1", b"2", b"3", b"4"])
    changed(path, "delete from entries where stream = 'a' and version = 2")
    changed(path, "delete from entries where stream = 'b' and version in (1, 3)")
    with pytest.raises(JournalError, match="is damaged \\(entry 2 of a is missing\\)"):
        verified(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert list(damage(connection)) == [
            "entry 2 of a is missing",
            "entry 1 of b is missing",
            "entry 3 of b is missing",
        ]
    with Journal(path) as journal:
        for stream, gap in (("a", 2), ("b", 1)):
            why = f"is damaged \\(entry {gap} of {stream} is missing\\)"
            with pytest.raises(JournalError, match=why):
                journal.read(stream)
        assert [entry.version for entry in journal.read("a", 2)] == [3]


def test_a_large_journal_is_not_looked_through_and_still_notices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rightbower.store.sqlite.CHECKED_WHEN_OPENED", 0)
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1", b"2", b"3"], [Projection("past", "a", 5.0, (), b"10-6")])
        journal.append("b", 0, [b"1"])
    changed(path, "update entries set stream = 'b', version = 2 where position = 3")
    changed(path, "update projections set body = x'00'")
    with Journal(path) as journal:
        with pytest.raises(JournalError, match="entry 3 of a is missing"):
            journal.read("a")
        with pytest.raises(JournalError, match="entry 2 of b is not as it was written"):
            journal.read("b")
        with pytest.raises(JournalError, match="what is listed of a"):
            journal.listed("past")


def test_a_journal_with_sums_of_the_body_alone_opens_as_before(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1", b"2"], [Projection("past", "a", 5.0, ("ann",), b"10-6")])
    for version, body in ((1, b"1"), (2, b"2")):
        changed(path, f"update entries set sum = {zlib.crc32(body)} where version = {version}")
    for column in ("labels", "sum"):
        changed(path, f"alter table projections drop column {column}")
    changed(path, "pragma user_version = 2")
    assert backup(path, tmp_path / "before").entries == 2
    with Journal(path) as journal:
        assert [entry.body for entry in journal.read("a")] == [b"1", b"2"]
        assert [each.body for each in journal.listed("past", "ann")] == [b"10-6"]
        journal.append("a", 2, [b"3"])
    assert backup(path, tmp_path / "after").entries == 3
    changed(path, "update entries set body = x'00' where version = 1")
    with Journal(path) as journal, pytest.raises(JournalError, match="entry 1 of a"):
        journal.read("a")


def test_entries_that_are_missing_at_the_end_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1"])
    older = path.read_bytes()
    with Journal(path) as journal:
        journal.append("a", 1, [b"2", b"3"])
    path.write_bytes(older)
    with pytest.raises(JournalError, match="2 entries that were written are missing"):
        Journal(path)
    Path(f"{path}-mark").unlink()
    with Journal(path) as journal:
        assert len(journal.read("a")) == 1


def test_a_journal_that_lost_its_mark_has_one_as_soon_as_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append("a", 0, [b"1"])
    older = path.read_bytes()
    with Journal(path) as journal:
        journal.append("a", 1, [b"2"])
    Path(f"{path}-mark").unlink()
    Journal(path).close()
    path.write_bytes(older)
    with pytest.raises(JournalError, match="1 entries that were written are missing"):
        Journal(path)


def test_only_the_owner_can_read_a_journal_and_its_copies(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.touch(0o644)
    path.chmod(0o644)
    before = os.umask(0)
    try:
        with Journal(path) as journal:
            journal.append("a", 0, [b"1"])
            journal.backup(tmp_path / "copy")
            rescue(path, tmp_path / "saved")
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert {"j", "j-wal", "j-lock", "j-mark", "copy", "saved"} <= set(modes)
    assert {name for name, mode in modes.items() if mode != 0o600} == set()


def test_only_the_owner_can_look_into_a_folder_that_is_made(tmp_path: Path) -> None:
    with journal_of(tmp_path / "data"):
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
