"""The ranking of a simultaneous beside the club's: places in the field of all clubs, with notes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Event
from arbitrage.pages.room.floor import in_a_row
from arbitrage.pages.wording.rankings import (
    places_marked,
    rank_name,
    ranked,
    ranking_titles,
    score_words,
    unit_words,
)
from arbitrage.services.results.field import Field, RankLine
from arbitrage.services.results.simultaneous import General, Place, general_in, may_be_simultaneous


def simultaneous_page(
    field: Field, frequencies: Iterable[Event], sent: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Build the rankings in the whole field. *frequencies* are the events of the tournament on frequencies (others are
    ignored), newest first; *sent* is a rejected form, to show again."""
    total = general_in(field, frequencies)
    return {
        "general": general_words(total) if total else None,
        "may_be_simultaneous": may_be_simultaneous(field),
        "typed": (sent or {}).get("typed", ""),
    }


def general_words(general: General) -> dict[str, Any]:
    """Write the rankings in the whole field, beside the club's place and score, with notes."""
    rankings = [
        {
            "title": title,
            "unit": unit_words(ranking.unit),
            "among": next(
                (among_words(general.places[line.key].of) for line in ranking.lines if line.key in general.places), ""
            ),
            "lines": list(_lines(ranking.lines, general.places)),
        }
        for title, ranking in zip(ranking_titles(general.rankings), general.rankings, strict=True)
    ]
    return {"rankings": rankings, "notes": list(_notes(general))}


def _lines(lines: Sequence[RankLine], places: Mapping[str, Place]) -> Iterator[dict[str, str]]:
    here = places_marked(line.rank_before for line in lines)
    everywhere = places_marked(line.rank_after for line in lines)
    for line, club_rank, rank in zip(lines, here, everywhere, strict=True):
        yield {
            "rank": _place_words(places[line.key]) if line.key in places else rank,
            "name": rank_name(line),
            "players": ranked(line)["players"],
            "score": score_words(line.score_after, line.unit),
            "club": score_words(line.score_before, line.unit),
            "club_rank": club_rank,
        }


def among_words(count: int) -> str:
    """Write the size of the field: "412 contestants in all clubs"."""
    words = ngettext("%(count)s contestant in all clubs", "%(count)s contestants in all clubs", count)
    return words % {"count": count}


def _place_words(place: Place) -> str:
    return f"{place.rank}{'=' if place.tied else ''}"


def _notes(general: General) -> Iterator[str]:
    yield ngettext(
        "%(boards)s board with frequencies, %(tables)s tables at most.",
        "%(boards)s boards with frequencies, %(tables)s tables at most.",
        len(general.boards),
    ) % {"boards": len(general.boards), "tables": general.tables}
    if general.without:
        yield ngettext(
            "Board %(boards)s has no frequencies and does not count here.",
            "Boards %(boards)s have no frequencies and do not count here.",
            len(general.without),
        ) % {"boards": in_a_row(general.without)}
    if general.not_among:
        yield ngettext(
            "%(count)s result of the club is not among the frequencies: it is counted besides.",
            "%(count)s results of the club are not among the frequencies: they are counted besides.",
            general.not_among,
        ) % {"count": general.not_among}
    if general.places:
        if general.besides:
            yield ngettext(
                "%(count)s contestant of the club is not among everybody’s results: it is placed besides.",
                "%(count)s contestants of the club are not among everybody’s results: they are placed besides.",
                general.besides,
            ) % {"count": general.besides}
        yield _("The places are those among all clubs.")
    else:
        yield _(
            "Provisional: the places are those of this club’s pairs and players among themselves. The results of every "
            "club, in one file, give their places among all."
        )
