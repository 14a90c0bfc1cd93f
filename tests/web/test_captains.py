"""Captains' phones: a code for each team, line-ups, points of one side confirmed by the other, waivers, protests."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from rightbower.papers.printing.seasons import league_paper
from rightbower.web.league.public import league_as_text
from rightbower.web.state.codes import team_code
from web.office import TEAMS, Office, plain


class Captain:
    """A phone of its own in the same hall."""

    def __init__(self, gamer: Office, team: str) -> None:
        self.gamer, self.team = gamer, TEAMS.index(team) + 1
        self.client = TestClient(gamer.client.app, base_url="http://localhost")
        self.status = 200

    @property
    def code(self) -> str:
        keys = self.gamer.client.app.state.keys  # type: ignore[attr-defined]  # a Starlette app
        return team_code(keys, self.gamer.league.id, self.team)

    def scan(self) -> str:
        """Scan the code and say whose phone this is."""
        found = self.client.get(f"/c/{self.code}")
        assert found.status_code == 200, plain(found.text)
        return self._read(
            self.client.post(f"{self.gamer.base}/captain/take", data={"code": self.code})
        )

    def see(self) -> str:
        return self._read(self.client.get(f"{self.gamer.base}/captain"))

    def do(self, act: str, game: int = 1, **fields: object) -> str:
        name = TEAMS[self.team - 1]
        sent = {"do": act, "fixture": self.gamer.of(name).number, "game": game, **fields}
        return self._read(self.client.post(f"{self.gamer.base}/captain", data=sent))

    def _read(self, answer: object) -> str:
        self.status = answer.status_code  # type: ignore[attr-defined]  # of the test client
        return plain(answer.text)  # type: ignore[attr-defined]


@pytest.fixture
def phones(gamer: Office) -> tuple[Captain, Captain]:
    """The captains of the Aces and of those they meet first, at the start of the night."""
    aces = Captain(gamer, "Aces")
    other = Captain(gamer, gamer.league.team(gamer.of("Aces").other(1)).name)
    for each in (aces, other):
        each.scan()
    gamer.tonight("18:55:00")
    gamer.here("Aces", TEAMS[other.team - 1])
    gamer.tonight("19:00:00")
    return aces, other


def test_who_guessed_many_codes_waits_with_a_right_one_too(gamer: Office) -> None:
    captain = Captain(gamer, "Aces")
    captain.client.get("/")
    for _ in range(100):
        if captain.client.get("/c/AAAAAA").status_code == 429:
            break
    found = captain.client.get(f"/c/{captain.code}", follow_redirects=False)
    assert found.status_code == 429, "nor does it learn whether a code is one"


def pair(captain: Captain) -> list[str]:
    name = TEAMS[captain.team - 1]
    return [f"{name} One", f"{name} Two"]


def test_two_line_ups_begin_the_game_and_two_taps_make_the_score_count(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, other = phones
    assert "Who plays game 1?" in aces.see()
    said = aces.do("line-up", names=pair(aces))
    assert "Aces One and Aces Two play" in said
    assert not gamer.of("Aces").games[0].began
    assert "what was the score?" in other.do("line-up", names=pair(other))
    assert gamer.of("Aces").games[0].began
    sent = aces.do("result", ours=10, theirs=6)
    assert "Sent: game 1" in sent
    assert not gamer.of("Aces").games[0].stands
    assert "They say 10–6 in game 1. Right?" in other.see()
    shown = "-".join(map(str, gamer.of("Aces").games[0].points or ()))
    other.do("confirm", shown=shown)
    game = gamer.of("Aces").games[0]
    assert game.stands
    side = gamer.of("Aces").side_of(1)
    assert game.points is not None
    assert (game.points[side], game.points[1 - side]) == (10, 6)
    assert "games 1–0" in aces.see()
    assert "games 0–1" in other.see()
    assert "Aces, by phone" in gamer.see("/log")


def test_points_are_taken_back_or_disputed_and_never_confirmed_by_those_who_sent_them(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, other = phones
    aces.do("line-up", names=pair(aces))
    other.do("line-up", names=pair(other))
    aces.do("result", ours=6, theirs=10)
    points = gamer.of("Aces").games[0].points
    shown = "-".join(map(str, points or ()))
    assert "the team that entered the points does not confirm them" in aces.do("confirm", shown=shown).casefold()  # fmt: skip
    assert "take them back instead" in aces.do("dispute", why="typo")
    assert "the other team's" in other.do("take-back")
    assert "what was the score?" in aces.do("take-back")
    aces.do("result", ours=10, theirs=7)
    assert "The points have changed" in other.do("confirm", shown=shown)
    assert "the Gamer decides" in other.do("dispute", why="it was 10 to 8")
    assert "Points disputed (it was 10 to 8): fixture" in gamer.see("/desk/night")
    assert "it was 10 to 8" in aces.see()
    assert not gamer.of("Aces").games[0].stands
    one, two = gamer.of("Aces").games[0].points or (0, 0)
    fixed = {"one": one, "other": two, "why": "asked both", "sure": "yes"}
    gamer.do(f"fixture/{gamer.of('Aces').number}", "correct", fixture=gamer.of("Aces").number, game=1, **fixed)  # fmt: skip
    assert gamer.of("Aces").games[0].stands
    assert gamer.of("Aces").games[0].dispute == ""


def test_a_phone_speaks_for_its_own_team_and_only_for_what_captains_do(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, other = phones
    said = aces.do("line-up", names=pair(other), team=other.team)
    assert aces.status == 422
    assert "is not on the roster of Aces" in said
    assert "choose what to do" in aces.do("forfeit", cause="conduct", games=1, why="x").casefold()
    stranger = Captain(gamer, "Aces")
    stranger.do("line-up", names=pair(aces))
    assert stranger.status == 403
    assert stranger.client.get(f"{gamer.base}/captain?code=WRONGONE").status_code == 403
    assert stranger.client.get(f"{gamer.base}/team/1/qr.svg").url.path.endswith("/pin")
    assert not gamer.of("Aces").games[0].named[0]


def test_a_player_who_may_not_play_is_refused_with_the_clause(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, _ = phones
    assert "team plays with 2 players (L03-1.3)" in aces.do("line-up", names=["Aces One"])
    gamer.do("team/1", "players", team=1, names="Aces Late", sub="yes")
    gamer.do("night", "arrive", fixture=gamer.of("Aces").number, team=1, player="Aces Late")
    assert "signs the waiver with the Gamer" in aces.do("line-up", names=["Aces One", "Aces Late"])


def test_a_protest_is_lodged_by_phone_and_a_late_one_is_not_heard(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, other = phones
    aces.do("protest", kind="other", why="they use marked cards")
    (lodged,) = gamer.league.protests
    assert (lodged.by, lodged.game, lodged.informal) == (1, 1, "")
    waits = "game 1, “they use marked cards”: it waits for the Gamer’s ruling."
    assert f"Your protest, {waits}" in aces.see()
    assert f"Aces protest, {waits}" in other.see()
    aces.do("line-up", names=pair(aces))
    other.do("line-up", names=pair(other))
    gamer.tonight("19:10:00")
    aces.do("protest", kind="other", why="again")
    assert "L03-10.8" in gamer.league.protests[1].informal
    assert "Your protest, game 1, “again”: a protest has to come before the start" in aces.see()


def test_the_ruling_on_a_protest_is_told_on_both_phones(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, other = phones
    aces.do("protest", kind="other", why="they use marked cards")
    gamer.do("decisions", "rule", protest=1, ruling="rejected", why="the cards are clean")
    ruled = "“they use marked cards”: the Gamer rejected it: the cards are clean"
    assert ruled in aces.see()
    assert ruled in other.see()
    gamer.at("2027-01-19T12:00:00")
    assert ruled not in aces.see()


def test_waivers_are_signed_on_the_phone_until_the_first_night(gamer: Office) -> None:
    gamer.do("team/1", "players", team=1, names="Aces Four\nAces Five\nAces Six")
    aces = Captain(gamer, "Aces")
    assert "Waivers: 3 to sign" in aces.scan()
    aces.do("sign", player="Aces Four")
    member = gamer.league.team(1).member("Aces Four")
    assert member is not None
    assert member.signed
    aces.do("sign-all")
    assert all(each.signed for each in gamer.league.team(1).members)
    gamer.at("2027-01-13T12:00")
    gamer.do("team/1", "players", team=1, names="Aces Seven", sub="yes")
    assert "they sign with the Gamer now" in aces.see()
    assert "signs with the Gamer now (L03-9.3" in aces.do("sign", player="Aces Seven")


def test_the_gamer_shows_the_codes_and_frees_a_phone(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, _ = phones
    page = gamer.see("/desk/phones")
    assert aces.code in page
    assert "1 phone" in page
    for wrong in ("", "0", "99999", "two"):
        told = gamer.client.post(f"{gamer.base}/desk/phones/free", data={"team": wrong})
        assert (told.status_code, "There is no such team" in told.text) == (404, True), wrong
    assert "1 phone" in gamer.see("/desk/phones")
    gamer.client.post(f"{gamer.base}/desk/phones/free", data={"team": "1"})
    assert aces.client.get(f"{gamer.base}/captain").status_code == 403
    assert gamer.client.get(f"{gamer.base}/team/1/qr.svg").status_code == 200


def test_a_team_is_called_the_same_on_desk_phones_wall_and_paper(
    gamer: Office, phones: tuple[Captain, Captain]
) -> None:
    aces, _ = phones
    fixture = gamer.of("Aces")
    other = gamer.league.team(fixture.other(1)).name
    sheets = league_paper(gamer.league, "score-sheets", "A4")
    everywhere = {
        "night": gamer.see("/desk/night"),
        "season": gamer.see(),
        "phone": aces.see(),
        "wall": league_as_text(gamer.league, gamer.desk.clock()),
        "paper": " ".join(page.extract_text() for page in PdfReader(io.BytesIO(sheets)).pages),
    }
    for where, text in everywhere.items():
        assert "Aces" in text, where
        assert other in text, where
        assert "Team 1" not in text, where
        assert "team 1" not in text, where
        assert "19:00" not in text, where
    for where in ("night", "season", "phone", "wall", "paper"):
        assert "7:00 pm" in everywhere[where], where
