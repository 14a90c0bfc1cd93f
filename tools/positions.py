"""Write docs/positions.md: situations that people argue about, judged and played out by experts.

    python tools/positions.py

Each is judged by the teacher; then its choice and the one that others argue for are played out to the
end in the same worlds, by the network that imitates experts and by experts, in all four seats.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from rightbower.players.position import Position
from rightbower.rules.acts import Action, read_action
from rightbower.rules.cards import Seat
from rightbower.study.explain import explain, imperative
from rightbower.study.reasons import SYMBOLS
from rightbower.study.teacher import Gain, advise, gains_by_experts, gains_by_network, judge_of

PAGE: Final = Path(__file__).parents[1] / "docs" / "positions.md"
BATCHES: Final = 12
PLAYED: Final = 100
HEAD: Final = """# What people argue about

Twenty-five situations that players argue about, by the common game and at the score that is told. For each: what
the expert does, what that is worth beside what others argue for, and the sentence it says. `tools/positions.py`
writes this page and a test checks it; ask about your own with `rightbower advise` or on the page of charts.

Worth is what the first choice gains on the other, ± one standard error, in the same ways the hidden cards could
lie: points a deal, or games won where a score is told. The first figure is with the network that imitates experts playing on in all four seats, the second
with experts themselves (fewer deals). Where the two figures are within their errors of nothing, it hardly matters.

A bot that partners a person plays its best, as it does for another bot: what it does hangs on its cards and on what
was called and played, and on nothing else.
"""


class Situation(Struct, frozen=True):
    """A position by text, and the choice that some argue for, or that comes next."""

    title: str
    asks: str
    text: str
    other: str = ""


SITUATIONS: Final = (
    Situation("Two bowers on the bid, with next in hand", "You hold both red bowers and more diamonds than hearts. Order, or wait for next?", "S 9H | W JH JD AD KD 9C", "order"),
    Situation("Right and one from the first seat", "The right, the king and an ace, with the nine for the dealer.", "S 9H | W JH KH AS KC 9D", "order"),
    Situation("Right and one from the third seat", "Two have passed; the dealer picks up otherwise.", "S KH | E JH 9H AS QC TD | W pass, N pass", "order"),
    Situation("A thin loner", "The right, the king, the queen you take, ace and king beside: alone or not?", "S QH | S JH KH AS KS 9C | W pass, N pass, E pass", "pick up alone"),
    Situation("A loner at eight", "Two points win, and a march with your partner scores them.", "S QH | S JH AH KH AS 9C | 8-6 | W pass, N pass, E pass", "pick up alone"),
    Situation("A loner at nine", "One point wins.", "S QH | S JH AH KH AS 9C | 9-6 | W pass, N pass, E pass", "pick up alone"),
    Situation("Trump to a partner who called", "Your partner ordered from the third seat, and you lead.", "S 9H | W KH AS QC TD 9C | E order", "AS"),
    Situation("Trump to a partner who called next", "Your partner named diamonds in round two, and you hold one.", "S 9H | W 9D AS QC TC KS | E name diamonds", "9D"),
    Situation("Never a trump to a stuck dealer", "The dealer had to name spades. You hold one spade and an ace.", "S 9H | W 9S KD QD AC TC | S name spades", "9S"),
    Situation("Ace into a loner", "The dealer took the right and plays alone. You hold two aces.", "S JH | W AS KS AC QD 9C | S pick up alone", "AC"),
    Situation("An ace or a low card into a loner", "One ace, and nothing else that looks like a trick.", "S JH | W AS QC TC QD 9D | S pick up alone", "AS"),
    Situation("Boss cards first", "You called with the two highest hearts and hold an ace beside.", "S 9H | W JH AH AS KS 9C | W order", "AS"),
    Situation("Boss cards first, the loser last", "Alone with three sure trumps, an ace and a nine.", "S 9H | W JH JD AH AS 9C | W order alone", "AS"),
    Situation("Second hand low", "Your partner took the card. The queen of spades is led to your king and ten.", "S 9H | N KS TS AD QD 9C | S pick up, QS", "TS"),
    Situation("Baring the left", "The other side ordered. You take the nine to the left bower and have to discard.", "S 9H | S JD AS KS QC 9C | W order", "bury 9H"),
    Situation("Ruffing high on the first trick", "An ace is led, you are out of spades and your partner called.", "S KH | N AH 9H QD TD 9C | S pick up, AS", "AH"),
    Situation("A partner who did not ruff is out of trumps", "On your ace of spades your partner threw a club.", "S 9H | W JH AH KS AS TC | W order, AS QS 9C TS", "AH"),
    Situation("Three small and the turn-up", "As dealer, with no bower and no ace.", "S 9H | S TH QH KC QC 9S | W pass, N pass, E pass", "turn down"),
    Situation("Helping the dealer with two and an ace", "King and nine of trumps, the queen turned up.", "S QH | N KH 9H AS TC 9D | W pass", "order"),
    Situation("The left, one more and an ace for the dealer's partner", "The king is turned up for your partner.", "S KH | N JD AH AS KC TC | W pass", "order"),
    Situation("Two small and an ace for the dealer's partner", "The same seat and turn-up without a bower.", "S KH | N TH 9H AS KC TC | W pass", "pass"),
    Situation("Ordering to stop a loner", "You have nine, they have six, and the jack is turned up for the dealer.", "S JH | W 9H QS TS QD 9C | 6-9", "pass"),
    Situation("Ordering the right into the dealer's hand", "Third seat, ace, king and queen of trumps and an ace beside.", "S JH | E AH KH QH AS 9C | W pass, N pass", "order"),
    Situation("Next on two small trumps", "Hearts were turned down, and you are first to speak.", "S 9H | W KD 9D QS TC 9C | W pass, N pass, E pass, S turn down", "name diamonds"),
    Situation("The last trump or the ace", "You called and have two tricks. King of trumps, ace of spades, nine of clubs are left.", "S 9H | W JH AH KH AS 9C | W order, JH TH QD 9H, AH KC TD QH", "KH"),
)  # fmt: skip


class Judged(Struct, frozen=True):
    """What the expert does, what it is compared with, what it gains, and why."""

    first: Action
    other: Action
    network: Gain
    experts: Gain
    why: str


def choices(each: Situation) -> tuple[Action, Action]:
    """The expert's own choice and the one it is compared with."""
    seen = Position(each.text).view
    assert seen.seat is not None
    found = advise(seen)
    other = read_action(f"{seen.seat} {each.other}")
    return found[0].action, other if other != found[0].action else found[1].action


