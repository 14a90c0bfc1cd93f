"""Nothing that is sent to the desk breaks it: every button with nothing and with nonsense filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.tournament.commands import declared
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.contest import EVENT
from web.at_desk import Director, hall

assert EVENT.commands is EventCommand
PAGES = (
    "check-in",
    "entrant/1",
    "plan",
    "seating",
    "round",
    "table/1",
    "standings",
    "finish",
    "log",
)
COMMANDS = tuple(declared(EventCommand))
FIELDS = ("number", "numbers", "other", "one", "first", "second", "points", "side", "what", "table",
          "round", "version", "sure", "seed", "move", "line", "why", "rows", "names", "new", "out",
          "minutes", "rounds", "target", "prizes", "decided", "entry", "purpose", "card1", "card2",
          "again1", "coin1", "place1", "fee", "amount", "lost", "dealer", "clause", "floater")  # fmt: skip
NONSENSE = (
    "",
    "-1",
    "0",
    "999999999999999999999",
    "½",
    "<script>alert(1)</script>",
    "\x00",
    "a" * 5000,
)


@pytest.mark.parametrize("begun", [False, True], ids=["before play", "in a round"])
def test_every_button_refuses_nonsense_in_words(tmp_path: Path, begun: bool) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "national-progressive")
        director.names("Ann", "Bea", "Cat", "Dot")
        if begun:
            director.seat()
        for place, page in enumerate(PAGES):
            if page == "table/1" and not begun:
                continue
            # Every page takes every command; each is sent to one of them.
            acts = [act for at, act in enumerate(COMMANDS) if at % len(PAGES) == place]
            for act in (*acts, "paid", "fee", "door", "look", "nothing"):
                for value in NONSENSE:
                    director.do(page, act, **dict.fromkeys(FIELDS, value))
                    assert director.status in (200, 400, 404, 422), (page, act, value)
                    assert "<script>alert" not in director.text
        for step in PAGES:
            if step != "table/1" or begun:
                director.look(step)
                assert director.status == 200


def test_a_ruling_with_nonsense_is_refused_in_words(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names("Ann & Al", "Bea & Bob")
        director.seat()
        for query in (
            "what=x",
            "round=x",
            "round=9",
            "what=revoke&a=maybe",
            "what=wrong-count&a=-1",
        ):
            director.look(f"table/1/ruling?{query}")
            assert director.status in (400, 404), query
