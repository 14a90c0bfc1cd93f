"""The league that its entries come to: each entry changes the value, nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rightbower.events.league import facts as told
from rightbower.events.league.facts import Entry, Fact, LeagueOpened
from rightbower.events.league.fixtures import Arrival, Fixture, FixtureGame
from rightbower.events.league.league import League, Protest, Unequal
from rightbower.tournament.history import Undone, folded


class LeagueHistory(Struct, frozen=True):
    """All entries of a league and the league they come to."""

    entries: tuple[Entry, ...]
    league: League


def fold(entries: Sequence[Entry]) -> LeagueHistory:
    """The league from the first entry to the last."""
    state = folded(entries, _opened, lambda league, entry: apply(league, entry.fact), "a league")
    return LeagueHistory(tuple(entries), state)


def _opened(fact: Fact) -> League | None:
    if not isinstance(fact, LeagueOpened):
        return None
    return League(fact.id, fact.name, fact.plan, practice=fact.practice)


def extend(history: LeagueHistory, entry: Entry) -> LeagueHistory:
    """The history with one more entry."""
    entries = (*history.entries, entry)
    if isinstance(entry.fact, Undone):
        return fold(entries)
    league = apply(history.league, entry.fact)
    return LeagueHistory(entries, replace(league, version=len(entries)))


def apply(league: League, fact: Fact) -> League:
    """The league after one fact."""
    match fact:
        case told.LeagueRenamed(name):
            return replace(league, name=name)
        case told.LeagueArchived(archived):
            return replace(league, archived=archived)
        case told.LeagueThrownAway():
            return replace(league, thrown_away=True)
        case told.TeamEntered(team):
            return replace(league, teams=(*league.teams, team))
        case told.Named():
            return _named(league, fact)
        case told.Scheduled(fixtures, byes):
            return replace(league, fixtures=fixtures, byes=byes)
        case told.Protested(protest):
            return replace(league, protests=(*league.protests, protest))
        case told.EvidenceGiven(number):
            return _protest(league, number, lambda each: _with_evidence(each, fact))
        case told.ProtestRuled():
            return _ruled(league, fact)
        case told.Sanctioned(sanction):
            return replace(league, sanctions=(*league.sanctions, sanction))
        case told.Announced(announcement):
            return replace(league, announcements=(*league.announcements, announcement))
        case told.StepDecided():
            return _decided(league, fact)
        case told.PlacedTied(placed):
            return replace(league, placed=(*league.placed, placed))
        case told.PlayoffsDrawn(bracket, fixtures):
            drawn = (*league.bracket, bracket)
            return replace(league, bracket=drawn, fixtures=league.fixtures + fixtures)
        case told.PlayoffsRedrawn():
            return _redrawn(league, fact)
        case told.TeamLeft():
            return _left(league, fact)
        case told.RankingChosen(unequal):
            return _ranked_by(league, unequal)
        case _:
            return _at_a_fixture(league, fact)


def _at_a_fixture(league: League, fact: Fact) -> League:
    match fact:
        case told.Rescheduled(number, starts):
            return _fixture(league, number, lambda each: _new_date(each, starts))
        case told.Noticed(number, notice):
            return _fixture(
                league, number, lambda each: replace(each, notices=(*each.notices, notice))
            )
        case told.NoticeAnswered():
            return _fixture(league, fact.fixture, lambda each: _answered(each, fact))
        case told.Arrived(number, arrivals):
            return _fixture(
                league, number, lambda each: replace(each, arrivals=each.arrivals + arrivals)
            )
        case told.ArrivalCorrected():
            return _came_otherwise(league, fact)
        case told.SentThrough(number, team, why):
            return _fixture(league, number, lambda each: replace(each, through=team, why=why))
        case _:
            return _in_a_game(league, fact)


def _in_a_game(league: League, fact: Fact) -> League:
    match fact:
        case told.Forfeited(number, games, teams, cause, why):
            return _games(
                league, number, games, lambda each: replace(each, lost=teams, cause=cause, why=why)
            )
        case told.ForfeitLifted():
            return _lifted(league, fact)
        case told.GamesMoved(number, games, starts):
            return _games(league, number, games, lambda each: _moved(each, starts))
        case told.Began(number, game, lineups, when):
            return _game(league, number, game, began=when, lineups=lineups)
        case told.LineUpNamed():
            return _line_up(league, fact)
        case told.PlayerStoodIn(number, game, lineups):
            return _game(league, number, game, lineups=lineups)
        case told.FixtureResultEntered(number, game, points, side):
            return _game(league, number, game, points=points, side=side)
        case told.FixtureResultConfirmed(number, game):
            return _game(league, number, game, confirmed=True, dispute="")
        case told.FixtureResultTakenBack(number, game):
            return _game(league, number, game, points=None, side=None, dispute="")
        case told.FixtureResultDisputed(number, game, why):
            return _game(league, number, game, dispute=why)
        case told.FixtureResultCorrected(number, game, points, why):
            return _games(league, number, (game,), lambda each: _corrected(each, points, why))
        case told.Deducted(number, game, deduction):
            taken = league.fixture(number).game(game).deductions
            return _game(league, number, game, deductions=(*taken, deduction))
        case _:
            raise AssertionError(f"{fact} is not folded")


def _line_up(league: League, fact: told.LineUpNamed) -> League:
    """The line-up of one side of a game to come."""
    side = league.fixture(fact.fixture).side_of(fact.team)

    def named(game: FixtureGame) -> FixtureGame:
        one, other = game.named
        return replace(game, named=(fact.names, other) if side == 0 else (one, fact.names))

    return _games(league, fact.fixture, (fact.game,), named)


def _came_otherwise(league: League, fact: told.ArrivalCorrected) -> League:
    """Another time for a player who came, or none; games lost by a lateness that was none are open."""
    new = fact.arrival

    def corrected(fixture: Fixture) -> Fixture:
        kept = [each for each in fixture.arrivals if not same_player(each, new)]
        return replace(fixture, arrivals=(*kept, new) if new.when else tuple(kept))

    league = _fixture(league, fact.fixture, corrected)
    return _games(
        league, fact.fixture, fact.lifted, lambda each: _played_after_all(each, (new.team,))
    )


def same_player(one: Arrival, other: Arrival) -> bool:
    """Whether two lines are about one player of a team."""
    return one.team == other.team and one.player.casefold() == other.player.casefold()


def _lifted(league: League, fact: told.ForfeitLifted) -> League:
    league = _fixture(
        league, fact.fixture, lambda each: replace(each, excused=each.excused + fact.excused)
    )
    return _games(
        league, fact.fixture, fact.games, lambda each: _played_after_all(each, fact.teams)
    )


def _played_after_all(game: FixtureGame, teams: tuple[int, ...]) -> FixtureGame:
    """The game without the loss of these teams; open again where nobody else lost it."""
    lost = tuple(each for each in game.lost if each not in teams)
    return replace(game, lost=lost) if lost else replace(game, lost=(), cause=None, why="")


def _named(league: League, fact: told.Named) -> League:
    """New names come last; a name that is there already has its line changed."""
    team = league.team(fact.team)
    members = {each.name.casefold(): each for each in team.members}
    members |= {each.name.casefold(): each for each in fact.members}
    teams = list(league.teams)
    teams[fact.team - 1] = replace(team, members=tuple(members.values()))
    return replace(league, teams=tuple(teams))


def _fixture(league: League, number: int, change: Callable[[Fixture], Fixture]) -> League:
    fixtures = list(league.fixtures)
    fixtures[number - 1] = change(fixtures[number - 1])
    return replace(league, fixtures=tuple(fixtures))


def _game(league: League, number: int, game: int, **changes: Any) -> League:
    """The league with one game of a fixture changed so."""
    return _games(league, number, (game,), lambda each: replace(each, **changes))


def _games(
    league: League, fixture: int, games: Sequence[int], change: Callable[[FixtureGame], FixtureGame]
) -> League:
    def all_of_them(each: Fixture) -> Fixture:
        changed = tuple(change(game) if game.number in games else game for game in each.games)
        return replace(each, games=changed)

    return _fixture(league, fixture, all_of_them)


def _corrected(game: FixtureGame, points: tuple[int, int], why: str) -> FixtureGame:
    return replace(
        game, points=points, side=None, confirmed=True, lost=(), cause=None, why=why, dispute=""
    )


def _moved(game: FixtureGame, starts: str) -> FixtureGame:
    return replace(game, moved=starts, moves=game.moves + 1)


def _new_date(fixture: Fixture, starts: str) -> Fixture:
    """A new date begins a new night: who came to the old one is not there yet."""
    return replace(fixture, starts=starts, moves=fixture.moves + 1, arrivals=())


def _answered(fixture: Fixture, fact: told.NoticeAnswered) -> Fixture:
    notices = tuple(
        replace(each, resolution=fact.resolution, answer=fact.why)
        if each.team == fact.team and each.resolution is None
        else each
        for each in fixture.notices
    )
    fixture = replace(fixture, notices=notices)
    if fact.resolution == "new date":
        return _new_date(fixture, fact.starts)
    if fact.resolution == "sub":
        return fixture
    games = tuple(
        replace(game, lost=(*game.lost, fact.team), cause="notice", why=fact.why)
        if fact.team not in game.lost
        else game
        for game in fixture.games
    )
    return replace(fixture, games=games)


def _protest(league: League, number: int, change: Callable[[Protest], Protest]) -> League:
    protests = list(league.protests)
    protests[number - 1] = change(protests[number - 1])
    return replace(league, protests=tuple(protests))


def _with_evidence(protest: Protest, fact: told.EvidenceGiven) -> Protest:
    return replace(protest, name=fact.name, email=fact.email, given=fact.when)


def _ruled(league: League, fact: told.ProtestRuled) -> League:
    protest = league.protests[fact.protest - 1]
    league = _protest(
        league,
        fact.protest,
        lambda each: replace(each, upheld=fact.upheld, ruling=fact.why),
    )
    if not fact.forfeit:
        return league
    lost = told.Forfeited(protest.fixture, (protest.game,), (protest.against,), "protest", fact.why)
    return _in_a_game(league, lost)


def _decided(league: League, fact: told.StepDecided) -> League:
    decision = fact.decision
    league = replace(league, decisions=(*league.decisions, decision))
    if not decision.removed:
        return league
    teams = list(league.teams)
    team = teams[decision.team - 1]
    teams[decision.team - 1] = replace(team, out=decision.removed, why=decision.why)
    reason = f"{team.name} was removed from the {decision.removed}"
    league = replace(league, teams=tuple(teams))
    return _without(league, decision.team, reason, fact.cancel, fact.lose)


def _without(
    league: League, team: int, reason: str, cancel: tuple[int, ...], lose: tuple[int, ...]
) -> League:
    """The calendar without a team: fixtures not played, and others begun whose games are lost."""
    fixtures = tuple(
        replace(each, cancelled=reason) if each.number in cancel else each
        for each in league.fixtures
    )
    league = replace(league, fixtures=fixtures)
    for number in lose:
        open_ = [each.number for each in league.fixture(number).games if each.open]
        lost = told.Forfeited(number, tuple(open_), (team,), "removal", reason)
        league = _in_a_game(league, lost)
    return league


def _left(league: League, fact: told.TeamLeft) -> League:
    teams = list(league.teams)
    team = teams[fact.team - 1]
    teams[fact.team - 1] = replace(team, out="league", why=fact.why, left=fact.results)
    reason = f"{team.name} left the league"
    league = replace(league, teams=tuple(teams))
    for number in fact.void:
        league = _fixture(league, number, lambda each: replace(each, void=reason))
    return _without(league, fact.team, reason, fact.cancel, fact.lose)


def _ranked_by(league: League, unequal: Unequal) -> League:
    plan = league.plan
    chosen = f", the {plan.officer}'s choice"
    clause = plan.clause("league.unequal").removesuffix(chosen) + chosen
    cited = {**plan.clauses, "league.unequal": (clause,)}
    play = replace(plan.play, unequal=unequal)
    return replace(league, plan=replace(plan, play=play, clauses=cited))


def _redrawn(league: League, fact: told.PlayoffsRedrawn) -> League:
    reason = f"the playoffs were drawn again: {fact.why}"
    old = {each.number for each in league.playoff_fixtures}
    fixtures = tuple(
        replace(each, cancelled=reason) if each.number in old else each for each in league.fixtures
    )
    return replace(league, bracket=(fact.bracket,), fixtures=fixtures + fact.fixtures)
