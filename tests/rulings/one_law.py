"""Trial of one law, for its author: `make law 27`.

The command writes the outlines of the law, draws its charts into ``var/charts``, names the sentences that have no
French, and runs only the tests of this law: its cases, its paths, its sentences, its outline, its charts. ``50`` means
every entry point of Law
50. On a quiet machine it takes ten seconds for the longest law.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import pytest

from rulings.engine.catalogue import LOCALE, translator
from rulings.engine.inquiry import Law
from rulings.engine.questions import Fact
from rulings.laws2017 import LAWS
from rulings.papers.outline import draw
from rulings.papers.register import number_of
from tests.rulings.charts import CHARTS, write_charts
from tests.rulings.conftest import HERE, outlines, paths
from tests.rulings.digests import ROOT

TESTS = ("test_cases", "test_every_path", "test_sentences", "test_trees", "test_chart", "test_one_sheet")
"""The files of tests/rulings whose tests run for each law, or for each of its cases."""


class Only:
    """Plugin of pytest that selects the tests of some laws."""

    def __init__(self, laws: Sequence[Law]) -> None:
        self.laws = laws

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        wanted = {*self.laws, *(law.id for law in self.laws)}
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            given = getattr(item, "callspec", None)
            (kept if given and given.params.get("law") in wanted else left).append(item)
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def meant(names: Sequence[str]) -> list[Law]:
    """Return the laws of these names: "50-lead" is one entry point, "50" every one of Law 50.

    :raises SystemExit: a name that no law has; the message lists the names there are.
    """
    chosen = {law.id: law for name in names for law in LAWS.values() if name in (law.id, number_of(law.id))}
    unknown = [name for name in names if name not in chosen and name not in map(number_of, chosen)]
    if unknown or not chosen:
        complaint = f"No Law {', '.join(unknown)}." if unknown else "Which Law? make law 27"
        raise SystemExit(f"{complaint} There are: {', '.join(LAWS)}.")
    return list(chosen.values())


def without_french(law: Law) -> list[str]:
    """Return the sentences of *law* without French in the catalogue, in the order in which they occur."""
    french: dict[object, str] = translator("fr")._catalog  # type: ignore[attr-defined]
    return [text for text in dict.fromkeys(_sentences(law)) if text and text not in french]


def _sentences(law: Law) -> Iterator[str]:
    yield from (law.title, law.finds)
    for path in paths(law):
        for step in path.end.trail:
            yield from (step.question.text, step.question.why, step.question.say)
            if not isinstance(step.question, Fact):
                yield from (text for option in step.question.options for text in (option.label, option.entails))
        yield from (
            effect.text for effect in (path.end.ruling, *path.end.ruling.rectifications, *path.end.ruling.duties)
        )


def compiled() -> None:
    """Compile the French catalogue where it is older than its source."""
    folder = LOCALE / "fr" / "LC_MESSAGES"
    source, made = folder / "django.po", folder / "django.mo"
    if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
        subprocess.run(["msgfmt", "--check-format", "-o", made, source], check=True)  # noqa: S607


def main(names: Sequence[str]) -> int:
    """Try these laws; return the exit status, 0 when nothing is missing and every test passes."""
    began = time.monotonic()
    laws = meant(names)
    compiled()
    missing = [text for law in laws for text in without_french(law)]
    changed = [file for file in map(outlined, outlines_of(laws)) if file]
    print(f"outlines: {', '.join(changed) or 'as they were'}")
    write_charts(CHARTS / names[0], laws)
    print(f"charts: {(CHARTS / names[0]).relative_to(ROOT)}/README.md")
    for text in missing:
        print(f"no French: {text}")
    files = [str((HERE / f"{name}.py").relative_to(ROOT)) for name in TESTS]
    status = int(pytest.main(["-q", "--no-header", *files], plugins=[Only(laws)]))
    print(f"{time.monotonic() - began:.1f} seconds")
    return status or bool(missing)


def outlines_of(laws: Sequence[Law]) -> list[tuple[str, str]]:
    return [(law.id, language) for law in laws for language in ("fr", "en")]


def outlined(which: tuple[str, str]) -> str:
    """Write one outline; return its name if it has changed, else ""."""
    file, now = outlines()[which], draw(LAWS[which[0]], which[1])
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    file.write_text(now, encoding="utf-8")
    return file.name if now != before else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
