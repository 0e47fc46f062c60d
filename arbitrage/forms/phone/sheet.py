"""Forms of the sheet of a table, and of the director who prepares the sheets."""

from django import forms

from arbitrage.models.board import SEATS
from arbitrage.services.incidents.table_calls import ABOUT


class CallForm(forms.Form):
    """A call from a table: nothing need be said but that the director is wanted."""

    called_by = forms.ChoiceField(choices=[(seat, seat) for seat in SEATS], required=False)
    about = forms.ChoiceField(choices=[(about, about) for about in ABOUT], required=False)
    id = forms.UUIDField(required=False)


class PrepareForm(forms.Form):
    """What the sheets of an evening are for: calls, and the results of the players if the club wishes it."""

    results = forms.BooleanField(required=False)
