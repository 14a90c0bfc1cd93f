"""Phones at an event: whose phone it is, scores from the table, the list at the door."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from rightbower.tournament.events.attendance import check_in, partner
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.plan import Planned, open_event
from rightbower.tournament.events.results import enter, void
from rightbower.tournament.events.table_view import state_of
from rightbower.web import notes
from rightbower.web.notes import DoorSet
from rightbower.web.public.score_pad import most_points
from rightbower.web.snapshots.whereabouts import whereabouts
from rightbower.web.state.codes import table_code
from rightbower.web.state.desk import NAMES_GIVEN
from web.at_desk import Director, hall
from web.day import Room, kept, prepared_event, room, seated
from web.test_api import token_of


def both(here: Room, table: int = 1) -> tuple[int, int]:
    """An entrant of each side of a table."""
    sides = here.event.round.table(table).sides
    return sides[0][0], sides[1][0]


def test_one_side_enters_the_other_confirms(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann, bob = here.seated_phone(one), here.seated_phone(other)
        assert "You sit at table 1" in ann.text
        assert "Sent: " in ann.enter(10, 8)
        assert state_of(here.event.round.table(1)) == "entered"
        assert "They say 10–8. Right?" in bob.get("phone")
        assert "The score is in" in bob.confirm()
        result = here.event.round.table(1).result
        assert result is not None
        assert (result.points, result.state, result.side) == ((10, 8), "confirmed", 0)
        name = here.event.name_of(one)
    entered, confirmed = kept(tmp_path).entries[-2:]
    assert entered.by == name
    assert confirmed.by != name


def test_east_west_enter_their_own_points_first(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        _, other = both(here)
        here.seated_phone(other).enter(10, 3)
        result = here.event.round.table(1).result
        assert result is not None
        assert (result.points, result.side) == ((3, 10), 1)


@pytest.mark.parametrize(("preset", "most"), [("charity-day", 32), ("alberta-pairs", 10)])
def test_the_pad_goes_up_to_the_most_that_a_game_can_bring(preset: str, most: int) -> None:
    assert most_points(open_event(preset, "day", "Our day", "2026-05-30").plan) == most


def test_a_dispute_needs_a_word_and_waits_for_the_director(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann, bob = here.seated_phone(one), here.seated_phone(other)
        ann.enter(10, 8)
        assert "Say what is disputed" in bob.dispute(" ")
        assert "Two scores for one game" in bob.dispute("it was 10 to 9")
        assert "Two scores for one game" in ann.get("phone")
        assert "the director decides" in bob.post("phone/confirm", round=1, table=1, shown="10-8")
        assert "it was 10 to 9" in bob.get("log")


def test_a_score_that_both_sides_stand_by_is_not_disputed_from_a_phone(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann, bob = here.seated_phone(one), here.seated_phone(other)
        ann.enter(10, 8)
        bob.confirm()
        said = bob.post("phone/dispute", round=1, table=1, why="it was 10 to 9")
        assert "Both sides stand by this score. Ask the director." in said
        assert state_of(here.event.round.table(1)) == "marked"


def test_whoever_mistyped_calls_the_director_too(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann, bob = here.seated_phone(one), here.seated_phone(other)
        ann.enter(10, 8)
        assert "Two scores for one game" in ann.dispute("we typed the wrong table")
        bob.get("phone")
        assert 'action="/events/day/phone/confirm"' not in bob.page


def test_a_score_is_taken_back_until_the_other_side_agrees(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann, bob = here.seated_phone(one), here.seated_phone(other)
        ann.enter(10, 8)
        assert "only your own entry" in bob.post("phone/take-back", round=1, table=1).lower()
        assert "What was the score?" in ann.post("phone/take-back", round=1, table=1)
        assert here.event.round.table(1).result is None
        ann.enter(10, 9)
        bob.confirm()
        assert "until the other side agrees" in ann.post("phone/take-back", round=1, table=1)
        result = here.event.round.table(1).result
        assert result is not None
        assert result.points == (10, 9)


def test_a_score_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann = here.seated_phone(both(here)[0])
        assert "a game to 10 cannot end with 19" in ann.enter(19, 8)
        assert ann.status == 422
        assert 'value="19"' in ann.page, "what was typed is still there"
        assert "write a whole number" in ann.post(
            "phone/enter", round=1, table=1, ours="ten", theirs=3
        )
        assert here.event.round.table(1).result is None


def test_a_doubtful_score_is_asked_back_once(tmp_path: Path) -> None:
    sheet = tmp_path / "gentle.toml"
    sheet.write_text(
        'name = "gentle"\nextends = "charity-social"\n[bidding.all_pass]\n'
        'value = "throw in"\nnote = "Nobody has to call."\n'
    )

    def by_sheet(event: Event) -> Planned:
        return Planned(replace(event.plan, book=str(sheet)))

    deeds = [by_sheet, seated]
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=deeds)
    with room(tmp_path) as here:
        ann = here.seated_phone(here.event.round.table(1).sides[0][0])
        assert "is that right?" in ann.enter(2, 1)
        assert here.event.round.table(1).result is None
        ann.post("phone/enter", round=1, table=1, ours=2, theirs=1, sure="yes")
        assert here.event.round.table(1).result is not None


def test_a_phone_says_that_the_round_was_cut_short(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann, bob = here.seated_phone(one), here.seated_phone(other)
        assert "8 deals score at least 8 points, not 3 (S02-2.7)" in ann.enter(2, 1)
        assert here.event.round.table(1).result is None
        assert "Sent: " in ann.enter(2, 1, short="yes")
        assert "They say 2–1. Right?" in bob.get("phone")
        assert "The round was cut short." in bob.get("phone")
        assert "The score is in" in bob.confirm()
        result = here.event.round.table(1).result
        assert result is not None
        assert (result.points, result.short) == ((2, 1), True)


def test_the_phone_follows_its_owner_from_table_to_table(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=3, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        phones = {each.number: here.seated_phone(each.number) for each in here.event.entrants}
        for _ in range(3):
            for table in here.event.round.tables:
                (north, _), (_, west) = table.sides
                phones[north].enter(9, 7)
                phones[west].confirm()
                result = here.event.round.table(table.number).result
                assert result is not None
                assert result.marked
            here.write(seated)
            for number, phone in phones.items():
                table = next(t for t in here.event.round.tables if number in t.entrants)
                partner = next(n for n in table.sides[table.side_of(number)] if n != number)
                phone.get("phone")
                assert f"table {table.number}, " in phone.text
                assert f"with {here.event.name_of(partner)}" in phone.text
                assert "What was the score?" in phone.text


def test_a_drawn_game_asks_who_dealt_last_where_the_movement_needs_it(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="national-progressive", tables=2, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        north, south = here.event.round.table(1).sides[0]
        ann = here.seated_phone(north)
        assert "name the last dealer of a drawn game" in ann.enter(6, 6)
        assert "Sent: " in ann.enter(6, 6, last_dealer=south)
        result = here.event.round.table(1).result
        assert result is not None
        assert result.last_dealer == south


def test_a_page_of_an_earlier_round_enters_nothing(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann = here.seated_phone(both(here)[0])
        here.write(lambda e: enter(e, 1, (10, 2)), lambda e: enter(e, 2, (10, 2)), seated)
        said = ann.post("phone/enter", round=1, table=1, ours=10, theirs=0)
        assert "another round" in said
        assert all(table.result is None for table in here.event.round.tables)


def test_what_was_shown_is_what_is_confirmed(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        here.seated_phone(one).enter(10, 8)
        assert "changed in the meantime" in here.seated_phone(other).confirm(shown="10-7")
        result = here.event.round.table(1).result
        assert result is not None
        assert not result.marked


def test_a_table_without_a_game_says_why(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann = here.seated_phone(both(here)[0])
        here.write(lambda event: void(event, 1, why="the lights went out"))
        assert "No game counts at this table the lights went out" in ann.get("phone")


@pytest.mark.parametrize("preset", ["charity-day", "swiss-pairs"])
def test_where_do_I_sit_is_remembered_for_pairs_and_players(tmp_path: Path, preset: str) -> None:
    prepared_event(tmp_path, preset=preset, tables=3, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        table = here.event.round.table(2)
        who = table.sides[1][0]
        phone = here.phone()
        assert "Choose your name" in phone.get()
        phone.post("me", entrant=who)
        assert "You sit at table 2" in phone.text
        assert f"against {here.event.name_of(*table.sides[0])}" in phone.get()
        mates = table.sides[1][1:]  # a pair enters as one
        assert (len(mates), whereabouts(here.event, who).partner) == (
            preset == "charity-day",
            here.event.name_of(*mates),
        )
        assert "Choose your name" in phone.post("me", entrant="")


def test_people_put_themselves_on_the_list(tmp_path: Path) -> None:
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        phone = here.phone()
        phone.get("join")
        assert "Your partner" in phone.text
        said = phone.post("join", name="  Zoe   Young ", partner_name="Yan Zimmer")
        assert "Zoe Young & Yan Zimmer" in said
        assert "You are on the list" in said
        assert "on the list already" in here.phone().post(
            "join", name="zoe young", partner_name="Somebody Else"
        )
        assert "Write your name" in here.phone().post("join", name=" ")
        assert kept_names(here)[-1] == "Zoe Young & Yan Zimmer"


def kept_names(here: Room) -> list[str]:
    return [entrant.name for entrant in here.event.entrants]


def test_whoever_came_alone_finds_the_pair_they_became(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="alberta-pairs", rounds=None)
    with room(tmp_path) as here:
        ann, bob = here.phone(), here.phone()
        ann.post("join", name="Ann Alone")
        bob.post("join", name="Bob Alone")
        one, other = (each.number for each in here.event.entrants[-2:])
        here.write(
            partial(check_in, numbers=(one, other)), partial(partner, first=one, second=other)
        )
        for phone in (ann, bob):
            assert "Ann Alone & Bob Alone You are checked in" in phone.get()
        here.write(seated)
        assert "You sit at table" in ann.get()
        pair = len(here.event.entrants)
        table = next(each for each in here.event.round.tables if pair in each.entrants)
        assert f"You sit at table {table.number}" in bob.get()


NONSENSE = ("", "-1", "9" * 5000, "1.5", "<b>", "²", "\x00", "٣" * 400)


@pytest.mark.parametrize("what", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused_in_words(tmp_path: Path, what: str) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann = here.seated_phone(both(here)[0])
        version = here.event.version
        code = table_code(here.keys, "day", 1)
        sent: list[tuple[str, dict[str, object]]] = [
            ("table/1/take", {"code": code, "entrant": what}),
            ("phone/enter", {"round": 1, "table": 1, "ours": what, "theirs": what}),
            ("phone/enter", {"round": what, "table": what, "ours": 10, "theirs": 2}),
            ("phone/confirm", {"round": 1, "table": 1, "shown": what}),
            ("phone/dispute", {"round": what, "table": 1, "why": what}),
            ("phone/play", {"seat": what}),
            ("me", {"entrant": what}),
        ]
        for path, form in sent:
            ann.post(path, **form)
            assert ann.status < 500, path
        assert here.event.version == version


def test_the_book_asks_for_ages_and_gives_its_clause(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="alberta-pairs", rounds=None)
    with room(tmp_path) as here:
        phone = here.phone()
        assert "Date of birth" in phone.get("join")
        said = phone.post(
            "join", name="Young One", partner_name="Old One", born="2000-01-01", partner_born=""
        )
        assert "Young One is not 55 by 31 December 2026 (A01-" in said
        assert "is not a date" in phone.post(
            "join", name="Young One", partner_name="Old One", born="long ago"
        )
        phone.post("join", name="Fit One", partner_name="Old One", born="1950-01-01")
        assert kept_names(here)[-1] == "Fit One & Old One"


def test_a_closed_door_takes_nobody(tmp_path: Path) -> None:
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        assert here.client.portal is not None
        here.client.portal.call(here.desk.note, "event/day", shut)
        before = kept_names(here)
        assert "The list is closed" in here.phone().post("join", name="A B", partner_name="C D")
        assert kept_names(here) == before


def shut(_: notes.Notes) -> DoorSet:
    return DoorSet(False)


def test_nobody_floods_the_list(tmp_path: Path) -> None:
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        before = len(here.event.entrants)
        phone = here.phone("10.0.0.66")
        device, _, strangers = NAMES_GIVEN
        phone.get("join")
        for number in range(int(device.at_once) + 20):
            phone.post("join", name=f"Flood {number}", partner_name=f"Water {number}")
        assert "Wait a minute" in phone.text
        assert len(here.event.entrants) - before <= device.at_once + 2
        for number in range(int(strangers.at_once) + 5):
            fresh = here.phone("10.0.0.66")
            fresh.client.cookies.clear()
            fresh.post("join", name=f"Sea {number}", partner_name=f"Storm {number}")
        assert "Wait a minute" in fresh.text
        phone = here.phone("10.0.0.66")
        phone.get("join")
        phone.post("join", name="Una Late", partner_name="Vic Late")
        assert "Una Late & Vic Late" in kept_names(here), "a phone that looked first is let in"


def test_the_desk_says_that_the_round_was_cut_short_by_line_form_and_program(
    tmp_path: Path,
) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "charity-day")
        director.names(*(f"P{number}" for number in range(1, 9)))
        director.seat()
        assert "8 deals score at least 8 points, not 3" in director.line("1 2 1")
        refused = director.do("table/1", "result", first=2, second=1)
        assert "or say that the round was cut short" in refused
        director.line("1 2 1 short")
        assert "the round was cut short" in director.look("table/1")
        director.do("table/2", "result", first=0, second=3)
        assert director.event.round.table(2).result is not None
        director.seat()
        director.do("table/1", "result", first=2, second=1, short="yes")
        assert director.event.round.table(1).result is not None
        known = token_of(director)
        told = {"round": 2, "table": 1, "first": 1, "second": 1, "why": "misread", "short": True}
        answer = client.post(f"/api/v1/events/{director.id}/correct", headers=known, json=told)
        assert answer.status_code == 200
        result = director.event.round.table(1).result
        assert result is not None
        assert (result.points, result.short) == ((1, 1), True)


def test_whoever_said_that_is_me_enters_the_score_without_another_code(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann, bob = here.phone("10.0.0.5"), here.phone("10.0.0.6")
        assert "Enter the score" not in ann.get()
        ann.post("phone/mine")
        assert (ann.status, here.desk.notes("event/day").phones) == (403, {})
        assert "Enter the score" in ann.post("me", entrant=one)
        assert "What was the score?" in ann.post("phone/mine")
        assert "Sent: " in ann.enter(10, 8)
        assert set(here.desk.notes("event/day").phones.values()) == {one}
        bob.post("me", entrant=other)
        assert "They say 10–8. Right?" in bob.post("phone/mine")
        assert "The score is in" in bob.confirm()
        result = here.event.round.table(1).result
        assert result is not None
        assert result.state == "confirmed"


def test_nobody_takes_the_phone_of_somebody_who_has_one(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        here.seated_phone(one)
        thief = here.phone()
        thief.post("me", entrant=one)
        assert "has a phone here already" in thief.post("phone/mine")
        assert thief.status == 403
        mine = here.seated_phone(other)
        mine.post("me", entrant=one)
        assert f"against {here.event.name_of(*here.event.round.table(1).sides[0])}" in mine.get(
            "phone"
        )
        assert "They say" not in mine.text


def test_before_the_first_score_nobody_has_a_place(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        one, _ = both(here)
        phone = here.phone()
        assert "You are 1" not in phone.post("me", entrant=one)
        here.write(lambda event: enter(event, 1, (10, 8)))
        assert "You are 1" in phone.get()


def test_a_dispute_ends_with_the_score_that_one_side_sees_to_be_right(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=3, deeds=[seated])
    with room(tmp_path) as here:
        for table in (1, 2, 3):
            one, other = both(here, table)
            ann, bob = here.seated_phone(one), here.seated_phone(other)
            ann.enter(10, 8)
            at = {"round": 1, "table": table}
            assert "Say what is disputed" in bob.post("phone/dispute", **at)
            if table == 3:
                said = bob.post("phone/dispute", **at, why="We cannot agree", call="yes")
                assert "has been called to your table" in said
                assert (1, 3) in here.desk.notes("event/day").calls
                assert "not in dispute any more" in ann.post("phone/take-theirs", **at)
                bob.post("phone/settled", **at)
                assert "Theirs is right, 8–10" in bob.text
                assert "Theirs is right" not in ann.get("phone")
                continue
            said = bob.post("phone/dispute", **at, ours=10, theirs=9)
            disputed = here.event.round.table(table).result
            assert disputed is not None
            assert disputed.dispute == f"{here.event.name_of(other)}: it was 9–10"
            assert "Theirs is right, 8–10" in said
            assert "Theirs is right, 9–10" in ann.get("phone")
            (ann if table == 1 else bob).post("phone/take-theirs", **at)
            result = here.event.round.table(table).result
            assert result is not None
            assert (result.points, result.state) == (
                (9, 10) if table == 1 else (10, 8),
                "confirmed",
            )
            assert "not in dispute any more" in ann.post("phone/take-theirs", **at)
