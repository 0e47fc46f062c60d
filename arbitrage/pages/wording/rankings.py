"""A ranking in words: its places, its penalties, remarks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Board, Contestant, Event, Penalty
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import until_when
from arbitrage.pages.wording.people import person, surnames
from arbitrage.pages.wording.scores import ranked_words, taken_words
from arbitrage.services.results.field import Field, Points, Ranking, RankLine
from rulings.engine import text


def entry(event: Event) -> dict[str, Any]:
    """Write one event of the tournament, for the list under its method."""
    data = event.data
    if event.kind == "scores_published":
        until = until_when(datetime.fromisoformat(data["until"]), timezone.localdate(event.at))
        words = _("Scores published, corrections until %(until)s") % {"until": until}
    elif event.kind == "publication_withdrawn":
        words = _("Publication withdrawn")
    elif event.kind == "session_joined":
        words = (
            _("Another session carried over, for %(share)s %%") % data
            if data["previous"]
            else _("No session carried over any more")
        )
    elif event.kind == "frequencies_told":
        words = (
            ngettext(
                "Frequencies of the simultaneous, %(count)s board",
                "Frequencies of the simultaneous, %(count)s boards",
                len(data["boards"]),
            )
            % {"count": len(data["boards"])}
            if data["boards"]
            else _("Frequencies of the simultaneous taken away")
        )
    else:
        words = _("Method found in the file") if data["proposed"] else _("Method chosen")
    return {"at": event.at, "words": words, "by": person(event.by)}


def places_marked(ranks: Iterable[int | None]) -> list[str]:
    """Write the places of a ranking: "1", "2=", "2=", "4"; a dash for a contestant without a place."""
    ranks = list(ranks)
    shared = Counter(ranks)
    return ["–" if rank is None else f"{rank}{'=' if shared[rank] > 1 else ''}" for rank in ranks]


def ranked(line: RankLine) -> dict[str, Any]:
    """Write the contestant of a place in a ranking, and his score; `places_marked` writes the place itself."""
    return {
        "pair": rank_name(line),
        "players": ", ".join(player.name for player in line.contestant.players.all() if player.name)
        if line.contestant
        else "",
        "score": score_words(line.score_after, line.unit),
        "boards": line.boards,
        "adjusted": line.adjusted or "",
        "taken": _("Penalty %(taken)s") % {"taken": taken_words(line.taken, line.unit)} if line.taken else "",
    }


def unlike_words(field: Field, points: Points) -> list[str]:
    """List the contestants for whom the file has another percentage: "NS 3: 54.17 % in the file, 54.21 % here"."""
    unlike = field.unlike_totals(points)
    several = len({person.section_id for person in field.people.values()}) > 1
    words = _("%(pair)s: %(file)s %% in the file, %(here)s %% here")
    return [
        words
        % {
            "pair": f"{line.section.letter if several else ''} {_named(line, '')}".strip(),
            "file": shown.percent(recorded, 2),
            "here": shown.percent(own, 2),
        }
        for line, recorded, own in unlike
    ]


def penalty_line(penalty: Penalty, field: Field) -> dict[str, Any]:
    """Write a penalty of the list under the ranking. *other*: it counts for nothing."""
    return {
        "penalty": penalty,
        "words": penalty_words(penalty, several_sections=len({each.section_id for each in field.people.values()}) > 1),
        "by": person(penalty.by),
        "withdrawn_by": person(penalty.withdrawn_by),
        "other": counts_for_nothing(penalty, field),
    }


def counts_for_nothing(penalty: Penalty, field: Field) -> bool:
    """Does the ranking have another unit now than the penalty, or is its team gone?"""
    return penalty.unit != field.method.unit or penalty.key not in field.everybody


def penalty_words(penalty: Penalty, *, several_sections: bool) -> str:
    """Write a penalty in one line: "NS 3, −10% of a top, Slow play, board 5"."""
    letter = penalty.contestant.section.letter if penalty.contestant and several_sections else ""
    who = f"{letter} {_named(penalty.contestant, penalty.team)}".strip()
    parts = (
        who,
        taken_words(penalty.amount, penalty.unit),
        Penalty.Reason(penalty.reason).label,
        board_words(penalty.board),
    )
    return ", ".join(str(part) for part in parts if part)


def board_words(board: Board | None) -> str:
    """Name the board of a penalty: "board 5"; "" where it is unknown."""
    return _("board %(number)s") % {"number": board.number} if board else ""


def rank_line(line: RankLine) -> dict[str, Any]:
    """Show a place in a ranking before and after, for `score/ranking.html`."""
    return {
        "pair": rank_name(line),
        "players": surnames(line.contestant) if line.contestant else "",
        "before": score_words(line.score_before, line.unit),
        "after": score_words(line.score_after, line.unit),
        "rank_before": ordinal(line.rank_before),
        "rank_after": ordinal(line.rank_after),
        "changed": line.changed,
        "moved": line.rank_before != line.rank_after,
    }


def ordinal(rank: int | None) -> tuple[str, str]:
    """Write a rank as it is printed: the number, and the letters that stand above the line ("3", "e")."""
    if rank is None:
        return "–", ""
    if shown.language() == "fr":
        return str(rank), "er" if rank == 1 else "e"
    return str(rank), "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")


def rank_name(line: RankLine) -> str:
    """Name a pair by its direction and number, "NS 3", with its section where the ranking has several, "A NS 3"; a
    player by the number, a team by its name."""
    return f"{line.letter} {_named(line.contestant, line.name)}".strip()


def _named(contestant: Contestant | None, name: str) -> str:
    direction, name = (contestant.direction, contestant.number) if contestant else ("", name)
    return f"{shown.side(direction, 'letter')} {name}".strip() if direction else name


def score_words(score: Decimal | None, unit: str) -> str:
    """Write the score of a contestant in the ranking, as a table prints it: a dash for none."""
    return ranked_words(score, unit) or "–"


def unit_words(unit: str) -> str:
    """Write the head of a column of scores."""
    return {
        "percent": "%",
        "imps": pgettext("unit", "IMPs"),
        "points": pgettext("unit", "Points"),
        "vp": pgettext("unit", "VPs"),
    }[unit]


def ranking_titles(rankings: Sequence[Ranking]) -> list[str]:
    """Name all rankings of a session. If some section is ranked by itself, a ranking of several sections lists them:
    "North-South, sections A and C"."""
    apart = any(ranking.field and ranking.field not in text.SIDES[""] for ranking in rankings)
    titles = []
    for ranking in rankings:
        title, letters = (
            ranking_title(ranking.field),
            list(dict.fromkeys(line.letter for line in ranking.lines if line.letter)),
        )
        if apart and len(letters) > 1:
            several = pgettext("ranking", "sections %(letters)s") % {
                "letters": get_text_list(sorted(letters), _("and"))
            }
            title = f"{title}, {several}" if title else f"{several[:1].upper()}{several[1:]}"
        titles.append(title)
    return titles


def ranking_title(field: str) -> str:
    """Name a ranking among several: "North-South", "A East-West", "Section B"; "" for a single one."""
    letter, _space, direction = field.rpartition(" ")
    if direction not in text.SIDES[""]:
        return pgettext("ranking", "Section %(letter)s") % {"letter": field} if field else ""
    return f"{letter} {pgettext(*text.SIDES[''][direction])}".strip()
