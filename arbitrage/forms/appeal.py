"""Forms of the pages of an appeal; no option is preselected."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from arbitrage.forms.decisions.review import TOO_LONG
from arbitrage.models import Appeal, AppealSeat, AppealWords, Club
from arbitrage.services.incidents import LONGEST_WORDS

DIRECTOR = "director"
"""The appellant when the director refers the case himself: an empty value would mean that nobody was chosen."""


def typed(label: Any, *, required: bool = False, rows: int = 3, missing: Any = "") -> forms.CharField:
    """Build a field for a short typed text."""
    return forms.CharField(
        label=label,
        required=required,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": rows}),
        error_messages={"required": missing, "max_length": TOO_LONG},
    )


def one_of(label: Any, choices: Any, missing: Any) -> forms.ChoiceField:
    """Build a field of one choice among a few, none preselected."""
    errors = {"required": missing, "invalid_choice": missing}
    return forms.ChoiceField(
        label=label, choices=choices, widget=forms.RadioSelect(attrs={"class": "sr"}), error_messages=errors
    )


class RequestForm(forms.Form):
    """Request for an appeal: the appellant, the subject, the agreement."""

    side = one_of(
        _("Who appeals?"),
        [
            (Appeal.Side.NS.value, Appeal.Side.NS.label),
            (Appeal.Side.EW.value, Appeal.Side.EW.label),
            (DIRECTOR, Appeal.Side.DIRECTOR.label),
        ],
        _("Say who appeals."),
    )
    about = one_of(_("Against what?"), Appeal.About.choices, _("Say what the appeal is about."))
    agreed = forms.BooleanField(required=False)
    deposit_paid = forms.BooleanField(required=False)
    grounds = typed(_("Grounds of the appeal, as they are given"))

    def said(self) -> dict[str, Any]:
        """Return the arguments for `request_appeal`."""
        side = self.cleaned_data["side"]
        return self.cleaned_data | {"side": "" if side == DIRECTOR else side}


class WordsForm(forms.Form):
    """A statement of a side, or a note of the hearing."""

    kind = one_of(_("Whose words?"), AppealWords.Kind.choices, _("Say whose statement it is."))
    words = typed(_("In their words"), required=True, missing=_("Write a few words first."))


class SeatForm(forms.Form):
    """A member of the committee: a member of the club, or somebody by name."""

    role = one_of(_("As what?"), AppealSeat.Role.choices, _("Say who sits, and as what."))
    member = forms.IntegerField(required=False)
    name = forms.CharField(label=_("or somebody else, by name"), required=False, max_length=200)

    def user(self, club: Club) -> User | None:
        """Return the member who was chosen; None if a name was typed instead."""
        member = self.cleaned_data["member"]
        return User.objects.filter(pk=member, memberships__club=club).first() if member else None


class DecisionForm(forms.Form):
    """The decision of an appeal."""

    outcome = one_of(_("What is decided?"), Appeal.Outcome.choices, _("Say what was decided."))
    law = forms.CharField(label=_("Under which Law?"), max_length=40, required=False)
    reasons = typed(_("Reasons"), rows=5)
    without_merit = forms.BooleanField(required=False)
    deposit_kept = forms.BooleanField(required=False)


class WithdrawalForm(forms.Form):
    """Withdrawal of an appeal, with its reason if there is one."""

    words = typed(_("Why, if it is said"))
