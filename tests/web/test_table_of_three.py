"""A table of three from the seating's choice to the wall, the phones, the papers and the results."""

from __future__ import annotations

from pathlib import Path

from rightbower.papers.printing.events import event_paper
from rightbower.web.notes import Notes
from rightbower.web.snapshots.event_view import snapshot
from rightbower.web.snapshots.whereabouts import whereabouts
from web.at_desk import Director, hall, says
from web.test_desk_papers import words


def test_seven_people_play_and_nobody_sits_out(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "charity-day")
        director.names("Ann", "Bea", "Cy", "Di", "Ed", "Flo", "Gus")
        said = director.look("seating")
        assert "3 players would sit out each round." in said
        assert "1 table of four and 1 of three: nobody sits out" in said
        assert "Play at a table of three" in said
        said = director.do("seating", "plan", threes="yes")
        assert "would sit out" not in said
        director.seat()
        three = director.event.round.of_three[0].entrants
        names = [director.event.name_of(each) for each in three]
        assert f"Table of three: {names[0]}, {names[1]} and {names[2]}." in director.look("seating")
        said = director.do(
            "round",
            "three",
            **dict(zip((f"points{each}" for each in three), (8, 3, 0), strict=True)),
        )
        assert "Table of three" in said
        assert "Put it right" in said
        assert director.event.round.of_three[0].points == (8, 3, 0)
        public = says(client.get(f"/events/{director.id}").text)
        assert f"Table of three: {', '.join(names)}" in public
        assert "Sitting out:" not in public
        seen = snapshot(director.event, Notes(), 0.0)
        assert (seen.threes, seen.byes) == ((tuple(names),), ())
        told = str(whereabouts(director.event, three[0]).says)
        assert told.startswith(f"You play at the table of three with {names[1]} and {names[2]}.")
        master = words(event_paper(director.event, "master-card"))
        assert f"Table of three: {names[0]}, {names[1]} and {names[2]} 8, 3, 0" in master
        moved = words(event_paper(director.event, "movement"))
        assert "three" in moved
        director.all_in("9 6")
        assert "8 points of these at 1 table of three" in director.look("standings")
        director.seat("second")
        assert len(director.event.round.of_three) == 1
