"""Every law as a device downloads it: compiled, in one language, with the blanks of its texts still to be filled.

A device follows the compiled law (static/js/offline) and computes no ruling itself. The URL contains the version, a
digest of the laws, the message catalogue and this module.
"""

import gzip
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models.incident import EDITIONS
from arbitrage.pages.devices.offline_words import said
from arbitrage.pages.devices.page_downloads import NEVER
from arbitrage.pages.incident.cases import OTHER, cases
from arbitrage.pages.incident.irregularities import tiles, under
from arbitrage.pages.incident.law_search import entry, found_words
from arbitrage.pages.incident.what_happened import BY_HAND
from arbitrage.pages.inquiry.decision import READING, moment_words
from arbitrage.pages.inquiry.question import shows_more
from arbitrage.pages.inquiry.who_may_use import use_words
from arbitrage.pages.wording import notation
from arbitrage.pages.wording.compass_cards import OF_A_TRICK
from arbitrage.pages.wording.notation import law_number, numeral
from arbitrage.pages.wording.sentences import short_title
from arbitrage.pages.wording.trail import ONCE_GIVEN
from arbitrage.server import program_files
from arbitrage.server.kept_files import kept, version
from arbitrage.services.incidents import evidence
from arbitrage.services.incidents.ruling_digest import ruling_digest
from rulings.auction import CALLS
from rulings.bridge import Denomination
from rulings.engine import text
from rulings.engine.inquiry import Law, compile_tree, questions_of, reading_name
from rulings.engine.questions import ChooseOne, Count, Fact, Most, Question, WhichCall, WhichCard, WhichSeat, WhichSuit
from rulings.engine.ruling import When
from rulings.laws2017.aloud import roles_of, to_say

MOMENTS = {moment.value: moment for moment in When}
EDITION = list(EDITIONS)[-1]


@cache
def compressed(language: str) -> bytes:
    """Return the laws in a language as compressed JSON, cached on disk between starts."""
    return kept(f"laws-{language}.json.gz", lambda: gzip.compress(_as_text(language).encode(), 9, mtime=0))


def _as_text(language: str) -> str:
    return json.dumps(laws_in(language), ensure_ascii=False, separators=(",", ":"))


def laws_in(language: str) -> dict[str, Any]:
    """Write the laws of the edition in force in a language, and the words that fill their blanks."""
    with translation.override(language):
        laws = EDITIONS[EDITION]
        return {
            "version": version(),
            "language": language,
            "edition": EDITION,
            "words": words(),
            "say": said(),
            "numerals": [numeral(number) for number in range(14)],
            "moments": {moment.value: _(moment.label) for moment in When},
            "tiles": [
                {"title": str(tile["title"]), "small": str(tile["small"]), "picto": tile["picto"]}
                | {"laws": [law.id for law in under(laws, tile["id"])], **cases_of(laws, tile["id"])}
                for tile in tiles(laws)
            ],
            "by_hand": BY_HAND,
            "laws": {law.id: law_in_words(law, language) for law in laws.values()},
        }


def cases_of(laws: Mapping[str, Law], tile: str) -> dict[str, Any]:
    """List the cases of a tile of several laws, and the possible meanings of *something else*: {"cases": […], "other":
    "…"}."""
    told = [
        {"title": str(case.title), "small": str(case.small), "picto": case.picto, "law": case.law}
        | {"answers": dict(case.answers)}
        for case in cases(laws, tile)
    ]
    return {"cases": told, "other": str(OTHER[tile][0]), "likely": list(OTHER[tile][1])} if told else {}


def law_in_words(law: Law, language: str) -> dict[str, Any]:
    """Write one law: its search terms, its questions, its nodes and tables."""
    tree = compile_tree(law)
    asked = questions_of(law)
    tables = list(tree["tables"])
    return {
        **found_words(law),
        "short": short_title(law.title),
        "found": entry(law, language).words,
        **({"trick": True} if law.tile == OF_A_TRICK else {}),
        "root": tree["root"],
        "questions": {
            name: _question(data, asked.get(name), tables) | _of_the_server(law, asked.get(name))
            for name, data in tree["questions"].items()
        },
        "nodes": [_node(node) for node in tree["nodes"]],
        "tables": tables,
    }


