"""Those who are tied are parted as one group by the book's steps, each with its reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeVar

from msgspec import Struct

from rightbower.rules.ceremonies import DrawAgain
from rightbower.rules.message import Message, Term, because, joined, message, word
from rightbower.tournament.events.draws import cards_of, odd_one, ranked
from rightbower.tournament.events.entrants import (
    CutForPlace,
    EventError,
    PlayedOff,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import Event, EventPlan
from rightbower.tournament.events.tally import Meeting, Tally, meetings, opponents
from rightbower.tournament.ties import TIE_BREAKS, Group, Number, Ties, beside, chain

Kind = Literal["coins", "game", "cut", "decision"]
Said = TypeVar("Said")


PLACES_OR_SHARES: Final = word("The {officer} places {who}, or lets them share.")


class TieStep(Struct, frozen=True):
    """What has to be done before those who are tied are parted."""

    kind: Kind
    group: Group
    players: Group
    says: Message
    clause: str

    @property
    def may_share(self) -> bool:
        """Whether the officer may let them share their place."""
        return self.says.text == PLACES_OR_SHARES


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

    def between(self, number: int, group: Group, won: Mapping[int, int]) -> Message:
        """The game, or how many games, against the other; of several their wins among themselves."""
        if len(group) > 2:
            others = beside([won[each] for each in group])[group.index(number)]
            return message(
                "{wins} wins among themselves to {others}", wins=won[number], others=others
            )
        (other,) = (each for each in group if each != number)
        met = self.met[min(number, other), max(number, other)]
        if len(met) > 1:
            return message(
                "{wins} {wins|win|wins} to {lost} against {who}",
                wins=won[number],
                lost=won[other],
                who=self.event.who(other),
            )
        return _the_game(self.event, number, other, met[0])


def qualifying_places(plan: EventPlan) -> int:
    """How many pairs of a zone's playoffs qualify for the games; none from elsewhere."""
    return (plan.entering.zone_pairs or 0) if plan.stage == "zone playoffs" else 0


def only_some_qualify(plan: EventPlan, group: Group, rank: int) -> bool:
    """Whether those tied from ``rank`` on cannot share, since only some of them qualify."""
    return rank <= qualifying_places(plan) < rank + len(group) - 1


def qualify_text(plan: EventPlan) -> Message:
    """How many qualify, in words."""
    count = qualifying_places(plan)
    return (
        message("only 1 pair goes on")
        if count == 1
        else message("only {count} pairs go on", count=count)
    )


def part(table: EventTies, group: Group, rank: int) -> list[Group]:
    """Those level from ``rank`` on, in order; those who share a place stay together."""
    if len(group) == 1:
        return [group]
    path, steps = _steps(table.event, group)
    for index, breaker in enumerate(steps):
        clause = table.event.plan.clause(path, index)
        if breaker == "shared":
            return _share(table, group, rank, clause, SHARED)
        if TIE_BREAKS[breaker].by_hand:
            return _by_hand(table, group, breaker, clause, rank)
        parts = table.split(breaker, group, clause)
        if len(parts) > 1:
            return _each_part(table, parts, rank)
    clause = table.event.plan.clause(path, len(steps))
    return _share(table, group, rank, clause, message("nothing parts them"))


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


SHARED: Final = message("they share the place")


def _share(table: EventTies, group: Group, rank: int, clause: str, reason: Message) -> list[Group]:
    """One place for all of them, unless the officer placed them or only some of them go on."""
    if (decided := _decision(table.event, group, rank)) is not None:
        return _decided(table, decided)
    if only_some_qualify(table.event.plan, group, rank):
        return _to_decide(table, group, rank, table.event.plan.clause("entering.zone_pairs"))
    return _together(table, group, clause, reason)


def _together(table: EventTies, group: Group, clause: str, reason: Message) -> list[Group]:
    for number in group:
        table.why(number, reason, clause)
        table.shared.add(number)
    return [group]


