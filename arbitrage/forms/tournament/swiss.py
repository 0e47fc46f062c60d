"""Forms of the draw of a Swiss."""

from django import forms

from arbitrage.services.tournaments.swiss import REASONS


class DrawForm(forms.Form):
    """The round to draw."""

    round = forms.IntegerField(min_value=2, max_value=100)


class ExchangeForm(forms.Form):
    """Two contestants who change places, and the reason."""

    one = forms.CharField(max_length=100)
    other = forms.CharField(max_length=100)
    reason = forms.ChoiceField(choices=[(word, word) for word in REASONS], required=False)
