"""A double knock-out: whoever loses twice is out, and the final is played again if its winner lost before."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.events.draws import chance, lot
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.movements.drawn import (
    alone_in_draw,
    drawn_tables,
    even,
    in_order,
    rounds_before,
    stays,
    winner_needed,
)
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating, best_of
from rightbower.tournament.events.outcome import counted
from rightbower.tournament.events.participants import byes, kept_apart
from rightbower.tournament.events.schedules.quality import Round, sitting_out
from rightbower.tournament.events.schedules.schedules import (
    Bracket,
    advance,
    bracket,
    matches,
    swiss_round,
)

# Parts those who have not lost, in their places of the bracket, from those who have lost once.
BETWEEN: Final = -1


class TwoLives(Struct, frozen=True):
    """Who is still in it: the places of those who have not lost, and those who have lost once."""

    upper: Bracket[int]
    lower: tuple[int, ...]

    @property
    def unbeaten(self) -> tuple[int, ...]:
        """Those who have not lost."""
        return tuple(number for number in self.upper if number is not None)

    @property
    def everyone(self) -> tuple[int, ...]:
        """All who are still in it."""
        return self.unbeaten + self.lower

    @property
    def chart(self) -> tuple[int, ...]:
        """As the event keeps it."""
        return (*(number or 0 for number in self.upper), BETWEEN, *self.lower)

    def ready(self) -> TwoLives:
        """It without rounds of the bracket in which withdrawals have left no game."""
        upper = self.upper
        while len(upper) > 1 and not matches(upper):
            upper = advance(upper, ())
        return replace(self, upper=upper)

    def after(self, winners: Collection[int], losers: Collection[int]) -> TwoLives:
        """Who is in it once these have won and lost."""
        upper = self.upper
        if len(upper) > 1:
            upper = advance(upper, [number for number in winners if number in upper])
        else:
            upper = tuple(number for number in upper if number not in losers)
        dropped = [number for number in self.unbeaten if number in losers]
        lower = [number for number in self.lower if number not in losers]
        return TwoLives(upper, (*lower, *dropped))

    def without(self, gone: Collection[int]) -> TwoLives:
        """Who is in it when some have left."""
        return TwoLives(
            tuple(None if number in gone else number for number in self.upper),
            tuple(number for number in self.lower if number not in gone),
        )


def _kept(event: Event) -> TwoLives:
    """As it was when the latest round was seated."""
    split = event.chart.index(BETWEEN)
    upper = tuple(number or None for number in event.chart[:split])
    return TwoLives(upper, event.chart[split + 1 :])


def seat(event: Event, by: RoundDraw) -> Seating:
    """The unbeaten go on in their bracket, those who lost once meet each other."""
    if event.rounds:
        return _games(event, _now(event))
    pairs = even(event, fill=False)
    if by.shown:
        order = in_order(event, lot(pairs, chance(by.seed, "places")), by.shown)
        return _games(event, TwoLives(bracket(order), ()))
    if event.plan.placing != "draw":
        return _games(event, TwoLives(bracket(pairs), ()))
    return best_of(
        event,
        by.seed,
        "places",
        lambda luck: _games(event, TwoLives(bracket(lot(pairs, luck)), ())),
    )


def _now(event: Event, foreseen: bool = False) -> TwoLives:
    """Who is in it after the latest round; ``foreseen`` as if the first side won what is not in."""
    lives, won, lost = _kept(event), set[int](), set[int]()
    gone = {number for number in lives.everyone if not stays(event, number)}
    for table in event.round.tables:
        if table.void and gone & set(table.entrants):
            # Nobody plays for the place of a pair that left: the other side goes on, if it stays.
            lives = lives.without(gone & set(table.entrants))
            continue
        came = counted(event.plan, table)
        if (came is None or came.winner is None) and not foreseen:
            raise winner_needed(table.number)
        winner = 0 if came is None or came.winner is None else came.winner
        won.update(table.sides[winner])
        lost.update(table.sides[1 - winner])
    return lives.after(won, lost).without(gone)


def _pairing(event: Event, lives: TwoLives) -> Round[int]:
    """The games of a round: in the bracket, among those who lost once, or the final."""
    if len(lives.upper) > 1:
        upper = matches(lives.upper)
    elif lives.unbeaten and len(lives.lower) == 1:
        return ((lives.unbeaten, lives.lower),)
    else:
        upper = ()
    if len(lives.lower) < 2:
        return upper
    return upper + swiss_round(
        lives.lower,
        dict.fromkeys(lives.lower, 0),
        rounds_before(event),
        byes=tuple(byes(event)),
        apart=kept_apart(event),
    )


def _games(event: Event, lives: TwoLives) -> Seating:
    lives = lives.ready()
    games = _pairing(event, lives)
    if not games:
        raise alone_in_draw(event, lives.everyone)
    out = sitting_out(lives.everyone, games)
    return Seating(drawn_tables(games), out, "winners go on", chart=lives.chart)


def rounds_of(event: Event) -> int:
    """All the rounds, as if nobody unbeaten loses the final; one more where it is played again."""
    lives, rounds = _now(event, foreseen=True).ready(), len(event.rounds)
    upper, lower = lives.upper, len(lives.lower)
    places, unbeaten = len(upper), len(lives.unbeaten)
    while unbeaten + lower > 1:
        rounds += 1
        if places > 1:
            beaten = unbeaten // 2 if places > 2 else unbeaten - 1
            places //= 2
        elif unbeaten and lower == 1:
            beaten, lower = 0, 0
        else:
            beaten = 0
        unbeaten -= beaten
        lower = (lower + 1) // 2 + beaten
    return rounds


MOVEMENT: Final = RoundMaker(seat, rounds_of)
