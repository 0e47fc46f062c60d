"""The addresses: a language, then what a director looks at."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from arbitrage.views import (
    boards,
    code,
    decisions,
    health,
    imports,
    incidents,
    inquiry,
    ranking,
    report,
    scores,
    tournaments,
)

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    *i18n_patterns(
        path("", tournaments.home, name="home"),
        path("login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
        path("logout/", LogoutView.as_view(), name="logout"),
        path("tournaments/", tournaments.tournament_list, name="tournament_list"),
        path("tournaments/import/", imports.tournament_import, name="tournament_import"),
        path("tournaments/<uuid:tournament_id>/", tournaments.room, name="room"),
        path("tournaments/<uuid:tournament_id>/round/", tournaments.begin_round, name="round"),
        path("tournaments/<uuid:tournament_id>/call/", incidents.call, name="call"),
        path("incidents/<uuid:incident_id>/", incidents.incident, name="incident"),
        path("incidents/<uuid:incident_id>/what/", incidents.what, name="what"),
        path("incidents/<uuid:incident_id>/place/", incidents.place_incident, name="place"),
        path("incidents/<uuid:incident_id>/disputed/", incidents.dispute, name="dispute"),
        path("incidents/<uuid:incident_id>/words/", incidents.add_words, name="add_words"),
        path("incidents/<uuid:incident_id>/withdraw/", incidents.withdraw, name="withdraw"),
        path("incidents/<uuid:incident_id>/score/", scores.score, name="score"),
        path("incidents/<uuid:incident_id>/score/choose/", scores.choose, name="choose"),
        path("incidents/<uuid:incident_id>/report/", report.page, name="report"),
        path("incidents/<uuid:incident_id>/report.pdf", report.pdf, name="report_pdf"),
        path("inquiries/<uuid:inquiry_id>/", inquiry.inquiry, name="inquiry"),
        path("inquiries/<uuid:inquiry_id>/drop/", inquiry.drop, name="drop"),
        path("inquiries/<uuid:inquiry_id>/dropped/", inquiry.dropped, name="dropped"),
        path("inquiries/<uuid:inquiry_id>/q/<str:question_id>/", inquiry.question, name="question"),
        path("inquiries/<uuid:inquiry_id>/reach/", inquiry.reach, name="reach"),
        path("inquiries/<uuid:inquiry_id>/next/", inquiry.linked, name="linked"),
        path("inquiries/<uuid:inquiry_id>/decision/", inquiry.decision, name="decision"),
        path("duties/<uuid:duty_id>/done/", inquiry.duty_done, name="duty_done"),
        path("duties/<uuid:duty_id>/open/", inquiry.duty_open, name="duty_open"),
        path("tournaments/<uuid:tournament_id>/boards/", boards.board_list, name="board_list"),
        path("tournaments/<uuid:tournament_id>/ranking/", ranking.ranking, name="ranking"),
        path("tournaments/<uuid:tournament_id>/method/", ranking.method, name="method"),
        path("boards/<uuid:board_id>/", boards.board, name="board"),
        path("decisions/", decisions.decision_list, name="decision_list"),
        path("code/", code.code, name="code"),
        path("code/<str:law_id>/", code.law, name="code_law"),
        path("code/<str:law_id>/chart/", code.chart, name="code_chart"),
    ),
]
