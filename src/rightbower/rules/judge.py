"""The one judge of what may be done."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules import acts
from rightbower.rules.cards import STRAINS, Card, NoTrump, Seat, Strain, Suit, suit_in_play
from rightbower.rules.deal import (
    Deal,
    Found,
    Phase,
    bound_to_be_alone,
    breaches_trump_to_order,
    holds_trump,
    kept_from_alone,
    loses_the_game,
    may_go_alone,
    natural_cards,
    place,
)
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal, wrong_kind
from rightbower.rules.relief import is_bad, may_go_under


class Objection(Struct, frozen=True):
    """Why an action is refused, and the setting or law behind it, as its text names it."""

    reason: Message
    path: str
    clause: str
    named: str

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> Message:
        """The reason with its clause, as its text names it."""
        return self.reason.by(self.named)


class IllegalAction(Refusal):
    """An action the book does not allow."""

    def __init__(self, action: acts.Action, objection: Objection) -> None:
        super().__init__(message("{act}: {why}", act=acts.say(action), why=objection.said))
        self.action = action
        self.objection = objection

    @property
    def reason(self) -> str:
        """Why, without the clause."""
        return str(self.objection.reason)

    @property
    def clause(self) -> str:
        """The clause behind it."""
        return self.objection.clause

    @property
    def path(self) -> str:
        """The setting or the law behind it."""
        return self.objection.path


def apply(deal: Deal, action: acts.Action | str) -> Deal:
    """Take a legal action, or its words; raise ``IllegalAction`` for any other."""
    if type(deal) is not Deal or not isinstance(action, acts.Act):
        action = _act_of(deal, action)
    return taken(deal, action)


def taken(deal: Deal, action: acts.Action) -> Deal:
    """The deal after a legal action; raise ``IllegalAction`` for any other."""
    if against := _objection(deal, action):
        raise IllegalAction(action, against)
    for step in one_by_one(deal, action):
        deal = place(deal, step)
    return deal


def legal(deal: Deal) -> tuple[acts.Action, ...]:
    """Every action open to the seat whose turn it is."""
    if type(deal) is not Deal:
        raise _no_deal(deal)
    seat = deal.turn
    if seat is None:
        return ()
    if deal.phase is Phase.PLAY:
        return tuple(acts.Play(seat, card) for card in following_suit(deal, deal.hands[seat]))
    return tuple(each for each in _candidates(deal, seat) if objection_to_act(deal, each) is None)


def playable(deal: Deal, seat: Seat | str) -> tuple[Card, ...]:
    """The cards a seat may play to the trick under way: it follows suit if it can."""
    if type(deal) is not Deal:
        raise _no_deal(deal)
    if type(seat) is not Seat:
        seat = Seat.of(seat)
    if not deal.tricks:
        return ()
    return following_suit(deal, deal.hands[seat])


def following_suit(deal: Deal, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """What follow-suit leaves of a hand in the trick under way."""
    led = deal.tricks[-1].led
    if led is None:
        return hand
    suit = suit_in_play(led, deal.trump)
    following = tuple(card for card in hand if suit_in_play(card, deal.trump) is suit)
    return following or hand


def _no_deal(deal: object) -> TypeError:
    return wrong_kind("deal", "a Deal, such as game.deal", deal)


def _act_of(deal: Deal, action: acts.Action | str) -> acts.Action:
    """An act from its words."""
    if type(deal) is not Deal:
        raise _no_deal(deal)
    return acts.as_action(action, deal.turn)


def objection(deal: Deal, action: acts.Action | str) -> Objection | None:
    """Why this action, or its words, may not be taken now; None when it may."""
    if type(deal) is not Deal or not isinstance(action, acts.Act):
        action = _act_of(deal, action)
    return _objection(deal, action)


_FITTING: dict[Phase, tuple[type, ...]] = {
    Phase.ROUND_ONE: (
        acts.Pass,
        acts.Order,
        acts.PickUp,
        acts.TurnDown,
        acts.ThrowIn,
        acts.GoUnder,
    ),
    Phase.ROUND_TWO: (acts.Pass, acts.Name),
    Phase.JOKER: (acts.Name,),
    Phase.BURY: (acts.Bury,),
    Phase.ALONE: (acts.GoAlone, acts.KeepPartner),
    Phase.DEFEND: (acts.GoAlone, acts.KeepPartner),
    Phase.PLAY: (acts.Play,),
}
_ASKED_ALONE = (Phase.ALONE, Phase.DEFEND)
_NOW = {
    Phase.ROUND_ONE: ("laws.round_one", message("it is time to take the turn-up or pass")),
    Phase.ROUND_TWO: ("laws.round_two", message("it is time to name a suit or pass")),
    Phase.BURY: ("laws.pick_up", message("it is time to discard a card")),
    Phase.JOKER: (
        "bidding.joker_turned",
        message("it is time for the dealer to name a suit for the joker"),
    ),
    Phase.ALONE: (
        "alone.who",
        message("it is time for the maker to say alone or with partner"),
    ),
    Phase.DEFEND: (
        "alone.defend",
        message("it is time for the defenders to say alone or with partner"),
    ),
    Phase.PLAY: ("laws.play_in_turn", message("it is time to play a card")),
}


def _law_now(deal: Deal) -> tuple[str, Message]:
    """The law that says whose turn it is for what."""
    path, now = _NOW[deal.phase]
    if deal.phase is Phase.BURY and deal.maker is not deal.dealer:
        path = "laws.order_up"
    if deal.phase is Phase.PLAY and not deal.tricks[-1].plays:
        path = _law_of_lead(deal)
    return path, now


def _law_of_lead(deal: Deal) -> str:
    if len(deal.tricks) > 1:
        return "laws.winner_leads"
    if deal.lone is not None and deal.book.alone.lead == "left of lone player":
        return "alone.lead"
    return "laws.first_lead" if deal.turn is deal.dealer.left else "laws.lead_past_folded"


def out_of_place(deal: Deal, action: acts.Action) -> Found:
    """Wrong time, wrong seat or wrong kind of action."""
    if deal.turn is None:
        return "laws.play_in_turn", message("the deal is over")
    path, now = _law_now(deal)
    if action.seat not in deal.active:
        return "laws.partner_sits_out", message("{seat's} partner plays alone", seat=action.seat)
    if isinstance(action, acts.GoAlone) and deal.phase not in _ASKED_ALONE:
        return _against_alone_now(deal, action.seat)
    if action.seat is not deal.turn:
        return path, message("it is {seat's} turn", seat=deal.turn)
    if not isinstance(action, _FITTING[deal.phase]):
        return path, now
    return None


_ALONE_IS_SAID = {
    "with the call": message("alone is said with the call"),
    "before the first card": message("alone is said before the first card"),
}


def _against_alone_now(deal: Deal, seat: Seat) -> Found:
    """Alone may be said as soon as trump is made, even before the discard."""
    when = deal.book.alone.when
    if deal.trump is None and when == "before the first card":
        return "alone.when", message("alone is said once trump is made")
    if deal.phase is not Phase.BURY or when == "with the call":
        return "alone.when", _ALONE_IS_SAID[when]
    if deal.lone is not None:
        return "alone.who", message("{seat} {seat|are|is} already playing alone", seat=deal.lone)
    if seat not in may_go_alone(deal):
        return "alone.who", message("{seat} may not go alone", seat=seat)
    return None


def _objection(deal: Deal, action: acts.Action) -> Objection | None:
    first, *rest = one_by_one(deal, action)
    if (against := objection_to_act(deal, first)) or not rest:
        return against
    return objection_to_act(place(deal, first), *rest)


def one_by_one(deal: Deal, action: acts.Action) -> tuple[acts.Action, ...]:
    """An action as single acts: where alone is a call of its own, a call with alone is two."""
    if (
        not isinstance(action, acts.Order | acts.PickUp | acts.Name)
        or not action.alone
        or deal.trump is not None
    ):
        return (action,)
    call = replace(action, alone=False)
    if deal.book.alone.when == "with the call" or bound_to_be_alone(deal, action.seat):
        return (action,)
    return (call,) if loses_the_game(deal, call) else (call, acts.GoAlone(action.seat))


def objection_to_act(deal: Deal, action: acts.Action) -> Objection | None:
    """Why this one act may not be; a call with alone is taken as a single act."""
    found = out_of_place(deal, action) or _against_the_book(deal, action)
    if found is None:
        return None
    path, reason = found
    return Objection(reason, path, deal.book.clause(path), deal.book.named(path))


def _against_the_book(deal: Deal, action: acts.Action) -> Found:
    if deal.book.relief.gone_under == "passes" and (bound := _went_under_and_calls(deal, action)):
        return bound
    match action:
        case acts.Pass():
            return _against_passing(deal, action.seat)
        case acts.TurnDown():
            return _only_the_dealer(
                deal,
                action.seat,
                "laws.turn_down",
                message("only the dealer turns the card down"),
            )
        case acts.PickUp():
            return (
                _only_the_dealer(
                    deal, action.seat, "laws.pick_up", message("only the dealer picks the card up")
                )
                or _against_accepting(deal, action.seat, chosen_by_dealer=True)
                or _against_alone(deal, action, (*deal.hands[action.seat], deal.turn_up))
            )
        case acts.Order():
            return _against_order(deal, action)
        case acts.Name():
            return _against_naming(deal, action)
        case acts.Bury():
            return _against_burying(deal, action)
        case acts.GoAlone():
            if deal.phase is Phase.DEFEND:
                return None
            return kept_from_alone(deal, action.seat) or _without_a_trump(
                deal, deal.hands[action.seat], deal.trump
            )
        case acts.KeepPartner():
            return None
        case acts.Play():
            return _against_playing(deal, action)
        case acts.ThrowIn() | acts.GoUnder():
            return _against_relief(deal, action)
        case _:
            assert_never(action)


def _against_relief(deal: Deal, action: acts.ThrowIn | acts.GoUnder) -> Found:
    """A bad hand is shown at one's first turn to call, and is one that the book names."""
    rules, hand = deal.book.relief, deal.hands[action.seat]
    if rules.bad_hand == "none":
        return "relief.bad_hand", message("a poor hand is not thrown in")
    if any(act.seat is action.seat for act in deal.acts):
        return "relief.bad_hand", message("a bad hand is shown before one's first call")
    if not is_bad(rules.bad_hand, hand):
        return (
            "relief.bad_hand",
            message("{seat} {seat|hold|holds} no such bad hand", seat=action.seat),
        )
    if isinstance(action, acts.ThrowIn):
        if rules.remedy == "go under":
            return "relief.remedy", message("a bad hand goes under here, and is not thrown in")
        return None
    if rules.remedy != "go under":
        return "relief.remedy", message("a bad hand is thrown in here, and no cards go under")
    if {*action.cards} not in [{*each} for each in may_go_under(hand)]:
        return "relief.remedy", message("the three lowest cards go under")
    return None


