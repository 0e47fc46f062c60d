"""What each page needs of the session that asks for it, in one place; a page that is not named here is closed.

A session is of a person, signed in with a password (and a second step, where he has one), or of a shared tablet. Which
rows a person reads and changes is asked of his roles, row by row (`ClubQuerySet`). A tablet was opened by a code or
taken over by a PIN, which is less than a password: it reaches the pages of the table alone, in its club, for the
tournaments of its evening, until that ends or its person signs in elsewhere. It approves, invites and manages nothing.
"""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth import logout
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from arbitrage.models import Tournament
from arbitrage.services.people import devices

Handler = Callable[[HttpRequest], HttpResponse]

NEEDS: dict[str, str] = {
    name: need
    for need, names in {
        # Who is not signed in, too. "outbox" answers by itself that somebody must sign in.
        "nobody": "healthz readyz service_worker manifest offline offline_laws outbox login sign_in_code logout pair "
        "pair_in invitation new_password player_board wall code_players code_wall code_leaf",
        # A role in some club, or none yet.
        "member": "enter approve password second_step pin switch",
        "reader": "home tournament_list room clock incident report report_pdf claim_sheet claim_sheet_pdf appeal_file "
        "appeal_file_pdf penalty_notice penalty_notice_pdf session_report session_report_pdf evening_reports "
        "evening_reports_pdf season_report season_report_pdf inquiry dropped players decision board_list ranking "
        "export export_file export_case export_case_file board review what_if compare right_of_appeal appeal "
        "seating guide_cards draw decision_list casebook similar statistics evening_calls decision_print code code_law "
        "code_chart code_whole_chart score result close_evening question",
        "director": "tournament_import evening_new case_import evening round play look call attend leave what place "
        "dispute say auction add_words withdraw choose drop reach linked duty_done duty_open undo method "
        "penalty withdraw_penalty player_links add_result type_result which_line wrong_line "
        "line_corrected board_forms take_over watch regulations answer_question supersede tables_along evidence "
        "evidence_position evidence_judged unroll",
        # The notes on conduct are a right of its own, which a manager gives.
        "conduct": "conduct incident_conduct erase_conduct hand_report hand_report_pdf recorder_memo recorder_memo_pdf",
        "manager": "members member personal forget link_days withdraw_invitation",
        "administrator": "site_clubs site_club site_person",
    }.items()
    for name in names.split()
}
"""What the least of those who may look at a page is; what is sent to it may need more (`to_change`)."""

OF_THE_TABLE = (
    "healthz readyz service_worker manifest offline offline_laws outbox login logout player_board switch home "
    "tournament_list room clock round play look call incident attend leave what place dispute say "
    "auction add_words withdraw score choose inquiry drop dropped question players reach linked decision duty_done "
    "duty_open undo board_list board add_result type_result which_line wrong_line line_corrected board_forms result "
    "take_over ranking penalty withdraw_penalty "
    "penalty_notice penalty_notice_pdf report report_pdf claim_sheet claim_sheet_pdf session_report "
    "session_report_pdf evening_reports evening_reports_pdf review what_if compare supersede right_of_appeal appeal "
    "appeal_file appeal_file_pdf close_evening seating guide_cards draw wall evening_calls tables_along "
    "code code_law code_chart code_whole_chart code_players code_wall code_leaf evidence evidence_position "
    "evidence_judged unroll"
)
ON_A_TABLET = frozenset(OF_THE_TABLE.split())
"""The pages of the table: what a shared tablet is for."""

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
"""The way from a tournament to the row that an address names; an address that names another is closed to tablets."""
OF_NO_TOURNAMENT = {"law_id", "version", "question_id", "key", "token", "pdf", "uidb64", "leaf"}
"""What an address names that is no row of a club."""

A_CONGRESS = datetime.timedelta(days=3)
"""So many days a tournament may have begun before the evening, while its scores are not published."""


@dataclass
class Tablet:
    """The shared tablet that a session is of: its club, and until when it is open."""

    pairing: UUID
    club: UUID
    until: datetime.datetime

    @classmethod
    def of(cls, request: HttpRequest) -> "Tablet | None":
        """Return the tablet of a session; None where it is somebody's own device."""
        said = request.session.get("tablet")
        if not said:
            return None
        pairing = UUID(said["pairing"]) if "pairing" in said else UUID(int=0)  # one of an earlier version has ended
        return cls(pairing, UUID(said["club"]), datetime.datetime.fromisoformat(said["until"]))

    @property
    def evening(self) -> QuerySet[Tournament]:
        """The tournaments of the evening that it was opened for: those of its day, those whose round runs, and those
        that have begun a few days before and go on."""
        opened = self.until - devices.AN_EVENING
        first, last = timezone.localdate(opened), timezone.localdate(self.until)
        goes_on = Q(date__gte=first - A_CONGRESS, date__lt=first, published_at=None)
        runs = Q(round_started_at__gte=opened - devices.AN_EVENING)
        return Tournament.objects.filter(Q(date__gte=first, date__lte=last) | goes_on | runs, club=self.club)

    def reaches(self, named: Mapping[str, Any]) -> bool:
        """Is the row that an address names one of the evening?"""
        rows = {name: value for name, value in named.items() if name not in OF_NO_TOURNAMENT}
        if not rows.keys() <= WAYS.keys():
            return False
        if "event_id" in rows and self.evening.filter(events=rows["event_id"]).exists():
            return True
        return not rows or self.evening.filter(**{WAYS[name]: value for name, value in rows.items()}).exists()

    def has_tournament(self, tournament: UUID) -> bool:
        return self.evening.filter(pk=tournament).exists()


def gate(get_response: Handler) -> Handler:
    """Let each request through to its page, or say why not."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(
        request: HttpRequest, view: object, args: tuple[object, ...], named: dict[str, Any]
    ) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        need = "administrator" if name.startswith("admin:") else NEEDS.get(name)
        if need is None:
            raise Http404  # nobody has said who may see it
        tablet = Tablet.of(request)
        if tablet and not (request.user.is_authenticated and devices.is_open(tablet.pairing, request.user.pk)):
            logout(request)
            tablet = None
        if tablet and not (name in ON_A_TABLET and tablet.reaches(named)):
            return render(request, "devices/tablet_closed.html", status=HTTPStatus.FORBIDDEN)
        return None

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware
