"""A hall in a thread of this process, so that a test can hold its clock."""

from __future__ import annotations

from datetime import datetime

from rightbower.tournament.league.league import League, LeagueHistory
from web.browser.served_hall import ServedHall


class ClockedHall(ServedHall):
    """A running hall whose desk's clock stands where it was put."""

    def at(self, local: str) -> None:
        """Put the clock to a local time."""
        seconds = datetime.fromisoformat(local).astimezone().timestamp()
        self.desk.clock = lambda: seconds

    def history(self, id_: str) -> LeagueHistory:
        """A league with all its entries."""
        return self.desk.league_history(id_)

    def league(self, id_: str) -> League:
        """A league as it stands."""
        return self.history(id_).league
