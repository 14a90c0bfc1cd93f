"""What is done at a table, and what can be seen of it: plainly, or only suspected."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rightbower.referee.audit import as_dealt, audit, burying, impossible
from rightbower.referee.claims import claim, logged_loss, shown
from rightbower.referee.irregularities import (
    KINDS,
    ExposedCard,
    Fact,
    Kind,
    NotSingly,
    Revoke,
    WrongCall,
)
from rightbower.referee.table import (
    Ruled,
    Table,
    TableError,
    allowed_cards,
    book_hand,
    bound_to,
    cleared,
    dealer_is_stuck,
    kept_up,
    table_after,
)
from rightbower.rules import acts
from rightbower.rules import game as games
from rightbower.rules.acts import Name, Order, Pass, PickUp
from rightbower.rules.cards import SUITS_IN_PLAY, Card, Seat, Suit, suit_in_play
from rightbower.rules.ceremonies import Cut, Dealt
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import Advice, Game, TurnUp, ring
from rightbower.rules.judge import Objection, legal, not_held, objection, one_by_one
from rightbower.rules.message import Message, OneOf, message


def open_table(game: Game, help_agreed: bool = False) -> Table:
    """Sit down to a game as at the table."""
    return Table(game, help_agreed=help_agreed)


def deal_at_table(
    table: Table,
    cards: Dealt,
    dealer: Seat | None = None,
    turn_up: TurnUp = TurnUp.FACED,
    at: float | None = None,
) -> Table:
    """Somebody deals, right or wrong: any dealer, any number of cards."""
    if table.waiting:
        raise TableError(message("a ruling waits for its choice before the next deal"))
    right = table.missed or table.game.dealer
    actual = table.game.dealer if dealer is None else dealer
    game = games.lay_out(table.game, as_dealt(table.game.book, actual, cards), at)
    if game.result is not None:
        return replace(table, game=game)
    fresh = replace(
        cleared(table, game),
        unsettled=table.unsettled,
        penalties=table.penalties,
        missed=None if actual is right else right,
    )
    return face(fresh, turn_up, at)


def cut_at_table(table: Table, made: Cut, at: float | None = None) -> Table:
    """The pack is cut before the deal, or the cut is declined or not even offered."""
    return replace(table, game=games.place_cut(table.game, made, at))


def face(table: Table, turn_up: TurnUp = TurnUp.FACED, at: float | None = None) -> Table:
    """Put the turn-up down or face it, even too early; once it is faced the last hand is closed."""
    if table.waiting and turn_up is TurnUp.FACED:
        raise TableError(message("a ruling waits for its choice before the next turn-up"))
    begun = table.game.begun or turn_up is not TurnUp.FACED
    if begun:
        table = replace(table, game=games.show_turn_up(table.game, turn_up, at))
    else:
        table = replace(table, game=replace(table.game, turn_up=turn_up), early=True)
    if turn_up is not TurnUp.FACED or table.game.result is not None:
        return table
    return replace(table, unsettled=None, penalties=())


def start_bell_at_table(table: Table, at: float | None = None) -> Table:
    """The start signal."""
    return replace(table, game=games.start_bell(table.game, at))


def ring_bell(table: Table, at: float | None = None) -> Table:
    """The end signal: the hand under way is played out, or the game is over."""
    return replace(table, game=ring(table.game, at))


def remind(table: Table, advice: Advice, at: float | None = None) -> Table:
    """The table is reminded of the time advised; nothing stops."""
    return replace(table, game=games.remind(table.game, advice, at))


def act_at_table(table: Table, action: acts.Action, at: float | None = None) -> Table:
    """Somebody does something, legal or not; refuse only what cannot be done or breaks an order."""
    if reason := refusal(table, action):
        raise TableError(reason)
    first, *then = one_by_one(table.deal, action)
    if then:
        return act_at_table(act_at_table(table, first, at), then[0], at)
    if isinstance(action, acts.Pass) and table.deal.turn is not action.seat:
        # Everybody hears it, so it is ruled upon at once.
        return claim(table, WrongCall(action.seat, Kind.PASS_OUT_OF_TURN, action), None)
    after = table_after(table, action, at)
    if after.game.result is not None and after.game.result.reason == "game lost":
        return logged_loss(after, action)
    return after


def refusal(table: Table, action: acts.Action) -> Message | None:
    """Why this cannot be done: nothing is dealt, a choice is open, an order or a bar forbids it."""
    if reason := _refusal(table, action):
        return reason
    first, *then = one_by_one(table.deal, action)
    return _refusal(act_at_table(table, first), *then) if then else None


def _refusal(table: Table, action: acts.Action) -> Message | None:
    if _waits_now(table):
        return message("a ruling waits for its choice first")
    if table.game.deal is None or table.game.turn_up is not TurnUp.FACED:
        return message("the cards are not dealt and faced")
    deal = table.deal
    if reason := impossible(deal, action):
        return reason
    if isinstance(action, acts.Order | acts.PickUp | acts.Name):
        return table.why_barred(action.seat.side)
    if isinstance(action, acts.Bury) and action.card in kept_up(deal, action.seat, table.orders):
        clause = deal.book.named("exposed.buried")
        return message(
            "{card} is face up and has to be played, not discarded", clause, card=action.card
        )
    if isinstance(action, acts.Pass) and action.seat is deal.dealer is deal.turn:
        return _said(objection(deal, action)) if dealer_is_stuck(table) else None
    if (
        not isinstance(action, acts.Play)
        or action.seat is not deal.turn
        or deal.phase is not Phase.PLAY
    ):
        return None
    return _against_orders(table, action)


def _said(against: Objection | None) -> Message | None:
    return None if against is None else against.said


def _against_orders(table: Table, action: acts.Play) -> Message | None:
    bound, paths = bound_to(table.deal, action.seat, table.orders)
    if not paths or action.card in bound:
        return None
    return message(
        "{seat} {seat|have|has} to play {cards} now",
        *(table.game.book.named(path) for path in paths),
        seat=action.seat,
        cards=OneOf(bound),
    )


def _waits_now(table: Table) -> bool:
    found = (table.log[number] for number in table.waiting)
    return any(isinstance(each, Ruled) and each.ruling.when == "now" for each in found)


def options(table: Table) -> tuple[acts.Action, ...]:
    """What the seat whose turn it is may properly do: the legal actions less orders and bars."""
    deal = table.deal
    if deal.turn is None or table.game.turn_up is not TurnUp.FACED:
        return ()
    if deal.phase is Phase.BURY or (deal.phase is Phase.PLAY and _has_to_bury(deal)):
        return _buries(deal, deal.turn, table)
    if deal.phase is Phase.PLAY:
        return tuple(
            acts.Play(deal.turn, card) for card in allowed_cards(deal, deal.turn, table.orders)
        )
    if table.bar_on(deal.turn.side) is None:
        return legal(deal)
    calls = tuple(
        each for each in legal(deal) if not isinstance(each, acts.Order | acts.PickUp | acts.Name)
    )
    return calls or (acts.Pass(deal.turn),)


def _buries(deal: Deal, seat: Seat, table: Table) -> tuple[acts.Action, ...]:
    up = kept_up(deal, seat, table.orders)
    able = legal(replace(deal, phase=Phase.BURY))
    return tuple(each for each in able if not isinstance(each, acts.Bury) or each.card not in up)


def improper(table: Table, action: acts.Action) -> Message | None:
    """Why an action, though it can be done, is a slip; None for a proper one."""
    if reason := refusal(table, action):
        return reason
    # alone in one breath with the call is as proper as the call is
    action = one_by_one(table.deal, action)[0]
    against = objection(burying(table.deal, action), action)
    return None if against is None or action in options(table) else against.said


def _has_to_bury(deal: Deal) -> bool:
    """The dealer took the turn-up, the play has begun, and there is still time to bury."""
    if deal.turn is not deal.taken_by or deal.buried is not None:
        return False
    return len(deal.tricks) == 1


def drop_cards(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Table:
    """Cards of a hand lie there for everyone to see; whoever wishes may call it."""
    for card in cards:
        if card not in table.deal.hands[seat]:
            raise TableError(not_held(seat, card))
    # What a ruling set aside goes back to has seen it too.
    undo = (
        None if table.undo is None else replace(table.undo, dropped=(*table.dropped, (seat, cards)))
    )
    return replace(table, dropped=(*table.dropped, (seat, cards)), undo=undo)


def turn_trick(table: Table) -> Table:
    """The winner turns the trick down; after the last one the hand is scored."""
    done = sum(trick.winner is not None for trick in table.deal.tricks)
    if done == table.quitted:
        raise TableError(message("no trick waits to be turned"))
    table = replace(table, quitted=done, undo=None)
    return book_hand(table) if table.deal.ending == "played" else table


def enter_result(table: Table) -> Table:
    """Enter the result: from now on nothing in the game can be claimed."""
    if table.game.result is None:
        raise TableError(message("the game is not over"))
    if table.waiting:
        raise TableError(message("a ruling waits for its choice before the result is entered"))
    return replace(table, entered=True, unsettled=None, undo=None)


def irregularities(table: Table) -> tuple[Fact, ...]:
    """The irregularities of the deal under way that have no ruling yet."""
    return tuple(fact for fact in shown(table, table.deal, False) if fact not in table.ruled)


def plain_to_see(table: Table) -> tuple[Fact, ...]:
    """What went wrong in the deal under way before everybody's eyes and has not been called."""
    deal = table.game.deal
    if deal is None:
        return ()
    left = Kind.TRICK_NOT_TURNED
    facts: list[Fact] = [
        fact
        for fact in irregularities(table)
        if _open(fact) and not (fact.kind is left and _reminded(table, fact))
    ]
    for seat, cards in table.dropped:
        facts += _lying_open(table, deal, seat, cards)
    return tuple(facts)


