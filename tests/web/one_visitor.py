"""One address that tries to hold a hall up, as a program of its own: attack, port, seconds, and what it needs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Final

HERE: Final = "127.0.0.2"
MOST_ROUNDS: Final = 20_000
FORM: Final = "application/x-www-form-urlencoded"
FRAME: Final = b"\x81\x80" + bytes(4)
UPGRADE: Final = (
    "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


class Attacker:
    """Many connections of one address, until the time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port, self.until, self.rounds = port, time.monotonic() + seconds, 0

    async def raw(self, data: bytes, reads: bool = True) -> bytes:
        """Send something; what comes."""
        found = b""
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(10):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=(HERE, 0)
                )
                try:
                    writer.write(data)
                    await writer.drain()
                    found = await reader.read(-1 if reads else 200)
                finally:
                    writer.transport.abort()
        return found

    async def get(self, path: str) -> bytes:
        """Ask for a page."""
        return await self.raw(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        )

    async def post(self, path: str, body: bytes, kind: str = FORM, token: str = "") -> bytes:
        """Send something."""
        own = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: {kind}\r\n"
            f"{own}Content-Length: {len(body)}\r\n\r\n"
        )
        return await self.raw(head.encode() + body)

    async def many(self, act: Callable[[int], Awaitable[object]], lines: int) -> None:
        """Do something again and again on so many lines."""

        async def one() -> None:
            while time.monotonic() < self.until and self.rounds < MOST_ROUNDS:
                self.rounds += 1
                await act(self.rounds)

        await asyncio.gather(*(one() for _ in range(lines)))


async def attack(name: str, port: int, seconds: float, needs: dict[str, str]) -> None:
    """One kind of attack; how many rounds it came to."""
    here = Attacker(port, seconds)
    socket = UPGRADE.format("/lobby/live").encode()
    names = [
        {"type": "entrants-add", "names": [f"A{n}x{m} L & B{n}x{m} R" for m in range(40)]}
        for n in range(500)
    ]
    whole, largest = json.dumps(names).encode(), json.dumps(names[:100]).encode()
    books = ("standard", "alberta-55plus", "national-2025", "charity-social")
    attacks: dict[str, tuple[Callable[[int], Awaitable[object]], int]] = {
        "flood": (lambda _: here.raw(socket + FRAME * 100_000), 4),
        "reconnects": (lambda _: here.raw(socket, reads=False), 40),
        "passphrases": (
            lambda n: (
                here.post("/account", f"name=Name{n}&passphrase=four+plain+words+{n}".encode())
                if n % 2
                else here.post(needs["pin"], f"pin={n:06}".encode())
            ),
            60,
        ),
        "forms": (lambda _: here.post("/events/x/desk/check-in", b"&" * 2_000_000), 4),
        "pictures": (lambda n: here.get(needs["game"] + ("/hand.png", "/hand.svg", "")[n % 3]), 16),
        "batches": (
            lambda n: here.post(
                needs["batch"], largest if n % 4 == 0 else whole, "application/json", needs["token"]
            ),
            6,
        ),
        "compare": (
            lambda n: here.get(f"/charts/compare?book={books[n % 4]}&book={books[n // 4 % 4]}"),
            60,
        ),
    }
    act, lines = attacks[name]
    await here.many(act, lines)
    print(here.rounds)


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), json.loads(sys.argv[4])))
