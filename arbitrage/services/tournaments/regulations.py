"""Dated settings of a club for values that the Laws leave to the regulating authority or the organiser."""

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from arbitrage.models import Club, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.record import club_rows
from rulings.engine.text import NO_TARIFF
from rulings.laws2017.event import FORM, Form
from rulings.regulations import (
    AUTHORITIES,
    FACTS,
    LEAST_AND_MOST,
    OF_APPEALS,
    OF_PAPERS,
    VALUES,
    allowed,
    as_facts,
    regulations,
)
from rulings.scores.methods import Method, Scoring

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Setting:
    """A club's regulations *since* a day ("2026-09-01", "" from the beginning): the *authority*'s values, overridden by
    its *own*."""

    since: str = ""
    authority: str = "ffb"
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def facts(self) -> dict[str, str]:
        return as_facts(self.authority, self.own)

    def same_as(self, other: "Setting") -> bool:
        """Do both settings have the same values, apart from the day?"""
        return (self.authority, self.own) == (other.authority, other.own)


@dataclass(frozen=True)
class Source:
    """Source of a value and its date. *whose* is "club", "tournament", an authority, "law" (the default of the law) or
    "custom"; "" if none of them sets this value any more. *unverified*: the value is based on custom alone."""

    whose: str
    since: datetime.date | None = None
    unverified: bool = False


def settings_of(club: Club) -> list[Setting]:
    """List all regulations of the club, in order of time."""
    return [Setting(**values) for values in club.regulations]


def in_force(club: Club, on: datetime.date) -> Setting:
    """Return the club's regulations on a day."""
    held = [setting for setting in settings_of(club) if setting.since <= on.isoformat()]
    return held[-1] if held else Setting()


@transaction.atomic
def set_regulations(
    *, club: Club, by: "User | None", authority: str, own: Mapping[str, str], since: datetime.date
) -> Club:
    """Set the club's regulations from the day *since* until that of a later setting. An empty value means the value of
    the authority. Earlier rulings keep their values.

    :raises Refused: a value is outside the bounds of the Laws or of good sense; the code of the error is the setting.
    """
    if authority not in AUTHORITIES:
        raise Refused(_("Choose one of the authorities shown."), "authority")
    values = {fact: value.strip() for fact, value in own.items() if value.strip() and fact in FACTS}
    for fact, value in values.items():
        if not allowed(fact, value):
            raise Refused(problem(fact), fact)
    club = Club.objects.select_for_update().get(pk=club.pk)
    new = Setting(since.isoformat(), authority, values)
    if in_force(club, since).same_as(new):
        return club
    others = [setting for setting in settings_of(club) if setting.since != new.since]
    club.regulations = [
        asdict(setting) for setting in _changes(sorted([*others, new], key=lambda setting: setting.since))
    ]
    club.save(update_fields=["regulations"])
    event_data: dict[str, Any] = {"authority": authority, "own": values, "since": new.since}
    club_rows.append(club, "regulations_set", by=by, rows=[club], **event_data)
    return club


def _changes(settings: list[Setting]) -> list[Setting]:
    """Leave out settings that repeat the values of the setting before."""
    changes: list[Setting] = []
    for setting in settings:
        if not setting.same_as(changes[-1] if changes else Setting()):
            changes.append(setting)
    return changes


def problem(fact: str) -> str:
    """Write the sentence that says which values of a setting are possible."""
    if fact in VALUES:
        return _("Choose one of the readings shown.")
    least, most = (number_format(bound, force_grouping=True) for bound in LEAST_AND_MOST[fact])
    return _("A whole number from %(least)s to %(most)s is wanted here.") % {"least": least, "most": most}


# The values in force at a tournament


def facts_for(club: Club, tournament: Tournament | None) -> dict[str, str]:
    """Return the regulations for an inquiry: those in force on the day of its tournament that differ from the French
    default, such as {"profile_54a": "INT"}.

    A tournament's own correction period overrides that of the club. The period for appeals has the same length (92B),
    unless the club has set one.
    """
    setting, usual = in_force(club, _day(tournament)), as_facts()
    facts = setting.facts
    if tournament is not None and str(tournament.correction_minutes) != usual["correction_minutes"]:
        facts["correction_minutes"] = str(tournament.correction_minutes)
    if "appeal_minutes" not in setting.own:
        facts["appeal_minutes"] = facts["correction_minutes"]
    of_no_law = (*OF_APPEALS, *OF_PAPERS)
    return {fact: value for fact, value in facts.items() if value != usual[fact] and fact not in of_no_law}


