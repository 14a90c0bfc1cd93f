"""Seating and the round at the desk: seats, draws, clock, results, disputes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from in_english import english
from rightbower.store.limits import Limits
from rightbower.store.streams import AsyncJournal
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.results import dispute, enter
from rightbower.web.desk.pending import waiting_said
from rightbower.web.state.desk import Desk
from web.at_desk import Director, hall
from web.day import Facts

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Don", "Eve & Ed", "Fay & Fred")
PLAYERS = ("Ann", "Bea", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
def pairs(tmp_path: Path) -> Iterator[Director]:
    """Six pairs who are here."""
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*PAIRS)
        yield director


@pytest.fixture
def national(tmp_path: Path) -> Iterator[Director]:
    """Eight players by the seven-minute bell."""
    with hall(tmp_path) as client:
        director = Director(client, "national-progressive")
        director.names(*PLAYERS)
        yield director


def from_a_table(director: Director, fact: Fact) -> None:
    """Something that a phone at a table writes down."""

    async def write() -> None:
        desk = director.client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
        await desk.do(director.id, Facts([lambda _: fact]), by="a phone")

    portal = director.client.portal
    assert portal is not None
    portal.call(write)


def entered(director: Director, table: int, points: tuple[int, int], side: int) -> None:
    from_a_table(director, enter(director.event, table, points, side=side))


def state(event: Event, table: int) -> str:
    result = event.round.table(table).result
    return "none" if result is None else result.state


def test_the_desk_leads_to_the_step_that_is_due(pairs: Director) -> None:
    for step in ("seating", "round"):
        pairs.look()
        assert pairs.path.endswith(f"/desk/{step}")
        if step == "seating":
            pairs.seat()
    pairs.all_in()
    pairs.look()
    assert pairs.path.endswith("/desk/seating")


def test_one_press_seats_the_round_by_table_and_by_name(pairs: Director) -> None:
    assert "6 pairs are here: 3 tables." in pairs.look("seating")
    said = pairs.seat("our seed")
    first = pairs.event.round.tables[0]
    names = " ".join(pairs.event.name_of(*side) for side in first.sides)
    assert f"{names.split(' & ')[0]} table 1 A" in said
    assert "Drawn from the seed our seed" in said
    assert "cut for the deal" in said
    assert "Start the clock of round 1" in said


def test_a_round_is_not_seated_upon_an_old_page(pairs: Director) -> None:
    old = pairs.event.version
    pairs.names("Gus & Gil")
    said = pairs.do("seating", "seat", version=old)
    assert (pairs.status, pairs.event.rounds) == (422, ())
    assert "Somebody else changed this in the meantime; look again, please." in said


def test_a_round_is_not_seated_before_the_last_one_is_in(pairs: Director) -> None:
    pairs.seat()
    pairs.line("1 10 7")
    assert "no result yet from tables 2 and 3" in pairs.seat()
    assert pairs.status == 422


def test_the_b_teams_may_go_down_instead(pairs: Director) -> None:
    pairs.seat()
    before = [table.sides for table in pairs.event.round.tables]
    pairs.all_in()
    assert "The A teams stay, the B teams go down one" in pairs.look("seating")
    pairs.seat(move="b-down")
    after = [table.sides for table in pairs.event.round.tables]
    assert [side[0] for side in after] == [side[0] for side in before]
    assert [side[1] for side in after] == [before[1][1], before[2][1], before[0][1]]


def test_both_at_once_is_refused_with_its_clause(pairs: Director) -> None:
    pairs.seat()
    pairs.all_in()
    said = pairs.seat(move="both")
    assert "A up or B down, not both in one change" in said
    assert "choose one of a-up, b-down, both" in pairs.seat(move="sideways")


def test_the_draw_of_the_host_is_shown_card_by_card(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        charity = Director(client, "charity-day")
        charity.names(*PLAYERS)
        charity.seat()
        assert charity.text.count('data-card="') == 8
        assert 'data-card="AH"' in charity.text
        assert "Turn the cards again" in charity.text


def test_a_draw_can_be_made_again_from_its_seed(pairs: Director) -> None:
    pairs.seat()
    assert "1 draw made again from its seed, all the same." in pairs.look("log?check")


def test_the_clock_is_started_stopped_and_rung(national: Director) -> None:
    national.seat()
    assert "not started" in national.look("round")
    assert "running" in national.do("round", "clock-start")
    assert national.event.clock.limit == 420
    assert "stopped" in national.do("round", "clock-pause")
    national.do("round", "clock-more", minutes=5)
    assert national.event.clock.limit == 720
    assert "running" in national.do("round", "clock-go")
    assert "The bell has rung" in national.do("round", "clock-bell")
    assert "round 1 is over: its bell has rung" in national.do("round", "clock-start").lower()
    assert national.status == 422


def test_extra_time_after_the_bell_starts_the_clock_again(national: Director) -> None:
    national.seat()
    national.do("round", "clock-start", minutes=3)
    assert national.event.clock.limit == 180
    national.do("round", "clock-bell")
    assert "running" in national.do("round", "clock-more", minutes=1)
    assert "Minutes: write a whole number" in national.do("round", "clock-more", minutes="soon")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "Write the table and both sides' points, such as 12 10 7, or several"),
        ("1 10", "Write the table and both sides' points"),
        ("one ten seven", "Write the table and both sides' points"),
        ("9 10 7", "There is no table 9 in round 1."),
        ("1 10 10", "the score is tied at 10"),
        ("1 14 3", "cannot end with 14"),
        ("1 10 7 S", "Nobody sits S at table 1"),
    ],
)
def test_a_line_that_cannot_stand_is_kept_with_its_reason(
    pairs: Director, line: str, says: str
) -> None:
    pairs.seat()
    said = pairs.line(line)
    assert pairs.status == 422
    assert says in said
    assert f'value="{line}"' in pairs.text
    assert state(pairs.event, 1) == "none"


def test_a_result_is_entered_once_and_then_corrected(pairs: Director) -> None:
    pairs.seat()
    assert "1 of 3 in 2 missing" in pairs.line("1 10-7")
    assert "correct it with a reason" in pairs.line("1 7 10")
    assert 'href="/events/our-day/desk/table/1"' in pairs.text


def test_a_drawn_game_by_N04_names_the_last_dealer_in_the_line(national: Director) -> None:
    national.seat()
    assert "name the last dealer of a drawn game" in national.line("1 6 6")
    national.line("1 6 6 e")
    table = national.event.round.table(1)
    assert table.result is not None
    assert table.result.last_dealer == table.sides[1][0]


def test_what_a_side_entered_is_shown_and_confirmed_at_the_desk(pairs: Director) -> None:
    pairs.seat()
    entered(pairs, 2, (8, 10), side=1)
    assert "0 of 3 in 2 missing 1 to be confirmed" in pairs.look("round")
    assert "B team sent it, A team has not" in pairs.look("round")
    pairs.do("round", "confirm", table=2)
    assert state(pairs.event, 2) == "confirmed"
    assert "confirmed already" in pairs.do("round", "confirm", table=2)


def test_a_dispute_holds_everybody_until_the_director_decides(pairs: Director) -> None:
    pairs.seat()
    entered(pairs, 1, (10, 8), side=0)
    from_a_table(pairs, dispute(pairs.event, 1, why="it was 9"))
    pairs.all_in()
    assert "1 disputed" in pairs.look("round")
    assert "tile disputed" in pairs.text
    assert "has to decide the dispute at table 1" in pairs.seat()
    assert "Let this result stand" in pairs.look("table/1")
    pairs.do("table/1", "confirm")
    assert state(pairs.event, 1) == "confirmed"
    pairs.seat()
    assert len(pairs.event.rounds) == 2


def test_a_dispute_can_be_decided_otherwise(pairs: Director) -> None:
    pairs.seat()
    pairs.line("1 10 8")
    pairs.do("table/1", "dispute", why="they had nine")
    assert "disputed" in pairs.look("table/1")
    pairs.sure("table/1", "correct", first=10, second=9, why="both cards say nine")
    assert pairs.event.round.table(1).result is not None
    assert state(pairs.event, 1) == "entered"
    assert "say what is disputed" in pairs.do("table/1", "dispute", why=" ").lower()


def test_a_table_enters_by_its_own_page_with_a_reason_or_a_loss(pairs: Director) -> None:
    pairs.seat()
    assert "cannot end with 15" in pairs.do("table/1", "result", first=15, second=2)
    pairs.do("table/1", "result", first=15, second=2, why="they played on")
    pairs.do("table/2", "result", first=4, second=3, lost=0)
    table = pairs.event.round.table(2)
    assert table.result is not None
    assert (pairs.event.round.table(1).result is not None, table.result.lost) == (True, 0)
    assert "write a whole number" in pairs.do("table/3", "result", first="x", second=2)


def test_no_game_counts_after_it_was_asked_for_once(pairs: Director) -> None:
    pairs.seat()
    asked = pairs.do("table/2", "void", why="they went home")
    assert "no game counts: they went home" in asked.lower()
    assert pairs.event.round.table(2).void == ""
    pairs.sure("table/2", "void", why="they went home")
    assert pairs.event.round.table(2).void == "they went home"
    assert "1 without a game" in pairs.look("round")


def test_a_tables_own_cut_names_the_dealer_and_the_letters(pairs: Director) -> None:
    pairs.seat()
    first, second = pairs.event.round.table(1).entrants
    other = f"card{second}"
    said = pairs.do("table/1", "cut", purpose="deal", **{f"card{first}": "KD", other: "KS"})
    assert "it is a tie" in said.lower()
    pairs.do("table/1", "cut", purpose="deal", **{f"card{first}": "kd", other: "9s"})
    assert pairs.event.round.table(1).dealer == second
    assert pairs.event.round.table(1).sides[0] == (second,)
    assert "cards: who=card" in pairs.do("table/1", "cut", purpose="deal").lower()
    said = pairs.do("table/1", "cut", purpose="deal", **{f"card{first}": "ZZ", other: "9S"})
    assert pairs.status == 422


def test_the_losers_own_cut_settles_the_next_deal(national: Director) -> None:
    national.seat()
    national.line("1 10 3")
    national.line("2 10 3")
    loser, other = national.event.round.table(1).sides[1]
    cards = {f"card{loser}": "9C", f"card{other}": "AC"}
    national.do("table/1", "cut", purpose="losers", **cards)
    assert national.status == 200
    national.seat()
    assert national.event.round.table(1).dealer == other
    assert "what for: choose one of" in national.do("table/1", "cut", purpose="fun").lower()


def test_earlier_rounds_can_be_looked_at(pairs: Director) -> None:
    pairs.seat()
    pairs.all_in()
    pairs.seat()
    said = pairs.look("round?round=1")
    assert "Round 1 (an earlier round)" in said
    assert "table/1?round=1" in pairs.text
    pairs.look("table/1?round=7")
    assert pairs.status == 404
    pairs.look("table/77")
    assert pairs.status == 404


def test_a_bye_is_shown_and_takes_no_result(pairs: Director) -> None:
    pairs.names("Gus & Gil")
    pairs.seat()
    lone = next(table for table in pairs.event.round.tables if not table.playing)
    said = pairs.look("round")
    assert "Sitting out:" in said
    assert "it is a bye" in pairs.line(f"{lone.number} 10 7")


def test_the_bell_rings_by_itself_also_when_the_hall_was_closed_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "national-progressive")
        director.names(*PLAYERS)
        director.seat()
        director.do("round", "clock-start")
        assert director.event.clock.running
        cookies = client.cookies

    def later(async_journal: AsyncJournal, limits: Limits) -> Desk:
        return Desk(async_journal, lambda: time.time() + 7 * 60, limits)

    monkeypatch.setattr("rightbower.web.app.Desk", later)
    with hall(tmp_path) as client:
        client.cookies = cookies
        director.client = client
        looks = (director.look("round") for _ in range(500))
        assert any("0:00 The bell has rung" in said for said in looks)
        assert "end signal" in director.look("log")


def test_a_hall_that_is_opened_again_stands_as_it_stood(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "national-progressive")
        director.names(*PLAYERS)
        director.do("check-in", "paid", number=1, amount="5")
        director.seat("before")
        director.do("round", "clock-start")
        director.line("1 10 3")
        before, cookies = director.event, client.cookies
    with hall(tmp_path) as client:
        client.cookies = cookies
        director.client = client
        assert director.event == before
        said = director.look("round")
        assert "1 of 2 in 1 missing" in said
        assert "running" in said
        director.line("2 10 3")
        assert len(director.event.rounds) == 1


def found(director: Director, letters: str) -> list[dict[str, str]]:
    answer = director.client.get(f"/events/{director.id}/desk/find.json", params={"q": letters})
    rows: list[dict[str, str]] = answer.json()
    return rows


def test_anybody_is_found_by_a_few_letters_with_table_partner_and_side(pairs: Director) -> None:
    assert found(pairs, "a") == []
    before = found(pairs, " eve")[0]
    assert (before["name"], before["place"], before["says"]) == ("Eve", "Here", "with Ed")
    pairs.seat()
    table = next(each for each in pairs.event.round.tables if 5 in each.entrants)
    after = found(pairs, "EVE")[0]
    side = pairs.event.plan.side_names[table.side_of(5)]
    assert after["place"] == f"Table {table.number}"
    assert after["says"] == f"with Ed · {side}"
    assert "Eve & Ed" in pairs.look("entrant/5")
    assert after["page"].endswith("/desk/entrant/5")


def test_the_round_says_which_tables_are_waited_for_and_what_comes_then(pairs: Director) -> None:
    pairs.seat()
    pairs.line("2 10 3")
    assert "Waiting for tables 1 and 3 Seat round 2" in pairs.look("round")
    pairs.line("1 10 3")
    assert "Waiting for table 3 Seat round 2" in pairs.look("round")
    pairs.line("3 10 3")
    assert "All tables of round 1 are in." in pairs.look("round")
    pairs.seat()
    assert "Waiting for tables 1, 2 and 3 Seat round 3" in pairs.look("round")
    doubt = dispute(pairs.event, 2, why="miscounted", round_=1)
    later = doubt.apply(pairs.event, 0.0)
    assert english(waiting_said(later)) == "Waiting for tables 1, 2 and 3"
