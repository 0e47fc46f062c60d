"""The situations that a device downloads in one language, for offline exercises.

The device follows the law in its copy of `compiled_laws`, and compares the director's answers with the right ones
itself (static/js/offline/correction.js). Text that does not depend on the answers is HTML from the server's templates.
"""

import gzip
import json
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.pages.school.exercise import heading_words, leads_to, score_words
from arbitrage.pages.school.situation import in_language, situation_page, why_of
from arbitrage.pages.wording.notation import law_number
from arbitrage.server import kept_files, program_files
from rulings.engine.roles import with_roles
from rulings.school import correction
from rulings.school.situations import Situation, by_id, themes


@cache
def compressed(language: str) -> tuple[str, bytes]:
    """Return the version of the situations, by which a device knows whether its copy is current, and the situations in
    a language as compressed JSON. The result is cached on disk between starts."""
    version = _version()
    return version, kept_files.kept(
        f"situations-{language}.json.gz", lambda: gzip.compress(_as_text(language, version), 9, mtime=0), of=version
    )


def _as_text(language: str, version: str) -> bytes:
    return json.dumps({"version": version} | kit_in(language), ensure_ascii=False, separators=(",", ":")).encode()


def _version() -> str:
    """Digest the sources of the situations: the program, their files, the templates, and the name of the style
    sheet."""
    files = [*(program_files.RULINGS / "school").rglob("*.toml"), *program_files.TEMPLATES.rglob("*.html")]
    return kept_files.digest_of(files, kept_files.version(), static("css/school.css"))


def kit_in(language: str) -> dict[str, Any]:
    """Collect the themes, the situations and the texts of their screens; *laws* is the version of the laws to which the
    answers belong."""
    with translation.override(language):
        return {
            "language": language,
            "laws": kept_files.version(),
            "sheet": static("css/school.css"),
            "say": _said(),
            "themes": [
                {"key": theme.key, "title": in_language(theme.title), "laws": in_language(theme.laws)}
                | {"situations": [situation.id for situation in theme.situations]}
                for theme in themes()
            ],
            "situations": {situation.id: _situation(situation) for situation in by_id().values()},
        }


def _situation(situation: Situation) -> dict[str, Any]:
    end = situation.ended()
    codes = with_roles({**situation.facts, **situation.answers, **end.read})
    offered = correction.decisions(situation)
    keep = {"why": why_of(situation), "ruling": end.ruling, "facts": codes, "score": score_words(situation)}
    story = situation_page(situation)
    entry = {
        "law": situation.law,
        "number": law_number(situation.law),
        "also": situation.also,
        "facts": situation.facts,
        "answers": situation.answers,
        "level": story["level"],
        "told": _html("school/told.html", {"story": story}),
        "keep": _html("school/keep.html", keep),
        "decisions": [[decision.key, decision.words(translation)] for decision in offered],
        "leads": {
            decision.key: leads_to(decision, end, codes) for decision in offered if decision.key != correction.CODE
        },
    }
    return {name: value for name, value in entry.items() if value}


def _html(template: str, context: dict[str, Any]) -> str:
    return "".join(line.strip() for line in render_to_string(template, context).splitlines())


def _said() -> dict[str, str]:
    """Translate the sentences of the screens of an exercise, by the name that static/js/offline/school.js calls
    them."""
    return {
        **{f"heading_{name}": words for name, words in heading_words().items()},
        "practise": pgettext("school", "Practise"),
        "badge": _("Exercise"),
        "badge_whole": _("Exercise: nothing is written in the club’s files."),
        "called": _("You are called."),
        "done": _(
            "Situations right: %(right)s of %(of)s, in fourteen themes. Nothing here is written in the club’s files."
        ),
        "of_theme": _("%(right)s right out of %(of)s"),
        "place": _("Situation %(number)s of %(of)s"),
        "rule_on": _("Rule on this situation"),
        "skip": _("Skip it"),
        "another_law": _("“%(other)s” is another matter. Here it is “%(title)s” (Law %(law)s): go on with that."),
        "before": _("Before you read the Code: what is your decision?"),
        "show": _("Show the decision: I do not know"),
        "correction": _("Correction"),
        "law": _("Law"),
        "question": _("Question"),
        "you": _("You"),
        "the_code": pgettext("book", "The Code"),
        "here": _("Here the ways part."),
        "not_asked": pgettext("question", "not asked"),
        "not_given": pgettext("answer", "not given"),
        "your_decision": _("Your decision"),
        "the_decision": _("The decision"),
        "parting": _("Law %(law)s, where the ways part"),
        "remember": _("To remember"),
        "next": _("Next situation"),
        "once_more": _("Do this one again"),
        "situation": _("The situation"),
        "right": pgettext("exercise", "right"),
        "again": _("to see again"),
        "waits": _("What you practise here is counted when the network is back."),
    }
