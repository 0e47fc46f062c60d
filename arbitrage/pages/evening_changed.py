"""An evening without a file, as it is changed: who plays, how many tables, what is left to play."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.models import Contestant, Tournament
from arbitrage.pages.evenings import form_words, listed, rounds_left, touched
from arbitrage.pages.places import tables
from arbitrage.services import evenings, late_tables

LAST_TO_JOIN = 2
"""The last round that is played when a table may still be added."""


def evening_page(tournament: Tournament, sent: Mapping[str, str]) -> dict[str, Any]:
    """What may be changed now; while nothing has been played, the movement too, with what was *sent* of it so far."""
    everybody = everybody_of(tournament)
    plan = evenings.plan_of(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "everybody": everybody,
        "typed": _typed(tournament, everybody, sent),
        "rounds_left": rounds_left(tournament),
        "tables": [table for _section, table in tables(tournament)],
        "late": plan is not None and plan.half and plan.movement != evenings.NONE,
    }
    arrived = context["arrived"] = bool(context["late"]) and _arrived(plan, everybody)
    untouched = evenings.untouched(tournament)
    begun = not untouched and plan is not None
    context["grows"] = begun and late_tables.may_grow(plan) and (tournament.current_round or 0) <= LAST_TO_JOIN
    context["no_table"] = no_table(plan, arrived) if begun and plan is not None and not context["grows"] else ""
    if plan is not None and untouched:
        shown = touched(dict(sent) or as_sent(plan))
        context["again"] = form_words(shown) | {"values": shown}
    return context


def _typed(tournament: Tournament, everybody: list[Contestant], sent: Mapping[str, str]) -> dict[str, str]:
    """What the fields hold: what is recorded, and over it what was *sent* of the part that is shown again."""
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
    """Is the pair that a movement began without there?"""
    whole = replace(plan, half=False).made() if plan else None
    return whole is not None and evenings.missing_place(whole) in {(one.number, one.direction) for one in everybody}


def no_table(plan: evenings.Plan, arrived: bool = False) -> str:
    """Why no table joins any more once results are there, and what to do with a late pair instead; "" where there is
    no movement to keep."""
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
    return sent | ticked | {"was": f"{plan.tables}-{plan.movement}"}


def everybody_of(tournament: Tournament) -> list[Contestant]:
    found = Contestant.objects.filter(section__tournament=tournament).prefetch_related("players")
    return list(found.order_by("section__letter", "position"))
