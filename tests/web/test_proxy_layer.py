"""The layer for proxies: who is believed, by which name a hall goes, what lies under a base path."""

from __future__ import annotations

from typing import Any

import pytest

from rightbower.rules.refusal import Refusal
from rightbower.web.common.proxies import A_YEAR, Front, Proxied
from web.layers import BODY, START, Through, scope


class Behind:
    """A hall behind a front."""

    def __init__(self, front: Front, *messages: Any) -> None:
        self.through = Through(*messages)
        self.layer = Proxied(self.through.app, front)

    def ask(self, asked: Any) -> Through:
        """What becomes of a request."""
        return self.through.ask(self.layer, asked)


NAMED = Front.of(["10.0.0.0/29", "2001:db8::9"], ["Euchre.example.org."], "/e/")


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("euchre.example.org", True),
        ("EUCHRE.example.org.:8000", True),
        ("localhost", True),
        ("[::1]:80", True),
        ("127.0.0.1:80", True),
        ("192.0.2.1", False),
        ("laptop", False),
        ("other.example.org", False),
    ],
)
def test_a_hall_with_a_name_goes_by_it(host: str, answered: bool) -> None:
    assert NAMED.goes_by(host) is answered
    assert Front.of((), ["x.example:8000"]).goes_by("x.example:8000")
    assert not Front.of((), ["x.example:8000"]).goes_by("x.example")


@pytest.mark.parametrize(
    ("address", "trusted"),
    [
        ("10.0.0.7", True),
        ("10.0.0.8", False),
        ("2001:db8::9", True),
        ("2001:db8::8", False),
        ("", False),
        ("proxy", False),
    ],
)
def test_which_proxies_are_named(address: str, trusted: bool) -> None:
    assert NAMED.trusts(address) is trusted
    assert not Front().trusts(address)


def forwarded(kind: str = "http", peer: Any = ("10.0.0.1", 9), **claims: str) -> Any:
    """A request with claims of who asked, as it is seen."""
    behind = Behind(NAMED)
    headers = {"host": "euchre.example.org", "x-other": "y"}
    headers |= {f"x-forwarded-{name}": value for name, value in claims.items()}
    asked = {**scope(kind=kind, client=peer)}
    asked["headers"] = [(k.encode(), v.encode()) for k, v in headers.items()]
    behind.ask(asked)
    return behind.through.scopes[0] if behind.through.scopes else behind.through.sent


