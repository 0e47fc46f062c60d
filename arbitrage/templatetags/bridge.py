"""Template tags and filters: the notation of `arbitrage.pages.wording`, icons and pictograms, and parts of the page."""

import re
from functools import cache, lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import translate_url
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from arbitrage import VERSION
from arbitrage.pages.wording import day_and_hour, notation
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.tables_and_boards import round_letters, round_number, round_title
from arbitrage.server import program_files

register = template.Library()

FILTERS = (
    notation.seat,
    notation.side,
    notation.vulnerability,
    notation.suit,
    notation.card,
    notation.rank,
    notation.contract,
    notation.call,
    notation.result,
    notation.score,
    notation.percent,
    notation.points,
    notation.dress,
    notation.counted_on,
    notation.lasting,
    day_and_hour.at_moment,
    day_and_hour.moment,
    day_and_hour.until_when,
    person,
    round_letters,
    round_number,
    round_title,
)
for show in FILTERS:
    register.filter(show)
for when in (notation.clock, notation.day):
    register.filter(expects_localtime=True)(when)
for tell in (notation.words, notation.lawref):
    register.simple_tag(tell)
register.inclusion_tag("includes/deal.html")(notation.deal)


@register.filter
def undoes(tags: str) -> str:
    """Return the id of the event that a message offers to undo, from the tags of the message
    (`views.incident.undo.offer`); "" if it offers none."""
    return next((tag.removeprefix("undo:") for tag in (tags or "").split() if tag.startswith("undo:")), "")


@register.simple_tag
def version() -> str:
    return VERSION


@register.simple_tag
def typed(words: str) -> str:
    """Write a command as the user of this installation types it: "manage.py backup" or "arbitrage backup"."""
    return program_files.how(words)


# Drawings and the page itself


@register.simple_tag
def fixed(name: str) -> SafeString:
    """Render a template that depends only on the language, and cache it for each language (not under DEBUG)."""
    return (_fixed.__wrapped__ if settings.DEBUG else _fixed)(name, get_language())


@cache
def _fixed(name: str, language: str) -> SafeString:
    return render_to_string(name)


@register.simple_tag
def icon(name: str) -> SafeString:
    """Render an icon by its name."""
    return _icon(str(name))


@lru_cache(64)  # a page may have a hundred icons
def _icon(name: str) -> SafeString:
    return render_to_string("includes/icon.html", {"name": name})


@register.simple_tag
def picto(name: str) -> SafeString:
    """Return a pictogram of ``static/pictos`` as inline SVG, so that it takes the colours of the page; "" for an
    unknown name."""
    return _drawing(str(name))


@cache
def _drawing(name: str) -> SafeString:
    path = program_files.STATIC / "pictos" / f"{name}.svg"
    if not re.fullmatch(r"[a-z-]+", name) or not path.is_file():
        return SafeString("")
    inside = re.sub(r"<svg[^>]*>|<style>.*?</style>|</svg>|\s*\n\s*", "", path.read_text(encoding="utf-8"))
    return mark_safe(f'<svg viewBox="0 0 96 96" aria-hidden="true" focusable="false">{inside}</svg>')  # noqa: S308  our own file


@register.simple_tag(takes_context=True)
def in_language(context: template.Context, language: str) -> str:
    """Return the URL of the current page in another language."""
    request = context.get("request")
    return translate_url(request.get_full_path(), language) if request else f"/{language}/"
