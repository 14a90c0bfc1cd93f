"""Players that need no kernel: by rules of thumb the beginner and the club player, and a plain search."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from msgspec.structs import replace

from rightbower.players.league import (
    by_phase,
    choose_bury,
    holds_needed_trump,
    league,
    makes_trump,
    no_trumps,
    relieved,
)
from rightbower.players.sight import (
    BURIED,
    HiddenCards,
    hidden_cards,
    lying_under,
    score_situation,
    trick_height,
)
from rightbower.players.views import View, bids
from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    GoUnder,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
    write_action,
)
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import (
    Card,
    NoTrump,
    Rank,
    Seat,
    Strain,
    Suit,
    height,
    right_bower,
    suit_in_play,
)
from rightbower.rules.deal import Deal, Phase, at_score, place, sitting_out
from rightbower.rules.judge import legal, one_by_one
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal
from rightbower.rules.score import score
from rightbower.rules.settings import played

ENOUGH: Final = 3  # the trumps a beginner wants to call
ALL: Final = 5  # the trumps a beginner wants to go alone


def beginner(view: View) -> Action:
    """What a beginner does."""
    if better := relieved(view):
        return better
    match view.phase:
        case Phase.PLAY:
            return _play(view)
        case Phase.BURY:
            return _bury(view)
        case Phase.ALONE | Phase.DEFEND:
            kept = [action for action in view.legal if isinstance(action, KeepPartner)]
            return kept[0]
        case _:
            return _beginner_bid(view)


def _beginner_bid(view: View) -> Action:
    """Call the longest suit with enough trumps, else pass; a stuck dealer calls it anyway."""
    calls = [action for action in view.legal if isinstance(action, Order | PickUp | Name)]
    may_pass = view.legal[0] not in calls
    if not calls:
        return view.legal[0]
    best = max(calls, key=lambda action: (_length(view, action), not action.alone))
    length = _length(view, best)
    if length >= ALL:
        return max(calls, key=lambda action: (_length(view, action), action.alone))
    wanted = length >= ENOUGH and not best.alone
    return best if wanted or not may_pass else view.legal[0]


def _length(view: View, call: Order | PickUp | Name) -> int:
    """How many trumps the hand would hold after a call; without trumps, how many of the two best ranks."""
    assert view.turn_up is not None
    if isinstance(call, Name) and isinstance(call.suit, NoTrump):
        return sum(height(card, call.suit) >= Rank.KING for card in view.hand) - 1
    suit = call.suit if isinstance(call, Name) else view.offered
    assert suit is not None
    held = sum(suit_in_play(card, suit) is suit for card in view.hand)
    return held + isinstance(call, PickUp)


def _bury(view: View) -> Action:
    cards = [action for action in view.legal if isinstance(action, Bury)]
    assert view.trump is not None
    trump = view.trump
    return min(cards, key=lambda action: height(action.card, trump))


def _play(view: View) -> Action:
    """The highest card to lead or to win with, else the lowest."""
    assert view.trump is not None
    trump = view.trump
    cards = [action for action in view.legal if isinstance(action, Play)]
    ranked = sorted(cards, key=lambda action: height(action.card, trump))
    plays = view.tricks[-1].plays
    if not plays:
        return ranked[-1]
    led = suit_in_play(plays[0][1], trump)
    best = max(trick_height(card, led, trump) for _, card in plays)
    return ranked[-1] if trick_height(ranked[-1].card, led, trump) > best else ranked[0]


# Tricks are counted in halves: a bower, the trump ace and a plain ace are each a trick, any other
# trump half of one. "Two tricks, and one for your partner", and a little more where the turn-up
# goes to the other side.
TRICK: Final = 2
TO_CALL: Final = 5
TO_ORDER_AGAINST: Final = 6
TO_BE_ALONE: Final = 8
MANY: Final = 2  # trumps with which a maker draws the others
TEMPERS: Final = {"bold": -1, "even": 0, "careful": 1}


def club(view: View) -> Action:
    """What a club player of even temper does."""
    return _does("even", view)


def club_of(temper: str) -> Callable[[View], Action]:
    """A club player who calls on less, or waits for more."""
    return partial(_does, temper)


def _does(temper: str, view: View) -> Action:
    nerve = TEMPERS[temper]
    return by_phase(
        view,
        _choose_card,
        choose_bury,
        lambda seen: _alone_or_not(seen, nerve),
        lambda seen: _club_bid(seen, nerve),
    )


def halves(hand: tuple[Card, ...], trump: Strain) -> int:
    """The tricks that one sees in a hand, in halves.

    >>> from rightbower.rules.cards import cards
    >>> halves(cards("JH 9H AS KC QC"), Suit.HEARTS)
    5
    """
    if isinstance(trump, NoTrump):
        return TRICK * sum(height(card, trump) == Rank.ACE for card in hand)
    tops = {right_bower(trump), right_bower(trump.same_colour)}
    total = 0
    for card in hand:
        if card in tops or card.joker or card.rank is Rank.ACE:
            total += TRICK
        elif suit_in_play(card, trump) is trump:
            total += 1
    return total


def lone_hand(hand: tuple[Card, ...], trump: Strain, shift: int) -> bool:
    """Whether a hand is strong enough alone: four tricks in it, and a bower on top of the trumps."""
    if isinstance(trump, NoTrump):
        return halves(hand, trump) >= TO_BE_ALONE + shift
    bowers = {right_bower(trump), right_bower(trump.same_colour)} & set(hand)
    trumps = sum(suit_in_play(card, trump) is trump for card in hand)
    return bool(bowers) and trumps > TRICK and halves(hand, trump) >= TO_BE_ALONE + shift


def _club_bid(view: View, shift: int) -> Action:
    """Call where the hand shows tricks enough; a stuck dealer names the best suit."""
    suit, hand = _best_suit(view)
    calls = [action for action in view.legal if makes_trump(action, suit)]
    may_pass = isinstance(view.legal[0], Pass | TurnDown)
    if not calls or not holds_needed_trump(view, suit):
        calls = calls if not may_pass else []
    if not calls:
        return view.legal[0]
    alone = _goes_alone(view, hand, suit, shift)
    ways = [action for action in calls if getattr(action, "alone", False) is alone]
    if may_pass and (not ways or halves(hand, suit) < _needed(view) + shift):
        return view.legal[0]
    return ways[0] if ways else calls[0]


def _needed(view: View) -> int:
    """More is needed to give the dealer of the other side a trump."""
    assert view.seat is not None
    against = view.phase is Phase.ROUND_ONE and view.seat.side is not view.dealer.side
    return TO_ORDER_AGAINST if against else TO_CALL


def _best_suit(view: View) -> tuple[Strain, tuple[Card, ...]]:
    """The suit to think of, and the hand one would play it with."""
    assert view.turn_up is not None
    trump = view.turn_up.suit
    if view.phase is Phase.ROUND_ONE:
        if view.seat is not view.dealer:
            return trump, view.hand
        six = (*view.hand, view.turn_up)
        buried = choose_bury(six, trump, view.hand)
        return trump, tuple(card for card in six if card is not buried)
    suits: list[Strain] = [suit for suit in Suit if suit is not trump]
    suits += no_trumps(view)
    return max(suits, key=lambda suit: halves(view.hand, suit)), view.hand


def _goes_alone(view: View, hand: tuple[Card, ...], trump: Strain, shift: int) -> bool:
    """Whether the hand is strong enough and a march with the partner would not win the game."""
    return lone_hand(hand, trump, shift) and score_situation(view).we_need > view.book.score.march


def _alone_or_not(view: View, shift: int) -> Action:
    """Answer, once trump is made, whether to play alone."""
    assert view.trump is not None
    wanted = GoAlone if _goes_alone(view, view.hand, view.trump, shift) else KeepPartner
    return next((action for action in view.legal if isinstance(action, wanted)), view.legal[0])


def _choose_card(view: View, cards: list[Card]) -> Card:
    """The card a club player plays, out of those that may be played."""
    assert view.trump is not None
    trump = view.trump
    cards = sorted(cards, key=lambda card: (height(card, trump), card.suit))
    return _follow(view, cards, trump) if view.tricks[-1].plays else _lead(view, cards, trump)


def _lead(view: View, cards: list[Card], trump: Strain) -> Card:
    """Makers lead trumps: the caller its best, the partner its own to the caller's. Then aces."""
    trumps = [card for card in cards if suit_in_play(card, trump) is trump]
    plain = [card for card in cards if card not in trumps]
    if not plain:
        return trumps[-1]
    called = view.maker is view.seat
    helping = view.maker is not None and view.maker.partner is view.seat
    first = len(view.tricks) == 1
    draws = len(trumps) >= MANY or any(_is_right(card, trump) for card in trumps)
    if trumps and ((called and draws) or (helping and first)):
        return trumps[-1]
    aces = [card for card in plain if height(card, trump) == Rank.ACE]
    if aces:
        return min(aces, key=lambda card: _held(view, card, trump))
    return min(plain, key=lambda card: (_held(view, card, trump), height(card, trump)))


