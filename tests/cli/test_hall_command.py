"""``rightbower hall``: where it keeps what is played."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from rightbower.cli import hall, main


def data(*words: str) -> Path:
    """The folder that these words choose."""
    parser = argparse.ArgumentParser()
    hall.arguments(parser)
    found: Path = parser.parse_args(words).data
    return found


def test_data_is_in_this_folder_unless_it_is_said_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RIGHTBOWER_DATA", raising=False)
    assert data() == Path("rightbower-data")
    monkeypatch.setenv("RIGHTBOWER_DATA", "/srv/club")
    assert data() == Path("/srv/club")
    monkeypatch.setenv("RIGHTBOWER_DATA", "")
    assert data() == Path("rightbower-data")  # as every other command reads it
    assert data("--data", "elsewhere") == Path("elsewhere")


def test_a_journal_that_is_named_is_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hall", "--journal", "some.journal"]) == 1
    assert "--journal is an address, postgresql://…" in capsys.readouterr().err


@pytest.mark.parametrize(("mode", "warned"), [(0o644, True), (0o640, True), (0o600, False)])
def test_an_address_that_others_can_read_is_warned_of(
    tmp_path: Path, mode: int, warned: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    address = tmp_path / "journal-address"
    hall._warn_readable(address)
    address.write_text("postgresql://hall:secret@db/euchre")
    address.chmod(mode)
    hall._warn_readable(address)
    assert ("chmod 600" in capsys.readouterr().err) == warned
