"""One connection to a table: what goes out on it, in which order, and when it is given up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from msgspec import Raw

from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live
from rightbower.web.hall.connections import BACKLOG, Connection
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.requests import Asked
from web.apart import run_apart
from web.asked import settled
from web.clockwork import idle
from web.heard import Heard
from web.test_live import four, in_a_hall


def at_version(number: int) -> wire.State:
    """A state of which only its version matters."""
    empty = Raw(b"{}")
    return wire.State(number, None, empty, empty, empty)


def test_a_slow_line_gets_everything_but_states_it_has_missed() -> None:
    async def story() -> list[str]:
        taken: list[str] = []
        reads = False

        def write(text: bytes) -> bool:
            taken.append(text.decode())
            return reads

        browser = Connection("ann", "Ann", write)
        for number in (1, 2, 3):
            browser.show(at_version(number))
            browser.answer(wire.Done(f"m{number}", number))
            browser.post(f"said {number}")
            await idle()
            assert (browser.seen, browser.behind) == (1, number > 1)
        assert len(taken) == 1
        reads = True
        browser.go_on()
        await idle()
        browser.post("later")
        await idle()
        assert (browser.seen, browser.behind) == (3, False)
        return taken

    assert run_apart(story()) == [
        '{"type":"state","version":1,"you":null,"table":{},"trick":{},"told":{},"done":["m1"]}',
        '{"type":"state","version":3,"you":null,"table":{},"trick":{},"told":{},"done":["m2","m3"]}',
        "said 1",
        "said 2",
        "said 3",
        "later",
    ]


def test_a_line_that_takes_nothing_is_given_up() -> None:
    async def story() -> tuple[bool, bool]:
        browser = Connection("ann", "Ann", lambda _: False)
        browser.post("one")
        await idle()
        for number in range(BACKLOG):
            browser.answer(wire.Done(f"m{number}", number))
        patient = not browser.closed
        browser.post("one too many")
        return patient, browser.closed

    assert run_apart(story()) == (True, True)


def test_an_answer_goes_alone_where_no_state_does() -> None:
    async def story() -> list[str]:
        taken: list[str] = []

        def write(text: bytes) -> bool:
            taken.append(text.decode())
            return True

        browser = Connection("ann", "Ann", write)
        browser.answer(wire.Done('a "word"', 7))
        browser.answer(wire.No("b", "not now"))
        await asyncio.sleep(0.01)
        browser.show(at_version(8))
        browser.answer(wire.Done('a "word"', 8))
        await asyncio.sleep(0.01)
        return taken

    alone, refused, carried = map(json.loads, run_apart(story()))
    assert alone == {"type": "done", "id": 'a "word"', "version": 7}
    assert refused == {"type": "no", "id": "b", "reason": "not now"}
    assert (carried["type"], carried["version"], carried["done"]) == ("state", 8, ['a "word"'])


def test_a_move_goes_out_once_to_each_seat_with_its_answer(tmp_path: Path) -> None:
    """Also where several tables are written in one commit."""

    async def moved(live: Live, browsers: dict[str, Heard]) -> list[list[str]]:
        turn = next(each for each in browsers.values() if each.state["game"].get("legal"))
        had = {letter: len(each.texts) for letter, each in browsers.items()}
        live.tell(Asked(turn, wire.Move("m", turn.state["game"]["legal"][0])))
        await settled(live)
        await idle()
        new = [each.texts[had[letter] :] for letter, each in browsers.items()]
        assert [text for (text,) in new if '"done":["m"]' in text] == turn.texts[-1:]
        return new

    async def story(hall: Hall) -> None:
        tables = [await four(hall) for _ in range(4)]
        for _, browsers in tables:
            for each in browsers.values():
                each.outbox = hall.outbox
        told = await asyncio.gather(*(moved(*table) for table in tables))
        assert [len(texts) for table in told for texts in table] == [1] * 16

    in_a_hall(tmp_path, story)


def test_a_line_that_is_gone_is_not_written_to_again() -> None:
    async def story() -> int:
        tries = 0

        def write(_: bytes) -> bool:
            nonlocal tries
            tries += 1
            raise OSError

        browser = Connection("ann", "Ann", write)
        browser.post("one")
        browser.post("two")
        await idle()
        assert browser.closed
        browser.post("three")
        await idle()
        return tries

    assert run_apart(story()) == 1
