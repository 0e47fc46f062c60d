"""Forms of a shared tablet, and of the telephone that opens it."""

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club, Membership

DIGITS = {"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}


class ApprovalForm(forms.Form):
    """The club for which a tablet is opened."""

    club = forms.ModelChoiceField(Club.objects.none())

    def __init__(self, sent: object, clubs: QuerySet[Club]) -> None:
        super().__init__(sent)  # type: ignore[arg-type]
        self.fields["club"] = forms.ModelChoiceField(clubs)


class PinForm(forms.Form):
    """A user's own new PIN."""

    pin = forms.CharField(
        label=_("PIN for shared tablets"),
        help_text=_("Four to eight digits. Leave it empty to have none."),
        required=False,
        max_length=8,
        widget=forms.PasswordInput(attrs=DIGITS),
    )


class SwitchForm(forms.Form):
    """The director who takes over the tablet, by his PIN."""

    pin = forms.CharField(
        label=_("PIN"),
        max_length=8,
        widget=forms.PasswordInput(attrs=DIGITS),
        error_messages={"required": _("Type your PIN."), "max_length": _("A PIN has four to eight digits.")},
    )
    member = forms.ModelChoiceField(Membership.objects.none())

    def __init__(self, sent: object, members: QuerySet[Membership]) -> None:
        super().__init__(sent)  # type: ignore[arg-type]
        errors = dict.fromkeys(("required", "invalid_choice"), _("Touch your name."))
        self.fields["member"] = forms.ModelChoiceField(members, error_messages=errors)
        self.order_fields(["member", "pin"])
