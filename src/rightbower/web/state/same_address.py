"""Whether one and the same device or address enters and confirms a result, for both sides.

In a room each phone has an address of its own. Where many devices share one, as behind a router on
the internet, an address says nothing and nothing is shown.
"""

from __future__ import annotations

Game = tuple[str, int, int]
MANY_DEVICES = 4
MOST_REMEMBERED = 5_000


class ResultSenders:
    """From where results were entered, and how many devices come from an address."""

    def __init__(self) -> None:
        self._entered: dict[Game, tuple[str, str]] = {}
        self._devices: dict[str, set[str]] = {}

    def entered(self, game: Game, place: str, device: str) -> None:
        """A result was entered."""
        self.note_device(place, device)
        self._entered.pop(game, None)
        self._entered[game] = (place, device)
        if len(self._entered) > MOST_REMEMBERED:
            del self._entered[next(iter(self._entered))]

    def same_sender(self, game: Game, place: str, device: str) -> bool:
        """Whether the one who confirms comes from where the result was entered."""
        self.note_device(place, device)
        where, with_ = self._entered.get(game, ("", ""))
        return device == with_ or (place == where and not self.is_shared(place))

    def note_device(self, place: str, device: str) -> None:
        """A device comes from an address."""
        known = self._devices.setdefault(place, set())
        if len(known) <= MANY_DEVICES:
            known.add(device)
        if len(self._devices) > MOST_REMEMBERED:
            del self._devices[next(iter(self._devices))]

    def is_shared(self, place: str) -> bool:
        """Whether so many devices come from an address that it says nothing about who they are."""
        return len(self._devices.get(place, ())) > MANY_DEVICES
