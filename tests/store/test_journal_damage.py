"""A damaged journal: whatever is not as it was written is said, and what is saved is true."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from rightbower.cli import main
from rightbower.store.backup import verified
from rightbower.store.contract import JournalError, Projection
from rightbower.store.journal import Journal
from rightbower.store.rescue import rescue

PAGE = 4096
FILES = ("", "-wal", "-mark")


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is not waited for: here what is on it is read, not what survives."""
    monkeypatch.setattr("rightbower.store.journal.GATHER", 0.0)
    monkeypatch.setattr("rightbower.store.sqlite.SYNCHRONOUS", "off")


class Truth(Struct):
    """What was acknowledged: the entries of each stream, and what is listed for a label."""

    streams: dict[str, list[bytes]]
    listed: dict[str, list[bytes]]


def written(path: Path, chance: random.Random) -> Truth:
    """A journal as a killed hall leaves it, its last entries in the write-ahead log alone."""
    truth = Truth({}, {})
    names = [f"{kind}/{chance.randrange(10_000)}" for kind in ("table", "event") for _ in range(9)]
    with Journal(path) as journal:
        for turn in range(chance.randrange(20, 200)):
            stream = chance.choice(names)
            bodies = [chance.randbytes(chance.randrange(1, 400)) for _ in range(turn % 3 + 1)]
            had = truth.streams.setdefault(stream, [])
            label, body = chance.choice(("ann", "bob")), chance.randbytes(20)
            listed = [Projection("past", stream, float(turn), (label,), body)] if not had else []
            journal.append(stream, len(had), bodies, listed)
            had += bodies
            if listed:
                truth.listed.setdefault(label, []).insert(0, body)
            if turn == 10 and chance.random() < 0.5:
                journal._file.writer.execute("pragma wal_checkpoint(truncate)")
                journal._place.wrote()
        for ending in FILES:
            shutil.copy(f"{path}{ending}", f"{path}.left{ending}")
    for ending in FILES:
        Path(f"{path}{ending}").unlink(missing_ok=True)
        Path(f"{path}.left{ending}").rename(f"{path}{ending}")
    return truth


def closed(path: Path, chance: random.Random) -> Truth:
    """A journal as a hall that was closed leaves it."""
    truth = written(path, chance)
    Journal(path).close()
    return truth


