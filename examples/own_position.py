"""A position of your own: who deals, what is up, your hand, and what may be done."""

import rightbower as rb

position = rb.Position("S 9H | W JH AH QS AS 9C")
print(position)
print(position.legal)
options = rb.advise(position, worlds=100)
print(*options, sep="\n")
print(rb.explain(position, options[0].action))
