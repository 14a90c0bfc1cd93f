"""A journal copied from one engine to the other and back: nothing is added, changed or left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from journals import Opened
from postgres import Postgres
from rightbower.cli import main
from rightbower.store.backup import Copied
from rightbower.store.contract import JournalError, Projection, StoredEntry
from rightbower.store.journal import Journal
from rightbower.store.opening import OpenJournal, copy_journal
from rightbower.store.postgres.session import readable, shown


def filled(journal: OpenJournal) -> None:
    """Some streams, one of them longer than what is sent at once, and places in lists."""
    journal.append("event/ä", 0, [b"", b"\0\xff"])
    journal.append("table/long", 0, [b"%d" % number for number in range(1203)])
    listed = [Projection("past", "table/long", 2.5, ("ann", "bob"), b"10-7")]
    journal.append("table/1", 0, [b"x"], [*listed, Projection("open", "table/1", 1.0, (), b"y")])


def everything(journal: OpenJournal) -> object:
    """All that a journal holds."""
    streams = {name: journal.read(name) for name in journal.streams()}
    return streams, list(journal.projections())


def test_there_and_back_nothing_is_changed(server: Postgres, tmp_path: Path) -> None:
    with (
        Opened(str(tmp_path / "club"))() as club,
        Opened(server.fresh())() as federation,
        Opened(str(tmp_path / "again"))() as again,
    ):
        filled(club)
        assert copy_journal(club, federation) == Copied(3, 1206)
        assert copy_journal(federation, again) == Copied(3, 1206)
        assert everything(club) == everything(federation) == everything(again)


def test_a_copy_that_was_begun_is_gone_on_with(server: Postgres, tmp_path: Path) -> None:
    with Opened(str(tmp_path / "club"))() as club, Opened(server.fresh())() as federation:
        filled(club)
        copy_journal(club, federation)
        club.append("table/1", 1, [b"later"], [Projection("open", "table/1", 9.0, (), b"new")])
        club.append("table/new", 0, [b"z"])
        copy_journal(club, federation)
        assert everything(club) == everything(federation)


def test_another_journal_is_not_written_over(server: Postgres, tmp_path: Path) -> None:
    with Opened(str(tmp_path / "club"))() as club, Opened(server.fresh())() as other:
        filled(club)
        other.append("table/1", 0, [b"not x"])
        with pytest.raises(JournalError, match="another journal: its table/1 is not the same"):
            copy_journal(club, other)
        other.append("table/elsewhere", 0, [b"x"])
        with pytest.raises(JournalError, match="another journal: it has table/elsewhere"):
            copy_journal(club, other)


class Forgetful(Journal):
    """A journal that gives back less of a long stream than it was given."""

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        return super().read(stream, after)[:600]


def test_a_copy_that_is_not_as_it_was_sent_is_said(tmp_path: Path) -> None:
    with Journal(tmp_path / "club") as club, Forgetful(tmp_path / "copy") as copy:
        filled(club)
        with pytest.raises(JournalError) as told:
            copy_journal(club, copy)
        said = f"table/long is not in {tmp_path / 'copy'} as it was sent; copy it again"
        assert str(told.value) == said


def test_the_command_copies_lists_and_checks(
    server: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club, address = str(tmp_path / "club.journal"), server.fresh()
    with Opened(club)() as journal:
        filled(journal)
    assert main(["journal", "copy", club, address]) == 0
    assert "3 streams, 1206 entries, all as they were written" in capsys.readouterr().out
    assert main(["journal", "copy", address, str(tmp_path / "again.journal")]) == 0
    assert main(["journal", "check", str(tmp_path / "again.journal")]) == 0
    assert main(["journal", "check", "--journal", address]) == 0
    assert main(["journal", "list", "--journal", address, "--json"]) == 0
    assert '"table/long": 1203' in capsys.readouterr().out
    (tmp_path / "journal-address").write_text(f"{address}\n", "utf-8")
    assert main(["journal", "list", "--json", "--data", str(tmp_path)]) == 0
    assert '"table/long": 1203' in capsys.readouterr().out
    for words, why in (
        (["copy", "nowhere", address], "there is no journal nowhere"),
        (["copy", club, club], "cannot be copied to itself"),
        (["copy", club, "mysql://somewhere"], "a journal is a file or postgresql://…"),
        (["backup", str(tmp_path / "b"), "--data", str(tmp_path)], "this journal is in PostgreSQL"),
    ):
        assert main(["journal", *words]) == 1
        assert why in capsys.readouterr().err


def test_an_address_that_does_not_answer_is_said_without_its_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"postgresql://ann:sesame@/hall?host={tmp_path}"
    assert main(["journal", "list", "--journal", address]) == 1
    said = capsys.readouterr().err
    assert "the journal postgresql://ann@/hall cannot be used" in said
    assert "sesame" not in said
    assert main(["journal", "list", "--journal", "postgresql://[::1/hall"]) == 1
    assert "cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize(
    "address",
    [
        *(f"postgresql://ann:sesame{letter}word@127.0.0.1:1/hall" for letter in "#/?["),
        "postgresql://127.0.0.1:sesame/hall",
        *("POSTGRESQL://ann:sesame@127.0.0.1:1/hall", "mysql://ann:sesame@127.0.0.1/hall"),
        *("postgresql:ann:sesame@127.0.0.1/hall", "host=127.0.0.1 password=sesame"),
    ],
)
def test_an_address_that_is_written_wrongly_is_said_without_its_password(
    address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["journal", "list", "--journal", address]) == 1
    said = capsys.readouterr().err
    assert "postgresql://" in said
    assert "sesame" not in said
    assert not list(tmp_path.iterdir()), "no file of that name is made"


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://hall@/euchre?host=/var/run/postgresql",
        "postgresql://hall@db1,db2/euchre?target_session_attrs=primary",
        "postgresql://hall:sesame@db1:5432,[fe80::1]:5433/euchre?sslmode=verify-full",
        "postgresql://hall:ses%23%2F%3F@[::1]/euchre",
    ],
)
def test_the_addresses_of_the_guide_can_be_read(address: str) -> None:
    assert readable(address)
    assert "ses" not in shown(address)


def test_a_journal_that_a_hall_has_open_is_not_copied(
    server: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = server.fresh()
    with Opened(place)() as hall:
        hall.claims.enter("a", "")
        assert main(["journal", "copy", place, str(tmp_path / "copy")]) == 1
    assert "hall a has postgresql://hall@/postgres open; close it first" in capsys.readouterr().err
    assert main(["journal", "copy", place, str(tmp_path / "copy")]) == 0


def test_a_file_is_not_restored_where_the_hall_looks_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal-address").write_text("postgresql://hall@/euchre")
    assert main(["journal", "restore", "backup.journal", "--data", str(tmp_path)]) == 1
    assert "keeps its journal in PostgreSQL" in capsys.readouterr().err
    (tmp_path / "journal-address").write_text("\n")
    assert main(["journal", "list", "--data", str(tmp_path)]) == 1
    assert "journal-address is empty: write the address" in capsys.readouterr().err
