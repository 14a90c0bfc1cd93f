"""The papers of a day of another game are read before, during and after it: no word of Euchre is on them."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from rightbower.papers.printing.events import event_paper
from rightbower.papers.printing.lists import cash_paper
from rightbower.papers.printing.papers import Heading
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.cash import cash_sheet
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.labels import event_papers
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.simulated import rehearse
from tournament.events.day import Day
from words_of_euchre import EUCHRE


def read(data: bytes) -> str:
    """The words of a paper, one after the other."""
    pages = PdfReader(io.BytesIO(data)).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


def papers_of(event: Event) -> dict[str, str]:
    """Every paper of an event, the cash sheet with them, by name."""
    found = {
        name: read(event_paper(event, name, links={1: "https://hall.example/1"}))
        for name in event_papers(event)
        if name != "pack"  # it binds the others
    }
    sheet = cash_sheet(event, 500, {1: 500, 2: 1000})
    return {**found, "cash": read(cash_paper(Heading(event.name), sheet))}


@pytest.mark.parametrize("preset", [name for name, each in PRESETS.items() if each.game])
def test_no_word_of_euchre_is_on_the_papers_of_another_game(preset: str) -> None:
    day = Day(preset, rounds=2)
    title = day.event.plan.title
    seen: dict[str, str] = {}

    def write(fact: Fact) -> Event:
        return day.do(fact)

    *_, last = rehearse(day.event, write, 2, "papers", rounds=2)
    half = day.history.entries[: len(day.history.entries) // 2]
    for each in (type(day.history).of(half).event, last):
        for name, text in papers_of(each).items():
            assert each.name in text
            if words := EUCHRE.findall(
                re.sub(f"{title}|{PRESETS[preset].title}|{preset}", "", text)
            ):
                seen[name] = f"{words[0]}: {text}"
    assert last.finished
    assert seen == {}
