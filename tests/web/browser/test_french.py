"""A browser set to French: no English word stands on the pages people play and sign up by, but names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import get_type_hints

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page

from rightbower.tournament.events.results import enter
from rightbower.web.common.rendering import TEMPLATES
from rightbower.web.snapshots.whereabouts import Whereabouts
from web.browser.event_hall import PHONE, EventHall, Guest
from web.browser.test_pages import WIDTH
from web.browser.test_referee import do
from web.browser.visits import CHOICE, LEGAL, Visit, expect
from web.day import prepared_event, seated
from web.serving import Server

Come = Callable[..., Guest]
FRENCH = {"locale": "fr-CA"}
# What a page shows and what it says of itself, less what is marked as another language's.
READ = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const inside = text.parentElement;
    if (inside.closest('script, style, [lang="en"]') || !inside.checkVisibility()) continue;
    found.push(text.data);
  }
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (each.closest('[lang="en"]') || !each.checkVisibility()) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) found.push(each.getAttribute(name) ?? '');
  }
  return found.filter((text) => text.trim());
}"""
# What hangs over the edge of its box, or of the page.
CLIPPED = """() => [...document.querySelectorAll('button, .btn, .button, h1, h2, .line, .side, .name, .note')]
  .filter((each) => each.checkVisibility() && each.textContent.trim() && !each.matches('.sr, .hidden-words')
    && getComputedStyle(each).overflow !== 'visible' && each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).textOverflow !== 'ellipsis')
  .map((each) => each.textContent.trim())"""
WORD = re.compile(r"[^\W\d_]{2,}")
# Tags, places and clauses.
MARKS = re.compile(r"<[^>]*>|\{\w+(?:'s)?[|}]|&\w+;|[\w-]+:\w+\.\w+|[A-Z]\d+-[\w.]+")
# Words that both languages have in another sense, or that stand in no catalogue.
EVERYWHERE = {"rightbower", "euchre", "aa", "bob", "ann", "guest", "day", "make", "run", "everyone"}
# Words of records, which French sentences quote.
QUOTED = {
    "the",
    "trick",
    "turned",
    "entered",
    "result",
    "pass",
    "order",
    "pick",
    "up",
    "turn",
    "down",
}
QUOTED |= {"name", "bury", "alone", "with"}
# What a book, a table and the people at it are called.
NAMES = ("Alberta 55 plus Games", "slips", "french", "North", "East", "South", "West")
SMALL = {"of", "and", "is", "are", "you", "your", "to", "it", "at", "this", "not", "here"}


def words_of(text: str) -> set[str]:
    """The words of a text, in small letters."""
    plain = unicodedata.normalize("NFC", MARKS.sub(" ", text))
    return {each.lower() for each in WORD.findall(plain)}


@cache
def english() -> frozenset[str]:
    """The words of our English that French never uses."""
    with (TEMPLATES.parent.parent / "locale" / "fr.po").open("rb") as file:
        entries = [each for each in read_po(file) if each.id]
    ours = {word for each in entries for word in words_of(str(each.id))}
    theirs = {
        word
        for each in entries
        if each.string and (each.string != each.id or " " not in str(each.id))
        for word in words_of(str(each.string))
    }
    return frozenset((ours - theirs - EVERYWHERE) | QUOTED | SMALL)


def in_english(page: Page, *names: str) -> dict[str, list[str]]:
    """The English words on a page, each with where it stands; names are what they are."""
    assert page.locator("html").get_attribute("lang") == "fr"
    found: dict[str, list[str]] = {}
    for text in page.evaluate(READ):
        for name in names:
            text = text.replace(name, "")
        for word in words_of(text) & english():
            found.setdefault(word, []).append(text)
    return found


