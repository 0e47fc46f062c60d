"""Storage of collected static files: hashed names, and comments stripped."""

import re
from fnmatch import fnmatch
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_MODULES = "js/offline/*.js"
OURS = ("css/*.css", "js/*.js")
"""Our style sheets and scripts; the patterns match files in subfolders too."""

COMMENTS = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
"""Pattern of comments with no code on their lines."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Storage that puts the hash of the content into each file name; our JavaScript modules import each other by these
    names.

    It strips the comments from our own files, which makes them a tenth smaller.
    """

    max_post_process_passes = 20
    """The hash of a module depends on the names of the modules that it imports, so each pass settles one level of
    imports; this allows 20 levels."""

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_MODULES, _imports))

    def _save(self, name: str, content: Any) -> str:
        if any(fnmatch(name, ours) for ours in OURS):
            content = ContentFile(COMMENTS.sub(b"", b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
