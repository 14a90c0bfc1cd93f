"""What a stranger tries at the doors of a hall: addresses without end, erasing nobody, odd forms, what proxies keep."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from rightbower.web.api import openapi
from rightbower.web.app import ERASURES, TABLES_OPENED, make_app
from rightbower.web.common.guard import place_of
from rightbower.web.hall.archive import STREAM
from rightbower.web.study import chart_map


def come_from(client: TestClient, address: str) -> TestClient:
    """A browser at an address, without a cookie."""
    other = TestClient(client.app, base_url="http://localhost", client=(address, 50000))
    other.portal = client.portal
    return other


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("testclient", "testclient"),
    ],
)
def test_the_addresses_of_one_line_are_one_place(address: str, place: str) -> None:
    scope = {"type": "http", "client": (address, 1), "headers": []}
    assert place_of(HTTPConnection(scope)) == place


def test_a_line_with_very_many_addresses_opens_as_few_tables_as_one(client: TestClient) -> None:
    made = 0
    for number in range(20):
        browser = come_from(client, f"2001:db8::{number:x}")
        made += browser.post("/tables", follow_redirects=False).status_code == 303
    assert made <= TABLES_OPENED[2].at_once + 2


@pytest.mark.parametrize("path", ["/same/standard-4-aaaaaaaaaa/play", "/match"])
def test_who_presses_many_times_at_once_is_given_one_table(client: TestClient, path: str) -> None:
    client.get("/")
    browsers = [come_from(client, "10.0.0.5") for _ in range(6)]
    for browser in browsers:
        browser.cookies.update(client.cookies)

    def press(browser: TestClient) -> str:
        return browser.post(path, follow_redirects=False).headers["location"]

    with ThreadPoolExecutor(len(browsers)) as threads:
        tables = set(threads.map(press, browsers))
    assert len(tables) == 1
    assert client.get(tables.pop()).status_code == 200


def test_erasing_writes_nothing_for_a_browser_nobody_knows_and_not_without_end(
    tmp_path: Path,
) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        journal = client.app.state.hall.journal  # type: ignore[attr-defined]
        assert client.post("/you/erase", data={"sure": "yes"}).status_code == 200
        assert journal.head(STREAM) == 0
        said = []
        for _ in range(int(ERASURES[1].at_once) + 5):
            client.cookies.clear()
            client.get("/")
            said.append(client.post("/you/erase", data={"sure": "yes"}).status_code)
        assert set(said) == {200, 429}
        assert journal.head(STREAM) == said.count(200)


@pytest.mark.parametrize("form", [{}, {"preset": "nonsense"}, {"kind": "x", "pin": "1"}])
def test_a_new_event_without_a_kind_of_day_is_asked_for_again(
    client: TestClient, form: dict[str, str]
) -> None:
    answer = client.post("/events/new", data=form)
    assert answer.status_code == 422
    assert 'value="alberta-pairs" checked' in answer.text


def test_a_file_is_not_taken_for_a_name(client: TestClient) -> None:
    answer = client.post("/name", files={"name": ("x", b"abc")})
    assert (answer.status_code, answer.text) == (415, "No file can be sent here.")
    assert "UploadFile" not in client.get("/").text


def test_what_is_somebodys_own_is_kept_by_no_proxy(client: TestClient) -> None:
    for path in ("/", "/you", "/you.json", "/day", "/healthz"):
        answer = client.get(path, follow_redirects=False)
        assert answer.headers["cache-control"] == "private, no-cache"
    assert "cache-control" not in client.get("/static/tokens.css").headers


def test_a_browser_that_names_another_site_is_believed(client: TestClient) -> None:
    there = {"sec-fetch-site": "cross-site"}
    assert client.get("/", headers=there).status_code == 200
    assert client.post("/play", headers=there, follow_redirects=False).status_code == 403


def test_a_request_has_one_host(client: TestClient) -> None:
    both = [("host", "localhost"), ("host", "elsewhere.example")]
    assert client.get("/healthz", headers=both).status_code == 421


@pytest.mark.parametrize("key", ["standard-04-aaaaaaaaaa", "standard-٤-aaaaaaaaaa"])
def test_a_number_of_deals_is_written_in_one_way(client: TestClient, key: str) -> None:
    assert client.get(f"/same/{key}").status_code == 404
    assert client.get("/same/standard-4-aaaaaaaaaa").status_code == 200


def test_what_takes_long_to_make_and_is_always_the_same_is_made_once(client: TestClient) -> None:
    before = openapi._document.cache_info().misses, chart_map.eight_maps.cache_info().misses
    for _ in range(3):
        assert client.get("/api/v1/openapi.json").json()["openapi"] == "3.1.0"
        assert client.get("/charts").status_code == 200
    after = openapi._document.cache_info().misses, chart_map.eight_maps.cache_info().misses
    assert all(one - other <= 1 for one, other in zip(after, before, strict=True))
