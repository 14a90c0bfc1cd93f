"""What can be asked about an event: its list, standings, cards, clock and history."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar

from msgspec import Struct

from rightbower.rules.message import Message, as_sentence, message, written
from rightbower.rules.refusal import counted
from rightbower.tournament.commands import Answer, Sheet, field
from rightbower.tournament.events import eligibility
from rightbower.tournament.events.acts import EventList, EventQuery
from rightbower.tournament.events.clock import shown
from rightbower.tournament.events.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.entrants import Entrant, EventError
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.finish import qualifiers
from rightbower.tournament.events.labels import entrant
from rightbower.tournament.events.outcome import missing, not_counting, so_far
from rightbower.tournament.events.outlook import checklist, outlook
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.round_clock import bell_is_due, clock_view
from rightbower.tournament.events.scorecards import (
    ByName,
    beside_points,
    master_card,
    personal_card,
)
from rightbower.tournament.events.seating import refusal
from rightbower.tournament.events.verify import verify
from rightbower.tournament.names import name_order


class ShowEvent(EventQuery, frozen=True, tag="show"):
    """Where the event stands, and what comes next."""

    def answer(self, history: EventHistory, at: float) -> Answer:
        event = history.event
        title = f"{event.name}, {event.date}: {event.plan.title}"
        return Answer.of(event, title, *outlook(event), *_next(event, at))


def _next(event: Event, at: float) -> list[Message]:
    """What the officer has to do next."""
    if event.finished:
        return [message("The results are final.")]
    lines = []
    clock = clock_view(event, at)
    if clock is not None and clock.running and clock.limited:
        lines.append(message("The clock runs: {time} left.", time=clock.time))
    reason_ = refusal(event)
    if reason_ is None:
        return [*lines, message("Round {round} can be seated.", round=len(event.rounds) + 1)]
    if event.rounds and not missing(event):
        return [*lines, as_sentence(reason_)]
    return [*lines, message("Waiting: {reason}.", reason=reason_)]


class ListEntrants(EventList, frozen=True, tag="entrants-list"):
    """Everyone on the list."""

    by_name: ByName = False

    def of_event(self, event: Event) -> Answer:
        found = list(event.entrants)
        if self.by_name:
            found.sort(key=lambda each: name_order(each.name))
        rows = [(str(each.number), each.name, each.zone, _state(event, each)) for each in found]
        return Answer(found, (Sheet("Entrants", ("No", "Names", "Zone", "State"), rows),))


def _state(event: Event, each: Entrant) -> str:
    words: list[str] = [each.state if each.state != "paired" else f"in pair {each.pair}"]
    if each.floater:
        words.append("floater")
    if each.sitter:
        words.append(f"sits at table {each.sitter}")
    if unknown := eligibility.unchecked(event, each):
        words.append(f"birth date missing: {' and '.join(unknown)}")
    words += [f"for {former.player.name} since round {former.until + 1}" for former in each.former]
    return ", ".join(words)


class Checklist(EventList, frozen=True, tag="checklist"):
    """What to set up beforehand."""

    def of_event(self, event: Event) -> Answer:
        found = checklist(event)
        return Answer.of(written(found), *(f"- {each}" for each in found))


class ShowStandings(EventList, frozen=True, tag="standings"):
    """Everyone's place, and why."""

    public: ClassVar[bool] = True
    top: Annotated[int, field("Top", "How many to show.")] = 0

    def of_event(self, event: Event) -> Answer:
        places = standings(event)
        found = places[: self.top] if self.top else places
        heads = ("Place", "Name", *figure_heads(event), "Why")
        rows = [
            (rank_text(each), each.name, *map(str, figures(event, each)), str(reason(each)))
            for each in found
        ]
        sheets = [
            Sheet(f"{event.name}, {so_far(event)}" if event.rounds else event.name, heads, rows)
        ]
        if waiting := not_counting(event):
            sheets.append(Sheet("\n".join(map(str, waiting))))
        if through := qualifiers(event):
            names = ", ".join(place.name for place in through)
            sheets.append(Sheet(f"To the games: {names}.\n"))
        return Answer([each.kept for each in found], tuple(sheets))


