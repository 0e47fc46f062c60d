"""The page that asks a director for the meaning of the columns of a table."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from arbitrage.exchange import spreadsheet
from arbitrage.exchange.reading import MAX_BOARD_NUMBER, whole
from arbitrage.exchange.spreadsheet import Layout, Meaning, Unfit


def heading(layout: Layout, place: int) -> str:
    """Name a column by its heading, or by its place where it has none."""
    return layout.proposal.columns[place][0] or _("Column %(number)s") % {"number": place + 1}


def problem_words(unfit: Unfit, layout: Layout) -> str:
    """Describe an error in the meaning of the columns, and its remedy."""
    field = FIELD_NAMES[unfit.field]
    headings = ", ".join(f"“{heading(layout, place)}”" for place in unfit.columns)
    if unfit.why == "twice":
        return _("%(headings)s: both are said to be “%(field)s”. Leave one of them out.") % {
            "headings": headings,
            "field": field,
        }
    if unfit.why == "missing":
        if unfit.field == "contract":
            return _("Say which column is the contract, or the score: a result needs one of them.")
        if unfit.field == "board":
            return _("Say which column is the board, or type its number below where all the rows are of one board.")
        return _("Say which column is “%(field)s”: a result needs it.") % {"field": field}
    samples = ", ".join(f"“{cell}”" for cell in layout.samples(unfit.columns[0]))
    return _("%(headings)s: what stands there is not “%(field)s” (%(samples)s). Choose what it is.") % {
        "headings": headings,
        "field": field,
        "samples": samples,
    }


def written(columns: Meaning | None) -> str:
    """Write the meaning of the columns as a form field."""
    if columns is None:
        return ""
    return f"{'fr' if columns.french else 'en'}{columns.board}:{','.join(columns.columns)}"


def meaning(written: str) -> Meaning | None:
    language, _colon, fields = written.partition(":")
    language, board = language[:2], language[2:]
    if language not in ("en", "fr") or (board and whole(board, 1, MAX_BOARD_NUMBER) is None):
        return None
    read = tuple(field if field in spreadsheet.FIELDS else "" for field in fields.split(",")[:200])
    return Meaning(read, french=language == "fr", board=board)


def sent(form: Mapping[str, str]) -> Meaning:
    """Read the meaning of the columns that a director chose on the page."""
    places = sorted(int(name[7:]) for name in form if re.fullmatch(r"column-\d{1,3}", name))
    chosen = {place: form[f"column-{place}"] for place in places}
    return Meaning(
        tuple(field if (field := chosen.get(place, "")) in spreadsheet.FIELDS else ""
              for place in range(max(places, default=-1) + 1)),
        french=form.get("cards") == "fr",
        board=form.get("board", "").strip()[:4],
    )  # fmt: skip


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
    "pairs": gettext_lazy("both pairs, in one cell"),
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
    "room": pgettext_lazy("column", "room"),
    "ns_team": gettext_lazy("team of North-South"),
    "ew_team": gettext_lazy("team of East-West"),
    "player_n": gettext_lazy("number of North, in an individual"),
    "player_e": gettext_lazy("number of East, in an individual"),
    "player_s": gettext_lazy("number of South, in an individual"),
    "player_w": gettext_lazy("number of West, in an individual"),
    "kind": gettext_lazy("kind of result"),
    "tournament": gettext_lazy("name of the tournament"),
    "date": gettext_lazy("date of the tournament"),
    "club": gettext_lazy("name of the club"),
    "scoring": gettext_lazy("scoring method"),
    "winners": gettext_lazy("number of rankings"),
    "event": gettext_lazy("kind of tournament"),
}
"""Names of the possible meanings of a column on the page."""


def columns_page(layout: Layout, meaning: Meaning, problems: Sequence[Unfit]) -> dict[str, Any]:
    """Show every column with samples and the director's meaning, and errors."""
    fields = meaning.columns + ("",) * (len(layout.proposal.columns) - len(meaning.columns))
    wrong = {column for problem in problems for column in problem.columns}
    return {
        "layout": layout,
        "column_list": [
            {
                "place": place,
                "heading": heading(layout, place),
                "samples": layout.samples(place),
                "field": fields[place],
                "wrong": place in wrong,
            }
            for place in range(len(layout.proposal.columns))
        ],
        "fields": [(name, FIELD_NAMES[name]) for name in FIELD_NAMES],
        "french": meaning.french,
        "board": meaning.board,
        "asks_board": "board" not in fields,
        "problems": [
            {"sentence": problem_words(problem, layout), "place": next(iter(problem.columns), None)}
            for problem in problems
        ],
    }
