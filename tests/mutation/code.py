"""Small changes of the code itself, one at a time: what a test of behaviour has to notice."""

from __future__ import annotations

import ast
import difflib
import gc
import random
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final, NamedTuple

FLIPPED: Final = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
# What comes to the same in whatever order its arguments stand.
ANY_ORDER: Final = frozenset({"compare_digest", "gcd", "hypot", "max", "min", "suppress"})
# Under these Numba makes machine code of a function of the kernel.
COMPILED: Final = frozenset({"part", "called", "entry"})
# What a script of the browser may say otherwise, a line at a time.
IN_SCRIPTS: Final = {
    "comparison": ((r" === ", " !== "), (r" !== ", " === "), (r" < ", " <= "), (r" > ", " >= ")),
    "guard": ((r"\bif \((?=.*\) )(.+)\) (?=return|continue|\w+\()", "if (true) "),),
    "deleted": ((r"^(\s+)[\w.]+\([^(){}]*(\([^(){}]*\))?[^(){}]*\);$", r"\1;"),),
    "swapped": ((r"(\w\()(\w+), (\w+)\)", r"\1\3, \2)"),),
}
Span = tuple[int, int, str]


class CodeMutant(NamedTuple):
    """One file with one piece of it changed; lines keep their numbers."""

    path: Path
    kind: str
    lines: range
    before: str
    after: str

    @property
    def diff(self) -> str:
        """The change as a diff without surroundings."""
        was, now = self.before.splitlines(), self.after.splitlines()
        lines = list(difflib.unified_diff(was, now, lineterm="", n=0))[2:]
        return "\n".join(f"    {line}" for line in lines if line.strip("+- "))

    @property
    def new_lines(self) -> list[str]:
        """The changed lines as they are now, without their indent."""
        return [new for _, new in self._changed()]

    @property
    def old_lines(self) -> list[str]:
        """The changed lines as they were, without their indent."""
        return [old for old, _ in self._changed()]

    @property
    def compiled(self) -> bool:
        """Whether it is in what the kernel compiles, which no change of a running program reaches."""
        return any(self.lines.start in lines for lines in machine_code(self.before, self.path))

    def _changed(self) -> list[tuple[str, str]]:
        lines = zip(self.before.splitlines(), self.after.splitlines(), strict=False)
        return [(old.strip(), new.strip()) for old, new in lines if old != new]

    @property
    def reads(self) -> bool:
        """Whether it can still be read as code."""
        try:
            compile(self.after if self.path.suffix == ".py" else "", str(self.path), "exec")
        except SyntaxError:
            return False
        return True


def package_of(path: Path, root: Path) -> str:
    """The package a file is counted with; the rooms of the larger floors by themselves."""
    folders = path.relative_to(root).parts[:-1]
    deep = folders[:1] in {("web",), ("tournament",), ("players",)}
    return "/".join(folders[: 2 if deep else 1]) or "."


@cache
def machine_code(text: str, path: Path) -> Sequence[range]:
    """The lines of the functions that are compiled, where the file is one of the kernel's."""
    if path.suffix != ".py" or "players.kernel.compiled import" not in text:
        return ()
    return [
        range(each.lineno, (each.end_lineno or each.lineno) + 1)
        for each in ast.walk(ast.parse(text))
        if isinstance(each, ast.FunctionDef)
        and any(ast.unparse(by).partition("(")[0] in COMPILED for by in each.decorator_list)
    ]


