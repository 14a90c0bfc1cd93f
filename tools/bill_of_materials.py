"""Write what Rightbower is made of, from requirements.lock, as CycloneDX JSON.

python tools/bill_of_materials.py dist/rightbower.cdx.json
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rightbower import __version__

LOCK = Path(__file__).resolve().parent.parent / "requirements.lock"
# What of a package people need beside its base.
EXTRAS = {"rightbower": ("all", "hall", "print", "study", "terminal")}
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def locked(text: str) -> list[dict[str, Any]]:
    """Each requirement of a lock: its name, version and hashes."""
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        if pinned := PINNED.match(line):
            name = canonicalize_name(pinned["name"])
            found.append({"name": name, "version": pinned["version"], "hashes": []})
        found and found[-1]["hashes"].extend(HASH.findall(line))
    return found


def running(name: str = "rightbower", seen: set[str] | None = None) -> set[str]:
    """What a hall needs to run, and what that needs in turn."""
    seen = set() if seen is None else seen
    try:
        wanted = [Requirement(each) for each in requires(name) or ()]
    except PackageNotFoundError:
        return seen
    for each in wanted:
        found = canonicalize_name(each.name)
        asked = each.marker is None or any(
            each.marker.evaluate({"extra": extra}) for extra in EXTRAS.get(name, ("",))
        )
        if found not in seen and found != "rightbower" and asked:
            seen.add(found)
            running(found, seen)
    return seen


def licence(name: str) -> str:
    """The licence as the package says it."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return ""
    said = about.get("License-Expression") or about.get("License") or ""
    return said.splitlines()[0][:80] if said else ""


def bill() -> dict[str, Any]:
    """The whole bill."""
    needed = running()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "rightbower", "version": __version__}
        },
        "components": [
            {
                "type": "library",
                "name": each["name"],
                "version": each["version"],
                "purl": f"pkg:pypi/{each['name']}@{each['version']}",
                "scope": "required" if each["name"] in needed else "optional",
                "hashes": [{"alg": "SHA-256", "content": sum_} for sum_ in each["hashes"]],
                **(
                    {"licenses": [{"license": {"name": said}}]}
                    if (said := licence(each["name"]))
                    else {}
                ),
            }
            for each in locked(LOCK.read_text("utf-8"))
        ],
    }


def main(words: list[str]) -> int:
    """Write the bill to a file, or print it."""
    text = json.dumps(bill(), indent=2) + "\n"
    if not words:
        print(text, end="")
        return 0
    Path(words[0]).parent.mkdir(parents=True, exist_ok=True)
    Path(words[0]).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
