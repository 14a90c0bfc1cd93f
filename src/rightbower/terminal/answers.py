"""What is asked and answered at the terminal: the opening, commands, rulings, and where the record is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final, assert_never

from rich.markup import escape

from rightbower.players.views import View
from rightbower.record.entries import Record
from rightbower.record.record import write
from rightbower.referee.doing import doubts, plain_to_see, proved
from rightbower.referee.irregularities import Fact
from rightbower.referee.remedies import Remedy, read_remedy
from rightbower.referee.rulings import RulingOption
from rightbower.referee.table import Chosen, Overruled, Ruled, Table
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Suit, shuffled, suit_in_play
from rightbower.rules.ceremonies import Cut, DrawAgain, cut_for_deal, first_jack
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.judge import Objection, objection
from rightbower.rules.library import SHELVES, look_up
from rightbower.rules.message import Message, Term, Voice, capital, message
from rightbower.rules.refusal import Refusal, sentence
from rightbower.terminal.picture import Screen, in_order, scores, short
from rightbower.terminal.words import (
    call_words,
    card_name,
    goal,
    mark_of,
    ordered_cards,
    source,
    special,
    thinkable,
    voice,
    who,
    with_cards,
)

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
        cuts.append(_cuts(screen, ask, cutters, you, f"{seed}-cut-{len(cuts)}", book.pack.cards))
        found = cut_for_deal(cuts, book)
        if not isinstance(found, DrawAgain):
            screen.say(f"{who(found, you)} {'deal' if found is you else 'deals'} first.")
            return found
        screen.say("The cards are tied, so both cut again.")


def _cuts(
    screen: Screen, ask: Ask, cutters: tuple[Seat, Seat], you: Seat, seed: str, deck: Sequence[Card]
) -> dict[Seat, Card]:
    pack = list(shuffled(seed, deck))
    chance = Random(seed)
    shown = {}
    for seat in cutters:
        depth = chance.randrange(1, len(pack))
        if seat is you:
            depth = _depth(screen, ask, "Lift how many cards, {}? Enter for any:", deck) or depth
        shown[seat] = pack.pop(min(depth, len(pack)) - 1)
        screen.say(f"{who(seat, you)} {'cut' if seat is you else 'cuts'} the {short(shown[seat])}.")
    return shown


def _depth(screen: Screen, ask: Ask, prompt: str, deck: Sequence[Card]) -> int | None:
    """How many cards to lift; None when Enter alone is pressed."""
    most = len(deck) - 1
    while True:
        answer = ask(prompt.format(f"1 to {most}"))
        if not answer:
            return None
        if answer.isdecimal() and 0 < int(answer) <= most:
            return int(answer)
        screen.say(f"A cut lifts from 1 to {most} cards: type such a number, or just Enter.")


def _deal_for_it(screen: Screen, book: RuleBook, you: Seat, seed: str) -> Seat:
    """Cards go round face up until the jack falls."""
    pack = shuffled(f"{seed}-jack", book.pack.cards)
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
        return Cut(you, _depth(screen, ask, "Lift how many, {}? Enter for none:", book.pack.cards))
    lifted = Random(f"{seed}-lift").randrange(1, len(book.pack.cards))
    if dealer is you:
        screen.say(f"You ask {cutter.word} to cut: {cutter.word} lifts {lifted}.")
    return Cut(cutter, lifted)


HELP: Final = (
    "Type the number of your choice and press Enter. A card may be typed too, such as JH or 10S.",
    "  why           why these are the choices      rules TOPIC   what the book says",
    "  score         the score                      tricks        the tricks still in sight",
    "  hand          your cards in words            hint          what a good player would do",
    "  quit          stop; the game is saved",
)
HELP_AT_TABLE: Final = (
    "As at a real table nothing is refused: what you type happens, and others may call it.",
    "Make your call in the book's words, such as I'll go alone, or by its number.",
    "  call          what may be called now         call 2        call the second of them",
    "  drop JH       drop a card face up            drop JH QD    lay several down at once",
    "  early JH      play before your turn",
    "  rulings       the rulings in this game",
    "  overrule redeal by right dealer because it was their turn    set the last ruling aside",
)
MOST: Final = 12


def refusal(found: Objection, book: RuleBook, you: Seat) -> str:
    """Why something may not be done, with its clause; nothing is lost by trying."""
    return f"Not allowed: {voice(you)(found.reason)} {source(book, found.path)}. Choose again."


def not_understood(answer: str, view: View) -> str:
    """One clear sentence for what means nothing here."""
    count = len(view.hand) if with_cards(view) else len(view.legal)
    number = f"a number from 1 to {count}" if count > 1 else "1"
    other = "a card such as JH" if with_cards(view) else "the words of the call"
    said = f"“{escape(answer)}” means nothing here" if answer else "Nothing was typed"
    return f"{said}: type {number}, {other}, or help."


def why(deal: Deal | None, view: View) -> list[str]:
    """Why the choices are what they are."""
    if deal is None or not view.legal:
        return ["There is nothing to choose now."]
    if view.phase is Phase.PLAY:
        return [_why_these_cards(view)]
    laws = {Phase.ROUND_ONE: "round_one", Phase.ROUND_TWO: "round_two", Phase.BURY: "pick_up"}
    path = f"laws.{laws[view.phase]}" if view.phase in laws else "alone.who"
    return [f"{_law(view.book, path)} {source(view.book, path)}", *_barred(deal, view)]


def _why_these_cards(view: View) -> str:
    plays = view.tricks[-1].plays
    if ordered := ordered_cards(view):
        return f"{capital(ordered)}; type rulings to read it again."
    if not plays:
        path = "laws.first_lead" if len(view.tricks) == 1 else "laws.winner_leads"
        return f"{_law(view.book, path)} {source(view.book, path)}"
    suit = suit_in_play(plays[0][1], view.trump)
    held = [short(card) for card in in_order(view) if suit_in_play(card, view.trump) is suit]
    path = "laws.follow_suit" if held else "laws.void_plays_any"
    yours = f"You hold {', '.join(held)}." if held else f"You hold no {suit}."
    return f"{str(suit).capitalize()} was led. {yours} {_law(view.book, path)} {source(view.book, path)}"


def _law(book: RuleBook, path: str) -> str:
    return escape(book.cite(path).note)


def _barred(deal: Deal, view: View) -> Iterator[str]:
    """Each thing one could think of and may not do, with the reason; the same reason once."""
    told: set[Message] = set()
    for action in thinkable(view, in_order(view)):
        found = objection(deal, action)
        if found is not None and found.reason not in told:
            told.add(found.reason)
            reason = voice(action.seat)(found.reason)
            yield f"Not “{call_words(action, view.book)}”: {reason} {source(view.book, found.path)}"


def rules(book: RuleBook, topic: str) -> list[str]:
    """What the book says under a topic, a clause or a word."""
    if not topic:
        return [f"Type rules and one of: {', '.join(SHELVES)}; or a clause, or any word."]
    try:
        found = look_up(book, topic)
    except ValueError as fault:
        return [escape(sentence(fault))]
    lines = [f"{clause.id}: {clause.rule}" for clause in found.clauses]
    lines += [f"{each.path}: {each.note} ({each.source})" for each in found.lines]
    lines += [f"{each.number}: {each.question}" for each in found.readings]
    more = [f"There are {len(lines) - MOST} more; a longer word finds fewer."]
    return [escape(line) for line in lines[:MOST]] + (more if len(lines) > MOST else [])


def standing(view: View) -> list[str]:
    """The score, and the tricks of the deal under way."""
    you = view.seat
    assert you is not None
    won = [
        sum(each.winner is not None and each.winner.side is side for each in view.tricks)
        for side in (you.side, you.side.other)
    ]
    tricks = [f"Tricks in this deal: {won[0]} to you, {won[1]} to them."] if view.tricks else []
    return [*scores(view), *tricks]


def tricks(view: View) -> list[str]:
    """The tricks, with the cards that the book still lets one look at; all once a deal is over."""
    you = view.seat
    assert you is not None
    shown: tuple[tuple[tuple[Seat, Card | None], ...], ...] = view.in_sight
    if view.phase is None and view.past:
        shown = tuple(trick.plays for trick in view.past[-1].tricks)
    lines = []
    for number, trick in enumerate(shown, 1):
        cards = (
            f"{who(seat, you)} {'face down' if card is None else short(card)}"
            for seat, card in trick
        )
        lines += [f"Trick {number}: {', '.join(cards)}"] if trick else []
    rule = f"{_law(view.book, 'playing.won_tricks')} {source(view.book, 'playing.won_tricks')}"
    return [*(lines or ["No card has been played yet."]), rule]


def hint(view: View) -> list[str]:
    """What a good player would do here, and why."""
    from rightbower.study.explain import explain
    from rightbower.study.teacher import advise, tie_words

    if not view.legal:
        return ["There is nothing to choose now."]
    found = advise(view)
    return [escape(f"{explain(view, found[0].action).text} {tie_words(found)}".strip())]


def hand(view: View) -> list[str]:
    """Your cards in words."""
    if not view.hand:
        return ["You hold no cards now."]
    lines = []
    for number, card in enumerate(in_order(view), 1):
        mark = mark_of(card, view.trump)
        bower = f", the {mark} bower" if mark in ("left", "right") else f", {mark}" if mark else ""
        lines.append(f"{f'{number} ' if with_cards(view) else ''}{card_name(card)}{bower}")
    return lines


def callable_now(table: Table) -> list[Fact]:
    """What somebody may call now, what lies open first; a suspicion only once it can be proved."""
    suspected = (fact for fact in doubts(table) if proved(table, fact))
    return list(dict.fromkeys((*plain_to_see(table), *suspected)))


def listed(facts: list[Fact], tell: Voice) -> list[str]:
    """The calls there are, numbered."""
    if not facts:
        return ["There is nothing to call now. A card that did not follow can be called later."]
    lines = [f"{number} {tell.capital(fact.sentence())}" for number, fact in enumerate(facts, 1)]
    return [*map(escape, lines), "Type call and a number."]


def ruling_lines(ruled: Ruled, table: Table, tell: Voice) -> list[str]:
    """A ruling as it is read out: what happened, what follows, and the clauses."""
    book = table.game.book
    if ruled.by is None:
        caller = message("called by the {officer}", officer=Term(book.officer))
    else:
        caller = message("called by {seat}", seat=ruled.by)
    clauses = dict.fromkeys(map(book.named, ruled.ruling.paths))
    ruling = message("Ruling")
    head = f"[bold]{tell(ruling)}[/] ({escape(tell(caller))}): "
    return [
        head + escape(tell.sentence(ruled.fact.sentence())),
        escape(tell.capital(ruled.ruling.says.by(*clauses))),
    ]


def choice_lines(options: tuple[RulingOption, ...], book: RuleBook, tell: Voice) -> list[str]:
    """The ways to choose from, numbered, each with what it does."""
    lines = []
    for number, option in enumerate(options, 1):
        does = " ".join(tell.capital(each.instruction(book)) for each in option.remedies)
        lines.append(f"{number} {tell.translate(option.name)}{f': {does}' if does else ''}")
    return [escape(line) for line in lines]


def chosen(options: tuple[RulingOption, ...], screen: Screen, ask: Ask) -> str:
    """The one that is chosen, by its number or its name."""
    names = [option.name for option in options]
    while True:
        answer = ask("Your choice?")
        if answer.isdecimal() and 0 < int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer.lower() in names:
            return answer.lower()
        screen.say(f"Type a number from 1 to {len(names)}.")


def named_suit(screen: Screen, ask: Ask) -> Suit | None:
    """The suit that is called for a lead, or None to let it go."""
    while True:
        answer = ask("You may call the suit they lead: a suit, or Enter to let it go:")
        if not answer:
            return None
        try:
            return Suit.of(answer.lower())
        except ValueError:
            screen.say("Type clubs, diamonds, hearts or spades, or just Enter.")


def history(table: Table, tell: Voice) -> list[str]:
    """Every ruling of the game so far."""
    lines: list[str] = []
    for number, each in enumerate(table.log):
        match each:
            case Ruled():
                hand = message("{number}. Hand {hand}", number=number, hand=each.hand)
                lines += [tell(hand), *ruling_lines(each, table, tell)]
            case Chosen(number=ruled, option=option):
                says = message(
                    "Ruling {number}: {option} was chosen.", number=ruled, option=Term(option)
                )
                lines.append(escape(tell(says)))
            case Overruled(number=ruled, reason=reason):
                says = message(
                    "Ruling {number} was set aside: {reason}", number=ruled, reason=reason
                )
                lines.append(escape(tell(says)))
            case _:
                assert_never(each)
    return lines or [tell(message("There have been no rulings."))]


def set_aside(table: Table, words: str) -> tuple[int, tuple[Remedy, ...], str]:
    """The last ruling's number, what follows instead and why, from what an officer says."""
    ruled = [number for number, each in enumerate(table.log) if isinstance(each, Ruled)]
    if not ruled:
        raise Refusal(message("there have been no rulings"))
    what, _, reason = words.partition(" because ")
    if not reason.strip():
        raise Refusal(
            message("say what follows instead and why: overrule award 2 because it was seen")
        )
    return ruled[-1], tuple(read_remedy(each) for each in what.split(",")), reason.strip()


def usual_place(book: RuleBook, now: datetime) -> Path:
    """A new file in the folder where a person's own data belongs."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    name = f"{now:%Y-%m-%d-%H%M%S}-{Path(book.name).stem}.txt"
    return Path(data) / "rightbower" / "games" / name


def new_file(path: Path) -> Path:
    """The path itself; refuse one that would write over something."""
    if path.exists():
        raise Refusal(f"{path} exists already; name another file for the record")
    return path


def keep(record: Record, path: Path) -> str:
    """Write the record, and say where it is or why it could not be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(record), "utf-8")
    except OSError as fault:
        return f"The record could not be saved: {fault.strerror or fault} ({path})."
    return f"The record is saved in {path}"