@pytest.mark.parametrize(
    ("chain", "sender"),
    [
        ("1.2.3.4, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("198.51.100.7", "198.51.100.7"),
        ("[2001:db8::8]", "2001:db8::8"),
        ("[2001:db8::8]:5000", "2001:db8::8"),
        ("1.2.3.4, nonsense", "10.0.0.1"),
        ("10.0.0.3, 10.0.0.2", "10.0.0.1"),
        ("", "10.0.0.1"),
    ],
)
def test_who_asks_through_proxies(chain: str, sender: str) -> None:
    seen = forwarded(**{"for": chain})
    assert seen["client"][0] == sender
    assert seen["client"][1] == (9 if sender == "10.0.0.1" else 0)
    assert [name for name, _ in seen["headers"]] == [b"host", b"x-other"]


@pytest.mark.parametrize(
    ("kind", "proto", "scheme"),
    [
        ("http", "https", "https"),
        ("websocket", "https", "wss"),
        ("http", "http", "http"),
        ("http", "http, https", "https"),
        ("http", "https, http", "http"),
    ],
)
def test_how_somebody_asks_through_a_proxy(kind: str, proto: str, scheme: str) -> None:
    assert forwarded(kind, proto=proto)["scheme"] == scheme


def test_by_which_name_somebody_asks_through_a_proxy() -> None:
    seen = forwarded(host="a, localhost")
    assert [each for each in seen["headers"] if each[0] == b"host"] == [(b"host", b"localhost")]
    (start, _) = forwarded(host="other.example.org")
    assert start["status"] == 421
    (closed,) = forwarded("websocket", host="other.example.org")
    assert closed == {"type": "websocket.close", "code": 1008}


@pytest.mark.parametrize("peer", [("203.0.113.9", 9), None])
def test_claims_of_strangers_count_for_nothing(peer: Any) -> None:
    seen = forwarded(peer=peer, host="other.example.org", proto="https", **{"for": "1.2.3.4"})
    assert (seen["client"], seen["scheme"]) == (peer, "http")
    assert seen["headers"] == [(b"host", b"euchre.example.org"), (b"x-other", b"y")]


def test_a_request_with_no_name_or_two_is_refused() -> None:
    for hosts in ([], [(b"host", b"localhost")] * 2):
        behind = Behind(Front())
        behind.ask({**scope(), "headers": hosts})
        assert behind.through.sent[0]["status"] == 421
        assert behind.through.text == "This hall does not go by that name."
        assert behind.through.scopes == []


def test_the_beginning_of_a_hall_passes_by() -> None:
    behind = Behind(NAMED, {"type": "lifespan.startup.complete"})
    asked: Any = {"type": "lifespan"}
    behind.ask(asked)
    assert behind.through.scopes[0] is asked
    assert behind.through.sent == [{"type": "lifespan.startup.complete"}]


@pytest.mark.parametrize(
    ("base", "path", "seen"),
    [
        ("/e", "/e", "/"),
        ("/e", "/e/", "/"),
        ("/e", "/e/you", "/you"),
        ("/e", "/events", "/events"),
        ("/e", "/you", "/you"),
        ("", "/e/you", "/e/you"),
    ],
)
def test_the_base_path_is_taken_away_once(base: str, path: str, seen: str) -> None:
    behind = Behind(Front.of((), (), base))
    behind.ask(scope(path=path, host="localhost"))
    assert behind.through.scopes[0]["path"] == seen


def based(
    *headers: tuple[str, str], base: str = "/e", scheme: str = "http", body: bytes = b""
) -> Through:
    """An answer on its way out under a base path."""
    written = [(k.encode(), v.encode()) for k, v in headers]
    behind = Behind(Front.of((), (), base), {**START, "headers": written}, {**BODY, "body": body})
    return behind.ask({**scope(host="localhost"), "scheme": scheme})


@pytest.mark.parametrize(
    ("where", "leads"),
    [
        ("/you", "/e/you"),
        ("http://localhost/you", "/e/you"),
        ("http://localhost.example/you", "http://localhost.example/you"),
        ("//elsewhere.example/", "//elsewhere.example/"),
        ("https://localhost/you", "https://localhost/you"),
        ("you", "you"),
    ],
)
def test_where_an_answer_leads_under_a_base_path(where: str, leads: str) -> None:
    assert based(("location", where)).headers["location"] == leads
    assert based(("location", where), base="").headers["location"] == where


def test_an_answer_that_leads_nowhere_has_no_place_to_lead_to() -> None:
    assert "location" not in based().headers


def test_cookies_go_back_to_the_hall_alone() -> None:
    found = based(("set-cookie", "c=1; Path=/; Secure"), ("x-cookie", "c=1; Path=/; Secure"))
    assert found.headers["set-cookie"] == "c=1; Path=/e; Secure"
    assert found.headers["x-cookie"] == "c=1; Path=/; Secure"


@pytest.mark.parametrize(
    ("scheme", "base", "told"), [("https", "", True), ("https", "/e", True), ("http", "", False)]
)
def test_a_browser_that_came_by_tls_comes_by_it_for_a_year(
    scheme: str, base: str, told: bool
) -> None:
    held = based(scheme=scheme, base=base).headers
    assert held.get("strict-transport-security", "") == (A_YEAR if told else "")


PAGE = b'<html lang="en"><a href="/you"><a href="//x"><p data-live="/l"><a title="/no">'


def test_the_links_of_a_page_lie_under_the_base_path() -> None:
    kind, length = ("content-type", "text/html; charset=utf-8"), ("content-length", str(len(PAGE)))
    found = based(kind, length, body=PAGE)
    text = (
        '<html lang="en" data-base="/e"><a href="/e/you"><a href="//x">'
        '<p data-live="/e/l"><a title="/no">'
    )
    assert found.text == text
    assert found.headers["content-length"] == str(len(text))
    assert [each["type"] for each in found.sent] == [START["type"], BODY["type"]]
    plain = based(("content-type", "text/plain"), length, body=PAGE)
    assert plain.text.encode() == PAGE
    assert based(kind, length, base="", body=PAGE).text.encode() == PAGE


def test_what_comes_after_a_page_is_sent_as_it_is() -> None:
    start = {**START, "headers": [(b"content-type", b"text/html")]}
    behind = Behind(Front.of((), (), "/e"), start, {**BODY, "body": PAGE}, {**BODY, "body": PAGE})
    found = behind.ask(scope(host="localhost"))
    assert [each.get("body") for each in found.sent][2] == PAGE


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"proxies": ["a", "b"]}, "a proxy is named by its address, not 'a, b'"),
        (
            {"hosts": ["ok.example", "a b"]},
            "a host is a name such as euchre.example.org, not 'a b'",
        ),
        ({"base": "x"}, "a base path is written like /euchre, not 'x'"),
        ({"base": "/a b/"}, "a base path is written like /euchre, not '/a b'"),
    ],
)
def test_a_front_that_cannot_be_understood(said: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        Front.of(**said)
    assert str(refused.value) == words


def test_what_a_front_is_made_of() -> None:
    assert (NAMED.hosts, NAMED.base) == (("euchre.example.org",), "/e")
    assert [str(each) for each in NAMED.proxies] == ["10.0.0.0/29", "2001:db8::9/128"]
    assert Front.of() == Front()
    assert Front.of(base="/a/b.c/") == Front(base="/a/b.c")
