"""A request that is not taken."""

from __future__ import annotations

from rightbower.refusal import Refusal


class Refused(Refusal):
    """A request that is not taken, with the clause where a rule says so.

    ``ask`` marks one that is taken if it is sent again as meant.
    """

    def __init__(self, reason: str, clause: str = "", ask: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause
        self.ask = ask
