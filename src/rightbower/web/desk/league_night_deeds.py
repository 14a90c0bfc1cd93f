"""What the Gamer does on the night: arrivals, forfeits, line-ups, games, protests, each as its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rightbower.events.league import forfeits, night, protests, roster, sanctions
from rightbower.events.league.facts import Fact
from rightbower.events.league.fold import History
from rightbower.events.league.league import Fixture, LeagueError
from rightbower.web.desk.league_said import Said

Now = Callable[[], History]
Deed = Callable[[Now, Said], Iterator[Fact]]


def _fixture(now: Now, said: Said) -> Fixture:
    return now().league.fixture(said.number("fixture"))


def _arrive(now: Now, said: Said) -> Iterator[Fact]:
    names = said.many("player") + said.names("others")
    if not names:
        raise LeagueError("write the name of who came")
    fixture, team = _fixture(now, said), said.number("team")
    yield night.arrive(now().league, fixture.number, team, names, said.when(fixture))


def _arrive_all(now: Now, said: Said) -> Iterator[Fact]:
    """Everybody of the roster who is not here yet comes in together."""
    fixture, team = _fixture(now, said), said.number("team")
    night_of = fixture.night_of(said.when(fixture))
    here = {each.player.casefold() for each in fixture.came(team, night_of)}
    names = [
        each.name
        for each in now().league.team(team).members
        if each.kind == "roster" and not each.refused and each.name.casefold() not in here
    ]
    if not names:
        raise LeagueError("everybody of the roster is here already")
    yield night.arrive(now().league, fixture.number, team, names, said.when(fixture))


def _sub(now: Now, said: Said) -> Iterator[Fact]:
    """A sub is put down, signs with the Gamer and is here."""
    fixture, team, names = _fixture(now, said), said.number("team"), said.names("others")
    if len(names) != 1:
        raise LeagueError("write the name of the sub")
    name = names[0]
    when = said.when(fixture)
    if now().league.team(team).member(name) is None:
        yield roster.name_players(now().league, team, [name], when, sub=True)
    member = now().league.team(team).member(name)
    if member is not None and not member.signed:
        yield roster.sign(now().league, team, name, when, witness=said.officer)
    yield night.arrive(now().league, fixture.number, team, [name], when)


def _call(now: Now, said: Said) -> Iterator[Fact]:
    fixture = _fixture(now, said)
    yield from forfeits.due(now().league, fixture.number, said.when(fixture))


def lineups(said: Said) -> tuple[list[str], list[str]]:
    """Those ticked for both teams, and other names written beside them."""
    return (
        said.many("first") + said.names("first_other"),
        said.many("second") + said.names("second_other"),
    )


def _begin(now: Now, said: Said) -> Iterator[Fact]:
    fixture = _fixture(now, said)
    game = said.number("game")
    yield night.begin(now().league, fixture.number, game, lineups(said), said.when(fixture))


def _sheet(now: Now, said: Said) -> Iterator[Fact]:
    """The points of a night's sheet; a game that has not begun begins with the line-ups ticked."""
    number = _fixture(now, said).number
    found = False
    for each in _fixture(now, said).games:
        points = said.points(f"one{each.number}", f"other{each.number}")
        if points is None:
            continue
        found = True
        if not each.began and not each.lost:
            when = said.when(_fixture(now, said))
            yield night.begin(now().league, number, each.number, lineups(said), when)
        yield night.enter(now().league, number, each.number, points)
    if not found:
        raise LeagueError("write the points of a game first")


def _result(now: Now, said: Said) -> Iterator[Fact]:
    points = said.points("one", "other")
    if points is None:
        raise LeagueError("write the points of the game first")
    fixture, game = _fixture(now, said), said.number("game")
    side = fixture.side_of(said.number("team")) if said.text("team") else None
    yield night.enter(now().league, fixture.number, game, points, side)


def _confirm(now: Now, said: Said) -> Iterator[Fact]:
    yield night.confirm(now().league, said.number("fixture"), said.number("game"))


def _correct(now: Now, said: Said) -> Iterator[Fact]:
    points = said.points("one", "other")
    if points is None:
        raise LeagueError("write the points as they should be")
    fixture, game = said.number("fixture"), said.number("game")
    yield night.correct(now().league, fixture, game, points, said.text("why"))


def _stand_in(now: Now, said: Said) -> Iterator[Fact]:
    yield night.stand_in(
        now().league,
        said.number("fixture"),
        said.number("game"),
        said.number("team"),
        said.text("out"),
        said.text("player"),
        said.text("why"),
    )


def _forfeit(now: Now, said: Said) -> Iterator[Fact]:
    games = tuple(Said.points_of(game) for game in said.many("games"))
    if not games:
        raise LeagueError("choose the games that are lost")
    cause = said.one_of("cause", ("conduct", "dishonesty"))
    yield forfeits.forfeit(
        now().league,
        said.number("fixture"),
        games,
        said.number("team"),
        "dishonesty" if cause == "dishonesty" else "conduct",
        said.text("why"),
    )


def _deduct(now: Now, said: Said) -> Iterator[Fact]:
    fixture = _fixture(now, said)
    yield sanctions.deduct(
        now().league,
        fixture.number,
        said.number("game"),
        said.number("team"),
        said.number("taken"),
        said.number("score"),
        said.text("why"),
        said.when(fixture),
    )


def _protest(now: Now, said: Said) -> Iterator[Fact]:
    fixture = _fixture(now, said)
    kind = said.one_of("kind", ("eligibility", "other"))
    yield protests.protest(
        now().league,
        fixture.number,
        said.number("game"),
        said.number("team"),
        "eligibility" if kind == "eligibility" else "other",
        said.when(fixture),
        said.text("why"),
        said.text("player"),
    )


DEEDS: Final[Mapping[str, Deed]] = {
    "arrive": _arrive,
    "arrive-all": _arrive_all,
    "sub": _sub,
    "call": _call,
    "begin": _begin,
    "sheet": _sheet,
    "result": _result,
    "confirm": _confirm,
    "correct": _correct,
    "stand-in": _stand_in,
    "forfeit": _forfeit,
    "deduct": _deduct,
    "protest": _protest,
}
