"""Forms of a call: what happened and where, disputed facts, notes, the clock of the round."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Incident, Section, Tournament
from arbitrage.models.board import LARGEST_NUMBER, Seat
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.wording.tables_and_boards import is_there
from arbitrage.services.incidents import LONGEST_WORDS
from arbitrage.services.incidents.statements import POLLED, SIDES

LATEST = 10**14
"""Upper limit for the version of a note, which is a time in milliseconds."""


class TableField(forms.ChoiceField):
    """A table of a tournament, "<section id>:<number>"; the cleaned value is {"section": …, "table": …}, or {} without
    a choice."""

    def __init__(self, tables: Iterable[tuple[Section, int]] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.tables = {f"{section.pk}:{table}": (section, table) for section, table in tables}
        self.choices = [(value, value) for value in self.tables]

    def clean(self, value: Any) -> dict[str, Any]:
        chosen = super().clean(value)
        if not chosen:
            return {}
        section, table = self.tables[chosen]
        return {"section": section, "table": table}


class PlaceForm(forms.Form):
    """Place of an incident, as far as it is known: table and board."""

    board = forms.ModelChoiceField(
        queryset=Board.objects.none(),
        required=False,
        error_messages={"invalid_choice": _("This board is not of this tournament. Choose it again.")},
    )

    def __init__(
        self, tournament: Tournament, tables: Iterable[tuple[Section, int]], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"] = TableField(
            tables,
            required=False,
            error_messages={"invalid_choice": _("This table is not of this tournament. Choose it again.")},
        )
        board: Any = self.fields["board"]
        board.queryset = tournament.boards.all()

    @property
    def problem(self) -> str:
        """Sentence about the first error of the form; "" for a valid form."""
        return next((str(problem) for problems in self.errors.values() for problem in problems), "")

    @property
    def place(self) -> dict[str, Any]:
        """The place in the form that `place_incident` takes; {} when none was given."""
        board = self.cleaned_data.get("board")
        return {**self.cleaned_data.get("table", {}), **({"board": board} if board else {})}


class WhatForm(PlaceForm):
    """The irregularity and, if it is sent too, its place. The irregularity is a law, a *tile* of several laws, one of
    the *cases* of a tile ("carte-vue:1"), or *auction*: enter the auction first."""

    auction = forms.BooleanField(required=False)
    tile = forms.CharField(required=False, max_length=40)
    case = forms.CharField(required=False, max_length=45)
    called_by = forms.ChoiceField(choices=Seat.choices, required=False)
    inquiry = forms.UUIDField(required=False)  # the identifier made on the device, if it makes one
    law = forms.ChoiceField(
        required=False,
        error_messages={
            "invalid_choice": _("This law is not in the application yet. Choose another one, or rule from the book."),
        },
    )

    def __init__(self, incident: Incident, *args: Any, **kwargs: Any) -> None:
        super().__init__(incident.tournament, *args, **kwargs)
        self.incident = incident
        law: Any = self.fields["law"]
        law.choices = [(law_id, law_id) for law_id in EDITIONS[incident.tournament.edition]]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("auction"):
            if not (self.incident.board_id or cleaned.get("board")):
                raise forms.ValidationError(_("Touch the board first: the auction is noted on it."), "required")
            return cleaned
        if not (cleaned.get("law") or cleaned.get("tile") or cleaned.get("case") or self.errors):
            raise forms.ValidationError(_("Touch what happened, or search for it."), "required")
        return cleaned


class AttachForm(PlaceForm):
    """The table to which a consultation is attached; "" leaves it for later. *id* is the identifier of the new inquiry,
    so that a repetition opens no second one."""

    id = forms.UUIDField(required=False)


class CallForm(forms.Form):
    """A call from a table of the tournament, or without a table."""

    section = forms.ModelChoiceField(queryset=Section.objects.none(), required=False)
    table = forms.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    id = forms.UUIDField(required=False)  # the act's identifier, if the device makes one

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        section: Any = self.fields["section"]
        section.queryset = tournament.sections.all()

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not is_there(self.tournament, cleaned.get("section"), cleaned.get("table")):
            self.add_error("table", forms.ValidationError("elsewhere", "invalid_choice"))
        return cleaned


class RoundForm(forms.Form):
    """The round that begins."""

    round = forms.IntegerField(min_value=1, max_value=999)


class ClockForm(forms.Form):
    """The clock stopped or started, or the minutes of a round."""

    change = forms.ChoiceField(choices=[("pause", "pause"), ("resume", "resume")], required=False)
    minutes = forms.IntegerField(min_value=1, max_value=600, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not (cleaned.get("change") or cleaned.get("minutes")):
            raise forms.ValidationError(_("Touch one of the buttons of the page."))
        return cleaned


class Said(forms.CharField):
    """Field for an optional statement of a few lines. The page sends the text that it showed, too, so that a text which
    somebody else wrote meanwhile is not removed by one who never saw it."""

    default_error_messages = {"max_length": _("This text is too long: shorten it to 5,000 characters.")}

    def __init__(self, *, label: Any, help_text: Any = "") -> None:
        box = forms.Textarea(attrs={"rows": 3})
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            show_hidden_initial=True,
            max_length=LONGEST_WORDS,
            widget=box,
        )


class StatementsForm(forms.Form):
    """Statements of the sides in their own words, and the names of the players polled where the club wants them."""

    NS = Said(label=_("Statement of North-South"))
    EW = Said(label=_("Statement of East-West"))
    polled = Said(
        label=_("Players polled"), help_text=_("Their names stand in the full report, never on the notice board.")
    )

    def __init__(self, *sent: Any, polled: bool = True, **more: Any) -> None:
        super().__init__(*sent, **more)
        if not polled:
            del self.fields["polled"]

    def said(self) -> dict[str, str]:
        """Return the statements that were sent, by side, without those left as the page showed them."""
        asked = [whose for whose in (*SIDES, POLLED) if whose in self.fields and whose in self.data]
        return {whose: self.cleaned_data[whose] for whose in asked if not self.left(whose)}

    def left(self, name: str) -> bool:
        """Is the text of this field the one that its page showed?"""
        shown = self.data.get(self[name].html_initial_name)
        return shown is not None and _in_lines(shown) == _in_lines(self.data[name])


def _in_lines(text: str) -> list[str]:
    """Split a text into lines; browsers write their ends differently."""
    return text.strip().splitlines()


class DisputeForm(StatementsForm):
    """Disputed facts (Law 85): each side's statement, and whether the director could decide on the facts."""

    class Outcome(models.TextChoices):
        DECIDED = "decided", _("Decided")
        UNDETERMINED = "undetermined", _("Undetermined")
        AGREED = "agreed", _("Agreed")
        LAW = "law", _("Law 85")

    evidence = forms.CharField(
        label=_("What is disputed, what the cards show, what decided you"),
        required=False,
        show_hidden_initial=True,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 7}),
        error_messages={"max_length": _("This text is too long: shorten it to 5,000 characters.")},
    )
    outcome = forms.ChoiceField(
        choices=Outcome.choices,
        error_messages={"required": _("Touch one of the two buttons below: decided, or undetermined.")},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("outcome") == self.Outcome.DECIDED and not cleaned.get("evidence"):
            self.add_error(
                "evidence", _("Write in a few words what was disputed and what decided you, for the report.")
            )
        return cleaned


class WordsForm(forms.Form):
    """Free words for the record of an incident."""

    act = forms.UUIDField(required=False, widget=forms.HiddenInput)  # its identifier, if made on the device
    writing = forms.UUIDField(required=False, widget=forms.HiddenInput)  # the note, if saved while typing
    edit = forms.IntegerField(required=False, min_value=0, max_value=LATEST, widget=forms.HiddenInput)
    words = forms.CharField(
        label=_("A note for the report"),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={
            "required": _("Write the note first."),
            "max_length": _("This text is too long: shorten it to 5,000 characters."),
        },
    )
