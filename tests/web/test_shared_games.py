"""A game shown to others by a link: read only, names by agreement, and a picture of its last hand."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image, ImageColor
from starlette.testclient import TestClient

from rightbower.office.workers import Workers
from rightbower.record.record import stories
from rightbower.rules.cards import Seat
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.entries import Sat
from rightbower.web.share import replays
from rightbower.web.share.hand_picture import HIGH, PAPER, ROWS, WIDE, as_png, hand_picture, outcome
from rightbower.web.study.replay import as_it_was, record_of
from web.serving import played_out

NAMES = {Seat.N: "Nell <b>", Seat.E: "Ed & Co", Seat.S: "Sue", Seat.W: "Will"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[TestClient]:
    sitters = [Sat(seat, f"who-{seat}", name, 0.0) for seat, name in NAMES.items()]
    played_out(tmp_path, "over", sitters=sitters)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        yield client


def become(client: TestClient, seat: Seat | None) -> None:
    keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's
    client.cookies.clear()
    if seat is not None:
        client.cookies.set(COOKIE, keys.cookie(Person(f"who-{seat}", NAMES[seat])))


def share(client: TestClient, seat: Seat, how: str) -> str:
    """Share the game; the path of the link."""
    become(client, seat)
    answer = client.post("/t/over/share", data={"how": how})
    assert [each.status_code for each in answer.history] == [303]  # so it is not sent again
    page = answer.text
    become(client, None)
    return "/g/" + page.partition('href="/g/')[2].partition('"')[0]


def test_a_link_shows_the_game_and_hides_the_names(hall: TestClient) -> None:
    link = share(hall, Seat.S, "hidden")
    page = hall.get(link).text
    assert '"players":["North","East","South","West"]' in page
    for name in ("Nell", "Ed &", "Ed \\u0026", "Sue", "Will"):
        assert name not in page
    # Nothing leads from it to the table or to who played.
    assert "/t/over" not in page
    assert "over" not in link
    picture = hall.get(f"{link}/hand.svg").text
    assert "Sue" not in picture
    assert "South" in picture


def test_names_are_shown_of_those_who_agree(hall: TestClient) -> None:
    link = share(hall, Seat.S, "named")
    assert share(hall, Seat.N, "named") == link
    page = hall.get(link).text
    assert '"players":["Nell \\u003cb>","East","Sue","West"]' in page
    assert "Nell <b>" not in page
    picture = hall.get(f"{link}/hand.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "Nell &lt;b&gt;" in picture.text
    dots = hall.get(f"{link}/hand.png")
    assert dots.headers["content-type"] == "image/png"
    assert dots.content.startswith(b"\x89PNG")


def test_sharing_ends_when_nobody_shares_it(hall: TestClient) -> None:
    link = share(hall, Seat.S, "named")
    share(hall, Seat.W, "hidden")
    become(hall, Seat.S)
    hall.post("/t/over/share", data={"how": "no"})
    assert "Sue" not in hall.get(link).text
    become(hall, Seat.W)
    hall.post("/t/over/share", data={"how": "no"})
    assert hall.get(link).status_code == 404
    assert hall.get(f"{link}/hand.svg").status_code == 404
    assert hall.get(f"{link}/hand.png").status_code == 404


def test_who_did_not_play_shares_nothing(hall: TestClient) -> None:
    become(hall, None)
    assert hall.get("/t/over/share").status_code == 403
    assert hall.post("/t/over/share", data={"how": "named"}).status_code == 403
    become(hall, Seat.S)
    assert hall.post("/t/over/share", data={"how": "loud"}).status_code == 400
    assert hall.get("/g/abcdefghjkmn").status_code == 404
    table = hall.post("/play", data={"book": "standard"}, follow_redirects=False)
    assert hall.post(f"{table.headers['location']}/share", data={"how": "named"}).status_code == 403


def test_after_a_restart_and_an_erasure(hall: TestClient, tmp_path: Path) -> None:
    link = share(hall, Seat.S, "named")
    become(hall, Seat.S)
    hall.post("/you/erase", data={"sure": "yes"})
    become(hall, None)
    assert "Sue" not in hall.get(link).text
    hall.__exit__(None, None, None)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as again:
        page = again.get(link).text
        assert "Sue" not in page
        assert "Erased player 1" in page
    hall.__enter__()


def test_the_picture_has_every_card_that_was_played(hall: TestClient) -> None:
    live = hall.app.state.hall.find("over")  # type: ignore[attr-defined]
    record = record_of(live)
    _, told = stories(record)
    deal = told[-1].deal
    drawn = ElementTree.fromstring(hand_picture(told[-1], record.players))
    texts = [each.text for each in drawn.iter(f"{SVG}text")]
    for trick in deal.tricks:
        for _, card in trick.plays:
            assert card.symbol[:-1] in texts
    assert len([each for each in drawn.iter(f"{SVG}rect") if each.get("width") == "78"]) == sum(
        len(trick.plays) for trick in deal.tricks
    ) + sum(map(len, deal.hands))
    # The same drawing as PNG: felt in the middle of the rim, paper where the first card lies.
    made = Image.open(io.BytesIO(as_png(hand_picture(told[-1], record.players))))
    assert made.size == (WIDE, HIGH)
    left, top = ROWS[Seat.N]
    assert made.getpixel((WIDE // 2, 40)) == ImageColor.getrgb("#0f4c3a")
    assert made.getpixel((round(left) + 12, round(top) + 12)) == ImageColor.getrgb(PAPER)
    brass = [each for each in drawn.iter(f"{SVG}rect") if each.get("stroke-width") == "6"]
    assert len(brass) == sum(trick.winner is not None for trick in deal.tricks)
    assert outcome(replace(deal, ending="thrown in"), record.players) == "The hand was not played."


@pytest.mark.parametrize("suit", "♠♥♦♣")
def test_suit_signs_stand_in_the_picture(suit: str) -> None:
    sign = f'<text x="100" y="100" font-size="80" fill="#c00000">{suit}</text>'
    made = Image.open(io.BytesIO(as_png(f"<svg>{sign}</svg>")))
    assert made.getpixel((100, 60)) == (0xC0, 0, 0)
    assert made.getpixel((160, 60)) == (0, 0, 0)


def test_what_is_shown_of_a_shared_game_is_made_once_and_not_on_the_loop(
    hall: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    read: list[str] = []

    async def reading(live: Any) -> Any:
        read.append(live.name)
        return await as_it_was(live)

    def drawing(*args: Any) -> str:
        drawn.append("picture")
        return hand_picture(*args)

    async def by_worker(_: Workers, work: Any, *args: Any) -> Any:
        drawn.append(work.__name__)
        return work(*args)

    monkeypatch.setattr(replays, "hand_picture", drawing)
    monkeypatch.setattr(replays, "as_it_was", reading)
    monkeypatch.setattr(Workers, "run", by_worker)
    link = share(hall, Seat.S, "named")
    for _ in range(20):
        for end in ("", "/hand.svg", "/hand.png"):
            assert hall.get(link + end).status_code == 200
    assert (drawn, len(read)) == (["picture", "picture", "as_png"], 3)
    share(hall, Seat.N, "named")
    assert "Nell" in hall.get(f"{link}/hand.svg").text, "with one more name it is another picture"
