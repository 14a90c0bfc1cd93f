"""Lines that live: a word every few seconds, and a hall that closes hands its tables over."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest
from websockets.exceptions import ConnectionClosed

from rightbower.office.journals import journal_of
from rightbower.rules.cards import Seat
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError, StoredEntry
from rightbower.web.common.line_messages import BEAT, BEAT_EVERY, GOES_ON
from rightbower.web.common.watching import Watchers, _watch
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.actor import Live
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import HallEntry, Sat, TableOpened, encode
from rightbower.web.hall.hall import Hall, leave
from rightbower.web.hall.requests import Asked
from rightbower.web.hall.seats import begin
from rightbower.web.hall.sockets import heartbeat
from rightbower.web.hall.table import Pace
from web.apart import run_apart
from web.asked import asked
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.joined import joined
from web.serving import Player, folded, prepared, serving

Filled = TypeVar("Filled", bound=FaultyJournal)
PACE = Pace(bot=1, trick=1, deal=3, grace=9999, retry=2, salts=0)


class Ear:
    """A browser that keeps what it hears, and when."""

    def __init__(self, who: str, hall: Hall | None = None) -> None:
        self.heard: list[tuple[float, str]] = []
        outbox = None if hall is None else hall.outbox
        self.line = Connection(who, who, self.hear, outbox)

    def hear(self, text: bytes) -> bool:
        """Keep it."""
        self.heard.append((asyncio.get_running_loop().time(), text.decode()))
        return True

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [joined(json.loads(text)) for _, text in self.heard]

    @property
    def state(self) -> dict[str, Any]:
        return [each for each in self.messages if each["type"] == "state"][-1]


def hall_over(journal: FaultyJournal) -> Hall:
    """A hall whose clock is the story's."""
    return Hall(journal, PACE, clock=lambda: asyncio.get_running_loop().time())


def with_a_table(prompt: bool = True) -> FaultyJournal:
    """A journal with one table of four people, South to deal."""
    return fill(FaultyJournal(prompt))


def fill(journal: Filled) -> Filled:
    """The same in a journal that is empty."""
    entries: list[HallEntry] = [TableOpened("standard", "strict", "a seed", "S", 0.0)]
    entries += [Sat(seat, seat.name, seat.word, 0.0) for seat in Seat]
    entries += begin(folded(entries), Seat.S, 0.0)
    journal.append("table/t", 0, [encode(entry) for entry in entries])
    return journal


async def at_the_table(hall: Hall) -> tuple[Live, dict[str, Ear]]:
    """Four people at the table, the first deal out."""
    live = await hall.come("t")
    assert live is not None
    ears = {seat.name: Ear(seat.name, hall) for seat in Seat}
    for ear in ears.values():
        live.join(ear.line, None)
    while not ears["S"].heard or "turn" not in ears["S"].state.get("game", {}):
        await asyncio.sleep(1)
    return live, ears


class CountedReads(FaultyJournal):
    """A journal in an engine elsewhere that counts how often each stream is read."""

    remote = True

    def __init__(self) -> None:
        super().__init__(prompt=True)
        self.reads = Counter[str]()

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """The entries."""
        self.reads[stream] += 1
        return super().read(stream, after)


def test_a_table_that_four_come_back_to_at_once_is_read_once() -> None:
    journal = fill(CountedReads())

    async def story() -> None:
        hall = Hall(journal, PACE)
        coming = [asyncio.ensure_future(hall.come("t")) for _ in range(4)]
        await asyncio.sleep(0)
        coming.pop(0).cancel()
        found = await asyncio.gather(*coming)
        assert found == [hall.tables["table/t"]] * 3
        assert await hall.come("nowhere") is None
        hall.close()

    run_apart(story())
    assert journal.reads["table/t"] == 1


def test_no_line_is_silent_for_long() -> None:
    async def story() -> list[tuple[float, str]]:
        hall = hall_over(with_a_table())
        beating = asyncio.ensure_future(heartbeat(hall))
        _, ears = await at_the_table(hall)
        await asyncio.sleep(60)
        beating.cancel()
        hall.close()
        return ears["N"].heard

    heard = run(story)
    times = [at for at, _ in heard]
    assert max(later - at for at, later in pairwise(times)) <= BEAT_EVERY
    assert times[-1] >= 60 - BEAT_EVERY
    assert {text for at, text in heard if at > 5} == {BEAT}