def _went_under_and_calls(deal: Deal, action: acts.Action) -> Found:
    """Whoever went under has to pass, but for a dealer who has to name a suit."""
    if not isinstance(action, acts.Order | acts.PickUp | acts.Name):
        return None
    if isinstance(action, acts.Name) and _is_stuck(deal, action.seat):
        return None
    if any(isinstance(act, acts.GoUnder) and act.seat is action.seat for act in deal.acts):
        return "relief.gone_under", message("whoever went under passes")
    return None


def _only_the_dealer(deal: Deal, seat: Seat, path: str, says: Message) -> Found:
    return None if seat is deal.dealer else (path, says)


def _against_passing(deal: Deal, seat: Seat) -> Found:
    if seat is not deal.dealer:
        return None
    if deal.phase is Phase.ROUND_ONE:
        return "laws.turn_down", message("the dealer picks the card up or turns it down")
    if deal.book.bidding.all_pass == "stick the dealer":
        return (
            "bidding.all_pass",
            message("everybody else passed twice, so the dealer has to name a suit"),
        )
    return None


def _against_order(deal: Deal, action: acts.Order) -> Found:
    if action.seat is deal.dealer:
        return "laws.pick_up", message("the dealer picks the card up rather than ordering it")
    rules = deal.book.bidding
    if action.seat is deal.dealer.partner and rules.partner_order == "may not order":
        return (
            "bidding.partner_order",
            message("the dealer's partner leaves the card turned up to the others"),
        )
    if bound_to_be_alone(deal, action.seat):
        if against := kept_from_alone(deal, action.seat):
            return against
        if rules.partner_says_alone and not action.alone:
            return (
                "bidding.partner_says_alone",
                message("the dealer's partner has to say alone"),
            )
    elif against := _against_alone(deal, action, deal.hands[action.seat]):
        return against
    return _against_accepting(deal, action.seat, chosen_by_dealer=False) or _against_breach(
        deal, action
    )


