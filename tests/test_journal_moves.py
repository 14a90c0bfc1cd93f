"""A journal's files moved, copied, removed and put back in any order: nothing acknowledged is lost."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from rightbower.cli import main
from rightbower.store.backup import backup, listed_streams
from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal
from rightbower.store.restore import back_up, restore
from rightbower.store.sqlite import LOCK, MARK, OPEN, SHM, WAL, look, marked

pytestmark = pytest.mark.sqlite
NAME: Final = "rightbower.journal"
ENDINGS: Final = ("", WAL, SHM, MARK, LOCK)
# A hall in a process of its own, that does what it is told a line at a time.
HALL: Final = """
import contextlib, json, sys
from pathlib import Path
from rightbower.store import journal as writing, sqlite
from rightbower.store.contract import JournalError
sqlite.SYNCHRONOUS, writing.GATHER = "off", 0.0
journal = None
for line in sys.stdin:
    what, given = json.loads(line)
    try:
        if what == "open":
            journal = writing.Journal(Path(given))
            answer = [each.body.decode() for each in journal.read("s")]
        elif what == "append":
            head = journal.head("s")
            answer = journal.append("s", head, [each.encode() for each in given])
        else:
            answer = journal.close()
        print(json.dumps([True, answer]), flush=True)
    except JournalError as fault:
        print(json.dumps([False, str(fault)]), flush=True)
        if what == "append":
            with contextlib.suppress(JournalError):
                journal.read("s")
"""


class HallProcess:
    """A hall that can be told to open, append and close, and be killed."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", HALL]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def tell(self, what: str, given: object = None) -> tuple[bool, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([what, given]) + "\n")
        self.process.stdin.flush()
        done, answer = json.loads(self.process.stdout.readline())
        return done, answer

    def kill(self) -> None:
        self.process.kill()
        with self.process:
            self.process.wait()


