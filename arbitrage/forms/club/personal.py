"""Forms of the page of players' data: a player, or a last day."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from arbitrage.services import clock


class WhomForm(forms.Form):
    """A player, by the name that the files give."""

    name = forms.CharField(
        label=_("Name or licence of the player"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )


class BeforeForm(forms.Form):
    """The day before which the club erases players' data."""

    before = forms.DateField(
        label=_("Forget the players of the tournaments before"), widget=forms.DateInput(attrs={"type": "date"})
    )

    def clean_before(self) -> object:
        day = self.cleaned_data["before"]
        if day > clock.today():
            raise ValidationError(_("This day is still to come. Choose one that is past."))
        return day
