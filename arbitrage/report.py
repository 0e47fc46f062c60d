"""The report of an incident as one dictionary of finished words, which the page and the PDF both print.

Neither template translates, computes or chooses: what is not in the dictionary is on neither. Everything is plain
data (text, numbers, lists), in the reader's language. A *paragraph* is a list of runs, ``[bold, text]``.
"""

import datetime
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

import segno
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Contestant, Duty, Incident, Inquiry, Note, Result, Ruling, Stream, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.field import Line, TravellerLine, contestants, is_one_of
from arbitrage.services.scores import Proposal, propose_adjustment
from arbitrage.templatetags import bridge as shown
from arbitrage.views.showing import person, players, questions, table_name
from arbitrage.words import (
    award_cells,
    award_words,
    card_words,
    contract_words,
    points_words,
    ranked_words,
    share_points,
    share_short,
    tricks_words,
    unit_sign,
)
from rulings import text
from rulings.award import Award
from rulings.bridge import (
    Seat,
    Side,
    format_seat,
    suit_letter,
)
from rulings.questions import UNKNOWN, Question
from rulings.roles import with_roles
from rulings.ruling import When

Words = dict[str, Any]
Paragraph = list[list[Any]]

BESIDE_THE_DEAL = 400
"""Letters of facts that fit beside the diagram; longer ones are printed over the whole width."""

MOMENTS = {moment.value: moment.label for moment in When}


def report(incident: Incident, *, address: str) -> Words:
    """All that the report of an incident says; *address* is the page that its code leads to.

    Keys: language, title, event, reference, place, deal, table, facts, questions, decision, score, effect, appeal,
    signatures, record, code. A section has its *title*; one that has nothing to say is None.
    """
    inquiries = list(incident.inquiries.all())
    try:
        proposal: Proposal | None = propose_adjustment(incident)
    except Refused:
        proposal = None
    director = _director(incident, inquiries)
    words: Words = {
        "language": translation.get_language() or "en",
        "reference": incident.reference,
        "club": incident.club.name,
        "title": _("Ruling %(reference)s") % {"reference": incident.reference},
        "event": _event(incident),
        "place": list(_place(incident, director)),
        "deal": _deal(incident),
        "table": _at_the_table(incident),
        "facts": _facts(incident),
        "questions": _questions(inquiries),
        "decision": _decision(incident, inquiries),
        "score": _score(incident, proposal),
        "effect": _effect(incident.tournament, proposal),
        "appeal": _appeal(incident.tournament),
        "signatures": [
            _("For North-South"),
            _("For East-West"),
            _("The director, %(name)s") % {"name": director} if director else _("The director"),
        ],
        "record": _record(incident),
        "code": _code(incident, address),
    }
    return printable(words)


# Words


def printable(value: Any) -> Any:
    """The same data, every text in composed letters and without what is no letter, sign or space.

    Control characters and the marks that turn the direction of what follows them could make a report say something
    else than what was typed. Line ends become spaces: `paragraphs` has cut the text before. A word that no line can
    hold is given places to break.
    """
    if isinstance(value, str):
        composed = _INVISIBLE.sub("", unicodedata.normalize("NFC", value)).replace("\n", " ")
        return _UNBROKEN.sub(lambda match: f"{match[0]}\u200b", composed)
    if isinstance(value, Mapping):
        return {key: printable(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [printable(one) for one in value]
    return value


_INVISIBLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]"
)

_UNBROKEN = re.compile(r"\S{40}(?=\S)")


def paragraphs(typed: str) -> list[str]:
    """What somebody typed, a text for every line that is not empty."""
    return [line for line in (one.strip() for one in typed.splitlines()) if line]


def said(sentence: str, **values: object) -> Paragraph:
    """A sentence filled with values, what stands between two asterisks in bold: ``said("*%(a)s* is %(b)s", ...)``."""
    parts = sentence.split("*")
    return [[bool(at % 2), part % values] for at, part in enumerate(parts) if part]


