"""Backups with a date, proved by restoring them; and a backup put in the journal's place."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rightbower.cli import main
from rightbower.store import checks, sqlite
from rightbower.store.backup import Copied, backup, verified
from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal
from rightbower.store.restore import back_up, backups, dated, proved, restore, superfluous
from rightbower.store.sqlite import damaged

NOON = 1_800_000_000.0
DAY = 86400.0


def hall(data: Path, entries: int = 3) -> Path:
    """A data folder with a journal."""
    data.mkdir(exist_ok=True)
    with Journal(data / "rightbower.journal") as journal:
        head = journal.head("event/a")
        journal.append("event/a", head, [b"%d" % (head + k + 1) for k in range(entries)])
    return data


def bodies(data: Path) -> list[bytes]:
    with Journal(data / "rightbower.journal") as journal:
        return [entry.body for entry in journal.read("event/a")]


def test_dated_backups_are_proved_and_the_oldest_go(tmp_path: Path) -> None:
    data, folder = hall(tmp_path / "data"), tmp_path / "backups"
    made = []
    for number in range(4):
        path, found = back_up(data, folder, keep=3, now=NOON + number // 2)
        os.utime(path, (NOON + number, NOON + number))
        made.append(path)
        assert (found.streams, found.entries) == (1, 3)
    assert backups(folder) == made[1:]
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []
    other = folder / "holiday.journal"
    shutil.copy(made[-1], other)
    back_up(data, folder, keep=1, now=NOON + 9)
    assert other.exists(), "only dated backups are tidied away"


def test_a_backup_looks_at_one_moment_of_a_journal_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lists beside the entries are compared with the entries of the same moment."""
    path = tmp_path / "rightbower.journal"
    with Journal(path) as journal:
        journal.append("event/a", 0, [b"1"])
        whole = checks.damaged_lists

        def meanwhile(connection: sqlite3.Connection) -> Iterator[str]:
            count = "select count(*) from entries"
            before = connection.execute(count).fetchone()
            journal.append("event/a", journal.head("event/a"), [b"more"])
            assert connection.execute(count).fetchone() == before
            yield from whole(connection)

        monkeypatch.setattr(sqlite, "damaged_lists", meanwhile)
        assert backup(path, tmp_path / "copy").entries in (1, 2)
        assert journal.head("event/a") >= 2, "somebody wrote while it was looked at"


def test_many_of_one_day_leave_those_of_the_days_before(tmp_path: Path) -> None:
    data, folder = hall(tmp_path / "data"), tmp_path / "backups"
    times = [NOON, NOON + DAY, *(NOON + 2 * DAY + minute * 60 for minute in range(5))]
    made = []
    for now in times:
        path, _ = back_up(data, folder, keep=3, now=now)
        os.utime(path, (now, now))
        made.append(path)
    assert backups(folder) == [made[0], made[1], made[-1]]


def test_a_backup_that_is_damaged_afterwards_is_not_restored(tmp_path: Path) -> None:
    data, folder = hall(tmp_path / "data", 200), tmp_path / "backups"
    path, _ = back_up(data, folder, keep=0, now=NOON)
    path.write_bytes(path.read_bytes().replace(b"event/a", b"event/b", 1))
    with pytest.raises(JournalError, match="is damaged"):
        proved(path)
    with pytest.raises(JournalError, match="is damaged"):
        restore(path, data)
    assert len(bodies(data)) == 200, "the journal that was there stays"


def test_a_trial_that_does_not_give_what_the_backup_holds_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, other = tmp_path / "copy", tmp_path / "other"
    backup(hall(tmp_path / "data") / "rightbower.journal", copy)
    backup(hall(tmp_path / "less", 2) / "rightbower.journal", other)
    assert proved(copy) == Copied(1, 3)
    monkeypatch.setattr("rightbower.store.restore.backup", lambda _, fresh: backup(other, fresh))
    with pytest.raises(JournalError) as told:
        proved(copy)
    assert str(told.value) == str(damaged(copy, "a trial restore did not give what it holds"))
    assert f"the journal {copy} is damaged (a trial restore" in str(told.value)


def test_a_restored_backup_takes_the_journals_place(tmp_path: Path) -> None:
    data = hall(tmp_path / "data")
    copy, _ = back_up(data, tmp_path / "backups", keep=0, now=NOON)
    hall(data, 2)
    assert restore(copy, data).entries == 3
    assert bodies(data) == [b"1", b"2", b"3"]
    hall(data, 1)
    restore(copy, data)
    aside = data / "rightbower.journal.before-restore"
    with Journal(aside) as journal:
        assert len(journal.read("event/a")) == 5, "what was there can still be opened"
    assert Path(f"{aside}-2").exists()


