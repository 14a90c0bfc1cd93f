"""What a league shows: score sheets, results, and lists of teams before they are imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from rightbower.rules.message import UNSAID, Message, OneOf, Term, because, cited, joined, message
from rightbower.tournament.contest import NO, YES, Fact, Preview, yes_or_no
from rightbower.tournament.events.name_lists import people
from rightbower.tournament.league.fixtures import Fixture, numbered
from rightbower.tournament.league.league import League
from rightbower.tournament.league.outcome import games_won, score
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.roster import name_players, sign
from rightbower.tournament.league.season import enter_team, moment, tidy

# What a column may be headed, for each thing we look for.
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "team": ("team name", "club"),
    "player": ("name", "player name", "member"),
    "sub": ("substitute",),
    "signed": ("waiver", "waiver signed"),
    "witness": ("signed with", "taken by"),
    "email": ("e-mail", "mail", "address"),
    "first name": ("first", "given name", "forename"),
    "last name": ("last", "surname", "family name"),
}


NEEDED: Final = ("team",)


class PlayerRow(Struct, frozen=True):
    """One row as it was read; an empty ``fault`` means that it can be imported."""

    row: int
    team: str
    player: str
    remark: Message = UNSAID
    fault: Message = UNSAID


class RosterPreview(Preview[PlayerRow], frozen=True):
    """What importing the rows would do; ``facts`` are those of the good rows, in order."""

    facts: tuple[Fact, ...] = ()


def preview(
    league: League, rows: Sequence[Mapping[str, str]], when: str, numbers: Sequence[int] = ()
) -> RosterPreview:
    """Read rows of a team and a player each; a team that is not there yet joins.

    ``numbers`` are the rows' places in their file, from 1 on where they are not given.
    """
    lines: list[PlayerRow] = []
    facts: list[Fact] = []
    for number, row in zip(numbers or range(1, len(rows) + 1), rows, strict=True):
        if not any(row.values()):
            continue
        team, player = tidy(row.get("team", "")), tidy(_written(row))
        try:
            player = _player(player)
            league, made = _taken(league, team, player, row, when)
        except LeagueError as fault:
            lines.append(PlayerRow(number, team, player, fault=fault.said))
            continue
        facts += made
        lines.append(PlayerRow(number, team, player, _remark(league, team, player)))
    return RosterPreview(tuple(lines), tuple(facts))


def _written(row: Mapping[str, str]) -> str:
    """The player's name as the row has it, in one column or in two."""
    return row.get("player", "") or f"{row.get('first name', '')} {row.get('last name', '')}"


def _player(text: str) -> str:
    """The one player a text names, first name first."""
    found = people(text, heading="name")
    if not found.names:
        raise LeagueError(message("a player needs a name"))
    if found.doubt or len(found.names) > 1:
        raise LeagueError(
            message("{text} may be more than one player; write one a row, like Ida Lamb", text=text)
        )
    if found.fault:
        raise LeagueError(found.fault)
    return found.names[0]


def _taken(
    league: League, team: str, player: str, row: Mapping[str, str], when: str
) -> tuple[League, list[Fact]]:
    """The league with one row more, and the facts that made it."""
    facts: list[Fact] = []

    def write(fact: Fact) -> League:
        facts.append(fact)
        after: League = fact.apply(league, 0.0)
        return after

    if _number(league, team) is None:
        league = write(enter_team(league, team))
    own = _number(league, team)
    assert own is not None
    sub = bool(yes_or_no(row.get("sub", ""), LeagueError, "sub"))
    league = write(name_players(league, own, [player], when, sub=sub))
    signed = row.get("signed", "")
    if signed.strip().casefold() not in ("", *NO):
        at = when if signed.strip().casefold() in YES else moment(signed.strip()).isoformat()
        witness, email = row.get("witness", ""), row.get("email", "")
        league = write(sign(league, own, player, at, witness=witness, email=email))
    return league, facts