def plain(paragraph: Paragraph) -> str:
    """A paragraph as one text."""
    return "".join(run[1] for run in paragraph)


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: "1, 2 and 5"."""
    *first, last = names
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def law_number(law: str) -> str:
    """The number of a Law as it is printed, without brackets: "64C2(b)" is "64C2b"."""
    return re.sub("[()]", "", law)


def in_brackets(sentence: str, law: str) -> str:
    """A sentence with the Law it rests on: "One trick is transferred (Law 64A2)."."""
    if not law:
        return sentence
    found = f"({ngettext('Law', 'Laws', 1 + law.count(','))}\u00a0{law_number(law)})"
    return f"{sentence[:-1]} {found}." if sentence.endswith(".") else f"{sentence} {found}"


def pair_words(contestant: Contestant) -> str:
    """A pair's players: "Hélène Marchand, Jean-Luc Perrin"; "" when nobody knows them."""
    return ", ".join(player.name for player in contestant.players.all() if player.name)


def table_words(result: Result, several_sections: bool) -> str:
    """The table of a line as the travellers call it: "3", "A3" where there are several sections."""
    number = str(result.table or (result.ns.number if result.ns else "?"))
    return f"{result.section.letter}{number}" if several_sections else number


def _clock(at: datetime.datetime) -> str:
    return shown.clock(timezone.localtime(at))


# The head


def _event(incident: Incident) -> str:
    tournament = incident.tournament
    said = [incident.club.name, tournament.name, shown.day(tournament.date)]
    if incident.section and incident.section.letter:
        said.append(_("section %(letter)s") % {"letter": incident.section.letter})
    return ", ".join(said)


def _director(incident: Incident, inquiries: Iterable[Inquiry]) -> str:
    """Who ruled, or else who went to the table, or took the call."""
    ruled = [ruling for ruling in (inquiry.current_ruling for inquiry in inquiries) if ruling and ruling.by]
    return person(ruled[-1].by if ruled else incident.attended_by or incident.opened_by)


def _place(incident: Incident, director: str) -> Iterator[list[str]]:
    where = [table_name(incident) or _("not known")]
    if incident.board:
        where.append(
            _("board %(number)s (dealer %(dealer)s, %(vulnerability)s)")
            % {
                "number": incident.board.number,
                "dealer": shown.seat(incident.board.dealer),
                "vulnerability": shown.vulnerability(incident.board.vulnerability),
            }
        )
    if incident.round:
        where.append(_("round %(number)s") % {"number": incident.round})
    yield [_("Table, board, round"), ", ".join(where)]
    pairs = dict(_pairs(incident.result))
    seated = {} if pairs else players(incident)
    for side in Side:
        pair = pairs.get(side)
        names = pair_words(pair) if pair else ", ".join(filter(None, (seated.get(seat, "") for seat in side.seats)))
        number = pair.number if pair else ""
        if number or names:
            both = (
                _("%(pair)s: %(players)s") % {"pair": number, "players": names} if number and names else number or names
            )
            yield [shown.side(side), both]
    called = _clock(incident.called_at)
    if incident.called_by:
        seat = shown.seat(incident.called_by)
        yield [
            _("Director"),
            _("%(name)s, called by %(seat)s at %(time)s") % {"name": director, "seat": seat, "time": called},
        ]
    else:
        yield [_("Director"), _("%(name)s, called at %(time)s") % {"name": director, "time": called}]


def _pairs(result: Result | None) -> list[tuple[Side, Contestant]]:
    found = [(Side.NS, result.ns), (Side.EW, result.ew)] if result else []
    return [(side, pair) for side, pair in found if pair]


def _code(incident: Incident, address: str) -> Words:
    """The QR code of the address as a path of unit squares, for any drawing."""
    rows = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix]
    squares = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return {
        "label": _("Code that leads to the report %(reference)s") % {"reference": incident.reference},
        "size": len(rows),
        "path": "".join(squares),
    }


# The board and what happened on it


def _deal(incident: Incident) -> Words | None:
    board = incident.board
    if board is None or not board.deal:
        return None
    return {
        "title": _("Deal"),
        "label": _("The deal"),
        "letters": {suit: suit_letter(suit, shown.language()) for suit in text.SYMBOLS},
        "symbols": dict(text.SYMBOLS),
    } | shown.deal(board.deal, board.vulnerability)


