"""An event in the journal: every fact that it can have, how its entries are read, and its export."""

from __future__ import annotations

from typing import Any, Final

from rightbower.rules.message import written
from rightbower.tournament.contest import Archived, Contest, Entry, ThrownAway, Undone
from rightbower.tournament.events.acts import EventCommand, EventQuery
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
from rightbower.tournament.events.board_dealing import BoardsDealt
from rightbower.tournament.events.cuts import CutShown
from rightbower.tournament.events.entrants import (
    CutForPlace,
    EventError,
    PlayedOff,
    PrizeDrawn,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.finish import CardsIn, EventFinished, Reopened
from rightbower.tournament.events.lists import summary
from rightbower.tournament.events.money import LonersCounted, LowPrizeOpened
from rightbower.tournament.events.online_night import OnlineNightSet
from rightbower.tournament.events.places import table
from rightbower.tournament.events.plan import EventOpened, OpenEvent, Planned
from rightbower.tournament.events.prizes import award
from rightbower.tournament.events.purse import BasketPaid, EuchresCounted, Grouped, PurseSet
from rightbower.tournament.events.registration import Added, Removed, Renamed
from rightbower.tournament.events.remarks import remarks
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
    | BoardsDealt
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
    | OnlineNightSet
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


def told(history: EventHistory) -> dict[str, Any]:
    """An event's standings, prizes, open steps and story; sentences are texts."""
    event, story = history.event, written(history.lines())
    if event.finished:
        return {"standings": event.places, "awards": event.awards, "open": (), "story": story}
    now = table(event)
    kept = tuple(each.kept for each in now.places)
    given, steps = award(event, now.places), written(now.steps)
    return {"standings": kept, "awards": given, "open": steps, "story": story}


EVENT: Final[Contest[EventHistory]] = Contest.of(
    EventHistory,
    Event,
    EventEntry,
    EventError,
    FORM,
    opening=OpenEvent,
    commands=EventCommand,
    queries=EventQuery,
    summary=summary,
    remarks=remarks,
    told=told,
)
