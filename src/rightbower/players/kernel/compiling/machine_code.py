"""Machine code of the kernel: made from what Numba compiled, kept on disk, loaded and called.

A piece of code is kept under the processor that it is for and a fingerprint of all that it was made
from: the sources of the kernel, Numba and Python.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Any, Final, NamedTuple, cast

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it comes with no types
import numpy as np

HERE: Final = Path(__file__).parent.parent
WEIGHTS: Final = HERE.parent / "call_weights.py"  # its numbers are compiled in
CARDS: Final = HERE.parent.parent / "rules" / "cards.py"
_BYTE: Final = ctypes.c_char
_PACKED: Final = ".packed"
_NUMBERS: Final[dict[str, Any]] = {
    "boolean": ctypes.c_bool,
    "int64": ctypes.c_int64,
    "float64": ctypes.c_double,
}


class Code(NamedTuple):
    """An object file, and the name of the function in it."""

    name: str
    data: bytes

    @staticmethod
    def of(name: str, text: str) -> Code:
        """The machine code of a function in LLVM's language, with one that unpacks what it takes."""
        function = llvm.parse_assembly(text).get_function(name)
        types = [str(each.type) for each in function.arguments]
        module = llvm.parse_assembly(f"{text}\n{_unpacking(name, types)}")
        return Code(f"{name}{_PACKED}", _machine().emit_object(module))


def _unpacking(name: str, types: Sequence[str]) -> str:
    """A function in LLVM's language that is given all arguments in a row of eight bytes each."""
    lines = [f'define i32 @"{name}{_PACKED}"({types[0]} %v0, {types[1]} %v1, ptr %row) {{']
    for number, kind in enumerate(types[2:], start=2):
        lines.append(f"%p{number} = getelementptr i64, ptr %row, i64 {number - 2}")
        lines.append(f"%v{number} = load {kind}, ptr %p{number}")
    given = ", ".join(f"{kind} %v{number}" for number, kind in enumerate(types))
    lines += [f'%status = call i32 @"{name}"({given})', "ret i32 %status", "}"]
    return "\n".join(lines)


class Parameter(NamedTuple):
    """What a function takes: a number, or an array of so many dimensions."""

    name: str
    dimensions: int


class Signature(NamedTuple):
    """What a function gives back, and what it takes."""

    result: str
    arguments: tuple[Parameter, ...]


def signature_of(text: str) -> Signature:
    """A signature as Numba writes it.

    >>> signature_of("boolean(int64, uint8[:, ::1])").arguments[1]
    Parameter(name='uint8', dimensions=2)
    """
    result, _, rest = text.partition("(")
    found = re.findall(r"(\w+)(\[[^]]*\])?", rest)
    return Signature(result, tuple(Parameter(name, _dimensions(array)) for name, array in found))


def _dimensions(array: str) -> int:
    return array.count(",") + 1 if array else 0


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
def _fingerprint(source: Path) -> str:
    """Of the kernel, the file that the function is in, Numba and Python."""
    numba = importlib.util.find_spec("numba")
    assert numba is not None
    assert numba.origin is not None
    versions = Path(numba.origin).with_name("_version.py")
    made = sha256(f"{sys.version} {llvm.llvm_version_info} {np.__version__}".encode())
    for each in (*sorted(HERE.rglob("*.py")), WEIGHTS, CARDS, source, versions):
        made.update(each.read_bytes())
    return made.hexdigest()[:16]


def _folders() -> Iterator[Path]:
    """Where code may be kept: where the user says, beside the kernel, or with the user's files."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
        return
    yield HERE / "__pycache__"
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rightbower"


def _stem(function: Callable[..., Any]) -> str:
    return f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}-{_processor()}-"


def _file(function: Callable[..., Any]) -> str:
    source = Path(function.__code__.co_filename)
    return f"{_stem(function)}{_fingerprint(source)}.code"


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


def loaded(code: Code, signature: Signature) -> Native:
    """Machine code in memory, where it can be called."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.data))
    engine.finalize_object()
    return Native(engine, engine.get_function_address(code.name), signature)


class Native:
    """A function in machine code, called as Numba's own are: result, error, and the arguments.

    An array goes as two holders, its size, the size of an item, its address, shape and strides.
    """

    def __init__(self, engine: Any, address: int, signature: Signature) -> None:
        self._engine = engine  # it owns the code
        self._takes = [(_dtype(each), each.dimensions) for each in signature.arguments]
        self._result = _NUMBERS.get(signature.result, ctypes.c_void_p)
        self._pack = Struct("=" + "".join(map(_packed, signature.arguments))).pack
        types = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address)

    def __call__(self, *arguments: Any) -> Any:
        given: list[Any] = []
        for value, (kind, dimensions) in zip(arguments, self._takes, strict=True):
            if dimensions:
                given += _array(value, kind, dimensions)
            else:
                given.append(value)
        result, wrong = self._result(), ctypes.c_void_p()
        if self._call(ctypes.byref(result), ctypes.byref(wrong), self._pack(*given)):
            raise RuntimeError("the compiled kernel went wrong")
        return result.value


def _dtype(parameter: Parameter) -> np.dtype[Any]:
    return np.dtype("bool" if parameter.name == "boolean" else parameter.name)


def _packed(parameter: Parameter) -> str:
    """How an argument is packed; a truth is the first of its eight bytes."""
    if parameter.dimensions:
        return "q" * (5 + 2 * parameter.dimensions)
    return {"boolean": "?7x", "int64": "q", "float64": "d"}[parameter.name]


def _array(value: Any, kind: np.dtype[Any], dimensions: int) -> Sequence[Any]:
    """An array as it is passed; one of another make would be read wrongly, so it is refused."""
    if not isinstance(value, np.ndarray) or value.dtype != kind or value.ndim != dimensions:
        raise TypeError(f"an array of {kind} in {dimensions} dimensions is wanted here")
    size = value.size
    try:
        where = ctypes.addressof(_BYTE.from_buffer(cast(Any, value))) if size else 0
    except (TypeError, BufferError) as error:
        raise TypeError(
            "an array is wanted here that may be written to and lies in one piece"
        ) from error
    return (0, 0, size, kind.itemsize, where, *value.shape, *value.strides)
