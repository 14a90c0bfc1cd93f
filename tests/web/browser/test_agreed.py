"""What players agree on at the table: a play taken back, and the rest claimed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from rightbower.rules.cards import Seat
from rightbower.web.hall import wire
from web.browser.axe import barriers
from web.browser.fake_hall import pretended
from web.browser.shared_table import SharedTable
from web.browser.table_states import MARCH, TAKEN, strict
from web.seated import Sitting
from web.serving import Server

PLAYED = f"{TAKEN}, W AS, N 9S, E TS"
# South holds the two best cards that are left, and leads.
CERTAIN = f"{TAKEN}, W 9D, N AD, E KD, S QD, N JD, E AH, S KH, W QH, N TH, E QS, S JH, W AS"
NOT_YET = f"{TAKEN}, {MARCH[0]}, {MARCH[1]}"
ASKING = '[data-part="asking"]'


Seated = Callable[[Sitting, str], list[Page]]


@pytest.fixture
def seated(hall: Server, chrome: Browser) -> Iterator[Seated]:
    """Pages at the same table, one for each of these seats."""
    with ExitStack() as pages:

        def come(sitting: Sitting, seats: str) -> list[Page]:
            still = {"speed": "none"}
            fakes = {
                Seat[each]: pages.enter_context(pretended(chrome, hall, settings=still))
                for each in seats
            }
            SharedTable(sitting, fakes)
            return [fake.page for fake in fakes.values()]

        yield come


def _take_back(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take it back").click()


@pytest.mark.parametrize("agreed", [True, False])
def test_a_play_is_taken_back_when_all_agree(seated: Seated, agreed: bool) -> None:
    sitting = strict(PLAYED)
    east, north = seated(sitting, "EN")
    expect(east.locator(".trick .card")).to_have_count(3)
    _take_back(east)
    expect(east.locator(ASKING)).to_have_text("Waiting for the others to agree …")
    expect(north.locator(f"{ASKING} p")).to_have_text("East would like to take the last play back.")
    if agreed:
        assert barriers(north) == []
    for other in "SW":
        sitting.ask(other, wire.Agree("a", yes=True))
    north.locator(ASKING).get_by_role("button", name="Agree" if agreed else "No").click()
    for page in (east, north):
        expect(page.locator(ASKING)).to_be_hidden()
        expect(page.locator(".trick .card")).to_have_count(2 if agreed else 3)
    expect(east.locator('.hand [data-card="TS"]')).to_have_count(1 if agreed else 0)
    expect(east.locator(".hand button")).to_have_count(5 if agreed else 4)


def test_whoever_asked_once_in_a_hand_is_not_offered_it_again(seated: Seated) -> None:
    east, north = seated(strict(PLAYED), "EN")
    _take_back(east)
    north.locator(ASKING).get_by_role("button", name="No").click()
    expect(east.locator(ASKING)).to_be_hidden()
    east.get_by_role("button", name="Menu").click()
    expect(east.get_by_role("button", name="Resign the game")).to_be_visible()
    expect(east.get_by_role("button", name="Take it back")).to_be_hidden()


def test_a_certain_claim_ends_the_hand(seated: Seated) -> None:
    # Where the solver is not compiled yet that takes longer than a page's line may be silent.
    strict(CERTAIN).ask("S", wire.TakeRest("first"))
    sitting = strict(CERTAIN)
    south, west = seated(sitting, "SW")
    south.get_by_role("button", name="Claim the rest").click()
    for page, title in ((south, "You took all five"), (west, "They took all five")):
        expect(page.locator('[data-part="end"]')).to_contain_text(title)
    assert sitting.score == (2, 0)


def test_a_claim_that_is_not_certain_is_refused_in_a_sentence(seated: Seated) -> None:
    (south,) = seated(strict(NOT_YET), "S")
    south.get_by_role("button", name="Claim the rest").click()
    expect(south.locator(".toasts .toast")).to_have_text(
        "That is not certain yet: play on, and claim when nothing can go wrong."
    )
    expect(south.locator(".hand button.legal")).to_have_count(3)
    assert barriers(south) == []
