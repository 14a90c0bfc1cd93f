"""Everything that is done in a club's book: the act decides, the fact beside it changes the club and is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace

from rightbower.rules.message import Joined, Message, message
from rightbower.tournament.club.club import (
    Club,
    ClubError,
    ClubPlan,
    Counting,
    Erasure,
    NightSeason,
    SeasonPlan,
)
from rightbower.tournament.club.erasing import ERASED, mark_of
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.people import people, person
from rightbower.tournament.club.season import counting, read_ties
from rightbower.tournament.commands import LONGEST_NAME, LONGEST_TEXT, Command, Now, Opening, field
from rightbower.tournament.contest import Fact, Opened, Undone, effective
from rightbower.tournament.names import free_id, looks_like

MOST_NIGHTS = 400
MOST_POINTS = 9999
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
    field("Points for places", "For first, second and so on, such as 12 10 8.", short="(places; a Grand Prix needs none)", split=", ", one_word=True),
]  # fmt: skip
TieText = Annotated[str, field("Ties", "The tie-breaks in order: games won, points, difference, shared.", limits={"max_length": LONGEST_TEXT})]  # fmt: skip
TIES: Final = "games won, difference, shared"


def _because(said: Message, why: str) -> Message:
    if why:
        return message("{said}, because {why}.", said=said, why=why)
    return message("{said}.", said=said)


class ClubOpened(Opened, frozen=True, tag="club-opened"):
    """The club's book was begun."""

    id: str
    name: str
    plan: ClubPlan

    def begin(self) -> Club:
        return Club(self.id, self.name, self.plan)

    def says(self, state: Club) -> Message:
        return message("The book of {name} was begun.", name=self.name)


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

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        """The facts it comes to."""
        raise NotImplementedError

    def seen(self, state: Club) -> str:
        """The whole book as it was shown."""
        return str(state.version)


def plan_of(season: SeasonPlan) -> SeasonPlan:
    """A plan that can be counted by."""
    if season.count == "places" and not season.place_points:
        raise ClubError(
            message("say what first, second and so on are worth, such as 12 10 8 6 4 2")
        )
    if season.count not in ("places", "grand prix") and season.place_points:
        raise ClubError(
            message("points for places are counted only where a season counts by places")
        )
    if any(not 0 <= points <= MOST_POINTS for points in season.place_points):
        raise ClubError(message("points for a place are 0 to {most}", most=MOST_POINTS))
    return season


def _open_season(club: Club, id_: str) -> NightSeason:
    """A season that is not over."""
    season = club.season(id_)
    if season.closed:
        raise ClubError(message("{name} is over; open it again first", name=season.name))
    return season


class SeasonMade(Fact, frozen=True, tag="season-made"):
    """A season of nights was begun."""

    season: NightSeason

    def apply(self, state: Club, at: float) -> Club:
        return replace(state, seasons=(*state.seasons, self.season))

    def says(self, state: Club) -> Message:
        return message(
            "Season {name} was begun: {counting}.",
            name=self.season.name,
            counting=counting(self.season.plan),
        )


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
        plan = _plan(self)
        if not self.name.strip():
            raise ClubError(message("a season needs a name"))
        if any(looks_like(each.name) == looks_like(self.name) for each in state.seasons):
            raise ClubError(message("there is a season {name} already", name=self.name))
        id_ = free_id(self.name, [each.id for each in state.seasons], "season")
        yield SeasonMade(NightSeason(id_, " ".join(self.name.split()), plan_of(plan)))


class SeasonCounted(Fact, frozen=True, tag="season-counted"):
    """A season counts otherwise from now on, all its nights included."""

    season: str
    plan: SeasonPlan
    why: str = ""

    def apply(self, state: Club, at: float) -> Club:
        return state.with_season(self.season, plan=self.plan)

    def says(self, state: Club) -> Message:
        said = message(
            "Season {name} counts {counting}", name=self.season, counting=counting(self.plan)
        )
        return _because(said, self.why)


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
        plan, season = _plan(self), _open_season(state, self.season)
        if plan == season.plan:
            raise ClubError(message("the season counts like this already"))
        if season.events and not self.why.strip():
            raise ClubError(message("nights have been counted; say why they count differently now"))
        yield SeasonCounted(season.id, plan_of(plan), self.why.strip())


def _plan(said: MakeSeason | CountSeason) -> SeasonPlan:
    ties = read_ties(said.ties)
    return SeasonPlan(said.count, said.place_points, said.best, said.attendance, ties)


