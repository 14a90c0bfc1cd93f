"""Games lost without play: by lateness, by notice, by the officer; and those played after all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from rightbower.rules.message import Message, Term, because, joined, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.dates import when_text
from rightbower.tournament.league.acts import (
    FixtureNo,
    LeagueCommand,
    Starts,
    TeamField,
    When,
    Why,
    local_time,
    team_number,
)
from rightbower.tournament.league.fixtures import (
    Cause,
    Channel,
    Fixture,
    FixtureGame,
    Notice,
    Resolution,
    numbered,
)
from rightbower.tournament.league.league import League, LeagueHistory, NamesTeams, OfFixture
from rightbower.tournament.league.playoffs import refuse_changed_winner
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import present_from
from rightbower.tournament.league.season import moment, removed, reschedule, to_be_played

CAUSE_PATHS: dict[Cause, str] = {
    "late": "league.forfeit_minutes",
    "notice": "league.notice",
    "protest": "league.upheld",
    "conduct": "league.sanctions",
    "dishonesty": "league.dishonesty",
    "removal": "league.league_removal_from",
}


def ready_after(league: League, fixture: Fixture, team: int, starts: str = "") -> float | None:
    """Seconds from the start until the team had enough players; None while it has not.

    Only those count who could play once they have signed. ``starts`` is that of the fixture, or
    the time to which games of it were moved.
    """
    play = league.plan.play
    start = moment(starts or fixture.starts)
    came: dict[str, float] = {}
    for each in league.came(fixture, team, starts or fixture.starts):
        if present := present_from(league, fixture, each):
            after = (present - start).total_seconds()
            came[each.player.casefold()] = min(after, came.get(each.player.casefold(), after))
    return sorted(came.values())[play.players - 1] if len(came) >= play.players else None


def missed(league: League, fixture: Fixture, team: int, starts: str = "") -> tuple[int, ...]:
    """The numbers of the marks that a team came too late for, from what is known of arrivals."""
    if team in fixture.excused:
        return ()
    return _marks_by(league, ready_after(league, fixture, team, starts))


def _marks_by(league: League, seconds: float | None) -> tuple[int, ...]:
    """The marks of the forfeit clock that have come so long after the start; all where it is None."""
    play = league.plan.play
    at_the_mark = play.forfeit_at == "at the mark"
    limits = [timedelta(minutes=minutes).total_seconds() for minutes in play.forfeit_minutes]
    return tuple(
        mark
        for mark, limit in enumerate(limits, 1)
        if seconds is None or seconds > limit or (at_the_mark and seconds == limit)
    )


class Forfeited(OfFixture, frozen=True, tag="forfeited"):
    """Teams lost games without playing them out."""

    games: tuple[int, ...]
    teams: tuple[int, ...]
    cause: Cause
    why: str

    def apply(self, state: League, at: float) -> League:
        return state.forfeited(self.fixture, self.games, self.teams, self.cause, self.why)

    def says(self, state: NamesTeams) -> Message:
        said = message(
            "{fixture}, {games} forfeited by {teams}",
            fixture=self.where,
            games=numbered(self.games),
            teams=state.all_of(self.teams),
        )
        return because(said, self.why)


def due(league: League, number: int, now: str) -> tuple[Forfeited, ...]:
    """The games lost by lateness at this time that are not written down yet."""
    fixture = league.fixture(number)
    if fixture.cancelled or removed(league, fixture):
        return ()
    return tuple(each for starts in fixture.nights for each in _lost(league, fixture, starts, now))


def _lost(league: League, fixture: Fixture, starts: str, now: str) -> Iterator[Forfeited]:
    """What lateness costs on one night of a fixture, each night with a clock of its own."""
    missing = {team: missed(league, fixture, team, starts) for team in fixture.teams}
    for mark in _marks_by(league, (moment(now) - moment(starts)).total_seconds()):
        absent = tuple(team for team in fixture.teams if mark in missing[team])
        lost = tuple(
            game.number
            for game in _games_of(league, fixture, starts, mark)
            if not game.lost and not game.began
        )
        if absent and lost and _counts(league, absent):
            yield Forfeited(fixture.number, lost, absent, "late", _why(league, mark, absent))


def _games_of(league: League, fixture: Fixture, starts: str, mark: int) -> tuple[FixtureGame, ...]:
    """The games that a mark loses: one of that night in turn, and all left at the last mark."""
    games = fixture.games_at(starts)
    last = mark == len(league.plan.play.forfeit_minutes)
    return games[mark - 1 :] if last else games[mark - 1 : mark]


def _counts(league: League, absent: tuple[int, ...]) -> bool:
    return len(absent) == 1 or league.plan.play.both_absent == "both lose"


def _why(league: League, mark: int, absent: tuple[int, ...]) -> str:
    plan = league.plan
    minutes = plan.play.forfeit_minutes[mark - 1]
    who = f"{league.team(absent[0]).name} did not have" if len(absent) == 1 else "neither team had"
    clause = plan.clause("league.forfeit_minutes", mark - 1)
    if len(absent) > 1:
        clause = f"{clause}; {plan.clause('league.both_absent')}"
    elif mark == len(plan.play.forfeit_minutes):
        # Whoever is not there by the last mark has not come at all, or with one player alone.
        clause = "; ".join(dict.fromkeys((clause, plan.clause("league.players", 1))))
    return f"{who} {plan.play.players} players there after {minutes} minutes ({clause})"


class CallForfeit(LeagueCommand, frozen=True, tag="call"):
    """Record the games that were lost by being late."""

    fixture: FixtureNo
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now, state.fixture(self.fixture))
        yield from due(state, self.fixture, when)


def forfeit(
    league: League, number: int, games: tuple[int, ...], team: int, cause: Cause, why: str
) -> Forfeited:
    """The officer has a team lose games, for its conduct or for dishonesty."""
    fixture = to_be_played(league, number)
    league.side_of(fixture, team)
    games = tuple(sorted(set(games)))
    require_text(why, message("a forfeit needs a reason"))
    if cause not in ("conduct", "dishonesty"):
        raise LeagueError(
            message("a forfeit for {cause} cannot be entered here", cause=Term(cause))
        )
    if cause == "dishonesty" and league.plan.play.dishonesty == "none":
        raise LeagueError(
            message("the rules have no forfeit for it", league.plan.clause("league.dishonesty"))
        )
    clause = league.plan.clause(CAUSE_PATHS[cause])
    others = {_lost_already(fixture, game, team) for game in games}
    if len(others) > 1:
        raise LeagueError(message("enter the games that both lose apart from those that one loses"))
    (other,) = others or {()}
    earlier = f"{fixture.game(games[0]).why}; " if other else ""
    return Forfeited(number, games, (*other, team), cause, f"{earlier}{why} ({clause})")


def _lost_already(fixture: Fixture, game: int, team: int) -> tuple[int, ...]:
    """The other team where it lost the game for its own conduct; then both do."""
    there = fixture.game(game)
    both = there.lost == (fixture.other(team),) and there.cause in ("conduct", "dishonesty")
    if there.stands and not both:
        raise LeagueError(
            message(
                "game {game} of fixture {fixture} is over, and it stands",
                game=game,
                fixture=fixture.number,
            )
        )
    return there.lost


class Forfeit(LeagueCommand, frozen=True, tag="forfeit"):
    """Have a team lose games for conduct or dishonesty."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    team: TeamField
    cause: Annotated[Literal["conduct", "dishonesty"], field("Cause")]
    games: Annotated[tuple[int, ...], field("Games", "Their numbers.", place=True)] = ()
    why: Annotated[str, field("Reason", option=True)] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        if not self.games:
            raise LeagueError(message("choose the games that are lost"))
        own = team_number(state, self.team)
        yield forfeit(state, self.fixture, self.games, own, self.cause, self.why)


