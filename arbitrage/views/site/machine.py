"""The machine that runs the program, for a manager who sits at it: tablets, backups, version."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arbitrage.forms.site.machine import ListeningForm
from arbitrage.pages.site.saved import backups_page
from arbitrage.pages.site.tablets import tablets_page
from arbitrage.pages.site.version import about_page
from arbitrage.server import certificates
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.machine import listening, new_versions, restoring, saving, starting
from arbitrage.views import MemberRequest, for_members, go, posted


@for_members("GET", "POST")
def tablets(request: MemberRequest) -> HttpResponse:
    """Open the server to the tablets of the room, from the next start on; make the certificate for https."""
    form = ListeningForm(posted(request))
    try:
        if request.POST.get("do") == "certificate":
            listening.make_certificate()
            return go(request, "tablets")
        if form.is_valid():
            listening.choose(**form.cleaned_data)
            messages.success(request, _("Kept. It counts from the next start of Arbitrage on."))
            return go(request, "tablets")
        chosen = listening.chosen()
    except Refused as refused:
        messages.error(request, str(refused))
        chosen = listening.Listening(listening.HERE_ALONE, 8000, ())
    if not form.is_bound or request.POST.get("do") == "certificate":
        everywhere = chosen.host == listening.EVERYWHERE
        form = ListeningForm({"everywhere": everywhere, "port": chosen.port, "names": ", ".join(chosen.names)})
    context = tablets_page(chosen, secure=request.is_secure()) | {"form": form}
    return render(request, "site/tablets.html", context, status=422 if form.errors else 200)


@for_members("POST")
def start_with_session(request: MemberRequest) -> HttpResponse:
    """Switch the start of the program at login on or off."""
    wanted = request.POST.get("do") == "start"
    kept = _("It starts with this computer from now on.") if wanted else _("It is started by hand from now on.")
    return _choose(request, partial(starting.choose, with_session=wanted), kept, "tablets")


def _choose(request: MemberRequest, choice: Callable[[], None], kept: str, page: str) -> HttpResponse:
    """Store a choice, and return to its page with a message of success or with the reason of a refusal."""
    try:
        choice()
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, kept)
    return go(request, page)


@for_members("GET", "POST")
def backups(request: MemberRequest) -> HttpResponse:
    """List the backups; make one now, or request the restore of one at the next start."""
    if request.method == "POST":
        try:
            _act(request, request.POST.get("do", ""), request.POST.get("name", ""))
        except Refused as refused:
            messages.error(request, str(refused))
        return go(request, "backups")
    return render(request, "site/backups.html", backups_page(request.GET.get("restore", "")))


def _act(request: MemberRequest, do: str, name: str) -> None:
    match do:
        case "save":
            saving.save_now()
            messages.success(request, _("Saved and verified."))
        case "restore":
            restoring.ask(name=name, by=request.user)
            messages.success(request, _("It is put back at the next start. Until then everything goes on as it is."))
        case "keep":
            restoring.withdraw()
            messages.success(request, _("Nothing is put back: everything stays as it is."))
        case _other:
            messages.error(request, _("Touch one of the buttons of the page."))


@for_members("GET")
def about(request: MemberRequest) -> HttpResponse:
    """Show the version, its age, and a newer version if one is known."""
    try:
        asks = new_versions.wanted()
    except Refused:  # an invalid settings file: the page for the tablets explains the error
        asks = False
    return render(request, "site/about.html", about_page(clock.today(), asks=asks))


@for_members("POST")
def ask_versions(request: MemberRequest) -> HttpResponse:
    """Switch the weekly check for a newer version on or off."""
    ask = request.POST.get("do") == "ask"
    kept = _("Asked once a week, from today on.") if ask else _("Nobody is asked any more.")
    return _choose(request, partial(new_versions.choose, ask=ask), kept, "about")


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """Show in two steps how to make a tablet trust the certificate of this machine."""
    fingerprint = certificates.fingerprint(Path(settings.DATA_DIR))
    if not fingerprint:
        raise Http404
    return render(request, "site/trust.html", {"fingerprint": fingerprint})


@require_safe
def root(request: HttpRequest, kind: str) -> HttpResponse:
    """Send the root certificate that a tablet is to trust, as a file or as a profile for an iPad."""
    data = Path(settings.DATA_DIR)
    ways = {
        "crt": (certificates.root, "application/x-x509-ca-cert"),
        "mobileconfig": (certificates.profile, "application/x-apple-aspen-config"),
    }
    build, media = ways.get(kind, (None, ""))
    content = build(data) if build else None
    if content is None:
        raise Http404
    disposition = {"Content-Disposition": f'attachment; filename="arbitrage.{kind}"'}
    return HttpResponse(content, content_type=media, headers=disposition)
