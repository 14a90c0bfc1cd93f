"""One table that several pages look at: what is asked on one is done there, and all are shown it."""

from __future__ import annotations

from functools import partial

from rightbower.rules.cards import Seat
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.says import no
from web.browser.fake_hall import FakeHall
from web.browser.table_states import shown
from web.seated import Sitting

CARRIED = (wire.Move, wire.Propose, wire.Agree, wire.TakeRest)


class SharedTable:
    """Four people at one table, some of them before a page."""

    def __init__(self, sitting: Sitting, pages: dict[Seat, FakeHall]) -> None:
        self.sitting = sitting
        self.pages = pages
        self.version = 100
        for seat, fake in pages.items():
            fake.carry = partial(self._asked, seat)
        self.show()

    def ask(self, seat: Seat, request: wire.TableRequest) -> None:
        """Somebody without a page does something."""
        self.sitting.ask(seat.name, request)
        self.show()

    def show(self) -> None:
        """All are shown what the table is now."""
        self.version += 1
        for seat, fake in self.pages.items():
            fake.send(shown(self.sitting, seat), self.version)

    def _asked(self, seat: Seat, text: str) -> None:
        request = wire.read_request(text)
        if not isinstance(request, CARRIED):
            return
        try:
            self.ask(seat, request)
        except Refused as refusal:
            line = self.pages[seat].line
            assert line is not None
            told = no(self.sitting.table, seat, request.id, refusal)
            line.send(wire.write_reply(told).decode())
