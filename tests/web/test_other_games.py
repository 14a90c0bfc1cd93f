"""Events of games that are not Euchre: no word of Euchre on their pages, and no check of it on a score."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.seating import not_yet
from rightbower.tournament.events.simulated import people
from rightbower.web.desk.setup import preset_text
from web.at_desk import Director, hall, says
from words_of_euchre import EUCHRE

DESK = [
    "check-in",
    "plan",
    "seating",
    "round",
    "standings",
    "finish",
    "log",
    "paper",
    "phones",
    "share",
    "messages",
    "money",
    "everything",
    "entrant/1",
    "table/1",
]
SCORES = {
    "bid-euchre-games": "43 -12",
    "bid-euchre-club": "104 -36",
    "five-hundred": "520 -180",
    "whist-drive": "8 5",
}


def words_of(page: str, *titles: str) -> list[str]:
    """The words of Euchre on a page, its scripts' sentences with them, but for names."""
    shown = re.sub(r"<link\b[^>]*>|\b(src|href|class|id|name|for)=\"[^\"]*\"", " ", page)
    shown = re.sub(r"<(script)\b(?![^>]*application/json).*?</\1>", " ", shown, flags=re.DOTALL)
    shown = re.sub(r"<details class=\"commands.*?</details>", " ", shown, flags=re.DOTALL)
    for title in titles:
        shown = shown.replace(title, "")
    return [each[0] for each in EUCHRE.finditer(shown)]


def looked_at(director: Director, *titles: str) -> dict[str, list[str]]:
    """The words of Euchre on every page of the event, by page."""
    base = f"/events/{director.id}"
    pages = [f"{base}/desk/{each}" for each in DESK] + [base, f"{base}/wall", f"{base}/clock"]
    found = {}
    for page in pages:
        answer = director.client.get(page)
        if answer.status_code == 200 and (words := words_of(answer.text, *titles)):
            found[page] = words
    return found


@pytest.mark.parametrize("preset", SCORES)
def test_no_word_of_euchre_is_on_the_pages_of_another_game(tmp_path: Path, preset: str) -> None:
    with hall(tmp_path) as client:
        director = Director(client, preset, rounds=2)
        plan, names = director.event.plan, people(16)
        assert plan.other
        pairs = [f"{one} & {other}" for one, other in zip(names[::2], names[1::2], strict=True)]
        director.names(*(pairs if plan.entering.unit == "pair" else names))
        called = (PRESETS[preset].title, plan.title, preset)
        seen = looked_at(director, *called)
        while not_yet(director.event) is None:
            director.seat(f"seed {len(director.event.rounds)}")
            seen |= looked_at(director, *called)
            director.all_in(SCORES[preset])
        seen |= looked_at(director, *called)
        director.sure("finish", "finish", why="enough for today")
        seen |= looked_at(director, *called)
        assert seen == {}
        made = [game.result.points for _, game in director.event.games() if game.result]
        assert set(made) == {tuple(map(int, SCORES[preset].split()))}


def test_the_desk_types_points_below_zero_and_says_what_cannot_be(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = seated_five_hundred(client)
        assert "a score is a multiple of 10" in director.line("1 515 -180")
        director.line("1 520 -180")
        result = director.event.round.table(1).result
        assert result is not None
        assert result.points == (520, -180)


def seated_five_hundred(client: TestClient) -> Director:
    """Two tables of 500, seated."""
    director = Director(client, "five-hundred")
    director.names("A & B", "C & D", "E & F", "G & H")
    director.seat()
    return director


def test_another_game_is_neither_ruled_on_by_a_book_nor_dealt_in_the_hall(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = seated_five_hundred(client)
        assert "ask the book" not in director.look("table/1")
        assert "No book here says what goes wrong in 500" in director.look("table/1/ruling?round=1")
        put = client.post(f"/events/{director.id}/desk/online", data={"mode": "strict"})
        assert "The hall deals Euchre; 500 is played with real cards." in says(put.text)


def test_a_day_of_any_game_is_made_on_the_page_of_a_new_event(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        assert "the points, below zero too" in says(client.get("/events/new").text)
        wish = {"game": "Cribbage", "counts": "points to a target", "target": "121"}
        plan = Director(client, "round-robin", **wish).event.plan
        assert plan.other is not None
        assert (plan.title, plan.other.counts, plan.target) == ("Cribbage", wish["counts"], 121)


def test_a_director_reads_which_game_it_is_before_making_the_event() -> None:
    assert [each.says for each in preset_text("whist-drive")] == [
        "1 deal a game",
        "game: Whist; a score is the tricks of both sides",
        "movement: losers move",
        "ranked by points made",
        "25 rounds or fewer",
    ]
