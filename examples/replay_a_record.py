"""Replay the record of a game, print each deal, and see a false score caught."""

from rightbower.record.lines import RecordError
from rightbower.record.record import read
from rightbower.record.summary import summary

RECORD = """rightbower record 1
book alberta-55plus
edition undated web text
player N Ada
player E Bill
player S Cora
player W Dan
first dealer S

deal 1 by S
hand N JD AD 9S KC TH
hand E QS TS KD QC AH
hand S JH KH QD AC JC
hand W AS KS 9D TC QH
turn-up 9H
stock 9C TD JS
W pass
N pass
E pass
S pick up
S bury JC
W AS
N 9S
E TS
S 9H
S JH
W QH
N TH
E AH
S KH
W TC
N JD
E QC
N AD
E KD
S QD
W 9D
N KC
E QS
S AC
W KS
score NS 2 EW 0
"""

game = summary(read(RECORD))
for deal in game.deals:
    print(f"Deal {deal.number}: {deal.maker} made {deal.trump}, tricks {deal.tricks}")
    for mark in deal.marks:
        print(f"  {mark.side} scored {mark.points} ({mark.setting}, {mark.clause})")
print(f"The game stands at {game.final_score[0]}–{game.final_score[1]}.")

try:
    read(RECORD.replace("score NS 2 EW 0", "score NS 4 EW 0"))
except RecordError as fault:
    print(f"A false score is found out: {fault}.")
