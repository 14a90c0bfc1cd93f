"""One game at the terminal, strict or as at the table, from the welcome to the saved record."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.markup import escape

from rightbower.players import Player, slips
from rightbower.players.views import View, view_at_table
from rightbower.record import entries
from rightbower.record.record import after_entry, start
from rightbower.referee.doing import improper, refusal
from rightbower.referee.irregularities import Fact
from rightbower.referee.spoken import NotACall, read_call
from rightbower.referee.table import (
    PendingChoice,
    Ruled,
    TableError,
    leader_called_on,
    may_call,
    next_step,
    ways,
)
from rightbower.rules.acts import Action, Play
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Suit, shuffled
from rightbower.rules.ceremonies import Cut, cut_pack, deal_cards
from rightbower.rules.deal import Deal, Trick, loses_the_game
from rightbower.rules.game import Advice, Game, TurnUp, advised_at, cutter_due, reminder
from rightbower.rules.judge import objection
from rightbower.rules.message import Message, whole
from rightbower.rules.refusal import Refusal
from rightbower.terminal import answers
from rightbower.terminal import picture as draw
from rightbower.terminal.picture import EndOfInput, Screen
from rightbower.terminal.words import (
    action_sentence,
    card_name,
    deal_over,
    game_over,
    held_cards,
    meant,
    numbered,
    prompt_line,
    source,
    voice,
    who,
    whom,
    with_cards,
)

ADVICE: Final[Advice] = "clock.advice_minutes"


class Stopped(Exception):
    """The player wishes to stop."""


class Changed(Exception):
    """A word of yours changed the table, so that what was asked no longer stands."""


class Setup(Struct, frozen=True):
    """How a game is set up; ``tick`` tells the seconds, or is None to play without a clock.

    ``slips`` is how often a bot slips as at the table; None for a strict game.
    """

    book: RuleBook
    you: Seat
    players: tuple[str, str, str, str]
    others: Player
    seed: str
    file: Path
    target: int | None = None
    date: str = ""
    tick: Callable[[], float] | None = None
    slips: str | None = None


class Sitting:
    """The live game: the one place in the terminal that changes."""

    def __init__(self, setup: Setup, screen: Screen) -> None:
        self.setup = setup
        self.screen = screen
        self.book = setup.book
        self.you = setup.you
        self.tell = voice(setup.you)
        self.strict = setup.slips is None
        self.often = slips.OFTEN[setup.slips or "never"]
        self.chance = Random(f"{setup.seed}-slips")
        self.record = entries.Record(
            setup.book,
            Seat.N,
            setup.players,
            setup.target,
            date=setup.date,
            at_table=not self.strict,
        )
        self.table = start(self.record)
        self.dealt = 0
        self.zero: float | None = None
        self.said: list[str] = []

    @property
    def game(self) -> Game:
        """The game at the table."""
        return self.table.game

    def play(self) -> bool:
        """Play to the end; False when the player stopped before it."""
        try:
            self._open()
            while next_step(self.table) is not None:
                before = len(self.game.finished)
                self._settle()
                with contextlib.suppress(Changed):
                    self._deal()
                while self.game.deal is not None:
                    self.turn()
                    self._bell()
                if len(self.game.finished) > before:
                    self._settle()
                    with contextlib.suppress(Changed):
                        self._after_deal()
                self._between()
        except (Stopped, EndOfInput, KeyboardInterrupt) as stop:
            self._stopped(stop)
            return False
        self.screen.say(*game_over(self.game, self.you))
        self.screen.say(answers.keep(self.record, self.setup.file))
        return True

    def _settle(self) -> None:
        """Go on until nothing waits for a choice; a call in between may bring another."""
        settled = self.strict
        while not settled:
            with contextlib.suppress(Changed):
                while self._choice() or self._bot_calls():
                    pass
                settled = True

    def _between(self) -> None:
        """The hand is over: what is still called and chosen comes before the next, or the end."""
        self._settle()
        due = next_step(self.table)
        if due is None or due.what != "result":
            return
        with contextlib.suppress(Changed):
            self.wait("Press Enter to enter the result:")
            self._happen(entries.EnteredEntry(self._now()))

    def _open(self) -> None:
        """The welcome, the first dealer, and the game begun."""
        setup = self.setup
        target = self.book.game.target if setup.target is None else setup.target
        answers.welcome(self.screen, self.book, target, self.you)
        dealer = answers.first_dealer(self.screen, self.ask, self.book, self.you, setup.seed)
        self.wait("Press Enter for the first deal:")
        if not self.book.dealing.turn_up_waits_for_bell:
            self._start_clock()
        self.record = replace(self.record, first_dealer=dealer, at=self._now())
        self.table = start(self.record)
        self._happen(entries.NoteEntry(f"shuffled with the seed {setup.seed}"))

    def _happen(self, entry: entries.RecordEntry) -> None:
        before = len(self.table.log)
        self.table = after_entry(self.table, entry)
        self.record = self.record.then(entry)
        for each in self.table.log[before:]:
            if isinstance(each, Ruled):
                self.screen.say("", *answers.ruling_lines(each, self.table, self.tell))
                if not self.screen.plain:  # a drawn table waits until it is read
                    self.screen.ask("Press Enter to go on:")

    def _start_clock(self) -> None:
        clock = self.book.clock
        if self.setup.tick is not None and (clock.minutes or clock.advice_minutes):
            self.zero = self.setup.tick()

    def _now(self) -> float | None:
        """Seconds since the start; None without a clock."""
        if self.setup.tick is None or self.zero is None:
            return None
        return round(self.setup.tick() - self.zero, 1)

    def _bell(self) -> None:
        """The end signal, once the time is up; before it the reminder of the time advised."""
        self._remind()
        now, ends = self._now(), self.game.ends_at
        if now is None or ends is None or now < ends or self.game.time_up:
            return
        if self.game.result is None:
            self._happen(entries.BellEntry("end", now))
            self._say_time_is_up()

    def _remind(self) -> None:
        now, due = self._now(), advised_at(self.game, ADVICE)
        if now is None or due is None or now < due or self.game.reminded or self.game.result:
            return
        self._happen(entries.ReminderEntry(ADVICE, now))
        if self.game.reminded:
            self._tell(f"[bold dark_goldenrod]{reminder(self.book, ADVICE)}.[/]")

    def _say_time_is_up(self) -> None:
        rest = f" This hand is played out {source(self.book, 'clock.finish_hand')}."
        time_up = f"Time is up {source(self.book, 'clock.minutes')}."
        self.screen.say(f"[bold dark_goldenrod]{time_up}[/]{rest if self.game.deal else ''}")

    def _deal(self) -> None:
        """The cut, the cards and the turn-up."""
        self._bell()
        if self.game.result is not None:
            return
        dealer = self.game.dealer
        self.said = []
        seed = f"{self.setup.seed}-{self.dealt}"
        self._cut(dealer, seed)
        self._bell()
        if self.game.result is not None:
            return
        self.dealt += 1
        lifted = None if self.game.cut is None else self.game.cut.lifted
        cards = deal_cards(
            cut_pack(shuffled(seed, self.book.pack.cards), lifted, self.book), dealer, self.book
        )
        waits = not self.game.begun or self._holds_the_turn_up()
        self._happen(
            entries.DealtEntry(
                dealer, cards, TurnUp.PUT_DOWN if waits else TurnUp.FACED, self._now()
            )
        )
        if self.game.deal is None:  # the time ran out between the last look at it and the deal
            self._say_time_is_up()
            return
        self._tell(f"{who(dealer, self.you)} {'deal' if dealer is self.you else 'deals'}.")
        if not self.game.begun:
            self._start_bell()
        elif waits:
            self._turn_up()

    def _cut(self, dealer: Seat, seed: str) -> None:
        """The player on the dealer's right cuts; a bot that deals may forget to offer it, where that is wrong."""
        due = cutter_due(self.game) is not None
        if due and dealer is not self.you and self.chance.random() < self.often:
            self._happen(entries.CutEntry(Cut(None), self._now()))
            self._tell(f"{dealer.word} does not offer the cut.")
            return
        made = answers.cut(self.screen, self.ask, self.book, dealer, self.you, seed)
        if made is not None:
            self._happen(entries.CutEntry(made, self._now()))

    def _holds_the_turn_up(self) -> bool:
        """Whether the turn-up is left face down a while: a deal without the cut can be called before."""
        return self.game.cut == Cut(None)

    def _turn_up(self) -> None:
        """There is time to call a deal without the cut before its card is turned up."""
        if self._bot_calls():
            return
        with contextlib.suppress(Changed):
            self.wait("Press Enter to have the card turned up:")
        if self.game.deal is not None:
            self._happen(entries.TurnUpEntry(TurnUp.FACED, self._now()))

    def _start_bell(self) -> None:
        rule = source(self.book, "dealing.turn_up_waits_for_bell")
        self.screen.say(f"The hands are dealt; the turn-up waits for the start bell {rule}.")
        self.wait("Press Enter when you are ready for the bell:")
        self._start_clock()
        self._happen(entries.BellEntry("start", self._now()))
        self._tell("[bold dark_goldenrod]The start bell rings.[/]")
        self._happen(entries.TurnUpEntry(TurnUp.FACED, self._now()))

    def turn(self) -> None:
        """One thing that happens: a choice, a call, a trick turned, a slip or a proper act."""
        with contextlib.suppress(Changed):
            self._turn()

    def _turn(self) -> None:
        if self._choice() or self._bot_calls():
            return
        due = next_step(self.table)
        if due is not None and due.what == "trick":
            # The trick lies there until it is turned; this is the time to look.
            self.wait("Press Enter to have the trick turned:")
            self._happen(entries.TurnedEntry(self._now()))
        elif not (self._suit_called() or self._bot_slips()):
            turn = self._deal_under_way().turn
            assert turn is not None
            before = self._view()
            if turn is self.you:
                self._act(self._choose(before), before)
            else:
                self._act(self.setup.others(view_at_table(self.table, turn)), before)

    def _act(self, action: Action, before: View) -> None:
        """Do something, proper or not; what was done is shown, also as it was ``before``."""
        self._bell()
        slipped = not self.strict and improper(self.table, action) is not None
        entry = (
            entries.SlipEntry(action, self._now())
            if slipped
            else entries.ActionEntry(action, self._now())
        )
        self._happen(entry)
        if self.game.deal is None and not self.game.finished:
            self._tell(action_sentence(action, self.book, self.you))
        else:
            self._show_action(action, before)

    def _deal_under_way(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    def _view(self) -> View:
        return replace(view_at_table(self.table, self.you), now=self._now())

    def _tell(self, sentence: str) -> None:
        """Say what happened; in a drawn table it is shown under the next picture."""
        self.said.append(sentence)
        if self.screen.plain:
            self.screen.say(sentence)

    def _show_action(self, action: Action, before: View) -> None:
        self._tell(action_sentence(action, self.book, self.you))
        deal = self.game.deal or self.game.finished[-1].deal
        trick = draw.trick_of(deal, action)
        if trick is not None and trick.winner is not None:
            taker = who(trick.winner, self.you)
            self._tell(f"{taker} {'take' if taker == 'You' else 'takes'} the trick.")
        if not self.screen.plain and (action.seat is not self.you or trick is not None):
            shown = before if self.game.deal is None else self._view()
            self._picture(replace(shown, legal=(), turn=None, tricks=deal.tricks), trick)
            self.screen.rest(2.5 if trick is not None and trick.winner is not None else 1)

    def _picture(self, seen: View, trick: Trick | None) -> None:
        """The whole table, drawn afresh."""
        self.screen.fresh()
        self.screen.say(draw.heading(seen), *draw.scores(seen), draw.trump(seen))
        self.screen.say(*draw.table(seen, trick), "")
        self.screen.say(" ".join(self.said[-3:]))
        if seen.hand:
            self.screen.say(*draw.hand(seen))

    def _choose(self, seen: View) -> Action:
        """Ask until an allowed action is chosen."""
        trick = seen.tricks[-1] if seen.tricks else None
        if self.screen.plain:
            self.screen.say(*draw.plain_table(seen, trick), *draw.plain_hand(seen))
        else:
            self._picture(seen, trick)
        self.screen.say(f"[bold dark_goldenrod]▶ {prompt_line(seen)}[/]")
        if not with_cards(seen):
            self.screen.say("   ".join(numbered(seen)))
        while True:
            answer = self.ask("Which card?" if with_cards(seen) else "Your choice?")
            action = self._meant(answer, seen)
            if isinstance(action, str):
                self.screen.say(action)
            elif refused := self._refused(action):
                self.screen.say(refused)
            elif self._is_meant(action):
                return action

    def _meant(self, answer: str, seen: View) -> Action | str:
        """The action meant by an answer, or a sentence why it means none.

        As at the table calls are made in words as the book has them; a number chooses one too.
        """
        if self.strict or not answer or answer.isdecimal() or with_cards(seen):
            found = meant(answer, seen, draw.in_order(seen))
            return answers.not_understood(answer, seen) if found is None else found
        try:
            return read_call(self._deal_under_way(), self.you, answer)
        except NotACall as fault:
            return escape(self._sentence(fault.said))

    def _refused(self, action: Action) -> str | None:
        """Why an action is not taken, or None; as at the table only the impossible is refused."""
        if self.strict:
            found = objection(self._deal_under_way(), action)
            return None if found is None else answers.refusal(found, self.book, self.you)
        reason = refusal(self.table, action)
        return None if reason is None else self._sentence(reason)

    def _sentence(self, said: Message) -> str:
        """A whole sentence with its clauses."""
        return whole(self.tell(said))

    def _is_meant(self, action: Action) -> bool:
        """Whether a call that would lose the game at once is truly meant."""
        asked = self.strict or self.book.bidding.breach_asked == "everywhere"
        if not asked or not loses_the_game(self._deal_under_way(), action):
            return True
        rule = source(self.book, "bidding.breach")
        self.screen.say(f"You hold no trump: this call loses the game at once {rule}.")
        return self._yes("Do you mean it? yes or no:")

    def _yes(self, question: str) -> bool:
        return self.screen.ask(question).lower() in ("y", "yes")

    def _bot_slips(self) -> bool:
        if self.chance.random() >= self.often or self.game.turn_up is not TurnUp.FACED:
            return False
        match slips.slip(self.table, (self.you,), self.chance):
            case None:
                return False
            case (seat, fallen):
                self._fall(seat, (fallen,))
            case action:
                self._act(action, self._view())
        return True

    def _fall(self, seat: Seat, fallen: tuple[Card, ...]) -> None:
        self._happen(entries.DroppedEntry(seat, fallen, self._now()))
        verb = "drop" if seat is self.you else "drops"
        names = " and the ".join(card_name(each) for each in fallen)
        said = f"{who(seat, self.you)} {verb} the {names} face up."
        self._tell(said)
        if seat is self.you and not self.screen.plain:
            # What was asked still stands, so that no new picture shows it.
            self.screen.say(said)

    def _bot_calls(self) -> bool:
        if self.strict:
            return False
        found = slips.noticed(self.table, (self.you,), self.chance)
        return found is not None and self._claim(*found)

    def _claim(self, by: Seat, fact: Fact) -> bool:
        last = self.game.deal is None
        try:
            self._happen(entries.ClaimEntry(by, fact, last_hand=last, at=self._now()))
        except TableError as fault:
            if by is self.you:
                self.screen.say(self._sentence(fault.said))
            return False
        return True

    def _choice(self) -> bool:
        """Whoever has the choice of a ruling takes it."""
        due = next_step(self.table)
        if due is None or due.choice is None:
            return False
        option = self._option(due.choice)
        self._happen(entries.ChoiceEntry(due.choice.number, due.choice.by, option, self._now()))
        return True

    def _option(self, due: PendingChoice) -> str:
        if due.ruled.ruling.chooser is None:
            return due.option
        if due.by is None:
            return self._chosen(due.number, "You decide, as the officer would.")
        if due.by is self.you.side:
            return self._chosen(due.number, "Your side chooses.")
        one, other = (whom(seat, self.you) for seat in due.by.seats)
        self._tell(f"{one} and {other} choose: {due.option}.")
        return due.option

    def _chosen(self, number: int, whose: str) -> str:
        options = ways(self.table, number)
        self.screen.say(whose, *answers.choice_lines(options, self.book, self.tell))
        return answers.chosen(options, self.screen, self.ask)

    def _suit_called(self) -> bool:
        """The side that may call the suit of a lead does so, or lets it go."""
        call = leader_called_on(self._deal_under_way(), self.table.orders)
        if call is None or call.suit is not None:
            return False
        by = may_call(self._deal_under_way(), self.table.orders)
        if not by:
            return False
        if self.you in by:
            self._happen(
                entries.CalledEntry(
                    self.you, answers.named_suit(self.screen, self.ask), self._now()
                )
            )
        else:
            suit = self.chance.choice(tuple(Suit))
            self._tell(f"{by[0].word} calls for a lead in {suit}.")
            self._happen(entries.CalledEntry(by[0], suit, self._now()))
        return True

    def _call(self, topic: str) -> None:
        facts = answers.callable_now(self.table) if self._in_sight() else []
        if topic.isdecimal() and 0 < int(topic) <= len(facts):
            self._claim(self.you, facts[int(topic) - 1])
        else:
            self.screen.say(*answers.listed(facts, self.tell))

    def _overrule(self, topic: str) -> None:
        """The last ruling set aside, as the officer would: what follows instead, and why."""
        try:
            number, instead, reason = answers.set_aside(self.table, topic)
            officer = self.game.players[self.you]
            self._happen(entries.OverruleEntry(number, officer, reason, instead, self._now()))
        except Refusal as fault:
            self.screen.say(escape(self._sentence(fault.said)))

    def _own_slip(self, word: str, topic: str) -> None:
        deal = self.game.deal if self._in_sight() else None
        held = () if deal is None else held_cards(topic, deal.hands[self.you])
        if not held or (word == "early" and len(held) > 1):
            self.screen.say("Name a card you hold, such as JH.")
        elif word == "drop":
            self._fall(self.you, held)
        elif reason := self._refused(Play(self.you, held[0])):
            self.screen.say(reason)
        else:
            self._act(Play(self.you, held[0]), self._view())

    def _in_sight(self) -> bool:
        """Whether the cards are out and faced, or something lies there that may be called upon."""
        faced = self.game.deal is None or self.game.turn_up is TurnUp.FACED
        return faced or self._holds_the_turn_up()

    def ask(self, prompt: str) -> str:
        """An answer that is not one of the commands, which are answered here."""
        while True:
            answer = self.screen.ask(prompt)
            word, _, topic = answer.lower().partition(" ")
            if not self._command(word, topic.strip()):
                return answer

    def wait(self, prompt: str) -> None:
        """Until Enter alone is pressed; only commands are answered."""
        while answer := self.ask(prompt):
            self.screen.say(f"“{escape(answer)}” means nothing here: press Enter, or type help.")

    def _command(self, word: str, topic: str) -> bool:
        """Answer a command; False for what is none."""
        match word:
            case "help" | "?":
                self.screen.say(*answers.HELP, *(() if self.strict else answers.HELP_AT_TABLE))
            case "why":
                self.screen.say(*answers.why(self.game.deal, self._view()))
            case "rules":
                self.screen.say(*answers.rules(self.book, topic))
            case "score":
                self.screen.say(*answers.standing(self._view()))
            case "tricks":
                self.screen.say(*answers.tricks(self._view()))
            case "hand":
                self.screen.say(*answers.hand(self._view()))
            case "hint":
                self.screen.say(*answers.hint(self._view()))
            case "quit":
                if self._yes("Stop here? The game so far is saved. yes or no:"):
                    raise Stopped
            case _:
                return not self.strict and self._table_command(word, topic)
        return True

    def _table_command(self, word: str, topic: str) -> bool:
        """Answer a command that there is only as at the table; False for what is none."""
        before = self.table
        match word:
            case "rulings":
                self.screen.say(*answers.history(self.table, self.tell))
            case "call":
                self._call(topic)
            case "overrule":
                self._overrule(topic)
            case "drop" | "early":
                self._own_slip(word, topic)
            case _:
                return False
        if word != "drop" and self.table is not before:
            raise Changed
        return True

    def _after_deal(self) -> None:
        """What the deal brought; the record is kept as far as it goes."""
        self.screen.say("", *deal_over(self.game, self.you))
        answers.keep(self.record, self.setup.file)
        if self.game.result is None:
            self.screen.say(*draw.scores(self._view()))
            self.wait("Press Enter for the next deal:")

    def _stopped(self, stop: BaseException) -> None:
        """Say goodbye and keep what was played."""
        why = "The input ended." if isinstance(stop, EndOfInput) else "Stopped."
        self.screen.say("", f"{why} Thank you for the game.")
        if self.dealt:
            self.screen.say(answers.keep(self.record, self.setup.file))
        if isinstance(stop, KeyboardInterrupt):
            raise stop