def test_the_test_knows_english_from_french(visit: Callable[..., Visit]) -> None:
    assert {"the", "trump", "trick", "dealer", "hand"} <= english()
    assert not {"levée", "atout", "table", "on", "solo", "main"} & english()
    ann = visit("Ann", **FRENCH)
    ann.page.goto("/")
    ann.page.evaluate("document.querySelector('h1').textContent = 'Pick up the card'")
    assert {"pick", "the", "card"} <= in_english(ann.page).keys()


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1366, 768)], ids=str)
def test_a_whole_hand_at_the_table(
    visit: Callable[..., Visit], hall: Server, size: tuple[int, int]
) -> None:
    ann = visit("Ann", viewport={"width": size[0], "height": size[1]}, **FRENCH)
    page = ann.page
    page.goto("/")
    seen = {"the first page": in_english(page)}
    page.locator('form[action="/play"] .play').click()
    page.wait_for_selector("#table[data-version]")
    for act in range(40):
        page.wait_for_selector(f'{CHOICE}, {LEGAL}, [data-part="end"]:not([hidden])')
        seen[f"{act} {ann.line}"] = in_english(page)
        assert page.evaluate(WIDTH) <= size[0]
        assert page.evaluate(CLIPPED) == []
        if page.locator('[data-part="end"]').is_visible():
            break
        ann.act()
    assert page.locator('[data-part="end"]').is_visible()
    for sheet in ("menu-sheet", "settings-sheet", "rules-sheet", "leave-sheet", "say-sheet"):
        page.evaluate(f"document.querySelector('[data-opens={sheet}]').click()")
        page.wait_for_selector(f"#{sheet}[open]")
        seen[sheet] = in_english(page)
        page.evaluate(f"document.querySelector('#{sheet}').close()")
    tale = page.evaluate(
        "() => [...document.querySelectorAll('[data-part=play-by-play] li')]"
        ".map((each) => each.getAttribute('aria-label') ?? each.textContent)"
    )
    assert len(tale) > 25
    seen["the play by play"] = {
        word: [each for each in tale if word in words_of(each)]
        for word in words_of(" ".join(tale)) & english()
    }
    assert {name: found for name, found in seen.items() if found} == {}


def test_what_is_refused_is_said_in_french(visit: Callable[..., Visit]) -> None:
    ann = visit("Ann", **FRENCH)
    page = ann.page
    page.goto("/")
    page.locator('form[action="/play"] .play').click()
    ann.play_until('.table[data-phase="play"]:has(.hand button.no)')
    page.locator(".hand button.no").first.click()
    expect(page.locator(".refusal")).to_contain_text("L'entame est à")
    assert in_english(page) == {}


def test_a_ruling_is_called_explained_chosen_on_and_paid(
    visit: Callable[..., Visit], french_slips: list[str]
) -> None:
    """Four people with browsers set to French, and a revoke; what each of them reads at every step."""
    people = {seat: visit(f"french-{seat}", **FRENCH) for seat in "NESW"}
    for each in people.values():
        each.page.goto("/t/french")
        each.page.wait_for_selector(".hand button")
    seen = {}

    def read(step: str) -> None:
        for seat, each in people.items():
            seen[f"{step}, {seat}"] = in_english(each.page, *NAMES)

    for number, act in enumerate(french_slips):
        do(people, act[0], act[2:])
        if number % 8 == 0:
            read(act)
    south = people["S"].page
    expect(south.get_by_role("button", name="Main suivante")).to_be_visible()
    south.click('[data-call="doubts"]')
    south.wait_for_selector('dialog [data-fact="revoke E 1"]')
    read("what may be called")
    south.click('dialog [data-fact="revoke E 1"]')
    expect(south.locator(".slip")).to_contain_text("n'a pas fourni à la levée 1")
    read("the ruling")
    south.click('.slip [data-option="add"]')
    expect(south.locator(".slip button")).to_have_count(0)
    read("paid")
    assert {name: found for name, found in seen.items() if found} == {}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventHall]:
    """A hall with an event in its first round and one in its second."""
    data = tmp_path_factory.mktemp("events")
    prepared_event(data, "day", tables=3, deeds=[seated])
    first = [seated, *(lambda event, n=n: enter(event, n, (10, n)) for n in (1, 2)), seated]
    prepared_event(data, "later", preset="charity-day", tables=2, rounds=None, deeds=first)
    with EventHall(data) as hall:
        yield hall


