"""How the kernel is compiled, kept on disk as machine code, loaded and called.

Numba is loaded only to compile. What Python calls is an *entry*: it is looked up on disk when it is
first called, and compiled when it is not there. What entries are made of are *parts*. A piece of
code is kept under the processor that it is for and a fingerprint of all that it was made from: the
sources of the kernel, Numba and Python.

Numba counts who holds an array that it makes, and each count is a locked step that waits for all
that was written before it. The kernel makes no arrays but those of ``scratch``, which lie on the
stack, and counts nothing. Only an entry may make them: the room that a part makes is gone when the
part ends.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it comes with no types
import numpy as np

HERE: Final = Path(__file__).parent
WEIGHTS: Final = HERE.parent / "league.py"  # its numbers are compiled in
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


Compiled: TypeAlias = Callable[..., Any]
Function = TypeVar("Function", bound=Compiled)

# Numba counts who holds an array: each count is a locked step, which stalls some processors.
_OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "_nrt": False}
_UNWRAPPED: Final[dict[str, Any]] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENTRIES: Final[list[EntryPoint]] = []


class Part:
    """A function that Numba compiles into those that call it, made ready when it is needed."""

    def __init__(self, function: Compiled, inline: bool = True) -> None:
        self._plain = function
        self._inline = inline

    @cached_property
    def function(self) -> Any:
        """The function as Numba has it."""
        from numba import njit

        return njit(forceinline=self._inline, **_OPTIONS)(self._plain)

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks of a thing that it meets."""
        from numba import types

        return types.Dispatcher(self.function)

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


class Step:
    """What Numba has no word for: a few instructions, written when they are needed."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def _numba_type_(self) -> Any:
        """What Numba asks of a thing that it meets."""
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        made = intrinsic(self._make())
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(made)


class EntryPoint:
    """A function that Python calls: compiled for the types of its signature, and kept on disk."""

    def __init__(self, signature: str, function: Compiled) -> None:
        self.signature = signature
        self.function = function
        self.__doc__ = function.__doc__
        self._compiled: Any = None
        ENTRIES.append(self)

    def make_ready(self) -> None:
        """See to it that the machine code is there."""
        _ = self._native

    @cached_property
    def _native(self) -> Native:
        """The machine code, ready to run; compiled if it is not kept."""
        code = kept(self.function)
        if code is None:
            self._compile()
            (text,) = self._compiled.inspect_llvm().values()
            (found,) = self._compiled.overloads.values()
            code = Code.of(found.fndesc.llvm_func_name, text)
            write(self.function, code)
        return loaded(code, signature_of(self.signature))

    def _compile(self) -> None:
        from numba import njit

        if self._compiled is None:
            # kept before it is compiled, since a function that calls itself asks for it then
            self._compiled = njit(**_UNWRAPPED, **_OPTIONS)(self.function)
            self._compiled.compile(self.signature)
            self._compiled.disable_compile()

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks of a thing that it meets."""
        from numba import types

        self._compile()
        return types.Dispatcher(self._compiled)

    def __call__(self, *arguments: Any) -> Any:
        return self._native(*arguments)


def part(function: Function) -> Function:
    """A piece of the kernel: compiled into the entries that use it."""
    return cast(Function, Part(function))


def called(function: Function) -> Function:
    """A larger piece, which the entries that use it call."""
    return cast(Function, Part(function, inline=False))


def entry(signature: str) -> Callable[[Compiled], EntryPoint]:
    """A function that Python calls: compiled for these types and kept on disk."""
    return lambda function: EntryPoint(signature, function)


def _made(dimensions: int) -> Any:
    """An array of so many dimensions, all noughts; its shape and the kind of its numbers are given."""
    from numba import types
    from numba.core import cgutils
    from numba.np.arrayobj import populate_array

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, (*shape, _) = signature.return_type, arguments
        item = context.get_value_type(array.dtype)
        width = context.get_constant(types.intp, context.get_abi_sizeof(item))
        strides = [width] if dimensions == 1 else [builder.mul(shape[1], width), width]
        count = shape[0] if dimensions == 1 else builder.mul(*shape)
        place = builder.alloca(item, size=count)
        cgutils.memset(builder, place, builder.mul(count, width), 0)
        made = context.make_array(array)(context, builder)
        populate_array(made, place, shape, strides, width, None)
        return made._getvalue()

    def one(_typing: Any, size: Any, kind: Any) -> Any:
        return types.Array(kind.dtype, 1, "C")(size, kind), generate

    def two(_typing: Any, rows: Any, columns: Any, kind: Any) -> Any:
        return types.Array(kind.dtype, 2, "C")(rows, columns, kind), generate

    return one if dimensions == 1 else two


scratch = cast("Callable[[int, type[np.generic]], np.ndarray]", Step(lambda: _made(1)))
scratch_rows = cast("Callable[[int, int, type[np.generic]], np.ndarray]", Step(lambda: _made(2)))


def in_threads(work: Callable[[int], None], parts: Sequence[int], threads: int) -> None:
    """Do the work for every part, in as many threads as asked for."""
    if threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    if threads == 1 or len(parts) < 2:
        for each in parts:
            work(each)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, parts):
            pass