def _question(data: dict[str, Any], asked: Question[Any] | None, tables: list[dict[str, str]]) -> dict[str, Any]:
    compiled = {
        **data,
        **{name: _(data[name]) for name in ("text", "why", "say") if data.get(name)},
        "law": law_number(data["law"]),
    }
    if "options" in data:
        compiled["options"] = [_option(option) for option in data["options"]]
    if isinstance(asked, WhichCard) and asked.hand:
        compiled["hand"] = asked.hand
    if isinstance(asked, Count):
        compiled |= {"low": asked.low, "high": asked.high}
        compiled |= _most(asked)
    if isinstance(asked, WhichCall) and asked.fits is not None:
        compiled["refused"] = {
            "answers": [answer.id for answer in asked.fits.answers],
            "rows": asked.fits.rows_without_a_table,
            "says": _(asked.fits.says),
        }
    if isinstance(asked, WhichSeat | WhichSuit) and asked.among is not None:
        compiled["among"] = {"facts": [fact.id for fact in asked.among.facts], "rows": asked.among.rows_without_a_table}
    if isinstance(asked, WhichSuit) and asked.notrump:
        compiled["notrump"] = True
    if isinstance(asked, ChooseOne) and asked.lacks is not None:
        compiled["refused"] = {"answers": [], "rows": {}}
    if asked is not None and asked.leads_on in asked.values:
        compiled |= {"usual": asked.leads_on, "taken": _(asked.taken)}
        compiled |= {"aloud": True} if asked.taken.endswith("?") else {}
    if asked is not None and asked.together:
        compiled["together"] = asked.together
    if isinstance(asked, ChooseOne) and asked.boxes:
        compiled["boxes"] = True
    if asked is not None and asked.given is not None and asked.given.ask:
        rows = asked.given.table
        if rows not in tables:
            tables.append(rows)
        compiled["asks"] = {"facts": [fact.id for fact in asked.given.facts], "table": tables.index(rows)}
    return compiled


def _of_the_server(law: Law, asked: Question[Any] | None) -> dict[str, Any]:
    """Mark the questions whose page a device with a network leaves to the server: "served" if only the server can show
    the page, "opens" if it shows evidence after the answer, "noted" for a fact that may be noted later."""
    if asked is None:
        return {}
    facts = asked.given.facts if asked.given is not None else ()
    unread = asked.seen is not None and not reading_name(law, asked)
    served = shows_more(asked) or unread or any(fact.id in NEVER for fact in facts)
    opens = asked.id in evidence.AFTER.get(law.id, evidence.THEIR_LINE)
    noted = isinstance(asked, Fact) and asked.noted
    marks = {"served": served, "opens": opens, "noted": noted}
    return {name: True for name, marked in marks.items() if marked}


def _most(asked: Count) -> dict[str, Any]:
    """Return the upper bound of a number; {} if it has none. "leaves" has the bound for each value of one other number;
    otherwise "most" has the names of the facts that give the bound."""
    match asked.most:
        case None:
            return {}
        case Most(function=leaves, facts=(Count() as other,)):
            rows = {str(number): leaves(number) for number in range(other.low, other.high + 1)}
            return {"leaves": {"fact": other.id, "rows": rows}}
        case most:
            return {"most": [fact.id for fact in most.facts]}


def _option(option: dict[str, Any]) -> dict[str, Any]:
    words = {name: _(option[name]) for name in ("label", "entails", "group") if option.get(name)}
    if option["label"] in ONCE_GIVEN:
        words["given"] = _(ONCE_GIVEN[option["label"]])
    return {**option, **words, **({"law": law_number(option["law"])} if option.get("law") else {})}


def _node(node: dict[str, Any]) -> dict[str, Any]:
    if "ruling" not in node:
        return node
    compiled = {**node, "ruling": ruling_in_words(node["ruling"])}
    if "wait" in node:
        compiled["button"] = moment_words(MOMENTS[node["wait"]], [duty["law"] for duty in node["ruling"]["duties"]])
    return compiled