def _at_the_table(incident: Incident) -> Words:
    result = incident.result
    auction = _auction(result, incident.board.dealer) if result and incident.board else None
    return {
        "title": _("Auction, contract, result at the table") if auction else _("Contract, result at the table"),
        "auction": auction,
        "result": _result(result),
    }


def _auction(result: Result, dealer: str) -> Words | None:
    """The calls in rows of four under the seats, West first; an empty text where nobody has called yet."""
    order = [Seat.W, Seat.N, Seat.E, Seat.S]
    calls = [_call(call) for call in result.auction.split()]
    if not calls:
        return None
    cells = [""] * order.index(Seat(dealer)) + calls
    cells += [""] * (-len(cells) % 4)
    return {
        "seats": [format_seat(seat, shown.language()) for seat in order],
        "rows": [cells[at : at + 4] for at in range(0, len(cells), 4)],
    }


def _call(call: str) -> str:
    upper = call.upper()
    if upper in ("PASS", "P"):
        return pgettext("call", "Pass")
    return upper if upper in ("X", "XX") else contract_words(call)


def _result(result: Result | None) -> Paragraph:
    if result is None:
        return said(_("The result is not known yet."))
    if result.kind != Result.Kind.PLAYED or not result.contract or result.tricks is None:
        return said(shown.result(result))
    values = {
        "contract": contract_words(result.contract),
        "declarer": shown.seat(result.declarer),
        "lead": card_words(result.lead),
        "tricks": tricks_words(result.tricks),
        "result": contract_words(result.contract, result.tricks),
        "score": points_words(result.score or 0),
    }
    if result.lead:
        return said(_("%(contract)s by %(declarer)s, lead %(lead)s, %(tricks)s: %(result)s, *%(score)s*."), **values)
    return said(_("%(contract)s by %(declarer)s, %(tricks)s: %(result)s, *%(score)s*."), **values)


def _facts(incident: Incident) -> Words:
    if incident.disputed:
        found = said(_("*The facts are disputed and could not be determined* (Law 85B): the ruling lets play go on."))
    elif incident.evidence:
        found = said(_("*The facts were disputed; the director decided what happened* (Law 85A)."))
    else:
        found = said(_("*The facts are not disputed* (Law 84)."))
    typed = [*paragraphs(incident.evidence), *paragraphs(incident.words)]
    return {
        "title": _("Facts"),
        "paragraphs": [found, *([[False, line]] for line in typed)],
        "wide": sum(map(len, typed)) > BESIDE_THE_DEAL,
    }


# Questions, answers, decision


def _questions(inquiries: list[Inquiry]) -> Words | None:
    several = len(inquiries) > 1
    found = [
        {"title": _inquiry_title(number, inquiry) if several else "", "lines": list(_lines(inquiry))}
        for number, inquiry in enumerate(inquiries, 1)
    ]
    if not any(one["lines"] for one in found):
        return None
    return {"title": _("Questions and answers"), "inquiries": found}


def _inquiry_title(number: int, inquiry: Inquiry) -> str:
    title = f"{number}. {_(inquiry.entry.title)}"
    duty = inquiry.opened_by_duty
    return f"{title} ({_(MOMENTS[duty.moment]).lower()})" if duty else title


def _lines(inquiry: Inquiry) -> Iterator[Words]:
    """The trail as it was read and answered; what the board or the facts said by themselves left out, and moments."""
    known, steps = _trail(inquiry)
    asked = questions(inquiry.edition, inquiry.law)
    given = inquiry.facts.keys() - inquiry.answers_dict().keys()
    notes: dict[str, str] = {}
    for step in steps:
        question = asked.get(step["question"])
        if step["derived"] or step["question"] in given or step["question"] in MOMENTS:
            continue
        if step["value"].startswith("note:"):
            notes = notes or _notes(inquiry.incident)
        roles = step.get("roles")
        yield {
            "question": text.plain(step["text"], known, translation, roles),
            "answer": _answer(step, question, known, notes),
            "law": law_number(step["law"]),
            "options": _read_aloud(question, known, step["value"]),
        }


