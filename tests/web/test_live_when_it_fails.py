"""What an open hall does when the journal does not take what it writes, or people come too late."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rightbower.rules.cards import Seat
from rightbower.store.contract import JournalError
from rightbower.web.app import make_app
from rightbower.web.common.line_messages import GOES_ON
from rightbower.web.hall import archive as lists
from rightbower.web.hall.actor import Live
from rightbower.web.hall.entries import Sat, encode
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.table import Pace
from rightbower.web.profile.pages import erase_person
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.heard import Heard

STILL = Pace(bot=9999, trick=9999, deal=9999, grace=99999, linger=99999, salts=0)


async def with_ann(journal: FaultyJournal) -> tuple[Hall, Live]:
    """A hall with a table at which Ann sits."""
    hall = Hall(journal, STILL, asyncio.get_running_loop().time)
    return hall, await hall.open("standard", "S", then=[Sat(Seat.N, "ann", "Ann Lee", 0.0)])


def test_who_could_not_be_erased_is_not_erased_and_may_try_again() -> None:
    async def story() -> None:
        journal = FaultyJournal(prompt=True)
        hall, live = await with_ann(journal)
        journal.fail()
        with pytest.raises(JournalError):
            await erase_person(hall, "ann")
        assert "ann" not in hall.erased
        assert live.table.seat_of("ann") is Seat.N
        sitting = live.table.seats[Seat.N]
        assert sitting is not None
        assert sitting.name == "Ann Lee"
        await erase_person(hall, "ann")
        assert "ann" in hall.erased
        assert hall.erased.many == 1
        (listed,) = journal.listed(lists.OPEN)
        assert b"Ann Lee" not in listed.body
        assert b"Erased player 1" in listed.body
        hall.close()

    run(story)


def test_what_somebody_else_wrote_meanwhile_is_shown_and_stands_in_the_play_by_play() -> None:
    async def story() -> None:
        journal = FaultyJournal(prompt=True)
        hall, live = await with_ann(journal)
        ann = Heard("ann")
        live.join(ann, None)
        journal.from_elsewhere(live.name, encode(Sat(Seat.E, "bob", "Bob", 0.0)))
        with pytest.raises(JournalError):
            await live.commit([Sat(Seat.E, "cy", "Cy", 0.0)])
        await live.commit([Sat(Seat.W, "dee", "Dee", 0.0)])
        await idle()
        told = [line.text for line in live.lines.since(0, live.table.version)]
        assert told == ["Ann Lee sits down", "Bob sits down", "Dee sits down"]
        news = [line["text"] for state in ann.heard("state") for line in state["news"]]
        assert news == told
        assert [chair.get("name") for chair in ann.state["chairs"]] == [
            "Ann Lee",
            "Bob",
            None,
            "Dee",
        ]
        hall.close()

    run(story)


def test_a_hall_opens_although_its_older_tables_cannot_be_listed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal = FaultyJournal(prompt=True)
    hall = Hall(journal)
    journal.fail()
    hall.wake()
    assert "the tables of an older journal could not be listed" in caplog.text
    assert journal.projection("hall", "all listed") is None
    hall.wake()
    assert journal.projection("hall", "all listed") is not None


def test_who_says_hello_when_the_table_has_just_gone_is_told_where_it_goes_on(
    tmp_path: Path,
) -> None:
    with TestClient(make_app(tmp_path, STILL)) as client:
        at = client.post("/tables", data={}, follow_redirects=False).headers["location"]
        (live,) = client.app.state.hall.tables.values()  # type: ignore[attr-defined]
        with client.websocket_connect(f"{at}/live?protocol=2") as line:
            live.stop("other")
            line.send_json({"type": "hello"})
            assert line.receive_json() == {"type": "moved", "hall": "other"}
            with pytest.raises(WebSocketDisconnect) as closed:
                line.receive_json()
            assert closed.value.code == GOES_ON


@pytest.mark.parametrize("query", ["", "?protocol=1", "?protocol=3"])
def test_a_page_of_another_protocol_is_told_to_load_again(tmp_path: Path, query: str) -> None:
    with TestClient(make_app(tmp_path, STILL)) as client:
        at = client.post("/tables", data={}, follow_redirects=False).headers["location"]
        with client.websocket_connect(f"{at}/live{query}") as line:
            told = line.receive_json()
            assert (told["type"], told["reload"]) == ("bye", True)
            assert told["reason"] == "This page is from before an update. Load it again."
            with pytest.raises(WebSocketDisconnect) as closed:
                line.receive_json()
            assert closed.value.code == 1000
        (live,) = client.app.state.hall.tables.values()  # type: ignore[attr-defined]
        assert live.connections == []
