"""Templates compiled once and kept on disk, as Python keeps its modules, so that a hall opens sooner."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket


class KeptTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder; Jinja compiles one anew when its text is another."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one, where the disk takes it."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def kept_templates(settings: Path) -> BytecodeCache | None:
    """Those made under the settings in a file; nothing where no place can be written."""
    if sys.dont_write_bytecode:
        return None
    made_under = sha256(settings.read_bytes()).hexdigest()[:12]
    for folder in _folders(settings.parent):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return KeptTemplates(str(folder), f"template-{made_under}-%s.cache")
    return None


def _folders(here: Path) -> Iterator[Path]:
    """Where the user says for all that is compiled, where Python keeps its own, or with the user's files."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
    yield here / "__pycache__"
    with contextlib.suppress(RuntimeError):  # somebody without a home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rightbower"
