"""A live table: requests in turn, durable before shown, nothing lost on the way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rightbower.rules.cards import Seat
from rightbower.store.journal import Journal
from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live
from rightbower.web.hall.bots import USUAL
from rightbower.web.hall.dealing import first_dealer
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import Pace
from web.apart import run_apart
from web.asked import asked, settled
from web.clockwork import idle
from web.heard import Heard

QUICK = Pace(bot=0, trick=0, deal=0, grace=9999, salts=0)


def in_a_hall(
    tmp_path: Path,
    story: Callable[[Hall], Awaitable[None]],
    pace: Pace = QUICK,
    journal_name: str = "j",
) -> None:
    """Run a story in a hall of its own."""

    async def run() -> None:
        with Journal(tmp_path / journal_name) as journal:
            hall = Hall(journal, pace)
            hall.wake()
            await story(hall)
            hall.close()

    run_apart(run())


async def four(hall: Hall, book: str = "standard") -> tuple[Live, dict[str, Heard]]:
    """A table with four people, the game begun."""
    people = {seat.name: f"person-{seat}" for seat in Seat}
    sat = [Sat(Seat[letter], who, letter, 1.0) for letter, who in people.items()]
    live = await hall.open(book, "person-S", then=sat)
    browsers = {letter: Heard(who) for letter, who in people.items()}
    for browser in browsers.values():
        live.join(browser, None)
    await live.commit(begin(live.table, first_dealer(live.table), hall.clock()))
    await idle()
    return live, browsers


async def play_on(live: Live, browsers: dict[str, Heard], moves: int, seed: int = 1) -> None:
    """Random legal moves by whoever is on turn, or the next deal."""
    chance = random.Random(seed)
    for number in range(moves):
        await asyncio.sleep(0.001)
        if live.table.over:
            return
        game = next(iter(browsers.values())).state["game"]
        if not game.get("turn"):
            await asked(live, browsers["N"], wire.Next(f"n{number}"))
            continue
        turn = browsers[game["turn"]]
        action = chance.choice(turn.state["game"]["legal"])
        reply = await asked(live, turn, wire.Move(f"{seed}-{number}", action))
        assert isinstance(reply, wire.Done), reply
        await idle()


def test_a_whole_game_ends_and_shows_the_seed(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        assert "seed" not in browsers["N"].state["game"]
        await play_on(live, browsers, 2000)
        assert live.table.over
        await asyncio.sleep(0.01)
        assert browsers["N"].state["game"]["result"]["reason"] == "points"
        assert browsers["N"].state["game"]["seed"] == live.table.opened.seed

    in_a_hall(tmp_path, story)


def test_each_browser_sees_its_own_hand_alone(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        onlooker = Heard("somebody")
        live.join(onlooker, None)
        await idle()
        assert live.table.game is not None
        assert live.table.game.deal is not None
        for letter, browser in browsers.items():
            assert browser.state["you"] == letter
            hand = [card.name for card in live.table.game.deal.hands[Seat[letter]]]
            assert sorted(browser.state["game"]["hand"]) == sorted(hand)
        assert onlooker.state["you"] is None
        assert "hand" not in onlooker.state["game"]
        assert "legal" not in onlooker.state["game"]

    in_a_hall(tmp_path, story)


def test_a_move_sent_twice_is_taken_once(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        turn = browsers[browsers["N"].state["game"]["turn"]]
        first = await asked(live, turn, wire.Move("same", "pass"))
        again = await asked(live, turn, wire.Move("same", "pass"))
        assert isinstance(first, wire.Done)
        assert first == again

    in_a_hall(tmp_path, story)


def test_a_refusal_says_why_and_names_the_clause(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall, "sportcial-league")
        turn = browsers["N"].state["game"]["turn"]
        other = browsers[Seat[turn].left.name]
        reply = await asked(live, other, wire.Move("m", "pass"))
        assert reply == wire.No("m", f"It is {turn}'s turn.", "L03-5.1")
        stranger = Heard("stranger")
        live.join(stranger, None)
        assert await asked(live, stranger, wire.Move("m", "pass")) == wire.No(
            "m", "Take a seat first."
        )
        silly = await asked(live, browsers[turn], wire.Move("m", "fold"))
        assert isinstance(silly, wire.No)
        assert "not a card" in silly.reason

    in_a_hall(tmp_path, story)


def test_a_late_browser_gets_what_it_missed_and_no_more(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        seen = browsers["N"].state["version"]
        live.leave(browsers["N"])
        others = {letter: browsers[letter] for letter in "ESW"}
        while (turn := others["E"].state["game"]["turn"]) != "N":
            await asked(live, others[turn], wire.Move(turn, "pass"))
            await idle()
        back = Heard("person-N")
        live.join(back, seen)
        await idle()
        news = [msgspec.to_builtins(line) for line in live.lines.since(seen, live.table.version)]
        assert back.state["news"] == news
        assert back.state["version"] == live.table.version

    in_a_hall(tmp_path, story)


def test_after_a_restart_the_game_goes_on(tmp_path: Path) -> None:
    names: list[str] = []
    states: list[dict[str, Any]] = []

    async def first(hall: Hall) -> None:
        live, browsers = await four(hall)
        await play_on(live, browsers, 40)
        names.append(live.name.removeprefix("table/"))
        await asyncio.sleep(0.01)
        states.append(browsers["E"].state)

    async def second(hall: Hall) -> None:
        live = hall.find(names[0])
        assert live is not None
        browser = Heard("person-E")
        live.join(browser, states[0]["version"])
        await idle()
        assert browser.state["game"] == states[0]["game"]
        assert browser.state["news"] == []
        assert hall.find("nowhere") is None

    in_a_hall(tmp_path, first)
    in_a_hall(tmp_path, second)


def test_people_sit_stand_and_begin(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live = await hall.open("standard", "ann", then=[Sat(Seat.S, "ann", "Ann", 1.0)])
        ann, bob = Heard("ann"), Heard("bob")
        live.join(ann, None)
        live.join(bob, None)
        taken = await asked(live, bob, wire.Sit("1", "S"))
        assert taken == wire.No("1", "Ann sits there.")
        assert isinstance(await asked(live, bob, wire.Sit("2", "N")), wire.Done)
        assert isinstance(await asked(live, bob, wire.Sit("3", "E")), wire.Done)
        assert live.table.seat_of("bob") is Seat.E
        assert live.table.seats[Seat.N] is None
        host = "Ann opened this table and begins the game."
        assert await asked(live, bob, wire.Begin("3a")) == wire.No("3a", host)
        assert await asked(live, bob, wire.AddBot("3b", "N", "club")) == wire.No("3b", host)
        assert isinstance(await asked(live, bob, wire.Stand("4")), wire.Done)
        assert await asked(live, bob, wire.Begin("5")) == wire.No("5", "Take a seat first.")
        assert isinstance(await asked(live, ann, wire.Commit("6", "0" * 64)), wire.Done)
        assert isinstance(await asked(live, ann, wire.AddBot("7", "N", "beginner")), wire.Done)
        no_bot = await asked(live, ann, wire.AddBot("8", "E", "wizard"))
        assert isinstance(no_bot, wire.No)
        assert "no bot called 'wizard'" in no_bot.reason
        assert isinstance(await asked(live, ann, wire.Begin("9")), wire.Done)
        assert [each and (each.who, each.bot) for each in live.table.seats] == [
            ("bot:N", "beginner"),
            ("bot:E", USUAL),
            ("ann", ""),
            ("bot:W", USUAL),
        ]
        assert isinstance(await asked(live, bob, wire.Sit("10", "W")), wire.Done)
        assert live.table.seat_of("bob") is Seat.W
        assert await asked(live, bob, wire.Sit("11", "E")) == wire.No("11", "The game has begun.")

    in_a_hall(tmp_path, story)


def test_an_absent_players_seat_is_played_and_given_back(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        turn = browsers["N"].state["game"]["turn"]
        gone = browsers.pop(turn)
        live.leave(gone)
        other = next(iter(browsers.values()))
        for _ in range(200):
            await asyncio.sleep(0.005)
            if live.table.stand_ins[Seat[turn]]:
                break
        assert live.table.stand_ins[Seat[turn]] == "club"
        await asyncio.sleep(0.02)
        assert other.state["chairs"][Seat[turn]]["away"]
        back = Heard(f"person-{turn}")
        live.join(back, None)
        await settled(live)
        assert live.table.stand_ins[Seat[turn]] == ""

    in_a_hall(tmp_path, story, Pace(bot=0, trick=0, deal=0, grace=0.02, salts=0))


def test_a_rematch_seats_the_same_people_elsewhere(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        early = await asked(live, browsers["N"], wire.Again("a"))
        assert isinstance(early, wire.No)
        await play_on(live, browsers, 2000)
        assert isinstance(await asked(live, browsers["N"], wire.Again("b")), wire.Done)
        assert isinstance(await asked(live, browsers["E"], wire.Again("c")), wire.Done)
        new = hall.find(live.table.followed)
        assert new is not None
        assert new.table.seats == live.table.seats
        assert new.table.opened.seed != live.table.opened.seed

    in_a_hall(tmp_path, story)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"type":"dance"}', '{"type":"move","id":""}', '{"type":"move"}', "[" * 5000],
)
def test_what_is_no_message_is_said_so(text: str) -> None:
    with pytest.raises(wire.BadRequest, match="cannot be read"):
        wire.read_request(text)
