"""A game as at the table in the terminal: slips happen, are called, ruled upon and put right."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Final

from msgspec.structs import replace
from rich.markup import escape

from rightbower.players import slips
from rightbower.players.views import View, view_at_table
from rightbower.record.entries import (
    ActionEntry,
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    CutEntry,
    DroppedEntry,
    EnteredEntry,
    Entry,
    OverruleEntry,
    SlipEntry,
    TurnedEntry,
)
from rightbower.record.record import begin, table_step
from rightbower.referee.doing import improper, open_table, refusal
from rightbower.referee.irregularities import Fact
from rightbower.referee.spoken import NotACall, read_call
from rightbower.referee.table import (
    Ruled,
    TableError,
    leader_called_on,
    may_call,
    pending_choice,
    unturned,
    ways,
)
from rightbower.rules.acts import Action, Play
from rightbower.rules.cards import Card, Seat, Suit, cards
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import TurnUp, cutter_due
from rightbower.rules.refusal import sentence
from rightbower.terminal import rulings
from rightbower.terminal.choices import with_cards
from rightbower.terminal.messages import action_sentence, card_name, who, whom
from rightbower.terminal.picture import Screen
from rightbower.terminal.session import Setup, Sitting

HELP: Final = (
    "As at a real table nothing is refused: what you type happens, and others may call it.",
    "Make your call in the book's words, such as I'll go alone, or by its number.",
    "  call          what may be called now         call 2        call the second of them",
    "  drop JH       drop a card face up            drop JH QD    lay several down at once",
    "  early JH      play before your turn",
    "  rulings       the rulings in this game",
    "  overrule redeal by right dealer because it was their turn    set the last ruling aside",
)


class Changed(Exception):
    """A word of yours changed the table, so that what was asked no longer stands."""


class TableSitting(Sitting):
    """The live game with a referee beside it."""

    def __init__(self, setup: Setup, screen: Screen, often: str = "seldom") -> None:
        super().__init__(setup, screen)
        self.record = replace(self.record, at_table=True)
        self.often = slips.OFTEN[often]
        self.chance = Random(f"{setup.seed}-slips")
        self._sit()

    def _sit(self) -> None:
        self.table = open_table(begin(self.record))
        self.game = self.table.game

    def _happen(self, entry: Entry) -> None:
        before = len(self.table.log)
        self.table = table_step(self.table, entry)
        self.game = self.table.game
        self.record = self.record.then(entry)
        for each in self.table.log[before:]:
            if isinstance(each, Ruled):
                self._read_out(each)

    def _read_out(self, ruled: Ruled) -> None:
        """A ruling as everybody hears it; a drawn table waits until it is read."""
        self.screen.say("", *rulings.ruling_lines(ruled, self.table))
        if not self.screen.plain:
            self.screen.ask("Press Enter to go on:")

    def _view(self) -> View:
        return self._seen(self.you)

    def _seen(self, seat: Seat) -> View:
        """What a seat goes by, with the orders in force."""
        return replace(view_at_table(self.table, seat), now=self._now())

    def turn(self) -> None:
        """One thing that happens: a choice, a call, a trick turned, a slip or a proper act."""
        with contextlib.suppress(Changed):
            self._turn()

    def _turn(self) -> None:
        if self._choice() or self._bot_calls():
            return
        deal = self._deal_under_way()
        if unturned(self.table) is not None:
            self._trick_done()
        elif self._suit_called() or self._bot_slips():
            return
        elif deal.turn is self.you:
            self._act(self._choose(self._view()))
        else:
            assert deal.turn is not None
            self._act(self.setup.others(self._seen(deal.turn)))

    def _act(self, action: Action) -> None:
        """Do something, proper or not; what was done is shown."""
        if self.game.deal is None:
            return
        before = self._view()
        self._bell()
        slipped = improper(self.table, action) is not None
        entry = SlipEntry(action, self._now()) if slipped else ActionEntry(action, self._now())
        self._happen(entry)
        if self.game.deal is None and not self.game.finished:
            self._tell(action_sentence(action, self.book, self.you))
        else:
            self._show_action(action, before)

    def _trick_done(self) -> None:
        """The trick lies there until it is turned; this is the time to look."""
        self.wait("Press Enter to have the trick turned:")
        self._happen(TurnedEntry(self._now()))

    def _bot_slips(self) -> bool:
        if self.chance.random() >= self.often or self.game.turn_up is not TurnUp.FACED:
            return False
        match slips.slip(self.table, (self.you,), self.chance):
            case None:
                return False
            case (seat, fallen):
                self._fall(seat, (fallen,))
            case action:
                self._act(action)
        return True

    def _fall(self, seat: Seat, fallen: tuple[Card, ...]) -> None:
        self._happen(DroppedEntry(seat, fallen, self._now()))
        verb = "drop" if seat is self.you else "drops"
        names = " and the ".join(card_name(each) for each in fallen)
        said = f"{who(seat, self.you)} {verb} the {names} face up."
        self._tell(said)
        if seat is self.you and not self.screen.plain:
            # What was asked still stands, so that no new picture shows it.
            self.screen.say(said)

    def _bot_calls(self) -> bool:
        found = slips.noticed(self.table, (self.you,), self.chance)
        return found is not None and self._claim(*found)

    def _claim(self, by: Seat, fact: Fact) -> bool:
        last = self.game.deal is None
        try:
            self._happen(ClaimEntry(by, fact, last_hand=last, at=self._now()))
        except TableError as fault:
            if by is self.you:
                self.screen.say(sentence(fault))
            return False
        return True

    def _choice(self) -> bool:
        """Whoever has the choice of a ruling takes it."""
        due = pending_choice(self.table)
        if due is None:
            return False
        side, option = due.by, due.option
        if due.ruled.ruling.chooser is None:
            pass
        elif side is None or side is self.you.side:
            option = self._chosen(due.number, "You decide, as the officer would." if side is None else "Your side chooses.")  # fmt: skip
        else:
            self._tell(f"{whom(side.seats[0], self.you)} and {whom(side.seats[1], self.you)} choose: {option}.")  # fmt: skip
        self._happen(ChoiceEntry(due.number, side, option, self._now()))
        return True

    def _chosen(self, number: int, whose: str) -> str:
        options = ways(self.table, number)
        self.screen.say(whose, *rulings.choice_lines(options, self.book))
        names = [option.name for option in options]
        while True:
            answer = self.ask("Your choice?")
            if answer.isdecimal() and 0 < int(answer) <= len(names):
                return names[int(answer) - 1]
            if answer.lower() in names:
                return answer.lower()
            self.screen.say(f"Type a number from 1 to {len(names)}.")

    def _suit_called(self) -> bool:
        """The side that may call the suit of a lead does so, or lets it go."""
        call = leader_called_on(self._deal_under_way(), self.table.orders)
        if call is None or call.suit is not None:
            return False
        by = may_call(self._deal_under_way(), self.table.orders)
        if not by:
            return False
        if self.you in by:
            self._happen(CalledEntry(self.you, self._named_suit(), self._now()))
        else:
            suit = self.chance.choice(tuple(Suit))
            self._tell(f"{by[0].word} calls for a lead in {suit}.")
            self._happen(CalledEntry(by[0], suit, self._now()))
        return True

    def _named_suit(self) -> Suit | None:
        while True:
            answer = self.ask("You may call the suit they lead: a suit, or Enter to let it go:")
            if not answer:
                return None
            try:
                return Suit.of(answer.lower())
            except ValueError:
                self.screen.say("Type clubs, diamonds, hearts or spades, or just Enter.")

    def _meant(self, answer: str, seen: View) -> Action | str:
        """Calls are made in words as the book has them; a number chooses one too."""
        if not answer or answer.isdecimal() or with_cards(seen):
            return super()._meant(answer, seen)
        try:
            return read_call(self._deal_under_way(), self.you, answer)
        except NotACall as fault:
            return escape(sentence(fault))

    def _refused(self, action: Action) -> str | None:
        """As at the table only the impossible is refused."""
        reason = refusal(self.table, action)
        return None if reason is None else sentence(reason)

    def _asks_first(self) -> bool:
        return self.book.bidding.breach_asked == "everywhere"

    def _command(self, word: str, topic: str) -> bool:
        match word:
            case "help" | "?":
                super()._command(word, topic)
                self.screen.say(*HELP)
            case "rulings":
                self.screen.say(*rulings.history(self.table))
            case "call" | "drop" | "early" | "overrule":
                before = self.table
                if word == "call":
                    self._call(topic)
                elif word == "overrule":
                    self._overrule(topic)
                else:
                    self._own_slip(word, topic)
                if word != "drop" and self.table is not before:
                    raise Changed
            case _:
                return super()._command(word, topic)
        return True

    def _call(self, topic: str) -> None:
        facts = rulings.callable_now(self.table) if self._in_sight() else []
        if topic.isdecimal() and 0 < int(topic) <= len(facts):
            self._claim(self.you, facts[int(topic) - 1])
        else:
            self.screen.say(*rulings.listed(facts))

    def _overrule(self, topic: str) -> None:
        """The last ruling set aside, as the officer would: what follows instead, and why."""
        try:
            number, instead, reason = rulings.set_aside(self.table, topic)
            officer = self.game.players[self.you]
            self._happen(OverruleEntry(number, officer, reason, instead, self._now()))
        except ValueError as fault:
            self.screen.say(escape(sentence(fault)))

    def _own_slip(self, word: str, topic: str) -> None:
        held = self._held(topic)
        if not held or (word == "early" and len(held) > 1):
            self.screen.say("Name a card you hold, such as JH.")
        elif word == "drop":
            self._fall(self.you, held)
        elif reason := self._refused(Play(self.you, held[0])):
            self.screen.say(reason)
        else:
            self._act(Play(self.you, held[0]))

    def _held(self, topic: str) -> tuple[Card, ...]:
        """The cards of yours that are named; none where one of them is not."""
        deal = self.game.deal
        if deal is None or not self._in_sight():
            return ()
        try:
            named = cards(topic)
        except ValueError:
            return ()
        return tuple(dict.fromkeys(named)) if set(named) <= set(deal.hands[self.you]) else ()

    def _in_sight(self) -> bool:
        """Whether the cards are out and faced, or something lies there that may be called upon."""
        faced = self.game.deal is None or self.game.turn_up is TurnUp.FACED
        return faced or self._holds_the_turn_up()

    def _cut(self, dealer: Seat, seed: str) -> None:
        """A bot that deals may forget to offer the cut, where that is wrong."""
        due = cutter_due(self.game) is not None
        if due and dealer is not self.you and self.chance.random() < self.often:
            self._happen(CutEntry(Cut(None), self._now()))
            self._tell(f"{dealer.word} does not offer the cut.")
        else:
            super()._cut(dealer, seed)

    def _holds_the_turn_up(self) -> bool:
        return self.game.cut == Cut(None)

    def _turn_up(self) -> None:
        """There is time to call a deal without the cut before its card is turned up."""
        if self._bot_calls():
            return
        with contextlib.suppress(Changed):
            self.wait("Press Enter to have the card turned up:")
        if self.game.deal is not None:
            super()._turn_up()

    def _over(self) -> bool:
        return self.table.entered

    def _deal(self) -> None:
        self._settle()
        with contextlib.suppress(Changed):
            super()._deal()

    def _after_deal(self) -> None:
        self._settle()
        with contextlib.suppress(Changed):
            super()._after_deal()

    def _between(self) -> None:
        """The hand is over: what is still called and chosen comes before the next, or the end."""
        self._settle()
        if self.game.result is None or self.game.deal is not None:
            return
        with contextlib.suppress(Changed):
            self.wait("Press Enter to enter the result:")
            self._happen(EnteredEntry(self._now()))

    def _settle(self) -> None:
        """Go on until nothing waits for a choice; a call in between may bring another."""
        settled = False
        while not settled:
            with contextlib.suppress(Changed):
                while self._choice() or self._bot_calls():
                    pass
                settled = True
