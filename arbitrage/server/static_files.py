"""Storage of collected static files: hashed names, and comments stripped."""

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import storage
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise import compress
from whitenoise import storage as compressed
from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_SCRIPTS = "js/*.js"
OURS = ("css/*.css", OUR_SCRIPTS)
"""Our style sheets and scripts; the patterns match files in subfolders too."""

COMMENTS = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
"""Pattern of comments with no code on their lines."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Storage that puts the hash of the content into each file name; our scripts import each other by these names.

    It strips the comments from our own files, which makes them a tenth smaller.
    """

    max_post_process_passes = 20
    """The hash of a module depends on the names of the modules that it imports, so each pass settles one level of
    imports; this allows 20 levels."""

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_SCRIPTS, _imports))

    def _save(self, name: str, content: Any) -> str:
        if any(fnmatch(name, ours) for ours in OURS):
            content = ContentFile(COMMENTS.sub(b"", b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved


COLLECTED = "collected.digest"
"""File in the folder of collected files, with a digest of the sources from which they were made."""


def collect() -> None:
    """Collect the static files, unless the collected ones are complete and their sources have not changed. Collecting
    takes a second and a half of processor time."""
    stamp = Path(settings.STATIC_ROOT) / COLLECTED
    with suppress(OSError):
        if stamp.read_text(encoding="ascii") == _state():
            return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(_state(), encoding="ascii")


def _state() -> str:
    """Digest the contents of the files to collect, the code that collects them, and the name, size and time of each
    collected file."""
    digest = hashlib.sha256(settings.STATIC_URL.encode())
    for program in (__file__, storage.__file__, compressed.__file__, compress.__file__):
        digest.update(Path(program).read_bytes())
    for name, path in sorted(_sources()):
        digest.update(f"\0{name}\0".encode() + path.read_bytes())
    root = Path(settings.STATIC_ROOT)
    for path in sorted(root.rglob("*")):
        if path.name != COLLECTED and path.is_file():
            stat = path.stat()
            digest.update(f"\0{path.relative_to(root).as_posix()} {stat.st_size} {stat.st_mtime_ns}".encode())
    return digest.hexdigest()


def _sources() -> Iterator[tuple[str, Path]]:
    for finder in get_finders():
        for name, place in finder.list([]):
            yield name, Path(place.path(name))
