"""Form of a club's regulations."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from arbitrage.models import Club
from arbitrage.services import clock
from arbitrage.services.tournaments.regulations import in_force, problem
from rulings.regulations import AUTHORITIES, FACTS, LEAST_AND_MOST, allowed, as_facts

NAMES = {"ffb": gettext_lazy("French federation"), "wbf": gettext_lazy("International")}
"""Names of the authorities on the page."""

CHOICES = {
    "profile_54a": [
        ("FR", gettext_lazy("Declarer becomes dummy (French edition)")),
        ("INT", gettext_lazy("Declarer stays declarer (English edition)")),
    ],
    "profile_15a3": [
        ("artificial", gettext_lazy("An artificial score (French edition)")),
        ("assigned", gettext_lazy("A result where one is found (English edition)")),
    ],
    "claim_suit_order": [
        ("any", gettext_lazy("Any normal order, the worst included")),
        ("top_down", gettext_lazy("Deemed played from the top down")),
    ],
    "appeal_body": [
        ("committee", gettext_lazy("A committee")),
        ("referee", gettext_lazy("A single referee")),
        ("director", gettext_lazy("The director reconsiders it")),
    ],
    "appeal_own_director": [
        ("no", gettext_lazy("Does not sit on the committee")),
        ("yes", gettext_lazy("May sit on the committee")),
    ],
    "poll_told": [
        ("count", gettext_lazy("How many")),
        ("names", gettext_lazy("How many, and their names")),
    ],
}
"""Options on the page of the settings that have a few readings."""


class RegulationsForm(forms.Form):
    """The authority whose regulations apply, and the club's own values; an empty field takes the authority's value."""

    authority = forms.ChoiceField(label=gettext_lazy("Regulations"))
    profile_54a = forms.ChoiceField(
        label=gettext_lazy("A card that declarer plays to a lead out of turn (54A)"), required=False
    )
    profile_15a3 = forms.ChoiceField(
        label=gettext_lazy("Another call on the board that the cards belonged to (15A3)"), required=False
    )
    correction_minutes = forms.CharField(label=gettext_lazy("Minutes for correcting scores (79C)"), required=False)
    appeal_minutes = forms.CharField(label=gettext_lazy("Minutes for appeals (92B)"), required=False)
    penalty_percent = forms.CharField(label=gettext_lazy("Usual penalty, in per cent of a top (90)"), required=False)
    claim_suit_order = forms.ChoiceField(
        label=gettext_lazy("A suit whose order a claim did not say (70E2)"), required=False
    )
    appeal_body = forms.ChoiceField(label=gettext_lazy("Who hears an appeal (93)"), required=False)
    appeal_own_director = forms.ChoiceField(
        label=gettext_lazy("The director whose ruling it is, on the committee"), required=False
    )
    appeal_deposit = forms.CharField(label=gettext_lazy("Deposit of an appeal, in euros (92A)"), required=False)
    appeal_further_days = forms.CharField(
        label=gettext_lazy("Days for an appeal to the authority, 0 if there is none (93C)"), required=False
    )
    poll_told = forms.ChoiceField(label=gettext_lazy("Players polled (16B1), in the report"), required=False)
    since = forms.DateField(
        label=gettext_lazy("Valid from"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": gettext_lazy("Say from which day on these values hold."),
            "invalid": gettext_lazy("Say from which day on these values hold."),
        },
    )

    def __init__(self, sent: Mapping[str, str] | None, *, club: Club) -> None:
        now = in_force(club, clock.today())
        super().__init__(sent, initial={"authority": now.authority, **now.own, "since": clock.today()})
        usual = as_facts(now.authority)
        self.fields["authority"] = forms.ChoiceField(
            label=self.fields["authority"].label,
            choices=[(key, NAMES[key]) for key in AUTHORITIES],
        )
        for name, readings in CHOICES.items():
            self.fields[name] = forms.ChoiceField(
                label=self.fields[name].label,
                required=False,
                choices=[("", gettext_lazy("As the regulations say")), *readings],
            )
        for name in LEAST_AND_MOST:
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "size": 6, "placeholder": usual[name]}

    def clean(self) -> dict[str, Any]:
        """Check that the Laws admit every value; the error beside a field gives the values to type."""
        cleaned = super().clean() or {}
        for name in FACTS:
            value = str(cleaned.get(name, "")).strip()
            if value and not allowed(name, value):
                self.add_error(name, problem(name))
        return cleaned

    def own(self) -> dict[str, str]:
        """Return the values that the club has set itself."""
        return {name: str(self.cleaned_data.get(name, "")).strip() for name in FACTS}

    def boxes(self) -> Iterator[forms.BoundField]:
        """Return the fields, in order."""
        return iter(self)
