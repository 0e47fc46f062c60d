"""The current state of an incident in words: its rulings, score, due act, and right of appeal.

Every page, list and paper uses these sentences; `services.incidents.standing` derives the state.
"""

import datetime
from collections.abc import Iterable

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Appeal, Tournament
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import at_moment, moment, since_when
from arbitrage.pages.wording.on_the_table import said_words
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.scores import award_words, contract_words
from arbitrage.pages.wording.sentences import listed, parted
from arbitrage.services import clock
from arbitrage.services.appeals.asking import period
from arbitrage.services.incidents.standing import Decided, Due, Mark, Standing, Stands, State, decided_by
from arbitrage.services.incidents.standing_table import Change, Gone
from rulings.engine import text
from rulings.engine.ruling import When
from rulings.table import Bound, Lying, Said, Silent

Item = Lying | Bound | Silent

MOMENTS = {moment.value: moment.label for moment in When}

# Authors of decisions


def body_words(decided: Decided) -> str:
    """Name the body of a decision within a sentence: "the appeals committee"."""
    return {
        "director": _("the director"),
        "committee": _("the appeals committee"),
        "referee": _("the appeals referee"),
        "in_charge": _("the director in charge, who heard the appeal"),
        "authority": _("the authority"),
        "table": _("the players"),
        "file": _("the file of results"),
        "correction": _("the director, by a correction"),
    }[decided.body]


def fixed_by(decided: Decided | None, day: datetime.date | None, *, names: bool = True) -> str:
    """Name the author of a score, for a column: "Bernard Castel, 15:10"; without *names* his role."""
    if decided is None:
        return ""
    name = person(decided.by) if names and decided.body in ("director", "correction") else ""
    body = body_words(decided)
    return ", ".join(filter(None, (name or body[:1].upper() + body[1:], moment(decided.at, day))))


# A ruling


def stands_words(stands: Stands, day: datetime.date | None, *, names: bool = True) -> str:
    """Describe the current state of a ruling; "" for one that is simply in force. Without *names* no free words."""
    when = at_moment(stands.since, day)
    match stands.state:
        case State.WITHDRAWN:
            return _("This call was withdrawn: nothing of it counts.")
        case State.SUPERSEDED if stands.why == "both_revoked":
            return _both_revoked(stands, when)
        case State.SUPERSEDED:
            words = _("Replaced %(when)s by another ruling.") % {"when": when}
            if names and stands.reason:
                words += " " + _("Reason given: “%(reason)s”") % {"reason": stands.reason}
            return words
        case State.CHANGED:
            return changed_on_appeal(stands, day)
        case State.APPEALED:
            return _("Appeal asked for %(when)s, not judged yet.") % {"when": when}
        case State.AGAIN:
            return again_words(stands.changed)
        case State.WAITS:
            awaited = stands.ruling.data["moment"]
            return _("Provisional ruling, until this moment: %(moment)s.") % {"moment": moment_label(awaited)}
        case State.OVERTAKEN:
            return _("Overtaken %(when)s: %(what)s.") % {"when": when, "what": listed(map(gone_words, stands.gone))}
        case State.FINAL:
            final = _("Final since %(when)s: the times for corrections and for appeals are over (79C, 92B).")
            return " ".join(filter(None, (upheld_words(stands, day), final % {"when": since_when(stands.since, day)})))
        case _:
            return upheld_words(stands, day)


def moment_label(awaited: str) -> str:
    """Name a moment of the play in the middle of a sentence: "end of play"."""
    label = text.plain(MOMENTS[awaited], {}, translation) if awaited else ""
    return label[:1].lower() + label[1:]


def _both_revoked(stands: Stands, when: str) -> str:
    assert stands.next is not None  # noqa: S101  the ruling that superseded it
    if (stands.next.at, stands.next.pk) < (stands.ruling.at, stands.ruling.pk):
        return _("Both sides have revoked on this board: no trick moves by itself (Law 64B7).")
    sentence = _(
        "Replaced by the ruling given %(when)s: both sides have revoked on this board, no trick moves by itself (Law "
        "64B7)."
    )
    return sentence % {"when": when}


def changed_on_appeal(stands: Stands, day: datetime.date | None) -> str:
    """Write that an appeal changed the ruling: its body, time and Law."""
    appeal = stands.appeal
    if appeal is None or appeal.decided_at is None:
        return _("Changed on appeal.")
    return _("Changed on appeal: %(decided)s") % {"decided": decided_words(appeal, day)}


