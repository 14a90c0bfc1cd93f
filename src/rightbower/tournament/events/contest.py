"""An event in the journal: every fact that it can have, how its entries are read, and its export."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from msgspec import Struct, json

from rightbower.rules.message import written
from rightbower.tournament.contest import (
    Archived,
    Entry,
    StreamType,
    ThrownAway,
    Undone,
    encode,
    reader,
)
from rightbower.tournament.events.archive import EventRetitled
from rightbower.tournament.events.attendance import (
    CheckedIn,
    FloaterSet,
    KeptApart,
    Missing,
    Partnered,
    SitterSet,
    Substituted,
    Vouched,
    Withdrew,
)
from rightbower.tournament.events.cuts import CutShown
from rightbower.tournament.events.entrants import (
    Award,
    CutForPlace,
    EventError,
    Place,
    PlayedOff,
    PrizeDrawn,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.finish import CardsIn, EventFinished, Reopened
from rightbower.tournament.events.money import LonersCounted, LowPrizeOpened
from rightbower.tournament.events.places import table
from rightbower.tournament.events.plan import EventOpened, Planned
from rightbower.tournament.events.prizes import award
from rightbower.tournament.events.purse import BasketPaid, EuchresCounted, Grouped, PurseSet
from rightbower.tournament.events.registration import Added, Removed, Renamed
from rightbower.tournament.events.results import (
    GameVoided,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultEntered,
    ResultRuled,
    ResultTakenBack,
)
from rightbower.tournament.events.round_clock import (
    BellRang,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
)
from rightbower.tournament.events.seating import Seated, SeatsSwapped
from rightbower.tournament.events.signup import (
    ChairsSet,
    CouldNotCome,
    MovedUp,
    PartnerAnswered,
    PartnerAsked,
    SubGone,
    SubOffered,
)
from rightbower.tournament.events.threes import ThreeEntered

FORM: Final = 1
PREFIX: Final = "event/"
EventFact = (
    EventOpened
    | EventRetitled
    | Archived
    | ThrownAway
    | Planned
    | Added
    | CheckedIn
    | Missing
    | Withdrew
    | Substituted
    | Renamed
    | Removed
    | ChairsSet
    | MovedUp
    | CouldNotCome
    | PartnerAsked
    | PartnerAnswered
    | SubOffered
    | SubGone
    | SeatsSwapped
    | Partnered
    | KeptApart
    | Vouched
    | FloaterSet
    | SitterSet
    | Seated
    | CutShown
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | ClockExtended
    | BellRang
    | ResultEntered
    | ResultConfirmed
    | ResultDisputed
    | ResultTakenBack
    | ResultCorrected
    | GameVoided
    | ThreeEntered
    | ResultRuled
    | CardsIn
    | LowPrizeOpened
    | LonersCounted
    | PurseSet
    | BasketPaid
    | EuchresCounted
    | Grouped
    | PrizeDrawn
    | Tossed
    | PlayedOff
    | CutForPlace
    | TieDecided
    | Undone
    | EventFinished
    | Reopened
)
EventEntry = Entry[EventFact]
decode = reader(EventEntry, "event", FORM)


class EventExport(Struct, frozen=True):
    """Everything about an event in one value, as it is exported; sentences are texts."""

    event: Event
    standings: tuple[Place, ...]
    awards: tuple[Award, ...]
    open: Any
    story: Any
    entries: tuple[EventEntry, ...]


class _Kept(Struct, frozen=True):
    """What of an export makes the event again."""

    event: Event
    entries: tuple[EventEntry, ...]


EVENTS: Final[StreamType[EventHistory, Entry[Any]]] = StreamType(
    PREFIX,
    "an event",
    EventError,
    EventHistory.of,
    EventHistory.extend,
    encode,
    decode,
    attrgetter("state"),
    FORM,
    attrgetter("state.thrown_away"),
)


def whole(history: EventHistory) -> EventExport:
    """The event with its standings, prizes, open steps and story."""
    event = history.event
    if event.finished:
        return EventExport(
            event, event.places, event.awards, (), written(history.lines()), history.entries
        )
    now = table(event)
    given = award(event, now.places)
    kept = tuple(each.kept for each in now.places)
    story = written(history.lines())
    return EventExport(event, kept, given, written(now.steps), story, history.entries)


def as_json(history: EventHistory) -> bytes:
    """The whole event as JSON; the same entries always give the same bytes."""
    return json.encode(whole(history))


def from_json(data: bytes, id_: str = "") -> EventHistory:
    """The event that an export holds, under another id where one is given."""
    return EVENTS.imported(data, _Kept, id_)
