"""Those who are tied are parted as one group by the book's steps, each with its reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from rightbower.rules.ceremonies import DrawAgain
from rightbower.tournament.events.standings.tally import Meeting, Tally, meetings, opponents
from rightbower.tournament.events.state.draws import cards_of, odd_one, ranked
from rightbower.tournament.events.state.entrants import (
    CutForPlace,
    EventError,
    PlayedOff,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.state.event import Event, EventPlan
from rightbower.tournament.ties import TIE_BREAKS, Group, Number, Ties, beside, chain

Kind = Literal["coins", "game", "cut", "decision"]
Said = TypeVar("Said")


class TieStep(Struct, frozen=True):
    """What has to be done before those who are tied are parted."""

    kind: Kind
    group: Group
    players: Group
    says: str
    clause: str


class EventTies(Ties):
    """Those who are tied in an event, and the steps that people have still to take."""

    def __init__(self, event: Event, tallies: Mapping[int, Tally]) -> None:
        super().__init__(tallies)
        self.event = event
        self.met = meetings(event)
        self._opponents = opponents(self.met)
        self.steps: list[TieStep] = []
        self.open: dict[int, TieStep] = {}
        self.shared: set[int] = set()

    def ask(self, step: TieStep) -> None:
        """A step that people have still to take."""
        self.steps.append(step)
        for number in step.group:
            self.open.setdefault(number, step)

    def value(self, step: str, number: int) -> Number:
        """Points include those for rounds sat out, where these are points like those made."""
        by_event = self.event.plan.standings.ranking == "event points"
        given = self.tallies[number].given if step == "points" and not by_event else 0
        return super().value(step, number) + int(given)

    def winners(self, one: int, other: int) -> Sequence[int]:
        """Who won each game between two."""
        return [game.winner for game in self.met.get((min(one, other), max(one, other)), ())]

    def opponents(self, number: int) -> Collection[int]:
        """Those somebody has met in games that count."""
        return self._opponents.get(number, ())

    def between(self, number: int, group: Group, won: Mapping[int, int]) -> str:
        """The game, or how many games, against the other; of several their wins among themselves."""
        if len(group) > 2:
            others = beside([won[each] for each in group])[group.index(number)]
            return f"{won[number]} wins among themselves to {others}"
        (other,) = (each for each in group if each != number)
        met = self.met[min(number, other), max(number, other)]
        if len(met) > 1:
            wins = f"{won[number]} win{'' if won[number] == 1 else 's'}"
            return f"{wins} to {won[other]} against {self.event.name_of(other)}"
        return _the_game(self.event, number, other, met[0])


def qualifying_places(plan: EventPlan) -> int:
    """How many pairs of a zone's playoffs qualify for the games; none from elsewhere."""
    return (plan.entering.zone_pairs or 0) if plan.stage == "zone playoffs" else 0


def only_some_qualify(plan: EventPlan, group: Group, rank: int) -> bool:
    """Whether those tied from ``rank`` on cannot share, since only some of them qualify."""
    return rank <= qualifying_places(plan) < rank + len(group) - 1


def qualify_text(plan: EventPlan) -> str:
    """How many qualify, in words."""
    count = qualifying_places(plan)
    return "only 1 pair goes on" if count == 1 else f"only {count} pairs go on"


def part(table: EventTies, group: Group, rank: int) -> list[Group]:
    """Those level from ``rank`` on, in order; those who share a place stay together."""
    if len(group) == 1:
        return [group]
    path, steps = _steps(table.event, group)
    for index, breaker in enumerate(steps):
        clause = table.event.plan.clause(path, index)
        if breaker == "shared":
            return _share(table, group, rank, clause, "they share the place")
        if TIE_BREAKS[breaker].by_hand:
            return _by_hand(table, group, breaker, clause, rank)
        parts = table.split(breaker, group, clause)
        if len(parts) > 1:
            return _each_part(table, parts, rank)
    clause = table.event.plan.clause(path, len(steps))
    return _share(table, group, rank, clause, "nothing parts them")


def _steps(event: Event, group: Group) -> tuple[str, tuple[str, ...]]:
    standings = event.plan.standings
    name = {2: "two_level", 3: "three_level"}.get(len(group), "more_level")
    return f"standings.{name}", chain(getattr(standings, name), EventError)


def _each_part(table: EventTies, parts: Sequence[Group], rank: int) -> list[Group]:
    """Each part goes on by the procedure for its own number."""
    order: list[Group] = []
    for each in parts:
        order += part(table, each, rank)
        rank += len(each)
    return order


def _share(table: EventTies, group: Group, rank: int, clause: str, reason: str) -> list[Group]:
    """One place for all of them, unless the officer placed them or only some of them go on."""
    if (decided := _decision(table.event, group, rank)) is not None:
        return _decided(table, decided)
    if only_some_qualify(table.event.plan, group, rank):
        return _to_decide(table, group, rank, table.event.plan.clause("entering.zone_pairs"))
    return _together(table, group, clause, reason)


def _together(table: EventTies, group: Group, clause: str, reason: str) -> list[Group]:
    for number in group:
        table.why(number, reason, clause)
        table.shared.add(number)
    return [group]


def _the_game(event: Event, number: int, other: int, game: Meeting) -> str:
    points = game.points if number < other else game.points[::-1]
    verb = "beat" if game.winner == number else "lost to"
    note = f", {game.note}" if game.note else ""
    return f"{verb} {event.name_of(other)} {points[0]}–{points[1]} in round {game.round}{note}"