def _lying_open(
    table: Table, deal: Deal, seat: Seat, cards: tuple[Card, ...]
) -> Iterator[ExposedCard | NotSingly]:
    """Cards that fell at once and have not been called: one fact; several may not be played so."""
    shown = (each for each in table.ruled if isinstance(each, ExposedCard | NotSingly))
    called = {card for each in shown if each.seat is seat for card in each.cards}
    up = tuple(card for card in cards if card in deal.hands[seat] and card not in called)
    if up:
        yield ExposedCard(seat, up[0], "dropped", up[1:])
    if len(up) > 1:
        yield NotSingly(seat, up[0], up[1:])


def _reminded(table: Table, fact: Fact) -> bool:
    """Whether a side was told in this hand already that a won trick is turned: once is enough."""
    return any(each.kind is fact.kind and each.seat.side is fact.seat.side for each in table.ruled)


def _open(fact: Fact) -> bool:
    if KINDS[fact.kind].seen != "by everybody":
        return False
    if not isinstance(fact, WrongCall) or fact.kind is not Kind.FORBIDDEN_CALL:
        return True
    match fact.call:
        case Pass():
            return True
        case Order(alone=alone) | Name(alone=alone):
            return not alone
        case _:
            return False


def doubts(table: Table) -> tuple[Fact, ...]:
    """What somebody may suspect: a card that did not follow, a call that needs a card in hand."""
    deal = the_deal(table)
    if deal is None:
        return ()
    found: list[Fact] = list(_not_following(deal))
    if table.game.deal is None:
        found += _calls_in_doubt(deal)
    return tuple(fact for fact in found if fact not in table.ruled)


