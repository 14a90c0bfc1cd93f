"""Leading the officer through a tie: coins, play-off games, cuts and decisions, one step at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final

from rightbower.rules.ceremonies import DrawAgain
from rightbower.rules.message import Term, message, word, written
from rightbower.rules.refusal import sentence
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import Cards, EventCommand, EventList, Everyone, Seed, Why
from rightbower.tournament.events.draws import (
    Draws,
    Face,
    cards_of,
    chance,
    cut_until_settled,
    odd_one,
    ranked,
    toss,
)
from rightbower.tournament.events.entrants import (
    CutForPlace,
    EventError,
    PlayedOff,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import Event, EventHistory, EventTable, Result
from rightbower.tournament.events.labels import draws, entrant, entrants, score
from rightbower.tournament.events.outcome import objection
from rightbower.tournament.events.places import next_step, not_now, ordinal, table, tied_groups
from rightbower.tournament.events.ties import Kind, TieStep, only_some_qualify, qualify_text
from rightbower.tournament.ties import Group


def _step(event: Event, kind: Kind) -> TieStep:
    """The first open step of a kind."""
    _open(event)
    for step in table(event).steps:
        if step.kind == kind:
            return step
    step_now, what = next_step(event), Term(CALLED[kind])
    if step_now is None:
        raise EventError(message("no {what} is asked for now; nobody is tied", what=what))
    raise EventError(
        message("no {what} is asked for now; next: {step}", what=what, step=step_now.says)
    )


def _about(event: Event, group: Sequence[int]) -> tuple[Group, int]:
    """Those who are tied, and their rank: an open tie, or all who share a place."""
    _open(event)
    for level, rank in tied_groups(event):
        if sorted(level) == sorted(group):
            return level, rank
    raise EventError(message("{who} are not a tie that is open", who=event.whom(*group)))


def _open(event: Event) -> None:
    if reason := not_now(event):
        raise EventError(reason)


CALLED: Final[Mapping[Kind, str]] = {
    "coins": word("toss of coins"),
    "game": word("play-off game"),
    "cut": word("cut"),
    "decision": word("decision"),
}


HOW = {
    "coins": "tie toss",
    "game": "tie game SCORE",
    "cut": "tie cut",
    "decision": "tie place WHO WHO … --why REASON",
}


class ShowTies(EventList, frozen=True, tag="tie"):
    """Who is tied, and the next step, with the command that does it."""

    def of_event(self, event: Event) -> Answer:
        if reason_ := not_now(event):
            return Answer.of(None, sentence(reason_))
        step = next_step(event)
        if step is None:
            return Answer.of(None, *_shared(event))
        numbers = ", ".join(map(str, step.players))
        return Answer.of(
            written(step),
            step.says.by(step.clause),
            f"Do it with 'rightbower event {HOW[step.kind]}' (entrants {numbers}).",
        )


def _shared(event: Event) -> list[str]:
    """Who shares a place that matters, and how the officer may decide otherwise."""
    officer = event.plan.officer
    lines = [
        f"{event.name_of(*group)} share {ordinal(rank)} place unless the {officer} decides otherwise."
        for group, rank in tied_groups(event)
        if rank <= event.plan.decided
    ]
    if not lines:
        return ["Nobody whose place matters is tied."]
    return [*lines, "Do that with 'rightbower event tie place WHO WHO … --why REASON'."]


Real = Annotated[bool, field("Real", "Real coins or cards, not ones drawn here.")]


Order = Annotated[
    tuple[int | str, ...],
    field("Order", "The entrants, first to last.", place=True, each=("place",)),
]


class TieCommand(EventCommand, frozen=True):
    """A step for those who are tied."""

    def after(self, state: Event, at: float) -> Answer:
        """What is still open."""
        return ShowTies().of_event(state)


def toss_coins(event: Event, seed: str) -> Tossed:
    """Coins from a seed, tossed until one is odd."""
    step = _step(event, "coins")
    luck = chance(seed, f"coins {step.group}")
    tosses = [toss(step.players, luck)]
    while odd_one(tosses[-1]) is None:
        tosses.append(toss(step.players, luck))
    return Tossed(step.group, tuple(tosses), seed)


def show_coins(event: Event, faces: Sequence[Face]) -> Tossed:
    """Real coins, in the order of the numbers of those who tossed them; every toss is kept."""
    step = _step(event, "coins")
    if len(faces) != len(step.players):
        raise EventError(message("{count} coins are tossed", count=len(step.players)))
    if any(face not in ("heads", "tails") for face in faces):
        raise EventError(message("a coin shows heads or tails"))
    return Tossed(step.group, (tuple(zip(step.players, faces, strict=True)),))


FACES: Final[dict[str, Face]] = {"h": "heads", "t": "tails", "heads": "heads", "tails": "tails"}


class Toss(TieCommand, frozen=True, tag="tie-toss"):
    """Toss coins for three who are tied, or enter real ones."""

    coins: Annotated[
        tuple[str, ...],
        field("Coins", "Heads or tails for each of them.", place=True, each=("coin",)),
    ] = ()
    seed: Seed = ""
    real: Real = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if not self.coins and not self.real:
            yield toss_coins(state, self.seed or now.chance())
            return
        yield show_coins(state, [_face(each) for each in self.coins])


def _face(word: str) -> Face:
    shown = word.rpartition("=")[2].casefold()
    if shown not in FACES:
        raise EventError(
            message("{text} is not a coin; write heads or tails", text=repr(shown[:20]))
        )
    return FACES[shown]


def play_off(
    event: Event,
    points: tuple[int, int],
    pair: tuple[int, int] | None = None,
    why: str = "",
) -> PlayedOff:
    """The game that the next step asks for, with the points in the order of ``pair``.

    A score that no game ends with is refused, unless the officer says why it stands.
    """
    step = _step(event, "game")
    first, second = step.players
    pair = pair or (first, second)
    if set(pair) != set(step.players):
        raise EventError(message("{who} play now", who=event.whom(*step.players)))
    if points[0] == points[1] or min(points) < 0:
        raise EventError(message("a play-off game has a winner"))
    game = EventTable(0, ((first,), (second,)), result=Result(points, why=why.strip()))
    if reason := objection(event.plan, game):
        raise EventError(message("the play-off game: {reason}", reason=reason))
    return PlayedOff(step.group, pair, points, why.strip())


class PlayOff(TieCommand, frozen=True, tag="tie-game"):
    """Enter the game that two who are tied played for their place."""

    first: Annotated[int, field("Points of the first", limits={"ge": 0, "le": 9999})]
    second: Annotated[int, field("Points of the second", limits={"ge": 0, "le": 9999})]
    one: Annotated[int | str, field("The first", "In the order shown if left out.")] = ""
    other: Annotated[int | str, field("The second")] = ""
    why: Why = ""

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The score is written ``10-8``."""
        if not words or (len(words) > 1 and not words[1].startswith("-")):
            if len(words) == 2 and all(word.isdecimal() for word in words):
                return [list(words)]
            raise EventError(message("give one score, such as 10-8"))
        return [[*score(words[0]), *words[1:]]]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        pair = None
        if self.one and self.other:
            pair = (entrant(state, self.one), entrant(state, self.other))
        yield play_off(state, (self.first, self.second), pair, self.why)


