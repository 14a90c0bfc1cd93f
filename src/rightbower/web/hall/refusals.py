"""A refusal as it is read at the table: a whole sentence to the one who asked, its rule one tap away."""

from __future__ import annotations

from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.says import voice
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.wire import No


def no(
    table: HallTable, you: Seat | None, request: str, refusal: Refusal, language: str = "en"
) -> No:
    """The answer to a request that is refused."""
    said = refusal.said
    text, clause = voice(table, you, language).sentence(said), next(iter(said.clauses), "")
    if isinstance(refusal, Refused):
        return No(request, text, refusal.clause or clause, refusal.ask)
    return No(request, text, clause)
