"""Whose phone a phone is, and how that is known: by a table's code, by one's own sign-up, or by a word alone."""

from __future__ import annotations

import ipaddress

from starlette.requests import Request

from rightbower.rules.message import Message, Term, message
from rightbower.tournament.events.event import Event
from rightbower.web.common.guard import PASSED_ON, device_of, place_of
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.front_pages import person_of
from rightbower.web.notes import Claim, Notes, PhoneTaken
from rightbower.web.public.signup import signed_up_here
from rightbower.web.snapshots.whereabouts import lives_on
from rightbower.web.state.access import desk_of

# The stronger ones take over from the weaker.
STRENGTH: dict[Claim, int] = {"word": 0, "chair": 1, "code": 2}


def claim_without_code(request: Request, event: Event, notes: Notes, entrant: int) -> Claim | None:
    """What makes a phone an entrant's without a code; nothing where that needs the code.

    That is so for those the desk has freed. A word is enough in the room alone.
    """
    if any(lives_on(event, each) == entrant for each in notes.freed):
        return None
    if signed_up_here(request, desk_of(request).events.history(event.id)) == entrant:
        return "chair"
    return "word" if in_the_room(request) else None


def in_the_room(request: Request) -> bool:
    """Whether somebody comes from the hall's own network, as far as the hall knows where they are."""
    state = request.app.state
    if state.public or (request.scope[PASSED_ON] and not state.front.proxies):
        return False
    host = request.client.host if request.client is not None else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host == "testclient"
    return address.is_private


def taken(event: Event, notes: Notes, who: str, entrant: int, claim: Claim) -> PhoneTaken:
    """A phone becomes an entrant's, perhaps instead of one that is known less well; refused where it cannot."""
    if objection := phone_objection(event, notes, who, entrant, claim):
        raise Refused(objection)
    held = [] if _is_own(event, notes, who, entrant) else _held(event, notes, entrant)
    full = len(held) >= len(event.entrant(entrant).players)
    return PhoneTaken(who, entrant, claim, _weakest(notes, held) if full else "")


def phone_objection(
    event: Event, notes: Notes, who: str, entrant: int, claim: Claim = "word"
) -> Message | None:
    """Why a phone cannot be an entrant's: it is another's, or the entrant has phones enough."""
    if _is_own(event, notes, who, entrant):
        return None
    own, strength = notes.phones.get(who), STRENGTH[claim]
    if own is not None and _strength(notes, who) >= strength:
        return message(
            "This phone is {who's} for this event. The {officer} can free it.",
            who=event.who(lives_on(event, own)),
            officer=Term(event.plan.officer),
        )
    held = _held(event, notes, entrant)
    if len(held) < len(event.entrant(entrant).players):
        return None
    if _strength(notes, _weakest(notes, held)) < strength:
        return None
    return message(
        "{who} has a phone here already. The {officer} can free it.",
        who=event.who(entrant),
        officer=Term(event.plan.officer),
    )


def refuse_both_sides(request: Request, event: Event, notes: Notes, table: int, side: int) -> None:
    """Refuse to agree to what was sent from the same address or device, where only a word says whose phone it is."""
    if notes.claims.get(person_of(request).who) != "word":
        return
    game = (event.id, len(event.rounds), table)
    senders = desk_of(request).senders
    if senders.is_from(game, 1 - side, place_of(request), device_of(request)):
        raise Refused(
            message(
                "This score was sent from here. To agree for the other side, scan the code on your table,"
                " or ask the {officer}.",
                officer=Term(event.plan.officer),
            )
        )


def _is_own(event: Event, notes: Notes, who: str, entrant: int) -> bool:
    own = notes.phones.get(who)
    return own is not None and lives_on(event, own) == entrant


def _held(event: Event, notes: Notes, entrant: int) -> list[str]:
    """The phones of an entrant."""
    return [each for each, number in notes.phones.items() if lives_on(event, number) == entrant]


def _weakest(notes: Notes, held: list[str]) -> str:
    return min(held, key=lambda each: _strength(notes, each))


def _strength(notes: Notes, who: str) -> int:
    return STRENGTH[notes.claims.get(who, "code")]