@pytest.fixture
def come(house: EventHall, chrome: Browser) -> Iterator[Come]:
    """Come with a phone set to French."""
    guests: list[Guest] = []

    def coming(**options: object) -> Guest:
        guests.append(Guest(house, chrome, **{**PHONE, **FRENCH, **options}))
        return guests[-1]

    yield coming
    complaints = [each for guest in guests for each in guest.complaints]
    for guest in guests:
        guest.context.close()
    assert complaints == []


# Until where one sits is told as a value, phones say it in English.
as_values = pytest.mark.skipif(
    get_type_hints(Whereabouts)["says"] is str, reason="where one sits is still a text"
)


@as_values
def test_a_score_is_entered_and_confirmed_on_phones(
    house: EventHall, come: Come, request: pytest.FixtureRequest
) -> None:
    # A story that is told again after a fault is told at a table of its own.
    table = getattr(request.node, "execution_count", 1)
    (one, *_), (other, *_) = house.event("day").round.table(table).sides
    known = ["The day", *(each.name for who in house.event("day").entrants for each in who.players)]
    ann, bob = come(), come()
    seen = {}
    ann.page.goto("/events/day/phone")
    seen["nobody's phone"] = in_english(ann.page, *known)
    ann.sit("day", table, one)
    bob.sit("day", table, other)
    seen["where to sit"] = in_english(ann.page, *known)
    ann.page.locator("[data-go]").tap()
    ann.page.locator('[data-pad="key 10"]').tap()
    ann.page.locator('[data-pad="key 7"]').tap()
    send = ann.page.locator('[data-pad="send"]')
    expect(send).to_have_text("Envoyer 10–7")
    seen["the keys"] = in_english(ann.page, *known)
    send.tap()
    expect(ann.page.get_by_role("button", name="Reprendre")).to_be_visible()
    seen["sent"] = in_english(ann.page, *known)
    right = bob.page.get_by_role("button", name="Oui, c'est juste")
    expect(right).to_be_visible()
    seen["the question"] = in_english(bob.page, *known)
    bob.page.get_by_role("link", name="Non, c'est faux").tap()
    expect(bob.page.get_by_role("heading", name="Alors, c'était combien?")).to_be_visible()
    seen["the objection"] = in_english(bob.page, *known)
    bob.page.get_by_role("button", name="L'inverse").tap()
    expect(bob.page.get_by_role("heading", name="Deux pointages")).to_be_visible()
    expect(bob.page.locator(".sl:not(.h)")).to_have_count(2)
    seen["two slips"] = in_english(bob.page, *known)
    bob.page.get_by_role("button", name="Demander à").tap()
    expect(bob.page.get_by_role("button", name="Nous avons réglé cela")).to_be_visible()
    seen["called"] = in_english(bob.page, *known)
    bob.page.get_by_role("button", name="Nous avons réglé cela").tap()
    bob.page.get_by_role("button", name="Le leur est juste").tap()
    expect(bob.page.get_by_role("heading", name="Le pointage est rentré")).to_be_visible()
    seen["confirmed"] = in_english(bob.page, *known)
    bob.page.goto("/events/day/phone?help")
    seen["help"] = in_english(bob.page, *known)
    assert {name: found for name, found in seen.items() if found} == {}


@as_values
def test_the_four_tabs_of_the_public_page(come: Come) -> None:
    page = come().page
    seen = {}
    for tab in ("me", "seating", "standings", "rules"):
        page.goto(f"/events/later#{tab}")
        page.reload()
        if tab == "standings":
            page.locator("[data-why]").tap()
        seen[tab] = in_english(page, "The later", "Hal Low", "Fred Hall")
        assert page.evaluate(WIDTH) <= 360
    assert {name: found for name, found in seen.items() if found} == {}
