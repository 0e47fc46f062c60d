"""Changes of an evening without a file: contestants, tables, rounds left to play."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.forms.tournament.evenings import LeavingForm
from arbitrage.models import Contestant, Event, Result, Tournament
from arbitrage.pages.room.floor import board_numbers
from arbitrage.pages.tournament.evenings import form_words, listed, rounds_left, touched
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.people import pair_name, person, surnames
from arbitrage.pages.wording.tables_and_boards import round_number, tables
from arbitrage.services.tournaments import evenings, late_pairs, late_tables

LAST_TO_JOIN = 2
"""The last round during which a table may still be added."""


def evening_page(tournament: Tournament, sent: Mapping[str, str]) -> dict[str, Any]:
    """Show the possible changes: their list, or the chosen one (*act*, or *change* if it was sent and refused) with the
    fields *sent* so far."""
    everybody = everybody_of(tournament)
    plan = evenings.plan_of(tournament)
    untouched = evenings.untouched(tournament)
    begun = not untouched and plan is not None
    late = late_pairs.may_arrive(plan)
    context: dict[str, Any] = {
        "tournament": tournament,
        "individual": tournament.kind == Tournament.Kind.INDIVIDUAL,
        "everybody": everybody,
        "typed": _typed(tournament, everybody, sent),
        "rounds_left": rounds_left(tournament),
        "late": late,
        "arrived": late and _arrived(plan, everybody),
        "grows": begun and late_tables.may_grow(plan) and (tournament.current_round or 0) <= LAST_TO_JOIN,
    }
    no_more = begun and plan is not None and not context["grows"]
    context["no_table"] = no_table(plan, context["arrived"]) if no_more and plan is not None else ""
    context["may_again"] = plan is not None and untouched
    acts = _acts(context)
    context["act"] = next((act for act in acts if act["act"] in (sent.get("act"), sent.get("change"))), None)
    if context["act"] is None:
        return context | {"acts": acts, "done": _done(tournament, everybody)}
    match context["act"]["act"]:
        case "again":
            values = touched(dict(sent) if "tables" in sent else as_sent(plan)) if plan else {}
            context["again"] = form_words(values) | {"values": values}
        case "leave" | "close":
            context |= _going(tournament, everybody, sent, context["act"]["act"])
    return context


def _acts(context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the acts in order; *closed* is the reason why one is no longer possible."""
    tournament, everybody, rounds = context["tournament"], context["everybody"], context["rounds_left"]
    alone = context["individual"]
    over = "" if rounds else _("Not possible any more: no round is left.")
    acts = [
        {
            "act": "names",
            "title": _("The names of the players"),
            "small": _named_words(everybody, alone=alone),
        },
        {
            "act": "leave",
            "title": _("A player leaves") if alone else _("A pair leaves"),
            "small": _("The others of his table sit out, from the round that you say on")
            if alone
            else _("Its opponents sit out, from the round that you say on"),
            "closed": over,
        },
        {
            "act": "close",
            "title": _("A table closes"),
            "small": _("Its players do not play, from the round that you say on")
            if alone
            else _("Its two pairs do not play, from the round that you say on"),
            "closed": over,
        },
    ]
    if context["late"]:
        title = _("The pair that arrived late") if context["arrived"] else _("The missing pair arrives")
        acts.append({"act": "arrive", "title": title, "small": _("It plays what is left for it"), "closed": over})
    if context["grows"] or context["no_table"]:
        small = _("Late pairs join from round 2 on, at a table of their own")
        acts.append({"act": "add", "title": _("A table more"), "small": small, "closed": context["no_table"] or over})
    if context["may_again"]:
        small = _("A table more, a table less, another movement, as long as nothing is entered")
        acts.append({"act": "again", "title": _("Tables and movement"), "small": small})
    when = {"name": tournament.name, "date": shown.day(tournament.date)}
    acts.append({"act": "name", "title": _("Name and date"), "small": _("%(name)s, %(date)s") % when})
    return acts


