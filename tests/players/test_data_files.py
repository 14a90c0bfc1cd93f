"""Tables and networks as files: one of another kind, of another format or damaged is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from rightbower.players.tables import FILE, FOLDER, read_header, read_network, read_table
from rightbower.rules.refusal import Refusal


class SmallHeader(Struct, frozen=True):
    """A header that says nothing but its format."""

    format: int


def small(path: Path, data: bytes) -> tuple[int, bytes]:
    """The format and the rest of a file that begins with ``small``."""
    path.write_bytes(data)
    header, rest = read_header(path, b"small\n", SmallHeader, 2, "a small file")
    return header.format, rest


def test_a_file_is_its_header_and_what_follows(tmp_path: Path) -> None:
    assert small(tmp_path / "f", b'small\n{"format":2}\nrest\nof it') == (2, b"rest\nof it")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'large\n{"format":2}\n', "f is not a small file"),
        (b"small\n{\n", "the header of f cannot be read: Input data was truncated"),
        (b'small\n{"format":1}\n', "f has format 1, and format 2 is read here"),
        (b'small\n{"format":3}\n', "f has format 3, and format 2 is read here"),
    ],
)
def test_a_file_of_another_kind_or_format_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        small(tmp_path / "f", data)
    assert str(refused.value) == why


def refused(path: Path, data: bytes, table: bool) -> str:
    """Why a file with this in it is refused."""
    path.write_bytes(data)
    with pytest.raises(Refusal) as found:
        read_table(path) if table else read_network(path)
    return str(found.value)


def test_a_damaged_network_is_refused(tmp_path: Path) -> None:
    data, copy = FILE.read_bytes(), tmp_path / "cards.network"
    assert refused(copy, data[:-1], False) == "cards.network is damaged: it fails its check"
    assert refused(copy, b"x" + data, False) == "cards.network is not a network of cards"


def test_a_damaged_table_is_refused(tmp_path: Path) -> None:
    source = next(iter(sorted(FOLDER.glob("*.table"))))
    data, copy = source.read_bytes(), tmp_path / "a.table"
    parts = len(read_table(source).parts)
    cut = f"a.table is damaged: part {parts} fails its check"
    assert refused(copy, data[:-1], True) == cut
    longer = "a.table is damaged: it is longer than its header says"
    assert refused(copy, data + b"x", True) == longer
    assert refused(copy, b"x" + data, True) == "a.table is not a bidding table"
