"""Why a file in the notation is refused."""

from __future__ import annotations

from rightbower.refusal import Refusal


class EgnError(Refusal):
    """A file that is not in the notation or cannot be replayed, and where it fails."""
