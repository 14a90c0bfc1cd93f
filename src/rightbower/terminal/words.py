"""The game in words: calls and acts, what is special in a book, what you may choose, how a deal and a game end."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import (
    HAND_SIZE,
    STRAINS,
    Card,
    NoTrump,
    Seat,
    Side,
    Strain,
    Suit,
    card,
    left_bower,
    right_bower,
    strain,
    suit_in_play,
)
from rightbower.rules.cards import cards as cards_of
from rightbower.rules.deal import COUNTS_AS, Deal, Phase
from rightbower.rules.game import Game
from rightbower.rules.library import line
from rightbower.rules.message import ENGLISH, Message, OneOf, Term, Voice, listing, message
from rightbower.rules.refusal import counted
from rightbower.rules.score import Mark, tricks_needed
from rightbower.rules.settings import common, played


def source(book: RuleBook, path: str) -> str:
    """The clause behind a setting or a law, as it stands in brackets after a sentence."""
    return f"({line(book, path).source})"


def voice(you: Seat) -> Voice:
    """What is told to the player in this seat."""
    return replace(ENGLISH, you=you)


def card_name(card: Card) -> str:
    """A card in full.

    >>> from rightbower.rules.cards import card
    >>> card_name(card("TD"))
    'ten of diamonds'
    """
    return str(card.in_words).removeprefix("the ")


def mark_of(card: Card, trump: Strain | None) -> str:
    """What a card is beside its name once trump is made: a bower, a trump, or nothing."""
    if not isinstance(trump, Suit) or suit_in_play(card, trump) is not trump:
        return ""
    bowers = {right_bower(trump): "right", left_bower(trump): "left"}
    return bowers.get(card, "trump")


def who(seat: Seat, you: Seat) -> str:
    """A player as a sentence begins with it."""
    return "You" if seat is you else seat.word


def whom(seat: Seat, you: Seat) -> str:
    """A player inside a sentence."""
    return "you" if seat is you else seat.word


def side_name(side: Side, you: Seat) -> str:
    """A side as its players are called from this seat."""
    if side is you.side:
        return f"You and {you.partner.word}"
    first, second = side.seats
    return f"{first.word} and {second.word}"


def call_words(action: acts.Action, book: RuleBook) -> str:
    """A call in the words of the book, as the player would say it."""
    alone = ", alone" if getattr(action, "alone", False) else ""
    match action:
        case acts.Pass():
            words = book.bidding.pass_word
        case acts.Order():
            words = book.bidding.order_word
        case acts.PickUp():
            words = "pick it up"
        case acts.TurnDown():
            words = f"{book.bidding.pass_word}, turn it down"
        case acts.Name(suit=suit):
            words = f"{suit}"
        case acts.ThrowIn():
            words = "throw the hand in"
        case acts.GoUnder(cards=cards):
            words = (
                " ".join(["go under with", *(each.name for each in cards)]) if cards else "go under"
            )
        case acts.GoAlone():
            words = "alone"
        case acts.KeepPartner():
            words = "with my partner"
        case acts.Bury(card=card):
            words = f"discard the {card_name(card)}"
        case acts.Play(card=card):
            words = f"the {card_name(card)}"
    return words + alone


def action_sentence(action: acts.Action, book: RuleBook, you: Seat) -> str:
    """One thing that happened, as a sentence."""
    own = action.seat is you
    name = who(action.seat, you)
    match action:
        case acts.PickUp(alone=alone):
            taking = f"{name} {'take' if own else 'takes'} it up"
            return taking + (" and goes alone." if alone and not own else " alone." * alone or ".")
        case acts.TurnDown():
            return f"{name} {'turn' if own else 'turns'} it down."
        case acts.ThrowIn():
            return f"{name} {'throw' if own else 'throws'} a bad hand in."
        case acts.GoUnder(cards=cards):
            given = f" with {ENGLISH(listing(list(cards)))}" if cards else ""
            return f"{name} {'go' if own else 'goes'} under{given}."
        case acts.Bury(card=card):
            return f"You discard the {card_name(card)}." if own else f"{name} discards a card."
        case acts.Play(card=card):
            return f"{name} {'play' if own else 'plays'} the {card_name(card)}."
        case _:
            return f"{name} {'say' if own else 'says'} “{call_words(action, book)}”."


def prompt_line(view: View) -> str:
    """The one line that says what is happening and what you may do."""
    you = view.seat
    assert you is not None
    if view.turn is not you:
        return "" if view.turn is None else f"{view.turn.word} is to play."
    match view.phase:
        case Phase.ROUND_ONE:
            return _round_one(view, you)
        case Phase.ROUND_TWO:
            return _round_two(view)
        case Phase.BURY:
            return _burying(view, you)
        case Phase.JOKER:
            return _for_joker(view)
        case Phase.ALONE:
            return f"{_made_trump(view, you)} Play alone, or with your partner?"
        case Phase.DEFEND:
            return f"{_made_trump(view, you)} Defend alone, or with your partner?"
        case _:
            return _playing(view)


def _round_one(view: View, you: Seat) -> str:
    assert view.turn_up is not None
    up = f"The {card_name(view.turn_up)} is turned up"
    if you is view.dealer:
        return f"{up} and everybody passed. You deal: pick it up or turn it down?"
    gains = "your partner deals" if view.dealer is you.partner else f"{view.dealer.word} deals"
    return f"{up} and {gains}. Should {view.dealer.word} pick it up?"


def _for_joker(view: View) -> str:
    assert view.turn_up is not None
    why = source(view.book, "bidding.joker_turned")
    unseen = "" if view.hand else ", before anybody looks at the cards"
    return f"The {card_name(view.turn_up)} is turned up. You deal: name a suit{unseen} {why}."


def _round_two(view: View) -> str:
    assert view.turn_up is not None
    down = "The joker" if view.offered is None else str(view.offered).capitalize()
    if view.seat is view.dealer and view.book.bidding.all_pass == "pay":
        points = counted(view.book.score.given_up, "point")
        paid = f"{points} {source(view.book, 'bidding.all_pass')}"
        return f"{down} was turned down. Name another suit, or pass and pay {paid}."
    if not any(isinstance(action, acts.Pass) for action in view.legal):
        stuck = source(view.book, "bidding.all_pass")
        return f"Everybody passed twice. You deal, so you have to name a suit {stuck}."
    if any(isinstance(each, acts.Name) and isinstance(each.suit, NoTrump) for each in view.legal):
        return f"{down} was turned down. Name another suit or no trump, or pass."
    return f"{down} was turned down. Name another suit, or pass."


def _burying(view: View, you: Seat) -> str:
    assert view.maker is not None
    if view.maker is you:
        return "You took the turn-up: choose a card to discard."
    return f"You deal. {view.maker.word} told you to pick it up: choose a card to discard."


def _made_trump(view: View, you: Seat) -> str:
    assert view.maker is not None
    if isinstance(view.trump, NoTrump):
        return f"{who(view.maker, you)} named {view.trump}."
    return f"{who(view.maker, you)} made {view.trump} trump."


def _playing(view: View) -> str:
    plays = view.tricks[-1].plays
    ordered = ordered_cards(view)
    if not plays:
        return f"You lead: {ordered or 'play any card'}."
    leader, led = plays[0]
    suit = suit_in_play(led, view.trump)
    if any(suit_in_play(card, view.trump) is suit for card in view.hand):
        return f"{leader.word} led {suit}: {ordered or 'follow suit'}."
    return f"{leader.word} led {suit} and you have none: {ordered or 'play any card'}."


def ordered_cards(view: View) -> str:
    """What an order of the referee leaves to play, in words; nothing where none is in force."""
    plays = view.tricks[-1].plays
    suit = suit_in_play(plays[0][1], view.trump) if plays else None
    following = [card for card in view.hand if suit_in_play(card, view.trump) is suit]
    left = [action.card for action in view.legal if isinstance(action, acts.Play)]
    if not left or len(left) >= len(following or view.hand):
        return ""
    return f"by the ruling you play the {' or the '.join(map(card_name, left))}"


def thinkable(view: View, cards: list[Card]) -> list[acts.Action]:
    """Everything you could think of doing now, allowed or not; ``cards`` are those you hold."""
    you = view.seat
    assert you is not None
    match view.phase:
        case Phase.ROUND_ONE if you is view.dealer:
            return [acts.TurnDown(you), acts.PickUp(you), acts.PickUp(you, alone=True)]
        case Phase.ROUND_ONE:
            return [acts.Pass(you), acts.Order(you), acts.Order(you, alone=True)]
        case Phase.ROUND_TWO:
            strains = Suit if view.book.bidding.no_trump == "none" else STRAINS
            named = [acts.Name(you, each, alone) for each in strains for alone in (False, True)]
            return [acts.Pass(you), *named]
        case Phase.JOKER:
            return [acts.Name(you, each, alone) for each in Suit for alone in (False, True)]
        case Phase.ALONE | Phase.DEFEND:
            return [acts.KeepPartner(you), acts.GoAlone(you)]
        case Phase.BURY:
            return [acts.Bury(you, each) for each in cards]
        case _:
            return [acts.Play(you, each) for each in cards]


def with_cards(view: View) -> bool:
    """Whether the choice is a card, numbered by its place in the hand."""
    return view.phase in (Phase.BURY, Phase.PLAY)


def numbered(view: View) -> list[str]:
    """The calls you may make, each with the number to type."""
    calls = (call_words(action, view.book) for action in view.legal)
    return [f"{number} {words}" for number, words in enumerate(calls, 1)]


def meant(text: str, view: View, cards: list[Card]) -> acts.Action | None:
    """The action meant by a number, a card or a call; None when nothing fits.

    ``cards`` are your cards in the order shown. What is meant need not be allowed.
    """
    you = view.seat
    assert you is not None
    options = thinkable(view, cards) if with_cards(view) else list(view.legal)
    if text == "" and len(view.legal) == 1:
        return view.legal[0]
    if text.isdecimal():
        number = int(text)
        return options[number - 1] if 0 < number <= len(options) else None
    if view.phase is Phase.BURY and _says_alone(text):
        return acts.GoAlone(you)
    if with_cards(view):
        return _card_meant(text, view, you)
    return _call_meant(" ".join(text.lower().replace(",", " ").split()), view, you)


def _says_alone(text: str) -> bool:
    return " ".join(text.lower().split()) in ("alone", "go alone")


def _card_meant(text: str, view: View, you: Seat) -> acts.Action | None:
    try:
        found = card("".join(text.split()))
    except ValueError:
        return None
    return acts.Bury(you, found) if view.phase is Phase.BURY else acts.Play(you, found)


def _call_meant(text: str, view: View, you: Seat) -> acts.Action | None:
    words = text.removesuffix(" alone")
    alone = words != text
    if view.phase in (Phase.ALONE, Phase.DEFEND):
        if _says_alone(text):
            return acts.GoAlone(you)
        return (
            acts.KeepPartner(you)
            if text in ("with my partner", "with partner", "partner")
            else None
        )
    if relief := _relief_meant(text, view):
        return relief
    if words in _passes(view.book) and not alone:
        turns = view.phase is Phase.ROUND_ONE and you is view.dealer
        return acts.TurnDown(you) if turns else acts.Pass(you)
    if words in _orders(view.book):
        return acts.PickUp(you, alone) if you is view.dealer else acts.Order(you, alone)
    try:
        return acts.Name(you, strain(words), alone)
    except ValueError:
        return None


def _relief_meant(text: str, view: View) -> acts.Action | None:
    """A bad hand thrown in or gone under; of several ways to choose the first."""
    if text not in ("throw in", "throw the hand in", "go under", "under"):
        return None
    found = (each for each in view.legal if isinstance(each, acts.ThrowIn | acts.GoUnder))
    return next(found, None)


def _passes(book: RuleBook) -> tuple[str, ...]:
    word = book.bidding.pass_word
    return (word, f"{word} turn it down", "pass", "turn it down", "turn down")


def _orders(book: RuleBook) -> tuple[str, ...]:
    return (book.bidding.order_word, "pick it up", "pick up", "order", "order it up", "take it up")


def held_cards(text: str, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a hand that are named; none where one of them is not held."""
    try:
        named = cards_of(text)
    except ValueError:
        return ()
    return tuple(dict.fromkeys(named)) if set(named) <= set(hand) else ()


