"""The guard before every page: where somebody comes from, what is let through, how much and how many."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import ClientDisconnect, HTTPConnection

from rightbower.store import limits
from rightbower.web.common import guard
from rightbower.web.common.guard import (
    FLOODED,
    HEADERS,
    KEPT_OF_KNOWN,
    LARGEST_BODY,
    LARGEST_FORM,
    LATER,
    LINE,
    MOST_PARTS,
    PASSED_ON,
    Charge,
    FairQueue,
    Guard,
    Places,
    TooMuch,
    Visit,
)
from rightbower.web.common.identity import COOKIE, KNOWN_DESKS, Person
from web.apart import run_apart
from web.layers import ANN, BODY, KEYS, START, Through, scope


@pytest.mark.parametrize(
    ("client", "place"),
    [
        (None, "?"),
        (("192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("::1", 1), "::1"),
        (("no:address:at all", 1), "no:address:at all"),
    ],
)
def test_where_somebody_comes_from(client: Any, place: str) -> None:
    assert guard.place_of(HTTPConnection(scope(client=client))) == place


@pytest.mark.parametrize(
    ("host", "passed_on", "is_near"),
    [
        ("127.0.0.1", False, True),
        ("::1", False, True),
        ("testclient", False, True),
        ("127.0.0.1", True, False),
        ("192.0.2.7", False, False),
    ],
)
def test_who_sits_at_this_machine(host: str, passed_on: bool, is_near: bool) -> None:
    asked = {**scope(client=(host, 1)), PASSED_ON: passed_on}
    assert guard.near(HTTPConnection(asked)) is is_near


@pytest.mark.parametrize(
    ("scheme", "headers", "is_foreign"),
    [
        ("http", {}, False),
        ("http", {"sec-fetch-site": "same-origin"}, False),
        ("http", {"sec-fetch-site": "cross-site"}, True),
        ("http", {"host": "a:1", "origin": "http://a:1"}, False),
        ("http", {"host": "a:1", "origin": "http://a:2"}, True),
        ("https", {"host": "a", "origin": "https://a"}, False),
        ("wss", {"host": "a", "origin": "http://a"}, True),
        ("https", {"host": "a", "origin": "http://a"}, True),
        ("ws", {"host": "a", "origin": "http://a"}, False),
        ("https", {"host": "a"}, False),
    ],
)
def test_which_requests_come_from_another_site(
    scheme: str, headers: dict[str, str], is_foreign: bool
) -> None:
    written = [(k.encode(), v.encode()) for k, v in headers.items()]
    line = HTTPConnection({**scope(), "scheme": scheme, "headers": written})
    assert guard.foreign(line) is is_foreign


def refusal(asked: Any) -> tuple[int, str]:
    """How a request is refused before it is looked at; nothing where it is not."""
    found = guard.refused(asked)
    return (0, "") if found is None else (found.status_code, bytes(found.body).decode())


TOO_MUCH = (413, "That is too much at once.")
NO_FILE = (415, "No file can be sent here.")
NOT_OURS = (415, "This form is not one of ours.")
FILES = "multipart/form-data; boundary=x"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (scope("POST", content_length=str(LARGEST_FORM)), (0, "")),
        (scope("POST", content_length=str(LARGEST_FORM + 1)), TOO_MUCH),
        (scope("POST", "/events/x/desk/y", content_length=str(LARGEST_FORM + 1)), (0, "")),
        (scope("POST", "/events/x/desk/y", content_length=str(LARGEST_BODY)), (0, "")),
        (scope("POST", "/api/v1/x", content_length=str(LARGEST_BODY)), (0, "")),
        (scope("POST", "/api/v1/x", content_length=str(LARGEST_BODY + 1)), TOO_MUCH),
        (scope("POST", content_length="0" * 11 + "9"), (0, "")),
        (scope("POST", content_length="0" * 12 + "9"), TOO_MUCH),
        (scope("POST", "/api/x", content_length="0" * 12 + "9"), TOO_MUCH),
        (scope("POST", content_length="many"), (0, "")),
        (scope("POST", content_length="-99999999"), (0, "")),
        (scope("POST", content_type="multipart/form-data"), NO_FILE),
        (scope("POST", content_type="Multipart/Form-Data; boundary=x"), NO_FILE),
        (scope("POST", "/club/desk/x", content_type="multipart/form-data"), (0, "")),
        (scope("POST", "/club/desk/x", content_type=f"{FILES}; charset=UTF-8"), (0, "")),
        (scope("POST", "/club/desk/x", content_type=f"{FILES}; charset=idna"), NOT_OURS),
        (scope("POST", "/club/desk/x", content_type=f'{FILES}; CharSet="punycode"'), NOT_OURS),
        (scope("POST", "/club/desk/x", content_type=FILES + ";" * 300), NOT_OURS),
        (scope("POST", content_type="text/plain; charset=latin-1"), (0, "")),
        (scope("POST", content_type="text/plain"), (0, "")),
        (
            scope("POST", host="a", origin="http://b"),
            (403, "This came from another site, so nothing was changed."),
        ),
        (scope("GET", host="a", origin="http://b"), (0, "")),
        (scope("HEAD", host="a", origin="http://b"), (0, "")),
    ],
)
def test_what_is_refused_before_it_is_looked_at(asked: Any, answer: tuple[int, str]) -> None:
    assert refusal(asked) == answer


def test_every_answer_has_the_safety_headers_and_keeps_its_own() -> None:
    own = [(b"referrer-policy", b"no-referrer")]
    found = Through({**START, "headers": own}, BODY)
    found.ask(Guard(found.app, FairQueue()), scope())
    assert found.headers == {
        **HEADERS,
        "referrer-policy": "no-referrer",
        "cache-control": "private, no-cache",
    }
    assert found.sent[1] == BODY
    still = Through(START, BODY)
    still.ask(Guard(still.app, FairQueue()), scope(path="/static/x.css"))
    assert still.headers == HEADERS
    cached = Through({**START, "headers": [(b"cache-control", b"no-store")]}, BODY)
    cached.ask(Guard(cached.app, FairQueue()), scope())
    assert cached.headers["cache-control"] == "no-store"


def test_what_is_refused_is_not_asked_for() -> None:
    found = Through(START, BODY)
    found.ask(Guard(found.app, FairQueue()), scope("POST", content_type="multipart/x"))
    assert (found.scopes, found.sent[0]["status"]) == ([], 415)
    assert found.text == NO_FILE[1]


def test_a_line_passes_by_with_both_its_ends() -> None:
    found = Through({"type": "websocket.accept"})
    asked = scope(kind="websocket", content_type="multipart/x")
    found.ask(Guard(found.app, FairQueue()), asked)
    assert asked[LINE] == (found.receive, found.send)
    assert (found.scopes, found.received) == ([asked], found.receive)
    assert found.sent == [{"type": "websocket.accept"}]


def test_who_asks_too_much_at_once_is_told_to_wait() -> None:
    found = Through(START, BODY)
    found.ask(Guard(found.app, FairQueue(per_address=0)), scope())
    assert found.scopes == []
    assert found.sent[0]["status"] == 503
    assert found.text == "Too much at once from here. Try again in a moment."
    assert found.headers["retry-after"] == "1"
    assert found.headers.items() >= HEADERS.items()


def test_a_director_comes_in_where_a_neighbor_keeps_the_address_full() -> None:
    found = Through(START, BODY)
    layer = Guard(found.app, FairQueue(per_address=0))
    device, desk = KEYS.cookie(ANN), KEYS.sealed({"event/day": "1"}, KNOWN_DESKS[1])
    known = f"{COOKIE}={device}; {KNOWN_DESKS[0]}={desk}"
    assert found.ask(layer, scope(cookie=f"{COOKIE}={device}")).sent[0]["status"] == 503
    found.sent.clear()
    assert found.ask(layer, scope(cookie=known)).sent[0]["status"] == 200
    few = Guard(found.app, FairQueue(per_address=0, per_device=0))
    found.sent.clear()
    assert found.ask(few, scope(cookie=known)).sent[0]["status"] == 503


def test_who_hangs_up_in_the_middle_is_no_fault() -> None:
    found = Through(START, fault=ClientDisconnect())
    found.ask(Guard(found.app, FairQueue()), scope())
    assert len(found.sent) == 1


class Turns(FairQueue):
    """A queue that notes for whom it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str, bool]] = []
        self.charged: list[float] = []

    @contextlib.asynccontextmanager
    async def turn(
        self, address: str, device: str, known: bool, let_in: Callable[[], bool] = bool
    ) -> AsyncIterator[Charge | None]:
        self.asked.append((address, device, known))
        yield self.charged.append