def the_deal(table: Table) -> Deal | None:
    """The deal in which something can be claimed: the one under way, or the last until the next turn-up."""
    if table.game.deal is not None:
        return table.game.deal
    return table.game.finished[-1].deal if table.unsettled is not None else None


def _not_following(deal: Deal) -> Iterator[Fact]:
    suits = SUITS_IN_PLAY[deal.trump]
    for number, trick in enumerate(deal.tricks, 1):
        for seat, card in trick.plays:
            if suits[card.index] is not suits[trick.plays[0][1].index]:
                yield Revoke(seat, number)


def _calls_in_doubt(deal: Deal) -> Iterator[Fact]:
    """Calls that ask for a card the caller may not have held."""
    rules = deal.book.bidding
    for action in deal.acts:
        match action:
            case Order() | PickUp() if rules.natural_scope != "nobody":
                yield WrongCall(action.seat, Kind.NO_NATURAL_CARD, action)
            case Order() | Name(suit=Suit()) if rules.trump_to_order != "nobody":
                yield WrongCall(action.seat, Kind.ORDER_WITHOUT_TRUMP, action)


def proved(table: Table, fact: Fact) -> bool:
    """Whether the cards on the table show a suspected revoke, or the hand is over."""
    deal = table.game.deal
    if deal is None:
        return True
    if not isinstance(fact, Revoke) or fact not in audit(deal):
        return False
    led = deal.tricks[fact.trick - 1].led
    assert led is not None
    suit = suit_in_play(led, deal.trump)
    later = (trick.card_of(fact.seat) for trick in deal.tricks[fact.trick :])
    return any(card is not None and suit_in_play(card, deal.trump) is suit for card in later)
