"""Cases made up for a bar league's season, each through the command line as a Gamer would type it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.cli import main

FIRST = "2027-01-12"
FOUR = ("Aces", "Bets", "Cuts", "Dots")


class Typed:
    """A league whose Gamer types everything."""

    def __init__(
        self, data: Path, capsys: pytest.CaptureFixture[str], teams: tuple[str, ...], *options: str
    ) -> None:
        self.data, self.capsys, self.teams = data, capsys, teams
        self("open", "tue", "Tuesdays", *options)
        self("teams", "tue", *teams)
        for team in teams:
            signed = ("--signed", "--when", f"{FIRST}T18:00")
            self("players", "tue", team, f"{team} 1", f"{team} 2", f"{team} 3", *signed)
        self("calendar", "tue", f"{FIRST}T19:00")

    def __call__(self, *words: str) -> str:
        """Something that is taken: what is said."""
        status = main(["league", *words, "--data", str(self.data)])
        told = self.capsys.readouterr()
        assert (status, told.err) == (0, ""), (words, told.err)
        return told.out

    def refused(self, *words: str) -> str:
        """Something that is not: why."""
        assert main(["league", *words, "--data", str(self.data)]) == 1, words
        return self.capsys.readouterr().err

    def fixture(self, one: str, other: str) -> str:
        """The number of a fixture, whichever team is named first."""
        lines = self("fixtures", "tue").splitlines()
        return next(
            line.split()[0]
            for line in lines
            if f"{one} against {other}" in line or f"{other} against {one}" in line
        )

    def come(self, number: str, day: str, *teams: str) -> None:
        for team in teams:
            when = ("--when", f"{day}T18:50")
            self("arrive", "tue", number, team, f"{team} 1", f"{team} 2", *when)

    def begin(self, number: str, game: int, day: str) -> None:
        line = next(each for each in self("fixtures", "tue").splitlines() if each.split()[0] == number)  # fmt: skip
        names = [each for each in line.split() if each in self.teams]
        pairs = [f"{each} 1, {each} 2" for each in names]
        self("begin", "tue", number, str(game), *pairs, "--when", f"{day}T19:{10 * game:02d}")

    def play(self, one: str, other: str, *points: str) -> None:
        """All games of a fixture, the points of ``one`` first."""
        number = self.fixture(one, other)
        line = next(each for each in self("fixtures", "tue").splitlines() if each.split()[0] == number)  # fmt: skip
        day, turned = line.split()[3], f"{other} against {one}" in line
        self.come(number, day, one, other)
        for game, text in enumerate(points, 1):
            self.begin(number, game, day)
            self("result", "tue", number, str(game), "-".join(reversed(text.split("-"))) if turned else text)  # fmt: skip


@pytest.fixture
def four(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Four teams, two of them to the playoffs."""
    return Typed(tmp_path, capsys, FOUR, "--playoff-teams", "2")


def ring(league: Typed) -> None:
    """Aces beat Bets beat Cuts beat Aces, all beat Dots: three level at the cut."""
    for one, other in (("Aces", "Bets"), ("Bets", "Cuts"), ("Cuts", "Aces")):
        league.play(one, other, "10-5", "10-5", "10-5")
        league.play(one, "Dots", "10-5", "10-5", "10-5")


def test_G_20_three_level_at_the_cut_are_named_as_what_is_to_be_decided(four: Typed) -> None:
    ring(four)
    assert "To decide: the order of Aces, Bets and Cuts (L03-10.9)" in four("steps", "tue")
    assert "has to put Aces, Bets and Cuts in order first" in four.refused("playoffs", "tue", "2027-03-09T19:00")  # fmt: skip
    assert "not all who are tied" in four.refused("place", "tue", "Aces", "Bets", "--why", "lot")
    four("place", "tue", "Bets", "Aces", "Cuts", "--why", "drawn by lot")
    assert "To decide" not in four("steps", "tue")
    four("playoffs", "tue", "2027-03-09T19:00")
    assert "Bets against Aces" in four("bracket", "tue")


