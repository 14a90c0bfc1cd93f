"""Prizes: who wins what, high, low and for lone hands, shared where places are shared."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from typing import ClassVar, Literal, NamedTuple

from msgspec.structs import replace

from rightbower.rules.message import (
    Joined,
    Message,
    Quoted,
    Term,
    as_written,
    cited,
    joined,
    message,
    word,
)
from rightbower.tournament.commands import Answer, Sheet
from rightbower.tournament.events.acts import EventList
from rightbower.tournament.events.board_tables import line_of as line_of_boards
from rightbower.tournament.events.entrants import Award
from rightbower.tournament.events.event import Event, Prize
from rightbower.tournament.events.movements.losers import line_of
from rightbower.tournament.events.outcome import outcome
from rightbower.tournament.events.places import Ranked, standings, table
from rightbower.tournament.events.prize_lines import money
from rightbower.tournament.events.tally import taking_part
from rightbower.tournament.names import looks_like

FEW = 12  # so many are named one by one


MOST_LONERS = 20  # in a round


LONE_HANDS = "lone hands on the score cards"  # the clause of a prize that no book has


BASKET = word("Loner basket")


def awards(event: Event) -> tuple[Award, ...]:
    """Who wins each prize as things stand; those who share a place share its prizes."""
    return event.awards if event.finished else award(event, standings(event))


def award(event: Event, places: Sequence[Ranked]) -> tuple[Award, ...]:
    """The prizes of a plan given to places."""
    return tuple(each for each, _ in awards_with_reasons(event, places))


def awards_with_reasons(
    event: Event, places: Sequence[Ranked]
) -> tuple[tuple[Award, Message], ...]:
    """The prizes of a plan given to places, each with what it rests on; final ones as they were."""
    now = _awarded(event, places)
    if not event.finished:
        return now
    known = dict(now)
    return tuple((each, known.get(each, as_written(each.why))) for each in event.awards)


def award_told(award: Award, basis: Message) -> Message:
    """What somebody won, and what that rests on."""
    if basis.as_written:
        return basis
    between = ", " if len(award.winners) > 1 else " "
    return joined((joined(award.prizes, " and "), basis), between)


class PrizeKind(NamedTuple):
    """Prizes that are given out together: when, for which line and group, and what they go by."""

    half: bool
    line: int
    of: str
    by: Literal["high", "low", "lone hands"]


def _kind(prize: Prize) -> PrizeKind:
    if prize.loners:
        return PrizeKind(False, 0, looks_like(prize.of), "lone hands")
    by: Literal["high", "low"] = "low" if prize.low else "high"
    return PrizeKind(prize.half, prize.line, looks_like(prize.of), by)


def _awarded(event: Event, places: Sequence[Ranked]) -> tuple[tuple[Award, Message], ...]:
    """The prizes kind by kind, and the basket; whoever has one is passed over where that is so."""
    given = list[tuple[Award, Message]]()
    won: set[int] = set()
    for kind in _kinds(event):
        mine = [prize for prize in event.plan.prizes if _kind(prize) == kind]
        found = _of_kind(event, kind, mine, places, won)
        if won:
            at_once = _of_kind(event, kind, mine, places, set())
            found = _passed_over(event, found, won & _winners(at_once))
        given += found
        if event.plan.one_prize is True:
            won |= _winners(found)
    return (*given, *_from_basket(event))


def _kinds(event: Event) -> list[PrizeKind]:
    """In the order of the prizes, after those that are given out at half-time; else by their kinds."""
    found = list(dict.fromkeys(map(_kind, event.plan.prizes)))
    if event.plan.one_prize is True:
        return sorted(found, key=lambda kind: not kind.half)
    return sorted(found, key=lambda kind: (kind.by == "lone hands", *kind))


def _winners(given: Sequence[tuple[Award, Message]]) -> set[int]:
    return {number for award, _ in given for number in award.winners}


def _of_kind(
    event: Event, kind: PrizeKind, prizes: Sequence[Prize], places: Sequence[Ranked], won: set[int]
) -> list[tuple[Award, Message]]:
    """The prizes of one kind, given to those who can win them and have none."""
    if kind.by == "lone hands":
        return _given(prizes, by_loners(event, kind.of, won), LONE_HANDS)
    then = at_half_time(event) if kind.half else event
    if then is None:
        return []
    seen = standings(then) if kind.half else places
    return _by_place(then, prizes, _among(event, seen, kind, won))


def _passed_over(
    event: Event, given: Sequence[tuple[Award, Message]], passed: set[int]
) -> list[tuple[Award, Message]]:
    """The same, saying who would have won it too."""
    if not passed:
        return list(given)
    who = event.whom(*sorted(passed))
    said = message("one prize a person: not again to {who}", who=who)
    return [
        (replace(award, why=f"{award.why}; {said}"), joined((basis, said), "; "))
        for award, basis in given
    ]


def at_half_time(event: Event) -> Event | None:
    """The event as it was when half of its rounds were played; None before that."""
    rounds = event.plan.rounds or len(event.rounds)
    half = event.rounds[: rounds // 2]
    if len(event.rounds) < rounds // 2 or any(each.awaited for each in half):
        return None
    return replace(event, id=f"{event.id} at half-time", rounds=half, finished=False, places=())


def _among(event: Event, places: Sequence[Ranked], kind: PrizeKind, won: set[int]) -> list[Ranked]:
    """The places of those who can win, counted among themselves; all where nobody is meant."""
    if not (kind.line or kind.of or won):
        return list(places)
    own = line_of if event.plan.duplicate is None else line_of_boards
    mine = [
        each
        for each in places
        if (not kind.line or own(event, each.entrant) == kind.line)
        and (not kind.of or event.entrant(each.entrant).belongs(kind.of))
        and each.entrant not in won
    ]
    ranks = sorted(each.rank for each in mine if each.rank is not None)
    return [
        each if each.rank is None else replace(each, rank=1 + bisect_left(ranks, each.rank))
        for each in mine
    ]


def _by_place(
    event: Event, prizes: Sequence[Prize], places: Sequence[Ranked]
) -> list[tuple[Award, Message]]:
    high = [prize for prize in prizes if prize.is_high]
    low = [prize for prize in prizes if prize.low]
    ranked = [place for place in places if place.rank is not None]
    counted = event.plan.standings
    by_points = counted.ranking == "points made"
    given = [*_given(high, _groups(ranked), event.plan.clause("standings.ranking"))]
    path = "standings.low_wins" if counted.low_wins else "standings.ranking"
    out = {place.entrant for place in left_out(event, ranked)}
    in_it = [place for place in ranked if place.entrant not in out]
    given += _given(low, _groups(_lowest_first(in_it, by_points)), event.plan.clause(path))
    return given


def missed(event: Event, number: int) -> int:
    """How many rounds keep an entrant from a low prize."""
    return _missed(event, number, _there(event))


def _missed(event: Event, number: int, there: Counter[int]) -> int:
    chosen, entrant = event.plan.standings.low_prize, event.entrant(number)
    if chosen == "everyone" or entrant.low:
        return 0
    if chosen == "everyone still here" and entrant.state == "here":
        return 0
    return len(event.rounds) - there[number]


def left_out(event: Event, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Those who cannot win a low prize, of those ranked."""
    there = _there(event)
    return [place for place in ranked if _missed(event, place.entrant, there)]


