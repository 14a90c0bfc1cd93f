"""The desk's pages: no barrier that axe can find, screens of every size, and the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from web.browser.desk_day import DeskDay
from web.browser.test_pages import PHONE, TARGETS, WIDTH, barriers
from web.browser.visits import Visit, expect

Come = Callable[..., Visit]
PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Don", "Eve & Ed", "Fay & Fred")
EVERYWHERE = ("check-in", "entrant/1", "seating", "round", "table/1", "standings", "finish", "log",
              "paper", "share", "plan")  # fmt: skip


def clear(page: Page) -> None:
    """The page has no barrier by day, and its colours hold by night."""
    assert barriers(page) == [], page.url
    page.emulate_media(color_scheme="dark")
    assert barriers(page, ["color-contrast"]) == [], page.url
    page.emulate_media(color_scheme="light")


def settled(day: DeskDay) -> None:
    """Three pairs tied at the end of the only round, without a browser's patience."""
    post(day, "seating", do="seat", seed="one", version=str(day.whole()["event"]["version"]))
    for table in (1, 2, 3):
        post(day, "round", do="result", line=f"{table} 10 5")


def post(day: DeskDay, page: str, **fields: str) -> None:
    form: dict[str, str | float | bool] = {**fields}
    answer = day.page.request.post(
        f"{day.base}/desk/{page}", form=form, headers={"origin": day.base.partition("/events")[0]}
    )
    assert answer.ok, answer.text()


@pytest.fixture
def day(visit: Come) -> DeskDay:
    """Six pairs on the list, five of them here."""
    begun = DeskDay(visit(), "alberta-pairs", "A day to look at", rounds="1")
    begun.names(*PAIRS)
    for number in range(1, 6):
        post(begun, "check-in", do="entrants-check-in", who=str(number))
    return begun


def test_no_barrier_from_the_new_event_to_the_round(day: DeskDay) -> None:
    page = day.page
    page.goto("/events/new")
    clear(page)
    post(day, "check-in", do="fee", fee="5")
    day.go("check-in")
    clear(page)
    page.get_by_label("One pair per line").fill("Gus & Gil\nAnn & Zed")
    page.get_by_role("button", name="Check these names").click()
    clear(page)
    post(day, "check-in", do="entrants-check-in", who="6")
    for step in ("entrant/2", "plan", "seating"):
        day.go(step)
        clear(page)
    day.seat("seed")
    clear(page)
    day.type_lines(["1 10 5"])
    page.locator("#line").fill("2 10 10")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("the score is tied at 10")
    clear(page)


def test_no_barrier_from_a_ruling_to_the_final_result(day: DeskDay) -> None:
    page = day.page
    post(day, "check-in", do="entrants-check-in", who="6")
    settled(day)
    for step in (
        "table/1",
        "table/1/ruling",
        "table/1/ruling?what=revoke&a=shown&a=no&a=yes&a=nobody",
        "standings",
        "log?check",
        "paper",
        "share",
        "plan",
    ):
        day.go(step)
        clear(page)
    day.go("table/2")
    page.locator("#cfirst").fill("8")
    page.locator("#csecond").fill("10")
    page.locator("#cwhy").fill("swapped")
    page.get_by_role("button", name="See what changes").first.click()
    clear(page)
    post(day, "standings", do="tie-share", why="all three have earned it")
    day.go("finish")
    clear(page)
    page.get_by_role("button", name="Close the event").click()
    day.sure()
    clear(page)


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_every_page_of_the_desk_fits_a_phone(visit: Come, large: bool) -> None:
    day = DeskDay(visit(**PHONE), "alberta-pairs", "On a phone", rounds="1")
    day.names(*PAIRS)
    post(day, "check-in", do="entrants-check-in", all="yes")
    settled(day)
    if large:
        day.page.get_by_role("button", name="Large").click()
    for step in EVERYWHERE:
        day.go(step)
        assert day.page.evaluate(WIDTH) <= 360, step
        assert day.page.evaluate(TARGETS) == [], step
    day.page.goto(day.base)
    assert day.page.evaluate(TARGETS) == [], "what everybody sees"


