"""Games played by clicks and keys in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from web.browser.visits import CHANGED, CHOICE, LEGAL, NOW_AND_THEN, REACHED, Visit, Wire, expect

Come = Callable[..., Visit]
OVER = 'a:text("Replay")'
BETWEEN = '.table[data-phase="between"]'


def test_a_whole_game_by_clicks(visit: Come) -> None:
    ann = visit("Ann")
    ann.open_table(target="5")
    ann.begin()
    ann.play_until(OVER)
    assert "win, " in ann.page.locator('[data-part="end"] h1').inner_text()
    points = ann.page.locator(".side .points").all_inner_texts()
    assert max(int(each) for each in points) >= 5
    ann.page.click(OVER)
    ann.page.get_by_role("button", name="Next ▸").click()
    expect(ann.page.locator('[data-part="acts"] [aria-current="step"]')).to_have_count(1)
    ann.page.get_by_role("link", name="Fair shuffle").click()
    expect(ann.page.get_by_text("as it was played ✓").first).to_be_visible()
    ann.page.goto("/")
    expect(ann.page.get_by_text("finished").first).to_be_visible()


def test_two_people_and_two_bots_at_one_table(visit: Come) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    address = ann.open_table()
    bob.page.goto(address)
    bob.page.locator('[data-part="chair-top"]').get_by_role("button", name="Sit here").click()
    expect(ann.page.locator('[data-part="chair-top"] .who')).to_have_text("Bob")
    ann.begin()
    bob.page.wait_for_selector(".hand button")
    ann.page.wait_for_selector(".hand button")
    # A bot may have ordered Bob to take the turn-up, which everybody has seen.
    turned_up = next(text for text in ann.heard if '"turnup"' in text).split('"turnup":"')[1][:2]
    hidden = set(bob.hand()) - {turned_up}
    assert len(hidden) == 5
    assert not any(f'"{card}"' in text for text in ann.heard for card in hidden)
    while (turn := whose_turn(ann, bob)) is not None:
        turn.act()
        for each in (ann, bob):
            each.page.wait_for_function(REACHED, arg=turn.version, polling=NOW_AND_THEN)
    bob.page.wait_for_selector(BETWEEN)
    assert ann.page.locator(".side .points").all_inner_texts() == (
        bob.page.locator(".side .points").all_inner_texts()
    )
    # North and South are partners: what one is told of the score, the other is told too.
    assert ann.line == bob.line


def whose_turn(ann: Visit, bob: Visit) -> Visit | None:
    """Which of two partners may act, once one may; nobody when the deal is over."""
    own = f"{CHOICE}, {LEGAL}"
    ann.page.wait_for_selector(f'{BETWEEN}, {own}, [data-part="chair-top"].turn')
    if ann.page.locator(BETWEEN).count():
        return None
    if ann.may_act():
        return ann
    bob.page.wait_for_selector(own)
    return bob


def in_the_middle_of_a_trick(ann: Visit) -> None:
    """Play on until others have played to a trick and it is one's own turn."""
    ann.against_bots()
    middle = f'.table[data-phase="play"]:has({LEGAL}) .trick .card'
    ann.play_until(middle)


def test_a_reload_in_mid_trick_shows_the_same_table(visit: Come) -> None:
    ann = visit("Ann")
    in_the_middle_of_a_trick(ann)
    before = (ann.version, ann.hand(), ann.tale(), ann.line)
    ann.page.reload()
    ann.page.wait_for_selector(LEGAL)
    assert (ann.version, ann.hand(), ann.tale(), ann.line) == before


def test_a_dropped_line_loses_and_repeats_nothing(visit: Come) -> None:
    ann = visit("Ann")
    wire = Wire(ann.page)
    in_the_middle_of_a_trick(ann)
    hand, played = ann.hand(), len(wire.sent)
    # The card reaches the hall, the hall's answer does not come back, and the line drops.
    wire.losing = True
    ann.page.locator(LEGAL).first.click()
    wire.wait_for_lost('"done"')
    wire.cut()
    expect(ann.page.locator('[data-part="status"]')).to_be_visible()
    wire.losing = False
    expect(ann.page.locator('[data-part="status"]')).to_be_hidden()
    ann.wait_to_act()
    moves = [json.loads(text) for text in wire.sent[played:]]
    ids = [move["id"] for move in moves if move["type"] == "move"]
    assert len(ids) == 2
    assert len(set(ids)) == 1
    assert len(ann.hand()) in (len(hand) - 1, 5)
    told = ann.tale()
    ann.page.reload()
    ann.wait_to_act()
    assert ann.tale() == told


def test_a_deal_by_keys_alone(visit: Come) -> None:
    ann = visit("Ann")
    ann.against_bots()
    pressed = 0
    ann.wait_to_act()
    while not pressed or ann.phase != "between":
        before = ann.version
        if ann.phase == "between":
            # The partner played alone and there was nothing to do.
            ann.page.get_by_role("button", name="Next hand").focus()
        else:
            ann.page.keyboard.press("1")
            pressed += 1
        for _ in range(5):
            if ann.page.locator(CHOICE).count() or ann.page.locator(f"{LEGAL}:focus").count():
                break
            ann.page.keyboard.press("ArrowRight")
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_function(CHANGED, arg=before)
        ann.wait_to_act()
    assert pressed < 40


def test_a_card_that_may_not_be_played_says_why(visit: Come) -> None:
    ann = visit("Ann")
    ann.against_bots()
    dim = '.table[data-phase="play"] .hand button.dim'
    for _ in range(12):
        ann.play_until(f'{dim}, button:text("Next hand")')
        if ann.page.locator(dim).count():
            break
        ann.act()
    ann.page.locator(dim).first.click()
    bubble = ann.page.locator(".bubble.refusal")
    expect(bubble).to_contain_text("was led and you hold the")
    clause = bubble.locator("a.clause")
    assert "/rules/standard#" in (clause.get_attribute("href") or "")


def test_the_clocks_of_the_game_and_of_the_turn_are_seen(visit: Come) -> None:
    ann = visit("Ann")
    ann.open_table(book="national-2025", turn_seconds="40")
    ann.begin()
    ann.page.wait_for_selector(f"{CHOICE}, {LEGAL}")
    game = ann.page.locator('[data-part="clock"] .time')
    turn = ann.page.locator('[data-part="turn-clock"] .time')
    expect(game).to_have_text(re.compile(r"^(7:00|6:\d\d) left$"))
    expect(turn).to_have_text(re.compile(r"^0:\d\d$"))
    first = turn.inner_text()
    expect(turn).not_to_have_text(first)
    left = float(
        ann.page.locator("#table.timed").evaluate("table => table.style.getPropertyValue('--left')")
    )
    assert 0 < left < 1, "the ring runs down with it"
    ann.act()
