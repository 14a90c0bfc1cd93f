"""A journal's files moved, copied, removed and put back in any order: nothing acknowledged is lost."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from rightbower.cli import main
from rightbower.store.backup import backup, listed_streams
from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal
from rightbower.store.restore import back_up, restore
from rightbower.store.sqlite import LOCK, MARK, SHM, WAL, look
from store.journal_walk import ENDINGS, NAME, HallProcess, walked

pytestmark = pytest.mark.sqlite


def killed(path: Path, entries: int = 34) -> None:
    """A journal whose entries are in the write-ahead log alone."""
    hall = HallProcess()
    assert hall.tell("open", str(path)) == (True, [])
    assert hall.tell("append", [str(each) for each in range(entries)]) == (True, entries)
    hall.kill()
    assert Path(f"{path}{WAL}").stat().st_size > 0


def bodies(path: Path) -> list[str]:
    with Journal(path) as journal:
        return [each.body.decode() for each in journal.read("s")]


def everything(folder: Path) -> dict[str, bytes]:
    """The files of a folder but the lock and the engine's index, which hold nothing."""
    kept = (
        path for path in folder.iterdir() if not path.name.endswith(SHM) and LOCK not in path.name
    )
    return {path.name: path.read_bytes() for path in kept}


ACTS: Final[dict[str, Callable[[Path], object]]] = {
    "open": Journal,
    "list": listed_streams,
    "look": look,
    "back up": lambda path: backup(path, path.parent.parent / "copy"),
    "dated": lambda path: back_up(path.parent, path.parent.parent / "backups", 0, 1.8e9),
    "command list": lambda path: told("journal", "list", "--data", str(path.parent)),
    "command check": lambda path: told("journal", "check", "--data", str(path.parent)),
    "command events": lambda path: told("event", "list", "--data", str(path.parent)),
}


def told(*words: str) -> None:
    if main(words):
        raise JournalError("told")


@pytest.mark.parametrize("empty", [False, True], ids=["moved", "emptied"])
@pytest.mark.parametrize("act", ACTS)
def test_a_journal_is_not_lost_by_looking_at_it(tmp_path: Path, act: str, empty: bool) -> None:
    path = tmp_path / "data" / NAME
    path.parent.mkdir()
    killed(path)
    path.rename(tmp_path / "aside")
    if empty:
        path.touch()
    before = everything(path.parent)
    with pytest.raises(JournalError):
        ACTS[act](path)
    assert everything(path.parent) == before
    (tmp_path / "aside").replace(path)
    assert len(bodies(path)) == 34


def test_the_doctor_changes_nothing_where_a_journal_is_missing(tmp_path: Path) -> None:
    path = tmp_path / NAME
    killed(path)
    path.rename(tmp_path / "aside")
    path.touch()
    before = everything(tmp_path)
    main(["doctor", "--data", str(tmp_path)])
    assert {name: body for name, body in everything(tmp_path).items() if name in before} == before


@pytest.mark.parametrize(
    ("gone", "why"),
    [
        (
            ("",),
            "there is no journal .*-wal and .*-mark of one with 34 entries: put the journal back",
        ),
        (("", WAL), "there is no journal .*-mark of one with 34 entries: put the journal back"),
        (("", MARK), "there is no journal .*-wal of one: put the journal back"),
        ((WAL,), "-wal is missing"),
        ((MARK,), "-mark is missing"),
        ((WAL, MARK), "-wal is missing"),
    ],
)
def test_what_is_missing_is_said_and_put_back(
    tmp_path: Path, gone: tuple[str, ...], why: str
) -> None:
    path, aside = tmp_path / NAME, tmp_path / "aside"
    killed(path)
    for ending in gone:
        Path(f"{path}{ending}").rename(f"{aside}{ending}")
    for act in (Journal, listed_streams):
        with pytest.raises(JournalError, match=why):
            act(path)
    for ending in gone:
        assert not Path(f"{path}{ending}").exists()
        Path(f"{aside}{ending}").rename(f"{path}{ending}")
    assert len(bodies(path)) == 34