def test_a_journal_that_cannot_be_opened_is_replaced_too(tmp_path: Path) -> None:
    data = hall(tmp_path / "data")
    copy, _ = back_up(data, tmp_path / "backups", keep=0, now=NOON)
    (data / "rightbower.journal").write_bytes(b"nonsense" * 1000)
    restore(copy, data)
    assert len(bodies(data)) == 3


def test_nothing_is_restored_over_an_open_journal(tmp_path: Path) -> None:
    data = hall(tmp_path / "data")
    copy, _ = back_up(data, tmp_path / "backups", keep=0, now=NOON)
    with (
        Journal(data / "rightbower.journal"),
        pytest.raises(JournalError, match="close the hall first"),
    ):
        restore(copy, data)
    assert len(bodies(data)) == 3
    assert not list(data.glob("*.restoring"))


def test_a_copy_after_a_kill_has_what_the_write_ahead_log_has(tmp_path: Path) -> None:
    code = (
        "import os, sys; from rightbower.store.journal import Journal;"
        "journal = Journal(sys.argv[1]); journal.append('event/a', 0, [b'1', b'2']); os._exit(9)"
    )
    data = tmp_path / "data"
    data.mkdir()
    path = data / "rightbower.journal"
    assert subprocess.run([sys.executable, "-c", code, str(path)]).returncode == 9
    assert Path(f"{path}-wal").stat().st_size > 0
    copy, found = back_up(data, tmp_path / "backups", keep=0, now=NOON)
    assert found.entries == 2
    restore(copy, tmp_path / "elsewhere")
    assert bodies(tmp_path / "elsewhere") == [b"1", b"2"]


def test_the_commands_say_what_they_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, folder = hall(tmp_path / "data"), tmp_path / "backups"
    monkeypatch.setenv("RIGHTBOWER_DATA", str(data))
    assert main(["journal", "backup", str(folder), "--keep", "2"]) == 0
    assert "was restored for a trial: 1 stream, 3 entries" in capsys.readouterr().out
    (copy,) = backups(folder)
    assert main(["journal", "check", str(copy)]) == 0
    assert "3 entries, all as they were written" in capsys.readouterr().out
    assert main(["journal", "restore", str(copy), "--data", str(tmp_path / "new")]) == 0
    assert "put the old one there" in capsys.readouterr().out
    assert main(["journal", "restore", str(tmp_path / "none")]) == 1
    assert "there is no backup" in capsys.readouterr().err
    assert main(["journal", "backup", str(folder), "--keep", "-1"]) == 1


@pytest.mark.parametrize(
    ("older", "newest", "keep", "gone"),
    [
        ("1a 1b 2a 3a", "3b", 4, "1a"),
        ("1a 1b 2a 3a", "3b", 3, "1a 3a"),
        ("1a 1b 2a 3a", "3b", 2, "1a 3a 1b"),
        ("1a 1b 2a 3a", "3b", 1, "1a 3a 1b 2a"),
        ("1a 1b 2a 3a", "3b", 5, ""),
        ("1a 1b 2a 3a", "3b", 9, ""),
        ("1a 2a 3a", "4a", 2, "1a 2a"),
        ("", "1a", 1, ""),
    ],
)
def test_which_backups_go_first(older: str, newest: str, keep: int, gone: str) -> None:
    def path(name: str) -> Path:
        return Path(f"rightbower-2026010{name[0]}-12000{'ab'.index(name[1])}.journal")

    found = superfluous([path(name) for name in older.split()], path(newest), keep)
    assert found == [path(name) for name in gone.split()]


def test_a_backup_of_one_moment_after_another_has_a_number(tmp_path: Path) -> None:
    first = dated(tmp_path, NOON)
    assert backups(tmp_path / "nowhere") == []
    names = []
    for _ in range(3):
        found = dated(tmp_path, NOON)
        found.touch()
        names.append(found.name.removeprefix(first.stem))
    assert names == [".journal", "-2.journal", "-3.journal"]


def test_without_a_number_to_keep_no_backup_goes(tmp_path: Path) -> None:
    data, folder = hall(tmp_path / "data"), tmp_path / "backups"
    made = [back_up(data, folder, keep=0, now=NOON + DAY * number)[0] for number in range(3)]
    assert set(backups(folder)) == set(made)
    assert [path for path in folder.iterdir() if path not in made] == []


