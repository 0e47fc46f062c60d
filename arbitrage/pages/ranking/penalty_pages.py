"""A penalty that is not given yet, and one that may be withdrawn, as their pages show them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from arbitrage.database.ids import uuid7
from arbitrage.models import Incident, Penalty, Tournament
from arbitrage.pages.ranking.penalty_effect import ABOUT, USUAL, rankings, several, tariff, usual_amount, who
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.rankings import board_words, penalty_words, ranking_title
from arbitrage.pages.wording.scores import taken_words, unit_sign
from arbitrage.pages.wording.tables_and_boards import place
from arbitrage.services.results.field import field_of
from arbitrage.services.results.penalties import effect_of


@dataclass
class Asking:
    """A penalty being composed: *touched* are the choices so far, *incident* is its origin, if any."""

    tournament: Tournament
    touched: Mapping[str, str]
    incident: Incident | None

    def __post_init__(self) -> None:
        self.field = field_of(self.tournament)
        self.several = several(self.field.people.values())

    def form_page(self, error: str = "", wrong: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Show the form of a penalty: contestant, amount, Law, reason, board; and errors (*wrong*), by field."""
        unit = self.field.method.unit
        amount = self.touched.get("amount", "")
        return {
            "tournament": self.tournament,
            "incident": self.incident,
            "place": place(self.incident) if self.incident else self.tournament.name,
            "groups": list(self._groups()),
            "unit": unit_sign(unit).strip(),
            "percent": unit == "percent",
            "usual": usual_amount(unit, self.tournament),
            "tariff": tariff(unit),
            "amounts": [
                {
                    "value": points,
                    "label": shown.points(points),
                    "small": unit_sign(unit).strip(),
                    "chosen": points == amount,
                }
                for points in USUAL[unit]
            ],
            "typed": self.touched.get("typed", "" if amount in (*USUAL[unit], "") else amount),
            "error": error,
            "wrong": wrong or {},
        } | self._choices()

    def _choices(self) -> dict[str, Any]:
        chosen = self.touched.get("law")
        board = self.touched.get("board", str(self.incident.board_id or "") if self.incident else "")
        return {
            "laws": [
                {"value": law, "label": label, "help": ABOUT[Penalty.Law(law)], "chosen": law == chosen}
                for law, label in Penalty.Law.choices
            ],
            "reasons": [
                {"value": value, "label": label, "chosen": value == self.touched.get("reason")}
                for value, label in Penalty.Reason.choices
            ],
            "boards": [
                {"value": played.pk, "label": played.number, "chosen": str(played.pk) == board}
                for played in self.tournament.boards.order_by("number")
            ],
        }

    def effect_page(self, asked: Mapping[str, Any], path: str) -> dict[str, Any]:
        """Show the effect on the ranking; *asked* are the values of the form, *path* is the URL of the page."""
        unit = self.field.method.unit
        sent = {
            "who": asked["who"],
            "amount": f"{asked['amount'].normalize():f}",
            "law": asked["law"],
            "reason": asked["reason"],
            "board": str(asked["board"].pk) if asked["board"] else "",
            "incident": str(self.incident.pk) if self.incident else "",
        }
        return {
            "heading": _("%(who)s: %(taken)s")
            % {"who": self.name(asked["who"]), "taken": taken_words(asked["amount"], unit)},
            "words": self._why(asked),
            "law": asked["law"],
            "rankings": rankings(effect_of(self.tournament, asked["who"], asked["amount"], unit)),
            "again": f"{path}?{urlencode(sent)}",
            "sent": sent | {"unit": unit, "id": str(asked["id"] or uuid7())},
        }

    def _why(self, asked: Mapping[str, Any]) -> str:
        board = asked["board"] or (self.incident.board if self.incident else None)
        return ", ".join(filter(None, (str(Penalty.Reason(asked["reason"]).label), board_words(board))))

    def given_words(self, given: Penalty) -> str:
        """Describe a penalty that was given: "Penalty given: NS 3 Marchand, Perrin, 10%." """
        values = {"who": self.name(given.key), "taken": taken_words(given.amount, given.unit)}
        return _("Penalty given: %(who)s, %(taken)s.") % values

    def name(self, key: str) -> str:
        """Name a contestant as the page does: "NS 3 Marchand, Perrin", a team by its name."""
        person = self.field.everybody.get(key)
        return who(person, several_sections=self.several) if person else key

    def _groups(self) -> Iterator[dict[str, Any]]:
        """Group the contestants who may be penalised: those of the incident's table first, then all, by direction."""
        line = self.incident.result if self.incident else None
        own = self.field.keys_of(line) if line else set()
        if here := [key for key in self.field.everybody if key in own]:
            yield self._group(_("At this table"), here)
        others: dict[str, list[str]] = {}
        for key, person in self.field.everybody.items():
            if key not in own:
                others.setdefault(person.direction if person else "", []).append(key)
        for direction in sorted(others, key=("NS", "EW", "").index):
            yield self._group(ranking_title(direction), others[direction])

    def _group(self, title: str, keys: Iterable[str]) -> dict[str, Any]:
        chosen = self.touched.get("who")
        people = [{"value": key, "label": self.name(key), "chosen": key == chosen} for key in keys]
        return {"title": title, "people": people}


def withdrawal_page(penalty: Penalty) -> dict[str, Any]:
    """Show the effect of a penalty's withdrawal on the ranking."""
    field = field_of(penalty.tournament)
    return {
        "withdrawn": True,
        "heading": _("Withdraw this penalty?"),
        "words": penalty_words(penalty, several_sections=several(field.people.values())),
        "law": penalty.law,
        "rankings": rankings(effect_of(penalty.tournament, penalty.key, -penalty.amount, penalty.unit)),
        "again": "",
        "sent": {},
    }
