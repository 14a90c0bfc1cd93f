"""What can be done in a league from the terminal: each word, what it takes, the facts it makes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from rightbower.events.league import forfeits, night, offences, protests, roster, sanctions
from rightbower.events.league.facts import Fact
from rightbower.events.league.league import League, LeagueError
from rightbower.events.league.playoffs import draw, send_through
from rightbower.events.league.season import enter_team, reschedule, schedule
from rightbower.events.league.table import place_level

Now = Callable[[], League]
Args = argparse.Namespace


class Take(NamedTuple):
    """One argument of a word."""

    names: tuple[str, ...]
    options: dict[str, Any]


class Deed(NamedTuple):
    """A thing done: ``make`` gives its facts one by one, asking each time how the league stands."""

    does: str
    takes: tuple[Take, ...]
    make: Callable[[Now, Args], Iterable[Fact]]


def _take(*names: str, **options: Any) -> Take:
    return Take(names, options)


FIXTURE = _take("fixture", type=int, help="the fixture's number")
GAME = _take("game", type=int, help="1, 2 or 3")
TEAM = _take("team", help="the team's name or number")
PLAYER = _take("player")
WHY = _take("--why", required=True, help="the reason, which is kept")
MAYBE_WHY = _take("--why", default="")
POINTS = _take("points", help="such as 10-7, the team named first in the fixture first")


def team(league: League, text: str) -> int:
    """A team by its number or its name."""
    for each in league.teams:
        if text == str(each.number) or text.casefold() == each.name.casefold():
            return each.number
    raise LeagueError(f"there is no team {text}")


def points(text: str) -> tuple[int, int]:
    """Points such as 10-7."""
    parts = text.replace("–", "-").split("-")
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        raise LeagueError(f"{text!r} is no result; write 10-7")
    return int(parts[0]), int(parts[1])


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _enter(now: Now, args: Args) -> Iterator[Fact]:
    for name in args.name:
        yield enter_team(now(), name)


def _players(now: Now, args: Args) -> Iterator[Fact]:
    own = team(now(), args.team)
    yield roster.name_players(now(), own, args.player, args.when, sub=args.sub)
    for name in args.player if args.signed else ():
        yield roster.sign(now(), own, name, args.when, witness=args.witness)


def _begin(now: Now, args: Args) -> Iterator[Fact]:
    """Players of the line-ups who have not been checked in are taken to be there from the start."""
    league = now()
    fixture = league.fixture(args.fixture)
    lineups = (_names(args.first), _names(args.second))
    starts = fixture.starts_of(args.game)
    for own, names in zip(fixture.teams, lineups, strict=True):
        here = {each.player.casefold() for each in fixture.came(own, starts)}
        new = [name for name in names if name.casefold() not in here]
        if new and args.on_time:
            yield night.arrive(now(), args.fixture, own, new, starts)
    yield night.begin(now(), args.fixture, args.game, lineups, args.when)


def _result(now: Now, args: Args) -> Iterator[Fact]:
    side = None
    if args.team:
        side = now().fixture(args.fixture).side_of(team(now(), args.team))
    yield night.enter(now(), args.fixture, args.game, points(args.points), side)


def _confirm(now: Now, args: Args) -> Iterator[Fact]:
    side = None
    if args.team:
        side = now().fixture(args.fixture).side_of(team(now(), args.team))
    yield night.confirm(now(), args.fixture, args.game, side)


def _sanction(now: Now, args: Args) -> Iterator[Fact]:
    yield sanctions.sanction(
        now(),
        team(now(), args.team),
        args.player,
        args.penalty,
        args.scope,
        args.why,
        fixture=args.fixture,
        game=args.game,
        until=args.until,
        when=args.when,
    )


def _protest(now: Now, args: Args) -> Iterator[Fact]:
    by = team(now(), args.team)
    yield protests.protest(
        now(), args.fixture, args.game, by, args.kind, args.when, args.why, args.player
    )


def _notice(now: Now, args: Args) -> Iterator[Fact]:
    own = team(now(), args.team)
    yield forfeits.give_notice(now(), args.fixture, own, args.when, args.channel, args.why)


def _answer(now: Now, args: Args) -> Iterator[Fact]:
    own = team(now(), args.team)
    chosen = args.answer.replace("-", " ")
    yield forfeits.answer_notice(now(), args.fixture, own, chosen, args.why, args.starts)


def _deduct(now: Now, args: Args) -> Iterator[Fact]:
    own = team(now(), args.team)
    yield sanctions.deduct(
        now(), args.fixture, args.game, own, args.taken, args.score, args.why, args.when
    )


def _decide(now: Now, args: Args) -> Iterator[Fact]:
    own = team(now(), args.team)
    yield offences.decide(now(), own, args.about.replace("-", " "), args.what == "remove", args.why)


DEEDS: dict[str, Deed] = {
    "teams": Deed("enter teams", (_take("name", nargs="+"),), _enter),
    "players": Deed(
        "put players down for a team",
        (
            TEAM,
            _take("player", nargs="+"),
            _take("--sub", action="store_true", help="as subs"),
            _take("--signed", action="store_true", help="they have signed the waiver"),
            _take("--witness", default="", help="who took the signatures, once they were due"),
        ),
        _players,
    ),
    "sign": Deed(
        "a player signs the waiver",
        (TEAM, PLAYER, _take("--witness", default="", help="who took the signature")),
        lambda now, args: [
            roster.sign(now(), team(now(), args.team), args.player, args.when, witness=args.witness)
        ],
    ),
    "refuse": Deed(
        "a player will not sign",
        (TEAM, PLAYER),
        lambda now, args: [roster.refuse_to_sign(now(), team(now(), args.team), args.player)],
    ),
    "add": Deed(
        "put a sub on the roster",
        (TEAM, PLAYER, WHY),
        lambda now, args: [
            roster.add_to_roster(now(), team(now(), args.team), args.player, args.why)
        ],
    ),
    "calendar": Deed(
        "make the calendar of the season",
        (
            _take("first", help="the first night, such as 2027-01-12T19:00"),
            _take("--weeks", type=int, help="until all have met, if not said"),
            _take("--skip", action="append", default=[], metavar="DATE", help="no play that day"),
        ),
        lambda now, args: [schedule(now(), args.first, args.weeks, args.skip)],
    ),
    "move": Deed(
        "give a fixture another date",
        (FIXTURE, _take("starts"), WHY),
        lambda now, args: [reschedule(now(), args.fixture, args.starts, args.why, args.when)],
    ),
    "notice": Deed(
        "a team expects to forfeit",
        (
            FIXTURE,
            TEAM,
            _take("--channel", choices=("online", "email"), default="email"),
            MAYBE_WHY,
        ),
        _notice,
    ),
    "answer": Deed(
        "answer a notice",
        (
            FIXTURE,
            TEAM,
            _take("answer", choices=("sub", "new-date", "forfeit")),
            _take("--starts", default="", help="the new date"),
            WHY,
        ),
        _answer,
    ),
    "arrive": Deed(
        "players are here",
        (FIXTURE, TEAM, _take("player", nargs="+")),
        lambda now, args: [
            night.arrive(now(), args.fixture, team(now(), args.team), args.player, args.when)
        ],
    ),
    "call": Deed(
        "write down the games lost by lateness",
        (FIXTURE,),
        lambda now, args: list(forfeits.due(now(), args.fixture, args.when)),
    ),
    "begin": Deed(
        "a game begins",
        (
            FIXTURE,
            GAME,
            _take("first", help="two players of the team named first, with a comma between"),
            _take("second", help="two players of the other team"),
            _take("--on-time", action="store_true", help="whoever is not checked in came on time"),
        ),
        _begin,
    ),
    "result": Deed(
        "the points of a game",
        (FIXTURE, GAME, POINTS, _take("--team", default="", help="the team that enters them")),
        _result,
    ),
    "confirm": Deed(
        "stand by the points",
        (FIXTURE, GAME, _take("--team", default="", help="the team that confirms them")),
        _confirm,
    ),
    "correct": Deed(
        "put points right",
        (FIXTURE, GAME, POINTS, WHY),
        lambda now, args: [
            night.correct(now(), args.fixture, args.game, points(args.points), args.why)
        ],
    ),
    "stand-in": Deed(
        "another player plays on",
        (FIXTURE, GAME, TEAM, _take("out"), _take("player"), WHY),
        lambda now, args: [
            night.stand_in(
                now(),
                args.fixture,
                args.game,
                team(now(), args.team),
                args.out,
                args.player,
                args.why,
            )
        ],
    ),
    "forfeit": Deed(
        "a team loses games for conduct or dishonesty",
        (
            FIXTURE,
            TEAM,
            _take("cause", choices=("conduct", "dishonesty")),
            _take("game", type=int, nargs="+"),
            WHY,
        ),
        lambda now, args: [
            forfeits.forfeit(
                now(), args.fixture, tuple(args.game), team(now(), args.team), args.cause, args.why
            )
        ],
    ),
    "deduct": Deed(
        "signalling costs points",
        (
            FIXTURE,
            GAME,
            TEAM,
            _take("taken", type=int, help="the points taken"),
            _take("score", type=int, help="what the team has now"),
            WHY,
        ),
        _deduct,
    ),
    "sanction": Deed(
        "suspend, eject or expel a player",
        (
            TEAM,
            PLAYER,
            _take("penalty", choices=("suspension", "ejection", "expulsion")),
            _take("scope", choices=("game", "fixture", "league")),
            _take("--fixture", type=int, default=0),
            _take("--game", type=int, default=0),
            _take("--until", type=int, default=0, help="the last week of a suspension"),
            WHY,
        ),
        _sanction,
    ),
    "expel": Deed(
        "expel a team for dishonesty",
        (TEAM, WHY),
        lambda now, args: [sanctions.expel_team(now(), team(now(), args.team), args.why)],
    ),
    "protest": Deed(
        "lodge a protest",
        (
            FIXTURE,
            GAME,
            TEAM,
            _take("kind", choices=("eligibility", "other")),
            _take("--player", default="", help="who is challenged"),
            WHY,
        ),
        _protest,
    ),
    "evidence": Deed(
        "the challenged player's written name and email",
        (_take("protest", type=int), _take("name"), _take("email")),
        lambda now, args: [
            protests.give_evidence(now(), args.protest, args.name, args.email, args.when)
        ],
    ),
    "rule": Deed(
        "rule on a protest",
        (_take("protest", type=int), _take("ruling", choices=("upheld", "rejected")), WHY),
        lambda now, args: [protests.rule(now(), args.protest, args.ruling == "upheld", args.why)],
    ),
    "move-games": Deed(
        "move the games after an upheld protest",
        (_take("protest", type=int), _take("starts"), WHY),
        lambda now, args: [protests.move_later_games(now(), args.protest, args.starts, args.why)],
    ),
    "decide": Deed(
        "take or leave a step that is offered",
        (
            TEAM,
            _take("about", help="such as offence-2"),
            _take("what", choices=("remove", "keep")),
            WHY,
        ),
        _decide,
    ),
    "place": Deed(
        "put level teams in order",
        (_take("team", nargs="+"), WHY),
        lambda now, args: [place_level(now(), [team(now(), each) for each in args.team], args.why)],
    ),
    "announce": Deed(
        "tell the league of a rule",
        (_take("text"), _take("--date", help="the day it is told; today if not said")),
        lambda now, args: [sanctions.announce(now(), args.text, args.date or args.when[:10])],
    ),
    "playoffs": Deed(
        "draw the first or the next round of the playoffs",
        (_take("starts"),),
        lambda now, args: [draw(now(), args.starts)],
    ),
    "through": Deed(
        "say who goes on where a playoff is left open",
        (FIXTURE, TEAM, WHY),
        lambda now, args: [send_through(now(), args.fixture, team(now(), args.team), args.why)],
    ),
}