def _number(league: League, name: str) -> int | None:
    wanted = name.casefold()
    return next((team.number for team in league.teams if team.name.casefold() == wanted), None)


def _remark(league: League, team: str, player: str) -> Message:
    """How the row was understood."""
    own = _number(league, team)
    assert own is not None
    member = league.team(own).member(player)
    assert member is not None
    kind = Term(member.kind)
    if member.signed:
        return message("{kind}, signed", kind=kind)
    return message("{kind}, has still to sign", kind=kind)


class ScoreSheet(Struct, frozen=True):
    """The sheet of one game: who plays, to how many points, and what came of it."""

    fixture: int
    game: int
    starts: str
    teams: tuple[str, str]
    players: tuple[tuple[str, ...], tuple[str, ...]]
    target: int | None
    points: tuple[int, int] | None
    note: Message


def moved_games(fixture: Fixture) -> dict[str, list[int]]:
    """The games that were moved to another day, by their new time."""
    found: dict[str, list[int]] = {}
    for game in fixture.games:
        if game.moved:
            found.setdefault(game.moved, []).append(game.number)
    return found


def moved_games_text(fixture: Fixture) -> tuple[Message, ...]:
    """The games that were moved and are still to be played, a line for each new time."""
    return tuple(
        message("{games} on {when}", games=numbered(left), when=" ".join(starts.split("T")))
        for starts, games in moved_games(fixture).items()
        if (left := [number for number in games if fixture.game(number).open])
    )


def result_text(league: League, fixture: Fixture) -> Message | None:
    """What came of a fixture, in few words; nothing before a game is over."""
    if fixture.cancelled:
        return because(message("not played"), fixture.cancelled)
    if fixture.void:
        return because(message("does not count"), fixture.void)
    scores = [score(fixture, game, league.plan) for game in fixture.games]
    if not any(scores):
        return None
    shown = ", ".join(f"{each[0]}–{each[1]}" if each else "…" for each in scores)
    one, other = games_won(fixture)
    return joined([f"{one}–{other} ({shown})", *moved_games_text(fixture)])


def score_sheets(league: League, number: int) -> tuple[ScoreSheet, ...]:
    """A sheet for every game of a fixture, where the book has sheets."""
    plan = league.plan
    if plan.play.sheets == "none":
        return ()
    fixture = league.fixture(number)
    one, other = (league.team(each).name for each in fixture.teams)
    note = message(
        "No sheet? Ask the {officer} ({clause}).",
        officer=Term(plan.officer),
        clause=cited(plan.clause("league.sheets")),
    )
    return tuple(
        ScoreSheet(
            number,
            game.number,
            fixture.starts_of(game.number),
            (one, other),
            game.lineups,
            plan.target,
            score(fixture, game, plan),
            note,
        )
        for game in fixture.games
    )


def whom_to_ask(league: League) -> tuple[Message, ...]:
    """Who helps on the night, where questions go, and the spirit of it."""
    plan = league.plan
    path = "league.officer_on_site"
    lines = []
    if plan.play.officer_on_site:
        lines.append(
            message(
                "The {officer} is there on the night to help ({clause}).",
                officer=Term(plan.officer),
                clause=cited(plan.clause(path)),
            )
        )
    asked = tuple(filter(None, (plan.page, plan.email)))
    if asked:
        lines.append(
            message(
                "Questions go to {asked} ({clause}).",
                asked=OneOf(asked),
                clause=cited(plan.clause(path, 1)),
            )
        )
    if plan.email:
        lines.append(
            message(
                "What is too awkward for the {officer} goes to {email} ({clause}).",
                officer=Term(plan.officer),
                email=plan.email,
                clause=cited(plan.clause(path, 2)),
            )
        )
    lines.append(
        message(
            "Fun comes first; compete in good spirit ({clause}).",
            clause=cited(plan.clause("league.sanctions", 1)),
        )
    )
    return tuple(lines)
