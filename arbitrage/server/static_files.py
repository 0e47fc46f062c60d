"""How static files are named once they are collected, and what of them is sent."""

import re
from fnmatch import fnmatch
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_MODULES = "js/offline/*.js"
OURS = ("css/*.css", "js/*.js")
"""Our sheets and scripts, those without a network among them."""

COMMENTS = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
"""Comments that have their lines to themselves."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Every file under a name that says what is in it; our modules of JavaScript name each other by these names.

    What explains our files to who reads them stays here: a browser is sent the rest, a tenth less.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_MODULES, _imports))

    def _save(self, name: str, content: Any) -> str:
        if any(fnmatch(name, ours) for ours in OURS):
            content = ContentFile(COMMENTS.sub(b"", b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
