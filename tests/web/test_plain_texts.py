"""Texts that people read elsewhere: nothing in them steers a terminal or turns the writing around."""

from __future__ import annotations

import pytest

from rightbower.cli.output import show
from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Sheet
from rightbower.tournament.contest import Entry
from rightbower.tournament.events.results import DisputeResult
from rightbower.tournament.league.league import LeagueHistory
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.roster import name_players
from rightbower.tournament.league.season import enter_team, open_league
from web.at_desk import Director, says
from web.test_api import token_of

ESCAPE, TURNED = "\x1b[2J", "a\u202eb"


@pytest.mark.parametrize("text", [ESCAPE, TURNED, "\x00", "two\u2028lines"])
def test_no_command_takes_a_letter_that_steers(director: Director, text: str) -> None:
    base, token = f"/api/v1/events/{director.id}", token_of(director)
    named = director.client.post(f"{base}/title", json={"name": text}, headers=token)
    assert named.status_code == 422
    assert "has a letter that is not shown (U+" in named.json()["error"]
    batch = [{"type": "entrants-add", "names": ["Ann Lee & Bob Poe"], "zone": text}]
    assert director.client.post(f"{base}/commands", json=batch, headers=token).status_code == 422
    assert director.event.name == "Our day"
    assert not director.event.entrants


def test_a_reason_may_have_lines_and_joined_signs_and_no_escapes() -> None:
    DisputeResult(table=1, why="we have nine\nthey have ten 👩‍👧")
    with pytest.raises(Refusal, match=r"not shown \(U\+001B\)"):
        DisputeResult(table=1, why=f"we have {ESCAPE} nine")


def test_names_of_teams_and_their_players_are_shown_whole() -> None:
    first = Entry(0.0, "", open_league("tue", "Tuesdays"))
    joined = Entry(0.0, "", enter_team(LeagueHistory.of([first]).league, "Marchers"))
    opened = LeagueHistory.of([first, joined]).league
    with pytest.raises(LeagueError, match="not shown"):
        enter_team(opened, "Left\u200b Bowers")
    with pytest.raises(LeagueError, match="already"):
        enter_team(opened, "M\u0430rchers")
    with pytest.raises(LeagueError, match="not shown"):
        name_players(opened, 1, ["Ann\u200b"], "2027-01-12T18:45")


def test_messages_calls_and_tokens_are_plain(director: Director) -> None:
    director.do("messages", "say", text=f"Supper {TURNED} now")
    assert "Supper a b now" in says(director.look("messages"))
    made = director.client.post(
        f"/events/{director.id}/desk/programs", data={"name": f"Site{TURNED}"}
    )
    assert TURNED not in made.text
    assert "Sitea b" in made.text


def test_what_older_journals_hold_does_not_steer_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [("1", f"disputed: {ESCAPE}")]
    show([Sheet(f"Log {ESCAPE}", ("No", "What"), rows), Sheet(ESCAPE)], plain=False)
    show([Sheet(f"Log {ESCAPE}", ("No", "What"), rows)], plain=True)
    assert "\x1b[2J" not in capsys.readouterr().out


def test_a_body_that_is_not_utf_8_is_refused(director: Director) -> None:
    token = token_of(director)
    for name, body in (("title", b'{"name": "\xff"}'), ("commands", b'[{"type": "\xff"}]')):
        told = director.client.post(f"/api/v1/events/{director.id}/{name}", content=body, headers=token)  # fmt: skip
        assert (told.status_code, told.json()["error"]) == (422, "The body is not UTF-8.")


def test_a_typed_line_has_an_end(director: Director) -> None:
    assert "A line has at most 2000 letters." in says(
        director.do("round", "result", line="a" * 2001)
    )
