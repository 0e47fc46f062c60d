"""The permission that each page requires, in one table; a page that is not listed gives 404.

A session belongs either to a person, who signed in with a password (and his second factor, if he has one), or to a
shared tablet. The middleware refuses a person who has the required role in none of his clubs; the views then check his
role in the club of each row (`ClubQuerySet`). A tablet was opened by a code or taken over by a PIN, which is weaker
than a password. It therefore reaches only the pages in ON_A_TABLET, for the tournaments of its evening in its club,
until the evening ends, the tablet is closed, or another person takes it over.
"""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from arbitrage.models import Membership, Tournament
from arbitrage.models.club import MAY_HEAR
from arbitrage.services.people import devices

Handler = Callable[[HttpRequest], HttpResponse]

NEEDS: dict[str, str] = {
    name: need
    for need, names in {
        # Without signing in. "outbox" itself answers that somebody must sign in.
        "nobody": "healthz readyz service_worker manifest offline offline_laws outbox first_start trust trust_root "
        "login sign_in_code logout pair pair_in invitation new_password player_board poll_page wall "
        "table_sheet table_board player_evening code_players code_wall code_leaf",
        # Signed in, with a role in some club or none yet.
        "member": "enter approve password second_step pin switch about",
        "reader": "home tournament_list room clock incident report report_pdf claim_sheet claim_sheet_pdf appeal_file "
        "appeal_file_pdf penalty_notice penalty_notice_pdf session_report session_report_pdf evening_reports "
        "evening_reports_pdf season_report season_report_pdf inquiry dropped players decision board_list ranking "
        "tour volunteer_sheet export export_file export_case export_case_file board review what_if compare "
        "right_of_appeal appeal "
        "seating guide_cards line_ups draw decision_list casebook similar statistics evening_calls decision_print code "
        "code_law code_chart code_whole_chart score result close_evening question "
        # The user's own exercises. Views check again before they show the progress or doubts of others.
        "school school_theme school_again school_series school_paper school_paper_pdf situation exercise_what "
        "exercise_question exercise_decision correction school_shown school_kit school_brought "
        "rehearsals rehearsal rehearsal_call rehearsal_after rehearsal_paper rehearsal_paper_pdf",
        "director": "tournament_import evening_new case_import evening round play look call attend leave what place "
        "dispute say auction statements add_words withdraw choose drop reach linked duty_done duty_open undo method "
        "penalty withdraw_penalty several_sessions simultaneous player_links add_result type_result which_line "
        "wrong_line line_corrected board_forms take_over watch regulations answer_question supersede tables_along "
        "evidence evidence_position evidence_judged unroll poll own_case table_sheets table_sheets_pdf",
        "reviewer": "school_doubts school_doubt",
        # Notes on conduct need a permission of their own, which a manager gives.
        "conduct": "conduct incident_conduct erase_conduct hand_report hand_report_pdf recorder_memo recorder_memo_pdf",
        # An administrator of the installation may open these pages too, for example to withdraw an invitation.
        "manager": "members member personal forget link_days withdraw_invitation school_learners",
        # Only in a browser on the machine of the server (`Here.keeps_machine`).
        "machine": "tablets backups ask_versions start_with_session",
        "administrator": "site_clubs site_club site_person",
    }.items()
    for name in names.split()
}
"""The least permission that each page requires; a view may require more to change something (`to_change`)."""

OF_THE_TABLE = (
    "healthz readyz service_worker manifest offline offline_laws outbox login logout player_board poll_page switch "
    "table_sheet table_sheets player_evening "
    "home tournament_list room clock round play look call incident attend leave what place dispute say statements "
    "auction add_words withdraw score choose inquiry drop dropped question players reach linked decision duty_done "
    "duty_open undo board_list board add_result type_result which_line wrong_line line_corrected board_forms result "
    "take_over ranking penalty withdraw_penalty "
    "penalty_notice penalty_notice_pdf report report_pdf claim_sheet claim_sheet_pdf session_report "
    "session_report_pdf evening_reports evening_reports_pdf review what_if compare supersede right_of_appeal appeal "
    "appeal_file appeal_file_pdf close_evening seating guide_cards line_ups draw wall evening_calls tables_along "
    "code code_law code_chart code_whole_chart code_players code_wall code_leaf evidence evidence_position "
    "evidence_judged unroll poll"
)
ON_A_TABLET = frozenset(OF_THE_TABLE.split())
"""Names of the pages that a shared tablet may open."""

