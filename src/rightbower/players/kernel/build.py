"""Build the kernel's library: Numba compiles it once, and it is linked for this system or for others.

    python -m rightbower.players.kernel.build              for this machine, where it is not there yet
    python -m rightbower.players.kernel.build --all DIR    for every system, into a folder

A linker is Zig's (`ziglang`, which links for every system) or, for this system, the machine's own `cc`.
Without one the kernel is compiled by Numba and kept on disk, for this processor alone.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rightbower.players.kernel import library
from rightbower.players.kernel.compiled import _OPTIONS as OPTIONS
from rightbower.players.kernel.compiled import _UNWRAPPED as UNWRAPPED
from rightbower.players.kernel.compiled import ENTRIES

USUAL_SECONDS: Final = 60
# Libraries of other sources that are kept with the user's files, for other checkouts.
KEPT: Final = 8
STEPS: Final = {
    "random deals": "deals",
    "playouts": "playouts",
    "the solver": "search",
    "likely worlds": "worlds",
    "the expert's options": "options",
    "the network of the cards": "network",
    "tables side by side": "batch",
}


class System(NamedTuple):
    """What a library is built for: names of Python, LLVM, the linker and the tag of a wheel."""

    system: str
    machine: str
    triple: str
    target: str
    tag: str

    @property
    def file_name(self) -> str:
        return library.file_name(self.system, self.machine)


SYSTEMS: Final = tuple(
    System(*row.split())
    for row in (
        "linux x86_64 x86_64-unknown-linux-gnu x86_64-linux-gnu.2.17 manylinux_2_17_x86_64",
        "linux aarch64 aarch64-unknown-linux-gnu aarch64-linux-gnu.2.17 manylinux_2_17_aarch64",
        "darwin x86_64 x86_64-apple-macosx11.0.0 x86_64-macos.11.0 macosx_11_0_x86_64",
        "darwin aarch64 arm64-apple-macosx11.0.0 aarch64-macos.11.0 macosx_11_0_arm64",
        "win32 x86_64 x86_64-w64-windows-gnu x86_64-windows-gnu win_amd64",
        "win32 aarch64 aarch64-w64-windows-gnu aarch64-windows-gnu win_arm64",
    )
)

# How many levels of ``library.LEVELS`` the processor has. Each asks it for what its level was defined by, and
# the system for keeping the wide registers.
_HOW_MANY: Final = f"""
define i32 @{library.HOW_MANY_LEVELS}() {{
  %most = call {{ i32, i32, i32, i32 }} asm sideeffect "cpuid", "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}}"(i32 0, i32 0)
  %leaves = extractvalue {{ i32, i32, i32, i32 }} %most, 0
  %one = call {{ i32, i32, i32, i32 }} asm sideeffect "cpuid", "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}}"(i32 1, i32 0)
  %c = extractvalue {{ i32, i32, i32, i32 }} %one, 2
  %more = call {{ i32, i32, i32, i32 }} asm sideeffect "cpuid", "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}}"(i32 u0x80000001, i32 0)
  %far = extractvalue {{ i32, i32, i32, i32 }} %more, 2
  %two_here = and i32 %c, {1 << 0 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23}
  %two_all = icmp eq i32 %two_here, {1 << 0 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23}
  %lahf = trunc i32 %far to i1
  %two = and i1 %two_all, %lahf
  br i1 %two, label %second, label %first
first:
  ret i32 1
second:
  %three_here = and i32 %c, {1 << 12 | 1 << 22 | 1 << 27 | 1 << 28 | 1 << 29}
  %three_all = icmp eq i32 %three_here, {1 << 12 | 1 << 22 | 1 << 27 | 1 << 28 | 1 << 29}
  %seven = icmp uge i32 %leaves, 7
  %may = and i1 %three_all, %seven
  br i1 %may, label %asked, label %only_two
only_two:
  ret i32 2
asked:
  %wide = call {{ i32, i32, i32, i32 }} asm sideeffect "cpuid", "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}}"(i32 7, i32 0)
  %b = extractvalue {{ i32, i32, i32, i32 }} %wide, 1
  %b_here = and i32 %b, {1 << 3 | 1 << 5 | 1 << 8}
  %b_all = icmp eq i32 %b_here, {1 << 3 | 1 << 5 | 1 << 8}
  %zeros = and i32 %far, {1 << 5}
  %zeros_all = icmp ne i32 %zeros, 0
  %kept = call {{ i32, i32 }} asm sideeffect "xgetbv", "={{ax}},={{dx}},{{cx}}"(i32 0)
  %low = extractvalue {{ i32, i32 }} %kept, 0
  %six = and i32 %low, 6
  %six_all = icmp eq i32 %six, 6
  %both = and i1 %b_all, %zeros_all
  %three = and i1 %both, %six_all
  %found = select i1 %three, i32 3, i32 2
  ret i32 %found
}}
"""
_ONLY_ONE: Final = f"define i32 @{library.HOW_MANY_LEVELS}() {{ ret i32 1 }}"


def nothing_runs() -> None:
    """Have Numba write no machine code, and nothing to be called from Python: here it is never run.

    What it makes of a function is still put together with all that the function calls.
    """
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

    def nowhere(library: Any, _name: str) -> int:
        library._ensure_finalized()
        return 1

    OPTIONS.update(UNWRAPPED)
    UNWRAPPED.clear()
    changed: Any = JITCodeLibrary
    changed.get_pointer_to_function = nowhere
    changed._finalize_specific = lambda _library: None
    changed = JITCPUCodegen
    changed.set_env = lambda _codegen, _name, _env: None


def compiled() -> None:
    """Have Numba compile every entry, with a line of progress."""
    for number, (step, module) in enumerate(STEPS.items(), start=1):
        _say(f"  {number} of {len(STEPS)}: {step}")
        importlib.import_module(f"{__package__}.{module}")
        for entry in ENTRIES:
            entry.text()


def objects(system: System) -> Iterator[bytes]:
    """The object files of a library: one for each level of its processor, and one that counts them."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it comes with no types

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()
    target = llvm.Target.from_triple(system.triple)
    levels = library.LEVELS[system.machine]
    for level in levels:
        machine = target.create_target_machine(cpu=level, features="", opt=3, reloc="pic")
        whole = llvm.parse_assembly("")
        names = {library.symbol(each.function, level) for each in ENTRIES}
        for each in ENTRIES:
            module = each.text().packed(library.symbol(each.function, level))
            module.triple, module.data_layout = system.triple, str(machine.target_data)
            for thing in (*module.functions, *module.global_variables):
                if not thing.is_declaration and thing.name not in names:
                    thing.linkage = "internal"
            whole.triple, whole.data_layout = module.triple, module.data_layout
            whole.link_in(module)
        yield machine.emit_object(whole)
    machine = target.create_target_machine(cpu=levels[0], features="", opt=3, reloc="pic")
    counting = llvm.parse_assembly(_HOW_MANY if len(levels) > 1 else _ONLY_ONE)
    counting.triple, counting.data_layout = system.triple, str(machine.target_data)
    yield machine.emit_object(counting)


