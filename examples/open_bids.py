"""The solved bidding as a table: how often each seat takes each turn-up."""

import pyarrow.parquet

from rightbower.study.open_data import write_bids

table, arrays, card = write_bids("standard", folder=".")
calls = pyarrow.parquet.read_table(table, filters=[("group", "=", 0)]).to_pylist()
for seat in (1, 2, 3, 4):
    for turn_up in ("JC", "9C"):
        row = [each for each in calls if (each["seat"], each["turn_up"]) == (seat, turn_up)]
        takes = sum(each["round_one"] != "pass" for each in row) / len(row)
        print(f"Seat {seat} takes {turn_up} with {takes:.1%} of the classes.")
