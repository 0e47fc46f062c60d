"""L'étui: a board's deal, its traveller as it counts now, and everything that happened to it."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import (
    Adjustment,
    Board,
    Contestant,
    Event,
    Incident,
    Inquiry,
    Note,
    Penalty,
    Result,
    Ruling,
    Tournament,
)
from arbitrage.report import contract_words, listed, plain, points_words, ruling_paragraph, table_words
from arbitrage.services.field import TravellerLine, as_recorded, traveller
from arbitrage.services.incidents import RESULT_FACTS
from arbitrage.services.results import LINE_EVENTS, Reason, award_of, to_review
from arbitrage.templatetags import bridge as shown
from arbitrage.views import MemberRequest, for_members, to_read
from arbitrage.views.ranking import penalty_words
from arbitrage.views.results import FORM_LETTERS, columns, line_words, review_words, seated, worth
from arbitrage.views.showing import person, questions
from arbitrage.views.showing import shown as answer_shown
from arbitrage.words import award_cells, award_words
from rulings import text
from rulings.award import Award
from rulings.bridge import Side
from rulings.roles import with_roles

ANSWERS = ("answered", "answer_changed")


@for_members("GET")
def board_list(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """The boards of a tournament, those with incidents marked."""
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    boards = tournament.boards.annotate(
        lines=Count("results", distinct=True),
        calls=Count("incidents", filter=~Q(incidents__state=Incident.State.WITHDRAWN), distinct=True),
    )
    may_change = Tournament.objects.for_director(request.user).filter(pk=tournament.pk).exists()
    context = {"tournament": tournament, "boards": boards, "may_change": may_change}
    return render(request, "board/list.html", context)


@for_members("GET")
def board(request: MemberRequest, board_id: UUID) -> HttpResponse:
    """One board: deal, traveller, history."""
    found = to_read(Board.objects.select_related("tournament__club"), request.user, board_id)
    lines = traveller(found)
    forms, sat = sorted({line.result.form for line in lines}), seated(lines)
    context = {
        "board": found,
        "tournament": found.tournament,
        "forms": [
            {
                "letter": FORM_LETTERS.get(form, form) if len(forms) > 1 else "",
                "lines": [_line(line, sat[line.result.pk]) for line in lines if line.result.form == form],
            }
            for form in forms
        ],
        **columns(lines),
        "several_sections": len({line.result.section_id for line in lines}) > 1,
        "may_correct": Board.objects.for_director(request.user).filter(pk=found.pk).exists(),
        "tricks": _tricks(found.double_dummy),
        "par": _par(found.par),
        "review": [review_words(one) for one in to_review(found)],
        "history": list(_History(found).entries()),
        "incidents": found.incidents.exclude(state=Incident.State.WITHDRAWN).order_by("called_at", "pk"),
    }
    return render(request, "board/board.html", context)


def _line(line: TravellerLine, sat: tuple[str, str]) -> dict[str, Any]:
    made, declarer, score = award_cells(line.after.award)
    return {
        "line": line,
        "result": line.result,
        "sat": sat,
        "made": made,
        "declarer": declarer,
        "score": score,
        "worth": worth(line.after),
        "adjusted": _adjusted(line),
    }


def _adjusted(line: TravellerLine) -> str:
    """Which way an adjusted score went for North-South: an arrow; "" for a line that counts as played."""
    before, after = line.before.award, line.after.award
    if before == after:
        return ""
    if before is None or after is None or before.score is None or after.score is None or before.score == after.score:
        return "↕"
    return "↑" if after.score > before.score else "↓"


def _tricks(double_dummy: str) -> list[dict[str, Any]]:
    """The tricks that each declarer can win with all cards seen, clubs to notrump; partners together when equal.

    PBN gives 20 hexadecimal digits: North, South, East, West, each notrump, spades, hearts, diamonds, clubs.
    """
    if len(double_dummy) != 20:
        return []
    try:
        rows = [[int(digit, 16) for digit in double_dummy[at : at + 5]][::-1] for at in range(0, 20, 5)]
    except ValueError:
        return []
    found = []
    for side, first, second in (("NS", 0, 1), ("EW", 2, 3)):
        if rows[first] == rows[second]:
            found.append({"who": shown.side(side, "letter"), "tricks": rows[first]})
        else:
            seats = ("N", "S") if side == "NS" else ("E", "W")
            found += [
                {"who": shown.seat(seat, "letter"), "tricks": row}
                for seat, row in zip(seats, (rows[first], rows[second]), strict=True)
            ]
    return found


def _par(par: str) -> str:
    """PBN's optimum score, "NS 990", in words: "990 to North-South"; "" when the file gives none."""
    side, _space, points = par.partition(" ")
    if side not in tuple(Side) or not points.lstrip("-").isdigit():
        return ""
    return points_words(int(points) if side == Side.NS else -int(points))


