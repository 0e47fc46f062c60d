"""A call, what happened and where, and what belongs to the incident as a whole."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import snowballstemmer
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.forms import CallForm, DisputeForm, PlaceForm, WhatForm, WordsForm
from arbitrage.models import Board, Duty, Incident, Inquiry, Section, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, page, posted, to_change, to_read
from arbitrage.views.showing import place
from arbitrage.views.tournaments import tables
from rulings.inquiry import Law, explore

A_DOUBLE_TAP = timedelta(seconds=10)
STEMMERS = (snowballstemmer.stemmer("french"), snowballstemmer.stemmer("english"))


@dataclass(frozen=True)
class Tile:
    """One of the nine things that happen: the key that laws give (`Law.tile`), its picture and its words.

    Several laws under one tile are told apart by a second touch, in the words of their titles.
    """

    key: str
    picto: str
    title: Any
    small: Any


TILES = (
    Tile(
        "entame-hors-tour",
        "opening-lead",
        gettext_lazy("Opening lead out of turn"),
        gettext_lazy("from the wrong side"),
    ),
    Tile("renonce", "revoke", gettext_lazy("Revoke"), gettext_lazy("did not follow suit")),
    Tile("enchere-insuffisante", "insufficient-bid", gettext_lazy("Insufficient bid"), gettext_lazy("too low")),
    Tile(
        "declaration-hors-tour",
        "call-out-of-turn",
        gettext_lazy("Call out of turn"),
        gettext_lazy("spoke before his turn"),
    ),
    Tile("carte-vue", "exposed-card", gettext_lazy("Card seen or penalised"), gettext_lazy("dropped, shown, named")),
    Tile(
        "carte-trop-tot",
        "early-card",
        gettext_lazy("Card played out of turn, too early"),
        gettext_lazy("after the lead"),
    ),
    Tile(
        "hesitation-explication",
        "hesitation",
        gettext_lazy("Hesitation, explanation"),
        gettext_lazy("tempo, alert, wrong answer"),
    ),
    Tile("reclamation", "claim", gettext_lazy("Claim"), gettext_lazy("claim, concession")),
    Tile(
        "jeu-etui",
        "deck-board",
        gettext_lazy("Cards, board, number of cards"),
        gettext_lazy("12, 14, wrong board"),
    ),
)
"""In their places on the page. A tile without a law is not shown."""


@for_members("POST")
def call(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """ "Director!": from a table, or from one that will be said later. Two taps in a row are one call."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    form = CallForm(tournament, request.POST)
    if not form.is_valid():
        messages.error(request, _("This table is not of this tournament. Touch the one that calls."))
        return go(request, tournament)
    section, table = form.cleaned_data["section"], form.cleaned_data["table"]
    incident = _just_called(request, tournament, section, table)
    if incident is None:
        boards = boards_at(tournament, section, table, tournament.current_round) if table else []
        incident = incidents.open_incident(
            tournament=tournament,
            by=request.user,
            section=section,
            table=table,
            board=boards[0] if len(boards) == 1 else None,
        )
        incidents.attend(incident=incident, by=request.user)
    return go(request, reverse("what", args=[incident.pk]))


def _just_called(
    request: MemberRequest, tournament: Tournament, section: Section | None, table: int | None
) -> Incident | None:
    """The call of this table that nobody has begun to look into; of no table, that of a moment ago."""
    found = Incident.objects.filter(
        tournament=tournament, state=Incident.State.OPEN, section=section, table=table, inquiries=None
    )
    if table is None:
        found = found.filter(opened_by=request.user, called_at__gt=clock.now() - A_DOUBLE_TAP)
    return found.order_by("called_at", "pk").first()


