"""A shared tablet: a telephone opens it, and another director takes it over by his PIN."""

import datetime
import secrets
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from arbitrage import forms
from arbitrage.forms.devices.shared_tablet import ApprovalForm, PinForm, SwitchForm
from arbitrage.models import Club, Pairing
from arbitrage.pages.wording.qr_code import qr
from arbitrage.server import client_address
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import devices
from arbitrage.views import MemberRequest, for_members, go, posted

BY_DEVICE = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "POST"])
def pair(request: HttpRequest) -> HttpResponse:
    """Show a pairing code on the tablet, as letters and as a QR code, until a telephone has approved it."""
    if request.method == "POST":
        try:
            _ask(request)
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("login")
        return redirect("pair")
    mine = request.session.get("pairing", {})
    pairing = Pairing.objects.filter(pk=mine["id"], used_at=None, expires_at__gt=clock.now()).first() if mine else None
    if pairing is None:
        return redirect("login")
    address = request.build_absolute_uri(reverse("approve", args=[pairing.code]))
    context = {"pairing": pairing, "code": _spaced(pairing.code), "qr": qr(address), "address": address}
    return render(request, "devices/pair.html", context)


def _ask(request: HttpRequest) -> None:
    """Request a new pairing code, in place of the one that this tablet showed before.

    :raises Refused: too many codes wait already.
    """
    secret, before = secrets.token_urlsafe(32), request.session.get("pairing")
    address, instead_of = client_address.address(request), UUID(before["id"]) if before else None
    asked = devices.ask_to_pair(secret=secret, address=address, instead_of=instead_of)
    request.session["pairing"] = {"id": str(asked.pk), "secret": secret}


@never_cache
@require_http_methods(["GET", "POST"])
def pair_in(request: HttpRequest) -> HttpResponse:
    """Tell whether the code is approved (GET, 204 while it is not), and sign the tablet in for an evening (POST)."""
    mine = request.session.get("pairing")
    if request.method == "GET":
        return HttpResponse(status=200 if mine and devices.is_approved(UUID(mine["id"])) else 204)
    pairing = devices.let_in(key=UUID(mine["id"]), secret=mine["secret"]) if mine else None
    if pairing is None or pairing.approved_by is None or pairing.opened_until is None:
        messages.error(request, _("The telephone has not approved this code yet."))
        return redirect("pair")
    tablet = {"pairing": str(pairing.pk), "club": str(pairing.club_id), "until": pairing.opened_until.isoformat()}
    _sign_in(request, pairing.approved_by, tablet)
    return redirect("home")


def _sign_in(request: HttpRequest, user: User, tablet: dict[str, str]) -> None:
    """Sign a person in on a shared tablet, until the evening is over."""
    request.session.flush()
    login(request, user, backend=BY_DEVICE)
    request.session["tablet"] = tablet
    request.session.set_expiry(datetime.datetime.fromisoformat(tablet["until"]))


@for_members("GET", "POST")
def approve(request: MemberRequest, code: str) -> HttpResponse:
    """Open from the telephone the shared tablet that shows this code."""
    clubs = Club.objects.for_director(request.user)
    if not clubs:
        raise PermissionDenied
    pairing = devices.waiting(code)
    form = ApprovalForm(posted(request), clubs)
    opened = False
    if pairing is not None and form.is_valid():
        try:
            devices.approve(pairing=pairing, club=form.cleaned_data["club"], by=request.user)
            opened = True
        except Refused as refused:
            messages.error(request, str(refused))
    context = {"pairing": pairing, "code": _spaced(code.upper()[:9]), "clubs": clubs, "opened": opened}
    return render(request, "devices/approve.html", context, status=200 if pairing else 404)


@for_members("GET", "POST")
def switch(request: MemberRequest) -> HttpResponse:
    """Sign another director in on a shared tablet by his PIN."""
    tablet = request.session.get("tablet")
    if not tablet:
        return go(request, "password")
    members = devices.with_pin(UUID(tablet["club"]))
    form = SwitchForm(posted(request), members)
    wrong: dict[str, str] = {}
    if form.is_valid():
        member = form.cleaned_data["member"]
        try:
            devices.check_pin(member=member, pin=form.cleaned_data["pin"])
            devices.hand_over(key=UUID(tablet["pairing"]), to=member.user)
            _sign_in(request, member.user, tablet)
            return go(request, "home")
        except Refused as refused:
            wrong = {"pin": str(refused)}
    elif request.method == "POST":
        wrong = forms.wrong(form)
    error = " ".join(wrong.values())
    context = {"members": members, "error": error, "wrong": wrong, "chosen": request.POST.get("member", "")}
    return render(request, "devices/switch.html", context, status=422 if error else 200)


@for_members("POST")
def pin(request: MemberRequest) -> HttpResponse:
    """Set the user's own PIN for shared tablets."""
    form = PinForm(request.POST)
    try:
        if form.is_valid():
            devices.set_pin(user=request.user, pin=form.cleaned_data["pin"])
            sentence = _("Your PIN is set.") if form.cleaned_data["pin"] else _("You have no PIN any more.")
            messages.success(request, sentence)
        else:
            messages.error(request, _("A PIN has four to eight digits."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, "password")


def _spaced(code: str) -> str:
    return f"{code[:4]}-{code[4:].lstrip('-')}"
