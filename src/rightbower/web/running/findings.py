"""What a check of a hall's set-up looks at, and what it found."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

Verdict = Literal["good", "doubtful", "bad"]


class Finding(Struct, frozen=True):
    """What one check found, and what to do about it."""

    about: str
    verdict: Verdict
    says: str
    do: str = ""


class SetUp(Struct, frozen=True):
    """The set-up that is looked at."""

    data: Path
    port: int
    address: str = ""
    backups: Path | None = None
