"""Whole days at the desk in a real browser, each the same as when it is typed at the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from web.browser.axe import barriers
from web.browser.desk_day import DeskDay, by_command, without_times
from web.browser.visits import Visit, expect

Come = Callable[..., Visit]
PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Don", "Eve & Ed", "Fay & Fred")
PLAYERS = ("Ann", "Bea", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal")


def same_at_the_terminal(day: DeskDay, folder: Path) -> None:
    """The desk's event and the one typed at the terminal are the same."""
    desk, terminal = without_times(day.whole()), without_times(by_command(folder, day.typed))
    for part in ("event", "standings", "awards", "open", "story"):
        assert desk[part] == terminal[part]


def test_a_day_by_A01_with_all_that_can_happen(visit: Come, tmp_path: Path) -> None:
    day = DeskDay(visit(), "alberta-pairs", "Open pairs", rounds="3")
    page = day.page
    day.names(*PAIRS)
    day.here(2)
    day.all_here()
    day.next()
    day.seat("places")
    day.next()
    expect(page.locator(".clock-box.running")).to_be_visible()
    day.typed.append(["clock", "start"])
    day.type_lines(["1 10 5", "2 10 5", "3 10 5"])

    # A pair comes late, another leaves.
    day.step("Check-in")
    page.get_by_label("One pair per line").fill("Gus & Gil")
    page.get_by_role("button", name="Check these names").click()
    page.get_by_role("button", name="Put 1 on the list").click()
    expect(page.locator("#e7 .here.on")).to_be_visible()
    day.typed.append(["entrants", "add", "Gus & Gil", "--here"])
    leaving = day.whole()["event"]["rounds"][0]["tables"][0]["sides"][1][0]
    page.locator(f"#e{leaving} .who a").click()
    page.get_by_label("Why do they leave?").fill("a cold")
    page.get_by_role("button", name="They leave").click()
    expect(page.locator(f"#e{leaving}")).to_contain_text("a cold")
    day.typed.append(["entrants", "withdraw", str(leaving), "--why", "a cold"])
    day.seat("moves")
    day.step("Round")

    # A revoke: the book is asked from the table, and the director agrees.
    page.locator('.tile a[href$="/desk/table/1"]').click()
    page.get_by_role("link", name="ask the book").click()
    page.get_by_role("link", name="could follow suit and did not").click()
    for answer in ("Yes", "No", "Yes", "Nobody"):
        page.get_by_role("link", name=answer, exact=True).click()
    page.get_by_role("radio", name="Add").check()
    page.get_by_role("radio", name="B team").check()
    page.get_by_role("button", name="I agree").click()
    expect(page.get_by_text("A team +2: The revoke stands and costs 2 points (A01-11.R5)").first).to_be_visible()  # fmt: skip
    why = "The revoke stands and costs 2 points"
    day.typed.append(["ruling", "1", "NS", "+2", "--why", why, "--clause", "A01-11.R5"])
    day.type_lines(["1 8 3", "2 10 5", "3 10 5"])
    expect(page.locator(".tile").first).to_contain_text("10–3")

    # A score of the first round was written down wrong; the first try to put it right is undone.
    correct(day, 9, 10)
    day.sure()
    expect(page.locator("#last")).to_contain_text("corrected to 9–10: the card says so")
    day.typed.append(["correct", "1", "3", "9-10", "--why", "the card says so"])
    page.locator("#last").get_by_role("button", name="Undo").click()
    day.sure()
    expect(page.locator("#last")).to_contain_text("undone")
    day.typed.append(["undo"])
    correct(day, 10, 4)
    day.sure()
    expect(page.locator("#last")).to_contain_text("corrected to 10–4")
    day.typed.append(["correct", "1", "3", "10-4", "--why", "the card says so"])

    # The B teams move down for once; in the end three are tied.
    day.seat("last", move="b-down")
    day.type_lines(["1 10 5", "2 10 5", "3 10 5"])
    day.next()
    tie(day)
    finish(day)
    page.goto(f"{day.base}/log")
    expect(page.get_by_text("the card says so").first).to_be_visible()
    same_at_the_terminal(day, tmp_path / "terminal")


def correct(day: DeskDay, first: int, second: int) -> None:
    """Look at table 3 of the first round and ask what another score would change."""
    page = day.page
    day.go("round?round=1")
    page.locator('a[href$="/desk/table/3?round=1"]').click()
    page.locator("#cfirst").fill(str(first))
    page.locator("#csecond").fill(str(second))
    page.locator("#cwhy").fill("the card says so")
    page.get_by_role("button", name="See what changes").first.click()
    row = page.locator(".score-change")
    expect(row).to_contain_text("Round 1, table 3")
    expect(row).to_contain_text("10–5")
    expect(row).to_contain_text(f"{first}–{second}")


def tie(day: DeskDay) -> None:
    """Break the tie, step by step, until nobody is."""
    page = day.page
    expect(page.get_by_role("heading", name="tosses a coin")).to_be_visible()
    page.get_by_text("Toss from a seed of your own").click()
    page.get_by_label("Seed").fill("coins")
    page.get_by_role("button", name="Toss the coins here").click()
    expect(page.locator(".coin").first).to_have_text(re.compile("heads|tails"))
    day.typed.append(["tie", "toss", "--seed", "coins"])
    for first, second in ((10, 8), (7, 10)):
        page.locator("#first").fill(str(first))
        page.locator("#second").fill(str(second))
        page.get_by_role("button", name="Enter the game").click()
        day.typed.append(["tie", "game", f"{first}-{second}"])
        expect(page.get_by_role("region", name="Play-off").last).to_contain_text(
            f"{first}–{second}"
        )
    won = page.locator("[data-why]", has_text="won the play-off's last game 10–7")
    number = won.get_attribute("data-why")
    page.locator(f'[data-places] [data-who="{number}"]').click()
    expect(won).to_be_visible()


