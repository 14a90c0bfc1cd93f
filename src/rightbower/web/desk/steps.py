"""What a director sees next: the latest entry, what waits, the one next step, and asking first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rightbower.rules.message import Arg, Message, Reference, as_sentence, called, joined, message
from rightbower.tournament.commands import Command
from rightbower.tournament.contest import Fact, Undone, last_counting
from rightbower.tournament.events.columns import games_text, rank_text
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.outcome import (
    disputed,
    missing,
    result_text,
    unconfirmed,
)
from rightbower.tournament.events.places import Ranked, standings
from rightbower.tournament.events.places import table as standings_table
from rightbower.tournament.events.prizes import awards
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.results import GameVoided, ResultCorrected, ResultRuled
from rightbower.tournament.events.seating import Seated, SeatsSwapped
from rightbower.web.desk.pending import over, tie_message
from rightbower.web.notes import FeeSet, Notes, Paid, PaidEach
from rightbower.web.snapshots.event_view import stage_of

FEW = 4  # so many are named one by one
# What is remarked depends on what was.
UPON_WHAT_WAS = (ResultCorrected, Seated, SeatsSwapped)


class LatestEntry(Struct, frozen=True):
    """The latest entry: what it says, who it is about, and what to look out for."""

    says: Message
    who: str
    at: float
    remarks: tuple[Message, ...]
    undo: int
    money: bool = False


def last_entry(history: EventHistory, notes: Notes) -> LatestEntry:
    """The latest entry, or the latest note about money where that came later, in words."""
    event, entry = history.event, history.entries[-1]
    if notes.money is not None and notes.money.at > entry.at:
        says, who = money_said(event, notes.money.fact)
        return LatestEntry(says, who, notes.money.at, (), 0, money=not event.finished)
    before = event
    if isinstance(entry.fact, UPON_WHAT_WAS):
        before = EventHistory.of(history.entries[:-1]).event
    told = () if isinstance(entry.fact, Undone) else remarks(before, entry.fact)
    undo = last_counting(history.entries)
    says = entry.fact.says(event)
    named = by_name(event, says)
    return LatestEntry(
        as_sentence(named),
        "" if named != says else about(event, entry.fact),
        entry.at,
        told,
        undo if undo > 1 and not event.finished else 0,
    )


def money_said(event: Event, fact: FeeSet | Paid | PaidEach) -> tuple[Message, str]:
    """What was noted about money, and about whom."""
    if isinstance(fact, PaidEach):
        together = sum(cents for _, cents in fact.paid)
        amount = f"{together / 100:.2f}"
        return message("{count} at once: {amount} in all.", count=len(fact.paid), amount=amount), ""
    amount = f"{fact.cents / 100:.2f}"
    if isinstance(fact, FeeSet):
        return message("The fee is {amount}.", amount=amount), ""
    paid = message("Paid {amount}.", amount=amount) if fact.cents else message("Not paid.")
    return paid, event.name_of(fact.entrant)


def about(event: Event, fact: Fact) -> str:
    """The names of those a fact is about, where it knows them by number."""
    numbers: list[int] = []
    for field in ("numbers", "order", "group"):
        numbers += list(getattr(fact, field, ()))
        if numbers:
            break
    numbers += [getattr(fact, field) for field in ("number", "first", "second") if hasattr(fact, field)]  # fmt: skip
    known = [number for number in numbers if number <= len(event.entrants)]
    if not known or len(known) > 4:
        return ""
    return event.name_of(*known)


def by_name(event: Event, said: Message) -> Message:
    """What an entry says, with names where it has numbers; many are counted."""

    def name(reference: Reference) -> Arg:
        numbers = reference.of
        if reference.called or not isinstance(numbers, tuple):
            return reference
        if not numbers or max(numbers) > len(event.entrants):
            return reference
        if len(numbers) > FEW:
            return _many(event, len(numbers))
        return event.whom(*numbers)

    return called(said, name)


def _many(event: Event, count: int) -> Message:
    if event.plan.entering.unit == "pair":
        if count == len(event.entrants):
            return message("all {count} pairs", count=count)
        return message("{count} pairs", count=count)
    if count == len(event.entrants):
        return message("all {count} players", count=count)
    return message("{count} players", count=count)


LAST = 9


class GuideStep(Struct, frozen=True):
    """What a new director does next; ``phones`` where the phones at the tables wait for a press."""

    number: int
    says: Message
    phones: bool = False


def guide(event: Event, notes: Notes) -> GuideStep | None:
    """The step of a practice night that is due; none where it is not practice."""
    if not event.practice:
        return None
    if event.finished:
        return GuideStep(
            LAST,
            message(
                "That was a whole night. The results are on the wall, on the phones and under Paper. Throw this practice away under More, Plan; then make the real event."
            ),
        )
    if not event.rounds:
        return _at_the_door(event)
    if any(round_ == len(event.rounds) for round_, _ in notes.calls):
        return GuideStep(
            5,
            message(
                "A table calls you. Press I am coming, and they see on their phone that you come."
            ),
        )
    if stage_of(event) == "round":
        return _at_the_tables(event)
    return _between(event)


def _at_the_door(event: Event) -> GuideStep:
    expected = [each for each in event.entrants if each.state == "entered"]
    if not event.entrants:
        return GuideStep(1, message("Write the names under Put names on the list, one per line."))
    if expected:
        return GuideStep(
            1,
            message(
                "{count} are expected. Tick a name when they come in, or, when you have seen everybody, press All expected are here. Undo below takes back a wrong press.",
                count=len(expected),
            ),
        )
    return GuideStep(
        2,
        message(
            "Everybody is here. Go on to seating and press Seat round 1; the wall shows who sits where."
        ),
    )


def _at_the_tables(event: Event) -> GuideStep:
    number = len(event.rounds)
    if event.plan.minutes is not None and event.clock.round != number and _nothing_yet(event):
        return GuideStep(
            3,
            message("They sit. Press Start: the clock runs here, on the wall and on every phone."),
        )
    if _nothing_yet(event):
        return GuideStep(
            4,
            message(
                "They play, and send their scores by phone. In this practice the phones wait for you: press Let the phones play."
            ),
            phones=True,
        )
    if disputed(event):
        return GuideStep(
            6,
            message(
                "A table disagrees: it is red. Tap it, ask them what happened, then let the right score stand, or write what is right under Another score."
            ),
        )
    if unconfirmed(event):
        return GuideStep(
            6,
            message(
                "One side sent a score and the other forgot to say yes. Press Confirm on the striped table."
            ),
        )
    if missing(event):
        return GuideStep(
            7,
            message(
                "Table {table} hands you a paper. Type its number and both scores into Score, such as {table} 10 6, and press Enter.",
                table=missing(event)[0],
            ),
        )
    return GuideStep(7, message("Settle what is still open, then everybody moves on."))


def _nothing_yet(event: Event) -> bool:
    return not any(table.result or table.void for table in event.round.tables)


def _between(event: Event) -> GuideStep:
    if stage_of(event) == "between":
        return GuideStep(
            8,
            message(
                "All scores are in. Press Seat round {round}: everybody then sees where to go.",
                round=len(event.rounds) + 1,
            ),
        )
    return GuideStep(
        LAST,
        message(
            "All rounds are played. Break the ties that the desk asks about, if any, then Finish: Close the event."
        ),
    )


class GameChange(Struct, frozen=True):
    """A game before and after."""

    where: Message
    before: Message
    after: Message


class Moved(Struct, frozen=True):
    """Somebody whose place or figures change; ``own`` are those whose own games come out otherwise.

    ``ranks`` and ``sums`` are before and after, ``up`` is how many places up, negative for down.
    """

    name: str
    ranks: tuple[str, str]
    sums: tuple[Message, Message]
    up: int
    own: bool

    @property
    def before(self) -> Message:
        """The place and its sums before."""
        return _short(self.ranks[0], self.sums[0])

    @property
    def after(self) -> Message:
        """The place and its sums after."""
        return _short(self.ranks[1], self.sums[1])


class Consequences(Struct, frozen=True):
    """All that would be different; ``hangs`` is what somebody has to hear of: first places, prizes.

    ``keep`` is how many keep their places.
    """

    says: tuple[Message, ...]
    games: tuple[GameChange, ...]
    moved: tuple[Moved, ...]
    remarks: tuple[Message, ...]
    open: tuple[Message, ...] = ()
    hangs: tuple[Message, ...] = ()
    keep: int = 0

    @property
    def concerned(self) -> list[Moved]:
        """Those whose own games come out otherwise."""
        return [each for each in self.moved if each.own]

    @property
    def sliding(self) -> list[Moved]:
        """Those who only move since others do."""
        return [each for each in self.moved if not each.own]


def change_of(history: EventHistory, command: Command, now: float) -> Consequences:
    """What writing a command down would change."""
    before = history.event
    later, entries, receipts = EVENT.decided(history, [command], at=now)
    written = [entry.fact for entry in entries]
    after = later.event
    moved = _moved(before, after)
    return Consequences(
        tuple(by_name(after, _said(later, fact)) for fact in written),
        _games(before, after, written),
        moved,
        tuple(remark for each in receipts for remark in each.remarks),
        tuple(map(tie_message, standings_table(after).steps)) if over(after) else (),
        tuple(_hanging(before, after)),
        len(standings(after)) - len(moved),
    )


def _hanging(before: Event, after: Event) -> Iterator[Message]:
    """The first place and the prizes, where others have them then."""
    was, now = _first(before), _first(after)
    if now and was and set(was) != set(now):
        yield message(
            "In first place: {who}, not {others}.",
            who=_group(after, now),
            others=_group(before, was),
        )
    prizes = {each.prizes: each.winners for each in awards(before)}
    for each in awards(after):
        held = prizes.get(each.prizes)
        if (
            held is not None
            and set(held) != set(each.winners)
            and len(each.winners) <= FEW >= len(held)
        ):
            yield message(
                "{prize}: {who} instead of {others}.",
                prize=joined(each.prizes, " and "),
                who=after.whom(*each.winners),
                others=before.whom(*held),
            )


def _group(event: Event, numbers: Sequence[int]) -> Arg:
    """Those who share something, by name where they are few."""
    if len(numbers) <= FEW:
        return event.whom(*numbers)
    newest = event.name_of(numbers[0])
    return message("{who} and {count} others", who=newest, count=len(numbers) - 1)


def _first(event: Event) -> tuple[int, ...]:
    """Those in the first place."""
    return tuple(each.entrant for each in standings(event) if each.rank == 1)


def _said(history: EventHistory, fact: Fact) -> Message:
    if isinstance(fact, Undone):
        return message(
            "takes back: {said}",
            said=history.entries[fact.entry - 1].fact.says(history.event),
        )
    return fact.says(history.event)


def _games(before: Event, after: Event, written: Sequence[Fact]) -> tuple[GameChange, ...]:
    """The games that come out differently."""
    found = []
    for round_ in before.rounds:
        if round_.number > len(after.rounds):
            where = message("Round {round}", round=round_.number)
            found.append(GameChange(where, message("seated"), message("not seated")))
            continue
        for table in round_.tables:
            other = after.round_at(round_.number).table(table.number)
            was, now = result_text(table, before.plan), result_text(other, after.plan)
            if was != now or _about(written, round_.number, table.number):
                where = message(
                    "Round {round}, table {table}: {who} against {others}",
                    round=round_.number,
                    table=table.number,
                    who=before.whom(*table.sides[0]),
                    others=before.whom(*table.sides[1]),
                )
                found.append(GameChange(where, was, now))
    return tuple(found)


def _about(written: Sequence[Fact], round_: int, table: int) -> bool:
    return any(
        isinstance(fact, (ResultCorrected, GameVoided, ResultRuled))
        and (fact.round, fact.table) == (round_, table)
        for fact in written
    )


def _moved(before: Event, after: Event) -> tuple[Moved, ...]:
    """Everyone whose place or sums change, in the new order."""
    was = {place.entrant: place for place in standings(before)}
    ranking = after.plan.standings.ranking
    found = []
    for place in standings(after):
        old = was.get(place.entrant)
        if old is None:
            continue
        ranks, sums = (
            (rank_text(old), rank_text(place)),
            (_sums(old, ranking), _sums(place, ranking)),
        )
        own = sums[0] != sums[1]
        if own or ranks[0] != ranks[1]:
            up = 0 if old.rank is None or place.rank is None else old.rank - place.rank
            found.append(Moved(place.name, ranks, sums, up, own))
    return tuple(found)


def _sums(place: Ranked, ranking: str) -> Message:
    """What the place rests on: the event's own points, or the games and the points made."""
    if ranking == "event points":
        return message(
            "{points} {points|point|points}: {games}",
            points=place.event_points,
            games=games_text(place),
        )
    return message(
        "{games}, {points} {points|point|points}", games=games_text(place), points=place.points
    )


def _short(rank: str, sums: Message) -> Message:
    """A place and its sums in a few words."""
    return message("{rank} · {sums}", rank=rank or message("not ranked"), sums=sums)