def number(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def left_open(path: Path) -> bool:
    """Whether a journal's file says that its newest entries are in the log."""
    return path.read_bytes()[68:72] == OPEN.to_bytes(4)


class Walk:
    """What was acknowledged, where each file went, and what each of them is known to hold."""

    def __init__(self, folder: Path, seed: int, kills: bool) -> None:
        self.chance, self.kills = random.Random(seed), kills
        self.data, self.shelf = folder / "data", folder / "shelf"
        for each in (self.data, self.shelf):
            each.mkdir(parents=True)
        self.journal = self.data / NAME
        self.process = HallProcess()
        self.open = False
        # The entries of the journal that is open or was last, and all such lists there ever were.
        self.now: list[str] = []
        self.histories: list[list[str]] = [self.now]
        # Its files, by their numbers; whether one of them was written over, which nobody can put back;
        # and what each file, by its path, holds for certain.
        self.own: dict[str, int] = {}
        self.spoiled = False
        self.holds: dict[Path, list[str]] = {}
        self.shelved, self.written = 0, 0
        self.said: dict[str, int] = {}

    def file(self, ending: str) -> Path:
        return Path(f"{self.journal}{ending}")

    def count(self, what: str) -> None:
        self.said[what] = self.said.get(what, 0) + 1

    def in_place(self) -> bool:
        return not self.spoiled and all(
            number(self.file(ending)) == known for ending, known in self.own.items()
        )

    # What people do with files.

    def put(self, source: Path, target: Path, copied: bool) -> None:
        if copied:
            shutil.copy(source, target)
        else:
            source.rename(target)
        held = self.holds.get(source) if copied else self.holds.pop(source, None)
        if held is not None:
            self.holds[target] = list(held)

    def shelve(self, source: Path, ending: str, copied: bool = False) -> None:
        self.shelved += 1
        self.put(source, self.shelf / f"{self.shelved}{ending or '-journal'}", copied)

    def take_away(self) -> None:
        there = [each for each in ENDINGS if self.file(each).exists()]
        if there:
            ending = self.chance.choice(there)
            copied = self.chance.random() < 0.4 and ending not in (SHM, LOCK)
            self.shelve(self.file(ending), ending, copied)

    def take_all_away(self) -> None:
        for ending in ENDINGS:
            if self.file(ending).exists():
                self.shelve(self.file(ending), ending)

    def bring(self) -> None:
        found = sorted(self.shelf.iterdir())
        if found:
            source = self.chance.choice(found)
            ending = next(each for each in (*ENDINGS[1:], "-journal") if source.name.endswith(each))
            target = self.file("" if ending == "-journal" else ending)
            if target.exists():
                self.shelve(target, "" if ending == "-journal" else ending)
            self.put(source, target, self.chance.random() < 0.3)

    def write_over(self) -> None:
        """What ``cp`` does with a name that is there: the file stays, and holds something else."""
        ending = self.chance.choice(("", WAL))
        found = [each for each in self.shelf.iterdir() if each.name.endswith(ending or "-journal")]
        target = self.file(ending)
        if not found or not target.exists():
            return
        # Later than the last commit by the clock of the files.
        time.sleep(0.02)
        source = self.chance.choice(sorted(found))
        shutil.copy(source, target)
        self.holds.pop(target, None)
        if number(target) == self.own.get(ending):
            self.spoiled = True
            if not self.open:
                self.own = {}
        self.count("written over")

    def put_all_back(self) -> None:
        """The files of the journal that was open last are put where they were; it has to be whole."""
        if not self.own:
            return
        for ending, known in self.own.items():
            if ending in (SHM, LOCK) and not self.open:
                if number(self.file(ending)) not in (0, known):
                    self.shelve(self.file(ending), ending)
                continue
            if number(self.file(ending)) == known:
                continue
            if self.file(ending).exists():
                self.shelve(self.file(ending), ending)
            for path in self.shelf.iterdir():
                if number(path) == known:
                    self.put(path, self.file(ending), copied=False)
        if WAL not in self.own and self.file(WAL).exists():
            self.shelve(self.file(WAL), WAL)
        self.count("put back")
        if self.open:
            self.append()
        else:
            assert self.begin(), "a journal whose files are all back was refused"

    # What the hall does.

    def begin(self) -> bool:
        """Open the hall; when it is refused, nothing was changed."""
        if self.open:
            return True
        before = self.contents()
        numbers = {ending: number(self.file(ending)) for ending in ENDINGS}
        had, log = marked(self.journal), len(before.get(WAL, b""))
        sure = [self.holds[self.file(e)] for e in ("", WAL) if self.file(e) in self.holds]
        done, answer = self.process.tell("open", str(self.journal))
        if not done:
            assert self.contents() == before, f"a refusal changed something: {answer}"
            assert "\n" not in answer
            self.count("refused")
            return False
        assert len(answer) >= had, f"the mark speaks of {had} entries, and {len(answer)} are there"
        assert before.get("") or not log, "a log was thrown away"
        for each in sure:
            assert answer[: len(each)] == each, "what a file held is not there"
        assert any(answer == each[: len(answer)] for each in self.histories), "entries are mixed"
        mine = numbers[""] == self.own.get("") and numbers[WAL] == self.own.get(WAL, numbers[WAL])
        if numbers[""] and mine:
            assert answer == self.now, "what was acknowledged is missing"
        self.now = answer
        self.histories.append(self.now)
        self.own = {ending: number(self.file(ending)) for ending in ENDINGS}
        self.spoiled = False
        assert all(self.own.values())
        self.holds[self.journal] = list(answer)
        self.holds.pop(self.file(WAL), None)
        self.open = True
        self.count("opened")
        return True

    def contents(self) -> dict[str, bytes]:
        """The files that matter, as they are; an empty log is none."""
        found = {ending: self.file(ending) for ending in ("", WAL, MARK)}
        return (
            {e: path.read_bytes() for e, path in found.items() if number(path)}
            if not self.open
            else {}
        )

    def append(self) -> None:
        if not self.open:
            return
        bodies = [str(self.written + each) for each in range(self.chance.randrange(1, 60))]
        self.written += len(bodies)
        whole = self.in_place()
        done, answer = self.process.tell("append", bodies)
        assert done is whole, f"in its place: {whole}; {answer}"
        if done:
            self.now += bodies
            self.holds[self.file(WAL)] = list(self.now)
        self.count("appended" if done else "not taken")

    def close(self) -> None:
        if self.open:
            whole = self.in_place()
            assert self.process.tell("close")[0]
            self.open = False
            if whole:
                assert not self.file(WAL).exists()
                self.own = {"": self.own[""], MARK: self.own[MARK]}
                self.holds[self.journal] = list(self.now)
                self.holds.pop(self.file(WAL), None)
            else:
                self.process.kill()
                self.process = HallProcess()
            self.own = {} if self.spoiled else self.own
            self.count("closed")

    def kill(self) -> None:
        if self.open and self.kills:
            self.process.kill()
            self.process = HallProcess()
            self.open = False
            self.own = {} if self.spoiled else self.own
            self.count("killed")

    def back_up(self) -> None:
        self.shelved += 1
        target = self.shelf / f"{self.shelved}-journal"
        before = self.contents()
        with contextlib.suppress(JournalError):
            backup(self.journal, target)
            with Journal(shutil.copy(target, self.shelf.parent / "trial")) as journal:
                held = [each.body.decode() for each in journal.read("s")]
            for left in self.shelf.parent.glob("trial*"):
                left.unlink()
            assert any(held == each[: len(held)] for each in self.histories), "entries are mixed"
            if self.open and self.in_place():
                assert held == self.now
            self.holds[target] = held
            self.count("backed up")
        assert {e: b for e, b in self.contents().items() if b or e in before} == before

    def look(self) -> None:
        before = self.contents()
        with contextlib.suppress(JournalError):
            listed_streams(self.journal)
            self.count("listed")
        assert {e: b for e, b in self.contents().items() if b or e in before} == before

    def restore(self) -> None:
        copies = [
            path
            for path in self.holds
            if path.parent == self.shelf and path.name.endswith("-journal")
        ]
        if not copies:
            return
        copy = self.chance.choice(sorted(copies))
        held = None
        with contextlib.suppress(JournalError):
            held = restore(copy, self.data)
        if held is None:
            # The file of an open hall, which was moved away and whose log is elsewhere, is no backup.
            assert self.open or left_open(copy), "a good backup was refused"
            return
        assert not self.open or number(self.file(LOCK)) != self.own[LOCK]
        assert held.entries >= len(self.holds[copy])
        for ending in ENDINGS:
            source = Path(f"{self.journal}.before-restore{ending}")
            if source.exists():
                held_ = self.holds.pop(self.file(ending), None)
                if held_ is not None:
                    self.holds[source] = held_
                self.shelve(source, ending)
        self.holds[self.journal] = list(self.holds[copy])
        self.count("restored")

    def step(self) -> None:
        acts = {
            self.begin: 8,
            self.append: 12,
            self.close: 2 if self.kills else 6,
            self.kill: 5,
            self.take_away: 5,
            self.take_all_away: 1,
            self.bring: 4,
            self.write_over: 1,
            self.put_all_back: 6,
            self.back_up: 1,
            self.look: 2,
            self.restore: 1,
        }
        self.chance.choices(list(acts), list(acts.values()))[0]()

    def end(self) -> None:
        self.put_all_back()
        self.process.kill()


def walked(folder: Path, seed: int, steps: int, kills: bool) -> dict[str, int]:
    walk = Walk(folder, seed, kills)
    try:
        assert walk.begin()
        for _ in range(steps):
            walk.step()
        walk.end()
    finally:
        walk.process.kill()
    return walk.said


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
    with pytest.raises(JournalError, match=why):
        Journal(path)
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
