"""Pages from templates, which are kept compiled; everything a person typed is shown as text."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket
from starlette.requests import Request
from starlette.responses import HTMLResponse

from rightbower.rules.book import load, names
from rightbower.rules.library import every_clause
from rightbower.tournament.dates import day_text, time_text

TEMPLATES = Path(__file__).parent.parent / "templates"


@cache
def environment() -> Environment:
    """The templates, with escaping always on."""
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=kept_templates(Path(__file__)),
    )
    found.filters["day"] = day_text
    found.filters["time"] = time_text
    return found


def warm() -> None:
    """Read every book, clause and template once, so that no visitor waits for it."""
    for name in names():
        load(name)
    every_clause()
    for name in environment().list_templates():
        environment().get_template(name)


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page as the browser gets it."""
    html = (
        environment()
        .get_template(template)
        .render(
            request=request,
            status=status,
            room=request.app.state.room,
            cannot_write=request.app.state.hall.async_journal.failing,
            journal_gone=bool(request.app.state.hall.journal.trouble),
            **values,
        )
    )
    return HTMLResponse(html, status)


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