MOST: Final = 4

# What a setting means to somebody who knows the game, where it is worth telling.
MEANINGS: Final = {
    ("bidding.trump_to_order", "all but dealer"): message(
        "Only the dealer may order without a trump"
    ),
    ("bidding.breach", "loses the game"): message("An order without a trump loses the whole game"),
    ("bidding.partner_order", "must be alone"): message(
        "A dealer's partner who takes the turn-up has to play alone"
    ),
    ("bidding.partner_order", "may not be alone"): message(
        "A dealer's partner may order up the turn-up, but not alone"
    ),
    ("bidding.partner_order", "may not order"): message(
        "A dealer's partner may not order up the turn-up"
    ),
    ("bidding.natural_scope", "dealer by choice"): message(
        "The dealer may take the turn-up only with a card of its suit in hand"
    ),
    ("bidding.natural_scope", "everyone"): message(
        "Nobody may take the turn-up without a card of its suit in hand"
    ),
    ("bidding.natural_scope", "ordered dealer too"): message(
        "The turn-up is taken only with a card of its suit in the dealer's hand"
    ),
    ("bidding.all_pass", "stick the dealer"): message(
        "If everybody passes twice, the dealer has to name a suit"
    ),
    ("bidding.all_pass", "pay"): message(
        "If everybody passes twice, the dealer pays the other side"
    ),
    ("bidding.all_pass", "throw in"): message("If everybody passes twice, the cards are thrown in"),
    ("alone.when", "before the first card"): message(
        "Alone is said after trump is made, before the first card is played"
    ),
    ("alone.needs_trump", True): message("A lone player has to hold a trump"),
    ("burying.turn_up", "unless five of the suit"): message(
        "A dealer who takes the turn-up beside five of its suit has to keep it"
    ),
    ("burying.turn_up", "allowed"): message("The dealer may discard the turn-up again"),
    ("burying.turn_up", "never"): message("The dealer may not discard the turn-up again"),
}


