"""Names of collected static files, and the bytes that are sent."""

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
    """Every file under a name that contains the hash of its content; our JavaScript modules import each other by these
    names.

    Comments are stripped from the files that a browser receives, which saves a tenth.
    """

    max_post_process_passes = 20
    """A module has its name once those that it imports have theirs: so many may follow one another."""

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_MODULES, _imports))

    def _save(self, name: str, content: Any) -> str:
        if any(fnmatch(name, ours) for ours in OURS):
            content = ContentFile(COMMENTS.sub(b"", b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
