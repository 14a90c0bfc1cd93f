"""Why a file in the notation is refused."""

from __future__ import annotations


class EgnError(ValueError):
    """A file that is not in the notation or cannot be replayed, and where it fails."""
