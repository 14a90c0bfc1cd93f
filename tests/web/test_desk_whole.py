"""What is done with a whole event at the desk: its name, a copy, the archive, practice thrown away."""

from __future__ import annotations

from starlette.testclient import TestClient

from rightbower.tournament.club.people import people
from web.at_desk import Director, says


def test_name_and_date_are_changed_and_seen_everywhere(client: TestClient) -> None:
    desk = Director(client, "alberta-pairs", "Sprng day")
    assert (
        "the event already has that name and date"
        in desk.do("plan", "title", name="Sprng day").casefold()
    )
    desk.do("plan", "title", name="Spring day", date="2026-06-01")
    assert (desk.event.name, desk.event.date) == ("Spring day", "2026-06-01")
    assert "Spring day" in says(client.get("/events").text)
    assert "Spring day" in says(client.get(f"/events/{desk.id}/wall").text)
    assert "is not a date" in desk.do("plan", "title", name="Spring day", date="soon")


def test_a_copy_has_the_plan_and_the_pin_and_the_names_if_wished(client: TestClient) -> None:
    desk = Director(client, "charity-day", "May night", rounds="5", prizes="First = 50")
    desk.names("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")
    desk.do("plan", "copy", name="June night", date="2026-06-27", people="yes")
    assert (desk.status, desk.path) == (200, "/events/june-night/desk/check-in")
    copy = client.app.state.desk.event("june-night")  # type: ignore[attr-defined]  # an ASGI app
    assert copy.plan == desk.event.plan
    assert [each.name for each in copy.entrants] == ["Ann Lee", "Bob Ray", "Cy Fox", "Di Orr"]
    assert {each.state for each in copy.entrants} == {"entered"}
    desk.do("plan", "copy", name="", date="2026-06-27")
    assert desk.status == 422
    client.cookies.clear()
    assert client.get("/events/june-night/desk").url.path == "/events/june-night/pin"
    tried = client.post("/events/june-night/pin", data={"pin": "2468"})
    assert tried.url.path == "/events/june-night/desk/check-in"


def test_an_archived_event_is_out_of_the_list_and_comes_back(client: TestClient) -> None:
    desk = Director(client, "alberta-pairs", "Old day")
    desk.do("plan", "archive")
    listed = client.get("/events").text
    assert "The archive" in listed
    assert "Old day" not in listed.partition("The archive")[0]
    assert "This event is in the archive" in desk.look("check-in")
    desk.do("plan", "archive", back="yes")
    assert "The archive" not in client.get("/events").text


def test_practice_is_marked_counts_for_nothing_and_is_thrown_away(client: TestClient) -> None:
    desk = Director(client, "charity-day", "Try-out", practice="yes")
    desk.names("Pat Practice", "Bob Ray", "Cy Fox", "Di Orr")
    assert desk.event.name == "Practice: Try-out"
    for page in (f"/events/{desk.id}", f"/events/{desk.id}/wall", "/events"):
        assert "Practice: Try-out" in says(client.get(page).text)
    assert "nothing here counts" in desk.look("seating")
    books = client.app.state.desk.books  # type: ignore[attr-defined]  # an ASGI app has no state
    assert "Pat Practice" not in [each.name for each in people(books.club())]
    desk.sure("plan", "throw-away")
    assert desk.path == "/events"
    assert "Try-out" not in says(client.get("/events").text)
    assert client.get(f"/events/{desk.id}").status_code == 404
    assert client.get("/api/v1/events").json() == []


def test_what_counts_cannot_be_thrown_away(client: TestClient) -> None:
    desk = Director(client, "charity-day", "Our night")
    assert "Throw" not in desk.look("plan")
    assert "only a practice event can be thrown away" in desk.do("plan", "throw-away").casefold()
    assert client.get(f"/events/{desk.id}").status_code == 200
