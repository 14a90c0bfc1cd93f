"""A walk of acts on a journal's files against a model: what is acknowledged, and what each file holds."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from rightbower.store.backup import backup, listed_streams
from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal
from rightbower.store.restore import restore
from rightbower.store.sqlite import LOCK, MARK, OPEN, SHM, WAL, marked

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
