"""CPU of the loop's thread for one move at a table, in process: no sockets, the real journal and rules.

Other programs on the machine disturb this less than a whole hall's run. Best of several rounds.

    python benchmarks/card.py          150 tables of four people, six rounds of 15 moves at each
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

import uvloop
from hall import fill

from rightbower.players.views import view
from rightbower.rules.cards import Seat
from rightbower.store.journal import Journal
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.actor import Live
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import without_seat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.requests import Answer, Asked
from rightbower.web.hall.table import Pace

TABLES, ROUNDS, MOVES = 150, 6, 15
SENT = 0


def write(text: bytes) -> bool:
    """What a line would be sent."""
    global SENT
    SENT += len(text)
    return True


async def people(hall: Hall, number: int) -> tuple[Live, list[Connection]]:
    """A table and the four who sit there."""
    live = await hall.come(f"load{number}")
    assert live is not None
    four = [
        Connection(f"{number}-{seat}", seat.word, write, hall.outbox, f"10.0.{number}.{seat}")
        for seat in Seat
    ]
    for each in four:
        live.join(each, None)
    return live, four


async def plays(live: Live, four: list[Connection], chance: Random) -> tuple[int, float]:
    """So many moves at one table, and what choosing them took, which is not counted."""
    chosen = 0.0
    for made in range(MOVES):
        began, game = time.thread_time(), live.table.game
        while game is None or game.deal is None or game.deal.turn is None:
            if live.table.over:
                return made, chosen
            await asyncio.sleep(0.01)
            began, game = time.thread_time(), live.table.game
        turn, version = game.deal.turn, live.table.version
        action = without_seat(chance.choice(view(game, turn).legal))
        text = f'{{"type":"move","id":"{version}","action":"{action}"}}'
        chosen += time.thread_time() - began
        request = protocol.read_request(text)
        assert isinstance(request, protocol.Move)
        await taken(live, four[turn], request)
    return MOVES, chosen


async def taken(live: Live, connection: Connection, move: protocol.Move) -> None:
    """Ask for a move as the line does, and wait until it is answered."""
    waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def answered(reply: Answer) -> None:
        connection.answer(reply)
        waits.set_result(None)

    live.tell(Asked(connection, move, answered))
    await waits


async def main() -> None:
    """Print the best round."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "j") as journal:
        fill(journal, TABLES)
        pace = Pace(bot=0, trick=0, deal=0.2, grace=9999)
        hall = Hall(journal, pace, secret="a secret")
        tables = [await people(hall, number) for number in range(TABLES)]
        found = []
        for number in range(ROUNDS):
            before, sent = time.thread_time(), SENT
            each = [plays(*table, Random(f"{number} {at}")) for at, table in enumerate(tables)]
            played = await asyncio.gather(*each)
            moves, chosen = sum(each[0] for each in played), sum(each[1] for each in played)
            used = time.thread_time() - before - chosen
            found.append(1e6 * used / moves)
            print(f"{found[-1]:.0f} us a move, {(SENT - sent) / moves:.0f} letters sent")
        hall.close()
    print(f"best: {min(found):.0f} us of the loop's CPU a move")


if __name__ == "__main__":
    uvloop.run(main())