WAYS = {
    "tournament_id": "pk",
    "incident_id": "incidents",
    "inquiry_id": "incidents__inquiries",
    "duty_id": "incidents__inquiries__duties",
    "board_id": "boards",
    "board_to_look_at": "boards",
    "result_id": "boards__results",
    "penalty_id": "penalties",
    "appeal_id": "incidents__appeals",
    "event_id": "events",
}
"""Lookup from a tournament to its rows, by URL parameter. A tablet may not open a URL with any other parameter that
names a row."""
OF_NO_TOURNAMENT = {"law_id", "version", "question_id", "key", "token", "pdf", "uidb64", "leaf", "kind"}
"""URL parameters that name no row of a club."""

A_CONGRESS = datetime.timedelta(days=3)
"""How long before the evening an unpublished tournament may have begun and still belong to the evening."""


@dataclass
class Tablet:
    """The shared tablet of a session: its pairing, its club, and the time until which it is open."""

    pairing: UUID
    club: UUID
    until: datetime.datetime

    @classmethod
    def of(cls, request: HttpRequest) -> "Tablet | None":
        """Return the tablet of a session; None for a session on a person's own device."""
        stored = request.session.get("tablet")
        if not stored:
            return None
        # a session of an earlier version has no pairing; it gets an id that no pairing has, so the gate ends it
        pairing = UUID(stored["pairing"]) if "pairing" in stored else UUID(int=0)
        return cls(pairing, UUID(stored["club"]), datetime.datetime.fromisoformat(stored["until"]))

    @property
    def evening(self) -> QuerySet[Tournament]:
        """The tournaments of the evening for which the tablet was opened: those of its day, those with a round started
        shortly before or since, and unpublished ones that began at most A_CONGRESS earlier."""
        opened = self.until - devices.AN_EVENING
        first, last = timezone.localdate(opened), timezone.localdate(self.until)
        goes_on = Q(date__gte=first - A_CONGRESS, date__lt=first, published_at=None)
        runs = Q(round_started_at__gte=opened - devices.AN_EVENING)
        return Tournament.objects.filter(Q(date__gte=first, date__lte=last) | goes_on | runs, club=self.club)

    def reaches(self, named: Mapping[str, Any]) -> bool:
        """Do the URL parameters *named* name rows of a tournament of the evening, or no row?"""
        rows = {name: value for name, value in named.items() if name not in OF_NO_TOURNAMENT}
        if not rows.keys() <= WAYS.keys():
            return False
        if "event_id" in rows and self.evening.filter(events=rows["event_id"]).exists():
            return True
        return not rows or self.evening.filter(**{WAYS[name]: value for name, value in rows.items()}).exists()

    def has_tournament(self, tournament: UUID) -> bool:
        return self.evening.filter(pk=tournament).exists()


def gate(get_response: Handler) -> Handler:
    """Refuse each request that lacks the permission its page requires."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(
        request: HttpRequest, view: object, args: tuple[object, ...], named: dict[str, Any]
    ) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        of_the_tables = name.startswith("admin:")  # Django's admin checks its permissions itself
        need = "nobody" if of_the_tables else NEEDS.get(name)
        if need is None:
            raise Http404  # not listed in NEEDS
        tablet = Tablet.of(request)
        if tablet and not (request.user.is_authenticated and devices.is_open(tablet.pairing, request.user.pk)):
            logout(request)
            tablet = None
        if tablet and not (name in ON_A_TABLET and tablet.reaches(named)):
            return render(request, "devices/tablet_closed.html", status=HTTPStatus.FORBIDDEN)
        if need != "nobody" and not request.user.is_authenticated:
            return _asked_to_sign_in(request)
        if need == "machine" and not _has(request, need):
            return render(request, "site/not_here.html", status=HTTPStatus.FORBIDDEN)
        if not _has(request, need):
            raise Http404 if need == "administrator" else PermissionDenied
        return None

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware


RIGHTS: dict[str, Callable[[Membership], bool]] = {
    "director": lambda member: member.may_rule,
    "conduct": lambda member: member.conduct,
    "reviewer": lambda member: member.role in MAY_HEAR,
    "manager": lambda member: member.may_manage,
}


def _has(request: HttpRequest, need: str) -> bool:
    """Has the user this permission in any of his clubs, or as an administrator? The view checks later whether he has it
    in the club of the row."""
    here = request.here  # type: ignore[attr-defined]
    if need == "machine":
        return bool(here.keeps_machine)
    if need in ("manager", "administrator") and here.may_administer:
        return True
    has = RIGHTS.get(need)
    return need != "administrator" and (has is None or any(map(has, here.memberships)))


def _asked_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page. After the sign-in it leads to the requested page or, if the request was a POST,
    back to the page with the form."""
    if request.method == "POST":
        return redirect_to_login(_came_from(request) or reverse("home"))
    return redirect_to_login(request.get_full_path())


def _came_from(request: HttpRequest) -> str:
    """Return the path in the Referer header; "" if it is absent or malformed."""
    try:
        return urlsplit(request.headers.get("Referer", "")).path
    except ValueError:
        return ""
