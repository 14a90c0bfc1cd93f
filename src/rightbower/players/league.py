"""The league player: what a hand is worth to it, how it bids and how it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rightbower.players.sight import ScoreSituation, Sight, score_situation
from rightbower.players.views import View
from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    GoUnder,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    ThrowIn,
    TurnDown,
)
from rightbower.rules.cards import (
    Card,
    NoTrump,
    Rank,
    Seat,
    Strain,
    Suit,
    height,
    left_bower,
    right_bower,
    suit_in_play,
)
from rightbower.rules.deal import Phase, holds_trump

# Points for a call: the numbers come from playing many thousand hands both ways, called and
# passed (tools/fit_calls.py does it again). Each trump counts, the right bower most; a plain ace
# helps a defender nearly as much.
RIGHT_WORTH: Final = 9
TRUMP_WORTH: Final = 6
ACE_WORTH: Final = 2
TWO_SUITS_WORTH: Final = 2

# What a call needs, by the seats from the dealer's left round to the dealer. "Next" is the suit
# of the turned-down card's colour: the dealer's side has shown itself poor in it.
ROUND_ONE: Final = (23, 15, 20, 15)
NEXT: Final = (14, 16, 15, 0)
OTHER_SUIT: Final = (16, 14, 16, 0)

# Points for going alone, where tops and aces count more, and what it needs.
LONE_RIGHT: Final = 19
LONE_LEFT: Final = 16
LONE_ACE: Final = 14
LONE_TRUMP: Final = 12
LONE_PLAIN_ACE: Final = 8
LONE_GUARDED_KING: Final = 2
LONE_FOUR_TRUMPS: Final = -7
# Without trumps: the best of a suit, and the second with a card beside it.
NO_TRUMP_TOP: Final = 7
NO_TRUMP_GUARDED: Final = 4
NO_TRUMP: Final = 21
LONE_TOP: Final = 14
LONE_GUARDED: Final = 8
LONE_BARS: Final = (49, 54, 56, 50)
BOUND_BAR: Final = 44


def by_phase(
    view: View,
    card: Callable[[View, list[Card]], Card],
    bury: Callable[[tuple[Card, ...], Strain, list[Card]], Card],
    alone: Callable[[View], Action],
    bid: Callable[[View], Action],
) -> Action:
    """What a player does who has a way to choose a card, a card to bury, a partner and a call."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return view.legal[0]
    if better := relieved(view):
        return better
    match view.phase:
        case Phase.PLAY:
            cards = [action.card for action in view.legal if isinstance(action, Play)]
            return Play(view.seat, card(view, cards))
        case Phase.BURY:
            assert view.trump is not None
            cards = [action.card for action in view.legal if isinstance(action, Bury)]
            return Bury(view.seat, bury(view.hand, view.trump, cards))
        case Phase.ALONE | Phase.DEFEND:
            return alone(view)
        case _:
            return bid(view)


def relieved(view: View) -> Action | None:
    """What is done with a bad hand, where it may be shown now."""
    if view.phase is not Phase.ROUND_ONE or view.book.relief.bad_hand == "none":
        return None
    return next((each for each in view.legal if isinstance(each, ThrowIn | GoUnder)), None)


# How the score bends a call.
GAMBLE: Final = 3
LONE_GAMBLE: Final = 8
LONE_NEVER: Final = 1000


def strength(hand: Iterable[Card], trump: Strain) -> int:
    """What a hand of five is worth to a maker, in points; nothing without a trump.

    >>> from rightbower.rules.cards import cards
    >>> strength(cards("JH AH 9H AS KC"), Suit.HEARTS)
    23
    """
    if isinstance(trump, NoTrump):
        return _tops(hand, trump, NO_TRUMP_TOP, NO_TRUMP_GUARDED)
    points = trumps = 0
    plain = set()
    for card in hand:
        if suit_in_play(card, trump) is trump:
            trumps += 1
            points += RIGHT_WORTH if card.joker or card is right_bower(trump) else TRUMP_WORTH
        else:
            plain.add(card.suit)
            points += ACE_WORTH if card.rank is Rank.ACE else 0
    if not trumps:
        return 0
    return points + (TWO_SUITS_WORTH if len(plain) < 2 else 0)