def test_a_line_on_which_much_is_said_hears_no_beat() -> None:
    async def story() -> list[tuple[float, str]]:
        hall = hall_over(with_a_table())
        _, ears = await at_the_table(hall)
        beating = asyncio.ensure_future(heartbeat(hall))
        for _ in range(30):
            await asyncio.sleep(1)
            ears["N"].line.post(protocol.write_reply(protocol.PhraseSaid("S", 0)).decode())
        beating.cancel()
        hall.close()
        return ears["N"].heard

    assert BEAT not in [text for _, text in run(story)]


def test_who_watches_an_event_hears_the_beat_as_it_is() -> None:
    async def story() -> list[str]:
        watchers, said = Watchers(), list[str]()

        async def make() -> str:
            return "the state"

        async def send(text: str) -> None:
            said.append(text)

        tasks = [
            asyncio.ensure_future(watchers.beat()),
            asyncio.ensure_future(watchers.serve("event/x", make, send)),
        ]
        await asyncio.sleep(2 * BEAT_EVERY + 1)
        watchers.changed("event/x")
        await asyncio.sleep(1)
        assert watchers.streams == ["event/x"]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert watchers.streams == []
        return said

    assert run(story) == ["the state", BEAT, BEAT, "the state"]


def test_who_is_sent_away_is_written_to_no_more() -> None:
    class Silent:
        async def receive(self) -> None:
            await asyncio.Event().wait()

    async def story() -> bool:
        stop = asyncio.get_running_loop().create_future()
        browser: Any = Silent()

        async def serving() -> None:
            await asyncio.Event().wait()

        watching = asyncio.ensure_future(_watch(browser, serving(), stop))
        await asyncio.sleep(1)
        stop.cancel()
        done, _ = await asyncio.wait([watching], timeout=1)
        return bool(done)

    assert run(story)


def test_a_result_is_told_to_300_phones_by_one_text_without_waiting_for_the_wall() -> None:
    made: list[str] = []
    heard: list[str] = []

    async def story() -> None:
        watchers, slow = Watchers(), asyncio.Event()
        slow.set()

        async def words() -> str:
            made.append("words")
            return "words"

        async def whole() -> str:
            await slow.wait()
            made.append("whole")
            return "whole"

        async def send(text: str) -> None:
            heard.append(text)

        tasks = [asyncio.ensure_future(watchers.serve("event/x", whole, send))]
        tasks += [
            asyncio.ensure_future(watchers.serve("event/x", words, send, short=True))
            for _ in range(300)
        ]
        await asyncio.sleep(1)
        made.clear()
        heard.clear()
        slow.clear()
        for _ in range(3):
            watchers.changed("event/x")
        await asyncio.sleep(1)
        assert heard == ["words"] * 300
        slow.set()
        await asyncio.sleep(1)
        for task in tasks:
            task.cancel()

    run(story)
    assert heard[300:] == ["whole"]
    assert made == ["words", "whole"]


def test_what_is_under_way_is_answered_before_the_table_goes() -> None:
    answers: list[object] = []

    async def story() -> None:
        journal = with_a_table()
        hall = hall_over(journal)
        live, ears = await at_the_table(hall)
        first = ears["S"].state["game"]["turn"]
        then = Seat[first].left.name
        journal.prompt = False
        one = asked(live, ears[first].line, protocol.Move("m1", "pass"))
        other = asked(live, ears[then].line, protocol.Move("m2", "pass"))
        under_way, waiting = asyncio.ensure_future(one), asyncio.ensure_future(other)
        await idle()
        leaving = asyncio.ensure_future(leave(hall))
        await idle()
        assert not leaving.done(), "it goes before what is under way is durable"
        before = journal.head("table/t")
        journal.land()
        await idle()
        # What is durable is answered; what waits is sent again where the table goes on, and not decided here.
        assert isinstance(await under_way, protocol.Done)
        journal.prompt = True
        await leaving
        with pytest.raises(HandedOver):
            await waiting
        assert journal.head("table/t") == before + 1
        for ear in ears.values():
            assert ear.messages[-1] == {"type": "moved"}
            assert (ear.line.closed, ear.line.moved) == (True, True)
        assert hall.tables == {}
        live.tell(Asked(ears[first].line, protocol.Move("m3", "pass"), answers.append))
        assert answers == []
        with pytest.raises(HandedOver):
            live.join(Ear("N").line, None)

    run(story)


