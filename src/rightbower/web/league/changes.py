"""What an entry would change in a league, shown before anybody agrees to it."""

from __future__ import annotations

from msgspec import Struct

from rightbower.tournament.dates import when_text
from rightbower.tournament.league.lists import result_text
from rightbower.tournament.league.state.league import League
from rightbower.tournament.league.table import standings


class Change(Struct, frozen=True):
    """What an entry changes: the thing, as it was and as it will be."""

    what: str
    before: str
    after: str


def changes(before: League, after: League) -> list[Change]:
    """What differs between two states of a league, as people see it."""
    found = []
    for old, new in zip(before.fixtures, after.fixtures, strict=False):
        what = f"{before.called(old)}, {when_text(old.starts)}"
        one, other = result_text(before, old) or "–", result_text(after, new) or "–"
        if one != other:
            found.append(Change(what, one, other))
        elif old != new:
            found.append(Change(what, "as it is", "changed"))
    shown = [_places(before), _places(after)]
    for team in dict.fromkeys((*shown[0], *shown[1])):
        one, other = shown[0].get(team, "–"), shown[1].get(team, "–")
        if one != other:
            found.append(Change(_name(before, after, team), one, other))
    found += _other_changes(before, after)
    return found


def _name(before: League, after: League, team: int) -> str:
    return (before if team <= len(before.teams) else after).team(team).name


def _places(league: League) -> dict[int, str]:
    return {
        place.team: f"{'removed' if place.rank is None else f'place {place.rank}'},"
        f" {place.won} game{'' if place.won == 1 else 's'} won, {place.points}–{place.against}"
        + (f", out of the {place.out}" if place.out else "")
        for place in standings(league)
    }


def _other_changes(before: League, after: League) -> list[Change]:
    counted = (
        ("Fixtures", len(before.fixtures), len(after.fixtures)),
        ("Teams", len(before.teams), len(after.teams)),
        ("Rounds of the playoffs", len(before.bracket), len(after.bracket)),
        ("Announcements", len(before.announcements), len(after.announcements)),
        ("Protests ruled on", _ruled(before), _ruled(after)),
        ("Protests", len(before.protests), len(after.protests)),
        ("Sanctions", len(before.sanctions), len(after.sanctions)),
        ("Decisions", len(before.decisions), len(after.decisions)),
        ("Players", _players(before), _players(after)),
        ("Signatures", _signed(before), _signed(after)),
    )
    return [Change(what, str(one), str(other)) for what, one, other in counted if one != other]


def _ruled(league: League) -> int:
    return sum(each.upheld is not None for each in league.protests)


def _players(league: League) -> int:
    return sum(len(team.members) for team in league.teams)


def _signed(league: League) -> int:
    return sum(bool(each.signed) for team in league.teams for each in team.members)