def _there(event: Event) -> Counter[int]:
    """For how many rounds everybody was there, for all in one walk.

    A round sat out because the numbers do not divide is one of them, and so is a game that the
    officer says does not count. One given up by choice is not, and none before arriving or after
    leaving. Whoever is beaten in a knock-out has no further rounds to miss.
    """
    found: Counter[int] = Counter()
    beaten: set[int] = set()
    for round_ in event.rounds:
        played = {
            number
            for table in round_.tables
            if table.playing and not table.void
            for number in table.entrants
        }
        present = {event.entrant(number).pair or number for number in round_.everyone}
        found.update(
            number
            for number in present | beaten
            if number in played or round_.number not in event.entrant(number).aside
        )
        if event.plan.movement_kind.knocks_out:
            for table in round_.tables:
                came = outcome(event.plan, table)
                if came is not None and came.winner is not None:
                    beaten.update(table.sides[1 - came.winner])
    return found


def low_prize_text(event: Event) -> tuple[Message, ...]:
    """Who can win a low prize, who is left out and who was let in, a sentence each."""
    if not any(prize.low for prize in event.plan.prizes):
        return ()
    clause = cited(event.plan.clause("standings.low_prize"))
    chosen = event.plan.standings.low_prize
    if chosen == "everyone":
        return (message("Everyone who is ranked can win the low prize ({clause}).", clause=clause),)
    ranked = [place for place in standings(event) if place.rank is not None]
    out = left_out(event, ranked)
    said = [
        message("The low prize is for those who played all rounds ({clause}).", clause=clause)
        if chosen == "all rounds"
        else message("The low prize is for everyone still here ({clause}).", clause=clause)
    ]
    if chosen == "all rounds" and any(round_.byes for round_ in event.rounds):
        said.append(message("A round sat out because the numbers do not divide counts as played."))
    if out and len(out) == len(ranked):
        officer = Term(event.plan.officer)
        said.append(message("Nobody has; the {officer} may let others in.", officer=officer))
    elif len(out) > FEW:
        said.append(
            message("Not in the running for it: {count} who missed rounds.", count=len(out))
        )
    elif out:
        said.append(message("Not in the running for it: {who}.", who=_listed(event, out)))
    said += [
        message("{who} was let in: {why}.", who=each.reference, why=each.low)
        for each in event.entrants
        if each.low
    ]
    return tuple(said)


