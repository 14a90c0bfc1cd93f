"""Four people at one table of the hall, without a browser."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from unittest.mock import patch

from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Dealt as Cards
from rightbower.web.hall import wire
from rightbower.web.hall.acts import answer
from rightbower.web.hall.archive import after
from rightbower.web.hall.calls import judged
from rightbower.web.hall.entries import HallEntry, Mode, Sat, TableOpened, decode, encode
from rightbower.web.hall.play_by_play import news_of
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import fold
from rightbower.web.hall.wire import Judged
from table import worked
from web.asked import to_referee


class Sitting:
    """Four people at one table, as at the table unless it is strict, who act in words."""

    def __init__(
        self,
        book: str = "standard",
        cards: str = "D1",
        mode: Mode = "as-at-the-table",
        overlay: Mapping[str, Any] | None = None,
        event: str = "",
        dealing: bool = True,
        real_cards: bool = False,
    ) -> None:
        self.told: list[str] = []
        self.entries: list[HallEntry] = []
        opened = TableOpened(book, mode, "seed", "S", 0.0, overlay=dict(overlay or {}), event=event)
        self.table = fold(None, opened)
        self.entries.append(opened)
        deal = worked(cards)
        self.cards = Cards(deal.dealt, deal.turn_up, deal.stock)
        self.add(*(Sat(seat, seat.name, seat.word, 0.0) for seat in Seat))
        self.real_cards = real_cards
        with self.dealt_so():
            self.add(*begin(self.table, deal.dealer, 0.0))
        if dealing and self.table.waits_for_deal():
            self.ask(deal.dealer.right.name, wire.Next("deal"))

    def dealt_so(self) -> AbstractContextManager[object]:
        """The worked deal is dealt, whatever the pack."""
        if self.real_cards:
            return nullcontext()
        return patch("rightbower.web.hall.dealing.deal_cards", return_value=self.cards)

    def add(self, *entries: HallEntry) -> None:
        """Each entry as the journal gives it back."""
        for entry in entries:
            self.table, _ = after(self.table, decode(encode(entry)))
            self.entries.append(entry)
            self.told += [line.text for line in news_of(self.table, entry)]

    def do(self, words: str) -> None:
        """Acts such as ``W pass, N pass``."""
        for each in words.split(", "):
            self.ask(each[0], wire.Move(f"m{len(self.entries)}", each[2:]))

    def ask(self, who: str, request: wire.TableRequest) -> None:
        with self.dealt_so():
            self.add(*answer(self.table, who, who, request, 2.0))

    def call(self, who: str, **what: str | int | None) -> None:
        self.ask(who, to_referee(f"c{len(self.entries)}", **what))

    def ask_again(self, who: str, move: str, words: str) -> None:
        """Words under a number that was used before."""
        self.ask(who, wire.Call(move, wire.InWords(words)))

    def trick(self, *tricks: str) -> None:
        """Tricks played and turned by their winners."""
        for trick in tricks:
            self.do(trick)
            winner = self.judged.turns
            assert winner is not None
            self.call(winner, do="turn")

    @property
    def judged(self) -> Judged:
        found = judged(self.table)
        assert found is not None
        return found

    @property
    def score(self) -> tuple[int, int]:
        assert self.table.game is not None
        return self.table.game.score
