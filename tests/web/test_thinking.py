"""Bots that think: in processes of their own, with a quicker player where many think already."""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rightbower.office import workers as warming
from rightbower.office.workers import PER_KEY, Busy, NotDone, Workers
from rightbower.players import player
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import deal_out
from rightbower.web.hall import hints as advising
from rightbower.web.hall import wire
from rightbower.web.hall.bots import AT_ONCE, LONG_QUEUE, QUICKER, Thinking, thought
from rightbower.web.hall.dealing import first_dealer
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import begin
from web.asked import asked
from web.clockwork import idle, run
from web.test_live import four, in_a_hall


def dealt(book: str = "standard") -> View:
    """What the dealer's left sees in a fresh deal."""
    rules = load(book)
    game = deal_out(new_game(rules, Seat.N), deal_cards(shuffled("think"), Seat.N, rules))
    return view(game, Seat.E)


class Pool(Workers):
    """Workers that do nothing by themselves: ``does`` says what becomes of a piece."""

    def __init__(self, does: Callable[..., Any], waiting: int = 0) -> None:
        super().__init__(0)
        self.does, self.line, self.asked = does, waiting, [""]

    @property
    def waiting(self) -> int:
        return self.line

    async def run(self, work: Any, *args: Any, **_: Any) -> Any:
        self.asked.append(args[0])
        found = self.does(work, *args)
        return await found if isinstance(found, asyncio.Future) else found


def never(*_: Any) -> asyncio.Future[None]:
    """A process that does not answer."""
    return asyncio.get_running_loop().create_future()


def refuses(fault: Exception) -> Callable[..., Any]:
    """A pool that has no room, or whose process was ended."""

    def does(*_: Any) -> Any:
        raise fault

    return does


def acted(pool: Pool, bot: str) -> tuple[Any, dict[str, int]]:
    """What is done for a bot, and who stood in."""
    thinking = Thinking(lambda: pool)

    async def story() -> Any:
        return await thinking.act(bot, dealt())

    return run(story), dict(thinking.stood_in)


def test_an_expert_thinks_elsewhere_and_says_what_it_would_say_here() -> None:
    pool = Pool(lambda work, *args: work(*args))
    action, stood_in = acted(pool, "expert-1")
    assert action == player("expert-1", 1)(dealt())
    assert (pool.asked[-1], stood_in) == ("expert-1", {})


def test_a_quick_player_and_a_single_choice_need_no_process() -> None:
    pool = Pool(never)
    for bot in ("club", "league"):
        assert acted(pool, bot) == (player(bot, 1)(dealt()), {})
    assert pool.asked == [""]


@pytest.mark.parametrize(
    ("waiting", "level"), [(LONG_QUEUE - 1, "expert-1"), (LONG_QUEUE, QUICKER)]
)
def test_where_many_wait_the_quicker_expert_answers(waiting: int, level: str) -> None:
    pool = Pool(lambda work, *args: work(*args), waiting)
    action, stood_in = acted(pool, "expert-1")
    assert pool.asked[-1] == level
    assert action == player(level, 1)(dealt())
    assert stood_in == ({} if level == "expert-1" else {QUICKER: 1})


@pytest.mark.parametrize("does", [never, refuses(Busy("no")), refuses(NotDone("no"))])
def test_without_room_or_an_answer_in_time_a_league_player_moves_at_once(
    does: Callable[..., Any],
) -> None:
    action, stood_in = acted(Pool(does), "master")
    assert action == player(AT_ONCE, 1)(dealt())
    assert stood_in == {AT_ONCE: 1}


def test_fifty_experts_who_think_hold_up_no_other_table(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        pool = Pool(never)
        hall.thinking = Thinking(lambda: pool)
        for number in range(50):
            sat = [Sat(seat, f"{number}-{seat}", "Bot", 1.0, "expert") for seat in Seat]
            table = await hall.open("standard", "x", then=sat, event=f"day/1/{number}/seed")
            await table.commit(begin(table.table, first_dealer(table.table), hall.clock()))
        live, browsers = await four(hall)
        while hall.thinking.under_way < 50:
            await asyncio.sleep(0)
        before = live.table.version
        turn = browsers[browsers["N"].state["game"]["turn"]]
        reply = await asked(live, turn, wire.Move("m", "pass"))
        await idle()
        assert isinstance(reply, wire.Done)
        assert live.table.version == before + 1
        assert hall.thinking.under_way == 50, "all of them still think"

    in_a_hall(tmp_path, story)


def test_a_table_with_an_expert_has_the_processes_started(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        pool = Pool(never)
        started: list[str] = []
        pool.start = lambda: started.append("")  # type: ignore[method-assign]
        hall.thinking = Thinking(lambda: pool)
        await hall.open("standard", "x", then=[Sat(Seat.N, "b", "Bot", 1.0, "club")])
        assert not started
        await hall.open("standard", "x", then=[Sat(Seat.N, "b", "Bot", 1.0, "master")])
        assert started

    in_a_hall(tmp_path, story)


def test_where_many_wait_for_advice_each_is_looked_into_less_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Pool(never)
    monkeypatch.setattr(advising, "pool", lambda _kind: line)
    assert advising.worlds_now() == advising.WORLDS
    line.line = advising.LONG_QUEUE
    fewer = advising.worlds_now()
    assert fewer < advising.WORLDS
    assert advising.advised(dealt(), worlds=fewer) != advising.advised(dealt())


def test_a_book_of_the_library_travels_by_its_name_and_any_other_whole() -> None:
    book = load("standard")
    assert pickle.loads(pickle.dumps(book)) is book
    assert len(pickle.dumps(dealt())) < 1500
    changed = overlay(book, {"burying.turn_up": "never"}, note="Ours.")
    assert pickle.loads(pickle.dumps(changed)) == changed != book


def test_a_worker_is_warm_before_its_first_piece() -> None:
    workers = Workers(1, warm=partial(os.chdir, "/"))
    workers.start()
    assert workers.submit(os.getcwd).result(60) == "/"
    workers.shutdown()


def test_warming_up_lets_each_of_them_think_once() -> None:
    warming.thinkers()
    warming.advisers()
    assert thought("expert-quick", dealt()) in dealt().legal


def test_the_tables_that_one_visitor_left_take_no_more_than_a_share_of_those_who_think() -> None:
    async def story() -> None:
        pool = Workers(1, waiting=64)
        pool._started = True
        thinking = Thinking(lambda: pool)
        left = [
            asyncio.ensure_future(thinking.act("master", dealt(), "left many")) for _ in range(120)
        ]
        await idle()
        assert len([each for each in left if each.done()]) == 120 - PER_KEY
        assert thinking.stood_in[AT_ONCE] == 120 - PER_KEY
        other = asyncio.ensure_future(thinking.act("master", dealt(), "ann"))
        await idle()
        assert not other.done(), "a master thinks for another visitor"
        waiting = [pool._others.take() for _ in range(2)]
        assert [each.asker.who for each in waiting if each] == ["left many", "ann"], "and in turn"
        for each in (*left, other):
            each.cancel()

    run(story)
