"""Phones at an event in a real browser: live, large enough, and also without script."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from rightbower.tournament.events.results import enter
from rightbower.web.notes import HelpGiven
from rightbower.web.state.codes import table_code
from web.browser.event_hall import PHONE, EventHall, Guest
from web.browser.test_pages import TARGETS, WIDTH, barriers
from web.day import PIN, prepared_event, seated

PROBE = "<img src=x onerror=window.caught=1>"
Come = Callable[..., Guest]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventHall]:
    """A hall with events at every stage."""
    data = tmp_path_factory.mktemp("events")
    prepared_event(data, "day", tables=3, deeds=[seated])
    prepared_event(data, "bare", tables=3, deeds=[seated])
    prepared_event(data, "slips", tables=1, deeds=[seated])
    prepared_event(data, "two-taps", tables=1, deeds=[seated])
    prepared_event(data, "online", tables=1, deeds=[seated], names=["Ann", "Bob", "Cy", "Di"])
    for width in (360, 390, 844):
        prepared_event(data, f"one-screen-{width}", tables=2, deeds=[seated])
    prepared_event(data, "early", preset="alberta-pairs", rounds=None)
    prepared_event(data, "probe", names=[f"{PROBE} {n}" for n in range(8)], deeds=[seated])
    first = [seated, *(lambda event, n=n: enter(event, n, (10, n)) for n in (1, 2)), seated]
    prepared_event(data, "later", preset="charity-day", tables=2, rounds=None, deeds=first)
    with EventHall(data) as hall:
        yield hall


@pytest.fixture
def come(house: EventHall, chrome: Browser) -> Iterator[Come]:
    """Come with a browser of one's own; what a page complains of fails the test."""
    guests: list[Guest] = []

    def coming(**options: object) -> Guest:
        guests.append(Guest(house, chrome, **{**PHONE, **options}))
        return guests[-1]

    yield coming
    complaints = [each for guest in guests for each in guest.complaints]
    for guest in guests:
        guest.context.close()
    assert complaints == []


def test_a_round_from_phone_to_phone_without_a_reload(house: EventHall, come: Come) -> None:
    (one, *_), (other, *_) = house.event().round.table(1).sides
    ann, bob, cora = come(), come(), come(viewport={"width": 1280, "height": 720})
    ann.sit("day", 1, one)
    bob.sit("day", 1, other)
    cora.page.goto("/events/day")
    cora.page.select_option("#entrant", str(one))
    cora.page.get_by_role("button", name="That is me").click()
    expect(cora.page.locator(".go")).to_contain_text("You sit at table 1")
    for page in (ann.page, bob.page, cora.page):
        page.evaluate("window.same = true")

    ann.page.get_by_role("button", name="Enter the score").tap()
    ann.page.get_by_role("button", name="We 10", exact=True).tap()
    ann.page.get_by_role("button", name="They 1", exact=True).tap()
    ann.page.get_by_role("button", name="Send 10–1").tap()
    expect(ann.page.get_by_role("button", name="Take it back")).to_be_visible()

    right = bob.page.get_by_role("button", name="Yes, that’s right")
    expect(right).to_be_visible()
    assert bob.page.evaluate("window.same")
    right.tap()
    expect(bob.page.get_by_role("heading", name="The score is in")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="The score is in")).to_be_visible()
    expect(cora.page.locator('.seats li[data-state="marked"]')).to_have_count(1)
    assert cora.page.evaluate("window.same")

    house.write("day", lambda e: enter(e, 2, (10, 2)), lambda e: enter(e, 3, (10, 3)), seated)
    event = house.event()
    table = next(each for each in event.round.tables if one in each.entrants)
    expect(ann.page.locator(".cap .no")).to_have_text(f"table{table.number}")
    expect(ann.page.get_by_role("status").last).to_contain_text(f"table {table.number}")
    expect(cora.page.locator(".big-table")).to_have_text(f"Table {table.number}")
    expect(cora.page.locator(".go").first).to_contain_text(f"table {table.number}")
    assert cora.page.evaluate("window.same")
    expect(ann.page.get_by_role("button", name="Enter the score")).to_be_visible()


