"""A club's season and its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Arg, Joined, Message, Term, joined, message, word
from rightbower.rules.refusal import counted
from rightbower.tournament.club.club import Club, ClubError, Counting, NightSeason, SeasonPlan
from rightbower.tournament.club.night import ClubHistory, Evening, NightLine
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.places import InOrder
from rightbower.tournament.ties import TIE_BREAKS, Group, Ties, chain, grouped

MOST_NAMED = 4


class SeasonRecord(Struct, frozen=True):
    """A line of statistics: what it is about, the figure, and who holds it."""

    title: str
    figure: str
    who: tuple[str, ...]

    @property
    def names(self) -> str:
        """Who holds it; many are counted."""
        if len(self.who) > MOST_NAMED:
            return f"{', '.join(self.who[:MOST_NAMED])} and {len(self.who) - MOST_NAMED} more"
        return ", ".join(self.who)


def longest_run(results: str, letter: str = "W") -> int:
    """The longest row of games of one kind.

    >>> longest_run("WWLWWWD")
    3
    """
    return max((len([*run]) for each, run in groupby(results) if each == letter), default=0)


def statistics(places: Sequence[SeasonPlace]) -> list[SeasonRecord]:
    """The lines for a season."""
    return list(_records([each.tally for each in places])) if places else []


def _records(tallies: Sequence[NightsTally]) -> Iterator[SeasonRecord]:
    yield _most("Most nights", tallies, lambda each: each.attended, "night")
    yield _most("Most nights won", tallies, lambda each: each.firsts, "first place")
    yield _most("Most games won", tallies, lambda each: each.won, "game")
    yield _most("Longest run of games won", tallies, lambda each: longest_run(each.results), "game")  # fmt: skip
    yield _most("Longest run of games lost", tallies, lambda each: longest_run(each.results, "L"), "game")  # fmt: skip
    yield _most("Best night", tallies, lambda each: max(night.points for night in each.nights), "point")  # fmt: skip
    yield _least("Lowest night", tallies)
    yield _most("Most last places", tallies, lambda each: each.lasts, "night")
    yield _most("Most lone hands", tallies, lambda each: each.loners, "lone hand")
    yield _most("Most different partners", tallies, lambda each: len(set(each.partners)), "partner")  # fmt: skip
    pairs = Counter(
        " & ".join(sorted((each.name, partner))) for each in tallies for partner in each.partners
    )
    if pairs:
        most = max(pairs.values())
        together = tuple(sorted(pair for pair, games in pairs.items() if games == most))
        # Each game is in the list of both partners.
        yield SeasonRecord("Most games together", counted((most + 1) // 2, "game"), together)


def _most(
    title: str, tallies: Sequence[NightsTally], key: Callable[[NightsTally], int], unit: str
) -> SeasonRecord:
    best = max(key(each) for each in tallies)
    who = tuple(each.name for each in tallies if key(each) == best) if best else ()
    return SeasonRecord(title, counted(best, unit), who)


def _least(title: str, tallies: Sequence[NightsTally]) -> SeasonRecord:
    nights = [(night.points, each.name) for each in tallies for night in each.nights if night.whole]
    least = min((points for points, _ in nights), default=0)
    return SeasonRecord(title, counted(least, "point"), tuple(dict.fromkeys(name for points, name in nights if points == least)))  # fmt: skip


def partners_of(tally: NightsTally) -> list[tuple[str, int]]:
    """Somebody's partners with the games together, the most first."""
    return sorted(Counter(tally.partners).items(), key=lambda each: (-each[1], each[0]))


UNITS: Final[dict[Counting, str]] = {
    "points made": word("points made"),
    "event points": word("event points"),
    "wins": word("games won"),
    "places": word("points for places"),
    "grand prix": word("Grand Prix points"),
}


def counting(plan: SeasonPlan) -> Message:
    """How a season counts, in one sentence without its full stop."""
    by: Arg = Term(UNITS[plan.count])
    if plan.count == "grand prix" and not plan.place_points:
        by = message("{what} (first as many as entrants, each place one fewer)", what=by)
    elif plan.count in ("places", "grand prix"):
        by = message("{what} ({points})", what=by, points=Joined(plan.place_points, ", "))
    best = (
        message("the best {count} nights of everybody", count=plan.best)
        if plan.best
        else message("every night")
    )
    steps = tuple(Term(each) for each in plan.ties if each != "shared")
    tied = (
        message("ties by {steps}, then shared", steps=_joined_steps(steps))
        if steps
        else message("ties are shared")
    )
    if plan.attendance:
        return message(
            "{what}, {nights}, and {points} for each night played; {ties}",
            what=by,
            nights=best,
            points=plan.attendance,
            ties=tied,
        )
    return message("{what}, {nights}; {ties}", what=by, nights=best, ties=tied)


