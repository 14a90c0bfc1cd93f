"""An event's tables played in the hall: chairs that are held, results that enter themselves."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rightbower.record.entries import ClaimEntry
from rightbower.referee.irregularities import Kind, Talk
from rightbower.referee.remedies import FINAL, AwardPoints
from rightbower.referee.table import Overruled
from rightbower.rules.cards import Seat
from rightbower.store.claims import HandedOver
from rightbower.tournament.events.clock import bell_at
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.round_clock import (
    extend_clock,
    pause_clock,
    resume_clock,
    ring_bell,
    start_clock,
)
from rightbower.web.hall.actor import Live
from rightbower.web.hall.entries import Mode, Played
from rightbower.web.hall.hall import Hall
from rightbower.web.state.online import chairs_of
from web.day import PIN, Phone, Room, kept, prepared_event, room, seated
from web.joined import joined
from web.serving import Player, Server


def director(here: Room) -> Phone:
    """Somebody who knows the PIN."""
    phone = here.phone()
    phone.post("pin", pin=PIN)
    return phone


def all_phones(here: Room) -> dict[Seat, Phone]:
    """A phone for each of the four at table 1."""
    chairs = chairs_of(here.event, here.event.round.table(1))
    return {seat: here.seated_phone(number) for seat, (number, _) in chairs.items()}


def live_of(here: Room, table: int = 1) -> Live:
    """The hall's table, to which somebody comes: where several halls share a journal that wakes it."""
    found: Live | None = here.client.app.state.online.table_of(here.event, table)  # type: ignore[attr-defined]  # a Starlette
    assert found is not None
    hall: Hall = here.client.app.state.hall  # type: ignore[attr-defined]
    if found.name in hall.tables:
        return found
    assert here.client.portal is not None
    come: Live | None = here.client.portal.call(hall.come, found.name.removeprefix("table/"))
    assert come is not None
    return come


def heard(line: Any) -> dict[str, Any]:
    """The next state."""
    while True:
        message = joined(line.receive_json())
        if message["type"] == "state":
            return message


def until_over(here: Room) -> tuple[int, int]:
    """The score of the game in the hall, which bots play out for those who are away."""
    for _ in range(3000):
        table = live_of(here).table
        if table.over and table.game is not None:
            return table.game.score
        time.sleep(0.01)
    raise AssertionError("the game did not end")


def until_in(here: Room, table: int = 1) -> tuple[int, int]:
    """The result that enters itself just after the game."""
    for _ in range(1000):
        result = here.event.round.table(table).result
        if result is not None:
            assert result.marked
            return result.points
        time.sleep(0.01)
    raise AssertionError("no result came")


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_four_phones_play_and_the_result_enters_itself(tmp_path: Path, mode: Mode) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path, grace=0) as here:
        director(here).post("desk/online", mode=mode)
        phones = all_phones(here)
        for seat, phone in phones.items():
            assert "Your game is played in the hall" in phone.get("phone")
            phone.post("phone/play", seat=seat.name)
            assert phone.at.startswith("/t/")
        table = live_of(here).table
        names = chairs_of(here.event, here.event.round.table(1))
        assert [sitter.name for sitter in table.seats if sitter] == [names[s][1] for s in Seat]
        assert table.game is not None
        assert table.game.target == here.event.plan.target
        score = until_over(here)
        assert until_in(here) == score
        assert "The score is in" in phones[Seat.N].get("phone")
        assert here.event.round.table(2).result is None
    last = kept(tmp_path).entries[-1]
    assert last.by == "the hall"


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_players_alone_are_seated_by_their_phones(tmp_path: Path, mode: Mode) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        phones = all_phones(here)
        director(here).post("desk/online", mode=mode)
        table = live_of(here).table
        assert table.opened.mode == mode
        assert None not in table.seats
        assert table.game is not None, "all four are there: the game has begun"
        assert "To your game" in phones[Seat.E].get("phone")