class ForfeitLifted(OfFixture, frozen=True, tag="forfeit-lifted"):
    """The officer has games that were lost played after all.

    ``teams`` did not lose them, and the lateness of those ``excused`` costs nothing that night.
    """

    games: tuple[int, ...]
    teams: tuple[int, ...]
    why: str
    excused: tuple[int, ...] = ()

    def apply(self, state: League, at: float) -> League:
        league = state.with_fixture(
            self.fixture, lambda each: replace(each, excused=each.excused + self.excused)
        )
        return league.with_games(
            self.fixture, self.games, lambda each: each.played_after_all(self.teams)
        )

    def says(self, state: NamesTeams) -> Message:
        said = (
            message("{games} to be played after all", games=numbered(self.games))
            if self.games
            else message("no game lost")
        )
        if self.excused:
            excused = message("{teams} excused for coming late", teams=state.all_of(self.excused))
            said = joined((excused, said))
        return because(self.there(said), self.why)


def lift(league: League, number: int, games: tuple[int, ...], why: str) -> ForfeitLifted:
    """The officer has games that were lost played after all; lateness is then excused."""
    fixture = to_be_played(league, number)
    require_text(why, message("lifting a forfeit needs a reason"))
    there = [fixture.game(game) for game in sorted(set(games))]
    for game in there:
        if not game.lost:
            raise LeagueError(
                message(
                    "game {game} of fixture {number} is not forfeited",
                    game=game.number,
                    number=number,
                )
            )
        if game.cause in ("protest", "removal"):
            way = "rule on the protest again" if game.cause == "protest" else "undo the removal"
            raise LeagueError(
                message(
                    "game {game} was lost by {cause}: {way}",
                    game=game.number,
                    cause=Term(game.cause),
                    way=way,
                )
            )
    teams = tuple(sorted({team for game in there for team in game.lost}))
    late = {team for game in there if game.cause == "late" for team in game.lost}
    excused = tuple(sorted(late - set(fixture.excused)))
    return ForfeitLifted(number, tuple(each.number for each in there), teams, why, excused)