def test_a_turn_is_by_address_and_device_or_by_connection() -> None:
    found, turns = Through(START, BODY), Turns()
    layer = Guard(found.app, turns)
    found.ask(layer, scope())
    found.ask(layer, scope(cookie=f"{COOKIE}={KEYS.cookie(ANN)}"))
    found.ask(layer, scope(client=None))
    assert turns.asked == [
        ("192.0.2.7", "4321", False),
        ("192.0.2.7", "ann-0", True),
        ("?", "0", False),
    ]


@pytest.mark.parametrize(
    ("path", "most"), [("/x", LARGEST_FORM), ("/desk", LARGEST_BODY), ("/api/", LARGEST_BODY)]
)
def test_a_body_in_pieces_is_read_up_to_its_limit(path: str, most: int) -> None:
    pieces = [b"a" * (most - 5), b"b" * 5, b"c"]

    async def story() -> None:
        async def receive() -> Any:
            return {"type": "http.request", "body": pieces.pop(0)}

        found = Through(START)
        await Guard(found.app, FairQueue())(scope("POST", path), receive, found.send)
        assert len((await found.received())["body"]) == most - 5
        assert len((await found.received())["body"]) == 5
        with pytest.raises(TooMuch, match=r"^That is too much at once\.$"):
            await found.received()

    run_apart(story())


