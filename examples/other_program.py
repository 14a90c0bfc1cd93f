"""A player that is another program, asked through a pipe."""

import sys

import rightbower as rb

with rb.engine(f"{sys.executable} -m rightbower engine beginner") as program:
    print(program(rb.Position("S 9H | W JH AH QS AS 9C").view))
    print(rb.match("club", program, deals=20))
