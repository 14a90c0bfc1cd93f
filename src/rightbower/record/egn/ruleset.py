"""The notation's ruleset as settings over a book, and a book's settings as a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rightbower.record.egn.notation import EgnError
from rightbower.record.egn.schema import Ruleset
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.game import Game, target_objection

# Rules that no book here has and that change every game, with the value that takes them away.
OFF: Final = {"min_rank": 9, "num_players": 4, "fast_break": False, "four_trick_tokens": False}
# Rules that no book here has and that a game shows where they are used: there it is refused.
UNUSED: Final = (
    "defend_alone",
    "farmers",
    "partners_best",
    "go_under",
    "joker",
    "allow_no_trump",
)
NOTE: Final = "The ruleset of the file says so."


def book_of(rules: Ruleset, book: RuleBook) -> tuple[RuleBook, int | None]:
    """The book with the ruleset over it, and the target where the book leaves it to the table."""
    for key, off in OFF.items():
        if getattr(rules, key) not in (None, off):
            said = str(getattr(rules, key)).lower()
            raise EgnError(f"metadata.ruleset.{key} is {said}, and no book here plays so")
    values = _values(rules)
    target = None
    wanted = rules.winning_score
    if wanted and target_objection(book, wanted) is None:
        target = None if wanted == book.game.target else wanted
    elif wanted:
        values |= {"game.target": wanted, "game.deals": None}
    changed = {path: value for path, value in values.items() if book.value(path) != value}
    return (overlay(book, changed, NOTE) if changed else book), target


def unused(rules: Ruleset) -> Iterator[str]:
    """A remark on each rule that the file has and no book here: its deals do not use it."""
    for key in UNUSED:
        if getattr(rules, key):
            yield f"ruleset.{key} is true, and no book here has that"


def _values(rules: Ruleset) -> dict[str, object]:
    """Each setting that the ruleset names."""
    if rules.winning_score and rules.num_deals:
        raise EgnError("metadata.ruleset has winning_score and num_deals; it may have one of them")
    if rules.winning_score == 0 and not rules.num_deals:
        raise EgnError("metadata.ruleset.winning_score is 0, so that the game would never end")
    values: dict[str, object] = {}
    if rules.std is not None:
        values["bidding.all_pass"] = "stick the dealer" if rules.std else "throw in"
    if rules.canadian is not None:
        values["bidding.partner_order"] = "must be alone" if rules.canadian else "ordinary"
    if rules.loner_lead is not None:
        left = {"LEFT_OF_DEALER": "left of dealer", "LEFT_OF_LONER": "left of lone player"}
        values["alone.lead"] = left[rules.loner_lead]
    if rules.loner_march_score is not None:
        values["score.lone_march"] = rules.loner_march_score
    if rules.loner_euchred_score is not None:
        values["score.lone_euchre"] = rules.loner_euchred_score
    if rules.num_deals:
        values |= {"game.deals": rules.num_deals, "game.target": None}
    return values


def ruleset_of(game: Game) -> Ruleset:
    """What the notation can say of the rules a game was played by."""
    book = game.book
    if game.target is not None and book.game.deals is not None:
        raise EgnError("the notation cannot say that a game ends by points and by deals")
    return Ruleset(
        std=book.bidding.all_pass == "stick the dealer",
        winning_score=game.target,
        num_deals=book.game.deals,
        canadian=book.bidding.partner_order == "must be alone",
        loner_lead=("LEFT_OF_DEALER" if book.alone.lead == "left of dealer" else "LEFT_OF_LONER"),
        loner_march_score=book.score.lone_march,
        loner_euchred_score=book.score.lone_euchre,
    )
