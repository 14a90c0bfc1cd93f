"""Signing up ahead: chairs and the waiting list on phones and at the desk, one's own link, and what it cannot do."""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.office.journals import journal_of
from rightbower.tournament.contest import Undone
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.signup import waiting
from web.at_desk import Director, flat, hall, says
from web.serving import Server, serving

LINK = re.compile(r"/events/[^/]+/chair/[\w.\-]+")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Director]:
    """A charity day with two chairs."""
    with hall(tmp_path) as client:
        director = Director(client, "charity-day")
        director.do("signup", "signup-chairs", chairs=2)
        yield director


@pytest.fixture
def pairs(tmp_path: Path) -> Iterator[Director]:
    """A day of pairs at which one may come alone."""
    with hall(tmp_path) as client:
        yield Director(client, "alberta-pairs")


class Phone:
    """Somebody's phone, and the page of the chair it was given."""

    def __init__(self, desk: Director, name: str, event: str = "", **more: str) -> None:
        self.client = TestClient(desk.client.app, base_url="http://localhost")
        self.read(self.client.post(f"/events/{event or desk.id}/join", data={"name": name, **more}))
        self.path = self.url

    def read(self, answer: Any) -> str:
        """Read a page."""
        self.status, self.text, self.url = answer.status_code, flat(answer.text), answer.url.path
        self.says = says(answer.text)
        return self.says

    def look(self) -> str:
        """Come back by one's link."""
        return self.read(self.client.get(self.path))

    def press(self, do: str, who: int | str = "", path: str = "") -> str:
        """Press a button of the page."""
        return self.read(self.client.post(path or self.path, data={"do": do, "who": str(who)}))


def test_a_chair_a_place_in_the_line_and_a_move_up(desk: Director) -> None:
    an, bo, cy, di = (Phone(desk, f"{name} Lee") for name in ("An", "Bo", "Cy", "Di"))
    assert LINK.fullmatch(an.path)
    assert "Your chair is kept, An" in an.says
    assert "1 of 2 chairs is free." in an.says
    assert "You are on the waiting list, Di 2 " in di.says
    assert "All 2 chairs are taken. 2 entries wait." in bo.look()
    assert "You are not on the list any more" in an.press("cannot-come")
    assert "Your chair is kept, Cy" in cy.look()
    assert "You are on the waiting list, Di 1 " in di.look()
    page = desk.look("signup")
    assert "2 of 2 are taken." in page
    assert "1. Bo Lee 2. Cy Lee Waiting list: 1. Di Lee" in page
    assert f'href="{di.path}"' in flat(di.client.get(f"/events/{desk.id}").text)
    assert "Put me on the waiting list" in flat(an.client.get(f"/events/{desk.id}/join").text)


def test_an_own_link_does_nothing_to_anybody_else(desk: Director) -> None:
    an, bo = Phone(desk, "An Lee"), Phone(desk, "Bo Ray")
    other = Director(desk.client, "charity-day", "Another day")
    theirs = Phone(other, "Cy Day")
    link = an.path.rsplit("/", 1)[1]
    spoofed = [
        link[:-5] + ("A" if link[-5] != "A" else "B") + link[-4:],
        link[::-1],
        "x",
        link.replace(".", ".." if "." in link else "x"),
        theirs.path.rsplit("/", 1)[1],
    ]
    before = desk.event.version
    for each in spoofed:
        path = f"/events/{desk.id}/chair/{each}"
        assert "opens nobody’s chair" in bo.press("cannot-come", path=path)
        assert bo.status == 404
        assert bo.client.get(path).status_code == 404
    assert "name two different" in an.press("ask", 2) or an.status == 422
    for number in ("", "x", "-1", "9" * 50, "0"):
        assert an.press("yes", number), an.status == 422
    assert an.press("everything")
    assert an.status == 400
    assert desk.event.version == before


def test_a_link_whose_entry_was_undone_opens_nothing_though_the_number_is_given_again(
    desk: Director,
) -> None:
    an = Phone(desk, "An Lee")
    desk.do("log", "undo", entry=desk.event.version, version=desk.event.version)
    assert desk.event.entrants == ()
    bo = Phone(desk, "Bo Ray")
    assert desk.event.entrant(1).name == "Bo Ray"
    assert "opens nobody’s chair" in an.press("cannot-come")
    assert "Your chair is kept, Bo" in bo.look()


def test_two_who_look_find_each_other_by_phone(pairs: Director) -> None:
    fay = Phone(pairs, "Fay Ives", how="seeking", about="plays for fun")
    assert "Nobody else looks yet" in fay.says
    page = says(fay.client.get(f"/events/{pairs.id}/join").text)
    assert "1 other looks too" in page
    assert "Ask Fay I. plays for fun" in page
    ed = Phone(pairs, "Ed Hall", how="seeking", ask="1", partner_name="is not read")
    assert "Fay I. plays for fun asked" in ed.says
    assert "Ed H. asks to be your partner" in fay.look()
    assert "Ed Hall has asked Fay Ives." in pairs.look("signup")
    assert "Ask Ed H." in fay.press("no", 2)
    assert "Ask Fay I." in ed.look()
    ed.press("ask", 1)
    assert "Your chairs are kept: Ed Hall & Fay Ives" in fay.press("yes", 2)
    assert "Your chairs are kept: Ed Hall & Fay Ives" in ed.look()
    assert "You are not on the list any more" in ed.press("cannot-come")
    assert "You are not on the list any more" in fay.look()