def goal(book: RuleBook, target: int | None) -> str:
    """How a game is won or ends."""
    parts = [f"{words} {source(book, path)}" for words, path in ends(book, target)]
    return f"{', or '.join(parts)}."


def ends(book: RuleBook, target: int | None) -> list[tuple[Message, str]]:
    """What ends a game, each way with its setting."""
    if book.game.deals is not None:
        found = [(message("A game is {deals} deals", deals=book.game.deals), "game.deals")]
    else:
        wins = message("The first side to {target} points wins", target=str(target))
        found = [(wins, "game.target")]
    if book.clock.minutes is not None:
        bell = message("time ends it after {minutes} minutes", minutes=book.clock.minutes)
        found.append((bell, "clock.minutes"))
    return found


def special(book: RuleBook) -> list[str]:
    """The rules of a book that a visitor should know before the first deal."""
    return [f"{words} {source(book, path)}." for words, path in special_rules(book)[:MOST]]


def special_rules(book: RuleBook) -> list[tuple[Message, str]]:
    """The same, all of them, each with the setting it comes from."""
    told = [(meaning(book, path), path) for path in played(book)]
    turned = "bidding.joker_turned"
    if book.pack.joker != "none" and book.value(turned) == common(turned):
        told.append((meaning(book, turned), turned))
    told += [
        (meaning, path)
        for (path, value), meaning in MEANINGS.items()
        if book.value(path) == value and not _is_told_already(book, path)
    ]
    words = book.bidding.pass_word
    if words != "pass":
        passing = message("To pass, players say “{words}”", words=Term(words))
        told.insert(0, (passing, "bidding.pass_word"))
    return told