def decided_words(appeal: Appeal, day: datetime.date | None) -> str:
    """Write the decision of an appeal in a clause: "decided by the appeals committee at 17:02 (Law 93B3)."."""
    decided = decided_by(appeal)
    values = {"body": body_words(decided), "when": at_moment(decided.at, day), "law": shown.law_number(decided.law)}
    return _("decided by %(body)s %(when)s (Law %(law)s).") % values


def upheld_words(stands: Stands, day: datetime.date | None) -> str:
    """Write that an appeal has upheld a ruling; "" if none has."""
    if not stands.maintained or stands.appeal is None:
        return ""
    return _("Upheld on appeal: %(decided)s") % {"decided": decided_words(stands.appeal, day)}


def again_words(changed: Iterable[Change]) -> str:
    """Explain why a ruling must be looked at again: a fact that it rested on has changed."""
    reasons = [change_words(change) for change in changed]
    if not reasons:
        return _("To be looked at again: a question of it is open.")
    return _("To be looked at again: %(changes)s.") % {"changes": parted(reasons)}


def change_words(change: Change) -> str:
    """Write one change: "♣4 of East is no longer on the table", "the declarer is North, and was South"."""
    if change.item is not None:
        return _went(change.item) if change.what == "gone" else _came(change.item)
    values = {"was": _value(change.what, change.was), "now": _value(change.what, change.now)}
    sentence = {
        "declarer": _("the declarer is %(now)s, and was %(was)s"),
        "contract": _("the contract is %(now)s, and was %(was)s"),
        "tricks": _("declarer has %(now)s tricks, and had %(was)s"),
        "trumps": _("trumps are %(now)s, and were %(was)s"),
        "auction": _("the calls that are noted have changed"),
    }[change.what]
    return sentence % values


def _value(what: str, value: str) -> str:
    if not value:
        return pgettext("answer", "not known")
    if what == "declarer":
        return shown.seat(value)
    if what == "contract":
        return contract_words(value)
    if what == "trumps":
        return str(pgettext(*text.SUITS[""][value])) if value in text.SUITS[""] else pgettext("trumps", "notrump")
    return value


def item_words(item: Item) -> str:
    """Write an item of the table, a card or a restriction: "♣4 of East", "West, who may not lead diamonds"."""
    if isinstance(item, Lying):
        owner = pgettext(*text.SEATS["of"][item.seat.value])
        return _("%(card)s %(of_seat)s") % {"card": text.card(str(item.card), "", translation), "of_seat": owner}
    return shown.seat(item.seat)


def _bond(item: Bound | Silent) -> str:
    if isinstance(item, Silent):
        return _("must pass")
    suits = listed(str(pgettext(*text.SUITS[""][suit])) for suit in item.suits) if item.suits else ""
    return {
        "require": _("must lead %(suits)s"),
        "forbid": _("may not lead %(suits)s"),
        "may_forbid": _("may be forbidden a suit at his first lead"),
    }[item.how] % {"suits": suits}


def _went(item: Item) -> str:
    if isinstance(item, Lying):
        return _("%(card)s is no longer on the table") % {"card": item_words(item)}
    return _("%(player)s is no longer bound (%(bond)s)") % {"player": item_words(item), "bond": _bond(item)}


def _came(item: Item) -> str:
    if isinstance(item, Lying):
        kinds = {
            "major": _("%(card)s is a major penalty card"),
            "minor": _("%(card)s is a minor penalty card"),
            "exposed": _("%(card)s was seen during the auction"),
        }
        return kinds[item.kind] % {"card": item_words(item)}
    return _("%(player)s %(bond)s") % {"player": item_words(item), "bond": _bond(item)}


def gone_words(gone: Gone) -> str:
    """Name the items that are no longer on the table since a later ruling or statement."""
    entry = gone.by.entry
    if isinstance(entry, Said) and isinstance(gone.item, Lying):
        card = {"card": item_words(gone.item)}
        match entry.what:
            case "played":
                return _("%(card)s has been played") % card
            case "picked_up":
                return _("%(card)s has been picked up") % card
            case "not_penalised":
                return _("%(card)s is no penalty card") % card
            case _:
                return _went(gone.item)
    if isinstance(entry, Said):
        return said_words(entry.what, entry.about).rstrip(".")
    return _went(gone.item)


# The score