def test_the_desk_lets_in_who_waits_and_the_log_has_no_link(
    desk: Director, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "rightbower.requests")
    *_, cy = (Phone(desk, f"{name} Lee") for name in ("An", "Bo", "Cy"))
    cy.look()
    paths = {getattr(each, "path", "") for each in caplog.records}
    assert f"/events/{desk.id}/chair/…" in paths
    assert not any(LINK.fullmatch(each) for each in paths)
    assert "on the waiting list" in desk.look("entrant/3").lower()
    assert "Waiting list" in desk.look("check-in")
    desk.do("check-in", "entrants-check-in", who=3)
    assert desk.event.entrant(3).state == "here"


def test_while_the_door_is_closed_nobody_signs_up(desk: Director) -> None:
    an = Phone(desk, "An Lee")
    desk.do("check-in", "door")
    assert "The list is closed." in Phone(desk, "Bo Ray").says
    assert "You are not on the list any more" in an.press("cannot-come")
    assert "The door is closed" in desk.look("signup")


def signed_up(server: Server, name: str, path: str, answered: list[str]) -> None:
    """Somebody with a phone of their own signs up."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        line.request("GET", path)
        came = line.getresponse()
        came.read()
        kept = (came.getheader("set-cookie") or "").partition(";")[0]
        form = {"content-type": "application/x-www-form-urlencoded", "cookie": kept}
        line.request("POST", path, f"name={name}", form)
        if line.getresponse().status == 303:
            answered.append(name)
    except (OSError, http.client.HTTPException):
        pass
    finally:
        line.close()


def history_in(data: Path) -> EventHistory:
    """The only event in a journal."""
    with journal_of(data) as journal:
        (stream,) = [each for each in journal.streams() if each.startswith("event/")]
        return EventHistory.of([EVENT.decode(each.body) for each in journal.read(stream)])


@pytest.mark.parametrize(
    ("people", "chairs", "kill_at"),
    [
        (40, 12, None),
        (40, 12, 20),
        pytest.param(300, 60, None, marks=pytest.mark.soak),
        pytest.param(300, 60, 150, marks=pytest.mark.soak),
    ],
)
def test_all_at_once_exactly_so_many_are_in_and_nobody_who_was_answered_is_lost(
    tmp_path: Path, people: int, chairs: int, kill_at: int | None
) -> None:
    data = tmp_path / "data"
    with hall(data) as client:
        director = Director(client, "charity-day")
        director.do("signup", "signup-chairs", chairs=chairs)
        path = f"/events/{director.id}/join"
    answered: list[str] = []
    with serving(data) as server:
        phones = [
            threading.Thread(target=signed_up, args=(server, f"P{at:03}x", path, answered))
            for at in range(people)
        ]
        for each in phones:
            each.start()
        if kill_at is not None:
            while len(answered) < kill_at:
                time.sleep(0.002)
            server.kill()
        for each in phones:
            each.join()
        if kill_at is not None:
            server.start()
            signed_up(server, "Last", path, answered)
            assert answered[-1] == "Last"
    history = history_in(data)
    event = history.event
    names = [each.name for each in event.entrants]
    assert set(answered) <= set(names)
    assert len(names) == len(set(names))
    if kill_at is None:
        assert len(names) == len(answered) == people
    seated = [each.number for each in event.entrants if each.state == "entered"]
    assert seated == list(range(1, min(chairs, len(names)) + 1))
    assert [each.number for each in waiting(event)] == list(range(chairs + 1, len(names) + 1))
    assert not any(isinstance(each.fact, Undone) for each in history.entries)


def test_a_sub_signs_up_on_a_page_of_her_own_and_takes_it_back(desk: Director) -> None:
    sue = Phone(desk, "Sue Sub", how="sub", reach="555 0199")
    assert sue.status == 200
    assert "Thank you, Sue Sub. You are on the list of subs." in sue.says
    assert "Sue Sub 555 0199" in desk.look("signup")
    assert "Can fill in: Sue Sub" in desk.text
    assert "555 0199" not in desk.client.get(f"/events/{desk.id}").text
    spoofed = desk.client.post(f"/events/{desk.id}/sub/{'x' * 40}")
    assert spoofed.status_code == 404
    other = Phone(desk, "Tom", how="sub")
    assert "not on the list of subs" in sue.read(sue.client.post(sue.path))
    assert [each.name for each in desk.event.signup.subs] == ["Tom"]
    desk.do("signup", "entrants-add", names="Tom", here="yes")
    assert "Tom, you play." in other.look()
    assert desk.event.signup.subs == ()


def test_a_second_of_one_name_is_asked_what_tells_them_apart(desk: Director) -> None:
    Phone(desk, "Ann Lee")
    twin = Phone(desk, "Ann Lee")
    assert twin.status == 422
    assert "What tells you apart?" in twin.says
    twin = Phone(desk, "Ann Lee", mark="Sarnia", reach="")
    assert twin.status == 200
    assert desk.event.entrants[1].name == "Ann Lee (Sarnia)"
