"""Papers and files as a browser takes them: a question's first file with its kind and name."""

from __future__ import annotations

import time
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

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