BAD_HANDS: Final = {
    "nines and tens": message("A hand with nothing above a ten may be shown before its first call"),
    "ace, no face": message(
        "A hand with an ace and no face card may be shown before its first call"
    ),
    "no face": message("A hand without a face card may be shown before its first call"),
    "three nines or tens": message(
        "A hand with three nines or tens may be shown before its first call"
    ),
    "three of a rank": message(
        "A hand with three nines, or with three tens, may be shown before its first call"
    ),
}


def meaning(book: RuleBook, path: str) -> Message:
    """What a variant in which a book is not as the common game means to somebody who knows that."""
    value = book.value(path)
    match path:
        case "pack.ranks":
            return message("Play with {deck}", deck=book.pack.told)
        case "pack.joker":
            return message(
                "{card} is the best trump of any suit, above the right bower",
                card=book.pack.cards[-1].in_words,
            )
        case "bidding.joker_turned" if book.value(path).startswith(COUNTS_AS):
            suit = Suit.of(value.removeprefix(COUNTS_AS))
            return message("A joker that is turned up counts as a card of {suit}", suit=suit)
        case "bidding.joker_turned":
            return JOKER_TURNED[value]
        case "bidding.joker_natural":
            return message("A joker is a natural card of every suit")
        case "bidding.stuck_names":
            return message("A dealer who has to name a suit may name the one turned down, too")
        case "bidding.thrown_in_dealer":
            return message("When the cards are thrown in, the same dealer deals again")
        case "bidding.no_trump" if value == "high":
            return message("No-trump may be named too: aces are best, and no jack is a bower")
        case "bidding.no_trump":
            return message("No-trump may be named too, high or low, and no jack is a bower then")
        case "bidding.no_trump_when":
            return message("Only a dealer who has to name a suit may name no-trump")
        case "relief.bad_hand":
            return BAD_HANDS[value]
        case "relief.remedy" if value == "go under":
            return message(
                "A bad hand exchanges its three lowest cards for those under the turn-up"
            )
        case "relief.remedy":
            return message("After a bad hand the next player deals")
        case "relief.gone_under":
            return message("Whoever exchanged cards passes in both rounds")
        case "relief.seen_by":
            return message("Cards that go under are not shown")
        case "burying.order":
            return message("The dealer discards before taking the card turned up")
        case "alone.barred_at":
            return message("With {scores} points nobody plays alone", scores=OneOf(value))
        case "alone.defend" if value == "against any maker":
            return message("A defender may play alone against any maker")
        case "alone.defend":
            return message("A defender may play alone against a lone maker")
        case "score.lone_defence":
            return message("A lone defender who euchres a lone maker scores {points}", points=value)
        case "score.lone_defence_of_pair":
            return message("A lone defender who euchres a pair scores {points}", points=value)
        case "score.lone_tricks":
            return message(
                "A lone maker needs {count} {count|trick|tricks}; fewer are a euchre",
                count=value,
            )
        case "score.super_euchre":
            return message(
                "Makers without a trick give the others {points} {points|point|points}",
                points=value,
            )
        case "score.given_up":
            return message(
                "A dealer who does not name a suit pays {points} {points|point|points}",
                points=value,
            )
        case _:
            return message("No more than {points} points are written down", points=value)


