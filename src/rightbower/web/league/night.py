"""A fixture as the Gamer sees it on the night: who is here, who may play, what lateness costs."""

from __future__ import annotations

from msgspec import Struct

from rightbower.rules.message import UNSAID, Joined, Message, Term, because, joined, message
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.forfeits import due
from rightbower.tournament.league.league import League
from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.roster import barred, player_objection
from rightbower.web.league.views import FixtureView, fixture_view
from rightbower.web.pages.desk_pages import FilledForm


class NightPlayerView(Struct, frozen=True):
    """A player on the night: ``bar`` says why this one may not play now, ``due`` to sign first."""

    name: str
    kind: str
    here: bool
    signed: bool
    refused: bool
    bar: Message
    picked: bool
    came: str = ""


class NightView(Struct, frozen=True):
    """A fixture on the night: both teams' players, the next game, what lateness costs by now."""

    fixture: Fixture
    seen: FixtureView
    players: tuple[tuple[NightPlayerView, ...], tuple[NightPlayerView, ...]]
    next_game: int
    playing: int
    due: tuple[Message, ...]
    over: bool
    late: tuple[int, ...]
    forfeited: bool
    paper: bool


def night_view(league: League, there: Fixture, now: str, said: FilledForm) -> NightView:
    """A fixture as the Gamer sees it at a local time."""
    open_ = [game.number for game in there.games if not game.began and not game.lost]
    playing = next((game.number for game in there.games if game.playing), 0)
    game = open_[0] if open_ else 0
    sides = tuple(_players(league, there, game, side, said) for side in range(len(there.teams)))
    late = due(league, there.number, now) if there.starts[:10] <= now[:10] else ()
    says = tuple(because(_capital_games(each.games), each.why) for each in late)
    seen = fixture_view(league, there, now)
    finished = over(there, league.plan)
    return NightView(
        there,
        seen,
        (sides[0], sides[1]),
        game,
        playing,
        says,
        finished,
        tuple(sorted({team for each in late for team in each.teams})),
        any(each.cause == "late" for each in there.games),
        bool(game) and not there.cancelled and not finished and _for_paper(there, now),
    )


def _capital_games(numbers: tuple[int, ...]) -> Message:
    """Games at the beginning of a line."""
    shown = Joined(numbers, ", ")
    if len(numbers) > 1:
        return message("Games {numbers}", numbers=shown)
    return message("Game {numbers}", numbers=shown)


def _for_paper(there: Fixture, now: str) -> bool:
    """Whether a sheet filled in on paper may lie here: the night has come, and a side is not in."""
    come = there.next_start <= now
    return come and not all(there.came(team, there.next_start) for team in there.teams)


def _players(
    league: League, there: Fixture, game: int, side: int, said: FilledForm
) -> tuple[NightPlayerView, ...]:
    """The players of a team and others who came for it; two are ticked to play the next game."""
    number = there.teams[side]
    own = league.team(number)
    here = [each.player for each in league.came(there, number, there.next_start)]
    names = [each.name for each in own.members]
    names += [name for name in here if own.member(name) is None]
    came = {
        each.player.casefold(): each.when[11:16]
        for each in league.came(there, number, there.next_start)
    }
    picked = _picked(league, there, side, here, game, said)
    found = []
    for name in names:
        member = own.member(name)
        barring = barred(league, there, game, number, name) if game else None
        bar = UNSAID
        if barring:
            bar = joined((Term(barring.penalty),)).by(barring.clause)
        found.append(
            NightPlayerView(
                name,
                member.kind if member else "not on the list",
                name.casefold() in came,
                bool(member and member.signed),
                bool(member and member.refused),
                bar or player_objection(league, there, own, name) or UNSAID,
                name.casefold() in picked,
                came.get(name.casefold(), ""),
            )
        )
    return tuple(found)


def _picked(
    league: League, there: Fixture, side: int, here: list[str], game: int, said: FilledForm
) -> set[str]:
    """Who was ticked a moment ago, else who played the game before, else the first who may play."""
    said_now = said.many("first" if side == 0 else "second")
    if said_now and said.text("fixture") == str(there.number):
        return {name.casefold() for name in said_now}
    before = [each.lineups[side] for each in there.games if each.lineups[side]]
    if before:
        return {name.casefold() for name in before[-1]}
    own = league.team(there.teams[side])
    fit = [
        name
        for name in here
        if not player_objection(league, there, own, name)
        and barred(league, there, game, own.number, name) is None
    ]
    return {name.casefold() for name in fit[: league.plan.play.players]}