class _History:
    """The record of a board in words, newest first.

    Answers given one after the other by one person are one entry. What only keeps the books (a state that follows, an
    answer sent twice) is left out.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.several_sections = board.tournament.sections.count() > 1
        incidents = Incident.objects.filter(board=board).select_related("section", "tournament")
        self.incidents = {one.pk: one for one in incidents}
        inquiries = Inquiry.objects.filter(incident__board=board).with_everything()
        self.inquiries = {str(one.pk): one for one in inquiries}
        self.rulings: dict[str, Ruling] = {
            str(ruling.pk): ruling for inquiry in self.inquiries.values() for ruling in inquiry.rulings.all()
        }
        self.replaced_by = {str(one.supersedes_id): one for one in self.rulings.values() if one.supersedes_id}
        adjustments = Adjustment.objects.filter(incident__board=board).select_related("result")
        self.adjustments = {str(one.pk): one for one in adjustments}
        self.notes = {str(one.pk): one.text for one in Note.objects.filter(incident__board=board)}
        self.lines = {str(one.pk): one for one in board.results.select_related("section", "ns")}
        people = Contestant.objects.filter(section__tournament=board.tournament_id)
        self.contestants = {str(one.pk): one for one in people}
        self.penalties = {str(one.pk): one for one in Penalty.objects.filter(board=board).with_people()}
        self.told: dict[str, Mapping[str, str]] = {}
        self.recorded: dict[str, Award | None] = {}

    def entries(self) -> Iterable[dict[str, Any]]:
        events = list(Event.objects.of_board(self.board).select_related("by"))
        for event in reversed(events):  # what each line said before its first correction
            if event.kind in LINE_EVENTS:
                self.recorded[event.data["result"]] = award_of(event.data["was"])
        found: list[dict[str, Any]] = []
        for event in events:
            if event.kind in LINE_EVENTS:
                self.recorded[event.data["result"]] = award_of(event.data["now"])
            if event.kind in ANSWERS:
                self._answer(event, found)
                continue
            said = self._said(event)
            if said:
                found.append(self._entry(event) | said)
        return reversed(found)

    def _entry(self, event: Event) -> dict[str, Any]:
        at = timezone.localtime(event.at)
        incident = self.incidents.get(event.incident_id) if event.incident_id else None
        return {
            "id": event.pk,
            "at": event.at,
            "day": "" if at.date() == self.board.tournament.date else shown.day(at.date()),
            "by": person(event.by),
            "by_id": event.by_id,
            "table": self._table(incident) if incident else "",
            "big": False,
            "void": False,
            "law": "",
            "words": "",
        }

    def _table(self, incident: Incident) -> str:
        letter = incident.section.letter if incident.section and self.several_sections else ""
        return f"{letter}{incident.table}" if incident.table else ""

    # Answers

    def _answer(self, event: Event, found: list[dict[str, Any]]) -> None:
        line = self._answer_line(event)
        if line is None:
            return
        last = found[-1] if found else {}
        if last.get("inquiry") == event.data["inquiry"] and last["by_id"] == event.by_id:
            last["answers"].append(line)
            last["at"] = event.at
        else:
            found.append(self._entry(event) | {"inquiry": event.data["inquiry"], "answers": [line]})
            last = found[-1]
        count = len(last["answers"])
        last["fact"] = ngettext("%(count)s answer", "%(count)s answers", count) % {"count": count}

    def _answer_line(self, event: Event) -> dict[str, Any] | None:
        data = event.data
        inquiry = self.inquiries.get(data["inquiry"])
        asked = questions(inquiry.edition, inquiry.law).get(data["question"]) if inquiry else None
        if inquiry is None or asked is None:
            return None
        known = with_roles(inquiry.known())
        value = self.notes.get(data["note"], "") if data["note"] else data["value"]
        line = {
            "question": shown.words(asked.text, known, dict(asked.roles)),
            "answer": "" if asked.kind == "moment" else answer_shown(asked, value, known),
            "law": asked.law,
            "was": "",
        }
        if event.kind == "answer_changed" and data["was"] is not None:
            was = str(data["was"])
            before = self.notes.get(was.removeprefix("note:"), "") if was.startswith("note:") else was
            line["was"] = answer_shown(asked, before, known)
        return line

    # Everything else

    def _said(self, event: Event) -> dict[str, Any]:
        say = getattr(self, f"_{event.kind}", None)
        found: dict[str, Any] = say(event, event.data) if say else {}
        return found

    def _incident_opened(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        called = data["called_by"]
        words = _("Called by %(seat)s.") % {"seat": shown.seat(called)} if called else ""
        return {"fact": _("Director!"), "words": words}

    def _attended(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Went to the table")}

    def _placed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        if not data["table"]:
            return {}
        return {
            "fact": _("Place noted: table %(table)s, board %(board)s")
            % {"table": data["table"], "board": self.board.number}
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
        duty = next((one for one in inquiry.duties.all() if str(one.pk) == data["duty"]), None) if inquiry else None
        if inquiry is None or duty is None:
            return {}
        words = text.plain(duty.text, with_roles(inquiry.known()), translation)
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
        newer = self.replaced_by.get(str(ruling.pk))
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
        if newer is not None and (newer.provisional or not ruling.provisional):  # the end of a wait replaces nothing
            entry |= {"void": True, "newer": f"#ruling-{newer.pk}", "newer_at": newer.at}
        return entry

    def _duty_opened(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        inquiry = self.inquiries.get(data["inquiry"])
        known = with_roles(inquiry.known()) if inquiry else {}
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

    def _words_added(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"fact": _("Note"), "words": self.notes.get(data["notes"][-1], "")} if data["notes"] else {}

    def _answer_refused(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        line = self._answer_line(event)
        if line is None:
            return {}
        return {
            "fact": _("Another answer, not kept"),
            "answers": [line],
            "words": _("Somebody had answered before; this answer came from a page that did not show it."),
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

    # What happened to a line of the board, by hand or by a file that was read again

    def _result_corrected(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        reason = Reason(data["reason"]).label if data.get("reason") else ""
        return self._line_changed(data) | {"words": reason and f"{reason}."}

    def _result_changed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._line_changed(data) | {"words": _("The file says so since it was read again.")}

    def _result_added(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        values = {"table": self._line_table(data), "now": self._line_words(data["now"], pairs=True)}
        words = _("It came with the file.") if data.get("file") else _("The file had no such line.")
        fact = _("Result added, table %(table)s: %(now)s") % values
        return {"fact": fact, "words": words, "law": data.get("law", "")}

    def _result_removed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        values = {"table": self._line_table(data), "was": self._line_words(data["was"], pairs=True)}
        words = _("The file has no such line since it was read again.")
        fact = _("Result removed, table %(table)s: %(was)s") % values
        return {"fact": fact, "words": words, "law": data.get("law", "")}

    def _line_changed(self, data: Mapping[str, Any]) -> dict[str, Any]:
        was, now = data["was"], data["now"]
        moved = any(was.get(name) != now.get(name) for name in ("ns", "ew", "seats"))
        values = {
            "table": self._line_table(data),
            "was": self._line_words(was, pairs=moved),
            "now": self._line_words(now, pairs=moved),
        }
        fact = _("Result corrected, table %(table)s: %(was)s becomes %(now)s") % values
        return {"fact": fact, "big": True, "law": data.get("law", "")}

    def _line_table(self, data: Mapping[str, Any]) -> str:
        line = self.lines.get(data["result"])
        return table_words(line, self.several_sections) if line else str(data.get("table") or "?")

    def _line_words(self, said: Mapping[str, Any], *, pairs: bool) -> str:
        return line_words(said, self.contestants if pairs else {})

    def _forms_set(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        by_form: dict[int, list[str]] = {}
        for one in data["results"]:
            by_form.setdefault(one["form"], []).append(self._line_table(one))
        said = [
            ngettext("table %(tables)s in form %(form)s", "tables %(tables)s in form %(form)s", len(found))
            % {"tables": listed(found), "form": FORM_LETTERS[form]}
            for form, found in sorted(by_form.items())
        ]
        fact = _("Played in different forms: %(tables)s") % {"tables": ", ".join(said)}
        return {"fact": fact, "words": _("Each form is compared by itself."), "law": "87B"}

    def _facts_completed(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        """Told only where the inquiry had been told another result before."""
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
        one = self.adjustments.get(data["adjustment"])
        award = Award.from_json(data["award"])
        values = {"after": award_words(award)}
        entry = {"big": True, "law": data["law"], "anchor": f"score-{data['adjustment']}"}
        before = self.recorded.get(data["result"]) or (as_recorded(one.result) if one is not None else None)
        if before is not None:
            values["before"] = award_words(before)
            entry["fact"] = _("%(before)s becomes %(after)s") % values
        else:
            entry["fact"] = _("Score confirmed: %(after)s") % values
        entry["words"] = _("Chosen by the director.") if data["by_hand"] else _("Score confirmed.")
        if reason := self.notes.get(data["reason"] or ""):
            entry["words"] = f"{entry['words']} {reason}"
        if one is not None and one.state == Adjustment.State.SUPERSEDED:
            newer = next((other for other in self.adjustments.values() if other.supersedes_id == one.pk), None)
            entry["void"] = True
            if newer is not None:
                entry |= {"newer": f"#score-{newer.pk}", "newer_at": newer.at}
        return entry

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

    # Penalties

    def _penalty_given(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        one = self.penalties.get(data["penalty"])
        if one is None:
            return {}
        values = {"penalty": penalty_words(one, several_sections=self.several_sections)}
        return {
            "fact": _("Penalty: %(penalty)s") % values,
            "law": data["law"],
            "big": True,
            "void": one.state == Penalty.State.WITHDRAWN,
        }

    def _penalty_withdrawn(self, event: Event, data: Mapping[str, Any]) -> dict[str, Any]:
        one = self.penalties.get(data["penalty"])
        if one is None:
            return {}
        words = _("It was: %(penalty)s.") % {"penalty": penalty_words(one, several_sections=self.several_sections)}
        return {"fact": _("Penalty withdrawn"), "words": words, "law": data["correction"]}