def test_a_few_at_once_and_then_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    tries = limits.Tries(limits.Rate(3, 2))
    assert [tries.take("") for _ in range(5)] == [True] * 3 + [False] * 2
    now[0] += 0.25
    assert not tries.take("")
    now[0] += 0.25
    assert [tries.take("") for _ in range(2)] == [True, False]
    now[0] += 1000
    assert [tries.take("") for _ in range(4)] == [True] * 3 + [False]


class Sockets:
    """Sockets of one address, and whose was ended."""

    def __init__(self, most: int) -> None:
        self.places, self.ended, self.count = Places(most), list[str](), 0

    def visit(self, device: str, known: bool = False, place: str = "a") -> Visit:
        """One more, named by its device and number."""
        self.count += 1
        name = f"{device}{self.count}"
        return Visit(place, device, known, lambda: self.ended.append(name))

    def enter(self, device: str, known: bool = False, place: str = "a") -> bool:
        """It comes; whether it is taken in."""
        return self.places.enter(self.visit(device, known, place))


def test_a_full_address_takes_in_a_newcomer_for_the_oldest_of_the_busiest() -> None:
    sockets = Sockets(4)
    assert all(sockets.enter(each) for each in "ABBB")
    assert sockets.enter("C")
    assert sockets.ended == ["B2"]
    assert sockets.enter("D")
    assert sockets.ended == ["B2", "B3"]
    assert sockets.enter("E", place="elsewhere")


def test_a_device_that_would_have_the_most_gets_no_more() -> None:
    sockets = Sockets(4)
    assert all(sockets.enter(each) for each in "AABB")
    assert not sockets.enter("A")
    assert sockets.enter("C")
    assert sockets.ended == ["A1"]
    assert sockets.enter("A"), "as many as another"
    assert sockets.ended == ["A1", "B3"]


def test_who_is_known_comes_in_always_and_is_never_ended() -> None:
    sockets = Sockets(3)
    assert all(sockets.enter(each, known=each == "K") for each in "KKA")
    assert sockets.enter("K", known=True)
    assert sockets.ended == ["A3"]
    assert not sockets.enter("K", known=True), "all are known"
    assert not sockets.enter("B")
    assert sockets.ended == ["A3"]


def test_a_player_with_very_many_sockets_keeps_no_neighbor_out() -> None:
    sockets = Sockets(KEPT_OF_KNOWN + 3)
    assert all(sockets.enter("K", known=True) for _ in range(KEPT_OF_KNOWN + 2))
    assert sockets.enter("A")
    assert sockets.enter("P", known=True)
    assert sockets.enter("Q", known=True)
    assert sockets.ended == ["K1", "K2"]
    assert sockets.enter("P", known=True)
    assert sockets.ended[2:] == [f"A{KEPT_OF_KNOWN + 3}"]
    assert not sockets.enter("P", known=True), "a few stay with everybody"
    assert not sockets.enter("K", known=True)


def test_who_has_left_leaves_room_and_nothing_behind() -> None:
    sockets = Sockets(1)
    one = sockets.visit("A")
    assert sockets.places.enter(one)
    other = sockets.visit("A")
    assert not sockets.places.enter(other)
    sockets.places.leave(other)
    assert not sockets.places.enter(other)
    sockets.places.leave(one)
    assert sockets.places._open == {}
    assert sockets.places.enter(other)
    sockets.places.leave(sockets.visit("A", place="nowhere"))
    assert list(sockets.places._open) == ["a"]


def test_who_floods_sockets_again_and_again_is_given_none_for_a_while() -> None:
    strangers, own = int(guard.FLOODS_OF_STRANGERS.at_once), int(guard.FLOODS.at_once)
    found = Through({"type": "websocket.accept"})
    layer = Guard(found.app, FairQueue())
    cookie = f"{COOKIE}={KEYS.cookie(ANN)}"

    def opened(times: int, flooded: bool = True, **headers: Any) -> int:
        """How many of so many sockets came through to the pages."""
        before = len(found.scopes)
        for _ in range(times):
            asked = scope(kind="websocket", **headers)
            asked[FLOODED] = lambda: flooded
            found.ask(layer, asked)
        return len(found.scopes) - before

    assert opened(5 * strangers, flooded=False) == 5 * strangers
    assert opened(2 * strangers) == strangers
    assert found.sent[-1] == {"type": "websocket.close", "code": LATER}
    assert opened(1, client=("192.0.2.8", 1)) == 1, "another address"
    assert opened(2 * own, cookie=cookie) == own, (
        "a device of the same address that comes with a cookie"
    )
    assert opened(1, cookie=f"{COOKIE}={KEYS.cookie(Person('bob-0', 'Bob'))}") == 1