@for_members("GET")
def incident(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """On to where the incident stands: what happened, the question to answer, or the decision."""
    found = to_read(Incident.objects.all(), request.user, incident_id)
    if found.state == Incident.State.WITHDRAWN:
        messages.info(request, _("This call was withdrawn."))
        return go(request, found.tournament)
    counted = found.inquiries.exclude(stage=Inquiry.Stage.DROPPED)
    inquiries = list(counted.prefetch_related("answers", "duties"))
    return go(request, _liveliest(inquiries) if inquiries else reverse("what", args=[found.pk]))


def _liveliest(inquiries: list[Inquiry]) -> Inquiry:
    """The inquiry to go on with: one with open questions, then one that waits, then a ruled one that has left something
    to come back for, then any; the latest of them.

    One that was left without an answer for another (the wrong tile was touched) comes after all the others.
    """
    order = list(Inquiry.Stage)
    left = {one.pk for one in inquiries[:-1] if not one.answers.all() and one.stage == Inquiry.Stage.ASKING}
    due = {one.pk for one in inquiries if any(duty.state == Duty.State.OPEN for duty in one.duties.all())}
    return min(
        inquiries,
        key=lambda one: (one.pk in left, order.index(Inquiry.Stage(one.stage)), one.pk not in due, -one.order),
    )


@for_members("GET", "POST")
def what(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """What happened? One tap opens the inquiry; table and board may be said on the way."""
    found = to_change(Incident.objects.with_place(), request.user, incident_id)
    places = tables(found.tournament)
    form = WhatForm(found, places, posted(request))
    error = ""
    if request.method == "POST":
        try:
            if form.is_valid():
                return go(request, _touched(request, found, form))
            error = form.problem
        except Refused as refused:
            error = str(refused)
    query = request.GET.get("q", "").strip()
    laws = EDITIONS[found.tournament.edition]
    everything = "all" in request.GET
    picked = request.POST if request.method == "POST" else request.GET
    context = {
        "incident": found,
        "tiles": _tiles(laws),
        "tile": _second_choice(laws, request.GET.get("tile", "")),
        "tables": _picked(table_choices(found, places), picked.get("table", "")),
        "boards": [] if found.board_id else _picked(board_choices(found), picked.get("board", "")),
        "query": query,
        "everything": everything,
        "results": _everything(laws) if everything else search(query, found.tournament.edition) if query else [],
        "error": error,
    }
    return render(request, page(request, "incident/what.html"), context, status=422 if error else 200)


@transaction.atomic
def _touched(request: MemberRequest, found: Incident, form: WhatForm) -> Inquiry | str:
    """The inquiry of the law that was touched, or the page of the second touch; the place is noted on the way."""
    if form.place:
        found = incidents.place_incident(incident=found, by=request.user, **form.place)
    if found.attended_by_id is None:
        incidents.attend(incident=found, by=request.user)
    law = form.cleaned_data["law"]
    if not law:
        under = [one.id for one in _under(EDITIONS[found.tournament.edition], form.cleaned_data["tile"])]
        if len(under) != 1:
            query = urlencode({"tile": form.cleaned_data["tile"]})
            return f"{reverse('what', args=[found.pk])}?{query}"
        law = under[0]
    untouched = found.inquiries.filter(law=law, answers=None, opened_by_duty=None, stage=Inquiry.Stage.ASKING)
    return untouched.first() or incidents.open_inquiry(incident=found, law=law, by=request.user)


def _under(laws: Mapping[str, Law], tile: str) -> list[Law]:
    """The entry points that stand under a tile, in the order of the Laws."""
    return [law for law in laws.values() if tile and law.tile == tile]


def _tiles(laws: Mapping[str, Law]) -> list[dict[str, Any]]:
    shown = []
    for tile in TILES:
        under = _under(laws, tile.key)
        if under:
            law = under[0].id if len(under) == 1 else ""
            shown.append({"id": tile.key, "law": law, "title": tile.title, "small": tile.small, "picto": tile.picto})
    return shown


def _second_choice(laws: Mapping[str, Law], key: str) -> dict[str, Any] | None:
    """The tile that was touched and what may be meant by it; nothing for one that means one thing."""
    under = _under(laws, key)
    if len(under) < 2:
        return None
    return {
        "title": next((tile.title for tile in TILES if tile.key == key), ""),
        "laws": [_found(law) for law in under],
    }


def _found(law: Law) -> dict[str, str]:
    """An entry point as a line to touch."""
    return {"law": law.id, "title": _(law.title), "small": _(law.finds) if law.finds else ""}


def _everything(laws: Mapping[str, Law]) -> list[dict[str, str]]:
    """Every entry point, by the reader's alphabet."""
    return sorted(map(_found, laws.values()), key=lambda one: fold(one["title"]))


def _picked(choices: list[dict[str, Any]], value: str) -> list[dict[str, Any]]:
    """The same choices with the one marked that was touched on the page, which has not been noted yet."""
    if not any(str(one["value"]) == value for one in choices):
        return choices
    return [one | {"chosen": str(one["value"]) == value} for one in choices]


# Where


def table_choices(found: Incident, places: Collection[tuple[Section, int]]) -> list[dict[str, Any]]:
    """The tables to choose from, the incident's marked; with their section's letter when there are several."""
    several = len({section.pk for section, _table in places}) > 1
    return [
        {
            "value": f"{section.pk}:{table}",
            "label": f"{section.letter}{table}" if several else str(table),
            "chosen": (section.pk, table) == (found.section_id, found.table),
        }
        for section, table in places
    ]


def board_choices(found: Incident) -> list[dict[str, Any]]:
    """The boards to choose from: those of the table in this round, all of the tournament when that is not known."""
    boards = boards_at(found.tournament, found.section, found.table, found.round) or found.tournament.boards.all()
    return [{"value": board.pk, "label": board.number, "chosen": board.pk == found.board_id} for board in boards]


def boards_at(tournament: Tournament, section: Section | None, table: int | None, round: int | None) -> list[Board]:
    """The boards that a table plays in a round, in order; all that it plays when the round is not known."""
    if table is None:
        return []
    line: dict[str, Any] = {"results__table": table}
    line |= {"results__section": section} if section is not None else {}
    line |= {"results__round": round} if round is not None else {}
    return list(tournament.boards.filter(**line).distinct().order_by("number"))


# Looking for a law by a word or a number


def search(query: str, edition: str) -> list[dict[str, Any]]:
    """The entry points that every word of *query* is found in: number, title, the players' words, in both languages.

    The law of that number comes first, then one whose title begins so.
    """
    wanted = [(fold(word), stems(word)) for word in query.split()]
    found = []
    for law in EDITIONS[edition].values():
        said = _said_of(law)
        words, roots, refs = fold(said), stems(said), _refs(edition, law.id)
        if all(
            word in words or not roots.isdisjoint(of_word) or any(ref.startswith(word) for ref in refs)
            for word, of_word in wanted
        ):
            found.append(_found(law))
    return sorted(
        found, key=lambda one: (one["law"] not in query.split(), not fold(one["title"]).startswith(fold(query)))
    )


def _said_of(law: Law) -> str:
    """Every word a law can be found by, in English and in the reader's language."""
    tile = next((one for one in TILES if one.key == law.tile), None)
    shown = [str(tile.title), str(tile.small)] if tile else []
    finds = [law.finds, _(law.finds)] if law.finds else []
    return " ".join([law.title, _(law.title), *finds, *shown])


def fold(words: str) -> str:
    """Words as they are compared: no capitals, no accents."""
    apart = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def stems(words: str) -> frozenset[str]:
    """The roots of words, as French and as English: "demander" and "demandes" have one in common."""
    found = re.findall(r"\w{3,}", words.casefold())
    return frozenset(fold(root) for stemmer in STEMMERS for root in stemmer.stemWords(found))


@cache
def _refs(edition: str, law: str) -> frozenset[str]:
    """The Laws that an entry point can end on or pass through, as a director writes them: "62b1", "43b2b"."""
    refs = {ref for path in explore(EDITIONS[edition][law]) for ref in path.end.law_refs} | {law}
    return frozenset(fold(ref).replace("(", "").replace(")", "") for ref in refs)


# The incident as a whole


@for_members("POST")
def place_incident(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """At which table, with which board; said later than the call."""
    found = to_change(Incident.objects.with_place(), request.user, incident_id)
    form = PlaceForm(found.tournament, tables(found.tournament), request.POST)
    try:
        if form.is_valid() and form.place:
            incidents.place_incident(incident=found, by=request.user, **form.place)
        else:
            messages.error(request, form.problem or _("Touch the board first."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, found, whole=True)


@for_members("GET", "POST")
def dispute(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """The facts are disputed (Law 85): what each side says, what the director makes of it. It goes on."""
    found = to_change(Incident.objects.with_place(), request.user, incident_id)
    form = DisputeForm(posted(request), initial={"evidence": found.evidence})
    error = ""
    if request.method == "POST" and form.is_valid():
        outcome = form.cleaned_data["outcome"]
        try:
            incidents.dispute_facts(
                incident=found,
                disputed=outcome == DisputeForm.Outcome.UNDETERMINED,
                evidence="" if outcome == DisputeForm.Outcome.AGREED else form.cleaned_data["evidence"],
                by=request.user,
            )
            return go(request, found)
        except Refused as refused:
            error = str(refused)
    context = {"incident": found, "form": form, "error": error, "place": place(found)}
    return render(request, "incident/disputed.html", context, status=422 if error or form.errors else 200)


@for_members("GET", "POST")
def add_words(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """A note of the director's for the report, after those that are there."""
    found = to_change(Incident.objects.with_place(), request.user, incident_id)
    form = WordsForm(posted(request))
    error = ""
    if request.method == "POST" and form.is_valid():
        try:
            incidents.add_words(incident=found, words=form.cleaned_data["words"], by=request.user)
            return go(request, found)
        except Refused as refused:
            error = str(refused)
    context = {"incident": found, "form": form, "error": error, "place": place(found)}
    return render(request, "incident/words.html", context, status=422 if error or form.errors else 200)


def _left_without_a_score(found: Incident) -> QuerySet[Incident]:
    """The incidents on the same result that had a score of their own before this one's took its place."""
    others = Incident.objects.filter(result=found.result_id, adjustments__isnull=False).exclude(pk=found.pk)
    return others.exclude(state=Incident.State.WITHDRAWN).distinct().order_by("called_at")


@for_members("POST")
def withdraw(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Called by mistake: everything stays readable, and the table is calm again."""
    found = to_change(Incident.objects.all(), request.user, incident_id)
    counted = found.adjustments.confirmed().exists()
    try:
        incidents.withdraw_incident(incident=found, by=request.user)
        messages.success(request, _("The call is withdrawn."))
        for other in _left_without_a_score(found) if counted else ():
            sentence = _("The score of incident %(reference)s, which it had replaced, is not back: confirm it again.")
            messages.warning(request, sentence % {"reference": other.reference})
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, found.tournament)