def _against_accepting(deal: Deal, seat: Seat, chosen_by_dealer: bool) -> Found:
    """The natural card: a held card printed in the turn-up's suit."""
    scope = deal.book.bidding.natural_scope
    suit = deal.offered
    bound = {
        "nobody": (),
        "dealer by choice": (seat,) if chosen_by_dealer else (),
        "everyone": (seat,),
        "ordered dealer too": (seat, deal.dealer),
    }[scope]
    for each in bound:
        assert suit is not None
        if not natural_cards(deal, deal.hands[each]):
            return (
                "bidding.natural_scope",
                message("{seat} {seat|hold|holds} no natural card in {suit}", seat=each, suit=suit),
            )
    return None


def _against_breach(deal: Deal, action: acts.Order | acts.Name) -> Found:
    if deal.book.bidding.breach == "refused" and breaches_trump_to_order(deal, action):
        return (
            "bidding.trump_to_order",
            message("{seat} {seat|hold|holds} no trump and may not order", seat=action.seat),
        )
    return None


def _against_alone(
    deal: Deal, action: acts.Order | acts.PickUp | acts.Name, hand: tuple[Card, ...]
) -> Found:
    if not action.alone:
        return None
    if deal.book.alone.when != "with the call":
        return "alone.when", message("alone is said by itself, once trump is made")
    if against := kept_from_alone(deal, action.seat, orders=isinstance(action, acts.Order)):
        return against
    trump = action.suit if isinstance(action, acts.Name) else deal.offered
    return _without_a_trump(deal, hand, trump)