def lone_strength(hand: Iterable[Card], trump: Strain) -> int:
    """What a hand of five is worth to a lone player, in points.

    >>> from rightbower.rules.cards import cards
    >>> lone_strength(cards("JH JD AH AS 9S"), Suit.HEARTS)
    57
    """
    if isinstance(trump, NoTrump):
        return _tops(hand, trump, LONE_TOP, LONE_GUARDED)
    points = trumps = 0
    plain: dict[Suit, list[Rank]] = {}
    for card in hand:
        if suit_in_play(card, trump) is trump:
            trumps += 1
            points += _lone_worth(card, trump)
        else:
            plain.setdefault(card.suit, []).append(card.rank)
    for ranks in plain.values():
        if Rank.ACE in ranks:
            points += LONE_PLAIN_ACE
        elif Rank.KING in ranks and len(ranks) > 1:
            points += LONE_GUARDED_KING
    return points + (LONE_FOUR_TRUMPS if trumps > 3 else 0)


def _tops(hand: Iterable[Card], call: NoTrump, top: int, guarded: int) -> int:
    """What the best cards of each suit and the guarded seconds are worth without trumps."""
    heights: dict[Suit, list[int]] = {}
    for card in hand:
        heights.setdefault(card.suit, []).append(height(card, call))
    points = 0
    for held in heights.values():
        points += top if Rank.ACE in held else 0
        points += guarded if Rank.KING in held and len(held) > 1 else 0
    return points


def _lone_worth(card: Card, trump: Suit) -> int:
    if card.joker or card is right_bower(trump):
        return LONE_RIGHT
    if card is left_bower(trump):
        return LONE_LEFT
    return LONE_ACE if card.rank is Rank.ACE else LONE_TRUMP


def bid(view: View) -> Action:
    """Accept the turn-up or name a suit where the hand is worth it; pass otherwise."""
    place = _place(view)
    now = score_situation(view)
    suit, hand, spare = best_call(view)
    may_pass = isinstance(view.legal[0], Pass | TurnDown)
    if _bound_to_be_alone(view):
        wanted = lone_strength(hand, suit) >= BOUND_BAR
        return view.legal[-1] if wanted and holds_needed_trump(view, suit) else view.legal[0]
    light = lighter(now, view.phase is Phase.ROUND_TWO)
    if may_pass and (spare + light < 0 or not holds_needed_trump(view, suit)):
        return view.legal[0]
    alone = lone_strength(hand, suit) >= LONE_BARS[place] + lone_shift(now)
    calls = [action for action in view.legal if makes_trump(action, suit)]
    for action in calls:
        if getattr(action, "alone", False) == alone:
            return action
    return calls[0] if calls else view.legal[0]


def makes_trump(action: Action, suit: Strain) -> bool:
    """Whether an action accepts the turn-up or names this suit."""
    return isinstance(action, Order | PickUp) or (isinstance(action, Name) and action.suit is suit)


def _bound_to_be_alone(view: View) -> bool:
    """Whether the only way to accept is to play alone, as some books bind the dealer's partner."""
    calls = [action for action in view.legal if isinstance(action, Order | PickUp)]
    return bool(calls) and all(action.alone for action in calls)


def holds_needed_trump(view: View, suit: Strain) -> bool:
    """Whether the hand holds the trump that a book may ask of whoever calls."""
    rules = view.book.bidding
    free = rules.trump_to_order == "nobody" or view.seat is view.dealer
    if free or isinstance(suit, NoTrump):
        return True
    return holds_trump(view.hand, suit, rules.left_counts)


def best_call(view: View) -> tuple[Strain, tuple[Card, ...], int]:
    """The suit to call, the hand it would be played with, and the points above the bar."""
    place, turn_up = _place(view), view.turn_up
    assert turn_up is not None
    offered = view.offered
    if view.phase is Phase.ROUND_ONE:
        assert offered is not None
        hand = view.hand
        if view.seat is view.dealer:
            buried = choose_bury((*hand, turn_up), offered, hand)
            hand = tuple(card for card in (*hand, turn_up) if card is not buried)
        return offered, hand, strength(hand, offered) - ROUND_ONE[place]
    spares: list[tuple[int, Strain]] = [
        (strength(view.hand, call) - NO_TRUMP, call) for call in no_trumps(view)
    ]
    down = view.book.bidding.stuck_names == "any suit" and view.seat is view.dealer
    for suit in Suit:
        if suit is not offered or down:
            next_suit = offered is not None and suit is offered.same_colour
            bars = NEXT if next_suit else OTHER_SUIT
            spares.append((strength(view.hand, suit) - bars[place], suit))
    spare, called = max(spares)
    return called, view.hand, spare