class NightsAdded(Fact, frozen=True, tag="nights-added"):
    """Events count for a season."""

    season: str
    events: tuple[str, ...]

    def apply(self, state: Club, at: float) -> Club:
        events = (*state.season(self.season).events, *self.events)
        return state.with_season(self.season, events=events)

    def says(self, state: Club) -> Message:
        return message(
            "Into season {name}: {events}.", name=self.season, events=Joined(self.events, ", ")
        )


class AddNights(ClubCommand, frozen=True, tag="night-add"):
    """Put finished events into a season."""

    season: OfSeason
    events: Annotated[tuple[Event, ...], field("Events", "Their ids.", place=True)] = ()

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        season = _open_season(state, self.season)
        if not self.events:
            raise ClubError(message("say which events"))
        for event in dict.fromkeys(self.events):
            night = now.history.evening(event)
            if night is None:
                raise ClubError(message("there is no event {text}", text=repr(event[:60])))
            if event in season.events:
                raise ClubError(message("{event} is in the season already", event=night.name))
            if not night.finished:
                raise ClubError(message("{event} is not finished yet", event=night.name))
        yield NightsAdded(season.id, tuple(dict.fromkeys(self.events)))


class NightRemoved(Fact, frozen=True, tag="night-removed"):
    """An event counts for a season no longer."""

    season: str
    event: str
    why: str

    def apply(self, state: Club, at: float) -> Club:
        staying = tuple(each for each in state.season(self.season).events if each != self.event)
        return state.with_season(self.season, events=staying)

    def says(self, state: Club) -> Message:
        said = message("Out of season {name}: {event}", name=self.season, event=self.event)
        return _because(said, self.why)


class RemoveNight(ClubCommand, frozen=True, tag="night-remove"):
    """Take an event out of a season."""

    season: OfSeason
    event: Event
    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        season = _open_season(state, self.season)
        if self.event not in season.events:
            raise ClubError(
                message("{text} is not in {name}", text=repr(self.event[:60]), name=season.name)
            )
        if not self.why.strip():
            raise ClubError(message("taking a night out needs a reason"))
        yield NightRemoved(season.id, self.event, self.why.strip())


class SeasonEnded(Fact, frozen=True, tag="season-ended"):
    """A season is over, or goes on after all."""

    season: str
    closed: bool
    why: str = ""

    def apply(self, state: Club, at: float) -> Club:
        return state.with_season(self.season, closed=self.closed)

    def says(self, state: Club) -> Message:
        if self.closed:
            return _because(message("Season {name} is over", name=self.season), self.why)
        return _because(message("Season {name} goes on", name=self.season), self.why)


class EndSeason(ClubCommand, frozen=True, tag="season-end"):
    """End a season: whoever leads is the player of the year."""

    season: OfSeason

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        season = state.season(self.season)
        if season.closed:
            raise ClubError(message("{name} is over already", name=season.name))
        if not season.events:
            raise ClubError(message("no night of {name} has been counted", name=season.name))
        yield SeasonEnded(season.id, True)


class ResumeSeason(ClubCommand, frozen=True, tag="season-resume"):
    """Open a season that is over again."""

    season: OfSeason
    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        season = state.season(self.season)
        if not season.closed:
            raise ClubError(message("{name} is not over", name=season.name))
        if not self.why.strip():
            raise ClubError(message("say why the season goes on"))
        yield SeasonEnded(season.id, False, self.why.strip())


class PeopleMerged(Fact, frozen=True, tag="people-merged"):
    """Two spellings are one person; ``name`` is the one that is shown."""

    spelling: str
    name: str

    def apply(self, state: Club, at: float) -> Club:
        return replace(state, merged={**state.merged, looks_like(self.spelling): self.name})

    def says(self, state: Club) -> Message:
        return message("{spelling} is {name}.", spelling=self.spelling, name=self.name)


class MergePeople(ClubCommand, frozen=True, tag="merge"):
    """Say that two spellings are one person; the second is shown from now on."""

    spelling: Annotated[str, field("This spelling", limits={"max_length": LONGEST_NAME})]
    name: Annotated[str, field("is this person", limits={"max_length": LONGEST_NAME})]

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        one, other = person(now.history, self.spelling), person(now.history, self.name)
        if state.key(one.name) == state.key(other.name):
            raise ClubError(
                message(
                    "{spelling} and {name} are already one person",
                    spelling=self.spelling,
                    name=self.name,
                )
            )
        yield PeopleMerged(one.name, other.name)


class PeopleParted(Fact, frozen=True, tag="people-parted"):
    """A spelling is a person of its own again."""

    spelling: str
    why: str

    def apply(self, state: Club, at: float) -> Club:
        left = {key: to for key, to in state.merged.items() if key != looks_like(self.spelling)}
        return replace(state, merged=left)

    def says(self, state: Club) -> Message:
        said = message("{spelling} is a separate person again", spelling=self.spelling)
        return _because(said, self.why)


