"""One game at the terminal, from the welcome to the saved record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.markup import escape

from rightbower.players import Player
from rightbower.players.views import View, view
from rightbower.record import entries
from rightbower.record.record import begin, step
from rightbower.rules.acts import Action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import cut_pack, deal_cards
from rightbower.rules.deal import Deal, Trick, loses_the_game
from rightbower.rules.game import Advice, TurnUp, advised_at, reminder
from rightbower.rules.judge import objection
from rightbower.terminal import answers, opening
from rightbower.terminal import picture as draw
from rightbower.terminal.choices import meant, numbered, with_cards
from rightbower.terminal.ending import deal_over, game_over
from rightbower.terminal.messages import action_sentence, prompt_line, source, who
from rightbower.terminal.picture import EndOfInput, Screen
from rightbower.terminal.saving import keep

ADVICE: Final[Advice] = "clock.advice_minutes"


class Stopped(Exception):
    """The player wishes to stop."""


class Setup(Struct, frozen=True):
    """How a game is set up; ``tick`` tells the seconds, or is None to play without a clock."""

    book: RuleBook
    you: Seat
    players: tuple[str, str, str, str]
    others: Player
    seed: str
    file: Path
    target: int | None = None
    date: str = ""
    tick: Callable[[], float] | None = None


class Sitting:
    """The live game: the one place in the terminal that changes."""

    def __init__(self, setup: Setup, screen: Screen) -> None:
        self.setup = setup
        self.screen = screen
        self.book = setup.book
        self.you = setup.you
        self.record = entries.Record(
            setup.book, Seat.N, setup.players, setup.target, date=setup.date
        )
        self.game = begin(self.record)
        self.dealt = 0
        self.zero: float | None = None
        self.said: list[str] = []

    def play(self) -> bool:
        """Play to the end; False when the player stopped before it."""
        try:
            self._open()
            while not self._over():
                before = len(self.game.finished)
                self._deal()
                while self.game.deal is not None:
                    self.turn()
                    self._bell()
                if len(self.game.finished) > before:
                    self._after_deal()
                self._between()
        except (Stopped, EndOfInput, KeyboardInterrupt) as stop:
            self._stopped(stop)
            return False
        self.screen.say(*game_over(self.game, self.you))
        self.screen.say(keep(self.record, self.setup.file))
        return True

    def _over(self) -> bool:
        return self.game.result is not None

    def _between(self) -> None:
        """What there is to do between two deals, or before the end."""

    def _sit(self) -> None:
        """Sit down to the game of the record."""
        self.game = begin(self.record)

    def _open(self) -> None:
        """The welcome, the first dealer, and the game begun."""
        setup = self.setup
        target = self.book.game.target if setup.target is None else setup.target
        opening.welcome(self.screen, self.book, target, self.you)
        dealer = opening.first_dealer(self.screen, self.ask, self.book, self.you, setup.seed)
        self.wait("Press Enter for the first deal:")
        if not self.book.dealing.turn_up_waits_for_bell:
            self._start_clock()
        self.record = replace(self.record, first_dealer=dealer, at=self._now())
        self._sit()
        self._happen(entries.NoteEntry(f"shuffled with the seed {setup.seed}"))

    def _happen(self, entry: entries.Entry) -> None:
        self.game = step(self.game, entry)
        self.record = self.record.then(entry)

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
        cards = deal_cards(cut_pack(shuffled(seed), lifted, self.book), dealer, self.book)
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
        """The player on the dealer's right cuts, or does not."""
        made = opening.cut(self.screen, self.ask, self.book, dealer, self.you, seed)
        if made is not None:
            self._happen(entries.CutEntry(made, self._now()))

    def _holds_the_turn_up(self) -> bool:
        """Whether the turn-up is left face down a while."""
        return False

    def _turn_up(self) -> None:
        """The turn-up is faced after a while."""
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
        """One action, by you or by another player."""
        deal = self._deal_under_way()
        before = self._view()
        if deal.turn is self.you:
            action = self._choose(before)
        else:
            assert deal.turn is not None
            action = self.setup.others(view(self.game, deal.turn))
        self._bell()
        self._happen(entries.ActionEntry(action, self._now()))
        self._show_action(action, before)

    def _deal_under_way(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    def _view(self) -> View:
        return replace(view(self.game, self.you), now=self._now())

    def _tell(self, sentence: str) -> None:
        """Say what happened; in a drawn table it is shown under the next picture."""
        self.said.append(sentence)
        if self.screen.plain:
            self.screen.say(sentence)

    def _show_action(self, action: Action, before: View) -> None:
        self._tell(action_sentence(action, self.book, self.you))
        deal = self.game.deal or self.game.finished[-1].deal
        trick = _trick_of(deal, action)
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
        """The action meant by an answer, or a sentence why it means none."""
        found = meant(answer, seen, draw.in_order(seen))
        return answers.not_understood(answer, seen) if found is None else found

    def _refused(self, action: Action) -> str | None:
        """Why an action is not taken, or None."""
        found = objection(self._deal_under_way(), action)
        return None if found is None else answers.refusal(found, self.book, self.you)

    def _is_meant(self, action: Action) -> bool:
        """Whether a call that would lose the game at once is truly meant."""
        if not self._asks_first() or not loses_the_game(self._deal_under_way(), action):
            return True
        rule = source(self.book, "bidding.breach")
        self.screen.say(f"You hold no trump: this call loses the game at once {rule}.")
        return self._yes("Do you mean it? yes or no:")

    def _asks_first(self) -> bool:
        """Whether a call that loses the game has to be confirmed."""
        return True

    def _yes(self, question: str) -> bool:
        return self.screen.ask(question).lower() in ("y", "yes")

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
                self.screen.say(*answers.HELP)
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
                return False
        return True

    def _after_deal(self) -> None:
        """What the deal brought; the record is kept as far as it goes."""
        self.screen.say("", *deal_over(self.game, self.you))
        keep(self.record, self.setup.file)
        if self.game.result is None:
            self.screen.say(*draw.scores(self._view()))
            self.wait("Press Enter for the next deal:")

    def _stopped(self, stop: BaseException) -> None:
        """Say goodbye and keep what was played."""
        why = "The input ended." if isinstance(stop, EndOfInput) else "Stopped."
        self.screen.say("", f"{why} Thank you for the game.")
        if self.dealt:
            self.screen.say(keep(self.record, self.setup.file))
        if isinstance(stop, KeyboardInterrupt):
            raise stop


def _trick_of(deal: Deal, action: Action) -> Trick | None:
    """The trick that a card just played belongs to."""
    for trick in reversed(deal.tricks):
        if trick.plays:
            return trick if trick.plays[-1][0] is action.seat else None
    return None