def no_trumps(view: View) -> list[NoTrump]:
    """The calls without trumps that may be made now."""
    named = {each.suit for each in view.legal if isinstance(each, Name)}
    return [each for each in NoTrump if each in named]


def _place(view: View) -> int:
    """How many seats after the dealer's left one sits; the dealer is last."""
    assert view.seat is not None
    return (view.seat - view.dealer - 1) % 4


def lighter(now: ScoreSituation, round_two: bool) -> int:
    """Call lighter where the other side's next point wins, and when behind in the last hand."""
    desperate = now.they_need == 1 and (now.we_need == 1 or round_two)
    return GAMBLE if desperate or (now.last_hand and now.lead < 0) else 0


def lone_shift(now: ScoreSituation) -> int:
    """More for going alone where its extra points would win nothing, less when far behind."""
    if now.we_need <= now.march or (now.last_hand and now.lead > 0):
        return LONE_NEVER
    far_behind = now.last_hand and -now.lead > now.march
    return -LONE_GAMBLE if far_behind else 0


def go_alone(view: View) -> Action:
    """Answer, once trump is made, whether to play alone."""
    assert view.trump is not None
    bar = LONE_BARS[_place(view)] + lone_shift(score_situation(view))
    for action in view.legal:
        if isinstance(action, GoAlone) and lone_strength(view.hand, view.trump) >= bar:
            return action
    return view.legal[0]


def choose_bury(hand: tuple[Card, ...], trump: Strain, cards: Iterable[Card]) -> Card:
    """The card to bury, out of those that may be: make a void, keep aces and trumps."""

    def worth(card: Card) -> tuple[bool, int, int, bool, int]:
        if suit_in_play(card, trump) is trump:
            return True, 0, height(card, trump), False, 0
        held = sum(suit_in_play(other, trump) is card.suit for other in hand)
        high = height(card, trump)
        ace = len(hand) if high == Rank.ACE else 0
        return False, held + ace, high, card.suit is trump.same_colour, card.suit

    return min(cards, key=worth)


def choose_card(view: View, cards: list[Card]) -> Card:
    """The card a league player plays, out of those that may be played."""
    sight = Sight(view)
    cards = sorted(cards, key=sight.order)  # of two cards as good, always the same one
    return _follow(sight, cards) if sight.plays else _lead(sight, cards)


def _lead(sight: Sight, cards: list[Card]) -> Card:
    trumps = [card for card in cards if sight.is_trump(card)]
    plain = [card for card in cards if not sight.is_trump(card)]
    if not plain:
        return _highest(sight, trumps)
    making = sight.maker.side is sight.seat.side
    if trumps and making and _leads_trump(sight, trumps, plain):
        return _highest(sight, trumps)
    return _plain_lead(sight, plain)


def _leads_trump(sight: Sight, trumps: list[Card], plain: list[Card]) -> bool:
    """Makers draw trumps while an opponent may hold one."""
    all_trumps = sight.suits[sight.trump]
    if not any(sight.may_hold(seat, all_trumps) for seat in sight.foes):
        return False
    if sight.boss(_highest(sight, trumps)):
        return True
    if sight.maker is sight.seat:
        return len(trumps) >= (2 if sight.view.lone is sight.seat else 3)
    first_trick = len(sight.view.tricks) == 1
    winners = any(sight.boss(card) for card in plain)
    return first_trick or (not winners and sight.may_hold(sight.partner, all_trumps))


def _plain_lead(sight: Sight, plain: list[Card]) -> Card:
    """A card that nobody beats and nobody is known to trump, or else a low one from a short suit."""
    safe = [card for card in plain if not _will_be_trumped(sight, card)]
    winners = [card for card in safe or plain if sight.boss(card)]
    if winners:
        return max(winners, key=lambda card: _out(sight, card))

    def cost(card: Card) -> int:
        held = _held(sight, card)
        high = height(card, sight.trump)
        lone_king = high == Rank.KING and held == 1
        return 2 * held + high - (5 if lone_king else 0)

    return min(safe or plain, key=cost)


