"""Forms of the first page of an installation."""

from django import forms
from django.utils.translation import gettext_lazy as _

from arbitrage.forms.club.members import NewAccountForm


class FirstClubForm(NewAccountForm):
    """The first club, and the account of its manager."""

    name = forms.CharField(
        label=_("Name of the club"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "organization"})
    )
    city = forms.CharField(label=_("Town"), max_length=100, required=False)
    field_order = ("name", "city", "first_name", "last_name", "username", "password")


class FirstCodeForm(forms.Form):
    """The code that the window of the server shows."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