def _named_words(everybody: Collection[Contestant], *, alone: bool) -> str:
    """Say how many pairs have names: "14 pairs, 3 named"; in an individual (*alone*) how many players."""
    count, named = len(everybody), sum(1 for contestant in everybody if contestant.players.all())
    values = {"pairs": count, "players": count, "named": named}
    if named == count:
        return (_("%(players)s players, all named") if alone else _("%(pairs)s pairs, all named")) % values
    if alone:
        words = ngettext("%(players)s players, %(named)s named", "%(players)s players, %(named)s named", named)
    else:
        words = ngettext("%(pairs)s pairs, %(named)s named", "%(pairs)s pairs, %(named)s named", named)
    return words % values


# A pair leaves, a table closes


def _going(tournament: Tournament, everybody: list[Contestant], sent: Mapping[str, str], act: str) -> dict[str, Any]:
    """Show the keys of a pair or a table and of a round, none preselected; once both are chosen, the effect."""
    form = LeavingForm(sent, tournament)
    form.is_valid()
    cleaned, several = form.cleaned_data, tournament.sections.count() > 1
    since, gone = cleaned.get("since"), None
    if act == "leave":
        chosen = cleaned.get("contestant")
        keys = [
            _key(contestant.pk, pair_name(contestant), contestant == chosen, surnames(contestant))
            for contestant in everybody
        ]
        name = pair_words(chosen) if chosen else ""
        gone = evenings.lines_of_pair(tournament, chosen, since) if chosen and since else None
    else:
        chosen = cleaned.get("table")
        keys = [
            _key(
                f"{section.pk}:{table}",
                f"{section.letter}{table}" if several else str(table),
                (section, table) == chosen,
            )
            for section, table in tables(tournament)
        ]
        name = next((key["label"] for key in keys if key["on"]), "")
        gone = evenings.lines_of_table(tournament, chosen[0], chosen[1], since) if chosen and since else None
    rounds = [_key(choice["value"], choice["label"], choice["value"] == since) for choice in rounds_left(tournament)]
    effect = _effect(tournament, gone, chosen if act == "leave" else None) if gone is not None else None
    if effect is not None and act == "leave" and chosen is not None and since is not None:
        effect["undrawn"] = evenings.not_drawn_any_more(tournament, chosen, since)
    return {
        "keys": keys,
        "rounds": rounds,
        "name": name,
        "since": since,
        "since_words": round_number(since, tournament),
        "effect": effect,
        "sent": dict(sent),
    }


def _key(value: Any, label: str, on: bool, small: str = "") -> dict[str, Any]:
    return {"value": str(value), "label": label, "on": on, "small": small}


def _effect(tournament: Tournament, gone: list[Result], leaves: Contestant | None) -> dict[str, Any]:
    """List the boards not played, by round: the contestants who sit out (except the one that *leaves*) and the
    boards."""
    rounds: dict[int | None, list[Result]] = {}
    for line in gone:
        rounds.setdefault(line.round, []).append(line)
    people = {str(contestant.pk): contestant for contestant in everybody_of(tournament)}
    without = {str(leaves.pk)} if leaves else set()
    sat = {line.pk: [key for key in _keys(line) if key in people and key not in without] for line in gone}
    return {
        "lines": [
            {
                "round": round_number(number, tournament),
                "pairs": " ; ".join(dict.fromkeys(pair_words(people[key]) for line in lines for key in sat[line.pk])),
                "boards": board_numbers(sorted({line.board.number for line in lines})),
            }
            for number, lines in sorted(rounds.items(), key=lambda item: item[0] or 0)
        ],
        "results": len(gone),
        "pairs": len({key for keys in sat.values() for key in keys}),
    }


def _keys(line: Result) -> Iterable[str]:
    """List the contestants of a line by identifier: its two pairs, or the four players of an individual."""
    return line.seats or (str(line.ns_id), str(line.ew_id))


def pair_words(contestant: Contestant) -> str:
    """Name a pair by its number and its names: "NS 2 Garnier, Lacombe"."""
    return f"{pair_name(contestant)} {surnames(contestant)}".strip()


def may_be_taken_back(event: Event, tournament: Tournament) -> bool:
    """Can a closed table or a departed pair come back, because its round has not begun, and no table was added?"""
    return (tournament.current_round or 0) < event.data["since"] and evenings.is_of_the_plan(event)