def _follow(view: View, cards: list[Card], trump: Strain) -> Card:
    """Leave the partner's trick alone; second hand low, third hand high, trump what is theirs."""
    assert view.seat is not None
    plays = view.tricks[-1].plays
    led = suit_in_play(plays[0][1], trump)
    who, best = max(plays, key=lambda play: trick_height(play[1], led, trump))
    winners = [
        card for card in cards if trick_height(card, led, trump) > trick_height(best, led, trump)
    ]
    last = len(plays) == len(view.cards_left) - 1 - len(sitting_out(view))
    if not winners or who is view.seat.partner:
        return _throw(view, cards, trump)
    trumps_in = led is not trump and suit_in_play(winners[0], trump) is trump
    if last or trumps_in:
        return winners[0]
    top = winners[-1]
    sure = _is_top(top, trump) or _is_right(top, trump)
    second = len(plays) == 1
    return top if sure or not second else _throw(view, cards, trump)


def _throw(view: View, cards: list[Card], trump: Strain) -> Card:
    """The lowest card, of a short suit before a long one; an ace or a trump last."""

    def worth(card: Card) -> tuple[bool, bool, int, int]:
        is_trump = suit_in_play(card, trump) is trump
        return is_trump, _is_top(card, trump), height(card, trump), _held(view, card, trump)

    return min(cards, key=worth)