def _trail(inquiry: Inquiry) -> tuple[Mapping[str, str], list[Words]]:
    """What is known, and the steps in their order: of the ruling as stored, or as far as the inquiry has come."""
    ruling = inquiry.current_ruling
    if ruling is not None:
        data = ruling.data
        return with_roles(data["facts"]), data["trail"]
    steps = [
        {
            "question": step.question.id,
            "text": step.question.text,
            "value": step.value,
            "label": next((option.label for option in step.question.options if option.value == step.value), ""),
            "law": step.law,
            "derived": step.derived,
            "roles": dict(step.question.roles),
        }
        for step in inquiry.state().trail
    ]
    return with_roles(inquiry.known()), steps


def _answer(step: Words, question: Question[Any] | None, known: Mapping[str, str], notes: Mapping[str, str]) -> str:
    value = step["value"]
    kind = question.kind if question else ""
    if value.startswith("note:"):
        return notes.get(value.removeprefix("note:"), "") or _("(erased)")
    if value == UNKNOWN:
        return _("not known")
    match kind:
        case "seat":
            return shown.seat(value)
        case "card":
            return card_words(value)
        case "suit":
            return pgettext(*text.SUITS[""][value])
        case "yes_no" | "choice":
            return text.plain(step["label"], known, translation, step.get("roles"))
        case _:
            return str(value) or "–"


def _notes(incident: Incident) -> dict[str, str]:
    return {str(note.pk): note.text for note in Note.objects.filter(incident=incident)}


def _read_aloud(question: Question[Any] | None, known: Mapping[str, str], value: str) -> list[Words]:
    """The options that were read to a player before he chose (Law 10C1), and which one he chose."""
    if question is None or not question.chooser:
        return []
    roles = dict(question.roles)
    found = []
    for number, option in enumerate(question.options, 1):
        sentences = [text.plain(words, known, translation, roles) for words in (option.label, option.entails) if words]
        found.append({"words": f"{number}. {'. '.join(sentences)}", "chosen": option.value == value})
    return found


def _decision(incident: Incident, inquiries: list[Inquiry]) -> Words:
    found: list[Paragraph] = []
    if incident.state == Incident.State.WITHDRAWN:
        found.append(said(_("*This incident was withdrawn*: nothing below counts.")))
    for number, inquiry in enumerate(inquiries, 1):
        if len(inquiries) > 1:
            found.append([[True, _inquiry_title(number, inquiry)]])
        found += _ruled(inquiry)
    if not inquiries:
        found.append(said(_("Nothing has been asked or ruled yet.")))
    return {"title": _("Ruling"), "paragraphs": found}


def _ruled(inquiry: Inquiry) -> Iterator[Paragraph]:
    ruling = inquiry.current_ruling
    if ruling is None:
        yield said(_("*The inquiry is not finished*: there is no ruling yet."))
        return
    data = ruling.data
    known = with_roles(data["facts"])
    if ruling.provisional:
        moment = _(MOMENTS[data["moment"]]).lower()
        yield said(_("*Provisional ruling*, until this moment: %(moment)s."), moment=moment)
    yield ruling_paragraph(ruling)
    for duty in inquiry.duties.all():
        if duty.state == Duty.State.OPEN and not duty.question:
            sentence = in_brackets(text.plain(duty.text, known, translation), duty.law)
            yield said(_("To come back to: %(duty)s"), duty=sentence)
    replaced = [one for one in inquiry.rulings.all() if one.revision < ruling.revision and not one.provisional]
    if replaced:
        yield said(_("This ruling replaces the one given at %(time)s."), time=_clock(replaced[-1].at))


def ruling_paragraph(ruling: Ruling) -> Paragraph:
    """A stored ruling in words: its sentence in bold, then what it rests on and what it does, each with its Law."""
    data = ruling.data
    known = with_roles(data["facts"])
    steps = [
        in_brackets(text.plain(effect["text"], known, translation), effect["law"])
        for effect in data["rectifications"]
        if effect.get("text")
    ]
    sentence = text.plain(data["text"], known, translation)
    if all(effect["law"] != data["law"] for effect in data["rectifications"] if effect.get("text")):
        sentence = in_brackets(sentence, data["law"])
    return [[True, sentence], *([[False, " " + " ".join(steps)]] if steps else [])]


# The score