def test_a_backup_has_a_free_name_and_a_journal_to_copy(tmp_path: Path) -> None:
    data = hall(tmp_path / "data")
    journal, other = data / "rightbower.journal", tmp_path / "copy"
    assert backup(journal, other) == Copied(1, 3)
    with pytest.raises(JournalError) as refused:
        backup(journal, other)
    assert str(refused.value) == f"{other} is there already; choose another name for the backup"
    with pytest.raises(JournalError) as refused:
        backup(tmp_path / "none", tmp_path / "second")
    assert str(refused.value) == f"there is no journal {tmp_path / 'none'}"
    with pytest.raises(JournalError, match=f"^{tmp_path / 'no' / 'copy'} cannot be written: "):
        backup(journal, tmp_path / "no" / "copy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "data"]


def test_a_file_that_is_no_journal_is_said_to_be_damaged_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "copy"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(JournalError, match=f"^the journal {path} is damaged \\(file is not a data"):
        verified(path)
    named = tmp_path / "other"
    with pytest.raises(
        JournalError, match=f"^the journal {named} is damaged \\(file is not a data"
    ):
        verified(path, named)


def test_journals_set_aside_are_counted_and_keep_what_lies_beside_them(tmp_path: Path) -> None:
    data, copy = hall(tmp_path / "data"), tmp_path / "copy"
    journal = data / "rightbower.journal"
    backup(journal, copy)
    for name in ("", "-2", "-3"):
        restore(copy, data)
        aside = Path(f"{journal}.before-restore{name}")
        assert aside.exists()
        assert Path(f"{aside}-mark").exists()
        assert not Path(f"{journal}-mark").exists()
        hall(data)
    with pytest.raises(JournalError, match=f"^there is no backup {tmp_path / 'none'}$"):
        restore(tmp_path / "none", data)


# The disk is full when the trial is made, or the program is killed there.
IN_TRIAL = """
import os, sys
from pathlib import Path
from rightbower.store import restore
def end(*_):
    {how}
restore.restore = end
restore.back_up(Path(sys.argv[1]), Path(sys.argv[2]), 0, 1.8e9)
"""


def test_what_a_killed_backup_leaves_is_removed_by_the_next(tmp_path: Path) -> None:
    data, folder = hall(tmp_path / "data"), tmp_path / "backups"
    code = IN_TRIAL.format(how="os._exit(9)")
    command = [sys.executable, "-c", code, str(data), str(folder)]
    assert subprocess.run(command).returncode == 9
    assert backups(folder) == [], "it was not proved yet"
    assert list(folder.iterdir())
    old = folder / "rightbower-20200101-120000.journal.part"
    old.write_bytes(b"what an older version left")
    os.utime(old, (0, 0))
    path, _ = back_up(data, folder, keep=0, now=NOON)
    assert list(folder.iterdir()) == [path]


def test_what_another_backup_is_making_stays(tmp_path: Path) -> None:
    data, folder = hall(tmp_path / "data"), tmp_path / "backups"
    folder.mkdir()
    code = IN_TRIAL.format(how="print(flush=True); sys.stdin.read()")
    command = [sys.executable, "-c", code, str(data), str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as other:
        assert other.stdout is not None
        other.stdout.readline()
        making = set(folder.iterdir())
        assert making
        path, _ = back_up(data, folder, keep=0, now=NOON)
        assert set(folder.iterdir()) == {*making, path}
        other.communicate(b"")


def test_a_disk_that_is_full_in_the_trial_leaves_nothing_that_looks_like_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, folder = hall(tmp_path / "data"), tmp_path / "backups"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rightbower.store.restore.restore", full)
    with pytest.raises(JournalError, match=r"cannot be written: .*No space left"):
        back_up(data, folder, keep=0, now=NOON)
    assert list(folder.iterdir()) == []


def test_a_killed_copy_to_a_file_is_removed_by_the_next(tmp_path: Path) -> None:
    data = hall(tmp_path / "data")
    code = (
        "import os, sys; from rightbower.store import backup as b; b.verified = lambda *_: os._exit(9);"
        "b.backup(*sys.argv[1:])"
    )
    (tmp_path / "copies").mkdir()
    command = [sys.executable, "-c", code, str(data / "rightbower.journal")]
    assert subprocess.run([*command, str(tmp_path / "copies" / "one")]).returncode == 9
    assert list((tmp_path / "copies").iterdir())
    backup(data / "rightbower.journal", tmp_path / "copies" / "two")
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["two"]


def test_a_journal_is_listed_and_checked_while_it_is_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = hall(tmp_path / "data")
    with Journal(data / "rightbower.journal") as journal:
        journal.append("event/b", 0, [b"1"])
        assert main(["journal", "list", "--json", "--data", str(data)]) == 0
        assert '"event/a": 3' in capsys.readouterr().out
        assert main(["journal", "check", "--data", str(data)]) == 0
        assert "2 streams, 4 entries" in capsys.readouterr().out
        assert journal.append("event/b", 1, [b"2"]) == 2
    assert main(["journal", "list", "--data", str(tmp_path / "nowhere")]) == 1
    assert "there is no journal" in capsys.readouterr().err