def _will_be_trumped(sight: Sight, card: Card) -> bool:
    suit, trumps = sight.suit(card), sight.suits[sight.trump]
    return any(
        not sight.may_hold(seat, suit) and sight.may_hold(seat, trumps) for seat in sight.foes
    )


def _follow(sight: Sight, cards: list[Card]) -> Card:
    leader, best = sight.plays[0]
    for seat, card in sight.plays[1:]:
        if sight.beats(card, best):
            leader, best = seat, card
    winners = [card for card in cards if sight.beats(card, best)]
    if not winners:
        return _throw(sight, cards)
    rest = sight.to_come()
    foes = [seat for seat in rest if seat is not sight.partner]
    if leader is sight.partner:
        if sight.boss(best) or not foes:
            return _throw(sight, cards)
        return _over_partner(sight, cards, winners, best)
    if not foes:
        return _cheapest(sight, winners)
    return _against_foe(sight, cards, winners, foes, partner_to_come=sight.partner in rest)


def _over_partner(sight: Sight, cards: list[Card], winners: list[Card], best: Card) -> Card:
    """Partner is winning with a card that can be beaten, and an opponent is still to play."""
    follows = bool(sight.suit(sight.plays[0][1]) >> winners[0].index & 1)
    if not follows:
        low = not sight.is_trump(best) and height(best, sight.trump) <= Rank.QUEEN
        return _cheapest(sight, winners) if low else _throw(sight, cards)
    if sure := [card for card in winners if sight.boss(card)]:
        return _cheapest(sight, sure)
    top = _highest(sight, winners)
    between = sight.unseen & sight.above[best.index] & ~sight.above[top.index]
    helps = sight.is_trump(best) and between.bit_count() >= 2
    return top if helps else _throw(sight, cards)


def _against_foe(
    sight: Sight, cards: list[Card], winners: list[Card], foes: list[Seat], partner_to_come: bool
) -> Card:
    """An opponent is winning and another is still to play: a sure card, then second hand low."""
    sure = [card for card in winners if _stands(sight, card, foes)]
    if not sure:
        sure = [card for card in winners if not sight.is_trump(card) and sight.boss(card)]
    if sure:
        return _cheapest(sight, sure)
    if sight.is_trump(winners[0]):
        return _cheapest(sight, winners)
    return _throw(sight, cards) if partner_to_come else _highest(sight, winners)


def _stands(sight: Sight, card: Card, foes: list[Seat]) -> bool:
    """Whether none of these opponents can beat a card that is winning the trick."""
    better = sight.above[card.index]
    if not sight.is_trump(card):
        better |= sight.suits[sight.trump]
    return not any(sight.may_hold(seat, better) for seat in foes)


def _throw(sight: Sight, cards: list[Card]) -> Card:
    """The card that will be missed least: a low one, best the last of a suit beside a trump."""
    holds_trump = any(sight.is_trump(card) for card in sight.hand)

    def worth(card: Card) -> int:
        if sight.is_trump(card):
            return 100 + height(card, sight.trump)
        held = _held(sight, card)
        high = height(card, sight.trump)
        keeps = 20 if sight.boss(card) else 4 if held == 2 and high == Rank.KING else 0
        return 2 * high + keeps - (12 if held == 1 and holds_trump else 0)

    return min(cards, key=worth)


def _cheapest(sight: Sight, cards: list[Card]) -> Card:
    return min(cards, key=lambda card: height(card, sight.trump))


def _highest(sight: Sight, cards: list[Card]) -> Card:
    return max(cards, key=lambda card: height(card, sight.trump))


def _held(sight: Sight, card: Card) -> int:
    """How many cards of this card's suit the seat holds."""
    suit = sight.suit(card)
    return sum(suit >> other.index & 1 for other in sight.hand)


def _out(sight: Sight, card: Card) -> int:
    """How many cards of this card's suit are still out."""
    return (sight.unseen & sight.suit(card)).bit_count()


def league(view: View) -> Action:
    """What a league player does."""
    return by_phase(view, choose_card, choose_bury, go_alone, bid)
