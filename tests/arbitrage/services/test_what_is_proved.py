"""Every column of every table is altered by SQL: `verify_history` reports it, or the column is in the list of unproved
columns in docs/safety.md."""

import datetime
import re
import uuid
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, models, transaction

from arbitrage.models import (
    Club,
    Contestant,
    Doubt,
    Exercise,
    Inquiry,
    LineUp,
    MakeableTricks,
    OwnCase,
    Rehearsal,
    ShownProgress,
    Tournament,
    TypedLine,
)
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.people import conduct, devices, invitations, player_links, table_sheets
from arbitrage.services.proof import checkpoints, checks
from arbitrage.services.record import club_rows, incident_index, tournament_rows
from arbitrage.services.results import penalties, scores
from arbitrage.services.tournaments import publish_scores
from tests.arbitrage import factories as make
from tests.arbitrage.services.record_problems import is_named, problems

pytestmark = pytest.mark.django_db

SAFETY = Path(__file__).resolve().parents[3] / "docs" / "safety.md"

NOT_PROVED = {
    "Membership": ("pin", "pin_failures", "pin_locked_until"),
    "Invitation": ("name",),
    "Pairing": (
        *("code", "session", "expires_at", "club", "approved_by", "opened_until", "used_at"),
        *("asked_from", "held_by", "ended_at"),
    ),
    "MakeableTricks": ("of", "tricks", "par", "by"),
    "OwnCase": ("club", "law", "facts", "answers", "by", "at"),
    "Exercise": (
        *("user", "situation", "law", "answers", "version", "decision", "series"),
        *("rehearsal", "call", "right", "begun_at", "ended_at"),
    ),
    "Rehearsal": (*("user", "scenario", "seed", "begun_at", "seen_at", "paused_at", "stopped", "noted", "ended_at"),),
    "Doubt": ("club", "situation", "law", "answers", "decision", "words", "by", "at", "seen_by", "seen_at"),
    "ShownProgress": ("club", "user"),
    "RecordCheck": ("at", "events", "chains", "seal", "problems"),
    "User": ("password", "last_login", "is_superuser", "email", "is_staff", "is_active", "date_joined"),
}
"""Columns, by table, whose alteration is not reported. Every other column of our tables is proved."""


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(everything)


def everything() -> None:
    """Store at least one row in every table: a ruling, its score, an appeal, a remark, a penalty, a link, an
    invitation."""
    began = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
    with clock.at(began):
        ruled = make.a_ruled_revoke()
        director, club, tournament = ruled.opened_by, ruled.club, ruled.tournament
        manager = make.make_member(club, "girard", role="manager")
        club.memberships.update(conduct=True)
        tournament_rows.adopt(tournament)
        club_rows.adopt(club)
        scores.confirm_adjustment(incident=ruled, by=director, seen=scores.propose_adjustment(ruled).digest)
        incidents.add_words(incident=ruled, words="Jeanne avait déjà joué.", by=director)
        reviewing.comment(incident=ruled, words="À revoir.", by=manager)
        reviewing.ask(incident=ruled, words="Qui menait ?", by=manager, to=director)
        given = {"law": "90", "amount": Decimal(10), "unit": "percent", "reason": "slow"}
        pair = Contestant.objects.filter(section__tournament=tournament).first()
        tournament_rows.write(tournament, "line_up_set", by=director, new=[LineUp(contestant=pair, round=1)])
        section = tournament.sections.get()
        table_sheets.prepare(tournament=tournament, places=[(section, 1)], results=True, by=director)
        typed = TypedLine(
            tournament=tournament, line=ruled.result_id, entry={"kind": "passed"}, was="as it was", at=began
        )
        tournament_rows.write(tournament, "result_typed", by=director, new=[typed])
        practised(director, manager)
        MakeableTricks.objects.create(board=ruled.board, of="a deal", tricks="0" * 20, by="a solver")
        penalties.give_penalty(tournament=tournament, contestant=str(pair.pk), by=director, **given)
        conduct.write(club=club, law="74", words="Impoli.", by=manager, incident=ruled)
        invitations.invite(club=club, role="director", by=manager, name="Alice")
        player_links.make(board=ruled.board, contestant=ruled.result.ns, by=director)
        devices.approve(pairing=devices.ask_to_pair(secret="x" * 40), club=club, by=director)
        publish_scores(tournament=Tournament.objects.get(pk=tournament.pk), by=director)
        ruled = incidents.fresh(ruled)
        appeals.tell_the_right(incident=ruled, side="EW", by=director)
    with clock.at(began + datetime.timedelta(minutes=10)):
        asked = {"side": "EW", "about": "facts", "agreed": True, "grounds": "Jeanne avait joué."}
        appeal = appeals.request_appeal(incident=ruled, by=director, **asked)
        appeals.say(appeal=appeal, kind="EW", words="Nous contestons.", by=director)
        appeals.seat(appeal=appeal, role="chair", name="Alice Renard", by=director)
    checks.note(0)


