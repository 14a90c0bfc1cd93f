"""Leading the officer through a tie: coins, play-off games, cuts and decisions, one step at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rightbower.rules.ceremonies import DrawAgain
from rightbower.rules.message import Message, Term, message, word
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
from rightbower.tournament.events.event import Event, EventTable, Result
from rightbower.tournament.events.outcome import missing, objection, to_confirm, undecided
from rightbower.tournament.events.places import next_step, table
from rightbower.tournament.events.ties import (
    Kind,
    TieStep,
    only_some_qualify,
    qualify_text,
)
from rightbower.tournament.ties import Group


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


def decide(event: Event, order: Sequence[int], why: str) -> TieDecided:
    """The officer places those who are tied in this order; the word is final."""
    group, _ = _about(event, order)
    if not why.strip():
        raise EventError(message("a decision needs a reason"))
    return TieDecided(group, tuple(order), why)


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


CALLED: Final[Mapping[Kind, str]] = {
    "coins": word("toss of coins"),
    "game": word("play-off game"),
    "cut": word("cut"),
    "decision": word("decision"),
}


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


def tied_groups(event: Event) -> list[tuple[Group, int]]:
    """Those who are still tied or share a place, with their rank, the highest first."""
    found: dict[int, list[int]] = {}
    for place in table(event).places:
        if place.rank is not None and place.shared:
            found.setdefault(place.rank, []).append(place.entrant)
    return [(tuple(numbers), rank) for rank, numbers in found.items()]


def _open(event: Event) -> None:
    if reason := not_now(event):
        raise EventError(reason)


def not_now(event: Event) -> Message | None:
    """Why nobody can be parted now."""
    if event.finished:
        return message("the results are final")
    if not event.rounds:
        return message("no round has been played")
    if missing(event):
        return message(
            "round {round} is not over; ties are broken after play", round=event.round.number
        )
    return undecided(event) or to_confirm(event)
