"""Put the kernel's library into a wheel, as hatchling builds it, and name its system in the wheel's name.

``RIGHTBOWER_LIBRARY`` says which: a file in a folder that is called as the tag of its wheels, or ``none``. Where it
says nothing, the library that lies beside the kernel is taken, for this machine.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNEL = "src/rightbower/players/kernel"


class LibraryInWheel(BuildHookInterface):
    """What hatchling asks before it puts a wheel together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the library and the system, if there is one."""
        named = os.environ.get("RIGHTBOWER_LIBRARY", "")
        if version == "editable" or named == "none":
            return
        beside = sorted(
            Path(self.root, KERNEL).glob("kernel-*"), key=lambda each: each.stat().st_mtime
        )
        if not named and not beside:
            return
        file = Path(named) if named else beside[-1]
        build_data["pure_python"] = False
        build_data["force_include"][str(file)] = f"rightbower/players/kernel/{file.name}"
        if named:
            build_data["tag"] = f"py3-none-{file.parent.name}"
        else:
            from packaging.tags import platform_tags

            build_data["tag"] = f"py3-none-{next(iter(platform_tags()))}"
