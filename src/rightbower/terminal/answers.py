"""What is answered to help, why, rules, score, tricks, hand and hint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.markup import escape

from rightbower.players.views import View
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, suit_in_play
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.judge import Objection, objection
from rightbower.rules.library import SHELVES, look_up
from rightbower.rules.message import Message
from rightbower.rules.refusal import capital, sentence
from rightbower.terminal.choices import thinkable, with_cards
from rightbower.terminal.messages import (
    call_words,
    card_name,
    mark_of,
    ordered_cards,
    source,
    voice,
    who,
)
from rightbower.terminal.picture import in_order, scores, short

HELP: Final = (
    "Type the number of your choice and press Enter. A card may be typed too, such as JH or 10S.",
    "  why           why these are the choices      rules TOPIC   what the book says",
    "  score         the score                      tricks        the tricks still in sight",
    "  hand          your cards in words            hint          what a good player would do",
    "  quit          stop; the game is saved",
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
