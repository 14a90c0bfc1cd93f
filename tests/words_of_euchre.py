"""Words that only Euchre has, looked for where another game is played."""

import re
from typing import Final

# No other game of cards has them; the name of the program is none of them.
EUCHRE: Final = re.compile(
    r"\b(euchred?|euchres|(left|right) bowers?|bowers?|lone hands?|loners?|alone|marche?[ds]?|turn-?up|"
    r"makers?|order(ed)? up|farmers?|benny|call(ed)? trump)\b",
    re.IGNORECASE,
)
