"""Everything that can be done in a club's book, a struct each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from rightbower.rules.message import message
from rightbower.tournament.club import acts
from rightbower.tournament.club.club import Club, ClubError, ClubPlan, Counting, SeasonPlan
from rightbower.tournament.club.facts import ClubOpened, Fact
from rightbower.tournament.club.fold import ClubHistory
from rightbower.tournament.club.history import undo
from rightbower.tournament.club.season import read_ties
from rightbower.tournament.commands import LONGEST_NAME, LONGEST_TEXT, Command, Now, Opening, field
from rightbower.tournament.events.plan import free_id

MOST_NIGHTS = 400
Season = Annotated[str, field("Season", "Its id; not needed if there is only one.", limits={"max_length": 60})]  # fmt: skip
OfSeason = Annotated[str, field("Season", "Its id.", limits={"max_length": 60})]
Event = Annotated[str, field("Event", "Its id.", limits={"max_length": 60})]
PersonName = Annotated[str, field("Name", limits={"max_length": LONGEST_NAME})]
Why = Annotated[str, field("Reason", option=True, limits={"max_length": LONGEST_TEXT})]
Count = Annotated[Counting, field("What counts", option=True)]
Best = Annotated[int, field("Best nights", "How many nights count for each player; 0 for all of them.", short="(empty: all)", limits={"ge": 0, "le": MOST_NIGHTS})]  # fmt: skip
Attendance = Annotated[int, field("Points for coming", "For each night played.", short="(each night)", limits={"ge": 0, "le": 9999})]  # fmt: skip
PlacePoints = Annotated[
    tuple[int, ...],
    field("Points for places", "For first, second and so on, such as 12 10 8.", short="(only where places count)", split=", ", one_word=True),
]  # fmt: skip
TieText = Annotated[str, field("Ties", "The tie-breaks in order: games won, points, difference, shared.", limits={"max_length": LONGEST_TEXT})]  # fmt: skip
TIES = "games won, difference, shared"


class OpenClub(Opening, frozen=True, tag="open"):
    """Begin the club's book."""

    name: Annotated[str, field("Name of the club", limits={"max_length": 60})]

    def opened(self, taken: Sequence[str]) -> ClubOpened:
        """The first fact; a hall has one club."""
        if taken:
            raise ClubError(message("this hall already has its club"))
        if not self.name.strip():
            raise ClubError(message("the club needs a name"))
        return ClubOpened("club", " ".join(self.name.split()), ClubPlan())


class ClubCommand(Command, frozen=True):
    """An act in the club's book."""

    def seen(self, state: Club) -> str:
        """The whole book as it was shown."""
        return str(state.version)


class MakeSeason(ClubCommand, frozen=True, tag="season"):
    """Begin a season of nights."""

    name: Annotated[
        str, field("Name", "Such as Tuesday nights 2026–27.", limits={"max_length": 60})
    ]
    count: Count = "points made"
    best: Best = 0
    attendance: Attendance = 0
    place_points: PlacePoints = ()
    ties: TieText = TIES

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        id_ = free_id(self.name, [each.id for each in state.seasons], "season")
        yield acts.make_season(state, id_, self.name, _plan(self))


class CountSeason(ClubCommand, frozen=True, tag="season-count"):
    """Change how a season counts, nights already played included."""

    season: OfSeason
    count: Count = "points made"
    best: Best = 0
    attendance: Attendance = 0
    place_points: PlacePoints = ()
    ties: TieText = TIES
    why: Why = ""

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.recount(state, self.season, _plan(self), self.why)


def _plan(said: MakeSeason | CountSeason) -> SeasonPlan:
    ties = read_ties(said.ties)
    return SeasonPlan(said.count, said.place_points, said.best, said.attendance, ties)


class AddNights(ClubCommand, frozen=True, tag="night-add"):
    """Put finished events into a season."""

    season: OfSeason
    events: Annotated[tuple[Event, ...], field("Events", "Their ids.", place=True)] = ()

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.add_nights(now.history, self.season, self.events)


class RemoveNight(ClubCommand, frozen=True, tag="night-remove"):
    """Take an event out of a season."""

    season: OfSeason
    event: Event
    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.remove_night(state, self.season, self.event, self.why)


class EndSeason(ClubCommand, frozen=True, tag="season-end"):
    """End a season: whoever leads is the player of the year."""

    season: OfSeason

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.end_season(state, self.season, True)


class ResumeSeason(ClubCommand, frozen=True, tag="season-resume"):
    """Open a season that is over again."""

    season: OfSeason
    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.end_season(state, self.season, False, self.why)


class MergePeople(ClubCommand, frozen=True, tag="merge"):
    """Say that two spellings are one person; the second is shown from now on."""

    spelling: Annotated[str, field("This spelling", limits={"max_length": LONGEST_NAME})]
    name: Annotated[str, field("is this person", limits={"max_length": LONGEST_NAME})]

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.merge(now.history, self.spelling, self.name)


class PartPeople(ClubCommand, frozen=True, tag="merge-undo"):
    """Say that a merged spelling is a different person after all."""

    spelling: PersonName
    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.part(state, self.spelling, self.why)


class ErasePerson(ClubCommand, frozen=True, tag="erase"):
    """Erase somebody on request: the name is no longer shown or exported anywhere."""

    asks_first: ClassVar[bool] = True
    name: PersonName

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.erase(now.history, self.name, now.chance())


class ListPeople(ClubCommand, frozen=True, tag="people-add"):
    """Add people to the club, one name per line."""

    names: Annotated[
        tuple[PersonName, ...],
        field("Names", "One per line.", split="\n,;", limits={"max_length": 5000}),
    ]

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield acts.put_down(now.history, self.names)


class UndoClubEntry(ClubCommand, frozen=True, tag="undo"):
    """Undo the latest entry; it stays in the history, marked as undone."""

    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield undo(now.history, self.why)