def _score(incident: Incident, proposal: Proposal | None) -> Words:
    words: Words = {"title": pgettext("result", "Score"), "head": [], "rows": [], "paragraphs": []}
    if proposal is None:
        return words | {"paragraphs": [said(_no_score(incident))]}
    unit = _unit(proposal)
    labels = ["", _("Contract"), "NS", "EW", *{"percent": ("% NS", "% EW"), "": ()}.get(unit, ("IMP NS", "IMP EW"))]
    words["head"] = [_sides(label) for label in labels]
    if not proposal.changed:
        words["rows"] = [_row(_("As played"), proposal.before, unit, bold=True)]
        words["paragraphs"] = [said(_("The result at the table stands."))]
        return words
    words["rows"] = [
        _row(_("Before"), proposal.before, unit),
        _row(_("After"), proposal.after, unit, bold=True),
    ]
    words["paragraphs"] = [*_given(proposal), *_confirmed(proposal)]
    return words


def _given(proposal: Proposal) -> Iterator[Paragraph]:
    """What is given in full where a row has no room for it, by whom and why."""
    counting = proposal.counting
    if counting.award.one is None:
        yield [[False, _("%(words)s.") % {"words": award_words(counting.award)}]]
    if counting.by_hand:
        yield said(_("*Chosen by the director* (Law %(law)s)."), law=counting.law)
        if counting.reason:
            yield [[False, _("Reason given: “%(reason)s”") % {"reason": counting.reason}]]


def _confirmed(proposal: Proposal) -> Iterator[Paragraph]:
    confirmed = proposal.confirmed
    if confirmed is None:
        yield said(_("*Not confirmed yet*: the result at the table counts until then."))
    elif proposal.stale:
        yield said(_("*The ruling has changed* since a score was confirmed: this one is not confirmed yet."))
    else:
        yield said(_("Confirmed at %(time)s by %(name)s."), time=_clock(confirmed.at), name=person(confirmed.by))


def _no_score(incident: Incident) -> str:
    if incident.result is None or incident.result.kind != Result.Kind.PLAYED:
        return _("There is no score to adjust at this table yet.")
    return _("The score is looked at when the inquiry is finished.")


def _row(label: str, line: Line, unit: str, *, bold: bool = False) -> Words:
    made, _declarer, _score = award_cells(line.award)
    award = line.award
    ns, ew = (share_points(award.ns, Side.NS), share_points(award.ew, Side.EW)) if award else ("", "")
    if award is not None and award.artificial:
        made, ns, ew = "", share_short(award.ns), share_short(award.ew)
    cells = [label, made, ns, ew]
    if unit:
        cells += [_worth(line, side, unit) for side in Side]
    return {"cells": cells, "bold": bold}


def _unit(proposal: Proposal) -> str:
    """What a line of the board is worth in: "percent", "imps"; "" where it is not compared."""
    line = proposal.after
    return "percent" if line.ns_percent is not None else "imps" if line.ns is not None else ""


def _worth(line: Line, side: Side, unit: str) -> str:
    if unit == "percent":
        return shown.percent(line.ns_exact if side is Side.NS else line.ew_exact)
    return shown.points(line.ns if side is Side.NS else line.ew)


def _sides(label: str) -> str:
    return label.replace("EW", shown.side("EW", "letter"))


def _effect(tournament: Tournament, proposal: Proposal | None) -> Words | None:
    """What the score changes for the others: percentages of the board, places in the ranking."""
    if proposal is None or not proposal.changed or not _unit(proposal):
        return None
    sentences = [" ".join(field_sentences(tournament, proposal)), " ".join(ranking_sentences(proposal))]
    found = [[[False, sentence]] for sentence in sentences if sentence]
    return {"title": _("Effect"), "paragraphs": found} if found else None


