"""The table of a season: who stands where and why, and what the officer decides of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Message, Term, because, cited, joined, message, word
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.tally import opponents
from rightbower.tournament.league.acts import LeagueCommand, Why, team_number
from rightbower.tournament.league.conduct import offences
from rightbower.tournament.league.league import (
    League,
    LeagueHistory,
    NamesTeams,
    Placed,
    Team,
    Unequal,
)
from rightbower.tournament.league.outcome import games_won, over, score, winner
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.ties import TIE_BREAKS, Group, Number, Ties, beside, chain, grouped


class SeasonTally(Struct):
    """What a team has done in the season."""

    fixtures: int = 0
    fixtures_won: int = 0
    won: int = 0
    lost: int = 0
    forfeited: int = 0
    points: int = 0
    against: int = 0
    byes: int = 0

    @property
    def games(self) -> int:
        """How many games count."""
        return self.won + self.lost

    @property
    def difference(self) -> int:
        """Points made less points given."""
        return self.points - self.against


def meetings(league: League) -> dict[frozenset[int], list[int]]:
    """Who won each game that stands, for any two teams that have met."""
    found: dict[frozenset[int], list[int]] = {}
    for fixture in league.counting:
        won = [winner(fixture, game) for game in fixture.games if game.stands]
        if won:
            found.setdefault(frozenset(fixture.teams), []).extend(won)
    return found


def tallies(league: League) -> dict[int, SeasonTally]:
    """The season's count for every team, those removed included."""
    found = {team.number: SeasonTally() for team in league.teams}
    for fixture in league.counting:
        for side, number in enumerate(fixture.teams):
            tally = found[number]
            tally.fixtures += over(fixture, league.plan)
            won = games_won(fixture)
            tally.fixtures_won += over(fixture, league.plan) and won[side] > won[1 - side]
            for game in fixture.games:
                points = score(fixture, game, league.plan)
                if points is None:
                    continue
                tally.won += winner(fixture, game) == number
                tally.lost += winner(fixture, game) != number
                tally.forfeited += number in game.lost
                tally.points += points[side]
                tally.against += points[1 - side]
    for byes in league.byes:
        for number in byes:
            found[number].byes += 1
    return found


def played_range(league: League) -> tuple[int, int]:
    """The fewest and the most games that a team still in the table has played."""
    counted = tallies(league)
    games = [counted[team.number].games for team in league.teams if team.out != "league"]
    return min(games, default=0), max(games, default=0)


class LeagueTies(Ties):
    """Those who are tied in a league; by share where the officer or the book has it so."""

    def __init__(self, league: League) -> None:
        super().__init__(tallies(league))
        self.league = league
        self.met = meetings(league)
        self._opponents = opponents((min(both), max(both)) for both in self.met)
        self.played = played_range(league)
        self.by_share = league.plan.play.unequal == "by share"

    def value(self, step: str, number: int) -> Number:
        """The figure; for each game where shares are ranked."""
        found = super().value(step, number)
        return Fraction(found, self.tallies[number].games or 1) if self.by_share else found

    def said(self, step: str, values: Sequence[Number]) -> list[Message]:
        """A difference with its sign; other figures as everywhere."""
        if step != "difference" and not self.by_share:
            return super().said(step, values)
        return [
            message(
                "{figure} to {others}",
                figure=self._figure(step, value),
                others=others,
            )
            for value, others in zip(values, beside(values, self._shown), strict=True)
        ]

    def tied_at(self, step: str, number: int) -> Message:
        """A difference that parts nobody, with its sign; other figures as everywhere."""
        if step != "difference" and not self.by_share:
            return super().tied_at(step, number)
        return message("tied at {figure}", figure=self._figure(step, self.value(step, number)))

    def _figure(self, step: str, value: Number) -> Message:
        """What a step counts, and its value."""
        unit, shown = Term(TIE_BREAKS[step].unit or step), self._shown(value)
        if self.by_share:
            return message("{unit} a game {value}", unit=unit, value=shown)
        return message("{unit} {value}", unit=unit, value=shown)

    def _shown(self, found: Number) -> str:
        return f"{float(found):+.2f}" if self.by_share else f"{int(found):+d}"

    def winners(self, one: int, other: int) -> Sequence[int]:
        """Who won each game between two that stands."""
        return self.met.get(frozenset({one, other}), ())

    def opponents(self, number: int) -> Collection[int]:
        """The teams that a team has played in games that stand."""
        return self._opponents.get(number, ())

    def between(self, number: int, group: Group, won: Mapping[int, int]) -> Message:
        """How many of their games against the others a team won."""
        others = tuple(each for each in group if each != number)
        played = sum(len(self.winners(number, other)) for other in others)
        return message(
            "won {won} of {played} games against {teams}",
            won=won[number],
            played=played,
            teams=self.league.all_named(others),
        )