def mark_words(mark: Mark, day: datetime.date | None, *, names: bool = True) -> str:
    """Write the author of the score in force, or that it is still to be confirmed; "" if the table's result is in
    force."""
    if mark.state == "waits":
        if mark.adjustment is None:
            return _("Not confirmed yet: the result at the table counts until then.")
        return _("The ruling has changed since this score was confirmed: it counts until the new one is confirmed.")
    if mark.state == "compose":
        return _("The score is still to be put together: the result at the table counts until then.")
    if mark.adjustment is None or mark.fixed is None:
        return ""
    values = {"when": at_moment(mark.fixed.at, day), "law": shown.law_number(mark.fixed.law)}
    if mark.fixed.body == "director":
        who = person(mark.fixed.by) if names else ""
        if who:
            values["name"] = who
            return _("Score fixed by the director, %(name)s, %(when)s (Law %(law)s).") % values
        return _("Score fixed by the director %(when)s (Law %(law)s).") % values
    values["body"] = body_words(mark.fixed)
    return _("Score fixed by %(body)s %(when)s (Law %(law)s).") % values


def score_line(mark: Mark, day: datetime.date | None) -> str:
    """Write in one line the adjusted score in force and its author; "" where the score at the table is in force."""
    if not mark.changed or mark.counts is None or mark.fixed is None:
        return ""
    values = {
        "score": award_words(mark.counts),
        "body": body_words(mark.fixed),
        "law": shown.law_number(mark.fixed.law),
    }
    words = _("%(score)s, fixed by %(body)s (Law %(law)s)") % values
    return words if mark.state == "confirmed" else _("%(score)s: another is still to be confirmed") % {"score": words}


def counted_words(mark: Mark) -> str:
    """Write the adjusted score in force, and that another one is still to be confirmed, if so; "" where the result of
    the table is in force."""
    if mark.adjustment is None or mark.counts is None:
        return ""
    score = award_words(mark.counts)
    return score if mark.state == "confirmed" else _("%(score)s: another is still to be confirmed") % {"score": score}


# States in one word, for lists


def state_word(standing: Standing) -> tuple[str, str]:
    """Show the state of an incident: an icon and a word or two."""
    last = standing.last
    incident = standing.incident
    if incident.state == "withdrawn":
        return "pencil", _("Withdrawn")
    if any(ruling.changed for ruling in standing.rulings):
        return "again", _("To be looked at again")
    if standing.appeal is not None and standing.appeal.state == Appeal.State.DECIDED:
        return _appealed_word(standing)
    words = {
        "open": ("hand", _("In progress")),
        "waiting": ("again", _("To come back to")),
        "appealed": ("disputed", _("Under appeal")),
        "final": ("check", _("Final")),
    }
    if incident.state in words:
        return words[incident.state]
    if standing.final_since is not None:
        return "check", _("Final")
    if last is not None and _may_appeal(incident.tournament):
        return "check", _("Appeal possible")
    return "check", _("Ruled")


def _appealed_word(standing: Standing) -> tuple[str, str]:
    assert standing.appeal is not None  # noqa: S101  the caller has checked
    if standing.appeal.to_carry_out:
        return "again", _("Appeal decided, to be carried out")
    if standing.appeal.outcome in (Appeal.Outcome.SCORE, Appeal.Outcome.RULING):
        return "check", _("Changed on appeal")
    return "check", _("Upheld on appeal")


def _may_appeal(tournament: Tournament) -> bool:
    """Is the period for an appeal running (Law 92B)?"""
    now = clock.now()
    limit = period(tournament, now)
    begun = tournament.published_at is not None and tournament.published_at <= now
    return begun and limit.until is not None and now < limit.until


def due_words(due: Due) -> str:
    """Write the next act, for a line; "" when nothing is due."""
    return {
        "answer": _("A question is open."),
        "moment": _("To come back to."),
        "look_again": _("Look at this decision again."),
        "hear": _("An appeal waits to be heard."),
        "carry_out": _("The decision of the appeal is still to be carried out."),
        "compose": _("The score is still to be put together."),
        "confirm": _("The score is still to be confirmed."),
        "": "",
    }[due.kind]


def decided_line(stands: Stands, day: datetime.date | None, *, names: bool = True) -> str:
    """Write the author and time of a ruling: "Ruled at 16:41 by Bernard Castel."."""
    when = at_moment(stands.decided.at, day)
    if stands.decided.body == "director":
        name = person(stands.decided.by) if names else ""
        if name:
            return _("Ruled %(when)s by %(name)s.") % {"when": when, "name": name}
        return _("Ruled %(when)s.") % {"when": when}
    return _("Decided %(when)s by %(body)s.") % {"when": when, "body": body_words(stands.decided)}