def judged(each: Situation) -> Judged:
    """A situation played out."""
    seen = Position(each.text).view
    first, other = choices(each)
    network = gains_by_network(seen, first, BATCHES, seed=1, least=BATCHES, others=[other])
    assert network is not None
    (experts,) = gains_by_experts(seen, first, [other], PLAYED, seed=1)
    return Judged(first, other, network[0], experts, explain(seen, first, other).text)


def told(number: int, each: Situation, found: Judged) -> str:
    """A situation as the page has it."""
    seen = Position(each.text).view
    score = seen.score if any(seen.score) else ""
    at = (
        f" The score is {score[0]}–{score[1]}, yours first."
        if score and seen.seat in (Seat.N, Seat.S)
        else ""
    )
    if score and not at:
        at = f" The score is {score[1]}–{score[0]}, yours first."
    gains = (found.network, found.experts)
    if at:
        worth = " and ".join(f"{100 * e.chance:+.1f} ± {100 * e.error:.1f}" for e in gains)
        worth += " games in a hundred"
    else:
        worth = " and ".join(f"{e.points:+.2f} ± {e.points_error:.2f}" for e in gains) + " points"
    other = SYMBOLS(imperative(seen, found.other))
    return f"""
## {number}. {each.title}

{each.asks}{at} (`{each.text}`)

**{SYMBOLS(imperative(seen, found.first))}**: {worth} over *{other[0].lower()}{other[1:]}*.

> {found.why}
"""


def main() -> None:
    """Write the page."""
    parts = [HEAD]
    for number, each in enumerate(SITUATIONS, 1):
        parts.append(told(number, each, judged(each)))
        print(parts[-1], flush=True)
    foot = f"\n{judge_of(Position(SITUATIONS[0].text).view)} {judge_of(Position(SITUATIONS[6].text).view)}\n"
    PAGE.write_text("".join(parts) + foot, "utf-8")


if __name__ == "__main__":
    main()
