"""Fair shuffles: the steps of docs/shuffle.md, and salts that are fixed before any is told."""

from __future__ import annotations

import asyncio
import re
import runpy
from collections import Counter
from pathlib import Path

import pytest

from rightbower.rules import shuffles
from rightbower.rules.cards import PACK, Seat, card
from rightbower.rules.ceremonies import deal_cards
from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import Beginning, HallEntry, Sat, decode
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.says import line
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import Pace
from web.asked import asked
from web.clockwork import idle, run
from web.faults import FaultyJournal

ROOT = Path(__file__).resolve().parents[2]
CHECKER = runpy.run_path(str(ROOT / "tools" / "check_shuffle.py"))
NOBODY = ("", "", "", "")


def examples() -> list[list[str]]:
    """The table of examples in the docs."""
    text = (ROOT / "docs" / "shuffle.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("row", examples())
def test_the_examples_of_the_docs(row: list[str]) -> None:
    seed, *salts, label, expected = row
    ours = [card.name for card in shuffles.pack(seed, salts, label, shuffles.NEWEST)]
    assert ours == expected.split()
    assert CHECKER["pack"](seed, salts, label) == ours
    assert len(examples()) == 3


def test_the_checker_is_not_ours_and_agrees_always() -> None:
    assert not re.search(r"import .*rightbower", (ROOT / "tools" / "check_shuffle.py").read_text())
    for number in range(300):
        salts = [f"salt {number}", "", "é" * (number % 5), "x" * number]
        seed, label = shuffles.commitment(str(number)), f"deal {number}"
        pack = shuffles.pack(seed, salts, label, shuffles.NEWEST)
        assert [card.name for card in pack] == CHECKER["pack"](seed, salts, label)
        assert sorted(pack) == sorted(PACK)


def test_every_part_counts_and_none_runs_into_the_next() -> None:
    def packed(*parts: str) -> object:
        return shuffles.pack(parts[0], parts[1:5], parts[5], shuffles.NEWEST)

    whole = ("seed", "n", "e", "s", "w", "deal 1")
    others = {packed(*whole[:at], f"{whole[at]}x", *whole[at + 1 :]) for at in range(6)}
    moved = {
        packed("seed", "ne", "", "s", "w", "deal 1"),
        packed("seed", "n", "e\n1:s", "", "w", "deal 1"),
    }
    assert len({packed(*whole)} | others | moved) == 9


def test_each_card_comes_to_each_place_as_often() -> None:
    deals = 4800
    places: Counter[tuple[int, str]] = Counter()
    for number in range(deals):
        for at, found in enumerate(
            shuffles.pack("seed", NOBODY, f"deal {number}", shuffles.NEWEST)
        ):
            places[at, found.name] += 1
    expected = deals / 24
    chi = sum(
        (places[at, card.name] - expected) ** 2 / expected for at in range(24) for card in PACK
    )
    assert 400 < chi < 680, "23 × 23 degrees of freedom"


FIRST_SIX = "AC JH 9H QD KH KC"


def test_tables_of_the_first_shuffle_keep_their_cards() -> None:
    pack = shuffles.pack("seed", ("a", "", "", "b"), "deal 1", shuffles.FIRST)
    assert " ".join(card.name for card in pack[:6]) == FIRST_SIX


class Evening:
    """A table in a hall that waits for salts."""

    def __init__(self) -> None:
        self.journal = FaultyJournal(prompt=True)
        clock = asyncio.get_running_loop().time
        self.hall = Hall(self.journal, Pace(bot=999, trick=999, deal=999, grace=9999), clock)

    async def open(self, people: str = "NS", beginning: bool = False) -> Live:
        sat: list[HallEntry] = [Sat(Seat.of(each), each, each, 0.0) for each in people]
        sat += [bot_sits(seat, "club", 0.0) for seat in Seat if seat.letter not in people]
        if beginning:
            sat.append(Beginning(0.0))
        self.live = await self.hall.open("standard", "S", then=sat)
        self.lines = {each: Connection(each, each, _unheard) for each in people}
        for each in self.lines.values():
            self.live.join(each, None)
        return self.live

    async def ask(self, who: str, request: wire.TableRequest) -> str:
        """What the table answers: nothing where it was taken."""
        answer = await asked(self.live, self.lines[who], request)
        await idle()
        return answer.reason if isinstance(answer, wire.No) else ""

    async def commit(self, who: str, salt: str) -> str:
        return await self.ask(who, wire.Commit("c", shuffles.commitment(salt)))

    async def both_commit(self) -> None:
        """North and South commit to their salts, and South begins."""
        await self.commit("N", "north")
        await self.commit("S", "south")
        await self.ask("S", wire.Begin("b"))


def _unheard(_: bytes) -> bool:
    """Nobody looks."""
    return True


def test_salts_are_told_only_when_all_are_fixed_and_then_the_cards_go_out() -> None:
    async def story() -> None:
        here = Evening()
        live = await here.open()
        assert await here.commit("N", "north") == ""
        assert "once everybody has committed" in await here.ask("N", wire.Salt("s", "north"))
        assert await here.ask("S", wire.Begin("b")) == ""
        assert live.table.closed is None, "South has not committed"
        assert line(live.table, Seat.S) == "The cards are being shuffled."
        assert await here.commit("S", "first thought") == ""
        assert live.table.closed is not None
        assert "closed" in await here.commit("S", "second thought")
        for request in (wire.Sit("x", "N"), wire.Stand("x"), wire.AddBot("x", "E", "expert")):
            assert "about to begin" in await here.ask("S", request)
        assert "not the salt" in await here.ask("S", wire.Salt("s", "second thought"))
        assert await here.ask("S", wire.Salt("s", "first thought")) == ""
        assert live.table.game is None, "North has not told"
        assert await here.ask("N", wire.Salt("t", "north")) == ""
        table = live.table
        assert table.game is not None
        assert table.game.deal is not None
        assert table.mixed == ("north", "", "first thought", "")
        pack = [card(name) for name in CHECKER["pack"](table.opened.seed, table.mixed, "deal 1")]
        assert table.game.deal.hands == deal_cards(tuple(pack), table.game.dealer, table.book).hands
        here.hall.close()

    run(story)


def test_who_does_not_tell_is_waited_for_and_named() -> None:
    async def story() -> None:
        here = Evening()
        live = await here.open()
        await here.both_commit()
        await here.ask("S", wire.Salt("s", "south"))
        await asyncio.sleep(3)
        assert live.table.game is None
        await asyncio.sleep(2)
        assert live.table.game is not None
        assert live.table.mixed == (f"untold {shuffles.commitment('north')}", "", "south", "")
        here.hall.close()

    run(story)


def test_a_quick_game_is_salted_too_and_begins_also_for_who_adds_nothing() -> None:
    async def story(salts: bool) -> None:
        here = Evening()
        live = await here.open("S", beginning=True)
        assert live.table.game is None
        if salts:
            await here.commit("S", "mine")
            assert await here.ask("S", wire.Salt("s", "mine")) == ""
        else:
            await asyncio.sleep(5)
        assert live.table.game is not None
        assert live.table.mixed == ("", "", "mine" if salts else "", "")
        here.hall.close()

    for salts in (True, False):
        run(lambda salts=salts: story(salts))  # type: ignore[misc]


def test_whoever_leaves_the_chair_takes_the_commitment_along() -> None:
    async def story() -> None:
        here = Evening()
        live = await here.open()
        await here.commit("N", "north")
        await here.ask("N", wire.Stand("x"))
        assert live.table.committed == NOBODY
        here.hall.close()

    run(story)


def test_neither_the_hall_nor_the_last_player_can_choose_the_cards() -> None:
    """All that fixes the pack is written down before anything that is hidden is told."""

    async def story() -> None:
        here = Evening()
        live = await here.open()
        await here.both_commit()
        for who, salt in (("S", "south"), ("N", "north")):
            await here.ask(who, wire.Salt("s", salt))
        entries = [decode(body) for body in here.journal.bodies(live.name)]
        kinds = [type(entry).__name__ for entry in entries]
        first_told = kinds.index("Salted")
        assert kinds[0] == "TableOpened", "the seed is fixed first"
        assert max(at for at, kind in enumerate(kinds) if kind == "SaltCommitted") < first_told
        assert kinds.index("SaltsClosed") < first_told
        assert kinds.index("Begun") == first_told + 2
        here.hall.close()

    run(story)