def cut_for_place(event: Event, seed: str) -> CutForPlace:
    """A cut from a seed, and again where it is tied, until everyone is placed."""
    step = _step(event, "cut")
    luck = chance(seed, f"cut {step.group}")
    _, draws = cut_until_settled(lambda shown: ranked(shown, step.group), step.group, luck)
    return CutForPlace(step.group, draws, seed)


def show_cut_for_place(event: Event, draws: Draws) -> CutForPlace:
    """Real cards that those who are tied cut, with any redraws."""
    step = _step(event, "cut")
    cutters = [{who for who, _ in draw} for draw in draws]
    if strangers := sorted(set().union(*cutters) - set(step.group)):
        raise EventError(
            message("{who} cannot cut: their place is not at stake", who=event.whom(*strangers))
        )
    again = ranked(cards_of(draws), step.group)
    if isinstance(again, DrawAgain):
        for cut in cutters:
            if cut < set(again.players):
                missed = [who for who in again.players if who not in cut]
                raise EventError(message("no card was given for {who}", who=event.whom(*missed)))
        raise EventError(message("it is a tie: {who} cut again", who=event.whom(*again.players)))
    return CutForPlace(step.group, draws)


class CutForPlaces(TieCommand, frozen=True, tag="tie-cut"):
    """Cut for places from a seed, or enter the cards that were cut."""

    cards: Cards = ()
    seed: Seed = ""
    real: Real = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.cards or self.real:
            yield show_cut_for_place(state, draws(state, self.cards))
        else:
            yield cut_for_place(state, self.seed or now.chance())


def decide(event: Event, order: Sequence[int], why: str) -> TieDecided:
    """The officer places those who are tied in this order; the word is final."""
    group, _ = _about(event, order)
    if not why.strip():
        raise EventError(message("a decision needs a reason"))
    return TieDecided(group, tuple(order), why)


class PlaceTied(TieCommand, frozen=True, tag="tie-place"):
    """Put those who are tied in order, as the officer decides."""

    order: Order
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield decide(state, entrants(state, _ordered(self.order)), self.why)


def _ordered(order: Sequence[int | str]) -> list[int | str]:
    """Entrants as they were named, or by places such as 12=1."""
    if not all("=" in str(each) for each in order):
        return list(order)
    wanted = dict(str(each).split("=", 1) for each in order)
    if sorted(wanted.values()) != [str(each) for each in range(1, len(order) + 1)]:
        raise EventError(
            message("give each of them a different place from 1 to {count}", count=len(order))
        )
    return [*sorted(wanted, key=lambda each: int(wanted[each]))]


def share(event: Event, group: Sequence[int], why: str) -> TieDecided:
    """The officer lets those who are tied share their place, unless only some of them can go on."""
    level, rank = _about(event, group)
    if not why.strip():
        raise EventError(message("a decision needs a reason"))
    if only_some_qualify(event.plan, level, rank):
        clause = event.plan.clause("entering.zone_pairs")
        names = event.whom(*level)
        raise EventError(
            message(
                "{who} cannot stay tied: {reason}",
                clause,
                who=names,
                reason=qualify_text(event.plan),
            )
        )
    return TieDecided(level, level, why, shared=True)


class ShareTied(TieCommand, frozen=True, tag="tie-share"):
    """Let those who are tied share their place, as the officer decides."""

    who: Everyone = ()
    level: Annotated[
        int | None, field("Place", "Everybody who shares this place, instead of names.")
    ] = None
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield share(state, entrants(state, self.who) or self._group(state), self.why)

    def _group(self, event: Event) -> Sequence[int]:
        if self.level is not None:
            found = [group for group, rank in tied_groups(event) if rank == self.level]
            if not found:
                raise EventError(message("nobody shares place {level}", level=self.level))
            return found[0]
        step = next_step(event)
        if step is None:
            raise EventError(message("nobody whose place matters is tied"))
        return step.group
