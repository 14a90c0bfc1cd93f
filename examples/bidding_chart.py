"""When to call, by seat, turn-up and trumps held."""

import rightbower as rb

chart = rb.chart("standard")
print(chart)