class ShowResults(EventList, frozen=True, tag="results"):
    """Every game with both sides' points."""

    public: ClassVar[bool] = True

    def of_event(self, event: Event) -> Answer:
        rows = master_card(event)
        lines = [(str(r.round), str(r.table), r.first, r.second, str(r.says)) for r in rows]
        heads = ("Round", "Table", "First", "Second", "Result")
        return Answer(written(rows), (Sheet("Master score card", heads, lines),))


class ShowCard(EventList, frozen=True, tag="card"):
    """One entrant's rounds, or the master card if nobody is named."""

    who: Annotated[str, field("Who", "The number, or part of the name.", place=True)] = ""

    def of_event(self, event: Event) -> Answer:
        if not self.who:
            return ShowResults().of_event(event)
        number = entrant(event, self.who)
        own = personal_card(event, number)
        rows = [
            (
                str(row.round),
                str(row.table or ""),
                row.partner,
                row.against,
                "" if row.points is None else f"{row.points}–{row.given}",
                str(row.says if row.points is None else beside_points(event, row)),
            )
            for row in own
        ]
        total = sum(row.points or 0 for row in own)
        if event.plan.standings.ranking != "event points":
            total += sum(row.sat_out for row in own)
        heads = ("Round", "Table", "Partner", "Against", "Points", "How")
        return Answer(
            written(own),
            (Sheet(f"{event.name_of(number)}: {counted(total, 'point')}", heads, rows),),
        )


class ShowLog(EventQuery, frozen=True, tag="log"):
    """Every entry, who wrote it and when."""

    public: ClassVar[bool] = True

    def answer(self, history: EventHistory, at: float) -> Answer:
        found = history.lines()
        rows = [
            (
                str(line.number),
                datetime.fromtimestamp(line.at).strftime("%H:%M:%S"),  # noqa: DTZ006  # the wall's time
                line.by,
                f"(undone) {line.says}" if line.undone else str(line.says),
            )
            for line in found
        ]
        return Answer(written(found), (Sheet("History", ("No", "Time", "By", "What"), rows),))


class Check(EventQuery, frozen=True, tag="check"):
    """Check every draw by making it again from its seed."""

    public: ClassVar[bool] = True

    def answer(self, history: EventHistory, at: float) -> Answer:
        found = verify(history)
        words = f"{counted(found.draws, 'draw')} made again from {'its seed' if found.draws == 1 else 'their seeds'}"
        if found.different:
            words += f"; entries {', '.join(map(str, found.different))} come out differently."
        else:
            words += ", all the same."
        return Answer(found, (Sheet(words),), fault=bool(found.different))


class ShowClock(EventQuery, frozen=True, tag="clock-show"):
    """The round's clock."""

    public: ClassVar[bool] = True

    def answer(self, history: EventHistory, at: float) -> Answer:
        event = history.event
        clock = clock_view(event, at, event.clock.round)
        if clock is None:
            raise EventError(message("no clock has been started yet"))
        words = f"{shown(clock.ran)} played"
        if clock.limited:
            words += f", {clock.time} left"
        if clock.rang:
            words += ", the bell has rung"
        elif clock.round < len(event.rounds):
            words += ", the round is over"
        elif bell_is_due(event, at):
            words += ", the bell is due"
        elif not clock.running:
            words += ", stopped"
        return Answer.of(event.clock, f"Round {clock.round}: {words}.")


class EventSummary(Struct, frozen=True):
    """An event in the list of all events."""

    id: str
    name: str
    date: str
    preset: str
    entrants: int
    rounds: int
    state: str

    @property
    def line(self) -> tuple[str, ...]:
        """It as a row of the list."""
        return self.id, self.name, self.date, f"{self.state}, {counted(self.entrants, 'entrant')}"


def summary(event: Event) -> EventSummary:
    """An event in a line."""
    state = f"round {len(event.rounds)}" if event.rounds else "not begun"
    state = "finished" if event.finished else state
    state = "archived" if event.archived else state
    entered = sum(each.state != "paired" for each in event.entrants)
    return EventSummary(
        event.id, event.name, event.date, event.preset, entered, len(event.rounds), state
    )
