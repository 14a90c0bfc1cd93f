"""Thirty more days and seasons made up from the documents, typed at ``rightbower event`` and ``league``.

What is expected was written down from the documents and counted by hand before it was tried.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tournament.door import DAY, begun, pairs, people, ranks, seated, standing, won
from typed import Terminal

FIRST = "2027-01-05"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIGHTBOWER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def event(capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Somebody who types at ``rightbower event``."""
    return Terminal(capsys, "event")


@pytest.fixture
def league(capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Somebody who types at ``rightbower league``."""
    return Terminal(capsys, "league")


def number(name: str) -> int:
    """The number of somebody called P7, or of the pair P7 & Q7."""
    return int(name.split()[0][1:])


# Seniors (A00, A01).


def test_01_three_level_on_everything_toss_until_one_is_odd(event: Terminal) -> None:
    """A01-T10.4 to T10.7, X-26: the As have three wins and 30 points each; the Bs lost with 3, 4 and 5."""
    begun(event, "alberta-pairs", *pairs(6), placing="first free", rounds="3")
    for seed in "abc":
        event("seat", "--seed", seed)
        event("result", *(f"{table}:10-{table + 2}" for table in seated(event)))
    homes = sorted(number(side[0][0]) for side in seated(event).values())
    aways = [side[1][0] for _, side in sorted(seated(event).items())]
    assert [standing(event)[name]["points"] for name in aways] == [9, 12, 15]
    assert "tosses a coin" in event.refused("finish")
    event("tie", "toss", "heads", "heads", "heads", "--real")
    event("tie", "toss", "heads", "tails", "heads", "--real")
    event("tie", "game", "10", "8")
    event("tie", "game", "2", "10")
    event("finish")
    found = {number(name): rank for name, rank in ranks(event).items()}
    assert [found[home] for home in homes] == [2, 1, 3], "the bye won the last game"
    assert [found[number(name)] for name in aways] == [6, 5, 4]


def test_02_four_level_on_everything_are_for_the_director(event: Terminal) -> None:
    """X-43, T9.1: four As with two wins and 20 points after two rounds of eight pairs."""
    begun(event, "alberta-pairs", *pairs(8), placing="first free", rounds="2")
    for seed in "ab":
        event("seat", "--seed", seed)
        event("result", "1:10-1", "2:10-2", "3:10-3", "4:10-4")
    homes = [sides[0][0] for _, sides in sorted(seated(event).items())]
    assert "director" in event.refused("finish")
    event("tie", "place", *(str(number(name)) for name in homes), "--why", "by lot")
    event("finish")
    assert [ranks(event)[name] for name in homes] == [1, 2, 3, 4]


def test_03_a_game_to_seven_is_entered_as_seven(event: Terminal) -> None:
    """A01-9.2, T5.1, T7.2: 6 and a lone march are ten, which is entered as seven."""
    begun(event, "alberta-pairs", *pairs(2), placing="first free", target="7")
    event("seat", "--seed", "a")
    assert "cannot end with 11" in event.refused("result", "1", "11-3")
    event("result", "1", "10-6")
    assert event.json("results")[0]["points"] == [7, 6]


def test_04_a_game_that_does_not_count_gives_nobody_anything(event: Terminal) -> None:
    """T9.1, T10.1: void by the director; the other table counts."""
    begun(event, "provincial-pairs", *pairs(4), placing="first free")
    event("seat", "--seed", "a")
    event("result", "1:10-3", "2:4-10")
    gone = [side[0] for side in seated(event)[1]]
    event("void", "1", "--why", "a card was missing all along")
    found = standing(event)
    for name in gone:
        assert (found[name].get("won", 0), found[name].get("points", 0)) == (0, 0)
    assert sum(each.get("won", 0) for each in found.values()) == 1


def test_05_a_third_pair_of_a_zone_only_for_one_that_never_played(event: Terminal) -> None:
    """A01-0.2, X-108, X-109: before play a pair may be replaced, after it not; nor by another zone."""
    event("new", "alberta-pairs", "--name", "Day", "--date", DAY, "--stage", "games", "--placing", "first free")  # fmt: skip
    papers = ["--born", "1950-01-01", "--member"]
    for number_, zone in ((1, "Z1"), (2, "Z1"), (3, "Z2"), (4, "Z2"), (5, "Z3")):
        here = ["--here"] if number_ < 5 else []
        event("entrants", "add", f"P{number_} & Q{number_}", "--zone", zone, *papers, *here)
    event("entrants", "withdraw", "P2")
    event("entrants", "add", "P6 & Q6", "--zone", "Z1", *papers, "--here")
    event("seat", "--seed", "a")
    event("entrants", "withdraw", "P3")
    assert "A01-0.2" in event.refused("entrants", "add", "P7 & Q7", "--zone", "Z2", *papers)
    assert "A01-0.2" in event.refused("entrants", "substitute", "P1", "Q1", "R1", "--zone", "Z3", *papers)  # fmt: skip
    event("entrants", "substitute", "P1", "Q1", "R1", "--zone", "Z1", *papers)


# Charity social (S02).


def test_06_a_round_sat_out_may_score_the_average(event: Terminal) -> None:
    """X-101 b: five people; who sits out the second round after 9 gets 9 for it."""
    begun(event, "charity-day", *people(5), rounds="2", sat_out="average")
    sums: dict[str, list[int]] = {name: [] for name in people(5)}
    for seed, points in (("a", (9, 8)), ("b", (11, 4))):
        event("seat", "--seed", seed)
        for table, sides in seated(event).items():
            event("result", str(table), f"{points[0]}-{points[1]}")
            for made, side in zip(points, sides, strict=True):
                for name in side:
                    sums[name].append(made)
    found = standing(event)
    for name, scores in sums.items():
        expected = sum(scores) if len(scores) == 2 else 2 * scores[0]
        assert found[name]["points"] == expected, name


def test_07_a_round_sat_out_may_score_a_fixed_number(event: Terminal) -> None:
    """X-101 c: nine points, said before play; it wins neither prize by itself."""
    begun(event, "charity-day", *people(5), rounds="1", sat_out="9")
    event("seat", "--seed", "a")
    event("result", "1", "12-5")
    playing = {name for side in seated(event)[1] for name in side}
    (out,) = set(people(5)) - playing
    assert standing(event)[out]["points"] == 9
    event("hand-in", "--all")
    event("finish")
    assert won(event, "lowest total") == {number(name) for name in seated(event)[1][1]}


def test_08_the_lowest_keeps_the_card_and_the_next_lowest_wins(event: Terminal) -> None:
    """S02-10.5, X-34: a card that is out is out at the end too."""
    begun(event, "charity-day", *people(8), rounds="1")
    event("seat", "--seed", "a")
    event("result", "1:20-6", "2:9-7")
    (high, low), (_, next_low) = seated(event)[1], seated(event)[2]
    event("hand-in", "--all", "--but", low[0], "--but", low[1])
    event("finish")
    assert won(event, "lowest total") == {number(name) for name in next_low}
    assert won(event, "highest total") == {number(name) for name in high}
    assert {name for name, rank in ranks(event).items() if rank is None} == set(low)


def test_09_the_host_stops_after_six_rounds(event: Terminal) -> None:
    """S02-6.2, SC-145: totals over six rounds for all, and everybody played them all."""
    begun(event, "charity-day", *people(8))
    sums = dict.fromkeys(people(8), 0)
    for round_ in range(6):
        event("seat", "--seed", f"r{round_}")
        for table, sides in seated(event).items():
            points = (10 + round_ % 3, 4 + table + round_ % 2)
            event("result", str(table), f"{points[0]}-{points[1]}")
            for made, side in zip(points, sides, strict=True):
                for name in side:
                    sums[name] += made
    event("hand-in", "--all")
    assert event.refused("finish")
    event("finish", "--why", "the hall closes")
    assert {name: each["points"] for name, each in standing(event).items()} == sums
    low, high = min(sums.values()), max(sums.values())
    assert won(event, "lowest total") == {number(each) for each in sums if sums[each] == low}
    assert won(event, "highest total") == {number(each) for each in sums if sums[each] == high}


def test_10_who_sat_out_by_choice_is_out_of_the_lowest(event: Terminal) -> None:
    """X-100: P1 was away for the second of three rounds and came back; letting in is the host's word."""
    begun(event, "charity-day", *people(9), rounds="3")
    event("seat", "--seed", "a")
    event("result", "1:8-8", "2:8-8")
    event("entrants", "not-here", "P1")
    event("seat", "--seed", "b")
    event("result", "1:12-12", "2:12-12")
    event("entrants", "check-in", "P1")
    event("seat", "--seed", "c")
    event("result", "1:12-12", "2:12-12")
    event("hand-in", "--all")
    event("finish")
    assert 1 not in won(event, "lowest total")
    sums = {name: each.get("points", 0) for name, each in standing(event).items()}
    least = min(total for name, total in sums.items() if name != "P1")
    assert won(event, "lowest total") == {number(n) for n, t in sums.items() if t == least and n != "P1"}  # fmt: skip


def test_11_a_correction_cannot_bring_what_no_eight_deals_bring(event: Terminal) -> None:
    """S02-2.7: seven points only where the round was cut short."""
    begun(event, "charity-day", *people(4))
    event("seat", "--seed", "a")
    event("result", "1", "12-3")
    assert "at least 8" in event.refused("correct", "1", "1", "4-3", "--why", "misread")
    event("correct", "1", "1", "4-3", "--why", "misread", "--short")
    assert event.json("results")[0]["points"] == [4, 3]


@pytest.mark.parametrize(("score", "fits"), [("32-0", True), ("31-0", False), ("30-0", True), ("0-29", True), ("26-1", True), ("27-1", False), ("29-1", False), ("25-2", True), ("24-4", True)])  # fmt: skip
def test_12_scores_of_eight_deals_counted_by_hand(event: Terminal, score: str, fits: bool) -> None:
    """S02-9.5 to 9.12: the higher score from k deals of 1, 2, 4, the lower from the 8 − k others.

    One point is one deal, so the others are seven: 28, or 26 (a two in place of a four), 25, 24 …;
    two points are one deal (seven: up to 28) or two; four are one, two, three or four.
    """
    begun(event, "charity-day", *people(4))
    event("seat", "--seed", "a")
    if fits:
        event("result", "1", score)
    else:
        assert "cannot end" in event.refused("result", "1", score)


# National (N04).


def test_13_a_game_lost_outright_gives_the_others_two(event: Terminal) -> None:
    """N04-2.8a, X-66, SC-127: 10–0 up and lost."""
    begun(event, "national-progressive", *people(4))
    event("seat", "--seed", "a")
    event("result", "1", "10-0", "--lost", "NS")
    found = standing(event)
    first, second = seated(event)[1]
    assert [found[name].get("event_points", 0) for name in (*first, *second)] == [0, 0, 2, 2]


def test_14_winners_part_and_losers_stay(event: Terminal) -> None:
    """N04-4.4, X-28: three tables; North and East go one up, South and West one down, in a ring."""
    begun(event, "national-progressive", *people(12), rounds="2")
    event("seat", "--seed", "a")
    before = seats(event)
    event("result", "1:11-3", "2:11-4", "3:5-11")
    event("seat", "--seed", "b")
    after = {name: table for table, there in seats(event).items() for name in there.values()}
    for table, winners in ((1, "NS"), (2, "NS"), (3, "EW")):
        for seat, name in before[table].items():
            step = 0 if seat not in winners else 1 if seat in "NE" else -1
            assert after[name] == (table - 1 + step) % 3 + 1, (name, seat)


def seats(event: Terminal) -> dict[int, dict[str, str]]:
    """Who sits where in the latest round: by table and seat, the name."""
    tables = event.json("tables")["tables"]
    return {
        each["number"]: {
            seat: f"P{who}"
            for seat, who in zip("NSEW", (*each["sides"][0], *each["sides"][1]), strict=True)
        }
        for each in tables
    }


def test_15_a_win_a_draw_and_a_loss_are_three(event: Terminal) -> None:
    """N04-4.1, SC-150: whoever won 11–2, drew 6–6 and lost has 2 + 1 + 0."""
    begun(event, "national-progressive", *people(4), rounds="3")
    made = dict.fromkeys(people(4), 0)
    for seed, score in (("a", (11, 2)), ("b", (6, 6)), ("c", (3, 12))):
        event("seat", "--seed", seed)
        first, second = seated(event)[1]
        more = ["N"] if score[0] == score[1] else []
        event("result", "1", f"{score[0]}-{score[1]}", *more)
        worth = (2, 0) if score[0] > score[1] else (1, 1) if score[0] == score[1] else (0, 2)
        for points, side in zip(worth, (first, second), strict=True):
            for name in side:
                made[name] += points
    assert {name: each.get("event_points", 0) for name, each in standing(event).items()} == made


def test_16_a_sitter_stays_all_day_and_the_partner_goes(event: Terminal) -> None:
    """N04-2.9a, 2.9b: whatever the result."""
    begun(event, "national-progressive", *people(8), rounds="3")
    event("entrants", "sitter", "P1", "--table", "2")
    partners: list[str] = []
    for seed, score in (("a", "11-3"), ("b", "3-11"), ("c", "11-7")):
        event("seat", "--seed", seed)
        table = seated(event)[2]
        (side,) = (each for each in table if "P1" in each)
        partners.append(*(name for name in side if name != "P1"))
        event("result", f"1:{score}", f"2:{score}")
    assert len(set(partners)) == 3


def test_17_six_players_sit_out_by_twos_and_nobody_twice(event: Terminal) -> None:
    """G-18: three rounds, two spares each; no points for it."""
    begun(event, "national-progressive", *people(6), rounds="3")
    for seed in "abc":
        event("seat", "--seed", seed)
        event("result", "1", "11-3")
    found = standing(event)
    assert {each.get("byes", 0) for each in found.values()} == {1}
    assert sum(each.get("event_points", 0) for each in found.values()) == 3 * 4


# League (L03).


class Season:
    """A league with three signed players a team, whose Gamer types everything."""

    def __init__(self, league: Terminal, *teams: str, **options: str) -> None:
        self.league = league
        more = [
            word for key, value in options.items() for word in (f"--{key.replace('_', '-')}", value)
        ]
        league("open", "t", "Dayton", *more)
        league("teams", "t", *teams)
        for team in teams:
            named = [f"{team} {each}" for each in "ABC"]
            league("players", "t", team, *named, "--signed", "--when", "2027-01-01T10:00")
        league("calendar", "t", f"{FIRST}T19:00")
        self.names = dict(enumerate(teams, 1))

    def fixture(self, one: str, other: str) -> Any:
        (found,) = (
            each
            for each in self.fixtures()
            if {self.names[team] for team in each["teams"]} == {one, other}
        )
        return found

    def fixtures(self) -> Any:
        return self.league.json("fixtures", "t")

    def here(self, fixture: Any, *teams: str, at: str = "18:50") -> None:
        for team in teams:
            when = f"{fixture['starts'][:10]}T{at}"
            self.league("arrive-all", "t", str(fixture["number"]), team, "--when", when)

    def call(self, fixture: Any, at: str) -> None:
        self.league("call", "t", str(fixture["number"]), "--when", f"{fixture['starts'][:10]}T{at}")

    def lines(self, fixture: Any) -> list[str]:
        return [f"{self.names[team]} A, {self.names[team]} B" for team in fixture["teams"]]

    def begin(self, fixture: Any, game: int = 1, lines: list[str] | None = None) -> tuple[str, ...]:
        when = f"{fixture['starts'][:10]}T19:{game:02d}"
        return ("begin", "t", str(fixture["number"]), str(game), *(lines or self.lines(fixture)), "--when", when)  # fmt: skip

    def night(self, one: str, other: str, *scores: tuple[int, int]) -> None:
        """Three games, the points of the first team named first."""
        fixture = self.fixture(one, other)
        self.here(fixture, one, other)
        turned = self.names[fixture["teams"][0]] != one
        for game, score in enumerate(scores, 1):
            self.league(*self.begin(fixture, game))
            points = score[::-1] if turned else score
            self.league(
                "result", "t", str(fixture["number"]), str(game), f"{points[0]}-{points[1]}"
            )

    def table(self) -> dict[str, Any]:
        return {each["name"]: each for each in self.league.json("table", "t")}


def test_18_the_ladder_of_offences_ends_the_guarantee(league: Terminal) -> None:
    """L03-8.5 to 8.8, X-36, SC-160: one game, an evening, an evening; removal is offered, not done."""
    season = Season(league, "Aces", "Kings", "Queens", "Jacks")
    offences = []
    for other, at in (("Kings", "19:10"), ("Queens", "19:30"), ("Jacks", "19:30")):
        fixture = season.fixture("Aces", other)
        season.here(fixture, other)
        season.call(fixture, at)
        steps = league.json("steps", "t")
        offences.append(max(each["number"] for each in steps["offences"]))
    assert offences == [1, 2, 3]
    assert {each["team"] for each in steps["offences"]} == {1}
    assert {each["clause"].split(",")[0] for each in steps["offences"]} == {"L03-8.5", "L03-8.6", "L03-8.7"}  # fmt: skip
    assert season.table()["Aces"]["lost"] == 7
    assert len(steps["offers"]) >= 2


def test_19_the_second_player_at_nineteen_twenty_five(league: Terminal) -> None:
    """SC-157, X-35: games one and two are lost, the third is played."""
    season = Season(league, "Aces", "Kings")
    fixture = season.fixtures()[0]
    day = fixture["starts"][:10]
    season.here(fixture, "Kings")
    league("arrive", "t", "1", "Aces", "Aces A", "--when", f"{day}T18:55")
    league("arrive", "t", "1", "Aces", "Aces B", "--when", f"{day}T19:25")
    season.call(fixture, "19:31")
    assert season.table()["Aces"]["lost"] == 2
    league("begin", "t", "1", "3", *season.lines(fixture), "--when", f"{day}T19:32")


def test_20_a_newcomer_signs_before_playing(league: Terminal) -> None:
    """L03-9.1, 9.3, SC-162."""
    season = Season(league, "Aces", "Kings")
    fixture = season.fixtures()[0]
    league("players", "t", "Aces", "Nan")
    season.here(fixture, "Kings", "Aces")
    lines = [each.replace("Aces B", "Nan") for each in season.lines(fixture)]
    assert "L03-9" in league.refused(*season.begin(fixture, 1, lines))
    league("sign", "t", "Aces", "Nan", "--when", f"{FIRST}T18:55", "--witness", "Gail")
    league(*season.begin(fixture, 1, lines))


def test_21_protests_in_the_season(league: Terminal) -> None:
    """L03-10.1, 10.4, 10.7, X-39, SC-167: about who may play not at all, others before the start only."""
    season = Season(league, "Aces", "Kings")
    fixture = season.fixtures()[0]
    season.here(fixture, "Aces", "Kings")

    def protest(kind: str, at: str, *more: str) -> str:
        when = ("--when", f"{fixture['starts'][:10]}T{at}")
        return league("protest", "t", "1", "1", "Aces", kind, "--why", "so", *more, *when)

    assert "not heard" in (told := protest("eligibility", "18:50", "--player", "Kings A"))
    assert "L03-10.4" in told
    assert "not heard" not in protest("other", "18:51")
    league(*season.begin(fixture, 1))
    assert "not heard" in (told := protest("other", "19:05"))
    assert "L03-10.8" in told


def test_22_level_on_games_goes_by_who_beat_whom_then_by_points(league: Terminal) -> None:
    """G-20: three teams, three wins each in a ring of 2–1; then the difference in points."""
    season = Season(league, "Aces", "Kings", "Queens")
    season.night("Aces", "Kings", (10, 0), (10, 0), (9, 10))
    season.night("Kings", "Queens", (10, 5), (10, 5), (9, 10))
    season.night("Queens", "Aces", (10, 8), (10, 8), (9, 10))
    table = season.table()
    assert {each["won"] for each in table.values()} == {3}
    # Aces 20–0, 9–10, 16–20, 10–9 = +16; Kings −20 +1, +10 −1 = −10; Queens −10 +1, +4 −1 = −6.
    assert [table[name]["rank"] for name in ("Aces", "Queens", "Kings")] == [1, 2, 3]


def test_23_points_for_signals_between_one_and_ten(league: Terminal) -> None:
    """L03-12.7, X-37: four of three leave none; neither none nor eleven is taken."""
    season = Season(league, "Aces", "Kings")
    fixture = season.fixtures()[0]
    season.here(fixture, "Aces", "Kings")
    league(*season.begin(fixture))
    for taken in ("0", "11"):
        assert "1 to 10 points (L03-12.7)" in league.refused(
            "deduct", "t", "1", "1", "Aces", taken, "5", "--why", "winks"
        )
    told = league("deduct", "t", "1", "1", "Aces", "4", "3", "--why", "winks")
    assert "0" in told


def test_24_a_sub_plays_in_the_season_and_not_in_the_playoffs(league: Terminal) -> None:
    """L03-10.10, 12.3, X-38."""
    season = Season(league, "Aces", "Kings", playoff_teams="2")
    fixture = season.fixtures()[0]
    season.here(fixture, "Aces", "Kings")
    league("sub", "t", "1", "Aces", "Sue", "--when", f"{FIRST}T18:56")
    subbed = [each.replace("Aces B", "Sue") for each in season.lines(fixture)]
    for game in (1, 2, 3):
        league(*season.begin(fixture, game, subbed))
        league("result", "t", "1", str(game), "10-4")
    league("playoffs", "t", "2027-02-02T19:00")
    final = season.fixtures()[-1]
    season.here(final, "Aces", "Kings")
    assert "L03-10.10" in league.refused("sub", "t", str(final["number"]), "Aces", "Sam", "--when", "2027-02-02T18:55")  # fmt: skip
    assert "L03-10.10" in league.refused(*season.begin(final, 1, [e.replace("Aces B", "Sue") for e in season.lines(final)]))  # fmt: skip


def test_25_a_team_that_leaves_takes_its_results_with_it_or_not(league: Terminal) -> None:
    """X-104: void, the games that Kings won of it count no more."""
    season = Season(league, "Aces", "Kings", "Queens")
    season.night("Aces", "Kings", (3, 10), (3, 10), (10, 3))
    season.night("Kings", "Queens", (10, 3), (10, 3), (3, 10))
    assert season.table()["Kings"]["won"] == 4
    league("leave", "t", "Aces", "void", "--why", "moved away")
    table = season.table()
    assert (table["Kings"]["won"], table["Queens"]["won"]) == (2, 1)


def test_26_by_share_two_of_three_are_more_than_three_of_six(league: Terminal) -> None:
    """X-103: Kings won three of six, Queens two of three; as they are Kings lead, by share Queens."""
    season = Season(league, "Aces", "Kings", "Queens")
    season.night("Aces", "Kings", (3, 10), (3, 10), (10, 3))
    season.night("Kings", "Queens", (10, 3), (3, 10), (3, 10))
    assert season.table()["Kings"]["rank"] == 1
    league("rank-by", "t", "by-share", "--why", "byes")
    assert season.table()["Queens"]["rank"] == 1


def test_27_a_game_lost_for_conduct_is_no_offence(league: Terminal) -> None:
    """L03-11.2, X-36: the ladder is of late teams; the game is 10–0 all the same."""
    season = Season(league, "Aces", "Kings")
    fixture = season.fixtures()[0]
    season.here(fixture, "Aces", "Kings")
    league("forfeit", "t", "1", "Aces", "conduct", "1", "--why", "threw a chair")
    assert league.json("steps", "t")["offences"] == []
    table = season.table()
    assert (table["Kings"]["won"], table["Aces"]["lost"]) == (1, 1)


def test_28_notice_and_a_new_date_are_no_forfeit(league: Terminal) -> None:
    """L03-2.4, 2.5, X-36."""
    season = Season(league, "Aces", "Kings")
    league("notice", "t", "1", "Aces", "--why", "snow", "--when", "2027-01-04T10:00")
    league("answer", "t", "1", "Aces", "new-date", "--starts", "2027-01-07T19:00", "--why", "snow")
    assert season.fixtures()[0]["starts"] == "2027-01-07T19:00"
    assert league.json("steps", "t")["offences"] == []
    assert season.table()["Aces"].get("lost", 0) == 0


def test_29_an_upheld_protest_in_the_playoffs_forfeits_that_game(league: Terminal) -> None:
    """L03-10.2 to 10.5, SC-165: filed before the start, with the player's written name and email."""
    season = Season(league, "Aces", "Kings", playoff_teams="2")
    season.night("Aces", "Kings", (10, 4), (10, 4), (10, 4))
    league("playoffs", "t", "2027-02-02T19:00")
    final = season.fixtures()[-1]
    fixture = str(final["number"])
    season.here(final, "Aces", "Kings")
    league("protest", "t", fixture, "1", "Kings", "eligibility", "--player", "Aces A", "--why", "not on the roster", "--when", "2027-02-02T18:50")  # fmt: skip
    league("evidence", "t", "1", "Aces A", "a@example.org", "--when", "2027-02-02T18:52")
    league("rule", "t", "1", "upheld", "--why", "the roster says so")
    first, second, third = season.fixtures()[-1]["games"]
    assert (first["lost"], first["cause"]) == ([1], "protest")
    assert "lost" not in second
    assert "lost" not in third


def test_30_both_at_ten_is_no_result_and_thirteen_the_most(league: Terminal) -> None:
    """L03-7.7, 7.8: nine and four are thirteen; nobody stops at 10–10."""
    season = Season(league, "Aces", "Kings")
    fixture = season.fixtures()[0]
    season.here(fixture, "Aces", "Kings")
    league(*season.begin(fixture))
    for score in ("10-10", "14-0", "0-0", "9-8"):
        assert league.refused("result", "t", "1", "1", score)
    league("result", "t", "1", "1", "12-9")