def _joined_steps(steps: tuple[Term, ...]) -> Message:
    """Tie-breaks one after the other."""
    first, *others = steps
    said = joined((first,))
    for each in others:
        said = message("{said}, then {step}", said=said, step=each)
    return said


class SeasonNight(Struct, frozen=True):
    """Somebody's points of one night, and what they are for; ``counts`` unless better ones do.

    ``whole`` is a night played to its end.
    """

    event: str
    name: str
    date: str
    points: int
    why: Message
    whole: bool = True
    counts: bool = True


class NightsTally(Struct, frozen=True):
    """What all nights of somebody in a season add up to, the dropped ones included."""

    name: str
    nights: tuple[SeasonNight, ...]
    won: int
    drawn: int
    lost: int
    points: int
    against: int
    results: str
    partners: tuple[str, ...]
    prize: int
    firsts: int
    lasts: int
    loners: int

    @property
    def difference(self) -> int:
        """Points made less points given away."""
        return self.points - self.against

    @property
    def attended(self) -> int:
        """How many nights were played."""
        return len(self.nights)


class SeasonPlace(Struct, frozen=True):
    """A place in a season: the total and the sentence that says how it came about."""

    rank: int
    name: str
    total: int
    attendance: int
    why: Message
    tally: NightsTally
    shared: bool = False

    @property
    def reason(self) -> Message:
        """The same without the place it is for."""
        said = dict(self.why.args)["said"]
        assert isinstance(said, Message)
        return said


def read_ties(text: str) -> tuple[str, ...]:
    """The tie-breaks of a season: steps by figures, and sharing."""
    steps = chain(text, ClubError) if text.strip() else ()
    for step in steps:
        if TIE_BREAKS[step].key is None and step != "shared":
            known = ", ".join(name for name, each in TIE_BREAKS.items() if each.key is not None)
            raise ClubError(
                message(
                    "ties in a season cannot be broken by {text}; use {known}, or shared",
                    text=repr(step),
                    known=known,
                )
            )
    return steps


def season_nights(history: ClubHistory, season: NightSeason) -> list[Evening]:
    """The nights that count now, by their dates."""
    found = [history.evening(id_) for id_ in season.events]
    finished = [each for each in found if each is not None and each.finished]
    return sorted(finished, key=lambda each: (each.date, season.events.index(each.id)))


def waiting(history: ClubHistory, season: NightSeason) -> list[Message]:
    """Nights of the season that do not count now, and why."""
    said = []
    for id_ in season.events:
        found = history.evening(id_)
        if found is None:
            said.append(message("{event} cannot be found any more and does not count.", event=id_))
        elif not found.finished:
            said.append(
                message(
                    "{event} ({day}) is open again; it counts once it is finished.",
                    event=found.name,
                    day=day_text(found.date),
                )
            )
    return said


def night_points(plan: SeasonPlan, line: NightLine, night: Evening) -> tuple[int, Message]:
    """What a night is worth by the season's plan, and why."""
    place = line.place
    if place is None:
        return 0, message("left to a substitute")
    match plan.count:
        case "points made":
            return place.points, message("{made} points made", made=place.points)
        case "event points":
            made = place.event_points
            return made, message("{made} event points", made=made)
        case "wins":
            return place.won, message("{won} won", won=place.won)
        case "places":
            if place.rank is None:
                return 0, message("not ranked")
            known = plan.place_points
            points = known[place.rank - 1] if place.rank <= len(known) else 0
            return points, joined((InOrder(place.rank, place.shared),))
        case "grand prix":
            if place.rank is None:
                return 0, message("not ranked")
            return grand_prix(plan, night, place.rank)


def grand_prix(plan: SeasonPlan, night: Evening, rank: int) -> tuple[int, Message]:
    """The points of a place, shared by all who share it: their places' points by halves up."""
    ranks = {each.place.entrant: each.place.rank for each in night.lines if each.place}
    ranked = [each for each in ranks.values() if each is not None]
    worth = plan.place_points or tuple(range(len(ranked), 0, -1))
    sharing = ranked.count(rank)
    shared = sum(worth[rank - 1 : rank - 1 + sharing])
    points = (2 * shared + sharing) // (2 * sharing)
    return points, message(
        "{place} of {count}", place=InOrder(rank, sharing > 1), count=len(ranked)
    )


def tallies(history: ClubHistory, season: NightSeason) -> dict[str, NightsTally]:
    """Everybody's season by the person's key."""
    found: dict[str, list[tuple[Evening, NightLine]]] = {}
    names: dict[str, str] = {}
    for night in season_nights(history, season):
        for line in night.lines:
            key = history.club.key(line.name)
            # Somebody who is in one night twice, by two spellings, has the better of both.
            held = found.setdefault(key, [])
            if held and held[-1][0] is night:
                held[-1] = (night, _better(season.plan, night, held[-1][1], line))
            else:
                held.append((night, line))
            names[key] = history.club.name_for(line.name)
    return {key: _tally(history.club, names[key], season.plan, nights) for key, nights in found.items()}  # fmt: skip