def test_devices_without_number_that_flood_once_keep_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_REMEMBERED", 5)
    found = Through({"type": "websocket.accept"})
    layer = Guard(found.app, FairQueue())
    for number in range(20):
        cookie = f"{COOKIE}={KEYS.cookie(Person(f'made-up-{number}', 'Eve'))}"
        asked = scope(kind="websocket", cookie=cookie)
        asked[FLOODED] = lambda: True
        found.ask(layer, asked)
    before = len(found.scopes)
    found.ask(layer, scope(kind="websocket", cookie=f"{COOKIE}={KEYS.cookie(ANN)}"))
    assert len(found.scopes) == before + 1


@pytest.mark.parametrize(
    ("kind", "body", "taken"),
    [
        ("application/x-www-form-urlencoded", b"&" * 2_000_000, False),
        ("application/x-www-form-urlencoded; charset=utf-8", b"a=b;" * 5_000, False),
        ("Application/X-WWW-Form-Urlencoded", b"a=" + b"%41" * 300_000, False),
        ("multipart/form-data; boundary=x", b"\r\n-" * 600_000, False),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n" * (MOST_PARTS + 1), True),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n" * (MOST_PARTS + 2), False),
        ("multipart/form-data; boundary=" + "x" * 60, f"--{'x' * 60}".encode() * 49, False),
        ("application/json", b"&" * 2_000_000, True),
        ("application/x-www-form-urlencoded", b"a=1&" * 999, True),
        (
            "application/x-www-form-urlencoded",
            b"names=" + b"Zo%C3%AB+Nu%C3%B1ez%0D%0A" * 3_000,
            True,
        ),
        ("multipart/form-data; boundary=x", b"Ann Lee,Bob Ray,yes,12345\r\n" * 60_000, True),
    ],
)
def test_a_form_that_would_cost_much_to_read_is_not_read(
    kind: str, body: bytes, taken: bool
) -> None:
    pieces = [body[: len(body) // 2], body[len(body) // 2 :]]

    async def story() -> None:
        async def receive() -> Any:
            return {"type": "http.request", "body": pieces.pop(0)}

        found = Through(START)
        asked = scope("POST", "/events/x/desk/check-in", content_type=kind)
        await Guard(found.app, FairQueue())(asked, receive, found.send)
        read = 0
        try:
            while pieces:
                read += len((await found.received())["body"])
        except TooMuch:
            pass
        assert (read == len(body)) is taken

    run_apart(story())


def test_a_page_is_charged_what_it_takes_the_loop_and_not_what_it_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, turns = [0.0], Turns()
    monkeypatch.setattr(guard, "time", SimpleNamespace(thread_time=lambda: now[0]))

    async def page(_: Any, __: Any, send: Any) -> None:
        now[0] += 0.02
        await asyncio.sleep(0)
        now[0] += 0.03
        await send(START)
        with contextlib.suppress(KeyError):
            loop = asyncio.get_running_loop()
            waits = loop.create_future()
            loop.call_soon(waits.set_exception, KeyError())
            await waits
        now[0] += 0.05
        await send(BODY)
        raise ClientDisconnect

    found = Through()
    found.ask(Guard(page, turns), scope())
    assert found.sent[1] == BODY
    assert [round(each, 3) for each in turns.charged] == [0.02, 0.03, 0.05]


class Large:
    """Something that a page holds while it is made."""


def test_what_a_page_held_that_was_refused_is_let_go_of_at_once() -> None:
    kept: list[weakref.ref[Large]] = []

    def refused() -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        waits = loop.create_future()
        loop.call_soon(waits.set_exception, TooMuch("no"))
        return waits

    async def page(_: Any, __: Any, send: Any) -> None:
        large = Large()
        kept.append(weakref.ref(large))
        with contextlib.suppress(TooMuch):
            await refused()
        await send(START)
        await send(BODY)

    async def story() -> None:
        found = Through()
        await Guard(page, Turns())(scope(), found.receive, found.send)
        await asyncio.sleep(0)
        assert found.sent[1] == BODY
        assert kept[0]() is None, "it waits until somebody looks for rings"

    gc.disable()
    try:
        run_apart(story())
    finally:
        gc.enable()
