"""Files that are given: their kind and name, and what is said where one cannot be made."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rightbower.office.workers import Asker, Busy
from rightbower.rules.refusal import Refusal
from rightbower.web.common import files
from web.apart import run_apart
from web.layers import scope


class Pool:
    """Workers that answer, are busy or refuse."""

    def __init__(self, answer: Any) -> None:
        self.answer, self.asked = answer, list[Any]()

    def __call__(self, name: str) -> Pool:
        assert name == "papers"
        return self

    async def run(self, work: Any, history: Any, at: float, asker: Asker) -> Any:
        """Do some work."""
        self.asked.append((history, asker))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("name", "kind", "how"),
    [
        ("a.csv", "text/csv; charset=utf-8", "attachment"),
        ("a.b.pdf", "application/pdf", "inline"),
        ("a.png", "image/png", "inline"),
        ("a.txt", "text/plain; charset=utf-8", "inline"),
        ("a.html", "text/html; charset=utf-8", "attachment"),
        ("a.ics", "text/calendar; charset=utf-8", "attachment"),
        ("a.json", "application/json", "attachment"),
        (
            "a.xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "attachment",
        ),
    ],
)
def test_a_file_is_given_with_its_kind_and_name(
    monkeypatch: pytest.MonkeyPatch, name: str, kind: str, how: str
) -> None:
    answer = SimpleNamespace(files={"x": b"data"})
    pool, made = Pool(answer), list[Any]()
    asked_of = list[Any]()

    def answers(history: Any, at: float) -> Any:
        asked_of.append((history, abs(at - time.time()) < 60))
        return answer

    def given(asked: Any, fields: Any) -> Any:
        made.append((asked, fields))
        return SimpleNamespace(answer=answers)

    monkeypatch.setattr(files, "pool", pool)
    monkeypatch.setattr(files, "given", given)
    question: Any = "a question"
    found = run_apart(files.taken(Request(scope()), question, "history", name, round=2))
    assert bytes(found.body) == b"data"
    assert found.headers["content-type"] == kind
    assert found.headers["content-disposition"] == f'{how}; filename="{name}"'
    assert made == [("a question", {"round": 2})]
    if name.endswith(".json"):
        assert (pool.asked, asked_of) == ([], [("history", True)])
    else:
        assert (pool.asked, asked_of) == ([("history", Asker("", "192.0.2.7"))], [])


@pytest.mark.parametrize(
    ("fault", "status"), [(Busy("all are at work"), 503), (Refusal("nothing to print"), 404)]
)
def test_a_file_that_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, status: int
) -> None:
    monkeypatch.setattr(files, "pool", Pool(fault))
    monkeypatch.setattr(files, "given", lambda *_: SimpleNamespace(answer=None))
    question: Any = None
    with pytest.raises(HTTPException) as refused:
        run_apart(files.taken(Request(scope()), question, None, "a.pdf"))
    said = str(fault)
    assert refused.value.status_code == status
    assert refused.value.detail == f"{said[0].upper()}{said[1:]}."
