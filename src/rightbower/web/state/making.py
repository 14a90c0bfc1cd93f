"""Who may make events and leagues, and how many."""

from __future__ import annotations

from starlette.requests import Request

from rightbower.web.common.refusal import Refused
from rightbower.web.state.access import desk_of
from rightbower.web.state.owner import is_owner


def may_make(request: Request, what: str) -> None:
    """Refuse one who has made many; whoever runs the hall makes as many as they like."""
    if not is_owner(request) and not desk_of(request).made.take(request):
        raise Refused(f"You have made many {what}. Wait some minutes, then make another.")
