"""A decision: what happens now, who may use what, what to come back for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Duty, Incident, Inquiry, Ruling
from arbitrage.pages.people import person
from arbitrage.pages.places import board_choices, table_choices, tables
from arbitrage.pages.question import head
from arbitrage.pages.regulations import used
from arbitrage.pages.revokes import numbers_words, overtaken
from arbitrage.pages.score_drawn import weights
from arbitrage.pages.trail import trail
from arbitrage.pages.uses import uses
from arbitrage.pages.words import award_words, points_words, result_words, tricks_words
from arbitrage.services import clock, table
from arbitrage.services.errors import Refused
from arbitrage.services.finality import final_from, is_final
from arbitrage.services.results.revokes import of_revokes, on_its_result, overtaken_among
from arbitrage.services.results.scores import SCORED, propose_adjustment
from rulings.engine import text
from rulings.engine.inquiry import Ending, Ruled, Waiting
from rulings.engine.roles import with_roles
from rulings.engine.ruling import ConsiderAdjusting, Info, Presence, Rectification, When
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import MAJOR_DUTY
from rulings.scores.award import Award

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


ON_LEAD = "50-table"
"""The entry point that asks who is about to lead, for all the penalty cards of a table."""


def decision_page(found: Inquiry, state: Ending, *, reader: "AbstractBaseUser", may_rule: bool) -> dict[str, Any]:
    """All that the page of a decision shows."""
    issued, known = found.current_ruling, with_roles(found.known())
    incident, club = found.incident, found.incident.club
    said = effects(state.ruling.rectifications, known)
    return {
        **head(found),
        "heading": text.plain(state.ruling.text, known, translation),
        "regulations": used(found),
        "ruling": state.ruling,
        "waiting": isinstance(state, Waiting),
        "facts": known,
        "issued": issued,
        "issued_by": person(issued.by) if issued else "",
        "final_from": final_from(incident.tournament, club) if is_final(incident, clock.now(), club) else None,
        "may_rule": may_rule,
        "trail": [line if may_rule else line | {"url": ""} for line in trail(found, state, reader)],
        "back_url": _last_question(found, state) if may_rule else reverse("room", args=[found.incident.tournament_id]),
        "score": before_and_after(found.incident)
        if issued and said["scored"] and not isinstance(state, Waiting)
        else None,
        "numbers": numbers_words(found, state) if isinstance(state, Ruled) else [],
        **said,
        **_duties(found, state),
        **_around(found, may_rule),
    }


def before_and_after(incident: Incident) -> dict[str, Any] | None:
    """The result of the table as it was played and as it is ruled; None as long as that cannot be said, or is still to
    be put together."""
    try:
        proposal = propose_adjustment(incident)
    except Refused:
        return None
    before, after = proposal.before.award, proposal.after.award
    if before is None or after is None or proposal.to_compose:
        return None
    return {"before": _in_two(before), "after": _in_two(after) if before != after else None, "bars": weights(after)}


def _in_two(award: Award) -> dict[str, str]:
    """A result in large and in small letters: "3NT+2", "11 tricks, 660 to North-South"; one that is no plain result
    in words alone."""
    if award.ns != award.ew or not isinstance(award.ns, tuple) or len(award.ns) > 1 or not award.ns[0].contract:
        return {"large": "", "small": award_words(award)}
    (one,) = award.ns
    small = [tricks_words(one.tricks)] if one.tricks is not None else []
    return {"large": result_words(one), "small": ", ".join((*small, points_words(one.score)))}


def _last_question(found: Inquiry, state: Ending) -> str:
    asked = [step.question.id for step in state.trail if not step.derived and step.question.kind != "moment"]
    return reverse("question", args=[found.pk, asked[-1]]) if asked else reverse("what", args=[found.incident_id])


def effects(rectifications: tuple[Rectification, ...], known: Mapping[str, str]) -> dict[str, Any]:
    """The effects of a ruling by the place where the page says them; those without words are not said."""
    found: dict[str, Any] = {"steps": [], "information": [], "notes": [], "sends": [], "scored": False}
    found |= {"stay": [], "leave": []}
    found |= uses([one for one in rectifications if isinstance(one, Info) and one.text], known)
    found["penalty"] = any(one.effect == "PP_POSSIBLE" for one in rectifications)
    for one in rectifications:
        match one.effect:
            case "INFO":
                found["information"].append(one)
            case "NOTE" | "PP_POSSIBLE" | "CONSIDER_AS":
                found["scored"] |= isinstance(one, ConsiderAdjusting) and one.when == "now"
                found["notes"].append(one)
            case "TD_PRESENCE":
                found["leave" if isinstance(one, Presence) and one.do == "LEAVE" else "stay"].append(one)
            case "SEND":
                found["sends"].append(one)
            case _:
                found["scored"] |= one.effect in SCORED
                found["steps"].append(one)
    return {name: _with_words(value) if name in SAID else value for name, value in found.items()}


SAID = ("steps", "information", "notes", "stay", "leave", "sends")


def _with_words(effects: list[Rectification]) -> list[Rectification]:
    return [one for one in effects if one.text]


def _duties(found: Inquiry, state: Ending) -> dict[str, Any]:
    """What to come back for: the moment that the inquiry itself waits for, what stands by itself, and what opened the
    inquiry as long as it is there: the penalty card asks for the same choice before the next lead."""
    own = [duty for duty in found.duties.all() if duty.state == Duty.State.OPEN]
    awaited = next((duty for duty in own if duty.question), None)
    opener = found.opened_by_duty
    duties = [*([opener] if opener and opener.state == Duty.State.OPEN else []), *own]
    lying = table.table_of(found.incident).cards if any(duty.about for duty in duties) else ()
    major = {one.key for one in lying if one.kind == "major"}
    return {
        "duties": [
            Due(
                duty,
                with_roles(duty.inquiry.known()),
                major=duty.about in major,
                opens=bool(duty.opens) and not any(later.opens == duty.opens == ON_LEAD for later in duties[at:]),
            )
            for at, duty in enumerate(duties, 1)
        ],
        "awaited": awaited,
        "moment": moment_button(state) if awaited else "",
    }


@dataclass(frozen=True)
class Due:
    """A duty with the facts that its words are filled from: those of the inquiry whose ruling left it.

    *major*: it is for a penalty card that is major now. One that was minor is so since another lies beside it (50B).
    *opens*: its button opens an inquiry; of several cards, the last one asks who is on lead, for all of them.
    """

    duty: Duty
    known: dict[str, str]
    major: bool = False
    opens: bool = False

    @property
    def text(self) -> str:
        return MAJOR_DUTY if self._became_major else self.duty.text

    @property
    def law(self) -> str:
        return "50B" if self._became_major else self.duty.law

    @property
    def _became_major(self) -> bool:
        return self.major and self.duty.law == "50C"

    @property
    def answered_by(self) -> str:
        """The question that the moment answers, when the inquiry itself waits for it."""
        return self.duty.question

    @property
    def moment(self) -> str:
        """What the button says that opens what the duty opens."""
        if self.duty.opens == ON_LEAD:
            return _("Who is about to lead?")
        if self.duty.moment == When.CARD_GONE.value:
            return _("The partner is about to lead")
        if self.duty.moment == When.END_OF_PLAY.value:
            return _("The board is played: look at it again")
        return _("It is the moment")

    @property
    def over(self) -> str:
        """What the button says that closes it."""
        if self.duty.moment == When.CARD_GONE.value:
            return _("The card has left the table")
        return _("It is over")


def moment_button(state: Ending) -> str:
    """What the button says that tells that the moment has come."""
    return moment_words(state.moment, [duty.law for duty in state.ruling.duties]) if isinstance(state, Waiting) else ""


def moment_words(moment: When, laws: Iterable[str]) -> str:
    """The same of a moment; *laws* are those of the duties that remain."""
    if moment is When.END_OF_PLAY:
        revoke = any(law.startswith("64") for law in laws)
        return _("The board is played: count the tricks") if revoke else _("The board is played: look at it again")
    return text.plain(moment.label, {}, translation)


def _around(found: Inquiry, may_rule: bool) -> dict[str, Any]:
    """The other inquiries of the incident with what they have ruled, the ruling that has overtaken this one if any has,
    and where it happened as long as that is not fully said."""
    incident = found.incident
    beside = list(incident.inquiries.with_everything().exclude(pk=found.pk))
    gone = overtaken_among(on_its_result(incident)) if any(map(of_revokes, (found, *beside))) else {}
    by = gone.get(found.pk)
    others = [_other(one, gone) for one in beside]
    around = {"others": others, "overtaken": overtaken(found, by) if by else None}
    if not may_rule or incident.result_id:
        return around
    places = tables(incident.tournament)
    return {
        **around,
        "tables": [] if incident.table else table_choices(incident, places),
        "boards": [] if incident.board_id else board_choices(incident),
    }


def _other(inquiry: Inquiry, gone: Mapping[UUID, Ruling]) -> dict[str, Any]:
    """Another inquiry of the incident in a line: its title, what it has ruled, and why that counts no more."""
    ruling = inquiry.current_ruling
    said = text.plain(ruling.data["text"], with_roles(ruling.data["facts"]), translation) if ruling else ""
    by = gone.get(inquiry.pk)
    words = overtaken(inquiry, by)["words"] if by else ""
    return {"inquiry": inquiry, "ruled": said, "overtaken": words, "law": ruling.law if ruling else inquiry.law}
