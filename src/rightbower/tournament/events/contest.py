"""An event in the journal: every fact that it can have, and how its entries are read."""

from __future__ import annotations

from typing import Final

from rightbower.tournament.contest import Entry, Undone, reader
from rightbower.tournament.events.archive import EventArchived, EventRetitled, EventThrownAway
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
    CutForPlace,
    PlayedOff,
    PrizeDrawn,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.finish import CardsIn, EventFinished, Reopened
from rightbower.tournament.events.money import LonersCounted, LowPrizeOpened
from rightbower.tournament.events.plan import EventOpened, Planned
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
)

FORM: Final = 1
EventFact = (
    EventOpened
    | EventRetitled
    | EventArchived
    | EventThrownAway
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
    | ResultRuled
    | CardsIn
    | LowPrizeOpened
    | LonersCounted
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