def sample(
    root: Path,
    number: int,
    seed: str,
    packages: Container[str] | None = None,
    compiled: bool = False,
) -> list[CodeMutant]:
    """So many mutants, spread over these packages and the kinds; the same for the same seed."""
    chance = random.Random(seed)
    found: dict[str, dict[str, list[CodeMutant]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.js"))):
        package = package_of(path, root)
        for mutant in mutants(path) if packages is None or package in packages else ():
            if mutant.compiled or not compiled:
                found[package][mutant.kind].append(mutant)
    chosen: list[CodeMutant] = []
    while found and len(chosen) < number:
        for package in chance.sample(sorted(found), min(len(found), number - len(chosen))):
            mutant = _taken(found[package], chance)
            chosen += [mutant] if mutant.reads else []
            if not found[package]:
                del found[package]
    return sorted(chosen, key=lambda each: (each.path, each.lines.start, each.after))


def _taken(kinds: dict[str, list[CodeMutant]], chance: random.Random) -> CodeMutant:
    kind = chance.choice(sorted(kinds))
    mutant = kinds[kind].pop(chance.randrange(len(kinds[kind])))
    if not kinds[kind]:
        del kinds[kind]
    return mutant


def mutants(path: Path) -> Iterator[CodeMutant]:
    """Every mutant of a file, also such as cannot be read as code."""
    text = path.read_text("utf-8")
    for kind, lines, spans in in_script(text) if path.suffix == ".js" else in_python(text):
        after = _put(text, spans)
        if after != text:
            yield CodeMutant(path, kind, lines, text, after)


def in_script(text: str) -> Iterator[tuple[str, range, Sequence[Span]]]:
    """The changes of a script of the browser."""
    at = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        for kind, changes in IN_SCRIPTS.items():
            for pattern, new in changes if not line.lstrip().startswith(("*", "//", "/*")) else ():
                after = re.sub(pattern, new, line, count=1, flags=re.MULTILINE)
                yield kind, range(number, number + 1), [(at, at + len(line), after)]
        at += len(line)


def in_python(text: str) -> Iterator[tuple[str, range, Sequence[Span]]]:
    """The changes of a Python file: kind, the lines concerned and what is put where."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    rows = text.splitlines()

    def span(node: ast.expr | ast.stmt, new: str) -> Span:
        begin = _offset(starts, rows, node.lineno, node.col_offset)
        end = _offset(starts, rows, node.end_lineno or 0, node.end_col_offset or 0)
        return begin, end, new

    def blank(node: ast.expr | ast.stmt, new: str) -> Span:
        begin, end, _ = span(node, new)
        return begin, end, new + "\n" * text.count("\n", begin, end)

    def part(node: ast.expr) -> str:
        return text[slice(*span(node, "")[:2])]

    for node in _acting(ast.parse(text)):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                begin, end = span(left, "")[1], span(right, "")[0]
                old, new = FLIPPED[type(op)]
                yield (
                    "comparison",
                    _lines(node),
                    [(begin, end, text[begin:end].replace(old, new, 1))],
                )
            case ast.If(test=test) | ast.IfExp(test=test):
                for made in ("True", "False"):
                    yield "guard", _lines(test), [blank(test, made)]
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield "filter", _lines(test), [blank(test, "True")]
            case ast.Call(args=[*args]) if len(args) > 1 and not _any_order(node):
                for one, other in pairwise(args):
                    if not isinstance(one, ast.Starred) and not isinstance(other, ast.Starred):
                        yield (
                            "swapped",
                            _lines(node),
                            [span(one, part(other)), span(other, part(one))],
                        )
            case ast.stmt() if _can_go(node):
                yield "deleted", _lines(node), [blank(node, "pass")]


def _any_order(call: ast.Call) -> bool:
    """Whether what is called takes what it is given in any order."""
    name = ast.unparse(call.func).rpartition(".")[2]
    return name in ANY_ORDER and not call.keywords


def _offset(starts: Sequence[int], rows: Sequence[str], line: int, column: int) -> int:
    """The place in the text; the parser counts columns in bytes."""
    return starts[line - 1] + len(rows[line - 1].encode()[:column].decode())


def _lines(node: ast.expr | ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _acting(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something while the program runs: no assertions, types or imports."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Assert | ast.arguments | ast.alias):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test).startswith(
            ("TYPE_CHECKING", "__name__")
        ):
            continue
        yield node
        yield from _acting(node)


def _can_go(node: ast.stmt) -> bool:
    """Whether the program can be read, and run at all, without this statement."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Return() | ast.Continue():
            return True
        case ast.Break() | ast.Delete():
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(value))
        case ast.Assign():
            return True
    return False


def _put(text: str, spans: Sequence[Span]) -> str:
    for begin, end, new in sorted(spans, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def functions() -> dict[str, list[FunctionType]]:
    """The functions of this process, by the files they are written in."""
    found = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[each.__code__.co_filename].append(each)
    return found


def put_in_place(mutant: CodeMutant, written: Iterable[FunctionType]) -> bool:
    """Give the functions written in its file the changed code; whether any function changed."""
    new = dict(_codes(compile(mutant.after, str(mutant.path), "exec")))
    changed = False
    for each in written:
        code = new.get(_key(each.__code__))
        if code is not None and code != each.__code__:
            if len(code.co_freevars) != len(each.__code__.co_freevars):
                return False
            each.__code__ = code
            changed = True
    return changed


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield _key(each), each
            yield from _codes(each)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def tests_of(
    mutant: CodeMutant, covered: Mapping[int, Iterable[str]], took: Mapping[str, float]
) -> list[str]:
    """The tests that ran the changed lines, or else the file; the fastest first."""
    near = {name for line in mutant.lines for name in covered.get(line, ())}
    found = near or {name for names in covered.values() for name in names}
    return sorted((name for name in found if name in took), key=lambda name: took[name])