class TeamPlace(Struct, frozen=True, omit_defaults=True):
    """A team in the table: the rank, what it rests on, and the sentence that says so.

    A team that was removed has no rank; ``open`` says that the officer has still to part it from
    others.
    """

    rank: int | None
    team: int
    name: str
    why: Message
    clauses: tuple[str, ...] = ()
    fixtures: int = 0
    won: int = 0
    lost: int = 0
    forfeited: int = 0
    points: int = 0
    against: int = 0
    byes: int = 0
    offences: int = 0
    open: bool = False
    out: str = ""


def standings(league: League) -> tuple[TeamPlace, ...]:
    """Every team in its place; teams that nothing parts share a rank and are marked open."""
    ties = LeagueTies(league)
    ranked = tuple(team.number for team in league.teams if team.out != "league")
    places: list[TeamPlace] = []
    for group in _by_main_key(ties, ranked):
        for part in _part(ties, group):
            rank = len(places) + 1
            places += [_place(ties, rank, number, part) for number in part]
    gone = [team.number for team in league.teams if team.out == "league"]
    return (*places, *(_place(ties, None, number, (number,)) for number in gone))


def tied_teams(league: League) -> tuple[Group, ...]:
    """The groups that the officer has still to part."""
    found: dict[int | None, list[int]] = {}
    for place in standings(league):
        if place.open:
            found.setdefault(place.rank, []).append(place.team)
    return tuple(tuple(group) for group in found.values())


class PlacedTied(Fact, frozen=True, tag="placed-level"):
    """The officer put tied teams in order."""

    placed: Placed

    def apply(self, state: League, at: float) -> League:
        return replace(state, placed=(*state.placed, self.placed))

    def says(self, state: NamesTeams) -> Message:
        said = message("{teams} in this order", teams=state.all_of(self.placed.order))
        return because(said, self.placed.why)


def place_tied(league: League, order: Sequence[int], why: str) -> PlacedTied:
    """The officer puts a level group in order."""
    group = tuple(sorted(order))
    if group not in [tuple(sorted(each)) for each in tied_teams(league)]:
        raise LeagueError(
            message("{teams} are not tied, or not all who are tied", teams=league.all_named(order))
        )
    require_text(why, message("placing tied teams needs a reason"))
    return PlacedTied(Placed(group, tuple(order), why, _records(tallies(league), group)))


class PlaceTeams(LeagueCommand, frozen=True, tag="place"):
    """Put tied teams in order."""

    order: Annotated[
        tuple[int | str, ...],
        field("Order", "The teams, first to last.", place=True, each=("rank",)),
    ]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield place_tied(
            state, [team_number(state, each) for each in _ordered(self.order)], self.why
        )


def _ordered(order: Sequence[int | str]) -> list[int | str]:
    """Teams as they were named, or by ranks such as 3=1."""
    if not all("=" in str(each) for each in order):
        return list(order)
    ranks = dict(str(each).split("=", 1) for each in order)
    if not all(rank.isdecimal() and len(rank) < 4 for rank in ranks.values()):
        raise LeagueError(message("give each team its rank as a number"))
    return [*sorted(ranks, key=lambda each: int(ranks[each]))]


class RankingChosen(Fact, frozen=True, tag="ranking-chosen"):
    """The officer chose how teams stand that have played unequal numbers of games."""

    unequal: Unequal
    why: str

    def apply(self, state: League, at: float) -> League:
        plan = state.plan
        chosen = f", the {plan.officer}'s choice"
        clause = plan.clause("league.unequal").removesuffix(chosen) + chosen
        cited = {**plan.clauses, "league.unequal": (clause,)}
        play = replace(plan.play, unequal=self.unequal)
        return replace(state, plan=replace(plan, play=play, clauses=cited))

    def says(self, state: NamesTeams) -> Message:
        said = message("teams with different numbers of games ranked {how}", how=Term(self.unequal))
        return because(said, self.why)


def rank_by(league: League, unequal: Unequal, why: str) -> RankingChosen:
    """The officer has teams stand by the share they won, or by what they won as it is."""
    if league.plan.play.unequal == unequal:
        raise LeagueError(message("teams are ranked {unequal} already", unequal=unequal))
    require_text(why, message("another ranking needs a reason"))
    return RankingChosen(unequal, why.strip())


class RankBy(LeagueCommand, frozen=True, tag="rank-by"):
    """Say how to rank teams that have played different numbers of games."""

    unequal: Annotated[Literal["as-they-are", "by-share"], field("How")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield rank_by(state, "by share" if self.unequal == "by-share" else "as they are", self.why)


def _records(tallied: Mapping[int, SeasonTally], group: Group) -> tuple[tuple[int, ...], ...]:
    """What an order of tied teams rests on."""
    figures = (tallied[number] for number in group)
    return tuple((each.won, each.lost, each.points, each.against) for each in figures)


def _won_of(ties: LeagueTies, number: int) -> tuple[int, int]:
    """What the book counts: games or fixtures, those won and those played."""
    tally = ties.tallies[number]
    if ties.league.plan.play.ranking == "games won":
        return tally.won, tally.games
    return tally.fixtures_won, tally.fixtures


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)