def finish(day: DeskDay) -> None:
    """Close the event."""
    day.next()
    day.page.get_by_role("button", name="Close the event").click()
    day.sure()
    expect(day.page.get_by_role("heading", name="The results are final")).to_be_visible()
    day.typed.append(["finish"])


def test_a_charity_day_by_S02_with_cards_handed_in(visit: Come, tmp_path: Path) -> None:
    day = DeskDay(visit(), "charity-day", "For the hospice", rounds="2")
    page = day.page
    day.names(*PLAYERS)
    page.locator("summary", has_text="Fee and pot").click()
    page.get_by_label("Each player pays").fill("5")
    page.get_by_role("button", name="Keep").click()
    page.locator("#e3").get_by_role("button", name="to pay").click()
    expect(page.locator("#counts")).to_contain_text("pot 5.00")
    day.all_here()
    day.next()
    for number, lines in enumerate((["1 9 4", "2 7 7"], ["1 11 2", "2 6 8"]), 1):
        day.seat(f"deck {number}")
        expect(page.locator(".flip .card-face")).to_have_count(8)
        page.get_by_role("button", name="Turn the cards again").click()
        expect(page.locator('[data-turned="yes"]')).to_have_count(1)
        day.type_lines(lines)
    day.next()
    for number in range(1, 7):
        page.locator(f"#c{number}").get_by_role("button").click()
        expect(page.locator(f"#c{number}")).to_contain_text("Card is in")
        day.typed.append(["hand-in", str(number)])
    page.get_by_text("Write down what the score cards say").click()
    page.locator("#loners1").fill("2")
    page.locator("#loners4").fill("1")
    page.get_by_role("button", name="Save lone hands").click()
    expect(page.locator("#last")).to_contain_text("Lone hands: Ann made 2, Dot made 1.")
    day.typed.append(["loners", "1=2", "4=1"])
    page.get_by_text("Close it while 2 cards are out").click()
    expect(page.locator("#closing")).to_contain_text("Not ranked then: Gus, Hal.")
    page.get_by_role("button", name="Close the event without them").click()
    day.sure()
    day.typed.append(["finish"])
    expect(page.get_by_role("heading", name="The results are final")).to_be_visible()
    expect(page.locator("#awards")).to_contain_text("lowest total")
    day.step("Standings")
    expect(page.get_by_text("card not handed in")).to_have_count(2)
    same_at_the_terminal(day, tmp_path / "terminal")


def test_a_day_by_N04_with_the_bell_the_draw_and_the_cuts(visit: Come, tmp_path: Path) -> None:
    day = DeskDay(visit(), "national-progressive", "National", rounds="2")
    page = day.page
    day.names(*PLAYERS)
    day.all_here()
    day.next()
    day.seat("first")
    expect(page.get_by_text("cut for the deal").first).to_be_visible()
    day.next()
    day.typed.append(["clock", "start"])
    expect(page.locator(".clock-time")).to_have_text(re.compile("^(7:00|6:5[0-9])$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".clock-box")).to_contain_text("stopped")
    day.typed.append(["clock", "pause"])
    page.get_by_role("button", name="+5 min").click()
    expect(page.locator(".clock-time")).to_have_text(re.compile("^1[12]:"))
    day.typed.append(["clock", "more", "--minutes", "5"])
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".clock-box")).to_contain_text("running")
    day.typed.append(["clock", "go"])
    page.get_by_role("button", name="Ring now").click()
    expect(page.locator(".clock-box")).to_contain_text("The bell has rung")
    expect(page.locator("html[data-rang]")).to_have_count(1)
    day.typed.append(["clock", "bell"])
    day.type_lines(["1 6 6 E", "2 9 4"])

    # The losers of table 2 cut with their own cards.
    loser, other = day.whole()["event"]["rounds"][0]["tables"][1]["sides"][1]
    page.locator('.tile a[href$="/desk/table/2"]').click()
    page.get_by_text("The table's own cut").click()
    assert barriers(page) == []
    page.get_by_label("Cut", exact=True).select_option("losers")
    page.locator(f"#card{loser}").fill("9c")
    page.locator(f"#card{other}").fill("AS")
    page.get_by_role("button", name="Keep this cut").click()
    expect(page.locator("#last")).to_contain_text("cut")
    day.typed.append(["cut", "2", "losers", f"{loser}=9C", f"{other}=AS"])
    day.seat("second")
    expect(page.get_by_text("the losers cut").first).to_be_visible()
    assert barriers(page) == []
    day.type_lines(["1 5 5 N", "2 3 8"])
    day.next()
    expect(page.get_by_role("button", name="Cut the cards here")).to_be_visible()
    assert barriers(page) == []
    while page.get_by_role("button", name="Cut the cards here").count():
        seed = f"cut {len(day.typed)}"
        page.get_by_text("Cut from a seed of your own").click()
        page.get_by_label("Seed").fill(seed)
        page.get_by_role("button", name="Cut the cards here").click()
        expect(page.locator("#last")).to_contain_text("Cut for places")
        day.typed.append(["tie", "cut", "--seed", seed])
    finish(day)
    page.goto(f"{day.base}/desk/log?check")
    expect(page.get_by_text("made again from their seeds, all the same")).to_be_visible()
    same_at_the_terminal(day, tmp_path / "terminal")
