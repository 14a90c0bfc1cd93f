"""Single reasons, each in a position made for it: what is said, and where nothing is to be said."""

from __future__ import annotations

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.deal import Phase
from rightbower.study.explain import explain
from study.lessons.lessons import Position

PARTNERS_ACE = (
    "standard | S | 9H | S | JH KH 9C TC AD | "
    "W pass, N pass, E pass, S pick up, S bury 9C, W QS, N AS, E TS"
)
THEIR_KING = PARTNERS_ACE.replace("W QS, N AS, E TS", "W AS, N QS, E TS")
EAST_IS_OUT = (
    "standard | S | 9H | S | JH AC KC AD QS | "
    "W pass, N pass, E pass, S pick up, S bury QS, W 9C, N TC, E 9D, S KC"
)
EAST_FOLLOWED = EAST_IS_OUT.replace("E 9D", "E QC")
TO_BURY = "standard | S | 9H | S | JH KH 9C TC AD | W pass, N pass, E pass, S pick up"
SENIORS_PARTNER = "alberta-55plus | S | JH | N | AH KH 9S TC QD | W pass"
STILL_CLUBS = "you would still hold 10♣ and have to follow when clubs are led"
BOUND = "by this book the dealer's partner who orders has to play alone (A01-4.5)"
TAKEN_AWAY = "9♥ only takes the trick away from your partner's A♠"
MAY_TRUMP = "East has shown out of clubs and may trump A♣"


def faults(at: str, best: str, mistake: str) -> list[str]:
    """What is said against the mistake."""
    each = Position("", at, best, mistake, "", (), ())
    said = explain(each.seen, each.action(best), each.action(mistake))
    return [reason.text for reason in said.faults]


@pytest.mark.parametrize(
    ("at", "best", "mistake", "said"),
    [
        (PARTNERS_ACE, "TC", "9H", TAKEN_AWAY),
        (EAST_IS_OUT, "JH", "AC", MAY_TRUMP),
        (TO_BURY, "bury AD", "bury 9C", STILL_CLUBS),
        (TO_BURY, "bury TC", "bury JH", "J♥ is the highest trump"),
        (TO_BURY, "bury TC", "bury KH", "K♥ is a trump"),
        (
            TO_BURY.removesuffix(", S pick up"),
            "pick up",
            "pick up alone",
            "alone you would have 10♣ to lose a trick with and nobody to help",
        ),
    ],
)
def test_a_fault_is_told(at: str, best: str, mistake: str, said: str) -> None:
    assert said in faults(at, best, mistake)


@pytest.mark.parametrize(
    ("at", "best", "mistake", "said"),
    [
        (THEIR_KING, "TC", "9H", TAKEN_AWAY),
        (EAST_FOLLOWED, "JH", "AC", MAY_TRUMP),
        (TO_BURY, "bury 9C", "bury AD", STILL_CLUBS),
    ],
)
def test_a_fault_that_is_none_is_not_told(at: str, best: str, mistake: str, said: str) -> None:
    assert said not in faults(at, best, mistake)


@pytest.mark.parametrize(
    ("at", "best", "said"),
    [
        (
            "standard | E | 9H | S | JH JD KH AS KC | S order",
            "JD",
            "J♦ is as good as your J♥ and draws theirs: four trumps are still out",
        ),
        (
            "standard | E | 9H | S | JH JD KH AS KC | S order",
            "AS",
            "A♠ is the highest spade left, with five more unseen",
        ),
        (
            "alberta-55plus | S | 9H | S | JD TS 9C TC AD | W pass, N pass, E pass",
            "turn down",
            "with hearts as trump you would have only one trump (J♦)",
        ),
        (
            "standard | E | 9H | S | JH JD KH AS KC | | 3-9",
            "order",
            "they need one point, so a hand they make is the game",
        ),
        (
            (
                "standard | S | 9H | S | 9C TC KD QS JC | W pass, N pass, E pass, S turn down,"
                " W pass, N pass, E pass"
            ),
            "name clubs",
            "everybody passed, so you have to name a suit, and clubs is your best",
        ),
        (
            "standard | E | 9H | S | JH JD AH 9S KC",
            "pass",
            "both bowers (J♥ and J♦) are two sure tricks against hearts",
        ),
        (
            "standard | S | KH | S | JH AH QH AS 9D | W pass, N pass, E pass | 6-9",
            "pick up alone",
            "all five tricks alone score four points and the game",
        ),
        (
            (
                "standard | W | 9H | S | AH KH AS TC 9D | N pass, E pass, S order, N 9C, E AC, S TC,"
                " W KC, E AD, S 9D, W KD, N TD, E QC | 9-9"
            ),
            "KH",
            "they have two tricks: one more euchres you and wins them the game",
        ),
        (
            (
                "standard | E | 9H | S | JH AH QH AS KC | S order, S JH, W TH, N KH, E 9H, S AH, W JD,"
                " N 9S, E 9C, W 9D, N TD, E AD, S QH"
            ),
            "AS",
            "and no trump is left to beat it; you have two tricks: one more makes it",
        ),
        (
            (
                "standard | W | 9H | S | JH AS 9S KC 9D | N pass, E pass, S pass, W pick up, N AD, E TD,"
                " S 9D, W 9H, W JD, N TH, E KD, S JH, S AS, W TS, N QS, E KS"
            ),
            "KC",
            "you have two tricks: one more euchres them",
        ),
        (
            (
                "standard | E | 9H | S | JH JD AH AS KC | S order, S JH, W TH, N QH, E 9H, S JD, W 9C,"
                " N 9S, E TC, S AH, W TS, N 9D, E TD"
            ),
            "AS",
            "every trick so far is yours, and all five score two points",
        ),
        (
            "standard | N | 9H | S | KS 9S TD QD KC | E order, E JH, S TD, W TH, N 9H, E QS",
            "KS",
            "only A♠ beats K♠ in its suit",
        ),
    ],
)
def test_a_reason_is_told(at: str, best: str, said: str) -> None:
    each = Position("", at, best, "", "", (), ())
    assert said in explain(each.seen, each.action(best)).text


@pytest.mark.parametrize("done", ["S order", "S order, E bury TD"])
def test_another_dealers_discard_may_be_left_out(done: str) -> None:
    seen = Position("", f"standard | E | 9H | S | JH JD KH AS KC | {done}", "", "", "", (), ()).seen
    assert seen.phase is Phase.PLAY
    assert seen.buried is None


def test_ones_own_discard_is_not_made_up() -> None:
    at = "standard | S | 9H | S | JH JD KH AS KC | W order"
    assert Position("", at, "", "", "", (), ()).seen.phase is Phase.BURY


@pytest.mark.parametrize(("book", "told"), [("alberta-55plus", True), ("standard", False)])
def test_the_book_that_binds_the_dealers_partner_is_named_for_a_pass(book: str, told: bool) -> None:
    seen = Position("", SENIORS_PARTNER.replace("alberta-55plus", book), "", "", "", (), ()).seen
    reasons = explain(seen, read_action("N pass"), read_action("N order alone")).reasons
    assert (BOUND in [each.text for each in reasons]) == told
