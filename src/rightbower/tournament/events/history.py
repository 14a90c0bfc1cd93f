"""The story of an event: every entry as one line with its time, its writer and its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rightbower.rules.message import (
    Arg,
    Joined,
    Message,
    Reference,
    Term,
    as_written,
    because,
    joined,
    message,
)
from rightbower.tournament.contest import HistoryLine, Undone, lines
from rightbower.tournament.events import facts
from rightbower.tournament.events import facts as people_facts
from rightbower.tournament.events.entrants import (
    CutForPlace,
    Entrant,
    PlayedOff,
    PrizeDrawn,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import EventPlan, Result
from rightbower.tournament.events.facts import Fact
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.outcome import ruling_text


def history_lines(history: EventHistory) -> tuple[HistoryLine, ...]:
    """All entries in words, those undone included."""
    plan = history.event.plan
    return lines(history.entries, lambda fact: say(fact, plan))


def say(fact: Fact, plan: EventPlan) -> Message:
    """A fact in words; the two sides of a table are called as the event's plan has it."""
    match fact:
        case facts.ResultEntered():
            return because(_at(fact, _points(fact.result, plan)), fact.result.why)
        case facts.ResultCorrected():
            corrected = message("corrected to {points}", points=_points(fact.result, plan))
            return because(_at(fact, corrected), fact.why)
        case facts.ResultRuled():
            return _at(fact, ruling_text(fact.ruling, plan))
        case _:
            return _SAYINGS[type(fact)](fact)


def _entrants(*numbers: int) -> Reference:
    """Entrants by their numbers, for whom a face has names."""
    return Reference("entrant", numbers)


def _names(entrants: Sequence[Entrant]) -> Arg:
    if len(entrants) > 3:
        return message(
            "{count} entrants, {first} to {last}",
            count=len(entrants),
            first=entrants[0].number,
            last=entrants[-1].number,
        )
    return Joined(tuple(f"{each.number} {each.name}" for each in entrants), ", ")


def _at(fact: Any, said: Message) -> Message:
    return message(
        "round {round}, table {table}: {said}", round=fact.round, table=fact.table, said=said
    )


def _points(result: Result, plan: EventPlan) -> Message:
    points = f"{result.points[0]}–{result.points[1]}"
    if result.lost is None:
        return as_written(points)
    side = Term(plan.side_names[result.lost])
    return message("{points}, the game lost by {side}", points=points, side=side)


def _cards(draws: Sequence[Sequence[tuple[int, str]]]) -> str:
    return ", ".join(f"{who} {shown}" for draw in draws for who, shown in draw)


def _minutes(minutes: float) -> Message:
    number = int(minutes) if float(minutes).is_integer() else minutes
    return message("{minutes} {minutes|minute|minutes} of extra time", minutes=number)


def _planned(fact: facts.Planned) -> Message:
    """What the officer chose of sitting out and low prizes, where it is not as the book has it."""
    said, plan = because(message("plan changed"), fact.why), fact.plan
    worth = plan.standings.sat_out
    words = {
        "standings.sat_out": message(
            "a round sat out scores {worth}",
            worth=worth if isinstance(worth, int) and worth else Term(str(worth or "nothing")),
        ),
        "standings.low_prize": message(
            "the low prize is for {who}", who=Term(plan.standings.low_prize)
        ),
    }
    own = (f"the {plan.officer}'s choice",)
    chosen = [each for path, each in words.items() if plan.clauses.get(path) == own]
    return message("{said} ({chosen})", said=said, chosen=joined(chosen)) if chosen else said


def _seats(fact: facts.Seated) -> Message:
    drawn = [
        message("{who} drew {lot}", who=_entrants(number), lot=lot) for number, lot in fact.drawn
    ]
    how = message("{move}, seed {seed}", move=Term(fact.round.move), seed=fact.round.seed)
    if drawn:
        how = joined((how, joined(drawn, ", ")))
    return message(
        "round {round} seated at {tables} {tables|table|tables} ({how})",
        round=fact.round.number,
        tables=sum(table.playing for table in fact.round.tables),
        how=how,
    )


def _floater(fact: facts.FloaterSet) -> Message:
    who = _entrants(fact.number)
    if fact.floater:
        return message("{who} is a floater", who=who)
    return message("{who} is no longer a floater", who=who)


def _sitter(fact: facts.SitterSet) -> Message:
    who = _entrants(fact.number)
    if fact.table:
        return message("{who} sits at table {table}", who=who, table=fact.table)
    return message("{who} is not a sitting player any more", who=who)


def _loners(fact: facts.LonersCounted) -> Message:
    made = (
        message("{who} made {count}", who=_entrants(who), count=count) for who, count in fact.loners
    )
    return message("lone hands: {made}", made=joined(made, ", "))


