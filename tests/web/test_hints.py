"""Hints at the table: to the one whose turn it is, from what that seat sees, and everybody reads of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.office.workers import Busy, pool
from rightbower.rules.cards import Seat
from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.hints import advised
from rightbower.web.hall.seats import begin
from rightbower.web.hall.views import for_player
from web.asked import asked
from web.clockwork import idle
from web.heard import Heard
from web.test_live import four, in_a_hall


def _turn(browsers: dict[str, Heard]) -> str:
    turn: str = browsers["N"].state["game"]["turn"]
    return turn


def test_a_hint_gives_each_option_its_chance_and_a_sentence(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        asking = browsers[_turn(browsers)]
        reply = await asked(live, asking, wire.Hint("h1"))
        assert isinstance(reply, wire.Advised)
        assert {each.action for each in reply.options} == set(asking.state["game"]["legal"])
        chances = [each.chance for each in reply.options]
        assert chances == sorted(chances, reverse=True)
        assert [each.best for each in reply.options] == [True] + [False] * (len(chances) - 1)
        assert reply.options[0].label.split()[0] in reply.why
        assert reply.why.endswith(".")

    in_a_hall(tmp_path, story)


def test_the_table_reads_that_it_was_asked_and_the_stream_keeps_it(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        turn = _turn(browsers)
        await asked(live, browsers[turn], wire.Hint("h1"))
        await idle()
        other = browsers[Seat[turn].left.name]
        assert f"{turn} asks for a hint" in [each["text"] for each in other.state["news"]]
        assert not any('"advised"' in text for text in other.texts)
        assert live.table.hints[Seat[turn]] == 1
        hall.tables.clear()
        again = hall.find(live.name.removeprefix("table/"))
        assert again is not None
        assert again.table.hints == live.table.hints

    in_a_hall(tmp_path, story)


def test_a_hint_is_the_advice_of_the_seats_own_view(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        turn = _turn(browsers)
        seen = for_player(live.table, Seat[turn])
        reply = await asked(live, browsers[turn], wire.Hint("h1"))
        assert isinstance(reply, wire.Advised)
        assert [each.chance for each in reply.options] == [
            each.chance for each in advised(seen).worth
        ]

    in_a_hall(tmp_path, story)


async def _refused(live: Live, asking: Heard) -> str:
    reply = await asked(live, asking, wire.Hint("h"))
    assert isinstance(reply, wire.No)
    return reply.reason


def test_no_hint_out_of_turn_or_for_somebody_who_watches(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        waiting = browsers[Seat[_turn(browsers)].left.name]
        assert await _refused(live, waiting) == "A hint is given when it is your turn."
        assert "Only those who sit" in await _refused(live, Heard("somebody"))
        assert live.table.hints == (0, 0, 0, 0)

    in_a_hall(tmp_path, story)


@pytest.mark.parametrize(("friendly", "event"), [(False, ""), (True, "evening/1/1")])
def test_no_hint_at_a_table_that_is_not_friendly(
    tmp_path: Path, friendly: bool, event: str
) -> None:
    async def story(hall: Hall) -> None:
        people = [Sat(seat, seat.name, seat.word, 1.0) for seat in Seat]
        live = await hall.open("standard", "S", friendly=friendly, event=event, then=people)
        await live.commit(begin(live.table, Seat.S, 2.0))
        assert await _refused(live, Heard("W")) == "There are no hints at this table."

    in_a_hall(tmp_path, story)


def test_asking_does_not_set_the_clock_of_a_turn_back(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        before = live.table.touched
        hall.clock = lambda: before + 20
        await asked(live, browsers[_turn(browsers)], wire.Hint("h1"))
        assert live.table.touched == before

    in_a_hall(tmp_path, story)


def test_when_there_is_no_time_for_a_hint_the_asker_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_: object, **__: object) -> None:
        raise Busy("many ask at once: try again in a moment")

    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        monkeypatch.setattr(pool("study"), "run", busy)
        said = await _refused(live, browsers[_turn(browsers)])
        assert said == "Many ask at once: try again in a moment."

    in_a_hall(tmp_path, story)