def _is_top(card: Card, trump: Strain) -> bool:
    """Whether it is the ace, or without trumps the best of its suit."""
    return height(card, trump) == Rank.ACE if isinstance(trump, NoTrump) else card.rank is Rank.ACE


def _is_right(card: Card, trump: Strain) -> bool:
    return isinstance(trump, Suit) and card is right_bower(trump)


def _held(view: View, card: Card, trump: Strain) -> int:
    suit = suit_in_play(card, trump)
    return sum(suit_in_play(other, trump) is suit for other in view.hand)


# ---- which books the experts know, and the player that stands in for them ----

# Variants that change nothing within a deal.
HARMLESS: Final = ("bidding.thrown_in_dealer", "game.cap")
# What the kernel knows of settings that have more values than the six books use.
KNOWN: Final = {
    "bidding.partner_order": ("must be alone", "ordinary"),
    "bidding.all_pass": ("throw in", "stick the dealer"),
}


def unstudied(book: RuleBook) -> str | None:
    """The first setting of a book that the kernel does not know; None for a book that it carries."""
    for path, values in KNOWN.items():
        if book.value(path) not in values:
            return path
    return next((path for path in played(book) if path not in HARMLESS), None)


def told_unstudied() -> Message:
    """What a table is told of a book that the strong bots have not studied."""
    return message("The experts have not studied these rules: a plain searching player stands in")


def refuse_unstudied(book: RuleBook) -> RuleBook:
    """The book; refuse one that the kernel does not carry."""
    if (path := unstudied(book)) or (path := next(played(book), None)):
        raise Refusal(
            message(
                "the compiled kernel does not know {path} of {book}; the players do by search",
                path=path,
                book=book.name,
            )
        )
    return book


# Ways that are tried: 40 beat the club player by 0.1 points a deal more than 12; 100 bring no more.
WAYS: Final = 40
FEW_WAYS: Final = 12
STOCK: Final = 4
# How often cards are dealt anew where somebody would hold a suit that was not followed.
TRIES: Final = 30
# Of two choices as near as this, in points, the league player's habit decides.
CLOSE: Final = 0.12