def test_the_director_has_the_last_word_at_a_table_in_the_hall(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        all_phones(here)
        desk = director(here)
        desk.post("desk/online", mode="as-at-the-table")
        live, portal = live_of(here), here.client.portal
        assert portal is not None
        until(lambda: live.table.game is not None and live.table.game.deal is not None)
        talk = ClaimEntry(Seat.N, Talk(Seat.E, Kind.TABLE_TALK), at=live.now())
        portal.call(live.commit, [Played(talk)])
        assert "talks in a way that helps a partner" in desk.get("desk/table/1")
        said = desk.post(
            "desk/table/1", do="overrule", number="0", instead="award", points="x", why="?"
        )
        assert "award x" in said
        assert "is not a remedy" in said
        desk.post(
            "desk/table/1", do="overrule", number="0", instead="award", points="2", why="third time"
        )
        referee = live_of(here).table.referee
        assert referee is not None
        assert referee.log[-1] == Overruled(0, "host", "third time", (AwardPoints(FINAL, 2),))
        assert sum(referee.game.score) == 2
        assert "talks in a way" not in desk.get("desk/table/1"), "it is set aside"
        for by, who in ((Seat.E, Seat.N), (Seat.N, Seat.W)):
            talk = ClaimEntry(by, Talk(who, Kind.TABLE_TALK), at=live.now())
            portal.call(live.commit, [Played(talk)])
        desk.get("desk/table/1")
        assert re.findall(r'name="number" value="(\d)"', desk.page) == ["3", "2"], "newest first"


@pytest.mark.parametrize(("hall", "where"), [("south", "Hall south has"), ("", "Another hall has")])
def test_the_director_is_told_when_another_hall_has_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hall: str, where: str
) -> None:
    async def gone(_: str) -> None:
        raise HandedOver(hall)

    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        all_phones(here)
        desk = director(here)
        desk.post("desk/online", mode="as-at-the-table")
        monkeypatch.setattr(here.client.app.state.hall, "come", gone)  # type: ignore[attr-defined]
        said = desk.post("desk/table/1", do="overrule", number="0", instead="stand", why="?")
        assert f"{where} this table just now; enter its result here instead." in said


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_the_events_bell_rings_for_its_tables_in_the_hall(tmp_path: Path, mode: Mode) -> None:
    prepared_event(tmp_path, preset="national-progressive", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        phones = all_phones(here)
        director(here).post("desk/online", mode=mode)
        table = live_of(here).table
        assert table.game is not None
        assert table.game.ends_at is None, "the event's clock runs, the table has none of its own"
        assert shown_time(phones[Seat.N], here) is None
        now = time.time()
        here.write(lambda event: start_clock(event, now))
        until(lambda: live_of(here).table.bell_at is not None)
        assert shown_time(phones[Seat.N], here) == bell_at(here.event.clock)
        here.write(lambda event: pause_clock(event, now + 1))
        until(lambda: live_of(here).table.bell_at is None)
        here.write(resume_clock)
        here.write(lambda event: extend_clock(event, 2))
        until(lambda: live_of(here).table.bell_at == bell_at(here.event.clock))
        assert not time_up(here)
        here.write(lambda event: ring_bell(event, time.time()))
        until(lambda: time_up(here))
        here.write(lambda event: extend_clock(event, 1))
        assert time_up(here), "what the bell has ended stays ended"


def test_a_table_that_begins_late_has_the_events_clock(tmp_path: Path) -> None:
    now = time.time()
    deeds = [seated, lambda event: start_clock(event, now)]
    prepared_event(tmp_path, preset="national-progressive", tables=1, rounds=None, deeds=deeds)
    with room(tmp_path) as here:
        all_phones(here)
        director(here).post("desk/online")
        table = live_of(here).table
        assert table.game is not None
        assert table.bell_at == bell_at(here.event.clock) is not None
        here.write(lambda event: ring_bell(event, time.time()))
        until(lambda: time_up(here))
    with room(tmp_path, grace=0) as here:
        assert time_up(here), "a restart forgets nothing"


def until(true: Callable[[], bool]) -> None:
    """Wait for what happens just after."""
    for _ in range(500):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it did not happen")


def time_up(here: Room) -> bool:
    """Whether the bell has rung at table 1."""
    game = live_of(here).table.game
    return game is not None and game.time_up


def shown_time(phone: Phone, here: Room) -> float | None:
    """When time is up, as a phone is told."""
    table = live_of(here).name.removeprefix("table/")
    with phone.client.websocket_connect(f"/t/{table}/live?protocol=2") as line:
        line.send_json({"type": "hello"})
        told: float | None = heard(line)["game"].get("ends_at")
        return told


def test_chairs_are_held_for_those_who_sit_there(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=3, deeds=[seated])
    with room(tmp_path) as here:
        director(here).post("desk/online")
        one, other = here.event.round.table(1).sides
        ann = here.seated_phone(one[0])
        assert ann.get("phone").count("Sit down as") == 2
        assert "another player's" in ann.post("phone/play", seat="E")
        ann.post("phone/play", seat="S")
        second = here.seated_phone(one[0])
        assert "sits there with another phone" in second.post("phone/play", seat="S")
        stranger = here.seated_phone(here.event.round.table(2).sides[0][0])
        stranger.post("phone/play", seat="N")
        assert [sitter is None for sitter in live_of(here).table.seats] == [True, True, False, True]
        table = live_of(here).name.removeprefix("table/")
        with stranger.client.websocket_connect(f"/t/{table}/live?protocol=2") as line:
            line.send_json({"type": "hello"})
            heard(line)
            for number, request in enumerate(
                ({"type": "sit", "seat": "E"}, {"type": "begin"}, {"type": "stand"})
            ):
                line.send_json({**request, "id": f"r{number}"})
                answer = line.receive_json()
                assert answer["type"] == "no"
                assert "its seats are held" in answer["reason"]
        assert other[0]
        assert live_of(here).table.game is None


def test_a_phone_is_told_who_is_still_to_sit_down(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=1, deeds=[seated])
    with room(tmp_path) as here:
        (one,), (other,) = here.event.round.table(1).sides
        ours = here.seated_phone(one)
        assert "Your game is played in the hall" not in ours.text
        director(here).post("desk/online")
        north, south = (each.name for each in here.event.entrant(one).players)
        east, west = (each.name for each in here.event.entrant(other).players)
        said = ours.get("phone")
        assert f"Sit down as {north} Sit down as {south}" in said
        assert f"Still to sit down: {north}, {east}, {south}, {west}." in said
        ours.post("phone/play", seat="S")
        assert ours.at == f"/t/{live_of(here).name.removeprefix('table/')}"
        said = ours.get("phone")
        assert "To your game" in said
        assert f"Still to sit down: {north}, {east}, {west}." in said
        mate = here.seated_phone(one).get("phone")
        assert f"Sit down as {north}" in mate
        assert f"Sit down as {south}" not in mate
        theirs = here.seated_phone(other)
        assert f"Sit down as {east} Sit down as {west}" in theirs.get("phone")
        assert "You have no chair in the hall now." in theirs.post("phone/play", seat="X")


def test_only_tables_that_wait_are_put_into_the_hall(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated, lambda event: enter(event, 1, (10, 2))])
    with room(tmp_path) as here:
        desk = director(here)
        assert "Put 1 table into the hall" in desk.get("desk/phones")
        desk.post("desk/online")
        assert "1 table of this round is in the hall" in desk.get("desk/phones")
        assert "into the hall" not in desk.text, "no other table waits"
        assert set(here.desk.notes("event/day").online) == {(1, 2)}
        assert "No table of this round waits" in desk.post("desk/online")
        here.write(lambda event: enter(event, 2, (10, 4)), seated)
        next_round = desk.get("desk/phones")
        assert "Put 2 tables into the hall" in next_round
        assert "of this round" not in next_round, "those of the round before are over"
        stranger = here.phone()
        assert (
            "/pin"
            in stranger.client.post("/events/day/desk/online", follow_redirects=False).headers[
                "location"
            ]
        )


