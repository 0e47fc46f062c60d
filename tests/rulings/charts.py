"""The charts of the laws as files, each law in French and in English, and the page that lists them.

`make docs` writes them into ``var/charts``. They are not kept in the repository: the page *Le code* draws every chart
when it is asked for.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rulings.engine.inquiry import Law
from rulings.engine.text import translator
from rulings.laws2017 import LAWS
from rulings.papers.a4 import Sheet, document
from rulings.papers.chart import Chart, chart
from rulings.papers.one_sheet import one_sheet
from rulings.papers.register import number_of
from rulings.papers.type_size import sheets
from tests.rulings.digests import ROOT, digest

CHARTS = ROOT / "var" / "charts"
DIGESTS = "digests.json"
"""File with the digest from which each law's charts were drawn."""

LANGUAGES = {"fr": "français", "en": "English"}


@cache
def drawn(law: Law, language: str) -> tuple[Chart, list[Sheet]]:
    """Return the whole chart of a law and its sheets, drawn once a run."""
    words = translator(language)
    law_chart = chart(law, words)
    return law_chart, sheets(law_chart, words)


@cache
def on_one(law: Law, language: str) -> tuple[Chart, list[Sheet]]:
    """Return the chart of a law on its one sheet, drawn once a run."""
    law_chart, sheet = one_sheet(law, translator(language))
    return law_chart, [sheet]


@cache
def files(law: Law, language: str) -> dict[str, str]:
    """Return the one sheet of a law, and its whole chart if it has more, as standalone files by name."""
    words = translator(language)
    drawings = {f"law_{law.id}.{language}.svg": document(*on_one(law, language), words, language)}
    if not on_one(law, language)[0].whole:
        drawings[f"law_{law.id}.whole.{language}.svg"] = document(*drawn(law, language), words, language)
    return drawings


def contents(laws: Sequence[Law], folder: Path) -> str:
    """Return the page that lists the charts of *folder*, in the order of the book."""
    lines = [
        "# The laws, drawn",
        "",
        "Written by `make docs` from `rulings/`. A4, to print and to read standing up.",
        "",
        "A law is one sheet: whole, or its common calls, with “continue on the tablet” where another begins; then the",
        "whole has as many as it takes. Which calls are common is said in `rulings/laws2017/common_calls.toml`.",
        "",
        "| Law | Loi | One sheet | The whole |",
        "| --- | --- | --- | --- |",
    ]
    for law in sorted(laws, key=lambda law: int(number_of(law.id))):
        names = {
            language: (f"law_{law.id}.{language}.svg", f"law_{law.id}.whole.{language}.svg") for language in LANGUAGES
        }
        sheet, whole = (
            ", ".join(
                f"[{LANGUAGES[language]}]({them[at]})"
                for language, them in names.items()
                if (folder / them[at]).exists()
            )
            for at in range(2)
        )
        lines.append(f"| {law.id} {law.title} | {translator('fr').gettext(law.title)} | {sheet} | {whole} |")
    return "\n".join(lines) + "\n"


def write_charts(folder: Path = CHARTS, laws: Sequence[Law] = tuple(LAWS.values())) -> list[str]:
    """Write the charts of *laws* into *folder*, and remove all other charts; return the ids of the laws drawn.

    A law whose charts have its current digest is skipped.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before, now = drawn_before(folder), {law.id: digest(law) for law in laws}
    anew = [law for law in laws if before.get(law.id) != now[law.id]]
    for file in folder.glob("law_*.svg"):
        if before.get(law_of(file), "") != now.get(law_of(file)):
            file.unlink()
    for law in anew:
        for language in LANGUAGES:
            for name, drawing in files(law, language).items():
                (folder / name).write_text(drawing, encoding="utf-8")
    (folder / "README.md").write_text(contents(laws, folder), encoding="utf-8")
    (folder / DIGESTS).write_text(json.dumps(now, indent=0, sort_keys=True), encoding="utf-8")
    return [law.id for law in anew]


def law_of(file: Path) -> str:
    """Return the law in the name of a chart: "50-lead" of ``law_50-lead.whole.fr.svg``."""
    return file.name.removeprefix("law_").partition(".")[0]


def drawn_before(folder: Path) -> dict[str, str]:
    """Map each law to the digest its charts in *folder* were drawn from, if none of its files is missing."""
    try:
        kept: dict[str, str] = json.loads((folder / DIGESTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {
        law: digest
        for law, digest in kept.items()
        if all((folder / f"law_{law}.{of}.svg").exists() for of in LANGUAGES)
    }
