"""What axe finds on a page that would keep somebody out."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error, Page

# Rows made by one loop are alike: the first few say it all, and axe is slow on thousands.
FIRST_OF_A_KIND = {
    "exclude": [
        ["tbody tr:nth-child(n+4)"],
        [".list li:nth-child(n+6)"],
        [".sheet:nth-of-type(n+6)"],
    ]
}
# Only what is serious comes back: the rest of what axe tells is long.
FOUND = """async ([context, options]) => (await axe.run(context, options)).violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`))"""


def barriers(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds that is serious or critical, by rule and place."""
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules is not None:
        options["runOnly"] = rules
    while True:
        page.wait_for_load_state()
        try:
            if page.evaluate("typeof axe") == "undefined":
                page.evaluate(AXE_SCRIPT)
            found: list[str] = page.evaluate(FOUND, [FIRST_OF_A_KIND, options])
        except Error as fault:
            # What was pressed last led to another page meanwhile: that one is looked at.
            if "context was destroyed" not in str(fault):
                raise
        else:
            return found
