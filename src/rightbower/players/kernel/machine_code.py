"""Machine code made here: what Numba compiled becomes an object file, which is kept, loaded or linked.

This is how the kernel runs where there is no library of it: while one works on its sources, or on a
system for which there is no linker. A piece of code is kept under the processor that it is for and a
fingerprint of all that it was made from: the sources of the kernel, Numba and Python.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it comes with no types
import numpy as np

from rightbower.players.kernel.library import HERE, Native, Signature, fingerprint, users_folder

_PACKED: Final = ".packed"
# What is loaded stays: each of these owns the code that it runs, and all of them one machine.
_LOADED: Final[list[Any]] = []


class Text(NamedTuple):
    """A function in LLVM's language, with all that it needs, and what it is called there."""

    name: str
    text: str

    def packed(self, name: str) -> Any:
        """A module with one function to be called from outside, that is given what it takes in a row."""
        types = llvm.parse_assembly(self.text).get_function(self.name).arguments
        unpacking = _unpacking(self.name, name, [str(each.type) for each in types])
        return llvm.parse_assembly(f"{self.text}\n{unpacking}")


def _unpacking(name: str, packed: str, types: Sequence[str]) -> str:
    """A function in LLVM's language that is given all arguments in a row of eight bytes each."""
    lines = [f'define i32 @"{packed}"({types[0]} %v0, {types[1]} %v1, ptr %row) {{']
    for number, kind in enumerate(types[2:], start=2):
        lines.append(f"%p{number} = getelementptr i64, ptr %row, i64 {number - 2}")
        lines.append(f"%v{number} = load {kind}, ptr %p{number}")
    given = ", ".join(f"{kind} %v{number}" for number, kind in enumerate(types))
    lines += [f'%status = call i32 @"{name}"({given})', "ret i32 %status", "}"]
    return "\n".join(lines)


class Code(NamedTuple):
    """An object file, and the name of the function in it."""

    name: str
    data: bytes

    @staticmethod
    def of(made: Text) -> Code:
        """The machine code of a function for this processor."""
        name = f"{made.name}{_PACKED}"
        return Code(name, _machine().emit_object(made.packed(name)))

    def loaded(self, signature: Signature) -> Native:
        """The function in memory, where it can be called."""
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(self.data))
        engine.finalize_object()
        _LOADED.append(engine)
        return Native(engine.get_function_address(self.name), signature)


@cache
def _machine() -> Any:
    """The processor that we run on, as LLVM knows it."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    still = "static" if re.match(r"x86|i[3-6]86", target.triple) else "default"
    return target.create_target_machine(cpu=cpu, features=features, opt=3, reloc=still, jit=True)


@cache
def _processor() -> str:
    about = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return sha256(about.encode()).hexdigest()[:8]


@cache
def _made_from(source: Path) -> str:
    """A fingerprint of the kernel, the file that the function is in, Numba and Python."""
    numba = importlib.metadata.version("numba")
    about = f"{sys.version} {llvm.llvm_version_info} {np.__version__} {numba} {fingerprint()}"
    return sha256(about.encode() + source.read_bytes()).hexdigest()[:16]


def _folders() -> Iterator[Path]:
    """Where code may be kept: where the user says, beside the kernel, or with the user's files."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
        return
    yield HERE / "__pycache__"
    yield users_folder()


def _stem(function: Callable[..., Any]) -> str:
    return f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}-{_processor()}-"


def _file(function: Callable[..., Any]) -> str:
    return f"{_stem(function)}{_made_from(Path(function.__code__.co_filename))}.code"


def kept(function: Callable[..., Any]) -> Code | None:
    """The machine code of a function as it stands, if there is any on disk."""
    for folder in _folders():
        with contextlib.suppress(OSError):
            name, _, data = (folder / _file(function)).read_bytes().partition(b"\n")
            return Code(name.decode(), data)
    return None


def write(function: Callable[..., Any], code: Code) -> None:
    """Keep machine code in the first folder that takes it, in place of older."""
    for folder in _folders():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / _file(function)
            new = file.with_suffix(f".{os.getpid()}")
            new.write_bytes(code.name.encode() + b"\n" + code.data)
            new.replace(file)
            for older in folder.glob(f"{_stem(function)}*.code"):
                if older != file:
                    older.unlink(missing_ok=True)
            return
