"""A table's book on a page: its summary, and house rules made from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from rightbower.players.thumb import told_unstudied, unstudied
from rightbower.rules.book import TOPICS, BookError, RuleBook, overlay
from rightbower.rules.cards import Pack
from rightbower.rules.library import line, say
from rightbower.rules.message import Message, Term, message, word
from rightbower.rules.refusal import Refusal, sentence
from rightbower.rules.settings import common
from rightbower.terminal.words import ends, special_rules


class ShortRule(Struct, frozen=True):
    """A rule in a sentence, and the clause it comes from."""

    text: Message
    clause: str


class ShortRules(Struct, frozen=True):
    """How to play by a book: what is special first, then the game from the deal to its end."""

    special: list[ShortRule]
    parts: list[tuple[str, list[ShortRule]]]
    ends: list[ShortRule]


def in_short(book: RuleBook, target: int | None = None) -> ShortRules:
    """The rules of a book on one screen."""
    goal = book.game.target if target is None else target
    return ShortRules(
        [*_rules(book, special_rules(book)), *_unstudied(book)],
        [(title, _rules(book, told)) for title, told in _parts(book)],
        _rules(book, ends(book, goal)),
    )


def _rules(book: RuleBook, told: list[tuple[Message, str]]) -> list[ShortRule]:
    return [ShortRule(text, book.clause(path)) for text, path in told]


def _unstudied(book: RuleBook) -> list[ShortRule]:
    """That the strong bots do not know such rules, where that is so."""
    path = unstudied(book)
    return [] if path is None else [ShortRule(told_unstudied(), book.clause(path))]


def _parts(book: RuleBook) -> list[tuple[str, list[tuple[Message, str]]]]:
    return [
        (word("The cards"), _cards(book)),
        (word("Making trump"), _trump(book)),
        (word("The play"), _play()),
        (word("Going alone"), _alone(book)),
        (word("Points"), _points(book)),
    ]


def _of_the_deck(book: RuleBook) -> str:
    """The setting by which a deck is another than the common one."""
    return "pack.joker" if book.pack.ranks == common("pack.ranks") else "pack.ranks"


def _cards(book: RuleBook) -> list[tuple[Message, str]]:
    plain = book.pack == Pack()
    best = book.pack.cards[-1]
    top = (
        message("The best card of all, whatever is trump, is {card}.", card=best.in_words)
        if best.joker
        else None
    )
    return [
        (
            message("Twenty-four cards, nine to ace. You and the player across are partners.")
            if plain
            else message(
                "Play with {deck}. You and the player across are partners.", deck=book.pack.told
            ),
            "laws.pack" if plain else _of_the_deck(book),
        ),
        (
            message("Everybody is dealt five, and the next card is turned up."),
            "laws.five_each",
        ),
        *([] if top is None else [(top, "pack.joker")]),
        (
            message("The jack of trumps is the best card: the right bower.")
            if top is None
            else message("The jack of trumps comes next: the right bower."),
            "laws.right_bower",
        ),
        (
            message(
                "The other jack of that color is second best, the left bower, and is a trump itself."
            )
            if top is None
            else message(
                "Then the other jack of that color, the left bower, which is a trump itself."
            ),
            "laws.left_bower",
        ),
        (_TRUMPS_RUN[book.pack.ranks], "laws.trump_order"),
    ]


_TRUMPS_RUN: Final = {
    "nine to ace": message("Then trumps run ace, king, queen, ten, nine."),
    "eight to ace": message("Then trumps run ace, king, queen, ten, nine, eight."),
    "seven to ace": message("Then trumps run ace, king, queen, ten, nine, eight, seven."),
}


def _trump(book: RuleBook) -> list[tuple[Message, str]]:
    offer = message(
        "From the dealer's left each player passes, or says “{words}”: the card turned up goes to"
        " the dealer and its suit is trump.",
        words=Term(book.bidding.order_word),
    )
    return [
        (offer, "laws.round_one"),
        (message("The dealer then discards one card face down."), "laws.pick_up"),
        (message("If nobody wants it, each player may name another suit."), "laws.round_two"),
        (_all_pass(book), "bidding.all_pass"),
    ]


def _all_pass(book: RuleBook) -> Message:
    """What happens when everybody passes twice."""
    if book.bidding.all_pass == "stick the dealer":
        return message("If all pass again, the dealer has to name one.")
    if book.bidding.all_pass == "pay":
        return message(
            "The dealer, who speaks last, names one or pays the others {points}.",
            points=book.score.given_up,
        )
    if book.bidding.thrown_in_dealer == "same dealer":
        return message("If all pass again, the cards are thrown in and the same player deals.")
    return message("If all pass again, the cards are thrown in and the next player deals.")


def _play() -> list[tuple[Message, str]]:
    return [
        (message("The player on the dealer's left leads any card."), "laws.first_lead"),
        (message("Follow the suit led if you can; if not, play anything."), "laws.follow_suit"),
        (
            message("The highest trump wins the trick, or else the highest of its suit."),
            "laws.trick_winner",
        ),
        (message("Whoever wins a trick leads to the next."), "laws.winner_leads"),
    ]


def _alone(book: RuleBook) -> list[tuple[Message, str]]:
    when = (
        message("A maker with a great hand may say “alone” before the first card is played.")
        if book.alone.when == "before the first card"
        else message("A maker with a great hand may say “alone” with the call.")
    )
    out = message("The partner then puts the hand down and sits out.")
    return [(when, "alone.when"), (out, "laws.partner_sits_out")]


def _points(book: RuleBook) -> list[tuple[Message, str]]:
    score = book.score
    made = message(
        "Makers with {tricks} tricks or more: {points}.",
        tricks=score.tricks_to_make,
        points=score.make,
    )
    euchred = message(
        "Fewer than {tricks}, euchred: {points} for the others.",
        tricks=score.tricks_to_make,
        points=score.euchre,
    )
    return [
        (made, "score.make"),
        (message("Makers with all five, a march: {points}.", points=score.march), "score.march"),
        (message("Alone with all five: {points}.", points=score.lone_march), "score.lone_march"),
        (euchred, "score.euchre"),
    ]


PREFIX: Final = "rule."
MOST_DIGITS: Final = 3
NOTE: Final = "A rule of this table."
# What people argue about, as they would put it.
ARGUED: Final = {
    "pack.ranks": word("Cards of each suit"),
    "pack.joker": word("A joker in the deck"),
    "bidding.joker_turned": word("A joker that is turned up"),
    "bidding.joker_natural": word("A joker is a natural card"),
    "draw.first_dealer": word("The first deal goes to"),
    "bidding.all_pass": word("When everybody passes twice"),
    "game.target": word("Points that win the game"),
    "game.deals": word("Deals in a game"),
    "bidding.partner_order": word("The dealer's partner orders it up"),
    "bidding.trump_to_order": word("Who needs a trump to order"),
    "bidding.natural_scope": word("Who needs a card of the turn-up's suit"),
    "burying.turn_up": word("Discarding the turn-up again"),
    "alone.who": word("Who may play alone"),
    "alone.when": word("Alone is said"),
    "alone.needs_trump": word("A lone player needs a trump"),
    "alone.lead": word("Who leads against a loner"),
    "score.march": word("Points for all five tricks"),
    "score.lone_march": word("Points for all five alone"),
    "score.euchre": word("Points for a euchre"),
    "score.lone_euchre": word("Points for euchring a loner"),
    "clock.minutes": word("Minutes a game may take"),
    "bidding.stuck_names": word("A dealer who has to name a suit may name"),
    "bidding.thrown_in_dealer": word("After the cards are thrown in deals"),
    "bidding.no_trump": word("No-trump may be named"),
    "bidding.no_trump_when": word("Who may name no-trump"),
    "relief.bad_hand": word("A bad hand that may be shown"),
    "relief.remedy": word("What becomes of a bad hand"),
    "relief.gone_under": word("Whoever went under"),
    "relief.seen_by": word("Who sees the cards that go under"),
    "burying.order": word("The dealer's discard and the turn-up"),
    "alone.barred_at": word("Scores at which nobody plays alone"),
    "alone.defend": word("A defender may play alone"),
    "score.lone_defence": word("Points for euchring a loner alone"),
    "score.lone_defence_of_pair": word("Points for euchring a pair alone"),
    "score.lone_tricks": word("Tricks a lone maker needs"),
    "score.super_euchre": word("Points for makers without a trick"),
    "score.given_up": word("Points a dealer pays who names no suit"),
    "game.cap": word("Most points that are written down"),
}


# The settings by what people argue about: each topic of a book under its heading.
GROUPS: Final = {
    "pack": word("The deck"),
    "draw": word("The first deal"),
    "bidding": word("Making trump"),
    "relief": word("Bad hands"),
    "burying": word("The dealer's discard"),
    "alone": word("Going alone"),
    "score": word("Points"),
    "game": word("How long"),
    "clock": word("How long"),
}


class HouseRule(Struct, frozen=True):
    """A setting that may be changed: the value chosen, what may be, and what the book says."""

    path: str
    title: str
    value: str
    options: tuple[str, ...]
    by_the_book: str
    note: str
    clause: str

    @property
    def changed(self) -> bool:
        """Whether it is otherwise than in the book."""
        return self.value != self.by_the_book


def house_rules(book: RuleBook, typed: Mapping[str, str]) -> list[HouseRule]:
    """The settings that may be changed, with what was chosen so far."""
    found = []
    for path in argued(book):
        cited = line(book, path)
        usual = say(cited.value)
        chosen = typed.get(PREFIX + path, usual)
        options = _options(path)
        found.append(
            HouseRule(path, ARGUED[path], chosen, options, usual, cited.note, cited.clause)
        )
    return found


def in_groups(rules: list[HouseRule]) -> list[tuple[str, list[HouseRule]]]:
    """The settings under their headings, in the order of the headings."""
    found: dict[str, list[HouseRule]] = {title: [] for title in GROUPS.values()}
    for rule in rules:
        found[GROUPS[rule.path.partition(".")[0]]].append(rule)
    return [(title, group) for title, group in found.items() if group]


def differs(book: RuleBook, values: Mapping[str, Any]) -> list[ShortRule]:
    """In which rules a table plays otherwise than its book, each in a sentence."""
    if not values:
        return []
    laid = overlay(book, values, NOTE)
    special = {path: text for text, path in special_rules(laid)}
    told = {path: text for text, path in ends(laid, laid.game.target)}
    return [
        ShortRule(special.get(path) or told.get(path) or _plainly(path, laid), book.clause(path))
        for path in ARGUED
        if path in values and book.value(path) != laid.value(path)
    ]


def _plainly(path: str, book: RuleBook) -> Message:
    """A setting by its title, where no sentence of the rules says it."""
    return message("{title}: {value}", title=Message(ARGUED[path]), value=say(book.value(path)))


def argued(book: RuleBook) -> list[str]:
    """The settings that may be changed in a book: one that plays a number of deals has no target."""
    return [path for path in ARGUED if path != "game.target" or book.game.target is not None]


def chosen_rules(book: RuleBook, typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The settings that differ from the book, and a sentence for each that cannot be."""
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for rule in house_rules(book, typed):
        if not rule.changed:
            continue
        try:
            values[rule.path] = _read(rule.path, rule.value)
        except Refusal as fault:
            wrong[PREFIX + rule.path] = str(fault)
    if not wrong:
        try:
            overlay(book, values, NOTE)
        except BookError as fault:
            wrong["rules"] = _cannot_meet(fault)
    return values, wrong


