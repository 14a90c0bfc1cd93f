"""What can be asked about an event: its list, seats, standings, cards, prizes and history."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar

from msgspec import Struct

from rightbower.rules.message import Message, as_sentence, message, written
from rightbower.rules.refusal import counted
from rightbower.tournament.commands import Answer, Sheet, field
from rightbower.tournament.events import eligibility
from rightbower.tournament.events.acts import EventQuery, Round
from rightbower.tournament.events.clock import elapsed, left, shown
from rightbower.tournament.events.entrants import Entrant, EventError
from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.event import Round as EventRound
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.history import history_lines
from rightbower.tournament.events.outcome import missing, result_text
from rightbower.tournament.events.outlook import checklist, outlook
from rightbower.tournament.events.planning import bell_is_due
from rightbower.tournament.events.scorecards import RoundSeat, first_dealer_text, seats
from rightbower.tournament.events.seating import refusal
from rightbower.tournament.events.verify import verify

ByName = Annotated[bool, field("By name")]


class EventList(EventQuery, frozen=True):
    """A list that needs only the event as it stands."""

    def of_event(self, event: Event) -> Answer:
        """The list."""
        raise NotImplementedError

    def answer(self, history: EventHistory, at: float) -> Answer:
        return self.of_event(history.event)


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
    seconds = left(event.clock, at)
    if event.rounds and event.clock.round == len(event.rounds) and event.clock.running:
        lines += (
            []
            if seconds is None
            else [message("The clock runs: {time} left.", time=shown(seconds))]
        )
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
            found.sort(key=lambda each: each.name.casefold())
        rows = [(str(each.number), each.name, each.zone, _state(event, each)) for each in found]
        return Answer(found, (Sheet("Entrants", ("No", "Names", "Zone", "State"), rows),))


def _state(event: Event, each: Entrant) -> str:
    words: list[str] = [each.state if each.state != "paired" else f"in pair {each.pair}"]
    if each.floater:
        words.append("floater")
    if each.sitter:
        words.append(f"sits at table {each.sitter}")
    if unknown := eligibility.unchecked(event, each):
        words.append(f"no birth date for {' and '.join(unknown)}")
    words += [f"for {former.player.name} since round {former.until + 1}" for former in each.former]
    return ", ".join(words)


class Checklist(EventList, frozen=True, tag="checklist"):
    """What to set up beforehand."""

    def of_event(self, event: Event) -> Answer:
        found = checklist(event)
        return Answer.of(written(found), *(f"- {each}" for each in found))


class ShowTables(EventList, frozen=True, tag="tables"):
    """Who sits where, and the results."""

    public: ClassVar[bool] = True
    round: Round = None
    by_name: ByName = False

    def of_event(self, event: Event) -> Answer:
        round_ = event.round if self.round is None else event.round_at(self.round)
        return _people(event, round_) if self.by_name else _round(event, round_)


def _people(event: Event, round_: EventRound) -> Answer:
    found = sorted(seats(event, round_), key=lambda each: each.name.casefold())
    cards = any(each.card for each in found)
    rows = [(each.name, place_of(each), *([each.card] if cards else [])) for each in found]
    return Answer(found, (Sheet(f"Round {round_.number}", ("Name", "Place", "Card")[: 2 + cards], rows),))  # fmt: skip


def place_of(seat: RoundSeat) -> str:
    """A seat as it is read out."""
    return f"table {seat.table} {seat.place}" if seat.table else seat.place


def _round(event: Event, round_: EventRound) -> Answer:
    title = f"Round {round_.number}"
    if round_.byes:
        title += f"; sitting out: {event.name_of(*round_.byes, round_=round_.number)}"
    rows = [_row(event, round_.number, table) for table in round_.tables]
    return Answer(
        round_, (Sheet(title, ("Table", *event.plan.side_names, "Deals first", "Result"), rows),)
    )


def _row(event: Event, number: int, table: EventTable) -> tuple[str, ...]:
    sides = [event.name_of(*each, round_=number) if each else "—" for each in table.sides]
    done = str(result_text(table, event.plan)) if table.playing else "bye"
    return (str(table.number), *sides, first_dealer_text(event, table), done)


class ShowLog(EventQuery, frozen=True, tag="log"):
    """Every entry, who wrote it and when."""

    public: ClassVar[bool] = True

    def answer(self, history: EventHistory, at: float) -> Answer:
        found = history_lines(history)
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
        event, clock = history.event, history.event.clock
        if not clock.round:
            raise EventError(message("no clock has been started yet"))
        words = f"{shown(elapsed(clock, at))} played"
        if (seconds := left(clock, at)) is not None:
            words += f", {shown(seconds)} left"
        if clock.rang_at is not None:
            words += ", the bell has rung"
        elif clock.round < len(event.rounds):
            words += ", the round is over"
        elif bell_is_due(event, at):
            words += ", the bell is due"
        elif not clock.running:
            words += ", stopped"
        return Answer.of(clock, f"Round {clock.round}: {words}.")


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
