"""What a phone says at an event: the table around one, keys, calls, who may have a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import UNSAID, as_written, message, voice
from rightbower.rules.refusal import Refusal
from rightbower.tournament.dates import minute
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.finish import finish
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.results import enter, void
from rightbower.web.notes import Help, Notes
from rightbower.web.public.disputes import HelpShown, before_you, help_at
from rightbower.web.public.phone_claims import phone_objection
from rightbower.web.public.phones import (
    LONGEST_CALL,
    PhoneSeat,
    TableOnPhone,
    _at_table,
    phone_table,
    small_number,
    standing_said,
    still_playing,
)
from rightbower.web.public.score_pad import ENDLESS, in_short, last_dealers, most_points, score_pad
from rightbower.web.public.signup import closed
from rightbower.web.snapshots.event_view import snapshot
from tournament.events.day import Day, finished_day, individuals, ring_of_pairs
from web.day import prepared_event, room, seated

# The table around one


def test_a_pair_sees_itself_below_and_the_others_left_and_right() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("Ann Lee & Al Lee", "Bea Orr & Bob Poe")
    day.seat()
    table = day.event.round.tables[0]
    mine = next(each for each in table.entrants if day.name(each) == "Ann Lee")
    assert english(phone_table(day.view(1), mine)) == english(
        TableOnPhone(
            as_written("Ann, Al"),
            "Bea, Bob",
            as_written("Ann and Al"),
            as_written("Bea and Bob"),
            as_written("It counts when Bea or Bob taps Yes on a phone. The director sees it now."),
            (
                PhoneSeat("Ann", "A"),
                PhoneSeat("Bea", "B"),
                PhoneSeat("Al", "A"),
                PhoneSeat("Bob", "B"),
            ),
        )
    )


def test_a_single_player_is_you_with_a_partner_across() -> None:
    day = Day("national-progressive")
    day.enter("Ann", "Bea", "Cat", "Dot")
    day.seat()
    table = day.event.round.tables[0]
    (north, south), (east, west) = table.sides
    found = phone_table(day.view(1), south)
    name = day.name
    assert english((found.we, found.head)) == english(
        (f"you, {name(north)}", f"You and {name(north)}")
    )
    assert english((found.they, found.against)) == english(
        (
            f"{name(east)}, {name(west)}",
            f"{name(east)} and {name(west)}",
        )
    )
    assert english([each.name for each in found.seats]) == english(
        ["You", name(east), name(north), name(west)]
    )
    assert english(phone_table(day.view(1), west).they) == f"{name(north)}, {name(south)}"


def test_people_with_the_same_first_name_are_called_by_both() -> None:
    day = Day("national-progressive")
    day.enter("Ann Lee", "Ann Orr", "Cat Poe", "Dot Ray")
    day.seat()
    table = day.event.round.tables[0]
    found = phone_table(day.view(1), day.number("Cat Poe"))
    shown = {each.name for each in found.seats}
    assert english(shown) == {"You", "Ann Lee", "Ann Orr", "Dot"}
    for who in table.entrants:
        (mate,) = (each for each in table.sides[table.side_of(who)] if each != who)
        name = day.name(mate)
        called = name if name.startswith("Ann") else name.split()[0]
        assert english(phone_table(day.view(1), who).head) == f"You and {called}"


def test_the_pad_has_what_a_game_can_bring() -> None:
    plan = open_event("round-robin", "day", "Our day", "2026-05-30").plan
    assert plan.standings.winner_entered == "points made"
    assert most_points(plan) == 13
    assert most_points(replace(plan, target=21)) == 24
    assert most_points(replace(plan, target=None, deals=4)) == 16
    assert most_points(replace(plan, target=None, deals=None)) == ENDLESS


@pytest.mark.parametrize("preset", ["alberta-pairs", "charity-day", "national-progressive"])
@pytest.mark.parametrize("short", [False, True])
def test_the_pad_says_of_each_score_what_the_hall_would(preset: str, short: bool) -> None:
    """The pad dashes exactly what cannot be entered, and both sides alike."""
    day = Day(preset, **({"placing": "first free"} if preset == "alberta-pairs" else {}))
    day.enter(*(["Ann & Al", "Bea & Bob"] if "pairs" in preset else ["Ann", "Bea", "Cat", "Dot"]))
    day.seat()
    pad = score_pad(day.event)
    rows = pad.shortened if short and pad.shortened else pad.cannot
    table = day.event.round.tables[0]
    dealer = table.entrants[0]
    for ours in range(pad.most + 1):
        for theirs in range(pad.most + 1):
            assert bool(rows[ours][theirs]) == bool(rows[theirs][ours])
            refused = ""
            try:
                enter(day.event, 1, (ours, theirs), side=0, last_dealer=dealer, short=short)
            except Refusal as fault:
                refused = str(fault)
            assert bool(rows[ours][theirs]) == bool(refused), (ours, theirs, refused)
            if refused:
                assert english(pad.why[rows[ours][theirs] - 1])
    assert any(any(row) for row in rows)
    assert not all(all(row) for row in rows)


def test_why_a_score_cannot_be_is_said_in_one_line() -> None:
    other = message("as it is")
    target = open_event("alberta-pairs", "day", "Our day", "2026-05-30").plan
    assert in_short(target, (11, 10), other) is other
    assert in_short(target, (6, 6), other) is other
    assert english(in_short(target, (6, 5), other)) == "One side needs 10 to win."
    eight = open_event("charity-day", "day", "Our day", "2026-05-30").plan
    assert [english(in_short(eight, each, other)) for each in ((4, 3), (30, 3), (0, 31))] == [
        "8 deals make at least 8 points together.",
        "8 deals make at most 32 points together.",
        "8 deals cannot end so: a deal scores 1, 2 or 4.",
    ]
    assert in_short(replace(eight, deals=None), (0, 1), other) is other


def test_the_tables_that_everybody_waits_for() -> None:
    day = ring_of_pairs("alberta-55plus", 7)
    assert english(still_playing(day.event)) == "7 tables are still playing."
    day.play("A1 10–8 B1")
    assert english(still_playing(day.event)) == "Tables 2, 3, 4, 5, 6 and 7 are still playing."
    day.play("A2 10–8 B2, A3 10–8 B3, A4 10–8 B4, A5 10–8 B5, A6 10–8 B6")
    assert english(still_playing(day.event)) == "Table 7 is still playing."
    day.play("A7 10–8 B7")
    assert english(still_playing(day.event)) == ""


def test_how_one_stands_says_what_counts() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 10–7 B2")
    seen = snapshot(day.event, Notes(), 0.0)
    assert english(standing_said(seen, 1)) == "1 won, tied for place 1 of 4."
    apart = tuple(replace(each, shared=False, open=False) for each in seen.places)
    assert english(standing_said(replace(seen, places=apart), 1)) == "1 won, place 1 of 4."
    still = tuple(replace(each, shared=False, open=True) for each in seen.places)
    assert english(standing_said(replace(seen, places=still), 1)) == "1 won, tied for place 1 of 4."
    shared = tuple(replace(each, shared=True, open=False) for each in seen.places)
    assert (
        english(standing_said(replace(seen, places=shared), 1)) == "1 won, tied for place 1 of 4."
    )
    points = replace(seen, places=apart, counts="points made")
    assert english(standing_said(points, 1)) == "10 points, place 1 of 4."
    by_event = tuple(replace(each, event_points=7) for each in apart)
    assert english(standing_said(replace(points, places=by_event, counts="event points"), 1)) == (
        "7 points, place 1 of 4."
    )
    assert english(standing_said(seen, 9)) == ""
    first = replace(apart[0], rank=None)
    unranked = replace(seen, places=(first, *apart[1:]))
    assert english(standing_said(unranked, first.entrant)) == ""
    assert str(standing_said(unranked, apart[1].entrant)).endswith(f"place {apart[1].rank} of 3.")


def at(day: Day, number: int, **notes: Any) -> dict[str, Any]:
    return _at_table(day.history, number, Notes(**notes), voice("en"))


def test_a_phone_without_a_table_is_told_what_everybody_is_told() -> None:
    day = Day("swiss-pairs", rounds=2)
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy")
    found = at(day, 1, message="Coffee is ready.", table_messages={0: "", 1: "Keep going."})
    assert found == {
        "table": None,
        "side": 0,
        "state": "",
        "at": None,
        "counts": "",
        "pad": None,
        "boards": (),
        "swaps": False,
        "slips": (),
        "help": None,
        "next": UNSAID,
        "messages": ["Coffee is ready."],
        "index": -1,
    }


def test_a_phone_at_a_table_is_told_what_that_table_is_told() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    notes: dict[str, Any] = {
        "message": "Hush.",
        "table_messages": {2: "Look."},
        "help": {(1, 2): Help(3600.0)},
    }
    first, third = at(day, 1, **notes), at(day, 3, **notes)
    assert (first["messages"], first["help"], first["index"]) == (["Hush."], None, 0)
    assert (third["messages"], third["index"]) == (["Hush.", "Look."], 1)
    assert third["help"] == HelpShown(minute(3600.0), "", 0)
    assert english(third["next"]) == "You are next"
    assert (third["side"], third["state"], third["pad"]["dealers"]) == (0, "playing", [])
    assert at(day, 4)["side"] == 1
    assert third["at"] == phone_table(day.view(2), 3)
    assert at(day, 3, help={(2, 2): Help(1.0)})["help"] is None


def test_who_dealt_last_is_asked_where_winners_part() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    table = day.event.round.tables[0]
    (north, south), (east, west) = table.sides
    found = at(day, east)["pad"]["dealers"]
    assert found == [
        {"who": east, "name": day.name(east), "chair": "East", "mine": True},
        {"who": north, "name": day.name(north), "chair": "North", "mine": False},
        {"who": west, "name": day.name(west), "chair": "West", "mine": False},
        {"who": south, "name": day.name(south), "chair": "South", "mine": False},
    ]
    assert [each.who for each in last_dealers(day.view(1), south)] == [
        south,
        east,
        north,
        west,
    ]


def test_a_call_is_told_how_far_it_is_and_who_called_before() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    helped = {(1, 1): Help(50.0), (1, 2): Help(60.0, 70.0), (1, 3): Help(40.0), (2, 1): Help(1.0)}
    shown = help_at(day.event, Notes(help=helped), 2)
    assert shown == HelpShown(minute(60.0), minute(70.0), 2)
    assert english(before_you(2)) == "2 tables before you"
    assert english(before_you(1)) == "1 table before you"
    assert help_at(day.event, Notes(help=helped), 3) == HelpShown(minute(40.0), "", 0)
    day.play("A1 10–8 B1, A2 10–8 B2, A3 10–8 B3")
    assert at(day, 3, help=helped)["help"] is None, "a table that is in is told nothing more"


# Who may have a phone, and who may come in


def test_a_number_of_a_form_is_small() -> None:
    assert (small_number("123456"), small_number("1234567"), small_number("")) == (123456, 0, 0)


def test_a_phone_is_one_entrants_and_a_pair_has_two() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al", "Bea & Bob")

    def said(who: str, entrant: int, **phones: int) -> str:
        return str(phone_objection(day.event, Notes(phones=phones), who, entrant) or "")

    assert english(said("x", 1)) == ""
    assert english(said("x", 1, x=1)) == ""
    another = "This phone is Bea & Bob's for this event. The director can free it."
    assert english(said("x", 1, x=2)) == english(another)
    assert english(said("x", 1, y=1)) == ""
    enough = "Ann & Al has a phone here already. The director can free it."
    assert english(said("x", 1, y=1, z=1)) == english(enough)
    assert english(said("x", 1, y=2, z=2)) == ""
    assert english(said("x", 1, x=1, y=1, z=1)) == ""


def test_why_nobody_can_come_in_now() -> None:
    day = Day("knock-out")
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan")
    assert closed(day.event, True, 0.0) is None
    assert str(closed(day.event, False, 0.0)) == "The list is closed. Ask the director, please."
    day.seat()
    late = "The draw of the knock-out is made; nobody can come in late."
    assert str(closed(day.event, True, 0.0)) == late
    swiss = Day("swiss-pairs", rounds=2)
    swiss.enter("Ann & Al", "Bea & Bob")
    swiss.seat()
    assert closed(swiss.event, True, 0.0) is None
    assert str(closed(finished_day().event, True, 0.0)) == "The event is over."
    assert str(closed(finished_day().event, False, 0.0)) == "The event is over."


# Calls


def test_a_call_says_in_short_what_it_is_about(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=1, deeds=[seated])
    with room(tmp_path) as here:
        phone = here.seated_phone(here.event.round.table(1).sides[0][0])
        phone.post("phone/call", why=f"  what   now {'x' * 200}")
        called = here.desk.notes("event/day").calls
        assert called == {(1, 1): f"what now {'x' * 200}"[:LONGEST_CALL]}
        assert "The director has been called to your table." in phone.text


def test_after_the_last_round_nobody_calls_any_more(tmp_path: Path) -> None:
    def over(event: Any) -> Any:
        return finish(event, "enough")

    deeds: list[Callable[[Any], Any]] = [seated, lambda event: enter(event, 1, (10, 4))]
    prepared_event(tmp_path, tables=1, rounds=1, deeds=deeds)
    with room(tmp_path) as here:
        phone = here.seated_phone(here.event.round.table(1).sides[0][0])
        assert "That was the last round. The results follow." in phone.text
        assert "1 won, place 1 of 2." in phone.text
        here.write(over)
        said = phone.get("phone")
        assert "The event is over. Thank you for playing." in said
        assert "You came 1 1 won, 0 lost, 10 points made." in said
        other = here.seated_phone(here.event.round.table(1).sides[1][0])
        assert "You came 2 0 won, 1 lost, 4 points made." in other.get("phone")
        phone.post("phone/call", why="help")
        assert (phone.status, "You have no table now." in phone.text) == (422, True)
        assert here.desk.notes("event/day").calls == {}


def test_one_who_left_has_no_table_to_call_from(tmp_path: Path) -> None:
    prepared_event(tmp_path, phones=False, tables=2, deeds=[seated])
    with room(tmp_path) as here:
        gone = here.event.round.table(2).sides[0][0]
        phone = here.seated_phone(gone)
        here.write(
            lambda event: enter(event, 1, (10, 4)),
            lambda event: enter(event, 2, (10, 4)),
            lambda event: withdraw(event, [gone]),
            seated,
        )
        said = phone.get("phone")
        assert "You have left the event. Thank you for playing." in said
        phone.post("phone/call", why="help")
        assert (phone.status, "You have no table now." in phone.text) == (422, True)
        phone.post("phone/play", seat="N")
        assert (phone.status, "You have no chair in the hall now." in phone.text) == (422, True)


def test_a_void_game_is_shown_at_its_table() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(void(day.event, 1, why="a lost pack"))
    found = at(day, 1)
    assert (found["state"], found["at"] is None) == ("void", False)
