"""The page where a score is composed by hand: its results, weights and averages so far."""

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.models import Incident, Result
from arbitrage.pages.score.by_hand import KEPT, LAWS, OF_MATCHES, SIDES, Draft, kinds, number_shown, typed_weight
from arbitrage.pages.score.drawing import bar
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import (
    average_words,
    award_words,
    percent_words,
    points_words,
    side_words,
    won_words,
)
from arbitrage.services.results.field import as_recorded
from arbitrage.services.tournaments.regulations import form_of
from rulings.bridge import Side
from rulings.laws2017.event import MATCHES, Form
from rulings.scores.adjusted import AVERAGE_IMPS, AVERAGE_PERCENT, Average
from rulings.scores.award import Results


def picture(draft: Draft, incident: Incident, query: QueryDict, *, imps: bool, wrong: bool) -> dict[str, Any]:
    """Build the texts and values of the page; if the typed values are *wrong*, it shows them again. With *imps*
    averages and typed numbers are in IMPs."""
    form = form_of(incident.tournament)
    of_a_match = form in MATCHES
    return {
        "title": _title(draft.kind),
        "kinds": [
            {"label": label, "law": law, "on": kind == draft.kind, "address": draft.turned(kind).address()}
            for kind, (label, law) in kinds().items()
        ],
        "laws": [
            {"law": law, "on": law == (draft.law or LAWS[draft.kind][0])}
            for law in LAWS.get(draft.kind, ())
            if of_a_match or law not in OF_MATCHES
        ],
        "lists": list(_lists(draft, query if wrong else QueryDict())),
        "imps": imps,
        "help": AVERAGES[form],
        "averages": [
            _averages(side, value, imps, query if wrong else QueryDict())
            for side, value in zip(SIDES, draft.averages, strict=True)
        ],
        "sides": [{"value": side.value, "label": shown.side(side), "on": side.value == draft.damaged} for side in Side],
        "hidden": draft.fields(without=("damaged", "law", "average_ns", "average_ew")),
        "at_the_table": _at_the_table(incident.result),
    }


_BY_SESSION = gettext_lazy(
    "An average plus is at least 60%, and what the pair scores on the other boards if that is more; an average minus "
    "at most 40% in the same way. It is computed again whenever another result changes (12C2c)."
)
_IN_A_MATCH = gettext_lazy(
    "An average plus is +3 IMPs, an average minus −3: the two teams’ figures need not balance. Under 86B2 the team at "
    "fault receives the complement of what the other is given."
)
AVERAGES = {
    Form.OPEN: _BY_SESSION,
    Form.MATCHPOINTS: _BY_SESSION,
    Form.IMPS: gettext_lazy(
        "An average plus is at least 3 IMPs, and what the pair scores a board on the others if that is more; an "
        "average minus in the same way. It is computed again whenever another result changes (12C2b, 12C2c)."
    ),
    Form.TOTAL: gettext_lazy("In total points an average is worth nothing: the board does not count."),
    Form.MATCH: _IN_A_MATCH,
    Form.KNOCK_OUT: gettext_lazy(
        "An average plus is +3 IMPs, an average minus −3; in a knock-out what the two teams receive is averaged, so "
        "that plus and plus make zero (12C4)."
    ),
    Form.POINTS: gettext_lazy("Of the two points of the board an average plus is 1.2, an average minus 0.8."),
    Form.MATCH_TOTAL: gettext_lazy("In total points an average is worth nothing: the board does not count."),
}
"""The values of averages, by the form of the event."""


def _lists(draft: Draft, typed: QueryDict) -> Iterable[dict[str, Any]]:
    weighs = draft.kind in ("weighted", "split")
    names = {
        "split": (side_words(Side.NS), side_words(Side.EW)),
        "self": (_("Without the infraction"), _("Without the side’s own error")),
    }.get(draft.kind, ("",))
    for side, name in zip(SIDES, names, strict=False):
        results: Results = getattr(draft, side)
        weights = typed.getlist(f"weight_{side}")
        if len(weights) != len(results):
            weights = [typed_weight(result.weight) for result in results]
        yield {
            "side": side,
            "title": name,
            "weighs": weighs and len(results) > 1,
            "bars": [bar(results)] if weighs and not typed else [],
            "add": _add_words(draft, side),
            "results": [
                {
                    "place": f"{side}:{place}",
                    "one": result,
                    "points": points_words(result.score),
                    "weight": weights[place],
                }
                for place, result in enumerate(results)
            ],
        }


def _add_words(draft: Draft, side: str) -> str:
    """Return the words of the button under the keypad."""
    match draft.kind, side:
        case "split", "ns":
            return _("For North-South")
        case "split", _other:
            return _("For East-West")
        case "self", "ns":
            return _("Without the infraction")
        case "self", _other:
            return _("Without its own error")
        case "assigned", _other:
            return _("Take this result")
    return _("Add this result")


def _averages(side: str, value: str, imps: bool, typed: QueryDict) -> dict[str, Any]:
    name = f"imps_{side}" if imps else f"percent_{side}"
    return {
        "side": side,
        "title": side_words(Side(side.upper())),
        "name": name,
        "keys": [
            {
                "value": average.value,
                "label": average_words(average),
                "small": won_words(AVERAGE_IMPS[average], "imps") if imps else percent_words(AVERAGE_PERCENT[average]),
                "chosen": value == average.value,
            }
            for average in Average
        ]
        + [
            {
                "value": KEPT,
                "label": _("Keeps what it has"),
                "small": _("the result of the table"),
                "chosen": value == KEPT,
            }
        ],
        "was": value,
        "other": typed.get(name, number_shown(value)),
    }


def _at_the_table(result: Result | None) -> str:
    """Write the result at the table, the starting point of the director."""
    award = as_recorded(result) if result is not None else None
    return award_words(award) if award else ""


def _title(kind: str) -> str:
    return {
        "assigned": _("One result replaces that of the table"),
        "weighted": _("Several results, each with its weight"),
        "split": _("A score of its own for each side"),
        "self": _("Damage that the side partly did to itself"),
        "artificial": _("An average, when no result can be had"),
    }.get(kind, "")