# What a joker that is turned up means; where it counts as one suit, that suit is named.
JOKER_TURNED: Final = {
    "named blind, makes": message(
        "When a joker is turned up, the dealer names trump before anybody looks, and takes it"
    ),
    "named blind, proposed": message(
        "When a joker is turned up, the dealer says before anybody looks what suit it is"
    ),
    "dealer names, makes": message(
        "When a joker is turned up, the dealer names trump and takes it"
    ),
    "dealer names, joker stays": message(
        "When a joker is turned up, the dealer names trump, and the joker stays out of play"
    ),
    "open naming": message("When a joker is turned up, each in turn names any suit or passes"),
}


def _is_told_already(book: RuleBook, path: str) -> bool:
    """What follows an order without a trump says as well that one is needed."""
    if path == "bidding.breach":
        return book.bidding.trump_to_order == "nobody"
    return path == "bidding.trump_to_order" and book.bidding.breach == "loses the game"


def deal_over(game: Game, you: Seat) -> list[str]:
    """The last deal: its tricks and its marks."""
    last = game.finished[-1]
    deal = last.deal
    if deal.ending == "given up":
        gave = f"{who(deal.dealer, you)} named no suit."
        return [f"[bold]{gave}[/]", *(_mark(mark, game, you) for mark in last.marks)]
    if deal.ending == "thrown in":
        return [f"Everybody passed: nobody scores {source(game.book, 'bidding.all_pass')}."]
    if deal.ending == "bad hand":
        shown = " ".join(each.name for each in deal.hands[deal.acts[-1].seat])
        why = source(game.book, "relief.bad_hand")
        return [f"{who(deal.acts[-1].seat, you)} showed {shown}: the cards are dealt again {why}."]
    if deal.ending == "game lost":
        assert deal.maker is not None
        breach = source(game.book, "bidding.breach")
        return [f"{who(deal.maker, you)} called without a trump: the game is lost {breach}."]
    return [f"[bold]{_made_tricks(deal, you)}[/]", *(_mark(mark, game, you) for mark in last.marks)]


def _made_tricks(deal: Deal, you: Seat) -> str:
    assert deal.maker is not None
    side = deal.maker.side
    taken = deal.tricks_of(side)
    makers = side_name(side, you)
    if deal.lone is not None:
        makers = f"{who(deal.lone, you)}, alone,"
    if taken < tricks_needed(deal):
        return f"{makers} took only {taken} of {HAND_SIZE} tricks: euchred."
    return f"{makers} took {'all ' if taken == HAND_SIZE else ''}{counted(taken, 'trick')}."


def _mark(mark: Mark, game: Game, you: Seat) -> str:
    points = f"{mark.points} point{'s' * (mark.points != 1)}"
    return f"{side_name(mark.side, you)} score {points} {source(game.book, mark.path)}."


def game_over(game: Game, you: Seat) -> list[str]:
    """Who won, by how much and by which clause."""
    result = game.result
    assert result is not None
    first = you.side if result.winner is None else result.winner
    points = f"{result.score[first]} to {result.score[first.other]}"
    why = {
        "points": f"{game.target} points are reached",
        "deals": f"{game.book.game.deals} deals are played",
        "time": "the time is up",
        "game lost": "the game was lost by a call",
    }[result.reason]
    if result.winner is None:
        ends = "The game is a draw"
    else:
        ends = f"{side_name(result.winner, you)} win the game"
    return [f"[bold dark_goldenrod]{ends}, {points}[/]: {why} {source(game.book, result.path)}."]
