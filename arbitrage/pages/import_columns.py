"""What the columns of a table mean, as its director is asked."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from arbitrage.exchange import spreadsheet
from arbitrage.exchange.spreadsheet import Layout, Meaning, Unfit


def heading(found: Layout, place: int) -> str:
    """What a column is called: its heading, or its place where it has none."""
    return found.proposal.columns[place][0] or _("Column %(number)s") % {"number": place + 1}


def problem_words(one: Unfit, found: Layout) -> str:
    """What is wrong with the meaning of the columns, and what to do."""
    field = FIELD_NAMES[one.field]
    headings = ", ".join(f"“{heading(found, place)}”" for place in one.columns)
    if one.why == "twice":
        return _("%(headings)s: both are said to be “%(field)s”. Leave one of them out.") % {
            "headings": headings,
            "field": field,
        }
    if one.why == "missing":
        if one.field == "contract":
            return _("Say which column is the contract, or the score: a result needs one of them.")
        return _("Say which column is “%(field)s”: a result needs it.") % {"field": field}
    samples = ", ".join(f"“{cell}”" for cell in found.samples(one.columns[0]))
    return _("%(headings)s: what stands there is not “%(field)s” (%(samples)s). Choose what it is.") % {
        "headings": headings,
        "field": field,
        "samples": samples,
    }


def written(columns: Meaning | None) -> str:
    """The meaning of the columns as the next form sends it back."""
    return "" if columns is None else ("fr:" if columns.french else "en:") + ",".join(columns.columns)


def meaning(written: str) -> Meaning | None:
    language, _colon, fields = written.partition(":")
    if language not in ("en", "fr"):
        return None
    read = tuple(field if field in spreadsheet.FIELDS else "" for field in fields.split(",")[:200])
    return Meaning(read, french=language == "fr")


FIELD_NAMES: Mapping[str, Any] = {
    "board": pgettext_lazy("column", "board"),
    "ns": gettext_lazy("number of the North-South pair"),
    "ew": gettext_lazy("number of the East-West pair"),
    "contract": gettext_lazy("contract"),
    "declarer": gettext_lazy("declarer"),
    "tricks": gettext_lazy("tricks won by declarer"),
    "result": gettext_lazy("result (=, +1, −2)"),
    "lead": gettext_lazy("opening lead"),
    "score": gettext_lazy("score of North-South"),
    "score_ew": gettext_lazy("score of East-West"),
    "ns_points": gettext_lazy("points of North-South"),
    "ew_points": gettext_lazy("points of East-West"),
    "ns_percent": gettext_lazy("percentage of North-South"),
    "ew_percent": gettext_lazy("percentage of East-West"),
    "table": pgettext_lazy("column", "table"),
    "round": pgettext_lazy("column", "round"),
    "section": pgettext_lazy("column", "section"),
    "session": pgettext_lazy("column", "session"),
    "ns_names": gettext_lazy("names of North-South"),
    "ew_names": gettext_lazy("names of East-West"),
    "ns_name1": gettext_lazy("name of North"),
    "ns_name2": gettext_lazy("name of South"),
    "ew_name1": gettext_lazy("name of East"),
    "ew_name2": gettext_lazy("name of West"),
    "ns_licence1": gettext_lazy("licence of North"),
    "ns_licence2": gettext_lazy("licence of South"),
    "ew_licence1": gettext_lazy("licence of East"),
    "ew_licence2": gettext_lazy("licence of West"),
    "dealer": pgettext_lazy("column", "dealer"),
    "vulnerability": pgettext_lazy("column", "vulnerability"),
    "deal": gettext_lazy("hands (PBN)"),
    "remark": pgettext_lazy("column", "remark"),
    "kind": gettext_lazy("kind of result"),
    "tournament": gettext_lazy("name of the tournament"),
    "date": gettext_lazy("date of the tournament"),
    "club": gettext_lazy("name of the club"),
    "scoring": gettext_lazy("scoring method"),
    "winners": gettext_lazy("number of rankings"),
    "event": gettext_lazy("kind of tournament"),
}
"""What a column may be, as the page says it."""


def columns_page(found: Layout, meaning: Meaning, problems: Sequence[Unfit]) -> dict[str, Any]:
    """Every column with samples and what it means, as the director says it, and what does not fit."""
    fields = meaning.columns + ("",) * (len(found.proposal.columns) - len(meaning.columns))
    wrong = {column for one in problems for column in one.columns}
    return {
        "layout": found,
        "column_list": [
            {
                "place": place,
                "heading": heading(found, place),
                "samples": found.samples(place),
                "field": fields[place],
                "wrong": place in wrong,
            }
            for place in range(len(found.proposal.columns))
        ],
        "fields": [(name, FIELD_NAMES[name]) for name in FIELD_NAMES],
        "french": meaning.french,
        "problems": [
            {"sentence": problem_words(one, found), "place": next(iter(one.columns), None)} for one in problems
        ],
    }
