"""A night as a team's captain sees it on the phone: the one thing to do first."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.tournament.dates import when_text
from rightbower.tournament.league.outcome import games_won, over
from rightbower.tournament.league.roster import unsigned
from rightbower.tournament.league.season import first_night, moment
from rightbower.tournament.league.state.fixtures import Fixture, FixtureGame
from rightbower.tournament.league.state.league import League, Protest
from rightbower.web.league.access import FilledForm
from rightbower.web.league.night import NightPlayerView, night_view

CaptainStep = Literal["none", "line-up", "wait", "play", "theirs", "ours", "disputed"]


class CaptainView(Struct, frozen=True):
    """What a captain's phone shows; points are ours and theirs."""

    step: CaptainStep
    fixture: int = 0
    against: str = ""
    when: str = ""
    game: int = 0
    points: tuple[int, int] | None = None
    shown: str = ""
    why: str = ""
    players: tuple[NightPlayerView, ...] = ()
    named: tuple[str, ...] = ()
    won: tuple[int, int] = (0, 0)
    keys: tuple[int, ...] = ()
    to_sign: tuple[str, ...] = ()
    with_officer: bool = False
    games: tuple[int, ...] = ()
    to_come: int = 0
    protests: tuple[str, ...] = ()


def own_fixture(league: League, team: int) -> Fixture | None:
    """The team's next fixture that is not over."""
    open_ = [each for each in league.fixtures if team in each.teams and not over(each, league.plan)]
    return min(open_, key=lambda each: each.next_start, default=None)


def captain_view(league: League, team: int, now: str) -> CaptainView:
    """The captain's phone at a local time."""
    to_sign = tuple(each.name for each in unsigned(league, team) if not each.refused)
    due = first_night(league, team)
    late = due is not None and moment(now).date() > due
    fixture, said = own_fixture(league, team), protests_said(league, team, now)
    if fixture is None:
        return CaptainView("none", to_sign=to_sign, with_officer=late, protests=said)
    side = fixture.side_of(team)
    step, game = _step(fixture, side)
    points = game.points and (game.points[side], game.points[1 - side])
    won = games_won(fixture)
    return CaptainView(
        step,
        fixture.number,
        league.team(fixture.other(team)).name,
        when_text(fixture.next_start),
        game.number,
        points or None,
        f"{game.points[0]}-{game.points[1]}" if game.points else "",
        game.dispute,
        tuple(each for each in night_view(league, fixture, now, FilledForm()).players[side]),
        game.named[side],
        (won[side], won[1 - side]),
        _keys(league),
        to_sign,
        late,
        tuple(each.number for each in fixture.games if not each.stands),
        next((each.number for each in fixture.games if not each.began), 0),
        said,
    )


def protests_said(league: League, team: int, now: str) -> tuple[str, ...]:
    """What became of the protests by and against a team: those of today, and those that wait."""
    own = [each for each in league.protests if team in (each.by, each.against)]
    return tuple(
        _protest_said(league, each, team)
        for each in own
        if each.when[:10] == now[:10] or (each.upheld is None and not each.informal)
    )


def _protest_said(league: League, protest: Protest, team: int) -> str:
    who = "Your protest" if protest.by == team else f"{league.team(protest.by).name} protest"
    officer = league.plan.officer
    if protest.upheld is not None:
        word = "upheld" if protest.upheld else "rejected"
        state = f"the {officer} {word} it: {protest.ruling}."
    elif protest.informal:
        state = f"{protest.informal}."
    else:
        state = f"it waits for the {officer}’s ruling."
    return f"{who}, game {protest.game}, “{protest.why}”: {state}"


def _step(fixture: Fixture, side: int) -> tuple[CaptainStep, FixtureGame]:
    """The game that waits for this side, and for what."""
    for game in fixture.games:
        if game.points is not None and not game.stands:
            if game.dispute:
                return "disputed", game
            return ("ours" if game.side == side else "theirs"), game
    for game in fixture.games:
        if game.playing:
            return "play", game
    game = next(each for each in fixture.games if each.open)
    return ("wait" if game.named[side] else "line-up"), game


def _keys(league: League) -> tuple[int, ...]:
    """The points that a game can end with, the most first, for the pads."""
    plan = league.plan
    if plan.target is None:
        return ()
    most = plan.target if plan.capped else plan.target - 1 + plan.most_in_a_deal
    return tuple(range(most, -1, -1))