def told_at(club: Club, tournament: Tournament) -> dict[str, str]:
    """Return the facts that an inquiry receives from its tournament: the regulations in force, and the form of
    scoring."""
    return facts_for(club, tournament) | of_the_event(tournament)


def of_the_event(tournament: Tournament) -> dict[str, str]:
    """Return the facts about the scoring of an event: {"event_form": "match", "penalty_percent": "none"}. A club's
    tariff is in per cent of a top, so other events have none."""
    form = form_of(tournament)
    return {EVENT_FORM: form.value} | ({} if form is Form.MATCHPOINTS else {"penalty_percent": NO_TARIFF})


def form_of(tournament: Tournament) -> Form:
    """Return the form of scoring of an event, from the method that is set, or else from its file or its evening."""
    method = Method.from_json(tournament.method) if tournament.method else Method(Scoring(tournament.scoring))
    if tournament.kind != Tournament.Kind.TEAMS:
        return _OF_PAIRS[method.scoring]
    if method.scoring is Scoring.TOTAL:
        return Form.MATCH_TOTAL
    if method.scoring is Scoring.BOARD_A_MATCH:
        return Form.POINTS
    return Form.KNOCK_OUT if method.knock_out else Form.MATCH


_OF_PAIRS = {
    Scoring.MATCHPOINTS: Form.MATCHPOINTS,
    Scoring.BUTLER: Form.IMPS,
    Scoring.CROSS_IMPS: Form.IMPS,
    Scoring.IMPS: Form.IMPS,
    Scoring.BOARD_A_MATCH: Form.MATCHPOINTS,
    Scoring.TOTAL: Form.TOTAL,
}
EVENT_FORM = FORM.id
"""The fact with the form of scoring of the event."""


def appeal_minutes(tournament: Tournament, club: Club | None = None) -> int:
    """Return the minutes after publication during which the rulings of a tournament may be appealed; *club* is the
    tournament's, if already loaded."""
    return int((as_facts() | facts_for(club or tournament.club, tournament))["appeal_minutes"])


def for_appeals(tournament: Tournament) -> dict[str, str]:
    """Return the settings of appeals of a tournament's club: {"appeal_body": "committee", "appeal_own_director": "no",
    "appeal_deposit": "0", "appeal_further_days": "2"}."""
    facts = in_force(tournament.club, _day(tournament)).facts
    return {fact: facts[fact] for fact in OF_APPEALS}


def source_of(fact: str, value: str, tournament: Tournament | None) -> Source:
    """Return the source of a value that a ruling has used: the club (with the day since which the value applies without
    interruption), the tournament itself, or the authority. Without a tournament it is the French authority."""
    setting = in_force(tournament.club, _day(tournament)) if tournament else Setting()
    if fact == "appeal_minutes" and fact not in setting.own:
        fact = "correction_minutes"  # by default both periods have the same length (92B)
    if (
        tournament
        and fact == "correction_minutes"
        and value == str(tournament.correction_minutes) != setting.facts[fact]
    ):
        return Source("tournament")
    if value == NO_TARIFF:
        return Source("tournament")
    if setting.facts[fact] != value:
        return Source("")
    if tournament is None or fact not in setting.own:
        table, _key = FACTS[fact]
        table_facts = regulations(setting.authority)[table]
        return Source(
            table_facts.get("origin", setting.authority), table_facts["since"], table_facts.get("unverified", False)
        )
    since = setting.since
    for earlier in reversed([earlier for earlier in settings_of(tournament.club) if earlier.since <= setting.since]):
        if earlier.own.get(fact) != value:
            break
        since = earlier.since
    return Source("club", datetime.date.fromisoformat(since) if since else None)


def _day(tournament: Tournament | None) -> datetime.date:
    return clock.today() if tournament is None else tournament.date
