"""The public page and the phone of an event: each reader's own place, table and turn."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from rightbower.tournament.events.results import enter
from rightbower.web.notes import Notes
from rightbower.web.public.event_page import ByName, by_name
from rightbower.web.snapshots.event_view import WallTable, snapshot
from tournament.events.day import Day
from web.day import prepared_event, room, seated


def test_who_has_a_bye_sits_out_in_the_list_by_name() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy")
    playing = WallTable(1, "playing", ((1,), (2,)), (("Bea", "Bob"), ("Ann", "Al")))
    waiting = WallTable(2, "bye", ((3,), ()), (("Cat", "Cy"), ()))
    seen = replace(snapshot(day.event, Notes(), 0.0), tables=(playing, waiting), byes=(("Dee",),))
    first, second = seen.sides
    assert by_name(seen) == [
        ByName("Al", 1, second),
        ByName("Ann", 1, second),
        ByName("Bea", 1, first),
        ByName("Bob", 1, first),
        ByName("Cat", 0, "sits out"),
        ByName("Cy", 0, "sits out"),
        ByName("Dee", 0, "sits out"),
    ]


def test_everybody_is_told_their_own_place_and_table(tmp_path: Path) -> None:
    won = [lambda event: enter(event, 1, (10, 4)), lambda event: enter(event, 2, (10, 6))]
    prepared_event(tmp_path, deeds=[seated, *won], phones=True)
    with room(tmp_path) as here:
        ranks = {each.entrant: each.rank for each in here.desk.views.seen("day").places}
        assert len(set(ranks.values())) > 2
        for at, table in enumerate(here.event.round.tables):
            for number in table.entrants:
                phone = here.seated_phone(number)
                assert f'data-index="{at}"' in phone.client.get("/events/day/phone").text
                page = phone.client.get("/events/day").text
                own = re.search(r"You are <strong>(\d+)", page)
                assert own is not None
                assert int(own[1]) == ranks[number]
