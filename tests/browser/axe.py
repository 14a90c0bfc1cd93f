"""What axe finds on a page that would keep somebody out."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Rows made by one loop are alike: the first few say it all, and axe is slow on thousands.
FIRST_OF_A_KIND = {
    "exclude": [
        ["tbody tr:nth-child(n+4)"],
        [".list li:nth-child(n+6)"],
        [".sheet:nth-of-type(n+6)"],
    ]
}


def barriers(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds that is serious or critical, by rule and place."""
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules is not None:
        options["runOnly"] = rules
    found = Axe().run(page, context=FIRST_OF_A_KIND, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
