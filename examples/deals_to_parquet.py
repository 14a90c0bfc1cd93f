"""A hundred thousand deals played at random, as columns with names, in a file."""

import rightbower as rb

deals = rb.random_deals(100_000, seed=7, book="standard")
print(deals)
print(f"The makers take three tricks in {(deals['tricks'] > 2).mean():.1%}")
deals.to_parquet("deals.parquet")
