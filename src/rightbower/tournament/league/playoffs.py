"""The playoffs: seeds, the bracket, and who goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from rightbower.rules.message import Message, Term, Told, because, cited, joined, message, word
from rightbower.tournament.commands import Now
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.schedules.schedules import advance, bracket, matches
from rightbower.tournament.league.acts import (
    FixtureNo,
    LeagueCommand,
    Starts,
    TeamField,
    Why,
    team_number,
)
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League, LeagueHistory, NamesTeams, OfFixture
from rightbower.tournament.league.outcome import ahead, goes_on, next_round, over, why_uncounted
from rightbower.tournament.league.protests import waiting
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.season import moment, new_fixture
from rightbower.tournament.league.table import standings

Bracket = tuple[int | None, ...]


NOBODY = word("nobody")


def seeds(league: League) -> tuple[int, ...]:
    """The teams of the playoffs, best first; those removed are passed over."""
    places = [place for place in standings(league) if not place.out]
    wanted = league.plan.playoff_teams or len(places)
    chosen = places[:wanted]
    left_open = [place for place in chosen if place.open]
    if left_open:
        group = [place.team for place in places if place.rank == left_open[0].rank]
        clause = league.plan.clause("rulings.final")
        raise LeagueError(
            message(
                "the {officer} has to put {teams} in order first",
                clause,
                officer=Term(league.plan.officer),
                teams=league.all_named(group),
            )
        )
    return tuple(place.team for place in chosen)


class PlayoffsDrawn(Fact, frozen=True, tag="playoffs-drawn"):
    """A round of the playoffs: its bracket and its fixtures."""

    bracket: tuple[int | None, ...]
    fixtures: tuple[Fixture, ...]

    def apply(self, state: League, at: float) -> League:
        drawn = (*state.bracket, self.bracket)
        return replace(state, bracket=drawn, fixtures=state.fixtures + self.fixtures)

    def says(self, state: NamesTeams) -> Message:
        return message("playoffs drawn: {games} {games|fixture|fixtures}", games=len(self.fixtures))


def draw(league: League, starts: str) -> PlayoffsDrawn:
    """The first round of the playoffs once the season is over, or the next one."""
    clause = _may_be_drawn(league)
    if not league.bracket:
        places: Bracket = bracket(_seeded(league, clause))
        return PlayoffsDrawn(places, _fixtures(league, places, len(league.byes) + 1, starts))
    places = advance(league.bracket[-1], _winners(league))
    if len(places) == 1:
        raise LeagueError(message("{team} has won the playoffs", team=_name(league, places[0])))
    week = max(each.week for each in league.playoff_fixtures) + 1
    return PlayoffsDrawn(places, _fixtures(league, places, week, starts))


class DrawPlayoffs(LeagueCommand, frozen=True, tag="playoffs"):
    """Draw the first or the next round of the playoffs."""

    starts: Starts

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield draw(state, self.starts)


class PlayoffsRedrawn(Fact, frozen=True, tag="playoffs-redrawn"):
    """The officer had the playoffs drawn again by the table as it is now."""

    bracket: tuple[int | None, ...]
    fixtures: tuple[Fixture, ...]
    why: str

    def apply(self, state: League, at: float) -> League:
        reason = f"the playoffs were drawn again: {self.why}"
        old = [each.number for each in state.playoff_fixtures]
        league = state.cancelled(old, reason)
        return replace(league, bracket=(self.bracket,), fixtures=league.fixtures + self.fixtures)

    def says(self, state: NamesTeams) -> Message:
        said = message(
            "playoffs drawn again: {games} {games|fixture|fixtures}", games=len(self.fixtures)
        )
        return because(said, self.why)


def redraw(league: League, starts: str, why: str) -> PlayoffsRedrawn:
    """The officer has the first round drawn again by the table as it is now, with a reason.

    Playoff games that were played count for nothing then.
    """
    clause = _may_be_drawn(league)
    if not league.bracket:
        raise LeagueError(message("no playoffs are drawn yet"))
    require_text(why, message("drawing the playoffs again needs a reason"))
    if won := champion(league):
        raise LeagueError(message("{team} has won the playoffs", team=_name(league, won)))
    places: Bracket = bracket(_seeded(league, clause))
    fixtures = _fixtures(league, places, len(league.byes) + 1, starts)
    return PlayoffsRedrawn(places, fixtures, why.strip())


class RedrawPlayoffs(LeagueCommand, frozen=True, tag="redraw"):
    """Draw the playoffs again by the table as it is now; games played in them count for nothing."""

    asks_first: ClassVar[bool] = True
    starts: Starts
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield redraw(state, self.starts, self.why)


def _may_be_drawn(league: League) -> str:
    """The clause of the playoffs; refused where there are none, or where a protest waits."""
    clause = league.plan.clause("league.playoffs")
    if league.plan.play.playoffs == "none":
        raise LeagueError(message("no playoffs are played", clause))
    if held := waiting(league):
        raise LeagueError(
            message(
                "protest {protest}, about game {game} of fixture {fixture}, has to be ruled on before"
                " the draw",
                league.plan.clause("league.upheld"),
                protest=held[0].number,
                game=held[0].game,
                fixture=held[0].fixture,
            )
        )
    return clause


def _fixtures(league: League, places: Bracket, week: int, starts: str) -> tuple[Fixture, ...]:
    when, first = moment(starts), len(league.fixtures) + 1
    return tuple(
        new_fixture(league, number, week, "playoffs", (one, other), when)
        for number, ((one,), (other,)) in enumerate(matches(places), first)
    )


def drawn_order(league: League) -> tuple[int, ...]:
    """The seeds as they were when the first round was drawn, best first."""
    if not league.bracket:
        return ()
    first = league.bracket[0]
    places = bracket(range(len(first)))
    by_seed = [first[places.index(seed)] for seed in range(len(first))]
    return tuple(team for team in by_seed if team is not None)


def drawn_otherwise(league: League) -> Message | None:
    """What would be drawn by the table as it is now, where other teams would meet.

    Teams that went out since the draw are left aside: their opponents go on.
    """
    drawn = drawn_order(league)
    if not drawn or champion(league):
        return None
    out = {team.number for team in league.teams if team.out == "league"}
    ranked = [
        place
        for place in standings(league)
        if place.team not in out and (not place.out or place.team in drawn)
    ]
    staying = [number for number in drawn if number not in out]
    now = [place.team for place in ranked[: len(staying)]]
    tied = [place.team for place in ranked[: len(staying)] if place.open]
    same = now == staying or _meetings(bracket(now)) == _meetings(league.bracket[0])
    if same and not tied:
        return None
    return joined((_would_be(league, now, tied), _kept(league)), " ")


def _would_be(league: League, now: list[int], tied: list[int]) -> Message:
    if tied:
        return message(
            "The table has changed since the playoffs were drawn. By it {teams} are tied and would"
            " have to be put in order before a draw.",
            teams=league.all_named(tied),
        )
    said = [
        message("{one} against {other}", one=league.named(one), other=league.named(other))
        if one is not None and other is not None
        else message("a bye for {team}", team=_name(league, one if other is None else other))
        for one, other in _pairs(bracket(now))
    ]
    return message(
        "The table has changed since the playoffs were drawn. By it the first round would be"
        " {games}.",
        games=joined(said),
    )


def _pairs(places: Bracket) -> Iterator[tuple[int | None, int | None]]:
    """Who would meet whom in a round."""
    return zip(places[::2], places[1::2], strict=True)


def _meetings(places: Bracket) -> list[set[int | None]]:
    """The same, whoever is named first, in the order of the bracket."""
    return [set(pair) for pair in _pairs(places)]


def _kept(league: League) -> Message:
    clause = cited(league.plan.clause("league.corrected"))
    if league.plan.play.corrected == "drawn again":
        return message("The playoffs are drawn again by it ({clause}).", clause=clause)
    return message(
        "The bracket stays as it was drawn, unless the {officer} has it drawn again ({clause}).",
        officer=Term(league.plan.officer),
        clause=clause,
    )


def drawn_again(league: League) -> PlayoffsRedrawn | None:
    """The new draw that a corrected result brings where the book has one made at once.

    Teams that are tied have to be parted first, and then the officer draws.
    """
    if league.plan.play.corrected == "bracket stays" or not drawn_otherwise(league):
        return None
    if any(place.open for place in standings(league)):
        return None
    first = min(league.playoff_fixtures, key=lambda each: each.number)
    return redraw(league, first.starts, "a result of the season was corrected")


class SentThrough(OfFixture, frozen=True, tag="sent-through"):
    """The officer said which team goes on from a playoff fixture."""

    team: int
    why: str

    def change(self, fixture: Fixture) -> Fixture:
        return replace(fixture, through=self.team, why=self.why)

    def says(self, state: NamesTeams) -> Message:
        said = message("{team} goes on", team=state.named(self.team))
        return because(self.there(said), self.why)


def send_through(league: League, number: int, team: int, why: str) -> SentThrough:
    """The officer says who goes on where the games leave a playoff open."""
    fixture = league.fixture(number)
    league.side_of(fixture, team)
    if fixture not in league.playoff_fixtures or not over(fixture, league.plan):
        raise LeagueError(message("fixture {number} is not a playoff that is over", number=number))
    if goes_on(league, fixture):
        raise LeagueError(
            message(
                "the games say that {team} goes on", team=_name(league, goes_on(league, fixture))
            )
        )
    require_text(why, message("a ruling needs a reason"))
    return SentThrough(number, team, why)


class SendThrough(LeagueCommand, frozen=True, tag="through"):
    """Say which team goes on when a playoff is left open."""

    fixture: FixtureNo
    team: TeamField
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield send_through(state, self.fixture, team_number(state, self.team), self.why)


def refuse_changed_winner(league: League, number: int, fact: Fact) -> None:
    """Refuse what would change the winner of a playoff from which the next round was drawn."""
    before = league.fixture(number)
    if before.phase != "playoffs" or not next_round(league, before):
        return
    plan = league.plan
    now = ahead(fact.apply(league, 0.0).fixture(number), plan)
    if now not in (ahead(before, plan), goes_on(league, before)):
        raise LeagueError(message("the next round is drawn; undo it before the winner changes"))


def champion(league: League) -> int:
    """The team that won the final; 0 before that."""
    if not league.bracket or len(league.bracket[-1]) != 2:
        return 0
    final = _round(league)
    return goes_on(league, final[0]) if final else 0


def rounds(league: League) -> tuple[tuple[Message, ...], ...]:
    """The bracket in words, round by round."""
    return tuple(
        tuple(_match(league, one, other) for one, other in _pairs(places))
        for places in league.bracket
    )


def _match(league: League, one: int | None, other: int | None) -> Message:
    if one is None or other is None:
        return message("{team} has a bye", team=_name(league, one if other is None else other))
    played = next(each for each in league.playoff_fixtures if set(each.teams) == {one, other})
    through = goes_on(league, played)
    said = message("{one} against {other}", one=league.named(one), other=league.named(other))
    if not through:
        return said
    return message("{said}, {team} goes on", said=said, team=league.named(through))


def _seeded(league: League, clause: str) -> tuple[int, ...]:
    unfinished = [each for each in league.season if not over(each, league.plan)]
    if told := [each for each in why_uncounted(league) if unfinished]:
        raise LeagueError(told[0].by(clause))
    if not league.byes or unfinished:
        raise LeagueError(
            message("fixture {fixture} is not played yet", clause, fixture=unfinished[0].number)
            if unfinished
            else message("no season has been played yet", clause)
        )
    found = seeds(league)
    if len(found) < 2:
        raise LeagueError(message("playoffs need two teams or more", clause))
    return found


def _round(league: League) -> list[Fixture]:
    """The fixtures of the latest round."""
    playoffs = league.playoff_fixtures
    last = max((each.week for each in playoffs), default=0)
    return [each for each in playoffs if each.week == last]


def _winners(league: League) -> set[int | None]:
    through = {fixture.number: goes_on(league, fixture) for fixture in _round(league)}
    for number, team in through.items():
        if not team:
            raise LeagueError(message("fixture {number} is not decided yet", number=number))
    return set(through.values())


def _name(league: League, number: int | None) -> Told:
    return Term(NOBODY) if number is None else league.named(number)
