"""Who may make events and leagues, how many, and who directs them then."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.tournament.commands import Opening
from rightbower.web.common.guard import asker_of, place_of
from rightbower.web.common.refusal import Refused
from rightbower.web.notes import DirectorNamed, NoteFact, PinSet
from rightbower.web.state.access import desk_of, let_in
from rightbower.web.state.accounts import signed_in, signer
from rightbower.web.state.owner import is_owner
from rightbower.web.state.pins import SHORTEST, chosen_pin, fit_pin

SHORTEST_IN_PUBLIC = 6
LOOPBACK = ("127.0.0.1", "::1")


async def may_make(
    request: Request, what: str, opening: Opening | None = None, pin: str = ""
) -> None:
    """Refuse one who has made many, and on a public hall everybody who is not an organizer.

    What could not be made, by its fields or its PIN, is refused before it counts.
    """
    who = signed_in(request)
    organizer = is_owner(request) or (who is not None and who.account.organizer)
    if request.app.state.public and not organizer:
        raise Refused(f"On this hall its organizers make {what}. Sign in as one of them first.")
    if opening is not None:
        opening.opened(())
    if pin or (opening is not None and who is None):
        fit_pin(pin, SHORTEST_IN_PUBLIC if request.app.state.public else SHORTEST)
    desk = desk_of(request)
    made = desk.made_at_home if at_home(request) else desk.made
    if not is_owner(request) and not await made.take(request):
        raise Refused(f"You have made many {what}. Wait a few minutes, then make another.")


def at_home(request: Request) -> bool:
    """Whether somebody sits at the machine of the hall: on a hall of one's own, without proxies."""
    state = request.app.state
    return place_of(request) in LOOPBACK and not state.public and not state.front.proxies


async def keys_of(request: Request, pin: str) -> tuple[PinSet | None, Sequence[NoteFact]]:
    """What lets the maker in: the PIN chosen, the account signed in with, or both."""
    named = _named(request)
    if not pin and named:
        return None, named
    fit_pin(pin, SHORTEST_IN_PUBLIC if request.app.state.public else SHORTEST)
    kept = await chosen_pin(pin, asker_of(request, first=signed_in(request) is not None))
    return kept, [kept, *named]


def _named(request: Request) -> list[NoteFact]:
    """That the account signed in with directs; nothing without one."""
    who = signed_in(request)
    return [] if who is None else [DirectorNamed(who.id, who.account.name)]


async def opened(
    request: Request, stream: str, base: str, pin: PinSet | None, noted: Sequence[NoteFact]
) -> Response:
    """Note who directs what was just opened, and lead its maker to its desk."""
    await desk_of(request).note_each(stream, noted, signer(request))
    return let_in(request, RedirectResponse(f"{base}/desk", 303), stream, pin)


async def copied(request: Request, stream: str, copy: str, base: str) -> Response:
    """The same PIN opens a copy of an event or league; lead its maker to its desk."""
    pin = desk_of(request).notes(stream).pin
    noted = [*([pin] if pin else []), *_named(request)]
    return await opened(request, copy, base, pin, noted)
