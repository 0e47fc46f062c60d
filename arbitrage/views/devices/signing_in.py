"""Signing in: the password, and the second factor of users who have one."""

import base64
import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from arbitrage.forms.devices.signing_in import CodeForm, SignInForm
from arbitrage.pages.wording.qr_code import qr
from arbitrage.server import client_address
from arbitrage.server.rights import Tablet
from arbitrage.services.errors import Refused
from arbitrage.services.people import devices, first_club, sign_in_tries
from arbitrage.services.people import second_factor as service
from arbitrage.services.people.members import sign_out_everywhere
from arbitrage.views import MemberRequest, for_members, go, posted

HALF_WAY = "half_way"
PATIENCE = 5 * 60
"""The most seconds between the password and the code."""


def remembered(response: HttpResponse, user: User) -> HttpResponse:
    """Remember the browser for this user, and end his sessions on shared tablets."""
    devices.end_all(of=user)
    secure = settings.SESSION_COOKIE_SECURE
    age = int(sign_in_tries.KNOWN_FOR.total_seconds())
    mark = sign_in_tries.mark_of(user)
    response.set_cookie(sign_in_tries.KNOWN, mark, max_age=age, httponly=True, samesite="Lax", secure=secure)
    return response


class SignIn(LoginView):
    """The password page; a user with a second factor is not signed in by it yet."""

    template_name = "devices/login.html"
    redirect_authenticated_user = True
    authentication_form = SignInForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if first_club.nobody_yet():
            return redirect("first_start")
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        known = sign_in_tries.is_known(request.COOKIES.get(sign_in_tries.KNOWN, ""), request.POST.get("username", ""))
        if not known and sign_in_tries.too_many(client_address.address(request)):
            return render(request, "devices/locked.html", {"address": True}, status=429)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if not service.wanted(user):
            return remembered(super().form_valid(form), user)
        self.request.session[HALF_WAY] = {
            "user": user.pk,
            "backend": user.backend,
            "hash": user.get_session_auth_hash(),
            "at": time.time(),
            "next": self.get_success_url(),
        }
        return redirect("sign_in_code")


class SignOut(LogoutView):
    """Sign-out, which also closes a shared tablet. It redirects to the password page, which deletes the club's data
    from the device."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if tablet := Tablet.of(request):
            devices.end(key=tablet.pairing)
        return super().post(request, *args, **kwargs)

    def get_default_redirect_url(self) -> str:
        return f"{reverse('login')}?left"


@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor: a code from the application, or one of those on paper."""
    half = request.session.get(HALF_WAY)
    user = User.objects.filter(pk=half["user"], is_active=True).first() if half else None
    if half is None or user is None or not _fresh(half, user):
        request.session.pop(HALF_WAY, None)
        return redirect("login")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if service.matches(user, form.cleaned_data["code"]):
            request.session.flush()
            login(request, user, backend=half["backend"])
            return remembered(redirect(half[REDIRECT_FIELD_NAME]), user)
        form.add_error("code", _("This is not the right code. After a wrong one, wait a moment before the next."))
    return render(request, "devices/code.html", {"form": form}, status=422 if form.errors else 200)


def _fresh(half: dict[str, object], user: User) -> bool:
    """Was the password entered within `PATIENCE`, and has it not been changed since?"""
    return 0 <= time.time() - float(str(half["at"])) < PATIENCE and half["hash"] == user.get_session_auth_hash()


@sensitive_post_parameters("code")
@for_members("GET", "POST")
def second_step(request: MemberRequest) -> HttpResponse:
    """Set up the user's own second factor with a telephone, or switch it off with a code."""
    form, codes = CodeForm(posted(request)), []
    on = service.wanted(request.user)
    if form.is_valid():
        typed = form.cleaned_data["code"]
        try:
            if not on:
                codes, on = service.begin(request.user, typed), True
                sign_out_everywhere(request.user, but=request.session.session_key)  # the others used no code
            elif service.matches(request.user, typed):
                service.end(request.user)
                messages.success(request, _("From now on you sign in with your password alone."))
                return go(request, "password")
            else:
                form.add_error(
                    "code", _("This is not the right code. After a wrong one, wait a moment before the next.")
                )
        except Refused as refused:
            form.add_error("code", str(refused))
    context = {"form": form, "on": on, "codes": codes} | ({} if on else _telephone(request.user))
    return render(request, "devices/second_step.html", context, status=422 if form.errors else 200)


def _telephone(user: User) -> dict[str, Any]:
    """Return the secret that the telephone's application needs, as text and as a QR code."""
    device = service.preparing(user)
    return {"qr": qr(device.config_url), "secret": _spaced(device.key)}


def _spaced(key: str) -> str:
    """Write the secret in base 32 in groups of four, for typing."""
    letters = base64.b32encode(bytes.fromhex(key)).decode().rstrip("=")
    return " ".join(letters[place : place + 4] for place in range(0, len(letters), 4))
