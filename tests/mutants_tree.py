"""One tree that holds every change of a sample: a process that has loaded it tries one after the other.

Each changed function holds the changed bodies beside its own, and asks `tests/mutants_probe.py` which one is on; its
own body notes there which of the changed lines are executed (`tests/mutants_reach.py`). A
value that is read once at import (a constant, a default, a field) cannot be switched afterwards; a process that loads
the tree anew tries such a change.
"""

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Change(Protocol):
    """One change of a file."""

    @property
    def file(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def place(self) -> tuple[int, int] | None: ...


def written(sample: Mapping[int, Change], tree: Path) -> set[int]:
    """Write all changes that can be switched into the files of a tree; return their numbers."""
    switched = set()
    for file in sorted({child.file for child in sample.values() if child.file.endswith(".py")}):
        path = tree / file
        changes = {number: child for number, child in sample.items() if child.file == file}
        text, numbers = together(path.read_text(encoding="utf-8"), changes)
        path.write_text(text, encoding="utf-8")
        switched |= numbers
    return switched


def together(source: str, changes: Mapping[int, Change]) -> tuple[str, set[int]]:
    """Return a source with its changes, and the numbers of those that it holds."""
    tree = ast.parse(source)
    functions = _functions(tree)
    own = [function.body for function in functions]
    around = {number: _around(functions, own, source, change.place) for number, change in changes.items()}
    _mark(source, changes, {number: own[at] for number, at in around.items() if at is not None})
    switched: set[int] = set()
    for number, change in changes.items():
        changed = _functions(ast.parse(change.text))
        at = around[number]
        if at is not None and len(changed) == len(functions) and _switches(functions[at], changed[at], number):
            switched.add(number)
    if not switched:
        return source, switched
    tree.body.insert(_first(tree), ast.parse("from tests import mutants_probe as _mutants").body[0])
    return ast.unparse(ast.fix_missing_locations(tree)), switched


def _mark(source: str, changes: Mapping[int, Change], bodies: Mapping[int, list[ast.stmt]]) -> None:
    """Insert before the statement of each change a call that notes that it is executed."""
    innermost = {
        number: _innermost(body, _where(source, place))
        for number, body in bodies.items()
        if (place := changes[number].place)
    }
    for number, (block, statement) in innermost.items():
        block.insert(block.index(statement), ast.parse(f"_mutants.passed({number})").body[0])


def _functions(tree: ast.Module) -> list[Function]:
    """Return the functions of a module and of its classes, none within another."""
    outer: list[Function] = []
    left: list[ast.stmt] = list(reversed(tree.body))
    while left:
        node = left.pop()
        if isinstance(node, Function):
            outer.append(node)
        else:
            inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]
            left += reversed(inner)
    return outer


def _around(
    functions: Sequence[Function], own: Sequence[list[ast.stmt]], source: str, place: tuple[int, int] | None
) -> int | None:
    """Return the position of the function whose body contains a place."""
    if place is None:
        return None
    where = _where(source, place)
    return next((at for at, body in enumerate(own) if _within(where, body[0], body[-1])), None)


def _where(source: str, place: tuple[int, int]) -> tuple[int, int]:
    """Return the line of a place and its offset in bytes, as syntax trees count."""
    line, column = place
    return line, len(source.splitlines()[line - 1][:column].encode())


def _within(where: tuple[int, int], first: ast.stmt, last: ast.stmt) -> bool:
    return (first.lineno, first.col_offset) <= where < (last.end_lineno or 0, last.end_col_offset or 0)


def _innermost(block: list[ast.stmt], where: tuple[int, int]) -> tuple[list[ast.stmt], ast.stmt]:
    """Return the innermost statement around a place, and the block that holds it."""
    statement = next(one for one in block if _within(where, one, one))
    for inner in _blocks(statement):
        if any(_within(where, one, one) for one in inner):
            return _innermost(inner, where)
    return block, statement


def _blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    """List the blocks of a statement: what follows `if` and `else`, each handler, each case."""
    parts = [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]
    blocks = [getattr(holder, name, []) for holder in (statement, *parts) for name in ("body", "orelse", "finalbody")]
    return [block for block in blocks if block]


def _switches(function: Function, changed: Function, number: int) -> bool:
    """Let a function choose the body of *changed* when that change is on; tell whether Python can parse the result."""
    before = function.body
    said = [*before[:1]] if ast.get_docstring(function) is not None else []
    test = ast.parse(f"_mutants.on({number})", mode="eval").body
    function.body = [*said, ast.If(test=test, body=changed.body, orelse=before[len(said) :] or [ast.Pass()])]
    try:
        compile(ast.unparse(ast.fix_missing_locations(function)), function.name, "exec")
    except SyntaxError:  # only one of the bodies may declare a global name
        function.body = before
        return False
    return True


def _first(tree: ast.Module) -> int:
    """Return where the imports of a module begin: after its docstring and its future imports."""
    return next(
        (
            at
            for at, node in enumerate(tree.body)
            if not isinstance(node, ast.Expr) and not (isinstance(node, ast.ImportFrom) and node.module == "__future__")
        ),
        len(tree.body),
    )
