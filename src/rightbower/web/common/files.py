"""Files as a browser takes them: papers and lists by their questions; scripts, styles and pictures, read once and kept."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from rcssmin import cssmin
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from rightbower.office.workers import Busy, NotDone, pool
from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Query
from rightbower.tournament.reading import given
from rightbower.web.common.background import beside
from rightbower.web.common.guard import asker_of
from rightbower.web.common.refusal import sentence

KINDS: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "png": "image/png",
    "txt": "text/plain; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
}
# What a browser shows by itself; all else is saved.
SHOWN: Final = ("pdf", "png", "txt")


async def taken(
    request: Request,
    asked: type[Query],
    history: Any,
    name: str,
    officer: bool = False,
    **fields: Any,
) -> Response:
    """The file that a question answers with, under this name; what cannot be made is not found.

    Those who run what it is about, its ``officer``, do not wait behind everybody else.
    """
    kind, asker = name.rpartition(".")[2], asker_of(request, first=officer)
    try:
        query = given(asked, fields)
        if kind == "json":
            # In this process: what is left out as usual is known by being the same object.
            answer = await beside(query.answer, history, time.time())
        else:
            answer = await pool("papers").run(query.answer, history, time.time(), asker=asker)
    except (Busy, NotDone) as busy:
        raise HTTPException(503, sentence(busy)) from busy
    except Refusal as fault:
        raise HTTPException(404, sentence(fault)) from fault
    how = "inline" if kind in SHOWN else "attachment"
    headers = {"content-disposition": f'{how}; filename="{name}"'}
    (data,) = answer.files.values()
    return Response(data, media_type=KINDS[kind], headers=headers)


_COMMENTS: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)


def without_comments(script: str) -> str:
    """A script without the lines that are comments and nothing else."""
    return _COMMENTS.sub("", script)


# A pseudo-class that stands for any element: the squeezing takes the space before it away inside ``@container``.
_ANY_ELEMENT: Final = re.compile(r"(?<=[\w\])]) (?=:[a-z-]+\b)")


def squeezed(style: str) -> str:
    """A style without comments and layout; each of its rules means what it meant."""
    return str(cssmin(_ANY_ELEMENT.sub(" *", style)))


# Scripts and styles go out without the comments and the layout that are for their readers.
MADE_SMALL: Final[Mapping[str, tuple[str, Callable[[str], str]]]] = {
    ".js": ("text/javascript", without_comments),
    ".css": ("text/css", squeezed),
}


class KeptFiles(StaticFiles):
    """Small files of a folder, sent from memory.

    What is read from the disk for each visitor takes a thread for each step, of which there are only
    so many: the pages that need one would wait behind those who ask for many files and read them slowly.
    """

    def __init__(self, directory: os.PathLike[str]) -> None:
        super().__init__(directory=directory)
        self._kept: dict[str, tuple[tuple[int, int], Response]] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file as it is sent, or that the browser has it already."""
        if scope["method"] not in ("GET", "HEAD"):
            refusal = {"allow": "GET, HEAD"}
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers=refusal)
        found, asked = self._file(path), Headers(scope=scope)
        if self.is_not_modified(found.headers, asked):
            return NotModifiedResponse(found.headers)
        return found

    def _file(self, path: str) -> Response:
        """A file that is there, read anew where it was changed."""
        try:
            place, found = self.lookup_path(path)
        except (OSError, ValueError):
            raise HTTPException(HTTPStatus.NOT_FOUND) from None
        if found is None or not stat.S_ISREG(found.st_mode):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        state = found.st_mtime_ns, found.st_size
        known = self._kept.get(place)
        if known is None or known[0] != state:
            known = self._kept[place] = state, _read(Path(place), found)
        return known[1]


def _read(path: Path, found: os.stat_result) -> Response:
    body, kind = path.read_bytes(), None
    if path.suffix in MADE_SMALL:
        kind, made_small = MADE_SMALL[path.suffix]
        body = made_small(body.decode()).encode()
    file = FileResponse(path, media_type=kind, stat_result=found)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {"last-modified": file.headers["last-modified"], "etag": tag}
    return Response(body, headers=headers, media_type=file.media_type)
