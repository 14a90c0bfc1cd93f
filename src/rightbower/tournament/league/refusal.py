"""What the league refuses."""

from __future__ import annotations

from rightbower.rules.message import Message
from rightbower.rules.refusal import Refusal


class LeagueError(Refusal):
    """Something the league does not allow now, in one sentence with its clause where there is one."""


def require_text(text: str, otherwise: Message) -> None:
    """Refuse an act without a reason, a name or another text that it needs."""
    if not text.strip():
        raise LeagueError(otherwise)
