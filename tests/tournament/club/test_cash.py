"""Money of a night: shares of the pot, draws that anybody can repeat, a cash sheet that adds up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from books import event_book
from rightbower.store.journal import Journal
from rightbower.tournament.events.cash import (
    cash_sheet,
    draw_door_prize,
    draw_fifty_fifty,
    prizes_by_shares,
)
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Prize
from rightbower.web.app import make_app
from tournament.club.played import night


def test_shares_of_the_pot_come_to_the_pot(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        event = night(event_book(journal), "n", "2026-01-01", ["Ann", "Bob", "Cal", "Dot"])
    luck = Random(5)
    for _ in range(200):
        pot, cut = luck.randrange(1, 100_000), sorted(luck.sample(range(1, 100), 2))
        shares = [cut[0], cut[1] - cut[0], 100 - cut[1]]
        prizes = [each for each in prizes_by_shares(event, pot, shares) if not each.low]
        assert sum(each.amount for each in prizes) == pot
        for prize, share in zip(prizes[1:], shares[1:], strict=True):
            assert prize.amount == pot * share // 100
    assert sum(each.amount for each in prizes_by_shares(event, 9999, [50, 30])) == 4999 + 2999
    for wrong in ([60, 50], [], [0, 100]):
        with pytest.raises(EventError):
            prizes_by_shares(event, 1000, wrong)


def test_the_cash_sheet_adds_up_with_any_payments(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        event = night(event_book(journal), "n", "2026-01-01", ["Ann", "Bob", "Cal", "Dot"])
    luck = Random(6)
    for _ in range(50):
        fee = luck.choice([0, 500, 1250])
        paid = {number: luck.choice([0, 500, 1250, 2000]) for number in range(1, 5)}
        sheet = cash_sheet(event, fee, paid)
        change = sum(max(0, each - fee) for each in paid.values())
        prizes = sum(each.each * len(each.winners) for each in event.awards)
        assert sheet.left == sum(paid.values()) - change - prizes
        assert sheet.kept == sum(min(fee, each) for each in paid.values())


def test_a_prize_without_money_is_not_on_the_cash_sheet(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        event = night(event_book(journal), "n", "2026-01-01", ["Ann", "Bob", "Cal", "Dot"])
    plan = replace(event.plan, prizes=(Prize("Cup", 1, 500), Prize("Ribbon", 4, 0)))
    said = [
        line.what for line in cash_sheet(replace(event, plan=plan, finished=False), 0, {}).lines
    ]
    assert [str(what).partition(":")[0] for what in said] == ["Fees", "Cup"]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path)) as client:
        new = {"preset": "fair-draw", "name": "Tonight", "date": "2026-01-08", "pin": "1357"}
        client.post("/events/new", data={**new, "rounds": "1"})
        for name in ("Ann Lee", "Bob Ray", "Cal Orr", "Dot Poe"):
            do(client, "entrants-add", "check-in", names=name, here="yes")
        yield client


def do(client: TestClient, act: str, page: str = "money", status: int = 200, **fields: str) -> str:
    answer = client.post(f"/events/tonight/desk/{page}", data={"do": act, **fields})
    assert answer.status_code == status, answer.text
    return answer.text


def test_a_night_of_money_at_the_desk(desk: TestClient) -> None:
    do(desk, "fee", fee="5")
    do(desk, "paid", number="1", amount="20")
    text = do(desk, "paid", number="2", amount="5")
    assert "change due: 15.00" in text
    assert "owes 5.00" in text
    text = do(desk, "paid", number="1", amount="5")
    assert "change due" not in text
    assert 'value="10.00"' in text
    do(desk, "prizes-from-pot", pot="10.00", shares="60 40")
    event = desk.app.state.desk.event("tonight")  # type: ignore[attr-defined]  # an ASGI app has no state
    assert [each.amount for each in event.plan.prizes if not each.low] == [600, 400]
    text = do(desk, "draw-door", prize="Ham", seed="a seed")
    again = do(desk, "draw-door", prize="Pie", seed="a seed")
    assert "Ham" in again
    text = do(desk, "draw-fifty", first="101", last="131", price="1.01", seed="b seed")
    assert "half of 31.31 is 15.65" in text
    event = desk.app.state.desk.event("tonight")  # type: ignore[attr-defined]  # an ASGI app has no state
    ham, pie, fifty = event.drawn
    assert ham.winner != pie.winner
    assert draw_fifty_fifty(replace(event, drawn=(ham, pie)), 101, 131, 101, "b seed") == fifty
    assert draw_door_prize(replace(event, drawn=(ham,)), "Pie", 0, "a seed") == pie
    assert 101 <= int(fifty.winner.removeprefix("ticket ")) <= 131
    sheet = cash_sheet(event, 500, {1: 500, 2: 500})
    assert sheet.left == 1000 + 3131 - 1565
    assert "25.66" in text
    assert "not an amount" in do(desk, "draw-fifty", status=422, first="1", last="2", price="x")
    assert desk.get("/events/tonight/desk/money/cash.pdf").content[:4] == b"%PDF"
    assert "by seed b seed" in desk.get("/events/tonight/desk/log").text
    public = desk.get("/events/tonight").text
    assert "Ham, one of 4" in public
    assert fifty.winner in public
    before = event.drawn
    do(desk, "draw-door", prize="Cake", seed="c")
    assert len(desk.app.state.desk.event("tonight").drawn) == len(before) + 1  # type: ignore[attr-defined]  # an ASGI app has no state
