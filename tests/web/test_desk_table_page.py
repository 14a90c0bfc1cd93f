"""A table's page at the desk: what is wrong, the slips of both sides, and what happened by the minute."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from web.at_desk import flat
from web.day import PIN, prepared_event, room, seated


def test_two_scores_stand_beside_each_other_and_one_press_lets_one_of_them_stand(
    tmp_path: Path,
) -> None:
    prepared_event(tmp_path, tables=2, deeds=[seated])
    with room(tmp_path) as here:
        desk = here.phone()
        desk.post("pin", pin=PIN)
        for number, pressed in ((1, 0), (2, 1)):
            table = here.event.round.table(number)
            one, other = (side[0] for side in table.sides)
            ann, bob = here.seated_phone(one), here.seated_phone(other)
            ann.enter(10, 6)
            assert "What happened here" in desk.get(f"desk/table/{number}")
            assert "The two sides sent different scores." not in desk.text
            bob.post("phone/dispute", round=1, table=number, ours=10, theirs=6)
            said = desk.get(f"desk/table/{number}")
            assert "The two sides sent different scores. Nothing counts until they agree" in said
            sides = here.event.plan.side_names
            names = [here.event.name_of(*side) for side in table.sides]
            mine, theirs = said.partition(f"{names[0]} say ")[2].partition(f"{names[1]} say ")[::2]
            assert f"{names[0]}, {sides[0]} 10 {names[1]}, {sides[1]} 6 " in mine
            assert "Let 10–6 stand" in mine
            assert f"{names[0]}, {sides[0]} 6 {names[1]}, {sides[1]} 10 " in theirs
            assert f"{here.event.name_of(other)}," in theirs
            assert "Let 6–10 stand" in theirs
            story = said.partition("What happened here")[2]
            assert story.index("10–6") < story.index(f"{here.event.name_of(other)} said no: 6–10")
            if pressed:
                page = f"desk/table/{number}"
                as_said = {"first": 6, "second": 10, "ruled": "yes", "why": "as they say"}
                assert 'name="first" value="6"' in flat(desk.page)
                assert "What this changes" in desk.post(page, do="correct", **as_said)
                asked = re.search(
                    r'name="version" value="([^"]*)"><input type="hidden" name="sure"',
                    flat(desk.page),
                )
                assert asked is not None
                desk.post(page, do="correct", **as_said, sure="yes", version=unescape(asked[1]))
            else:
                desk.post(f"desk/table/{number}", do="confirm")
            result = here.event.round.table(number).result
            assert result is not None
            assert (result.points, result.marked) == (((10, 6), (6, 10))[pressed], True)
            assert "The two sides sent" not in desk.get(f"desk/table/{number}")


def test_a_table_that_calls_is_told_from_its_own_page_that_one_is_coming(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        desk = here.phone()
        desk.post("pin", pin=PIN)
        ann = here.seated_phone(here.event.round.table(1).sides[0][0])
        ann.get("phone")
        ann.post("phone/call", round=1, table=1, why="a revoke")
        assert "Tell them I am coming" in desk.get("desk/table/1")
        said = desk.post("desk/messages", do="coming", table=1, back="table/1")
        assert desk.at.endswith("/desk/table/1")
        assert "Tell them I am coming" not in said
        assert "You said that you are coming" in said
        desk.post("desk/messages", do="coming", table=1, back="table/x")
        assert desk.at.endswith("/desk/messages")