def _by_hand(table: EventTies, group: Group, breaker: str, clause: str, rank: int) -> list[Group]:
    """Parted by what the officer had them do; otherwise that is the next step."""
    event = table.event
    if (decided := _decision(event, group, rank)) is not None:
        return _decided(table, decided)
    if rank > event.plan.decided:
        return _together(table, group, clause, "tie not broken, since no prize depends on it")
    match breaker:
        case "extra game":
            return _extra_game(table, group, clause)
        case "coins":
            return _coins(table, group, clause, rank)
        case "cut":
            return _cut(table, group, clause)
        case _:
            return _to_decide(table, group, rank, clause)


def _to_decide(table: EventTies, group: Group, rank: int, clause: str) -> list[Group]:
    event = table.event
    says = f"The {event.plan.officer} places {event.name_of(*group)}, or lets them share."
    if only_some_qualify(event.plan, group, rank):
        says = (
            f"The {event.plan.officer} places {event.name_of(*group)}; {qualify_text(event.plan)}."
        )
    table.ask(TieStep("decision", group, group, says, clause))
    return [group]


def _decision(event: Event, group: Group, rank: int) -> TieDecided | None:
    """What the officer decided about them; letting them share cannot send more on than may go."""
    decided = _latest(event, TieDecided, group)
    if decided is not None and decided.shared and only_some_qualify(event.plan, group, rank):
        return None
    return decided


def _decided(table: EventTies, decided: TieDecided) -> list[Group]:
    clause = table.event.plan.clause("rulings.final")
    if decided.shared:
        return _together(table, decided.group, clause, f"they share the place: {decided.why}")
    for number in decided.order:
        table.why(number, f"placed by the {table.event.plan.officer}: {decided.why}", clause)
    return [(number,) for number in decided.order]


def _latest(event: Event, kind: type[Said], group: Group) -> Said | None:
    """The latest fact of a kind about exactly these."""
    for fact in reversed(event.ties):
        if isinstance(fact, kind) and set(fact.group) == set(group):
            return fact
    return None


def _game(event: Event, group: Group, pair: Group) -> tuple[int, int, tuple[int, int]] | None:
    """Winner, loser and score of the game two of a group played off."""
    for fact in reversed(event.ties):
        if (
            isinstance(fact, PlayedOff)
            and set(fact.group) == set(group)
            and set(fact.pair) == set(pair)
        ):
            first, second = fact.pair
            if fact.points[0] > fact.points[1]:
                return first, second, fact.points
            return second, first, fact.points[::-1]
    return None


def _extra_game(table: EventTies, group: Group, clause: str) -> list[Group]:
    played = _game(table.event, group, group)
    if played is None:
        says = f"{table.event.name_of(*group)} play one extra game."
        table.ask(TieStep("game", group, group, says, clause))
        return [group]
    winner, loser, (high, low) = played
    table.why(winner, f"won the extra game {high}–{low}", clause)
    table.why(loser, f"lost the extra game {low}–{high}", clause)
    return [(winner,), (loser,)]


def _coins(table: EventTies, group: Group, clause: str, rank: int) -> list[Group]:
    """The odd coin has the bye; the other two play, and the winner plays the bye pair."""
    event = table.event
    tossed = _latest(event, Tossed, group)
    bye = odd_one(tossed.tosses[-1]) if tossed is not None else None
    if bye is None:
        says = f"One player each of {event.name_of(*group)} tosses a coin until one is odd."
        table.ask(TieStep("coins", group, group, says, clause))
        return [group]
    path = "standings.three_level"
    games = event.plan.clause(path, 2)
    others = tuple(number for number in group if number != bye)
    first = _game(event, group, others)
    if first is None:
        says = f"The bye goes to {event.name_of(bye)}; {event.name_of(*others)} play a game."
        table.ask(TieStep("game", group, others, says, games))
        return [group]
    winner, third, (high, low) = first
    last = _game(event, group, (winner, bye))
    if last is None:
        says = f"{event.name_of(winner)} won {high}–{low} and now plays {event.name_of(bye)}."
        table.ask(TieStep("game", group, (winner, bye), says, games))
        return [group]
    return _played_off(table, last, third, rank)


def _played_off(
    table: EventTies, last: tuple[int, int, tuple[int, int]], third: int, rank: int
) -> list[Group]:
    champion, second, (high, low) = last
    plan = table.event.plan
    clause = plan.clause("standings.playoff")
    # The clause itself ranks only the first; the reading beside it ranks the other two.
    table.why(champion, f"won the play-off's last game {high}–{low}", clause.partition(", ")[0])
    table.why(second, f"lost the play-off's last game {low}–{high}", clause)
    table.why(third, "lost the play-off's first game", clause)
    if plan.standings.playoff == "shared second":
        losers = (min(second, third), max(second, third))
        return [(champion,), *_share(table, losers, rank + 1, clause, "they share the place")]
    return [(champion,), (second,), (third,)]


def _cut(table: EventTies, group: Group, clause: str) -> list[Group]:
    fact = _latest(table.event, CutForPlace, group)
    order = ranked(cards_of(fact.draws), group) if fact is not None else DrawAgain(group)
    if isinstance(order, DrawAgain):
        says = f"{table.event.name_of(*order.players)} cut; the higher card goes first."
        table.ask(TieStep("cut", group, order.players, says, clause))
        return [group]
    assert fact is not None
    for number in order:
        shown = [card for draw in fact.draws for who, card in draw if who == number]
        table.why(number, f"cut {', then in the redraw cut '.join(shown)}", clause)
    return [(number,) for number in order]