class PartPeople(ClubCommand, frozen=True, tag="merge-undo"):
    """Say that a merged spelling is a different person after all."""

    spelling: PersonName
    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        if looks_like(self.spelling) not in state.merged:
            raise ClubError(
                message("{text} was not merged with anybody", text=repr(self.spelling[:60]))
            )
        if not self.why.strip():
            raise ClubError(message("say why they are two people after all"))
        yield PeopleParted(self.spelling, self.why.strip())


class PersonErased(Fact, frozen=True, tag="person-erased"):
    """Somebody asked to be forgotten; the entry holds no name, only what knows one by.

    ``streams`` are the events and leagues there were, each with its number of entries: those are
    the person's own, whatever their clocks said.
    """

    marks: tuple[str, ...]
    salt: str
    label: str
    how: Literal["on request"] = "on request"
    streams: dict[str, int] = {}  # noqa: RUF012  # msgspec copies it

    def apply(self, state: Club, at: float) -> Club:
        erasure = Erasure(self.marks, self.salt, self.label, at, self.streams)
        return replace(state, erased=(*state.erased, erasure))

    def says(self, state: Club) -> Message:
        return message("Somebody was erased on request and is shown as {label}.", label=self.label)


class ErasePerson(ClubCommand, frozen=True, tag="erase"):
    """Erase somebody on request: the name is no longer shown or exported anywhere."""

    asks_first: ClassVar[bool] = True
    forgets: ClassVar[bool] = True
    name: PersonName

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        found = person(now.history, self.name)
        key = state.key(found.name)
        for night in now.history.evenings:
            if not night.finished and any(state.key(line.name) == key for line in night.lines):
                raise ClubError(
                    message(
                        "{name} is in {event}, which is not finished",
                        name=found.name,
                        event=night.name,
                    )
                )
        merged = [spelling for spelling in state.merged if state.key(spelling) == key]
        spellings = dict.fromkeys((found.name, *found.spellings, *merged))
        salt = now.chance()
        marks = dict.fromkeys(mark_of(salt, each) for each in spellings)
        label = f"{ERASED} {len(state.erased) + 1}"
        yield PersonErased(tuple(marks), salt, label, streams=_streams(now.history))


def _streams(history: ClubHistory) -> dict[str, int]:
    """Every event and league there is, with the number of its entries."""
    events = {f"event/{each.id}": each.version for each in history.evenings}
    return events | {f"league/{each.id}": each.version for each in history.rosters}


class PeopleListed(Fact, frozen=True, tag="people-listed"):
    """Names were put into the book by a list."""

    names: tuple[str, ...]

    def apply(self, state: Club, at: float) -> Club:
        return replace(state, people=(*state.people, *self.names))

    def says(self, state: Club) -> Message:
        return message("{people} {people|name|names} from a list.", people=len(self.names))


class ListPeople(ClubCommand, frozen=True, tag="people-add"):
    """Add people to the club, one name per line."""

    names: Annotated[
        tuple[PersonName, ...],
        field("Names", "One per line.", split="\n,;", limits={"max_length": 5000}),
    ]

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield put_down(now.history, self.names)


def put_down(history: ClubHistory, names: Sequence[str]) -> PeopleListed:
    """Names of a list that are not in the book yet."""
    there = [name for each in people(history) for name in (each.name, *each.spellings)]
    known = {*history.club.merged, *map(looks_like, there)}
    new = {looks_like(each): " ".join(each.split()) for each in names if each.strip()}
    fresh = tuple(name for key, name in new.items() if key not in known)
    if not fresh:
        raise ClubError(message("everybody on the list is in the book already"))
    return PeopleListed(fresh)


class ClubUndone(Undone, frozen=True, tag="undone"):
    """An entry of the book was taken back."""

    def says(self, state: Club | None) -> Message:
        return _because(message("The latest entry was taken back"), self.why)

    def names(self, told: Sequence[Message]) -> Message:
        """Only the latest can be, so that no more is to be said."""
        return self.says(None)


class UndoClubEntry(ClubCommand, frozen=True, tag="undo"):
    """Undo the latest entry; it stays in the history, marked as undone."""

    why: Why

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        number, entry = effective(now.history.entries)[-1]
        if number == 1:
            raise ClubError(message("the beginning of the book cannot be undone"))
        if isinstance(entry.fact, PersonErased):
            raise ClubError(
                message("an erasure cannot be undone; write the name again where it is needed")
            )
        if not self.why.strip():
            raise ClubError(message("taking an entry back needs a reason"))
        yield ClubUndone(number, self.why.strip())
