"""Programs that work for a hall."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final, Literal, ParamSpec, TypeVar

from msgspec import Struct

from rightbower.players.views import view
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import Game, act, deal_out, start_game
from rightbower.rules.refusal import Refusal


def dealt() -> Game:
    """A game of which the first hand is dealt."""
    book = load("standard")
    cards = deal_cards(shuffled("warm"), Seat.N, book)
    return deal_out(start_game(book, Seat.N), cards)


def thinkers() -> None:
    """Have each player who thinks call and play to the second trick."""
    from rightbower.players import player
    from rightbower.players.league import league

    game, players = dealt(), [player(name) for name in ("expert-quick", "expert", "master")]
    while game.deal is not None and len(game.deal.tricks) < 2:
        seat = game.deal.turn
        assert seat is not None
        seen = view(game, seat)
        for each in players:
            each(seen)
        game = act(game, league(seen))


def advisers() -> None:
    """Look into one call and say why."""
    from rightbower.study.explain import explain
    from rightbower.study.teacher import advise

    seen = view(dealt(), Seat.E)
    explain(seen, advise(seen, 20)[0].action)


def hashers() -> None:
    """Have what hashes passphrases ready."""
    from argon2 import PasswordHasher

    PasswordHasher()


R = TypeVar("R")
P = ParamSpec("P")
LARGEST_RESULT: Final = 64 * 1024 * 1024
# How many pieces of work one visitor may have in a pool, under way and waiting.
PER_KEY: Final = 3
SECONDS_TO_WARM: Final = 120.0
# So long a process waits for more to do before it is ended: somebody reads a review, or thinks about a hint.
SECONDS_TO_REST: Final = 120.0
# Processes in which bots think: one for each core but the hall's own, up to so many.
MOST_THINKERS: Final = 8


class Busy(Refusal):
    """Too much of this kind is waiting already."""


class NotDone(Refusal):
    """Work that took too long or too much; the process that did it is ended."""


class Asker(Struct, frozen=True):
    """For whom something is done: who it is, from what address, and whether they come before strangers."""

    who: str = ""
    place: str = ""
    first: bool = False


NOBODY: Final = Asker()


class Piece(Struct, frozen=True, eq=False):
    """Something to do, whom it is for, and who is told how far it has come."""

    request: bytes
    future: Future[Any]
    asker: Asker
    tell: Callable[..., object] | None


# Nothing to do yet, but the process is to be started and warm.
GET_READY: Final = Piece(b"", Future(), NOBODY, None)


class Lane:
    """Pieces that wait: addresses in turn, and at each those who ask in turn."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._waiting: dict[str, dict[str, deque[Piece]]] = {}
        self._places: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._places.total()

    def put(self, piece: Piece) -> bool:
        """Let one more wait; whether there is room, of which no address has more than half."""
        place = piece.asker.place
        if len(self) >= self._room or (place and self._places[place] >= self._room // 2):
            return False
        here = self._waiting.setdefault(place, {})
        here.setdefault(piece.asker.who, deque()).append(piece)
        self._places[place] += 1
        return True

    def take(self) -> Piece | None:
        """The first of whoever's turn it is; they go to the end."""
        if not self._waiting:
            return None
        place = next(iter(self._waiting))
        here = self._waiting.pop(place)
        who = next(iter(here))
        queue = here.pop(who)
        piece = queue.popleft()
        if queue:
            here[who] = queue
        if here:
            self._waiting[place] = here
        self._places[place] -= 1
        if not self._places[place]:
            del self._places[place]
        return piece


class Workers(Executor):
    """Some processes that take work in turn; each is started when there is work, and ended when there is none.

    Those who come first have as much room to wait as all others, and ``kept`` processes of their own.
    """

    def __init__(
        self,
        processes: int = 2,
        waiting: int = 16,
        seconds: float = 30.0,
        megabytes: int = 512,
        warm: Callable[[], object] | None = None,
        kept: int = 0,
        rest: float = SECONDS_TO_REST,
    ) -> None:
        self.seconds, self.megabytes, self.rest = seconds, megabytes, rest
        self._warm = None if warm is None else pickle.dumps((warm, (), {}))
        self._first, self._others = Lane(waiting), Lane(waiting)
        self._keys: Counter[str] = Counter()
        self._resting: Counter[Lane] = Counter()
        self._lock = threading.Lock()
        self._more = threading.Condition(self._lock)
        lanes = [(self._first,)] * kept + [(self._first, self._others)] * processes
        self._threads = [
            threading.Thread(target=self._work, args=each, daemon=True) for each in lanes
        ]
        self._started = self._ending = self._expected = False

    @property
    def waiting(self) -> int:
        """How many pieces nobody has begun."""
        return len(self._first) + len(self._others)

    def start(self) -> None:
        """Have a process started and warm before the first piece comes."""
        with self._more:
            self._expected = self._warm is not None
            self._begin()
            self._more.notify_all()

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have something done; raise ``Busy`` where too much waits."""
        return self._put(pickle.dumps((fn, args, kwargs)), NOBODY, None)

    async def run(
        self,
        work: Callable[..., R],
        *args: Any,
        asker: Asker = NOBODY,
        tell: Callable[..., object] | None = None,
    ) -> R:
        """Have something done for somebody while the loop goes on; ``tell`` hears how far it is."""
        return await asyncio.wrap_future(self._put(pickle.dumps((work, args, {})), asker, tell))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when they have done what was asked."""
        with self._more:
            while cancel_futures and (piece := self._first.take() or self._others.take()):
                piece.future.cancel()
            self._ending = True
            self._more.notify_all()
        if self._started:
            for thread in self._threads if wait else ():
                thread.join()

    def _put(self, request: bytes, asker: Asker, tell: Callable[..., object] | None) -> Future[Any]:
        piece = Piece(request, Future(), asker, tell)
        with self._more:
            if asker.who and self._keys[asker.who] >= PER_KEY:
                raise Busy("One thing at a time, please. Try again in a moment.")
            if not (self._first if asker.first else self._others).put(piece):
                raise Busy("The hall has a lot to do just now. Try again in a moment.")
            self._keys[asker.who] += 1
            self._begin()
            # Not every process takes what anybody asks.
            self._more.notify_all()
        return piece.future

    def _next(self, lanes: tuple[Lane, ...], worker: Worker) -> Piece | None:
        """The next piece of some lanes; nothing once it ends. A process that rests too long is ended."""
        since = monotonic()
        with self._more:
            while True:
                for lane in lanes:
                    # What a process that rests can do is left to it.
                    spare = 0 if worker.running else self._resting[lane]
                    if len(lane) > spare and (piece := lane.take()):
                        self._more.notify_all()
                        return piece
                if self._ending and not any(map(len, lanes)):
                    return None
                if self._expected and len(lanes) > 1:
                    self._expected = False
                    return GET_READY
                if not worker.running:
                    self._more.wait()
                elif (left := since + self.rest - monotonic()) > 0:
                    self._resting.update(lanes)
                    self._more.wait(left)
                    self._resting.subtract(lanes)
                else:
                    worker.end()

    def _begin(self) -> None:
        if not self._started:
            self._started = True
            for thread in self._threads:
                thread.start()

    def _work(self, *lanes: Lane) -> None:
        worker = Worker(self.megabytes)
        while (piece := self._next(lanes, worker)) is not None:
            if self._warm is not None and not worker.running:
                with contextlib.suppress(Exception):
                    worker.done(Piece(self._warm, Future(), NOBODY, None), SECONDS_TO_WARM)
            if piece is GET_READY:
                continue
            if piece.future.set_running_or_notify_cancel():
                try:
                    piece.future.set_result(worker.done(piece, self.seconds))
                except BaseException as fault:
                    # Where it was raised is a frame that refers to the piece, and the piece to the fault.
                    piece.future.set_exception(fault.with_traceback(None))
            with self._lock:
                self._keys[piece.asker.who] -= 1
                if not self._keys[piece.asker.who]:
                    del self._keys[piece.asker.who]
        worker.end()


class Worker:
    """One process and the line to it; it ends with this process at the latest, whatever it is doing."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None

    @property
    def running(self) -> bool:
        """Whether there is a process now."""
        return self._process is not None and self._process.poll() is None

    def done(self, piece: Piece, seconds: float) -> Any:
        """The result of a piece of work."""
        kind, value = self._answer(piece, seconds)
        if kind == "failed":
            raise value
        return value

    def _answer(self, piece: Piece, seconds: float) -> tuple[str, Any]:
        line = self._ready()
        until = monotonic() + seconds
        try:
            line.send_bytes(piece.request)
            while line.poll(max(0.0, until - monotonic())):
                kind, value = pickle.loads(line.recv_bytes(LARGEST_RESULT))
                if kind != "told":
                    return kind, value
                if piece.tell is not None:
                    piece.tell(*value)
        except (EOFError, OSError, MemoryError):
            self.end()
            raise NotDone("This took more than the hall can spare.") from None
        self.end()
        raise NotDone("This took too long.")

    def _ready(self) -> Connection:
        if self._line is None or not self.running:
            self.end()
            self._line, other = Pipe()
            number = other.fileno()
            command = [sys.executable, "-m", "rightbower.office.worker"]
            self._process = subprocess.Popen(
                [*command, str(number), str(self.megabytes)],
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
            atexit.register(self._process.kill)
            other.close()
        return self._line

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            atexit.unregister(self._process.kill)


@cache
def pool(kind: Literal["papers", "study", "secrets", "bots"]) -> Workers:
    """The workers of this process for one kind of work, made when they are first asked for."""
    match kind:
        case "papers":
            return Workers(2, waiting=32, seconds=20.0, megabytes=400)
        case "study":
            return Workers(2, waiting=24, seconds=120.0, megabytes=1500, warm=advisers)
        case "secrets":
            # A passphrase takes a tenth of a second: so many wait as come to a club night at once.
            return Workers(1, waiting=128, seconds=20.0, megabytes=300, warm=hashers, kept=1)
        case "bots":
            cores = max(1, min(MOST_THINKERS, (os.cpu_count() or 2) - 1))
            return Workers(cores, waiting=64, megabytes=1500, warm=thinkers)
