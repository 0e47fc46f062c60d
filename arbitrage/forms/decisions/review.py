"""Forms for remarks on a decision, and for its correction."""

from django import forms
from django.utils.translation import gettext_lazy as _

from arbitrage.services.incidents import LONGEST_WORDS

TOO_LONG = _("This text is too long: shorten it to 5,000 characters.")


class RemarkForm(forms.Form):
    """A comment, a question to the director or his answer."""

    words = forms.CharField(
        label=_("Comment or question"),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write a few words first."), "max_length": TOO_LONG},
    )


class CorrectionForm(forms.Form):
    """The reason for replacing a ruling, and the version of the inquiry that the author saw."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={
            "required": _("Give the reason: it is kept with the decision."),
            "max_length": TOO_LONG,
        },
    )
