"""What is asked of a table, and what comes of it: entries, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import GameResult
from rightbower.rules.refusal import Refusal
from rightbower.web.hall import wire
from rightbower.web.hall.acts import answer
from rightbower.web.hall.entries import HallEntry, Sat, TableOpened
from rightbower.web.hall.table import HallTable, fold, folded
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"


def table_of(*seats: Seat, **more: Any) -> HallTable:
    """A table that Sam opened, with people in these chairs."""
    opened = replace(TableOpened("standard", "strict", "seed", "S", 0.0, shuffle=2), **more)
    names = {Seat.N: "Nan", Seat.E: "Eve", Seat.S: "Sam", Seat.W: "Wes"}
    return folded(fold(None, opened), [Sat(seat, seat.name, names[seat], 1.0) for seat in seats])


def asked(
    table: HallTable, who: str, request: wire.TableRequest, name: str = ""
) -> list[HallEntry]:
    """The entries of a request, asked at five."""
    return answer(table, who, name or f"{who}-name", request, 5.0)


def refused(does: Callable[[], object]) -> tuple[str, str]:
    """The reason and the clause of a refusal."""
    with pytest.raises(Refusal) as found:
        does()
    return str(found.value), getattr(found.value, "clause", "")


def no(table: HallTable, who: str, request: wire.TableRequest) -> str:
    """Why a request is refused."""
    return refused(lambda: asked(table, who, request))[0]


def playing(acts: str = "", **more: Any) -> HallTable:
    """A strict table of four after these acts."""
    sitting = Sitting(mode="strict", **more)
    if acts:
        sitting.do(acts)
    return sitting.table


def over(table: HallTable) -> HallTable:
    """The same with a result."""
    assert table.game is not None
    end = GameResult((10, 2), Side.NS, "points", "game.target")
    return replace(table, game=replace(table.game, result=end, deal=None))
