"""The pages of what is shared and of one's own: addresses, answers, and what is refused in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from rightbower.rules import shuffles
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.same_deals import LENGTHS, new_match, of_day, today
from rightbower.web.hall.table import Pace, Sitter
from rightbower.web.share.replays import shown_names
from web.at_desk import flat
from web.seated import Sitting
from web.serving import played_out

STILL = Pace(bot=9999, trick=9999, deal=9999, salts=0)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path, STILL), base_url="http://localhost") as client:
        yield client


def hall_of(client: TestClient) -> Hall:
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's
    return hall


def become(client: TestClient, who: str, name: str = "") -> None:
    keys = client.app.state.keys  # type: ignore[attr-defined]
    client.cookies.clear()
    client.cookies.set(COOKIE, keys.cookie(Person(who, name or who.capitalize())))


def test_the_way_to_the_deal_of_the_day_and_to_new_ones(client: TestClient) -> None:
    now = today(hall_of(client).clock())
    day = client.get("/day", follow_redirects=False)
    assert (day.status_code, day.headers["location"]) == (303, f"/same/{of_day(now)}")
    page = client.get(f"/same/{of_day(now)}")
    assert page.status_code == 200
    assert f"{now:%B} {now.day}" in page.text
    form = client.get("/same").text
    for name in names():
        assert load(name).title in form
    for length in LENGTHS:
        assert f">{length}" in form
    made = client.post("/same", data={"book": "standard", "deals": "8"}, follow_redirects=False)
    assert made.status_code == 303
    assert made.headers["location"].startswith("/same/standard-8-")


@pytest.mark.parametrize("typed", [{}, {"book": "x", "deals": "8"}, {"book": "standard"}])
def test_deals_that_are_not_on_the_lists(client: TestClient, typed: dict[str, str]) -> None:
    answer = client.post("/same", data=typed)
    assert answer.status_code == 400
    assert "Choose the book and the number of deals from the lists." in answer.text


@pytest.mark.parametrize("path", ["", "/qr.svg"])
def test_deals_that_are_none(client: TestClient, path: str) -> None:
    answer = client.get(f"/same/nothing{path}")
    assert answer.status_code == 404
    assert "There are no such deals; the link may be mistyped." in answer.text


def test_a_table_with_the_same_deals_is_opened_once_for_each(client: TestClient) -> None:
    key = new_match("standard", 4)
    become(client, "ann")
    page = client.get(f"/same/{key}").text
    assert f"/same/{key}" in page
    first = client.post(f"/same/{key}/play", follow_redirects=False)
    assert first.status_code == 303
    again = client.post(f"/same/{key}/play", follow_redirects=False)
    assert (again.status_code, again.headers["location"]) == (303, first.headers["location"])
    id_ = first.headers["location"].removeprefix("/t/")
    live = hall_of(client).find(id_)
    assert live is not None
    table, opened = live.table, live.table.opened
    assert (opened.book, opened.by, opened.same) == ("standard", "ann", key)
    assert (opened.listed, opened.friendly, opened.shuffle) == (False, False, shuffles.SAME)
    assert opened.overlay == {"game.deals": 4, "game.target": None}
    assert table.seats == (
        Sitter("bot:N", "Nora", "club"),
        Sitter("bot:E", "Edgar", "club"),
        Sitter("ann", "Ann"),
        Sitter("bot:W", "Walter", "club"),
    )
    assert table.game is not None
    shown = client.get(f"/same/{key}").text
    assert shuffles.commitment(opened.seed)[:16] in shown
    assert ("Play it first" in page, "Your table is waiting" in shown) == (True, True)
    assert client.get(first.headers["location"]).status_code == 200
    become(client, "bea")
    other = client.post(f"/same/{key}/play", follow_redirects=False).headers["location"]
    assert other != first.headers["location"]
    code = client.get(f"/same/{key}/qr.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert code.text.startswith(("<?xml", "<svg"))


def test_a_day_that_is_over_is_looked_at_and_not_played(client: TestClient) -> None:
    yesterday = of_day(today(hall_of(client).clock()) - timedelta(days=1))
    over = client.get(f"/same/{yesterday}")
    assert (over.status_code, "Play it first" in over.text) == (200, False)
    assert "Nobody played it." in over.text
    answer = client.post(f"/same/{yesterday}/play")
    assert answer.status_code == 403
    assert "That day is over. Play today&#39;s deal instead." in answer.text
    now = of_day(today(hall_of(client).clock()))
    page = client.get(f"/same/{now}").text
    assert ("Play it first" in page, "Nobody played it." in page) == (True, False)
    assert client.post(f"/same/{now}/play", follow_redirects=False).status_code == 303


def test_who_opens_many_tables_waits(client: TestClient) -> None:
    become(client, "ann")
    codes = set()
    for _ in range(60):
        key = new_match("standard", 4)
        answer = client.post(f"/same/{key}/play", follow_redirects=False)
        codes.add(answer.status_code)
        if answer.status_code == 429:
            break
    assert codes == {303, 429}
    assert "You have opened many tables. Wait a minute, then open another." in answer.text


NAMES = {Seat.N: "Nell", Seat.E: "Ed", Seat.S: "Sue", Seat.W: "Will"}


@pytest.fixture
def played(tmp_path: Path) -> Iterator[TestClient]:
    sitters = [Sat(seat, f"who-{seat}", name, 0.0) for seat, name in NAMES.items()]
    played_out(tmp_path, "over", sitters=sitters)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        yield client


def test_the_page_to_share_a_game_says_how_it_is_shared(played: TestClient) -> None:
    become(played, "who-S", "Sue")
    assert "/g/" not in played.get("/t/over/share").text
    code = ""
    for how in ("named", "hidden", "no"):
        answer = played.post("/t/over/share", data={"how": how}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/t/over/share")
        live = hall_of(played).find("over")
        assert live is not None
        assert live.table.shared == ("", "", "" if how == "no" else how, "")
        found = played.get("/t/over/share").text
        assert ("/g/" in found) is (how != "no")
        code = code or found.partition('href="/g/')[2].partition('"')[0]
    wrong = played.post("/t/over/share", data={"how": "loud"})
    assert wrong.status_code == 400
    assert "Choose with your name, without it, or not at all." in wrong.text
    become(played, "stranger")
    refused = played.get("/t/over/share")
    assert refused.status_code == 403
    assert "Only those who played a game can share it." in refused.text
    gone = played.get(f"/g/{code}")
    assert gone.status_code == 404
    assert "There is no such game, or it is not shared any longer." in gone.text


def test_the_page_to_share_a_game_tells_what_oneself_and_others_do(played: TestClient) -> None:
    def page(who: str) -> dict[str, bool]:
        become(played, who)
        found = played.get("/t/over/share").text
        return {
            "shares": "You share it" in found,
            "may stop": "Stop sharing" in found,
            "others": "Somebody else who played shares it too." in found,
            "link": 'href="/g/' in found,
        }

    nobody = {"shares": False, "may stop": False, "others": False, "link": False}
    assert page("who-S") == nobody
    played.post("/t/over/share", data={"how": "hidden"})
    assert page("who-S") == {"shares": True, "may stop": True, "others": False, "link": True}
    assert page("who-N") == {"shares": False, "may stop": False, "others": True, "link": True}
    played.post("/t/over/share", data={"how": "named"})
    assert all(page("who-S").values())
    pressed = flat(played.get("/t/over/share").text)
    assert '<button class="primary" aria-pressed="true" name="how" value="hidden">' in pressed
    assert 'aria-pressed="true" name="how" value="named"' not in pressed


def test_a_link_is_read_in_capitals_too(played: TestClient) -> None:
    become(played, "who-S", "Sue")
    page = played.post("/t/over/share", data={"how": "named"}).text
    code = page.partition('href="/g/')[2].partition('"')[0]
    assert len(code) == 12
    assert code == code.lower()
    assert played.get(f"/g/{code.upper()}").status_code == 200
    shared = played.get(f"/g/{code}").text
    assert f"{code}/hand." in shared
    assert '"players":["North","East","Sue","West"]' in shared


def test_a_game_without_a_hand_has_no_picture(
    played: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    become(played, "who-S", "Sue")
    page = played.post("/t/over/share", data={"how": "named"}).text
    code = page.partition('href="/g/')[2].partition('"')[0]
    monkeypatch.setattr("rightbower.web.share.replays.stories", lambda game: (game, []))
    answer = played.get(f"/g/{code}/hand.svg")
    assert answer.status_code == 404
    assert "No hand was played in this game." in answer.text


def test_names_on_a_shared_game() -> None:
    table = Sitting(mode="strict").table
    seats = (
        Sitter("n", "Nell"),
        Sitter("bot:E", "Edgar", "club"),
        Sitter("s", "Sue"),
        Sitter("w", "Will"),
    )
    shared = replace(table, seats=seats, shared=("hidden", "", "named", ""))
    assert shown_names(shared) == ("North", "Edgar", "Sue", "West")
    free = replace(shared, seats=(None, *seats[1:]))
    assert shown_names(free) == ("North", "Edgar", "Sue", "West")


# One's own page


def test_ones_own_page_tells_each_game_and_is_erased_when_it_is_meant(
    played: TestClient,
) -> None:
    become(played, "who-S", "Sue")
    page = played.get("/you").text
    assert "with Nell against Will and Ed, " in page
    assert "Among people" in page
    assert "Against bots" in page
    file = played.get("/you.json")
    assert file.headers["content-type"] == "application/json"
    assert file.headers["content-disposition"] == 'attachment; filename="rightbower-profile.json"'
    assert [each["table"] for each in json.loads(file.text)["games"]] == ["over"]
    assert file.text.startswith('{\n "form": "rightbower profile 1"')
    unsure = played.post("/you/erase", data={"sure": "no"})
    assert unsure.status_code == 400
    assert "Nothing was erased: tick the box first." in unsure.text
    gone = played.post("/you/erase", data={"sure": "yes"}, follow_redirects=False)
    assert (gone.status_code, gone.headers["location"]) == (303, "/you?erased=yes")
    assert f'{COOKIE}=""' in gone.headers["set-cookie"]


def test_who_is_not_known_erases_nothing(played: TestClient) -> None:
    played.cookies.clear()
    before = hall_of(played).erased.many
    gone = played.post("/you/erase", data={"sure": "yes"}, follow_redirects=False)
    assert (gone.status_code, gone.headers["location"]) == (303, "/you?erased=yes")
    assert "set-cookie" not in gone.headers
    assert hall_of(played).erased.many == before


@pytest.mark.parametrize(
    ("asked", "told"), [("", False), ("?erased=yes", True), ("?erased=no", False)]
)
def test_that_one_was_erased_is_said_only_then(played: TestClient, asked: str, told: bool) -> None:
    page = played.get(f"/you{asked}").text
    assert ("Your name and your statistics are erased." in page) is told


def test_many_who_erase_themselves_from_one_place_wait(
    played: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def spent(_: object) -> bool:
        return False

    erasures = played.app.state.erasures  # type: ignore[attr-defined]
    monkeypatch.setattr(erasures, "take", spent)
    become(played, "who-S", "Sue")
    answer = played.post("/you/erase", data={"sure": "yes"})
    assert answer.status_code == 429
    assert "Many were erased from here. Try again in a few minutes." in answer.text
    assert hall_of(played).erased.many == 0
