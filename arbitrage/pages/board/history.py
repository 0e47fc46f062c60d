"""The record of a board in words."""

import datetime
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import (
    Adjustment,
    Board,
    Event,
    Incident,
    Inquiry,
    Note,
    Result,
    Ruling,
)
from arbitrage.pages.board.history_appeals import AppealEntries
from arbitrage.pages.board.history_lines import LineEntries
from arbitrage.pages.board.history_penalties import PenaltyEntries
from arbitrage.pages.devices.outbox import said_offline
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.on_the_table import said_words
from arbitrage.pages.wording.people import author
from arbitrage.pages.wording.questions_and_rulings import ruling_paragraph
from arbitrage.pages.wording.scores import award_words, contract_words, points_words
from arbitrage.pages.wording.sentences import plain
from arbitrage.pages.wording.standing import body_words, stands_words
from arbitrage.pages.wording.statements import WHOSE
from arbitrage.pages.wording.trail import answer_words as answer_shown
from arbitrage.pages.wording.trail import questions
from arbitrage.services.incidents import RESULT_FACTS
from arbitrage.services.incidents.standing import State, decided_by, standings
from arbitrage.services.results.after_correction import calls_of
from arbitrage.services.results.entering import LINE_EVENTS, award_of
from arbitrage.services.results.field import as_recorded
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.scores.award import Award

WHOLE = ("tournament_imported", "tournament_updated", "scores_published", "publication_withdrawn")
"""Events of the whole tournament."""

ANSWERS = ("answered", "answer_changed")


BOOKS = frozenset(
    {
        *("state_changed", "duty_done", "duty_cancelled", "duty_described", "words_adopted", "answer_repeated"),
        *("call_repeated", "inquiry_repeated", "case_placed", "appeal_seated", "appeal_unseated"),
    }
)
"""Events that the history does not show: consequences of other events, and repetitions."""


NOTHING_MORE = {
    "big": False, "void": False, "law": "", "words": "", "anchor": "", "note": "", "answers": (), "newer": "",
}  # fmt: skip
"""Default values of an entry, which most events do not set. Without them templates are slow: for a missing key, a
template tries every kind of lookup."""


