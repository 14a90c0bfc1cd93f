"""Papers from the desk: one pack in one press, cards with the phones' codes, one printed again."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from in_english import english
from rightbower.web.state.codes import table_code
from web.at_desk import Director, hall


def words(data: bytes) -> str:
    pages = PdfReader(io.BytesIO(data)).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


def test_one_press_prints_the_night_with_codes_that_lead_to_the_tables(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        desk = Director(client, "charity-day")
        desk.names(*(f"Player {letter}" for letter in "ABCDEFGH"))
        desk.seat()
        assert "Everything for the night" in desk.look("paper")
        pack = f"/events/{desk.id}/desk/paper/pack.pdf?size=Letter"
        assert pack in desk.text
        app: Any = client.app
        code = table_code(app.state.keys, desk.id, 2)
        # A hall that only this computer reaches puts no code on paper.
        app.state.room = False
        assert english(code) not in english(words(client.get(pack).content))
        app.state.room = True
        made = client.get(pack)
        assert english(made.headers["content-type"]) == "application/pdf"
        assert code in words(made.content)
        again = client.get(f"/events/{desk.id}/desk/paper/round-cards.pdf?only=2")
        assert code in words(again.content)
        assert len(PdfReader(io.BytesIO(again.content)).pages) == 1
        followed = client.get(f"/c/{code}", follow_redirects=False)
        assert followed.headers["location"].startswith(f"/events/{desk.id}/table/2?code=")
        wrong = client.get(f"/events/{desk.id}/desk/paper/round-cards.pdf?only=99")
        assert wrong.status_code == 404


def test_a_card_is_printed_again_for_whoever_is_expected(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        desk = Director(client, "charity-day")
        desk.names(*(f"Player {letter}" for letter in "ABCDEFGH"))
        desk.names("Player Late", here=False)
        cards, late = f"/events/{desk.id}/desk/paper", '<option value="9">Player Late'
        assert late in client.get(cards).text
        desk.do("entrant/9", "entrants-no-show")
        assert late not in client.get(cards).text
