"""Take the README's pictures: the table on a desk and on a phone, and the rule library.

Needs the development tools and a Chromium. Run it from the checkout: python tools/pictures.py
"""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
COLOURS = 255
LARGEST = 195 * 1024
LEGAL = ".hand button.legal"
CHOICE = '[data-part="choices"] button'
IN_A_TRICK = f'.table[data-phase="play"]:has({LEGAL}) .middle:has([role="img"])'


def keep(page: Page, name: str) -> None:
    """The page as a small PNG."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    path = PICTURES / name
    shot.save(path, optimize=True)
    if path.stat().st_size > LARGEST:
        # Fewer colours make rings in the felt unless neighbours are mixed.
        chosen = shot.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2)
        mixed = shot.quantize(palette=chosen, dither=Image.Dither.FLOYDSTEINBERG)
        mixed.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} KB")


def to_the_second_trick(page: Page) -> None:
    """Play on until a trick lies before you and another has been won."""
    for _ in range(200):
        page.wait_for_selector(f"{CHOICE}, {LEGAL}")
        if page.locator(IN_A_TRICK).count() and page.locator(".turned").count():
            page.wait_for_timeout(400)
            return
        found = page.locator(CHOICE)
        version = page.locator("#table").get_attribute("data-version")
        (found if found.count() else page.locator(LEGAL)).first.click()
        page.wait_for_selector(f'#table:not([data-version="{version}"])')


def take(browser: Any, base: str) -> None:
    """All three pictures."""
    context = browser.new_context(base_url=base, viewport={"width": 1040, "height": 700})
    context.add_init_script("localStorage.setItem('speed', 'none')")
    page = context.new_page()
    page.goto("/")
    page.fill("#name", "Margaret")
    page.get_by_role("button", name="Keep this name").click()
    page.locator('form[action="/play"] [name="book"]').select_option("alberta-55plus")
    page.get_by_role("button", name="Deal the cards").click()
    to_the_second_trick(page)
    keep(page, "table.png")
    page.set_viewport_size({"width": 390, "height": 760})
    page.wait_for_timeout(300)
    keep(page, "phone.png")
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto("/rules/compare?book=alberta-55plus&book=sportcial-league&book=national-2025")
    keep(page, "rules.png")


def main() -> None:
    """Open a hall of its own, take the pictures, close it."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "rightbower", "hall", "--port", str(port), "--data", data]
        hall = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(300):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            take(browser, f"http://127.0.0.1:{port}")
            browser.close()
        finally:
            hall.terminate()
            hall.wait()


if __name__ == "__main__":
    main()