def test_L03_10_9_a_correction_after_the_draw_ends_the_order_and_is_told(four: Typed) -> None:
    ring(four)
    four("place", "tue", "Bets", "Aces", "Cuts", "--why", "drawn by lot")
    four("playoffs", "tue", "2027-03-09T19:00")
    number = four.fixture("Aces", "Bets")
    lost = "5-10" if "Aces against Bets" in four("fixtures", "tue") else "10-5"
    said = four("correct", "tue", number, "1", lost, "--why", "misread")
    assert "By it the first round would be Bets against Cuts" in said
    assert "Bets against Aces" in four("bracket", "tue")


def test_L03_10_1_a_protest_that_waits_is_to_be_ruled_on(four: Typed) -> None:
    number = four.fixture("Aces", "Bets")
    four("protest", "tue", number, "1", "Aces", "other", "--why", "marked cards", "--when", f"{FIRST}T12:00")  # fmt: skip
    assert "To rule on: protest 1 (L03-10.9)" in four("steps", "tue")
    four("rule", "tue", "1", "rejected", "--why", "they are new")
    assert "There is nothing to decide" in four("steps", "tue")


def test_L03_8_4_a_single_player_at_the_last_mark_loses_all_by_that_clause(four: Typed) -> None:
    number = four.fixture("Cuts", "Bets")
    four.come(number, FIRST, "Bets")
    four("arrive", "tue", number, "Cuts", "Cuts 1", "--when", f"{FIRST}T18:55")
    assert "L03-8.4" not in four("call", "tue", number, "--when", f"{FIRST}T19:29:59")
    said = four("call", "tue", number, "--when", f"{FIRST}T19:30")
    assert "game 3 forfeited by Cuts" in said
    assert "(L03-8.3; L03-8.4)" in said


def test_L03_11_2_both_teams_may_lose_a_game_for_their_conduct(four: Typed) -> None:
    number = four.fixture("Cuts", "Bets")
    four.come(number, FIRST, "Cuts", "Bets")
    for game in (1, 2):
        four.begin(number, game, FIRST)
        four("result", "tue", number, str(game), "10-7")
    four("forfeit", "tue", number, "Cuts", "conduct", "3", "--why", "threw the cards")
    assert "(10–7, 10–7, 0–10)" in four("fixtures", "tue")
    said = four("forfeit", "tue", number, "Bets", "conduct", "3", "--why", "threw them back")
    assert "game 3 forfeited by Cuts, Bets: threw the cards (L03-11.2); threw them back (L03-11.2)" in said  # fmt: skip
    assert "(10–7, 10–7, 0–0)" in four("fixtures", "tue")
    again = four.refused("forfeit", "tue", number, "Bets", "conduct", "3", "--why", "again")
    assert "is over, and it stands" in again
    assert "is over, and it stands" in four.refused("forfeit", "tue", number, "Bets", "conduct", "1", "--why", "x")  # fmt: skip


def test_L03_2_5_a_fixture_is_moved_to_a_free_day_that_has_not_passed(four: Typed) -> None:
    number = four.fixture("Dots", "Bets")
    early = ("--why", "snow", "--when", "2027-01-14T10:00")
    taken = four.refused("move", "tue", number, "2027-01-26T19:00", *early)
    assert "has another fixture on Tue 26 Jan 2027" in taken
    assert "is over already" in four.refused("move", "tue", number, "2027-01-13T19:00", *early)
    four("move", "tue", number, "2027-01-28T19:00", *early)
    came = four.refused("arrive", "tue", number, "Dots", "Dots 1", "--when", "2027-01-19T19:00")
    assert f"fixture {number} is played on Thu 28 Jan 2027" in came


