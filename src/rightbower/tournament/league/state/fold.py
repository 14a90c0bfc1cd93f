"""The state of a league from its entries: each changes the value, nothing is decided here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.history import Undone, folded
from rightbower.tournament.league.state import facts, night_facts
from rightbower.tournament.league.state.facts import Entry, Fact, LeagueOpened
from rightbower.tournament.league.state.fixtures import Fixture
from rightbower.tournament.league.state.fold_night import at_a_fixture, changed_fixture, in_a_game
from rightbower.tournament.league.state.league import League, Unequal


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
