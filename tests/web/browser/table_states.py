"""States of the card table as the hall sends them, for pages that are looked at without a hall."""

from __future__ import annotations

import json

from rightbower.rules.cards import Seat
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.views import Face
from rightbower.web.hall.wire import Advised, OptionSeen, write_reply
from web.seated import Sitting

SENTENCE = (
    "Lead 9♠: it keeps A♣ for a trick later; it is your only card in spades, so you can trump spades"
    " afterward; it keeps J♦, K♥ and 9♥ to trump with."
)
TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
MARCH = (
    "W AS, N 9S, E TS, S 9H",
    "S JH, W QH, N TH, E AH",
    "S KH, W TC, N JD, E QC",
    "N AD, E KD, S QD, W 9D",
    "N KC, E QS, S AC, W KS",
)
REVOKED = ("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
REST = ("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")


def shown(sitting: Sitting, seat: Seat | None) -> str:
    """The message of a state to a seat."""
    face = Face()
    face.look(sitting.table, PlayByPlay(), frozenset(), 0)
    return write_reply(face.to(seat)).decode()


def strict(words: str = "", book: str = "standard", target: int | None = None) -> Sitting:
    """A strict table after these acts."""
    overlay = {} if target is None else {"game.target": target}
    sitting = Sitting(book, mode="strict", overlay=overlay)
    if words:
        sitting.do(words)
    return sitting


# What a sheet may let people say besides.
MORE = {
    "bidding.no_trump": "high and low",
    "relief.bad_hand": "three nines or tens",
    "relief.remedy": "go under",
}


def house(words: str, seat: Seat) -> str:
    """A moment by house rules with no-trump and bad hands."""
    sitting = Sitting("standard", "D2", mode="strict", overlay=MORE)
    if words:
        sitting.do(words)
    return shown(sitting, seat)


def ruled() -> Sitting:
    """A revoke was called, and North–South choose."""
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick(*REVOKED, *REST)
    sitting.call("S", do="claim", fact="revoke E 1")
    return sitting


def turning() -> Sitting:
    """As at the table: a trick lies open until its winner turns it."""
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.do("W AS, N 9S, E AH, S 9H")
    return sitting


def ruled_at_the_end() -> Sitting:
    """As at the table: the hand is over and a revoke was ruled on."""
    sitting = ruled()
    sitting.call("S", do="choose", number=0, option="add")
    return sitting


def states() -> dict[str, str]:
    """Every kind of moment at a table, by its name."""
    down = "W pass, N pass, E pass, S turn down"
    whole = ", ".join((TAKEN, *MARCH))
    return {
        "ordering": shown(strict(), Seat.W),
        "naming": shown(strict(down), Seat.W),
        "stuck": shown(strict(f"{down}, W pass, N pass, E pass"), Seat.S),
        "naming after the partner": shown(strict(f"{down}, W pass"), Seat.N),
        "waiting": shown(strict(f"{TAKEN}, W AS"), Seat.E),
        "watching": shown(strict(f"{TAKEN}, W AS"), None),
        "ruling": shown(ruled(), Seat.S),
        "game won": shown(strict(whole, target=2), Seat.S),
        "going alone": shown(strict(TAKEN, "charity-social"), Seat.S),
        "picking up": shown(strict("W pass, N pass, E pass"), Seat.S),
        "discarding": shown(strict("W pass, N pass, E pass, S pick up"), Seat.S),
        "playing": shown(strict(f"{TAKEN}, W AS, N 9S, E TS"), Seat.S),
        "leading": shown(strict(f"{TAKEN}, {MARCH[0]}"), Seat.S),
        "hand over": shown(strict(whole), Seat.S),
        "calling in words": shown(Sitting("charity-social"), Seat.W),
        "turning": shown(turning(), Seat.E),
        "ruled at the end": shown(ruled_at_the_end(), Seat.S),
        "naming no-trump": house(down, Seat.W),
        "a bad hand": house("W pass", Seat.N),
        "without trumps": house(f"{down}, W name low no trump", Seat.W),
    }


def hinted(state: str, request: str) -> str:
    """The answer to a hint at a moment: every option with a chance, and a long sentence."""
    legal = json.loads(state)["own"]["legal"]
    options = [OptionSeen(each, each, 0.5, each == legal[0]) for each in legal]
    return write_reply(Advised(request, options, SENTENCE)).decode()
