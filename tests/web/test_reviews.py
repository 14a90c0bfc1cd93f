"""The review of a finished game: looked into once, told in words, found again in the replay."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.office.journals import journal_of
from rightbower.record.entries import Record
from rightbower.record.record import stories
from rightbower.rules.acts import read_action, write_action
from rightbower.rules.cards import Seat, Side
from rightbower.study.review import Comment, moment, review
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.acts import move
from rightbower.web.hall.calls import call
from rightbower.web.hall.entries import encode
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.table import chances_of
from rightbower.web.hall.wire import Turn
from rightbower.web.study import review_pages, reviews
from rightbower.web.study.replay import record_of
from rightbower.web.study.reviews import Reviews, act_index
from web.at_desk import flat
from web.serving import folded, played_out, table_of_slips

WORLDS = 4


class Looker:
    """Stands for the solver: counts how often it is asked, and waits until it is let go."""

    def __init__(self) -> None:
        self.asked = 0
        self.go = threading.Event()
        self.found: list[Comment] = []

    async def __call__(self, game: Record, told: Callable[[int, int], None]) -> list[Comment]:
        return await asyncio.to_thread(self.look, game, told)

    def look(self, game: Record, told: Callable[[int, int], None]) -> list[Comment]:
        self.asked += 1
        told(3, 10)
        assert self.go.wait(20)
        self.found = review(game, WORLDS)
        return self.found


@pytest.fixture
def looker() -> Looker:
    return Looker()


@pytest.fixture
def hall(tmp_path: Path, looker: Looker) -> Iterator[TestClient]:
    """A hall with one finished game, in which reviews wait to be let go."""
    played_out(tmp_path, "over")
    with TestClient(make_app(tmp_path)) as client:
        client.app.state.reviews = Reviews(looker)  # type: ignore[attr-defined]  # Starlette's
        yield client
        # The hall closes when nobody thinks any more.
        looker.go.set()


def wait_for_review(hall: TestClient) -> None:
    while not hall.get("/t/over/review/progress").json()["ready"]:
        time.sleep(0.01)


def game_in(hall: TestClient) -> Record:
    return record_of(hall.app.state.hall.find("over"))  # type: ignore[attr-defined]


def test_while_it_is_looked_into_the_page_says_how_far_it_is(
    hall: TestClient, looker: Looker
) -> None:
    assert "being looked into" in flat(hall.get("/t/over/review").text)
    while hall.get("/t/over/review/progress").json() == {"done": 0, "of": 1, "ready": False}:
        time.sleep(0.01)
    assert hall.get("/t/over/review/progress").json() == {"done": 3, "of": 10, "ready": False}
    assert 'max="10" value="3"' in flat(hall.get("/t/over/review").text)
    # Nobody else waits for it.
    assert hall.get("/t/over/replay").status_code == 200


def test_where_too_many_wait_the_page_says_so(
    hall: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 0)
    found = hall.get("/t/over/review")
    assert found.status_code == 409
    assert "This game cannot be reviewed: many games wait for their review already" in found.text


def test_a_game_is_looked_into_once(hall: TestClient, looker: Looker) -> None:
    looker.go.set()
    hall.get("/t/over/review")
    wait_for_review(hall)
    for _ in range(3):
        assert "The players" in flat(hall.get("/t/over/review").text)
    assert looker.asked == 1


def test_the_page_names_what_cost_something_and_what_was_better(
    hall: TestClient, looker: Looker
) -> None:
    looker.go.set()
    hall.get("/t/over/review")
    wait_for_review(hall)
    page = flat(hall.get("/t/over/review").text)
    marked = [each for each in looker.found if each.sign]
    assert marked, "a game of random moves has mistakes"
    assert page.count('class="sign"') == len(marked)
    dearest = max(marked, key=lambda each: each.cost)
    assert f"{100 * dearest.cost:.0f}%" in page
    for seat in Seat:
        assert game_in(hall).players[seat] in page


def test_the_replay_has_the_signs_at_their_steps(hall: TestClient, looker: Looker) -> None:
    assert '"costs":{}' in hall.get("/t/over/replay").text
    looker.go.set()
    hall.get("/t/over/review")
    wait_for_review(hall)
    _, deals = stories(game_in(hall))
    replay = hall.get("/t/over/replay").text
    for each in looker.found:
        at = act_index(deals[each.deal - 1].deal, each)
        assert deals[each.deal - 1].deal.acts[at] == each.action
        if each.sign:
            assert f'"{at}":["{each.sign}"' in replay


def test_a_game_under_way_is_not_reviewed(hall: TestClient) -> None:
    table = hall.post("/play", data={"book": "standard"}, follow_redirects=False)
    address = table.headers["location"]
    assert hall.get(f"{address}/review").status_code == 403
    assert hall.get(f"{address}/review/progress").status_code == 403


def test_a_game_with_slips_is_reviewed_too(tmp_path: Path) -> None:
    acts = table_of_slips(tmp_path, "slips", "alberta-55plus")
    with journal_of(tmp_path) as journal:
        live = Hall(journal).find("slips")
        assert live is not None
        table = live.table
        for number, act in enumerate(acts):
            seat, words, name = Seat[act[0]], act[2:], f"m{number}"
            if words == "turn":
                more = call(table, seat, Turn(), name, table.touched)
            else:
                action = read_action(f"{seat} {words}")
                more = move(table, action, name, table.touched, meant=True)
            journal.append("table/slips", table.version, [encode(entry) for entry in more])
            table = folded(more, table)
        told = record_of(live)
    found = review(told, WORLDS)
    assert {each.seat for each in found} == set(Seat)
    seen, action = moment(told, len(found))
    assert (seen.seat, action) == (found[-1].seat, found[-1].action)


def test_the_reader_comes_first_and_is_told_of_as_you(hall: TestClient, looker: Looker) -> None:
    looker.go.set()
    hall.get("/t/over/review")
    wait_for_review(hall)
    west = Person("over-W", "West")
    keys = hall.app.state.keys  # type: ignore[attr-defined]
    hall.cookies.set(COOKIE, keys.cookie(west))
    page = flat(hall.get("/t/over/review").text)
    mine = [each for each in looker.found if each.sign and each.seat is Seat.W]
    assert page.index('yours"') < page.index("<strong>North</strong> gave away")
    assert "With East against North and South." in page
    assert mine, "who moves at random makes mistakes"
    assert page.index("Worth a second look") < page.index("What it cost the others")
    assert page.split("What it cost the others")[0].count('data-number="') == len(mine)
    others = sum(each.seat is not Seat.W for each in looker.found if each.sign)
    assert "What it cost the others" in page
    assert f"<summary>Show all {others}</summary>" in page
    assert "gives away more than 12% of the game" in page


def test_the_graph_goes_from_the_first_deal_to_the_result(hall: TestClient) -> None:
    live = hall.app.state.hall.find("over")  # type: ignore[attr-defined]
    facts = live.table.finished
    for side in Side:
        chances = chances_of(live.table.book, live.table.opened.target, facts, side)
        assert len(chances) == len(facts.deals) + 1
        assert chances[-1] == float(facts.winner == side.name)
        assert all(0 <= each <= 1 for each in chances)
    ours, theirs = (
        chances_of(live.table.book, live.table.opened.target, facts, side) for side in Side
    )
    assert [a + b for a, b in zip(ours, theirs, strict=True)] == pytest.approx([1.0] * len(ours))


def test_the_board_has_every_act_and_comes_to_the_hands_of_each_moment(
    hall: TestClient, looker: Looker
) -> None:
    looker.go.set()
    hall.get("/t/over/review")
    wait_for_review(hall)
    page = hall.get("/t/over/review").text
    deals = json.loads(page.split('id="setup">')[1].split("</script>")[0])
    game = game_in(hall)
    _, told = stories(game)
    numbers = [act["number"] for deal in deals for act in deal["acts"] if "number" in act]
    assert numbers == list(range(1, len(looker.found) + 1))
    signs = [act["sign"] for deal in deals for act in deal["acts"] if "sign" in act]
    assert signs == [each.sign for each in looker.found if each.sign]
    for deal, story in zip(deals, told, strict=True):
        hands = [set(each.split()) for each in deal["hands"]]
        assert [len(each) for each in hands] == [5, 5, 5, 5]
        assert len(deal["acts"]) == len(story.deal.acts)
        for act in deal["acts"]:
            if act.get("play"):
                hands[act["who"]].remove(act["card"])
            if "hands" in act:
                hands = [set(each.split()) for each in act["hands"]]
        # a stranger looks from South's chair
        around = (Seat.S, Seat.W, Seat.N, Seat.E)
        assert hands == [{card.name for card in story.deal.hands[seat]} for seat in around]
        takers = [around[act["won"]] for act in deal["acts"] if "won" in act]
        assert takers == [trick.winner for trick in story.deal.tricks if trick.winner is not None]
    own = [act["who"] for deal in deals for act in deal["acts"] if "chance" in act]
    assert set(own) == {0, 2}, "the chance of the side that is told of"


def test_a_decision_is_tried_again(
    hall: TestClient, looker: Looker, monkeypatch: pytest.MonkeyPatch
) -> None:
    looker.go.set()
    hall.get("/t/over/review")
    wait_for_review(hall)
    for number in (1, len(looker.found)):
        comment = looker.found[number - 1]
        seen, action = moment(game_in(hall), number)
        assert (seen.seat, action) == (comment.seat, comment.action)
        with monkeypatch.context() as nobody:
            nobody.setattr(review_pages, "studied", None)  # before a choice nothing is worked out
            page = hall.get(f"/t/over/again/{number}").text
        assert page.count(f'href="/t/over/again/{number}?a=') == len(seen.legal)
    done = write_action(looker.found[0].action)[2:]
    page = hall.get("/t/over/again/1", params={"a": done}).text
    assert "In the game:" in page
    assert "/again/1?a=" not in page, "the choice is made"
    assert "The chance to win the game with each" in page
    why = page.split('<p class="why">')[1].split("</p>")[0]
    assert why.endswith("."), why
    assert hall.get("/t/over/again/1", params={"a": "fly"}).status_code == 400
    assert hall.get(f"/t/over/again/{len(looker.found) + 1}").status_code == 404