def _cannot_meet(fault: BookError) -> str:
    """Why settings cannot meet, by the name that the page has for the one that is too much."""
    said = dict(fault.said.args)
    path, reason = said.get("path"), said.get("reason")
    if path not in ARGUED or not isinstance(reason, Message):
        return sentence(fault)
    return sentence(message("{title}: {reason}", title=Message(ARGUED[path]), reason=reason))


def _kind(path: str) -> Any:
    topic, _, name = path.partition(".")
    return get_type_hints(TOPICS[topic])[name]


@cache
def _options(path: str) -> tuple[str, ...]:
    kind = _kind(path)
    if get_origin(kind) is Literal:
        return tuple(str(value) for value in get_args(kind))
    return ("yes", "no") if kind is bool else ()


def _read(path: str, text: str) -> Any:
    """A value from what was typed."""
    text, options = text.strip(), _options(path)
    if options:
        if text not in options:
            raise Refusal(word("Choose one of the list."))
        return text == "yes" if options == ("yes", "no") else text
    if get_origin(_kind(path)) is tuple:
        return () if text in ("", "none") else tuple(map(_number, text.split(",")))
    if text in ("", "none") and _kind(path) is not int:
        return None
    return _number(text)


def _number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and 0 < len(text) <= MOST_DIGITS and int(text)):
        raise Refusal(word("Write a whole number from 1 to 999."))
    return int(text)


def sheet(book: RuleBook, values: Mapping[str, Any]) -> str:
    """The rules as a sheet that every part of Rightbower reads."""
    head = [
        "# House rules; docs/house-rules.md says how such a sheet is used.",
        'name = "house"',
        f'title = "{book.title}, house rules"',
        f'extends = "{book.name}"',
    ]
    rules = [
        f'[{path}]\nvalue = {_toml(value)}\nnote = "{ARGUED[path]}: {say(value)}."'
        for path, value in values.items()
    ]
    return "\n\n".join(["\n".join(head), *rules]) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return str(list(value))
    return str(value) if isinstance(value, int) else f'"{say(value)}"'
