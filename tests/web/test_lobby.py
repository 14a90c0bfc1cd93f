"""The lobby, watching a game later than it is played, and a game with whoever waits."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.rules.cards import Seat
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.hall import opening as matching
from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live
from rightbower.web.hall.dealing import first_dealer
from rightbower.web.hall.entries import Manners, Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.lobby import LobbyView
from rightbower.web.hall.seats import begin, bot_sits
from rightbower.web.hall.table import Pace
from web.asked import asked
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.heard import Heard

STILL = Pace(bot=9999, trick=9999, deal=9999, grace=99999, linger=99999, salts=0)


def hall_on(journal: FaultyJournal) -> Hall:
    return Hall(journal, STILL, asyncio.get_running_loop().time)


async def opened(hall: Hall, people: str = "S", *, listed: bool = True, event: str = "") -> Live:
    sat = [Sat(Seat[each], each, f"Player {each}", hall.clock()) for each in people]
    live = await hall.open("standard", people[0], listed=listed, event=event, then=sat)
    live.join(Heard(people[0]), None)
    await idle()
    return live


async def begun(live: Live) -> None:
    bots = [bot_sits(seat, "club", 0.0) for seat in Seat if live.table.seats[seat] is None]
    await live.commit(bots)
    await live.commit(begin(live.table, first_dealer(live.table), live.now()))


def way(live: Live) -> str:
    return f"/{live.name.replace('table/', 't/')}"


def seen(view: LobbyView) -> tuple[list[str], list[str]]:
    return [each.href for each in view.waiting], [each.href for each in view.games]


def test_the_lobby_has_public_tables_alone() -> None:
    async def story() -> None:
        hall = hall_on(FaultyJournal(prompt=True))
        waits = await opened(hall, "SN")
        await opened(hall, listed=False)
        await opened(hall, event="day/1/2")
        assert seen(hall.lobby.view()) == ([way(waits)], [])
        (table,) = hall.lobby.view().waiting
        assert (table.names, table.text) == ("Player N, Player S", "two chairs free")
        private = await opened(hall, listed=False)
        await begun(private)
        await begun(waits)
        assert seen(hall.lobby.view()) == ([], [way(waits)])
        (game,) = hall.lobby.view().games
        assert game.names == "Player N and Player S 0, Edgar and Walter 0"

    run(story)


def test_the_lobby_does_not_tell_the_points_of_a_game_that_is_watched_later() -> None:
    async def story() -> None:
        hall = hall_on(FaultyJournal(prompt=True))
        sat = [Sat(Seat.S, "S", "Player S", hall.clock())]
        later = Manners(watched_after=30)
        live = await hall.open("standard", "S", listed=True, then=sat, manners=later)
        live.join(Heard("S"), None)
        await begun(live)
        (game,) = hall.lobby.view().games
        assert game.names == "Nora and Player S, Edgar and Walter"

    run(story)


def test_a_game_that_everybody_left_is_not_one_to_watch_and_a_deserted_table_comes_last() -> None:
    async def story() -> None:
        hall = hall_on(FaultyJournal(prompt=True))
        first, second = await opened(hall, "S"), await opened(hall, "N")
        second.leave(second.connections[0])
        assert seen(hall.lobby.view())[0] == [way(first), way(second)]
        assert hall.lobby.view().waiting[1].text == "three chairs free, nobody there just now"
        await begun(first)
        first.leave(first.connections[0])
        assert seen(hall.lobby.view())[1] == []

    run(story)


def test_those_in_the_lobby_are_told_without_asking() -> None:
    async def story() -> None:
        hall = hall_on(FaultyJournal(prompt=True))
        told: list[dict[str, list[dict[str, str]]]] = []

        async def send(text: str) -> None:
            if '"waiting"' in text:
                told.append(json.loads(text))

        watching = asyncio.ensure_future(hall.lobby.watchers.serve("lobby", hall.lobby.text, send))
        await idle()
        live = await opened(hall)
        await asyncio.sleep(2)
        await begun(live)
        await asyncio.sleep(2)
        live.leave(live.connections[0])
        await asyncio.sleep(2)
        watching.cancel()
        assert [(len(each["waiting"]), len(each["games"])) for each in told] == [
            (0, 0), (1, 0), (0, 1), (0, 0),
        ]  # fmt: skip

    run(story)


def test_the_first_page_shows_them_and_the_line_brings_them(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path)) as client:
        form = {"listed": "yes", "friendly": "yes", "watched_after": "30"}
        at = client.post("/tables", data=form, follow_redirects=False).headers["location"]
        client.post("/tables", data={"friendly": "yes"})
        page = client.get("/").text
        listed = page[page.index('data-lobby="waiting"') : page.index('data-lobby="games"')]
        assert listed.count('href="/t/') == 1
        assert f'href="{at}"' in listed
        with client.websocket_connect("/lobby/live") as line:
            assert [each["href"] for each in line.receive_json()["waiting"]] == [at]


def test_watchers_see_the_game_later_and_never_a_hidden_card() -> None:
    async def story() -> None:
        hall = hall_on(FaultyJournal(prompt=True))
        people = {seat.letter: Heard(seat.letter) for seat in Seat}
        sat = [Sat(seat, seat.letter, seat.word, 0.0) for seat in Seat]
        live = await hall.open("standard", "S", then=sat, manners=Manners(watched_after=30))
        for browser in people.values():
            live.join(browser, None)
        watcher = Heard("somebody")
        live.join(watcher, None)
        await begun(live)
        await idle()
        assert people["N"].state["game"]["turn"]
        assert "game" not in watcher.state
        await asyncio.sleep(29)
        assert "game" not in watcher.state
        turn = people["N"].state["game"]["turn"]
        assert isinstance(await asked(live, people[turn], wire.Move("m", "pass")), wire.Done)
        await asyncio.sleep(2)
        assert watcher.state["game"]["turn"] == turn
        assert "bids" not in watcher.state["game"]
        assert not any("pass" in line["text"].lower() for line in watcher.state["news"])
        late = Heard("late")
        live.join(late, None)
        await idle()
        assert "bids" not in late.state["game"]
        assert not any("passes" in line["text"] for line in late.state["news"])
        await asyncio.sleep(29)
        assert watcher.state["game"]["bids"] == late.state["game"]["bids"] != []
        for each in (watcher, late):
            assert not any('"hand"' in text or '"legal"' in text for text in each.texts)

    run(story)


def test_a_table_woken_within_the_delay_still_shows_what_was() -> None:
    async def story() -> None:
        journal = FaultyJournal(prompt=True)
        hall = hall_on(journal)
        sat = [Sat(seat, seat.letter, seat.word, 0.0) for seat in Seat]
        live = await hall.open("standard", "S", then=sat, manners=Manners(watched_after=30))
        await asyncio.sleep(60)
        await begun(live)
        again = hall_on(journal).find(live.name.removeprefix("table/"))
        assert again is not None
        watcher = Heard("somebody")
        again.join(watcher, None)
        await idle()
        assert "game" not in watcher.state
        await asyncio.sleep(60)
        later = hall_on(journal).find(live.name.removeprefix("table/"))
        assert later is not None
        later.join(watcher, None)
        await idle()
        assert watcher.state["game"]["turn"]

    run(story)


def as_person(client: TestClient, keys: Keys, who: str) -> None:
    client.cookies.clear()
    client.cookies.set(COOKIE, keys.cookie(Person(who, who.title())))


def test_whoever_asks_for_people_sits_down_with_whoever_waits(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    with TestClient(app) as client:
        keys = Keys.of(tmp_path)

        def asks(who: str, book: str = "standard") -> str:
            as_person(client, keys, who)
            answer = client.post("/match", data={"book": book}, follow_redirects=False)
            assert answer.status_code == 303
            return answer.headers["location"]

        first = asks("ann")
        assert asks("ann") == first, "pressed twice it is one table"
        assert asks("bob") == first
        assert asks("cid", "national-2025") != first
        assert asks("cid") == asks("dee") == first
        assert asks("eve") != first, "the fifth begins a table of their own"
        live = app.state.hall.find(first.removeprefix("/t/"))
        north, east, south, west = (each.who for each in live.table.seats)
        assert (south, north, west, east) == ("ann", "bob", "cid", "dee")
        assert not live.table.friendly
        assert live.table.opened.listed
        bad = client.post("/match", data={"book": "none such"})
        assert (bad.status_code, "Choose the book" in bad.text) == (400, True)


def test_bots_take_the_chairs_that_stay_empty_and_only_where_somebody_waits() -> None:
    async def story() -> None:
        hall = hall_on(FaultyJournal(prompt=True))
        waits = await hall.open(
            "standard", "ann", then=[Sat(Seat.S, "ann", "Ann", 0.0)], manners=Manners(bots_after=15)
        )
        gone = await hall.open(
            "standard", "bob", then=[Sat(Seat.S, "bob", "Bob", 0.0)], manners=Manners(bots_after=15)
        )
        ann = Heard("ann")
        waits.join(ann, None)
        await asyncio.sleep(14)
        assert waits.table.game is None
        assert "bots take the chairs" in ann.state["told"]["line"]
        await asyncio.sleep(2)
        assert waits.table.game is not None
        assert [sitter.bot for sitter in waits.table.seats if sitter] == [
            "club",
            "club",
            "",
            "club",
        ]
        assert gone.table.game is None
        assert list(matching.looking(hall, "standard")) == []

    run(story)


@pytest.mark.parametrize("typed", ["-5", "99999999999", "soon", ""])
def test_a_delay_that_is_not_on_the_list_is_none(tmp_path: Path, typed: str) -> None:
    app = make_app(tmp_path)
    with TestClient(app) as client:
        at = client.post("/tables", data={"watched_after": typed}, follow_redirects=False)
        live = app.state.hall.find(at.headers["location"].removeprefix("/t/"))
        assert live.table.opened.manners.watched_after == 0


def test_a_table_that_nobody_holds_is_gone_without_the_collector() -> None:
    async def story() -> None:
        hall = hall_on(FaultyJournal(prompt=True))
        gc.disable()
        try:
            live = await hall.open("standard", "S", manners=Manners(watched_after=30, chat=True))
            held = weakref.ref(live)
            live.rest()
            del hall.tables[live.name]
            del live
            assert held() is None
        finally:
            gc.enable()

    run(story)
