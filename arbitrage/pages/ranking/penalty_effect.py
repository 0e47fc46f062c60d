"""A penalty being composed: its contestant, amount, reason, and effect on the ranking."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.models import Contestant, Penalty, Tournament
from arbitrage.pages.wording.people import pair_name, surnames
from arbitrage.pages.wording.rankings import rank_line, ranking_title
from arbitrage.pages.wording.sentences import parted
from arbitrage.services.results.field import Ranking
from arbitrage.services.tournaments.regulations import in_force
from rulings.regulations import regulations

USUAL: Mapping[str, tuple[str, ...]] = {
    "percent": ("5", "10", "20", "25"),
    "imps": ("1", "2", "3", "6"),
    "points": ("50", "100", "200", "500"),
    "vp": ("0.5", "1", "2", "3"),
}
"""Amounts that have a key of their own, by the unit of the ranking."""


def usual_amount(unit: str, tournament: Tournament) -> str:
    """Return the club's usual penalty in percent on the day of the tournament; "" if the ranking has another unit."""
    return in_force(tournament.club, tournament.date).facts["penalty_percent"] if unit == "percent" else ""


def tariff(unit: str) -> str:
    """Return the penalties of an older French regulation for a few offences, in this unit, as guidance."""
    tariffs = regulations()["tariff"]
    match unit:
        case "percent":
            return parted(
                (
                    _("The card led is not written down: %(number)s%%") % {"number": tariffs["lead_card_percent"]},
                    _("A missing result, and the pairs cannot be reached: average minus, and %(number)s%% off both")
                    % {"number": tariffs["missing_result_percent"]},
                )
            )
        case "imps" | "vp":
            amounts = {"late": tariffs["late_sheet_imps"], "later": tariffs["later_sheet_imps"]}
            return _("The score sheet comes late: %(late)s IMPs, later %(later)s; it may be doubled") % amounts
        case _:
            return ""


ABOUT = {
    Penalty.Law.PROCEDURE: gettext_lazy(
        "Delay, an inconvenience to others, a breach of correct procedure or of a regulation."
    ),
    Penalty.Law.DISCIPLINE: gettext_lazy("For order and courtesy. The director’s decision is final."),
}


def several(people: Iterable[Contestant]) -> bool:
    return len({person.section_id for person in people}) > 1


def rankings(effect: Iterable[Ranking]) -> list[dict[str, Any]]:
    return [
        {"title": ranking_title(ranking.field), "lines": [rank_line(line) for line in ranking.lines]}
        for ranking in effect
    ]


# Words


def who(person: Contestant, *, several_sections: bool) -> str:
    """Name a contestant in one line: "NS 3 Marchand, Perrin"."""
    letter = person.section.letter if several_sections else ""
    return f"{letter} {pair_name(person)} {surnames(person)}".strip()
