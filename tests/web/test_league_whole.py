"""A whole league: its name, another season like it, the archive, practice that is thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.cli import main
from web.office import TEAMS, Office


def test_another_name_stands_everywhere_and_in_the_log(gamer: Office) -> None:
    gamer.do("whole", "title", name="Thursdays")
    assert gamer.league.name == "Thursdays"
    assert "the league is called thursdays" in gamer.see("/log").casefold()
    assert "Thursdays" in gamer.see()
    assert "already has that name" in gamer.refused("whole", "title", name="Thursdays")


def test_another_season_has_the_teams_and_their_players_who_sign_anew(gamer: Office) -> None:
    sent = {"do": "copy", "name": "Spring", "rosters": "yes"}
    answer = gamer.client.post(f"{gamer.base}/desk/whole", data=sent)
    assert answer.url.path == "/leagues/spring/desk/calendar"
    spring = gamer.desk.league_history("spring").league
    assert [team.name for team in spring.teams] == list(TEAMS)
    old = gamer.league
    for team in spring.teams:
        assert [each.name for each in team.members] == [
            m.name for m in old.team(team.number).members
        ]
        assert not any(each.signed for each in team.members)
    assert spring.plan == old.plan
    assert not spring.fixtures
    bare = gamer.client.post(f"{gamer.base}/desk/whole", data={"do": "copy", "name": "Spring"})
    assert bare.url.path.startswith("/leagues/spring-2/")
    assert not any(team.members for team in gamer.desk.league_history("spring-2").league.teams)


def test_the_archive_keeps_a_league_out_of_the_list(gamer: Office) -> None:
    def listed() -> str:
        return gamer.client.get("/events").text.partition("The archive")[0]

    assert "Tuesdays" in listed()
    gamer.do("whole", "archive")
    assert "Tuesdays" not in listed()
    assert "This league is in the archive." in gamer.see("/desk/teams")
    assert "in the archive already" in gamer.refused("whole", "archive")
    gamer.do("whole", "archive", back="yes")
    assert "Tuesdays" in listed()


def test_a_league_that_counts_is_not_thrown_away(gamer: Office) -> None:
    assert (
        "only a practice league can be thrown away"
        in gamer.refused("whole", "throw-away").casefold()
    )
    assert "Throw it away" not in gamer.see("/desk/whole")


def test_practice_is_marked_and_thrown_away(gamer: Office) -> None:
    client: TestClient = gamer.client
    new = {"name": "Trying it out", "pin": "2580", "first_night": "2027-03-02T19:00"}
    client.post("/leagues/new", data={**new, "practice": "yes"})
    trying = Office(client, "/leagues/trying-it-out")
    assert trying.league.practice
    assert trying.league.name == "Practice: Trying it out"
    assert "Practice: nothing here counts" in trying.see("/desk/teams")
    trying.do("teams", "teams", names="Left Bowers\nLone Hands")
    trying.do("team/1", "players", team=1, names="Pat Practice")
    people = trying.client.get("/club/desk/people").text
    assert "Pat Practice" not in people
    asked = trying.do("whole", "throw-away")
    assert not trying.league.thrown_away, asked
    sent = {"do": "throw-away", "sure": "yes"}
    assert client.post(f"{trying.base}/desk/whole", data=sent).url.path == "/events"
    assert client.get(trying.base).status_code == 404
    assert "Trying it out" not in client.get("/events").text


def test_from_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def league(*words: str) -> int:
        return main(["league", "--data", str(tmp_path), *words])

    assert league("open", "tue", "Tuesdays") == 0
    assert league("teams", "tue", "Aces", "Kings") == 0
    assert league("title", "tue", "Tuesday nights") == 0
    assert league("copy", "tue", "Next year") == 0
    assert "its id is next-year" in capsys.readouterr().out
    assert league("archive", "tue") == 0
    assert league("archive", "tue", "--back") == 0
    assert league("throw-away", "tue") == 1
    assert "only a practice league" in capsys.readouterr().err
