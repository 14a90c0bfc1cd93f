"""Every choice that a book makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Annotated, Any, Final, Literal, Protocol, get_args, get_type_hints

from msgspec import Meta, Struct

from rightbower.rules.cards import HAND_SIZE, Pack
from rightbower.rules.message import Message, message, word

Points = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]


class Draw(Struct, frozen=True):
    """Who sits with whom and who deals first."""

    partners: Literal["two high, two low", "none"]
    first_dealer: Literal["lower cut", "higher cut", "first jack", "first black jack"]
    ace: Literal["high", "low"]
    ties: Literal["tied draw again", "all draw again"]
    jack_starts: Literal["left of holder", "holder"]


class Dealing(Struct, frozen=True):
    """The cut before the deal, the packets and the turn-up."""

    cut: Literal["offered", "must be asked", "none"]
    cut_completed: bool
    packets: tuple[Count, ...]
    packet_rounds: Count
    turn_up: Literal["next card", "bottom card"]
    turn_up_waits_for_bell: bool

    @property
    def patterns(self) -> list[tuple[int, ...]]:
        """The ways in which one hand can go out in packets, the most even first."""
        if self.packet_rounds > HAND_SIZE:
            return []
        ways = [
            way for way in product(self.packets, repeat=self.packet_rounds) if sum(way) == HAND_SIZE
        ]
        return sorted(ways, key=lambda way: (max(way) - min(way), way))


class Bidding(Struct, frozen=True):
    """Both rounds of making trump."""

    pass_word: str
    order_word: str
    alone_accepts: bool
    partner_order: Literal["must be alone", "ordinary", "may not be alone", "may not order"]
    partner_says_alone: bool
    natural_scope: Literal["nobody", "dealer by choice", "everyone", "ordered dealer too"]
    natural_jack: bool
    trump_to_order: Literal["nobody", "all but dealer"]
    left_counts: bool
    order_down: Literal["by partner", "in round two", "telling to turn down"]
    breach: Literal["loses the game", "refused", "allowed"]
    breach_asked: Literal["everywhere", "strict tables"]
    breach_counts: Literal["in any turn", "in turn only"]
    all_pass: Literal["throw in", "stick the dealer", "pay"]
    lone_partner_turn_up: Literal["dealer takes it", "lone partner takes it", "stays on the stock"]
    stuck_names: Literal["another suit", "any suit"] = "another suit"
    thrown_in_dealer: Literal["next dealer", "same dealer"] = "next dealer"
    no_trump: Literal["none", "high", "high and low"] = "none"
    no_trump_when: Literal["round two", "stuck dealer"] = "round two"
    joker_turned: Literal[
        "named blind, makes",
        "named blind, proposed",
        "dealer names, makes",
        "dealer names, joker stays",
        "open naming",
        "counts as clubs",
        "counts as diamonds",
        "counts as hearts",
        "counts as spades",
    ] = "named blind, makes"
    joker_natural: bool = False


class Burying(Struct, frozen=True):
    """What the dealer may put back."""

    turn_up: Literal["never", "allowed", "unless five of the suit"]
    five_of_suit: Literal["printed suit", "suit in play"]
    order: Literal["take first", "discard first"] = "take first"


class Alone(Struct, frozen=True):
    """Playing without the partner."""

    who: Literal["maker", "makers", "anyone"]
    when: Literal["with the call", "before the first card"]
    needs_trump: bool
    lead: Literal["left of dealer", "left of lone player"]
    barred_at: tuple[Count, ...] = ()
    defend: Literal["no", "against a lone maker", "against any maker"] = "no"


class Relief(Struct, frozen=True):
    """What a player may do with a bad hand, before the first call of that player."""

    bad_hand: Literal[
        "none",
        "nines and tens",
        "ace, no face",
        "no face",
        "three nines or tens",
        "three of a rank",
    ] = "none"
    remedy: Literal["same dealer", "next dealer", "go under"] = "same dealer"
    gone_under: Literal["may call", "passes"] = "may call"
    seen_by: Literal["everybody", "nobody"] = "everybody"


class Playing(Struct, frozen=True):
    """How won tricks lie on the table."""

    won_tricks: Literal["face down", "winning card face down"]


class Scoring(Struct, frozen=True):
    """What a deal is worth."""

    tricks_to_make: Count
    make: Points
    march: Points
    euchre: Points
    lone_make: Points
    lone_march: Points
    lone_euchre: Points
    lone_tricks: Count | None = None
    super_euchre: Points | None = None
    given_up: Points = 1
    lone_defence: Points = 4
    lone_defence_of_pair: Points = 4


class GameEnd(Struct, frozen=True):
    """When a game is over, apart from the clock."""

    target: Count | None
    other_targets: tuple[Count, ...]
    agreed_target: bool
    deals: Count | None
    counts: Literal["points", "tricks", "either"]
    overshoot: Literal["kept", "capped"]
    cap: Count | None = None


class Timing(Struct, frozen=True):
    """The time limit, the bell and what they do to the hand in progress."""

    minutes: Count | None
    advice_minutes: Count | None
    tournament_advice_minutes: Count | None
    finish_hand: Literal["if faced", "if put down", "never"]
    level: Literal["deal on", "draw"]
    thrown_in: Literal["ends the game", "deal on"]
    misdealt: Literal["ends the game", "deal on"]


class Marking(Struct, frozen=True):
    """What keeps the score in sight."""

    kind: Literal["fives", "score sheet", "score card"]
    peg_board: bool
    past_ten: Literal["number beside", "fresh cycle"]


DealWindow = Literal["turn-up faced", "first lead", "first trick quitted", "hand scored"]
TrickWindow = Literal[
    "never",
    "another card",
    "trick complete",
    "trick quitted",
    "next lead",
    "hand scored",
    "next turn-up",
]
DealtBy = Literal["same dealer", "next dealer", "stands"]
Claimant = Literal["anyone", "the other side"]
VoidCall = Literal["void, side barred", "void"]
Floor = Literal["zero", "below zero", "not offered"]


class Misdealing(Struct, frozen=True):
    """Who deals again after what, until when it may be called, and who may call it."""

    exposed_card: DealtBy
    faced_card: DealtBy
    imperfect_pack: DealtBy
    wrong_count: DealtBy
    wrong_kitty: DealtBy
    wrong_pack: Literal["imperfect pack", "as called"]
    early_turn_up: DealtBy
    uncut: DealtBy
    uncut_until: DealWindow
    second: Literal["as the first", "deal passes"]
    second_means: Literal["running", "in the game"]
    until: DealWindow
    pack_until: DealWindow
    count_until: DealWindow
    kitty_until: DealWindow
    claimant: Claimant
    kitty_claimant: Claimant
    wrong_dealer_until: DealWindow
    after_wrong_dealer: Literal["left of the actual dealer", "the missed player"]
    void_by_wrong_dealer: Literal["right dealer until faced", "right dealer", "actual dealer"]


class HandCount(Struct, frozen=True):
    """A wrong number of cards found late, and the dealer who forgets to bury."""

    late: Literal["side may not score", "stands"]
    late_until: DealWindow
    late_penalty: Literal["may not be added", "may be added"]
    unburied: Literal["plays the five dealt", "new deal"]
    unburied_turn_up: Literal["withdrawn", "stays"]
    unburied_taken_back: Literal["still bound", "may bury"]


class Calls(Struct, frozen=True):
    """Bids out of turn, of a dead suit, in loose words or without the card they need."""

    out_of_turn: VoidCall
    turn_down_out_of_turn: VoidCall
    pass_binds: bool
    dead_suit: VoidCall
    barred_for: Literal["the deal", "the round"]
    until: DealWindow
    any_words_bind: bool
    without_natural: Literal["officer decides", "void, side barred"]
    forbidden: Literal["void", "officer decides"]


class LoneHand(Struct, frozen=True):
    """Whether a lone hand is spared the penalties for turns and exposed cards."""

    exempt: bool
    exposed_before: Literal["stays up", "goes back"]
    until: TrickWindow


class Turns(Struct, frozen=True):
    """A lead or a play out of turn, and the suit that may be called for it."""

    lead_until: TrickWindow
    demand: Claimant
    lead_exposed: bool
    followers: Literal["free", "exposed"]
    lead_call: bool
    caller: Literal["last to play", "either opponent"]
    caller_lone: Literal["lone opponent", "no call"]
    play_until: TrickWindow


class Exposed(Struct, frozen=True):
    """Which cards are exposed cards, and what becomes of them."""

    out_of_turn: bool
    dropped: bool
    played_along: bool
    named: bool
    corrected_revoke: bool
    duty: Literal["first legal chance", "returns to hand"]
    buried: Literal["stays up", "may be buried"]
    several: Literal["owner chooses", "opponents choose"]
    called_suit: Literal["call first", "exposed card first"]


class WonTricks(Struct, frozen=True):
    """A quitted trick turned up again, and a won trick that was not turned."""

    turned_up: Literal["other side calls a lead", "warning"]
    caller: Literal["either opponent", "last to play"]
    not_turned: Literal["reminder", "nothing"]


class Revoking(Struct, frozen=True):
    """Failing to follow suit: when it can be put right, and what it costs otherwise."""

    until: TrickWindow
    mended_by: Literal["anyone", "the offenders"]
    followers_change: bool
    penalty: Points
    defenders_penalty: Points
    lone_penalty: Points
    lone_defenders_penalty: Points
    lone_means: Literal["any lone deal", "by the lone player", "against the lone player"]
    maximum: Literal["by the table", "always the lone value"]
    as_played: bool
    as_played_for: Literal["both sides", "innocent side"]
    subtract: bool
    floor: Floor
    hand: Literal["stops", "played out"]
    scores: Literal["penalty instead", "penalty and hand"]
    claim_until: TrickWindow
    mixed: Literal["accused side", "anyone", "no proof"]
    repeated: Literal["each", "once"]


class Singly(Struct, frozen=True):
    """Cards that are not played one at a time."""

    penalty: Count | None
    goes: Literal["to the other side", "from the offenders"]
    once: bool


class Conduct(Struct, frozen=True):
    """Talk, help and signals at the table."""

    table_talk: Literal["warning", "deduction"]
    signalling: Literal["warning", "deduction"]
    least: Count | None
    most: Count | None
    floor: Floor
    removal_review: bool
    help: bool


class Rulings(Struct, frozen=True):
    """What force a ruling has."""

    final: bool
    borrowed: Literal["applied", "suggested"]
    ends_game: bool


REFEREE_TOPICS: Final[Mapping[str, type[Struct]]] = {
    "misdeal": Misdealing,
    "count": HandCount,
    "calls": Calls,
    "lone_hand": LoneHand,
    "turns": Turns,
    "exposed": Exposed,
    "won_tricks": WonTricks,
    "revoke": Revoking,
    "singly": Singly,
    "conduct": Conduct,
    "rulings": Rulings,
}


# ---- variants: what a book need not state ----

# What each is about, as the note of a setting says it.
NOTES: Final[Mapping[str, str]] = {
    "pack.ranks": word("Which cards of each suit are in the deck."),
    "pack.joker": word("Whether a joker, or the card in its place, is the best trump of any suit."),
    "bidding.joker_turned": word("What a joker means that is turned up."),
    "bidding.joker_natural": word("Whether a joker is a natural card of every suit."),
    "bidding.stuck_names": word(
        "Whether a dealer who has to name a suit may name the one turned down."
    ),
    "bidding.thrown_in_dealer": word("Who deals after the cards are thrown in."),
    "bidding.no_trump": word("Whether no-trump may be named, in which no jack is a bower."),
    "bidding.no_trump_when": word("Who may name no-trump."),
    "relief.bad_hand": word("Which bad hand a player may show before the first call."),
    "relief.remedy": word("What becomes of a bad hand: who deals again, or three cards go under."),
    "relief.gone_under": word("Whether a player whose cards went under may still call."),
    "relief.seen_by": word("Who sees the cards that go under."),
    "burying.order": word("Whether the dealer takes the turn-up first or discards first."),
    "alone.barred_at": word("Scores at which a side plays no lone hand."),
    "score.lone_tricks": word(
        "How many tricks a lone maker needs, where that is not as for a pair."
    ),
    "score.super_euchre": word(
        "Defenders when the makers win no trick, where that is more than a euchre."
    ),
    "score.given_up": word("The other side when a dealer pays instead of naming a suit."),
    "alone.defend": word("Whether a defender may play alone, and against whom."),
    "score.lone_defence": word("A lone defender who euchres a lone maker."),
    "score.lone_defence_of_pair": word("A lone defender who euchres a pair of makers."),
    "game.cap": word("The most points that are written down for a side."),
}
VARIED: Final[Mapping[str, type[Struct]]] = {
    "pack": Pack,
    "bidding": Bidding,
    "relief": Relief,
    "burying": Burying,
    "alone": Alone,
    "score": Scoring,
    "game": GameEnd,
}


class Book(Protocol):
    """What a variant asks a book."""

    @property
    def name(self) -> str: ...
    @property
    def citations(self) -> Mapping[str, object]: ...
    def value(self, path: str) -> Any:
        """The value of a setting."""


# The law that a book without a word of them goes by.
UNSTATED: Final = "laws.only_stated_rules"


def stated(book: Book) -> Iterator[str]:
    """The variants that a book states, as the common game has them or otherwise."""
    return (path for path in NOTES if path in book.citations)


def common(path: str) -> Any:
    """What a variant is in the common game."""
    topic, name = path.split(".")
    kind = VARIED[topic]
    at = kind.__struct_fields__.index(name) - len(kind.__struct_fields__)
    return kind.__struct_defaults__[at]


def played(book: Book) -> Iterator[str]:
    """The variants in which a book is not as the common game."""
    return (path for path in NOTES if book.value(path) != common(path))


def _needless(
    path: str, values: tuple[str, ...], says: Message
) -> Callable[[Book], Message | None]:
    """A variant that means nothing unless another setting has a value."""

    def check(book: Book) -> Message | None:
        return None if book.value(path) in values else says

    return check


def _over_target(book: Book) -> Message | None:
    cap, target = book.value("game.cap"), book.value("game.target")
    if cap is not None and target is not None and cap < target:
        return message(
            "no more than {cap} points are written down, so nobody reaches {target}",
            cap=cap,
            target=target,
        )
    return None


def _too_many_tricks(book: Book) -> Message | None:
    needed, least = book.value("score.lone_tricks"), book.value("score.tricks_to_make")
    if needed is not None and not least <= needed <= HAND_SIZE:
        return message(
            "a lone maker needs from {least} to {most} tricks, not {tricks}",
            least=least,
            most=HAND_SIZE,
            tricks=needed,
        )
    return None


def _no_trump_when(book: Book) -> Message | None:
    if book.value("bidding.no_trump") == "none":
        return message("nobody names no-trump here")
    if book.value("bidding.all_pass") != "stick the dealer":
        return message("no dealer has to name a suit here")
    return None


_BAD_HANDS: Final = get_args(get_type_hints(Relief)["bad_hand"])[1:]
_NONE_UNDER: Final = message("no cards go under here")


def _joker_and_no_trump(book: Book) -> Message | None:
    if book.value("bidding.no_trump") == "none":
        return None
    return message("what a joker is without trumps is not known here: play with one or the other")


_JOKERS: Final = ("joker", "two of spades")
_NO_JOKER: Final = message("there is no joker in the deck")
_DEFENDED: Final = ("against a lone maker", "against any maker")
_UNDEFENDED: Final = message("nobody defends alone here against such makers")
_ANYONE: Final = message("where anyone may be the one lone player, a defender already may")
# Why a book with such a variant cannot be.
_CANNOT: Final[Mapping[str, Callable[[Book], Message | None]]] = {
    "bidding.stuck_names": _needless(
        "bidding.all_pass",
        ("stick the dealer",),
        message("only a dealer who has to name a suit can name the one turned down"),
    ),
    "bidding.thrown_in_dealer": _needless(
        "bidding.all_pass",
        ("throw in",),
        message("no cards are thrown in here, so nobody deals after that"),
    ),
    "bidding.no_trump_when": _no_trump_when,
    "relief.remedy": _needless("relief.bad_hand", _BAD_HANDS, message("no bad hand is shown here")),
    "relief.gone_under": _needless("relief.remedy", ("go under",), _NONE_UNDER),
    "relief.seen_by": _needless("relief.remedy", ("go under",), _NONE_UNDER),
    "pack.joker": _joker_and_no_trump,
    "bidding.joker_turned": _needless("pack.joker", _JOKERS, _NO_JOKER),
    "bidding.joker_natural": _needless("pack.joker", _JOKERS, _NO_JOKER),
    "alone.defend": lambda book: None if book.value("alone.who") != "anyone" else _ANYONE,
    "score.lone_tricks": _too_many_tricks,
    "score.given_up": _needless(
        "bidding.all_pass", ("pay",), message("no dealer pays for a deal here")
    ),
    "score.lone_defence": _needless("alone.defend", _DEFENDED, _UNDEFENDED),
    "score.lone_defence_of_pair": _needless("alone.defend", _DEFENDED[1:], _UNDEFENDED),
    "game.cap": _over_target,
}


def objection(book: Book) -> Message | None:
    """Why the settings of a book cannot meet."""
    for path in played(book):
        if (check := _CANNOT.get(path)) and (says := check(book)):
            return message("{book}, {path}: {reason}", book=book.name, path=path, reason=says)
    return None
