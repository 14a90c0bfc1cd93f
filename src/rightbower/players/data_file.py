"""Files of trained numbers: a first line that says what they are, then the numbers packed."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from rightbower.refusal import Refusal


class _Header(Protocol):
    @property
    def format(self) -> int: ...


H = TypeVar("H", bound=_Header)


def read_header(path: Path, magic: bytes, kind: type[H], newest: int, what: str) -> tuple[H, bytes]:
    """The header of a file and what follows it; a file of another kind or format is refused."""
    data = path.read_bytes()
    if not data.startswith(magic):
        raise Refusal(f"{path.name} is not {what}")
    line, _, rest = data[len(magic) :].partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise Refusal(f"the header of {path.name} cannot be read: {error}") from None
    if header.format != newest:
        raise Refusal(f"{path.name} has format {header.format}, and format {newest} is read here")
    return header, rest
