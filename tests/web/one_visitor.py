"""One address that tries to hold a hall up, as a program of its own: attack, port, seconds, and what it needs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
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

    async def held(self, data: bytes, seconds: float = 3.0) -> None:
        """Send something and read nothing of what comes, for a while."""
        with socket.socket() as line, contextlib.suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.setblocking(False)
            line.bind((HERE, 0))
            loop = asyncio.get_running_loop()
            await loop.sock_connect(line, ("127.0.0.1", self.port))
            await loop.sock_sendall(line, data)
            await asyncio.sleep(seconds)

    async def said(self, opening: bytes, each: bytes, every: float) -> None:
        """A socket on which something is said a little less often than it may be."""
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(HERE, 0))
            writer.write(opening)
            while time.monotonic() < self.until and not writer.is_closing():
                await asyncio.sleep(every)
                writer.write(each)
            writer.transport.abort()

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


def asked(path: str, more: str = "") -> bytes:
    """A request for a page, after which the connection stays open."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode()


async def attack(name: str, port: int, seconds: float, needs: dict[str, str]) -> None:
    """One kind of attack; how many rounds it came to."""
    here = Attacker(port, seconds)
    line = UPGRADE.format("/lobby/live").encode()
    heavy = "".join(f"Cookie: rightbower{n}={'x' * 250}.{'y' * 20}\r\n" for n in range(70))
    names = [
        {"type": "entrants-add", "names": [f"A{n}x{m} L & B{n}x{m} R" for m in range(40)]}
        for n in range(500)
    ]
    whole, largest = json.dumps(names).encode(), json.dumps(names[:100]).encode()
    books = ("standard", "alberta-55plus", "national-2025", "charity-social")
    attacks: dict[str, tuple[Callable[[int], Awaitable[object]], int]] = {
        "flood": (lambda _: here.raw(line + FRAME * 100_000), 4),
        "reconnects": (lambda _: here.raw(line, reads=False), 40),
        "passphrases": (
            lambda n: (
                here.post("/account", f"name=Name{n}&passphrase=four+plain+words+{n}".encode())
                if n % 2
                else here.post(needs["pin"], f"pin={n:06}".encode())
            ),
            60,
        ),
        "names": (
            lambda n: here.post(
                "/account", f"name=Invented{n}&passphrase=four+plain+words".encode()
            ),
            20,
        ),
        "nonsense": (lambda n: here.raw(line + bytes([0x83, n % 256]) * 500), 40),
        "forms": (lambda _: here.post("/events/x/desk/check-in", b"&" * 2_000_000), 4),
        "pictures": (lambda n: here.get(needs["game"] + ("/hand.png", "/hand.svg", "")[n % 3]), 16),
        "batches": (
            lambda n: here.post(
                needs["batch"], largest if n % 4 == 0 else whole, "application/json", needs["token"]
            ),
            6,
        ),
        "pipelines": (lambda _: here.raw(asked("/rules") * 3, reads=False), 40),
        "readers": (lambda n: here.held(asked(needs["game"] if n % 2 else "/rules") * 3), 600),
        "lines": (lambda _: here.said(line + FRAME, FRAME, 1 / 10), 250),
        "heads": (lambda _: here.raw(asked("/", heavy), reads=False), 40),
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