def test_pages_fit_a_phone_and_have_no_barrier(house: EventHall, come: Come) -> None:
    (one, *_), (other, *_) = house.event("bare").round.table(2).sides
    ann, bob = come(), come()
    ann.page.goto("/events/bare")
    seen = {"public": looked_at(ann, night=True), "log": looked_at(ann, "/events/bare/log")}
    seen["join"] = looked_at(ann, "/events/early/join")
    seen["check-in"] = looked_at(ann, "/events/early")
    seen["round two"] = looked_at(ann, "/events/later")
    seen["nobody's"] = looked_at(ann, "/events/bare/phone")
    ann.sit("bare", 2, one)
    bob.sit("bare", 2, other)
    seen["seat"] = looked_at(ann, night=True)
    ann.page.get_by_role("button", name="Enter the score").tap()
    seen["entry"] = looked_at(ann, night=True)
    ann.score(10, 4)
    ann.page.get_by_role("button", name="Take it back").wait_for()
    seen["entered"] = looked_at(ann)
    bob.page.get_by_role("button", name="Yes, that’s right").wait_for()
    seen["to confirm"] = looked_at(bob)
    bob.page.get_by_role("link", name="No, that’s wrong").tap()
    expect(bob.page.get_by_role("heading", name="What was it, then?")).to_be_visible()
    seen["no"] = looked_at(bob, night=True)
    bob.page.get_by_role("button", name="We cannot agree").tap()
    expect(ann.page.get_by_text("has been called to your table")).to_be_visible()
    seen["called"] = looked_at(ann, night=True)
    ann.page.get_by_role("button", name="We have settled it").tap()
    expect(ann.page.get_by_role("heading", name="Two scores for one game")).to_be_visible()
    seen["disputed"] = looked_at(ann, night=True)
    assert {name: faults for name, faults in seen.items() if faults} == {}


def looked_at(guest: Guest, address: str = "", night: bool = False) -> list[str]:
    """What is wrong with a page: too wide, too small to hit, or a barrier."""
    if address:
        guest.page.goto(address)
    faults = [f"{width} wide" for width in [guest.page.evaluate(WIDTH)] if width > 360]
    faults += guest.page.evaluate(TARGETS)
    faults += barriers(guest.page)
    if night:
        guest.page.emulate_media(color_scheme="dark")
        faults += [f"at night {each}" for each in barriers(guest.page, ["color-contrast"])]
        guest.page.emulate_media(color_scheme="light")
    return faults


def test_everything_works_without_script(house: EventHall, come: Come) -> None:
    event = house.event("bare")
    (one, *_), (other, *_) = event.round.table(3).sides
    ann, bob = come(java_script_enabled=False), come(java_script_enabled=False)
    ann.page.goto("/events/bare")
    expect(ann.page.locator(".seats li")).to_have_count(3)
    expect(ann.page.locator(".names li")).to_have_count(12)
    ann.sit("bare", 3, one)
    bob.sit("bare", 3, other)
    ann.score(10, 9)
    bob.page.reload()
    bob.page.get_by_role("button", name="Yes, that’s right").click()
    expect(bob.page.get_by_role("heading", name="The score is in")).to_be_visible()
    result = house.event("bare").round.table(3).result
    assert result is not None
    assert result.state == "confirmed"


def test_names_are_text_on_phone_public_page_and_wall(house: EventHall, come: Come) -> None:
    one = house.event("probe").round.table(1).sides[0][0]
    guest = come()
    for address in ("/events/probe", "/events/probe/wall"):
        guest.page.goto(address)
        if address.endswith("wall"):
            guest.page.wait_for_selector("#wall[data-page]")
        expect(guest.page.locator("main")).to_contain_text(PROBE)
        assert guest.page.evaluate("typeof window.caught") == "undefined"
    guest.sit("probe", 1, one)
    expect(guest.page.locator("main")).to_contain_text(PROBE)
    assert guest.page.evaluate("typeof window.caught") == "undefined"