@pytest.mark.parametrize("width", [1280, 1920])
def test_every_page_of_the_desk_fits_a_wide_screen(visit: Come, width: int) -> None:
    wide = {"viewport": {"width": width, "height": 1080}}
    day = DeskDay(visit(**wide), "alberta-pairs", "On a screen", rounds="1")
    day.names(*PAIRS)
    post(day, "check-in", do="entrants-check-in", all="yes")
    settled(day)
    for step in EVERYWHERE:
        day.go(step)
        assert day.page.evaluate(WIDTH) <= width, step
        rail = day.page.locator(".rail").bounding_box()
        assert rail is not None
        assert rail["y"] + rail["height"] < 200
        bar = day.page.locator(".felt-bar").bounding_box()
        assert bar is not None
        assert bar["height"] < 90, "everything of the bar stands in one line"


def test_forty_tables_are_entered_by_the_keyboard_in_one_pass(visit: Come) -> None:
    day = DeskDay(visit(), "alberta-pairs", "Forty tables", rounds="1")
    page = day.page
    page.get_by_label("One pair per line").fill("\n".join(f"N{n} & S{n}" for n in range(80)))
    page.get_by_role("button", name="Check these names").click()
    page.get_by_label("They are here already").check()
    page.get_by_role("button", name="Put 80 on the list").click()
    day.seat("forty")
    day.go("round")
    expect(page.locator("#line")).to_be_focused()
    day.type_lines([f"{table} 10 {table % 9}" for table in range(1, 11)])
    page.keyboard.type("11 10 10")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Table 11: the score is tied at 10")
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#line")).to_have_value("11 10 10")
    day.type_lines([f"{table} 10 {table % 9}" for table in range(11, 41)])
    expect(page.locator(".tile.marked")).to_have_count(40)
    expect(page.locator(".next")).to_contain_text("40 are tied, and their places matter.")


def test_what_a_phone_enters_appears_at_the_desk_by_itself(day: DeskDay, visit: Come) -> None:
    post(day, "check-in", do="entrants-check-in", who="6")
    day.seat("seed")
    day.go("round")
    day.page.locator("#line").fill("3 10")
    post(day, "table/2", do="result", first="10", second="6")
    expect(day.page.locator(".tile").nth(1)).to_contain_text("10–6")
    expect(day.page.locator("#tables .count")).to_contain_text("1 of 3 in")
    expect(day.page.locator("#line")).to_have_value("3 10")
    expect(day.page.locator("#line")).to_be_focused()


def test_a_row_is_found_by_a_few_letters_and_touched_by_the_keyboard(day: DeskDay) -> None:
    page = day.go("check-in")
    page.get_by_label("Find a name").fill("fred")
    expect(page.locator(".person:visible")).to_have_count(1)
    button = page.locator("#e6").get_by_role("button", name="Not here yet")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#e6 button.on")).to_be_focused()
    expect(page.locator(".person:visible")).to_have_count(1)
    page.locator("#last").get_by_role("button", name="Undo").click()
    expect(page.locator("#e6")).to_contain_text("Not here yet")


