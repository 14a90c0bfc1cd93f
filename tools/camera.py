"""What the scripts that take pictures share: a hall of their own, and small PNGs."""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
COLOURS = 255


def keep(page: Page, name: str, felt: bool = False) -> None:
    """The page as a small PNG; on felt, fewer colours make rings unless neighbours are mixed."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    if felt:
        chosen = shot.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2)
        small = shot.quantize(palette=chosen, dither=Image.Dither.FLOYDSTEINBERG)
    else:
        small = shot.quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
    path = PICTURES / f"{name}.png"
    small.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} KB")


def take_all(
    take: Callable[[Browser, str, Path], None], prepare: Callable[[Path], None] | None = None
) -> int:
    """Open a hall of its own over what was prepared, take the pictures, close it."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    chromium = next((found for name in names if (found := shutil.which(name))), None)
    if chromium is None:
        print("no Chromium is installed on this machine", file=sys.stderr)
        return 1
    PICTURES.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        if prepare is not None:
            prepare(Path(folder))
        command = [sys.executable, "-m", "rightbower", "hall", "--everyone"]
        hall = subprocess.Popen(
            [*command, "--port", str(port), "--data", folder], stdout=subprocess.DEVNULL
        )
        try:
            _wait(port)
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            take(browser, f"http://127.0.0.1:{port}", Path(folder))
            browser.close()
        finally:
            hall.terminate()
            hall.wait()
    return 0


def _wait(port: int) -> None:
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
