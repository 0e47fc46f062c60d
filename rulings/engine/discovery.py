"""Finding the laws of an edition: every entry point of its modules ``law_NN_....py``; nothing is registered."""

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

from rulings.engine.inquiry import Law


def law_modules(path: Iterable[str], package: str) -> list[ModuleType]:
    """The law files of a package, in the order of the book."""
    names = sorted(module.name for module in pkgutil.iter_modules(path) if module.name.startswith("law_"))
    return [importlib.import_module(f"{package}.{name}") for name in names]


def discover(path: Iterable[str], package: str) -> dict[str, Law]:
    """The entry points of an edition by id, in the order of the book.

    :raises LookupError: two entry points share an id.
    """
    laws: dict[str, Law] = {}
    for module in law_modules(path, package):
        for law in (value for value in vars(module).values() if isinstance(value, Law)):
            if laws.setdefault(law.id, law) is not law:
                raise LookupError(f"two entry points are called {law.id!r}")
    return laws