def _better(plan: SeasonPlan, night: Evening, one: NightLine, other: NightLine) -> NightLine:
    worth = [night_points(plan, each, night)[0] for each in (one, other)]
    return one if worth[0] >= worth[1] else other


def _tally(
    club: Club, name: str, plan: SeasonPlan, nights: Sequence[tuple[Evening, NightLine]]
) -> NightsTally:
    lines = [line for _, line in nights]
    places = [line.place for line in lines if line.place is not None]
    return NightsTally(
        name,
        best_nights(plan, [_night(plan, *each) for each in nights]),
        sum(place.won for place in places),
        sum(place.drawn for place in places),
        sum(place.lost for place in places),
        sum(place.points for place in places),
        sum(place.against for place in places),
        "".join(line.results for line in lines),
        tuple(club.name_for(each) for line in lines for each in line.partners),
        sum(line.prize for line in lines),
        sum(place.rank == 1 for place in places),
        sum(line.place.rank == night.last for night, line in nights if line.place),
        sum(line.loners for line in lines),
    )


def _night(plan: SeasonPlan, night: Evening, line: NightLine) -> SeasonNight:
    points, why = night_points(plan, line, night)
    return SeasonNight(night.id, night.name, night.date, points, why, line.place is not None)


def best_nights(plan: SeasonPlan, nights: Sequence[SeasonNight]) -> tuple[SeasonNight, ...]:
    """The nights with those dropped that are beyond the best; of equal ones the earlier count."""
    if not plan.best or len(nights) <= plan.best:
        return tuple(nights)
    order = sorted(range(len(nights)), key=lambda place: (-nights[place].points, place))
    kept = set(order[: plan.best])
    return tuple(replace(each, counts=place in kept) for place, each in enumerate(nights))


def total(plan: SeasonPlan, tally: NightsTally) -> int:
    """The points of the nights that count, and those for coming."""
    return sum(each.points for each in tally.nights if each.counts) + plan.attendance * tally.attended  # fmt: skip


def season_table(history: ClubHistory, season: NightSeason) -> tuple[SeasonPlace, ...]:
    """Everybody's place in a season."""
    found = list(tallies(history, season).values())
    found.sort(key=lambda each: each.name.casefold())
    by_number = dict(enumerate(found))
    ties = Ties(by_number)
    places: list[SeasonPlace] = []
    totals = {number: total(season.plan, tally) for number, tally in by_number.items()}
    for group in grouped(list(by_number), totals.__getitem__):
        for part in _parted(ties, season.plan.ties, group):
            rank = len(places) + 1
            places += [_place(season.plan, ties, number, rank, len(part) > 1) for number in part]
    return tuple(places)


def _parted(ties: Ties, steps: Iterable[str], group: Group) -> list[Group]:
    """A group of one total as the steps part it."""
    groups = [group]
    for step in steps:
        if step == "shared":
            break
        parts: list[Group] = []
        for each in groups:
            parts += ties.split(step, each, step) if len(each) > 1 else [each]
        groups = parts
    return groups


def _place(plan: SeasonPlan, ties: Ties, number: int, rank: int, shared: bool) -> SeasonPlace:
    tally: NightsTally = ties.tallies[number]
    coming = plan.attendance * tally.attended
    reasons = (says for says, _ in ties.reasons.get(number, ()))
    said = joined((summed(plan, tally), *reasons))
    why = message("{place}: {said}", place=InOrder(rank, shared), said=said)
    return SeasonPlace(rank, tally.name, total(plan, tally), coming, why, tally, shared)


def summed(plan: SeasonPlan, tally: NightsTally) -> Message:
    """How a total came about, in one sentence."""
    kept = [each.points for each in tally.nights if each.counts]
    dropped = [each.points for each in tally.nights if not each.counts]
    said = message(
        "{total} = {parts} {unit}",
        total=total(plan, tally),
        parts=Joined(tuple(kept), " + "),
        unit=Term(UNITS[plan.count]),
    )
    if dropped:
        said = message(
            "{said} (best {kept} of {nights} nights; {dropped} dropped)",
            said=said,
            kept=len(kept),
            nights=tally.attended,
            dropped=Joined(tuple(dropped), ", "),
        )
    if plan.attendance:
        said = message(
            "{said} + {points} for coming ({nights} {nights|night|nights} at {each})",
            said=said,
            points=plan.attendance * tally.attended,
            nights=tally.attended,
            each=plan.attendance,
        )
    return said


def winners(places: Sequence[SeasonPlace]) -> list[str]:
    """The player of the year, or those who share it."""
    return [each.name for each in places if each.rank == 1]
