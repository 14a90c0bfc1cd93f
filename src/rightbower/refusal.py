"""What is refused: a fault of whoever asks, in one sentence that anybody may read."""

from __future__ import annotations


class Refusal(ValueError):
    """Something asked for is not done, and the text says why.

    Pages and answers show the text of this family alone; any other error is a fault of ours.
    """