def test_the_log_of_another_journal_is_neither_taken_in_nor_removed(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for path, entries in ((first, 300), (second, 34)):
        killed(path, entries)
        assert len(bodies(path)) == entries
        hall = HallProcess()
        assert hall.tell("open", str(path))[0]
        assert hall.tell("append", ["x" * 500] * 200)[0]
        hall.kill()
    shutil.copy(f"{first}{WAL}", f"{second}{WAL}")
    Path(f"{second}{MARK}").write_bytes(b"")
    before = everything(tmp_path)
    with pytest.raises(JournalError, match="is damaged"):
        Journal(second)
    assert everything(tmp_path) == before


def test_the_log_of_a_journal_that_went_another_way_is_not_written_over_this_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "data" / NAME
    path.parent.mkdir()
    with Journal(path) as journal:
        journal.append("s", 0, [b"1", b"2"])
    shutil.copy(path, tmp_path / "other")
    with Journal(path) as journal:
        journal.append("s", 2, [b"here"])
    path.rename(tmp_path / "mine")
    Path(f"{path}{MARK}").unlink()
    (tmp_path / "other").rename(path)
    hall = HallProcess()
    assert hall.tell("open", str(path)) == (True, ["1", "2"])
    assert hall.tell("append", ["there", "4", "5"]) == (True, 5)
    hall.kill()
    path.rename(tmp_path / "other")
    (tmp_path / "mine").rename(path)
    before = everything(path.parent)
    with pytest.raises(JournalError, match=r"-wal is not its own"):
        Journal(path)
    assert everything(path.parent) == before
    path.rename(tmp_path / "mine")
    (tmp_path / "other").rename(path)
    assert bodies(path) == ["1", "2", "there", "4", "5"]
    (tmp_path / "data" / f"{NAME}{MARK}").unlink()
    path.unlink()
    (tmp_path / "mine").rename(path)
    assert bodies(path) == ["1", "2", "here"]


@pytest.mark.parametrize("pages", range(1, 12, 2))
def test_a_journal_that_was_killed_while_it_took_its_log_in_is_whole(
    tmp_path: Path, pages: int
) -> None:
    path, taken_in = tmp_path / NAME, tmp_path / "taken in"
    hall = HallProcess()
    assert hall.tell("open", str(path)) == (True, [])
    words = [f"{each} {'x' * 2000}" for each in range(60)]
    assert hall.tell("append", words) == (True, 60)
    hall.kill()
    for ending in ("", WAL):
        shutil.copy(f"{path}{ending}", f"{taken_in}{ending}")
    with contextlib.closing(sqlite3.connect(taken_in)) as connection:
        connection.execute("pragma wal_checkpoint")
        whole = taken_in.read_bytes()
    assert len(whole) > len(path.read_bytes())
    # So many pages were written when it was killed, the first of them first.
    with path.open("r+b") as file:
        file.write(whole[: pages * 4096])
    look(path, through=True)
    assert bodies(path) == words


def test_a_journal_is_not_opened_through_a_link_to_its_file(tmp_path: Path) -> None:
    path, link = tmp_path / "data" / NAME, tmp_path / "linked" / NAME
    path.parent.mkdir()
    link.parent.mkdir()
    killed(path)
    link.symlink_to(path)
    before = everything(path.parent)
    with pytest.raises(JournalError, match=f"is a link: name the folder of {path}"):
        Journal(link)
    with pytest.raises(JournalError, match="is a link"):
        restore(path, link.parent)
    assert everything(path.parent) == before
    assert [each.name for each in link.parent.iterdir()] == [NAME]
    assert listed_streams(link) == {"s": 34}
    backup(link, tmp_path / "copy")
    (tmp_path / "newest").symlink_to(tmp_path / "copy")
    assert restore(tmp_path / "newest", tmp_path / "elsewhere").entries == 34
    linked = tmp_path / "linked folder"
    linked.symlink_to(path.parent)
    with Journal(linked / NAME), pytest.raises(JournalError, match="another program has"):
        Journal(path)
    assert len(bodies(path)) == 34


def test_a_restore_that_was_broken_off_is_not_begun_empty(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(tmp_path / "copy") as journal:
        journal.append("s", 0, [b"1"])
    Path(f"{tmp_path / 'copy'}{MARK}").unlink()
    shutil.copy(tmp_path / "copy", f"{path}.restoring")
    with pytest.raises(JournalError, match="a restore was broken off: run it again"):
        Journal(path)
    restore(tmp_path / "copy", tmp_path)
    assert bodies(path) == ["1"]


def test_journals_set_aside_in_pieces_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(tmp_path / "copy") as journal:
        journal.append("s", 0, [b"1"])
    logs = []
    for _ in range(2):
        for ending in ENDINGS:
            Path(f"{path}{ending}").unlink(missing_ok=True)
        killed(path)
        path.unlink()
        logs.append(Path(f"{path}{WAL}").read_bytes())
        restore(tmp_path / "copy", tmp_path)
    found = [each.read_bytes() for each in tmp_path.glob(f"*before-restore*{WAL}")]
    assert sorted(found) == sorted(logs)


def test_nothing_is_restored_where_an_open_journal_was_moved_away(tmp_path: Path) -> None:
    path = tmp_path / "data" / NAME
    path.parent.mkdir()
    with Journal(tmp_path / "copy") as copy:
        copy.append("s", 0, [b"1"])
    with Journal(path) as journal:
        journal.append("s", 0, [b"2"])
        path.rename(tmp_path / "moved")
        with pytest.raises(JournalError, match="close the hall first"):
            restore(tmp_path / "copy", path.parent)
        (tmp_path / "moved").rename(path)
        journal.append("s", 1, [b"3"])
    assert bodies(path) == ["2", "3"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_hall_notices_a_file_that_is_moved_and_goes_on_when_it_is_back(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / NAME
    monkeypatch.setattr("rightbower.store.sqlite.LOOK", 0.01)
    with Journal(path) as journal:
        journal.append("s", 0, [b"1"])
        Path(f"{path}{ending}").rename(tmp_path / "moved")
        with pytest.raises(JournalError, match=rf"{NAME}{ending} was moved or removed"):
            journal.append("s", 1, [b"2"])
        until(lambda: "was moved or removed; put it back" in journal.trouble)
        assert journal.failing
        Path(f"{path}{ending}").write_bytes(b"another")
        until(lambda: "is another file now" in journal.trouble)
        assert [each.body for each in journal.read("s")] == [b"1"]
        (tmp_path / "moved").rename(f"{path}{ending}")
        until(lambda: not journal.trouble)
        assert journal.append("s", 1, [b"2"]) == 2
    assert bodies(path) == ["1", "2"]


@pytest.mark.parametrize("ending", ["", WAL])
@pytest.mark.parametrize("how", ["emptied", "copied over", "of the same size"])
def test_a_hall_notices_that_a_file_was_written_over(
    tmp_path: Path, ending: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / NAME
    monkeypatch.setattr("rightbower.store.sqlite.LOOK", 0.01)
    with Journal(path) as journal:
        journal.append("s", 0, [b"1"])
    backup(path, tmp_path / "copy")
    with Journal(path) as journal:
        assert [journal.append("s", each, [b"%d" % each]) for each in range(1, 30)][-1] == 30
        file, copy = Path(f"{path}{ending}"), (tmp_path / "copy").read_bytes()
        size = {"emptied": 0, "copied over": len(copy)}.get(how, file.stat().st_size)
        time.sleep(0.02)
        file.write_bytes(copy[:size].ljust(size, b"0"))
        with pytest.raises(JournalError, match=rf"{NAME}{ending} was written over; close the hall"):
            journal.append("s", 30, [b"30"])
        until(lambda: f"{NAME}{ending} was written over" in journal.trouble)
        assert journal.failing
        left = file.read_bytes()
    assert file.read_bytes() == left, "what was written over is not written into at the end"


def test_a_quiet_hall_notices_that_a_file_was_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rightbower.store.sqlite.LOOK", 0.01)
    with Journal(tmp_path / NAME) as journal:
        journal.append("s", 0, [b"1"])
        time.sleep(0.02)
        with (tmp_path / NAME).open("r+b") as file:
            file.write(b"x")
        until(lambda: "was written over" in journal.trouble)


def until(reached: Callable[[], bool]) -> None:
    for _ in range(3000):
        if reached():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come to that")


def test_what_was_acknowledged_is_in_the_file_that_was_moved(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        journal.append("s", 0, [b"1", b"2"])
        path.rename(tmp_path / "moved")
        until(lambda: bool(journal.trouble))
    assert bodies(tmp_path / "moved") == ["1", "2"]
    with pytest.raises(JournalError, match="there is no journal"):
        Journal(path)


def test_a_journal_that_was_removed_under_a_hall_is_kept(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        journal.append("s", 0, [b"1", b"2"])
        for ending in ENDINGS:
            Path(f"{path}{ending}").unlink()
        until(lambda: bool(journal.trouble))
    with pytest.raises(JournalError, match=r"\.kept: it was removed while a hall had it open"):
        Journal(path)
    restore(Path(f"{path}.kept"), tmp_path)
    assert bodies(path) == ["1", "2"]


def test_a_hall_that_closes_leaves_a_log_that_is_not_its_own(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        journal.append("s", 0, [b"1", b"2"])
        Path(f"{path}{WAL}").rename(tmp_path / "own")
        Path(f"{path}{WAL}").write_bytes(b"of another journal")
    assert Path(f"{path}{WAL}").read_bytes() == b"of another journal"


@pytest.mark.parametrize("kills", [True, False])
def test_nothing_acknowledged_is_lost_by_moving_files(tmp_path: Path, kills: bool) -> None:
    said = walked(tmp_path, 9 if kills else 6, 60, kills)
    acts = ("opened", "appended", "refused", "not taken", "written over")
    assert min(said[each] for each in acts) > 0


@pytest.mark.soak
@pytest.mark.parametrize("kills", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_nothing_acknowledged_is_lost_by_five_hundred_moves(
    tmp_path: Path, seed: int, kills: bool
) -> None:
    said = walked(tmp_path, seed, 500, kills)
    acts = ("opened", "appended", "refused", "not taken", "written over")
    assert min(said[each] for each in acts) > 3, said


@pytest.mark.parametrize("act", ["open", "list", "look", "command check"])
def test_a_journal_that_is_gone_with_its_mark_is_told_by_its_backups(
    tmp_path: Path, act: str
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    path = data / NAME
    with Journal(path) as journal:
        journal.append("s", 0, [b"a", b"b"])
    made, _ = back_up(data, data / "backups", 3, 1.8e9)
    for ending in ENDINGS:
        Path(f"{path}{ending}").unlink(missing_ok=True)
    before = everything(data / "backups")
    with pytest.raises(JournalError, match="told" if "command" in act else "but a backup of one"):
        ACTS[act](path)
    assert not path.exists()
    assert everything(data / "backups") == before
    restore(made, data)
    assert bodies(path) == ["a", "b"]


def test_without_its_backups_a_folder_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / NAME
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "notes.txt").write_text("where the key is")
    (tmp_path / "secret").write_text("kept")
    assert bodies(path) == []
