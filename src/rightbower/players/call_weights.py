"""What a hand is worth to a maker, in the points a league player counts; compiled into the kernel too."""

from __future__ import annotations

from typing import Final

# Points for a call: the numbers come from playing many thousand hands both ways, called and
# passed (tools/fit_calls.py does it again). Each trump counts, the right bower most; a plain ace
# helps a defender nearly as much.
RIGHT: Final = 9
TRUMP: Final = 6
PLAIN_ACE: Final = 2
TWO_SUITS: Final = 2

# What a call needs, by the seats from the dealer's left round to the dealer. "Next" is the suit
# of the turned-down card's colour: the dealer's side has shown itself poor in it.
ROUND_ONE: Final = (23, 15, 20, 15)
NEXT: Final = (14, 16, 15, 0)
OTHER_SUIT: Final = (16, 14, 16, 0)

# Points for going alone, where tops and aces count more, and what it needs.
LONE_RIGHT: Final = 19
LONE_LEFT: Final = 16
LONE_ACE: Final = 14
LONE_TRUMP: Final = 12
LONE_PLAIN_ACE: Final = 8
LONE_GUARDED_KING: Final = 2
LONE_FOUR_TRUMPS: Final = -7
LONE_BARS: Final = (49, 54, 56, 50)
BOUND_BAR: Final = 44
