"""Before the cards are dealt: the welcome, who deals first, and the cut."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Card, Seat, shuffled
from rightbower.rules.ceremonies import Cut, DrawAgain, cut_for_deal, first_jack
from rightbower.terminal.picture import Screen, short
from rightbower.terminal.words import goal, source, special, who

Ask = Callable[[str], str]


def welcome(screen: Screen, book: RuleBook, target: int | None, you: Seat) -> None:
    """The book, how a game ends and what is special in it."""
    screen.fresh()
    screen.say(f"[bold dark_goldenrod]Rightbower[/] · [bold]{book.title}[/] ({book.document})", "")
    screen.say(goal(book, target))
    screen.list(special(book))
    screen.say("", f"You sit {you.word}; {you.partner.word} is your partner.")
    screen.say("Type [bold]help[/] at any time, or [bold]quit[/] to stop.", "")


def first_dealer(screen: Screen, ask: Ask, book: RuleBook, you: Seat, seed: str) -> Seat:
    """Who deals first, by the ceremony of the book."""
    if "cut" in book.draw.first_dealer:
        return _cut_for_it(screen, ask, book, you, seed)
    return _deal_for_it(screen, book, you, seed)


def _cut_for_it(screen: Screen, ask: Ask, book: RuleBook, you: Seat, seed: str) -> Seat:
    rule = source(book, "draw.first_dealer")
    low = book.draw.first_dealer == "lower cut"
    cutters = (you, you.left) if low else (Seat.N, Seat.E)
    names = " and ".join(who(seat, you) if seat is you else seat.word for seat in cutters)
    screen.say(
        f"{names} cut for the first deal: the {'lower' if low else 'higher'} card deals {rule}."
    )
    cuts: list[dict[Seat, Card]] = []
    while True:
        cuts.append(_cuts(screen, ask, cutters, you, f"{seed}-cut-{len(cuts)}"))
        found = cut_for_deal(cuts, book)
        if not isinstance(found, DrawAgain):
            screen.say(f"{who(found, you)} {'deal' if found is you else 'deals'} first.")
            return found
        screen.say("The cards are tied, so both cut again.")


def _cuts(
    screen: Screen, ask: Ask, cutters: tuple[Seat, Seat], you: Seat, seed: str
) -> dict[Seat, Card]:
    pack = list(shuffled(seed))
    chance = Random(seed)
    shown = {}
    for seat in cutters:
        depth = chance.randrange(1, len(pack))
        if seat is you:
            depth = _depth(screen, ask, "Lift how many cards, 1 to 23? Enter for any:") or depth
        shown[seat] = pack.pop(min(depth, len(pack)) - 1)
        screen.say(f"{who(seat, you)} {'cut' if seat is you else 'cuts'} the {short(shown[seat])}.")
    return shown


def _depth(screen: Screen, ask: Ask, prompt: str) -> int | None:
    """How many cards to lift; None when Enter alone is pressed."""
    most = len(PACK) - 1
    while True:
        answer = ask(prompt)
        if not answer:
            return None
        if answer.isdecimal() and 0 < int(answer) <= most:
            return int(answer)
        screen.say(f"A cut lifts from 1 to {most} cards: type such a number, or just Enter.")


def _deal_for_it(screen: Screen, book: RuleBook, you: Seat, seed: str) -> Seat:
    """Cards go round face up until the jack falls."""
    pack = shuffled(f"{seed}-jack")
    holder = Seat(Random(seed).randrange(len(Seat)))
    jack = "first black jack" if "black" in book.draw.first_dealer else "first jack"
    screen.say(f"Cards are dealt face up: the {jack} deals {source(book, 'draw.first_dealer')}.")
    dealer, fallen = _fallen(pack, holder, book)
    seat = Seat((dealer - len(fallen) + 1) % len(Seat))
    shown = []
    for card in fallen:
        shown.append(f"{who(seat, you)} {short(card)}")
        seat = seat.left
    screen.say(", ".join(shown) + ".")
    screen.say(f"{who(dealer, you)} {'deal' if dealer is you else 'deals'} first.")
    return dealer


def _fallen(pack: tuple[Card, ...], holder: Seat, book: RuleBook) -> tuple[Seat, tuple[Card, ...]]:
    """Who gets the jack, and the cards up to it."""
    dealer = first_jack(pack, holder, book)
    for count in range(1, len(pack)):
        try:
            first_jack(pack[:count], holder, book)
        except ValueError:
            continue
        return dealer, pack[:count]
    return dealer, pack


def cut(screen: Screen, ask: Ask, book: RuleBook, dealer: Seat, you: Seat, seed: str) -> Cut | None:
    """The cut by the dealer's right, where the book has one."""
    if book.dealing.cut == "none":
        return None
    cutter = dealer.right
    if cutter is you:
        verb = "asks you to cut" if book.dealing.cut == "must be asked" else "offers you the cut"
        screen.say(f"{dealer.word} {verb} {source(book, 'dealing.cut')}.")
        return Cut(you, _depth(screen, ask, "Lift how many, 1 to 23? Enter for none:"))
    lifted = Random(f"{seed}-lift").randrange(1, len(PACK))
    if dealer is you:
        screen.say(f"You ask {cutter.word} to cut: {cutter.word} lifts {lifted}.")
    return Cut(cutter, lifted)
