"""The desk takes what people drew with real cards, and says what counts and who can win low."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.tournament.events.verify import verify
from web.at_desk import Director, hall, says


def charity(client: TestClient, count: int) -> Director:
    director = Director(client, "charity-day")
    director.names(*(f"P{number}" for number in range(1, count + 1)))
    return director


def test_the_host_types_what_each_drew(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = charity(client, 9)
        page = director.look("seating")
        assert "They drew real cards: type what each drew" in page
        assert 'list="deck"' in director.text
        drawn = {f"drawn{n}": card for n, card in zip(range(1, 9), ["A♥", "2♥", "A♠", "2♠", "A♦", "2♦", "A♣", "2♣"], strict=True)}  # fmt: skip
        director.seat(by="person", **drawn)
        assert director.status == 200, says(director.text)
        assert director.event.round.table(1).sides == ((1, 5), (3, 7))
        assert director.event.round.byes == (9,)
        history = client.app.state.desk.history(director.id)  # type: ignore[attr-defined]
        assert verify(history).different == ()


def test_a_wrong_card_shows_the_page_again_as_it_was_filled_in(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = charity(client, 4)
        page = director.seat(by="person", drawn1="AH", drawn2="AH", drawn3="AS", drawn4="AC")
        assert director.status == 422
        assert "P2 drew AH, but P1 sits there already." in page
        assert (
            'name="drawn3" maxlength="5" autocomplete="off" list="deck" value="AS"' in director.text
        )
        assert not director.event.rounds


def test_table_by_table_is_tapped(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = charity(client, 8)
        seats: dict[str, Any] = {"north1": 3, "east1": 5, "south1": 4, "west1": 6}
        director.seat(by="table", **seats)
        assert director.status == 422
        director.seat(by="table", rest="yes", **seats)
        assert director.status == 200, says(director.text)
        assert director.event.round.table(1).sides == ((3, 4), (5, 6))


def test_lots_for_the_first_places_of_pairs(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names("A & Ax", "B & Bx", "C & Cx", "D & Dx")
        assert "They drew real lots" in director.look("seating")
        director.seat(by="person", drawn1=2, drawn2=1, drawn3=2, drawn4=1)
        assert set(director.event.round.table(2).entrants) == {1, 3}


def test_four_singles_cut_for_partners_with_real_cards(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names("Ann", "Bob", "Cy", "Dee")
        director.seat()
        assert "for partners, among four singles" in director.look("table/1")
        director.do("table/1", "cut", purpose="partners", card1="KD", card2="9S", card3="AS", card4="TH")  # fmt: skip
        assert director.status == 200, says(director.text)
        names = [director.event.name_of(*side) for side in director.event.round.table(1).sides]
        assert names == ["Bob & Dee", "Ann & Cy"]


def test_the_low_prize_and_sitting_out_are_said_and_settled(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = charity(client, 5)
        director.do("plan", "plan", sat_out="average")
        assert "A round sat out scores the average of one's own games" in director.look("seating")
        director.seat()
        (spare,) = director.event.round.byes
        out = director.event.round.table(1).entrants[0]
        director.sure("round", "swap", who=out, other=spare, why="a sore foot")
        director.line("1 9 8")
        name = director.event.name_of(out)
        page = director.look("finish")
        assert "The low prize is for those who played all rounds (S02-1.6, X-100)." in page
        assert f"Not in the running for it: {name} (1 round missed)." in page
        director.do("finish", "low-prize", who=out, why="sat out by lot")
        assert f"{name} was let in: sat out by lot." in director.look("finish")
        assert "scores the average of one's own games" in says(
            client.get(f"/events/{director.id}").text
        )


@pytest.mark.parametrize("page", ["standings", "seating"])
def test_a_result_that_does_not_count_is_told(tmp_path: Path, page: str) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names("A & Ax", "B & Bx", "C & Cx", "D & Dx")
        director.seat()
        director.line("1 8 6")
        director.line("2 10 4")
        assert "8–6 made; the winner is entered with 10 (A01-T7.2)" in director.look("round")
        director.do("table/2", "dispute", why="it was five")
        assert "Round 1, table 2: the result is disputed and does not count" in director.look(page)
        assert "1 result is in dispute." in director.look("standings")
        public = says(client.get(f"/events/{director.id}").text)
        assert "8–6 made; the winner is entered with 10 (A01-T7.2)" in public


def test_lone_hands_are_typed_off_the_cards_and_win_their_prize(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = charity(client, 4)
        director.do("plan", "plan", prizes="First = 20\nMost lone hands = 10", rounds="1")
        director.seat()
        director.line("1 9 8")
        director.do("finish", "hand-in", all="yes")
        assert "No lone hands are entered" in director.look("finish")
        page = director.do("finish", "loners", loners1="2", loners2="", loners3="1")
        assert director.status == 200, says(page)
        assert [each.loners for each in director.event.entrants] == [2, 0, 1, 0]
        page = director.look("finish")
        assert f"Most lone hands {director.event.name_of(1)}" in page
        director.do("finish", "loners", loners1="200")
        assert "cannot have made 200 lone hands" in says(director.text)


def test_only_tables_of_the_latest_round_cut_with_their_own_cards(tmp_path: Path) -> None:
    def offered(page: str) -> list[str]:
        director.look(page)
        found = re.search(r'<select id="purpose".*?</select>', director.text, re.DOTALL)
        return re.findall(r"<option[^>]*>([^<]*)</option>", found[0]) if found else []

    with hall(tmp_path) as client:
        director = Director(client, "national-progressive")
        director.names(*(f"P{number}" for number in range(1, 9)))
        director.seat()
        assert offered("table/1") == ["for the first deal"]
        director.all_in()
        assert offered("table/1") == ["of the losers, for the next deal"]
        director.seat()
        assert offered("table/1?round=1") == []