def _without_a_trump(deal: Deal, hand: tuple[Card, ...], trump: Strain | None) -> Found:
    assert trump is not None
    if not deal.book.alone.needs_trump or isinstance(trump, NoTrump):
        return None
    if not holds_trump(hand, trump):
        return "alone.needs_trump", message("a lone player has to hold a trump")
    return None


def _against_naming(deal: Deal, action: acts.Name) -> Found:
    if isinstance(action.suit, NoTrump) and (against := _against_no_trump(deal, action)):
        return against
    if deal.phase is Phase.JOKER:
        return _against_naming_for_joker(deal, action)
    if action.suit is deal.offered and not _names_any(deal, action.seat):
        return "laws.dead_suit", message("{suit} was turned down", suit=action.suit)
    return _against_alone(deal, action, deal.hands[action.seat]) or _against_breach(deal, action)


def _against_naming_for_joker(deal: Deal, action: acts.Name) -> Found:
    rule, hand = deal.book.bidding.joker_turned, deal.hands[action.seat]
    if action.alone and rule == "named blind, proposed":
        return "bidding.joker_turned", message("a suit is only proposed, so nobody is alone yet")
    takes = () if rule == "dealer names, joker stays" else (deal.turn_up,)
    return _against_alone(deal, action, (*hand, *takes))


def _against_no_trump(deal: Deal, action: acts.Name) -> Found:
    rules = deal.book.bidding
    if rules.no_trump == "none":
        return "bidding.no_trump", message("no-trump is not named here")
    if rules.no_trump == "high" and action.suit is NoTrump.LOW:
        return "bidding.no_trump", message("no-trump is high here: the ace is the best card")
    if rules.no_trump_when == "stuck dealer" and not _is_stuck(deal, action.seat):
        return (
            "bidding.no_trump_when",
            message("only a dealer who has to name a suit may name no-trump"),
        )
    return None


