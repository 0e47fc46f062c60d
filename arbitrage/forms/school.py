"""Forms of the school: the series of an exercise, a rehearsal to begin, the words with a doubt."""

from django import forms
from django.utils.translation import gettext as _

from arbitrage.services.school import LONGEST_DOUBT

HIGHEST_SEED = 99_999
"""Series are numbered up to this, so that a number can be said across a room."""


class BeginForm(forms.Form):
    """Choice of what to do with a situation, and the series that it is practised in."""

    do = forms.ChoiceField(choices=[("begin", "begin"), ("drop", "drop")])
    series = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED, required=False)


class RehearsalForm(forms.Form):
    """Choice of a rehearsal, and the number that makes it the same again."""

    scenario = forms.CharField(max_length=60)
    seed = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED)

    @property
    def problem(self) -> str:
        if self.is_valid() or "seed" not in self.errors:
            return ""
        return _("The number is from 0 to %(most)s.") % {"most": HIGHEST_SEED}


class DoubtForm(forms.Form):
    """Reasons why a correction seems wrong."""

    words = forms.CharField(max_length=LONGEST_DOUBT, required=False)

    @property
    def problem(self) -> str:
        return "" if self.is_valid() else _("This text is too long: shorten it to 2,000 characters.")


class SeedForm(forms.Form):
    """The number of a series."""

    number = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED)
