"""A table of an event played online: who sits where, when its time is up, whose deal it is, and its result."""

from __future__ import annotations

from rightbower.rules.cards import Seat, Side
from rightbower.tournament.events.commands.results import HallResult
from rightbower.tournament.events.scorecards import first_dealer_text
from rightbower.tournament.events.state.clock import bell_at
from rightbower.tournament.events.state.event import Event, EventTable
from rightbower.web.hall.commands.moves import rang
from rightbower.web.hall.table.dealing import first_dealer
from rightbower.web.hall.table.entries import HallEntry, Timed
from rightbower.web.hall.table.table import HallTable

CHAIRS = ((Seat.N, Seat.S), (Seat.E, Seat.W))


def chairs_of(event: Event, table: EventTable) -> dict[Seat, tuple[int, str]]:
    """Who sits in which chair of a table: the entrant and the player's name."""
    found: dict[Seat, tuple[int, str]] = {}
    for side, chairs in zip(table.sides, CHAIRS, strict=True):
        people = [
            (number, player.name) for number in side for player in event.entrant(number).players
        ]
        found |= dict(zip(chairs, people, strict=False))
    return found


def timed(table: HallTable, event: Event, now: float) -> list[HallEntry]:
    """What a table in the hall has to be told of the event's clock."""
    clock, game = event.clock, table.game
    this_round = clock.round == len(event.rounds)
    over = table.over or (game is not None and (game.time_up or game.result is not None))
    if this_round and clock.rang_at is not None:
        return [] if game is None or over else [rang(now)]
    bell = bell_at(clock) if this_round and not over else None
    return [] if bell == table.bell_at else [Timed(bell, now)]


def waits(event: Event, table: EventTable) -> bool:
    """Whether a table still has its game before it, with people in all four chairs."""
    full = len(chairs_of(event, table)) == len(Seat)
    return table.playing and full and table.result is None and not table.void


def key_of(event: Event, number: int) -> str:
    """What a table in the hall is told of the event it belongs to."""
    return f"{event.id}/{len(event.rounds)}/{number}/{event.round.seed}"


def dealer_of(table: HallTable, event: Event, seated: EventTable) -> Seat:
    """Who deals first: whoever the event's own cut named, else by the book's ceremony."""
    named = first_dealer_text(event, seated)
    chairs = chairs_of(event, seated).items()
    for seat, (_, name) in chairs:
        if name == named:
            return seat
    for seat, (number, _) in chairs:
        if seated.dealer and number == seated.dealer:
            return seat
    return first_dealer(table)


def result_of(event: Event, round_: int, number: int, seed: str, played: HallTable) -> HallResult:
    """A finished game as a result of the event."""
    facts = played.finished
    assert facts is not None
    lost = None
    if facts.reason == "game lost" and facts.winner:
        lost = int(Side[facts.winner].other)
    dealer, _ = chairs_of(event, event.round.table(number))[facts.last_dealer]
    return HallResult(round_, seed, number, *facts.score, lost, dealer)
