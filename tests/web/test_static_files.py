"""Scripts and styles are read once and sent from memory, to however many who read them slowly."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from rightbower.web.common import files as static_files
from rightbower.web.common.files import KeptFiles


@pytest.fixture
def files(tmp_path: Path) -> TestClient:
    (tmp_path / "outside.txt").write_text("not yours")
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "static" / "js" / "a.js").write_text("let a = 1;")
    (tmp_path / "static" / "icon.svg").write_text("<svg/>")
    return TestClient(Starlette(routes=[Mount("/static", KeptFiles(tmp_path / "static"))]))


def test_a_file_is_sent_as_it_is_and_not_again_to_who_has_it(files: TestClient) -> None:
    for _ in range(2):
        found = files.get("/static/js/a.js")
        assert (found.status_code, found.text) == (200, "let a = 1;")
        assert found.headers["content-type"] == "text/javascript; charset=utf-8"
        assert found.headers["content-length"] == "10"
    for known in (
        {"if-none-match": found.headers["etag"]},
        {"if-modified-since": found.headers["last-modified"]},
    ):
        again = files.get("/static/js/a.js", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == found.headers["etag"]
    assert files.get("/static/js/a.js", headers={"if-none-match": '"x"'}).status_code == 200
    assert files.head("/static/icon.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "path",
    [
        "/js",
        "/",
        "/js/b.js",
        "/..%2foutside.txt",
        "/%2e%2e/outside.txt",
        "/a%00b",
        "/" + "a" * 5000,
    ],
)
def test_nothing_else_is_sent(files: TestClient, path: str) -> None:
    assert files.get("/static" + path).status_code == 404


def test_a_script_goes_out_without_its_comments_and_anew_where_it_was_changed(
    tmp_path: Path,
) -> None:
    script = tmp_path / "a.js"
    script.write_text("// For readers.\nlet a = 1;\n")
    files = TestClient(Starlette(routes=[Mount("/static", KeptFiles(tmp_path))]))
    first = files.get("/static/a.js")
    assert first.text == "let a = 1;\n"
    script.write_text("// For readers.\nlet a = 22;\n")
    second = files.get("/static/a.js", headers={"if-none-match": first.headers["etag"]})
    assert (second.status_code, second.text) == (200, "let a = 22;\n")


@pytest.mark.parametrize(
    "around", ["{}", "@container room (max-width:1px){{{}}}", "@media print{{{}}}"]
)
def test_a_style_goes_out_small_and_means_what_it_meant(tmp_path: Path, around: str) -> None:
    (tmp_path / "a.css").write_text(
        around.format("/* For readers. */\n.seat :is(.who, b) {\n  color: red;\n}")
    )
    files = TestClient(Starlette(routes=[Mount("/static", KeptFiles(tmp_path))]))
    assert files.get("/static/a.css").text == around.format(".seat *:is(.who,b){color:red}").strip()


def test_a_file_is_not_written(files: TestClient) -> None:
    refused = files.post("/static/js/a.js")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


def test_no_thread_is_needed_and_the_disk_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.css").write_text("p {}")
    served = KeptFiles(tmp_path)

    async def thread(*_: Any, **__: Any) -> None:
        raise AssertionError("a thread was asked for")

    monkeypatch.setattr("anyio.to_thread.run_sync", thread)
    served.config_checked = True

    async def never() -> Any:
        raise AssertionError("there is nothing to receive")

    async def story() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        for _ in range(3):
            scope: Any = {"type": "http", "method": "GET", "path": "/a.css", "headers": []}
            await served(scope, never, send)
            monkeypatch.setattr(static_files, "_read", None)
        return sent

    assert [each["body"] for each in asyncio.run(story())[1::2]] == [b"p{}"] * 3