class LiftForfeit(LeagueCommand, frozen=True, tag="lift"):
    """Lift a forfeit, so that the games are played after all."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    games: Annotated[tuple[int, ...], field("Games", "Their numbers.", place=True)] = ()
    why: Annotated[str, field("Reason", option=True)] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        if not self.games:
            raise LeagueError(message("choose the games that are played after all"))
        lifted = lift(state, self.fixture, self.games, self.why)
        refuse_changed_winner(state, self.fixture, lifted)
        yield lifted


def excuse(league: League, number: int, team: int, why: str) -> ForfeitLifted:
    """The officer has a team's lateness cost nothing; what it lost by it is played after all."""
    fixture = to_be_played(league, number)
    league.side_of(fixture, team)
    require_text(why, message("excusing lateness needs a reason"))
    if team in fixture.excused:
        raise LeagueError(message("{team} is excused already", team=league.named(team)))
    games = lost_by_lateness(fixture, team)
    return ForfeitLifted(number, games, (team,), why, (team,))


class ExcuseLateness(LeagueCommand, frozen=True, tag="excuse"):
    """Excuse a team for being late; games lost by it are played after all."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    team: TeamField
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        lifted = excuse(state, self.fixture, team_number(state, self.team), self.why)
        refuse_changed_winner(state, self.fixture, lifted)
        yield lifted


def lost_by_lateness(fixture: Fixture, team: int) -> tuple[int, ...]:
    """The games a team lost because it was late."""
    return tuple(
        each.number for each in fixture.games if each.cause == "late" and team in each.lost
    )


def no_longer_lost(league: League, before: Fixture, after: Fixture, team: int) -> tuple[int, ...]:
    """The games written down as lost by lateness that other times of arrival do not lose."""
    late = {
        game.number
        for starts in after.nights
        for mark in missed(league, after, team, starts)
        for game in _games_of(league, after, starts, mark)
    }
    return tuple(game for game in lost_by_lateness(before, team) if game not in late)


class Noticed(OfFixture, frozen=True, tag="noticed"):
    """A team gave notice that it expects to forfeit."""

    notice: Notice

    def change(self, fixture: Fixture) -> Fixture:
        return replace(fixture, notices=(*fixture.notices, self.notice))

    def says(self, state: NamesTeams) -> Message:
        return self.there(
            message(
                "{team} expects to forfeit (said {how}, {when})",
                team=state.named(self.notice.team),
                how=Term(self.notice.channel),
                when=when_text(self.notice.when),
            )
        )


def give_notice(
    league: League, number: int, team: int, when: str, channel: Channel, why: str = ""
) -> Noticed:
    """A team says in advance that it expects to forfeit."""
    fixture = to_be_played(league, number)
    league.side_of(fixture, team)
    clause = league.plan.clause("league.notice")
    if fixture.begun or moment(when) >= moment(fixture.starts):
        raise LeagueError(message("notice has to be given before the night begins", clause))
    if _unanswered(fixture, team):
        raise LeagueError(message("{team} has given notice already", team=league.named(team)))
    return Noticed(number, Notice(team, when, channel, why))


class GiveNotice(LeagueCommand, frozen=True, tag="notice"):
    """Give notice that a team expects to forfeit."""

    fixture: FixtureNo
    team: TeamField
    channel: Annotated[Literal["email", "online"], field("How they told you")] = "email"
    why: Annotated[str, field("Reason", limits={"max_length": 400})] = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team_number(state, self.team), local_time(self.when, now)
        yield give_notice(state, self.fixture, own, when, self.channel, self.why)


class NoticeAnswered(OfFixture, frozen=True, tag="notice-answered"):
    """The officer made something of a notice; a new date comes with ``starts``."""

    team: int
    resolution: Resolution
    why: str
    starts: str = ""

    def change(self, fixture: Fixture) -> Fixture:
        notices = tuple(
            replace(each, resolution=self.resolution, answer=self.why)
            if each.team == self.team and each.resolution is None
            else each
            for each in fixture.notices
        )
        fixture = replace(fixture, notices=notices)
        if self.resolution == "new date":
            return fixture.on_a_new_date(self.starts)
        if self.resolution == "sub":
            return fixture
        games = tuple(
            replace(game, lost=(*game.lost, self.team), cause="notice", why=self.why)
            if self.team not in game.lost
            else game
            for game in fixture.games
        )
        return replace(fixture, games=games)

    def says(self, state: NamesTeams) -> Message:
        said = message(
            "{fixture}, {team}: {answer}",
            fixture=self.where,
            team=state.named(self.team),
            answer=Term(self.resolution),
        )
        return because(said, self.why)


def _unanswered(fixture: Fixture, team: int) -> Notice | None:
    """The notice of a team that nobody has answered."""
    open_ = (each for each in fixture.notices if each.team == team and each.resolution is None)
    return next(open_, None)


def open_notices(fixture: Fixture) -> tuple[Notice, ...]:
    """The notices still to be answered; a night that has begun has answered them itself."""
    begun = any(game.began or (game.lost and game.cause != "notice") for game in fixture.games)
    if begun or fixture.cancelled:
        return ()
    return tuple(each for each in fixture.notices if each.resolution is None)


def answer_notice(
    league: League, number: int, team: int, resolution: Resolution, why: str, starts: str = ""
) -> NoticeAnswered:
    """The officer allows a sub or a new date, or the games are forfeited."""
    fixture = to_be_played(league, number)
    plan = league.plan
    notice = _unanswered(fixture, team)
    if notice is None:
        raise LeagueError(message("there is no notice to answer"))
    if notice not in open_notices(fixture):
        raise LeagueError(message("fixture {number} has begun", number=number))
    require_text(why, message("an answer needs a reason"))
    clause = plan.clause("league.notice", 1)
    if resolution != "forfeit" and plan.play.notice == "nothing":
        raise LeagueError(message("notice does not replace the forfeit", clause))
    if resolution == "sub" and fixture.phase == "playoffs" and plan.play.subs != "always":
        raise LeagueError(message("no subs play in the playoffs", plan.clause("league.subs")))
    if resolution == "new date":
        starts = reschedule(league, number, starts, why, notice.when).starts
    return NoticeAnswered(number, team, resolution, why, starts)


class AnswerNotice(LeagueCommand, frozen=True, tag="answer"):
    """Answer a notice: a sub, a new date or the forfeit."""

    fixture: FixtureNo
    team: TeamField
    answer: Annotated[Literal["sub", "new-date", "forfeit"], field("Answer")]
    why: Why
    starts: Annotated[str, field("The new date")] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        answers: dict[str, Resolution] = {
            "sub": "sub", "new-date": "new date", "forfeit": "forfeit",
        }  # fmt: skip
        starts: Starts = self.starts if self.answer == "new-date" else ""
        own, answer = team_number(state, self.team), answers[self.answer]
        yield answer_notice(state, self.fixture, own, answer, self.why, starts)
