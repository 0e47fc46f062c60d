"""Forms of *Nouvelle soirée*, and of the page that prepares an evening."""

import datetime
import re
from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.models import Contestant, Section, Tournament
from arbitrage.services import clock
from arbitrage.services.tournaments import movements
from arbitrage.services.tournaments.evenings import MOST_BOARDS, MOST_SECTIONS, NONE, Plan

FIRST_YEAR = 1925
YEARS_AHEAD = 2
BETWEEN = re.compile(r"\t|;|/|&|\s[-–—]\s|\s(?:et|and)\s", re.IGNORECASE)
"""Separators of the two names of a pair, in a list typed or pasted."""


def pairs_of(text: str) -> list[tuple[str, ...]]:
    """Read a list of names, a pair a line: "Dupont - Martin", "Dupont / Martin". A number before the names is
    dropped."""
    lines = [re.sub(r"^\s*(?:NS|EW|EO)?\s*\d+\s*[.):\t ]\s*", "", line) for line in text.rstrip().splitlines()]
    return [tuple(name.strip() for name in BETWEEN.split(line) if name.strip()) for line in lines]


class NamesField(forms.CharField):
    """A list of pairs, one a line."""

    def clean(self, value: object) -> list[tuple[str, ...]]:
        return pairs_of(super().clean(value) or "")


class MovementForm(forms.Form):
    """The movement of an evening."""

    tables = forms.IntegerField(min_value=1, max_value=movements.MOST_TABLES)
    movement = forms.ChoiceField(choices=[(key, key) for key in (*movements.MOVEMENTS, NONE)])
    rounds = forms.IntegerField(min_value=1, max_value=100)
    each = forms.IntegerField(min_value=1, max_value=MOST_BOARDS)
    one_ranking = forms.BooleanField(required=False)
    half = forms.BooleanField(required=False)
    sections = forms.IntegerField(min_value=1, max_value=MOST_SECTIONS, required=False)
    halves = forms.BooleanField(required=False)

    def plan(self) -> Plan:
        cleaned = self.cleaned_data
        names = ("tables", "movement", "rounds", "each", "one_ranking", "half")
        return Plan(
            **{name: cleaned[name] for name in names}, sections=cleaned["sections"] or 1, halves=1 + cleaned["halves"]
        )


class NameForm(forms.Form):
    """Name and date of an evening."""

    name = forms.CharField(
        max_length=200,
        error_messages={
            "required": gettext_lazy("Give the evening a name."),
            "max_length": gettext_lazy("This name is too long: 200 letters at most."),
        },
    )
    date = forms.DateField(
        input_formats=["%Y-%m-%d"],
        error_messages={
            "required": gettext_lazy("Give the evening a date."),
            "invalid": gettext_lazy("Type the date as on the calendar."),
        },
    )

    def clean_date(self) -> datetime.date:
        """Check that the year lies between that of the first contract bridge and two years from now."""
        date: datetime.date = self.cleaned_data["date"]
        if not FIRST_YEAR <= date.year <= clock.today().year + YEARS_AHEAD:
            raise forms.ValidationError(_("This date is too far away: type the day on which the evening is played."))
        return date


class EveningForm(NameForm, MovementForm):
    """A complete new evening."""

    names = NamesField(required=False, strip=False)
    id = forms.UUIDField(required=False)


class PlayersForm(forms.Form):
    names = NamesField(required=False, strip=False)


class LeavingForm(forms.Form):
    """A pair that leaves or a table that closes, and the first round without it.

    *table* is "section:number"; the number alone where there is one section.
    """

    contestant = forms.ModelChoiceField(Contestant.objects.none(), required=False)
    table = forms.CharField(required=False)
    since = forms.IntegerField(min_value=1, max_value=100)

    def __init__(self, sent: Mapping[str, str], tournament: Tournament) -> None:
        super().__init__(sent)
        self.tournament = tournament
        contestants = Contestant.objects.filter(section__tournament=tournament)
        self.fields["contestant"] = forms.ModelChoiceField(contestants, required=False)

    def clean_table(self) -> tuple[Section, int] | None:
        """Return the section and the number of the table; None if no table was touched."""
        touched = self.cleaned_data["table"]
        if not touched:
            return None
        named, _colon, number = touched.rpartition(":")
        sections = {str(section.pk): section for section in self.tournament.sections.all()}
        section = sections.get(named) if named else next(iter(sections.values()), None) if len(sections) == 1 else None
        if section is None or not number.isdecimal() or len(number) > 4:
            raise forms.ValidationError(_("Say which table closes, and from which round on."))
        return section, int(number)


class PlayingForm(forms.Form):
    """The pair of a director; empty when he does not play."""

    contestant = forms.ModelChoiceField(Contestant.objects.none(), required=False)

    def __init__(self, sent: Mapping[str, str] | None, tournament: Tournament) -> None:
        super().__init__(sent)
        contestants = Contestant.objects.filter(section__tournament=tournament)
        self.fields["contestant"] = forms.ModelChoiceField(contestants, required=False)


class LookForm(forms.Form):
    """The call, if any, for which a director opens a board that he still has to play."""

    call = forms.UUIDField(required=False)


class ArrivingForm(forms.Form):
    """The pair that was missing, and its first round."""

    since = forms.IntegerField(min_value=1, max_value=100)
    names = NamesField(required=False)


class JoiningForm(ArrivingForm):
    """The pairs of a table that is added, and their first round."""

    names = NamesField(required=False, strip=False)
    one_pair = forms.BooleanField(required=False)