def test_L03_9_3_a_team_with_a_bye_has_its_roster_open_until_the_leagues_first_night(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    three = Typed(tmp_path, capsys, ("Aces", "Bets", "Cuts"))
    assert "week 1: Aces has a bye" in three("fixtures", "tue")
    assert "Aces 9 named (roster)" in three("players", "tue", "Aces", "Aces 9", "--when", f"{FIRST}T23:00")  # fmt: skip
    assert "Aces 8 named (sub)" in three("players", "tue", "Aces", "Aces 8", "--when", "2027-01-13T00:00")  # fmt: skip


def test_L03_12_3_a_sub_of_another_roster_plays_and_never_for_both(four: Typed) -> None:
    number = four.fixture("Cuts", "Bets")
    four.come(number, FIRST, "Cuts", "Bets")
    four("sub", "tue", number, "Bets", "Cuts 3", "--when", f"{FIRST}T18:59")
    four("arrive", "tue", number, "Cuts", "Cuts 3", "--when", f"{FIRST}T18:59")
    both = ("begin", "tue", number, "1", "Cuts 1, Cuts 3", "Bets 1, Cuts 3")
    assert "nobody can play for both teams" in four.refused(*both, "--when", f"{FIRST}T19:05")
    four(
        "begin", "tue", number, "1", "Cuts 1, Cuts 2", "Bets 1, Cuts 3", "--when", f"{FIRST}T19:05"
    )


def test_L03_8_8_a_second_offence_offers_removal_once_and_ends_the_guarantee(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league = Typed(tmp_path, capsys, FOUR, "--guaranteed", "9")
    for other, day in (("Aces", FIRST), ("Bets", "2027-01-19")):
        number = league.fixture("Dots", other)
        league.come(number, day, other)
        league("call", "tue", number, "--when", f"{day}T19:10")
    said = league("steps", "tue")
    assert "Dots: the 9 guaranteed games are no longer guaranteed (L03-8.8)" in said
    assert "To decide: Dots, offence 2: removal from the playoffs (L03-8.6)" in said
    league("decide", "tue", "Dots", "offence-2", "keep", "--why", "a flat tire")
    again = league.refused("decide", "tue", "Dots", "offence-2", "remove", "--why", "after all")
    assert "nothing is to be decided about offence 2 of Dots" in again


def test_L03_12_1_points_of_one_team_wait_and_a_dispute_is_to_be_decided(four: Typed) -> None:
    number = four.fixture("Cuts", "Bets")
    four.come(number, FIRST, "Cuts", "Bets")
    four.begin(number, 1, FIRST)
    four("result", "tue", number, "1", "10-7", "--team", "Cuts")
    assert "your team entered" in four.refused("dispute", "tue", number, "1", "Cuts", "--why", "x")
    four("dispute", "tue", number, "1", "Bets", "--why", "it was 10 to 8")
    assert f"To decide: the points of fixture {number}, game 1 (it was 10 to 8)" in four("steps", "tue")  # fmt: skip
    four("take-back", "tue", number, "1", "Cuts")
    four("result", "tue", number, "1", "10-8", "--team", "Cuts")
    four("confirm", "tue", number, "1", "--team", "Bets")
    assert "There is nothing to decide" in four("steps", "tue")


def test_L03_1_3_captains_name_two_each_and_the_second_line_up_begins_the_game(four: Typed) -> None:
    number = four.fixture("Cuts", "Bets")
    four.come(number, FIRST, "Cuts", "Bets")
    at = ("--when", f"{FIRST}T19:01")
    assert "plays with 2 players (L03-1.3)" in four.refused("line-up", "tue", number, "1", "Cuts", "Cuts 1", *at)  # fmt: skip
    assert "begins" not in four("line-up", "tue", number, "1", "Cuts", "Cuts 1, Cuts 2", *at)
    assert "already" in four.refused("line-up", "tue", number, "1", "Cuts", "Cuts 1, Cuts 2", *at)
    early = four.refused("line-up", "tue", number, "1", "Bets", "Bets 1, Bets 2", "--when", f"{FIRST}T18:59")  # fmt: skip
    assert "starts at" in early
    assert "begins" in four("line-up", "tue", number, "1", "Bets", "Bets 1, Bets 2", *at)
    assert "has begun" in four.refused("line-up", "tue", number, "1", "Cuts", "Cuts 1, Cuts 3", *at)
