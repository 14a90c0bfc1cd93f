"""An independent reckoning of a league from its raw entries: nothing of the league's own code.

It reads the journal's JSON as plain lists and dictionaries and counts everything again.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

Raw = dict[str, Any]
MARKS = (10, 20, 30)
GIVEN = 10


def counting(bodies: Iterable[bytes]) -> list[Raw]:
    """The facts that were not undone, in order."""
    kept: dict[int, Raw] = {}
    for number, body in enumerate(bodies, 1):
        fact = json.loads(body)["fact"]
        if fact["type"] == "undone":
            kept.pop(fact["entry"])
        else:
            kept[number] = fact
    return list(kept.values())


class Ledger:
    """Fixtures with the loser's side of every game, gathered from the facts."""

    def __init__(self, facts: Sequence[Raw]) -> None:
        self.facts = facts
        self.teams = [fact["team"]["number"] for fact in facts if fact["type"] == "team-entered"]
        self.fixtures: dict[int, Raw] = {}
        self.byes: list[list[int]] = []
        self.points: dict[tuple[int, int], tuple[int, int]] = {}
        self.lost: dict[tuple[int, int], tuple[set[int], str]] = {}
        self.lineups: dict[tuple[int, int], Any] = {}
        self.members: dict[tuple[int, str], Raw] = {}
        self.cancelled: set[int] = set()
        self.waiting: dict[tuple[int, int], tuple[int, int]] = {}
        self.protests: dict[int, Raw] = {}
        self.arrivals: dict[int, list[Raw]] = {}
        for fact in facts:
            getattr(self, "_" + fact["type"].replace("-", "_"), lambda _: None)(fact)

    def _scheduled(self, fact: Raw) -> None:
        self.fixtures |= {each["number"]: each for each in fact["fixtures"]}
        self.byes = fact["byes"]

    def _playoffs_drawn(self, fact: Raw) -> None:
        self.fixtures |= {each["number"]: each for each in fact["fixtures"]}

    def _named(self, fact: Raw) -> None:
        self.members |= {(fact["team"], each["name"]): each for each in fact["members"]}

    def _rescheduled(self, fact: Raw) -> None:
        self.fixtures[fact["fixture"]]["starts"] = fact["starts"]
        self.arrivals[fact["fixture"]] = []

    def _notice_answered(self, fact: Raw) -> None:
        if fact["resolution"] == "new date":
            self._rescheduled(fact)
        if fact["resolution"] == "forfeit":
            for game in (1, 2, 3):
                losers, _ = self.lost.get((fact["fixture"], game), (set(), ""))
                self.lost[fact["fixture"], game] = (losers | {fact["team"]}, "notice")

    def _arrived(self, fact: Raw) -> None:
        self.arrivals.setdefault(fact["fixture"], []).extend(fact["arrivals"])

    def _forfeited(self, fact: Raw) -> None:
        for game in fact["games"]:
            self.lost[fact["fixture"], game] = (set(fact["teams"]), fact["cause"])

    def _protested(self, fact: Raw) -> None:
        self.protests[fact["protest"]["number"]] = fact["protest"]

    def _protest_ruled(self, fact: Raw) -> None:
        if fact["upheld"]:
            there = self.protests[fact["protest"]]
            assert self.fixtures[there["fixture"]]["phase"] == "playoffs"
            key = there["fixture"], there["game"]
            self.lost.setdefault(key, ({there["against"]}, "protest"))

    def _began(self, fact: Raw) -> None:
        key = fact["fixture"], fact["game"]
        phase = self.fixtures[key[0]]["phase"]
        for team, names in zip(self.fixtures[key[0]]["teams"], fact["lineups"], strict=True):
            assert len(set(names)) == 2
            for name in names:
                member = self.members[team, name]
                assert member["signed"], name
                assert phase == "season" or member.get("kind", "roster") == "roster", name
        self.lineups[key] = fact["lineups"]

    def _result_entered(self, fact: Raw) -> None:
        key = fact["fixture"], fact["game"]
        kept = self.points if fact["side"] is None else self.waiting
        kept[key] = (fact["points"][0], fact["points"][1])

    def _result_confirmed(self, fact: Raw) -> None:
        key = fact["fixture"], fact["game"]
        self.points[key] = self.waiting.pop(key)

    def _result_corrected(self, fact: Raw) -> None:
        self.points[fact["fixture"], fact["game"]] = (fact["points"][0], fact["points"][1])

    def _decided(self, fact: Raw) -> None:
        self.cancelled |= set(fact["cancel"])
        for key in ((fixture, game) for fixture in fact["lose"] for game in (1, 2, 3)):
            if key not in self.points and key not in self.waiting:
                self.lost.setdefault(key, ({fact["decision"]["team"]}, "removal"))

    def score(self, fixture: int, game: int) -> tuple[int, int] | None:
        """The points that count."""
        if (fixture, game) in self.lost:
            losers, _ = self.lost[fixture, game]
            if len(losers) == 2:
                return 0, 0
            one, _ = self.fixtures[fixture]["teams"]
            return (0, GIVEN) if one in losers else (GIVEN, 0)
        return self.points.get((fixture, game))

    def offences(self) -> Counter[int]:
        """Nights of the season on which a team lost a game by absence."""
        nights = {
            (fixture, team)
            for (fixture, _), (losers, cause) in self.lost.items()
            if cause in ("late", "notice") and self.fixtures[fixture]["phase"] == "season"
            for team in losers
        }
        return Counter(team for fixture, team in nights if fixture not in self.cancelled)