def test_a_result_typed_at_the_desk_meanwhile_stands(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path, grace=0.3) as here:
        all_phones(here)
        director(here).post("desk/online")
        here.write(lambda event: enter(event, 1, (20, 1), why="they had to leave"))
        until_over(here)
        result = here.event.round.table(1).result
        assert result is not None
        assert result.points == (20, 1)


def test_a_game_that_ended_when_the_hall_died_has_its_result_after_the_start(
    tmp_path: Path,
) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path, grace=0) as here:
        all_phones(here)
        here.client.app.state.hall.finished.clear()  # type: ignore[attr-defined]  # it dies just then
        director(here).post("desk/online")
        score = until_over(here)
        assert here.event.round.table(1).result is None
    with room(tmp_path) as here:
        assert until_in(here) == score


def test_the_game_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        all_phones(here)
        director(here).post("desk/online")
        live = live_of(here)
        table = live.name.removeprefix("table/")
        who = {
            seat.name: sitter.who
            for seat, sitter in zip(Seat, live.table.seats, strict=True)
            if sitter
        }
    server = Server(tmp_path)
    try:
        made = move_on(server, table, who, 12)
    finally:
        server.kill()
    with room(tmp_path, grace=0) as here:
        assert live_of(here).table.version >= made, "every move that was answered is there"
        assert until_in(here) == until_over(here)


def move_on(server: Server, table: str, who: dict[str, str], most: int) -> int:
    """The four make so many moves; the version that was acknowledged last."""
    chance = random.Random(1)
    players = {letter: Player(server, table, name) for letter, name in who.items()}
    made = 0
    while made < most:
        version = max(player.state["version"] for player in players.values())
        for player in players.values():
            while player.state["version"] < version:
                player.hear("state")
        turn = players["N"].state["game"].get("turn")
        if turn is None or not players[turn].state["game"].get("legal"):
            players["N"].hear("state")
            continue
        player = players[turn]
        assert player.move(chance.choice(player.state["game"]["legal"]))["type"] == "done"
        while player.state["version"] < player.acknowledged:
            player.hear("state")
        made += 1
    return max(player.acknowledged for player in players.values())
