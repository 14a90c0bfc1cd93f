"""Fines, the basket and prizes for groups from the desk's pages to the public page and the papers."""

from __future__ import annotations

from pathlib import Path

from rightbower.papers.printing.events import event_paper
from web.at_desk import Director, hall, says
from web.test_desk_papers import words


def test_a_night_with_fines_a_basket_and_a_prize_for_the_ladies(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "fair-draw", rounds=1)
        director.names("Ann", "Bea", "Cy", "Di")
        said = director.do(
            "plan", "plan", prizes="First = 10\nHighest, ladies only = 5", one_prize="yes"
        )
        assert director.event.plan.one_prize is True
        said = director.do("money", "purse", fine="0.25", basket="1", basket_to="most lone hands")
        assert "0 paid into the basket so far" in said
        director.do("money", "basket", who=1)
        said = director.do("money", "basket", all="yes")
        assert "4 paid into the basket so far" in said
        assert "3 paid" in director.do("money", "basket", who=4, back="yes")
        assert "Ladies: nobody yet" in said
        said = director.do("money", "entrants-group", group="ladies", only="yes", who=[1, 2, 3])
        assert "Ladies: 3" in said
        cards = event_paper(director.event, "score-cards")
        assert "Lone hands: ______ Euchred: ______ at 0.25" in words(cards)
        door = words(event_paper(director.event, "sign-in"))
        assert "Ann ladies" in door
        director.seat()
        assert "3 paid 1.00 into the basket before the first card" in director.look("money")
        director.all_in("10 4")
        director.do("finish", "loners", loners2=2, loners4=5)
        said = director.do("finish", "euchres", euchred3=4)
        assert "Loner basket Bea" in said
        sheet = director.look("money")
        assert "Fines for being euchred 4 at 0.25: Cy 4 1.00" in sheet
        assert "Loner basket: Bea from the basket: 3 paid 1.00 before the first card 3.00" in sheet
        director.sure("finish", "finish")
        public = says(client.get(f"/events/{director.id}").text)
        assert "Loner basket" in public
        assert "Highest, ladies only" in public
        asked = client.get(f"/api/v1/events/{director.id}/prizes")
        assert "Loner basket" in asked.text
