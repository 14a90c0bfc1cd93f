"""What happens at an event, a fact each."""

from __future__ import annotations

from msgspec import Struct

from rightbower.tournament import contest as history
from rightbower.tournament.contest import Undone, reader
from rightbower.tournament.events.entrants import (
    Award,
    CutForPlace,
    Entrant,
    Place,
    PlayedOff,
    Player,
    PrizeDrawn,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import (
    CutAtTable,
    EventPlan,
    Result,
    ResultRuling,
    Round,
)


class Added(Struct, frozen=True, tag="added"):
    """Entrants were put on the list."""

    entrants: tuple[Entrant, ...]


class CheckedIn(Struct, frozen=True, tag="checked-in"):
    """Entrants are here."""

    numbers: tuple[int, ...]


class Missing(Struct, frozen=True, tag="missing"):
    """Entrants did not come."""

    numbers: tuple[int, ...]


class Withdrew(Struct, frozen=True, tag="withdrew"):
    """Entrants left; what they played stays."""

    numbers: tuple[int, ...]
    why: str = ""


class Substituted(Struct, frozen=True, tag="substituted"):
    """A substitute took a player's place; ``place`` is 0 or 1 in a pair."""

    number: int
    place: int
    player: Player
    why: str = ""


class Renamed(Struct, frozen=True, tag="renamed"):
    """A name was written wrong and is put right; ``place`` is 0 or 1 in a pair."""

    number: int
    place: int
    name: str


class Removed(Struct, frozen=True, tag="removed"):
    """An entry was taken off the list: it should not have been on it."""

    number: int
    why: str = ""


class SeatsSwapped(Struct, frozen=True, tag="seats-swapped"):
    """Two entrants took each other's places in a round; either may have been sitting out."""

    round: int
    first: int
    second: int
    why: str


class Partnered(Struct, frozen=True, tag="partnered"):
    """Two single players became a pair."""

    first: int
    second: int


class KeptApart(Struct, frozen=True, tag="kept-apart"):
    """Two entrants are to be kept apart where the movement leaves a choice."""

    first: int
    second: int


class Vouched(Struct, frozen=True, tag="vouched"):
    """The officer vouches for an entrant whose papers are missing."""

    number: int
    why: str


class FloaterSet(Struct, frozen=True, tag="floater-set"):
    """An entrant plays only to make the numbers even, and is not ranked; or is ranked again."""

    number: int
    floater: bool


class SitterSet(Struct, frozen=True, tag="sitter-set"):
    """A player sits at a table all day; 0 is no table."""

    number: int
    table: int


FORM = 1


class EventOpened(Struct, frozen=True, tag="opened"):
    """The event was set up; a ``practice`` event counts for nothing."""

    id: str
    name: str
    date: str
    preset: str
    plan: EventPlan
    practice: bool = False


class EventRetitled(Struct, frozen=True, tag="retitled"):
    """The event has another name or date."""

    name: str
    date: str


class EventArchived(Struct, frozen=True, tag="archived"):
    """The event was put out of the way, or taken out of the archive again."""

    archived: bool


class EventThrownAway(Struct, frozen=True, tag="thrown-away"):
    """A practice event is shown nowhere any more."""


class Planned(Struct, frozen=True, tag="planned"):
    """The plan was changed before play, or the number of rounds during it."""

    plan: EventPlan
    why: str = ""


class Formed(Struct, frozen=True):
    """Two singles who became a pair in the cut for partners."""

    number: int
    singles: tuple[int, int]


class Seated(Struct, frozen=True, tag="seated"):
    """A round was seated; ``chart`` holds the entrants in the order of a fixed schedule.

    ``drawn`` is what people drew with real cards or lots; the rest came from the seed.
    """

    round: Round
    formed: tuple[Formed, ...] = ()
    chart: tuple[int, ...] = ()
    drawn: tuple[tuple[int, str], ...] = ()


class OfTable(Struct, frozen=True):
    """Something about one table of a round."""

    round: int
    table: int


class CutShown(OfTable, frozen=True, tag="cut-shown"):
    """A table's own cut, with real cards; ``letters`` makes the dealer's pair the A team.

    A cut for partners has ``formed`` the pairs anew.
    """

    cut: CutAtTable
    dealer: int = 0
    letters: bool = False
    formed: tuple[Formed, ...] = ()


class ClockStarted(Struct, frozen=True, tag="clock-started"):
    """The start signal."""

    round: int
    minutes: float | None


class ClockPaused(Struct, frozen=True, tag="clock-paused"):
    """The clock was stopped for a while."""


class ClockResumed(Struct, frozen=True, tag="clock-resumed"):
    """The clock goes on."""


class ClockExtended(Struct, frozen=True, tag="clock-extended"):
    """Extra time: so many minutes more, also where the bell has rung."""

    minutes: float


class BellRang(Struct, frozen=True, tag="bell-rang"):
    """The end signal."""


class ResultEntered(OfTable, frozen=True, tag="result-entered"):
    """A table's result was entered."""

    result: Result


class ResultConfirmed(OfTable, frozen=True, tag="result-confirmed"):
    """The opponents, or the officer, confirmed a result."""


class ResultDisputed(OfTable, frozen=True, tag="result-disputed"):
    """A side does not agree with a result."""

    why: str


class ResultTakenBack(OfTable, frozen=True, tag="result-taken-back"):
    """The side that entered a result took it back before the other side stood by it."""


class ResultCorrected(OfTable, frozen=True, tag="result-corrected"):
    """A wrong result was put right."""

    result: Result
    why: str


class GameVoided(OfTable, frozen=True, tag="game-voided"):
    """No game counts at a table in a round."""

    why: str


class ResultRuled(OfTable, frozen=True, tag="ruled"):
    """A ruling changed the points of a game, or its winner."""

    ruling: ResultRuling


class CardsIn(Struct, frozen=True, tag="cards-in"):
    """Players handed in their score cards."""

    numbers: tuple[int, ...]


class LowPrizeOpened(Struct, frozen=True, tag="low-prize-opened"):
    """The officer lets entrants win a low prize who did not play all rounds."""

    numbers: tuple[int, ...]
    why: str


class LonersCounted(Struct, frozen=True, tag="loners-counted"):
    """How many lone hands entrants made, by their numbers, in place of what was written before."""

    loners: tuple[tuple[int, int], ...]


class EventFinished(Struct, frozen=True, tag="finished"):
    """The results are final."""

    places: tuple[Place, ...]
    awards: tuple[Award, ...]
    why: str = ""


class Reopened(Struct, frozen=True, tag="reopened"):
    """Results that were final are open again, to put something right."""

    why: str


Fact = (
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


Entry = history.Entry[Fact]
encode = history.encode
decode = reader(Entry, "event", FORM)
