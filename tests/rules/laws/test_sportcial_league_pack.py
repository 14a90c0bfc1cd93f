"""The league: a pack that is not whole voids the deal, and nobody is to blame for it."""

from rightbower.referee.irregularities import Kind
from rightbower.referee.judges import every_ruling
from rightbower.referee.remedies import Redeal
from rightbower.rules.book import load


def test_L03_4_6_an_imperfect_pack_leaves_the_deal_where_it_was_however_often() -> None:
    """G-12: the same dealer deals again with a new deck, a second time too."""
    book = load("sportcial-league")
    again = [
        remedy.by
        for known, ruling in every_ruling(Kind.IMPERFECT_PACK, book)
        for option in ruling.options
        for remedy in option.remedies
        if isinstance(remedy, Redeal) and not known.wrong_dealer
    ]
    assert set(again) == {"same dealer"}