def _tosses(fact: Tossed) -> Message:
    tosses = (
        joined((message("{who} {face}", who=who, face=Term(face)) for who, face in toss), ", ")
        for toss in fact.tosses
    )
    return message("coins: {tosses}", tosses=joined(tosses))


def _decided(fact: TieDecided) -> Message:
    who = _entrants(*fact.order)
    said = (
        message("{who} share", who=who)
        if fact.shared
        else message("{who} placed in this order", who=who)
    )
    return because(said, fact.why)


_SAYINGS: Final[Mapping[type, Callable[[Any], Message]]] = {
    facts.EventOpened: lambda fact: message(
        "{name} opened ({preset}, {title})",
        name=fact.name,
        preset=fact.preset,
        title=fact.plan.title,
    ),
    facts.EventRetitled: lambda fact: message(
        "the event is called {name}, on {date}", name=fact.name, date=fact.date
    ),
    facts.EventArchived: lambda fact: (
        message("put into the archive") if fact.archived else message("taken out of the archive")
    ),
    facts.EventThrownAway: lambda _: message("practice thrown away"),
    facts.Planned: _planned,
    people_facts.Added: lambda fact: message("entered: {who}", who=_names(fact.entrants)),
    people_facts.CheckedIn: lambda fact: message("here: {who}", who=_entrants(*fact.numbers)),
    people_facts.Missing: lambda fact: message("did not come: {who}", who=_entrants(*fact.numbers)),
    people_facts.Withdrew: lambda fact: because(
        message("left: {who}", who=_entrants(*fact.numbers)), fact.why
    ),
    people_facts.Substituted: lambda fact: because(
        message("{name} plays on for {who}", name=fact.player.name, who=_entrants(fact.number)),
        fact.why,
    ),
    people_facts.Renamed: lambda fact: message(
        "{who} is called {name}", who=_entrants(fact.number), name=fact.name
    ),
    people_facts.Removed: lambda fact: because(
        message("{who} taken off the list", who=_entrants(fact.number)), fact.why
    ),
    people_facts.SeatsSwapped: lambda fact: because(
        message(
            "round {round}: {who} change places",
            round=fact.round,
            who=_two(fact),
        ),
        fact.why,
    ),
    people_facts.Partnered: lambda fact: message("{who} are partners", who=_two(fact)),
    people_facts.KeptApart: lambda fact: message("{who} are kept apart", who=_two(fact)),
    people_facts.Vouched: lambda fact: because(
        message("{who} vouched for", who=_entrants(fact.number)), fact.why
    ),
    people_facts.FloaterSet: _floater,
    people_facts.SitterSet: _sitter,
    facts.Seated: _seats,
    facts.CutShown: lambda fact: _at(fact, message("cut {cards}", cards=_cards(fact.cut.draws))),
    facts.ClockStarted: lambda fact: message("start signal of round {round}", round=fact.round),
    facts.ClockPaused: lambda _: message("clock stopped"),
    facts.ClockResumed: lambda _: message("clock goes on"),
    facts.ClockExtended: lambda fact: _minutes(fact.minutes),
    facts.BellRang: lambda _: message("end signal"),
    facts.ResultConfirmed: lambda fact: _at(fact, message("confirmed")),
    facts.ResultTakenBack: lambda fact: _at(
        fact, message("taken back by the side that entered it")
    ),
    facts.Reopened: lambda fact: because(message("opened again"), fact.why),
    facts.ResultDisputed: lambda fact: because(_at(fact, message("disputed")), fact.why),
    facts.GameVoided: lambda fact: because(_at(fact, message("no game counts")), fact.why),
    facts.LowPrizeOpened: lambda fact: because(
        message("{who} can win the low prize", who=_entrants(*fact.numbers)), fact.why
    ),
    facts.LonersCounted: _loners,
    facts.CardsIn: lambda fact: message("cards handed in: {who}", who=_entrants(*fact.numbers)),
    Tossed: _tosses,
    PlayedOff: lambda fact: because(
        message(
            "play-off: {one} against {other}, {ours}–{theirs}",
            one=fact.pair[0],
            other=fact.pair[1],
            ours=fact.points[0],
            theirs=fact.points[1],
        ),
        fact.why,
    ),
    CutForPlace: lambda fact: message("cut for places: {cards}", cards=_cards(fact.draws)),
    TieDecided: _decided,
    PrizeDrawn: lambda fact: message(
        "{prize}: {winner}, one of {among}, by seed {seed}",
        prize=fact.name,
        winner=fact.winner,
        among=fact.among,
        seed=fact.seed,
    ),
    Undone: lambda fact: because(message("entry {entry} undone", entry=fact.entry), fact.why),
    facts.EventFinished: lambda fact: because(message("results final"), fact.why),
}


def _two(fact: Any) -> Reference:
    return Reference("entrant", (fact.first, fact.second), both=True)
