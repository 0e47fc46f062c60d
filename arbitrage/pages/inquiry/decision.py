"""A decision: acts now, the use of information, and duties to come back for."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Duty, Incident, Inquiry
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.inquiry.steps import as_they_stand, step
from arbitrage.pages.inquiry.who_may_use import uses
from arbitrage.pages.score.drawing import weights
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.moments import HAPPENED
from arbitrage.pages.wording.notation import seat
from arbitrage.pages.wording.on_the_table import said_words
from arbitrage.pages.wording.polls import at_odds
from arbitrage.pages.wording.regulations import used
from arbitrage.pages.wording.revokes import numbers_words, overtaken
from arbitrage.pages.wording.scores import award_words, points_words, result_words, tricks_words
from arbitrage.pages.wording.standing import decided_line, mark_words, stands_words
from arbitrage.pages.wording.statements import told
from arbitrage.pages.wording.tables_and_boards import board_choices, table_choices, tables
from arbitrage.pages.wording.trail import trail
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import table
from arbitrage.services.incidents.standing import Standing, Stands, State, standing
from arbitrage.services.incidents.table import Logged
from arbitrage.services.results.scores import SCORED, propose_adjustment
from arbitrage.services.tournaments.finality import final
from rulings.bridge import Seat
from rulings.engine import text
from rulings.engine.inquiry import Ending, Ruled, Waiting
from rulings.engine.roles import with_roles
from rulings.engine.ruling import ConsiderAdjusting, Info, Presence, Rectification, When
from rulings.laws2017.penalty_cards import MAJOR_DUTY
from rulings.scores.award import Award
from rulings.table import Ended, Said

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


ON_LEAD = "50-table"
"""Entry point that asks for the next leader, for all penalty cards of a table."""


def decision_page(
    inquiry: Inquiry, state: Ending, *, reader: "AbstractBaseUser", may_rule: bool, place: bool = False
) -> dict[str, Any]:
    """Build the page of a decision; with *place*, it asks for the board again."""
    known, incident = with_roles(inquiry.known()), inquiry.incident
    stands = standing(incident)
    decision, day = stands.of(inquiry.pk), incident.tournament.date
    closed = final(inquiry)
    shown = effects(state.ruling.rectifications, known)
    became = _standing(inquiry, decision)
    shown["steps"] = as_they_stand(shown["steps"], became["struck"], became["gone"], became["done"])
    return {
        **head(inquiry),
        "heading": text.plain(state.ruling.text, known, translation),
        "regulations": used(inquiry),
        "statements": told(incident),
        "ruling": state.ruling,
        "waiting": isinstance(state, Waiting),
        "facts": known,
        "decided": decided_line(decision, day) if decision else "",
        "mark": mark_words(stands.mark, day) if stands.mark.adjustment else "",
        **became,
        "closed": closed,
        "may_rule": may_rule,
        "odds": at_odds(inquiry),
        "trail": [line if may_rule and not closed else line | {"url": ""} for line in trail(inquiry, state, reader)],
        "back_url": _last_question(inquiry, state)
        if may_rule
        else reverse("room", args=[inquiry.incident.tournament_id]),
        "score": before_and_after(inquiry.incident)
        if decision and decision.state is not State.CHANGED and shown["scored"] and not isinstance(state, Waiting)
        else None,
        "numbers": numbers_words(inquiry, state) if isinstance(state, Ruled) else [],
        **(shown | {"stay": []} if decision and _card_gone(decision) else shown),
        **_due(inquiry, state, shown, scored=shown["scored"] and stands.mark.state != "confirmed"),
        **_around(inquiry, stands),
        **(_where(incident, place) if may_rule else {}),
    }


def _standing(inquiry: Inquiry, stands: Stands | None) -> dict[str, Any]:
    """Describe the current state of a ruling: its words (*stands*); whether it is struck out, with the time of the
    ruling (*said_at*); its sentences that no longer apply (*gone*), and those carried out with their time (*done*); the
    way on (*overtaken*: law, url, way, more); and the later entries of its table (*since*)."""
    if stands is None:
        return {"stands": "", "struck": False, "said_at": "", "gone": (), "done": {}, "overtaken": None, "since": []}
    day = inquiry.incident.tournament.date
    lifted = stands.state is State.OVERTAKEN and _card_gone(stands) and any(gone.by_ruling for gone in stands.gone)
    effects_ = stands.ruling.data["rectifications"]
    return {
        "stands": stands_words(stands, day),
        "struck": not stands.counts or lifted,
        "said_at": moment(stands.decided.at, day) if lifted or not stands.counts else "",
        "gone": {effects_[place]["text"] for place in stands.gone_sentences},
        "done": {
            effects_[place]["text"]: moment(gone.at, day)
            for gone in stands.gone
            if not gone.by_ruling
            for place in gone.sentences
        },
        "overtaken": _way_on(stands),
        "since": [_since(logged, day) for logged in stands.later],
    }


def _card_gone(stands: Stands) -> bool:
    """Have all penalty cards of a ruling left the table, so that the director need not stay?"""
    effects_ = stands.ruling.data["rectifications"]
    cards = {place for place, effect in enumerate(effects_) if effect["effect"] == "PENALTY_CARD"}
    return bool(cards) and cards <= stands.gone_sentences


def _way_on(stands: Stands) -> dict[str, str] | None:
    """Return the link from a ruling that is no longer in force, or must be looked at again; None while it is in
    force."""
    if stands.why == "both_revoked" and stands.next is not None:
        return overtaken(stands.inquiry, stands.next)
    if stands.state is State.CHANGED and stands.appeal is not None:
        url = stands.appeal.get_absolute_url()
        return {"law": stands.appeal.law, "url": url, "way": _("See the decision of the appeal")}
    if stands.state is State.APPEALED and stands.appeal is not None:
        return {"law": "92", "url": stands.appeal.get_absolute_url(), "way": _("See the appeal")}
    by = next((gone.by for gone in reversed(stands.gone) if gone.by_ruling), None)
    if by is not None and stands.state is State.OVERTAKEN:
        law = str(by.entry.ruling.get("law", "")) if isinstance(by.entry, Ended) else ""
        return {"law": law, "url": reverse("inquiry", args=[by.inquiry]), "way": _("See what counts now")}
    if stands.changed:
        board = stands.inquiry.incident.board_id
        return {"law": "", "url": reverse("board", args=[board]), "way": _("See the board")} if board else None
    return None


def _since(logged: Logged, day: datetime.date) -> dict[str, str]:
    """List the rulings and statements at the table after a ruling: time, words, law, and the page of a ruling."""
    when = moment(logged.place[0], day)
    if isinstance(logged.entry, Said):
        return {"when": when, "words": said_words(logged.entry.what, logged.entry.about), "law": "", "url": ""}
    ruling, facts = logged.entry.ruling, with_roles(logged.entry.facts)
    url = reverse("inquiry", args=[logged.inquiry])
    return {"when": when, "words": text.plain(ruling["text"], facts, translation), "law": ruling["law"], "url": url}


def before_and_after(incident: Incident) -> dict[str, Any] | None:
    """Show the result of the table as played and as ruled; None while the ruled one is unknown, or still to be put
    together."""
    try:
        proposal = propose_adjustment(incident)
    except Refused:
        return None
    before, after = proposal.before.award, proposal.after.award
    if before is None or after is None or proposal.to_compose:
        return None
    return {"before": _in_two(before), "after": _in_two(after) if before != after else None, "bars": weights(after)}


def _in_two(award: Award) -> dict[str, str]:
    """Split a result into large and small letters: "3NT+2", "11 tricks, 660 to North-South"; any other award is in
    words only."""
    if award.ns != award.ew or not isinstance(award.ns, tuple) or len(award.ns) > 1 or not award.ns[0].contract:
        return {"large": "", "small": award_words(award)}
    (result,) = award.ns
    small = [tricks_words(result.tricks)] if result.tricks is not None else []
    return {"large": result_words(result), "small": ", ".join((*small, points_words(result.score)))}


def _last_question(inquiry: Inquiry, state: Ending) -> str:
    asked = [step.question.id for step in state.trail if not step.derived and step.question.kind != "moment"]
    return reverse("question", args=[inquiry.pk, asked[-1]]) if asked else reverse("what", args=[inquiry.incident_id])


def effects(rectifications: tuple[Rectification, ...], known: Mapping[str, str]) -> dict[str, Any]:
    """Group the effects of a ruling by their place on the page; those without words are left out."""
    shown: dict[str, Any] = {"steps": [], "information": [], "notes": [], "sends": [], "scored": False}
    shown |= {"stay": [], "leave": [], "reasons": []}
    shown |= uses(
        [rectification for rectification in rectifications if isinstance(rectification, Info) and rectification.text],
        known,
    )
    shown["penalty"] = any(rectification.effect == "PP_POSSIBLE" for rectification in rectifications)
    for rectification in rectifications:
        match rectification.effect:
            case "INFO":
                shown["information"].append(rectification)
            case "NOTE" if rectification.text.startswith(READING):
                shown["reasons"].append(rectification)
            case "NOTE" | "PP_POSSIBLE" | "CONSIDER_AS":
                shown["scored"] |= isinstance(rectification, ConsiderAdjusting) and rectification.when == "now"
                shown["notes"].append(rectification)
            case "TD_PRESENCE":
                shown[
                    "leave" if isinstance(rectification, Presence) and rectification.do == "LEAVE" else "stay"
                ].append(rectification)
            case "SEND":
                shown["sends"].append(rectification)
            case _:
                shown["scored"] |= rectification.effect in SCORED
                shown["steps"].append(rectification)
    shown = {name: _with_words(value) if name in SAID else value for name, value in shown.items()}
    shown["steps"] = [step(effect) for effect in shown["steps"]]
    shown["reasons"] = [*(effect for effect in shown["steps"] if effect.is_said), *shown["reasons"]]
    return shown


READING = "Reading "
"""Beginning of a note on the reading of the Law that was followed, which is shown on request."""

SAID = ("steps", "information", "notes", "reasons", "stay", "leave", "sends")


def _with_words(effects: list[Rectification]) -> list[Rectification]:
    return [effect for effect in effects if effect.text]


def _due(inquiry: Inquiry, state: Ending, shown: Mapping[str, Any], *, scored: bool) -> dict[str, Any]:
    """Describe the due acts, and the one to which the page leads (*first*): "sends" (the law to which the ruling
    sends), "lead" (the choice before the next lead, while the director stays), "score", or "room" if nothing is due.

    *scored*: the ruling changes the score, which is not confirmed yet (*score_due*).
    """
    due = _duties(inquiry, state)
    sends, awaited = shown["sends"], due["awaited"]
    if sends and (not awaited or sends[0].to == "68"):
        first = "sends"
    elif (
        shown["stay"]
        and (at := next((at for at, effect in enumerate(due["duties"]) if effect.asked_now), None)) is not None
    ):
        first, due["duties"][at] = "lead", replace(due["duties"][at], leads=True)
    elif scored and not awaited:
        first = "score"
    else:
        first = "room"
    return due | {"first": first, "score_due": scored and not awaited}


def _duties(inquiry: Inquiry, state: Ending) -> dict[str, Any]:
    """List the duties: the moment of the inquiry, standing ones, and the one that opened the inquiry while it is open,
    as a penalty card asks for the same choice before the next lead."""
    own = [duty for duty in inquiry.duties.all() if duty.state == Duty.State.OPEN]
    awaited = next((duty for duty in own if duty.question), None)
    opener = inquiry.opened_by_duty
    duties = [*([opener] if opener and opener.state == Duty.State.OPEN else []), *own]
    lying = table.table_of(inquiry.incident).cards if any(duty.about for duty in duties) else ()
    major = {card.key for card in lying if card.kind == "major"}
    bound = {card.seat.partner for card in lying if card.kind == "major"}
    leaders = {seat: seat in bound for seat in sorted(bound, key=str)} | {
        card.seat: False for card in lying if card.seat not in bound
    }
    return {
        "duties": [
            Due(
                duty,
                with_roles(duty.inquiry.known()),
                major=duty.about in major,
                opens=bool(duty.opens) and not any(later.opens == duty.opens == ON_LEAD for later in duties[at:]),
                leaders=leaders,
            )
            for at, duty in enumerate(duties, 1)
        ],
        "awaited": awaited,
        "moment": moment_button(state) if awaited else "",
    }


@dataclass(frozen=True)
class Due:
    """A duty with the facts that fill its words, from the inquiry that left it.

    *major*: its penalty card is major now; a minor one becomes major beside another (50B). *opens*: its buttons open an
    inquiry; of several cards, only the last duty asks for the leader, for all of them. *leaders* are the possible
    leaders, each with whether a major penalty card restricts his lead. *leads*: the page leads to its first act.
    """

    duty: Duty
    known: dict[str, str]
    major: bool = False
    opens: bool = False
    leaders: Mapping[Seat, bool] = field(default_factory=dict)
    leads: bool = False

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
        """Question that the moment answers, when the inquiry itself waits for it."""
        return self.duty.question

    @property
    def at_the_end(self) -> bool:
        """Is the duty for the end of the board? While the director stays for a lead, it is listed with the other
        acts."""
        return self.duty.moment == When.END_OF_PLAY.value and not self.answered_by

    @property
    def asked_now(self) -> bool:
        """Does the duty have a button that opens an inquiry?"""
        return bool(self.acts) and not self.answered_by and not self.at_the_end

    @property
    def acts(self) -> list[dict[str, str]]:
        """Buttons for its moment: the words of each, and the leader where that is asked. Players whose lead a major
        penalty card restricts come first, because declarer chooses first (50D2)."""
        if not self.opens:
            return []
        if self.duty.opens != ON_LEAD:
            return [{"label": str(HAPPENED.get(self.duty.moment) or _("The board is played: look at it again"))}]
        if not self.leaders:
            return [{"label": _("Who is about to lead?")}]
        who = self.known.get("declarer", "")
        declarer = seat(who) if who else _("declarer")
        first = _("%(player)s is about to lead: %(declarer)s chooses")
        return [
            {"label": (first if restricted else _("%(player)s is about to lead")) % names, "leader": leader.value}
            for leader, restricted in self.leaders.items()
            for names in [{"player": seat(leader.value), "declarer": declarer}]
        ]

    @property
    def over(self) -> str:
        """Words of the button that closes the duty."""
        if self.duty.moment == When.CARD_GONE.value:
            card = self.duty.about.partition(":")[2]
            return (
                _("%(card)s has left the table") % {"card": text.card(card, "", translation)}
                if card
                else _("The card has left the table")
            )
        if not self.opens and self.duty.moment in HAPPENED:
            return str(HAPPENED[self.duty.moment])
        return _("Nothing more to come back for")


def moment_button(state: Ending) -> str:
    """Return the words of the button for a moment."""
    return moment_words(state.moment, [duty.law for duty in state.ruling.duties]) if isinstance(state, Waiting) else ""


def moment_words(moment: When, laws: Iterable[str]) -> str:
    """Describe a moment; *laws* are those of the remaining duties."""
    if moment is When.END_OF_PLAY:
        revoke = any(law.startswith("64") for law in laws)
        return _("The board is played: count the tricks") if revoke else _("The board is played: look at it again")
    return text.plain(moment.label, {}, translation)


def _around(inquiry: Inquiry, stands: Standing) -> dict[str, Any]:
    """List the other inquiries of the incident with their rulings and current state."""
    beside = inquiry.incident.inquiries.exclude(pk=inquiry.pk).select_related("incident")
    return {"others": [_other(inquiry, stands.of(inquiry.pk)) for inquiry in beside]}


def _where(incident: Incident, again: bool) -> dict[str, Any]:
    """Build the input for the missing part of the place: the table, then the board; with *again*, the board."""
    if incident.table is None:
        return {"tables": table_choices(incident, tables(incident.tournament))}
    return {"boards": [] if incident.board_id and not again else board_choices(incident)}


def _other(inquiry: Inquiry, stands: Stands | None) -> dict[str, Any]:
    """Write another inquiry of the incident in a line: its title, its ruling, and its current state."""
    if stands is None:
        return {"inquiry": inquiry, "ruled": "", "stands": "", "struck": False, "law": inquiry.law}
    data = stands.ruling.data
    words = (
        stands_words(stands, inquiry.incident.tournament.date)
        if stands.state not in (State.COUNTS, State.WAITS)
        else ""
    )
    ruled = text.plain(data["text"], with_roles(data["facts"]), translation)
    return {"inquiry": inquiry, "ruled": ruled, "stands": words, "struck": not stands.counts, "law": stands.ruling.law}
