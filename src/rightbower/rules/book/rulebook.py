"""A rule book as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from rightbower.rules.book.citation import Citation
from rightbower.rules.settings import (
    EVENT_TOPICS,
    LEAGUE_TOPICS,
    REFEREE_TOPICS,
    Alone,
    Bidding,
    Burying,
    Calls,
    Conduct,
    Dealing,
    Draw,
    Entering,
    Exposed,
    GameEnd,
    HandCount,
    LeaguePlay,
    LoneHand,
    Marking,
    Misdealing,
    Movement,
    Playing,
    Ranking,
    Revoking,
    Rulings,
    Scoring,
    Singly,
    Timing,
    Turns,
    WonTricks,
)

LAWS: Final[Mapping[str, str]] = {
    "partnerships": "Two partnerships of two sit opposite their partners.",
    "pack": "The pack is the 24 cards from nine to ace.",
    "right_bower": "The jack of trumps is the highest trump.",
    "left_bower": "The other jack of trump's color is the second trump and belongs to trumps.",
    "trump_order": "Below the bowers trumps run ace, king, queen, ten, nine.",
    "plain_order": "A plain suit runs ace, king, queen, jack, ten, nine, less a jack that is a bower.",
    "five_each": "Everyone is dealt five cards, clockwise from the dealer's left.",
    "packet_pattern": "The dealer chooses the packets and may vary them from player to player.",
    "deal_passes": "The deal moves one seat left after each deal.",
    "only_stated_rules": "A poor hand may not be thrown in, and no outside variant applies.",
    "turn_up_offers": "The turn-up offers a suit; it binds once somebody accepts it.",
    "round_one": "From the dealer's left each player once accepts the turn-up or passes.",
    "order_up": "An accepted turn-up goes to the dealer, whoever accepted it.",
    "pick_up": "The dealer accepts by taking the turn-up and burying a card.",
    "turn_down": "A dealer who declines turns the card down.",
    "dead_suit": "The suit turned down may not be named in that deal.",
    "round_two": "From the dealer's left each player once names another suit or passes.",
    "maker": "Whoever accepts or names trump is the maker; the other side defends.",
    "partner_sits_out": "A lone player's partner puts the hand away and takes no part.",
    "first_lead": "The player on the dealer's left leads to the first trick, any card.",
    "lead_past_folded": "Where that player's hand is put away, the next player to the left leads.",
    "play_in_turn": "Play goes clockwise, one card each, until the five tricks are played.",
    "follow_suit": "A player who holds a card of the suit led must play one.",
    "void_plays_any": "A player with none of the suit led may play any card.",
    "trick_winner": "The highest trump wins the trick, or else the highest card of the suit led.",
    "winner_leads": "The winner of a trick leads to the next.",
}


class RuleBook(Struct, frozen=True):
    """One edition of the rules: its settings, its laws, and the clause behind each."""

    name: str
    title: str
    document: str
    edition: str
    officer: str
    draw: Draw
    dealing: Dealing
    bidding: Bidding
    burying: Burying
    alone: Alone
    playing: Playing
    score: Scoring
    game: GameEnd
    clock: Timing
    markers: Marking
    misdeal: Misdealing
    count: HandCount
    calls: Calls
    lone_hand: LoneHand
    turns: Turns
    exposed: Exposed
    won_tricks: WonTricks
    revoke: Revoking
    singly: Singly
    conduct: Conduct
    rulings: Rulings
    entering: Entering
    movement: Movement
    standings: Ranking
    league: LeaguePlay
    citations: Mapping[str, Citation]
    extends: str = ""

    def __repr__(self) -> str:
        return f"<RuleBook {self.name}, {self.title}, edition {self.edition}>"

    def cite(self, path: str) -> Citation:
        """The citation of a setting (``score.march``) or of a law (``laws.follow_suit``)."""
        return self.citations[path]

    def clause(self, path: str) -> str:
        """The clause of a setting or a law."""
        return self.citations[path].clause

    def value(self, path: str) -> Any:
        """The value of a setting, such as ``score.march``."""
        topic, setting = path.split(".")
        return getattr(getattr(self, topic), setting)

    def paths(self) -> tuple[str, ...]:
        """Every setting of the book, as ``topic.setting``."""
        return PATHS


TOPICS: Final[Mapping[str, type[Struct]]] = {
    "draw": Draw,
    "dealing": Dealing,
    "bidding": Bidding,
    "burying": Burying,
    "alone": Alone,
    "playing": Playing,
    "score": Scoring,
    "game": GameEnd,
    "clock": Timing,
    "markers": Marking,
    **REFEREE_TOPICS,
    **EVENT_TOPICS,
    **LEAGUE_TOPICS,
}
PATHS: Final = tuple(
    f"{topic}.{name}" for topic, group in TOPICS.items() for name in group.__struct_fields__
)