def field_sentences(tournament: Tournament, proposal: Proposal) -> list[str]:
    """What changes at the other tables, those that change alike together: for North-South, whose opponents have the
    rest, and for East-West too where the two sides are scored apart."""
    unit = _unit(proposal)
    several = tournament.sections.count() > 1
    others = [line for line in proposal.traveller if not line.in_question and line.before.ns is not None]
    named = {line.result.pk: table_words(line.result, several) for line in others}
    apart = any(award is not None and award.split for line in proposal.traveller for award in _awards(line))
    sentences = []
    moved: set[UUID] = set()
    for side in Side if apart else (Side.NS,):
        groups: dict[tuple[str, str], list[TravellerLine]] = defaultdict(list)
        for line in others:
            before, after = (_worth(one, side, unit) for one in (line.before, line.after))
            if before != after:
                groups[before, after].append(line)
                moved.add(line.result.pk)
        for (before, after), lines in groups.items():
            values = {
                "tables": listed(named[line.result.pk] for line in lines),
                "before": before,
                "after": after,
                "unit": unit_sign(unit),
            }
            sentences.append(_moved_words(side, len(lines)) % values)
    same = [name for key, name in named.items() if key not in moved]
    if same:
        sentence = ngettext("Table %(tables)s: unchanged.", "Tables %(tables)s: unchanged.", len(same))
        sentences.append(sentence % {"tables": listed(same)})
    return sentences


def _awards(line: TravellerLine) -> tuple[Award | None, Award | None]:
    return line.before.award, line.after.award


def _moved_words(side: Side, count: int) -> str:
    if side is Side.EW:
        return ngettext(
            "Table %(tables)s: from %(before)s to %(after)s%(unit)s for East-West.",
            "Tables %(tables)s: from %(before)s to %(after)s%(unit)s for East-West.",
            count,
        )
    return ngettext(
        "Table %(tables)s: from %(before)s to %(after)s%(unit)s for North-South.",
        "Tables %(tables)s: from %(before)s to %(after)s%(unit)s for North-South.",
        count,
    )


def ranking_sentences(proposal: Proposal) -> list[str]:
    """What becomes of the two pairs, the players or the teams in the ranking."""
    own = contestants(proposal.result)
    found = []
    for line in (line for ranking in proposal.ranking for line in ranking.lines):
        if not is_one_of(line, own) or not line.changed:
            continue
        values = {
            "pair": contestant_words(line.contestant) if line.contestant else line.name,
            "before": ranked_words(line.score_before, line.unit),
            "after": ranked_words(line.score_after, line.unit),
            "unit": unit_sign(line.unit),
            "was": line.rank_before,
            "rank": line.rank_after,
        }
        if line.rank_before is None:
            words = _("%(pair)s: %(after)s%(unit)s in the session, number %(rank)s.")
        elif line.rank_before == line.rank_after:
            words = _("%(pair)s: %(before)s to %(after)s%(unit)s in the session, still number %(rank)s.")
        else:
            words = _("%(pair)s: %(before)s to %(after)s%(unit)s in the session, number %(was)s to %(rank)s.")
        found.append(words % values)
    return found


def contestant_words(contestant: Contestant) -> str:
    """A pair by its line and number: "NS 3"; the number alone when it sits both ways."""
    direction = shown.side(contestant.direction, "letter") if contestant.direction else ""
    return f"{direction}\u00a0{contestant.number}".strip()


# The foot


def _appeal(tournament: Tournament) -> Words:
    if tournament.published_at is None:
        found = said(
            _(
                "An appeal may be made *until %(minutes)s min after the scores are published*, through the director "
                "and with the consent of both partners (Laws 92B and 92D)."
            ),
            minutes=tournament.correction_minutes,
        )
    else:
        end = tournament.published_at + datetime.timedelta(minutes=tournament.correction_minutes)
        found = said(
            _(
                "Scores published at %(published)s: an appeal may be made *until %(end)s*, through the director and "
                "with the consent of both partners (Laws 92B and 92D)."
            ),
            published=_clock(tournament.published_at),
            end=_clock(end),
        )
    return {"title": _("Right of appeal"), "paragraphs": [found]}


def _record(incident: Incident) -> str:
    """Where the record of the incident stands: its last hash shows any later change to what was printed."""
    stream = Stream.objects.filter(pk=incident.pk).first()
    values = {
        "edition": incident.tournament.edition,
        "count": stream.seq if stream else 0,
        "seal": stream.head[:12] if stream else "",
        "time": _clock(clock.now()),
        "day": shown.day(timezone.localdate(clock.now())),
    }
    return (
        _(
            "Laws of Duplicate Bridge %(edition)s. Record of %(count)s entries, seal %(seal)s. "
            "Printed on %(day)s at %(time)s."
        )
        % values
    )
