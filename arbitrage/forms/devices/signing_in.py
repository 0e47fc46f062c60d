"""Forms of the sign-in, with our own messages."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    """A user name and a password."""

    error_messages = {
        "invalid_login": _("The user name or the password is wrong. Mind the capitals."),
        "inactive": _("This account is closed. Ask whoever keeps the application in your club."),
    }


class CodeForm(forms.Form):
    """A one-time code, from the application or on paper."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "text", "autocapitalize": "none", "autofocus": True}
        ),
    )
