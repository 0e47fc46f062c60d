"""The keypad for a result, with its keys in the order that bridge scoring terminals use, and the sentence that repeats
the entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.forms.board import ResultForm
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import tricks_words
from rulings.bridge import SUITS, Contract, Denomination, Seat, Side, is_vulnerable
from rulings.engine import text
from rulings.scores.scoring import score_ns

ENDINGS = ((0, 1, 2, 3, 4), (-1, -2, -3, -4, -5))


RARE_ENDINGS = ((5, 6, -6, -7, -8), (-9, -10, -11, -12, -13))
"""Less usual results, as numbers of over- or undertricks, row by row of the keypad."""


def keypad(touched: Mapping[str, str], vulnerability: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Build the rows of keys. *touched* has the keys pressed so far, by row.

    *vulnerability* is the board's, "" if unknown. *names* are the players' names by seat, printed small under the seat.
    """
    touched = {"doubled": "0"} | dict(touched)
    surnames = {seat: name.split()[-1] for seat, name in names.items() if name.strip()}

    def row(
        name: str, values: Sequence[Any], label: Any, small: Any = None, spoken: Any = None
    ) -> list[dict[str, Any]]:
        return [
            {
                "value": str(value),
                "label": label(value),
                "small": small(value) if small else "",
                "said": spoken(value) if spoken else "",
                "chosen": touched.get(name) == str(value),
            }
            for value in values
        ]

    def margin(value: int) -> str:
        return "=" if value == 0 else f"+{value}" if value > 0 else f"{shown.MINUS}{-value}"

    def made(value: int) -> str:
        return pgettext("key", "made") if value == 0 else ""

    def ranks(those: str) -> list[dict[str, Any]]:
        return row("lead_rank", those, shown.rank, spoken=lambda rank: pgettext(*text.RANKS[rank]))

    unknown = {"value": "", "label": "?", "said": _("Lead not known"), "chosen": touched.get("lead_rank") == ""}
    doubled = {0: pgettext("doubled", "No"), 1: "X", 2: "XX"}
    return {
        "level": row("level", range(1, 8), str),
        "denomination": row("denomination", ["NT", *SUITS], shown.suit),
        "doubled": row("doubled", (0, 1, 2), doubled.__getitem__),
        "declarer": row(
            "declarer",
            ("N", "S", "E", "W"),
            lambda seat: shown.seat(seat, "letter"),
            lambda seat: surnames.get(seat, ""),
        ),
        "lead_suit": row("lead_suit", SUITS, shown.suit),
        "lead_rank": [ranks("AKQJT98"), [*ranks("765432"), unknown]],
        "margin": [row("margin", values, margin, spoken=made) for values in ENDINGS],
        "rare": [row("margin", values, margin) for values in RARE_ENDINGS],
        "rare_touched": touched.get("margin", "0") in {str(value) for values in RARE_ENDINGS for value in values},
        "shown": _read_back(touched, vulnerability),
    }


def _read_back(touched: dict[str, str], vulnerability: str) -> dict[str, str]:
    """Write the keys pressed so far as the line above the keypad, with the score as soon as the result is complete."""
    form = ResultForm(touched)
    form.is_valid()
    cleaned = form.cleaned_data
    if not {"level", "denomination"} <= cleaned.keys():
        return {}
    contract = Contract(cleaned["level"], Denomination(cleaned["denomination"]), cleaned.get("doubled") or 0)
    back = {"contract": str(contract), "declarer": cleaned.get("declarer", ""), "tricks": "", "points": ""}
    if cleaned.get("lead_suit") and cleaned.get("lead_rank"):
        back["lead"] = cleaned["lead_suit"] + cleaned["lead_rank"]
    if "margin" not in cleaned:
        return back
    tricks = contract.target + cleaned["margin"]
    back |= {"tricks": str(tricks), "tricks_words": tricks_words(tricks)}
    if back["declarer"] and vulnerability:
        declared = contract.by(Seat(back["declarer"]))
        back["points"] = short_points(score_ns(declared, tricks, vulnerability))
        back["vulnerable"] = "yes" if is_vulnerable(vulnerability, Seat(back["declarer"]).side) else ""
    return back


def short_points(score: int) -> str:
    """Write the score in short form: "690" for North-South, "420 to EW" for East-West."""
    if score >= 0:
        return str(score)
    return _("%(points)s to %(side)s") % {"points": -score, "side": shown.side(Side.EW, "letter")}
