"""Every law as a device takes it along: compiled, in the reader's words with their blanks left open, for one language.

A device walks it (static/js/offline) and never rules. The address carries the version: what the laws, the catalogue and
this page make of them.
"""

import gzip
import hashlib
import json
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models.incident import EDITIONS
from arbitrage.pages.cloth import OF_A_TRICK
from arbitrage.pages.decision import moment_words
from arbitrage.pages.notation import law_number, numeral
from arbitrage.pages.offline_words import said
from arbitrage.pages.search import entry, found_words
from arbitrage.pages.tiles import tiles, under
from arbitrage.pages.what import BY_HAND
from arbitrage.services.incidents.digests import ruling_digest
from rulings.engine import text
from rulings.engine.inquiry import Law, compile_tree, questions_of
from rulings.engine.questions import ChooseOne, Count, Most, Question, WhichCall, WhichCard
from rulings.engine.ruling import When

MOMENTS = {one.value: one for one in When}
EDITION = list(EDITIONS)[-1]
OF = settings.BASE_DIR
SOURCES = (OF / "rulings", OF / "arbitrage" / "pages", OF / "locale")


@cache
def version() -> str:
    """What the laws and their words are at: 12 hexadecimal digits, other ones as soon as a word is another."""
    found = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.mo")]):
            found.update(path.relative_to(OF).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


@cache
def compressed(language: str) -> bytes:
    """The laws in a language as they are sent: JSON, compressed."""
    return gzip.compress(json.dumps(laws_in(language), ensure_ascii=False, separators=(",", ":")).encode(), 9, mtime=0)


def laws_in(language: str) -> dict[str, Any]:
    """The laws of the edition in force in the words of *language*, and what fills their blanks."""
    with translation.override(language):
        laws = EDITIONS[EDITION]
        return {
            "version": version(),
            "language": language,
            "edition": EDITION,
            "words": words(),
            "say": said(),
            "numerals": [numeral(number) for number in range(14)],
            "moments": {one.value: _(one.label) for one in When},
            "tiles": [
                {"title": str(one["title"]), "small": str(one["small"]), "picto": one["picto"]}
                | {"laws": [law.id for law in under(laws, one["id"])]}
                for one in tiles(laws)
            ],
            "by_hand": BY_HAND,
            "laws": {law.id: law_in_words(law, language) for law in laws.values()},
        }


def law_in_words(law: Law, language: str) -> dict[str, Any]:
    """One law: how it is found, its questions, its nodes and tables."""
    tree = compile_tree(law)
    asked = questions_of(law)
    tables = list(tree["tables"])
    return {
        **found_words(law),
        "found": entry(law, language).words,
        **({"trick": True} if law.tile == OF_A_TRICK else {}),
        "root": tree["root"],
        "questions": {name: _question(data, asked.get(name), tables) for name, data in tree["questions"].items()},
        "nodes": [_node(node) for node in tree["nodes"]],
        "tables": tables,
    }


def _question(data: dict[str, Any], asked: Question[Any] | None, tables: list[dict[str, str]]) -> dict[str, Any]:
    found = {
        **data,
        **{name: _(data[name]) for name in ("text", "why") if data.get(name)},
        "law": law_number(data["law"]),
    }
    if "options" in data:
        found["options"] = [_option(one) for one in data["options"]]
    if isinstance(asked, WhichCard) and asked.hand:
        found["hand"] = asked.hand
    if isinstance(asked, Count):
        found |= {"low": asked.low, "high": asked.high}
        found |= _most(asked)
    if isinstance(asked, WhichCall) and asked.fits is not None:
        found["refused"] = {
            "answers": [one.id for one in asked.fits.answers],
            "rows": asked.fits.rows(None),
            "says": _(asked.fits.says),
        }
    if isinstance(asked, ChooseOne) and asked.lacks is not None:
        found["refused"] = {"answers": [], "rows": {}}
    if asked is not None and asked.given is not None and asked.given.ask:
        rows = asked.given.table
        if rows not in tables:
            tables.append(rows)
        found["asks"] = {"facts": [fact.id for fact in asked.given.facts], "table": tables.index(rows)}
    return found


def _most(asked: Count) -> dict[str, Any]:
    """What bounds a number: another number, with what each leaves; else the facts by their names."""
    match asked.most:
        case None:
            return {}
        case Most(function=leaves, facts=(Count() as other,)):
            rows = {str(number): leaves(number) for number in range(other.low, other.high + 1)}
            return {"leaves": {"fact": other.id, "rows": rows}}
        case most:
            return {"most": [fact.id for fact in most.facts]}


def _option(one: dict[str, Any]) -> dict[str, Any]:
    words = {name: _(one[name]) for name in ("label", "entails", "group") if one.get(name)}
    return {**one, **words, **({"law": law_number(one["law"])} if one.get("law") else {})}


def _node(node: dict[str, Any]) -> dict[str, Any]:
    if "ruling" not in node:
        return node
    found = {**node, "ruling": ruling_in_words(node["ruling"])}
    if "wait" in node:
        found["button"] = moment_words(MOMENTS[node["wait"]], [one["law"] for one in node["ruling"]["duties"]])
    return found


def ruling_in_words(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling as the screen shows it: what happens now, who may use what, what to come back for, where it sends."""
    found: dict[str, Any] = {"law": law_number(ruling["law"]), "text": _(ruling["text"]), "is": ruling_digest(ruling)}
    for one in ruling["rectifications"]:
        if not one.get("text"):
            continue
        line = {"text": _(one["text"]), "law": law_number(one["law"])}
        match one["effect"]:
            case "INFO":
                place = "uses"
                line |= {"may": one.get("ai_for", []), "may_not": one.get("ui_for", [])}
            case "NOTE" | "PP_POSSIBLE" | "CONSIDER_AS":
                place = "notes"
            case "TD_PRESENCE":
                place = "leave" if one["do"] == "LEAVE" else "stay"
            case "SEND":
                place = "sends"
                line |= {"to": one["to"], "hands": one.get("hands", [])}
            case _:
                place = "steps"
        found.setdefault(place, []).append(line)
    if ruling["duties"]:
        found["duties"] = [{"text": _(one["text"]), "law": law_number(one["law"])} for one in ruling["duties"]]
    return found


def words() -> dict[str, Any]:
    """What stands in blanks: seats, sides, cards, calls, numbers, and each role while it is unknown."""
    return {
        "seats": {form: _marked(several) for form, several in text.SEATS.items()},
        "sides": {form: _marked(several) for form, several in text.SIDES.items()},
        "suits": {form: _marked(several) for form, several in text.SUITS.items()},
        "ranks": _marked(text.RANKS),
        "letters": _marked(text.RANK_LETTERS),
        "calls": _marked(text.CALLS),
        "notrump": pgettext(*text.NOTRUMP),
        "counted": {kind: _counted(kind) for kind in ("minutes", "percent", "board", "trick", "tricks")},
        "blanks": {
            name: {"kind": blank.kind, "unknown": _marked(blank.unknown)} for name, blank in text.BLANKS.items()
        },
        "law": _("Law"),
    }


def _counted(kind: str) -> dict[str, str]:
    """Numbers of a kind: those up to thirteen in words, and "" for any other with its place."""
    name = next(name for name, blank in text.BLANKS.items() if blank.kind == kind)
    shown = {str(number): text.show(name, "", str(number), translation) for number in range(14)}
    return shown | {"": text.show(name, "", "14", translation).replace("14", "%s")}


def _marked(several: Any) -> dict[str, str]:
    return {key: pgettext(*marked) for key, marked in several.items()}


def paths_of_static() -> list[str]:
    """The files of the program that the worker keeps, by their names: all but what only paper needs."""
    folder = settings.BASE_DIR / "static"
    found = [path for pattern in KEPT for path in folder.glob(pattern)]
    return sorted(path.relative_to(folder).as_posix() for path in found)


KEPT = ("css/*.css", "fonts/*.woff2", "js/**/*.js", "icons/*.png", "icon.svg")
