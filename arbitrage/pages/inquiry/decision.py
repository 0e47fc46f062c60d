"""A decision: what happens now, who may use what, what to come back for."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Duty, Incident, Inquiry
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.inquiry.steps import as_they_stand, step
from arbitrage.pages.inquiry.who_may_use import uses
from arbitrage.pages.score.drawing import weights
from arbitrage.pages.wording.day_and_hour import at_moment, moment
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
from rulings.laws2017.aloud import to_say
from rulings.laws2017.penalty_cards import MAJOR_DUTY
from rulings.scores.award import Award
from rulings.table import Ended, Said

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


ON_LEAD = "50-table"
"""The law that asks who is about to lead and covers all the penalty cards of a table."""


def decision_page(
    inquiry: Inquiry, state: Ending, *, reader: "AbstractBaseUser", may_rule: bool, place: bool = False
) -> dict[str, Any]:
    """Build the page of a decision; with *place* it asks again for the board."""
    known, incident = with_roles(inquiry.known()), inquiry.incident
    stands = standing(incident)
    current, day = stands.of(inquiry.pk), incident.tournament.date
    closed = final(inquiry)
    parts = effects(state.ruling.rectifications, known)
    became = _standing(inquiry, current)
    parts["steps"] = as_they_stand(parts["steps"], became["struck"], became["gone"], became["done"])
    parts |= {"stay": []} if current and _card_gone(current) else {}
    due = _due(inquiry, state, parts, scored=parts["scored"] and stands.mark.state != "confirmed")
    return {
        **head(inquiry),
        "heading": text.plain(state.ruling.text, known, translation),
        "regulations": used(inquiry),
        "statements": told(incident),
        "ruling": state.ruling,
        "waiting": isinstance(state, Waiting),
        "facts": known,
        "decided": decided_line(current, day) if current else "",
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
        if current and current.state is not State.CHANGED and parts["scored"] and not isinstance(state, Waiting)
        else None,
        "numbers": numbers_words(inquiry, state) if isinstance(state, Ruled) else [],
        **parts,
        **due,
        "staying": _stays(parts),
        "room_in_due": due["first"] == "room" and may_rule and not became["struck"] and _comes_back(parts, due),
        **_around(inquiry, stands),
        **(_where(incident, place) if may_rule else {}),
    }


def _standing(inquiry: Inquiry, current: Stands | None) -> dict[str, Any]:
    """Describe the current state of a ruling. *stands*: the state in words. *carried_out*: the table has done all that
    the ruling demanded. *struck*: the ruling no longer counts; *said_at*: when it was given. *gone*: its sentences that
    no longer apply. *done*: when a sentence was carried out, by sentence. *overtaken*: where to go on (law, url, way,
    more). *since*: later rulings and statements at the same table."""
    if current is None:
        return {
            **{"stands": "", "carried_out": False, "struck": False, "said_at": ""},
            **{"gone": (), "done": {}, "overtaken": None, "since": []},
        }
    day = inquiry.incident.tournament.date
    lifted = current.state is State.OVERTAKEN and _card_gone(current) and any(gone.by_ruling for gone in current.gone)
    effects_ = current.ruling.data["rectifications"]
    return {
        "stands": stands_words(current, day),
        "carried_out": current.state is State.OVERTAKEN and not any(gone.by_ruling for gone in current.gone),
        "struck": not current.counts or lifted,
        "said_at": at_moment(current.decided.at, day) if lifted or not current.counts else "",
        "gone": {effects_[place]["text"] for place in current.gone_sentences},
        "done": {
            effects_[place]["text"]: at_moment(gone.at, day)
            for gone in current.gone
            if not gone.by_ruling
            for place in gone.sentences
        },
        "overtaken": _way_on(current),
        "since": [_since(logged, day) for logged in current.later],
    }


def _stays(parts: Mapping[str, Any]) -> bool:
    """Does the director stay at the table until a later event there?"""
    return any(isinstance(presence, Presence) and presence.do == "STAY" for presence in parts["stay"])


def _comes_back(parts: Mapping[str, Any], due: Mapping[str, Any]) -> bool:
    """Does the director stay at this table, or must he come back to it?"""
    return bool(parts["stay"] or due["duties"])


def _card_gone(current: Stands) -> bool:
    """Have all the penalty cards of a ruling left the table? Then the director need not stay for them."""
    effects_ = current.ruling.data["rectifications"]
    cards = {place for place, effect in enumerate(effects_) if effect["effect"] == "PENALTY_CARD"}
    return bool(cards) and cards <= current.gone_sentences


def _way_on(current: Stands) -> dict[str, str] | None:
    """Return the link from a ruling that no longer counts or must be looked at again to the page that continues it;
    None while the ruling is in force."""
    if current.why == "both_revoked" and current.next is not None:
        return overtaken(current.inquiry, current.next)
    if current.state is State.CHANGED and current.appeal is not None:
        url = current.appeal.get_absolute_url()
        return {"law": current.appeal.law, "url": url, "way": _("See the decision of the appeal")}
    if current.state is State.APPEALED and current.appeal is not None:
        return {"law": "92", "url": current.appeal.get_absolute_url(), "way": _("See the appeal")}
    by = next((gone.by for gone in reversed(current.gone) if gone.by_ruling), None)
    if by is not None and current.state is State.OVERTAKEN:
        law = str(by.entry.ruling.get("law", "")) if isinstance(by.entry, Ended) else ""
        return {"law": law, "url": reverse("inquiry", args=[by.inquiry]), "way": _("See what counts now")}
    if current.changed:
        board = current.inquiry.incident.board_id
        return {"law": "", "url": reverse("board", args=[board]), "way": _("See the board")} if board else None
    return None


def _since(logged: Logged, day: datetime.date) -> dict[str, str]:
    """Describe an event at the table after a ruling: its time, its words, and for another ruling the law and the
    page."""
    when = moment(logged.place[0], day)
    if isinstance(logged.entry, Said):
        return {"when": when, "words": said_words(logged.entry.what, logged.entry.about), "law": "", "url": ""}
    ruling, facts = logged.entry.ruling, with_roles(logged.entry.facts)
    url = reverse("inquiry", args=[logged.inquiry])
    return {"when": when, "words": text.plain(ruling["text"], facts, translation), "law": ruling["law"], "url": url}


def before_and_after(incident: Incident) -> dict[str, Any] | None:
    """Show the result as played and the result after the ruling; None if the score cannot be computed, or if the
    director still has to compose it."""
    try:
        proposal = propose_adjustment(incident)
    except Refused:
        return None
    before, after = proposal.before.award, proposal.after.award
    if before is None or after is None or proposal.to_compose:
        return None
    return {"before": _in_two(before), "after": _in_two(after) if before != after else None, "bars": weights(after)}


def _in_two(award: Award) -> dict[str, str]:
    """Split a result into a part for large type, "3NT+2", and a part for small type, "11 tricks, 660 to North-South".
    Weighted and artificial scores have only small type."""
    if award.ns != award.ew or not isinstance(award.ns, tuple) or len(award.ns) > 1 or not award.ns[0].contract:
        return {"large": "", "small": award_words(award)}
    (outcome,) = award.ns
    small = [tricks_words(outcome.tricks)] if outcome.tricks is not None else []
    return {"large": result_words(outcome), "small": ", ".join((*small, points_words(outcome.score)))}


def _last_question(inquiry: Inquiry, state: Ending) -> str:
    asked = [step.question.id for step in state.trail if not step.derived and step.question.kind != "moment"]
    return reverse("question", args=[inquiry.pk, asked[-1]]) if asked else reverse("what", args=[inquiry.incident_id])


def effects(rectifications: tuple[Rectification, ...], known: Mapping[str, str]) -> dict[str, Any]:
    """Group the effects of a ruling by their place on the page; those without words are left out."""
    parts: dict[str, Any] = {"steps": [], "information": [], "notes": [], "sends": [], "scored": False}
    parts |= {"stay": [], "leave": [], "reasons": []}
    parts |= uses([effect for effect in rectifications if isinstance(effect, Info) and effect.text], known)
    parts["penalty"] = any(effect.effect == "PP_POSSIBLE" for effect in rectifications)
    for effect in rectifications:
        match effect.effect:
            case "INFO":
                parts["information"].append(effect)
                parts["steps"] += [effect] if to_say(effect.text) else []
            case "NOTE" if effect.text.startswith(READING):
                parts["reasons"].append(effect)
            case "NOTE" | "PP_POSSIBLE" | "CONSIDER_AS":
                parts["scored"] |= isinstance(effect, ConsiderAdjusting) and effect.when == "now"
                parts["notes"].append(effect)
            case "TD_PRESENCE":
                parts["leave" if isinstance(effect, Presence) and effect.do == "LEAVE" else "stay"].append(effect)
            case "SEND":
                parts["sends"].append(effect)
            case _:
                parts["scored"] |= effect.effect in SCORED
                parts["steps"].append(effect)
    parts = {name: _with_words(value) if name in SAID else value for name, value in parts.items()}
    parts["steps"] = [step(effect) for effect in parts["steps"]]
    parts["reasons"] = [*(act for act in parts["steps"] if act.is_said), *parts["reasons"]]
    return parts


READING = "Reading "
"""Prefix of a note on how the Law was interpreted. The page shows it with the reasons, on request."""

SAID = ("steps", "information", "notes", "reasons", "stay", "leave", "sends")


def _with_words(effects: list[Rectification]) -> list[Rectification]:
    return [effect for effect in effects if effect.text]


def _due(inquiry: Inquiry, state: Ending, parts: Mapping[str, Any], *, scored: bool) -> dict[str, Any]:
    """Describe the duties, and the main action of the page (*first*). *scored*: the ruling changes the score, which is
    not confirmed yet. *score_due*: that score can be confirmed now, as the inquiry does not wait for a moment.

    The main action is one of: "sends", the next law; "lead", the choice before the next lead while the director stays;
    "reach" or "over", the event that ends his stay, after which the inquiry continues or he may go; "score"; "room", if
    he need not act before the next call, or (*calm*) before the end of the board.
    """
    due = _duties(inquiry, state)
    sends, awaited = parts["sends"], due["awaited"]
    if sends and (not awaited or sends[0].to == "68"):
        first = "sends"
    elif (
        parts["stay"]
        and (at := next((at for at, duty in enumerate(due["duties"]) if duty.asked_now), None)) is not None
    ):
        first, due["duties"][at] = "lead", replace(due["duties"][at], leads=True)
    elif (
        _stays(parts)
        and (at := next((at for at, duty in enumerate(due["duties"]) if duty.over_soon), None)) is not None
    ):
        first = "reach" if due["duties"][at].answered_by else "over"
        due["duties"][at] = replace(due["duties"][at], ends=True)
    elif scored and not awaited:
        first = "score"
    else:
        first = "room"
    calm = first == "room" and bool(due["duties"]) and all(duty.at_the_end for duty in due["duties"])
    return due | {"first": first, "score_due": scored and not awaited, "calm": calm}


def _duties(inquiry: Inquiry, state: Ending) -> dict[str, Any]:
    """List the open duties: the moment that the inquiry waits for, its other duties, and the duty that opened it if
    that is still open, as a penalty card asks for the same choice before every lead."""
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


def done_words(duty: Duty) -> str:
    """Say which duty was just closed, and which duties of its call are still open."""
    card = duty.about.partition(":")[2]
    left_the_table = _("Noted: %(card)s has left the table.")
    words = left_the_table % {"card": text.card(card, "", translation)} if card else _("Noted.")
    left = Duty.objects.filter(inquiry__incident=duty.inquiry.incident_id, state=Duty.State.OPEN)
    moments = list(left.values_list("moment", flat=True))
    if not moments:
        nothing = _("Nothing more to come back for here.")
        return f"{words} {nothing}"
    if set(moments) != {When.END_OF_PLAY.value}:
        return words
    sentence = ngettext(
        "One question is left for the end of the board.",
        "%(count)s questions are left for the end of the board.",
        len(moments),
    )
    return f"{words} {sentence % {'count': len(moments)}}"


@dataclass(frozen=True)
class Due:
    """A duty, with the facts for the blanks of its text, which are those of the inquiry that created it.

    *major*: it is for a penalty card that is major now; a minor one becomes major when its player has another (50B).
    *opens*: its buttons open an inquiry; if there are several cards, only the last duty asks who is on lead. *leaders*:
    for each player who may be about to lead, whether a major penalty card restricts the lead. *leads*: its first button
    is the main action of the page; *ends*: the button that closes it is the main action.
    """

    duty: Duty
    known: dict[str, str]
    major: bool = False
    opens: bool = False
    leaders: Mapping[Seat, bool] = field(default_factory=dict)
    leads: bool = False
    ends: bool = False

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
        """The question of the inquiry that this moment answers, if the inquiry waits for it."""
        return self.duty.question

    @property
    def at_the_end(self) -> bool:
        """Is it for the end of the board, without an inquiry that waits for it?"""
        return self.duty.moment == When.END_OF_PLAY.value and not self.answered_by

    @property
    def asked_now(self) -> bool:
        """Does it have a button of its own that opens an inquiry during the board?"""
        return bool(self.acts) and not self.answered_by and not self.at_the_end

    @property
    def over_soon(self) -> bool:
        """Does its moment come while the director is at the table, so that its button ends his stay?"""
        return not self.opens and self.duty.moment in HAPPENED

    @property
    def acts(self) -> list[dict[str, str]]:
        """The buttons that report that its moment has come, each with its label and, if the law asks for it, the player
        about to lead. Players whose lead a major penalty card restricts come first (50D2)."""
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
        """The label of the button that closes the duty."""
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
    """Write the label of the button that reports the awaited moment; "" if the inquiry does not wait."""
    return moment_words(state.moment, [duty.law for duty in state.ruling.duties]) if isinstance(state, Waiting) else ""


def moment_words(moment: When, laws: Iterable[str]) -> str:
    """Write the label of the button for a moment; *laws* are those of the open duties."""
    if moment is When.END_OF_PLAY:
        revoke = any(law.startswith("64") for law in laws)
        return _("The board is played: count the tricks") if revoke else _("The board is played: look at it again")
    return _("%(happened)s: go on") % {
        "happened": HAPPENED.get(moment.value) or text.plain(moment.label, {}, translation)
    }


def _around(inquiry: Inquiry, stands: Standing) -> dict[str, Any]:
    """List the other inquiries of the incident with their rulings and current state."""
    beside = inquiry.incident.inquiries.exclude(pk=inquiry.pk).select_related("incident")
    return {"others": [_other(other, stands.of(other.pk)) for other in beside]}


def _where(incident: Incident, again: bool) -> dict[str, Any]:
    """List the choices for the missing part of the place: the table, then the board; also the board if it is asked
    *again*."""
    if incident.table is None:
        return {"tables": table_choices(incident, tables(incident.tournament))}
    return {"boards": [] if incident.board_id and not again else board_choices(incident)}


def _other(inquiry: Inquiry, current: Stands | None) -> dict[str, Any]:
    """Write another inquiry of the incident in a line: its title, its ruling, and its current state."""
    if current is None:
        return {"inquiry": inquiry, "ruled": "", "law": inquiry.law}
    data = current.ruling.data
    words = (
        stands_words(current, inquiry.incident.tournament.date)
        if current.state not in (State.COUNTS, State.WAITS)
        else ""
    )
    ruled = text.plain(data["text"], with_roles(data["facts"]), translation)
    return {
        "inquiry": inquiry,
        "ruled": ruled,
        "stands": words,
        "struck": not current.counts,
        "law": current.ruling.law,
    }
