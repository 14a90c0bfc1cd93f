"""Where a hall that leaves sends those who are at its tables, and those who still come to it."""

from __future__ import annotations

import pytest

from rightbower.store.claims import HandedOver
from web.several import SeveralHalls
from web.test_several_halls import with_halls


def test_only_a_hall_that_lives_is_named_to_those_who_leave() -> None:
    async def story(several: SeveralHalls) -> None:
        one = several.open("one").ownership

        def named(besides: str = "") -> set[str]:
            one.find_other_halls()
            return {one.other_hall(besides) for _ in range(60)}

        assert named() == {""}
        two = several.open("two")
        assert named() == {"two"}
        several.open("three")
        assert named() == {"two", "three"}
        # People are led to the one that has something; of the other nobody knows.
        await two.open("standard", "ann")
        assert named() == {"two"}
        assert named(besides="two") == {""}
        several.kill("two")
        assert named() == {"three"}
        several.kill("three")
        assert named() == {""}

    with_halls(story)


def test_whoever_asked_for_one_hall_and_came_to_one_that_leaves_is_sent_to_a_third() -> None:
    async def story(several: SeveralHalls) -> None:
        one = several.open("one").ownership
        several.open("two")
        several.open("three")
        one.find_other_halls()
        assert one.redirect("two", "two") == "two", "it has the table, and this hall stays"
        one.leaving = True
        assert {one.redirect("two", "two") for _ in range(20)} == {"three"}
        assert one.redirect("two", "three") == "two"
        assert one.redirect("two", "") == "two"
        assert one.redirect("", "") == ""

    with_halls(story)


def test_a_hall_that_leaves_sends_on_without_looking_in_the_journal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(several: SeveralHalls) -> None:
        one = several.open("one")
        live = await several.open("two").open("standard", "ann")
        one.ownership.find_other_halls()
        one.ownership.leaving = True
        monkeypatch.setattr(several.journal, "head", None)
        with pytest.raises(HandedOver) as gone:
            await one.come(live.name.removeprefix("table/"))
        assert gone.value.hall == "two"

    with_halls(story)