def flipped(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.randrange(1, 9)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def overwritten(data: bytearray, chance: random.Random) -> None:
    size = chance.choice((1, 20, 512, PAGE))
    start = chance.randrange(max(1, len(data) - size))
    data[start : start + size] = chance.choice((bytes(size), chance.randbytes(size)))


def swapped(data: bytearray, chance: random.Random) -> None:
    one, other = (PAGE * chance.randrange(max(1, len(data) // PAGE)) for _ in range(2))
    first, second = bytes(data[one : one + PAGE]), bytes(data[other : other + PAGE])
    if len(first) == len(second):
        data[one : one + PAGE], data[other : other + PAGE] = second, first


def cut_off(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def renamed(data: bytearray, chance: random.Random) -> None:
    """An entry goes to another stream, its body whole: what a sum of the body does not see."""
    places = [at for at in range(len(data)) if data.startswith((b"table/", b"event/"), at)]
    if places:
        at = chance.choice(places) + len(b"table/")
        data[at] = ord(b"0") + (data[at] - ord(b"0") + chance.randrange(1, 10)) % 10


DAMAGES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    flipped,
    overwritten,
    swapped,
    cut_off,
    renamed,
)


def told_as_it_is(path: Path, truth: Truth) -> bool:
    """Whether a hall would have every entry and list as it was; an error when it says it has not."""
    with Journal(path) as journal:
        streams = {name: [e.body for e in journal.read(name)] for name in journal.streams()}
        known = {name: [e.body for e in journal.read(name)] for name in truth.streams}
        listed = {label: [p.body for p in journal.listed("past", label)] for label in truth.listed}
        every = sorted(p.body for p in journal.listed("past"))
    same = every == sorted(body for bodies in truth.listed.values() for body in bodies)
    return streams == known == truth.streams and listed == truth.listed and same


def one_damaged(folder: Path, seed: int) -> str:
    """Damage one journal in one way; whether it was whole, or the damage said."""
    chance = random.Random(seed)
    path = folder / "j"
    truth = (written if seed % 2 else closed)(path, chance)
    hit = Path(f"{path}{'-wal' if seed % 2 and chance.random() < 0.5 else ''}")
    data = bytearray(hit.read_bytes())
    chance.choice(DAMAGES)(data, chance)
    hit.write_bytes(data)
    damaged = folder / "damaged"
    damaged.mkdir()
    for ending in FILES:
        if Path(f"{path}{ending}").exists():
            shutil.copy(f"{path}{ending}", damaged / f"j{ending}")
    try:
        assert told_as_it_is(path, truth), f"damage {seed} was not noticed"
        outcome = "whole"
    except JournalError:
        outcome = "said"
    saved_is_true(damaged / "j", folder / "saved", truth)
    return outcome


def test_a_stream_that_is_gone_with_its_head_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "rightbower.journal"
    with Journal(path) as journal:
        for stream in ("event/a", "event/b"):
            journal.append(stream, 0, [b"1", b"2"])
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("delete from entries where stream = 'event/a'")
        connection.execute("delete from heads where stream = 'event/a'")
        connection.commit()
    with pytest.raises(JournalError, match="between entries 0 and 3 of the journal is missing"):
        verified(path)


@pytest.mark.sqlite
def test_a_check_goes_by_the_mark_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rightbower.journal"
    with Journal(path) as journal:
        journal.append("event/a", 0, [b"1"])
    older = path.read_bytes()
    with Journal(path) as journal:
        journal.append("event/a", 1, [b"2"])
    path.write_bytes(older)
    assert main(["journal", "check", "--data", str(tmp_path)]) == 1
    assert "1 entries that were written are missing" in capsys.readouterr().err


def saved_is_true(path: Path, to: Path, truth: Truth) -> None:
    """What is rescued of each stream is its beginning, as it was written."""
    with contextlib.suppress(JournalError):  # where nothing can be read
        rescue(path, to)
    if not to.exists():
        return
    assert verified(to).entries >= 0
    with Journal(to) as journal:
        for name in journal.streams():
            bodies = [entry.body for entry in journal.read(name)]
            assert bodies == truth.streams.get(name, [])[: len(bodies)], name


def damaged_ones(folder: Path, seeds: range) -> list[str]:
    outcomes = []
    for seed in seeds:
        (home := folder / str(seed)).mkdir()
        outcomes.append(one_damaged(home, seed))
        shutil.rmtree(home)
    return outcomes


def test_no_damage_goes_unnoticed(tmp_path: Path) -> None:
    outcomes = damaged_ones(tmp_path, range(40))
    assert outcomes.count("said") > len(outcomes) // 2


@pytest.mark.soak
def test_no_damage_goes_unnoticed_in_five_hundred_journals(tmp_path: Path) -> None:
    outcomes = damaged_ones(tmp_path, range(1000, 1500))
    assert outcomes.count("said") > len(outcomes) // 2


def power_fails(folder: Path, seed: int) -> None:
    """What was acknowledged is on the disk; of what came after it any sectors may be missing.

    The files are noted at each acknowledgement; then the power fails at some later moment.
    """
    chance = random.Random(seed)
    path = folder / "j"
    acknowledged: dict[str, int] = {}
    moments: list[tuple[dict[str, int], dict[str, bytes]]] = []
    with Journal(path) as journal:
        journal._file.writer.execute("pragma wal_autocheckpoint = 30")
        for _ in range(60):
            stream = chance.choice("abc")
            head = acknowledged.get(stream, 0)
            bodies = [f"{stream} {head + k + 1} ".encode() * 40 for k in range(3)]
            acknowledged[stream] = journal.append(stream, head, bodies)
            files = {end: Path(f"{path}{end}").read_bytes() for end in FILES}
            moments.append((dict(acknowledged), files))
    moment = chance.randrange(len(moments) - 1)
    (known, before), (_, after) = moments[moment : moment + 2]
    lost = folder / "lost"
    # The mark moves only when all before it is on the disk.
    Path(f"{lost}-mark").write_bytes(before["-mark"])
    for ending in ("", "-wal"):
        Path(f"{lost}{ending}").write_bytes(torn(before[ending], after[ending], chance))
    with Journal(lost) as journal:
        for stream, head in known.items():
            found = [entry.body for entry in journal.read(stream)]
            assert len(found) >= head, f"power loss {seed} lost what was acknowledged"
            assert len(found) % 3 == 0, "an append stands or falls whole"
            assert found == [f"{stream} {k + 1} ".encode() * 40 for k in range(len(found))]


def torn(before: bytes, after: bytes, chance: random.Random, sector: int = 512) -> bytes:
    """A file of which some of the newest sectors were written and others not."""
    size = max(len(before), len(after)) if chance.random() < 0.5 else len(before)
    length = size if len(after) >= len(before) else len(after)
    share = chance.random()
    found = bytearray(length)
    for at in range(0, length, sector):
        new = chance.random() < share
        source = after if new else before
        found[at : at + sector] = source[at : at + sector].ljust(min(sector, length - at), b"\0")
    return bytes(found)


def after_power_losses(folder: Path, seeds: range) -> None:
    for seed in seeds:
        (home := folder / str(seed)).mkdir()
        power_fails(home, seed)
        shutil.rmtree(home)


def test_nothing_acknowledged_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    after_power_losses(tmp_path, range(10))


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_by_two_hundred_power_losses(tmp_path: Path) -> None:
    after_power_losses(tmp_path, range(200))