def _the_game(event: Event, number: int, other: int, game: Meeting) -> Message:
    ours, theirs = game.points if number < other else game.points[::-1]
    score = f"{ours}–{theirs}"
    who, round_ = event.who(other), game.round
    said = (
        message("beat {who} {score} in round {round}", who=who, score=score, round=round_)
        if game.winner == number
        else message("lost to {who} {score} in round {round}", who=who, score=score, round=round_)
    )
    return said if game.note is None else joined((said, game.note), ", ")


def _by_hand(table: EventTies, group: Group, breaker: str, clause: str, rank: int) -> list[Group]:
    """Parted by what the officer had them do; otherwise that is the next step."""
    event = table.event
    if (decided := _decision(event, group, rank)) is not None:
        return _decided(table, decided)
    if rank > event.plan.decided:
        why = message("tie not broken, since no prize depends on it")
        return _together(table, group, clause, why)
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
    officer, who = Term(event.plan.officer), event.whom(*group)
    only_some = only_some_qualify(event.plan, group, rank)
    says = (
        message(
            "The {officer} places {who}; {reason}.",
            officer=officer,
            who=who,
            reason=qualify_text(event.plan),
        )
        if only_some
        else Message(PLACES_OR_SHARES, (("officer", officer), ("who", who)))
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
        return _together(table, decided.group, clause, because(SHARED, decided.why))
    placed = message("placed by the {officer}", officer=Term(table.event.plan.officer))
    for number in decided.order:
        table.why(number, because(placed, decided.why), clause)
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
        says = message("{who} play one extra game.", who=table.event.whom(*group))
        table.ask(TieStep("game", group, group, says, clause))
        return [group]
    winner, loser, (high, low) = played
    table.why(winner, message("won the extra game {score}", score=f"{high}–{low}"), clause)
    table.why(loser, message("lost the extra game {score}", score=f"{low}–{high}"), clause)
    return [(winner,), (loser,)]


def _coins(table: EventTies, group: Group, clause: str, rank: int) -> list[Group]:
    """The odd coin has the bye; the other two play, and the winner plays the bye pair."""
    event = table.event
    tossed = _latest(event, Tossed, group)
    bye = odd_one(tossed.tosses[-1]) if tossed is not None else None
    if bye is None:
        says = message(
            "One player each of {who} tosses a coin until one is odd.", who=event.whom(*group)
        )
        table.ask(TieStep("coins", group, group, says, clause))
        return [group]
    path = "standings.three_level"
    games = event.plan.clause(path, 2)
    others = tuple(number for number in group if number != bye)
    first = _game(event, group, others)
    if first is None:
        says = message(
            "The bye goes to {who}; {others} play a game.",
            who=event.who(bye),
            others=event.whom(*others),
        )
        table.ask(TieStep("game", group, others, says, games))
        return [group]
    winner, third, (high, low) = first
    last = _game(event, group, (winner, bye))
    if last is None:
        says = message(
            "{who} won {score} and now plays {other}.",
            who=event.who(winner),
            score=f"{high}–{low}",
            other=event.who(bye),
        )
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
    won = message("won the play-off's last game {score}", score=f"{high}–{low}")
    lost = message("lost the play-off's last game {score}", score=f"{low}–{high}")
    table.why(champion, won, clause.partition(", ")[0])
    table.why(second, lost, clause)
    table.why(third, message("lost the play-off's first game"), clause)
    if plan.standings.playoff == "shared second":
        losers = (min(second, third), max(second, third))
        return [(champion,), *_share(table, losers, rank + 1, clause, SHARED)]
    return [(champion,), (second,), (third,)]


def _cut(table: EventTies, group: Group, clause: str) -> list[Group]:
    fact = _latest(table.event, CutForPlace, group)
    order = ranked(cards_of(fact.draws), group) if fact is not None else DrawAgain(group)
    if isinstance(order, DrawAgain):
        says = message(
            "{who} cut; the higher card goes first.", who=table.event.whom(*order.players)
        )
        table.ask(TieStep("cut", group, order.players, says, clause))
        return [group]
    assert fact is not None
    for number in order:
        first, *again = [card for draw in fact.draws for who, card in draw if who == number]
        said = [message("cut {card}", card=first)]
        said += [message("then in the redraw cut {card}", card=card) for card in again]
        table.why(number, joined(said, ", "), clause)
    return [(number,) for number in order]
