"""Each check of what a hall keeps at its limits: keys, the journal and its backups."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.store.contract import JournalError, Newer, NotNow
from rightbower.store.restore import backups
from rightbower.web.common.identity import PUT_BACK
from rightbower.web.running import checkup
from rightbower.web.running.checkup import Finding, SetUp
from web.set_up import found, later, well_set_up

pytestmark = pytest.mark.sqlite


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SetUp:
    """A set-up with nothing wrong."""
    return well_set_up(tmp_path, monkeypatch)


def test_keys_are_asked_for_only_where_there_is_something_to_open(
    here: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here.data / "secret").unlink()
    do = "put the hall's own there; otherwise phones come in again, and open games stay closed"
    says = f"there is no {here.data / 'secret'}"
    assert found(here, "keys") == [Finding("keys", "doubtful", says, do)]
    monkeypatch.setenv("RIGHTBOWER_KEYS", "k" * 32)
    assert [each.verdict for each in found(here, "keys")] == ["good"]
    monkeypatch.setenv("RIGHTBOWER_KEYS", "k" * 31)
    says = "$RIGHTBOWER_KEYS: a key has at least 32 letters"
    assert found(here, "keys") == [Finding("keys", "bad", says, PUT_BACK)]
    monkeypatch.delenv("RIGHTBOWER_KEYS")
    (here.data / "rightbower.journal").unlink()
    assert found(here, "keys") == []


def test_a_journal_that_is_not_there_yet_and_one_that_is_lost(here: SetUp, tmp_path: Path) -> None:
    new = SetUp(tmp_path / "new", here.port)
    new.data.mkdir(mode=0o700)
    says = f"there is no journal in {new.data} yet"
    assert found(new, "journal") == [Finding("journal", "doubtful", says)]
    do = "restore the newest backup: rightbower journal restore"
    says = f"there is no journal in {new.data}, but there was one"
    with_backups = SetUp(new.data, here.port, backups=here.data / "backups")
    assert found(with_backups, "journal") == [Finding("journal", "bad", says, do)]


@pytest.mark.parametrize(
    ("fault", "do"),
    [
        (JournalError("damaged"), "restore the newest backup: rightbower journal restore"),
        (NotNow("not now"), "look at the disk"),
        (Newer("newer"), "install the newer version"),
    ],
)
def test_a_journal_that_cannot_be_read_says_what_to_do(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, fault: JournalError, do: str
) -> None:
    def fails(_: Path) -> None:
        raise fault

    monkeypatch.setattr(checkup, "verified", fails)
    assert found(here, "journal") == [Finding("journal", "bad", str(fault), do)]


@pytest.mark.parametrize(("marked", "missing"), [(3, 0), (4, 1), (9, 6), (0, 0)])
def test_entries_that_were_written_are_there(here: SetUp, marked: int, missing: int) -> None:
    path = here.data / "rightbower.journal"
    Path(f"{path}-mark").write_bytes(b"%020d" % marked)
    (journal,) = found(here, "journal")
    if missing:
        says = f"{missing} entries that were written are missing from the journal {path}"
        assert journal.says.startswith(says)
        assert journal.do == "restore the newest backup: rightbower journal restore"
    else:
        assert journal.verdict == "good"


def test_a_journal_elsewhere_is_asked_there_and_backed_up_there(
    here: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    @contextlib.contextmanager
    def opens(address: str) -> Iterator[Any]:
        asked.append(address)
        yield SimpleNamespace(name="the journal at db")

    (here.data / "journal-address").write_text("postgresql://db/euchre")
    monkeypatch.setattr(checkup, "open_at", opens)
    says = "the journal at db answers, and can be read"
    assert found(here, "journal") == [Finding("journal", "good", says)]
    assert asked == ["postgresql://db/euchre"]
    assert found(here, "backup") == []

    def fails(_: str) -> Any:
        raise JournalError("nobody is there")

    monkeypatch.setattr(checkup, "open_at", fails)
    do = "start PostgreSQL, or set the address right: docs/federation.md"
    assert found(here, "journal") == [Finding("journal", "bad", "nobody is there", do)]


@pytest.mark.parametrize(
    ("hours", "says"),
    [
        (-1, "is complete, 0 hours old"),
        (1, "is complete, 1 hour old"),
        (48, "is complete, 48 hours old"),
        (48.001, "the newest backup is 48 hours old"),
        (72, "the newest backup is 72 hours old"),
    ],
)
def test_how_old_a_backup_may_be(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, hours: float, says: str
) -> None:
    later(monkeypatch, hours * 3600)
    (backup,) = found(here, "backup")
    assert backup.says.endswith(says)
    folder = here.data / "backups"
    do = f"rightbower journal backup {folder} --keep 7 --data {here.data}"
    old = "newest" in says
    assert (backup.verdict, backup.do) == (("bad", do) if old else ("good", ""))


def test_backups_are_looked_for_where_they_are_made(here: SetUp, tmp_path: Path) -> None:
    elsewhere = SetUp(here.data, here.port, backups=tmp_path / "elsewhere")
    do = f"rightbower journal backup {tmp_path / 'elsewhere'} --keep 7 --data {here.data}"
    says = f"there is no backup in {tmp_path / 'elsewhere'}"
    assert found(elsewhere, "backup") == [Finding("backup", "bad", says, do)]
    (kept,) = backups(here.data / "backups")
    kept.write_bytes(b"nonsense")
    (said,) = found(here, "backup")
    assert (said.verdict, said.do.startswith("rightbower journal backup")) == ("bad", True)
