"""A league from its facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.contest import Undone, folded
from rightbower.tournament.league import facts
from rightbower.tournament.league import facts as night_facts
from rightbower.tournament.league.facts import Entry, Fact, LeagueOpened
from rightbower.tournament.league.fixtures import Arrival, Fixture, FixtureGame
from rightbower.tournament.league.league import League, Unequal


def at_a_fixture(league: League, fact: Fact) -> League:
    """The league after what happened to a fixture."""
    match fact:
        case night_facts.Rescheduled(number, starts):
            return changed_fixture(league, number, lambda each: _new_date(each, starts))
        case night_facts.Noticed(number, notice):
            return changed_fixture(
                league, number, lambda each: replace(each, notices=(*each.notices, notice))
            )
        case night_facts.NoticeAnswered():
            return changed_fixture(league, fact.fixture, lambda each: _answered(each, fact))
        case night_facts.Arrived(number, arrivals):
            return changed_fixture(
                league, number, lambda each: replace(each, arrivals=each.arrivals + arrivals)
            )
        case night_facts.ArrivalCorrected():
            return _came_otherwise(league, fact)
        case night_facts.SentThrough(number, team, why):
            return changed_fixture(
                league, number, lambda each: replace(each, through=team, why=why)
            )
        case _:
            return in_a_game(league, fact)


def in_a_game(league: League, fact: Fact) -> League:
    """The league after what happened in a game of a fixture."""
    match fact:
        case night_facts.Forfeited(number, games, teams, cause, why):
            return _games(
                league, number, games, lambda each: replace(each, lost=teams, cause=cause, why=why)
            )
        case night_facts.ForfeitLifted():
            return _lifted(league, fact)
        case night_facts.GamesMoved(number, games, starts):
            return _games(league, number, games, lambda each: _moved(each, starts))
        case night_facts.Began(number, game, lineups, when):
            return _game(league, number, game, began=when, lineups=lineups)
        case night_facts.LineUpNamed():
            return _line_up(league, fact)
        case night_facts.PlayerStoodIn(number, game, lineups):
            return _game(league, number, game, lineups=lineups)
        case night_facts.FixtureResultEntered(number, game, points, side):
            return _game(league, number, game, points=points, side=side)
        case night_facts.FixtureResultConfirmed(number, game):
            return _game(league, number, game, confirmed=True, dispute="")
        case night_facts.FixtureResultTakenBack(number, game):
            return _game(league, number, game, points=None, side=None, dispute="")
        case night_facts.FixtureResultDisputed(number, game, why):
            return _game(league, number, game, dispute=why)
        case night_facts.FixtureResultCorrected(number, game, points, why):
            return _games(league, number, (game,), lambda each: _corrected(each, points, why))
        case night_facts.Deducted(number, game, deduction):
            taken = league.fixture(number).game(game).deductions
            return _game(league, number, game, deductions=(*taken, deduction))
        case _:
            raise AssertionError(f"{fact} is not folded")


def _line_up(league: League, fact: night_facts.LineUpNamed) -> League:
    """The line-up of one side of a game to come."""
    side = league.fixture(fact.fixture).side_of(fact.team)

    def named(game: FixtureGame) -> FixtureGame:
        one, other = game.named
        return replace(game, named=(fact.names, other) if side == 0 else (one, fact.names))

    return _games(league, fact.fixture, (fact.game,), named)


def _came_otherwise(league: League, fact: night_facts.ArrivalCorrected) -> League:
    """Another time for a player who came, or none; games lost by a lateness that was none are open."""
    new = fact.arrival

    def corrected(fixture: Fixture) -> Fixture:
        kept = [each for each in fixture.arrivals if not same_player(each, new)]
        return replace(fixture, arrivals=(*kept, new) if new.when else tuple(kept))

    league = changed_fixture(league, fact.fixture, corrected)
    return _games(
        league, fact.fixture, fact.lifted, lambda each: _played_after_all(each, (new.team,))
    )


def same_player(one: Arrival, other: Arrival) -> bool:
    """Whether two lines are about one player of a team."""
    return one.team == other.team and one.player.casefold() == other.player.casefold()


def _lifted(league: League, fact: night_facts.ForfeitLifted) -> League:
    league = changed_fixture(
        league, fact.fixture, lambda each: replace(each, excused=each.excused + fact.excused)
    )
    return _games(
        league, fact.fixture, fact.games, lambda each: _played_after_all(each, fact.teams)
    )


def _played_after_all(game: FixtureGame, teams: tuple[int, ...]) -> FixtureGame:
    """The game without the loss of these teams; open again where nobody else lost it."""
    lost = tuple(each for each in game.lost if each not in teams)
    return replace(game, lost=lost) if lost else replace(game, lost=(), cause=None, why="")


def changed_fixture(league: League, number: int, change: Callable[[Fixture], Fixture]) -> League:
    """The league with one fixture changed so."""
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

    return changed_fixture(league, fixture, all_of_them)


def _corrected(game: FixtureGame, points: tuple[int, int], why: str) -> FixtureGame:
    return replace(
        game, points=points, side=None, confirmed=True, lost=(), cause=None, why=why, dispute=""
    )


def _moved(game: FixtureGame, starts: str) -> FixtureGame:
    return replace(game, moved=starts, moves=game.moves + 1)


def _new_date(fixture: Fixture, starts: str) -> Fixture:
    """A new date begins a new night: who came to the old one is not there yet."""
    return replace(fixture, starts=starts, moves=fixture.moves + 1, arrivals=())


def _answered(fixture: Fixture, fact: night_facts.NoticeAnswered) -> Fixture:
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


class LeagueHistory(Struct, frozen=True):
    """All entries of a league and its state after them."""

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
        case facts.LeagueRenamed(name):
            return replace(league, name=name)
        case facts.LeagueArchived(archived):
            return replace(league, archived=archived)
        case facts.LeagueThrownAway():
            return replace(league, thrown_away=True)
        case facts.TeamEntered(team):
            return replace(league, teams=(*league.teams, team))
        case facts.Named():
            return _named(league, fact)
        case facts.Scheduled(fixtures, byes):
            return replace(league, fixtures=fixtures, byes=byes)
        case facts.Protested(protest):
            return replace(league, protests=(*league.protests, protest))
        case facts.EvidenceGiven(number, name, email, when):
            return _protest(league, number, name=name, email=email, given=when)
        case facts.ProtestRuled():
            return _ruled(league, fact)
        case facts.Sanctioned(sanction):
            return replace(league, sanctions=(*league.sanctions, sanction))
        case facts.Announced(announcement):
            return replace(league, announcements=(*league.announcements, announcement))
        case facts.StepDecided():
            return _decided(league, fact)
        case facts.PlacedTied(placed):
            return replace(league, placed=(*league.placed, placed))
        case facts.PlayoffsDrawn(bracket, fixtures):
            drawn = (*league.bracket, bracket)
            return replace(league, bracket=drawn, fixtures=league.fixtures + fixtures)
        case facts.PlayoffsRedrawn():
            return _redrawn(league, fact)
        case facts.TeamLeft():
            return _left(league, fact)
        case facts.RankingChosen(unequal):
            return _ranked_by(league, unequal)
        case _:
            return at_a_fixture(league, fact)


def _named(league: League, fact: facts.Named) -> League:
    """New names come last; a name that is there already has its line changed."""
    both = (*league.team(fact.team).members, *fact.members)
    members = {each.name.casefold(): each for each in both}
    return _team(league, fact.team, members=tuple(members.values()))


def _team(league: League, number: int, **changes: Any) -> League:
    """The league with one team changed so."""
    teams = list(league.teams)
    teams[number - 1] = replace(teams[number - 1], **changes)
    return replace(league, teams=tuple(teams))


def _protest(league: League, number: int, **changes: Any) -> League:
    """The league with one protest changed so."""
    protests = list(league.protests)
    protests[number - 1] = replace(protests[number - 1], **changes)
    return replace(league, protests=tuple(protests))


def _ruled(league: League, fact: facts.ProtestRuled) -> League:
    protest = league.protests[fact.protest - 1]
    league = _protest(league, fact.protest, upheld=fact.upheld, ruling=fact.why)
    if not fact.forfeit:
        return league
    lost = night_facts.Forfeited(
        protest.fixture, (protest.game,), (protest.against,), "protest", fact.why
    )
    return in_a_game(league, lost)


def _decided(league: League, fact: facts.StepDecided) -> League:
    decision = fact.decision
    league = replace(league, decisions=(*league.decisions, decision))
    if not decision.removed:
        return league
    league = _team(league, decision.team, out=decision.removed, why=decision.why)
    reason = f"{league.team(decision.team).name} was removed from the {decision.removed}"
    return _without(league, decision.team, reason, fact.cancel, fact.lose)


def _without(
    league: League, team: int, reason: str, cancel: tuple[int, ...], lose: tuple[int, ...]
) -> League:
    """The calendar without a team: fixtures not played, and others begun whose games are lost."""
    league = replace(league, fixtures=_cancelled(league, cancel, reason))
    for number in lose:
        open_ = [each.number for each in league.fixture(number).games if each.open]
        lost = night_facts.Forfeited(number, tuple(open_), (team,), "removal", reason)
        league = in_a_game(league, lost)
    return league


def _cancelled(league: League, numbers: Collection[int], reason: str) -> tuple[Fixture, ...]:
    """All fixtures, of which these are not played."""
    return tuple(
        replace(each, cancelled=reason) if each.number in numbers else each
        for each in league.fixtures
    )


def _left(league: League, fact: facts.TeamLeft) -> League:
    league = _team(league, fact.team, out="league", why=fact.why, left=fact.results)
    reason = f"{league.team(fact.team).name} left the league"
    for number in fact.void:
        league = changed_fixture(league, number, lambda each: replace(each, void=reason))
    return _without(league, fact.team, reason, fact.cancel, fact.lose)


def _ranked_by(league: League, unequal: Unequal) -> League:
    plan = league.plan
    chosen = f", the {plan.officer}'s choice"
    clause = plan.clause("league.unequal").removesuffix(chosen) + chosen
    cited = {**plan.clauses, "league.unequal": (clause,)}
    play = replace(plan.play, unequal=unequal)
    return replace(league, plan=replace(plan, play=play, clauses=cited))


def _redrawn(league: League, fact: facts.PlayoffsRedrawn) -> League:
    reason = f"the playoffs were drawn again: {fact.why}"
    old = [each.number for each in league.playoff_fixtures]
    fixtures = _cancelled(league, old, reason) + fact.fixtures
    return replace(league, bracket=(fact.bracket,), fixtures=fixtures)