def ruling_in_words(ruling: dict[str, Any]) -> dict[str, Any]:
    """Write a ruling as the screen shows it: its effects now, who may use which information, the duties to come back
    for, and the next law."""
    compiled: dict[str, Any] = {
        "law": law_number(ruling["law"]),
        "text": _(ruling["text"]),
        "is": ruling_digest(ruling),
    }
    for rectification in ruling["rectifications"]:
        if rectification["effect"] == "DECLARER_IS":
            compiled["declares"] = True
        if not rectification.get("text"):
            continue
        line: dict[str, Any] = {"text": _(rectification["text"]), "law": law_number(rectification["law"])}
        match rectification["effect"]:
            case "INFO":
                place = "uses"
                if say := to_say(rectification["text"]):
                    compiled.setdefault("steps", []).append(line | {"text": _(say), "roles": {}})
                    compiled.setdefault("reasons", []).append(line)
                    line = line | {"text": _(use_words(rectification["text"]))}
                line |= {"may": rectification.get("ai_for", []), "may_not": rectification.get("ui_for", [])}
            case "NOTE" if rectification["text"].startswith(READING):
                place = "reasons"
            case "NOTE" | "PP_POSSIBLE" | "CONSIDER_AS":
                place = "notes"
            case "TD_PRESENCE":
                place = "leave" if rectification["do"] == "LEAVE" else "stay"
                line |= {"now": True} if rectification["do"] == "STAY" else {}
            case "SEND":
                place = "sends"
                line |= {"to": rectification["to"], "hands": rectification.get("hands", [])}
            case _:
                place = "steps"
                if say := to_say(rectification["text"]):
                    compiled.setdefault("reasons", []).append(line)
                    line = line | {"text": _(say), "roles": roles_of(rectification.get("player"))}
        compiled.setdefault(place, []).append(line)
    if ruling["duties"]:
        compiled["duties"] = [{"text": _(duty["text"]), "law": law_number(duty["law"])} for duty in ruling["duties"]]
    return compiled


def words() -> dict[str, Any]:
    """Collect the words of blanks: seats, sides, cards, calls, numbers, and each role while it is unknown."""
    return {
        "seats": {form: _marked(several) for form, several in text.SEATS.items()},
        "sides": {form: _marked(several) for form, several in text.SIDES.items()},
        "suits": {form: _marked(several) for form, several in text.SUITS.items()},
        "averages": {form: _marked(several) for form, several in text.AVERAGES.items()},
        "units": text.UNITS,
        "matters": _marked(text.MATTERS),
        "ranks": _marked(text.RANKS),
        "letters": _marked(text.RANK_LETTERS),
        "calls": _marked(text.CALLS),
        "notrump": pgettext(*text.NOTRUMP),
        "natural": pgettext(*text.NATURAL),
        "counted": {kind: _counted(kind) for kind in COUNTED},
        "blanks": {
            name: {"kind": blank.kind, "unknown": _marked(blank.unknown)} for name, blank in text.BLANKS.items()
        },
        "law": _("Law"),
        "written": {suit.value: notation.suit(suit) for suit in Denomination}
        | {value: notation.call(value) for value in CALLS}
        | {bid + sign: notation.contract(bid + sign) for bid in CALLS if bid[0].isdigit() for sign in ("x", "xx")},
    }


COUNTED = ("minutes", "percent", "board", "trick", "tricks", "tricks:among")


def _counted(kind: str) -> dict[str, str]:
    """Write the numbers of a kind of blank: those up to thirteen as finished text, and under "" the pattern for larger
    ones. For minutes, "hours" and "days" have the patterns for whole hours and whole days."""
    of, _colon, form = kind.partition(":")
    name = next(name for name, blank in text.BLANKS.items() if blank.kind == of)
    shown = {str(number): text.show(name, form, str(number), translation) for number in range(14)}
    shown |= {text.NO_TARIFF: text.show(name, "", text.NO_TARIFF, translation)} if kind == "percent" else {}
    patterns = {"": 14} | ({"hours": 14 * text.AN_HOUR, "days": 14 * text.A_DAY} if kind == "minutes" else {})
    return shown | {
        key: text.show(name, form, str(number), translation).replace("14", "%s") for key, number in patterns.items()
    }


def _marked(several: Any) -> dict[str, str]:
    return {key: pgettext(*marked) for key, marked in several.items()}


def paths_of_static() -> list[str]:
    """List the static files that the service worker caches, by name: all except those for paper only."""
    folder = program_files.STATIC
    paths = [path for pattern in KEPT for path in folder.glob(pattern)]
    return sorted(path.relative_to(folder).as_posix() for path in paths)


KEPT = ("css/*.css", "fonts/*.woff2", "js/**/*.js", "icons/*.png", "icon.svg")
