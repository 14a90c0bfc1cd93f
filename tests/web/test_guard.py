"""What is refused before it is looked at: changes sent by pages of other sites, and too large bodies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from rightbower.web.common.guard import GONE, LARGEST_FORM, FairQueue, Guard

TOO_MUCH = "That is too much at once."


def test_a_page_of_another_site_may_look_and_change_nothing(client: TestClient) -> None:
    elsewhere = {"origin": "https://elsewhere.example"}
    assert client.get("/", headers=elsewhere).status_code == 200
    refused = client.post("/play", headers=elsewhere, follow_redirects=False)
    assert (refused.status_code, refused.text) == (
        403,
        "This came from another site, so nothing was changed.",
    )
    assert 'href="/t/' not in client.get("/").text
    own = {"origin": "http://localhost"}
    assert client.post("/play", headers=own, follow_redirects=False).status_code == 303


@pytest.mark.parametrize(
    ("method", "gone", "made"),
    [("GET", False, True), ("GET", True, False), ("HEAD", True, False), ("POST", True, True)],
)
def test_no_page_is_made_for_somebody_who_hung_up_before_its_turn(
    client: TestClient, method: str, gone: bool, made: bool
) -> None:
    begun, hung_up = list[str](), list[bool]()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["method"])

    async def nothing(*_: object) -> Any:
        raise AssertionError("nobody is there")

    scope = {
        "type": "http",
        "method": method,
        "path": "/",
        "headers": [],
        "scheme": "http",
        "client": ("192.0.2.1", 0),
        "app": client.app,
        GONE: lambda: any(hung_up),
    }

    async def ask() -> None:
        asyncio.get_running_loop().call_soon(hung_up.append, gone)
        await Guard(page, FairQueue())(scope, nothing, nothing)

    asyncio.run(ask())
    assert bool(begun) is made


def form(size: int) -> bytes:
    """A form of so many bytes with a name in it."""
    return b"name=Ann&more=".ljust(size, b"x")


@pytest.mark.parametrize("announced", [True, False])
def test_a_form_may_be_as_large_as_the_limit_and_no_larger(
    client: TestClient, announced: bool
) -> None:
    def sent(size: int) -> tuple[int, str]:
        def pieces() -> Iterator[bytes]:
            yield form(size)

        answer = client.post(
            "/name",
            content=form(size) if announced else pieces(),
            headers={"content-type": "application/x-www-form-urlencoded"},
            follow_redirects=False,
        )
        return answer.status_code, answer.text

    assert sent(LARGEST_FORM)[0] == 303
    status, text = sent(LARGEST_FORM + 1)
    assert status in (400, 413)
    assert TOO_MUCH in text
