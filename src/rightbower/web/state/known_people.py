"""The people of the hall for those who direct: names found while typing, and who came last time."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from rightbower.events.club.erasing import is_erased
from rightbower.events.club.fold import ClubHistory
from rightbower.events.club.night import Evening
from rightbower.events.club.people import last_time, pairs_of
from rightbower.events.state.event import Event
from rightbower.store.clubs import PREFIX
from rightbower.tournament.names import looks_like
from rightbower.web.state.access import desk_of, may_direct
from rightbower.web.state.owner import is_owner


def known_people(connection: HTTPConnection) -> ClubHistory | None:
    """The hall's nights for those who direct; in a public hall for the club alone.

    There organizers do not know each other's people.
    """
    public = connection.app.state.public
    if public and not is_owner(connection) and not may_direct(connection, f"{PREFIX}club"):
        return None
    return desk_of(connection).clubs.book()


def night_before(connection: HTTPConnection, event: Event) -> Evening | None:
    """The latest night of the same kind, whose people may come again."""
    history = None if event.started else known_people(connection)
    if history is None:
        return None
    others = [each for each in history.evenings if each.id != event.id]
    return last_time(others, event.plan.entering.unit, event.date)


def not_listed(night: Evening, event: Event) -> list[str]:
    """Those of a night who are not on an event's list yet, as they are written down."""
    listed = {
        looks_like(player.name)
        for each in event.entrants
        if each.state != "removed"
        for player in each.players
    }
    return [
        " & ".join(names)
        for names in pairs_of(night)
        if not listed.intersection(map(looks_like, names)) and not any(map(is_erased, names))
    ]
