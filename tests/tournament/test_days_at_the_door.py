"""Thirty days and seasons made up from the documents, typed at ``rightbower event`` and ``league``.

What is expected was written down from the documents and counted by hand before it was tried.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tournament.door import DAY, begun, pairs, people, ranks, seated, standing, won
from typed import Terminal


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


# Seniors (A00, A01).


def test_01_the_odd_pair_has_a_bye_and_no_points(event: Terminal) -> None:
    """G-18: five pairs are two tables and a bye; a bye is no game."""
    begun(event, "alberta-pairs", *pairs(5), placing="first free")
    event("seat", "--seed", "a")
    event("result", "1:10-3", "2:4-10")
    found = standing(event)
    assert sorted(each.get("won", 0) for each in found.values()) == [0, 0, 0, 1, 1]
    assert sorted(each.get("points", 0) for each in found.values()) == [0, 3, 4, 10, 10]


def test_02_the_winner_is_entered_with_the_target(event: Terminal) -> None:
    """A01-T7.2: 12–7 is entered 10–7."""
    begun(event, "alberta-pairs", *pairs(2), placing="first free")
    event("seat", "--seed", "a")
    event("result", "1", "12-7")
    assert event.json("results")[0]["points"] == [10, 7]


def test_03_time_up_gives_the_leader_the_target(event: Terminal) -> None:
    """X-12: eight to six at 25 minutes is 10–6 (T7.2); a tie is played on."""
    begun(event, "alberta-pairs", *pairs(2), placing="first free")
    event("seat", "--seed", "a")
    assert "tied at 6" in event.refused("result", "1", "6-6")
    event("result", "1", "8-6")
    assert event.json("results")[0]["points"] == [10, 6]


def test_04_without_a_limit_a_game_goes_to_its_target(event: Terminal) -> None:
    """A00-9.1, G-23: 8–6 is no result unless the round was cut short; then the leader wins."""
    begun(event, "provincial-pairs", *pairs(2), placing="first free")
    event("seat", "--seed", "a")
    assert "neither side has 10" in event.refused("result", "1", "8-6")
    event("result", "1", "8-6", "--short")
    assert event.json("results")[0]["points"] == [10, 6]


def test_05_no_game_ends_beyond_nine_and_a_lone_march(event: Terminal) -> None:
    """A01-8.4, 9.1: nine and four are thirteen at most, and only one side gets to ten."""
    begun(event, "alberta-pairs", *pairs(2), placing="first free")
    event("seat", "--seed", "a")
    assert "cannot end with 14" in event.refused("result", "1", "14-3")
    assert "only one side can reach 10" in event.refused("result", "1", "11-10")
    event("result", "1", "13-9")


def test_06_a_goes_up_and_b_stays(event: Terminal) -> None:
    """A01-T6.2, X-27: of three tables each A meets each B, one a round."""
    begun(event, "alberta-pairs", *pairs(6), placing="first free")
    event("seat", "--seed", "a")
    first = seated(event)
    event("result", "1:10-3", "2:10-3", "3:10-3")
    event("seat", "--seed", "b")
    second = seated(event)
    assert {table: second[table % 3 + 1][0] for table in first} == {
        table: sides[0] for table, sides in first.items()
    }
    assert {t: sides[1] for t, sides in second.items()} == {t: s[1] for t, s in first.items()}


def test_07_b_may_go_down_instead(event: Terminal) -> None:
    """A01-T6.3: B from table 1 goes to the last."""
    begun(event, "alberta-pairs", *pairs(6), placing="first free")
    event("seat", "--seed", "a")
    first = seated(event)
    event("result", "1:10-3", "2:10-3", "3:10-3")
    event("seat", "--seed", "b", "--move", "b-down")
    second = seated(event)
    assert {table: second[(table - 2) % 3 + 1][1] for table in first} == {
        table: sides[1] for table, sides in first.items()
    }
    assert {t: sides[0] for t, sides in second.items()} == {t: s[0] for t, s in first.items()}


def test_08_two_level_go_by_who_beat_whom(event: Terminal) -> None:
    """A01-T10.2. Round 1: A1 10–8 B1, A2 10–9 B2; round 2: A1 9–10 B2, A2 10–0 B1.

    Wins: A2 two, A1 and B2 one each, B1 none. A1 and B2 have 19 points each, and B2 beat A1.
    """
    begun(event, "alberta-pairs", *pairs(4), placing="first free")
    event("seat", "--seed", "a")
    (one, _), (two, four) = seated(event)[1], seated(event)[2]
    event("result", "1:10-8", "2:10-9")
    event("seat", "--seed", "b")
    for table, (first, second) in seated(event).items():
        score = "9-10" if (first, second) == (one, four) else "10-0"
        event("result", str(table), score)
    found = ranks(event)
    assert (found[two[0]], found[four[0]], found[one[0]]) == (1, 2, 3)


def test_09_two_who_never_met_go_by_points(event: Terminal) -> None:
    """X-44: two A teams with one win each; 10 + 9 points beat 10 + 2."""
    begun(event, "alberta-pairs", *pairs(4), placing="first free")
    event("seat", "--seed", "a")
    first = seated(event)
    event("result", "1:10-0", "2:10-0")
    event("seat", "--seed", "b")
    for table, (home, _) in seated(event).items():
        event("result", str(table), "9-10" if home == first[1][0] else "2-10")
    found = standing(event)
    one, two = (found[first[table][0][0]] for table in (1, 2))
    assert (one["points"], two["points"]) == (19, 12)
    assert one["rank"] < two["rank"]


def test_10_at_the_games_a_zone_sends_two_pairs(event: Terminal) -> None:
    """A01-0.2, 0.3, E.1: two pairs a zone; 55 by 31 December of the year."""
    event("new", "alberta-pairs", "--name", "Day", "--date", DAY, "--stage", "games")
    old = ["--born", "1971-12-31", "--member"]
    for pair in pairs(2):
        event("entrants", "add", pair, "--zone", "Zone 1", *old, "--here")
    assert "A01-0.2" in event.refused("entrants", "add", "P3 & Q3", "--zone", "Zone 1", *old)
    young = ["--born", "1972-01-01", "--member", "--zone", "Zone 2", "--here"]
    assert "A01-E.1" in event.refused("entrants", "add", "P4 & Q4", *young)


# Charity social (S02).


def test_11_of_five_the_one_who_sits_out_has_the_lowest(event: Terminal) -> None:
    """X-100: 9–8, and nothing for the bye: the bye wins low."""
    begun(event, "charity-day", *people(5))
    event("seat", "--seed", "a")
    event("result", "1", "9-8")
    playing = {name for sides in seated(event).values() for side in sides for name in side}
    (out,) = set(people(5)) - playing
    assert won(event, "lowest total") == {int(out[1:])}


def test_12_eight_rounds_of_nine_count_by_hand(event: Terminal) -> None:
    """X-100: sums kept here by hand; the lowest of the nine wins, and the highest."""
    begun(event, "charity-day", *people(9))
    sums = dict.fromkeys(people(9), 0)
    for round_ in range(8):
        event("seat", "--seed", f"r{round_}")
        for table, sides in seated(event).items():
            points = (8 + round_, 3 + table)
            event("result", str(table), f"{points[0]}-{points[1]}")
            for made, side in zip(points, sides, strict=True):
                for name in side:
                    sums[name] += made
    event("hand-in", "--all")
    event("finish")
    low, high = min(sums.values()), max(sums.values())
    assert won(event, "lowest total") == {int(each[1:]) for each in sums if sums[each] == low}
    assert won(event, "highest total") == {int(each[1:]) for each in sums if sums[each] == high}


def test_13_who_leaves_is_out_until_let_in(event: Terminal) -> None:
    """X-100: P1 goes after the first of two rounds."""
    begun(event, "charity-day", *people(9), rounds="2")
    event("seat", "--seed", "a")
    event("result", "1:8-8", "2:8-8")
    event("entrants", "withdraw", "P1")
    event("seat", "--seed", "b")
    event("result", "1:9-9", "2:9-9")
    (sat_out,) = {each["name"] for each in event.json("standings") if each.get("byes")}
    assert sat_out != "P1"  # by this seed
    assert won(event, "lowest total") == {int(sat_out[1:])}  # nine of seventeen, P1 eight
    event("low-prize", "P1", "--why", "ill")
    assert won(event, "lowest total") == {1}


def test_14_everyone_still_here_is_a_choice(event: Terminal) -> None:
    """X-100: late P9 has the least of those here; P1 left and is out."""
    begun(event, "charity-day", *people(8), rounds="2", low_prize="everyone still here")
    event("seat", "--seed", "a")
    event("result", "1:9-9", "2:9-9")
    event("entrants", "withdraw", "P1")
    event("entrants", "add", "P9", "--here")
    event("seat", "--seed", "b")
    event("result", "1:8-8", "2:8-8")
    assert won(event, "lowest total") == {9}


def test_15_no_card_in_is_nobody_ranked(event: Terminal) -> None:
    """X-34: the host may close, and nobody is ranked or paid."""
    begun(event, "charity-day", *people(8), rounds="1")
    event("seat", "--seed", "a")
    event("result", "1:9-4", "2:8-5")
    assert "no card has been handed in yet (S02-10.5, X-34)" in event.refused("finish")
    event("finish", "--why", "closing time")
    assert set(ranks(event).values()) == {None}
    assert event.json("prizes") == []


def test_16_one_card_in_wins_all(event: Terminal) -> None:
    """X-34: the only one ranked is highest and lowest."""
    begun(event, "charity-day", *people(8), rounds="1")
    event("seat", "--seed", "a")
    event("result", "1:9-4", "2:8-5")
    event("hand-in", "P3")
    event("finish")
    assert {name for name, rank in ranks(event).items() if rank} == {"P3"}
    assert (won(event, "highest total"), won(event, "lowest total")) == ({3}, {3})


@pytest.mark.parametrize(
    ("score", "why"),
    [
        ("0-0", "at least 8"), ("7-0", "at least 8"), ("3-4", "at least 8"), ("8-0", ""),
        ("4-4", ""), ("0-32", ""), ("31-1", "cannot end"), ("30-1", "cannot end"), ("17-16", "at most 32"),
        ("15-15", "cannot end"), ("29-2", "cannot end"),
    ],
)  # fmt: skip
def test_17_eight_deals_score_between_eight_and_thirty_two(
    event: Terminal, score: str, why: str
) -> None:
    """S02-2.7, 5.1, 9.5–9.12: each deal is 1, 2 or 4 for one side.

    Thirty points are eight deals and leave none for another's one; fifteen are five deals each way.
    """
    begun(event, "charity-day", *people(4))
    event("seat", "--seed", "a")
    if why:
        assert why in event.refused("result", "1", score)
    else:
        event("result", "1", score)


def test_18_fourteen_each_and_twenty_eight_to_one(event: Terminal) -> None:
    begun(event, "charity-day", *people(8))
    event("seat", "--seed", "a")
    event("result", "1:14-14", "2:28-1")


def test_19_cut_short_is_said_once_and_for_this_round(event: Terminal) -> None:
    begun(event, "charity-day", *people(8))
    event("seat", "--seed", "a")
    event("result", "1", "1-2", "short")
    event("result", "2", "0-0")
    event("seat", "--seed", "b")
    assert "at least 8 points" in event.refused("result", "1", "1-2")


def test_20_those_tied_share(event: Terminal) -> None:
    """X-33: two level on nine share 10.00."""
    event("new", "charity-day", "--name", "Day", "--date", DAY, "--rounds", "1",
          "--prize", "High=10", "--prize", "Low=3")  # fmt: skip
    event("entrants", "add", *people(4), "--here")
    event("seat", "--seed", "a")
    event("result", "1", "9-4")
    event("hand-in", "--all")
    event("finish")
    assert [each["each"] for each in event.json("prizes")] == [500, 150]


def test_21_more_than_eight_rounds_are_no_round_of_this_book(event: Terminal) -> None:
    """S02-1.5, 6.2."""
    assert "8 rounds are played, or fewer" in event.refused(
        "new", "charity-day", "--name", "Day", "--date", DAY, "--rounds", "9"
    )


# National (N04).


def test_22_two_for_a_win_one_for_a_draw(event: Terminal) -> None:
    """N04-4.1: table 1 is won, table 2 drawn."""
    begun(event, "national-progressive", *people(8))
    event("seat", "--seed", "a")
    tables = seated(event)
    event("result", "1", "11-3")
    assert "last dealer" in event.refused("result", "2", "5-5")
    event("result", "2", "5-5", "N")
    found = standing(event)
    assert [found[name].get("event_points", 0) for name in (*tables[1][0], *tables[1][1])] == [2, 2, 0, 0]  # fmt: skip
    assert {found[name]["event_points"] for side in tables[2] for name in side} == {1}


def test_23_eleven_or_the_bell(event: Terminal) -> None:
    """N04-2.2, X-74: ten and a lone march are fourteen; both cannot have eleven; 0–0 by the bell."""
    begun(event, "national-progressive", *people(4))
    event("seat", "--seed", "a")
    assert "cannot end with 15" in event.refused("result", "1", "15-3")
    assert "only one side can reach 11" in event.refused("result", "1", "12-11")
    event("result", "1", "0-0", "N")


def test_24_the_spare_of_five_changes(event: Terminal) -> None:
    """G-18: one sits out a round, by lot; not twice before the others."""
    begun(event, "national-progressive", *people(5), rounds="5")
    for round_ in range(5):
        event("seat", "--seed", f"r{round_}")
        event("result", "1", "11-3")
    assert [each.get("byes", 0) for each in event.json("standings")] == [1] * 5


def test_25_both_sides_mark_before_anyone_moves(event: Terminal) -> None:
    """N04-4.2."""
    begun(event, "national-progressive", *people(4), rounds="2")
    event("seat", "--seed", "a")
    event("result", "1", "11-3", "--side", "NS")
    assert "N04-4.2" in event.refused("seat", "--seed", "b")
    event("confirm", "1", "--side", "EW")
    event("seat", "--seed", "b")


def test_26_level_in_everything_is_cut_for(event: Terminal) -> None:
    """G-19: the two winners are level in points and games won; a cut, higher first."""
    begun(event, "national-progressive", *people(4), rounds="1")
    event("seat", "--seed", "a")
    first, second = (int(name[1:]) for name in seated(event)[1][0])
    event("result", "1", "11-3")
    assert "cut" in event.refused("finish")
    event("tie", "cut", f"{first}=KD", f"{second}=AS")
    event("finish")
    assert ranks(event)[f"P{second}"] == 1


# League (L03). The team drawn second is at home in the first fixture.


LINE_UPS = ("Kay K, Ken K", "Ann A, Al A")


def fixture_begun(league: Terminal) -> None:
    """A season of two teams, its first night at seven, everybody signed and named."""
    league("open", "t", "Dayton")
    league("teams", "t", "Aces", "Kings")
    league("players", "t", "Aces", "Ann A", "Al A", "--signed", "--when", "2027-01-01T10:00")
    league("players", "t", "Kings", "Kay K", "Ken K", "--signed", "--when", "2027-01-01T10:00")
    league("calendar", "t", "2027-01-05T19:00", "--weeks", "1")


def test_27_ten_points_win_and_nine_do_not(league: Terminal) -> None:
    """L03-7.7, 7.8."""
    fixture_begun(league)
    for team in ("Aces", "Kings"):
        league("arrive-all", "t", "1", team, "--when", "2027-01-05T18:50")
    league("begin", "t", "1", "1", *LINE_UPS, "--when", "2027-01-05T19:00")  # fmt: skip
    for score, why in (("9-7", "nobody has reached 10"), ("14-2", "13 points at most"), ("11-10", "only one team can reach 10")):  # fmt: skip
        assert why in league.refused("result", "t", "1", "1", score)
    league("result", "t", "1", "1", "13-9")


@pytest.mark.parametrize(("at", "games"), [("19:09", 0), ("19:10", 1), ("19:20", 2), ("19:30", 3)])
def test_28_the_marks_of_the_forfeit_clock(league: Terminal, at: str, games: int) -> None:
    """L03-8.1 to 8.3, X-35: at ten minutes the first game, at twenty the second, at thirty all."""
    fixture_begun(league)
    league("arrive-all", "t", "1", "Aces", "--when", "2027-01-05T18:50")
    league("call", "t", "1", "--when", f"2027-01-05T{at}")
    table = {each["name"]: each for each in league.json("table", "t")}
    assert table["Aces"].get("won", 0) == games
    assert table["Kings"].get("lost", 0) == games


def test_29_one_player_is_an_absent_team_and_both_absent_lose(league: Terminal) -> None:
    """X-35: one Ace is nobody; at thirty minutes both teams have lost three, and nobody has won."""
    fixture_begun(league)
    league("arrive", "t", "1", "Aces", "Ann A", "--when", "2027-01-05T18:50")
    league("call", "t", "1", "--when", "2027-01-05T19:30")
    table = league.json("table", "t")
    assert [each.get("won", 0) for each in table] == [0, 0]
    assert [each.get("lost", 0) for each in table] == [3, 3]


def test_30_four_teams_meet_each_other_once_in_three_weeks(league: Terminal) -> None:
    """events.md: the circle method; two fixtures a week, six in all."""
    league("open", "t", "Dayton")
    league("teams", "t", "Aces", "Kings", "Queens", "Jacks")
    league("calendar", "t", "2027-01-05T19:00", "--weeks", "3")
    fixtures = league.json("fixtures", "t")
    met = {frozenset(each["teams"]) for each in fixtures}
    assert (len(fixtures), len(met)) == (6, 6)
    assert sorted(each["week"] for each in fixtures) == [1, 1, 2, 2, 3, 3]


def test_31_a_house_where_no_deal_brings_more_than_two(event: Terminal, tmp_path: Path) -> None:
    """A01-8.4 changed by a sheet: nine and two are eleven, so nobody ends with twelve."""
    sheet = tmp_path / "mild.toml"
    sheet.write_text(
        'name = "mild"\nextends = "alberta-55plus"\n[score.lone_march]\nvalue = 2\n'
        'note = "Two, as for any march."\n'
    )
    begun(event, "alberta-pairs", *pairs(2), book=str(sheet))
    event("seat", "--seed", "a")
    assert "cannot end with 12" in event.refused("result", "1", "12-3")
    event("result", "1", "11-3")