def no_low_winner(event: Event, why: str = "") -> Message | None:
    """Why results cannot be final: a low prize that nobody can win, and no reason given for it."""
    if why.strip() or not any(prize.low for prize in event.plan.prizes):
        return None
    ranked = [place for place in table(event, closing=True).places if place.rank is not None]
    if len(left_out(event, ranked)) < len(ranked) or not ranked:
        return None
    clause = event.plan.clause("standings.low_prize")
    return message(
        "nobody played all rounds, so nobody wins the low prize ({clause}): let somebody in, or give a reason to finish without it",
        clause=cited(clause),
    )


def _listed(event: Event, out: Sequence[Ranked]) -> Joined:
    return Joined(
        tuple(
            message(
                "{who} ({rounds} {rounds|round|rounds} missed)",
                who=event.who(place.entrant),
                rounds=missed(event, place.entrant),
            )
            for place in out
        ),
        ", ",
    )


def _lowest_first(ranked: Sequence[Ranked], by_points: bool) -> list[Ranked]:
    """Places counted from the bottom; where points are counted, by them alone: tied totals share."""

    def height(place: Ranked) -> int:
        assert place.rank is not None
        return place.points if by_points else -place.rank

    heights = sorted(height(each) for each in ranked)
    return [
        replace(place, rank=1 + bisect_left(heights, height(place)))
        for place in sorted(ranked, key=lambda each: (height(each), each.entrant))
    ]


def _groups(places: Sequence[Ranked]) -> dict[int, list[int]]:
    """The entrants of each rank."""
    found: dict[int, list[int]] = {}
    for place in places:
        assert place.rank is not None
        found.setdefault(place.rank, []).append(place.entrant)
    return found


def _given(
    prizes: Sequence[Prize], groups: dict[int, list[int]], clause: str
) -> list[tuple[Award, Message]]:
    found = []
    for rank, winners in groups.items():
        mine = [prize for prize in prizes if rank <= prize.place < rank + len(winners)]
        if not mine:
            continue
        each, left = divmod(sum(prize.amount for prize in mine), len(winners))
        names = tuple(prize.name for prize in mine)
        title = joined(names, " and ")
        basis, why = message("({clause})", clause=cited(clause)), title.by(clause)
        if len(winners) > 1:
            basis = message("shared by {count}", clause, count=len(winners))
            why = joined((title, basis), ", ")
        found.append((Award(names, tuple(winners), each, left, str(why)), basis))
    return found