def test_a_move_that_came_too_late_is_taken_once_where_the_table_goes_on() -> None:
    async def story() -> None:
        journal = with_a_table()
        one, other = hall_over(journal), hall_over(journal)
        live, ears = await at_the_table(one)
        turn = ears["S"].state["game"]["turn"]
        await live.hand_over("other")
        await idle()
        assert ears[turn].messages[-1] == {"type": "moved", "hall": "other"}
        move = protocol.Move("m1", "pass")
        late = Ear(turn, one)
        live.tell(Asked(late.line, move))
        await idle()
        assert late.messages == [{"type": "moved", "hall": "other"}]
        before = journal.head("table/t")
        again = other.find("t")
        assert again is not None
        line = Ear(turn, other).line
        again.join(line, ears[turn].state["version"])
        for _ in range(2):
            assert isinstance(await asked(again, line, move), protocol.Done)
        assert journal.head("table/t") == before + 1
        # The hall that let go does nothing by itself any more.
        await asyncio.sleep(600)
        assert one.tables == {}
        other.close()

    run(story)


def test_while_nothing_can_be_read_a_table_is_handed_over_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        journal = with_a_table()
        hall = hall_over(journal)
        live, ears = await at_the_table(hall)
        turn = ears["S"].state["game"]["turn"]
        journal.fail(times=1000)
        reply = await asked(live, ears[turn].line, protocol.Move("m1", "pass"))
        assert isinstance(reply, protocol.No)
        monkeypatch.setattr(hall, "stored", cannot_read)
        await leave(hall)
        assert ears[turn].messages[-1] == {"type": "moved"}
        assert hall.tables == {}
        # Once is enough: who was sent away is not told of another hall.
        await live.hand_over("other")
        assert ears[turn].messages[-1] == {"type": "moved"}

    run(story)


def cannot_read(*_: object) -> None:
    """A journal that is not there just now."""
    raise JournalError("the journal cannot be read")


def test_who_went_once_goes_once() -> None:
    async def story() -> None:
        live, ears = await at_the_table(hall_over(with_a_table()))
        live.leave(ears["N"].line)
        await idle()
        told = len(ears["S"].messages)
        live.leave(ears["N"].line)
        await idle()
        assert len(ears["S"].messages) == told
        assert [each.who for each in live.connections] == ["E", "S", "W"]

    run(story)


def test_a_restart_in_the_middle_of_play_refuses_and_loses_no_move(tmp_path: Path) -> None:
    (table,) = prepared(tmp_path, 1)
    chance = random.Random(5)
    with serving(tmp_path) as server:
        players = {seat.name: Player(server, table, f"p0-{seat}") for seat in Seat}
        play(players, chance, moves=6)
        assert "Traceback" not in server.stop()
        for player in players.values():
            assert last_words(player)[-1] == {"type": "moved"}
        server.start()
        for player in players.values():
            player.connect()
        play(players, chance, moves=6)
        reached = max(player.acknowledged for player in players.values())
        server.kill()
    with journal_of(tmp_path) as journal:
        assert journal.head(f"table/{table}") >= reached


def play(players: dict[str, Player], chance: random.Random, moves: int) -> None:
    """Random legal moves, each of which has to be taken."""
    for _ in range(moves):
        while True:
            newest = max(
                (each.state for each in players.values()), key=lambda each: each["version"]
            )
            turn = (newest.get("game") or {}).get("turn")
            if turn and players[turn].state["version"] == newest["version"]:
                break
            players[turn or "N"].hear("state")
        answer = players[turn].move(chance.choice(players[turn].state["game"]["legal"]))
        assert answer["type"] == "done", answer


def last_words(player: Player) -> list[dict[str, Any]]:
    """All that a player hears until the line is closed, as one that is opened again."""
    found = []
    while True:
        try:
            found.append(json.loads(player.socket.recv(timeout=20)))
        except ConnectionClosed as end:
            closed = end
            break
    assert closed.rcvd is not None
    assert closed.rcvd.code == GOES_ON
    return found