# Elsewhere a linker says by itself what a library lacks.
_COMPLETE: Final = {"linux": ("-Wl,-z,defs",)}


def own_linker() -> Sequence[str] | None:
    """What links a library for this machine, if it is here."""
    if found := shutil.which("cc"):
        kind = "-dynamiclib" if sys.platform == "darwin" else "-shared"
        return [found, kind, *_COMPLETE.get(sys.platform, ())]
    system = here()
    return zig(system) if system else None


def zig(system: System) -> Sequence[str] | None:
    """What links a library for any machine of a system, if it is here."""
    if importlib.util.find_spec("ziglang") is None:
        return None
    command = [sys.executable, "-m", "ziglang", "cc", "-target", system.target, "-shared"]
    return [*command, *_COMPLETE.get(system.system, ())]


def here() -> System | None:
    """The system that we run on, if libraries are built for it."""
    for each in SYSTEMS:
        if (each.system, each.machine) == (sys.platform, library.processor()):
            return each
    return None


def built(system: System, command: Sequence[str], folder: Path) -> Path:
    """Link a library for a system into a folder, in place of older ones."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / system.file_name
    with tempfile.TemporaryDirectory() as room:
        parts = []
        for number, data in enumerate(objects(system)):
            part = Path(room, f"part{number}.o")
            part.write_bytes(data)
            parts.append(str(part))
        made = Path(room, file.name)
        libraries = [] if system.system == "win32" else ["-lm"]
        subprocess.run([*command, "-o", str(made), *parts, *libraries, "-s"], check=True)
        placed(made, file)
    return file


def placed(made: Path, file: Path, others: int = 0) -> None:
    """Put a library where it belongs, whole at once, and take away those of other sources but the newest few."""
    new = file.with_suffix(f".{os.getpid()}")
    shutil.copyfile(made, new)
    new.replace(file)
    _, _, system = file.name.split("-", 2)
    there = (each for each in file.parent.glob(f"kernel-*-{system}") if each != file)
    for older in sorted(there, key=lambda each: -each.stat().st_mtime)[others:]:
        older.unlink(missing_ok=True)


def whole(file: Path) -> bool:
    """Whether this machine can open a library: it lacks nothing and is not for another C library."""
    try:
        return bool(ctypes.CDLL(str(file)))
    except OSError:
        return False


def make_ready() -> str:
    """See to it that the kernel of this checkout runs without waiting; how that was done."""
    system = here()
    if system and whole(library.HERE / system.file_name):
        return "The fast kernel is there."
    if system and whole(saved := library.users_folder() / system.file_name):
        placed(saved, library.HERE / system.file_name)
        return f"The fast kernel is there: copied from {saved.parent}."
    began = time.monotonic()
    print(
        f"Compiling the fast kernel, once: about {USUAL_SECONDS} seconds …",
        file=sys.stderr,
        flush=True,
    )
    command = own_linker()
    if system is None or command is None:
        compiled()
        for entry in ENTRIES:
            entry.make_ready()
        return f"Compiled in {time.monotonic() - began:.0f} s, for this processor alone: no linker is here."
    for_all_processors(system.machine)
    nothing_runs()
    compiled()
    file = built(system, command, library.HERE)
    if not whole(file):
        file.unlink()
        raise SystemExit(
            f"{file.name} was built, but it cannot be opened here: remove the linker or mend it"
        )
    with contextlib.suppress(OSError):
        library.users_folder().mkdir(parents=True, exist_ok=True)
        placed(file, library.users_folder() / file.name, KEPT)
    return f"Compiled in {time.monotonic() - began:.0f} s."


def for_all_processors(machine: str) -> None:
    """Have Numba look away from the processor that it runs on, before it is loaded."""
    assert "numba" not in sys.modules
    os.environ["NUMBA_CPU_NAME"] = library.LEVELS[machine][-1]
    os.environ["NUMBA_CPU_FEATURES"] = ""


def _say(words: str) -> None:
    """Words on one line that the next ones replace; on lines of their own where nobody looks on."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)
    else:
        print(words, file=sys.stderr, flush=True)


def main() -> None:
    """Build what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", type=Path, metavar="DIR", help="for every system, into a folder")
    folder = parser.parse_args().all
    if folder is None:
        _say(make_ready())
        if sys.stderr.isatty():
            print(file=sys.stderr)
        return
    for_all_processors(library.processor())
    nothing_runs()
    compiled()
    for system in SYSTEMS:
        command = zig(system)
        if command is None:
            raise SystemExit("Zig links for other systems, and it is not here: install ziglang")
        try:
            _say(f"{built(system, command, folder / system.tag)}")
        except subprocess.CalledProcessError as fault:
            (folder / system.tag).rmdir()
            _say(f"{system.file_name} could not be linked: {fault}")


if __name__ == "__main__":
    main()