def lone_prizes(event: Event) -> list[Prize]:
    """The prizes for lone hands."""
    return [prize for prize in event.plan.prizes if prize.loners]


def by_loners(event: Event, of: str = "", won: Collection[int] = ()) -> dict[int, list[int]]:
    """Those who made lone hands, by the place that their number gives them; of a group where one is meant."""
    made = [
        (-event.entrant(number).loners, number)
        for number in taking_part(event)
        if number not in won and (not of or event.entrant(number).belongs(of))
    ]
    counts = sorted(count for count, _ in made)
    found: dict[int, list[int]] = {}
    for count, number in sorted(made):
        if count:
            found.setdefault(1 + bisect_left(counts, count), []).append(number)
    return found


def basket(event: Event) -> int:
    """What was paid into the basket before the first card."""
    return event.purse.basket * len(event.purse.paid)


def _from_basket(event: Event) -> list[tuple[Award, Message]]:
    """The basket to those who paid into it: whoever made most lone hands, or each hand its share."""
    purse = event.purse
    made = {number: event.entrant(number).loners for number in purse.paid}
    hands = {number: count for number, count in made.items() if count}
    if not basket(event) or not hands:
        return []
    if purse.basket_to == "most lone hands":
        most = max(hands.values())
        hands = {number: 1 for number, count in hands.items() if count == most}
    share, left = divmod(basket(event), sum(hands.values()))
    paid = message(
        "from the basket: {people} paid {amount} before the first card",
        people=len(purse.paid),
        amount=money(purse.basket),
    )
    found = []
    for count in sorted(set(hands.values()), reverse=True):
        winners = tuple(number for number in hands if hands[number] == count)
        basis = paid
        if purse.basket_to == "each lone hand":
            said = message("{count} lone {count|hand|hands}", count=count)
            basis = joined((said, paid), ", ")
        award = Award((BASKET,), winners, share * count, left, str(joined((BASKET, basis), ", ")))
        found.append((award, basis))
        left = 0  # it is in the box once
    return found


def no_loners_written(event: Event, why: str = "") -> Message | None:
    """Why results cannot be final: a prize for lone hands, none written down, and no reason given."""
    wanted = [each.name for each in lone_prizes(event)] + [BASKET] * bool(basket(event))
    if why.strip() or not wanted or by_loners(event):
        return None
    prize = wanted[0]
    return message(
        "no lone hands are entered, so nobody wins {text}: enter them, or give a reason to finish without them",
        text=repr(prize),
    )


def nobody_of_group(event: Event, why: str = "") -> Message | None:
    """Why results cannot be final: a prize for a group to which nobody belongs, and no reason given."""
    if why.strip():
        return None
    for prize in event.plan.prizes:
        if prize.of and not any(
            event.entrant(each).belongs(prize.of) for each in taking_part(event)
        ):
            return message(
                "{text} is for {group}, and nobody is one of them: say who is, or give a reason to finish without it",
                text=repr(prize.name),
                group=Quoted(prize.of),
            )
    return None


class ShowPrizes(EventList, frozen=True, tag="prizes"):
    """Who wins what."""

    public: ClassVar[bool] = True

    def of_event(self, event: Event) -> Answer:
        found = awards(event) if event.rounds else ()
        rows = [
            (
                " and ".join(each.prizes),
                event.name_of(*each.winners),
                f"{each.each / 100:.2f}" if each.each else "",
                each.why,
            )
            for each in found
        ]
        sheets = [Sheet("Prizes", ("Prize", "Who", "Each", "Why"), rows)]
        if event.rounds and (low := low_prize_text(event)):
            sheets.append(Sheet("\n".join(map(str, low))))
        return Answer(found, tuple(sheets))