def practised(director: User, manager: User) -> None:
    """Store a row of each table of the school. A second club and a second rehearsal exist too, so that foreign keys can
    be changed."""
    club_rows.adopt(make.make_club("Another club", "another"))
    club, now = Club.objects.get(slug="lac"), clock.now()
    given = {"situation": "lead-1", "law": "54", "answers": {"offender": "E"}}
    begun = {"user": director, "scenario": "quarter-of-an-hour", "begun_at": now, "seen_at": now}
    rehearsed = Rehearsal.objects.create(seed=1, ended_at=now, **begun)
    Rehearsal.objects.create(seed=2, **begun)  # one that may be deleted: it has no exercise
    Exercise.objects.create(user=director, begun_at=now, rehearsal=rehearsed, call="lead", **given)
    Doubt.objects.create(club=club, by=director, at=now, **given)
    OwnCase.objects.create(club=club, law="54", by=manager, at=now)
    ShownProgress.objects.create(club=club, user=director)


def other(row: models.Model, field: Any) -> Any:
    """Return another value that the column's type admits, such as another row, another word, a number one higher or an
    hour later. An empty column gets a value."""
    was = getattr(row, field.attname)
    if isinstance(field, models.ForeignKey):
        rows = field.related_model._default_manager.exclude(pk=was).order_by("pk")
        return rows.values_list("pk", flat=True).first() if was is None or rows.exists() else None
    match field:
        case models.BooleanField():
            return not was
        case models.DateTimeField():
            return (was or clock.now()) + datetime.timedelta(hours=1)
        case models.DateField():
            return was + datetime.timedelta(days=1)
        case models.DecimalField():
            return (was or Decimal(0)) + 1
        case models.IntegerField():
            return (was or 0) + 1
        case models.UUIDField():
            return uuid.uuid4()
        case models.JSONField():
            return {"put": "in"} if was != {"put": "in"} else []
        case _ if field.choices:
            return next(one for one, _said in field.choices if one != was)
    return f"{was[:-1] if was and field.max_length and len(was) == field.max_length else was}~"


def altered(model: type[models.Model], fields: list[Any]) -> bool | None:
    """Tell whether changed values of these columns are reported, or refused by the database; None if no row can be
    changed."""
    for row in model._default_manager.order_by("pk")[:3]:
        values = {field.attname: other(row, field) for field in fields}
        if any(value == getattr(row, name) for name, value in values.items()):
            continue
        try:
            with transaction.atomic():
                model._default_manager.filter(pk=row.pk).update(**values)
                named = is_named()
                transaction.set_rollback(True)
        except IntegrityError:
            return True
        return named
    return None


def columns(model: type[models.Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def tables() -> list[type[models.Model]]:
    return [*apps.get_app_config("arbitrage").get_models(), apps.get_model("auth", "User")]


@pytest.fixture
def indexed(scene, data_dir) -> None:
    """An index made by this version, and checkpoints of the chains, as after every start."""
    incident_index.refresh_all()
    checkpoints.write()


def test_every_column_of_every_table_is_proved_or_listed(db, indexed):
    """The listed columns of a table are altered together in one row, and the check must report nothing. Every other
    column is altered alone, and the check must report it."""
    assert problems() == []
    wrong: dict[str, list[str]] = {"no row can be changed": [], "named": [], "not named": []}
    for model in tables():
        listed = NOT_PROVED.get(model.__name__, ())
        together = [field for field in columns(model) if field.name in listed]
        assert len(together) == len(listed), model
        for fields in [*([field] for field in columns(model) if field not in together), *filter(None, [together])]:
            named = altered(model, fields)
            if named is None or named is (fields is together):
                kind = "no row can be changed" if named is None else "named" if named else "not named"
                wrong[kind].append(f"{model.__name__}: {', '.join(field.name for field in fields)}")
    said = f"A new column is written into an event of its chain, or listed in NOT_PROVED and in {SAFETY.name}."
    assert not any(wrong.values()), f"{wrong} {said}"


def test_every_row_of_every_table_that_is_taken_away_is_named_or_its_table_is_listed(db, indexed):
    wrong = [
        model.__name__
        for model in tables()
        if is_named_without_its_last_row(model)
        is (set(NOT_PROVED.get(model.__name__, ())) >= {field.name for field in columns(model)})
    ]
    assert wrong == []


def is_named_without_its_last_row(model: type[models.Model]) -> bool:
    """Does the check report the deletion of the last row, or does the database refuse it?"""
    row = model._default_manager.order_by("pk").last()
    try:
        with transaction.atomic():
            models.QuerySet(model).filter(pk=row.pk)._raw_delete("default")
            if connection.vendor == "postgresql":
                connection.check_constraints()
            named = is_named()
            transaction.set_rollback(True)
    except IntegrityError:
        return True
    return named


def test_the_list_is_that_of_the_document():
    section = SAFETY.read_text(encoding="utf-8").split("## What nothing proves")[1].split("\n## ")[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))
    written = {table: tuple(re.findall(r"`(\w+)`", names)) for table, names in listed.items()}
    assert written == {table: names for table, names in NOT_PROVED.items() if names}
    assert Inquiry.__name__ not in written