def _is_stuck(deal: Deal, seat: Seat) -> bool:
    return seat is deal.dealer and deal.book.bidding.all_pass == "stick the dealer"


def _names_any(deal: Deal, seat: Seat) -> bool:
    """Whether a dealer who has to name a suit may name the one turned down."""
    return deal.book.bidding.stuck_names == "any suit" and _is_stuck(deal, seat)


def _against_burying(deal: Deal, action: acts.Bury) -> Found:
    hand = deal.hands[action.seat]
    if action.card not in hand:
        return "laws.pick_up", not_held(action.seat, action.card)
    if bare := _against_burying_the_last_trump(deal, action):
        return bare
    if action.card is not deal.turn_up:
        return None
    rule = deal.book.burying
    if rule.order == "discard first":
        return "burying.order", message("the dealer discards before taking the card turned up")
    if rule.turn_up == "never":
        return "burying.turn_up", message("the card taken up may not be discarded")
    if rule.turn_up == "unless five of the suit" and _five_of_suit(deal, hand):
        return (
            "burying.turn_up",
            message("with five more of its suit the card taken up is kept"),
        )
    return None


def _against_burying_the_last_trump(deal: Deal, action: acts.Bury) -> Found:
    """Whoever said alone before burying still needs a trump for it afterwards."""
    if deal.lone is not action.seat or deal.book.alone.when == "with the call":
        return None
    rest = tuple(card for card in deal.hands[action.seat] if card is not action.card)
    return _without_a_trump(deal, rest, deal.trump)


def _five_of_suit(deal: Deal, hand: tuple[Card, ...]) -> bool:
    suit = deal.offered
    as_trump = suit if deal.book.burying.five_of_suit == "suit in play" else None
    others = [card for card in hand if card is not deal.turn_up]
    if as_trump is None and any(card.joker for card in others):
        return False
    return all(suit_in_play(card, as_trump) is suit for card in others)


def _against_playing(deal: Deal, action: acts.Play) -> Found:
    if action.card not in deal.hands[action.seat]:
        return "laws.play_in_turn", not_held(action.seat, action.card)
    choice = following_suit(deal, deal.hands[action.seat])
    if action.card in choice:
        return None
    suit = suit_in_play(choice[0], deal.trump)
    return "laws.follow_suit", message(
        "{suit} was led and {seat} {seat|hold|holds} {card}",
        suit=suit,
        seat=action.seat,
        card=choice[0],
    )


def not_held(seat: Seat, card: Card) -> Message:
    """What is said of a card that somebody does not have."""
    return message("{seat} {seat|do|does} not hold {card}", seat=seat, card=card)


def _reliefs(deal: Deal, seat: Seat) -> list[acts.Action]:
    if deal.book.relief.remedy != "go under":
        return [acts.ThrowIn(seat)]
    return [acts.GoUnder(seat, three) for three in may_go_under(deal.hands[seat])]


def _candidates(deal: Deal, seat: Seat) -> list[acts.Action]:
    """Everything a seat could think of doing in this phase."""
    match deal.phase:
        case Phase.ROUND_ONE:
            relief = [] if deal.book.relief.bad_hand == "none" else _reliefs(deal, seat)
            if seat is deal.dealer:
                taken = [acts.PickUp(seat), acts.PickUp(seat, alone=True)]
                return [acts.TurnDown(seat), *taken, *relief]
            if bound_to_be_alone(deal, seat):
                return [acts.Pass(seat), acts.Order(seat, alone=True), *relief]
            return [acts.Pass(seat), acts.Order(seat), acts.Order(seat, alone=True), *relief]
        case Phase.ROUND_TWO:
            strains = Suit if deal.book.bidding.no_trump == "none" else STRAINS
            named = [acts.Name(seat, each, alone) for each in strains for alone in (False, True)]
            return [acts.Pass(seat), *named]
        case Phase.JOKER:
            return [acts.Name(seat, each, alone) for each in Suit for alone in (False, True)]
        case Phase.BURY:
            return [acts.Bury(seat, card) for card in deal.hands[seat]]
        case _:
            return [acts.KeepPartner(seat), acts.GoAlone(seat)]
