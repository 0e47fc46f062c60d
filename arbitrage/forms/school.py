"""Forms of the school: the series of an exercise, a rehearsal, the words with a doubt, an exercise of a device."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from arbitrage.forms.devices.outbox import A_TIME, by_this_clock, read
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.school import LONGEST_DOUBT
from rulings.laws2017 import LAWS
from rulings.school.situations import by_id

HIGHEST_SEED = 99_999
"""The highest number of a series, short enough to be called across a room."""


class BeginForm(forms.Form):
    """The act on a situation, and the series in which it is practised."""

    do = forms.ChoiceField(choices=[("begin", "begin"), ("drop", "drop")])
    series = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED, required=False)


class RehearsalForm(forms.Form):
    """A rehearsal, and the seed that repeats it."""

    scenario = forms.CharField(max_length=60)
    seed = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED)

    @property
    def problem(self) -> str:
        if self.is_valid() or "seed" not in self.errors:
            return ""
        return _("The number is from 0 to %(most)s.") % {"most": HIGHEST_SEED}


class DoubtForm(forms.Form):
    """The reason why a correction seems wrong."""

    words = forms.CharField(max_length=LONGEST_DOUBT, required=False)

    @property
    def problem(self) -> str:
        return "" if self.is_valid() else _("This text is too long: shorten it to 2,000 characters.")


class SeedForm(forms.Form):
    """The number of a series."""

    number = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED)


class BroughtForm(forms.Form):
    """An exercise that was done on a device without a network."""

    id = forms.UUIDField()
    user = forms.IntegerField()
    situation = forms.ChoiceField(choices=lambda: [(name, name) for name in by_id()])  # read on demand
    law = forms.ChoiceField(choices=[(law, law) for law in LAWS])
    decision = forms.CharField(max_length=200, required=False)
    answers = forms.JSONField(required=False)
    at = forms.RegexField(A_TIME, max_length=40, required=False)
    sent_at = forms.RegexField(A_TIME, max_length=40, required=False)

    MOST_ANSWERS = 100
    LONGEST_ANSWER = 5000

    def __init__(self, body: bytes) -> None:
        super().__init__(read(body))

    def clean_answers(self) -> dict[str, str]:
        answers: Any = self.cleaned_data["answers"] or {}
        pairs = list(answers.items()) if isinstance(answers, dict) else [("", None)]
        valid = all(isinstance(value, str) and len(value) <= self.LONGEST_ANSWER for _name, value in pairs)
        if not valid or len(pairs) > self.MOST_ANSWERS:
            raise forms.ValidationError("no answers", "invalid")
        return dict(pairs)

    @property
    def problem(self) -> str:
        """The sentence that says why the exercise cannot be judged."""
        if {"situation", "law"} & set(self.errors):
            return _("This situation, or its Law, is not in this version of the program.")
        return _("This exercise cannot be read.")

    @staticmethod
    def in_words(refused: Refused) -> str:
        """Explain to a device why its exercise, which was done offline, is refused."""
        return {
            "not_asked": _("In this version of the program its answers leave a question open: do it again."),
            "invalid_answer": _("In this version of the program other decisions are offered: do it again."),
        }.get(refused.code, str(refused))

    @property
    def ended_at(self) -> datetime.datetime:
        return by_this_clock(self.cleaned_data["at"], self.cleaned_data["sent_at"]) or clock.now()