class Searcher:
    """A player that tries some ways the hidden cards could lie; deterministic for a seed."""

    def __init__(self, seed: int = 0, ways: int = WAYS) -> None:
        self.seed = seed
        self.ways = ways

    def __call__(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        points = self.points(view)
        best = max(points)
        near = [act for act, each in zip(view.legal, points, strict=True) if each >= best - CLOSE]
        habit = league(view)
        return habit if habit in near else view.legal[points.index(best)]

    def points(self, view: View) -> list[float]:
        """What each legal act brings, net and on average, by the deals played on."""
        assert view.seat is not None
        chance = Random(self._seed(view))
        hidden = hidden_cards(view)
        total = [0.0] * len(view.legal)
        for _ in range(self.ways):
            deal = _deal_in(view, _spread(view, hidden, chance))
            for at, action in enumerate(view.legal):
                total[at] += _net(_played_on(view, deal, action), view)
        return [each / self.ways for each in total]

    def _seed(self, view: View) -> int:
        said = " ".join(map(write_action, view.bids))
        cards = " ".join(each.name for each in view.hand)
        plays = [[card.name for _, card in trick.plays] for trick in view.tricks]
        return zlib.crc32(f"{self.seed} {view.seat} {cards} {said} {plays}".encode())


def _spread(view: View, hidden: HiddenCards, chance: Random) -> list[list[Card]]:
    """The hidden cards in the hidden places: four hands, the stock, and what was buried."""
    sure = {card for cards in hidden.sure.values() for card in cards}
    free = [card for card in hidden.unseen if card not in sure]
    for _ in range(TRIES):
        chance.shuffle(free)
        places: list[list[Card]] = []
        start = 0
        for count in hidden.counts:
            places.append(free[start : start + count])
            start += count
        if not _shown_void(view, hidden, places):
            break
    for seat, cards in hidden.sure.items():
        places[seat] += cards
    return places


def _shown_void(view: View, hidden: HiddenCards, places: list[list[Card]]) -> bool:
    """Whether somebody would hold a card of a suit that was not followed."""
    return any(
        suit_in_play(card, view.trump) in barred
        for cards, barred in zip(places, hidden.barred, strict=True)
        if barred
        for card in cards
    )


def _deal_in(view: View, places: list[list[Card]]) -> Deal:
    """The deal as it would be with the hidden cards so."""
    assert view.seat is not None
    assert view.turn_up is not None
    assert view.phase is not None
    north, east, south, west = (
        view.hand if seat is view.seat and view.hand else tuple(places[seat]) for seat in Seat
    )
    hands = (north, east, south, west)
    unknown = places[BURIED][0] if places[BURIED] else None
    deal = Deal(
        view.book,
        view.dealer,
        hands,
        hands,
        view.turn_up,
        (*lying_under(view), *places[STOCK]),
        view.turn,
        phase=view.phase,
        acts=tuple(each for each in view.bids if not isinstance(each, GoUnder)),
        trump=view.trump,
        maker=view.maker,
        lone=view.lone,
        taken_by=view.taken_by,
        buried=view.buried or unknown,
        tricks=view.tricks,
        lone_defender=view.lone_defender,
        offered=view.offered,
    )
    return at_score(deal, view.score)


def _played_on(view: View, deal: Deal, action: Action) -> Deal:
    """The deal at its end, when league players play on after an act."""
    deal = _after(deal, action)
    while deal.ending is None:
        deal = _after(deal, league(_seen(view, deal)))
    return deal


def _after(deal: Deal, action: Action) -> Deal:
    if isinstance(action, Play):
        return place(deal, action)
    for step in one_by_one(deal, action):
        deal = place(deal, step)
    return deal


def _seen(view: View, deal: Deal) -> View:
    """What the seat on turn would see of a deal that may be so."""
    seat = deal.turn
    assert seat is not None
    return replace(
        view,
        seat=seat,
        phase=deal.phase,
        turn=seat,
        hand=deal.hands[seat],
        bids=view.bids if deal.phase is Phase.PLAY else bids(deal, seat),
        trump=deal.trump,
        maker=deal.maker,
        lone=deal.lone,
        taken_by=deal.taken_by,
        buried=deal.buried if seat is deal.taken_by else None,
        tricks=deal.tricks,
        cards_left=tuple(map(len, deal.hands)),
        legal=legal(deal),
        lone_defender=deal.lone_defender,
        offered=deal.offered,
    )


def _net(deal: Deal, view: View) -> float:
    """What a deal brought the side that looks, less what it brought the others."""
    assert view.seat is not None
    if deal.ending == "game lost":
        assert deal.maker is not None
        lost = float(view.target or 0)
        return -lost if deal.maker.side is view.seat.side else lost
    marks = score(deal)
    return float(sum(m.points if m.side is view.seat.side else -m.points for m in marks))
