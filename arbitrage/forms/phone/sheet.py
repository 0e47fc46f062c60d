"""Forms of the sheet of a table, and of the director who prepares the sheets."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arbitrage.forms.board import ResultForm
from arbitrage.models import Result
from arbitrage.models.board import SEATS
from arbitrage.services.incidents.table_calls import ABOUT


class CallForm(forms.Form):
    """A call from a table; every field is optional."""

    called_by = forms.ChoiceField(choices=[(seat, seat) for seat in SEATS], required=False)
    about = forms.ChoiceField(choices=[(about, about) for about in ABOUT], required=False)
    id = forms.UUIDField(required=False)


class PrepareForm(forms.Form):
    """The use of an evening's sheets: calls, and the players' results if the club wishes it."""

    results = forms.BooleanField(required=False)


class TypedForm(forms.Form):
    """A result as a table types it: the keys of the keypad, or that the board was passed out."""

    kind = forms.ChoiceField(
        choices=[(Result.Kind.PLAYED.value, ""), (Result.Kind.PASSED.value, "")],
        error_messages={"required": _("Touch the result, then send it."), "invalid_choice": _("Touch the result.")},
    )
    id = forms.UUIDField(error_messages={"required": _("Reload this page."), "invalid": _("Reload this page.")})
    seen = forms.CharField(max_length=64, required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.result = ResultForm(data)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("kind") == Result.Kind.PLAYED and not self.result.is_valid():
            self.add_error(None, self.result.problem)
        return cleaned

    @property
    def problem(self) -> str:
        """The sentences about missing fields."""
        return " ".join(dict.fromkeys(str(problem) for problems in self.errors.values() for problem in problems))

    @property
    def typed(self) -> dict[str, Any]:
        """The result as plain values, once the form is valid."""
        if self.cleaned_data["kind"] == Result.Kind.PASSED:
            return {"kind": "passed", "contract": "", "declarer": "", "tricks": None, "lead": ""}
        contract, lead = self.result.contract, self.result.lead
        return {
            "kind": "played",
            "contract": str(contract),
            "declarer": contract.declarer.value if contract.declarer else "",
            "tricks": self.result.tricks,
            "lead": str(lead) if lead else "",
        }
