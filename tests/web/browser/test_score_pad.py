"""The score pad on every phone: nothing lies on a button, nothing is cut, and what cannot be says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from rightbower.web.notes import MessageShown, PhoneFreed
from web.browser.event_hall import PHONE, EventHall, Guest
from web.day import prepared_event, seated

# Every phone that a player had in hand, upright and lying.
SIZES = [
    (320, 568),
    (360, 560),
    (360, 640),
    (375, 667),
    (390, 844),
    (393, 727),
    (412, 780),
    (430, 932),
    (568, 320),
    (667, 375),
    (844, 390),
]
LONG = [
    "Wilhelmina Featherstonehaugh",
    "Bartholomew Vandersteen",
    "Anastasia O’Shaughnessy",
    "Jo Wu",
]
LARGE = "(large) => { document.documentElement.dataset.large = large; }"
# Of every button that is there: points of it that something else lies on, and what is off the screen,
# cut off or too small for a thumb.
COVERED = """() => {
  const faults = [];
  const main = document.querySelector("main");
  for (const each of main.querySelectorAll("button, a, select, input:not([type=hidden])")) {
    if (!each.checkVisibility()) continue;
    const box = each.getBoundingClientRect(), what = each.textContent.trim() || each.name;
    let hit = 0, all = 0;
    for (let x = 0.08; x < 1; x += 0.14) for (let y = 0.14; y < 1; y += 0.36) {
      const found = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      all++;
      if (found && each.contains(found)) hit++;
    }
    if (hit < all) faults.push(`${what}: ${hit} of ${all} points can be pressed`);
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`${what}: off the screen`);
    const least = innerHeight < 560 ? 38 : 47.5;
    if (box.height < least || box.width < least)
      faults.push(`${what}: ${Math.round(box.width)} by ${Math.round(box.height)}`);
    if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)
      faults.push(`${what}: cut off`);
  }
  for (const each of main.querySelectorAll("h1, p, b, .win span, .note")) {
    if (!each.checkVisibility() || !each.textContent.trim() || each.closest(".sr")) continue;
    if (getComputedStyle(each).clipPath !== "none") continue;
    const box = each.getBoundingClientRect();
    if (each.closest(".notes, .cap")) continue;
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -1)
      faults.push(`${each.textContent.trim()}: off the screen`);
  }
  for (const each of main.querySelectorAll(".body, .win"))
    if (each.checkVisibility() && each.scrollHeight > each.clientHeight + 2)
      faults.push(`${each.className}: scrolls`);
  return faults;
}"""
Come = Callable[..., Guest]
# A story that is told again after a fault begins with a day of its own.
TIMES = (1, 2)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventHall]:
    """A hall with a day by each kind of book: to a target by the clock, by deals, to a target."""
    data = tmp_path_factory.mktemp("events")
    for id_, preset in (
        ("timed", "national-progressive"),
        ("eight", "charity-day"),
        ("pairs", "provincial-pairs"),
    ):
        for name in (id_, *(f"{id_}-dispute-{time}" for time in TIMES)):
            prepared_event(
                data, name, preset=preset, tables=1, rounds=None, names=LONG, deeds=[seated]
            )
    with EventHall(data) as hall:
        yield hall


@pytest.fixture
def come(house: EventHall, chrome: Browser) -> Iterator[Come]:
    """Come with a phone; what a page complains of fails the test."""
    guests: list[Guest] = []

    def coming(**options: object) -> Guest:
        guests.append(Guest(house, chrome, **{**PHONE, **options}))
        return guests[-1]

    yield coming
    complaints = [each for guest in guests for each in guest.complaints]
    for guest in guests:
        guest.context.close()
    assert complaints == []


def faults_at_all_sizes(page: Page, what: str) -> list[str]:
    """What is wrong with a page as it stands, at every size, plain and Large."""
    try:
        return _faults(page, what)
    except Error as fault:
        # The line may bring what a press leads to before the page of that press is loaded.
        if "navigation" not in fault.message:
            raise
        page.wait_for_load_state()
        return _faults(page, what)


def _faults(page: Page, what: str) -> list[str]:
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for large in ("no", "yes"):
            page.evaluate(LARGE, large)
            name = f"{what} at {width}x{height}{' large' if large == 'yes' else ''}"
            found += [f"{name}: {each}" for each in page.evaluate(COVERED)]
    page.evaluate(LARGE, "no")
    return found


def pad_of(guest: Guest, id_: str, side: int = 0) -> Page:
    """The pad on a phone at the table of a day."""
    own = guest.house.event(id_).round.table(1).sides[side][0]
    guest.house.note(id_, PhoneFreed(own))
    guest.sit(id_, 1, own)
    guest.page.get_by_role("button", name="Enter the score").click()
    return guest.page


def tap(page: Page, label: str) -> None:
    """A thumb is on a button, also on one that says why it cannot be."""
    page.get_by_role("button", name=label, exact=True).tap(force="cannot be" in label)


def test_every_point_of_every_button_can_be_pressed_on_every_phone(
    house: EventHall, come: Come
) -> None:
    guest = come()
    page = pad_of(guest, "timed")
    faults = faults_at_all_sizes(page, "the empty pad")
    tap(page, "We 11")
    faults += faults_at_all_sizes(page, "our points")
    tap(page, "They 12, cannot be")
    faults += faults_at_all_sizes(page, "why it cannot be")
    tap(page, "They 7")
    faults += faults_at_all_sizes(page, "ready")
    tap(page, "We: 11")
    tap(page, "We 6")
    tap(page, "They: 7")
    tap(page, "They 6")
    expect(page.get_by_role("group", name="Who dealt last")).to_be_visible()
    faults += faults_at_all_sizes(page, "level")
    page.wait_for_timeout(600)
    page.get_by_role("group", name="Who dealt last").get_by_role("button").nth(1).tap()
    faults += faults_at_all_sizes(page, "level and the dealer")
    tap(page, "We: 6")
    expect(page.get_by_role("button", name="We 5", exact=True)).to_be_visible()
    assert faults == []


def test_eight_deals_have_two_pages_that_fit_every_phone(come: Come) -> None:
    page = pad_of(come(), "eight")
    faults = faults_at_all_sizes(page, "the first page")
    tap(page, "We 4")
    faults += faults_at_all_sizes(page, "after four")
    tap(page, "They 3, cannot be")
    faults += faults_at_all_sizes(page, "too few")
    tap(page, "19 and more")
    faults += faults_at_all_sizes(page, "the second page")
    assert faults == []


def test_to_a_target_without_a_clock_one_side_has_it(come: Come) -> None:
    page = pad_of(come(), "pairs")
    faults = faults_at_all_sizes(page, "the empty pad")
    tap(page, "We 5")
    tap(page, "They 4, cannot be")
    expect(page.locator(".line .note")).to_contain_text("One side needs 10 to win.")
    faults += faults_at_all_sizes(page, "nobody has won")
    tap(page, "The round was cut short")
    expect(page.get_by_role("button", name="Send 5–4")).to_be_visible()
    faults += faults_at_all_sizes(page, "cut short")
    assert faults == []


def test_a_long_message_takes_the_place_of_the_title(house: EventHall, come: Come) -> None:
    page = pad_of(come(), "eight", side=1)
    text = (
        "Coffee and cake are ready in the room next door; please leave your cards as they lie. " * 2
    )
    house.note("eight", MessageShown(text[:160]))
    expect(page.locator(".note.said")).to_be_visible()
    faults = faults_at_all_sizes(page, "a message")
    house.note("eight", MessageShown(""))
    expect(page.locator(".note.said")).to_have_count(0)
    assert faults == []


def test_what_comes_after_the_score_fits_every_phone(
    house: EventHall, come: Come, request: pytest.FixtureRequest
) -> None:
    ann, bob = come(), come()
    day = f"timed-dispute-{getattr(request.node, 'execution_count', 1)}"
    page = pad_of(ann, day)
    other = house.event(day).round.table(1).sides[1][0]
    bob.sit(day, 1, other)
    faults = faults_at_all_sizes(bob.page, "where to sit")
    tap(page, "We 9")
    tap(page, "They 6")
    page.get_by_role("button", name="Send 9–6").tap()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    faults += faults_at_all_sizes(page, "sent")
    expect(bob.page.get_by_role("button", name="Yes, that’s right")).to_be_visible()
    faults += faults_at_all_sizes(bob.page, "the question")
    bob.page.get_by_role("link", name="No, that’s wrong").tap()
    expect(bob.page.get_by_role("heading", name="What was it, then?")).to_be_visible()
    faults += faults_at_all_sizes(bob.page, "no")
    bob.page.get_by_role("button", name="The other way round").tap()
    expect(bob.page.get_by_role("heading", name="Two scores for one game")).to_be_visible()
    faults += faults_at_all_sizes(bob.page, "two slips")
    expect(page.get_by_role("button", name="Theirs is right, 6–9")).to_be_visible()
    page.get_by_role("button", name="Ask the").tap()
    expect(bob.page.get_by_text("has been called to your table")).to_be_visible()
    faults += faults_at_all_sizes(bob.page, "called")
    assert faults == []


def test_figures_are_typed_and_the_pad_survives_what_comes_meanwhile(
    house: EventHall, come: Come
) -> None:
    page = pad_of(come(), "timed", side=1)
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="We: 11")).to_be_visible()
    house.note("timed", MessageShown("Five minutes more."))
    expect(page.locator(".note.said")).to_have_text("Five minutes more.")
    expect(page.get_by_role("button", name="We: 11")).to_be_visible()
    page.wait_for_timeout(1100)
    page.keyboard.press("7")
    expect(page.get_by_role("button", name="Send 11–7")).to_be_visible()