def test_somebody_who_types_faster_than_the_hall_answers_loses_nothing(day: DeskDay) -> None:
    post(day, "check-in", do="entrants-check-in", who="6")
    day.seat("seed")
    page = day.go("round")
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    for line in ("1 10 7", "2 10 10", "3 10 6"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.keyboard.type("9 9")
    expect(page.locator(".tile.marked")).to_have_count(2)
    expect(page.locator("#line")).to_have_value("9 9")
    expect(page.locator(".tile.playing")).to_have_count(1)


def test_what_is_being_filled_in_stays_when_others_write(day: DeskDay) -> None:
    post(day, "check-in", do="entrants-check-in", who="6")
    page = day.go("seating")
    page.get_by_text("Draw from a seed of your own").click()
    page.get_by_label("Seed").fill("ours")
    page.get_by_role("heading", name="Seating").click()
    post(day, "entrant/1", do="entrants-apart", other="2")
    expect(page.locator("#last")).to_contain_text("kept apart")
    expect(page.get_by_label("Seed")).to_have_value("ours")
    page.get_by_role("button", name="Seat round 1").click()
    expect(page.locator("#last")).to_contain_text("seed ours")


def test_the_cards_of_the_draw_are_turned_one_after_the_other(day: DeskDay) -> None:
    post(day, "check-in", do="entrants-check-in", who="6")
    day.visit.context.add_init_script("localStorage.setItem('speed', 'normal')")
    day.page.goto(f"{day.base}/desk")
    day.seat("seed")
    page = day.page
    page.get_by_role("button", name="Turn the cards again").click()
    expect(page.get_by_role("img", name="a card face down")).not_to_have_count(0)
    expect(page.get_by_text("deals first and is the A team").first).to_be_hidden()
    expect(page.get_by_role("img", name="a card face down")).to_have_count(0)
    expect(page.get_by_text("deals first and is the A team").first).to_be_visible()
    said = page.locator(".drawing").first.inner_text()
    page.get_by_role("button", name="Turn the cards again").click()
    expect(page.locator('[data-turned="yes"]')).to_have_count(1)
    assert page.locator(".drawing").first.inner_text() == said


def test_no_barrier_at_the_door_nor_among_the_phones(day: DeskDay, visit: Come) -> None:
    page = day.page
    day.go("phones")
    clear(page)
    page.goto("/events")
    clear(page)
    stranger = visit().page
    stranger.goto(f"{day.base}/desk")
    expect(stranger.get_by_label("PIN")).to_be_visible()
    clear(stranger)


def test_a_second_click_on_start_does_nothing(visit: Come) -> None:
    """What stands there next, Pause or Ring now, is not pressed by the same hand."""
    day = DeskDay(visit(), "alberta-pairs", "A day with a clock", minutes="25")
    day.names(*PAIRS[:4])
    day.all_here()
    day.seat("seed")
    page = day.go("round")
    box = page.get_by_role("button", name="Start", exact=False).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    # The page's clock stands still until all is pressed, however slow the machine is.
    page.evaluate("() => { const at = performance.now(); performance.now = () => at; }")
    page.mouse.click(box["x"] + box["width"] / 2, middle)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    before = day.whole()["event"]["version"]
    for part in (0.1, 0.3, 0.5, 0.7, 0.9):
        page.mouse.click(box["x"] + part * box["width"], middle)
    page.evaluate("() => { delete performance.now; }")
    page.wait_for_timeout(1100)
    assert day.whole()["event"]["version"] == before
    expect(page.locator(".clock-word")).to_have_text("running")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".clock-word")).to_have_text("stopped")


TYPED_AT_ONCE = """lines => { const field = document.querySelector("#line");
  for (const line of lines) { field.value = line; field.form.requestSubmit(); } }"""


def test_a_line_that_is_not_in_stays_told_until_a_later_one_is(day: DeskDay) -> None:
    """Another desk was faster, and the next line was typed before that was known."""
    page = day.page
    post(day, "check-in", do="entrants-check-in", who="6")
    day.go("seating")
    day.seat("seed")
    day.go("round")
    post(day, "round", do="result", line="1 10 8")
    page.evaluate(TYPED_AT_ONCE, ["1 10 7", "2 10 5"])
    told = page.locator("form.entry .fault")
    expect(told).to_contain_text(
        "“1 10 7” did not go in. Table 1 has a result for round 1 already, 10–8"
    )
    expect(page.locator(".tile").nth(1)).to_contain_text("10–5")
    page.locator("#line").fill("3 10 6")
    page.keyboard.press("Enter")
    expect(page.locator(".tile").nth(2)).to_contain_text("10–6")
    expect(told).to_have_count(0)


