"""Form of one act sent by a device that had been offline."""

import datetime
import json
import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from arbitrage.forms.incident import LATEST, PlaceForm
from arbitrage.models import Incident, Inquiry, Section, Tournament
from arbitrage.models.board import LARGEST_NUMBER
from arbitrage.pages.wording.tables_and_boards import is_there, tables
from arbitrage.services import clock
from arbitrage.services.incidents import LONGEST_WORDS
from arbitrage.services.incidents.polls import Answer

if TYPE_CHECKING:
    from django.contrib.auth.models import User

KINDS = ("open", "law", "answer", "words", "ruled", "say", "polled")
LARGEST_ACT = 64 * 1024
KEPT = datetime.timedelta(days=3)
"""Longest trusted delay between an act and its sending."""
A_TIME = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"
HANDED = 40
"""The most facts that one law may pass on to another."""


class ActForm(forms.Form):
    """An act of a user: its kind, and the rows of his clubs that it concerns."""

    id = forms.UUIDField()
    user = forms.IntegerField()
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in KINDS])
    tournament = forms.ModelChoiceField(Tournament.objects.none(), required=False)
    section = forms.ModelChoiceField(Section.objects.none(), required=False)
    table = forms.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    round = forms.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    incident = forms.ModelChoiceField(Incident.objects.none(), required=False)
    inquiry = forms.UUIDField(required=False)
    law = forms.CharField(max_length=20, required=False)
    duty = forms.UUIDField(required=False)
    what = forms.CharField(max_length=20, required=False)
    about = forms.CharField(max_length=500, required=False)
    question = forms.CharField(max_length=60, required=False)
    value = forms.CharField(max_length=LONGEST_WORDS, required=False)
    seen = forms.IntegerField(min_value=0, required=False)
    after = forms.UUIDField(required=False)
    ahead = forms.BooleanField(required=False)
    words = forms.CharField(max_length=LONGEST_WORDS, required=False)
    writing = forms.UUIDField(required=False)
    edit = forms.IntegerField(min_value=0, max_value=LATEST, required=False)
    ruling = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
    at = forms.RegexField(A_TIME, max_length=40, required=False)
    sent_at = forms.RegexField(A_TIME, max_length=40, required=False)

    NEEDS = {
        "open": ("tournament",),
        "law": ("incident", "inquiry", "law"),
        "answer": ("inquiry", "question"),
        "words": ("incident",),
        "ruled": ("inquiry", "ruling"),
        "say": ("incident", "what"),
        "polled": ("inquiry",),
    }

    def __init__(self, body: bytes, user: "User") -> None:
        self.sent = read(body)
        super().__init__(self.sent)
        fields: dict[str, Any] = self.fields
        fields["tournament"].queryset = Tournament.objects.for_director(user)
        fields["section"].queryset = Section.objects.filter(tournament__in=Tournament.objects.for_director(user))
        fields["incident"].queryset = Incident.objects.for_director(user).with_place()
        self.inquiries = Inquiry.objects.for_director(user).with_answers()

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name in ("at", "sent_at"):
            if cleaned.get(name) and time_of(cleaned[name]) is None:
                self.add_error(name, forms.ValidationError("no such time", "invalid"))
        for name in self.NEEDS.get(cleaned.get("kind", ""), ()):
            if cleaned.get(name) in (None, "") and name not in self.errors:
                self.add_error(name, forms.ValidationError("missing", "required"))
        tournament, place = cleaned.get("tournament"), (cleaned.get("section"), cleaned.get("table"))
        if tournament and not is_there(tournament, *place):
            # An invalid table is dropped and the page of the call asks for it again, so that the call is not lost.
            cleaned["section"] = cleaned["table"] = None
        if cleaned.get("kind") in ("answer", "ruled", "polled") and cleaned.get("inquiry"):
            inquiry = self.inquiries.filter(pk=cleaned["inquiry"]).first()
            if inquiry is None:
                self.add_error("inquiry", forms.ValidationError("unknown", "invalid_choice"))
            cleaned["inquiry"] = inquiry
        return cleaned

    @property
    def said_at(self) -> datetime.datetime | None:
        """Time of the act by the server's clock; None when the device gives none."""
        return by_this_clock(self.cleaned_data.get("at"), self.cleaned_data.get("sent_at"))

    @property
    def handed(self) -> dict[str, str]:
        """The facts passed on by the previous inquiry; values that are not facts are left out."""
        facts = self.sent.get("handed")
        pairs = list(facts.items())[:HANDED] if isinstance(facts, dict) else []
        return {name: value for name, value in pairs if _is_value(value) and _is_name(name)}

    @property
    def player_said(self) -> Answer:
        """The answer that a player of a poll gave aloud: his call, the other calls that he considered, whether he would
        have called differently earlier, and whether he knew the board."""
        others = self.sent.get("considered")
        considered = tuple(call for call in others if _is_value(call)) if isinstance(others, list) else ()
        earlier, heard = (self.sent.get(name) is True for name in ("earlier", "heard"))
        chosen = self.cleaned_data["value"] or ""
        return Answer(chosen, considered[:HANDED], earlier=earlier, heard=heard, oral=True)

    @property
    def place(self) -> dict[str, Any]:
        """The place of the incident, chosen along with the law; {} when none was chosen, or none of this tournament."""
        tournament = self.cleaned_data["incident"].tournament
        form = PlaceForm(
            tournament, tables(tournament), {name: self.sent.get(f"at_{name}") for name in ("table", "board")}
        )
        return form.place if form.is_valid() else {}

    @property
    def unknown(self) -> bool:
        """Does the act concern a row that does not exist, or that is not this user's?"""
        return any(error.code == "invalid_choice" for errors in self.errors.as_data().values() for error in errors)


def by_this_clock(act_time: str | None, sent: str | None) -> datetime.datetime | None:
    """Convert the time of a device to the server's clock; None without a valid time.

    A tablet's clock may be wrong by an hour or by a year. Only the delay between the act and its sending is trusted,
    since both come from the same clock, and only up to KEPT.
    """
    at, sending = time_of(act_time), time_of(sent)
    if at is None or sending is None or timezone.is_naive(at) or timezone.is_naive(sending):
        return None
    try:
        return clock.now() - (sending - at) if datetime.timedelta(0) <= sending - at <= KEPT else None
    except OverflowError:  # the conversion leaves the range of datetime
        return None


def time_of(text: str | None) -> datetime.datetime | None:
    """Parse a time sent by a device; None for an invalid one."""
    try:
        return parse_datetime(text or "")
    except ValueError:
        return None


def _is_name(name: object) -> bool:
    return isinstance(name, str) and re.fullmatch(r"[a-z0-9_.]{1,60}", name) is not None


def _is_value(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 200 and "\0" not in value


def read(body: bytes) -> dict[str, Any]:
    """Read the act in the body of a request; {} when there is none."""
    try:
        act = json.loads(body) if len(body) <= LARGEST_ACT else {}
        json.dumps(act, ensure_ascii=False).encode()  # an unpaired surrogate cannot be stored
    except (ValueError, RecursionError):
        return {}
    return act if isinstance(act, dict) else {}
