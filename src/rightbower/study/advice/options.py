"""What each option is worth to a seat, and a seat's view from a one-line description."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rightbower.players.expert import Expert, Valued
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Action, Bury, Name, Order, Play, read_action, write_action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, card, cards, suit_in_play
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, Phase, holds_trump, place
from rightbower.rules.game import Game, TurnUp, deal_out
from rightbower.rules.judge import legal
from rightbower.rules.refusal import Refusal

ADVISING_WORLDS = 400


def advise(seen: View, worlds: int = ADVISING_WORLDS, seed: int = 0) -> list[Valued]:
    """Every option, the best first."""
    if not seen.legal:
        raise Refusal("it is not this seat's turn, so there is nothing to choose")
    found = Expert(seed, worlds).values(seen)
    return sorted(found, key=lambda each: -each.chance)


def situation(
    book: RuleBook,
    dealer: Seat,
    turn_up: Card,
    seat: Seat,
    hand: Sequence[Card],
    done: Sequence[Action] = (),
    score: tuple[int, int] = (0, 0),
) -> View:
    """A seat's view from a short description; ``hand`` are the five cards dealt to it.

    The cards nobody told of are put anywhere: the view does not show them.
    """
    if len(set(hand)) < len(hand):
        raise Refusal("a card appears in the hand twice")
    if len(hand) != HAND_SIZE:
        raise Refusal(f"give the {HAND_SIZE} cards dealt, not {len(hand)}")
    if turn_up in hand:
        raise Refusal(f"{turn_up} is turned up and cannot be in the hand")
    game = new_game(book, dealer)
    if min(score) < 0 or (game.target is not None and max(score) >= game.target):
        raise Refusal(f"no hand is played at {score[0]}–{score[1]}")
    game = Game(book, dealer, dealer, game.target, start_score=score, score=score, begun=True)
    game = deal_out(game, _filled(seat, hand, turn_up, done, dealer), turn_up=TurnUp.FACED)
    assert game.deal is not None
    deal = game.deal
    for action in done:
        if not isinstance(action, Bury):
            deal = _discarded(deal, seat, done)
        if deal.turn is not action.seat:
            raise Refusal(f"{write_action(action)!r}: it is {_whose_turn(deal)} then")
        deal = place(deal, action)
    deal = _discarded(deal, seat, done)
    if deal.turn is not seat:
        raise Refusal(f"after that it is {_whose_turn(deal)}, not {seat.word}'s")
    return view(replace(game, deal=deal), seat)


def _whose_turn(deal: Deal) -> str:
    return "nobody's turn" if deal.turn is None else f"{deal.turn.word}'s turn"


def _discarded(deal: Deal, seat: Seat, done: Sequence[Action]) -> Deal:
    """Another dealer's discard where none is given: this seat does not see which card it is."""
    if deal.phase is not Phase.BURY or deal.turn in (seat, None):
        return deal
    kept = {action.card for action in done if isinstance(action, Play)}
    away = [each for each in legal(deal) if isinstance(each, Bury) and each.card not in kept]
    return place(deal, away[0]) if away else deal


def _filled(
    seat: Seat, hand: Sequence[Card], turn_up: Card, done: Sequence[Action], dealer: Seat
) -> Dealt:
    """A deal in which everybody holds the cards they are said to have played."""
    held: dict[Seat, list[Card]] = {each: [] for each in Seat}
    held[seat] = list(hand)
    for action in done:
        if not isinstance(action, Play | Bury) or action.seat is seat:
            continue
        if action.card is not turn_up or action.seat is not dealer:
            held[action.seat].append(action.card)
    told = [turn_up, *(each for cards_ in held.values() for each in cards_)]
    for each in PACK:
        if told.count(each) > 1:
            raise Refusal(f"{each} appears twice")
    rest = [each for each in PACK if each not in told]
    for action in done:
        if isinstance(action, Order | Name) and len(held[action.seat]) < HAND_SIZE:
            _give_trump(held[action.seat], rest, action, turn_up)
    for who in Seat:
        while len(held[who]) < HAND_SIZE:
            held[who].append(rest.pop())
    return Dealt(tuple(tuple(held[who]) for who in Seat), turn_up, tuple(rest))


def _give_trump(hand: list[Card], rest: list[Card], action: Order | Name, turn_up: Card) -> None:
    """Where a book wants a trump of whoever calls, let the caller hold one."""
    trump = action.suit if isinstance(action, Name) else turn_up.suit
    for each in rest:
        if suit_in_play(each, trump) is trump and not holds_trump(tuple(hand), trump):
            hand.append(each)
            rest.remove(each)
            return


def described(
    book: RuleBook,
    dealer: str,
    turn_up: str,
    seat: str,
    hand: str,
    done: str = "",
    score: str = "0-0",
) -> View:
    """The same from texts: ``S``, ``9H``, ``W``, ``JH AH KS QS 9C``, ``W pass, N order``, ``3-5``."""
    try:
        ns, ew = (int(part) for part in score.replace("–", "-").split("-"))
    except ValueError:
        raise Refusal(f"write the score as 3-5, North and South first, not {score!r}") from None
    actions = [read_action(part) for part in done.split(",") if part.strip()]
    return situation(
        book, Seat.of(dealer), card(turn_up), Seat.of(seat), cards(hand), actions, (ns, ew)
    )