IN_SIGHT = """() => { const foot = document.querySelector(".last").getBoundingClientRect().top;
  return [...document.querySelectorAll(".clock-box, .entry, .tile, #after")]
    .filter(each => each.getBoundingClientRect().bottom > foot + 1).map(each => each.className); }"""


def test_thirteen_tables_stand_on_one_screen_with_people_and_the_wall(visit: Come) -> None:
    """Nothing of the round is below the edge, anybody is found, and a message goes out from there."""
    screen = {"viewport": {"width": 1366, "height": 768}}
    day = DeskDay(visit(**screen), "alberta-pairs", "Thirteen tables", rounds="2", minutes="25")
    day.names(*(f"Nora N{n} & Sid S{n}" for n in range(26)))
    post(day, "check-in", do="entrants-check-in", all="yes")
    post(day, "seating", do="seat", seed="one", version=str(day.whole()["event"]["version"]))
    page = day.go("round")
    assert page.evaluate(IN_SIGHT) == []
    expect(page.locator(".primary:visible")).to_have_count(1)
    expect(page.locator("#after button")).to_be_disabled()
    expect(page.locator("#after")).to_contain_text("Waiting for 13 tables")
    page.locator("#line").fill("3 10 6")
    expect(page.locator("#line-reads")).to_have_text("Table 3: A team 10, B team 6")
    page.get_by_label("What everybody reads").fill("Soup at the back")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#said-now")).to_contain_text("“Soup at the back” is shown")
    expect(page.get_by_label("What everybody reads")).to_have_value("")
    page.get_by_role("button", name="Take it down").click()
    page.get_by_role("button", name="Again").press("Enter")
    expect(page.locator("#said-now")).to_contain_text("is shown")
    expect(page.locator("#line")).to_have_value("3 10 6")
    page.get_by_label("Three letters of a name").press_sequentially("s25")
    page.locator("#found").get_by_role("link", name="Sid S25").click()
    expect(page.get_by_role("heading", name="Nora N25 & Sid S25")).to_be_visible()


def test_the_bar_and_its_menu_open_every_page_beside_the_steps(day: DeskDay) -> None:
    page = day.page
    menu = page.locator(".more-menu")
    for name in ("Messages", "Money", "Paper", "Plan", "Log", "Access"):
        menu.locator("summary").click()
        menu.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(f"/desk/{name.lower()}$"))
    page.get_by_role("link", name="Back to the desk").click()
    menu.locator("summary").click()
    expect(menu.locator("nav")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu.locator("nav")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()


LINES = """() => [...document.querySelectorAll('.st tbody tr')].flatMap(row => {
  const middles = [...row.cells].filter(each => each.checkVisibility() && each.innerText)
    .map(each => { const range = document.createRange(); range.selectNodeContents(each);
      const box = range.getBoundingClientRect(); return (box.top + box.bottom) / 2; });
  return [[Math.max(...middles) - Math.min(...middles), row.getBoundingClientRect().height]];
})"""


def test_figures_stand_on_the_line_of_their_name_and_why_is_one_press_away(day: DeskDay) -> None:
    post(day, "check-in", do="entrants-check-in", who="6")
    settled(day)
    page = day.go("standings")
    for off, height in page.evaluate(LINES):
        assert off <= 3, "the figures stand beside the name's line"
        assert height <= 34, "the rows are high"
    whys = page.locator("[data-why]:visible")
    first, second = page.locator("[data-places] a").all()[:2]
    expect(whys).to_have_count(1)
    second.click()
    expect(whys).to_contain_text(second.inner_text())
    expect(page.locator("tr.beside")).not_to_have_count(0)
    page.keyboard.press("ArrowUp")
    expect(first).to_be_focused()
    expect(whys).to_contain_text(first.inner_text())
    page.get_by_placeholder("Find a name").fill("fay")
    expect(page.locator(".st tbody tr:visible")).to_have_count(1)
