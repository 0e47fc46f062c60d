"""Discovery of the laws of an edition: the entry points in its files ``law_NN_....py``, at any depth, without a
list."""

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

from rulings.engine.inquiry import Law


def law_modules(path: Iterable[str], package: str) -> list[ModuleType]:
    """Return the law files of a package, in the order of the book."""
    names = {module.name.rpartition(".")[2]: module.name for module in pkgutil.walk_packages(path, f"{package}.")}
    return [importlib.import_module(names[name]) for name in sorted(names) if name.startswith("law_")]


def discover(path: Iterable[str], package: str) -> dict[str, Law]:
    """Return the entry points of an edition by id, in the order of the book.

    :raises LookupError: two entry points share an id.
    """
    laws: dict[str, Law] = {}
    for module in law_modules(path, package):
        for law in (value for value in vars(module).values() if isinstance(value, Law)):
            if laws.setdefault(law.id, law) is not law:
                raise LookupError(f"two entry points are called {law.id!r}")
    return laws