def _done(tournament: Tournament, everybody: Iterable[Contestant]) -> list[dict[str, Any]]:
    """List the changes made while the evening ran, the latest first, with those that can be undone."""
    people = {str(contestant.pk): contestant for contestant in everybody}
    letters = {str(section.pk): section.letter for section in tournament.sections.all()}
    return [
        {
            "event": event.pk,
            "at": event.at,
            "by": person(event.by),
            "words": _done_words(tournament, event, people, letters),
            "back": may_be_taken_back(event, tournament),
        }
        for event in reversed(evenings.changes_of(tournament))
    ]


def _done_words(
    tournament: Tournament, event: Event, people: Mapping[str, Contestant], letters: Mapping[str, str]
) -> str:
    data = event.data
    since = round_number(data["since"], tournament)
    if event.kind == "pair_left":
        pair = people.get(data["contestant"])
        name = pair_words(pair) if pair else "?"
        if tournament.kind == Tournament.Kind.INDIVIDUAL:
            return _("player %(player)s leaves from round %(round)s on") % {"player": name, "round": since}
        return _("pair %(pair)s leaves from round %(round)s on") % {"pair": name, "round": since}
    letter = letters.get(data.get("section", ""), "") if len(letters) > 1 else ""
    return _("table %(table)s closes from round %(round)s on") % {
        "table": f"{letter}{data['table']}",
        "round": since,
    }


def _typed(tournament: Tournament, everybody: list[Contestant], sent: Mapping[str, str]) -> dict[str, str]:
    """Fill the fields with the recorded values; in a form that was refused and is shown again, those *sent* override
    them."""
    recorded = {"name": tournament.name, "date": tournament.date.isoformat(), "names": listed(everybody)}
    match sent.get("change", ""):
        case "name" | "leave" | "close":
            again = dict(sent)
        case "names":
            again = {"names": sent.get("names", "")}
        case "arrive":
            again = {"late": sent.get("names", "")}
        case "add":
            again = {"joining": sent.get("names", ""), "one_pair": sent.get("one_pair", "")}
        case _:
            again = {}
    return recorded | again


def _arrived(plan: evenings.Plan | None, everybody: list[Contestant]) -> bool:
    """Has the pair that was missing at the beginning arrived?"""
    whole = replace(plan, half=False).made() if plan else None
    return whole is not None and evenings.missing_place(whole) in {
        (contestant.number, contestant.direction) for contestant in everybody
    }


def no_table(plan: evenings.Plan, arrived: bool = False) -> str:
    """Explain why no table can join once results exist, and the alternative for a late pair; "" without a movement."""
    if plan.movement == evenings.NONE:
        return ""
    if plan.half and arrived:
        return _(
            "The pair that was missing is there: this movement has no other place. Late pairs play in the next session."
        )
    if plan.half:
        return _("A pair is missing from this movement: a late pair takes its place, above. No other one can join.")
    if plan.movement in late_tables.ALIKE:
        return _(
            "A table can join a Mitchell until its second round, no later: the boards of the rounds to come have been "
            "played at other tables. Late pairs play in the next session."
        )
    return _(
        "This movement takes no table once results are there: everybody would have to sit elsewhere, from the first "
        "round on. As long as nothing is entered it can be made again with a table more, or with a pair missing whose "
        "place a late pair takes."
    )


def as_sent(plan: evenings.Plan) -> dict[str, str]:
    sent = {name: str(getattr(plan, name)) for name in ("tables", "movement", "rounds", "each")}
    ticked = {name: "on" for name in ("one_ranking", "half") if getattr(plan, name)}
    ticked |= {"halves": "on"} if plan.halves > 1 else {}
    ticked |= {"sections": str(plan.sections)} if plan.sections > 1 else {}
    return sent | ticked | {"was": f"{plan.tables}-{plan.movement}"}


def everybody_of(tournament: Tournament) -> list[Contestant]:
    contestants = Contestant.objects.filter(section__tournament=tournament).prefetch_related("players")
    return list(contestants.order_by("section__letter", "position"))