def test_the_director_prints_codes_and_frees_a_phone(house: EventHall, come: Come) -> None:
    pair = house.event("later").round.table(2).sides[1][0]
    ann, director = come(), come(viewport={"width": 1280, "height": 720})
    ann.sit("later", 2, pair)
    director.page.goto("/events/later/desk/phones")
    director.page.fill("#pin", PIN)
    director.page.keyboard.press("Enter")
    expect(director.page.locator(".code-cards li")).to_have_count(3)
    assert barriers(director.page) == []
    name = house.event("later").name_of(pair)
    director.page.get_by_role("button", name=f"Free the phones of {name}").click()
    expect(director.page.get_by_text("None yet.")).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="Whose phone is this?")).to_be_visible()


def test_four_phones_come_to_their_chairs_in_the_hall(house: EventHall, come: Come) -> None:
    sides = house.event("online").round.table(1).sides
    director = come(viewport={"width": 1280, "height": 720})
    director.page.goto("/events/online/pin")
    director.page.fill("#pin", PIN)
    director.page.keyboard.press("Enter")
    director.page.wait_for_url("**/desk/**")
    four = [come() for _ in range(4)]
    for place, guest in enumerate(four):
        guest.sit("online", 1, sides[place // 2][0])
    director.page.request.post("/events/online/desk/online", form={"mode": "strict"})
    for place, guest in enumerate(four):
        guest.page.get_by_role("button", name="Sit down as").nth(place % 2).tap()
        guest.page.wait_for_url("**/t/*")
        if place < 3:
            expect(guest.page.locator('[data-part="line"]')).to_contain_text("with the fourth")
            expect(guest.page.get_by_role("button", name="Start the game")).to_have_count(0)
    for guest in four:
        expect(guest.page.locator(".hand button")).to_have_count(5)


def test_what_was_pressed_in_an_outage_is_sent_when_the_hall_answers(
    house: EventHall, come: Come
) -> None:
    (one, *_), (other, *_) = house.event("bare").round.table(1).sides
    ann, bob = come(), come()
    ann.sit("bare", 1, one)
    bob.sit("bare", 1, other)
    ann.score(10, 4)
    right = bob.page.get_by_role("button", name="Yes, that’s right")
    expect(right).to_be_visible()
    tries: list[str] = []

    def fail_twice(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) < 3:
            route.abort("connectionrefused")
        else:
            route.continue_()

    bob.page.route("**/phone/confirm", fail_twice)
    right.tap()
    expect(bob.page.get_by_role("alert")).to_contain_text("kept and sent as soon as it does")
    expect(bob.page.get_by_role("heading", name="The score is in")).to_be_visible()
    assert len(tries) == 3
    bob.complaints.clear()  # the browser's own word that the hall did not answer


FITS = """() => { const room = document.querySelector(".body") || document.body;
  return room.scrollHeight <= room.clientHeight + 1 && document.documentElement.scrollHeight <= innerHeight; }"""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=str)
def test_everything_at_the_table_fits_one_screen(
    house: EventHall, come: Come, size: tuple[int, int]
) -> None:
    """Where to sit, the keys, what was sent and the question: no scrolling, two taps to agree."""
    id_ = f"one-screen-{size[0]}"
    (one, *_), (other, *_) = house.event(id_).round.table(1).sides
    screen = {"width": size[0], "height": size[1]}
    ann, bob = come(viewport=screen), come(viewport=screen)
    ann.sit(id_, 1, one)
    bob.sit(id_, 1, other)
    assert ann.page.evaluate(FITS)
    ann.page.get_by_role("button", name="Enter the score").tap()
    assert ann.page.evaluate(FITS)
    ann.score(10, 7)
    expect(ann.page.get_by_role("button", name="Take it back")).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate(FITS)
    yes = bob.page.get_by_role("button", name="Yes, that’s right")
    expect(yes).to_be_in_viewport(ratio=1)
    assert bob.page.evaluate(FITS)
    yes.tap()
    expect(bob.page.get_by_role("heading", name="The score is in")).to_be_in_viewport(ratio=1)
    assert bob.page.evaluate(FITS)


def test_the_public_page_has_tabs_and_why_is_one_tap_away(come: Come) -> None:
    page = come().page
    page.goto("/events/later")
    tabs = page.get_by_role("navigation", name="This event")
    expect(page.locator("#me")).to_be_visible()
    expect(page.locator(".seats")).to_be_hidden()
    for name, shown in (("Seating", ".seats"), ("Standings", ".places"), ("Rules", "#rules")):
        tabs.get_by_role("link", name=name).tap()
        expect(page.locator(shown)).to_be_visible()
        expect(page.locator("#me")).to_be_hidden()
        assert page.url.endswith(f"#{name.lower()}")
    expect(page.locator("#rules li").first).to_be_visible()
    page.goto("/events/later#standings")
    page.reload()
    why = page.locator(".places .why").first
    expect(why).to_be_hidden()
    page.get_by_role("button", name="Why?").tap()
    expect(why).to_be_visible()


def test_a_phone_confirms_in_two_taps_without_scrolling(house: EventHall, come: Come) -> None:
    """From the code on the table: who I am, then yes; nothing is below the edge of 360×640."""
    table = house.event("two-taps").round.table(1)
    (one, *_), (other, *_) = table.sides
    ann = come()
    ann.sit("two-taps", 1, one)
    ann.score(10, 7)
    page = come(viewport={"width": 360, "height": 640}).page
    page.goto(f"/c/{table_code(house.keys, 'two-taps', 1)}")
    taps = [
        page.locator(f'.choose button[value="{other}"]'),
        page.get_by_role("button", name="Yes, that’s right"),
    ]
    for target in taps:
        expect(target).to_be_in_viewport(ratio=1)
        target.tap()
    expect(page.get_by_role("heading", name="The score is in")).to_be_visible()


def test_two_scores_stand_until_one_side_sees_its_slip(house: EventHall, come: Come) -> None:
    """Who disputes is shown with the score they say; the director's coming stays until it is settled."""
    (one, *_), (other, *_) = house.event("slips").round.table(1).sides
    ann, bob = come(), come()
    ann.sit("slips", 1, one)
    bob.sit("slips", 1, other)
    ann.score(10, 7)
    bob.page.get_by_role("link", name="No, that’s wrong").tap()
    bob.page.get_by_role("link", name="Another score").tap()
    bob.page.get_by_role("button", name="We 8", exact=True).tap()
    bob.page.get_by_role("button", name="They 10", exact=True).tap()
    bob.page.get_by_role("button", name="Send 8–10").tap()
    for page in (ann.page, bob.page):
        expect(page.get_by_role("heading", name="Two scores for one game")).to_be_visible()
        expect(page.locator(".sl.me")).to_contain_text("You say")
    expect(ann.page.locator(".sl").last).to_contain_text(house.event("slips").name_of(other))
    bob.page.get_by_role("button", name="Ask the director").tap()
    expect(ann.page.get_by_text("You are next")).to_be_visible()
    house.note("slips", HelpGiven(1, 1))
    for page in (ann.page, bob.page):
        coming = page.get_by_role("heading", name="The director is coming to your table")
        expect(coming).to_be_visible()
        page.reload()
        expect(coming).to_be_visible()
    ann.page.get_by_role("button", name="We have settled it").tap()
    ann.page.get_by_role("button", name="Theirs is right, 10–8").tap()
    for page in (ann.page, bob.page):
        expect(page.get_by_role("heading", name="The score is in")).to_be_visible()
    result = house.event("slips").round.table(1).result
    assert result is not None
    assert (result.points, result.state) == ((10, 8), "confirmed")