def _main_key(ties: LeagueTies, number: int) -> Fraction:
    won, played = _won_of(ties, number)
    return _share(won, played) if ties.by_share else Fraction(won)


def unequal_text(league: League) -> Message | None:
    """How teams stand that have played unequal numbers of games; nothing where they are equal."""
    least, most = played_range(league)
    if least == most:
        return None
    clause = cited(league.plan.clause("league.unequal"))
    if league.plan.play.unequal == "by share":
        return message(
            "Teams have played from {least} to {most} games. They are ranked by the share won"
            " ({clause}).",
            least=least,
            most=most,
            clause=clause,
        )
    return message(
        "Teams have played from {least} to {most} games. They are still ranked by {ranking}; the"
        " {officer} can rank them by the share won ({clause}).",
        least=least,
        most=most,
        ranking=Term(league.plan.play.ranking),
        officer=Term(league.plan.officer),
        clause=clause,
    )


def _by_main_key(ties: LeagueTies, teams: Group) -> list[Group]:
    parts = grouped(teams, lambda number: _main_key(ties, number))
    clause = ties.league.plan.clause("league.unequal" if ties.by_share else "league.ranking")
    for part in parts:
        for number in part:
            said = _main_said(ties, number)
            others = tuple(each for each in part if each != number)
            if others:
                said = message(
                    "{said}, tied with {teams}", said=said, teams=ties.league.all_named(others)
                )
            ties.why(number, said, clause)
    return parts


WON: Final[Mapping[str, tuple[str, str]]] = {
    "games won": (
        word("{count} {count|game|games} won"),
        word("won {count} of {played} games, {share}"),
    ),
    "fixtures won": (
        word("{count} {count|fixture|fixtures} won"),
        word("won {count} of {played} fixtures, {share}"),
    ),
}


def _main_said(ties: LeagueTies, number: int) -> Message:
    """What a team won, and of how many where the teams have played unequal numbers."""
    count, played = _won_of(ties, number)
    won, of = WON[ties.league.plan.play.ranking]
    if ties.by_share:
        share = f"{100 * float(_share(count, played)):.1f}%"
        return Message(of, (("count", count), ("played", played), ("share", share)))
    said = Message(won, (("count", count),))
    games, (least, most) = ties.tallies[number].games, ties.played
    if least == most or ties.league.team(number).out == "league":
        return said
    if games < most:
        return message(
            "{said}, {games} {games|game|games} played where others have {most}",
            said=said,
            games=games,
            most=most,
        )
    return message("{said}, {games} {games|game|games} played", said=said, games=games)


def _part(ties: LeagueTies, group: Group) -> list[Group]:
    """Those level in order; a smaller group that is left goes through the steps again."""
    if len(group) == 1:
        return [group]
    plan = ties.league.plan
    for step in chain(plan.play.level, LeagueError):
        parts = ties.split(step, group, plan.clause("league.level"))
        if len(parts) > 1:
            return [each for part in parts for each in _part(ties, part)]
    return _by_the_officer(ties, group)


def _by_the_officer(ties: LeagueTies, group: Group) -> list[Group]:
    plan = ties.league.plan
    clause = plan.clause("rulings.final")
    for placed in reversed(ties.league.placed):
        held = placed.records in ((), _records(ties.tallies, placed.group))
        if held and set(placed.group) == set(group):
            said = message("placed by the {officer}", officer=Term(plan.officer))
            for number in group:
                ties.why(number, because(said, placed.why), clause)
            return [(number,) for number in placed.order]
    for number in group:
        said = message("nothing breaks the tie; the {officer} decides", officer=Term(plan.officer))
        ties.why(number, said, clause)
    return [group]


def _went(team: Team) -> Message:
    if team.left:
        return message("left the league")
    return message("removed from the {what}", what=Term(team.out))


def _place(ties: LeagueTies, rank: int | None, number: int, part: Group) -> TeamPlace:
    team = ties.league.team(number)
    tally = ties.tallies[number]
    reasons = ties.reasons.get(number, [])
    says = [reason for reason, _ in reasons]
    clauses = [clause for _, clause in reasons]
    if team.out:
        says.append(because(_went(team), team.why))
        if team.left:
            stand = message("its results stand")
            says.append(message("its results are void") if team.left == "void" else stand)
            clauses.append(ties.league.plan.clause("league.leaving"))
    return TeamPlace(
        rank,
        number,
        team.name,
        joined(says),
        tuple(dict.fromkeys(clauses)),
        tally.fixtures,
        tally.won,
        tally.lost,
        tally.forfeited,
        tally.points,
        tally.against,
        tally.byes,
        len(offences(ties.league, number)),
        len(part) > 1,
        team.out,
    )
