"""The form of a line-up."""

from django import forms

from arbitrage.services.tournaments.line_ups import REASONS

SEATS = ("N", "E", "S", "W")


class LineUpForm(forms.Form):
    """A line-up: the players of a team by seat in a round, and the reason where a final one is changed."""

    round = forms.IntegerField(min_value=1, max_value=999)
    team = forms.CharField(max_length=20)
    N = forms.CharField(max_length=40, required=False)
    E = forms.CharField(max_length=40, required=False)
    S = forms.CharField(max_length=40, required=False)
    W = forms.CharField(max_length=40, required=False)
    final = forms.BooleanField(required=False)
    reason = forms.ChoiceField(choices=[(word, word) for word in REASONS], required=False)

    @property
    def seats(self) -> dict[str, str]:
        """The players by seat, as they were chosen."""
        return {seat: self.cleaned_data.get(seat, "") for seat in SEATS}
