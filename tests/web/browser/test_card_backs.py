"""Card backs as a browser draws them."""

from __future__ import annotations

import io

from PIL import Image, ImageChops
from playwright.sync_api import Browser

from web.serving import Server

# Edges are drawn a little differently when turned: some three pixels in a thousand.
MOST_PIXELS = 0.01
CLEARLY = 40


def test_a_back_looks_the_same_after_half_a_turn(chrome: Browser, hall: Server) -> None:
    """Else turned cards could be told apart: a marked deck."""
    hall_page, page = chrome.new_page(), chrome.new_page(viewport={"width": 250, "height": 350})
    hall_page.goto(f"http://127.0.0.1:{hall.port}/rules")
    backs = hall_page.evaluate(
        "import('/static/js/deck.js').then(({ BACKS, back }) =>"
        " Object.fromEntries(Object.keys(BACKS).map((name) => [name, back(name)])))"
    )
    assert "green" in backs
    for name, drawing in backs.items():
        page.set_content(
            f"<style>body {{ margin: 0 }} svg {{ width: 250px; height: 350px; display: block }}</style>{drawing}"
        )
        shot = Image.open(io.BytesIO(page.screenshot())).convert("L")
        turned = ImageChops.difference(shot, shot.rotate(180)).point(lambda each: each > CLEARLY)
        assert sum(turned.histogram()[1:]) < MOST_PIXELS * shot.width * shot.height, name
    hall_page.close()
    page.close()
