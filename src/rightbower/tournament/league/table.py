"""The table of a league."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from rightbower.rules.refusal import counted
from rightbower.tournament.events.standings.tally import opponents
from rightbower.tournament.league.conduct import offences
from rightbower.tournament.league.outcome import games_won, over, score, winner
from rightbower.tournament.league.season import names_of
from rightbower.tournament.league.state.facts import PlacedTied, RankingChosen
from rightbower.tournament.league.state.league import League, Placed, Unequal
from rightbower.tournament.league.state.refusal import LeagueError, require_text
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

    def said(self, step: str, values: Sequence[Number]) -> list[str]:
        """A difference with its sign; other figures as everywhere."""
        if step != "difference" and not self.by_share:
            return super().said(step, values)
        return [
            f"{self._unit(step)} {self._shown(value)} to {others}"
            for value, others in zip(values, beside(values, self._shown), strict=True)
        ]

    def tied_at(self, step: str, number: int) -> str:
        """A difference that parts nobody, with its sign; other figures as everywhere."""
        if step != "difference" and not self.by_share:
            return super().tied_at(step, number)
        return f"tied at {self._unit(step)} {self._shown(self.value(step, number))}"

    def _unit(self, step: str) -> str:
        unit = TIE_BREAKS[step].says.format("").strip()
        named = "difference in points" if step == "difference" else unit
        return f"{named}{' a game' if self.by_share else ''}"

    def _shown(self, found: Number) -> str:
        return f"{float(found):+.2f}" if self.by_share else f"{int(found):+d}"

    def winners(self, one: int, other: int) -> Sequence[int]:
        """Who won each game between two that stands."""
        return self.met.get(frozenset({one, other}), ())

    def opponents(self, number: int) -> Collection[int]:
        """The teams that a team has played in games that stand."""
        return self._opponents.get(number, ())

    def between(self, number: int, group: Group, won: Mapping[int, int]) -> str:
        """How many of their games against the others a team won."""
        others = tuple(each for each in group if each != number)
        played = sum(len(self.winners(number, other)) for other in others)
        return f"won {won[number]} of {played} games against {names_of(self.league, others)}"


class TeamPlace(Struct, frozen=True, omit_defaults=True):
    """A team in the table: the rank, what it rests on, and the sentence that says so.

    A team that was removed has no rank; ``open`` says that the officer has still to part it from
    others.
    """

    rank: int | None
    team: int
    name: str
    why: str
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


def place_tied(league: League, order: Sequence[int], why: str) -> PlacedTied:
    """The officer puts a level group in order."""
    group = tuple(sorted(order))
    if group not in [tuple(sorted(each)) for each in tied_teams(league)]:
        raise LeagueError(f"{names_of(league, order)} are not tied, or not all who are tied")
    require_text(why, "placing tied teams needs a reason")
    return PlacedTied(Placed(group, tuple(order), why, _records(tallies(league), group)))


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


def unequal_text(league: League) -> str:
    """How teams stand that have played unequal numbers of games; nothing where they are equal."""
    least, most = played_range(league)
    if least == most:
        return ""
    clause = league.plan.clause("league.unequal")
    said = f"Teams have played from {least} to {most} games."
    if league.plan.play.unequal == "by share":
        return f"{said} They are ranked by the share won ({clause})."
    officer = league.plan.officer
    return (
        f"{said} They are still ranked by {league.plan.play.ranking}; the {officer} can rank"
        f" them by the share won ({clause})."
    )


def rank_by(league: League, unequal: Unequal, why: str) -> RankingChosen:
    """The officer has teams stand by the share they won, or by what they won as it is."""
    if league.plan.play.unequal == unequal:
        raise LeagueError(f"teams are ranked {unequal} already")
    require_text(why, "another ranking needs a reason")
    return RankingChosen(unequal, why.strip())


def _by_main_key(ties: LeagueTies, teams: Group) -> list[Group]:
    parts = grouped(teams, lambda number: _main_key(ties, number))
    clause = ties.league.plan.clause("league.unequal" if ties.by_share else "league.ranking")
    for part in parts:
        for number in part:
            said = _main_said(ties, number)
            others = tuple(each for each in part if each != number)
            also = f", tied with {names_of(ties.league, others)}" if others else ""
            ties.why(number, said + also, clause)
    return parts


def _main_said(ties: LeagueTies, number: int) -> str:
    """What a team won, and of how many where the teams have played unequal numbers."""
    count, played = _won_of(ties, number)
    unit = ties.league.plan.play.ranking
    if ties.by_share:
        share = f"{100 * float(_share(count, played)):.1f}%"
        return f"won {count} of {played} {unit.removesuffix(' won')}, {share}"
    said = f"{count} {unit}" if count != 1 else f"1 {unit.replace('s won', ' won')}"
    games, (least, most) = ties.tallies[number].games, ties.played
    if least == most or ties.league.team(number).out == "league":
        return said
    fewer = f" where others have {most}" if games < most else ""
    return f"{said}, {counted(games, 'game')} played{fewer}"


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
            for number in group:
                ties.why(number, f"placed by the {plan.officer}: {placed.why}", clause)
            return [(number,) for number in placed.order]
    for number in group:
        ties.why(number, f"nothing breaks the tie; the {plan.officer} decides", clause)
    return [group]


def _place(ties: LeagueTies, rank: int | None, number: int, part: Group) -> TeamPlace:
    team = ties.league.team(number)
    tally = ties.tallies[number]
    reasons = ties.reasons.get(number, [])
    says = "; ".join(reason for reason, _ in reasons)
    clauses = [clause for _, clause in reasons]
    if team.out:
        went = f"{team.gone.removeprefix('was ')}: {team.why}"
        if team.left:
            went += f"; its results {'are void' if team.left == 'void' else 'stand'}"
            clauses.append(ties.league.plan.clause("league.leaving"))
        says = "; ".join(filter(None, (says, went)))
    return TeamPlace(
        rank,
        number,
        team.name,
        says,
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
