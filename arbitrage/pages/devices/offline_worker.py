"""The service worker of the installed application, and its manifest."""

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage import VERSION
from arbitrage.pages.devices import compiled_laws
from arbitrage.pages.incident.cases import CASES
from arbitrage.pages.incident.irregularities import TILES
from arbitrage.server import kept_files, program_files

PATIENCE = 5000
"""Milliseconds to wait for a page before the offline shell is shown instead."""

SHELL = "devices/shell.html"
"""Template of the page that stands in for any other without a network."""

DRAWINGS = {
    "icons": ["again", "back", "check", "disputed", "hand", "pencil", "print", "search", "speaker"],
    "pictos": sorted(
        {tile.picto for tile in TILES}
        | {case.picto for told in CASES.values() for case in told if case.picto}
        | {"case-other"}
    ),
}
"""Drawings that the shell holds for the screens of a device without a network."""

ICONS = (("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"))


@cache
def script() -> str:
    """Write the script of the service worker: its cache list, then `static/js/offline/worker.js`.

    Its text contains a digest of all cached content, so that browsers install a new worker after any change.
    """
    kept = json.dumps(kept_here(), separators=(",", ":"))
    return f'import {{ serve }} from "{static("js/offline/worker.js")}";\nserve({kept});\n'


def kept_here() -> dict[str, Any]:
    """List the content that the worker caches (the offline shells and the laws by language, the static files), with one
    version for all and the time to wait for a page."""
    languages = [language for language, _name in settings.LANGUAGES]
    names = compiled_laws.paths_of_static()
    return {
        "patience": PATIENCE,
        "version": kept_files.digest_of(
            [program_files.STATIC / name for name in names], VERSION, kept_files.version(), *map(_shell, languages)
        ),
        "shells": {language: _address("offline", language) for language in languages},
        "laws": {language: _address("offline_laws", language, kept_files.version()) for language in languages},
        "files": [static(name) for name in names],
    }


def _shell(language: str) -> str:
    with translation.override(language):
        return render_to_string(SHELL, DRAWINGS)


def _address(name: str, language: str, *args: object) -> str:
    with translation.override(language):
        return reverse(name, args=args)


def manifest() -> dict[str, Any]:
    """Describe the installed application, in the reader's language."""
    return {
        "id": "/",
        "name": "Arbitrage",
        "short_name": "Arbitrage",
        "description": _("The director’s companion at the bridge club"),
        "lang": translation.get_language() or "fr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f4ec",
        "theme_color": "#0d4f38",
        "icons": [
            {"src": static(f"icons/{size.partition('x')[0]}{'-maskable' if use == 'maskable' else ''}.png")}
            | {"sizes": size, "type": "image/png", "purpose": use}
            for size, use in ICONS
        ]
        + [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