class History(AppealEntries, LineEntries, PenaltyEntries):
    """The record of a board in words, newest first.

    Consecutive answers of one person form one entry. The events of `BOOKS` are left out.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.several_sections = board.tournament.sections.count() > 1
        self.incidents = {call.pk: call for call in calls_of(board)}
        calls = self.incidents.values()
        self.inquiries = {str(inquiry.pk): inquiry for call in calls for inquiry in call.inquiries.all()}
        self.rulings: dict[str, Ruling] = {
            str(ruling.pk): ruling for inquiry in self.inquiries.values() for ruling in inquiry.rulings.all()
        }
        self.standing = standings(calls, self.events)
        self.of_appeals = {
            str(each.appeal.adjustment_id): each.appeal
            for each in self.standing.values()
            if each.appeal is not None and each.appeal.adjustment_id
        }
        self.stands = {stands.ruling.pk: stands for each in self.standing.values() for stands in each.rulings}
        self.adjustments = {str(score.pk): score for call in calls for score in call.adjustments.all()}
        notes = Note.objects.filter(incident__in=self.incidents) if self.incidents else ()
        self.notes = {str(note.pk): note.text for note in notes}
        self.told: dict[str, Mapping[str, str]] = {}
        self.recorded: dict[str, Award | None] = {}
        self.written: dict[str, UUID] = {}
        self.known: dict[UUID, Mapping[str, str]] = {}

    # Queried on demand, because few boards need them

    @cached_property
    def events(self) -> list[Event]:
        """The events of the board, without those of the whole tournament."""
        return list(Event.objects.of_board(self.board, self.incidents).select_related("by"))

    def entries(self) -> Iterable[dict[str, Any]]:
        whole = Event.objects.of_tournament(self.board.tournament_id).select_related("by")
        events = sorted([*whole, *self.events], key=lambda event: event.at)  # a stable sort keeps each chain in order
        for event in reversed(events):  # ends with the values of the line before its first correction
            if event.kind in LINE_EVENTS:
                self.recorded[event.data["result"]] = award_of(event.data["was"])
        versions = [event for event in self.events if "edit" in event.data]  # not *whole*, slow to decode
        self.written = {
            version.data.get("of", str(version.pk)): version.pk for version in versions
        }  # the last version of each note
        shown: list[dict[str, Any]] = []
        for event in events:
            if event.kind in LINE_EVENTS:
                self.recorded[event.data["result"]] = award_of(event.data["now"])
            if event.kind in ANSWERS:
                self._answer(event, shown)
                continue
            words = self._said(event)
            if words:
                shown.append(self._entry(event) | words)
        return [entry | {"head": _head(entry)} for entry in reversed(shown)]

    def _entry(self, event: Event) -> dict[str, Any]:
        at = timezone.localtime(event.at)
        incident = self.incidents.get(event.incident_id) if event.incident_id else None
        return {
            "id": event.pk,
            "at": event.at,
            "day": "" if at.date() == self.board.tournament.date else shown.day(at.date()),
            "by": author(event),
            "by_id": event.by_id,
            "table": self.table_of(incident) if incident else "",
            "reference": incident.reference if incident else "",
            "to": self._link(event),
            **NOTHING_MORE,
        }

    def _link(self, event: Event) -> str:
        """Return the address of the page to which an entry belongs: the review, the ranking, or the line; "" for
        none."""
        if event.incident_id:
            return reverse("review", args=[event.incident_id])
        if event.kind in WHOLE or event.kind.startswith("penalty"):
            return reverse("ranking", args=[self.board.tournament_id])
        line = event.data.get("result") if event.kind in LINE_EVENTS else None
        return reverse("result", args=[line]) if line is not None and line in self.lines else ""

    def table_of(self, incident: Incident) -> str:
        letter = incident.section.letter if incident.section and self.several_sections else ""
        return f"{letter}{incident.table}" if incident.table else ""

    @cached_property
    def _letters(self) -> dict[str, str]:
        """The letters of the sections by identifier; {} where there is one section."""
        sections = self.board.tournament.sections.all() if self.several_sections else ()
        return {str(section.pk): section.letter for section in sections}

    # Answers

    def _answer(self, event: Event, entries: list[dict[str, Any]]) -> None:
        line = self._answer_line(event)
        if line is None:
            return
        last = entries[-1] if entries else {}
        if last.get("inquiry") == event.data["inquiry"] and last["by_id"] == event.by_id:
            last["answers"].append(line)
            last["at"] = event.at
        else:
            entries.append(self._entry(event) | {"inquiry": event.data["inquiry"], "answers": [line]})
            last = entries[-1]
        count = len(last["answers"])
        last["fact"] = ngettext("%(count)s answer", "%(count)s answers", count) % {"count": count}

    def _answer_line(self, event: Event) -> dict[str, Any] | None:
        data = event.data
        inquiry = self.inquiries.get(data["inquiry"])
        asked = questions(inquiry.edition, inquiry.law).get(data["question"]) if inquiry else None
        if inquiry is None or asked is None:
            return None
        known = self._known(inquiry)
        value = self.notes.get(data["note"], "") if data["note"] else data["value"]
        line = {
            "question": shown.words(asked.text, known, dict(asked.roles)),
            "answer": "" if asked.kind == "moment" else answer_shown(asked, value, known),
            "law": "" if asked.kind == "moment" else asked.law,  # several laws wait for the same moment
            "was": "",
        }
        if event.kind == "answer_changed" and data["was"] is not None:
            was = str(data["was"])
            before = self.notes.get(was.removeprefix("note:"), "") if was.startswith("note:") else was
            line["was"] = answer_shown(asked, before, known)
        return line

    def _known(self, inquiry: Inquiry) -> Mapping[str, str]:
        """Return the values for the blanks in the texts of an inquiry, queried once for all its answers."""
        if inquiry.pk not in self.known:
            self.known[inquiry.pk] = with_roles(inquiry.known())
        return self.known[inquiry.pk]

    # Everything else

    def _said(self, event: Event) -> dict[str, Any]:
        say = getattr(self, f"_{event.kind}", None)
        if say is None and event.kind not in BOOKS:
            raise LookupError(
                f"The history of a board has no words for “{event.kind}”: write History._{event.kind}, or name it in "
                "BOOKS when what it says is told elsewhere."
            )
        data = {} if event.kind in WHOLE else event.data  # events of `WHOLE` may contain the rows of a whole file
        entry: dict[str, Any] = say(event, data) if say else {}
        return entry

    def _incident_opened(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        called = data["called_by"]
        words = [_("Called by %(seat)s.") % {"seat": shown.seat(called)}] if called else []
        if at := data.get("called_at"):
            then = shown.clock(timezone.localtime(datetime.datetime.fromisoformat(at)))
            words.append(_("Noted without a network at %(time)s.") % {"time": then})
        return {"fact": _("Director!"), "words": " ".join(words)}

    def _attended(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Took the call over") if data.get("from") else _("Went to the table")}

    def _caller_said(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Called by %(seat)s.") % {"seat": shown.seat(data["called_by"])}}

    def _left_to_another(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Left the call to another director")}

    def _placed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        if not data["table"]:
            return {}
        return {
            "fact": _("Place noted: table %(table)s, board %(board)s")
            % {"table": f"{self._letters.get(data['section'], '')}{data['table']}", "board": self.board.number}
        }

    def _inquiry_opened(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        inquiry = self.inquiries.get(data["inquiry"])
        self.told[data["inquiry"]] = data["facts"]
        title = _(inquiry.entry.title) if inquiry else data["law"]
        return {"fact": _("Inquiry: %(title)s") % {"title": title}, "law": data["law"]}

    def _inquiry_dropped(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        inquiry = self.inquiries.get(data["inquiry"])
        title = _(inquiry.entry.title) if inquiry else ""
        words = _("It had been opened by mistake: nothing of it counts.")
        return {"fact": _("Inquiry dropped: %(title)s") % {"title": title}, "words": words}

    def _duty_reopened(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        inquiry = self.inquiries.get(data["inquiry"])
        duty = (
            next((candidate for candidate in inquiry.duties.all() if str(candidate.pk) == data["duty"]), None)
            if inquiry
            else None
        )
        if inquiry is None or duty is None:
            return {}
        words = text.plain(duty.text, self._known(inquiry), translation)
        return {"fact": _("To come back to again"), "words": words, "law": duty.law}

    def _moment_taken_back(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        inquiry = self.inquiries.get(data["inquiry"])
        asked = questions(inquiry.edition, inquiry.law).get(data["question"]) if inquiry else None
        if asked is None:
            return {}
        fact = _("Taken back: %(moment)s") % {"moment": shown.words(asked.text)}
        return {"fact": fact, "words": _("The inquiry waits for it again; later answers are kept for then.")}

    def _ruling_issued(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        ruling = self.rulings.get(data["ruling"])
        if ruling is None:
            return {}
        sentence, *rest = ruling_paragraph(ruling)
        entry = {
            "fact": sentence[1],
            "words": plain(rest).strip(),
            "law": ruling.law if not rest else "",
            "big": True,
            "anchor": f"ruling-{ruling.pk}",
            "address": reverse("decision", args=[ruling.inquiry_id]),
        }
        if ruling.provisional:
            entry["note"] = _("Provisional")
        stands = self.stands.get(ruling.pk)
        if stands is None:  # a ruling that only led to the next one has no state of its own
            return entry
        if stands.state not in (State.COUNTS, State.WAITS) or stands.maintained:
            entry["note"] = stands_words(stands, self.board.tournament.date, names=False)
        entry["void"] = not stands.counts
        if stands.next is not None and stands.next.at >= ruling.at:
            entry |= {"newer": f"#ruling-{stands.next.pk}", "newer_at": stands.since or stands.next.at}
        return entry

    def _duty_opened(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        inquiry = self.inquiries.get(data["inquiry"])
        known = self._known(inquiry) if inquiry else {}
        return {
            "fact": _("To come back to"),
            "words": text.plain(data["text"], known, translation),
            "law": data["law"],
        }

    def _facts_disputed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        words = self.notes.get(data["note"] or "", "")
        if data["disputed"]:
            return {"fact": _("Facts disputed, not determined"), "words": words, "law": "85B"}
        if words:
            return {"fact": _("Disputed facts decided"), "words": words, "law": "85A"}
        return {"fact": _("Facts agreed"), "law": "84"}

    def _statement_noted(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": WHOSE[data["whose"]], "words": self.notes.get(data["note"] or "", "") or _("Taken away")}

    def _words_added(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        if self.written.get(data.get("of", str(event.pk)), event.pk) != event.pk:
            return {}  # a later version of the note exists
        key = data["note"] if "note" in data else data["notes"][-1]
        return {"fact": _("Note"), "words": self.notes.get(key, "")} if key else {}

    def _words_erased(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Words erased"), "words": _("They cannot be read any more; what was ruled stands.")}

    def _table_said(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Said of the table"), "words": said_words(data["what"], data["about"])}

    def _table_unsaid(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Undone"), "words": said_words(data["what"], data["about"])}

    def _answer_refused(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        line = self._answer_line(event)
        if line is None:
            return {}
        return {
            "fact": _("Another answer, not kept"),
            "answers": [line],
            "words": _("Somebody had answered before; this answer came from a page that did not show it."),
        }

    def _evidence_shown(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        facts = {
            "claim": _("Evidence looked at: what carelessness can cost"),
            "equity": _("Evidence looked at: the other tables, and open cards"),
            "line": _("A line laid on the cloth, and kept"),
            "defences": _("A line checked against every defence"),
            "judged": _("Ways of playing held to be normal or irrational"),
        }
        return {"fact": facts[data["shown"]]}

    def _poll_opened(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Players are asked"), "words": self.notes.get(data["note"] or "", "")}

    def _poll_answered(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("A player has answered")}

    def _poll_closed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("The players have been asked")}

    def _ruled_offline(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        inquiry = self.inquiries.get(data["inquiry"])
        if inquiry is None or data["same"]:
            return {}
        words = said_offline(event, inquiry)
        return {
            "fact": _("Read out without a network, and ruled otherwise"),
            "words": words["words"],
            "law": words["law"],
        }

    def _result_entered(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        if data.get("kind") == Result.Kind.NOT_PLAYED:
            return {"fact": _("Noted: not played")}
        if not data["contract"]:
            return {"fact": _("Noted: passed out")}
        return {
            "fact": _("Noted: %(result)s by %(declarer)s, %(score)s")
            % {
                "result": contract_words(data["contract"], data["tricks"]),
                "declarer": shown.seat(data["declarer"]),
                "score": points_words(data["score"]),
            }
        }

    def _facts_completed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        """Describe completed facts, but only if they change the result that the inquiry had before."""
        before, now = self.told.get(data["inquiry"], {}), data["facts"]
        self.told[data["inquiry"]] = now
        if all(before.get(name, now.get(name)) == now.get(name) for name in RESULT_FACTS):
            return {}
        if "contract" in now:
            tricks = int(now["tricks"]) if "tricks" in now else None
            values = {"result": contract_words(now["contract"], tricks), "declarer": shown.seat(now["declarer"])}
            fact = _("The inquiry goes on from the corrected result: %(result)s by %(declarer)s") % values
        else:
            fact = _("The inquiry goes on without a result")
        return {"fact": fact, "words": _("No answer was changed.")}

    # Adjusted scores

    def _adjustment_confirmed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        adjustment = self.adjustments.get(data["adjustment"])
        award = Award.from_json(data["award"])
        values = {"after": award_words(award)}
        entry = {"big": True, "law": data["law"], "anchor": f"score-{data['adjustment']}"}
        before = as_recorded(adjustment.result) if adjustment is not None else None
        before = self.recorded.get(data["result"], before)
        if before is not None:
            values["before"] = award_words(before)
            entry["fact"] = _("%(before)s becomes %(after)s") % values
        else:
            entry["fact"] = _("Score confirmed: %(after)s") % values
        entry["words"] = self._fixed_words(data["adjustment"], by_hand=data["by_hand"])
        if reason := self.notes.get(data["reason"] or ""):
            entry["words"] = f"{entry['words']} {reason}"
        if adjustment is not None and adjustment.state == Adjustment.State.SUPERSEDED:
            newer = next((other for other in self.adjustments.values() if other.supersedes_id == adjustment.pk), None)
            entry["void"] = True
            if newer is not None:
                entry |= {"newer": f"#score-{newer.pk}", "newer_at": newer.at}
        return entry

    def _fixed_words(self, score: str, *, by_hand: bool) -> str:
        """Write who fixed a score: an appeal, or the director, by hand or from the rulings."""
        if appeal := self.of_appeals.get(score):
            return _("Fixed by %(body)s.") % {"body": body_words(decided_by(appeal))}
        return _("Chosen by the director.") if by_hand else _("Score confirmed.")

    def _adjustment_superseded(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        if data["followed_by"]:
            return {}
        return {"fact": _("The adjusted score counts no more"), "words": _("The result as played counts again.")}

    def _adjustment_entered(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Typed into the scoring program")}

    def _case_imported(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        words = _("It was %(reference)s there.") % {"reference": data["reference"]}
        return {"fact": _("Case read from a file of %(club)s") % {"club": data["origin"]}, "words": words}

    def _incident_withdrawn(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Call withdrawn"), "words": self.notes.get(data["note"] or "", "")}

    # Remarks afterwards

    def _commented(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Comment"), "words": self.notes.get(data["note"] or "", "")}

    def _question_asked(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Question to the director"), "words": self.notes.get(data["note"] or "", "")}

    def _question_answered(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("The director’s answer"), "words": self.notes.get(data["note"] or "", "")}

    def _reviewed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        ruling = self.rulings.get(data["ruling"])
        return {"fact": _("Reviewed: the decision stands"), "law": ruling.law if ruling else ""}

    def _ruling_corrected(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        ruling = self.rulings.get(data["ruling"])
        entry = {"fact": _("Another ruling was given, for this reason"), "law": ruling.law if ruling else ""}
        return entry | {"words": self.notes.get(data["note"] or "", "")}

    # Events of the whole tournament

    def _tournament_imported(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Results read from a file"), "words": self.board.tournament.source_name}

    def _tournament_updated(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("The file was read again")}

    def _scores_published(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Scores published"), "words": _("The correction period begins."), "law": "79C"}

    def _publication_withdrawn(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Publication withdrawn"), "law": "79C"}

    def _deal_looked_at(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Hands looked at while the board was played"), "words": _("Asked for on this page.")}

    def _board_opened_to_player(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Opened by a director who had yet to play it")}


def _head(entry: Mapping[str, Any]) -> str:
    """Write the first line of an entry: its day if it is not the tournament's, its time, its author, and its table."""
    table = _("table %(table)s") % {"table": entry["table"]} if entry["table"] else ""
    parts = (entry["day"], shown.clock(timezone.localtime(entry["at"])), entry["by"], table)
    return ", ".join(filter(None, parts))
