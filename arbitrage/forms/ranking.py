"""Forms of the ranking: a publication, a penalty."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.exchange.reading import MAX_BYTES
from arbitrage.models import Board, Penalty, Tournament
from arbitrage.services import tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.results import penalties
from arbitrage.services.results.field import Field


class PublishForm(forms.Form):
    """The number of minutes during which published scores may be corrected."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for corrections"),
        min_value=0,
        max_value=tournaments.LONGEST,
        error_messages={
            "required": gettext_lazy("Type the number of minutes: the Law says 30."),
            "invalid": gettext_lazy("Type a whole number of minutes: the Law says 30."),
        },
    )


class SessionsForm(forms.Form):
    """The session that is carried over, and its share."""

    previous = forms.ModelChoiceField(Tournament.objects.none())
    share = forms.IntegerField(min_value=1, max_value=100)
    by_board = forms.BooleanField(required=False)

    def __init__(self, sent: Mapping[str, str], tournament: Tournament) -> None:
        super().__init__(sent)
        self.fields["previous"] = forms.ModelChoiceField(Tournament.objects.filter(club=tournament.club_id))

    @property
    def problem(self) -> str:
        """Sentence about the first error of the form; "" for a valid form."""
        if "previous" in self.errors:
            return _("Choose the session that is carried over.")
        return _("Say how much is carried over: from 1 to 100 per cent.") if "share" in self.errors else ""


class FrequenciesForm(forms.Form):
    """The frequencies of a simultaneous, typed or in a file."""

    typed = forms.CharField(required=False, max_length=100_000)
    file = forms.FileField(required=False, max_length=200)

    def clean_file(self) -> "UploadedFile[bytes] | None":
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MAX_BYTES:
            raise forms.ValidationError(_("This file is larger than 20 MB: it is not a tournament’s results file."))
        return file

    @property
    def problem(self) -> str:
        """Sentence about the first error of the form; "" for a valid form."""
        return next((str(error) for errors in self.errors.values() for error in errors), "")

    def sent(self) -> tuple[bytes, str]:
        """Return the content and the name of the file that was sent; b"" for none."""
        file = self.cleaned_data["file"]
        return (file.read(), file.name) if file else (b"", "")


# The form of a penalty


class PenaltyForm(forms.Form):
    """A penalty. *typed* is an amount that no key has; it overrides the key."""

    who = forms.ChoiceField()
    amount = forms.DecimalField(required=False)
    typed = forms.DecimalField(required=False)
    law = forms.ChoiceField(choices=Penalty.Law.choices)
    reason = forms.ChoiceField(choices=Penalty.Reason.choices)
    board = forms.ModelChoiceField(Board.objects.none(), required=False)
    id = forms.UUIDField(required=False)

    PROBLEMS = {
        "who": gettext_lazy("Say who is penalised."),
        "law": gettext_lazy("Say under which Law: a procedural penalty (90) or a disciplinary one (91)."),
        "reason": gettext_lazy("Touch the reason: it goes into the record."),
        "board": gettext_lazy("This board is not of this tournament. Choose it again, or leave it empty."),
    }

    def __init__(self, touched: Mapping[str, str], field: Field) -> None:
        touched = dict(touched)
        for name in ("amount", "typed"):
            touched[name] = touched.get(name, "").replace(",", ".").removesuffix("%").strip()
        super().__init__(touched)
        self.field = field
        self.fields["who"] = forms.ChoiceField(choices=[(key, key) for key in field.everybody])
        self.fields["board"] = forms.ModelChoiceField(Board.objects.filter(tournament=field.tournament), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        unit = self.field.method.unit
        typed = cleaned.get("typed")
        amount = cleaned.get("amount") if typed is None else typed
        if amount is None and not (self.data["amount"] or self.data["typed"]):
            self.add_error(None, _("Say how much is taken off: touch it, or type it."))
            return cleaned
        if amount is None or "typed" in self.errors:
            self.add_error(None, penalties.IMPOSSIBLE[penalties.Unit(unit)])
            return cleaned
        try:
            penalties.check_amount(amount, unit)
        except Refused as refused:
            self.add_error(None, str(refused))
        cleaned["amount"] = amount
        return cleaned

    @property
    def wrong(self) -> dict[str, str]:
        """A sentence for each field that is missing or wrong, in the order of the page; {} when none is."""
        problems = {name: str(self.PROBLEMS[name]) for name in self.errors if name in self.PROBLEMS}
        if self.non_field_errors():
            problems["amount"] = " ".join(map(str, self.non_field_errors()))
        return {name: problems[name] for name in ("who", "amount", "law", "reason", "board") if name in problems}
