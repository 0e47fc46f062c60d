"""The first page of an installation without a club: it creates the user's club or the demonstration."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from arbitrage.demo.trying_out import try_out
from arbitrage.forms.site.first_start import FirstClubForm, FirstCodeForm
from arbitrage.server import this_machine
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import first_club
from arbitrage.views.devices.signing_in import remembered

BY_PAGE = "django.contrib.auth.backends.ModelBackend"
CODE = "first_code"
"""The session key of the code that was typed."""


@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def first_start(request: HttpRequest) -> HttpResponse:
    """Create the first club or, on this machine only, the demonstration; from another machine, first ask for the code
    shown in the window of the server."""
    here, do = this_machine.asks(request), request.POST.get("do", "")
    if not (here or this_machine.has_code()) or not first_club.may_begin():
        return redirect("home")
    if not here and not this_machine.is_code(request.session.get(CODE, "")):
        return _code(request)
    form = FirstClubForm(request.POST if do == "club" else None)
    try:
        if do == "demo" and here:
            return _demonstration(request)
        if form.is_valid():
            return _welcome(request, first_club.begin(**form.cleaned_data))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("login")
    except ValidationError as error:
        form.add_error(None, error)
    context = {"form": form, "offers_demonstration": here and first_club.nobody_yet()}
    return render(request, "site/first_start.html", context, status=422 if form.errors else 200)


def _code(request: HttpRequest) -> HttpResponse:
    form = FirstCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if this_machine.is_code(form.cleaned_data["code"]):
            request.session[CODE] = form.cleaned_data["code"]
            return redirect("first_start")
        form.add_error("code", _("This is not the code that the window of Arbitrage shows."))
    return render(request, "site/first_code.html", {"form": form}, status=422 if form.errors else 200)


def _welcome(request: HttpRequest, manager: User) -> HttpResponse:
    login(request, manager, backend=BY_PAGE)
    messages.success(request, _("The club is there, and you manage it. Begin with an evening, or with its members."))
    return remembered(redirect("home"), manager)


def _demonstration(request: HttpRequest) -> HttpResponse:
    demo = try_out(clock.now())
    director = User.objects.get(username=demo.sign_ins[0].username)
    login(request, director, backend=BY_PAGE)
    sign_in = {"name": demo.sign_ins[0].name, "username": director.username, "password": demo.sign_ins[0].password}
    messages.success(
        request,
        _("You are %(name)s, director. To come back: user name %(username)s, password %(password)s.") % sign_in,
    )
    return remembered(redirect("tour"), director)