def check(bodies: Sequence[bytes], whole: Raw) -> None:
    """Hold the league's own answers against the reckoning from its entries."""
    ledger = Ledger(counting(bodies))
    check_calendar(ledger)
    check_lateness(ledger)
    check_totals(ledger, whole["standings"])
    check_order(ledger, whole["standings"])
    done = Counter(each["team"] for each in whole["offences"])
    assert done == ledger.offences()
    check_playoffs(ledger, whole)


def check_calendar(ledger: Ledger) -> None:
    """Nobody plays twice in a week, all are there or have a bye, and pairs meet in turn."""
    season = [each for each in ledger.fixtures.values() if each["phase"] == "season"]
    weeks: dict[int, list[int]] = {}
    met: Counter[frozenset[int]] = Counter()
    for each in season:
        weeks.setdefault(each["week"], []).extend(each["teams"])
        met[frozenset(each["teams"])] += 1
    for week, teams in weeks.items():
        assert len(set(teams)) == len(teams)
        assert set(teams) | set(ledger.byes[week - 1]) == set(ledger.teams)
        assert len(ledger.byes[week - 1]) == len(ledger.teams) % 2
    count = len(ledger.teams)
    circle = count - 1 + count % 2
    times, left = divmod(len(weeks), circle)
    pairs = {
        frozenset((one, other)) for one in ledger.teams for other in ledger.teams if one < other
    }
    assert {met[pair] for pair in pairs} <= {times, times + 1}
    assert sum(met[pair] == times + 1 for pair in pairs) == left * (count // 2)


def check_lateness(ledger: Ledger) -> None:
    """A team that was complete before a mark lost nothing by it, and the others did."""
    for (number, game), (losers, cause) in ledger.lost.items():
        if cause != "late":
            continue
        fixture = ledger.fixtures[number]
        start = datetime.fromisoformat(fixture["starts"])
        for team in fixture["teams"]:
            came = sorted(
                (datetime.fromisoformat(each["when"]) - start).total_seconds()
                for each in ledger.arrivals.get(number, [])
                if each["team"] == team
            )
            late = len(came) < 2 or came[1] >= MARKS[game - 1] * 60
            assert late == (team in losers)


def check_totals(ledger: Ledger, places: Sequence[Raw]) -> None:
    """The table's totals are the sums of the games."""
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    points: Counter[int] = Counter()
    against: Counter[int] = Counter()
    for number, fixture in ledger.fixtures.items():
        if fixture["phase"] == "playoffs" or number in ledger.cancelled:
            continue
        for game in (1, 2, 3):
            made = ledger.score(number, game)
            if made is None:
                continue
            for side, team in enumerate(fixture["teams"]):
                won[team] += made[side] > made[1 - side]
                lost[team] += made[side] <= made[1 - side]
                points[team] += made[side]
                against[team] += made[1 - side]
    assert {place["team"] for place in places} == set(ledger.teams)
    for place in places:
        team = place["team"]
        shown = [place.get(key, 0) for key in ("won", "lost", "points", "against")]
        assert shown == [won[team], lost[team], points[team], against[team]]


def check_order(ledger: Ledger, places: Sequence[Raw]) -> None:
    """Better records stand higher, and nobody is placed without a reason and its clause."""
    ranked = [place for place in places if place["rank"] is not None]
    assert [place.get("won", 0) for place in ranked] == sorted(
        (place.get("won", 0) for place in ranked), reverse=True
    )
    assert all(place["why"] and place["clauses"] for place in ranked)
    for one, other in pairwise(ranked):
        if one["rank"] == other["rank"]:
            assert one["open"]
            assert other["open"]
    for won in {place.get("won", 0) for place in ranked}:
        level = [place for place in ranked if place.get("won", 0) == won]
        if len(level) == 2:
            check_two(ledger, level[0], level[1])


def check_two(ledger: Ledger, higher: Raw, lower: Raw) -> None:
    """Of two who are tied the higher won more of the games between them, or points."""
    between = 0
    for number, fixture in ledger.fixtures.items():
        if fixture["phase"] == "playoffs" or number in ledger.cancelled:
            continue
        if set(fixture["teams"]) != {higher["team"], lower["team"]}:
            continue
        for game in (1, 2, 3):
            one, other = ledger.score(number, game) or (0, 0)
            sign = 1 if fixture["teams"][0] == higher["team"] else -1
            between += sign * ((one > other) - (one < other))
    gained = [each.get("points", 0) - each.get("against", 0) for each in (higher, lower)]
    assert between > 0 or (between == 0 and gained[0] >= gained[1])


def check_playoffs(ledger: Ledger, whole: Raw) -> None:
    """Who lost a playoff does not play again, and the champion lost none."""
    out: set[int] = set()
    playoffs = [each for each in ledger.fixtures.values() if each["phase"] == "playoffs"]
    for fixture in sorted(playoffs, key=lambda each: each["number"]):
        assert not set(fixture["teams"]) & out
        made = [ledger.score(fixture["number"], game) or (0, 0) for game in (1, 2, 3)]
        one = sum(first > second for first, second in made)
        other = sum(first < second for first, second in made)
        if one != other:
            out.add(fixture["teams"][1 if one > other else 0])
    assert whole["champion"] not in out
    assert whole["champion"] in {team for each in playoffs for team in each["teams"]}
